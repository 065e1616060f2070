// The disassembler: one line per instruction,
//
//      line  word  OPCODE  operands        ; constants and notes
//
// with registers as r3, jump targets as word numbers, and the source line where it changes.
#include "code/serialize.h"
#include "base/buffer.h"
#include "base/number.h"
#include "code/operands.h"
#include "object/object.h"
#include "object/string.h"
#include "object/symbol.h"

#define TEXT_LIMIT 40

static void append_string(struct buffer *out, const struct string *s, char quote) {
    if (quote) {
        buffer_append_char(out, quote);
    }
    if (string_is_rope(s)) {
        buffer_append_text(out, "rope");
    } else {
        for (uint32_t i = 0; i < s->length && i < TEXT_LIMIT; i++) {
            uint16_t unit = string_at(s, i);
            if (unit == '\n') {
                buffer_append_text(out, "\\n");
            } else if (unit < 0x20 || unit > 0x7E) {
                buffer_printf(out, "\\u%04X", unit);
            } else {
                buffer_append_char(out, (char)unit);
            }
        }
        if (s->length > TEXT_LIMIT) {
            buffer_append_text(out, "...");
        }
    }
    if (quote) {
        buffer_append_char(out, quote);
    }
}

static void append_value(struct buffer *out, vm_value v) {
    char digits[NUMBER_SHORTEST_SIZE];
    if (value_is_number(v)) {
        double number = value_as_double(v);
        if (number == 0 && __builtin_signbit(number)) {
            buffer_append_char(out, '-');
        }
        buffer_append(out, digits, number_to_shortest(number, digits));
    } else if (value_is_undefined(v)) {
        buffer_append_text(out, "undefined");
    } else if (value_is_null(v)) {
        buffer_append_text(out, "null");
    } else if (value_is_boolean(v)) {
        buffer_append_text(out, value_is_true(v) ? "true" : "false");
    } else if (value_is_string(v)) {
        append_string(out, value_as_string(v), '"');
    } else if (value_is_kind(v, CELL_CODE)) {
        const struct code *code = value_as_cell(v);
        buffer_append_text(out, "code ");
        append_string(out, code->name, 0);
        buffer_printf(out, "@%u", code->source_start);
    } else if (value_is_kind(v, CELL_LIST)) {
        buffer_printf(out, "list of %u", ((struct list *)value_as_cell(v))->length);
    } else {
        buffer_append_text(out, value_is_bigint(v) ? "bigint" : "value");
    }
}

static void append_constant(struct buffer *out, const struct code *code, uint32_t index) {
    buffer_printf(out, "k%u", index);
    if (index < code->constant_count) {
        buffer_append_char(out, '(');
        append_value(out, code->constants[index]);
        buffer_append_char(out, ')');
    }
}

struct listing {
    struct buffer *out;
    const struct code *code;
    bool separated; // an operand has been written
};

static void separate(struct listing *l) {
    buffer_append_text(l->out, l->separated ? ", " : " ");
    l->separated = true;
}

static void append_register(struct listing *l, uint32_t reg, uint32_t count) {
    separate(l);
    if (count == 0) {
        buffer_append_text(l->out, "-");
    } else if (count > 1) {
        buffer_printf(l->out, "r%u..r%u", reg, reg + count - 1);
    } else {
        buffer_printf(l->out, "r%u", reg);
    }
}

static void append_number(struct listing *l, const char *format, int32_t number) {
    separate(l);
    buffer_printf(l->out, format, number);
}

static void append_jump(struct listing *l, uint32_t at, uint32_t distance) {
    separate(l);
    buffer_printf(l->out, "->%04u", at + distance);
}

static void append_constants(struct listing *l, uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        separate(l);
        append_constant(l->out, l->code, first + i);
    }
}

