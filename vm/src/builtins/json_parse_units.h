// Reading JSON text of one width: included by json_parse.c with UNIT, NAME and ONES defined.

#define HIGHS (ONES << (8 * sizeof(UNIT) - 1))
#define REPEAT(unit) (ONES * (uint64_t)(unit))
// Nonzero when some unit of the word is zero.
#define HAS_ZERO(word) (((word)-ONES) & ~(word)&HIGHS)

static inline uint32_t NAME(position)(const struct parser *p, const UNIT *at) {
    return (uint32_t)(at - (const UNIT *)p->start);
}

static inline bool NAME(is_blank)(UNIT unit) {
    return unit <= ' ' && (unit == ' ' || unit == '\n' || unit == '\r' || unit == '\t');
}

// The units of blanks, digits and strings that are read without a poll end here at the latest.
static inline const UNIT *NAME(near)(const UNIT *at, const UNIT *end) {
    return (size_t)(end - at) > MEMORY_POLL_STEPS ? at + MEMORY_POLL_STEPS : end;
}

// Polls where `near` was reached. The end of the text when given up.
static const UNIT *NAME(go_on)(const struct parser *p, const UNIT *at) {
    return memory_poll(&p->vm->memory) ? at : p->end;
}

static inline const UNIT *NAME(skip_blanks)(const struct parser *p, const UNIT *at, const UNIT *end) {
    for (;;) {
        const UNIT *near = NAME(near)(at, end);
        while (at < near && NAME(is_blank)(*at))
            at++;
        if (at < near || at == end) return at;
        at = NAME(go_on)(p, at);
    }
}

// The first unit from `at` on that is a quote, a backslash or a control character.
static inline const UNIT *NAME(skip_plain)(const struct parser *p, const UNIT *at, const UNIT *end) {
    for (;;) {
        const UNIT *near = NAME(near)(at, end);
        while ((size_t)(near - at) >= sizeof(uint64_t) / sizeof(UNIT)) {
            uint64_t word;
            memcpy(&word, at, sizeof word);
            uint64_t control = (word - REPEAT(0x20)) & ~word & HIGHS;
            if (control | HAS_ZERO(word ^ REPEAT('"')) | HAS_ZERO(word ^ REPEAT('\\'))) break;
            at += sizeof(uint64_t) / sizeof(UNIT);
        }
        while (at < near && *at >= 0x20 && *at != '"' && *at != '\\')
            at++;
        if (at < near || at == end) return at;
        at = NAME(go_on)(p, at);
    }
}

// Appends what the escape sequence at `at` (behind the backslash) stands for. NULL: error pending.
static const UNIT *NAME(read_escape)(struct parser *p, const UNIT *at, struct string_builder *b) {
    const UNIT *end = p->end;
    if (at == end) {
        throw_unexpected(p, NAME(position)(p, at));
        return NULL;
    }
    uint32_t unit = *at;
    switch (unit) {
    case '"':
    case '\\':
    case '/': string_builder_unit(b, (uint16_t)unit); return at + 1;
    case 'b': string_builder_unit(b, '\b'); return at + 1;
    case 'f': string_builder_unit(b, '\f'); return at + 1;
    case 'n': string_builder_unit(b, '\n'); return at + 1;
    case 'r': string_builder_unit(b, '\r'); return at + 1;
    case 't': string_builder_unit(b, '\t'); return at + 1;
    case 'u': break;
    default:
        if (unit > 0xFF) {
            throw_unexpected(p, NAME(position)(p, at));
        } else {
            throw_at(p, "Bad escaped character", NAME(position)(p, at));
        }
        return NULL;
    }
    unit = 0;
    at++;
    for (int i = 0; i < 4; i++, at++) {
        int digit = at < end ? hex_value(*at) : -1;
        if (digit < 0) {
            throw_at(p, "Bad Unicode escape", NAME(position)(p, at));
            return NULL;
        }
        unit = unit << 4 | (uint32_t)digit;
    }
    string_builder_unit(b, (uint16_t)unit);
    return at;
}

