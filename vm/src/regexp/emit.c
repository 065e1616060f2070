// Syntax trees to code.
//
// Code is made in reading order, or in reverse inside lookbehinds. Next to a node goes `follow`: the units
// that can come after it, which makes loops and alternatives leave no way back where there is none to take:
// when no unit can begin both the body and what follows, the decision is made by looking at the next unit.
#include "base/buffer.h"
#include "base/utf.h"
#include "regexp/parse.h"
#include "regexp/program.h"

#include <string.h>

// A set that is in the program already.
struct regexp_emitted_set {
    uint32_t low[8];
    uint32_t hash, bits, ranges, next;
};

enum { REGEXP_SET_BUCKETS = 256, REGEXP_SWITCH_MINIMUM = 4 };

struct regexp_emitter {
    struct regexp_parser *parser;
    struct memory *memory;
    VECTOR(uint32_t) code;
    VECTOR(uint32_t) ranges;
    VECTOR(uint8_t) tables;
    VECTOR(uint32_t) scratch;
    VECTOR(struct regexp_emitted_set) sets;
    uint32_t buckets[REGEXP_SET_BUCKETS]; // index of the newest set + 1
    uint32_t register_count, memo_count;
    uint32_t unmemorable; // depth of code whose states are more than a position
    uint32_t looks;       // depth of lookarounds
    bool backward;
    bool references; // the pattern has back references
};

static const struct regexp_first regexp_first_open = {{0}, false, true};

static bool regexp_emit(struct regexp_emitter *emitter, const struct regexp_node *node,
                        const struct regexp_first *follow);

// -- Words -----------------------------------------------------------------------------------------------

static bool regexp_put(struct regexp_emitter *emitter, uint32_t word) {
    if (emitter->code.length >= REGEXP_CODE_LIMIT)
        return regexp_fail(emitter->parser, REGEXP_BAD_TOO_LARGE, emitter->parser->length);
    return VECTOR_PUSH(emitter->memory, &emitter->code, word) || regexp_fail_memory(emitter->parser);
}

static bool regexp_put_op(struct regexp_emitter *emitter, enum regexp_opcode opcode, uint32_t a) {
    return regexp_put(emitter, a << 8 | opcode);
}

// Sets the operand `a` of the instruction at `position` to here.
static void regexp_land(struct regexp_emitter *emitter, uint32_t position) {
    uint32_t *word = &emitter->code.items[position];
    *word = (*word & 0xff) | emitter->code.length << 8;
}

static uint32_t regexp_here(const struct regexp_emitter *emitter) { return emitter->code.length; }

static bool regexp_new_register(struct regexp_emitter *emitter, uint32_t count, uint32_t *number) {
    *number = emitter->register_count;
    emitter->register_count += count;
    return emitter->register_count < REGEXP_CODE_LIMIT ||
           regexp_fail(emitter->parser, REGEXP_BAD_TOO_LARGE, emitter->parser->length);
}

static uint32_t regexp_new_memo(struct regexp_emitter *emitter) {
    return emitter->unmemorable || emitter->references ? 0 : ++emitter->memo_count;
}

// -- Sets ------------------------------------------------------------------------------------------------

// Enters the set with the low members `low` and the changes from 256 on in `scratch`.
static bool regexp_enter_set(struct regexp_emitter *emitter, const uint32_t low[8],
                             struct regexp_emitted_set *entered) {
    const uint32_t *changes = emitter->scratch.items;
    uint32_t count = emitter->scratch.length, hash = 2166136261u;
    for (uint32_t i = 0; i < 8; i++)
        hash = (hash ^ low[i]) * 16777619u;
    for (uint32_t i = 0; i < count; i++)
        hash = (hash ^ changes[i]) * 16777619u;
    uint32_t *bucket = &emitter->buckets[(hash ^ hash >> 16) % REGEXP_SET_BUCKETS];
    for (uint32_t i = *bucket; i; i = emitter->sets.items[i - 1].next) {
        *entered = emitter->sets.items[i - 1];
        const uint32_t *ranges = emitter->ranges.items + entered->ranges;
        if (entered->hash == hash && memcmp(entered->low, low, sizeof entered->low) == 0 &&
            ranges[0] == count && (!count || memcmp(ranges + 1, changes, count * sizeof *changes) == 0))
            return true;
    }
    uint32_t number = emitter->sets.length;
    *entered = (struct regexp_emitted_set){.hash = hash, .next = *bucket};
    memcpy(entered->low, low, sizeof entered->low);
    entered->bits = number / 8 << 8 | 1u << number % 8;
    if (number >= REGEXP_CODE_LIMIT / 8)
        return regexp_fail(emitter->parser, REGEXP_BAD_TOO_LARGE, emitter->parser->length);
    if (count) {
        entered->ranges = emitter->ranges.length;
        if (!VECTOR_RESERVE(emitter->memory, &emitter->ranges, (size_t)emitter->ranges.length + count + 1))
            return regexp_fail_memory(emitter->parser);
        emitter->ranges.items[emitter->ranges.length] = count;
        memcpy(emitter->ranges.items + emitter->ranges.length + 1, changes, count * sizeof *changes);
        emitter->ranges.length += count + 1;
    }
    if (number % 8 == 0) {
        if (!VECTOR_RESERVE(emitter->memory, &emitter->tables, (size_t)emitter->tables.length + 256))
            return regexp_fail_memory(emitter->parser);
        memset(emitter->tables.items + emitter->tables.length, 0, 256);
        emitter->tables.length += 256;
    }
    uint8_t *table = emitter->tables.items + (entered->bits & ~(uint32_t)0xff);
    for (uint32_t c = 0; c < 256; c++)
        if (low[c >> 5] >> (c & 31) & 1) table[c] |= (uint8_t)entered->bits;
    if (!VECTOR_PUSH(emitter->memory, &emitter->sets, *entered)) return regexp_fail_memory(emitter->parser);
    *bucket = number + 1;
    return true;
}

