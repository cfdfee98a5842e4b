#!/usr/bin/env bash
# Trains the Passformer as it is shipped and measures one list of it for each program of three
# suites.
# usage: train.sh BIN SETS OUT [WEIGHTS]
#   BIN      folder of autotune and autotune-train
#   SETS     holds debian-c and the suites
#   WEIGHTS  measure these, and train nothing
set -euo pipefail
bin=$(realpath "$1") sets=$2 out=$3 weights=${4:-$3/passformer.pf}
experiments=$(dirname "$0")/..
mkdir -p "$out"

if (($# < 4)); then
  "$experiments/passformer/choose_units.py" "$sets/debian-c" > "$out/units.txt"
  mapfile -t units < "$out/units.txt"
  "$bin/autotune-train" collect -o "$out/set.db" --budget 5s --jobs 4 "${units[@]}"
  "$bin/autotune-train" train "$out/set.db" -o "$weights" --budget 15m --threads 4 \
    --weight-decay 0.05 --learning-rate 0.0008 --validation 0.15 --nearness 0.005
fi

measured=()
for suite in cbench-v1 chstone-v0 npb-v0; do
  [[ $suite = npb-v0 ]] && every=4 || every=1
  mapfile -t programs < <(printf '%s\n' "$sets/$suite"/*.ll | awk "NR % $every == 1 % $every")
  "$experiments/search/run.sh" "$bin/autotune" "$out/lists/$suite" 4 "${programs[@]}" -- \
    --method passformer --model "$weights" --budget 20s --threads 1 --no-db
  measured+=("$out/lists/$suite")
done
"$experiments/passformer/one_list.py" "${measured[@]}"
