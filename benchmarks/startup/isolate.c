// What an isolate costs inside a process: time to create one, run a line of script and destroy it, and the
// memory that the system has to give for each: how the resident size grows while many are alive. The first is
// left out, for it also brings the pages of the program's code.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
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

static long resident_kib(void) {
    long size, resident;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL) return 0;
    int fields = fscanf(file, "%ld %ld", &size, &resident);
    fclose(file);
    return fields == 2 ? resident * (sysconf(_SC_PAGESIZE) / 1024) : 0;
}

static void die(const char *what) {
    fprintf(stderr, "isolate: %s failed\n", what);
    exit(1);
}

static double resident_each(void) {
    enum { ISOLATES = 50 };
    vm_isolate *isolates[1 + ISOLATES];
    long before = 0;
    for (int i = 0; i <= ISOLATES; i++) {
        isolates[i] = vm_create(NULL);
        if (isolates[i] == NULL) die("vm_create");
        if (i == 0) before = resident_kib();
    }
    double each = (double)(resident_kib() - before) / ISOLATES;
    for (int i = 0; i <= ISOLATES; i++) {
        vm_destroy(isolates[i]);
    }
    return each;
}

int main(void) {
    enum { ROUNDS = 1001 };
    static double create[ROUNDS], run[ROUNDS];
    size_t empty = 0, used = 0;
    double resident = resident_each();
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
    printf("isolate, create and destroy: median %.1f us, least %.1f us, %.0f KiB resident, "
           "%.0f KiB counted\n",
           create[ROUNDS / 2], create[0], resident, empty / 1024.0);
    printf("the same with a line of script: median %.1f us, least %.1f us, %.0f KiB counted\n",
           run[ROUNDS / 2], run[0], used / 1024.0);
    return 0;
}
