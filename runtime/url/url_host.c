// Hosts: bracketed IPv6 addresses, opaque hosts, and domains, of which those that end in a number are IPv4
// addresses.
#include <stdio.h>
#include <string.h>

#include "url/url.h"

// --- IPv4

// A part of an IPv4 address: decimal, octal (0...) or hexadecimal (0x...). Values beyond 32 bits give
// UINT32_MAX + 1. False: it is no number.
static bool parse_ipv4_number(const char *part, size_t length, uint64_t *out) {
    unsigned radix = 10;
    uint64_t value = 0;
    if (length == 0) {
        return false;
    }
    if (length >= 2 && part[0] == '0') {
        bool hexadecimal = (part[1] | 0x20) == 'x';
        radix = hexadecimal ? 16 : 8;
        part += hexadecimal ? 2 : 1;
        length -= hexadecimal ? 2 : 1;
    }
    for (size_t i = 0; i < length; i++) {
        int digit = url_hex_value(part[i]);
        if (digit < 0 || (unsigned)digit >= radix) {
            return false;
        }
        value = value * radix + (unsigned)digit;
        value = value > UINT32_MAX ? (uint64_t)UINT32_MAX + 1 : value;
    }
    *out = value;
    return true;
}

// The last part of a domain, without a dot at its end, is decimal digits or a number.
static bool ends_in_number(const char *domain, size_t length) {
    if (length && domain[length - 1] == '.') {
        length--;
    }
    size_t start = length, digits = 0;
    while (start && domain[start - 1] != '.') {
        start--;
        digits += domain[start] >= '0' && domain[start] <= '9';
    }
    uint64_t ignored;
    return (length > start && digits == length - start) ||
           parse_ipv4_number(domain + start, length - start, &ignored);
}

static enum url_result parse_ipv4(const char *domain, size_t length, struct url_text *out) {
    uint64_t parts[4], address = 0;
    unsigned count = 0;
    if (domain[length - 1] == '.') {
        length--;
    }
    for (size_t start = 0; start <= length; count++) {
        const char *dot = memchr(domain + start, '.', length - start);
        size_t part = dot ? (size_t)(dot - domain) - start : length - start;
        if (count == 4 || !parse_ipv4_number(domain + start, part, &parts[count])) {
            return URL_INVALID;
        }
        start += part + 1;
    }
    for (unsigned i = 0; i + 1 < count; i++) {
        if (parts[i] > 255) {
            return URL_INVALID;
        }
        address |= parts[i] << (24 - 8 * i);
    }
    if (parts[count - 1] >= UINT64_C(1) << (8 * (5 - count))) {
        return URL_INVALID;
    }
    address |= parts[count - 1];
    char text[16];
    int n =
        snprintf(text, sizeof text, "%u.%u.%u.%u", (unsigned)(address >> 24), (unsigned)(address >> 16 & 255),
                 (unsigned)(address >> 8 & 255), (unsigned)(address & 255));
    url_text_append(out, text, (size_t)n);
    return URL_OK;
}

// --- IPv6

// The IPv4 address at the end of an IPv6 one: four decimal numbers without leading zeros.
static bool parse_embedded_ipv4(const char *at, const char *end, uint16_t *pieces) {
    for (unsigned i = 0; i < 4; i++) {
        unsigned value = 0;
        if (i && (at == end || *at++ != '.')) {
            return false;
        }
        const char *start = at;
        for (; at < end && *at >= '0' && *at <= '9'; at++) {
            value = value * 10 + (unsigned)(*at - '0');
            if (value > 255 || (at > start && *start == '0')) {
                return false;
            }
        }
        if (at == start) {
            return false;
        }
        pieces[i / 2] = (uint16_t)(i % 2 ? pieces[i / 2] << 8 | value : value);
    }
    return at == end;
}

static bool parse_ipv6(const char *at, const char *end, uint16_t address[8]) {
    unsigned count = 0;
    int compress = -1; // the piece after "::", which stands for at least one
    memset(address, 0, 8 * sizeof *address);
    if (at < end && *at == ':') {
        if (end - at < 2 || at[1] != ':') {
            return false;
        }
        at += 2;
        compress = (int)++count;
    }
    while (at < end) {
        if (count == 8) {
            return false;
        }
        if (*at == ':') {
            if (compress >= 0) {
                return false;
            }
            at++;
            compress = (int)++count;
            continue;
        }
        const char *start = at;
        unsigned value = 0;
        for (; at < end && at - start < 4 && url_hex_value(*at) >= 0; at++) {
            value = value << 4 | (unsigned)url_hex_value(*at);
        }
        if (at < end && *at == '.') {
            if (at == start || count > 6 || !parse_embedded_ipv4(start, end, address + count)) {
                return false;
            }
            count += 2;
            at = end;
            break;
        }
        if (at < end && (*at++ != ':' || at == end)) {
            return false;
        }
        address[count++] = (uint16_t)value;
    }
    if (compress >= 0) {
        unsigned behind = count - (unsigned)compress;
        memmove(address + 8 - behind, address + compress, behind * sizeof *address);
        memset(address + compress, 0, (8 - count) * sizeof *address);
        return true;
    }
    return count == 8;
}

