// The parser of patterns: everything outside of classes.
//
// Terms of the sequence being read are pushed on `items`, finished alternatives on `alternatives`; an open
// group remembers where its own begin. So parentheses may nest without recursion here, but not without end:
// code generation recurses over the tree, and `depth` is what it will need.
#include "regexp/parse.h"

#include "base/unicode.h"
#include "base/utf.h"

#include <string.h>

// Nesting of groups; and of the code generator, which the stack limit of the context may stop earlier.
enum { REGEXP_DEPTH = 2000 };

static const char *const regexp_messages[] = {
#define ERROR(name, text) text,
#include "regexp/errors.def"
#undef ERROR
};

bool regexp_fail(struct regexp_parser *parser, enum regexp_message message, uint32_t offset) {
    if (parser->error->kind == REGEXP_ERROR_NONE) {
        parser->error->kind = message == REGEXP_BAD_TOO_LARGE ? REGEXP_ERROR_SIZE : REGEXP_ERROR_SYNTAX;
        parser->error->offset = offset < parser->length ? offset : parser->length;
        parser->error->message = regexp_messages[message];
    }
    return false;
}

bool regexp_fail_memory(struct regexp_parser *parser) {
    if (parser->error->kind == REGEXP_ERROR_NONE)
        *parser->error = (struct regexp_error){REGEXP_ERROR_MEMORY, parser->position, "Out of memory"};
    return false;
}

bool regexp_descend(struct regexp_parser *parser) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (parser->depth >= REGEXP_DEPTH || here < parser->context->stack_limit)
        return regexp_fail(parser, REGEXP_BAD_TOO_LARGE, parser->position);
    parser->depth++;
    return true;
}

uint32_t regexp_take_code_point(struct regexp_parser *parser) {
    uint32_t unit = regexp_peek(parser, 0), next = regexp_peek(parser, 1);
    if (unit == REGEXP_END) return unit;
    parser->position++;
    if (!utf_is_lead(unit) || next == REGEXP_END || !utf_is_trail(next)) return unit;
    parser->position++;
    return utf_combine(unit, next);
}

uint32_t regexp_take(struct regexp_parser *parser) {
    if (parser->unicode) return regexp_take_code_point(parser);
    uint32_t unit = regexp_peek(parser, 0);
    if (unit != REGEXP_END) parser->position++;
    return unit;
}

static bool regexp_is_digit(uint32_t c) { return c - '0' < 10; }

static int regexp_hex_digit(uint32_t c) {
    if (c - '0' < 10) return (int)(c - '0');
    if ((c | 32) - 'a' < 6) return (int)((c | 32) - 'a' + 10);
    return -1;
}

static bool regexp_is_syntax(uint32_t c) { return c && c < 0x80 && strchr("^$\\.*+?()[]{}|/", (int)c); }

// -- Escapes ---------------------------------------------------------------------------------------------

static bool regexp_parse_hex(struct regexp_parser *parser, uint32_t digits, uint32_t *value) {
    uint32_t result = 0;
    for (uint32_t i = 0; i < digits; i++) {
        int digit = regexp_hex_digit(regexp_peek(parser, i));
        if (digit < 0) return false;
        result = result << 4 | (uint32_t)digit;
    }
    parser->position += digits;
    *value = result;
    return true;
}

static bool regexp_parse_braced_hex(struct regexp_parser *parser, uint32_t *character) {
    uint32_t value = 0, ahead = 1;
    for (int digit; (digit = regexp_hex_digit(regexp_peek(parser, ahead))) >= 0; ahead++) {
        value = value << 4 | (uint32_t)digit;
        if (value > UTF_MAXIMUM) return false;
    }
    if (ahead == 1 || regexp_peek(parser, ahead) != '}') return false;
    parser->position += ahead + 1;
    *character = value;
    return true;
}