static bool regexp_change(struct regexp_emitter *emitter, uint32_t code_point) {
    return VECTOR_PUSH(emitter->memory, &emitter->scratch, code_point) || regexp_fail_memory(emitter->parser);
}

static bool regexp_name_set(struct regexp_emitter *emitter, const struct regexp_set *set,
                            struct regexp_emitted_set *entered) {
    uint32_t low[8] = {0};
    emitter->scratch.length = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        struct regexp_range range = set->ranges[i];
        for (uint32_t c = range.first; c <= range.last && c <= 0xff; c++)
            low[c >> 5] |= (uint32_t)1 << (c & 31);
        if (range.last < 0x100) continue;
        if (!regexp_change(emitter, range.first < 0x100 ? 0x100 : range.first)) return false;
        if (range.last < UTF_MAXIMUM && !regexp_change(emitter, range.last + 1)) return false;
    }
    return regexp_enter_set(emitter, low, entered);
}

static bool regexp_name_first(struct regexp_emitter *emitter, const struct regexp_first *first,
                              struct regexp_emitted_set *entered) {
    emitter->scratch.length = 0;
    if (first->high && !regexp_change(emitter, 0x100)) return false;
    return regexp_enter_set(emitter, first->low, entered);
}

static bool regexp_name_character(struct regexp_emitter *emitter, uint32_t c,
                                  struct regexp_emitted_set *entered) {
    struct regexp_range range = {c, c};
    struct regexp_set set = {&range, 1, 1, false};
    return regexp_name_set(emitter, &set, entered);
}

static bool regexp_put_set(struct regexp_emitter *emitter, const struct regexp_emitted_set *set) {
    return regexp_put(emitter, set->bits) && regexp_put(emitter, set->ranges);
}

static bool regexp_is_everything(const struct regexp_set *set) {
    return set->count == 1 && set->ranges[0].first == 0 && set->ranges[0].last >= UTF_MAXIMUM;
}

// The lower case letter when the set is an ASCII letter in both cases; else 0.
static uint32_t regexp_letter(const struct regexp_set *set) {
    if (set->count != 2) return 0;
    struct regexp_range upper = set->ranges[0], lower = set->ranges[1];
    bool letter = upper.first == upper.last && lower.first == lower.last && upper.first - 'A' < 26 &&
                  lower.first == upper.first + 32;
    return letter ? lower.first : 0;
}

// -- Characters ------------------------------------------------------------------------------------------

static bool regexp_emit_character(struct regexp_emitter *emitter, uint32_t c) {
    enum regexp_opcode opcode = emitter->backward ? REGEXP_OP_CHARACTER_BACK : REGEXP_OP_CHARACTER;
    if (c <= 0xffff) return regexp_put_op(emitter, opcode, c);
    uint32_t lead = utf_lead(c), trail = utf_trail(c);
    if (emitter->backward)
        return regexp_put_op(emitter, opcode, trail) && regexp_put_op(emitter, opcode, lead);
    return regexp_put_op(emitter, opcode, lead) && regexp_put_op(emitter, opcode, trail);
}

static bool regexp_emit_set(struct regexp_emitter *emitter, const struct regexp_node *node) {
    bool back = emitter->backward;
    struct regexp_emitted_set set;
    enum regexp_opcode opcode = back ? REGEXP_OP_SET_BACK : REGEXP_OP_SET;
    uint32_t letter = regexp_letter(node->set);
    if (node->set->count == 0) return regexp_put_op(emitter, REGEXP_OP_FAIL, 0);
    if (letter) return regexp_put_op(emitter, back ? REGEXP_OP_LETTER_BACK : REGEXP_OP_LETTER, letter);
    if (node->points)
        opcode = back ? REGEXP_OP_POINT_BACK : REGEXP_OP_POINT;
    else if (regexp_is_everything(node->set))
        return regexp_put_op(emitter, back ? REGEXP_OP_ANY_BACK : REGEXP_OP_ANY, 0);
    return regexp_name_set(emitter, node->set, &set) && regexp_put_op(emitter, opcode, 0) &&
           regexp_put_set(emitter, &set);
}

