// Iterator helpers (sec-iterator-helper-objects): map, filter, take, drop, flatMap, chunks, windows, concat;
// zip is in iterator_zip.c.
//
// The specification describes a helper as a generator around its underlying iterator. Here each is a small
// state machine: `step` gives the next value, and the object remembers whether it has been started, is
// running, or (target UNDEFINED) has completed. Closing follows what a return in the generator at its yield
// would do.
#include "builtins/iterator.h"

#include "object/throw.h"

#define HELPER_STARTED ITERATOR_FLAG_1
#define HELPER_RUNNING ITERATOR_FLAG_2
#define HELPER_PARTIAL ITERATOR_FLAG_3   // what is less than a chunk or window at the end is given too
#define LIMIT_MAXIMUM 9007199254740991.0 // of take and drop, beside Infinity

struct iterator_helper *iterator_helper_create(vm_isolate *vm, enum iterator_kind kind, vm_value target,
                                               vm_value next) {
    struct object *prototype = intrinsic(vm, INTRINSIC_IteratorHelperPrototype);
    struct iterator_object *iterator =
        prototype ? iterator_create(vm, prototype, kind, ITERATE_VALUES, target) : NULL;
    if (iterator) iterator->second = next;
    return (struct iterator_helper *)iterator;
}

// --- making ----------------------------------------------------------------------------------------

// sec-iterator.prototype.map, filter, flatmap; MAGIC: enum iterator_kind
vm_value iterator_callback_helper(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    enum iterator_kind kind = (enum iterator_kind)MAGIC;
    struct iteration it;
    if (!iterator_open_this(vm, THIS, ARGUMENT(0), &it)) return VALUE_EXCEPTION;
    struct iterator_helper *helper = iterator_helper_create(vm, kind, it.iterator, it.next);
    if (helper) helper->function = ARGUMENT(0);
    return builtin_cell(helper);
}

// The number that take and drop are given. False: exception pending.
static bool limit_argument(vm_isolate *vm, vm_value v, double *limit) {
    double number;
    if (!js_to_number(vm, v, &number)) return false;
    *limit = number_to_integer(number);
    bool is_safe = *limit <= LIMIT_MAXIMUM || *limit == __builtin_inf();
    if (number == number && *limit >= 0 && is_safe) return true;
    throw_range_error(vm, "%V must be a positive safe integer", v);
    return false;
}

// sec-iterator.prototype.take, drop; MAGIC: enum iterator_kind
vm_value iterator_limit_helper(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    enum iterator_kind kind = (enum iterator_kind)MAGIC;
    double limit;
    struct iteration it;
    if (!iterator_take_this(vm, THIS, &it)) return VALUE_EXCEPTION;
    if (!limit_argument(vm, ARGUMENT(0), &limit)) return js_iterate_abort(vm, &it);
    if (!iterator_open(vm, &it)) return VALUE_EXCEPTION;
    struct iterator_helper *helper = iterator_helper_create(vm, kind, it.iterator, it.next);
    if (helper) helper->iterator.remaining = limit;
    return builtin_cell(helper);
}

// The size of a chunk or window. False: exception pending.
static bool size_argument(vm_isolate *vm, vm_value v, double *size) {
    *size = value_is_number(v) ? value_as_double(v) : __builtin_nan("");
    if (number_to_integer(*size) != *size || __builtin_isinf(*size)) {
        throw_type_error(vm, "%V is not an integer", v);
        return false;
    }
    if (*size >= 1 && *size <= UINT32_MAX) return true;
    throw_range_error(vm, "%V must be between 1 and 2^32 - 1", v);
    return false;
}

// What windows does when there is less than one window. False: exception pending.
static bool undersized_argument(vm_isolate *vm, vm_value v, bool *partial) {
    struct string *s = value_is_string(v) ? string_flatten(vm, value_as_string(v)) : NULL;
    *partial = s && string_equals_text(s, "allow-partial");
    if (*partial || value_is_undefined(v) || (s && string_equals_text(s, "only-full"))) return true;
    if (value_is_empty(vm->exception))
        throw_type_error(vm, "%V is neither \"only-full\" nor \"allow-partial\"", v);
    return false;
}

