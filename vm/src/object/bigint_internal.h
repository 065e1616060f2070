// Shared by bigint.c and bigint_text.c.
#ifndef OBJECT_BIGINT_INTERNAL_H
#define OBJECT_BIGINT_INTERNAL_H

#include "object/bigint.h"
#include "object/isolate.h"
#include "object/throw.h"

// A cell with `count` digits to be filled at once and normalized then. NULL with the error pending.
struct bigint *bigint_allocate(vm_isolate *vm, size_t count, bool negative);
// Drops leading zeros and the sign of zero; NULL with the error pending when the number is too large.
struct bigint *bigint_normalize(vm_isolate *vm, struct bigint *b);

#endif
