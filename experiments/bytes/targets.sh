#!/usr/bin/env bash
# Makes programs for small targets from libraries of Debian 12, one module each.
# usage: targets.sh OUT [thumb2|rv32|aarch64|x86-64]...        writes OUT/TARGET/NAME.bc
# Needs deb-src lines, clang-19, llvm-19, picolibc-arm-none-eabi, picolibc-riscv64-unknown-elf and
# libc6-dev-arm64-cross. Debian's patches are left out: some need more than the library.
set -euo pipefail
(($# >= 1)) || { sed -n '2,5s/^# //p' "$0"; exit 2; }
mkdir -p "$1/src"
out=$(realpath "$1") src=$(realpath "$1")/src
shift
(($#)) || set -- thumb2 rv32 aarch64 x86-64
picolibc=/usr/lib/picolibc

cd "$src"
for package in bzip2 cjson expat libpng1.6 libtommath lua5.4 lwip lz4 mbedtls zlib; do
  # A mirror may lack the security updates, which differ in patches alone.
  compgen -G "${package}_*.dsc" > /dev/null || apt-get source -qq --download-only "$package" ||
    { rm -f "${package}"_*; apt-get source -qq --download-only "$package/bookworm"; }
  folder=$package
  [[ -d $folder ]] || dpkg-source --no-check --skip-patches -x "${package}"_*.dsc "$folder" > /dev/null
done

# What configure scripts or a port would write.
mkdir -p port/arch
cat > port/arch/cc.h <<'END'
#include <stdint.h>
#include <stdlib.h>
#define LWIP_PLATFORM_DIAG(x)
#define LWIP_PLATFORM_ASSERT(x) abort()
#define LWIP_RAND() ((u32_t)rand())
END
cat > port/lwipopts.h <<'END'
#define NO_SYS 1
#define LWIP_NETCONN 0
#define LWIP_SOCKET 0
#define SYS_LIGHTWEIGHT_PROT 0
#define LWIP_DNS 1
#define LWIP_DHCP 1
#define LWIP_ERRNO_STDINCLUDE 1
END
cat > port/expat_config.h <<'END'
#define BYTEORDER 1234
#define XML_CONTEXT_BYTES 1024
#define XML_DTD 1
#define XML_NS 1
#define XML_POOR_ENTROPY 1
END
cp libpng1.6/scripts/pnglibconf.h.prebuilt libpng1.6/pnglibconf.h

# unit NAME FLAG... -- FILE...
unit() {
  local name=$1 unit_flags=() file number=0
  shift
  while [[ $1 != -- ]]; do
    unit_flags+=("$1")
    shift
  done
  shift
  local objects=$out/$target/$name
  mkdir -p "$objects"
  for file; do
    clang-19 "${flags[@]}" -Oz -Xclang -disable-llvm-passes -emit-llvm -w -Iport "${unit_flags[@]}" \
      -c "$file" -o "$objects/$((number++)).bc"
  done
  llvm-link-19 "$objects"/*.bc -o "$out/$target/$name.bc"
  rm -r "$objects"
}

# but PATTERN FILE...: the files whose names it doesn't match
but() { printf '%s\n' "${@:2}" | grep -vE "/($1)\.c\$"; }

for target; do
  case $target in
    thumb2) flags=(--target=thumbv7m-none-eabi -mcpu=cortex-m3 -isystem "$picolibc/arm-none-eabi/include") ;;
    rv32) flags=(--target=riscv32-unknown-elf -march=rv32imc -mabi=ilp32
      -isystem "$picolibc/riscv64-unknown-elf/include") ;;
    aarch64) flags=(--target=aarch64-linux-gnu -isystem /usr/aarch64-linux-gnu/include) ;;
    x86-64) flags=() ;;
    *) echo "no such target: $target" >&2; exit 2 ;;
  esac
  unit bzip2 -DBZ_NO_STDIO -- bzip2/{blocksort,bzlib,compress,crctable,decompress,huffman,randtable}.c
  unit cjson -- cjson/cJSON{,_Utils}.c
  unit expat -- expat/expat/lib/{xmlparse,xmlrole,xmltok}.c
  mapfile -t files < <(but pngtest libpng1.6/png*.c)
  unit libpng -Izlib -- "${files[@]}"
  unit libtommath -- libtommath/*.c
  mapfile -t files < <(but 'lua|luac|liolib|loadlib|loslib|linit' lua5.4/src/*.c)
  unit lua -- "${files[@]}"
  unit lwip -Ilwip/src/include -- lwip/src/core/*.c lwip/src/core/ipv4/*.c
  unit lz4 -- lz4/lib/{lz4,lz4frame,lz4hc,xxhash}.c
  mapfile -t files < <(but 'debug|entropy_poll|net_sockets|platform_util|timing|x509_crt' mbedtls/library/*.c)
  unit mbedtls -Imbedtls/include -- "${files[@]}"
  unit zlib -- zlib/{adler32,compress,crc32,deflate,inf{back,fast,late,trees},trees,uncompr,zutil}.c
  echo "$target: $(find "$out/$target" -name '*.bc' | wc -l) programs"
done
