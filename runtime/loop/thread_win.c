#include "loop/thread.h"

int thread_start(pthread_t *out, size_t stack_bytes, void *(*run)(void *argument), void *argument) {
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);
    if (error) return -error;
    pthread_attr_setstacksize(&attributes, stack_bytes);
    error = pthread_create(out, &attributes, run, argument);
    pthread_attr_destroy(&attributes);
    return -error;
}
