// native('net'): sockets of streams, connected or listening, pipes and terminals, and name look-up.
//
// A *handle* is a host object whose data points to a struct net_handle in plain memory: the loop may need it
// for a while after its isolate is gone. From the moment it has a descriptor until its close callback it is
// pinned and in the list of its runtime; handles of a runtime that is detached are closed by it.
//
// Reading waits with an operation of length 0, so that an idle connection needs no buffer, and then receives
// into the runtime's one scratch buffer, of which the script gets a copy as long as what came. Writing sends
// at once what the system takes; only the rest becomes an operation, which keeps the chunk alive in a slot of
// the handle. Only one write is under way at a time: streams see to that.
//
// A descriptor that was given (open) and is *shared* with other processes, as standard input is, keeps the
// loop alive only while it is read.
//
// Callbacks are called with the owner of the handle as `this`:
//
//     onread(chunk | error)    a Buffer; 0 at the end; a negative error number
//     onaccept(handle | error)
#include <errno.h>
#include <stdlib.h>

#include "bind/bytes.h"
#include "bind/runtime.h"
#include "os/net.h"

#define SCRATCH_BYTES (64u * 1024)
#define LOOKUP_ADDRESSES 16

enum {
    SLOT_OWNER,
    SLOT_ON_READ,
    SLOT_ON_ACCEPT,
    SLOT_CHUNK,
    SLOT_WRITE_DONE,
    SLOT_CONNECT_DONE,
    SLOT_CLOSE_DONE,
    SLOTS
};

struct net_handle {
    struct loop_io io;
    struct loop_op read; // or accept
    struct loop_op write;
    struct loop_op connect;
    struct net_handle *next, **at; // in the runtime's list
    struct runtime *rt;            // NULL: detached, the memory goes with the close callback
    vm_value object;
    vm_root root; // holds the object while it is open
    struct net_address address;
    bool open, wanted, listening, unreferenced;
    bool bound; // open, and to be connected
    bool other; // no socket
    bool shared;
};

static void handle_finalize(vm_isolate *vm, void *data) {
    (void)vm;
    struct net_handle *h = *(struct net_handle **)data;
    if (h && !h->open) { // an open one belongs to the loop
        free(h);
    }
}

static const vm_class handle_class = {
    .name = "Handle", .bytes = sizeof(struct net_handle *), .slots = SLOTS, .finalize = handle_finalize};

// The handle of `this`; NULL: error pending.
static struct net_handle *this_handle(vm_isolate *vm, vm_value *frame) {
    struct net_handle **data = vm_host_check(vm, frame[0], &handle_class);
    return data ? *data : NULL;
}

static vm_value create(vm_isolate *vm, vm_value prototype, struct net_handle **out) {
    vm_value object = vm_host_object(vm, &handle_class, prototype, 0);
    if (vm_is_exception(object)) {
        return object;
    }
    struct net_handle *h = calloc(1, sizeof *h);
    if (!h) {
        return vm_throw_out_of_memory(vm);
    }
    *(struct net_handle **)vm_host_data(object, &handle_class) = h;
    h->object = object;
    h->rt = runtime_of(vm);
    *out = h;
    return object;
}

static void call_slot(struct net_handle *h, unsigned slot, vm_value argument) {
    const vm_value *slots = vm_host_slots(h->object);
    vm_value object = h->object;
    if (vm_is_function(slots[slot])) {
        runtime_call(h->rt, slots[slot], slots[SLOT_OWNER], 1, &argument);
    }
    vm_keep(object);
}

// The same for what is called once.
static void call_slot_once(struct net_handle *h, unsigned slot, vm_value argument) {
    vm_value callback = vm_host_slots(h->object)[slot];
    vm_host_set_slot(h->rt->vm, h->object, slot, vm_undefined());
    if (vm_is_function(callback)) {
        runtime_call(h->rt, callback, vm_host_slots(h->object)[SLOT_OWNER], 1, &argument);
    }
}

// --- life

static void update_reference(struct net_handle *h) {
    if (h->open) {
        loop_handle_set_referenced(&h->io.handle, !h->unreferenced && (h->wanted || !h->shared));
    }
}

static int handle_open(struct net_handle *h, intptr_t descriptor) {
    const char *name = h->listening ? "server" : h->other ? "pipe" : "socket";
    int error = loop_io_open(h->rt->loop, &h->io, name, descriptor, h->shared ? LOOP_IO_SHARED : 0);
    if (error) {
        return error;
    }
    h->open = true;
    vm_root_add(h->rt->vm, &h->root, h->object);
    h->next = h->rt->net.sockets;
    h->at = &h->rt->net.sockets;
    if (h->next) {
        h->next->at = &h->next;
    }
    h->rt->net.sockets = h;
    update_reference(h);
    return 0;
}

