#include "base/arena.h"
#include "base/buffer.h"
#include "base/memory.h"
#include "base/os.h"
#include "base/vector.h"
#include "run_suite.h"

#include <check.h>
#include <pthread.h>
#include <stdlib.h>

START_TEST(accounts_and_frees) {
    struct memory memory;
    ck_assert(memory_initialize(&memory));
    ck_assert_uint_eq(memory.used, 0);
    char *a = memory_allocate(&memory, 100);
    ck_assert_ptr_nonnull(a);
    ck_assert_uint_ge(memory.used, 100);
    ck_assert_uint_eq(memory.used, memory_usable_size(a));
    memset(a, 7, 100);
    char *z = memory_allocate_zeroed(&memory, 5000);
    for (int i = 0; i < 5000; i++)
        ck_assert_int_eq(z[i], 0);
    a = memory_reallocate(&memory, a, 100000);
    ck_assert_int_eq(a[99], 7);
    ck_assert_uint_ge(memory.used, 105000);
    ck_assert_uint_eq((uintptr_t)a % 16, 0);
    memory_free(&memory, NULL);
    memory_free(&memory, a);
    memory_free(&memory, z);
    ck_assert_uint_eq(memory.used, 0);
    ck_assert_uint_ge(memory.peak, 105000);
    for (int i = 0; i < 1000; i++)
        ck_assert_ptr_nonnull(memory_allocate(&memory, (size_t)i * 7));
    memory_finalize(&memory);
}
END_TEST

START_TEST(limit_and_injected_failure) {
    struct memory memory;
    ck_assert(memory_initialize(&memory));
    memory.limit = 10000;
    char *a = memory_allocate(&memory, 8000);
    ck_assert_ptr_nonnull(a);
    ck_assert(!memory.failed_once);
    ck_assert_ptr_null(memory_allocate(&memory, 8000));
    ck_assert(memory.failed_once);
    ck_assert_ptr_null(memory_reallocate(&memory, a, 20000));
    a = memory_reallocate(&memory, a, 4000);
    ck_assert_ptr_nonnull(a);
    ck_assert_ptr_null(memory_allocate(&memory, SIZE_MAX - 8));
    memory.limit = 0;
    ck_assert_ptr_null(memory_allocate(&memory, SIZE_MAX - 8));
    ck_assert_ptr_null(memory_reallocate(&memory, a, SIZE_MAX - 8));
    memory.failed_once = false;
    memory.fail_countdown = 3;
    ck_assert_ptr_nonnull(memory_allocate(&memory, 1));
    ck_assert_ptr_nonnull(memory_allocate_zeroed(&memory, 1));
    ck_assert(!memory.failed_once);
    ck_assert_ptr_null(memory_reallocate(&memory, NULL, 1));
    ck_assert(memory.failed_once);
    ck_assert_ptr_nonnull(memory_allocate(&memory, 1));
    memory_finalize(&memory);
}
END_TEST

START_TEST(arena_survives_growth_and_failure) {
    struct memory memory;
    struct arena arena;
    ck_assert(memory_initialize(&memory));
    arena_initialize(&arena, &memory);
    ck_assert_ptr_nonnull(arena_allocate(&arena, 0));
    unsigned char *blocks[3000];
    for (int i = 0; i < 3000; i++) {
        blocks[i] = arena_allocate(&arena, (size_t)i);
        ck_assert_uint_eq((uintptr_t)blocks[i] % 16, 0);
        memset(blocks[i], i & 255, (size_t)i);
    }
    char *large = arena_allocate(&arena, 10 << 20);
    memset(large, 1, 10 << 20);
    for (int i = 0; i < 3000; i++)
        for (int k = 0; k < i; k++)
            if (blocks[i][k] != (i & 255)) ck_abort_msg("block %d overwritten", i);
    ck_assert_str_eq(arena_copy(&arena, "text", 5), "text");
    ck_assert_ptr_null(arena_allocate(&arena, SIZE_MAX));
    memory.limit = memory.used;
    void *block;
    do
        block = arena_allocate(&arena, 1000);
    while (block);
    arena_finalize(&arena);
    ck_assert_uint_eq(memory.used, 0);
    memory_finalize(&memory);
}
END_TEST

