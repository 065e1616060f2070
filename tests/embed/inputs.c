// Inputs of a dialogue, places that a hook translates, and what stacks leave out.
#include "support.h"

static vm_isolate *vm;
static bool awaits, incomplete;

static vm_value compile_input(const char *text) {
    vm_source source = {.text = text, .length = strlen(text), .name = "input"};
    return vm_compile_input(vm, &source, &awaits, &incomplete);
}

static vm_value input(const char *text) {
    vm_value script = compile_input(text);
    return vm_is_exception(script) ? script : vm_run(vm, script);
}

static bool place_hook(vm_isolate *isolate, const vm_source *script, uint32_t line, uint32_t column,
                       vm_place *out, void *data) {
    (void)isolate;
    if (strcmp(script->name, "generated.js") || !strstr(script->text, "new Error")) {
        return false;
    }
    *out = (vm_place){data, line + 100, column + 1000, "the original", 8};
    return true;
}

static vm_value thrower(vm_isolate *isolate, vm_value *frame, uint32_t argc) {
    return vm_call(isolate, vm_argument(frame, argc, 0), vm_undefined(), 0, NULL);
}

static void inputs(void) {
    CHECK_TEXT(vm, input("let x = 1; const c = 2; class K { }; x"), "1");
    CHECK_TEXT(vm, input("function read() { return x }; read()"), "1");
    CHECK_TEXT(vm, input("let x = 5, c = 6; c++"), "6"); // c is no constant any more
    CHECK_TEXT(vm, input("read() + c"), "12");
    CHECK_TEXT(vm, run(vm, "let x = 1"), "!SyntaxError: Identifier 'x' has already been declared");
    vm_value names = vm_lexical_names(vm);
    CHECK_TEXT(vm, vm_invoke(vm, names, "join", 0, NULL), "x,c,K");

    static const char *const unfinished[] = {"(", "function f() {", "`a", "/* a", "x =", "[1,", "if (x)"};
    for (size_t i = 0; i < sizeof unfinished / sizeof *unfinished; i++) {
        CHECK(vm_is_exception(compile_input(unfinished[i])) && incomplete);
        (void)vm_take_exception(vm);
    }
    CHECK(vm_is_exception(compile_input("let let")) && !incomplete);
    (void)vm_take_exception(vm);

    CHECK_TEXT(vm, input("var await_is_a_name = 1; var await = 2; await"), "2");
    CHECK(!awaits);
    vm_value promise = input("const later = await 40; later + 2");
    CHECK(awaits && vm_is_promise(promise));
    CHECK(vm_drain(vm, false));
    CHECK(vm_promise_state(promise) == VM_PROMISE_FULFILLED);
    CHECK_TEXT(vm, vm_promise_result(promise), "42");
    CHECK_TEXT(vm, input("later"), "40");
}

static void places(void) {
    static const char generated[] = "function f() { return new Error('e') }\nf()";
    vm_source source = {.text = generated, .length = strlen(generated), .name = "generated.js"};
    vm_set_place_hook(vm, place_hook, (void *)"original.ts");
    vm_value error = vm_eval(vm, &source);
    CHECK_TEXT(vm, vm_get(vm, error, "stack"),
               "Error: e\n    at f (original.ts:101:1023)\n    at original.ts:102:1001");
    vm_error_info info;
    vm_error_describe(vm, error, &info);
    CHECK(!strcmp(info.file, "original.ts") && info.line == 101 && info.column == 1023);
    CHECK(!strcmp(info.source_line, "the orig"));
    vm_error_info_free(vm, &info);
    vm_set_place_hook(vm, NULL, NULL);
    CHECK_TEXT(vm, vm_get(vm, vm_eval(vm, &source), "stack"),
               "Error: e\n    at f (generated.js:1:23)\n    at generated.js:2:1");
}

static void hidden(void) {
    static const char own[] = "function own(f) { return f() }";
    vm_source source = {.text = own, .length = strlen(own), .name = "own.js", .internal = true};
    CHECK(!vm_is_exception(vm_eval(vm, &source)));
    vm_value native = vm_function(vm, thrower, "thrower", 1, NULL);
    CHECK(vm_set(vm, vm_global(vm), "thrower", native));
    CHECK_TEXT(vm, run(vm, "own(() => thrower(() => new Error('e'))).stack"),
               "Error: e\n    at test.js:1:25\n    at test.js:1:11\n    at test.js:1:1");

    // A value that is no error has the place of the throw.
    CHECK(vm_is_exception(run(vm, "\n  throw 'text'")));
    vm_error_info info;
    vm_error_describe(vm, vm_take_exception(vm), &info);
    CHECK(!strcmp(info.message, "text") && info.line == 2 && info.column == 3);
    vm_error_info_free(vm, &info);
    vm_error_describe(vm, vm_int(7), &info);
    CHECK(!info.line && !info.file);
    vm_error_info_free(vm, &info);
}

int main(void) {
    vm = vm_create(NULL);
    CHECK(vm);
    inputs();
    places();
    hidden();
    vm_destroy(vm);
    return 0;
}
