"""A puzzle that is a list of constraints."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from uniclue.constraints.base import Constraint, Values, add
from uniclue.core.fields import Digits, fields_of
from uniclue.core.memory import Size
from uniclue.core.model import Bools, Ints, Model, Place, Value
from uniclue.core.puzzle import Grid, Puzzle, PuzzleError, Violation, name_place, recent

_RULE = re.compile(r"^ {8}(\w+): ((?:.+\n?)(?: {12}.+\n?)*)", re.MULTILINE)


class Board(Puzzle, frozen=True, kw_only=True):
    """Base of the kinds that are lists of constraints.

    The class docstring states the rules. Its first line is the title; the section ``Rules:`` gives
    every rule code with the rule in words. A kind defines ``shape``, ``domain`` and what follows.
    """

    codes: ClassVar[dict[str, str]] = {}

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
        add(model, "rule", self._rules.all)

    def add_clues(self, model: Model) -> None:
        add(model, "clue", self._clues.all)

    def estimate(self, form: str = "") -> Size:
        values = len(self.domain)
        return (
            super().estimate(form)
            + self._rules.estimate(values, form)
            + self._clues.estimate(values, form)
        )

    def violations(self, grid: Grid) -> Iterator[Violation]:
        """Judges printed cells, then every rule, then every clue."""
        for (r, c), value in self.printed():
            if grid[r][c] not in (None, value):
                sentence = f"{name_place((r, c))} is printed as {self.cell_text(value)}"
                yield Violation("clue", sentence, ((r, c),))
        cells = {layer: [*chain(*rows)] for layer, rows in self.layers(grid).items()}
        constraints = chain(self._rules.all, self._clues.all)
        getters = chain(self._rules.getters, self._clues.getters)
        for constraint, values_of in zip(constraints, getters, strict=True):
            values = values_of(cells[constraint.layer])
            if not constraint.is_kept(values):
                for sentence, where in constraint.violations(values):
                    yield Violation(constraint.code, sentence, tuple(where))

    def layers(self, grid: Grid) -> dict[str, Grid]:
        """A grid, and what follows from it in further layers, by their names."""
        return {"": grid}

    @cached_property
    def _rules(self) -> _Constraints:
        """The rules; those of the last four keys are shared."""
        key = self.rules_key()
        if key is None:
            return _Constraints(self.rules(), self)
        return recent(_shared, (type(self), key), lambda: _Constraints(self.rules(), self))

    @cached_property
    def _clues(self) -> _Constraints:
        return _Constraints(self.clues(), self)

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
        printed, rules = _digits(puzzles), puzzles[0]._rules
        if printed is None or not (cls.only_known_cells and rules.judge_many):
            return super().all_right(puzzles, values)
        right: Bools = ((printed == 0) | (printed == values)).all(axis=1)
        for kind, constraints, at in rules.blocks:
            right &= kind.all_kept(constraints, values[:, at])
        return right


class _Constraints:
    """Rules or clues of a puzzle, ready to judge grids."""

    def __init__(self, constraints: Iterable[Constraint], puzzle: Board) -> None:
        self.all = tuple(constraints)
        self._places, self._cols = puzzle.places, puzzle.shape[1]
        self._sizes: dict[str, Size] = {}

    def estimate(self, values: int, form: str) -> Size:
        """What they add to a model of a form."""
        if form not in self._sizes:
            alike = (list(some) for _, some in groupby(self.all, type))
            sizes = (type(some[0]).estimate(some, values, form) for some in alike)
            self._sizes[form] = sum(sizes, Size())
        return self._sizes[form]

    @cached_property
    def getters(self) -> list[Callable[[Sequence[Value | None]], Values]]:
        """What takes the values of each from those of all cells of a grid."""
        return [_getter([r * self._cols + c for r, c in each.places]) for each in self.all]

    @cached_property
    def judge_many(self) -> bool:
        """Whether all of them judge many boards at once."""
        return all(rule.judges_many for rule in self.all)

    @cached_property
    def blocks(self) -> list[tuple[type[Constraint], list[Constraint], Ints]]:
        """Those of one class and length, with the cells they speak of: (constraints, places)."""
        alike = groupby(self.all, lambda rule: (type(rule), len(rule.places)))
        blocks = [(kind, list(rules)) for (kind, _), rules in alike]
        at = {place: i for i, place in enumerate(self._places)}.__getitem__
        return [
            (kind, some, np.array([[*map(at, c.places)] for c in some])) for kind, some in blocks
        ]


_shared: dict[Hashable, _Constraints] = {}


def _getter(at: list[int]) -> Callable[[Sequence[Value | None]], Values]:
    return itemgetter(*at) if len(at) > 1 else lambda cells: [cells[i] for i in at]


def _digits(puzzles: Sequence[Board]) -> NDArray[np.uint8] | None:
    """The printed digits of many puzzles, 0 for none; None if they know cells otherwise."""
    sorts = fields_of(type(puzzles[0])).items()
    names = [name for name, sort in sorts if isinstance(sort, Digits)]
    if len(names) != 1 or any(p.givens is not None for p in puzzles):
        return None
    return Digits.together([getattr(p, names[0]) for p in puzzles])
