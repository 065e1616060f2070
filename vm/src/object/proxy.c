// Proxies as storage.
#include "object/proxy.h"

#include "object/isolate.h"

struct proxy *proxy_create(vm_isolate *vm, struct object *target, struct object *handler) {
    struct proxy *proxy = object_allocate_kind(vm, CELL_PROXY, sizeof *proxy, NULL);
    if (!proxy) return NULL;
    proxy->object.cell.flags |= target->cell.flags & (OBJECT_CALLABLE | OBJECT_CONSTRUCTOR);
    proxy->target = target;
    proxy->handler = handler;
    return proxy;
}

void proxy_trace(struct marker *marker, struct cell *cell) {
    struct proxy *proxy = (struct proxy *)cell;
    object_trace(marker, cell);
    mark_cell(marker, proxy->target);
    mark_cell(marker, proxy->handler);
}
