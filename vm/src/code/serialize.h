// Compiled code as bytes. See the head of serialize.c.
#ifndef CODE_SERIALIZE_H
#define CODE_SERIALIZE_H

#include "code/code.h"

struct buffer;

// Appends the image of a script or function and all that is nested in it. The code must not have run: what it
// keeps between runs (template objects) is no part of an image. With its text, or only with what
// code_call_site_text and script_position need of it. False: error pending.
bool code_serialize(vm_isolate *vm, struct code *code, bool with_text, struct buffer *out);

// Replaces an image by its packed form. False: error pending, and the image is as it was.
bool code_image_pack(vm_isolate *vm, struct buffer *image);

// The code of an image, packed or not, for the current realm. `bytes` must be aligned to 8 and stay as they
// are for the life of the isolate. They come from code_serialize: magic, version, length and checksum are
// checked, the content is trusted. NULL: error pending.
struct code *code_deserialize(vm_isolate *vm, const void *bytes, size_t length);

// Reads what code of an image needs to run. False: error pending.
bool code_materialize(vm_isolate *vm, struct code *code);

// Whether the code can run; everything that enters a function asks.
static inline bool code_is_ready(vm_isolate *vm, struct code *code) {
    return __builtin_expect(code->words != NULL, 1) || code_materialize(vm, code);
}

#endif
