#!/usr/bin/env bash
# Installs a build into an empty folder and uses it: programs, man pages, the CMake package.
# usage: install.sh BUILD CLANG
set -euo pipefail
build=$(realpath "$1") clang=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() { echo "install: $*"; exit 1; }

DESTDIR=$scratch/root cmake --install "$build" --prefix /usr > install.log
bin=$scratch/root/usr/bin
"$bin/autotune" --version | grep -q '^autotune ' || fail "no program"
if command -v help2man > /dev/null; then
  for command in $("$bin/autotune" --help | sed -n '/^Commands/,/^[^ ]/ s/^  \([a-z]*\) .*/\1/p'); do
    grep -q '^.SH SYNOPSIS' "root/usr/share/man/man1/autotune-$command.1" ||
      fail "no man page of $command"
  done
fi

mkdir project
cat > project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(planned C)
find_package(autotune REQUIRED)
add_executable(planned main.c)
autotune_apply_plan(planned plan.json)
END
echo 'int main(void) { return 0; }' > project/main.c
echo '{"version": 1, "llvm": "19.1.7", "target": "x86_64-pc-linux-gnu",
"phases": [{"module": "function(sroa)"}]}' > project/plan.json
CFLAGS=-Oz cmake -S project -B planned -G Ninja -DCMAKE_C_COMPILER="$clang" \
  -Dautotune_DIR="$scratch/root/usr/lib/cmake/autotune" > cmake.log
cmake --build planned --verbose > build.log
grep -q "AUTOTUNE_PLAN=$scratch/project/plan.json" build.log || fail "no plan: $(cat build.log)"
planned/planned || fail "the planned program fails"
touch project/plan.json
cmake --build planned | grep -q 'Linking' || fail "another plan compiles nothing"