static void handle_unlink(struct net_handle *h) {
    *h->at = h->next;
    if (h->next) {
        h->next->at = h->at;
    }
}

static void handle_closed(struct loop *loop, struct loop_handle *handle) {
    (void)loop;
    struct net_handle *h =
        LOOP_CONTAINER(LOOP_CONTAINER(handle, struct loop_io, handle), struct net_handle, io);
    if (!h->rt) {
        free(h);
        return;
    }
    vm_value object = h->object;
    handle_unlink(h);
    h->open = false;
    call_slot_once(h, SLOT_CLOSE_DONE, vm_undefined());
    vm_root_remove(&h->root);
    vm_keep(object);
}

static void lookups_detach(struct runtime *rt);

void net_detach(struct runtime *rt) {
    lookups_detach(rt);
    while (rt->net.sockets) {
        struct net_handle *h = rt->net.sockets;
        handle_unlink(h);
        h->rt = NULL;
        vm_root_remove(&h->root);
        *(struct net_handle **)vm_host_data(h->object, &handle_class) = NULL;
        loop_io_close(&h->io, handle_closed);
    }
    free(rt->net.scratch);
    rt->net.scratch = NULL;
}

static vm_value close_handle(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct net_handle *h = this_handle(vm, frame);
    if (!h) {
        return vm_exception();
    }
    vm_host_set_slot(vm, h->object, SLOT_CLOSE_DONE, vm_argument(frame, argc, 0));
    h->wanted = false;
    if (h->open) {
        loop_io_close(&h->io, handle_closed);
        return vm_bool(true);
    }
    return vm_bool(false); // there is nothing to close: the caller calls back
}

static vm_value set_reference(vm_isolate *vm, vm_value *frame, uint32_t argc) { // data: unref
    (void)argc;
    struct net_handle *h = this_handle(vm, frame);
    if (!h) {
        return vm_exception();
    }
    h->unreferenced = vm_function_data(frame[-1]) != NULL;
    update_reference(h);
    return vm_undefined();
}

static vm_value has_reference(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct net_handle *h = this_handle(vm, frame);
    return h ? vm_bool(h->open && !h->unreferenced) : vm_exception();
}

// own(owner, onread, onaccept)
static vm_value own(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct net_handle *h = this_handle(vm, frame);
    if (!h) {
        return vm_exception();
    }
    vm_host_set_slot(vm, h->object, SLOT_OWNER, vm_argument(frame, argc, 0));
    vm_host_set_slot(vm, h->object, SLOT_ON_READ, vm_argument(frame, argc, 1));
    vm_host_set_slot(vm, h->object, SLOT_ON_ACCEPT, vm_argument(frame, argc, 2));
    return vm_undefined();
}

// --- reading

static void on_readable(struct loop *loop, struct loop_op *op);

static void wait_for_data(struct net_handle *h) {
    if (h->wanted && h->open && h->read.state == LOOP_OP_IDLE) {
        loop_read(&h->io, &h->read, NULL, 0, on_readable);
    }
}

static void on_readable(struct loop *loop, struct loop_op *op) {
    (void)loop;
    struct net_handle *h = LOOP_CONTAINER(op, struct net_handle, read);
    if (!h->rt || !h->wanted || h->io.handle.closing) {
        return;
    }
    if (op->result == -ECANCELED) { // stopped, and started again before this came
        wait_for_data(h);
        return;
    }
    vm_isolate *vm = h->rt->vm;
    vm_value object = h->object;
    int64_t count = op->result < 0 ? op->result
                    : h->other     ? net_read_other(h->io.descriptor, h->rt->net.scratch, SCRATCH_BYTES)
                                   : net_receive(h->io.descriptor, h->rt->net.scratch, SCRATCH_BYTES);
    if (count > 0 && count < SCRATCH_BYTES) {
        loop_read_emptied(&h->io);
    }
    if (count == -EAGAIN) {
        wait_for_data(h);
        return;
    }
    h->wanted = count > 0;
    vm_value chunk = vm_int((int32_t)count);
    if (count > 0) {
        chunk = bytes_to_buffer(vm, h->rt->net.scratch, (size_t)count);
        if (vm_is_exception(chunk)) {
            (void)vm_take_exception(vm);
            chunk = vm_int(-ENOMEM);
            h->wanted = false;
        }
    }
    call_slot(h, SLOT_ON_READ, chunk);
    if (h->rt) {
        wait_for_data(h);
        if (h->shared) {
            update_reference(h);
        }
    }
    vm_keep(object);
}

