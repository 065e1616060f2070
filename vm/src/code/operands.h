// What the operand bytes of an instruction name: which registers it reads and writes. Follows from the format
// of the row in opcodes.def, with exceptions listed in operands.c. The assembler (registers above 255), the
// verifier and the disassembler work from it.
#ifndef CODE_OPERANDS_H
#define CODE_OPERANDS_H

#include "code/code.h"

enum opcode_format {
    FORMAT_NONE,
    FORMAT_A,
    FORMAT_AB,
    FORMAT_ABC,
    FORMAT_AI,
    FORMAT_AU,
    FORMAT_AK,
    FORMAT_AR16,
    FORMAT_ABI,
    FORMAT_ABK,
    FORMAT_ABU,
    FORMAT_J,
    FORMAT_AJ,
    FORMAT_ABJ,
    FORMAT_AIJ,
    FORMAT_AKJ,
    FORMAT_AB_CK,
    FORMAT_A_CK,
    FORMAT_AB_K,
    FORMAT_A_K,
    FORMAT_CALL,
    FORMAT_AR16B,
    FORMAT_ABC_U,
    FORMAT_AB_U,
    FORMAT_ABC_CK,
    FORMAT_ABC_KU,
    FORMAT_TABLE,
};

enum operand_role {
    OPERAND_OTHER,  // no register
    OPERAND_READ,   // register that is read
    OPERAND_WRITE,  // register that is written
    OPERAND_UPDATE, // register that is read, then written
};

// How many registers in a row an operand stands for.
enum operand_count {
    COUNT_ONE,
    COUNT_TWO,
    COUNT_THREE,
    COUNT_C,  // the number in operand c
    COUNT_W1, // the number in w1
};

struct operand_shape {
    uint8_t format;   // enum opcode_format
    uint8_t role[3];  // enum operand_role of a, b, c
    uint8_t count[3]; // enum operand_count
};

struct operand_shape opcode_operands(enum opcode op);

// Words of an instruction of this format; JUMP_TABLE: those before the jumps.
uint32_t format_length(enum opcode_format format);

// Whether what stands behind such an instruction is reached by jumps only.
bool opcode_ends_flow(enum opcode op);

static inline uint32_t instruction_bc(uint32_t word) { return word >> 16; }
// Instructions whose position entry has the text of what is called or iterated.
static inline bool opcode_has_text(enum opcode op) {
    return (op >= OP_CALL && op <= OP_SUPER_CALL_SPREAD) || op == OP_ITERATOR_OPEN ||
           op == OP_ASYNC_ITERATOR_OPEN || op == OP_ARRAY_SPREAD;
}

#endif