// sec-iterator.prototype.chunks, windows; MAGIC: enum iterator_kind
vm_value iterator_chunk_helper(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    enum iterator_kind kind = (enum iterator_kind)MAGIC;
    double size;
    bool partial = true;
    struct iteration it;
    if (!iterator_take_this(vm, THIS, &it)) return VALUE_EXCEPTION;
    if (!size_argument(vm, ARGUMENT(0), &size) ||
        (kind == ITERATOR_HELPER_WINDOWS && !undersized_argument(vm, ARGUMENT(1), &partial))) {
        return js_iterate_abort(vm, &it);
    }
    struct object *window = iterator_open(vm, &it) ? array_create(vm, 0) : NULL;
    if (!window) return VALUE_EXCEPTION;
    struct iterator_helper *helper = iterator_helper_create(vm, kind, it.iterator, it.next);
    if (!helper) return VALUE_EXCEPTION;
    helper->iterator.remaining = size;
    if (partial) helper->iterator.object.cell.word |= HELPER_PARTIAL;
    helper->function = value_from_cell(window);
    return value_from_cell(helper);
}

// sec-iterator.concat: `function` is a list of methods and iterables, `index` the place of the next pair.
vm_value iterator_concat(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct list *list = list_create(vm);
    if (!list) return VALUE_EXCEPTION;
    for (uint32_t i = 0; i < argc; i++) {
        vm_value item = frame[1 + i];
        if (!value_is_object(item)) return throw_type_error(vm, "%V is not an object", item);
        vm_value method = js_get_method(vm, item, symbol_key(vm, SYMBOL_iterator));
        if (value_is_exception(method)) return method;
        if (value_is_undefined(method)) return throw_type_error(vm, "%V is not iterable", item);
        if (!list_push(vm, list, method) || !list_push(vm, list, item)) return VALUE_EXCEPTION;
    }
    struct iterator_helper *helper =
        iterator_helper_create(vm, ITERATOR_HELPER_CONCAT, VALUE_NULL, VALUE_UNDEFINED);
    if (helper) helper->function = value_from_cell(list);
    return builtin_cell(helper);
}

// --- stepping --------------------------------------------------------------------------------------

static struct iteration underlying(const struct iterator_helper *helper) {
    return (struct iteration){.iterator = helper->iterator.target, .next = helper->iterator.second};
}

// Calls the callback for the next value of the underlying iterator.
static enum outcome call_next(vm_isolate *vm, struct iterator_helper *helper, struct iteration *it,
                              vm_value *value, vm_value *result) {
    enum outcome more = js_iterate_next(vm, it, value);
    if (more != OUTCOME_TRUE) return more;
    vm_value arguments[] = {*value, value_from_int64((int64_t)helper->iterator.index++)};
    *result = js_call(vm, helper->function, VALUE_UNDEFINED, 2, arguments);
    if (!value_is_exception(*result)) return OUTCOME_TRUE;
    js_iterate_abort(vm, it);
    return OUTCOME_EXCEPTION;
}

static enum outcome step_map(vm_isolate *vm, struct iterator_helper *helper, vm_value *value) {
    struct iteration it = underlying(helper);
    vm_value original;
    return call_next(vm, helper, &it, &original, value);
}

static enum outcome step_filter(vm_isolate *vm, struct iterator_helper *helper, vm_value *value) {
    struct iteration it = underlying(helper);
    vm_value selected;
    for (;;) {
        enum outcome more = call_next(vm, helper, &it, value, &selected);
        if (more != OUTCOME_TRUE || js_to_boolean(selected)) return more;
        if (!js_safepoint(vm)) return OUTCOME_EXCEPTION;
    }
}

static enum outcome step_take(vm_isolate *vm, struct iterator_helper *helper, vm_value *value) {
    struct iteration it = underlying(helper);
    if (helper->iterator.remaining == 0) return js_iterate_close(vm, &it) ? OUTCOME_FALSE : OUTCOME_EXCEPTION;
    helper->iterator.remaining--;
    return js_iterate_next(vm, &it, value);
}

static enum outcome step_drop(vm_isolate *vm, struct iterator_helper *helper, vm_value *value) {
    struct iteration it = underlying(helper);
    while (helper->iterator.remaining > 0) {
        helper->iterator.remaining--;
        enum outcome more = iterator_step_without_value(vm, &it);
        if (more != OUTCOME_TRUE) return more;
        if (!js_safepoint(vm)) return OUTCOME_EXCEPTION;
    }
    return js_iterate_next(vm, &it, value);
}

static void set_inner(vm_isolate *vm, struct iterator_helper *helper, const struct iteration *inner) {
    helper->inner = inner->iterator;
    helper->inner_next = inner->next;
    heap_write(&vm->heap, helper);
}