static vm_value read_start(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct net_handle *h = this_handle(vm, frame);
    if (!h) {
        return vm_exception();
    }
    if (!h->rt->net.scratch && !(h->rt->net.scratch = malloc(SCRATCH_BYTES))) {
        return vm_throw_out_of_memory(vm);
    }
    if (!h->wanted) {
        h->wanted = true;
        update_reference(h);
        wait_for_data(h);
    }
    return vm_undefined();
}

// An operation that is under way stays: it only tells that something is there.
static vm_value read_stop(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct net_handle *h = this_handle(vm, frame);
    if (!h) {
        return vm_exception();
    }
    h->wanted = false;
    update_reference(h);
    loop_op_cancel(&h->read);
    return vm_undefined();
}

// --- writing

static void on_written(struct loop *loop, struct loop_op *op) {
    (void)loop;
    struct net_handle *h = LOOP_CONTAINER(op, struct net_handle, write);
    if (h->rt) {
        vm_host_set_slot(h->rt->vm, h->object, SLOT_CHUNK, vm_undefined());
        call_slot_once(h, SLOT_WRITE_DONE, vm_int(op->result < 0 ? (int32_t)op->result : 0));
    }
}

// write(chunk, done): 0: all was taken at once, and done is not called. 1: done(error | 0) will be. Else the
// error.
static vm_value write_chunk(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct net_handle *h = this_handle(vm, frame);
    vm_value chunk = vm_argument(frame, argc, 0);
    uint8_t *bytes;
    size_t length;
    if (!h) {
        return vm_exception();
    }
    if (!vm_bytes(chunk, &bytes, &length)) {
        return vm_throw_type_error(vm, "The chunk is not in memory");
    }
    if (!h->open || h->io.handle.closing) {
        return vm_int(-EBADF);
    }
    if (h->write.state != LOOP_OP_IDLE) {
        return vm_int(-EALREADY);
    }
    int64_t sent = h->other ? -EAGAIN : net_send(h->io.descriptor, bytes, length);
    if (sent == (int64_t)length) {
        vm_keep(chunk);
        return vm_int(0);
    }
    if (sent < 0 && sent != -EAGAIN) {
        return vm_int((int32_t)sent);
    }
    sent = sent < 0 ? 0 : sent;
    vm_host_set_slot(vm, h->object, SLOT_CHUNK, chunk);
    vm_host_set_slot(vm, h->object, SLOT_WRITE_DONE, vm_argument(frame, argc, 1));
    struct loop_buffer rest = {bytes + sent, length - (size_t)sent};
    int error = loop_write(&h->io, &h->write, &rest, 1, on_written);
    return vm_int(error ? error : 1);
}

static vm_value shut_down(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct net_handle *h = this_handle(vm, frame);
    return h ? vm_int(h->open && !h->io.handle.closing ? net_shutdown(h->io.descriptor) : -EBADF)
             : vm_exception();
}

// --- addresses

// The address that two arguments name: (host, port), or (path, undefined).
static int address_of(vm_isolate *vm, vm_value *frame, uint32_t argc, struct net_address *out) {
    vm_value port = vm_argument(frame, argc, 1);
    size_t length;
    char *text = vm_to_utf8(vm, vm_argument(frame, argc, 0), &length);
    if (!text) {
        (void)vm_take_exception(vm);
        return -EINVAL;
    }
    int error = vm_is_number(port) ? net_address_parse(out, text, (unsigned)vm_as_double(port))
                                   : net_address_path(out, text, length);
    vm_free(vm, text);
    return error;
}

static vm_value describe(vm_isolate *vm, const struct net_address *address) {
    char host[128];
    unsigned port;
    int family = net_address_text(address, host, sizeof host, &port);
    vm_value result = vm_object(vm);
    vm_value text = vm_is_exception(result) ? result : vm_string(vm, host);
    if (vm_is_exception(text) || !vm_set(vm, result, "address", text) ||
        !vm_set(vm, result, "family", vm_int(family)) || !vm_set(vm, result, "port", vm_int((int32_t)port))) {
        return vm_exception();
    }
    return result;
}

