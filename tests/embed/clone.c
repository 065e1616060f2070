// Structured clone between two isolates: every kind of value, identity, transfer, getters, hooks, depth,
// limits, interruption, and the failure of any allocation on either side.
#include "support.h"

static vm_isolate *sender, *receiver;

// What the sender's expression evaluates to becomes the receiver's variable `x`.
static bool send_with(const char *expression, const vm_clone_options *options) {
    vm_value value = run(sender, expression);
    if (vm_is_exception(value)) {
        return false;
    }
    vm_value copy = vm_clone(sender, receiver, value, options);
    vm_keep(value);
    CHECK(receiver == sender || !vm_has_exception(receiver));
    CHECK(vm_is_exception(copy) == vm_has_exception(sender));
    CHECK(!vm_verify(sender) && !vm_verify(receiver));
    return !vm_is_exception(copy) && vm_set(receiver, vm_global(receiver), "x", copy);
}

static bool send(const char *expression) { return send_with(expression, NULL); }

static const struct {
    const char *sent, *looked_at, *expected;
} copies[] = {
    {"undefined", "String(x)", "undefined"},
    {"-0", "Object.is(x, -0)", "true"},
    {"'text \\u20ac ' + 'y'.repeat(100)", "x.length + x.slice(0, 8)", "107text \xe2\x82\xac y"},
    {"'a'.repeat(300) + 'b'.repeat(300)", "x.length + x[299] + x[300]", "600ab"},
    {"-(2n ** 100n)", "x === -(2n ** 100n)", "true"},
    {"[1, , 'three', [4n, null]]", "x.length + ',' + (1 in x) + ',' + x[2] + ',' + x[3][0]",
     "4,false,three,4"},
    {"Object.assign([1], {name: 'n'})", "x.name + x[0] + Object.keys(x)", "n10,name"},
    {"[, , ,]", "x.length + ':' + Object.keys(x)", "3:"},
    {"(() => { let a = []; a[4294967294 - 1] = 7; return a; })()", "x.length + ',' + x[4294967293]",
     "4294967294,7"},
    {"({b: 1, a: {c: [2]}, 5: 'five', 'k\\u20ac': 6})", "JSON.stringify(x)",
     "{\"5\":\"five\",\"b\":1,\"a\":{\"c\":[2]},\"k\xe2\x82\xac\":6}"},
    {"JSON.parse('{\"__proto__\": 1}')", "Object.hasOwn(x, '__proto__') && x.__proto__ === 1", "true"},
    {"new (class A { #p = 1; y = 2; get z() { return 3; } })",
     "JSON.stringify(x) + (Object.getPrototypeOf(x) === Object.prototype)", "{\"y\":2}true"},
    {"Object.freeze({a: 1})", "x.a = 2, x.a + String(Object.isFrozen(x))", "2false"},
    {"({get a() { return 'got'; }, [Symbol('s')]: 1})",
     "JSON.stringify(Object.getOwnPropertyDescriptors(x)) + Object.getOwnPropertySymbols(x).length",
     "{\"a\":{\"value\":\"got\",\"writable\":true,\"enumerable\":true,\"configurable\":true}}0"},
    {"Object.fromEntries(Array.from({length: 300}, (_, i) => ['k' + i, i]))",
     "Object.keys(x).length + ',' + x.k299", "300,299"},
    {"[Object(true), Object(1.5), Object('s'), Object(3n)]",
     "x.map(b => typeof b + typeof b.valueOf() + b).join()",
     "objectbooleantrue,objectnumber1.5,objectstrings,objectbigint3"},
    {"[new Date(86400000), new Date(NaN)]", "x[0].toISOString() + x[1].getTime()",
     "1970-01-02T00:00:00.000ZNaN"},
    {"Object.assign(/a(?<n>b)/giu, {lastIndex: 3})", "x.exec('AB').groups.n + x.flags + x.source",
     "Bgiua(?<n>b)"},
    {"new Map([[1, 'one'], [{k: 1}, new Set([NaN, 'm', [5]])]])",
     "[...x].map(([k, v]) => JSON.stringify(k) + (v instanceof Set ? [...v].join('|') : v)).join()",
     "1one,{\"k\":1}NaN|m|5"},
    {"new Uint8Array([1, 2, 3]).subarray(1)", "x.join() + ',' + x.byteOffset + ',' + x.buffer.byteLength",
     "2,3,1,3"},
    {"(() => { let b = new ArrayBuffer(16); return [new DataView(b, 8), new Float64Array(b), b]; })()",
     "x[0].setFloat64(0, 2.5, true), x[1][1] + ',' + (x[0].buffer === x[2]) + x[0].byteLength", "2.5,true8"},
    {"new Uint16Array(new ArrayBuffer(8, {maxByteLength: 16}))",
     "x.buffer.resize(12), x.length + ',' + x.buffer.maxByteLength", "6,16"},
    {"var shared = new Int32Array(new SharedArrayBuffer(8)); shared",
     "x[1] = 77, x.buffer instanceof SharedArrayBuffer", "true"},
    {"new RangeError('m', {cause: {deep: 1}})",
     "x instanceof RangeError && x.message + x.cause.deep + Object.keys(x).length + "
     "x.stack.startsWith('RangeError: m\\n    at ')",
     "m10true"},
    {"Object.assign(new Error('m'), {name: 'Strange', code: 1, stack: 'given'})", "x.name + x.stack + x.code",
     "Errorgivenundefined"},
    {"new AggregateError([new TypeError('t')], 'm')", "x.name + x.errors[0].name", "AggregateErrorTypeError"},
    {"Object.create(Error.prototype)", "x instanceof Error", "false"},
    {"var o = {m: new Map()}; o.self = o; o.m.set(o, o); o.twice = [o.m, o.m]; o",
     "x.self === x && x.m.get(x) === x && x.twice[0] === x.twice[1]", "true"},
    {"[Math, JSON, Object.prototype]", "JSON.stringify(x)", "[{},{},{}]"},
};

