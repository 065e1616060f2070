// Handles: things with a life on a loop.
//
//     zero-filled -> initialize -> start <-> stop -> close -> (close phase) closed callback -> the owner's
//     memory again
//
// A handle is *active* while it is started or has operations in flight. Active and referenced handles keep
// the loop alive, as closing ones do until their callback has run; unref takes a handle out of this count.
#ifndef LOOP_LOOP_HANDLE_H
#define LOOP_LOOP_HANDLE_H

#include "loop/list.h"

#include <stdint.h>

struct loop;
struct loop_handle;

typedef void loop_handle_callback(struct loop *loop, struct loop_handle *handle);

struct loop_handle {
    struct loop_link link; // in the loop's list of open handles, then of closing ones
    struct loop *loop;
    const char *name; // for loop_why_alive: "socket", "child process"
    loop_handle_callback *closed;
    void *data;       // the owner's
    uint32_t pending; // operations in flight
    bool started, unreferenced, closing, counted;
};

// Enters the handle into the loop: not active, referenced. `name` is not copied; `data` is kept.
void loop_handle_initialize(struct loop *loop, struct loop_handle *handle, const char *name);
// start and stop may be called any number of times; they do nothing on a closing handle.
void loop_handle_start(struct loop_handle *handle);
void loop_handle_stop(struct loop_handle *handle);
void loop_handle_set_referenced(struct loop_handle *handle, bool referenced);
bool loop_handle_is_referenced(const struct loop_handle *handle);
bool loop_handle_is_active(const struct loop_handle *handle);
// Stops it for good. `closed` (NULL allowed) is called in a close phase once no operation is in flight; the
// memory must stay until then. A second call does nothing.
void loop_handle_close(struct loop_handle *handle, loop_handle_callback *closed);

// Used by the submission and delivery of operations.
void loop_handle_begin_operation(struct loop_handle *handle);
void loop_handle_end_operation(struct loop_handle *handle);

#endif
