// RegExp (sec-regexp-regular-expression-objects): constructor, properties, and execution.
#include "builtins/regexp.h"

#include "builtins/string.h"

#define REGEXP_UNICODE_MODE (REGEXP_UNICODE | REGEXP_UNICODE_SETS)

// --- programs --------------------------------------------------------------------------------------

static const struct {
    char letter;
    uint8_t flag;
} flag_letters[] = {{'d', REGEXP_HAS_INDICES},  {'g', REGEXP_GLOBAL},  {'i', REGEXP_IGNORE_CASE},
                    {'m', REGEXP_MULTILINE},    {'s', REGEXP_DOT_ALL}, {'u', REGEXP_UNICODE},
                    {'v', REGEXP_UNICODE_SETS}, {'y', REGEXP_STICKY}};
#define FLAG_COUNT (sizeof flag_letters / sizeof flag_letters[0])

// Writes the letters of the flags, NUL-terminated.
static void flags_text(uint32_t flags, char out[FLAG_COUNT + 1]) {
    for (size_t i = 0; i < FLAG_COUNT; i++) {
        if (flags & flag_letters[i].flag) *out++ = flag_letters[i].letter;
    }
    *out = 0;
}

static bool poll(void *data) { return js_safepoint(data); }

static struct regexp_context context_of(vm_isolate *vm) {
    return (struct regexp_context){
        .memory = &vm->memory, .stack_limit = (uintptr_t)vm->stack_limit, .poll = poll, .poll_data = vm};
}

static void throw_compile_error(vm_isolate *vm, struct string *source, uint32_t flags,
                                const struct regexp_error *error) {
    char letters[FLAG_COUNT + 1];
    flags_text(flags, letters);
    if (error->kind == REGEXP_ERROR_MEMORY) {
        throw_out_of_memory(vm);
    } else {
        throw_syntax_error(vm, "Invalid regular expression: /%S/%s: %s", source, letters, error->message);
    }
}

// Notes the names of groups with their numbers.
static bool collect_names(vm_isolate *vm, struct regexp_program *program) {
    uint32_t names = regexp_name_count(program->compiled), pairs = 0;
    for (uint32_t i = 0; i < names; i++)
        pairs += regexp_name(program->compiled, i).group_count;
    if (!pairs) return true;
    struct vector *vector = heap_allocate_vector(&vm->heap, 2 * pairs);
    if (!vector) {
        throw_out_of_memory(vm);
        return false;
    }
    for (uint32_t i = 0; i < names; i++) {
        struct regexp_name name = regexp_name(program->compiled, i);
        struct string *text = string_from_utf16(vm, name.units, name.length);
        property_key key;
        if (!text || !js_to_property_key(vm, value_from_cell(text), &key)) return false;
        for (uint32_t j = 0; j < name.group_count; j++) {
            vector->values[vector->used++] = value_from_cell(key_as_cell(key));
            vector->values[vector->used++] = value_from_int((int32_t)name.groups[j]);
        }
    }
    heap_write(&vm->heap, program);
    program->names = vector;
    return true;
}

struct regexp_program *regexp_program_of(vm_isolate *vm, struct string *source, uint32_t flags) {
    struct regexp_program *program = regexp_program_find(vm, source, flags);
    if (program) return program;
    struct regexp_context context = context_of(vm);
    struct regexp_error error = {0};
    struct regexp *compiled =
        regexp_compile(&context, source->chars, source->length, string_is_wide(source), flags, &error);
    KEEP_ALIVE(source);
    regexp_context_finalize(&context);
    if (!compiled) {
        throw_compile_error(vm, source, flags, &error);
        return NULL;
    }
    program = regexp_program_create(vm, compiled, source, flags, regexp_group_count(compiled));
    if (!program || !collect_names(vm, program)) return NULL;
    regexp_program_remember(vm, program);
    return program;
}

// The shape of new expressions; NULL: exception pending.
static struct shape *own_shape(vm_isolate *vm) {
    if (__builtin_expect(!vm->realm->regexp_shape, 0) && !intrinsic(vm, INTRINSIC_RegExp)) return NULL;
    return vm->realm->regexp_shape;
}

struct regexp_object *regexp_create(vm_isolate *vm, struct regexp_program *program) {
    struct shape *shape = own_shape(vm);
    return shape ? regexp_object_create(vm, shape, program) : NULL;
}

static bool parse_flags(vm_isolate *vm, struct string *text, uint32_t *flags) {
    if (regexp_parse_flags(text->chars, text->length, string_is_wide(text), flags)) return true;
    throw_syntax_error(vm, "Invalid flags supplied to RegExp constructor '%S'", text);
    return false;
}

