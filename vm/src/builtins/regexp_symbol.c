// The methods of RegExp that String's methods call through well-known symbols, but for replacing; and the
// iterators of matchAll.
#include "builtins/regexp.h"

#include "builtins/iterator_step.h"
#include "builtins/string.h"

// In mode u or v empty matches are passed by code points.
static bool program_is_unicode(const struct regexp_program *program) {
    return program->flags & (REGEXP_UNICODE | REGEXP_UNICODE_SETS);
}

static bool flags_are_unicode(const struct string *flags) {
    return regexp_has_flag(flags, 'u') || regexp_has_flag(flags, 'v');
}

// --- match -----------------------------------------------------------------------------------------

// All matches of a pristine global expression as texts.
static vm_value match_all_texts(vm_isolate *vm, struct regexp_object *regexp, struct string *s) {
    struct regexp_program *program = regexp->program;
    struct regexp_match m;
    struct object *texts = NULL;
    enum outcome found;
    uint32_t at = 0;
    *regexp_last_index(regexp) = value_from_int(0);
    if (!regexp_match_prepare(vm, &m, program)) return VALUE_EXCEPTION;
    while (at <= s->length && (found = regexp_search(vm, program, s, at, &m)) != OUTCOME_FALSE) {
        if (found == OUTCOME_EXCEPTION || (!texts && !(texts = array_create(vm, 0)))) return VALUE_EXCEPTION;
        vm_value text = regexp_capture(vm, s, &m, 0);
        if (value_is_exception(text) || !array_push(vm, texts, text) || !js_safepoint(vm))
            return VALUE_EXCEPTION;
        at = (uint32_t)m.captures[1];
        if (m.captures[0] == m.captures[1]) at = regexp_advance(s, at, program_is_unicode(program));
    }
    return texts ? value_from_cell(texts) : VALUE_NULL;
}

// The text of element 0 of what exec gave; NULL: exception pending.
static struct string *matched_text(vm_isolate *vm, vm_value result) {
    vm_value text = js_get_element(vm, result, value_from_int(0));
    return value_is_exception(text) ? NULL : string_argument(vm, text);
}

// sec-regexp.prototype-%symbol.match%
vm_value regexp_symbol_match(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *r = regexp_receiver(vm, THIS, "RegExp.prototype.@@match");
    struct string *s = r ? string_argument(vm, ARGUMENT(0)) : NULL;
    if (!s) return VALUE_EXCEPTION;
    if (regexp_is_pristine(vm, THIS) && ((struct regexp_object *)r)->program->flags & REGEXP_GLOBAL)
        return match_all_texts(vm, (struct regexp_object *)r, s);
    struct string *flags = regexp_flags_of(vm, r);
    if (!flags) return VALUE_EXCEPTION;
    if (!regexp_has_flag(flags, 'g')) return regexp_exec(vm, r, s);
    bool unicode = flags_are_unicode(flags);
    struct object *texts = regexp_set_last_index(vm, r, 0) ? array_create(vm, 0) : NULL;
    if (!texts) return VALUE_EXCEPTION;
    for (;;) {
        vm_value result = regexp_exec(vm, r, s);
        if (value_is_exception(result)) return result;
        if (value_is_null(result)) return array_length(texts) ? value_from_cell(texts) : VALUE_NULL;
        struct string *text = matched_text(vm, result);
        if (!text || !array_push(vm, texts, value_from_cell(text)) || !js_safepoint(vm))
            return VALUE_EXCEPTION;
        if (!text->length && !regexp_advance_last_index(vm, r, s, unicode)) return VALUE_EXCEPTION;
    }
}

// --- matchAll --------------------------------------------------------------------------------------

#define ITERATOR_GLOBAL ITERATOR_FLAG_1
#define ITERATOR_UNICODE ITERATOR_FLAG_2

static vm_value string_iterator_create(vm_isolate *vm, vm_value matcher, struct string *s, bool global,
                                       bool unicode) {
    struct object *prototype = intrinsic(vm, INTRINSIC_RegExpStringIteratorPrototype);
    struct iterator_object *iterator =
        prototype ? iterator_create(vm, prototype, ITERATOR_REGEXP_STRING, ITERATE_VALUES, matcher) : NULL;
    if (!iterator) return VALUE_EXCEPTION;
    iterator->second = value_from_cell(s);
    iterator->object.cell.word |= (global ? ITERATOR_GLOBAL : 0) | (unicode ? ITERATOR_UNICODE : 0);
    return value_from_cell(iterator);
}

