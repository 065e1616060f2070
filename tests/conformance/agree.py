#!/usr/bin/env python3
"""agree - the same random cases in vm and in node, and where the answers differ.

  tests/conformance/agree.py --what url [--cases 100000] [--seed 1] [--command build/vm] [--node node] [--show 5]
                             [--case N]

A subject is agree/<what>.js. It runs behind agree/common.js, whose head says how it makes cases; each case depends on
the seed and its number only. Differences are printed by group, the first few of each; --case N prints the two answers
to one case. The exit status is 1 when there are any. Cases that make node itself crash are skipped. Known differences
are explained at the head of the subject's file, and its cases keep away from them.
"""
import argparse, os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, '..', '..')
CHUNK = 5000


def read(name):
    with open(os.path.join(HERE, 'agree', name), encoding='utf-8') as f:
        return f.read()


def answers(command, script, seed, first, count):
    """A list of [number, group, case, answer]; None for a case that made the engine crash."""
    p = subprocess.run([*command.split(), script, str(seed), str(first), str(count)], stdin=subprocess.DEVNULL,
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8', errors='replace')
    lines = p.stdout.split('\n')[:-1]
    if p.returncode == 0 and len(lines) == count:
        return [line.split('\t') for line in lines]
    if p.returncode >= 0:
        sys.exit('%s: status %d after %d of %d cases from %d on\n%s' %
                 (command, p.returncode, len(lines), count, first, p.stderr[-2000:]))
    if count == 1:
        return [None]
    half = count // 2
    return answers(command, script, seed, first, half) + answers(command, script, seed, first + half, count - half)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--what', required=True)
    parser.add_argument('--cases', type=int, default=100000)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--command', default=os.path.join(ROOT, 'build', 'vm'))
    parser.add_argument('--node', default='node')
    parser.add_argument('--show', type=int, default=5)
    parser.add_argument('--case', type=int)
    options = parser.parse_args()

    with tempfile.NamedTemporaryFile('w', suffix='.js', encoding='utf-8') as script:
        script.write(read('common.js') + read(options.what + '.js'))
        script.flush()
        if options.case is not None:
            for command in (options.node, options.command):
                print('\n    '.join(answers(command, script.name, options.seed, options.case, 1)[0] or ['crash']))
            return 0
        different, crashes = {}, 0
        for first in range(0, options.cases, CHUNK):
            count = min(CHUNK, options.cases - first)
            theirs = answers(options.node, script.name, options.seed, first, count)
            ours = answers(options.command, script.name, options.seed, first, count)
            for a, b in zip(theirs, ours):
                if a is None:
                    crashes += 1
                elif a != b:
                    different.setdefault(a[1], []).append((a, b or ['crash'] * 4))
    for group, pairs in sorted(different.items()):
        print('%s: %d differences' % (group, len(pairs)))
        for (number, _, case, theirs), b in pairs[:options.show]:
            print('  %s  %s\n    node %s\n    vm   %s' % (number, case, theirs, b[3] if b[2] == case else b))
    total = sum(map(len, different.values()))
    print('%s: %d passed, %d failed, %d skipped' % (options.what, options.cases - total - crashes, total, crashes))
    return 1 if total else 0


sys.exit(main())
