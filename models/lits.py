"""LITS."""

from functools import cache, lru_cache

from uniclue.kit import Annotated, AnyOf, Areas, Board, ConnectedExcept, Constraints, Construction
from uniclue.kit import Generation, Janko, Layer, NotAll, Place, Pzpr, Rng, Shape, Table, TextGrid
from uniclue.kit import Written, blocks, grown, items, name, names, pairs, rows_of

TETROMINOES = {"L": "00 10 20 21", "I": "00 10 20 30", "T": "00 01 02 11", "S": "00 01 11 12"}
"""Their cells, row and column."""


@lru_cache(maxsize=4)
def pools(shape: Shape) -> tuple[AnyOf, ...]:
    """No 2x2 block is all covered."""
    return tuple(
        AnyOf("pool", f"block at {name(block[0])}", block, (".",), "not all covered")
        for block in blocks(shape)
    )


@lru_cache(maxsize=4)
def alike(shape: Shape) -> dict[tuple[Place, Place], tuple[NotAll, ...]]:
    """No letter stands in both cells of a pair, for all pairs."""
    return {
        pair: tuple(
            NotAll("alike", names(pair), pair, (letter,), f"not both {letter}")
            for letter in TETROMINOES
        )
        for pair in pairs(shape)
    }


@cache
def ways(letter: str) -> set[tuple[tuple[int, int], ...]]:
    """A tetromino, turned and mirrored; its first cell is (0, 0)."""
    shape = [(int(at[0]), int(at[1])) for at in TETROMINOES[letter].split()]
    out = set()
    for _ in range(4):
        shape = [(c, -r) for r, c in shape]
        for some in (sorted(shape), sorted((r, -c) for r, c in shape)):
            out.add(tuple((r - some[0][0], c - some[0][1]) for r, c in some))
    return out


@cache
def _in_steps(width: int) -> list[tuple[str, int, list[int]]]:
    """All tetrominoes on a board of a width: the steps to their cells, as bits and one by one."""
    steps = [
        (letter, [i * width + j for i, j in shape])
        for letter in TETROMINOES
        for shape in sorted(ways(letter))
    ]
    return [(letter, sum([1 << step for step in some]), some) for letter, some in steps]


class Lits(Board, frozen=True, kw_only=True, tag="lits"):
    """LITS: a tetromino L, I, T or S in every region; all of them are connected.

    Rules:
        region: a region holds one tetromino, its letter in each of its cells; a cell in no region,
            a dot, is never covered
        shaded: all tetrominoes are connected
        pool: no 2x2 block is all covered
        alike: equal tetrominoes do not touch, but at corners
    """

    sites = Pzpr("lits", answer=Written.AS_TETROMINOES), Janko("lits", words={"@": "."})

    regions: Annotated[TextGrid, Areas(filled=False)]

    def answer(self) -> Layer:
        return Layer((cell for cell, _ in items(self.regions)), (".", *TETROMINOES), "shaded")

    def rules(self) -> Constraints:
        yield ConnectedExcept("shaded", "all that is covered", self.unknowns.places, blank=".")
        region = dict(items(self.regions))
        for pool in pools(self.size):
            if all(map(region.__contains__, pool.places)):
                yield pool
        for (one, other), apart in alike(self.size).items():
            if region.get(one) != region.get(other):
                yield from apart

    def in_area(self, name: str, places: tuple[Place, ...]) -> Constraints:
        width = self.size[1] + 3  # so that no tetromino reaches around an edge
        at, rows = {r * width + c: i for i, (r, c) in enumerate(places)}, []
        blank = ["."] * len(places)
        area = sum([1 << cell for cell in at])
        for letter, mask, steps in _in_steps(width):
            for cell in at:
                if area >> cell & mask == mask:
                    row = blank.copy()
                    for step in steps:
                        row[at[cell + step]] = letter
                    rows.append(tuple(row))
        yield Table("region", f"region {name}", places, "one tetromino", tuple(rows))


def _blank(kind: type[Lits], shape: Shape, rng: Rng) -> Lits:
    """Regions grown from as many tetrominoes as fit: few cells are left over then."""
    from uniclue.kit import packed

    pieces = packed(shape, rng, {letter: sorted(ways(letter)) for letter in TETROMINOES})
    seeds = {cell: i for i, piece in enumerate(pieces) for cell in piece.cells}
    return kind(regions=rows_of(grown(shape, rng, seeds or {(0, 0): 0}), shape))


Lits.generation = Generation(
    version=10,
    construction=Construction.BOARD,
    redrawn_for=(),  # lookahead solved all of 60 hard ones
    blank=_blank,
)
