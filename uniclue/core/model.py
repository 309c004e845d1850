"""The 0/1 linear model every puzzle compiles to (the kakuro view, ``A x = y``).

A :class:`Model` holds 0/1 variables and linear rows ``lower <= a.x <= upper``. A clause,
an exactly-one rule, a counting rule and a run sum are all rows. CNF, ILP and the matrix A are
views of this one object (see ``uniclue.encoders``).

Legend:
    variable   an integer id, counted from 1
    literal    ``+v`` (variable v is true) or ``-v`` (variable v is false)
    place      (row, column) of a cell, both counted from 0
    cell variables   the projection: the variables that determine the value of each cell
    group      why a row exists: a *rule* of the game, a *clue* the author wrote, or the *question*
    block      many rows added at once; no row is ever built on its own
    writer     what constraints write to: a model, or cardinality constraints (Writer)
    lazy constraint   a constraint enforced by cuts, not by rows (:mod:`uniclue.core.lazy`)
"""

from __future__ import annotations

import enum
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from itertools import chain, combinations, groupby, repeat
from operator import getitem, itemgetter
from typing import TYPE_CHECKING, Any, Literal, TypeGuard, cast, overload

import msgspec

from uniclue.core.arrays import ArrayLike, NDArray, np
from uniclue.core.memory import refuse_entries, refuse_growth, resident
from uniclue.core.words import name_place

if TYPE_CHECKING:
    from uniclue.core.lazy import LazyConstraint

Ints = NDArray["np.int32"]
"""An array of integers, such as variables and literals."""
Bools = NDArray["np.bool_"]
"""An array of truth values."""
Place = tuple[int, int]
"""A cell, or an entry of a solution grid: row and column, from 0."""
Value = int | str
"""What a place holds: a number or a text."""

Role = Literal["rule", "clue", "question"]

NO_BOUND = 2**30
"""An upper (or, negated, lower) bound that never binds."""
FEW = 32
"""Blocks of at most this many rows are merged with the rows added next to them."""
CARDINALITY = "cardinality"
"""The form of a writer of cardinality constraints."""

_watch: ContextVar[Callable[[], None] | None] = ContextVar("watch", default=None)


@contextmanager
def watched(check: Callable[[], None]) -> Iterator[None]:
    """Calls a check now and then while the body builds a session; raising in it ends the build."""
    before = _watch.set(check)
    try:
        yield
    finally:
        _watch.reset(before)


def watch() -> Callable[[], None]:
    """The check to call between pieces of work before a solver runs; it is cheap.

    Unless :func:`watched` set one, it checks the memory allocated from now on.
    """
    return _watch.get() or partial(refuse_growth, resident())


class View(enum.Flag):
    """Which view of the model a row belongs to."""

    LP = enum.auto()
    """Linear rows, for ILP solvers."""
    CNF = enum.auto()
    """Clauses and cardinality constraints, for SAT solvers."""
    BOTH = LP | CNF
    """Both."""


class Group(msgspec.Struct, frozen=True):
    """Why rows exist.

    Attributes:
        id: Position in ``Model.groups``.
        role: ``rule`` of the game, ``clue`` written by the author, or ``question``: a condition
            beyond them (a blocking clause).
        sentence: The rule or clue in words, as a person would say it.
        cells: Indices into ``Model.places`` of the cells it is about.
        about: Names of the things it is about (species, runs, lines).
        literals: For a clue that is only literals (a given): those literals. Such a group has no
            rows; solvers may assume the literals instead of adding them.
        code: The kind's rule code that it falls under; ``given`` for a known cell, ``cell`` for the
            rule that each cell holds one value; empty if it has none.

    Example:
        >>> Group(0, "rule", "row 1 holds every digit once", code="line").sentence
        'row 1 holds every digit once'
    """

    id: int
    role: Role
    sentence: str
    cells: tuple[int, ...] = ()
    about: tuple[str, ...] = ()
    literals: tuple[int, ...] = ()
    code: str = ""


MEANT = "meant"
"""The code of groups that say what variables stand for, and forbid nothing."""


class Groups(Sequence[Group]):
    """Rules and clues by id; a group and its sentence are made on first access."""

    def __init__(self, entries: Iterable[Any] = ()) -> None:
        self._entries = list(entries)

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, index: int) -> Group: ...
    @overload
    def __getitem__(self, index: slice) -> list[Group]: ...
    def __getitem__(self, index: int | slice) -> Group | list[Group]:
        if isinstance(index, slice):
            return [self[i] for i in range(len(self))[index]]
        entry = self._entries[index]
        if not isinstance(entry, Group):
            say, *source = entry
            entry = self._entries[index] = say(range(len(self))[index], *source)
        group: Group = entry
        return group

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Groups) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment]

    def add(self, entries: Iterable[Any]) -> None:
        """Adds groups, or tuples of a function that makes one and its arguments after the id."""
        self._entries += entries

    def copy(self) -> Groups:
        """The same groups in another list."""
        return Groups(self._entries)


class VarBlock(msgspec.Struct, frozen=True):
    """Variables ``first .. first + size - 1`` that share a name and an array shape.

    ``owner`` is the group whose rows alone mention them, or None for shared variables.
    """

    name: str
    first: int
    shape: tuple[int, ...]
    owner: int | None = None

    @property
    def size(self) -> int:
        """How many variables the block holds."""
        return math.prod(self.shape)

    @property
    def ids(self) -> Ints:
        """The variable ids in the block's shape."""
        return np.arange(self.first, self.first + self.size, dtype=np.int32).reshape(self.shape)


