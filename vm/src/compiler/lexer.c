#include "compiler/lexer.h"

#include "base/number.h"
#include "base/unicode.h"

#include <string.h>

// Classes of ASCII characters (bytes from 0x80 on have none).
enum {
    START = 1,       // may start an identifier
    PART = 2,        // may continue an identifier
    DIGIT = 4,       // 0-9
    STRING_STOP = 8, // a scan of string text stops here
    LINE_STOP = 16,  // a scan of a line comment stops here
    HEX = 32,
    BLOCK_STOP = 64, // a scan of a block comment stops here
};

#define LETTER(c) [c] = START | PART, [(c) + 32] = START | PART
#define HEX_LETTER(c) [c] = START | PART | HEX, [(c) + 32] = START | PART | HEX
static const uint8_t classes[256] = {
    [0] = STRING_STOP | LINE_STOP | BLOCK_STOP,
    ['\n'] = STRING_STOP | LINE_STOP | BLOCK_STOP,
    ['\r'] = STRING_STOP | LINE_STOP | BLOCK_STOP,
    ['*'] = BLOCK_STOP,
    ['"'] = STRING_STOP,
    ['\''] = STRING_STOP,
    ['\\'] = STRING_STOP,
    ['0' ... '9'] = PART | DIGIT | HEX,
    HEX_LETTER('A'),
    HEX_LETTER('B'),
    HEX_LETTER('C'),
    HEX_LETTER('D'),
    HEX_LETTER('E'),
    HEX_LETTER('F'),
    LETTER('G'),
    LETTER('H'),
    LETTER('I'),
    LETTER('J'),
    LETTER('K'),
    LETTER('L'),
    LETTER('M'),
    LETTER('N'),
    LETTER('O'),
    LETTER('P'),
    LETTER('Q'),
    LETTER('R'),
    LETTER('S'),
    LETTER('T'),
    LETTER('U'),
    LETTER('V'),
    LETTER('W'),
    LETTER('X'),
    LETTER('Y'),
    LETTER('Z'),
    ['$'] = START | PART,
    ['_'] = START | PART,
    [0x80 ... 0xE1] = STRING_STOP,
    [0xE2] = STRING_STOP | LINE_STOP | BLOCK_STOP,
    [0xE3 ... 0xFF] = STRING_STOP,
};

// For the loops over one token, which may be as long as the source: whether to go on at `s`, asked at every
// step of at most four bytes. A token that was given up may be anything, for so is the compilation.
static inline bool goes_on(const struct lexer *lexer, const uint8_t *s) {
    return __builtin_expect(((uintptr_t)s & (MEMORY_POLL_STEPS - 4)) != 0, 1) || memory_poll(lexer->memory);
}

// Behind the bytes of a class.
static inline const uint8_t *pass(const struct lexer *lexer, const uint8_t *s, uint8_t class) {
    while (classes[*s] & class && goes_on(lexer, s))
        s++;
    return s;
}

// The first byte of a class.
static inline const uint8_t *find(const struct lexer *lexer, const uint8_t *s, uint8_t class) {
    while (!(classes[*s] & class) && goes_on(lexer, s))
        s++;
    return s;
}

static const char INVALID_TOKEN[] = "Invalid or unexpected token";
static const char INVALID_UNICODE[] = "Invalid Unicode escape sequence";
static const char INVALID_HEX[] = "Invalid hexadecimal escape sequence";
static const char UNDEFINED_CODE_POINT[] = "Undefined Unicode code-point";

static uint32_t offset_of(const struct lexer *lexer, const uint8_t *at) {
    return (uint32_t)(at - lexer->bytes);
}

void lexer_error(struct lexer *lexer, enum parse_error_kind kind, uint32_t start, uint32_t end,
                 const char *message) {
    struct parse_error *error = lexer->error;
    if (error->kind != PARSE_ERROR_NONE) return;
    error->kind = kind;
    error->incomplete = kind == PARSE_ERROR_SYNTAX && start >= (size_t)(lexer->limit - lexer->bytes);
    error->start = start;
    error->end = end;
    size_t length = strlen(message);
    if (length >= sizeof error->message) {
        length = sizeof error->message - 1;
        while (length && (message[length] & 0xC0) == 0x80)
            length--;
    }
    memcpy(error->message, message, length);
    error->message[length] = 0;
}

static void fail(struct lexer *lexer, struct token *token, const uint8_t *start, const uint8_t *end,
                 const char *message) {
    token->type = TOKEN_ERROR;
    if (end > lexer->limit) end = lexer->limit;
    lexer_error(lexer, PARSE_ERROR_SYNTAX, offset_of(lexer, start), offset_of(lexer, end), message);
}

// Something that may go on for lines has no end.
static void fail_incomplete(struct lexer *lexer, struct token *token, const uint8_t *start,
                            const char *message) {
    bool first = lexer->error->kind == PARSE_ERROR_NONE;
    fail(lexer, token, start, lexer->limit, message);
    if (first) lexer->error->incomplete = true;
}

static void fail_memory(struct lexer *lexer, struct token *token) {
    token->type = TOKEN_ERROR;
    lexer_error(lexer, PARSE_ERROR_MEMORY, token->start, token->start, "Out of memory");
}

