// names.h - the strings of one source text, interned
//
// The front end is independent of the JavaScript heap. Every identifier, property name, string and template
// text of a source is a `struct name`, unique within its table: two names are equal exactly when their
// pointers are. Names live in the arena of the parse and die with it. The code generator keeps the heap's
// atom for a name in `atom`.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

enum name_id {
    NAME_none, // a name that is not predefined
#define KEYWORD(name, spelling) NAME_##spelling,
#include "compiler/tokens.def"
    NAME_last_keyword = NAME_with,
#define PREDEFINED_NAME(identifier, text) NAME_##identifier,
#include "compiler/names.def"
#undef PREDEFINED_NAME
    NAME_COUNT
};

#define NAME_NOT_INDEX UINT32_MAX

struct name {
    struct name *next; // in its hash bucket
    void *atom;        // for the code generator; NULL at first
    uint32_t hash;
    uint32_t length;      // in UTF-16 code units
    uint32_t array_index; // value of a canonical array index ("0" … "4294967294"), else NAME_NOT_INDEX
    uint8_t id;           // enum name_id; NAME_none when not predefined
    uint8_t token;        // enum token_type an unescaped spelling has (lexer.h)
    bool wide; // some unit is above 0xFF: the text is UTF-16, else Latin-1. May hold lone surrogates
    // the `length` units follow: name_latin1(), name_utf16()
};

struct name_table {
    struct arena *arena;
    struct name **buckets;
    uint32_t mask; // number of buckets - 1
    uint32_t count;
    struct name *predefined[NAME_COUNT]; // [NAME_none] is NULL
};

// Sets up a table that allocates from `arena`, with the predefined names in it. False when memory runs out.
bool names_initialize(struct name_table *table, struct arena *arena);

// The name with these units, made when there is none yet. NULL when memory runs out.
struct name *names_intern_latin1(struct name_table *table, const uint8_t *units, size_t length);
// Same; units that are all below 0x100 give the same name as their Latin-1 form.
struct name *names_intern_utf16(struct name_table *table, const uint16_t *units, size_t length);
// Same, from NUL-terminated ASCII.
struct name *names_intern_text(struct name_table *table, const char *text);

// The units of a name that is not wide.
static inline const uint8_t *name_latin1(const struct name *name) { return (const uint8_t *)(name + 1); }

// The units of a wide name.
static inline const uint16_t *name_utf16(const struct name *name) { return (const uint16_t *)(name + 1); }

// The unit at `index`, which must be below name->length.
static inline uint16_t name_unit(const struct name *name, uint32_t index) {
    return name->wide ? name_utf16(name)[index] : name_latin1(name)[index];
}

// Writes the name as UTF-8 (lone surrogates as WTF-8), NUL-terminated and cut at a character when it does not
// fit. Returns the number of bytes written before the NUL.
size_t name_to_utf8(const struct name *name, char *out, size_t capacity);
