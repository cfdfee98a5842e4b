#!/usr/bin/env bash
# Searches with and without the evaluation cache, interleaved: does a cold cache slow a search down,
# and what does a warm one save? Prints a table of tab-separated values, one line a run: program,
# round, cache (off, cold or warm), seconds of the search, CPU seconds of the whole run and its workers,
# evaluations, best cost. To be run on a quiet machine.
#
# usage: compare.sh AUTOTUNE ROUNDS EVALUATIONS PROGRAM...
#   METHOD=evolution and THREADS=4 in the environment are the defaults.
set -euo pipefail

if (($# < 4)); then
  echo "usage: compare.sh AUTOTUNE ROUNDS EVALUATIONS PROGRAM..." >&2
  exit 2
fi
autotune=$1 rounds=$2 evaluations=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# run PROGRAM ROUND CACHE OPTION...
run() {
  local program=$1 round=$2 cache=$3
  shift 3
  local TIMEFORMAT='%U %S'
  local cpu
  # Every run finds the standard levels in the database, and no lists of other runs.
  cp "$folder/levels.db" "$folder/results.db"
  cpu=$({ time "$autotune" -q --method "${METHOD:-evolution}" --threads "${THREADS:-4}" \
    --budget 1h --max-evals "$evaluations" --seed "$round" --db "$folder/results.db" "$@" \
    --json "$folder/report.json" "$program" >/dev/null 2>"$folder/errors"; } 2>&1)
  if [[ -s $folder/errors ]]; then
    cat "$folder/errors" >&2
    exit 1
  fi
  python3 - "$folder/report.json" "$(basename "$program")" "$round" "$cache" "$cpu" <<'PYTHON'
import json, sys
report = json.load(open(sys.argv[1]))
cpu = sum(map(float, sys.argv[5].split()))
print(*sys.argv[2:5], f"{report['search_seconds']:.3f}", f"{cpu:.3f}", report["evaluations"],
      report["instructions"]["best"], sep="\t")
PYTHON
}

printf 'program\tround\tcache\tseconds\tcpu\tevaluations\tbest\n'
for program in "$@"; do
  "$autotune" -q --max-evals 1 --db "$folder/levels.db" --no-cache "$program" >/dev/null
  for ((round = 1; round <= rounds; ++round)); do
    cache=$folder/$(basename "$program").$round.db
    if ((round % 2)); then
      run "$program" "$round" off --no-cache
      run "$program" "$round" cold --cache "$cache"
    else
      run "$program" "$round" cold --cache "$cache"
      run "$program" "$round" off --no-cache
    fi
    run "$program" "$round" warm --cache "$cache"
    rm -f "$cache"*
  done
done
