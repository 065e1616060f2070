// Destructuring (sec-destructuring-assignment, sec-destructuring-binding-patterns). A pattern takes its parts
// from a register that nothing in it can assign; targets of an assignment are evaluated before their value is
// fetched.
#include "compiler/codegen.h"

static bool is_pattern(const struct ast_node *node) {
    return node->kind == AST_ARRAY_PATTERN || node->kind == AST_OBJECT_PATTERN;
}

// A target, or `target = default`.
struct element {
    struct ast_node *target, *initial;
    struct reference ref;
};

static void begin_element(struct codegen *g, struct ast_node *node, struct element *out) {
    *out = (struct element){.target = node};
    if (node->kind == AST_DEFAULT) {
        out->target = ((struct ast_assign *)node)->target;
        out->initial = ((struct ast_assign *)node)->value;
    }
    if (!is_pattern(out->target)) {
        cg_reference(g, out->target, out->initial, &out->ref);
    }
}

static bool is_plain_default(const struct ast_node *node) {
    vm_value constant;
    return !node || node->kind == AST_STRING || cg_constant(node, &constant);
}

// Where the value is fetched to: the variable itself when nothing can look at it before it has its final
// value.
static uint32_t element_register(struct codegen *g, const struct element *element) {
    uint32_t reg = NO_REGISTER;
    if (is_plain_default(element->initial) && !g->wide) {
        reg = cg_assignable_register(g, element->target, element->target->flags & AST_BINDING);
    }
    return reg != NO_REGISTER ? reg : cg_group(g, 1);
}

static void finish_element(struct codegen *g, struct element *element, uint32_t value) {
    if (element->initial) {
        uint32_t given = label_create(g);
        emit_branch(g, OP_JUMP_NOT_UNDEFINED, value, 0, 0, given);
        cg_into(g, element->initial, value);
        label_bind(g, given);
    }
    if (is_pattern(element->target)) {
        cg_bind(g, element->target, value, NULL);
    } else {
        cg_reference_store(g, &element->ref, value);
    }
}

static void array_pattern(struct codegen *g, struct ast_array *node, uint32_t from,
                          const struct ast_node *source) {
    uint32_t iteration = cg_group(g, 3);
    if (source) {
        cg_call_position(g, source->start, source);
    } else {
        cg_position(g, node->node.start);
    }
    emit_ab(g, OP_ITERATOR_OPEN, iteration, from);
    struct control guard;
    cg_guard_iteration(g, &guard, iteration, false);
    for (uint32_t i = 0; i < node->elements.count && !g->c->failed; i++) {
        struct cg_mark mark = cg_mark(g);
        struct element element = {0};
        struct ast_node *item = node->elements.items[i];
        uint32_t next = label_create(g), value;
        if (item) {
            begin_element(g, item, &element);
        }
        value = item ? element_register(g, &element) : cg_group(g, 1);
        cg_position(g, item ? item->start : node->node.start);
        emit_branch(g, OP_ITERATOR_NEXT, value, iteration, 0, next);
        label_bind(g, next);
        if (item) {
            finish_element(g, &element, value);
        }
        cg_release(g, mark);
    }
    if (node->rest) {
        struct cg_mark mark = cg_mark(g);
        struct element element;
        begin_element(g, node->rest, &element);
        uint32_t value = cg_group(g, 1);
        cg_position(g, node->rest->start);
        emit_ab(g, OP_ITERATOR_REST, value, iteration);
        finish_element(g, &element, value);
        cg_release(g, mark);
    }
    uint32_t end = label_create(g);
    control_close_handler(g, &guard);
    emit_a(g, OP_ITERATOR_CLOSE, iteration);
    emit_jump(g, end);
    cg_end_guard(g, &guard);
    label_bind(g, end);
}

// What a TypeError says could not be taken apart: "property 'a' of 'o.p'", without the last part when the run
// has to fill in the value, or the text of an expression alone.
static uint32_t refusal(struct codegen *g, const struct ast_object *node, const struct ast_node *source) {
    struct buffer text;
    buffer_initialize(&text, g->c->memory);
    if (node->properties.count) {
        const struct ast_property *first = (const struct ast_property *)node->properties.items[0];
        if (first->key->kind == AST_STRING) {
            char name[100];
            name_to_utf8(((const struct ast_string *)first->key)->value, name, sizeof name);
            buffer_printf(&text, "property '%s' of ", name);
        }
    }
    if (source && source->end - source->start < 60) {
        buffer_append_char(&text, '\'');
        buffer_append(&text, g->c->script->source + source->start, source->end - source->start);
        buffer_append_char(&text, '\'');
    }
    struct string *s =
        text.failed || g->c->failed ? NULL : string_from_utf8(g->c->vm, text.bytes, text.length);
    buffer_finalize(&text);
    if (!s) {
        cg_fail_memory(g->c);
        return 0;
    }
    return constant_append(g, value_from_cell(s));
}