// The next value of the inner iterator of flatMap and concat; FALSE when it is at its end or there is none.
static enum outcome step_inner(vm_isolate *vm, struct iterator_helper *helper, vm_value *value) {
    if (value_is_undefined(helper->inner)) return OUTCOME_FALSE;
    struct iteration inner = {.iterator = helper->inner, .next = helper->inner_next};
    enum outcome more = js_iterate_next(vm, &inner, value);
    if (more != OUTCOME_TRUE) helper->inner = helper->inner_next = VALUE_UNDEFINED;
    return more;
}

static enum outcome step_flat_map(vm_isolate *vm, struct iterator_helper *helper, vm_value *value) {
    struct iteration it = underlying(helper), inner;
    vm_value original, mapped;
    for (;;) {
        enum outcome more = step_inner(vm, helper, value);
        if (more == OUTCOME_TRUE) return more;
        if (more == OUTCOME_EXCEPTION) break;
        more = call_next(vm, helper, &it, &original, &mapped);
        if (more != OUTCOME_TRUE) return more;
        if (!iterator_open_flattenable(vm, mapped, false, &inner)) break;
        set_inner(vm, helper, &inner);
        if (!js_safepoint(vm)) break;
    }
    js_iterate_abort(vm, &it);
    return OUTCOME_EXCEPTION;
}

// The last, incomplete chunk or window; the helper then is at its end.
static enum outcome step_partial(struct iterator_helper *helper, struct object *last, vm_value *value) {
    bool given = array_length(last) && helper->iterator.object.cell.word & HELPER_PARTIAL &&
                 array_length(last) < helper->iterator.remaining;
    if (!given) return OUTCOME_FALSE;
    *value = value_from_cell(last);
    iterator_exhaust(&helper->iterator);
    return OUTCOME_TRUE;
}

static enum outcome step_chunks(vm_isolate *vm, struct iterator_helper *helper, vm_value *value) {
    struct iteration it = underlying(helper);
    struct object *chunk = array_create(vm, 0);
    if (!chunk) return OUTCOME_EXCEPTION;
    while (array_length(chunk) < helper->iterator.remaining) {
        enum outcome more = js_iterate_next(vm, &it, value);
        if (more == OUTCOME_FALSE) return step_partial(helper, chunk, value);
        if (more == OUTCOME_EXCEPTION || !array_push(vm, chunk, *value) || !js_safepoint(vm))
            return OUTCOME_EXCEPTION;
    }
    *value = value_from_cell(chunk);
    return OUTCOME_TRUE;
}

// `function` is the window; each result is a copy.
static enum outcome step_windows(vm_isolate *vm, struct iterator_helper *helper, vm_value *value) {
    struct iteration it = underlying(helper);
    struct object *window = value_as_object(helper->function);
    uint32_t size = (uint32_t)helper->iterator.remaining;
    do {
        enum outcome more = js_iterate_next(vm, &it, value);
        if (more == OUTCOME_FALSE) return step_partial(helper, window, value);
        if (more == OUTCOME_EXCEPTION || !js_safepoint(vm)) return OUTCOME_EXCEPTION;
        if (array_length(window) < size) {
            if (!array_push(vm, window, *value)) return OUTCOME_EXCEPTION;
        } else {
            memmove(window->elements, window->elements + 1, (size - 1) * sizeof(vm_value));
            window->elements[size - 1] = *value;
            heap_write(&vm->heap, window);
        }
    } while (array_length(window) < size);
    struct object *copy = array_create_from(vm, window->elements, size);
    if (!copy) return OUTCOME_EXCEPTION;
    *value = value_from_cell(copy);
    return OUTCOME_TRUE;
}

static enum outcome step_concat(vm_isolate *vm, struct iterator_helper *helper, vm_value *value) {
    struct list *list = value_as_cell(helper->function);
    for (;;) {
        struct iteration inner;
        enum outcome more = step_inner(vm, helper, value);
        if (more != OUTCOME_FALSE) return more;
        if (helper->iterator.index == list->length) return OUTCOME_FALSE;
        uint32_t at = (uint32_t)helper->iterator.index;
        helper->iterator.index += 2;
        if (!js_safepoint(vm) ||
            !js_iterate_from_method(vm, list_at(list, at + 1), list_at(list, at), &inner))
            return OUTCOME_EXCEPTION;
        set_inner(vm, helper, &inner);
    }
}

