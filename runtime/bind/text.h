// A growing UTF-8 text in an isolate's memory. Failure is sticky: append freely, look at `failed` once.
#ifndef BIND_TEXT_H
#define BIND_TEXT_H

#include <vm.h>

struct text {
    vm_isolate *vm;
    char *bytes; // not terminated
    size_t length, capacity;
    bool failed;
};

void text_start(struct text *t, vm_isolate *vm);
void text_free(struct text *t);
void text_append(struct text *t, const char *bytes, size_t length);
void text_add(struct text *t, const char *string);
void text_char(struct text *t, char c);
void text_spaces(struct text *t, size_t count);
void text_format(struct text *t, const char *format, ...) VM_PRINTF(2, 3);
// The content of a string value; anything else adds nothing.
void text_string(struct text *t, vm_value string);
// The NUL-terminated content, which the caller owns; NULL with the error pending after a failure.
char *text_take(struct text *t, size_t *length);
// The same as a string value.
vm_value text_value(struct text *t);
// Columns that the text takes: UTF-16 units.
size_t text_columns(const char *bytes, size_t length);
// Cells that it takes on a terminal: East Asian wide characters two, combining ones none.
size_t text_width(const char *bytes, size_t length);

#endif
