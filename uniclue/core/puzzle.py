"""What every puzzle kind provides.

A kind is one file: a frozen :class:`Puzzle` subclass with its data, validation, model, independent
rule check, drawing and worked examples. How kinds are found: :mod:`uniclue.core.kinds`.

Conventions:
    Places are (row, column) from 0, row 0 on top. Sentences for people count from 1 (``r1c1``).
    A grid is a tuple of rows; None is a cell that is unknown or holds nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar, Protocol, Self, TypeVar, cast, runtime_checkable

import msgspec

from uniclue.core import former_codecs
from uniclue.core.arrays import NDArray, np
from uniclue.core.codecs import Janko, Pzpr, check_codecs
from uniclue.core.late import pathlib
from uniclue.core.marks import Mark, PicturedShips
from uniclue.core.memory import (
    Size,
    chosen_limit,
    count,
    refuse_candidates,
    refuse_too_large,
)
from uniclue.core.model import Bools, Ints, Model, Place, Value
from uniclue.core.places import Point, names
from uniclue.core.places import cells as cells
from uniclue.core.words import aligned, escaped, expected_one_of, shown
from uniclue.core.words import name_place as name_place

_T = TypeVar("_T")
Grid = tuple[tuple[Value | None, ...], ...]
"""A solution grid, row by row; None is a place not filled in, or without a variable."""
GridCell = int | str | tuple[str, ...] | None
GridRows = tuple[tuple[GridCell, ...] | str, ...]
"""A grid as written in a file: rows of values (null: unknown), or rows as strings.

A list in a cell is accepted only so that the kind can report what is wrong with it.
"""
MAX_ERROR = 1000
"""Characters of a path or a sentence in an error."""


class PuzzleError(ValueError):
    """Input that cannot be read as a puzzle (or as a grid of one).

    Its attributes are free of unprintable characters, and at most ``MAX_ERROR`` characters long.

    Attributes:
        path: The JSON path of the offending member, such as ``$.grid[2][3]``.
        expected: One sentence: what was expected there, and what was found.

    Example:
        >>> raise PuzzleError("$.grid[0]", "expected an even number of cells, got 3")
        Traceback (most recent call last):
        PuzzleError: $.grid[0]: expected an even number of cells, got 3
    """

    def __init__(self, path: str, expected: str) -> None:
        path, expected = shown(path, MAX_ERROR), shown(expected, MAX_ERROR)
        super().__init__(path, expected)
        self.path, self.expected = path, expected

    def __str__(self) -> str:
        return f"{self.path}: {self.expected}"


class ChoiceError(ValueError):
    """A choice that is unknown, or does not suit the puzzle's kind; the message says which."""


class Contradiction(Exception):  # noqa: N818 (a finding, not an error)
    """Quick logic found that a puzzle has no solution.

    Example:
        >>> raise Contradiction
        Traceback (most recent call last):
        Contradiction:
    """


class Violation(msgspec.Struct, frozen=True):
    """A broken rule.

    Attributes:
        code: Its code.
        sentence: How it is broken, with the place.
        cells: The cells involved, as in the solution grid.

    Example:
        >>> Violation("line", "row 1 has 2 stars", ((0, 0), (0, 1))).code
        'line'
    """

    code: str
    sentence: str
    cells: tuple[Place, ...] = ()


class Hints(msgspec.Struct, frozen=True):
    """Where a solution is likely to be. For speed only; nothing in it need be true.

    Attributes:
        phases: Literals that are likely to be true, to be tried first.
        stages: Sets of cell literals to assume together, each larger and less likely than the one
            before: to find one solution, a solver may try the last stage, then earlier ones, for a
            short while each.

    Example:
        >>> import numpy as np
        >>> Hints(phases=np.array([1, -2])).stages
        ()
    """

    phases: Ints
    stages: tuple[Ints, ...] = ()


