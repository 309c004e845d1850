"""The meaning of the variables of an exported question: comments in the file, and a map beside it.

Comments are lines of words; only those that start with ``var`` are needed to read a solution::

    uniclue 0.1.0: sudoku, question unique, form -, encoding auto, version 1
    puzzle sha256:...
    var 12 cell r1c3 = 4                     variable 12 is true if r1c3 holds 4
    vars 730..744 starts in row 3 [3,5]      variables of the model, an array of that shape
    vars 745..801 auxiliary                  variables that the encoding added
    vars 802..811 clue                       selectors of clues (WCNF)
    clue 802 row 3 reads 2 1 4               the sentence of a selector's clue
    lazy 1 order: the shaded cells hang ...  the form and the sentence of a lazy constraint

With values 0 and 1 a cell has one variable, listed as ``= 1``; false is 0. Everything after ``= ``
is the value.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Literal

import msgspec

from uniclue.core.model import Model, Place, Value
from uniclue.core.puzzle import Grid
from uniclue.core.words import name_place

ENCODING_VERSION = 1
"""Incremented when the same puzzle, form and encoding give other variables, rows or clauses."""

ExportedQuestion = Literal["solve", "unique", "count"]


class CellVariable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A variable that is true if a cell, (row, column) from 0, holds a value.

    Attributes:
        var: The variable.
        cell: Where it stands in the solution grid.
        value: The value.
        name: What people call the place, if it is no cell.
    """

    var: int
    cell: Place
    value: Value
    name: str = ""


class VariableRange(msgspec.Struct, frozen=True):
    """Other variables: an array of this shape, numbered from ``first``."""

    name: str
    first: int
    shape: tuple[int, ...]

    @property
    def last(self) -> int:
        """The last variable."""
        return self.first + math.prod(self.shape) - 1


class LazyForm(msgspec.Struct, frozen=True):
    """A lazy constraint, and how a question says it: in a form as rows, or by ``cuts``."""

    form: str
    sentence: str


