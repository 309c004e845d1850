"""Lazy constraints: stated by cuts when needed, where rows would be very long.

A lazy constraint stands beside the rows of a model (:attr:`Model.lazy`). A solver solves
the rows alone; the assignment that it returns is passed to the lazy constraints, and those that it
breaks return *cuts*: clauses that every solution keeps. They are added, and the solver continues
in the same session, until nothing is broken. So that an answer needs no trust in the source of a
cut, a lazy constraint also *proves* cuts, from the clause alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias

from uniclue.core.model import Group, Ints, Model, View

if TYPE_CHECKING:
    from uniclue.core.arrays import NDArray, np

Clause = list[int]
Value: TypeAlias = "NDArray[np.int8]"
"""Shape (n_vars + 1,). Of every variable: 1 true, -1 false, 0 open."""
Known: TypeAlias = "Value | list[int]"
"""A :data:`Value`, or a list in its place: so a small puzzle needs no numpy."""
Truth: TypeAlias = "NDArray[np.bool_] | list[bool]"
"""Whether each variable is true, by its number; 0 is none."""


class Inference(NamedTuple):
    """What propagation concludes.

    Attributes:
        literal: It follows. If it is false already there is a contradiction; 0 contradicts itself.
        reason: The cut that it follows from: the literal, and literals that are false.
    """

    literal: int
    reason: Clause


class LazyConstraint(ABC):
    """One lazy constraint.

    Attributes:
        group: The rule or clue that it is. A clue's own one holds where its selector does.
    """

    FORMS: ClassVar[tuple[str, ...]]
    """The ways to write it as rows, the one that is best for many clauses first."""
    LINEAR: ClassVar[str | None] = None
    """The one that is best for programs of linear rows; None: the first."""
    narrows_counts: ClassVar[bool] = True
    """Whether it pays to propagate it beside counts that leave something open."""

    group: Group

    def best_form(self, view: View) -> str:
        """The form that is best for clauses (``View.CNF``), or for programs."""
        return self.FORMS[0] if view is View.CNF else self.LINEAR or self.FORMS[0]

    @abstractmethod
    def literals(self) -> Ints:
        """The literals that it is about."""

    @abstractmethod
    def pairs(self) -> Ints:
        """The pairs of its literals that lie beside each other, for graphs; shape (pairs, 2)."""

    @abstractmethod
    def cuts(self, truth: Truth, known: Known | None = None) -> list[Clause]:
        """Cuts that a complete assignment breaks; none if and only if it keeps the constraint.

        Args:
            truth: Shape (n_vars + 1,). Truth of every variable.
            known: What is known of the variables, so that cuts may prefer literals known to be
                false, which say nothing.
        """

    def own_cuts(self, truth: Truth) -> list[Clause]:
        """Cuts that hold by what it says alone, without rows that stand beside it.

        None if and only if a complete assignment keeps what it says alone. The same as
        :meth:`cuts`, unless these rest on rows of its group.
        """
        return self.cuts(truth)

    @abstractmethod
    def proves(self, clause: Iterable[int]) -> bool:
        """Whether every solution keeps a clause; all cuts and reasons are proved so.

        It looks at the clause alone and shares no code with :meth:`cuts` and :meth:`propagate`.
        """

    @abstractmethod
    def propagate(self, value: Known) -> list[Inference]:
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


def cuts(model: Model, truth: Truth, known: Known | None = None) -> Iterator[Cut]:
    """The cuts of a model that a complete assignment breaks; none if it is a solution."""
    for i, constraint in enumerate(model.lazy):
        for clause in constraint.cuts(truth, known):
            yield Cut(i, clause)


def forms(model: Model, form: str | None = None, view: View = View.CNF) -> tuple[str, ...]:
    """How each lazy constraint of a model is written as rows.

    Args:
        model: The model.
        form: The form for all constraints that have it; the others, and None: the best.
        view: Which view the rows are for: clauses or a program.

    Raises:
        ValueError: No lazy constraint has such a form.
    """
    names = {name: None for constraint in model.lazy for name in constraint.FORMS}
    if form is not None and form not in names:
        known = f"one of {', '.join(names)}" if names else "none: there is no lazy constraint"
        raise ValueError(f"expected the form of lazy constraints to be {known}, got {form!r}")
    best = [constraint.best_form(view) for constraint in model.lazy]
    if form is None:
        return tuple(best)
    return tuple(form if form in c.FORMS else b for c, b in zip(model.lazy, best, strict=True))


def static(model: Model, form: str | None = None, view: View = View.CNF) -> Model:
    """The model with its lazy constraints written as rows; see :func:`forms`."""
    if not model.lazy and form is None:
        return model
    chosen = forms(model, form, view)
    new = model.extend()
    new.lazy = []
    for constraint, name in zip(model.lazy, chosen, strict=True):
        constraint.encode(new, name)
    return new
