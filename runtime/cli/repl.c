// An input is compiled as a script whose names may be declared again (vm_compile_input) and runs outside of
// the loop; while the next one is typed the loop runs timers and all else. An input with a top-level await
// gives a promise: the loop runs until it is settled.
//
// The interrupt key is a signal. Its handler marks it, asks for an interrupt of the isolate, and writes into
// a pipe. Whoever comes first takes the mark: the interrupt hook, when script runs, which is terminated; or
// the loop, when it reads the pipe, which drops the input or stops waiting.
//
// Where standard input is no terminal, lines are read without editing.
#include "cli/repl.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bind/runtime.h"
#include "bind/text.h"
#include "cli/line_editor.h"
#include "modules/builtin.h"
#include "os/fs.h"
#include "os/process.h"
#include "cli/terminal.h"

#define PROMPT "> "
#define CONTINUATION "... "
#define HISTORY_FILE ".vm_repl_history"

enum repl_state {
    REPL_EDITING,
    REPL_READY,   // an input waits to be evaluated
    REPL_WAITING, // for a promise
    REPL_SETTLED,
    REPL_LEAVING
};

struct repl {
    vm_isolate *vm;
    vm_loop *loop;
    enum repl_state state;
    bool terminal, colors, block, input_ended, asked_to_leave;
    bool hidden, line_open; // the edited input, for output; which did not end with a newline
    unsigned inputs;

    struct line_editor *editor; // NULL: no terminal
    struct loop_io input, signals;
    struct loop_op input_read, signal_read;
    int signal_pipe[2], open;
    char input_bytes[4096], signal_bytes[16];
    char *unread; // came while no input was being edited
    size_t unread_length;

    char *text; // the input; of the plain reader: its lines so far
    size_t text_length;
    char *session; // what .save writes
    size_t session_length;
    char *history_path; // NULL: none is kept

    atomic_bool interrupted;
    vm_root promise;          // being awaited
    vm_root last, last_error; // what _ and _error were set to
    bool own_last, own_error; // whether they still are ours
    bool awaited_failed;
};

// --- small things

static bool append(char **text, size_t *length, const char *bytes, size_t count) {
    char *more = realloc(*text, *length + count + 1);
    if (!more) {
        return false;
    }
    memcpy(more + *length, bytes, count);
    *text = more;
    *length += count;
    more[*length] = 0;
    return true;
}

static void clear(char **text, size_t *length) {
    free(*text);
    *text = NULL;
    *length = 0;
}

static void print(const char *text) { fs_write_descriptor(1, text, strlen(text)); }

// Drops the error of something that only helps.
static void forget_error(struct repl *r) {
    if (vm_has_exception(r->vm)) {
        (void)vm_take_exception(r->vm);
    }
}

// A value as util.inspect shows it, in colours on a terminal. To be freed with vm_free; NULL: it cannot be
// shown.
static char *inspect(struct repl *r, vm_value value) {
    vm_isolate *vm = r->vm;
    vm_value util = r->colors ? builtin_require(vm, "util") : vm_undefined();
    vm_value options = vm_is_object(util) ? vm_object(vm) : vm_undefined();
    if (vm_is_object(options) && vm_set(vm, options, "colors", vm_bool(true))) {
        vm_value arguments[] = {value, options};
        vm_value shown = vm_invoke(vm, util, "inspect", 2, arguments);
        if (vm_is_string(shown)) {
            return vm_to_utf8(vm, shown, NULL);
        }
    }
    forget_error(r);
    size_t length;
    char *text = vm_termination(vm) ? NULL : vm_inspect(vm, value, &length);
    forget_error(r);
    return text;
}

static void print_value(struct repl *r, const char *before, vm_value value) {
    char *shown = inspect(r, value);
    print(before);
    print(shown ? shown : "[cannot be shown]");
    print("\n");
    vm_free(r->vm, shown);
}

// --- _ and _error

// Sets a variable of ours, unless the program has taken the name for itself.
static void set_variable(struct repl *r, const char *name, vm_root *kept, bool *own, vm_value value) {
    vm_value global = vm_global(r->vm), now = *own ? vm_get(r->vm, global, name) : vm_undefined();
    if (*own && !vm_same_value(r->vm, now, kept->value)) {
        *own = false;
        print("Expression assignment to ");
        print(name);
        print(" now disabled.\n");
    }
    if (*own && vm_define(r->vm, global, name, value, VM_HIDDEN)) {
        kept->value = value;
    }
    forget_error(r);
}