// A run of character nodes as one instruction.
static bool regexp_emit_text(struct regexp_emitter *emitter, struct regexp_node **items, uint32_t count) {
    uint32_t start = regexp_here(emitter), units = 0, low = 0;
    if (!regexp_put_op(emitter, REGEXP_OP_TEXT, 0)) return false;
    for (uint32_t i = 0; i < count; i++) {
        uint16_t encoded[2];
        size_t length = utf_put16(items[i]->value, encoded);
        for (size_t j = 0; j < length; j++, units++) {
            if (units % 2 == 0)
                low = encoded[j];
            else if (!regexp_put(emitter, low | (uint32_t)encoded[j] << 16))
                return false;
        }
    }
    if (units % 2 && !regexp_put(emitter, low)) return false;
    emitter->code.items[start] |= units << 8;
    return true;
}

static bool regexp_emit_sequence(struct regexp_emitter *emitter, const struct regexp_node *node,
                                 const struct regexp_first *follow) {
    enum { LOOK_AHEAD = 16 }; // so that a long row of optional terms takes linear time
    if (emitter->backward) {
        for (uint32_t i = node->count; i-- > 0;)
            if (!regexp_emit(emitter, node->children[i], &regexp_first_open)) return false;
        return true;
    }
    for (uint32_t i = 0, run; i < node->count; i += run) {
        run = 0;
        while (i + run < node->count && node->children[i + run]->kind == REGEXP_CHARACTER)
            run++;
        if (run > 1 || (run == 1 && node->children[i]->value > 0xffff)) {
            if (!regexp_emit_text(emitter, node->children + i, run)) return false;
            continue;
        }
        run = 1;
        struct regexp_first then = {{0}, false, true};
        uint32_t next = i + 1;
        for (; next < node->count && next - i < LOOK_AHEAD && then.open; next++)
            regexp_first_append(&then, &node->children[next]->first);
        if (then.open && next == node->count) regexp_first_append(&then, follow);
        if (!regexp_emit(emitter, node->children[i], &then)) return false;
    }
    return true;
}

// -- Decisions -------------------------------------------------------------------------------------------

// Goes on when `first` allows it, later perhaps (but not if `rest` excludes that) to a target that
// regexp_land sets for *position. `head` says that the code comes here again.
static bool regexp_emit_split(struct regexp_emitter *emitter, const struct regexp_first *first,
                              const struct regexp_first *rest, bool head, uint32_t *position) {
    struct regexp_emitted_set set;
    *position = regexp_here(emitter);
    if (emitter->backward || first->open)
        return regexp_put_op(emitter, REGEXP_OP_SPLIT, 0) && regexp_put(emitter, regexp_new_memo(emitter));
    bool decided = regexp_first_disjoint(first, rest);
    return regexp_name_first(emitter, first, &set) &&
           regexp_put_op(emitter, decided ? REGEXP_OP_BRANCH : REGEXP_OP_SPLIT_IF, 0) &&
           regexp_put_set(emitter, &set) &&
           regexp_put(emitter, decided && !head ? 0 : regexp_new_memo(emitter));
}

// The table of a SWITCH: for each unit the first alternative that can begin with it.
static bool regexp_emit_switch(struct regexp_emitter *emitter, const struct regexp_node *node,
                               uint32_t *position) {
    uint8_t table[256];
    for (uint32_t c = 0; c < 256; c++) {
        uint32_t i = 0;
        while (i + 1 < node->count && i < 255) {
            const struct regexp_first *first = &node->children[i]->first;
            if (first->open || first->low[c >> 5] >> (c & 31) & 1) break;
            i++;
        }
        table[c] = (uint8_t)i;
    }
    if (!regexp_put_op(emitter, REGEXP_OP_SWITCH, node->count)) return false;
    for (uint32_t i = 0; i < 256; i += 4)
        if (!regexp_put(emitter,
                        table[i] | table[i + 1] << 8 | table[i + 2] << 16 | (uint32_t)table[i + 3] << 24))
            return false;
    *position = regexp_here(emitter);
    for (uint32_t i = 0; i < node->count; i++)
        if (!regexp_put(emitter, 0)) return false;
    return true;
}

