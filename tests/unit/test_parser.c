#include "compiler/parser.h"

#include "base/arena.h"
#include "base/buffer.h"
#include "run_suite.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One parse: everything it needs and gives.
struct parse {
    struct memory memory;
    struct arena arena;
    struct parse_result result;
    struct buffer text;
};

static bool parse_open(struct parse *p, const char *source, size_t length,
                       const struct parse_options *options) {
    ck_assert(memory_initialize(&p->memory));
    arena_initialize(&p->arena, &p->memory);
    buffer_initialize(&p->text, &p->memory);
    return parser_parse(&p->result, source, length, options, &p->arena, &p->memory);
}

static void parse_close(struct parse *p) {
    buffer_finalize(&p->text);
    arena_finalize(&p->arena);
    ck_assert_uint_eq(p->memory.used, 0);
    memory_finalize(&p->memory);
}

// Parses, and compares the program as printed (without what surrounds its parts) or "SyntaxError: message".
static void check_print(const char *source, const struct parse_options *options, bool scopes,
                        const char *want) {
    struct parse p;
    if (parse_open(&p, source, strlen(source), options)) {
        ast_print(&p.text, &p.result.program->node, scopes);
        buffer_append_char(&p.text, 0);
    } else {
        buffer_printf(&p.text, "SyntaxError: %s", p.result.error.message);
        buffer_append_char(&p.text, 0);
    }
    ck_assert(!p.text.failed);
    ck_assert_msg(!strcmp(p.text.bytes, want), "%s\n  gives %s\n  not   %s", source, p.text.bytes, want);
    parse_close(&p);
}

static void check_accepts(const char *source, const struct parse_options *options) {
    struct parse p;
    bool accepted = parse_open(&p, source, strlen(source), options);
    ck_assert_msg(accepted, "%s\n  %u: %s", source, p.result.error.start, p.result.error.message);
    ck_assert_ptr_nonnull(p.result.program);
    parse_close(&p);
}

static void check_rejects(const char *source, const struct parse_options *options, const char *message) {
    struct parse p;
    bool accepted = parse_open(&p, source, strlen(source), options);
    ck_assert_msg(!accepted, "%s\n  accepted", source);
    ck_assert_ptr_null(p.result.program);
    ck_assert_msg(!strcmp(p.result.error.message, message), "%s\n  %s", source, p.result.error.message);
    parse_close(&p);
}

// ---- Trees

