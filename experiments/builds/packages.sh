#!/usr/bin/env bash
# Builds unmodified Debian packages with plain clang and through the wrapper, and compares tests and files.
# usage: [SEED=1] [C=28] [CXX=12] [UNTIL=HH:MM] packages.sh BIN WORK      (as root; results: WORK/results.tsv)
# BIN holds autotune-cc; packages are drawn by SEED before any is built, and those with a result are not built again.
# Limits: SECONDS_EACH of CPU for a build, MB_DEPENDENCIES to download, MB_SOURCE. Needs debootstrap, and apt's
# sources in debian.sources.
set -euo pipefail
(($# == 2)) || { sed -n '2,6s/^# //p' "$0"; exit 2; }
bin=$(realpath "$1")
mkdir -p "$2/logs"
work=$(realpath "$2")
root=${ROOT:-$work/root} results=$work/results.tsv skipped=$work/skipped.tsv
declare -A goal=([C]=${C:-28} [C++]=${CXX:-12})
limit=${SECONDS_EACH:-300} most_mb=${MB_DEPENDENCIES:-150}
until=$(date -d "${UNTIL:-tomorrow}" +%s)

source "$(dirname "$0")/root.sh"

# Prints "language package" in the drawn order, those with sources of up to 1 MB first. C: a package needs libc6, and
# none libstdc++6; before others those with a package of priority standard or higher, then those that these need. C++:
# one needs libstdc++6; all together are small, of some sections.
draw() {
  python3 - "$root/var/lib/apt/lists" "${SEED:-1}" "${MB_SOURCE:-4}" << 'PYTHON'
import glob, random, re, sys

def stanzas(pattern):
    for file in sorted(glob.glob(sys.argv[1] + "/*bookworm_main_" + pattern)):
        for stanza in open(file, encoding="utf-8").read().split("\n\n"):
            fields = re.findall(r"^([^\s:]+):(.*(?:\n .*)*)", stanza, re.M)
            if fields: yield {name: value.strip() for name, value in fields}

def needs(binary): return binary.get("Depends", "") + "," + binary.get("Pre-Depends", "")

sources, named, wanted, large = {}, {}, [], {}
for binary in stanzas("binary-amd64_Packages"):
    name = binary.get("Source", binary["Package"]).split()[0]
    sources.setdefault(name, []).append(binary)
    named[binary["Package"]] = binary
    if binary["Priority"] in ("required", "important", "standard"): wanted.append(binary["Package"])
for name in wanted:  # grows: all that the important packages need
    for need in re.findall(r"(?:^|,) *([a-z0-9.+-]+)", needs(named[name])):
        if need in named and need not in wanted: wanted.append(need)
exotic = re.compile(r"\b(rust|cargo|ghc|golang|jdk|gfortran|ocaml|gnat|fp-compiler|mono|gobjc|valac|erlang|"
                    r"clang|llvm|g(cc|\+\+)-multilib|linux-(source|headers)|qt[456]|kf5|texlive)")
section = re.compile(r"(utils|text|libs|devel|math|net|graphics|sound)$")
draw = {"C": [], "C ": [], "C++": []}
for source in stanzas("source_Sources"):
    binaries = sources.get(source["Package"], [])
    cxx = any("libstdc++6" in needs(binary) for binary in binaries)
    c = not cxx and any("libc6" in needs(binary) for binary in binaries)
    important = any(binary["Priority"] in ("required", "important", "standard") for binary in binaries)
    size = sum(int(binary.get("Installed-Size", 0)) for binary in binaries)
    files = re.findall(r" (\d+) (\S+)", source.get("Files", ""))
    large[source["Package"]] = tar = sum(int(size) for size, name in files if ".tar" in name)
    words = " ".join(value for name, value in source.items() if name.startswith("Build-Depends"))
    if exotic.search(words) or tar > float(sys.argv[3]) * 1e6: continue
    needed = any(binary["Package"] in wanted for binary in binaries)
    if c and needed: draw["C" if important else "C "].append(source["Package"])
    if cxx and size < 3000 and section.match(source["Section"]): draw["C++"].append(source["Package"])
for names in draw.values():
    names.sort()
    random.Random(int(sys.argv[2])).shuffle(names)
for language, names in ("C", draw["C"] + draw["C "]), ("C++", draw["C++"]):
    for name in sorted(dict.fromkeys(names), key=lambda name: large[name] > 1e6): print(language, name)
PYTHON
}

# build KIND CC CXX: unpacks the source and builds it with these compilers; prints CPU seconds and the exit status.
build() {
  local log=$work/logs/$package.$1 status=0
  rm -rf "$root/build/tree" "$root/units"
  install -d -o 1000 -g 1000 "$root/units"
  as_builder dpkg-source -x "source/$dsc" tree > "$log" 2>&1
  TIMEFORMAT='%U %S'
  { time as_builder env -i -C /build/tree SHIM_CC="$2" SHIM_CXX="$3" HOME=/build LANG=C.UTF-8 USER=builder \
    PATH=/shims:/usr/sbin:/usr/bin:/sbin:/bin DEB_BUILD_OPTIONS='parallel=1 noautodbgsym nodoc' \
    DEB_BUILD_PROFILES=nodoc AUTOTUNE_BUILD=/units AUTOTUNE_BUILD_LEVELS=all AUTOTUNE_CC=/usr/bin/clang-19 \
    AUTOTUNE_CXX=/usr/bin/clang++-19 timeout -k 10 $((5 * limit)) \
    dpkg-buildpackage -B -uc -us -rfakeroot --rules-target=build-arch >> "$log" 2>&1 || status=$?
  } 2> "$log.cpu"
  hashes | sort > "$log.hashes"
  awk -v status="$status" 'END { printf "%.1f %d\n", $1 + $2, status }' "$log.cpu"
}

# Prints hash and name of every ELF file and every member of an archive in the build tree.
hashes() {
  python3 - "$root/build/tree" << 'PYTHON'
import hashlib, os, sys

def show(name, data): print(hashlib.sha256(data).hexdigest(), name)

for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        path = os.path.join(folder, name)
        if os.path.islink(path) or not os.path.isfile(path): continue
        with open(path, "rb") as file: data = file.read()
        shown = os.path.relpath(path, sys.argv[1])
        if data.startswith(b"\x7fELF"): show(shown, data)
        at = 8
        while data.startswith(b"!<arch>\n") and at + 60 <= len(data):
            size = int(data[at + 48:at + 58])
            member = data[at:at + 16].decode("latin1").strip().replace(" ", "_")
            show(f"{shown}({member}@{at})", data[at + 60:at + 60 + size])
            at += 60 + size + size % 2
PYTHON
}

# tests LOG: what the package's own tests said: numbers of the usual summaries and result lines, "ran", or "none".
tests() {
  awk '/^# (TOTAL|PASS|SKIP|XFAIL|FAIL|XPASS|ERROR): / { n[tolower(substr($2, 1, length($2) - 1))] += $3; next }
    /[0-9]+% tests passed, / { n["fail"] += $4; n["pass"] += $NF - $4 }
    /^(Ok|Expected Fail|Fail|Skipped|Timeout): +[0-9]+ *$/ { n["meson-" tolower($1)] += $NF }
    /^ *(ok|not ok) [0-9]+/ { lines[$1]++ }
    /^(PASS|FAIL|XFAIL|SKIP|ERROR):/ { lines[$1]++ }
    /^[ \t]*(cd .* )?([A-Z_]+=[^ ]* )*([^ ]*\/)?(make|ninja|ctest|meson|prove) .*(check|test)/ { ran = 1 }
    END { delete n["total"]; for (kind in lines) if (!("pass" in n)) n[kind] = lines[kind]
      for (kind in n) if (n[kind]) text = text n[kind] " " kind ", "
      sub(/, $/, "", text); print text ? text : ran ? "ran" : "none" }' "$1"
}

skip() {
  printf '%s\t%s\t%s\t%s\n' "$package" "$version" "$language" "$1" >> "$skipped"
  echo "$(date +%T) $package skipped: $1"
}

# Prints the downloads that the build dependencies need, in MB; fails if they can't be installed.
dependencies_mb() {
  in_root apt-get build-dep --arch-only -P nodoc --print-uris -qq "$package" > "$work/logs/$package.uris" 2>&1 &&
    awk '/^.http/ { sum += $3 } END { printf "%d\n", sum / 1e6 }' "$work/logs/$package.uris"
}

try() {
  local mb plain wrapped verdict units same all plain_tests wrapped_tests
  version=$(in_root apt-cache showsrc --only-source "$package" | awk '/^Version:/ { print $2 }' | sort -V | tail -1)
  mb=$(dependencies_mb) || { skip "build dependencies can't be installed"; return; }
  ((mb <= most_mb)) || { skip "build dependencies are over $most_mb MB"; return; }
  fetch_source || { skip "its source can't be fetched"; return; }
  install_dependencies || { skip "build dependencies can't be installed"; return; }

  read -ra plain <<< "$(build plain /usr/bin/clang-19 /usr/bin/clang++-19)"
  awk -v cpu="${plain[0]}" -v limit="$limit" 'BEGIN { exit cpu > limit }' && ((plain[1] != 124)) ||
    { skip "plain build takes longer than $limit s"; return; }
  ((plain[1] == 0)) || { skip "plain build or its tests fail"; return; }
  plain_tests=$(tests "$work/logs/$package.plain")

  read -ra wrapped <<< "$(build wrapped /opt/autotune/bin/autotune-cc /opt/autotune/bin/autotune-c++)"
  wrapped_tests=$(tests "$work/logs/$package.wrapped")
  sort "$root/units/counts" 2> /dev/null | uniq -c > "$work/logs/$package.counts" || true
  units=$(awk '/ recorded$/ { print $1 }' "$work/logs/$package.counts")
  # Such as SCons, which gives its commands an environment of its own.
  [[ -n $units || ${wrapped[1]} != 0 ]] || { skip "the compilers of PATH record no unit"; return; }
  local -a logs=("$work/logs/$package."{plain,wrapped}.hashes)
  verdict=same
  comm -3 "${logs[@]}" | awk '{ print $2 }' | sort -u > "$work/logs/$package.differ"
  if [[ -s $work/logs/$package.differ ]]; then
    # What differs between two plain builds, too, is not the wrapper's doing.
    build again /usr/bin/clang-19 /usr/bin/clang++-19 > "$work/logs/$package.again.time"
    comm -3 "${logs[0]}" "$work/logs/$package.again.hashes" | awk '{ print $2 }' | sort -u |
      comm -23 "$work/logs/$package.differ" - > "$work/logs/$package.blamed"
    verdict="same but for what two plain builds differ in"
    [[ ! -s $work/logs/$package.blamed ]] || verdict="DIFFER: $(wc -l < "$work/logs/$package.blamed") files"
  fi
  [[ $wrapped_tests == "$plain_tests" ]] || verdict="TESTS: $wrapped_tests"
  ((wrapped[1] == 0)) || verdict="BROKEN: exit status ${wrapped[1]}"
  all=$(sort -u "${logs[@]}" | awk '{ print $2 }' | sort -u | wc -l)
  same=$((all - $(wc -l < "$work/logs/$package.differ")))
  printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$package" "$version" "$language" "${plain[0]}" \
    "${wrapped[0]}" "${units:-0}" "$plain_tests" "$same/$all" "$verdict" | tee -a "$results"
}

[[ -e $work/draw ]] || { make_root; draw > "$work/draw"; }
touch "$skipped"
[[ -e $results ]] ||
  printf '%s\n' $'package\tversion\tlanguage\tplain CPU s\twrapped CPU s\tunits\ttests\tidentical files\tverdict' \
    > "$results"
has() { awk -F '\t' -v language="$1" '$3 == language { n++ } END { print n + 0 }' "$results"; }
# next LANGUAGE: the first drawn package without a result.
next() {
  awk -F '[\t ]' -v language="$1" 'FILENAME != ARGV[3] { done[$1] = 1; next } $1 == language && !done[$2] {
    print $2; exit }' "$results" "$skipped" "$work/draw"
}
while (($(date +%s) < until)); do
  c=$(has C) cxx=$(has C++)
  ((c < goal[C] || cxx < goal[C++])) || break
  # In turns, so that a stop leaves both in proportion.
  ((c * goal[C++] <= cxx * goal[C])) && language=C || language=C++
  ((c < goal[C])) || language=C++
  ((cxx < goal[C++])) || language=C
  package=$(next "$language")
  [[ -n $package ]] || { goal[$language]=0; continue; }
  try
done
echo "skipped:"
cut -f 3,4 "$skipped" | sort | uniq -c
