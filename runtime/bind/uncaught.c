// What happens to errors that nothing catches: events of process first, then the host's own report.
//
//   thrown            uncaughtExceptionMonitor, then uncaughtException, or in place of that the function of
//                     process.setUncaughtExceptionCaptureCallback; without either the report
//   rejected          by the mode (Node's --unhandled-rejections):
//     throw             unhandledRejection; without a listener as if thrown
//     strict            as if thrown; unhandledRejection when a listener took it
//     warn              unhandledRejection and a warning
//     warn with code    unhandledRejection; without a listener a warning, and exit status 1
//     none              unhandledRejection
//   handled late      rejectionHandled; without a listener a warning, except in the mode none
//
// Listeners of uncaughtException get an Error (ERR_UNHANDLED_REJECTION) for a reason that is none.
#include "bind/uncaught.h"

#include "bind/report.h"
#include "bind/runtime.h"
#include "modules/builtin.h"

// Calls the listeners of an event: whether there were any. An error of theirs becomes the uncaught one.
static bool emit(struct runtime *rt, const char *event, uint32_t argc, const vm_value *arguments) {
    int called = process_has_listener(rt, event) ? process_emit(rt, event, argc, arguments) : 0;
    if (called < 0) {
        runtime_failed(rt);
    }
    return called;
}

// Calls a function of internal/rejections.
static vm_value say(vm_isolate *vm, const char *name, uint32_t argc, const vm_value *arguments) {
    vm_value sayings = builtin_require(vm, "internal/rejections");
    return vm_is_exception(sayings) ? sayings : vm_invoke(vm, sayings, name, argc, arguments);
}

// Whether listeners took the error; *error becomes the one that is to be reported if not.
static bool offer(struct runtime *rt, vm_value *error, bool in_promise) {
    vm_isolate *vm = rt->vm;
    vm_value capture = rt->roots.capture.value;
    bool captures = vm_is_function(capture),
         listens = captures || process_has_listener(rt, "uncaughtException");
    if (!listens && !process_has_listener(rt, "uncaughtExceptionMonitor")) {
        return false;
    }
    vm_value arguments[2] = {in_promise && !vm_is_error(*error) ? say(vm, "errorOf", 1, error) : *error,
                             vm_string(vm, in_promise ? "unhandledRejection" : "uncaughtException")};
    bool failed = vm_is_exception(arguments[0]) || vm_is_exception(arguments[1]) ||
                  process_emit(rt, "uncaughtExceptionMonitor", 2, arguments) < 0 ||
                  (captures  ? vm_is_exception(vm_call(vm, capture, rt->roots.process.value, 1, arguments))
                   : listens ? process_emit(rt, "uncaughtException", 2, arguments) < 0
                             : false);
    if (failed && !vm_termination(vm)) {
        *error = vm_take_exception(vm);
    }
    return vm_termination(vm) || (listens && !failed);
}

// Whether listeners took it; if not it has been reported.
static bool uncaught(struct runtime *rt, vm_value error, bool in_promise) {
    if (rt->exiting || offer(rt, &error, in_promise)) {
        return true;
    }
    if (rt->options.uncaught) {
        rt->options.uncaught(rt->vm, error, in_promise, rt->options.data);
    } else {
        report_error(rt->vm, error, in_promise);
    }
    return false;
}

void runtime_uncaught(struct runtime *rt, vm_value error, bool in_promise) {
    uncaught(rt, error, in_promise);
}

void runtime_failed(struct runtime *rt) {
    if (vm_termination(rt->vm)) {
        loop_stop(rt->loop); // whoever runs the loop looks at the reason
    } else {
        runtime_uncaught(rt, vm_take_exception(rt->vm), false);
    }
}

// --- hooks of the engine

static bool on_uncaught(vm_isolate *vm, vm_value error, void *data) {
    (void)vm;
    struct runtime *rt = data;
    runtime_uncaught(rt, error, false);
    return !rt->exiting;
}

static void unhandled(struct runtime *rt, vm_value promise, vm_value reason) {
    vm_value arguments[2] = {reason, promise};
    vm_rejection_mode mode = rt->options.rejections;
    if (mode == VM_REJECTIONS_STRICT && !uncaught(rt, reason, true)) {
        return;
    }
    bool heard = emit(rt, "unhandledRejection", 2, arguments);
    if (vm_termination(rt->vm)) {
        return;
    }
    if (mode == VM_REJECTIONS_THROW && !heard) {
        runtime_uncaught(rt, reason, true);
    } else if (mode == VM_REJECTIONS_WARN || (mode == VM_REJECTIONS_WARN_AND_FAIL && !heard)) {
        vm_value rejection[2] = {promise, reason};
        if (vm_is_exception(say(rt->vm, "warn", 2, rejection))) {
            runtime_failed(rt);
        }
        if (mode == VM_REJECTIONS_WARN_AND_FAIL) {
            rt->roots.exit_code.value = vm_int(1);
        }
    }
}

static void on_rejection(vm_isolate *vm, vm_value promise, vm_value reason, bool handled_late, void *data) {
    struct runtime *rt = data;
    if (!handled_late) {
        unhandled(rt, promise, reason);
        return;
    }
    if (!emit(rt, "rejectionHandled", 1, &promise) && !vm_termination(vm) &&
        rt->options.rejections != VM_REJECTIONS_NONE &&
        vm_is_exception(say(vm, "warnHandled", 1, &promise))) {
        runtime_failed(rt);
    }
}

void uncaught_attach(struct runtime *rt) {
    vm_set_uncaught_hook(rt->vm, on_uncaught, rt);
    vm_set_rejection_hook(rt->vm, on_rejection, rt);
}

void uncaught_detach(struct runtime *rt) {
    vm_set_uncaught_hook(rt->vm, NULL, NULL);
    vm_set_rejection_hook(rt->vm, NULL, NULL);
}