vm_value builtin_new_regexp(vm_isolate *vm, vm_value pattern, vm_value flags_value) {
    struct string *source = string_argument(vm, pattern),
                  *text = source ? string_argument(vm, flags_value) : NULL;
    uint32_t flags;
    if (!text || !parse_flags(vm, text, &flags)) return VALUE_EXCEPTION;
    struct regexp_program *program = regexp_program_of(vm, source, flags);
    return program ? builtin_cell(regexp_create(vm, program)) : VALUE_EXCEPTION;
}

// --- constructor -----------------------------------------------------------------------------------

// sec-regexpinitialize up to setting the slots; NULL: exception pending
static struct regexp_program *program_of_values(vm_isolate *vm, vm_value pattern, vm_value flags_value) {
    uint32_t flags = 0;
    struct string *source = value_is_undefined(pattern) ? vm->empty_string : string_argument(vm, pattern);
    struct string *text = !source                           ? NULL
                          : value_is_undefined(flags_value) ? vm->empty_string
                                                            : string_argument(vm, flags_value);
    if (!text || !parse_flags(vm, text, &flags)) return NULL;
    // A slice would keep the whole text alive.
    if (source->cell.flags & (STRING_SLICE | STRING_VIEW)) {
        struct regexp_program *known = regexp_program_find(vm, source, flags);
        if (known) return known;
        source = string_is_wide(source) ? string_from_utf16(vm, string_utf16(source), source->length)
                                        : string_from_latin1(vm, string_latin1(source), source->length);
        if (!source) return NULL;
    }
    return regexp_program_of(vm, source, flags);
}

static vm_value flags_value_of(vm_isolate *vm, uint32_t flags) {
    char letters[FLAG_COUNT + 1];
    flags_text(flags, letters);
    return builtin_cell(string_from_text(vm, letters));
}

// sec-regexp-pattern-flags
static vm_value regexp_constructor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value new_target = NEW_TARGET, pattern = ARGUMENT(0), flags = ARGUMENT(1);
    enum outcome is_regexp = string_pattern_is_regexp(vm, pattern);
    if (is_regexp == OUTCOME_EXCEPTION) return VALUE_EXCEPTION;
    if (value_is_undefined(new_target)) {
        new_target = frame[-1];
        if (is_regexp == OUTCOME_TRUE && value_is_undefined(flags)) {
            vm_value constructor = js_get_atom(vm, value_as_object(pattern), ATOM_constructor);
            if (value_is_exception(constructor)) return VALUE_EXCEPTION;
            if (value_same_bits(constructor, new_target)) return pattern;
        }
    }
    if (value_is_kind(pattern, CELL_REGEXP)) {
        struct regexp_program *program = ((struct regexp_object *)value_as_cell(pattern))->program;
        pattern = value_from_cell(program->source);
        if (value_is_undefined(flags)) flags = flags_value_of(vm, program->flags);
    } else if (is_regexp == OUTCOME_TRUE) {
        struct object *like = value_as_object(pattern);
        pattern = js_get_atom(vm, like, ATOM_source);
        if (value_is_exception(pattern)) return VALUE_EXCEPTION;
        if (value_is_undefined(flags)) flags = js_get_atom(vm, like, ATOM_flags);
    }
    if (value_is_exception(flags)) return VALUE_EXCEPTION;
    struct object *prototype =
        js_prototype_from_constructor(vm, value_as_object(new_target), INTRINSIC_RegExpPrototype);
    struct regexp_program *program = prototype ? program_of_values(vm, pattern, flags) : NULL;
    if (!program) return VALUE_EXCEPTION;
    bool plain = prototype == vm->realm->intrinsics[INTRINSIC_RegExpPrototype];
    struct shape *shape = plain ? vm->realm->regexp_shape : regexp_object_shape(vm, prototype);
    return shape ? builtin_cell(regexp_object_create(vm, shape, program)) : VALUE_EXCEPTION;
}

// sec-regexp.prototype.compile
static vm_value regexp_compile_again(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct regexp_object *regexp = builtin_this(vm, THIS, CELL_REGEXP, "RegExp.prototype.compile");
    vm_value pattern = ARGUMENT(0), flags = ARGUMENT(1);
    if (!regexp) return VALUE_EXCEPTION;
    if (value_is_kind(pattern, CELL_REGEXP)) {
        struct regexp_program *program = ((struct regexp_object *)value_as_cell(pattern))->program;
        if (!value_is_undefined(flags))
            return throw_type_error(vm, "Invalid flags supplied to RegExp constructor '%V'", flags);
        regexp_object_set_program(vm, regexp, program);
    } else {
        struct regexp_program *program = program_of_values(vm, pattern, flags);
        if (!program) return VALUE_EXCEPTION;
        regexp_object_set_program(vm, regexp, program);
    }
    return regexp_set_last_index(vm, &regexp->object, 0) ? THIS : VALUE_EXCEPTION;
}

