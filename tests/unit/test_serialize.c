// Bytecode images: every script of tests/js behaves the same when it has gone through bytes; damaged bytes
// are refused.
#include <check.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vm_runtime.h>

#include "base/buffer.h"
#include "base/compress.h"
#include "gc/heap.h"
#include "run_suite.h"

// --- packing

static void check_packing(const void *bytes, size_t length) {
    struct memory memory;
    ck_assert(memory_initialize(&memory));
    struct buffer packed;
    buffer_initialize(&packed, &memory);
    ck_assert(compress(&packed, bytes, length));
    char *out = malloc(length + 1);
    ck_assert(decompress((const uint8_t *)packed.bytes, packed.length, out, length));
    ck_assert(!memcmp(out, bytes, length));
    ck_assert(!decompress((const uint8_t *)packed.bytes, packed.length, out, length + 1));
    for (size_t i = 0; i < packed.length && i < 300; i++) { // whatever it is: no byte outside
        ck_assert(!decompress((const uint8_t *)packed.bytes, i, out, length));
        packed.bytes[i] ^= 0x55;
        decompress((const uint8_t *)packed.bytes, packed.length, out, length);
        packed.bytes[i] ^= 0x55;
    }
    if (length) {
        ck_assert(!decompress((const uint8_t *)packed.bytes, packed.length, out, length - 1));
    }
    free(out);
    buffer_finalize(&packed);
    memory_finalize(&memory);
}

START_TEST(packs_and_unpacks) {
    static char text[200000];
    check_packing("", 0);
    check_packing("a", 1);
    check_packing("abcd", 4);
    check_packing("abcabcabcabcabcabcabcabcabcabc", 30);
    memset(text, 'x', sizeof text);
    check_packing(text, sizeof text);
    uint32_t random = 1;
    for (size_t i = 0; i < sizeof text; i++) {
        random = random * 1103515245 + 12345;
        text[i] = (char)(random >> 16);
    }
    check_packing(text, 70000); // nothing to save, longer than the window
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = "function return const let value"[(i * i / 7 + i) % 31];
    }
    check_packing(text, sizeof text);
}
END_TEST

// What zlib makes of texts, in each kind of block.
START_TEST(unpacks_streams_of_others) {
    static const char text[] =
        "a rose is a rose is a rose, a rose is a rose is a rose, a rose is a rose is a rose, "
        "every other flower is not";
    static const uint8_t stored[] = {
        1, 109, 0, 146, 255,
    };
    static const uint8_t fixed[] = {75, 84,  40,  202, 47,  78, 85,  200, 44,  86,  72,  68,  99,  233,
                                    96, 136, 16,  43,  151, 90, 150, 90,  84,  169, 144, 95,  146, 145,
                                    90, 164, 144, 150, 147, 95, 14,  164, 128, 178, 121, 249, 37,  0};
    static const uint8_t dynamic[] = {221, 202, 193, 17,  0,   48,  8,   2,   176, 89,  241, 80,
                                      65,  246, 255, 119, 143, 230, 29,  104, 143, 168, 206, 133,
                                      72,  169, 219, 44,  138, 156, 216, 208, 44,  254, 15,  15};
    char out[260], letters[260];
    uint8_t with_text[sizeof stored + sizeof text - 1];
    memcpy(with_text, stored, sizeof stored);
    memcpy(with_text + sizeof stored, text, sizeof text - 1);
    ck_assert(decompress(with_text, sizeof with_text, out, sizeof text - 1));
    ck_assert(!memcmp(out, text, sizeof text - 1));
    ck_assert(!decompress(with_text, sizeof with_text - 1, out, sizeof text - 1));
    with_text[3] ^= 1; // the length's complement
    ck_assert(!decompress(with_text, sizeof with_text, out, sizeof text - 1));
    ck_assert(decompress(fixed, sizeof fixed, out, sizeof text - 1));
    ck_assert(!memcmp(out, text, sizeof text - 1));
    for (unsigned i = 0; i < sizeof letters; i++) {
        letters[i] = (char)('a' + (i * i * 7 + i / 3) % 11);
    }
    ck_assert(decompress(dynamic, sizeof dynamic, out, sizeof letters));
    ck_assert(!memcmp(out, letters, sizeof letters));
    for (unsigned at = 0; at < sizeof dynamic; at++) { // whatever a damaged one is: no byte outside
        for (unsigned bit = 0; bit < 8; bit++) {
            uint8_t damaged[sizeof dynamic];
            memcpy(damaged, dynamic, sizeof dynamic);
            damaged[at] ^= (uint8_t)(1 << bit);
            decompress(damaged, sizeof damaged, out, sizeof letters);
        }
    }
    static const uint8_t unknown[] = {7, 0}; // a block of kind 3
    ck_assert(!decompress(unknown, sizeof unknown, out, 0));
}
END_TEST

