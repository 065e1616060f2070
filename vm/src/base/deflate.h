// What both directions of DEFLATE know (RFC 1951): a stream of bits, the least significant of each byte
// first, in blocks. A block of text is symbols of two alphabets, each with a prefix code of its own:
//
//      literals and lengths   0..255 a byte; 256 the end of the block; 257..285 a match: the symbol and a few
//                             extra bits say its length, 3..258
//      distances              0..29, after each length: how far back the match begins, 1..32768
//
// A prefix code is described by the lengths of its code words alone (0: the symbol is not used): shorter
// words come first, equally long ones in the order of their symbols (section 3.2.2).
#pragma once

#include <stdint.h>

#define DEFLATE_END 256
#define DEFLATE_LITERALS 288 // two of them never occur
#define DEFLATE_DISTANCES 30
#define DEFLATE_LENGTHS 19 // symbols of the code that describes the two others
#define DEFLATE_LONGEST_WORD 15
#define DEFLATE_LEAST_MATCH 3
#define DEFLATE_LONGEST_MATCH 258
#define DEFLATE_WINDOW 32768

enum deflate_block { DEFLATE_STORED, DEFLATE_FIXED, DEFLATE_DYNAMIC };

// Symbols of lengths and distances come in groups that share a number of extra bits: the least value of a
// symbol (counted from 0, the first of its kind).
struct deflate_range {
    uint16_t least;
    uint8_t extra; // bits
};
extern const struct deflate_range deflate_length_ranges[29];
extern const struct deflate_range deflate_distance_ranges[DEFLATE_DISTANCES];

// In which order the lengths of the words of the third code are written (section 3.2.7).
extern const uint8_t deflate_length_order[DEFLATE_LENGTHS];

// The lengths of words in fixed blocks (section 3.2.6).
void deflate_fixed_lengths(uint8_t literals[static DEFLATE_LITERALS],
                           uint8_t distances[static DEFLATE_DISTANCES]);
