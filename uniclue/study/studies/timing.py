"""The report on the predictor of people's times (:mod:`uniclue.study.studies.people`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from uniclue.graders.human_time import LinearPredictor
from uniclue.study.studies import page, statistics
from uniclue.study.studies.crossval import Comparison
from uniclue.study.studies.hypotheses import Protocol
from uniclue.study.studies.people import COVERAGE, Predictions, TimedPuzzles
from uniclue.study.studies.statistics import Estimate, Resamples
from uniclue.study.studies.table import Bools, Floats

WINSORISED = (1, 99)
"""The percentiles of the labels beyond which labels and predictions are cut."""


def paper(
    timed: TimedPuzzles, predictions: Predictions, shipped: LinearPredictor, protocol: Protocol
) -> list[page.Part]:
    """The report, as parts."""
    rng = np.random.default_rng([protocol.seed, 10])
    resamples = Resamples.draw(timed.sample.groups, protocol.resamples, rng)
    y, every = timed.sample.y, np.ones(len(timed.sample.y), np.bool_)
    named: dict[str, page.Part] = {
        "[batches]": page.table_of(
            "batches",
            f"By batches of {timed.hypothesis.order}",
            f"{timed.hypothesis.order}; puzzles; R2; Spearman; factor; below; inside; above",
            _batches(timed, predictions),
        ),
        "[quarters]": page.table_of(
            "quarters",
            "The interval, by quarters of the prediction",
            "quarter; puzzles; below; inside; above; times, low; high",
            _quarters(y, predictions),
        ),
        "[parameters]": page.table_of(
            "parameters",
            "The simulated person's parameters that folds chose",
            "folds; p; line; naked; a; m; same; near",
            (
                (times, *(getattr(q, name) for name in "p line naked a m same near".split()))  # noqa: SIM905
                for q, times in sorted(predictions.chosen.items(), key=lambda pair: -pair[1])
            ),
        ),
    }
    text = page.sentences(
        "timing.md",
        timed=timed,
        own=HeldOutScore.of(y, predictions.values, resamples),
        inside=_inside(y, predictions, every),
        second=tuple(_second(timed, predictions, shipped)),
        worst=_worst((y - predictions.values.mean(axis=1)) ** 2),
        shipped=shipped,
        coverage=COVERAGE,
        protocol=protocol,
    )
    return [named.get(line) or _part(line) for line in text]


def _worst(squares: Floats) -> float:
    """The share of the squared error that is of ten puzzles."""
    return float(np.sort(squares)[-10:].sum() / squares.sum())


def _part(line: str) -> page.Part:
    """A heading or a paragraph of the template."""
    level = len(line) - len(line.lstrip("#"))
    return page.Heading(level, line.lstrip("# ")) if level else page.Paragraph(line)


@dataclass(frozen=True, slots=True)
class HeldOutScore:
    """How well predictions do on held-out puzzles; each with a 95 % interval.

    Attributes:
        r2: R2.
        winsorised: R2 of winsorised labels and predictions.
        spearman: Spearman's correlation.
        factor: The mean absolute error, as a factor of time.
    """

    r2: Estimate
    winsorised: Estimate
    spearman: Estimate
    factor: Estimate

    @classmethod
    def of(cls, y: Floats, values: Floats, resamples: Resamples) -> HeldOutScore:
        """Scores predictions, shape (n, repetitions)."""

        def r2(label: Floats, change: Callable[[Floats], Floats]) -> Estimate:
            comparison = Comparison.of(change(label), {"": change(values)}, resamples)
            return comparison.estimate("")

        ends = np.percentile(y, WINSORISED)
        errors = np.abs(y[:, None] - values).mean(axis=1)
        sums = resamples.sums(np.column_stack([np.ones(len(y)), errors]))
        factor = Estimate(
            math.exp(errors.mean()),
            *statistics.interval(np.exp(sums[:, 1] / sums[:, 0])),
        )
        none = np.empty((len(y), 0))
        of_mean, _ = statistics.spearman_intervals(
            values.mean(axis=1, keepdims=True), y, none, resamples
        )[0]
        mean = float(np.mean([statistics.spearman(column, y, none) for column in values.T]))
        return cls(
            r2(y, lambda v: v),
            r2(y, lambda v: np.clip(v, *ends)),
            Estimate(mean, of_mean.low, of_mean.high),
            factor,
        )


def _inside(y: Floats, predictions: Predictions, rows: Bools) -> tuple[float, float, float]:
    """The shares of labels below, inside and above the intervals."""
    label = y[rows, None]
    below = float((label < predictions.low[rows]).mean())
    above = float((label > predictions.high[rows]).mean())
    return below, 1 - below - above, above


def _batches(timed: TimedPuzzles, predictions: Predictions) -> Iterator[tuple[float | str, ...]]:
    order, y = timed.sample.order, timed.sample.y
    if order is None:
        return
    values = predictions.values
    batch = np.searchsorted(timed.hypothesis.batches, order)
    for i in np.unique(batch):
        rows = batch == i
        label, own = y[rows], values[rows]
        none = np.empty((len(label), 0))
        errors = label[:, None] - own
        yield (
            f"{order[rows].min():g} to {order[rows].max():g}",
            len(label),
            float(1 - (errors**2).mean() / label.var()),
            float(np.mean([statistics.spearman(column, label, none) for column in own.T])),
            float(math.exp(np.abs(errors).mean())),
            *_inside(y, predictions, rows),
        )


def _quarters(y: Floats, predictions: Predictions) -> Iterator[tuple[float | str, ...]]:
    """The interval in each quarter of the predictions, the least first."""
    centre = predictions.values.mean(axis=1)
    quarter = np.searchsorted(np.quantile(centre, (0.25, 0.5, 0.75)), centre)
    for i, name in enumerate(("first", "second", "third", "fourth")):
        rows = quarter == i
        ends = [np.exp((end - predictions.values)[rows].mean()) for end in _ends(predictions)]
        yield name, int(rows.sum()), *_inside(y, predictions, rows), *map(float, ends)


def _ends(predictions: Predictions) -> tuple[Floats, Floats]:
    return predictions.low, predictions.high


def _second(
    timed: TimedPuzzles, predictions: Predictions, shipped: LinearPredictor
) -> Iterator[tuple[str, int, float, int, float]]:
    """Spearman of each other label with held-out predictions, and with those of the whole fit."""
    sample, times = timed.sample, timed.people.times(shipped.parameters)
    held = predictions.values.mean(axis=1)
    place = {group: i for i, group in enumerate(sample.grouped.tolist())}
    for name, label in timed.others.items():
        own = np.isin(label.grouped, sample.grouped)
        seen = np.array([held[place[group]] for group in label.grouped[own].tolist()])
        fitted = times[label.rows[~own]]  # the prediction rises with it
        yield (
            name,
            int(own.sum()),
            statistics.spearman(seen, label.y[own], np.empty((len(seen), 0))),
            int((~own).sum()),
            statistics.spearman(fitted, label.y[~own], np.empty((len(fitted), 0))),
        )
