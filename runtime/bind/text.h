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
// Appends a text with so many spaces behind each of its newlines.
void text_indented(struct text *t, const char *bytes, size_t length, size_t spaces);
// Appends again what stands at start .. end.
void text_repeat(struct text *t, size_t start, size_t end);
// Puts a string in front of what stands at `at`.
void text_insert(struct text *t, size_t at, const char *string);
// Takes start .. end out.
void text_remove(struct text *t, size_t start, size_t end);

// UTF-16 units of UTF-8 text; colour escapes (ESC [ ... m) may count nothing.
size_t text_units(const char *bytes, size_t length, bool skip_escapes);
// Columns of a terminal that the text takes: 2 for wide characters, 0 for combining ones.
size_t text_width(const char *bytes, size_t length, bool skip_escapes);
// The order of two texts by UTF-16 units: -1, 0, 1.
int text_compare(const char *a, size_t a_length, const char *b, size_t b_length);

#endif