class Rows(msgspec.Struct, frozen=True):
    """Rows ``lower <= a.x <= upper`` in compressed sparse row form.

    Attributes:
        indptr: Shape (m + 1,). Row i holds entries ``indptr[i]:indptr[i + 1]``.
        cols: Shape (nnz,). Variable ids, counted from 1.
        coef: Shape (nnz,). Coefficients, never 0.
        lower: Shape (m,). ``-NO_BOUND`` or below where nothing bounds the row.
        upper: Shape (m,). ``NO_BOUND`` or above where nothing bounds the row.
        group: Shape (m,). Group ids.
        use: The view the rows belong to.
    """

    indptr: Ints
    cols: Ints
    coef: Ints
    lower: Ints
    upper: Ints
    group: Ints
    use: View = View.BOTH

    def __len__(self) -> int:
        return len(self.lower)

    def only(self, keep: Bools) -> Rows:
        """Some of the rows; ``keep`` has shape (m,)."""
        return self if keep.all() else self.take(np.flatnonzero(keep))

    def take(self, which: NDArray[np.integer[Any]]) -> Rows:
        """The rows with these indices, in this order; an index may occur several times."""
        lengths = np.diff(self.indptr)[which]
        indptr = running(lengths)
        entries = np.arange(indptr[-1]) + np.repeat(self.indptr[which] - indptr[:-1], lengths)
        parts = self.lower[which], self.upper[which], self.group[which]
        return Rows(indptr, self.cols[entries], self.coef[entries], *parts, self.use)

    def sums(self, numbers: ArrayLike) -> Ints:
        """Sums numbers, one for each entry, row by row: shape (nnz,) to (m,)."""
        so_far = running(numbers)
        return so_far[self.indptr[1:]] - so_far[self.indptr[:-1]]


def running(numbers: ArrayLike) -> Ints:
    """Prefix sums, starting with 0: one more than there are numbers."""
    numbers = np.asarray(numbers)
    out = np.zeros(len(numbers) + 1, np.int32)
    numbers.cumsum(dtype=np.int32, out=out[1:])
    return out


def _join(blocks: Sequence[Rows], use: View) -> Rows:
    """One ``Rows`` holding all ``blocks`` in order."""
    if not blocks:
        none = np.zeros(0, np.int32)
        return Rows(np.zeros(1, np.int32), none, none, none, none, none, use)
    indptr = running(np.concatenate([np.diff(b.indptr) for b in blocks]))
    cols, coef, lower, upper, group = (
        np.concatenate([getattr(b, part) for b in blocks])
        for part in ("cols", "coef", "lower", "upper", "group")
    )
    return Rows(indptr, cols, coef, lower, upper, group, use)


_Row = tuple["Group | ArrayLike", Sequence[int], "int | list[int] | None", int, int, View]
"""A single row: group, literals, coefficients (None: all 1), bounds, view."""


def _is_single(x: object) -> TypeGuard[list[int]]:
    """Whether the argument is one row, as a list."""
    return type(x) is list and (not x or type(x[0]) is int)


def _entries_of(numbers: Ints, length: Ints, which: NDArray[np.integer[Any]]) -> Ints:
    """The entries of the rows ``which``, in that order; ``length`` is the length of each row."""
    starts, n = running(length)[which], length[which]
    entries: Ints = numbers[np.repeat(starts - running(n)[:-1], n) + np.arange(n.sum())]
    return entries


def _order_by_length(length: Ints) -> NDArray[np.integer[Any]] | None:
    """An order that puts rows of equal length together; None if all lengths are equal."""
    first = {n: i for i, n in enumerate(dict.fromkeys(length.tolist()))}
    return (
        np.argsort([first[n] for n in length.tolist()], kind="stable") if len(first) > 1 else None
    )


def _id(group: Group | ArrayLike) -> Any:
    return group.id if isinstance(group, Group) else group


def _each(number: ArrayLike, m: int) -> Ints:
    """One number for each of m rows, from one for all or one each."""
    if type(number) is int:
        return np.full(m, number, np.int32)
    return np.broadcast_to(np.asarray(number, np.int32), (m,))


def _list(number: ArrayLike, m: int) -> list[int]:
    """:func:`_each` as a list."""
    if type(number) is int:
        return [number] * m
    is_each = isinstance(number, np.ndarray) and number.shape == (m,)  # broadcasting is slow
    each: list[int] = cast("Ints", number).tolist() if is_each else _each(number, m).tolist()
    return each


def _of_variables(lower: Ints, upper: Ints, negative: Ints) -> tuple[Ints, Ints]:
    """Bounds of rows over variables from those over literals: the literal -v counts 1 - v.

    Args:
        lower: Of literals; ``-NO_BOUND`` stays.
        upper: Of literals; ``NO_BOUND`` stays.
        negative: The sum of the coefficients of the negative ones.
    """
    return (
        np.where(lower <= -NO_BOUND, lower, lower - negative),
        np.where(upper >= NO_BOUND, upper, upper - negative),
    )


def _block(rows: list[_Row], use: View) -> Rows:
    """Many single rows as a block."""
    groups, entries, coefs, lowers, uppers, _ = zip(*rows, strict=True)
    m, sorts = len(rows), set(map(type, coefs))
    length = np.fromiter(map(len, entries), np.int32, m)
    x = np.fromiter(chain.from_iterable(entries), np.int32, length.sum())
    of_row = np.repeat(np.arange(m), length)
    coef = np.array([c if type(c) is int else 1 for c in coefs], np.int32)[of_row]
    if list in sorts:
        lists = [i for i, c in enumerate(coefs) if type(c) is list]
        coef[np.isin(of_row, lists)] = [c for i in lists for c in coefs[i]]
    lower, upper = np.array(lowers, np.int32), np.array(uppers, np.int32)
    if (is_negative := x < 0).any():
        shift = np.bincount(of_row[is_negative], coef[is_negative], m).astype(np.int32)
        lower, upper = _of_variables(lower, upper, shift)
    group = np.array([g if type(g) is int else _id(g) for g in groups], np.int32)
    keep = (x != 0) & (coef != 0)
    indptr = running(np.bincount(of_row[keep], minlength=m))
    return Rows(indptr, np.abs(x[keep]), (coef * np.sign(x))[keep], lower, upper, group, use)


class StillLazyError(ValueError):
    """The rows of a model are not all of its constraints, so writing them alone would be wrong."""


class NotCardinalityError(Exception):
    """A constraint cannot be expressed by cardinality constraints, or not by few enough."""


