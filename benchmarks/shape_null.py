"""What shape adds to size within kinds, and what its rows add where they are permuted in a kind.

    python -m benchmarks.shape_null DIR [--number N]

DIR is the folder of a study with ``[[across]]``, finished or not. Prints means over kinds of the R2
that shape adds, by ten folds once, for each label, and after each permutation the mean and the
standard deviation of those so far. It is the first part of what ``study report`` does with 99
permutations, for tables that are still being made.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from uniclue.study.studies import crossval
from uniclue.study.studies.across import columns_of, samples_of
from uniclue.study.studies.hypotheses import Protocol
from uniclue.study.studies.table import Floats, Sample, load


def added(samples: Sequence[Sample], sets: crossval.Sets, protocol: Protocol) -> Floats:
    """The mean over kinds of the R2 that shape adds, for each label."""
    gains = []
    for sample in samples:
        predicted = crossval.ridge_predictions(sample, sets, protocol, 0)
        errors = {
            name: ((sample.y - values) ** 2).mean(axis=0) for name, values in predicted.items()
        }
        variance = sample.y.var(axis=0)
        varies = np.where(variance > 0, variance, np.nan)
        gains.append((errors["size"] - errors["shape"]) / varies)
    return np.asarray(np.nanmean(gains, axis=0))


def permuted(sample: Sample, columns: Sequence[int], rng: np.random.Generator) -> Sample:
    """The sample with the rows of some columns in another order."""
    x = sample.x.copy()
    x[:, columns] = x[rng.permutation(len(x))][:, columns]
    return replace(sample, x=x)


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=str(__doc__))
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--number", type=int, default=99)
    options = parser.parse_args()
    table = load(options.folder)
    (asked,) = table.study.plan.across
    protocol = Protocol(seed=table.study.plan.seed)
    columns = columns_of(asked, table.frame.columns)
    size = [*range(len(columns["size"]))]
    shape = [*range(len(size), len(size) + len(columns["shape"]))]
    sets = {"size": size, "shape": [*size, *shape]}
    samples = [sample for _, sample in samples_of(table, asked, asked.labels)]
    print(len(samples), "kinds,", sum(len(one.y) for one in samples), "puzzles")
    print("found", *asked.labels, added(samples, sets, protocol).round(4))
    nulls: list[Floats] = []
    for number in range(options.number):
        rng = np.random.default_rng([protocol.seed, 11, number])
        nulls.append(added([permuted(one, shape, rng) for one in samples], sets, protocol))
        so_far = np.array(nulls)
        spread = so_far.std(axis=0, ddof=1) if number else so_far[0] * np.nan
        print("permuted", number + 1, so_far.mean(axis=0).round(4), spread.round(4), flush=True)


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
