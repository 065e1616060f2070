// sort and toSorted (sec-array.prototype.sort).
//
// What is sorted is taken out of the object first: values that are neither holes nor undefined into a vector
// that stays as it is, while an array of their numbers is sorted. So a comparator may do what it likes to the
// object, and the collector finds all values in one place.
//
// The sort is stable and adaptive: maximal runs, ascending or strictly descending, are found and extended to
// a minimal length by binary insertion; runs are merged two at a time so that their lengths stay balanced
// (each run longer than the sum of the two after it). Before a merge the ends that are in place already are
// cut off by binary search. An inconsistent comparator gives some order, nothing worse.
//
// Without a comparator values compare by their texts, which are made once for each value before the sort.
#include "builtins/array.h"

#include "object/throw.h"

#define SORT_SHORT 64u    // below: one run by binary insertion; above: minimal runs of half that up to that
#define SORT_RUN_LIMIT 64 // runs pending at once: their lengths grow like Fibonacci numbers

struct sort_run {
    uint32_t start, length;
};

struct sorter {
    vm_isolate *vm;
    vm_value *values;    // of the vector: what compares
    uint32_t *numbers;   // of values, in the order reached so far
    uint32_t *scratch;   // room for half as many
    vm_value comparator; // UNDEFINED: by text, `values` are flat strings
    struct sort_run runs[SORT_RUN_LIMIT];
    uint32_t pending, steps;
};

// --- comparing -------------------------------------------------------------------------------------

static enum outcome compare_by_text(struct sorter *s, uint32_t a, uint32_t b) {
    if (!(++s->steps % ARRAY_POLL_STEPS) && !js_safepoint(s->vm)) return OUTCOME_EXCEPTION;
    struct string *x = value_as_string(s->values[a]), *y = value_as_string(s->values[b]);
    return string_compare(s->vm, x, y) > 0 ? OUTCOME_TRUE : OUTCOME_FALSE;
}

// Whether value `a` belongs behind value `b`: whether the comparator finds `b` less. A comparator that
// answers true and false, not numbers, then sorts nothing, as elsewhere.
static enum outcome is_greater(struct sorter *s, uint32_t a, uint32_t b) {
    if (value_is_undefined(s->comparator)) return compare_by_text(s, a, b);
    vm_value arguments[] = {s->values[b], s->values[a]};
    if (!js_safepoint(s->vm)) return OUTCOME_EXCEPTION;
    vm_value order = js_call(s->vm, s->comparator, VALUE_UNDEFINED, 2, arguments);
    if (value_is_int(order)) return value_as_int(order) < 0 ? OUTCOME_TRUE : OUTCOME_FALSE;
    double number;
    if (value_is_exception(order) || !js_to_number(s->vm, order, &number)) return OUTCOME_EXCEPTION;
    return number < 0 ? OUTCOME_TRUE : OUTCOME_FALSE;
}

// Where number `a` goes among count sorted numbers: before the first that is greater (`right`), or before the
// first that is not less. UINT32_MAX: exception.
static uint32_t find_place(struct sorter *s, uint32_t a, const uint32_t *numbers, uint32_t count,
                           bool right) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        enum outcome outcome = right ? is_greater(s, numbers[middle], a) : is_greater(s, a, numbers[middle]);
        if (outcome == OUTCOME_EXCEPTION) return UINT32_MAX;
        if ((outcome == OUTCOME_TRUE) == right) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

// --- runs ------------------------------------------------------------------------------------------

static void reverse_numbers(uint32_t *numbers, uint32_t count) {
    for (uint32_t low = 0, high = count; low + 1 < high; low++) {
        uint32_t number = numbers[low];
        numbers[low] = numbers[--high];
        numbers[high] = number;
    }
}

// The length of the run at `start`, brought into ascending order. 0: exception.
static uint32_t find_run(struct sorter *s, uint32_t start, uint32_t end) {
    uint32_t *numbers = s->numbers, at = start + 1;
    if (at == end) return 1;
    enum outcome descends = is_greater(s, numbers[start], numbers[at]), next = descends;
    if (descends == OUTCOME_EXCEPTION) return 0;
    while (next == descends && ++at < end)
        next = is_greater(s, numbers[at - 1], numbers[at]);
    if (next == OUTCOME_EXCEPTION) return 0;
    if (descends) reverse_numbers(numbers + start, at - start);
    return at - start;
}

