// The matcher: a backtracking machine without recursion.
//
// Its state is the instruction, the position and the registers. Deciding for one of two ways pushes the other
// on the backtrack stack; changing a register pushes its former value; failing pops until there is a way to
// go. So a failed attempt leaves all registers as they were, and the next start needs no preparation.
//
// Backtracking takes exponential time on some expressions, because the same state is tried again and again.
// So after a while (`patience`) the machine begins to note the states, places of decision in the code and
// positions, from which everything has failed; coming there again it fails at once. As there are at most
// places times positions of these, time is then bounded by the product. States still being tried are not
// noted, so the match found is the one that would have been found without all this.
//
// A state is only the place and the position where registers have no influence on what will match. Therefore
// the code generator gives no numbers to places inside counted loops, and none at all when there are back
// references. The registers that refuse empty passes of loops do no harm: what fails only because a pass is
// empty would else go on to the head of its loop, at the same position, and that state has failed by then
// too. Inside a lookaround, where to fail is not to reach its end, that is not so: the end may have been
// reached from the head of the loop. So there loops that refuse empty passes get no numbers.
#include "regexp/match.h"

#include "base/unicode.h"
#include "base/utf.h"

#include <string.h>

enum {
    REGEXP_QUANTUM = 1 << 14,      // steps between pauses
    REGEXP_STACK_LIMIT = 64 << 20, // bytes, when the context has no limit
    REGEXP_STACK_START = 16 << 10,
    REGEXP_STACK_KEPT = 1 << 20, // bytes kept between executions
};

enum { REGEXP_MEMO_LIMIT = 1 << 28 }; // bits

// Doubles the scratch memory; false sets `failure`. The caller keeps its place in the stack by index.
static bool regexp_grow_stack(struct regexp_machine *machine) {
    struct regexp_context *context = machine->context;
    size_t limit = context->backtrack_limit ? context->backtrack_limit : REGEXP_STACK_LIMIT;
    size_t registers = machine->regexp->register_count * sizeof(uint32_t), bytes = context->stack_bytes;
    registers = (registers + 7) & ~(size_t)7;
    if (bytes >= registers + limit) {
        machine->failure = REGEXP_EXHAUSTED;
        return false;
    }
    bytes = bytes < REGEXP_STACK_START ? REGEXP_STACK_START : bytes * 2;
    if (bytes > registers + limit) bytes = registers + limit;
    if (bytes < registers + REGEXP_STACK_START) bytes = registers + REGEXP_STACK_START;
    void *stack = memory_reallocate(context->memory, context->stack, bytes);
    if (!stack) {
        machine->failure = REGEXP_OUT_OF_MEMORY;
        return false;
    }
    context->stack = stack;
    context->stack_bytes = bytes;
    return true;
}

// Finds the parts of the scratch memory.
static void regexp_place_stack(struct regexp_machine *machine) {
    struct regexp_context *context = machine->context;
    size_t registers = machine->regexp->register_count * sizeof(uint32_t);
    registers = (registers + 7) & ~(size_t)7;
    machine->registers = context->stack;
    machine->frames = (struct regexp_frame *)((char *)context->stack + registers);
    machine->limit = machine->frames + (context->stack_bytes - registers) / sizeof *machine->frames;
}

static bool regexp_push_slow(struct regexp_machine *machine, struct regexp_frame **top) {
    size_t height = (size_t)(*top - machine->frames);
    if (!regexp_grow_stack(machine)) return false;
    regexp_place_stack(machine);
    *top = machine->frames + height;
    return true;
}

// What is done every now and then. False ends the execution with `failure`.
static bool regexp_pause(struct regexp_machine *machine) {
    struct regexp_context *context = machine->context;
    const struct regexp *regexp = machine->regexp;
    if (context->poll && !context->poll(context->poll_data)) {
        machine->failure = REGEXP_INTERRUPTED;
        return false;
    }
    machine->steps += REGEXP_QUANTUM;
    machine->credit = REGEXP_QUANTUM;
    if (machine->memo || !regexp->memo_count || machine->steps < machine->patience) return true;
    machine->patience = UINT64_MAX;
    if (machine->memo_stride > REGEXP_MEMO_LIMIT / regexp->memo_count) return true;
    // Without memory for this the execution merely takes longer.
    machine->memo =
        memory_allocate_zeroed(context->memory, (machine->memo_stride * regexp->memo_count + 63) / 64 * 8);
    return true;
}

static inline bool regexp_has_failed(const struct regexp_machine *machine, uint32_t place, size_t position) {
    size_t bit = (place - 1) * machine->memo_stride + position;
    return machine->memo[bit >> 6] >> (bit & 63) & 1;
}

static inline void regexp_note_failure(struct regexp_machine *machine, uint32_t place, size_t position) {
    size_t bit = (place - 1) * machine->memo_stride + position;
    machine->memo[bit >> 6] |= (uint64_t)1 << (bit & 63);
}

