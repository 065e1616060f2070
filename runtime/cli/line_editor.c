// A line editor of our own: the libraries at hand do not fit. libedit and readline edit one line where an
// input may have many, want to read the terminal themselves where here a loop runs timers meanwhile, and
// would be loaded at each start of every script.
//
// The input is one text that may contain newlines; each of its lines has a prompt. After every change the
// whole is painted anew from the row where it began: what the terminal shows is a function of the state, and
// only `cursor_row` (where the terminal's cursor is, counted from the first row) has to be remembered. Rows
// are wrapped here, not by the terminal, so that their number is known.
#include "cli/line_editor.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "os/fs.h"
#include "os/process.h"

#define CONTINUATION "... "
#define HISTORY_LIMIT 1000
#define LISTED_CANDIDATES 200

struct chars {
    char *bytes; // terminated once something was added
    size_t length, capacity;
};

struct line_editor {
    struct line_editor_hooks hooks;
    const char *prompt;
    bool block, shown;
    struct chars text;
    size_t cursor;
    unsigned cursor_row;

    char **history; // oldest first
    size_t history_count, history_at;
    char *draft; // what was being typed before the history was looked at

    struct chars killed;
    char escape[16]; // a sequence under way; escape_length 0: none
    unsigned escape_length;
    unsigned partial; // bytes of an incomplete character, in escape
    bool pasting;

    bool searching;
    struct chars query;
    size_t found; // index in the history; SIZE_MAX: none
};

// --- text

static bool chars_splice(struct chars *c, size_t at, size_t removed, const char *bytes, size_t length) {
    size_t rest = c->length - at - removed, whole = c->length - removed + length;
    if (whole + 1 > c->capacity) {
        size_t capacity = (whole + 1) * 2;
        char *more = realloc(c->bytes, capacity);
        if (!more) {
            return false;
        }
        c->bytes = more;
        c->capacity = capacity;
    }
    memmove(c->bytes + at + length, c->bytes + at + removed, rest);
    if (length) {
        memcpy(c->bytes + at, bytes, length);
    }
    c->length = whole;
    c->bytes[whole] = 0;
    return true;
}

static void chars_set(struct chars *c, const char *text) {
    chars_splice(c, 0, c->length, text, strlen(text));
}

static const char *chars_text(const struct chars *c) { return c->bytes ? c->bytes : ""; }

