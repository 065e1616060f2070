// Internationalized domain names: "domain to ASCII" of the URL Standard, which is UTS #46 processing with
// CheckHyphens, UseSTD3ASCIIRules, Transitional_Processing and VerifyDnsLength false, CheckBidi and
// CheckJoiners true.
//
//     domain ─ map each code point ─ NFC ─ split at "." ─ each label: decode "xn--", check, encode again
//
// The mapping is NFKC_Casefold, which utf8proc knows, with the differences listed at map_code_point.
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "url/url.h"

// Labels that would take more steps to encode or decode are refused: the algorithm is quadratic.
#define EFFORT_LIMIT ((uint64_t)1 << 28)

// A growing list of code points.
struct code_points {
    uint32_t *items;
    size_t length, capacity;
    bool failed;
};

// Puts `c` at `index`.
static void insert(struct code_points *list, size_t index, uint32_t c) {
    if (list->length == list->capacity) {
        size_t capacity = list->capacity ? list->capacity * 2 : 64;
        uint32_t *items = realloc(list->items, capacity * sizeof *items);
        if (!items) {
            list->failed = true;
            return;
        }
        list->items = items;
        list->capacity = capacity;
    }
    memmove(list->items + index + 1, list->items + index, (list->length - index) * sizeof *list->items);
    list->items[index] = c;
    list->length++;
}

// --- Punycode, RFC 3492

enum { BASE = 36, T_MIN = 1, T_MAX = 26, SKEW = 38, DAMP = 700, INITIAL_BIAS = 72, INITIAL_N = 128 };

static uint32_t adapt(uint32_t delta, uint32_t points, bool first) {
    uint32_t k = 0;
    delta = first ? delta / DAMP : delta / 2;
    delta += delta / points;
    for (; delta > (BASE - T_MIN) * T_MAX / 2; k += BASE) {
        delta /= BASE - T_MIN;
    }
    return k + (BASE - T_MIN + 1) * delta / (delta + SKEW);
}

static uint32_t threshold(uint32_t k, uint32_t bias) {
    return k <= bias + T_MIN ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias;
}

static bool punycode_decode(const char *text, size_t length, struct code_points *out) {
    size_t basic = length;
    while (basic && text[basic - 1] != '-') {
        basic--;
    }
    if ((uint64_t)(length - basic) * length > EFFORT_LIMIT) {
        return false;
    }
    for (size_t i = 0; i + 1 < basic; i++) {
        insert(out, out->length, (unsigned char)text[i]);
    }
    uint32_t n = INITIAL_N, i = 0, bias = INITIAL_BIAS;
    for (size_t at = basic; at < length;) {
        uint32_t before = i;
        uint64_t weight = 1;
        for (uint32_t k = BASE;; k += BASE) {
            if (at == length) {
                return false;
            }
            char c = text[at++];
            uint32_t digit = c >= '0' && c <= '9'                     ? (uint32_t)(c - '0' + 26)
                             : (c | 0x20) >= 'a' && (c | 0x20) <= 'z' ? (uint32_t)((c | 0x20) - 'a')
                                                                      : BASE;
            uint64_t sum = i + digit * weight;
            if (digit >= BASE || sum > INT32_MAX) {
                return false;
            }
            i = (uint32_t)sum;
            uint32_t t = threshold(k, bias);
            if (digit < t) {
                break;
            }
            weight *= BASE - t;
            if (weight > INT32_MAX) {
                return false;
            }
        }
        uint32_t points = (uint32_t)out->length + 1;
        bias = adapt(i - before, points, before == 0);
        n += i / points;
        i %= points;
        if (n > 0x10ffff || out->failed) {
            return false;
        }
        insert(out, i++, n);
    }
    return true;
}

