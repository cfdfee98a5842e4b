# A Debian in a folder in which packages are built; sourced by packages.sh and tuned.sh. It needs $root, its folder,
# $work, with logs, $bin and $package.
export DEBIAN_FRONTEND=noninteractive LC_ALL=C

# in_root COMMAND...: runs it in the chroot; what it mounts and leaves running ends with it.
in_root() {
  unshare --mount --pid --fork --kill-child bash -c 'mount -t proc proc "$0/proc"
    mount -t tmpfs tmpfs "$0/dev/shm"; exec chroot "$0" "$@"' "$root" "$@" < /dev/null
}

as_builder() { in_root setpriv --reuid=1000 --regid=1000 --clear-groups env -C /build "$@"; }

make_root() {
  [[ -e $root/etc/debian_version ]] || debootstrap --variant=minbase bookworm "$root" > "$work/logs/debootstrap"
  local name
  rm -f "$root/etc/apt/sources.list"
  sed 's/^Types: deb$/Types: deb deb-src/' /etc/apt/sources.list.d/debian.sources \
    > "$root/etc/apt/sources.list.d/debian.sources"
  printf 'Acquire::Languages "none"; Acquire::Check-Valid-Until "false"; APT::Install-Recommends "false";\n' \
    > "$root/etc/apt/apt.conf.d/99builds"
  echo force-unsafe-io > "$root/etc/dpkg/dpkg.cfg.d/builds"
  printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d"
  chmod +x "$root/usr/sbin/policy-rc.d"
  in_root sh -c 'apt-get update && apt-get install -y build-essential fakeroot clang-19' > "$work/logs/install"
  # Every name of a compiler runs the one that the environment names.
  mkdir -p "$root/shims" "$root/opt/autotune" "$root/build/source"
  for name in {,x86_64-linux-gnu-}{gcc,g++}{,-12} cc c++ c89 c99 clang clang++; do
    case $name in
      *++*) printf '#!/bin/sh\nexec $SHIM_CXX "$@"\n' ;;
      c89) printf '#!/bin/sh\nexec $SHIM_CC -std=c89 "$@"\n' ;;
      c99) printf '#!/bin/sh\nexec $SHIM_CC -std=c99 "$@"\n' ;;
      *) printf '#!/bin/sh\nexec $SHIM_CC "$@"\n' ;;
    esac > "$root/shims/$name"
    chmod +x "$root/shims/$name"
  done
  rm -rf "$root"/opt/autotune/*
  mkdir "$root/opt/autotune/bin"
  cp "$bin"/{autotune-cc,autotune-c++,libautotune-plan.so} "$root/opt/autotune/bin"
  chown -R 1000:1000 "$root/build"
}

# Puts the source of version $version into /build/source; sets $dsc.
fetch_source() {
  rm -rf "$root"/build/*
  mkdir "$root/build/source"
  in_root env -C /build/source apt-get source -qq --download-only "$package=$version" \
    > "$work/logs/$package.apt" 2>&1 || return
  chown -R 1000:1000 "$root/build"
  dsc=$(basename "$root"/build/source/*.dsc)
}

install_dependencies() {
  in_root apt-get build-dep -y --arch-only -P nodoc "$package" >> "$work/logs/$package.apt" 2>&1
}
