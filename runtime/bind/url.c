// native('url'): what stdlib/internal/url.js is made of. A parsed URL is a *record*, a host object around the
// marks of the URL with its href in a slot; functions take it as first argument, and strings otherwise.
#include "bind/runtime.h"
#include "url/url.h"

enum { SLOT_HREF, RECORD_SLOTS };

static const vm_class record_class = {"URLRecord", sizeof(struct url_layout), RECORD_SLOTS, NULL};

// --- strings

// A string argument as UTF-8, U+FFFD in place of lone surrogates. ASCII is not copied: the string must stay
// alive.
struct input {
    const char *bytes;
    size_t length;
    struct url_text converted;
};

static bool is_ascii(const uint8_t *text, size_t length) {
    uint8_t seen = 0;
    for (size_t i = 0; i < length; i++) {
        seen |= text[i];
    }
    return seen < 0x80;
}

static bool input_start(vm_isolate *vm, struct input *in, vm_value string) {
    vm_text text;
    url_text_start(&in->converted);
    if (!vm_is_string(string)) {
        vm_throw_type_error(vm, "A string is expected");
        return false;
    }
    if (!vm_string_text(vm, string, &text)) {
        return false;
    }
    if (text.latin1 && is_ascii(text.latin1, text.length)) {
        in->bytes = (const char *)text.latin1;
        in->length = text.length;
        return true;
    }
    for (size_t i = 0; i < text.length; i++) {
        uint32_t c = text.latin1 ? text.latin1[i] : text.utf16[i];
        if ((c & 0xfc00) == 0xd800 && i + 1 < text.length && (text.utf16[i + 1] & 0xfc00) == 0xdc00) {
            c = 0x10000 + ((c & 0x3ff) << 10 | (text.utf16[++i] & 0x3ff));
        }
        url_text_code_point(&in->converted, (c & 0xfffff800) == 0xd800 ? 0xfffd : c);
    }
    in->bytes = in->converted.bytes;
    in->length = in->converted.length;
    if (in->converted.failed) {
        url_text_free(&in->converted);
        vm_throw_out_of_memory(vm);
        return false;
    }
    return true;
}

static void input_end(struct input *in) { url_text_free(&in->converted); }

// The text as a string; frees it.
static vm_value take_text(vm_isolate *vm, struct url_text *t) {
    vm_value result = t->failed ? vm_throw_out_of_memory(vm) : vm_string_utf8(vm, t->bytes, t->length);
    url_text_free(t);
    return result;
}

// --- records

// The URL of a record: a view that is valid as long as the record lives. False: error pending.
static bool view_of(vm_isolate *vm, vm_value record, struct url_view *out) {
    vm_text text;
    out->layout = vm_host_check(vm, record, &record_class);
    if (!out->layout || !vm_string_text(vm, vm_host_slots(record)[SLOT_HREF], &text)) {
        return false;
    }
    out->href = (const char *)text.latin1;
    return true;
}

// Parses strings; base may be undefined.
static enum url_result parse(const struct input *input, const struct input *base, struct url_text *href,
                             struct url_layout *layout) {
    struct url_text base_href;
    struct url_layout base_layout;
    struct url_view view = {NULL, &base_layout};
    if (!base) {
        return url_parse(input->bytes, input->length, NULL, href, layout);
    }
    url_text_start(&base_href);
    enum url_result result = url_parse(base->bytes, base->length, NULL, &base_href, &base_layout);
    view.href = base_href.bytes;
    if (result == URL_OK) {
        result = url_parse(input->bytes, input->length, &view, href, layout);
    }
    url_text_free(&base_href);
    return result;
}

// Parses argument 0 against argument 1, which may be undefined; -1: error pending.
static int parse_arguments(vm_isolate *vm, vm_value *frame, uint32_t argc, struct url_text *href,
                           struct url_layout *layout) {
    struct input input, base;
    vm_value given = vm_argument(frame, argc, 1);
    bool has_base = !vm_is_undefined(given);
    if (!input_start(vm, &input, vm_argument(frame, argc, 0))) {
        return -1;
    }
    if (has_base && !input_start(vm, &base, given)) {
        input_end(&input);
        return -1;
    }
    enum url_result result = parse(&input, has_base ? &base : NULL, href, layout);
    input_end(&input);
    if (has_base) {
        input_end(&base);
    }
    if (result == URL_NO_MEMORY) {
        vm_throw_out_of_memory(vm);
        return -1;
    }
    return (int)result;
}

