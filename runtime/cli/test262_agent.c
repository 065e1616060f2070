// The main thread and the agents meet in one `struct group` under one lock: the message being broadcast, and
// the reports. It belongs to the host object that is $262.agent; threads are joined before it is freed.
#include "cli/test262_agent.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define POLL_NS 1000000

struct report {
    struct report *next;
    char text[];
};

struct agent {
    struct agent *next;
    struct group *group;
    pthread_t thread;
    char *source;
    vm_isolate *vm;    // while the thread has one; under the lock
    unsigned received; // number of the last message taken
    bool ended;        // takes no more messages; under the lock
    bool left;         // own thread only
    vm_root receiver;  // the function given to receiveBroadcast
};

struct group {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct agent *agents;
    struct report *reports, **last_report;
    unsigned messages; // broadcast so far
    vm_shared_memory *memory;
    double number; // the second argument of broadcast
    bool ending;
};

// --- time

static double now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void sleep_ns(uint64_t nanoseconds) {
    struct timespec rest = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
    while (nanosleep(&rest, &rest) != 0 && errno == EINTR) {
    }
}

static vm_value monotonic_now(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm, (void)frame, (void)argc;
    return vm_number(now_ms());
}

static vm_value sleep_native(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double milliseconds;
    if (!vm_to_double(vm, vm_argument(frame, argc, 0), &milliseconds)) {
        return vm_exception();
    }
    if (milliseconds > 0) {
        sleep_ns((uint64_t)(milliseconds * 1e6));
    }
    return vm_undefined();
}

// --- in agents

static vm_value receive_broadcast(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm;
    struct agent *agent = vm_function_data(frame[-1]);
    agent->receiver.value = vm_argument(frame, argc, 0);
    return vm_undefined();
}

static vm_value report(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct group *group = ((struct agent *)vm_function_data(frame[-1]))->group;
    size_t length;
    char *text = vm_to_utf8(vm, vm_argument(frame, argc, 0), &length);
    struct report *r = text ? malloc(sizeof *r + length + 1) : NULL;
    if (!r) {
        vm_free(vm, text);
        return text ? vm_throw_out_of_memory(vm) : vm_exception();
    }
    r->next = NULL;
    memcpy(r->text, text, length + 1);
    vm_free(vm, text);
    pthread_mutex_lock(&group->lock);
    *group->last_report = r;
    group->last_report = &r->next;
    pthread_mutex_unlock(&group->lock);
    return vm_undefined();
}

static vm_value leaving(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm, (void)argc;
    ((struct agent *)vm_function_data(frame[-1]))->left = true;
    return vm_undefined();
}

static bool define_in_agent(vm_isolate *vm, struct agent *agent) {
    const vm_method methods[] = {
        {"receiveBroadcast", receive_broadcast, 1, VM_METHOD, agent},
        {"report", report, 1, VM_METHOD, agent},
        {"sleep", sleep_native, 1, VM_METHOD, NULL},
        {"leaving", leaving, 0, VM_METHOD, agent},
        {"monotonicNow", monotonic_now, 0, VM_METHOD, NULL},
    };
    vm_value host = vm_object(vm), object = vm_object(vm);
    return !vm_is_exception(host) && !vm_is_exception(object) &&
           vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods) &&
           vm_define(vm, host, "agent", object, VM_HIDDEN) &&
           vm_define(vm, vm_global(vm), "$262", host, VM_HIDDEN);
}

// Runs jobs until the agent leaves or nothing can come any more. False: an error.
static bool run_jobs(vm_isolate *vm, struct agent *agent) {
    uint64_t timeout;
    bool ok = vm_drain(vm, true);
    while (ok && !agent->left && vm_wait_pending(vm, &timeout)) {
        sleep_ns(timeout < POLL_NS ? timeout : POLL_NS);
        ok = !vm_termination(vm) && vm_wait_settle(vm) && vm_drain(vm, true);
    }
    return ok;
}

// Waits for a message that this agent has not had. False: the group ends.
static bool next_message(vm_isolate *vm, struct agent *agent, vm_value arguments[2]) {
    struct group *group = agent->group;
    pthread_mutex_lock(&group->lock);
    while (!group->ending && agent->received == group->messages) {
        pthread_cond_wait(&group->changed, &group->lock);
    }
    bool more = !group->ending;
    if (more) {
        agent->received = group->messages;
        arguments[0] = vm_shared_array_buffer(vm, group->memory);
        arguments[1] = vm_number(group->number);
        pthread_cond_broadcast(&group->changed);
    }
    pthread_mutex_unlock(&group->lock);
    return more;
}

static void run_agent(vm_isolate *vm, struct agent *agent) {
    vm_source source = {.text = agent->source, .length = strlen(agent->source), .name = "agent"};
    vm_value arguments[2];
    vm_root_add(vm, &agent->receiver, vm_undefined());
    bool ok = define_in_agent(vm, agent) && !vm_is_exception(vm_eval(vm, &source)) && run_jobs(vm, agent);
    while (ok && !agent->left && vm_is_function(agent->receiver.value) &&
           next_message(vm, agent, arguments)) {
        vm_value receiver = agent->receiver.value;
        agent->receiver.value = vm_undefined();
        ok = !vm_is_exception(arguments[0]) &&
             !vm_is_exception(vm_call(vm, receiver, vm_undefined(), 2, arguments)) && run_jobs(vm, agent);
    }
    vm_root_remove(&agent->receiver);
}

