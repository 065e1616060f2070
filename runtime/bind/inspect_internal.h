// What the files inspect_*.c share.
//
// Everything is written to the end of one text. What an object contains becomes a run of *entries*, each a
// span of that text, on a stack of spans; when all are there they are laid out at the end of the text and
// moved down over themselves. So an entry costs no allocation.
#ifndef BIND_INSPECT_INTERNAL_H
#define BIND_INSPECT_INTERNAL_H

#include "bind/inspect.h"

// An object that the next one is inside of.
struct inspect_frame {
    struct inspect_frame *outer;
    vm_value object;
};

struct span {
    size_t start, end; // in the text
};

enum style {
    STYLE_SPECIAL,
    STYLE_NUMBER,
    STYLE_BIGINT,
    STYLE_BOOLEAN,
    STYLE_UNDEFINED,
    STYLE_NULL,
    STYLE_STRING,
    STYLE_SYMBOL,
    STYLE_DATE,
    STYLE_REGEXP,
    STYLE_MODULE,
    STYLE_NAME,
    STYLE_COUNT
};

struct inspector {
    vm_isolate *vm;
    struct inspect_options options;
    struct text *text;
    struct span *spans;
    size_t span_count, span_capacity;
    struct inspect_frame *innermost;
    int level;   // objects that the next one is inside of
    int current; // level of the object whose entries were begun last
    int indentation;
    uint32_t steps;          // primitives shown
    vm_value circular;       // array of the objects met inside of themselves; or undefined
    uint32_t circular_count; // its length
    vm_key constructor, name, custom;
    vm_value stylize;                    // what custom inspection functions get; undefined until one does
    size_t style_start;                  // of the text whose style_end is to come
    int16_t style_codes[STYLE_COUNT][2]; // of colours; 0, 0: none
};

// What an object is called.
struct naming {
    vm_value constructor; // a string; undefined: there is none up to a null prototype
    vm_value tag;         // Symbol.toStringTag, a non-empty string that tells something; or undefined
    vm_value inherited;   // for show_hidden: array of holder, key, holder, key... of prototypes; or undefined
};

// How the entries are put between the braces. ROWS: more than six short ones share lines in columns.
enum layout { LAYOUT_OBJECT, LAYOUT_ROWS };
// How the name of a property is shown: not at all for elements of arrays.
enum property_kind { PROPERTY_NAMED, PROPERTY_ELEMENT, PROPERTY_EXTRA };

// An object on its way to text.
struct sketch {
    vm_value object;
    struct naming naming;
    struct text base; // shown before the brace
    struct text open; // prefix and opening brace; just the prefix when there is no brace
    const char *close;
    enum layout layout;
    enum style base_style; // of base when nothing follows; STYLE_NAME: none
    vm_value elements;     // array-like whose numbers decide on the alignment of columns; or undefined
    vm_value entries;      // of maps, sets and the like: those that are shown, as vm_entries gives them
    uint64_t entry_count;  // all of them
    bool pairs;
    vm_value keys;          // array of the properties to be shown
    bool braced_when_empty; // "prefix {}" and the like; else only the base
    bool empty_anyway;      // without entries of its own: shown on one line when it has no keys

    bool (*add)(struct inspector *in, struct sketch *s); // its own entries; NULL: none
};

// inspect.c
// Any value at the end of the text.
bool inspect_show(struct inspector *in, vm_value value);
// True: ok. For failures that are not to be passed on: takes the error, unless it is a termination.
bool inspect_forgive(struct inspector *in);

// inspect_options.c
void inspect_read_styles(struct inspector *in);
void style_begin(struct inspector *in, struct text *out, enum style style);
void style_end(struct inspector *in, struct text *out, enum style style);
void style_add(struct inspector *in, struct text *out, enum style style, const char *string);
// The options object of custom inspection functions.
vm_value inspect_options_object(struct inspector *in);

// inspect_layout.c
struct span *entry_begin(struct inspector *in); // NULL: error pending
void entry_end(struct inspector *in);
// One entry that says "... n more items".
bool entry_more(struct inspector *in, uint64_t more);
// Replaces the entries from `first` on by their layout: "base open entries close".
bool layout_entries(struct inspector *in, size_t first, size_t start, const struct text *base,
                    const struct text *open, const char *close, enum layout layout, vm_value elements,
                    int level);
bool layout_sort(struct inspector *in, size_t first);

// inspect_primitive.c
bool show_primitive(struct inspector *in, vm_value value);
bool show_number(struct inspector *in, struct text *out, vm_value number);
bool show_quoted(struct inspector *in, struct text *out, vm_value string);
// Symbol(description), its control characters escaped when it is a key.
bool show_symbol(struct inspector *in, struct text *out, vm_value symbol, bool escaped);
// A string without quotes but escaped like one.
bool show_escaped(struct inspector *in, struct text *out, vm_value string);
bool is_identifier(struct inspector *in, vm_value string);
bool is_index(struct inspector *in, vm_value key);

// inspect_name.c
bool naming_find(struct inspector *in, vm_value object, struct naming *out);
// "Name", "Name(size) [tag]", "[fallback(size): null prototype]"; size below 0: none.
void naming_prefix(struct inspector *in, struct text *out, const struct naming *naming, const char *fallback,
                   int64_t size);
// The same with the object's kind as the fallback, and no size.
void naming_own_prefix(struct inspector *in, struct text *out, vm_value object, const struct naming *naming);
// The name of an object's kind whatever its prototypes are.
void naming_class(struct inspector *in, struct text *out, vm_value object);
bool naming_function(struct inspector *in, struct text *out, vm_value function, const struct naming *naming);
// Whether text is exactly this string value.
bool same_text(struct inspector *in, vm_value string, const char *text);
// What an own or inherited property is when it is plain data: no getter and no proxy is called.
bool plain_property(struct inspector *in, vm_value object, vm_key key, vm_value *out);

// inspect_property.c
bool add_property(struct inspector *in, vm_value object, vm_value name, enum property_kind kind,
                  vm_value receiver);
bool add_properties(struct inspector *in, struct sketch *s);
// "name: value" of something that is no own property.
bool add_field(struct inspector *in, vm_value object, const char *name, bool bracketed);
vm_value inspect_keys(struct inspector *in, vm_value object, bool named_only);

// inspect_collection.c, inspect_error.c
bool add_array(struct inspector *in, struct sketch *s);
bool add_typed_array(struct inspector *in, struct sketch *s);
// Takes the entries of a collection or iterator, as many as are shown.
bool sketch_entries(struct inspector *in, struct sketch *s);
bool add_collection(struct inspector *in, struct sketch *s); // Map, Set, WeakMap, WeakSet
bool add_iterator(struct inspector *in, struct sketch *s);
bool add_array_buffer(struct inspector *in, struct sketch *s);
bool add_data_view(struct inspector *in, struct sketch *s);
bool sketch_error(struct inspector *in, struct sketch *s);

#endif
