// How entries become lines.
//
// They share one line when that stays below break_length and when no more than `compact` levels of objects
// are shown in it; else there is one entry a line. Arrays of more than six entries are first put into rows:
// so many columns that the rows look about as wide as 2.5 lines are high, each column as wide as its widest
// entry. The measures are columns of a terminal for rows and UTF-16 units for lines; colour escapes count
// nothing.
#include <math.h>

#include "bind/inspect_internal.h"

#define MOST_COLUMNS 15
#define SEPARATOR 2 // ", "
#define ROWS_FROM 6

struct span *entry_begin(struct inspector *in) {
    if (in->span_count == in->span_capacity) {
        size_t capacity = in->span_capacity ? in->span_capacity * 2 : 32;
        struct span *spans = vm_reallocate(in->vm, in->spans, capacity * sizeof *spans);
        if (!spans) {
            vm_throw_out_of_memory(in->vm);
            return NULL;
        }
        in->spans = spans;
        in->span_capacity = capacity;
    }
    struct span *span = &in->spans[in->span_count++];
    span->start = span->end = in->text->length;
    return span;
}

void entry_end(struct inspector *in) { in->spans[in->span_count - 1].end = in->text->length; }

bool entry_more(struct inspector *in, uint64_t more) {
    if (!entry_begin(in)) {
        return false;
    }
    text_format(in->text, "... %llu more item%s", (unsigned long long)more, more > 1 ? "s" : "");
    entry_end(in);
    return true;
}

static const char *bytes_of(const struct inspector *in, const struct span *span) {
    return in->text->bytes + span->start;
}

static bool has_newline(const char *bytes, size_t length) { return length && memchr(bytes, '\n', length); }

static size_t units_of(const struct inspector *in, const struct span *span) {
    return text_units(bytes_of(in, span), span->end - span->start, in->options.colors);
}

// --- rows

struct grid {
    size_t *widths; // of the entries
    size_t columns;
    size_t column_widths[MOST_COLUMNS]; // with the separator
    bool align_right;
};

// Numbers are aligned to the right, everything else to the left. `count` includes what is no element.
static bool all_numbers(struct inspector *in, vm_value elements, size_t count, bool *out) {
    *out = true;
    for (size_t i = 0; i < count && *out && vm_is_object(elements); i++) {
        vm_value v = vm_get_index(in->vm, elements, (uint32_t)i);
        if (vm_is_exception(v)) {
            return false;
        }
        *out = vm_is_number(v) || vm_is_bigint(v);
    }
    return true;
}

// Whether rows look good, and how many columns they have.
static bool plan_grid(struct inspector *in, const struct span *entries, size_t count, size_t all,
                      struct grid *grid) {
    size_t total = 0, longest = 0;
    for (size_t i = 0; i < count; i++) {
        size_t width =
            text_width(bytes_of(in, &entries[i]), entries[i].end - entries[i].start, in->options.colors);
        grid->widths[i] = width;
        total += width + SEPARATOR;
        longest = width > longest ? width : longest;
    }
    double cell = (double)(longest + SEPARATOR), room = in->options.break_length - in->indentation;
    if (cell * 3 >= room || !((double)total / cell > 5 || longest <= 6)) {
        return false;
    }
    double bias = sqrt(cell - (double)total / (double)all), wide = fmax(cell - 3 - bias, 1);
    double columns = round(sqrt(2.5 * wide * (double)count) / wide);
    columns = fmin(fmin(columns, floor(room / cell)), fmin(in->options.compact * 4.0, MOST_COLUMNS));
    if (columns <= 1) {
        return false;
    }
    grid->columns = (size_t)columns;
    for (size_t i = 0; i < count; i++) {
        size_t *column = &grid->column_widths[i % grid->columns];
        *column = grid->widths[i] + SEPARATOR > *column ? grid->widths[i] + SEPARATOR : *column;
    }
    return true;
}

static void write_row(struct inspector *in, struct text *out, const struct span *entries,
                      const struct grid *grid, size_t from, size_t to) {
    for (size_t i = from; i < to; i++) {
        bool last = i + 1 == to;
        size_t padding = grid->column_widths[i - from] - SEPARATOR - grid->widths[i];
        text_spaces(out, grid->align_right ? padding : 0);
        text_append(out, bytes_of(in, &entries[i]), entries[i].end - entries[i].start);
        text_add(out, last ? "" : ", ");
        text_spaces(out, last || grid->align_right ? 0 : padding);
    }
}

