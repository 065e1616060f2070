// The assembler: words, labels, constants, caches, handlers, positions, registers.
//
// While a function is under generation the operand word of a jump holds its label, and calls have no cache
// yet. emit_finish threads jumps to jumps, drops what was killed, and turns labels into distances.
#include "compiler/codegen.h"

#include <stdarg.h>
#include <stdio.h>

#include "gc/heap.h"
#include "object/isolate.h"
#include "object/throw.h"

// -- Errors ---------------------------------------------------------------------------------------

void cg_fail(struct compilation *c, uint32_t kind, uint32_t offset, const char *format, ...) {
    if (c->failed) {
        return;
    }
    c->failed = true;
    c->error->kind = kind;
    c->error->offset = offset;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->error->message, sizeof c->error->message, format, arguments);
    va_end(arguments);
}

void cg_fail_memory(struct compilation *c) {
    if (!c->failed) {
        c->failed = c->error->out_of_memory = true;
    }
}

bool cg_stop(struct codegen *g, const struct ast_node *node) {
    if (g->c->failed) {
        return true;
    }
    if (!memory_poll(g->c->memory)) {
        cg_fail_memory(g->c);
        return true;
    }
    if ((uintptr_t)__builtin_frame_address(0) < g->c->stack_limit) {
        cg_fail(g->c, ERROR_RANGE, node->start, "Maximum call stack size exceeded");
        return true;
    }
    return false;
}

void emitter_finalize(struct codegen *g) {
    struct memory *memory = g->c->memory;
    VECTOR_FREE(memory, &g->words);
    VECTOR_FREE(memory, &g->jumps);
    VECTOR_FREE(memory, &g->labels);
    VECTOR_FREE(memory, &g->positions);
    VECTOR_FREE(memory, &g->handlers);
    VECTOR_FREE(memory, &g->calls);
    VECTOR_FREE(memory, &g->constants);
    VECTOR_FREE(memory, &g->declarations);
    VECTOR_FREE(memory, &g->yields);
    VECTOR_FREE(memory, &g->this_properties);
    memory_free(memory, g->constant_table);
}

#define PUSH(g, vector, ...)                                                                                 \
    do {                                                                                                     \
        if (!VECTOR_PUSH((g)->c->memory, vector, __VA_ARGS__)) {                                             \
            cg_fail_memory((g)->c);                                                                          \
        }                                                                                                    \
    } while (0)

// -- Registers ------------------------------------------------------------------------------------

static void too_many_registers(struct codegen *g) {
    cg_fail(g->c, ERROR_SYNTAX, g->function->node.start, "Function needs too many registers");
}

uint32_t cg_allocate(struct codegen *g, uint32_t count) {
    uint32_t reg = g->top;
    if (count > UINT16_MAX - reg) {
        too_many_registers(g);
        return reg;
    }
    g->top += count;
    if (g->top > g->maximum) {
        g->maximum = g->top;
    }
    return reg;
}

uint32_t cg_group(struct codegen *g, uint32_t count) {
    if (!g->wide) {
        return cg_allocate(g, count);
    }
    uint32_t reg = g->group_top;
    if (reg + count > 256) {
        too_many_registers(g);
        return SCRATCH_REGISTERS + 1;
    }
    g->group_top += count;
    return reg;
}

// -- Instructions ---------------------------------------------------------------------------------

static void push_word(struct codegen *g, uint32_t word) { PUSH(g, &g->words, word); }

