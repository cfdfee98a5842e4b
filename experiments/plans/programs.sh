#!/usr/bin/env bash
# Makes linked programs from Debian's sources, as bitcode that carries its size attributes.
# usage: programs.sh FOLDER  (needs clang-19, lld-19, autoconf, automake, deb-src lines for apt)
set -euo pipefail
source "$(dirname "$0")/sources.sh"
flags=(-Oz -Xclang -disable-llvm-passes -w)

# link NAME OBJECT...: one module of them all.
link() {
  local name=$1
  shift
  llvm-link-19 -o "$top/$name.bc" "$@"
  opt-19 -passes=verify -disable-output "$top/$name.bc"
  echo "$name"
}

# units NAME FLAG... -- FILE...: compiles and links these files.
units() {
  local name=$1 own=() objects=()
  shift
  while [ "$1" != -- ]; do own+=("$1") && shift; done
  shift
  for file in "$@"; do
    clang-19 "${flags[@]}" "${own[@]}" -emit-llvm -c "$file" -o "${file%.c}.unit.bc"
    objects+=("${file%.c}.unit.bc")
  done
  link "$name" "${objects[@]}"
}

# built TARGET...: configures, and makes objects that are bitcode.
built() {
  [ -e Makefile ] || ./configure CC=clang-19 > configure.log 2>&1
  make -k CC="clang-19 ${flags[*]} -flto" CFLAGS="${flags[*]} -flto" "$@" > make.log 2>&1 || true
}

# merged PACKAGE FILE: builds it, and keeps what the linker merged before it optimised that.
merged() {
  source_of "$1"
  [ -e configure ] || autoreconf -fi > configure.log 2>&1
  local words=(CC="clang-19 -flto" CFLAGS="${flags[*]}" LDFLAGS="-fuse-ld=lld -Wl,--save-temps")
  [ -e Makefile ] || ./configure "${words[@]}" > configure.log 2>&1
  make "${words[@]}" > make.log 2>&1 || true
  cp "$2.0.0.preopt.bc" "$top/$1.bc"
  echo "$1"
}

(source_of lua5.4
 cd src
 units lua -DLUA_USE_LINUX -DLUA_COMPAT_5_3 -- $(ls ./*.c | grep -v luac.c))
(source_of bzip2
 units bzip2 -D_FILE_OFFSET_BITS=64 -- blocksort.c huffman.c crctable.c randtable.c compress.c \
   decompress.c bzlib.c bzip2.c)
(source_of zlib
 units minigzip -DHAVE_UNISTD_H -D_LARGEFILE64_SOURCE=1 -I. -- adler32.c crc32.c deflate.c \
   infback.c inffast.c inflate.c inftrees.c trees.c zutil.c compress.c uncompr.c gzclose.c gzlib.c \
   gzread.c gzwrite.c test/minigzip.c)
(source_of bc
 built
 link bc bc/{main,bc,scan,execute,load,storage,util,global,warranty}.o \
   lib/{getopt,getopt1,vfprintf,number}.o)
(source_of mawk
 built mawk
 link mawk $(ls ./*.o | grep -v makescan))
for program in dash:src/dash ed:ed gzip:gzip sed:sed/sed; do
  (merged "${program%:*}" "${program#*:}")
done