static void kinds(void) {
    for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
        CHECK(send(copies[i].sent));
        CHECK_TEXT(receiver, run(receiver, copies[i].looked_at), copies[i].expected);
    }
    CHECK_TEXT(sender, run(sender, "shared[1]"), "77");
}

static const struct {
    const char *sent, *error;
} refusals[] = {
    {"() => {}", "DataCloneError: () => {} could not be cloned."},
    {"({a: [Symbol('x')]})", "DataCloneError: Symbol(x) could not be cloned."},
    {"Promise.resolve()", "DataCloneError: #<Promise> could not be cloned."},
    {"new Proxy({}, {})", NULL},
    {"new WeakMap", "DataCloneError: #<WeakMap> could not be cloned."},
    {"new Map([[1, class A {}]])", "DataCloneError: class A {} could not be cloned."},
    {"(function () { return arguments; })()", NULL},
    {"(function* () {})()", NULL},
    {"[][Symbol.iterator]()", NULL},
    {"Object(Symbol())", NULL},
    {"new WeakRef({})", NULL},
    {"var gone = new Uint8Array(8); gone.buffer.transfer(); gone",
     "DataCloneError: An ArrayBuffer is detached and could not be cloned."},
    {"({get a() { throw 'thrown by a getter'; }})", "thrown by a getter"},
    {"var e = new Error('x'); Object.defineProperty(e, 'name', {get() { throw 'name'; }}); e", "name"},
};

static void errors(void) {
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        CHECK(!send(refusals[i].sent));
        vm_value error = vm_take_exception(sender);
        if (refusals[i].error) {
            CHECK_TEXT(sender, error, refusals[i].error);
        } else {
            CHECK_TEXT(sender, vm_get(sender, error, "name"), "DataCloneError");
        }
    }
}

// Getters see the order of the standard, and may change what is being copied.
static void changes(void) {
    CHECK(send("var log = []; var note = (k, v) => ({get() { log.push(k); return v; }, enumerable: true});"
               "var inner = Object.defineProperties({}, {b: note('b', 1), c: note('c', 2)});"
               "Object.defineProperties({}, {a: note('a', inner), d: note('d', inner)})"));
    CHECK_TEXT(sender, run(sender, "log.join()"), "a,b,c,d");
    CHECK_TEXT(receiver, run(receiver, "x.a === x.d && x.a.b + x.a.c"), "3");
    CHECK(send("var o = {first: {get g() { delete o.second; o.third = 'new'; o.fourth = 'late'; return 1; }},"
               " second: 2, third: 3}; o"));
    CHECK_TEXT(receiver, run(receiver, "JSON.stringify(x)"), "{\"first\":{\"g\":1},\"third\":\"new\"}");
    CHECK(send("var a = [{get g() { a.length = 2; return 1; }}, 'kept', 'dropped']; a"));
    CHECK_TEXT(receiver, run(receiver, "JSON.stringify(x) + (2 in x)"), "[{\"g\":1},\"kept\",null]false");
    CHECK(send("var m = new Map(); m.set({get g() { m.clear(); return 1; }}, 1).set(2, 3); m"));
    CHECK_TEXT(receiver, run(receiver, "x.size"), "2");
    // A getter that makes garbage: addresses may not be mistaken for those of objects that have died.
    CHECK(send("({get a() { return Array.from({length: 50}, (_, i) => ({get v() { return {i}; }})); }})"));
    CHECK_TEXT(receiver, run(receiver, "x.a.every((e, i) => e.v.i === i)"), "true");
}

