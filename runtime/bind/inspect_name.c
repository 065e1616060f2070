// What objects and functions are called.
//
// An object is named after its constructor: the nearest own `constructor` property, on itself or a prototype,
// that is a function with a name and that the object is an instance of. Proxies among the prototypes end the
// search. Getters are not called.
#include "bind/inspect_internal.h"

#define LONGEST_CHAIN 1000 // prototypes looked at

bool same_text(struct inspector *in, vm_value string, const char *text) {
    return vm_is_string(string) && vm_string_is(in->vm, string, text);
}

// 1, 0: not there or no plain data, -1: what is there is something else.
static int own_data(struct inspector *in, vm_value object, vm_key key, vm_value *out) {
    vm_property p;
    int there = vm_type_of(object) == VM_PROXY ? 0 : vm_get_own(in->vm, object, key, &p);
    if (there <= 0) {
        inspect_forgive(in);
        return 0;
    }
    *out = p.value;
    return p.is_accessor ? -1 : 1;
}

bool plain_property(struct inspector *in, vm_value object, vm_key key, vm_value *out) {
    for (int i = 0; vm_is_object(object) && i < LONGEST_CHAIN; i++) {
        int there = own_data(in, object, key, out);
        if (there || vm_type_of(object) == VM_PROXY) {
            return there > 0;
        }
        object = vm_prototype(in->vm, object);
    }
    return false;
}

// The own name of a function as a string that is not empty; false: it has none.
static bool function_name(struct inspector *in, vm_value function, vm_value *out) {
    if (own_data(in, function, in->name, out) <= 0) {
        return false;
    }
    if (vm_is_symbol(*out)) {
        struct text t;
        text_start(&t, in->vm);
        show_symbol(in, &t, *out, false);
        *out = text_value(&t);
    } else if (!vm_is_string(*out) && !vm_is_object(*out)) {
        *out = vm_to_string(in->vm, *out);
    }
    return inspect_forgive(in) && vm_is_string(*out) && vm_string_length(*out);
}

// --- tags

static vm_key tag_key(struct inspector *in) {
    return vm_key_from_symbol(vm_well_known_symbol(in->vm, VM_SYMBOL_TO_STRING_TAG));
}

// Symbol.toStringTag, unless the property is shown among the others anyway.
static bool find_tag(struct inspector *in, vm_value object, vm_value *out) {
    vm_key key = tag_key(in);
    vm_value tag = vm_get_key(in->vm, object, key);
    *out = vm_undefined();
    if (vm_is_exception(tag)) {
        return inspect_forgive(in);
    }
    if (!vm_is_string(tag) || !vm_string_length(tag)) {
        return true;
    }
    vm_property p;
    int own = vm_get_own(in->vm, object, key, &p);
    if (own < 0) {
        return inspect_forgive(in);
    }
    if (!own || !(in->options.show_hidden || (p.attributes & VM_ENUMERABLE))) {
        *out = tag;
    }
    return true;
}

// --- constructors

static bool is_builtin_name(struct inspector *in, vm_value name) {
    static const char *const names[] = {
        "AggregateError",
        "Array",
        "ArrayBuffer",
        "AsyncFunction",
        "Atomics",
        "BigInt",
        "BigInt64Array",
        "BigUint64Array",
        "Boolean",
        "DataView",
        "Date",
        "Error",
        "EvalError",
        "FinalizationRegistry",
        "Float16Array",
        "Float32Array",
        "Float64Array",
        "Function",
        "Int16Array",
        "Int32Array",
        "Int8Array",
        "Iterator",
        "JSON",
        "Map",
        "Math",
        "Number",
        "Object",
        "Promise",
        "Proxy",
        "RangeError",
        "ReferenceError",
        "Reflect",
        "RegExp",
        "Set",
        "SharedArrayBuffer",
        "String",
        "Symbol",
        "SyntaxError",
        "TypeError",
        "URIError",
        "Uint16Array",
        "Uint32Array",
        "Uint8Array",
        "Uint8ClampedArray",
        "WeakMap",
        "WeakRef",
        "WeakSet",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (same_text(in, name, names[i])) {
            return true;
        }
    }
    return false;
}

static bool push_pair(struct inspector *in, vm_value *array, vm_value holder, vm_value key) {
    if (vm_is_undefined(*array)) {
        *array = vm_array(in->vm, NULL, 0);
    }
    return !vm_is_exception(*array) && vm_array_push(in->vm, *array, holder) &&
           vm_array_push(in->vm, *array, key);
}

