// Errors: their stack, with the name that the class has now; in brackets when there are no frames.
#define _GNU_SOURCE // memmem
#include <stdlib.h>

#include <stdio.h>

#include "bind/inspect_internal.h"
#include "os/process.h"

#define FRAMES "\n    at"
#define SHARED_FRAMES 3 // more frames in common with the cause are left out

static size_t find(const struct text *t, const char *part, size_t length, size_t from) {
    const char *at =
        from <= t->length && t->length ? memmem(t->bytes + from, t->length - from, part, length) : NULL;
    return at ? (size_t)(at - t->bytes) : SIZE_MAX;
}

static bool starts_with(const char *text, size_t length, const char *start) {
    size_t n = strlen(start);
    return length >= n && !memcmp(text, start, n);
}

// A property as text; false: it is no string. Errors of getters are forgiven.
static bool text_property(struct inspector *in, vm_value error, const char *name, struct text *out) {
    vm_value value = vm_get(in->vm, error, name);
    text_start(out, in->vm);
    if (!inspect_forgive(in) || vm_is_exception(value) || !vm_is_string(value)) {
        return false;
    }
    text_string(out, value);
    return true;
}

// "Name: message" as Error.prototype.toString gives it.
static void add_header(struct inspector *in, struct text *out, vm_value error) {
    vm_error_info info;
    vm_error_describe(in->vm, error, &info);
    text_add(out, info.message ? info.message : "Error");
    vm_error_info_free(in->vm, &info);
}

static void read_stack(struct inspector *in, vm_value error, struct text *out) {
    vm_value stack = vm_get(in->vm, error, "stack");
    if (!vm_is_exception(stack) && vm_to_boolean(stack)) {
        stack = vm_to_string(in->vm, stack);
    }
    inspect_forgive(in);
    text_start(out, in->vm);
    if (vm_is_string(stack) && vm_string_length(stack)) {
        text_string(out, stack);
    } else {
        add_header(in, out, error);
    }
}

// --- the first line

// The length of the name that a stack begins with: "Some Name: message" or a bare "SomeError".
static size_t leading_name(const struct text *stack) {
    size_t i = 0;
    if (!stack->length || stack->bytes[0] < 'A' || stack->bytes[0] > 'Z') {
        return 0;
    }
    while (i < stack->length && stack->bytes[i] != ':' && stack->bytes[i] != '\n') {
        i++;
    }
    bool bare = i == stack->length && i >= 5 && !memcmp(stack->bytes + i - 5, "Error", 5);
    bool headed = i < stack->length &&
                  (stack->bytes[i] == ':' || starts_with(stack->bytes + i, stack->length - i, FRAMES));
    return bare || headed ? i : 0;
}

// Puts the name of the class where the stack has a less precise one.
static void improve_stack(struct inspector *in, struct sketch *s, struct text *stack) {
    struct text name, prefix;
    if (!text_property(in, s->object, "name", &name)) {
        text_add(&name, "Error");
    }
    size_t length = name.length;
    bool anonymous = !vm_is_string(s->naming.constructor);
    bool named = length >= 5 && !memcmp(name.bytes + length - 5, "Error", 5) && stack->length >= length &&
                 !memcmp(stack->bytes, name.bytes, length) &&
                 (stack->length == length || stack->bytes[length] == ':' || stack->bytes[length] == '\n');
    if (!name.failed && !stack->failed && (anonymous || named)) {
        char fallback[128] = "Error";
        if (anonymous) {
            length = leading_name(stack);
            length = length < sizeof fallback ? length : 0;
            if (length) {
                memcpy(fallback, stack->bytes, length);
                fallback[length] = 0;
            }
        }
        text_start(&prefix, in->vm);
        naming_prefix(in, &prefix, &s->naming, fallback, -1);
        prefix.length -= prefix.length > 0;
        bool same = prefix.length == name.length && !memcmp(prefix.bytes, name.bytes, name.length);
        if (!prefix.failed && !same) {
            struct text better;
            text_start(&better, in->vm);
            text_append(&better, prefix.bytes, prefix.length);
            if (find(&prefix, name.bytes, name.length, 0) == SIZE_MAX) {
                text_add(&better, " [");
                text_append(&better, name.bytes, name.length);
                text_char(&better, ']');
            } else if (!length) {
                text_add(&better, ": ");
            }
            text_append(&better, stack->bytes + length, stack->length - length);
            text_free(stack);
            *stack = better;
        }
        text_free(&prefix);
    }
    text_free(&name);
}

// --- the frames

struct line {
    const char *bytes;
    size_t length;
};

