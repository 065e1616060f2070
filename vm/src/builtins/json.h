// What the files of JSON share (sec-json-object).
#ifndef BUILTINS_JSON_H
#define BUILTINS_JSON_H

#include "builtins/builtin.h"

// One record for each value of a text parsed for a reviver: a LIST {value, more}. `more` of a primitive is
// its source text; of an object an internal object without prototype that maps each key to the record of its
// value; of an array the LIST of its elements' records.
struct json_parse_result {
    vm_value value;
    struct list *record; // NULL: not asked for
};

// Parses a whole JSON text, without recursion. False: SyntaxError (or another error) pending.
bool json_parse_text(vm_isolate *vm, struct string *text, bool with_records,
                     struct json_parse_result *out) MUST_CHECK;

vm_value json_parse(vm_isolate *vm, vm_value *frame, uint32_t argc);     // sec-json.parse
vm_value json_stringify(vm_isolate *vm, vm_value *frame, uint32_t argc); // sec-json.stringify

// Appends a string as a JSON string literal (sec-quotejsonstring). The string is flat.
void json_quote(struct string_builder *out, const struct string *s);

#endif
