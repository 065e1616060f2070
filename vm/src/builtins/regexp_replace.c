// RegExp.prototype[@@replace] and GetSubstitution.
//
// A replacement is a text in which $ has a meaning, or a function. All matches are found before the first
// function is called, so what functions do to the expression changes nothing.
#include "builtins/regexp.h"

#include "builtins/string.h"

// One match as GetSubstitution sees it. Captures are either positions or, where exec is not the built-in one,
// values: strings or undefined.
struct substitution {
    struct string *s, *template; // flat
    struct string *matched;      // of captures that are values
    uint32_t position;           // of the match
    uint32_t group_count;
    const struct regexp_match *m; // NULL: captures are values
    const struct list *captures;  // group n stands at n - 1
    vm_value groups;              // object or undefined
};

static uint32_t matched_length(const struct substitution *u) {
    return u->m ? (uint32_t)(u->m->captures[1] - u->m->captures[0]) : u->matched->length;
}

static void append_matched(struct string_builder *b, const struct substitution *u) {
    if (u->m) {
        string_builder_range(b, u->s, u->position, u->position + matched_length(u));
    } else {
        string_builder_string(b, u->matched);
    }
}

static void append_capture(struct string_builder *b, const struct substitution *u, uint32_t n) {
    if (!u->m) {
        vm_value capture = list_at(u->captures, n - 1);
        if (value_is_string(capture)) string_builder_string(b, value_as_string(capture));
    } else if (u->m->captures[2 * n] >= 0) {
        string_builder_range(b, u->s, (uint32_t)u->m->captures[2 * n], (uint32_t)u->m->captures[2 * n + 1]);
    }
}

// $n or $nn with its first digit at `i`. Gives the position behind it, or `i` when there is no such group.
static uint32_t append_numbered(struct string_builder *b, const struct substitution *u, uint32_t i) {
    uint32_t number = string_at(u->template, i) - '0', digits = 1;
    if (i + 1 < u->template->length) {
        uint32_t next = string_at(u->template, i + 1) - '0';
        if (next < 10 && number * 10 + next <= u->group_count) {
            number = number * 10 + next;
            digits = 2;
        }
    }
    if (!number || number > u->group_count) return i;
    append_capture(b, u, number);
    return i + digits;
}

// $<name> with its < at `i`. Gives the position behind it, `i` when it means nothing, UINT32_MAX with the
// exception pending.
static uint32_t append_named(vm_isolate *vm, struct string_builder *b, const struct substitution *u,
                             uint32_t i) {
    uint32_t end = i + 1;
    while (end < u->template->length && string_at(u->template, end) != '>')
        end++;
    if (value_is_undefined(u->groups) || end == u->template->length) return i;
    struct string *name = string_substring(vm, u->template, i + 1, end);
    property_key key;
    if (!name || !js_to_property_key(vm, value_from_cell(name), &key)) return UINT32_MAX;
    vm_value capture = js_get(vm, value_as_object(u->groups), key);
    if (value_is_exception(capture)) return UINT32_MAX;
    if (!value_is_undefined(capture)) {
        struct string *text = string_argument(vm, capture);
        if (!text) return UINT32_MAX;
        string_builder_string(b, text);
    }
    return end + 1;
}

// sec-getsubstitution
static bool append_substitution(vm_isolate *vm, struct string_builder *b, const struct substitution *u) {
    const struct string *t = u->template;
    uint32_t i = 0, plain = 0; // the units from `plain` on stand for themselves
    while (i + 1 < t->length) {
        if (string_at(t, i) != '$') {
            i++;
            continue;
        }
        uint16_t next = string_at(t, i + 1);
        uint32_t behind = i + 2;
        string_builder_range(b, u->template, plain, i);
        plain = i;
        if (next == '$') {
            string_builder_unit(b, '$');
        } else if (next == '&') {
            append_matched(b, u);
        } else if (next == '`') {
            string_builder_range(b, u->s, 0, u->position);
        } else if (next == '\'') {
            uint64_t tail = (uint64_t)u->position + matched_length(u);
            if (tail < u->s->length) string_builder_range(b, u->s, (uint32_t)tail, u->s->length);
        } else {
            behind = i + 1;
            if (next >= '0' && next <= '9') behind = append_numbered(b, u, i + 1);
            if (next == '<') behind = append_named(vm, b, u, i + 1);
            if (behind == UINT32_MAX) return false;
            if (behind == i + 1) {
                i++;
                continue; // the $ is plain
            }
        }
        i = plain = behind;
    }
    string_builder_range(b, u->template, plain, t->length);
    return true;
}

