"""Puzzles with clues really taken away, to judge what is said of clues."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec
import numpy as np
from pysat.solvers import Solver

from uniclue.core.model import View
from uniclue.core.puzzle import Puzzle
from uniclue.encoders.cnf import encode_rows
from uniclue.formats.puzzle_json import dumps, from_members
from uniclue.models.garden import FREE
from uniclue.models.kakuro import Kakuro


def clue_groups(puzzle: Puzzle) -> list[int]:
    """The groups of a puzzle's clues."""
    return [group.id for group in puzzle.model().groups if group.role == "clue"]


def is_solvable(puzzle: Puzzle, off: Collection[int]) -> bool:
    """Whether the model without some groups has a solution: the groups are never encoded."""
    model = puzzle.model()
    rows = model.matrix(View.CNF)
    kept = rows.only(~np.isin(rows.group, list(off)))
    with Solver("minisat22", bootstrap_with=encode_rows(kept, model.n_vars).clauses()) as solver:
        for group in model.groups:
            if group.id not in off:
                for lit in group.literals:
                    solver.add_clause([lit])
        return bool(solver.solve())


def without(puzzle: Puzzle, off: Collection[int]) -> Puzzle:
    """The puzzle's file edited so that some clues are gone; not for nonograms."""
    members: dict[str, Any] = msgspec.json.decode(dumps(puzzle))
    edits = _edits(puzzle, members)
    groups = clue_groups(puzzle)
    assert len(edits) == len(groups)
    for group, (where, key, blank) in zip(groups, edits, strict=True):
        if group in off:
            where[key] = blank
    if "conditions" in members:
        members["conditions"] = [c for c in members["conditions"] if c is not None]
    return from_members(members)


def _edits(puzzle: Puzzle, members: dict[str, Any]) -> list[tuple[Any, Any, Any]]:
    """For every clue, in the order of the groups: a list or object, a key, and what is no clue."""
    edits: list[tuple[Any, Any, Any]] = []
    if isinstance(puzzle, Kakuro):
        for run in puzzle.runs:
            r, c = run.places[0]
            across = run.name.startswith("across")
            cell = members["grid"][r - (not across)][c - across]
            if run.total is not None:
                edits.append((cell, "across" if across else "down", None))
    for row in members.get("target") or ():
        edits += [(row, c, None) for c, cell in enumerate(row) if cell not in FREE]
    conditions = members.get("conditions", [])
    edits += [(conditions, i, None) for i in range(len(conditions))]
    edits += [(members["grid"][r], c, 0) for (r, c), _ in puzzle.printed()]
    edits += [(members["givens"][r], c, None) for (r, c), _ in puzzle.given_cells()]
    return edits