// parse(input, base): a record, or undefined when that is no valid URL.
static vm_value native_parse(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct url_text text;
    struct url_layout layout;
    url_text_start(&text);
    int result = parse_arguments(vm, frame, argc, &text, &layout);
    if (result != URL_OK) {
        url_text_free(&text);
        return result < 0 ? vm_exception() : vm_undefined();
    }
    vm_value href = vm_string_latin1(vm, (const uint8_t *)text.bytes, text.length);
    url_text_free(&text);
    vm_value record = vm_is_exception(href) ? href : vm_host_object(vm, &record_class, vm_null(), 0);
    if (!vm_is_exception(record)) {
        memcpy(vm_host_data(record, &record_class), &layout, sizeof layout);
        vm_host_set_slot(vm, record, SLOT_HREF, href);
    }
    return record;
}

// canParse(input, base)
static vm_value native_can_parse(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct url_text text;
    struct url_layout layout;
    url_text_start(&text);
    int result = parse_arguments(vm, frame, argc, &text, &layout);
    url_text_free(&text);
    return result < 0 ? vm_exception() : vm_bool(result == URL_OK);
}

static vm_value native_href(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value record = vm_argument(frame, argc, 0);
    return vm_host_check(vm, record, &record_class) ? vm_host_slots(record)[SLOT_HREF] : vm_exception();
}

static vm_value native_origin(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct url_view u;
    struct url_text origin;
    if (!view_of(vm, vm_argument(frame, argc, 0), &u)) {
        return vm_exception();
    }
    url_text_start(&origin);
    origin.failed |= url_origin(&u, &origin) == URL_NO_MEMORY;
    return take_text(vm, &origin);
}

// Parts of a URL that can be read and written.
static const struct part {
    const char *getter, *setter;
    struct url_slice (*get)(const struct url_view *u);
    url_setter *set;
} parts[] = {
    {"getProtocol", "setProtocol", url_protocol, url_set_protocol},
    {"getUsername", "setUsername", url_username, url_set_username},
    {"getPassword", "setPassword", url_password, url_set_password},
    {"getHost", "setHost", url_host, url_set_host},
    {"getHostname", "setHostname", url_hostname, url_set_hostname},
    {"getPort", "setPort", url_port, url_set_port},
    {"getPathname", "setPathname", url_pathname, url_set_pathname},
    {"getSearch", "setSearch", url_search, url_set_search},
    {"getHash", "setHash", url_hash, url_set_hash},
};

static vm_value native_get(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    const struct part *part = vm_function_data(frame[-1]);
    struct url_view u;
    vm_value record = vm_argument(frame, argc, 0);
    if (!view_of(vm, record, &u)) {
        return vm_exception();
    }
    struct url_slice slice = part->get(&u);
    vm_value result = vm_string_latin1(vm, (const uint8_t *)u.href + slice.start, slice.end - slice.start);
    vm_keep(record);
    return result;
}

// setX(record, value): a value that is refused changes nothing.
static vm_value native_set(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    const struct part *part = vm_function_data(frame[-1]);
    struct url_view u;
    struct input value;
    vm_value record = vm_argument(frame, argc, 0);
    if (!view_of(vm, record, &u) || !input_start(vm, &value, vm_argument(frame, argc, 1))) {
        return vm_exception();
    }
    struct url_text href;
    struct url_layout layout = *u.layout;
    url_text_start(&href);
    url_text_append(&href, u.href, layout.mark[URL_LENGTH]);
    enum url_result result =
        href.failed ? URL_NO_MEMORY : part->set(&href, &layout, value.bytes, value.length);
    input_end(&value);
    vm_value string = result == URL_NO_MEMORY ? vm_throw_out_of_memory(vm)
                      : result == URL_INVALID
                          ? vm_undefined()
                          : vm_string_latin1(vm, (const uint8_t *)href.bytes, href.length);
    if (result == URL_OK && !vm_is_exception(string)) {
        memcpy(vm_host_data(record, &record_class), &layout, sizeof layout);
        vm_host_set_slot(vm, record, SLOT_HREF, string);
    }
    url_text_free(&href);
    return vm_is_exception(string) ? string : vm_undefined();
}

// --- domains

// The host that a domain is as the host of a special URL: "" when it is none. False: error pending.
static bool domain_host(vm_isolate *vm, vm_value domain, struct url_text *out) {
    static const char placeholder[] = "ws://x";
    struct input input;
    struct url_text href;
    struct url_layout layout;
    if (!input_start(vm, &input, domain)) {
        return false;
    }
    url_text_start(&href);
    enum url_result result = url_parse(placeholder, sizeof placeholder - 1, NULL, &href, &layout);
    result = result == URL_OK ? url_set_hostname(&href, &layout, input.bytes, input.length) : result;
    if (result == URL_OK) {
        struct url_view u = {href.bytes, &layout};
        struct url_slice host = url_hostname(&u);
        url_text_append(out, href.bytes + host.start, host.end - host.start);
    }
    out->failed |= result == URL_NO_MEMORY;
    url_text_free(&href);
    input_end(&input);
    return true;
}