uint32_t lexer_decode(const uint8_t **bytes) {
    const uint8_t *s = *bytes;
    uint32_t c = s[0];
    *bytes = s + 1;
    if (c < 0x80) return c;
    if (c >= 0xC2 && c < 0xE0) {
        if ((s[1] & 0xC0) != 0x80) return UINT32_MAX;
        *bytes = s + 2;
        return (c & 0x1F) << 6 | (s[1] & 0x3F);
    }
    if (c >= 0xE0 && c < 0xF0) {
        if ((s[1] & 0xC0) != 0x80 || (s[2] & 0xC0) != 0x80) return UINT32_MAX;
        c = (c & 0x0F) << 12 | (uint32_t)(s[1] & 0x3F) << 6 | (s[2] & 0x3F);
        if (c < 0x800) return UINT32_MAX;
        *bytes = s + 3;
        return c;
    }
    if (c >= 0xF0 && c < 0xF5) {
        if ((s[1] & 0xC0) != 0x80 || (s[2] & 0xC0) != 0x80 || (s[3] & 0xC0) != 0x80) return UINT32_MAX;
        c = (c & 0x07) << 18 | (uint32_t)(s[1] & 0x3F) << 12 | (uint32_t)(s[2] & 0x3F) << 6 | (s[3] & 0x3F);
        if (c < 0x10000 || c > 0x10FFFF) return UINT32_MAX;
        *bytes = s + 4;
        return c;
    }
    return UINT32_MAX;
}

static inline bool is_line_separator(const uint8_t *s) {
    return s[0] == 0xE2 && s[1] == 0x80 && (s[2] == 0xA8 || s[2] == 0xA9);
}

static bool continues_identifier(const uint8_t *s) {
    uint32_t c = lexer_decode(&s);
    return c != UINT32_MAX && unicode_is_id_continue(c);
}

// ---- Scratch text

static inline void text_start(struct lexer *lexer) {
    lexer->unit_count = 0;
    lexer->unit_bits = 0;
}

static __attribute__((noinline)) bool text_grow(struct lexer *lexer, size_t more) {
    size_t capacity = lexer->unit_capacity ? lexer->unit_capacity * 2 : 256;
    while (capacity < lexer->unit_count + more)
        capacity *= 2;
    uint16_t *units = memory_reallocate(lexer->memory, lexer->units, capacity * sizeof *units);
    if (!units) {
        lexer_error(lexer, PARSE_ERROR_MEMORY, 0, 0, "Out of memory");
        return false;
    }
    lexer->units = units;
    lexer->unit_capacity = capacity;
    return true;
}

static inline bool text_unit(struct lexer *lexer, uint32_t unit) {
    if (lexer->unit_count == lexer->unit_capacity && !text_grow(lexer, 1)) return false;
    lexer->units[lexer->unit_count++] = (uint16_t)unit;
    lexer->unit_bits |= (uint16_t)unit;
    return true;
}

static bool text_code_point(struct lexer *lexer, uint32_t c) {
    if (c < 0x10000) return text_unit(lexer, c);
    c -= 0x10000;
    return text_unit(lexer, 0xD800 + (c >> 10)) && text_unit(lexer, 0xDC00 + (c & 0x3FF));
}

// Appends ASCII bytes.
static bool text_ascii(struct lexer *lexer, const uint8_t *bytes, size_t count) {
    if (count == 0) return true;
    if (lexer->unit_capacity - lexer->unit_count < count && !text_grow(lexer, count)) return false;
    uint16_t *out = lexer->units + lexer->unit_count;
    for (size_t i = 0; i < count && memory_poll_step(lexer->memory, i); i++)
        out[i] = bytes[i];
    lexer->unit_count += count;
    return true;
}

// The name with the scratch text, which is spent.
static struct name *text_finish(struct lexer *lexer) {
    struct name *name;
    if (lexer->unit_bits > 0xFF) {
        name = names_intern_utf16(lexer->names, lexer->units, lexer->unit_count);
    } else {
        uint8_t *narrow = (uint8_t *)lexer->units; // in place: byte i lies at or before unit i
        for (size_t i = 0; i < lexer->unit_count && memory_poll_step(lexer->memory, i); i++)
            narrow[i] = (uint8_t)lexer->units[i];
        name = names_intern_latin1(lexer->names, narrow, lexer->unit_count);
    }
    return name;
}

// ---- Escapes

