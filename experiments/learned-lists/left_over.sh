#!/bin/sh
# What a short search leaves of each program that standard input names, a path relative to the
# working directory such as debian-c/O0/train/musl/src/conf/sysconf.bc, as OUT/SET/PACKAGE/NAME.bc.
#
# usage: left_over.sh AUTOTUNE OUT < programs.txt
set -eu
export AUTOTUNE="$1" OUT="$2"
xargs -P "$(nproc)" -n 1 sh -c '
  name=$(echo "$0" | cut -d/ -f2,5- | tr / _)
  folder=$OUT/$(echo "$0" | cut -d/ -f1)/$(echo "$0" | cut -d/ -f4)
  mkdir -p "$folder"
  "$AUTOTUNE" --quiet --no-db --no-cache --budget 1.2s --threads 1 --method local \
    -o "$folder/$name" "$0" > /dev/null'
