// Formats and register operands of the opcodes.
#include "code/operands.h"

const char *const opcode_names[OPCODE_COUNT] = {
#define OP(name, format, comment) #name,
#include "code/opcodes.def"
#undef OP
};

static const uint8_t opcode_formats[OPCODE_COUNT] = {
#define OP(name, format, comment) FORMAT_##format,
#include "code/opcodes.def"
#undef OP
};

#define R OPERAND_READ
#define W OPERAND_WRITE
#define U OPERAND_UPDATE
#define O OPERAND_OTHER

static const uint8_t format_roles[][3] = {
    [FORMAT_NONE] = {O, O, O},   [FORMAT_A] = {W, O, O},      [FORMAT_AB] = {W, R, O},
    [FORMAT_ABC] = {W, R, R},    [FORMAT_AI] = {W, O, O},     [FORMAT_AU] = {W, O, O},
    [FORMAT_AK] = {W, O, O},     [FORMAT_AR16] = {O, O, O},   [FORMAT_ABI] = {W, R, O},
    [FORMAT_ABK] = {W, R, O},    [FORMAT_ABU] = {W, R, O},    [FORMAT_J] = {O, O, O},
    [FORMAT_AJ] = {R, O, O},     [FORMAT_ABJ] = {R, R, O},    [FORMAT_AIJ] = {R, O, O},
    [FORMAT_AKJ] = {R, O, O},    [FORMAT_AB_CK] = {W, R, O},  [FORMAT_A_CK] = {W, O, O},
    [FORMAT_AB_K] = {W, R, O},   [FORMAT_A_K] = {W, O, O},    [FORMAT_CALL] = {W, O, O},
    [FORMAT_AR16B] = {W, O, O},  [FORMAT_ABC_U] = {W, R, R},  [FORMAT_AB_U] = {W, R, O},
    [FORMAT_ABC_CK] = {W, R, O}, [FORMAT_ABC_KU] = {W, R, R}, [FORMAT_TABLE] = {R, O, O},
};

struct operand_shape opcode_operands(enum opcode op) {
    enum opcode_format format = opcode_formats[op];
    const uint8_t *role = format_roles[format];
    struct operand_shape shape = {format, {role[0], role[1], role[2]}, {COUNT_ONE, COUNT_ONE, COUNT_ONE}};
#define SHAPE(a, b, c, count_a, count_b, count_c)                                                            \
    return (struct operand_shape) {                                                                          \
        format, {a, b, c}, { count_a, count_b, count_c }                                                     \
    }
    switch (op) {
    case OP_MOVE_FROM: SHAPE(W, O, O, 0, 0, 0);
    case OP_MOVE_TO:
    case OP_CHECK_THIS:
    case OP_CHECK_TDZ:
    case OP_SET_GLOBAL:
    case OP_INIT_GLOBAL:
    case OP_DECLARE_GLOBAL_FUNCTION:
    case OP_SET_OUTER:
    case OP_RETURN:
    case OP_THROW:
    case OP_RETHROW:
    case OP_ASYNC_RETURN:
    case OP_GENERATOR_RETURN:
    case OP_CHECK_OBJECT:
    case OP_CHECK_OBJECT_COERCIBLE: SHAPE(R, O, O, 0, 0, 0);
    case OP_THROW_CONST:
    case OP_THROW_ERROR: SHAPE(O, O, O, 0, 0, 0);
    case OP_GET_OUTER: SHAPE(W, O, O, 0, 0, 0);
    case OP_SET_ENV:
    case OP_SET_ENV_WIDE:
    case OP_SET_BINDING:
    case OP_SET_PROP:
    case OP_INIT_PROP:
    case OP_SET_FUNCTION_NAME:
    case OP_SET_HOME:
    case OP_SET_PROTO:
    case OP_ARRAY_SPREAD:
    case OP_SET_FIELDS:
    case OP_RUN_FIELDS:
    case OP_RETURN_DERIVED: SHAPE(R, R, O, 0, 0, 0);
    case OP_SET_ELEM:
    case OP_DEFINE_FIELD:
    case OP_DEFINE_METHOD:
    case OP_SET_PRIVATE:
    case OP_DEFINE_PRIVATE: SHAPE(R, R, R, 0, 0, 0);
    case OP_GET_SUPER: SHAPE(W, R, O, 0, COUNT_THREE, 0);
    case OP_SET_SUPER: SHAPE(R, R, O, 0, COUNT_THREE, 0);
    case OP_COPY_PROPERTIES: SHAPE(R, R, R, 0, 0, COUNT_W1);
    case OP_COPY_PROPERTIES_EXCEPT: SHAPE(R, R, R, 0, 0, 0);
    case OP_OBJECT_LITERAL:
    case OP_NEW_ARRAY:
    case OP_CONCAT: SHAPE(W, R, O, 0, COUNT_C, 0);
    case OP_ARRAY_APPEND: SHAPE(R, R, O, 0, COUNT_C, 0);
    case OP_NEW_CLASS: SHAPE(W, R, R, COUNT_TWO, 0, 0);
    case OP_BIND_THIS: SHAPE(U, R, O, 0, 0, 0);
    case OP_LOOP_LESS:
    case OP_LOOP_LESS_EQUAL: SHAPE(U, R, O, 0, 0, 0);
    case OP_ITERATOR_OPEN:
    case OP_ASYNC_ITERATOR_OPEN: SHAPE(W, R, O, COUNT_THREE, 0, 0);
    case OP_ITERATOR_NEXT:
    case OP_ITERATOR_REST:
    case OP_ASYNC_ITERATOR_CLOSE: SHAPE(W, U, O, 0, COUNT_THREE, 0);
    case OP_ITERATOR_CLOSE:
    case OP_ITERATOR_ABORT: SHAPE(U, O, O, COUNT_THREE, 0, 0);
    case OP_ITERATOR_CALL_NEXT: SHAPE(W, R, O, 0, COUNT_THREE, 0);
    case OP_ITERATOR_RESULT:
    case OP_DELEGATE_RESULT: SHAPE(U, O, O, 0, 0, 0);
    case OP_FOR_IN_NEXT:
    case OP_YIELD: SHAPE(W, R, O, 0, 0, 0);
    case OP_YIELD_DELEGATE: SHAPE(W, R, O, COUNT_TWO, 0, 0);
    case OP_SET_OBJECT_BINDING: SHAPE(R, R, R, 0, 0, 0);
    case OP_DELEGATE_CALL: SHAPE(U, R, O, COUNT_TWO, COUNT_THREE, 0);
    default: return shape;
    }
#undef SHAPE
}

uint32_t format_length(enum opcode_format format) {
    switch (format) {
    case FORMAT_J:
    case FORMAT_AJ:
    case FORMAT_ABJ:
    case FORMAT_AIJ:
    case FORMAT_AKJ:
    case FORMAT_AB_K:
    case FORMAT_A_K:
    case FORMAT_CALL:
    case FORMAT_ABC_U:
    case FORMAT_AB_U: return 2;
    case FORMAT_AB_CK:
    case FORMAT_A_CK:
    case FORMAT_ABC_CK:
    case FORMAT_ABC_KU:
    case FORMAT_TABLE: return 3;
    default: return 1;
    }
}

uint32_t instruction_length(const uint32_t *pc) {
    uint8_t op = (uint8_t)*pc;
    if (op >= OPCODE_COUNT) {
        return 1;
    }
    uint32_t length = format_length(opcode_formats[op]);
    return op == OP_JUMP_TABLE ? length + pc[2] + 1 : length;
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
