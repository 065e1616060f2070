// URLs: what the parser gives is parsed to the same again, with the same marks; so is what a setter leaves.
// The first byte chooses the setter; input, base and value follow, with 0xff between them.
#include "url/url.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct piece {
    char *bytes; // an exact copy, so that reads beyond are seen
    size_t length;
};

static void check(bool right) {
    if (!right) abort();
}

static struct piece take(const uint8_t **data, size_t *size) {
    const uint8_t *end = *size ? memchr(*data, 0xff, *size) : NULL;
    struct piece piece = {NULL, end ? (size_t)(end - *data) : *size};
    piece.bytes = malloc(piece.length + !piece.length);
    memcpy(piece.bytes, *data, piece.length);
    size_t used = piece.length + (end != NULL);
    *data += used;
    *size -= used;
    return piece;
}

static void check_again(const struct url_text *href, const struct url_layout *layout) {
    struct url_text again;
    struct url_layout again_layout;
    url_text_start(&again);
    check(url_parse(href->bytes, href->length, NULL, &again, &again_layout) == URL_OK);
    check(again.length == href->length && !memcmp(again.bytes, href->bytes, again.length));
    check(!memcmp(again_layout.mark, layout->mark, sizeof layout->mark));
    check(again_layout.scheme == layout->scheme && again_layout.has_host == layout->has_host &&
          again_layout.opaque_path == layout->opaque_path);
    url_text_free(&again);
}

static void check_parts(const struct url_text *href, const struct url_layout *layout) {
    static struct url_slice (*const parts[])(const struct url_view *) = {
        url_protocol, url_username, url_password, url_host, url_hostname,
        url_port,     url_pathname, url_search,   url_hash,
    };
    struct url_view view = {href->bytes, layout};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct url_slice slice = parts[i](&view);
        check(slice.start <= slice.end && slice.end <= href->length);
    }
    struct url_text origin;
    url_text_start(&origin);
    check(url_origin(&view, &origin) == URL_OK);
    url_text_free(&origin);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static url_setter *const setters[] = {
        url_set_protocol, url_set_username, url_set_password, url_set_host, url_set_hostname,
        url_set_port,     url_set_pathname, url_set_search,   url_set_hash,
    };
    if (!size) return 0;
    url_setter *set = setters[*data++ % (sizeof setters / sizeof *setters)];
    size--;
    struct piece input = take(&data, &size), base = take(&data, &size), value = take(&data, &size);
    struct url_text base_href, href;
    struct url_layout base_layout, layout;
    struct url_view view = {NULL, &base_layout};
    url_text_start(&base_href);
    url_text_start(&href);
    bool has_base = url_parse(base.bytes, base.length, NULL, &base_href, &base_layout) == URL_OK;
    view.href = base_href.bytes;
    if (url_parse(input.bytes, input.length, has_base ? &view : NULL, &href, &layout) == URL_OK) {
        check_again(&href, &layout);
        check_parts(&href, &layout);
        check(set(&href, &layout, value.bytes, value.length) != URL_NO_MEMORY);
        check_again(&href, &layout);
        check_parts(&href, &layout);
    }
    url_text_free(&href);
    url_text_free(&base_href);
    free(input.bytes);
    free(base.bytes);
    free(value.bytes);
    return 0;
}
