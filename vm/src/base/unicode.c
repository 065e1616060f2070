// Identifier characters by bit maps, case by binary search in runs of code points that map alike.
#include "base/unicode.h"
#include "base/unicode_data.h"
#include "base/utf.h"

// -- Bit maps --------------------------------------------------------------------------------------------

static bool unicode_test(const char *index, uint32_t code_point) {
    if (code_point >= UNICODE_PLANE_14) {
        if (code_point < 0xe0000) return false;
        code_point -= 0xe0000 - UNICODE_PLANE_14;
        if (code_point >= UNICODE_BITMAP_END) return false;
    }
    uint32_t block = unicode_fixed(index + code_point / UNICODE_BLOCK * 2, 2),
             offset = code_point % UNICODE_BLOCK;
    return unicode_digit(unicode_bitmap_blocks[block * (UNICODE_BLOCK / 6) + offset / 6]) >> offset % 6 & 1;
}

bool unicode_is_id_start_slow(uint32_t code_point) {
    return unicode_test(unicode_bitmap_id_start, code_point);
}

bool unicode_is_id_continue_slow(uint32_t code_point) {
    return unicode_test(unicode_bitmap_id_continue, code_point);
}

// -- Mappings --------------------------------------------------------------------------------------------
//
// Texts stay within a script for long, so a cursor remembers the record found last and for which code points
// it is the right one: from the one it starts with up to the next record's.

struct unicode_run {
    uint32_t start, length, stride;
    int32_t difference;
};

struct unicode_cursor {
    uint32_t first, limit; // empty at first
    const char *record;    // NULL before the first record
    struct unicode_run run;
};

struct unicode_case_cursor {
    struct unicode_cursor simple, special;
};

static struct unicode_run unicode_read_run(const char *run) {
    return (struct unicode_run){.start = unicode_fixed(run, 3),
                                .length = unicode_fixed(run + 3, 2),
                                .stride = unicode_fixed(run + 5, 1),
                                .difference = (int32_t)unicode_fixed(run + 6, 4) - 0x40000};
}

// Three digits as one number of the same order; digits ascend as characters do.
static uint32_t unicode_key(const char *digits) {
    return (uint32_t)digits[0] << 16 | (uint32_t)digits[1] << 8 | (uint32_t)digits[2];
}

// Moves the cursor to the last of `count` records whose first three digits are at most `code_point`. Returns
// whether it had to move.
static bool unicode_seek(struct unicode_cursor *cursor, const char *records, uint32_t count, uint32_t width,
                         uint32_t code_point) {
    if (code_point - cursor->first < cursor->limit - cursor->first) return false;
    char digits[3] = {unicode_to_digit(code_point / 8100 % 90), unicode_to_digit(code_point / 90 % 90),
                      unicode_to_digit(code_point % 90)};
    uint32_t low = 0, high = code_point < 90 * 8100 ? count : 0, key = unicode_key(digits);
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (unicode_key(records + middle * width) <= key)
            low = middle + 1;
        else
            high = middle;
    }
    cursor->record = low ? records + (low - 1) * width : NULL;
    cursor->first = low ? unicode_fixed(cursor->record, 3) : 0;
    cursor->limit = low < count ? unicode_fixed(records + low * width, 3) : UINT32_MAX;
    return true;
}

static uint32_t unicode_map(struct unicode_cursor *cursor, const char *runs, uint32_t count,
                            uint32_t code_point) {
    if (unicode_seek(cursor, runs, count, UNICODE_RUN_DIGITS, code_point) && cursor->record)
        cursor->run = unicode_read_run(cursor->record);
    uint32_t offset = code_point - cursor->run.start;
    if (offset >= cursor->run.length || (cursor->run.stride == 2 && (offset & 1))) return code_point;
    return code_point + (uint32_t)cursor->run.difference;
}

// Writes the mapping to several if there is one; returns their count, or 0.
static unsigned unicode_map_special(struct unicode_cursor *cursor, const char *records, uint32_t count,
                                    uint32_t code_point, uint32_t out[3]) {
    unicode_seek(cursor, records, count, UNICODE_SPECIAL_DIGITS, code_point);
    if (cursor->first != code_point || !cursor->record) return 0;
    unsigned mapped = 0;
    for (; mapped < 3; mapped++)
        if ((out[mapped] = unicode_fixed(cursor->record + 3 + 3 * mapped, 3)) == 0) break;
    return mapped;
}

static unsigned unicode_lower_at(struct unicode_case_cursor *cursor, uint32_t code_point, uint32_t out[3]) {
    if (code_point < 0x80) {
        out[0] = code_point - 'A' < 26 ? code_point + 32 : code_point;
        return 1;
    }
    unsigned count = unicode_map_special(&cursor->special, unicode_lower_special, unicode_lower_special_count,
                                         code_point, out);
    if (count) return count;
    out[0] = unicode_map(&cursor->simple, unicode_lower_runs, unicode_lower_run_count, code_point);
    return 1;
}

