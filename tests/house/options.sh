#!/usr/bin/env bash
# Compares docs/options.md with what the built programs say of their options.
# usage: options.sh [--write] REPOSITORY BIN
set -euo pipefail
write=
[[ $1 == --write ]] && write=1 && shift
repository=$1 bin=$2
page=$repository/docs/options.md

# section PROGRAM [COMMAND]: the help of one command.
section() {
  printf '\n## %s\n\n```text\n' "$*"
  "$bin/$1" "${@:2}" --help
  printf '```\n'
}

# commands PROGRAM: the names that its help lists.
commands() {
  "$bin/$1" --help | sed -n '/^Commands/,/^[^ ]/ s/^  \([a-z]*\) .*/\1/p'
}

render() {
  echo '# Options'
  echo
  echo 'This page is what `--help` prints, one section a command. A test fails if it is old; then run'
  echo '`tests/house/options.sh --write . build/release/bin`.'
  local program command
  for program in autotune autotune-train; do
    section "$program"
    for command in $(commands "$program"); do section "$program" "$command"; done
  done
}

if [[ $write ]]; then
  render > "$page"
else
  diff -u "$page" <(render) || {
    echo "docs/options.md is old: tests/house/options.sh --write $repository $bin"
    exit 1
  }
fi
