// The URL Standard (https://url.spec.whatwg.org) without JavaScript: parsing, the setters of the URL class,
// hosts, internationalized domain names, percent-encoding.
//
// A parsed URL is its serialization, the *href*, and the places in it where parts begin and end. Getters are
// slices, resolving against a base copies a prefix, setters replace a slice and move the marks behind it:
//
//     https://user:pass@example.com:1234/foo/bar?baz#quux
//           |     |     |          |    |       |   |    |
//           |     |     |          |    |       |   |    URL_LENGTH
//           |     |     |          |    |       |   URL_FRAGMENT_START
//           |     |     |          |    |       URL_QUERY_START
//           |     |     |          |    URL_PATH_START
//           |     |     |          URL_HOST_END
//           |     |     URL_HOST_START
//           |     URL_USERNAME_END
//           URL_SCHEME_END
//
// Marks behind an absent part coincide. "//" follows the scheme exactly when there is a host, which may be
// empty. Between host and path stands ":port", or, when there is no host and the path begins with "//", "/.".
// A query or fragment that is not null begins with its "?" or "#".
//
// All text is UTF-8; an href is ASCII. Input must be well-formed: callers put U+FFFD in place of lone
// surrogates. Nothing in here runs script or knows an isolate; memory is malloc's, and only for longer texts.
#ifndef URL_URL_H
#define URL_URL_H

#include <stdint.h>

#include "url/url_text.h"

enum url_result { URL_OK, URL_INVALID, URL_NO_MEMORY };

enum url_scheme { URL_OTHER, URL_FILE, URL_FTP, URL_HTTP, URL_HTTPS, URL_WS, URL_WSS };

enum url_mark {
    URL_SCHEME_END, // after the colon
    URL_USERNAME_END,
    URL_HOST_START, // after "@" when there are credentials, else after "//"
    URL_HOST_END,
    URL_PATH_START,
    URL_QUERY_START,
    URL_FRAGMENT_START,
    URL_LENGTH,
    URL_MARKS
};

struct url_layout {
    uint32_t mark[URL_MARKS];
    uint8_t scheme; // enum url_scheme; all but URL_OTHER are the "special" ones
    bool has_host;
    bool opaque_path;
};

// A URL whose text belongs to somebody else.
struct url_view {
    const char *href;
    const struct url_layout *layout;
};

// A slice of an href.
struct url_slice {
    uint32_t start, end;
};

// Parses `input` against `base` (NULL: none) into *href, which must be started and empty, and *layout. On
// failure both have no meaning.
enum url_result url_parse(const char *input, size_t length, const struct url_view *base,
                          struct url_text *href, struct url_layout *layout);

// The getters of the URL class, by name.
struct url_slice url_protocol(const struct url_view *u);
struct url_slice url_username(const struct url_view *u);
struct url_slice url_password(const struct url_view *u);
struct url_slice url_host(const struct url_view *u);
struct url_slice url_hostname(const struct url_view *u);
struct url_slice url_port(const struct url_view *u);
struct url_slice url_pathname(const struct url_view *u);
struct url_slice url_search(const struct url_view *u);
struct url_slice url_hash(const struct url_view *u);
// Appends the serialized origin: "null" for an opaque one.
enum url_result url_origin(const struct url_view *u, struct url_text *out);

// The setters of the URL class: they change *href and *layout, which belong together, in place. URL_INVALID:
// the value was refused; nothing has changed, except that url_set_host may have taken the host and refused
// the port.
typedef enum url_result url_setter(struct url_text *href, struct url_layout *layout, const char *value,
                                   size_t length);
url_setter url_set_protocol, url_set_username, url_set_password, url_set_host, url_set_hostname, url_set_port,
    url_set_pathname, url_set_search, url_set_hash;

// url_host.c. Appends the serialization of a host. `special`: domains and IPv4 addresses are recognized; else
// the host is opaque. An empty host is invalid here.
enum url_result url_host_parse(const char *host, size_t length, bool special, struct url_text *out);

// url_idna.c. Appends "domain to ASCII" (UTS #46, nontransitional, not strict).
enum url_result url_domain_to_ascii(const char *domain, size_t length, struct url_text *out);
// Appends an ASCII domain with the labels that are valid A-labels decoded.
enum url_result url_domain_to_unicode(const char *domain, size_t length, struct url_text *out);

// url_form.c. application/x-www-form-urlencoded: appends a name or value as serialized, and what a piece
// between separators means (percent-decoded, "+" as space; ill-formed UTF-8 becomes U+FFFD).
void url_form_encode(const char *bytes, size_t length, struct url_text *out);
void url_form_decode(const char *bytes, size_t length, struct url_text *out);

#endif
