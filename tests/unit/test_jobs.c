// The continuation queue: order, growth, ticks before microtasks, survival of collections, failing
// allocations.
#include <check.h>
#include <stdlib.h>

#include "exec/function_create.h"
#include "exec/isolate.h"
#include "exec/jobs.h"
#include "object/isolate.h"
#include "run_suite.h"

static vm_isolate *vm;
static int calls[100000], call_count;

static vm_value record(vm_isolate *isolate, vm_value *frame, uint32_t argc) {
    (void)isolate, (void)argc;
    calls[call_count++] = (int)native_callee(frame)->data;
    return VALUE_UNDEFINED;
}

static struct object *recorder(int number) {
    struct native_function *f =
        native_closure_create(vm, record, 0, (uint64_t)number, VALUE_UNDEFINED, VALUE_UNDEFINED);
    ck_assert_ptr_nonnull(f);
    return &f->object;
}

static void microtask(int number) {
    ck_assert(jobs_enqueue(vm, JOB_CALLBACK, recorder(number), VALUE_UNDEFINED));
}
static void tick(int number) { ck_assert(jobs_enqueue_tick(vm, recorder(number), VALUE_UNDEFINED)); }

// A job that queues a tick and a microtask behind itself.
static vm_value nest(vm_isolate *isolate, vm_value *frame, uint32_t argc) {
    record(isolate, frame, argc);
    int number = (int)native_callee(frame)->data;
    microtask(number * 10 + 1);
    tick(number * 10 + 2);
    return VALUE_UNDEFINED;
}

static void setup(void) {
    vm = isolate_create();
    ck_assert_ptr_nonnull(vm);
    call_count = 0;
}
static void teardown(void) { isolate_destroy(vm); }

START_TEST(jobs_run_in_order_through_growth) {
    for (int i = 0; i < 1000; i++) {
        microtask(i);
    }
    ck_assert(jobs_drain(vm, true));
    ck_assert_int_eq(call_count, 1000);
    for (int i = 0; i < 1000; i++) {
        ck_assert_int_eq(calls[i], i);
    }
    ck_assert(!jobs_pending(vm));
}
END_TEST

START_TEST(ticks_come_before_microtasks) {
    microtask(3);
    tick(1);
    microtask(4);
    tick(2);
    ck_assert(jobs_drain(vm, false));
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(calls[i], i + 1);
    }
}
END_TEST

START_TEST(a_continuation_finishes_the_microtasks_first) {
    tick(3);
    microtask(1);
    microtask(2);
    ck_assert(jobs_drain(vm, true));
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(calls[i], i + 1);
    }
}
END_TEST

START_TEST(jobs_may_queue_jobs) {
    struct native_function *f = native_closure_create(vm, nest, 0, 1, VALUE_UNDEFINED, VALUE_UNDEFINED);
    ck_assert(jobs_enqueue(vm, JOB_CALLBACK, f, VALUE_UNDEFINED));
    microtask(2);
    ck_assert(jobs_drain(vm, true));
    int expected[] = {1, 2, 11, 12};
    ck_assert_int_eq(call_count, 4);
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(calls[i], expected[i]);
    }
}
END_TEST

START_TEST(queued_jobs_survive_collections) {
    for (int i = 0; i < 200; i++) {
        microtask(i);
        if (i % 50 == 0) {
            i % 100 ? heap_collect_full(&vm->heap) : heap_collect_young(&vm->heap);
        }
    }
    heap_collect_young(&vm->heap);
    heap_collect_full(&vm->heap);
    ck_assert_ptr_null(heap_verify(&vm->heap));
    ck_assert(jobs_drain(vm, true));
    ck_assert_int_eq(call_count, 200);
    ck_assert_int_eq(calls[199], 199);
}
END_TEST

START_TEST(a_refused_allocation_is_an_error_and_loses_nothing) {
    int queued = 0;
    for (uint64_t n = 1; n < 200; n++) {
        vm->memory.fail_countdown = n;
        bool ok = true;
        for (int i = 0; ok && i < 300; i++) {
            struct native_function *f =
                native_closure_create(vm, record, 0, 7, VALUE_UNDEFINED, VALUE_UNDEFINED);
            ok = f && jobs_enqueue(vm, JOB_CALLBACK, f, VALUE_UNDEFINED);
            queued += ok;
        }
        vm->memory.fail_countdown = 0;
        if (ok) break;
        ck_assert(!value_is_empty(vm->exception));
        vm->exception = VALUE_EMPTY;
    }
    ck_assert(jobs_drain(vm, true));
    ck_assert_int_eq(call_count, queued);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("jobs");
    TCase *tests = tcase_create("queue");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, jobs_run_in_order_through_growth);
    tcase_add_test(tests, ticks_come_before_microtasks);
    tcase_add_test(tests, a_continuation_finishes_the_microtasks_first);
    tcase_add_test(tests, jobs_may_queue_jobs);
    tcase_add_test(tests, queued_jobs_survive_collections);
    tcase_add_test(tests, a_refused_allocation_is_an_error_and_loses_nothing);
    tcase_set_timeout(tests, 60);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
