#!/bin/sh
# Links what a data set has of each package into one module, to have programs as large as users'.
# Packages whose units do not fit together are left out.
#
# usage: whole_programs.sh OUT SPLIT...     (SPLIT: a folder such as debian-c/O0/validation)
set -eu
out=$1
shift
mkdir -p "$out"
for split in "$@"; do
  for package in "$split"/*/; do
    units=$(find "$package" -name '*.bc' | sort)
    module=$out/$(basename "$package").bc
    # Names of packages and of units have no spaces.
    # shellcheck disable=SC2086
    llvm-link-19 $units -o "$module" 2>/dev/null || rm -f "$module"
  done
done
