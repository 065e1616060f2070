// Compression of text for storage: fast to unpack, little code. The format is the LZ4 block format: sequences
// of
//
//      token        literals << 4 | matched bytes - 4; 15 in either half: more bytes follow, 255 meaning that
//      there is
//                   yet another
//      literals
//      distance     two bytes, least significant first: how far back the match begins; the last sequence ends
//      before it
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer;

// Appends the packed form of `length` bytes (below 2^31) to `out`, whose memory also serves for scratch.
// False on failure (out->failed).
bool compress(struct buffer *out, const void *bytes, size_t length);

// Unpacks into exactly `length` bytes. False: the packed form is no such thing; nothing is written outside of
// `out`.
bool decompress(const uint8_t *packed, size_t packed_length, void *out, size_t length);
