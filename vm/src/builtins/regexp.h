// What the files of RegExp share. regexp.c has constructor, properties and execution, regexp_symbol.c the
// methods behind the well-known symbols, regexp_replace.c replacing.
//
// A regular expression is pristine when it has just the properties that it was born with, and
// RegExp.prototype still has the original exec, flags and the accessors that flags reads. What the
// specification then does through properties cannot be seen by anybody but for its results, so the methods
// work on the program and on `lastIndex`, slot 0, directly.
#ifndef BUILTINS_REGEXP_H
#define BUILTINS_REGEXP_H

#include "builtins/builtin.h"
#include "object/regexp_object.h"
#include "regexp/regexp.h"

// A match: positions of begin and end of the whole and of the groups, -1 for those that took no part.
struct regexp_match {
    int32_t *captures;
    int32_t few[2 * 12]; // captures points here, or into a BYTES cell: the struct must not be copied
};

// The program of a flat source. NULL with SyntaxError or another error pending.
struct regexp_program *regexp_program_of(vm_isolate *vm, struct string *source, uint32_t flags) MUST_CHECK;
// RegExpCreate with a program in the current realm. NULL: exception pending.
struct regexp_object *regexp_create(vm_isolate *vm, struct regexp_program *program) MUST_CHECK;

bool regexp_is_pristine(vm_isolate *vm, vm_value v);
// Pristine, and the species constructor is RegExp.
bool regexp_has_default_species(vm_isolate *vm, vm_value v);

// Room for the captures of a program. False: exception pending.
bool regexp_match_prepare(vm_isolate *vm, struct regexp_match *m,
                          const struct regexp_program *program) MUST_CHECK;
// The first match in a flat string from `start` on (at most its length), without `lastIndex`.
enum outcome regexp_search(vm_isolate *vm, struct regexp_program *program, struct string *s, uint32_t start,
                           struct regexp_match *m) MUST_CHECK;
// The same for a pristine expression, as exec does it: `lastIndex` says where, if g or y is there, and is
// set.
enum outcome regexp_step(vm_isolate *vm, struct regexp_object *regexp, struct string *s,
                         struct regexp_match *m) MUST_CHECK;
// What exec gives for a match.
vm_value regexp_match_result(vm_isolate *vm, struct regexp_program *program, struct string *s,
                             const struct regexp_match *m) MUST_CHECK;
// Its property `groups`: undefined when there are no names.
vm_value regexp_match_groups(vm_isolate *vm, struct regexp_program *program, struct string *s,
                             const struct regexp_match *m) MUST_CHECK;
// The text of group n; undefined when it took no part.
vm_value regexp_capture(vm_isolate *vm, struct string *s, const struct regexp_match *m,
                        uint32_t n) MUST_CHECK;
// AdvanceStringIndex on a flat string, for positions up to its length.
uint32_t regexp_advance(const struct string *s, uint32_t index, bool unicode);

// sec-regexpexec: the result or null. `s` is flat.
vm_value regexp_exec(vm_isolate *vm, struct object *r, struct string *s) MUST_CHECK;
// ToString(Get(r, "flags")), flattened; NULL: exception pending.
struct string *regexp_flags_of(vm_isolate *vm, struct object *r) MUST_CHECK;
bool regexp_has_flag(const struct string *flags, char letter);
bool regexp_set_last_index(vm_isolate *vm, struct object *r, double index) MUST_CHECK;
// After an empty match: moves `lastIndex` of r on. False: exception pending.
bool regexp_advance_last_index(vm_isolate *vm, struct object *r, const struct string *s,
                               bool unicode) MUST_CHECK;
// `this` that must be an object.
struct object *regexp_receiver(vm_isolate *vm, vm_value v, const char *method) MUST_CHECK;

// regexp_symbol.c
vm_value regexp_symbol_match(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value regexp_symbol_match_all(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value regexp_symbol_search(vm_isolate *vm, vm_value *frame, uint32_t argc);
vm_value regexp_symbol_split(vm_isolate *vm, vm_value *frame, uint32_t argc);

// regexp_replace.c
vm_value regexp_replace(vm_isolate *vm, vm_value *frame, uint32_t argc);

#endif