bool regexp_parse_unicode_escape(struct regexp_parser *parser, bool points, uint32_t *character) {
    if (points && regexp_peek(parser, 0) == '{') return regexp_parse_braced_hex(parser, character);
    if (!regexp_parse_hex(parser, 4, character)) return false;
    uint32_t behind_lead = parser->position, trail;
    if (!points || !utf_is_lead(*character) || !regexp_take_if(parser, '\\')) return true;
    if (regexp_take_if(parser, 'u') && regexp_parse_hex(parser, 4, &trail) && utf_is_trail(trail))
        *character = utf_combine(*character, trail);
    else
        parser->position = behind_lead;
    return true;
}

// \cX. Without flag u the backslash stands for itself where this is malformed.
static bool regexp_parse_control(struct regexp_parser *parser, bool in_class, uint32_t *character) {
    uint32_t letter = regexp_peek(parser, 1);
    bool valid = letter < 0x80 && (letter | 32) - 'a' < 26;
    if (!parser->unicode && in_class && (regexp_is_digit(letter) || letter == '_')) valid = true;
    if (valid) {
        parser->position += 2;
        *character = letter & 31;
        return true;
    }
    if (parser->unicode) return regexp_fail(parser, REGEXP_BAD_UNICODE_ESCAPE, parser->position - 1);
    *character = '\\';
    return true;
}

// \0 and, without flag u, octal numbers up to 377.
static bool regexp_parse_octal(struct regexp_parser *parser, bool in_class, uint32_t *character) {
    uint32_t value = 0, digit, digits = 0;
    if (parser->unicode) {
        if (regexp_peek(parser, 0) != '0' || regexp_is_digit(regexp_peek(parser, 1)))
            return regexp_fail(parser, in_class ? REGEXP_BAD_CLASS_ESCAPE : REGEXP_BAD_DECIMAL_ESCAPE,
                               parser->position - 1);
        parser->position++;
        *character = 0;
        return true;
    }
    while (digits++ < 3 && (digit = regexp_peek(parser, 0) - '0') < 8 && value * 8 + digit <= 0377) {
        value = value * 8 + digit;
        parser->position++;
    }
    *character = value;
    return true;
}

static bool regexp_parse_identity(struct regexp_parser *parser, bool in_class, uint32_t *character) {
    uint32_t start = parser->position;
    uint32_t c = *character = regexp_take(parser);
    bool valid = parser->unicode ? regexp_is_syntax(c) || (in_class && c == '-') : c != 'k' || !parser->named;
    if (!valid && parser->sets && in_class && c && c < 0x80) valid = strchr("&-!#%,:;<=>@`~", (int)c) != NULL;
    return valid || regexp_fail(parser, REGEXP_BAD_ESCAPE, start - 1);
}

bool regexp_parse_character_escape(struct regexp_parser *parser, bool in_class, uint32_t *character) {
    static const char letters[] = "fnrtv", controls[] = "\f\n\r\t\v";
    uint32_t c = regexp_peek(parser, 0);
    if (c == REGEXP_END) return regexp_fail(parser, REGEXP_BAD_ESCAPE_AT_END, parser->position - 1);
    if (c == 'c') return regexp_parse_control(parser, in_class, character);
    if (c == '0' || (c - '1' < 7 && (!parser->unicode || in_class)))
        return regexp_parse_octal(parser, in_class, character);
    if (c == 'x' || c == 'u') {
        parser->position++;
        if (c == 'x' ? regexp_parse_hex(parser, 2, character)
                     : regexp_parse_unicode_escape(parser, parser->unicode, character))
            return true;
        parser->position--;
        if (parser->unicode)
            return regexp_fail(parser, c == 'x' ? REGEXP_BAD_ESCAPE : REGEXP_BAD_UNICODE_ESCAPE,
                               parser->position - 1);
    }
    const char *letter = c && c < 0x80 ? strchr(letters, (int)c) : NULL;
    if (!letter) return regexp_parse_identity(parser, in_class, character);
    *character = (uint32_t)controls[letter - letters];
    parser->position++;
    return true;
}

// -- Group names -----------------------------------------------------------------------------------------

static uint32_t regexp_hash_name(const uint16_t *units, uint32_t length) {
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < length; i++)
        hash = (hash ^ units[i]) * 16777619u;
    return hash;
}

