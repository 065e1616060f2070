#include <string.h>

#include "base/time_zone.h"

static const struct zone_names {
    const char *standard, *daylight, *zones;
} zone_names[] = {
#define ZONES(standard, daylight, zones) {standard, daylight, zones},
#include "base/time_zone_names.def"
#undef ZONES
};

static bool lists(const char *zones, const char *name) {
    size_t length = strlen(name);
    for (const char *at = zones; (at = strstr(at, name)); at += length) {
        bool begins = at == zones || at[-1] == ' ', ends = at[length] == ' ' || !at[length];
        if (begins && ends) return true;
    }
    return false;
}

void time_zone_find_names(const char *name, const char **standard, const char **daylight) {
    *standard = *daylight = NULL;
    for (size_t i = 0; *name && i < sizeof zone_names / sizeof zone_names[0]; i++) {
        if (!lists(zone_names[i].zones, name)) continue;
        *standard = zone_names[i].standard;
        *daylight = zone_names[i].daylight;
        return;
    }
}
