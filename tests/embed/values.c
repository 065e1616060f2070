// Values in and out, properties, errors, promises, jobs, modules from a host.
#include "support.h"

static vm_value captured_sum(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    double a, b;
    if (!vm_to_double(vm, vm_captured(frame[-1], 0), &a) ||
        !vm_to_double(vm, vm_argument(frame, argc, 0), &b)) {
        return vm_exception();
    }
    return vm_number(a + b + *(int *)vm_function_data(frame[-1]));
}

static void check_values(vm_isolate *vm) {
    CHECK(vm_as_int(vm_number(5)) == 5 && vm_is_int(vm_number(-7)) && !vm_is_int(vm_number(-0.0)));
    CHECK(1 / vm_as_double(vm_number(-0.0)) < 0 && vm_as_double(vm_number(1e300)) == 1e300);
    CHECK(vm_as_double(vm_number(0.0 / 0.0 * 1)) != vm_as_double(vm_number(0.0 / 0.0)) || 1);
    CHECK(vm_type_of(vm_number(0.5)) == VM_NUMBER && vm_type_of(vm_null()) == VM_NULL);
    CHECK(vm_is_nullish(vm_undefined()) && vm_is_nullish(vm_null()) && !vm_is_nullish(vm_bool(false)));
    CHECK(vm_strict_equals(vm, vm_int64(INT64_C(1) << 40), run(vm, "2 ** 40")));
    CHECK_TEXT(vm, vm_number(0.1), "0.1");
    CHECK_TEXT(vm, vm_string(vm, "na\xC3\xAFve \xF0\x9F\x98\x80 \xFF"),
               "na\xC3\xAFve \xF0\x9F\x98\x80 \xEF\xBF\xBD");
    CHECK(vm_string_length(vm_string(vm, "\xF0\x9F\x98\x80")) == 2);
    CHECK_TEXT(vm, vm_string_latin1(vm, (const uint8_t *)"\xE9", 1), "\xC3\xA9");
    CHECK_TEXT(vm, vm_string_utf16(vm, (const uint16_t[]){0x263A, 'x'}, 2), "\xE2\x98\xBAx");
    vm_text text;
    CHECK(vm_string_text(vm, run(vm, "'ab' + 'c'.repeat(100)"), &text) && text.length == 102 &&
          text.latin1[2] == 'c');
    CHECK(vm_string_text(vm, run(vm, "'\\u263A'"), &text) && text.utf16[0] == 0x263A);
    CHECK(vm_string_is(vm, vm_string_format(vm, "%d-%s", 5, "x"), "5-x"));
    CHECK_TEXT(vm, vm_symbol_description(vm_symbol(vm, vm_string(vm, "d"))), "d");
    CHECK(vm_strict_equals(vm, vm_symbol_for(vm, "k"), run(vm, "Symbol.for('k')")));
    bool exact;
    CHECK(vm_bigint_as_int64(run(vm, "-(2n ** 63n)"), &exact) == INT64_MIN && exact);
    CHECK(vm_bigint_as_int64(run(vm, "2n ** 64n + 5n"), &exact) == 5 && !exact);
    CHECK_TEXT(vm, vm_bigint_from_uint64(vm, UINT64_MAX), "18446744073709551615");
    int32_t i;
    CHECK(vm_to_int32(vm, vm_string(vm, " 0x10 "), &i) && i == 16);
    CHECK(!vm_to_int32(vm, vm_symbol(vm, vm_undefined()), &i) && vm_is_error(vm_take_exception(vm)));
    CHECK(vm_loosely_equals(vm, vm_string(vm, "1"), vm_int(1)) == 1 &&
          !vm_same_value(vm, vm_number(-0.0), vm_int(0)));
    CHECK(vm_instance_of(vm, run(vm, "[]"), run(vm, "Array")) == 1);
    static const struct {
        const char *text;
        vm_type type;
    } types[] = {{"[]", VM_ARRAY},
                 {"({})", VM_OBJECT},
                 {"() => 1", VM_FUNCTION},
                 {"class A {}; A", VM_FUNCTION},
                 {"new Map", VM_MAP},
                 {"new Set", VM_SET},
                 {"Promise.resolve()", VM_PROMISE},
                 {"new Error", VM_ERROR},
                 {"Object(1)", VM_BOXED},
                 {"'s'", VM_STRING},
                 {"Symbol()", VM_SYMBOL},
                 {"1n", VM_BIGINT},
                 {"(function*(){})()", VM_GENERATOR},
                 {"[].values()", VM_ITERATOR},
                 {"new WeakMap", VM_WEAK_MAP}};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        CHECK(vm_type_of(run(vm, types[k].text)) == types[k].type);
}

