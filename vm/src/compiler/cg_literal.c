// Literals with parts: arrays, objects, templates, regular expressions; and property keys.
#include "compiler/codegen.h"

#include "base/number.h"
#include "object/bigint.h"
#include "object/object.h"
#include "object/throw.h"

static uint32_t chunk_size(const struct codegen *g) { return g->wide ? 12 : CHUNK; }

// A register to build in: `to` itself unless it is a variable, which must not be seen half-built.
static uint32_t building_register(struct codegen *g, uint32_t to) {
    return cg_is_temporary(g, to) ? to : cg_allocate(g, 1);
}

// -- Keys -----------------------------------------------------------------------------------------

static vm_value text_value(struct codegen *g, const uint8_t *text, size_t length) {
    if (g->c->failed) {
        return VALUE_UNDEFINED;
    }
    uint32_t index;
    struct string *s = number_is_array_index_latin1(text, length, &index)
                           ? string_from_latin1(g->c->vm, text, length)
                           : atom_from_latin1(g->c->vm, text, length);
    if (!s) {
        cg_fail_memory(g->c);
        return VALUE_UNDEFINED;
    }
    return value_from_cell(s);
}

static struct bigint *bigint_of_literal(struct codegen *g, const struct ast_bigint *node) {
    const uint8_t *text = name_latin1(node->digits);
    uint32_t length = node->digits->length;
    unsigned radix = 10;
    if (length > 2 && text[0] == '0') {
        uint8_t letter = text[1] | 0x20;
        radix = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 10;
        if (radix != 10) {
            text += 2;
            length -= 2;
        }
    }
    struct bigint *value = g->c->failed ? NULL : bigint_from_literal(g->c->vm, text, length, radix);
    if (!value) {
        cg_fail_memory(g->c);
    }
    return value;
}

static vm_value number_key(struct codegen *g, double number) {
    if (number >= 0 && number <= INT32_MAX && number == (int32_t)number) {
        return value_from_int((int32_t)number);
    }
    char digits[NUMBER_SHORTEST_SIZE];
    return text_value(g, (const uint8_t *)digits, number_to_shortest(number, digits));
}

static vm_value name_key(struct codegen *g, struct name *name) {
    return name->array_index <= INT32_MAX ? value_from_int((int32_t)name->array_index)
                                          : cg_name_value(g, name);
}

bool cg_static_key(struct codegen *g, struct ast_node *key, bool computed, struct static_key *out) {
    switch ((enum ast_kind)key->kind) {
    case AST_STRING: out->value = name_key(g, ((struct ast_string *)key)->value); break;
    case AST_NUMBER: out->value = number_key(g, ((struct ast_number *)key)->value); break;
    case AST_BIGINT: {
        if (computed) {
            return false;
        }
        struct bigint *number = bigint_of_literal(g, (struct ast_bigint *)key);
        struct string *text = number ? bigint_to_string(g->c->vm, number, 10) : NULL;
        out->value = VALUE_UNDEFINED;
        if (!text) {
            cg_fail_memory(g->c);
        } else {
            uint32_t index;
            out->value = string_is_array_index(text, &index) && index <= INT32_MAX
                             ? value_from_int((int32_t)index)
                             : text_value(g, string_latin1(text), text->length);
        }
        break;
    }
    default: return false;
    }
    out->is_name = value_is_string(out->value) && string_is_atom(value_as_string(out->value));
    return true;
}

uint32_t cg_key(struct codegen *g, struct ast_node *key, bool computed) {
    struct static_key known;
    uint32_t reg = cg_allocate(g, 1);
    if (cg_static_key(g, key, computed, &known)) {
        emit_constant(g, reg, known.value);
    } else {
        cg_into(g, key, reg);
        cg_position(g, key->position);
        emit_ab(g, OP_TO_KEY, reg, reg);
    }
    return reg;
}

// -- Anonymous functions --------------------------------------------------------------------------

bool cg_is_anonymous_function(const struct ast_node *node) {
    if (node->kind == AST_FUNCTION) {
        return !((const struct ast_function *)node)->identifier;
    }
    return node->kind == AST_CLASS && !((const struct ast_class *)node)->identifier;
}

void cg_named_into(struct codegen *g, struct ast_node *node, uint32_t to, uint32_t name) {
    if (!cg_is_anonymous_function(node)) {
        cg_into(g, node, to);
    } else if (node->kind == AST_FUNCTION) {
        cg_function_expression(g, (struct ast_function *)node, to, name);
    } else {
        cg_class(g, (struct ast_class *)node, to, name);
    }
}