static bool regexp_emit_alternation(struct regexp_emitter *emitter, const struct regexp_node *node,
                                    const struct regexp_first *follow) {
    uint32_t count = node->count, targets = 0, exits = 0, split = 0;
    bool switched = count >= REGEXP_SWITCH_MINIMUM && !emitter->backward;
    // What can begin the alternatives behind each: the first unions from the back.
    struct regexp_first *rests = arena_allocate(emitter->parser->arena, count * sizeof *rests);
    if (!rests) return regexp_fail_memory(emitter->parser);
    for (uint32_t i = count; i-- > 0;) {
        if (!memory_poll_step(emitter->memory, i)) return regexp_fail_memory(emitter->parser);
        rests[i] = i + 1 < count ? rests[i + 1] : (struct regexp_first){{0}, false, false};
        struct regexp_first own = node->children[i]->first;
        if (own.open) regexp_first_append(&own, follow);
        bool open = rests[i].open || own.open;
        regexp_first_append(&rests[i], &own);
        rests[i].open = open;
    }
    if (switched && !regexp_emit_switch(emitter, node, &targets)) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (switched) emitter->code.items[targets + i] = regexp_here(emitter);
        if (i + 1 < count &&
            !regexp_emit_split(emitter, &node->children[i]->first, &rests[i + 1], false, &split))
            return false;
        if (!regexp_emit(emitter, node->children[i], follow)) return false;
        if (i + 1 == count) break;
        // The exits are chained through their targets until the end is known.
        uint32_t exit = regexp_here(emitter);
        if (!regexp_put_op(emitter, REGEXP_OP_JUMP, exits)) return false;
        exits = exit;
        regexp_land(emitter, split);
    }
    for (uint32_t step = 0; exits && memory_poll_step(emitter->memory, step); step++) {
        uint32_t next = emitter->code.items[exits] >> 8;
        regexp_land(emitter, exits);
        exits = next;
    }
    return true;
}

// -- Quantifiers -----------------------------------------------------------------------------------------

// A quantified single character.
static bool regexp_emit_loop(struct regexp_emitter *emitter, const struct regexp_node *node,
                             const struct regexp_first *follow) {
    const struct regexp_node *child = node->child;
    struct regexp_emitted_set set, then = {0};
    bool character = child->kind == REGEXP_CHARACTER;
    bool points = child->points || (character && child->value > 0xffff);
    bool possessive = node->minimum == node->maximum || regexp_first_disjoint(&child->first, follow);
    bool all = !character && !child->points && regexp_is_everything(child->set);
    enum regexp_opcode opcode, retry;
    if (possessive) {
        opcode = points ? REGEXP_OP_POINTS_POSSESSIVE : REGEXP_OP_LOOP_POSSESSIVE;
        retry = REGEXP_OP_FAIL;
    } else if (node->lazy) {
        opcode = points ? REGEXP_OP_POINTS_LAZY : REGEXP_OP_LOOP_LAZY;
        retry = points ? REGEXP_OP_POINTS_LAZY_RETRY : REGEXP_OP_LOOP_LAZY_RETRY;
    } else {
        opcode = points ? REGEXP_OP_POINTS : REGEXP_OP_LOOP;
        retry = points ? REGEXP_OP_POINTS_RETRY : REGEXP_OP_LOOP_RETRY;
    }
    if (character ? !regexp_name_character(emitter, child->value, &set)
                  : !regexp_name_set(emitter, child->set, &set))
        return false;
    if (!follow->open && !regexp_name_first(emitter, follow, &then)) return false;
    return regexp_put_op(emitter, opcode, all) && regexp_put_op(emitter, retry, 0) &&
           regexp_put_set(emitter, &set) && regexp_put(emitter, node->minimum) &&
           regexp_put(emitter, node->maximum) && regexp_put(emitter, regexp_new_memo(emitter)) &&
           regexp_put_set(emitter, &then);
}

struct regexp_loop {
    const struct regexp_node *body;
    struct regexp_first follow; // of the body
    const struct regexp_first *rest;
    uint32_t mark; // register that has where a pass began
    bool marked;   // passes that consume nothing are refused
    bool reset;    // groups inside are unset before a pass
    bool lazy;
};

static bool regexp_emit_reset(struct regexp_emitter *emitter, const struct regexp_loop *loop) {
    if (!loop->reset) return true;
    uint32_t first = loop->body->group_first, end = loop->body->group_end;
    return regexp_put_op(emitter, REGEXP_OP_RESET, 2 * first) && regexp_put(emitter, 2 * (end - first));
}

static bool regexp_emit_mark(struct regexp_emitter *emitter, const struct regexp_loop *loop) {
    return !loop->marked || regexp_put_op(emitter, REGEXP_OP_SAVE, loop->mark);
}

static bool regexp_emit_check(struct regexp_emitter *emitter, const struct regexp_loop *loop) {
    return !loop->marked || regexp_put_op(emitter, REGEXP_OP_CHECK, loop->mark);
}

// Enters a pass or leaves the loop to where regexp_land sets *position.
static bool regexp_emit_choice(struct regexp_emitter *emitter, const struct regexp_loop *loop,
                               uint32_t *position) {
    if (!loop->lazy) return regexp_emit_split(emitter, &loop->body->first, loop->rest, true, position);
    *position = regexp_here(emitter);
    return regexp_put_op(emitter, REGEXP_OP_SPLIT_LATER, 0) && regexp_put(emitter, regexp_new_memo(emitter));
}

