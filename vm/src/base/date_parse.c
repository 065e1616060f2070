// Dates in text (sec-date.parse).
//
// The format of the specification (YYYY-MM-DDTHH:mm:ss.sssZ and its shorter forms) is tried first. What it
// leaves goes to a reading of tokens in any order, which is what browsers have always had:
//
//   a number before ':' or '.', and after one, is part of the time of day; a sign after the time, or after
//   "UTC" or the like, begins an offset; any other number is part of the day
//   a word is the name of a month (three letters count), AM or PM, the name of a zone; another one may stand
//   before the first number only; parentheses hide their content
//   the parts of the day are month, day, year, but year, month, day when the first one cannot be a day; what
//   is missing is 1; a named month leaves day and year, in the order that their sizes tell; years below 50
//   are of this century, below 100 of the last one
//
// A NUL ends the text.
#include "base/date.h"

#include <math.h>
#include <string.h>

#define NONE INT32_MAX
#define SIGNIFICANT_DIGITS 9

enum token_kind { TOKEN_END, TOKEN_NUMBER, TOKEN_SYMBOL, TOKEN_WORD, TOKEN_SPACE, TOKEN_OTHER };
enum word_kind { WORD_UNKNOWN, WORD_MONTH, WORD_HALF_DAY, WORD_ZONE, WORD_TIME };

struct token {
    enum token_kind kind;
    enum word_kind word;
    char symbol;
    int32_t value; // of a number, or what a word stands for
    int32_t length;
};

struct reader {
    const uint8_t *at, *end;
    struct token next;
};

struct composer {
    int32_t day[3], time[4];
    int32_t day_count, time_count;
    int32_t named_month;          // NONE
    int32_t half_day;             // hours to add, NONE
    int32_t sign, hours, minutes; // of the zone; sign NONE: no zone
    bool is_iso;
};

// --- tokens ----------------------------------------------------------------------------------------

static const struct {
    char text[4];
    uint8_t kind;
    int8_t value;
} words[] = {
    {"jan", WORD_MONTH, 1},   {"feb", WORD_MONTH, 2},    {"mar", WORD_MONTH, 3},  {"apr", WORD_MONTH, 4},
    {"may", WORD_MONTH, 5},   {"jun", WORD_MONTH, 6},    {"jul", WORD_MONTH, 7},  {"aug", WORD_MONTH, 8},
    {"sep", WORD_MONTH, 9},   {"oct", WORD_MONTH, 10},   {"nov", WORD_MONTH, 11}, {"dec", WORD_MONTH, 12},
    {"am", WORD_HALF_DAY, 0}, {"pm", WORD_HALF_DAY, 12}, {"ut", WORD_ZONE, 0},    {"utc", WORD_ZONE, 0},
    {"z", WORD_ZONE, 0},      {"gmt", WORD_ZONE, 0},     {"cdt", WORD_ZONE, -5},  {"cst", WORD_ZONE, -6},
    {"edt", WORD_ZONE, -4},   {"est", WORD_ZONE, -5},    {"mdt", WORD_ZONE, -6},  {"mst", WORD_ZONE, -7},
    {"pdt", WORD_ZONE, -7},   {"pst", WORD_ZONE, -8},    {"t", WORD_TIME, 0},
};

static bool is_digit(uint8_t c) { return c >= '0' && c <= '9'; }
static bool is_space(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xA0; }
// Letters, and all that comes after them in the code.
static bool is_word(uint8_t c) { return c >= 'A' && c != 0xA0; }

static void read_number(struct reader *r, struct token *out) {
    const uint8_t *start = r->at;
    out->kind = TOKEN_NUMBER;
    while (r->at < r->end && *r->at == '0')
        r->at++;
    for (int digits = 0; r->at < r->end && is_digit(*r->at); digits++, r->at++) {
        if (digits < SIGNIFICANT_DIGITS) out->value = out->value * 10 + (*r->at - '0');
    }
    out->length = r->at - start > NONE ? NONE : (int32_t)(r->at - start);
}

