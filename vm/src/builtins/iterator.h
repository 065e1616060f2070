// What the files of Iterator share.
#ifndef BUILTINS_ITERATOR_H
#define BUILTINS_ITERATOR_H

#include "builtins/builtin.h"
#include "object/iterator.h"

// sec-getiteratorflattenable: the iteration of an object (of a string too, with `strings`), which may be
// iterable or an iterator.
bool iterator_open_flattenable(vm_isolate *vm, vm_value v, bool strings, struct iteration *out) MUST_CHECK;
// `this` of a method of Iterator.prototype, not yet opened (js_iterator_direct does that): what a wrong
// argument closes with js_iterate_abort. False: it is no object, TypeError pending.
bool iterator_take_this(vm_isolate *vm, vm_value this_value, struct iteration *out) MUST_CHECK;
// Opens it.
bool iterator_open(vm_isolate *vm, struct iteration *it) MUST_CHECK;
// Both, for a method that takes a callback: one that cannot be called closes the iterator. False: exception
// pending.
bool iterator_open_this(vm_isolate *vm, vm_value this_value, vm_value callback,
                        struct iteration *out) MUST_CHECK;
// IteratorStep: the value of a result that is dropped is not read.
enum outcome iterator_step_without_value(vm_isolate *vm, const struct iteration *it) MUST_CHECK;
// A helper of a kind around an opened iterator.
struct iterator_helper *iterator_helper_create(vm_isolate *vm, enum iterator_kind kind, vm_value target,
                                               vm_value next) MUST_CHECK;
// What zip helpers do for next and return.
enum outcome iterator_zip_step(vm_isolate *vm, struct iterator_helper *helper, vm_value *value) MUST_CHECK;
bool iterator_zip_close(vm_isolate *vm, const struct iterator_helper *helper) MUST_CHECK;

#define ITERATOR_NATIVE(name) vm_value name(vm_isolate *vm, vm_value *frame, uint32_t argc)
// iterator_helpers.c
ITERATOR_NATIVE(iterator_callback_helper); // map, filter, flatMap; MAGIC: enum iterator_kind
ITERATOR_NATIVE(iterator_limit_helper);    // take, drop; MAGIC: enum iterator_kind
ITERATOR_NATIVE(iterator_chunk_helper);    // chunks, windows; MAGIC: enum iterator_kind
ITERATOR_NATIVE(iterator_concat);
// iterator_zip.c
ITERATOR_NATIVE(iterator_zip); // MAGIC: whether keyed
// iterator_consume.c
enum iterator_search { ITERATOR_SOME, ITERATOR_EVERY, ITERATOR_FIND };
ITERATOR_NATIVE(iterator_search); // MAGIC: enum iterator_search
ITERATOR_NATIVE(iterator_includes);
ITERATOR_NATIVE(iterator_join);
ITERATOR_NATIVE(iterator_for_each);
ITERATOR_NATIVE(iterator_reduce);
ITERATOR_NATIVE(iterator_to_array);

#endif