// Writes \xHH or \uHHHH.
static void escape_unit(struct string_builder *b, uint16_t unit) {
    static const char digits[] = "0123456789abcdef";
    string_builder_text(b, unit > 0xFF ? "\\u" : "\\x");
    for (int shift = unit > 0xFF ? 12 : 4; shift >= 0; shift -= 4)
        string_builder_unit(b, (uint16_t)digits[unit >> shift & 15]);
}

// sec-encodeforregexpescape, for one unit; `pair`: it belongs to a surrogate pair
static void escape_for_pattern(struct string_builder *b, uint16_t unit, bool pair) {
    static const char controls[] = "tnvfr"; // U+0009 to U+000D
    if (unit < 128 && unit && strchr("^$\\.*+?()[]{}|/", unit)) {
        string_builder_unit(b, '\\');
        string_builder_unit(b, unit);
    } else if (unit >= 9 && unit <= 13) {
        string_builder_unit(b, '\\');
        string_builder_unit(b, (uint16_t)controls[unit - 9]);
    } else if ((unit < 128 && unit && strchr(",-=<>#&!%:;@~'`\"", unit)) || string_is_white_space(unit) ||
               (unit >= 0xD800 && unit <= 0xDFFF && !pair)) {
        escape_unit(b, unit);
    } else {
        string_builder_unit(b, unit);
    }
}

// sec-regexp.escape
static vm_value regexp_escape(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value v = ARGUMENT(0);
    if (!value_is_string(v)) return throw_type_error(vm, "%V is not a string", v);
    struct string *s = string_flatten(vm, value_as_string(v));
    struct string_builder b;
    if (!s) return VALUE_EXCEPTION;
    string_builder_start(&b, vm);
    for (uint32_t i = 0, units; i < s->length; i += units) {
        uint32_t c = string_code_point_at(s, i, &units), letter = c | 0x20;
        if (i == 0 && ((c >= '0' && c <= '9') || (letter >= 'a' && letter <= 'z' && c < 128))) {
            escape_unit(&b, (uint16_t)c);
            continue;
        }
        for (uint32_t j = 0; j < units; j++)
            escape_for_pattern(&b, string_at(s, i + j), units == 2);
    }
    return builtin_cell(string_builder_finish(&b));
}

// --- pristine expressions --------------------------------------------------------------------------

static vm_value regexp_flag(vm_isolate *vm, vm_value *frame, uint32_t argc);
static vm_value regexp_flags_getter(vm_isolate *vm, vm_value *frame, uint32_t argc);

static const char *const flag_names[] = {"hasIndices", "global",  "ignoreCase",  "multiline",
                                         "dotAll",     "unicode", "unicodeSets", "sticky"};

static bool has_original_getter(vm_isolate *vm, struct object *prototype, property_key key,
                                vm_native native) {
    struct property p;
    if (!object_find_own(vm, prototype, key, &p) || !(p.attributes & PROPERTY_ACCESSOR)) return false;
    vm_value getter = ((struct accessor *)value_as_cell(p.value))->getter;
    return value_is_kind(getter, CELL_NATIVE_FUNCTION) &&
           ((struct native_function *)value_as_cell(getter))->native == native;
}

static bool is_plain_data(vm_isolate *vm, struct object *prototype, property_key key, uint32_t *slot) {
    struct property p;
    if (!object_find_own(vm, prototype, key, &p) || p.attributes & (PROPERTY_ACCESSOR | PROPERTY_LAZY))
        return false;
    *slot = p.slot;
    return true;
}

// Looks whether RegExp.prototype has what it was born with, but for the values of data properties.
static bool look_at_prototype(vm_isolate *vm) {
    struct realm *realm = vm->realm;
    struct object *prototype = realm->intrinsics[INTRINSIC_RegExpPrototype];
    if (!is_plain_data(vm, prototype, atom_key(vm, ATOM_exec), &realm->regexp_exec_slot) ||
        !is_plain_data(vm, prototype, atom_key(vm, ATOM_constructor), &realm->regexp_constructor_slot) ||
        !has_original_getter(vm, prototype, atom_key(vm, ATOM_flags), regexp_flags_getter)) {
        return false;
    }
    for (size_t i = 0; i < FLAG_COUNT; i++) {
        property_key key;
        if (!key_from_text(vm, flag_names[i], &key)) {
            vm->exception = VALUE_EMPTY; // only a shortcut is lost
            return false;
        }
        if (!has_original_getter(vm, prototype, key, regexp_flag)) return false;
    }
    realm->regexp_epoch = vm->prototype_epoch;
    return true;
}