class Forms(tuple[str, ...]):
    """The names of alternative models of a kind, the default first.

    Args:
        names: The names.
        ladder: All or some of them by the strength of unit propagation, the weakest first; empty:
            in the order given.
        decided_in: The one that is decided fastest; None: the default one, as for all else.

    Example:
        >>> forms = Forms("counts", "numbers", decided_in="numbers")
        >>> forms, forms.decided_in
        (('counts', 'numbers'), 'numbers')
    """

    ladder: tuple[str, ...]
    decided_in: str | None

    def __new__(
        cls, *names: str, ladder: Sequence[str] = (), decided_in: str | None = None
    ) -> Self:
        forms = super().__new__(cls, names)
        forms.ladder, forms.decided_in = tuple(ladder), decided_in
        return forms


class PossibleClue(Protocol):
    """A clue that could be added to a puzzle.

    Example:
        >>> class Extra:
        ...     def add(self, puzzle, model):
        ...         pass
        >>> extra: PossibleClue = Extra()
    """

    def add(self, puzzle: Any, model: Model, /) -> None:
        """Adds it to a model of the puzzle, as one group."""


class Example(msgspec.Struct, frozen=True):
    """A worked example of a kind.

    Attributes:
        name: Unique in its kind.
        puzzle: The JSON form.
        solutions: Its solutions, at most two of them.
        wrong: For rule codes of the kind, a complete grid that breaks that rule.
        proposed: Whether ``kinds --check --propose`` wrote it and nobody has confirmed it.

    Example:
        >>> Example("one star", {"kind": "stars", "grid": ["x.", ".."]}, ((".#", "#."),)).name
        'one star'
    """

    name: str
    puzzle: dict[str, Any]
    solutions: tuple[GridRows, ...]
    wrong: dict[str, GridRows] = {}
    proposed: bool = False


class Narrowed(msgspec.Struct, frozen=True):
    """A smaller model of a puzzle: it has a solution if the puzzle has one.

    Attributes:
        model: The model.
        other: A second solution of the puzzle, given the model's only one, or None if there is
            none. By default the model has two solutions if the puzzle has.

    Example:
        >>> model = Model()
        >>> Narrowed(model).other is None
        True
    """

    model: Model
    other: Callable[[Grid], Grid | None] | None = None


def name_places(places: Iterable[Place]) -> str:
    """Several cells, as ``r1c1, r1c2 and r2c1``.

    Args:
        places: The cells.

    Example:
        >>> name_places(cells((1, 3)))
        'r1c1, r1c2 and r1c3'
    """
    return names(places)


def neighbours(place: Place, shape: tuple[int, int]) -> list[Place]:
    """The cells of a board that share a side with a cell.

    Args:
        place: A cell.
        shape: Rows and columns of the board.

    Example:
        >>> neighbours((0, 0), (2, 2))
        [(0, 1), (1, 0)]
    """
    r, c = place
    around = ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
    return [(i, j) for i, j in around if 0 <= i < shape[0] and 0 <= j < shape[1]]


def shifted(x: NDArray[Any]) -> NDArray[Any]:
    """The four orthogonal neighbours of each block, 0 beyond the edge, as a new last axis.

    Args:
        x: Shape (rows, columns, ...).

    Returns:
        Shape (rows, columns, 4, ...): those above, left, right and below.

    Example:
        >>> import numpy as np
        >>> shifted(np.arange(1, 5).reshape(2, 2))[0, 0].tolist()
        [0, 0, 2, 3]
    """
    wide = np.pad(x, [(1, 1), (1, 1)] + [(0, 0)] * (x.ndim - 2))
    return np.stack([wide[:-2, 1:-1], wide[1:-1, :-2], wide[1:-1, 2:], wide[2:, 1:-1]], axis=-1)


def _of_0_1(puzzle: Puzzle, hook: str, model: Model) -> None:
    """Calls the hooks ``rules`` and ``clues`` of kind files written for 0.1, for one release."""
    if callable(getattr(type(puzzle), hook, None)):  # not a field of that name
        getattr(puzzle, hook)(model)