// Makes rows of the entries from `first` on when that looks good: the rows are then the entries.
static bool make_rows(struct inspector *in, size_t first, vm_value elements) {
    struct span *entries = in->spans + first;
    size_t all = in->span_count - first, count = all - ((size_t)in->options.maximum_entries < all);
    struct grid grid = {.widths = vm_allocate(in->vm, all * sizeof(size_t))};
    if (!grid.widths) {
        vm_throw_out_of_memory(in->vm);
        return false;
    }
    bool ok = true;
    if (plan_grid(in, entries, count, all, &grid) &&
        (ok = all_numbers(in, elements, all, &grid.align_right)) && !in->text->failed) {
        struct text rows;
        text_start(&rows, in->vm);
        size_t start = entries[0].start, row = 0;
        for (size_t i = 0; i < count; i += grid.columns) {
            size_t begin = start + rows.length;
            write_row(in, &rows, entries, &grid, i, i + grid.columns < count ? i + grid.columns : count);
            entries[row++] = (struct span){begin, start + rows.length};
        }
        if (count < all) {
            size_t begin = start + rows.length;
            text_append(&rows, bytes_of(in, &entries[count]), entries[count].end - entries[count].start);
            entries[row++] = (struct span){begin, start + rows.length};
        }
        in->span_count = first + row;
        in->text->length = start;
        text_append(in->text, rows.bytes, rows.length);
        in->text->failed |= rows.failed;
        text_free(&rows);
    }
    vm_free(in->vm, grid.widths);
    return ok;
}

// --- lines

static bool is_short(struct inspector *in, size_t first, size_t start, const struct text *base) {
    size_t count = in->span_count - first, total = count + start;
    size_t limit = in->options.break_length == INSPECT_ALL ? SIZE_MAX : (size_t)in->options.break_length;
    if (total + count > limit) {
        return false;
    }
    for (size_t i = first; i < in->span_count; i++) {
        total += units_of(in, &in->spans[i]);
        if (total > limit) {
            return false;
        }
    }
    return !has_newline(base->bytes, base->length);
}

static bool fits_one_line(struct inspector *in, size_t first, const struct text *base,
                          const struct text *open, int level) {
    size_t start = in->span_count - first + (size_t)in->indentation +
                   text_units(open->bytes, open->length, false) +
                   text_units(base->bytes, base->length, false) + 10;
    if (in->current - level >= in->options.compact || !is_short(in, first, start, base)) {
        return false;
    }
    for (size_t i = first; i < in->span_count; i++) {
        if (has_newline(bytes_of(in, &in->spans[i]), in->spans[i].end - in->spans[i].start)) {
            return false;
        }
    }
    return true;
}

static void write_break(struct text *out, size_t spaces) {
    text_char(out, '\n');
    text_spaces(out, spaces);
}

// The entries, each with a comma but the last; between them a space, or a line of its own.
static void write_entries(struct inspector *in, size_t first, size_t count, bool one_line) {
    for (size_t i = first; i < first + count; i++) {
        if (i > first) {
            text_char(in->text, ',');
            if (one_line) {
                text_char(in->text, ' ');
            } else {
                write_break(in->text, (size_t)in->indentation + 2);
            }
        }
        text_repeat(in->text, in->spans[i].start, in->spans[i].end);
    }
}

// compact: true. The first entry stands on the line of the brace, the last one on that of the closing one.
static void write_dense(struct inspector *in, size_t first, size_t count, const struct text *base,
                        const struct text *open, const char *close) {
    bool one_line = is_short(in, first, 0, base);
    text_append(in->text, open->bytes, open->length);
    if (base->length) {
        text_char(in->text, ' ');
        text_append(in->text, base->bytes, base->length);
    }
    if (one_line || (!base->length && open->length == 1)) {
        text_char(in->text, ' ');
    } else {
        write_break(in->text, (size_t)in->indentation + 2);
    }
    write_entries(in, first, count, one_line);
    text_char(in->text, ' ');
    text_add(in->text, close);
}

