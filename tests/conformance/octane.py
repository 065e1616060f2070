#!/usr/bin/env python3
"""octane.py - seven classic programs of the Octane collection, each with its own checks.

  tests/conformance/octane.py --octane DIR [--command 'build/vm' ...] [--iterations N] [--score]

DIR is a checkout of the public Octane repository (chromium/octane). Each program runs its set-up, N times its body and
its tear-down, whose checks throw when a result is wrong; the CPU time of the bodies is printed. --score lets Octane's
own driver measure instead: for each program a score, higher is better. With several commands they take turns.
"""
import argparse, os, re, subprocess, sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), '..', '..'))
PROGRAMS = ['richards', 'deltablue', 'crypto', 'raytrace', 'earley-boyer', 'splay', 'navier-stokes']

SHIM = r"""
// Octane's driver takes the difference of two dates, for engines without Date.
if (typeof Date === 'undefined') {
    globalThis.Date = function Date() { this.time = performance.now(); };
    Date.prototype.valueOf = function () { return this.time; };
    Date.now = () => performance.now();
}
"""

CHECK = r"""
(function () {
    const iterations = ITERATIONS;
    BenchmarkSuite.ResetRNG();
    for (const suite of BenchmarkSuite.suites) {
        for (const benchmark of suite.benchmarks) {
            benchmark.Setup();
            const start = process.cpuUsage();
            for (let i = 0; i < iterations; i++) benchmark.run();
            const { user, system } = process.cpuUsage(start);
            benchmark.TearDown();
            console.log('ok ' + suite.name + '/' + benchmark.name + ' ' + (user + system) / 1000 / iterations);
        }
    }
    console.log('done');
})();
"""

SCORE = r"""
(function () {
    let failed = false;
    BenchmarkSuite.RunSuites({
        NotifyResult(name, score) { console.log('ok ' + name + ' ' + score); },
        NotifyError(name, error) { failed = true; console.log('FAIL ' + name + ' ' + error); },
        NotifyScore() { if (!failed) console.log('done'); },
    });
})();
"""


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('programs', nargs='*', default=PROGRAMS)
    ap.add_argument('--octane', required=True, metavar='DIR')
    ap.add_argument('--command', action='append', help='the engine; the script is appended; repeatable')
    ap.add_argument('--iterations', type=int, default=5)
    ap.add_argument('--score', action='store_true')
    ap.add_argument('--timeout', type=float, default=600, metavar='SECONDS')
    o = ap.parse_args()
    commands = o.command or [ROOT + '/build/vm']
    work = ROOT + '/build/conformance'
    os.makedirs(work, exist_ok=True)
    passed = failed = 0
    for program in o.programs:
        script = '%s/octane-%s.js' % (work, program)
        with open(script, 'w', encoding='utf-8') as out:
            out.write(SHIM)
            for name in ('base', program):
                with open('%s/%s.js' % (o.octane, name), encoding='utf-8') as f:
                    out.write(f.read() + '\n')
            out.write(SCORE if o.score else CHECK.replace('ITERATIONS', str(o.iterations)))
        for command in commands:
            try:
                p = subprocess.run(command.split() + [script], capture_output=True, text=True, timeout=o.timeout)
                output, status = p.stdout + p.stderr, p.returncode
            except subprocess.TimeoutExpired:
                output, status = 'ran out of time', 1
            rows = re.findall(r'(?m)^ok (\S+) (\S+)$', output)
            if status == 0 and re.search(r'(?m)^done$', output) and rows:
                passed += 1
                for name, figure in rows:
                    print('%-34s %-24s %s' % (name, os.path.basename(command), figure if o.score else '%.2f ms' % float(figure)))
            else:
                failed += 1
                print('FAIL %s on %s: exit %s\n%s' % (program, command, status, output.strip()[-1500:]))
            sys.stdout.flush()
    print('%d passed, %d failed' % (passed, failed))
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