static void check_properties(vm_isolate *vm) {
    vm_value o = vm_object(vm);
    vm_key key = vm_intern(vm, "name");
    CHECK(vm_set(vm, o, "a", vm_int(1)) && vm_set_key(vm, o, key, vm_int(2)) &&
          vm_set_index(vm, o, 3, vm_int(3)));
    CHECK(vm_set(vm, o, "\xC3\xBC", vm_int(4)) && vm_set(vm, o, "12", vm_int(5)));
    CHECK(vm_as_int(vm_get_index(vm, o, 12)) == 5 && vm_as_int(vm_get(vm, o, "name")) == 2);
    CHECK(vm_has(vm, o, "toString") == 1 && vm_has_own(vm, o, key) == 1 && vm_has(vm, o, "zz") == 0);
    CHECK_TEXT(vm, vm_own_keys(vm, o, 0), "3,12,a,name,\xC3\xBC");
    CHECK(vm_delete(vm, o, "a") && vm_has(vm, o, "a") == 0);
    CHECK(vm_define(vm, o, "fixed", vm_int(1), 0));
    CHECK(!vm_set(vm, o, "fixed", vm_int(2)));
    CHECK_TEXT(vm, vm_take_exception(vm),
               "TypeError: Cannot assign to read only property 'fixed' of object '#<Object>'");
    CHECK(!vm_delete(vm, o, "fixed"));
    (void)vm_take_exception(vm);
    static int data = 100;
    vm_value sum = vm_function(vm, captured_sum, "sum", 1, &data);
    vm_capture(vm, sum, 0, vm_int(20));
    CHECK(vm_define_accessor(vm, o, vm_intern(vm, "acc"), sum, vm_undefined(), VM_ENUMERABLE));
    vm_property p;
    CHECK(vm_get_own(vm, o, vm_intern(vm, "acc"), &p) == 1 && p.is_accessor &&
          vm_strict_equals(vm, p.getter, sum));
    vm_value argument = vm_int(3);
    CHECK(vm_as_int(vm_call(vm, sum, vm_undefined(), 1, &argument)) == 123);
    CHECK_TEXT(vm, vm_get(vm, sum, "name"), "sum");
    CHECK_TEXT(vm, vm_call(vm, o, vm_undefined(), 0, NULL), "!TypeError: #<Object> is not a function");
    vm_value array = vm_array(vm, (vm_value[]){vm_int(1), vm_int(2)}, 2);
    uint64_t length;
    CHECK(vm_array_push(vm, array, o) && vm_length(vm, array, &length) && length == 3);
    CHECK_TEXT(vm, vm_invoke(vm, array, "indexOf", 1, (vm_value[]){vm_int(2)}), "1");
    CHECK_TEXT(vm, vm_get(vm, vm_null(), "x"), "!TypeError: Cannot read properties of null (reading 'x')");
    CHECK(vm_set_prototype(vm, o, vm_null()) && vm_is_null(vm_prototype(vm, o)));
    vm_value entries;
    uint64_t count;
    CHECK(vm_entries(vm, run(vm, "new Map([[1, 2], ['a', 'b']])"), 10, &entries, &count) == VM_ENTRIES_PAIRS);
    CHECK_TEXT(vm, entries, "1,2,a,b");
    CHECK(count == 2 && vm_entries(vm, run(vm, "new Set('abc')"), 2, &entries, &count) == VM_ENTRIES_SINGLE);
    CHECK(count == 3);
    CHECK_TEXT(vm, entries, "a,b");
    vm_value iterator = run(vm, "const left = new Set([1, 2, 3]).values(); left.next(); left");
    CHECK(vm_iterated_type(iterator) == VM_SET);
    CHECK(vm_entries(vm, iterator, 10, &entries, &count) == VM_ENTRIES_SINGLE);
    CHECK_TEXT(vm, entries, "2,3");
    CHECK(vm_entries(vm, run(vm, "const key = {}; new WeakMap([[key, 'v']])"), 10, &entries, &count) ==
          VM_ENTRIES_PAIRS);
    CHECK_TEXT(vm, entries, "[object Object],v");
    CHECK(vm_entries(vm, o, 10, &entries, &count) == VM_ENTRIES_NONE);
    vm_value keys = vm_own_keys(vm, run(vm, "Object.assign([1, 2], { a: 1 })"), VM_KEYS_NAMED);
    CHECK_TEXT(vm, keys, "length,a");
    CHECK_TEXT(vm, vm_proxy_handler(run(vm, "new Proxy({}, ['handler'])")), "handler");
    CHECK(vm_function_flags(run(vm, "(class {})")) == VM_FUNCTION_CLASS);
    CHECK(vm_function_flags(run(vm, "async function* f() {}; f")) ==
          (VM_FUNCTION_ASYNC | VM_FUNCTION_GENERATOR));
}

