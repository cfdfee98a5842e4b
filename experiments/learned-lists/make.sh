#!/usr/bin/env bash
# Makes learned_lists.txt and continuations.txt anew, then compares ways to choose the next one. Its
# searches end by time, so another run finds other lists: keep the .db files. Goes on where it was
# stopped. Works in the folder of the user's data sets.
# usage: make.sh BIN OLD_AUTOTUNE
#   BIN           folder of autotune and autotune-train
#   OLD_AUTOTUNE  what the committed continuations go on from is autotune of 6f0833f
set -euo pipefail
bin=$(realpath "$1") old=$(realpath "$2")
here=$(realpath "$(dirname "$0")/../..")
learned=$here/experiments/learned-lists
lists=$here/src/search/learned

"$bin/autotune" dataset build debian-c
"$bin/autotune" dataset build debian-cxx
cd "${XDG_DATA_HOME:-$HOME/.local/share}/autotune/datasets"
collect() {
  local set=$1 budget=$2
  shift 2
  "$bin/autotune-train" collect -o "$set" --method local --budget "$budget" --no-fan-out --lists 3 \
    --jobs 4 "$@"
}

mapfile -t found_on < "$learned/found-on.txt"
mapfile -t chosen_for < "$learned/chosen-for.txt"
mapfile -t optimised < "$learned/optimised.txt"
collect set.db 8s "${found_on[@]}"
"$bin/autotune-train" coreset --from set.db -k 64 --max-lists 180 --table "${chosen_for[@]}" \
  > lists.txt
collect optimised.db 8s "${optimised[@]}"
"$bin/autotune-train" coreset --from optimised.db --max-lists 120 --lists lists.txt -k 80 --table \
  "${optimised[@]}" "${chosen_for[@]}" > learned_lists.txt
cp learned_lists.txt "$lists/learned_lists.txt"

"$learned/left_over.sh" "$old" left < "$learned/continued.txt"
mapfile -t left < <(find left -name '*.bc' | sort)
collect left.db 6s "${left[@]}"
"$bin/autotune-train" coreset --from left.db --max-lists 160 -k 64 --lists learned_lists.txt \
  --against-input --table "${left[@]}" > continuations.txt
cp continuations.txt "$lists/continuations.txt"
"$learned/choosing.py" continuations.txt "$learned/continued.txt"