static int hex_value(uint8_t c) {
    if (!(classes[c] & HEX)) return -1;
    return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

// Reads what follows \u, at *at. Returns the code point or UINT32_MAX with *message set and *at at the
// culprit.
static uint32_t scan_unicode_escape(const struct lexer *lexer, const uint8_t **at, const char **message) {
    const uint8_t *s = *at;
    uint32_t c = 0;
    if (*s == '{') {
        s++;
        if (*s == '}') goto invalid;
        while (*s != '}' && goes_on(lexer, s)) {
            int digit = hex_value(*s);
            if (digit < 0) goto invalid;
            c = c * 16 + (uint32_t)digit;
            if (c > 0x10FFFF) {
                *at = s;
                *message = UNDEFINED_CODE_POINT;
                return UINT32_MAX;
            }
            s++;
        }
        *at = s + 1;
        return c;
    }
    for (int i = 0; i < 4; i++, s++) {
        int digit = hex_value(*s);
        if (digit < 0) goto invalid;
        c = c * 16 + (uint32_t)digit;
    }
    *at = s;
    return c;
invalid:
    *at = s;
    *message = INVALID_UNICODE;
    return UINT32_MAX;
}

// ---- Identifiers

// Reads the rest of an identifier that is not all ASCII letters, from *at, after what the scratch text holds
// already. False on error, which is noted in the token.
static bool scan_identifier_text(struct lexer *lexer, struct token *token, const uint8_t **at, bool first) {
    const uint8_t *s = *at;
    for (;; first = false) {
        const uint8_t *begin = s;
        if (!goes_on(lexer, s)) {
            fail_memory(lexer, token);
            return false;
        }
        uint32_t c = *s;
        if (classes[c] & (first ? START : PART)) {
            s++;
        } else if (c == '\\') {
            if (s[1] != 'u') {
                fail(lexer, token, s, s + 1, INVALID_TOKEN);
                return false;
            }
            s += 2;
            const char *message = INVALID_UNICODE;
            c = scan_unicode_escape(lexer, &s, &message);
            if (c == UINT32_MAX || !(c < 0x80 ? (classes[c] & (first ? START : PART)) != 0
                                     : first  ? unicode_is_id_start(c)
                                              : unicode_is_id_continue(c))) {
                fail(lexer, token, begin, s + (c == UINT32_MAX), c == UINT32_MAX ? message : INVALID_UNICODE);
                return false;
            }
            token->flags |= TOKEN_ESCAPED;
        } else if (c >= 0x80) {
            c = lexer_decode(&s);
            if (c == UINT32_MAX || !(first ? unicode_is_id_start(c) : unicode_is_id_continue(c))) {
                s = begin;
                if (first || c == UINT32_MAX) {
                    fail(lexer, token, begin, begin + 1, INVALID_TOKEN);
                    return false;
                }
                break;
            }
        } else {
            if (first) {
                fail(lexer, token, s, s + 1, INVALID_TOKEN);
                return false;
            }
            break;
        }
        if (!text_code_point(lexer, c)) {
            token->type = TOKEN_ERROR;
            return false;
        }
    }
    *at = s;
    return true;
}

static void scan_identifier_slow(struct lexer *lexer, struct token *token, const uint8_t *start) {
    const uint8_t *s = start;
    text_start(lexer);
    if (!scan_identifier_text(lexer, token, &s, true)) return;
    lexer->cursor = s;
    if (!(token->name = text_finish(lexer))) {
        fail_memory(lexer, token);
        return;
    }
    token->type = token->name->token;
    if (token->type != TOKEN_IDENTIFIER && (token->flags & TOKEN_ESCAPED))
        token->type = TOKEN_ESCAPED_KEYWORD;
}

static inline void scan_identifier(struct lexer *lexer, struct token *token, const uint8_t *start) {
    const uint8_t *s = pass(lexer, start + 1, PART);
    if (*s >= 0x80 || *s == '\\') {
        scan_identifier_slow(lexer, token, start);
        return;
    }
    lexer->cursor = s;
    token->name = names_intern_latin1(lexer->names, start, (size_t)(s - start));
    if (!token->name) {
        fail_memory(lexer, token);
        return;
    }
    token->type = token->name->token;
}

static void scan_private_name(struct lexer *lexer, struct token *token, const uint8_t *start) {
    const uint8_t *s = start + 1;
    token->type = TOKEN_PRIVATE_NAME;
    if (classes[*s] & START) {
        s = pass(lexer, s, PART);
        if (*s < 0x80 && *s != '\\') {
            lexer->cursor = s;
            if (!(token->name = names_intern_latin1(lexer->names, start, (size_t)(s - start))))
                fail_memory(lexer, token);
            return;
        }
        s = start + 1;
    }
    text_start(lexer);
    if (!text_unit(lexer, '#')) {
        token->type = TOKEN_ERROR;
        return;
    }
    if (!scan_identifier_text(lexer, token, &s, true)) return;
    lexer->cursor = s;
    if (!(token->name = text_finish(lexer))) fail_memory(lexer, token);
}

// ---- Numbers

// Skips digits and separators at s. False on a misplaced separator.
static bool skip_digits(struct lexer *lexer, struct token *token, const uint8_t **at, uint8_t class,
                        int radix, bool *separators) {
    const uint8_t *s = *at;
    bool after_digit = false;
    for (; goes_on(lexer, s); s++) {
        if (*s == '_') {
            *separators = true;
            if (!after_digit || s[1] == '_' || !(classes[s[1]] & class) ||
                (radix < 10 && s[1] >= '0' + radix)) {
                fail(lexer, token, s, s + 1,
                     s[1] == '_'    ? "Only one underscore is allowed as numeric separator"
                     : !after_digit ? "Numeric separators are not allowed here"
                                    : "Numeric separators are not allowed at the end of numeric literals");
                return false;
            }
            after_digit = false;
        } else if ((classes[*s] & class) && !(radix < 10 && *s >= '0' + radix)) {
            after_digit = true;
        } else {
            break;
        }
    }
    *at = s;
    return true;
}

static const double powers_of_ten[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

// Copies the digits without separators into the scratch, as bytes. NULL when memory runs out.
static const uint8_t *without_separators(struct lexer *lexer, const uint8_t *start, const uint8_t *end,
                                         size_t *length) {
    text_start(lexer);
    if (!text_unit(lexer, 0)) return NULL;
    if (lexer->unit_capacity * 2 < (size_t)(end - start) && !text_grow(lexer, (size_t)(end - start)))
        return NULL;
    uint8_t *out = (uint8_t *)lexer->units;
    size_t count = 0;
    for (; start < end && goes_on(lexer, start); start++)
        if (*start != '_') out[count++] = *start;
    *length = count;
    return out;
}

static void scan_number(struct lexer *lexer, struct token *token, const uint8_t *start) {
    const uint8_t *s = start;
    const uint8_t *digits = start;
    bool separators = false, may_be_bigint = true;
    unsigned radix = 10;
    token->type = TOKEN_NUMBER;

    if (*s == '0' && ((s[1] | 32) == 'x' || (s[1] | 32) == 'o' || (s[1] | 32) == 'b')) {
        radix = (s[1] | 32) == 'x' ? 16 : (s[1] | 32) == 'o' ? 8 : 2;
        digits = s += 2;
        if (!skip_digits(lexer, token, &s, radix == 16 ? HEX : DIGIT, (int)radix, &separators)) return;
        if (s == digits) {
            fail(lexer, token, start, s + 1, INVALID_TOKEN);
            return;
        }
    } else if (*s == '0' && (classes[s[1]] & DIGIT)) {
        bool octal = true;
        for (s++; classes[*s] & DIGIT && goes_on(lexer, s); s++)
            octal &= *s < '8';
        if (*s == '_') {
            fail(lexer, token, s, s + 1, "Numeric separator can not be used after leading 0");
            return;
        }
        may_be_bigint = false;
        token->flags |= octal ? TOKEN_LEGACY_OCTAL : TOKEN_LEGACY_DECIMAL;
        if (octal) {
            radix = 8;
            digits = start + 1;
        } else {
            goto fraction;
        }
    } else {
        // Up to 15 digits, with or without a fraction, are exact as integer divided by a power of ten.
        uint64_t value = 0;
        while (classes[*s] & DIGIT && s - start <= 15)
            value = value * 10 + (*s++ - '0');
        if (s - start <= 15 && *s != '_' && (*s | 32) != 'e' && *s != 'n') {
            ptrdiff_t fraction = 0;
            if (*s == '.') {
                const uint8_t *point = s++;
                while (classes[*s] & DIGIT && s - start <= 16)
                    value = value * 10 + (*s++ - '0');
                fraction = s - point - 1;
            }
            if (s - start <= 16 && *s != '_' && (*s | 32) != 'e') {
                token->number = (double)value;
                if (fraction > 0) token->number /= powers_of_ten[fraction];
                goto finish;
            }
        }
        s = start;
        if (*s != '.') {
            if (*s == '0' && s[1] == '_') {
                fail(lexer, token, s + 1, s + 2, "Numeric separator can not be used after leading 0");
                return;
            }
            if (!skip_digits(lexer, token, &s, DIGIT, 10, &separators)) return;
        }
fraction:
        if (*s == '.') {
            may_be_bigint = false;
            s++;
            if (!skip_digits(lexer, token, &s, DIGIT, 10, &separators)) return;
        }
        if ((*s | 32) == 'e') {
            may_be_bigint = false;
            s++;
            if (*s == '+' || *s == '-') s++;
            const uint8_t *exponent = s;
            if (!skip_digits(lexer, token, &s, DIGIT, 10, &separators)) return;
            if (s == exponent) {
                fail(lexer, token, start, s + 1, INVALID_TOKEN);
                return;
            }
        }
    }

    size_t length = (size_t)(s - digits);
    if (*s == 'n' && may_be_bigint) {
        size_t whole = (size_t)(s - start);
        const uint8_t *text = separators ? without_separators(lexer, start, s, &whole) : start;
        token->type = TOKEN_BIGINT;
        token->name = text ? names_intern_latin1(lexer->names, text, whole) : NULL;
        if (!token->name) {
            fail_memory(lexer, token);
            return;
        }
        s++;
    } else {
        const uint8_t *text = separators ? without_separators(lexer, digits, s, &length) : digits;
        if (!text) {
            fail_memory(lexer, token);
            return;
        }
        size_t consumed;
        const struct memory *memory = lexer->memory;
        token->number = radix == 10
                            ? number_parse_decimal(memory, (const char *)text, length, &consumed)
                            : number_parse_radix(memory, (const char *)text, length, radix, &consumed);
    }

finish:
    lexer->cursor = s;
    if (*s < 0x80 ? (classes[*s] & PART) || *s == '\\' : continues_identifier(s))
        fail(lexer, token, start, s + 1, INVALID_TOKEN);
}

// ---- Strings

// Appends the character an escape stands for; *at is behind the backslash. In templates octal escapes are
// errors. False with *message set on an invalid escape (NULL: out of memory); *at is then at the culprit.
static bool scan_escape(struct lexer *lexer, struct token *token, const uint8_t **at, bool template,
                        const char **message) {
    const uint8_t *s = *at;
    uint32_t c = *s++;
    *message = NULL;
    switch (c) {
    case 'n': c = '\n'; break;
    case 't': c = '\t'; break;
    case 'r': c = '\r'; break;
    case 'b': c = '\b'; break;
    case 'v': c = '\v'; break;
    case 'f': c = '\f'; break;
    case '\r':
        if (*s == '\n') s++;
        *at = s;
        return true;
    case '\n': *at = s; return true;
    case 'x': {
        int high = hex_value(s[0]);
        int low = high < 0 ? -1 : hex_value(s[1]);
        if (low < 0) {
            *at = s + (high >= 0);
            *message = INVALID_HEX;
            return false;
        }
        c = (uint32_t)(high * 16 + low);
        s += 2;
        break;
    }
    case 'u':
        c = scan_unicode_escape(lexer, &s, message);
        *at = s;
        return c != UINT32_MAX && text_code_point(lexer, c);
    case '0' ... '7':
        if (c == '0' && !(classes[*s] & DIGIT)) {
            c = 0;
            break;
        }
        if (template) {
            *message = "Octal escape sequences are not allowed in template strings";
            return false;
        }
        if (!(token->flags & (TOKEN_LEGACY_OCTAL | TOKEN_LEGACY_DECIMAL)))
            token->octal = offset_of(lexer, s - 2);
        token->flags |= TOKEN_LEGACY_OCTAL;
        c -= '0';
        if (*s >= '0' && *s <= '7') {
            c = c * 8 + (*s++ - '0');
            if (c < 32 && *s >= '0' && *s <= '7') c = c * 8 + (*s++ - '0');
        }
        break;
    case '8':
    case '9':
        if (template) {
            *message = "\\8 and \\9 are not allowed in template strings";
            return false;
        }
        if (!(token->flags & (TOKEN_LEGACY_OCTAL | TOKEN_LEGACY_DECIMAL)))
            token->octal = offset_of(lexer, s - 2);
        token->flags |= TOKEN_LEGACY_DECIMAL;
        break;
    default:
        if (c >= 0x80) {
            s--;
            if (is_line_separator(s)) {
                *at = s + 3;
                return true;
            }
            c = lexer_decode(&s);
            if (c == UINT32_MAX) {
                *message = INVALID_TOKEN;
                return false;
            }
        }
        break;
    }
    *at = s;
    return text_code_point(lexer, c);
}

static void scan_string(struct lexer *lexer, struct token *token, const uint8_t *start) {
    const uint8_t quote = *start;
    const uint8_t *s = start + 1;
    const uint8_t *run = s;
    token->type = TOKEN_STRING;
    for (;; s++) {
        s = find(lexer, s, STRING_STOP);
        if (*s == quote) {
            token->name = names_intern_latin1(lexer->names, run, (size_t)(s - run));
            if (!token->name) fail_memory(lexer, token);
            lexer->cursor = s + 1;
            return;
        }
        if (*s != '\'' && *s != '"') break;
    }

    text_start(lexer);
    for (;;) {
        s = find(lexer, s, STRING_STOP);
        if (!goes_on(lexer, s)) {
            fail_memory(lexer, token);
            return;
        }
        uint8_t c = *s;
        if (c == '\n' || c == '\r' || (c == 0 && s >= lexer->limit)) {
            fail(lexer, token, start, s + 1, INVALID_TOKEN);
            return;
        }
        if (c != quote && c != '\\' && c < 0x80) { // the other quote, or NUL
            s++;
            continue;
        }
        if (!text_ascii(lexer, run, (size_t)(s - run))) {
            token->type = TOKEN_ERROR;
            return;
        }
        if (c == quote) break;
        if (c == '\\') {
            const uint8_t *escape = s++;
            const char *message;
            token->flags |= TOKEN_ESCAPED;
            if (s >= lexer->limit || !scan_escape(lexer, token, &s, false, &message)) {
                if (s >= lexer->limit || !message) message = INVALID_TOKEN;
                fail(lexer, token, escape, s + 1, message);
                return;
            }
        } else {
            uint32_t code = lexer_decode(&s);
            if (code == UINT32_MAX) {
                fail(lexer, token, s - 1, s, INVALID_TOKEN);
                return;
            }
            if (!text_code_point(lexer, code)) {
                token->type = TOKEN_ERROR;
                return;
            }
        }
        run = s;
    }
    lexer->cursor = s + 1;
    if (!(token->name = text_finish(lexer))) fail_memory(lexer, token);
}

// ---- Templates

// Appends source text from `start` to `end` with line ends normalized: the raw text of a template.
static bool text_raw(struct lexer *lexer, const uint8_t *start, const uint8_t *end) {
    while (start < end) {
        if (!goes_on(lexer, start)) return false;
        if (*start == '\r') {
            if (!text_unit(lexer, '\n')) return false;
            start += start[1] == '\n' ? 2 : 1;
        } else if (!text_code_point(lexer, lexer_decode(&start))) {
            return false;
        }
    }
    return true;
}

// Reads a template part; the cursor is behind the ` or }.
static void scan_template(struct lexer *lexer, struct token *token, const uint8_t *start) {
    const uint8_t *s = start + 1;
    bool cooked = true, plain = true;
    token->type = TOKEN_TEMPLATE;
    text_start(lexer);
    for (;;) {
        uint8_t c = *s;
        if (!goes_on(lexer, s)) {
            fail_memory(lexer, token);
            return;
        }
        if (c == '`' || (c == '$' && s[1] == '{')) break;
        if (c == 0 && s >= lexer->limit) {
            fail_incomplete(lexer, token, start, "Unterminated template literal");
            return;
        }
        bool stored = true;
        if (c == '\\') {
            const uint8_t *escape = s++;
            const char *message;
            plain = false;
            if (s >= lexer->limit) continue;
            if (!scan_escape(lexer, token, &s, true, &message)) {
                if (message == INVALID_TOKEN || !message) {
                    fail(lexer, token, escape, s + 1, INVALID_TOKEN);
                    return;
                }
                if (cooked) {
                    cooked = false;
                    lexer->template_error = message;
                    lexer->template_error_start = offset_of(lexer, escape);
                    lexer->template_error_end = offset_of(lexer, s < lexer->limit ? s + 1 : s);
                }
            }
        } else if (c == '\r') {
            plain = false;
            s += s[1] == '\n' ? 2 : 1;
            stored = text_unit(lexer, '\n');
        } else if (c < 0x80) {
            s++;
            stored = text_unit(lexer, c);
        } else {
            uint32_t code = lexer_decode(&s);
            if (code == UINT32_MAX) {
                fail(lexer, token, s - 1, s, INVALID_TOKEN);
                return;
            }
            stored = text_code_point(lexer, code);
        }
        if (!stored) {
            token->type = TOKEN_ERROR;
            return;
        }
    }
    struct name *text = NULL;
    if (cooked && !(text = text_finish(lexer))) {
        fail_memory(lexer, token);
        return;
    }
    token->name = token->second = text;
    if (!plain) {
        text_start(lexer);
        if (!text_raw(lexer, start + 1, s)) {
            token->type = TOKEN_ERROR;
            return;
        }
        if (!(token->second = text_finish(lexer))) {
            fail_memory(lexer, token);
            return;
        }
    }
    if (*s == '`') {
        token->flags |= TOKEN_TAIL;
        s++;
    } else {
        s += 2;
    }
    lexer->cursor = s;
}

void lexer_rescan_template(struct lexer *lexer) {
    struct token *token = &lexer->token;
    lexer->has_ahead = false;
    scan_template(lexer, token, lexer->bytes + token->start);
    token->end = offset_of(lexer, lexer->cursor);
}

// ---- Regular expressions

void lexer_rescan_regexp(struct lexer *lexer) {
    struct token *token = &lexer->token;
    const uint8_t *start = lexer->bytes + token->start;
    const uint8_t *s = start + 1;
    bool in_class = false;
    lexer->has_ahead = false;
    token->type = TOKEN_REGEXP;
    text_start(lexer);
    for (;;) {
        uint32_t c = *s;
        if (!goes_on(lexer, s)) {
            fail_memory(lexer, token);
            return;
        }
        if (c == '/' && !in_class) break;
        if (c == '\n' || c == '\r' || (c == 0 && s >= lexer->limit) || is_line_separator(s)) {
            fail(lexer, token, start, s, "Invalid regular expression: missing /");
            return;
        }
        if (c == '\\' && s[1] != '\n' && s[1] != '\r' && s + 1 < lexer->limit && !is_line_separator(s + 1)) {
            if (!text_unit(lexer, '\\')) {
                token->type = TOKEN_ERROR;
                return;
            }
            s++;
        } else if (c == '[') {
            in_class = true;
        } else if (c == ']') {
            in_class = false;
        }
        c = lexer_decode(&s);
        if (c == UINT32_MAX) {
            fail(lexer, token, s - 1, s, INVALID_TOKEN);
            return;
        }
        if (!text_code_point(lexer, c)) {
            token->type = TOKEN_ERROR;
            return;
        }
    }
    if (!(token->name = text_finish(lexer))) {
        fail_memory(lexer, token);
        return;
    }
    const uint8_t *flags = ++s;
    uint32_t seen = 0;
    for (; classes[*s] & PART; s++) {
        static const char valid[] = "dgimsuvy";
        const char *which = strchr(valid, *s);
        uint32_t bit = which ? 1u << (which - valid) : 0;
        seen = !bit || (seen & bit) ? UINT32_MAX : seen | bit;
        if (seen == UINT32_MAX) break;
    }
    enum { FLAG_U = 1 << 5, FLAG_V = 1 << 6 };
    lexer->cursor = s;
    if (seen == UINT32_MAX || (seen & (FLAG_U | FLAG_V)) == (FLAG_U | FLAG_V) || *s == '\\' ||
        (*s >= 0x80 && continues_identifier(s))) {
        fail(lexer, token, start, s, "Invalid regular expression flags");
        return;
    }
    token->second = names_intern_latin1(lexer->names, flags, (size_t)(s - flags));
    token->end = offset_of(lexer, s);
    if (!token->second) fail_memory(lexer, token);
}

// ---- White space and comments

static const uint8_t *skip_line(const struct lexer *lexer, const uint8_t *s) {
    for (;; s++) {
        s = find(lexer, s, LINE_STOP);
        if (!goes_on(lexer, s)) return s;
        if (*s == '\n' || *s == '\r' || (*s == 0 && s >= lexer->limit) || is_line_separator(s)) return s;
    }
}

// Skips a block comment, s being behind its start. NULL when it does not end.
static const uint8_t *skip_block(const struct lexer *lexer, const uint8_t *s, uint8_t *flags) {
    for (;; s++) {
        s = find(lexer, s, BLOCK_STOP);
        if (!goes_on(lexer, s)) return s;
        switch (*s) {
        case '*':
            if (s[1] == '/') return s + 2;
            break;
        case '\n':
        case '\r': *flags |= TOKEN_NEWLINE_BEFORE; break;
        case 0xE2:
            if (is_line_separator(s)) *flags |= TOKEN_NEWLINE_BEFORE;
            break;
        case 0:
            if (s >= lexer->limit) return NULL;
            break;
        }
    }
}

// Skips one white space or line terminator character from 0x80 on. False when it is something else.
static bool skip_wide_space(const uint8_t **at, uint8_t *flags) {
    const uint8_t *s = *at;
    if (is_line_separator(s)) {
        *flags |= TOKEN_NEWLINE_BEFORE;
        *at = s + 3;
        return true;
    }
    uint32_t c = lexer_decode(&s);
    if (c != 0xFEFF && c != 0xA0 && (c == UINT32_MAX || !unicode_is_space_separator(c))) return false;
    *at = s;
    return true;
}

// ---- Tokens

// Finishes a punctuator that ends at `end`.
#define PUNCTUATOR(name, size)                                                                               \
    do {                                                                                                     \
        token->type = TOKEN_##name;                                                                          \
        lexer->cursor = s + (size);                                                                          \
        goto done;                                                                                           \
    } while (0)

void lexer_scan(struct lexer *lexer, struct token *token) {
    const uint8_t *s = lexer->cursor;
    token->flags = s == lexer->bytes ? TOKEN_NEWLINE_BEFORE : 0;
    for (;;) {
        token->start = offset_of(lexer, s);
        switch (*s) {
        case ' ':
        case '\t':
        case '\v':
        case '\f':
            if (!goes_on(lexer, ++s)) break;
            continue;
        case '\n':
        case '\r':
            token->flags |= TOKEN_NEWLINE_BEFORE;
            if (!goes_on(lexer, ++s)) break;
            continue;

        case '$':
        case '_':
        case 'a' ... 'z':
        case 'A' ... 'Z': scan_identifier(lexer, token, s); goto done;
        case '\\': scan_identifier_slow(lexer, token, s); goto done;
        case '#': scan_private_name(lexer, token, s); goto done;
        case '0' ... '9': scan_number(lexer, token, s); goto done;
        case '"':
        case '\'': scan_string(lexer, token, s); goto done;
        case '`': scan_template(lexer, token, s); goto done;

        case '{': PUNCTUATOR(LEFT_BRACE, 1);
        case '}': PUNCTUATOR(RIGHT_BRACE, 1);
        case '(': PUNCTUATOR(LEFT_PARENTHESIS, 1);
        case ')': PUNCTUATOR(RIGHT_PARENTHESIS, 1);
        case '[': PUNCTUATOR(LEFT_BRACKET, 1);
        case ']': PUNCTUATOR(RIGHT_BRACKET, 1);
        case ';': PUNCTUATOR(SEMICOLON, 1);
        case ',': PUNCTUATOR(COMMA, 1);
        case ':': PUNCTUATOR(COLON, 1);
        case '~': PUNCTUATOR(BITWISE_NOT, 1);
        case '.':
            if (classes[s[1]] & DIGIT) {
                scan_number(lexer, token, s);
                goto done;
            }
            if (s[1] == '.' && s[2] == '.') PUNCTUATOR(ELLIPSIS, 3);
            PUNCTUATOR(DOT, 1);
        case '?':
            if (s[1] == '.' && !(classes[s[2]] & DIGIT)) PUNCTUATOR(OPTIONAL_DOT, 2);
            if (s[1] == '?') {
                if (s[2] == '=') PUNCTUATOR(ASSIGN_COALESCE, 3);
                PUNCTUATOR(COALESCE, 2);
            }
            PUNCTUATOR(QUESTION, 1);
        case '=':
            if (s[1] == '=') {
                if (s[2] == '=') PUNCTUATOR(STRICT_EQUAL, 3);
                PUNCTUATOR(EQUAL, 2);
            }
            if (s[1] == '>') PUNCTUATOR(ARROW, 2);
            PUNCTUATOR(ASSIGN, 1);
        case '!':
            if (s[1] == '=') {
                if (s[2] == '=') PUNCTUATOR(STRICT_NOT_EQUAL, 3);
                PUNCTUATOR(NOT_EQUAL, 2);
            }
            PUNCTUATOR(NOT, 1);
        case '+':
            if (s[1] == '+') PUNCTUATOR(INCREMENT, 2);
            if (s[1] == '=') PUNCTUATOR(ASSIGN_ADD, 2);
            PUNCTUATOR(ADD, 1);
        case '-':
            if (s[1] == '-') {
                if (s[2] == '>' && lexer->html_comments && (token->flags & TOKEN_NEWLINE_BEFORE)) {
                    s = skip_line(lexer, s + 3);
                    continue;
                }
                PUNCTUATOR(DECREMENT, 2);
            }
            if (s[1] == '=') PUNCTUATOR(ASSIGN_SUBTRACT, 2);
            PUNCTUATOR(SUBTRACT, 1);
        case '*':
            if (s[1] == '*') {
                if (s[2] == '=') PUNCTUATOR(ASSIGN_EXPONENT, 3);
                PUNCTUATOR(EXPONENT, 2);
            }
            if (s[1] == '=') PUNCTUATOR(ASSIGN_MULTIPLY, 2);
            PUNCTUATOR(MULTIPLY, 1);
        case '/':
            if (s[1] == '/') {
                s = skip_line(lexer, s + 2);
                continue;
            }
            if (s[1] == '*') {
                const uint8_t *end = skip_block(lexer, s + 2, &token->flags);
                if (!end) {
                    fail_incomplete(lexer, token, s, INVALID_TOKEN);
                    goto done;
                }
                s = end;
                continue;
            }
            if (s[1] == '=') PUNCTUATOR(ASSIGN_DIVIDE, 2);
            PUNCTUATOR(DIVIDE, 1);
        case '%':
            if (s[1] == '=') PUNCTUATOR(ASSIGN_REMAINDER, 2);
            PUNCTUATOR(REMAINDER, 1);
        case '<':
            if (s[1] == '<') {
                if (s[2] == '=') PUNCTUATOR(ASSIGN_SHIFT_LEFT, 3);
                PUNCTUATOR(SHIFT_LEFT, 2);
            }
            if (s[1] == '=') PUNCTUATOR(LESS_EQUAL, 2);
            if (s[1] == '!' && s[2] == '-' && s[3] == '-' && lexer->html_comments) {
                s = skip_line(lexer, s + 4);
                continue;
            }
            PUNCTUATOR(LESS, 1);
        case '>':
            if (s[1] == '>') {
                if (s[2] == '>') {
                    if (s[3] == '=') PUNCTUATOR(ASSIGN_SHIFT_RIGHT_UNSIGNED, 4);
                    PUNCTUATOR(SHIFT_RIGHT_UNSIGNED, 3);
                }
                if (s[2] == '=') PUNCTUATOR(ASSIGN_SHIFT_RIGHT, 3);
                PUNCTUATOR(SHIFT_RIGHT, 2);
            }
            if (s[1] == '=') PUNCTUATOR(GREATER_EQUAL, 2);
            PUNCTUATOR(GREATER, 1);
        case '&':
            if (s[1] == '&') {
                if (s[2] == '=') PUNCTUATOR(ASSIGN_LOGICAL_AND, 3);
                PUNCTUATOR(LOGICAL_AND, 2);
            }
            if (s[1] == '=') PUNCTUATOR(ASSIGN_BITWISE_AND, 2);
            PUNCTUATOR(BITWISE_AND, 1);
        case '|':
            if (s[1] == '|') {
                if (s[2] == '=') PUNCTUATOR(ASSIGN_LOGICAL_OR, 3);
                PUNCTUATOR(LOGICAL_OR, 2);
            }
            if (s[1] == '=') PUNCTUATOR(ASSIGN_BITWISE_OR, 2);
            PUNCTUATOR(BITWISE_OR, 1);
        case '^':
            if (s[1] == '=') PUNCTUATOR(ASSIGN_BITWISE_XOR, 2);
            PUNCTUATOR(BITWISE_XOR, 1);

        case 0:
            if (s >= lexer->limit) {
                token->type = TOKEN_END;
                lexer->cursor = lexer->limit;
                goto done;
            }
            fail(lexer, token, s, s + 1, INVALID_TOKEN);
            goto done;
        default:
            if (*s >= 0x80) {
                if (skip_wide_space(&s, &token->flags)) continue;
                scan_identifier_slow(lexer, token, s);
                goto done;
            }
            fail(lexer, token, s, s + 1, INVALID_TOKEN);
            goto done;
        }
        fail_memory(lexer, token);
        goto done;
    }
done:
    token->end = offset_of(lexer, lexer->cursor);
}

const struct token *lexer_peek(struct lexer *lexer) {
    if (!lexer->has_ahead) {
        lexer_scan(lexer, &lexer->ahead);
        lexer->has_ahead = true;
    }
    return &lexer->ahead;
}

void lexer_initialize(struct lexer *lexer, const char *bytes, size_t length, bool html_comments,
                      bool hashbang, struct name_table *names, struct memory *memory,
                      struct parse_error *error) {
    memset(lexer, 0, sizeof *lexer);
    lexer->bytes = lexer->cursor = (const uint8_t *)bytes;
    lexer->limit = lexer->bytes + length;
    lexer->html_comments = html_comments;
    lexer->names = names;
    lexer->memory = memory;
    lexer->error = error;
    if (hashbang && bytes[0] == '#' && bytes[1] == '!') lexer->cursor = skip_line(lexer, lexer->bytes + 2);
    lexer_scan(lexer, &lexer->token);
    lexer->token.flags |= TOKEN_NEWLINE_BEFORE;
}

void lexer_finalize(struct lexer *lexer) { memory_free(lexer->memory, lexer->units); }
