"""Names of programs."""
import os
import pathlib

from autotune_gym import _core


def benchmarks(name, datasets=None):
    """The files that a name means, as a list of paths.

    name: a file; `SET/PROGRAM`, such as `cbench-v1/dijkstra`, also with `benchmark://` before it;
        or `dataset:SET[:SPLIT[:PATTERN]]`, the programs of a data set as `autotune` finds them
    datasets: the folder of data sets; None: where `autotune dataset` keeps them
    """
    name = os.fspath(name)
    folder = pathlib.Path(_core.datasets_folder() if datasets is None else datasets)
    if name.startswith("dataset:"):
        return _core.find_benchmarks(name, str(folder))
    plain = name.removeprefix("benchmark://")
    for suffix in ("", ".bc", ".ll"):
        for file in (pathlib.Path(plain + suffix), folder / (plain + suffix)):
            if file.is_file():
                return [str(file.absolute())]
    raise LookupError(f"no benchmark {name!r}: there is no such file, nor one in '{folder}'")


def all_benchmarks(names, datasets):
    """The files that a name or several mean; None means none."""
    if names is None:
        return []
    if isinstance(names, (str, os.PathLike)):
        names = [names]
    return [file for name in names for file in benchmarks(name, datasets)]
