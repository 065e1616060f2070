// The pool: one queue, and threads that rest when it is empty.
//
// Whoever rested last is called first: that thread is still near its processor, and a loop that waits for one
// work after the other goes on with one thread. A thread is *free* from the end of its work on, before the
// loop hears of that; so work that follows at once does not start another.
#include "loop/thread_pool.h"

#include "loop/loop_internal.h"
#include "loop/memory.h"
#include "loop/thread.h"

#include <errno.h>
#include <string.h>

enum { DEFAULT_LIMIT = 4, MAXIMUM_LIMIT = 1024, STACK_BYTES = 1 << 20 };

struct pool_thread {
    struct thread_pool *pool;
    pthread_t thread;
    pthread_cond_t call; // while it rests
    bool called;
    struct pool_thread *before; // who rested already then
};

struct thread_pool {
    struct loop *loop;
    pthread_mutex_t lock;
    struct loop_link queue; // of loop_work.post.link; under lock, like the next five
    unsigned queued;        // its length
    unsigned free;
    struct pool_thread *last; // who rested last
    bool ending;
    unsigned started, limit;
    size_t pending; // the loop's thread only
    struct pool_thread threads[];
};

static void rest(struct thread_pool *pool, struct pool_thread *self) {
    self->before = pool->last;
    self->called = false;
    pool->last = self;
    while (!self->called)
        pthread_cond_wait(&self->call, &pool->lock);
}

// Takes one of those that rest, for its `call` to be signalled. NULL: none does.
static struct pool_thread *choose(struct thread_pool *pool) {
    struct pool_thread *one = pool->last;
    if (one) {
        pool->last = one->before;
        one->called = true;
    }
    return one;
}

static void *run_thread(void *argument) {
    struct pool_thread *self = argument;
    struct thread_pool *pool = self->pool;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (!pool->queued && !pool->ending)
            rest(pool, self);
        if (pool->ending) break;
        struct loop_work *work = LOOP_CONTAINER(pool->queue.next, struct loop_work, post.link);
        loop_list_remove(&work->post.link);
        work->queued = false;
        pool->queued--;
        pool->free--;
        pthread_mutex_unlock(&pool->lock);
        work->run(work);
        pthread_mutex_lock(&pool->lock);
        pool->free++;
        pthread_mutex_unlock(&pool->lock);
        loop_post_joined(pool->loop, &work->post);
        pthread_mutex_lock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static int start_thread(struct thread_pool *pool) {
    struct pool_thread *thread = &pool->threads[pool->started];
    thread->pool = pool;
    int error = -pthread_cond_init(&thread->call, NULL);
    if (error) return error;
    error = thread_start(&thread->thread, STACK_BYTES, run_thread, thread);
    if (error) {
        pthread_cond_destroy(&thread->call);
        return error;
    }
    pool->started++;
    pool->free++;
    return 0;
}

struct thread_pool *thread_pool_create(struct loop *loop, unsigned limit) {
    if (limit == 0) limit = DEFAULT_LIMIT;
    if (limit > MAXIMUM_LIMIT) limit = MAXIMUM_LIMIT;
    size_t bytes = sizeof(struct thread_pool) + limit * sizeof(struct pool_thread);
    struct thread_pool *pool = loop_memory_allocate(bytes);
    if (!pool) return NULL;
    memset(pool, 0, bytes);
    pool->loop = loop;
    pool->limit = limit;
    loop_list_initialize(&pool->queue);
    if (pthread_mutex_init(&pool->lock, NULL) == 0) return pool;
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
        for (struct pool_thread *resting; (resting = choose(pool));)
            pthread_cond_signal(&resting->call);
        pthread_mutex_unlock(&pool->lock);
        for (unsigned i = 0; i < pool->started; i++) {
            pthread_join(pool->threads[i].thread, NULL);
            pthread_cond_destroy(&pool->threads[i].call);
        }
        end_all(pool);
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
    int error = pool->queued >= pool->free && pool->started < pool->limit ? start_thread(pool) : 0;
    if (error && pool->started == 0) {
        pthread_mutex_unlock(&pool->lock);
        return error;
    }
    loop_list_append(&pool->queue, &work->post.link);
    pool->queued++;
    struct pool_thread *resting = choose(pool);
    pthread_mutex_unlock(&pool->lock);
    if (resting) pthread_cond_signal(&resting->call); // outside: it would wait for the lock
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
        pool->queued--;
        work->queued = false;
        work->cancelled = true;
    }
    pthread_mutex_unlock(&pool->lock);
    if (!queued) return -EBUSY;
    loop_post(work->loop, &work->post);
    return 0;
}
