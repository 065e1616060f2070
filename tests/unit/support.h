// A minimal isolate for unit tests of the object layer: heap, atoms and symbols, no realm. Errors thrown in
// it are their messages as strings.
#ifndef TESTS_UNIT_SUPPORT_H
#define TESTS_UNIT_SUPPORT_H

#include <check.h>
#include <stdlib.h>

#include "base/os.h"
#include "object/environment.h"
#include "object/isolate.h"
#include "object/ordered_table.h"
#include "object/weak_table.h"
#include "run_suite.h"

static const struct cell_kind_info support_kinds[CELL_KIND_COUNT] = {
    [CELL_STRING] = {.name = "STRING", .trace = string_trace},
    [CELL_STRING_BUFFER] = {.name = "STRING_BUFFER"},
    [CELL_SYMBOL] = {.name = "SYMBOL", .trace = symbol_trace},
    [CELL_BIGINT] = {.name = "BIGINT"},
    [CELL_VECTOR] = {.name = "VECTOR", .trace = vector_trace},
    [CELL_BYTES] = {.name = "BYTES"},
    [CELL_SHAPE] = {.name = "SHAPE", .trace = shape_trace, .clear_dead = shape_trace_clear_dead},
    [CELL_SHAPE_TABLE] = {.name = "SHAPE_TABLE"},
    [CELL_ACCESSOR] = {.name = "ACCESSOR", .trace = accessor_trace},
    [CELL_SPARSE_ELEMENTS] = {.name = "SPARSE_ELEMENTS", .trace = sparse_trace},
    [CELL_ORDERED_TABLE] = {.name = "ORDERED_TABLE", .trace = ordered_table_trace},
    [CELL_WEAK_TABLE] = {.name = "WEAK_TABLE",
                         .trace = weak_table_trace,
                         .clear_dead = weak_table_trace_clear_dead},
    [CELL_ENVIRONMENT] = {.name = "ENVIRONMENT", .trace = environment_trace},
    [CELL_BINDING] = {.name = "BINDING", .trace = binding_trace},
    [CELL_LIST] = {.name = "LIST", .trace = list_trace},
    [CELL_OBJECT] = {.name = "OBJECT", .trace = object_trace},
    [CELL_ARRAY] = {.name = "ARRAY", .trace = object_trace},
    [CELL_PRIMITIVE_OBJECT] = {.name = "PRIMITIVE_OBJECT", .trace = primitive_object_trace},
    [CELL_STRING_OBJECT] = {.name = "STRING_OBJECT", .trace = primitive_object_trace},
    [CELL_MAP] = {.name = "MAP", .trace = collection_trace},
    [CELL_SET] = {.name = "SET", .trace = collection_trace},
    [CELL_WEAK_MAP] = {.name = "WEAK_MAP", .trace = collection_trace},
    [CELL_WEAK_SET] = {.name = "WEAK_SET", .trace = collection_trace},
    [CELL_WEAK_REF] = {.name = "WEAK_REF", .trace = weak_ref_trace, .clear_dead = weak_ref_trace_clear_dead},
};

static inline vm_isolate *support_open(void) {
    struct vm_isolate *vm = calloc(1, sizeof *vm);
    struct os_stack stack;
    ck_assert(memory_initialize(&vm->memory));
    ck_assert(heap_initialize(&vm->heap, &vm->memory, support_kinds, vm));
    ck_assert(os_stack_bounds(&stack));
    heap_set_stack_base(&vm->heap, stack.base);
    vm->stack_limit = stack.limit + 65536;
    ck_assert(object_layer_initialize(vm));
    return vm;
}

static inline void support_close(vm_isolate *vm) {
    const char *fault = heap_verify(&vm->heap);
    ck_assert_msg(!fault, "%s", fault);
    object_layer_finalize(vm);
    heap_finalize(&vm->heap);
    memory_finalize(&vm->memory);
    free(vm);
}

// The pending error's message; clears it.
static inline bool support_threw(vm_isolate *vm, const char *message) {
    vm_value error = vm->exception;
    vm->exception = VALUE_EMPTY;
    vm->out_of_memory = false;
    return value_is_string(error) && string_equals_text(value_as_string(error), message);
}

static inline struct string *support_text(vm_isolate *vm, const char *utf8) {
    struct string *s = string_from_utf8(vm, utf8, strlen(utf8));
    ck_assert_ptr_nonnull(s);
    return s;
}

// Whether a string, flattened, has this text in UTF-8.
static inline bool support_is(vm_isolate *vm, struct string *s, const char *utf8) {
    size_t length;
    char *text = s ? string_to_utf8(vm, s, &length) : NULL;
    bool same = text && length == strlen(utf8) && !memcmp(text, utf8, length);
    memory_free(&vm->memory, text);
    return same;
}

// Collects: young and full by turns.
static inline void support_collect(vm_isolate *vm) {
    heap_collect_young(&vm->heap);
    heap_collect_full(&vm->heap);
}

#endif
