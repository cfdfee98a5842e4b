#!/usr/bin/env bash
# A commit that changes what searches find says so: its message has a line `Bench: SIGNATURE` for
# each signature that it puts in tests/cli/bench_signature.txt, and the last such line in the
# history is what the file has. 77 (skipped) where there is no history to read.
# usage: bench_line.sh REPOSITORY
set -euo pipefail
cd "$1"
file=tests/cli/bench_signature.txt

skip() {
  echo "$1"
  exit 77
}
top=$(git rev-parse --show-toplevel 2> /dev/null) || skip "there is no git history"
[[ $top -ef . ]] || skip "this is no repository of its own"
[[ $(git rev-parse --is-shallow-repository) == false ]] || skip "the history is cut short"
git cat-file -e "HEAD:$file" 2> /dev/null || skip "there is no signature yet"

# The signatures in the file at a commit, and those that its message has a line for; sorted.
recorded() { { git show "$1:$file" 2> /dev/null || true; } | awk 'NF == 2 { print $2 }' | sort -u; }
claimed() { git log -1 --format=%B "$1" | sed -n 's/^Bench: *//p' | sort -u; }
before() { for parent in $(git log -1 --format=%P "$1"); do recorded "$parent"; done | sort -u; }

failed=0
for commit in $(git log --format=%H -- "$file"); do
  silent=$(comm -23 <(comm -23 <(recorded "$commit") <(before "$commit")) <(claimed "$commit"))
  [[ -z $silent ]] || {
    git log -1 --format='%h %s' "$commit"
    echo "  ^ its message lacks the line 'Bench: $(head -n 1 <<< "$silent")'"
    failed=1
  }
done

last=$(git log -1 --format=%H -E --grep='^Bench: *[0-9a-f]{16}$')
lost=$([[ -z $last ]] || comm -13 <(recorded HEAD) <(claimed "$last"))
[[ -z $lost ]] || {
  git log -1 --format='%h %s' "$last"
  echo "  ^ has the line 'Bench: $(head -n 1 <<< "$lost")', which $file lacks"
  failed=1
}
exit $failed