// Any number of passes; with `once` at least one.
static bool regexp_emit_star(struct regexp_emitter *emitter, const struct regexp_loop *loop, bool once) {
    uint32_t entry = regexp_here(emitter), exit;
    if (once && loop->marked && !regexp_put_op(emitter, REGEXP_OP_CLEAR, loop->mark)) return false;
    if (once) {
        entry = regexp_here(emitter);
        if (!regexp_put_op(emitter, REGEXP_OP_JUMP, 0)) return false;
    }
    uint32_t head = regexp_here(emitter);
    if (!regexp_emit_choice(emitter, loop, &exit) || !regexp_emit_mark(emitter, loop) ||
        !regexp_emit_reset(emitter, loop))
        return false;
    if (once) regexp_land(emitter, entry);
    if (!regexp_emit(emitter, loop->body, &loop->follow) || !regexp_emit_check(emitter, loop) ||
        !regexp_put_op(emitter, REGEXP_OP_AGAIN, head))
        return false;
    regexp_land(emitter, exit);
    return true;
}

// A body repeated in the code itself.
static bool regexp_emit_copies(struct regexp_emitter *emitter, const struct regexp_loop *loop,
                               uint32_t minimum, uint32_t maximum) {
    bool unbounded = maximum == REGEXP_UNBOUNDED;
    uint32_t fixed = unbounded && minimum ? minimum - 1 : minimum, exits = 0;
    for (uint32_t i = 0; i < fixed; i++)
        if ((i && !regexp_emit_reset(emitter, loop)) || !regexp_emit(emitter, loop->body, &loop->follow))
            return false;
    if (unbounded)
        return (!fixed || regexp_emit_reset(emitter, loop)) && regexp_emit_star(emitter, loop, minimum > 0);
    for (uint32_t i = minimum; i < maximum; i++) {
        uint32_t exit;
        if (!regexp_emit_choice(emitter, loop, &exit)) return false;
        emitter->code.items[exit] |= exits << 8;
        exits = exit;
        if (!regexp_emit_mark(emitter, loop) || (i && !regexp_emit_reset(emitter, loop)) ||
            !regexp_emit(emitter, loop->body, &loop->follow) || !regexp_emit_check(emitter, loop))
            return false;
    }
    while (exits) {
        uint32_t next = emitter->code.items[exits] >> 8;
        regexp_land(emitter, exits);
        exits = next;
    }
    return true;
}

static bool regexp_emit_counted(struct regexp_emitter *emitter, const struct regexp_loop *loop,
                                uint32_t minimum, uint32_t maximum) {
    uint32_t counter, entry, body;
    if (!regexp_new_register(emitter, 1, &counter) || !regexp_put_op(emitter, REGEXP_OP_COUNT_ZERO, counter))
        return false;
    entry = regexp_here(emitter);
    if (!regexp_put_op(emitter, REGEXP_OP_JUMP, 0)) return false;
    body = regexp_here(emitter);
    emitter->unmemorable++;
    if (!regexp_put_op(emitter, REGEXP_OP_COUNT_UP, counter) || !regexp_emit_mark(emitter, loop) ||
        !regexp_emit_reset(emitter, loop) || !regexp_emit(emitter, loop->body, &loop->follow))
        return false;
    emitter->unmemorable--;
    if (loop->marked && (!regexp_put_op(emitter, REGEXP_OP_CHECK_COUNT, loop->mark) ||
                         !regexp_put(emitter, counter) || !regexp_put(emitter, minimum)))
        return false;
    regexp_land(emitter, entry);
    return regexp_put_op(emitter, loop->lazy ? REGEXP_OP_REPEAT_LAZY : REGEXP_OP_REPEAT, body) &&
           regexp_put(emitter, counter) && regexp_put(emitter, minimum) && regexp_put(emitter, maximum);
}

static bool regexp_emit_quantifier(struct regexp_emitter *emitter, const struct regexp_node *node,
                                   const struct regexp_first *follow) {
    const struct regexp_node *child = node->child;
    uint32_t minimum = node->minimum, maximum = node->maximum;
    if (child->zero_width) {
        // A pass consumes nothing, so only the required ones count, of which the others repeat the first.
        if (!emitter->references && minimum > 1) minimum = 1;
        maximum = minimum;
    }
    if (maximum == 0) return true;
    if (minimum == 1 && maximum == 1) return regexp_emit(emitter, child, follow);
    if (!emitter->backward && (child->kind == REGEXP_CHARACTER || child->kind == REGEXP_SET))
        return regexp_emit_loop(emitter, node, follow);
    struct regexp_loop loop = {.body = child,
                               .follow = child->first,
                               .rest = follow,
                               .marked = child->width == 0 && maximum > minimum,
                               .reset = child->group_first != child->group_end &&
                                        (emitter->references || !child->settled),
                               .lazy = node->lazy};
    regexp_first_append(&loop.follow, follow);
    if (loop.marked && !regexp_new_register(emitter, 1, &loop.mark)) return false;
    // Within a lookaround that has matched it is not noted that the head of the loop fails (see match.c).
    bool vague = loop.marked && emitter->looks;
    emitter->unmemorable += vague;
    bool done = node->copied ? regexp_emit_copies(emitter, &loop, minimum, maximum)
                             : regexp_emit_counted(emitter, &loop, minimum, maximum);
    emitter->unmemorable -= vague;
    return done;
}

