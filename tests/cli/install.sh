# make install: a host builds against the installed tree alone, with the shared and with the static library.
. "$TESTS/cli/helpers.sh"
case $VM in */build/vm) ;; *) exit 0 ;; esac # the release variant is what is installed
root=$PWD/root
make -s -C "$TESTS/.." install PREFIX="$root" >make.out 2>&1 || { cat make.out; exit 1; }
awk '/^```c$/ { on = 1; next } /^```$/ { if (on) exit } on' "$TESTS/../docs/embedding.md" >hello.c
export PKG_CONFIG_PATH=$root/lib/pkgconfig
${CC:-cc} hello.c $(pkg-config --cflags --libs vm) -Wl,-rpath,"$root/lib" -o shared
${CC:-cc} hello.c -I"$root/include" "$root/lib/libvm.a" -lm -pthread -o static
for program in shared static; do
    status=0
    ./$program >out 2>err || status=$?
    expect_status 0
    expect_stdout_has 42
    expect_stdout_has 'config.js:2:8: TypeError'
done
[ "$(nm -D --defined-only "$root/lib/libvm.so" | grep -cv ' vm_')" = 0 ] || fail "libvm.so shows more than vm_*"
[ "$(pkg-config --modversion vm)" = "$("$root/bin/vm" --version | sed 's/^vm //')" ] || fail "version of vm.pc"
