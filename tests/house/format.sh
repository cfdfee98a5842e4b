#!/usr/bin/env bash
# Fails where clang-format would change a source file; 77 (skipped) without clang-format.
# usage: format.sh REPOSITORY
set -euo pipefail
cd "$1"
command -v clang-format-19 > /dev/null || {
  echo "clang-format-19 is not installed"
  exit 77
}
find src db tests bench examples python -name '*.h' -print0 -o -name '*.cpp' -print0 -o -name '*.c' -print0 |
  xargs -0 clang-format-19 --dry-run -Werror