static bool is_trail(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

// The character at `at`, its bytes and cells. What is no character takes one cell.
static utf8proc_int32_t decode(const struct chars *c, size_t at, size_t *bytes, unsigned *width) {
    utf8proc_int32_t code;
    utf8proc_ssize_t n =
        utf8proc_iterate((const utf8proc_uint8_t *)c->bytes + at, (utf8proc_ssize_t)(c->length - at), &code);
    *bytes = n > 0 ? (size_t)n : 1;
    *width = n > 0 ? (unsigned)utf8proc_charwidth(code) : 1;
    return n > 0 ? code : 0xFFFD;
}

// The place before or behind the character at the cursor, with the combining ones that follow it.
static size_t before(const struct chars *c, size_t at) {
    size_t bytes;
    unsigned width = 0;
    while (at && !width) {
        for (at--; at && is_trail(c->bytes[at]);) {
            at--;
        }
        if (c->bytes[at] == '\n') {
            break;
        }
        decode(c, at, &bytes, &width);
    }
    return at;
}

static size_t behind(const struct chars *c, size_t at) {
    size_t bytes;
    unsigned width;
    if (at >= c->length) {
        return at;
    }
    decode(c, at, &bytes, &width);
    for (at += bytes; at < c->length && c->bytes[at] != '\n'; at += bytes) {
        decode(c, at, &bytes, &width);
        if (width) {
            break;
        }
    }
    return at;
}

static bool is_word(const struct chars *c, size_t at) {
    unsigned char b = (unsigned char)c->bytes[at];
    return b >= 0x80 || b == '_' || b == '$' || (b >= '0' && b <= '9') ||
           ((b | 32) >= 'a' && (b | 32) <= 'z');
}

static size_t word_before(const struct chars *c, size_t at) {
    while (at && !is_word(c, at - 1)) {
        at--;
    }
    while (at && is_word(c, at - 1)) {
        at--;
    }
    return at;
}

static size_t word_behind(const struct chars *c, size_t at) {
    while (at < c->length && !is_word(c, at)) {
        at++;
    }
    while (at < c->length && is_word(c, at)) {
        at++;
    }
    return at;
}

static size_t line_start(const struct chars *c, size_t at) {
    while (at && c->bytes[at - 1] != '\n') {
        at--;
    }
    return at;
}

static size_t line_end(const struct chars *c, size_t at) {
    while (at < c->length && c->bytes[at] != '\n') {
        at++;
    }
    return at;
}

// --- painting

static void put(struct chars *out, const char *text) {
    chars_splice(out, out->length, 0, text, strlen(text));
}

static void put_format(struct chars *out, const char *format, unsigned n) {
    char text[32];
    snprintf(text, sizeof text, format, n);
    put(out, text);
}

static void flush(struct chars *out) {
    fs_write_descriptor(1, out->bytes, out->length);
    free(out->bytes);
}

static unsigned columns(void) {
    unsigned width, rows;
    return process_window_size(1, &width, &rows) < 0 || width < 2 ? 80 : width;
}

// A text being laid out: where the next cell goes.
struct layout {
    struct chars *out;
    unsigned row, column, columns;
};

static void put_cells(struct layout *l, const char *bytes, size_t length, unsigned width) {
    if (l->column + width > l->columns) {
        put(l->out, "\r\n");
        l->row++;
        l->column = 0;
    }
    chars_splice(l->out, l->out->length, 0, bytes, length);
    l->column += width;
}

// A text on one line.
static void put_line(struct layout *l, const char *text) {
    struct chars c = {(char *)text, strlen(text), 0};
    size_t bytes;
    for (size_t at = 0; at < c.length; at += bytes) {
        unsigned width;
        utf8proc_int32_t code = decode(&c, at, &bytes, &width);
        put_cells(l, code < 32 ? " " : text + at, code < 32 ? 1 : bytes, code < 32 ? 1 : width);
    }
}

static void erase(struct line_editor *e, struct chars *out) {
    if (e->cursor_row) {
        put_format(out, "\x1b[%uA", e->cursor_row);
    }
    put(out, "\r\x1b[J");
    e->cursor_row = 0;
}

// The layout of the input; *row and *column become the place of the cursor.
static void put_input(struct line_editor *e, struct layout *l, unsigned *row, unsigned *column) {
    size_t bytes = 0;
    put_line(l, e->prompt);
    for (size_t at = 0; at <= e->text.length; at += bytes) {
        unsigned width = 0;
        if (at == e->cursor) {
            if (l->column == l->columns) {
                put(l->out, "\r\n");
                l->row++;
                l->column = 0;
            }
            *row = l->row;
            *column = l->column;
        }
        if (at == e->text.length) {
            return;
        }
        utf8proc_int32_t c = decode(&e->text, at, &bytes, &width);
        if (c == '\n') {
            put(l->out, "\r\n");
            l->row++;
            l->column = 0;
            put_line(l, CONTINUATION);
        } else if (c < 32) {
            char caret[3] = {'^', (char)(c + 64), 0};
            put_line(l, c == '\t' ? "  " : caret);
        } else {
            put_cells(l, e->text.bytes + at, bytes, width);
        }
    }
}

static void put_search(struct line_editor *e, struct layout *l, unsigned *row, unsigned *column) {
    put_line(l,
             e->found == SIZE_MAX && e->query.length ? "(failed reverse-i-search)`" : "(reverse-i-search)`");
    put_line(l, chars_text(&e->query));
    *row = l->row;
    *column = l->column;
    put_line(l, "': ");
    const char *text = e->found == SIZE_MAX ? "" : e->history[e->found];
    put_line(l, text);
}

static void paint(struct line_editor *e) {
    struct chars out = {0};
    unsigned row = 0, column = 0;
    erase(e, &out);
    struct layout l = {.out = &out, .columns = columns()};
    (e->searching ? put_search : put_input)(e, &l, &row, &column);
    if (l.row > row) {
        put_format(&out, "\x1b[%uA", l.row - row);
    }
    put(&out, "\r");
    if (column) {
        put_format(&out, "\x1b[%uC", column);
    }
    e->cursor_row = row;
    e->shown = true;
    flush(&out);
}

void line_editor_hide(struct line_editor *e) {
    if (e->shown) {
        struct chars out = {0};
        erase(e, &out);
        flush(&out);
        e->shown = false;
    }
}

void line_editor_show(struct line_editor *e) {
    if (!e->shown) {
        e->cursor_row = 0;
        paint(e);
    }
}

// Leaves the input on the screen and goes to the row below it.
static void leave(struct line_editor *e) {
    e->cursor = e->text.length;
    paint(e);
    fs_write_descriptor(1, "\x1b[?2004l\r\n", 10);
    e->cursor_row = 0;
    e->shown = false;
}

// --- history

void line_editor_remember(struct line_editor *e, const char *text) {
    if (!*text || (e->history_count && !strcmp(e->history[e->history_count - 1], text))) {
        return;
    }
    char *copy = strdup(text);
    if (!copy) {
        return;
    }
    if (e->history_count == HISTORY_LIMIT) {
        free(e->history[0]);
        memmove(e->history, e->history + 1, --e->history_count * sizeof *e->history);
    }
    e->history[e->history_count++] = copy;
}

static void show_history(struct line_editor *e, size_t at) {
    if (e->history_at == e->history_count) {
        free(e->draft);
        e->draft = strdup(chars_text(&e->text));
    }
    e->history_at = at;
    chars_set(&e->text, at < e->history_count ? e->history[at] : e->draft ? e->draft : "");
    e->cursor = e->text.length;
}

// To the line above or below, else to the input before or after.
static void move_vertically(struct line_editor *e, bool up) {
    size_t start = line_start(&e->text, e->cursor), end = line_end(&e->text, e->cursor);
    size_t offset = e->cursor - start;
    if (up && start) {
        size_t above = line_start(&e->text, start - 1);
        e->cursor = above + offset < start ? above + offset : start - 1;
    } else if (!up && end < e->text.length) {
        size_t last = line_end(&e->text, end + 1);
        e->cursor = end + 1 + offset < last ? end + 1 + offset : last;
    } else if (up && e->history_at) {
        show_history(e, e->history_at - 1);
    } else if (!up && e->history_at < e->history_count) {
        show_history(e, e->history_at + 1);
    }
    while (e->cursor && e->cursor < e->text.length && is_trail(e->text.bytes[e->cursor])) {
        e->cursor--;
    }
}

// The last entry below `from` that contains what was typed.
static void search(struct line_editor *e, size_t from) {
    e->found = SIZE_MAX;
    for (size_t i = from; i-- > 0 && e->query.length;) {
        if (strstr(e->history[i], e->query.bytes)) {
            e->found = i;
            return;
        }
    }
}

static void end_search(struct line_editor *e, bool take) {
    e->searching = false;
    if (take && e->found != SIZE_MAX) {
        show_history(e, e->found);
    }
}

// --- completion

struct list {
    char **items;
    size_t count, capacity;
};

static void list_add(void *data, const char *text, size_t length) {
    struct list *l = data;
    if (l->count == l->capacity) {
        size_t capacity = l->capacity ? l->capacity * 2 : 32;
        char **more = realloc(l->items, capacity * sizeof *more);
        if (!more) {
            return;
        }
        l->items = more;
        l->capacity = capacity;
    }
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
        l->items[l->count++] = copy;
    }
}