// name> behind (?< or \k<, in whatever mode as code points.
static bool regexp_parse_name(struct regexp_parser *parser, struct regexp_name_use *name) {
    VECTOR(uint16_t) units = {0};
    bool valid = true;
    name->offset = parser->position;
    while (valid && !(units.length && regexp_peek(parser, 0) == '>')) {
        uint16_t encoded[2];
        uint32_t c = regexp_take_code_point(parser);
        if (c == '\\') valid = regexp_take_if(parser, 'u') && regexp_parse_unicode_escape(parser, true, &c);
        valid = valid && c <= UTF_MAXIMUM &&
                (c == '$' || (units.length ? unicode_is_id_continue(c) : c == '_' || unicode_is_id_start(c)));
        size_t count = valid ? utf_put16(c, encoded) : 0;
        for (size_t i = 0; i < count; i++)
            if (!VECTOR_PUSH(parser->memory, &units, encoded[i])) {
                VECTOR_FREE(parser->memory, &units);
                return regexp_fail_memory(parser);
            }
    }
    parser->position++;
    name->length = units.length;
    name->hash = regexp_hash_name(units.items, units.length);
    name->units = valid ? arena_copy(parser->arena, units.items, units.length * sizeof *units.items) : NULL;
    VECTOR_FREE(parser->memory, &units);
    if (!valid) return regexp_fail(parser, REGEXP_BAD_GROUP_NAME, name->offset);
    return name->units || regexp_fail_memory(parser);
}

// Where the table has, or would have, the first group of a name.
static uint32_t *regexp_name_slot(struct regexp_parser *parser, const struct regexp_name_use *name) {
    uint32_t mask = parser->name_table.length - 1;
    for (uint32_t i = name->hash & mask;; i = (i + 1) & mask) {
        uint32_t *slot = &parser->name_table.items[i];
        if (!*slot) return slot;
        const struct regexp_group_name *other = &parser->names.items[*slot - 1];
        if (other->hash == name->hash && other->length == name->length &&
            memcmp(other->units, name->units, name->length * sizeof *name->units) == 0)
            return slot;
    }
}

static bool regexp_grow_name_table(struct regexp_parser *parser) {
    uint32_t size = parser->name_table.length ? parser->name_table.length * 2 : 16;
    if (parser->names.length * 2 < parser->name_table.length) return true;
    if (!VECTOR_RESERVE(parser->memory, &parser->name_table, size)) return regexp_fail_memory(parser);
    parser->name_table.length = size;
    memset(parser->name_table.items, 0, size * sizeof(uint32_t));
    for (uint32_t i = 0; i < parser->names.length; i++) {
        const struct regexp_group_name *name = &parser->names.items[i];
        if (name->repeated) continue;
        struct regexp_name_use key = {NULL, name->units, name->length, name->hash, 0};
        *regexp_name_slot(parser, &key) = i + 1;
    }
    return true;
}

// Whether two groups stand in different alternatives of one disjunction.
static bool regexp_exclude(const struct regexp_alternative *a, const struct regexp_alternative *b) {
    while (a->depth > b->depth)
        a = a->parent;
    while (b->depth > a->depth)
        b = b->parent;
    for (; a && a != b; a = a->parent, b = b->parent)
        if (a->disjunction == b->disjunction) return true;
    return false;
}

static bool regexp_add_name(struct regexp_parser *parser, const struct regexp_name_use *name,
                            uint32_t group) {
    if (!regexp_grow_name_table(parser)) return false;
    uint32_t *slot = regexp_name_slot(parser, name), index = parser->names.length;
    struct regexp_group_name added = {name->units,         name->length, name->hash, group,
                                      parser->alternative, index,        *slot != 0};
    uint32_t last = index;
    if (*slot)
        for (uint32_t next = *slot - 1; last != next; next = parser->names.items[next].same) {
            last = next;
            if (!regexp_exclude(parser->names.items[next].alternative, parser->alternative))
                return regexp_fail(parser, REGEXP_BAD_DUPLICATE_NAME, name->offset);
        }
    else
        *slot = index + 1;
    if (!VECTOR_PUSH(parser->memory, &parser->names, added)) return regexp_fail_memory(parser);
    parser->names.items[last].same = index;
    return true;
}