static bool punycode_encode(const uint32_t *label, size_t length, struct url_text *out) {
    size_t handled = 0;
    for (size_t i = 0; i < length; i++) {
        if (label[i] < 0x80) {
            url_text_char(out, (char)label[i]);
            handled++;
        }
    }
    if ((uint64_t)(length - handled) * length > EFFORT_LIMIT) {
        return false;
    }
    if (handled) {
        url_text_char(out, '-');
    }
    bool first = true;
    uint32_t n = INITIAL_N, delta = 0, bias = INITIAL_BIAS;
    while (handled < length) {
        uint32_t next = UINT32_MAX;
        for (size_t i = 0; i < length; i++) {
            next = label[i] >= n && label[i] < next ? label[i] : next;
        }
        uint64_t grown = delta + (uint64_t)(next - n) * (handled + 1);
        if (grown > INT32_MAX) {
            return false;
        }
        delta = (uint32_t)grown;
        n = next;
        for (size_t i = 0; i < length; i++) {
            delta += label[i] < n;
            if (label[i] != n) {
                continue;
            }
            uint32_t q = delta;
            for (uint32_t k = BASE;; k += BASE) {
                uint32_t t = threshold(k, bias), digit = q < t ? q : t + (q - t) % (BASE - t);
                url_text_char(out, (char)(digit < 26 ? 'a' + digit : '0' + digit - 26));
                if (q < t) {
                    break;
                }
                q = (q - t) / (BASE - t);
            }
            bias = adapt(delta, (uint32_t)handled + 1, first);
            first = false;
            delta = 0;
            handled++;
        }
        delta++;
        n++;
    }
    return true;
}

// --- mapping

struct range {
    uint32_t first, last;
};

static bool in_ranges(uint32_t c, const struct range *ranges, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (c >= ranges[i].first && c <= ranges[i].last) {
            return true;
        }
    }
    return false;
}

#define IN_RANGES(c, ranges) in_ranges(c, ranges, sizeof(ranges) / sizeof *(ranges))

enum { ZERO_WIDTH_NON_JOINER = 0x200c, ZERO_WIDTH_JOINER = 0x200d };

static utf8proc_category_t category(uint32_t c) { return utf8proc_category((utf8proc_int32_t)c); }

static bool is_mark(uint32_t c) {
    utf8proc_category_t of = category(c);
    return of == UTF8PROC_CATEGORY_MN || of == UTF8PROC_CATEGORY_MC || of == UTF8PROC_CATEGORY_ME;
}

// Whether a domain must not contain this code point, not even for being mapped. ASCII is judged by callers.
static bool is_disallowed(uint32_t c) {
    // Letters, signs and marks that are so although their category is not.
    static const struct range exceptions[] = {
        {0x4c0, 0x4c0},     {0x10a0, 0x10c5},   {0x115f, 0x1160},   {0x17b4, 0x17b5},
        {0x1806, 0x1806},   {0x2132, 0x2132},   {0x2183, 0x2183},   {0x2ff0, 0x2fff},
        {0x3164, 0x3164},   {0xffa0, 0xffa0},   {0xfffc, 0xfffd},   {0x2f868, 0x2f868},
        {0x2f874, 0x2f874}, {0x2f91f, 0x2f91f}, {0x2f95f, 0x2f95f}, {0x2f9bf, 0x2f9bf},
    };
    // Format characters that are not: these are ignored, and the joiners valid.
    static const struct range formats[] = {{0xad, 0xad},     {0x200b, 0x200d}, {0x2060, 0x2060},
                                           {0x2064, 0x2064}, {0xfeff, 0xfeff}, {0x1bca0, 0x1bca3}};
    if (c < 0x80) {
        return false;
    }
    switch (category(c)) {
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return true;
    case UTF8PROC_CATEGORY_CF: return !IN_RANGES(c, formats);
    default: return IN_RANGES(c, exceptions);
    }
}

// Appends what a code point becomes, decomposed. Differences from NFKC_Casefold: what is_disallowed is
// refused; sharp s, final sigma and the joiners are kept (the "deviations" of the nontransitional form); the
// ideographic full stops become
// "." as the fullwidth one does, and everything else that has a full stop in it is refused.
static bool map_code_point(uint32_t c, struct url_text *out) {
    enum {
        SHARP_S = 0xdf,
        FINAL_SIGMA = 0x3c2,
        IDEOGRAPHIC_STOP = 0x3002,
        FULLWIDTH_STOP = 0xff0e,
        HALFWIDTH_IDEOGRAPHIC_STOP = 0xff61,
        LONGEST = 32
    };
    utf8proc_int32_t mapped[LONGEST];
    int boundary = 0;
    if (c < 0x80) {
        url_text_char(out, c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : (char)c);
        return true;
    }
    if (is_disallowed(c)) {
        return false;
    }
    if (c == SHARP_S || c == FINAL_SIGMA || c == ZERO_WIDTH_JOINER || c == ZERO_WIDTH_NON_JOINER) {
        url_text_code_point(out, c);
        return true;
    }
    utf8proc_ssize_t count = utf8proc_decompose_char((utf8proc_int32_t)c, mapped, LONGEST,
                                                     UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                                                         UTF8PROC_DECOMPOSE | UTF8PROC_IGNORE,
                                                     &boundary);
    for (utf8proc_ssize_t i = 0; i < count && i < LONGEST; i++) {
        bool stop = mapped[i] == '.' || mapped[i] == IDEOGRAPHIC_STOP;
        if (stop && c != IDEOGRAPHIC_STOP && c != HALFWIDTH_IDEOGRAPHIC_STOP && c != FULLWIDTH_STOP) {
            return false;
        }
        url_text_code_point(out, stop ? '.' : (uint32_t)mapped[i]);
    }
    return count >= 0;
}

