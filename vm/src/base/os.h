// What the engine needs of the operating system. os_posix.c and os_win.c implement this one contract; the
// build picks one. Nothing here allocates, keeps state or changes errno's meaning for the caller.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// -- Time ------------------------------------------------------------------------------------------------

// Nanoseconds on a clock that never goes back; the starting point is arbitrary.
uint64_t os_now_ns(void);

// Nanoseconds since 1970-01-01 UTC by the system's adjustable clock; negative before.
int64_t os_wall_ns(void);

// The same in whole milliseconds, rounded down.
int64_t os_wall_ms(void);

// CPU time used by the whole process, in nanoseconds.
uint64_t os_cpu_ns(void);

// The local time zone. `name` gets its name in the time zone database, "" when unknown; the result is the
// length of its data in `data`: TZif (RFC 9636), or a rule in the form of POSIX's TZ variable. 0 means UTC.
size_t os_time_zone(char *name, size_t name_size, void *data, size_t data_size);

// -- Address space ---------------------------------------------------------------------------------------
//
// A reserved range costs address space only. Touching it before it is committed is a fault, so uncommitted
// pages serve as guards. Sizes and addresses are multiples of os_page_size().

size_t os_page_size(void);

// Reserves `bytes` starting at a multiple of `alignment` (a power of two, at least the page size). NULL on
// failure.
void *os_reserve(size_t bytes, size_t alignment);

// Makes a reserved range readable and writable, zero-filled on first touch. False when memory is exhausted.
bool os_commit(void *address, size_t bytes);

// Gives the memory of a committed range back; it is inaccessible until committed again, then zero.
void os_decommit(void *address, size_t bytes);

// Gives the memory of a committed range back but leaves it committed; its content is lost.
void os_discard(void *address, size_t bytes);

// Gives up address space. On POSIX any part of a reservation, on Windows only exactly what was reserved.
void os_release(void *address, size_t bytes);

// -- Threads ---------------------------------------------------------------------------------------------

// The C stack of a thread; it grows from `base` down to `limit`.
struct os_stack {
    char *base;  // above every frame
    char *limit; // lowest address that may be used
};

// Finds the current thread's stack. Cheap enough (about a microsecond) to ask at every isolate's creation.
// False when unknown.
bool os_stack_bounds(struct os_stack *stack);

// A number that no other living thread of this process has; never 0.
uint64_t os_thread_id(void);

// A lock together with a condition that threads wait for while they hold it. Storage is the caller's.
struct os_monitor {
    uint64_t storage[16];
};
void os_monitor_initialize(struct os_monitor *monitor);
void os_monitor_finalize(struct os_monitor *monitor); // nobody may be inside
void os_monitor_enter(struct os_monitor *monitor);
void os_monitor_leave(struct os_monitor *monitor);
// Inside: leaves, sleeps until a wake or until os_now_ns() is `deadline_ns` (UINT64_MAX: no deadline), enters
// again. May return for no reason.
void os_monitor_wait(struct os_monitor *monitor, uint64_t deadline_ns);
void os_monitor_wake_all(struct os_monitor *monitor); // inside

// -- Randomness ------------------------------------------------------------------------------------------

// Fills `bytes` with unpredictable bytes. False when the system has none.
bool os_random_bytes(void *bytes, size_t count);