// Brings operands above 255 into scratch registers: R[1..3] for a, b, c, from R[4] on for groups. Gives the
// register that the result has to be moved to, or NO_REGISTER.
static uint32_t lower_operands(struct codegen *g, const struct instruction_shape *shape, uint32_t operand[3],
                               uint32_t w1) {
    uint32_t result = NO_REGISTER;
    for (uint32_t i = 0; i < 3; i++) {
        enum operand_kind kind = shape->fields[i];
        enum operand_access access = operands[kind].access;
        if (access == ACCESS_NONE) {
            continue;
        }
        uint32_t count = operand_registers(kind, operand[2], w1);
        if (operand[i] + count <= 256) {
            continue;
        }
        if (!g->wide) {
            g->too_wide = true;
            g->c->failed = true;
            return NO_REGISTER;
        }
        uint32_t scratch = operands[kind].registers == 1 ? 1 + i : 4;
        if (access != ACCESS_READ && count > 1) {
            too_many_registers(g);
        } else if (scratch + count > SCRATCH_REGISTERS + 1) {
            too_many_registers(g);
        } else if (access != ACCESS_WRITE) {
            for (uint32_t k = 0; k < count; k++) {
                emit_move(g, scratch + k, operand[i] + k);
            }
        }
        if (access != ACCESS_READ) {
            result = operand[i];
        }
        operand[i] = scratch;
    }
    return result;
}

uint32_t emit(struct codegen *g, enum opcode op, uint32_t a, uint32_t b, uint32_t c, uint32_t w1,
              uint32_t w2) {
    if (g->dead || g->c->failed) {
        return NO_WORD;
    }
    uint32_t operand[3] = {a, b, c};
    uint32_t result = NO_REGISTER;
    if ((a | b | c) > 255 - 3) {
        result = lower_operands(g, &opcode_shapes[op], operand, w1);
        if (g->c->failed) {
            return NO_WORD;
        }
    }
    uint32_t word = g->words.length, length = opcode_length(op);
    push_word(g, instruction_encode(op, (uint8_t)operand[0], (uint8_t)operand[1], (uint8_t)operand[2]));
    if (length > 1) {
        push_word(g, w1);
    }
    if (length > 2) {
        push_word(g, w2);
    }
    if (result != NO_REGISTER) {
        emit_16(g, OP_MOVE_TO, operand[0], result);
    }
    g->dead = opcode_ends_flow(op);
    return word;
}

uint32_t emit_16(struct codegen *g, enum opcode op, uint32_t a, uint32_t bc) {
    if (g->dead || g->c->failed) {
        return NO_WORD;
    }
    uint32_t low = a;
    if (a > 255) {
        if (!g->wide) {
            g->too_wide = true;
            g->c->failed = true;
            return NO_WORD;
        }
        low = 1;
    }
    uint32_t word = g->words.length;
    push_word(g, (uint32_t)op | low << 8 | bc << 16);
    if (a > 255) {
        push_word(g, (uint32_t)OP_MOVE_TO | low << 8 | a << 16);
    }
    return word;
}

void emit_move(struct codegen *g, uint32_t to, uint32_t from) {
    if (to == from) {
        return;
    }
    if (from > 255) {
        emit_16(g, OP_MOVE_FROM, to, from);
    } else if (to > 255 && g->wide) {
        emit_16(g, OP_MOVE_TO, from, to);
    } else {
        emit(g, OP_MOVE, to, from, 0, 0, 0);
    }
}

void emit_int(struct codegen *g, uint32_t to, int32_t value) {
    if (value == (int16_t)value) {
        emit_16(g, OP_LOAD_INT, to, (uint16_t)value);
    } else {
        emit_constant(g, to, value_from_int(value));
    }
}

void emit_constant(struct codegen *g, uint32_t to, vm_value value) {
    if (value_is_int(value) && value_as_int(value) == (int16_t)value_as_int(value)) {
        emit_int(g, to, value_as_int(value));
    } else if (value_is_undefined(value)) {
        emit_a(g, OP_LOAD_UNDEFINED, to);
    } else if (value_is_null(value)) {
        emit_a(g, OP_LOAD_NULL, to);
    } else if (value_is_boolean(value)) {
        emit_a(g, value_is_true(value) ? OP_LOAD_TRUE : OP_LOAD_FALSE, to);
    } else if (value_is_empty(value)) {
        emit_a(g, OP_LOAD_EMPTY, to);
    } else {
        uint32_t index = constant_index(g, value);
        if (index <= UINT16_MAX) {
            emit_16(g, OP_LOAD_CONST, to, index);
        } else {
            emit(g, OP_LOAD_CONST_WIDE, to, 0, 0, index, 0);
        }
    }
}

