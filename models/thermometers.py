"""Thermometers."""

from functools import cached_property

from uniclue.kit import Annotated, Beside, Board, Constraints, Exactly, Generation, Increasing
from uniclue.kit import Iterator, Janko, Line, Mark, Place, Point, PuzzleError, Rng, Shape, TextGrid
from uniclue.kit import TextRow, Tokens, Value, around, between, covering_walks, items, name
from uniclue.kit import numbered_lines, rows_of


class Thermometers(Board, frozen=True, kw_only=True, tag="thermometers"):
    """Thermometers: fill them from their bulbs, by the numbers beside the board.

    Rules:
        filled: a thermometer (3.2 is the second cell of number 3, from its bulb) is filled from its
            bulb without a gap
        line: a number says how many cells of its row or column are filled
    """

    sites = (Janko("thermometer"),)
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(letters=None, filled=True, drawn="nothing")]
    top: Annotated[TextRow, Beside("top", range(151))]
    left: Annotated[TextRow, Beside("left", range(151))]

    @cached_property
    def thermometers(self) -> dict[str, list[Place]]:
        """The cells of every thermometer from its bulb: ``3.2`` is the second of number 3."""
        of: dict[str, dict[int, Place]] = {}
        for (r, c), word in items(self.grid):
            number, _, part = str(word).partition(".")
            if not (part.isdecimal() and len(part) < 4 and int(part) not in of.get(number, {})):
                expected = f"expected a cell of a thermometer, such as 3.2, got {word!r:.60}"
                raise PuzzleError(f"$.grid[{r}][{c}]", expected)
            of.setdefault(number, {})[int(part)] = (r, c)
        return {number: [cell for _, cell in sorted(some.items())] for number, some in of.items()}

    def validate(self) -> None:
        super().validate()
        for number, (bulb, *others) in self.thermometers.items():
            last = bulb
            for cell in others:
                if cell not in around(last):
                    where = f"{name(last)} and {name(cell)}"
                    expected = f"expected thermometer {number} to be in one piece, got {where}"
                    raise PuzzleError("$.grid", expected)
                last = cell

    def printed_marks(self) -> Iterator[Mark]:
        for line in self.thermometers.values():
            yield Line(tuple(line), "thick", end="bulb")
        yield from super().printed_marks()

    def value_marks(self, at: Point, value: Value) -> list[Mark]:
        """The mercury in a cell, on to half of the way to its neighbours."""
        line = next(line for line in self.thermometers.values() if at in line)
        i = line.index((int(at[0]), int(at[1])))
        before = [between(line[i - 1], line[i])] if i else []
        after = [between(line[i], line[i + 1])] if i + 1 < len(line) else []
        return [Line((*before, at, *after), "mercury", end="" if i else "bulb")]

    def rules(self) -> Constraints:
        for number, line in self.thermometers.items():
            title = f"thermometer {number}, from its end"
            yield Increasing("filled", title, line[::-1], strictly=False)

    def clues(self) -> Constraints:
        for title, line, total in numbered_lines(self.size, self.left, self.top):
            yield Exactly("line", title, line, total, "filled cell")


def _blank(kind: type[Thermometers], shape: Shape, rng: Rng) -> Thermometers:
    """Thermometers of two to seven cells, on all cells."""
    paths = enumerate(covering_walks(shape, rng, 2, 7), 1)
    words = {cell: f"{i}.{part}" for i, path in paths for part, cell in enumerate(path, 1)}
    return kind(grid=rows_of(words, shape), top="." * shape[1], left="." * shape[0])


Thermometers.generation = Generation(version=7, blank=_blank)
