// What function objects point to. Making them is exec/function_create.c's.
#include "object/function.h"

void function_trace(struct marker *marker, struct cell *cell) {
    struct function *function = (struct function *)cell;
    object_trace(marker, cell);
    mark_cell(marker, function->code);
    mark_cell(marker, function->environment);
    mark_value(marker, function->home);
    mark_value(marker, function->fields);
}

void native_function_trace(struct marker *marker, struct cell *cell) {
    struct native_function *function = (struct native_function *)cell;
    object_trace(marker, cell);
    mark_cell(marker, function->realm);
    mark_values(marker, function->captured, 2);
}

void bound_function_trace(struct marker *marker, struct cell *cell) {
    struct bound_function *function = (struct bound_function *)cell;
    object_trace(marker, cell);
    mark_value(marker, function->target);
    mark_value(marker, function->this_value);
    if (function->arguments) mark_vector(marker, cell, function->arguments, function->arguments->used);
}
