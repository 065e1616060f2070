// Another thread stops whatever runs: loops, recursion, and the long natives; no handler of the script runs.
// With an argument, the milliseconds after which they are stopped, it says how many each took then, the most
// of some rounds that are stopped ever later; a second one selects programs by their text.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <vm_runtime.h>

// What runs, after a preparation that is not disturbed. N is how much natives have to do: with an argument,
// which makes the test a measurement, enough for a good fraction of a second.
struct program {
    const char *preparation, *text;
};

#define LONG_TEXT "var s = 'a'.repeat(N) + 'b';"
#define WIDE_TEXT "var s = 'a\u0101'.repeat(N / 4) + 'b';"
#define BYTES "var b = new Uint8Array(2 * N), c = new Uint8Array(2 * N);"
#define DOUBLES "var b = new Float64Array(N / 4);"
#define ARRAY "var a = new Array(N / 4).fill(0);"
#define BIGINTS                                                                                              \
    "var n = (1n << BigInt(N / 16)) - 12345n, m = (1n << BigInt(N / 32)) + 6789n, t = 'f'.repeat(N / 50), "  \
    "d = '7'.repeat(N / 50);"

static const struct program programs[] = {
    {"", "for (;;) {}"},
    {"", "{ let i = 0; while (true) i++ }"},
    {"", "do {} while (1)"},
    {"", "function f() { return f() } for (;;) try { f() } catch {}"},
    {"", "for (;;) { try { for (;;) {} } catch (e) {} finally { for (;;) {} } }"},
    {"", "function* g() { for (;;) yield 1 } for (const x of g()) {}"},
    {"", "{ const p = () => Promise.resolve().then(p); p() }"},
    {"", "(async () => { for (;;) await null })()"},
    {"", "{ const o = { get x() { return this.x } }; for (;;) try { o.x } catch {} }"},
    {"", "{ class A { static { for (;;) {} } } }"},

    {"", "Array.from({ length: 1e9 }, () => 1)"},
    {"var a = Array.from({ length: 3e5 }, (_, i) => i * 7919 % 100003)", "for (;;) a.sort((x, y) => x - y)"},
    {"var a = Array.from({ length: 3e5 }, (_, i) => 's' + i * 7919 % 100003)", "for (;;) a.sort()"},
    {"", "new Array(4294967295).indexOf(1); for (;;) {}"},
    {"", "new Array(4294967295).join('')"},
    {"", "{ const a = new Array(4294967295); a.forEach(() => {}); for (;;) {} }"},
    {"", "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)"},
    {"", "Reflect.apply(Array.prototype.fill, { length: 2 ** 53 - 1 }, [0])"},
    {"", "[1].reduce.call({ length: 2 ** 53 - 1, 0: 1 }, (a, b) => a)"},
    {"", "for (;;) Object.keys(Array.from({ length: 1e5 }))"},
    {"var m = new Map(Array.from({ length: 1e5 }, (_, i) => [i, i]))", "for (;;) m.forEach(() => {})"},
    {ARRAY, "for (;;) a.fill(1)"},
    {ARRAY, "for (;;) a.includes(1)"},
    {ARRAY, "for (;;) a.lastIndexOf(1)"},
    {ARRAY, "for (;;) a.slice()"},
    {ARRAY, "for (;;) a.concat(a)"},
    {ARRAY, "for (;;) a.flat()"},
    {ARRAY, "for (;;) a.reverse()"},
    {ARRAY, "for (;;) a.toReversed()"},
    {ARRAY, "for (;;) a.with(5, 1)"},
    {ARRAY, "for (;;) a.toSpliced(5, 1)"},
    {ARRAY, "for (;;) { a.splice(5, 1); a.push(0) }"},
    {ARRAY, "for (;;) { a.shift(); a.push(0) }"},
    {ARRAY, "for (;;) { a.unshift(0); a.pop() }"},
    {ARRAY, "for (;;) a.copyWithin(1, 0)"},
    {ARRAY, "for (;;) [...a]"},
    {ARRAY, "for (;;) Array.from(a)"},
    {ARRAY, "for (;;) a.join()"},
    {ARRAY, "for (;;) JSON.stringify(a)"},
    {ARRAY, "for (;;) new Float64Array(a)"},
    {ARRAY, "for (;;) new Set(a)"},
    {ARRAY, "for (;;) Object.freeze(a.slice(0, N / 100))"},
    {ARRAY, "for (;;) try { Math.max.apply(null, a) } catch {}"},
    {ARRAY, "for (;;) a.sort()"},
    {ARRAY, "for (;;) Object.entries(a)"},
    {"", "for (;;) new Array(N / 4).fill()"},
    {"var a = []", "for (;;) { a.length = N / 4; a[N / 4 - 1] = 1; a.length = 0 }"},

    {"var s = 'a'.repeat(N / 2) + 'b', p = 'ab'.repeat(2000)", "for (;;) s.indexOf(p)"},
    {"var s = 'ab'.repeat(N / 100)", "for (;;) s.split('')"},
    {LONG_TEXT, "for (;;) s.indexOf('c')"},
    {LONG_TEXT, "for (;;) s.indexOf('aaaaac')"},
    {LONG_TEXT, "for (;;) s.lastIndexOf('c')"},
    {LONG_TEXT, "for (;;) s.includes('\u0101')"},
    {LONG_TEXT, "for (;;) s.split('c')"},
    {LONG_TEXT, "for (;;) s.split('aab')"},
    {LONG_TEXT, "for (;;) s.replaceAll('a', '')"},
    {LONG_TEXT, "for (;;) s.replaceAll('c', '')"},
    {LONG_TEXT, "for (;;) s.replace('b', '')"},
    {LONG_TEXT, "for (;;) s.toUpperCase()"},
    {LONG_TEXT, "for (;;) s.toLowerCase()"},
    {LONG_TEXT, "for (;;) s.normalize('NFD')"},
    {LONG_TEXT, "for (;;) (s + '\xc3\x9f').toUpperCase()"},
    {LONG_TEXT, "for (;;) s.padEnd(3 * N).length"},
    {LONG_TEXT, "for (;;) 'ab'.repeat(N)"},
    {LONG_TEXT, "for (;;) (s + s).charCodeAt(1)"},
    {LONG_TEXT, "for (;;) [s, s].join('')"},
    {LONG_TEXT, "for (;;) s.isWellFormed()"},
    {LONG_TEXT, "for (;;) (' '.repeat(N) + 'x').trim()"},
    {LONG_TEXT, "for (;;) s.localeCompare(s + 'x')"},
    {LONG_TEXT "var q = 'a'.repeat(N) + 'b'", "for (;;) s === q"},
    {LONG_TEXT "var q = 'a'.repeat(N) + 'c'", "for (;;) s < q"},
    {LONG_TEXT, "for (;;) ({})[s + 'x']"},
    {LONG_TEXT, "for (;;) new Set([s + 'x'])"},
    {LONG_TEXT, "for (;;) [...s]"},
    {LONG_TEXT, "for (;;) Array.from(s)"},
    {LONG_TEXT, "for (;;) JSON.stringify(s)"},
    {"var s = JSON.stringify('a'.repeat(N))", "for (;;) JSON.parse(s)"},
    {"var s = JSON.stringify(Array(N / 10).fill(1))", "for (;;) JSON.parse(s)"},
    {"var s = '[' + ' '.repeat(N) + ']'", "for (;;) JSON.parse(s)"},
    {LONG_TEXT, "for (;;) encodeURIComponent(s)"},
    {LONG_TEXT, "for (;;) escape(s)"},
    {LONG_TEXT, "for (;;) /c/.test(s)"},
    {LONG_TEXT, "for (;;) s.replace(/a/g, '')"},
    {LONG_TEXT, "for (;;) parseInt(s)"},
    {"var s = '1'.repeat(N)", "for (;;) +s"},
    {"var s = '1'.repeat(N)", "for (;;) parseInt(s)"},
    {"var s = '1'.repeat(N)", "for (;;) parseFloat(s)"},
    {"var s = '1'.repeat(N)", "for (;;) parseInt(s, 3)"},
    {WIDE_TEXT, "for (;;) s.indexOf('c')"},
    {WIDE_TEXT, "for (;;) s.toUpperCase()"},
    {WIDE_TEXT, "for (;;) s.toLowerCase()"},
    {WIDE_TEXT, "for (;;) s.normalize('NFD')"},
    {WIDE_TEXT, "for (;;) s.normalize()"},
    {WIDE_TEXT, "for (;;) s.toWellFormed()"},
    {WIDE_TEXT, "for (;;) s.isWellFormed()"},
    {WIDE_TEXT, "for (;;) (s + s).charCodeAt(1)"},
    {WIDE_TEXT, "for (;;) s.slice(1, N / 4)"},
    {WIDE_TEXT, "for (;;) s.split('c')"},

    {BYTES, "for (;;) b.fill(1)"},
    {BYTES, "for (;;) b.set(c)"},
    {BYTES, "for (;;) b.slice()"},
    {BYTES, "for (;;) new Uint8Array(b)"},
    {BYTES, "for (;;) new Float32Array(b)"},
    {BYTES, "for (;;) b.copyWithin(1, 0)"},
    {BYTES, "for (;;) b.indexOf(7)"},
    {BYTES, "for (;;) b.lastIndexOf(7)"},
    {BYTES, "for (;;) b.includes(7)"},
    {BYTES, "for (;;) b.reverse()"},
    {BYTES, "for (;;) b.toReversed()"},
    {BYTES, "for (;;) b.sort()"},
    {BYTES, "for (;;) b.join()"},
    {BYTES, "for (;;) b.with(1, 1)"},
    {BYTES, "for (;;) b.toBase64()"},
    {BYTES, "for (;;) b.toHex()"},
    {BYTES "var s = b.subarray(0, N).toBase64()", "for (;;) Uint8Array.fromBase64(s)"},
    {BYTES "var s = b.subarray(0, N).toHex()", "for (;;) Uint8Array.fromHex(s)"},
    {BYTES "var s = b.subarray(0, N).toHex()", "for (;;) b.setFromHex(s)"},
    {BYTES, "for (;;) b.buffer.slice(0)"},
    {BYTES, "for (;;) b.buffer.slice(0).transfer(3 * N)"},
    {BYTES, "for (;;) Array.from(b)"},
    {BYTES, "for (;;) [...b]"},
    {BYTES, "for (;;) Array.prototype.slice.call(b)"},
    {BYTES, "for (;;) new ArrayBuffer(8 * N)"},
    {DOUBLES, "for (;;) b.fill(1)"},
    {DOUBLES, "for (;;) b.indexOf(7)"},
    {DOUBLES, "for (;;) b.reverse()"},
    {DOUBLES, "for (;;) b.sort()"},
    {DOUBLES, "for (;;) b.toSorted()"},
    {DOUBLES, "for (;;) new Int16Array(b)"},
    {DOUBLES, "for (;;) new Float64Array(b)"},

    {BIGINTS, "for (;;) n * m"},
    {BIGINTS, "for (;;) n * n"},
    {BIGINTS, "for (;;) n / m"},
    {BIGINTS, "for (;;) n % m"},
    {BIGINTS, "for (;;) n / 12345678901234567890123456789n"},
    {BIGINTS, "for (;;) 3n ** BigInt(N / 10)"},
    {BIGINTS, "for (;;) String(n)"},
    {BIGINTS, "for (;;) n.toString(16)"},
    {BIGINTS, "for (;;) n.toLocaleString()"},
    {BIGINTS, "for (;;) BigInt(d)"},
    {BIGINTS, "for (;;) BigInt('0x' + t)"},
    {BIGINTS, "for (;;) Function(d + 'n')"},
    {BIGINTS, "for (;;) BigInt.asIntN(N / 16 - 1, n)"},

    {"", "for (;;) new Function('x'.repeat(100) + '=1;')()"},
    {"var s = 'x=1;'.repeat(N / 10)", "for (;;) new Function(s)"},
    {"var s = 'x=1;'.repeat(N / 10)", "for (;;) (0, eval)(s)"},
    {"var s = 'function f(a) { var b = a; return b }'.repeat(N / 100)", "for (;;) new Function(s)"},
    {"var s = Array.from({ length: N / 100 }, (_, i) => '{let v' + i + '=1}').join('\\n')",
     "for (;;) new Function(s)"},
    {"var s = 'x+'.repeat(N / 10) + '1'", "for (;;) new Function(s)"},
    {"var s = '[' + '1,'.repeat(N / 10) + ']'", "for (;;) new Function(s)"},
    {"var s = 'x(' + 'y,'.repeat(N / 10) + ')'", "for (;;) new Function(s)"},
    {"var s = '({' + 'y:1,'.repeat(N / 10) + '})'", "for (;;) new Function(s)"},
    {"var s = 'switch (x) {' + 'case 1:'.repeat(N / 10) + '}'", "for (;;) new Function(s)"},
    {"var s = '(' + 'a,'.repeat(N / 10) + 'a)=>1'", "for (;;) try { new Function(s) } catch {}"},
    {"var s = 'class A {' + 'm(){}'.repeat(N / 100) + '}'", "for (;;) new Function(s)"},
    {"var s = '`' + '${x}'.repeat(N / 20) + '`'", "for (;;) new Function(s)"},
    {"var s = '//' + 'x'.repeat(N)", "for (;;) new Function(s)"},
    {"var s = '\"' + 'x'.repeat(N) + '\"'", "for (;;) new Function(s)"},
    {"var s = '`' + 'x'.repeat(N) + '`'", "for (;;) new Function(s)"},
    {"var s = ';'.repeat(N)", "for (;;) new Function(s)"},
    {"var s = ' '.repeat(N)", "for (;;) new Function(s)"},
    {"var s = 'x'.repeat(N)", "for (;;) new Function(s)"},
    {"var s = '1'.repeat(N)", "for (;;) new Function(s)"},
    {"var s = '/' + 'x'.repeat(N) + '/'", "for (;;) try { new Function(s) } catch {}"},
    {"var s = 'x|'.repeat(N / 10)", "for (;;) try { new RegExp(s) } catch {}"},
    {"var s = '[' + 'ab'.repeat(N / 10) + ']'", "for (;;) try { new RegExp(s) } catch {}"},
    {"var s = '(?:a|b)'.repeat(N / 100)", "for (;;) try { new RegExp(s) } catch {}"},

    {"var m = new Map; for (let i = 0; i < N / 32; i++) m.set(i, i)", "for (;;) new Map(m)"},
    {"var m = new Set; for (let i = 0; i < N / 32; i++) m.add(i)", "for (;;) m.union(m)"},
    {"var m = new Set; for (let i = 0; i < N / 32; i++) m.add(i)", "for (;;) [...m]"},
    {"var o = {}; for (let i = 0; i < N / 100; i++) o['k' + i] = i", "for (;;) Object.keys(o)"},
    {"var o = {}; for (let i = 0; i < N / 100; i++) o['k' + i] = i", "for (;;) Object.entries(o)"},
    {"var o = {}; for (let i = 0; i < N / 100; i++) o['k' + i] = i", "for (;;) ({ ...o })"},
    {"var o = {}; for (let i = 0; i < N / 100; i++) o['k' + i] = i", "for (;;) JSON.stringify(o)"},
    {"var o = {}; for (let i = 0; i < N / 100; i++) o['k' + i] = i", "for (;;) for (const k in o) break"},
    {"var o = {}; for (let i = 0; i < N / 100; i++) o['k' + i] = i", "for (;;) Object.freeze({ ...o })"},
    {"var o = {}; for (let i = 0; i < N / 32; i++) o[i * 7] = i", "for (;;) Object.keys(o)"},
    {"var o = []; for (let i = 0; i < N / 100; i++) o[i * 4001] = i", "for (;;) o.sort()"},
    {"var o = []; for (let i = 0; i < N / 100; i++) o[i * 4001] = i", "for (;;) o.slice()"},

    {"", "for (;;) { const a = []; for (let i = 0; i < N / 20; i++) a.push([i]) }"},
    {"var kept = Array.from({ length: N / 50 }, (_, i) => [i])", "for (;;) kept.map(x => [x])"},
    {"", "for (;;) { const list = []; for (let i = 0; i < N / 4; i++) list.push(i) }"},
    {"var m = new WeakMap, k = Array.from({ length: N / 100 }, () => ({}))",
     "for (;;) for (const x of k) m.set(x, {})"},
    {"", "for (;;) { let s = 'a'; for (let i = 0; i < 200; i++) s += 'x'.repeat(N / 200); s.indexOf('y') }"},
    {"", "for (;;) [new Array(N / 8).fill(0), new Array(N / 8).fill(0), new Uint8Array(2 * N).fill(1)]"},
    {"", "for (let i = 0;; i++) ({})['k' + i]"},
    {"var o = {}", "for (let i = 0;; i++) o['k' + i] = i"},
    {"var o = []", "for (let i = 0;; i++) o[i * 4001 % 4294967291] = i"},
    {"var m = new Map", "for (let i = 0;; i++) m.set('k' + i, i)"},
    {"var o = [1]; o.length = 4294967295; o[4294967290] = 1", "for (;;) o.forEach(() => {})"},
    {"var a = {}, b = { __proto__: a }; for (let i = 0; i < N / 5000; i++) a['k' + i] = b['k' + i] = i",
     "for (;;) for (const k in b);"},
    {"var s = '\\'' + ' '.repeat(N) + '\\''", "for (;;) new Function(s)"},
    {"var s = '/*' + ' '.repeat(N) + '*/'", "for (;;) new Function(s)"},
    {"var s = '0x' + '1'.repeat(N)", "for (;;) new Function(s)"},
    {"var s = 'x' + '\\\\u0061'.repeat(N / 10)", "for (;;) new Function(s)"},
    {"var s = '0x' + '1'.repeat(N)", "for (;;) +s"},
    {"var s = '0.' + '0'.repeat(N) + '1'", "for (;;) +s"},
    {"var s = '0'.repeat(N)", "for (;;) parseInt(s, 7)"},
    {"var s = '0x' + '0'.repeat(N)", "for (;;) parseInt(s)"},
    {"var s = '1'.repeat(N) + '\\u0101'", "for (;;) parseFloat(s)"},
    {"var s = ' '.repeat(N)", "for (;;) +s"},
    {"var s = ' '.repeat(N)", "for (;;) s.trim()"},
    {"var s = ' '.repeat(N)", "for (;;) BigInt(s)"},
    {"var s = '[' + '1'.repeat(N) + ']'", "for (;;) JSON.parse(s)"},
    {"var s = '[\\u0101' + ' '.repeat(N / 2) + ']'", "for (;;) try { JSON.parse(s) } catch {}"},
    {LONG_TEXT, "for (;;) Symbol.for(s + 'x')"},
    {LONG_TEXT, "for (;;) s.localeCompare(s + '\\u0301')"},
    {LONG_TEXT "var m = new Map([[s + 'x', 1]])", "for (;;) m.get(s + 'x')"},
    {WIDE_TEXT "var q = 'a\\u0101'.repeat(N / 4) + 'c'", "for (;;) s < q"},
    {WIDE_TEXT, "for (;;) JSON.stringify(s)"},
    {WIDE_TEXT, "for (;;) ({})[s + 'x']"},
    {"var s = '(' + 'a|b'.repeat(N / 100) + ')'", "for (;;) try { new RegExp(s) } catch {}"},
    {"var s = 'x'.repeat(N / 4)", "for (;;) try { new RegExp(s) } catch {}"},
    {"var s = '[' + 'a-bq'.repeat(N / 40) + ']'", "for (;;) try { new RegExp(s, 'i') } catch {}"},
};