// --- images

static vm_isolate *vm;

static void open_isolate(void) {
    vm = vm_create(NULL);
    ck_assert_ptr_nonnull(vm);
}

static void close_isolate(void) { vm_destroy(vm); }

static vm_source source_of(const char *text) {
    return (vm_source){.text = text, .length = strlen(text), .name = "file.js"};
}

// The image of a script, in memory of malloc.
static void *save(const char *text, size_t *length) {
    vm_source source = source_of(text);
    vm_value script = vm_compile(vm, &source);
    void *bytes = vm_save_bytecode(vm, script, VM_BYTECODE_TEXT, length);
    ck_assert_ptr_nonnull(bytes);
    void *copy = malloc(*length);
    memcpy(copy, bytes, *length);
    vm_free(vm, bytes);
    return copy;
}

static void check_text(vm_value value, const char *expected) {
    ck_assert(!vm_is_exception(value));
    char *text = vm_to_utf8(vm, value, NULL);
    ck_assert_str_eq(text, expected);
    vm_free(vm, text);
}

// Takes the error and compares it.
static void check_error(const char *expected) {
    vm_error_info info;
    vm_error_describe(vm, vm_take_exception(vm), &info);
    ck_assert_str_eq(info.message, expected);
    vm_error_info_free(vm, &info);
}

static const char everything[] =
    "var log = [];\n"
    "class A { #p = 1n << 70n; static s = 0.1; get p() { return this.#p } method(x = [1, , 3], ...rest) { "
    "return rest } }\n"
    "class B extends A { constructor() { super(); this.q = `${this.p} \\u{1F600}`; } }\n"
    "function* g() { try { yield 1; yield* [2, -0, NaN] } finally { log.push('done') } }\n"
    "const tag = (strings, ...values) => strings.raw.join('|') + values;\n"
    "function outer() { const here = 1; return eval('here + 1'); }\n"
    "switch (log.length) { case 0: log.push(/a(?<n>b)/u.exec('ab').groups.n); break; default: }\n"
    "log.push(new B().q, [...g()].map((x) => Object.is(x, -0) ? '-0' : x).join(), tag`x\\n${1}y`, outer());\n"
    "log.push(((a, b) => a + b).toString(), new B().method(1, 2, 3).length, A.s);\n"
    "log.push(function f() {}.toString(), 'w\\u0416', { 'w\\u0416': 9, 7: 1 }['w\\u0416']);\n"
    "try { null.x.y } catch (e) { log.push(e.stack) }\n"
    "try { log.nothing.at() } catch (e) { log.push(e.message) }\n"
    "try { (() => { log.nothing() })() } catch (e) { log.push(e.stack) }\n"
    "log.join('\\n')";

START_TEST(keeps_everything) {
    vm_source source = source_of(everything);
    char *expected = vm_to_utf8(vm, vm_eval(vm, &source), NULL);
    ck_assert_ptr_nonnull(strstr(expected, "log.nothing is not a function"));
    size_t length;
    void *bytes = save(everything, &length);
    vm_isolate *first = vm;
    open_isolate(); // one that has compiled nothing
    vm_value script = vm_load_bytecode(vm, bytes, length, false);
    check_text(vm_run(vm, script), expected);
    // the lexical declarations of a second run collide, as they do without bytes
    ck_assert(vm_is_exception(vm_run(vm, script)));
    check_error("SyntaxError: Identifier 'A' has already been declared");
    close_isolate();
    vm = first;
    vm_free(vm, expected);
    free(bytes);
}
END_TEST

