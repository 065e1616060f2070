// Concatenation: flat copies, views on growing buffers, ropes; and the flattening of ropes.
//
// What s + t becomes, in this order:
//   short results are flat copies, as is the first join of two strings below ROPE_MINIMUM that are no results
//   of
//       concatenation themselves: most results are never appended to, and a flat string is the smallest
//   an append to a view that ends where its buffer is used up writes into the buffer. A full buffer is
//   doubled and the
//       left operand moves to the new one, so that repeating the same append cannot copy again and again
//   two strings below ROPE_MINIMUM are copied into a new buffer with as much room again
//   a rope whose right part is flat gets the new piece appended to that part, so that many small appends to a
//   large
//       string build one buffer beside it and not a chain
//   everything else is a rope
// Ropes are never shorter than ROPE_MINIMUM. A rope of n pieces is flattened in O(length), once; it then is a
// view, and appends to it happen in place.
#include "base/vector.h"
#include "object/string_internal.h"

#define FLAT_LIMIT 64     // results below are flat copies
#define ROPE_MINIMUM 1024 // operands from this length on are not copied to be joined
#define PIECE_WORK 256    // what going to a piece of a rope takes, in units copied

static struct string_buffer *buffer_create(vm_isolate *vm, uint32_t used, uint64_t capacity, bool wide) {
    if (capacity > STRING_MAX_LENGTH) capacity = STRING_MAX_LENGTH;
    struct string_buffer *buffer =
        heap_allocate(&vm->heap, CELL_STRING_BUFFER, sizeof *buffer + units_bytes(capacity, wide));
    if (!buffer) {
        throw_out_of_memory(vm);
        return NULL;
    }
    buffer->capacity = (uint32_t)capacity;
    buffer->used = used;
    return buffer;
}

// A string cell of the size that ropes and views need, which turn into each other.
static struct string *joined_create(vm_isolate *vm, uint32_t length, uint8_t flags) {
    struct string *s = heap_allocate(&vm->heap, CELL_STRING, sizeof *s);
    if (!s) {
        throw_out_of_memory(vm);
        return NULL;
    }
    s->cell.flags = flags;
    s->cell.word = 0;
    s->length = length;
    s->index = 0;
    return s;
}

static void make_view(struct string *s, struct string_buffer *buffer) {
    s->buffer = buffer;
    s->chars = buffer->bytes;
}

static struct string *concat_flat(vm_isolate *vm, struct string *left, struct string *right, uint32_t length,
                                  bool wide) {
    struct string *s = string_allocate_flat(vm, length, wide);
    if (!s) return NULL;
    units_copy(s->latin1, wide, 0, left, 0, left->length);
    units_copy(s->latin1, wide, left->length, right, 0, right->length);
    s->cell.aux = STRING_JOINED;
    return s;
}

static struct string *concat_view(vm_isolate *vm, struct string *left, struct string *right, uint32_t length,
                                  bool wide) {
    struct string_buffer *buffer = buffer_create(vm, length, (uint64_t)length * 2, wide);
    if (!buffer) return NULL;
    units_copy(buffer->bytes, wide, 0, left, 0, left->length);
    units_copy(buffer->bytes, wide, left->length, right, 0, right->length);
    struct string *s = joined_create(vm, length, STRING_VIEW | STRING_NOT_INDEX | (wide ? STRING_WIDE : 0));
    if (s) make_view(s, buffer);
    return s;
}

static struct string *concat_rope(vm_isolate *vm, struct string *left, struct string *right,
                                  uint32_t length) {
    uint8_t width = (left->cell.flags | right->cell.flags) & STRING_WIDE;
    struct string *s = joined_create(vm, length, STRING_ROPE | STRING_NOT_INDEX | width);
    if (!s) return NULL;
    s->chars = NULL;
    s->rope.left = left;
    s->rope.right = right;
    return s;
}

// `left` is a view at the end of its buffer, `right` flat and not wider.
static struct string *append(vm_isolate *vm, struct string *left, struct string *right, uint32_t length) {
    bool wide = string_is_wide(left);
    if (length > left->buffer->capacity) {
        struct string_buffer *larger = buffer_create(vm, left->length, (uint64_t)length * 2, wide);
        if (!larger) return NULL;
        if (!memory_copy(&vm->memory, larger->bytes, left->chars, units_bytes(left->length, wide)))
            return NULL;
        make_view(left, larger);
        heap_write(&vm->heap, left);
    }
    struct string *s = joined_create(vm, length, STRING_VIEW | STRING_NOT_INDEX | (wide ? STRING_WIDE : 0));
    if (!s) return NULL;
    struct string_buffer *buffer = left->buffer;
    units_copy(buffer->bytes, wide, left->length, right, 0, right->length);
    buffer->used = length;
    make_view(s, buffer);
    return s;
}