// localAddress(), remoteAddress() (data): { address, family: 4 | 6 | 0, port }, or an error number.
static vm_value get_address(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct net_handle *h = this_handle(vm, frame);
    struct net_address address;
    if (!h) {
        return vm_exception();
    }
    if (!h->open || h->io.handle.closing) {
        return vm_int(-EBADF);
    }
    int error = vm_function_data(frame[-1]) ? net_remote_address(h->io.descriptor, &address)
                                            : net_local_address(h->io.descriptor, &address);
    return error < 0 ? vm_int(error) : describe(vm, &address);
}

// --- connecting and listening

static void on_connected(struct loop *loop, struct loop_op *op) {
    (void)loop;
    struct net_handle *h = LOOP_CONTAINER(op, struct net_handle, connect);
    if (h->rt) {
        call_slot_once(h, SLOT_CONNECT_DONE, vm_int((int32_t)op->result));
    }
}

// bind(host, port): gives a handle that is to connect its local address: 0 or the error.
static vm_value bind_handle(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct net_handle *h = this_handle(vm, frame);
    if (!h) {
        return vm_exception();
    }
    intptr_t descriptor = -1;
    int error = h->open ? -EALREADY : address_of(vm, frame, argc, &h->address);
    if (!error && !(error = net_socket(&h->address, &descriptor)) &&
        ((error = net_bind(descriptor, &h->address)) || (error = handle_open(h, descriptor)))) {
        net_close(descriptor);
    }
    h->bound = !error;
    return vm_int(error);
}

// connect(host, port, done), connect(path, undefined, done): 0, and done(error | 0) will be called; or the
// error.
static vm_value connect_handle(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct net_handle *h = this_handle(vm, frame);
    if (!h) {
        return vm_exception();
    }
    intptr_t descriptor = -1;
    int error = h->open && !h->bound ? -EALREADY : address_of(vm, frame, argc, &h->address);
    if (!error && !h->bound && !(error = net_socket(&h->address, &descriptor)) &&
        (error = handle_open(h, descriptor))) {
        net_close(descriptor);
    }
    if (!error) {
        h->bound = false;
        vm_host_set_slot(vm, h->object, SLOT_CONNECT_DONE, vm_argument(frame, argc, 2));
        error = loop_connect(&h->io, &h->connect, net_sockaddr(&h->address), h->address.length, on_connected);
    }
    return vm_int(error);
}

static void on_accepted(struct loop *loop, struct loop_op *op);

static void wait_for_connection(struct net_handle *h) {
    if (h->open && h->wanted && h->read.state == LOOP_OP_IDLE) {
        loop_accept(&h->io, &h->read, on_accepted);
    }
}

static void on_accepted(struct loop *loop, struct loop_op *op) {
    (void)loop;
    struct net_handle *h = LOOP_CONTAINER(op, struct net_handle, read), *accepted = NULL;
    int64_t result = op->result;
    if (!h->rt || !h->wanted) {
        if (result >= 0) {
            net_close((intptr_t)result);
        }
        return;
    }
    vm_isolate *vm = h->rt->vm;
    vm_value object = h->object, argument = vm_int((int32_t)result);
    if (result >= 0) {
        vm_value prototype = vm_prototype(vm, h->object);
        argument = vm_is_exception(prototype) ? prototype : create(vm, prototype, &accepted);
        int error = accepted ? handle_open(accepted, (intptr_t)result) : -ENOMEM;
        if (error) {
            net_close((intptr_t)result);
            argument = vm_int(error);
            if (vm_has_exception(vm)) {
                (void)vm_take_exception(vm);
            }
        }
    }
    call_slot(h, SLOT_ON_ACCEPT, argument);
    // Out of descriptors: the connection stays in the queue of the system; the owner asks again later.
    if (h->rt && result != -EMFILE && result != -ENFILE) {
        wait_for_connection(h);
    }
    vm_keep(object);
}

// listen(host, port, backlog, ipv6Only), listen(path, undefined, backlog): 0 or the error.
static vm_value listen_handle(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct net_handle *h = this_handle(vm, frame);
    if (!h) {
        return vm_exception();
    }
    vm_value backlog = vm_argument(frame, argc, 2);
    intptr_t descriptor = -1;
    int error = h->open ? -EALREADY : address_of(vm, frame, argc, &h->address);
    if (!error && !(error = net_socket(&h->address, &descriptor))) {
        h->listening = true;
        error = net_listen(descriptor, &h->address, vm_is_number(backlog) ? (int)vm_as_double(backlog) : 511,
                           vm_to_boolean(vm_argument(frame, argc, 3)));
        if (error || (error = handle_open(h, descriptor))) {
            net_close(descriptor);
        }
    }
    return vm_int(error);
}

