// What an isolate costs inside a process: time and memory to create one, run a line of script and destroy it.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <vm.h>

static double microseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void die(const char *what) {
    fprintf(stderr, "isolate: %s failed\n", what);
    exit(1);
}

int main(void) {
    enum { ROUNDS = 1001 };
    static double create[ROUNDS], run[ROUNDS];
    size_t empty = 0, used = 0;
    for (int i = 0; i < ROUNDS; i++) {
        double start = microseconds();
        vm_isolate *vm = vm_create(NULL);
        if (vm == NULL) die("vm_create");
        vm_statistics statistics;
        vm_get_statistics(vm, &statistics);
        vm_destroy(vm);
        create[i] = microseconds() - start;
        empty = statistics.used_bytes;
    }
    for (int i = 0; i < ROUNDS; i++) {
        double start = microseconds();
        vm_isolate *vm = vm_create(NULL);
        if (vm == NULL) die("vm_create");
        vm_source source = {.text = "[1, 2].map(x => x + 1).join()", .length = 29};
        if (vm_is_exception(vm_eval(vm, &source))) die("vm_eval");
        vm_statistics statistics;
        vm_get_statistics(vm, &statistics);
        vm_destroy(vm);
        run[i] = microseconds() - start;
        used = statistics.used_bytes;
    }
    qsort(create, ROUNDS, sizeof *create, compare);
    qsort(run, ROUNDS, sizeof *run, compare);
    printf("isolate, create and destroy: median %.1f us, least %.1f us, %.0f KiB\n", create[ROUNDS / 2],
           create[0], empty / 1024.0);
    printf("the same with a line of script: median %.1f us, least %.1f us, %.0f KiB\n", run[ROUNDS / 2],
           run[0], used / 1024.0);
    return 0;
}
