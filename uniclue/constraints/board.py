"""A puzzle that is a list of constraints."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import accumulate, chain, groupby, repeat
from math import prod
from types import GeneratorType
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, cast

from uniclue.constraints import former
from uniclue.constraints.arguments import FaultError, checked
from uniclue.constraints.base import (
    OUTSIDE,
    Broken,
    Clue,
    Constraint,
    Constraints,
    Stated,
    Trait,
    Values,
    add,
    all_parts,
    are_numbers,
    blocks_of,
    can_be_faulty,
    judges_together,
    parts_of,
    placed,
    says_own_faults,
    write,
)
from uniclue.constraints.faces import JudgesMany, judges_many
from uniclue.constraints.generation import Generation, Turning
from uniclue.core import drawn
from uniclue.core.arrays import np
from uniclue.core.fields import Areas, areas, fields_of
from uniclue.core.marks import Mark, PicturedShips
from uniclue.core.memory import Size
from uniclue.core.model import Ints, Model, NotCardinalityError, Place, Value
from uniclue.core.places import Layer, Point, Shape, around
from uniclue.core.plugins import said_at
from uniclue.core.puzzle import (
    Grid,
    Puzzle,
    PuzzleError,
    Violation,
    filled,
    recent,
)
from uniclue.core.spaces import Space, Tiling, rectangle
from uniclue.core.words import quoted
from uniclue.propagation.counts import MOST_BITS, MOST_COUNTED, CardinalityRows

if TYPE_CHECKING:
    pass

_DEEP = 8 if sys.version_info < (3, 13) else 4  # docstrings lose their first indentation there
_RULE = re.compile(rf"^ {{{_DEEP}}}(\w+): ((?:.+\n?)(?: {{{_DEEP + 4}}}.+\n?)*)", re.MULTILINE)


MOST_VALUES = 5
"""The most values for cardinality constraints; with more, rows never mention most variables."""
MOST_JUDGED = 1_000_000
"""The most places over all constraints to gather values for at once; beyond, one by one."""
MOST_BESIDE_LAZY = 450
"""The most cells of a board with lazy constraints; on larger ones MiniCard gives up, and trying it
makes them 1.2 times slower."""


class Board(Puzzle, frozen=True, kw_only=True):
    """Base of the kinds that are lists of constraints.

    The class docstring states the rules. Its first line is the title; the section ``Rules:`` gives
    every rule code with the rule in words. Booklets also print a section ``Invitation:`` (who the
    kind is for) and a section ``Play:`` (what a player has to know besides). A kind defines its
    variables (:meth:`answer`) and its constraints (:meth:`rules`, :meth:`clues`).

    Places are written in half coordinates (``core.places``). If sides, links or corners have
    variables, a solution grid has 2R + 1 rows and 2C + 1 columns: place (r, c) is the entry
    (2r + 1, 2c + 1), and entries without a variable are null. It may also be written as drawn.

    Example:
        >>> class Stars(Board, frozen=True, kw_only=True, tag="one_in_each"):
        ...     '''Stars: one in each row and column, none where an x stands.
        ...
        ...     Rules:
        ...         line: each row and column has one star
        ...         x: a cell with an x has none
        ...     '''
        ...     grid: Annotated[TextGrid, Tokens(letters="x")]
        ...     def rules(self):
        ...         for title, line in rows_and_columns(self.size):
        ...             yield Exactly("line", title, line, 1, "star")
        ...     def clues(self):
        ...         for cell, _ in items(self.grid):
        ...             yield Forbidden("x", f"no star stands in {name(cell)}", [cell], 1)
        >>> board = Stars(grid=("x.", ".."))
        >>> [clue.sentence() for clue in board.clues()]
        ['no star stands in r1c1']
    """

    codes: ClassVar[dict[str, str]] = {}
    generation: ClassVar[Generation] = Generation()
    """How puzzles are made."""
    turning: ClassVar[Turning] = Turning()
    """What turning a board does to its puzzles."""
    rules_by_size: ClassVar[bool] = False
    """Whether all puzzles of one size have the same variables and rules."""

    def __init_subclass__(cls, **config: Any) -> None:
        super().__init_subclass__(**config)
        doc = cls.__doc__ or ""  # python -OO strips it
        cls.title = cls.__dict__.get("title") or doc.split("\n")[0].rstrip(".")
        rules = {code: " ".join(rule.split()).rstrip(".") for code, rule in _RULE.findall(doc)}
        cls.codes = cls.__dict__.get("codes") or rules
        if not cls.__module__.startswith("uniclue."):
            cls.asked = former.ASKED  # type: ignore[attr-defined]
            if hooks := former.former_hooks(cls):
                cls.generation = former.adapted(cls, hooks)

    # -- what a kind says ------------------------------------------------------------------------

    def answer(self) -> Layer:
        """The variables: the places and their values; by default 0 or 1 in every cell."""
        return Layer(self.space.cells)

    def rules(self) -> Constraints:
        """The rules of the game; puzzles with equal :meth:`rules_key` have equal ones."""
        return ()

    def clues(self) -> Constraints:
        """The author's clues, except for known cells; by default those of its areas."""
        for member, sort in fields_of(type(self)).items():
            if isinstance(sort, Areas):
                for name, places in areas(getattr(self, member)).items():
                    yield from self.in_area(name, places)

    def in_area(self, name: str, places: tuple[Place, ...]) -> Constraints:
        """The constraints of one area with these cells."""
        return ()

    def clue_constraints(self) -> Constraints:
        """The clues; a kind with a member called ``clues`` defines this instead."""
        return self.clues()

    # -- what follows from the fields and the constraints ----------------------------------------

    @property
    def size(self) -> Shape:
        """Rows and columns of the board; a kind may have a member of that name instead."""
        return self.board_shape

    @cached_property
    def board_shape(self) -> Shape:
        """Rows and columns of the board, from the first field that determines them."""
        if not _gives_an_answer(self):
            return self.shape
        for name, sort in fields_of(type(self)).items():
            if size := sort.size(getattr(self, name)):
                return size
        raise TypeError(f"expected {type(self).__name__} to have a field that tells the size")

    @cached_property
    def space(self) -> Space:
        """What lies beside what: a rectangle of squares, or a tiling."""
        return rectangle(self.board_shape)

    @property
    def holes(self) -> Collection[Place]:
        """The cells of the grid that are no part of the board; none unless overridden."""
        return ()

    @cached_property
    def unknowns(self) -> Layer:
        """The variables, as :meth:`answer` returns them, cached."""
        if not _gives_an_answer(self):
            return Layer(self.places, self.domain)
        if self.rules_by_size:
            return recent(_layers, (type(self), self.rules_key()), partial(_answer, self))
        return _answer(self)

    @property
    def shape(self) -> Shape:
        if not self.unknowns.is_halved:
            return self.board_shape
        rows, cols = tiling.frame if (tiling := _tiling(self)) else self.board_shape
        return 2 * rows + 1, 2 * cols + 1

    @property
    def domain(self) -> tuple[Value, ...]:
        return self.unknowns.values

    @cached_property
    def places(self) -> Sequence[Place]:
        if not _gives_an_answer(self):
            return super().places
        if not _is_halved(self):
            return cast("Sequence[Place]", [*self.unknowns.places])
        return [(int(2 * r + 1), int(2 * c + 1)) for r, c in self.unknowns.places]

    def name_place(self, place: Place) -> str:
        if not _is_halved(self):
            return super().name_place(place)
        return _name_entry(self.unknowns, place)

    def rules_key(self) -> Hashable:
        """What the rules depend on: by default, the variables and the rules themselves."""
        if self.rules_by_size:
            return _tiling(self) or self.size
        if type(self).rules is Board.rules:
            return None
        return self._rules.key

    def validate(self) -> None:
        for name, sort in fields_of(type(self)).items():
            sort.check(f"$.{name}", getattr(self, name), self)

    def printed(self) -> list[tuple[Place, Value]]:
        sorts = fields_of(type(self)).items()
        return [cell for name, sort in sorts for cell in sort.printed(getattr(self, name))]

    def printed_marks(self) -> Iterator[Mark]:
        """What is printed on the board and beside it: by default, by its fields."""
        sorts = fields_of(type(self)).items()
        for name, sort in sorted(sorts, key=lambda item: not item[1].lies_below):
            yield from sort.marks(getattr(self, name), self)

    def printed_lines(self) -> Iterator[str | PicturedShips]:
        """What is printed below the board: members other than grids, such as ``stars: 2``."""
        for name in self.members() if _gives_an_answer(self) else ():
            value = getattr(self, name)
            if name in fields_of(type(self)) or not value:
                continue
            if isinstance(value, int | str):
                name = name.replace("_", " ")
                yield name if value is True else f"{name}: {value}"

    def add_rules(self, model: Model) -> None:
        if _gives_an_answer(self):
            model.positions = self.unknowns.index
        if _is_halved(self):
            model.name_place = partial(_name_entry, self.unknowns)
        add(model, "rule", self._rules.all)

    def add_clues(self, model: Model) -> None:
        add(model, "clue", self._clues.all)

    def counts(self) -> CardinalityRows | None:
        """Its rules and clues as cardinality constraints; None if that is impossible or too big."""
        if not is_said_by_constraints(type(self)) or len(self.domain) > MOST_VALUES:
            return None
        rules, clues = self._rules, self._clues
        if not rules.may_be_counted or not clues.may_be_counted:
            return None
        try:
            counts = rules.counts()
            if counts.lazy and prod(self.board_shape) > MOST_BESIDE_LAZY:
                return None
            counts.hold(write(counts, clues.all))
        except NotCardinalityError:
            return None
        known = self.known_cells()
        if known:
            index = {place: i for i, place in enumerate(self.places)}
            for place, value in known:
                counts.know(index[place], value)
        return counts

    def estimate(self, form: str = "") -> Size:
        values = len(self.domain)
        return (
            super().estimate(form)
            + self._rules.estimate(values, form)
            + self._clues.estimate(values, form)
        )

    # -- judging ---------------------------------------------------------------------------------

    def violations(self, grid: Grid) -> Iterator[Violation]:
        """Judges printed cells, then every rule, then every clue."""
        for (r, c), value in self.printed():
            if grid[r][c] not in (None, value):
                sentence = f"{self.name_place((r, c))} is printed as {self.cell_text(value)}"
                yield Violation("clue", sentence, ((r, c),))
        held = {
            layer: [*[rows[r][c] for r, c in self.places], OUTSIDE]
            for layer, rows in self.layers(grid).items()
        }
        for constraint, values in chain(self._rules.broken(held), self._clues.broken(held)):
            for sentence, where in constraint.violations(values):
                yield self._violation(constraint, sentence, where)
        for first, (sentence, where) in self._clues.broken_together(held):
            yield self._violation(first, sentence, where)

    def _violation(self, of: Constraint, sentence: str, where: Iterable[Point]) -> Violation:
        unknowns = (self.unknowns.index[p] for p in where if p in self.unknowns.index)
        return Violation(of.code, sentence, tuple(self.places[i] for i in unknowns))

    def layers(self, grid: Grid) -> dict[str, Grid]:
        """A grid, and the grids that follow from it in further layers, by their names."""
        return {"": grid}

    @cached_property
    def _rules(self) -> _Constraints:
        """The rules, shared between puzzles with equal keys; the last four are kept."""
        if type(self).rules_key is Board.rules_key and not self.rules_by_size:
            return _Constraints(self.rules, self)
        key = self.rules_key()
        if key is None:
            return _Constraints(self.rules, self)
        return recent(
            _shared, (type(self), key), lambda: _Constraints(self.rules, self, is_shared=True)
        )

    @cached_property
    def _clues(self) -> _Constraints:
        return _Constraints(self.clue_constraints, self)

    # -- grids -----------------------------------------------------------------------------------

    def cell_text(self, value: Value | None) -> str:
        """The mark of a value, if the kind has :attr:`marks`; then unknown is ``?``."""
        if value is None and self.marks:
            return "?"
        return next(
            (mark for mark, v in self.marks.items() if v == value), super().cell_text(value)
        )

    def read_grid(self, rows: Iterable[Sequence[Any]], path: str = "$") -> Grid:
        """Reads a grid; text may have anything, such as clues, at entries without a variable."""
        everywhere = not _gives_an_answer(self) or len(self.places) == prod(self.shape)
        unknowns = None if everywhere else frozenset(self.places)
        texts = _texts(rows) if _is_halved(self) else None
        if texts is not None and (tiling := _tiling(self)):
            known = drawn.read_tiled(texts, self.unknowns, tiling, path)
            grid = self.grid_of({entry_of(self, point): value for point, value in known.items()})
        elif texts is not None:
            here = self.shape, self.domain, self.places
            grid = self.grid_of(drawn.read(texts, *here, path))
        else:
            if unknowns is not None and not _is_halved(self) and isinstance(rows, list | tuple):
                rows = [_words_of_unknowns(row, r, unknowns) for r, row in enumerate(rows)]
            grid = super().read_grid(rows, path)
            if unknowns is not None:
                _refuse_others(grid, unknowns, path)
        for name, sort in fields_of(type(self)).items():
            for r, c in sort.closed(getattr(self, name)):
                if grid[r][c] is not None:
                    expected = f"expected null (a black cell), got {grid[r][c]!r}"
                    raise PuzzleError(f"{path}[{r}][{c}]", expected)
        return grid

    def draw_cells(self, cells: list[list[str]]) -> str:
        """The values, with the printed numbers, words and circles at entries without a variable."""
        printed: dict[Place, str] = {}
        for name, sort in fields_of(type(self)).items():
            for point, text in sort.typed(getattr(self, name), self):
                printed[entry_of(self, point)] = text
        if tiling := _tiling(self):
            at = {entry_of(self, p): p for p in (*tiling.cells, *self.unknowns.places)}
            points = zip(self.unknowns.places, self.places, strict=True)
            texts = {point: cells[r][c] for point, (r, c) in points}
            texts_at = {at[entry]: text for entry, text in printed.items()}
            return drawn.draw_tiled(texts, texts_at, tiling, sides=self.unknowns.has_sides)
        if _is_halved(self):
            short = {place: text[0] for place, text in printed.items()}
            return drawn.draw(cells, self.places, short, sides=self.unknowns.has_sides)
        unknowns = set(self.places)
        for (r, c), text in printed.items():
            if (r, c) not in unknowns and 0 <= r < len(cells) and 0 <= c < len(cells[0]):
                cells[r][c] = text
        return super().draw_cells(cells)


