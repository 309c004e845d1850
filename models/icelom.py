"""Icelom."""

from itertools import pairwise

from uniclue.kit import Annotated, Constraints, Construction, Generation, Grid, IceAndNumbers
from uniclue.kit import InOrder, Iterator, Place, Pzpr, Rng, Solved, TextGrid, Tokens
from uniclue.kit import Written, cells, items, links, name, replace, rows_of, shuffled
from uniclue.models.icebarn import OverIce, SomeWay, some_way, with_ice


class NumbersOverIce(OverIce, frozen=True, kw_only=True):
    """A way from IN to OUT over ice (o) and numbers, which it passes in their order; ? is any."""

    grid: Annotated[TextGrid, Tokens(range(1, 1000), "o", drawn="ice", unknown=True)]

    @property
    def stops(self) -> dict[Place, int | str]:
        """What stands at each number."""
        return {cell: word for cell, word in items(self.grid) if word != "o"}

    def in_order(self) -> InOrder:
        """The line passes all numbers."""
        stops = enumerate(self.stops.values())
        return InOrder(
            "number",
            "the line",
            links(cells(self.size)),
            stops=tuple((cell,) for cell in self.stops),
            noun="number",
            told=tuple((i, word) for i, word in stops if isinstance(word, int)),
            **self.course,
        )

    def clues(self) -> Constraints:
        order = self.in_order()
        for i, (cell, number) in enumerate(self.stops.items()):
            if isinstance(number, int):
                yield order.passed_as("number", name(cell), (i,), number)


class Icelom(NumbersOverIce, frozen=True, kw_only=True, tag="icelom"):
    """Icelom: draw a way from IN to OUT that goes straight on over ice and passes all other cells.

    Rules:
        way: the line is one way from IN to OUT, through every cell beside the ice (o); on ice it
            goes straight on, and only there it crosses itself
        number: a number n is the n-th number that it passes; ? counts, too, and may be any
    """

    sites = (Pzpr("icelom", IceAndNumbers("grid", "enter", "leave"), answer=Written.WITH_EDGE),)

    def rules(self) -> Constraints:
        yield self.one_way(tuple(cell for cell in cells(self.size) if cell not in self.ice))
        yield self.in_order()


def _with_ice(kind: type[NumbersOverIce], blank: SomeWay, solution: Grid, rng: Rng) -> Solved:
    """Ice where a way may cross itself, and where it does not come."""
    puzzle, _ = with_ice(kind, blank, solution, rng)
    passed = {cell for step in puzzle.steps(solution) for cell in step}
    left = [cell for cell in cells(blank.size) if cell not in passed]
    ice = dict.fromkeys([*puzzle.ice, *left], "o")
    return replace(puzzle, grid=rows_of(ice, blank.size)), solution


def _moves(puzzle: NumbersOverIce, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """The puzzle with one more number or two, so that another solution has another order."""
    way, other = ([cell for _, cell in puzzle.steps(grid)] for grid in (solution, wrong))
    free = [cell for cell in way if cell not in puzzle.ice and cell not in puzzle.stops]
    for two in pairwise(shuffled(rng, free)):
        for new in (two[:1], two):
            order = [each for each in way if each in {*puzzle.stops, *new}]
            if order != [each for each in other if each in order]:
                numbers = {each: n for n, each in enumerate(order, 1)}
                words = dict.fromkeys(puzzle.ice, "o") | numbers
                yield replace(puzzle, grid=rows_of(words, puzzle.size)), solution


NUMBERED = Generation(
    construction=Construction.BOARD, blank=some_way, clues_of=with_ice, moves=_moves
)
Icelom.generation = replace(NUMBERED, clues_of=_with_ice)
