#!/usr/bin/env bash
# Two rounds of expert iteration: searches that begin with the model's list, and a model that is trained on
# all searches so far; beside it the same with searches that have no model. Goes on where it was stopped.
#   expert_iteration.sh AUTOTUNE OUT UNIT...      # autotune-train is beside AUTOTUNE
# Leaves OUT/{0,guided-1,guided-2,unguided-1,unguided-2}-SEED.pf; ablations.sh says how lists are measured.
set -euo pipefail
autotune=$1 out=$2
shift 2
units=("$@")
mkdir -p "$out"

collect() {
  local set=$1
  shift
  "$autotune-train" collect -o "$out/$set.db" --budget 3s --jobs 2 --quiet "$@" "${units[@]}"
}

train() {
  local model=$1 seed resume=() sets=()
  shift
  for set in "$@"; do sets+=("$out/$set.db"); done
  for seed in 0 1; do
    [[ -e $out/$model-$seed.log ]] && continue
    [[ -e $out/$model-$seed.pf.checkpoint ]] && resume=(--resume) || resume=()
    "$autotune-train" train "${sets[@]}" "${resume[@]}" -o "$out/$model-$seed.pf" --seed $seed --decoder-layers 3 --encoder features \
      --epochs 15 --patience 4 --batch 32 --validation 0.2 --weight-decay 0.05 > "$out/$model-$seed.part"
    mv "$out/$model-$seed.part" "$out/$model-$seed.log"
  done
}

collect first
train 0 first
collect with-1 --method passformer+search --model "$out/0-0.pf" --seed 1
train guided-1 first with-1
collect with-2 --method passformer+search --model "$out/guided-1-0.pf" --seed 2
train guided-2 first with-1 with-2
collect without-1 --seed 1
train unguided-1 first without-1
collect without-2 --seed 2
train unguided-2 first without-1 without-2
