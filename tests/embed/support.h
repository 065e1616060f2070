// Helpers of the host programs.
#ifndef EMBED_SUPPORT_H
#define EMBED_SUPPORT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vm.h>

#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                          \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

static inline vm_value run(vm_isolate *vm, const char *text) {
    vm_source source = {.text = text, .length = strlen(text), .name = "test.js"};
    return vm_eval(vm, &source);
}

// The text of a value; the result stays until the next call.
static inline const char *text_of(vm_isolate *vm, vm_value v) {
    static char buffer[4096];
    char *text = vm_is_exception(v) ? NULL : vm_to_utf8(vm, v, NULL);
    if (!text) {
        vm_error_info info;
        vm_error_describe(vm, vm_take_exception(vm), &info);
        snprintf(buffer, sizeof buffer, "!%s", info.message ? info.message : "");
        vm_error_info_free(vm, &info);
        return buffer;
    }
    snprintf(buffer, sizeof buffer, "%s", text);
    vm_free(vm, text);
    return buffer;
}

#define CHECK_TEXT(vm, value, expected)                                                                      \
    do {                                                                                                     \
        const char *text_ = text_of(vm, value);                                                              \
        if (strcmp(text_, expected)) {                                                                       \
            fprintf(stderr, "%s:%d: %s: got %s, expected %s\n", __FILE__, __LINE__, #value, text_,           \
                    expected);                                                                               \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

#endif
