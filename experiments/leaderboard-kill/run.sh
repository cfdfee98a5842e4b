#!/usr/bin/env bash
# Makes the board of config.toml twice: left alone, and killed at three random moments. Fails where
# the second has other runs than the first, or made one anew that had ended.
#   run.sh AUTOTUNE PROGRAMS OUT [JOBS]
set -euo pipefail
autotune=$1 programs=$2 out=$3 jobs=${4:-1}
config=$(dirname "${BASH_SOURCE[0]}")/config.toml
mkdir -p "$out"

# board NAME: becomes the board in the database NAME.db
board() {
  exec "$autotune" leaderboard "$config" --root "$programs" --jobs "$jobs" --db "$out/$1.db" \
    > "$out/$1.md" 2>> "$out/$1.log"
}
# ask NAME COLUMNS
ask() {
  "$autotune" query --db "$out/$1.db" --format csv --sql \
    "SELECT $2 FROM run JOIN program USING (program) WHERE status IN ('finished', 'failed')" | sort
}
runs="name, method, seed, budget_seconds, threads, status"

SECONDS=0
(board whole)
took=$SECONDS
ask whole "$runs" > "$out/whole.csv"

for kill in 1 2 3; do
  board killed &
  sleep $((RANDOM % (took / 4 + 1)))
  kill -KILL $!
  wait $! || true
  ask killed uuid > "$out/ended-$kill.csv"
  echo "kill $kill: $(($(wc -l < "$out/ended-$kill.csv") - 1)) runs had ended"
done
(board killed)
ask killed "$runs" > "$out/killed.csv"
ask killed uuid > "$out/kept.csv"
diff "$out/whole.csv" "$out/killed.csv"
for kill in 1 2 3; do
  comm -23 "$out/ended-$kill.csv" "$out/kept.csv" | diff /dev/null -
done
echo "$(($(wc -l < "$out/killed.csv") - 1)) runs, the same as of the board left alone, each once"