bool regexp_is_pristine(vm_isolate *vm, vm_value v) {
    struct realm *realm = vm->realm;
    if (!value_is_kind(v, CELL_REGEXP) || value_as_object(v)->shape != realm->regexp_shape) return false;
    if (realm->regexp_epoch != vm->prototype_epoch && !look_at_prototype(vm)) return false;
    vm_value exec = *object_slot(realm->intrinsics[INTRINSIC_RegExpPrototype], realm->regexp_exec_slot);
    vm_value last_index = *regexp_last_index(value_as_cell(v));
    return value_same_bits(exec, realm->regexp_exec) && value_is_int(last_index) &&
           value_as_int(last_index) >= 0;
}

bool regexp_has_default_species(vm_isolate *vm, vm_value v) {
    struct realm *realm = vm->realm;
    if (!regexp_is_pristine(vm, v)) return false;
    struct object *constructor = realm->intrinsics[INTRINSIC_RegExp];
    vm_value now = *object_slot(realm->intrinsics[INTRINSIC_RegExpPrototype], realm->regexp_constructor_slot);
    return value_same_bits(now, value_from_cell(constructor)) &&
           has_original_getter(vm, constructor, symbol_key(vm, SYMBOL_species), builtin_return_this);
}

// --- matches ---------------------------------------------------------------------------------------

bool regexp_match_prepare(vm_isolate *vm, struct regexp_match *m, const struct regexp_program *program) {
    size_t size = 2 * sizeof(int32_t) * ((size_t)program->group_count + 1);
    m->captures = m->few;
    if (size <= sizeof m->few) return true;
    struct cell *bytes = heap_allocate_bytes(&vm->heap, size);
    if (!bytes) {
        throw_out_of_memory(vm);
        return false;
    }
    m->captures = (int32_t *)(bytes + 1);
    return true;
}

enum outcome regexp_search(vm_isolate *vm, struct regexp_program *program, struct string *s, uint32_t start,
                           struct regexp_match *m) {
    struct regexp_context context = context_of(vm);
    struct regexp_cache *cache = vm->regexps;
    // An interrupt may run script: whoever comes meanwhile finds no scratch memory and makes some.
    context.stack = cache->stack;
    context.stack_bytes = cache->stack_bytes;
    cache->stack = NULL;
    cache->stack_bytes = 0;
    enum regexp_result result = regexp_execute(program->compiled, &context, s->chars, s->length,
                                               string_is_wide(s), start, m->captures);
    KEEP_ALIVE(s);
    KEEP_ALIVE(program);
    memory_free(&vm->memory, cache->stack);
    cache->stack = context.stack;
    cache->stack_bytes = context.stack_bytes;
    switch (result) {
    case REGEXP_MATCH: return OUTCOME_TRUE;
    case REGEXP_NO_MATCH: return OUTCOME_FALSE;
    case REGEXP_INTERRUPTED: break; // pending
    case REGEXP_EXHAUSTED: throw_range_error(vm, "Regular expression needs too much memory"); break;
    case REGEXP_OUT_OF_MEMORY: throw_out_of_memory(vm); break;
    }
    return OUTCOME_EXCEPTION;
}

vm_value regexp_capture(vm_isolate *vm, struct string *s, const struct regexp_match *m, uint32_t n) {
    int32_t from = m->captures[2 * n], to = m->captures[2 * n + 1];
    if (from < 0) return VALUE_UNDEFINED;
    return builtin_cell(string_substring(vm, s, (uint32_t)from, (uint32_t)to));
}

uint32_t regexp_advance(const struct string *s, uint32_t index, bool unicode) {
    uint32_t units = 1;
    if (unicode && index < s->length) string_code_point_at(s, index, &units);
    return index + units;
}

// The pair of name number `*i` whose group took part, or any of the name; *i goes on to the next name.
static uint32_t group_of_name(const struct vector *names, uint32_t *i, const struct regexp_match *m,
                              vm_value *name) {
    uint32_t group = (uint32_t)value_as_int(names->values[*i + 1]);
    *name = names->values[*i];
    for (; *i < names->used && value_same_bits(names->values[*i], *name); *i += 2) {
        uint32_t candidate = (uint32_t)value_as_int(names->values[*i + 1]);
        if (m->captures[2 * candidate] >= 0) group = candidate;
    }
    return group;
}

