// Date objects.
#ifndef OBJECT_DATE_H
#define OBJECT_DATE_H

#include "object/object.h"

struct date {
    struct object object;
    double time; // time value (base/date.h), NaN: invalid
};

#endif