static enum outcome step(vm_isolate *vm, struct iterator_helper *helper, vm_value *value) {
    switch (iterator_kind(&helper->iterator)) {
    case ITERATOR_HELPER_MAP: return step_map(vm, helper, value);
    case ITERATOR_HELPER_FILTER: return step_filter(vm, helper, value);
    case ITERATOR_HELPER_TAKE: return step_take(vm, helper, value);
    case ITERATOR_HELPER_DROP: return step_drop(vm, helper, value);
    case ITERATOR_HELPER_FLAT_MAP: return step_flat_map(vm, helper, value);
    case ITERATOR_HELPER_CHUNKS: return step_chunks(vm, helper, value);
    case ITERATOR_HELPER_WINDOWS: return step_windows(vm, helper, value);
    case ITERATOR_HELPER_ZIP: return iterator_zip_step(vm, helper, value);
    default: return step_concat(vm, helper, value);
    }
}

// --- %IteratorHelperPrototype% ---------------------------------------------------------------------

static struct iterator_helper *this_helper(vm_isolate *vm, vm_value this_value, const char *method) {
    if (value_is_kind(this_value, CELL_ITERATOR) &&
        iterator_kind((struct iterator_object *)value_as_cell(this_value)) >= ITERATOR_HELPER) {
        struct iterator_helper *helper = value_as_cell(this_value);
        if (!(helper->iterator.object.cell.word & HELPER_RUNNING)) return helper;
        throw_type_error(vm, "Generator is already running");
        return NULL;
    }
    throw_type_error(vm, "Method Iterator Helper.prototype.%s called on incompatible receiver %V", method,
                     this_value);
    return NULL;
}

// sec-%iteratorhelperprototype%.next
static vm_value helper_next(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct iterator_helper *helper = this_helper(vm, THIS, "next");
    vm_value value = VALUE_UNDEFINED;
    (void)argc;
    if (!helper) return VALUE_EXCEPTION;
    if (iterator_is_exhausted(&helper->iterator)) return js_iterator_result(vm, VALUE_UNDEFINED, true);
    if (stack_is_low(vm)) return throw_stack_overflow(vm);
    uint32_t *word = &helper->iterator.object.cell.word;
    *word |= HELPER_STARTED | HELPER_RUNNING;
    enum outcome more = step(vm, helper, &value);
    *word &= ~HELPER_RUNNING;
    if (more == OUTCOME_TRUE) return js_iterator_result(vm, value, false);
    iterator_exhaust(&helper->iterator);
    return more == OUTCOME_FALSE ? js_iterator_result(vm, VALUE_UNDEFINED, true) : VALUE_EXCEPTION;
}

// A return at the yield: the inner iterator is closed first.
static bool close_started(vm_isolate *vm, const struct iterator_helper *helper) {
    struct iteration it = underlying(helper), inner = {.iterator = helper->inner};
    bool is_concat = iterator_kind(&helper->iterator) == ITERATOR_HELPER_CONCAT;
    if (iterator_kind(&helper->iterator) == ITERATOR_HELPER_ZIP) return iterator_zip_close(vm, helper);
    if (!value_is_undefined(inner.iterator) && !js_iterate_close(vm, &inner)) {
        if (!is_concat) js_iterate_abort(vm, &it);
        return false;
    }
    return is_concat || js_iterate_close(vm, &it);
}

// sec-%iteratorhelperprototype%.return
static vm_value helper_return(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct iterator_helper *helper = this_helper(vm, THIS, "return");
    (void)argc;
    if (!helper) return VALUE_EXCEPTION;
    bool closed = true;
    uint32_t *word = &helper->iterator.object.cell.word;
    if (!iterator_is_exhausted(&helper->iterator)) {
        if (stack_is_low(vm)) return throw_stack_overflow(vm);
        struct iterator_helper copy = *helper;
        bool started = *word & HELPER_STARTED;
        if (started) {
            *word |= HELPER_RUNNING;
        } else {
            iterator_exhaust(&helper->iterator);
        }
        closed = close_started(vm, &copy);
        *word &= ~HELPER_RUNNING;
        iterator_exhaust(&helper->iterator);
    }
    return closed ? js_iterator_result(vm, VALUE_UNDEFINED, true) : VALUE_EXCEPTION;
}

static const struct builtin_row methods[] = {
    NATIVE("next", helper_next, 0),
    NATIVE("return", helper_return, 0),
    TO_STRING_TAG("Iterator Helper"),
};

const struct builtin_class iterator_helper_class = {
    .constructor_id = BUILTIN_NONE,
    .prototype_id = INTRINSIC_IteratorHelperPrototype,
    .prototype_parent = INTRINSIC_IteratorPrototype,
    METHODS(methods),
};
