# shellcheck shell=bash
# Sourced by scripts that make programs of Debian's sources in a folder, their first argument.
mkdir -p "$1/sources"
cd "$1"
top=$PWD

# source_of PACKAGE: unpacks its source and enters the folder.
source_of() {
  cd "$top/sources"
  if [ ! -d "$1" ]; then
    apt-get source -q --download-only "$1" > "$1.log" 2>&1
    dpkg-source --skip-patches -x "$1"_*.dsc "$1" >> "$1.log" 2>&1
  fi
  cd "$1"
}