static void transfer(void) {
    vm_value list[2];
    list[0] = run(sender, "var moved = new ArrayBuffer(8, {maxByteLength: 16}); moved");
    list[1] = run(sender, "var other = new Uint8Array([5, 6, 7, 8]); other.buffer");
    vm_clone_options options = {.transfer = list, .transfer_count = 2};
    CHECK(send_with("({view: new Uint8Array(moved, 4), moved, part: other.subarray(1), other})", &options));
    CHECK_TEXT(sender, run(sender, "[moved.detached, other.length, other.buffer.detached].join()"),
               "true,0,true");
    CHECK_TEXT(receiver,
               run(receiver, "x.moved.resize(12); x.view[0] = 9;"
                             "[x.view.length, new Uint8Array(x.moved)[4], x.part, x.other[0],"
                             " x.part.buffer === x.other.buffer].join()"),
               "8,9,6,7,8,5,true");
    // The same buffers again: they are detached now.
    CHECK(!send_with("1", &options));
    CHECK_TEXT(sender, vm_get(sender, vm_take_exception(sender), "name"), "DataCloneError");
    // None is taken when anything fails.
    list[0] = run(sender, "moved = new ArrayBuffer(8); moved");
    options.transfer_count = 1;
    CHECK(!send_with("[moved, () => {}]", &options));
    (void)vm_take_exception(sender);
    CHECK_TEXT(sender, run(sender, "moved.byteLength"), "8");
    list[1] = list[0];
    options.transfer_count = 2;
    CHECK(!send_with("moved", &options));
    CHECK_TEXT(sender, vm_take_exception(sender),
               "DataCloneError: Transfer list contains duplicate ArrayBuffer");
    list[0] = run(sender, "new SharedArrayBuffer(8)");
    options.transfer_count = 1;
    CHECK(!send_with("1", &options));
    CHECK_TEXT(sender, vm_get(sender, vm_take_exception(sender), "name"), "DataCloneError");
}

// Functions become their names; promises are refused; the rest fails in a way of its own.
static int name_functions(vm_isolate *from, vm_isolate *to, vm_value value, vm_value *result, void *data) {
    ++*(int *)data;
    if (vm_type_of(value) == VM_PROMISE) {
        return 0;
    }
    if (!vm_is_function(value)) {
        vm_throw_type_error(from, "No way for a %s", "thing");
        return -1;
    }
    char *name = vm_to_utf8(from, vm_get(from, value, "name"), NULL);
    CHECK(name);
    vm_value symbol = vm_symbol(to, vm_string(to, name));
    vm_free(from, name);
    *result = symbol;
    return 1;
}

static vm_value number_errors(vm_isolate *from, vm_value message, void *data) {
    (void)message;
    (void)data;
    return vm_error(from, VM_ERROR_RANGE, "own error");
}

static void hooks(void) {
    int calls = 0;
    vm_clone_options options = {.special = name_functions, .error = number_errors, .data = &calls};
    CHECK(send_with("var f = function f1() {}; ({f, again: f, map: new Map([[f, class C {}]])})", &options));
    CHECK_TEXT(
        receiver,
        run(receiver, "x.f === x.again && x.map.has(x.f) && x.f.toString() + x.map.get(x.f).description"),
        "Symbol(f1)C");
    CHECK(calls == 2);
    CHECK(!send_with("[Promise.resolve()]", &options));
    CHECK_TEXT(sender, vm_take_exception(sender), "RangeError: own error");
    CHECK(!send_with("new WeakSet", &options));
    CHECK_TEXT(sender, vm_take_exception(sender), "TypeError: No way for a thing");
}

static void depth(int levels) {
    char text[200];
    snprintf(text, sizeof text,
             "var d = {}; for (let i = 0, o = d; i < %d; i++) { const n = {}; "
             "o.a = i %% 3 ? n : i %% 2 ? [n] : new Map([[n, n]]); o = n; } d",
             levels);
    CHECK(send(text));
    CHECK_TEXT(receiver,
               run(receiver, "let n = 0; for (let o = x; o.a; n++) { o = o.a; "
                             "o = Array.isArray(o) ? o[0] : o instanceof Map ? [...o.keys()][0] : o; } n"),
               (snprintf(text, sizeof text, "%d", levels), text));
}

