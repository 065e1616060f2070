// Host objects: data, slots, type checks, finalizers, pins, lazy properties, constructors.
#include "support.h"

struct point {
    double x, y;
};
static int finalized;

static void point_finalize(vm_isolate *vm, void *data) {
    (void)vm;
    CHECK(((struct point *)data)->y == 7);
    finalized++;
}

static const vm_class point_class = {"Point", sizeof(struct point), 1, point_finalize};
static const vm_class plain_class = {"Plain", 5, 0, NULL};

static vm_value point_construct(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (vm_is_undefined(vm_new_target(vm))) return vm_throw_type_error(vm, "Point needs new");
    double x;
    vm_value fallback = vm_get(vm, frame[-1], "prototype");
    vm_value prototype = vm_prototype_for_new(vm, vm_new_target(vm), fallback);
    if (vm_is_exception(prototype) || !vm_to_double(vm, vm_argument(frame, argc, 0), &x))
        return vm_exception();
    vm_value object = vm_host_object(vm, &point_class, prototype, argc > 1 ? argc - 1 : 0);
    if (vm_is_exception(object)) return object;
    struct point *p = vm_host_data(object, &point_class);
    CHECK(p->x == 0 && p->y == 0 && vm_host_slot_count(object) == (argc > 1 ? argc : 1));
    *p = (struct point){x, 7};
    for (uint32_t i = 1; i < argc; i++)
        vm_host_set_slot(vm, object, i, frame[1 + i]);
    return object;
}

static vm_value point_x(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct point *p = vm_host_check(vm, frame[0], &point_class);
    return p ? vm_number(p->x) : vm_exception();
}

static vm_value point_slot(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm, (void)argc;
    return vm_host_slots(frame[0])[vm_as_int(frame[1])];
}

static int made;
static vm_value make_lazy(vm_isolate *vm, vm_value object, void *data) {
    (void)object;
    made++;
    return vm_string(vm, data);
}

// A queue of the host's; its members are hidden from the conservative scan of the stack.
enum { QUEUE_LENGTH = 1000 };
struct queue {
    uint64_t hidden[QUEUE_LENGTH];
    int length, seen; // members up to `seen` were visited by an earlier collection
    int visits;
};

static void visit_queue(vm_marker *marker, bool young, void *data) {
    struct queue *queue = data;
    for (int i = young ? queue->seen : 0; i < queue->length; i++)
        vm_mark(marker, (vm_value){.bits = ~queue->hidden[i]});
    queue->seen = queue->length;
    queue->visits++;
}

static void define(vm_isolate *vm) {
    static const vm_method methods[] = {{"x", point_x, 0, VM_GETTER, NULL},
                                        {"slot", point_slot, 1, VM_METHOD, NULL}};
    vm_value constructor = vm_constructor(vm, point_construct, "Point", 1, NULL), prototype = vm_object(vm);
    CHECK(vm_define_methods(vm, prototype, methods, 2));
    CHECK(vm_define(vm, constructor, "prototype", prototype, 0));
    CHECK(vm_define(vm, prototype, "constructor", constructor, VM_HIDDEN));
    CHECK(vm_set(vm, vm_global(vm), "Point", constructor));
}

