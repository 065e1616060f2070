// Tables of the opcodes and their fields.
#include "code/operands.h"

const char *const opcode_names[OPCODE_COUNT] = {
#define OP(name, fields, comment) #name,
#include "code/opcodes.def"
#undef OP
};

const struct operand operands[] = {
#define OPERAND(name, bits, access, registers, comment) {bits, ACCESS_##access, registers},
#include "code/operands.def"
#undef OPERAND
};

#define FIELDS(...) FIELDS_OF(__VA_ARGS__, _, _, _, _, _)
#define FIELDS_OF(a, b, c, w1, w2, ...) OPERAND_##a, OPERAND_##b, OPERAND_##c, OPERAND_##w1, OPERAND_##w2
const struct instruction_shape opcode_shapes[OPCODE_COUNT] = {
#define OP(name, fields, comment) {{FIELDS fields}},
#include "code/opcodes.def"
#undef OP
};

uint32_t opcode_length(enum opcode op) {
    const uint8_t *fields = opcode_shapes[op].fields;
    return fields[4] != OPERAND__ ? 3 : fields[3] != OPERAND__ ? 2 : 1;
}

uint32_t instruction_length(const uint32_t *pc) {
    enum opcode op = (uint8_t)*pc;
    if (op >= OPCODE_COUNT) {
        return 1;
    }
    uint32_t length = opcode_length(op);
    return op == OP_JUMP_TABLE ? length + pc[2] + 1 : length;
}

uint32_t instruction_field(const uint32_t *pc, uint32_t field) {
    if (field > 2) {
        return pc[field - 2];
    }
    bool is_wide = operands[opcode_shapes[(uint8_t)*pc].fields[field]].bits == 16;
    return is_wide ? *pc >> 16 : *pc >> (8 + 8 * field) & 0xFF;
}

bool opcode_ends_flow(enum opcode op) {
    switch (op) {
    case OP_JUMP:
    case OP_JUMP_TABLE:
    case OP_RETURN:
    case OP_RETURN_UNDEFINED:
    case OP_RETURN_DERIVED:
    case OP_THROW:
    case OP_RETHROW:
    case OP_THROW_CONST:
    case OP_THROW_ERROR:
    case OP_ASYNC_RETURN:
    case OP_GENERATOR_RETURN: return true;
    default: return false;
    }
}
