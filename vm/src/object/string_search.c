// Searching for a string in a string, forwards and backwards, in any mix of widths.
//
// The first unit of the needle is looked for with memchr or eight bytes at a time, and the rest compared
// where it is found. That is fastest for ordinary text but quadratic at worst, so comparisons that came to
// nothing are counted; when they cost more than a few times the text passed over, the two-way algorithm
// (Crochemore and Perrin: a critical factorization of the needle; linear time, constant space) takes over for
// the rest. It reads units through an accessor that also turns both texts around, so that one body serves all
// widths and both directions. Both poll the isolate's memory after so many units.
#include "object/string_internal.h"

// -- Two-way --------------------------------------------------------------------------------------------

#define POLL_UNITS (1u << 20) // units looked at between two polls

struct text {
    const void *units;
    uint32_t length;
    bool wide, reversed;
};

static inline uint16_t text_at(const struct text *t, uint32_t i) {
    if (t->reversed) i = t->length - 1 - i;
    return t->wide ? ((const uint16_t *)t->units)[i] : ((const uint8_t *)t->units)[i];
}

// Polls when the units looked at since the last time are many. False: given up.
static bool may_go_on(const struct memory *memory, uint64_t *looked_at) {
    if (*looked_at < POLL_UNITS) return true;
    *looked_at = 0;
    return memory_poll(memory);
}

// The start of the maximal suffix by the order of units or its inverse, and its period. UINT32_MAX: given up.
static uint32_t maximal_suffix(const struct memory *memory, const struct text *needle, bool inverse,
                               uint32_t *period) {
    int64_t suffix = -1, j = 0, k = 1, p = 1;
    uint64_t looked_at = 0;
    while (j + k < needle->length) {
        if (looked_at++ >= POLL_UNITS && !may_go_on(memory, &looked_at)) return UINT32_MAX;
        uint16_t a = text_at(needle, (uint32_t)(j + k)), b = text_at(needle, (uint32_t)(suffix + k));
        if (a == b) {
            if (k == p) {
                j += p;
                k = 1;
            } else {
                k++;
            }
        } else if (inverse ? a > b : a < b) {
            j += k;
            k = 1;
            p = j - suffix;
        } else {
            suffix = j++;
            k = p = 1;
        }
    }
    *period = (uint32_t)p;
    return (uint32_t)(suffix + 1);
}

// First occurrence at or after `from`; -1: none; STRING_SEARCH_GIVEN_UP.
static int64_t two_way(const struct memory *memory, const struct text *hay, const struct text *needle,
                       uint32_t from) {
    uint32_t period, other_period;
    uint32_t critical = maximal_suffix(memory, needle, false, &period);
    uint32_t other = critical == UINT32_MAX ? critical : maximal_suffix(memory, needle, true, &other_period);
    if (other == UINT32_MAX) return STRING_SEARCH_GIVEN_UP;
    if (other > critical) {
        critical = other;
        period = other_period;
    }
    bool periodic = critical + period <= needle->length;
    for (uint32_t i = 0; periodic && i < critical; i++) {
        periodic = text_at(needle, i) == text_at(needle, i + period);
    }
    if (!periodic) {
        uint32_t right = needle->length - critical;
        period = (critical > right ? critical : right) + 1;
    }
    uint32_t known = 0; // units at the needle's start that are known to match
    uint64_t looked_at = 0;
    for (uint64_t at = from; at + needle->length <= hay->length;) {
        uint32_t first = critical > known ? critical : known, i = first;
        if (!may_go_on(memory, &looked_at)) return STRING_SEARCH_GIVEN_UP;
        while (i < needle->length && text_at(needle, i) == text_at(hay, (uint32_t)(at + i)))
            i++;
        looked_at += i - first + 1;
        if (i < needle->length) {
            at += i - critical + 1;
            known = 0;
            continue;
        }
        i = critical;
        while (i > known && text_at(needle, i - 1) == text_at(hay, (uint32_t)(at + i - 1)))
            i--;
        if (i <= known) return (int64_t)at;
        looked_at += critical - i;
        at += period;
        known = periodic ? needle->length - period : 0;
    }
    return -1;
}

static int64_t search_slowly(const struct memory *memory, const struct string *s, const struct string *needle,
                             uint32_t from, bool reversed) {
    struct text hay = {s->chars, s->length, string_is_wide(s), reversed};
    struct text text = {needle->chars, needle->length, string_is_wide(needle), reversed};
    if (!reversed) return two_way(memory, &hay, &text, from);
    int64_t at = two_way(memory, &hay, &text, s->length - needle->length - from);
    return at < 0 ? at : s->length - needle->length - at;
}

