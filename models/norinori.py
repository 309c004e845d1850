"""Norinori."""

from uniclue.kit import Annotated, Areas, Board, Constraints, Construction, Exactly, Generation
from uniclue.kit import Grid, Janko, Place, Pzpr, Rng, Shape, Solved, TextGrid, cells, grown
from uniclue.kit import joined_in_pairs, packed_dominoes, rows_of, separate_dominoes


class Norinori(Board, frozen=True, kw_only=True, tag="norinori"):
    """Norinori: shade dominoes, two cells in every region.

    Rules:
        domino: every shaded cell has just one shaded neighbour
        region: two cells of every region are shaded
    """

    rules_by_size = True
    sites = Pzpr("norinori"), Janko("norinori")
    marks = {"#": 1, ".": 0}

    regions: Annotated[TextGrid, Areas()]

    def rules(self) -> Constraints:
        yield from separate_dominoes("domino", self.size)

    def in_area(self, name: str, places: tuple[Place, ...]) -> Constraints:
        yield Exactly("region", f"region {name}", places, 2, "shaded cell")


def _blank(kind: type[Norinori], shape: Shape, rng: Rng) -> Norinori:
    """One region."""
    return kind(regions=rows_of(dict.fromkeys(cells(shape), 1), shape))


def _clues_of(kind: type[Norinori], blank: Board, solution: Grid, rng: Rng) -> Solved | None:
    """Regions grown around cells of dominoes, joined two and two.

    They are packed: where dominoes have room, regions hardly tell them.
    """
    shape = blank.board_shape
    shaded = packed_dominoes(shape, rng)
    seeds = {cell: i for i, cell in enumerate(shaded, 1)}
    joined = joined_in_pairs(grown(shape, rng, seeds), shape, rng)
    packed = blank.grid_of({cell: int(cell in seeds) for cell in blank.places})
    return None if joined is None else (kind(regions=rows_of(joined, shape)), packed)


Norinori.generation = Generation(
    version=7,
    construction=Construction.RULES,
    blank=_blank,
    clues_of=_clues_of,
)
