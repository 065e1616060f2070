// Random bytes and digests (stdlib/crypto.js).
//
// A digest under way is a host object. Its functions are not for programs: the classes of stdlib/ hold it in
// a private field.
#include "bind/bytes.h"
#include "bind/runtime.h"
#include "hash/hash.h"
#include "os/process.h"

// --- random bytes

static bool random_bytes(vm_isolate *vm, void *bytes, size_t length) {
    int error = process_random(bytes, length);
    if (error) {
        throw_system(vm, -error, "getrandom", NULL);
    }
    return !error;
}

// fill(buffer, offset, length): fills a part of a buffer or view; offset and length are bytes within it.
static vm_value fill(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value buffer = vm_argument(frame, argc, 0);
    uint8_t *bytes;
    size_t length;
    uint64_t offset, count;
    if (!vm_to_index(vm, vm_argument(frame, argc, 1), &offset) ||
        !vm_to_index(vm, vm_argument(frame, argc, 2), &count)) {
        return vm_exception();
    }
    if (!vm_bytes(buffer, &bytes, &length) || offset > length || !count) {
        return buffer;
    }
    if (count > length - offset) {
        count = length - offset;
    }
    bool ok = true;
    for (size_t done = 0, step; ok && done < count; done += step) {
        step =
            count - done < BYTES_PIECE / 4 ? count - done : BYTES_PIECE / 4; // the system takes a millisecond
        ok = random_bytes(vm, bytes + offset + done, step) && (step == count || vm_poll(vm));
    }
    vm_keep(buffer);
    return ok ? buffer : vm_exception();
}

// uuid(): a random UUID, RFC 9562 version 4.
static vm_value uuid(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    (void)frame, (void)argc;
    static const char digits[] = "0123456789abcdef";
    uint8_t bytes[16], text[36], *to = text;
    if (!random_bytes(vm, bytes, sizeof bytes)) {
        return vm_exception();
    }
    bytes[6] = (bytes[6] & 0x0F) | 0x40;
    bytes[8] = (bytes[8] & 0x3F) | 0x80;
    for (size_t i = 0; i < sizeof bytes; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) {
            *to++ = '-';
        }
        *to++ = (uint8_t)digits[bytes[i] >> 4];
        *to++ = (uint8_t)digits[bytes[i] & 15];
    }
    return vm_string_latin1(vm, text, sizeof text);
}

// --- digests

struct digest {
    bool keyed;
    union {
        struct hash hash;
        struct hmac hmac;
    };
};

static const vm_class digest_class = {.name = "Digest", .bytes = sizeof(struct digest)};

static const struct hash_algorithm *algorithm_of(vm_isolate *vm, vm_value name, bool *failed) {
    char *text = vm_to_utf8(vm, name, NULL);
    const struct hash_algorithm *algorithm = text ? hash_find(text) : NULL;
    *failed = !text;
    vm_free(vm, text);
    return algorithm;
}

static size_t digest_bytes(const struct digest *d) {
    return (d->keyed ? d->hmac.inner.algorithm : d->hash.algorithm)->digest_bytes;
}

// False: given up.
static bool update(vm_isolate *vm, struct digest *d, const uint8_t *bytes, size_t length) {
    for (size_t done = 0, step; done < length; done += step) {
        step = length - done < BYTES_PIECE ? length - done : BYTES_PIECE;
        if (d->keyed) {
            hmac_update(&d->hmac, bytes + done, step);
        } else {
            hash_update(&d->hash, bytes + done, step);
        }
        if (step == BYTES_PIECE && !vm_poll(vm)) {
            return false;
        }
    }
    return true;
}

