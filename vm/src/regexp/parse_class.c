// The parser of patterns: sets of characters.
//
// Under v a class may hold strings, nested classes and set operations. Its result is a set of code points and
// a sorted list of the other strings; as a node it is an alternation of a trie of the strings, the set, and
// the empty string, which tries longer strings before shorter ones as the language wants.
//
// Ignoring case: a set is closed (holds all equals of its members) once it is complete and before it is
// inverted, except that \P, \W and so on are inverted first under u. Under v every operand is closed before
// it is used, which gives the same as the specification's computing with folded sets.
#include "regexp/parse.h"

#include "base/unicode.h"
#include "base/utf.h"

#include <string.h>

struct regexp_text {
    uint32_t *points;
    uint32_t length;
};

struct regexp_strings {
    struct regexp_text *items;
    uint32_t count, capacity;
    bool unordered;
    bool possible; // by its syntax the class may contain strings
};

struct regexp_class {
    struct regexp_set set;
    struct regexp_strings strings;
};

// -- Lists of strings ------------------------------------------------------------------------------------

static bool regexp_strings_add(struct regexp_parser *parser, struct regexp_strings *strings,
                               struct regexp_text text) {
    if (strings->count == strings->capacity) {
        uint32_t capacity = strings->capacity * 2 + 8;
        struct regexp_text *items = arena_allocate(parser->arena, capacity * sizeof *items);
        if (!items) return regexp_fail_memory(parser);
        if (strings->count) memcpy(items, strings->items, strings->count * sizeof *items);
        strings->items = items;
        strings->capacity = capacity;
    }
    strings->items[strings->count++] = text;
    strings->unordered = true;
    return true;
}

static int regexp_text_compare(const struct regexp_text *a, const struct regexp_text *b) {
    for (uint32_t i = 0; i < a->length && i < b->length; i++)
        if (a->points[i] != b->points[i]) return a->points[i] < b->points[i] ? -1 : 1;
    return (a->length > b->length) - (a->length < b->length);
}

static void regexp_strings_sift(struct regexp_text *items, uint32_t root, uint32_t count) {
    struct regexp_text moved = items[root];
    for (uint32_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && regexp_text_compare(&items[child + 1], &items[child]) > 0) child++;
        if (regexp_text_compare(&items[child], &moved) <= 0) break;
        items[root] = items[child];
    }
    items[root] = moved;
}

// Sorts the list and drops repetitions.
static void regexp_strings_normalize(struct regexp_strings *strings) {
    struct regexp_text *items = strings->items;
    if (!strings->unordered) return;
    strings->unordered = false;
    for (uint32_t i = strings->count / 2; i-- > 0;)
        regexp_strings_sift(items, i, strings->count);
    for (uint32_t end = strings->count - 1; end > 0; end--) {
        struct regexp_text largest = items[0];
        items[0] = items[end];
        items[end] = largest;
        regexp_strings_sift(items, 0, end);
    }
    uint32_t kept = 0;
    for (uint32_t i = 1; i < strings->count; i++)
        if (regexp_text_compare(&items[kept], &items[i]) != 0) items[++kept] = items[i];
    strings->count = kept + 1;
}

// Keeps the strings that are in `other`, or those that are not.
static void regexp_strings_filter(struct regexp_strings *strings, const struct regexp_strings *other,
                                  bool keep) {
    uint32_t kept = 0;
    for (uint32_t i = 0, j = 0; i < strings->count; i++) {
        int order = 1;
        while (j < other->count && (order = regexp_text_compare(&other->items[j], &strings->items[i])) < 0)
            j++;
        if ((j < other->count && order == 0) == keep) strings->items[kept++] = strings->items[i];
    }
    strings->count = kept;
}