// Extends a sorted run of `length` numbers to `wanted`.
static bool extend_run(struct sorter *s, uint32_t start, uint32_t length, uint32_t wanted) {
    uint32_t *run = s->numbers + start;
    for (; length < wanted; length++) {
        uint32_t number = run[length];
        uint32_t place = find_place(s, number, run, length, true);
        if (place == UINT32_MAX) return false;
        memmove(run + place + 1, run + place, (length - place) * sizeof *run);
        run[place] = number;
    }
    return true;
}

// --- merging ---------------------------------------------------------------------------------------

// Merges with the left part in the scratch, front to back.
static bool merge_low(struct sorter *s, uint32_t *left, uint32_t left_count, uint32_t right_count) {
    uint32_t *to = left, *right = left + left_count, *end = right + right_count;
    const uint32_t *low = s->scratch, *low_end = low + left_count;
    memcpy(s->scratch, left, left_count * sizeof *left);
    while (low < low_end && right < end) {
        enum outcome outcome = is_greater(s, *low, *right);
        if (outcome == OUTCOME_EXCEPTION) return false;
        *to++ = outcome == OUTCOME_TRUE ? *right++ : *low++;
    }
    memcpy(to, low, (size_t)(low_end - low) * sizeof *low);
    return true;
}

// Merges with the right part in the scratch, back to front.
static bool merge_high(struct sorter *s, uint32_t *left, uint32_t left_count, uint32_t right_count) {
    uint32_t *to = left + left_count + right_count, *low = left + left_count;
    const uint32_t *high = s->scratch + right_count;
    memcpy(s->scratch, low, right_count * sizeof *left);
    while (low > left && high > s->scratch) {
        enum outcome outcome = is_greater(s, low[-1], high[-1]);
        if (outcome == OUTCOME_EXCEPTION) return false;
        *--to = outcome == OUTCOME_TRUE ? *--low : *--high;
    }
    size_t rest = (size_t)(high - s->scratch);
    memcpy(to - rest, s->scratch, rest * sizeof *high);
    return true;
}

// Merges pending run `i` with the one behind it.
static bool merge_at(struct sorter *s, uint32_t i) {
    struct sort_run *a = &s->runs[i], *b = &s->runs[i + 1];
    uint32_t *left = s->numbers + a->start, *right = s->numbers + b->start;
    uint32_t left_count = a->length, right_count = b->length;
    a->length += b->length;
    if (i + 2 < s->pending) s->runs[i + 1] = s->runs[i + 2];
    s->pending--;
    uint32_t settled = find_place(s, *right, left, left_count, true);
    if (settled == UINT32_MAX) return false;
    left += settled;
    left_count -= settled;
    if (!left_count) return true;
    right_count = find_place(s, left[left_count - 1], right, right_count, false);
    if (right_count == UINT32_MAX) return false;
    return left_count <= right_count ? merge_low(s, left, left_count, right_count)
                                     : merge_high(s, left, left_count, right_count);
}

static bool merge_balanced(struct sorter *s) {
    while (s->pending > 1) {
        uint32_t i = s->pending - 2;
        const struct sort_run *r = s->runs;
        if ((i > 0 && r[i - 1].length <= r[i].length + r[i + 1].length) ||
            (i > 1 && r[i - 2].length <= r[i - 1].length + r[i].length)) {
            if (r[i - 1].length < r[i + 1].length) i--;
        } else if (r[i].length > r[i + 1].length) {
            return true;
        }
        if (!merge_at(s, i)) return false;
    }
    return true;
}

// A run length such that the number of runs is a power of two or little less.
static uint32_t minimal_run(uint32_t count) {
    uint32_t rest = 0;
    while (count >= SORT_SHORT) {
        rest |= count & 1;
        count >>= 1;
    }
    return count + rest;
}