Joint = tuple[Sequence[int], "int | None"]
"""Literals, exactly two or none of them true, and the literal that means none is.

0: no literal means that. None: exactly two are true.
"""


Picture = tuple[Sequence[Any], Sequence[Any]]
"""The places that hold a value, and those that do not."""


class WordRows(msgspec.Struct, frozen=True):
    """A table of words, one row of which is chosen.

    Attributes:
        rows: The rows, equally long.
        literals: For each column, the literal each word stands for; 0: no literal.
        overlapping: The columns in which the literals of several words can be true together.
    """

    rows: Sequence[Sequence[Any]]
    literals: Sequence[Mapping[Any, int]]
    overlapping: Collection[int] = ()

    def choices(self) -> list[list[int]]:
        """The literals of each row."""
        return [[*map(getitem, self.literals, row)] for row in self.rows]


class Writer(ABC):
    """What constraints write their rows to: a model, or cardinality constraints.

    A literal is an integer. ``-x`` is its negation, and 0 means that there is no variable. Only the
    literals of a model fit into numpy arrays, so rows made with numpy go through :attr:`blocks`.

    Attributes:
        form: Which of the kind's alternative models it is; :data:`CARDINALITY` for no model.
        domain: The values a cell may take.
        positions: The position of each place that has variables, keyed as constraints name places.
        groups: Every rule and clue, by id.
        lazy: The lazy constraints beside the rows; :meth:`numbers_of` gives them their literals.
        choices: What a rule chooses from, by its title, for the clues on it that come after it: the
            placements over each cell, with their literals.

    Example:
        >>> model: Writer = Model()
        >>> isinstance(model, Writer)
        True
    """

    form: str
    domain: tuple[Value, ...]
    positions: Mapping[Any, int]
    groups: Groups
    lazy: list[LazyConstraint]
    choices: dict[str, Any]

    @property
    @abstractmethod
    def blocks(self) -> Model:
        """The model, for rows that are made with numpy.

        Raises:
            NotCardinalityError: This writer is not a model.
        """

    @abstractmethod
    def literals_at(self, places: Iterable[Any], value: Value, layer: str = "") -> list[int]:
        """The literal for each place that it holds a value; 0 where there is no variable.

        Args:
            places: The places, in half coordinates.
            value: The value; 0 at every place if it is not in the domain.
            layer: The layer they are in, as in :attr:`Model.layers`.
        """

    @abstractmethod
    def numbers_of(self, literals: list[int]) -> list[int]:
        """The same literals as lazy constraints expect them: signed variables, counted from 1."""

    @abstractmethod
    def new(self, name: str, number: int, owner: int | None) -> list[int]:
        """Makes variables; returns their literals.

        Args:
            name: What they mean.
            number: How many.
            owner: The only group whose rows mention them; None: there are others.
        """

    def define(self, group: int, clauses: Sequence[Sequence[int]]) -> int:
        """Adds clauses that say what new variables stand for, and forbid nothing by themselves.

        Args:
            group: The group that they are for; where each part of a rule has one, they are in none.
            clauses: Literals; each clause has a new variable, and perhaps literals of places.

        Returns:
            The id of the group that they are in; lazy constraints in it belong to them.
        """
        self.clause_lists(group, clauses)
        return group

    @abstractmethod
    def clause_lists(self, group: Group | ArrayLike, clauses: Sequence[Sequence[int]]) -> None:
        """Adds clauses of different lengths, in their order.

        Args:
            group: One group for all clauses, or m group ids.
            clauses: Literals; 0 is left out. A clause without any is the empty clause.
        """

    @abstractmethod
    def count(self, owner: int, literals: list[int], least: int, most: int) -> None:
        """Adds that at least ``least`` and at most ``most`` of some literals are true."""

    @abstractmethod
    def counts_in(
        self,
        ids: Ints,
        layer: str,
        places: Sequence[Sequence[Any]],
        values: Sequence[Sequence[Value]],
        bounds: Sequence[tuple[int, int]],
        *,
        by_length: bool = False,
    ) -> None:
        """Adds bounds on how many places of a list hold a value, list by list.

        Args:
            ids: Shape (m,). The group of each list.
            layer: The layer of the places.
            places: m lists of places; one without a variable holds no value.
            values: For each list, the values that the bounds hold for, each by itself.
            bounds: For each list, the least and the greatest number.
            by_length: Whether to put rows of lists of equal length together.
        """

    @abstractmethod
    def numbers_in(
        self, ids: Ints, lists: Sequence[list[int]], numbers: Sequence[Collection[int]]
    ) -> None:
        """Adds that the number of true literals is one of several, for some short lists.

        Args:
            ids: Shape (m,). The group of each list.
            lists: m lists of literals.
            numbers: For each list the numbers that are allowed.
        """

    @abstractmethod
    def not_all_in(
        self,
        ids: Ints,
        layer: str,
        places: Sequence[Sequence[Any]],
        values: Sequence[Sequence[Value]],
    ) -> None:
        """Adds that not all places hold their values, list by list.

        A list with a place that has no variable adds nothing.

        Args:
            ids: Shape (m,). The group of each list.
            layer: The layer of the places.
            places: m lists of places.
            values: For each list, a value for every place, or a single value for all.
        """

    @abstractmethod
    def related(
        self,
        ids: Ints,
        layer: str,
        pairs: Sequence[tuple[Any, Any]],
        suits: Sequence[Sequence[bool]],
    ) -> None:
        """Adds that the values of two places are compatible, for many pairs of places.

        Args:
            ids: Shape (m,). The group of each pair.
            layer: The layer of the places.
            pairs: m pairs of places, all with variables.
            suits: Row i: which values of the second place are compatible
                with value i of the first.
        """

    @abstractmethod
    def meet(self, owner: int, joints: Iterable[Joint]) -> None:
        """Adds that exactly two literals of each joint are true, or none: where lines meet."""

    @abstractmethod
    def pictures(
        self,
        owner: int,
        name: str,
        at: tuple[Sequence[Any], Value, str],
        pictures: Sequence[Picture],
    ) -> list[int]:
        """Makes a variable for each picture that is possible; it is true iff the picture occurs.

        Args:
            owner: The id of the group.
            name: What the variables mean.
            at: The places, the value, and the layer. No other place holds the value.
            pictures: The pictures.

        Returns:
            The literals of the variables.
        """

    @abstractmethod
    def prefixes(self, owner: int, name: str, lists: Sequence[Sequence[int]]) -> list[list[int]]:
        """Makes a variable for each literal: true iff it and all before it in its list are true.

        Args:
            owner: The id of the group.
            name: What the variables mean.
            lists: Lists of literals.

        Returns:
            The literals of the variables, list by list.
        """

    @abstractmethod
    def one_of(self, ids: Ints, names: Sequence[str], tables: Sequence[WordRows]) -> None:
        """Adds that one row of each table is chosen.

        Args:
            ids: Shape (m,). The group of each table.
            names: What a row of each table is called.
            tables: m tables.
        """

    @abstractmethod
    def contradiction(self, group: Group | int) -> None:
        """Adds that the group cannot hold."""


