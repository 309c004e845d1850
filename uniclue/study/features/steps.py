"""The steps of a person who reasons: the rating by steps, as numbers."""

from __future__ import annotations

from uniclue.graders.steps import SOURCE, rate
from uniclue.study.features.feature import FeatureBlock, Subject, Values
from uniclue.study.features.summaries import feature_table

FEATURES = feature_table(SOURCE, """
    depth | facts | facts that the hardest step needs
    labour | 1 | sum of the labour of all steps
    steps | steps | steps
    several | steps | steps that need several facts
""")  # fmt: skip


def compute(subject: Subject) -> Values:
    """Takes all steps.

    Raises:
        StoppedError: A limit stopped the work.
    """
    rating = rate(subject.puzzle, subject.limits)
    if not rating.counters:
        return {feature.name: rating.note or "no steps" for feature in FEATURES}
    values: Values = {name: rating.counters[name] for name in ("depth", "labour", "steps")}
    return values | {"several": rating.counters["of several facts"]}


BLOCK = FeatureBlock("steps", "the rating by steps", FEATURES, compute, on_request=True)