// Adds a string to a class: a single code point goes to the set.
static bool regexp_class_add_text(struct regexp_parser *parser, struct regexp_class *class,
                                  const uint32_t *points, uint32_t length) {
    if (length == 1)
        return regexp_set_add(parser->arena, &class->set, points[0], points[0]) || regexp_fail_memory(parser);
    struct regexp_text text = {NULL, length};
    if (length && !(text.points = arena_copy(parser->arena, points, length * sizeof *points)))
        return regexp_fail_memory(parser);
    for (uint32_t i = 0; i < length && parser->flags & REGEXP_IGNORE_CASE; i++)
        text.points[i] = unicode_fold(text.points[i]);
    return regexp_strings_add(parser, &class->strings, text);
}

// -- Sets ------------------------------------------------------------------------------------------------

bool regexp_close_set(struct regexp_parser *parser, struct regexp_set *set) {
    regexp_set_normalize(parser->arena, set);
    if (!(parser->flags & REGEXP_IGNORE_CASE) || parser->check_only) return true;
    if (!regexp_set_is_ascii(set) && !regexp_folds_collect(parser->arena, &parser->folds, !parser->unicode))
        return regexp_fail_memory(parser);
    return regexp_set_close(parser->arena, set, &parser->folds) || regexp_fail_memory(parser);
}

static bool regexp_invert_set(struct regexp_parser *parser, struct regexp_set *set) {
    return regexp_set_invert(parser->arena, set) || regexp_fail_memory(parser);
}

static bool regexp_add_ranges(struct regexp_parser *parser, struct regexp_set *set,
                              const struct regexp_range *ranges, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!regexp_set_add(parser->arena, set, ranges[i].first, ranges[i].last))
            return regexp_fail_memory(parser);
    return true;
}

bool regexp_word_set(struct regexp_parser *parser, struct regexp_set *set) {
    static const struct regexp_range word[] = {{'0', '9'}, {'A', 'Z'},     {'_', '_'},
                                               {'a', 'z'}, {0x17f, 0x17f}, {0x212a, 0x212a}};
    bool more = parser->unicode && parser->flags & REGEXP_IGNORE_CASE;
    return regexp_add_ranges(parser, set, word, more ? 6 : 4);
}

static bool regexp_space_set(struct regexp_parser *parser, struct regexp_set *set) {
    static const struct regexp_range space[] = {
        {'\t', '\r'},     {' ', ' '},       {0xa0, 0xa0},     {0x1680, 0x1680}, {0x2000, 0x200a},
        {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000}, {0xfeff, 0xfeff}};
    return regexp_add_ranges(parser, set, space, sizeof space / sizeof *space);
}

struct regexp_string_sink {
    struct regexp_parser *parser;
    struct regexp_class *class;
};

static bool regexp_string_visit(void *context, const uint32_t *points, size_t length) {
    struct regexp_string_sink *sink = context;
    return regexp_class_add_text(sink->parser, sink->class, points, (uint32_t)length);
}

// The part of a property between braces: ASCII letters, digits and `_`.
static size_t regexp_parse_property_word(struct regexp_parser *parser, char *word, size_t capacity) {
    size_t length = 0;
    for (uint32_t c; length < capacity; word[length++] = (char)c) {
        c = regexp_peek(parser, 0);
        if (c > 'z' || ((c | 32) - 'a' >= 26 && c - '0' >= 10 && c != '_')) break;
        parser->position++;
    }
    return length;
}

// {name} or {name=value} behind \p or \P. `inverted` excludes properties of strings.
static bool regexp_parse_property(struct regexp_parser *parser, bool inverted, bool in_class,
                                  struct regexp_class *class) {
    char name[64], value[64];
    uint32_t start = parser->position;
    enum regexp_message message = in_class ? REGEXP_BAD_CLASS_PROPERTY : REGEXP_BAD_PROPERTY;
    if (!regexp_take_if(parser, '{')) return regexp_fail(parser, message, start);
    size_t name_length = regexp_parse_property_word(parser, name, sizeof name), value_length = 0;
    bool has_value = regexp_take_if(parser, '=');
    if (has_value) value_length = regexp_parse_property_word(parser, value, sizeof value);
    if (!regexp_take_if(parser, '}') || !name_length) return regexp_fail(parser, message, start);
    const char *value_text = has_value ? value : NULL;
    if (unicode_property_ranges(name, name_length, value_text, value_length, NULL, NULL) == UNICODE_FOUND)
        return parser->check_only ||
               regexp_set_add_property(parser->arena, &class->set, name, name_length, value_text,
                                       value_length) ||
               regexp_fail_memory(parser);
    if (!parser->sets || inverted || has_value ||
        unicode_property_strings(name, name_length, NULL, NULL) != UNICODE_FOUND)
        return regexp_fail(parser, message, start);
    class->strings.possible = true;
    struct regexp_string_sink sink = {parser, class};
    return parser->check_only ||
           unicode_property_strings(name, name_length, regexp_string_visit, &sink) == UNICODE_FOUND;
}

