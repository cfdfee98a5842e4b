#!/usr/bin/env bash
# bench_line.sh must accept a history in which each new signature is announced, and no other.
# usage: bench_line_test.sh REPOSITORY
set -euo pipefail
check=$1/tests/house/bench_line.sh
command -v git > /dev/null || exit 77
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
file=tests/cli/bench_signature.txt
a=aaaaaaaaaaaaaaaa b=bbbbbbbbbbbbbbbb c=cccccccccccccccc
failed=0
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org

# begin: an empty repository.
begin() {
  rm -rf "${tree:?}/repository"
  git init -q -b main "$tree/repository"
  cd "$tree/repository"
  mkdir -p "$(dirname "$file")"
  date=1700000000
}
# commit SIGNATURES MESSAGE: the signatures, of LLVM 19 on, as the file has them; - without it.
commit() {
  if [[ $1 == - ]]; then
    rm -f "$file"
  else
    tr ' ' '\n' <<< "$1" | awk '{ print 18 + NR, $1 }' > "$file"
  fi
  git add -A
  date=$((date + 60))
  GIT_AUTHOR_DATE="$date +0000" GIT_COMMITTER_DATE="$date +0000" \
    git commit -q --allow-empty -m "$2"
}
# expect STATUS WHAT: of the check, for the repository as it stands.
expect() {
  local status=0
  "$check" "${3-$tree/repository}" > "$tree/output" 2>&1 || status=$?
  [[ $status == "$1" ]] || {
    echo "$2: expected $1, got $status"
    cat "$tree/output"
    failed=1
  }
}

begin
commit - 'Begin'
expect 77 'before there is a signature'
commit $a $'Add it\n\nBecause.\n\n'"Bench: $a"
expect 0 'the first one, announced'
commit $a 'Do something else'
expect 0 'a commit that changes no search'
commit $b $'Search better\n\n'"Bench: $b"
expect 0 'a new one, announced'
commit $c 'Search better, and say nothing'
expect 1 'a new one, not announced'
commit $c $'Search\n\n'"Bench: $c"
expect 1 'one that is announced too late'

begin
commit $a $'Add it\n\n'"Bench: $a"
commit $b $'Search better\n\n'"Bench: $c"
expect 1 'another one is announced'

begin
commit $a $'Add it\n\n'"Bench: $a"
commit $a $'Search better\n\n'"Bench: $b"
expect 1 'announced, but not in the file'
commit $b $'Record it\n\n'"Bench: $b"
expect 0 'made good for'

begin
commit $a $'Add it\n\n'"Bench: $a"
commit "$a $b" $'Know another LLVM\n\n'"Bench: $b"
expect 0 'a line for another LLVM'
commit "$a $c" $'Search\n\n'"Bench: $a"
expect 1 'the line of the other LLVM is new, and not announced'

begin
commit $a $'Add it\n\n'"Bench: $a"
git checkout -q -b side
commit $b $'Search better\n\n'"Bench: $b"
git checkout -q main
commit $a 'Do something else'
git merge -q --no-edit side
expect 0 'a merge that takes one side as it is'
git checkout -q -b other
commit $a $'Search as before\n\n'"Bench: $a"
git checkout -q main
commit "$b $b" 'Know another LLVM'
git merge -q --no-edit other > /dev/null || true
commit $c $'Merge other'
expect 1 'a merge that has a signature of its own, not announced'
git commit -q --amend -m $'Merge other\n\n'"Bench: $c"
expect 0 'a merge that has a signature of its own'

begin
commit $a $'Add it\n\n'"Bench: $a"
commit $b 'Search better, and say nothing'
git clone -q "$tree/repository" "$tree/whole"
git clone -q --depth 1 "file://$tree/repository" "$tree/shallow"
expect 1 'a clone' "$tree/whole"
expect 77 'a shallow clone' "$tree/shallow"
mkdir -p nested/tests/cli
cp "$file" nested/tests/cli
expect 77 'a folder in another repository' "$tree/repository/nested"
mkdir "$tree/tarball"
expect 77 'no repository' "$tree/tarball"
exit $failed
