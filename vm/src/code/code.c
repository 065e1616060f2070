// Scripts and code: creation, tracing, positions.
//
// Position table. An entry says where the instruction at a word, and those behind it up to the next entry,
// come from:
//
//      words since the last entry   varint
//      offset since the last entry  zigzag varint
//      calls and what opens an      zigzag varint, start of the text of the callee or iterable - offset
//      iteration (opcode_has_text)  varint, length of that text
#include "code/operands.h"

#include "base/buffer.h"
#include "base/compress.h"
#include "base/vector.h"
#include "object/string.h"
#include "object/throw.h"

struct code *code_create(vm_isolate *vm, struct script *script, uint32_t constant_count,
                         uint32_t property_caches, uint32_t call_caches) {
    size_t cache_bytes =
        (size_t)PROPERTY_CACHE_BYTES * property_caches + (size_t)CALL_CACHE_BYTES * call_caches;
    size_t size = sizeof(struct code) + cache_bytes + sizeof(vm_value) * (size_t)constant_count;
    struct code *code = heap_allocate_zeroed(&vm->heap, CELL_CODE, size);
    if (!code) {
        throw_out_of_memory(vm);
        return NULL;
    }
    code->constants = (vm_value *)((char *)(code + 1) + cache_bytes);
    code->property_caches = property_caches;
    code->call_caches = call_caches;
    code->script = script;
    code->name = vm->empty_string;
    for (uint32_t i = 0; i < constant_count; i++) {
        code->constants[i] = VALUE_UNDEFINED;
        if (!memory_poll_step(&vm->memory, i)) {
            return NULL;
        }
    }
    code->constant_count = constant_count;
    return code;
}

static struct script *script_allocate(vm_isolate *vm, size_t length) {
    struct script *script = heap_allocate_zeroed(&vm->heap, CELL_SCRIPT, sizeof *script);
    if (!script) {
        throw_out_of_memory(vm);
        return NULL;
    }
    arena_initialize(&script->arena, &vm->memory);
    script->host_defined = VALUE_UNDEFINED;
    script->first_line = script->first_column = 1;
    script->realm = vm->realm;
    script->source_length = (uint32_t)length;
    return script;
}

struct script *script_create(vm_isolate *vm, const char *source, size_t length, struct string *name) {
    struct script *script = script_allocate(vm, length);
    if (!script) {
        return NULL;
    }
    script->name = name;
    char *text = arena_allocate(&script->arena, length + 1);
    if (!text) {
        throw_out_of_memory(vm);
        return NULL;
    }
    if (!memory_copy(&vm->memory, text, source, length)) return NULL;
    text[length] = 0;
    script->source = text;
    return script;
}

struct script *script_create_packed(vm_isolate *vm, const void *image, const uint8_t *packed,
                                    size_t packed_length, size_t length) {
    struct script *script = script_allocate(vm, length);
    if (script) {
        script->image = image;
        script->packed = packed;
        script->packed_length = packed_length;
    }
    return script;
}

const char *script_text(struct script *script) {
    if (!script->source) {
        char *text = arena_allocate(&script->arena, script->source_length + (size_t)1);
        if (!text || !decompress(script->packed, script->packed_length, text, script->source_length)) {
            return NULL;
        }
        text[script->source_length] = 0;
        script->source = text;
    }
    return script->source;
}

// -- Tracing --------------------------------------------------------------------------------------

void script_trace(struct marker *marker, struct cell *cell) {
    struct script *script = (struct script *)cell;
    mark_cell(marker, script->name);
    mark_value(marker, script->host_defined);
    mark_cell(marker, script->realm);
    mark_cell(marker, script->evaluated_by);
}

void script_trace_finalize(struct heap *heap, struct cell *cell) {
    struct script *script = (struct script *)cell;
    if (script->arena.memory) {
        memory_free(heap->memory, script->line_starts);
        memory_free(heap->memory, script->unpacked);
        arena_finalize(&script->arena);
    }
}

