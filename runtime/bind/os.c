// What node:os is made of: facts about the system, and the numbers of signals and errors.
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>

#include "bind/runtime.h"
#include "os/fs.h"
#include "os/process.h"
#include "os/system.h"

static vm_value outcome(vm_isolate *vm, int error, const char *syscall) {
    return error < 0 ? throw_system(vm, -error, syscall, NULL) : vm_undefined();
}

// An array of texts.
static vm_value texts(vm_isolate *vm, const char *const *given, uint32_t count) {
    vm_value list = vm_array(vm, NULL, 0);
    for (uint32_t i = 0; i < count && !vm_is_exception(list); i++) {
        vm_value text = vm_string(vm, given[i]);
        if (vm_is_exception(text) || !vm_array_push(vm, list, text)) {
            return vm_exception();
        }
    }
    return list;
}

// names(): [system, release, version, machine]
static vm_value names(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    struct system_name n;
    vm_value result = outcome(vm, system_name(&n), "uname");
    const char *all[] = {n.system, n.release, n.version, n.machine};
    return vm_is_exception(result) ? result : texts(vm, all, 4);
}

static vm_value host_name(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    char name[256];
    vm_value result = outcome(vm, system_host_name(name, sizeof name), "gethostname");
    return vm_is_exception(result) ? result : vm_string(vm, name);
}

static vm_value uptime(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm, (void)frame, (void)argc;
    return vm_number(system_uptime_s());
}

static vm_value load(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    double averages[3];
    system_load(averages);
    vm_value values[] = {vm_number(averages[0]), vm_number(averages[1]), vm_number(averages[2])};
    return vm_array(vm, values, 3);
}

static vm_value memory(vm_isolate *vm, vm_value *frame, uint32_t argc) { // data: free memory
    (void)vm, (void)argc;
    return vm_number(
        (double)(vm_function_data(frame[-1]) ? system_free_memory_bytes() : system_memory_bytes()));
}

static vm_value parallelism(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)vm, (void)frame, (void)argc;
    return vm_number(system_parallelism());
}

// cpus(): model, MHz, and milliseconds as user, nice, system, idle, interrupts, of each in one array.
static vm_value cpus(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    enum { MOST = 1024 };
    struct system_cpu *all = vm_allocate(vm, MOST * sizeof *all);
    if (!all) {
        return vm_throw_out_of_memory(vm);
    }
    int count = system_cpus(all, MOST);
    vm_value list = count < 0 ? throw_system(vm, -count, "cpus", NULL) : vm_array(vm, NULL, 0);
    bool ok = !vm_is_exception(list);
    for (int i = 0; ok && i < count && i < MOST; i++) {
        vm_value model = vm_string(vm, all[i].model);
        ok = !vm_is_exception(model) && vm_array_push(vm, list, model) &&
             vm_array_push(vm, list, vm_number(all[i].megahertz));
        for (int j = 0; ok && j < SYSTEM_CPU_TIMES; j++) {
            ok = vm_array_push(vm, list, vm_number((double)all[i].times_ms[j]));
        }
    }
    vm_free(vm, all);
    return ok ? list : vm_exception();
}

// user(): [uid, gid, name, home, shell]
static vm_value user(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    struct system_user u;
    vm_value result = outcome(vm, system_user(&u), "uv_os_get_passwd");
    if (vm_is_exception(result)) {
        return result;
    }
    const char *all[] = {"", "", u.name, u.home, u.shell};
    vm_value list = texts(vm, all, 5);
    return vm_is_exception(list) || !vm_set_index(vm, list, 0, vm_int64(u.user)) ||
                   !vm_set_index(vm, list, 1, vm_int64(u.group))
               ? vm_exception()
               : list;
}

struct interfaces {
    vm_isolate *vm;
    vm_value list;
    bool failed;
};

static bool add_interface(const struct system_interface *i, void *data) {
    struct interfaces *all = data;
    vm_isolate *vm = all->vm;
    const char *given[] = {i->name, i->address, i->netmask};
    vm_value entry = texts(vm, given, 3);
    vm_value mac = vm_is_exception(entry)
                       ? entry
                       : vm_string_format(vm, "%02x:%02x:%02x:%02x:%02x:%02x", i->mac[0], i->mac[1],
                                          i->mac[2], i->mac[3], i->mac[4], i->mac[5]);
    all->failed = vm_is_exception(mac) || !vm_array_push(vm, entry, mac) ||
                  !vm_array_push(vm, entry, vm_bool(i->is_ipv6)) ||
                  !vm_array_push(vm, entry, vm_bool(i->internal)) ||
                  !vm_array_push(vm, entry, vm_number(i->scope)) ||
                  !vm_array_push(vm, entry, vm_number(i->prefix)) || !vm_array_push(vm, all->list, entry);
    return !all->failed;
}

