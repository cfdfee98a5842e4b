#!/usr/bin/python3
"""Fits the edit prior to what `autotune-train collect --edits FILE` has written.

usage: fit.py EDITS.tsv > src/search/learned/edit_prior.txt

What it can tell of families it has not seen goes to stderr. Needs python3-sklearn.
"""

import bisect
import random
import sys

import numpy
import scipy.sparse
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

# As in src/search/learned/edit_prior.cpp.
HEAD_BINS = [1, 2, 4, 8, 16]
TAIL_BINS = [1, 2, 4, 7, 12]
EXCESS_BINS = [1e-9, 0.02, 0.1, 0.3, 0.8]
BETTER = "3"
ANY = -1  # any pass
NONE = -1  # no pass there
REGULARISATION = 1.5  # of the L1 norm, inverse; chosen on held-out families
KEPT = 0.02  # smaller weights are left out


def read(path):
    """Properties of each trial, whether it was an improvement, families, names of passes."""
    names, rows, better, families = {}, [], [], []

    def number(name):
        return names.setdefault(name, len(names)) if name not in ("^", "$") else NONE

    with open(path) as file:
        for line in file:
            family, before, tried, after, replaces, head, tail, excess, result = line.rstrip("\n").split("\t")
            p = number(tried)
            place = [
                ("head", bisect.bisect_right(HEAD_BINS, int(head))),
                ("tail", bisect.bisect_right(TAIL_BINS, int(tail))),
                ("excess", bisect.bisect_right(EXCESS_BINS, float(excess))),
                ("replaces", int(replaces)),
            ]
            row = [("pass", 0, p), ("before", number(before), p), ("after", number(after), p)]
            row += [(kind, value, p) for kind, value in place]
            row += [(kind, value, ANY) for kind, value in place]
            rows.append(row)
            better.append(result == BETTER)
            families.append(family)
    return rows, numpy.array(better), numpy.array(families), list(names)


def matrix(rows, columns):
    """One row a trial, one column a property; those that are not in `columns` are left out."""
    indices, starts = [], [0]
    for row in rows:
        indices += [columns[p] for p in row if p in columns]
        starts.append(len(indices))
    shape = (len(rows), len(columns))
    return scipy.sparse.csr_matrix((numpy.ones(len(indices)), indices, starts), shape=shape)


def fit(x, y):
    model = LogisticRegression(penalty="l1", C=REGULARISATION, solver="liblinear", max_iter=200)
    return model.fit(x, y)


def judge(x, y, families):
    """Fits to two thirds of the families, judges by the others, three times."""
    names = sorted(set(families))
    random.Random(0).shuffle(names)
    for part in range(3):
        held_out = numpy.isin(families, names[part::3])
        score = fit(x[~held_out], y[~held_out]).decision_function(x[held_out])
        truth = y[held_out]
        best_first = truth[numpy.argsort(-score, kind="stable")]
        caught = [best_first[: int(len(truth) * share)].sum() / truth.sum() for share in (0.01, 0.05, 0.1, 0.2)]
        print(
            f"{len(truth)} trials of {len(names[part::3])} families held out: {100 * truth.mean():.2f} % better, "
            f"AUC {roc_auc_score(truth, score):.3f}; the best-scored 1, 5, 10, 20 % hold "
            + ", ".join(f"{100 * c:.0f}" for c in caught) + " % of these",
            file=sys.stderr,
        )


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    rows, better, families, names = read(sys.argv[1])
    columns = {p: i for i, p in enumerate(sorted({p for row in rows for p in row}))}
    x = matrix(rows, columns)
    judge(x, better, families)
    model = fit(x, better)
    weights = [(p, model.coef_[0][i]) for p, i in columns.items() if abs(model.coef_[0][i]) >= KEPT]
    print("# What makes it likely that a pass, put into a list, makes the list better: see src/search/learned/edit_prior.h.")
    print(f"# Made by experiments/edit-prior/fit.py of {len(rows)} trials on {len(set(families))} families.")
    for i, name in enumerate(names):
        print(f"{i}\t{name}")
    print(f"pass\t0\t{ANY}\t{model.intercept_[0]:.3f}")
    for (kind, value, p), weight in weights:
        print(f"{kind}\t{value}\t{p}\t{weight:.3f}")


main()
