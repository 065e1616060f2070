#include "modules/path.h"

#include <stdlib.h>

#include "bind/text.h"
#include "os/process.h"

char *path_to_url(vm_isolate *vm, const char *path) {
    struct text t;
    text_start(&t, vm);
    text_add(&t, "file://");
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        if (c <= ' ' || c >= 0x7F || strchr("\"#%<>?[\\]^`{|}", c)) {
            text_format(&t, "%%%02X", c);
        } else {
            text_char(&t, (char)c);
        }
    }
    return text_take(&t, NULL);
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

char *path_from_url(vm_isolate *vm, const char *url) {
    struct text t;
    text_start(&t, vm);
    if (!strncmp(url, "file://", 7)) {
        url += 7;
    }
    for (; *url && *url != '?' && *url != '#'; url++) {
        int high = *url == '%' ? hex_digit(url[1]) : -1, low = high >= 0 ? hex_digit(url[2]) : -1;
        if (low >= 0 && (high || low)) {
            text_char(&t, (char)(high << 4 | low));
            url += 2;
        } else {
            text_char(&t, *url);
        }
    }
    return text_take(&t, NULL);
}

char *path_resolve(vm_isolate *vm, const char *referrer, const char *specifier) {
    struct text t;
    text_start(&t, vm);
    char *relative = path_from_url(vm, specifier);
    if (!relative) {
        return NULL;
    }
    if (relative[0] != '/') {
        const char *slash = referrer && referrer[0] == '/' ? strrchr(referrer, '/') : NULL;
        if (slash) {
            text_append(&t, referrer, (size_t)(slash - referrer));
        } else {
            char *folder = process_working_directory();
            text_add(&t, folder ? folder : ".");
            free(folder);
        }
        text_char(&t, '/');
    }
    text_add(&t, relative);
    vm_free(vm, relative);
    // Takes out "." and "name/..".
    size_t kept = 0;
    for (size_t i = 0; i < t.length && !t.failed;) {
        size_t end = i + 1;
        while (end < t.length && t.bytes[end] != '/') {
            end++;
        }
        size_t length = end - i; // "/name"
        if (length == 3 && !memcmp(t.bytes + i, "/..", 3)) {
            while (kept && t.bytes[--kept] != '/') {
            }
        } else if (length > 1 && !(length == 2 && t.bytes[i + 1] == '.')) {
            memmove(t.bytes + kept, t.bytes + i, length);
            kept += length;
        }
        i = end;
    }
    t.length = kept;
    if (!kept) {
        text_char(&t, '/');
    }
    return text_take(&t, NULL);
}

bool path_has_suffix(const char *path, const char *suffix) {
    size_t length = strlen(path), tail = strlen(suffix);
    return length >= tail && !strcmp(path + length - tail, suffix);
}