// \d, \D, \s, \S, \w, \W, \p{...}, \P{...}, `position` at the letter. *is_class says whether it is one of
// these; when not, nothing is taken.
static bool regexp_parse_class_escape(struct regexp_parser *parser, bool in_class, struct regexp_class *class,
                                      bool *is_class) {
    static const struct regexp_range digits = {'0', '9'};
    uint32_t letter = regexp_peek(parser, 0), kind = letter | 32;
    bool inverted = letter < 'a', valid = false;
    *is_class =
        letter < 0x80 && (kind == 'd' || kind == 's' || kind == 'w' || (kind == 'p' && parser->unicode));
    if (!*is_class) return true;
    parser->position++;
    switch (kind) {
    case 'd': valid = regexp_add_ranges(parser, &class->set, &digits, 1); break;
    case 's': valid = regexp_space_set(parser, &class->set); break;
    case 'w': valid = regexp_word_set(parser, &class->set); break;
    case 'p': valid = regexp_parse_property(parser, inverted, in_class, class); break;
    }
    if (!valid) return false;
    regexp_set_normalize(parser->arena, &class->set);
    if (parser->sets && !regexp_close_set(parser, &class->set)) return false;
    return !inverted || regexp_invert_set(parser, &class->set);
}

// -- Nodes -----------------------------------------------------------------------------------------------

static struct regexp_node *regexp_checked(struct regexp_parser *parser, struct regexp_node *node) {
    if (!node) regexp_fail_memory(parser);
    return node;
}

// A set, closed and normalized, as a node.
static struct regexp_node *regexp_make_set(struct regexp_parser *parser, const struct regexp_set *set) {
    uint32_t first = set->count == 1 ? set->ranges[0].first : 0;
    if (set->count == 1 && first == set->ranges[0].last && !(parser->unicode && utf_is_surrogate(first)))
        return regexp_checked(parser, regexp_node_character(parser->arena, first));
    return regexp_checked(parser, regexp_node_set(parser->arena, set, parser->unicode));
}

struct regexp_node *regexp_parse_literal(struct regexp_parser *parser, uint32_t character) {
    bool ignore = parser->flags & REGEXP_IGNORE_CASE && !(character < 0x80 && (character | 32) - 'a' >= 26);
    if (!ignore && !(parser->unicode && utf_is_surrogate(character)))
        return regexp_checked(parser, regexp_node_character(parser->arena, character));
    struct regexp_set set = {0};
    if (!regexp_set_add(parser->arena, &set, character, character)) return regexp_checked(parser, NULL);
    return regexp_close_set(parser, &set) ? regexp_make_set(parser, &set) : NULL;
}

// A part of the sorted strings that all begin alike, with the set of the next code points.
struct regexp_branch {
    struct regexp_set set;
    uint32_t begin, end; // the strings for one of the code points; for the others the rest is the same
};

static bool regexp_same_tails(const struct regexp_text *strings, const struct regexp_branch *branch,
                              uint32_t begin, uint32_t end, uint32_t depth) {
    if (branch->end - branch->begin != end - begin) return false;
    for (uint32_t i = 0; i < end - begin; i++) {
        const struct regexp_text *a = &strings[branch->begin + i], *b = &strings[begin + i];
        if (a->length != b->length || memcmp(a->points + depth + 1, b->points + depth + 1,
                                             (a->length - depth - 1) * sizeof *a->points) != 0)
            return false;
    }
    return true;
}