class _Constraints:
    """Rules or clues of a puzzle, ready to judge grids.

    Args:
        say: Returns the constraints.
        puzzle: The puzzle.
        is_shared: Whether they are kept for other puzzles.

    Attributes:
        all: The constraints and the clues, a group each.
        parts: The constraints, with those of clues instead of the clues.
    """

    def __init__(
        self, say: Callable[[], Constraints], puzzle: Board, *, is_shared: bool = False
    ) -> None:
        self.all, self.is_shared = _stated(say, puzzle), is_shared
        if tiling := _tiling(puzzle):
            self.all = placed(self.all, tiling)
        has_clues = Clue in set(map(type, self.all))
        self.parts = tuple(all_parts(self.all)) if has_clues else cast("_Parts", self.all)
        self._puzzle = puzzle
        self._sizes: dict[str, Size] = {}
        if self._may_be_faulty():
            _refuse_faulty(self.all if _tiling(puzzle) else say(), puzzle)

    def _may_be_faulty(self) -> bool:
        """Whether one of them may be faulty; a quick test of all."""
        unknowns, domain = self._puzzle.unknowns.index, self._puzzle.domain
        classes = [cls for cls in self.classes if can_be_faulty(cls)]
        if any(Trait.NUMBERS in cls.traits and not are_numbers(domain) for cls in classes):
            return True
        some = [c for c in self.parts if type(c) in classes] if classes else []
        if any(c.fault(unknowns, domain) for c in some if says_own_faults(type(c))):
            return True
        places = chain.from_iterable([c.places for c in some if not c.skips_outside])
        return not unknowns.keys() >= {*places}

    @cached_property
    def key(self) -> Hashable:
        """The constraints and the variables: equal for puzzles that share rules."""
        return _RulesKey(self._puzzle.unknowns, self.all)

    @cached_property
    def classes(self) -> frozenset[type[Constraint]]:
        """The classes of the constraints."""
        return frozenset(map(type, self.parts))

    def estimate(self, values: int, form: str) -> Size:
        """The size they add to a model of a form."""
        if form not in self._sizes:
            blocks = blocks_of(self.parts)
            sizes = (kind.estimate([self.parts[i] for i in b], values, form) for kind, b in blocks)
            self._sizes[form] = sum(sizes, Size())
        return self._sizes[form]

    @property
    def may_be_counted(self) -> bool:
        """Whether they may be cardinality constraints, and are few enough for the board."""
        values = len(self._puzzle.places) * len(self._puzzle.domain)
        return (
            values <= MOST_COUNTED
            and values * len(self.parts) <= MOST_BITS
            and not any(Trait.MODEL in cls.traits for cls in self.classes)
        )

    def counts(self) -> CardinalityRows:
        """The constraints as cardinality constraints, to add more to.

        Raises:
            NotCardinalityError: One of them cannot be expressed so.
        """
        return self._narrowed.copy() if self.is_shared else self._counted()

    @cached_property
    def _narrowed(self) -> CardinalityRows:
        """The cardinality constraints, propagated once for all puzzles that share them."""
        counts = self._counted()
        counts.settle()
        return counts

    def _counted(self) -> CardinalityRows:
        counts = CardinalityRows(self._puzzle.unknowns.index, self._puzzle.domain)
        counts.hold(write(counts, self.parts))
        return counts

    def broken(
        self, held: Mapping[str, Sequence[Value | None]]
    ) -> Iterator[tuple[Constraint, Values]]:
        """The constraints that are broken, with the values in their places.

        Args:
            held: For every layer, the values in the places of the puzzle, then ``OUTSIDE``.
        """
        if sum(len(constraint.places) for constraint in self.parts) > MOST_JUDGED:
            yield from self._broken_one_by_one(held)
            return
        (at, ends), first = self._at, 0
        values = {layer: [*map(some.__getitem__, at)] for layer, some in held.items()}
        for constraint, end in zip(self.parts, ends, strict=True):
            stands = values[constraint.layer][first:end]
            if not constraint.is_kept(stands):
                yield constraint, stands
            first = end

    def broken_together(
        self, held: Mapping[str, Sequence[Value | None]]
    ) -> Iterator[tuple[Constraint, Broken]]:
        """How constraints of a class are broken that are kept each alone, with the first of them.

        Args:
            held: The values, as for :meth:`broken`.
        """
        for cls in filter(judges_together, self.classes):
            some = [c for c in self.parts if type(c) is cls]
            for broken in cls.broken_together(some, [self._values(c, held) for c in some]):
                yield some[0], broken

    def _values(self, c: Constraint, held: Mapping[str, Sequence[Value | None]]) -> Values:
        """What stands in the places of a constraint."""
        index, some = self._puzzle.unknowns.index, held[c.layer]
        return [some[index.get(place, len(index))] for place in c.places]

    def _broken_one_by_one(
        self, held: Mapping[str, Sequence[Value | None]]
    ) -> Iterator[tuple[Constraint, Values]]:
        """The same in little memory, for constraints with very many places."""
        for constraint in self.parts:
            stands = self._values(constraint, held)
            if not constraint.is_kept(stands):
                yield constraint, stands

    @cached_property
    def _at(self) -> tuple[list[int], list[int]]:
        """The positions of all constraints' places, concatenated, and the end of each one's."""
        index, places = self._puzzle.unknowns.index, [c.places for c in self.parts]
        at = map(index.get, chain.from_iterable(places), repeat(len(index)))
        return [*at], [*accumulate(map(len, places))]

    @cached_property
    def judge_many(self) -> bool:
        """Whether all constraints can judge many boards at once."""
        return all(map(judges_many, self.classes))

    @cached_property
    def blocks(self) -> list[tuple[type[JudgesMany], list[JudgesMany], Ints]]:
        """Constraints that can judge many boards, by class and length, with their cells.

        Cells have the shape (constraints, places).
        """
        parts = cast("tuple[JudgesMany, ...]", self.parts)
        alike = groupby(parts, lambda rule: (type(rule), len(rule.places)))
        blocks = [(kind, list(rules)) for (kind, _), rules in alike]
        at = self._puzzle.unknowns.index.__getitem__
        return [
            (kind, some, np.array([[*map(at, c.places)] for c in some])) for kind, some in blocks
        ]


