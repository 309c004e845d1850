"""What follows from one atom by the complete propagator of its constraint, and what that needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from uniclue.explainers.steps.atoms import Atoms, Meaning
from uniclue.propagation.narrowing import Narrower


class Settled:
    """An atom whose constraint has a propagator.

    Args:
        atoms: All atoms.
        meaning: The atom.
    """

    def __init__(self, atoms: Atoms, meaning: Meaning) -> None:
        assert meaning.settled is not None
        assert meaning.narrower is not None
        assert meaning.constraint is not None
        self._constraint = meaning.constraint
        self._table: list[list[int]] = meaning.settled
        self._narrower: Narrower = meaning.narrower
        self._onehot = atoms.model.onehot

    def follows(self, value: Sequence[int]) -> list[int] | None:
        """The open literals that follow; None if it is broken.

        Args:
            value: By variable: 1 true, -1 false, 0 open.
        """
        table = self._table
        if not self._onehot:
            can = tuple([3 if not value[v] else 2 if value[v] > 0 else 1 for (v,) in table])
            left = self._narrower(can)
            if not left or 0 in left:
                return None
            some = zip(table, can, left, strict=True)
            return [v if after == 2 else -v for (v,), c, after in some if c == 3 != after]
        can = tuple([sum([(value[v] >= 0) << i for i, v in enumerate(row)]) for row in table])
        left = self._narrower(can)
        if not left or 0 in left:
            return None
        return [
            -v
            for row, before, after in zip(table, can, left, strict=True)
            if before != after
            for i, v in enumerate(row)
            if (before & ~after) >> i & 1
        ]

    def needs(self, value: Sequence[int], conclusions: Iterable[int] | None) -> list[int]:
        """A minimal set of known literals from which conclusions follow, places with 0 and 1 given.

        The judge is asked, which has to find what the propagator finds.

        Args:
            value: What is known, by variable.
            conclusions: Literals that follow; None: that it is broken.
        """
        assert not self._onehot
        at = {v: i for i, (v,) in enumerate(self._table)}
        own = [v * value[v] for v in at if value[v]]
        supposed = [[]] if conclusions is None else [[-x] for x in conclusions]

        def is_broken(literals: Sequence[int]) -> bool:
            held: list[int | None] = [None] * len(at)
            for x in literals:
                held[at[abs(x)]] = int(x > 0)
            return not self._constraint.is_kept(held)

        def suffice(literals: Sequence[int]) -> bool:
            return all(is_broken([*literals, *some]) for some in supposed)

        for sign in (1, -1):  # often those of one sign tell it alone
            if suffice(some := [x for x in own if x * sign > 0]):
                own = some
                break
        return _smallest(own, suffice)


def _smallest(members: list[int], suffice: Callable[[Sequence[int]], bool]) -> list[int]:
    """Members none of which can be left out: first many are tried at once, then fewer."""
    left, size = members, len(members) // 2
    while size:
        at = 0
        while at < len(left):
            fewer = [*left[:at], *left[at + size :]]
            if suffice(fewer):
                left = fewer
            else:
                at += size
        size = min(size, len(left)) // 2
    return left
