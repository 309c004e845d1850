"""A constraint: one rule of the game or one clue of the author, with everything it provides.

A kind of puzzle is a list of constraints. What a constraint means is written here and in the other
modules of this folder, once for all kinds:

* its words: :meth:`Constraint.sentence`, and :meth:`Constraint.because` for a deduction from it;
* its rows, in a model or in cardinality constraints: :meth:`Constraint.add`, for many constraints
  of a class at once;
* its atoms, the facts that a person counts in it: :meth:`Constraint.atoms`, and the constraints
  that it falls into where steps are explained: :meth:`Constraint.split`;
* its propagator, which strikes values from its places: :meth:`Constraint.narrower`;
* its judge, which shares no code with the rows: :meth:`Constraint.violations`, preceded by the
  quick test :meth:`Constraint.is_kept`.

What only a few constraints provide: :mod:`uniclue.constraints.faces`.
"""

from __future__ import annotations

import enum
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain, groupby, product, zip_longest
from typing import Any, ClassVar, Literal, Self, TypeVar, cast

import msgspec
from msgspec.structs import force_setattr

from uniclue.constraints.arguments import check, checking
from uniclue.constraints.situation import DomainChange, Reason
from uniclue.core.arrays import np
from uniclue.core.memory import Size
from uniclue.core.model import (
    Group,
    Ints,
    Model,
    NotCardinalityError,
    Place,
    Role,
    Value,
    Writer,
    watch,
)
from uniclue.core.places import Point, names
from uniclue.core.spaces import SQUARES, Space, Squares
from uniclue.core.words import is_where, number_of, quoted
from uniclue.propagation.narrowing import DomainStore, Narrower, unchanged

Values = Sequence[Value | None]
"""The values in the places of a constraint, in their order.

None: not filled in; :data:`OUTSIDE`: the place has no variable.
"""
Broken = tuple[str, Iterable[Point]]
"""How a constraint is broken: a sentence, and the places involved."""
OUTSIDE = ""
"""Stands for a place that has no variable, and so no value at all."""
SHOWN = 8
"""How many fillings :meth:`Constraint.allows` shows."""


class Part(msgspec.Struct, frozen=True):
    """Part of a constraint that a person counts as one fact, an *atom*.

    The rows that mention only its places and values belong to it.

    Attributes:
        sentence: The fact in words: ``row 8 needs a 6``.
        places: The places.
        values: The values; None: all.
        sort: ``need``: a value has one place there, whatever else the places hold. ``part``: any
            other.
        taken: The groups of clues that its rows take for granted, so that an explanation that
            names it has to name them, too: the islands that are too small to reach a place.
    """

    sentence: str
    places: Sequence[Point]
    values: tuple[Value, ...] | None = None
    sort: Literal["need", "part"] = "part"
    taken: tuple[int, ...] = ()


class Trait(enum.Flag):
    """Properties of a class of constraints.

    Attributes:
        NUMBERS: It compares or adds values, so all of them must be numbers.
        DIFFERENT: A value in one of its places is in no other: bookkeeping, not a step.
        DEAR: Its rows are slow to encode as clauses.
        MODEL: Its rows need a model: it always uses :attr:`~Writer.blocks`.
        SKIPS_OUTSIDE: A place without a variable holds no value and is skipped; for other classes
            such a place is an error in the kind.
    """

    NUMBERS = enum.auto()
    DIFFERENT = enum.auto()
    DEAR = enum.auto()
    MODEL = enum.auto()
    SKIPS_OUTSIDE = enum.auto()


