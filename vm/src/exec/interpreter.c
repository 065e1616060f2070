// The interpreter's loop.
//
// Rules for whoever edits an operation:
//   1. State is pc, R (registers), K (constants), ci; all else is in memory. The value stack never moves: R
//   stays valid.
//   2. SAVE_PC() before anything that may throw, call, allocate or look at the stack.
//   3. Whatever gives EXCEPTION or false goes to `exception`; an operation has written nothing by then that a
//   handler
//      could see twice.
//   4. A taken backward jump polls the safepoint; so does every call.
//   5. The fast half stands here, the slow half is a function in interpreter_slow.c or cache.c.
//   6. After a call that pushed a frame: RELOAD(), then DISPATCH().
//   7. Results of a call go to register A of the instruction at the caller's saved pc, which is two words
//   long.
#include "exec/interpreter.h"
#include "exec/apply.h"
#include "exec/cache.h"
#include "exec/function_create.h"
#include "exec/generator.h"
#include "exec/interpreter_slow.h"
#include "exec/interpreter_macros.h"
#include "lang/lookup.h"
#include "object/throw.h"

// An ordinary object whose inline slots the caller fills before anything else is allocated. NULL: error
// pending.
static inline struct object *new_object(vm_isolate *vm, struct shape *shape) {
    uint32_t capacity = shape_inline_capacity(shape);
    struct object *o = heap_allocate(&vm->heap, CELL_OBJECT, sizeof *o + capacity * sizeof(vm_value));
    if (unlikely(!o)) {
        throw_out_of_memory(vm);
        return NULL;
    }
    o->cell.aux = (uint8_t)capacity;
    o->shape = shape;
    o->slots = NULL;
    o->elements = vm->empty_elements;
    return o;
}

