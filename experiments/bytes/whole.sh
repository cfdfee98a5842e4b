#!/usr/bin/env bash
# Compares runs on linked programs with and without --whole-program.
# usage: whole.sh OUT BUDGET PROGRAM.bc...        one thread each, in turn
# A line each: program; instructions and bytes of clang -Oz and of the result, as given; then the
# same of the whole program.
set -euo pipefail
out=$1 budget=$2
shift 2
autotune=${AUTOTUNE:-autotune}
mkdir -p "$out"
for program in "$@"; do
  name=$(basename "$program" .bc)
  run=("$autotune" --budget "$budget" --threads 1 --no-db --no-cache -q "$program")
  "${run[@]}" --json "$out/$name.given.json" > "$out/$name.given.txt" 2>&1
  "${run[@]}" --json "$out/$name.whole.json" --whole-program > "$out/$name.whole.txt" 2>&1
  python3 - "$out/$name" <<'PYTHON'
import json, pathlib, sys
path = sys.argv[1]
line = [pathlib.Path(path).name]
for kind in ("given", "whole"):
    report = json.load(open(f"{path}.{kind}.json"))
    for level in ("clang_Oz", "best"):
        for key in ("instructions", "object_size"):
            line.append(f"{report[key].get(level) or '-'}")
print(*line, sep="\t", flush=True)
PYTHON
done
