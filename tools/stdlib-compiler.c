// stdlib-compiler - the JavaScript part of the library as bytecode
//
//     stdlib-compiler SOURCES IMAGES ASSEMBLER name...
//
// Compiles SOURCES/<name>.js for each name, in the order of the names; writes the bytecode of all of them to
// the file IMAGES, and assembler text that makes it the table stdlib_files of runtime/modules/stdlib.h. Part
// of the build: linked with the engine's own objects, whose bytecode nothing else can read.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vm.h>

static const char *const parameters[] = {"module", "exports", "require", "native"};

static void fail(const char *what, const char *name) {
    fprintf(stderr, "stdlib-compiler: %s %s\n", what, name);
    exit(1);
}

static char *read_file(const char *path, size_t *length) {
    FILE *f = fopen(path, "rb");
    if (!f || fseek(f, 0, SEEK_END)) {
        fail("cannot read", path);
    }
    *length = (size_t)ftell(f);
    rewind(f);
    char *text = malloc(*length + 1);
    if (!text || fread(text, 1, *length, f) != *length) {
        fail("cannot read", path);
    }
    fclose(f);
    return text;
}

static void report(vm_isolate *vm, const char *path) {
    vm_error_info info;
    vm_error_describe(vm, vm_take_exception(vm), &info);
    fprintf(stderr, "%s:%u:%u: %s\n", path, info.line, info.column, info.message);
    exit(1);
}

// The bytecode of a file; vm_free gives it back.
static void *compile(vm_isolate *vm, const char *folder, const char *name, size_t *length) {
    char path[1024], shown[256];
    snprintf(path, sizeof path, "%s/%s.js", folder, name);
    snprintf(shown, sizeof shown, "node:%s", name);
    vm_source source = {.text = read_file(path, &source.length), .name = shown};
    vm_value function = vm_compile_function(vm, &source, parameters, sizeof parameters / sizeof *parameters);
    void *bytes =
        vm_is_exception(function) ? NULL : vm_save_bytecode(vm, function, VM_BYTECODE_PACKED, length);
    if (!bytes) {
        report(vm, path);
    }
    free((char *)source.text);
    return bytes;
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fail("SOURCES IMAGES ASSEMBLER", "name...");
    }
    FILE *images = fopen(argv[2], "wb"), *assembler = fopen(argv[3], "w");
    vm_isolate *vm = vm_create(NULL);
    if (!images || !assembler || !vm) {
        fail("cannot write", argv[2]);
    }
    fprintf(assembler, ".section .rodata\n.balign 8\nimages: .incbin \"%s\"\n", argv[2]);
    for (int i = 4; i < argc; i++) {
        fprintf(assembler, "name%d: .asciz \"%s\"\n", i, argv[i]);
    }
    fputs(".section .data.rel.ro, \"aw\"\n.balign 8\n.globl stdlib_files\n.hidden "
          "stdlib_files\nstdlib_files:\n",
          assembler);
    size_t at = 0;
    for (int i = 4; i < argc; i++) {
        static const char zeros[8];
        size_t length, gap;
        void *bytes = compile(vm, argv[1], argv[i], &length);
        gap = (8 - length % 8) % 8;
        fwrite(bytes, 1, length, images);
        fwrite(zeros, 1, gap, images);
        vm_free(vm, bytes);
        fprintf(assembler, ".quad name%d, images + %zu, %zu\n", i, at, length);
        at += length + gap;
    }
    fprintf(assembler,
            ".section .rodata\n.balign 8\n.globl stdlib_file_count\n.hidden stdlib_file_count\n"
            "stdlib_file_count: .quad %d\n.section .note.GNU-stack, \"\", @progbits\n",
            argc - 4);
    vm_destroy(vm);
    if (fclose(images) || fclose(assembler)) {
        fail("cannot write", argv[2]);
    }
    return 0;
}
