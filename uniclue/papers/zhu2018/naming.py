"""A canonical form of a puzzle, independent of names, order and the orientation of its map.

No rule of animals or gardens mentions a species by name: renaming the species of a puzzle (and the
fruits of its lines) renames its solutions and every step of a player, so puzzles that differ only
in names count as the same. So do those that differ in the order of species or conditions, and those
whose maps are images of each other under a symmetry of their rectangle.

A species is described by its properties and the statements about it alone (its *colour*), and by
relations to others. The form is the least one over the symmetries and over the namings. The namings
are few: species are distinguished by their colours, then by the colours of those they are related
to, and so on, and only species that remain equal are tried in every order.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import msgspec

from uniclue.core.model import Place

Symmetry = Callable[[Place], Place]
Ranks = Mapping[str, int]


class Relation(NamedTuple):
    """A statement about two species; a symmetric one is two relations."""

    label: str
    one: str
    other: str


class DescribedLevel(NamedTuple):
    """A puzzle with its map in some orientation.

    Attributes:
        ground: Everything that does not concern species.
        species: The properties of each species.
        facts: The statements about each species alone, in any order.
        relations: The statements about two species.
    """

    ground: Any
    species: Mapping[str, Any]
    facts: Mapping[str, Sequence[Any]]
    relations: Sequence[Relation]


def symmetries(shape: tuple[int, int]) -> list[Symmetry]:
    """The symmetries of a rectangle that keep its shape: 8 of a square, 4 of any other."""
    rows, cols = shape
    turned = (False, True) if rows == cols else (False,)
    return [partial(_image, shape, *how) for how in product((False, True), (False, True), turned)]


def _image(shape: tuple[int, int], down: bool, across: bool, turn: bool, place: Place) -> Place:
    r = shape[0] - 1 - place[0] if down else place[0]
    c = shape[1] - 1 - place[1] if across else place[1]
    return (c, r) if turn else (r, c)


def moved(rows: Sequence[Sequence[Any]], image: Symmetry) -> list[list[Any]]:
    """A map under a symmetry: the value of a place moves to the place's image."""
    out = [list(row) for row in rows]
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            i, j = image((r, c))
            out[i][j] = value
    return out


def least_form(described: Iterator[DescribedLevel]) -> bytes:
    """The least form of some descriptions; equal for, and only for, the same puzzle."""
    return min(form for one in described for form in _forms_of(one))


def _forms_of(one: DescribedLevel) -> Iterator[bytes]:
    colours = {
        name: [own, sorted(map(msgspec.json.encode, one.facts[name]))]
        for name, own in one.species.items()
    }
    keys = {name: msgspec.json.encode(colour) for name, colour in colours.items()}
    for ranks in _namings(_ranks(keys), one.relations):
        names = sorted(ranks, key=lambda name: ranks[name])
        relations = sorted((r.label, ranks[r.one], ranks[r.other]) for r in one.relations)
        yield msgspec.json.encode([one.ground, [colours[name] for name in names], relations])


def _ranks(keys: Mapping[str, Any]) -> Ranks:
    """The rank of each species' key among all keys."""
    rank = {key: i for i, key in enumerate(sorted(set(keys.values())))}
    return {name: rank[key] for name, key in keys.items()}


def _refined(ranks: Ranks, relations: Sequence[Relation]) -> Ranks:
    """Ranks that also distinguish species by the ranks of those they are related to."""
    while True:
        keys = {
            name: (rank, _relations_of(name, relations, ranks.__getitem__))
            for name, rank in ranks.items()
        }
        finer = _ranks(keys)
        if len(set(finer.values())) == len(set(ranks.values())):
            return finer
        ranks = finer


def _namings(ranks: Ranks, relations: Sequence[Relation]) -> Iterator[Ranks]:
    """All total rankings of the species that refine the ranks."""
    ranks = _refined(ranks, relations)
    values = list(ranks.values())
    tied = min((rank for rank in values if values.count(rank) > 1), default=None)
    if tied is None:
        yield ranks
        return
    members = [name for name, rank in ranks.items() if rank == tied]
    if len({_relations_of(name, relations, str) for name in members}) == 1:
        members = members[:1]  # interchangeable, so one of them suffices
    for first in members:
        split = {name: 2 * rank + (name != first) for name, rank in ranks.items()}
        yield from _namings(split, relations)


def _relations_of(
    name: str, relations: Sequence[Relation], label: Callable[[str], Any]
) -> Hashable:
    """The relations of a species, the other one labelled."""
    ahead = sorted((r.label, label(r.other)) for r in relations if r.one == name)
    back = sorted((r.label, label(r.one)) for r in relations if r.other == name)
    return tuple(ahead), tuple(back)
