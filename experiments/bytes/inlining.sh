#!/usr/bin/env bash
# Compares runs with and without choices for the inliner, in turns.
# usage: inlining.sh OUT BUDGET [OPTION...] -- PROGRAM.bc...        one thread each
# A line each: program; bytes, and instructions, with choices and without them, against clang -Oz;
# choices, and the seconds that they took; passes tried with and without.
set -euo pipefail
(($# >= 4)) || { sed -n '2,5s/^# //p' "$0"; exit 2; }
out=$1 budget=$2
shift 2
options=()
while [ "$1" != -- ]; do options+=("$1") && shift; done
shift
autotune=${AUTOTUNE:-autotune}
mkdir -p "$out"
for program; do
  name=$(basename "$program" .bc)
  run=("$autotune" --budget "$budget" --threads 1 --no-db --no-cache -v "${options[@]}" "$program")
  "${run[@]}" -o "$out/$name.bc" --json "$out/$name.with.json" > "$out/$name.with.txt" 2>&1
  "${run[@]}" -o "$out/$name.bc" --json "$out/$name.without.json" --keep-inlining \
    > "$out/$name.without.txt" 2>&1
  python3 - "$out/$name" <<'PYTHON'
import json, pathlib, sys
path = sys.argv[1]
reports = [json.load(open(f"{path}.{kind}.json")) for kind in ("with", "without")]
line = [pathlib.Path(path).name]
for key in ("object_size", "instructions"):
    for report in reports:
        line.append(f"{100 * (report[key]['best'] / report[key]['clang_Oz'] - 1):+.2f} %")
choices = reports[0]["inlining"] or {}
line += [len(choices), f"{reports[0]['inlining_seconds']:.1f}"]
line += [report["evaluations"] for report in reports]
print(*line, sep="\t", flush=True)
PYTHON
done