static inline void NAME(append)(struct string_builder *b, const UNIT *from, const UNIT *to) {
    if (sizeof(UNIT) == 1) {
        string_builder_latin1(b, (const uint8_t *)from, (size_t)(to - from));
    } else {
        string_builder_utf16(b, (const uint16_t *)from, (size_t)(to - from));
    }
}

// The end of the string that begins at `at` (behind its quote), which has no escapes; NULL: it has, or is
// wrong; *stop is where.
static inline const UNIT *NAME(plain_end)(const struct parser *p, const UNIT *at, const UNIT **stop) {
    const UNIT *end = p->end;
    at = NAME(skip_plain)(p, at, end);
    *stop = at;
    return at < end && *at == '"' ? at : NULL;
}

// The string that begins at `from` and has its first escape (or a mistake) at `at`. p->at goes behind it.
static struct string *NAME(read_escaped)(struct parser *p, const UNIT *from, const UNIT *at) {
    const UNIT *end = p->end;
    struct string_builder b;
    string_builder_start(&b, p->vm);
    for (;;) {
        NAME(append)(&b, from, at);
        if (at == end || *at != '\\') break;
        at = NAME(read_escape)(p, at + 1, &b);
        if (!at) break;
        from = at;
        at = NAME(skip_plain)(p, at, end);
    }
    if (at && at < end && *at == '"') {
        p->at = at + 1;
        return string_builder_finish(&b);
    }
    string_builder_discard(&b);
    if (at) {
        throw_at(p, at < end ? "Bad control character in string literal" : "Unterminated string",
                 NAME(position)(p, at));
    }
    return NULL;
}

static struct string *NAME(string_of)(struct parser *p, const UNIT *from, const UNIT *to) {
    return sizeof(UNIT) == 1 ? string_from_latin1(p->vm, (const uint8_t *)from, (size_t)(to - from))
                             : string_from_utf16(p->vm, (const uint16_t *)from, (size_t)(to - from));
}

// The key of the units, which are those of a string without escapes.
static bool NAME(key_of)(struct parser *p, const UNIT *from, const UNIT *to, property_key *key) {
    size_t length = (size_t)(to - from);
    uint32_t index;
    if (length && length <= 10 && *from >= '0' && *from <= '9' &&
        (sizeof(UNIT) == 1 ? number_is_array_index_latin1((const uint8_t *)from, length, &index)
                           : number_is_array_index_utf16((const uint16_t *)from, length, &index))) {
        *key = key_from_index(index);
        return true;
    }
    struct string *atom = sizeof(UNIT) == 1 ? atom_from_latin1(p->vm, (const uint8_t *)from, length)
                                            : atom_from_utf16(p->vm, (const uint16_t *)from, length);
    if (atom) *key = key_from_cell(atom);
    return atom != NULL;
}

// Whether the text at `at` spells this key and its closing quote.
static inline bool NAME(spells)(const UNIT *at, const UNIT *end, property_key key) {
    if (!key.bits) return false;
    const struct string *name = (const struct string *)key_as_cell(key);
    if ((size_t)(end - at) <= name->length || at[name->length] != '"') return false;
    return sizeof(UNIT) == 1 ? string_equals_latin1(name, (const uint8_t *)at, name->length)
                             : string_equals_utf16(name, (const uint16_t *)at, name->length);
}

// A key from behind its quote on, pushed; p->at goes behind its closing quote.
static inline bool NAME(read_key)(struct parser *p, const UNIT *at) {
    struct guess *guess = guess_next(p);
    if (__builtin_expect(NAME(spells)(at, p->end, guess->key), 1)) {
        p->at = at + ((struct string *)key_as_cell(guess->key))->length + 1;
        return push(p, VALUE(guess->key.bits));
    }
    property_key key;
    const UNIT *stop, *end = NAME(plain_end)(p, at, &stop);
    if (end) {
        if (!NAME(key_of)(p, at, end, &key)) return false;
        p->at = end + 1;
        guess->key = key_is_index(key) ? (property_key){0} : key; // these stand in a text as they are
    } else {
        struct string *s = NAME(read_escaped)(p, at, stop);
        if (!s || !key_from_string(p->vm, s, &key)) return false;
    }
    return push(p, VALUE(key.bits));
}

static inline bool NAME(is_digit)(const UNIT *at, const UNIT *end) {
    return at < end && *at >= '0' && *at <= '9';
}

