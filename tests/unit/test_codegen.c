// The shapes of generated code: what a reader of the instruction set expects to find for common source.
// Everything compiled here also goes through the verifier.
#include "code/operands.h"

#include <check.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "compiler/compile.h"
#include "exec/isolate.h"
#include "run_suite.h"

static vm_isolate *vm;
static struct buffer text;

static void open_isolate(void) {
    vm = isolate_create();
    ck_assert_ptr_nonnull(vm);
    vm->heap.no_collect++;
    buffer_initialize(&text, &vm->memory);
}

static void close_isolate(void) {
    buffer_finalize(&text);
    isolate_destroy(vm);
}

static struct code *compile_goal(const char *source, enum compile_goal goal,
                                 struct module_description *module) {
    struct compile_options options = {.goal = goal, .file_name = vm->empty_string, .module = module};
    struct compile_error error;
    struct code *code = compile(vm, source, strlen(source), &options, &error);
    ck_assert_msg(code != NULL, "%s: %s", source, error.message);
    ck_assert_ptr_null(code_verify(code));
    return code;
}

// The first function among the constants.
static struct code *inner(struct code *code) {
    for (uint32_t i = 0; i < code->constant_count; i++) {
        if (value_is_kind(code->constants[i], CELL_CODE)) {
            struct code *found = value_as_cell(code->constants[i]);
            ck_assert_ptr_null(code_verify(found));
            return found;
        }
    }
    ck_abort_msg("no function inside");
    return NULL;
}

static struct code *function_of(const char *source) {
    return inner(compile_goal(source, COMPILE_SCRIPT, NULL));
}

static const char *opcodes_of(const struct code *code) {
    text.length = 0;
    for (uint32_t at = 0; at < code->word_count; at += instruction_length(code->words + at)) {
        buffer_append_text(&text, at ? " " : "");
        buffer_append_text(&text, opcode_names[(uint8_t)code->words[at]]);
    }
    buffer_append_char(&text, 0);
    return text.bytes;
}

static uint32_t count_of(const struct code *code, enum opcode op) {
    uint32_t count = 0;
    for (uint32_t at = 0; at < code->word_count; at += instruction_length(code->words + at)) {
        count += (uint8_t)code->words[at] == op;
    }
    return count;
}

// Source of one function, and the instructions of its code.
static const struct {
    const char *source, *opcodes;
} shapes[] = {
    {"function f() {}", "RETURN_UNDEFINED"},
    {"function f(a) { return a }", "RETURN"},
    {"function f(a) { return a + 1 }", "ADD_IMM RETURN"},
    {"function f(a) { return a - 200 }", "SUB_CONST RETURN"},
    {"function f(a) { return 3 * a }", "MUL_IMM RETURN"},
    {"function f(a) { return a + 'x' }", "ADD_CONST RETURN"},
    {"function f(a, b) { a = a + b; return a }", "ADD RETURN"},
    {"function f(a) { a += 1; a++; --a; return a }", "ADD_IMM INCREMENT DECREMENT RETURN"},
    {"function f(a) { return a + (a = 1) }", "MOVE LOAD_INT ADD RETURN"},
    {"function f(a) { return 1 + 2 * 3 }", "LOAD_INT RETURN"},
    {"function f(a) { return void 0 }", "LOAD_UNDEFINED RETURN"},
    {"function f(a) { if (a < 3) return 1; return 2 }", "JUMP_NOT_LESS_IMM LOAD_INT RETURN LOAD_INT RETURN"},
    {"function f(a) { if (3 > a && a !== null) return 1 }",
     "JUMP_NOT_LESS_IMM JUMP_STRICT_EQUAL_CONST LOAD_INT RETURN RETURN_UNDEFINED"},
    {"function f(a) { if (a == null) return 1 }", "JUMP_NOT_NULLISH LOAD_INT RETURN RETURN_UNDEFINED"},
    {"function f(a) { return a < 2 ? a : 0 }", "JUMP_NOT_LESS_IMM RETURN LOAD_INT RETURN"},
    {"function f(a) { for (let i = 0; i < 10; i++) a() }",
     "LOAD_INT LOAD_INT JUMP_NOT_LESS MOVE CALL_UNDEFINED LOOP_LESS RETURN_UNDEFINED"},
    {"function f(a) { var t = 0; for (var i = 0; i < a.length; i++) t += a[i]; return t }",
     "LOAD_INT LOAD_INT GET_LENGTH JUMP_NOT_LESS GET_ELEM ADD GET_LENGTH LOOP_LESS RETURN"},
    {"function f(a) { while (a > 0) a-- }",
     "JUMP_NOT_GREATER_IMM DECREMENT JUMP_GREATER_IMM RETURN_UNDEFINED"},
    {"function f(a) { do a(); while (!a.b) }", "MOVE CALL_UNDEFINED GET_PROP JUMP_FALSE RETURN_UNDEFINED"},
    {"function f(a) { return a.b.c(1) }", "GET_PROP GET_PROP LOAD_INT CALL RETURN"},
    {"function f(a) { return {x: a, y: 1} }", "MOVE LOAD_INT OBJECT_LITERAL RETURN"},
    {"function f(a) { return [a, 1, , 2] }", "MOVE LOAD_INT LOAD_EMPTY LOAD_INT NEW_ARRAY RETURN"},
    {"function f(a) { return a?.b }", "JUMP_NULLISH GET_PROP JUMP LOAD_UNDEFINED RETURN"},
    {"function f(a) { switch (a) { case 1: case 2: case 3: return 1; case 4: return 2 } }",
     "MOVE JUMP_TABLE LOAD_INT RETURN LOAD_INT RETURN RETURN_UNDEFINED"},
    {"function f(a) { for (const x of a) a(x) }",
     "ITERATOR_OPEN ITERATOR_NEXT MOVE MOVE CALL_UNDEFINED JUMP ITERATOR_ABORT RETHROW RETURN_UNDEFINED"},
    {"function f() { let x = 1; const y = x; return y }", "LOAD_INT MOVE RETURN"},
    {"function f() { return x; let x }", "LOAD_EMPTY CHECK_TDZ RETURN"},
    {"function f() { 'use strict'; return this }", "RETURN"},
    {"function f() { return this.x }", "COERCE_THIS GET_PROP RETURN"},
};

