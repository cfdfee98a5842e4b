"""Packs what CMake builds: pip install --no-build-isolation ./python

AUTOTUNE_BUILD names a configured build folder; otherwise it is that of the preset `release`.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sysconfig

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parent


class CMakeBuild(build_ext):
    """Builds the extension and the worker program, which goes beside it."""

    def run(self):
        build = os.environ.get("AUTOTUNE_BUILD")
        if not build:
            subprocess.run(["cmake", "--preset", "release"], cwd=REPOSITORY, check=True)
            build = REPOSITORY / "build/release"
        subprocess.run(["cmake", "--build", build, "--target", "autotune_gym"], check=True)
        built = pathlib.Path(build) / "python/autotune_gym"
        core = built / ("_core" + sysconfig.get_config_var("EXT_SUFFIX"))
        if not core.exists():
            raise SystemExit(f"{core.name} is not in '{built}': the build is for another Python; "
                             "set AUTOTUNE_PYTHON_PROGRAM in CMake to this one")
        package = pathlib.Path(self.build_lib) / "autotune_gym"
        package.mkdir(parents=True, exist_ok=True)
        for file in (core, built / "autotune-worker"):
            shutil.copy(file, package)


VERSION = re.search(r"project\(autotune VERSION (\S+)", (REPOSITORY / "CMakeLists.txt").read_text())[1]

setup(
    name="autotune-gym",
    version=VERSION,
    description="LLVM's passes as an environment for reinforcement learning",
    license="Apache-2.0",
    packages=["autotune_gym"],
    ext_modules=[Extension("autotune_gym._core", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
    install_requires=["numpy"],
    python_requires=">=3.9",
)
