// Isolates and loops that end while operations on files are under way: threads finish their work for nobody.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vm_runtime.h>

#include "support.h"

static char folder[] = "/tmp/vm-files-XXXXXX";

static const char program[] =
    "const fs = require('fs');\n"
    "for (let i = 0; i < 3; i++) fs.readFile('pipe', () => { throw new Error('told') });\n"
    "for (let i = 0; i < 40; i++) {\n"
    "    fs.promises.stat('.').then(() => {});\n"
    "    fs.open('file', 'r', () => {});\n"
    "    fs.readFile('file', { signal: new AbortController().signal }, () => {});\n"
    "    fs.writeFile('file', new Uint8Array(100000), () => {});\n"
    "    fs.readdir('.', () => {});\n"
    "}\n"
    "fs.writeFile('file', 'x'.repeat(1000000), () => {});\n";

static atomic_bool ended;

// Until then lets go whoever waits for somebody to open the pipe.
static void *open_pipe(void *nothing) {
    while (!atomic_load(&ended)) {
        close(open("pipe", O_WRONLY | O_NONBLOCK));
        usleep(1000);
    }
    return nothing;
}

static vm_isolate *start(vm_loop *loop) {
    vm_isolate *vm = vm_create(NULL);
    vm_source source = {.text = program, .length = sizeof program - 1, .name = "program.js"};
    CHECK(vm && vm_loop_attach(loop, vm, NULL));
    CHECK(!vm_is_exception(vm_run_source(vm, &source, VM_DETECT)));
    return vm;
}

static void end(int turns, bool poll_after) {
    vm_loop *loop = vm_loop_new();
    CHECK(loop);
    vm_isolate *vm = start(loop);
    for (int i = 0; i < turns; i++) {
        CHECK(vm_loop_poll(loop, 1000000) == 1);
    }
    vm_loop_detach(vm);
    // Script that goes on has no loop.
    CHECK_TEXT(vm, run(vm, "try { fs.stat('.', () => {}) } catch (e) { e.message }"),
               "The isolate is not attached to a loop");
    vm_destroy(vm);
    pthread_t other;
    atomic_store(&ended, false);
    CHECK(pthread_create(&other, NULL, open_pipe, NULL) == 0);
    if (poll_after) {
        while (vm_loop_poll(loop, 1000000) > 0)
            ;
    }
    CHECK(vm_loop_free(loop) == 0);
    atomic_store(&ended, true);
    CHECK(pthread_join(other, NULL) == 0);
}

int main(void) {
    CHECK(mkdtemp(folder) && chdir(folder) == 0 && mkfifo("pipe", 0600) == 0);
    int made = open("file", O_CREAT | O_WRONLY, 0600);
    CHECK(made >= 0 && close(made) == 0);
    int first = dup(0);
    close(first);
    end(0, false);
    end(3, false);
    end(3, true);
    int last = dup(0); // no descriptor was left open
    CHECK(last == first);
    CHECK(unlink("pipe") == 0 && unlink("file") == 0 && rmdir(folder) == 0);
    printf("done\n"); // prints: done
    return 0;
}