// open(descriptor, shared, listening): takes a descriptor, of a socket, a pipe or a terminal: 0 or the error.
// One that is shared is neither changed nor closed.
static vm_value open_handle(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct net_handle *h = this_handle(vm, frame);
    int32_t descriptor;
    if (!h || !vm_to_int32(vm, vm_argument(frame, argc, 0), &descriptor)) {
        return vm_exception();
    }
    if (h->open) {
        return vm_int(-EALREADY);
    }
    h->shared = vm_to_boolean(vm_argument(frame, argc, 1));
    h->listening = vm_to_boolean(vm_argument(frame, argc, 2));
    h->other = !net_is_socket(descriptor);
    return vm_int(h->listening && h->other ? -ENOTSOCK : handle_open(h, descriptor));
}

// accept(): connections are wanted from now on; again after -EMFILE.
static vm_value accept_handle(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct net_handle *h = this_handle(vm, frame);
    if (!h) {
        return vm_exception();
    }
    h->wanted = true;
    wait_for_connection(h);
    return vm_undefined();
}

// --- options

static vm_value set_no_delay(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct net_handle *h = this_handle(vm, frame);
    return h ? vm_int(h->open ? net_set_no_delay(h->io.descriptor, vm_to_boolean(vm_argument(frame, argc, 0)))
                              : -EBADF)
             : vm_exception();
}

// setKeepAlive(on, seconds)
static vm_value set_keep_alive(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct net_handle *h = this_handle(vm, frame);
    vm_value seconds = vm_argument(frame, argc, 1);
    return h ? vm_int(h->open
                          ? net_set_keep_alive(h->io.descriptor, vm_to_boolean(vm_argument(frame, argc, 0)),
                                               vm_is_number(seconds) ? (unsigned)vm_as_double(seconds) : 0)
                          : -EBADF)
             : vm_exception();
}

static vm_value set_reset(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct net_handle *h = this_handle(vm, frame);
    return h ? vm_int(h->open ? net_reset_on_close(h->io.descriptor) : -EBADF) : vm_exception();
}

static vm_value get_descriptor(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct net_handle *h = this_handle(vm, frame);
    return h ? vm_int(h->open ? (int32_t)h->io.descriptor : -1) : vm_exception();
}

// --- names

struct lookup {
    struct loop_work work;
    struct runtime *rt; // NULL: detached
    struct lookup *next, **at;
    vm_root done;
    int family, count;
    struct net_address addresses[LOOKUP_ADDRESSES];
    char host[];
};

static void run_lookup(struct loop_work *work) { // on a thread of the pool
    struct lookup *lookup = LOOP_CONTAINER(work, struct lookup, work);
    lookup->count = net_lookup(lookup->host, lookup->family, lookup->addresses, LOOKUP_ADDRESSES);
}

static vm_value lookup_result(vm_isolate *vm, const struct lookup *lookup) {
    if (lookup->count <= 0) {
        return vm_string(vm, net_lookup_error(lookup->count));
    }
    vm_value list = vm_array(vm, NULL, 0);
    for (int i = 0; i < lookup->count && !vm_is_exception(list); i++) {
        vm_value address = describe(vm, &lookup->addresses[i]);
        if (vm_is_exception(address) || !vm_array_push(vm, list, address)) {
            return vm_exception();
        }
    }
    return list;
}

static void lookup_done(struct loop *loop, struct loop_work *work, int status) {
    (void)loop, (void)status;
    struct lookup *lookup = LOOP_CONTAINER(work, struct lookup, work);
    struct runtime *rt = lookup->rt;
    if (rt) {
        vm_value result = lookup_result(rt->vm, lookup), done = lookup->done.value;
        vm_root_remove(&lookup->done);
        *lookup->at = lookup->next;
        if (lookup->next) {
            lookup->next->at = lookup->at;
        }
        if (vm_is_exception(result)) {
            runtime_failed(rt);
        } else {
            runtime_call(rt, done, vm_undefined(), 1, &result);
        }
    }
    free(lookup);
}

