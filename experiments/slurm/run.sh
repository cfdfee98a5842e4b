#!/usr/bin/env bash
# Starts a Slurm of two nodes on this machine, as the user who calls it, and gives it the board of
# config.toml. Preempts a task in the middle by an urgent job. Fails if the merged board has other
# runs than the same board without Slurm, or made one anew. Needs Debian's slurmctld, slurmd, slurm-client and munge.
#   run.sh AUTOTUNE OUT
set -euo pipefail
autotune=$(realpath "$1") out=$(realpath -m "$2")
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
PATH=$PATH:/usr/sbin
for tool in munged slurmctld slurmd sbatch; do
  command -v $tool > /dev/null || { echo "there is no $tool"; exit 77; }
done
mkdir -p "$out"
slurm=$(mktemp -d /tmp/slurm-XXXXXX) # a socket's path is short, and munged wants it reachable
chmod 711 "$slurm"

daemons=()
finish() {
  scancel --user="$(id -un)" 2> /dev/null || true
  sleep 1
  kill "${daemons[@]}" 2> /dev/null || true
  wait
  rm -rf "$slurm"
}
trap finish EXIT
# daemon NAME COMMAND...: starts it in the background, with its messages in NAME.log
daemon() {
  "${@:2}" > "$out/$1.log" 2>&1 &
  daemons+=($!)
}
# within SECONDS COMMAND...: waits until it succeeds
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@" > /dev/null 2>&1; do
    ((SECONDS < end)) || { echo "in vain: $*"; exit 1; }
    sleep 0.2
  done
}

port=$((20000 + RANDOM % 10000)) host=$(hostname -s)
(umask 077 && head -c 128 /dev/urandom > "$slurm/key" && mkdir "$slurm/state")
cat > "$slurm/slurm.conf" << END
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$slurm/munge,cred_expire=10
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool-%n
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd-%n.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SlurmdParameters=config_overrides
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1))
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2))
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP PriorityTier=1
PartitionName=urgent Nodes=n1,n2 MaxTime=INFINITE State=UP PriorityTier=2 PreemptMode=OFF
END
export SLURM_CONF=$slurm/slurm.conf
daemon munged munged --foreground --socket="$slurm/munge" --key-file="$slurm/key" \
  --pid-file="$slurm/munged.pid" --seed-file="$slurm/seed" --group-update-time=-1
within 20 test -S "$slurm/munge"
daemon slurmctld slurmctld -D
daemon n1 slurmd -D -N n1
daemon n2 slurmd -D -N n2
two_idle() { [[ $(sinfo -h -t idle -o %D) == 2 ]]; }
within 60 two_idle
sinfo -V

board() { "$autotune" leaderboard "$here/config.toml" --root "$here/../../examples" "$@"; }
# ask DATABASE COLUMNS
ask() {
  "$autotune" query --db "$1" --format csv --sql \
    "SELECT $2 FROM run JOIN program USING (program) WHERE status IN ('finished', 'failed')" | sort
}

rm -rf "$out/two nodes.db"* "$out/plain.db"*
database="$out/two nodes.db"
board_folder="$database-slurm-$(sed -n 's/^name *= *"\(.*\)"/\1/p' "$here/config.toml")"
board --slurm 2 --db "$database" --format csv | tee "$out/submitted"
job=$(sed -n 's/^Job \([0-9]*\) .*/\1/p' "$out/submitted")
within 120 grep -F '[3/' "$board_folder/1-of-2.log"
squeue --array
sbatch --partition=urgent --exclusive --nodelist="$(squeue -h -j "${job}_1" -o %N)" \
  --output=/dev/null --wrap='sleep 3'
preempted() { [[ $(squeue -h -j "${job}_1" -o %t) == PD ]]; }
within 60 preempted
ask "$board_folder/1-of-2.db" uuid > "$out/before.csv"
echo "preempted after $(($(wc -l < "$out/before.csv") - 1)) runs"
within 300 test -e "$board_folder/table.csv"
scontrol show job "${job}_1" | grep -o 'Restarts=1'
cat "$board_folder/end.log"

board --db "$out/plain.db" --format csv > "$out/plain.csv" 2> "$out/plain.log"
for one in "$database" "$out/plain.db"; do
  ask "$one" "name, method, seed, budget_seconds, threads, status" > "$one.runs"
done
diff "$out/plain.db.runs" "$database.runs"
# What the tables compare; the ratios of a short search differ from run to run.
rows() { cut -d, -f"$1" "$2" | sort; }
columns=$(head -n 1 "$out/plain.csv" | tr , '\n' | grep -nE '^(method|program|runs|unproved|programs|all_programs)$' |
  cut -d: -f1 | paste -sd,)
diff <(rows "$columns" "$out/plain.csv") <(rows "$columns" "$board_folder/table.csv")
ask "$database" uuid > "$out/after.csv"
comm -23 "$out/before.csv" "$out/after.csv" | diff /dev/null -
echo "$(($(wc -l < "$database.runs") - 1)) runs, the same as without Slurm, each once"

# A build: each unit is tuned once, and the programs do what they did.
project="$out/project" state="$out/units"
rm -rf "$project" "$state"
mkdir "$project"
cp "$here"/../../examples/{calc,routes,words}.c "$project"
printf '%s\n' 'CFLAGS = -Oz' 'all: calc routes words' 'calc: calc.o' 'routes: routes.o' \
  'words: words.o' > "$project/Makefile"
cd "$project"
"$autotune" build --slurm 2 --budget 20s --db "$out/units.db" --state "$state" --check './words < words.c' -- make \
  > "$out/build.log" 2>&1
behaviour() { ./calc && ./routes && ./words < words.c; }
behaviour > "$out/plain.txt"
within 120 test -e "$state/slurm/result"
cat "$state"/slurm/?-of-2.log
[[ $(cat "$state"/slurm/?-of-2.log | grep -o '\] .*\.c: ' | sort -u | wc -l) == 3 ]]
tail -n 6 "$state/slurm/result" | tee "$out/result"
grep ' [1-9][0-9]* tuned' "$out/result" > /dev/null
behaviour | diff "$out/plain.txt" -