static void serialize_ipv6(const uint16_t address[8], struct url_text *out) {
    unsigned longest = 0, longest_length = 1; // the first longest run of zeros, of at least two
    for (unsigned i = 0; i < 8; i++) {
        unsigned run = 0;
        while (i + run < 8 && address[i + run] == 0) {
            run++;
        }
        if (run > longest_length) {
            longest = i;
            longest_length = run;
        }
        i += run;
    }
    url_text_char(out, '[');
    for (unsigned i = 0; i < 8;) {
        if (longest_length > 1 && i == longest) {
            url_text_append(out, "::", i ? 1 : 2);
            i += longest_length;
            continue;
        }
        char piece[8];
        int n = snprintf(piece, sizeof piece, i < 7 ? "%x:" : "%x", address[i]);
        url_text_append(out, piece, (size_t)n);
        i++;
    }
    url_text_char(out, ']');
}

// --- hosts

#define LOW(c) (UINT64_C(1) << (c))
#define HIGH(c) (UINT64_C(1) << ((c)-64))
#define HOST_LOW                                                                                             \
    (LOW(0) | LOW('\t') | LOW('\n') | LOW('\r') | LOW(' ') | LOW('#') | LOW('/') | LOW(':') | LOW('<') |     \
     LOW('>') | LOW('?'))
#define HOST_HIGH (HIGH('@') | HIGH('[') | HIGH('\\') | HIGH(']') | HIGH('^') | HIGH('|'))
static const struct url_set forbidden_in_host = {HOST_LOW, HOST_HIGH};
static const struct url_set forbidden_in_domain = {UINT64_C(0xffffffff) | HOST_LOW | LOW('%'),
                                                   HOST_HIGH | HIGH(0x7f)};

// Whether a special host is ASCII that only needs small letters: nothing to decode, no A-label.
static bool is_plain(const char *host, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (url_set_has(&forbidden_in_domain, (unsigned char)host[i]) ||
            ((host[i] | 0x20) == 'x' && i + 3 < length && (host[i + 1] | 0x20) == 'n' && host[i + 2] == '-' &&
             host[i + 3] == '-')) {
            return false;
        }
    }
    return true;
}

static enum url_result parse_domain(const char *host, size_t length, struct url_text *out) {
    size_t start = out->length;
    if (is_plain(host, length)) {
        for (size_t i = 0; i < length; i++) {
            url_text_char(out, host[i] >= 'A' && host[i] <= 'Z' ? (char)(host[i] | 0x20) : host[i]);
        }
    } else {
        struct url_text decoded;
        url_text_start(&decoded);
        url_text_decode(&decoded, host, length);
        enum url_result result =
            decoded.failed ? URL_NO_MEMORY : url_domain_to_ascii(decoded.bytes, decoded.length, out);
        url_text_free(&decoded);
        if (result != URL_OK) {
            return result;
        }
    }
    if (out->failed) {
        return URL_NO_MEMORY;
    }
    const char *domain = out->bytes + start;
    size_t domain_length = out->length - start;
    for (size_t i = 0; i < domain_length; i++) {
        if (url_set_has(&forbidden_in_domain, (unsigned char)domain[i])) {
            return URL_INVALID;
        }
    }
    if (domain_length == 0) {
        return URL_INVALID;
    }
    if (ends_in_number(domain, domain_length)) {
        struct url_text address;
        url_text_start(&address);
        enum url_result result = parse_ipv4(domain, domain_length, &address);
        url_text_replace(out, start, domain_length, address.bytes, address.length);
        return result;
    }
    return URL_OK;
}

enum url_result url_host_parse(const char *host, size_t length, bool special, struct url_text *out) {
    if (length && host[0] == '[') {
        uint16_t address[8];
        if (host[length - 1] != ']' || !parse_ipv6(host + 1, host + length - 1, address)) {
            return URL_INVALID;
        }
        serialize_ipv6(address, out);
        return out->failed ? URL_NO_MEMORY : URL_OK;
    }
    if (special) {
        enum url_result result = parse_domain(host, length, out);
        return result == URL_OK && out->failed ? URL_NO_MEMORY : result;
    }
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)host[i] < 128 && url_set_has(&forbidden_in_host, (unsigned char)host[i])) {
            return URL_INVALID;
        }
    }
    url_text_encode(out, host, length, &url_set_control);
    return out->failed ? URL_NO_MEMORY : URL_OK;
}
