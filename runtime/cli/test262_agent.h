// $262.agent: other agents for the conformance suite, each a thread with an isolate of its own.
#ifndef CLI_TEST262_AGENT_H
#define CLI_TEST262_AGENT_H

#include <vm.h>

// Defines `agent` on a $262 object; agents that still run are ended when it dies. False: error pending.
bool test262_agent_define(vm_isolate *vm, vm_value host);

#endif