def beside_kind(kind: type[Puzzle]) -> pathlib.Path | None:
    """The file after which those beside a kind are named: its own.

    In the ``__init__.py`` of a package it is a file with the kind's name. A notebook has none.

    Args:
        kind: The kind.
    """
    file = getattr(sys.modules[kind.__module__], "__file__", None)
    path = pathlib.Path(file) if file else None
    return path.with_stem(kind.kind()) if path and path.stem == "__init__" else path


class _ExamplesBeside:
    """The worked examples of a kind, read on access from the JSON file beside its module."""

    def __get__(self, puzzle: Puzzle | None, kind: type[Puzzle]) -> tuple[Example, ...]:
        file = beside_kind(kind)
        path = file and file.with_suffix(".json")
        if path is None or not path.is_file():
            return ()
        return msgspec.json.decode(path.read_bytes(), type=tuple[Example, ...])


class Puzzle(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", dict=True
):
    """Base of all kinds. Subclass it with ``tag="the_kind"``; fields are the JSON members.

    What is derived from the fields may be a ``functools.cached_property``.

    Every kind has ``givens`` (optional): known cells, as a grid of the solution's shape with
    null where nothing is known. Members of a file that are not part of the puzzle are kept in
    ``extra`` and written back.

    Class attributes a kind sets:
        title: One line for ``uniclue kinds``.
        codes: Rule code -> the rule in words, for every rule ``violations`` can report.
        examples: Worked examples; together they have a wrong grid for every code. By default, those
            of the JSON file beside its module.
        forms: Names of alternative models of the kind, the default first; empty: only one.
            :meth:`add_rules` and :meth:`add_clues` read the form from ``model.form``.
        only_known_cells: Whether all clues of the kind are known cells, so that puzzles with equal
            rules can share a loaded solver.
        elsewhere: Members of other kinds, each with its kind: a file with such a member is read as
            a puzzle of that kind.
        marks: Other ways to write values in a grid, as ``{"#": 1}``.
        meanings: What a value means at a place, as ``{1: "is vertical", "*": "has a star"}``, where
            steps shall say so; empty: what ``marks`` and the picture tell.
        sites: How pzpr (puzz.link) and janko.at write the kind, janko.at in one or several ways;
            empty: they do not have it.

    Example:
        >>> issubclass(Board, Puzzle), Board.forms
        (True, ())
    """

    title: ClassVar[str] = ""
    codes: ClassVar[dict[str, str]] = {}
    examples: ClassVar[tuple[Example, ...]] = cast("tuple[Example, ...]", _ExamplesBeside())
    forms: ClassVar[Forms] = Forms()
    only_known_cells: ClassVar[bool] = False
    elsewhere: ClassVar[Mapping[str, str]] = {}
    marks: ClassVar[dict[str, Value]] = {}
    meanings: ClassVar[Mapping[Value, str]] = {}
    sites: ClassVar[tuple[Pzpr | Janko, ...]] = ()

    givens: GridRows | None = None
    extra: dict[str, Any] = {}

    # -- what a kind implements ----------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the solution grid."""
        raise NotImplementedError

    @property
    def domain(self) -> tuple[Value, ...]:
        """The values a cell of the solution may take."""
        raise NotImplementedError

    @property
    def places(self) -> Sequence[Place]:
        """The cells of the solution grid that hold a value, row by row; all of them by default."""
        return cells(self.shape)

    def validate(self) -> None:
        """Raises :class:`PuzzleError` for data that is not a puzzle of this kind.

        A readable puzzle whose clues contradict each other is valid; it has no solution.
        """

    def rules_key(self) -> Hashable:
        """What the rules depend on; puzzles with equal keys share rules. None: never shared."""
        return None

    def add_rules(self, model: Model) -> None:
        """Adds the rules of the game to a model whose cell variables exist."""
        _of_0_1(self, "rules", model)

    def add_clues(self, model: Model) -> None:
        """Adds the author's clues, except for known cells, which :meth:`model` adds."""
        _of_0_1(self, "clues", model)

    def printed(self) -> list[tuple[Place, Value]]:
        """Cells whose value the puzzle itself prints; ``givens`` come on top."""
        return []

    def estimate(self, form: str = "") -> Size:
        """Estimates the size of the model and its formula without building them.

        The default counts the cell variables alone.
        """
        places, values = len(self.places), len(self.domain)
        if self.domain == (0, 1):
            return Size(places)
        return Size(places * values) + count(values, 1, 1) * places

    def deduce(self) -> Bools:
        """Which values each cell can still hold, by the kind's own quick logic.

        Sound, used for speed only, never for evidence. The default uses the known cells alone.

        Returns:
            Shape (places, values). False where no solution has the value. A kind that does more
            makes sure that, if every cell has one value left, these values are a solution.

        Raises:
            Contradiction: The logic finds that there is no solution.
        """
        return self.candidates()

    def candidates(self) -> Bools:
        """Which values each cell can hold, by the known cells alone; shape (places, values).

        A cell known to hold two different values has none left.

        Raises:
            LimitReachedError: Deduction on this many candidates would exceed the memory limit.
        """
        refuse_candidates(len(self.places) * len(self.domain))
        can = np.ones((len(self.places), len(self.domain)), np.bool_)
        known = self.known_cells()
        if known:
            index = {place: i for i, place in enumerate(self.places)}
            stands = dict(zip(self.domain, np.eye(len(self.domain), dtype=np.bool_), strict=True))
            for place, value in known:
                can[index[place]] &= stands[value]
        return can

    def hints(self, model: Model) -> Hints | None:
        """Where a solution is likely to be, if the kind can guess; it may take seconds.

        Args:
            model: The puzzle's model, of any form.

        Raises:
            Contradiction: There is no solution.
        """
        return None

    def narrowed(self) -> Narrowed | None:
        """A model of some or all of the solutions that is decided faster; None: there is none."""
        return None

    def violations(self, grid: Grid) -> Iterator[Violation]:
        """Judges a grid by the rules alone, sharing no code with the model.

        None marks a cell that is not filled in: only what is certainly broken is reported.
        """
        raise NotImplementedError

    def name_place(self, place: Place) -> str:
        """What people call a place of the solution grid: ``r1c1`` is the top left cell."""
        return name_place(place)

    def printed_marks(self) -> Iterable[Mark]:
        """What is printed on the board and beside it, except for known cells."""
        return ()

    def printed_lines(self) -> Iterable[str | PicturedShips]:
        """What is printed below the board."""
        return ()

    def cell_text(self, value: Value | None) -> str:
        """A cell's drawing."""
        return "." if value is None else str(value)

    def value_marks(self, at: Point, value: Value) -> Iterable[Mark] | None:
        """The marks of a value at a place; None: those of its character, or its text."""
        return None

    @classmethod
    def key(cls, puzzles: Sequence[Self]) -> Sequence[Sequence[Mark]]:
        """The signs of some puzzles with what they mean, a cell each, for a booklet's rules.

        Args:
            puzzles: The puzzles, of this kind.

        Returns:
            The marks of each cell, all at (0, 0).
        """
        return ()

    def draw_cells(self, cells: list[list[str]]) -> str:
        """The drawing of the whole grid, from the drawings of its cells."""
        return aligned(cells, gap=" ", alike=True)

    def _repr_html_(self) -> str:
        """What a notebook shows: the puzzle as its author prints it."""
        return as_html(self)

    # -- what every kind has -------------------------------------------------------------------

    def __init_subclass__(cls, **config: Any) -> None:
        super().__init_subclass__(**config)
        if any(isinstance(vars(cls).get(site), str) for site in ("pzpr", "janko")):
            former_codecs.adapt(cls)
        if not isinstance(cls.forms, Forms):
            cls.forms = Forms(*cls.forms)
        check_codecs(cls)

    def __post_init__(self) -> None:
        self.validate()
        if self.givens is not None:
            self.read_grid(self.givens, "$.givens")

    @classmethod
    def kind(cls) -> str:
        """The kind's name, as in the file's member ``kind``."""
        return str(cls.__struct_config__.tag)

    @classmethod
    def members(cls) -> tuple[str, ...]:
        """The JSON members that belong to the puzzle."""
        return tuple(name for name in cls.__struct_fields__ if name != "extra")

    def model(
        self, form: str | None = None, blocked: Iterable[Grid] = (), *, splits: bool = False
    ) -> Model:
        """The 0/1 model: rules, clues, printed cells and givens.

        Args:
            form: One of ``forms``; None is the default one.
            blocked: Solutions to leave out, by a blocking clause each.
            splits: Whether each constraint of a clue has a group of its own, as in steps.

        Raises:
            ValueError: The kind has no such form.
            LimitReachedError: The model would take more memory than the limit.
        """
        form = chosen_form(type(self), form)
        cells = len(self.places) * len(self.domain)
        if cells > MANY_CELLS:  # the rest of the estimate may take long
            refuse_too_large(Size(cells))
        refuse_too_large(self.estimate(form))
        key = self.rules_key()
        if key is None:
            rules = _rules_model(self, None, form, splits=splits)
        else:
            rules = _shared_rules(self, key, form, splits=splits)
        model = rules.extend()
        self.add_clues(model)
        for place, value in self.known_cells():
            sentence = f"{self.name_place(place)} holds {self.cell_text(value)}"
            literals = [model.literal(place, value)]
            model.group("clue", sentence, [place], literals=literals, code="given")
        for grid in blocked:
            model.block(grid)
        return model

    def shared_rules(self, form: str | None = None) -> Model | None:
        """The rules alone, if clues of this kind are nothing but known cells; else None."""
        key = self.rules_key() if self.only_known_cells else None
        return None if key is None else _shared_rules(self, key, chosen_form(type(self), form))

    def known_cells(self) -> list[tuple[Place, Value]]:
        """The printed and the given cells."""
        return self.printed() + self.given_cells()

    def given_cells(self) -> list[tuple[Place, Value]]:
        """The known cells of ``givens``, in row-major order."""
        return [] if self.givens is None else filled(self.read_grid(self.givens, "$.givens"))

    def check(self, solution: Iterable[Sequence[Any]]) -> list[Violation]:
        """Every rule, clue and given that a grid breaks; empty if it breaks none.

        Args:
            solution: Rows of values (or strings); None or ``?`` where a cell is not filled in.

        Raises:
            PuzzleError: The grid has another shape, or an entry that is not a value.
        """
        return self.broken(self.read_grid(solution))

    def broken(self, grid: Grid) -> list[Violation]:
        """Every rule, clue and given that a grid of this puzzle breaks."""
        broken = [
            Violation("given", f"{self.name_place(p)} is given as {self.cell_text(v)}", (p,))
            for p, v in self.given_cells()
            if grid[p[0]][p[1]] not in (None, v)
        ]
        return broken + list(self.violations(grid))

    def grid_of(self, values: dict[Place, Value]) -> Grid:
        """The grid with these values, None elsewhere."""
        rows, cols = self.shape
        get = values.get
        return tuple([tuple([get((r, c)) for c in range(cols)]) for r in range(rows)])

    def grid_of_values(self, values: Sequence[Value]) -> Grid:
        """The grid with these values, one for each of ``places``, in their order."""
        rows, cols = self.shape
        if len(values) == rows * cols:
            return tuple(tuple(values[i : i + cols]) for i in range(0, len(values), cols))
        grid: list[list[Value | None]] = [[None] * cols for _ in range(rows)]
        for (r, c), value in zip(self.places, values, strict=True):
            grid[r][c] = value
        return tuple(map(tuple, grid))

    def read_grid(self, rows: Iterable[Sequence[Any]], path: str = "$") -> Grid:
        """Reads a grid of this puzzle: lists of values, or strings.

        A string row is split at blanks if it has any, else into characters. Cells are values
        of the domain; null, ``?``, ``_`` and (unless it is a value) ``.`` are unknown, and so is
        0 (unless it is a value).

        Raises:
            PuzzleError: Wrong shape, or an entry that is not in the domain.
        """
        height, width = self.shape
        if isinstance(rows, str) or not isinstance(rows, Sequence):
            raise PuzzleError(path, "expected a list of rows")
        if len(rows) != height:
            raise PuzzleError(path, f"expected {height} rows, got {len(rows)}")
        words: dict[Any, Value | None] = dict.fromkeys((None, "?", "_", ".", 0, "0"))
        words.update({str(v): v for v in self.domain} | {v: v for v in self.domain})
        words.update(self.marks)
        return tuple(
            _read_row(row, width, words, self.domain, f"{path}[{i}]") for i, row in enumerate(rows)
        )

    def draw(self, grid: Grid, other: Grid | None = None) -> str:
        """The grid as text; where ``other`` differs, the cell shows both as ``4/7``."""
        other = grid if other is None else other
        cells = [
            [
                escaped(self.cell_text(a) if a == b else f"{self.cell_text(a)}/{self.cell_text(b)}")
                for a, b in zip(row, other_row, strict=True)
            ]
            for row, other_row in zip(grid, other, strict=True)
        ]
        return self.draw_cells(cells)


