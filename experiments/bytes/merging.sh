#!/usr/bin/env bash
# Measures what merges equal code, after -Oz and by stock tools alone; and what narrow tables save, if
# PLUGIN is a path of libautotune-plan.so.
# usage: [PLUGIN=FILE] merging.sh PROGRAM.bc...
# A line each: program; text + data after -Oz; its change, in per cent, by each row of `ways`. A last
# line has the means. `-` stands for what opt or llc doesn't make.
set -euo pipefail
(($# >= 1)) || { sed -n '2,6s/^# //p' "$0"; exit 2; }
# The passes after -Oz, and the options of llc.
ways=(
  "mergefunc|"
  "iroutliner|"
  "mergefunc,iroutliner|"
  "|-enable-machine-outliner"
  "|-enable-machine-outliner -machine-outliner-reruns=2"
  "|-enable-machine-outliner -outliner-benefit-threshold=12"
  "|-enable-machine-outliner -outliner-benefit-threshold=12 -machine-outliner-reruns=2"
  "mergefunc|-enable-machine-outliner -outliner-benefit-threshold=12"
  "iroutliner|-enable-machine-outliner -outliner-benefit-threshold=12"
)
plugin=()
if [[ ${PLUGIN:-} ]]; then
  plugin=(-load-pass-plugin="$PLUGIN")
  ways+=("autotune-narrow-tables<1>|" "autotune-narrow-tables<100>|")
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bytes() {  # bytes PASSES OPTION...
  local passes=$1
  shift
  opt-19 "${plugin[@]}" -passes="default<Oz>${passes:+,$passes}" "$program" -o "$work/a.bc" 2> /dev/null &&
    llc-19 -filetype=obj -relocation-model=pic "$@" "$work/a.bc" -o "$work/a.o" 2> /dev/null &&
    llvm-size-19 "$work/a.o" | awk 'NR == 2 { print $1 + $2 }'
}
printf 'program\tbytes'
printf '\t%s' "${ways[@]}"
echo
for program; do
  oz=$(bytes "")
  line="$(basename "$program" .bc)"$'\t'$oz
  for way in "${ways[@]}"; do
    read -ra options <<< "${way#*|}"
    size=$(bytes "${way%%|*}" "${options[@]}") || size=
    line+=$'\t'$(awk -v a="$size" -v b="$oz" \
      'BEGIN { if (a == "") print "-"; else printf "%+.2f", 100 * (a / b - 1) }')
  done
  echo "$line"
done | awk -F'\t' '{ print; for (i = 3; i <= NF; ++i) if ($i != "-") { sum[i] += $i; n[i]++ } }
  END { printf "mean\t"; for (i = 3; i <= NF; ++i) printf "\t%+.2f", n[i] ? sum[i] / n[i] : 0; print "" }'