static void limits(void) {
    // The receiver's limit is an error of the sender; both go on.
    vm_set_memory_limit(receiver, 8 << 20);
    CHECK(!send("Array.from({length: 100000}, (_, i) => ({i, text: 'number ' + i}))"));
    CHECK_TEXT(sender, vm_take_exception(sender), "RangeError: Out of memory");
    CHECK(!send("new ArrayBuffer(16 << 20)"));
    CHECK_TEXT(sender, vm_take_exception(sender), "RangeError: Out of memory");
    vm_value moved = run(sender, "var moved = new ArrayBuffer(16 << 20); moved");
    vm_clone_options options = {.transfer = &moved, .transfer_count = 1};
    CHECK(!send_with("moved", &options));
    CHECK_TEXT(sender, vm_take_exception(sender), "RangeError: Out of memory");
    CHECK_TEXT(sender, run(sender, "moved.byteLength"), "16777216");
    CHECK(vm_set(receiver, vm_global(receiver), "x", vm_undefined()));
    vm_collect(receiver);
    vm_set_memory_limit(receiver, 0);
    if (vm_termination(receiver)) {
        vm_clear_termination(receiver);
    }
    CHECK(send("[1, 2, 3]"));
    CHECK_TEXT(receiver, run(receiver, "x"), "1,2,3");
    // A receiver that has been terminated takes nothing.
    vm_value stopped = vm_terminate_now(receiver);
    CHECK(vm_is_exception(stopped));
    vm_value copy = vm_clone(sender, receiver, run(sender, "[]"), NULL);
    CHECK(vm_is_exception(copy));
    CHECK_TEXT(sender, vm_take_exception(sender), "Error: The receiving isolate has been terminated");
    vm_clear_termination(receiver);
}

static void interruption(void) {
    vm_value value = run(sender, "var big = Array.from({length: 20000}, (_, i) => [i]); big");
    vm_terminate(sender);
    vm_value copy = vm_clone(sender, receiver, value, NULL);
    CHECK(vm_is_exception(copy) && vm_termination(sender) == VM_TERMINATED);
    vm_clear_termination(sender);
    CHECK(send("'alive'"));
}

// Fails each allocation of one side in turn, until a clone needs none that fails.
static void failures(vm_isolate *failing) {
    vm_value value =
        run(sender, "({a: [1, {b: 'text'.repeat(40)}], m: new Map([[{}, new Set([1n])]]),"
                    " e: new TypeError('x', {cause: []}), r: /x+/g, d: new Date(0),"
                    " u: new Uint16Array(3), k: Object.fromEntries([...'abcdefgh'].entries())})");
    CHECK(!vm_is_exception(value));
    for (uint64_t n = 1;; n++) {
        CHECK(n < 100000);
        vm_fail_allocation(failing, n);
        vm_value copy = vm_clone(sender, receiver, value, NULL);
        vm_fail_allocation(failing, 0);
        bool failed = vm_allocation_failed(failing);
        CHECK(receiver == sender || !vm_has_exception(receiver));
        if (!vm_is_exception(copy)) {
            CHECK(vm_set(receiver, vm_global(receiver), "x", copy));
            CHECK_TEXT(receiver, run(receiver, "x.a[1].b.length + x.e.message + x.k[7]"), "160xh");
            if (!failed) {
                break;
            }
        } else {
            CHECK(failed);
            CHECK_TEXT(sender, vm_get(sender, vm_take_exception(sender), "name"), "RangeError");
        }
    }
    vm_keep(value);
    CHECK(!vm_verify(sender) && !vm_verify(receiver));
}

// args(stress): 3000
int main(int argc, char **argv) {
    sender = vm_create(NULL);
    receiver = vm_create(NULL);
    CHECK(sender && receiver);
    for (int pass = 0; pass < 2; pass++) { // the second within one isolate
        kinds();
        errors();
        changes();
        transfer();
        hooks();
        depth(argc > 1 ? atoi(argv[1]) : 100000);
        if (!pass) {
            limits();
            failures(sender);
            failures(receiver);
        } else {
            failures(sender);
        }
        interruption();
        if (!pass) {
            vm_destroy(receiver);
            receiver = sender;
        }
    }
    vm_destroy(sender);
    return 0;
}
