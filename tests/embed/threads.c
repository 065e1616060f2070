// Two isolates in two threads at once, and two in one thread.
#define _GNU_SOURCE
#include <pthread.h>

#include "support.h"

static void *worker(void *data) {
    vm_isolate *vm = vm_create(NULL);
    CHECK(vm);
    char text[200];
    snprintf(text, sizeof text,
             "let s = 0; const m = new Map(); for (let i = 0; i < 20000; i++) { m.set('k' + i %% 100, [i]); "
             "s += i %% %d; } "
             "s + ',' + m.size",
             (int)(intptr_t)data);
    CHECK_TEXT(vm, run(vm, "typeof s"), "undefined");
    char *result = vm_to_utf8(vm, run(vm, text), NULL);
    CHECK(result);
    char *copy = strdup(result);
    vm_free(vm, result);
    vm_destroy(vm);
    return copy;
}

int main(void) {
    for (int round = 0; round < 3; round++) {
        pthread_t threads[2];
        char *results[2];
        for (int i = 0; i < 2; i++)
            CHECK(!pthread_create(&threads[i], NULL, worker, (void *)(intptr_t)(7 + i)));
        for (int i = 0; i < 2; i++)
            CHECK(!pthread_join(threads[i], (void **)&results[i]));
        CHECK(!strcmp(results[0], "59997,100"));
        CHECK(!strcmp(results[1], "70000,100"));
        free(results[0]);
        free(results[1]);
    }
    vm_isolate *a = vm_create(NULL), *b = vm_create(NULL);
    CHECK_TEXT(a, run(a, "var x = 'a'; x"), "a");
    CHECK_TEXT(b, run(b, "typeof x"), "undefined");
    vm_destroy(a);
    CHECK_TEXT(b, run(b, "var x = 'b'; x"), "b");
    vm_destroy(b);
    return 0;
}
