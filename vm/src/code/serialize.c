// Compiled code as bytes: an image.
//
// An image holds one source text and its functions. It is position-independent, constant, and used where it
// lies, so that processes share it: instruction words, handlers, declarations and position tables are never
// copied. What an isolate needs of its own, constants and caches, is made for each function when it is first
// called; until then a function is a CODE cell with the few facts that closures show (`words` NULL, `image`
// at its record).
//
//      header   struct image_header
//      words    of 32 bits: for each function its instructions, handlers, declarations
//      bytes    strings and function records, addressed by their distance from its start; the outermost
//               function is the last
//      source   packed (base/compress.h); unpacked when somebody asks for a line, a column, a name
//
// Integers in `bytes` are varints: seven bits at a time, the least significant first. A string is length << 1
// | wide, then its units; wide ones at even addresses. It is referred to by twice its place; atoms that every
// isolate has, by twice their number and one; 0 is no string. A function record is
//
//      flags, kind, facts (bytes)
//      name, source start, source length, registers, parameters, length, inline slots
//      property caches, call caches, place and number of the words, handlers, declarations
//      length of the position table, the table
//      number of constants, the constants: content << 3 | tag
//
// A packed image is a struct packed_header and the packed form of an image, which is unpacked into memory of
// the isolate when it is loaded and lives as long as its script: half the bytes in an executable, for
// programs that load little of much.
//
// The writer numbers nothing that depends on the isolate, so equal source gives equal images. An image is
// only read by the build that wrote it.
#include "code/serialize.h"

#include "base/buffer.h"
#include "base/compress.h"
#include "base/vector.h"
#include "object/bigint.h"
#include "object/object.h"
#include "object/throw.h"

#define IMAGE_MAGIC 0x43424D56u  // "VMBC"
#define PACKED_MAGIC 0x5A424D56u // "VMBZ"
#define IMAGE_VERSION 1u
// The length of the names of all opcodes and atoms tells builds apart.
#define OP(name, fields, comment) #name #fields
#define ATOM(id, text) text
static const uint32_t image_format = IMAGE_VERSION << 24 | (uint32_t)OPCODE_COUNT << 16 |
                                     ((uint32_t)(sizeof(
#include "code/opcodes.def"
#include "object/atoms.def"
                                                     ) +
                                                 ATOM_COUNT) &
                                      0xFFFF);
#undef OP
#undef ATOM

struct image_header {
    uint32_t magic, format;
    uint64_t checksum; // of everything behind it
    uint32_t length;   // of the whole image
    uint32_t bytes;    // where they begin
    uint32_t function; // record of the outermost function
    uint32_t name;     // file name
    uint32_t first_line, first_column;
    uint32_t with_text;     // 0: the source is blank but for its lines and what code_copy_texts copies
    uint32_t source;        // where it begins; it reaches to the end
    uint32_t source_length; // unpacked
    uint32_t unused;        // 0
};
_Static_assert(sizeof(struct image_header) % 8 == 0, "words are aligned");

struct packed_header {
    uint32_t magic, length; // of the image
};

enum constant_tag {
    TAG_ATOM,   // string
    TAG_STRING, // string
    TAG_CODE,   // record of a nested function
    TAG_INT,    // zigzag
    TAG_SIMPLE, // the value's bits
    TAG_DOUBLE, // 0; eight bytes follow
    TAG_BIGINT, // digits << 1 | negative; the digits follow
    TAG_LIST,   // number of values; they follow
};

enum { FACT_PROTOTYPE = 1, FACT_CONSTRUCTOR = 2, FACT_FIELDS = 4 };

// Four lanes, so that the multiplications overlap. `bytes` aligned to 8.
static uint64_t checksum(const void *bytes, size_t length) {
    const uint64_t *words = bytes, prime = 0x9E3779B97F4A7C15u;
    uint64_t lanes[4] = {length, 1, 2, 3}, last = 0;
    size_t count = length / 8, i = 0;
    for (; i + 4 <= count; i += 4) {
        for (int lane = 0; lane < 4; lane++) {
            lanes[lane] = ((lanes[lane] ^ words[i + (size_t)lane]) * prime);
            lanes[lane] ^= lanes[lane] >> 29;
        }
    }
    for (; i < count; i++) {
        lanes[0] = (lanes[0] ^ words[i]) * prime;
        lanes[0] ^= lanes[0] >> 29;
    }
    memcpy(&last, words + count, length % 8);
    uint64_t sum = last;
    for (int lane = 0; lane < 4; lane++) {
        sum = (sum ^ lanes[lane]) * prime;
        sum ^= sum >> 32;
    }
    return sum;
}

