// Methods of String that look for a string: indexOf, lastIndexOf, includes, startsWith, endsWith.
#include "builtins/string.h"

// The receiver, the string sought and the position, converted in this order. False: exception pending.
struct search {
    struct string *s, *needle;
    uint32_t position;
};
static bool prepare(vm_isolate *vm, vm_value *frame, uint32_t argc, const char *method, bool refuses_patterns,
                    bool default_end, struct search *out) {
    out->s = string_this(vm, THIS, method);
    if (!out->s) return false;
    enum outcome pattern = refuses_patterns ? string_pattern_is_regexp(vm, ARGUMENT(0)) : OUTCOME_FALSE;
    if (pattern == OUTCOME_TRUE) {
        throw_type_error(vm, "First argument to String.prototype.%s must not be a regular expression",
                         method);
    }
    if (pattern != OUTCOME_FALSE || !(out->needle = string_argument(vm, ARGUMENT(0)))) return false;
    out->position = default_end ? out->s->length : 0;
    return value_is_undefined(ARGUMENT(1)) || string_position(vm, frame[2], out->s->length, &out->position);
}

// Whether the needle stands at a position of the string.
static bool stands_at(const struct string *s, const struct string *needle, uint32_t at) {
    if (needle->length > s->length || at > s->length - needle->length) return false;
    if (string_is_wide(s) == string_is_wide(needle)) {
        unsigned wide = string_is_wide(s);
        return !memcmp((const char *)s->chars + ((size_t)at << wide), needle->chars,
                       (size_t)needle->length << wide);
    }
    for (uint32_t i = 0; i < needle->length; i++) {
        if (string_at(s, at + i) != string_at(needle, i)) return false;
    }
    return true;
}

// sec-string.prototype.endswith
vm_value string_search_ends_with(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct search search;
    if (!prepare(vm, frame, argc, "endsWith", true, true, &search)) return VALUE_EXCEPTION;
    return value_from_bool(search.needle->length <= search.position &&
                           stands_at(search.s, search.needle, search.position - search.needle->length));
}

// sec-string.prototype.startswith
vm_value string_search_starts_with(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct search search;
    if (!prepare(vm, frame, argc, "startsWith", true, false, &search)) return VALUE_EXCEPTION;
    return value_from_bool(stands_at(search.s, search.needle, search.position));
}

// sec-string.prototype.includes
vm_value string_search_includes(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct search search;
    if (!prepare(vm, frame, argc, "includes", true, false, &search)) return VALUE_EXCEPTION;
    int64_t at = string_index_of(vm, search.s, search.needle, search.position);
    return at == STRING_SEARCH_GIVEN_UP ? VALUE_EXCEPTION : value_from_bool(at >= 0);
}

static vm_value place_value(int64_t at) {
    return at == STRING_SEARCH_GIVEN_UP ? VALUE_EXCEPTION : value_from_int((int32_t)at);
}

// sec-string.prototype.indexof
vm_value string_search_index_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct search search;
    if (!prepare(vm, frame, argc, "indexOf", false, false, &search)) return VALUE_EXCEPTION;
    return place_value(string_index_of(vm, search.s, search.needle, search.position));
}

// sec-string.prototype.lastindexof
vm_value string_search_last_index_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct string *s = string_this(vm, THIS, "lastIndexOf");
    struct string *needle = s ? string_argument(vm, ARGUMENT(0)) : NULL;
    double position;
    if (!needle || !js_to_number(vm, ARGUMENT(1), &position)) return VALUE_EXCEPTION;
    if (needle->length > s->length) return value_from_int(-1);
    uint32_t last = s->length - needle->length;
    if (position < last) last = position > 0 ? (uint32_t)position : 0;
    return place_value(string_last_index_of(vm, s, needle, last));
}