// The same with the library.
#define BUFFER "var b = Buffer.alloc(N), c = Buffer.alloc(N);"
static const struct program library[] = {
    {BUFFER, "for (;;) b.fill(1)"},
    {BUFFER, "for (;;) b.fill('ab')"},
    {BUFFER, "for (;;) b.copy(c)"},
    {BUFFER, "for (;;) b.compare(c)"},
    {BUFFER, "for (;;) b.equals(c)"},
    {BUFFER, "for (;;) b.indexOf('xy')"},
    {BUFFER, "for (;;) b.lastIndexOf('xy')"},
    {BUFFER, "for (;;) b.swap16()"},
    {BUFFER, "for (;;) b.toString()"},
    {BUFFER, "for (;;) b.toString('latin1')"},
    {BUFFER, "for (;;) b.toString('ascii')"},
    {BUFFER, "for (;;) b.toString('hex')"},
    {BUFFER, "for (;;) b.toString('base64')"},
    {BUFFER, "for (;;) b.toString('utf16le')"},
    {BUFFER, "for (;;) Buffer.from(b)"},
    {BUFFER, "for (;;) Buffer.concat([b, c])"},
    {BUFFER, "for (;;) structuredClone(b)"},
    {LONG_TEXT, "for (;;) Buffer.from(s)"},
    {LONG_TEXT, "for (;;) Buffer.from(s, 'latin1')"},
    {LONG_TEXT, "for (;;) Buffer.from(s, 'base64')"},
    {LONG_TEXT, "for (;;) Buffer.from(s, 'hex')"},
    {LONG_TEXT, "for (;;) Buffer.from(s, 'utf16le')"},
    {LONG_TEXT, "for (;;) Buffer.byteLength(s)"},
    {WIDE_TEXT, "for (;;) Buffer.from(s)"},
    {WIDE_TEXT, "for (;;) Buffer.byteLength(s)"},
    {WIDE_TEXT "var b = Buffer.from(s)", "for (;;) b.toString()"},
    {LONG_TEXT, "for (;;) btoa(s)"},
    {"var s = btoa('a'.repeat(N / 2))", "for (;;) atob(s)"},
    {LONG_TEXT, "for (;;) new TextEncoder().encode(s)"},
    {WIDE_TEXT, "for (;;) new TextEncoder().encode(s)"},
    {BUFFER, "for (;;) new TextDecoder().decode(b)"},
    {BUFFER, "for (;;) new TextDecoder('utf-16le').decode(b)"},
    {BUFFER, "for (;;) new TextDecoder('windows-1252').decode(b)"},
    {BUFFER "var crypto = process.getBuiltinModule('crypto')",
     "for (;;) crypto.createHash('sha256').update(b)"},
    {BUFFER "var crypto = process.getBuiltinModule('crypto')", "for (;;) crypto.createHash('md5').update(b)"},
    {BUFFER "var crypto = process.getBuiltinModule('crypto')",
     "for (;;) crypto.createHmac('sha512', 'k').update(b)"},
    {BUFFER "var crypto = process.getBuiltinModule('crypto')", "for (;;) crypto.randomFillSync(b)"},
    {LONG_TEXT "var crypto = process.getBuiltinModule('crypto')",
     "for (;;) crypto.createHash('sha1').update(s)"},
    {LONG_TEXT, "for (;;) structuredClone(s)"},
    {ARRAY, "for (;;) structuredClone(a)"},
    {LONG_TEXT "var util = process.getBuiltinModule('util')", "for (;;) util.inspect(s)"},
    {ARRAY "var util = process.getBuiltinModule('util')",
     "for (;;) util.inspect(a, { maxArrayLength: null })"},
    {LONG_TEXT "var util = process.getBuiltinModule('util')", "for (;;) util.format('%s', s)"},
    {LONG_TEXT, "for (;;) new URL('http://a/' + s)"},
    {LONG_TEXT, "for (;;) new URLSearchParams(s)"},
};