static bool has_dollar(const struct string *template) {
    size_t length = template->length;
    if (!string_is_wide(template)) return length && memchr(template->chars, '$', length);
    for (size_t i = 0; i < length; i++) {
        if (string_utf16(template)[i] == '$') return true;
    }
    return false;
}

// --- pristine expressions --------------------------------------------------------------------------

// Goes from match to match.
struct search {
    struct regexp_object *regexp;
    struct regexp_program *program;
    struct string *s;
    uint32_t at; // where the next search of a global expression begins
    bool global, ended;
};

static void search_begin(struct search *search, struct regexp_object *regexp, struct string *s) {
    *search = (struct search){.regexp = regexp, .program = regexp->program, .s = s};
    search->global = search->program->flags & REGEXP_GLOBAL;
    if (search->global) *regexp_last_index(regexp) = value_from_int(0);
}

static enum outcome search_next(vm_isolate *vm, struct search *search, struct regexp_match *m) {
    if (search->ended || search->at > search->s->length) return OUTCOME_FALSE;
    if (!search->global) {
        search->ended = true;
        return regexp_step(vm, search->regexp, search->s, m);
    }
    enum outcome found = regexp_search(vm, search->program, search->s, search->at, m);
    if (found != OUTCOME_TRUE) return found;
    bool unicode = search->program->flags & (REGEXP_UNICODE | REGEXP_UNICODE_SETS);
    search->at = (uint32_t)m->captures[1];
    if (m->captures[0] == m->captures[1]) search->at = regexp_advance(search->s, search->at, unicode);
    return js_safepoint(vm) ? OUTCOME_TRUE : OUTCOME_EXCEPTION;
}

static vm_value replace_with_text(vm_isolate *vm, struct regexp_object *regexp, struct string *s,
                                  struct string *template) {
    struct substitution u = {.s = s, .template = template, .groups = VALUE_UNDEFINED};
    struct string_builder b;
    struct regexp_match m;
    struct search search;
    enum outcome found;
    bool plain = !has_dollar(template), any = false;
    uint32_t end = 0;
    search_begin(&search, regexp, s);
    if (!regexp_match_prepare(vm, &m, search.program)) return VALUE_EXCEPTION;
    u.m = &m;
    u.group_count = search.program->group_count;
    string_builder_start(&b, vm);
    while ((found = search_next(vm, &search, &m)) == OUTCOME_TRUE && !b.failed) {
        any = true;
        u.position = (uint32_t)m.captures[0];
        string_builder_range(&b, s, end, u.position);
        end = (uint32_t)m.captures[1];
        if (plain) {
            string_builder_string(&b, template);
            continue;
        }
        if (search.program->names) u.groups = regexp_match_groups(vm, search.program, s, &m);
        if (value_is_exception(u.groups) || !append_substitution(vm, &b, &u)) {
            found = OUTCOME_EXCEPTION;
            break;
        }
    }
    if (found == OUTCOME_EXCEPTION || !any) {
        string_builder_discard(&b);
        return found == OUTCOME_EXCEPTION ? VALUE_EXCEPTION : value_from_cell(s);
    }
    string_builder_range(&b, s, end, s->length);
    return builtin_cell(string_builder_finish(&b));
}

// The captures of all matches, one after the other, in a BYTES cell that grows.
struct match_log {
    struct cell *bytes;
    size_t used, capacity; // numbers
};

static inline int32_t *log_numbers(const struct match_log *log) { return (int32_t *)(log->bytes + 1); }

static bool log_match(vm_isolate *vm, struct match_log *log, const struct regexp_match *m, uint32_t numbers) {
    if (log->used + numbers > log->capacity) {
        size_t capacity = log->capacity * 2 > log->used + numbers ? log->capacity * 2 : log->used + numbers;
        if (capacity < 32) capacity = 32;
        struct cell *bytes = heap_allocate_bytes(&vm->heap, capacity * sizeof(int32_t));
        if (!bytes) {
            throw_out_of_memory(vm);
            return false;
        }
        if (log->bytes) {
            memcpy(bytes + 1, log->bytes + 1, log->used * sizeof(int32_t));
            heap_free_payload(&vm->heap, log->bytes);
        }
        log->bytes = bytes;
        log->capacity = capacity;
    }
    memcpy(log_numbers(log) + log->used, m->captures, numbers * sizeof(int32_t));
    log->used += numbers;
    return true;
}

