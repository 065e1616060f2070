# vm: a JavaScript engine and event loop.
#
#   make                     build/vm, build/libvm.a, build/libvm.so
#   make run [SCRIPT=file]   install what is missing, build, run an example or the given file
#   make test                the same, then all tests; SUITES="release asan stress", ONLY=pattern
#   make debug|asan|stress   build/<variant>/vm with assertions, sanitizers, collect-always
#   make check               layers, file sizes, exported names, formatting, warnings of two compilers
#   make coverage            run the tests on an instrumented build, lines covered per folder
#   make fuzz                every fuzz target for FUZZ_SECONDS (clang)
#   make test262 TEST262=dir the conformance suite against its list of expected failures
#   make conformance [OCTANE=dir]  the Promises/A+ suite (npm) and the classic programs of Octane
#   make wine-test           the event loop's unit tests, built for Windows, under Wine (tests/windows/run)
#   make test-packages       packages of npm, with the same output as Node (needs node and npm)
#   make bench               the benchmarks, beside `node --jitless` where there is one
#   make deps, make install PREFIX=dir, make clean
#
# A variant is compiled into build/<variant>/obj; changing the compiler or the flags rebuilds it.
# V=1 shows the commands. Without -j as many jobs run as there are processors.

VARIANT  ?= release
PREFIX   ?= /usr/local
MIMALLOC ?= $(if $(shell command -v apt-get),static,system)
SCRIPT   ?= examples/pipeline.js
SUITES   ?= release asan stress
FUZZ_SECONDS ?= 60

OUT := build$(if $(filter-out release,$(VARIANT)),/$(VARIANT))
OBJ := build/$(VARIANT)/obj
export CC MIMALLOC
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif
quiet = $(if $(V),,@echo '  $(1) $@';)

# --- flags -----------------------------------------------------------------------------------------

WARNINGS  := -Wall -Wextra
WINDOWS   := $(filter windows,$(VARIANT))
CPPFLAGS_ := -Ivm/src -Ivm/include -Iruntime -Iruntime/include \
    $(if $(WINDOWS),-Ibuild/deps/windows/include,$(if $(filter static,$(MIMALLOC)),-Ibuild/deps/include))
CFLAGS_   := -std=gnu11 $(WARNINGS) -fno-strict-aliasing -fvisibility=hidden -fPIC -pthread
CLANG     := $(findstring clang,$(shell $(CC) --version 2>/dev/null))

# The collector scans the C stack: sanitizers must not move locals to a fake stack.
NO_FAKE_STACK := $(if $(CLANG),-fsanitize-address-use-after-return=never,--param asan-use-after-return=0)
SANITIZE      := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer $(NO_FAKE_STACK)

# Nothing unwinds through these frames; debuggers have .debug_frame.
FLAGS_release  := -O2 -g -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections
SMALL_release  := -Os
FLAGS_debug    := -O0 -g -DVM_DEBUG=1
FLAGS_asan     := -O1 -g -DVM_DEBUG=1 $(SANITIZE)
FLAGS_stress   := -O1 -g -DVM_DEBUG=1 -DVM_STRESS=1
FLAGS_coverage := -O0 -g --coverage -fprofile-update=atomic
FLAGS_windows  := -O1 -g -D_WIN32_WINNT=0x0A00 -D__USE_MINGW_ANSI_STDIO=1 -fsanitize=undefined -fsanitize-undefined-trap-on-error
FLAGS_fuzz     := -O1 -g -DVM_DEBUG=1 -fsanitize=fuzzer-no-link $(SANITIZE)

# Relative relocations packed, where the linker and the C library of this machine know how.
PACK          := -Wl,-z,pack-relative-relocs
PACKS         := $(shell mkdir -p build && echo 'int main(void) { return 0; }' | $(CC) -x c - $(PACK) -o build/probe.$$$$ 2>/dev/null && build/probe.$$$$ && echo yes; rm -f build/probe.$$$$)
LINK_release  := -Wl,--gc-sections $(if $(PACKS),$(PACK))
LINK_asan     := $(SANITIZE)
LINK_coverage := --coverage
LINK_windows  := -static
LINK_fuzz     := -fsanitize=fuzzer $(SANITIZE)
LINK_TOOL_asan     := $(LINK_asan)
LINK_TOOL_coverage := $(LINK_coverage)
LINK_TOOL_fuzz     := -fsanitize=fuzzer-no-link $(SANITIZE)