def as_html(thing: object) -> str:
    """What a notebook shows of a puzzle or an answer; drawing is imported only here."""
    html: str = import_module("uniclue.notebook").html(thing)
    return html


_PLAIN = frozenset({int, str, type(None)})
"""What the cells of a grid mostly are."""


def _read_row(
    row: Any,
    width: int,
    words: dict[Any, Value | None],
    domain: Sequence[Value],
    path: str,
) -> tuple[Value | None, ...]:
    """A row of a grid; raises PuzzleError for an entry that is not a value."""
    if isinstance(row, str):
        row = row.split() if " " in row.strip() else list(row.strip())
    if not isinstance(row, Sequence):
        raise PuzzleError(path, "expected a row of cells")
    if len(row) != width:
        raise PuzzleError(path, f"expected {width} cells, got {len(row)}")
    if not (_PLAIN.issuperset(map(type, row)) and words.keys() >= set(row)):
        for j, cell in enumerate(row):
            if isinstance(cell, bool | float | list | tuple | dict) or cell not in words:
                expected = expected_one_of([*map(str, domain), "null"], cell)
                raise PuzzleError(f"{path}[{j}]", expected)
    return tuple([words[cell] for cell in row])


def deduces(kind: type[Puzzle]) -> bool:
    """Whether a kind has quick logic of its own: :meth:`Puzzle.deduce`."""
    return kind.deduce is not Puzzle.deduce


