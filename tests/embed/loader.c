// Modules that come from a host: functions from texts, modules evaluated by the host, a loader in front of
// files, and each allocation of loading failing in turn.
#include <vm_runtime.h>

#include "support.h"

// --- the engine's part

static void check_functions(vm_isolate *vm) {
    static const char *const parameters[] = {"a", "b"};
    static const char text[] = "#!/usr/bin/env vm\nif (a) return a + b;\n  throw new Error('place');";
    vm_source source = {.text = text, .length = sizeof text - 1, .name = "body.js"};
    vm_value function = vm_compile_function(vm, &source, parameters, 2);
    vm_value arguments[] = {vm_int(2), vm_int(3)};
    CHECK_TEXT(vm, vm_call(vm, function, vm_undefined(), 2, arguments), "5");
    CHECK(vm_is_exception(vm_call(vm, function, vm_undefined(), 0, NULL)));
    vm_error_info info;
    vm_error_describe(vm, vm_take_exception(vm), &info);
    CHECK(info.line == 3 && info.column == 9 && !strcmp(info.file, "body.js"));
    vm_error_info_free(vm, &info);
    source.text = "let a;";
    source.length = 6;
    CHECK(vm_is_exception(vm_compile_function(vm, &source, parameters, 2))); // declared twice
    (void)vm_take_exception(vm);
    source.text = "}; {";
    source.length = 4;
    CHECK(vm_is_exception(vm_compile_function(vm, &source, parameters, 2)));
    (void)vm_take_exception(vm);
}

static void check_json(vm_isolate *vm) {
    CHECK(!vm_is_exception(run(vm, "JSON.parse = () => 'replaced'")));
    CHECK_TEXT(vm, vm_get(vm, vm_json_parse(vm, "{\"a\": \"\xC3\xA9\"}", 11), "a"), "\xC3\xA9");
    CHECK_TEXT(vm, vm_json_parse(vm, "[1}", 3),
               "!SyntaxError: Expected ',' or ']' after array element in JSON at position 2");
    CHECK_TEXT(vm, vm_json_parse(vm, "", 0), "!SyntaxError: Unexpected end of JSON input");
}

static void check_stack(vm_isolate *vm) {
    CHECK(vm_stack_check(vm, 1000));
    CHECK(!vm_stack_check(vm, (size_t)1 << 40));
    CHECK_TEXT(vm, vm_exception(), "!RangeError: Maximum call stack size exceeded");
}

// --- a loader

struct loads {
    int resolved, loaded;
    bool fails;
};

// "lib:name" is ours, whoever asks; "./name" is when one of ours asks.
static vm_value resolve(vm_isolate *vm, const char *specifier, const char *referrer, bool is_require,
                        void *data) {
    struct loads *loads = data;
    loads->resolved++;
    if (!strncmp(specifier, "./", 2) && referrer && !strncmp(referrer, "lib:", 4)) {
        return vm_string_format(vm, "lib:%s", specifier + 2);
    }
    if (!strcmp(specifier, "refused")) {
        return vm_throw_type_error(vm, "refused in %s by %s", referrer ? referrer : "nothing",
                                   is_require ? "require" : "import");
    }
    return strncmp(specifier, "lib:", 4) ? vm_undefined() : vm_string(vm, specifier);
}

static const struct {
    const char *name, *text;
    vm_source_format format;
} texts[] = {
    {"lib:es",
     "import c, { twice } from './common'; import d from './data' with { type: 'json' };"
     "export const value = [twice(c.base), d.k, import.meta.url].join()",
     VM_FORMAT_MODULE},
    {"lib:common",
     "exports.base = 4; exports.twice = x => 2 * x; exports.file = __filename; exports.es = "
     "require('./plain')",
     VM_FORMAT_COMMONJS},
    {"lib:plain", "export default 'detected'", VM_FORMAT_DETECT},
    {"lib:data", "{\"k\": \"json\"}", VM_FORMAT_JSON},
    {"lib:bad", "let x = ;", VM_FORMAT_MODULE},
};

static vm_value load(vm_isolate *vm, const char *name, vm_source_format *format, void *data) {
    struct loads *loads = data;
    loads->loaded++;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!strcmp(texts[i].name, name)) {
            *format = texts[i].format;
            return vm_string(vm, texts[i].text);
        }
    }
    if (!strcmp(name, "lib:bytes")) {
        static char bytes[] = "module.exports = 'from bytes'";
        return vm_array_buffer_external(vm, bytes, sizeof bytes - 1, NULL, NULL);
    }
    return strncmp(name, "lib:", 4) ? vm_undefined() : vm_throw_type_error(vm, "no text for %s", name);
}

// The settled value of a promise, or its reason as an exception.
static vm_value settled(vm_loop *loop, vm_isolate *vm, vm_value promise) {
    CHECK(vm_is_promise(promise));
    vm_loop_mark(vm);
    CHECK(vm_loop_run(loop) == 0);
    CHECK(vm_promise_state(promise) != VM_PROMISE_PENDING);
    vm_promise_set_handled(promise);
    vm_value result = vm_promise_result(promise);
    return vm_promise_state(promise) == VM_PROMISE_FULFILLED ? result : vm_throw(vm, result);
}

static void ignore(vm_isolate *vm, vm_value error, bool in_promise, void *data) {
    (void)vm, (void)error, (void)in_promise, (void)data;
}