START_TEST(saves_equal_bytes) {
    size_t length[2];
    void *bytes[2] = {save(everything, &length[0]), save(everything, &length[1])};
    ck_assert_uint_eq(length[0], length[1]);
    ck_assert(!memcmp(bytes[0], bytes[1], length[0]));
    // what was loaded can be saved again
    vm_value script = vm_load_bytecode(vm, bytes[0], length[0], false);
    size_t again;
    void *copy = vm_save_bytecode(vm, script, VM_BYTECODE_TEXT, &again);
    ck_assert_uint_eq(again, length[0]);
    ck_assert(!memcmp(copy, bytes[0], again));
    vm_free(vm, copy);
    free(bytes[0]);
    free(bytes[1]);
}
END_TEST

START_TEST(loads_functions) {
    static const char *const parameters[] = {"a", "b"};
    vm_source source = source_of("return [a + b, typeof c, new Error().stack]; function c() {}");
    vm_value f = vm_compile_function(vm, &source, parameters, 2);
    size_t length;
    void *bytes = vm_save_bytecode(vm, f, VM_BYTECODE_TEXT, &length);
    ck_assert_ptr_nonnull(bytes);
    vm_value loaded = vm_load_bytecode(vm, bytes, length, false),
             other = vm_load_bytecode(vm, bytes, length, false);
    ck_assert(vm_is_function(loaded) && !vm_strict_equals(vm, loaded, other));
    vm_value arguments[] = {vm_int(2), vm_int(3)};
    vm_collect(vm);
    check_text(vm_call(vm, loaded, vm_undefined(), 2, arguments), "5,function,Error\n    at file.js:1:26");
    check_text(vm_call(vm, other, vm_undefined(), 2, arguments), "5,function,Error\n    at file.js:1:26");
    vm_free(vm, bytes);
}
END_TEST

START_TEST(packs) {
    static const char *const parameters[] = {"a"};
    vm_source source =
        source_of("const words = ['one', 'two', 'three', a]; return words.map((w) => w + words.length);");
    vm_value f = vm_compile_function(vm, &source, parameters, 1);
    size_t plain, length;
    vm_free(vm, vm_save_bytecode(vm, f, 0, &plain));
    char *bytes = vm_save_bytecode(vm, f, VM_BYTECODE_PACKED, &length);
    ck_assert_uint_lt(length, plain);
    vm_value loaded = vm_load_bytecode(vm, bytes, length, false), argument = vm_string(vm, "four");
    check_text(vm_call(vm, loaded, vm_undefined(), 1, &argument), "one4,two4,three4,four4");
    // Cut off, and with any byte changed, it is refused, or the change was where the packed form has room for
    // it.
    for (size_t at = 8; at < length; at++) {
        ck_assert(vm_is_exception(vm_load_bytecode(vm, bytes, at, false)));
        (void)vm_take_exception(vm);
        bytes[at] ^= 0x40;
        if (vm_is_exception(vm_load_bytecode(vm, bytes, length, false))) {
            (void)vm_take_exception(vm);
        }
        bytes[at] ^= 0x40;
    }
    vm_free(vm, bytes);
}
END_TEST

START_TEST(keeps_names_only) {
    vm_source source = source_of("'use strict'; // comment\n"
                                 "/* \u00e4 */ function f(o) { return o.none.nothing() }\n"
                                 "class A { get() { return this.a.b().c.d() } }\n"
                                 "(what) => what(f, new A())");
    vm_value script = vm_compile(vm, &source);
    size_t length[2];
    void *bytes = vm_save_bytecode(vm, script, 0, &length[0]);
    vm_free(vm, vm_save_bytecode(vm, script, VM_BYTECODE_TEXT, &length[1]));
    ck_assert_uint_lt(length[0], length[1]);
    vm_value with = vm_run(vm, script), without = vm_run(vm, vm_load_bytecode(vm, bytes, length[0], false));
    ck_assert(vm_is_exception(without)); // class A again
    check_error("SyntaxError: Identifier 'A' has already been declared");
    vm_isolate *first = vm;
    open_isolate();
    without = vm_run(vm, vm_load_bytecode(vm, bytes, length[0], false));
    source = source_of(
        "(f, a) => { const log = [f, a.get, a.constructor];\n"
        "for (const g of [() => f({ none: {} }), () => a.get.call({ a: { b: () => ({ c: {} }) } })])\n"
        "try { g() } catch (e) { log.push(e.stack.split('\\n').slice(0, 2)) }\n"
        "return log.map(String).join('\\n') }");
    vm_value look = vm_eval(vm, &source);
    check_text(vm_call(vm, without, vm_undefined(), 1, &look),
               "function f() { [native code] }\n"
               "function get() { [native code] }\n"
               "function A() { [native code] }\n"
               "TypeError: o.none.nothing is not a function,    at f (file.js:2:39)\n"
               "TypeError: this.a.b(...).c.d is not a function,    at Object.get (file.js:3:39)");
    close_isolate();
    vm = first;
    vm_free(vm, bytes);
    (void)with;
}
END_TEST

