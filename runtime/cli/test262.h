// The host of the conformance suite.
#ifndef CLI_TEST262_H
#define CLI_TEST262_H

#include <vm_runtime.h>

// Gives the current realm `print` and `$262`, and has the files that tests import be ES modules. False: error
// pending.
bool test262_define(vm_isolate *vm);
// "Name: message" on a line of standard error.
void test262_report(vm_isolate *vm, vm_value error);

#endif