static const UNIT *NAME(skip_digits)(const struct parser *p, const UNIT *at, const UNIT *end) {
    for (;;) {
        const UNIT *near = NAME(near)(at, end);
        while (NAME(is_digit)(at, near))
            at++;
        if (at < near || at == end) return at;
        at = NAME(go_on)(p, at);
    }
}

// The value of a number whose text is right. NULL digits: memory was refused.
static bool NAME(convert)(struct parser *p, const UNIT *from, const UNIT *to, double *out) {
    char local[64], *text = local;
    size_t length = (size_t)(to - from), consumed;
    if (sizeof(UNIT) == 1) {
        *out = number_parse_decimal(&p->vm->memory, (const char *)from, length, &consumed);
        return true;
    }
    if (length > sizeof local) text = memory_allocate(&p->vm->memory, length);
    if (!text) {
        throw_out_of_memory(p->vm);
        return false;
    }
    for (size_t i = 0; i < length && memory_poll_step(&p->vm->memory, i); i++)
        text[i] = (char)from[i];
    *out = number_parse_decimal(&p->vm->memory, text, length, &consumed);
    if (text != local) memory_free(&p->vm->memory, text);
    return true;
}

// Number at `at`, pushed.
static bool NAME(read_number)(struct parser *p, const UNIT *at) {
    const UNIT *end = p->end, *start = at;
    bool negative = *at == '-', simple = true;
    at += negative;
    const UNIT *digits = at;
    uint64_t mantissa = 0;
    const UNIT *near = NAME(near)(at, end);
    while (NAME(is_digit)(at, near))
        mantissa = mantissa * 10 + (uint64_t)(*at++ - '0');
    if (at == near) at = NAME(skip_digits)(p, at, end);
    if (at == digits) return throw_at(p, "No number after minus sign", NAME(position)(p, at));
    if (*digits == '0' && at > digits + 1) return throw_unexpected(p, NAME(position)(p, digits + 1));
    ptrdiff_t count = at - digits;
    int exponent = 0;
    if (at < end && *at == '.') {
        const UNIT *fraction = ++at;
        while (NAME(is_digit)(at, near))
            mantissa = mantissa * 10 + (uint64_t)(*at++ - '0');
        if (at >= near) at = NAME(skip_digits)(p, at, end);
        if (at == fraction) return throw_at(p, "Unterminated fractional number", NAME(position)(p, at));
        count += at - fraction;
        exponent = count > 18 ? 0 : -(int)(at - fraction);
    } else if (count <= 9 && !(at < end && (*at | 0x20) == 'e')) {
        p->at = at;
        int32_t i = negative ? -(int32_t)mantissa : (int32_t)mantissa;
        return push(p, negative && !mantissa ? value_box_double(-0.0) : value_from_int(i));
    }
    if (at < end && (*at | 0x20) == 'e') {
        simple = false;
        at++;
        if (at < end && (*at == '+' || *at == '-')) at++;
        const UNIT *power = at;
        at = NAME(skip_digits)(p, at, end);
        if (at == power) return throw_at(p, "Exponent part is missing a number", NAME(position)(p, at));
    }
    p->at = at;
    double number;
    if (!simple || count > 18 || !simple_decimal(mantissa, exponent, &number)) {
        if (!NAME(convert)(p, start + negative, at, &number)) return false;
    }
    return push(p, value_from_double(negative ? -number : number));
}

// One of the words true, false, null.
static bool NAME(read_word)(struct parser *p, const UNIT *at, const char *word, vm_value value) {
    const UNIT *end = p->end;
    for (; *word; word++, at++) {
        if (at == end || *at != (UNIT)*word) return throw_unexpected(p, NAME(position)(p, at));
    }
    p->at = at;
    return push(p, value);
}

