// %AsyncFromSyncIterator%: lets for-await and yield* of async generators use a synchronous iterator.
#ifndef EXEC_ASYNC_FROM_SYNC_H
#define EXEC_ASYNC_FROM_SYNC_H

#include "object/isolate.h"

// sec-createasyncfromsynciterator: the object, whose next, return and throw are found on its prototype.
// EXCEPTION.
vm_value async_from_sync_create(vm_isolate *vm, vm_value iterator, vm_value next);

// The natives of %AsyncFromSyncIteratorPrototype%; magic: enum resume_mode.
vm_value async_from_sync_step(vm_isolate *vm, vm_value *frame, uint32_t argc);

#endif
