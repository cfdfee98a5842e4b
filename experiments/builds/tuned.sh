#!/usr/bin/env bash
# Builds Debian packages with -Oz, tunes them through their own build, and compares their linked files. Their tests are
# part of the build where they have any.
# usage: [PIN=0] tuned.sh BIN WORK BUDGET [PACKAGE...]      (as root; results: WORK/tuned.tsv)
# BIN holds autotune. WORK is a folder of packages.sh, with its root (or ROOT). Without names: the first twenty of
# packages.tsv whose plain build took at most 80 s. PIN is the core of a run, with one thread. Packages with a result
# are not tuned again.
set -euo pipefail
(($# >= 3)) || { sed -n '2,7s/^# //p' "$0"; exit 2; }
here=$(dirname "$(realpath "$0")") bin=$(realpath "$1") work=$(realpath "$2") budget=$3
shift 3
root=${ROOT:-$work/root} results=$work/tuned.tsv
source "$here/root.sh"
mkdir -p "$work/logs"
[[ -d $root/build ]] || { echo "no root of packages.sh: $root"; exit 1; }
(($#)) || set -- $(awk -F '\t' 'NR > 1 && $4 <= 80 { print $1 }' "$here/packages.tsv" | head -20)
[[ -e $results ]] ||
  printf '%s\n' $'package\tlanguage\tunits\tlinked files\tbefore\tafter\tchange %\ttaken back\tseconds' > "$results"

in_root apt-get install -y libarchive13 libboost-program-options1.74.0 libfmt9 libllvm19 libsqlite3-0 libtbb12 \
  libtomlplusplus3 lld-19 llvm-19 > "$work/logs/install-tuned"
rm -rf "$root/opt/autotune"
mkdir "$root/opt/autotune"
cp -rL "$bin" "$bin/../share" "$root/opt/autotune"
# Every name of a compiler runs the one that autotune names, for size.
for name in "$root"/shims/*; do
  [[ $name == *.sh ]] || sed -i '2s/ "\$@".*/ "$@" -Oz/' "$name"
done
# The tests of a package run as part of this.
cat > "$root/shims/build.sh" << 'SCRIPT'
#!/bin/sh
export SHIM_CC="$CC" SHIM_CXX="$CXX" PATH=/shims:/usr/sbin:/usr/bin:/sbin:/bin
unset CC CXX MAKEFLAGS
exec debian/rules build-arch
SCRIPT
chmod +x "$root/shims/build.sh"

for package; do
  ! cut -f 1 "$results" | grep -qxF "$package" || continue
  read -r version language <<< "$(awk -F '\t' -v name="$package" '$1 == name { print $2, $3 }' "$here/packages.tsv")"
  log=$work/logs/$package.tuned
  fetch_source && install_dependencies || { echo "$package can't be fetched"; continue; }
  rm -rf "$root/units"
  install -d -o 1000 -g 1000 "$root/units"
  as_builder dpkg-source -x "source/$dsc" fresh > "$log" 2>&1
  as_builder mkdir tree
  status=0 started=$SECONDS
  as_builder taskset -c "${PIN:-0}" env -i -C /build/tree HOME=/build LANG=C.UTF-8 USER=builder PATH=/usr/bin:/bin \
    DEB_BUILD_OPTIONS='parallel=1 noautodbgsym nodoc' DEB_BUILD_PROFILES=nodoc \
    AUTOTUNE_CC=/usr/bin/clang-19 AUTOTUNE_CXX=/usr/bin/clang++-19 \
    /opt/autotune/bin/autotune build --state /units --no-db --threads 1 --budget "$budget" --stats \
    --clean 'find . -mindepth 1 -delete && cp -a ../fresh/. .' --whole-program '*' -- /shims/build.sh \
    >> "$log" 2>&1 || status=$?
  if ((status)); then
    printf '%s\t%s\t\t\t\t\tfailed: %s\t\t%d\n' "$package" "$language" "$status" $((SECONDS - started)) |
      tee -a "$results"
    continue
  fi
  table=$work/logs/$package.table
  sed -n '/^text + data /,/^[0-9,]* objects* /p' "$log" > "$table"
  awk -F '  +' -v package="$package" -v language="$language" -v seconds=$((SECONDS - started)) '
    / objects? +[0-9]/ { split($0, word, " "); units = word[1] }
    / linked/ { before += plain($2); after += plain($3); ++files }
    /taken back/ { ++back }
    function plain(text) { gsub(",", "", text); return text + 0 }
    END { printf "%s\t%s\t%d\t%d\t%d\t%d\t%.2f\t%d\t%d\n", package, language, units, files, before, after,
      before ? 100 * (after / before - 1) : 0, back, seconds }' "$table" | tee -a "$results"
done
awk -F '\t' 'NR > 1 && $5 > 0 { change[++n] = $7; sum += $7 } END { print n " packages, mean " sum / n " %" }' "$results"
