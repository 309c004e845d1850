"""Norinuri."""

from uniclue.kit import Annotated, Board, Constraints, Construction, Generation, InIslands, Pzpr
from uniclue.kit import Rng, Shape, TextGrid, Tokens, cells, islands_of, items, rows_of
from uniclue.kit import separate_dominoes, with_island_sizes


class ShadedDominoes(Board, frozen=True, kw_only=True):
    """Shaded dominoes that do not touch, but at corners."""

    grid: Annotated[TextGrid, Tokens(range(1, 10_000), "?")]

    def rules(self) -> Constraints:
        yield from separate_dominoes("domino", self.size)


class Norinuri(ShadedDominoes, frozen=True, kw_only=True, tag="norinuri"):
    """Norinuri: shade dominoes around islands of given sizes.

    Rules:
        domino: every shaded cell has just one shaded neighbour
        island: an island holds one number, and as many cells as it says (? is any number)
        lost: every white cell is part of an island with a number
    """

    sites = (Pzpr("norinuri"),)
    marks = {"#": 1, ".": 0}

    def clues(self) -> Constraints:
        sizes = dict(items(self.grid))
        yield from islands_of("island", sizes, self.size)
        yield InIslands("lost", "an island", cells(self.size), value=0, roots=(*sizes,))


def _blank(kind: type[Norinuri], shape: Shape, rng: Rng) -> Board:
    """Dominoes without numbers."""
    return ShadedDominoes(grid=rows_of({}, shape))


Norinuri.generation = Generation(
    size="6x6",
    construction=Construction.AGAIN,
    fullest=True,
    blank=_blank,
    clues_of=with_island_sizes,
)
