#include "exec/stack_trace.h"

#include "exec/generator.h"
#include "exec/trace_frame.h"
#include "object/throw.h"

// A frame takes three values: function, word and flags, `this`.
#define FRAME_VALUES 3
#define FRAME_SHIFT 3
#define AWAITING_STEPS 1000 // promises looked at

uint32_t stack_trace_length(const struct vector *trace) { return trace ? trace->used / FRAME_VALUES : 0; }

struct trace_frame stack_trace_frame(const struct vector *trace, uint32_t i) {
    const vm_value *values = trace->values + i * FRAME_VALUES;
    uint32_t bits = (uint32_t)value_as_int(values[1]);
    return (struct trace_frame){.function = value_as_object(values[0]),
                                .receiver = values[2],
                                .flags = bits & ((1u << FRAME_SHIFT) - 1),
                                .word = bits >> FRAME_SHIFT};
}

// --- capturing

static bool is_internal(const struct function *function) {
    return function->object.cell.kind == CELL_NATIVE_FUNCTION
               ? ((const struct native_function *)function)->host
           : function->object.cell.kind == CELL_FUNCTION ? function->code->script->internal
                                                         : false;
}

// False: there is no room for more.
static bool push_frame(struct vector *trace, struct function *function, uint32_t word, uint32_t flags,
                       vm_value receiver) {
    if (is_internal(function)) {
        return true;
    }
    if (trace->used + FRAME_VALUES > trace->cell.word) {
        return false;
    }
    trace->values[trace->used++] = value_from_cell(function);
    trace->values[trace->used++] = value_from_int((int32_t)(word << FRAME_SHIFT | flags));
    trace->values[trace->used++] = value_is_empty(receiver) ? VALUE_UNDEFINED : receiver;
    return true;
}

// The frame of Promise.all and the like: `this` is the method's name, the word the index of the element.
// Gives the combined promise, or undefined.
static vm_value push_combined(vm_isolate *vm, struct vector *trace, struct reaction *reaction) {
    const char *name;
    struct promise *combined = promise_combined(reaction, &name);
    if (combined && !name) {
        return value_from_cell(combined);
    }
    struct string *text = combined ? string_from_text(vm, name) : NULL;
    vm_value function = value_is_cell(reaction->fulfilled) ? reaction->fulfilled : reaction->rejected;
    if (!text || !push_frame(trace, value_as_cell(function), (uint32_t)value_as_int(reaction->target),
                             FRAME_ASYNC | FRAME_NATIVE, value_from_cell(text))) {
        return VALUE_UNDEFINED;
    }
    return value_from_cell(combined);
}

// The async functions that wait, one for the other, for the promise of a resumed one. False: error pending.
static bool push_awaiting(vm_isolate *vm, struct vector *trace, vm_value owner) {
    for (uint32_t steps = 0; value_is_kind(owner, CELL_PROMISE) && steps < AWAITING_STEPS; steps++) {
        struct promise *promise = value_as_cell(owner);
        struct reaction *reaction = promise->reactions;
        if (promise_state(promise) != PROMISE_PENDING || !reaction || reaction->next) {
            break;
        }
        switch ((enum reaction_kind)reaction->cell.aux) {
        case REACTION_AWAIT: {
            struct suspended_frame *frame = value_as_cell(reaction->target);
            uint32_t word = (uint32_t)(frame->pc - frame->function->code->words);
            bool pushed = push_frame(trace, frame->function, word, FRAME_ASYNC, frame->values[1]);
            owner = pushed ? frame->owner : VALUE_UNDEFINED;
            break;
        }
        case REACTION_THEN:
        case REACTION_FORWARD: owner = reaction->target; break;
        case REACTION_INDEXED: owner = push_combined(vm, trace, reaction); break;
        }
    }
    return value_is_empty(vm->exception);
}

