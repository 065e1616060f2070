#include "object/iterator.h"

#include "object/isolate.h"

struct iterator_object *iterator_create(vm_isolate *vm, struct object *prototype, enum iterator_kind kind,
                                        enum iteration_kind iteration, vm_value target) {
    bool is_helper = kind >= ITERATOR_HELPER;
    size_t size = is_helper ? sizeof(struct iterator_helper) : sizeof(struct iterator_object);
    struct iterator_object *iterator = object_allocate_kind(vm, CELL_ITERATOR, size, prototype);
    if (!iterator) return NULL;
    iterator->object.cell.word = (uint32_t)kind | (uint32_t)iteration << ITERATOR_ITERATION_SHIFT;
    iterator->target = target;
    iterator->second = VALUE_UNDEFINED;
    if (kind == ITERATOR_MAP || kind == ITERATOR_SET) {
        iterator->cursor.table = ((struct collection *)value_as_cell(target))->table;
    }
    if (is_helper) {
        struct iterator_helper *helper = (struct iterator_helper *)iterator;
        helper->function = helper->inner = helper->inner_next = VALUE_UNDEFINED;
    }
    return iterator;
}

void iterator_exhaust(struct iterator_object *iterator) {
    enum iterator_kind kind = iterator_kind(iterator);
    iterator->target = iterator->second = VALUE_UNDEFINED;
    if (kind == ITERATOR_MAP || kind == ITERATOR_SET) iterator->cursor.table = NULL;
    if (kind >= ITERATOR_HELPER) {
        struct iterator_helper *helper = (struct iterator_helper *)iterator;
        helper->function = helper->inner = helper->inner_next = VALUE_UNDEFINED;
    }
}

void iterator_trace(struct marker *marker, struct cell *cell) {
    const struct iterator_object *iterator = (struct iterator_object *)cell;
    enum iterator_kind kind = iterator_kind(iterator);
    object_trace(marker, cell);
    mark_value(marker, iterator->target);
    mark_value(marker, iterator->second);
    if (kind == ITERATOR_MAP || kind == ITERATOR_SET) mark_cell(marker, iterator->cursor.table);
    if (kind >= ITERATOR_HELPER) {
        const struct iterator_helper *helper = (struct iterator_helper *)cell;
        mark_value(marker, helper->function);
        mark_value(marker, helper->inner);
        mark_value(marker, helper->inner_next);
    }
}