START_TEST(refuses_what_is_no_code) {
    size_t length;
    ck_assert_ptr_null(vm_save_bytecode(vm, vm_int(1), true, &length));
    check_error("TypeError: Not a script or a function without surroundings");
    vm_source source = source_of("(function () { let x; return () => x })()");
    ck_assert_ptr_null(vm_save_bytecode(vm, vm_eval(vm, &source), true, &length));
    check_error("TypeError: Not a script or a function without surroundings");
    source = source_of("((strings) => strings)`template`");
    vm_value script = vm_compile(vm, &source);
    ck_assert(!vm_is_exception(vm_run(vm, script)));
    ck_assert_ptr_null(vm_save_bytecode(vm, script, VM_BYTECODE_TEXT, &length));
    check_error("TypeError: The code has run already and cannot be serialized");
}
END_TEST

START_TEST(refuses_damage) {
    size_t length;
    char *bytes = save(everything, &length);
    for (size_t cut = 0; cut < length; cut += cut < 100 ? 1 : 13) {
        char *part = malloc(cut ? cut : 1);
        memcpy(part, bytes, cut);
        ck_assert(vm_is_exception(vm_load_bytecode(vm, part, cut, false)));
        check_error(cut < 56 ? "TypeError: This is no bytecode" : "TypeError: Bytecode is damaged");
        free(part);
    }
    for (size_t bit = 0; bit < 8 * length; bit += bit < 400 ? 1 : 37) {
        bytes[bit / 8] ^= (char)(1 << bit % 8);
        ck_assert(vm_is_exception(vm_load_bytecode(vm, bytes, length, false)));
        check_error(bit < 32   ? "TypeError: This is no bytecode"
                    : bit < 64 ? "TypeError: Bytecode is of another version"
                               : "TypeError: Bytecode is damaged");
        bytes[bit / 8] ^= (char)(1 << bit % 8);
    }
    char *shifted = malloc(length + 8);
    memcpy(shifted + 4, bytes, length);
    ck_assert(vm_is_exception(vm_load_bytecode(vm, shifted + 4, length, false)));
    check_error("TypeError: Bytecode is not aligned to 8 bytes");
    free(shifted);
    ck_assert(!vm_is_exception(vm_load_bytecode(vm, bytes, length, false)));
    free(bytes);
}
END_TEST

START_TEST(survives_refused_memory) {
    size_t length;
    void *bytes = save(everything, &length);
    bool failed = true;
    for (uint64_t n = 1; failed; n++) {
        vm_isolate *first = vm;
        open_isolate();
        vm_fail_allocation(vm, n);
        vm_value script = vm_load_bytecode(vm, bytes, length, false);
        vm_value result = vm_is_exception(script) ? script : vm_run(vm, script);
        failed = vm_allocation_failed(vm);
        vm_fail_allocation(vm, 0);
        ck_assert(failed || !vm_is_exception(result));
        if (vm_is_exception(result)) {
            ck_assert(vm_has_exception(vm));
        }
        ck_assert_ptr_null(vm_verify(vm));
        close_isolate();
        vm = first;
    }
    free(bytes);
}
END_TEST

// --- programs

static char *read_file(const char *path, size_t *length) {
    FILE *f = fopen(path, "rb");
    ck_assert_ptr_nonnull(f);
    fseek(f, 0, SEEK_END);
    *length = (size_t)ftell(f);
    rewind(f);
    char *text = calloc(1, *length + 1);
    ck_assert_uint_eq(fread(text, 1, *length, f), *length);
    fclose(f);
    return text;
}

