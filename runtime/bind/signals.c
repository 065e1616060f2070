// Signals as events of `process`.
//
// A loop has one reader of signals, made when a program first listens to one; it does not keep the loop
// alive. Each runtime has the set of those that its program listens to, the reader that of all runtimes.
// `process` itself listens to its events newListener and removeListener, which is how this file learns of it.
#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include "bind/runtime.h"
#include "os/signals.h"

struct signal_reader {
    struct loop_io io;
    struct loop_op op;
    uint64_t set; // bit n - 1: signal n
};

static void deliver(vm_loop *owner, int number) {
    const char *name = signals_name(number);
    for (struct runtime *rt = owner->runtimes, *next; name && rt; rt = next) {
        next = rt->next;
        if (rt->exiting || !(rt->signals.listened >> (number - 1) & 1)) {
            continue;
        }
        vm_value arguments[2] = {vm_string(rt->vm, name), vm_int(number)};
        if (vm_is_exception(arguments[0]) || process_emit(rt, name, 2, arguments) < 0) {
            runtime_failed(rt);
        }
        runtime_mark(rt);
    }
}

static void ready(struct loop *loop, struct loop_op *op) {
    (void)loop;
    vm_loop *owner = op->data;
    struct signal_reader *reader = owner->signals;
    int number;
    if (op->result < 0) {
        return;
    }
    while ((number = signals_read((int)reader->io.descriptor))) {
        deliver(owner, number);
    }
    (void)loop_poll_ready(&reader->io, op, LOOP_POLL_IN, ready);
}

static int make_reader(vm_loop *owner) {
    struct signal_reader *reader = calloc(1, sizeof *reader);
    int descriptor = reader ? signals_open() : -ENOMEM;
    int error =
        descriptor < 0 ? descriptor : loop_io_open(owner->loop, &reader->io, "signals", descriptor, 0);
    if (error < 0) {
        if (descriptor >= 0) {
            signals_close(descriptor);
        }
        free(reader);
        return error;
    }
    reader->op.data = owner;
    owner->signals = reader;
    loop_handle_set_referenced(&reader->io.handle, false);
    return loop_poll_ready(&reader->io, &reader->op, LOOP_POLL_IN, ready);
}

// Asks for what all runtimes of the loop want.
static int update(vm_loop *owner) {
    uint64_t set = 0;
    for (struct runtime *rt = owner->runtimes; rt; rt = rt->next) {
        set |= rt->signals.listened;
    }
    int error = owner->signals || !set ? 0 : make_reader(owner);
    if (error < 0 || !owner->signals || set == owner->signals->set) {
        return error;
    }
    error = signals_watch((int)owner->signals->io.descriptor, set, owner->signals->set);
    if (!error) {
        owner->signals->set = set;
    }
    return error;
}

// The signal that an event names; 0: none.
static int signal_of(vm_isolate *vm, vm_value event) {
    if (!vm_is_string(event) || vm_string_length(event) < 4) {
        return 0;
    }
    char *name = vm_to_utf8(vm, event, NULL);
    int number = name ? signals_number(name) : 0;
    if (!name) {
        (void)vm_take_exception(vm);
    }
    vm_free(vm, name);
    return number;
}

vm_value signals_new_listener(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_of(vm);
    int number = signal_of(vm, vm_argument(frame, argc, 0));
    uint64_t before = rt->signals.listened;
    if (!number) {
        return vm_undefined();
    }
    int error = number == SIGKILL || number == SIGSTOP ? -EINVAL : 0;
    if (!error) {
        rt->signals.listened |= UINT64_C(1) << (number - 1);
        error = update(rt->owner);
    }
    if (error < 0) {
        rt->signals.listened = before;
        return throw_system(vm, -error, "uv_signal_start", NULL);
    }
    return vm_undefined();
}

vm_value signals_removed_listener(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_of(vm);
    vm_value event = vm_argument(frame, argc, 0);
    int number = signal_of(vm, event);
    if (!number) {
        return vm_undefined();
    }
    vm_value left = vm_invoke(vm, frame[0], "listenerCount", 1, &event);
    if (vm_is_exception(left)) {
        return left;
    }
    if (!vm_to_boolean(left)) {
        rt->signals.listened &= ~(UINT64_C(1) << (number - 1));
        (void)update(rt->owner);
    }
    return vm_undefined();
}

void signals_detach(struct runtime *rt) {
    rt->signals.listened = 0;
    (void)update(rt->owner);
}

void signals_free(vm_loop *owner) {
    if (owner->signals) {
        (void)signals_watch((int)owner->signals->io.descriptor, 0, owner->signals->set);
        signals_close((int)owner->signals->io.descriptor);
        free(owner->signals);
    }
}