static bool sort_numbers(struct sorter *s, uint32_t count) {
    uint32_t minimum = minimal_run(count);
    for (uint32_t start = 0; start < count;) {
        uint32_t length = find_run(s, start, count);
        if (!length) return false;
        if (length < minimum) {
            uint32_t wanted = count - start < minimum ? count - start : minimum;
            if (!extend_run(s, start, length, wanted)) return false;
            length = wanted;
        }
        s->runs[s->pending++] = (struct sort_run){start, length};
        if (!merge_balanced(s)) return false;
        start += length;
    }
    while (s->pending > 1) {
        uint32_t i = s->pending - 2;
        if (i > 0 && s->runs[i - 1].length < s->runs[i + 1].length) i--;
        if (!merge_at(s, i)) return false;
    }
    return true;
}

// --- sorting a vector ------------------------------------------------------------------------------

// The texts of the first `count` values. NULL: exception pending.
static struct vector *make_texts(vm_isolate *vm, const struct vector *values, uint32_t count) {
    struct vector *texts = heap_allocate_vector(&vm->heap, count);
    if (!texts) {
        throw_out_of_memory(vm);
        return NULL;
    }
    texts->used = count;
    for (uint32_t i = 0; i < count; i++) {
        struct string *s = js_to_flat_string(vm, values->values[i]);
        if (!s || !js_safepoint(vm)) return NULL;
        texts->values[i] = value_from_cell(s);
    }
    return texts;
}

// Brings the first `count` values of a list into order. False: given up.
static bool permute(const struct memory *memory, vm_value *values, const uint32_t *numbers, uint32_t count,
                    vm_value *room) {
    if (!memory_copy(memory, room, values, count * sizeof *values)) return false;
    for (uint32_t i = 0; i < count; i++) {
        values[i] = room[numbers[i]];
        if (!memory_poll_step(memory, i)) return false;
    }
    return true;
}

bool array_sort_vector(vm_isolate *vm, struct vector *values, uint32_t count, vm_value comparator) {
    if (count < 2) return true;
    struct vector *texts = value_is_undefined(comparator) ? make_texts(vm, values, count) : values;
    if (!texts) return false;
    struct vector *room = heap_allocate_vector(&vm->heap, count);
    uint32_t *numbers = room ? memory_allocate(&vm->memory, (count + count / 2 + 1) * sizeof *numbers) : NULL;
    if (!numbers) {
        throw_out_of_memory(vm);
        return false;
    }
    struct sorter s = {.vm = vm,
                       .values = texts->values,
                       .numbers = numbers,
                       .scratch = numbers + count,
                       .comparator = comparator};
    bool sorted = true;
    for (uint32_t i = 0; sorted && i < count; i++) {
        numbers[i] = i;
        sorted = memory_poll_step(&vm->memory, i);
    }
    sorted = sorted && sort_numbers(&s, count) &&
             permute(&vm->memory, values->values, numbers, count, room->values);
    memory_free(&vm->memory, numbers);
    KEEP_ALIVE(texts);
    KEEP_ALIVE(room);
    return sorted;
}

// --- methods ---------------------------------------------------------------------------------------

// What was taken out of an object: values that take part, undefined ones only counted.
struct collected {
    struct list *list;
    uint64_t undefined;
};

static bool collect_value(vm_isolate *vm, struct collected *c, vm_value value) {
    if (value_is_undefined(value)) {
        c->undefined++;
        return true;
    }
    return list_push(vm, c->list, value);
}

static bool collect_sparse(vm_isolate *vm, struct collected *c, struct object *o, uint64_t length) {
    uint32_t count, *indices = elements_indices(vm, o, false, &count);
    bool done = indices;
    for (uint32_t i = 0; done && i < count && indices[i] < length; i++) {
        vm_value value;
        enum outcome there = array_find(vm, o, indices[i], &value);
        done = there == OUTCOME_FALSE || (there == OUTCOME_TRUE && collect_value(vm, c, value));
        done = done && memory_poll_step(&vm->memory, i);
    }
    memory_free(&vm->memory, indices);
    return done;
}