// --- results

static void print_error(struct repl *r, vm_value error, bool in_promise) {
    vm_error_info info;
    set_variable(r, "_error", &r->last_error, &r->own_error, error);
    vm_error_describe(r->vm, error, &info);
    bool syntax = info.message && !strncmp(info.message, "SyntaxError", 11) && info.source_line;
    if (syntax && info.column) { // the stack does not say where
        size_t width = text_width(info.source_line, strlen(info.source_line), false);
        print(info.source_line);
        print("\n");
        for (uint32_t i = 1; i < info.column && i <= width; i++) {
            print(" ");
        }
        print("^\n");
    }
    print(in_promise ? "Uncaught (in promise) " : "Uncaught ");
    if (syntax) {
        print(info.message);
        print("\n");
    } else {
        print_value(r, "", error);
    }
    vm_error_info_free(r->vm, &info);
}

static void print_result(struct repl *r, vm_value value) {
    set_variable(r, "_", &r->last, &r->own_last, value);
    print_value(r, "", value);
}

// After a call that failed: prints why. The isolate can be used again.
static void print_failure(struct repl *r) {
    if (vm_is_exiting(r->vm, NULL)) {
        return;
    }
    if (!vm_termination(r->vm)) {
        print_error(r, vm_take_exception(r->vm), false);
        return;
    }
    static const char *const reasons[] = {
        [VM_TERMINATED] = "Script execution was interrupted",
        [VM_TERMINATED_BY_DEADLINE] = "The time limit was reached",
        [VM_TERMINATED_BY_MEMORY] = "Out of memory",
    };
    const char *reason = reasons[vm_termination(r->vm)];
    vm_clear_termination(r->vm);
    print("Uncaught Error: ");
    print(reason);
    print("\n");
}

// Around what is printed while an input may be edited.
static bool make_room(struct repl *r) {
    bool editing = r->editor && r->state == REPL_EDITING;
    if (editing) {
        line_editor_hide(r->editor);
    }
    return editing;
}

static void go_on_editing(struct repl *r, bool editing) {
    if (editing) {
        r->hidden = false;
        line_editor_show(r->editor);
    }
}

void repl_uncaught(struct repl *r, vm_value error, bool in_promise) {
    bool editing = make_room(r);
    print_error(r, error, in_promise);
    go_on_editing(r, editing);
}

// What a timer, say, prints while an input is edited stands above it: the input is taken away before, and
// comes back in the next turn of the loop.
static void show_again(struct loop *loop, void *data) {
    (void)loop;
    struct repl *r = data;
    if (r->hidden && r->state == REPL_EDITING) {
        print(r->line_open ? "\n" : "");
        line_editor_show(r->editor);
    }
    r->hidden = false;
}

static void before_output(void *data, const char *bytes, size_t length) {
    struct repl *r = data;
    if (r->state != REPL_EDITING || !length) {
        return;
    }
    if (!r->hidden && loop_post_call(runtime_of(r->vm)->loop, show_again, r) >= 0) {
        line_editor_hide(r->editor);
        r->hidden = true;
    }
    r->line_open = bytes[length - 1] != '\n';
}

// --- evaluation

static void settled(struct repl *r, bool failed) {
    if (r->state == REPL_WAITING) {
        r->awaited_failed = failed;
        r->state = REPL_SETTLED;
        vm_loop_stop(r->loop);
    }
}

// Reactions of an awaited promise; captured: the promise, to tell it from one that is waited for no more.
static vm_value on_fulfilled(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct repl *r = vm_function_data(frame[-1]);
    if (vm_same_value(vm, vm_captured(frame[-1], 0), r->promise.value)) {
        settled(r, false);
    }
    return vm_undefined();
}

static vm_value on_rejected(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct repl *r = vm_function_data(frame[-1]);
    if (vm_same_value(vm, vm_captured(frame[-1], 0), r->promise.value)) {
        settled(r, true);
    }
    return vm_undefined();
}