// Calls the function for a match: (match, groups..., position, string[, named groups]). NULL: exception
// pending.
static struct string *call_replacer(vm_isolate *vm, vm_value function, struct regexp_program *program,
                                    struct string *s, const struct regexp_match *m) {
    uint32_t count = program->group_count + 3 + (program->names != NULL);
    vm_value few[16], *arguments = few;
    struct vector *many = NULL;
    if (count > 16) {
        many = heap_allocate_vector(&vm->heap, count);
        if (!many) {
            throw_out_of_memory(vm);
            return NULL;
        }
        arguments = many->values;
    }
    uint32_t n = 0;
    for (; n <= program->group_count; n++) {
        arguments[n] = regexp_capture(vm, s, m, n);
        if (many) many->used = n + 1;
        if (value_is_exception(arguments[n])) return NULL;
    }
    arguments[n++] = value_from_int(m->captures[0]);
    arguments[n++] = value_from_cell(s);
    if (program->names) {
        vm_value groups = regexp_match_groups(vm, program, s, m);
        if (value_is_exception(groups)) return NULL;
        arguments[n++] = groups;
    }
    if (many) many->used = n;
    vm_value result = js_call(vm, function, VALUE_UNDEFINED, n, arguments);
    KEEP_ALIVE(many);
    return value_is_exception(result) ? NULL : string_argument(vm, result);
}

