// The basic URL parser. The standard describes a state machine that fills a record; since an href lists the
// parts in the order in which they are read, this one appends to the href directly, one function a part:
//
//     scheme ─┬─ authority ── path ── query ── fragment        "//" follows, or the scheme is special
//             ├─ relative: takes a prefix of the base's href, goes on with path, query or fragment
//             ├─ file: a host without credentials and port; drive letters in the path
//             └─ opaque path
//
// Going one segment up takes back what was appended. The setters read one part with the same functions and
// splice it in.
#include "url/url.h"

#include <stdio.h>
#include <string.h>

struct parser {
    const char *at, *end; // what is left of the input
    struct url_text *out;
    struct url_layout *layout;
    bool override; // a setter: "?" and "#" do not end a part
};

static const struct {
    const char *name; // with colon
    int port;         // -1: none
} schemes[] = {
    [URL_OTHER] = {"", -1},     [URL_FILE] = {"file:", -1},    [URL_FTP] = {"ftp:", 21},
    [URL_HTTP] = {"http:", 80}, [URL_HTTPS] = {"https:", 443}, [URL_WS] = {"ws:", 80},
    [URL_WSS] = {"wss:", 443},
};

static enum url_scheme find_scheme(const char *name, size_t length) {
    for (unsigned i = URL_FILE; i <= URL_WSS; i++) {
        if (strlen(schemes[i].name) == length && !memcmp(schemes[i].name, name, length)) {
            return (enum url_scheme)i;
        }
    }
    return URL_OTHER;
}

