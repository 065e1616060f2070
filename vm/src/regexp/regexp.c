// The door: flags, validation, compilation, and what is known of a compiled expression.
#include "base/buffer.h"
#include "regexp/parse.h"
#include "regexp/program.h"

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

struct regexp *regexp_compile(struct regexp_context *context, const void *units, size_t length, bool wide,
                              uint32_t flags, struct regexp_error *error) {
    struct regexp_parser parser;
    struct arena arena;
    struct regexp *regexp = NULL;
    if (!regexp_admit(length, error)) return NULL;
    arena_initialize(&arena, context->memory);
    regexp_parser_initialize(&parser, context, &arena, units, (uint32_t)length, wide, flags, error);
    struct regexp_node *root = regexp_parse(&parser);
    if (root) regexp = regexp_generate(&parser, root, flags);
    if (regexp && !memory_poll(context->memory)) { // some of it may be missing
        regexp_free(context->memory, regexp);
        regexp = NULL;
        *error = (struct regexp_error){REGEXP_ERROR_MEMORY, 0, "Out of memory"};
    }
    regexp_parser_finalize(&parser);
    arena_finalize(&arena);
    return regexp;
}

void regexp_free(struct memory *memory, struct regexp *regexp) { memory_free(memory, regexp); }

// -- What is known ---------------------------------------------------------------------------------------

uint32_t regexp_group_count(const struct regexp *regexp) { return regexp->group_count; }

size_t regexp_size(const struct regexp *regexp) { return regexp->size; }

uint32_t regexp_name_count(const struct regexp *regexp) { return regexp->name_count; }

struct regexp_name regexp_name(const struct regexp *regexp, uint32_t index) {
    const uint32_t *word = regexp->words + regexp->names;
    while (index--)
        word += 2 + word[1] + (word[0] + 1) / 2;
    return (struct regexp_name){.units = (const uint16_t *)(word + 2 + word[1]),
                                .length = word[0],
                                .groups = word + 2,
                                .group_count = word[1]};
}

void regexp_disassemble(const struct regexp *regexp, struct buffer *buffer) {
    static const struct {
        const char *name;
        uint32_t words;
    } opcodes[] = {
#define OPCODE(name, words) {#name, words},
#include "regexp/opcodes.def"
#undef OPCODE
    };
    const uint32_t *code = regexp_code(regexp);
    for (uint32_t i = 0; i < regexp->code_words;) {
        uint32_t opcode = code[i] & 0xff, a = code[i] >> 8, words = opcodes[opcode].words;
        if (opcode == REGEXP_OP_TEXT) words = 1 + (a + 1) / 2;
        if (opcode == REGEXP_OP_SWITCH) words = 65 + a;
        if (opcode == REGEXP_OP_REFERENCE) words = 2 + a;
        buffer_printf(buffer, "%5u %s %u", i, opcodes[opcode].name, a);
        for (uint32_t j = opcode == REGEXP_OP_SWITCH ? 65 : 1; j < words; j++)
            buffer_printf(buffer, " %x", code[i + j]);
        buffer_append_char(buffer, '\n');
        i += words;
    }
}
