// Regular expressions of ECMAScript 2025, with Annex B for patterns without flag u or v.
//
// This room stands alone: it knows text as arrays of units and nothing of strings, values or the heap. A
// pattern is compiled once into a `struct regexp`, one immutable block, and executed any number of times on
// Latin-1 or UTF-16 subjects. Execution never recurses and can be interrupted.
#pragma once

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum regexp_flag {
    REGEXP_HAS_INDICES = 1,   // d; of no meaning here
    REGEXP_GLOBAL = 2,        // g; of no meaning here
    REGEXP_IGNORE_CASE = 4,   // i
    REGEXP_MULTILINE = 8,     // m
    REGEXP_DOT_ALL = 16,      // s
    REGEXP_UNICODE = 32,      // u
    REGEXP_UNICODE_SETS = 64, // v
    REGEXP_STICKY = 128,      // y: matches begin where the search begins
};

// Reads a text of flags. False when a letter is unknown or repeated, or u and v stand together.
bool regexp_parse_flags(const void *units, size_t length, bool wide, uint32_t *flags);

// -- Compilation -----------------------------------------------------------------------------------------

enum regexp_error_kind {
    REGEXP_ERROR_NONE,
    REGEXP_ERROR_SYNTAX,
    REGEXP_ERROR_SIZE,   // nested too deep for the stack, or too large: also to be reported as a SyntaxError
    REGEXP_ERROR_MEMORY, // out of memory
};

struct regexp_error {
    enum regexp_error_kind kind;
    uint32_t offset;     // in units of the pattern
    const char *message; // static text such as "Unterminated group"
};

// What compilations and executions of one isolate share. Set the first group of fields, the rest to zero.
struct regexp_context {
    struct memory *memory;
    uintptr_t stack_limit;    // lowest address compilation may use for the C stack; 0 means no check
    bool (*poll)(void *data); // called now and then during execution; false interrupts. NULL: never
    void *poll_data;          // The callback must not execute expressions with this context
    size_t backtrack_limit;   // most bytes for backtracking; 0 means 64 MiB
    uint64_t patience;        // steps before states are remembered, see match.c; 0 means the default

    void *stack; // scratch memory kept between executions
    size_t stack_bytes;
};

// Frees the scratch memory of a context, which may then be used again.
void regexp_context_finalize(struct regexp_context *context);

struct regexp;

// Compiles a pattern: `length` units, UTF-16 when `wide`, else Latin-1. NULL on error, *error says why.
struct regexp *regexp_compile(struct regexp_context *context, const void *units, size_t length, bool wide,
                              uint32_t flags, struct regexp_error *error);

// Frees an expression; NULL is ignored.
void regexp_free(struct memory *memory, struct regexp *regexp);

// Checks the syntax of a pattern. False on error, *error says why.
bool regexp_validate(struct regexp_context *context, const void *units, size_t length, bool wide,
                     uint32_t flags, struct regexp_error *error);

// -- What is known of an expression ----------------------------------------------------------------------

// The number of capture groups, the whole match not counted.
uint32_t regexp_group_count(const struct regexp *regexp);

// The size of the block in bytes.
size_t regexp_size(const struct regexp *regexp);

// A named group. Several groups have the same name when they stand in different alternatives; at most one of
// them takes part in a match.
struct regexp_name {
    const uint16_t *units; // UTF-16
    uint32_t length;
    const uint32_t *groups; // their numbers, from 1 on, ascending
    uint32_t group_count;
};

// The number of different names.
uint32_t regexp_name_count(const struct regexp *regexp);

// The name at `index`, in the order of the pattern. Valid as long as the expression.
struct regexp_name regexp_name(const struct regexp *regexp, uint32_t index);

struct buffer;

// Appends a readable listing of the instructions.
void regexp_disassemble(const struct regexp *regexp, struct buffer *buffer);

// -- Execution -------------------------------------------------------------------------------------------

enum regexp_result {
    REGEXP_NO_MATCH,
    REGEXP_MATCH,
    REGEXP_INTERRUPTED, // the poll function returned false
    REGEXP_EXHAUSTED,   // the limit for backtracking is reached
    REGEXP_OUT_OF_MEMORY,
};

// Searches the first match that begins at `start` or later, with flag y exactly at `start`. With flag u or v
// a start between the two units of a code point is taken as the position before it. On a match `captures`
// holds 2 * (group count + 1) positions: begin and end of the match and of each group, -1 for groups that
// took no part; otherwise its contents are not changed. `length` must be below 2^31 - 1, `start` at most
// `length`.
enum regexp_result regexp_execute(const struct regexp *regexp, struct regexp_context *context,
                                  const void *subject, size_t length, bool wide, size_t start,
                                  int32_t *captures);
