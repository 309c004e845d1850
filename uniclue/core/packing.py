"""Pieces such as tetrominoes, packed closely on a board. A set of cells is a whole number here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from uniclue.core.layouts import beside
from uniclue.core.model import Place
from uniclue.core.places import Shape, cells

if TYPE_CHECKING:
    from numpy.random import Generator

REPACKS = 3
"""How often pieces are taken out and others packed there, for each cell of the board."""
STAYING = 0.6
"""How many of the pieces beside one that is taken out stay."""


class Piece(NamedTuple):
    """A piece on a board.

    Attributes:
        name: Its name.
        cells: Its cells.
        covers: The same as a set, with a bit for each.
        near: The cells beside it, as a set.
    """

    name: str
    cells: tuple[Place, ...]
    covers: int
    near: int


def packed(
    shape: Shape, rng: Generator, forms: Mapping[str, Iterable[Sequence[Place]]]
) -> list[Piece]:
    """Connected pieces; none is beside one of its own name, or completes a 2x2 block.

    They are packed greedily. Then, again and again, some adjacent pieces are replaced by others;
    the change is kept if there are no fewer pieces and all are connected.

    Args:
        shape: Rows and columns.
        rng: Draws.
        forms: The forms of the pieces of each name, as cells; (0, 0) is anywhere.

    Example:
        >>> bars = [[(0, 0), (0, 1)], [(0, 0), (1, 0)]]
        >>> [piece.cells for piece in packed((3, 3), default_rng(1), {"a": bars})]
        [((1, 1), (1, 2))]
    """
    places, step = _places(shape, forms), shape[1] + 1
    pieces = _more([], places, step, rng)
    for _ in range(REPACKS * shape[0] * shape[1] if pieces else 0):
        out = pieces[int(rng.integers(len(pieces)))]
        rest, freed = list[Piece](), 0
        for piece, stays in zip(pieces, rng.random(len(pieces)) < STAYING, strict=True):
            if piece is out or (piece.covers & out.near and not stays):
                freed |= piece.covers | piece.near
            else:
                rest.append(piece)
        freed |= freed << 1 | freed >> 1 | freed << step | freed >> step
        other = _more(rest, [piece for piece in places if piece.covers & freed], step, rng)
        if len(other) >= len(pieces) and _hang_together(other):
            pieces = other
    return pieces


def _places(shape: Shape, forms: Mapping[str, Iterable[Sequence[Place]]]) -> list[Piece]:
    """Every piece everywhere."""
    bits = {(r, c): 1 << r * (shape[1] + 1) + c for r, c in cells(shape)}
    places = []
    for name, some in forms.items():
        for form in some:
            for r, c in bits:
                covered = tuple((r + i, c + j) for i, j in form)
                if bits.keys() >= {*covered}:
                    near = {n for cell in covered for n in beside(cell)} & bits.keys() - {*covered}
                    covers, beside_it = (sum(map(bits.get, part)) for part in (covered, near))  # type: ignore[arg-type]
                    places.append(Piece(name, covered, covers, beside_it))
    return places


def _more(pieces: list[Piece], places: list[Piece], step: int, rng: Generator) -> list[Piece]:
    """Pieces, and more that fit beside them, in random order until none does."""
    pieces, covered = [*pieces], 0
    named = defaultdict[str, int](int)

    def fits(piece: Piece) -> bool:
        both = covered | piece.covers
        block = both & both >> 1 & both >> step & both >> step + 1
        return not (covered & piece.covers or named[piece.name] & piece.near or block)

    for piece in pieces:
        covered |= piece.covers
        named[piece.name] |= piece.covers
    left = [piece for piece in places if fits(piece)]
    left = [left[i] for i in rng.permutation(len(left))]
    before = -1
    while len(pieces) > before:
        before, apart = len(pieces), list[Piece]()
        for piece in left:
            if covered and not covered & piece.near:
                apart.append(piece)
            elif fits(piece):
                pieces.append(piece)
                covered |= piece.covers
                named[piece.name] |= piece.covers
        left = apart
    return pieces


def _hang_together(pieces: list[Piece]) -> bool:
    reached, left = pieces[0].near, pieces[1:]
    while new := [piece for piece in left if piece.covers & reached]:
        left = [piece for piece in left if not piece.covers & reached]
        for piece in new:
            reached |= piece.near
    return not left
