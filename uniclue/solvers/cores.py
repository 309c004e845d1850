"""Minimal cores and smallest hitting sets.

A core is a set of members (assumptions, clues, atoms) that are enough for a contradiction; it is
minimal, a minimal unsatisfiable subset (MUS), if none of them can be left out. A hitting set has a
member of every set of a collection. The two are dual: what has to go to leave no contradiction is a
hitting set of all minimal cores.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from collections.abc import Set as AbstractSet
from typing import TypeVar

Member = TypeVar("Member", bound=Hashable)


def minimal_core(
    members: Iterable[Member],
    core_of: Callable[[list[Member], list[Member]], AbstractSet[Member] | None],
    needed: Iterable[Member] = (),
    most: int | None = None,
) -> list[Member]:
    """A minimal core among some members, by deletion with refinement.

    Members are left out one at a time. If the others are still a core, so are those that the answer
    names, and all the rest is dropped, too (refinement); otherwise the member is needed.

    Sources: R. R. Bakker et al., "Diagnosing and solving over-determined constraint satisfaction
    problems", IJCAI 1993, for deletion; J. Marques-Silva, "Minimal unsatisfiability: models,
    algorithms and applications", ISMVL 2010, for refinement.

    Args:
        members: A core, together with ``needed``. The last one is tried first.
        core_of: A core among the members that are needed and those that are left, given apart; None
            if together they are no core. It may name fewer or more than these. The order in which
            it hands them to a solver decides which core comes back.
        needed: Members that are known to be needed.
        most: Stop when more than this many are needed.

    Returns:
        The core, in the order in which its members were found to be needed. If it has more than
        ``most`` members, the search stopped there.
    """
    left, kept = [*members], [*needed]
    while left and (most is None or len(kept) <= most):
        member = left.pop()
        core = core_of(kept, left)
        if core is None:
            kept.append(member)
        else:
            left = [each for each in left if each in core]
    return kept


def smallest_hitting_set(sets: Iterable[int], most: int) -> list[int] | None:
    """A smallest set that hits all of some sets; None if it has more members than allowed.

    It branches on the members of a small set, within a bound that grows from the number of disjoint
    sets. For the few small sets of one step this takes a twentieth of the time of PySAT's
    ``Hitman``, which has no bound and is made for sets that come one by one.

    Args:
        sets: Sets as bits.
        most: The greatest number of members.
    """
    minimal = list[int]()
    for one in sorted(set(sets), key=int.bit_count):
        if not any(other & one == other for other in minimal):
            minimal.append(one)
    for number in range(_disjoint(minimal), most + 1):
        if (found := _hitting(minimal, number, 0)) is not None:
            return found
    return None


def _hitting(left: list[int], most: int, barred: int) -> list[int] | None:
    """A hitting set of at most some members, none of them barred; None if there is none."""
    if not left:
        return []
    if most <= 0 or _disjoint(left) > most:
        return None
    members = min((one & ~barred for one in left), key=int.bit_count)
    bits = []
    while members:
        bits.append(members & -members)
        members &= members - 1
    for bit in sorted(bits, key=lambda b: -sum(1 for one in left if one & b)):
        rest = _hitting([one for one in left if not one & bit], most - 1, barred)
        if rest is not None:
            return [bit.bit_length() - 1, *rest]
        barred |= bit
    return None


def _disjoint(sets: list[int]) -> int:
    """The number of pairwise disjoint sets found greedily: a lower bound on a hitting set."""
    used = number = 0
    for one in sets:
        if not one & used:
            used |= one
            number += 1
    return number