START_TEST(has_the_expected_shape) {
    ck_assert_str_eq(opcodes_of(function_of(shapes[_i].source)), shapes[_i].opcodes);
}
END_TEST

START_TEST(captures_only_what_is_captured) {
    struct code *f = function_of("function f(a, b) { let c = a; return () => b }");
    ck_assert_uint_eq(count_of(f, OP_NEW_ENV), 1);
    ck_assert_uint_eq(count_of(f, OP_SET_ENV), 1);
    ck_assert_str_eq(opcodes_of(inner(f)), "GET_OUTER RETURN");
    ck_assert_uint_eq(count_of(function_of("function f(a) { { let b = a; return () => 1 } }"), OP_NEW_ENV),
                      0);
}
END_TEST

START_TEST(copies_loop_environments_when_captured) {
    ck_assert_uint_eq(
        count_of(function_of("function f() { for (let i = 0; i < 3; i++) g(() => i) }"), OP_CLONE_ENV), 1);
    ck_assert_uint_eq(
        count_of(function_of("function f() { for (let i = 0; i < 3; i++) g(() => 1) }"), OP_CLONE_ENV), 0);
    ck_assert_uint_eq(
        count_of(function_of("function f() { for (let i = 0; i < 3; i++) g(() => 1) }"), OP_LOOP_LESS), 1);
}
END_TEST

START_TEST(checks_dead_zones_only_where_needed) {
    struct code *f = function_of("function f() { g(); let x = 1; function g() { return x } return () => x }");
    ck_assert_uint_eq(count_of(f, OP_CHECK_TDZ), 0);
    uint32_t checks = 0;
    for (uint32_t i = 0; i < f->constant_count; i++) {
        if (value_is_kind(f->constants[i], CELL_CODE)) {
            checks += count_of(value_as_cell(f->constants[i]), OP_GET_OUTER_CHECKED);
        }
    }
    ck_assert_uint_eq(checks, 1); // in g, which may run early; not in the arrow function
}
END_TEST

START_TEST(generates_a_finally_block_once) {
    struct code *f = function_of(
        "function f(a) { for (;;) try { if (a) return 1; if (a()) break; continue } finally { g() } }");
    ck_assert_uint_eq(count_of(f, OP_GET_GLOBAL), 1);
    ck_assert_uint_ge(f->handler_count, 1);
}
END_TEST

