#!/usr/bin/env bash
# Measures other baselines than -Oz: -Os, and -Oz without the target's own outliner.
# usage: levels.sh PROGRAM.bc...
# A line each: program; text + data after -Oz; its change, in per cent, with -Os and with -Oz and no
# outliner. A last line has the means.
set -euo pipefail
(($# >= 1)) || { sed -n '2,5s/^# //p' "$0"; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

bytes() {  # PROGRAM LEVEL [OPTION of llc]
  opt-19 -passes="default<$2>" "$1" -o "$folder/m.bc" 2> /dev/null
  llc-19 -filetype=obj -relocation-model=pic "${@:3}" "$folder/m.bc" -o "$folder/m.o" 2> /dev/null
  llvm-size-19 "$folder/m.o" | awk 'NR == 2 { print $1 + $2 }'
}

for program; do
  echo "$(basename "$(dirname "$program")")-$(basename "$program" .bc)" "$(bytes "$program" Oz)" \
    "$(bytes "$program" Os)" "$(bytes "$program" Oz -enable-machine-outliner=never)"
done | awk '{
    for (i = 3; i <= 4; i++) { change[i] = 100 * ($i / $2 - 1); sum[i] += change[i] }
    printf "%s\t%d\t%+.2f %%\t%+.2f %%\n", $1, $2, change[3], change[4]
  }
  END { printf "mean\t\t%+.2f %%\t%+.2f %%\n", sum[3] / NR, sum[4] / NR }'
