#include "bind/report.h"

#include "bind/text.h"
#include "os/fs.h"

#define LINE_SHOWN 160 // columns of a source line; minified programs have longer ones

static void add_place(struct text *t, const vm_error_info *info) {
    if (!info->file || !info->line) {
        return;
    }
    text_add(t, info->file);
    text_format(t, ":%u:%u\n", info->line, info->column);
    size_t length = info->source_line ? strlen(info->source_line) : 0;
    if (!length || text_columns(info->source_line, length) > LINE_SHOWN) {
        text_char(t, '\n');
        return;
    }
    text_append(t, info->source_line, length);
    text_char(t, '\n');
    uint32_t column = 1;
    for (size_t i = 0; i < length && column < info->column; i++) {
        unsigned char c = (unsigned char)info->source_line[i];
        if ((c & 0xC0) != 0x80) {
            text_char(t, c == '\t' ? '\t' : ' ');
            column += c >= 0xF0 ? 2 : 1;
        }
    }
    text_add(t, "^\n\n");
}

void report_error(vm_isolate *vm, vm_value error, bool in_promise) {
    vm_error_info info;
    struct text t;
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
    } else if (shown && length > 2 && shown[0] != '[') {
        text_append(&t, shown, length);
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
}

void vm_report_error(vm_isolate *vm, vm_value error) { report_error(vm, error, false); }
