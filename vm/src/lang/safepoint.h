// Polling inside long native loops.
#ifndef LANG_SAFEPOINT_H
#define LANG_SAFEPOINT_H

#include "object/isolate.h"

// The slow half: carries out what the bits ask for. False: termination is pending, return EXCEPTION at once.
bool js_safepoint_slow(vm_isolate *vm);
static inline bool js_safepoint(vm_isolate *vm) {
    return __builtin_expect(atomic_load_explicit(&vm->safepoint, memory_order_relaxed) == 0, 1) ||
           js_safepoint_slow(vm);
}

#endif
