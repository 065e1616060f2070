#ifndef EXEC_KINDS_H
#define EXEC_KINDS_H

#include "gc/heap.h"

extern const struct cell_kind_info cell_kinds[CELL_KIND_COUNT];

#endif
