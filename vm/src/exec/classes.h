#ifndef EXEC_CLASSES_H
#define EXEC_CLASSES_H

#include "object/class.h"

extern const struct object_class object_classes[CELL_KIND_COUNT];

#endif
