// Strings: Latin-1 or UTF-16, always the narrowest (a string with WIDE set has at least one unit above 0xFF
// only if it was built from such input; slices may be wide with narrow content, so equality compares units,
// never storage).
//
//   flat    characters inline behind the header; `chars` points at them
//   slice   `chars` points into the storage of `parent`, a flat string or a STRING_BUFFER (never another
//   slice) view    `chars` points to the start of a growing `buffer`; appending to a view that ends where the
//   buffer's used part
//           ends happens in place, so a million `s += x` is linear
//   rope    concatenation of two large strings not yet done; `chars` is NULL until string_flatten
//   atom    flat, interned: the only string of its content among atoms; property keys compare atoms by
//   pointer
//
// A concatenation may move its left operand from a full buffer to a larger one, so `chars` of a view is
// re-read after string_concat; the content never changes.
//
// The uniform `chars` pointer makes reading a character one test away: string_flatten(vm, s) first when it
// may be a rope.
#ifndef OBJECT_STRING_H
#define OBJECT_STRING_H

#include "base/utf.h"
#include "gc/value.h"

#define STRING_MAX_LENGTH                                                                                    \
    ((1u << 29) - 24) // code units; concat beyond throws RangeError "Invalid string length"

// cell.flags
#define STRING_WIDE 0x01
#define STRING_ATOM 0x02
#define STRING_ROPE 0x04
#define STRING_SLICE 0x08
#define STRING_VIEW 0x10
#define STRING_INDEX 0x20     // the content is a canonical array index, kept in `index` (then never an atom)
#define STRING_NOT_INDEX 0x40 // known to be none
// cell.aux
#define STRING_JOINED 0x01 // flat, result of a concatenation: appending to it makes a growing buffer

struct memory;
struct string {
    struct cell cell; // cell.word: hash, 0 when not computed
    const void *
        chars; // NULL: rope. Stands where objects have their shape: inline caches compare without a kind test
    uint32_t length; // code units
    uint32_t index;  // with STRING_INDEX; atoms: number of the predefined atom or 0
    union {
        uint8_t latin1[8]; // flat; really `length` units
        uint16_t utf16[4];
        struct cell *parent;          // slice: the flat string, or the STRING_BUFFER of a view
        struct string_buffer *buffer; // view
        struct {
            struct string *left, *right;
        } rope;
    };
};
#define STRING_HEADER_SIZE offsetof(struct string, latin1)

// STRING_BUFFER: shared by views; `used` bytes of `capacity` are taken.
struct string_buffer {
    struct cell cell;
    uint32_t capacity, used; // code units
    uint8_t bytes[];
};

static inline struct string *value_as_string(vm_value v) { return value_as_cell(v); }
static inline bool string_is_wide(const struct string *s) { return s->cell.flags & STRING_WIDE; }
static inline bool string_is_atom(const struct string *s) { return s->cell.flags & STRING_ATOM; }
static inline bool string_is_rope(const struct string *s) { return s->cell.flags & STRING_ROPE; }
static inline const uint8_t *string_latin1(const struct string *s) { return s->chars; }
static inline const uint16_t *string_utf16(const struct string *s) { return s->chars; }

// Creation. NULL with the error pending when memory is refused or the length is beyond the maximum.
struct string *string_from_latin1(vm_isolate *vm, const uint8_t *chars, size_t length);
struct string *string_from_utf16(vm_isolate *vm, const uint16_t *chars,
                                 size_t length); // narrowed when possible
struct string *string_from_utf8(vm_isolate *vm, const char *bytes,
                                size_t length); // WTF-8; bad bytes become U+FFFD
// The same for either mode; *valid: nothing was ill-formed.
struct string *string_decode_utf8(vm_isolate *vm, const char *text, size_t length, enum utf_mode mode,
                                  bool *valid);
// The bytes of a flat string in UTF-8, and the writing of them. False: terminated.
bool string_utf8_length(vm_isolate *vm, const struct string *s, size_t *length);
bool string_write_utf8(vm_isolate *vm, const struct string *s, enum utf_mode mode, char *out, size_t *length);
struct string *string_from_text(vm_isolate *vm, const char *ascii); // NUL-terminated ASCII
// A flat string to be filled at once through the pointer (uint8_t* or uint16_t*) given back in *chars.
struct string *string_allocate(vm_isolate *vm, size_t length, bool wide, void **chars);
// One code unit; those below 256 are shared atoms made once.
struct string *string_from_unit(vm_isolate *vm, uint16_t unit);
struct string *string_from_code_point(vm_isolate *vm, uint32_t code_point);
// Decimal text of numbers: integers from a small cache, doubles through base/number.h. Never an atom of an
// index.
struct string *string_from_number(vm_isolate *vm, double number);
struct string *string_from_int(vm_isolate *vm, int32_t number);