// sec-sortindexedproperties without the sorting. Holes are left out (`holes` false) or read through.
static bool collect(vm_isolate *vm, struct collected *c, struct object *o, uint64_t length, bool holes) {
    vm_value value;
    c->list = list_create(vm);
    if (!c->list) return false;
    if (!holes && o->cell.kind == CELL_ARRAY && (o->cell.flags & OBJECT_SPARSE) && !vm->indexed_prototypes)
        return collect_sparse(vm, c, o, length);
    for (uint64_t k = 0; k < length; k++) {
        if (holes) {
            value = array_get(vm, o, k);
            if (value_is_exception(value)) return false;
        } else {
            enum outcome more = array_find_next(vm, o, &k, length, &value);
            if (more != OUTCOME_TRUE) return more == OUTCOME_FALSE;
        }
        if (!collect_value(vm, c, value) || !js_safepoint(vm)) return false;
    }
    return true;
}

static bool sort_collected(vm_isolate *vm, struct collected *c, vm_value comparator) {
    if (!c->list->length) return true;
    bool sorted = array_sort_vector(vm, c->list->vector, c->list->length, comparator);
    heap_write(&vm->heap, c->list);
    return sorted;
}

static vm_value collected_at(const struct collected *c, uint64_t k) {
    return k < c->list->length ? list_at(c->list, (uint32_t)k) : VALUE_UNDEFINED;
}

// Deletes what is left from `from` on: as many holes as there were.
static bool delete_rest(vm_isolate *vm, struct object *o, uint64_t from, uint64_t length) {
    vm_value value;
    enum outcome more = OUTCOME_FALSE;
    bool plain = o->cell.kind == CELL_ARRAY && !vm->indexed_prototypes;
    if (plain && (o->cell.flags & OBJECT_SPARSE)) {
        uint32_t count, *indices = elements_indices(vm, o, false, &count);
        bool done = indices;
        for (uint32_t i = 0; done && i < count && indices[i] < length; i++)
            done = (indices[i] < from || array_delete(vm, o, indices[i])) && memory_poll_step(&vm->memory, i);
        memory_free(&vm->memory, indices);
        return done;
    }
    for (uint64_t k = from; k < length; k++) {
        if (plain && (more = array_find_next(vm, o, &k, length, &value)) != OUTCOME_TRUE) break;
        if (!array_delete(vm, o, k) || !js_safepoint(vm)) return false;
    }
    return more != OUTCOME_EXCEPTION;
}

static bool check_comparator(vm_isolate *vm, vm_value comparator) {
    if (value_is_undefined(comparator) || value_is_callable(comparator)) return true;
    throw_type_error(vm, "The comparison function must be either a function or undefined: %V", comparator);
    return false;
}

// sec-array.prototype.sort
vm_value array_sort(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t length;
    struct collected c = {.undefined = 0};
    if (!check_comparator(vm, ARGUMENT(0))) return VALUE_EXCEPTION;
    struct object *o = array_receiver(vm, THIS, &length);
    if (!o || !collect(vm, &c, o, length, false) || !sort_collected(vm, &c, ARGUMENT(0)))
        return VALUE_EXCEPTION;
    uint64_t count = c.list->length + c.undefined;
    for (uint64_t k = 0; k < count; k++) {
        if (!array_set(vm, o, k, collected_at(&c, k)) || !js_safepoint(vm)) return VALUE_EXCEPTION;
    }
    return delete_rest(vm, o, count, length) ? value_from_cell(o) : VALUE_EXCEPTION;
}

// sec-array.prototype.tosorted
vm_value array_to_sorted(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    uint64_t length;
    struct collected c = {.undefined = 0};
    if (!check_comparator(vm, ARGUMENT(0))) return VALUE_EXCEPTION;
    struct object *o = array_receiver(vm, THIS, &length);
    struct object *copy = o ? array_create_sized(vm, length) : NULL;
    if (!copy || !collect(vm, &c, o, length, true) || !sort_collected(vm, &c, ARGUMENT(0)))
        return VALUE_EXCEPTION;
    for (uint64_t k = 0; k < length; k++) {
        if (!array_push(vm, copy, collected_at(&c, k)) || !js_safepoint(vm)) return VALUE_EXCEPTION;
    }
    return value_from_cell(copy);
}