// Runs a program in a process of its own, with its output going to `output`. Gives the status of wait.
static int run_program(const vm_source *source, bool through_bytes, const char *output) {
    fflush(NULL);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (!child) {
        int file = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(file, 1);
        dup2(file, 2);
        vm_loop *loop = vm_loop_new();
        vm_isolate *isolate = vm_create(NULL);
        if (!vm_loop_attach(loop, isolate, NULL)) {
            _exit(99);
        }
        vm_value script = vm_compile(isolate, source);
        if (through_bytes && !vm_is_exception(script)) {
            size_t length;
            void *bytes = vm_save_bytecode(isolate, script, VM_BYTECODE_TEXT, &length);
            script = bytes ? vm_load_bytecode(isolate, bytes, length, false) : vm_exception();
        }
        vm_value result = vm_is_exception(script) ? script : vm_run(isolate, script);
        int status = vm_is_exception(result);
        if (status && !vm_termination(isolate)) {
            vm_report_error(isolate, vm_take_exception(isolate));
        }
        vm_loop_mark(isolate);
        vm_loop_run(loop);
        fflush(NULL);
        _exit(status);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return status;
}

static bool wanted(const char *path, const char *text) {
    // Modules, and programs whose output depends on time, memory or the stack that is left.
    static const char *const others[] = {"--module", "/limits/", "/gc/",
                                         "/timers/", "_fixture", "performance"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strstr(path, others[i]) || strstr(text, others[i])) {
            return false;
        }
    }
    return true;
}

// Each of the eight tests takes its share of the programs; stress builds, where they take minutes, an eighth
// of it.
#define STEP (VM_STRESS ? 64u : 8u)

START_TEST(runs_the_same) {
    glob_t files;
    ck_assert_int_eq(glob("tests/js/*/*.js", 0, NULL, &files), 0);
    size_t programs = 0;
    for (size_t i = (size_t)_i; i < files.gl_pathc; i += STEP) {
        size_t length[2];
        char *text = read_file(files.gl_pathv[i], &length[0]), names[2][64];
        vm_source source = {.text = text, .length = length[0], .name = files.gl_pathv[i]};
        if (wanted(files.gl_pathv[i], text)) {
            int status[2];
            char *output[2];
            for (int way = 0; way < 2; way++) {
                snprintf(names[way], sizeof names[way], "/tmp/test_serialize.%d.%d", (int)getpid(), way);
                status[way] = run_program(&source, way, names[way]);
                output[way] = read_file(names[way], &length[way]);
                unlink(names[way]);
            }
            ck_assert_msg(status[0] == status[1] && length[0] == length[1] &&
                              !memcmp(output[0], output[1], length[0]),
                          "%s: status %d and %d\n--- compiled\n%s\n--- loaded\n%s", files.gl_pathv[i],
                          status[0], status[1], output[0], output[1]);
            free(output[0]);
            free(output[1]);
            programs++;
        }
        free(text);
    }
    ck_assert_uint_gt(programs, VM_STRESS ? 0 : 5);
    globfree(&files);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("serialize");
    TCase *packing = tcase_create("packing"), *images = tcase_create("images"),
          *programs = tcase_create("programs");
    tcase_add_test(packing, packs_and_unpacks);
    tcase_add_test(packing, unpacks_streams_of_others);
    tcase_add_checked_fixture(images, open_isolate, close_isolate);
    tcase_add_test(images, keeps_everything);
    tcase_add_test(images, saves_equal_bytes);
    tcase_add_test(images, loads_functions);
    tcase_add_test(images, packs);
    tcase_add_test(images, keeps_names_only);
    tcase_add_test(images, refuses_what_is_no_code);
    tcase_add_test(images, refuses_damage);
    tcase_add_test(images, survives_refused_memory);
    tcase_set_timeout(programs, 60);
    tcase_add_loop_test(programs, runs_the_same, 0, 8);
    suite_add_tcase(suite, packing);
    suite_add_tcase(suite, images);
    suite_add_tcase(suite, programs);
    return run_suite(suite);
}