def guesses(kind: type[Puzzle]) -> bool:
    """Whether a kind can guess where a solution is likely to be: :meth:`Puzzle.hints`."""
    return kind.hints is not Puzzle.hints


def is_complete(puzzle: Puzzle, grid: Grid) -> bool:
    """Whether every place holds a value.

    Args:
        puzzle: The puzzle.
        grid: A solution grid.

    Example:
        >>> class Marked(Board, frozen=True, kw_only=True, tag="marked"):
        ...     grid: Annotated[TextGrid, Tokens(letters="x")]
        >>> board = Marked(grid=(".x",))
        >>> is_complete(board, ((0, 1),)), is_complete(board, ((0, None),))
        (True, False)
    """
    return all(grid[r][c] is not None for r, c in puzzle.places)


@runtime_checkable
class Grows(Protocol):
    """A puzzle whose solutions grow, round after round."""

    def growth(self, grid: Grid) -> tuple[Grid, ...]:
        """The stages of a solution, the solution first."""
        ...


def growth(puzzle: Puzzle, grid: Grid) -> tuple[Grid, ...]:
    """The stages of a solution that grows, the solution first; none for most kinds."""
    return puzzle.growth(grid) if isinstance(puzzle, Grows) else ()


def with_growth(answer: _T, puzzle: Puzzle) -> _T:
    """An answer with the stages of its solutions, if they grow: its members rounds and final."""
    solutions = getattr(answer, "solutions", ())
    rounds = tuple(filter(None, (growth(puzzle, solution) for solution in solutions)))
    if not rounds:
        return answer
    final = tuple(stages[-1] for stages in rounds)
    return msgspec.structs.replace(answer, rounds=rounds, final=final)  # type: ignore[type-var]


