"""The public functions, with plain keyword arguments (re-exported by ``uniclue``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack

from uniclue.core.plugins import load_module
from uniclue.core.puzzle import ChoiceError, Puzzle
from uniclue.formats.puzzle_json import dump as dump
from uniclue.formats.puzzle_json import dumps as dumps
from uniclue.formats.puzzle_json import from_members as from_members
from uniclue.formats.puzzle_json import load as load
from uniclue.formats.puzzle_json import loads as loads
from uniclue.solver_files.export import export as export
from uniclue.solvers import decide
from uniclue.solvers.limits import Clock, Limits
from uniclue.solvers.options import SolverArguments, SolverOptions
from uniclue.solvers.verdict import Count, Features, Judgement, Solutions, Verdict

if TYPE_CHECKING:
    import networkx as nx
    import pulp
    from pysat.formula import CNF, CNFPlus

    from uniclue.certificates.verify import Checker, Verification
    from uniclue.encoders.names import VariableMap
    from uniclue.explainers.reasons import Clues, Explained
    from uniclue.graders.grade import Grades
    from uniclue.solver_files.decode import Decoded


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
        ValueError: No such encoder, solver, cardinality encoding or form.
    """
    return decide.unique(puzzle, SolverOptions(**options).method())


def solve(puzzle: Puzzle, limit: int = 1, **options: Unpack[SolverArguments]) -> Solutions:
    """Up to ``limit`` solutions of a puzzle; the other arguments are those of :func:`unique`."""
    return decide.solve(puzzle, limit, SolverOptions(**options).method())


def count(puzzle: Puzzle, limit: int | None = None, **options: Unpack[SolverArguments]) -> Count:
    """How many solutions a puzzle has, up to ``limit``; other arguments as in :func:`unique`."""
    return decide.count(puzzle, limit, SolverOptions(**options).method())


def check(
    puzzle: Puzzle,
    grid: Iterable[Sequence[Any]],
    *,
    encoder: str | None = None,
    solver: str | None = None,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    prove: bool = False,
) -> Judgement:
    """Judges a grid, complete or partly filled, by the rules.

    Raises:
        PuzzleError: The grid has another shape, or holds something that is no value.
    """
    options = SolverOptions(
        encoder=encoder,
        solver=solver,
        time_limit=time_limit,
        conflict_limit=conflict_limit,
        prove=prove,
    )
    return decide.check(puzzle, grid, options.method())


def decode(
    puzzle: Puzzle, text: bytes | str, *, map: VariableMap | bytes | str | None = None
) -> Decoded:
    """What an outside program's answer to an exported question says of the puzzle.

    Args:
        puzzle: The puzzle.
        text: The answer of a SAT, pseudo-Boolean, MaxSAT or ILP solver, or of a model counter.
        map: The question's variable map, or its JSON; None: rules and clues alone were asked.

    Returns:
        The verdict; its grids were judged by the rules.

    Raises:
        AnswerError: The text is no answer, breaks off, or is wrong; the message says how.
        PuzzleError: The map is unreadable or not of this puzzle.
    """
    from uniclue.solver_files import decode as decoding

    return decoding.decode(puzzle, text, map=map)


def certify(
    puzzle: Puzzle,
    folder: str | Path,
    question: Literal["unique", "count"] = "unique",
    *,
    encoder: str | None = None,
    solver: str | None = None,
    cardinality: str = "auto",
    time_limit: float | None = None,
    conflict_limit: int | None = None,
) -> Verdict | Count:
    """Answers a question and writes a certificate of the answer, which anybody can check.

    Args:
        puzzle: The puzzle.
        folder: Where to; replaced if it holds a certificate. Written whole or not at all.
        question: ``unique``, or ``count`` (up to 10,000 solutions, with 2,000,000 cells in all).
        encoder: How the verdict is found, as in :func:`unique`; the proof comes from a run of its
            own on the clauses.
        solver: As in :func:`unique`.
        cardinality: How counting rows are written as clauses, those of the proof too.
        time_limit: Seconds for verdict and proof.
        conflict_limit: Conflicts of the SAT solver, for the verdict and for the proof.

    Returns:
        The answer; ``certificate`` names the folder. If a limit stops the work, it is unknown (or a
        count that is not complete), and nothing was written.

    Raises:
        DisagreementError: As :func:`unique`, or the proof's solver contradicts the verdict.
        ValueError: As :func:`unique`, or the folder holds something else.
        OSError: The folder cannot be written.
    """
    from uniclue.certificates.certify import certify

    options = SolverOptions(
        encoder=encoder,
        solver=solver,
        cardinality=cardinality,
        time_limit=time_limit,
        conflict_limit=conflict_limit,
    )
    return certify(puzzle, Path(folder), question, options.method())


def verify(
    folder: str | Path,
    *,
    puzzle: Puzzle | None = None,
    checker: Checker = "auto",
    time_limit: float | None = None,
    other_pysat: bool = False,
) -> Verification:
    """Verifies a certificate, believing nothing that is in it.

    Args:
        folder: The certificate.
        puzzle: The puzzle it has to be about; None: the one it holds.
        checker: Who checks the proof: ``drat-trim``, ``cake_lpr``, ``built-in``, ``both`` (the
            first and the last), or ``auto`` (built-in, and each program that is on PATH).
        time_limit: Seconds, looked at while the proof is checked.
        other_pysat: Whether it may name another version of PySAT than the one here.

    Raises:
        CertificateError: The certificate is refused.
        LimitReachedError: The time is up.
        ValueError: No such checker, or a program is wanted and not there.
        OSError: There is no such folder, or a file cannot be read.
    """
    from uniclue.certificates.verify import verify

    clock = Clock(Limits(time_limit))
    return verify(Path(folder), puzzle, checker, clock, other_pysat=other_pysat)