// interfaces(): arrays [name, address, netmask, mac, is IPv6, internal, scope, prefix]
static vm_value interfaces(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    struct interfaces all = {.vm = vm, .list = vm_array(vm, NULL, 0)};
    if (vm_is_exception(all.list)) {
        return all.list;
    }
    vm_value result = outcome(vm, system_interfaces(add_interface, &all), "uv_interface_addresses");
    return all.failed || vm_is_exception(result) ? vm_exception() : all.list;
}

// priority(pid): the number, or with a second argument sets it. Errors: a text, their name.
static vm_value priority(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    double process;
    int32_t wanted;
    int current = 0, error;
    if (!vm_to_double(vm, vm_argument(frame, argc, 0), &process)) {
        return vm_exception();
    }
    if (argc > 1) {
        if (!vm_to_int32(vm, frame[2], &wanted)) {
            return vm_exception();
        }
        error = system_set_priority((int64_t)process, wanted);
    } else {
        error = system_priority((int64_t)process, &current);
    }
    const char *name = error < 0 ? fs_error_name(-error) : NULL;
    return error < 0 ? vm_string(vm, name ? name : "UNKNOWN") : vm_int(current);
}

// --- errors and signals

static const struct {
    const char *name;
    int number;
} signals[] = {
#define SIGNAL(name) {#name, name},
#include "os/signals.def"
#undef SIGNAL
};

static const struct {
    const char *name;
    int number;
} errors[] = {
#define SYSTEM_ERROR(name, text) {#name, name},
#define SYSTEM_ERROR_NAME(name) {#name, name},
#include "os/errors.def"
#undef SYSTEM_ERROR
#undef SYSTEM_ERROR_NAME
};

// errorName(errno): "ENOENT", or undefined. errorText(errno): "no such file or directory".
static vm_value error_name(vm_isolate *vm, vm_value *frame, uint32_t argc) { // data: the text
    int32_t number;
    if (!vm_to_int32(vm, vm_argument(frame, argc, 0), &number)) {
        return vm_exception();
    }
    const char *name = vm_function_data(frame[-1]) ? fs_error_text(number) : fs_error_name(number);
    return name ? vm_string(vm, name) : vm_undefined();
}

static bool add_number(vm_isolate *vm, vm_value object, const char *name, int number) {
    return !vm_is_exception(object) && vm_define(vm, object, name, vm_int(number), VM_ENUMERABLE);
}

bool os_natives(vm_isolate *vm, vm_value object) {
    static const vm_method methods[] = {
        {"names", names, 0, VM_METHOD, NULL},
        {"hostname", host_name, 0, VM_METHOD, NULL},
        {"uptime", uptime, 0, VM_METHOD, NULL},
        {"loadavg", load, 0, VM_METHOD, NULL},
        {"totalmem", memory, 0, VM_METHOD, NULL},
        {"freemem", memory, 0, VM_METHOD, (void *)1},
        {"availableParallelism", parallelism, 0, VM_METHOD, NULL},
        {"cpus", cpus, 0, VM_METHOD, NULL},
        {"user", user, 0, VM_METHOD, NULL},
        {"interfaces", interfaces, 0, VM_METHOD, NULL},
        {"priority", priority, 2, VM_METHOD, NULL},
        {"errorName", error_name, 1, VM_METHOD, NULL},
        {"errorText", error_name, 1, VM_METHOD, (void *)1},
    };
    static const struct {
        const char *name;
        int number;
    } loading[] = {{"RTLD_LAZY", RTLD_LAZY},
                   {"RTLD_NOW", RTLD_NOW},
                   {"RTLD_GLOBAL", RTLD_GLOBAL},
                   {"RTLD_LOCAL", RTLD_LOCAL}};
    vm_value by_signal = vm_object_with_prototype(vm, vm_null());
    vm_value by_error = vm_is_exception(by_signal) ? by_signal : vm_object_with_prototype(vm, vm_null());
    vm_value by_loading = vm_is_exception(by_error) ? by_error : vm_object_with_prototype(vm, vm_null());
    bool ok = !vm_is_exception(by_loading) &&
              vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods);
    for (size_t i = 0; ok && i < sizeof signals / sizeof *signals; i++) {
        ok = add_number(vm, by_signal, signals[i].name, signals[i].number);
    }
    for (size_t i = 0; ok && i < sizeof errors / sizeof *errors; i++) {
        ok = add_number(vm, by_error, errors[i].name, errors[i].number);
    }
    for (size_t i = 0; ok && i < sizeof loading / sizeof *loading; i++) {
        ok = add_number(vm, by_loading, loading[i].name, loading[i].number);
    }
    return ok && vm_define(vm, object, "signals", by_signal, VM_DEFAULT) &&
           vm_define(vm, object, "errno", by_error, VM_DEFAULT) &&
           vm_define(vm, object, "dlopen", by_loading, VM_DEFAULT);
}