// Keys that a rest leaves out are kept in registers when they are few, else as the own keys of an object.
#define KEYS_IN_REGISTERS 16

static void object_pattern(struct codegen *g, struct ast_object *node, uint32_t from,
                           const struct ast_node *source) {
    bool many_keys = node->properties.count > KEYS_IN_REGISTERS;
    uint32_t keys = NO_REGISTER;
    if (node->rest) {
        keys = many_keys ? cg_allocate(g, 1) : cg_group(g, node->properties.count);
        if (many_keys) {
            emit_16(g, OP_NEW_OBJECT, keys, 0);
        }
    }
    cg_position(g, node->properties.count ? node->properties.items[0]->start : node->node.start);
    emit(g, OP_CHECK_OBJECT_COERCIBLE, from, 0, 0, refusal(g, node, source), 0);
    for (uint32_t i = 0; i < node->properties.count && !g->c->failed; i++) {
        struct cg_mark mark = cg_mark(g);
        struct ast_property *property = (struct ast_property *)node->properties.items[i];
        struct static_key known;
        bool is_known = cg_static_key(g, property->key, property->node.flags & AST_COMPUTED, &known);
        uint32_t key = NO_REGISTER;
        if (!is_known) {
            key = cg_key(g, property->key, true);
        }
        if (node->rest && many_keys) {
            uint32_t excluded = is_known ? cg_key(g, property->key, false) : key;
            emit_abc(g, OP_DEFINE_FIELD, keys, excluded, excluded);
        } else if (node->rest) {
            if (is_known) {
                emit_constant(g, keys + i, known.value);
            } else {
                emit_move(g, keys + i, key);
            }
        }
        struct element element;
        begin_element(g, property->value, &element);
        uint32_t value = element_register(g, &element);
        if (is_known) {
            cg_get_static(g, &known, from, value, property->key->start);
        } else {
            cg_position(g, property->key->start);
            emit_abc(g, OP_GET_ELEM, value, from, key);
        }
        finish_element(g, &element, value);
        cg_release(g, mark);
    }
    if (node->rest) {
        struct element element;
        begin_element(g, node->rest, &element);
        uint32_t value = cg_allocate(g, 1);
        emit_16(g, OP_NEW_OBJECT, value, 0);
        cg_position(g, node->rest->start);
        if (many_keys) {
            emit_abc(g, OP_COPY_PROPERTIES_EXCEPT, value, from, keys);
        } else {
            emit(g, OP_COPY_PROPERTIES, value, from, keys, node->properties.count, 0);
        }
        finish_element(g, &element, value);
    }
}

// Takes `from` apart; nothing in the pattern may assign that register.
static void take_apart(struct codegen *g, struct ast_node *pattern, uint32_t from,
                       const struct ast_node *source) {
    if (pattern->kind == AST_ARRAY_PATTERN) {
        array_pattern(g, (struct ast_array *)pattern, from, source);
    } else {
        object_pattern(g, (struct ast_object *)pattern, from, source);
    }
}

void cg_bind_new(struct codegen *g, struct ast_node *target, uint32_t from, const struct ast_node *value) {
    if (!is_pattern(target)) {
        cg_bind(g, target, from, value);
    } else if (!cg_stop(g, target)) {
        struct cg_mark mark = cg_mark(g);
        take_apart(g, target, from, value);
        cg_release(g, mark);
    }
}

void cg_bind(struct codegen *g, struct ast_node *target, uint32_t from, const struct ast_node *value) {
    if (cg_stop(g, target)) {
        return;
    }
    struct cg_mark mark = cg_mark(g);
    if (!is_pattern(target)) {
        struct element element;
        begin_element(g, target, &element);
        finish_element(g, &element, from);
    } else {
        if (!cg_is_temporary(g, from)) {
            uint32_t copy = cg_allocate(g, 1);
            emit_move(g, copy, from);
            from = copy;
        }
        take_apart(g, target, from, value);
    }
    cg_release(g, mark);
}
