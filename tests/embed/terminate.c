// Another thread stops whatever runs: loops, recursion, and the long natives; no handler of the script runs.
// With an argument it says how many milliseconds each took to stop; a second one selects programs by their
// text.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <vm.h>

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
    {"", "let i = 0; while (true) i++"},
    {"", "do {} while (1)"},
    {"", "function f() { return f() } for (;;) try { f() } catch {}"},
    {"", "for (;;) { try { for (;;) {} } catch (e) {} finally { for (;;) {} } }"},
    {"", "function* g() { for (;;) yield 1 } for (const x of g()) {}"},
    {"", "const p = () => Promise.resolve().then(p); p()"},
    {"", "(async () => { for (;;) await null })()"},
    {"", "const o = { get x() { return this.x } }; for (;;) try { o.x } catch {}"},
    {"", "class A { static { for (;;) {} } }"},

    {"", "Array.from({ length: 1e9 }, () => 1)"},
    {"var a = Array.from({ length: 3e5 }, (_, i) => i * 7919 % 100003)", "for (;;) a.sort((x, y) => x - y)"},
    {"var a = Array.from({ length: 3e5 }, (_, i) => 's' + i * 7919 % 100003)", "for (;;) a.sort()"},
    {"", "new Array(4294967295).indexOf(1); for (;;) {}"},
    {"", "new Array(4294967295).join('')"},
    {"", "const a = new Array(4294967295); a.forEach(() => {}); for (;;) {}"},
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
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

struct stopper {
    vm_isolate *vm;
    long milliseconds; // after which it is stopped
    double stopped_at;
};

static void *stop_soon(void *data) {
    struct stopper *stopper = data;
    long ms = stopper->milliseconds;
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000 * 1000}, NULL);
    stopper->stopped_at = now();
    vm_terminate(stopper->vm);
    return NULL;
}

int main(int argc, char **argv) {
    bool measures = argc > 1;
    int wrong = 0;
    const char *only = argc > 2 ? argv[2] : ""; // programs with this in their text
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        if (!strstr(programs[i].text, only) && !strstr(programs[i].preparation, only)) continue;
        vm_isolate *vm = vm_create(NULL);
        if (vm == NULL) return 1;
        const char *size = measures ? "var N = 1e8" : "var N = 1e5";
        vm_source source = {.text = size, .length = strlen(size)};
        if (vm_is_exception(vm_eval(vm, &source))) return 1;
        source = (vm_source){.text = programs[i].preparation, .length = strlen(programs[i].preparation)};
        if (vm_is_exception(vm_eval(vm, &source))) {
            printf("not prepared: %s\n", programs[i].preparation);
            return 1;
        }
        struct stopper stopper = {.vm = vm, .milliseconds = measures ? atol(argv[1]) : 5};
        pthread_t thread;
        pthread_create(&thread, NULL, stop_soon, &stopper);
        source = (vm_source){.text = programs[i].text, .length = strlen(programs[i].text)};
        bool ended = !vm_is_exception(vm_eval(vm, &source)) && vm_drain(vm, false);
        double ended_at = now();
        pthread_join(thread, NULL);
        if (ended || vm_termination(vm) != VM_TERMINATED) {
            vm_error_info info;
            vm_error_describe(vm, vm_take_exception(vm), &info);
            printf("not terminated: %s: %s\n", programs[i].text, info.message != NULL ? info.message : "");
            vm_error_info_free(vm, &info);
            wrong++;
        }
        if (measures)
            printf("%7.2f ms  %s  [%s]\n", ended_at - stopper.stopped_at, programs[i].text,
                   programs[i].preparation);
        vm_clear_termination(vm);
        source = (vm_source){.text = "40 + 2", .length = 6};
        vm_value result = vm_eval(vm, &source);
        if (!vm_is_int(result) || vm_as_int(result) != 42)
            printf("unusable after %s\n", programs[i].text), wrong++;
        vm_destroy(vm);
    }
    if (wrong == 0) printf("all were stopped\n");
    return wrong != 0;
}
// prints: all were stopped