static uint32_t next_property_cache(struct codegen *g) {
    return g->dead ? 0 : PROPERTY_CACHE_BYTES * ++g->property_caches;
}

void emit_property(struct codegen *g, enum opcode op, uint32_t a, uint32_t b, uint32_t key) {
    emit(g, op, a, b, 0, next_property_cache(g), key);
}

void emit_outer_property(struct codegen *g, uint32_t a, uint32_t levels, uint32_t slot, uint32_t key,
                         uint32_t name) {
    emit(g, OP_GET_OUTER_PROP, a, levels, slot, next_property_cache(g), key | name << 16);
}

void emit_literal(struct codegen *g, uint32_t to, uint32_t values, uint32_t count, uint32_t first_key) {
    emit(g, OP_OBJECT_LITERAL, to, values, count, next_property_cache(g), first_key);
}

void emit_call(struct codegen *g, enum opcode op, uint32_t to, uint32_t base, uint32_t count) {
    uint32_t result = to;
    if (to > 255) {
        to = g->wide ? 1 : to;
    }
    if (to > 255) {
        g->too_wide = true;
        g->c->failed = true;
    }
    if (g->dead || g->c->failed) {
        return;
    }
    PUSH(g, &g->calls, g->words.length);
    push_word(g, (uint32_t)op | to << 8 | base << 16);
    push_word(g, count);
    emit_move(g, result, to);
}

// -- Labels and jumps -----------------------------------------------------------------------------

uint32_t label_create(struct codegen *g) {
    PUSH(g, &g->labels, (struct label){.word = NO_WORD});
    return g->labels.length - 1;
}

void label_bind(struct codegen *g, uint32_t label) {
    if (g->c->failed) {
        return;
    }
    struct label *l = &g->labels.items[label];
    l->word = g->words.length;
    g->stored.word = NO_WORD;
    if (l->references) {
        g->dead = false;
    }
}

void label_bind_loop(struct codegen *g, uint32_t label, bool reachable) {
    label_bind(g, label);
    g->dead = g->dead && !reachable;
}

static void add_jump(struct codegen *g, uint32_t instruction, uint32_t operand, uint32_t label) {
    if (!g->c->failed) {
        PUSH(g, &g->jumps, (struct jump_site){instruction, operand, label});
        g->labels.items[label].references++;
    }
}

void emit_branch(struct codegen *g, enum opcode op, uint32_t a, uint32_t b, uint32_t c, uint32_t label) {
    if (g->dead || g->c->failed) {
        return;
    }
    uint32_t word = emit(g, op, a, b, c, label, 0);
    if (word != NO_WORD) {
        add_jump(g, word, word + 1, label);
    }
}

void emit_jump(struct codegen *g, uint32_t label) { emit_branch(g, OP_JUMP, 0, 0, 0, label); }

void emit_table(struct codegen *g, uint32_t a, int32_t low, uint32_t count, const uint32_t *labels,
                uint32_t other) {
    if (g->dead || g->c->failed) {
        return;
    }
    uint32_t word = emit(g, OP_JUMP_TABLE, a, 0, 0, (uint32_t)low, count);
    for (uint32_t i = 0; i <= count && word != NO_WORD; i++) {
        uint32_t label = i < count ? labels[i] : other;
        push_word(g, label);
        add_jump(g, word, g->words.length - 1, label);
    }
}

void emit_kill(struct codegen *g, uint32_t word, uint32_t words) {
    if (word != NO_WORD && !g->c->failed && !g->wide) {
        for (uint32_t i = 0; i < words; i++) {
            g->words.items[word + i] = OP_NOP;
        }
        g->killed = true;
    }
}

