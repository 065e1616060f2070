// Entering functions: the slow half of the call operations, and [[Call]] and [[Construct]] for callers in C.
#include "code/serialize.h"
#include "exec/apply.h"
#include "exec/arguments.h"
#include "exec/function_create.h"
#include "exec/generator.h"
#include "exec/interpreter_slow.h"
#include "object/throw.h"

static void throw_not_callable(vm_isolate *vm, vm_value callee, const char *what) {
    struct call_info *ci = vm->call;
    if (!(ci->flags & CALL_NATIVE)) {
        struct code *code = ci->function->code;
        struct string *text = code_call_site_text(vm, code, (uint32_t)(ci->pc - code->words));
        if (text) {
            throw_type_error(vm, "%S is not a %s", text, what);
            return;
        }
        if (!value_is_empty(vm->exception)) {
            return;
        }
    }
    throw_type_error(vm, "%V is not a %s", callee, what);
}

// Pushes the frame of a function over bytecode whose window is prepared at `frame`.
static inline __attribute__((always_inline)) enum enter_result push_frame(vm_isolate *vm, struct function *f,
                                                                          vm_value *frame, uint32_t argc,
                                                                          uint8_t flags,
                                                                          struct object *new_target) {
    struct code *code = f->code;
    struct call_info *ci = vm->call + 1;
    vm_value *registers = frame;
    if (!code_is_ready(vm, code)) {
        return ENTER_THREW;
    }
    if (code->cell.flags & CODE_KEEPS_ARGUMENTS) {
        registers = frame + argc + 2;
    }
    if (ci >= vm->interpreter->frames_end) {
        throw_stack_overflow(vm);
        return ENTER_THREW;
    }
    if (registers + code->registers > vm->stack_end && !frame_ensure_stack(vm, registers + code->registers)) {
        return ENTER_THREW;
    }
    if (code->cell.flags & CODE_KEEPS_ARGUMENTS) {
        uint32_t copied = argc < code->parameters ? argc : code->parameters;
        registers[-1] = frame[-1];
        for (uint32_t i = 0; i <= copied; i++) {
            registers[i] = frame[i];
        }
        flags |= CALL_ARGUMENTS;
        ci->arguments = frame + 1;
    }
    for (uint32_t i = argc; i < code->parameters; i++) {
        registers[1 + i] = VALUE_UNDEFINED;
    }
    ci->pc = code->words;
    ci->registers = registers;
    ci->constants = code->constants;
    ci->function = f;
    ci->flags = flags;
    ci->argc = argc;
    ci->new_target = new_target ? value_from_cell(new_target) : VALUE_UNDEFINED;
    vm->call = ci;
    return ENTER_PUSHED;
}

// A call site of the running function remembers a callee.
static void fill_cache(vm_isolate *vm, struct call_cache *cache, struct code *code) {
    heap_write(&vm->heap, vm->call->function->code);
    *cache = (struct call_cache){.code = code,
                                 .words = code->words,
                                 .constants = code->constants,
                                 .registers = code->registers,
                                 .parameters = code->parameters};
}

enum enter_result interpreter_enter(vm_isolate *vm, vm_value *frame, uint32_t argc, struct call_cache *cache,
                                    vm_value *result) {
    vm_value callee = frame[-1];
    if (value_is_kind(callee, CELL_FUNCTION)) {
        struct function *f = value_as_cell(callee);
        struct code *code = f->code;
        if (code->script->realm == vm->realm && !(code->cell.flags & CODE_CLASS)) {
            if (cache && code->words && !(code->cell.flags & CODE_KEEPS_ARGUMENTS)) {
                fill_cache(vm, cache, code);
            }
            return push_frame(vm, f, frame, argc, 0, NULL);
        }
    }
    if (!value_is_callable(callee)) {
        throw_not_callable(vm, callee, "function");
        return ENTER_THREW;
    }
    *result = js_call(vm, callee, frame[0], argc, frame + 1);
    return value_is_exception(*result) ? ENTER_THREW : ENTER_DONE;
}

// Makes the instance that `f` is called with as this, or EMPTY, in the window. False: error pending.
static bool make_instance(vm_isolate *vm, struct function *f, struct object *new_target, vm_value *frame) {
    frame[0] = VALUE_EMPTY;
    if (!(f->code->cell.flags & CODE_DERIVED)) {
        struct shape *shape = function_instance_shape(vm, f, new_target);
        struct object *instance = shape ? object_create_with_shape(vm, shape) : NULL;
        if (!instance) {
            return false;
        }
        function_probe_instance(vm, f, new_target, instance);
        frame[0] = value_from_cell(instance);
    }
    return true;
}