// A value that is no container, pushed with its record.
static inline bool NAME(read_primitive)(struct parser *p, const UNIT *at) {
    bool done;
    if (at == (const UNIT *)p->end) return throw_unexpected(p, NAME(position)(p, at));
    switch (*at) {
    case '"': {
        const UNIT *stop, *end = NAME(plain_end)(p, at + 1, &stop);
        struct string *s;
        if (end) {
            s = NAME(string_of)(p, at + 1, end);
            p->at = end + 1;
        } else {
            s = NAME(read_escaped)(p, at + 1, stop);
        }
        done = s && push(p, value_from_cell(s));
        break;
    }
    case 't': done = NAME(read_word)(p, at, "true", VALUE_TRUE); break;
    case 'f': done = NAME(read_word)(p, at, "false", VALUE_FALSE); break;
    case 'n': done = NAME(read_word)(p, at, "null", VALUE_NULL); break;
    case '-':
    case '0' ... '9': done = NAME(read_number)(p, at); break;
    default: return throw_unexpected(p, NAME(position)(p, at));
    }
    if (!done || !p->records) return done;
    return record_primitive(p, list_at(p->stack, p->stack->length - 1), NAME(position)(p, at),
                            NAME(position)(p, p->at));
}

// The key of the next property and its colon. `first`: of its object.
static inline bool NAME(read_property)(struct parser *p, const UNIT *at, bool first) {
    const UNIT *end = p->end;
    if (at == end || *at != '"') {
        return throw_at(p, first ? "Expected property name or '}'" : "Expected double-quoted property name",
                        NAME(position)(p, at));
    }
    if (!NAME(read_key)(p, at + 1)) return false;
    at = NAME(skip_blanks)(p, p->at, end);
    if (at == end || *at != ':') {
        uint32_t position = NAME(position)(p, at);
        return first ? throw_at(p, "Expected ':' after property name", position)
                     : throw_unexpected(p, position);
    }
    p->at = at + 1;
    return true;
}

// Opens the container at `at`: true in *empty when it ended at once.
static inline bool NAME(open_container)(struct parser *p, const UNIT *at, bool *empty) {
    const UNIT *end = p->end;
    bool is_object = *at == '{';
    if (!open(p, is_object)) return false;
    at = NAME(skip_blanks)(p, at + 1, end);
    *empty = at < end && *at == (is_object ? '}' : ']');
    p->at = *empty ? at + 1 : at;
    if (*empty) return is_object ? close_object(p) : close_array(p);
    return !is_object || NAME(read_property)(p, at, true);
}

// After a value: goes on to the next one of the container (true in *more), or ends containers.
static inline bool NAME(read_separator)(struct parser *p, bool *more) {
    const UNIT *end = p->end;
    while (p->levels.length) {
        const UNIT *at = NAME(skip_blanks)(p, p->at, end);
        bool is_object = p->top.is_object;
        if (at < end && *at == ',') {
            *more = true;
            p->at = at + 1;
            return !is_object || NAME(read_property)(p, NAME(skip_blanks)(p, at + 1, end), false);
        }
        if (at == end || *at != (is_object ? '}' : ']')) {
            return throw_at(p,
                            is_object ? "Expected ',' or '}' after property value"
                                      : "Expected ',' or ']' after array element",
                            NAME(position)(p, at));
        }
        p->at = at + 1;
        if (!(is_object ? close_object(p) : close_array(p))) return false;
    }
    *more = false;
    return true;
}

static bool NAME(parse)(struct parser *p) {
    p->start = p->at = p->text->chars;
    p->end = (const UNIT *)p->start + p->text->length;
    bool more = true;
    while (more) {
        if (++p->steps % SAFEPOINT_PERIOD == 0 && !js_safepoint(p->vm)) return false;
        const UNIT *at = NAME(skip_blanks)(p, p->at, p->end);
        if (at < (const UNIT *)p->end && (*at == '{' || *at == '[')) {
            bool empty;
            if (!NAME(open_container)(p, at, &empty)) return false;
            if (!empty) continue;
        } else if (!NAME(read_primitive)(p, at)) {
            return false;
        }
        if (!NAME(read_separator)(p, &more)) return false;
    }
    const UNIT *at = NAME(skip_blanks)(p, p->at, p->end);
    if (at == (const UNIT *)p->end) return true;
    throw_syntax_error(p->vm, "Unexpected non-whitespace character after JSON at position %u",
                       NAME(position)(p, at));
    return false;
}

#undef HIGHS
#undef REPEAT
#undef HAS_ZERO