#define SPREAD_ROOM 4 // values that spreads are expected to yield together

// -- Arrays ---------------------------------------------------------------------------------------

static void array_elements(struct codegen *g, const struct ast_list *list, uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        struct ast_node *element = list->items[first + i];
        uint32_t slot = cg_allocate(g, 1);
        if (element) {
            cg_into(g, element, slot);
        } else {
            emit_a(g, OP_LOAD_EMPTY, slot);
        }
    }
}

void cg_array(struct codegen *g, struct ast_array *node, uint32_t to) {
    const struct ast_list *list = &node->elements;
    struct cg_mark mark = cg_mark(g);
    uint32_t chunk = chunk_size(g);
    if (!(node->node.flags & AST_SPREAD_INSIDE) && list->count <= chunk) {
        uint32_t base = g->top;
        array_elements(g, list, 0, list->count);
        emit_abc(g, OP_NEW_ARRAY, to, list->count ? base : 0, list->count);
        cg_release(g, mark);
        return;
    }
    uint32_t array = building_register(g, to);
    bool spread_first = list->items[0] && list->items[0]->kind == AST_SPREAD;
    if (!spread_first) {
        uint32_t room = list->count + (node->node.flags & AST_SPREAD_INSIDE ? SPREAD_ROOM : 0);
        emit_16(g, OP_NEW_ARRAY_RESERVED, array, room <= UINT16_MAX ? room : UINT16_MAX);
    }
    for (uint32_t i = 0; i < list->count && !g->c->failed;) {
        struct cg_mark inner = cg_mark(g);
        struct ast_node *element = list->items[i];
        if (element && element->kind == AST_SPREAD) {
            struct ast_node *operand = ((struct ast_unary *)element)->operand;
            uint32_t view = cg_find_view(g, operand);
            uint32_t iterable = view != NO_REGISTER ? view : cg_operand(g, operand);
            cg_call_position(g, operand->start, operand);
            emit_ab(g, i == 0 ? OP_ARRAY_FROM : OP_ARRAY_SPREAD, array, iterable);
            i++;
        } else {
            uint32_t count = 0, base = g->top;
            while (count < chunk && i + count < list->count &&
                   !(list->items[i + count] && list->items[i + count]->kind == AST_SPREAD)) {
                count++;
            }
            array_elements(g, list, i, count);
            emit_abc(g, OP_ARRAY_APPEND, array, base, count);
            i += count;
        }
        cg_release(g, inner);
    }
    emit_move(g, to, array);
    cg_release(g, mark);
}

// -- Objects --------------------------------------------------------------------------------------

static bool uses_home(const struct ast_node *value) {
    return value->kind == AST_FUNCTION &&
           ((const struct ast_function *)value)->uses & (USES_SUPER_PROPERTY | USES_DIRECT_EVAL);
}

// A property whose key is a name and whose value needs nothing of the object.
static bool is_plain_property(struct codegen *g, const struct ast_node *node, struct static_key *key) {
    if (node->kind != AST_PROPERTY || node->flags & AST_PROTO) {
        return false;
    }
    const struct ast_property *property = (const struct ast_property *)node;
    bool method = node->operator== PROPERTY_METHOD;
    return (node->operator== PROPERTY_VALUE ||(method && !uses_home(property->value))) &&
           cg_static_key(g, property->key, node->flags & AST_COMPUTED, key) && key->is_name;
}

// Value of a property or method with a known key. A function named by its place has that name already when
// the key is written as a name; else it is given here.
static void property_value(struct codegen *g, struct ast_property *property, uint32_t to,
                           const struct static_key *key) {
    struct ast_node *value = property->value;
    if (cg_is_anonymous_function(value) && value->kind == AST_FUNCTION) {
        struct ast_function *function = (struct ast_function *)value;
        struct string *name = function->name ? NULL : cg_method_name(g, key->value, "");
        cg_closure(g, function, to, name);
    } else if (cg_is_anonymous_function(value) && !((struct ast_class *)value)->name) {
        struct cg_mark mark = cg_mark(g);
        uint32_t name = cg_allocate(g, 1);
        emit_constant(g, name, key->value);
        cg_named_into(g, value, to, name);
        cg_release(g, mark);
    } else {
        cg_into(g, value, to);
    }
}

