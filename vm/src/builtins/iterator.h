// What the files of Iterator share.
#ifndef BUILTINS_ITERATOR_H
#define BUILTINS_ITERATOR_H

#include "builtins/builtin.h"
#include "object/iterator.h"

// sec-getiteratorflattenable: the iteration of an object (of a string too, with `strings`), which may be
// iterable or an iterator.
bool iterator_open_flattenable(vm_isolate *vm, vm_value v, bool strings, struct iteration *out) MUST_CHECK;

#define ITERATOR_NATIVE(name) vm_value name(vm_isolate *vm, vm_value *frame, uint32_t argc)
// iterator_helpers.c
ITERATOR_NATIVE(iterator_concat);
ITERATOR_NATIVE(iterator_callback_helper); // map, filter, flatMap; MAGIC: enum iterator_kind
ITERATOR_NATIVE(iterator_limit_helper);    // take, drop; MAGIC: enum iterator_kind
// iterator_consume.c
enum iterator_search { ITERATOR_SOME, ITERATOR_EVERY, ITERATOR_FIND };
ITERATOR_NATIVE(iterator_search); // MAGIC: enum iterator_search
ITERATOR_NATIVE(iterator_for_each);
ITERATOR_NATIVE(iterator_reduce);
ITERATOR_NATIVE(iterator_to_array);

// `this` of a method of Iterator.prototype that takes a callback: an iterator that is an object, else the
// TypeError; a callback that cannot be called closes it. With the iteration opened. False: exception pending.
bool iterator_open_this(vm_isolate *vm, vm_value this_value, vm_value callback,
                        struct iteration *out) MUST_CHECK;

#endif