struct vector *stack_trace_capture(vm_isolate *vm, struct object *above, uint32_t limit) {
    struct call_info *first = vm->interpreter->frames, *top = vm->call;
    if (above) {
        while (top > first && (struct object *)top->function != above) {
            top--;
        }
        top = top > first ? top - 1 : first;
    }
    uint32_t depth = (uint32_t)(top - first) + limit;
    struct vector *trace = heap_allocate_vector(&vm->heap, FRAME_VALUES * (depth < limit ? depth : limit));
    if (!trace) {
        throw_out_of_memory(vm);
        return NULL;
    }
    for (struct call_info *ci = top; ci > first; ci--) {
        bool native = ci->flags & CALL_NATIVE;
        uint32_t flags = (ci->flags & CALL_CONSTRUCT ? FRAME_CONSTRUCT : 0) | (native ? FRAME_NATIVE : 0);
        uint32_t word = native ? 0 : (uint32_t)(ci->pc - ci->function->code->words);
        if (!push_frame(trace, ci->function, word, flags, ci->registers[0])) {
            break;
        }
        if (ci->flags & CALL_GENERATOR && ci->flags & CALL_ENTRY &&
            !push_awaiting(vm, trace, ((struct suspended_frame *)ci->generator)->owner)) {
            return NULL;
        }
    }
    return trace;
}

// --- rendering

bool stack_trace_note_import(vm_isolate *vm, struct error_object *error, struct script *script,
                             uint32_t offset) {
    if (!error->imports) {
        struct list *imports = list_create(vm);
        if (!imports) {
            return false;
        }
        heap_write(&vm->heap, error);
        error->imports = imports;
    }
    return list_push(vm, error->imports, value_from_cell(script)) &&
           list_push(vm, error->imports, value_from_int((int32_t)offset));
}

struct string *stack_trace_render(vm_isolate *vm, struct string *header, struct vector *trace,
                                  struct list *imports) {
    struct string_builder b;
    string_builder_start(&b, vm);
    string_builder_string(&b, header);
    for (uint32_t i = 0; i < stack_trace_length(trace); i++) {
        struct trace_frame frame = stack_trace_frame(trace, i);
        string_builder_text(&b, "\n    at ");
        if (!trace_frame_append(vm, &b, &frame, true)) {
            string_builder_discard(&b);
            return NULL;
        }
    }
    for (uint32_t i = 0; imports && i < imports->length; i += 2) {
        uint32_t offset = (uint32_t)value_as_int(list_at(imports, i + 1));
        string_builder_text(&b, "\n    at import (");
        if (!trace_append_place(vm, &b, value_as_cell(list_at(imports, i)), offset, true)) {
            string_builder_discard(&b);
            return NULL;
        }
        string_builder_unit(&b, ')');
    }
    return string_builder_finish(&b);
}

bool stack_trace_origin(struct error_object *error, struct script **script,
                        struct source_position *position) {
    if (error->syntax_script) {
        *script = error->syntax_script;
        *position = script_position(*script, error->syntax_offset);
        return true;
    }
    if (error->imports) {
        *script = value_as_cell(list_at(error->imports, 0));
        *position = script_position(*script, (uint32_t)value_as_int(list_at(error->imports, 1)));
        return true;
    }
    for (uint32_t i = 0; i < stack_trace_length(error->trace); i++) {
        struct trace_frame frame = stack_trace_frame(error->trace, i);
        if (trace_frame_position(&frame, position)) {
            *script = trace_frame_code(&frame)->script;
            return true;
        }
    }
    return false;
}

void call_site_trace(struct marker *marker, struct cell *cell) {
    struct call_site *site = (struct call_site *)cell;
    object_trace(marker, cell);
    mark_cell(marker, site->frame.function);
    mark_value(marker, site->frame.receiver);
}

void error_trace(struct marker *marker, struct cell *cell) {
    struct error_object *error = (struct error_object *)cell;
    object_trace(marker, cell);
    if (error->trace) {
        mark_vector(marker, cell, error->trace, error->trace->used);
    }
    mark_value(marker, error->header);
    mark_cell(marker, error->imports);
    mark_cell(marker, error->imports);
    mark_cell(marker, error->syntax_script);
}
