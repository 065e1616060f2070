// lexer.h - from bytes to tokens
//
// The lexer knows nothing of strict mode or contexts: legacy octals, escapes and line breaks are flags on the
// token, and the parser judges them when it consumes it. So a token read ahead never has to be read again,
// with two exceptions the parser asks for: a `/` that starts a regular expression and a `}` that continues a
// template.
#pragma once

#include "compiler/names.h"
#include "compiler/parser.h"

#include "base/memory.h"

enum token_type {
#define TOKEN(name, text) TOKEN_##name,
#include "compiler/tokens.def"
    TOKEN_COUNT
};

enum token_flag {
    TOKEN_NEWLINE_BEFORE = 1 << 0, // a line terminator stands before it
    TOKEN_ESCAPED = 1 << 1,        // IDENTIFIER, STRING: contains an escape (or a line continuation)
    TOKEN_LEGACY_OCTAL = 1 << 2,   // NUMBER 017, STRING "\1"
    TOKEN_LEGACY_DECIMAL = 1 << 3, // NUMBER 08, STRING "\8"
    TOKEN_TAIL = 1 << 4,           // TEMPLATE: ends with a back quote, not with ${
};

struct token {
    uint8_t type;  // enum token_type
    uint8_t flags; // enum token_flag
    uint32_t start, end;
    // IDENTIFIER, ESCAPED_KEYWORD and keywords; PRIVATE_NAME (with #); STRING: value; TEMPLATE: cooked text
    // or NULL when an escape is invalid; BIGINT: digits; REGEXP: pattern.
    struct name *name;
    union {
        struct name *second; // TEMPLATE: raw text; REGEXP: flags
        double number;       // NUMBER
        uint32_t octal;      // STRING: offset of the first legacy escape
    };
};

struct lexer {
    const uint8_t *bytes;  // the source; bytes[length] is 0
    const uint8_t *cursor; // behind the newest token read
    const uint8_t *limit;  // bytes + length
    struct token token;    // the current token
    struct token ahead;    // the token after it, when has_ahead
    uint32_t previous_end; // end of the token before the current one
    bool has_ahead;
    bool html_comments; // <!-- and --> are comments
    struct name_table *names;
    struct memory *memory;
    struct parse_error *error; // first error of the whole parse
    // Scratch for strings that differ from their spelling
    uint16_t *units;
    size_t unit_count, unit_capacity;
    uint16_t unit_bits; // or of all units
    // TEMPLATE: why the cooked text is missing
    const char *template_error;
    uint32_t template_error_start, template_error_end;
};

// Starts on a source and reads the first token. A hashbang line is skipped when `hashbang`.
void lexer_initialize(struct lexer *lexer, const char *bytes, size_t length, bool html_comments,
                      bool hashbang, struct name_table *names, struct memory *memory,
                      struct parse_error *error);
void lexer_finalize(struct lexer *lexer);

// Reads a token into lexer->token; after an error its type is ERROR and lexer->error is set.
void lexer_scan(struct lexer *lexer, struct token *token);

// Makes the next token the current one.
static inline void lexer_next(struct lexer *lexer) {
    lexer->previous_end = lexer->token.end;
    if (__builtin_expect(lexer->has_ahead, 0)) {
        lexer->has_ahead = false;
        lexer->token = lexer->ahead;
        return;
    }
    lexer_scan(lexer, &lexer->token);
}

// The token after the current one. Only right where a `/` after the current token would be a division.
const struct token *lexer_peek(struct lexer *lexer);

// The current token is DIVIDE or ASSIGN_DIVIDE: reads it again as REGEXP.
void lexer_rescan_regexp(struct lexer *lexer);
// The current token is RIGHT_BRACE: reads it again as the next TEMPLATE part.
void lexer_rescan_template(struct lexer *lexer);

// Notes an error unless there is one already.
void lexer_error(struct lexer *lexer, enum parse_error_kind kind, uint32_t start, uint32_t end,
                 const char *message);

// Decodes one character of WTF-8 at `bytes` (not the terminating 0), advancing *bytes. UINT32_MAX when it is
// malformed; *bytes then moves by one byte.
uint32_t lexer_decode(const uint8_t **bytes);