static vm_value native_domain_to_ascii(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct url_text host;
    url_text_start(&host);
    return domain_host(vm, vm_argument(frame, argc, 0), &host) ? take_text(vm, &host) : vm_exception();
}

static vm_value native_domain_to_unicode(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct url_text host, decoded;
    url_text_start(&host);
    url_text_start(&decoded);
    if (!domain_host(vm, vm_argument(frame, argc, 0), &host)) {
        return vm_exception();
    }
    decoded.failed = host.failed || url_domain_to_unicode(host.bytes, host.length, &decoded) == URL_NO_MEMORY;
    url_text_free(&host);
    return take_text(vm, &decoded);
}

// mapDomain(domain): what UTS #46 makes of it, whether it may be a host or not; "" when it is invalid.
static vm_value native_map_domain(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct input domain;
    struct url_text mapped;
    if (!input_start(vm, &domain, vm_argument(frame, argc, 0))) {
        return vm_exception();
    }
    url_text_start(&mapped);
    enum url_result result = url_domain_to_ascii(domain.bytes, domain.length, &mapped);
    input_end(&domain);
    mapped.failed |= result == URL_NO_MEMORY;
    mapped.length = result == URL_INVALID ? 0 : mapped.length;
    return take_text(vm, &mapped);
}

// --- application/x-www-form-urlencoded

static vm_value form_string(vm_isolate *vm, const char *piece, size_t length) {
    struct url_text decoded;
    if (is_ascii((const uint8_t *)piece, length) && !memchr(piece, '%', length) &&
        !memchr(piece, '+', length)) {
        return vm_string_latin1(vm, (const uint8_t *)piece, length);
    }
    url_text_start(&decoded);
    url_form_decode(piece, length, &decoded);
    return take_text(vm, &decoded);
}

// parseForm(string): [name, value, name, value...]
static vm_value native_parse_form(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct input input;
    if (!input_start(vm, &input, vm_argument(frame, argc, 0))) {
        return vm_exception();
    }
    vm_value list = vm_array(vm, NULL, 0);
    const char *at = input.bytes, *end = at + input.length;
    while (at < end && !vm_is_exception(list)) {
        const char *ampersand = memchr(at, '&', (size_t)(end - at)), *stop = ampersand ? ampersand : end;
        if (stop > at) {
            const char *equals = memchr(at, '=', (size_t)(stop - at)), *name_end = equals ? equals : stop;
            const char *value_start = equals ? equals + 1 : stop;
            vm_value name = form_string(vm, at, (size_t)(name_end - at));
            vm_value value =
                vm_is_exception(name) ? name : form_string(vm, value_start, (size_t)(stop - value_start));
            if (vm_is_exception(value) || !vm_array_push(vm, list, name) || !vm_array_push(vm, list, value)) {
                list = vm_exception();
            }
        }
        at = stop + 1;
    }
    input_end(&input);
    vm_keep(vm_argument(frame, argc, 0));
    return list;
}

// serializeForm([name, value, name, value...]): a string
static vm_value native_serialize_form(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value list = vm_argument(frame, argc, 0);
    struct url_text out;
    uint64_t length;
    if (!vm_length(vm, list, &length)) {
        return vm_exception();
    }
    url_text_start(&out);
    for (uint32_t i = 0; i < length; i++) {
        struct input piece;
        vm_value string = vm_get_index(vm, list, i);
        if (vm_is_exception(string) || !input_start(vm, &piece, string)) {
            url_text_free(&out);
            return vm_exception();
        }
        if (i) {
            url_text_char(&out, i % 2 ? '=' : '&');
        }
        url_form_encode(piece.bytes, piece.length, &out);
        input_end(&piece);
    }
    return take_text(vm, &out);
}

bool url_natives(vm_isolate *vm, vm_value object) {
    static const vm_method methods[] = {
        {"parse", native_parse, 2, VM_METHOD, NULL},
        {"canParse", native_can_parse, 2, VM_METHOD, NULL},
        {"getHref", native_href, 1, VM_METHOD, NULL},
        {"getOrigin", native_origin, 1, VM_METHOD, NULL},
        {"domainToASCII", native_domain_to_ascii, 1, VM_METHOD, NULL},
        {"domainToUnicode", native_domain_to_unicode, 1, VM_METHOD, NULL},
        {"mapDomain", native_map_domain, 1, VM_METHOD, NULL},
        {"parseForm", native_parse_form, 1, VM_METHOD, NULL},
        {"serializeForm", native_serialize_form, 1, VM_METHOD, NULL},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const vm_method of_part[] = {
            {parts[i].getter, native_get, 1, VM_METHOD, (void *)&parts[i]},
            {parts[i].setter, native_set, 2, VM_METHOD, (void *)&parts[i]},
        };
        if (!vm_define_methods(vm, object, of_part, 2)) {
            return false;
        }
    }
    return vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods);
}
