// Posts from other threads.
//
// The queue stands under a lock. A loop that is about to block (or to hand control to its host, who waits for
// the host handle) says so under the same lock, after looking at the queue; so a poster knows whether a
// wake-up is needed, only the first one of a batch sends it, and none is lost.
#include "loop/loop_internal.h"

#include "loop/memory.h"

#include <errno.h>

// Whether the loop has to be woken.
static bool append(struct loop *loop, struct loop_post *post) {
    bool asleep = loop->asleep;
    loop_list_append(&loop->posts, &post->link);
    atomic_store_explicit(&loop->has_posts, true, memory_order_relaxed);
    loop->asleep = false;
    return asleep;
}

int loop_post(struct loop *loop, struct loop_post *post) {
    pthread_mutex_lock(&loop->post_lock);
    bool queued = loop_link_is_linked(&post->link);
    if (!queued && append(loop, post))
        loop_backend_wake(loop->backend); // under the lock: then it cannot be freed
    pthread_mutex_unlock(&loop->post_lock);
    return queued ? -EALREADY : 0;
}

void loop_post_joined(struct loop *loop, struct loop_post *post) {
    pthread_mutex_lock(&loop->post_lock);
    bool wake = append(loop, post);
    pthread_mutex_unlock(&loop->post_lock);
    if (wake) loop_backend_wake(loop->backend);
}

bool loop_post_sleep(struct loop *loop) {
    pthread_mutex_lock(&loop->post_lock);
    bool empty = loop_list_is_empty(&loop->posts);
    loop->asleep = empty;
    pthread_mutex_unlock(&loop->post_lock);
    return empty;
}

void loop_post_awake(struct loop *loop) {
    pthread_mutex_lock(&loop->post_lock);
    loop->statistics.wakes += !loop->asleep && !loop_list_is_empty(&loop->posts);
    loop->asleep = false;
    pthread_mutex_unlock(&loop->post_lock);
}

// Part of phase 2: the posts that are queued now.
void loop_post_deliver(struct loop *loop) {
    if (!atomic_load_explicit(&loop->has_posts, memory_order_relaxed)) return;
    struct loop_link batch;
    loop_list_initialize(&batch);
    pthread_mutex_lock(&loop->post_lock);
    loop_list_move_all(&batch, &loop->posts);
    atomic_store_explicit(&loop->has_posts, false, memory_order_relaxed);
    pthread_mutex_unlock(&loop->post_lock);
    loop_before_callbacks(loop);
    while (!loop_list_is_empty(&batch)) {
        struct loop_post *post = LOOP_CONTAINER(batch.next, struct loop_post, link);
        pthread_mutex_lock(&loop->post_lock); // another thread may be asking whether it is queued
        loop_list_remove(&post->link);
        pthread_mutex_unlock(&loop->post_lock);
        loop->statistics.posts++;
        post->callback(loop, post);
        loop_after_callback(loop);
    }
}

struct posted_call {
    struct loop_post post;
    void (*call)(struct loop *loop, void *data);
    void *data;
};

static void run_call(struct loop *loop, struct loop_post *post) {
    struct posted_call call = *LOOP_CONTAINER(post, struct posted_call, post);
    loop_memory_release(LOOP_CONTAINER(post, struct posted_call, post));
    call.call(loop, call.data);
}

int loop_post_call(struct loop *loop, void (*call)(struct loop *loop, void *data), void *data) {
    struct posted_call *posted = loop_memory_allocate(sizeof *posted);
    if (!posted) return -ENOMEM;
    *posted = (struct posted_call){{.callback = run_call}, call, data};
    return loop_post(loop, &posted->post);
}

void loop_post_release_all(struct loop *loop) {
    for (struct loop_link *link = loop->posts.next, *next; link != &loop->posts; link = next) {
        struct loop_post *post = LOOP_CONTAINER(link, struct loop_post, link);
        next = link->next;
        if (post->callback == run_call) loop_memory_release(LOOP_CONTAINER(post, struct posted_call, post));
    }
}