// \k, `position` behind the letter.
static struct regexp_node *regexp_parse_named_reference(struct regexp_parser *parser) {
    uint32_t start = parser->position - 2;
    struct regexp_name_use use = {0};
    if (!regexp_take_if(parser, '<')) {
        regexp_fail(parser, REGEXP_BAD_NAMED_REFERENCE, start);
        return NULL;
    }
    if (!regexp_parse_name(parser, &use)) return NULL;
    parser->references = true;
    use.node =
        regexp_node_reference(parser->arena, NULL, 0, parser->backward, parser->flags & REGEXP_IGNORE_CASE);
    if (!use.node || !VECTOR_PUSH(parser->memory, &parser->uses, use)) {
        regexp_fail_memory(parser);
        return NULL;
    }
    return use.node;
}

static bool regexp_resolve_names(struct regexp_parser *parser) {
    for (uint32_t i = 0; i < parser->uses.length; i++) {
        struct regexp_name_use *use = &parser->uses.items[i];
        uint32_t slot = parser->names.length ? *regexp_name_slot(parser, use) : 0;
        if (!slot) return regexp_fail(parser, REGEXP_BAD_UNKNOWN_NAME, use->offset);
        uint32_t count = 1, index = slot - 1, next;
        while ((next = parser->names.items[index].same) != index) {
            index = next;
            count++;
        }
        uint32_t *groups = arena_allocate(parser->arena, count * sizeof *groups);
        if (!groups) return regexp_fail_memory(parser);
        index = slot - 1;
        for (uint32_t j = 0; j < count; j++, index = parser->names.items[index].same)
            groups[j] = parser->names.items[index].group;
        use->node->groups = groups;
        use->node->count = count;
        use->node->cost += count;
    }
    return true;
}

// -- Groups ----------------------------------------------------------------------------------------------

static bool regexp_begin_alternative(struct regexp_parser *parser, struct regexp_alternative *parent,
                                     uint32_t disjunction) {
    struct regexp_alternative *alternative = arena_allocate(parser->arena, sizeof *alternative);
    if (!alternative) return regexp_fail_memory(parser);
    alternative->parent = parent;
    alternative->disjunction = disjunction;
    alternative->depth = parent ? parent->depth + 1 : 0;
    parser->alternative = alternative;
    return true;
}

static bool regexp_open(struct regexp_parser *parser, struct regexp_open_group group) {
    group.outer_flags = parser->flags;
    group.outer_backward = parser->backward;
    group.outer_alternative = parser->alternative;
    group.disjunction = parser->disjunction_count++;
    group.first_item = parser->items.length;
    group.first_alternative = parser->alternatives.length;
    if (!VECTOR_PUSH(parser->memory, &parser->open, group)) return regexp_fail_memory(parser);
    return regexp_begin_alternative(parser, parser->alternative, group.disjunction);
}

// Makes the terms read so far an alternative.
static bool regexp_finish_alternative(struct regexp_parser *parser) {
    uint32_t first = parser->open.items[parser->open.length - 1].first_item;
    struct regexp_node *node =
        parser->items.length == first
            ? regexp_node_empty(parser->arena)
            : regexp_node_sequence(parser->arena, &parser->items.items[first], parser->items.length - first);
    if (!node || !VECTOR_PUSH(parser->memory, &parser->alternatives, node)) return regexp_fail_memory(parser);
    parser->items.length = first;
    return true;
}

// Ends the innermost disjunction; `position` is behind its parenthesis.
static struct regexp_node *regexp_close(struct regexp_parser *parser) {
    if (!regexp_finish_alternative(parser)) return NULL;
    struct regexp_open_group group = parser->open.items[--parser->open.length];
    struct regexp_node *node =
        regexp_node_alternation(parser->arena, parser->alternatives.items + group.first_alternative,
                                parser->alternatives.length - group.first_alternative);
    parser->alternatives.length = group.first_alternative;
    parser->flags = group.outer_flags;
    parser->backward = group.outer_backward;
    parser->alternative = group.outer_alternative;
    if (group.kind == REGEXP_GROUP) node = regexp_node_group(parser->arena, node, group.number);
    if (group.kind == REGEXP_LOOK)
        node = regexp_node_look(parser->arena, node, group.backward, group.negative);
    if (!node) regexp_fail_memory(parser);
    return node;
}

