#!/usr/bin/env python3
"""run.py - the conformance suite tc39/test262 on the vm.

  tests/test262/run.py --vm build/vm --test262 DIR [--filter PATTERN] [--update] [...]

Every test runs in a process of its own, sloppy and strict, or as a module, or raw, as its flags say. A file passes
when each of its variants does. `config` names what is left out, with reasons; `expected_failures.txt` has the tests
known to fail, a path a line under a reason. The exit status is 0 when exactly those fail; a crash, a hang or a
sanitizer report is never expected. --update rewrites the list. --everything runs what config leaves out as well, and
then only crashes, hangs and reports count.
"""
import argparse, atexit, fnmatch, functools, json, multiprocessing, os, re, resource, select, shutil, signal, sys
import tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
FRONT = re.compile(r'/\*---(.*?)---\*/', re.S)
SANITIZER = re.compile(r'AddressSanitizer|LeakSanitizer|ThreadSanitizer|\.[ch]:\d+:\d+: runtime error:')
O = None      # the options, in each worker
WORK = None   # where a worker composes its files


def read(path):
    with open(path, encoding='utf-8', errors='surrogateescape', newline='') as f:
        return f.read()


def write(path, text):
    with open(path, 'w', encoding='utf-8', errors='surrogateescape', newline='') as f:
        f.write(text)


# --- what to run -------------------------------------------------------------------------------------------------

def front_matter(text):
    m = FRONT.search(text)
    block = re.sub(r'\r\n?', '\n', m.group(1)) if m else ''

    def words(key):
        m = re.search(r'^%s:[ \t]*(\[[^\]]*\]|(?:\n[ \t]*-[ \t]+\S+)+)' % key, block, re.M)
        return re.findall(r'[^\s,\[\]]+', re.sub(r'(?m)^[ \t]*-[ \t]+', '', m.group(1))) if m else []
    m = re.search(r'^negative:[ \t]*((?:\n[ \t]+.*)+)', block, re.M)
    negative = re.search(r'type:\s*(\w+)', m.group(1)).group(1) if m else None
    return set(words('flags')), set(words('features')), words('includes'), negative


class Config:
    """What is left out: lines `feature: a b`, `folder: path`, `include: file`, `source: regex` under [reason] lines."""

    def __init__(self, path):
        self.features, self.folders, self.includes, self.sources = {}, [], {}, []
        reason = ''
        for line in read(path).splitlines():
            line = line.strip()
            if not line or line.startswith('#'):
                continue
            if line.startswith('['):
                reason = line.strip('[]')
                continue
            key, value = re.match(r'(\w+):\s*(.*)', line).groups()
            if key == 'feature':
                self.features.update(dict.fromkeys(value.split(), reason))
            elif key == 'folder':
                self.folders += [(name.rstrip('/'), reason) for name in value.split()]
            elif key == 'include':
                self.includes.update(dict.fromkeys(value.split(), reason))
            elif key == 'source':
                self.sources.append((re.compile(value), reason))
            else:
                sys.exit('%s: what is "%s"?' % (path, key))

    def folder_reason(self, path):
        return next((why for name, why in self.folders
                     if path == name or path.startswith(name + '/') or '*' in name and fnmatch.fnmatch(path, name)), None)

    def reason(self, path, features, includes, text):
        why = self.folder_reason(path)
        why = why or next((self.features[f] for f in sorted(features) if f in self.features), None)
        why = why or next((self.includes[i] for i in includes if i in self.includes), None)
        if not why and self.sources:
            code = FRONT.sub('', text)
            why = next((reason for pattern, reason in self.sources if pattern.search(code)), None)
        return why


def expected_failures(path):
    """path -> reason; a line of the file is '# reason' or a path."""
    listed, reason = {}, ''
    if os.path.exists(path):
        for line in read(path).splitlines():
            if line.startswith('#'):
                reason = line[1:].strip()
            elif line.strip():
                listed[line.strip()] = reason
    return listed


def write_expected_failures(path, listed):
    groups = {}
    for test, reason in listed.items():
        groups.setdefault(reason, []).append(test)
    blocks = ['# %s\n%s\n' % (reason, '\n'.join(sorted(tests))) for reason, tests in sorted(groups.items())]
    write(path, '\n'.join(blocks))


def selected(o):
    root, found = os.path.join(o.test262, 'test'), []
    for at, dirs, names in os.walk(root):
        rel = os.path.relpath(at, root)
        if rel == '.':
            dirs[:] = [d for d in dirs if d not in ('intl402', 'staging') or o.everything]
        found += [os.path.normpath(os.path.join(rel, n)) for n in names if n.endswith('.js') and '_FIXTURE' not in n]
    if o.filter:
        found = [p for p in found if any(f in p or fnmatch.fnmatch(p, f) for f in o.filter)]
    if o.shard:
        i, n = map(int, o.shard.split('/'))
        found = sorted(found)[i - 1::n]
    return sorted(found)


# --- running one -------------------------------------------------------------------------------------------------