enum enter_result interpreter_push_construct(vm_isolate *vm, struct function *f, vm_value *frame,
                                             uint32_t argc, struct object *new_target) {
    if (!make_instance(vm, f, new_target, frame)) {
        return ENTER_THREW;
    }
    return push_frame(vm, f, frame, argc, CALL_CONSTRUCT, new_target);
}

static bool is_local_constructor(vm_isolate *vm, vm_value callee) {
    if (!value_is_kind(callee, CELL_FUNCTION)) {
        return false;
    }
    struct function *f = value_as_cell(callee);
    return object_is_constructor(&f->object) && f->code->script->realm == vm->realm;
}

// `new` of a native of this realm, in the window of its caller.
static vm_value construct_in_window(vm_isolate *vm, struct native_function *native, vm_value *frame,
                                    uint32_t argc) {
    struct call_info *ci = vm->call, *callee = ci + 1;
    vm_value new_target = value_from_cell(native);
    frame[0] = VALUE_EMPTY;
    callee->registers = frame;
    callee->function = (struct function *)native;
    callee->flags = CALL_NATIVE | CALL_CONSTRUCT;
    callee->argc = argc;
    callee->new_target = new_target;
    callee->top = frame_top(vm);
    vm->call = callee;
    vm->new_target = new_target;
    vm_value result = native->native(vm, frame, argc);
    vm->call = ci;
    return result;
}

enum enter_result interpreter_enter_construct(vm_isolate *vm, vm_value *frame, uint32_t argc,
                                              struct call_cache *cache, vm_value *result) {
    vm_value callee = frame[-1];
    if (is_local_constructor(vm, callee)) {
        struct code *code = ((struct function *)value_as_cell(callee))->code;
        if (!(code->cell.flags & (CODE_DERIVED | CODE_KEEPS_ARGUMENTS)) && code->words &&
            code->probes >= INSTANCE_PROBES) {
            fill_cache(vm, cache, code);
        }
        return interpreter_push_construct(vm, value_as_cell(callee), frame, argc, value_as_cell(callee));
    }
    if (!value_is_constructor(callee)) {
        throw_not_callable(vm, callee, "constructor");
        return ENTER_THREW;
    }
    struct native_function *native = value_as_cell(callee);
    if (value_is_kind(callee, CELL_NATIVE_FUNCTION) && native->realm == vm->realm &&
        vm->call + 1 < vm->interpreter->frames_end) {
        *result = construct_in_window(vm, native, frame, argc);
    } else {
        *result = js_construct(vm, value_as_object(callee), argc, frame + 1, NULL);
    }
    return value_is_exception(*result) ? ENTER_THREW : ENTER_DONE;
}

// The parent constructor of the active function; NULL: TypeError pending.
static struct object *super_constructor(vm_isolate *vm, vm_value active) {
    vm_value parent = js_get_prototype_of(vm, value_as_object(active));
    if (value_is_exception(parent)) {
        return NULL;
    }
    if (!value_is_constructor(parent)) {
        throw_type_error(vm, "Super constructor %V of anonymous class is not a constructor", parent);
        return NULL;
    }
    return value_as_object(parent);
}

enum enter_result interpreter_enter_super(vm_isolate *vm, vm_value *frame, uint32_t argc, vm_value *result) {
    struct object *new_target = value_as_object(frame[0]);
    struct object *parent = super_constructor(vm, frame[-1]);
    if (!parent) {
        return ENTER_THREW;
    }
    if (is_local_constructor(vm, value_from_cell(parent))) {
        frame[-1] = value_from_cell(parent);
        return interpreter_push_construct(vm, (struct function *)parent, frame, argc, new_target);
    }
    *result = js_construct(vm, parent, argc, frame + 1, new_target);
    return value_is_exception(*result) ? ENTER_THREW : ENTER_DONE;
}

// --- calls whose last argument is a list of more: an array, dense and without holes, or a view

