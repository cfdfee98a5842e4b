#!/usr/bin/env bash
# includes.sh must accept each allowed include and report each stray one.
# usage: includes_test.sh REPOSITORY
set -euo pipefail
check=$1/tests/house/includes.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failed=0

# expect good|stray FILE INCLUDE: what the check says of a tree with only this line in it.
expect() {
  rm -rf "${tree:?}"/*
  mkdir -p "$tree"/{src/core,db,tests,bench,python} "$tree/$(dirname "$2")"
  echo "#include $3" > "$tree/$2"
  local verdict=good
  "$check" "$tree" > /dev/null 2>&1 || verdict=stray
  [[ $verdict == "$1" ]] || {
    echo "$2 with #include $3: expected $1, got $verdict"
    failed=1
  }
}

expect good  src/eval/worker/module.cpp '"llvm/IR/Module.h"'
expect good  tests/eval/worker/ir_hash_test.cpp '<llvm/IR/Module.h>'
expect stray src/eval/client/worker_pool.cpp '"llvm/IR/Module.h"'
expect stray src/core/a.h '<llvm-c/Core.h>'
expect stray tests/search/method/greedy_test.cpp '<llvm/IR/Module.h>'
expect stray src/eval/worker/a.cpp '<torch/torch.h>'
expect good  db/a.cpp '<sqlite3.h>'
expect stray src/cli/a.cpp '<sqlite3.h>'
expect good  src/search/method/a.cpp '<tbb/parallel_for.h>'
expect stray src/eval/client/a.cpp '<oneapi/tbb/task_group.h>'
expect good  src/core/hash.cpp '<xxhash.h>'
expect stray src/eval/client/a.cpp '<xxhash.h>'
expect good  src/term/option_parser.cpp '<boost/program_options.hpp>'
expect stray src/cli/a.cpp '<boost/program_options.hpp>'
expect good  src/dataset/a.cpp '<curl/curl.h>'
expect good  src/dataset/a.cpp '<archive_entry.h>'
expect stray src/cli/a.cpp '<curl/curl.h>'
expect stray src/eval/client/a.cpp '<toml++/toml.h>'
expect good  src/board/config.cpp '<toml++/toml.h>'
expect stray src/cli/tune_command.cpp '<toml++/toml.h>'
expect good  src/dataset/a.h '"eval/process/subprocess.h"'
expect good  src/cli/a.cpp '"dataset/manifest.h"'
expect stray src/dataset/a.h '"search/method/greedy.h"'
expect stray src/search/method/a.h '"dataset/manifest.h"'
expect stray src/dataset/a.cpp '<llvm/IR/Module.h>'
expect good  src/core/a.h '<vector>'
expect good  src/core/a.h '"core/hash.h"'
expect stray src/core/a.h '<unistd.h>'
expect stray src/core/a.h '<fmt/core.h>'
expect stray src/core/a.h '"eval/proto/wire.h"'
expect good  src/eval/client/a.h '"core/result.h"'
expect stray src/search/method/a.h '"eval/client/worker_pool.h"'
expect stray src/search/method/a.h '"db/database.h"'
expect stray db/a.h '"search/method/greedy.h"'
expect stray src/eval/client/a.h '"eval/worker/passes.h"'
expect stray src/eval/client/a.h '"cli/options.h"'
expect good  src/cli/a.cpp '"search/method/greedy.h"'
expect good  python/binding/a.cpp '"learn/environment.h"'
expect good  python/binding/a.cpp '<pybind11/pybind11.h>'
expect stray src/learn/a.cpp '<pybind11/pybind11.h>'
expect stray src/learn/a.cpp '"python/binding/episodes.h"'
expect stray python/binding/a.cpp '"cli/options.h"'
expect good  src/tune/a.cpp '"db/database.h"'
expect stray src/tune/a.cpp '"term/console.h"'
expect stray src/tune/a.cpp '"cli/options.h"'
expect stray src/tune/a.cpp '"dataset/manifest.h"'
expect good  src/board/a.cpp '"tune/job.h"'
expect good  src/board/a.cpp '"term/console.h"'
expect stray src/board/a.cpp '"learn/held_out.h"'
expect stray src/learn/a.cpp '"board/program_checker.h"'
expect stray src/learn/a.cpp '"term/console.h"'
expect stray src/term/a.cpp '"tune/job.h"'
expect good  src/train/a.cpp '"learn/held_out.h"'
expect good  src/train/a.cpp '"model/plugin.h"'
expect good  src/train/a.cpp '"term/console.h"'
expect stray src/train/a.cpp '"cli/options.h"'
expect stray src/train/a.cpp '"board/program_checker.h"'
expect stray src/cli/a.cpp '"train/commands.h"'
expect stray src/cli/a.cpp '"learn/held_out.h"'
expect stray src/cli/a.cpp '"model/plugin.h"'
expect stray src/search/method/a.cpp '"tune/job.h"'
expect stray src/core/a.cpp '"support/fake_evaluator.h"'
expect stray src/eval/client/a.cpp '  "search/method/greedy.h"'
exit $failed
