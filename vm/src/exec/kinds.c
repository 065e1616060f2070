// The table of cell kinds: gathers the trace, weak and finalizer functions of all rooms for the collector.
#include "exec/kinds.h"

#include "code/code.h"
#include "exec/arguments.h"
#include "exec/async_from_sync.h"
#include "exec/for_in.h"
#include "exec/generator.h"
#include "exec/host_object.h"
#include "exec/module.h"
#include "exec/promise.h"
#include "exec/stack_trace.h"
#include "object/finalization_registry.h"
#include "object/iterator.h"
#include "object/proxy.h"
#include "object/regexp_object.h"
#include "object/typed_array.h"
#include "object/weak_table.h"

#define none NULL
#define CLEAR_0(trace) NULL
#define CLEAR_FINAL(trace) NULL
#define CLEAR_WEAK(trace) trace##_clear_dead
#define FINALIZE_0(trace) NULL
#define FINALIZE_WEAK(trace) NULL
#define FINALIZE_FINAL(trace) trace##_finalize

const struct cell_kind_info cell_kinds[CELL_KIND_COUNT] = {
#define CELL(name, trace, flags, comment) {#name, trace, CLEAR_##flags(trace), FINALIZE_##flags(trace)},
#include "gc/cells.def"
#undef CELL
};