@functools.lru_cache(maxsize=2000)
def harness(asynchronous, includes):
    names = ['assert.js', 'sta.js'] + ['doneprintHandle.js'] * asynchronous + list(includes)
    return '\n'.join(read(os.path.join(O.test262, 'harness', n)) for n in names) + '\n'


IMPORTS = re.compile(r"""['"]\./([\w.-]+\.js)['"]""")
NEIGHBOURS = {}   # folder composed in -> names of whole tests that its fixtures import


def compose(path, text):
    """Write a test under its own name; beside it stands what it may import."""
    target = os.path.join(WORK, path)
    here, source = os.path.dirname(target), os.path.dirname(os.path.join(O.test262, 'test', path))
    if here not in NEIGHBOURS:
        NEIGHBOURS[here] = set()
        os.makedirs(here, exist_ok=True)
        for at, dirs, names in os.walk(source):
            to = os.path.normpath(os.path.join(here, os.path.relpath(at, source)))
            for n in names:
                if '_FIXTURE' in n or not n.endswith('.js'):
                    os.makedirs(to, exist_ok=True)
                    shutil.copyfile(os.path.join(at, n), os.path.join(to, n))
                    if n.endswith('.js'):
                        NEIGHBOURS[here].update(IMPORTS.findall(read(os.path.join(at, n))))
            if at != source:
                dirs.clear()
    for n in NEIGHBOURS[here] | set(IMPORTS.findall(text)):
        if n != os.path.basename(path) and '_FIXTURE' not in n and os.path.isfile(os.path.join(source, n)):
            shutil.copyfile(os.path.join(source, n), os.path.join(here, n))
    write(target, text)
    return target


def execute(argv):
    """(exit status, 'timeout' or 'crash'; output)"""
    out = os.path.join(WORK, 'out')
    pid = os.posix_spawn(argv[0], argv, os.environ, setsid=True, file_actions=[
        (os.POSIX_SPAWN_OPEN, 0, '/dev/null', os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o644),
        (os.POSIX_SPAWN_DUP2, 1, 2)])
    fd = os.pidfd_open(pid)
    late = not select.select([fd], [], [], O.timeout)[0]
    os.close(fd)
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    status = os.waitpid(pid, 0)[1]
    with open(out, 'rb') as f:
        text = f.read(1 << 20).decode('utf-8', 'replace')
    if late:
        return 'timeout', text
    if os.WIFSIGNALED(status):
        return 'crash', 'signal %d %s' % (os.WTERMSIG(status), text)
    code = os.WEXITSTATUS(status)
    return ('crash' if SANITIZER.search(text) or code in (132, 134, 135, 136, 139) else code), text


def verdict(flags, negative, status, text):
    """None for a pass, else 'kind: what was seen'."""
    first = next((l.strip() for l in text.splitlines() if re.search(r'rror|xception|signal', l)), '')
    first = (first or text.strip().split('\n')[0])[:160]
    if status in ('timeout', 'crash'):
        return '%s: %s' % (status, first)
    if negative:
        if status == 0:
            return 'fail: expected %s, none thrown' % negative
        seen = re.search(r'^(?:\W*(?:uncaught|unhandled|error)\b[:\s]*)*(?:\S*:\d+(?::\d+)?:?\s*)?%s\b' % negative, text, re.M | re.I)
        return None if seen else 'fail: expected %s, got: %s' % (negative, first)
    if 'async' in flags and ('Test262:AsyncTestFailure' in text or 'Test262:AsyncTestComplete' not in text):
        return 'fail: async: ' + first
    return None if status == 0 else 'fail: exit %d: %s' % (status, first)


def run_test(path):
    """(path, features, why it was left out or None, first failure or None, variants run)"""
    text = read(os.path.join(O.test262, 'test', path))
    flags, features, includes, negative = front_matter(text)
    left_out = 'an agent that must not block' if 'CanBlockIsFalse' in flags else O.config.reason(path, features, includes, text)
    if left_out and not (O.everything and 'CanBlockIsFalse' not in flags):
        return path, features, left_out, None, 0
    before = '' if 'raw' in flags else harness('async' in flags, tuple(includes))
    if 'module' in flags:
        variants = ['module']
    elif 'raw' in flags:
        variants = ['raw']
    else:
        variants = ['sloppy'] * ('onlyStrict' not in flags) + ['strict'] * ('noStrict' not in flags)
    failure = None
    for variant in variants:
        file = compose(path, '"use strict";\n' * (variant == 'strict') + before + text)
        why = verdict(flags, negative, *execute(O.command + ['--module'] * (variant == 'module') + [file]))
        os.unlink(file)
        if why and (not failure or ' crash:' in why):
            failure = '%s %s' % (variant, why)
    return path, features, left_out, failure, len(variants)


def start_worker(options, work):
    global O, WORK
    O, WORK = options, os.path.join(work, str(os.getpid()))
    os.makedirs(WORK)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.chdir(WORK)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (8 << 20, 8 << 20))
    if O.memory:
        resource.setrlimit(resource.RLIMIT_AS, (O.memory << 20, O.memory << 20))


