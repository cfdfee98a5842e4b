#!/usr/bin/env bash
# Proves the README's commands on a bare Debian 12: bootstraps one (minimal, and git), clones this
# repository's HEAD into it and runs them there. Needs root, debootstrap and 6 GB in FOLDER.
#
# usage: clean_machine.sh FOLDER [COMMAND...]     COMMAND: what to run, all of README's if none
#
# FOLDER/base is kept for the next time. PACKAGE is copied to /tmp/autotune.deb there. MIRROR names Debian's mirror; otherwise this machine's own.
set -euo pipefail

if [[ ${IN_NAMESPACE:-} == "" ]]; then  # mounts and processes below end with the namespace
  exec env IN_NAMESPACE=1 unshare --mount --pid --fork --kill-child "$0" "$@"
fi

[[ $# -gt 0 ]] || { sed -n 's/^# usage: //p' "$0" >&2; exit 2; }
mkdir -p "$1"
folder=$(realpath "$1")
shift
commands=("$@")
((${#commands[@]})) || commands=("./dev demo" "./dev test")
repository=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' \
  'Created-By: Packages' 'Codename: bookworm' 'Component: main' | head -n 1)}

base=$folder/base root=$folder/root
if [[ ! -e $base/etc/debian_version ]]; then
  rm -rf "$base"
  debootstrap --variant=minbase --include=ca-certificates,git bookworm "$base" "$mirror"
  cat > "$base/etc/apt/sources.list" <<END
deb $mirror bookworm main
deb $mirror bookworm-updates main
deb ${mirror%/}-security bookworm-security main
END
fi

rm -rf "$root"
cp -a "$base" "$root"
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
git clone -q "file://$repository" "$root/autotune"
[[ ! ${PACKAGE:-} ]] || cp "$PACKAGE" "$root/tmp/autotune.deb"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/dev/shm"

for command in "${commands[@]}"; do
  echo "=== $command"
  start=$SECONDS
  env -i HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    chroot "$root" bash -c "cd /autotune && $command" < /dev/null
  echo "=== $command: $((SECONDS - start)) s"
done
