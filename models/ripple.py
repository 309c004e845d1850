"""Ripple Effect."""

from functools import lru_cache

from uniclue.kit import Annotated, Areas, Borders, Constraint, Constraints, Generation, Janko
from uniclue.kit import NotAll, NumberedRegions, Printed, Pzpr, Shape, TextGrid, names
from uniclue.kit import rows_and_columns


class Ripple(NumberedRegions, frozen=True, kw_only=True, tag="ripple"):
    """Ripple Effect (Hakyuu): 1 to n in every region of n cells; equal numbers keep their distance.

    Rules:
        clue: a printed number stays as it is; ? is a number that is left open
        size: a region of n cells holds the numbers 1 to n
        region: no number stands twice in a region
        distance: between two numbers n of a row or column lie n cells or more
    """

    sites = Pzpr("ripple", Borders("regions"), "grid"), Janko("hakyuu")

    regions: Annotated[TextGrid, Areas(usual=range(3, 7))]
    grid: Annotated[TextGrid, Printed(unknown=True)]

    def rules(self) -> Constraints:
        yield from super().rules()
        yield from _distances(self.size, len(self.domain))


@lru_cache(maxsize=4)
def _distances(shape: Shape, largest: int) -> tuple[Constraint, ...]:
    """Any two equal numbers of a line keep their distance."""
    numbers = [(n, (n,), f"not both {n}") for n in range(1, largest + 1)]
    return tuple(
        NotAll("distance", title, pair, values, says)
        for _, line in rows_and_columns(shape)
        for i, cell in enumerate(line)
        for pairs in [[(cell, other) for other in line[i + 1 : i + 1 + largest]]]
        for near in [[(names(pair), pair) for pair in pairs]]
        for number, values, says in numbers
        for title, pair in near[:number]
    )


Ripple.generation = Generation(symmetry="half-turn")
