// The intrinsic objects of a realm, by number. They are made at their first use, which is why asking for one
// may fail.
#ifndef OBJECT_INTRINSICS_H
#define OBJECT_INTRINSICS_H

#include "object/isolate.h"

enum intrinsic {
#define INTRINSIC(name) INTRINSIC_##name,
#include "object/intrinsics.def"
#undef INTRINSIC
    INTRINSIC_COUNT
};

// The intrinsic of the current realm. NULL with the error pending when it could not be made. Defined in
// exec/realm.c.
struct object *intrinsic(vm_isolate *vm, enum intrinsic id);

#endif
