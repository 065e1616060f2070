// The verifier: structure only. What it accepts can be decoded and stays within its own registers, constants,
// caches and words; whether registers are written before they are read is not looked at.
#include "code/operands.h"

struct verification {
    const struct code *code;
    uint8_t *starts; // bit per word: an instruction begins here
};

static bool is_start(const struct verification *v, uint32_t word) {
    return word < v->code->word_count && (v->starts[word / 8] >> word % 8 & 1);
}

static const char *check_register(const struct code *code, uint64_t reg, uint64_t count) {
    return count && reg + count > code->registers ? "register out of range" : NULL;
}

static const char *check_constant(const struct code *code, uint64_t index) {
    return index >= code->constant_count ? "constant out of range" : NULL;
}

static const char *check_cell_constant(const struct code *code, uint64_t index, enum cell_kind kind) {
    if (index >= code->constant_count) {
        return "constant out of range";
    }
    return value_is_kind(code->constants[index], kind) ? NULL : "constant of the wrong kind";
}

static const char *check_property_cache(const struct code *code, uint32_t distance) {
    return distance % PROPERTY_CACHE_BYTES || distance == 0 ||
                   distance / PROPERTY_CACHE_BYTES > code->property_caches
               ? "property cache out of range"
               : NULL;
}

static const char *check_call_cache(const struct code *code, uint64_t distance) {
    uint64_t below = (uint64_t)PROPERTY_CACHE_BYTES * code->property_caches;
    return distance <= below || (distance - below) % CALL_CACHE_BYTES ||
                   (distance - below) / CALL_CACHE_BYTES > code->call_caches
               ? "call cache out of range"
               : NULL;
}

#define CHECK(expression)                                                                                    \
    do {                                                                                                     \
        const char *problem_ = (expression);                                                                 \
        if (problem_) return problem_;                                                                       \
    } while (0)

static const char *check_call(const struct code *code, uint32_t base, uint32_t arguments) {
    return base < 1 ? "call base too low" : check_register(code, base, 1 + (uint64_t)arguments);
}

static const char *check_jump(const struct verification *v, uint32_t target) {
    return is_start(v, target) ? NULL : "jump into the middle";
}

static const char *check_field(const struct verification *v, uint32_t at, uint32_t field) {
    const struct code *code = v->code;
    const uint32_t *pc = code->words + at;
    enum operand_kind kind = opcode_shapes[(uint8_t)*pc].fields[field];
    uint32_t value = instruction_field(pc, field), count = *pc >> 24;
    switch (kind) {
    case OPERAND_CALL16: return check_call(code, value, pc[1] & 0xFF);
    case OPERAND_K8:
    case OPERAND_K16:
    case OPERAND_K: return check_constant(code, value);
    case OPERAND_K2: return check_constant(code, (uint64_t)value + 1);
    case OPERAND_KK: CHECK(check_constant(code, value & 0xFFFF)); return check_constant(code, value >> 16);
    case OPERAND_KEYS: return count ? check_constant(code, (uint64_t)value + count - 1) : NULL;
    case OPERAND_CODE: return check_cell_constant(code, value, CELL_CODE);
    case OPERAND_LIST: return check_cell_constant(code, value, CELL_LIST);
    case OPERAND_CACHE: return check_property_cache(code, value);
    case OPERAND_CALL: return check_call_cache(code, (uint64_t)(value >> 8) * 8);
    case OPERAND_JUMP: return check_jump(v, at + value);
    case OPERAND_TABLE:
        for (uint32_t i = 0; i <= value; i++) {
            CHECK(check_jump(v, at + pc[3 + i]));
        }
        return NULL;
    default: break;
    }
    uint32_t registers = operands[kind].registers;
    return registers ? check_register(code, value,
                                      operand_registers(kind, count, registers == REGISTERS_W1 ? pc[1] : 0))
                     : NULL;
}

static const char *check_code(struct verification *v) {
    const struct code *code = v->code;
    enum opcode last = OP_NOP;
    for (uint32_t at = 0; at < code->word_count;) {
        const uint32_t *pc = code->words + at;
        uint64_t left = code->word_count - at;
        if ((uint8_t)*pc >= OPCODE_COUNT) {
            return "unknown opcode";
        }
        last = (uint8_t)*pc;
        uint64_t length = opcode_length(last);
        if (length <= left && last == OP_JUMP_TABLE) {
            length += (uint64_t)pc[2] + 1;
        }
        if (length > left) {
            return "instruction cut off";
        }
        v->starts[at / 8] |= (uint8_t)(1 << at % 8);
        at += (uint32_t)length;
    }
    if (!opcode_ends_flow(last)) {
        return "control runs off the end";
    }
    for (uint32_t at = 0; at < code->word_count; at += instruction_length(code->words + at)) {
        for (uint32_t field = 0; field < FIELD_COUNT; field++) {
            if (opcode_shapes[(uint8_t)code->words[at]].fields[field] != OPERAND__) {
                CHECK(check_field(v, at, field));
            }
        }
    }
    for (uint32_t i = 0; i < code->handler_count; i++) {
        const struct handler *h = &code->handlers[i];
        if (h->start >= h->end || h->end > code->word_count || !is_start(v, h->start) ||
            !is_start(v, h->target)) {
            return "bad handler";
        }
        CHECK(check_register(code, h->reg, 1));
        for (uint32_t j = 0; j < i; j++) {
            const struct handler *inner = &code->handlers[j];
            if (inner->start < h->end && h->start < inner->end &&
                (inner->start < h->start || inner->end > h->end)) {
                return "handlers overlap";
            }
        }
    }
    for (uint32_t i = 0; i < code->declaration_count; i++) {
        CHECK(check_cell_constant(code, code->declarations[i].name, CELL_STRING));
    }
    return check_register(code, code->parameters, 1);
}

const char *code_verify(const struct code *code) {
    struct memory *memory = code->script->arena.memory;
    struct verification v = {code, memory_allocate_zeroed(memory, code->word_count / 8 + 1)};
    if (!v.starts) {
        return NULL;
    }
    const char *problem = check_code(&v);
    memory_free(memory, v.starts);
    return problem;
}