// Milliseconds of the processor that the thread has had: what others have had meanwhile does not matter.
static double time_of(pthread_t thread) {
    struct timespec t;
    clockid_t clock;
    pthread_getcpuclockid(thread, &clock);
    clock_gettime(clock, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

struct stopper {
    vm_isolate *vm;
    pthread_t runs;    // the thread that is stopped
    long milliseconds; // after which it is stopped
    double stopped_at;
};

static void *stop_soon(void *data) {
    struct stopper *stopper = data;
    long ms = stopper->milliseconds;
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000 * 1000}, NULL);
    stopper->stopped_at = time_of(stopper->runs);
    vm_terminate(stopper->vm);
    return NULL;
}

static bool run(vm_isolate *vm, const char *text) {
    vm_source source = {.text = text, .length = strlen(text)};
    return !vm_is_exception(vm_eval(vm, &source)) && vm_drain(vm, false);
}

// Runs the program and stops it. Gives the milliseconds that that took; adds to *wrong.
static double stop(vm_isolate *vm, const struct program *program, long milliseconds, int *wrong) {
    struct stopper stopper = {.vm = vm, .runs = pthread_self(), .milliseconds = milliseconds};
    pthread_t thread;
    pthread_create(&thread, NULL, stop_soon, &stopper);
    bool ended = run(vm, program->text);
    double ended_at = time_of(pthread_self());
    pthread_join(thread, NULL);
    if (ended || vm_termination(vm) != VM_TERMINATED) {
        vm_error_info info;
        vm_error_describe(vm, vm_take_exception(vm), &info);
        printf("not terminated: %s: %s\n", program->text, info.message != NULL ? info.message : "");
        vm_error_info_free(vm, &info);
        ++*wrong;
    }
    vm_clear_termination(vm);
    vm_source source = {.text = "40 + 2", .length = 6};
    vm_value result = vm_eval(vm, &source);
    if (!vm_is_int(result) || vm_as_int(result) != 42) {
        printf("unusable after %s\n", program->text);
        ++*wrong;
    }
    return ended_at - stopper.stopped_at;
}