void emit_handler(struct codegen *g, uint32_t start, uint32_t end, uint32_t label, uint32_t reg,
                  uint32_t depth) {
    if (start != NO_WORD && start < end && !g->c->failed) {
        PUSH(g, &g->handlers, (struct handler_entry){start, end, label, reg, depth});
        g->labels.items[label].references++;
    }
}

// -- Positions ------------------------------------------------------------------------------------

static void add_position(struct codegen *g, struct position_entry entry) {
    if (g->dead || g->c->failed) {
        return;
    }
    if (g->positions.length) {
        struct position_entry *last = &g->positions.items[g->positions.length - 1];
        if (last->word == entry.word) {
            *last = entry;
            return;
        }
        if (last->offset == entry.offset && last->callee_end == entry.callee_end && !entry.callee_end) {
            return;
        }
    }
    PUSH(g, &g->positions, entry);
}

void cg_position(struct codegen *g, uint32_t offset) {
    add_position(g, (struct position_entry){.word = g->words.length, .offset = offset});
}

void cg_call_position(struct codegen *g, uint32_t offset, const struct ast_node *callee) {
    add_position(g, (struct position_entry){g->words.length, offset, callee->start, callee->end});
}

static void write_varint(struct buffer *out, uint32_t value) {
    for (; value >= 0x80; value >>= 7) {
        buffer_append_char(out, (char)(value | 0x80));
    }
    buffer_append_char(out, (char)value);
}

static void write_delta(struct buffer *out, uint32_t to, uint32_t from) {
    uint32_t difference = to - from;
    write_varint(out, difference << 1 ^ (0 - (difference >> 31)));
}

// Polls at some of the steps of a loop. False: given up.
static inline bool may_go_on(const struct codegen *g, uint32_t step) {
    return step % 4096 || memory_poll(g->c->memory);
}

static bool write_positions(struct codegen *g, struct code *code, const uint32_t *map) {
    struct buffer out;
    buffer_initialize(&out, g->c->memory);
    uint32_t word = 0, offset = 0;
    for (uint32_t i = 0; i < g->positions.length; i++) {
        if (!may_go_on(g, i)) {
            out.failed = true;
            break;
        }
        struct position_entry entry = g->positions.items[i];
        uint32_t at = map[entry.word];
        if (at >= code->word_count ||
            (i + 1 < g->positions.length && map[g->positions.items[i + 1].word] == at)) {
            continue;
        }
        write_varint(&out, at - word);
        write_delta(&out, entry.offset, offset);
        if (opcode_has_text((uint8_t)code->words[at])) {
            write_delta(&out, entry.callee_start, entry.offset);
            write_varint(&out, entry.callee_end - entry.callee_start);
        }
        word = at;
        offset = entry.offset;
    }
    code->position_bytes = (uint32_t)out.length;
    code->positions = arena_copy(&g->c->script->arena, out.bytes, out.length);
    bool fine = !out.failed && code->positions;
    buffer_finalize(&out);
    return fine;
}

// -- Constants ------------------------------------------------------------------------------------

uint32_t constant_append(struct codegen *g, vm_value value) {
    PUSH(g, &g->constants, value);
    return g->constants.length - 1;
}

static uint32_t hash_value(vm_value value) { return (uint32_t)((value.bits * 0x9E3779B97F4A7C15ull) >> 32); }

static bool grow_constant_table(struct codegen *g) {
    uint32_t size = g->constant_table_size ? g->constant_table_size * 2 : 16;
    uint32_t *table = memory_allocate_zeroed(g->c->memory, sizeof *table * size);
    if (!table) {
        cg_fail_memory(g->c);
        return false;
    }
    for (uint32_t i = 0; i < g->constant_table_size; i++) {
        if (g->constant_table[i]) {
            uint32_t at = hash_value(g->constants.items[g->constant_table[i] - 1]) & (size - 1);
            while (table[at]) {
                at = (at + 1) & (size - 1);
            }
            table[at] = g->constant_table[i];
        }
    }
    memory_free(g->c->memory, g->constant_table);
    g->constant_table = table;
    g->constant_table_size = size;
    return true;
}

