"""Makaro."""

from functools import cached_property, lru_cache

from uniclue.kit import ARROWS, AllDifferent, Annotated, AnyOf, Areas, Blackened, Board, Clue
from uniclue.kit import Constraint, Constraints, InDomain, Janko, Layer, Less, NotAllEqual, Place
from uniclue.kit import PuzzleError, Pzpr, Shape, TextGrid, Tokens, Turning, Value, around, items
from uniclue.kit import letters, name, names, numbers, pairs, regions


class Makaro(Board, frozen=True, kw_only=True, tag="makaro"):
    """Makaro: 1 to n in every region of n cells; arrows point to the greatest number beside them.

    Rules:
        clue: a printed number stays as it is
        region: a region of n cells holds the numbers 1 to n; . in regions is a black cell
        touch: no two neighbours hold the same number
        arrow: an arrow (n, w, e, s) points to a number, the greatest of those beside it
    """

    sites = Pzpr("makaro", Blackened("regions")), Janko("makaro")

    regions: Annotated[TextGrid, Areas(filled=False)]
    grid: Annotated[TextGrid, Tokens(range(1, 51), "nwesx", drawn="dark arrow")]

    def validate(self) -> None:
        super().validate()
        largest = max(map(len, self.areas.values()), default=0)
        if not 1 <= largest <= 50:
            raise PuzzleError("$.regions", f"expected regions of 1 to 50 cells, got {largest}")
        for (r, c), number in numbers(self.grid):
            if (r, c) not in self.unknowns.index:
                raise PuzzleError(f"$.grid[{r}][{c}]", f"expected a region there, got {number}")
            if number > largest:
                raise PuzzleError(f"$.grid[{r}][{c}]", f"expected 1 to {largest}, got {number}")

    @cached_property
    def areas(self) -> dict[str, tuple[Place, ...]]:
        """The regions, without black cells."""
        black = dict(letters(self.grid))
        return regions(item for item in items(self.regions) if item[0] not in black)

    def answer(self) -> Layer:
        largest = max(map(len, self.areas.values()))
        return Layer(
            sorted(at for some in self.areas.values() for at in some), range(1, largest + 1)
        )

    def printed(self) -> list[tuple[Place, Value]]:
        return [*numbers(self.grid)]

    def rules(self) -> Constraints:
        for word, places in self.areas.items():
            numbers_in = tuple(range(1, len(places) + 1))
            yield InDomain("region", f"region {word}", places, numbers_in)
            yield AllDifferent("region", f"region {word}", places)
        yield from _touching(self.size)

    def clues(self) -> Constraints:
        for cell, arrow in letters(self.grid):
            if arrow != "x":
                title = f"arrow at {name(cell)}"
                to = (cell[0] + ARROWS[arrow][0], cell[1] + ARROWS[arrow][1])
                if to not in self.unknowns.index:
                    yield AnyOf("arrow", title, (to,), (1,), "it points to a number")
                    continue
                others = [at for at in around(cell) if at != to and at in self.unknowns.index]
                less = [Less("arrow", title, (other, to)) for other in others]
                if less:
                    yield Clue("arrow", title, less, "it points to the largest number beside it")


@lru_cache(maxsize=4)
def _touching(shape: Shape) -> tuple[Constraint, ...]:
    """No two neighbours are alike."""
    return tuple(
        NotAllEqual("touch", names(pair), pair, skips_outside=True) for pair in pairs(shape)
    )


Makaro.turning = Turning(word=lambda _, word, turn: turn.arrow(word))
