// The string builder: starts narrow in the struct itself, widens once, doubles in the payload allocator.
#include "object/string_internal.h"

void string_builder_start(struct string_builder *b, vm_isolate *vm) {
    b->vm = vm;
    b->units = b->small;
    b->length = 0;
    b->capacity = sizeof b->small;
    b->wide = b->failed = false;
}

void string_builder_discard(struct string_builder *b) {
    if (b->units != b->small) memory_free(&b->vm->memory, b->units);
    b->units = b->small;
    b->length = 0;
    b->capacity = sizeof b->small;
    b->wide = false;
}

static bool fail(struct string_builder *b, bool too_long) {
    string_builder_discard(b);
    b->failed = true;
    b->capacity = 0;
    if (too_long) {
        string_length_error(b->vm);
    } else {
        throw_out_of_memory(b->vm);
    }
    return false;
}

// Copies bytes to the units. False: given up.
static bool copy(struct string_builder *b, void *to, const void *from, size_t bytes) {
    return memory_copy(&b->vm->memory, to, from, bytes) || fail(b, false);
}

// Moves the units to storage of another width or size.
static bool move(struct string_builder *b, bool wide, size_t capacity) {
    struct memory *memory = &b->vm->memory;
    if (wide == b->wide && b->units != b->small) {
        void *grown = memory_reallocate(memory, b->units, units_bytes(capacity, wide));
        if (!grown) return fail(b, false);
        b->units = grown;
    } else {
        void *moved = memory_allocate(memory, units_bytes(capacity, wide));
        if (!moved) return fail(b, false);
        bool done = wide == b->wide ? memory_copy(memory, moved, b->units, units_bytes(b->length, wide))
                                    : units_widen(memory, b->units, b->length, moved);
        if (!done) {
            memory_free(memory, moved);
            return fail(b, false);
        }
        if (b->units != b->small) memory_free(memory, b->units);
        b->units = moved;
    }
    b->wide = wide;
    b->capacity = (uint32_t)capacity;
    return true;
}

// Makes room for `more` units of which some are wide.
static bool reserve(struct string_builder *b, size_t more, bool wide) {
    if (b->failed) return false;
    size_t needed = b->length + more;
    wide |= b->wide;
    if (__builtin_expect(needed <= b->capacity && wide == b->wide, 1)) return true;
    if (needed > STRING_MAX_LENGTH) return fail(b, true);
    if (!b->length && b->units == b->small && wide && needed <= sizeof b->small / 2) {
        b->wide = true;
        b->capacity = sizeof b->small / 2;
        return true;
    }
    size_t capacity = b->capacity;
    if (needed > capacity) {
        capacity = capacity * 2 > needed ? capacity * 2 : needed;
        if (capacity > STRING_MAX_LENGTH) capacity = STRING_MAX_LENGTH;
    }
    return move(b, wide, capacity);
}

void string_builder_unit(struct string_builder *b, uint16_t unit) {
    if (!reserve(b, 1, unit > 0xFF)) return;
    if (b->wide) {
        ((uint16_t *)b->units)[b->length++] = unit;
    } else {
        ((uint8_t *)b->units)[b->length++] = (uint8_t)unit;
    }
}

void string_builder_code_point(struct string_builder *b, uint32_t code_point) {
    if (code_point <= 0xFFFF) {
        string_builder_unit(b, (uint16_t)code_point);
    } else {
        string_builder_unit(b, utf_lead(code_point));
        string_builder_unit(b, utf_trail(code_point));
    }
}

void string_builder_latin1(struct string_builder *b, const uint8_t *chars, size_t length) {
    if (!reserve(b, length, false)) return;
    if (b->wide) {
        if (!units_widen(&b->vm->memory, chars, length, (uint16_t *)b->units + b->length)) {
            fail(b, false);
            return;
        }
    } else {
        if (!copy(b, (uint8_t *)b->units + b->length, chars, length)) return;
    }
    b->length += (uint32_t)length;
}

void string_builder_utf16(struct string_builder *b, const uint16_t *chars, size_t length) {
    if (!reserve(b, length, !b->wide && !units_are_latin1(&b->vm->memory, chars, length))) return;
    if (b->wide) {
        if (!copy(b, (uint16_t *)b->units + b->length, chars, length * 2)) return;
    } else if (!units_narrow(&b->vm->memory, chars, length, (uint8_t *)b->units + b->length)) {
        fail(b, false);
        return;
    }
    b->length += (uint32_t)length;
}

void string_builder_range(struct string_builder *b, struct string *s, uint32_t start, uint32_t end) {
    if (b->failed || start >= end) return;
    if (!string_flatten(b->vm, s)) {
        string_builder_discard(b);
        b->failed = true;
        b->capacity = 0;
        return;
    }
    if (string_is_wide(s)) {
        string_builder_utf16(b, string_utf16(s) + start, end - start);
    } else {
        string_builder_latin1(b, string_latin1(s) + start, end - start);
    }
}

void string_builder_string(struct string_builder *b, struct string *s) {
    string_builder_range(b, s, 0, s->length);
}

void string_builder_text(struct string_builder *b, const char *ascii) {
    string_builder_latin1(b, (const uint8_t *)ascii, strlen(ascii));
}

struct string *string_builder_finish(struct string_builder *b) {
    if (b->failed) return NULL;
    if (b->vm->terminating) { // what was appended may not be all
        string_builder_discard(b);
        return NULL;
    }
    struct string *s;
    if (b->length <= 1) {
        s = !b->length ? b->vm->empty_string
                       : string_from_unit(b->vm, b->wide ? *(uint16_t *)b->units : *(uint8_t *)b->units);
    } else {
        s = string_allocate_flat(b->vm, b->length, b->wide);
        if (s && !memory_copy(&b->vm->memory, s->latin1, b->units, units_bytes(b->length, b->wide))) s = NULL;
    }
    string_builder_discard(b);
    return s;
}
