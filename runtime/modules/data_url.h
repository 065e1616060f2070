// "data:" URLs (https://www.rfc-editor.org/rfc/rfc2397).
#ifndef MODULES_DATA_URL_H
#define MODULES_DATA_URL_H

#include <vm.h>

// Where the media type of a "data:" URL is: from behind the colon to the first ";" or ",".
const char *data_url_type(const char *url, size_t *length);
// The decoded bytes, NUL-terminated, in memory of the isolate. NULL: error pending, or there is no comma (no
// error).
char *data_url_decode(vm_isolate *vm, const char *url, size_t *length);

#endif
