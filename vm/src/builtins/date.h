// What the files of Date share (sec-date-objects).
#ifndef BUILTINS_DATE_H
#define BUILTINS_DATE_H

#include "base/date.h"
#include "base/time_zone.h"
#include "builtins/builtin.h"
#include "object/date.h"

// `this` as a Date; NULL: TypeError pending.
struct date *date_this(vm_isolate *vm, vm_value this_value) MUST_CHECK;
// The period of the local time zone in which a time value lies; NULL: memory refused.
const struct time_zone_period *date_period(vm_isolate *vm, double time) MUST_CHECK;

// The text of Date.prototype.toString.
vm_value date_to_text(vm_isolate *vm, double time) MUST_CHECK;

// The methods that make text; MAGIC: enum date_style.
enum date_style {
    STYLE_ISO,
    STYLE_UTC,
    STYLE_FULL,
    STYLE_DATE,
    STYLE_TIME,
    STYLE_LOCALE,
    STYLE_LOCALE_DATE,
    STYLE_LOCALE_TIME
};
vm_value date_format(vm_isolate *vm, vm_value *frame, uint32_t argc);

#endif