COMPILE = $(CC) $(CPPFLAGS_) $(CPPFLAGS) $(CFLAGS_) $(FLAGS_$(VARIANT)) $(CFLAGS)
LINK    = $(CC) $(LINK_$(VARIANT)) $(LDFLAGS) -pthread

# --- sources ---------------------------------------------------------------------------------------

# Files that implement one contract for several platforms or allocators: one of each is chosen.
ALTERNATIVES := os_posix os_win net_posix net_win fs_posix fs_win fs_linux process_linux signals_linux system_linux \
    thread_posix thread_win loop_epoll loop_iocp loop_iocp_wait loop_iocp_host memory_mimalloc memory_malloc
CHOSEN       := $(if $(WINDOWS),thread_win loop_iocp loop_iocp_wait loop_iocp_host,os_posix net_posix fs_posix \
    fs_linux process_linux signals_linux system_linux thread_posix loop_epoll) \
    memory_$(if $(filter asan fuzz,$(VARIANT)),malloc,mimalloc)
unchosen     := $(addprefix %/,$(addsuffix .c,$(filter-out $(CHOSEN),$(ALTERNATIVES))))

SOURCES     := $(filter-out $(unchosen),$(wildcard vm/src/*/*.c runtime/*/*.c))
STDLIB      := $(shell find stdlib -name '*.js' | sed 's,^stdlib/,,; s,[.]js$$,,' | LC_ALL=C sort)
CLI_SOURCES := $(filter runtime/cli/%,$(SOURCES))
LIB_SOURCES := $(filter-out $(CLI_SOURCES),$(SOURCES))
LIB_OBJECTS := $(LIB_SOURCES:%.c=$(OBJ)/%.o) $(OBJ)/stdlib.o
ENGINE_OBJECTS := $(filter $(OBJ)/vm/%,$(LIB_OBJECTS))
CLI_OBJECTS := $(CLI_SOURCES:%.c=$(OBJ)/%.o)

UNIT_TESTS   := $(patsubst tests/unit/%.c,$(OUT)/tests/%,$(wildcard tests/unit/test_*.c))
WINDOWS_TESTS := $(patsubst %,$(OUT)/tests/%.exe,test_loop test_loop_io test_loop_threads test_loop_wheel test_loop_iocp_wait \
    $(basename $(notdir $(wildcard tests/unit/windows/test_*.c))))
