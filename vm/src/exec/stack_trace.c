#include "exec/stack_trace.h"

#include "exec/generator.h"
#include "object/throw.h"

// The second value of a pair: the word index shifted up, and these.
#define FRAME_CONSTRUCT 1
#define FRAME_ASYNC 2
#define FRAME_NATIVE 4
#define FRAME_SHIFT 3

static bool push_frame(struct vector *trace, struct function *function, uint32_t word, uint32_t flags) {
    if (trace->used + 2 > trace->cell.word) {
        return false;
    }
    trace->values[trace->used++] = value_from_cell(function);
    trace->values[trace->used++] = value_from_int((int32_t)(word << FRAME_SHIFT | flags));
    return true;
}

// The async functions that wait, one for the other, for the promise of a resumed one.
static void push_awaiting(struct vector *trace, vm_value owner) {
    while (value_is_kind(owner, CELL_PROMISE)) {
        struct promise *promise = value_as_cell(owner);
        struct reaction *reaction = promise->reactions;
        if (promise_state(promise) != PROMISE_PENDING || !reaction || reaction->next ||
            reaction->cell.aux != REACTION_AWAIT) {
            return;
        }
        struct suspended_frame *frame = value_as_cell(reaction->target);
        uint32_t word = (uint32_t)(frame->pc - frame->function->code->words);
        if (!push_frame(trace, frame->function, word, FRAME_ASYNC)) {
            return;
        }
        owner = frame->owner;
    }
}

struct vector *stack_trace_capture(vm_isolate *vm, struct object *above, uint32_t limit) {
    struct call_info *first = vm->interpreter->frames, *top = vm->call;
    if (above) {
        for (struct call_info *ci = top; ci > first; ci--) {
            if ((struct object *)ci->function == above) {
                top = ci - 1;
                break;
            }
        }
    }
    uint32_t depth = (uint32_t)(top - first) + limit;
    struct vector *trace = heap_allocate_vector(&vm->heap, 2 * (depth < limit ? depth : limit));
    if (!trace) {
        throw_out_of_memory(vm);
        return NULL;
    }
    for (struct call_info *ci = top; ci > first; ci--) {
        uint32_t flags =
            (ci->flags & CALL_CONSTRUCT ? FRAME_CONSTRUCT : 0) | (ci->flags & CALL_NATIVE ? FRAME_NATIVE : 0);
        uint32_t word = ci->flags & CALL_NATIVE ? 0 : (uint32_t)(ci->pc - ci->function->code->words);
        if (!push_frame(trace, ci->function, word, flags)) {
            break;
        }
        if (ci->flags & CALL_GENERATOR && ci->flags & CALL_ENTRY) {
            push_awaiting(trace, ((struct suspended_frame *)ci->generator)->owner);
        }
    }
    return trace;
}

// The name shown for a function: its own data property `name` when that is a string, else what its code was
// born with.
static struct string *shown_name(vm_isolate *vm, struct object *function) {
    struct property p;
    if (object_get_own(vm, function, atom_key(vm, ATOM_name), &p) && !(p.attributes & PROPERTY_ACCESSOR) &&
        value_is_string(p.value)) {
        return string_flatten(vm, value_as_string(p.value));
    }
    return function->cell.kind == CELL_FUNCTION ? ((struct function *)function)->code->name
                                                : vm->empty_string;
}

static void append_number(struct string_builder *b, uint32_t n) {
    char text[12];
    int i = sizeof text - 1;
    text[i] = 0;
    do {
        text[--i] = (char)('0' + n % 10);
    } while (n /= 10);
    string_builder_text(b, &text[i]);
}

static void append_place(struct string_builder *b, struct script *script, uint32_t offset) {
    struct source_position at = script_position(script, offset);
    if (script->name) {
        string_builder_string(b, script->name);
    } else {
        string_builder_text(b, "<anonymous>");
    }
    string_builder_unit(b, ':');
    append_number(b, at.line);
    string_builder_unit(b, ':');
    append_number(b, at.column);
}

static void append_frame(vm_isolate *vm, struct string_builder *b, struct object *function, uint32_t bits) {
    struct string *name = shown_name(vm, function);
    bool named = name && name->length;
    string_builder_text(b, "\n    at ");
    if (bits & FRAME_ASYNC) {
        string_builder_text(b, "async ");
    }
    if (bits & FRAME_CONSTRUCT) {
        string_builder_text(b, "new ");
    }
    if (bits & FRAME_NATIVE) {
        named ? string_builder_string(b, name) : string_builder_text(b, "<anonymous>");
        string_builder_text(b, " (<anonymous>)");
        return;
    }
    struct code *code = ((struct function *)function)->code;
    if (named) {
        string_builder_string(b, name);
        string_builder_text(b, " (");
    } else if (bits & FRAME_CONSTRUCT) {
        string_builder_text(b, "<anonymous> (");
        named = true;
    }
    append_place(b, code->script, code_position(code, bits >> FRAME_SHIFT));
    if (named) {
        string_builder_unit(b, ')');
    }
}

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
    for (uint32_t i = 0; trace && i < trace->used; i += 2) {
        uint32_t bits = (uint32_t)value_as_int(trace->values[i + 1]);
        append_frame(vm, &b, value_as_object(trace->values[i]), bits);
    }
    for (uint32_t i = 0; imports && i < imports->length; i += 2) {
        string_builder_text(&b, "\n    at import (");
        append_place(&b, value_as_cell(list_at(imports, i)), (uint32_t)value_as_int(list_at(imports, i + 1)));
        string_builder_unit(&b, ')');
    }
    return string_builder_finish(&b);
}

bool stack_trace_origin(struct error_object *error, struct script **script,
                        struct source_position *position) {
    struct vector *trace = error->trace;
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
    for (uint32_t i = 0; trace && i < trace->used; i += 2) {
        uint32_t bits = (uint32_t)value_as_int(trace->values[i + 1]);
        if (!(bits & FRAME_NATIVE)) {
            struct code *code = ((struct function *)value_as_cell(trace->values[i]))->code;
            *script = code->script;
            *position = script_position(code->script, code_position(code, bits >> FRAME_SHIFT));
            return true;
        }
    }
    return false;
}

void error_trace(struct marker *marker, struct cell *cell) {
    struct error_object *error = (struct error_object *)cell;
    object_trace(marker, cell);
    if (error->trace) {
        mark_vector(marker, cell, error->trace, error->trace->used);
    }
    mark_value(marker, error->header);
    mark_cell(marker, error->imports);
    mark_cell(marker, error->syntax_script);
}