// --- writing -----------------------------------------------------------------------------------------------

struct placed_string {
    struct string *string;
    uint32_t place;
};

struct writer {
    vm_isolate *vm;
    struct memory *memory;
    struct buffer words, bytes;
    struct placed_string *strings; // open addressing by content
    uint32_t string_count, string_capacity;
    const char *source;
    char *kept;          // the blank text in its place; NULL: all of it is kept
    const char *problem; // what cannot be written; NULL: memory, or nothing
    bool failed;
};

static bool fail(struct writer *w, const char *problem) {
    w->failed = true;
    w->problem = w->problem ? w->problem : problem;
    return false;
}

static void write_varint(struct writer *w, uint64_t value) {
    while (value >= 0x80) {
        buffer_append_char(&w->bytes, (char)(value | 0x80));
        value >>= 7;
    }
    buffer_append_char(&w->bytes, (char)value);
}

static struct placed_string *find_place(struct writer *w, struct string *s) {
    uint32_t mask = w->string_capacity - 1, i = string_hash(s) & mask;
    while (w->strings[i].string && !string_equals(w->vm, w->strings[i].string, s)) {
        i = (i + 1) & mask;
    }
    return &w->strings[i];
}

static bool grow_strings(struct writer *w) {
    uint32_t old_capacity = w->string_capacity;
    struct placed_string *old = w->strings;
    w->string_capacity = old_capacity ? 2 * old_capacity : 256;
    w->strings = memory_allocate_zeroed(w->memory, w->string_capacity * sizeof *old);
    if (!w->strings) {
        w->strings = old;
        w->string_capacity = old_capacity;
        return fail(w, NULL);
    }
    for (uint32_t i = 0; i < old_capacity; i++) {
        if (old[i].string) {
            *find_place(w, old[i].string) = old[i];
        }
    }
    memory_free(w->memory, old);
    return true;
}

// The reference of a string: twice its place in `bytes`, where it is written when it is new; or, for atoms
// that every isolate has, twice their number and one. 0 is never one.
static uint32_t string_reference(struct writer *w, struct string *s) {
    if (string_is_atom(s) && s->index) {
        return s->index << 1 | 1;
    }
    if (!string_flatten(w->vm, s) || (2 * w->string_count >= w->string_capacity && !grow_strings(w))) {
        fail(w, NULL);
        return 0;
    }
    struct placed_string *at = find_place(w, s);
    if (!at->string) {
        bool wide = string_is_wide(s);
        *at = (struct placed_string){s, (uint32_t)w->bytes.length};
        w->string_count++;
        write_varint(w, (uint64_t)s->length << 1 | wide);
        if (wide && w->bytes.length % 2) {
            buffer_append_char(&w->bytes, 0);
        }
        buffer_append(&w->bytes, s->chars, (size_t)s->length << wide);
    }
    return at->place << 1;
}

static uint32_t write_function(struct writer *w, struct code *code);

// Writes everything that a constant refers to, and gives its content: places of strings and nested functions.
static bool place_constant(struct writer *w, vm_value v, uint64_t *place) {
    *place = 0;
    if (!value_is_cell(v)) {
        return true;
    }
    struct cell *cell = value_as_cell(v);
    switch ((enum cell_kind)cell->kind) {
    case CELL_STRING: *place = string_reference(w, (struct string *)cell); break;
    case CELL_CODE: *place = write_function(w, (struct code *)cell); break;
    case CELL_BIGINT: break;
    case CELL_LIST:
        for (uint32_t i = 0; i < ((struct list *)cell)->length && !w->failed; i++) {
            uint64_t inner;
            vm_value item = list_at((struct list *)cell, i);
            if (value_is_kind(item, CELL_CODE)) {
                return fail(w, "The code has constants that cannot be serialized");
            }
            place_constant(w, item, &inner);
        }
        break;
    default: return fail(w, "The code has run already and cannot be serialized");
    }
    return !w->failed;
}

