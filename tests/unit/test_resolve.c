#include "modules/resolve.h"
#include "run_suite.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

// A tree of files: a path and its text, or "-> path" for a link. Folders follow from the paths.
static const char *const tree[][2] = {
    {"/app/package.json",
     "{\"name\":\"app\",\"exports\":{\".\":\"./main.js\",\"./lib/*\":\"./lib/*.js\"},"
     "\"imports\":{\"#lib/*\":\"./lib/*.js\",\"#dep\":{\"require\":\"dep\",\"default\":\"dep/sub.js\"},"
     "\"#builtin\":\"fs\"}}"},
    {"/app/main.js", ""},
    {"/app/lib/a.js", ""},
    {"/app/lib/b b.js", ""},
    {"/app/lib/a.json", ""},
    {"/app/link.js", "-> /app/lib/a.js"},
    {"/app/src/deep/x.js", ""},
    {"/app/folder/index.js", ""},
    {"/app/folder.js", ""},
    {"/app/withmain/package.json", "{\"main\":\"./out\"}"},
    {"/app/withmain/out/index.json", ""},
    {"/app/node_modules/dep/package.json", "{\"main\":\"sub\"}"},
    {"/app/node_modules/dep/sub.js", ""},
    {"/app/node_modules/dep/node_modules/inner/index.js", ""},
    {"/app/node_modules/cond/package.json",
     "{\"exports\":{\".\":{\"special\":\"./special.js\",\"import\":\"./i.mjs\",\"require\":\"./r.cjs\"},"
     "\"./x\":{\"node\":{\"nothing\":\"./no.js\"},\"default\":\"./x.js\"},\"./features/*\":\"./f/*.js\","
     "\"./features/private/*\":null,\"./features/*.css\":\"./css/*\"}}"},
    {"/app/node_modules/cond/special.js", ""},
    {"/app/node_modules/cond/i.mjs", ""},
    {"/app/node_modules/cond/r.cjs", ""},
    {"/app/node_modules/cond/x.js", ""},
    {"/app/node_modules/cond/f/one.js", ""},
    {"/app/node_modules/cond/f/private/two.js", ""},
    {"/app/node_modules/cond/css/a", ""},
    {"/app/node_modules/@s/p/package.json", "{}"},
    {"/app/node_modules/@s/p/index.js", ""},
    {"/app/node_modules/@s/p/y.js", ""},
    {"/node_modules/top/index.js", ""},
};
#define TREE_COUNT (sizeof tree / sizeof *tree)

static const char *text_at(const char *path) {
    for (size_t i = 0; i < TREE_COUNT; i++) {
        if (!strcmp(tree[i][0], path)) return tree[i][1];
    }
    return NULL;
}

static enum fs_presence tree_kind(void *data, const char *path) {
    (void)data;
    size_t length = strlen(path);
    if (text_at(path)) return FS_IS_FILE;
    for (size_t i = 0; i < TREE_COUNT; i++) {
        if (!strncmp(tree[i][0], path, length) && (tree[i][0][length] == '/' || path[length - 1] == '/'))
            return FS_IS_FOLDER;
    }
    return FS_ABSENT;
}

static int tree_read(void *data, const char *path, char **bytes, size_t *length) {
    const char *text = text_at(path);
    ++*(int *)data;
    if (!text) return -ENOENT;
    *bytes = strdup(text);
    *length = strlen(text);
    return *bytes ? 0 : -ENOMEM;
}

static int tree_real_path(void *data, const char *path, char **real) {
    (void)data;
    const char *text = text_at(path);
    if (!text) return -ENOENT;
    *real = strdup(!strncmp(text, "-> ", 3) ? text + 3 : path);
    return *real ? 0 : -ENOMEM;
}

static bool is_builtin(const char *specifier) {
    return !strcmp(specifier, "fs") || !strcmp(specifier, "node:fs") || !strcmp(specifier, "node:test");
}

// A specifier, the file it stands in, and what `require` and `import` make of it: a path, or "!" and the code
// of an error, or "" for nothing.
struct resolve_case {
    const char *specifier, *referrer, *require, *import;
};

