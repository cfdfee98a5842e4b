#!/usr/bin/env bash
# Makes a module of 50,000 instructions from Debian's lua5.4: all of its core, none of its libraries.
# Needs a deb-src line in apt's sources, clang-19 and llvm-link-19.
#
# usage: lua_core.sh OUT.bc
set -euo pipefail

out=$(realpath "${1:?usage: lua_core.sh OUT.bc}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -q source --download-only lua5.4
tar xf lua5.4_*.orig.tar.*
cd lua-5.4*/src
modules=(lapi lcode lctype ldebug ldo ldump lfunc lgc llex lmem lobject lopcodes lparser lstate
  lstring ltable ltm lundump lvm lzio lauxlib)
for module in "${modules[@]}"; do
  clang-19 -O0 -Xclang -disable-O0-optnone -DLUA_USE_POSIX -emit-llvm -c "$module.c"
done
llvm-link-19 "${modules[@]/%/.bc}" -o "$out"