static struct regexp_node *regexp_make_trie(struct regexp_parser *parser, const struct regexp_text *strings,
                                            uint32_t begin, uint32_t end, uint32_t depth);

static struct regexp_node *regexp_make_branch(struct regexp_parser *parser, const struct regexp_text *strings,
                                              struct regexp_branch *branch, uint32_t depth) {
    VECTOR(struct regexp_node *) items = {0};
    struct regexp_node *node = NULL;
    bool pushed = regexp_close_set(parser, &branch->set) && (node = regexp_make_set(parser, &branch->set)) &&
                  VECTOR_PUSH(parser->memory, &items, node);
    // While there is one way on, and no end, go along.
    const struct regexp_text *first = &strings[branch->begin], *last = &strings[branch->end - 1];
    for (depth++; pushed && first->length > depth && first->points[depth] == last->points[depth]; depth++)
        pushed = (node = regexp_parse_literal(parser, first->points[depth])) &&
                 VECTOR_PUSH(parser->memory, &items, node);
    if (pushed && (branch->end - branch->begin > 1 || first->length > depth))
        pushed = (node = regexp_make_trie(parser, strings, branch->begin, branch->end, depth)) &&
                 VECTOR_PUSH(parser->memory, &items, node);
    for (uint32_t i = 0; parser->backward && pushed && i < items.length / 2; i++) {
        node = items.items[i];
        items.items[i] = items.items[items.length - 1 - i];
        items.items[items.length - 1 - i] = node;
    }
    node = pushed ? regexp_node_sequence(parser->arena, items.items, items.length) : NULL;
    VECTOR_FREE(parser->memory, &items);
    return regexp_checked(parser, node);
}

static struct regexp_node *regexp_make_trie(struct regexp_parser *parser, const struct regexp_text *strings,
                                            uint32_t begin, uint32_t end, uint32_t depth) {
    VECTOR(struct regexp_branch) branches = {0};
    VECTOR(struct regexp_node *) nodes = {0};
    struct regexp_node *node;
    if (!regexp_descend(parser)) return NULL;
    bool terminal = strings[begin].length == depth, pushed = true;
    for (uint32_t i = begin + terminal, next; i < end && pushed; i = next) {
        uint32_t point = strings[i].points[depth], j = branches.length, oldest = j > 8 ? j - 8 : 0;
        for (next = i + 1; next < end && strings[next].points[depth] == point;)
            next++;
        while (j > oldest && !regexp_same_tails(strings, &branches.items[j - 1], i, next, depth))
            j--;
        if (j == oldest) {
            pushed = VECTOR_PUSH(parser->memory, &branches, (struct regexp_branch){{0}, i, next});
            j = branches.length;
        }
        pushed = pushed && regexp_set_add(parser->arena, &branches.items[j - 1].set, point, point);
    }
    for (uint32_t i = 0; i < branches.length && pushed; i++)
        pushed = (node = regexp_make_branch(parser, strings, &branches.items[i], depth)) &&
                 VECTOR_PUSH(parser->memory, &nodes, node);
    if (terminal)
        pushed =
            pushed && (node = regexp_node_empty(parser->arena)) && VECTOR_PUSH(parser->memory, &nodes, node);
    node = pushed ? regexp_node_alternation(parser->arena, nodes.items, nodes.length) : NULL;
    VECTOR_FREE(parser->memory, &branches);
    VECTOR_FREE(parser->memory, &nodes);
    parser->depth--;
    return regexp_checked(parser, node);
}