// start(name, key): key is a buffer (HMAC) or undefined; undefined: there is no algorithm of this name.
static vm_value start(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    bool failed;
    const struct hash_algorithm *algorithm = algorithm_of(vm, vm_argument(frame, argc, 0), &failed);
    if (!algorithm) {
        return failed ? vm_exception() : vm_undefined();
    }
    vm_value object = vm_host_object(vm, &digest_class, vm_null(), 0), key = vm_argument(frame, argc, 1);
    struct digest *d = vm_host_data(object, &digest_class);
    if (!d) {
        return vm_exception();
    }
    d->keyed = !vm_is_undefined(key);
    if (d->keyed) {
        uint8_t *bytes;
        size_t length;
        vm_bytes(key, &bytes, &length);
        hmac_start(&d->hmac, algorithm, bytes, length);
        vm_keep(key);
    } else {
        hash_start(&d->hash, algorithm);
    }
    return object;
}

// update(digest, data): data is a string, taken as UTF-8, or a buffer.
static vm_value update_with(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value data = vm_argument(frame, argc, 1);
    struct digest *d = vm_host_check(vm, vm_argument(frame, argc, 0), &digest_class);
    uint8_t *bytes;
    size_t length;
    if (!d) {
        return vm_exception();
    }
    if (!vm_is_string(data)) {
        bool done = !vm_bytes(data, &bytes, &length) || update(vm, d, bytes, length);
        vm_keep(data);
        return done ? vm_undefined() : vm_exception();
    }
    if (!vm_utf8_length(vm, data, &length)) {
        return vm_exception();
    }
    char *text = vm_allocate(vm, length + 1);
    if (!text) {
        return vm_throw_out_of_memory(vm);
    }
    bool ok = vm_utf8_write(vm, data, text, length, NULL, NULL) && update(vm, d, (uint8_t *)text, length);
    vm_free(vm, text);
    return ok ? vm_undefined() : vm_exception();
}

// copy(digest)
static vm_value copy(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value source = vm_argument(frame, argc, 0);
    struct digest *d = vm_host_check(vm, source, &digest_class);
    vm_value object = d ? vm_host_object(vm, &digest_class, vm_null(), 0) : vm_exception();
    struct digest *copied = vm_host_data(object, &digest_class);
    if (copied) {
        *copied = *d;
    }
    vm_keep(source);
    return object;
}

// finish(digest): a Uint8Array; the digest must not be used any more.
static vm_value finish(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    struct digest *d = vm_host_check(vm, vm_argument(frame, argc, 0), &digest_class);
    uint8_t *bytes;
    size_t length;
    vm_value array = d ? vm_typed_array(vm, VM_UINT8, vm_undefined(), 0, digest_bytes(d)) : vm_exception();
    if (vm_bytes(array, &bytes, &length)) {
        if (d->keyed) {
            hmac_finish(&d->hmac, bytes);
        } else {
            hash_finish(&d->hash, bytes);
        }
    }
    return array;
}

// equal(a, b): whether two buffers of the same length have the same bytes, in a time that does not tell where
// they differ.
static vm_value equal(vm_isolate *vm, vm_value *frame, uint32_t argc) {
    vm_value a = vm_argument(frame, argc, 0), b = vm_argument(frame, argc, 1);
    uint8_t *left, *right;
    size_t length, right_length;
    volatile uint8_t different = 0;
    if (vm_bytes(a, &left, &length) && vm_bytes(b, &right, &right_length)) {
        for (size_t i = 0; i < length && i < right_length && bytes_poll(vm, i); i++) {
            different |= left[i] ^ right[i];
        }
    }
    vm_keep(a);
    vm_keep(b);
    return bytes_given_up(vm) ? vm_exception() : vm_bool(!different);
}

bool crypto_natives(vm_isolate *vm, vm_value object) {
    static const vm_method methods[] = {
        {"fill", fill, 3, VM_METHOD, NULL},   {"uuid", uuid, 0, VM_METHOD, NULL},
        {"start", start, 2, VM_METHOD, NULL}, {"update", update_with, 2, VM_METHOD, NULL},
        {"copy", copy, 1, VM_METHOD, NULL},   {"finish", finish, 1, VM_METHOD, NULL},
        {"equal", equal, 2, VM_METHOD, NULL},
    };
    return vm_define_methods(vm, object, methods, sizeof methods / sizeof *methods);
}
