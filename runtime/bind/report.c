#include "bind/report.h"

#include "bind/text.h"
#include "os/fs.h"

#define LINE_SHOWN 160  // columns of a source line; minified programs have longer ones
#define AROUND_CARET 60 // units shown before and behind the place in a longer line

// Bytes of the text up to a column, which counts UTF-16 units from 1.
static size_t bytes_before(const char *line, size_t length, uint32_t column) {
    size_t i = 0;
    for (uint32_t at = 1; i < length && at < column;) {
        unsigned char c = (unsigned char)line[i];
        at += c >= 0xF0 ? 2 : 1;
        for (i++; i < length && ((unsigned char)line[i] & 0xC0) == 0x80; i++) {
        }
    }
    return i;
}

// The source line, or the part of it around the place, and a caret under the place.
static void add_line(struct text *t, const char *line, size_t length, uint32_t column) {
    size_t from = 0, to = length, caret = bytes_before(line, length, column);
    if (text_units(line, length, false) > LINE_SHOWN) {
        from = column > AROUND_CARET ? bytes_before(line, length, column - AROUND_CARET) : 0;
        to = bytes_before(line, length, column + AROUND_CARET);
    }
    const char *before = from ? "... " : "";
    text_add(t, before);
    text_append(t, line + from, to - from);
    text_add(t, to < length ? " ...\n" : "\n");
    text_add(t, from ? "    " : "");
    for (size_t i = from; i < caret;) {
        size_t end = i + 1;
        while (end < caret && ((unsigned char)line[end] & 0xC0) == 0x80) {
            end++;
        }
        if (line[i] == '\t') {
            text_char(t, '\t');
        } else {
            text_spaces(t, text_width(line + i, end - i, false));
        }
        i = end;
    }
    text_add(t, "^\n");
}

static void add_place(struct text *t, const vm_error_info *info) {
    if (!info->line) {
        return;
    }
    text_add(t, info->file ? info->file : "<anonymous>"); // of eval
    text_format(t, ":%u:%u\n", info->line, info->column);
    size_t length = info->source_line ? strlen(info->source_line) : 0;
    if (length) {
        add_line(t, info->source_line, length, info->column);
    }
    text_char(t, '\n');
}

// An error as it is inspected, without the brackets around a stack that has no frames.
static void add_error(struct text *t, const char *shown, size_t length, const char *stack) {
    size_t header = stack ? strlen(stack) : 0;
    if (shown[0] == '[' && header && header + 2 <= length && !memcmp(shown + 1, stack, header) &&
        shown[header + 1] == ']') {
        text_append(t, stack, header);
        shown += header + 2;
        length -= header + 2;
    }
    text_append(t, shown, length);
}

#define REPORT_BYTES ((size_t)1 << 20) // that a report may take beyond the memory limit

// The limit before, 0 when there is none.
static size_t raise_limit(vm_isolate *vm) {
    vm_statistics statistics;
    vm_get_statistics(vm, &statistics);
    if (statistics.limit_bytes) {
        vm_set_memory_limit(vm, statistics.limit_bytes + REPORT_BYTES);
    }
    return statistics.limit_bytes;
}

void report_error(vm_isolate *vm, vm_value error, bool in_promise) {
    vm_error_info info;
    struct text t;
    size_t limit = raise_limit(vm); // the error may be that it was reached
    text_start(&t, vm);
    vm_error_describe(vm, error, &info);
    add_place(&t, &info);
    size_t length = 0;
    char *shown = vm_is_error(error) ? vm_inspect(vm, error, &length) : NULL;
    if (vm_has_exception(vm)) {
        (void)vm_take_exception(vm);
    }
    if (!vm_is_error(error)) {
        text_add(&t, in_promise ? "Uncaught (in promise) " : "Uncaught ");
        char *value = vm_inspect(vm, error, &length);
        if (value) {
            text_append(&t, value, length);
        } else {
            (void)vm_take_exception(vm);
            text_add(&t, info.message ? info.message : "error");
        }
        vm_free(vm, value);
    } else if (shown && length > 2) {
        add_error(&t, shown, length, info.stack);
    } else {
        text_add(&t, info.message ? info.message : "Error");
    }
    text_char(&t, '\n');
    if (t.failed) {
        fs_write_descriptor(2, "Uncaught error: out of memory\n", 30);
    } else {
        fs_write_descriptor(2, t.bytes, t.length);
    }
    vm_free(vm, shown);
    text_free(&t);
    vm_error_info_free(vm, &info);
    if (limit) {
        vm_set_memory_limit(vm, limit);
    }
}

void vm_report_error(vm_isolate *vm, vm_value error) { report_error(vm, error, false); }