static bool wait_for(struct repl *r, vm_value promise) {
    vm_isolate *vm = r->vm;
    vm_value fulfilled = vm_function(vm, on_fulfilled, "", 1, r);
    vm_value rejected = vm_is_exception(fulfilled) ? fulfilled : vm_function(vm, on_rejected, "", 1, r);
    if (vm_is_exception(rejected)) {
        return false;
    }
    vm_capture(vm, fulfilled, 0, promise);
    vm_capture(vm, rejected, 0, promise);
    r->promise.value = promise;
    r->state = REPL_WAITING;
    return vm_promise_react(vm, promise, fulfilled, rejected);
}

static vm_value compile(struct repl *r, const char *text, size_t length, bool *awaits, bool *incomplete) {
    char name[32];
    snprintf(name, sizeof name, "REPL%u", r->inputs);
    vm_source source = {.text = text, .length = length, .name = name};
    return vm_compile_input(r->vm, &source, awaits, incomplete);
}

// "{ a: 1 }" is an object here, if it can be one.
static vm_value compile_object(struct repl *r, const char *text, size_t length, bool *awaits) {
    size_t start = strspn(text, " \t\n"), end = length;
    while (end > start && strchr(" \t\n", text[end - 1])) {
        end--;
    }
    if (text[start] != '{' || text[end - 1] == ';') {
        return vm_undefined();
    }
    char *wrapped = NULL;
    size_t wrapped_length = 0;
    bool incomplete, ok = append(&wrapped, &wrapped_length, "(", 1) &&
                          append(&wrapped, &wrapped_length, text, length) &&
                          append(&wrapped, &wrapped_length, "\n)", 2);
    vm_value script = ok ? compile(r, wrapped, wrapped_length, awaits, &incomplete) : vm_undefined();
    free(wrapped);
    if (vm_is_exception(script)) {
        forget_error(r);
        return vm_undefined();
    }
    return script;
}

static void evaluate(struct repl *r, const char *text, size_t length) {
    bool awaits = false, incomplete;
    terminal_set_raw(false); // programs may read lines
    r->inputs++;
    vm_value script = compile_object(r, text, length, &awaits);
    if (vm_is_undefined(script)) {
        script = compile(r, text, length, &awaits, &incomplete);
    }
    vm_value result = vm_is_exception(script) ? script : vm_run(r->vm, script);
    runtime_mark(runtime_of(r->vm));
    if (vm_is_exception(result) || (awaits && !wait_for(r, result))) {
        print_failure(r);
    } else if (!awaits) {
        print_result(r, result);
    }
}

// --- commands

static const char help[] =
    ".break    Drop the input under way\n"
    ".clear    Alias for .break\n"
    ".editor   Enter editor mode\n"
    ".exit     Leave\n"
    ".help     Print this\n"
    ".load     Evaluate a file: .load path\n"
    ".save     Write the inputs of this session into a file: .save path\n"
    "\n"
    "Ctrl-C stops what runs or drops the input, Ctrl-D leaves, Ctrl-R searches the inputs "
    "before,\nTab completes. The last value is _, the last error _error.\n";

static void load(struct repl *r, const char *path) {
    char *bytes;
    size_t length;
    int error = fs_read(path, &bytes, &length);
    if (error < 0) {
        print("Failed to load: ");
        print(path);
        print("\n");
        return;
    }
    evaluate(r, bytes, length);
    free(bytes);
}

static void save(struct repl *r, const char *path) {
    int descriptor = fs_open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666), error = descriptor;
    if (descriptor >= 0) {
        error = fs_write_descriptor(descriptor, r->session ? r->session : "", r->session_length);
        fs_close(descriptor);
    }
    print(error < 0 ? "Failed to save: " : "Session saved to: ");
    print(path);
    print("\n");
}

// The name of a command that the text is, with what stands behind it; NULL: it is none.
static const char *command_argument(const char *text, const char *name) {
    size_t length = strlen(name);
    if (strncmp(text, name, length) || (text[length] && text[length] != ' ')) {
        return NULL;
    }
    return text + length + strspn(text + length, " ");
}

static bool is_command(const char *text) { return text[0] == '.' && text[1] >= 'a' && text[1] <= 'z'; }

static void carry_out(struct repl *r, const char *text) {
    const char *argument;
    if (command_argument(text, ".exit")) {
        r->state = REPL_LEAVING;
    } else if (command_argument(text, ".help")) {
        print(help);
    } else if (command_argument(text, ".editor") && r->editor) {
        print("// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)\n");
        r->block = true;
    } else if ((argument = command_argument(text, ".load"))) {
        load(r, argument);
    } else if ((argument = command_argument(text, ".save"))) {
        save(r, argument);
    } else if (!command_argument(text, ".break") && !command_argument(text, ".clear")) {
        print("Invalid REPL keyword\n");
    }
}