// The lines of a text: their number; -1: memory refused.
static long split(struct inspector *in, const char *bytes, size_t length, struct line **out) {
    size_t count = 1, n = 0;
    for (size_t i = 0; i < length; i++) {
        count += bytes[i] == '\n';
    }
    struct line *lines = vm_allocate(in->vm, count * sizeof *lines);
    if (!lines) {
        vm_throw_out_of_memory(in->vm);
        return -1;
    }
    for (size_t i = 0, start = 0; i <= length; i++) {
        if (i == length || bytes[i] == '\n') {
            lines[n++] = (struct line){bytes + start, i - start};
            start = i + 1;
        }
    }
    *out = lines;
    return (long)count;
}

static bool same_line(const struct line *a, const struct line *b) {
    return a->length == b->length && !memcmp(a->bytes, b->bytes, a->length);
}

// The longest run of lines, from the first one on that the cause has too, that both have in the same order.
static void find_shared(const struct line *lines, long count, const struct line *others, long other_count,
                        long *at, long *length) {
    *at = *length = 0;
    for (long i = 0; i < count - SHARED_FRAMES; i++) {
        for (long j = 0; j < other_count; j++) {
            long n = 0;
            while (i + n < count && j + n < other_count && same_line(&lines[i + n], &others[j + n])) {
                n++;
            }
            if (n > SHARED_FRAMES) {
                *at = i;
                *length = n;
                return;
            }
        }
    }
}

// A part of a line in a style.
static void add_styled(struct inspector *in, struct text *out, enum style style, const char *bytes,
                       size_t length) {
    style_begin(in, out, style);
    text_append(out, bytes, length);
    style_end(in, out, style);
}

static size_t find_in(const struct line *line, const char *part, size_t from) {
    size_t length = strlen(part);
    const char *at =
        from < line->length && length ? memmem(line->bytes + from, line->length - from, part, length) : NULL;
    return at ? (size_t)(at - line->bytes) : SIZE_MAX;
}

// "    at name (node:fs:1:2)": nothing of the program's own.
static bool is_builtin_frame(const struct line *line) {
    size_t at = find_in(line, "node:", 0);
    return at != SIZE_MAX && at > 0 && (line->bytes[at - 1] == '(' || at == strlen("    at "));
}

// The names of packages, underlined: what follows node_modules/.
static void mark_packages(struct inspector *in, struct text *out, const char *bytes, size_t length) {
    static const char folder[] = "node_modules";
    const struct line line = {bytes, length};
    size_t done = 0, from = 0, at;
    while ((at = find_in(&line, folder, from)) != SIZE_MAX) {
        size_t start = at + sizeof folder;
        char separator = at ? bytes[at - 1] : '/'; // the text may begin behind one
        from = at + 1;
        if (start >= length || (separator != '/' && separator != '\\') ||
            (bytes[start - 1] != '/' && bytes[start - 1] != '\\')) {
            continue;
        }
        const char *end = memchr(bytes + start, separator, length - start);
        if (end && bytes[start] == '@') { // @scope/name
            end = memchr(end + 1, separator, length - (size_t)(end + 1 - bytes));
        }
        from = end ? (size_t)(end - bytes) : length;
        text_append(out, bytes + done, start - done);
        add_styled(in, out, STYLE_MODULE, bytes + start, from - start);
        done = from;
    }
    text_append(out, bytes + done, length - done);
}

// A frame in colours: grey what is not the program's, and the folder that it was started in.
static void add_colored_frame(struct inspector *in, struct text *out, const struct line *line,
                              const char *folder) {
    size_t at = folder ? find_in(line, folder, 0) : SIZE_MAX;
    if (is_builtin_frame(line)) {
        add_styled(in, out, STYLE_UNDEFINED, line->bytes, line->length);
        return;
    }
    size_t end = at == SIZE_MAX ? 0 : at + strlen(folder) + 1;
    if (at == SIZE_MAX || end > line->length) {
        mark_packages(in, out, line->bytes, line->length);
        return;
    }
    if (at >= 7 && !memcmp(line->bytes + at - 7, "file://", 7)) {
        at -= 7;
    }
    bool brackets = at && line->bytes[at - 1] == '(' && line->bytes[line->length - 1] == ')';
    at -= at && line->bytes[at - 1] == '(';
    text_append(out, line->bytes, at);
    add_styled(in, out, STYLE_UNDEFINED, line->bytes + at, end - at);
    mark_packages(in, out, line->bytes + end, line->length - end - brackets);
    if (brackets) {
        add_styled(in, out, STYLE_UNDEFINED, ")", 1);
    }
}

static void add_line(struct inspector *in, struct text *out, const struct line *line, const char *folder) {
    text_char(out, '\n');
    text_spaces(out, (size_t)in->indentation);
    if (in->options.colors) {
        add_colored_frame(in, out, line, folder);
    } else {
        text_append(out, line->bytes, line->length);
    }
}

