#!/usr/bin/env python3
"""node.py - files of Node's own test suite on a runtime.

  tests/conformance/node.py --suite DIR [--command build/vm] [pattern ...]

DIR is the `test` folder of a checkout of nodejs/node (denoland/node_test has the same files alone). Patterns are globs
of names in test/parallel; without any the groups of GROUPS run: timers, immediates, next-ticks, microtasks. The files
run unchanged, each in a process of its own, with tests/conformance/node_common in place of the suite's helper. A file
passes when it exits with 0. Files that ask for a flag or a module which this runtime does not have are counted apart,
with the reason; so are files that the helper skips. node_expected.txt names the ones known to fail, with reasons; the
exit status is 0 when exactly those fail.
"""
import argparse, concurrent.futures, fnmatch, os, re, shutil, signal, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
GROUPS = ['test-timers*', 'test-next-tick*', 'test-process-next-tick*', 'test-microtask*', 'test-queue-microtask*',
          'test-set-immediate*', 'test-immediate*', 'test-promise*']
LACKING = [
    (r'(?m)^// Flags:.*--(expose-internals|expose-gc|allow-natives-syntax|experimental-\S+|expose_gc|abort-on\S*|trace-\S+)',
     'asks for --{}'),
    (r"""require\(['"](?:node:)?(child_process|cluster|worker_threads|vm|v8|http2?|https|tls|dgram|inspector|zlib|"""
     r"""domain|repl|wasi|test|trace_events)(?:/\w+)?['"]\)""", 'needs {}'),
    (r"""require\(['"]\.\./common/(assertSnapshot|internet|wpt|heap|inspector-helper|child_process|duplexpair)['"]""",
     'needs the helper {} of the suite'),
    (r"""\b(watch|watchFile)\(""", 'needs fs.{}'),
    (r"""\b(createHook|executionAsyncId|executionAsyncResource)\b""", 'needs async_hooks.{}'),
    (r"""(internal/test/binding|internalBinding|process\.binding)\b""", 'needs internals of Node'),
]


def expected_failures():
    names, path = set(), os.path.join(HERE, 'node_expected.txt')
    if os.path.exists(path):
        names = {line.split()[0] for line in open(path) if line.strip() and not line.startswith('#')}
    return names


def prepare(suite, work):
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work + '/test/parallel')
    shutil.copytree(os.path.join(HERE, 'node_common'), work + '/test/common')
    os.symlink(os.path.join(suite, 'fixtures'), work + '/test/fixtures')


def run(command, path, seconds):
    env = dict(os.environ, NODE_TEST_DIR=os.path.dirname(path), TZ='UTC', NODE_TEST_KNOWN_GLOBALS='0')
    try:
        p = subprocess.run(command + [path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           timeout=seconds, env=env, cwd=os.path.join(os.path.dirname(path), '../..'), start_new_session=True)
        return p.returncode, p.stdout.decode('utf-8', 'replace')
    except subprocess.TimeoutExpired:
        return 'hang', ''


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('patterns', nargs='*')
    ap.add_argument('--suite', required=True)
    ap.add_argument('--command', default=ROOT + '/build/vm')
    ap.add_argument('--jobs', type=int, default=2)
    ap.add_argument('--timeout', type=float, default=20)
    ap.add_argument('--verbose', action='store_true', help='the last lines of what failing files print')
    args = ap.parse_args()
    work = os.path.join(ROOT, 'build/conformance/node')
    suite, command = os.path.abspath(args.suite), args.command.split()
    prepare(suite, work)
    patterns = args.patterns or GROUPS
    names = sorted(n for n in os.listdir(suite + '/parallel') if n.endswith(('.js', '.mjs', '.cjs')) and
                   any(fnmatch.fnmatch(n, p) or fnmatch.fnmatch(n, p + '.js') for p in patterns))
    passed, failed, lacking, skipped = [], [], {}, 0
    jobs = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for name in names:
            text = open(os.path.join(suite, 'parallel', name), encoding='utf-8', errors='replace').read()
            reason = next((why.format(m.group(1)) for rule, why in LACKING for m in [re.search(rule, text)] if m), None)
            if reason:
                lacking.setdefault(reason, []).append(name)
                continue
            path = os.path.join(work, 'test/parallel', name)
            shutil.copyfile(os.path.join(suite, 'parallel', name), path)
            flags = re.search(r'(?m)^// Flags: (.*)', text)
            whole = command + (flags.group(1).split() if flags else [])
            jobs.append((name, pool.submit(run, whole, path, args.timeout)))
        for name, job in jobs:
            status, output = job.result()
            if status == 0 and '# Skipped:' in output:
                skipped += 1
            elif status == 0:
                passed.append(name)
            else:
                failed.append(name)
                print('FAIL %s (%s)' % (name, signal.Signals(-status).name if isinstance(status, int) and status < 0
                                        else status if status == 'hang' else 'exit %s' % status))
                if args.verbose:
                    print('\n'.join('    | ' + l for l in output.strip().split('\n')[-14:]))
    for reason, files in sorted(lacking.items()):
        print('left out, %s: %d' % (reason, len(files)))
    if skipped:
        print('skipped by themselves: %d' % skipped)
    known = expected_failures()
    surprising = [n for n in failed if n not in known] + [n for n in passed if n in known]
    total = len(passed) + len(failed)
    print('%d of %d files pass (%.1f %%)' % (len(passed), total, 100.0 * len(passed) / max(total, 1)))
    sys.exit(1 if surprising else 0)


if __name__ == '__main__':
    main()