// All arguments in a row, as `argc` many; *kept keeps them alive. NULL: error pending.
static const vm_value *all_arguments(vm_isolate *vm, const vm_value *frame, uint32_t *argc,
                                     struct object **kept) {
    uint32_t before = *argc - 1, count;
    const vm_value *values = apply_list(vm, frame[*argc], &count);
    *argc = before + count;
    *kept = NULL;
    if (!before) {
        return values;
    }
    *kept = array_create_from(vm, frame + 1, before);
    bool ok = *kept && interpreter_array_append(vm, value_from_cell(*kept), values, count);
    return ok ? (*kept)->elements : NULL;
}

vm_value interpreter_spread_arguments(vm_isolate *vm, vm_value iterable) {
    uint32_t count;
    return js_iterates_packed(vm, iterable, &count) ? iterable : interpreter_array_from(vm, iterable);
}

vm_value interpreter_call_spread(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    if (!value_is_callable(frame[-1])) {
        throw_not_callable(vm, frame[-1], "function");
        return VALUE_EXCEPTION;
    }
    struct object *kept;
    const vm_value *arguments = all_arguments(vm, frame, &argc, &kept);
    vm_value result = arguments ? js_call(vm, frame[-1], frame[0], argc, arguments) : VALUE_EXCEPTION;
    KEEP_ALIVE(kept);
    return result;
}

static vm_value construct_list(vm_isolate *vm, struct object *constructor, struct object *new_target,
                               const vm_value *frame, uint32_t argc) {
    struct object *kept;
    const vm_value *arguments = all_arguments(vm, frame, &argc, &kept);
    vm_value result =
        arguments ? js_construct(vm, constructor, argc, arguments, new_target) : VALUE_EXCEPTION;
    KEEP_ALIVE(kept);
    return result;
}

// A constructor over bytecode whose instances' shape is known gets its arguments into its window at once.
// Otherwise the instance's prototype may be fetched by script, which may change the array.
static enum enter_result construct_spread(vm_isolate *vm, struct object *constructor,
                                          struct object *new_target, vm_value *frame, uint32_t argc,
                                          vm_value *result) {
    struct function *f = (struct function *)constructor;
    if (!is_local_constructor(vm, value_from_cell(constructor)) ||
        !(f->code->cell.flags & CODE_DERIVED || function_knows_instance_shape(new_target))) {
        *result = construct_list(vm, constructor, new_target, frame, argc);
        return value_is_exception(*result) ? ENTER_THREW : ENTER_DONE;
    }
    if (!make_instance(vm, f, new_target, frame)) {
        return ENTER_THREW;
    }
    vm_value *last = frame + argc;
    uint32_t count;
    const vm_value *values = apply_list(vm, *last, &count);
    if (last + count > vm->stack_end && !frame_ensure_stack(vm, last + count)) {
        return ENTER_THREW;
    }
    frame[-1] = value_from_cell(f);
    for (uint32_t i = 0; i < count; i++) {
        last[i] = values[i];
    }
    return push_frame(vm, f, frame, argc - 1 + count, CALL_CONSTRUCT, new_target);
}

enum enter_result interpreter_new_spread(vm_isolate *vm, vm_value *frame, uint32_t argc, vm_value *result) {
    if (!value_is_constructor(frame[-1])) {
        throw_not_callable(vm, frame[-1], "constructor");
        return ENTER_THREW;
    }
    struct object *constructor = value_as_object(frame[-1]);
    return construct_spread(vm, constructor, constructor, frame, argc, result);
}

enum enter_result interpreter_super_call_spread(vm_isolate *vm, vm_value *frame, uint32_t argc,
                                                vm_value *result) {
    struct object *parent = super_constructor(vm, frame[-1]);
    return parent ? construct_spread(vm, parent, value_as_object(frame[0]), frame, argc, result)
                  : ENTER_THREW;
}

// --- what a function sees of its call

vm_value interpreter_rest(vm_isolate *vm, struct call_info *ci) {
    uint32_t count;
    const vm_value *values = frame_rest(ci, &count);
    struct object *array = array_create_from(vm, values, count);
    return array ? value_from_cell(array) : VALUE_EXCEPTION;
}

vm_value interpreter_arguments(vm_isolate *vm, struct call_info *ci, bool shows_callee) {
    return arguments_create(vm, ci->function, ci->arguments, ci->argc, NULL, shows_callee);
}

