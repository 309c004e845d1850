"""Predictors: fitted to a study, stored in a file that is safe to read, applied to puzzles.

A model file is a numpy archive (.npz) of plain arrays and one JSON text. It is read strictly
(:mod:`uniclue.study.studies.arrays`), and everything in it is checked before it is used, so a file
from anywhere can at worst be refused or predict nonsense.

The interval is conformal (Vovk, Gammerman and Shafer 2005), from errors on puzzles of folds that a
fit has not seen (as Barber, Candès, Ramdas and Tibshirani 2021 do, but around the fit to all
puzzles): it is meant to hold the label of 90 % of new puzzles of the same sort. That share is not
guaranteed; the model file says what share was measured on held-out folds.

The predictor of people's times that ships is a model, too: a line on the time of simulated people
(:class:`uniclue.graders.human_time.LinearPredictor`), whose file is JSON.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from uniclue.graders.human_time import LinearPredictor, read_predictor
from uniclue.study.features.feature import blocks as known_blocks
from uniclue.study.studies import crossval, models
from uniclue.study.studies.arrays import ArchiveError, read
from uniclue.study.studies.hypotheses import Hypothesis, Protocol, Scale, block_of
from uniclue.study.studies.statistics import spearman
from uniclue.study.studies.table import Floats, Ints, Sample

MAX_BYTES = 2**28
"""A model that unpacks to more is refused."""

FORMAT = 2
"""Of the files that are written. Those of format 1 hold more about trees, and are read as well."""

COVERAGE = 0.9

NODES = ("feature", "threshold", "value")
"""The arrays of the nodes of trees."""

FORESTS = ("random", "boosted")

MAX_NODES = 2**20
"""A model with more nodes of trees of a sort is refused."""

LARGEST = 1e100
"""The largest number in a model, so that no prediction overflows."""

_NAMES = (
    *("medians", "flagged", "kept", "ends", "knots", "scores", "coefficients", "intercept"),
    *("mix", "low", "high", "about"),
    *(f"{forest}_{part}" for forest in FORESTS for part in (*NODES, "line")),
)
"""The arrays of a model."""
_EARLIER = [f"{forest}_{part}" for forest in FORESTS for part in ("roots", "left", "right")]
"""Arrays that models of format 1 have, too."""

_Name = Annotated[str, Meta(max_length=200)]
_Number = Annotated[float, Meta(ge=-LARGEST, le=LARGEST)]


class ModelError(ValueError):
    """A file is not a model, or not one for the puzzle; the message is one line."""


class About(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a model is.

    Attributes:
        format: Of the file.
        kind: Of the puzzles.
        label: What it predicts.
        unit: Of the label, for people.
        scale: What was done to the label.
        columns: The features, in order.
        puzzles: How many it was fitted to.
        seed: Of the fit.
        reach: Half the width of the interval, on the scale.
        coverage: The share of new puzzles that the interval is to hold.
        measured: What cross-validation measured: ``r2``, ``spearman``, ``error``, ``covered``.
    """

    format: Annotated[int, Meta(ge=1, le=FORMAT)] = FORMAT
    kind: _Name
    label: _Name
    unit: _Name
    scale: Scale
    columns: list[_Name]
    puzzles: Annotated[int, Meta(ge=0, le=2**53)]
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)]
    reach: Annotated[float, Meta(ge=0, le=LARGEST)]
    coverage: Annotated[float, Meta(ge=0, le=1)] = COVERAGE
    measured: dict[_Name, _Number]


