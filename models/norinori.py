"""Norinori."""

from uniclue.kit import Annotated, Areas, Constraints, Construction, Exactly, Generation, Grid
from uniclue.kit import Janko, Place, Pzpr, Rng, Shape, Solved, TextGrid, TiledBoard, cells, grown
from uniclue.kit import joined_in_pairs, packed_dominoes, replace, rows_of
from uniclue.kit import separate_dominoes


class Norinori(TiledBoard, frozen=True, kw_only=True, tag="norinori"):
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
        yield from separate_dominoes("domino", self.space)

    def in_area(self, name: str, places: tuple[Place, ...]) -> Constraints:
        yield Exactly("region", f"region {name}", places, 2, "shaded cell")


def _blank(kind: type[Norinori], shape: Shape, rng: Rng) -> Norinori:
    """One region."""
    return kind(regions=rows_of(dict.fromkeys(cells(shape), 1), shape))


def _clues_of(kind: type[Norinori], blank: Norinori, solution: Grid, rng: Rng) -> Solved | None:
    """Regions grown around cells of dominoes, joined two and two.

    They are packed: where dominoes have room, regions hardly tell them.
    """
    shape, space = blank.size, blank.space
    shaded = packed_dominoes(space, rng)
    seeds = {cell: i for i, cell in enumerate(shaded, 1)}
    joined = joined_in_pairs(grown(space, rng, seeds), space, rng)
    packed = blank.grid_of({cell: int(cell in seeds) for cell in blank.places})
    return None if joined is None else (replace(blank, regions=rows_of(joined, shape)), packed)


Norinori.generation = Generation(
    version=8,
    construction=Construction.RULES,
    blank=_blank,
    clues_of=_clues_of,
)