static vm_value construct_with_flags(vm_isolate *vm, struct object *constructor, struct object *r,
                                     struct string *flags) {
    vm_value arguments[] = {value_from_cell(r), value_from_cell(flags)};
    return js_construct(vm, constructor, 2, arguments, NULL);
}

// SpeciesConstructor(r, %RegExp%); NULL: exception pending.
static struct object *species_of(vm_isolate *vm, struct object *r) {
    struct object *fallback = intrinsic(vm, INTRINSIC_RegExp);
    return fallback ? js_species_constructor(vm, r, fallback) : NULL;
}

// sec-regexp-prototype-%symbol.matchall%
vm_value regexp_symbol_match_all(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *r = regexp_receiver(vm, THIS, "RegExp.prototype.@@matchAll");
    struct string *s = r ? string_argument(vm, ARGUMENT(0)) : NULL;
    if (!s) return VALUE_EXCEPTION;
    if (regexp_has_default_species(vm, THIS)) {
        struct regexp_program *program = ((struct regexp_object *)r)->program;
        struct regexp_object *matcher = regexp_create(vm, program);
        if (!matcher) return VALUE_EXCEPTION;
        *regexp_last_index(matcher) = *regexp_last_index((struct regexp_object *)r);
        return string_iterator_create(vm, value_from_cell(matcher), s, program->flags & REGEXP_GLOBAL,
                                      program_is_unicode(program));
    }
    struct object *constructor = species_of(vm, r);
    struct string *flags = constructor ? regexp_flags_of(vm, r) : NULL;
    uint64_t last_index;
    if (!flags) return VALUE_EXCEPTION;
    vm_value matcher = construct_with_flags(vm, constructor, r, flags);
    vm_value position = value_is_exception(matcher) ? matcher : js_get_atom(vm, r, ATOM_lastIndex);
    if (value_is_exception(position) || !js_to_length(vm, position, &last_index) ||
        !regexp_set_last_index(vm, value_as_object(matcher), (double)last_index)) {
        return VALUE_EXCEPTION;
    }
    return string_iterator_create(vm, matcher, s, regexp_has_flag(flags, 'g'), flags_are_unicode(flags));
}

enum outcome regexp_string_iterator_step(vm_isolate *vm, struct iterator_object *iterator, vm_value *value) {
    if (iterator_is_exhausted(iterator)) return OUTCOME_FALSE;
    struct object *r = value_as_object(iterator->target);
    struct string *s = value_as_string(iterator->second);
    uint32_t flags = iterator->object.cell.word;
    *value = regexp_exec(vm, r, s);
    if (value_is_exception(*value)) {
        iterator_exhaust(iterator);
        return OUTCOME_EXCEPTION;
    }
    if (value_is_null(*value) || !(flags & ITERATOR_GLOBAL)) iterator_exhaust(iterator);
    if (value_is_null(*value)) return OUTCOME_FALSE;
    if (!(flags & ITERATOR_GLOBAL)) return OUTCOME_TRUE;
    struct string *text = matched_text(vm, *value);
    if (text && (text->length || regexp_advance_last_index(vm, r, s, flags & ITERATOR_UNICODE)))
        return OUTCOME_TRUE;
    iterator_exhaust(iterator);
    return OUTCOME_EXCEPTION;
}

// sec-%regexpstringiteratorprototype%.next
vm_value regexp_string_iterator_next(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    if (!value_is_iterator(THIS, ITERATOR_REGEXP_STRING))
        return throw_type_error(
            vm, "Method %%RegExpStringIterator%%.prototype.next called on incompatible receiver %V", THIS);
    vm_value value = VALUE_UNDEFINED;
    return iterator_step_result(vm, regexp_string_iterator_step(vm, value_as_cell(THIS), &value), value);
}

// --- search ----------------------------------------------------------------------------------------

