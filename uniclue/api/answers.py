"""Questions about a puzzle, and their answers."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence, Sized
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from uniclue.api.arguments import (
    Positive,
    expect,
    grid_of,
    limits_of,
    method_of,
    path_of,
    puzzle_of,
)
from uniclue.core.plugins import load_module
from uniclue.core.puzzle import ChoiceError, Puzzle, PuzzleError
from uniclue.core.words import quoted
from uniclue.explainers import redundant as redundancy
from uniclue.explainers import why as reasoning
from uniclue.explainers.steps import check as checking
from uniclue.explainers.steps import explain as explaining
from uniclue.files.output import write_whole
from uniclue.graders import grading
from uniclue.solvers import bulk, decide
from uniclue.solvers import encodings as comparing
from uniclue.solvers.limits import Clock
from uniclue.solvers.names import Encoder
from uniclue.solvers.options import LimitArguments, SolverArguments, VerdictArguments
from uniclue.solvers.verdict import Count, Features, Judgement, Solutions, Trace, Verdict
from uniclue.workbench import walking

if TYPE_CHECKING:
    from uniclue.explainers.reasons import Clues, Explained
    from uniclue.explainers.steps.step import Explanation, Hint
    from uniclue.graders.grade import Grades
    from uniclue.solvers.encodings import Encodings

Rows = Iterable[Sequence[Any]] | str | bytes
"""A grid: rows of values or of text, or a text with them, such as what ``solve`` prints."""
EXACT_SECONDS = 3.0
"""Seconds for one step that is to be exact."""


def unique(puzzle: Puzzle, **options: Unpack[SolverArguments]) -> Verdict:
    """Whether a puzzle has exactly one solution.

    Args:
        puzzle: The puzzle.
        **options: Who answers and how much work it may be, each with a default:
            ``encoder`` is ``cnf``, ``ilp``, or ``both`` (whose verdicts must agree); None is what
            the solver needs, or ``cnf``.
            ``solver`` is a PySAT solver, ``cbc``, ``highs``, or ``cmd:`` and the command of an
            outside program; None is the encoder's default.
            ``cardinality="auto"`` is how counting rows are written as clauses.
            ``time_limit`` is in seconds. In a SAT solver it is looked at every tenth of a second.
            ``conflict_limit`` is in conflicts of the SAT solver.
            ``prove`` tells whether an outside program has to prove that there is no (other)
            solution.
            ``law`` is the form in which lazy constraints become rows; None: kept by cuts.

    Returns:
        The verdict, with one or two solutions that were judged by the rules.

    Raises:
        DisagreementError: The encoders disagree, or a solver's solution breaks a rule.
        ChoiceError: No puzzle; no such encoder, solver, cardinality encoding or form.
    """
    how = method_of(**options)
    return decide.unique(puzzle_of(puzzle), how).about(puzzle)


def unique_many(puzzles: Iterable[Puzzle], **options: Unpack[SolverArguments]) -> Iterator[Verdict]:
    """Verdicts on many puzzles, in order; the other arguments are those of :func:`unique`.

    With none of them given, puzzles that differ in known cells alone are decided together, and
    some thousand puzzles are drawn in advance. Name a solver to have it decide every puzzle.
    Verdicts do not hold on to their puzzles.
    """
    how = method_of(**options)
    if not isinstance(puzzles, Iterable) or isinstance(puzzles, str | bytes | Puzzle):
        raise ChoiceError(f"expected puzzles, got {type(puzzles).__name__}")
    checked = map(puzzle_of, puzzles)  # of what has a size, more are drawn in advance
    return bulk.unique_many([*checked] if isinstance(puzzles, Sized) else checked, how)


def solve(puzzle: Puzzle, limit: int = 1, **options: Unpack[SolverArguments]) -> Solutions:
    """Up to ``limit`` solutions of a puzzle; the other arguments are those of :func:`unique`."""
    expect(Positive, limit=limit)
    return decide.solve(puzzle_of(puzzle), limit, method_of(**options)).about(puzzle)


def count(puzzle: Puzzle, limit: int | None = None, **options: Unpack[SolverArguments]) -> Count:
    """How many solutions a puzzle has, up to ``limit``; other arguments as in :func:`unique`."""
    expect(Positive | None, limit=limit)
    return decide.count(puzzle_of(puzzle), limit, method_of(**options)).about(puzzle)


def check(
    puzzle: Puzzle,
    grid: Rows | None = None,
    *,
    encoder: Encoder | None = None,
    solver: str | None = None,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    prove: bool = False,
) -> Judgement:
    """Judges a grid, complete or partly filled, by the rules.

    Args:
        puzzle: The puzzle.
        grid: Rows of values (None: not filled in), rows of text, or a text with them, such as
            ``uniclue solve`` prints; None is the puzzle's own member ``solution``.
        encoder: As in :func:`unique`, for a grid that is partly filled.
        solver: As in :func:`unique`.
        time_limit: Seconds.
        conflict_limit: Conflicts of the SAT solver.
        prove: As in :func:`unique`.

    Returns:
        The judgement. Of a partly filled grid that is wrong, ``wrong`` names the fewest cells that
        have to be cleared.

    Raises:
        PuzzleError: The grid has another shape, or holds something that is no value.
        ChoiceError: As in :func:`unique`.
    """
    how = method_of(
        encoder=encoder,
        solver=solver,
        time_limit=time_limit,
        conflict_limit=conflict_limit,
        prove=prove,
    )
    if (cells := grid_of(puzzle_of(puzzle), grid, "solution")) is None:
        raise PuzzleError("$.solution", "expected the grid to check, got none")
    return checking.check(puzzle, cells, how).about(puzzle)


def why(
    puzzle: Puzzle,
    *,
    all_conflicts: int | None = None,
    repair: bool = False,
    limit: int = 100,
    **options: Unpack[VerdictArguments],
) -> Explained:
    """Whether a puzzle has exactly one solution and, if not, why: the member ``why``.

    Args:
        puzzle: The puzzle.
        all_conflicts: If there is no solution: find up to this many sets of clues that contradict
            each other, and whether these are all; None finds one.
        repair: If there are several: look for the fewest clues to add.
        limit: If there are several: count them up to this.
        **options: As in :func:`unique`, for verdict and reasons together.

    Returns:
        The verdict. What a limit cut short is marked as such.

    Raises:
        DisagreementError: A solver's solution breaks a rule, or solvers disagree.
        ChoiceError: As in :func:`unique`.
    """
    expect(Positive | None, all_conflicts=all_conflicts)
    expect(Positive, limit=limit)
    expect(bool, repair=repair)
    how = method_of(**options)
    return reasoning.explained(
        puzzle_of(puzzle), reasoning.Wanted(all_conflicts, repair, limit), how
    ).about(puzzle)


@overload
def explain(
    puzzle: Puzzle,
    state: Rows | None = None,
    *,
    exact: bool = False,
    every: bool = False,
    brief: bool = False,
    out: str | PathLike[str] | None = None,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
) -> Explanation: ...
@overload
def explain(
    puzzle: Puzzle,
    *,
    all_conflicts: int | None = ...,
    repair: bool = ...,
    limit: int = ...,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
) -> Explained: ...
def explain(
    puzzle: Puzzle,
    state: Rows | None = None,
    *,
    exact: bool = False,
    every: bool = False,
    brief: bool = False,
    out: str | PathLike[str] | None = None,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    **former: Any,
) -> Explanation | Explained:
    """The steps from a puzzle, or from a state of it, to its solution, each with its reason.

    Args:
        puzzle: The puzzle.
        state: What is filled in already, as :func:`check` takes it; None is the puzzle's own
            member ``state``, or nothing.
        exact: Whether to show that no reason is smaller, where a few seconds a step suffice.
        every: Whether pictures show routine steps one by one.
        brief: Whether pictures say what follows and by which technique, not why.
        out: Where to write a walkthrough with pictures, too: a file .html, or .pdf (which needs
            the extra ``pictures``).
        time_limit: Seconds, for all of it.
        conflict_limit: Conflicts of the SAT solvers, for all of it.
        **former: What this function took when it did what :func:`why` does now; for one release,
            with a warning.

    Returns:
        The steps. With several solutions they go as far as all of them agree.

    Raises:
        PuzzleError: The state is no grid of the puzzle.
        ChoiceError: A limit is none, the file ends otherwise, or what writes it is not installed.
        DisagreementError: The steps lead to a grid that breaks a rule.
        LimitReachedError: The model would take more memory than the limit.
        OSError: The file cannot be written.
    """
    if former:
        return _formerly_why(puzzle, time_limit, conflict_limit, former)

    expect(bool, exact=exact, every=every, brief=brief)
    ending = "" if out is None else path_of(out=out).suffix.lower()
    if ending not in ("", ".html", ".pdf"):
        raise ChoiceError(f"out: expected a file .html or .pdf, got {quoted(str(out))}")
    clock = Clock(limits_of(time_limit=time_limit, conflict_limit=conflict_limit))
    grid = grid_of(puzzle_of(puzzle), state, "state")
    answer = explaining.explain(puzzle, clock, grid, exact=EXACT_SECONDS if exact else 0.0).about(
        puzzle
    )
    vars(answer).update(state=grid, every=every, brief=brief)
    if out is not None:
        page = walking.written(puzzle, answer, grid, ending, every=every, brief=brief)
        write_whole(Path(out), page)
    return answer


def _formerly_why(
    puzzle: Puzzle, time_limit: float | None, conflict_limit: int | None, former: dict[str, Any]
) -> Explained:
    """What ``explain`` gave with these arguments before it gave steps."""
    if other := [name for name in former if name not in ("all_conflicts", "repair", "limit")]:
        raise TypeError(f"explain() got an unexpected keyword argument {other[0]!r}")
    what = "explain gives the steps now; what it gave with these arguments is uniclue.why"
    warnings.warn(what, DeprecationWarning, stacklevel=3)
    return why(puzzle, time_limit=time_limit, conflict_limit=conflict_limit, **former)


def hint(
    puzzle: Puzzle,
    state: Rows | None = None,
    *,
    exact: bool = False,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
) -> Hint:
    """The next step of a puzzle, or of a state of it; what is wrong if no solution extends it.

    The arguments, and what is raised, are those of :func:`explain`.
    """
    expect(bool, exact=exact)
    clock = Clock(limits_of(time_limit=time_limit, conflict_limit=conflict_limit))
    grid = grid_of(puzzle_of(puzzle), state, "state")
    answer = explaining.hint(puzzle, clock, grid, exact=EXACT_SECONDS if exact else 0.0).about(
        puzzle
    )
    vars(answer).update(state=grid)
    return answer


def clues(puzzle: Puzzle, *, limit: int = 10, **options: Unpack[VerdictArguments]) -> Clues:
    """Which clues of a puzzle with exactly one solution are needed, and an irredundant subset.

    Args:
        puzzle: The puzzle.
        limit: Without a clue that is needed, solutions are counted up to this (2 at least).
        **options: As in :func:`unique`, for verdict and ratings together.

    Raises:
        DisagreementError: A solver's solution breaks a rule, or solvers disagree.
        ChoiceError: As in :func:`unique`.
    """
    expect(Positive, limit=limit)
    return redundancy.clues(puzzle_of(puzzle), limit, method_of(**options)).about(puzzle)


def grade(puzzle: Puzzle, grader: str | None = None, **limits: Unpack[LimitArguments]) -> Grades:
    """Rates the difficulty of a puzzle.

    Args:
        puzzle: The puzzle.
        grader: A grader's name; None is all that suit the kind.
        **limits: ``time_limit`` in seconds and ``conflict_limit`` of a SAT solver, for each grader;
            looked at where it can be.

    Raises:
        ChoiceError: No grader of that name rates puzzles of this kind.
    """
    expect(str | None, grader=grader)
    return grading.grade(puzzle_of(puzzle), grader, limits_of(**limits)).about(puzzle)


def encodings(
    puzzle: Puzzle,
    *,
    limit: int = 100,
    solver: str | None = None,
    **limits: Unpack[LimitArguments],
) -> Encodings:
    """Compares all forms, cardinality encodings and forms of lazy constraints of a puzzle.

    Args:
        puzzle: The puzzle.
        limit: Solutions are counted up to this, to see that all have the same.
        solver: A SAT solver of PySAT; None is the default one.
        **limits: ``time_limit`` and ``conflict_limit``, for all of it.

    Raises:
        ChoiceError: The solver is none of PySAT's.
        LimitReachedError: The model would take more memory than the limit.
    """
    expect(Positive, limit=limit)
    how = method_of(solver=solver, **limits)
    if how.encoder == "ilp" or how.is_outside():
        raise ChoiceError(f"expected a SAT solver of PySAT, got {solver!r}")
    return comparing.compare(puzzle_of(puzzle), limit, how).about(puzzle)


def features(
    puzzle: Puzzle, blocks: Sequence[str] | None = None, **limits: Unpack[LimitArguments]
) -> Features:
    """Named features of a puzzle: what is written in it, its graphs, how it is solved.

    Args:
        puzzle: The puzzle.
        blocks: Names of blocks, such as ``("size", "deduction")``; None is all but those that are
            computed on request, and those whose library is not installed.
        **limits: ``time_limit`` in seconds and ``conflict_limit`` of a SAT solver, for each block
            that takes them.

    Returns:
        ``values`` by column ``block.feature``, None where there is none, and in ``missing`` why.

    Raises:
        ChoiceError: There is no such block, or a library that it needs is not installed.
    """
    if blocks is not None:
        blocks = blocks.split(",") if isinstance(blocks, str) else blocks
        several = isinstance(blocks, Iterable) and not isinstance(blocks, bytes)
        expect(list[str], blocks=[*blocks] if several else blocks)
    module = study("features", "feature")
    described: Features = module.describe(puzzle_of(puzzle), blocks, limits_of(**limits))
    return described.about(puzzle)


def describe(
    puzzle: Puzzle, blocks: Sequence[str] | None = None, **limits: Unpack[LimitArguments]
) -> Features:
    """What :func:`features` gives; the former name, for one release."""
    warnings.warn("describe is called features now", DeprecationWarning, stacklevel=2)
    return features(puzzle, blocks, **limits)


def trace(
    puzzle: Puzzle,
    moves: Sequence[Sequence[Any]] | None = None,
    *,
    waves: int = 6,
    **limits: Unpack[LimitArguments],
) -> Trace:
    """A recorded order of solving, move by move: what was open, what followed, what was filled.

    Args:
        puzzle: The puzzle.
        moves: The moves, each as ``(place, word, trial, marks)``, the last two if they are needed;
            None: the puzzle's member ``moves``.
        waves: How many waves to look ahead.
        **limits: ``time_limit`` in seconds, and others that solvers have.

    Raises:
        PuzzleError: There are no moves, they cannot be read, or there is not one solution.
        LimitReachedError: A limit was hit.
    """
    expect(Positive, waves=waves)
    module, corpus = study("order", "trace"), study("order", "corpus")
    read = corpus.moves_of(puzzle_of(puzzle)) if moves is None else corpus.read_entries(moves)
    traced: Trace = module.trace(puzzle, read, waves, limits_of(**limits))
    return traced.about(puzzle)


def study(folder: Literal["features", "graphs", "order"], name: str) -> Any:
    """A module of the study, which the product works without; raises ChoiceError if not there."""
    module = load_module(f"uniclue.study.{folder}", name)
    if module is None:
        raise ChoiceError(f"{folder} need the package uniclue.study, which is not there")
    return module