// A complete class as a node.
static struct regexp_node *regexp_make_class(struct regexp_parser *parser, struct regexp_class *class) {
    struct regexp_node *parts[3];
    struct regexp_strings *strings = &class->strings;
    uint32_t count = 0;
    if (strings->count == 0) return regexp_make_set(parser, &class->set);
    for (uint32_t i = 0; parser->backward && i < strings->count; i++) {
        struct regexp_text *text = &strings->items[i];
        for (uint32_t j = 0; j < text->length / 2; j++) {
            uint32_t point = text->points[j];
            text->points[j] = text->points[text->length - 1 - j];
            text->points[text->length - 1 - j] = point;
        }
        strings->unordered = true;
    }
    regexp_strings_normalize(strings);
    bool empty = strings->items[0].length == 0;
    if (strings->count > empty) {
        parts[count] = regexp_make_trie(parser, strings->items, empty, strings->count, 0);
        if (!parts[count++]) return NULL;
    }
    if (class->set.count && !(parts[count++] = regexp_make_set(parser, &class->set))) return NULL;
    if (empty) parts[count++] = regexp_node_empty(parser->arena);
    return regexp_checked(parser, regexp_node_alternation(parser->arena, parts, count));
}

struct regexp_node *regexp_parse_escape_atom(struct regexp_parser *parser, bool *is_class) {
    struct regexp_class class = {0};
    if (!regexp_parse_class_escape(parser, false, &class, is_class) || !*is_class) return NULL;
    if (!regexp_close_set(parser, &class.set)) return NULL;
    return regexp_make_class(parser, &class);
}

// -- Classes without flag v ------------------------------------------------------------------------------

// A member: a character, or a class escape whose set is added already.
static bool regexp_parse_member(struct regexp_parser *parser, struct regexp_class *class, uint32_t *character,
                                bool *is_class) {
    struct regexp_class escape = {0};
    *is_class = false;
    if (!regexp_take_if(parser, '\\')) {
        *character = regexp_take(parser);
        return *character != REGEXP_END || regexp_fail(parser, REGEXP_BAD_UNTERMINATED_CLASS, parser->length);
    }
    if (regexp_take_if(parser, 'b')) {
        *character = '\b';
        return true;
    }
    if (!regexp_parse_class_escape(parser, true, &escape, is_class)) return false;
    if (!*is_class) return regexp_parse_character_escape(parser, true, character);
    return regexp_set_add_set(parser->arena, &class->set, &escape.set) || regexp_fail_memory(parser);
}

static bool regexp_add_members(struct regexp_parser *parser, struct regexp_class *class, uint32_t first,
                               uint32_t last) {
    return regexp_set_add(parser->arena, &class->set, first, last) || regexp_fail_memory(parser);
}

static bool regexp_parse_ranges(struct regexp_parser *parser, struct regexp_class *class) {
    for (uint32_t step = 0; !regexp_take_if(parser, ']'); step++) {
        uint32_t start = parser->position, first, last;
        bool first_is_class, last_is_class;
        if (!memory_poll_step(parser->memory, step)) return regexp_fail_memory(parser);
        if (!regexp_parse_member(parser, class, &first, &first_is_class)) return false;
        bool range = regexp_peek(parser, 0) == '-' && regexp_peek(parser, 1) != ']' &&
                     regexp_peek(parser, 1) != REGEXP_END;
        if (!range) {
            if (!first_is_class && !regexp_add_members(parser, class, first, first)) return false;
            continue;
        }
        parser->position++;
        if (!regexp_parse_member(parser, class, &last, &last_is_class)) return false;
        if (first_is_class || last_is_class) {
            if (parser->unicode) return regexp_fail(parser, REGEXP_BAD_CLASS, start);
            if (!first_is_class && !regexp_add_members(parser, class, first, first)) return false;
            if (!last_is_class && !regexp_add_members(parser, class, last, last)) return false;
            first = last = '-';
        }
        if (first > last) return regexp_fail(parser, REGEXP_BAD_CLASS_ORDER, start);
        if (!regexp_add_members(parser, class, first, last)) return false;
    }
    return true;
}

// -- Classes with flag v ---------------------------------------------------------------------------------

static bool regexp_is_double(struct regexp_parser *parser) {
    uint32_t c = regexp_peek(parser, 0);
    return c && c < 0x80 && c == regexp_peek(parser, 1) && strchr("&!#$%*+,.:;<=>?@^`~", (int)c);
}