static const struct resolve_case cases[] = {
    {"./lib/a.js", "/app/main.js", "/app/lib/a.js", "/app/lib/a.js"},
    {"./lib/a", "/app/main.js", "/app/lib/a.js", "!ERR_MODULE_NOT_FOUND"},
    {"../../lib/../lib//./a.js", "/app/src/deep/x.js", "/app/lib/a.js", "/app/lib/a.js"},
    {"/app/lib/a.js", "/app/main.js", "/app/lib/a.js", "/app/lib/a.js"},
    {"file:///app/lib/a.js", "/app/main.js", "", "/app/lib/a.js"},
    {"file://localhost/app/lib/b%20b.js", "/app/main.js", "", "/app/lib/b b.js"},
    {"file://host/app/lib/a.js", "/app/main.js", "", "!ERR_INVALID_FILE_URL_HOST"},
    {"./lib/b b.js", "/app/main.js", "/app/lib/b b.js", "/app/lib/b b.js"},
    {"./lib%2fa.js", "/app/main.js", "", "!ERR_INVALID_MODULE_SPECIFIER"},
    {"./lib/a.js?q=1#f", "/app/main.js", "", "/app/lib/a.js?q=1#f"},
    {"./link.js", "/app/main.js", "/app/lib/a.js", "/app/lib/a.js"},
    {"./folder", "/app/main.js", "/app/folder.js", "!ERR_UNSUPPORTED_DIR_IMPORT"},
    {"./folder/", "/app/main.js", "/app/folder/index.js", "!ERR_UNSUPPORTED_DIR_IMPORT"},
    {".", "/app/folder/x.js", "/app/folder/index.js", "!ERR_UNSUPPORTED_DIR_IMPORT"},
    {"./withmain", "/app/main.js", "/app/withmain/out/index.json", "!ERR_UNSUPPORTED_DIR_IMPORT"},
    {"dep", "/app/main.js", "/app/node_modules/dep/sub.js", "/app/node_modules/dep/sub.js"},
    {"dep/sub", "/app/main.js", "/app/node_modules/dep/sub.js", "!ERR_MODULE_NOT_FOUND"},
    {"dep", "/app/src/deep/x.js", "/app/node_modules/dep/sub.js", "/app/node_modules/dep/sub.js"},
    {"inner", "/app/main.js", "", "!ERR_MODULE_NOT_FOUND"},
    {"inner", "/app/node_modules/dep/sub.js", "/app/node_modules/dep/node_modules/inner/index.js",
     "/app/node_modules/dep/node_modules/inner/index.js"},
    {"top", "/app/node_modules/dep/sub.js", "/node_modules/top/index.js", "/node_modules/top/index.js"},
    {"@s/p", "/app/main.js", "/app/node_modules/@s/p/index.js", "/app/node_modules/@s/p/index.js"},
    {"@s/p/y.js", "/app/main.js", "/app/node_modules/@s/p/y.js", "/app/node_modules/@s/p/y.js"},
    {"@s", "/app/main.js", "", "!ERR_INVALID_MODULE_SPECIFIER"},
    {"cond", "/app/main.js", "/app/node_modules/cond/r.cjs", "/app/node_modules/cond/i.mjs"},
    {"cond/x", "/app/main.js", "/app/node_modules/cond/x.js", "/app/node_modules/cond/x.js"},
    {"cond/features/one", "/app/main.js", "/app/node_modules/cond/f/one.js",
     "/app/node_modules/cond/f/one.js"},
    {"cond/features/a.css", "/app/main.js", "/app/node_modules/cond/css/a", "/app/node_modules/cond/css/a"},
    {"cond/features/private/two", "/app/main.js", "!ERR_PACKAGE_PATH_NOT_EXPORTED",
     "!ERR_PACKAGE_PATH_NOT_EXPORTED"},
    {"cond/features/", "/app/main.js", "!ERR_PACKAGE_PATH_NOT_EXPORTED", "!ERR_PACKAGE_PATH_NOT_EXPORTED"},
    {"cond/x.js", "/app/main.js", "!ERR_PACKAGE_PATH_NOT_EXPORTED", "!ERR_PACKAGE_PATH_NOT_EXPORTED"},
    {"app", "/app/src/deep/x.js", "/app/main.js", "/app/main.js"},
    {"app/lib/a", "/app/main.js", "/app/lib/a.js", "/app/lib/a.js"},
    {"app/nothing", "/app/main.js", "!ERR_PACKAGE_PATH_NOT_EXPORTED", "!ERR_PACKAGE_PATH_NOT_EXPORTED"},
    {"app", "/app/node_modules/dep/sub.js", "", "!ERR_MODULE_NOT_FOUND"},
    {"#lib/a", "/app/src/deep/x.js", "/app/lib/a.js", "/app/lib/a.js"},
    {"#lib/no", "/app/main.js", "!MODULE_NOT_FOUND", "!ERR_MODULE_NOT_FOUND"},
    {"#dep", "/app/main.js", "/app/node_modules/dep/sub.js", "/app/node_modules/dep/sub.js"},
    {"#builtin", "/app/main.js", "node:fs", "node:fs"},
    {"#other", "/app/main.js", "!ERR_PACKAGE_IMPORT_NOT_DEFINED", "!ERR_PACKAGE_IMPORT_NOT_DEFINED"},
    {"#lib/a", "/node_modules/top/index.js", "", "!ERR_PACKAGE_IMPORT_NOT_DEFINED"},
    {"#", "/app/main.js", "!ERR_INVALID_MODULE_SPECIFIER", "!ERR_INVALID_MODULE_SPECIFIER"},
    {"fs", "/app/main.js", "node:fs", "node:fs"},
    {"node:fs", "/app/main.js", "node:fs", "node:fs"},
    {"node:test", "/app/main.js", "node:test", "node:test"},
    {"node:nothing", "/app/main.js", "", "!ERR_UNKNOWN_BUILTIN_MODULE"},
    {"http://host/x.js", "/app/main.js", "", "!ERR_UNSUPPORTED_ESM_URL_SCHEME"},
    {"data:text/javascript,1", "/app/main.js", "", "data:"},
    {"fs", "data:text/javascript,1", "node:fs", "node:fs"},
    {"./x.js", "data:text/javascript,1", "", "!ERR_UNSUPPORTED_RESOLVE_REQUEST"},
    {"", "/app/main.js", "", "!ERR_INVALID_MODULE_SPECIFIER"},
};

