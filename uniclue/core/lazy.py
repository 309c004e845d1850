"""Lazy constraints: what rows say at great length, and cuts say when it is needed.

A lazy constraint stands beside the rows of a model (:attr:`Model.lazy`). A solver is asked about
the rows alone; the assignment that it returns is shown to the lazy constraints, and what it breaks
of them comes back as *cuts*: clauses that every solution keeps. They are added, and the solver goes
on in the same session, until nothing is broken. So that an answer needs no trust in whoever made a
cut, a lazy constraint also *proves* cuts, from the clause alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from uniclue.core.model import Bools, Group, Ints, Model

Clause = list[int]
Value = NDArray[np.int8]
"""Shape (n_vars + 1,). Of every variable: 1 true, -1 false, 0 open."""


class Inference(NamedTuple):
    """What propagation concludes.

    Attributes:
        literal: It follows. If it is false already there is a contradiction; 0 contradicts itself.
        reason: The cut that says so: the literal, and else literals that are false.
    """

    literal: int
    reason: Clause


class LazyConstraint(ABC):
    """One lazy constraint.

    Attributes:
        group: The rule or clue that it is. A clue's own one holds where its selector does.
    """

    FORMS: ClassVar[tuple[str, ...]]
    """The ways to write it as rows, the one that is best for clauses first."""

    group: Group

    @abstractmethod
    def literals(self) -> Ints:
        """The literals that it speaks of."""

    @abstractmethod
    def cuts(self, truth: Bools, known: Value | None = None) -> list[Clause]:
        """Cuts that a complete assignment breaks; none if and only if it keeps the constraint.

        Args:
            truth: Shape (n_vars + 1,). Truth of every variable.
            known: What is known of the variables, so that cuts may prefer literals known to be
                false, which say nothing.
        """

    @abstractmethod
    def proves(self, clause: Iterable[int]) -> bool:
        """Whether every solution keeps a clause; all cuts and reasons are proved so.

        It looks at the clause alone and shares no code with :meth:`cuts` and :meth:`propagate`.
        """

    @abstractmethod
    def propagate(self, value: Value) -> list[Inference]:
        """What follows from known values; where all are known, whether the constraint is kept."""

    @abstractmethod
    def encode(self, model: Model, form: str) -> None:
        """Adds the rows that say the same, over auxiliary variables owned by the group.

        Projected to the literals the rows have exactly the solutions of the constraint; one
        solution may have many values of the auxiliary variables.

        Args:
            model: A model with the constraint's variables.
            form: One of ``FORMS``.

        Raises:
            ValueError: There is no such form.
        """


class Cut(NamedTuple):
    """A cut, and whose it is: the position in :attr:`Model.lazy`."""

    constraint: int
    clause: Clause


def cuts(model: Model, truth: Bools, known: Value | None = None) -> Iterator[Cut]:
    """The cuts of a model that a complete assignment breaks; none if it is a solution."""
    for i, constraint in enumerate(model.lazy):
        for clause in constraint.cuts(truth, known):
            yield Cut(i, clause)


def static(model: Model, form: str | None = None) -> Model:
    """The model with its lazy constraints written as rows.

    Args:
        model: The model; it stays as it is.
        form: The form for all constraints that have it; the others, and None: their first.
    """
    new = model.extend()
    new.lazy = []
    for constraint in model.lazy:
        forms = constraint.FORMS
        constraint.encode(new, form if form in forms else forms[0])
    return new
