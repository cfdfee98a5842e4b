#!/usr/bin/env bash
# Throws exceptions through functions whose code was generated with options for size, and through
# functions that preserve no register, and compares what the program prints.
# usage: exceptions.sh PLUGIN FOLDER [aarch64]       PLUGIN is libautotune-plan.so
# Needs clang-19 and llc-19; for AArch64 g++-aarch64-linux-gnu, too, and qemu-user.
set -euo pipefail
(($# == 2 || $# == 3)) || { sed -n '2,5s/^# //p' "$0"; exit 2; }
plugin=$(realpath "$1")
target=() run=()
if [[ ${3:-} == aarch64 ]]; then
  target=(--target=aarch64-linux-gnu) run=(qemu-aarch64 -L /usr/aarch64-linux-gnu)
fi
mkdir -p "$2" && cd "$2"
python3 - > a.cpp <<'PYTHON'
import random

random.seed(7)
functions = 60
print('''#include <cstdio>
#include <stdexcept>
#include <string>
struct Guard { int& trace; int value; ~Guard() { trace = trace * 31 + value; } };
struct Thrown : std::runtime_error {
  int code;
  explicit Thrown(int its) : std::runtime_error("e" + std::to_string(its)), code(its) {}
};
static int trace = 0;
static int leaf(int a, int b) { if (a * b % 13 == 4) throw Thrown(a - b); return a ^ b; }''')
for i in reversed(range(functions)):
    def call(k):
        if i + 1 == functions: return f"leaf(a + {k}, b)"
        return (f"f{random.randrange(i + 1, functions)}(a + {random.randrange(9)}, "
                f"b * {random.randrange(1, 5)}, c ^ {random.randrange(99)}, d - {k}, x * 1.{k}5)")
    catches = ("catch (const Thrown& its) { Guard inner{trace, its.code}; r += its.code; "
               "if (its.code % 3 == 0) throw; }" if i % 3 == 0 else "")
    print(f'''__attribute__((noinline)) static int f{i}(int a, int b, int c, int d, double x) {{
  Guard guard{{trace, {i}}};
  int p = a * 3 + b, q = c - d, r = (int)x + {i};
  {"try" if catches else ""} {{
    if ((a + b + c) % 7 == {i % 7}) p += {call(0)};
    if ((b ^ c) % 5 == {i % 5}) q -= {call(1)};
    if (d % 4 == {i % 4}) r ^= {call(2)};
    if ((p ^ q) % 11 == {i % 11}) throw Thrown(p + {i});
  }} {catches}
  return p * 7 + q * 3 + r + (int)(x * 0.5);
}}''')
print('''int main() {
  long sum = 0;
  for (int i = 0; i < 4000; ++i) {
    try {
      sum += f0(i, i * 7, i * 13, i % 17, i * 0.25) + f1(i * 3, i, i ^ 5, i % 7, i);
    } catch (const Thrown& its) { sum += its.code + its.what()[1]; }
  }
  printf("%ld %d\\n", sum, trace);
}''')
PYTHON
clang++-19 "${target[@]}" -Oz -fwrapv -fPIC -emit-llvm -c a.cpp -o a.bc
opt-19 -S a.bc | sed -n 's/^define internal .*@\(_ZL[a-z0-9]*\)(.*/\1,autotune-convention=preserve_nonecc/p' > a.csv
opt-19 -load-pass-plugin="$plugin" -passes=forceattrs,autotune-conventions -forceattrs-csv-path=a.csv a.bc -o none.bc
echo "$(opt-19 -S none.bc | grep -c '^define internal preserve_none') functions preserve no register"
expected=
for module in a.bc none.bc; do
  for options in "" "-outliner-benefit-threshold=20" "-homogeneous-prolog-epilog" \
    "-homogeneous-prolog-epilog -enable-machine-outliner -outliner-benefit-threshold=1"; do
    # shellcheck disable=SC2086 # they are several words
    llc-19 -relocation-model=pic -filetype=obj $options "$module" -o a.o
    clang++-19 "${target[@]}" a.o -o a
    printed=$("${run[@]}" ./a)
    : "${expected:=$printed}"
    echo "$(llvm-size-19 a.o | awk 'NR == 2 { print $1 + $2 }') bytes, $printed: $module $options"
    [[ $printed == "$expected" ]] || { echo "another result"; exit 1; }
  done
done