// Turns a rope into flat text in place (iteratively) and gives s, or NULL with the error pending.
struct string *string_flatten_slow(vm_isolate *vm, struct string *s);
static inline struct string *string_flatten(vm_isolate *vm, struct string *s) {
    return __builtin_expect(s->chars != NULL, 1) ? s : string_flatten_slow(vm, s);
}
// Code unit `i` of a flat string.
static inline uint16_t string_at(const struct string *s, uint32_t i) {
    return string_is_wide(s) ? string_utf16(s)[i] : string_latin1(s)[i];
}
// Code point at `i` (lone surrogates as themselves); *units gets 1 or 2.
uint32_t string_code_point_at(const struct string *s, uint32_t i, uint32_t *units);

struct string *string_concat(vm_isolate *vm, struct string *left, struct string *right);
// Units from `start` up to but not including `end`; a slice of the parent when long, a copy when short.
struct string *string_substring(vm_isolate *vm, struct string *s, uint32_t start, uint32_t end);
bool string_equals(vm_isolate *vm, struct string *a,
                   struct string *b); // flattens; false also when memory is refused
int string_compare(vm_isolate *vm, struct string *a,
                   struct string *b); // by code units: <0, 0, >0; ropes flattened before
bool string_equals_text(const struct string *s, const char *ascii); // s flat
uint32_t string_hash(struct string *s);                             // s flat; never 0
// Equal units hash equally, whatever their storage.
uint32_t string_hash_latin1(const uint8_t *chars, size_t length);
uint32_t string_hash_utf16(const uint16_t *chars, size_t length);
// Whether a flat string consists of just these units.
bool string_equals_latin1(const struct string *s, const uint8_t *chars, size_t length);
bool string_equals_utf16(const struct string *s, const uint16_t *chars, size_t length);
// The same for either width, with polls. False, too, when given up.
bool string_has_units(const struct memory *memory, const struct string *s, const void *chars, size_t length,
                      bool wide);
// First occurrence of `needle` at or after `from` / last at or before; -1: none. Both flat.
#define STRING_SEARCH_GIVEN_UP (-2) // exception pending: terminated
int64_t string_index_of(vm_isolate *vm, const struct string *s, const struct string *needle, uint32_t from);
int64_t string_last_index_of(vm_isolate *vm, const struct string *s, const struct string *needle,
                             uint32_t from);
// The index that the string's content canonically spells (0 .. 2^32-2). s flat.
bool string_is_array_index(struct string *s, uint32_t *index);

// WhiteSpace and LineTerminator of the grammar: what trim removes and number conversion passes over.
bool string_is_white_space(uint16_t unit);
// The part of a flat string without white space at its start and/or end: units *from up to *to. Polls; any
// part when given up.
void string_trim_range(const struct memory *memory, const struct string *s, bool at_start, bool at_end,
                       uint32_t *from, uint32_t *to);

// Text for C: UTF-8 (lone surrogates as WTF-8) into memory of the isolate's payload allocator,
// NUL-terminated; the caller frees it with memory_free(vm->memory). NULL with the error pending.
char *string_to_utf8(vm_isolate *vm, struct string *s, size_t *length);

// Collects pieces into one string: append in any order of widths, finish once. Storage is from the payload
// allocator; abandon with string_builder_discard. After a failure every call is a no-op and finish gives NULL
// with the error pending. Short text stays in the struct, which therefore must not be copied.
struct string_builder {
    vm_isolate *vm;
    void *units;
    uint32_t length, capacity; // units
    bool wide, failed;
    uint16_t small[56];
};
void string_builder_start(struct string_builder *b, vm_isolate *vm);
void string_builder_unit(struct string_builder *b, uint16_t unit);
void string_builder_code_point(struct string_builder *b, uint32_t code_point);
void string_builder_string(struct string_builder *b, struct string *s); // flattens s when needed
void string_builder_range(struct string_builder *b, struct string *s, uint32_t start, uint32_t end);
void string_builder_text(struct string_builder *b, const char *ascii);
void string_builder_latin1(struct string_builder *b, const uint8_t *chars, size_t length);
void string_builder_utf16(struct string_builder *b, const uint16_t *chars, size_t length);
struct string *string_builder_finish(struct string_builder *b);
void string_builder_discard(struct string_builder *b);

struct marker;
void string_trace(struct marker *marker, struct cell *cell);

#endif