EMBED_TESTS  := $(patsubst examples/%.c,$(OUT)/examples/%,$(wildcard examples/*.c)) \
                $(patsubst tests/embed/%.c,$(OUT)/tests/embed_%,$(wildcard tests/embed/*.c))
DOC_PROGRAMS := $(shell sed -n 's|^// \([a-z]*\)\.c: .*|\1|p' docs/embedding.md)
DOC_TESTS    := $(DOC_PROGRAMS:%=$(OUT)/docs/%) $(DOC_PROGRAMS:%=$(OUT)/docs/%_cpp)
FUZZ_TARGETS := $(patsubst tests/fuzz/%.c,build/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))

utf8proc_archive := $(shell $(CC) -print-file-name=libutf8proc.a 2>/dev/null)
UTF8PROC         := $(if $(filter /%,$(utf8proc_archive)),$(utf8proc_archive),-lutf8proc)
MIMALLOC_LINK    := $(if $(filter asan fuzz,$(VARIANT)),,$(if $(filter static,$(MIMALLOC)),build/deps/mimalloc.o,-lmimalloc))
LIBS             := $(MIMALLOC_LINK) $(UTF8PROC) -lm
CHECK_LIBS       := $(shell pkg-config --libs check 2>/dev/null || echo -lcheck)

VERSION := $(shell sed -n 's/^\#define VM_VERSION "\(.*\)"/\1/p' vm/include/vm.h)
ABI     := $(shell sed -n 's/^\#define VM_ABI_VERSION //p' vm/include/vm.h)

# --- products --------------------------------------------------------------------------------------

.PHONY: all vm debug asan stress deps run test tests windows-tests wine-test check coverage fuzz fuzz-targets test262 conformance test-packages bench install clean force
.DELETE_ON_ERROR:
.SECONDARY:

all: $(OUT)/vm $(if $(filter release,$(VARIANT)),build/libvm.a build/libvm.so)
vm: $(OUT)/vm
tests: $(OUT)/vm $(UNIT_TESTS) $(EMBED_TESTS) $(DOC_TESTS)

debug asan stress:
	@$(MAKE) --no-print-directory VARIANT=$@ vm

$(OUT)/vm: $(LIB_OBJECTS) $(CLI_OBJECTS)
	$(call quiet,link)$(LINK) -o $@ $^ $(LIBS)

# One relocatable object that holds everything and shows only vm_*.
build/libvm.a: $(OBJ)/libvm.o
	@rm -f $@
	$(call quiet,archive)ar rcs $@ $<
$(OBJ)/libvm.o: $(LIB_OBJECTS)
	$(call quiet,link)$(LD) -r -o $@ $^ $(filter %.o %.a,$(LIBS))
	@objcopy -w -G 'vm_*' $@

build/libvm.so: $(LIB_OBJECTS) $(OBJ)/libvm.map
	$(call quiet,link)$(LINK) -shared -o $@ $(LIB_OBJECTS) $(LIBS) -Wl,--version-script=$(OBJ)/libvm.map -Wl,-soname,libvm.so.$(ABI) -Wl,-z,defs
$(OBJ)/libvm.map:
	@mkdir -p $(@D)
	@echo '{ global: vm_*; local: *; };' >$@

# Unit tests see the hidden names too, and take the objects that they need.
$(OBJ)/parts.a: $(LIB_OBJECTS)
	@rm -f $@ && ar rcsT $@ $^
$(OUT)/tests/%: tests/unit/%.c $(OBJ)/parts.a $(OBJ)/flags
	@mkdir -p $(@D)
	$(call quiet,link)$(COMPILE) -Itests/unit/posix -MMD -MF $(OBJ)/$*.d -o $@ $(filter %.c %.o %.a,$^) $(LINK_$(VARIANT)) $(LDFLAGS) $(LIBS) $(CHECK_LIBS)

# The loop built for Windows: made by tests/windows/run, with its compiler and libraries.
windows-tests: $(WINDOWS_TESTS)
$(OBJ)/loop.a: $(filter $(OBJ)/runtime/loop/%,$(LIB_OBJECTS))
	@rm -f $@ && ar rcsT $@ $^
vpath test_loop%.c tests/unit tests/unit/windows
$(OUT)/tests/%.exe: %.c $(OBJ)/loop.a $(OBJ)/flags
	@mkdir -p $(@D)
	$(call quiet,link)$(COMPILE) -Wno-format -Wno-format-extra-args -Itests/unit -Itests/unit/windows -MMD -MF $(OBJ)/$*.d -o $@ $(filter %.c %.a,$^) $(LINK_windows) \
	    $(LDFLAGS) build/deps/windows/mimalloc.o build/deps/windows/lib/libcheck.a -lpthread -lpsapi -lshell32 -luser32 -ladvapi32 \
	    -lbcrypt -lshlwapi -lmswsock -lws2_32 -lntdll

# The timed wait of the Windows backend is tested on every platform.
$(OUT)/tests/test_loop_iocp_wait: $(OBJ)/runtime/loop/loop_iocp_wait.o

# Host programs see the installed headers and the library only.
$(OUT)/tests/embed_%: tests/embed/%.c $(OBJ)/libvm.o $(OBJ)/flags
	@mkdir -p $(@D)
	$(call quiet,link)$(CC) -Ivm/include -Iruntime/include -std=c11 $(WARNINGS) $(FLAGS_$(VARIANT)) -o $@ $< $(OBJ)/libvm.o $(LINK_$(VARIANT)) -pthread -lm
$(OUT)/examples/%: examples/%.c $(OBJ)/libvm.o $(OBJ)/flags
	@mkdir -p $(@D)
	$(call quiet,link)$(CC) -Ivm/include -Iruntime/include -std=c11 $(WARNINGS) $(FLAGS_$(VARIANT)) -o $@ $< $(OBJ)/libvm.o $(LINK_$(VARIANT)) -pthread -lm

# The programs of the page on embedding, as C and as C++.
build/docs/written: docs/embedding.md tools/snippets
	@tools/snippets $< $(@D) && touch $@
HOST = -Ivm/include -Iruntime/include $(WARNINGS) -Werror $(FLAGS_$(VARIANT)) -o $@ $(OBJ)/libvm.o $(LINK_$(VARIANT)) -pthread -lm
$(OUT)/docs/%_cpp: build/docs/written $(OBJ)/libvm.o $(OBJ)/flags
	@mkdir -p $(@D)
	$(call quiet,link)$(CXX) -std=c++20 -Wno-missing-field-initializers -x c++ build/docs/$*.c -x none $(HOST)
$(OUT)/docs/%: build/docs/written $(OBJ)/libvm.o $(OBJ)/flags
	@mkdir -p $(@D)
	$(call quiet,link)$(CC) -std=gnu11 build/docs/$*.c $(HOST)

build/fuzz/%: tests/fuzz/%.c $(OBJ)/parts.a $(OBJ)/flags
	$(call quiet,link)$(COMPILE) -MMD -MF $(OBJ)/$*.d -o $@ $< $(OBJ)/parts.a $(LINK_$(VARIANT)) $(LIBS)

$(OBJ)/%.o: %.c $(OBJ)/flags
	@mkdir -p $(@D)
	$(call quiet,compile)$(COMPILE) $(SMALL) -MMD -MP -c -o $@ $<

# The JavaScript part of the library: bytecode, made by the engine itself, as stdlib_files of runtime/modules/stdlib.h.
$(OBJ)/stdlib-compiler: $(OBJ)/tools/stdlib-compiler.o $(ENGINE_OBJECTS)
	$(call quiet,link)$(CC) $(LINK_TOOL_$(VARIANT)) $(LDFLAGS) -pthread -o $@ $^ $(LIBS)
$(OBJ)/stdlib.s: $(OBJ)/stdlib-compiler $(STDLIB:%=stdlib/%.js) $(OBJ)/stdlib.names
	$(call quiet,compile)$< stdlib $(@:.s=.images) $@ $(STDLIB)
$(OBJ)/stdlib.o: $(OBJ)/stdlib.s
	$(call quiet,embed)$(CC) -c -o $@ $<
$(OBJ)/stdlib.names: force
	@mkdir -p $(@D)
	@echo '$(STDLIB)' | cmp -s - $@ || echo '$(STDLIB)' >$@

# What runs seldom, once for a text, or waits for the system anyway is compiled for size.
SMALL_BUILTINS := atomics atomics_wait bigint boolean builtin data_view date date_format error finalization_registry \
    function_constructor generator global iterator_zip proxy reflect shared_array_buffer string_locale symbol \
    uint8_array_text uri weak_ref array_from_async array_buffer call_site math typed_array_create typed_array_search typed_array_copy
SMALL_SOURCES := $(filter-out runtime/loop/% %/timers.c,$(filter runtime/% vm/src/code/% vm/src/compiler/%,$(SOURCES))) \
    $(SMALL_BUILTINS:%=vm/src/builtins/%.c) vm/src/lang/proxy_exotic.c \
    $(addprefix vm/src/regexp/,parse.c parse_class.c emit.c set.c node.c) \
    $(addprefix vm/src/base/,date.c date_parse.c time_zone.c time_zone_names.c unicode_property.c unicode_normalize.c compress.c deflate.c) \
    $(addprefix vm/src/api/,clone.c error.c bytecode.c buffer.c isolate.c run.c) \
    $(addprefix vm/src/exec/,trace_frame.c module.c module_link.c module_evaluate.c stack_trace.c)
SMALL_OBJECTS := $(SMALL_SOURCES:%.c=$(OBJ)/%.o)
$(SMALL_OBJECTS): SMALL := $(SMALL_$(VARIANT))

# Rewritten only when the compiler or the flags are others than last time.
$(OBJ)/flags: force | $(if $(WINDOWS),,build/deps/ready)
	@mkdir -p $(@D)
	@echo '$(COMPILE) $(SMALL_$(VARIANT)) $(LINK) $(LIBS)' | cmp -s - $@ || echo '$(COMPILE) $(SMALL_$(VARIANT)) $(LINK) $(LIBS)' >$@

build/deps/ready:
	@tools/deps --verify
	@mkdir -p $(@D) && touch $@
deps:
	@tools/deps
	@mkdir -p build/deps && touch build/deps/ready

# --- running and testing ---------------------------------------------------------------------------

run: deps
	@$(MAKE) --no-print-directory vm
	$(OUT)/vm $(SCRIPT)

test: deps
	@$(MAKE) --no-print-directory all
	@for variant in $(SUITES); do $(MAKE) --no-print-directory VARIANT=$$variant tests || exit 1; done
	@tests/run $(SUITES) $(if $(ONLY),--only '$(ONLY)')

check: deps all
	@tools/check-layers
	@tools/check-exports build/libvm.so build/libvm.a
	@tools/check-sources

coverage: deps
	@find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	@$(MAKE) --no-print-directory VARIANT=coverage tests
	@tests/run coverage
	@tools/coverage build/coverage/obj

fuzz: deps
	@$(MAKE) --no-print-directory CC=clang VARIANT=fuzz fuzz-targets
	@tests/fuzz/run $(FUZZ_SECONDS) $(FUZZ_TARGETS)
fuzz-targets: $(FUZZ_TARGETS)

test262: deps
	@test -d "$(TEST262)/harness" || { echo 'usage: make test262 TEST262=<checkout of tc39/test262>'; exit 2; }
	@$(MAKE) --no-print-directory vm
	tests/test262/run.py --vm $(OUT)/vm --test262 $(TEST262) $(ARGS)

conformance: deps
	@$(MAKE) --no-print-directory vm
	tests/conformance/promises.py --command $(OUT)/vm
	$(if $(OCTANE),tests/conformance/octane.py --octane $(OCTANE) --command $(OUT)/vm)

wine-test:
	@tests/windows/run $(if $(ONLY),'$(ONLY)')

test-packages: deps
	@$(MAKE) --no-print-directory vm
	tests/packages/run --command $(OUT)/vm $(if $(ONLY),'$(ONLY)')

bench: deps
	@$(MAKE) --no-print-directory vm
	benchmarks/compare $(ARGS)

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/include
	install -m 755 -s build/vm $(DESTDIR)$(PREFIX)/bin/vm
	install -m 644 vm/include/*.h $(wildcard runtime/include/*.h) $(DESTDIR)$(PREFIX)/include
	install -m 644 build/libvm.a $(DESTDIR)$(PREFIX)/lib/libvm.a
	strip -g $(DESTDIR)$(PREFIX)/lib/libvm.a
	install -m 755 -s build/libvm.so $(DESTDIR)$(PREFIX)/lib/libvm.so.$(ABI)
	ln -sf libvm.so.$(ABI) $(DESTDIR)$(PREFIX)/lib/libvm.so
	printf '%s\n' 'prefix=$(PREFIX)' 'Name: vm' 'Description: JavaScript engine and event loop' 'Version: $(VERSION)' \
	    'Cflags: -I$${prefix}/include' 'Libs: -L$${prefix}/lib -lvm' 'Libs.private: -lm -pthread' \
	    >$(DESTDIR)$(PREFIX)/lib/pkgconfig/vm.pc

clean:
	rm -rf $(filter-out build/deps,$(wildcard build/*))

-include $(LIB_OBJECTS:.o=.d) $(CLI_OBJECTS:.o=.d) $(OBJ)/runtime/loop/loop_iocp_wait.d $(wildcard $(OBJ)/*.d)
