#!/usr/bin/env bash
# Trains one small model for each question of README.md, on the same data, and lets each write one list
# for each program of the suites, text files with a path a line. Goes on where it was stopped.
#   ablations.sh AUTOTUNE SET.db OUT SUITE.txt...      # autotune-train is beside AUTOTUNE
#   one_list.py OUT/*/*/
set -euo pipefail
autotune=$1 set=$2 out=$3
shift 3
suites=("$@")
mkdir -p "$out"

variant() {
  local name=$1 model=$out/$1.pf suite programs
  shift
  [[ -e $model.checkpoint ]] && set -- "$@" --resume
  [[ -e $out/$name.log ]] || {
    "$autotune-train" train "$set" -o "$model" --decoder-layers 3 --epochs 10 --patience 0 \
      --validation 0.35 --weight-decay 0.05 "$@" > "$out/$name.part"
    mv "$out/$name.part" "$out/$name.log"
  }
  for suite in "${suites[@]}"; do
    mapfile -t programs < "$suite"
    "$(dirname "$0")/../search/run.sh" "$autotune" "$out/$name/$(basename "${suite%.*}")" 1 "${programs[@]}" -- \
      --method passformer --model "$model" --budget 60s --threads 1
  done
}

variant none         --encoder none
variant features     --encoder features
variant features-1   --encoder features --seed 1
variant features-2   --encoder features --seed 2
variant add          --encoder tokens --fusion add
variant concat       --encoder tokens --fusion concat
variant blind        --encoder features --blind