// One character of a class, not of an escape that means a set.
static bool regexp_parse_set_character(struct regexp_parser *parser, uint32_t *character) {
    uint32_t c = regexp_peek(parser, 0), start = parser->position;
    if (c == REGEXP_END) return regexp_fail(parser, REGEXP_BAD_UNTERMINATED_CLASS, start);
    if (regexp_is_double(parser)) return regexp_fail(parser, REGEXP_BAD_CLASS_OPERATION, start);
    if (c && c < 0x80 && strchr("()[]{}/-|", (int)c))
        return regexp_fail(parser, REGEXP_BAD_CLASS_CHARACTER, start);
    if (!regexp_take_if(parser, '\\')) {
        *character = regexp_take(parser);
        return true;
    }
    if (regexp_take_if(parser, 'b')) {
        *character = '\b';
        return true;
    }
    return regexp_parse_character_escape(parser, true, character);
}

// \q{...}, `position` behind the opening brace.
static bool regexp_parse_strings(struct regexp_parser *parser, struct regexp_class *class) {
    VECTOR(uint32_t) points = {0};
    bool going = true, closed = false;
    while (going && !closed) {
        uint32_t character;
        closed = regexp_take_if(parser, '}');
        if (closed || regexp_take_if(parser, '|')) {
            if (points.length != 1) class->strings.possible = true;
            going = parser->check_only || regexp_class_add_text(parser, class, points.items, points.length);
            points.length = 0;
        } else {
            going = regexp_parse_set_character(parser, &character);
            if (going && !VECTOR_PUSH(parser->memory, &points, character)) going = regexp_fail_memory(parser);
        }
    }
    VECTOR_FREE(parser->memory, &points);
    return going;
}

static bool regexp_parse_set_class(struct regexp_parser *parser, struct regexp_class *class);

// An operand: a nested class, an escape, or a character, which is added to the set unless it begins a range.
static bool regexp_parse_operand(struct regexp_parser *parser, struct regexp_class *operand,
                                 uint32_t *character, bool *is_class) {
    *is_class = true;
    if (regexp_take_if(parser, '[')) return regexp_parse_set_class(parser, operand);
    if (regexp_peek(parser, 0) == '\\') {
        if (regexp_peek(parser, 1) == 'q' && regexp_peek(parser, 2) == '{') {
            parser->position += 3;
            return regexp_parse_strings(parser, operand);
        }
        parser->position++;
        if (!regexp_parse_class_escape(parser, true, operand, is_class)) return false;
        if (*is_class) return true;
        parser->position--;
    }
    *is_class = false;
    return regexp_parse_set_character(parser, character);
}

static bool regexp_next_is(struct regexp_parser *parser, uint32_t unit) {
    return regexp_peek(parser, 0) == unit && regexp_peek(parser, 1) == unit;
}

static bool regexp_normalize_class(struct regexp_parser *parser, struct regexp_class *class) {
    regexp_strings_normalize(&class->strings);
    return regexp_close_set(parser, &class->set);
}

// The chain of -- or && behind a first operand.
static bool regexp_parse_operations(struct regexp_parser *parser, struct regexp_class *class,
                                    uint32_t operator) {
    if (!regexp_normalize_class(parser, class)) return false;
    while (regexp_next_is(parser, operator)) {
        struct regexp_class operand = {0};
        uint32_t character;
        bool is_class, done;
        parser->position += 2;
        if (operator== '&' && regexp_peek(parser, 0) == '&')
            return regexp_fail(parser, REGEXP_BAD_CLASS_CHARACTER, parser->position);
        if (!regexp_parse_operand(parser, &operand, &character, &is_class)) return false;
        if (!is_class && !regexp_add_members(parser, &operand, character, character)) return false;
        if (!regexp_normalize_class(parser, &operand)) return false;
        regexp_strings_filter(&class->strings, &operand.strings, operator== '&');
        if (operator== '&') {
            class->strings.possible &= operand.strings.possible;
            done = regexp_set_intersect(parser->arena, &class->set, &operand.set);
        } else {
            done = regexp_set_subtract(parser->arena, &class->set, &operand.set);
        }
        if (!done) return regexp_fail_memory(parser);
    }
    if (regexp_take_if(parser, ']')) return true;
    return regexp_fail(parser,
                       regexp_peek(parser, 0) == REGEXP_END ? REGEXP_BAD_UNTERMINATED_CLASS
                                                            : REGEXP_BAD_CLASS_OPERATION,
                       parser->position);
}