// An object without prototype that has a property for every name: the group's text, or with `indices` its
// element of that array.
static vm_value named_groups(vm_isolate *vm, struct regexp_program *program, struct string *s,
                             const struct regexp_match *m, struct object *indices) {
    struct vector *names = program->names;
    struct shape *shape = program->groups_shape;
    struct object *groups = shape ? object_create_with_shape(vm, shape) : object_create(vm, NULL);
    if (!groups || (shape && !object_reserve_slots(vm, groups, shape->slots))) return VALUE_EXCEPTION;
    for (uint32_t i = 0, slot = 0; i < names->used; slot++) {
        vm_value name;
        uint32_t group = group_of_name(names, &i, m, &name);
        vm_value value = indices ? indices->elements[group] : regexp_capture(vm, s, m, group);
        if (value_is_exception(value)) return VALUE_EXCEPTION;
        if (shape) {
            heap_write(&vm->heap, groups);
            *object_slot(groups, slot) = value;
        } else if (!object_add(vm, groups, key_from_cell(value_as_cell(name)), value, PROPERTY_DEFAULT)) {
            return VALUE_EXCEPTION;
        }
    }
    if (!shape && !shape_is_dictionary(groups->shape)) {
        heap_write(&vm->heap, program);
        program->groups_shape = groups->shape;
    }
    return value_from_cell(groups);
}

vm_value regexp_match_groups(vm_isolate *vm, struct regexp_program *program, struct string *s,
                             const struct regexp_match *m) {
    return program->names ? named_groups(vm, program, s, m, NULL) : VALUE_UNDEFINED;
}

// sec-makematchindicesindexpairarray
static vm_value match_indices(vm_isolate *vm, struct regexp_program *program, struct string *s,
                              const struct regexp_match *m) {
    struct object *indices = array_create(vm, 0);
    if (!indices || !elements_reserve(vm, indices, program->group_count + 1)) return VALUE_EXCEPTION;
    for (uint32_t i = 0; i <= program->group_count; i++) {
        vm_value pair[] = {value_from_int(m->captures[2 * i]), value_from_int(m->captures[2 * i + 1])};
        vm_value entry = VALUE_UNDEFINED;
        if (m->captures[2 * i] >= 0) entry = builtin_cell(array_create_from(vm, pair, 2));
        if (value_is_exception(entry) || !array_push(vm, indices, entry)) return VALUE_EXCEPTION;
    }
    vm_value groups = program->names ? named_groups(vm, program, s, m, indices) : VALUE_UNDEFINED;
    if (value_is_exception(groups) ||
        !object_add(vm, indices, atom_key(vm, ATOM_groups), groups, PROPERTY_DEFAULT)) {
        return VALUE_EXCEPTION;
    }
    return value_from_cell(indices);
}

// The shape of results: an array with index, input and groups in slots 0 to 2.
static struct shape *match_shape(vm_isolate *vm) {
    static const enum atom_id names[] = {ATOM_index, ATOM_input, ATOM_groups};
    struct realm *realm = vm->realm;
    if (__builtin_expect(realm->match_shape != NULL, 1)) return realm->match_shape;
    struct object *prototype = intrinsic(vm, INTRINSIC_ArrayPrototype);
    struct shape *shape = prototype ? shape_root(vm, prototype, CELL_ARRAY, 3) : NULL;
    for (int i = 0; i < 3 && shape; i++)
        shape = shape_add(vm, shape, atom_key(vm, names[i]), PROPERTY_DEFAULT, false, NULL);
    if (shape) {
        heap_write(&vm->heap, realm);
        realm->match_shape = shape;
    }
    return shape;
}

vm_value regexp_match_result(vm_isolate *vm, struct regexp_program *program, struct string *s,
                             const struct regexp_match *m) {
    struct shape *shape = match_shape(vm);
    struct object *result = shape ? array_create_with_shape(vm, shape, 0) : NULL;
    if (!result || !elements_reserve(vm, result, program->group_count + 1)) return VALUE_EXCEPTION;
    for (uint32_t i = 0; i <= program->group_count; i++) {
        vm_value text = regexp_capture(vm, s, m, i);
        if (value_is_exception(text) || !array_push(vm, result, text)) return VALUE_EXCEPTION;
    }
    vm_value groups = regexp_match_groups(vm, program, s, m);
    if (value_is_exception(groups)) return VALUE_EXCEPTION;
    heap_write(&vm->heap, result);
    *object_slot(result, 0) = value_from_int(m->captures[0]);
    *object_slot(result, 1) = value_from_cell(s);
    *object_slot(result, 2) = groups;
    if (program->flags & REGEXP_HAS_INDICES) {
        vm_value indices = match_indices(vm, program, s, m);
        if (value_is_exception(indices) ||
            !object_add(vm, result, atom_key(vm, ATOM_indices), indices, PROPERTY_DEFAULT)) {
            return VALUE_EXCEPTION;
        }
    }
    return value_from_cell(result);
}