static void write_constant(struct writer *w, vm_value v, uint64_t place) {
    if (value_is_int(v)) {
        int64_t i = value_as_int(v);
        write_varint(w, ((uint64_t)i << 1 ^ (uint64_t)(i >> 63)) << 3 | TAG_INT);
    } else if (value_is_number(v)) {
        write_varint(w, TAG_DOUBLE);
        buffer_append(&w->bytes, &v.bits, sizeof v.bits);
    } else if (!value_is_cell(v)) {
        write_varint(w, v.bits << 3 | TAG_SIMPLE);
    } else if (value_is_kind(v, CELL_STRING)) {
        write_varint(w, place << 3 | (string_is_atom(value_as_string(v)) ? TAG_ATOM : TAG_STRING));
    } else if (value_is_kind(v, CELL_CODE)) {
        write_varint(w, place << 3 | TAG_CODE);
    } else if (value_is_kind(v, CELL_BIGINT)) {
        struct bigint *b = value_as_bigint(v);
        write_varint(w, ((uint64_t)b->cell.word << 1 | bigint_is_negative(b)) << 3 | TAG_BIGINT);
        buffer_append(&w->bytes, b->digits, b->cell.word * sizeof *b->digits);
    } else {
        struct list *list = value_as_cell(v);
        write_varint(w, (uint64_t)list->length << 3 | TAG_LIST);
        for (uint32_t i = 0; i < list->length; i++) {
            vm_value item = list_at(list, i);
            uint64_t inner =
                value_is_kind(item, CELL_STRING) ? string_reference(w, value_as_string(item)) : 0;
            write_constant(w, item, inner);
        }
    }
}

static void write_body(struct writer *w, const struct code *code) {
    write_varint(w, code->property_caches);
    write_varint(w, code->call_caches);
    write_varint(w, w->words.length / sizeof(uint32_t));
    write_varint(w, code->word_count);
    write_varint(w, code->handler_count);
    write_varint(w, code->declaration_count);
    buffer_append(&w->words, code->words, code->word_count * sizeof *code->words);
    buffer_append(&w->words, code->handlers, code->handler_count * sizeof *code->handlers);
    buffer_append(&w->words, code->declarations, code->declaration_count * sizeof *code->declarations);
    if (w->kept) {
        code_copy_texts(code, w->source, w->kept);
    }
    write_varint(w, code->position_bytes);
    buffer_append(&w->bytes, code->positions, code->position_bytes);
}

// Writes a function behind those nested in it; gives the place of its record.
static uint32_t write_function(struct writer *w, struct code *code) {
    if (stack_is_low(w->vm)) {
        fail(w, "The code is nested too deeply");
        return 0;
    }
    bool ready = code_is_ready(w->vm, code);
    uint64_t *places = memory_allocate(w->memory, (code->constant_count + 1) * sizeof *places);
    if (!ready || !places) {
        memory_free(w->memory, places);
        fail(w, NULL);
        return 0;
    }
    for (uint32_t i = 0; i < code->constant_count && !w->failed; i++) {
        place_constant(w, code->constants[i], &places[i]);
    }
    uint32_t name = code->name->length ? string_reference(w, code->name) : 0;
    uint32_t record = (uint32_t)w->bytes.length;
    uint8_t fixed[] = {code->cell.flags, code->kind,
                       (uint8_t)((code->has_prototype ? FACT_PROTOTYPE : 0) |
                                 (code->is_constructor ? FACT_CONSTRUCTOR : 0) |
                                 (code->has_fields ? FACT_FIELDS : 0))};
    buffer_append(&w->bytes, fixed, sizeof fixed);
    write_varint(w, name);
    write_varint(w, code->source_start);
    write_varint(w, code->source_end - code->source_start);
    write_varint(w, code->registers);
    write_varint(w, code->parameters);
    write_varint(w, code->length);
    write_varint(w, code->inline_slots);
    write_body(w, code);
    write_varint(w, code->constant_count);
    for (uint32_t i = 0; i < code->constant_count && !w->failed; i++) {
        write_constant(w, code->constants[i], places[i]);
    }
    memory_free(w->memory, places);
    return record;
}

static void append_aligned(struct buffer *out, const struct buffer *part) {
    static const char zeros[8];
    buffer_append(out, part->bytes, part->length);
    buffer_append(out, zeros, (8 - out->length % 8) % 8);
}

