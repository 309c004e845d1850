"""The work of a SAT solver to decide that the puzzle has one solution.

All numbers except the last come from the grader ``effort``: CaDiCaL on the whole formula, five
times, shuffled by fixed seeds. They describe the solver, not the structure of the puzzle.
"""

from __future__ import annotations

from uniclue.graders.effort import FIGURES, SEEDS, rate
from uniclue.graders.ladder import share
from uniclue.study.features.feature import FeatureBlock, Subject, Values
from uniclue.study.features.summaries import feature_table

SOURCE = f"grader effort (docs/grade.md): {SEEDS} seeds"

FEATURES = (
    *(
        feature
        for name in FIGURES
        for feature in feature_table(SOURCE, f"""
            {name} | {name} | {name} of the solver: median over the seeds
            least_{name} | {name} | {name}: least over the seeds
            most_{name} | {name} | {name}: most over the seeds
        """)
    ),
    *feature_table(SOURCE, """
        propagations_per_decision | 1 | median propagations over median decisions, plus 1
        conflict_spread | 1 | most less least conflicts, over median conflicts plus 1
        decided_share | 1 | share of cells that unit propagation on the formula decides \
            | grader ladder (docs/grade.md): the default form
    """),
)  # fmt: skip


def compute(subject: Subject) -> Values:
    """Asks the solver.

    Raises:
        LimitReachedError: A limit stopped the work.
    """
    counters = rate(subject.puzzle, subject.limits).counters
    values: Values = {name.replace(" ", "_"): number for name, number in counters.items()}
    spread = counters["most conflicts"] - counters["least conflicts"]
    return values | {
        "propagations_per_decision": counters["propagations"] / (counters["decisions"] + 1),
        "conflict_spread": spread / (counters["conflicts"] + 1),
        "decided_share": share(subject.puzzle, subject.model.form or None),
    }


BLOCK = FeatureBlock("effort", "the work of a SAT solver", FEATURES, compute)
