#include "modules/path.h"

#include <stdlib.h>

#include "bind/runtime.h"
#include "bind/text.h"
#include "os/process.h"

void path_start(struct path *p) {
    p->length = 0;
    p->too_long = false;
    p->text[0] = 0;
}

void path_append(struct path *p, const char *text, size_t length) {
    if (p->too_long || length >= PATH_BYTES - p->length) {
        p->too_long = true;
        p->length = 0;
    } else {
        memcpy(p->text + p->length, text, length);
        p->length += length;
    }
    p->text[p->length] = 0;
}

void path_add(struct path *p, const char *text) { path_append(p, text, strlen(text)); }

// Takes out ".", "name/.." and empty components of an absolute path.
static void normalize(struct path *p) {
    size_t kept = 0;
    for (size_t i = 0; i < p->length;) {
        size_t end = i + 1;
        while (end < p->length && p->text[end] != '/') {
            end++;
        }
        size_t length = end - i; // "/name"
        bool last = end == p->length, up = length == 3 && !memcmp(p->text + i, "/..", 3);
        bool dropped = length == 1 || (length == 2 && p->text[i + 1] == '.');
        if (up) {
            while (kept && p->text[--kept] != '/') {
            }
        } else if (!dropped) {
            memmove(p->text + kept, p->text + i, length);
            kept += length;
        }
        if (last && (up || dropped)) {
            p->text[kept++] = '/';
        }
        i = end;
    }
    p->length = kept;
    p->text[kept] = 0;
}

void path_join(struct path *p, const char *folder, const char *relative) {
    path_start(p);
    if (relative[0] != '/') {
        path_add(p, folder);
        path_append(p, "/", 1);
    }
    path_add(p, relative);
    normalize(p);
}

void path_to_folder(struct path *p) {
    while (p->length > 1 && p->text[p->length - 1] != '/') {
        p->length--;
    }
    if (p->length > 1) {
        p->length--;
    }
    p->text[p->length] = 0;
}

void path_working_directory(struct path *p) {
    char *folder = process_working_directory();
    path_start(p);
    path_add(p, folder ? folder : "/");
    free(folder);
}

void path_make_absolute(struct path *p, const char *path) {
    struct path folder;
    path_start(&folder);
    if (path[0] != '/') {
        path_working_directory(&folder);
    }
    path_join(p, folder.length > 1 ? folder.text : "", path);
}

void path_folder_of(struct path *p, const char *name) {
    if (name && name[0] == '/') {
        path_start(p);
        path_add(p, name);
        path_to_folder(p);
    } else {
        path_working_directory(p);
    }
}

bool path_has_suffix(const char *path, const char *suffix) {
    size_t length = strlen(path), tail = strlen(suffix);
    return length >= tail && !strcmp(path + length - tail, suffix);
}

bool path_has_prefix(const char *path, const char *prefix) { return !strncmp(path, prefix, strlen(prefix)); }

bool path_is_builtin(const char *text) {
    return path_has_prefix(text, "node:") || path_has_prefix(text, "vm:");
}

const char *path_extension(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    return dot && dot != name ? dot : "";
}

bool path_is_relative(const char *specifier) {
    if (specifier[0] == '.') {
        specifier += specifier[1] == '.' ? 2 : 1;
        return !*specifier || *specifier == '/';
    }
    return specifier[0] == '/';
}

char *path_text(vm_isolate *vm, vm_value name) {
    size_t length;
    char *text = vm_to_utf8(vm, name, &length);
    if (text && strlen(text) != length) {
        throw_coded(vm, VM_ERROR_TYPE, "ERR_INVALID_ARG_VALUE",
                    "The name of a module must be a string without null bytes. Received '%s\\x00...'", text);
        vm_free(vm, text);
        return NULL;
    }
    return text;
}

bool path_is_url(const char *text) {
    size_t scheme = strcspn(text, ":/");
    return scheme && text[scheme] == ':';
}

char *path_to_url(vm_isolate *vm, const char *path) {
    struct text t;
    text_start(&t, vm);
    text_add(&t, "file://");
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        if (c <= ' ' || c >= 0x7F || strchr("\"#%<>?[\\]^`{|}~", c)) {
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

bool path_decode(struct path *p, const char *text, size_t length) {
    path_start(p);
    for (size_t i = 0; i < length; i++) {
        int high = text[i] == '%' && length - i > 2 ? hex_digit(text[i + 1]) : -1;
        int low = high < 0 ? -1 : hex_digit(text[i + 2]);
        char c = text[i];
        if (low >= 0) {
            c = (char)(high << 4 | low);
            i += 2;
            if (c == '/' || c == '\\' || !c) {
                return false;
            }
        }
        path_append(p, &c, 1);
    }
    return true;
}

char *path_resolve(vm_isolate *vm, const char *referrer, const char *specifier) {
    struct path folder, decoded, whole;
    specifier += path_has_prefix(specifier, "file://") ? 7 : 0;
    if (!path_decode(&decoded, specifier, strcspn(specifier, "?#"))) {
        path_start(&decoded);
        path_add(&decoded, specifier);
    }
    path_folder_of(&folder, referrer);
    path_join(&whole, folder.length > 1 ? folder.text : "", decoded.text);
    char *result = vm_allocate(vm, whole.length + 1);
    if (!result) {
        vm_throw_out_of_memory(vm);
        return NULL;
    }
    memcpy(result, whole.text, whole.length + 1);
    return result;
}
