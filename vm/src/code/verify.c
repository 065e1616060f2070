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

static const char *check_instruction(const struct verification *v, uint32_t at) {
    const struct code *code = v->code;
    const uint32_t *pc = code->words + at;
    enum opcode op = (uint8_t)*pc;
    struct operand_shape shape = opcode_operands(op);
    uint32_t operand[3] = {*pc >> 8 & 0xFF, *pc >> 16 & 0xFF, *pc >> 24};
    uint32_t bc = instruction_bc(*pc), length = format_length(shape.format);
    uint32_t w1 = length > 1 ? pc[1] : 0, w2 = length > 2 ? pc[2] : 0;
    for (int i = 0; i < 3; i++) {
        if (shape.role[i] == OPERAND_OTHER) {
            continue;
        }
        static const uint8_t fixed[] = {[COUNT_ONE] = 1, [COUNT_TWO] = 2, [COUNT_THREE] = 3};
        uint64_t count = shape.count[i] == COUNT_C    ? operand[2]
                         : shape.count[i] == COUNT_W1 ? w1
                                                      : fixed[shape.count[i]];
        CHECK(check_register(code, operand[i], count));
    }
    switch ((enum opcode_format)shape.format) {
    case FORMAT_AK: CHECK(check_constant(code, bc)); break;
    case FORMAT_AR16: CHECK(check_register(code, bc, 1)); break;
    case FORMAT_AR16B: CHECK(bc < 1 ? "call base too low" : check_register(code, bc, 2)); break;
    case FORMAT_CALL:
        CHECK(bc < 1 ? "call base too low" : check_register(code, bc, 1 + (w1 & 0xFF)));
        CHECK(check_call_cache(code, (uint64_t)(w1 >> 8) * 8));
        break;
    case FORMAT_ABK: CHECK(check_constant(code, operand[2])); break;
    case FORMAT_J:
    case FORMAT_AJ:
    case FORMAT_ABJ:
    case FORMAT_AIJ:
    case FORMAT_AKJ:
        CHECK(is_start(v, at + w1) ? NULL : "jump into the middle");
        if (shape.format == FORMAT_AKJ) {
            CHECK(check_constant(code, operand[2]));
        }
        break;
    case FORMAT_AB_CK:
    case FORMAT_A_CK:
        CHECK(check_constant(code, (uint64_t)w2 + (op == OP_NEW_REGEXP)));
        if (op != OP_NEW_REGEXP) {
            CHECK(check_property_cache(code, w1));
        }
        break;
    case FORMAT_AB_K:
    case FORMAT_A_K:
        CHECK(op == OP_CLOSURE           ? check_cell_constant(code, w1, CELL_CODE)
              : op == OP_TEMPLATE_OBJECT ? check_cell_constant(code, w1, CELL_LIST)
                                         : check_constant(code, w1));
        break;
    case FORMAT_ABC_CK:
        CHECK(check_property_cache(code, w1));
        CHECK(operand[2] ? check_constant(code, (uint64_t)w2 + operand[2] - 1) : NULL);
        break;
    case FORMAT_ABC_KU:
        CHECK(check_cell_constant(code, w1, op == OP_DIRECT_EVAL ? CELL_LIST : CELL_CODE));
        break;
    case FORMAT_TABLE:
        for (uint32_t i = 0; i <= w2; i++) {
            CHECK(is_start(v, at + pc[3 + i]) ? NULL : "jump into the middle");
        }
        break;
    default: break;
    }
    return NULL;
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
        uint64_t length = format_length(opcode_operands(last).format);
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
        CHECK(check_instruction(v, at));
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