uint32_t constant_index(struct codegen *g, vm_value value) {
    if (g->c->failed || (g->constants.length * 2 >= g->constant_table_size && !grow_constant_table(g))) {
        return 0;
    }
    uint32_t mask = g->constant_table_size - 1, at = hash_value(value) & mask;
    for (; g->constant_table[at]; at = (at + 1) & mask) {
        if (value_same_bits(g->constants.items[g->constant_table[at] - 1], value)) {
            return g->constant_table[at] - 1;
        }
    }
    uint32_t index = constant_append(g, value);
    g->constant_table[at] = index + 1;
    return index;
}

vm_value cg_name_value(struct codegen *g, struct name *name) {
    if (!name->atom && !g->c->failed) {
        bool index = name->array_index != NAME_NOT_INDEX;
        name->atom =
            name->wide
                ? (index ? string_from_utf16 : atom_from_utf16)(g->c->vm, name_utf16(name), name->length)
                : (index ? string_from_latin1 : atom_from_latin1)(g->c->vm, name_latin1(name), name->length);
        if (!name->atom) {
            cg_fail_memory(g->c);
        }
    }
    return name->atom ? value_from_cell(name->atom) : VALUE_UNDEFINED;
}

uint32_t constant_name(struct codegen *g, struct name *name) {
    return constant_index(g, cg_name_value(g, name));
}

uint32_t constant_text(struct codegen *g, const char *text) {
    struct string *atom = g->c->failed ? NULL : atom_from_text(g->c->vm, text);
    if (!atom) {
        cg_fail_memory(g->c);
        return 0;
    }
    return constant_index(g, value_from_cell(atom));
}

// -- Finishing ------------------------------------------------------------------------------------

// The word where a jump to `word` ends up, following jumps to jumps.
static uint32_t final_target(const struct codegen *g, uint32_t word) {
    for (int hops = 0; hops < 16 && word < g->words.length; hops++) {
        while (word < g->words.length && g->words.items[word] == OP_NOP) {
            word++;
        }
        if (word >= g->words.length || (uint8_t)g->words.items[word] != OP_JUMP) {
            break;
        }
        word = g->labels.items[g->words.items[word + 1]].word;
    }
    return word;
}

// Makes jumps to the next instruction disappear.
static void drop_empty_jumps(struct codegen *g) {
    for (uint32_t i = 0; i < g->jumps.length; i++) {
        uint32_t word = g->jumps.items[i].instruction;
        if ((uint8_t)g->words.items[word] != OP_JUMP) {
            continue;
        }
        uint32_t target = g->labels.items[g->jumps.items[i].label].word, next = word + 2;
        while (next < target && g->words.items[next] == OP_NOP) {
            next++;
        }
        if (next == target) {
            g->words.items[word] = g->words.items[word + 1] = OP_NOP;
            g->killed = true;
        }
    }
}

// New index of each word, and of the end. The NOPs of killed instructions go.
static uint32_t *map_words(struct codegen *g, uint32_t *count) {
    uint32_t *map = memory_allocate(g->c->memory, sizeof *map * ((size_t)g->words.length + 1));
    if (!map) {
        return NULL;
    }
    uint32_t to = 0, step = 0;
    for (uint32_t at = 0; at < g->words.length; step++) {
        if (!may_go_on(g, step)) {
            memory_free(g->c->memory, map);
            return NULL;
        }
        uint32_t length = instruction_length(g->words.items + at);
        bool drop = g->killed && g->words.items[at] == OP_NOP;
        for (uint32_t i = 0; i < length; i++) {
            map[at + i] = drop ? to : to++;
        }
        at += length;
    }
    map[g->words.length] = *count = to;
    return map;
}

