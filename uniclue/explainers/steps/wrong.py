"""Cells that are wrong: the fewest to clear so that a solution extends what is left."""

from __future__ import annotations

from collections.abc import Sequence

from uniclue.explainers.steps.cores import Cores


def fewest_wrong(cores: Cores, literals: Sequence[int]) -> list[int]:
    """The fewest of some literals without which a solution has all the others; none if it has.

    Literals that hold in no solution are wrong in any case. Among the others, sets that cannot all
    hold and sets that hit these are computed alternately.

    Args:
        cores: The atoms, after :meth:`Cores.find_truth`.
        literals: The literals.

    Raises:
        LimitReachedError: The time is up.
    """
    truth = cores.truth
    wrong = [lit for lit in literals if truth[abs(lit)] == (-1 if lit > 0 else 1)]
    rest = [lit for lit in literals if lit not in wrong]
    if cores.can_hold(rest):
        return wrong

    from pysat.examples.hitman import Hitman

    with Hitman(bootstrap_with=[cores.conflict(rest)], htype="sorted") as hitter:
        while True:
            off = set(hitter.get())
            on = [lit for lit in rest if lit not in off]
            if cores.can_hold(on):
                return wrong + sorted(off, key=abs)
            hitter.hit(cores.conflict(on))
