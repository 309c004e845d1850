"""Bricks."""

from itertools import product

from uniclue.kit import Always, Annotated, Constraints, Generation, Iterator, Janko, LatinSquare
from uniclue.kit import Mark, Outline, Place, Printed, Table, TextGrid, Turning, names
from uniclue.kit import refuse_unless_square


class Bricks(LatinSquare, frozen=True, kw_only=True, tag="bricks"):
    """Bricks (Ziegelmauer): a Latin square on a wall; an odd and an even number in every brick.

    Bricks lie side by side in each row, in every second row moved by half a brick: in the second,
    fourth, ... row, or, with "half", in the first, third, ...

    Rules:
        clue: a printed number stays as it is
        line: every number stands once in each row and column
        brick: a brick holds an odd and an even number
    """

    sites = (
        Janko("bricks", also=["ziegelmauer"]),
        Janko("bricks", Always("half"), also=["ziegelmauer"]),
    )
    only_known_cells = True

    grid: Annotated[TextGrid, Printed()]
    half: bool = False

    def validate(self) -> None:
        super().validate()
        refuse_unless_square(self, "$.grid", 25)

    @property
    def bricks(self) -> list[tuple[Place, Place]]:
        """The whole bricks of the wall."""
        n = self.size[0]
        return [((r, c), (r, c + 1)) for r in range(n) for c in range(r % 2 ^ self.half, n - 1, 2)]

    def rules(self) -> Constraints:
        yield from super().rules()
        fits = tuple((a, b) for a, b in product(self.domain, repeat=2) if (int(a) + int(b)) % 2)
        for brick in self.bricks:
            yield Table("brick", names(brick), brick, "one odd, one even", fits)

    def printed_marks(self) -> Iterator[Mark]:
        return (Outline(brick) for brick in self.bricks)


Bricks.generation = Generation(size="6x6")
"""A wall of six rows: larger ones are long to rate."""
Bricks.turning = Turning(has=lambda turn: not (turn.exchanged or turn.down or turn.across))