static bool ends_with_break(const char *text, size_t length) {
    return (length >= 7 &&
            (!memcmp(text + length - 7, "\n.break", 7) || !memcmp(text + length - 7, "\n.clear", 7)));
}

static bool is_complete(void *data, const char *text, size_t length) {
    struct repl *r = data;
    bool awaits, incomplete = false;
    if (is_command(text) || ends_with_break(text, length)) {
        return true;
    }
    if (vm_is_exception(compile(r, text, length, &awaits, &incomplete))) {
        forget_error(r);
    }
    return !incomplete;
}

// --- completion

static bool is_name_byte(char c) {
    unsigned char b = (unsigned char)c;
    return b >= 0x80 || b == '_' || b == '$' || (b >= '0' && b <= '9') ||
           ((b | 32) >= 'a' && (b | 32) <= 'z');
}

static bool is_name(const char *text) {
    if (!*text || (*text >= '0' && *text <= '9')) {
        return false;
    }
    while (is_name_byte(*text)) {
        text++;
    }
    return !*text;
}

static void offer(const struct line_candidates *out, const char *prefix, size_t length, const char *name) {
    if (!strncmp(name, prefix, length) && is_name(name)) {
        out->add(out->list, name, strlen(name));
    }
}

static void offer_list(struct repl *r, vm_value names, const char *prefix, size_t length,
                       const struct line_candidates *out) {
    uint64_t count = 0;
    if (!vm_is_array(names) || !vm_length(r->vm, names, &count)) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        vm_value name = vm_get_index(r->vm, names, i);
        char *text = vm_is_string(name) ? vm_to_utf8(r->vm, name, NULL) : NULL;
        if (text) {
            offer(out, prefix, length, text);
        }
        vm_free(r->vm, text);
    }
}

static void offer_properties(struct repl *r, vm_value object, const char *prefix, size_t length,
                             const struct line_candidates *out) {
    vm_value o = vm_is_nullish(object) ? object : vm_to_object(r->vm, object);
    for (int depth = 0; vm_is_object(o) && depth < 20; depth++) {
        offer_list(r, vm_own_keys(r->vm, o, 0), prefix, length, out);
        o = vm_prototype(r->vm, o);
    }
    forget_error(r);
}

static const char *const keywords[] = {
    "async",    "await",   "break",    "case",   "catch",  "class",  "const",      "continue",
    "debugger", "default", "delete",   "do",     "else",   "export", "extends",    "false",
    "finally",  "for",     "function", "if",     "import", "in",     "instanceof", "let",
    "new",      "null",    "return",   "static", "super",  "switch", "this",       "throw",
    "true",     "try",     "typeof",   "var",    "void",   "while",  "with",       "yield",
};
static const char *const commands[] = {".break", ".clear", ".editor", ".exit", ".help", ".load", ".save"};

// The value of a path of names, "a.b.c"; undefined when it has none.
static vm_value value_of(struct repl *r, const char *path, size_t length) {
    bool awaits, incomplete;
    vm_value script = compile(r, path, length, &awaits, &incomplete);
    vm_value value = vm_is_exception(script) || awaits ? vm_undefined() : vm_run(r->vm, script);
    if (vm_termination(r->vm)) {
        vm_clear_termination(r->vm);
    }
    forget_error(r);
    return vm_is_exception(value) ? vm_undefined() : value;
}

static void complete(void *data, const char *before, size_t length, size_t *replaced,
                     const struct line_candidates *out) {
    struct repl *r = data;
    size_t name = length;
    if (is_command(before) || !strcmp(before, ".")) {
        *replaced = length;
        for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
            if (!strncmp(commands[i], before, length)) {
                out->add(out->list, commands[i], strlen(commands[i]));
            }
        }
        return;
    }
    while (name && is_name_byte(before[name - 1])) {
        name--;
    }
    *replaced = length - name;
    bool member = name && before[name - 1] == '.';
    if (!member) {
        for (size_t i = 0; i < sizeof keywords / sizeof *keywords && *replaced; i++) {
            offer(out, before + name, *replaced, keywords[i]);
        }
        offer_list(r, vm_lexical_names(r->vm), before + name, *replaced, out);
        offer_properties(r, vm_global(r->vm), before + name, *replaced, out);
        return;
    }
    size_t end = name - 1 - (name > 1 && before[name - 2] == '?'), start = end;
    while (start && (is_name_byte(before[start - 1]) || before[start - 1] == '.')) {
        start--;
    }
    if (start < end && before[start] != '.' && !(before[start] >= '0' && before[start] <= '9')) {
        offer_properties(r, value_of(r, before + start, end - start), before + name, *replaced, out);
    }
}