void code_trace(struct marker *marker, struct cell *cell) {
    struct code *code = (struct code *)cell;
    mark_cell(marker, code->script);
    mark_cell(marker, code->name);
    mark_cell(marker, code->probe);
    if (code->block) {
        mark_payload(marker, code->block);
    }
    mark_values(marker, code->constants, code->constant_count);
    for (uint32_t i = 0; i < code->property_caches; i++) {
        struct property_cache *cache = code_property_cache(code, i);
        if (i % MEMORY_POLL_STEPS == MEMORY_POLL_STEPS - 1 && heap_abandons(marker_heap(marker))) {
            return;
        }
        if (cache->kind == CACHE_POLYMORPHIC) {
            mark_payload(marker, cache->cell);
        }
    }
}

static bool property_cache_is_dead(struct heap *heap, const struct property_cache *cache) {
    return (cache->shape && !heap_is_live(heap, cache->shape)) ||
           (cache->cell && !heap_is_live(heap, cache->cell));
}

void code_trace_clear_dead(struct heap *heap, struct cell *cell) {
    struct code *code = (struct code *)cell;
    for (uint32_t i = 0; i < code->property_caches; i++) {
        struct property_cache *cache = code_property_cache(code, i);
        if (i % MEMORY_POLL_STEPS == MEMORY_POLL_STEPS - 1 && heap_abandons(heap)) {
            return;
        }
        if (cache->kind == CACHE_POLYMORPHIC) {
            struct property_cache *ways = (struct property_cache *)((struct cell *)cache->cell + 1);
            for (uint32_t way = 0; way < CACHE_WAYS; way++) {
                if (property_cache_is_dead(heap, &ways[way])) {
                    memset(&ways[way], 0, sizeof ways[way]);
                }
            }
        } else if (property_cache_is_dead(heap, cache)) {
            memset(cache, 0, sizeof *cache);
        }
    }
    for (uint32_t i = 0; i < code->call_caches; i++) {
        struct call_cache *cache = code_call_cache(code, i);
        if (cache->code && !heap_is_live(heap, cache->code)) {
            memset(cache, 0, sizeof *cache);
        }
    }
    if ((code->instance_shape && !heap_is_live(heap, code->instance_shape)) ||
        (code->instance_prototype && !heap_is_live(heap, code->instance_prototype))) {
        code->instance_shape = NULL;
        code->instance_prototype = NULL;
    }
}

// -- Positions ------------------------------------------------------------------------------------

static uint32_t read_varint(const uint8_t **cursor) {
    uint32_t value = 0, shift = 0;
    uint8_t byte;
    do {
        byte = *(*cursor)++;
        value |= (uint32_t)(byte & 0x7F) << shift;
        shift += 7;
    } while (byte & 0x80);
    return value;
}

static uint32_t read_delta(const uint8_t **cursor) {
    uint32_t value = read_varint(cursor);
    return (value >> 1) ^ (0 - (value & 1));
}

struct position_entry {
    uint32_t word, offset, callee_start, callee_length;
};

static void read_position(const struct code *code, const uint8_t **cursor, struct position_entry *entry) {
    entry->word += read_varint(cursor);
    entry->offset += read_delta(cursor);
    entry->callee_length = 0;
    if (opcode_has_text((uint8_t)code->words[entry->word])) {
        entry->callee_start = entry->offset + read_delta(cursor);
        entry->callee_length = read_varint(cursor);
    }
}

static bool find_position(const struct code *code, uint32_t word, struct position_entry *found) {
    const uint8_t *cursor = code->positions, *end = cursor + code->position_bytes;
    struct position_entry entry = {0};
    bool any = false;
    while (cursor < end) {
        read_position(code, &cursor, &entry);
        if (entry.word > word) {
            break;
        }
        *found = entry;
        any = true;
    }
    return any;
}