// Properties of a holder that neither the object nor the holders before it have; no methods.
static bool inherit_from(struct inspector *in, vm_value object, vm_value holder, const vm_value *before,
                         int count, vm_value *out) {
    vm_value keys = vm_own_keys(in->vm, holder, VM_KEYS_SYMBOLS);
    uint64_t length;
    if (vm_is_exception(keys) || !vm_length(in->vm, keys, &length)) {
        return false;
    }
    for (uint32_t i = 0; i < length; i++) {
        vm_key key;
        vm_property p;
        vm_value name = vm_get_index(in->vm, keys, i);
        if (vm_is_exception(name) || !vm_to_key(in->vm, name, &key)) {
            return false;
        }
        bool hidden = same_text(in, name, "constructor") || vm_has_own(in->vm, object, key) != 0;
        for (int j = 0; j < count && !hidden; j++) {
            hidden = vm_has_own(in->vm, before[j], key) != 0;
        }
        if (vm_has_exception(in->vm)) {
            return false;
        }
        int there = hidden ? 0 : vm_get_own(in->vm, holder, key, &p);
        if (there < 0 ||
            (there && !(!p.is_accessor && vm_is_function(p.value)) && !push_pair(in, out, holder, name))) {
            return false;
        }
    }
    return true;
}

// What instances of a program's own classes have from up to three prototypes.
static bool find_inherited(struct inspector *in, vm_value object, vm_value first, vm_value *out) {
    vm_value holders[3], holder = first;
    for (int count = 0; count < 3; count++) {
        if (count || vm_same_value(in->vm, object, first)) {
            holder = vm_prototype(in->vm, holder);
            vm_value constructor, name;
            if (!vm_is_object(holder) || vm_type_of(holder) == VM_PROXY ||
                (own_data(in, holder, in->constructor, &constructor) > 0 && vm_is_function(constructor) &&
                 function_name(in, constructor, &name) && is_builtin_name(in, name))) {
                return inspect_forgive(in);
            }
        }
        if (!inherit_from(in, object, holder, holders, count, out)) {
            return inspect_forgive(in);
        }
        holders[count] = holder;
    }
    return true;
}

// Whether a constructor says that the object is one of its own. False also when that throws.
static bool is_instance(struct inspector *in, vm_value object, vm_value constructor) {
    int result = vm_instance_of(in->vm, object, constructor);
    inspect_forgive(in);
    return result > 0;
}

// The constructor's name. undefined: the chain is just the object; *first gets the prototype, null or
// undefined.
static vm_value constructor_name(struct inspector *in, vm_value object, vm_value *first, vm_value *holder) {
    vm_value at = object, constructor, name;
    *first = vm_undefined();
    for (int i = 0; vm_is_object(at) && vm_type_of(at) != VM_PROXY && i < LONGEST_CHAIN; i++) {
        if (own_data(in, at, in->constructor, &constructor) > 0 && vm_is_function(constructor) &&
            function_name(in, constructor, &name) && is_instance(in, object, constructor)) {
            *holder = at;
            return name;
        }
        at = vm_prototype(in->vm, at);
        *first = i ? *first : at;
    }
    return vm_undefined();
}

// "Kind <Prototype>" for an object whose prototypes have no constructor to name it after.
static bool complex_name(struct inspector *in, vm_value object, vm_value prototype, int depth,
                         vm_value *out) {
    struct text t;
    text_start(&t, in->vm);
    naming_class(in, &t, object);
    vm_value first, holder, name = constructor_name(in, prototype, &first, &holder);
    text_add(&t, " <");
    if (depth > in->options.depth) {
        text_add(&t, "Complex prototype");
    } else if (vm_is_string(name)) {
        text_string(&t, name);
    } else if (vm_is_object(first) && depth < 10) {
        vm_value inner;
        if (!complex_name(in, prototype, first, depth + 1, &inner)) {
            text_free(&t);
            return false;
        }
        text_string(&t, inner);
    } else {
        struct inspect_options brief = in->options;
        brief.depth = -1;
        brief.custom = false;
        if (!inspect_value(&t, prototype, &brief)) {
            text_free(&t);
            return false;
        }
    }
    text_char(&t, '>');
    *out = text_value(&t);
    return !vm_is_exception(*out);
}

bool naming_find(struct inspector *in, vm_value object, struct naming *out) {
    vm_value first, holder = vm_undefined();
    *out = (struct naming){constructor_name(in, object, &first, &holder), vm_undefined(), vm_undefined()};
    if (vm_is_undefined(out->constructor) && vm_is_object(first) &&
        !complex_name(in, object, first, in->level, &out->constructor)) {
        return false;
    }
    if (in->options.show_hidden && in->level <= in->options.depth && vm_is_object(holder) &&
        (!vm_same_value(in->vm, first, holder) || !is_builtin_name(in, out->constructor)) &&
        !find_inherited(in, object, vm_is_object(first) ? first : object, &out->inherited)) {
        return false;
    }
    return find_tag(in, object, &out->tag);
}

// --- prefixes

static void add_size(struct text *out, int64_t size) {
    if (size >= 0) {
        text_format(out, "(%lld)", (long long)size);
    }
}

static void add_tag(struct text *out, vm_value tag) {
    text_char(out, '[');
    text_string(out, tag);
    text_add(out, "] ");
}