class _Named(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    layer: str = ""
    name: str = ""
    skips_outside: bool = False


class Constraint(_Named, frozen=True):
    """One rule or clue.

    Attributes:
        code: The rule code of its violations.
        title: What it is called in sentences: ``row 3``, ``across run at r2c3``.
        places: The places. The class defines what a place without a variable (a wall, a place
            beside the board) means: ``Trait.SKIPS_OUTSIDE``.
        layer: The layer they are in, as in :attr:`Model.layers`; empty: the solution's own cells.
        name: What it is called in graphs, if that is not the title: ``across r2c3``.
        skips_outside: Whether this one skips places without a variable, though its class refuses
            them.

    Example:
        >>> class Even(Constraint, frozen=True):
        ...     '''The number of places that hold 1 is even.'''
        ...     def sentence(self):
        ...         return f"{self.title}: an even number"
        ...     def violations(self, values):
        ...         if None not in values and sum(values) % 2:
        ...             yield f"{self.title} holds {sum(values)}", self.places
        >>> word = Even("row", "row 1", cells((1, 3)))
        >>> word.sentence()
        'row 1: an even number'
        >>> word.allows(0, 1)
        '4 of 8: 000 011 101 110'
    """

    traits: ClassVar[Trait] = Trait(0)
    """Properties of the class."""

    code: str
    title: str
    places: Sequence[Point]

    def __init_subclass__(cls, **config: Any) -> None:
        super().__init_subclass__(**config)
        own, base = vars(cls).keys(), vars(Constraint)
        lost = set[str]()  # inherited methods that would not match what is overridden here
        if "violations" in own:
            lost |= {"is_kept"}
        if {"violations", "add"} & own:
            lost |= {"narrower", "narrow"}
        for name in lost - own:
            setattr(cls, name, base[name])

    def __post_init__(self) -> None:
        if type(self.places) is list:
            force_setattr(self, "places", tuple(self.places))
        if (codes := checking.get()) is not None:
            check(self, codes)

    def misfit(self) -> str:
        """Why its arguments do not fit one another, in words; empty if they do.

        Their types have been checked. It is called for words in files and packages of users.
        """
        return ""

    def fault(self, unknowns: Collection[Point], domain: tuple[Value, ...]) -> str:
        """Why it does not fit the puzzle, such as a place without a variable; empty if it fits.

        Args:
            unknowns: The places that have variables.
            domain: The values.
        """
        if Trait.NUMBERS in self.traits and not are_numbers(domain):
            return f"needs numbers, and the values are {', '.join(map(str, domain))}"
        if Trait.SKIPS_OUTSIDE in self.traits or self.skips_outside:
            return ""
        if not (beyond := [place for place in self.places if place not in unknowns]):
            return ""
        return (
            f"speaks of {names(beyond)}, where there is no variable; "
            "if walls or the frame may stand there, say skips_outside=True"
        )

    def sentence(self) -> str:
        """The constraint in words: by default its title."""
        return self.title

    def because(self, at: DomainChange) -> Reason:
        """Why something follows from it alone: by default its own words.

        Args:
            at: The domains of its places before and after.
        """
        title, colon, detail = self.sentence().partition(": ")
        where = f" {title}" if is_where(title) else f" ({title})"
        return Reason("one rule", detail + where if colon else title)

    def broken(self, values: Values) -> str:
        """How values break it, in words that follow *but*; empty if they do not, or none are known.

        Args:
            values: The values of its places, None where they are unknown.
        """
        for sentence, _ in self.violations(values):
            head, semicolon, tail = sentence.partition("; ")
            if tail == "not so":  # the sentence alone says no more than that
                return ""
            return f"{head} ({tail})" if semicolon else head
        return ""

    @property
    def label(self) -> str:
        """What it is called in graphs."""
        return self.name or self.title

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """Writes the rows of many constraints; none if :meth:`literals` covers them.

        Args:
            rows: A model whose cell variables exist, or cardinality constraints. Rows made with
                numpy need the model: :attr:`~Writer.blocks`.
            constraints: Constraints of this class, in one layer.
            ids: Shape (constraints,). The ids of their groups.
        """

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        """Estimates what the rows of many constraints add to a model and its formula.

        By default, one clause for each constraint, of all its variables or, if the class has a
        member ``value``, of those of that value.

        Args:
            constraints: Constraints of this class.
            values: How many values a place can hold.
            form: The model's form.
        """
        about = 1 if "value" in cls.__struct_fields__ else values
        literals = about * sum(len(c.places) for c in constraints)
        return Size(0, literals, len(constraints), literals)

    @abstractmethod
    def violations(self, values: Values) -> Iterator[Broken]:
        """How these values certainly break it, whatever the unknown ones are."""

    def is_kept(self, values: Values) -> bool:
        """Whether these values do not break it; quick, for boards that are mostly right."""
        return next(self.violations(values), None) is None

    def allows(self, *values: Value) -> str:
        """How many fillings of its places it allows, and the first eight: ``2 of 4: 01 10``.

        Args:
            values: What a place can hold.
        """
        kept, gap = (
            allowed_fillings(self, *values),
            "," if max(len(str(v)) for v in values) > 1 else "",
        )
        first = [gap.join(map(str, filling)) for filling in kept[:SHOWN]]
        of = f"{len(kept)} of {len(values) ** len(self.places)}"
        return " ".join([f"{of}:", *first, *["..."] * (len(kept) > SHOWN)])

    @classmethod
    def broken_together(
        cls, constraints: Sequence[Self], values: Sequence[Values]
    ) -> Iterator[Broken]:
        """How values break several constraints together that each of them alone keeps.

        Only where they speak of one thing that the answer leaves open, as of the direction in
        which a loop is followed; by default they do not.

        Args:
            constraints: Constraints of this class.
            values: The values in the places of each.
        """
        yield from ()

    def split(self) -> Sequence[Constraint]:
        """What it falls into where steps name as little as possible: by default only itself.

        All of them together say the same, and each is a fact by itself: the area of one cell.
        """
        return (self,)

    def atoms(self, model: Model) -> Sequence[Part]:
        """The facts a person counts in it, if more than one; rows in no part are one more."""
        return ()

    def narrower(self, domain: tuple[Value, ...], unknowns: int) -> Narrower | None:
        """The propagator of its places' domains, for puzzles decided that way; None: it has none.

        Args:
            domain: The values.
            unknowns: How many of its places have variables; only those are narrowed.
        """
        return None

    @classmethod
    def narrow(cls, narrowing: DomainStore, constraints: Sequence[Self]) -> bool:
        """Adds many constraints to a domain store: by default their narrowers.

        Args:
            narrowing: The domains of all places, and what narrows them.
            constraints: Constraints of this class, none of them in a layer.

        Returns:
            Whether all of them could be added; false if one cannot be satisfied.
        """
        for c in constraints:
            at = narrowing.at(c.places)
            narrower = c.narrower(narrowing.domain, len(at))
            if narrower is None or (not at and narrower(())):
                return False
            if at and narrower is not unchanged:
                narrowing.add(narrower, at)
        return True

    def literals(self, rows: Writer) -> list[int]:
        """The literals it is equivalent to; empty if it adds rows instead."""
        return []

    @property
    def about(self) -> tuple[str, ...]:
        """Names of what it is about, for graphs and features."""
        return (self.label,)


def allowed_fillings(c: Constraint, *values: Value) -> list[tuple[Value, ...]]:
    """All fillings of a constraint's places that it allows, in the order of the values: to try it.

    Args:
        c: The constraint.
        values: What a place can hold.
    """
    return [*filter(c.is_kept, product(values, repeat=len(c.places)))]


def has_filter(cls: type[Constraint]) -> bool:
    """Whether a class narrows domains: it overrides ``narrower`` or ``narrow``."""
    own: Any = cls.narrow
    of_all: Any = Constraint.narrow
    return cls.narrower is not Constraint.narrower or own.__func__ is not of_all.__func__


def judges_together(cls: type[Constraint]) -> bool:
    """Whether a class has :meth:`Constraint.broken_together`."""
    own: Any = cls.broken_together
    of_all: Any = Constraint.broken_together
    return own.__func__ is not of_all.__func__


def keeps(stands: Mapping[Any, Value | None], constraint: Stated) -> bool:
    """Whether what stands in places, by place, does not break a constraint."""
    return constraint.is_kept([stands.get(place, OUTSIDE) for place in constraint.places])


def needs_values(domain: tuple[Value, ...], needed: Iterable[Value]) -> str:
    """The fault of a constraint defined for exactly the needed values; empty if they match."""
    only = tuple(needed)
    return "" if domain == only else f"needs the values {', '.join(map(str, only))}"


def says_own_faults(cls: type[Constraint]) -> bool:
    """Whether a class checks more than non-numeric values and places without variables."""
    return cls.fault is not Constraint.fault


def can_be_faulty(cls: type[Constraint]) -> bool:
    """Whether :meth:`Constraint.fault` ever finds anything."""
    if says_own_faults(cls) or Trait.NUMBERS in cls.traits:
        return True
    return Trait.SKIPS_OUTSIDE not in cls.traits


def cells_in(c: Constraint) -> Sequence[Place]:
    """The places of a constraint that is about cells only."""
    return cast("Sequence[Place]", c.places)


def places_with(c: Constraint, values: Values, value: Value | None) -> list[Point]:
    """The places of a constraint that hold a value."""
    return [p for p, stands in zip(c.places, values, strict=True) if stands == value]


def not_so_at(c: Constraint, places: Sequence[Point]) -> Iterator[Broken]:
    """The violation of a constraint at some places; nothing if there are none."""
    if places:
        yield f"{c.title}; not so at {names(places)}", places


def broken_at(c: Constraint, places: Sequence[Point]) -> Broken:
    """The violation of a constraint at places, which its title may name already."""
    where = names(places)
    return f"{c.sentence()}; not so{'' if where == c.title else f' at {where}'}", places


def sized_title(c: Constraint) -> str:
    """The title and the number of places: ``across run at r2c3 (4 cells)``."""
    return f"{c.title} ({number_of(len(c.places), 'cell')})"


def variables_at(model: Model, c: Constraint, value: Value) -> Ints:
    """The literal for each place of a constraint that it holds a value."""
    return variables(model, value, c.layer)[[model.positions[p] for p in c.places]]


@lru_cache(maxsize=64)
def are_numbers(domain: tuple[Value, ...]) -> bool:
    """Whether all values are numbers."""
    return all(isinstance(value, int) for value in domain)


class Spatial(Constraint, frozen=True, kw_only=True):
    """A constraint that asks what lies beside what.

    Attributes:
        space: The space of its places; a board that is no rectangle gives its own.
    """

    space: Squares | Space = SQUARES


_S = TypeVar("_S")


def placed(stated: _S, space: Space) -> _S:
    """What a kind states, on a board that is no rectangle: all words in it get its space.

    Args:
        stated: A constraint, a clue, or whatever one consists of.
        space: The space.
    """
    if isinstance(stated, tuple | list):
        return cast("_S", tuple([placed(part, space) for part in stated]))
    if not isinstance(stated, Constraint | Clue):
        return stated
    own = {name: getattr(stated, name) for name in stated.__struct_fields__}
    parts = {name: value for name, value in own.items() if _has_parts(value)}
    new: dict[str, Any] = {name: placed(value, space) for name, value in parts.items()}
    if isinstance(stated, Spatial):
        new["space"] = space
    return cast("_S", msgspec.structs.replace(stated, **new)) if new else stated


def _has_parts(value: Any) -> bool:
    """Whether an argument of a word is another word, or several."""
    if isinstance(value, tuple | list):
        return any(map(_has_parts, value))
    return isinstance(value, Constraint | Clue)


class OfValues(Constraint, frozen=True):
    """A constraint that is about some values, wherever they occur.

    Attributes:
        values: The values.
    """

    values: tuple[Value, ...]

    @property
    def about(self) -> tuple[str, ...]:
        return tuple(map(str, self.values))


class Clue(msgspec.Struct, frozen=True, dict=True):
    """Several constraints that a person counts as one clue: one sentence, one group of the model.

    The clue is kept if all its constraints are. It is one line in ``clues``, one suspect in ``why``
    and one group of the certificate's map; steps may need only some of its constraints, and name
    these. Violations have the codes of the constraints.

    Attributes:
        code: The rule code of the group.
        title: What it is called in sentences.
        constraints: The constraints, at least one.
        says: What it means, in words; empty: the title says it all.

    Example:
        >>> less = [Less("arrow", "arrow at r2c2", (cell, (1, 2))) for cell in ((0, 1), (2, 1))]
        >>> clue = Clue("arrow", "arrow at r2c2", less, "it points to the largest number")
        >>> clue.sentence()
        'arrow at r2c2: it points to the largest number'
        >>> clue.places
        ((0, 1), (1, 2), (2, 1))
    """

    code: str
    title: str
    constraints: Sequence[Constraint]
    says: str = ""

    def __post_init__(self) -> None:
        force_setattr(self, "constraints", tuple(self.constraints))
        if (codes := checking.get()) is not None:
            check(self, codes)

    def misfit(self) -> str:
        """Why its arguments do not fit one another; see :meth:`Constraint.misfit`."""
        if self.constraints and all(isinstance(c, Constraint) for c in self.constraints):
            return ""
        return f"constraints: expected one or more constraints, got {quoted(self.constraints)}"

    @cached_property
    def places(self) -> tuple[Point, ...]:
        """The places of its constraints, each once."""
        return tuple(dict.fromkeys(chain.from_iterable(c.places for c in self.constraints)))

    def sentence(self) -> str:
        """The clue in words."""
        return f"{self.title}: {self.says}" if self.says else self.title

    @property
    def about(self) -> tuple[str, ...]:
        """Names of what it is about, for graphs and features."""
        return (self.title,)

    def is_kept(self, values: Values) -> bool:
        """Whether these values, in the order of its places, do not break it."""
        held = dict(zip(self.places, values, strict=True))
        return all(c.is_kept([held[p] for p in c.places]) for c in self.constraints)

    def literals(self, rows: Writer) -> list[int]:
        """The literals it is equivalent to; empty if one of its constraints adds rows."""
        each = [c.literals(rows) for c in self.constraints]
        return [*chain.from_iterable(each)] if all(each) else []


Stated = Constraint | Clue
"""What a kind states: a constraint alone, or several as one clue."""
Constraints = Iterable[Stated]
"""What a kind's rules and clues are."""


def parts_of(stated: Stated) -> Sequence[Constraint]:
    """The constraints of a clue; a constraint alone is its only part."""
    return stated.constraints if isinstance(stated, Clue) else (stated,)


def all_parts(stated: Constraints) -> Iterator[Constraint]:
    """The constraints, with those of clues instead of the clues."""
    return chain.from_iterable(map(parts_of, stated))


def grouped(model: Model) -> Iterator[tuple[int, Constraint]]:
    """The constraints of a model, each with the group it is in."""
    return ((group, c) for group, stated in model.origins.items() for c in parts_of(stated))


def add(model: Model, role: Role, stated: Constraints) -> None:
    """Adds constraints to a model in their order; the rows class by class.

    Each has a group, and the constraints of a clue have one together, unless the model
    :attr:`~Model.splits` them.
    """
    index, has_all = model.positions, model.positions is model.place_index
    every = [*(_split(stated) if model.splits else stated)]

    def group(i: int, c: Stated, literals: Sequence[int]) -> Group:
        cells = tuple(index[p] for p in c.places if has_all or p in index)
        return Group(i, role, c.sentence(), cells, c.about, tuple(literals), c.code)

    ids = model.group_all(group, every, [c.literals(model) for c in every])
    model.origins.update(zip(ids.tolist(), every, strict=True))
    constraints, owners = _with_owners(model, every, ids)
    for cls, which in blocks_of(constraints):
        cls.add(model, [constraints[i] for i in which], owners[which])


def _split(stated: Constraints) -> Iterator[Constraint]:
    """The constraints of clues, and what these fall into."""
    return chain.from_iterable(c.split() for c in all_parts(stated))


def _with_owners(model: Model, every: Sequence[Stated], ids: Ints) -> tuple[list[Constraint], Ints]:
    """The constraints with those of clues, and the group of each.

    A group has either literals or rows, so the literals in a clue with rows become clauses.
    """
    constraints, owners = list[Constraint](), list[int]()
    for stated, group in zip(every, ids.tolist(), strict=True):
        if not isinstance(stated, Clue):
            constraints.append(stated)
            owners.append(group)
            continue
        constraints += stated.constraints
        owners += [group] * len(stated.constraints)
        if not stated.literals(model):
            some = [x for c in stated.constraints for x in c.literals(model)]
            model.clause_lists(group, [[x] for x in some])
    return constraints, np.array(owners, np.int32)


def write(rows: Writer, stated: Constraints) -> list[int]:
    """Writes constraints without groups; returns the literals of those that are literals alone.

    Raises:
        NotCardinalityError: The writer cannot express one of them.
    """
    constraints, literals, check = [*all_parts(stated)], list[int](), watch()
    for cls, which in blocks_of(constraints):
        check()
        some = [constraints[i] for i in which]
        if cls.literals is not Constraint.literals:
            literals += chain.from_iterable([c.literals(rows) for c in some])
        try:
            cls.add(rows, some, _no_ids(len(some)))
        except OverflowError as error:  # a plugin that puts literals into arrays itself
            raise NotCardinalityError from error
    return literals


def _no_ids(number: int) -> Ints:
    """Placeholder ids where there are no groups: a list instead of an array, without numpy."""
    return cast(Ints, _NoIds([0] * number))


class _NoIds(list[int]):
    """Zeros with what writers of cardinality rows use of an array."""

    def tolist(self) -> list[int]:
        return self

    def __getitem__(self, at: Any) -> Any:
        return super().__getitem__(at) if isinstance(at, int | slice) else _NoIds([0] * len(at))


def blocks_of(constraints: Sequence[Constraint]) -> list[tuple[type[Constraint], list[int]]]:
    """The positions of the constraints of each class in each layer, in the order they appear."""
    alike: dict[tuple[type[Constraint], str], list[int]] = defaultdict(list)
    sorts = [(type(c), c.layer) for c in constraints]
    for sort, run in groupby(range(len(sorts)), sorts.__getitem__):
        alike[sort] += run
    return [(cls, which) for (cls, _), which in alike.items()]


def literals(rows: Writer, places: Iterable[Point], value: Value = 1, layer: str = "") -> list[int]:
    """The literal for each place that it holds a value: :meth:`Writer.literals_at`.

    Args:
        rows: A model, or cardinality rows.
        places: The places.
        value: The value.
        layer: The layer they are in; empty: the solution's own cells.

    Example:
        >>> model = Model()
        >>> x = model.cell_vars(cells((1, 2)), (0, 1))
        >>> literals(model, cells((1, 2))), literals(model, cells((1, 2)), 0)
        ([1, 2], [-1, -2])
    """
    return rows.literals_at(places, value, layer)


def literals_by_value(model: Model, places: Sequence[Point], layer: str = "") -> Ints:
    """:func:`literals` of all values of the domain; shape (values, places)."""
    if layer or not model.onehot:
        return np.array([literals(model, places, v, layer) for v in model.domain], np.int32)
    get = model.positions.get
    at, size = np.array([get(place, -1) for place in places], np.int32), len(model.domain)
    x: Ints = np.where(at < 0, 0, at * size + np.arange(1, size + 1, dtype=np.int32)[:, None])
    return x


def values_of(model: Model, places: Sequence[Sequence[Point]], layer: str = "") -> Ints:
    """:func:`literals` of all values of the domain, for many lists of places.

    Returns:
        Shape (lists, places, values); 0 past the end of a shorter list, and at places without
        variables.
    """
    length = np.array([*map(len, places)])
    at = np.full((len(places), length.max()), -1)
    get = model.positions.get
    at[np.arange(length.max()) < length[:, None]] = [
        get(p, -1) for p in chain.from_iterable(places)
    ]
    table = model.table(layer)
    x: Ints = np.concatenate([table, np.zeros((1, table.shape[1]), np.int32)])[at]
    return x


@lru_cache(maxsize=1024)
def bits(domain: tuple[Value, ...], values: tuple[Value, ...]) -> int:
    """Some values as bits: bit i is value i of the domain."""
    return sum([1 << i for i, value in enumerate(domain) if value in values])


def by_length(rows: Sequence[Sequence[int]]) -> Iterator[tuple[list[int], Ints]]:
    """Rows of literals as arrays, one array for each length, with the rows' positions."""
    alike: dict[int, list[int]] = {}
    for i, row in enumerate(rows):
        alike.setdefault(len(row), []).append(i)
    for which in alike.values():
        yield which, np.array([rows[i] for i in which], np.int32)


def padded(rows: Sequence[Sequence[int]]) -> Ints:
    """Rows of literals or numbers as one array, with 0 past the end of a shorter row."""
    if not rows:
        return np.zeros((0, 1), np.int32)
    return np.array(list(zip_longest(*rows, fillvalue=0)), np.int32).reshape(-1, len(rows)).T


def variables(model: Model, value: Value, layer: str = "") -> Ints:
    """The literal for each place of a layer that it holds a value; shape (places,)."""
    x: Ints = model.table(layer)[:, model.domain.index(value)]
    return x


def cells_of(model: Model, constraints: Sequence[Constraint]) -> Ints:
    """The cell variables of many constraints, or the variables of the layer they are in.

    Args:
        model: The model.
        constraints: Constraints of one class, in one layer.

    Returns:
        Shape (constraints, places[, values]); 0 past the end of a shorter constraint, and at
        places without variables.

    Example:
        >>> model = Model()
        >>> x = model.cell_vars(cells((1, 2)), (0, 1))
        >>> cells_of(model, [AllEqual("same", "row 1", cells((1, 2)))]).tolist()
        [[1, 2]]
    """
    length = np.array([len(c.places) for c in constraints])
    at = np.full((len(constraints), length.max()), -1)
    places = chain.from_iterable(c.places for c in constraints)
    get = model.positions.get
    at[np.arange(length.max()) < length[:, None]] = [get(place, -1) for place in places]
    table = model.layers.get(constraints[0].layer, model.cells)
    x: Ints = np.concatenate([table, np.zeros((1, *table.shape[1:]), np.int32)])[at]
    return x


AConstraint = TypeVar("AConstraint", bound=Constraint)


def satisfiable(
    model: Model, constraints: Sequence[AConstraint], ids: Ints, can_hold: Sequence[bool]
) -> tuple[list[AConstraint], Ints]:
    """The constraints that can hold, with their groups; each of the others adds a contradiction."""
    holds = np.array(can_hold, np.bool_)
    for i in ids[~holds].tolist():
        model.contradiction(model.groups[i])
    return [c for c, there in zip(constraints, can_hold, strict=True) if there], ids[holds]
