// Callbacks of the host's frames (stdlib/frames.js): host objects whose data is the loop's node and whose
// slots are the callback and its arguments. One that is started is pinned.
#include "bind/frames.h"

#include "bind/runtime.h"

struct frame_callback {
    struct loop_tick tick;
    struct runtime *runtime; // NULL: stopped
};

static const vm_class frame_class = {
    .name = "FrameCallback", .bytes = sizeof(struct frame_callback), .slots = 1};

static void stop(struct frame_callback *f) {
    if (f->runtime) {
        loop_tick_stop(&f->tick);
        vm_unpin(f->runtime->vm, vm_host_from_data(f));
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
    if (!rt) {
        return vm_exception();
    }
    vm_value callback = vm_async_bind(vm, vm_argument(frame, argc, 0));
    uint32_t count = argc > 1 ? argc - 1 : 0;
    vm_value object =
        vm_is_exception(callback) ? callback : vm_host_object(vm, &frame_class, vm_undefined(), count);
    if (vm_is_exception(object)) {
        return object;
    }
    vm_host_set_slot(vm, object, 0, callback);
    for (uint32_t i = 0; i < count; i++) {
        vm_host_set_slot(vm, object, 1 + i, frame[2 + i]);
    }
    struct frame_callback *f = vm_host_data(object, &frame_class);
    *f = (struct frame_callback){.tick = {.callback = frame_ticked}, .runtime = rt};
    (void)!vm_pin(vm, object); // cannot fail for host objects
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
