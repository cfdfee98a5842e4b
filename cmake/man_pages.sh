#!/usr/bin/env bash
# Writes a man page for each program and each of its commands, from what --help says.
# usage: man_pages.sh BIN OUT
set -euo pipefail
bin=$(realpath "$1") out=$2
mkdir -p "$out"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
version=$("$bin/autotune" --version | head -n 1)

# commands PROGRAM: the names that its help lists.
commands() {
  "$bin/$1" --help | sed -n '/^Commands/,/^[^ ]/ s/^  \([a-z]*\) .*/\1/p'
}

# page ABOUT PROGRAM [COMMAND]: help2man sees a program of the page's name, whose help it understands.
page() {
  local about=$1 name=$2${3:+-$3}
  printf '#!/bin/sh\n"%s" %s --help | sed "s/^usage:/Usage:/; s/^  autotune/  $ autotune/"\n' \
    "$bin/$2" "${3:-}" > "$scratch/$name"
  chmod +x "$scratch/$name"
  help2man --no-info --section 1 --name "$about" --version-string "$version" \
    --output "$out/$name.1" "$scratch/$name"
}

page 'find LLVM passes that make a module smaller than -Oz does' autotune
page 'make the models that guide the searches of autotune' autotune-train
for program in autotune autotune-train; do
  for command in $(commands "$program"); do
    about=$("$bin/$program" --help | sed -n "/^Commands/,/^[^ ]/ s/^  $command  *//p")
    page "$about" "$program" "$command"
  done
done