static void define_accessor(struct codegen *g, struct ast_property *property, uint32_t object) {
    bool getter = property->node.operator== PROPERTY_GETTER,
         method = property->node.operator== PROPERTY_METHOD;
    struct static_key known;
    bool is_known = cg_static_key(g, property->key, property->node.flags & AST_COMPUTED, &known);
    uint32_t key = cg_key(g, property->key, property->node.flags & AST_COMPUTED);
    uint32_t function = cg_allocate(g, 1);
    const char *prefix = method ? "" : getter ? "get " : "set ";
    cg_closure(g, (struct ast_function *)property->value, function,
               is_known ? cg_method_name(g, known.value, prefix) : NULL);
    if (!is_known) {
        emit(g, OP_SET_FUNCTION_NAME, function, key, 0, method ? 0 : getter ? 1 : 2, 0);
    }
    emit(g, OP_DEFINE_METHOD, object, key, function,
         DEFINE_ENUMERABLE | (method   ? 0
                              : getter ? DEFINE_GETTER
                                       : DEFINE_SETTER),
         0);
}

static void define_value(struct codegen *g, struct ast_property *property, uint32_t object) {
    struct ast_node *value = property->value;
    struct static_key known;
    if (property->node.flags & AST_PROTO) {
        uint32_t prototype = cg_operand(g, value);
        emit_ab(g, OP_SET_PROTO, object, prototype);
        return;
    }
    if (cg_static_key(g, property->key, property->node.flags & AST_COMPUTED, &known)) {
        uint32_t key = known.is_name ? 0 : cg_key(g, property->key, true);
        uint32_t reg = cg_allocate(g, 1);
        property_value(g, property, reg, &known);
        if (known.is_name) {
            emit_property(g, OP_INIT_PROP, object, reg, constant_index(g, known.value));
        } else {
            emit_abc(g, OP_DEFINE_FIELD, object, key, reg);
        }
        return;
    }
    uint32_t key = cg_key(g, property->key, true);
    uint32_t reg = cg_allocate(g, 1);
    cg_named_into(g, value, reg, key);
    emit_abc(g, OP_DEFINE_FIELD, object, key, reg);
}

// Makes the object from the run of plain properties that the literal begins with. Gives their number.
static uint32_t object_prefix(struct codegen *g, struct ast_object *node, uint32_t object) {
    struct static_key keys[CHUNK];
    uint32_t count = 0, limit = g->wide ? 0 : CHUNK;
    while (count < limit && count < node->properties.count &&
           is_plain_property(g, node->properties.items[count], &keys[count])) {
        bool repeated = false;
        for (uint32_t i = 0; i < count; i++) {
            repeated |= value_same_bits(keys[i].value, keys[count].value);
        }
        if (repeated) {
            break;
        }
        count++;
    }
    if (!count) {
        uint32_t room = node->properties.count < 64 ? node->properties.count : 64;
        emit_16(g, OP_NEW_OBJECT, object, room);
        return 0;
    }
    struct cg_mark mark = cg_mark(g);
    uint32_t base = cg_allocate(g, count);
    for (uint32_t i = 0; i < count; i++) {
        property_value(g, (struct ast_property *)node->properties.items[i], base + i, &keys[i]);
    }
    uint32_t first_key = g->constants.length;
    for (uint32_t i = 0; i < count && !g->dead; i++) {
        constant_append(g, keys[i].value);
    }
    emit_literal(g, object, base, count, first_key);
    cg_release(g, mark);
    return count;
}

void cg_object(struct codegen *g, struct ast_object *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    uint32_t object = building_register(g, to);
    for (uint32_t i = object_prefix(g, node, object); i < node->properties.count && !g->c->failed; i++) {
        struct cg_mark inner = cg_mark(g);
        struct ast_node *item = node->properties.items[i];
        cg_position(g, item->start);
        if (item->kind == AST_SPREAD) {
            uint32_t source = cg_operand(g, ((struct ast_unary *)item)->operand);
            emit_abc(g, OP_COPY_PROPERTIES, object, source, 0);
        } else if (item->operator== PROPERTY_VALUE) {
            define_value(g, (struct ast_property *)item, object);
        } else {
            define_accessor(g, (struct ast_property *)item, object);
        }
        cg_release(g, inner);
    }
    emit_move(g, to, object);
    cg_release(g, mark);
}

// -- Templates ------------------------------------------------------------------------------------

// Evaluating it runs no script: conversions of earlier parts may wait.
static bool is_quiet(struct codegen *g, struct ast_node *node) {
    vm_value constant;
    return node->kind == AST_STRING || cg_constant(node, &constant) || cg_find_local(g, node) != NO_REGISTER;
}

struct concatenation {
    uint32_t base, count;
};

