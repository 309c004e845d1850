"""Narrowing of a board's domains by the filters of all its constraints."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain

from uniclue.constraints.base import Constraint, Trait, has_filter
from uniclue.constraints.board import Board, is_said_by_constraints
from uniclue.core.memory import refuse_candidates
from uniclue.core.model import watch
from uniclue.propagation.narrowing import DomainStore

LEAST_VALUES = 4
"""The fewest values to narrow; with fewer, rows are short and narrowing takes many cases."""


def is_narrowed(board: Board) -> bool:
    """Whether constraints are all that its kind says, of rules that no other puzzle shares."""
    kind = type(board)
    return is_said_by_constraints(kind) and kind.rules_key == Board.rules_key


def narrowing_of(board: Board) -> DomainStore | None:
    """The store that narrows its domains, if constraints are all that its rules and clues state.

    None, too, if a solver is likely to be quicker: where its rules are those of many puzzles,
    or where there are few values, except for constraints that are costly to load.
    """
    if not is_narrowed(board):
        return None
    classes = board._rules.classes | board._clues.classes
    is_small = len(board.domain) < LEAST_VALUES and not any(
        Trait.DEAR in cls.traits for cls in classes
    )
    if is_small or not all(map(has_filter, classes)):
        return None
    alike = defaultdict[type[Constraint], list[Constraint]](list)
    for c in chain(board._rules.parts, board._clues.parts):
        alike[type(c)].append(c)
    narrowing, check = DomainStore(board.unknowns.index, board.domain), watch()
    for cls, some in alike.items():
        check()
        if not cls.narrow(narrowing, some):
            return None
    narrowing.can = [*map(int.__and__, narrowing.can, _known(board))]
    return narrowing


def _known(board: Board) -> list[int]:
    """The values of each cell by the known cells alone, as bits: bit i is value i of the domain."""
    refuse_candidates(len(board.places) * len(board.domain))
    can = [(1 << len(board.domain)) - 1] * len(board.places)
    if known := board.known_cells():
        index = {place: i for i, place in enumerate(board.places)}
        bit = {value: 1 << i for i, value in enumerate(board.domain)}
        for place, value in known:
            can[index[place]] &= bit[value]
    return can
