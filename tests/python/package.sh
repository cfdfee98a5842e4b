#!/usr/bin/env bash
# Fails if pip can't install autotune_gym, or if it does not work away from the build folder.
# usage: package.sh REPOSITORY BUILD PYTHON
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$3" -m venv --system-site-packages "$work/venv"
AUTOTUNE_BUILD=$2 "$work/venv/bin/pip" --quiet --disable-pip-version-check install --no-index \
  --no-build-isolation "$1/python"
cd "$work"
env -u PYTHONPATH venv/bin/python - "$work/venv" "$1/examples/routes.ll" <<'PYTHON'
import sys
import autotune_gym

assert autotune_gym.__file__.startswith(sys.argv[1]), autotune_gym.__file__
with autotune_gym.make("llvm-v0", benchmark=sys.argv[2]) as env:
    env.reset(seed=1)
    assert env.step(env.action_space["-sroa"])[1] > 0
PYTHON
