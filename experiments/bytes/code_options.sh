#!/usr/bin/env bash
# Compiles programs of csmith after -Oz with random sets of the options of code generation, runs
# them, and compares what they print.
# usage: code_options.sh FOLDER SEEDS [aarch64]
# Needs csmith, libcsmith-dev, clang-19 and llc-19; for AArch64 gcc-aarch64-linux-gnu, too, and
# qemu-user, which runs them.
set -euo pipefail
(($# == 2 || $# == 3)) || { sed -n '2,6s/^# //p' "$0"; exit 2; }
target=() run=()
if [[ ${3:-} == aarch64 ]]; then
  target=(--target=aarch64-linux-gnu) run=(qemu-aarch64 -L /usr/aarch64-linux-gnu)
fi
root=$(cd "$(dirname "$0")/../.." && pwd)
mapfile -t all < <(sed -n 's/^    {"\(-[^"]*\)".*/\1/p' "$root/src/tune/proof/code_options.cpp" | tac)
mkdir -p "$1" && cd "$1"
executions=0 wrong=0
for seed in $(seq 1 "$2"); do
  csmith --seed "$seed" > a.c
  clang-19 "${target[@]}" -w -I/usr/include/csmith -Oz -c -emit-llvm a.c -o a.bc
  llc-19 -filetype=obj -relocation-model=pic a.bc -o plain.o && clang-19 "${target[@]}" plain.o -o plain
  expected=$(timeout 2 "${run[@]}" ./plain) || continue # some don't end
  for set in all some some some; do
    options=()
    RANDOM=$((seed * 4 + executions))
    for option in "${all[@]}"; do
      # LLVM takes an option once.
      [[ $option == *=* && ${options[*]} == *"${option%%=*}="* ]] && continue
      # shellcheck disable=SC2206 # some are two
      if [[ $set == all ]] || ((RANDOM % 3 == 0)); then options+=($option); fi
    done
    llc-19 -filetype=obj -relocation-model=pic "${options[@]}" a.bc -o tuned.o
    clang-19 "${target[@]}" tuned.o -o tuned
    executions=$((executions + 1))
    if [[ $(timeout 20 "${run[@]}" ./tuned) != "$expected" ]]; then
      wrong=$((wrong + 1))
      echo "seed $seed: ${options[*]}"
    fi
  done
done
echo "$executions executions, $wrong wrong"