vm_value interpreter_run(vm_isolate *vm) {
    static const void *const labels[] = {
#define OP(name, fields, comment) &&op_##name,
#include "code/opcodes.def"
#undef OP
    };
    struct call_info *ci;
    const struct call_info *const frames_end = vm->interpreter->frames_end;
    vm_value *R, *K, *frame;
    uint32_t argc;
    const uint32_t *pc;
    vm_value value;

    RELOAD();
    POLL();
    DISPATCH();

    // --- loads and moves
    CASE(NOP) { NEXT(1); }
    CASE(LOAD_INT) {
        RA = value_from_int(OPERAND_SIGNED_BC);
        NEXT(1);
    }
    CASE(LOAD_CONST) {
        RA = K[OPERAND_BC];
        NEXT(1);
    }
    CASE(LOAD_CONST_WIDE) {
        RA = K[pc[1]];
        NEXT(2);
    }
    CASE(LOAD_UNDEFINED) {
        RA = VALUE_UNDEFINED;
        NEXT(1);
    }
    CASE(LOAD_NULL) {
        RA = VALUE_NULL;
        NEXT(1);
    }
    CASE(LOAD_TRUE) {
        RA = VALUE_TRUE;
        NEXT(1);
    }
    CASE(LOAD_FALSE) {
        RA = VALUE_FALSE;
        NEXT(1);
    }
    CASE(LOAD_EMPTY) {
        RA = VALUE_EMPTY;
        NEXT(1);
    }
    CASE(MOVE) {
        RA = RB;
        NEXT(1);
    }
    CASE(MOVE_FROM) {
        RA = R[OPERAND_BC];
        NEXT(1);
    }
    CASE(MOVE_TO) {
        R[OPERAND_BC] = RA;
        NEXT(1);
    }
    CASE(LOAD_CALLEE) {
        RA = value_from_cell(ci->function);
        NEXT(1);
    }
    CASE(LOAD_HOME) {
        RA = ci->function->home;
        NEXT(1);
    }
    CASE(LOAD_NEW_TARGET) {
        RA = ci->flags & CALL_CONSTRUCT ? ci->new_target : VALUE_UNDEFINED;
        NEXT(1);
    }
    CASE(COERCE_THIS) {
        if (likely(value_is_object(R[0]))) {
            NEXT(1);
        }
        SAVE_PC();
        if (!interpreter_coerce_this(vm, R)) {
            goto exception;
        }
        NEXT(1);
    }
    CASE(CHECK_THIS) {
        if (likely(!value_is_empty(RA))) {
            NEXT(1);
        }
        SAVE_PC();
        throw_reference_error(
            vm, "Must call super constructor in derived class before accessing 'this' or returning from "
                "derived constructor");
        goto exception;
    }
    CASE(CHECK_TDZ) {
        if (likely(!value_is_empty(RA))) {
            NEXT(2);
        }
        SAVE_PC();
        throw_reference_error(vm, "Cannot access '%V' before initialization", K[pc[1]]);
        goto exception;
    }
    CASE(THROW_CONST) {
        SAVE_PC();
        throw_type_error(vm, "Assignment to constant variable.");
        goto exception;
    }
    CASE(THROW_ERROR) {
        SAVE_PC();
        throw_error(vm, (enum error_kind)OPERAND_A, "%V", K[pc[1]]);
        goto exception;
    }
    CASE(LOAD_GLOBAL_THIS) {
        RA = vm->realm->global_this;
        NEXT(1);
    }

    // --- environments
    CASE(FUNCTION_ENV) {
        struct environment *e = ci->function->environment;
        RA = e ? value_from_cell(e) : VALUE_EMPTY;
        NEXT(1);
    }
    CASE(NEW_ENV) {
        SAVE_PC();
        struct environment *parent = OPERAND_B == 0 ? ci->function->environment : value_as_cell(RB);
        struct environment *e = environment_create(vm, parent, pc[1]);
        if (unlikely(!e)) {
            goto exception;
        }
        RA = value_from_cell(e);
        NEXT(2);
    }
    CASE(CLONE_ENV) {
        SAVE_PC();
        struct environment *from = value_as_cell(RB);
        struct environment *e = environment_create(vm, from->parent, from->cell.word);
        if (unlikely(!e)) {
            goto exception;
        }
        memcpy(e->values, from->values, from->cell.word * sizeof(vm_value));
        RA = value_from_cell(e);
        NEXT(1);
    }
    CASE(GET_ENV) {
        RA = ((struct environment *)value_as_cell(RB))->values[OPERAND_C];
        NEXT(1);
    }
    CASE(SET_ENV) {
        struct environment *e = value_as_cell(RB);
        heap_write(&vm->heap, e);
        e->values[OPERAND_C] = RA;
        NEXT(1);
    }
    CASE(GET_ENV_WIDE) {
        RA = ((struct environment *)value_as_cell(RB))->values[pc[1]];
        NEXT(2);
    }
    CASE(SET_ENV_WIDE) {
        struct environment *e = value_as_cell(RB);
        heap_write(&vm->heap, e);
        e->values[pc[1]] = RA;
        NEXT(2);
    }
    CASE(GET_OUTER) {
        struct environment *e = ci->function->environment;
        for (uint32_t depth = OPERAND_B; depth > 0; depth--) {
            e = e->parent;
        }
        RA = e->values[OPERAND_C];
        NEXT(1);
    }
    CASE(GET_OUTER_CHECKED) {
        struct environment *e = ci->function->environment;
        for (uint32_t depth = OPERAND_B; depth > 0; depth--) {
            e = e->parent;
        }
        value = e->values[OPERAND_C];
        if (likely(!value_is_empty(value))) {
            RA = value;
            NEXT(2);
        }
        SAVE_PC();
        throw_reference_error(vm, "Cannot access '%V' before initialization", K[pc[1]]);
        goto exception;
    }
    CASE(SET_OUTER) {
        struct environment *e = ci->function->environment;
        for (uint32_t depth = OPERAND_B; depth > 0; depth--) {
            e = e->parent;
        }
        heap_write(&vm->heap, e);
        e->values[OPERAND_C] = RA;
        NEXT(1);
    }
    CASE(OUTER_ENV) {
        struct environment *e = ci->function->environment;
        for (uint32_t depth = OPERAND_BC; depth > 0; depth--) {
            e = e->parent;
        }
        RA = value_from_cell(e);
        NEXT(1);
    }
    CASE(GET_BINDING) {
        RA = ((struct binding *)value_as_cell(RB))->value;
        NEXT(1);
    }
    CASE(SET_BINDING) {
        struct binding *binding = value_as_cell(RB);
        heap_write(&vm->heap, binding);
        binding->value = RA;
        NEXT(1);
    }

    // --- global variables
    CASE(GET_GLOBAL) {
        struct property_cache *cache = CACHE(pc[1]);
        if (likely(cache->kind == CACHE_GLOBAL_BINDING)) {
            vm_value v = ((struct binding *)cache->cell)->value;
            if (likely(!value_is_empty(v))) {
                RA = v;
                NEXT(3);
            }
        } else if (likely(cache->shape == vm->realm->global->shape && cache->epoch == vm->prototype_epoch)) {
            RA = *lookup_slot(vm->realm->global, cache->offset);
            NEXT(3);
        }
        SLOW_RESULT(cache_get_global(vm, ci->function->code, cache, KEY(pc[2]), false), 3);
    }
    CASE(GET_GLOBAL_OR_UNDEFINED) {
        SLOW_RESULT(cache_get_global(vm, ci->function->code, CACHE(pc[1]), KEY(pc[2]), true), 3);
    }
    CASE(HAS_GLOBAL) { SLOW_RESULT(interpreter_has_global(vm, KEY(pc[1])), 2); }
    CASE(SET_GLOBAL) {
        struct property_cache *cache = CACHE(pc[1]);
        if (likely(cache->kind == CACHE_GLOBAL_BINDING)) {
            struct binding *binding = cache->cell;
            if (likely(!value_is_empty(binding->value))) {
                heap_write(&vm->heap, binding);
                binding->value = RA;
                NEXT(3);
            }
        } else if (likely(cache->shape == vm->realm->global->shape && cache->epoch == vm->prototype_epoch)) {
            heap_write(&vm->heap, vm->realm->global);
            *lookup_slot(vm->realm->global, cache->offset) = RA;
            NEXT(3);
        }
        SLOW_CHECK(cache_set_global(vm, ci->function->code, cache, KEY(pc[2]), RA, STRICT), 3);
    }
    CASE(INIT_GLOBAL) { SLOW_CHECK(interpreter_init_global(vm, KEY(pc[2]), RA), 3); }
    CASE(DECLARE_GLOBALS) { SLOW_CHECK(interpreter_declare_globals(vm, ci->function->code), 1); }
    CASE(DECLARE_GLOBAL_FUNCTION) { SLOW_CHECK(interpreter_declare_global_function(vm, KEY(pc[1]), RA), 2); }

    // --- properties
    CASE(GET_PROP) {
        vm_value v = RB;
        GET_PROPERTY(v);
        SLOW_RESULT(cache_get(vm, ci->function->code, CACHE(pc[1]), v, KEY(pc[2])), 3);
    }
    CASE(GET_OUTER_PROP) {
        struct environment *e = ci->function->environment;
        for (uint32_t depth = OPERAND_B; depth > 0; depth--) {
            e = e->parent;
        }
        vm_value v = e->values[OPERAND_C];
        GET_PROPERTY(v);
        if (likely(!value_is_empty(v))) {
            SLOW_RESULT(cache_get(vm, ci->function->code, CACHE(pc[1]), v, KEY(pc[2] & 0xFFFF)), 3);
        }
        SAVE_PC();
        throw_reference_error(vm, "Cannot access '%V' before initialization", K[pc[2] >> 16]);
        goto exception;
    }
    CASE(GET_LENGTH) {
        vm_value v = RB;
        if (likely(value_is_cell(v))) {
            struct cell *cell = value_as_cell(v);
            if (cell->kind == CELL_ARRAY) {
                RA = value_from_uint32(cell->word);
                NEXT(3);
            }
            if (cell->kind == CELL_STRING) {
                RA = value_from_int((int32_t)((struct string *)cell)->length);
                NEXT(3);
            }
            struct property_cache *cache = CACHE(pc[1]);
            if (((struct object *)cell)->shape == cache->shape && cache->kind == CACHE_OWN_INLINE) {
                RA = *(vm_value *)((char *)cell + cache->offset);
                NEXT(3);
            }
        }
        SLOW_RESULT(cache_get(vm, ci->function->code, CACHE(pc[1]), v, KEY(pc[2])), 3);
    }
    CASE(SET_PROP) {
        vm_value v = RA;
        struct property_cache *cache = CACHE(pc[1]);
        if (likely(value_is_cell(v))) {
            struct object *o = value_as_object(v);
            if (likely(o->shape == cache->shape)) {
                if (likely(cache->kind == CACHE_OWN_INLINE)) {
                    heap_write(&vm->heap, o);
                    *(vm_value *)((char *)o + cache->offset) = RB;
                    NEXT(3);
                }
                if (cache->kind == CACHE_ADD_INLINE && cache->epoch == vm->prototype_epoch) {
                    heap_write(&vm->heap, o);
                    *(vm_value *)((char *)o + cache->offset) = RB;
                    o->shape = cache->cell;
                    NEXT(3);
                }
            }
        }
        SLOW_CHECK(cache_set(vm, ci->function->code, cache, v, KEY(pc[2]), RB, STRICT), 3);
    }
    CASE(INIT_PROP) {
        struct object *o = value_as_object(RA);
        struct property_cache *cache = CACHE(pc[1]);
        if (likely(o->shape == cache->shape && cache->kind == CACHE_ADD_INLINE)) {
            heap_write(&vm->heap, o);
            *(vm_value *)((char *)o + cache->offset) = RB;
            o->shape = cache->cell;
            NEXT(3);
        }
        SLOW_CHECK(cache_init(vm, ci->function->code, cache, o, KEY(pc[2]), RB), 3);
    }
    CASE(GET_ELEM) {
        vm_value v = RB, k = RC;
        if (likely(value_is_int(k) && value_is_object(v))) {
            struct object *o = value_as_object(v);
            uint32_t i = (uint32_t)value_as_int(k);
            if (likely(i < elements_used(o))) {
                vm_value element = o->elements[i];
                if (likely(!value_is_empty(element))) {
                    RA = element;
                    NEXT(1);
                }
            }
        }
        SLOW_RESULT(interpreter_get_element(vm, v, k), 1);
    }
    CASE(GET_ELEM_IMM) {
        vm_value v = RB;
        uint32_t i = OPERAND_C;
        if (likely(value_is_object(v))) {
            struct object *o = value_as_object(v);
            if (likely(i < elements_used(o))) {
                vm_value element = o->elements[i];
                if (likely(!value_is_empty(element))) {
                    RA = element;
                    NEXT(1);
                }
            }
        }
        SLOW_RESULT(interpreter_get_element(vm, v, value_from_int((int32_t)i)), 1);
    }
    CASE(SET_ELEM) {
        vm_value v = RA, k = RB;
        if (likely(value_is_int(k) && value_is_object(v))) {
            struct object *o = value_as_object(v);
            uint32_t i = (uint32_t)value_as_int(k);
            struct vector *elements = elements_vector(o->elements);
            if (likely(i < elements->used && !(o->cell.flags & OBJECT_ELEMENTS_FROZEN) &&
                       !value_is_empty(elements->values[i]))) {
                heap_write_slot(&vm->heap, o, elements, i);
                elements->values[i] = RC;
                NEXT(1);
            }
            if (i == elements->used && i < elements->cell.word && o->cell.kind == CELL_ARRAY &&
                !(o->cell.flags & OBJECT_ELEMENTS_SPECIAL) && !vm->indexed_prototypes) {
                heap_write_slot(&vm->heap, o, elements, i);
                elements->values[i] = RC;
                elements->used = i + 1;
                if (i >= o->cell.word) {
                    o->cell.word = i + 1;
                }
                NEXT(1);
            }
        }
        SLOW_CHECK(interpreter_set_element(vm, v, k, RC, STRICT), 1);
    }
    CASE(DELETE_PROP) { SLOW_RESULT(interpreter_delete(vm, RB, K[pc[1]], STRICT), 2); }
    CASE(DELETE_ELEM) { SLOW_RESULT(interpreter_delete(vm, RB, RC, STRICT), 1); }
    CASE(SUPER_BASE) { SLOW_RESULT(js_get_prototype_of(vm, value_as_object(RB)), 1); }
    CASE(GET_SUPER) { SLOW_RESULT(interpreter_get_super(vm, &RB, OPERAND_C), 1); }
    CASE(SET_SUPER) { SLOW_CHECK(interpreter_set_super(vm, &RB, OPERAND_C, RA, STRICT), 1); }
    CASE(DEFINE_FIELD) { SLOW_CHECK(interpreter_define_field(vm, RA, RB, RC), 1); }
    CASE(DEFINE_METHOD) { SLOW_CHECK(interpreter_define_method(vm, RA, RB, RC, pc[1]), 2); }
    CASE(SET_FUNCTION_NAME) { SLOW_CHECK(interpreter_set_function_name(vm, RA, RB, (int)pc[1]), 2); }
    CASE(SET_HOME) {
        struct function *f = value_as_cell(RA);
        heap_write(&vm->heap, f);
        f->home = RB;
        NEXT(1);
    }
    CASE(SET_PROTO) { SLOW_CHECK(interpreter_set_literal_prototype(vm, RA, RB), 1); }
    CASE(COPY_PROPERTIES) { SLOW_CHECK(interpreter_copy_properties(vm, &RA, RB, &RC, pc[1]), 2); }
    CASE(COPY_PROPERTIES_EXCEPT) { SLOW_CHECK(interpreter_copy_properties_except(vm, &RA, RB, RC), 1); }
    CASE(NEW_PRIVATE_NAME) { SLOW_RESULT(interpreter_new_private_name(vm, K[pc[1]]), 2); }
    CASE(GET_PRIVATE) { SLOW_RESULT(interpreter_get_private(vm, RB, RC), 1); }
    CASE(SET_PRIVATE) { SLOW_CHECK(interpreter_set_private(vm, RA, RB, RC), 1); }
    CASE(HAS_PRIVATE) { SLOW_RESULT(interpreter_has_private(vm, RB, RC), 1); }
    CASE(DEFINE_PRIVATE) { SLOW_CHECK(interpreter_define_private(vm, RA, RB, RC, pc[1]), 2); }

    // --- object creation
    CASE(NEW_OBJECT) { SLOW_RESULT(interpreter_new_object(vm, OPERAND_BC), 1); }
    CASE(OBJECT_LITERAL) {
        SAVE_PC();
        struct property_cache *cache = CACHE(pc[1]);
        uint32_t count = OPERAND_C;
        if (unlikely(cache->kind != CACHE_LITERAL) &&
            unlikely(!interpreter_literal_shape(vm, ci->function->code, cache, &K[pc[2]], count))) {
            goto exception;
        }
        struct object *o = new_object(vm, cache->shape);
        if (unlikely(!o)) {
            goto exception;
        }
        const vm_value *values = &RB;
        for (uint32_t i = 0; i < count; i++) {
            o->inline_slots[i] = values[i];
        }
        RA = value_from_cell(o);
        NEXT(3);
    }
    CASE(NEW_ARRAY) {
        SAVE_PC();
        struct object *array = array_create_from(vm, &RB, OPERAND_C);
        if (unlikely(!array)) {
            goto exception;
        }
        RA = value_from_cell(array);
        NEXT(1);
    }
    CASE(NEW_ARRAY_RESERVED) { SLOW_RESULT(interpreter_new_array(vm, OPERAND_BC), 1); }
    CASE(ARRAY_APPEND) { SLOW_CHECK(interpreter_array_append(vm, RA, &RB, OPERAND_C), 1); }
    CASE(ARRAY_FROM) {
        SAVE_PC();
        if (value_is_empty(RB)) {
            if (js_arrays_iterate_plainly(vm)) {
                SLOW_RESULT(interpreter_rest(vm, ci), 1);
            }
            MAKE_REST(RB);
        }
        SLOW_RESULT(interpreter_array_from(vm, RB), 1);
    }
    CASE(ARRAY_SPREAD) {
        SAVE_PC();
        if (value_is_empty(RB)) {
            if (js_arrays_iterate_plainly(vm)) {
                uint32_t count;
                const vm_value *values = frame_rest(ci, &count);
                SLOW_CHECK(interpreter_array_append(vm, RA, values, count), 1);
            }
            MAKE_REST(RB);
        }
        SLOW_CHECK(interpreter_array_spread(vm, RA, RB), 1);
    }
    CASE(NEW_REGEXP) { SLOW_RESULT(builtin_new_regexp(vm, K[pc[1]], K[pc[1] + 1]), 2); }
    CASE(TEMPLATE_OBJECT) { SLOW_RESULT(interpreter_template_object(vm, ci->function->code, pc[1]), 2); }
    CASE(CLOSURE) {
        SAVE_PC();
        struct environment *e = OPERAND_B == 0 ? ci->function->environment : value_as_cell(RB);
        struct function *f = function_create(vm, value_as_cell(K[pc[1]]), e);
        if (unlikely(!f)) {
            goto exception;
        }
        RA = value_from_cell(f);
        NEXT(2);
    }
    CASE(NEW_CLASS) {
        SAVE_PC();
        struct environment *e = OPERAND_C == 0 ? ci->function->environment : value_as_cell(RC);
        struct function *constructor;
        struct object *prototype;
        if (!class_create(vm, value_as_cell(K[pc[1]]), e, RB, &constructor, &prototype)) {
            goto exception;
        }
        (&RA)[0] = value_from_cell(constructor);
        (&RA)[1] = value_from_cell(prototype);
        NEXT(2);
    }
    CASE(SET_FIELDS) {
        struct function *f = value_as_cell(RA);
        heap_write(&vm->heap, f);
        f->fields = RB;
        NEXT(1);
    }
    CASE(RUN_FIELDS) {
        struct function *f = value_as_cell(RA);
        if (value_is_empty(f->fields)) {
            NEXT(1);
        }
        SAVE_PC();
        value = js_call(vm, f->fields, RB, 0, NULL);
        if (value_is_exception(value)) {
            goto exception;
        }
        NEXT(1);
    }
    CASE(REST) { SLOW_RESULT(interpreter_rest(vm, ci), 1); }
    CASE(REST_ARRAY) {
        if (value_is_empty(RA)) {
            SAVE_PC();
            MAKE_REST(RA);
        }
        NEXT(1);
    }
    CASE(REST_LENGTH) {
        vm_value v = RB;
        uint32_t length;
        if (likely(value_is_empty(v))) {
            frame_rest(ci, &length);
        } else {
            length = array_length(value_as_object(v));
        }
        RA = value_from_uint32(length);
        NEXT(1);
    }
    CASE(REST_ELEM) {
        vm_value k = RC;
        uint32_t i = (uint32_t)value_as_int(k);
        if (likely(value_is_empty(RB))) {
            uint32_t count;
            const vm_value *values = frame_rest(ci, &count);
            if (likely(value_is_int(k)) && likely(i < count)) {
                RA = values[i];
                NEXT(1);
            }
            if (value_is_int(k) && value_as_int(k) >= 0 && !vm->indexed_prototypes) {
                RA = VALUE_UNDEFINED;
                NEXT(1);
            }
            SAVE_PC();
            MAKE_REST(RB);
        }
        struct object *o = value_as_object(RB);
        if (likely(value_is_int(k)) && likely(i < elements_used(o)) &&
            likely(!value_is_empty(o->elements[i]))) {
            RA = o->elements[i];
            NEXT(1);
        }
        SLOW_RESULT(interpreter_get_element(vm, RB, k), 1);
    }
    CASE(REST_FORWARD) {
        frame = &RC + 1;
        if (value_is_empty(RB) && !apply_takes_view(vm, frame, OPERAND_A - OPERAND_C - 1u)) {
            SAVE_PC();
            MAKE_REST(RB);
        }
        RA = RB;
        NEXT(1);
    }
    CASE(SPREAD_ARGUMENTS) {
        SAVE_PC();
        if (value_is_empty(RB)) {
            if (js_arrays_iterate_plainly(vm)) {
                RA = VALUE_EMPTY;
                NEXT(1);
            }
            MAKE_REST(RB);
        }
        SLOW_RESULT(interpreter_spread_arguments(vm, RB), 1);
    }
    CASE(ARGUMENTS) { SLOW_RESULT(interpreter_arguments(vm, ci, OPERAND_BC), 1); }

    CASE(MAPPED_ARGUMENTS) { SLOW_RESULT(interpreter_mapped_arguments(vm, ci, RB), 1); }

    // --- calls
    CASE(CALL) {
        frame = R + OPERAND_BC;
        argc = pc[1] & 0xFF;
        CALL_CACHED(call_slow);
    }
    CASE(CALL_UNDEFINED) {
        frame = R + OPERAND_BC;
        frame[0] = VALUE_UNDEFINED;
        argc = pc[1] & 0xFF;
        CALL_CACHED(call_slow);
    }
    CASE(CALL_FORWARD) {
        frame = R + OPERAND_BC;
        argc = pc[1] & 0xFF;
        if (unlikely(!value_is_empty(frame[argc]))) {
            goto call_slow;
        }
        SAVE_PC();
        if (!apply_view(vm, frame, &argc)) {
            goto exception;
        }
        goto call_rewritten;
    }
    CASE(CALL_SPREAD) {
        frame = R + OPERAND_BC;
        argc = pc[1] & 0xFF;
        SAVE_PC();
        switch (apply_spread(vm, frame, &argc)) {
        case APPLY_REWRITTEN: goto call_rewritten;
        case APPLY_LEFT: SLOW_RESULT(interpreter_call_spread(vm, frame, argc), 2);
        case APPLY_THREW: goto exception;
        }
    }
    // The window is another call's than the compiler laid out, and may reach beyond the registers.
call_rewritten:
    CALL_CACHED(call_slow);
call_slow:
    SAVE_PC();
    if (value_is_kind(frame[-1], CELL_FUNCTION)) {
        struct function *f = value_as_cell(frame[-1]);
        const struct code *code = f->code;
        if (!(code->cell.flags & CODE_KEEPS_ARGUMENTS)) {
            ENTERED(interpreter_enter(vm, frame, argc, CALL_CACHE(), &value));
        }
        vm_value *registers = frame + argc + 2;
        if (likely(code->words && !(code->cell.flags & CODE_CLASS) && code->script->realm == vm->realm &&
                   ci + 1 < frames_end && registers + code->registers <= vm->stack_end)) {
            uint32_t formal = code->parameters;
            ci++;
            ci->arguments = frame + 1;
            registers[-1] = frame[-1];
            registers[0] = frame[0];
            for (uint32_t i = 1; i <= formal; i++) {
                registers[i] = i <= argc ? frame[i] : VALUE_UNDEFINED;
            }
            R = ci->registers = registers;
            K = ci->constants = code->constants;
            ci->function = f;
            ci->flags = CALL_ARGUMENTS;
            ci->argc = argc;
            vm->call = ci;
            pc = code->words;
            POLL();
            DISPATCH();
        }
    } else if (value_is_kind(frame[-1], CELL_NATIVE_FUNCTION)) {
        struct native_function *f = value_as_cell(frame[-1]);
        if (f->native == generator_prototype_next && generator_is_resumable(vm, frame[0])) {
            struct generator *g = value_as_cell(frame[0]);
            vm_value sent = native_argument(frame, argc, 0);
            if (!generator_push(vm, g->frame, CALL_GENERATOR, RESUME_NEXT, sent)) {
                goto exception;
            }
            RELOAD();
            POLL();
            DISPATCH();
        }
        if (f->forwards) {
            switch (apply_forward(vm, frame, &argc)) {
            case APPLY_REWRITTEN: goto call_rewritten;
            case APPLY_LEFT: break;
            case APPLY_THREW: goto exception;
            }
        }
        if (likely(f->realm == vm->realm && ci + 1 < frames_end)) {
            struct call_info *callee = ci + 1;
            callee->registers = frame;
            callee->function = (struct function *)f;
            callee->flags = CALL_NATIVE;
            callee->argc = argc;
            callee->top = R + ci->function->code->registers;
            if (unlikely(callee->top < frame + 1 + argc)) {
                callee->top = frame + 1 + argc; // a rewritten window
            }
            vm->call = callee;
            vm->new_target = VALUE_UNDEFINED;
            value = f->native(vm, frame, argc);
            vm->call = ci;
            if (unlikely(value_is_exception(value))) {
                goto exception;
            }
            RA = value;
            pc += 2;
            POLL();
            DISPATCH();
        }
    } else if (value_is_kind(frame[-1], CELL_BOUND_FUNCTION)) {
        switch (apply_forward(vm, frame, &argc)) {
        case APPLY_REWRITTEN: goto call_rewritten;
        case APPLY_LEFT: break;
        case APPLY_THREW: goto exception;
        }
    }
    ENTERED(interpreter_enter(vm, frame, argc, NULL, &value));
    CASE(NEW) {
        SAVE_PC();
        frame = R + OPERAND_BC;
        uint32_t operands = pc[1];
        struct call_cache *cache = (struct call_cache *)((char *)K - (operands >> 8) * 8);
        if (likely(value_is_kind(frame[-1], CELL_FUNCTION))) {
            struct function *f = value_as_cell(frame[-1]);
            struct code *code = f->code;
            if (likely(code == cache->code && frame + cache->registers <= vm->stack_end &&
                       ci + 1 < frames_end &&
                       f->slots[2].bits == value_from_cell(code->instance_prototype).bits &&
                       code->instance_prototype)) {
                struct object *o = new_object(vm, code->instance_shape);
                if (unlikely(!o)) {
                    goto exception;
                }
                for (uint32_t i = 0; i < o->cell.aux; i++) {
                    o->inline_slots[i] = VALUE_EMPTY;
                }
                frame[0] = value_from_cell(o);
                for (uint32_t i = operands & 0xFF; i < cache->parameters; i++) {
                    frame[1 + i] = VALUE_UNDEFINED;
                }
                ci++;
                R = ci->registers = frame;
                K = ci->constants = cache->constants;
                ci->function = f;
                ci->flags = CALL_CONSTRUCT;
                ci->argc = operands & 0xFF;
                ci->new_target = value_from_cell(f);
                vm->call = ci;
                pc = cache->words;
                POLL();
                DISPATCH();
            }
        }
        ENTERED(interpreter_enter_construct(vm, frame, operands & 0xFF, cache, &value));
    }
    CASE(SUPER_CALL) {
        SAVE_PC();
        ENTERED(interpreter_enter_super(vm, R + OPERAND_BC, pc[1] & 0xFF, &value));
    }
    CASE(NEW_SPREAD) {
        SAVE_PC();
        ENTERED(interpreter_new_spread(vm, R + OPERAND_BC, pc[1] & 0xFF, &value));
    }
    CASE(SUPER_CALL_SPREAD) {
        SAVE_PC();
        ENTERED(interpreter_super_call_spread(vm, R + OPERAND_BC, pc[1] & 0xFF, &value));
    }
    CASE(BIND_THIS) {
        if (likely(value_is_empty(RA))) {
            RA = RB;
            NEXT(1);
        }
        SAVE_PC();
        throw_reference_error(vm, "Super constructor may only be called once");
        goto exception;
    }
    CASE(RETURN_UNDEFINED) {
        value = VALUE_UNDEFINED;
        goto return_value;
    }
    CASE(RETURN) {
        value = RA;
        if (likely(!(ci->flags & (CALL_ENTRY | CALL_CONSTRUCT)))) {
            ci--;
            vm->call = ci;
            R = ci->registers;
            K = ci->constants;
            pc = ci->pc;
            RA = value;
            NEXT(2);
        }
        goto return_value;
    }
    CASE(RETURN_DERIVED) {
        value = RA;
        if (!value_is_object(value)) {
            SAVE_PC();
            if (!value_is_undefined(value) || value_is_empty(RB)) {
                interpreter_refuse_derived(vm, ci, value);
                goto exception;
            }
            value = RB;
        }
        goto return_value;
    }
return_value : {
    uint8_t flags = ci->flags;
    if (flags & CALL_CONSTRUCT && !value_is_object(value)) {
        value = R[0];
    }
    vm->call = --ci;
    if (flags & CALL_ENTRY) {
        return value;
    }
    R = ci->registers;
    K = ci->constants;
    pc = ci->pc;
    RA = value;
    NEXT(2);
}
    CASE(THROW) {
        SAVE_PC();
        interpreter_throw(vm, ci, RA);
        goto exception;
    }
    CASE(RETHROW) {
        SAVE_PC();
        throw_value(vm, RA);
        goto exception;
    }

    // --- arithmetic
    CASE(ADD) { ARITHMETIC(RC, __builtin_add_overflow, +, js_add(vm, x, y)); }
    CASE(ADD_IMM) { ARITHMETIC_IMM(__builtin_add_overflow, +, js_add(vm, x, y)); }
    CASE(ADD_CONST) { ARITHMETIC(K[OPERAND_C], __builtin_add_overflow, +, js_add(vm, x, y)); }
    CASE(SUB) { ARITHMETIC(RC, __builtin_sub_overflow, -, js_arithmetic(vm, OPERATOR_SUBTRACT, x, y)); }
    CASE(SUB_IMM) { ARITHMETIC_IMM(__builtin_sub_overflow, -, js_arithmetic(vm, OPERATOR_SUBTRACT, x, y)); }
    CASE(SUB_CONST) {
        ARITHMETIC(K[OPERAND_C], __builtin_sub_overflow, -, js_arithmetic(vm, OPERATOR_SUBTRACT, x, y));
    }
    CASE(MUL) { MULTIPLY(RC); }
    CASE(MUL_IMM) { MULTIPLY(value_from_int(OPERAND_IMM8)); }
    CASE(MUL_CONST) { MULTIPLY(K[OPERAND_C]); }
    CASE(DIV) { DIVIDE(RC); }
    CASE(DIV_CONST) { DIVIDE(K[OPERAND_C]); }
    CASE(MOD) { REMAINDER(RC); }
    CASE(MOD_IMM) { REMAINDER(value_from_int(OPERAND_IMM8)); }
    CASE(MOD_CONST) { REMAINDER(K[OPERAND_C]); }
    CASE(POW) {
        vm_value x = RB, y = RC;
        if (likely(BOTH_NUMBERS(x, y))) {
            RA = value_from_double(number_power(value_as_double(x), value_as_double(y)));
            NEXT(1);
        }
        SLOW_RESULT(js_arithmetic(vm, OPERATOR_POWER, x, y), 1);
    }
    CASE(BIT_AND) { BITWISE(RC, i & j, AND); }
    CASE(BIT_AND_IMM) { BITWISE(value_from_int(OPERAND_IMM8), i & j, AND); }
    CASE(BIT_AND_CONST) { BITWISE(K[OPERAND_C], i & j, AND); }
    CASE(BIT_OR) { BITWISE(RC, i | j, OR); }
    CASE(BIT_OR_IMM) { BITWISE(value_from_int(OPERAND_IMM8), i | j, OR); }
    CASE(BIT_XOR) { BITWISE(RC, i ^ j, XOR); }
    CASE(BIT_XOR_IMM) { BITWISE(value_from_int(OPERAND_IMM8), i ^ j, XOR); }
    CASE(SHIFT_LEFT) { BITWISE(RC, (int32_t)((uint32_t)i << (j & 31)), SHIFT_LEFT); }
    CASE(SHIFT_LEFT_IMM) {
        BITWISE(value_from_int(OPERAND_IMM8), (int32_t)((uint32_t)i << (j & 31)), SHIFT_LEFT);
    }
    CASE(SHIFT_RIGHT) { BITWISE(RC, i >> (j & 31), SHIFT_RIGHT); }
    CASE(SHIFT_RIGHT_IMM) { BITWISE(value_from_int(OPERAND_IMM8), i >> (j & 31), SHIFT_RIGHT); }
    CASE(SHIFT_RIGHT_UNSIGNED) {
        vm_value x = RB, y = RC;
        if (likely(BOTH_NUMBERS(x, y))) {
            RA = value_from_uint32((uint32_t)interpreter_int32(x) >> (interpreter_int32(y) & 31));
            NEXT(1);
        }
        SLOW_RESULT(js_arithmetic(vm, OPERATOR_SHIFT_RIGHT_UNSIGNED, x, y), 1);
    }
    CASE(SHIFT_RIGHT_UNSIGNED_IMM) {
        vm_value x = RB;
        if (likely(value_is_number(x))) {
            RA = value_from_uint32((uint32_t)interpreter_int32(x) >> (OPERAND_IMM8 & 31));
            NEXT(1);
        }
        SLOW_RESULT(js_arithmetic(vm, OPERATOR_SHIFT_RIGHT_UNSIGNED, x, value_from_int(OPERAND_IMM8)), 1);
    }
    CASE(NEGATE) {
        vm_value x = RB;
        if (likely(value_is_int(x) && value_as_int(x) != 0 && value_as_int(x) != INT32_MIN)) {
            RA = value_from_int(-value_as_int(x));
            NEXT(1);
        }
        if (value_is_number(x)) {
            RA = value_box_arithmetic(-value_as_double(x));
            NEXT(1);
        }
        SLOW_RESULT(js_unary_minus(vm, x), 1);
    }
    CASE(TO_NUMBER) {
        vm_value x = RB;
        if (likely(value_is_number(x))) {
            RA = x;
            NEXT(1);
        }
        SLOW_RESULT(js_to_number_value(vm, x), 1);
    }
    CASE(TO_NUMERIC) {
        vm_value x = RB;
        if (likely(value_is_number(x))) {
            RA = x;
            NEXT(1);
        }
        SLOW_RESULT(js_to_numeric(vm, x), 1);
    }
    CASE(BIT_NOT) {
        vm_value x = RB;
        if (likely(value_is_number(x))) {
            RA = value_from_int(~interpreter_int32(x));
            NEXT(1);
        }
        SLOW_RESULT(js_bitwise_not(vm, x), 1);
    }
    CASE(NOT) {
        vm_value x = RB;
        RA = value_from_bool(value_is_boolean(x) ? !value_is_true(x) : !js_to_boolean(x));
        NEXT(1);
    }
    CASE(TYPEOF) {
        RA = atom_value(vm, js_typeof(RB));
        NEXT(1);
    }
    CASE(INCREMENT) {
        vm_value x = RB;
        if (likely(value_is_int(x) && value_as_int(x) != INT32_MAX)) {
            RA = value_from_int(value_as_int(x) + 1);
            NEXT(1);
        }
        SLOW_RESULT(interpreter_increment(vm, x, 1), 1);
    }
    CASE(DECREMENT) {
        vm_value x = RB;
        if (likely(value_is_int(x) && value_as_int(x) != INT32_MIN)) {
            RA = value_from_int(value_as_int(x) - 1);
            NEXT(1);
        }
        SLOW_RESULT(interpreter_increment(vm, x, -1), 1);
    }
    CASE(TO_STRING) {
        vm_value x = RB;
        if (likely(value_is_string(x))) {
            RA = x;
            NEXT(1);
        }
        SLOW_RESULT(interpreter_to_string(vm, x), 1);
    }
    CASE(TO_KEY) { SLOW_RESULT(interpreter_to_key(vm, RB), 1); }
    CASE(ELEM_KEY) { SLOW_RESULT(interpreter_element_key(vm, RB, RC), 1); }
    CASE(CONCAT) { SLOW_RESULT(interpreter_concat(vm, &RB, OPERAND_C), 1); }

    // --- comparison to a boolean
    CASE(LESS) { COMPARE_VALUE(<, js_less(vm, x, y)); }
    CASE(LESS_EQUAL) { COMPARE_VALUE(<=, js_less_or_equal(vm, x, y)); }
    CASE(GREATER) { COMPARE_VALUE(>, js_greater(vm, x, y)); }
    CASE(GREATER_EQUAL) { COMPARE_VALUE(>=, js_greater_or_equal(vm, x, y)); }
    CASE(EQUAL) { COMPARE_VALUE(==, js_loosely_equal(vm, x, y)); }
    CASE(NOT_EQUAL) {
        vm_value x = RB, y = RC;
        COMPARE(x, y, ==, js_loosely_equal(vm, x, y), RA = VALUE_FALSE, RA = VALUE_TRUE);
        NEXT(1);
    }
    CASE(STRICT_EQUAL) {
        vm_value x = RB, y = RC;
        RA = value_from_bool(STRICTLY_EQUAL(x, y));
        NEXT(1);
    }
    CASE(STRICT_NOT_EQUAL) {
        vm_value x = RB, y = RC;
        RA = value_from_bool(!STRICTLY_EQUAL(x, y));
        NEXT(1);
    }
    CASE(INSTANCE_OF) { SLOW_RESULT(interpreter_outcome(js_instance_of(vm, RB, RC)), 1); }
    CASE(IN) { SLOW_RESULT(interpreter_outcome(js_in(vm, RB, RC)), 1); }

    // --- jumps
    CASE(JUMP) { TAKE_JUMP(); }
    CASE(JUMP_TRUE) {
        vm_value x = RA;
        if (TRUTH(x)) {
            TAKE_JUMP();
        }
        NEXT(2);
    }
    CASE(JUMP_FALSE) {
        vm_value x = RA;
        if (TRUTH(x)) {
            NEXT(2);
        }
        TAKE_JUMP();
    }
    CASE(JUMP_UNDEFINED) {
        if (value_is_undefined(RA)) {
            TAKE_JUMP();
        }
        NEXT(2);
    }
    CASE(JUMP_NOT_UNDEFINED) {
        if (!value_is_undefined(RA)) {
            TAKE_JUMP();
        }
        NEXT(2);
    }
    CASE(JUMP_NULLISH) {
        if (value_is_nullish(RA)) {
            TAKE_JUMP();
        }
        NEXT(2);
    }
    CASE(JUMP_NOT_NULLISH) {
        if (!value_is_nullish(RA)) {
            TAKE_JUMP();
        }
        NEXT(2);
    }
    CASE(JUMP_LESS) { COMPARE_JUMP(<, js_less(vm, x, y)); }
    CASE(JUMP_NOT_LESS) { COMPARE_JUMP_NOT(<, js_less(vm, x, y)); }
    CASE(JUMP_LESS_EQUAL) { COMPARE_JUMP(<=, js_less_or_equal(vm, x, y)); }
    CASE(JUMP_NOT_LESS_EQUAL) { COMPARE_JUMP_NOT(<=, js_less_or_equal(vm, x, y)); }
    CASE(JUMP_GREATER) { COMPARE_JUMP(>, js_greater(vm, x, y)); }
    CASE(JUMP_NOT_GREATER) { COMPARE_JUMP_NOT(>, js_greater(vm, x, y)); }
    CASE(JUMP_GREATER_EQUAL) { COMPARE_JUMP(>=, js_greater_or_equal(vm, x, y)); }
    CASE(JUMP_NOT_GREATER_EQUAL) { COMPARE_JUMP_NOT(>=, js_greater_or_equal(vm, x, y)); }
    CASE(JUMP_LESS_IMM) { COMPARE_IMM(<, js_less(vm, x, y), TAKE_JUMP(), NEXT(2)); }
    CASE(JUMP_NOT_LESS_IMM) { COMPARE_IMM(<, js_less(vm, x, y), NEXT(2), TAKE_JUMP()); }
    CASE(JUMP_LESS_EQUAL_IMM) { COMPARE_IMM(<=, js_less_or_equal(vm, x, y), TAKE_JUMP(), NEXT(2)); }
    CASE(JUMP_NOT_LESS_EQUAL_IMM) { COMPARE_IMM(<=, js_less_or_equal(vm, x, y), NEXT(2), TAKE_JUMP()); }
    CASE(JUMP_GREATER_IMM) { COMPARE_IMM(>, js_greater(vm, x, y), TAKE_JUMP(), NEXT(2)); }
    CASE(JUMP_NOT_GREATER_IMM) { COMPARE_IMM(>, js_greater(vm, x, y), NEXT(2), TAKE_JUMP()); }
    CASE(JUMP_GREATER_EQUAL_IMM) { COMPARE_IMM(>=, js_greater_or_equal(vm, x, y), TAKE_JUMP(), NEXT(2)); }
    CASE(JUMP_NOT_GREATER_EQUAL_IMM) { COMPARE_IMM(>=, js_greater_or_equal(vm, x, y), NEXT(2), TAKE_JUMP()); }
    CASE(JUMP_EQUAL) { COMPARE_JUMP(==, js_loosely_equal(vm, x, y)); }
    CASE(JUMP_NOT_EQUAL) { COMPARE_JUMP_NOT(==, js_loosely_equal(vm, x, y)); }
    CASE(JUMP_STRICT_EQUAL) {
        vm_value x = RA, y = RB;
        if (STRICTLY_EQUAL(x, y)) {
            TAKE_JUMP();
        }
        NEXT(2);
    }
    CASE(JUMP_STRICT_NOT_EQUAL) {
        vm_value x = RA, y = RB;
        if (STRICTLY_EQUAL(x, y)) {
            NEXT(2);
        }
        TAKE_JUMP();
    }
    CASE(JUMP_STRICT_EQUAL_IMM) {
        vm_value x = RA;
        if (value_is_int(x) ? value_as_int(x) == OPERAND_IMM8
                            : value_is_double(x) && value_unbox_double(x) == OPERAND_IMM8) {
            TAKE_JUMP();
        }
        NEXT(2);
    }
    CASE(JUMP_STRICT_NOT_EQUAL_IMM) {
        vm_value x = RA;
        if (value_is_int(x) ? value_as_int(x) == OPERAND_IMM8
                            : value_is_double(x) && value_unbox_double(x) == OPERAND_IMM8) {
            NEXT(2);
        }
        TAKE_JUMP();
    }
    CASE(JUMP_STRICT_EQUAL_CONST) {
        vm_value x = RA, y = K[OPERAND_C];
        if (EQUALS_CONSTANT(x, y)) {
            TAKE_JUMP();
        }
        NEXT(2);
    }
    CASE(JUMP_STRICT_NOT_EQUAL_CONST) {
        vm_value x = RA, y = K[OPERAND_C];
        if (EQUALS_CONSTANT(x, y)) {
            NEXT(2);
        }
        TAKE_JUMP();
    }
    CASE(JUMP_TYPEOF) {
        if (value_same_bits(atom_value(vm, js_typeof(RA)), K[OPERAND_C])) {
            TAKE_JUMP();
        }
        NEXT(2);
    }
    CASE(JUMP_NOT_TYPEOF) {
        if (value_same_bits(atom_value(vm, js_typeof(RA)), K[OPERAND_C])) {
            NEXT(2);
        }
        TAKE_JUMP();
    }
    CASE(LOOP_LESS) {
        vm_value x = RA, y = RB;
        if (likely(value_both_int(x, y))) {
            if (value_as_int(x) < INT32_MAX) {
                RA = x = value_from_int(value_as_int(x) + 1);
                if (value_as_int(x) < value_as_int(y)) {
                    TAKE_JUMP();
                }
                NEXT(2);
            }
        }
        SAVE_PC();
        x = interpreter_increment(vm, x, 1);
        if (value_is_exception(x)) {
            goto exception;
        }
        RA = x;
        y = RB;
        COMPARE(x, y, <, js_less(vm, x, y), TAKE_JUMP(), NEXT(2));
    }
    CASE(LOOP_LESS_EQUAL) {
        vm_value x = RA, y = RB;
        if (likely(value_both_int(x, y))) {
            if (value_as_int(x) < INT32_MAX) {
                RA = x = value_from_int(value_as_int(x) + 1);
                if (value_as_int(x) <= value_as_int(y)) {
                    TAKE_JUMP();
                }
                NEXT(2);
            }
        }
        SAVE_PC();
        x = interpreter_increment(vm, x, 1);
        if (value_is_exception(x)) {
            goto exception;
        }
        RA = x;
        y = RB;
        COMPARE(x, y, <=, js_less_or_equal(vm, x, y), TAKE_JUMP(), NEXT(2));
    }
    CASE(JUMP_TABLE) {
        vm_value x = RA;
        uint32_t count = pc[2], entry = count;
        if (value_is_double(x)) {
            x = value_from_double(value_unbox_double(x) + 0.0); // -0 is 0 here
        }
        if (value_is_int(x)) {
            uint32_t number = (uint32_t)value_as_int(x) - pc[1];
            entry = number < count ? number : count;
        }
        pc += (int32_t)pc[3 + entry];
        POLL();
        DISPATCH();
    }

    // --- iteration
    CASE(ITERATOR_OPEN) {
        SAVE_PC();
        if (!interpreter_iterator_open(vm, &RA, RB)) {
            goto exception;
        }
        NEXT(1);
    }
    CASE(ITERATOR_NEXT) {
        vm_value *it = &RB;
        if (likely(value_is_empty(it[1]))) { // a plain array, step by step
            struct object *array = value_as_object(it[0]);
            uint32_t i = (uint32_t)value_as_int(it[2]);
            if (i < array_length(array)) {
                it[2] = value_from_int((int32_t)i + 1);
                if (likely(i < elements_used(array) && !value_is_empty(array->elements[i]))) {
                    RA = array->elements[i];
                    NEXT(2);
                }
                SLOW_RESULT(js_get(vm, array, key_from_index(i)), 2);
            }
            it[0] = VALUE_UNDEFINED;
            it[1] = VALUE_UNDEFINED;
            RA = VALUE_UNDEFINED;
            TAKE_JUMP();
        }
        SAVE_PC();
        switch (interpreter_iterator_next(vm, it, &value)) {
        case ITERATOR_STEP_VALUE: RA = value; NEXT(2);
        case ITERATOR_STEP_DONE: RA = VALUE_UNDEFINED; TAKE_JUMP();
        case ITERATOR_STEP_PUSHED:
            RELOAD();
            POLL();
            DISPATCH();
        case ITERATOR_STEP_THREW: break;
        }
        goto exception;
    }
    CASE(ITERATOR_CLOSE) { SLOW_CHECK(interpreter_iterator_close(vm, &RA), 1); }
    CASE(ITERATOR_ABORT) {
        SAVE_PC();
        if (!interpreter_iterator_abort(vm, &RA)) {
            goto exception;
        }
        NEXT(1);
    }
    CASE(ITERATOR_REST) { SLOW_RESULT(interpreter_iterator_rest(vm, &RB), 1); }
    CASE(ASYNC_ITERATOR_OPEN) {
        SAVE_PC();
        if (!interpreter_async_iterator_open(vm, &RA, RB)) {
            goto exception;
        }
        NEXT(1);
    }
    CASE(ITERATOR_CALL_NEXT) {
        vm_value *it = &RB;
        SLOW_RESULT(js_call(vm, it[1], it[0], 0, NULL), 1);
    }
    CASE(ITERATOR_RESULT) {
        SAVE_PC();
        switch (interpreter_iterator_result(vm, &RA)) {
        case ITERATOR_STEP_VALUE: NEXT(2);
        case ITERATOR_STEP_DONE: RA = VALUE_UNDEFINED; TAKE_JUMP();
        default: goto exception;
        }
    }
    CASE(ASYNC_ITERATOR_CLOSE) {
        SAVE_PC();
        value = interpreter_async_iterator_close(vm, &RB);
        if (value_is_exception(value)) {
            goto exception;
        }
        if (value_is_absent(value)) {
            TAKE_JUMP();
        }
        RA = value;
        NEXT(2);
    }
    CASE(CHECK_OBJECT) {
        if (likely(value_is_object(RA))) {
            NEXT(2);
        }
        SAVE_PC();
        throw_type_error(vm, "%V", K[pc[1]]);
        goto exception;
    }
    CASE(CHECK_OBJECT_COERCIBLE) {
        if (likely(!value_is_nullish(RA))) {
            NEXT(2);
        }
        SAVE_PC();
        interpreter_throw_not_coercible(vm, RA, K[pc[1]]);
        goto exception;
    }
    CASE(FOR_IN_OPEN) { SLOW_RESULT(interpreter_for_in_open(vm, RB), 1); }
    CASE(FOR_IN_NEXT) {
        SAVE_PC();
        value = interpreter_for_in_next(vm, RB);
        if (value_is_exception(value)) {
            goto exception;
        }
        if (value_is_absent(value)) {
            TAKE_JUMP();
        }
        RA = value;
        NEXT(2);
    }

    // --- generators and async functions
    CASE(GENERATOR_START) {
        SAVE_PC();
        value = interpreter_generator_start(vm, ci, pc + 1);
        if (value_is_exception(value)) {
            goto exception;
        }
        goto return_value;
    }
    CASE(YIELD) {
        SAVE_PC();
        value = RB;
        if (!interpreter_suspend(vm, ci, SUSPENDED_YIELD)) {
            goto exception;
        }
        goto yielded;
    }
    CASE(YIELD_DELEGATE) {
        SAVE_PC();
        value = RB;
        if (!interpreter_suspend(vm, ci, SUSPENDED_YIELD)) {
            goto exception;
        }
        if (ci->flags & CALL_FOR_OF) {
            goto yielded_result;
        }
        goto return_to_resumer;
    }
yielded:
    // A value leaves a generator: to the waiting for-of, to the driver of an async generator, or as a result
    // object.
    if (ci->flags & CALL_FOR_OF) {
        vm->call = --ci;
        R = ci->registers;
        K = ci->constants;
        pc = ci->pc;
        RA = value;
        NEXT(2);
    }
    if (!(ci->function->code->cell.flags & CODE_ASYNC)) {
        value = js_iterator_result(vm, value, false);
        if (value_is_exception(value)) {
            goto exception_of_suspended;
        }
    }
return_to_resumer : {
    uint8_t flags = ci->flags;
    vm->call = --ci;
    if (flags & CALL_ENTRY) {
        return value;
    }
    R = ci->registers;
    K = ci->constants;
    pc = ci->pc;
    RA = value;
    NEXT(2);
}
yielded_result : {
    // yield* hands its inner result object to a for-of: that looks at done and value itself.
    vm->call = --ci;
    R = ci->registers;
    K = ci->constants;
    pc = ci->pc;
    switch (interpreter_iterator_result(vm, &value)) {
    case ITERATOR_STEP_VALUE: RA = value; NEXT(2);
    case ITERATOR_STEP_DONE:
        RB = VALUE_UNDEFINED;
        RA = VALUE_UNDEFINED;
        TAKE_JUMP();
    default: goto exception;
    }
}
    CASE(DELEGATE_CALL) { SLOW_CHECK(interpreter_delegate_call(vm, &RA, &RB, ci->function->code), 1); }
    CASE(DELEGATE_RESULT) {
        SAVE_PC();
        switch (interpreter_delegate_result(vm, &RA)) {
        case ITERATOR_STEP_VALUE: NEXT(2);
        case ITERATOR_STEP_DONE: TAKE_JUMP();
        default: goto exception;
        }
    }
    CASE(AWAIT) {
        SAVE_PC();
        value = interpreter_await(vm, ci, RB);
        if (value_is_exception(value)) {
            goto exception;
        }
        goto return_to_resumer;
    }
    CASE(ASYNC_RETURN) {
        SAVE_PC();
        value = interpreter_async_return(vm, ci, RA);
        if (value_is_exception(value)) {
            goto exception;
        }
        goto return_to_resumer;
    }
    CASE(GENERATOR_RETURN) {
        SAVE_PC();
        value = RA;
        interpreter_generator_finish(ci);
        if (ci->flags & CALL_FOR_OF) {
            vm->call = --ci;
            R = ci->registers;
            K = ci->constants;
            pc = ci->pc;
            RB = VALUE_UNDEFINED;
            RA = VALUE_UNDEFINED;
            TAKE_JUMP();
        }
        if (!(ci->function->code->cell.flags & CODE_ASYNC)) {
            value = js_iterator_result(vm, value, true);
            if (value_is_exception(value)) {
                goto exception_of_suspended;
            }
        }
        goto return_to_resumer;
    }

    // --- names that may be properties, direct eval
    CASE(TO_OBJECT) { SLOW_RESULT(interpreter_to_object(vm, RB), 1); }
    CASE(JUMP_NO_BINDING) {
        SAVE_PC();
        enum outcome has = interpreter_has_binding(vm, RA, RB);
        if (has == OUTCOME_EXCEPTION) {
            goto exception;
        }
        if (has == OUTCOME_FALSE) {
            TAKE_JUMP();
        }
        NEXT(2);
    }
    CASE(GET_OBJECT_BINDING) { SLOW_RESULT(interpreter_get_object_binding(vm, RB, RC, STRICT), 1); }
    CASE(SET_OBJECT_BINDING) { SLOW_CHECK(interpreter_set_object_binding(vm, RA, RB, RC, STRICT), 1); }
    CASE(JUMP_NOT_EVAL) {
        if (!interpreter_is_eval(vm, RA)) {
            TAKE_JUMP();
        }
        NEXT(2);
    }
    CASE(DIRECT_EVAL) {
        struct environment *e = OPERAND_C == 0 ? ci->function->environment : value_as_cell(RC);
        SLOW_RESULT(interpreter_direct_eval(vm, ci->function->code, RB, e, K[pc[1]]), 2);
    }

    // --- modules and the rest
    CASE(IMPORT_CALL) { SLOW_RESULT(interpreter_import_call(vm, ci->function->code, RB, RC), 1); }
    CASE(IMPORT_META) { SLOW_RESULT(interpreter_import_meta(vm, ci->function->code), 1); }
    CASE(DEBUGGER) { NEXT(1); }

safepoint:
    SAVE_PC();
    if (js_safepoint_slow(vm)) {
        DISPATCH();
    }
    goto exception;

exception_of_suspended:
    // Making the result object of a suspended generator failed: the generator is suspended already, its
    // caller throws.
    vm->call = ci - 1;
    if (ci->flags & CALL_ENTRY) {
        return VALUE_EXCEPTION;
    }

exception:
    // The error is pending. Finds the handler; frames without one are left, async ones by rejecting their
    // promise.
    switch (interpreter_unwind(vm, &value)) {
    case UNWIND_HANDLER: RELOAD(); DISPATCH();
    case UNWIND_RESULT: // an async function ended: its promise goes to the caller
        RELOAD();
        RA = value;
        NEXT(2);
    case UNWIND_RETURN: return value;
    }
    __builtin_unreachable();
}