// -- One unit -------------------------------------------------------------------------------------------

static int64_t find_narrow(const uint8_t *chars, uint64_t from, uint64_t end, uint16_t unit) {
    const uint8_t *found = from < end && unit <= 0xFF ? memchr(chars + from, unit, end - from) : NULL;
    return found ? found - chars : -1;
}

static int64_t find_wide(const uint16_t *chars, uint64_t from, uint64_t end, uint16_t unit) {
    const uint64_t ones = 0x0001000100010001ull;
    uint64_t pattern = unit * ones;
    for (; from + 4 <= end; from += 4) {
        uint64_t word;
        memcpy(&word, chars + from, 8);
        word ^= pattern;
        if ((word - ones) & ~word & (ones << 15)) break;
    }
    for (; from < end; from++) {
        if (chars[from] == unit) return (int64_t)from;
    }
    return -1;
}

// -- Whole needles --------------------------------------------------------------------------------------

// Length of the common start of the needle and the text at `at`.
static uint32_t common_units(const struct string *s, const struct string *needle, uint32_t at) {
    uint32_t i = 0, length = needle->length;
    if (!string_is_wide(s) && !string_is_wide(needle)) {
        const uint8_t *a = string_latin1(s) + at, *b = string_latin1(needle);
        while (i < length && a[i] == b[i])
            i++;
    } else if (string_is_wide(s) && string_is_wide(needle)) {
        const uint16_t *a = string_utf16(s) + at, *b = string_utf16(needle);
        while (i < length && a[i] == b[i])
            i++;
    } else {
        while (i < length && string_at(s, at + i) == string_at(needle, i))
            i++;
    }
    return i;
}

// Comparisons that may fail before the two-way algorithm takes over.
static inline bool too_costly(uint64_t wasted, uint64_t passed) { return wasted > 256 + 4 * passed; }

int64_t string_index_of(vm_isolate *vm, const struct string *s, const struct string *needle, uint32_t from) {
    if (from > s->length || needle->length > s->length - from) return -1;
    if (!needle->length) return from;
    uint64_t end = (uint64_t)s->length - needle->length + 1; // starts lie below
    uint16_t first = string_at(needle, 0), second = needle->length > 1 ? string_at(needle, 1) : 0;
    uint64_t wasted = 0, looked_at = 0;
    for (uint64_t at = from; at < end; at++) {
        uint64_t stop = end - at < POLL_UNITS ? end : at + POLL_UNITS;
        int64_t found = string_is_wide(s) ? find_wide(string_utf16(s), at, stop, first)
                                          : find_narrow(string_latin1(s), at, stop, first);
        looked_at += (found < 0 ? stop : (uint64_t)found + 1) - at;
        at = found < 0 ? stop - 1 : (uint64_t)found;
        if (found >= 0) {
            bool second_differs = needle->length > 1 && string_at(s, (uint32_t)at + 1) != second;
            uint32_t common = second_differs ? 1 : common_units(s, needle, (uint32_t)at);
            if (common == needle->length) return found;
            wasted += common;
            looked_at += common;
            if (too_costly(wasted, at - from))
                return search_slowly(&vm->memory, s, needle, (uint32_t)at + 1, false);
        }
        if (!may_go_on(&vm->memory, &looked_at)) return STRING_SEARCH_GIVEN_UP;
    }
    return -1;
}

int64_t string_last_index_of(vm_isolate *vm, const struct string *s, const struct string *needle,
                             uint32_t from) {
    if (needle->length > s->length) return -1;
    if (from > s->length - needle->length) from = s->length - needle->length;
    if (!needle->length) return from;
    uint16_t first = string_at(needle, 0);
    uint64_t wasted = 0, looked_at = 0;
    for (int64_t at = from; at >= 0; at--) {
        if (looked_at++ >= POLL_UNITS && !may_go_on(&vm->memory, &looked_at)) return STRING_SEARCH_GIVEN_UP;
        if (string_at(s, (uint32_t)at) != first) continue;
        uint32_t common = common_units(s, needle, (uint32_t)at);
        if (common == needle->length) return at;
        wasted += common;
        looked_at += common;
        if (too_costly(wasted, (uint64_t)(from - at)) && at)
            return search_slowly(&vm->memory, s, needle, (uint32_t)at - 1, true);
    }
    return -1;
}
