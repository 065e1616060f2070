// For tests of operations: a loop, two ends on it, and operations that remember their outcome.
#ifndef TESTS_LOOP_TRACKED_H
#define TESTS_LOOP_TRACKED_H

#include "loop/loop.h"

#include "loop_system.h"

#include <check.h>
#include <string.h>

enum { MS = 1000000 };

static struct loop *loop;
static struct loop_io a, b;
static int order;

struct tracked {
    struct loop_op op;
    int calls, order;
    int64_t result;
};

static inline void done(struct loop *l, struct loop_op *op) {
    struct tracked *self = LOOP_CONTAINER(op, struct tracked, op);
    (void)l;
    self->calls++;
    self->result = op->result;
    self->order = ++order;
    ck_assert_int_eq(op->state, LOOP_OP_IDLE);
}

static void setup(void) {
    order = 0;
    ck_assert_int_eq(loop_create(&loop, NULL), 0);
}
static void teardown(void) { ck_assert_int_eq(loop_free(loop), 0); }

static inline void open_ends(const char *name, const loop_descriptor ends[2], unsigned flags) {
    a = b = (struct loop_io){0};
    ck_assert_int_eq(loop_io_open(loop, &a, name, ends[0], flags), 0);
    ck_assert_int_eq(loop_io_open(loop, &b, name, ends[1], flags), 0);
}

static inline void open_pair(void) {
    loop_descriptor ends[2];
    stream_pair(ends);
    open_ends("socket", ends, 0);
}

static inline void open_pipe(unsigned flags) { // reads at a, writes at b
    loop_descriptor ends[2];
    pipe_pair(ends);
    open_ends("pipe", ends, flags);
}

static inline void close_both(void) {
    loop_io_close(&a, NULL);
    loop_io_close(&b, NULL);
    ck_assert_int_eq(loop_run(loop), 0);
}

static inline int write_text(struct loop_io *io, struct tracked *op, const char *text) {
    return loop_write(io, &op->op, &(struct loop_buffer){(char *)text, strlen(text)}, 1, done);
}

#endif