// --- history

// A line of the file is an input: newlines are "\n" there, backslashes doubled.
static void load_history(struct repl *r) {
    char *bytes;
    size_t length;
    if (!r->history_path || fs_read(r->history_path, &bytes, &length) < 0) {
        return;
    }
    for (char *line = bytes, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        end += *end == '\n';
        char *to = line;
        for (char *from = line; from < end && *from != '\n'; from++) {
            bool escape = *from == '\\' && (from[1] == 'n' || from[1] == '\\');
            *to++ = escape && from[1] == 'n' ? '\n' : *from;
            from += escape;
        }
        char kept = *to;
        *to = 0;
        line_editor_remember(r->editor, line);
        *to = kept;
    }
    free(bytes);
}

static void append_history(struct repl *r, const char *text) {
    int descriptor = r->history_path ? fs_open(r->history_path, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
    char *line = NULL;
    size_t length = 0;
    for (; descriptor >= 0 && *text; text++) {
        const char *escaped = *text == '\n' ? "\\n" : *text == '\\' ? "\\\\" : NULL;
        append(&line, &length, escaped ? escaped : text, escaped ? 2 : 1);
    }
    if (line && append(&line, &length, "\n", 1)) {
        fs_write_descriptor(descriptor, line, length);
    }
    if (descriptor >= 0) {
        fs_close(descriptor);
    }
    free(line);
}

static char *history_path(void) {
    const char *set = getenv("VM_REPL_HISTORY"), *home = getenv("HOME");
    if (set || !home) {
        return set && *set ? strdup(set) : NULL;
    }
    char *path = NULL;
    size_t length = 0;
    append(&path, &length, home, strlen(home));
    append(&path, &length, "/" HISTORY_FILE, sizeof HISTORY_FILE);
    return path;
}

// --- reading

static void begin(struct repl *r) {
    r->state = REPL_EDITING;
    r->hidden = false;
    if (r->editor) {
        terminal_set_raw(true);
        line_editor_begin(r->editor, r->block ? "" : PROMPT, r->block);
    } else {
        print(PROMPT);
    }
}

// Takes the input that the editor has.
static void take(struct repl *r, const char *text, size_t length) {
    clear(&r->text, &r->text_length);
    append(&r->text, &r->text_length, text, length);
    r->state = REPL_READY;
    r->asked_to_leave = false;
}

static void drop_unread(struct repl *r, size_t count) {
    r->unread_length -= count;
    memmove(r->unread, r->unread + count, r->unread_length);
}

// Lines without an editor: an input ends when it is complete, or with the end of the file.
static void feed_plain(struct repl *r) {
    while (r->state == REPL_EDITING) {
        char *end = r->unread_length ? memchr(r->unread, '\n', r->unread_length) : NULL;
        size_t length = end ? (size_t)(end - r->unread) : r->input_ended ? r->unread_length : 0;
        if (!end && !(r->input_ended && (length || r->text_length))) {
            break;
        }
        append(&r->text, &r->text_length, "\n", r->text_length ? 1 : 0);
        append(&r->text, &r->text_length, r->unread ? r->unread : "", length);
        drop_unread(r, length + (end ? 1 : 0));
        if (!end || is_complete(r, r->text, r->text_length)) {
            r->state = REPL_READY;
        } else {
            print(CONTINUATION);
        }
    }
    if (r->state == REPL_EDITING && r->input_ended) {
        print("\n");
        r->state = REPL_LEAVING;
    }
}

static void feed_editor(struct repl *r) {
    size_t used, length;
    if (r->hidden) {
        show_again(NULL, r);
    }
    if (r->unread_length) {
        enum line_event event = line_editor_feed(r->editor, r->unread, r->unread_length, &used);
        drop_unread(r, used);
        if (event == LINE_SUBMITTED) {
            const char *text = line_editor_text(r->editor, &length);
            take(r, text, length);
        } else if (event == LINE_ENDED) {
            r->state = REPL_LEAVING;
        }
    }
    if (r->input_ended && r->state == REPL_EDITING) {
        r->state = REPL_LEAVING;
    }
}

static void feed(struct repl *r) {
    if (r->state == REPL_EDITING) {
        (r->editor ? feed_editor : feed_plain)(r);
        if (r->state != REPL_EDITING) {
            vm_loop_stop(r->loop);
        }
    }
}

static void on_input(struct loop *loop, struct loop_op *op) {
    (void)loop;
    struct repl *r = op->data;
    int64_t result = op->result;
    if (result > 0) {
        append(&r->unread, &r->unread_length, r->input_bytes, (size_t)result);
        result = loop_read(&r->input, op, r->input_bytes, sizeof r->input_bytes, on_input);
        r->input_ended = result < 0;
    } else {
        r->input_ended = true;
    }
    feed(r);
}

// --- the interrupt key

static void interrupt(void *data) { // in a signal handler
    struct repl *r = data;
    atomic_store(&r->interrupted, true);
    vm_interrupt(r->vm);
    ssize_t written = write(r->signal_pipe[1], "", 1);
    (void)written;
}

static bool on_safepoint(vm_isolate *vm, void *data) {
    (void)vm;
    struct repl *r = data;
    return !atomic_exchange(&r->interrupted, false);
}

static void on_signal(struct loop *loop, struct loop_op *op) {
    (void)loop;
    struct repl *r = op->data;
    if (op->result > 0) {
        loop_read(&r->signals, op, r->signal_bytes, sizeof r->signal_bytes, on_signal);
    }
    if (!atomic_exchange(&r->interrupted, false)) {
        return;
    }
    if (r->state == REPL_WAITING) {
        print("Uncaught Error: Script execution was interrupted\n");
        r->promise.value = vm_undefined();
        r->state = REPL_SETTLED;
        vm_loop_stop(r->loop);
    } else if (r->state == REPL_EDITING && r->editor) {
        size_t length;
        line_editor_text(r->editor, &length);
        bool was_empty = !length && !r->block, leaves = was_empty && r->asked_to_leave;
        line_editor_cancel(r->editor);
        r->block = false;
        if (leaves) {
            r->state = REPL_LEAVING;
            vm_loop_stop(r->loop);
            return;
        }
        if (was_empty) {
            print("(To exit, press Ctrl+C again or Ctrl+D or type .exit)\n");
        }
        r->asked_to_leave = was_empty;
        begin(r);
    }
}

// --- the dialogue

static void evaluate_input(struct repl *r) {
    char *text = r->text;
    size_t length = r->text_length;
    r->text = NULL;
    r->text_length = 0;
    r->block = false;
    r->state = REPL_SETTLED; // unless it has to wait, or leaves
    if (r->editor && text && text[strspn(text, " \t\n")]) {
        line_editor_remember(r->editor, text);
        append_history(r, text);
    }
    if (text && is_command(text)) {
        carry_out(r, text);
    } else if (text && text[strspn(text, " \t\n")] && !ends_with_break(text, length)) {
        append(&r->session, &r->session_length, text, length);
        append(&r->session, &r->session_length, "\n", 1);
        evaluate(r, text, length);
    }
    free(text);
}

static void finish_waiting(struct repl *r) {
    vm_value promise = r->promise.value;
    r->promise.value = vm_undefined();
    if (vm_is_promise(promise)) {
        if (r->awaited_failed) {
            print_error(r, vm_promise_result(promise), false);
        } else {
            print_result(r, vm_promise_result(promise));
        }
    }
}

static void converse(struct repl *r) {
    while (r->state != REPL_LEAVING && !vm_is_exiting(r->vm, NULL)) {
        if (r->state == REPL_READY) {
            evaluate_input(r);
        } else if (r->state == REPL_SETTLED) {
            finish_waiting(r);
            (void)vm_loop_poll(r->loop, 0); // jobs of the input come before the next prompt
            if (vm_termination(r->vm)) {
                print_failure(r);
            }
            if (!vm_is_exiting(r->vm, NULL)) {
                begin(r);
                feed(r);
            }
        } else {
            vm_loop_run(r->loop);
            if (vm_termination(r->vm) && !vm_is_exiting(r->vm, NULL)) { // of a timer's callback, say
                bool editing = make_room(r);
                print_failure(r);
                go_on_editing(r, editing);
            }
        }
    }
}

static bool open_streams(struct repl *r) {
    struct loop *loop = runtime_of(r->vm)->loop;
    r->input_read.data = r->signal_read.data = r;
    if (loop_io_open(loop, &r->input, "standard input", 0, LOOP_IO_SHARED) < 0) {
        return false;
    }
    if (terminal_pipe(r->signal_pipe) < 0 ||
        loop_io_open(loop, &r->signals, "signals", r->signal_pipe[0], 0) < 0) {
        return false;
    }
    loop_handle_set_referenced(&r->signals.handle, false);
    return loop_read(&r->input, &r->input_read, r->input_bytes, sizeof r->input_bytes, on_input) >= 0 &&
           loop_read(&r->signals, &r->signal_read, r->signal_bytes, sizeof r->signal_bytes, on_signal) >= 0;
}

static void on_closed(struct loop *loop, struct loop_handle *handle) {
    (void)loop;
    ((struct repl *)handle->data)->open--;
}

static void close_streams(struct repl *r) {
    r->input.handle.data = r->signals.handle.data = r;
    r->open = 2;
    loop_io_close(&r->input, on_closed);
    loop_io_close(&r->signals, on_closed);
    while (r->open && vm_loop_poll(r->loop, 0) >= 0) {
    }
    close(r->signal_pipe[1]);
}

static bool open_editor(struct repl *r) {
    const char *term = getenv("TERM");
    r->terminal = process_is_terminal(0) && process_is_terminal(1);
    if (!r->terminal || (term && !strcmp(term, "dumb"))) {
        return true;
    }
    const char *no_colors = getenv("NO_COLOR");
    r->colors = !no_colors || !*no_colors;
    r->editor = line_editor_create(
        &(struct line_editor_hooks){.is_complete = is_complete, .complete = complete, .data = r});
    r->history_path = history_path();
    if (!r->editor) {
        return false;
    }
    load_history(r);
    runtime_of(r->vm)->console.before = before_output;
    runtime_of(r->vm)->console.before_data = r;
    return true;
}

// require and its kin, as for -e, and the builtin modules by their names.
static void define_globals(vm_isolate *vm) {
    vm_source nothing = {.text = "", .length = 0, .name = "[repl]"};
    if (vm_is_exception(vm_run_source(vm, &nothing, VM_DETECT)) ||
        !builtin_modules_define(vm, vm_global(vm), NULL)) {
        (void)vm_take_exception(vm); // the dialogue does without
    }
}

int repl_run(vm_loop *loop, vm_isolate *vm, struct repl **running, const char *first) {
    struct repl *r = calloc(1, sizeof *r);
    int code = 0;
    if (!r) {
        return 1;
    }
    *running = r;
    *r = (struct repl){.vm = vm, .loop = loop, .own_last = true, .own_error = true, .state = REPL_SETTLED};
    vm_root_add(vm, &r->promise, vm_undefined());
    vm_root_add(vm, &r->last, vm_undefined());
    vm_root_add(vm, &r->last_error, vm_undefined());
    if (open_editor(r) && open_streams(r)) {
        terminal_on_interrupt(interrupt, r);
        vm_set_interrupt_hook(vm, on_safepoint, r);
        define_globals(vm);
        print("vm ");
        print(vm_version());
        print(", .help tells what there is\n");
        if (first) {
            take(r, first, strlen(first));
        }
        converse(r);
        terminal_set_raw(false);
        terminal_on_interrupt(NULL, NULL);
        vm_set_interrupt_hook(vm, NULL, NULL);
        runtime_of(vm)->console.before = NULL;
        vm_is_exiting(vm, &code);
        vm_exit(vm, code);
        vm_is_exiting(vm, &code);
        close_streams(r);
    } else {
        print("vm: standard input cannot be read\n");
        code = 1;
    }
    vm_root_remove(&r->promise);
    vm_root_remove(&r->last);
    vm_root_remove(&r->last_error);
    line_editor_free(r->editor);
    free(r->history_path);
    free(r->session);
    free(r->text);
    free(r->unread);
    free(r);
    *running = NULL;
    return code;
}