// -- The rest --------------------------------------------------------------------------------------------

static bool regexp_emit_look(struct regexp_emitter *emitter, const struct regexp_node *node) {
    bool outer = emitter->backward;
    uint32_t number, entry = regexp_here(emitter);
    if (!regexp_new_register(emitter, 2, &number)) return false;
    if (node->negative ? !regexp_put_op(emitter, REGEXP_OP_NOT, 0) || !regexp_put(emitter, number)
                       : !regexp_put_op(emitter, REGEXP_OP_LOOK, number))
        return false;
    emitter->backward = node->backward;
    emitter->looks++;
    if (!regexp_emit(emitter, node->child, &regexp_first_open)) return false;
    emitter->looks--;
    emitter->backward = outer;
    if (!node->negative)
        return regexp_put_op(emitter, REGEXP_OP_LOOK_END, number) &&
               regexp_put(emitter, node->group_first != node->group_end);
    if (!regexp_put_op(emitter, REGEXP_OP_NOT_END, number)) return false;
    regexp_land(emitter, entry);
    return true;
}

static bool regexp_emit_reference(struct regexp_emitter *emitter, const struct regexp_node *node) {
    uint32_t flags =
        (node->backward ? REGEXP_REFERENCE_BACK : 0) | (node->ignore ? REGEXP_REFERENCE_IGNORE : 0);
    if (!regexp_put_op(emitter, REGEXP_OP_REFERENCE, node->count) || !regexp_put(emitter, flags))
        return false;
    for (uint32_t i = 0; i < node->count; i++)
        if (!regexp_put(emitter, node->groups[i])) return false;
    return true;
}

static bool regexp_emit_assertion(struct regexp_emitter *emitter, const struct regexp_node *node) {
    struct regexp_emitted_set word;
    switch ((enum regexp_assertion)node->value) {
    case REGEXP_INPUT_START: return regexp_put_op(emitter, REGEXP_OP_INPUT_START, 0);
    case REGEXP_INPUT_END: return regexp_put_op(emitter, REGEXP_OP_INPUT_END, 0);
    case REGEXP_LINE_START: return regexp_put_op(emitter, REGEXP_OP_LINE_START, 0);
    case REGEXP_LINE_END: return regexp_put_op(emitter, REGEXP_OP_LINE_END, 0);
    case REGEXP_BOUNDARY:
    case REGEXP_NO_BOUNDARY: break;
    }
    enum regexp_opcode opcode = node->value == REGEXP_BOUNDARY ? REGEXP_OP_BOUNDARY : REGEXP_OP_NO_BOUNDARY;
    return regexp_name_set(emitter, node->set, &word) && regexp_put_op(emitter, opcode, 0) &&
           regexp_put_set(emitter, &word);
}

static bool regexp_emit_group(struct regexp_emitter *emitter, const struct regexp_node *node,
                              const struct regexp_first *follow) {
    uint32_t begin = 2 * node->value + emitter->backward, end = 2 * node->value + !emitter->backward;
    return regexp_put_op(emitter, REGEXP_OP_SAVE, begin) && regexp_emit(emitter, node->child, follow) &&
           regexp_put_op(emitter, REGEXP_OP_SAVE, end);
}

static bool regexp_emit(struct regexp_emitter *emitter, const struct regexp_node *node,
                        const struct regexp_first *follow) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (here < emitter->parser->context->stack_limit)
        return regexp_fail(emitter->parser, REGEXP_BAD_TOO_LARGE, emitter->parser->length);
    if (!memory_poll(emitter->memory)) return regexp_fail_memory(emitter->parser);
    switch ((enum regexp_node_kind)node->kind) {
    case REGEXP_EMPTY: return true;
    case REGEXP_CHARACTER: return regexp_emit_character(emitter, node->value);
    case REGEXP_SET: return regexp_emit_set(emitter, node);
    case REGEXP_SEQUENCE: return regexp_emit_sequence(emitter, node, follow);
    case REGEXP_ALTERNATION: return regexp_emit_alternation(emitter, node, follow);
    case REGEXP_GROUP: return regexp_emit_group(emitter, node, follow);
    case REGEXP_QUANTIFIER: return regexp_emit_quantifier(emitter, node, follow);
    case REGEXP_LOOK: return regexp_emit_look(emitter, node);
    case REGEXP_REFERENCE: return regexp_emit_reference(emitter, node);
    case REGEXP_ASSERTION: return regexp_emit_assertion(emitter, node);
    }
    return true;
}

