"""Rooms of Factors."""

from uniclue.kit import Annotated, AreaNumbers, Areas, Borders, Constraints, Generation, Janko
from uniclue.kit import LatinSquare, Product, Pzpr, TextGrid, name, numbered_areas
from uniclue.kit import refuse_unless_square


class Factors(LatinSquare, frozen=True, kw_only=True, tag="factors"):
    """Rooms of Factors: a Latin square with the products of its regions.

    Rules:
        line: every number stands once in each row and column
        product: the numbers of a region multiply to the number printed in it
    """

    sites = Pzpr("factors", Borders("regions"), "grid"), Janko("factors")

    regions: Annotated[TextGrid, Areas(usual=range(1, 4))]
    grid: Annotated[TextGrid, AreaNumbers(letters=None, pattern="[1-9][0-9]{0,6}", such="24")]

    def validate(self) -> None:
        refuse_unless_square(self, "$.regions", 25)
        super().validate()

    def clues(self) -> Constraints:
        for cell, number, places in numbered_areas(self.regions, self.grid):
            yield Product("product", f"the region of {name(cell)}", places, number)


def _products() -> list[int]:
    """The products of up to three numbers of a board of seven rows, and some more."""
    pairs = {a * b for a in range(1, 10) for b in range(1, 10)}
    return sorted(pairs | {a * b for a in pairs for b in range(1, 8)})


Factors.generation = Generation(size="7x7", clue_words=_products())
