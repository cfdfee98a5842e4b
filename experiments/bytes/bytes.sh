#!/usr/bin/env bash
# Minimises bytes.
# usage: bytes.sh OUT BUDGET [--OPTION]... PROGRAM.bc...        one thread each, in turn
# A line each: folder and name of the program; bytes after clang -Oz; change of instructions and
# bytes against that, and that of bytes without size attributes; functions with other size
# attributes; passes tried; number of options of code generation and change of bytes without them.
set -euo pipefail
(($# >= 3)) || { sed -n '2,6s/^# //p' "$0"; exit 2; }
out=$1 budget=$2 options=()
shift 2
while [[ $1 == --* ]]; do options+=("$1") && shift; done
autotune=${AUTOTUNE:-autotune}
mkdir -p "$out"
for program; do
  name=$(basename "$(dirname "$program")")-$(basename "$program" .bc)
  "$autotune" --budget "$budget" --threads 1 --no-db --no-cache -q --objective object-size \
    "${options[@]}" "$program" --json "$out/$name.json" -o "$out/$name.o" > "$out/$name.txt" 2>&1
  python3 - "$out/$name" <<'PYTHON'
import json, pathlib, sys
path = sys.argv[1]
report = json.load(open(f"{path}.json"))
bytes_, instructions, chosen, code = (report[key] for key in ("object_size", "instructions",
                                                             "size_attributes", "code_options"))
change = lambda best, reference: f"{100 * (best / reference - 1):+.2f} %"
print(pathlib.Path(path).name, bytes_["clang_Oz"],
      change(instructions["best"], instructions["clang_Oz"]),
      change(bytes_["best"], bytes_["clang_Oz"]),
      change(chosen["object_size_without"] if chosen else bytes_["best"], bytes_["clang_Oz"]),
      chosen["functions"] if chosen else 0, report["evaluations"],
      len(code["options"]) if code else 0,
      change(code["object_size_without"] if code else bytes_["best"], bytes_["clang_Oz"]),
      sep="\t", flush=True)
PYTHON
done
