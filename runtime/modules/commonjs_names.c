// The text is cut into tokens, without parsing, and the tokens are looked through for the forms in which
// tools and people write exports:
//
//     exports.a =   exports['a'] =   module.exports.a =           a
//     module.exports = { a, b: c, 'd': e, ...require('x') }       a b d, and those of x; up to the first
//     value that
//                                                                 is no name
//     module.exports = require('x')                               those of x; the last such assignment counts
//     Object.defineProperty(exports, 'a', { value: ... or a getter that returns a name or a member of one })
//     Object.defineProperty(exports, 'a', anything else: no export a, whatever other forms say
//     __export(require('x')), __exportStar(require('x'))          those of x (TypeScript)
//     Object.keys(_x).forEach(function (k) { ... exports[k] ... _x[k] })   those of x after _x = require('x')
//     (Babel)
//
// Whether a slash begins a regular expression is told from the token before it, and for ")" and "}" from what
// stood before their opening counterpart. A wrong guess loses names, nothing else.
#include <stdlib.h>

#include "modules/commonjs_names.h"

enum token_kind { TOKEN_NAME, TOKEN_STRING, TOKEN_OTHER, TOKEN_PUNCTUATOR };

struct token {
    uint32_t start, length;
    uint8_t kind;
    bool escaped; // STRING with a backslash: never taken as a name
};

// What is open: "(", "[", "{", or "`" for the "${" of a template.
struct bracket {
    char open;
    bool before_regexp; // a slash behind its closing counterpart begins a regular expression
};

struct name {
    const char *text;
    uint32_t length;
};

struct scanner {
    vm_isolate *vm;
    const char *text;
    size_t length, at;
    struct token *tokens;
    uint32_t token_count, token_capacity;
    struct bracket *brackets;
    uint32_t bracket_count, bracket_capacity;
    bool after_operand; // a slash would be a division
    bool failed;
    struct commonjs_names *out;
    uint32_t export_capacity, reexport_capacity;
    uint32_t *requires; // tokens that name variables which hold required modules
    uint32_t require_count, require_capacity;
    struct name *hidden; // names that are not exported, since reading them may run anything
    uint32_t hidden_count, hidden_capacity;
};

// Room for one more element. False: out of memory.
static bool grow(struct scanner *s, void **items, uint32_t count, uint32_t *capacity, size_t size) {
    if (count < *capacity) {
        return true;
    }
    uint32_t wanted = *capacity ? *capacity * 2 : 64;
    void *larger = vm_reallocate(s->vm, *items, wanted * size);
    if (!larger) {
        s->failed = true;
        return false;
    }
    *items = larger;
    *capacity = wanted;
    return true;
}
#define GROW(s, items, count, capacity) grow(s, (void **)&(items), count, &(capacity), sizeof *(items))

// --- tokens

static bool is_name_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || (unsigned char)c >= 0x80;
}

static char peek(const struct scanner *s, size_t ahead) {
    return s->at + ahead < s->length ? s->text[s->at + ahead] : 0;
}

static void push_token(struct scanner *s, enum token_kind kind, size_t start, bool escaped) {
    if (GROW(s, s->tokens, s->token_count, s->token_capacity)) {
        s->tokens[s->token_count++] =
            (struct token){(uint32_t)start, (uint32_t)(s->at - start), (uint8_t)kind, escaped};
    }
}

static void push_bracket(struct scanner *s, char open, bool before_regexp) {
    if (GROW(s, s->brackets, s->bracket_count, s->bracket_capacity)) {
        s->brackets[s->bracket_count++] = (struct bracket){open, before_regexp};
    }
}

static bool token_is(const struct scanner *s, const struct token *t, const char *text) {
    return t->length == strlen(text) && !memcmp(s->text + t->start, text, t->length);
}

static bool is_one_of(const struct scanner *s, const struct token *t, const char *const *words) {
    for (; *words; words++) {
        if (token_is(s, t, *words)) {
            return true;
        }
    }
    return false;
}