// --- execution -------------------------------------------------------------------------------------

enum outcome regexp_step(vm_isolate *vm, struct regexp_object *regexp, struct string *s,
                         struct regexp_match *m) {
    struct regexp_program *program = regexp->program;
    bool keeps = program->flags & (REGEXP_GLOBAL | REGEXP_STICKY);
    uint32_t start = keeps ? (uint32_t)value_as_int(*regexp_last_index(regexp)) : 0;
    enum outcome found = start > s->length ? OUTCOME_FALSE : regexp_search(vm, program, s, start, m);
    if (keeps && found != OUTCOME_EXCEPTION)
        *regexp_last_index(regexp) = value_from_int(found == OUTCOME_TRUE ? m->captures[1] : 0);
    return found;
}

bool regexp_set_last_index(vm_isolate *vm, struct object *r, double index) {
    if (r->shape == vm->realm->regexp_shape) {
        *regexp_last_index((struct regexp_object *)r) = value_from_double(index);
        return true;
    }
    return js_set(vm, r, atom_key(vm, ATOM_lastIndex), value_from_double(index));
}

bool regexp_advance_last_index(vm_isolate *vm, struct object *r, const struct string *s, bool unicode) {
    uint64_t index;
    vm_value now = js_get_atom(vm, r, ATOM_lastIndex);
    if (value_is_exception(now) || !js_to_length(vm, now, &index)) return false;
    double next = index < s->length ? regexp_advance(s, (uint32_t)index, unicode) : (double)index + 1;
    return regexp_set_last_index(vm, r, next);
}

// sec-regexpbuiltinexec, without the result object. *program gets the one that was executed, for which *m is
// prepared.
static enum outcome builtin_exec(vm_isolate *vm, struct regexp_object *regexp, struct string *s,
                                 struct regexp_match *m, struct regexp_program **program) {
    uint64_t last_index;
    if (!js_to_length(vm, *regexp_last_index(regexp), &last_index)) return OUTCOME_EXCEPTION;
    *program = regexp->program;
    bool keeps = regexp->program->flags & (REGEXP_GLOBAL | REGEXP_STICKY);
    if (!keeps) last_index = 0;
    enum outcome found = OUTCOME_FALSE;
    if (last_index <= s->length) {
        if (!regexp_match_prepare(vm, m, *program)) return OUTCOME_EXCEPTION;
        found = regexp_search(vm, *program, s, (uint32_t)last_index, m);
    }
    if (found == OUTCOME_EXCEPTION || !keeps) return found;
    double next = found == OUTCOME_TRUE ? m->captures[1] : 0;
    return regexp_set_last_index(vm, &regexp->object, next) ? found : OUTCOME_EXCEPTION;
}

static vm_value exec_builtin(vm_isolate *vm, struct regexp_object *regexp, struct string *s) {
    struct regexp_match m;
    struct regexp_program *program;
    enum outcome found = builtin_exec(vm, regexp, s, &m, &program);
    if (found == OUTCOME_TRUE) return regexp_match_result(vm, program, s, &m);
    return found == OUTCOME_FALSE ? VALUE_NULL : VALUE_EXCEPTION;
}

// The exec of an expression when it is something else than the built-in one; ABSENT: it is the built-in one,
// and r a regular expression.
static vm_value other_exec(vm_isolate *vm, struct object *r) {
    if (regexp_is_pristine(vm, value_from_cell(r))) return VALUE_ABSENT;
    vm_value exec = js_get_atom(vm, r, ATOM_exec);
    if (value_is_exception(exec)) return exec;
    bool regular = r->cell.kind == CELL_REGEXP;
    if (regular && value_same_bits(exec, vm->realm->regexp_exec)) return VALUE_ABSENT;
    if (value_is_callable(exec)) return exec;
    if (regular) return VALUE_ABSENT;
    return throw_type_error(vm, "Receiver is not a RegExp: %V", value_from_cell(r));
}

static vm_value call_exec(vm_isolate *vm, vm_value exec, struct object *r, struct string *s) {
    vm_value argument = value_from_cell(s), result = js_call(vm, exec, value_from_cell(r), 1, &argument);
    if (value_is_object(result) || value_is_null(result) || value_is_exception(result)) return result;
    return throw_type_error(vm, "RegExp exec method returned something other than an Object or null");
}