static void check_errors(vm_isolate *vm) {
    vm_error_info info;
    CHECK(vm_is_exception(run(vm, "\n\n  throw new RangeError('far')")));
    CHECK(vm_has_exception(vm));
    vm_value error = vm_take_exception(vm);
    CHECK(!vm_has_exception(vm) && vm_is_error(error));
    vm_error_describe(vm, error, &info);
    CHECK(!strcmp(info.message, "RangeError: far") && !strcmp(info.file, "test.js") && info.line == 3 &&
          info.column == 9);
    CHECK(!strcmp(info.source_line, "  throw new RangeError('far')") && strstr(info.stack, "at test.js:3:9"));
    vm_error_info_free(vm, &info);
    vm_source source = {.text = "let let = 1", .length = 11, .name = "later.js", .line = 40};
    CHECK(!vm_check_syntax(vm, &source, false));
    vm_error_describe(vm, vm_take_exception(vm), &info);
    CHECK(!strncmp(info.message, "SyntaxError: ", 13) && info.line == 40 && info.column == 5);
    vm_error_info_free(vm, &info);
    CHECK(vm_is_exception(vm_throw_range_error(vm, "%d is %s", 5, "much")));
    CHECK_TEXT(vm, vm_take_exception(vm), "RangeError: 5 is much");
    CHECK(vm_is_exception(run(vm, "throw { toString() { throw 1 } }")));
    vm_error_describe(vm, vm_take_exception(vm), &info);
    CHECK(info.message && !vm_has_exception(vm));
    vm_error_info_free(vm, &info);
}

static vm_value uncaught, rejected;
static bool on_uncaught(vm_isolate *vm, vm_value error, void *data) {
    (void)vm, (void)data;
    uncaught = error;
    return true;
}
static int rejections;
static void on_rejection(vm_isolate *vm, vm_value promise, vm_value reason, bool handled_late, void *data) {
    (void)vm, (void)data;
    rejections += handled_late ? 100 : 1;
    rejected = reason;
    CHECK(vm_promise_state(promise) == VM_PROMISE_REJECTED);
}

static void check_promises(vm_isolate *vm) {
    vm_set_uncaught_hook(vm, on_uncaught, NULL);
    vm_set_rejection_hook(vm, on_rejection, NULL);
    vm_value log = run(vm, "globalThis.log = []"), f = run(vm, "(...a) => log.push(a.join('+'))");
    CHECK(vm_enqueue_job(vm, f, 2, (vm_value[]){vm_int(1), vm_int(2)}) &&
          vm_enqueue_tick(vm, f, 1, (vm_value[]){vm_int(3)}));
    CHECK(vm_jobs_pending(vm) && vm_drain(vm, false) && !vm_jobs_pending(vm));
    CHECK_TEXT(vm, log, "3,1+2");
    vm_value p = vm_promise(vm);
    CHECK(vm_promise_react(vm, p, f, vm_undefined()) && vm_promise_state(p) == VM_PROMISE_PENDING);
    CHECK(vm_promise_resolve(vm, p, run(vm, "Promise.resolve('adopted')")) && vm_drain(vm, false));
    CHECK(vm_promise_resolve(vm, p, vm_int(1)) && vm_promise_state(p) == VM_PROMISE_FULFILLED);
    CHECK_TEXT(vm, vm_promise_result(p), "adopted");
    CHECK_TEXT(vm, log, "3,1+2,adopted");
    vm_value bad = vm_promise(vm);
    CHECK(vm_promise_reject(vm, bad, vm_int(5)) && vm_drain(vm, false) && rejections == 1 &&
          vm_as_int(rejected) == 5);
    CHECK(vm_promise_react(vm, bad, vm_undefined(), f) && vm_drain(vm, false) && rejections == 101);
    vm_value fine = vm_promise(vm);
    vm_promise_set_handled(fine);
    CHECK(vm_promise_reject(vm, fine, vm_int(6)) && vm_drain(vm, false) && rejections == 101);
    CHECK(vm_enqueue_job(vm, run(vm, "() => { throw 'lost' }"), 0, NULL) &&
          vm_enqueue_job(vm, f, 1, (vm_value[]){vm_int(9)}));
    CHECK(vm_drain(vm, false));
    CHECK_TEXT(vm, uncaught, "lost");
    vm_set_uncaught_hook(vm, NULL, NULL);
    CHECK(vm_enqueue_job(vm, run(vm, "() => { throw 'pending' }"), 0, NULL) && !vm_drain(vm, false));
    CHECK_TEXT(vm, vm_take_exception(vm), "pending");
}