// The modifiers of (?ims-ims:, `position` behind the question mark.
static bool regexp_parse_modifiers(struct regexp_parser *parser) {
    uint32_t start = parser->position - 2, seen = 0, removed = 0, flags = parser->flags;
    bool dash = false;
    for (;;) {
        uint32_t c = regexp_take(parser), flag = 0;
        if (c == ':') break;
        if (c == 'i') flag = REGEXP_IGNORE_CASE;
        if (c == 'm') flag = REGEXP_MULTILINE;
        if (c == 's') flag = REGEXP_DOT_ALL;
        if (c == '-') {
            if (dash) return regexp_fail(parser, REGEXP_BAD_MULTIPLE_DASHES, start);
            dash = true;
            continue;
        }
        if (!flag) return regexp_fail(parser, seen || dash ? REGEXP_BAD_FLAG_GROUP : REGEXP_BAD_GROUP, start);
        if (seen & flag) return regexp_fail(parser, REGEXP_BAD_REPEATED_FLAG, start);
        seen |= flag;
        if (dash)
            removed |= flag;
        else
            flags |= flag;
    }
    if (dash && !seen) return regexp_fail(parser, REGEXP_BAD_FLAG_GROUP, start);
    if (!regexp_open(parser, (struct regexp_open_group){.kind = REGEXP_EMPTY})) return false;
    parser->flags = flags & ~removed;
    return true;
}

static bool regexp_open_capture(struct regexp_parser *parser, bool named) {
    struct regexp_name_use name = {0};
    uint32_t number = ++parser->groups_seen;
    if (number >= REGEXP_GROUP_LIMIT)
        return regexp_fail(parser, REGEXP_BAD_TOO_MANY_CAPTURES, parser->position);
    if (named && (!regexp_parse_name(parser, &name) || !regexp_add_name(parser, &name, number))) return false;
    return regexp_open(parser, (struct regexp_open_group){.kind = REGEXP_GROUP, .number = number});
}

// What follows an opening parenthesis, up to where the disjunction begins.
static bool regexp_parse_open(struct regexp_parser *parser) {
    if (!regexp_descend(parser)) return false;
    if (regexp_peek(parser, 0) != '?') return regexp_open_capture(parser, false);
    uint32_t kind = regexp_peek(parser, 1), next = regexp_peek(parser, 2);
    struct regexp_open_group group = {.kind = REGEXP_LOOK};
    if (kind == '<' && next != '=' && next != '!') {
        parser->position += 2;
        return regexp_open_capture(parser, true);
    }
    if (kind == '<') {
        group.backward = true;
        kind = next;
        parser->position++;
    }
    if (kind == '=' || kind == '!') {
        group.negative = kind == '!';
        parser->position += 2;
        if (!regexp_open(parser, group)) return false;
        parser->backward = group.backward;
        return true;
    }
    parser->position++;
    return regexp_parse_modifiers(parser);
}

// -- Terms -----------------------------------------------------------------------------------------------

// A number, at most REGEXP_UNBOUNDED. *start becomes where its digits begin, leading zeros skipped.
static uint32_t regexp_parse_number(struct regexp_parser *parser, uint32_t *ahead, uint32_t *start) {
    uint64_t value = 0;
    while (regexp_peek(parser, *ahead) == '0' && regexp_is_digit(regexp_peek(parser, *ahead + 1)))
        ++*ahead;
    *start = *ahead;
    for (uint32_t c; regexp_is_digit(c = regexp_peek(parser, *ahead)); ++*ahead)
        if (value < REGEXP_UNBOUNDED) value = value * 10 + (c - '0');
    return value < REGEXP_UNBOUNDED ? (uint32_t)value : REGEXP_UNBOUNDED;
}