static bool is_special(const struct url_layout *u) { return u->scheme != URL_OTHER; }
static bool is_alpha(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_slash(const struct url_layout *u, char c) { return c == '/' || (c == '\\' && is_special(u)); }

// Sets this mark and all behind it to the end of what is written.
static void mark_from(struct parser *p, enum url_mark mark) {
    for (unsigned i = mark; i < URL_MARKS; i++) {
        p->layout->mark[i] = (uint32_t)p->out->length;
    }
}

// --- paths

static bool is_drive_letter(const char *s, size_t length) {
    return length == 2 && is_alpha(s[0]) && (s[1] == ':' || s[1] == '|');
}

static bool starts_with_drive_letter(const char *at, const char *end) {
    return end - at >= 2 && is_drive_letter(at, 2) && (end - at == 2 || (at[2] && strchr("/\\?#", at[2])));
}

// How many dots a segment is: "." or "%2e" one, two of them two; anything else 0.
static unsigned dots(const char *segment, size_t length) {
    unsigned count = 0;
    for (size_t i = 0; i < length; count++) {
        if (segment[i] == '.') {
            i++;
        } else if (length - i >= 3 && segment[i] == '%' && segment[i + 1] == '2' &&
                   (segment[i + 2] | 0x20) == 'e') {
            i += 3;
        } else {
            return 0;
        }
    }
    return count <= 2 ? count : 0;
}

// Takes the last segment back; the drive letter of a file stays.
static void shorten_path(struct parser *p) {
    size_t start = p->layout->mark[URL_PATH_START], length = p->out->length;
    const char *path = p->out->bytes + start;
    if (p->layout->scheme == URL_FILE && length - start == 3 && is_alpha(path[1]) && path[2] == ':') {
        return;
    }
    while (length > start && p->out->bytes[--length] != '/') {
    }
    p->out->length = length;
}

// Reads segments, the first of which begins at p->at, up to the end of the path.
static void parse_segments(struct parser *p) {
    struct url_layout *u = p->layout;
    for (;;) {
        const char *start = p->at;
        bool slash = false;
        for (; p->at < p->end; p->at++) {
            slash = is_slash(u, *p->at);
            if (slash || (!p->override && (*p->at == '?' || *p->at == '#'))) {
                break;
            }
        }
        size_t length = (size_t)(p->at - start);
        unsigned up = length && (*start == '.' || *start == '%') ? dots(start, length) : 0;
        if (up == 2) {
            shorten_path(p);
        }
        if (up == 0) {
            size_t segment = p->out->length + 1;
            url_text_char(p->out, '/');
            url_text_encode(p->out, start, length, &url_set_path);
            if (u->scheme == URL_FILE && segment == u->mark[URL_PATH_START] + 1 &&
                is_drive_letter(start, length) && !p->out->failed) {
                p->out->bytes[segment + 1] = ':';
            }
        } else if (!slash) {
            url_text_char(p->out, '/');
        }
        if (!slash) {
            return;
        }
        p->at++;
    }
}

// "Path start state": after a host, or at the whole new path of a setter.
static void parse_path_start(struct parser *p) {
    if (p->at < p->end && is_slash(p->layout, *p->at)) {
        p->at++;
        parse_segments(p);
    } else if (is_special(p->layout) ||
               (p->at < p->end && (p->override || (*p->at != '?' && *p->at != '#')))) {
        parse_segments(p);
    }
}

// A path that begins with "//" must not look like a host.
static void protect_path(struct parser *p) {
    struct url_layout *u = p->layout;
    size_t start = u->mark[URL_PATH_START];
    if (!u->has_host && !u->opaque_path && p->out->length - start >= 2 &&
        !memcmp(p->out->bytes + start, "//", 2)) {
        url_text_replace(p->out, start, 0, "/.", 2);
        u->mark[URL_PATH_START] += 2;
    }
}

// --- query and fragment

static void parse_fragment(struct parser *p) {
    if (p->at < p->end) { // at "#"
        url_text_char(p->out, '#');
        url_text_encode(p->out, p->at + 1, (size_t)(p->end - p->at - 1), &url_set_fragment);
    }
    mark_from(p, URL_LENGTH);
}

static const struct url_set *query_set(const struct url_layout *u) {
    return is_special(u) ? &url_set_special_query : &url_set_query;
}

// What follows the path: an optional query and fragment.
static enum url_result parse_tail(struct parser *p) {
    protect_path(p);
    mark_from(p, URL_QUERY_START);
    if (p->at < p->end && *p->at == '?') {
        const char *hash = memchr(p->at, '#', (size_t)(p->end - p->at));
        const char *end = hash ? hash : p->end;
        url_text_char(p->out, '?');
        url_text_encode(p->out, p->at + 1, (size_t)(end - p->at - 1), query_set(p->layout));
        p->at = end;
        mark_from(p, URL_FRAGMENT_START);
    }
    parse_fragment(p);
    return URL_OK;
}

// --- authority

// The host from `start` to `end`, which is written with its mark. An empty one is for callers to judge.
static enum url_result parse_host(struct parser *p, const char *start, const char *end) {
    enum url_result result = URL_OK;
    if (start < end) {
        result = url_host_parse(start, (size_t)(end - start), is_special(p->layout), p->out);
    }
    mark_from(p, URL_HOST_END);
    return result;
}

// The end of the host: a colon outside brackets, or `end`.
static const char *find_host_end(const char *at, const char *end) {
    bool brackets = false;
    for (; at < end && (brackets || *at != ':'); at++) {
        brackets = *at == '[' || (brackets && *at != ']');
    }
    return at;
}

static const char *find_authority_end(const struct parser *p) {
    const char *end = p->at;
    while (end < p->end && !is_slash(p->layout, *end) && *end != '?' && *end != '#') {
        end++;
    }
    return end;
}

// A port's digits. -1: none, -2: too large.
static int parse_port(const char *at, const char *end, const char **digits_end) {
    const char *start = at;
    int port = 0;
    for (; at < end && is_digit(*at); at++) {
        port = port > 65535 ? port : port * 10 + (*at - '0');
    }
    *digits_end = at;
    return at == start ? -1 : port > 65535 ? -2 : port;
}

static void append_port(struct parser *p, int port) {
    if (port >= 0 && port != schemes[p->layout->scheme].port) {
        char text[8];
        int n = snprintf(text, sizeof text, ":%d", port);
        url_text_append(p->out, text, (size_t)n);
    }
}

static void append_credentials(struct parser *p, const char *username, size_t username_length,
                               const char *password, size_t password_length) {
    url_text_encode(p->out, username, username_length, &url_set_userinfo);
    mark_from(p, URL_USERNAME_END);
    if (password_length) {
        url_text_char(p->out, ':');
        url_text_encode(p->out, password, password_length, &url_set_userinfo);
    }
    if (username_length || password_length) {
        url_text_char(p->out, '@');
    }
    mark_from(p, URL_HOST_START);
}

// [username[:password]@]host[:port], then path and so on. The scheme is written, its "//" is consumed.
static enum url_result parse_authority(struct parser *p) {
    const char *end = find_authority_end(p), *at_sign = end;
    url_text_append(p->out, "//", 2);
    p->layout->has_host = true;
    mark_from(p, URL_USERNAME_END);
    while (at_sign > p->at && at_sign[-1] != '@') {
        at_sign--;
    }
    bool credentials = at_sign > p->at;
    if (credentials) {
        size_t length = (size_t)(at_sign - 1 - p->at);
        const char *colon = memchr(p->at, ':', length);
        size_t username = colon ? (size_t)(colon - p->at) : length;
        append_credentials(p, p->at, username, p->at + username + 1, colon ? length - username - 1 : 0);
        p->at = at_sign;
    }
    const char *host_end = find_host_end(p->at, end), *digits_end;
    if (host_end == p->at && (credentials || host_end < end || is_special(p->layout))) {
        return URL_INVALID;
    }
    enum url_result result = parse_host(p, p->at, host_end);
    if (result != URL_OK) {
        return result;
    }
    if (host_end < end) {
        int port = parse_port(host_end + 1, end, &digits_end);
        if (port == -2 || digits_end != end) {
            return URL_INVALID;
        }
        append_port(p, port);
    }
    p->at = end;
    mark_from(p, URL_PATH_START);
    parse_path_start(p);
    return parse_tail(p);
}

static void skip_slashes(struct parser *p) {
    while (p->at < p->end && (*p->at == '/' || *p->at == '\\')) {
        p->at++;
    }
}

// --- relative to a base

// Takes the base's href up to its path.
static void take_authority(struct parser *p, const struct url_view *base) {
    const struct url_layout *b = base->layout;
    url_text_append(p->out, base->href, b->mark[b->has_host ? URL_PATH_START : URL_SCHEME_END]);
    *p->layout = *b;
    mark_from(p, URL_PATH_START);
}

static void take_path(struct parser *p, const struct url_view *base) {
    const uint32_t *mark = base->layout->mark;
    take_authority(p, base);
    url_text_append(p->out, base->href + mark[URL_PATH_START], mark[URL_QUERY_START] - mark[URL_PATH_START]);
    mark_from(p, URL_QUERY_START);
}

// The input is empty or begins with "?" or "#".
static enum url_result parse_same_path(struct parser *p, const struct url_view *base) {
    const uint32_t *mark = base->layout->mark;
    take_path(p, base);
    if (p->at < p->end && *p->at == '?') {
        return parse_tail(p);
    }
    protect_path(p);
    mark_from(p, URL_QUERY_START);
    url_text_append(p->out, base->href + mark[URL_QUERY_START],
                    mark[URL_FRAGMENT_START] - mark[URL_QUERY_START]);
    mark_from(p, URL_FRAGMENT_START);
    parse_fragment(p);
    return URL_OK;
}

static enum url_result parse_relative(struct parser *p, const struct url_view *base) {
    if (p->at == p->end || *p->at == '?' || *p->at == '#') {
        return parse_same_path(p, base);
    }
    if (!is_slash(base->layout, *p->at)) {
        take_path(p, base);
        shorten_path(p);
        parse_segments(p);
        return parse_tail(p);
    }
    p->at++;
    if (p->at < p->end && is_slash(base->layout, *p->at)) {
        url_text_append(p->out, base->href, base->layout->mark[URL_SCHEME_END]);
        *p->layout = *base->layout;
        mark_from(p, URL_SCHEME_END);
        p->at++;
        if (is_special(base->layout)) {
            skip_slashes(p);
        }
        return parse_authority(p);
    }
    take_authority(p, base);
    parse_segments(p);
    return parse_tail(p);
}

// --- files

static void start_file(struct parser *p) {
    p->out->length = 0;
    url_text_append(p->out, "file:", 5);
    p->layout->scheme = URL_FILE;
    p->layout->has_host = true;
    p->layout->opaque_path = false;
    mark_from(p, URL_SCHEME_END);
    url_text_append(p->out, "//", 2);
    mark_from(p, URL_USERNAME_END);
}

// After "file://".
static enum url_result parse_file_host(struct parser *p) {
    const char *end = find_authority_end(p);
    start_file(p);
    if (!is_drive_letter(p->at, (size_t)(end - p->at))) {
        enum url_result result = parse_host(p, p->at, end);
        if (result != URL_OK) {
            return result;
        }
        size_t start = p->layout->mark[URL_HOST_START];
        if (p->out->length - start == 9 && !memcmp(p->out->bytes + start, "localhost", 9)) {
            p->out->length = start;
            mark_from(p, URL_HOST_END);
        }
        p->at = end;
    }
    parse_path_start(p);
    return parse_tail(p);
}

// After "file:", or without a scheme; base: NULL when it is no file.
static enum url_result parse_file(struct parser *p, const struct url_view *base) {
    p->layout->scheme = URL_FILE;
    bool slash = p->at < p->end && is_slash(p->layout, *p->at);
    if (slash && p->end - p->at >= 2 && is_slash(p->layout, p->at[1])) {
        p->at += 2;
        return parse_file_host(p);
    }
    if (!base) {
        start_file(p);
        p->at += slash;
        parse_segments(p);
        return parse_tail(p);
    }
    p->out->length = 0;
    if (slash) {
        const char *path = base->href + base->layout->mark[URL_PATH_START];
        size_t length = base->layout->mark[URL_QUERY_START] - base->layout->mark[URL_PATH_START];
        p->at++;
        take_authority(p, base);
        if (!starts_with_drive_letter(p->at, p->end) && length >= 3 && is_alpha(path[1]) && path[2] == ':' &&
            (length == 3 || path[3] == '/')) {
            url_text_append(p->out, path, 3);
        }
        parse_segments(p);
        return parse_tail(p);
    }
    if (p->at == p->end || *p->at == '?' || *p->at == '#') {
        return parse_same_path(p, base);
    }
    if (starts_with_drive_letter(p->at, p->end)) {
        take_authority(p, base);
    } else {
        take_path(p, base);
        shorten_path(p);
    }
    parse_segments(p);
    return parse_tail(p);
}

// --- the whole

static enum url_result parse_opaque_path(struct parser *p) {
    const char *end = p->at;
    while (end < p->end && *end != '?' && *end != '#') {
        end++;
    }
    p->layout->opaque_path = true;
    url_text_encode(p->out, p->at, (size_t)(end - p->at), &url_set_control);
    p->at = end;
    return parse_tail(p);
}

// Reads "scheme:" and writes it in small letters; false: there is none, nothing is read.
static bool parse_scheme(struct parser *p) {
    const char *at = p->at;
    if (at == p->end || !is_alpha(*at)) {
        return false;
    }
    while (at < p->end && (is_alpha(*at) || is_digit(*at) || *at == '+' || *at == '-' || *at == '.')) {
        at++;
    }
    if (at == p->end || *at != ':') {
        return false;
    }
    for (; p->at <= at; p->at++) {
        url_text_char(p->out, *p->at >= 'A' && *p->at <= 'Z' ? (char)(*p->at | 0x20) : *p->at);
    }
    p->layout->scheme = (uint8_t)find_scheme(p->out->bytes, p->out->length);
    mark_from(p, URL_SCHEME_END);
    return true;
}

static enum url_result parse(struct parser *p, const struct url_view *base) {
    struct url_layout *u = p->layout;
    if (!parse_scheme(p)) {
        if (!base || (base->layout->opaque_path && (p->at == p->end || *p->at != '#'))) {
            return URL_INVALID;
        }
        return base->layout->opaque_path          ? parse_same_path(p, base)
               : base->layout->scheme == URL_FILE ? parse_file(p, base)
                                                  : parse_relative(p, base);
    }
    bool same_scheme = base && base->layout->scheme == u->scheme;
    if (u->scheme == URL_FILE) {
        return parse_file(p, same_scheme ? base : NULL);
    }
    bool slashes = p->end - p->at >= 2 && p->at[0] == '/' && p->at[1] == '/';
    if (is_special(u)) {
        if (same_scheme && !slashes) {
            p->out->length = 0;
            return parse_relative(p, base);
        }
        skip_slashes(p);
        return parse_authority(p);
    }
    if (slashes) {
        p->at += 2;
        return parse_authority(p);
    }
    if (p->at < p->end && *p->at == '/') {
        p->at++;
        parse_segments(p);
        return parse_tail(p);
    }
    return parse_opaque_path(p);
}

// Points at the input without tabs and newlines; these make a copy in `clean` necessary, which must be
// started.
static bool remove_newlines(const char **input, size_t *length, struct url_text *clean) {
    const char *at = *input, *end = at + *length;
    while (at < end && *at != '\t' && *at != '\n' && *at != '\r') {
        at++;
    }
    if (at == end) {
        return true;
    }
    url_text_append(clean, *input, (size_t)(at - *input));
    for (; at < end; at++) {
        if (*at != '\t' && *at != '\n' && *at != '\r') {
            url_text_char(clean, *at);
        }
    }
    *input = clean->bytes;
    *length = clean->length;
    return !clean->failed;
}

enum url_result url_parse(const char *input, size_t length, const struct url_view *base,
                          struct url_text *href, struct url_layout *layout) {
    while (length && (unsigned char)input[length - 1] <= ' ') {
        length--;
    }
    while (length && (unsigned char)*input <= ' ') {
        input++;
        length--;
    }
    struct url_text clean;
    url_text_start(&clean);
    enum url_result result = URL_NO_MEMORY;
    if (remove_newlines(&input, &length, &clean)) {
        struct parser p = {.at = input, .end = input + length, .out = href, .layout = layout};
        memset(layout, 0, sizeof *layout);
        result = parse(&p, base);
    }
    url_text_free(&clean);
    return href->failed ? URL_NO_MEMORY : result;
}

// --- setters

// A part that a setter has read: the text and where it goes.
struct edit {
    struct url_text clean, part;
    struct url_layout part_layout;
    struct parser p;
};

// Begins to read `value` as a part of the URL.
static bool edit_start(struct edit *e, const struct url_layout *layout, const char *value, size_t length) {
    url_text_start(&e->clean);
    url_text_start(&e->part);
    bool ok = remove_newlines(&value, &length, &e->clean);
    e->part_layout = *layout;
    e->p = (struct parser){value, value + length, &e->part, &e->part_layout, true};
    return ok;
}

// Puts the part in place of href[start .. end) and moves the marks from `first` on.
static enum url_result edit_end(struct edit *e, enum url_result result, struct url_text *href,
                                struct url_layout *layout, uint32_t start, uint32_t end,
                                enum url_mark first) {
    if (result == URL_OK && !e->part.failed && !e->clean.failed) {
        size_t part = e->part.length;
        url_text_replace(href, start, end - start, e->part.bytes, part);
        for (unsigned i = first; i < URL_MARKS && !href->failed; i++) {
            layout->mark[i] = (uint32_t)(layout->mark[i] - (end - start) + part);
        }
    }
    bool failed = e->part.failed || e->clean.failed || href->failed;
    url_text_free(&e->part);
    url_text_free(&e->clean);
    return failed ? URL_NO_MEMORY : result;
}

static bool has_port(const struct url_layout *u) {
    return u->has_host && u->mark[URL_PATH_START] > u->mark[URL_HOST_END];
}

static bool has_credentials(const struct url_layout *u) {
    return u->has_host && u->mark[URL_HOST_START] > u->mark[URL_SCHEME_END] + 2;
}

static bool refuses_credentials(const struct url_layout *u) {
    return u->mark[URL_HOST_START] == u->mark[URL_HOST_END] || u->scheme == URL_FILE;
}

enum url_result url_set_protocol(struct url_text *href, struct url_layout *layout, const char *value,
                                 size_t length) {
    struct edit e;
    bool ok = edit_start(&e, layout, value, length);
    // Only what stands before a colon counts, and the colon may be missing.
    size_t given = (size_t)(e.p.end - e.p.at);
    const char *colon = memchr(e.p.at, ':', given);
    struct url_text scheme;
    url_text_start(&scheme);
    url_text_append(&scheme, e.p.at, colon ? (size_t)(colon - e.p.at) : given);
    url_text_char(&scheme, ':');
    e.p.at = scheme.bytes;
    e.p.end = scheme.bytes + scheme.length;
    enum url_result result = !ok || scheme.failed ? URL_NO_MEMORY : parse_scheme(&e.p) ? URL_OK : URL_INVALID;
    struct url_view u = {href->bytes, layout};
    struct url_slice port = url_port(&u);
    if (result == URL_OK &&
        (is_special(&e.part_layout) != is_special(layout) ||
         (e.part_layout.scheme == URL_FILE && (has_credentials(layout) || has_port(layout))) ||
         (layout->scheme == URL_FILE && layout->mark[URL_HOST_START] == layout->mark[URL_HOST_END]))) {
        result = URL_INVALID;
    }
    const char *digits_end;
    int number = parse_port(href->bytes + port.start, href->bytes + port.end, &digits_end);
    url_text_free(&scheme);
    result = edit_end(&e, result, href, layout, 0, layout->mark[URL_SCHEME_END], URL_SCHEME_END);
    if (result == URL_OK) {
        layout->scheme = e.part_layout.scheme;
        if (number >= 0 && is_special(layout) && number == schemes[layout->scheme].port) {
            return url_set_port(href, layout, "", 0);
        }
    }
    return result;
}

// Replaces both credentials.
static enum url_result set_credentials(struct url_text *href, struct url_layout *layout, const char *username,
                                       size_t username_length, const char *password, size_t password_length) {
    struct edit e;
    uint32_t start = layout->mark[URL_SCHEME_END] + 2;
    (void)edit_start(&e, layout, "", 0);
    append_credentials(&e.p, username, username_length, password, password_length);
    uint32_t username_end = start + e.part_layout.mark[URL_USERNAME_END];
    enum url_result result =
        edit_end(&e, URL_OK, href, layout, start, layout->mark[URL_HOST_START], URL_HOST_START);
    if (result == URL_OK) {
        layout->mark[URL_USERNAME_END] = username_end;
    }
    return result;
}

// The credential that stays is encoded again, which changes nothing, from a copy, since the text moves.
static enum url_result set_credential(struct url_text *href, struct url_layout *layout,
                                      struct url_slice other, const char *value, size_t length,
                                      bool is_username) {
    struct url_text kept;
    url_text_start(&kept);
    url_text_append(&kept, href->bytes + other.start, other.end - other.start);
    enum url_result result = kept.failed ? URL_NO_MEMORY
                             : is_username
                                 ? set_credentials(href, layout, value, length, kept.bytes, kept.length)
                                 : set_credentials(href, layout, kept.bytes, kept.length, value, length);
    url_text_free(&kept);
    return result;
}

enum url_result url_set_username(struct url_text *href, struct url_layout *layout, const char *value,
                                 size_t length) {
    struct url_view u = {href->bytes, layout};
    return refuses_credentials(layout) ? URL_INVALID
                                       : set_credential(href, layout, url_password(&u), value, length, true);
}

enum url_result url_set_password(struct url_text *href, struct url_layout *layout, const char *value,
                                 size_t length) {
    struct url_view u = {href->bytes, layout};
    return refuses_credentials(layout) ? URL_INVALID
                                       : set_credential(href, layout, url_username(&u), value, length, false);
}

// Gives a URL without a host an empty one.
static void make_host(struct url_text *href, struct url_layout *layout) {
    uint32_t scheme_end = layout->mark[URL_SCHEME_END], path_start = layout->mark[URL_PATH_START];
    url_text_replace(href, scheme_end, path_start - scheme_end, "//", 2);
    if (!href->failed) {
        for (unsigned i = URL_USERNAME_END; i < URL_MARKS; i++) {
            layout->mark[i] =
                i < URL_PATH_START ? scheme_end + 2 : layout->mark[i] - (path_start - scheme_end) + 2;
        }
        layout->has_host = true;
    }
}

static enum url_result set_host(struct url_text *href, struct url_layout *layout, const char *value,
                                size_t length, bool with_port) {
    struct edit e;
    if (layout->opaque_path) {
        return URL_INVALID;
    }
    bool file = layout->scheme == URL_FILE;
    enum url_result result = edit_start(&e, layout, value, length) ? URL_OK : URL_NO_MEMORY;
    const char *end = find_authority_end(&e.p), *host_end = file ? end : find_host_end(e.p.at, end);
    bool empty = host_end == e.p.at;
    int port = -1;
    if (empty ? !file && (host_end < end || is_special(layout) || has_credentials(layout) || has_port(layout))
              : host_end < end && !with_port) {
        result = URL_INVALID;
    }
    if (result == URL_OK) {
        result = parse_host(&e.p, e.p.at, host_end);
    }
    if (file && e.part.length == 9 && !memcmp(e.part.bytes, "localhost", 9)) {
        e.part.length = 0;
    }
    if (result == URL_OK && host_end < end) {
        const char *digits_end;
        port = parse_port(host_end + 1, end, &digits_end);
    }
    if (result == URL_OK && !layout->has_host) {
        make_host(href, layout);
    }
    result = edit_end(&e, result, href, layout, layout->mark[URL_HOST_START], layout->mark[URL_HOST_END],
                      URL_HOST_END);
    if (result == URL_OK && port >= 0) {
        char digits[8];
        int n = snprintf(digits, sizeof digits, "%d", port);
        return url_set_port(href, layout, digits, (size_t)n);
    }
    return result;
}

enum url_result url_set_host(struct url_text *href, struct url_layout *layout, const char *value,
                             size_t length) {
    return set_host(href, layout, value, length, true);
}

enum url_result url_set_hostname(struct url_text *href, struct url_layout *layout, const char *value,
                                 size_t length) {
    return set_host(href, layout, value, length, false);
}

enum url_result url_set_port(struct url_text *href, struct url_layout *layout, const char *value,
                             size_t length) {
    struct edit e;
    if (refuses_credentials(layout)) {
        return URL_INVALID;
    }
    enum url_result result = edit_start(&e, layout, value, length) ? URL_OK : URL_NO_MEMORY;
    const char *digits_end;
    int port = parse_port(e.p.at, e.p.end, &digits_end);
    if (result == URL_OK && length && port < 0) {
        result = URL_INVALID;
    }
    append_port(&e.p, port);
    return edit_end(&e, result, href, layout, layout->mark[URL_HOST_END], layout->mark[URL_PATH_START],
                    URL_PATH_START);
}

enum url_result url_set_pathname(struct url_text *href, struct url_layout *layout, const char *value,
                                 size_t length) {
    struct edit e;
    if (layout->opaque_path) {
        return URL_INVALID;
    }
    enum url_result result = edit_start(&e, layout, value, length) ? URL_OK : URL_NO_MEMORY;
    e.part_layout.mark[URL_PATH_START] = 0;
    parse_path_start(&e.p);
    if (!layout->has_host && e.part.length == 0) {
        url_text_char(&e.part, '/');
    }
    protect_path(&e.p);
    uint32_t protection = e.part_layout.mark[URL_PATH_START];
    uint32_t start = layout->has_host ? layout->mark[URL_PATH_START] : layout->mark[URL_SCHEME_END];
    result = edit_end(&e, result, href, layout, start, layout->mark[URL_QUERY_START], URL_QUERY_START);
    if (result == URL_OK) {
        layout->mark[URL_PATH_START] = start + protection;
    }
    return result;
}

// Spaces at the end of an opaque path would get lost when the href is parsed again, unless something follows.
static enum url_result strip_opaque_path(struct url_text *href, struct url_layout *layout) {
    uint32_t end = layout->mark[URL_LENGTH];
    if (layout->opaque_path && layout->mark[URL_QUERY_START] == end) {
        while (end > layout->mark[URL_PATH_START] && href->bytes[end - 1] == ' ') {
            end--;
        }
        href->length = end;
        for (unsigned i = URL_QUERY_START; i < URL_MARKS; i++) {
            layout->mark[i] = end;
        }
    }
    return URL_OK;
}

// Query or fragment from `start` to `end`: nothing for an empty value, else `mark` and the value, which may
// bring the mark along.
static enum url_result set_marked(struct url_text *href, struct url_layout *layout, const char *value,
                                  size_t length, char mark, const struct url_set *set, enum url_mark start) {
    struct edit e;
    bool brings_mark = length && *value == mark;
    enum url_result result =
        edit_start(&e, layout, value + brings_mark, length - brings_mark) ? URL_OK : URL_NO_MEMORY;
    if (length) {
        url_text_char(&e.part, mark);
        url_text_encode(&e.part, e.p.at, (size_t)(e.p.end - e.p.at), set);
    }
    result = edit_end(&e, result, href, layout, layout->mark[start], layout->mark[start + 1], start + 1);
    return result == URL_OK && !length ? strip_opaque_path(href, layout) : result;
}

enum url_result url_set_search(struct url_text *href, struct url_layout *layout, const char *value,
                               size_t length) {
    return set_marked(href, layout, value, length, '?', query_set(layout), URL_QUERY_START);
}

enum url_result url_set_hash(struct url_text *href, struct url_layout *layout, const char *value,
                             size_t length) {
    return set_marked(href, layout, value, length, '#', &url_set_fragment, URL_FRAGMENT_START);
}

// --- getters

struct url_slice url_protocol(const struct url_view *u) {
    return (struct url_slice){0, u->layout->mark[URL_SCHEME_END]};
}

struct url_slice url_username(const struct url_view *u) {
    const uint32_t *mark = u->layout->mark;
    return u->layout->has_host ? (struct url_slice){mark[URL_SCHEME_END] + 2, mark[URL_USERNAME_END]}
                               : (struct url_slice){0, 0};
}

struct url_slice url_password(const struct url_view *u) {
    const uint32_t *mark = u->layout->mark;
    return mark[URL_HOST_START] > mark[URL_USERNAME_END] + 1
               ? (struct url_slice){mark[URL_USERNAME_END] + 1, mark[URL_HOST_START] - 1}
               : (struct url_slice){0, 0};
}

struct url_slice url_host(const struct url_view *u) {
    const uint32_t *mark = u->layout->mark;
    return (struct url_slice){mark[URL_HOST_START],
                              mark[u->layout->has_host ? URL_PATH_START : URL_HOST_END]};
}

struct url_slice url_hostname(const struct url_view *u) {
    return (struct url_slice){u->layout->mark[URL_HOST_START], u->layout->mark[URL_HOST_END]};
}

struct url_slice url_port(const struct url_view *u) {
    return has_port(u->layout)
               ? (struct url_slice){u->layout->mark[URL_HOST_END] + 1, u->layout->mark[URL_PATH_START]}
               : (struct url_slice){0, 0};
}

struct url_slice url_pathname(const struct url_view *u) {
    return (struct url_slice){u->layout->mark[URL_PATH_START], u->layout->mark[URL_QUERY_START]};
}

// A part with its mark, or nothing when the mark is all.
static struct url_slice marked(uint32_t start, uint32_t end) {
    return (struct url_slice){start, end - start == 1 ? start : end};
}

struct url_slice url_search(const struct url_view *u) {
    return marked(u->layout->mark[URL_QUERY_START], u->layout->mark[URL_FRAGMENT_START]);
}

struct url_slice url_hash(const struct url_view *u) {
    return marked(u->layout->mark[URL_FRAGMENT_START], u->layout->mark[URL_LENGTH]);
}

enum url_result url_origin(const struct url_view *u, struct url_text *out) {
    const struct url_layout *layout = u->layout;
    if (layout->scheme > URL_FILE) {
        url_text_append(out, u->href, layout->mark[URL_SCHEME_END] + 2);
        struct url_slice host = url_host(u);
        url_text_append(out, u->href + host.start, host.end - host.start);
    } else if (layout->mark[URL_SCHEME_END] == 5 && !memcmp(u->href, "blob:", 5)) {
        // The origin of what the path is a URL of, when that is http or https.
        struct url_slice path = url_pathname(u);
        struct url_text href;
        struct url_layout inner;
        url_text_start(&href);
        enum url_result result = url_parse(u->href + path.start, path.end - path.start, NULL, &href, &inner);
        struct url_view view = {href.bytes, &inner};
        bool named = result == URL_OK && (inner.scheme == URL_HTTP || inner.scheme == URL_HTTPS);
        if (named) {
            (void)url_origin(&view, out);
        } else {
            url_text_append(out, "null", 4);
        }
        url_text_free(&href);
        return result == URL_NO_MEMORY || out->failed ? URL_NO_MEMORY : URL_OK;
    } else {
        url_text_append(out, "null", 4);
    }
    return out->failed ? URL_NO_MEMORY : URL_OK;
}
