"""Minimal cores by any oracle, and smallest hitting sets against all sets."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from uniclue.solvers.cores import minimal_core, smallest_hitting_set

MEMBERS = range(7)
subsets = st.frozensets(st.sampled_from(MEMBERS), min_size=1)


def oracle(
    cores: list[frozenset[int]], *, refines: bool
) -> Callable[[list[int], list[int]], frozenset[int] | None]:
    """Tells of members whether one of some cores is among them, and which, if it refines."""

    def core_of(needed: list[int], left: list[int]) -> frozenset[int] | None:
        there = {*needed, *left}
        core = next((core for core in cores if core <= there), None)
        return core if core is None or refines else frozenset(left)

    return core_of


@given(st.lists(subsets, min_size=1, max_size=5), st.booleans())
def test_no_member_of_a_minimal_core_can_be_left_out(
    cores: list[frozenset[int]], refines: bool
) -> None:
    found = {*minimal_core(MEMBERS, oracle(cores, refines=refines))}
    assert any(core <= found for core in cores)
    assert not any(core <= found - {member} for core in cores for member in found)


def test_the_last_member_is_tried_first() -> None:
    cores = [frozenset({0, 3}), frozenset({1, 2})]
    assert minimal_core([0, 1, 2, 3], oracle(cores, refines=False)) == [2, 1]
    assert minimal_core([0, 3, 1, 2], oracle(cores, refines=False)) == [3, 0]


def test_members_known_to_be_needed_are_not_tried() -> None:
    asked = list[list[int]]()

    def core_of(needed: list[int], left: list[int]) -> set[int]:
        asked.append([*needed, *left])
        return {4}

    assert minimal_core([0, 1], core_of, needed=[4]) == [4]
    assert asked == [[4, 0]]


def test_no_more_members_are_looked_for_than_wanted() -> None:
    core_of = oracle([frozenset(MEMBERS)], refines=True)
    assert minimal_core(MEMBERS, core_of, most=len(MEMBERS)) == [*reversed(MEMBERS)]
    assert len(minimal_core(MEMBERS, core_of, most=3)) == 4


@given(st.lists(st.integers(1, 127), max_size=6))
def test_a_smallest_set_that_hits_all(sets: list[int]) -> None:
    least = min(i.bit_count() for i in range(128) if all(i & one for one in sets))
    found = smallest_hitting_set(sets, 7)
    assert found is not None
    assert len(found) == least
    assert all(any(one >> i & 1 for i in found) for one in sets)
    assert smallest_hitting_set(sets, least - 1) is None