void naming_prefix(struct inspector *in, struct text *out, const struct naming *naming, const char *fallback,
                   int64_t size) {
    bool tagged = vm_is_string(naming->tag);
    if (vm_is_string(naming->constructor)) {
        text_string(out, naming->constructor);
        add_size(out, size);
        text_char(out, ' ');
        if (tagged && !vm_strict_equals(in->vm, naming->tag, naming->constructor)) {
            add_tag(out, naming->tag);
        }
        return;
    }
    text_char(out, '[');
    text_add(out, fallback);
    add_size(out, size);
    text_add(out, ": null prototype] ");
    if (tagged && !same_text(in, naming->tag, fallback)) {
        add_tag(out, naming->tag);
    }
}

void naming_class(struct inspector *in, struct text *out, vm_value object) {
    static const char *const names[] = {
        [VM_ARRAY] = "Array",
        [VM_FUNCTION] = "Function",
        [VM_ERROR] = "Error",
        [VM_ARGUMENTS] = "Arguments",
        [VM_MAP] = "Map",
        [VM_SET] = "Set",
        [VM_WEAK_MAP] = "WeakMap",
        [VM_WEAK_SET] = "WeakSet",
        [VM_WEAK_REF] = "WeakRef",
        [VM_DATE] = "Date",
        [VM_PROMISE] = "Promise",
        [VM_GENERATOR] = "Generator",
        [VM_NAMESPACE] = "Module",
        [VM_REGEXP] = "RegExp",
        [VM_DATA_VIEW] = "DataView",
        [VM_ARRAY_BUFFER] = "ArrayBuffer",
    };
    vm_value tag;
    unsigned type = (unsigned)vm_type_of(object);
    if (plain_property(in, object, tag_key(in), &tag) && vm_is_string(tag)) {
        text_string(out, tag);
    } else if (type == VM_HOST_OBJECT) {
        text_add(out, vm_host_class(object)->name);
    } else {
        text_add(out, type < sizeof names / sizeof *names && names[type] ? names[type] : "Object");
    }
}

void naming_own_prefix(struct inspector *in, struct text *out, vm_value object, const struct naming *naming) {
    struct text kind;
    text_start(&kind, in->vm);
    naming_class(in, &kind, object);
    char *fallback = text_take(&kind, NULL);
    bool tagged = fallback && same_text(in, naming->tag, fallback);
    naming_prefix(in, out, naming, fallback && !tagged ? fallback : "Object", -1);
    out->failed |= !fallback;
    vm_free(in->vm, fallback);
    inspect_forgive(in);
}

// --- functions

// The name as text, when it is a string or a number; *out undefined: none.
static void name_of(struct inspector *in, vm_value function, vm_value *out) {
    *out = vm_get_key(in->vm, function, in->name);
    if (vm_is_number(*out)) {
        *out = vm_to_string(in->vm, *out);
    }
    inspect_forgive(in);
    if (!vm_is_string(*out) || !vm_string_length(*out)) {
        *out = vm_undefined();
    }
}

static void add_tags(struct inspector *in, struct text *out, const struct naming *naming) {
    if (vm_is_string(naming->tag) && !vm_strict_equals(in->vm, naming->tag, naming->constructor)) {
        text_add(out, " [");
        text_string(out, naming->tag);
        text_char(out, ']');
    }
}

static void add_class(struct inspector *in, struct text *out, vm_value class, const struct naming *naming) {
    vm_value name, super = vm_prototype(in->vm, class);
    name_of(in, class, &name);
    if (vm_has_own(in->vm, class, in->name) <= 0) {
        inspect_forgive(in);
        name = vm_undefined();
    }
    text_add(out, "[class ");
    text_string(out, name);
    text_add(out, vm_is_string(name) ? "" : "(anonymous)");
    if (vm_is_string(naming->constructor) && !same_text(in, naming->constructor, "Function")) {
        text_add(out, " [");
        text_string(out, naming->constructor);
        text_char(out, ']');
    }
    add_tags(in, out, naming);
    if (!vm_is_string(naming->constructor)) {
        text_add(out, " extends [null prototype]");
    } else if (vm_is_object(super)) {
        name_of(in, super, &name);
        text_add(out, vm_is_string(name) ? " extends " : "");
        text_string(out, name);
    }
    text_char(out, ']');
}

bool naming_function(struct inspector *in, struct text *out, vm_value function, const struct naming *naming) {
    unsigned flags = vm_function_flags(function);
    vm_value name;
    if (flags & VM_FUNCTION_CLASS) {
        add_class(in, out, function, naming);
        return !vm_has_exception(in->vm);
    }
    char kind[32] = "";
    strcat(kind, flags & VM_FUNCTION_ASYNC ? "Async" : "");
    strcat(kind, flags & VM_FUNCTION_GENERATOR ? "Generator" : "");
    strcat(kind, "Function");
    name_of(in, function, &name);
    text_format(out, "[%s", kind);
    text_add(out, vm_is_string(naming->constructor) ? "" : " (null prototype)");
    text_add(out, vm_is_string(name) ? ": " : " (anonymous)");
    text_string(out, name);
    text_char(out, ']');
    if (vm_is_string(naming->constructor) && !same_text(in, naming->constructor, kind)) {
        text_char(out, ' ');
        text_string(out, naming->constructor);
    }
    add_tags(in, out, naming);
    return !vm_has_exception(in->vm);
}