// -- How to search ---------------------------------------------------------------------------------------

// Whether all matches begin at the start of the input.
static bool regexp_is_anchored(struct regexp_emitter *emitter, const struct regexp_node *node) {
    if ((uintptr_t)__builtin_frame_address(0) < emitter->parser->context->stack_limit) return false;
    switch ((enum regexp_node_kind)node->kind) {
    case REGEXP_ASSERTION: return node->value == REGEXP_INPUT_START;
    case REGEXP_GROUP: return regexp_is_anchored(emitter, node->child);
    case REGEXP_QUANTIFIER: return node->minimum && regexp_is_anchored(emitter, node->child);
    case REGEXP_SEQUENCE:
        for (uint32_t i = 0; i < node->count; i++) {
            if (regexp_is_anchored(emitter, node->children[i])) return true;
            if (!node->children[i]->zero_width) return false;
        }
        return false;
    case REGEXP_ALTERNATION:
        for (uint32_t i = 0; i < node->count && memory_poll_step(emitter->memory, i); i++)
            if (!regexp_is_anchored(emitter, node->children[i])) return false;
        return true;
    default: return false;
    }
}

// Collects the texts that all matches contain, to keep the best to search for.
struct regexp_literal {
    uint16_t units[REGEXP_LITERAL_LIMIT], best[REGEXP_LITERAL_LIMIT];
    uint32_t length, least, most;                // of the text being collected, and where it begins
    uint32_t best_length, best_least, best_most; //
    uint32_t at_least, at_most;                  // how far from the start of the match we are
};

