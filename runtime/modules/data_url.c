#include "modules/data_url.h"

#include <stdlib.h>

#include "bind/text.h"

static int base64_digit(char c) {
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+' || c == '-' ? 62
           : c == '/' || c == '_' ? 63
                                  : -1;
}

static void decode_base64(struct text *t, const char *text, size_t length) {
    uint32_t bits = 0;
    int count = 0;
    for (size_t i = 0; i < length; i++) {
        int digit = base64_digit(text[i]);
        if (digit < 0) {
            continue;
        }
        bits = bits << 6 | (uint32_t)digit;
        count += 6;
        if (count >= 8) {
            count -= 8;
            text_char(t, (char)(bits >> count));
        }
    }
}

static void decode_percent(struct text *t, const char *text) {
    for (; *text; text++) {
        char digits[3] = {0}, *end = digits;
        if (*text == '%' && text[1] && text[2]) {
            memcpy(digits, text + 1, 2);
            long byte = strtol(digits, &end, 16);
            if (end == digits + 2) {
                text_char(t, (char)byte);
                text += 2;
                continue;
            }
        }
        text_char(t, *text);
    }
}

const char *data_url_type(const char *url, size_t *length) {
    const char *type = url + strlen("data:");
    *length = strcspn(type, ";,");
    return type;
}

char *data_url_decode(vm_isolate *vm, const char *url, size_t *length) {
    const char *comma = strchr(url, ',');
    struct text t, decoded;
    if (!comma) {
        return NULL;
    }
    text_start(&t, vm);
    decode_percent(&t, comma + 1);
    if (comma - url >= 7 && !strncmp(comma - 7, ";base64", 7)) {
        text_start(&decoded, vm);
        decode_base64(&decoded, t.bytes, t.length);
        text_free(&t);
        t = decoded;
    }
    return text_take(&t, length);
}
