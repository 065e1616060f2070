// Editing of an input of one or more lines at a terminal.
#ifndef CLI_LINE_EDITOR_H
#define CLI_LINE_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

struct line_editor;

// What completion offers: `add` is called for each candidate, any number of times.
struct line_candidates {
    void *list;
    void (*add)(void *list, const char *text, size_t length);
};

struct line_editor_hooks {
    // Whether Enter ends the input; if not it begins a new line.
    bool (*is_complete)(void *data, const char *text, size_t length);
    // Offers what may stand in the place of the last *replaced bytes of the text before the cursor.
    void (*complete)(void *data, const char *before, size_t length, size_t *replaced,
                     const struct line_candidates *out);
    void *data;
};

enum line_event {
    LINE_NONE,      // more keys are needed
    LINE_SUBMITTED, // line_editor_text is the input
    LINE_ENDED      // Ctrl-D in an empty input
};

// NULL when memory is refused. Writes to standard output.
struct line_editor *line_editor_create(const struct line_editor_hooks *hooks);
void line_editor_free(struct line_editor *editor);

// Begins an empty input and shows its prompt. `block`: Enter always begins a new line, Ctrl-D submits.
void line_editor_begin(struct line_editor *editor, const char *prompt, bool block);
// Takes bytes from the terminal until an event; *used gets how many.
enum line_event line_editor_feed(struct line_editor *editor, const char *bytes, size_t length, size_t *used);
// Drops the input and its display: the interrupt key.
void line_editor_cancel(struct line_editor *editor);
// Takes the display away, so that something can be printed in its place, and brings it back.
void line_editor_hide(struct line_editor *editor);
void line_editor_show(struct line_editor *editor);
// The input, NUL-terminated.
const char *line_editor_text(const struct line_editor *editor, size_t *length);

// Remembers an input, once if it is the same as the last one.
void line_editor_remember(struct line_editor *editor, const char *text);

#endif
