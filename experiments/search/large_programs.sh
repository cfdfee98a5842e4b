#!/usr/bin/env bash
# Makes programs of 150,000 to 450,000 instructions from Debian's sources, as bitcode that carries
# its size attributes: 7zr, 7zz, git, sqlite3, vim.
# usage: large_programs.sh FOLDER  (needs clang-19, lld-19, libncurses-dev, zlib1g-dev, deb-src lines)
set -euo pipefail
source "$(dirname "$0")/../plans/sources.sh"
flags=(-Oz -Xclang -disable-llvm-passes -w)
# The linker keeps what it merged before it optimises that.
linking="-fuse-ld=lld -flto -Wl,--save-temps -Wl,--lto-O0"

(source_of sqlite3
 ./configure CC=clang-19 --disable-tcl --disable-readline > configure.log 2>&1
 make sqlite3.c shell.c > make.log 2>&1
 parts=()
 for part in FTS3 FTS5 RTREE SESSION PREUPDATE_HOOK GEOPOLY DBSTAT_VTAB MATH_FUNCTIONS; do
   parts+=("-DSQLITE_ENABLE_$part")
 done
 for unit in sqlite3 shell; do
   clang-19 "${flags[@]}" "${parts[@]}" -emit-llvm -c "$unit.c" -o "$unit.unit.bc"
 done
 llvm-link-19 sqlite3.unit.bc shell.unit.bc -o "$top/sqlite3.bc")
(source_of git
 make NO_CURL=1 NO_OPENSSL=1 NO_EXPAT=1 NO_GETTEXT=1 NO_TCLTK=1 NO_PERL=1 NO_PYTHON=1 \
   AR=llvm-ar-19 CC="clang-19 -flto" CFLAGS="${flags[*]}" LDFLAGS="$linking" git > make.log 2>&1
 cp git.0.0.preopt.bc "$top/git.bc")
(source_of vim
 cd src
 words=(CC="clang-19 -flto" CFLAGS="${flags[*]}" LDFLAGS="$linking")
 ./configure "${words[@]}" --with-features=huge --disable-gui --without-x --disable-nls \
   --disable-gpm --disable-acl --with-tlib=ncurses --disable-netbeans > configure.log 2>&1
 make "${words[@]}" vim > make.log 2>&1
 cp vim.0.0.preopt.bc "$top/vim.bc")
for program in 7zr:Alone7z 7zz:Alone2; do
  (source_of p7zip
   cd "CPP/7zip/Bundles/${program#*:}"
   make -f ../../cmpl_clang.mak DISABLE_RAR=1 USE_ASM= MY_ASM=false CFLAGS_WARN= \
     CFLAGS_WARN_WALL= LDFLAGS_STATIC= COMPL_STATIC= LDFLAGS="$linking" \
     CC="clang-19 ${flags[*]} -flto" CXX="clang++-19 ${flags[*]} -flto" > make.log 2>&1
   cp "$(find . -name '*.0.0.preopt.bc')" "$top/${program%:*}.bc")
done
