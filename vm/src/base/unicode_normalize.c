// Normalization forms. utf8proc knows each code point's decomposition, its combining class, and how to
// compose; the canonical ordering between is a counting sort of each run of marks here, since text may have
// any number of them.
#include "base/unicode.h"
#include "base/utf.h"
#include "base/vector.h"

#include <string.h>
#include <utf8proc.h>

#define POLL_CHARACTERS 65536 // between two polls

struct unicode_points {
    utf8proc_int32_t *items;
    uint32_t length, capacity;
};

// Below this every code point has the form already and never combines with one before it.
static uint32_t unicode_normal_below(enum unicode_form form) {
    static const uint16_t limits[] = {
        [UNICODE_NFC] = 0x300, [UNICODE_NFD] = 0xc0, [UNICODE_NFKC] = 0xa0, [UNICODE_NFKD] = 0xa0};
    return limits[form];
}

// How much of the text a quick look finds normal.
static size_t unicode_normal_prefix(const struct memory *memory, enum unicode_form form, const uint16_t *text,
                                    size_t length) {
    uint32_t limit = unicode_normal_below(form);
    size_t i = 0;
    while (i < length && text[i] < limit && memory_poll_step(memory, i))
        i++;
    return i;
}

static unsigned unicode_combining_class(utf8proc_int32_t code_point) {
    return (unsigned)utf8proc_get_property(code_point)->combining_class;
}

static bool unicode_decompose(struct memory *memory, bool compatible, const uint16_t *text, size_t length,
                              struct unicode_points *points) {
    utf8proc_option_t options = UTF8PROC_DECOMPOSE | (compatible ? UTF8PROC_COMPAT : 0);
    utf8proc_int32_t limit = compatible ? 0xa0 : 0xc0; // below nothing decomposes
    for (size_t i = 0, steps = 0; i < length; steps++) {
        if (steps % POLL_CHARACTERS == 0 && !memory_poll(memory)) return false;
        utf8proc_int32_t code_point = (utf8proc_int32_t)utf_next16(text, length, &i);
        if (code_point < limit) {
            if (!VECTOR_PUSH(memory, points, code_point)) return false;
            continue;
        }
        utf8proc_ssize_t count = 1;
        do {
            if (!VECTOR_RESERVE(memory, points, (size_t)points->length + (size_t)count)) return false;
            count = utf8proc_decompose_char(code_point, points->items + points->length,
                                            points->capacity - points->length, options, NULL);
        } while (count > points->capacity - points->length);
        if (count < 0) return false;
        points->length += (uint32_t)count;
    }
    return true;
}

// Sorts one run of marks by combining class, keeping the order of equals. `scratch` has room for the run.
static void unicode_order_run(utf8proc_int32_t *run, uint32_t length, utf8proc_int32_t *scratch) {
    uint32_t starts[256] = {0}, sum = 0;
    for (uint32_t i = 0; i < length; i++)
        starts[unicode_combining_class(run[i])]++;
    for (unsigned rank = 0; rank < 256; rank++) {
        uint32_t count = starts[rank];
        starts[rank] = sum;
        sum += count;
    }
    for (uint32_t i = 0; i < length; i++)
        scratch[starts[unicode_combining_class(run[i])]++] = run[i];
    memcpy(run, scratch, length * sizeof *run);
}

static bool unicode_order(struct memory *memory, struct unicode_points *points) {
    struct unicode_points scratch = {0};
    for (uint32_t i = 0, steps = 0; i < points->length; steps++) {
        if (steps % POLL_CHARACTERS == 0 && !memory_poll(memory)) return false;
        unsigned last = unicode_combining_class(points->items[i]);
        uint32_t start = i++;
        if (last == 0) continue;
        bool ordered = true;
        for (unsigned rank; i < points->length && (rank = unicode_combining_class(points->items[i])) != 0;
             i++) {
            ordered = ordered && last <= rank;
            last = rank;
        }
        if (ordered) continue;
        if (!VECTOR_RESERVE(memory, &scratch, i - start)) return false;
        unicode_order_run(points->items + start, i - start, scratch.items);
    }
    VECTOR_FREE(memory, &scratch);
    return true;
}

// Whether text may be cut before the code point: it takes no part in any composition.
static bool unicode_stands_alone(utf8proc_int32_t code_point) {
    if (code_point < 0x300) return true;
    const utf8proc_property_t *property = utf8proc_get_property(code_point);
    bool hangul =
        (code_point >= 0x1100 && code_point < 0x1200) || (code_point >= 0xAC00 && code_point < 0xD7A4);
    return !hangul && !property->combining_class && property->comb_index == UINT16_MAX;
}

// Composes in place, stretch by stretch. False: given up.
static bool unicode_compose(struct memory *memory, struct unicode_points *points) {
    uint32_t written = 0;
    for (uint32_t from = 0, to; from < points->length; from = to) {
        to = points->length - from < POLL_CHARACTERS ? points->length : from + POLL_CHARACTERS;
        while (to < points->length && !unicode_stands_alone(points->items[to]))
            to++;
        uint32_t count = (uint32_t)utf8proc_normalize_utf32(points->items + from, to - from,
                                                            UTF8PROC_COMPOSE | UTF8PROC_STABLE);
        memmove(points->items + written, points->items + from, count * sizeof *points->items);
        written += count;
        if (!memory_poll(memory)) return false;
    }
    points->length = written;
    return true;
}

bool unicode_normalize(struct memory *memory, enum unicode_form form, const uint16_t *text, size_t length,
                       uint16_t **out, size_t *out_length) {
    bool compose = form == UNICODE_NFC || form == UNICODE_NFKC;
    bool compatible = form == UNICODE_NFKC || form == UNICODE_NFKD;
    *out = NULL;
    *out_length = length;
    if (unicode_normal_prefix(memory, form, text, length) == length) return true;

    struct unicode_points points = {0};
    bool done = VECTOR_RESERVE(memory, &points, length) &&
                unicode_decompose(memory, compatible, text, length, &points) &&
                unicode_order(memory, &points) && (!compose || unicode_compose(memory, &points));
    size_t units = 0;
    for (uint32_t i = 0; done && i < points.length; i++) {
        units += 1 + (points.items[i] >= 0x10000);
        done = memory_poll_step(memory, i);
    }
    uint16_t *result = done ? memory_allocate(memory, units * sizeof *result) : NULL;
    if (result) {
        *out_length = 0;
        for (uint32_t i = 0; done && i < points.length; i++) {
            *out_length += utf_put16((uint32_t)points.items[i], result + *out_length);
            done = i % POLL_CHARACTERS || memory_poll(memory);
        }
    }
    VECTOR_FREE(memory, &points);
    if (done && result) {
        *out = result;
        return true;
    }
    memory_free(memory, result);
    return false;
}
