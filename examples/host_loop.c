// A host with a poll loop of its own: a program of frames that also runs a script with timers, immediates and
// a TCP server. The script's loop is one descriptor in the host's set: it costs nothing while nothing is due,
// and the script never waits for the host's frame.
//     cc -Ivm/include -Iruntime/include examples/host_loop.c build/libvm.a -lm -pthread -o host_loop
// prints: script: timer, tick, microtask
// prints: script: served 3 requests
// prints: host: drew its frames
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <vm_runtime.h>

#define FRAME_NS 20000000L

static const char program[] =
    "const order = [];\n"
    "setTimeout(() => {\n"
    "    order.push('timer');\n"
    "    process.nextTick(() => order.push('tick'));\n"
    "    Promise.resolve().then(() => order.push('microtask'));\n"
    "    setImmediate(() => {\n"
    "        say(order.join(', '));\n"
    "        listen();\n"
    "    });\n"
    "}, 1);\n"
    "const net = require('net');\n"
    "let served = 0;\n"
    "const server = net.createServer((socket) => socket.on('data', (chunk) => socket.end(chunk)));\n"
    "const listen = () => server.listen(0, '127.0.0.1', request);\n"
    "function request() {\n"
    "    const client = net.connect(server.address().port, '127.0.0.1', () => client.write('hello'));\n"
    "    client.on('data', () => served++).on('close', () => {\n"
    "        if (served < 3) return request();\n"
    "        server.close();\n"
    "        say(`served ${served} requests`);\n"
    "        done();\n"
    "    });\n"
    "}\n";

struct host {
    vm_loop *loop;
    vm_isolate *vm;
    int frames;
    bool done;
};

static vm_value say(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    char *text = vm_to_utf8(vm, vm_argument(frame, argc, 0), NULL);
    if (!text) return vm_exception();
    printf("script: %s\n", text);
    vm_free(vm, text);
    return vm_undefined();
}

static vm_value done(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm, (void)argc;
    struct host *host = vm_function_data(frame[-1]);
    host->done = true;
    return vm_undefined();
}

static long nanoseconds_until(const struct timespec *deadline) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (deadline->tv_sec - now.tv_sec) * 1000000000L + deadline->tv_nsec - now.tv_nsec;
}

int main(void) {
    struct host host = {vm_loop_new(), vm_create(NULL), 0, false};
    vm_source source = {.text = program, .length = strlen(program), .name = "program.js"};
    intptr_t descriptor;
    if (!host.loop || !host.vm || !vm_loop_attach(host.loop, host.vm, NULL) ||
        vm_loop_handle(host.loop, &descriptor) ||
        !vm_set(host.vm, vm_global(host.vm), "say", vm_function(host.vm, say, "say", 1, NULL)) ||
        !vm_set(host.vm, vm_global(host.vm), "done", vm_function(host.vm, done, "done", 0, &host))) {
        return 1;
    }
    if (vm_is_exception(vm_run_source(host.vm, &source, VM_DETECT))) {
        vm_report_error(host.vm, vm_take_exception(host.vm));
        return 1;
    }
    vm_loop_mark(host.vm); // script ran outside of the loop: its jobs are due
    struct timespec deadline;
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    while (host.frames < 3 || !host.done) {
        // The host's own descriptors would stand in this set too.
        struct pollfd set[1] = {{(int)descriptor, POLLIN, 0}};
        deadline.tv_nsec += FRAME_NS;
        deadline.tv_sec += deadline.tv_nsec / 1000000000L;
        deadline.tv_nsec %= 1000000000L;
        for (long left; (left = nanoseconds_until(&deadline)) > 0;) {
            if (poll(set, 1, (int)(left / 1000000L + 1)) > 0) {
                vm_loop_run_for(host.loop, 1000000); // at most a millisecond at a time
            }
        }
        host.frames++; // here the host draws
    }
    printf("host: drew its frames\n");
    vm_loop_detach(host.vm);
    vm_destroy(host.vm);
    return vm_loop_free(host.loop);
}