def filled(grid: Sequence[Sequence[Any]]) -> list[tuple[Place, Value]]:
    """The cells of a grid that hold a value, row by row.

    Args:
        grid: Rows of values; None is no value.

    Example:
        >>> filled([[None, 3], [1, None]])
        [((0, 1), 3), ((1, 0), 1)]
    """
    return [
        ((r, c), value)
        for r, row in enumerate(grid)
        for c, value in enumerate(row)
        if value is not None
    ]


def where(grid: Sequence[Sequence[Any]], value: Any) -> list[Place]:
    """The places where a value stands.

    Args:
        grid: Rows of values.
        value: The value.

    Example:
        >>> where([[0, 1], [1, 0]], 1)
        [(0, 1), (1, 0)]
    """
    return [place for place, stands in filled(grid) if stands == value]


def duplicates(items: Iterable[tuple[_T, Value | None]]) -> Iterator[tuple[Value, list[_T]]]:
    """Values that occur at more than one place, with those places; None is not a value.

    Args:
        items: Places, or whatever holds values, each with its value.

    Yields:
        A value that occurs more than once, and where.

    Example:
        >>> [*duplicates([((0, 0), 3), ((0, 1), 5), ((0, 2), 3)])]
        [(3, [(0, 0), (0, 2)])]
    """
    where: dict[Value, list[_T]] = {}
    for place, value in items:
        if value is not None:
            where.setdefault(value, []).append(place)
    return ((value, places) for value, places in where.items() if len(places) > 1)


