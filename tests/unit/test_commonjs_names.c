#include "modules/commonjs_names.h"
#include "run_suite.h"

#include <check.h>
#include <stdlib.h>

// A text, the names it exports, and the modules it re-exports.
struct names_case {
    const char *text, *exports, *reexports;
};

static const struct names_case cases[] = {
    {"", "", ""},
    {"exports.a = 1; exports['b'] = 2; module.exports.c = 3; module.exports['d'] = 4; exports.e.f = 2;",
     "a b c d", ""},
    {"module.exports = { a, b: b, 'c': c, d: 5, e };", "a b c", ""},
    {"module.exports = { a, ...d, b: require('c'), c: \"interim\", e: \"d\" };", "a b", ""},
    {"module.exports = { 'a': a, 'b' : b, c() {}, d };", "a b c", ""},
    {"module.exports = { a: a.b, c: c };", "a", ""},
    {"module.exports = { a: function () {}, b: b };", "a", ""},
    {"module.exports = { [a]: 1, b: b };", "", ""},
    {"module.exports = { a, b, };", "a b", ""},
    {"module.exports = exports = { a, b };", "", ""},
    {"exports = module.exports = { a, b };", "a b", ""},
    {"0 && (module.exports = { a, b });", "a b", ""},
    {"exports.a = exports.b = void 0;", "a b", ""},
    {"exports.a=1,exports.b=2;", "a b", ""},
    {"exports.class = 1; exports['x y'] = 2; exports['a\\n'] = 3;", "class x y", ""},
    {"exports.a == 1; exports.b === 2; exports.c += 3; x.exports.d = 1; y.module.exports.e = 2;", "", ""},
    {"(function (exports) { if (x) { exports.q = 1 } else exports.r = 2 })(exports);", "q r", ""},
    // Object.defineProperty
    {"Object.defineProperty(exports, '__esModule', { value: true });", "__esModule", ""},
    {"Object.defineProperty(exports, 'a', { enumerable: true, get: function () { return q.p; } });", "a", ""},
    {"Object.defineProperty(exports, 'a', { enumerable: true, get: function get() { return q['p'] } });", "a",
     ""},
    {"Object.defineProperty(module.exports, 'a', { get() { return q; } });", "a", ""},
    {"Object.defineProperty(exports, 'a', { enumerable: true, get: () => q.a });", "", ""},
    {"Object.defineProperty(exports, 'a', { enumerable: false, value: 1 });", "", ""},
    {"Object.defineProperty(exports, 'a', { enumerable: true, get: function () { return f(); } });", "", ""},
    {"Object.defineProperty(exports, 'a', { get() { return q.a }, });", "a", ""},
    {"Object.defineProperty(exports, 'a', { get() { return q.a }, set(v) {} });", "", ""},
    {"exports.a = exports.b = 1; Object.defineProperty(exports, 'a', { get: () => q.a });", "b", ""},
    {"Object.defineProperty(exports, 'a', descriptor); exports.a = exports.ab = exports.b = 1;", "ab b", ""},
    // re-exports
    {"module.exports = require('./a'); module.exports = require(\"./b\");", "", "./b"},
    {"module.exports = require('./a'); module.exports = 5;", "", ""},
    {"module.exports = require('./a'); exports.x = 5;", "x", "./a"},
    {"module.exports = { a, ...require('./a'), b };", "a b", "./a"},
    {"__exportStar(require('./a'), exports); tslib_1.__exportStar(require('./b'), exports);", "", "./a ./b"},
    {"__export(require('./a'));", "", "./a"},
    {"var _a = _wild(require('./a')); Object.keys(_a).forEach(function (key) {"
     " if (key === 'default' || key === '__esModule') return; exports[key] = _a[key]; });",
     "", "./a"},
    {"var _a = require('./a'); Object.keys(_a).forEach(function (k) { Object.defineProperty(exports, k, {"
     " enumerable: true, get: function () { return _a[k]; } }); });",
     "", "./a"},
    {"var _a = require('./a'); Object.keys(_b).forEach(function (k) { exports[k] = _b[k]; });", "", ""},
    // texts that only look like it
    {"var s = 'exports.no = 1', t = \"exports.no = 1\"; // exports.no = 1", "", ""},
    {"/* exports.no = 1 */ var t = `exports.no = ${ exports.yes = `${ 1 }` }`; exports.after = 1;",
     "yes after", ""},
    {"exports.a = /exports.no = \"/.test('x'); exports.b = 1;", "a b", ""},
    {"if (x) /exports.no = '/.test(y); exports.a = a / b / c; exports.b = 1;", "a b", ""},
    {"x = a++ / b; exports.a = '/'; y = (a) / b; exports.b = '/';", "a b", ""},
    {"x = [/[/'\"]/, 1]; exports.a = 1;", "a", ""},
    {"function f() {} /exports.no = '/.test(x); exports.a = {} / 2; exports.b = '/'", "a b", ""},
    {"#! exports.no = 1\nexports.a = 1", "a", ""},
    // texts that end too early
    {"exports", "", ""},
    {"exports.a", "", ""},
    {"exports['", "", ""},
    {"module.exports = {", "", ""},
    {"module.exports = { a", "a", ""},
    {"module.exports = { ...require('x'", "", ""},
    {"Object.defineProperty(exports, 'a', { get: function () { return", "", ""},
    {"Object.keys(a).forEach(function (k) { exports a[k", "", ""},
    {"`${`${", "", ""},
    {"/* exports.a = 1", "", ""},
    {"x = /a", "", ""},
    {"'\\", "", ""},
    {")]}`", "", ""},
};

// The ranges of a text, joined by blanks.
static void join(const char *text, const struct name_range *ranges, uint32_t count, char *out) {
    for (uint32_t i = 0; i < count; i++) {
        if (i) *out++ = ' ';
        memcpy(out, text + ranges[i].start, ranges[i].length);
        out += ranges[i].length;
    }
    *out = 0;
}

START_TEST(finds_names) {
    const struct names_case *c = &cases[_i];
    vm_isolate *vm = vm_create(NULL);
    struct commonjs_names names;
    char found[256];
    size_t length = strlen(c->text);
    char *exact = malloc(length ? length : 1); // so that reading behind the end is seen
    memcpy(exact, c->text, length);
    ck_assert(commonjs_names_scan(vm, exact, length, &names));
    join(exact, names.exports, names.export_count, found);
    ck_assert_str_eq(found, c->exports);
    join(exact, names.reexports, names.reexport_count, found);
    ck_assert_str_eq(found, c->reexports);
    commonjs_names_free(vm, &names);
    free(exact);
    vm_destroy(vm);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("commonjs_names");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, finds_names, 0, sizeof cases / sizeof *cases);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
