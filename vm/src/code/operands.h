// What the fields of an instruction are, as its row in opcodes.def says. The assembler (registers above 255),
// the verifier and the disassembler work from it.
#ifndef CODE_OPERANDS_H
#define CODE_OPERANDS_H

#include "code/code.h"

enum operand_kind {
#define OPERAND(name, bits, access, registers, comment) OPERAND_##name,
#include "code/operands.def"
#undef OPERAND
};

enum operand_access {
    ACCESS_NONE, // no register, or none for the assembler
    ACCESS_READ,
    ACCESS_WRITE,
    ACCESS_UPDATE, // reads, then writes
};

#define REGISTERS_C 254  // as many registers as c says
#define REGISTERS_W1 255 // as many as w1 says

struct operand {
    uint8_t bits;      // 8, 16 or 32
    uint8_t access;    // enum operand_access
    uint8_t registers; // in a row
};
extern const struct operand operands[];

#define FIELD_COUNT 5 // a, b, c, w1, w2
struct instruction_shape {
    uint8_t fields[FIELD_COUNT]; // enum operand_kind
};
extern const struct instruction_shape opcode_shapes[OPCODE_COUNT];

// Words of an instruction; with a TABLE: those before the jumps.
uint32_t opcode_length(enum opcode op);

// The value of a field, extended with zeros; its instruction must be complete.
uint32_t instruction_field(const uint32_t *pc, uint32_t field);

// How many registers an operand stands for in an instruction with these fields.
static inline uint32_t operand_registers(enum operand_kind kind, uint32_t c, uint32_t w1) {
    uint32_t registers = operands[kind].registers;
    return registers == REGISTERS_C ? c : registers == REGISTERS_W1 ? w1 : registers;
}

// Whether what stands behind such an instruction is reached by jumps only.
bool opcode_ends_flow(enum opcode op);

// Instructions whose position entry has the text of what is called or iterated.
static inline bool opcode_has_text(enum opcode op) {
    return (op >= OP_CALL && op <= OP_SUPER_CALL_SPREAD) || op == OP_ITERATOR_OPEN ||
           op == OP_ASYNC_ITERATOR_OPEN || op == OP_ARRAY_FROM || op == OP_ARRAY_SPREAD ||
           op == OP_SPREAD_ARGUMENTS;
}

#endif