void code_copy_texts(const struct code *code, const char *source, char *to) {
    const uint8_t *cursor = code->positions, *end = cursor + code->position_bytes;
    struct position_entry entry = {0};
    while (cursor < end) {
        read_position(code, &cursor, &entry);
        if (entry.callee_length &&
            (uint64_t)entry.callee_start + entry.callee_length <= code->script->source_length) {
            memcpy(to + entry.callee_start, source + entry.callee_start, entry.callee_length);
        }
    }
}

uint32_t code_position(const struct code *code, uint32_t word) {
    struct position_entry entry;
    return find_position(code, word, &entry) ? entry.offset : UINT32_MAX;
}

static bool is_word_byte(uint8_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || c == '#' || c >= 0x80 || c == '\\';
}

// Skips white space and comments. Text is what the parser accepted.
static const char *skip_blanks(const char *p, const char *end) {
    while (p < end) {
        if (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r' || *p == '\v' || *p == '\f') {
            p++;
        } else if (*p == '/' && p + 1 < end && p[1] == '/') {
            while (p < end && *p != '\n') {
                p++;
            }
        } else if (*p == '/' && p + 1 < end && p[1] == '*') {
            p += 2;
            while (p + 1 < end && (p[0] != '*' || p[1] != '/')) {
                p++;
            }
            p += 2;
        } else {
            break;
        }
    }
    return p < end ? p : end;
}

// The end of a string, template or bracketed text that starts at p.
static const char *skip_group(const char *p, const char *end) {
    uint32_t depth = 0;
    do {
        char c = *p++;
        if (c == '(' || c == '[' || c == '{') {
            depth++;
        } else if (c == ')' || c == ']' || c == '}') {
            depth--;
        } else if (c == '"' || c == '\'' || c == '`') {
            while (p < end && *p != c) {
                p += *p == '\\' ? 2 : 1;
            }
            p++;
        }
    } while (p < end && depth);
    return p < end ? p : end;
}

// Renders a chain of identifiers and member accesses without its blanks; a call, literal or operator inside
// the chain turns everything before it into "(intermediate value)".
struct string *code_call_site_text(vm_isolate *vm, const struct code *code, uint32_t word) {
    struct position_entry entry;
    struct buffer text;
    if (!find_position(code, word, &entry) || !entry.callee_length) {
        return NULL;
    }
    buffer_initialize(&text, &vm->memory);
    if (script_text(code->script) &&
        (uint64_t)entry.callee_start + entry.callee_length <= code->script->source_length) {
        const char *p = code->script->source + entry.callee_start, *end = p + entry.callee_length;
        bool expect_name = true;
        while (p < end) {
            p = skip_blanks(p, end);
            if (p == end) {
                break;
            }
            const char *start = p;
            if (is_word_byte((uint8_t)*p)) {
                while (p < end && is_word_byte((uint8_t)*p)) {
                    p++;
                }
                if (!expect_name || (text.length == 0 && *start >= '0' && *start <= '9')) {
                    text.length = 0; // an operator word such as `new`
                    buffer_append_text(&text, "(intermediate value)");
                    p = end;
                } else {
                    buffer_append(&text, start, (size_t)(p - start));
                }
                expect_name = false;
            } else if (*p == '.') {
                buffer_append_char(&text, '.');
                p++;
                expect_name = true;
            } else if (*p == '?' && p + 1 < end && p[1] == '.') {
                buffer_append_text(&text, "?.");
                p += 2;
                expect_name = true;
            } else if (*p == '[' && text.length) {
                p = skip_group(p, end);
                buffer_append_text(&text, "[...]");
                expect_name = false;
                const char *inside = start + 1;
                if (p - inside > 1 && (is_word_byte((uint8_t)*inside) || *inside == '"' || *inside == '\'')) {
                    const char *q = inside;
                    while (q < p - 1 && is_word_byte((uint8_t)*q)) {
                        q++;
                    }
                    if (q == p - 1) {
                        text.length -= 5;
                        buffer_append(&text, start, (size_t)(p - start));
                    } else if (*inside == p[-2] && p - inside > 3) { // a['x'] reads a.x
                        text.length -= 5;
                        buffer_append_char(&text, '.');
                        buffer_append(&text, inside + 1, (size_t)(p - inside - 3));
                    }
                }
            } else if (*p == '(' && text.length) {
                p = skip_group(p, end); // result of a call: V8 shows f(...)
                buffer_append_text(&text, "(...)");
                expect_name = false;
            } else if (*p == '(' || *p == '[' || *p == '{' || *p == '"' || *p == '\'' || *p == '`') {
                p = skip_group(p, end);
                if (text.length == 0) {
                    buffer_append_text(&text, "(intermediate value)");
                }
                expect_name = false;
            } else {
                text.length = 0;
                buffer_append_text(&text, "(intermediate value)");
                p = end;
            }
        }
    }
    if (!text.length) {
        buffer_append_text(&text, "(intermediate value)");
    }
    struct string *result = NULL;
    if (text.failed) {
        throw_out_of_memory(vm);
    } else {
        result = string_from_utf8(vm, text.bytes, text.length);
    }
    buffer_finalize(&text);
    return result;
}