vm_value regexp_exec(vm_isolate *vm, struct object *r, struct string *s) {
    vm_value exec = other_exec(vm, r);
    if (value_is_exception(exec)) return exec;
    return value_is_absent(exec) ? exec_builtin(vm, (struct regexp_object *)r, s) : call_exec(vm, exec, r, s);
}

struct object *regexp_receiver(vm_isolate *vm, vm_value v, const char *method) {
    if (__builtin_expect(value_is_object(v), 1)) return value_as_object(v);
    throw_type_error(vm, "Method %s called on incompatible receiver %V", method, v);
    return NULL;
}

// sec-regexp.prototype.exec
static vm_value regexp_prototype_exec(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct regexp_object *regexp = builtin_this(vm, THIS, CELL_REGEXP, "RegExp.prototype.exec");
    struct string *s = regexp ? string_argument(vm, ARGUMENT(0)) : NULL;
    return s ? exec_builtin(vm, regexp, s) : VALUE_EXCEPTION;
}

// sec-regexp.prototype.test
static vm_value regexp_test(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct object *r = regexp_receiver(vm, THIS, "RegExp.prototype.test");
    struct string *s = r ? string_argument(vm, ARGUMENT(0)) : NULL;
    vm_value exec = s ? other_exec(vm, r) : VALUE_EXCEPTION;
    if (value_is_exception(exec)) return exec;
    if (value_is_absent(exec)) {
        struct regexp_match m;
        struct regexp_program *program;
        return builtin_outcome(builtin_exec(vm, (struct regexp_object *)r, s, &m, &program));
    }
    vm_value result = call_exec(vm, exec, r, s);
    return value_is_exception(result) ? result : value_from_bool(!value_is_null(result));
}

// --- properties ------------------------------------------------------------------------------------

// `this` of an accessor; UNDEFINED for %RegExp.prototype% itself, EXCEPTION with TypeError for all else.
static vm_value accessor_receiver(vm_isolate *vm, vm_value v, const char *name) {
    if (__builtin_expect(value_is_kind(v, CELL_REGEXP), 1)) return v;
    if (value_same_bits(v, value_from_cell(vm->realm->intrinsics[INTRINSIC_RegExpPrototype])))
        return VALUE_UNDEFINED;
    return throw_type_error(vm, "RegExp.prototype.%s getter called on non-RegExp object", name);
}

// sec-regexphasflag; MAGIC: which one
static vm_value regexp_flag(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    int index = MAGIC;
    vm_value v = accessor_receiver(vm, THIS, flag_names[index]);
    if (!value_is_object(v)) return v;
    uint32_t flags = ((struct regexp_object *)value_as_cell(v))->program->flags;
    return value_from_bool(flags & flag_letters[index].flag);
}

// sec-get-regexp.prototype.flags
static vm_value regexp_flags_getter(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct object *r = regexp_receiver(vm, THIS, "RegExp.prototype.flags getter");
    if (!r) return VALUE_EXCEPTION;
    uint32_t flags = 0;
    if (regexp_is_pristine(vm, THIS)) return flags_value_of(vm, ((struct regexp_object *)r)->program->flags);
    for (size_t i = 0; i < FLAG_COUNT; i++) {
        property_key key;
        if (!key_from_text(vm, flag_names[i], &key)) return VALUE_EXCEPTION;
        vm_value v = js_get(vm, r, key);
        if (value_is_exception(v)) return v;
        if (js_to_boolean(v)) flags |= flag_letters[i].flag;
    }
    return flags_value_of(vm, flags);
}

struct string *regexp_flags_of(vm_isolate *vm, struct object *r) {
    vm_value flags = js_get_atom(vm, r, ATOM_flags);
    return value_is_exception(flags) ? NULL : string_argument(vm, flags);
}

bool regexp_has_flag(const struct string *flags, char letter) {
    for (uint32_t i = 0; i < flags->length; i++) {
        if (string_at(flags, i) == (uint16_t)letter) return true;
    }
    return false;
}

static const char *line_terminator_escape(uint16_t unit) {
    switch (unit) {
    case '\n': return "n";
    case '\r': return "r";
    case 0x2028: return "u2028";
    case 0x2029: return "u2029";
    default: return NULL;
    }
}

