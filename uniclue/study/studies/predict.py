"""Predictors: fitted to a study, stored in a file that is safe to read, applied to puzzles.

A model file is JSON: numbers, names, and nothing that is run. It is read strictly (known members,
finite numbers, no list longer than allowed), so a file from anywhere can at worst be refused or
predict nonsense.

The interval is conformal (Vovk, Gammerman and Shafer 2005), from errors on puzzles of folds that a
fit has not seen (as Barber, Candès, Ramdas and Tibshirani 2021 do, but around the fit to all
puzzles): it is meant to hold the label of 90 % of new puzzles of the same sort. That share is not
guaranteed; the model file says what share was measured on held-out folds.

The predictor of people's times that ships is a model, too: a line on the time of simulated people
(:class:`uniclue.graders.human_time.LinearPredictor`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress, pairwise
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import numpy as np
from msgspec import Meta

from uniclue.graders.human_time import LinearPredictor, read_predictor
from uniclue.study.features.feature import blocks as known_blocks
from uniclue.study.studies import crossval
from uniclue.study.studies.hypotheses import Hypothesis, Protocol, Scale, block_of
from uniclue.study.studies.models import PreparedRidge
from uniclue.study.studies.statistics import spearman
from uniclue.study.studies.table import Sample

MAX_BYTES = 2**25
"""A larger model is refused."""

FORMAT: Literal[3] = 3
"""The version of the files; earlier ones were archives of arrays."""

COVERAGE = 0.9

LARGEST = 1e100
"""The largest number in a model, so that no prediction overflows."""

_Name = Annotated[str, Meta(min_length=1, max_length=200)]
_Number = Annotated[float, Meta(ge=-LARGEST, le=LARGEST)]
_Numbers = Annotated[list[_Number], Meta(min_length=1, max_length=2**10)]


class ModelError(ValueError):
    """A file is not a model, or not one for the puzzle; the message is one line."""


class SavedFeature(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A feature of the puzzles that a model was fitted to.

    Attributes:
        column: Its column.
        median: What stands for a missing number.
        low: The smallest number in training.
        high: The largest.
    """

    column: _Name
    median: _Number
    low: _Number
    high: _Number


class Term(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a feature adds: a coefficient times the normal score of its number.

    Attributes:
        feature: Which of the features.
        of_missing: Whether it is about whether the number is missing: 1 or 0.
        knots: Numbers, rising.
        scores: Their scores; linear between them, flat beyond.
        coefficient: The coefficient.
    """

    feature: Annotated[int, Meta(ge=0)]
    of_missing: bool = False
    knots: _Numbers
    scores: _Numbers
    coefficient: _Number

    def __post_init__(self) -> None:
        if len(self.knots) != len(self.scores) or any(a >= b for a, b in pairwise(self.knots)):
            raise ValueError("expected knots that rise, each with a score")

    def at(self, number: float) -> float:
        """What it adds."""
        return self.coefficient * float(np.interp(number, self.knots, self.scores))


class SavedPredictor(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A fitted predictor, and the form of its file.

    Attributes:
        format: Of the file.
        kind: Of the puzzles.
        label: What it predicts.
        unit: Of the label, for people.
        scale: What was done to the label.
        puzzles: How many it was fitted to.
        seed: Of the fit.
        coverage: The share of new puzzles that the interval is to hold.
        measured: What cross-validation measured: ``r2``, ``spearman``, ``error``, ``covered``.
        reach: Half the width of the interval, on the scale.
        intercept: The constant.
        features: The features.
        terms: What is added to the constant.
    """

    format: Literal[3] = FORMAT
    kind: _Name
    label: _Name
    unit: Annotated[str, Meta(max_length=200)]
    scale: Scale
    puzzles: Annotated[int, Meta(ge=0, le=2**53)]
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)]
    coverage: Annotated[float, Meta(ge=0, le=1)] = COVERAGE
    measured: Annotated[dict[_Name, _Number], Meta(max_length=20)]
    reach: Annotated[float, Meta(ge=0, le=LARGEST)]
    intercept: _Number
    features: Annotated[list[SavedFeature], Meta(min_length=1, max_length=2**14)]
    terms: Annotated[list[Term], Meta(max_length=2**14)]

    def __post_init__(self) -> None:
        if len(set(self.columns)) < len(self.columns):
            raise ValueError("expected features, each once")
        if any(term.feature >= len(self.features) for term in self.terms):
            raise ValueError("expected terms of the features")

    @property
    def columns(self) -> list[str]:
        """The columns of its features."""
        return [feature.column for feature in self.features]

    @property
    def blocks(self) -> list[str]:
        """The blocks that its features belong to."""
        return list(dict.fromkeys(map(block_of, self.columns)))


Model = SavedPredictor | LinearPredictor
"""A predictor from a file."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a model predicts of a puzzle, in the unit of the label.

    Attributes:
        value: The label predicted.
        low: Lower end of the interval.
        high: Upper end.
        outside: Features outside the range that the model was fitted to.
        missing: Features without a number, for which a median stands.
    """

    value: float
    low: float
    high: float
    outside: tuple[str, ...]
    missing: tuple[str, ...]


# -- fitting ---------------------------------------------------------------------------------------