// Adds to *wrong.
static void try(const struct program *program, vm_loop *loop, long milliseconds, int *wrong) {
    vm_isolate *vm = vm_create(NULL);
    if (vm == NULL || (loop != NULL && !vm_loop_attach(loop, vm, NULL)) ||
        !run(vm, milliseconds ? "var N = 1e8" : "var N = 1e5") || !run(vm, program->preparation)) {
        printf("not prepared: %s\n", program->preparation);
        ++*wrong;
    } else if (milliseconds == 0) {
        stop(vm, program, 5, wrong);
    } else {
        double most = 0;
        for (int round = 0; round < 5; round++) {
            double took = stop(vm, program, milliseconds * (2 + round) / 2, wrong);
            most = took > most ? took : most;
        }
        printf("%7.2f ms  %s  [%s]\n", most, program->text, program->preparation);
    }
    if (vm != NULL && loop != NULL) vm_loop_detach(vm);
    if (vm != NULL) vm_destroy(vm);
}

int main(int argc, char **argv) {
    long milliseconds = argc > 1 ? atol(argv[1]) : 0;
    const char *only = argc > 2 ? argv[2] : ""; // programs with this in their text
    size_t count = sizeof programs / sizeof *programs, all = count + sizeof library / sizeof *library;
    int wrong = 0;
    vm_loop *loop = vm_loop_new();
    if (loop == NULL) return 1;
    for (size_t i = 0; i < all; i++) {
        const struct program *program = i < count ? &programs[i] : &library[i - count];
        if (!strstr(program->text, only) && !strstr(program->preparation, only)) continue;
        try(program, i < count ? NULL : loop, milliseconds, &wrong);
    }
    vm_loop_free(loop);
    if (wrong == 0) printf("all were stopped\n");
    return wrong != 0;
}
// prints: all were stopped
