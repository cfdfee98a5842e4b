"""`ListModel` (src/search/learned/list_model.h) over a table that `autotune-train coreset --table` printed."""
import numpy as np

PIPELINES = ("default<", "thinlto-", "scc-oz-module-inliner", "function(function-simplification")
LEAST, MOST, NOISE, OPTIMISED = -0.3, 0.9, 1e-3, -0.4  # as list_model.cpp


def passes(line):
    depth, start, parts = 0, 0, []
    for i, c in enumerate(line + ","):
        depth += (c in "(<") - (c in ")>")
        if c == "," and depth == 0:
            parts.append(line[start:i])
            start = i + 1
    return parts


def cost(line):
    return sum(0.3 + (30 if p.startswith(PIPELINES) else 1) for p in passes(line))


def read(path):
    """Lists, what they are worth by program, and what the programs are as they came."""
    with open(path) as file:
        lines = [line.rstrip("\n") for line in file if line.strip() and line[0] != "#"]
    rows = [line[1:].split(":") for line in lines if line[0] == "="]
    worths = [[int(w) / 1000 for w in row[1].split()] for row in rows]
    return [x for x in lines if x[0] != "="], np.array(worths), np.array([int(r[0]) / 1000 for r in rows])


def root(worth):
    return np.copysign(np.sqrt(np.abs(worth)), worth)


def curve(guesses, costs, truth, marks, least, tolerance=None):
    """The best found by the time that so much as each of `marks` is spent, and what all of it cost.
    A list has to promise as much as its entry of `least`; without a tolerance all programs count
    alike. Ends at the last mark."""
    guesses = np.clip(guesses, LEAST, MOST)
    deviations = guesses - guesses.mean(0)
    covariances = deviations.T @ deviations / len(guesses)
    best, spent, untried, reached = 0.0, 0.0, np.ones(len(costs), bool), np.zeros(len(marks))
    errors = np.zeros(len(guesses))
    while spent < marks[-1]:
        weights = np.exp((errors.min() - errors) / tolerance) if tolerance else np.ones(len(errors))
        gains = weights @ np.maximum(guesses - best, 0) / weights.sum()
        promising = untried & (gains >= least)
        if not promising.any():
            break
        i = int(np.where(promising, gains / costs, -1).argmax())
        untried[i] = False
        spent += costs[i]
        best = max(best, truth[i])
        reached[spent <= np.array(marks)] = best
        worth = np.clip(truth[i], LEAST, MOST)
        errors += np.abs(root(worth) - root(guesses[:, i]))
        gain = covariances[:, i] / (covariances[i, i] + NOISE)
        guesses = guesses + np.outer(worth - guesses[:, i], gain)
        covariances = covariances - np.outer(gain, covariances[i])
    return reached, spent