vm_value interpreter_mapped_arguments(vm_isolate *vm, struct call_info *ci, vm_value environment) {
    return arguments_create(vm, ci->function, ci->arguments, ci->argc, value_as_cell(environment), true);
}

bool interpreter_coerce_this(vm_isolate *vm, vm_value *this_value) {
    if (value_is_nullish(*this_value)) {
        *this_value = vm->realm->global_this;
        return true;
    }
    struct object *o = js_to_object(vm, *this_value);
    if (!o) {
        return false;
    }
    *this_value = value_from_cell(o);
    return true;
}

// --- [[Call]] and [[Construct]] for C

// Room for a window of `argc` arguments above the live frames; NULL: stack overflow.
static inline __attribute__((always_inline)) vm_value *prepare_window(vm_isolate *vm, struct object *callee,
                                                                      vm_value this_value, uint32_t argc,
                                                                      const vm_value *arguments) {
    vm_value *frame = frame_top(vm) + 1;
    if (stack_is_low(vm) || vm->call + 2 >= vm->interpreter->frames_end) {
        throw_stack_overflow(vm);
        return NULL;
    }
    if (frame + 1 + argc > vm->stack_end && !frame_ensure_stack(vm, frame + 1 + argc)) {
        return NULL;
    }
    frame[-1] = value_from_cell(callee);
    frame[0] = this_value;
    for (uint32_t i = 0; i < argc; i++) {
        frame[1 + i] = arguments[i];
    }
    return frame;
}

static vm_value run_entry(vm_isolate *vm) {
    vm->call->flags |= CALL_ENTRY;
    return interpreter_run(vm);
}

vm_value function_call(vm_isolate *vm, struct object *callee, vm_value this_value, uint32_t argc,
                       const vm_value *arguments) {
    struct function *f = (struct function *)callee;
    if (f->code->cell.flags & CODE_CLASS) {
        struct realm *outer = vm->realm;
        vm->realm = f->code->script->realm;
        vm_value thrown =
            throw_type_error(vm, "Class constructor %S cannot be invoked without 'new'", f->code->name);
        vm->realm = outer;
        return thrown;
    }
    if (argc > f->code->parameters && f->code->words && !(f->code->cell.flags & CODE_KEEPS_ARGUMENTS)) {
        argc = f->code->parameters; // nobody can see the others
    }
    vm_value *frame = prepare_window(vm, callee, this_value, argc, arguments);
    if (!frame) {
        return VALUE_EXCEPTION;
    }
    struct realm *caller = vm->realm;
    vm->realm = f->code->script->realm;
    vm_value result =
        push_frame(vm, f, frame, argc, 0, NULL) == ENTER_PUSHED ? run_entry(vm) : VALUE_EXCEPTION;
    vm->realm = caller;
    return result;
}

vm_value function_construct(vm_isolate *vm, struct object *callee, uint32_t argc, const vm_value *arguments,
                            struct object *new_target) {
    struct function *f = (struct function *)callee;
    vm_value *frame = prepare_window(vm, callee, VALUE_UNDEFINED, argc, arguments);
    if (!frame) {
        return VALUE_EXCEPTION;
    }
    // The instance may be allocated, or its prototype be fetched by script, before the frame is there: keep
    // the window live.
    struct call_info *ci = vm->call;
    vm->call = ci + 1;
    *vm->call = (struct call_info){
        .flags = CALL_NATIVE, .registers = frame, .function = f, .argc = argc, .top = frame + 1 + argc};
    struct shape *shape = NULL;
    vm_value this_value = VALUE_EMPTY;
    bool derived = f->code->cell.flags & CODE_DERIVED;
    if (!derived) {
        shape = function_instance_shape(vm, f, new_target);
        struct object *instance = shape ? object_create_with_shape(vm, shape) : NULL;
        if (!instance) {
            vm->call = ci;
            return VALUE_EXCEPTION;
        }
        function_probe_instance(vm, f, new_target, instance);
        this_value = value_from_cell(instance);
    }
    vm->call = ci;
    frame[0] = this_value;
    struct realm *caller = vm->realm;
    vm->realm = f->code->script->realm;
    vm_value result = push_frame(vm, f, frame, argc, CALL_CONSTRUCT, new_target) == ENTER_PUSHED
                          ? run_entry(vm)
                          : VALUE_EXCEPTION;
    vm->realm = caller;
    return result;
}

