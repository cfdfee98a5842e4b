#!/usr/bin/env bash
# Asks the completions of bash, and of zsh and fish if they are there, for words of the built programs.
# usage: completion.sh REPOSITORY BIN
set -euo pipefail
completion=$(realpath "$1")/src/term/completion
PATH=$(realpath "$2"):$PATH
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT
touch bench.bc

fail() { echo "completion: $*"; exit 1; }

# in_bash WORD...: the last word's completions.
in_bash() {
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
  _autotune
  printf '%s\n' "${COMPREPLY[@]}"
}

# expect WHAT WORD: standard input has that word on a line of its own.
expect() {
  local text
  text=$(cat)
  grep -qxF -- "$2" <<<"$text" || fail "$1 lacks '$2': $text"
}

# shellcheck source=/dev/null
source "$completion/autotune.bash"
in_bash autotune --bud | expect bash --budget
in_bash autotune que | expect bash query
in_bash autotune be | expect bash bench.bc
in_bash autotune --method port | expect bash portfolio
in_bash autotune build --app | expect bash --apply
in_bash autotune dataset --sha | expect bash --sha256
in_bash autotune -o be | expect bash bench.bc
in_bash autotune --plan be | expect bash bench.bc
in_bash autotune-train pol | expect bash policy
[[ -z $(in_bash autotune --budget be) ]] || fail "bash offers files where a time is wanted"

if command -v fish > /dev/null; then
  in_fish() { fish --no-config -c "source $completion/autotune.fish; complete -C '$1'" | cut -f 1; }
  in_fish 'autotune --bud' | expect fish --budget
  in_fish 'autotune que' | expect fish query
  in_fish 'autotune build --app' | expect fish --apply
fi
if command -v zsh > /dev/null; then
  zsh -n "$completion/_autotune" || fail "zsh can't read its file"
fi