static void scan_string(struct scanner *s, char quote) {
    size_t start = s->at++;
    bool escaped = false;
    while (s->at < s->length && s->text[s->at] != quote && s->text[s->at] != '\n') {
        if (s->text[s->at] == '\\') {
            escaped = true;
            s->at++;
        }
        s->at++;
    }
    s->at = s->at < s->length ? s->at + 1 : s->length;
    push_token(s, TOKEN_STRING, start, escaped);
    s->after_operand = true;
}

// From behind a "`" or the "}" of a substitution to the end of the template or the next "${".
static void scan_template(struct scanner *s) {
    size_t start = s->at;
    while (s->at < s->length && s->text[s->at] != '`') {
        if (s->text[s->at] == '$' && peek(s, 1) == '{') {
            s->at += 2;
            push_token(s, TOKEN_OTHER, start, false);
            push_bracket(s, '`', false);
            s->after_operand = false;
            return;
        }
        s->at += s->text[s->at] == '\\' ? 2 : 1;
    }
    s->at = s->at < s->length ? s->at + 1 : s->length;
    push_token(s, TOKEN_OTHER, start, false);
    s->after_operand = true;
}

static void scan_regexp(struct scanner *s) {
    size_t start = s->at++;
    bool in_class = false;
    for (; s->at < s->length && s->text[s->at] != '\n'; s->at++) {
        char c = s->text[s->at];
        if (c == '\\') {
            s->at++;
        } else if (c == '/' && !in_class) {
            break;
        } else if (c == '[' || c == ']') {
            in_class = c == '[';
        }
    }
    s->at++;
    while (s->at < s->length && is_name_byte(s->text[s->at])) {
        s->at++;
    }
    s->at = s->at < s->length ? s->at : s->length;
    push_token(s, TOKEN_OTHER, start, false);
    s->after_operand = true;
}

static void scan_word(struct scanner *s) {
    static const char *const before_operand[] = {"return",     "typeof", "case",  "in",     "of",
                                                 "do",         "else",   "void",  "delete", "new",
                                                 "instanceof", "throw",  "yield", "await",  NULL};
    size_t start = s->at;
    bool number = s->text[start] >= '0' && s->text[start] <= '9';
    while (s->at < s->length && (is_name_byte(s->text[s->at]) || (number && s->text[s->at] == '.'))) {
        s->at++;
    }
    push_token(s, number ? TOKEN_OTHER : TOKEN_NAME, start, false);
    if (!s->failed) {
        s->after_operand = !is_one_of(s, &s->tokens[s->token_count - 1], before_operand);
    }
}

// Whether "{" begins a block rather than an object, and whether a slash behind ")" begins a regular
// expression: by the token before.
static bool opens_block(const struct scanner *s) {
    static const char *const words[] = {"else", "do", "try", "finally", ";", "{", "}", ")", "=>", NULL};
    return !s->token_count || is_one_of(s, &s->tokens[s->token_count - 1], words);
}

static bool opens_condition(const struct scanner *s) {
    static const char *const words[] = {"if", "while", "for", "with", NULL};
    return s->token_count && is_one_of(s, &s->tokens[s->token_count - 1], words);
}

