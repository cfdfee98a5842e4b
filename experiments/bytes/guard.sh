#!/usr/bin/env bash
# Compares the default, which has no more bytes than clang -Oz, with instructions alone.
# usage: guard.sh OUT BUDGET PROGRAM.bc...        one thread each, in turn
# A line each: program; instructions, bytes and passes of the default, against clang -Oz, then of the
# other; bytes of the default without its size attributes.
set -euo pipefail
out=$1 budget=$2
shift 2
autotune=${AUTOTUNE:-autotune}
mkdir -p "$out"
for program in "$@"; do
  name=$(basename "$program" .bc)
  run=("$autotune" --budget "$budget" --threads 1 --no-db --no-cache -q "$program")
  "${run[@]}" -o "$out/$name.bc" --json "$out/$name.guarded.json" \
    > "$out/$name.guarded.txt" 2>&1
  "${run[@]}" --json "$out/$name.alone.json" --objective ir-instructions \
    > "$out/$name.alone.txt" 2>&1
  python3 - "$out/$name" <<'PYTHON'
import json, pathlib, sys
path = sys.argv[1]
line = [pathlib.Path(path).name]
for kind in ("guarded", "alone"):
    report = json.load(open(f"{path}.{kind}.json"))
    for key in ("instructions", "object_size"):
        best, reference = report[key]["best"], report[key]["clang_Oz"]
        line.append(f"{100 * (best / reference - 1):+.2f} %" if best and reference else "-")
    line.append(str(report["evaluations"]))
    if kind == "guarded":
        chosen = report["size_attributes"]
        without = chosen["object_size_without"] if chosen else report["object_size"]["best"]
        reference = report["object_size"]["clang_Oz"]
line.append(f"{100 * (without / reference - 1):+.2f} %" if without and reference else "-")
print(*line, sep="\t", flush=True)
PYTHON
done
