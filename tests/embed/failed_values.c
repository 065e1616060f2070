// The result of a call that failed, given to another call: its error stays, and nothing is stored. A native
// that fails without an error. Script that goes on after its loop has gone.
#include <errno.h>
#include <vm_runtime.h>

#include "support.h"

static vm_value failure(vm_isolate *vm) { return run(vm, "throw new Error('first')"); }

#define CHECK_FIRST(vm, call)                                                                                \
    do {                                                                                                     \
        CHECK(!(call));                                                                                      \
        CHECK_TEXT(vm, vm_exception(), "!Error: first");                                                     \
    } while (0)

static vm_value fail_silently(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm, (void)frame, (void)argc;
    return vm_exception();
}

static void nested_calls(vm_isolate *vm) {
    vm_value global = vm_global(vm), promise = vm_promise(vm), failed = failure(vm);
    vm_take_exception(vm);
    vm_key key = vm_intern(vm, "key");
    double number;

    CHECK_TEXT(vm, vm_get(vm, failure(vm), "name"), "!Error: first");
    CHECK_TEXT(vm, vm_to_string(vm, failure(vm)), "!Error: first");
    CHECK_TEXT(vm, vm_throw(vm, failure(vm)), "!Error: first");
    CHECK_TEXT(vm, vm_string_concat(vm, vm_string(vm, "a"), failure(vm)), "!Error: first");
    CHECK_TEXT(vm, vm_call(vm, failure(vm), vm_undefined(), 0, NULL), "!Error: first");
    CHECK_TEXT(vm, vm_object_with_prototype(vm, failure(vm)), "!Error: first");
    CHECK_TEXT(vm, vm_clone(vm, vm, failure(vm), NULL), "!Error: first");
    CHECK_TEXT(vm, vm_module_evaluate(vm, failure(vm)), "!Error: first");
    CHECK_TEXT(vm, (failure(vm), vm_array(vm, &failed, 1)), "!Error: first");
    CHECK_TEXT(vm, (failure(vm), vm_invoke(vm, global, "String", 1, &failed)), "!Error: first");
    CHECK_TEXT(vm, (failure(vm), vm_construct(vm, vm_get(vm, global, "Set"), 1, &failed)), "!Error: first");
    CHECK_FIRST(vm, vm_set(vm, global, "stored", failure(vm)));
    CHECK_FIRST(vm, vm_set_index(vm, global, 1, failure(vm)));
    CHECK_FIRST(vm, vm_define(vm, global, "stored", failure(vm), VM_DEFAULT));
    CHECK_FIRST(vm, vm_define_accessor(vm, global, key, failure(vm), vm_undefined(), VM_DEFAULT));
    CHECK_FIRST(vm, vm_array_push(vm, vm_array(vm, NULL, 0), failure(vm)));
    CHECK_FIRST(vm, vm_to_double(vm, failure(vm), &number));
    CHECK_FIRST(vm, vm_enqueue_job(vm, failure(vm), 0, NULL));
    CHECK_FIRST(vm, vm_promise_resolve(vm, promise, failure(vm)));
    CHECK_FIRST(vm, vm_promise_reject(vm, promise, failure(vm)));
    CHECK(vm_promise_state(promise) == VM_PROMISE_PENDING);
    CHECK_TEXT(vm, run(vm, "'stored' in globalThis || 1 in globalThis || 'key' in globalThis"), "false");

    // Without an error there is a new one.
    CHECK_TEXT(vm, vm_get(vm, failed, "name"),
               "!TypeError: The result of a call that failed was given as a value");
}

static void silent_native(vm_isolate *vm) {
    static const char expected[] = "TypeError: A native function has failed without an error";
    CHECK(vm_set(vm, vm_global(vm), "fail", vm_function(vm, fail_silently, NULL, 0, NULL)));
    CHECK_TEXT(vm, run(vm, "try { fail() } catch (error) { String(error) }"), expected);
    CHECK_TEXT(vm, run(vm, "try { [1].map(fail) } catch (error) { String(error) }"), expected);
    CHECK_TEXT(vm, run(vm, "fail.name"), "");
}

static int destroyed = 1;

static vm_value destroy_loop(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    destroyed = vm_loop_free(vm_loop_of(vm));
    return vm_int(vm_loop_run(vm_loop_of(vm)));
}

static void without_loop(vm_isolate *vm) {
    static const char *const calls[] = {"console.log(1)",       "console.error({})",   "process.exitCode",
                                        "process.exitCode = 1", "process.exit()",      "process.argv",
                                        "process.uptime()",     "setTimeout(() => {})"};
    vm_loop *loop = vm_loop_new();
    CHECK(loop && vm_loop_attach(loop, vm, NULL));
    CHECK(vm_set(vm, vm_global(vm), "destroy", vm_function(vm, destroy_loop, "destroy", 0, NULL)));
    CHECK_TEXT(vm,
               run(vm, "var result; setTimeout(() => { result = destroy() }, 1); setTimeout(() => {}, 2); 1"),
               "1");
    CHECK(vm_loop_run(loop) == 0 && destroyed == -EBUSY);
    CHECK(vm_as_int(vm_get(vm, vm_global(vm), "result")) == -EBUSY);
    CHECK(vm_loop_free(loop) == 0 && !vm_loop_of(vm));
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        CHECK_TEXT(vm, run(vm, calls[i]), "!TypeError: The isolate is not attached to a loop");
    }
}

int main(void) {
    vm_isolate *vm = vm_create(NULL);
    CHECK(vm);
    nested_calls(vm);
    silent_native(vm);
    without_loop(vm);
    vm_destroy(vm);
    return 0;
}