// Puts the parts together.
static void write_image(struct writer *w, struct script *script, uint32_t function, uint32_t name,
                        struct buffer *out) {
    struct image_header header = {.magic = IMAGE_MAGIC,
                                  .format = image_format,
                                  .function = function,
                                  .name = name,
                                  .first_line = script->first_line,
                                  .first_column = script->first_column,
                                  .with_text = !w->kept,
                                  .source_length = script->source_length};
    size_t start = out->length;
    buffer_append(out, &header, sizeof header);
    append_aligned(out, &w->words);
    header.bytes = (uint32_t)(out->length - start);
    append_aligned(out, &w->bytes);
    header.source = (uint32_t)(out->length - start);
    compress(out, w->kept ? w->kept : w->source, script->source_length);
    header.length = (uint32_t)(out->length - start);
    if (!out->failed) {
        size_t behind = offsetof(struct image_header, length);
        memcpy(out->bytes + start, &header, sizeof header);
        header.checksum = checksum(out->bytes + start + behind, header.length - behind);
        memcpy(out->bytes + start, &header, sizeof header);
    }
}

// The text without its characters, but with its lines and columns.
static char *blank_text(struct memory *memory, const char *source, size_t length) {
    char *text = memory_allocate(memory, length + 1);
    for (size_t i = 0; text && i < length; i++) {
        text[i] = source[i] == '\n' || source[i] == '\r' || (source[i] & 0x80) ? source[i] : ' ';
    }
    return text;
}

bool code_serialize(vm_isolate *vm, struct code *code, bool with_text, struct buffer *out) {
    struct script *script = code->script;
    struct writer w = {.vm = vm, .memory = &vm->memory, .source = script_text(script)};
    w.kept = with_text || !w.source ? NULL : blank_text(w.memory, w.source, script->source_length);
    bool text = w.source && (with_text || w.kept);
    vm->heap.no_collect++;
    buffer_initialize(&w.words, w.memory);
    buffer_initialize(&w.bytes, w.memory);
    buffer_append_char(&w.bytes, 0); // place 0 is none
    if (text && code->kind != CODE_MODULE_BODY && code->kind != CODE_EVAL_BODY) {
        uint32_t function = write_function(&w, code);
        uint32_t name = script->name ? string_reference(&w, script->name) : 0;
        write_image(&w, script, function, name, out);
    } else if (text) {
        fail(&w, "Only scripts and functions can be serialized");
    }
    bool fine = text && !w.failed && !w.words.failed && !w.bytes.failed && !out->failed;
    buffer_finalize(&w.words);
    buffer_finalize(&w.bytes);
    memory_free(w.memory, w.strings);
    memory_free(w.memory, w.kept);
    vm->heap.no_collect--;
    if (!fine && value_is_empty(vm->exception)) {
        if (w.problem) {
            throw_type_error(vm, "%s", w.problem);
        } else {
            throw_out_of_memory(vm);
        }
    }
    return fine;
}

// --- reading -----------------------------------------------------------------------------------------------

struct reader {
    vm_isolate *vm;
    struct script *script;
    const uint8_t *bytes; // of the image
    const uint8_t *at;
};

static uint64_t read_varint(struct reader *r) {
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte;
    do {
        byte = *r->at++;
        value |= (uint64_t)(byte & 0x7F) << shift;
        shift += 7;
    } while (byte & 0x80);
    return value;
}

static uint32_t read_count(struct reader *r) { return (uint32_t)read_varint(r); }

static const struct image_header *image_of(const struct script *script) { return script->image; }

static struct reader read_at(vm_isolate *vm, struct script *script, const uint8_t *at) {
    const uint8_t *bytes = (const uint8_t *)script->image + image_of(script)->bytes;
    return (struct reader){vm, script, bytes, at ? at : bytes};
}

static struct string *read_string(const struct reader *r, uint64_t reference, bool atom) {
    if (reference & 1) {
        return value_as_string(atom_value(r->vm, (enum atom_id)(reference >> 1)));
    }
    struct reader inner = *r;
    inner.at = r->bytes + (reference >> 1);
    uint64_t head = read_varint(&inner);
    if (head & 1) {
        const uint16_t *units = (const uint16_t *)(const void *)(inner.at + ((uintptr_t)inner.at & 1));
        return atom ? atom_from_utf16(r->vm, units, head >> 1) : string_from_utf16(r->vm, units, head >> 1);
    }
    return atom ? atom_from_latin1(r->vm, inner.at, head >> 1)
                : string_from_latin1(r->vm, inner.at, head >> 1);
}

