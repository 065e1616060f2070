#include "compiler/names.h"

#include "base/arena.h"
#include "base/number.h"
#include "compiler/lexer.h"

#include <string.h>

enum { INITIAL_BUCKETS = 512 };

static const char *const predefined_texts[NAME_COUNT] = {
    [NAME_none] = NULL,
#define KEYWORD(name, spelling) [NAME_##spelling] = #spelling,
#include "compiler/tokens.def"
#define PREDEFINED_NAME(identifier, text) [NAME_##identifier] = text,
#include "compiler/names.def"
#undef PREDEFINED_NAME
};

static const uint8_t keyword_tokens[NAME_COUNT] = {
#define KEYWORD(name, spelling) [NAME_##spelling] = TOKEN_##name,
#include "compiler/tokens.def"
};

static inline uint64_t load8(const uint8_t *bytes) {
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static inline uint64_t load4(const uint8_t *bytes) {
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static inline uint64_t mix(uint64_t a, uint64_t b) {
    __extension__ typedef unsigned __int128 product;
    product wide = (product)(a ^ 0x9e3779b97f4a7c15u) * (b ^ 0xd6e8feb86659fd93u);
    return (uint64_t)wide ^ (uint64_t)(wide >> 64);
}

enum { HASHED_AT_ENDS = 1 << 19 }; // of very long text the ends are hashed

static uint32_t hash_bytes(const uint8_t *bytes, size_t count) {
    uint64_t hash = count, a, b = 0;
    if (count > 2 * HASHED_AT_ENDS) {
        hash += hash_bytes(bytes, HASHED_AT_ENDS);
        bytes += count - HASHED_AT_ENDS;
        count = HASHED_AT_ENDS;
    }
    while (count > 16) {
        hash = mix(hash ^ load8(bytes), load8(bytes + 8));
        bytes += 16;
        count -= 16;
    }
    if (count >= 8) {
        a = load8(bytes);
        b = load8(bytes + count - 8);
    } else if (count >= 4) {
        a = load4(bytes) << 32 | load4(bytes + count - 4);
    } else if (count > 0) {
        a = (uint64_t)bytes[0] << 16 | (uint64_t)bytes[count >> 1] << 8 | bytes[count - 1];
    } else {
        a = 0;
    }
    hash = mix(hash ^ a, b);
    return (uint32_t)hash ^ (uint32_t)(hash >> 32);
}

static bool names_grow(struct name_table *table) {
    uint32_t mask = table->mask * 2 + 1;
    struct name **buckets = arena_allocate(table->arena, ((size_t)mask + 1) * sizeof *buckets);
    if (!buckets) return false;
    memset(buckets, 0, ((size_t)mask + 1) * sizeof *buckets);
    for (uint32_t i = 0; i <= table->mask; i++) {
        if (!memory_poll_step(table->arena->memory, i)) return false; // and with it the compilation
        for (struct name *name = table->buckets[i], *next; name; name = next) {
            next = name->next;
            name->next = buckets[name->hash & mask];
            buckets[name->hash & mask] = name;
        }
    }
    table->buckets = buckets;
    table->mask = mask;
    return true;
}

static struct name *names_intern(struct name_table *table, const void *units, size_t length, bool wide) {
    size_t bytes = wide ? length * 2 : length;
    uint32_t hash = hash_bytes(units, bytes);
    for (struct name *name = table->buckets[hash & table->mask]; name; name = name->next)
        if (name->hash == hash && name->length == length && name->wide == wide &&
            memory_equal(table->arena->memory, name + 1, units, bytes))
            return name;

    if (table->count > table->mask && !names_grow(table)) return NULL;
    struct name *name = arena_allocate(table->arena, sizeof *name + bytes);
    if (!name) return NULL;
    *name = (struct name){
        .next = table->buckets[hash & table->mask],
        .hash = hash,
        .length = (uint32_t)length,
        .array_index = NAME_NOT_INDEX,
        .token = TOKEN_IDENTIFIER,
        .wide = wide,
    };
    if (bytes && !memory_copy(table->arena->memory, name + 1, units, bytes)) return NULL;
    uint32_t index;
    if (!wide && length && length <= 10 && number_is_array_index_latin1(units, length, &index))
        name->array_index = index;
    table->buckets[hash & table->mask] = name;
    table->count++;
    return name;
}

bool names_initialize(struct name_table *table, struct arena *arena) {
    memset(table, 0, sizeof *table);
    table->arena = arena;
    table->mask = INITIAL_BUCKETS - 1;
    table->buckets = arena_allocate(arena, INITIAL_BUCKETS * sizeof *table->buckets);
    if (!table->buckets) return false;
    memset(table->buckets, 0, INITIAL_BUCKETS * sizeof *table->buckets);
    for (int id = NAME_none + 1; id < NAME_COUNT; id++) {
        struct name *name = names_intern_text(table, predefined_texts[id]);
        if (!name) return false;
        name->id = (uint8_t)id;
        if (keyword_tokens[id]) name->token = keyword_tokens[id];
        table->predefined[id] = name;
    }
    return true;
}

struct name *names_intern_latin1(struct name_table *table, const uint8_t *units, size_t length) {
    return names_intern(table, units, length, false);
}

struct name *names_intern_utf16(struct name_table *table, const uint16_t *units, size_t length) {
    const struct memory *memory = table->arena->memory;
    uint16_t all = 0;
    for (size_t i = 0; i < length && memory_poll_step(memory, i); i++)
        all |= units[i];
    if (all > 0xFF) return names_intern(table, units, length, true);
    uint8_t small[256];
    uint8_t *narrow = length <= sizeof small ? small : arena_allocate(table->arena, length);
    if (!narrow) return NULL;
    for (size_t i = 0; i < length && memory_poll_step(memory, i); i++)
        narrow[i] = (uint8_t)units[i];
    return names_intern(table, narrow, length, false);
}

struct name *names_intern_text(struct name_table *table, const char *text) {
    return names_intern(table, text, strlen(text), false);
}

size_t name_to_utf8(const struct name *name, char *out, size_t capacity) {
    size_t used = 0;
    for (uint32_t i = 0; i < name->length; i++) {
        uint32_t c = name_unit(name, i);
        if (c >= 0xD800 && c < 0xDC00 && i + 1 < name->length) {
            uint32_t low = name_unit(name, i + 1);
            if (low >= 0xDC00 && low < 0xE000) {
                c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
                i++;
            }
        }
        size_t size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        if (used + size >= capacity) break;
        if (size == 1) {
            out[used++] = (char)c;
            continue;
        }
        static const uint8_t lead[5] = {0, 0, 0xC0, 0xE0, 0xF0};
        for (size_t k = size - 1; k > 0; k--, c >>= 6)
            out[used + k] = (char)(0x80 | (c & 0x3F));
        out[used] = (char)(lead[size] | c);
        used += size;
    }
    if (capacity) out[used] = 0;
    return used;
}