static vm_value search_directly(vm_isolate *vm, struct regexp_program *program, struct string *s) {
    struct regexp_match m;
    if (!regexp_match_prepare(vm, &m, program)) return VALUE_EXCEPTION;
    enum outcome found = regexp_search(vm, program, s, 0, &m);
    if (found == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
    return value_from_int(found == OUTCOME_TRUE ? m.captures[0] : -1);
}

// sec-regexp.prototype-%symbol.search%
vm_value regexp_symbol_search(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *r = regexp_receiver(vm, THIS, "RegExp.prototype.@@search");
    struct string *s = r ? string_argument(vm, ARGUMENT(0)) : NULL;
    if (!s) return VALUE_EXCEPTION;
    if (regexp_is_pristine(vm, THIS)) return search_directly(vm, ((struct regexp_object *)r)->program, s);
    property_key key = atom_key(vm, ATOM_lastIndex);
    vm_value before = js_get(vm, r, key);
    if (value_is_exception(before)) return before;
    if (!js_same_value(vm, before, value_from_int(0)) && !js_set(vm, r, key, value_from_int(0)))
        return VALUE_EXCEPTION;
    vm_value result = regexp_exec(vm, r, s);
    vm_value after = value_is_exception(result) ? result : js_get(vm, r, key);
    if (value_is_exception(after)) return after;
    if (!js_same_value(vm, after, before) && !js_set(vm, r, key, before)) return VALUE_EXCEPTION;
    return value_is_null(result) ? value_from_int(-1) : js_get_atom(vm, value_as_object(result), ATOM_index);
}

// --- split -----------------------------------------------------------------------------------------

static bool push_range(vm_isolate *vm, struct object *parts, struct string *s, uint32_t from, uint32_t to) {
    struct string *part = string_substring(vm, s, from, to);
    return part && array_push(vm, parts, value_from_cell(part));
}

// What a pristine expression without y does: searching finds what trying every position would find.
static vm_value split_directly(vm_isolate *vm, struct regexp_program *program, struct string *s,
                               uint32_t limit) {
    struct object *parts = array_create(vm, 0);
    struct regexp_match m;
    enum outcome found;
    uint32_t from = 0, at = 0;
    bool unicode = program_is_unicode(program);
    if (!parts || !regexp_match_prepare(vm, &m, program)) return VALUE_EXCEPTION;
    if (!limit) return value_from_cell(parts);
    if (!s->length) {
        found = regexp_search(vm, program, s, 0, &m);
        if (found == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
        return found == OUTCOME_TRUE || push_range(vm, parts, s, 0, 0) ? value_from_cell(parts)
                                                                       : VALUE_EXCEPTION;
    }
    while (at < s->length && (found = regexp_search(vm, program, s, at, &m)) != OUTCOME_FALSE) {
        if (found == OUTCOME_EXCEPTION || !js_safepoint(vm)) return VALUE_EXCEPTION;
        uint32_t begin = (uint32_t)m.captures[0], end = (uint32_t)m.captures[1];
        if (begin >= s->length) break;
        if (end == from) {
            at = regexp_advance(s, begin > at ? begin : at, unicode);
            continue;
        }
        if (!push_range(vm, parts, s, from, begin)) return VALUE_EXCEPTION;
        if (array_length(parts) == limit) return value_from_cell(parts);
        for (uint32_t i = 1; i <= program->group_count; i++) {
            vm_value capture = regexp_capture(vm, s, &m, i);
            if (value_is_exception(capture) || !array_push(vm, parts, capture)) return VALUE_EXCEPTION;
            if (array_length(parts) == limit) return value_from_cell(parts);
        }
        from = at = end;
    }
    return push_range(vm, parts, s, from, s->length) ? value_from_cell(parts) : VALUE_EXCEPTION;
}

// The elements of a match from 1 on, as far as the limit allows. OUTCOME_FALSE: the limit is reached.
static enum outcome push_captures(vm_isolate *vm, struct object *parts, struct object *match,
                                  uint32_t limit) {
    uint64_t length;
    if (!js_length_of_array_like(vm, match, &length)) return OUTCOME_EXCEPTION;
    for (uint64_t i = 1; i < length; i++) {
        property_key key;
        if (!key_from_uint64(vm, i, &key)) return OUTCOME_EXCEPTION;
        vm_value capture = js_get(vm, match, key);
        if (value_is_exception(capture) || !array_push(vm, parts, capture) || !js_safepoint(vm))
            return OUTCOME_EXCEPTION;
        if (array_length(parts) == limit) return OUTCOME_FALSE;
    }
    return OUTCOME_TRUE;
}

// Steps `splitter`, which is sticky, along the string.
static vm_value split_by_steps(vm_isolate *vm, struct object *splitter, struct string *s, uint32_t limit,
                               bool unicode) {
    struct object *parts = array_create(vm, 0);
    uint32_t from = 0, at = 0;
    if (!parts) return VALUE_EXCEPTION;
    if (!limit) return value_from_cell(parts);
    if (!s->length) {
        vm_value match = regexp_exec(vm, splitter, s);
        if (value_is_exception(match)) return match;
        return !value_is_null(match) || push_range(vm, parts, s, 0, 0) ? value_from_cell(parts)
                                                                       : VALUE_EXCEPTION;
    }
    while (at < s->length) {
        uint64_t end;
        vm_value match =
            regexp_set_last_index(vm, splitter, at) ? regexp_exec(vm, splitter, s) : VALUE_EXCEPTION;
        if (value_is_exception(match) || !js_safepoint(vm)) return VALUE_EXCEPTION;
        if (value_is_null(match)) {
            at = regexp_advance(s, at, unicode);
            continue;
        }
        vm_value position = js_get_atom(vm, splitter, ATOM_lastIndex);
        if (value_is_exception(position) || !js_to_length(vm, position, &end)) return VALUE_EXCEPTION;
        if (end > s->length) end = s->length;
        if (end == from) {
            at = regexp_advance(s, at, unicode);
            continue;
        }
        if (!push_range(vm, parts, s, from, at)) return VALUE_EXCEPTION;
        if (array_length(parts) == limit) return value_from_cell(parts);
        enum outcome more = push_captures(vm, parts, value_as_object(match), limit);
        if (more != OUTCOME_TRUE) return more == OUTCOME_FALSE ? value_from_cell(parts) : VALUE_EXCEPTION;
        from = at = (uint32_t)end;
    }
    return push_range(vm, parts, s, from, s->length) ? value_from_cell(parts) : VALUE_EXCEPTION;
}

static struct string *with_sticky(vm_isolate *vm, struct string *flags) {
    struct string *y = regexp_has_flag(flags, 'y') ? vm->empty_string : string_from_unit(vm, 'y');
    struct string *both = y ? string_concat(vm, flags, y) : NULL;
    return both ? string_flatten(vm, both) : NULL;
}

// sec-regexp.prototype-%symbol.split%
vm_value regexp_symbol_split(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *r = regexp_receiver(vm, THIS, "RegExp.prototype.@@split");
    struct string *s = r ? string_argument(vm, ARGUMENT(0)) : NULL;
    vm_value limit_value = ARGUMENT(1);
    uint32_t limit = UINT32_MAX;
    if (!s) return VALUE_EXCEPTION;
    if ((value_is_undefined(limit_value) || value_is_number(limit_value)) &&
        regexp_has_default_species(vm, THIS)) {
        struct regexp_program *program = ((struct regexp_object *)r)->program;
        if (!value_is_undefined(limit_value) && !js_to_uint32(vm, limit_value, &limit))
            return VALUE_EXCEPTION;
        if (!(program->flags & REGEXP_STICKY)) return split_directly(vm, program, s, limit);
    }
    struct object *constructor = species_of(vm, r);
    struct string *flags = constructor ? regexp_flags_of(vm, r) : NULL;
    struct string *sticky = flags ? with_sticky(vm, flags) : NULL;
    vm_value splitter = sticky ? construct_with_flags(vm, constructor, r, sticky) : VALUE_EXCEPTION;
    if (value_is_exception(splitter) ||
        (!value_is_undefined(limit_value) && !js_to_uint32(vm, limit_value, &limit))) {
        return VALUE_EXCEPTION;
    }
    return split_by_steps(vm, value_as_object(splitter), s, limit, flags_are_unicode(flags));
}

// --- tables ----------------------------------------------------------------------------------------

static const struct builtin_row iterator_methods[] = {
    NATIVE("next", regexp_string_iterator_next, 0),
    TO_STRING_TAG("RegExp String Iterator"),
};

const struct builtin_class regexp_string_iterator_class = {
    .constructor_id = BUILTIN_NONE,
    .prototype_id = INTRINSIC_RegExpStringIteratorPrototype,
    .prototype_parent = INTRINSIC_IteratorPrototype,
    METHODS(iterator_methods),
};
