// What the two machines (match.c compiles match.inc for Latin-1 and for UTF-16) have in common.
#pragma once

#include "regexp/program.h"

// One entry of the backtrack stack. `code` is a position in the code to resume at, with `value` the position
// in the subject; or, with UNDO, the number of a register and its former value; or, with MEMO or MEMO_LOOP,
// the memo number or the position of a loop, and the position to note as failed; or DATA, with a value that
// belongs to the entry above.
struct regexp_frame {
    uint32_t code, value;
};

enum { REGEXP_UNDO = 1 << 30, REGEXP_MEMO = 1 << 29, REGEXP_MEMO_LOOP = 1 << 28, REGEXP_DATA = 1 << 27 };

struct regexp_machine {
    const struct regexp *regexp;
    struct regexp_context *context;
    uint32_t *registers;                 // at the start of the scratch memory, then
    struct regexp_frame *frames, *limit; // the stack
    uint64_t *memo;                      // bits of the states that have failed, NULL at first
    size_t memo_stride;                  // bits per memo number: positions in the subject
    size_t hit;                          // where the searched literal was found last, SIZE_MAX: nowhere yet
    int64_t credit;                      // steps until the next pause
    uint64_t steps, patience;            // paused for so far, and until states are remembered
    enum regexp_result failure;
};