static void read_word(struct reader *r, struct token *out) {
    char prefix[4] = {0};
    out->kind = TOKEN_WORD;
    for (; r->at < r->end && is_word(*r->at); r->at++, out->length++) {
        uint8_t c = *r->at;
        if (out->length < 3) prefix[out->length] = (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (memcmp(words[i].text, prefix, sizeof prefix)) continue;
        if (out->length > 3 && words[i].kind != WORD_MONTH) break;
        out->word = words[i].kind;
        out->value = words[i].value;
        break;
    }
}

static void skip_parentheses(struct reader *r) {
    int32_t depth = 0;
    do {
        depth += *r->at == '(' ? 1 : *r->at == ')' ? -1 : 0;
        r->at++;
    } while (depth > 0 && r->at < r->end);
}

static void advance(struct reader *r) {
    r->next = (struct token){.kind = TOKEN_END};
    if (r->at == r->end) return;
    uint8_t c = *r->at;
    if (is_digit(c)) {
        read_number(r, &r->next);
    } else if (c == ':' || c == '-' || c == '+' || c == '.' || c == ')') {
        r->next = (struct token){.kind = TOKEN_SYMBOL, .symbol = (char)c};
        r->at++;
    } else if (is_word(c)) {
        read_word(r, &r->next);
    } else if (c == '(') {
        r->next.kind = TOKEN_OTHER;
        skip_parentheses(r);
    } else {
        r->next.kind = is_space(c) ? TOKEN_SPACE : TOKEN_OTHER;
        r->at++;
    }
}

static struct token take(struct reader *r) {
    struct token token = r->next;
    advance(r);
    return token;
}

static bool is_symbol(const struct token *t, char symbol) {
    return t->kind == TOKEN_SYMBOL && t->symbol == symbol;
}
static bool is_sign(const struct token *t) { return is_symbol(t, '+') || is_symbol(t, '-'); }
static bool is_z(const struct token *t) {
    return t->kind == TOKEN_WORD && t->word == WORD_ZONE && t->length == 1;
}
// A number of just so many digits from 0 or more up to the limit.
static bool is_fixed(const struct token *t, int32_t length, int32_t least, int32_t most) {
    return t->kind == TOKEN_NUMBER && t->length == length && t->value >= least && t->value <= most;
}

static bool skip_symbol(struct reader *r, char symbol) {
    if (!is_symbol(&r->next, symbol)) return false;
    advance(r);
    return true;
}

// --- parts -----------------------------------------------------------------------------------------

static bool add_day(struct composer *c, int32_t value) {
    if (c->day_count == 3) return false;
    c->day[c->day_count++] = value;
    return true;
}

static bool add_time(struct composer *c, int32_t value) {
    if (c->time_count == 4) return false;
    c->time[c->time_count++] = value;
    return true;
}

static void end_time(struct composer *c, int32_t value) {
    add_time(c, value);
    while (c->time_count < 4)
        add_time(c, 0);
}

// Whether the value can be the part of the time that comes next.
static bool time_expects(const struct composer *c, int32_t value) {
    return (c->time_count == 1 && value < 60) || (c->time_count == 2 && value < 60) ||
           (c->time_count == 3 && value < 1000);
}

static void set_zone(struct composer *c, int32_t hours) {
    c->sign = hours < 0 ? -1 : 1;
    c->hours = hours < 0 ? -hours : hours;
    c->minutes = 0;
}

static bool zone_is_utc(const struct composer *c) {
    return c->sign != NONE && c->hours == 0 && c->minutes == 0;
}

// The digits after the point as milliseconds.
static int32_t milliseconds_of(const struct token *t) {
    int32_t value = t->value, length = t->length;
    if (length == 1) return value * 100;
    if (length == 2) return value * 10;
    for (length = length > SIGNIFICANT_DIGITS ? SIGNIFICANT_DIGITS : length; length > 3; length--)
        value /= 10;
    return value;
}

// --- the format of the specification ---------------------------------------------------------------

enum progress { COMPLETE, REST, WRONG };

// T, its time and its zone. Once there is a T nothing else may follow.
static bool read_iso_time(struct reader *r, struct composer *c) {
    if (!is_fixed(&r->next, 2, 0, 24)) return false;
    bool midnight = r->next.value == 24;
    int32_t most = midnight ? 0 : 59;
    add_time(c, take(r).value);
    if (!skip_symbol(r, ':') || !is_fixed(&r->next, 2, 0, most)) return false;
    add_time(c, take(r).value);
    if (skip_symbol(r, ':')) {
        if (!is_fixed(&r->next, 2, 0, most)) return false;
        add_time(c, take(r).value);
        if (skip_symbol(r, '.')) {
            if (r->next.kind != TOKEN_NUMBER || (midnight && r->next.value > 0)) return false;
            struct token fraction = take(r);
            add_time(c, milliseconds_of(&fraction));
        }
    }
    if (is_z(&r->next)) {
        advance(r);
        set_zone(c, 0);
    } else if (is_sign(&r->next)) {
        c->sign = take(r).symbol == '-' ? -1 : 1;
        if (is_fixed(&r->next, 4, 0, 2359) && r->next.value % 100 < 60) {
            c->hours = r->next.value / 100;
            c->minutes = take(r).value % 100;
        } else {
            if (!is_fixed(&r->next, 2, 0, 23)) return false;
            c->hours = take(r).value;
            if (!skip_symbol(r, ':') || !is_fixed(&r->next, 2, 0, 59)) return false;
            c->minutes = take(r).value;
        }
    }
    return r->next.kind == TOKEN_END;
}

// On REST *token is the first one that the rest begins with.
static enum progress read_iso(struct reader *r, struct composer *c, struct token *token) {
    if (is_sign(&r->next)) {
        *token = take(r);
        bool negative = token->symbol == '-';
        if (!is_fixed(&r->next, 6, 0, 999999)) return REST;
        int32_t year = take(r).value;
        if (negative && !year) return REST; // and forget it
        add_day(c, negative ? -year : year);
    } else if (is_fixed(&r->next, 4, 0, 9999)) {
        add_day(c, take(r).value);
    } else {
        *token = take(r);
        return REST;
    }
    if (skip_symbol(r, '-')) {
        bool month = is_fixed(&r->next, 2, 1, 12);
        if (month) add_day(c, take(r).value);
        bool more = month && skip_symbol(r, '-'), day = more && is_fixed(&r->next, 2, 1, 31);
        if (day) add_day(c, take(r).value);
        if (!month || more != day) {
            *token = take(r);
            return REST;
        }
    }
    if (r->next.kind == TOKEN_WORD && r->next.word == WORD_TIME) {
        advance(r);
        if (!read_iso_time(r, c)) return WRONG;
    } else if (r->next.kind != TOKEN_END) {
        *token = take(r);
        return REST;
    }
    if (c->sign == NONE && !c->time_count) set_zone(c, 0);
    c->is_iso = true;
    return COMPLETE;
}

// --- tokens in any order ---------------------------------------------------------------------------

static bool use_number(struct reader *r, struct composer *c, int32_t value) {
    if (skip_symbol(r, ':')) {
        if (skip_symbol(r, ':')) {
            if (c->time_count) return false;
            return add_time(c, value) && add_time(c, 0);
        }
        if (!add_time(c, value)) return false;
        skip_symbol(r, '.');
        return true;
    }
    bool point = skip_symbol(r, '.');
    if (point && time_expects(c, value)) {
        add_time(c, value);
        if (r->next.kind != TOKEN_NUMBER) return false;
        struct token fraction = take(r);
        end_time(c, milliseconds_of(&fraction));
        return true;
    }
    if (c->hours != NONE && c->minutes == NONE && value < 60) {
        c->minutes = value;
        return true;
    }
    if (time_expects(c, value)) {
        end_time(c, value);
        const struct token *n = &r->next;
        return n->kind == TOKEN_END || n->kind == TOKEN_SPACE || is_z(n) || is_sign(n);
    }
    if (!add_day(c, value)) return false;
    skip_symbol(r, '-');
    return true;
}

static bool use_word(struct reader *r, struct composer *c, const struct token *word, bool after_number) {
    if (word->word == WORD_HALF_DAY && c->time_count) {
        c->half_day = word->value;
    } else if (word->word == WORD_MONTH) {
        c->named_month = word->value;
        skip_symbol(r, '-');
    } else if (word->word == WORD_ZONE && after_number) {
        set_zone(c, word->value);
    } else {
        return !after_number && r->next.kind != TOKEN_NUMBER;
    }
    return true;
}

static bool use_offset(struct reader *r, struct composer *c, char sign) {
    struct token number = {.value = 0};
    c->sign = sign == '-' ? -1 : 1;
    if (r->next.kind == TOKEN_NUMBER) number = take(r);
    if (is_symbol(&r->next, ':')) {
        c->hours = number.value;
        c->minutes = NONE;
    } else if (number.length == 1 || number.length == 2) {
        c->hours = number.value;
        c->minutes = 0;
    } else if (number.length == 3 || number.length == 4) {
        c->hours = number.value / 100;
        c->minutes = number.value % 100;
    } else {
        return false;
    }
    return true;
}

static bool read_rest(struct reader *r, struct composer *c, struct token token) {
    bool after_number = c->day_count > 0;
    for (; token.kind != TOKEN_END; token = take(r)) {
        if (token.kind == TOKEN_NUMBER) {
            after_number = true;
            if (!use_number(r, c, token.value)) return false;
        } else if (token.kind == TOKEN_WORD) {
            if (!use_word(r, c, &token, after_number)) return false;
        } else if (is_sign(&token) && (zone_is_utc(c) || c->time_count)) {
            after_number = true;
            if (!use_offset(r, c, token.symbol)) return false;
        } else if ((is_sign(&token) || is_symbol(&token, ')')) && after_number) {
            return false;
        }
    }
    return true;
}

// --- putting it together ---------------------------------------------------------------------------

static double day_of(struct composer *c) {
    int32_t year = 1, month, day;
    if (!c->day_count) return NAN;
    while (c->day_count < 3)
        c->day[c->day_count++] = 1;
    bool first_is_day = c->day[0] >= 1 && c->day[0] <= 31;
    if (c->named_month != NONE) {
        month = c->named_month;
        day = c->day[first_is_day ? 0 : 1];
        year = c->day[first_is_day ? 1 : 0];
    } else if (c->is_iso || !first_is_day) {
        year = c->day[0];
        month = c->day[1];
        day = c->day[2];
    } else {
        month = c->day[0];
        day = c->day[1];
        year = c->day[2];
    }
    if (!c->is_iso && year >= 0 && year < 100) year += year < 50 ? 2000 : 1900;
    if (month < 1 || month > 12 || day < 1 || day > 31) return NAN;
    return date_make_day(year, month - 1, day);
}

static double time_of(struct composer *c) {
    while (c->time_count < 4)
        add_time(c, 0);
    int32_t hour = c->time[0];
    if (c->half_day != NONE) {
        if (hour > 12) return NAN;
        hour = hour % 12 + c->half_day;
    }
    bool right = hour < 24 && c->time[1] < 60 && c->time[2] < 60 && c->time[3] < 1000;
    bool midnight = hour == 24 && !c->time[1] && !c->time[2] && !c->time[3];
    return right || midnight ? date_make_time(hour, c->time[1], c->time[2], c->time[3]) : NAN;
}

// The commonest form, what toISOString gives: NAN for any other text.
static double parse_exact(const uint8_t *text, size_t length) {
    static const char form[] = "0000-00-00T00:00:00.000Z";
    int32_t parts[7] = {0}, part = 0;
    if (length != sizeof form - 1) return NAN;
    for (size_t i = 0; i < length; i++) {
        if (form[i] == '0') {
            if (!is_digit(text[i])) return NAN;
            parts[part] = parts[part] * 10 + (text[i] - '0');
        } else if (text[i] == form[i]) {
            part++;
        } else {
            return NAN;
        }
    }
    if (parts[1] < 1 || parts[1] > 12 || parts[2] < 1 || parts[2] > 31 || parts[3] > 23 || parts[4] > 59 ||
        parts[5] > 59)
        return NAN;
    int64_t seconds = (parts[3] * 60 + parts[4]) * 60 + parts[5];
    int64_t days = date_days(parts[0], parts[1] - 1, parts[2]);
    return (double)((days * 86400 + seconds) * 1000 + parts[6]);
}

double date_parse(const uint8_t *text, size_t length, bool *local) {
    double exact = parse_exact(text, length);
    *local = false;
    if (exact == exact) return exact;
    const uint8_t *zero = memchr(text, 0, length);
    struct reader r = {.at = text, .end = zero ? zero : text + length};
    struct composer c = {.named_month = NONE, .half_day = NONE, .sign = NONE, .hours = NONE, .minutes = NONE};
    struct token token;
    advance(&r);
    enum progress progress = read_iso(&r, &c, &token);
    if (progress == WRONG || (progress == REST && !read_rest(&r, &c, token))) return NAN;
    *local = c.sign == NONE;
    double date = date_make_date(day_of(&c), time_of(&c));
    if (c.sign == NONE) return date;
    double offset = (c.hours == NONE ? 0 : c.hours) * 60.0 + (c.minutes == NONE ? 0 : c.minutes);
    if (offset * 60 > INT32_MAX) return NAN;
    return date - c.sign * offset * 60000;
}