static void check_loader(vm_loop *loop, vm_isolate *vm) {
    struct loads loads = {0};
    vm_loader loader = {resolve, load, &loads};
    CHECK(vm_set_loader(vm, &loader));
    CHECK_TEXT(vm, vm_get(vm, settled(loop, vm, vm_import(vm, "lib:es")), "value"), "8,json,lib:es");
    CHECK_TEXT(vm, vm_get(vm, vm_require(vm, "lib:common"), "file"), "lib:common");
    CHECK_TEXT(vm, vm_get(vm, vm_get(vm, vm_require(vm, "lib:common"), "es"), "default"), "detected");
    CHECK_TEXT(vm, vm_get(vm, vm_require(vm, "lib:es"), "value"), "8,json,lib:es");
    CHECK_TEXT(vm, vm_require(vm, "lib:bytes"), "from bytes");
    CHECK_TEXT(vm, vm_get(vm, vm_require(vm, "lib:data"), "k"), "json");
    CHECK(loads.loaded == 6); // each once, data as a module of both kinds
    CHECK_TEXT(vm, vm_require(vm, "refused"), "!TypeError: refused in nothing by require");
    CHECK_TEXT(vm, settled(loop, vm, vm_import(vm, "refused")), "!TypeError: refused in [import] by import");
    CHECK_TEXT(vm, vm_require(vm, "lib:absent"), "!TypeError: no text for lib:absent");
    CHECK_TEXT(vm, settled(loop, vm, vm_import(vm, "lib:bad")), "!SyntaxError: Unexpected token ';'");
    CHECK(vm_is_object(vm_require(vm, "fs")) &&
          vm_is_object(vm_require(vm, "./tests/js/modules/interop_fixture/plain.cjs")));
    static const char main[] = "import { value } from 'lib:es'; globalThis.seen = value";
    vm_source source = {.text = main, .length = sizeof main - 1, .name = "main"};
    CHECK(!vm_is_exception(settled(loop, vm, vm_run_source(vm, &source, VM_DETECT))));
    CHECK_TEXT(vm, vm_get(vm, vm_global(vm), "seen"), "8,json,lib:es");
    CHECK(vm_set_loader(vm, NULL));
    CHECK(vm_is_exception(vm_require(vm, "lib:never")));
    (void)vm_take_exception(vm);
}

static void check_files(vm_loop *loop, vm_isolate *vm) {
    vm_value exports = vm_run_file(vm, "tests/js/modules/commonjs_fixture/both", VM_DETECT);
    CHECK_TEXT(vm, exports, "js");
    vm_value promise = vm_run_file(vm, "tests/js/modules/interop_fixture/awaits.mjs", VM_DETECT);
    CHECK(vm_promise_state(promise) == VM_PROMISE_PENDING && vm_is_undefined(settled(loop, vm, promise)));
    promise = vm_run_file(vm, "tests/js/modules/commonjs_fixture/detected.js", VM_DETECT);
    CHECK(vm_is_undefined(settled(loop, vm, promise)));
    CHECK(vm_is_exception(vm_run_file(vm, "tests/nothing", VM_DETECT)));
    CHECK_TEXT(vm, vm_get(vm, vm_take_exception(vm), "code"), "ENOENT");
}

// --- memory

static const char program[] =
    "const m = require('module'), fixture = './tests/js/modules/';"
    "let seen = Object.keys(require(fixture + 'commonjs_fixture/withmain')).length;"
    "seen += require(fixture + 'interop_fixture/with_default.mjs').default();"
    "try { require('nothing') } catch (e) { seen += e.message.length }"
    "try { require('./tests/js/modules/packages_fixture/node_modules/p/missing') } catch (e) { seen += "
    "e.message.length }"
    "import(fixture + 'interop_fixture/reexports.cjs').then(n => { seen += n.a; return import(fixture + "
    "'interop_fixture/missing.mjs') }).catch(e => { seen += e.message.length });"
    "m.createRequire(process.cwd() + '/tests/js/modules/packages_fixture/x.js')('nested')";

static bool load_failing(uint64_t n) {
    vm_isolate *vm = vm_create(NULL);
    vm_loop *loop = vm_loop_new();
    vm_attach_options options = {.uncaught = ignore};
    CHECK(vm && loop && vm_loop_attach(loop, vm, &options));
    CHECK(!vm_is_exception(run(vm, "console.log = () => {}")));
    vm_source source = {.text = program, .length = sizeof program - 1, .name = "[eval]"};
    vm_fail_allocation(vm, n);
    vm_value result = vm_run_source(vm, &source, VM_DETECT);
    if (vm_is_exception(result)) {
        (void)vm_take_exception(vm);
    }
    vm_loop_mark(vm);
    CHECK(vm_loop_run(loop) >= 0);
    bool reached = vm_allocation_failed(vm);
    vm_fail_allocation(vm, 0);
    vm_clear_termination(vm);
    const char *wrong = vm_verify(vm);
    if (wrong) {
        printf("allocation %llu: %s\n", (unsigned long long)n, wrong);
        exit(1);
    }
    CHECK_TEXT(vm, vm_require(vm, "./tests/js/modules/commonjs_fixture/both.js"), "js");
    vm_loop_detach(vm);
    vm_destroy(vm);
    vm_loop_free(loop);
    return reached;
}

// args(stress): 41
// With an argument only every so many-th allocation.
int main(int argc, char **argv) {
    uint64_t step = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    vm_isolate *vm = vm_create(NULL);
    vm_loop *loop = vm_loop_new();
    vm_attach_options options = {.uncaught = ignore};
    CHECK(vm && loop);
    check_functions(vm);
    CHECK(vm_loop_attach(loop, vm, &options));
    check_stack(vm);
    check_loader(loop, vm);
    check_files(loop, vm);
    check_json(vm);
    vm_loop_detach(vm);
    vm_destroy(vm);
    vm_loop_free(loop);
    for (uint64_t n = 1; load_failing(n); n += step) {
    }
    return 0;
}