// A function of which only the facts are known. NULL: error pending.
static struct code *read_function(vm_isolate *vm, struct script *script, const uint8_t *record) {
    struct reader r = read_at(vm, script, record);
    struct code *code = code_create(vm, script, 0, 0, 0);
    if (!code) {
        return NULL;
    }
    code->cell.flags = *r.at++;
    code->kind = *r.at++;
    uint8_t facts = *r.at++;
    code->has_prototype = facts & FACT_PROTOTYPE;
    code->is_constructor = facts & FACT_CONSTRUCTOR;
    code->has_fields = facts & FACT_FIELDS;
    uint32_t name = read_count(&r);
    code->source_start = read_count(&r);
    code->source_end = code->source_start + read_count(&r);
    code->registers = (uint16_t)read_varint(&r);
    code->parameters = (uint16_t)read_varint(&r);
    code->length = (uint16_t)read_varint(&r);
    code->inline_slots = read_count(&r);
    code->image = r.at;
    if (name && !(code->name = read_string(&r, name, true))) {
        return NULL;
    }
    return code;
}

static vm_value cell_or_exception(void *cell) { return cell ? value_from_cell(cell) : VALUE_EXCEPTION; }

static vm_value read_constant(struct reader *r);

static vm_value read_list(struct reader *r, uint64_t count) {
    struct list *list = list_create(r->vm);
    for (uint64_t i = 0; list && i < count; i++) {
        vm_value v = read_constant(r);
        if (value_is_exception(v) || !list_push(r->vm, list, v)) {
            return VALUE_EXCEPTION;
        }
    }
    return cell_or_exception(list);
}

static vm_value read_bigint(struct reader *r, uint64_t head) {
    uint64_t count = head >> 1;
    struct buffer digits; // aligned, as those in the image need not be
    buffer_initialize(&digits, &r->vm->memory);
    buffer_append(&digits, r->at, count * sizeof(uint64_t));
    r->at += count * sizeof(uint64_t);
    struct bigint *b =
        digits.failed
            ? NULL
            : bigint_from_digits(r->vm, head & 1, (const uint64_t *)(const void *)digits.bytes, count);
    buffer_finalize(&digits);
    return cell_or_exception(b);
}

static vm_value read_constant(struct reader *r) {
    uint64_t word = read_varint(r), content = word >> 3;
    vm_value v;
    switch ((enum constant_tag)(word & 7)) {
    case TAG_ATOM: return cell_or_exception(read_string(r, content, true));
    case TAG_STRING: return cell_or_exception(read_string(r, content, false));
    case TAG_CODE: return cell_or_exception(read_function(r->vm, r->script, r->bytes + content));
    case TAG_INT: return value_from_int((int32_t)((content >> 1) ^ (0 - (content & 1))));
    case TAG_SIMPLE: v.bits = content; return v;
    case TAG_DOUBLE:
        memcpy(&v.bits, r->at, sizeof v.bits);
        r->at += sizeof v.bits;
        return v;
    case TAG_BIGINT: return read_bigint(r, content);
    case TAG_LIST: return read_list(r, content);
    }
    return VALUE_EXCEPTION;
}

// The cell that holds caches and constants.
static bool read_constants(struct reader *r, struct code *code) {
    uint32_t count = read_count(r);
    size_t caches =
        (size_t)PROPERTY_CACHE_BYTES * code->property_caches + (size_t)CALL_CACHE_BYTES * code->call_caches;
    size_t size = caches + count * sizeof(vm_value);
    struct cell *block = heap_allocate_bytes(&r->vm->heap, size);
    if (!block) {
        return false;
    }
    memset(block + 1, 0, caches);
    vm_value *constants = (vm_value *)(void *)((char *)(block + 1) + caches);
    for (uint32_t i = 0; i < count; i++) {
        constants[i] = read_constant(r);
        if (value_is_exception(constants[i])) {
            return false;
        }
    }
    code->block = block;
    code->constants = constants;
    code->constant_count = count;
    return true;
}

#if VM_DEBUG
static const char *find_damage(const struct code *code) { return code_verify(code); }
#else
static const char *find_damage(const struct code *code) {
    (void)code;
    return NULL;
}
#endif

