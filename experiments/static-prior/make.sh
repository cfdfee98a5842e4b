#!/usr/bin/env bash
# Makes programs, tunes each, and counts which pass follows which in the lists found: the data of
# src/search/learned/static_prior.txt. Needs a deb-src line in apt's sources, csmith, libcsmith-dev, clang-19.
#
# usage: make.sh AUTOTUNE WORK > static_prior.txt
set -euo pipefail
shopt -s nullglob

usage='usage: make.sh AUTOTUNE WORK'
autotune=$(realpath "${1:?$usage}")
work=${2:?$usage}
here=$(dirname "$(realpath "$0")")
csmith_include=${CSMITH_INCLUDE:-/usr/include/csmith}
mkdir -p "$work"
cd "$work"

# compile SOURCE NAME: keeps nothing that does not compile as it stands
compile() {
  clang-19 -O1 -Xclang -disable-llvm-passes -w -Wno-implicit-function-declaration \
    -I"$csmith_include" -emit-llvm -c "$1" -o "$2.bc" 2>/dev/null || rm -f "$2.bc"
}

for package in zlib:. lua5.4:src lz4:lib libtommath:. cjson:. giflib:.; do
  name=${package%:*}
  apt-get -q source --download-only "$name" >&2
  mkdir -p "source/$name"
  tar xf "$name"_*.orig.tar.{gz,bz2,xz} -C "source/$name" --strip-components=1
  for source in "source/$name/${package#*:}"/*.c; do
    lines=$(wc -l < "$source")
    ((lines >= 100 && lines <= 2500)) && compile "$source" "$name-$(basename "$source" .c)"
  done
done
for seed in {1..40}; do
  csmith --seed "$seed" --max-funcs 4 --max-block-depth 3 > csmith.c
  compile csmith.c "csmith-$seed"
done

for program in *.bc; do
  [[ -e ${program%.bc}.json ]] ||
    nice -n 19 "$autotune" --method evolution --max-evals 3000 --threads 1 --budget 60s --no-db \
      --json "${program%.bc}.json" "$program" > /dev/null || echo "left out: $program" >&2
done
"$here/count.py" ./*.json