// The frames, without those that the cause will show again.
static bool add_frames(struct inspector *in, struct text *out, vm_value error, const char *frames,
                       size_t length) {
    struct line *lines, *others = NULL;
    long count = split(in, frames, length, &lines), at = 0, shared = 0;
    if (count < 0) {
        return false;
    }
    struct text stack;
    text_start(&stack, in->vm);
    vm_value cause = vm_get(in->vm, error, "cause");
    inspect_forgive(in);
    if (!vm_is_exception(cause) && vm_is_error(cause)) {
        read_stack(in, cause, &stack);
        size_t start = find(&stack, FRAMES, strlen(FRAMES), 0);
        long other_count =
            start == SIZE_MAX ? 0 : split(in, stack.bytes + start + 1, stack.length - start - 1, &others);
        if (other_count < 0) {
            vm_free(in->vm, lines);
            text_free(&stack);
            return false;
        }
        find_shared(lines, count, others, other_count, &at, &shared);
    }
    char *folder = in->options.colors ? process_working_directory() : NULL;
    for (long i = 0; i < count; i++) {
        if (shared && i == at + 1) {
            char text[80];
            snprintf(text, sizeof text, "    ... %ld lines matching cause stack trace ...", shared - 2);
            text_char(out, '\n');
            text_spaces(out, (size_t)in->indentation);
            style_add(in, out, STYLE_UNDEFINED, text);
            i += shared - 2;
        }
        add_line(in, out, &lines[i], folder);
    }
    free(folder);
    vm_free(in->vm, lines);
    vm_free(in->vm, others);
    text_free(&stack);
    return true;
}

// --- properties

// Whether a property only repeats what the stack says.
static bool repeats(struct inspector *in, vm_value error, const char *name, const struct text *stack) {
    struct text value;
    bool found = text_property(in, error, name, &value) &&
                 (!value.length || find(stack, value.bytes, value.length, 0) != SIZE_MAX);
    text_free(&value);
    return found;
}

static bool has_key(struct inspector *in, vm_value keys, uint64_t count, const char *name) {
    bool found = false;
    for (uint32_t i = 0; i < count && !found; i++) {
        found = same_text(in, vm_get_index(in->vm, keys, i), name);
    }
    return found;
}

static bool choose_keys(struct inspector *in, struct sketch *s, const struct text *stack) {
    static const char *const repeated[] = {"name", "message", "stack"};
    vm_value chosen = vm_array(in->vm, NULL, 0);
    uint64_t count;
    if (vm_is_exception(chosen) || !vm_length(in->vm, s->keys, &count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        vm_value key = vm_get_index(in->vm, s->keys, i);
        bool skip = false;
        for (int j = 0; j < 3 && !in->options.show_hidden; j++) {
            skip = skip || (same_text(in, key, repeated[j]) && repeats(in, s->object, repeated[j], stack));
        }
        if (!skip && (vm_is_exception(key) || !vm_array_push(in->vm, chosen, key))) {
            return false;
        }
    }
    vm_value errors = vm_get(in->vm, s->object, "errors");
    int has_cause = vm_has(in->vm, s->object, "cause");
    inspect_forgive(in);
    const char *more[2] = {has_cause > 0 ? "cause" : NULL,
                           !vm_is_exception(errors) && vm_is_array(errors) ? "errors" : NULL};
    for (int i = 0; i < 2; i++) {
        if (more[i] && !has_key(in, s->keys, count, more[i])) {
            vm_value key = vm_string(in->vm, more[i]);
            if (vm_is_exception(key) || !vm_array_push(in->vm, chosen, key)) {
                return false;
            }
        }
    }
    s->keys = chosen;
    return !vm_has_exception(in->vm);
}

bool sketch_error(struct inspector *in, struct sketch *s) {
    struct text stack, message;
    read_stack(in, s->object, &stack);
    bool ok = choose_keys(in, s, &stack);
    if (ok) {
        improve_stack(in, s, &stack);
        size_t after = 0, frames;
        if (text_property(in, s->object, "message", &message) && message.length) {
            size_t at = find(&stack, message.bytes, message.length, 0);
            after = at == SIZE_MAX ? 0 : at + message.length;
        }
        text_free(&message);
        frames = find(&stack, FRAMES, strlen(FRAMES), after);
        if (frames == SIZE_MAX) {
            text_char(&s->base, '[');
            text_indented(&s->base, stack.bytes, stack.length, (size_t)in->indentation);
            text_char(&s->base, ']');
        } else {
            text_indented(&s->base, stack.bytes, frames, (size_t)in->indentation);
            ok = add_frames(in, &s->base, s->object, stack.bytes + frames + 1, stack.length - frames - 1);
        }
    }
    s->base.failed |= stack.failed;
    text_free(&stack);
    return ok;
}
