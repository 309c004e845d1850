"""What simulated people take to solve the puzzle (:mod:`uniclue.graders.simulated`).

Ten people scan the board for the next cell to fill. Times have no unit; their logarithms and the
other figures are means over the ten. The players of the block ``deduction`` are others: they look
at all kinds alike, and no way to see a value is harder than another with as many checks.
"""

from __future__ import annotations

from dataclasses import replace

from uniclue.graders import sudoku_player
from uniclue.graders.simulated import Simulated
from uniclue.models.sudoku import Sudoku
from uniclue.research.features.feature import Feature, FeatureBlock, Subject, Values
from uniclue.research.features.summaries import feature_table

SOURCE = "simulated people (docs/search-sudoku.md); definition ours"

WAYS = {
    "last": "into the last blank cell of a unit",
    "box": "of a digit with one cell left in a box",
    "line": "of a digit with one cell left in a row or column",
    "naked": "into a cell with one digit left",
}
"""The ways to fill a cell, the plainest first."""
REASONS = {
    "locked": "that strike locked candidates, for want of a way",
    "pairs": "that strike pairs, for want of locked candidates",
    "guess": "that fill in the solution's digit, for want of pairs",
}

COMMON = feature_table(SOURCE, """
    time_log | log | the whole time
    spread | log | standard deviation of the logarithm of the whole time
    wait_log_mean | log | mean over steps of the logarithm of the wait
    longest_log | log | the longest wait
    five_longest_log | log | the five longest waits
    upper_quartile_log | log | the 3/4 quantile of the waits
    third_1_log | log | the waits in the first third of the steps
    third_2_log | log | the waits in the second third of the steps
    third_3_log | log | the waits in the last third of the steps
    few_steps | steps | steps with one or two cells to choose from
    inverse_cells | 1 | mean over steps of 1 / cells to choose from; 0 without any
    distance | cells | rows and columns from the cell filled before: mean over steps
    same_share | 1 | share of steps that fill in the value of the step before
""")  # fmt: skip


def _of_sorts() -> list[Feature]:
    """The features of each sort of step."""
    rows = []
    for name, meaning in (WAYS | REASONS).items():
        rows.append(f"{name}_steps | steps | steps {meaning}")
    for name, meaning in WAYS.items():
        first = name == next(iter(WAYS))
        beyond = f"steps without a way {meaning}" + ("" if first else ", or a plainer one")
        rows += [
            f"{name}_ease | 1 | ease of all ways {meaning}: mean over steps",
            f"beyond_{name}_steps | steps | {beyond}",
            f"first_beyond_{name} | 1 | share of the steps before the first of the {beyond}",
        ]
    return list(feature_table(SOURCE, "\n".join(rows)))


def compute(subject: Subject) -> Values:
    """Lets people solve the puzzle.

    Raises:
        LimitReachedError: The solution was not found within the limits.
    """
    if not isinstance(subject.puzzle, Sudoku):
        return {}
    solution = subject.solution
    if isinstance(solution, str):
        return dict.fromkeys((f.name for f in BLOCK.features), solution)
    return _figures(sudoku_player.simulate([subject.puzzle], [solution]))


def _figures(simulated: Simulated) -> Values:
    return {name: float(figures[0]) for name, figures in simulated.counters.items()}


BLOCK = FeatureBlock(
    "player",
    "simulated people who solve the puzzle",
    tuple(replace(f, kinds=("sudoku",)) for f in (*COMMON, *_of_sorts())),
    compute,
)
