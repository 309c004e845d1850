"""Pfeilzahlen."""

from collections import Counter
from itertools import product

from uniclue.kit import COMPASS, Annotated, Board, Constraints, Construction, Generation, Grid
from uniclue.kit import InDomain, Iterator, Janko, Layer, Mark, Matches, Place, Point, PuzzleError
from uniclue.kit import (
    Rng,
    Solved,
    Text,
    TextGrid,
    Tokens,
    Turning,
    cells,
    name,
    neighbours,
    numbers,
    ray,
    rows_of,
)
from uniclue.kit import Value, shuffled


class Pfeilzahlen(Board, frozen=True, kw_only=True, tag="pfeilzahlen"):
    """Pfeilzahlen (Number Arrows): arrows around the board; a number says how many point at it.

    The outermost cells, but those at corners, are for arrows, all others for numbers.

    Rules:
        arrow: every arrow (n, ne, e, ...) points to a cell for a number, up to the other side
        number: a number says how many arrows point at its cell
    """

    sites = (Janko("pfeilzahlen", also=["arrow-numbers"]),)

    meanings = {way: f"has an arrow {way}" for way in COMPASS}
    grid: Annotated[TextGrid, Tokens(range(100))]

    def validate(self) -> None:
        super().validate()
        if min(self.size) < 3:
            raise PuzzleError("$.grid", "expected three rows and columns or more")
        inside = self.inside
        for (r, c), number in numbers(self.grid):
            if (r, c) not in inside:
                expected = f"expected a blank cell around the board, got {number}"
                raise PuzzleError(f"$.grid[{r}][{c}]", expected)

    @property
    def inside(self) -> frozenset[Place]:
        """The cells for numbers."""
        height, width = self.size
        return frozenset(product(range(1, height - 1), range(1, width - 1)))

    def answer(self) -> Layer:
        inside = self.inside
        around = [at for at in cells(self.size) if at not in inside]
        return Layer(
            (at for at in around if inside.intersection(neighbours(at, self.size))), COMPASS
        )

    def value_marks(self, at: Point, value: Value) -> list[Mark]:
        return [Text(at, "", str(value))]

    def rules(self) -> Constraints:
        for cell in self.places:
            fits = tuple(way for way in COMPASS if self.pointed(cell, way))
            yield InDomain("arrow", name(cell), (cell,), fits, "points to numbers")

    def pointed(self, cell: Place, way: str) -> list[Place]:
        """The cells for numbers that an arrow points at."""
        inside = self.inside
        return [at for at in ray(cell, way, self.size) if at in inside]

    def clues(self) -> Constraints:
        pointing: dict[Place, list[tuple[Place, str]]] = {}
        for cell, way in product(self.places, COMPASS):
            for at in self.pointed(cell, way):
                pointing.setdefault(at, []).append((cell, way))
        for cell, number in numbers(self.grid):
            places, ways = zip(*pointing[cell], strict=True)
            yield Matches("number", f"at {name(cell)}", places, ways, "arrow", number)


Pfeilzahlen.turning = Turning(values=lambda puzzle, turn: {way: turn.arrow(way) for way in COMPASS})


def _told(puzzle: Pfeilzahlen, solution: Grid) -> Pfeilzahlen:
    """The puzzle with all numbers that a solution makes."""
    counts = Counter(
        at for cell in puzzle.places for at in puzzle.pointed(cell, str(solution[cell[0]][cell[1]]))
    )
    shown = {cell: counts[cell] for cell in puzzle.inside}
    return type(puzzle)(grid=rows_of(shown, puzzle.size))


def _clues_of(kind: type[Pfeilzahlen], blank: Pfeilzahlen, solution: Grid, rng: Rng) -> Solved:
    return _told(blank, solution), solution


def _moves(puzzle: Pfeilzahlen, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """Puzzles in which one of the arrows that may stand otherwise is turned."""
    free = [(r, c) for r, c in puzzle.places if solution[r][c] != wrong[r][c]]
    for r, c in shuffled(rng, free):
        for way in shuffled(rng, [way for way in COMPASS if puzzle.pointed((r, c), way)]):
            if way != solution[r][c]:
                turned: list[list[Value | None]] = [list(row) for row in solution]
                turned[r][c] = way
                new = tuple(map(tuple, turned))
                yield _told(puzzle, new), new


Pfeilzahlen.generation = Generation(
    size="8x8", construction=Construction.BOARD, clues_of=_clues_of, moves=_moves
)