static int compare_items(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static size_t common_prefix(const struct list *l) {
    size_t length = strlen(l->items[0]);
    for (size_t i = 1; i < l->count; i++) {
        size_t same = 0;
        while (same < length && l->items[0][same] == l->items[i][same]) {
            same++;
        }
        length = same;
    }
    while (length && is_trail(l->items[0][length])) {
        length--;
    }
    return length;
}

// The candidates in columns below the input.
static void show_candidates(struct line_editor *e, const struct list *l) {
    size_t width = 0, shown = l->count < LISTED_CANDIDATES ? l->count : LISTED_CANDIDATES, cursor = e->cursor;
    for (size_t i = 0; i < shown; i++) {
        size_t length = strlen(l->items[i]);
        width = length > width ? length : width;
    }
    size_t across = columns() / (width + 2), rows;
    across = across ? across : 1;
    rows = (shown + across - 1) / across;
    struct chars out = {0};
    leave(e);
    for (size_t row = 0; row < rows; row++) {
        for (size_t i = row; i < shown; i += rows) {
            put(&out, l->items[i]);
            for (size_t pad = strlen(l->items[i]); i + rows < shown && pad < width + 2; pad++) {
                put(&out, " ");
            }
        }
        put(&out, "\r\n");
    }
    if (shown < l->count) {
        put_format(&out, "... %u more\r\n", (unsigned)(l->count - shown));
    }
    put(&out, "\x1b[?2004h");
    flush(&out);
    e->cursor = cursor;
}

static void complete(struct line_editor *e) {
    struct list list = {0};
    struct line_candidates out = {&list, list_add};
    size_t replaced = 0, kept = 0;
    e->hooks.complete(e->hooks.data, chars_text(&e->text), e->cursor, &replaced, &out);
    if (list.count) {
        qsort(list.items, list.count, sizeof *list.items, compare_items);
    }
    for (size_t i = 0; i < list.count; i++) { // each once
        if (kept && !strcmp(list.items[kept - 1], list.items[i])) {
            free(list.items[i]);
        } else {
            list.items[kept++] = list.items[i];
        }
    }
    list.count = kept;
    size_t prefix = kept ? common_prefix(&list) : 0;
    if (prefix > replaced || kept == 1) {
        size_t from = e->cursor - replaced;
        chars_splice(&e->text, from, replaced, list.items[0], prefix);
        e->cursor = from + prefix;
    } else if (kept) {
        show_candidates(e, &list);
    }
    for (size_t i = 0; i < kept; i++) {
        free(list.items[i]);
    }
    free(list.items);
}

// --- editing

static void insert(struct line_editor *e, const char *bytes, size_t length) {
    if (chars_splice(&e->text, e->cursor, 0, bytes, length)) {
        e->cursor += length;
    }
}

static void delete_to(struct line_editor *e, size_t other, bool kill) {
    size_t from = other < e->cursor ? other : e->cursor, to = other < e->cursor ? e->cursor : other;
    if (kill && to > from) {
        chars_splice(&e->killed, 0, e->killed.length, e->text.bytes + from, to - from);
    }
    if (to > from) {
        chars_splice(&e->text, from, to - from, NULL, 0);
    }
    e->cursor = from;
}

static void transpose(struct line_editor *e) {
    size_t right = e->cursor == e->text.length ? before(&e->text, e->cursor) : e->cursor;
    size_t left = before(&e->text, right), end = behind(&e->text, right);
    char moved[64];
    if (left == right || end - left > sizeof moved) {
        return;
    }
    memcpy(moved, e->text.bytes + right, end - right);
    memcpy(moved + (end - right), e->text.bytes + left, right - left);
    memcpy(e->text.bytes + left, moved, end - left);
    e->cursor = end;
}

static enum line_event submit(struct line_editor *e) {
    leave(e);
    return LINE_SUBMITTED;
}

static enum line_event enter(struct line_editor *e) {
    if (!e->block && e->hooks.is_complete(e->hooks.data, chars_text(&e->text), e->text.length)) {
        return submit(e);
    }
    insert(e, "\n", 1);
    return LINE_NONE;
}

#define CONTROL(c) ((c)-64)

static enum line_event control(struct line_editor *e, char c) {
    switch (c) {
    case CONTROL('A'): e->cursor = line_start(&e->text, e->cursor); break;
    case CONTROL('B'): e->cursor = before(&e->text, e->cursor); break;
    case CONTROL('D'):
        if (e->block || !e->text.length) {
            bool submits = e->block;
            leave(e);
            return submits ? LINE_SUBMITTED : LINE_ENDED;
        }
        delete_to(e, behind(&e->text, e->cursor), false);
        break;
    case CONTROL('E'): e->cursor = line_end(&e->text, e->cursor); break;
    case CONTROL('F'): e->cursor = behind(&e->text, e->cursor); break;
    case CONTROL('H'):
    case 127: delete_to(e, before(&e->text, e->cursor), false); break;
    case CONTROL('I'): complete(e); break;
    case CONTROL('J'):
    case CONTROL('M'): return enter(e);
    case CONTROL('K'): delete_to(e, line_end(&e->text, e->cursor), true); break;
    case CONTROL('L'):
        fs_write_descriptor(1, "\x1b[H\x1b[2J", 7);
        e->cursor_row = 0;
        break;
    case CONTROL('N'): move_vertically(e, false); break;
    case CONTROL('P'): move_vertically(e, true); break;
    case CONTROL('R'):
        e->searching = true;
        e->found = SIZE_MAX;
        chars_splice(&e->query, 0, e->query.length, NULL, 0);
        break;
    case CONTROL('T'): transpose(e); break;
    case CONTROL('U'): delete_to(e, line_start(&e->text, e->cursor), true); break;
    case CONTROL('W'): delete_to(e, word_before(&e->text, e->cursor), true); break;
    case CONTROL('Y'): insert(e, chars_text(&e->killed), e->killed.length); break;
    default: break;
    }
    return LINE_NONE;
}

// A key while searching. False: the search is over and the key is to be treated as any other.
static bool search_key(struct line_editor *e, const char *bytes, size_t length) {
    char c = *bytes;
    if (c == CONTROL('R')) {
        search(e, e->found == SIZE_MAX ? e->history_count : e->found);
    } else if (c == CONTROL('G')) {
        end_search(e, false);
    } else if (c == 127 || c == CONTROL('H')) {
        chars_splice(&e->query, before(&e->query, e->query.length),
                     e->query.length - before(&e->query, e->query.length), NULL, 0);
        search(e, e->history_count);
    } else if ((unsigned char)c >= 32) {
        chars_splice(&e->query, e->query.length, 0, bytes, length);
        search(e, e->history_count);
    } else {
        end_search(e, true);
        return false;
    }
    return true;
}

// A whole escape sequence without its first byte.
static void escape_key(struct line_editor *e, const char *s) {
    bool control_held = strstr(s, ";5") || strstr(s, ";3");
    size_t length = strlen(s);
    if (e->searching) {
        end_search(e, true);
    }
    if (!strcmp(s, "[200~")) {
        e->pasting = true;
        return;
    }
    switch (s[0] == '[' || s[0] == 'O' ? s[length - 1] : 0) {
    case 'A': move_vertically(e, true); return;
    case 'B': move_vertically(e, false); return;
    case 'C': e->cursor = (control_held ? word_behind : behind)(&e->text, e->cursor); return;
    case 'D': e->cursor = (control_held ? word_before : before)(&e->text, e->cursor); return;
    case 'H': e->cursor = line_start(&e->text, e->cursor); return;
    case 'F': e->cursor = line_end(&e->text, e->cursor); return;
    case '~':
        if (s[1] == '3') {
            delete_to(e, behind(&e->text, e->cursor), false);
        } else if (s[1] == '1' || s[1] == '7') {
            e->cursor = line_start(&e->text, e->cursor);
        } else if (s[1] == '4' || s[1] == '8') {
            e->cursor = line_end(&e->text, e->cursor);
        }
        return;
    default: break;
    }
    switch (s[0]) {
    case 'b': e->cursor = word_before(&e->text, e->cursor); break;
    case 'f': e->cursor = word_behind(&e->text, e->cursor); break;
    case 'd': delete_to(e, word_behind(&e->text, e->cursor), true); break;
    case 127: delete_to(e, word_before(&e->text, e->cursor), true); break;
    case '\r': insert(e, "\n", 1); break;
    default: break;
    }
}

// Whether the bytes behind ESC are a whole sequence.
static bool ends_escape(const char *s, unsigned length) {
    if (s[0] == 'O') {
        return length == 2;
    }
    unsigned char last = (unsigned char)s[length - 1];
    return s[0] != '[' || (length > 1 && last >= 0x40 && last <= 0x7E);
}

static void paste(struct line_editor *e, char c) {
    static const char end[] = "\x1b[201~";
    c = c == '\r' ? '\n' : c;
    insert(e, &c, 1);
    if (e->cursor >= sizeof end - 1 &&
        !memcmp(e->text.bytes + e->cursor - (sizeof end - 1), end, sizeof end - 1)) {
        delete_to(e, e->cursor - (sizeof end - 1), false);
        e->pasting = false;
    }
}

static unsigned character_length(unsigned char lead) {
    return lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
}

static enum line_event key(struct line_editor *e, char c) {
    if (e->pasting) {
        paste(e, c);
        return LINE_NONE;
    }
    if (e->escape_length) {
        if (e->escape_length < sizeof e->escape - 1) {
            e->escape[e->escape_length++] = c;
        }
        e->escape[e->escape_length] = 0;
        if (ends_escape(e->escape + 1, e->escape_length - 1) || e->escape_length == sizeof e->escape - 1) {
            e->escape_length = 0;
            escape_key(e, e->escape + 1);
        }
        return LINE_NONE;
    }
    if (c == 27) {
        e->escape[e->escape_length++] = c;
        return LINE_NONE;
    }
    e->escape[e->partial++] = c;
    if ((unsigned char)e->escape[0] >= 0xC0 && e->partial < character_length((unsigned char)e->escape[0])) {
        return LINE_NONE;
    }
    unsigned length = e->partial;
    e->partial = 0;
    if (e->searching && search_key(e, e->escape, length)) {
        return LINE_NONE;
    }
    if ((unsigned char)c < 32 || c == 127) {
        return control(e, c);
    }
    insert(e, e->escape, length);
    return LINE_NONE;
}

enum line_event line_editor_feed(struct line_editor *e, const char *bytes, size_t length, size_t *used) {
    for (size_t i = 0; i < length; i++) {
        enum line_event event = key(e, bytes[i]);
        if (event != LINE_NONE) {
            *used = i + 1;
            return event;
        }
    }
    *used = length;
    paint(e);
    return LINE_NONE;
}

// --- life

struct line_editor *line_editor_create(const struct line_editor_hooks *hooks) {
    struct line_editor *e = calloc(1, sizeof *e);
    if (e) {
        e->hooks = *hooks;
        e->history = calloc(HISTORY_LIMIT, sizeof *e->history);
    }
    if (e && !e->history) {
        free(e);
        return NULL;
    }
    return e;
}

void line_editor_free(struct line_editor *e) {
    if (!e) {
        return;
    }
    for (size_t i = 0; i < e->history_count; i++) {
        free(e->history[i]);
    }
    free(e->history);
    free(e->draft);
    free(e->text.bytes);
    free(e->killed.bytes);
    free(e->query.bytes);
    free(e);
}

void line_editor_begin(struct line_editor *e, const char *prompt, bool block) {
    e->prompt = prompt;
    e->block = block;
    e->searching = e->pasting = false;
    e->escape_length = e->partial = 0;
    e->history_at = e->history_count;
    chars_splice(&e->text, 0, e->text.length, NULL, 0);
    e->cursor = 0;
    e->cursor_row = 0;
    fs_write_descriptor(1, "\x1b[?2004h", 8); // pasted text arrives between marks
    paint(e);
}

void line_editor_cancel(struct line_editor *e) {
    e->searching = false;
    leave(e);
}

const char *line_editor_text(const struct line_editor *e, size_t *length) {
    *length = e->text.length;
    return chars_text(&e->text);
}
