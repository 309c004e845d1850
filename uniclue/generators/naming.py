"""A form of a puzzle that does not depend on names, order or which way its map is turned.

No rule of animals or gardens speaks of a species by its name: renaming the species of a puzzle
(and the fruits of its lines) renames its solutions and every step of a player, so puzzles that
differ by names alone count as the same. So do those that differ in the order of species or
conditions, and those whose maps are images of each other under a symmetry of their rectangle.

A species is described by what is said of it alone (its *colour*), and by relations to others. The
form is the least one over the symmetries and over the namings; these are few, since species are
told apart by their colours, then by the colours of those they are related to, and so on, and only
what is left equal is tried both ways.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import msgspec

from uniclue.core.model import Place

Symmetry = Callable[[Place], Place]
Ranks = Mapping[str, int]


class Relation(NamedTuple):
    """Something said of two species; what holds both ways is two relations."""

    label: str
    one: str
    other: str


class Described(NamedTuple):
    """A puzzle, its map turned somehow.

    Attributes:
        ground: What has nothing to do with species.
        colours: What is said of each species alone.
        relations: What is said of two of them.
    """

    ground: Any
    colours: Mapping[str, Any]
    relations: Sequence[Relation]


def symmetries(shape: tuple[int, int]) -> list[Symmetry]:
    """The symmetries of a rectangle that keep its shape: 8 of a square, 4 of any other."""
    rows, cols = shape
    turned = (False, True) if rows == cols else (False,)
    return [_symmetry(shape, *how) for how in product((False, True), (False, True), turned)]


def _symmetry(shape: tuple[int, int], down: bool, across: bool, turn: bool) -> Symmetry:
    rows, cols = shape

    def image(place: Place) -> Place:
        r, c = place
        r, c = (rows - 1 - r if down else r), (cols - 1 - c if across else c)
        return (c, r) if turn else (r, c)

    return image


def moved(rows: Sequence[Sequence[Any]], image: Symmetry) -> list[list[Any]]:
    """A map turned: what stood at a place now stands at its image."""
    out = [list(row) for row in rows]
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            i, j = image((r, c))
            out[i][j] = value
    return out


def least_form(described: Iterator[Described]) -> bytes:
    """The least form of some descriptions; equal for, and only for, the same puzzle."""
    return min(form for one in described for form in _forms_of(one))


def _forms_of(one: Described) -> Iterator[bytes]:
    colours = {name: msgspec.json.encode(colour) for name, colour in one.colours.items()}
    for ranks in _namings(_ranks(colours), one.relations):
        names = sorted(ranks, key=lambda name: ranks[name])
        said = sorted((r.label, ranks[r.one], ranks[r.other]) for r in one.relations)
        yield msgspec.json.encode([one.ground, [one.colours[name] for name in names], said])


def _ranks(keys: Mapping[str, Any]) -> Ranks:
    """The rank of each species' key among all keys."""
    rank = {key: i for i, key in enumerate(sorted(set(keys.values())))}
    return {name: rank[key] for name, key in keys.items()}


def _refined(ranks: Ranks, relations: Sequence[Relation]) -> Ranks:
    """Ranks that tell apart species related to species of different ranks."""
    while True:
        keys = {
            name: (
                rank,
                tuple(sorted((r.label, ranks[r.other]) for r in relations if r.one == name)),
                tuple(sorted((r.label, ranks[r.one]) for r in relations if r.other == name)),
            )
            for name, rank in ranks.items()
        }
        finer = _ranks(keys)
        if len(set(finer.values())) == len(set(ranks.values())):
            return finer
        ranks = finer


def _namings(ranks: Ranks, relations: Sequence[Relation]) -> Iterator[Ranks]:
    """Every way to rank the species one by one that the ranks allow."""
    ranks = _refined(ranks, relations)
    values = list(ranks.values())
    tied = min((rank for rank in values if values.count(rank) > 1), default=None)
    if tied is None:
        yield ranks
        return
    members = [name for name, rank in ranks.items() if rank == tied]
    if len({_said_of(name, relations) for name in members}) == 1:
        members = members[:1]  # they can change places, so one of them will do
    for first in members:
        split = {name: 2 * rank + (name != first) for name, rank in ranks.items()}
        yield from _namings(split, relations)


def _said_of(name: str, relations: Sequence[Relation]) -> Hashable:
    """What is said of a species and others."""
    first = sorted((r.label, r.other) for r in relations if r.one == name)
    second = sorted((r.label, r.one) for r in relations if r.other == name)
    return tuple(first), tuple(second)
