"""What the tests of autotune_gym share."""
import os
import pathlib
import time

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
ROUTES = EXAMPLES / "routes.ll"
WORDS = EXAMPLES / "words.ll"


def is_alive(pid):
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def parent(pid):
    return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])


def with_parents(pids):
    """The workers and the process that forked them."""
    return sorted({*pids, *map(parent, pids)} - {os.getpid()})


def all_end(pids, seconds=5):
    """True if all processes end soon."""
    deadline = time.monotonic() + seconds
    while any(map(is_alive, pids)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True