// The NFC form of UTF-8 text in memory for the caller to free, its length in *length. NULL: memory refused.
static int32_t *compose(const char *text, size_t length, size_t *composed_length) {
    // A code point of two bytes or more decomposes to four at the most.
    utf8proc_ssize_t capacity = 2 * (utf8proc_ssize_t)length + 1;
    int32_t *buffer = malloc((size_t)capacity * sizeof *buffer);
    utf8proc_ssize_t n = -1;
    if (buffer) {
        n = utf8proc_decompose((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)length, buffer, capacity,
                               UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    }
    if (n < 0 || n > capacity) {
        free(buffer);
        return NULL;
    }
    *composed_length = (size_t)utf8proc_normalize_utf32(buffer, n, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    return buffer;
}

// --- validity of labels

// A virama before a joiner allows it.
static bool is_virama(uint32_t c) { return utf8proc_get_property((utf8proc_int32_t)c)->combining_class == 9; }

// Joining types of letters, after mapping. Unicode's ArabicShaping.txt.
static bool joins_both_sides(uint32_t c) {
    static const struct range ranges[] = {
        {0x620, 0x620},     {0x626, 0x626},   {0x628, 0x628},   {0x62a, 0x62e},   {0x633, 0x63f},
        {0x641, 0x647},     {0x649, 0x64a},   {0x66e, 0x66f},   {0x678, 0x687},   {0x69a, 0x6bf},
        {0x6c1, 0x6c2},     {0x6cc, 0x6cc},   {0x6ce, 0x6ce},   {0x6d0, 0x6d1},   {0x6fa, 0x6fc},
        {0x6ff, 0x6ff},     {0x712, 0x714},   {0x71a, 0x71d},   {0x71f, 0x727},   {0x729, 0x729},
        {0x72b, 0x72b},     {0x72d, 0x72e},   {0x74e, 0x758},   {0x75c, 0x76a},   {0x76d, 0x770},
        {0x772, 0x772},     {0x775, 0x777},   {0x77a, 0x77f},   {0x7ca, 0x7ea},   {0x841, 0x845},
        {0x848, 0x848},     {0x84a, 0x853},   {0x855, 0x855},   {0x860, 0x860},   {0x862, 0x865},
        {0x868, 0x868},     {0x8a0, 0x8a9},   {0x8af, 0x8b0},   {0x8b3, 0x8b8},   {0x8ba, 0x8c8},
        {0x1807, 0x1807},   {0x1820, 0x1878}, {0x1887, 0x18a8}, {0x18aa, 0x18aa}, {0xa840, 0xa871},
        {0x1e900, 0x1e943},
    };
    return IN_RANGES(c, ranges);
}

static bool joins_to_the_left(uint32_t c) { return c == 0xa872 || joins_both_sides(c); }

static bool joins_to_the_right(uint32_t c) {
    static const struct range ranges[] = {
        {0x622, 0x625}, {0x627, 0x627}, {0x629, 0x629}, {0x62f, 0x632}, {0x648, 0x648}, {0x671, 0x673},
        {0x675, 0x677}, {0x688, 0x699}, {0x6c0, 0x6c0}, {0x6c3, 0x6cb}, {0x6cd, 0x6cd}, {0x6cf, 0x6cf},
        {0x6d2, 0x6d3}, {0x6d5, 0x6d5}, {0x6ee, 0x6ef}, {0x710, 0x710}, {0x715, 0x719}, {0x71e, 0x71e},
        {0x728, 0x728}, {0x72a, 0x72a}, {0x72c, 0x72c}, {0x72f, 0x72f}, {0x74d, 0x74d}, {0x759, 0x75b},
        {0x76b, 0x76c}, {0x771, 0x771}, {0x773, 0x774}, {0x778, 0x779}, {0x840, 0x840}, {0x846, 0x847},
        {0x849, 0x849}, {0x854, 0x854}, {0x856, 0x858}, {0x867, 0x867}, {0x869, 0x86a}, {0x8aa, 0x8ac},
        {0x8ae, 0x8ae}, {0x8b1, 0x8b2}, {0x8b9, 0x8b9},
    };
    return IN_RANGES(c, ranges) || joins_both_sides(c);
}

// The rules CONTEXTJ of RFC 5892 for the joiner at label[at].
static bool joiner_allowed(const uint32_t *label, size_t length, size_t at) {
    if (at && is_virama(label[at - 1])) {
        return true;
    }
    if (label[at] == ZERO_WIDTH_JOINER) {
        return false;
    }
    size_t before = at, after = at + 1;
    while (before && is_mark(label[before - 1])) {
        before--;
    }
    while (after < length && is_mark(label[after])) {
        after++;
    }
    return before && after < length && joins_to_the_left(label[before - 1]) &&
           joins_to_the_right(label[after]);
}

#define BIDI(name) (1u << UTF8PROC_BIDI_CLASS_##name)

static unsigned bidi_class(uint32_t c) {
    return 1u << utf8proc_get_property((utf8proc_int32_t)c)->bidi_class;
}

// The rules of RFC 5893 for a label of a domain that has letters or digits written from right to left.
static bool bidi_allowed(const uint32_t *label, size_t length) {
    const unsigned neutral = BIDI(EN) | BIDI(ES) | BIDI(CS) | BIDI(ET) | BIDI(ON) | BIDI(BN) | BIDI(NSM);
    if (length == 0) {
        return true;
    }
    unsigned first = bidi_class(label[0]), seen = 0, last;
    do {
        last = bidi_class(label[--length]);
        seen |= last;
    } while (length && last == BIDI(NSM));
    while (length) {
        seen |= bidi_class(label[--length]);
    }
    if (first == BIDI(L)) {
        return !(seen & ~(neutral | BIDI(L))) && (last & (BIDI(L) | BIDI(EN)));
    }
    return (first & (BIDI(R) | BIDI(AL))) && !(seen & ~(neutral | BIDI(R) | BIDI(AL) | BIDI(AN))) &&
           (last & (BIDI(R) | BIDI(AL) | BIDI(EN) | BIDI(AN))) &&
           (seen & (BIDI(EN) | BIDI(AN))) != (BIDI(EN) | BIDI(AN));
}

static bool has_right_to_left(const uint32_t *label, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (bidi_class(label[i]) & (BIDI(R) | BIDI(AL) | BIDI(AN))) {
            return true;
        }
    }
    return false;
}

// Whether a label, which is in NFC, has code points at their places only.
static bool is_valid_label(const uint32_t *label, size_t length) {
    if (length && is_mark(label[0])) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        bool joiner = label[i] == ZERO_WIDTH_JOINER || label[i] == ZERO_WIDTH_NON_JOINER;
        if (label[i] == '.' || is_disallowed(label[i]) || (joiner && !joiner_allowed(label, length, i))) {
            return false;
        }
    }
    return true;
}

