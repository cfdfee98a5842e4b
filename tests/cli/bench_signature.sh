#!/usr/bin/env bash
# The signature of `autotune bench` must be the one of this LLVM in bench_signature.txt. After fewer
# evaluations, one thread and two must find the same. Without a line for this LLVM, and on other
# processors than x86-64, where floating point may round otherwise: 77 (skipped). `short` compares
# the threads alone: for sanitizers, which take their time.
# usage: bench_signature.sh AUTOTUNE LLVM_MAJOR_VERSION full|short
set -euo pipefail
autotune=$1 major=$2 form=$3
file=$(dirname "$0")/bench_signature.txt

evaluations=30
one=$("$autotune" bench --threads 1 --max-evals $evaluations)
two=$("$autotune" bench --threads 2 --max-evals $evaluations)
diff <(echo "$one") <(echo "$two") >&2 || {
  echo "one thread and two find different lists" >&2
  exit 1
}
[[ $form == full ]] || exit 0
expected=$(awk -v major="$major" '$1 == major { print $2 }' "$file")
[[ -n $expected ]] || {
  echo "bench_signature.txt has no line for LLVM $major"
  exit 77
}
[[ $(uname -m) == x86_64 ]] || {
  echo "bench_signature.txt is for x86-64"
  exit 77
}
answer=$("$autotune" bench --threads 2)
found=$(sed -n 's/^Signature: //p' <<< "$answer")
[[ $found == "$expected" ]] || {
  echo "$answer"
  echo "expected $expected. If searches are to find other lists now, put $found in"
  echo "tests/cli/bench_signature.txt and end the commit's message with 'Bench: $found'."
  exit 1
}
