"""Battleships."""

from uniclue.kit import Annotated, AtMost, Beside, Board, Constraints, Exactly, Fleet, Generation
from uniclue.kit import Iterator, Janko, Mark, Meta, Pattern, PicturedShips, Point, Pzpr, Rng, Shape
from uniclue.kit import Ships, Symbol, TextGrid, TextRow, Tokens, Turning, Value, around, fleet_of
from uniclue.kit import letters, name, names, numbered_lines, pairs, printed_fleet

PIECES = {
    "n": ("the northern end of a ship", "1 0001"),
    "w": ("the western end of a ship", "1 0010"),
    "e": ("the eastern end of a ship", "1 0100"),
    "s": ("the southern end of a ship", "1 1000"),
    "m": ("the middle of a ship", "1 1001", "1 0110"),
    "o": ("a ship of one cell", "1 0000"),
    "x": ("no ship", "0 ...."),
}
"""What a piece says: in words; and of its cell and of those above, left, right and below."""
Number = Annotated[int, Meta(ge=0, le=100)]


class Battleships(Board, frozen=True, kw_only=True, tag="battleships"):
    """Battleships: place a fleet of straight ships that do not touch.

    Rules:
        touch: ships do not touch, not even at a corner
        fleet: of one cell, of two, three, ... there are as many straight ships as the fleet says in
            this order, and no others
        piece: a piece of a ship (n, w, e, s: its northern, ... end; m: inside; o: alone; x: none)
        line: a number says how many cells of its row or column hold pieces of ships
    """

    sites = (
        Pzpr("battleship", Ships("top", "left")),
        Janko("battleships", Fleet("fleet"), also=["battleship"]),
    )
    marks = {"#": 1, ".": 0, "x": 0, **dict.fromkeys("nwesmo", 1)}

    grid: Annotated[TextGrid, Tokens(letters="nwesmox", drawn="ship")]
    top: Annotated[TextRow, Beside("top", range(151))]
    left: Annotated[TextRow, Beside("left", range(151))]
    fleet: Annotated[tuple[Number, ...], Meta(min_length=1, max_length=20)]

    def printed_lines(self) -> Iterator[str | PicturedShips]:
        return printed_fleet(self.fleet)

    def value_marks(self, at: Point, value: Value) -> list[Mark]:
        return [Symbol(at, "ship")]

    def rules(self) -> Constraints:
        for pair in pairs(self.size, slanting=True):
            yield AtMost("touch", names(pair), pair, 1, "piece of a ship")

    def clues(self) -> Constraints:
        yield from fleet_of(self.size, self.fleet)
        for cell, word in letters(self.grid):
            says, *pictures = PIECES[word]
            yield Pattern("piece", name(cell), [cell, *around(cell)], says, tuple(pictures))
        for title, line, total in numbered_lines(self.size, self.left, self.top):
            yield Exactly("line", title, line, total, "piece of a ship")


def _blank(kind: type[Battleships], shape: Shape, rng: Rng) -> Battleships:
    """The usual fleet, smaller on smaller boards."""
    most = min(4, max(1, min(shape) // 2 - 1))
    grid, flat, high = ("." * shape[1],) * shape[0], "." * shape[1], "." * shape[0]
    return kind(grid=grid, top=flat, left=high, fleet=tuple(range(most, 0, -1)))


Battleships.generation = Generation(version=7, conflicts_to_rate=5_000, blank=_blank)
Battleships.turning = Turning(
    word=lambda member, word, turn: turn.arrow(word) if member == "grid" else word
)
