#!/usr/bin/env bash
# Fails where an example's committed IR is not what its source gives, or does not run well.
# usage: examples.sh FOLDER
set -euo pipefail
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A point release of the compiler has another version string, and is no reason to fail.
without_version() { grep -v '= !{!"Debian clang version ' "$1"; }

for source in *.c; do
  name=${source%.c}
  clang-19 -O1 -Xclang -disable-llvm-passes -S -emit-llvm "$source" -o "$work/$name.ll"
  cmp <(without_version "$work/$name.ll") <(without_version "$name.ll")
  clang-19 -Wno-override-module "$name.ll" -o "$work/$name"
  "$work/$name" > "$work/output"
done