static uint32_t add_piece(struct codegen *g, struct concatenation *pieces) {
    if (pieces->count == chunk_size(g)) {
        emit_abc(g, OP_CONCAT, pieces->base, pieces->base, pieces->count);
        g->top = pieces->base + 1;
        pieces->count = 1;
    }
    uint32_t reg = cg_allocate(g, 1);
    if (pieces->count++ == 0) {
        pieces->base = reg;
    }
    return reg;
}

void cg_template(struct codegen *g, struct ast_template *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    struct concatenation pieces = {0};
    uint32_t quiet_from = node->expressions.count;
    while (quiet_from > 0 && is_quiet(g, node->expressions.items[quiet_from - 1])) {
        quiet_from--;
    }
    for (uint32_t i = 0; i <= node->expressions.count && !g->c->failed; i++) {
        if (node->cooked[i]->length || (i == node->expressions.count && !pieces.count)) {
            emit_constant(g, add_piece(g, &pieces), cg_name_value(g, node->cooked[i]));
        }
        if (i < node->expressions.count) {
            struct ast_node *expression = node->expressions.items[i];
            uint32_t reg = add_piece(g, &pieces);
            cg_into(g, expression, reg);
            if (i + 1 < quiet_from && expression->kind != AST_TEMPLATE && expression->kind != AST_STRING) {
                cg_position(g, expression->start);
                emit_ab(g, OP_TO_STRING, reg, reg);
            }
        }
    }
    cg_position(g, node->expressions.count ? node->expressions.items[0]->start : node->node.start);
    if (pieces.count == 1 && node->expressions.count == 0) {
        emit_move(g, to, pieces.base);
    } else {
        emit_abc(g, OP_CONCAT, to, pieces.base, pieces.count);
    }
    cg_release(g, mark);
}

static vm_value template_list(struct codegen *g, const struct ast_template *node) {
    struct list *list = g->c->failed ? NULL : list_create(g->c->vm);
    uint32_t count = node->expressions.count + 1;
    for (uint32_t i = 0; i < 2 * count && list; i++) {
        struct name *text = i < count ? node->cooked[i] : node->raw[i - count];
        if (!list_push(g->c->vm, list, text ? cg_name_value(g, text) : VALUE_UNDEFINED)) {
            list = NULL;
        }
    }
    if (!list) {
        cg_fail_memory(g->c);
        return VALUE_UNDEFINED;
    }
    return value_from_cell(list);
}

void cg_tagged_template(struct codegen *g, struct ast_template *node, uint32_t to) {
    struct cg_mark mark = cg_mark(g);
    uint32_t base = cg_allocate(g, 2) + 1;
    bool undefined_this = cg_callee(g, node->tag, base);
    uint32_t count = node->expressions.count, first = cg_allocate(g, 1);
    emit(g, OP_TEMPLATE_OBJECT, first, 0, 0, constant_append(g, template_list(g, node)), 0);
    if (count < 200) {
        for (uint32_t i = 0; i < count; i++) {
            cg_value(g, node->expressions.items[i]);
        }
        cg_call_position(g, node->tag->position, node->tag);
        emit_call(g, undefined_this ? OP_CALL_UNDEFINED : OP_CALL, to, base, count + 1);
    } else {
        struct cg_mark inner = cg_mark(g);
        uint32_t value = cg_allocate(g, 1);
        emit_move(g, value, first);
        emit_16(g, OP_NEW_ARRAY_RESERVED, first, count + 1 <= UINT16_MAX ? count + 1 : UINT16_MAX);
        emit_abc(g, OP_ARRAY_APPEND, first, value, 1);
        for (uint32_t i = 0; i < count; i++) {
            cg_into(g, node->expressions.items[i], value);
            emit_abc(g, OP_ARRAY_APPEND, first, value, 1);
        }
        cg_release(g, inner);
        if (undefined_this) {
            emit_a(g, OP_LOAD_UNDEFINED, base);
        }
        cg_call_position(g, node->tag->position, node->tag);
        emit_call(g, OP_CALL_SPREAD, to, base, 1);
    }
    cg_release(g, mark);
}

// -- Others ---------------------------------------------------------------------------------------

void cg_regexp(struct codegen *g, struct ast_regexp *node, uint32_t to) {
    uint32_t pattern = constant_append(g, cg_name_value(g, node->pattern));
    constant_append(g, cg_name_value(g, node->flags));
    cg_position(g, node->node.start);
    emit(g, OP_NEW_REGEXP, to, 0, 0, pattern, 0);
}

void cg_bigint(struct codegen *g, struct ast_bigint *node, uint32_t to) {
    struct bigint *value = bigint_of_literal(g, node);
    if (value) {
        emit_constant(g, to, value_from_cell(value));
    }
}