static vm_value replace_with_function(vm_isolate *vm, struct regexp_object *regexp, struct string *s,
                                      vm_value function) {
    struct string_builder b;
    struct regexp_match m;
    struct search search;
    struct match_log log = {0};
    enum outcome found;
    uint32_t end = 0;
    search_begin(&search, regexp, s);
    uint32_t numbers = 2 * (search.program->group_count + 1);
    if (!regexp_match_prepare(vm, &m, search.program)) return VALUE_EXCEPTION;
    while ((found = search_next(vm, &search, &m)) == OUTCOME_TRUE) {
        if (!log_match(vm, &log, &m, numbers)) return VALUE_EXCEPTION;
    }
    if (found == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
    if (!log.used) return value_from_cell(s);
    string_builder_start(&b, vm);
    for (size_t i = 0; i < log.used && !b.failed; i += numbers) {
        struct regexp_match at = {.captures = log_numbers(&log) + i};
        string_builder_range(&b, s, end, (uint32_t)at.captures[0]);
        struct string *text = call_replacer(vm, function, search.program, s, &at);
        if (!text) {
            string_builder_discard(&b);
            return VALUE_EXCEPTION;
        }
        string_builder_string(&b, text);
        end = (uint32_t)at.captures[1];
    }
    KEEP_ALIVE(log.bytes);
    string_builder_range(&b, s, end, s->length);
    return builtin_cell(string_builder_finish(&b));
}

// --- all others ------------------------------------------------------------------------------------

// The results of exec, once or, for a global expression, until there are no more. NULL: exception pending.
static struct list *collect_results(vm_isolate *vm, struct object *r, struct string *s) {
    struct string *flags = regexp_flags_of(vm, r);
    struct list *results = flags ? list_create(vm) : NULL;
    if (!results) return NULL;
    bool global = regexp_has_flag(flags, 'g');
    bool unicode = regexp_has_flag(flags, 'u') || regexp_has_flag(flags, 'v');
    if (global && !regexp_set_last_index(vm, r, 0)) return NULL;
    for (;;) {
        vm_value result = regexp_exec(vm, r, s);
        if (value_is_exception(result)) return NULL;
        if (value_is_null(result)) return results;
        if (!list_push(vm, results, result) || !js_safepoint(vm)) return NULL;
        if (!global) return results;
        vm_value text_value = js_get_element(vm, result, value_from_int(0));
        struct string *text = value_is_exception(text_value) ? NULL : string_argument(vm, text_value);
        if (!text || (!text->length && !regexp_advance_last_index(vm, r, s, unicode))) return NULL;
    }
}

// Reads matched text, position, captures and groups from a result of exec.
static bool read_result(vm_isolate *vm, struct object *result, struct substitution *u) {
    uint64_t length;
    double position;
    if (!js_length_of_array_like(vm, result, &length)) return false;
    vm_value v = js_get(vm, result, key_from_index(0));
    u->matched = value_is_exception(v) ? NULL : string_argument(vm, v);
    if (!u->matched) return false;
    v = js_get_atom(vm, result, ATOM_index);
    if (value_is_exception(v) || !js_to_integer_or_infinity(vm, v, &position)) return false;
    u->position = position <= 0 ? 0 : position < u->s->length ? (uint32_t)position : u->s->length;
    struct list *captures = list_create(vm);
    if (!captures) return false;
    for (uint64_t n = 1; n < length; n++) {
        property_key key;
        v = key_from_uint64(vm, n, &key) ? js_get(vm, result, key) : VALUE_EXCEPTION;
        if (value_is_exception(v)) return false;
        if (!value_is_undefined(v)) v = builtin_cell(string_argument(vm, v));
        if (value_is_exception(v) || !list_push(vm, captures, v) || !js_safepoint(vm)) return false;
    }
    u->captures = captures;
    u->group_count = captures->length;
    u->groups = js_get_atom(vm, result, ATOM_groups);
    return !value_is_exception(u->groups);
}

// The same call as call_replacer's with captures that are values.
static struct string *call_replacer_with_values(vm_isolate *vm, vm_value function,
                                                const struct substitution *u) {
    struct list *arguments = list_create(vm);
    if (!arguments || !list_push(vm, arguments, value_from_cell(u->matched))) return NULL;
    for (uint32_t i = 0; i < u->group_count; i++) {
        if (!list_push(vm, arguments, list_at(u->captures, i))) return NULL;
    }
    if (!list_push(vm, arguments, value_from_uint32(u->position)) ||
        !list_push(vm, arguments, value_from_cell(u->s)) ||
        (!value_is_undefined(u->groups) && !list_push(vm, arguments, u->groups))) {
        return NULL;
    }
    vm_value result = js_call(vm, function, VALUE_UNDEFINED, arguments->length, arguments->vector->values);
    KEEP_ALIVE(arguments);
    return value_is_exception(result) ? NULL : string_argument(vm, result);
}

// Appends what replaces one match. False: exception pending.
static bool append_replacement(vm_isolate *vm, struct string_builder *b, struct substitution *u,
                               vm_value function) {
    if (!value_is_undefined(function)) {
        struct string *text = call_replacer_with_values(vm, function, u);
        if (text) string_builder_string(b, text);
        return text != NULL;
    }
    if (!value_is_undefined(u->groups)) {
        struct object *groups = js_to_object(vm, u->groups);
        if (!groups) return false;
        u->groups = value_from_cell(groups);
    }
    return append_substitution(vm, b, u);
}

static vm_value replace_by_steps(vm_isolate *vm, struct object *r, struct string *s, struct string *template,
                                 vm_value function) {
    struct list *results = collect_results(vm, r, s);
    struct string_builder whole, one;
    uint64_t end = 0;
    if (!results) return VALUE_EXCEPTION;
    string_builder_start(&whole, vm);
    for (uint32_t i = 0; i < results->length && !whole.failed; i++) {
        struct substitution u = {.s = s, .template = template};
        string_builder_start(&one, vm);
        if (!read_result(vm, value_as_object(list_at(results, i)), &u) ||
            !append_replacement(vm, &one, &u, function)) {
            string_builder_discard(&one);
            string_builder_discard(&whole);
            return VALUE_EXCEPTION;
        }
        struct string *text = string_builder_finish(&one);
        if (!text) {
            string_builder_discard(&whole);
            return VALUE_EXCEPTION;
        }
        if (u.position < end) continue;
        string_builder_range(&whole, s, (uint32_t)end, u.position);
        string_builder_string(&whole, text);
        end = (uint64_t)u.position + u.matched->length;
        if (end > s->length) end = s->length;
    }
    string_builder_range(&whole, s, (uint32_t)end, s->length);
    return builtin_cell(string_builder_finish(&whole));
}

// sec-regexp.prototype-%symbol.replace%
vm_value regexp_replace(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *r = regexp_receiver(vm, THIS, "RegExp.prototype.@@replace");
    struct string *s = r ? string_argument(vm, ARGUMENT(0)) : NULL, *template = NULL;
    vm_value function = ARGUMENT(1);
    if (!s) return VALUE_EXCEPTION;
    if (!value_is_callable(function)) {
        template = string_argument(vm, function);
        function = VALUE_UNDEFINED;
        if (!template) return VALUE_EXCEPTION;
    }
    if (!regexp_is_pristine(vm, THIS)) return replace_by_steps(vm, r, s, template, function);
    struct regexp_object *regexp = (struct regexp_object *)r;
    return template ? replace_with_text(vm, regexp, s, template)
                    : replace_with_function(vm, regexp, s, function);
}