static vm_value native_run(vm_isolate *vm, struct object *callee, vm_value this_value, uint32_t argc,
                           const vm_value *arguments, vm_value new_target) {
    struct native_function *f = (struct native_function *)callee;
    vm_value *frame = prepare_window(vm, callee, this_value, argc, arguments);
    if (!frame) {
        return VALUE_EXCEPTION;
    }
    struct call_info *ci = vm->call;
    struct realm *caller = vm->realm;
    vm->call = ci + 1;
    *vm->call = (struct call_info){.flags = CALL_NATIVE,
                                   .registers = frame,
                                   .function = (struct function *)f,
                                   .argc = argc,
                                   .new_target = new_target,
                                   .top = frame + 1 + argc};
    if (!value_is_undefined(new_target)) {
        vm->call->flags |= CALL_CONSTRUCT;
    }
    vm->realm = f->realm;
    vm->new_target = new_target;
    vm_value result = f->native(vm, frame, argc);
    vm->realm = caller;
    vm->call = ci;
    return result;
}

vm_value native_call(vm_isolate *vm, struct object *callee, vm_value this_value, uint32_t argc,
                     const vm_value *arguments) {
    return native_run(vm, callee, this_value, argc, arguments, VALUE_UNDEFINED);
}

vm_value native_construct(vm_isolate *vm, struct object *callee, uint32_t argc, const vm_value *arguments,
                          struct object *new_target) {
    return native_run(vm, callee, VALUE_EMPTY, argc, arguments, value_from_cell(new_target));
}

// What a call of a bound function comes to: the last of its chain, and all arguments in a row, on the C stack
// or in a list that the caller keeps alive.
struct bound_arguments {
    struct bound_function *last;
    uint32_t count;
    vm_value *values;
    struct vector *kept;
    vm_value local[16];
};

static bool bound_collect(vm_isolate *vm, struct object *callee, uint32_t argc, const vm_value *arguments,
                          struct bound_arguments *out) {
    struct bound_function *b = (struct bound_function *)callee;
    uint32_t bound;
    out->last = bound_last(b, &bound);
    out->count = bound + argc;
    out->values = out->local;
    out->kept = NULL;
    if (out->count > sizeof out->local / sizeof *out->local) {
        out->kept = heap_allocate_vector(&vm->heap, out->count);
        if (!out->kept) {
            throw_out_of_memory(vm);
            return false;
        }
        out->kept->used = out->count;
        out->values = out->kept->values;
    }
    bound_put_arguments(b, out->values + bound);
    if (argc) {
        memcpy(out->values + bound, arguments, argc * sizeof(vm_value));
    }
    return true;
}

vm_value bound_call(vm_isolate *vm, struct object *callee, vm_value this_value, uint32_t argc,
                    const vm_value *arguments) {
    (void)this_value;
    struct bound_arguments all;
    if (stack_is_low(vm)) {
        return throw_stack_overflow(vm);
    }
    if (!bound_collect(vm, callee, argc, arguments, &all)) {
        return VALUE_EXCEPTION;
    }
    vm_value result = js_call(vm, all.last->target, all.last->this_value, all.count, all.values);
    KEEP_ALIVE(all.kept);
    return result;
}

vm_value bound_construct(vm_isolate *vm, struct object *callee, uint32_t argc, const vm_value *arguments,
                         struct object *new_target) {
    struct bound_arguments all;
    if (stack_is_low(vm)) {
        return throw_stack_overflow(vm);
    }
    if (!bound_collect(vm, callee, argc, arguments, &all)) {
        return VALUE_EXCEPTION;
    }
    struct object *target = value_as_object(all.last->target);
    // What was called by `new` stands for the function that it is bound to, at each of the chain's places.
    for (struct object *o = callee; o != target; o = value_as_object(((struct bound_function *)o)->target)) {
        if (new_target == o) {
            new_target = value_as_object(((struct bound_function *)o)->target);
        }
    }
    vm_value result = js_construct(vm, target, all.count, all.values, new_target);
    KEEP_ALIVE(all.kept);
    return result;
}

vm_value interpreter_run_code(vm_isolate *vm, struct code *code, struct environment *environment,
                              vm_value this_value) {
    struct function *f = function_create(vm, code, environment);
    if (!f) {
        return VALUE_EXCEPTION;
    }
    return function_call(vm, &f->object, this_value, 0, NULL);
}