static uint32_t regexp_add_saturated(uint32_t a, uint32_t b) {
    return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

// Long texts near the start are good.
static uint32_t regexp_literal_worth(uint32_t length, uint32_t most) {
    if (length == 0) return 0;
    return (length < 8 ? 4 * length : 32) + (most == 0 ? 12 : most <= 64 ? 8 : 0);
}

static void regexp_literal_end(struct regexp_literal *literal) {
    if (regexp_literal_worth(literal->length, literal->most) >
        regexp_literal_worth(literal->best_length, literal->best_most)) {
        memcpy(literal->best, literal->units, sizeof literal->best);
        literal->best_length = literal->length;
        literal->best_least = literal->least;
        literal->best_most = literal->most;
    }
    literal->length = 0;
}

static void regexp_collect_literal(struct regexp_emitter *emitter, const struct regexp_node *node,
                                   struct regexp_literal *literal) {
    uint32_t least = regexp_add_saturated(literal->at_least, node->width);
    uint32_t most = regexp_add_saturated(literal->at_most, node->extent);
    bool shallow = (uintptr_t)__builtin_frame_address(0) >= emitter->parser->context->stack_limit;
    if (node->zero_width) return;
    if (node->kind == REGEXP_CHARACTER) {
        if (literal->length + 2 > REGEXP_LITERAL_LIMIT) regexp_literal_end(literal);
        if (literal->length == 0) {
            literal->least = literal->at_least;
            literal->most = literal->at_most;
        }
        literal->length += (uint32_t)utf_put16(node->value, literal->units + literal->length);
    } else if (node->kind == REGEXP_GROUP && shallow) {
        regexp_collect_literal(emitter, node->child, literal);
    } else if (node->kind == REGEXP_SEQUENCE && shallow) {
        for (uint32_t i = 0; i < node->count && memory_poll_step(emitter->memory, i); i++)
            regexp_collect_literal(emitter, node->children[i], literal);
    } else if (node->kind == REGEXP_QUANTIFIER && node->minimum && shallow) {
        regexp_collect_literal(emitter, node->child, literal);
        if (node->maximum > 1) regexp_literal_end(literal);
    } else {
        regexp_literal_end(literal);
    }
    literal->at_least = least;
    literal->at_most = most;
}

// A guess at how often a unit occurs in texts.
static uint32_t regexp_frequency(uint32_t unit) {
    static const char common[] = "zqjxkvbpgfywmucldhrsnioate ";
    if (unit == 0 || unit > 0x7f) return unit > 0xff ? 1 : 2;
    const char *found = strchr(common, (int)unit);
    if (found) return 20 + (uint32_t)(found - common);
    return unit - '0' < 10 || unit == '\n' || strchr(".,()\"'=;", (int)unit) ? 18 : 8;
}

static bool regexp_plan_search(struct regexp_emitter *emitter, const struct regexp_node *root,
                               struct regexp *header, struct regexp_literal *literal) {
    struct regexp_emitted_set first;
    header->anchored = regexp_is_anchored(emitter, root);
    if (header->anchored) return true;
    regexp_collect_literal(emitter, root, literal);
    regexp_literal_end(literal);
    header->literal_length = literal->best_length;
    header->literal_least = literal->best_least;
    header->literal_most = literal->best_most;
    for (uint32_t i = 0; i < header->literal_length; i++) {
        header->literal_wide |= literal->best[i] > 0xff;
        if (regexp_frequency(literal->best[i]) < regexp_frequency(literal->best[header->literal_pivot]))
            header->literal_pivot = i;
    }
    if (root->first.open || (header->literal_length && header->literal_most == 0)) return true;
    if (!regexp_name_first(emitter, &root->first, &first)) return false;
    header->first_bits = first.bits;
    header->first_ranges = first.ranges;
    return true;
}

// -- The program -----------------------------------------------------------------------------------------

// Appends the table of names to `words`.
static bool regexp_emit_names(struct regexp_emitter *emitter, struct regexp *header) {
    struct regexp_parser *parser = emitter->parser;
    header->name_count = 0;
    for (uint32_t i = 0; i < parser->names.length; i++) {
        const struct regexp_group_name *name = &parser->names.items[i], *next = name;
        uint32_t count = 1;
        if (name->repeated) continue;
        header->name_count++;
        while (&parser->names.items[next->same] != next) {
            next = &parser->names.items[next->same];
            count++;
        }
        if (!regexp_put(emitter, name->length) || !regexp_put(emitter, count)) return false;
        for (next = name; count--; next = &parser->names.items[next->same])
            if (!regexp_put(emitter, next->group)) return false;
        for (uint32_t j = 0; j < name->length; j += 2)
            if (!regexp_put(emitter,
                            name->units[j] | (j + 1 < name->length ? (uint32_t)name->units[j + 1] << 16 : 0)))
                return false;
    }
    return true;
}

static struct regexp *regexp_assemble(struct regexp_emitter *emitter, struct regexp *header,
                                      const uint16_t *literal) {
    // Names are appended to the code by the time this is called.
    uint32_t code_words = emitter->code.length, range_words = emitter->ranges.length;
    header->range_words = range_words;
    header->names += range_words;
    header->literal = code_words + range_words;
    header->tables = header->literal + (header->literal_length + 1) / 2;
    size_t size = sizeof *header + header->tables * sizeof(uint32_t) + emitter->tables.length;
    if (size > UINT32_MAX / 2) {
        regexp_fail(emitter->parser, REGEXP_BAD_TOO_LARGE, emitter->parser->length);
        return NULL;
    }
    struct regexp *regexp = memory_allocate(emitter->memory, size);
    if (!regexp) {
        regexp_fail_memory(emitter->parser);
        return NULL;
    }
    *regexp = *header;
    regexp->size = (uint32_t)size;
    memcpy(regexp->words, emitter->code.items, header->code_words * sizeof(uint32_t));
    memcpy(regexp->words + header->code_words, emitter->ranges.items, range_words * sizeof(uint32_t));
    memcpy(regexp->words + header->names, emitter->code.items + header->code_words,
           (code_words - header->code_words) * sizeof(uint32_t));
    if (header->literal_length % 2) regexp->words[header->tables - 1] = 0;
    memcpy(regexp->words + header->literal, literal, header->literal_length * sizeof *literal);
    if (emitter->tables.length)
        memcpy(regexp->words + header->tables, emitter->tables.items, emitter->tables.length);
    return regexp;
}

struct regexp *regexp_generate(struct regexp_parser *parser, const struct regexp_node *root, uint32_t flags) {
    struct regexp_emitter emitter = {.parser = parser, .memory = parser->memory};
    struct regexp header = {.flags = flags, .group_count = parser->groups_seen}, *regexp = NULL;
    struct regexp_literal literal = {0};
    emitter.references = parser->references;
    emitter.register_count = 2 * (parser->groups_seen + 1);
    if (!VECTOR_PUSH(parser->memory, &emitter.ranges, 0)) {
        regexp_fail_memory(parser);
    } else if (regexp_put_op(&emitter, REGEXP_OP_SEARCH, 0) &&
               regexp_emit(&emitter, root, &regexp_first_open) &&
               regexp_put_op(&emitter, REGEXP_OP_ACCEPT, 0) &&
               regexp_plan_search(&emitter, root, &header, &literal)) {
        header.code_words = header.names = emitter.code.length;
        header.register_count = emitter.register_count;
        header.memo_count = emitter.memo_count;
        if (regexp_emit_names(&emitter, &header)) regexp = regexp_assemble(&emitter, &header, literal.best);
    }
    VECTOR_FREE(parser->memory, &emitter.code);
    VECTOR_FREE(parser->memory, &emitter.ranges);
    VECTOR_FREE(parser->memory, &emitter.tables);
    VECTOR_FREE(parser->memory, &emitter.scratch);
    VECTOR_FREE(parser->memory, &emitter.sets);
    return regexp;
}