// Whether the digits at `a` (up to the end of the number) are a larger number than those at `b`.
static bool regexp_number_above(const struct regexp_parser *parser, uint32_t a, uint32_t b) {
    uint32_t length_a = 0, length_b = 0;
    while (regexp_is_digit(regexp_peek(parser, a + length_a)))
        length_a++;
    while (regexp_is_digit(regexp_peek(parser, b + length_b)))
        length_b++;
    if (length_a != length_b) return length_a > length_b;
    for (uint32_t i = 0; i < length_a; i++)
        if (regexp_peek(parser, a + i) != regexp_peek(parser, b + i))
            return regexp_peek(parser, a + i) > regexp_peek(parser, b + i);
    return false;
}

// {n}, {n,} or {n,m}. False without taking anything when the text is not of this form, or on error.
static bool regexp_parse_braces(struct regexp_parser *parser, uint32_t *minimum, uint32_t *maximum) {
    uint32_t ahead = 1, low, high = 0;
    if (regexp_peek(parser, 0) != '{' || !regexp_is_digit(regexp_peek(parser, 1))) return false;
    *minimum = *maximum = regexp_parse_number(parser, &ahead, &low);
    if (regexp_peek(parser, ahead) == ',') {
        *maximum = REGEXP_UNBOUNDED;
        ahead++;
        if (regexp_is_digit(regexp_peek(parser, ahead)))
            *maximum = regexp_parse_number(parser, &ahead, &high);
    }
    if (regexp_peek(parser, ahead) != '}') return false;
    if (high && regexp_number_above(parser, low, high))
        return regexp_fail(parser, REGEXP_BAD_QUANTIFIER_ORDER, parser->position);
    parser->position += ahead + 1;
    return true;
}

// A quantifier behind the last item, if there is one.
static bool regexp_parse_quantifier(struct regexp_parser *parser, bool allowed) {
    uint32_t start = parser->position, minimum, maximum, c = regexp_peek(parser, 0);
    if (c == '*' || c == '+' || c == '?') {
        parser->position++;
        minimum = c == '+';
        maximum = c == '?' ? 1 : REGEXP_UNBOUNDED;
    } else if (!regexp_parse_braces(parser, &minimum, &maximum)) {
        if (parser->error->kind) return false;
        if (c == '{' && parser->unicode) return regexp_fail(parser, REGEXP_BAD_INCOMPLETE_QUANTIFIER, start);
        return true;
    }
    if (!allowed) return regexp_fail(parser, REGEXP_BAD_QUANTIFIER, start);
    bool lazy = regexp_take_if(parser, '?');
    struct regexp_node **item = &parser->items.items[parser->items.length - 1];
    *item = regexp_node_quantifier(parser->arena, *item, minimum, maximum, lazy);
    return *item || regexp_fail_memory(parser);
}

static struct regexp_node *regexp_parse_assertion(struct regexp_parser *parser,
                                                  enum regexp_assertion assertion) {
    struct regexp_set word = {0}, *boundary = NULL;
    if (assertion == REGEXP_BOUNDARY || assertion == REGEXP_NO_BOUNDARY) {
        boundary = &word;
        if (!regexp_word_set(parser, &word)) return NULL;
    }
    struct regexp_node *node = regexp_node_assertion(parser->arena, assertion, boundary);
    if (!node) regexp_fail_memory(parser);
    return node;
}

// \1 and so on, `position` at the digit. Without flag u a number without group is taken as octal or as the
// digit itself: NULL without error.
static struct regexp_node *regexp_parse_decimal_reference(struct regexp_parser *parser) {
    uint32_t start = parser->position, value = 0;
    for (uint32_t c; regexp_is_digit(c = regexp_peek(parser, 0)); parser->position++)
        if (value < REGEXP_GROUP_LIMIT) value = value * 10 + (c - '0');
    if (value > parser->group_count) {
        parser->position = start;
        if (parser->unicode) regexp_fail(parser, REGEXP_BAD_ESCAPE, start - 1);
        return NULL;
    }
    parser->references = true;
    uint32_t *groups = arena_copy(parser->arena, &value, sizeof value);
    struct regexp_node *node = NULL;
    if (groups)
        node = regexp_node_reference(parser->arena, groups, 1, parser->backward,
                                     parser->flags & REGEXP_IGNORE_CASE);
    if (!node) regexp_fail_memory(parser);
    return node;
}

