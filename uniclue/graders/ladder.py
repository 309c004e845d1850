"""Unit propagation as a ladder: the first form of the model on which it solves the puzzle.

The rungs are the forms of a kind's model, the weakest first (``Puzzle.forms``), each as clauses
with the default cardinality encoding:

    nonogram   order, then gac: everything that follows from one line at a time
    kakuro     sets, then diagram (everything that follows from a run's digit sets about its
               digits), then table (everything that follows from a run about its cells)
    sudoku     plain: naked singles, then extended: hidden ones, too
    others     their only model, called propagation

Lazy constraints of a model propagate on every rung, each by what it alone tells.

Number: 1 if the first rung solves the puzzle, 2 if the second does, and so on; one more than the
number of rungs if none does and the puzzle takes search. Label: that rung, or ``search``. Counters:
for every rung the share of cells that unit propagation decides, 0 to 1; also 1 where it refutes the
puzzle.

Source: unit propagation on encodings as a measure of a puzzle's difficulty, as in Lynce and
Ouaknine (2006) for sudoku; complete line and run propagation as in the docstrings of the models.
"""

from __future__ import annotations

from collections.abc import Hashable

from uniclue.core.arrays import np
from uniclue.core.latest import model_of, once_a_puzzle
from uniclue.core.model import Rows, View
from uniclue.core.puzzle import Puzzle, recent
from uniclue.encoders.cnf import encode, formula_of
from uniclue.graders.grade import Grader, Rating
from uniclue.propagation.simplify import decided_share, reduced, share_from
from uniclue.solvers.limits import Clock, Limits

ONLY = "propagation"
"""The rung of a kind with one model."""
SEARCH = "search"

_rows_kept: dict[Hashable, tuple[Rows, int]] = {}
"""The formulas of rules that puzzles share, as rows, with their variables."""


def climb(puzzle: Puzzle, limits: Limits | None = None) -> dict[str, float]:
    """The share of cells that unit propagation decides, 0 to 1, for every rung from the lowest.

    A rung tells no less than those below it: above one that decides all cells none is looked at.

    Raises:
        LimitReachedError: The time is up before the highest rung.
    """
    clock = Clock(limits or Limits())
    shares, decided = {}, 0.0
    for form in puzzle.forms.ladder or puzzle.forms or ("",):
        clock.check()
        if decided < 1:
            decided = share(puzzle, form or None)
        shares[form or ONLY] = decided
    return shares


@once_a_puzzle
def share(puzzle: Puzzle, form: str | None) -> float:
    """The share of cells that unit propagation decides in a form of the model."""
    model = model_of(puzzle, form)
    if _says_one(model.matrix(View.CNF)):  # then propagation on rows decides as much
        left = reduced(puzzle, form)
        return 1.0 if left.contradiction else left.known_cells(model) / len(model.places)
    rules = puzzle.shared_rules(form)
    if rules is None:
        return decided_share(formula_of(puzzle, form), model)

    def of_rules() -> tuple[Rows, int]:
        cnf = encode(rules, rows_alone=True)
        return cnf.rows(), cnf.n_vars

    rows, n_vars = recent(_rows_kept, rules.rules_key, of_rules)
    known = [rules.literal(*cell) for cell in puzzle.known_cells()]
    return share_from(rows, np.zeros(n_vars + 1, np.int8), rules, known)


def _says_one(rows: Rows) -> bool:
    """Whether every row states "at least one", "at most one", or both, of literals."""
    negative = rows.sums(rows.coef < 0)
    least, most = rows.lower + negative, rows.upper + negative
    fits = (least <= 1) & ((most == 1) | (most >= np.diff(rows.indptr)))
    return bool(fits.all() and (np.abs(rows.coef) == 1).all())


def rate(puzzle: Puzzle, limits: Limits) -> Rating:
    """The first rung that solves a puzzle."""
    shares = climb(puzzle, limits)
    rungs = list(shares)
    number = next((i for i, rung in enumerate(rungs) if shares[rung] == 1), len(rungs))
    return Rating(number=number + 1, label=[*rungs, SEARCH][number], counters=shares)


GRADER = Grader("ladder", "unit propagation on the kind's encodings (docs/search-kakuro.md)", rate)