def explain(
    puzzle: Puzzle,
    *,
    all_conflicts: int | None = None,
    repair: bool = False,
    limit: int = 100,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
) -> Explained:
    """Whether a puzzle has exactly one solution and, if not, why: the member ``why``.

    Args:
        puzzle: The puzzle.
        all_conflicts: If there is no solution: find up to this many sets of clues that contradict
            each other, and whether these are all; None finds one.
        repair: If there are several: look for the fewest clues to add.
        limit: If there are several: count them up to this.
        time_limit: Seconds, for all of it.
        conflict_limit: Conflicts of the SAT solvers, for all of it.

    Returns:
        The verdict. What a limit cut short is marked as such.

    Raises:
        DisagreementError: A solver's solution breaks a rule, or solvers disagree.
    """
    from uniclue.explainers.why import Wanted, explained

    options = SolverOptions(time_limit=time_limit, conflict_limit=conflict_limit)
    return explained(puzzle, Wanted(all_conflicts, repair, limit), options.method())


def clues(
    puzzle: Puzzle,
    *,
    limit: int = 10,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
) -> Clues:
    """Which clues of a puzzle with exactly one solution are needed, and an irredundant subset.

    Args:
        puzzle: The puzzle.
        limit: Without a clue that is needed, solutions are counted up to this (2 at least).
        time_limit: Seconds, for all of it.
        conflict_limit: Conflicts of the SAT solvers, for all of it.

    Raises:
        DisagreementError: A solver's solution breaks a rule, or solvers disagree.
    """
    from uniclue.explainers.redundant import clues as rated

    options = SolverOptions(time_limit=time_limit, conflict_limit=conflict_limit)
    return rated(puzzle, limit, options.method())


def grade(
    puzzle: Puzzle,
    grader: str | None = None,
    *,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
) -> Grades:
    """Rates the difficulty of a puzzle.

    Args:
        puzzle: The puzzle.
        grader: A grader's name; None is all that suit the kind.
        time_limit: Seconds, for each grader; looked at where it can be.
        conflict_limit: Conflicts of a SAT solver, for each grader.

    Raises:
        ChoiceError: No grader of that name rates puzzles of this kind.
    """
    from uniclue.graders.grading import grade

    return grade(puzzle, grader, Limits(time_limit, conflict_limit))


def graph(puzzle: Puzzle, which: str = "related") -> nx.Graph[str]:
    """A puzzle's constraint graph, of networkx.

    Args:
        puzzle: The puzzle.
        which: ``related``, ``cells``, ``candidates``, ``vig``, ``vcg``, ``deduction`` and others;
            ``uniclue graph --list`` lists them.

    Raises:
        ChoiceError: There is no such graph, or networkx is not installed.
        LimitReachedError: It would be too large.
    """
    built: nx.Graph[str] = _study("graphs", "graph").build(puzzle, which)
    return built


def describe(
    puzzle: Puzzle,
    blocks: Sequence[str] | None = None,
    *,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
) -> Features:
    """Named features of a puzzle: what is written in it, its graphs, how it is solved.

    Args:
        puzzle: The puzzle.
        blocks: Names of blocks, such as ``("size", "deduction")``; None is all of them.
        time_limit: Seconds, for each block; looked at where it can be.
        conflict_limit: Conflicts of a SAT solver, for each block that asks one.

    Returns:
        ``values`` by column ``block.feature``, None where there is none, and in ``missing`` why.

    Raises:
        ChoiceError: There is no such block, or a library that it needs is not installed.
    """
    limits = Limits(time_limit, conflict_limit)
    features: Features = _study("features", "feature").describe(puzzle, blocks, limits)
    return features


def _study(folder: str, name: str) -> Any:
    """A module of the study, which the product works without; raises ChoiceError if not there."""
    module = load_module(f"uniclue.study.{folder}", name)
    if module is None:
        raise ChoiceError(f"{folder} need the package uniclue.study, which is not there")
    return module


def to_pysat(puzzle: Puzzle, *, cardinality: str = "auto") -> CNF | CNFPlus:
    """The puzzle as a PySAT formula.

    A cell's literal is ``puzzle.model().literal((row, column), value)``, the same number here.
    Lazy constraints are written as clauses over further variables.
    """
    from uniclue.core.lazy import static
    from uniclue.encoders.cnf import encode

    return encode(static(puzzle.model()), cardinality).to_pysat()


def to_pulp(puzzle: Puzzle) -> pulp.LpProblem:
    """The puzzle as a PuLP problem; its variable ``x12`` is variable 12 of ``puzzle.model()``.

    Lazy constraints are written as rows over further variables.
    """
    from uniclue.core.lazy import static
    from uniclue.core.model import View
    from uniclue.encoders.ilp import encode

    return encode(static(puzzle.model(), view=View.LP)).problem


def unique_many(puzzles: Iterable[Puzzle], **options: Unpack[SolverArguments]) -> Iterator[Verdict]:
    """Verdicts on many puzzles, in order; the other arguments are those of :func:`unique`.

    With none of them given, puzzles that differ in known cells alone are decided together, and
    some thousand puzzles are drawn in advance. Name a solver to have it decide every puzzle.
    """
    from uniclue.solvers import bulk

    return bulk.unique_many(puzzles, SolverOptions(**options).method())