// sec-escaperegexppattern
static struct string *escape_pattern(vm_isolate *vm, struct string *source) {
    struct string_builder b;
    bool in_class = false, changed = false;
    if (!source->length) return string_from_text(vm, "(?:)");
    string_builder_start(&b, vm);
    for (uint32_t i = 0; i < source->length; i++) {
        uint16_t unit = string_at(source, i);
        if (unit == '[') in_class = true;
        if (unit == ']') in_class = false;
        bool escaped = unit == '\\' && i + 1 < source->length;
        if (escaped) {
            string_builder_unit(&b, '\\');
            unit = string_at(source, ++i);
        }
        const char *line = line_terminator_escape(unit);
        if (!escaped && (line || (unit == '/' && !in_class))) string_builder_unit(&b, '\\');
        changed |= line || (!escaped && unit == '/' && !in_class);
        if (line)
            string_builder_text(&b, line);
        else
            string_builder_unit(&b, unit);
    }
    if (changed) return string_builder_finish(&b);
    string_builder_discard(&b);
    return source;
}

// sec-get-regexp.prototype.source
static vm_value regexp_source(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    vm_value v = accessor_receiver(vm, THIS, "source");
    if (value_is_exception(v)) return v;
    if (value_is_undefined(v)) return builtin_cell(string_from_text(vm, "(?:)"));
    struct regexp_program *program = ((struct regexp_object *)value_as_cell(v))->program;
    if (!program->escaped) {
        struct string *escaped = escape_pattern(vm, program->source);
        if (!escaped) return VALUE_EXCEPTION;
        heap_write(&vm->heap, program);
        program->escaped = escaped;
    }
    return value_from_cell(program->escaped);
}

// sec-regexp.prototype.tostring
static vm_value regexp_to_string(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct object *r = regexp_receiver(vm, THIS, "RegExp.prototype.toString");
    vm_value v = r ? js_get_atom(vm, r, ATOM_source) : VALUE_EXCEPTION;
    struct string *source = value_is_exception(v) ? NULL : string_argument(vm, v);
    struct string *flags = source ? regexp_flags_of(vm, r) : NULL;
    struct string_builder b;
    if (!flags) return VALUE_EXCEPTION;
    string_builder_start(&b, vm);
    string_builder_unit(&b, '/');
    string_builder_string(&b, source);
    string_builder_unit(&b, '/');
    string_builder_string(&b, flags);
    return builtin_cell(string_builder_finish(&b));
}

// --- tables ----------------------------------------------------------------------------------------

static const struct builtin_row statics[] = {
    GETTER("@@species", builtin_return_this),
    NATIVE("escape", regexp_escape, 1),
};

static const struct builtin_row methods[] = {
    NATIVE("exec", regexp_prototype_exec, 1),    GETTER_MAGIC("dotAll", regexp_flag, 4),
    GETTER("flags", regexp_flags_getter),        GETTER_MAGIC("global", regexp_flag, 1),
    GETTER_MAGIC("hasIndices", regexp_flag, 0),  GETTER_MAGIC("ignoreCase", regexp_flag, 2),
    GETTER_MAGIC("multiline", regexp_flag, 3),   GETTER("source", regexp_source),
    GETTER_MAGIC("sticky", regexp_flag, 7),      GETTER_MAGIC("unicode", regexp_flag, 5),
    GETTER_MAGIC("unicodeSets", regexp_flag, 6), NATIVE("compile", regexp_compile_again, 2),
    NATIVE("toString", regexp_to_string, 0),     NATIVE("test", regexp_test, 1),
    NATIVE("@@match", regexp_symbol_match, 1),   NATIVE("@@matchAll", regexp_symbol_match_all, 1),
    NATIVE("@@replace", regexp_replace, 2),      NATIVE("@@search", regexp_symbol_search, 1),
    NATIVE("@@split", regexp_symbol_split, 2),
};

static bool finish(vm_isolate *vm, struct object *constructor, struct object *prototype) {
    struct property exec;
    struct shape *shape = regexp_object_shape(vm, prototype);
    (void)constructor;
    if (!shape) return false;
    object_find_own(vm, prototype, atom_key(vm, ATOM_exec), &exec);
    heap_write(&vm->heap, vm->realm);
    vm->realm->regexp_exec = exec.value;
    vm->realm->regexp_shape = shape;
    return true;
}

const struct builtin_class regexp_class = {
    .name = "RegExp",
    .constructor = regexp_constructor,
    .length = 2,
    .constructor_id = INTRINSIC_RegExp,
    .prototype_id = INTRINSIC_RegExpPrototype,
    .constructor_parent = INTRINSIC_FunctionPrototype,
    .prototype_parent = INTRINSIC_ObjectPrototype,
    STATICS(statics),
    METHODS(methods),
    .finish = finish,
};
