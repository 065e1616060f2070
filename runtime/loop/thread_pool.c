#include "loop/thread_pool.h"

#include "loop/loop_internal.h"
#include "loop/memory.h"
#include "loop/thread.h"

#include <errno.h>
#include <string.h>

enum { DEFAULT_LIMIT = 4, MAXIMUM_LIMIT = 1024, STACK_BYTES = 1 << 20 };

struct thread_pool {
    struct loop *loop;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct loop_link queue; // of loop_work.post.link; under lock, like the next three
    unsigned idle;
    bool ending;
    unsigned started, limit;
    size_t pending; // the loop's thread only
    pthread_t threads[];
};

static void *run_thread(void *argument) {
    struct thread_pool *pool = argument;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (loop_list_is_empty(&pool->queue) && !pool->ending) {
            pool->idle++;
            pthread_cond_wait(&pool->changed, &pool->lock);
            pool->idle--;
        }
        if (pool->ending) break;
        struct loop_work *work = LOOP_CONTAINER(pool->queue.next, struct loop_work, post.link);
        loop_list_remove(&work->post.link);
        work->queued = false;
        pthread_mutex_unlock(&pool->lock);
        work->run(work);
        loop_post_joined(pool->loop, &work->post);
        pthread_mutex_lock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static int start_thread(struct thread_pool *pool) {
    int error = thread_start(&pool->threads[pool->started], STACK_BYTES, run_thread, pool);
    pool->started += !error;
    return error;
}

struct thread_pool *thread_pool_create(struct loop *loop, unsigned limit) {
    if (limit == 0) limit = DEFAULT_LIMIT;
    if (limit > MAXIMUM_LIMIT) limit = MAXIMUM_LIMIT;
    size_t bytes = sizeof(struct thread_pool) + limit * sizeof(pthread_t);
    struct thread_pool *pool = loop_memory_allocate(bytes);
    if (!pool) return NULL;
    memset(pool, 0, bytes);
    pool->loop = loop;
    pool->limit = limit;
    loop_list_initialize(&pool->queue);
    if (pthread_mutex_init(&pool->lock, NULL) == 0) {
        if (pthread_cond_init(&pool->changed, NULL) == 0) return pool;
        pthread_mutex_destroy(&pool->lock);
    }
    loop_memory_release(pool);
    return NULL;
}

static void finish(struct loop *loop, struct loop_post *post) {
    struct loop_work *work = LOOP_CONTAINER(post, struct loop_work, post);
    loop->pool->pending--;
    loop->alive--;
    work->done(loop, work, work->cancelled ? -ECANCELED : 0);
}

// Gives their owners back what has not begun, and what has been done and not been told yet.
static void end_all(struct thread_pool *pool) {
    struct loop *loop = pool->loop;
    while (!loop_list_is_empty(&pool->queue)) {
        struct loop_work *work = LOOP_CONTAINER(pool->queue.next, struct loop_work, post.link);
        loop_list_remove(&work->post.link);
        work->cancelled = true;
        finish(loop, &work->post);
    }
    for (struct loop_link *link = loop->posts.next, *next; link != &loop->posts; link = next) {
        struct loop_post *post = LOOP_CONTAINER(link, struct loop_post, link);
        next = link->next;
        if (post->callback == finish) {
            loop_list_remove(link);
            finish(loop, post);
        }
    }
}

void thread_pool_free(struct thread_pool *pool, bool forked) {
    if (!pool) return;
    if (!forked) {
        pthread_mutex_lock(&pool->lock);
        pool->ending = true;
        pthread_cond_broadcast(&pool->changed);
        pthread_mutex_unlock(&pool->lock);
        for (unsigned i = 0; i < pool->started; i++)
            pthread_join(pool->threads[i], NULL);
        end_all(pool);
        pthread_cond_destroy(&pool->changed);
        pthread_mutex_destroy(&pool->lock);
    }
    loop_memory_release(pool);
}

size_t thread_pool_pending(const struct thread_pool *pool) { return pool ? pool->pending : 0; }

int loop_work_submit(struct loop *loop, struct loop_work *work, void (*run)(struct loop_work *work),
                     void (*done)(struct loop *loop, struct loop_work *work, int status)) {
    if (!loop->pool && !(loop->pool = thread_pool_create(loop, loop->options.pool_threads))) return -ENOMEM;
    struct thread_pool *pool = loop->pool;
    *work = (struct loop_work){{.callback = finish}, .loop = loop, .run = run, .done = done, .queued = true};
    pthread_mutex_lock(&pool->lock);
    unsigned waiting = 1;
    for (struct loop_link *link = pool->queue.next; link != &pool->queue && waiting <= pool->idle;
         link = link->next)
        waiting++;
    int error = waiting > pool->idle && pool->started < pool->limit ? start_thread(pool) : 0;
    if (error && pool->started == 0) {
        pthread_mutex_unlock(&pool->lock);
        return error;
    }
    loop_list_append(&pool->queue, &work->post.link);
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_signal(&pool->changed); // outside: the thread would wait for the lock
    pool->pending++;
    loop->alive++;
    return 0;
}

int loop_work_cancel(struct loop_work *work) {
    struct thread_pool *pool = work->loop->pool;
    pthread_mutex_lock(&pool->lock);
    bool queued = work->queued;
    if (queued) {
        loop_list_remove(&work->post.link);
        work->queued = false;
        work->cancelled = true;
    }
    pthread_mutex_unlock(&pool->lock);
    if (!queued) return -EBUSY;
    loop_post(work->loop, &work->post);
    return 0;
}
