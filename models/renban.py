"""Renban."""

from uniclue.kit import Annotated, Areas, Consecutive, Constraints, Generation, Janko, LatinSquare
from uniclue.kit import Place, Printed, Rng, Shape, TextGrid, areas, areas_where, latin
from uniclue.kit import refuse_unless_square, rows_of


class Renban(LatinSquare, frozen=True, kw_only=True, tag="renban"):
    """Renban: a Latin square whose regions hold numbers that follow each other.

    Rules:
        clue: a printed number stays as it is
        line: every number stands once in each row and column
        region: the numbers of a region follow each other, in any order
    """

    sites = (Janko("renban"),)
    only_known_cells = True

    regions: Annotated[TextGrid, Areas(usual=range(2, 5))]
    grid: Annotated[TextGrid, Printed()]

    def validate(self) -> None:
        refuse_unless_square(self, "$.regions", 25)
        super().validate()

    def rules(self) -> Constraints:
        yield from super().rules()
        for name, places in areas(self.regions).items():
            yield Consecutive("region", f"region {name}", places)


def _blank(kind: type[Renban], shape: Shape, rng: Rng) -> Renban:
    """Regions of up to four cells, cut along a Latin square."""
    square = latin(shape, rng)

    def follow(part: list[Place]) -> bool:
        held = {int(square[cell]) for cell in part}
        return max(held) - min(held) + 1 == len(held) == len(part)

    regions = areas_where(follow, shape, rng, 4)
    return kind(regions=rows_of(regions, shape), grid=("." * shape[1],) * shape[0])


Renban.generation = Generation(version=7, blank=_blank)
