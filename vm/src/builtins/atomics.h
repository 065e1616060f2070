// What the files of Atomics share.
#ifndef BUILTINS_ATOMICS_H
#define BUILTINS_ATOMICS_H

#include "builtins/builtin.h"
#include "lang/typed_array.h"
#include "object/throw.h"

// sec-validateintegertypedarray: NULL with TypeError. `waitable`: Int32Array and BigInt64Array only
struct buffer_view *atomics_validate(vm_isolate *vm, vm_value v, bool waitable) MUST_CHECK;
// sec-validateatomicaccess: the index of an element; RangeError beyond `length`, which the caller asked for
// before
bool atomics_index(vm_isolate *vm, size_t length, vm_value v, size_t *index) MUST_CHECK;

#define ATOMICS_NATIVE(name) vm_value name(vm_isolate *vm, vm_value *frame, uint32_t argc)
// atomics_wait.c
ATOMICS_NATIVE(atomics_wait); // MAGIC: whether asynchronous
ATOMICS_NATIVE(atomics_notify);

// For hosts. Whether promises of Atomics.waitAsync are pending; *deadline_ns gets the time (os_now_ns) when
// atomics_settle has to be called, UINT64_MAX when only a notification can end the waiting.
bool atomics_pending(vm_isolate *vm, uint64_t *deadline_ns);
// Settles those that were notified or whose time has come. False: error pending.
bool atomics_settle(vm_isolate *vm);

#endif