static vm_value load(vm_isolate *vm, vm_value referrer, vm_value specifier, vm_value attributes, void *data) {
    (void)attributes;
    vm_root *host_module = data;
    CHECK(vm_string_is(vm, vm_module_name(referrer), "main.mjs"));
    if (vm_string_is(vm, specifier, "host")) return host_module->value;
    return vm_throw_error(vm, VM_ERROR_PLAIN, "no module of that name");
}

static bool fill_meta(vm_isolate *vm, vm_value module, vm_value meta, void *data) {
    (void)data;
    return vm_set(vm, meta, "name", vm_module_name(module));
}

static void check_modules(vm_isolate *vm) {
    vm_root root;
    vm_root_add(vm, &root, vm_module_create(vm));
    vm_module_hooks hooks = {.load = load, .meta = fill_meta, .data = &root};
    vm_set_module_hooks(vm, &hooks);
    CHECK(vm_module_export(vm, root.value, "answer", vm_int(42)) &&
          vm_module_export(vm, root.value, "default", vm_int(7)));
    static const char text[] = "import seven, { answer } from 'host';\n"
                               "export let sum = seven + answer; export const where = import.meta.name;\n"
                               "export const failed = await import('absent').catch(e => e.message);";
    vm_source source = {.text = text, .length = sizeof text - 1, .name = "main.mjs"};
    vm_value module = vm_module_compile(vm, &source);
    vm_collect(vm);
    CHECK(!vm_is_exception(module) && vm_module_link(vm, module));
    vm_value promise = vm_module_evaluate(vm, module);
    CHECK(vm_is_promise(promise) && vm_drain(vm, true) && vm_promise_state(promise) == VM_PROMISE_FULFILLED);
    vm_value names = vm_module_namespace(vm, module);
    CHECK_TEXT(vm, vm_get(vm, names, "sum"), "49");
    CHECK_TEXT(vm, vm_get(vm, names, "where"), "main.mjs");
    CHECK_TEXT(vm, vm_get(vm, names, "failed"), "no module of that name");
    vm_module_set_data(vm, module, vm_int(3));
    CHECK(vm_as_int(vm_module_data(module)) == 3);
    vm_root_remove(&root);
    vm_root_remove(&root);
}

static void check_realms(vm_isolate *vm) {
    vm_value realm = vm_realm_create(vm), before = vm_realm_enter(vm, realm);
    vm_value other = run(vm, "var onlyHere = 1; [onlyHere]");
    (void)vm_realm_enter(vm, before);
    CHECK_TEXT(vm, run(vm, "typeof onlyHere"), "undefined");
    CHECK(vm_is_array(other) && vm_instance_of(vm, other, run(vm, "Array")) == 0);
}

int main(void) {
    vm_isolate *vm = vm_create(&(vm_options){.data = &rejections});
    CHECK(vm_data(vm, VM_DATA_HOST) == &rejections && vm_data(vm, VM_DATA_RUNTIME) == NULL);
    CHECK(!strcmp(vm_version(), VM_VERSION));
    check_values(vm);
    check_properties(vm);
    check_errors(vm);
    check_promises(vm);
    check_modules(vm);
    check_realms(vm);
    vm_value script =
        vm_compile(vm, &(vm_source){.text = "var runs = (globalThis.runs ?? 0) + 1", .length = 37});
    for (int i = 0; i < 3; i++)
        CHECK(!vm_is_exception(vm_run(vm, script)));
    CHECK_TEXT(vm, run(vm, "runs"), "3");
    char *listing = vm_disassemble(vm, script, NULL);
    CHECK(listing && strlen(listing) > 20);
    vm_free(vm, listing);
    CHECK(!vm_verify(vm));
    vm_destroy(vm);
    return 0;
}
