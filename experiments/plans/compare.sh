#!/usr/bin/env bash
# Compares one list for the module with a plan, on each program in turn, one thread each.
# usage: compare.sh OUT BUDGET OBJECTIVE PROGRAM.bc...
# A line each: program, value of -Oz, of the list alone, of the list before the plan, of the plan.
set -euo pipefail
out=$1 budget=$2 objective=$3
shift 3
autotune=${AUTOTUNE:-autotune}
mkdir -p "$out"
for program in "$@"; do
  name=$(basename "$program" .bc)
  run=("$autotune" --budget "$budget" --threads 1 --no-db --objective "$objective" -q "$program")
  "${run[@]}" --json "$out/$name.list.json" > "$out/$name.list.txt" 2>&1
  "${run[@]}" --json "$out/$name.plan.json" --plan "$out/$name.plan" > "$out/$name.plan.txt" 2>&1
  python3 - "$out/$name" "$objective" <<'PYTHON'
import json, pathlib, sys
path, objective = sys.argv[1:]
list_, plan = (json.load(open(f"{path}.{kind}.json")) for kind in ("list", "plan"))
key = "instructions" if objective == "ir-instructions" else "object_size"
best = min(plan[key]["best"], (plan["plan"] or {key: plan[key]["best"]})[key])
print(f"{pathlib.Path(path).name}\t{list_[key]['Oz']}\t{list_[key]['best']}\t"
      f"{plan[key]['best']}\t{best}", flush=True)
PYTHON
done
