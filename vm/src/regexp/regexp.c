// The door: flags, validation, compilation, and what is known of a compiled expression.
#include "regexp/parse.h"

bool regexp_parse_flags(const void *units, size_t length, bool wide, uint32_t *flags) {
    static const char letters[] = "dgimsuvy";
    static const uint8_t bits[] = {REGEXP_HAS_INDICES, REGEXP_GLOBAL,  REGEXP_IGNORE_CASE,  REGEXP_MULTILINE,
                                   REGEXP_DOT_ALL,     REGEXP_UNICODE, REGEXP_UNICODE_SETS, REGEXP_STICKY};
    uint32_t result = 0;
    for (size_t i = 0; i < length; i++) {
        uint32_t c = wide ? ((const uint16_t *)units)[i] : ((const uint8_t *)units)[i], index = 0;
        while (letters[index] && (uint32_t)letters[index] != c)
            index++;
        if (!letters[index] || result & bits[index]) return false;
        result |= bits[index];
    }
    if (result & REGEXP_UNICODE && result & REGEXP_UNICODE_SETS) return false;
    *flags = result;
    return true;
}

void regexp_context_finalize(struct regexp_context *context) {
    memory_free(context->memory, context->stack);
    context->stack = NULL;
    context->stack_bytes = 0;
}

static bool regexp_admit(size_t length, struct regexp_error *error) {
    if (length < INT32_MAX) return true;
    *error = (struct regexp_error){REGEXP_ERROR_SIZE, 0, "Regular expression too large"};
    return false;
}

bool regexp_validate(struct regexp_context *context, const void *units, size_t length, bool wide,
                     uint32_t flags, struct regexp_error *error) {
    struct regexp_parser parser;
    struct arena arena;
    if (!regexp_admit(length, error)) return false;
    arena_initialize(&arena, context->memory);
    regexp_parser_initialize(&parser, context, &arena, units, (uint32_t)length, wide, flags, error);
    parser.check_only = true;
    bool valid = regexp_parse(&parser) != NULL;
    regexp_parser_finalize(&parser);
    arena_finalize(&arena);
    return valid;
}