# --- the whole ---------------------------------------------------------------------------------------------------

def table(cells, least=0):
    width = max([len(k) for k in cells] + [10])
    for name, (passed, total) in sorted(cells.items()):
        if total >= least:
            print('%-*s %6d of %6d  %6.2f %%' % (width, name, passed, total, 100 * passed / total))


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--vm', default='build/vm')
    ap.add_argument('--command', help='another engine: its whole command, to which the file is appended')
    ap.add_argument('--test262', required=True, metavar='DIR', help='a checkout of tc39/test262')
    ap.add_argument('--config', default=HERE + '/config')
    ap.add_argument('--expected', default=HERE + '/expected_failures.txt')
    ap.add_argument('--filter', action='append', help='only paths with this in them, or that match this glob; repeatable')
    ap.add_argument('--shard', metavar='I/N')
    ap.add_argument('--everything', action='store_true', help='also what config leaves out; only crashes count')
    ap.add_argument('--update', action='store_true', help='rewrite the list of expected failures')
    ap.add_argument('--failures', action='store_true', help='print every failure, the expected ones too')
    ap.add_argument('--jobs', type=int, default=os.cpu_count() or 2)
    ap.add_argument('--timeout', type=float, default=10, metavar='SECONDS')
    ap.add_argument('--memory', type=int, metavar='MB', help='limit of the address space')
    ap.add_argument('--out', metavar='FILE', help='results as JSON')
    o = ap.parse_args()
    o.test262 = os.path.abspath(o.test262)
    o.command = o.command.split() if o.command else [os.path.abspath(o.vm), '--test262']
    o.command[0] = os.path.abspath(shutil.which(o.command[0]) or sys.exit('no such executable: ' + o.command[0]))
    o.config = Config(o.config)
    expected = expected_failures(o.expected)
    paths = selected(o)
    work = tempfile.mkdtemp(prefix='test262.', dir='/dev/shm' if os.access('/dev/shm', os.W_OK) else None)
    atexit.register(shutil.rmtree, work, True)
    began = time.time()
    areas, folders, features, left_out, failures, passed, runs = {}, {}, {}, {}, {}, set(), 0
    with multiprocessing.Pool(o.jobs, start_worker, (o, work)) as pool:
        for done, (path, tags, why, failure, variants) in enumerate(pool.imap_unordered(run_test, paths, 8), 1):
            if sys.stderr.isatty() or done % 5000 == 0 or done == len(paths):
                print('\r%d/%d, %d failures, %.0f s' % (done, len(paths), len(failures), time.time() - began), end='', file=sys.stderr)
            runs += variants
            if why:
                left_out[why] = left_out.get(why, 0) + 1
                if failure and 'fail:' not in failure:
                    failures[path] = failure
                continue
            failures.update({path: failure} if failure else {})
            passed |= {path} if not failure else set()
            parts = path.split('/')
            for cells, key in [(areas, parts[0]), (folders, '/'.join(parts[:-1][:2]))] + [(features, t) for t in tags]:
                cell = cells.setdefault(key, [0, 0])
                cell[0] += not failure
                cell[1] += 1
    print(file=sys.stderr)

    broken = {p: w for p, w in failures.items() if ' fail:' not in w}
    unexpected = {p: w for p, w in failures.items() if p not in expected or p in broken}
    fixed = sorted(p for p in expected if p in passed)
    gone = sorted(p for p in expected if not os.path.exists(os.path.join(o.test262, 'test', p)))
    for p, w in sorted((failures if o.failures else unexpected).items()):
        print('%s | %s' % (p, w))
    for p in fixed:
        print('%s | passes, though listed in expected_failures.txt' % p)
    for p in gone:
        print('%s | listed in expected_failures.txt, but there is no such test' % p)
    print()
    table(areas)
    print()
    table(folders)
    print()
    table({name: cell for name, cell in features.items() if cell[0] < cell[1]})
    if left_out:
        print('\nLeft out (config):')
        for why, count in sorted(left_out.items(), key=lambda item: -item[1]):
            print('%7d  %s' % (count, why))
    total = len(passed) + sum(1 for p in failures)
    print('\n%d of %d files pass (%.2f %%), %d runs in %.0f s; %d crashes, hangs or reports, %d unexpected failures, %d unexpected passes'
          % (len(passed), total, 100 * len(passed) / max(1, total), runs, time.time() - began, len(broken), len(unexpected), len(fixed)))
    if o.out:
        write(o.out, json.dumps({'failures': failures, 'passed': sorted(passed), 'left_out': left_out}, indent=0))
    if o.update:
        kept = {p: why for p, why in expected.items() if p not in fixed and p not in gone}
        kept.update({p: 'not yet sorted' for p in unexpected if p not in broken and p not in kept})
        write_expected_failures(o.expected, kept)
    sys.exit(1 if broken or not o.everything and (unexpected or fixed or gone) else 0)


if __name__ == '__main__':
    main()
