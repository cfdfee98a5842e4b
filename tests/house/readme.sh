#!/usr/bin/env bash
# Fails if a command of the README's section "Use" fails. They run one after the other on an example,
# in a folder of their own, with nothing that earlier runs stored.
# usage: readme.sh REPOSITORY AUTOTUNE
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_DATA_HOME=$work/data XDG_CACHE_HOME=$work/cache
PATH=$(dirname "$(realpath "$2")"):$PATH

cp "$1/examples/words.c" "$work/bench.c"
cat > "$work/Makefile" <<'MAKE'
bench: bench.o
test: bench
	./bench
MAKE
awk '/^## / { use = $2 == "Use" } /^```/ { code = /sh$/; next } use && code' "$1/README.md" \
  > "$work/commands"
cat "$work/commands"
grep -q '^autotune .* -o small.bc' "$work/commands"

cd "$work"
bash -euo pipefail commands < /dev/null
[[ -s small.bc && -s again.bc ]]
