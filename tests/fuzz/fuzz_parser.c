// Any bytes as source text for every goal: no crash, and an error exactly when there is no program. The first
// byte chooses the goal and its options.
#include "compiler/parser.h"

#include "base/arena.h"
#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const struct parse_text names[] = {{"#a", 2, false}};
    static const char *const parameters[] = {"a", "b"};
    if (size == 0) return 0;
    unsigned choice = data[0];
    struct parse_options options = {
        .goal = (enum parse_goal)(choice % 5),
        .stack_limit = (uintptr_t)__builtin_frame_address(0) - 512 * 1024,
        .strict = choice & 8,
        .in_function = choice & 16,
        .in_method = choice & 16,
        .in_derived_constructor = choice & 32,
        .in_class_initializer = choice & 64,
        .private_names = names,
        .private_name_count = choice & 128 ? 1 : 0,
        .parameters = parameters,
        .parameter_count = 2,
    };
    if (options.goal == PARSE_FUNCTION && size > 3) {
        options.parameters_end = data[1];
        options.body_end = data[2];
    }
    // A block of exactly this size, so that reading beyond the terminator is seen.
    char *source = malloc(size);
    memcpy(source, data + 1, size - 1);
    source[size - 1] = 0;

    struct memory memory;
    struct arena arena;
    struct parse_result result;
    if (!memory_initialize(&memory)) abort();
    arena_initialize(&arena, &memory);
    bool parsed = parser_parse(&result, source, size - 1, &options, &arena, &memory);
    if (parsed != (result.error.kind == PARSE_ERROR_NONE) || parsed != (result.program != NULL)) abort();
    if (parsed) {
        struct buffer text;
        buffer_initialize(&text, &memory);
        ast_print(&text, &result.program->node, true);
        buffer_finalize(&text);
    } else {
        uint32_t line, column;
        if (result.error.start > size - 1 || result.error.end < result.error.start) abort();
        parser_locate(source, size - 1, result.error.start, &line, &column);
    }
    arena_finalize(&arena);
    if (memory.used) abort();
    memory_finalize(&memory);
    free(source);
    return 0;
}
