// Callbacks of the host's frames (stdlib/frames.js): host objects whose data is the loop's node and whose
// slots are the callback and its arguments. One that is started keeps itself alive.
#include "bind/frames.h"

#include "bind/runtime.h"

struct frame_callback {
    struct loop_tick tick;
    struct runtime *runtime; // NULL: stopped
    vm_root itself;
};

static const vm_class frame_class = {.name = "FrameCallback", .bytes = sizeof(struct frame_callback)};

static void stop(struct frame_callback *f) {
    if (f->runtime) {
        loop_tick_stop(&f->tick);
        vm_root_remove(&f->itself);
        f->runtime = NULL;
    }
}

static void frame_ticked(struct loop *loop, struct loop_tick *tick) {
    (void)loop;
    struct frame_callback *f = (struct frame_callback *)tick;
    vm_value object = vm_host_from_data(f);
    const vm_value *slots = vm_host_slots(object);
    runtime_call(f->runtime, slots[0], object, vm_host_slot_count(object) - 1, slots + 1);
    vm_keep(object);
}

static void detach(void *data, struct loop_tick *tick) {
    struct frame_callback *f = (struct frame_callback *)tick;
    if (tick->callback == frame_ticked && f->runtime == data) {
        stop(f);
    }
}

void frames_detach(struct runtime *rt) { loop_tick_each(rt->loop, detach, rt); }

// start(callback, ...arguments): an object to stop it with.
static vm_value frames_start(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_attached(vm);
    vm_value callback = vm_argument(frame, argc, 0);
    if (!rt) {
        return vm_exception();
    }
    if (!vm_is_function(callback)) {
        return throw_argument_type(vm, "callback", "of type function", callback);
    }
    callback = vm_async_bind(vm, callback);
    if (vm_is_exception(callback)) {
        return callback;
    }
    frame[1] = callback;
    vm_value object = vm_host_object_with(vm, &frame_class, vm_undefined(), argc, frame + 1);
    if (vm_is_exception(object)) {
        return object;
    }
    struct frame_callback *f = vm_host_data(object, &frame_class);
    *f = (struct frame_callback){.tick = {.callback = frame_ticked}, .runtime = rt};
    vm_root_add(vm, &f->itself, object);
    loop_tick_start(rt->loop, &f->tick);
    return object;
}

// stop(value): nothing for what start did not give.
static vm_value frames_stop(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm;
    struct frame_callback *f = vm_host_data(vm_argument(frame, argc, 0), &frame_class);
    if (f) {
        stop(f);
    }
    return vm_undefined();
}

bool frames_natives(vm_isolate *vm, vm_value object) {
    static const vm_method methods[] = {
        {"start", frames_start, 1, VM_METHOD, NULL},
        {"stop", frames_stop, 1, VM_METHOD, NULL},
    };
    return vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods);
}