def _stated(say: Callable[[], Constraints], puzzle: Board) -> tuple[Stated, ...]:
    """What a kind states; the words of kinds that do not come with Uniclue are checked.

    Raises:
        FaultError: A word has a wrong argument, or something else is stated.
    """
    if type(puzzle).__module__.startswith("uniclue."):
        return tuple(say())
    with checked(type(puzzle).codes):
        stated = say()
        if not isinstance(stated, Iterable):
            error = FaultError(f"expected constraints, with yield, got {quoted(stated)}")
            raise said_at(error, _own(say, puzzle))
        some = list[Stated]()
        for each in (iterator := iter(stated)):
            if not isinstance(each, Constraint | Clue):
                _blame(iterator, FaultError(f"expected a constraint, got {quoted(each)}"))
            some.append(each)
    return tuple(some)


def _own(say: Callable[[], Constraints], puzzle: Board) -> Callable[..., Any]:
    """The method of the kind's author: clues are called by another name."""
    is_clues = say.__name__ == "clue_constraints" and type(puzzle).clues is not Board.clues
    return puzzle.clues if is_clues else say


def _blame(iterator: Iterator[Any], error: FaultError) -> NoReturn:
    """Raises an error at the line that yielded the latest constraint, if there is one."""
    if isinstance(iterator, GeneratorType):
        iterator.throw(error)
    raise error