MANY_CELLS = 10**6
"""With more cell variables than this, they are estimated first, alone."""
_rules_kept: dict[Hashable, Model] = {}


def chosen_form(kind: type[Puzzle], form: str | None) -> str:
    """The name of a form of a kind's model; of the default one for None.

    Raises:
        ValueError: The kind has no such form.
    """
    if form is not None and form not in kind.forms:
        forms = " or ".join(kind.forms) or "no form"
        raise ValueError(f"expected {forms} for {kind.kind()}, got {form!r}")
    return form or next(iter(kind.forms), "")


def _rules_model(puzzle: Puzzle, key: Hashable, form: str, *, splits: bool = False) -> Model:
    """A model of the rules alone, in a form."""
    refuse_too_large(puzzle.estimate(form))
    model = Model(None if key is None else (puzzle.kind(), key, form), form, splits=splits)
    model.cell_vars(puzzle.places, puzzle.domain)
    puzzle.add_rules(model)
    return model


def _shared_rules(puzzle: Puzzle, key: Hashable, form: str, *, splits: bool = False) -> Model:
    """The rules model for a key and a form; made again if the memory limit has changed."""
    full = (type(puzzle), key, form, chosen_limit(), splits)
    return recent(_rules_kept, full, lambda: _rules_model(puzzle, key, form, splits=splits))


def recent(cache: dict[Hashable, _T], key: Hashable, make: Callable[[], _T], most: int = 4) -> _T:
    """The cached value of a key, made if missing; the ``most`` newest values are kept."""
    if key not in cache:
        while len(cache) >= most:
            del cache[next(iter(cache))]
        cache[key] = make()
    return cache[key]


def json_schema(cls: type[Puzzle]) -> dict[str, Any]:
    """The JSON Schema of a kind's files; other members are allowed, and carried along."""
    schema = msgspec.json.schema(cls)
    own = schema["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    own["properties"].pop("extra", None)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
