// Compression for storage: bytecode and source text in an executable. The format is DEFLATE (RFC 1951), so
// other tools read what this writes and can be compared with it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer;

// Appends the packed form of `length` bytes (below 2^31) to `out`, whose memory also serves for scratch.
// False on failure (out->failed).
bool compress(struct buffer *out, const void *bytes, size_t length);

// Unpacks into exactly `length` bytes. False: the packed form is no such thing, or is followed by anything;
// nothing is written outside of `out`.
bool decompress(const uint8_t *packed, size_t packed_length, void *out, size_t length);
