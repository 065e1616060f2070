// Queues in which a backend keeps the operations that wait: lists of their links.
#ifndef LOOP_OP_QUEUE_H
#define LOOP_OP_QUEUE_H

#include "loop/op.h"

static inline struct loop_op *op_queue_first(struct loop_link *queue) {
    return LOOP_CONTAINER(queue->next, struct loop_op, link);
}

// Takes an operation out of its queue and completes it.
static inline void op_queue_end(struct loop_op *op, int64_t result) {
    loop_list_remove(&op->link);
    loop_op_complete(op, result);
}

static inline void op_queue_end_all(struct loop_link *queue, int64_t result) {
    while (!loop_list_is_empty(queue))
        op_queue_end(op_queue_first(queue), result);
}

#endif
