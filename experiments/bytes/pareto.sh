#!/usr/bin/env bash
# Draws the Pareto fronts of instructions and bytes of some programs, in OUT/pareto.svg.
# usage: pareto.sh OUT BUDGET PROGRAM.bc...        one thread each, in turn
# A line for each result: program, instructions and bytes against clang -Oz, in per cent.
set -euo pipefail
(($# >= 3)) || { sed -n '2,4s/^# //p' "$0"; exit 2; }
out=$1 budget=$2
shift 2
mkdir -p "$out"
for program; do
  name=$(basename "$program" .bc)
  [ -s "$out/$name.json" ] ||
    "${AUTOTUNE:-autotune}" --objective both --budget "$budget" --threads 1 --no-db --no-cache -q \
      "$program" -o "$out/$name.o" --json "$out/$name.json" > "$out/$name.txt" 2>&1
  python3 - "$name" "$out/$name.json" <<'PYTHON'
import json, sys
report = json.load(open(sys.argv[2]))
for result in report["front"]:
    print(sys.argv[1], *(f"{100 * (result[key] / report[key]['clang_Oz'] - 1):.2f}"
                         for key in ("instructions", "object_size")), sep="\t")
PYTHON
done | tee "$out/pareto.tsv"
{
  echo "set terminal svg size 900,560 dynamic font 'sans-serif,14' background 'white'"
  echo "set output '$out/pareto.svg'; set border 3; set tics nomirror out; set grid lc rgb '#d9dce1'"
  echo "set xlabel 'instructions against clang -Oz, %'; set ylabel 'text + data against clang -Oz, %'"
  echo "set key outside top center horizontal; set offsets graph 0.05, 0.05, 0.05, 0.05"
  line=plot
  for program; do
    name=$(basename "$program" .bc)
    echo "\$$name << END"
    awk -F'\t' -v name="$name" '$1 == name { print $2, $3 }' "$out/pareto.tsv"
    echo END
    line+=" \$$name using 1:2 with linespoints pt 7 ps 0.7 lw 2 title '$name',"
  done
  echo "${line%,}"
} > "$out/pareto.gp"
gnuplot "$out/pareto.gp"