// Whether mapping and NFC leave a decoded label as it is. -1: memory refused.
static int is_mapped_label(const uint32_t *label, size_t length) {
    struct url_text mapped;
    int same = 1;
    url_text_start(&mapped);
    for (size_t i = 0; i < length && same; i++) {
        same = map_code_point(label[i], &mapped);
    }
    if (same) {
        size_t composed_length;
        int32_t *composed = mapped.failed ? NULL : compose(mapped.bytes, mapped.length, &composed_length);
        same = !composed                   ? -1
               : composed_length == length ? !memcmp(composed, label, length * sizeof *label)
                                           : 0;
        free(composed);
    }
    url_text_free(&mapped);
    return same;
}

// Decodes what follows "xn--". URL_INVALID: it is no A-label.
static enum url_result decode_label(const char *text, size_t length, struct code_points *out) {
    if (length == 0 || !punycode_decode(text, length, out) || out->length == 0) {
        return out->failed ? URL_NO_MEMORY : URL_INVALID;
    }
    int mapped = out->failed ? -1 : is_mapped_label(out->items, out->length);
    return mapped < 0                                          ? URL_NO_MEMORY
           : mapped && is_valid_label(out->items, out->length) ? URL_OK
                                                               : URL_INVALID;
}

// --- domains

static bool is_a_label(const char *label, size_t length) { return length >= 4 && !memcmp(label, "xn--", 4); }

