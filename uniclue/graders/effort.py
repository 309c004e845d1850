"""Solver effort: the work of a SAT solver to decide that a puzzle has one solution.

The formula is that of the whole model, without propagation before. The solver finds a solution,
which is blocked over the cells, and is asked for another; lazy constraints are cut, as always. The
number of conflicts, decisions and propagations depends on luck: on the order of variables and
clauses. (A seed given to CaDiCaL by PySAT has no effect, and the other solvers take none.) So the
question is asked several times, with variables renamed and clauses and their literals shuffled by
fixed seeds.

Number: the median of the conflicts over the seeds. Counters: median, least and greatest number of
conflicts, decisions and propagations. The limits are for all seeds together.

With one version of PySAT, a puzzle always gets the same numbers.
"""

from __future__ import annotations

from contextlib import closing
from statistics import median

from msgspec.structs import replace

from uniclue.core.arrays import np
from uniclue.core.latest import model_of
from uniclue.core.model import Ints, Model
from uniclue.core.puzzle import Puzzle
from uniclue.encoders.cnf import Cnf, formula_of
from uniclue.graders.grade import Grader, Rating
from uniclue.solvers import cuts as cutting
from uniclue.solvers import sat
from uniclue.solvers.decide import refuse_wrong
from uniclue.solvers.limits import Clock, Limits
from uniclue.solvers.names import DEFAULT_SAT, NO_BUDGET
from uniclue.solvers.projection import Projection

SEEDS = 5
FIGURES = ("conflicts", "decisions", "propagations")
NOTES = ("no solution: the effort to refute it", None, "several solutions: the effort to find two")


def rate(
    puzzle: Puzzle, limits: Limits, *, solver: str = DEFAULT_SAT, seeds: int = SEEDS
) -> Rating:
    """The effort of a solver on a puzzle.

    Args:
        puzzle: The puzzle.
        limits: Limits on the work for all seeds together.
        solver: A SAT solver that can be interrupted and reports statistics, like most of PySAT's.
        seeds: How many times the question is solved.

    Raises:
        LimitReachedError: A limit stopped the work.
        ValueError: The solver cannot be interrupted, or reports no statistics.
    """
    if solver in NO_BUDGET:
        raise ValueError(f"expected a SAT solver that tells its statistics, got {solver!r}")
    clock, model, cnf = Clock(limits), model_of(puzzle), formula_of(puzzle)
    solutions, all_figures = 0, []
    for seed in range(seeds):
        clock.check()
        solutions, figures = _ask(puzzle, model, cnf, seed, solver, clock)
        all_figures.append(figures)
    counters: dict[str, float] = {}
    for name, numbers in zip(FIGURES, zip(*all_figures, strict=True), strict=True):
        counters[name] = median(numbers)
        counters[f"least {name}"], counters[f"most {name}"] = min(numbers), max(numbers)
    return Rating(number=counters["conflicts"], counters=counters, note=NOTES[solutions])


def _ask(
    puzzle: Puzzle, model: Model, cnf: Cnf, seed: int, solver: str, clock: Clock
) -> tuple[int, list[int]]:
    """Solves, blocks and solves again; returns the number of solutions and the statistics."""
    shuffled, names = shuffle(cnf, seed)
    cells = Projection(model.domain, names[model.cells])
    cuts = cutting.Cuts(model, names[: model.n_vars + 1].tolist()) if model.lazy else None
    with closing(sat.IncrementalSolver(shuffled, solver, repeatable=True, cuts=cuts)) as loaded:
        solutions = 0
        while solutions < 2 and loaded.solve((), clock):
            solutions += 1
            truth = cells.truth(loaded.assignment())
            refuse_wrong(puzzle, puzzle.grid_of_values(cells.values(truth)), solver)
            loaded.add_clause(cells.clause_against(truth))
        return solutions, [int(loaded.statistics[name]) for name in FIGURES]


def shuffle(cnf: Cnf, seed: int) -> tuple[Cnf, Ints]:
    """The same formula with variables renamed, and clauses and their literals reordered.

    The formula must not have native constraints.

    Returns:
        The formula, and the new name of each variable, shape (n_vars + 1,); 0 stays 0.
    """
    rng = np.random.default_rng(seed)
    names = np.append(0, rng.permutation(cnf.n_vars) + 1).astype(np.int32)
    order = rng.permutation(len(cnf.lengths))
    place = np.argsort(order)  # the new position of each clause
    clause = np.repeat(place, cnf.lengths)
    moved = np.argsort(clause * len(cnf.lits) + rng.permutation(len(cnf.lits)))
    lits = cnf.lits[moved]
    shuffled = replace(
        cnf,
        lengths=cnf.lengths[order],
        lits=names[np.abs(lits)] * np.sign(lits),
        group=cnf.group[order],
    )
    return shuffled, names


SOURCE = f"conflicts of {DEFAULT_SAT} on the whole formula, median of {SEEDS}"
GRADER = Grader("effort", SOURCE, rate)