// lookup(host, family, done): done(code | [{ address, family, port }]) comes later.
static vm_value start_lookup(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct runtime *rt = runtime_of(vm);
    vm_value family = vm_argument(frame, argc, 1);
    size_t length;
    char *host = vm_to_utf8(vm, vm_argument(frame, argc, 0), &length);
    if (!host) {
        return vm_exception();
    }
    struct lookup *lookup = calloc(1, sizeof *lookup + length + 1);
    if (!lookup) {
        vm_free(vm, host);
        return vm_throw_out_of_memory(vm);
    }
    memcpy(lookup->host, host, length);
    vm_free(vm, host);
    lookup->family = vm_is_number(family) ? (int)vm_as_double(family) : 0;
    int error = loop_work_submit(rt->loop, &lookup->work, run_lookup, lookup_done);
    if (error) {
        free(lookup);
        return throw_system(vm, -error, "getaddrinfo", NULL);
    }
    lookup->rt = rt;
    vm_root_add(vm, &lookup->done, vm_argument(frame, argc, 2));
    lookup->next = rt->net.lookups;
    lookup->at = &rt->net.lookups;
    if (lookup->next) {
        lookup->next->at = &lookup->next;
    }
    rt->net.lookups = lookup;
    return vm_undefined();
}

static void lookups_detach(struct runtime *rt) {
    for (struct lookup *lookup = rt->net.lookups; lookup; lookup = lookup->next) {
        lookup->rt = NULL;
        vm_root_remove(&lookup->done);
        (void)loop_work_cancel(&lookup->work); // one that has begun goes on, for nobody
    }
    rt->net.lookups = NULL;
}

// family(text): 4, 6, or 0 when it is no numeric address.
static vm_value family_of(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct net_address address;
    char host[128];
    unsigned port;
    char *text = vm_to_utf8(vm, vm_argument(frame, argc, 0), NULL);
    if (!text) {
        return vm_exception();
    }
    int family =
        net_address_parse(&address, text, 0) ? 0 : net_address_text(&address, host, sizeof host, &port);
    vm_free(vm, text);
    return vm_int(family);
}

// createHandle(): neither connected nor listening yet.
static vm_value create_handle(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)argc;
    struct net_handle *h;
    if (!runtime_attached(vm)) {
        return vm_exception();
    }
    return create(vm, vm_captured(frame[-1], 0), &h);
}

bool net_natives(vm_isolate *vm, vm_value object) {
    static const vm_method handle_methods[] = {
        {"own", own, 3, VM_METHOD, NULL},
        {"bind", bind_handle, 2, VM_METHOD, NULL},
        {"connect", connect_handle, 3, VM_METHOD, NULL},
        {"listen", listen_handle, 4, VM_METHOD, NULL},
        {"open", open_handle, 3, VM_METHOD, NULL},
        {"accept", accept_handle, 0, VM_METHOD, NULL},
        {"readStart", read_start, 0, VM_METHOD, NULL},
        {"readStop", read_stop, 0, VM_METHOD, NULL},
        {"write", write_chunk, 2, VM_METHOD, NULL},
        {"shutdown", shut_down, 0, VM_METHOD, NULL},
        {"close", close_handle, 1, VM_METHOD, NULL},
        {"ref", set_reference, 0, VM_METHOD, NULL},
        {"unref", set_reference, 0, VM_METHOD, (void *)1},
        {"hasRef", has_reference, 0, VM_METHOD, NULL},
        {"setNoDelay", set_no_delay, 1, VM_METHOD, NULL},
        {"setKeepAlive", set_keep_alive, 2, VM_METHOD, NULL},
        {"resetOnClose", set_reset, 0, VM_METHOD, NULL},
        {"localAddress", get_address, 0, VM_METHOD, NULL},
        {"remoteAddress", get_address, 0, VM_METHOD, (void *)1},
        {"fd", get_descriptor, 0, VM_GETTER, NULL},
    };
    static const vm_method functions[] = {
        {"lookup", start_lookup, 3, VM_METHOD, NULL},
        {"family", family_of, 1, VM_METHOD, NULL},
    };
    vm_value prototype = vm_object(vm);
    vm_value function = vm_function(vm, create_handle, "createHandle", 0, NULL);
    if (vm_is_exception(prototype) || vm_is_exception(function) ||
        !vm_define_methods(vm, prototype, handle_methods, sizeof handle_methods / sizeof *handle_methods)) {
        return false;
    }
    vm_capture(vm, function, 0, prototype);
    return vm_set(vm, object, "createHandle", function) &&
           vm_define_methods(vm, object, functions, sizeof functions / sizeof *functions);
}
