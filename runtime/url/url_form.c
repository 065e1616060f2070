// application/x-www-form-urlencoded: what a URLSearchParams reads and writes.
#include <string.h>

#include "url/url.h"

void url_form_encode(const char *bytes, size_t length, struct url_text *out) {
    while (length) {
        const char *space = memchr(bytes, ' ', length);
        size_t piece = space ? (size_t)(space - bytes) : length;
        url_text_encode(out, bytes, piece, &url_set_form);
        if (space) {
            url_text_char(out, '+');
            piece++;
        }
        bytes += piece;
        length -= piece;
    }
}

void url_form_decode(const char *bytes, size_t length, struct url_text *out) {
    struct url_text decoded;
    url_text_start(&decoded);
    for (size_t i = 0; i < length; i++) {
        int high = bytes[i] == '%' && i + 2 < length ? url_hex_value(bytes[i + 1]) : -1;
        int low = high < 0 ? -1 : url_hex_value(bytes[i + 2]);
        url_text_char(&decoded, low >= 0 ? (char)(high << 4 | low) : bytes[i] == '+' ? ' ' : bytes[i]);
        i += low < 0 ? 0 : 2;
    }
    for (size_t i = 0; i < decoded.length;) {
        url_text_code_point(out, url_decode_utf8(decoded.bytes, decoded.length, &i));
    }
    out->failed |= decoded.failed;
    url_text_free(&decoded);
}