static unsigned unicode_upper_at(struct unicode_case_cursor *cursor, uint32_t code_point, uint32_t out[3]) {
    if (code_point < 0x80) {
        out[0] = code_point - 'a' < 26 ? code_point - 32 : code_point;
        return 1;
    }
    unsigned count = unicode_map_special(&cursor->special, unicode_upper_special, unicode_upper_special_count,
                                         code_point, out);
    if (count) return count;
    out[0] = unicode_map(&cursor->simple, unicode_upper_runs, unicode_upper_run_count, code_point);
    return 1;
}

unsigned unicode_to_lower(uint32_t code_point, uint32_t out[3]) {
    return unicode_lower_at(&(struct unicode_case_cursor){0}, code_point, out);
}

unsigned unicode_to_upper(uint32_t code_point, uint32_t out[3]) {
    return unicode_upper_at(&(struct unicode_case_cursor){0}, code_point, out);
}

uint32_t unicode_to_lower_simple(uint32_t code_point) {
    return unicode_map(&(struct unicode_cursor){0}, unicode_lower_runs, unicode_lower_run_count, code_point);
}

// -- Texts -----------------------------------------------------------------------------------------------

// Whether the capital sigma at `start` ends a word: a cased letter stands before it and none after,
// case-ignorable characters not counted. The scans of several sigmas never overlap by much, as a sigma is
// itself cased.
static bool unicode_is_final_sigma(const struct memory *memory, const uint16_t *text, size_t length,
                                   size_t start) {
    size_t position = start;
    bool cased = false;
    for (size_t step = 0; position > 0 && !cased && memory_poll_step(memory, step); step++) {
        uint32_t code_point = utf_previous16(text, &position);
        if (unicode_test(unicode_bitmap_case_ignorable, code_point)) continue;
        cased = unicode_test(unicode_bitmap_cased, code_point);
        if (!cased) return false;
    }
    if (!cased) return false;
    position = start + 1;
    for (size_t step = 0; position < length && memory_poll_step(memory, step); step++) {
        uint32_t code_point = utf_next16(text, length, &position);
        if (unicode_test(unicode_bitmap_case_ignorable, code_point)) continue;
        return !unicode_test(unicode_bitmap_cased, code_point);
    }
    return true;
}

static size_t unicode_put_all(const uint32_t *code_points, unsigned count, uint16_t *out, size_t at) {
    uint16_t units[2];
    for (unsigned i = 0; i < count; i++)
        at += utf_put16(code_points[i], out ? out + at : units);
    return at;
}

#define POLL_CHARACTERS 65536 // between two polls

size_t unicode_lowercase(const struct memory *memory, const uint16_t *text, size_t length, uint16_t *out) {
    struct unicode_case_cursor cursor = {0};
    size_t written = 0, steps = 0;
    uint32_t mapped[3];
    for (size_t i = 0; i < length;) {
        size_t start = i;
        if (++steps % POLL_CHARACTERS == 0 && !memory_poll(memory)) return SIZE_MAX;
        uint32_t code_point = utf_next16(text, length, &i);
        unsigned count = unicode_lower_at(&cursor, code_point, mapped);
        if (code_point == 0x3a3 && unicode_is_final_sigma(memory, text, length, start)) mapped[0] = 0x3c2;
        written = unicode_put_all(mapped, count, out, written);
    }
    return written;
}

size_t unicode_uppercase(const struct memory *memory, const uint16_t *text, size_t length, uint16_t *out) {
    struct unicode_case_cursor cursor = {0};
    size_t written = 0, steps = 0;
    uint32_t mapped[3];
    for (size_t i = 0; i < length;) {
        if (++steps % POLL_CHARACTERS == 0 && !memory_poll(memory)) return SIZE_MAX;
        unsigned count = unicode_upper_at(&cursor, utf_next16(text, length, &i), mapped);
        written = unicode_put_all(mapped, count, out, written);
    }
    return written;
}

// -- Folding ---------------------------------------------------------------------------------------------

uint32_t unicode_fold(uint32_t code_point) {
    if (code_point < 0x80) return code_point - 'A' < 26 ? code_point + 32 : code_point;
    return unicode_map(&(struct unicode_cursor){0}, unicode_fold_runs, unicode_fold_run_count, code_point);
}

uint32_t unicode_fold_legacy(uint32_t code_unit) {
    uint32_t mapped[3];
    if (code_unit < 0x80) return code_unit - 'a' < 26 ? code_unit - 32 : code_unit;
    if (unicode_to_upper(code_unit, mapped) > 1 || mapped[0] < 0x80 || mapped[0] > 0xffff) return code_unit;
    return mapped[0];
}

bool unicode_each_fold(bool legacy, unicode_fold_visitor *visit, void *context) {
    const char *runs = legacy ? unicode_upper_runs : unicode_fold_runs;
    uint32_t count = legacy ? unicode_upper_run_count : unicode_fold_run_count;
    for (uint32_t i = 0; i < count; i++) {
        struct unicode_run run = unicode_read_run(runs + i * UNICODE_RUN_DIGITS);
        for (uint32_t offset = 0; offset < run.length; offset += run.stride) {
            uint32_t code_point = run.start + offset, folded = code_point + (uint32_t)run.difference;
            if (legacy && code_point > 0xffff) return true;
            if (legacy) folded = unicode_fold_legacy(code_point);
            if (folded != code_point && !visit(context, code_point, folded)) return false;
        }
    }
    return true;
}
