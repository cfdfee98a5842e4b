#!/usr/bin/env bash
# Builds Debian packages plain and through the wrapper, tunes their units and then their programs as one module, and
# runs their own tests.
# usage: [ROUNDS=0] run.sh BIN WORK BUDGET [PACKAGE...]      (without rounds no build is timed)
# BIN holds autotune; WORK is made and gets a log of each package. Needs deb-src lines, clang-19, lld-19.
set -euo pipefail
(($# >= 3)) || { sed -n '2,5s/^# //p' "$0"; exit 2; }
bin=$(realpath "$1") work=$2 budget=$3
shift 3
mkdir -p "$work"
work=$(realpath "$work")
export XDG_DATA_HOME=$work/data XDG_CACHE_HOME=$work/cache
rounds=${ROUNDS-3}

# Debian's patches make generated files older than their sources.
touched='find . -name aclocal.m4 -exec touch {} +; find . -name configure -exec touch {} +
  find . -regex ".*/\(Makefile.in\|config.h.?in\|.*[.]info\|.*[.]1\)" -exec touch {} +'
gnu="./configure --disable-nls CC=$bin/autotune-cc CFLAGS=-Oz"

# settings PACKAGE: how it is configured, built and tested; its units are compiled with -Oz.
settings() {
  configure=true clean='make clean' check= extract= ar_words= whole=$1
  case $1 in
    ed) configure=$gnu make=(make -j2) check='make check' ;;
    gzip) configure="$touched; $gnu" make=(make -j2 'SUBDIRS=lib .') ;;  # its manual needs texinfo
    patch) configure="$touched; $gnu" make=(make -j2) whole=src/patch ;;
    sed) configure="$touched; $gnu" make=(make -j2) whole=sed/sed ;;
    tree) make=(make -j2 'CFLAGS=-Oz -std=c11 -D_LARGEFILE64_SOURCE -D_FILE_OFFSET_BITS=64') ;;
    units) configure="$touched; $gnu" make=(make -j2) ;;
    bzip2) make=(make -j2 'CFLAGS=-Oz -D_FILE_OFFSET_BITS=64' bzip2) check='make test'
      extract=--skip-patches ;;  # Debian's leave nothing in bzip2 but calls of a library
    lua5.4) make=(make -j2 -C src linux MYCFLAGS=-Oz) clean='make -C src clean' whole=src/lua
      ar_words=' rcu' extract=--skip-patches ;;  # Debian's patches need libtool
    mawk) configure="./configure CC=$bin/autotune-cc CFLAGS=-Oz" make=(make -j2)
      check='make check' ;;
    popt) configure=$gnu make=(make -j2) check='make check' whole= ;;  # libtool
    gperf) configure="./configure CC=$bin/autotune-cc CXX=$bin/autotune-c++ CFLAGS=-Oz CXXFLAGS='-Oz -std=c++14'"
      make=(make -j2) check='make check' whole=src/gperf ;;
    lzip) configure="./configure CXX=$bin/autotune-c++ CXXFLAGS=-Oz" make=(make -j2) check='make check' ;;
    tinyxml2) make=(make -j2 'CXXFLAGS=-fPIC -Oz') check='make test' whole=xmltest ;;
    zlib) configure="CC=$bin/autotune-cc CFLAGS=-Oz ./configure" make=(make -j2)
      check='make test' whole= ;;
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

# Another folder of units, as in another checkout, begins with the plan.
planned() {
  rm -rf "$work/$package.planned"
  timed planned "$bin/autotune" build --no-db --state "$work/$package.planned" --apply \
    --plan "$work/$package.plan" -- "${make[@]}"
}

# Prints what clang's own link-time optimisation gives.
lto() {
  bash -c "$clean" >> "$work/$package.log" 2>&1
  "${make[0]}" 'CC=clang-19 -flto -Oz --ld-path=/usr/bin/ld.lld-19' "AR=llvm-ar-19$ar_words" \
    RANLIB=llvm-ranlib-19 "${make[@]:1}" >> "$work/$package.log" 2>&1
  echo "with -flto: $(llvm-size-19 "$whole" | awk 'NR == 2 { print $1 + $2 }') $whole"
}

# tuned NAME OPTION...: builds and tunes without a memory of earlier runs; prints the table.
tuned() {
  bash -c "$clean" >> "$work/$package.log" 2>&1
  rm -rf "$work/$package.state"
  "$bin/autotune" build --no-db --state "$work/$package.state" --budget "$budget" --stats \
    --check "${check:-true}" "${@:2}" -- "${make[@]}" > "$work/$package.$1.table" \
    2>> "$work/$package.log" || { echo "failed: $work/$package.log"; exit 1; }
  sed -n '/^text + data/,$p' "$work/$package.$1.table"
}

(($#)) || set -- bzip2 ed gzip lua5.4 mawk patch sed tree units popt tinyxml2 zlib
for package; do
  settings "$package"
  cd "$work"
  rm -rf "$package" "$package.units" "$package.state" "$package.times" "$package.log" "$package.plan"
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
  echo "== $package: ${make[*]}; check: ${check:-none}"
  tuned units --plan "$work/$package.plan"
  for ((round = 0; round < rounds; ++round)); do
    for kind in applied planned; do
      bash -c "$clean" >> "$work/$package.log" 2>&1
      $kind
    done
  done
  if [[ -n $whole ]]; then
    tuned whole --whole-program "$whole"
    lto
  fi
  ((rounds)) || continue
  # Medians of CPU time, and of wall time.
  for kind in plain recorded applied planned; do
    awk -v kind="$kind" '$1 == kind { print $3 + $4, $2 }' "$work/$package.times" | sort -n |
      awk -v kind="$kind" '{ cpu[NR] = $1; wall[NR] = $2 } END { n = int((NR + 1) / 2)
        printf "%-9s %6.2f s CPU, %6.2f s wall\n", kind, cpu[n], wall[n] }'
  done
done
