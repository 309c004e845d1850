"""Digital Battleships."""

from uniclue.kit import Annotated, AtMost, Beside, Board, Constraints, Fleet, Generation, Iterator
from uniclue.kit import Janko, Meta, Names, PicturedShips, Rng, Shape, Sum, TextGrid, TextRow
from uniclue.kit import Tokens, cells, fleet_of, items, names, numbered_lines, pairs, printed_fleet
from uniclue.kit import rows_of

Number = Annotated[int, Meta(ge=0, le=100)]


class DigitalBattleships(Board, frozen=True, kw_only=True, tag="digitalbattleships"):
    """Digital Battleships: place a fleet of straight ships by the sums of the digits they cover.

    Rules:
        touch: ships do not touch, not even at a corner
        fleet: of one cell, of two, three, ... there are as many straight ships as the fleet says in
            this order, and no others
        line: a number is the sum of the digits of its row or column that ships cover
    """

    sites = (Janko("digitalbattleship", "grid", "top", "left", Fleet("fleet")),)
    marks = {"#": 1, ".": 0, **dict.fromkeys("nwesmo", 1)}

    grid: Annotated[TextGrid, Tokens(range(100), filled=True)]
    top: Annotated[TextRow, Beside("top", range(10_000))]
    left: Annotated[TextRow, Beside("left", range(10_000))]
    fleet: Annotated[tuple[Number, ...], Meta(min_length=1, max_length=20)]

    def printed_lines(self) -> Iterator[str | PicturedShips]:
        return printed_fleet(self.fleet)

    def rules(self) -> Constraints:
        for pair in pairs(self.size, slanting=True):
            yield AtMost("touch", names(pair), pair, 1, "piece of a ship")

    def clues(self) -> Constraints:
        yield from fleet_of(self.size, self.fleet)
        digit = dict(items(self.grid))
        for title, line, number in numbered_lines(self.size, self.left, self.top):
            weights = tuple(int(digit[at]) for at in line)
            yield Sum("line", title, line, number, number, weights)


def _blank(kind: type[DigitalBattleships], shape: Shape, rng: Rng) -> DigitalBattleships:
    """Random digits, and the usual fleet, smaller on smaller boards."""
    most = min(4, max(1, min(shape) // 2 - 1))
    digits: Names = {cell: int(rng.integers(1, 10)) for cell in cells(shape)}
    grid, fleet = rows_of(digits, shape), tuple(range(most, 0, -1))
    return kind(grid=grid, fleet=fleet, top="." * shape[1], left="." * shape[0])


DigitalBattleships.generation = Generation(conflicts_to_rate=5_000, blank=_blank)
