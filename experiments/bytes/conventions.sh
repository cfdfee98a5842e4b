#!/usr/bin/env bash
# Compiles programs of csmith, has functions preserve no register after -Oz, runs them, and compares
# what they print.
# usage: conventions.sh PLUGIN FOLDER FIRST_SEED LAST_SEED
# PLUGIN is libautotune-plan.so. Needs csmith, libcsmith-dev, clang-19 and opt-19. Prints
# executions, wrong ones and such functions.
set -euo pipefail
(($# == 4)) || { sed -n '2,6s/^# //p' "$0"; exit 2; }
plugin=$(realpath "$1")
mkdir -p "$2" && cd "$2"
executions=0 wrong=0 changed=0
for seed in $(seq "$3" "$4"); do
  csmith --seed "$seed" > a.c
  # Without inlining, more functions are left.
  clang-19 -w -I/usr/include/csmith -Oz -fno-inline -c -emit-llvm a.c -o a.bc
  clang-19 -Oz -Xclang -disable-llvm-passes a.bc -o plain
  expected=$(timeout 2 ./plain) || continue # some don't end
  for chosen in all some some; do
    RANDOM=$((seed + executions))
    while read -r name; do
      [[ $chosen == some ]] && ((RANDOM % 2)) || echo "$name,autotune-convention=preserve_nonecc"
    done < <(opt-19 -S a.bc | sed -n 's/^define internal .*@\([A-Za-z0-9_.]*\)(.*/\1/p') > a.csv
    opt-19 -load-pass-plugin="$plugin" -passes=forceattrs,autotune-conventions \
      -forceattrs-csv-path=a.csv a.bc -o tuned.bc
    changed=$((changed + $(opt-19 -S tuned.bc | grep -c '^define internal preserve_none' || true)))
    options=()
    ((executions % 2)) || options=(-mllvm -enable-machine-outliner)
    clang-19 -Oz -Xclang -disable-llvm-passes "${options[@]}" tuned.bc -o tuned
    executions=$((executions + 1))
    if [[ $(timeout 20 ./tuned) != "$expected" ]]; then
      wrong=$((wrong + 1))
      echo "seed $seed: $chosen"
    fi
  done
done
echo "$executions executions, $wrong wrong, $changed functions"