START_TEST(vector_and_buffer) {
    struct memory memory;
    struct pair {
        int a, b;
    };
    ck_assert(memory_initialize(&memory));
    VECTOR(struct pair) pairs = {0};
    for (int i = 0; i < 1000; i++)
        ck_assert(VECTOR_PUSH(&memory, &pairs, (struct pair){i, -i}));
    ck_assert_uint_eq(pairs.length, 1000);
    ck_assert_int_eq(pairs.items[999].b, -999);
    size_t excessive = SIZE_MAX / 2;
    ck_assert(!VECTOR_RESERVE(&memory, &pairs, excessive));
    ck_assert(VECTOR_RESERVE(&memory, &pairs, 5000));
    ck_assert_uint_ge(pairs.capacity, 5000);
    VECTOR_FREE(&memory, &pairs);

    struct buffer buffer;
    buffer_initialize(&buffer, &memory);
    ck_assert(buffer_append_text(&buffer, "ab"));
    ck_assert(buffer_append_char(&buffer, 'c'));
    for (int i = 0; i < 200; i++)
        ck_assert(buffer_printf(&buffer, "%d,", i));
    ck_assert_uint_eq(buffer.length, 3 + 10 * 2 + 90 * 3 + 100 * 4);
    ck_assert_mem_eq(buffer.bytes, "abc0,1,2,", 9);
    memory.fail_countdown = 1;
    ck_assert(!buffer_append(&buffer, "x", 1) || !buffer_reserve(&buffer, 10000));
    ck_assert(buffer.failed);
    ck_assert(!buffer_append_char(&buffer, 'c'));
    ck_assert(!buffer_printf(&buffer, "%d", 1));
    buffer_finalize(&buffer);
    ck_assert(!buffer.failed);
    ck_assert_uint_eq(memory.used, 0);
    memory_finalize(&memory);
}
END_TEST

static void *probe_stack(void *unused) {
    (void)unused;
    struct os_stack stack;
    char here;
    ck_assert(os_stack_bounds(&stack));
    ck_assert(&here < stack.base);
    ck_assert(&here > stack.limit);
    return (void *)(uintptr_t)os_thread_id();
}

START_TEST(os_services) {
    size_t page = os_page_size();
    for (size_t alignment = page; alignment <= (size_t)16 << 20; alignment *= 4) {
        char *range = os_reserve(1 << 20, alignment);
        ck_assert_ptr_nonnull(range);
        ck_assert_uint_eq((uintptr_t)range % alignment, 0);
        ck_assert(os_commit(range + page, 3 * page));
        memset(range + page, 1, 3 * page);
        os_discard(range + page, page);
        ck_assert_int_eq(range[2 * page], 1);
        os_decommit(range + page, 3 * page);
        ck_assert(os_commit(range + page, 3 * page));
        ck_assert_int_eq(range[2 * page], 0);
        os_release(range, 1 << 20);
    }
    ck_assert_ptr_null(os_reserve((size_t)1 << 60, page));

    uint64_t before = os_now_ns();
    ck_assert_uint_ge(os_now_ns(), before);
    ck_assert_int_le(os_wall_ms(), os_wall_ns() / 1000000);
    ck_assert_uint_gt(os_cpu_ns(), 0);

    pthread_t thread;
    void *other;
    uintptr_t self = (uintptr_t)probe_stack(NULL);
    ck_assert_int_eq(pthread_create(&thread, NULL, probe_stack, NULL), 0);
    ck_assert_int_eq(pthread_join(thread, &other), 0);
    ck_assert_uint_ne(self, (uintptr_t)other);

    unsigned char random[64] = {0}, zero[64] = {0};
    ck_assert(os_random_bytes(random, sizeof random));
    ck_assert_mem_ne(random, zero, sizeof zero);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("memory");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, accounts_and_frees);
    tcase_add_test(tests, limit_and_injected_failure);
    tcase_add_test(tests, arena_survives_growth_and_failure);
    tcase_add_test(tests, vector_and_buffer);
    tcase_add_test(tests, os_services);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