START_TEST(predicts_instances) {
    ck_assert_uint_eq(function_of("function F() { this.a = 1; this.b = 2; this.a = 3 }")->inline_slots, 2);
    ck_assert_uint_eq(function_of("(class { x = 1; constructor() { this.y = 2 } })")->inline_slots, 2);
}
END_TEST

START_TEST(tells_positions) {
    struct code *f = function_of("function f(a) {\n  return a.b.\n    c();\n}");
    uint32_t call = 0;
    for (uint32_t at = 0; at < f->word_count; at += instruction_length(f->words + at)) {
        call = (uint8_t)f->words[at] == OP_CALL ? at : call;
    }
    struct source_position position = script_position(f->script, code_position(f, call));
    ck_assert_uint_eq(position.line, 3);
    ck_assert_uint_eq(position.column, 5);
    ck_assert(string_equals_text(code_call_site_text(vm, f, call), "a.b.c"));
}
END_TEST

START_TEST(describes_modules) {
    struct module_description m;
    compile_goal(
        "import d, {x as y} from 'a'; import * as n from 'b'; export let v = y; export * from 'c';"
        "export {z} from 'a'; export default function () { return v + d } let hidden; export {hidden as h};"
        "const local = 1; var kept; (() => kept + local)",
        COMPILE_MODULE, &m);
    ck_assert_uint_eq(m.request_count, 3);
    ck_assert_uint_eq(m.import_count, 3);
    ck_assert_uint_eq(m.export_count, 5);
    ck_assert_ptr_nonnull(m.instantiate);
    ck_assert(!m.has_top_level_await);
    uint32_t imports = 0, plain = 0;
    for (uint32_t i = 0; i < m.environment_slots; i++) {
        imports += (m.binding_flags[i] & MODULE_SLOT_IMPORT) != 0;
        plain += (m.binding_flags[i] & MODULE_SLOT_PLAIN) != 0;
    }
    ck_assert_uint_eq(imports, 3);
    ck_assert_uint_eq(plain, 2); // local and kept, which the arrow function captures
}
END_TEST

// More than 256 registers: moved through scratch registers.
START_TEST(generates_wide_functions) {
    struct buffer source;
    buffer_initialize(&source, &vm->memory);
    buffer_append_text(&source, "function f(a) { let v0 = a");
    for (int i = 1; i < 400; i++) {
        buffer_printf(&source, ", v%d = v%d + a", i, i - 1);
    }
    buffer_append_text(
        &source, "; for (const x of v399) for (const k in v1) v2 = {k, x, ...v3}; return [v4, ...v5] }");
    buffer_append_char(&source, 0);
    struct code *f = function_of(source.bytes);
    ck_assert_uint_gt(f->registers, 400);
    ck_assert_uint_gt(count_of(f, OP_MOVE_TO), 300);
    buffer_finalize(&source);
}
END_TEST

START_TEST(survives_failing_allocations) {
    static const char source[] = "class A extends B { #x = 1; static s = `a${b}`; m() { for (const [p, q = "
                                 "1] of this.#x) try { yy(p) } "
                                 "finally { q() } } } function* g({a, ...r}) { yield* a; return () => "
                                 "eval('r') } with (o) switch (x) { case 1: f(...y) }";
    struct compile_options options = {.goal = COMPILE_SCRIPT, .file_name = vm->empty_string};
    for (uint64_t n = 1;; n++) {
        struct compile_error error;
        vm->memory.failed_once = false;
        vm->memory.fail_countdown = n;
        struct code *code = compile(vm, source, sizeof source - 1, &options, &error);
        vm->memory.fail_countdown = 0;
        ck_assert(code || error.out_of_memory);
        ck_assert(value_is_empty(vm->exception));
        if (!vm->memory.failed_once) {
            ck_assert_ptr_nonnull(code);
            break;
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("codegen");
    TCase *tests = tcase_create("codegen");
    tcase_add_checked_fixture(tests, open_isolate, close_isolate);
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, has_the_expected_shape, 0, (int)(sizeof shapes / sizeof *shapes));
    tcase_add_test(tests, captures_only_what_is_captured);
    tcase_add_test(tests, copies_loop_environments_when_captured);
    tcase_add_test(tests, checks_dead_zones_only_where_needed);
    tcase_add_test(tests, generates_a_finally_block_once);
    tcase_add_test(tests, predicts_instances);
    tcase_add_test(tests, tells_positions);
    tcase_add_test(tests, describes_modules);
    tcase_add_test(tests, generates_wide_functions);
    tcase_add_test(tests, survives_failing_allocations);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
