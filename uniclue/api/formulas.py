"""The formula, the program and the graphs of a puzzle, and what outside programs answer."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any, Literal

from msgspec.structs import replace

from uniclue.api.answers import study
from uniclue.api.arguments import expect, method_of, path_of, puzzle_of
from uniclue.core.puzzle import ChoiceError, Puzzle, PuzzleError
from uniclue.encoders import cnf, ilp, pysat_formula
from uniclue.encoders.cardinality import Cardinality
from uniclue.encoders.names import ExportedQuestion, VariableMap
from uniclue.solver_files import decode as decoding
from uniclue.solver_files.export import (
    ExportFormat,
    ExportOptions,
    blocked_by,
    export_file,
    format_of,
    map_of,
)

if TYPE_CHECKING:
    import networkx as nx
    import pulp

    from uniclue.encoders.pysat_formula import Formula, FormulaPlus
    from uniclue.solver_files.decode import Decoded

GraphName = Literal[
    "related",
    "cells",
    "candidates",
    "vig",
    "vcg",
    "blank-cells",
    "blank-candidates",
    "local-cells",
    "residual-cells",
    "residual-local-cells",
    "residual-candidates",
    "residual-vig",
    "residual-vcg",
    "deduction",
    "deduction-techniques",
    "search-tree",
]
"""The graphs that come with Uniclue; plugins may bring others."""


def export(
    puzzle: Puzzle,
    path: str | PathLike[str],
    *,
    format: ExportFormat | None = None,
    question: ExportedQuestion = "solve",
    form: str | None = None,
    cardinality: Cardinality = "auto",
    law: str | None = None,
    map: str | PathLike[str] | None = None,
    solver: str | None = None,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
) -> VariableMap:
    """Writes a puzzle's question as a file that other programs read, all or not at all.

    Args:
        puzzle: The puzzle.
        path: The file; an ending ``.gz`` or ``.xz`` compresses it.
        format: ``cnf``, ``wcnf``, ``opb``, ``lp``, ``mps`` or ``npz``; None goes by the ending.
        question: ``solve`` (rules and clues), ``unique`` (and one solution is blocked, so that
            unsatisfiable means unique) or ``count`` (``cnf`` alone: with the line that model
            counters read).
        form: Which of the kind's alternative models; None is the default one.
        cardinality: How counting rows become clauses (``cnf`` and ``wcnf``).
        law: How lazy constraints become rows; None is what is best for the format.
        map: Where to write the variable map, as JSON.
        solver: Finds the solution that ``unique`` blocks; None is the default one.
        time_limit: Seconds for finding it.
        conflict_limit: Conflicts of the SAT solver for finding it.

    Returns:
        The map from the variables back to the puzzle.

    Raises:
        ChoiceError: Choices are unknown or do not go together.
        NoSolutionError: ``unique``, and there is no solution to block.
        LimitReachedError: ``unique``, and none was found within the limits.
        OSError: A file cannot be written.
    """
    file, map_file = path_of(path=path), None if map is None else path_of(map=map)
    how = method_of(solver=solver, time_limit=time_limit, conflict_limit=conflict_limit)
    chosen = ExportOptions(format or format_of(file), question, form, cardinality, law)
    blocked = blocked_by(puzzle_of(puzzle), question, how)
    return export_file(puzzle, chosen, blocked, file, map_file)


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
        ChoiceError: The answer is no text.
    """
    if not isinstance(text, str | bytes):
        raise ChoiceError(f"text: expected an answer's text, got {type(text).__name__}")
    if not isinstance(map, VariableMap | bytes | str | None):
        raise PuzzleError("$.map", f"expected a variable map, got {type(map).__name__}")
    return decoding.decode(puzzle_of(puzzle), text, map=map).about(puzzle)


def to_pysat(
    puzzle: Puzzle, *, form: str | None = None, cardinality: Cardinality = "auto"
) -> Formula | FormulaPlus:
    """The puzzle as a PySAT formula: a ``CNF``, or a ``CNFPlus`` with native constraints.

    Its member ``map`` says what the variables mean: ``formula.map.literal((row, column), value)``
    is a cell's literal, ``formula.map.values(solver.get_model())`` what stands in the cells. Lazy
    constraints are written as clauses over further variables.

    Args:
        puzzle: The puzzle.
        form: Which of the kind's alternative models; None is the default one.
        cardinality: How counting rows become clauses; ``native``: they stay as they are.

    Raises:
        ChoiceError: The kind has no such form, or there is no such encoding.
        LimitReachedError: The model would take more memory than the limit.
    """
    expect(Cardinality, cardinality=cardinality)
    chosen = ExportOptions("cnf", form=form)
    model, lazy = chosen.model(puzzle_of(puzzle), ())
    encoded = cnf.encode(model, cardinality)
    meanings = map_of(puzzle, chosen, model, encoded.n_vars, (), lazy)
    return pysat_formula.formula_of(encoded, replace(meanings, cardinality=cardinality))


def to_pulp(puzzle: Puzzle, *, form: str | None = None) -> pulp.LpProblem:
    """The puzzle as a PuLP problem without an objective; its member ``map`` is as of a formula.

    Variable 12 of the map is the problem's variable ``x12``. Lazy constraints are written as rows
    over further variables.

    Args:
        puzzle: The puzzle.
        form: Which of the kind's alternative models; None is the default one.

    Raises:
        ChoiceError: The kind has no such form.
        LimitReachedError: The model would take more memory than the limit.
    """
    chosen = ExportOptions("lp", form=form)
    model, lazy = chosen.model(puzzle_of(puzzle), ())
    problem = ilp.encode(model).problem
    problem.map = map_of(puzzle, chosen, model, model.n_vars, (), lazy)
    return problem


def to_networkx(puzzle: Puzzle, which: GraphName | str | None = None) -> nx.Graph[str]:
    """A graph of the puzzle, of networkx; the same as :func:`graph`."""
    return graph(puzzle, which)


def graph(puzzle: Puzzle, which: GraphName | str | None = None) -> nx.Graph[str]:
    """The structure of a puzzle as a graph of networkx, which ``graph.name`` names.

    Args:
        puzzle: The puzzle.
        which: ``related``, ``cells``, ``candidates``, ``vig``, ``vcg``, ``deduction`` and others;
            ``uniclue graph --list`` lists them. None: ``related``, or ``cells`` if that has no
            edges.

    Raises:
        ChoiceError: There is no such graph.
        LimitReachedError: It would be too large.
    """
    expect(str | None, which=which)
    module: Any = study("graphs", "graph")
    built: nx.Graph[str] = module.build(puzzle_of(puzzle), which)
    return built