// The label as it is when ASCII, else encoded. URL_INVALID: something in it is not allowed. *right_to_left is
// set when the label makes the domain a "Bidi domain"; with `bidi` the rules for labels of one are checked.
static enum url_result append_label(const uint32_t *label, size_t length, bool bidi, bool *right_to_left,
                                    struct url_text *out) {
    size_t start = out->length, ascii = 0;
    while (ascii < length && label[ascii] < 0x80) {
        url_text_char(out, (char)label[ascii++]);
    }
    struct code_points decoded = {0};
    enum url_result result = out->failed ? URL_NO_MEMORY : URL_OK;
    if (result == URL_OK && is_a_label(out->bytes + start, out->length - start)) {
        result = ascii < length ? URL_INVALID : decode_label(out->bytes + start + 4, length - 4, &decoded);
        label = decoded.items;
        length = decoded.length;
    } else if (ascii < length) {
        out->length = start;
        url_text_append(out, "xn--", 4);
        if (!is_valid_label(label, length) || !punycode_encode(label, length, out)) {
            result = URL_INVALID;
        }
    }
    if (result == URL_OK) {
        *right_to_left |= has_right_to_left(label, length);
        result = bidi && !bidi_allowed(label, length) ? URL_INVALID : URL_OK;
    }
    free(decoded.items);
    return result;
}

// Maps a domain; the result, NFC, is for the caller to free. NULL: see *result.
static int32_t *map_domain(const char *domain, size_t length, size_t *mapped_length,
                           enum url_result *result) {
    struct url_text mapped;
    int32_t *composed = NULL;
    *result = URL_OK;
    url_text_start(&mapped);
    for (size_t i = 0; i < length && *result == URL_OK;) {
        if (!map_code_point(url_decode_utf8(domain, length, &i), &mapped)) {
            *result = URL_INVALID;
        }
    }
    if (*result == URL_OK) {
        composed = mapped.failed ? NULL : compose(mapped.bytes, mapped.length, mapped_length);
        *result = composed ? URL_OK : URL_NO_MEMORY;
    }
    url_text_free(&mapped);
    return composed;
}

static enum url_result append_labels(const uint32_t *domain, size_t length, bool bidi, bool *right_to_left,
                                     struct url_text *out) {
    for (size_t start = 0, end;; start = end + 1) {
        for (end = start; end < length && domain[end] != '.'; end++) {
        }
        enum url_result result = append_label(domain + start, end - start, bidi, right_to_left, out);
        if (result != URL_OK || end == length) {
            return result;
        }
        url_text_char(out, '.');
    }
}

enum url_result url_domain_to_ascii(const char *domain, size_t length, struct url_text *out) {
    enum url_result result;
    size_t mapped_length, start = out->length;
    bool right_to_left = false;
    int32_t *mapped = map_domain(domain, length, &mapped_length, &result);
    if (!mapped) {
        return result;
    }
    const uint32_t *code_points = (const uint32_t *)mapped;
    result = append_labels(code_points, mapped_length, false, &right_to_left, out);
    if (result == URL_OK && right_to_left) {
        out->length = start;
        result = append_labels(code_points, mapped_length, true, &right_to_left, out);
    }
    free(mapped);
    return out->failed ? URL_NO_MEMORY : result;
}

enum url_result url_domain_to_unicode(const char *domain, size_t length, struct url_text *out) {
    for (size_t start = 0, end;; start = end + 1) {
        const char *dot = memchr(domain + start, '.', length - start);
        struct code_points decoded = {0};
        end = dot ? (size_t)(dot - domain) : length;
        enum url_result result = URL_INVALID;
        if (is_a_label(domain + start, end - start)) {
            result = decode_label(domain + start + 4, end - start - 4, &decoded);
        }
        for (size_t i = 0; i < decoded.length && result == URL_OK; i++) {
            url_text_code_point(out, decoded.items[i]);
        }
        if (result == URL_INVALID) {
            url_text_append(out, domain + start, end - start);
        }
        free(decoded.items);
        if (result == URL_NO_MEMORY || out->failed) {
            return URL_NO_MEMORY;
        }
        if (end == length) {
            return URL_OK;
        }
        url_text_char(out, '.');
    }
}
