// What proxies point to.
#include "object/proxy.h"

void proxy_trace(struct marker *marker, struct cell *cell) {
    struct proxy *proxy = (struct proxy *)cell;
    object_trace(marker, cell);
    mark_cell(marker, proxy->target);
    mark_cell(marker, proxy->handler);
}
