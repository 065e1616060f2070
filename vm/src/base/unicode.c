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

struct unicode_run {
    uint32_t start, length, stride;
    int32_t difference;
};

static struct unicode_run unicode_read_run(const char *run) {
    return (struct unicode_run){.start = unicode_fixed(run, 3),
                                .length = unicode_fixed(run + 3, 2),
                                .stride = unicode_fixed(run + 5, 1),
                                .difference = (int32_t)unicode_fixed(run + 6, 4) - 0x40000};
}

// The last of `count` records whose first three digits are at most `code_point`, or NULL.
static const char *unicode_search(const char *records, uint32_t count, uint32_t width, uint32_t code_point) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (unicode_fixed(records + middle * width, 3) <= code_point)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? records + (low - 1) * width : NULL;
}

static uint32_t unicode_map(const char *runs, uint32_t count, uint32_t code_point) {
    if (code_point >= 0x2e00 && code_point < 0xa640) return code_point; // scripts without case
    const char *run = unicode_search(runs, count, UNICODE_RUN_DIGITS, code_point);
    if (!run) return code_point;
    struct unicode_run found = unicode_read_run(run);
    uint32_t offset = code_point - found.start;
    if (offset >= found.length || (found.stride == 2 && (offset & 1))) return code_point;
    return code_point + (uint32_t)found.difference;
}

uint32_t unicode_to_lower_simple(uint32_t code_point) {
    if (code_point < 0x80) return code_point - 'A' < 26 ? code_point + 32 : code_point;
    return unicode_map(unicode_lower_runs, unicode_lower_run_count, code_point);
}

uint32_t unicode_to_upper_simple(uint32_t code_point) {
    if (code_point < 0x80) return code_point - 'a' < 26 ? code_point - 32 : code_point;
    return unicode_map(unicode_upper_runs, unicode_upper_run_count, code_point);
}

// Writes the mapping to several if there is one; returns their count, or 0.
static unsigned unicode_map_special(const char *records, uint32_t record_count, uint32_t code_point,
                                    uint32_t out[3]) {
    const char *record = unicode_search(records, record_count, UNICODE_SPECIAL_DIGITS, code_point);
    if (!record || unicode_fixed(record, 3) != code_point) return 0;
    unsigned count = 0;
    for (; count < 3; count++)
        if ((out[count] = unicode_fixed(record + 3 + 3 * count, 3)) == 0) break;
    return count;
}

unsigned unicode_to_lower(uint32_t code_point, uint32_t out[3]) {
    unsigned count = 0;
    if (code_point == 0x130)
        count = unicode_map_special(unicode_lower_special, unicode_lower_special_count, code_point, out);
    if (count) return count;
    out[0] = unicode_to_lower_simple(code_point);
    return 1;
}

unsigned unicode_to_upper(uint32_t code_point, uint32_t out[3]) {
    unsigned count = 0;
    if (code_point >= 0xdf && code_point <= 0xfb17)
        count = unicode_map_special(unicode_upper_special, unicode_upper_special_count, code_point, out);
    if (count) return count;
    out[0] = unicode_to_upper_simple(code_point);
    return 1;
}

// -- Texts -----------------------------------------------------------------------------------------------

// Whether the capital sigma at `start` ends a word: a cased letter stands before it and none after,
// case-ignorable characters not counted. The scans of several sigmas never overlap by much, as a sigma is
// itself cased.
static bool unicode_is_final_sigma(const uint16_t *text, size_t length, size_t start) {
    size_t position = start;
    bool cased = false;
    while (position > 0 && !cased) {
        uint32_t code_point = utf_previous16(text, &position);
        if (unicode_test(unicode_bitmap_case_ignorable, code_point)) continue;
        cased = unicode_test(unicode_bitmap_cased, code_point);
        if (!cased) return false;
    }
    if (!cased) return false;
    for (position = start + 1; position < length;) {
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

size_t unicode_lowercase(const uint16_t *text, size_t length, uint16_t *out) {
    size_t written = 0;
    uint32_t mapped[3];
    for (size_t i = 0; i < length;) {
        size_t start = i;
        uint32_t code_point = utf_next16(text, length, &i);
        unsigned count = unicode_to_lower(code_point, mapped);
        if (code_point == 0x3a3 && unicode_is_final_sigma(text, length, start)) mapped[0] = 0x3c2;
        written = unicode_put_all(mapped, count, out, written);
    }
    return written;
}

size_t unicode_uppercase(const uint16_t *text, size_t length, uint16_t *out) {
    size_t written = 0;
    uint32_t mapped[3];
    for (size_t i = 0; i < length;) {
        unsigned count = unicode_to_upper(utf_next16(text, length, &i), mapped);
        written = unicode_put_all(mapped, count, out, written);
    }
    return written;
}

// -- Folding ---------------------------------------------------------------------------------------------

uint32_t unicode_fold(uint32_t code_point) {
    if (code_point < 0x80) return code_point - 'A' < 26 ? code_point + 32 : code_point;
    return unicode_map(unicode_fold_runs, unicode_fold_run_count, code_point);
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