static void *agent_thread(void *data) {
    struct agent *agent = data;
    struct group *group = agent->group;
    vm_isolate *vm = vm_create(NULL);
    pthread_mutex_lock(&group->lock);
    agent->vm = vm;
    bool ending = group->ending;
    pthread_mutex_unlock(&group->lock);
    if (vm && !ending) {
        run_agent(vm, agent);
    }
    pthread_mutex_lock(&group->lock);
    agent->vm = NULL;
    agent->ended = true;
    pthread_cond_broadcast(&group->changed);
    pthread_mutex_unlock(&group->lock);
    vm_destroy(vm);
    return NULL;
}

// --- in the main thread

static void end_group(vm_isolate *vm, void *data) {
    (void)vm;
    struct group *group = *(struct group **)data;
    if (!group) {
        return;
    }
    pthread_mutex_lock(&group->lock);
    group->ending = true;
    for (struct agent *agent = group->agents; agent; agent = agent->next) {
        if (agent->vm) {
            vm_terminate(agent->vm);
        }
    }
    pthread_cond_broadcast(&group->changed);
    pthread_mutex_unlock(&group->lock);
    while (group->agents) {
        struct agent *agent = group->agents;
        group->agents = agent->next;
        pthread_join(agent->thread, NULL);
        free(agent->source);
        free(agent);
    }
    while (group->reports) {
        struct report *r = group->reports;
        group->reports = r->next;
        free(r);
    }
    vm_shared_memory_release(group->memory);
    pthread_cond_destroy(&group->changed);
    pthread_mutex_destroy(&group->lock);
    free(group);
}

static const vm_class group_class = {.name = "Agent", .bytes = sizeof(struct group *), .finalize = end_group};

static vm_value start(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct group *group = vm_function_data(frame[-1]);
    size_t length;
    char *text = vm_to_utf8(vm, vm_argument(frame, argc, 0), &length);
    struct agent *agent = text ? calloc(1, sizeof *agent) : NULL;
    char *source = agent ? strdup(text) : NULL;
    vm_free(vm, text);
    if (!source) {
        free(agent);
        return text ? vm_throw_out_of_memory(vm) : vm_exception();
    }
    agent->group = group;
    agent->source = source;
    pthread_mutex_lock(&group->lock);
    agent->received = group->messages;
    bool started = pthread_create(&agent->thread, NULL, agent_thread, agent) == 0;
    if (started) {
        agent->next = group->agents;
        group->agents = agent;
    }
    pthread_mutex_unlock(&group->lock);
    if (started) {
        return vm_undefined();
    }
    free(source);
    free(agent);
    return vm_throw_error(vm, VM_ERROR_PLAIN, "No thread for an agent");
}

static bool all_received(const struct group *group) {
    for (const struct agent *agent = group->agents; agent; agent = agent->next) {
        if (!agent->ended && agent->received != group->messages) {
            return false;
        }
    }
    return true;
}

static vm_value broadcast(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct group *group = vm_function_data(frame[-1]);
    vm_shared_memory *memory = vm_shared_memory_of(vm_argument(frame, argc, 0));
    double number = 0;
    if (!memory) {
        return vm_throw_type_error(vm, "Only a SharedArrayBuffer can be broadcast");
    }
    if (argc > 1 && !vm_to_double(vm, frame[2], &number)) {
        vm_shared_memory_release(memory);
        return vm_exception();
    }
    pthread_mutex_lock(&group->lock);
    vm_shared_memory_release(group->memory);
    group->memory = memory;
    group->number = number;
    group->messages++;
    pthread_cond_broadcast(&group->changed);
    while (!all_received(group)) {
        pthread_cond_wait(&group->changed, &group->lock);
    }
    pthread_mutex_unlock(&group->lock);
    return vm_undefined();
}

static vm_value get_report(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct group *group = vm_function_data(frame[-1]);
    pthread_mutex_lock(&group->lock);
    struct report *r = group->reports;
    if (r) {
        group->reports = r->next;
        if (!r->next) {
            group->last_report = &group->reports;
        }
    }
    pthread_mutex_unlock(&group->lock);
    if (!r) {
        return vm_null();
    }
    vm_value text = vm_string(vm, r->text);
    free(r);
    return text;
}

bool test262_agent_define(vm_isolate *vm, vm_value host) {
    vm_value object = vm_host_object(vm, &group_class, vm_undefined(), 0);
    struct group *group = vm_is_exception(object) ? NULL : calloc(1, sizeof *group);
    if (!group) {
        return false;
    }
    pthread_mutex_init(&group->lock, NULL);
    pthread_cond_init(&group->changed, NULL);
    group->last_report = &group->reports;
    *(struct group **)vm_host_data(object, &group_class) = group;
    const vm_method methods[] = {
        {"start", start, 1, VM_METHOD, group},
        {"broadcast", broadcast, 1, VM_METHOD, group},
        {"getReport", get_report, 0, VM_METHOD, group},
        {"sleep", sleep_native, 1, VM_METHOD, NULL},
        {"monotonicNow", monotonic_now, 0, VM_METHOD, NULL},
    };
    return vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods) &&
           vm_define(vm, host, "agent", object, VM_HIDDEN);
}
