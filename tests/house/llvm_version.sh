#!/usr/bin/env bash
# Fails if a source names a tool or package of one LLVM version, as `opt-` with a number does.
# Those names come from src/core/toolchain.h.in.
# usage: llvm_version.sh REPOSITORY
set -euo pipefail
cd "$1"
if grep -rnE --include='*.h' --include='*.cpp' \
  '\b(opt|llc|lli|lld|clang|clang\+\+|llvm|llvm-[a-z-]+)-[0-9]+' src db bench python; then
  echo "  ^ take the name from core/toolchain.h" >&2
  exit 1
fi
