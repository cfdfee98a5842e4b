#!/usr/bin/env bash
# Builds Debian packages plain and through the wrapper, tunes them, and runs their own tests.
# usage: run.sh BIN WORK BUDGET [PACKAGE...]
# BIN holds autotune; WORK is made and gets a log of each package. Needs deb-src lines, clang-19.
set -euo pipefail
(($# >= 3)) || { sed -n '2,4s/^# //p' "$0"; exit 2; }
bin=$(realpath "$1") work=$2 budget=$3
shift 3
mkdir -p "$work"
work=$(realpath "$work")
export XDG_DATA_HOME=$work/data XDG_CACHE_HOME=$work/cache
rounds=3

# settings PACKAGE: how it is configured, built and tested; its units are compiled with -Oz.
settings() {
  configure=true clean='make clean' check= extract=
  case $1 in
    bzip2) make=(make -j2 'CFLAGS=-Oz -D_FILE_OFFSET_BITS=64' bzip2 bzip2recover)
      check='make test' clean="$clean; rm -f *.sho libbz2.so*" ;;
    lua5.4) make=(make -j2 -C src linux MYCFLAGS=-Oz) clean='make -C src clean'
      extract=--skip-patches ;;  # Debian's patches need libtool
    mawk) configure="./configure CC=$bin/autotune-cc CFLAGS=-Oz" make=(make -j2)
      check='make check' ;;
    popt) configure="./configure --disable-nls CC=$bin/autotune-cc CFLAGS=-Oz" make=(make -j2)
      check='make check' ;;  # libtool
    tinyxml2) make=(make -j2 'CXXFLAGS=-fPIC -Oz') check='make test' ;;
    zlib) configure="CC=$bin/autotune-cc CFLAGS=-Oz ./configure" make=(make -j2)
      check='make test' ;;
    *) echo "no settings for $1"; exit 2 ;;
  esac
}

# timed NAME COMMAND...: wall time and CPU time of a build, in seconds.
timed() {
  /usr/bin/time -a -o "$work/$package.times" -f "$1 %e %U %S" "${@:2}" >> "$work/$package.log" 2>&1
}

plain() {
  # The first word is make.
  timed plain "${make[0]}" CC=clang-19 CXX=clang++-19 "${make[@]:1}"
}

recorded() {
  AUTOTUNE_BUILD=$work/$package.units timed recorded \
    "${make[0]}" "CC=$bin/autotune-cc" "CXX=$bin/autotune-c++" "${make[@]:1}"
}

applied() {
  timed applied "$bin/autotune" build --state "$work/$package.state" --apply -- "${make[@]}"
}

(($#)) || set -- bzip2 lua5.4 mawk popt tinyxml2 zlib
for package; do
  settings "$package"
  cd "$work"
  rm -rf "$package" "$package.units" "$package.state" "$package.times" "$package.log"
  [[ -n $(find . -maxdepth 1 -name "${package}_*.dsc") ]] ||
    apt-get source -qq --download-only "$package"
  dpkg-source $extract -x "${package}"_*.dsc "$package" > /dev/null
  cd "$package"
  bash -c "$configure" >> "$work/$package.log" 2>&1
  for ((round = 0; round < rounds; ++round)); do
    for kind in plain recorded; do
      bash -c "$clean" >> "$work/$package.log" 2>&1
      rm -rf "$work/$package.units"
      $kind
    done
  done
  bash -c "$clean" >> "$work/$package.log" 2>&1
  echo "== $package: ${make[*]}; check: ${check:-none}"
  "$bin/autotune" build --state "$work/$package.state" --budget "$budget" --stats \
    --check "${check:-true}" -- "${make[@]}" > "$work/$package.table" 2>> "$work/$package.log" ||
    { echo "failed: $work/$package.log"; exit 1; }
  sed -n '/^text + data/,$p' "$work/$package.table"
  for ((round = 0; round < rounds; ++round)); do
    bash -c "$clean" >> "$work/$package.log" 2>&1
    applied
  done
  # Medians of CPU time, and of wall time.
  for kind in plain recorded applied; do
    awk -v kind="$kind" '$1 == kind { print $3 + $4, $2 }' "$work/$package.times" | sort -n |
      awk -v kind="$kind" '{ cpu[NR] = $1; wall[NR] = $2 } END { n = int((NR + 1) / 2)
        printf "%-9s %6.2f s CPU, %6.2f s wall\n", kind, cpu[n], wall[n] }'
  done
done
