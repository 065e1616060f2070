#include "loop/loop_internal.h"

static void update_count(struct loop_handle *handle) {
    bool counts = handle->closing || (!handle->unreferenced && loop_handle_is_active(handle));
    handle->loop->alive += counts;
    handle->loop->alive -= handle->counted;
    handle->counted = counts;
}

void loop_handle_initialize(struct loop *loop, struct loop_handle *handle, const char *name) {
    *handle = (struct loop_handle){.loop = loop, .name = name, .data = handle->data};
    loop_list_append(&loop->handles, &handle->link);
}

void loop_handle_start(struct loop_handle *handle) {
    handle->started = !handle->closing;
    update_count(handle);
}

void loop_handle_stop(struct loop_handle *handle) {
    handle->started = false;
    update_count(handle);
}

void loop_handle_set_referenced(struct loop_handle *handle, bool referenced) {
    handle->unreferenced = !referenced;
    update_count(handle);
}

bool loop_handle_is_referenced(const struct loop_handle *handle) { return !handle->unreferenced; }

bool loop_handle_is_active(const struct loop_handle *handle) { return handle->started || handle->pending; }

void loop_handle_begin_operation(struct loop_handle *handle) {
    handle->pending++;
    update_count(handle);
}

// Queues the callback of a closing handle as soon as nothing is in flight.
static void settle(struct loop_handle *handle) {
    if (!handle->closing || handle->pending) return;
    loop_list_remove(&handle->link);
    loop_list_append(&handle->loop->closing, &handle->link);
    loop_changed(handle->loop);
}

void loop_handle_end_operation(struct loop_handle *handle) {
    handle->pending--;
    update_count(handle);
    settle(handle);
}

void loop_handle_close(struct loop_handle *handle, loop_handle_callback *closed) {
    if (handle->closing) return;
    handle->closing = true;
    handle->started = false;
    handle->closed = closed;
    update_count(handle);
    settle(handle);
}

// Phase 4: the handles that are ready to go now.
void loop_handle_run_closed(struct loop *loop) {
    if (loop_list_is_empty(&loop->closing)) return;
    struct loop_link batch;
    loop_list_initialize(&batch);
    loop_list_move_all(&batch, &loop->closing);
    loop_before_callbacks(loop);
    while (!loop_list_is_empty(&batch)) {
        struct loop_handle *handle = LOOP_CONTAINER(batch.next, struct loop_handle, link);
        loop_list_remove(&handle->link);
        loop->alive--;
        handle->counted = false;
        loop->statistics.closes++;
        if (handle->closed) handle->closed(loop, handle);
        loop_after_callback(loop);
    }
}