static bool read_body(vm_isolate *vm, struct code *code) {
    struct reader r = read_at(vm, code->script, code->image);
    code->property_caches = read_count(&r);
    code->call_caches = read_count(&r);
    const uint32_t *words = (const uint32_t *)(const void *)(image_of(code->script) + 1) + read_varint(&r);
    code->word_count = read_count(&r);
    code->handler_count = read_count(&r);
    code->declaration_count = read_count(&r);
    code->handlers = (const struct handler *)(const void *)(words + code->word_count);
    code->declarations = (const struct declaration *)(const void *)(code->handlers + code->handler_count);
    code->position_bytes = read_count(&r);
    code->positions = r.at;
    r.at += code->position_bytes;
    if (!read_constants(&r, code)) {
        return false;
    }
    code->words = words;
    return true;
}

bool code_materialize(vm_isolate *vm, struct code *code) {
    vm->heap.no_collect++;
    bool read = read_body(vm, code);
    vm->heap.no_collect--;
    if (!read) {
        code->property_caches = code->call_caches = 0;
        if (value_is_empty(vm->exception)) {
            throw_out_of_memory(vm);
        }
        return false;
    }
    heap_write(&vm->heap, code);
    const char *damage = find_damage(code);
    if (damage) {
        code->words = NULL;
        throw_type_error(vm, "Bytecode is damaged: %s", damage);
    }
    return !damage;
}

static const char *find_problem(const void *bytes, size_t length) {
    const struct image_header *header = bytes;
    size_t behind = offsetof(struct image_header, length);
    if ((uintptr_t)bytes % 8) {
        return "Bytecode is not aligned to 8 bytes";
    }
    if (length < sizeof *header || header->magic != IMAGE_MAGIC) {
        return "This is no bytecode";
    }
    if (header->format != image_format) {
        return "Bytecode is of another version";
    }
    if (header->length != length ||
        header->checksum != checksum((const char *)bytes + behind, length - behind)) {
        return "Bytecode is damaged";
    }
    return NULL;
}

bool code_image_pack(vm_isolate *vm, struct buffer *image) {
    struct buffer packed;
    struct packed_header header = {PACKED_MAGIC, (uint32_t)image->length};
    buffer_initialize(&packed, image->memory);
    buffer_append(&packed, &header, sizeof header);
    if (!compress(&packed, image->bytes, image->length)) {
        buffer_finalize(&packed);
        throw_out_of_memory(vm);
        return false;
    }
    buffer_finalize(image);
    *image = packed;
    return true;
}

// The image in a packed one, in memory of its own. NULL: error pending.
static void *unpack(vm_isolate *vm, const void *bytes, size_t length) {
    const struct packed_header *header = bytes;
    void *image = memory_allocate(&vm->memory, header->length);
    if (!image) {
        throw_out_of_memory(vm);
        return NULL;
    }
    if (!decompress((const uint8_t *)(header + 1), length - sizeof *header, image, header->length)) {
        memory_free(&vm->memory, image);
        throw_type_error(vm, "Bytecode is damaged");
        return NULL;
    }
    return image;
}

struct code *code_deserialize(vm_isolate *vm, const void *bytes, size_t length) {
    const struct packed_header *packed = bytes;
    void *unpacked = NULL;
    if (length >= sizeof *packed && (uintptr_t)bytes % 8 == 0 && packed->magic == PACKED_MAGIC) {
        if (!(unpacked = unpack(vm, bytes, length))) {
            return NULL;
        }
        length = packed->length;
        bytes = unpacked;
    }
    const char *problem = find_problem(bytes, length);
    if (problem) {
        memory_free(&vm->memory, unpacked);
        throw_type_error(vm, "%s", problem);
        return NULL;
    }
    const struct image_header *header = bytes;
    vm->heap.no_collect++;
    struct script *script = script_create_packed(vm, bytes, (const uint8_t *)bytes + header->source,
                                                 length - header->source, header->source_length);
    struct code *code = NULL;
    if (!script) {
        memory_free(&vm->memory, unpacked);
    } else {
        script->unpacked = unpacked;
        struct reader r = read_at(vm, script, NULL);
        script->first_line = header->first_line;
        script->first_column = header->first_column;
        script->names_only = !header->with_text;
        script->name = header->name ? read_string(&r, header->name, false) : NULL;
        code = header->name && !script->name ? NULL : read_function(vm, script, r.bytes + header->function);
    }
    vm->heap.no_collect--;
    return code;
}
