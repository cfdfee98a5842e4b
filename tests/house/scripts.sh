#!/usr/bin/env bash
# Fails where a script can't be run as the documents do it, because it is not executable.
# usage: scripts.sh REPOSITORY
set -euo pipefail
cd "$1"
stiff=$(find experiments tests bench examples '(' -name '*.py' -o -name '*.sh' ')' ! -perm -u+x \
  -exec awk 'FNR == 1 && /^#!/ { print FILENAME }' {} +)
[[ -z $stiff ]] || {
  echo "not executable: $stiff"
  exit 1
}
