// Any pattern on any subject. The first byte has the flags, the second says whether the rest is UTF-16 and
// how much of it is pattern. Validation and compilation must agree, and so must matching in its variants:
// Latin-1 or UTF-16 subjects, remembering failed states or not.
#include "base/utf.h"
#include "regexp/regexp.h"

#include <stdlib.h>
#include <string.h>

static bool count_down(void *data) { return --*(int *)data > 0; }

// Results that depend on how much was done.
static bool is_limited(enum regexp_result result) { return result > REGEXP_MATCH; }

static void compare(struct regexp_context *context, const struct regexp *regexp, const uint16_t *wide,
                    size_t length) {
    size_t bytes = 2 * ((size_t)regexp_group_count(regexp) + 1) * sizeof(int32_t);
    int32_t *captures = malloc(bytes), *others = malloc(bytes);
    uint8_t *narrow = utf_is_latin1(wide, length) ? malloc(length + 1) : NULL;
    if (narrow) utf_narrow(wide, length, narrow);
    *(int *)context->poll_data = 20;
    enum regexp_result result = regexp_execute(regexp, context, wide, length, true, 0, captures);
    for (int variant = 1; variant < 4; variant++) {
        bool use_narrow = narrow && variant & 1;
        context->patience = variant & 2 ? 1 : 0;
        *(int *)context->poll_data = 20;
        enum regexp_result other = regexp_execute(regexp, context, use_narrow ? (const void *)narrow : wide,
                                                  length, !use_narrow, 0, others);
        if (is_limited(result) || is_limited(other)) continue;
        if (result != other || (result == REGEXP_MATCH && memcmp(captures, others, bytes) != 0)) abort();
    }
    context->patience = 0;
    free(captures);
    free(others);
    free(narrow);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 3) return 0;
    int pauses = 0;
    uint32_t flags = data[0];
    bool wide = data[1] & 1;
    size_t length = (size - 2) / (wide ? 2 : 1), pattern_length = length * (data[1] >> 1) / 127;
    size_t subject_length = length - pattern_length;
    if ((flags & (REGEXP_UNICODE | REGEXP_UNICODE_SETS)) == (REGEXP_UNICODE | REGEXP_UNICODE_SETS))
        flags &= ~(uint32_t)REGEXP_UNICODE;
    uint16_t *units = malloc(2 * length + 2), *pattern = malloc(2 * pattern_length + 1);
    uint16_t *subject = malloc(2 * subject_length + 1);
    if (wide)
        memcpy(units, data + 2, 2 * length);
    else
        utf_widen(data + 2, length, units);
    memcpy(pattern, units, 2 * pattern_length);
    memcpy(subject, units + pattern_length, 2 * subject_length);

    struct memory memory;
    if (!memory_initialize(&memory)) abort();
    struct regexp_context context = {.memory = &memory,
                                     .stack_limit = (uintptr_t)__builtin_frame_address(0) - 512 * 1024,
                                     .poll = count_down,
                                     .poll_data = &pauses,
                                     .backtrack_limit = 1 << 20};
    struct regexp_error error, same;
    struct regexp *regexp = regexp_compile(&context, pattern, pattern_length, true, flags, &error);
    bool valid = regexp_validate(&context, pattern, pattern_length, true, flags, &same);
    if (regexp ? !valid : valid && error.kind == REGEXP_ERROR_SYNTAX) abort();
    if (!regexp && (error.offset > pattern_length || !error.message)) abort();
    if (regexp) compare(&context, regexp, subject, subject_length);
    regexp_free(&memory, regexp);
    regexp_context_finalize(&context);
    if (memory.used) abort();
    memory_finalize(&memory);
    free(units);
    free(pattern);
    free(subject);
    return 0;
}