START_TEST(prints_trees) {
    static const struct {
        const char *source, *tree;
    } cases[] = {
        {"a + b * c - d ** 2 ** 3",
         "(expression-statement (binary a + (binary b * c) - (binary d ** (binary 2 ** 3))))"},
        {"a && b || c && d", "(expression-statement (logical || (logical && a b) (logical && c d)))"},
        {"(a \?\? b) || c", "(expression-statement (logical || (logical \?\? a b) c))"},
        {"-(a ** b), !c, typeof d, void 0, delete e.f",
         "(expression-statement (sequence (unary - (binary a ** b)) (unary ! c) (unary typeof d) (unary void "
         "0) (unary delete (member e \"f\"))))"},
        {"a ? b : c ? d : e", "(expression-statement (conditional a b (conditional c d e)))"},
        {"x = y += z ||= 1", "(expression-statement (assign x (assign += y (assign ||= z 1))))"},
        {"a++ + ++b", "(expression-statement (binary (update ++ a) + (update prefix ++ b)))"},
        {"a in b instanceof c", "(expression-statement (binary a in b instanceof c))"},
        {"[a, , ...b, ]", "(expression-statement (array a - (spread b)))"},
        {"({a, b: 1, \"c\": 2, 3: 4, [d]: 5, ...e, __proto__: null, get f() {}, set g(h) {}, i() {}, async "
         "*j() {}})",
         "(expression-statement (object (property shorthand \"a\" a) (property \"b\" 1) (property \"c\" 2) "
         "(property 3 4) (property computed d 5) (spread e) (property proto \"__proto__\" null) (property "
         "getter \"f\" (function getter f [])) (property setter \"g\" (function setter g [h])) (property "
         "method \"i\" (function method i [])) (property method \"j\" (function method async generator j "
         "[]))))"},
        {"[a, , b = 1, [c], ...d] = e",
         "(expression-statement (assign (array-pattern a - (default b 1) (array-pattern c) ...d) e))"},
        {"({a, b: c, d = 1, [e]: f.g, ...h} = i)",
         "(expression-statement (assign (object-pattern (property shorthand \"a\" a) (property \"b\" c) "
         "(property shorthand \"d\" (default d 1)) (property computed e (member f \"g\")) ...h) i))"},
        {"`a${b}c${d}`", "(expression-statement (template \"a\" b \"c\" d \"\"))"},
        {"f`\\unicode${1}\\n`",
         "(expression-statement (tagged-template f undefined/\"\\\\unicode\" 1 \"\\u000a\"/\"\\\\n\"))"},
        {"/a[/]b/gi", "(expression-statement /a[/]b/gi)"},
        {"1_000n + 0xFFn", "(expression-statement (binary 1000n + 0xFFn))"},
        {"a?.b.c?.[d]?.(e)", "(expression-statement (optional-chain (call optional (member optional computed "
                             "(member (member optional a \"b\") \"c\") d) e)))"},
        {"(a?.b).c", "(expression-statement (member (optional-chain (member optional a \"b\")) \"c\"))"},
        {"delete a?.b", "(expression-statement (unary delete (optional-chain (member optional a \"b\"))))"},
        {"new a.b(c)(d)", "(expression-statement (call (new (member a \"b\") c) d))"},
        {"new new a()()", "(expression-statement (new (new a)))"},
        {"new a", "(expression-statement (new a))"},
        {"async (a, b) => await c",
         "(expression-statement (function arrow async - [a b] (return (await c))))"},
        {"async a => a", "(expression-statement (function arrow async - [a] (return a)))"},
        {"async(a, ...b)", "(expression-statement (call async a (spread b)))"},
        {"(a, {b = 1}, [c], ...d) => e",
         "(expression-statement (function arrow - [a (object-pattern (property shorthand \"b\" (default b "
         "1))) (array-pattern c) ...d] (return e)))"},
        {"a => b => ({c})", "(expression-statement (function arrow - [a] (return (function arrow - [b] "
                            "(return (object (property shorthand \"c\" c)))))))"},
        {"() => {}", "(expression-statement (function arrow - []))"},
        {"(function f() { f })", "(expression-statement (function f [] (expression-statement f)))"},
        {"async function* f() { yield; yield a; yield* b; await c }",
         "(function-declaration (function async generator f [] (expression-statement (yield -)) "
         "(expression-statement (yield a)) (expression-statement (yield-delegate b)) (expression-statement "
         "(await c))))"},
        {"class A {}", "(class-declaration (class A - -))"},
        {"x = class extends f() { static #a = 1; #b() {} get #c() { return #a in this } static { this.#a } "
         "constructor() { super(); super.d } [\"e\"] = 1; static async *g() {} }",
         "(expression-statement (assign x (class x (call f) (function derived-constructor strict - [] "
         "(expression-statement (super-call)) (expression-statement (super-member \"d\"))) (class-element "
         "static field #a 1) (class-element method #b (function method strict #b [])) (class-element getter "
         "#c (function getter strict #c [] (return (private-in #a this)))) (class-element static block - "
         "(block (expression-statement (private-member this #a)))) (class-element field computed \"e\" 1) "
         "(class-element static method \"g\" (function method async generator strict g [])))))"},
        {"label: for (;;) { continue label }", "(labeled label (for - - - (block (continue label -> for))))"},
        {"for (var i = 0, n = 1; i < n; i++) ;",
         "(for (variables var (declarator i 0) (declarator n 1)) (binary i < n) (update ++ i) (empty))"},
        {"for (let i in o) ;", "(for-in (variables let (declarator i -)) o (empty))"},
        {"for (const [a] of b) ;", "(for-of (variables const (declarator (array-pattern a) -)) b (empty))"},
        {"for (x.y of z) ;", "(for-of (member x \"y\") z (empty))"},
        {"for (var i = 0 in {}) ;", "(for-in (variables var (declarator i 0)) (object) (empty))"},
        {"if (a) function f() {} else ;", "(if a (block (function-declaration (function f []))) (empty))"},
        {"do a; while (b) c", "(do-while b (expression-statement a)) (expression-statement c)"},
        {"try {} catch {} finally {}", "(try (block) - (block) (block))"},
        {"switch (a) { case b: break; default: c }",
         "(switch a (case b (break - -> switch)) (case - (expression-statement c)))"},
        {"with (a) b", "(with a (expression-statement b))"},
        {"import(a, b)", "(expression-statement (import-call a b))"},
        {"let [a, {b}] = c",
         "(variables let (declarator (array-pattern a (object-pattern (property shorthand \"b\" b))) c))"},
        {"const f = function () {}, g = () => {}, h = class {}",
         "(variables const (declarator f (function f [])) (declarator g (function arrow g [])) (declarator h "
         "(class h - -)))"},
        {"throw a", "(throw a)"},
        {"debugger", "(debugger)"},
        {"let", "(expression-statement let)"},
        {"yield", "(expression-statement yield)"},
        {"a", "(expression-statement a)"},
        {"eval(a)", "(expression-statement (call direct-eval eval a))"},
        {"(a, b)", "(expression-statement (sequence a b))"},
        {"(a) = 1", "(expression-statement (assign a 1))"},
        {"if (a) b; else if (c) d; else e",
         "(if a (expression-statement b) (if c (expression-statement d) (expression-statement e)))"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char want[2048];
        const char *space = *cases[i].tree ? " " : "";
        snprintf(want, sizeof want, "(function script - []%s%s)", space, cases[i].tree);
        check_print(cases[i].source, &(struct parse_options){.goal = PARSE_SCRIPT}, false, want);
    }
}
END_TEST

START_TEST(builds_scopes) {
    static const struct {
        const char *source, *tree;
    } cases[] = {
        {"function f(a, b = () => a) { var a, c; let d; function e() {} }",
         "{script f:var/function | f!} [] (function-declaration (function f {function a:parameter/0 "
         "b:parameter/1 | a! b!} [a (default b (function arrow b {function | a} [] (return a)))] {body "
         "a:var/shadows c:var d:let e:var/function | a! c! d! e!} (variables var (declarator a -) "
         "(declarator c -)) (variables let (declarator d -)) (function-declaration (function e {function |} "
         "[]))))"},
        {"{ function f() {} } let g; { let h; { function h() {} } }",
         "{script g:let f:var/annex-b | g!} [] (block {block f:function/hoisted | f!} (function-declaration "
         "(function f {function |} []))) (variables let (declarator g -)) (block {block h:let | h!} "
         "(variables let (declarator h -)) (block {block h:function | h!} (function-declaration (function h "
         "{function |} []))))"},
        {"try {} catch (e) { var e; { function e() {} } }",
         "{script e:var |} [] (try (block {block |}) {catch e:catch | e!} e (block {block | e!} (variables "
         "var (declarator e -)) (block {block e:function/hoisted | e!} (function-declaration (function e "
         "{function |} [])))) -)"},
        {"(a, b = c => d, {e}) => { f }",
         "{script |} [] (expression-statement (function arrow - {function a:parameter/0 b:parameter/1 "
         "e:parameter | a! b! e!} [a (default b (function arrow b {function c:parameter/0 | c! d} [c] "
         "(return d))) (object-pattern (property shorthand \"e\" e))] {body | f} (expression-statement f)))"},
        {"x => eval(x)", "{script contains-eval |} [] (expression-statement (function arrow - {function "
                         "calls-eval x:parameter/0 | x! eval x} [x] (return (call direct-eval eval x))))"},
        {"class A { #x = 1; [k] = () => this; static s() { return A } }",
         "{script A:class | A!} [] (class-declaration (class A {class A:class-name #x:private *slot*:slot | "
         "A! k *slot*} - - (class-element field #x 1) (class-element field computed k (function arrow strict "
         "- {function | this} [] (return this))) (class-element static method \"s\" (function method strict "
         "s {function | A} [] (return A))) {function | #x *slot*}))"},
        {"for (let i = i; ; ) { i }", "{script |} [] (for {for i:let | i! i} (variables let (declarator i "
                                      "i)) - - (block {block | i} (expression-statement i)))"},
        {"(function f() { f; arguments; this; new.target })",
         "{script |} [] (expression-statement (function f {function-name f:function-name | f!} {function | f "
         "arguments this new.target} [] (expression-statement f) (expression-statement arguments) "
         "(expression-statement this) (expression-statement new.target)))"},
        {"class B extends C { constructor() { (() => super(super.m))() } }",
         "{script B:class | B!} [] (class-declaration (class B {class B:class-name | B! C} C (function "
         "derived-constructor strict B {function |} [] (expression-statement (call (function arrow strict - "
         "{function | *function* new.target this! this *home object*} [] (return (super-call (super-member "
         "\"m\")))))))))"},
        {"async(a, b => c); async (d) => e",
         "{script | a async} [] (expression-statement (call async a (function arrow - {function "
         "b:parameter/0 | b! c} [b] (return c)))) (expression-statement (function arrow async - {function "
         "d:parameter/0 | d! e} [d] (return e)))"},
        {"(a = eval(\"x\")) => a",
         "{script contains-eval |} [] (expression-statement (function arrow - {function calls-eval "
         "a:parameter/0 | a! eval} [(default a (call direct-eval eval \"x\"))] {body | a} (return a)))"},
        {"switch (a) { case 1: let b; case 2: function c() {} }",
         "{script c:var/annex-b | a} [] (switch a {switch b:let c:function/hoisted | b! c!} (case 1 "
         "(variables let (declarator b -))) (case 2 (function-declaration (function c {function |} []))))"},
        {"with (o) p", "{script | o} [] (with o {with | p} (expression-statement p))"},
        {"({a, b: [c]} = d)", "{script | a= c= d} [] (expression-statement (assign (object-pattern (property "
                              "shorthand \"a\" a) (property \"b\" (array-pattern c))) d))"},
        {"var a; function a() {} var a",
         "{script a:var/function | a! a! a!} [] (variables var (declarator a -)) (function-declaration "
         "(function a {function |} [])) (variables var (declarator a -))"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char want[4096];
        snprintf(want, sizeof want, "(function script - %s)", cases[i].tree);
        check_print(cases[i].source, &(struct parse_options){.goal = PARSE_SCRIPT}, true, want);
    }
}
END_TEST

static struct name *string_of(const char *literal, struct parse *p) {
    ck_assert(parse_open(p, literal, strlen(literal), &(struct parse_options){.goal = PARSE_SCRIPT}));
    struct ast_unary *statement = (struct ast_unary *)p->result.program->body.items[0];
    ck_assert_int_eq(statement->operand->kind, AST_STRING);
    return ((struct ast_string *)statement->operand)->value;
}

START_TEST(reads_strings) {
    static const struct {
        const char *literal;
        int units[10];
    } cases[] = {
        {"('')", {-1}},
        {"('a\"b')", {'a', '"', 'b', -1}},
        {"('\\n\\t\\r\\b\\v\\f\\0\\q')", {10, 9, 13, 8, 11, 12, 0, 'q', -1}},
        {"('\\x41\\u0042\\u{43}')", {'A', 'B', 'C', -1}},
        {"('\\101\\7\\08\\400')", {'A', 7, 0, '8', 32, '0', -1}},
        {"('\\8')", {'8', -1}},
        {"('a\\\nb\\\r\nc')", {'a', 'b', 'c', -1}},
        {"('\xc3\xa9')", {0xE9, -1}},
        {"('\xe2\x82\xac')", {0x20AC, -1}},
        {"('\xf0\x9f\x98\x80\\u{1F600}')", {0xD83D, 0xDE00, 0xD83D, 0xDE00, -1}},
        {"('\xed\xa0\xbd')", {0xD83D, -1}},
        {"('\xe2\x80\xa8')", {0x2028, -1}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct parse p;
        struct name *name = string_of(cases[i].literal, &p);
        uint32_t count = 0;
        bool wide = false;
        for (; cases[i].units[count] >= 0; count++) {
            ck_assert_uint_lt(count, name->length);
            ck_assert_msg(name_unit(name, count) == cases[i].units[count], "%s", cases[i].literal);
            wide |= cases[i].units[count] > 0xFF;
        }
        ck_assert_uint_eq(name->length, count);
        ck_assert_int_eq(name->wide, wide);
        parse_close(&p);
    }
}
END_TEST

START_TEST(reads_numbers) {
    static const struct {
        const char *literal;
        double value;
    } cases[] = {
        {"0", 0},
        {"1.5", 1.5},
        {".5", 0.5},
        {"5.", 5},
        {"1e3", 1000},
        {"1E-3", 0.001},
        {"0x1F", 31},
        {"0b101", 5},
        {"0o17", 15},
        {"017", 15},
        {"08", 8},
        {"09.5", 9.5},
        {"1_000.2_5", 1000.25},
        {"0xFF_FF", 65535},
        {"123456789012345678901234567890", 123456789012345678901234567890.0},
        {"9007199254740993", 9007199254740992.0},
        {"0x20000000000001", 9007199254740992.0},
        {"0.1", 0.1},
        {"123456.789", 123456.789},
        {"2e308", INFINITY},
        {"0.000001", 0.000001},
        {"00", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct parse p;
        ck_assert_msg(parse_open(&p, cases[i].literal, strlen(cases[i].literal),
                                 &(struct parse_options){.goal = PARSE_SCRIPT}),
                      "%s", cases[i].literal);
        struct ast_unary *statement = (struct ast_unary *)p.result.program->body.items[0];
        ck_assert_int_eq(statement->operand->kind, AST_NUMBER);
        double value = ((struct ast_number *)statement->operand)->value;
        ck_assert_msg(value == cases[i].value, "%s: %.17g", cases[i].literal, value);
        parse_close(&p);
    }
}
END_TEST

// ---- Errors

START_TEST(reports_errors) {
    static const struct {
        enum parse_goal goal;
        const char *source;
        uint32_t column;
        const char *message;
    } cases[] = {
        {PARSE_SCRIPT, "a b", 3, "Unexpected identifier 'b'"},
        {PARSE_SCRIPT, "var 1", 5, "Unexpected number"},
        {PARSE_SCRIPT, "1 \"x\"", 3, "Unexpected string"},
        {PARSE_SCRIPT, "(a", 3, "Unexpected end of input"},
        {PARSE_SCRIPT, "f(a b)", 5, "missing ) after argument list"},
        {PARSE_SCRIPT, "{", 2, "Unexpected end of input"},
        {PARSE_SCRIPT, "`a", 1, "Unterminated template literal"},
        {PARSE_SCRIPT, "`${a", 5, "Unterminated template literal"},
        {PARSE_SCRIPT, "\"a", 1, "Invalid or unexpected token"},
        {PARSE_SCRIPT, "/a", 1, "Invalid regular expression: missing /"},
        {PARSE_SCRIPT, "/a/gg", 1, "Invalid regular expression flags"},
        {PARSE_SCRIPT, "@", 1, "Invalid or unexpected token"},
        {PARSE_SCRIPT, "var if", 5, "Unexpected token 'if'"},
        {PARSE_SCRIPT, "v\\u0061r x", 1, "Keyword must not contain escaped characters"},
        {PARSE_SCRIPT, "enum", 1, "Unexpected reserved word"},
        {PARSE_SCRIPT, "\"use strict\"; let = 1", 15, "Unexpected strict mode reserved word"},
        {PARSE_SCRIPT, "\"use strict\"; yield", 15, "Unexpected strict mode reserved word"},
        {PARSE_SCRIPT, "\"use strict\"; eval = 1", 15, "Unexpected eval or arguments in strict mode"},
        {PARSE_SCRIPT, "\"use strict\"; arguments++", 15, "Unexpected eval or arguments in strict mode"},
        {PARSE_SCRIPT, "function f(eval) { \"use strict\" }", 12,
         "Unexpected eval or arguments in strict mode"},
        {PARSE_SCRIPT, "function eval() { \"use strict\" }", 10,
         "Unexpected eval or arguments in strict mode"},
        {PARSE_SCRIPT, "function f(a, a) { \"use strict\" }", 15,
         "Duplicate parameter name not allowed in this context"},
        {PARSE_SCRIPT, "function f(a = 1) { \"use strict\" }", 21,
         "Illegal 'use strict' directive in function with non-simple parameter list"},
        {PARSE_SCRIPT, "function f(a, [a]) {}", 16, "Duplicate parameter name not allowed in this context"},
        {PARSE_SCRIPT, "(a, a) => 1", 5, "Duplicate parameter name not allowed in this context"},
        {PARSE_SCRIPT, "({f(a, a) {}})", 8, "Duplicate parameter name not allowed in this context"},
        {PARSE_SCRIPT, "\"use strict\"; 010", 15, "Octal literals are not allowed in strict mode."},
        {PARSE_SCRIPT, "\"use strict\"; 08", 15,
         "Decimals with leading zeros are not allowed in strict mode."},
        {PARSE_SCRIPT, "\"use strict\"; \"\\1\"", 16,
         "Octal escape sequences are not allowed in strict mode."},
        {PARSE_SCRIPT, "\"\\1\"; \"use strict\"", 2,
         "Octal escape sequences are not allowed in strict mode."},
        {PARSE_SCRIPT, "function f() { \"\\8\"; \"use strict\" }", 17,
         "Octal escape sequences are not allowed in strict mode."},
        {PARSE_SCRIPT, "`\\1`", 2, "Octal escape sequences are not allowed in template strings"},
        {PARSE_SCRIPT, "`\\u{110000}`", 2, "Undefined Unicode code-point"},
        {PARSE_SCRIPT, "\"\\x0\"", 2, "Invalid hexadecimal escape sequence"},
        {PARSE_SCRIPT, "\"\\u{}\"", 2, "Invalid Unicode escape sequence"},
        {PARSE_SCRIPT, "1__0", 2, "Only one underscore is allowed as numeric separator"},
        {PARSE_SCRIPT, "1_", 2, "Numeric separators are not allowed at the end of numeric literals"},
        {PARSE_SCRIPT, "0_1", 2, "Numeric separator can not be used after leading 0"},
        {PARSE_SCRIPT, "3in []", 1, "Invalid or unexpected token"},
        {PARSE_SCRIPT, "08n", 1, "Invalid or unexpected token"},
        {PARSE_SCRIPT, "\"use strict\"; delete a", 22, "Delete of an unqualified identifier in strict mode."},
        {PARSE_SCRIPT, "\"use strict\"; with (a) b", 15, "Strict mode code may not include a with statement"},
        {PARSE_SCRIPT, "1 = 2", 1, "Invalid left-hand side in assignment"},
        {PARSE_SCRIPT, "a + b = c", 1, "Invalid left-hand side in assignment"},
        {PARSE_SCRIPT, "f() &&= 1", 1, "Invalid left-hand side in assignment"},
        {PARSE_SCRIPT, "++1", 3, "Invalid left-hand side expression in prefix operation"},
        {PARSE_SCRIPT, "a?.b++", 1, "Invalid left-hand side expression in postfix operation"},
        {PARSE_SCRIPT, "a?.b = c", 1, "Invalid left-hand side in assignment"},
        {PARSE_SCRIPT, "[a + 1] = b", 2, "Invalid destructuring assignment target"},
        {PARSE_SCRIPT, "[(a = 1)] = b", 3, "Invalid destructuring assignment target"},
        {PARSE_SCRIPT, "({a}) = b", 2, "Invalid left-hand side in assignment"},
        {PARSE_SCRIPT, "({a: {b}.c} = d, {e = 1})", 21, "Invalid shorthand property initializer"},
        {PARSE_SCRIPT, "({a = 1})", 5, "Invalid shorthand property initializer"},
        {PARSE_SCRIPT, "f({a = 1})", 6, "Invalid shorthand property initializer"},
        {PARSE_SCRIPT, "[...a, b] = c", 2, "Rest element must be last element"},
        {PARSE_SCRIPT, "[...a,] = c", 2, "Rest element must be last element"},
        {PARSE_SCRIPT, "({...{a}} = b)", 6,
         "`...` must be followed by an assignable reference in assignment contexts"},
        {PARSE_SCRIPT, "({get a() {}} = b)", 7, "Invalid destructuring assignment target"},
        {PARSE_SCRIPT, "((a)) => 1", 3, "Invalid destructuring assignment target"},
        {PARSE_SCRIPT, "(a, (b)) => 1", 6, "Invalid destructuring assignment target"},
        {PARSE_SCRIPT, "(a.b) => 1", 2, "Invalid destructuring assignment target"},
        {PARSE_SCRIPT, "(...a = 1) => 1", 5, "Rest parameter may not have a default initializer"},
        {PARSE_SCRIPT, "(...a, b) => 1", 6, "Rest parameter must be last formal parameter"},
        {PARSE_SCRIPT, "()", 2, "Unexpected token ')'"},
        {PARSE_SCRIPT, "(a,)", 4, "Unexpected token ')'"},
        {PARSE_SCRIPT, "a => {} ()", 9, "Unexpected token '('"},
        {PARSE_SCRIPT, "a\n=> 1", 1, "Unexpected token '=>'"},
        {PARSE_SCRIPT, "a || b => 1", 8, "Malformed arrow function parameter list"},
        {PARSE_SCRIPT, "async (a = await b) => 1", 18, "missing ) after argument list"},
        {PARSE_SCRIPT, "function* g() { (a = yield) => 1 }", 22,
         "Yield expression not allowed in formal parameter"},
        {PARSE_SCRIPT, "async function f(a = await 1) {}", 22,
         "Illegal await-expression in formal parameters of async function"},
        {PARSE_SCRIPT, "function* f(a = yield) {}", 17, "Yield expression not allowed in formal parameter"},
        {PARSE_SCRIPT, "function f() { await x }", 16,
         "await is only valid in async functions and the top level bodies of modules"},
        {PARSE_SCRIPT, "-1 ** 2", 4,
         "Unary operator used immediately before exponentiation expression. Parenthesis must be used to "
         "disambiguate operator precedence"},
        {PARSE_SCRIPT, "a ?\? b || c", 6, "Unexpected token '||' or '&&' mixed with '?\?'"},
        {PARSE_SCRIPT, "a || b ?\? c", 8, "Unexpected token '?\?'"},
        {PARSE_SCRIPT, "let a; let a", 12, "Identifier 'a' has already been declared"},
        {PARSE_SCRIPT, "let a; var a", 12, "Identifier 'a' has already been declared"},
        {PARSE_SCRIPT, "var a; let a", 12, "Identifier 'a' has already been declared"},
        {PARSE_SCRIPT, "{ var a } let a", 15, "Identifier 'a' has already been declared"},
        {PARSE_SCRIPT, "{ { var a } let a }", 17, "Identifier 'a' has already been declared"},
        {PARSE_SCRIPT, "function f(a) { let a }", 21, "Identifier 'a' has already been declared"},
        {PARSE_SCRIPT, "try {} catch (a) { let a }", 24, "Identifier 'a' has already been declared"},
        {PARSE_SCRIPT, "try {} catch ([a]) { var a }", 26, "Identifier 'a' has already been declared"},
        {PARSE_SCRIPT, "switch (1) { case 1: let a; case 2: let a }", 41,
         "Identifier 'a' has already been declared"},
        {PARSE_SCRIPT, "for (let a;;) { var a }", 21, "Identifier 'a' has already been declared"},
        {PARSE_SCRIPT, "\"use strict\"; { function a() {} function a() {} }", 42,
         "Identifier 'a' has already been declared"},
        {PARSE_SCRIPT, "let let", 5, "let is disallowed as a lexically bound name"},
        {PARSE_SCRIPT, "const a", 7, "Missing initializer in const declaration"},
        {PARSE_SCRIPT, "let [a]", 5, "Missing initializer in destructuring declaration"},
        {PARSE_SCRIPT, "for (let a, b of c) ;", 6,
         "Invalid left-hand side in for-of loop: Must have a single binding."},
        {PARSE_SCRIPT, "for (let a = 1 of c) ;", 10,
         "for-of loop variable declaration may not have an initializer."},
        {PARSE_SCRIPT, "for (1 of c) ;", 6, "Invalid left-hand side in for-loop"},
        {PARSE_SCRIPT, "for (let of a) ;", 13, "Unexpected identifier 'a'"},
        {PARSE_SCRIPT, "for (async of a) ;", 12, "Unexpected identifier 'of'"},
        {PARSE_SCRIPT, "break", 1, "Illegal break statement"},
        {PARSE_SCRIPT, "continue", 1, "Illegal continue statement: no surrounding iteration statement"},
        {PARSE_SCRIPT, "a: continue a", 13,
         "Illegal continue statement: 'a' does not denote an iteration statement"},
        {PARSE_SCRIPT, "a: { break b }", 12, "Undefined label 'b'"},
        {PARSE_SCRIPT, "a: a: b", 4, "Label 'a' has already been declared"},
        {PARSE_SCRIPT, "while (1) { () => { break } }", 21, "Illegal break statement"},
        {PARSE_SCRIPT, "return", 1, "Illegal return statement"},
        {PARSE_SCRIPT, "if (1) let [a] = b", 8,
         "Lexical declaration cannot appear in a single-statement context"},
        {PARSE_SCRIPT, "if (1) const a = 1", 8,
         "Lexical declaration cannot appear in a single-statement context"},
        {PARSE_SCRIPT, "if (1) class A {}", 8, "Unexpected token 'class'"},
        {PARSE_SCRIPT, "while (1) function f() {}", 11,
         "In non-strict mode code, functions can only be declared at top level, inside a block, or as the "
         "body of an if statement."},
        {PARSE_SCRIPT, "if (1) async function f() {}", 8,
         "Async functions can only be declared at the top level or inside a block."},
        {PARSE_SCRIPT, "l: function* f() {}", 4,
         "Generators can only be declared at the top level or inside a block."},
        {PARSE_SCRIPT, "try {}", 7, "Missing catch or finally after try"},
        {PARSE_SCRIPT, "throw\na", 1, "Illegal newline after throw"},
        {PARSE_SCRIPT, "switch (a) { default: default: }", 23,
         "More than one default clause in switch statement"},
        {PARSE_SCRIPT, "super()", 1, "'super' keyword unexpected here"},
        {PARSE_SCRIPT, "super.a", 1, "'super' keyword unexpected here"},
        {PARSE_SCRIPT, "({f() { super() }})", 9, "'super' keyword unexpected here"},
        {PARSE_SCRIPT, "new.target", 1, "new.target expression is not allowed here"},
        {PARSE_SCRIPT, "class A { constructor() {} constructor() {} }", 28,
         "A class may only have one constructor"},
        {PARSE_SCRIPT, "class A { get constructor() {} }", 15, "Class constructor may not be an accessor"},
        {PARSE_SCRIPT, "class A { *constructor() {} }", 12, "Class constructor may not be a generator"},
        {PARSE_SCRIPT, "class A { static prototype() {} }", 18,
         "Classes may not have a static property named 'prototype'"},
        {PARSE_SCRIPT, "class A { constructor = 1 }", 11, "Classes may not have a field named 'constructor'"},
        {PARSE_SCRIPT, "class A { #constructor }", 11,
         "Classes may not have a private field named '#constructor'"},
        {PARSE_SCRIPT, "class A { #a; #a }", 15, "Identifier '#a' has already been declared"},
        {PARSE_SCRIPT, "class A { get #a() {} static set #a(b) {} }", 34,
         "Identifier '#a' has already been declared"},
        {PARSE_SCRIPT, "class A { m() { this.#b } }", 22,
         "Private field '#b' must be declared in an enclosing class"},
        {PARSE_SCRIPT, "class A extends B { constructor() { delete this.#a } #a }", 44,
         "Private fields can not be deleted"},
        {PARSE_SCRIPT, "class A { a = arguments }", 15,
         "'arguments' is not allowed in class field initializer or static initialization block"},
        {PARSE_SCRIPT, "class A { static { await } }", 20, "Unexpected reserved word"},
        {PARSE_SCRIPT, "class A { static { return } }", 20, "Illegal return statement"},
        {PARSE_SCRIPT, "class { }", 7, "Unexpected token '{'"},
        {PARSE_SCRIPT, "({get a(b) {}})", 8, "Getter must not have any formal parameters."},
        {PARSE_SCRIPT, "({set a() {}})", 8, "Setter must have exactly one formal parameter."},
        {PARSE_SCRIPT, "({set a(...b) {}})", 12, "Setter function argument must not be a rest parameter"},
        {PARSE_SCRIPT, "({__proto__: 1, __proto__: 2})", 17,
         "Duplicate __proto__ fields are not allowed in object literals"},
        {PARSE_SCRIPT, "({if})", 5, "Unexpected token '}'"},
        {PARSE_SCRIPT, "new a?.b()", 6, "Invalid optional chain from new expression"},
        {PARSE_SCRIPT, "a?.b`c`", 5, "Invalid tagged template on optional chain"},
        {PARSE_SCRIPT, "import a from \"b\"", 1, "Cannot use import statement outside a module"},
        {PARSE_SCRIPT, "import.meta", 1, "Cannot use 'import.meta' outside a module"},
        {PARSE_SCRIPT, "export var a", 1, "Unexpected token 'export'"},
        {PARSE_SCRIPT, "new import(\"a\")", 5, "Cannot use new with import"},
        {PARSE_MODULE, "import {a, b as a} from \"c\"", 17, "Identifier 'a' has already been declared"},
        {PARSE_MODULE, "import {if} from \"c\"", 9, "Unexpected token 'if'"},
        {PARSE_MODULE, "import {\"a\"} from \"c\"", 12, "Unexpected token '}'"},
        {PARSE_MODULE, "export {a}", 9, "Export 'a' is not defined in module"},
        {PARSE_MODULE, "export {if}", 9, "Unexpected token 'if'"},
        {PARSE_MODULE, "export {\"a\"}", 9, "Unexpected string"},
        {PARSE_MODULE, "var a; export {a}; export {a}", 28, "Duplicate export of 'a'"},
        {PARSE_MODULE, "export default 1; export default 2", 26, "Duplicate export of 'default'"},
        {PARSE_MODULE, "export {\"\\uD800\" as a} from \"b\"", 9,
         "Invalid module export name: contains unpaired surrogate character"},
        {PARSE_MODULE, "import a from \"b\" with {type: \"json\", type: \"json\"}", 39,
         "Import attributes has a duplicate key 'type'"},
        {PARSE_MODULE, "{ import a from \"b\" }", 10, "Unexpected identifier 'a'"},
        {PARSE_MODULE, "with (a) b", 1, "Strict mode code may not include a with statement"},
        {PARSE_MODULE, "await = 1", 7, "Unexpected token '='"},
        {PARSE_MODULE, "function f() { await 1 }", 16, "Unexpected reserved word"},
        {PARSE_MODULE, "<!-- x", 1, "Unexpected token '<'"},
        {PARSE_MODULE, "let a; function a() {}", 17, "Identifier 'a' has already been declared"},
        {PARSE_SCRIPT, "import()", 7, "import() requires a specifier"},
        {PARSE_SCRIPT, "function () {}", 1, "Function statements require a function name"},
        {PARSE_SCRIPT, "class A { #constructor() {} }", 11, "Class constructor may not be a private method"},
        {PARSE_SCRIPT, "a`${b c}`", 5, "Missing } in template expression"},
        {PARSE_SCRIPT, "for await (a of b) ;", 5, "Unexpected reserved word"},
        {PARSE_SCRIPT, "label: let x", 8, "Lexical declaration cannot appear in a single-statement context"},
        {PARSE_MODULE, "export {a as b, c as b} from \"d\"", 22, "Duplicate export of 'b'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct parse p;
        const char *source = cases[i].source;
        ck_assert_msg(!parse_open(&p, source, strlen(source), &(struct parse_options){.goal = cases[i].goal}),
                      "%s\n  accepted", source);
        uint32_t line, column;
        parser_locate(source, strlen(source), p.result.error.start, &line, &column);
        ck_assert_int_eq(p.result.error.kind, PARSE_ERROR_SYNTAX);
        ck_assert_msg(!strcmp(p.result.error.message, cases[i].message), "%s\n  %s", source,
                      p.result.error.message);
        ck_assert_msg(column == cases[i].column, "%s\n  column %u", source, column);
        parse_close(&p);
    }
}
END_TEST

START_TEST(accepts) {
    static const char *const scripts[] = {
        "#!hashbang\nx",
        "<!-- html\nx\n--> html",
        "/* a\n */ --> html",
        "\xef\xbb\xbfx",
        "a\n++b",
        "x = a\n(b)",
        "() => {}\n(a)",
        "var let, yield, await, async, of, static, implements",
        "let\nx",
        "let await",
        "async\nfunction f() {}",
        "if (0) let\n{}",
        "l: function f() {}",
        "for (let in {}) ;",
        "for (let = 1; ; ) break",
        "for (let of = 1; ; ) break",
        "for (async of => 1; ; ) break",
        "for (const a = (b in c) ? 1 : 2, d = [e in f]; ; ) ;",
        "for (var f = () => { a in b }; ; ) ;",
        "f() = 1",
        "f()++",
        "for (f() in a) ;",
        "({__proto__: a, __proto__: b} = c)",
        "({__proto__: a, __proto__, ['__proto__']: 1, __proto__() {}})",
        "[a.b, [c], {d: e[0]}, ...[f]] = g",
        "[(a), (b.c)] = d",
        "({if: a, class: b})",
        "a.if.class",
        "function f(a, a) {}",
        "function f() { 'use strict'; } 010",
        "('use strict'); 010",
        "'use\\x20strict'; with (a) b",
        "{ function a() {} function a() {} }",
        "function a() {} var a",
        "try {} catch (e) { var e; for (var e of []) ; }",
        "try {} catch { let e }",
        "async (x = async () => await 1) => 1",
        "async function f() { for await (async of a) ; }",
    };
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        check_accepts(scripts[i], &(struct parse_options){.goal = PARSE_SCRIPT});
    static const char *const modules[] = {
        "import a, {b, default as c, 'd' as e} from 'f'; import * as g from 'h'; import 'i'",
        "import j, * as k from 'l' with {type: 'json'}",
        "import {} from 'a'; export {}; export {} from 'b'",
        "export * from 'a'; export * as b from 'c'; export * as 'd e' from 'f'; export {default} from 'g'",
        "export default function () {} export {f as 'f'}; function f() {}",
        "export default class {}",
        "export default async () => await 1",
        "export const {a, b: [c]} = d, e = 1",
        "await 1; for await (const a of b) ;",
        "import.meta.url; import('a')",
    };
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        check_accepts(modules[i], &(struct parse_options){.goal = PARSE_MODULE});
}
END_TEST

START_TEST(refuses_malformed_utf8) {
    static const char *const sources[] = {"\x80",       "a\xff",    "'\xc3'",   "`\xe2\x82`",
                                          "/\xf0\x9f/", "'\\\xff'", "\xc0\xaf", "a\\",
                                          "'\\",        "\"a\n\"",  "`\\"};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        struct parse p;
        ck_assert(
            !parse_open(&p, sources[i], strlen(sources[i]), &(struct parse_options){.goal = PARSE_SCRIPT}));
        ck_assert_int_eq(p.result.error.kind, PARSE_ERROR_SYNTAX);
        parse_close(&p);
    }
    struct parse p;
    ck_assert(!parse_open(&p, "a\0b", 3, &(struct parse_options){.goal = PARSE_SCRIPT}));
    parse_close(&p);
    ck_assert(parse_open(&p, "'a\0b' /*\0*/", 11, &(struct parse_options){.goal = PARSE_SCRIPT}));
    parse_close(&p);
}
END_TEST

START_TEST(checks_regular_expressions) {
    struct parse_options options = {.goal = PARSE_SCRIPT};
    check_accepts("/a/; /b/g; /\\u{1F600}/u", &options);
    check_rejects("/+/", &options, "Invalid regular expression: /+/: Nothing to repeat");
    check_rejects("/(/u", &options, "Invalid regular expression: /(/u: Unterminated group");
    check_rejects("/a/gg", &options, "Invalid regular expression flags");
}
END_TEST

START_TEST(knows_incomplete_source) {
    static const struct {
        const char *source;
        bool incomplete;
    } cases[] = {{"f(", true},       {"`a\n", true}, {"`${a", true}, {"/* a", true},
                 {"if (a) {", true}, {"a +", true},  {"f(a", true},  {"'a", false},
                 {"a b", false},     {"}", false},   {"/a", false},  {"1 = 2", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct parse p;
        const char *source = cases[i].source;
        ck_assert(!parse_open(&p, source, strlen(source), &(struct parse_options){.goal = PARSE_SCRIPT}));
        ck_assert_msg(p.result.error.incomplete == cases[i].incomplete, "%s", source);
        parse_close(&p);
    }
}
END_TEST

// ---- Goals

START_TEST(parses_eval) {
    struct parse_options options = {.goal = PARSE_EVAL};
    check_rejects("new.target", &options, "new.target expression is not allowed here");
    check_rejects("return", &options, "Illegal return statement");
    check_rejects("this.#a", &options, "Private field '#a' must be declared in an enclosing class");
    options.in_function = true;
    check_accepts("new.target; (() => new.target)", &options);
    check_rejects("super.x", &options, "'super' keyword unexpected here");
    options.in_method = true;
    check_accepts("super.x", &options);
    check_rejects("super()", &options, "'super' keyword unexpected here");
    options.in_derived_constructor = true;
    check_accepts("() => super()", &options);
    check_accepts("arguments; with (a) b", &options);
    options.in_class_initializer = options.strict = true;
    check_rejects("arguments", &options,
                  "'arguments' is not allowed in class field initializer or static initialization block");
    check_accepts("(function () { arguments })", &options);
    static const uint16_t wide[] = {'#', 0x20AC + 1, 'b'};
    const struct parse_text names[] = {{"#a", 2, false}, {wide, 3, true}};
    options.private_names = names;
    options.private_name_count = 2;
    check_accepts("this.#a", &options);
    check_rejects("this.#b", &options, "Private field '#b' must be declared in an enclosing class");
}
END_TEST

// Function constructor: assembles the text and marks the ends.
static struct parse_options constructor(char *out, size_t size, const char *head, const char *parameters,
                                        const char *body) {
    int p = snprintf(out, size, "%s anonymous(%s\n", head, parameters);
    int b = snprintf(out + p, size - (size_t)p, ") {\n%s\n", body);
    snprintf(out + p + b, size - (size_t)(p + b), "}");
    return (struct parse_options){
        .goal = PARSE_FUNCTION, .parameters_end = (uint32_t)p, .body_end = (uint32_t)(p + b)};
}

START_TEST(parses_constructed_functions) {
    static const struct {
        const char *head, *parameters, *body;
        bool valid;
    } cases[] = {
        {"function", "", "", true},
        {"function", "a, b = 1, ...c", "return a + b", true},
        {"function", "a //", "return 1 //", true},
        {"async function*", "", "await 1; yield 2", true},
        {"function", "", "'use strict'; return new.target", true},
        {"function", "/*", "*/){", false},
        {"function", "){}, function(", "", false},
        {"function", ") { }, (a", "", false},
        {"function", "", "}, function () {", false},
        {"function", "", "} {", false},
        {"function", "a = function () {", "}", false},
        {"function", "a = `", "`", false},
        {"function", "", "super()", false},
        {"async function", "a = await 1", "", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char source[256];
        struct parse_options options =
            constructor(source, sizeof source, cases[i].head, cases[i].parameters, cases[i].body);
        struct parse p;
        bool accepted = parse_open(&p, source, strlen(source), &options);
        ck_assert_msg(accepted == cases[i].valid, "%s", source);
        parse_close(&p);
    }
    char source[256];
    struct parse_options options = constructor(source, sizeof source, "function", "a", "anonymous");
    check_print(
        source, &options, true,
        "(function script - {script |} [] (expression-statement (function anonymous {function a:parameter/0 "
        "| a! anonymous} [a] (expression-statement anonymous))))");
}
END_TEST

START_TEST(parses_function_bodies) {
    static const char *const parameters[] = {"exports", "require"};
    struct parse_options options = {.goal = PARSE_FUNCTION_BODY,
                                    .parameters = parameters,
                                    .parameter_count = 2,
                                    .function_name = "wrapper"};
    check_print(
        "#!x\nreturn exports", &options, true,
        "(function script - {script |} [] (expression-statement (function wrapper {function "
        "exports:parameter/0 require:parameter/1 | exports! require! exports} [exports require] (return "
        "exports))))");
    check_rejects("let require", &options, "Identifier 'require' has already been declared");
    check_rejects("}", &options, "Unexpected token '}'");
    check_rejects("await 1", &options,
                  "await is only valid in async functions and the top level bodies of modules");
}
END_TEST

START_TEST(records_modules) {
    static const char source[] =
        "import a, {b as c} from 'x'; import * as n from 'y'; import 'x';\n"
        "import j from 'x' with {type: 'json'};\n"
        "export {c as d, n, v as 'w'}; export * from 'z'; export * as all from 'z';\n"
        "export {p as q} from 'y'; let v; export default v; export function f() {}";
    struct parse p;
    ck_assert(parse_open(&p, source, strlen(source), &(struct parse_options){.goal = PARSE_MODULE}));
    const struct ast_module *module = p.result.module;
    const struct name *default_name = p.result.names.predefined[NAME_default];
    ck_assert_ptr_nonnull(module);
    ck_assert_uint_eq(module->request_count, 4);
    ck_assert_uint_eq(module->requests[2].attribute_count, 1);
    ck_assert_ptr_eq(module->requests[0].specifier, module->requests[2].specifier);
    ck_assert_uint_eq(module->import_count, 4);
    ck_assert_ptr_eq(module->imports[0].import_name, default_name);
    ck_assert_ptr_null(module->imports[2].import_name);
    ck_assert_uint_eq(module->imports[3].request, 2);
    ck_assert_int_eq(module->imports[1].declaration->kind, DECLARATION_IMPORT);
    ck_assert_uint_eq(module->indirect_export_count, 3);
    ck_assert_uint_eq(module->indirect_exports[0].request, 0); // c is b of x
    ck_assert_ptr_null(module->indirect_exports[1].import_name);
    ck_assert_uint_eq(module->star_export_count, 1);
    ck_assert_uint_eq(module->star_exports[0], 3);
    ck_assert_uint_eq(module->local_export_count, 4); // n, w, default, f
    ck_assert_ptr_eq(module->local_exports[1].declaration,
                     ast_scope_find(p.result.program->scope, module->local_exports[1].declaration->name));
    ck_assert_ptr_eq(module->local_exports[2].export_name, default_name);
    ck_assert(!p.result.program->has_top_level_await);
    parse_close(&p);
    ck_assert(parse_open(&p, "() => 1; await 2", 16, &(struct parse_options){.goal = PARSE_MODULE}));
    ck_assert(p.result.program->has_top_level_await);
    parse_close(&p);
    ck_assert(parse_open(&p, "async () => await 2", 19, &(struct parse_options){.goal = PARSE_MODULE}));
    ck_assert(!p.result.program->has_top_level_await);
    parse_close(&p);
}
END_TEST

// ---- Details of the contract

static struct ast_node *first_expression(const struct parse *p) {
    return ((struct ast_unary *)p->result.program->body.items[0])->operand;
}

START_TEST(positions_point_at_the_culprit) {
    static const struct {
        const char *source;
        uint32_t start, end, position;
    } cases[] = {
        {"a.b.c", 0, 5, 4},   {"a.b[c]", 0, 6, 3},    {"f()", 0, 3, 0},       {"a.b()", 0, 5, 2},
        {"a[b]()", 0, 6, 4},  {"(a.b)()", 0, 7, 5},   {"a + b", 0, 5, 2},     {"a = b", 0, 5, 2},
        {"a++", 0, 3, 1},     {"++a", 0, 3, 0},       {"new a.b()", 0, 9, 0}, {"-a", 0, 2, 0},
        {"(a) + b", 0, 7, 4}, {"a?.b", 0, 4, 0},      {"a.b`c`", 0, 6, 2},    {"x => y", 0, 6, 0},
        {"a, b", 0, 4, 0},    {"a ? b : c", 0, 9, 0}, {"async(a)", 0, 8, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct parse p;
        const char *source = cases[i].source;
        ck_assert(parse_open(&p, source, strlen(source), &(struct parse_options){.goal = PARSE_SCRIPT}));
        struct ast_node *node = first_expression(&p);
        ck_assert_msg(node->start == cases[i].start && node->end == cases[i].end &&
                          node->position == cases[i].position,
                      "%s: %u %u %u", source, node->start, node->end, node->position);
        parse_close(&p);
    }
}
END_TEST

START_TEST(locates_offsets) {
    static const char source[] = "a\nb\r\nc\rd\xe2\x80\xa8"
                                 "e\xf0\x9f\x98\x80"
                                 "f";
    static const struct {
        uint32_t offset, line, column;
    } cases[] = {{0, 1, 1}, {1, 1, 2}, {2, 2, 1}, {5, 3, 1}, {7, 4, 1}, {11, 5, 1}, {16, 5, 4}, {99, 5, 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t line, column;
        parser_locate(source, strlen(source), cases[i].offset, &line, &column);
        ck_assert_msg(line == cases[i].line && column == cases[i].column, "%u: %u:%u", cases[i].offset, line,
                      column);
    }
}
END_TEST

START_TEST(functions_know_what_they_use) {
    static const struct {
        const char *source;
        unsigned uses;
    } cases[] = {
        {"(function () {})", 0},
        {"(function () { this; () => arguments })", USES_THIS | USES_ARGUMENTS},
        {"(function () { function f() { this } })", 0},
        {"(function () { ({a: b => new.target}) })", USES_NEW_TARGET},
        {"(function () { (a = this) => 1 })", USES_THIS},
        {"(function () { eval(a) })", USES_DIRECT_EVAL},
        {"(async function () { await a; () => 1 })", USES_AWAIT},
        {"(async function () { async () => await a })", 0},
        {"(function* () { yield })", USES_YIELD},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct parse p;
        const char *source = cases[i].source;
        ck_assert(parse_open(&p, source, strlen(source), &(struct parse_options){.goal = PARSE_SCRIPT}));
        const struct ast_function *function = (struct ast_function *)first_expression(&p);
        ck_assert_msg(function->uses == cases[i].uses, "%s: %u", source, function->uses);
        parse_close(&p);
    }
}
END_TEST

// ---- Limits

static char *repeat(const char *before, const char *middle, const char *after, size_t count) {
    size_t b = strlen(before), m = strlen(middle), a = strlen(after);
    char *text = malloc(count * (b + a) + m + 1), *out = text;
    for (size_t i = 0; i < count; i++, out += b)
        memcpy(out, before, b);
    memcpy(out, middle, m);
    out += m;
    for (size_t i = 0; i < count; i++, out += a)
        memcpy(out, after, a);
    *out = 0;
    return text;
}

START_TEST(long_chains_need_no_stack) {
    static const char *const parts[][2] = {{"a+", "a"},   {"a&&", "a"}, {"a,", "a"}, {"if(a)b;else ", "c"},
                                           {"'s'+", "1"}, {"", "`x`"},  {"a;", "b"}};
    static const char *const tails[] = {".b", "()", "[c]", "?.d", "`x`"};
    struct parse_options options = {.goal = PARSE_SCRIPT};
    options.stack_limit = (uintptr_t)__builtin_frame_address(0) - 64 * 1024;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char *source = repeat(parts[i][0], parts[i][1], "", 100000);
        check_accepts(source, &options);
        free(source);
    }
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        char *source = repeat("", "a", tails[i], 100000);
        check_accepts(source, &options);
        free(source);
    }
}
END_TEST

START_TEST(deep_nesting_is_an_error) {
    static const char *const parts[][3] = {{"(", "a", ")"},      {"[", "", "]"},
                                           {"({a:", "b", "})"},  {"function f(){", "", "}"},
                                           {"a=>", "b", ""},     {"(a=", "b", ")=>c"},
                                           {"a?b:", "c", ""},    {"!", "a", ""},
                                           {"new ", "a", ""},    {"{", "", "}"},
                                           {"`${", "a", "}`"},   {"(class{[", "a", "]})"},
                                           {"for(;;)", ";", ""}, {"do ", ";", " while(0)"},
                                           {"a**", "b", ""},     {"try{", "", "}finally{}"},
                                           {"a=", "b", ""},      {"async(", "", ")"},
                                           {"let [", "a", "]=b"}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct parse_options options = {.goal = PARSE_SCRIPT};
        options.stack_limit = (uintptr_t)__builtin_frame_address(0) - 256 * 1024;
        char *source = repeat(parts[i][0], parts[i][1], parts[i][2], 100000);
        struct parse p;
        ck_assert(!parse_open(&p, source, strlen(source), &options));
        bool depth = p.result.error.kind == PARSE_ERROR_DEPTH;
        ck_assert_msg(depth || !strncmp(source, "let", 3), "%s: %s", parts[i][0], p.result.error.message);
        parse_close(&p);
        free(source);
    }
}
END_TEST

// Heads of arrows and patterns that nest are not parsed again and again.
START_TEST(nested_heads_take_linear_time) {
    static const char *const parts[][3] = {{"(a=", "b", ")=>c"},      {"((a=", "b", ")=>c)"},
                                           {"async(a=", "b", ")=>c"}, {"[", "a", "]=b"},
                                           {"({a:", "b", "})"},       {"({a=", "b", "}=c)"}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char *source = repeat(parts[i][0], parts[i][1], parts[i][2], 200);
        struct parse p;
        parse_open(&p, source, strlen(source), &(struct parse_options){.goal = PARSE_SCRIPT});
        parse_close(&p);
        free(source);
    }
}
END_TEST

START_TEST(survives_every_failing_allocation) {
    static const char source[] = "var a0,a1,a2,a3,a4,a5,a6,a7,a8,a9,b0,b1,b2,b3,b4,b5,b6,b7,b8,b9;\n"
                                 "function f(a, {b = 1, [c]: d}, ...e) { { function g() {} } label: for (let "
                                 "x of y) continue label; }\n"
                                 "x = (a, [b] = c) => `a${b}\\n${c}`; class A extends B { #a = 1; [k] = 2; "
                                 "#m() {} static { this.#a } }\n"
                                 "switch (a) { case 'é\\u{1F600}': 1_0n + 2 - 3 } try {} catch ({e}) {} "
                                 "/re/g; async (x) => x; import('x')";
    for (uint64_t n = 1; n < 100000; n++) {
        struct parse p;
        ck_assert(memory_initialize(&p.memory));
        arena_initialize(&p.arena, &p.memory);
        p.memory.fail_countdown = n;
        bool accepted = parser_parse(&p.result, source, strlen(source),
                                     &(struct parse_options){.goal = PARSE_SCRIPT}, &p.arena, &p.memory);
        bool failed = p.memory.failed_once;
        if (!accepted) ck_assert_msg(p.result.error.kind == PARSE_ERROR_MEMORY, "%s", p.result.error.message);
        ck_assert(accepted != failed);
        arena_finalize(&p.arena);
        ck_assert_uint_eq(p.memory.used, 0);
        memory_finalize(&p.memory);
        if (!failed) return;
    }
    ck_abort();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("parser");
    TCase *tests = tcase_create("parser");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, prints_trees);
    tcase_add_test(tests, builds_scopes);
    tcase_add_test(tests, reads_strings);
    tcase_add_test(tests, reads_numbers);
    tcase_add_test(tests, reports_errors);
    tcase_add_test(tests, accepts);
    tcase_add_test(tests, refuses_malformed_utf8);
    tcase_add_test(tests, checks_regular_expressions);
    tcase_add_test(tests, knows_incomplete_source);
    tcase_add_test(tests, parses_eval);
    tcase_add_test(tests, parses_constructed_functions);
    tcase_add_test(tests, parses_function_bodies);
    tcase_add_test(tests, records_modules);
    tcase_add_test(tests, positions_point_at_the_culprit);
    tcase_add_test(tests, locates_offsets);
    tcase_add_test(tests, functions_know_what_they_use);
    tcase_add_test(tests, long_chains_need_no_stack);
    tcase_add_test(tests, deep_nesting_is_an_error);
    tcase_add_test(tests, nested_heads_take_linear_time);
    tcase_add_test(tests, survives_every_failing_allocation);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
