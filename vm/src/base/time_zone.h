// A time zone: its offsets from UTC at every time, from TZif data (RFC 9636) or a rule in the form of the TZ
// variable, and its names in English.
//
// Times here are whole seconds since 1970; "local" ones are shifted by the offset.
#pragma once

#include "base/memory.h"

#define TIME_ZONE_NAME_SIZE 64

struct time_zone;

struct time_zone_period {
    int64_t from, to; // UTC: from <= t < to
    int32_t offset;   // seconds east of UTC
    bool daylight;
};

// The zone that the system is set to; UTC when its data is missing or makes no sense. NULL when memory is
// refused.
struct time_zone *time_zone_local(struct memory *memory);
// The zone of the given data, for a name that may be empty. NULL when memory is refused.
struct time_zone *time_zone_create(struct memory *memory, const char *name, const uint8_t *data,
                                   size_t length);
void time_zone_free(struct memory *memory, struct time_zone *zone);

// The period in which a time lies.
const struct time_zone_period *time_zone_at(struct time_zone *zone, int64_t utc);
// The offset at a local time: of a time that there is twice the earlier one, of a time that is skipped that
// before the change.
int32_t time_zone_offset_at_local(struct time_zone *zone, int64_t local);

// The names of the database's zone `name`, NULL when it has none (time_zone_names.c).
void time_zone_find_names(const char *name, const char **standard, const char **daylight);

// "Central European Summer Time", or "GMT-05:00" where people have no name for it.
void time_zone_describe(const struct time_zone *zone, const struct time_zone_period *period,
                        char out[TIME_ZONE_NAME_SIZE]);
