// Errors that nothing caught, printed for people.
#ifndef BIND_REPORT_H
#define BIND_REPORT_H

#include <vm_runtime.h>

//     file:line:column
//     the source line
//          ^
//
//     TypeError: message
//         at ...
// To standard error. `in_promise`: the value is the reason of a rejection.
void report_error(vm_isolate *vm, vm_value error, bool in_promise);

#endif