static void scan_punctuator(struct scanner *s) {
    static const char *const longer[] = {
        "...", "===", "!==", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++", "--", NULL};
    size_t start = s->at;
    char c = s->text[start];
    s->at++;
    for (const char *const *p = longer; *p; p++) {
        size_t length = strlen(*p);
        if (s->length - start >= length && !memcmp(s->text + start, *p, length)) {
            s->at = start + length;
            break;
        }
    }
    bool was_operand = s->after_operand;
    s->after_operand = false;
    if (c == '(') {
        push_bracket(s, c, opens_condition(s));
    } else if (c == '{') {
        push_bracket(s, c, opens_block(s));
    } else if (c == '[') {
        push_bracket(s, c, false);
    } else if (c == ')' || c == ']' || c == '}') {
        struct bracket closed = {c, false};
        if (s->bracket_count) {
            closed = s->brackets[--s->bracket_count];
        }
        if (c == '}' && closed.open == '`') {
            scan_template(s);
            return;
        }
        s->after_operand = !closed.before_regexp;
    } else if (s->at - start == 2 && (c == '+' || c == '-')) {
        s->after_operand = was_operand;
    }
    push_token(s, TOKEN_PUNCTUATOR, start, false);
}

static void skip_line(struct scanner *s) {
    const char *end = memchr(s->text + s->at, '\n', s->length - s->at);
    s->at = end ? (size_t)(end - s->text) : s->length;
}

static void skip_comment(struct scanner *s) {
    for (s->at += 2; s->at < s->length && !(s->text[s->at] == '*' && peek(s, 1) == '/'); s->at++) {
    }
    s->at = s->length - s->at > 2 ? s->at + 2 : s->length;
}

static void scan_tokens(struct scanner *s) {
    if (s->length > 2 && !memcmp(s->text, "#!", 2)) {
        skip_line(s);
    }
    while (s->at < s->length && !s->failed) {
        char c = s->text[s->at];
        if (c == ' ' || (c >= '\t' && c <= '\r')) {
            s->at++;
        } else if (c == '/' && peek(s, 1) == '/') {
            skip_line(s);
        } else if (c == '/' && peek(s, 1) == '*') {
            skip_comment(s);
        } else if (c == '"' || c == '\'') {
            scan_string(s, c);
        } else if (c == '`') {
            s->at++;
            scan_template(s);
        } else if (is_name_byte(c)) {
            scan_word(s);
        } else if (c == '/' && !s->after_operand) {
            scan_regexp(s);
        } else {
            scan_punctuator(s);
        }
    }
}

// --- forms

static bool is(const struct scanner *s, uint32_t i, const char *text) {
    return i < s->token_count && s->tokens[i].kind != TOKEN_STRING && token_is(s, &s->tokens[i], text);
}

static bool is_kind(const struct scanner *s, uint32_t i, enum token_kind kind) {
    return i < s->token_count && s->tokens[i].kind == kind && !s->tokens[i].escaped;
}

static struct name_range range_of(const struct scanner *s, uint32_t i) {
    struct token t = s->tokens[i];
    return t.kind == TOKEN_STRING && t.length >= 2 ? (struct name_range){t.start + 1, t.length - 2}
                                                   : (struct name_range){t.start, t.length};
}

static struct name name_of(const struct scanner *s, struct name_range range) {
    return (struct name){s->text + range.start, range.length};
}

static void add_export(struct scanner *s, uint32_t i) {
    if (GROW(s, s->out->exports, s->out->export_count, s->export_capacity)) {
        s->out->exports[s->out->export_count++] = range_of(s, i);
    }
}

static void add_reexport(struct scanner *s, uint32_t i) {
    if (GROW(s, s->out->reexports, s->out->reexport_count, s->reexport_capacity)) {
        s->out->reexports[s->out->reexport_count++] = range_of(s, i);
    }
}

// require ( STRING ): the index of the string, or 0.
static uint32_t required(const struct scanner *s, uint32_t i) {
    return is(s, i, "require") && is(s, i + 1, "(") && is_kind(s, i + 2, TOKEN_STRING) && is(s, i + 3, ")")
               ? i + 2
               : 0;
}

// exports, or module . exports: the index behind it, or 0.
static uint32_t after_exports(const struct scanner *s, uint32_t i) {
    return is(s, i, "exports")                                                  ? i + 1
           : is(s, i, "module") && is(s, i + 1, ".") && is(s, i + 2, "exports") ? i + 3
                                                                                : 0;
}

// { a, b: c, 'd': e, ...require('x') }, at the "{"
static void take_object(struct scanner *s, uint32_t i) {
    for (i++; i < s->token_count && !is(s, i, "}"); i++) {
        if (is(s, i, "...")) {
            uint32_t request = required(s, i + 1);
            if (request) {
                add_reexport(s, request);
            }
            i = request ? request + 2 : i + 2;
        } else if (is_kind(s, i, TOKEN_NAME) || is_kind(s, i, TOKEN_STRING)) {
            bool pair = is(s, i + 1, ":");
            if (pair ? !is_kind(s, i + 2, TOKEN_NAME) : is_kind(s, i, TOKEN_STRING)) {
                return;
            }
            add_export(s, i);
            i += pair ? 3 : 1;
        } else {
            return;
        }
        if (!is(s, i, ",")) {
            return;
        }
    }
}

// What stands behind `exports` or `module.exports`, at i.
static void take_assignment(struct scanner *s, uint32_t i, bool of_module) {
    if (is(s, i, ".") && is_kind(s, i + 1, TOKEN_NAME) && is(s, i + 2, "=")) {
        add_export(s, i + 1);
    } else if (is(s, i, "[") && is_kind(s, i + 1, TOKEN_STRING) && is(s, i + 2, "]") && is(s, i + 3, "=")) {
        add_export(s, i + 1);
    } else if (of_module && is(s, i, "=")) {
        s->out->reexport_count = 0;
        uint32_t request = required(s, i + 1);
        if (request) {
            add_reexport(s, request);
        } else if (is(s, i + 1, "{")) {
            take_object(s, i + 1);
        }
    }
}

// { return a }, { return a.b } or { return a['b'] }: the index behind it, or 0.
static uint32_t after_plain_return(const struct scanner *s, uint32_t i) {
    if (!is(s, i, "{") || !is(s, i + 1, "return") || !is_kind(s, i + 2, TOKEN_NAME)) {
        return 0;
    }
    i += 3;
    if (is(s, i, ".") && is_kind(s, i + 1, TOKEN_NAME)) {
        i += 2;
    } else if (is(s, i, "[") && is_kind(s, i + 1, TOKEN_STRING) && is(s, i + 2, "]")) {
        i += 3;
    }
    i += is(s, i, ";");
    return is(s, i, "}") ? i + 1 : 0;
}

// Whether { value: ... or { get() { return a.b } }, both perhaps behind "enumerable: true", is at i.
static bool is_plain_descriptor(const struct scanner *s, uint32_t i) {
    if (!is(s, i++, "{")) {
        return false;
    }
    if (is(s, i, "enumerable") && is(s, i + 1, ":") && is(s, i + 2, "true") && is(s, i + 3, ",")) {
        i += 4;
    }
    if (!is(s, i, "get")) {
        return is(s, i, "value") && is(s, i + 1, ":");
    }
    i++;
    if (is(s, i, ":") && is(s, i + 1, "function")) {
        i += is_kind(s, i + 2, TOKEN_NAME) ? 3 : 2;
    }
    uint32_t end = is(s, i, "(") && is(s, i + 1, ")") ? after_plain_return(s, i + 2) : 0;
    end += end && is(s, end, ",");
    return end && is(s, end, "}") && is(s, end + 1, ")");
}

// Object.defineProperty(exports, 'a', ..., at the "("
static void take_definition(struct scanner *s, uint32_t i) {
    uint32_t name = after_exports(s, i + 1);
    if (!name || !is(s, name, ",") || !is_kind(s, name + 1, TOKEN_STRING) || !is(s, name + 2, ",")) {
        return;
    }
    if (is_plain_descriptor(s, name + 3)) {
        add_export(s, name + 1);
    } else if (GROW(s, s->hidden, s->hidden_count, s->hidden_capacity)) {
        s->hidden[s->hidden_count++] = name_of(s, range_of(s, name + 1));
    }
}

static int compare_names(const void *a, const void *b) {
    const struct name *x = a, *y = b;
    return x->length == y->length ? memcmp(x->text, y->text, x->length) : x->length < y->length ? -1 : 1;
}

// Takes the hidden names out of the exports.
static void hide_names(struct scanner *s) {
    if (!s->hidden_count) {
        return;
    }
    qsort(s->hidden, s->hidden_count, sizeof *s->hidden, compare_names);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->out->export_count; i++) {
        struct name name = name_of(s, s->out->exports[i]);
        if (!bsearch(&name, s->hidden, s->hidden_count, sizeof name, compare_names)) {
            s->out->exports[kept++] = s->out->exports[i];
        }
    }
    s->out->export_count = kept;
}

