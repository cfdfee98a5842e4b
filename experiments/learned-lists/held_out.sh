#!/usr/bin/env bash
# Says what the first 64 learned lists (of 4c444d8) and those of make.sh find on packages that they
# were not chosen for. Works on what make.sh left in the folder of the user's data sets.
# usage: held_out.sh BIN
set -euo pipefail
bin=$(realpath "$1")
here=$(realpath "$(dirname "$0")/../..")
learned=$here/experiments/learned-lists
cd "${XDG_DATA_HOME:-$HOME/.local/share}/autotune/datasets"

cat "$learned"/{optimised,chosen-for}.txt > programs.txt
mapfile -t programs < programs.txt
"$bin/autotune-train" coreset --from optimised.db --max-lists 120 --lists lists.txt -k 1000 --table \
  "${programs[@]}" > table.txt
git -C "$here" show 4c444d8:src/search/learned_lists.txt > before.txt
"$learned/held_out.py" table.txt programs.txt before.txt