static bool write_handlers(struct codegen *g, struct code *code, const uint32_t *map) {
    if (!g->handlers.length) {
        return true;
    }
    struct handler *handlers = arena_allocate(&g->c->script->arena, sizeof *handlers * g->handlers.length);
    if (!handlers) {
        return false;
    }
    uint32_t count = 0, deepest = 0;
    for (uint32_t i = 0; i < g->handlers.length; i++) {
        deepest = g->handlers.items[i].depth > deepest ? g->handlers.items[i].depth : deepest;
    }
    for (uint32_t depth = deepest + 1; depth-- > 0;) { // innermost first
        for (uint32_t i = 0; i < g->handlers.length; i++) {
            struct handler_entry *entry = &g->handlers.items[i];
            if (entry->depth == depth && map[entry->start] < map[entry->end]) {
                handlers[count++] = (struct handler){map[entry->start], map[entry->end],
                                                     map[g->labels.items[entry->target].word], entry->reg};
            }
        }
    }
    code->handlers = handlers;
    code->handler_count = count;
    return true;
}

static bool write_words(struct codegen *g, struct code *code, const uint32_t *map, uint32_t count) {
    uint32_t *words = arena_allocate(&g->c->script->arena, sizeof *words * count);
    if (!words) {
        return false;
    }
    for (uint32_t i = 0; i < g->jumps.length; i++) {
        struct jump_site *site = &g->jumps.items[i];
        if ((uint8_t)g->words.items[site->instruction] != OP_NOP) {
            site->label = final_target(g, g->labels.items[site->label].word);
        }
    }
    for (uint32_t i = 0; i < g->jumps.length; i++) {
        struct jump_site *site = &g->jumps.items[i];
        if ((uint8_t)g->words.items[site->instruction] != OP_NOP) {
            g->words.items[site->operand] = map[site->label] - map[site->instruction];
        }
    }
    uint64_t distance = (uint64_t)PROPERTY_CACHE_BYTES * g->property_caches;
    for (uint32_t i = 0; i < g->calls.length; i++) {
        distance += CALL_CACHE_BYTES;
        if (distance / 8 > 0xFFFFFF) {
            cg_fail(g->c, ERROR_SYNTAX, g->function->node.start, "Function is too long");
            return false;
        }
        g->words.items[g->calls.items[i] + 1] |= (uint32_t)(distance / 8) << 8;
    }
    for (uint32_t at = 0; at < g->words.length; at++) {
        if (!may_go_on(g, at)) {
            return false;
        }
        if (map[at] != map[at + 1]) {
            words[map[at]] = g->words.items[at];
        }
    }
    code->words = words;
    code->word_count = count;
    return true;
}

struct code *emit_finish(struct codegen *g) {
    struct compilation *c = g->c;
    if (c->failed) {
        return NULL;
    }
    drop_empty_jumps(g);
    uint32_t count = 0;
    uint32_t *map = map_words(g, &count);
    struct code *code =
        code_create(c->vm, c->script, g->constants.length, g->property_caches, g->calls.length);
    bool fine = map && code && write_words(g, code, map, count) && write_handlers(g, code, map) &&
                write_positions(g, code, map);
    if (fine && g->declarations.length) {
        code->declarations = arena_copy(&c->script->arena, g->declarations.items,
                                        sizeof *g->declarations.items * g->declarations.length);
        code->declaration_count = g->declarations.length;
        fine = code->declarations != NULL;
    }
    memory_free(c->memory, map);
    if (!fine) {
        if (!c->failed) {
            cg_fail_memory(c);
        }
        return NULL;
    }
    if (g->constants.length) {
        memcpy(code->constants, g->constants.items, sizeof *g->constants.items * g->constants.length);
    }
    code->registers = (uint16_t)(g->maximum > 1 ? g->maximum : 1);
    return code;
}
