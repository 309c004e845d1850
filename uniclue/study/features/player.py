"""What simulated people take to solve the puzzle (:mod:`uniclue.graders.simulated`).

Ten people scan the board for the next cell to fill. Times have no unit; their logarithms and the
other figures are means over the ten. The players of the block ``deduction`` are others: they look
at all kinds alike, and no way to see a value is harder than another with as many checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from uniclue.graders import sudoku_player
from uniclue.graders.human_time import GRADER, MOST_CELLS, runs_of
from uniclue.models.sudoku import Sudoku
from uniclue.study.features.feature import Feature, FeatureBlock, Subject, Values
from uniclue.study.features.summaries import feature_table

SOURCE = "simulated people (docs/search-sudoku.md); definition ours"

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

STEPS = {
    "last": "into the last blank cell of a unit",
    "box": "of a digit with one cell left in a box",
    "line": "of a digit with one cell left in a row or column",
    "naked": "into a cell with one digit left",
    "locked": "that strike locked candidates, for want of a way",
    "pairs": "that strike pairs, for want of locked candidates",
    "guess": "that fill in the solution's value, for want of a reason",
}
"""The sorts of steps."""


def _of_sorts() -> Iterator[Feature]:
    """The features of each sort of step."""
    for sort, meaning in STEPS.items():
        rows = [f"{sort}_steps | steps | steps {meaning}"]
        if sort in sudoku_player.SORTS[: sudoku_player.WAYS]:
            beyond = f"steps without one {meaning}, or a plainer one"
            rows += [
                f"{sort}_ease | 1 | ease of all {meaning}: mean over steps",
                f"beyond_{sort}_steps | steps | {beyond}",
                f"first_beyond_{sort} | 1 | share of the steps before the first of the {beyond}",
            ]
        for feature in feature_table(SOURCE, "\n".join(rows)):
            yield replace(feature, kinds=GRADER.kinds)


def compute(subject: Subject) -> Values:
    """Lets people solve the puzzle.

    Raises:
        LimitReachedError: The time is up.
    """
    puzzle, names = subject.puzzle, [feature.name for feature in BLOCK.features]
    if not isinstance(puzzle, Sudoku):
        return {}
    if len(puzzle.places) > MOST_CELLS:
        return dict.fromkeys(names, f"left out: more than {MOST_CELLS} cells")
    solution = subject.solution
    if isinstance(solution, str):
        return dict.fromkeys(names, solution)
    counters = runs_of(puzzle, solution, subject.limits).counters
    return {name: float(figures[0]) for name, figures in counters.items()}


BLOCK = FeatureBlock(
    "player",
    "simulated people who solve the puzzle",
    (*(replace(f, kinds=GRADER.kinds) for f in COMMON), *_of_sorts()),
    compute,
)