static bool can_append(const struct string *left, const struct string *right) {
    return (left->cell.flags & STRING_VIEW) && left->buffer->used == left->length && right->chars &&
           (string_is_wide(left) || !string_is_wide(right)) &&
           (right->length < ROPE_MINIMUM || right->length <= left->length);
}

// Both flat, or the result is a rope.
static struct string *concat_large(vm_isolate *vm, struct string *left, struct string *right,
                                   uint32_t length) {
    if (can_append(left, right)) return append(vm, left, right, length);
    if (left->length >= ROPE_MINIMUM || right->length >= ROPE_MINIMUM)
        return concat_rope(vm, left, right, length);
    bool wide = string_is_wide(left) || string_is_wide(right);
    if (left->cell.aux & STRING_JOINED) return concat_view(vm, left, right, length, wide);
    return concat_flat(vm, left, right, length, wide);
}

struct string *string_concat(vm_isolate *vm, struct string *left, struct string *right) {
    if (!left->length) return right;
    if (!right->length) return left;
    uint32_t length = left->length + right->length;
    if (length < FLAT_LIMIT) {
        return concat_flat(vm, left, right, length, string_is_wide(left) || string_is_wide(right));
    }
    if (length > STRING_MAX_LENGTH) return string_length_error(vm);
    if (left->chars || !right->chars || right->length >= ROPE_MINIMUM || !left->rope.right->chars) {
        return concat_large(vm, left, right, length);
    }
    struct string *tail = left->rope.right;
    uint32_t tail_length = tail->length + right->length;
    tail = tail_length < FLAT_LIMIT
               ? concat_flat(vm, tail, right, tail_length, string_is_wide(tail) || string_is_wide(right))
               : concat_large(vm, tail, right, tail_length);
    return tail ? concat_rope(vm, left->rope.left, tail, length) : NULL;
}

// Copies the pieces of a rope into `to`. Pieces that are flat go to their place at once; of a node with two
// ropes the left one waits in a list, so that no shape of rope needs recursion. False when the list cannot
// grow, or when given up.
static bool copy_pieces(struct memory *memory, struct string *s, void *to, bool wide) {
    struct waiting {
        struct string *s;
        uint32_t start;
    };
    VECTOR(struct waiting) list = {0};
    uint32_t start = 0;
    size_t work = 0; // since the last poll: units, and some more for each piece
    bool ok = true;
    for (;;) {
        while (!s->chars) {
            struct string *left = s->rope.left, *right = s->rope.right;
            work += PIECE_WORK + (right->chars ? right->length : left->length);
            if (work > MEMORY_POLL_BYTES) {
                work = 0;
                ok = memory_poll(memory);
                if (!ok) break;
            }
            if (right->chars) {
                ok = units_copy_long(memory, to, wide, start + left->length, right, 0, right->length);
                if (!ok) break;
                s = left;
                continue;
            }
            if (left->chars) {
                ok = units_copy_long(memory, to, wide, start, left, 0, left->length);
                if (!ok) break;
            } else if (!VECTOR_PUSH(memory, &list, (struct waiting){left, start})) {
                ok = false;
                break;
            }
            start += left->length;
            s = right;
        }
        if (!ok) break;
        ok = units_copy_long(memory, to, wide, start, s, 0, s->length);
        if (!ok || !list.length) break;
        struct waiting next = list.items[--list.length];
        s = next.s;
        start = next.start;
    }
    VECTOR_FREE(memory, &list);
    return ok;
}

struct string *string_flatten_slow(vm_isolate *vm, struct string *s) {
    bool wide = string_is_wide(s);
    struct string_buffer *buffer = buffer_create(vm, s->length, s->length, wide);
    if (!buffer) return NULL;
    if (!copy_pieces(&vm->memory, s, buffer->bytes, wide)) {
        throw_out_of_memory(vm);
        return NULL;
    }
    s->cell.flags = (s->cell.flags & ~STRING_ROPE) | STRING_VIEW;
    make_view(s, buffer);
    heap_write(&vm->heap, s);
    return s;
}