static bool same_text(const struct scanner *s, uint32_t i, uint32_t j) {
    return i < s->token_count && j < s->token_count && s->tokens[i].length == s->tokens[j].length &&
           !memcmp(s->text + s->tokens[i].start, s->text + s->tokens[j].start, s->tokens[i].length);
}

// NAME = require('x') and NAME = helper(require('x')), at the name
static void note_require(struct scanner *s, uint32_t i) {
    if (is(s, i + 1, "=") &&
        (required(s, i + 2) || (is_kind(s, i + 2, TOKEN_NAME) && is(s, i + 3, "(") && required(s, i + 4))) &&
        GROW(s, s->requires, s->require_count, s->require_capacity)) {
        s->requires[s->require_count++] = i;
    }
}

// Object.keys(NAME).forEach(function (KEY) { ... exports ... NAME[KEY] ... }), at the "(" behind keys
static void take_loop(struct scanner *s, uint32_t i) {
    static const char *const form[] = {")", ".", "forEach", "(", "function", "(", NULL};
    uint32_t object = i + 1, at = i + 2;
    for (const char *const *p = form; *p; p++, at++) {
        if (!is(s, at, *p)) {
            return;
        }
    }
    uint32_t key = at;
    if (!is_kind(s, object, TOKEN_NAME) || !is_kind(s, key, TOKEN_NAME) || !is(s, key + 1, ")") ||
        !is(s, key + 2, "{")) {
        return;
    }
    bool exports = false, member = false;
    uint32_t depth = 1;
    for (at = key + 3; at < s->token_count && depth; at++) {
        depth += is(s, at, "{");
        depth -= is(s, at, "}");
        exports |= is(s, at, "exports");
        member |=
            same_text(s, at, object) && is(s, at + 1, "[") && same_text(s, at + 2, key) && is(s, at + 3, "]");
    }
    for (uint32_t r = s->require_count; exports && member && r-- > 0;) {
        if (same_text(s, s->requires[r], object)) {
            uint32_t direct = required(s, s->requires[r] + 2);
            add_reexport(s, direct ? direct : required(s, s->requires[r] + 4));
            return;
        }
    }
}