def fit_model(
    sample: Sample, hypothesis: Hypothesis, protocol: Protocol, measure: bool = True
) -> SavedPredictor:
    """Fits a predictor to all puzzles of a sample.

    Args:
        sample: The puzzles; all of their columns are used.
        hypothesis: What is predicted.
        protocol: The numbers of the protocol.
        measure: Whether to cross-validate the whole first, outer folds and all.
    """
    crossval.expect_groups(sample)
    measured = _measured(sample, protocol) if measure else {}
    rng = np.random.default_rng([protocol.seed, 7])
    inner = crossval.grouped_folds(sample.groups, protocol.folds, rng)
    fitted, unseen = PreparedRidge.fit(sample.x, sample.y, sample.weights, inner)
    ends = (fitted.preparation.filler.medians, np.nanmin(sample.x, 0), np.nanmax(sample.x, 0))
    return SavedPredictor(
        kind=hypothesis.kind,
        label=hypothesis.label,
        unit=hypothesis.unit,
        scale=hypothesis.scale,
        puzzles=len(sample.y),
        seed=protocol.seed,
        measured=measured,
        reach=crossval.conformal_reach(np.abs(sample.y - unseen), COVERAGE),
        intercept=float(fitted.ridge.intercept),
        features=[
            SavedFeature(column=column, median=median, low=low, high=high)
            for column, median, low, high in zip(
                sample.columns, *(end.tolist() for end in ends), strict=True
            )
        ],
        terms=_terms(fitted),
    )


def _terms(fitted: PreparedRidge) -> list[Term]:
    """What is fitted, one column after the other."""
    preparation, scores = fitted.preparation, fitted.preparation.scores
    sources, number = preparation.filler.sources(), len(preparation.filler.medians)
    spans = [slice(*ends) for ends in pairwise(scores.ends.tolist())]
    return [
        Term(
            feature=int(sources[column]),
            of_missing=column >= number,
            knots=scores.knots[span].tolist(),
            scores=scores.scores[span].tolist(),
            coefficient=coefficient,
        )
        for column, span, coefficient in zip(
            preparation.columns.tolist(), spans, fitted.ridge.coefficients.tolist(), strict=True
        )
    ]


def _measured(sample: Sample, protocol: Protocol) -> dict[str, float]:
    """How well the predictor does on held-out puzzles."""
    from sklearn.metrics import mean_absolute_error, r2_score

    predicted = crossval.with_intervals(sample, range(sample.x.shape[1]), protocol, COVERAGE)
    y, values = sample.y, predicted.values
    return {
        "r2": float(r2_score(y, values)),
        "spearman": float(np.nan_to_num(spearman(values, y, np.empty((len(y), 0))))),
        "error": float(mean_absolute_error(y, values)),
        "covered": float(predicted.inside(y).mean()),
    }


def structural(sample: Sample, hypothesis: Hypothesis, blocks: Sequence[str] | None) -> Sample:
    """The sample with the columns of some blocks alone; of structure for None."""
    names = sample.columns
    if blocks is None:
        chosen = list(map(hypothesis.is_structure, names))
    else:
        chosen = [block_of(column) in blocks for column in names]
    return replace(sample, columns=tuple(compress(names, chosen)), x=sample.x[:, chosen])


# -- predicting ------------------------------------------------------------------------------------


def predict(model: SavedPredictor, values: Mapping[str, float | None]) -> Prediction:
    """Predicts the label of a puzzle.

    Args:
        model: The model.
        values: The puzzle's features, by column; what is absent or None is missing.
    """
    numbers = [values.get(feature.column) for feature in model.features]
    pairs = list(zip(model.features, numbers, strict=True))
    filled = [feature.median if number is None else number for feature, number in pairs]
    at = model.intercept + math.fsum(
        term.at(numbers[term.feature] is None if term.of_missing else filled[term.feature])
        for term in model.terms
    )
    return Prediction(
        value=_unscaled(at, model.scale),
        low=_unscaled(at - model.reach, model.scale),
        high=_unscaled(at + model.reach, model.scale),
        outside=tuple(
            feature.column
            for feature, number in pairs
            if number is not None and not feature.low <= number <= feature.high
        ),
        missing=tuple(feature.column for feature, number in pairs if number is None),
    )


def _unscaled(value: float, scale: Scale) -> float:
    if scale == "plain":
        return value
    power = math.exp(min(value, 700.0))  # a float holds no more
    return power if scale == "log" else max(power - 1, 0.0)


# -- files -----------------------------------------------------------------------------------------


def to_bytes(model: SavedPredictor) -> bytes:
    """A model as the content of its file; the same model gives the same bytes."""
    return msgspec.json.encode(model) + b"\n"


def read_model(path: Path) -> Model:
    """Reads a model; nothing in the file is run.

    Raises:
        ModelError: It is not a model, or one of features that are not known here.
        OSError: It cannot be read.
    """
    with path.open("rb") as file:
        model = from_bytes(file.read(MAX_BYTES + 1))
    known = {block.name for block in known_blocks()}
    if isinstance(model, SavedPredictor) and (unknown := sorted({*model.blocks} - known)):
        raise ModelError(f"expected features of known blocks, got one of {unknown[0]!r}")
    return model


class _Format(msgspec.Struct):
    format: int | None = None


def from_bytes(data: bytes) -> Model:
    """A model from the content of its file.

    Raises:
        ModelError: It is not a model.
    """
    try:
        if len(data) > MAX_BYTES:
            raise ValueError(f"at most {MAX_BYTES // 2**20} MB")
        if data.startswith(b"PK"):
            raise ValueError("the file is of an earlier version; fit it again")
        if msgspec.json.decode(data, type=_Format).format is None:
            return read_predictor(data)
        return msgspec.json.decode(data, type=SavedPredictor)
    except (ValueError, RecursionError) as error:
        reason = str(error).splitlines()[0].removeprefix("expected ")
        what = "expected a model of 'uniclue study fit' or 'uniclue study people'"
        raise ModelError(f"{what}: {reason:.200}") from error