class VariableMap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """The map from the variables of an exported question back to the puzzle.

    Attributes:
        format: The name of the file format.
        version: The version of the file format.
        uniclue: The version of Uniclue that wrote it.
        kind: The puzzle's kind.
        puzzle: Digest of the puzzle, as of ``formats.puzzle_json.puzzle_digest``.
        question: ``solve`` (rules and clues), ``unique`` (and a blocking clause for every solution
            in ``blocked``) or ``count`` (rules and clues, counted over the cell variables).
        form: The form of the kind's model; empty if there is only one.
        cardinality: The encoding of counting rows as clauses; None for formats that take rows.
        encoding: ``ENCODING_VERSION``.
        variables: The number of variables.
        cells: The cell variables, by id.
        others: All other variables.
        clues: The sentences of the clues whose selectors are the last variables (WCNF).
        blocked: Solutions excluded by blocking clauses.
        lazy: The lazy constraints, if there are any.
    """

    format: Literal["uniclue-map"] = "uniclue-map"
    version: Literal[1] = 1
    uniclue: str
    kind: str
    puzzle: str
    question: ExportedQuestion
    form: str = ""
    cardinality: str | None = None
    encoding: int = ENCODING_VERSION
    variables: int
    cells: tuple[CellVariable, ...]
    others: tuple[VariableRange, ...] = ()
    clues: tuple[str, ...] = ()
    blocked: tuple[Grid, ...] = ()
    lazy: tuple[LazyForm, ...] | msgspec.UnsetType = msgspec.UNSET

    def literal(self, cell: Place, value: Value) -> int:
        """The literal that says that a cell holds a value.

        Args:
            cell: Its row and column in the solution grid, from 0.
            value: The value. With values 0 and 1, 0 is the negated literal of 1.

        Raises:
            ValueError: There is no such cell, or it never holds the value.
        """
        if (cell, value) in self._variables:
            return self._variables[cell, value]
        if value == 0 and (cell, 1) in self._variables:
            return -self._variables[cell, 1]
        raise ValueError(f"expected a cell and a value of the puzzle, got {value!r} at {cell}")

    def values(self, assignment: Iterable[int]) -> dict[Place, Value]:
        """What stands in each cell by an assignment: ``puzzle.grid_of`` makes a grid of it.

        Args:
            assignment: Literals, such as a solver's model; variables that are not in it are false.
        """
        true = {*assignment}
        values: dict[Place, Value] = {}
        if all(each.value == 1 for each in self.cells):
            return {each.cell: int(each.var in true) for each in self.cells}
        for each in self.cells:
            if each.var in true:
                values[each.cell] = each.value
        return values

    @cached_property
    def _variables(self) -> dict[tuple[Place, Value], int]:
        """The variable of each cell and value."""
        return {(each.cell, each.value): each.var for each in self.cells}

    def to_json(self) -> bytes:
        """The content of a map file: one line."""
        return msgspec.json.encode(self) + b"\n"

    def comments(self) -> Iterator[str]:
        """The lines that describe the file and its variables."""
        encoding = f"encoding {self.cardinality or 'rows'}, version {self.encoding}"
        form = f"form {self.form or '-'}"
        asked = f"question {self.question}"
        yield f"uniclue {self.uniclue}: {self.kind}, {asked}, {form}, {encoding}"
        yield f"puzzle {self.puzzle}"
        for cell in self.cells:
            yield f"var {cell.var} cell {cell.name or name_place(cell.cell)} = {cell.value}"
        for other in self.others:
            shape = f" [{','.join(map(str, other.shape))}]" if len(other.shape) > 1 else ""
            yield f"vars {other.first}..{other.last} {other.name}{shape}"
        for selector, sentence in enumerate(self.clues, self.variables - len(self.clues) + 1):
            yield f"clue {selector} {sentence}"
        for number, lazy in enumerate(self.lazy or (), 1):
            yield f"lazy {number} {lazy.form}: {lazy.sentence}"


def variable_map(
    model: Model,
    variables: int,
    clues: tuple[int, ...] = (),
    lazy: tuple[LazyForm, ...] = (),
    **named: Any,
) -> VariableMap:
    """The map of a question.

    Args:
        model: The question: rules, clues and blocking clauses.
        variables: The number of exported variables.
        clues: The groups whose selectors are the last of them.
        lazy: The form of each lazy constraint.
        named: The members ``uniclue``, ``kind``, ``puzzle`` and ``question``; optionally
            ``cardinality`` and ``blocked``.
    """
    return VariableMap(
        form=model.form,
        variables=variables,
        cells=cell_variables(model),
        others=tuple(_other_variables(model, variables, len(clues))),
        clues=tuple(model.groups[clue].sentence for clue in clues),
        lazy=lazy or msgspec.UNSET,
        **named,
    )


def cell_variables(model: Model) -> tuple[CellVariable, ...]:
    """The cell variables of a model with their meanings."""
    values = model.domain if model.onehot else (1,)
    is_plain = model.name_place is name_place
    named = [(p, "" if is_plain else model.name_place(p)) for p in model.places]
    cells = ((place, value, name) for place, name in named for value in values)
    return tuple(CellVariable(v, *cell) for v, cell in enumerate(cells, 1))


def _other_variables(model: Model, variables: int, selectors: int) -> Iterator[VariableRange]:
    """The other variables of a model, and those added by its encoding.

    Args:
        model: The model.
        variables: The number of exported variables.
        selectors: How many of the last ones are selectors of clues.
    """
    yield from (VariableRange(b.name, b.first, b.shape) for b in model.var_blocks[1:] if b.size)
    if added := variables - model.n_vars - selectors:
        yield VariableRange("auxiliary", model.n_vars + 1, (added,))
    if selectors:
        yield VariableRange("clue", variables - selectors + 1, (selectors,))