@dataclass(frozen=True)
class SavedPredictor:
    """A fitted predictor.

    Attributes:
        about: What it is.
        predictor: The predictor.
        low: Shape (features,). The smallest value of each in training; NaN if it had none.
        high: Shape (features,). The largest.
    """

    about: About
    predictor: models.MixedPredictor
    low: Floats
    high: Floats

    @property
    def blocks(self) -> list[str]:
        """The blocks that its features belong to."""
        return list(dict.fromkeys(block_of(column) for column in self.about.columns))


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
    predictor, unseen = models.fit_predictor(
        sample.x, sample.y, sample.weights, inner, protocol, protocol.seed % 2**31
    )
    about = About(
        kind=hypothesis.kind,
        label=hypothesis.label,
        unit=hypothesis.unit,
        scale=hypothesis.scale,
        columns=list(sample.columns),
        puzzles=len(sample.y),
        seed=protocol.seed,
        reach=crossval.conformal_reach(np.abs(sample.y - unseen), COVERAGE),
        measured=measured,
    )
    return SavedPredictor(
        about, predictor, np.nanmin(sample.x, axis=0), np.nanmax(sample.x, axis=0)
    )


def _measured(sample: Sample, protocol: Protocol) -> dict[str, float]:
    """How well the predictor does on held-out puzzles."""
    from sklearn.metrics import mean_absolute_error, r2_score

    predicted = crossval.predictor_predictions(sample, range(sample.x.shape[1]), protocol, COVERAGE)
    y, values = sample.y, predicted.values
    return {
        "r2": float(r2_score(y, values)),
        "spearman": float(np.nan_to_num(spearman(values, y, np.empty((len(y), 0))))),
        "error": float(mean_absolute_error(y, values)),
        "covered": predicted.covered(y),
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
    columns = model.about.columns
    x = np.array([values.get(column) for column in columns], dtype=np.float64)  # None is NaN
    at = float(model.predictor.predict(x[None])[0])
    reach = model.about.reach
    outside = (x < model.low) | (x > model.high)
    return Prediction(
        value=_unscaled(at, model.about.scale),
        low=_unscaled(at - reach, model.about.scale),
        high=_unscaled(at + reach, model.about.scale),
        outside=tuple(c for c, out in zip(columns, outside, strict=True) if out),
        missing=tuple(c for c, value in zip(columns, x, strict=True) if math.isnan(value)),
    )


def _unscaled(value: float, scale: Scale) -> float:
    if scale == "plain":
        return value
    power = math.exp(min(value, 700.0))  # a float holds no more
    return power if scale == "log" else max(power - 1, 0.0)


# -- files -----------------------------------------------------------------------------------------


def to_bytes(model: SavedPredictor) -> bytes:
    """A model as the content of its file; the same model gives the same bytes."""
    predictor, preparation = model.predictor, model.predictor.preparation
    about = msgspec.structs.replace(model.about, format=FORMAT)
    arrays: dict[str, Any] = {
        "medians": preparation.filler.medians,
        "flagged": preparation.filler.flagged,
        "kept": preparation.columns,
        "ends": preparation.scores.ends,
        "knots": preparation.scores.knots,
        "scores": preparation.scores.scores,
        "coefficients": predictor.ridge.coefficients,
        "intercept": np.atleast_1d(predictor.ridge.intercept),
        "mix": predictor.mix,
        "low": model.low,
        "high": model.high,
        "about": np.frombuffer(msgspec.json.encode(about), dtype=np.uint8),
    }
    forests = (predictor.random_trees, predictor.boosted_trees)
    for name, trees in zip(FORESTS, forests, strict=True):
        arrays |= {f"{name}_{part}": getattr(trees, part) for part in NODES}
        arrays[f"{name}_line"] = np.array([trees.base, trees.scale])
    data = io.BytesIO()
    np.savez_compressed(data, **arrays)
    return data.getvalue()


def read_model(path: Path) -> Model:
    """Reads a model; nothing in the file is run.

    Raises:
        ModelError: It is not a model, or one of features that are not known here.
        OSError: It cannot be read.
    """
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if data.startswith(b"{"):
        return _read_line(data)
    model = from_bytes(data)
    if unknown := sorted({*model.blocks} - {block.name for block in known_blocks()}):
        raise ModelError(f"expected features of known blocks, got one of {unknown[0]!r}")
    return model


def _read_line(data: bytes) -> LinearPredictor:
    try:
        return read_predictor(data)
    except ValueError as error:
        reason = str(error).splitlines()[0].removeprefix("expected ")
        raise ModelError(f"expected a model of 'uniclue study people': {reason:.200}") from error


def from_bytes(data: bytes) -> SavedPredictor:
    """A model from the content of its file.

    Raises:
        ModelError: It is not a model.
    """
    try:
        return _from_arrays(read(data, _NAMES, _EARLIER, MAX_BYTES))
    except (ArchiveError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = str(error).splitlines()[0].removeprefix("expected ")
        raise ModelError(f"expected a model of 'uniclue study fit': {reason:.200}") from error


def _from_arrays(arrays: dict[str, NDArray[Any]]) -> SavedPredictor:
    _expect(arrays["about"].dtype == np.uint8, "a text that says what it is")
    about = msgspec.json.decode(arrays["about"].tobytes(), type=About)
    is_old = about.format < FORMAT
    _expect(is_old or set(arrays) == set(_NAMES), "the arrays of its format")
    is_plain = msgspec.json.encode(about) == arrays["about"].tobytes()
    _expect(is_old or is_plain, "a text as it is written")
    n = len(about.columns)
    _expect(0 < n < 2**14 and len(set(about.columns)) == n, "features, each once")
    flagged = _indices(arrays["flagged"], n)
    columns = _indices(arrays["kept"], n + len(flagged))
    ends = _integers(arrays["ends"])
    _expect(len(ends) == len(columns) + 1 and bool((np.diff(ends) > 0).all()), "ends that rise")
    _expect(ends[0] == 0, "ends from 0")
    knots = _floats(arrays["knots"], int(ends[-1]))
    rising = np.diff(knots) > 0
    rising[ends[1:-1] - 1] = True
    _expect(bool(rising.all()), "knots that rise")
    scores = models.Scores(ends, knots, _floats(arrays["scores"], int(ends[-1])))
    predictor = models.MixedPredictor(
        models.Preparation(models.Filler(_floats(arrays["medians"], n), flagged), columns, scores),
        models.Ridge(
            _floats(arrays["coefficients"], len(columns)),
            _floats(arrays["intercept"], 1).reshape(()),
        ),
        _trees(arrays, "random", len(columns)),
        _trees(arrays, "boosted", len(columns)),
        _floats(arrays["mix"], 3),
    )
    return SavedPredictor(about, predictor, _floats(arrays["low"], n), _floats(arrays["high"], n))


def _trees(arrays: dict[str, NDArray[Any]], name: str, features: int) -> models.Trees:
    """Trees of an archive; nodes in preorder lead nowhere but further on."""
    feature = _integers(arrays[f"{name}_feature"])
    _expect(0 < len(feature) <= MAX_NODES, f"trees of {MAX_NODES:,} nodes at most")
    _expect(bool(((feature >= -1) & (feature < features)).all()), "features of the model in trees")
    threshold, value = (
        _floats(arrays[f"{name}_{part}"], len(feature), 1e38) for part in ("threshold", "value")
    )
    base, scale = _floats(arrays[f"{name}_line"], 2).tolist()
    nodes = (feature.astype(np.int16), models.rounded_down(threshold), value.astype(np.float32))
    trees = models.Trees(*nodes, base, scale)
    try:
        _ = trees.branches
    except IndexError:
        raise ModelError("expected a model of 'uniclue study fit' with whole trees") from None
    return trees


def _expect(holds: bool, what: str) -> None:
    if not holds:
        raise ModelError(f"expected a model of 'uniclue study fit' with {what}")


def _floats(array: NDArray[Any], length: int, most: float = LARGEST) -> Floats:
    _expect(array.dtype.kind == "f" and array.shape == (length,), f"{length} numbers")
    numbers = array.astype(np.float64)
    is_small = np.abs(numbers) <= most  # which no NaN is
    _expect(bool(is_small.all()), f"numbers up to {most:g}")
    return numbers


def _integers(array: NDArray[Any]) -> Ints:
    _expect(array.dtype.kind == "i" and array.ndim == 1, "whole numbers")
    return array.astype(np.int64)


def _indices(array: NDArray[Any], below: int) -> Ints:
    places = _integers(array)
    _expect(bool(((places >= 0) & (places < below)).all()), f"places below {below}")
    return places