class Model(Writer):
    """0/1 variables, linear rows in named groups, and the cells they decide.

    Attributes:
        rules_key: Two models with equal, non-None keys have the same variables and rule rows.
        form: Which of the kind's alternative models it is; empty if there is only one.
        n_vars: Number of variables; ids run from 1 to ``n_vars``.
        entries: Number of entries of the rows; single rows count once they are in a block.
        var_blocks: The variables, by block.
        groups: Every rule and clue, by id.
        places: The cells, in the order of the cell variables' first axis.
        domain: The values a cell may take.
        cells: Ids of the cell variables: shape (places, values), true where the cell holds the
            value; or shape (places,) when ``domain`` is (0, 1).
        place_index: The position of each place in ``places``.
        positions: The same, keyed by the places as constraints name them, with half coordinates for
            sides, links and corners (``core.places``); ``place_index`` if all are cells.
        name_place: Returns what people call a place of ``places``.
        value_index: The position of each value in ``domain``.
        lazy: The lazy constraints beside the rows.
        origins: By group id, the constraint or clue the group was made from, if there is one.
        splits: Whether each constraint of a clue, and what it falls into, has a group of its own.
        layers: What the cells hold at another time than in the solution (a garden in the end), by
            name: variables in the shape of ``cells``, 0 for what is impossible there.
        numbers: How many of some literals are true: the variables of
            :func:`uniclue.constraints.unary.number_of_times`, keyed by the literals, preceded by
            the only group that may use them, or 0.

    Example:
        >>> model = Model()
        >>> model.cell_vars(cells((1, 2)), (0, 1)).tolist()
        [1, 2]
    """

    def __init__(self, rules_key: Hashable = None, form: str = "", *, splits: bool = False) -> None:
        self.rules_key = rules_key
        self.form = form
        self.splits = splits
        self.n_vars = self.entries = 0
        self.var_blocks: list[VarBlock] = []
        self.groups = Groups()
        self._literals: list[tuple[int, Sequence[int]]] = []  # of groups that have some, by id
        self.places: tuple[Place, ...] = ()
        self.domain: tuple[Value, ...] = ()
        self.cells: Ints = np.zeros((0,), np.int32)
        self._blocks: list[Rows] = []
        self.lazy: list[LazyConstraint] = []
        self.origins: dict[int, Any] = {}
        self.layers: dict[str, Ints] = {}
        self.choices: dict[str, Any] = {}
        self.numbers: dict[tuple[int, ...], Sequence[int]] = {}
        self._single: list[_Row] = []
        self.place_index: dict[Place, int] = {}
        self.positions: dict[Any, int] = self.place_index  # place or point
        self.name_place: Callable[[Place], str] = name_place
        self.value_index: dict[Value, int] = {}

    # -- variables ---------------------------------------------------------------------------

    def vars(self, name: str, shape: int | tuple[int, ...], owner: Group | None = None) -> Ints:
        """Makes new 0/1 variables.

        Args:
            name: What the variables mean, for maps back to the puzzle.
            shape: Array shape.
            owner: The only group whose rows mention them, if there is one.

        Returns:
            Their ids, in that shape.
        """
        shape = (shape,) if isinstance(shape, int) else shape
        return self._new_block(name, shape, None if owner is None else owner.id).ids

    def _new_block(self, name: str, shape: tuple[int, ...], owner: int | None) -> VarBlock:
        block = VarBlock(name, self.n_vars + 1, shape, owner)
        self.var_blocks.append(block)
        self.n_vars += block.size
        watch()()
        return block

    @property
    def n_cells(self) -> int:
        """How many cell variables there are."""
        return self.cells.size

    def cell_vars(self, places: Sequence[Place], domain: Sequence[Value]) -> Ints:
        """Makes the cell variables. Call it once, first.

        A domain of exactly (0, 1) gives one variable per cell. Any other gives one variable per
        cell and value, with the rule that exactly one of a cell's variables is true, so two
        different solutions always differ in a variable that is true in the first. Cell variables
        come first: their ids run from 1, place by place.

        Args:
            places: The cells.
            domain: The values, in order.

        Returns:
            The ids, shape (places,) or (places, values).
        """
        if self.n_vars:
            raise ValueError("expected the cell variables to be made first, and once")
        self.places, self.domain = tuple(places), tuple(domain)
        self.place_index = {place: i for i, place in enumerate(self.places)}
        self.positions = self.place_index
        self.value_index = {value: i for i, value in enumerate(self.domain)}
        if self.domain == (0, 1):
            self.cells = self.vars("cell", len(self.places))
        else:
            self.cells = self.vars("cell", (len(self.places), len(self.domain)))
            sentence = "every cell holds exactly one value"
            self.exactly_one(self.group("rule", sentence, code="cell"), self.cells)
        return self.cells

    @property
    def onehot(self) -> bool:
        """Whether a cell has one variable per value (else one variable, true for 1)."""
        return self.cells.ndim == 2

    def literal(self, place: Place, value: Value | None) -> int:
        """The literal that is true iff the cell at ``place`` holds ``value``.

        Raises:
            KeyError: No such place or value.
        """
        if value is None:
            raise KeyError(value)
        i, v = self.place_index[place], self.value_index[value]
        if self.onehot:
            return i * len(self.domain) + v + 1
        return i + 1 if v else -i - 1

    def true_literals(self, truth: Bools) -> Ints:
        """The literals that determine the value of each cell, in the order of the places.

        With one variable per value the true one suffices, since each cell has exactly one.

        Args:
            truth: Truth values of ``self.cells``, in its shape.
        """
        if self.onehot:
            return self.cells[truth]
        return np.where(truth, self.cells, -self.cells)

    def literals_in(self, grid: Sequence[Sequence[Value | None]]) -> Ints:
        """The literals that determine the value of each cell of a complete grid, place by place.

        Raises:
            KeyError: A cell holds no value of the domain.
        """
        stands = (((r, c), grid[r][c]) for r, c in self.places)
        return np.array([self.literal(place, value) for place, value in stands], np.int32)

    def literals_of(self, can: Bools) -> Ints:
        """The cell literals that hold if the cells are limited to some values.

        Args:
            can: Shape (places, values). Which values each cell can hold.
        """
        if self.onehot:
            return -self.cells[~can]
        return np.concatenate([self.cells[~can[:, 0]], -self.cells[~can[:, 1]]])

    def values(self, literals: Iterable[int]) -> list[Value]:
        """The value of each cell, from the literals that :meth:`true_literals` returns."""
        if not self.onehot:
            return [int(lit > 0) for lit in literals]
        domain, size = self.domain, len(self.domain)
        return [domain[(lit - 1) % size] for lit in literals]

    # -- groups and rows ---------------------------------------------------------------------

    def group(
        self,
        role: Role,
        sentence: str,
        places: Iterable[Place] = (),
        about: tuple[str, ...] = (),
        literals: Iterable[int] = (),
        code: str = "",
    ) -> Group:
        """Records why the rows that will be added under this group exist."""
        cells = tuple(map(self.place_index.__getitem__, places))
        group = Group(len(self.groups), role, sentence, cells, about, tuple(literals), code)
        self.groups.add([group])
        self._literals += [(group.id, group.literals)] * bool(group.literals)
        return group

    def group_all(
        self, say: Callable[..., Group], sources: Sequence[Any], literals: Sequence[Sequence[int]]
    ) -> Ints:
        """Records groups that are made, with their sentences, on first access.

        Args:
            say: Makes a group from its id, its source and its literals.
            sources: What each is made from.
            literals: The literals of each; empty, if none has any.

        Returns:
            Their ids.
        """
        first = len(self.groups)
        self.groups.add(zip(repeat(say), sources, literals or repeat(()), strict=False))
        self._literals += [(i, some) for i, some in enumerate(literals, first) if some]
        return np.arange(first, first + len(sources), dtype=np.int32)

    def linear(
        self,
        group: Group | ArrayLike,
        x: ArrayLike,
        coef: ArrayLike,
        lower: ArrayLike,
        upper: ArrayLike,
        use: View = View.BOTH,
    ) -> None:
        """Adds a block of rows ``lower <= sum coef * x <= upper``; an empty list adds none.

        A single row, given as a list, and a small block are cheap: they wait until others can be
        added with them.

        Args:
            group: One group for all rows, or m group ids.
            x: Shape (m, k). Literals; a negative one counts 1 where its variable is false. 0 is
                padding, for rows of different lengths. A variable occurs at most once in a row.
            coef: Broadcast to (m, k). Entries with coefficient 0 are dropped.
            lower: Broadcast to (m,).
            upper: Broadcast to (m,).
            use: The view the rows belong to.
        """
        if _is_single(x) and type(lower) is type(upper) is int and type(coef) in (int, list):
            if x:
                self._single.append((group, x, coef, lower, upper, use))
            return
        x = np.atleast_2d(np.asarray(x, np.int32))
        m = len(x)
        if m <= FEW:
            coefs = [coef] * m if type(coef) is int else np.broadcast_to(coef, x.shape).tolist()
            parts = (_list(part, m) for part in (lower, upper))
            self._single += zip(
                _list(_id(group), m), x.tolist(), coefs, *parts, [use] * m, strict=True
            )
            return
        self._write_single_rows()
        each = np.broadcast_to(np.asarray(coef, np.int32), x.shape)
        keep = (x != 0) & (each != 0)
        indptr = running(keep.sum(axis=1))
        low, high, owner = (_each(b, m) for b in (lower, upper, _id(group)))
        if (x < 0).any():
            low, high = _of_variables(
                low, high, np.where(x < 0, each, 0).sum(axis=1, dtype=np.int32)
            )
            each = each * np.sign(x)
        self._append(Rows(indptr, np.abs(x[keep]), each[keep], low, high, owner, use))

    def _append(self, block: Rows) -> None:
        """Adds a block of rows, unless the entries take more memory than the limit."""
        self.entries += len(block.cols)
        refuse_entries(self.entries)
        watch()()
        self._blocks.append(block)

    def clauses(self, group: Group | ArrayLike, literals: ArrayLike, use: View = View.BOTH) -> None:
        """Adds a block of clauses, as rows ``sum positive - sum negative >= 1 - negatives``.

        An empty list adds none; a single clause and a small block are cheap, as in :meth:`linear`.

        Args:
            group: One group for all clauses, or m group ids.
            literals: Shape (m, k). Literals; 0 is padding. All padding is the empty clause.
            use: The view the clauses belong to.
        """
        if _is_single(literals):
            if literals:
                self._single.append((group, literals, None, 1, NO_BOUND, use))
            return
        lits = np.atleast_2d(np.asarray(literals, np.int32))
        if len(lits) <= FEW:
            self._wait(group, lits.tolist(), use)
            return
        self.linear(group, lits, 1, 1, NO_BOUND, use)

    def clause_lists(
        self,
        group: Group | ArrayLike,
        clauses: Sequence[Sequence[int]],
        use: View = View.BOTH,
    ) -> None:
        """Adds clauses of different lengths as one block, in their order.

        Args:
            group: One group for all clauses, or m group ids.
            clauses: Literals; 0 is left out. A clause without any is the empty clause.
            use: The view the clauses belong to.
        """
        m = len(clauses)
        if m <= FEW:
            self._wait(group, clauses, use)
            return
        length = np.fromiter(map(len, clauses), np.int32, m)
        lits = np.fromiter(chain.from_iterable(clauses), np.int32, length.sum())
        self.flat_clauses(group, lits, length, use)

    def flat_clauses(
        self, group: Group | ArrayLike, lits: Ints, length: Ints, use: View = View.BOTH
    ) -> None:
        """Adds clauses of different lengths, one after the other, as one block.

        Args:
            group: One group for all clauses, or m group ids.
            lits: Shape (sum of the lengths,). Literals; 0 is left out.
            length: Shape (m,). How many literals each clause has, counting zeros.
            use: The view the clauses belong to.
        """
        m = len(length)
        self.flat_counts(group, lits, length, _each(1, m), _each(NO_BOUND, m), use)

    def flat_counts(
        self,
        group: Group | ArrayLike,
        lits: Ints,
        length: Ints,
        least: Ints,
        most: Ints,
        use: View = View.BOTH,
    ) -> None:
        """Adds counts of true literals, one after the other, as one block.

        Args:
            group: One group for all counts, or m group ids.
            lits: Shape (sum of the lengths,). Literals; 0 is left out.
            length: Shape (m,). How many literals each count has, counting zeros.
            least: Shape (m,). The least number of true literals.
            most: Shape (m,). The greatest number of true literals.
            use: The view the counts belong to.
        """
        self._write_single_rows()
        if (is_negative := lits < 0).any():
            negative = np.diff(running(is_negative)[running(length)])
            least, most = _of_variables(least, most, negative)
        if not lits.all():
            length = running(lits != 0)[running(length)]
            length, lits = np.diff(length), lits[lits != 0]
        owner = _each(_id(group), len(length))
        self._append(Rows(running(length), np.abs(lits), np.sign(lits), least, most, owner, use))

    def _wait(self, group: Group | ArrayLike, clauses: Sequence[Sequence[int]], use: View) -> None:
        """Keeps a few clauses until they are written with others."""
        owner = _list(_id(group), len(clauses))
        self._single += [
            (g, clause, None, 1, NO_BOUND, use) for g, clause in zip(owner, clauses, strict=True)
        ]

    def exactly_one(self, group: Group | ArrayLike, x: ArrayLike, use: View = View.BOTH) -> None:
        """Adds one row ``sum x = 1`` per line of ``x`` (m, k); 0 is padding."""
        self.linear(group, x, 1, 1, 1, use)

    def at_most_one(self, group: Group | ArrayLike, x: ArrayLike, use: View = View.BOTH) -> None:
        """Adds one row ``sum x <= 1`` per line of ``x`` (m, k); 0 is padding."""
        self.linear(group, x, 1, -NO_BOUND, 1, use)

    def contradiction(self, group: Group | int) -> None:
        """Adds the row ``0 >= 1``: the group cannot hold."""
        self.clauses(group, np.zeros((1, 1), np.int32))

    def block(self, grid: Sequence[Sequence[Value | None]]) -> None:
        """Adds the blocking clause of a solution: some cell literal of it is false."""
        group = self.group("question", "a solution that was found is blocked", self.places)
        self.clauses(group, -self.literals_in(grid))

    def define(self, group: int, clauses: Sequence[Sequence[int]]) -> int:
        """Adds what new variables stand for, which no step names where rules are split."""
        owner = self.group("rule", "what is meant", code=MEANT).id if self.splits else group
        self.clause_lists(owner, clauses)
        return owner

    def _write_single_rows(self) -> None:
        """Makes blocks of the rows that were added one by one."""
        for use, rows in groupby(self._single, itemgetter(5)):
            self._append(_block(list(rows), use))
        self._single.clear()

    # -- what constraints write --------------------------------------------------------------

    @property
    def blocks(self) -> Model:
        """The model itself."""
        return self

    def literals_at(self, places: Iterable[Any], value: Value, layer: str = "") -> list[int]:
        get, size = self.positions.get, len(self.domain)
        at = [get(place, -1) for place in places]
        v = self.value_index.get(value)
        if v is None:
            return [0] * len(at)
        if layer:
            x = self.table(layer)[:, v].tolist()
            return [x[i] if i >= 0 else 0 for i in at]
        if self.onehot:
            return [i * size + v + 1 if i >= 0 else 0 for i in at]
        return [i + 1 if v else -i - 1 for i in at]  # 0 for -1

    def table(self, layer: str = "") -> Ints:
        """The literals of all places and values of a layer; shape (places, values)."""
        table = self.layers.get(layer, self.cells)
        # The values 0 and 1 share one variable.
        return np.stack([-table, table], axis=1) if table.ndim == 1 else table

    def numbers_of(self, literals: list[int]) -> list[int]:
        return literals

    def new(self, name: str, number: int, owner: int | None) -> list[int]:
        first = self._new_block(name, (number,), owner).first
        return [*range(first, first + number)]

    def count(self, owner: int, literals: list[int], least: int, most: int) -> None:
        if literals:
            self.linear(owner, literals, 1, least, most)
        elif least > 0 or most < 0:
            self.contradiction(owner)

    def counts_in(
        self,
        ids: Ints,
        layer: str,
        places: Sequence[Sequence[Any]],
        values: Sequence[Sequence[Value]],
        bounds: Sequence[tuple[int, int]],
        *,
        by_length: bool = False,
    ) -> None:
        """Adds a row each; where the rules already count the literals, clauses on that number."""
        at, length = self._positions_of(places)
        limits = np.array(bounds, np.int32)
        if len(values[0]) > 1 and values.count(values[0]) == len(values):
            x, length = self._literals_by_value(layer, at, length, values[0])
            ids, limits = ids.repeat(len(values[0])), limits.repeat(len(values[0]), axis=0)
        else:
            number = np.fromiter(map(len, values), np.int32, len(values))
            if (number != 1).any():
                which = np.repeat(np.arange(len(number)), number)
                at, length = _entries_of(at, length, which), length[which]
                ids, limits = ids[which], limits[which]
            v = [*map(self.value_index.get, chain.from_iterable(values), repeat(-1))]
            x = self._literals_of_positions(layer, at, np.array(v, np.int32).repeat(length))
        shared = self._write_shared_numbers(ids, x, length, limits) if self.numbers else None
        order = _order_by_length(length) if by_length else None
        if shared is not None:
            order = np.arange(len(length)) if order is None else order
            self._write_counts(ids, x, length, limits, order[~shared[order]])
            self._write_counts(ids, x, length, limits, order[shared[order]], View.LP)
        else:
            self._write_counts(ids, x, length, limits, order)

    def _literals_by_value(
        self, layer: str, at: Ints, length: Ints, values: Sequence[Value]
    ) -> tuple[Ints, Ints]:
        """The literals of some values in lists of places, list by list, then value by value.

        Returns:
            The literals, with 0 past the end of a shorter list; and the lengths with that padding.
        """
        most = int(length.max(initial=0))
        padded = np.full((len(length), 1, most), -1, np.int32)
        padded[:, 0][np.arange(most) < length[:, None]] = at
        v = np.array([self.value_index.get(value, -1) for value in values], np.int32)[:, None]
        x = self._literals_of_positions(layer, padded, v)
        return x.ravel(), _each(most, len(length) * len(values))

    def _write_counts(
        self,
        ids: Ints,
        x: Ints,
        length: Ints,
        limits: Ints,
        which: NDArray[np.integer[Any]] | None,
        use: View = View.BOTH,
    ) -> None:
        """Writes some counts of literals in an order; None: all as they are."""
        if which is not None:
            x = _entries_of(x, length, which)
            ids, length, limits = ids[which], length[which], limits[which]
        if len(length):
            self.flat_counts(ids, x, length, limits[:, 0], limits[:, 1], use)

    def _write_shared_numbers(self, ids: Ints, x: Ints, length: Ints, limits: Ints) -> Bools | None:
        """Adds clauses on :attr:`numbers`; returns which counts they cover, None if none."""
        starts, shared = running(length), np.zeros(len(length), np.bool_)
        for i, (least, most) in enumerate(limits.tolist()):
            own = sorted(filter(None, x[starts[i] : starts[i + 1]].tolist()))
            number = self.numbers.get((0, *own), ())
            shared[i] = 0 < least <= len(number)
            if shared[i]:
                ends = [number[least - 1], *(-n for n in number[most : most + 1])]
                self.clause_lists(int(ids[i]), [[literal] for literal in ends])
        return shared if shared.any() else None

    def numbers_in(
        self, ids: Ints, lists: Sequence[list[int]], numbers: Sequence[Collection[int]]
    ) -> None:
        """Adds clauses; each rules out one set of true literals of a forbidden size."""
        clauses, owners = list[list[int]](), list[int]()
        for owner, x, allowed in zip(ids.tolist(), lists, numbers, strict=True):
            for number in {*range(len(x) + 1)} - {*allowed}:
                for some in combinations(x, number):
                    clauses.append([-lit if lit in some else lit for lit in x])
            owners += [owner] * (len(clauses) - len(owners))
        self.clause_lists(owners, clauses)

    def not_all_in(
        self,
        ids: Ints,
        layer: str,
        places: Sequence[Sequence[Any]],
        values: Sequence[Sequence[Value]],
    ) -> None:
        at, length = self._positions_of(places)
        x = self._literals_of_positions(layer, at, self._values_for(values, length))
        blank = running(x == 0)[running(length)]
        can = blank[1:] == blank[:-1]
        self.flat_clauses(ids[can], -x[np.repeat(can, length)], length[can])

    def related(
        self,
        ids: Ints,
        layer: str,
        pairs: Sequence[tuple[Any, Any]],
        suits: Sequence[Sequence[bool]],
    ) -> None:
        """Adds for each value of a place a clause with the values compatible with it."""
        at, _ = self._positions_of(pairs)
        one, other = self.table(layer)[at].reshape(-1, 2, len(suits)).swapaxes(0, 1)
        of_first = np.array(suits)
        ways = ((one, other, of_first), (other, one, of_first.T))
        for x, y, fits in ways if self.onehot else ways[:1]:  # with two values one way suffices
            some = ~fits.all(axis=1)  # a value compatible with all needs no clause
            rows = np.concatenate([-x[:, some, None], (fits * y[:, None])[:, some]], axis=2)
            self.clauses(ids.repeat(some.sum()), rows.reshape(-1, rows.shape[2]))

    def meet(self, owner: int, joints: Iterable[Joint]) -> None:
        """Adds a row for a joint whose literal means none is true; else clauses, after the rows."""
        clauses = list[list[int]]()
        for some, none in joints:
            if none is None:
                self.count(owner, [*some], 2, 2)
            elif none:
                self.linear(owner, [*some, none], [1] * len(some) + [2], 2, 2)
            else:
                clauses += [[-one, *(x for x in some if x != one)] for one in some]
                clauses += [[-x for x in three] for three in combinations(some, 3)]
        self.clause_lists(owner, clauses)

    def pictures(
        self,
        owner: int,
        name: str,
        at: tuple[Sequence[Any], Value, str],
        pictures: Sequence[Picture],
    ) -> list[int]:
        places, value, layer = at
        x = dict(zip(places, self.literals_at(places, value, layer), strict=True))
        not_x = {place: -literal for place, literal in x.items()}
        clauses, seen = list[list[int]](), list[list[int]]()
        for held, bare in pictures:
            there = [*map(x.get, held, repeat(0))]
            if all(there):
                seen.append([*there, *filter(None, map(not_x.get, bare, repeat(0)))])
        new = self.new(name, len(seen), owner)
        for one, literals in zip(new, seen, strict=True):
            clauses.append([one, *(-literal for literal in literals)])
            clauses += [[-one, literal] for literal in literals]
        self.clause_lists(owner, clauses)
        return new

    def prefixes(self, owner: int, name: str, lists: Sequence[Sequence[int]]) -> list[list[int]]:
        clauses, made = list[list[int]](), list[list[int]]()
        for some in lists:
            before, new = list[int](), self.new(name, len(some), owner)
            for here, x in zip(new, some, strict=True):
                clauses += [[-here, x], [here, -x, *(-last for last in before)]]
                clauses += [[-here, last] for last in before]
                before = [here]
            made.append(new)
        self.clause_lists(owner, clauses)
        return made

    def one_of(self, ids: Ints, names: Sequence[str], tables: Sequence[WordRows]) -> None:
        """Makes a variable for each row that implies its literals; at least one of them is true."""
        clauses, owners = list[Sequence[int]](), list[int]()
        for owner, name, table in zip(ids.tolist(), names, tables, strict=True):
            rows = table.choices()
            chosen = self.new(name, len(rows), owner) if rows else []  # none: the empty clause
            clauses.append(chosen)
            clauses += [[-one, x] for one, row in zip(chosen, rows, strict=True) for x in row if x]
            for i, column in enumerate(zip(*rows, strict=True)):
                if 0 not in column and i not in table.overlapping:
                    some: dict[int, list[int]] = {x: [-x] for x in {*column}}
                    for one, x in zip(chosen, column, strict=True):
                        some[x].append(one)
                    clauses += some.values()
            owners += [owner] * (len(clauses) - len(owners))
        self.clause_lists(owners, clauses)

    def _positions_of(self, places: Sequence[Sequence[Any]]) -> tuple[Ints, Ints]:
        """The positions of lists of places, concatenated, -1 for none; and the lists' lengths."""
        at = [*map(self.positions.get, chain.from_iterable(places), repeat(-1))]
        return np.array(at, np.int32), np.fromiter(map(len, places), np.int32, len(places))

    def _values_for(self, values: Sequence[Sequence[Value]], length: Ints) -> Ints:
        """The domain index of each place's value, or of the one value for all; -1: not in it."""
        index = self.value_index.get
        what = [*map(index, chain.from_iterable(values), repeat(-1))]
        if len(what) == len(values):
            return np.array(what, np.int32).repeat(length)
        if len(what) < length.sum():
            each = zip(values, length.tolist(), strict=True)
            full = chain.from_iterable(some if len(some) > 1 else [*some] * n for some, n in each)
            what = [*map(index, full, repeat(-1))]
        return np.array(what, np.int32)

    def _literals_of_positions(self, layer: str, at: Ints, v: Ints) -> Ints:
        """The literals of values in places by their positions; 0 where either is -1."""
        if layer:
            x = self.table(layer)[at, v]
        elif self.onehot:
            x = at * len(self.domain) + v + 1
        else:
            x = np.where(v > 0, at + 1, -at - 1)
        literals: Ints = np.where((at < 0) | (v < 0), 0, x)
        return literals

    # -- views -------------------------------------------------------------------------------

    def matrix(self, view: View = View.LP) -> Rows:
        """All rows of a view: the matrix A and its bounds.

        Literal clues are not rows, and lazy constraints are not written.
        """
        self._write_single_rows()
        return _join([b for b in self._blocks if b.use & view], view)

    def refuse_lazy(self) -> None:
        """Raises StillLazyError if the model has lazy constraints."""
        if self.lazy:
            sentence = self.lazy[0].group.sentence
            raise StillLazyError(
                f"expected a model of rows alone: {sentence!r} is a lazy constraint, which has to "
                "be written as rows first"
            )

    def program(self, *, rows_alone: bool = False) -> Rows:
        """All rows of the view LP, then one row for each literal clue that fixes its variable.

        Args:
            rows_alone: Leave lazy constraints to the caller, who has to check them.

        Raises:
            StillLazyError: There are lazy constraints, which would be left out.
        """
        if not rows_alone:
            self.refuse_lazy()
        literals = self.literals()
        fixed, ones = (literals > 0).astype(np.int32), np.ones_like(literals)
        group = self.owners_of_literals()
        units = Rows(running(ones), np.abs(literals), ones, fixed, fixed, group, View.LP)
        return _join([self.matrix(View.LP), units], View.LP)

    def literals(self) -> Ints:
        """The literals of all literal clues, in group order."""
        return np.array([lit for _, some in self._literals for lit in some], np.int32)

    def owners_of_literals(self) -> Ints:
        """The group id of each of these literals."""
        return np.array([i for i, some in self._literals for _ in some], np.int32)

    def clues_on_cells(self) -> list[Group]:
        """The clues that are about cells and are more than literals."""
        return [g for g in self.groups if g.role == "clue" and g.cells and not g.literals]

    def incidence(self) -> NDArray[np.int8]:
        """The clue-by-cell matrix: 1 where a clue is about a cell.

        For kakuro this is A in the linear system ``A x = y`` of Zhou and Tong (docs/sources.md).
        Shape (clues with cells, places); a row for each of ``clues_on_cells``.
        """
        clues = self.clues_on_cells()
        out = np.zeros((len(clues), len(self.places)), np.int8)
        for i, g in enumerate(clues):
            out[i, list(g.cells)] = 1
        return out

    def extend(self) -> Model:
        """A copy of this model to add to; this one stays as it is."""
        self._write_single_rows()
        new = Model(self.rules_key)
        new.__dict__.update(self.__dict__)
        new.var_blocks, new.groups = self.var_blocks.copy(), self.groups.copy()
        new._blocks, new._single = self._blocks.copy(), []
        new._literals = self._literals.copy()
        new.layers, new.lazy = self.layers.copy(), self.lazy.copy()
        new.choices = self.choices.copy()
        new.origins, new.numbers = self.origins.copy(), self.numbers.copy()
        return new