static bool regexp_add_operand(struct regexp_parser *parser, struct regexp_class *class,
                               const struct regexp_class *operand) {
    class->strings.possible |= operand->strings.possible;
    if (!regexp_set_add_set(parser->arena, &class->set, &operand->set)) return regexp_fail_memory(parser);
    for (uint32_t i = 0; i < operand->strings.count; i++)
        if (!regexp_strings_add(parser, &class->strings, operand->strings.items[i])) return false;
    return true;
}

// One operand or range of a union.
static bool regexp_parse_union_part(struct regexp_parser *parser, struct regexp_class *class,
                                    bool *is_range) {
    struct regexp_class operand = {0};
    uint32_t first, last, start = parser->position;
    bool is_class;
    *is_range = false;
    if (!regexp_parse_operand(parser, &operand, &first, &is_class)) return false;
    bool range = regexp_peek(parser, 0) == '-' && regexp_peek(parser, 1) != '-';
    if (!range)
        return is_class ? regexp_add_operand(parser, class, &operand)
                        : regexp_add_members(parser, class, first, first);
    parser->position++;
    *is_range = true;
    bool last_is_class = false;
    uint32_t before = parser->position;
    if (regexp_peek(parser, 0) != ']' && !regexp_parse_operand(parser, &operand, &last, &last_is_class))
        return false;
    if (parser->position == before) return regexp_fail(parser, REGEXP_BAD_CLASS_CHARACTER, before - 1);
    if (is_class || last_is_class) return regexp_fail(parser, REGEXP_BAD_CLASS, start);
    if (first > last) return regexp_fail(parser, REGEXP_BAD_CLASS_ORDER, start);
    return regexp_add_members(parser, class, first, last);
}

static bool regexp_parse_set_contents(struct regexp_parser *parser, struct regexp_class *class) {
    for (uint32_t parts = 0; !regexp_take_if(parser, ']'); parts++) {
        uint32_t c = regexp_peek(parser, 0);
        bool is_range;
        if (parts && (regexp_next_is(parser, '-') || regexp_next_is(parser, '&')))
            return regexp_fail(parser, REGEXP_BAD_CLASS_OPERATION, parser->position);
        if (!regexp_parse_union_part(parser, class, &is_range)) return false;
        c = regexp_peek(parser, 0);
        if (parts == 0 && !is_range && (regexp_next_is(parser, '-') || regexp_next_is(parser, '&')))
            return regexp_parse_operations(parser, class, c);
    }
    return true;
}

// A class behind its opening bracket.
static bool regexp_parse_set_class(struct regexp_parser *parser, struct regexp_class *class) {
    uint32_t start = parser->position;
    bool negated = regexp_take_if(parser, '^');
    if (!regexp_descend(parser)) return false;
    if (!regexp_parse_set_contents(parser, class) || !regexp_normalize_class(parser, class)) return false;
    parser->depth--;
    if (!negated) return true;
    if (class->strings.possible) return regexp_fail(parser, REGEXP_BAD_NEGATED_STRINGS, start);
    return regexp_invert_set(parser, &class->set);
}

struct regexp_node *regexp_parse_class(struct regexp_parser *parser) {
    struct regexp_class class = {0};
    if (parser->sets)
        return regexp_parse_set_class(parser, &class) ? regexp_make_class(parser, &class) : NULL;
    bool negated = regexp_take_if(parser, '^');
    if (!regexp_parse_ranges(parser, &class) || !regexp_close_set(parser, &class.set)) return NULL;
    if (negated && !regexp_invert_set(parser, &class.set)) return NULL;
    return regexp_make_set(parser, &class.set);
}