// An escape that is an atom, `position` behind the backslash.
static struct regexp_node *regexp_parse_escape(struct regexp_parser *parser) {
    uint32_t c = regexp_peek(parser, 0), character;
    struct regexp_node *node;
    bool is_class;
    if (c - '1' < 9) {
        node = regexp_parse_decimal_reference(parser);
        if (node || parser->error->kind) return node;
    }
    if (c == 'k' && (parser->unicode || parser->named)) {
        parser->position++;
        return regexp_parse_named_reference(parser);
    }
    node = regexp_parse_escape_atom(parser, &is_class);
    if (is_class) return node;
    if (!regexp_parse_character_escape(parser, false, &character)) return NULL;
    return regexp_parse_literal(parser, character);
}

static struct regexp_node *regexp_parse_dot(struct regexp_parser *parser) {
    struct regexp_set set = {0};
    bool added = parser->flags & REGEXP_DOT_ALL
                     ? regexp_set_add(parser->arena, &set, 0, UTF_MAXIMUM)
                     : regexp_set_add(parser->arena, &set, 0, '\n' - 1) &&
                           regexp_set_add(parser->arena, &set, '\n' + 1, '\r' - 1) &&
                           regexp_set_add(parser->arena, &set, '\r' + 1, 0x2027) &&
                           regexp_set_add(parser->arena, &set, 0x202a, UTF_MAXIMUM);
    struct regexp_node *node = added ? regexp_node_set(parser->arena, &set, parser->unicode) : NULL;
    if (!node) regexp_fail_memory(parser);
    return node;
}

// One term without its quantifier, or part of a disjunction: pushes an item (then *quantifiable is set), or
// opens or closes a group.
static bool regexp_parse_term(struct regexp_parser *parser, bool *pushed, bool *quantifiable) {
    uint32_t start = parser->position, c = regexp_take(parser), minimum, maximum;
    bool lines = parser->flags & REGEXP_MULTILINE;
    struct regexp_node *node;
    *pushed = *quantifiable = true;
    switch (c) {
    case '|': {
        const struct regexp_open_group *group = &parser->open.items[parser->open.length - 1];
        *pushed = false;
        return regexp_finish_alternative(parser) &&
               regexp_begin_alternative(parser, group->outer_alternative, group->disjunction);
    }
    case '(': *pushed = false; return regexp_parse_open(parser);
    case ')': {
        if (parser->open.length == 1) return regexp_fail(parser, REGEXP_BAD_UNMATCHED_PARENTHESIS, start);
        const struct regexp_open_group *group = &parser->open.items[parser->open.length - 1];
        *quantifiable = group->kind != REGEXP_LOOK || (!parser->unicode && !group->backward);
        parser->depth--;
        node = regexp_close(parser);
        break;
    }
    case '^':
    case '$':
        *pushed = false;
        if (c == '^')
            node = regexp_parse_assertion(parser, lines ? REGEXP_LINE_START : REGEXP_INPUT_START);
        else
            node = regexp_parse_assertion(parser, lines ? REGEXP_LINE_END : REGEXP_INPUT_END);
        break;
    case '\\':
        c = regexp_peek(parser, 0);
        if (c == 'b' || c == 'B') {
            *pushed = false;
            parser->position++;
            node = regexp_parse_assertion(parser, c == 'b' ? REGEXP_BOUNDARY : REGEXP_NO_BOUNDARY);
        } else {
            node = regexp_parse_escape(parser);
        }
        break;
    case '.': node = regexp_parse_dot(parser); break;
    case '[': node = regexp_parse_class(parser); break;
    case '*':
    case '+':
    case '?': return regexp_fail(parser, REGEXP_BAD_NOTHING_TO_REPEAT, start);
    case '{':
        parser->position--;
        if (regexp_parse_braces(parser, &minimum, &maximum) || parser->error->kind) {
            if (parser->error->kind == REGEXP_ERROR_SYNTAX) parser->error->kind = REGEXP_ERROR_NONE;
            return regexp_fail(parser, REGEXP_BAD_NOTHING_TO_REPEAT, start);
        }
        parser->position++;
        if (parser->unicode) return regexp_fail(parser, REGEXP_BAD_LONE_BRACKETS, start);
        node = regexp_parse_literal(parser, c);
        break;
    case ']':
    case '}':
        if (parser->unicode) return regexp_fail(parser, REGEXP_BAD_LONE_BRACKETS, start);
        node = regexp_parse_literal(parser, c);
        break;
    default: node = regexp_parse_literal(parser, c);
    }
    if (!node) return false;
    return VECTOR_PUSH(parser->memory, &parser->items, node) || regexp_fail_memory(parser);
}