// -- Lines ----------------------------------------------------------------------------------------

// Length of the line terminator at p: LF, CR, CRLF, LS, PS; 0 when there is none.
static uint32_t line_terminator(const char *p) {
    switch ((uint8_t)*p) {
    case '\n': return 1;
    case '\r': return p[1] == '\n' ? 2 : 1;
    case 0xE2: return (uint8_t)p[1] == 0x80 && ((uint8_t)p[2] == 0xA8 || (uint8_t)p[2] == 0xA9) ? 3 : 0;
    default: return 0;
    }
}

static bool build_lines(struct script *script) {
    if (script->line_starts) {
        return true;
    }
    if (!script_text(script)) {
        return false;
    }
    struct memory *memory = script->arena.memory;
    VECTOR(uint32_t) starts = {0};
    bool fine = VECTOR_PUSH(memory, &starts, 0);
    for (uint32_t i = 0; fine && i < script->source_length;) {
        uint32_t length = line_terminator(script->source + i);
        if (length) {
            fine = VECTOR_PUSH(memory, &starts, i + length);
        }
        i += length ? length : 1;
    }
    if (!fine) {
        VECTOR_FREE(memory, &starts);
        return false;
    }
    script->line_starts = starts.items;
    script->line_count = starts.length;
    return true;
}

struct source_position script_position(struct script *script, uint32_t offset) {
    if (!build_lines(script)) {
        return (struct source_position){script->first_line, script->first_column};
    }
    if (offset > script->source_length) {
        offset = script->source_length;
    }
    uint32_t low = 0, high = script->line_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (script->line_starts[middle] <= offset) {
            low = middle;
        } else {
            high = middle;
        }
    }
    uint32_t column = 0;
    for (uint32_t i = script->line_starts[low]; i < offset; i++) {
        uint8_t byte = (uint8_t)script->source[i];
        column += (byte & 0xC0) != 0x80; // first bytes only; four-byte sequences are two units
        column += byte >= 0xF0;
    }
    return (struct source_position){script->first_line + low,
                                    1 + column + (low == 0 ? script->first_column - 1 : 0)};
}

const char *script_line(struct script *script, uint32_t line, uint32_t *length) {
    *length = 0;
    if (!build_lines(script) || line < script->first_line ||
        line - script->first_line >= script->line_count) {
        return "";
    }
    uint32_t start = script->line_starts[line - script->first_line], end = start;
    while (end < script->source_length && !line_terminator(script->source + end)) {
        end++;
    }
    *length = end - start;
    return script->source + start;
}