static void append_field(struct listing *l, uint32_t at, uint32_t field) {
    const uint32_t *pc = l->code->words + at;
    enum operand_kind kind = opcode_shapes[(uint8_t)*pc].fields[field];
    uint32_t value = instruction_field(pc, field), count = *pc >> 24;
    switch (kind) {
    case OPERAND__:
    case OPERAND_COUNT:
    case OPERAND_CACHE: return;
    case OPERAND_CALL16: append_number(l, "base r%d", (int32_t)value); return;
    case OPERAND_CALL: append_number(l, "%d arguments", (int32_t)(value & 0xFF)); return;
    case OPERAND_INDEX8: append_number(l, "[%d]", (int32_t)value); return;
    case OPERAND_UP8: append_number(l, "up %d", (int32_t)value); return;
    case OPERAND_ERROR8: append_number(l, "kind %d", (int32_t)value); return;
    case OPERAND_S8: append_number(l, "%d", (int8_t)value); return;
    case OPERAND_S16: append_number(l, "%d", (int16_t)value); return;
    case OPERAND_N16:
    case OPERAND_N: append_number(l, "%d", (int32_t)value); return;
    case OPERAND_K8:
    case OPERAND_K16:
    case OPERAND_K:
    case OPERAND_CODE:
    case OPERAND_LIST: append_constants(l, value, 1); return;
    case OPERAND_K2: append_constants(l, value, 2); return;
    case OPERAND_KK: append_constants(l, value & 0xFFFF, 1); return;
    case OPERAND_KEYS: append_constants(l, value, count); return;
    case OPERAND_JUMP: append_jump(l, at, value); return;
    case OPERAND_FROM: append_number(l, "from %d", (int32_t)value); return;
    case OPERAND_TABLE:
        for (uint32_t i = 0; i <= value; i++) {
            append_jump(l, at, pc[3 + i]);
        }
        return;
    default: break;
    }
    append_register(l, value,
                    operand_registers(kind, count, operands[kind].registers == REGISTERS_W1 ? pc[1] : 0));
}

static void append_instruction(struct listing *l, uint32_t at) {
    buffer_printf(l->out, "%04u  %-24s", at, opcode_names[(uint8_t)l->code->words[at]]);
    for (uint32_t field = 0; field < FIELD_COUNT; field++) {
        append_field(l, at, field);
    }
}

static void append_function(struct buffer *out, struct code *code) {
    static const char *const kinds[] = {"function", "script", "module", "eval"};
    buffer_append_text(out, kinds[code->kind]);
    buffer_append_char(out, ' ');
    append_string(out, code->name, 0);
    buffer_printf(out, "  ; %u parameters, %u registers, %u words", code->parameters, code->registers,
                  code->word_count);
    static const struct {
        uint8_t flag;
        const char *text;
    } flags[] = {{CODE_STRICT, "strict"},       {CODE_ARROW, "arrow"},
                 {CODE_GENERATOR, "generator"}, {CODE_ASYNC, "async"},
                 {CODE_CLASS, "class"},         {CODE_DERIVED, "derived"},
                 {CODE_METHOD, "method"},       {CODE_KEEPS_ARGUMENTS, "arguments"}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (code->cell.flags & flags[i].flag) {
            buffer_printf(out, ", %s", flags[i].text);
        }
    }
    buffer_append_char(out, '\n');
    struct listing l = {.out = out, .code = code};
    uint32_t last_line = 0;
    for (uint32_t at = 0; at < code->word_count; at += instruction_length(code->words + at)) {
        uint32_t offset = code_position(code, at);
        uint32_t line = offset == UINT32_MAX ? 0 : script_position(code->script, offset).line;
        if (line && line != last_line) {
            buffer_printf(out, "%5u  ", line);
            last_line = line;
        } else {
            buffer_append_text(out, "       ");
        }
        l.separated = false;
        append_instruction(&l, at);
        buffer_append_char(out, '\n');
    }
    for (uint32_t i = 0; i < code->handler_count; i++) {
        const struct handler *h = &code->handlers[i];
        buffer_printf(out, "       handler %04u..%04u -> %04u, r%u\n", h->start, h->end, h->target, h->reg);
    }
    for (uint32_t i = 0; i < code->declaration_count; i++) {
        static const char *const declarations[] = {"var",   "function", "let",
                                                   "const", "class",    "block function"};
        const struct declaration *d = &code->declarations[i];
        buffer_printf(out, "       declares %s ", declarations[d->kind]);
        append_constant(out, code, d->name);
        buffer_append_char(out, '\n');
    }
}

// Nested functions follow their parent, depth first; what is nested too deep for the stack is left out.
void disassemble(vm_isolate *vm, struct code *code, bool nested, struct buffer *out) {
    if (!code_is_ready(vm, code)) {
        out->failed = true;
        return;
    }
    append_function(out, code);
    if (!nested || stack_is_low(vm)) {
        return;
    }
    for (uint32_t i = 0; i < code->constant_count && !out->failed; i++) {
        if (value_is_kind(code->constants[i], CELL_CODE)) {
            buffer_append_char(out, '\n');
            disassemble(vm, value_as_cell(code->constants[i]), true, out);
        }
    }
}