// -- The pattern -----------------------------------------------------------------------------------------

// Counts groups and looks for names, which decide what escapes mean. On malformed patterns any answer will
// do.
static bool regexp_count_groups(struct regexp_parser *parser) {
    uint32_t classes = 0, step = 0;
    for (uint32_t c; (c = regexp_peek(parser, 0)) != REGEXP_END; parser->position++) {
        if (!memory_poll_step(parser->memory, step++)) return regexp_fail_memory(parser);
        if (c == '\\')
            parser->position++;
        else if (c == '[' && (parser->sets || !classes))
            classes++;
        else if (c == ']' && classes)
            classes--;
        else if (c == '(' && !classes) {
            bool plain = regexp_peek(parser, 1) != '?';
            uint32_t after = regexp_peek(parser, 3);
            bool named = !plain && regexp_peek(parser, 2) == '<' && after != '=' && after != '!';
            parser->group_count += plain || named;
            parser->named |= named;
        }
    }
    parser->position = 0;
    return true;
}

void regexp_parser_initialize(struct regexp_parser *parser, struct regexp_context *context,
                              struct arena *arena, const void *units, uint32_t length, bool wide,
                              uint32_t flags, struct regexp_error *error) {
    *parser = (struct regexp_parser){.context = context,
                                     .memory = context->memory,
                                     .arena = arena,
                                     .error = error,
                                     .units = units,
                                     .length = length,
                                     .wide = wide,
                                     .unicode = flags & (REGEXP_UNICODE | REGEXP_UNICODE_SETS),
                                     .sets = flags & REGEXP_UNICODE_SETS,
                                     .flags = flags};
    parser->folds.legacy = !parser->unicode;
    *error = (struct regexp_error){0};
}

struct regexp_node *regexp_parse(struct regexp_parser *parser) {
    if (!regexp_count_groups(parser)) return NULL;
    if (!regexp_open(parser, (struct regexp_open_group){.kind = REGEXP_EMPTY})) return NULL;
    for (uint32_t step = 0; parser->position < parser->length; step++) {
        bool pushed, quantifiable;
        if (!memory_poll_step(parser->memory, step)) {
            regexp_fail_memory(parser);
            return NULL;
        }
        if (!regexp_parse_term(parser, &pushed, &quantifiable)) return NULL;
        if (pushed && !regexp_parse_quantifier(parser, quantifiable)) return NULL;
    }
    if (parser->open.length > 1) {
        regexp_fail(parser, REGEXP_BAD_UNTERMINATED_GROUP, parser->length);
        return NULL;
    }
    struct regexp_node *node = regexp_close(parser);
    return node && regexp_resolve_names(parser) ? node : NULL;
}

void regexp_parser_finalize(struct regexp_parser *parser) {
    VECTOR_FREE(parser->memory, &parser->open);
    VECTOR_FREE(parser->memory, &parser->items);
    VECTOR_FREE(parser->memory, &parser->alternatives);
    VECTOR_FREE(parser->memory, &parser->names);
    VECTOR_FREE(parser->memory, &parser->uses);
    VECTOR_FREE(parser->memory, &parser->name_table);
}
