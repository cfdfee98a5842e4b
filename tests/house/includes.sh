#!/usr/bin/env bash
# Fails on an include that crosses a wall of the house (docs/architecture.md).
# usage: includes.sh REPOSITORY
set -euo pipefail
cd "$1"

found=0

# only WHO INCLUDES: files that include INCLUDES (a regular expression for what follows the opening
# quote or bracket) must match WHO (one for their path).
only() {
  local strays
  strays=$(grep -rnE --include='*.h' --include='*.cpp' \
    "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]$2" src db tests bench python | grep -vE "^($1)") ||
    return 0
  echo "$strays" >&2
  echo "  ^ only ^($1) may include this" >&2
  found=1
}

# Libraries.
only 'src/(eval/worker|plugin)/|tests/eval/' '(llvm|llvm-c|clang)/'
only '(src|tests)/model/|bench/model_bench' '(torch|ATen|c10)/'
only '(tests/)?db/|tests/cli/waits_test\.cpp:' '(sqlite3\.h|SQLiteCpp/)'
only '(src|tests)/(search|tune|learn)/|src/(cli|train)/|bench/|python/' '(tbb|oneapi)/'
only 'src/dataset/'                      '(curl/|archive(_entry)?\.h)'
only 'src/dataset/|src/board/config\.cpp:' 'toml\+\+/'
only 'src/core/hash\.cpp:'               'xxhash'
only 'src/term/option_parser\.cpp:'      'boost/program_options'
only 'python/'                           '(pybind11/|Python\.h)'

# Rooms: a room may be included by itself, its tests, and the rooms above it.
only '(src|tests)/(eval|dataset|tune|ui|project|board|learn|cli|train)/|tests/support/|bench/|python/|src/plugin/(plan|tables)_pass\.cpp:' 'eval/'
only 'src/eval/worker/|tests/eval/|bench/' 'eval/worker/'
only '(src|tests)/plugin/|src/eval/worker/|tests/eval/' 'plugin/'
only '(src|tests)/(search|tune|ui|board|learn|cli|train)/|tests/support/|bench/' 'search/'
only '(src|tests)/(model|tune|learn|train)/|tests/cli/|bench/' 'model/'
only '(src|tests)/(dataset|board|learn|cli|train)/|bench/|python/' 'dataset/'
only '(tests/)?db/|(src|tests)/(term|report|tune|project|board|learn|cli|train)/|bench/' 'db/'
only '(src|tests)/(report|board|cli)/|bench/' 'report/'
only '(src|tests)/(tune|ui|project|board|learn|cli|train)/|tests/support/|python/' 'tune/'
only '(src|tests)/board/|src/cli/'       'board/'
only '(src|tests)/(wrapper|dataset|project)/' 'wrapper/'
only '(src|tests)/project/|src/cli/'      'project/'
only '(src|tests)/(learn|train)/|tests/python/|bench/|python/' 'learn/'
only '(src|tests)/(term|ui|board|cli|train)/|python/' 'term/'
only '(src|tests)/(ui|cli)/'             'ui/'
only '(src|tests)/cli/'                  'cli/'
only '(src|tests)/train/'                'train/'
only '(tests/)?python/'                  'python/'
only 'tests/|bench/'                     'support/'

# Core uses the standard library and itself, nothing else: <word> without a suffix, or "core/...".
if grep -rnE '^[[:space:]]*#[[:space:]]*include' src/core |
  grep -vE '[<"](core/[a-z0-9_]+\.h"|[a-z_0-9]+>|xxhash\.h>)'; then
  echo "  ^ src/core includes the standard library and core/ only" >&2
  found=1
fi

exit $found
