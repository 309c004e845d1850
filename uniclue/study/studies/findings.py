"""The findings of a study about each label."""

from __future__ import annotations

import math
from dataclasses import dataclass

from uniclue.study.studies.crossval import Score
from uniclue.study.studies.hypotheses import STRUCTURE, Hypothesis
from uniclue.study.studies.statistics import Estimate
from uniclue.study.studies.table import Floats, Sample

SIZE_SAYS_ALL = 0.95
"""R2 of size above which a test given size is meaningless."""

UNKNOWN = Estimate(math.nan)


@dataclass(frozen=True, slots=True)
class Primary:
    """A primary test.

    Attributes:
        column: The feature.
        expected: The expected sign.
        plain: Correlation with the label.
        given_size: The same given size; ``p`` is that of the permutations.
        holm: P-value adjusted over all primary tests of the study.
        strata: Correlations given size inside strata: name, puzzles, correlation.
        seen: Whether the labels were looked at before, so that the test is not independent.
        least: Correlations detected with probability 0.8 at 0.05 and at Holm's strictest level.
    """

    column: str
    expected: str
    plain: Estimate = UNKNOWN
    given_size: Estimate = UNKNOWN
    strata: tuple[tuple[str, int, float], ...] = ()
    seen: bool = False
    holm: float = math.nan
    least: tuple[float, ...] = ()

    @property
    def verdict(self) -> str:
        """The verdict, by the rule in docs/study.md."""
        if math.isnan(self.given_size.value):
            return "cannot be tested"
        if not self.holm < 0.05:
            return "not shown"
        as_expected = (self.given_size.value > 0) == (self.expected == "+")
        verdict = "supported" if as_expected else "contradicted"
        return f"{verdict} (not independent)" if self.seen else verdict

    @property
    def signs(self) -> tuple[int, int]:
        """The number of strata of 20 puzzles or more with the same sign, and of all such strata."""
        inside = [rho for _, n, rho in self.strata if n >= 20 and not math.isnan(rho)]
        return sum((rho > 0) == (self.given_size.value > 0) for rho in inside), len(inside)


@dataclass(frozen=True, slots=True)
class Explored:
    """A feature in the exploratory tables; q-values are adjusted over the features of a label.

    Attributes:
        column: The feature.
        plain: Correlation with the label.
        given_size: The same given size.
        also: Correlations given size with the other labels.
        q: The q-value of ``plain``.
        q_given_size: That of ``given_size``.
    """

    column: str
    plain: Estimate
    given_size: Estimate
    also: tuple[float, ...]
    q: float = math.nan
    q_given_size: float = math.nan


@dataclass(frozen=True, slots=True)
class PredictionQuality:
    """The quality of predictions from a set of features."""

    features: str
    columns: int
    score: Score


@dataclass(frozen=True, slots=True)
class Gain:
    """The gain by features: R2 of one set minus that of another, on the same folds."""

    more: str
    less: str
    r2: Estimate


@dataclass(frozen=True, slots=True)
class FoldPredictions:
    """Held-out predictions of the puzzles of one batch.

    Attributes:
        name: The range of the order.
        puzzles: How many.
        mean: The mean of their labels.
        r2: R2, about the mean of the batch.
        spearman: Spearman's correlation.
        error: Mean absolute error.
        covered: The share inside their intervals.
    """

    name: str
    puzzles: int
    mean: float
    r2: float
    spearman: float
    error: float
    covered: float


@dataclass(frozen=True, slots=True)
class Null:
    """R2 when labels are permuted within strata of size.

    Attributes:
        what: The set of features, or the gain.
        observed: R2 with the true labels.
        mean: The mean over the permutations.
        high: Their 95th percentile.
        p: One-sided.
    """

    what: str
    observed: float
    mean: float
    high: float
    p: float


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The share of the variance of a label that is noise.

    Attributes:
        share: Estimated from the dependence of errors on the number of people.
        assumed: The share for each assumed spread between people.
    """

    share: Estimate
    assumed: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Findings:
    """The findings about one label.

    Attributes:
        hypothesis: The test.
        sample: The puzzles.
        primary: The primary tests.
        explored: All features except copies.
        steps: Names of the sets of features that grow block by block.
        repeated: Names of sets with the same columns as another.
        fits: The quality of predictions from each set of features.
        gains: The gains by features.
        over_folds: The gain over the pilot block with Nadeau and Bengio's interval, if there is
            such a block.
        null: The permutation null.
        ceiling: The noise ceiling, if it can be estimated.
        predicted: Out-of-fold predictions from structure.
        batches: The same by batch, if the test names an order.
        covered: The share of puzzles in the 90 % intervals of these predictions.
        transfer: Correlation of predictions with another label: its test, puzzles, correlation.
    """

    hypothesis: Hypothesis
    sample: Sample
    primary: tuple[Primary, ...]
    explored: tuple[Explored, ...]
    steps: tuple[str, ...]
    repeated: frozenset[str]
    fits: tuple[PredictionQuality, ...]
    gains: tuple[Gain, ...]
    over_folds: Gain | None
    null: tuple[Null, ...]
    ceiling: Ceiling | None
    predicted: Floats
    batches: tuple[FoldPredictions, ...]
    covered: float
    transfer: tuple[str, int, Estimate] | None

    def fit(self, features: str) -> PredictionQuality | None:
        """One of the fits."""
        return next((fit for fit in self.fits if fit.features == features), None)

    def gain(self, more: str, less: str) -> Gain | None:
        """One of the gains."""
        return next((gain for gain in self.gains if (gain.more, gain.less) == (more, less)), None)

    @property
    def steps_of_structure(self) -> tuple[str, ...]:
        """The steps that are added to size."""
        return STRUCTURE[1:]

    @property
    def grown(self) -> list[tuple[str, float]]:
        """R2 as steps are added, as far as they are structure."""
        fits = [fit for name in self.steps if (fit := self.fit(name))]
        structure = ("size", *(f"+ {step}" for step in STRUCTURE[1:]))
        return [(fit.features, fit.score.r2.value) for fit in fits if fit.features in structure]

    @property
    def label_name(self) -> str:
        """The label on its scale, for people."""
        name = self.hypothesis.unit or self.hypothesis.label
        forms = {"plain": name, "log": f"log {name}", "log1p": f"log(1 + {name})"}
        return forms[self.hypothesis.scale]

    @property
    def size_says_all(self) -> bool:
        """Whether size alone predicts the label almost completely."""
        size = self.fit("size")
        return size is not None and size.score.r2.value > SIZE_SAYS_ALL