int main(void) {
    vm_isolate *vm = vm_create(NULL);
    define(vm);
    CHECK_TEXT(vm, run(vm, "new Point(3).x"), "3");
    CHECK_TEXT(vm, run(vm, "Point(3)"), "!TypeError: Point needs new");
    CHECK_TEXT(vm, run(vm, "Object.getOwnPropertyDescriptor(Point.prototype, 'x').get.call({})"),
               "!TypeError: Receiver #<Object> is not a Point");
    CHECK_TEXT(vm,
               run(vm, "class P3 extends Point { z = 9 } const p = new P3(4, {a: 1}, [2]); "
                       "p.own = 5; [p.x, p.z, p.own, p.slot(1).a, p.slot(2)[0], p instanceof P3].join()"),
               "4,9,5,1,2,true");
    // Slots keep their values through collections, also written ones.
    vm_value kept = run(vm, "p");
    for (int i = 0; i < 20; i++) {
        vm_host_set_slot(vm, kept, 0, vm_string_format(vm, "value %d", i));
        CHECK_TEXT(vm, run(vm, "for (let i = 0; i < 2000; i++) ({ i }); p.slot(0).slice(0, 5)"), "value");
    }
    vm_collect(vm);
    CHECK_TEXT(vm, vm_host_slots(kept)[0], "value 19");
    CHECK(vm_host_class(kept) == &point_class && !vm_host_data(kept, &plain_class));
    struct point *data = vm_host_data(kept, &point_class);
    CHECK(vm_strict_equals(vm, vm_host_from_data(data), kept));
    vm_keep(kept);

    // Finalizers run for what nothing refers to.
    CHECK_TEXT(vm, run(vm, "for (let i = 0; i < 5000; i++) new Point(i); 'made'"), "made");
    vm_collect(vm);
    vm_collect(vm);
    CHECK(finalized > 4000);

    // Pinned objects live without a reference; pins are counted.
    vm_value pinned = vm_host_object(vm, &plain_class, vm_undefined(), 2);
    uint64_t hidden = ~pinned.bits;
    CHECK(vm_pin(vm, pinned) && vm_pin(vm, pinned));
    vm_host_set_slot(vm, pinned, 1, vm_string(vm, "in a pinned object"));
    pinned = vm_undefined();
    for (int i = 0; i < 3; i++) {
        CHECK_TEXT(vm, run(vm, "for (let i = 0; i < 20000; i++) [i]; 1"), "1");
        vm_collect(vm);
        pinned.bits = ~hidden;
        CHECK_TEXT(vm, vm_host_slots(pinned)[1], "in a pinned object");
        vm_host_set_slot(vm, pinned, 0, vm_object(vm));
    }
    vm_unpin(vm, pinned);
    vm_unpin(vm, pinned);
    vm_value text = vm_string(vm, "a pinned string that is no atom");
    CHECK(vm_pin(vm, text));
    vm_collect(vm);
    vm_unpin(vm, text);

    // A holder keeps what it visits, and no more; young collections need only what is new.
    vm_value first = vm_string(vm, "the slot of a held object");
    struct queue queue = {0};
    vm_holder holder = {.visit = visit_queue, .data = &queue};
    vm_holder_add(vm, &holder);
    for (int i = 0; i < QUEUE_LENGTH; i++) {
        vm_value object = vm_host_object_with(vm, &point_class, vm_undefined(), 1, &first);
        CHECK(vm_host_slot_count(object) == 1 && vm_host_isolate(object) == vm);
        *(struct point *)vm_host_data(object, &point_class) = (struct point){i, 7};
        queue.hidden[queue.length++] = ~object.bits;
    }
    first = vm_undefined();
    int before = finalized;
    for (int i = 0; i < 3; i++) {
        CHECK_TEXT(vm, run(vm, "for (let i = 0; i < 100000; i++) [i]; 1"), "1");
        vm_collect(vm);
    }
    CHECK(queue.visits >= 3 && finalized == before);
    for (int i = 0; i < QUEUE_LENGTH; i++) {
        vm_value object = (vm_value){.bits = ~queue.hidden[i]};
        CHECK(((struct point *)vm_host_data(object, &point_class))->x == i);
        CHECK_TEXT(vm, vm_host_slots(object)[0], "the slot of a held object");
    }
    vm_holder_remove(vm, &holder);
    vm_holder_remove(vm, &holder);
    vm_collect(vm);
    vm_collect(vm);
    CHECK(finalized >= before + QUEUE_LENGTH - 10);

    // Lazy properties are made once.
    CHECK(vm_define_lazy(vm, vm_global(vm), "lazy", make_lazy, (void *)"made late", VM_DEFAULT));
    CHECK(vm_define_lazy(vm, vm_global(vm), "never", make_lazy, (void *)"never", VM_DEFAULT));
    vm_collect(vm);
    CHECK(made == 0);
    CHECK_TEXT(vm, run(vm, "lazy + (() => lazy)() + globalThis.lazy.length"), "made latemade late9");
    CHECK(made == 1);
    CHECK_TEXT(vm, run(vm, "never = 5; never"), "5");
    CHECK(!vm_verify(vm));
    vm_destroy(vm);
    CHECK(finalized > 5000);
    return 0;
}
