#!/usr/bin/env bash
# On a bare Debian 12, as root: installs a package of autotune, tunes Lua by Lua's own Makefile, and
# removes the package, of which nothing may stay.
#
# usage: PACKAGE=autotune.deb clean_machine.sh FOLDER "tests/house/packaged.sh /tmp/autotune.deb"
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
package=$1

fail() { echo "packaged: $*"; exit 1; }

before=$(find / -xdev -name '*autotune*' -not -path '/autotune*' -not -path '/tmp/*' | sort)
apt-get -q update
apt-get -q install -y "$package" > /dev/null
apt-get -q install -y --no-install-recommends make libc6-dev libgcc-12-dev dpkg-dev > /dev/null
dpkg -L autotune > /tmp/files
autotune --version

sed 's/^deb /deb-src /' /etc/apt/sources.list > /etc/apt/sources.list.d/sources.list
apt-get -q update
cd /tmp
apt-get -q source --download-only lua5.4
mkdir lua
tar -xf lua5.4_*.orig.tar.gz -C lua --strip-components 1
cd lua
autotune build --budget 60s --check 'make test' -- make -j2 linux MYCFLAGS=-Oz CWARNS= \
  CFLAGS='-Oz -DLUA_COMPAT_5_3 -DLUA_USE_LINUX'
[[ $(echo 'print(("ok"):rep(3))' | src/lua -) == okokok ]] || fail "lua does something else"
touch src/*.c
autotune build --apply -- make -j2 linux CFLAGS='-Oz -DLUA_COMPAT_5_3 -DLUA_USE_LINUX'

apt-get -q purge -y autotune > /dev/null
while read -r file; do
  [[ ! -f $file ]] || fail "'$file' stays"
done < /tmp/files
after=$(find / -xdev -name '*autotune*' -not -path '/autotune*' -not -path '/tmp/*' \
  -not -path "$HOME/*" | sort)
[[ $after == "$before" ]] || fail "these stay: $after"
echo "nothing stays but what autotune keeps for its user:"
ls -d ~/.local/share/autotune ~/.cache/autotune 2> /dev/null || true