def _refuse_faulty(constraints: Constraints, puzzle: Board) -> None:
    """Looks for a constraint that does not fit the puzzle's variables.

    Raises:
        FaultError: There is one; raised at the line that yields it.
    """
    unknowns, domain = puzzle.unknowns.index, puzzle.domain
    for stated in (iterator := iter(constraints)):
        for c in parts_of(stated):
            if fault := c.fault(unknowns, domain):
                error = FaultError(f"{type(c).__name__} {c.title!r} {fault}")
                _blame(iterator, error)


_Parts = tuple[Constraint, ...]
_shared: dict[Hashable, _Constraints] = {}
_layers: dict[Hashable, Layer] = {}


class _RulesKey:
    """The variables and the rules; the hash samples the rules, since there may be thousands."""

    def __init__(self, unknowns: Layer, rules: tuple[Stated, ...]) -> None:
        self._parts = unknowns, rules
        some = rules[:: len(rules) // 50 + 1]
        self._hash = hash((unknowns, len(rules), *(str(c.places) + c.title for c in some)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _RulesKey) and self._parts == other._parts

    def __hash__(self) -> int:
        return self._hash


def _tiling(board: Board) -> Tiling | None:
    """The tiling that a board is on; None if that is squares."""
    space = board.space
    return space if isinstance(space, Tiling) else None


def _answer(board: Board) -> Layer:
    """The variables of a board, on its tiling."""
    layer = board.answer()
    return layer.on(tiling) if (tiling := _tiling(board)) else layer


def _gives_an_answer(board: Board) -> bool:
    """Whether :meth:`Board.answer` defines the variables; else ``shape`` and ``places`` do."""
    return type(board).shape is Board.shape


def _is_halved(board: Board) -> bool:
    """Whether the grid has entries for sides, links and corners."""
    return _gives_an_answer(board) and board.unknowns.is_halved


def is_said_by_constraints(kind: type[Board]) -> bool:
    """Whether a kind consists of constraints on its solution alone."""
    says = kind.add_rules, kind.add_clues, kind.layers
    return says == (Board.add_rules, Board.add_clues, Board.layers)


def values_by_place(board: Board, grid: Grid) -> dict[Point, Value | None]:
    """The value of each place of a board in a solution grid.

    Args:
        board: The board.
        grid: A solution grid.

    Example:
        >>> class Paths(Board, frozen=True, kw_only=True, tag="paths_here"):
        ...     grid: Annotated[TextGrid, Tokens(letters="x")]
        ...     def answer(self):
        ...         return Layer(links(cells(self.size)))
        >>> frame = (None,) * 5
        >>> values_by_place(Paths(grid=("..",)), (frame, (None, None, 1, None, None), frame))
        {(0.0, 0.5): 1}
    """
    return {p: grid[r][c] for p, (r, c) in zip(board.unknowns.index, board.places, strict=True)}


def entry_of(board: Board, point: Point) -> Place:
    """The entry of the solution grid for a place of a board.

    Args:
        board: The board.
        point: A place of its answer.

    Example:
        >>> class Paths(Board, frozen=True, kw_only=True, tag="paths_here"):
        ...     grid: Annotated[TextGrid, Tokens(letters="x")]
        ...     def answer(self):
        ...         return Layer(links(cells(self.size)))
        >>> entry_of(Paths(grid=("..",)), (0, 0.5))
        (1, 2)
    """
    r, c = point
    return (int(2 * r + 1), int(2 * c + 1)) if _is_halved(board) else (int(r), int(c))


def refuse_unless_square(board: Board, path: str, most: int) -> None:
    """Raises :class:`PuzzleError` unless a board has n x n cells, n up to ``most``.

    Args:
        board: The board.
        path: The JSON path of the member that sets its size.
        most: The most rows, and columns.

    Example:
        >>> class Squares(Board, frozen=True, kw_only=True, tag="squares"):
        ...     grid: Annotated[TextGrid, Tokens(letters="x")]
        >>> refuse_unless_square(Squares(grid=("..", "..")), "$.grid", 9)
    """
    height, width = board.board_shape
    if height != width or height > most:
        got = f"got {height}x{width}"
        raise PuzzleError(path, f"expected n x n cells, n up to {most}, {got}")


def refuse_unless_neighbours(board: Board, path: str, pair: Sequence[Place]) -> None:
    """Raises :class:`PuzzleError` unless two cells of a board share a side.

    Args:
        board: The board.
        path: The JSON path of the pair.
        pair: The two cells.

    Example:
        >>> class Signs(Board, frozen=True, kw_only=True, tag="signs"):
        ...     grid: Annotated[TextGrid, Tokens(letters="x")]
        >>> refuse_unless_neighbours(Signs(grid=("..", "..")), "$.signs[0]", ((0, 0), (0, 1)))
    """
    (one, other), (height, width) = pair, board.board_shape
    are_inside = all(0 <= r < height and 0 <= c < width for r, c in pair)
    if not are_inside or other not in around(one):
        raise PuzzleError(path, f"expected two neighbours, got {one} and {other}")


def _texts(rows: Iterable[Sequence[Any]]) -> list[str] | None:
    """The rows of a grid that is written as it is drawn; None if it is not."""
    if isinstance(rows, str) or not isinstance(rows, Sequence):
        return None
    texts = [row for row in rows if isinstance(row, str)]
    return texts if len(texts) == len(rows) else None


def _words_of_unknowns(row: Any, r: int, unknowns: frozenset[Place]) -> Any:
    """A row of text as words, None at entries without a variable."""
    if not isinstance(row, str):
        return row
    words = row.split() if " " in row.strip() else list(row.strip())
    return [word if (r, c) in unknowns else None for c, word in enumerate(words)]


def _refuse_others(grid: Grid, unknowns: frozenset[Place], path: str) -> None:
    """Raises PuzzleError for a value at an entry without a variable."""
    for (r, c), value in filled(grid):
        if (r, c) not in unknowns:
            expected = f"expected null, for no value belongs there, got {value!r}"
            raise PuzzleError(f"{path}[{r}][{c}]", expected)


def _name_entry(unknowns: Layer, place: Place) -> str:
    """What people call an entry of a grid that has entries for sides, links and corners."""
    return unknowns.name(((place[0] - 1) / 2, (place[1] - 1) / 2))
