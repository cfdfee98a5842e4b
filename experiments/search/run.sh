#!/usr/bin/env bash
# Tunes every program named, one report each; goes on where it was stopped.
#   run.sh AUTOTUNE OUT JOBS PROGRAM... -- OPTION...
set -euo pipefail
autotune=$1 out=$2 jobs=$3
shift 3
programs=()
while (($#)) && [[ $1 != -- ]]; do programs+=("$1"); shift; done
shift || true
mkdir -p "$out"
one() {
  local autotune=$1 out=$2 program=$3
  shift 3
  local name
  name=$(basename "$(dirname "$program")")_$(basename "${program%.*}")
  [[ -s $out/$name.json ]] && return
  "$autotune" --quiet --no-db "$@" --json "$out/$name.part" "$program" > /dev/null 2> "$out/$name.err" &&
    mv "$out/$name.part" "$out/$name.json" || echo "failed: $program" >&2
}
export -f one
printf '%s\0' "${programs[@]}" | xargs -0 -P "$jobs" -I{} bash -c 'one "$@"' _ "$autotune" "$out" {} "$@"