// Whether a code point from 256 on is in the ranges.
static bool regexp_in_ranges(const uint32_t *ranges, uint32_t code_point) {
    uint32_t low = 0, high = *ranges++;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (ranges[middle] <= code_point)
            low = middle + 1;
        else
            high = middle;
    }
    return low & 1;
}

static bool regexp_is_line_end(uint32_t unit) {
    return unit == '\n' || unit == '\r' || unit == 0x2028 || unit == 0x2029;
}

// The first place of a unit, or NULL.
static const uint8_t *regexp_find_unit_latin1(const uint8_t *text, const uint8_t *end, uint32_t unit) {
    return text < end ? memchr(text, (int)unit, (size_t)(end - text)) : NULL;
}

static const uint16_t *regexp_find_unit_utf16(const uint16_t *text, const uint16_t *end, uint32_t unit) {
    typedef uint16_t units __attribute__((vector_size(16)));
    enum { LANES = sizeof(units) / sizeof(uint16_t) };
    units wanted = {0};
    for (wanted += (uint16_t)unit; end - text >= LANES; text += LANES) {
        units read;
        uint64_t hits[2];
        memcpy(&read, text, sizeof read);
        read = (units)(read == wanted);
        memcpy(hits, &read, sizeof hits);
        if (hits[0] | hits[1]) break;
    }
    for (; text < end; text++)
        if (*text == unit) return text;
    return NULL;
}

// -- Latin-1 subjects: every unit is a code point --------------------------------------------------------

#define UNIT uint8_t
#define NAME(name) name##_latin1
#define NEXT_POINT(text, end, c) ((c) = *(text)++)
#define PREVIOUS_POINT(text, start, c) ((c) = *--(text))
#define IN_SET(bits, ranges, c) (tables[((bits) & ~(uint32_t)0xff) + (c)] & (bits))
#define SPLITS_POINT(text, start, end) false
#define IS_LOW(c) true
#include "regexp/match.inc"
#undef UNIT
#undef NAME
#undef NEXT_POINT
#undef PREVIOUS_POINT
#undef IN_SET
#undef SPLITS_POINT
#undef IS_LOW

// -- UTF-16 subjects -------------------------------------------------------------------------------------

#define UNIT uint16_t
#define NAME(name) name##_utf16
#define NEXT_POINT(text, end, c)                                                                             \
    ((c) = *(text)++,                                                                                        \
     (c) = utf_is_lead(c) && (text) < (end) && utf_is_trail(*(text)) ? utf_combine(c, *(text)++) : (c))
#define PREVIOUS_POINT(text, start, c)                                                                       \
    ((c) = *--(text), (c) = utf_is_trail(c) && (text) > (start) && utf_is_lead((text)[-1])                   \
                                ? (--(text), utf_combine(*(text), c))                                        \
                                : (c))
#define IN_SET(bits, ranges, c)                                                                              \
    ((c) < 0x100 ? (tables[((bits) & ~(uint32_t)0xff) + (c)] & (bits)) != 0                                  \
                 : (ranges) && regexp_in_ranges(all_ranges + (ranges), c))
#define SPLITS_POINT(text, start, end)                                                                       \
    ((text) > (start) && (text) < (end) && utf_is_trail(*(text)) && utf_is_lead((text)[-1]))
#define IS_LOW(c) ((c) < 0x100)
#include "regexp/match.inc"

// -- The door --------------------------------------------------------------------------------------------

enum regexp_result regexp_execute(const struct regexp *regexp, struct regexp_context *context,
                                  const void *subject, size_t length, bool wide, size_t start,
                                  int32_t *captures) {
    struct regexp_machine machine = {
        .regexp = regexp, .context = context, .hit = SIZE_MAX, .memo_stride = length + 1};
    size_t room = regexp->register_count * sizeof(uint32_t) + REGEXP_STACK_START / 2;
    enum regexp_result result;
    if (context->stack_bytes < room && !regexp_grow_stack(&machine)) return machine.failure;
    regexp_place_stack(&machine);
    memset(machine.registers, 0xff, regexp->register_count * sizeof(uint32_t));
    machine.patience = context->patience ? context->patience : 4096 + 8 * (uint64_t)length;
    machine.credit = machine.patience < REGEXP_QUANTUM ? (int64_t)machine.patience : REGEXP_QUANTUM;
    machine.steps = (uint64_t)machine.credit - REGEXP_QUANTUM;
    if (wide)
        result = regexp_run_utf16(&machine, subject, length, start);
    else
        result = regexp_run_latin1(&machine, subject, length, start);
    if (result == REGEXP_MATCH)
        memcpy(captures, machine.registers, 2 * (regexp->group_count + 1) * sizeof *captures);
    memory_free(context->memory, machine.memo);
    if (context->stack_bytes > REGEXP_STACK_KEPT) regexp_context_finalize(context);
    return result;
}