static int reads;
static const struct module_files files = {tree_kind, tree_read, tree_real_path, &reads};

// What came out, as the table writes it; takes the pending error.
static void show(vm_isolate *vm, enum target_kind kind, const struct target *target, char *out, size_t size) {
    out[0] = 0;
    switch (kind) {
    case TARGET_FILE: snprintf(out, size, "%s%s", target->name.text, target->suffix.text); break;
    case TARGET_BUILTIN: snprintf(out, size, "%s", target->name.text); break;
    case TARGET_DATA: snprintf(out, size, "data:"); break;
    case TARGET_ERROR: {
        vm_value code = vm_get(vm, vm_take_exception(vm), "code");
        char *text = vm_to_utf8(vm, code, NULL);
        snprintf(out, size, "!%s", text);
        vm_free(vm, text);
        break;
    }
    default: break;
    }
    ck_assert(!vm_has_exception(vm));
}

START_TEST(resolves) {
    const struct resolve_case *c = &cases[_i];
    vm_isolate *vm = vm_create(NULL);
    struct resolver r;
    struct target target;
    char found[2 * PATH_BYTES];
    resolver_initialize(&r, vm, &files);
    r.is_builtin = is_builtin;
    enum target_kind kind = resolve_require(&r, c->specifier, c->referrer, &target);
    show(vm, kind, &target, found, sizeof found);
    ck_assert_str_eq(found, c->require);
    kind = resolve_import(&r, c->specifier, c->referrer, &target);
    show(vm, kind, &target, found, sizeof found);
    ck_assert_str_eq(found, c->import);
    resolver_finalize(&r);
    vm_destroy(vm);
}
END_TEST

START_TEST(knows_further_conditions) {
    static const char *const conditions[] = {"other", "special", NULL};
    vm_isolate *vm = vm_create(NULL);
    struct resolver r;
    struct target target;
    resolver_initialize(&r, vm, &files);
    r.conditions = conditions;
    ck_assert_int_eq(resolve_import(&r, "cond", "/app/main.js", &target), TARGET_FILE);
    ck_assert_str_eq(target.name.text, "/app/node_modules/cond/special.js");
    resolver_finalize(&r);
    vm_destroy(vm);
}
END_TEST

START_TEST(reads_packages_once) {
    vm_isolate *vm = vm_create(NULL);
    struct resolver r;
    struct target target;
    resolver_initialize(&r, vm, &files);
    ck_assert_int_eq(resolve_require(&r, "dep", "/app/src/deep/x.js", &target), TARGET_FILE);
    int before = reads;
    for (int i = 0; i < 10; i++) {
        ck_assert_int_eq(resolve_require(&r, "dep", "/app/src/deep/x.js", &target), TARGET_FILE);
        vm_collect(vm);
        ck_assert_int_eq(resolve_import(&r, "dep", "/app/src/deep/x.js", &target), TARGET_FILE);
    }
    ck_assert_int_eq(reads, before);
    resolver_finalize(&r);
    vm_destroy(vm);
}
END_TEST

START_TEST(refuses_long_names) {
    vm_isolate *vm = vm_create(NULL);
    struct resolver r;
    struct target target;
    static char specifier[2 * PATH_BYTES];
    memset(specifier, 'x', sizeof specifier - 1);
    memcpy(specifier, "./", 2);
    resolver_initialize(&r, vm, &files);
    ck_assert_int_eq(resolve_require(&r, specifier, "/app/main.js", &target), TARGET_NONE);
    ck_assert_int_eq(resolve_import(&r, specifier, "/app/main.js", &target), TARGET_ERROR);
    (void)vm_take_exception(vm);
    ck_assert_int_eq(resolve_require(&r, specifier + 2, "/app/main.js", &target), TARGET_NONE);
    ck_assert_int_eq(resolve_import(&r, specifier + 2, "/app/main.js", &target), TARGET_ERROR);
    (void)vm_take_exception(vm);
    resolver_finalize(&r);
    vm_destroy(vm);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("resolve");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, resolves, 0, sizeof cases / sizeof *cases);
    tcase_add_test(tests, knows_further_conditions);
    tcase_add_test(tests, reads_packages_once);
    tcase_add_test(tests, refuses_long_names);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
