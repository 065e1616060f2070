#!/usr/bin/env python3
"""promises.py - the Promises/A+ compliance suite (npm: promises-aplus-tests) on the vm.

  tests/conformance/promises.py [--command 'build/vm'] [--package DIR] [--filter TEXT]

The package is fetched into build/conformance by npm when it is not there. Its files become one script together with
what they need of mocha, assert and sinon, so that they run on an engine with setTimeout and console.log only.
"""
import argparse, glob, json, os, re, shutil, subprocess, sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), '..', '..'))
CACHE = ROOT + '/build/conformance'

PRELUDE = r"""// --- a little of assert, sinon and mocha ---------------------------------------------------------------------------
const filter = FILTER;
const suite = { tests: [], path: [], before: [[]], after: [[]] };

function equal(actual, expected, message) {
    if (!Object.is(actual, expected) && !(actual === 0 && expected === 0)) {
        throw new Error(message || 'expected ' + String(expected) + ', got ' + String(actual));
    }
}
const assert = Object.assign((ok, message) => equal(!!ok, true, message), {
    strictEqual: equal,
    notStrictEqual(a, b) { if (a === b) throw new Error('expected two different values'); },
    ok(v, message) { equal(!!v, true, message); },
});

if (typeof Date === 'undefined') globalThis.Date = class {}; // one of the reasons of rejections

let clock = 0;
function spy(body = () => {}) {
    function called(...args) {
        called.calls.push({ args, at: ++clock });
        return body.apply(this, args);
    }
    called.calls = [];
    called.returns = value => { body = () => value; return called; };
    called.throws = value => { body = () => { throw value; }; return called; };
    return called;
}
const sinon = {
    spy, stub: spy,
    match: { same: value => ({ same: value }) },
    assert: {
        calledWith(f, ...wanted) {
            const found = f.calls.some(c => wanted.every((w, i) => (w && 'same' in w ? w.same : w) === c.args[i]));
            assert(found, 'not called with that');
        },
        notCalled(f) { equal(f.calls.length, 0, 'was called'); },
        callOrder(...all) {
            const first = all.map(f => f.calls.length ? f.calls[0].at : Infinity);
            assert(first.every((at, i) => at < Infinity && (i === 0 || first[i - 1] < at)), 'called in another order');
        },
    },
};

function describe(title, body) {
    suite.path.push(title);
    suite.before.push([]);
    suite.after.push([]);
    body();
    suite.path.pop();
    suite.before.pop();
    suite.after.pop();
}
function it(title, body) {
    const name = suite.path.concat(title).join(' / ');
    if (!filter || name.includes(filter)) suite.tests.push({ name, body, before: suite.before.flat(), after: suite.after.flat().reverse() });
}
function beforeEach(f) { suite.before.at(-1).push(f); }
function afterEach(f) { suite.after.at(-1).push(f); }
Object.assign(globalThis, { describe, it, specify: it, beforeEach, afterEach, global: globalThis });

function once(body) {
    return new Promise(resolve => {
        let timer = setTimeout(() => resolve('ran out of time'), 2000);
        const done = error => {
            clearTimeout(timer);
            resolve(error ? String(error) : null);
        };
        try {
            const result = body.length ? body.call({}, done) : body.call({});
            if (!body.length) Promise.resolve(result).then(() => done(), done);
        } catch (error) {
            done(error || 'threw ' + error);
        }
    });
}

globalThis.adapter = {
    resolved: value => Promise.resolve(value),
    rejected: reason => Promise.reject(reason),
    deferred() {
        const d = {};
        d.promise = new Promise((resolve, reject) => { d.resolve = resolve; d.reject = reject; });
        return d;
    },
};
// Many of the tests leave a rejection without a handler on purpose.
if (typeof process === 'object' && typeof process.on === 'function') process.on('unhandledRejection', () => {});

const files = {};
const loaded = { assert: { exports: assert }, sinon: { exports: sinon } };
function load(name) {
    if (!loaded[name]) {
        const module = loaded[name] = { exports: {} };
        files[name](path => load(path.slice(path.lastIndexOf('/') + 1)), module.exports, module);
    }
    return loaded[name].exports;
}
"""

EPILOGUE = r"""
(async () => {
    let failed = 0;
    for (const test of suite.tests) {
        let error = null;
        for (const step of [...test.before, test.body, ...test.after]) error = error || await once(step);
        if (error) {
            failed++;
            console.log('FAIL ' + test.name + '\n     ' + error);
        }
    }
    console.log((suite.tests.length - failed) + ' passed, ' + failed + ' failed');
})();
"""


def fetch():
    if not shutil.which('npm'):
        sys.exit('promises.py: needs npm to fetch promises-aplus-tests, or --package DIR')
    os.makedirs(CACHE, exist_ok=True)
    subprocess.run(['npm', 'pack', '--silent', 'promises-aplus-tests@2.1.2'], cwd=CACHE, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(['tar', '-xzf', 'promises-aplus-tests-2.1.2.tgz'], cwd=CACHE, check=True)
    os.rename(CACHE + '/package', CACHE + '/promises-aplus-tests')


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--command', default=ROOT + '/build/vm', help='the engine; the script is appended')
    ap.add_argument('--package', default=CACHE + '/promises-aplus-tests')
    ap.add_argument('--filter', help='only tests with this in their title')
    o = ap.parse_args()
    if not os.path.isdir(o.package):
        fetch()
    parts = [PRELUDE.replace('FILTER', json.dumps(o.filter))]
    sources = sorted(glob.glob(o.package + '/lib/tests/*.js') + glob.glob(o.package + '/lib/tests/helpers/*.js'))
    for path in sources:
        with open(path, encoding='utf-8') as f:
            parts.append('files[%s] = function (require, exports, module) {\n%s\n};\n' % (json.dumps(os.path.basename(path)[:-3]), f.read()))
    names = [os.path.basename(p)[:-3] for p in sources if '/helpers/' not in p]
    parts.append('for (const name of %s) load(name);\n' % json.dumps(names))
    parts.append(EPILOGUE)
    os.makedirs(CACHE, exist_ok=True)
    script = CACHE + '/promises-aplus.js'
    with open(script, 'w', encoding='utf-8') as f:
        f.write('\n'.join(parts))
    p = subprocess.run(o.command.split() + [script], stdout=subprocess.PIPE, text=True)
    print(p.stdout, end='')
    m = re.search(r'(\d+) passed, (\d+) failed$', p.stdout.strip())
    sys.exit(0 if p.returncode == 0 and m and m.group(2) == '0' and int(m.group(1)) > 0 else 1)


if __name__ == '__main__':
    main()
