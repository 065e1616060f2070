// Operations, the part that is the same on every system: checks, life, delivery.
#include "loop/loop_internal.h"

#include <errno.h>

// The most completions delivered in one turn, so that timers and immediates are not kept waiting by I/O.
enum { DELIVERIES_PER_TURN = 1024 };

int loop_io_open(struct loop *loop, struct loop_io *io, const char *name, loop_descriptor descriptor,
                 unsigned flags) {
    io->descriptor = descriptor;
    io->flags = flags;
    int error = loop_backend_attach(loop->backend, io);
    if (!error) loop_handle_initialize(loop, &io->handle, name);
    return error;
}

void loop_io_close(struct loop_io *io, loop_handle_callback *closed) {
    if (io->handle.closing) return;
    loop_backend_detach(io->handle.loop->backend, io);
    loop_handle_close(&io->handle, closed);
}

// Submits an operation whose kind-specific fields are set by `fields`.
static int submit(struct loop_io *io, struct loop_op *op, struct loop_op fields) {
    if (op->state != LOOP_OP_IDLE) return -EALREADY;
    if (io->handle.closing) return -EBADF;
    void *data = op->data;
    *op = fields;
    op->data = data;
    op->io = io;
    op->state = LOOP_OP_IN_FLIGHT;
    loop_handle_begin_operation(&io->handle);
    loop_backend_submit(io->handle.loop->backend, op);
    return 0;
}

int loop_read(struct loop_io *io, struct loop_op *op, void *bytes, size_t length,
              loop_op_callback *callback) {
    return submit(
        io, op,
        (struct loop_op){.kind = LOOP_OP_READ, .single = {bytes, length}, .count = 1, .callback = callback});
}

void loop_read_emptied(struct loop_io *io) {
    if (!io->handle.closing) loop_backend_emptied(io);
}

int loop_write(struct loop_io *io, struct loop_op *op, const struct loop_buffer *buffers, unsigned count,
               loop_op_callback *callback) {
    struct loop_op fields = {.kind = LOOP_OP_WRITE, .buffers = buffers, .count = count, .callback = callback};
    if (count == 1) {
        fields.single = *buffers;
        fields.buffers = &op->single;
    }
    return submit(io, op, fields);
}

int loop_accept(struct loop_io *io, struct loop_op *op, loop_op_callback *callback) {
    return submit(io, op, (struct loop_op){.kind = LOOP_OP_ACCEPT, .callback = callback});
}

int loop_connect(struct loop_io *io, struct loop_op *op, const struct sockaddr *address, unsigned length,
                 loop_op_callback *callback) {
    return submit(
        io, op,
        (struct loop_op){.kind = LOOP_OP_CONNECT, .address = address, .count = length, .callback = callback});
}

int loop_poll_ready(struct loop_io *io, struct loop_op *op, unsigned events, loop_op_callback *callback) {
    return submit(io, op, (struct loop_op){.kind = LOOP_OP_POLL, .count = events, .callback = callback});
}

void loop_op_cancel(struct loop_op *op) {
    if (op->state == LOOP_OP_IN_FLIGHT) loop_backend_cancel(op->io->handle.loop->backend, op);
}

const char *loop_op_name(const struct loop_op *op) {
    static const char *const names[LOOP_OP_KINDS] = {
#define LOOP_OP(NAME, name, direction) name,
#include "loop/op.def"
#undef LOOP_OP
    };
    return names[op->kind];
}

void loop_op_complete(struct loop_op *op, int64_t result) {
    struct loop *loop = op->io->handle.loop;
    op->result = result;
    op->state = LOOP_OP_COMPLETED;
    loop_list_append(&loop->completed, &op->link);
    loop_changed(loop);
}

// Part of phase 2: one bounded batch of what has completed by now.
void loop_io_deliver(struct loop *loop) {
    struct loop_link *running = &loop->completed_running;
    if (loop_list_is_empty(&loop->completed)) return;
    loop_list_move_all(running, &loop->completed);
    loop_before_callbacks(loop);
    for (int left = DELIVERIES_PER_TURN; left && !loop_list_is_empty(running); left--) {
        struct loop_op *op = LOOP_CONTAINER(running->next, struct loop_op, link);
        loop_list_remove(&op->link);
        op->state = LOOP_OP_IDLE;
        loop_handle_end_operation(&op->io->handle);
        loop->statistics.completions++;
        op->callback(loop, op);
        loop_after_callback(loop);
    }
    loop_list_move_all_first(&loop->completed, running);
}