static void take_forms(struct scanner *s) {
    for (uint32_t i = 0; i < s->token_count && !s->failed; i++) {
        if (s->tokens[i].kind != TOKEN_NAME) {
            continue;
        }
        bool member = i && is(s, i - 1, ".");
        if (is(s, i, "__export") || is(s, i, "__exportStar")) {
            uint32_t request = is(s, i + 1, "(") ? required(s, i + 2) : 0;
            if (request) {
                add_reexport(s, request);
            }
        } else if (member) {
            continue;
        } else if (is(s, i, "exports")) {
            take_assignment(s, i + 1, false);
        } else if (is(s, i, "module") && after_exports(s, i)) {
            take_assignment(s, i + 3, true);
            i += 2;
        } else if (is(s, i, "Object") && is(s, i + 1, ".") && is(s, i + 3, "(")) {
            if (is(s, i + 2, "defineProperty")) {
                take_definition(s, i + 3);
            } else if (is(s, i + 2, "keys")) {
                take_loop(s, i + 3);
            }
        } else {
            note_require(s, i);
        }
    }
}

bool commonjs_names_scan(vm_isolate *vm, const char *text, size_t length, struct commonjs_names *out) {
    struct scanner s = {.vm = vm, .text = text, .length = length, .out = out};
    *out = (struct commonjs_names){0};
    scan_tokens(&s);
    if (!s.failed) {
        take_forms(&s);
        hide_names(&s);
    }
    vm_free(vm, s.tokens);
    vm_free(vm, s.brackets);
    vm_free(vm, s.requires);
    vm_free(vm, s.hidden);
    if (s.failed) {
        commonjs_names_free(vm, out);
    }
    return !s.failed;
}

void commonjs_names_free(vm_isolate *vm, struct commonjs_names *names) {
    vm_free(vm, names->exports);
    vm_free(vm, names->reexports);
    *names = (struct commonjs_names){0};
}
