"""A puzzle that is a list of constraints."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from uniclue.constraints.base import Constraint, Values, add
from uniclue.core.fields import Digits, fields_of
from uniclue.core.model import Bools, Model, Place, Value
from uniclue.core.puzzle import Grid, Puzzle, PuzzleError, Violation, name_place

Judge = tuple[Constraint, Callable[[Sequence[Value | None]], Values]]
"""A constraint, and what takes its values from those of all cells of a grid."""

_RULE = re.compile(r"^ {8}(\w+): ((?:.+\n?)(?: {12}.+\n?)*)", re.MULTILINE)


class Board(Puzzle, frozen=True, kw_only=True):
    """Base of the kinds that are lists of constraints.

    The class docstring states the rules. Its first line is the title; the section ``Rules:`` gives
    every rule code with the rule in words. A kind defines ``shape``, ``domain`` and what follows.
    """

    codes: ClassVar[dict[str, str]] = {}
    layers: ClassVar[tuple[str, ...]] = ("",)
    """The solution's cells, then other layers that follow from them."""

    def __init_subclass__(cls, **config: Any) -> None:
        super().__init_subclass__(**config)
        doc = cls.__doc__ or ""  # python -OO strips it
        cls.title = cls.__dict__.get("title") or doc.split("\n")[0].rstrip(".")
        rules = {code: " ".join(rule.split()).rstrip(".") for code, rule in _RULE.findall(doc)}
        cls.codes = cls.__dict__.get("codes") or rules

    def rules(self) -> Iterable[Constraint]:
        """The rules of the game; puzzles with equal :meth:`rules_key` have equal ones."""
        return ()

    def clues(self) -> Iterable[Constraint]:
        """The author's clues, but for known cells."""
        return ()

    # -- what follows from the fields and the constraints ----------------------------------------

    def validate(self) -> None:
        for name, sort in fields_of(type(self)).items():
            sort.check(f"$.{name}", getattr(self, name), self)

    def printed(self) -> list[tuple[Place, Value]]:
        sorts = fields_of(type(self)).items()
        return [cell for name, sort in sorts for cell in sort.printed(getattr(self, name))]

    def read_grid(self, rows: Iterable[Sequence[Any]], path: str = "$") -> Grid:
        grid = super().read_grid(rows, path)
        for name, sort in fields_of(type(self)).items():
            for r, c in sort.closed(getattr(self, name)):
                if grid[r][c] is not None:
                    expected = f"expected null (a black cell), got {grid[r][c]!r}"
                    raise PuzzleError(f"{path}[{r}][{c}]", expected)
        return grid

    def add_rules(self, model: Model) -> None:
        add(model, "rule", self.rules())

    def add_clues(self, model: Model) -> None:
        add(model, "clue", self.clues())

    def violations(self, grid: Grid) -> Iterator[Violation]:
        """Judges printed cells, then every rule, then every clue."""
        for (r, c), value in self.printed():
            if grid[r][c] not in (None, value):
                said = f"{name_place((r, c))} is printed as {self.cell_text(value)}"
                yield Violation("clue", said, ((r, c),))
        cells = self.all_values(grid)
        for judges in (self._rule_judges(), self._clue_judges()):
            for constraint, of in judges:
                values = of(cells)
                if not constraint.is_kept(values):
                    for sentence, where in constraint.violations(values):
                        yield Violation(constraint.code, sentence, tuple(where))

    def all_values(self, grid: Grid) -> list[Value | None]:
        """What stands in all cells of a grid, row by row, then in those of every further layer."""
        return [value for row in grid for value in row]

    def _rule_judges(self) -> list[Judge]:
        key = self.rules_key()
        if key is None:
            return self._judges(self.rules())
        full = (type(self), key)
        if full not in _judges_kept:
            while len(_judges_kept) >= 4:
                del _judges_kept[next(iter(_judges_kept))]
            _judges_kept[full] = self._judges(self.rules())
        return _judges_kept[full]

    def _clue_judges(self) -> list[Judge]:
        """A puzzle is judged several times in a row: once for every solution found."""
        if _judged_last[0] is not self:
            _judged_last[:] = self, self._judges(self.clues())
        judges: list[Judge] = _judged_last[1]
        return judges

    def _judges(self, constraints: Iterable[Constraint]) -> list[Judge]:
        rows, cols = self.shape
        first = {layer: i * rows * cols for i, layer in enumerate(self.layers)}
        return [
            (c, _getter([first[c.layer] + row * cols + col for row, col in c.places]))
            for c in constraints
        ]

    @classmethod
    def all_candidates(cls, puzzles: Sequence[Self]) -> Bools:
        printed = _digits(puzzles)
        if printed is None:
            return super().all_candidates(puzzles)
        blank_or = (printed == 0)[:, :, None]
        can: Bools = blank_or | (printed[:, :, None] == np.array(puzzles[0].domain))
        return can

    @classmethod
    def all_right(cls, puzzles: Sequence[Self], values: NDArray[Any]) -> Bools:
        printed = _digits(puzzles)
        first = puzzles[0]
        rules = [constraint for constraint, _ in first._rule_judges()]
        if printed is None or not cls.only_known_cells or not all(c.judges_many for c in rules):
            return super().all_right(puzzles, values)
        right: Bools = ((printed == 0) | (printed == values)).all(axis=1)
        index = {place: i for i, place in enumerate(first.places)}
        for (kind, _), alike in groupby(rules, lambda c: (type(c), len(c.places))):
            some = list(alike)
            at = np.array([[index[place] for place in c.places] for c in some])
            right &= kind.all_kept(some, values[:, at])
        return right


_judges_kept: dict[Any, list[Judge]] = {}
_judged_last: list[Any] = [None, []]


def _getter(at: list[int]) -> Callable[[Sequence[Value | None]], Values]:
    if len(at) < 2:
        return lambda cells: [cells[i] for i in at]
    return itemgetter(*at)


def _digits(puzzles: Sequence[Board]) -> NDArray[np.uint8] | None:
    """The printed digits of many puzzles, 0 for none; None if they know cells otherwise."""
    sorts = fields_of(type(puzzles[0])).items()
    names = [name for name, sort in sorts if isinstance(sort, Digits)]
    if len(names) != 1 or any(p.givens is not None for p in puzzles):
        return None
    return Digits.together([getattr(p, names[0]) for p in puzzles])