static void write_loose(struct inspector *in, size_t first, size_t count, const struct text *base,
                        const struct text *open, const char *close, bool one_line) {
    if (base->length) {
        text_append(in->text, base->bytes, base->length);
        text_char(in->text, ' ');
    }
    text_append(in->text, open->bytes, open->length);
    if (one_line) {
        text_char(in->text, ' ');
    } else {
        write_break(in->text, (size_t)in->indentation + 2);
    }
    write_entries(in, first, count, one_line);
    if (one_line) {
        text_char(in->text, ' ');
    } else {
        write_break(in->text, (size_t)in->indentation);
    }
    text_add(in->text, close);
}

bool layout_entries(struct inspector *in, size_t first, size_t start, const struct text *base,
                    const struct text *open, const char *close, enum layout layout, vm_value elements,
                    int level) {
    size_t count = in->span_count - first, written = in->text->length;
    bool dense = in->options.compact == INSPECT_DENSE;
    if (in->text->failed) {
        return true; // reported at the end
    }
    if (dense) {
        write_dense(in, first, count, base, open, close);
    } else {
        if (layout == LAYOUT_ROWS && count > ROWS_FROM && in->options.compact >= 1 &&
            !make_rows(in, first, elements)) {
            return false;
        }
        bool rows = count != in->span_count - first;
        count = in->span_count - first;
        written = in->text->length;
        bool one_line = in->options.compact >= 1 && !rows && fits_one_line(in, first, base, open, level);
        write_loose(in, first, count, base, open, close, one_line);
    }
    in->span_count = first;
    text_remove(in->text, start, written);
    return true;
}

// --- order

static int compare_spans(struct inspector *in, const struct span *a, const struct span *b, int *out) {
    struct inspect_options *o = &in->options;
    size_t a_length = a->end - a->start, b_length = b->end - b->start;
    if (!vm_is_function(o->comparator)) {
        *out = text_compare(bytes_of(in, a), a_length, bytes_of(in, b), b_length);
        return 0;
    }
    vm_value pair[2] = {vm_string_utf8(in->vm, bytes_of(in, a), a_length), vm_undefined()};
    pair[1] = vm_is_exception(pair[0]) ? pair[0] : vm_string_utf8(in->vm, bytes_of(in, b), b_length);
    vm_value order =
        vm_is_exception(pair[1]) ? pair[1] : vm_call(in->vm, o->comparator, vm_undefined(), 2, pair);
    double number = 0;
    if (vm_is_exception(order) || !vm_to_double(in->vm, order, &number)) {
        return -1;
    }
    *out = number > 0 ? 1 : number < 0 ? -1 : 0;
    return 0;
}

static bool merge_sort(struct inspector *in, struct span *spans, struct span *spare, size_t count) {
    if (count < 2) {
        return true;
    }
    size_t half = count / 2, left = 0, right = half, out = 0;
    if (!merge_sort(in, spans, spare, half) || !merge_sort(in, spans + half, spare, count - half)) {
        return false;
    }
    while (left < half && right < count) {
        int order;
        if (compare_spans(in, &spans[left], &spans[right], &order)) {
            return false;
        }
        spare[out++] = order <= 0 ? spans[left++] : spans[right++];
    }
    memcpy(spare + out, spans + left, (half - left) * sizeof *spans);
    memcpy(spare + out + half - left, spans + right, (count - right) * sizeof *spans);
    memcpy(spans, spare, count * sizeof *spans);
    return true;
}

bool layout_sort(struct inspector *in, size_t first) {
    size_t count = in->span_count - first;
    if (count < 2 || in->text->failed) {
        return true;
    }
    struct span *work = vm_allocate(in->vm, 2 * count * sizeof *work); // comparators may inspect, too
    if (!work) {
        vm_throw_out_of_memory(in->vm);
        return false;
    }
    memcpy(work, in->spans + first, count * sizeof *work);
    bool ok = merge_sort(in, work, work + count, count);
    memcpy(in->spans + first, work, ok ? count * sizeof *work : 0);
    vm_free(in->vm, work);
    return ok;
}
