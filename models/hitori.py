"""Hitori."""

from uniclue.kit import UNKNOWN, Annotated, AtMost, Constraints, Construction, DenseNumbers
from uniclue.kit import Generation, Grid, Janko, LinedTiling, Place, Pzpr, Rng, Sequence, Solved
from uniclue.kit import TextGrid, TiledBoard, Tokens, Value, dynasty, items, latin, regions
from uniclue.kit import replace, rows_of, shuffled, where


class Hitori(TiledBoard, frozen=True, kw_only=True, tag="hitori"):
    """Hitori: shade cells until no number stands twice in a line.

    Rules:
        touch: shaded cells do not touch
        white: the cells left white are connected
        twice: no number is left twice in a row or column (of hexagons or triangles: in a line in
            any of three directions); ? is a number unlike any other
    """

    rules_by_size = True
    sites = Pzpr("hitori", DenseNumbers("grid")), Janko("hitori")
    marks = {"#": 1, ".": 0}

    tiling: LinedTiling = None
    grid: Annotated[TextGrid, Tokens(letters=None, unknown=True)]

    def rules(self) -> Constraints:
        yield from dynasty(self.space)

    def clues(self) -> Constraints:
        number = {cell: word for cell, word in items(self.grid) if word != UNKNOWN}
        for title, line in self.space.lines:
            same = regions((cell, number[cell]) for cell in line if cell in number)
            for word, held in same.items():
                if len(held) > 1:
                    yield AtMost("twice", title, held, 1, f"white {word}", value=0)


def _clues_of(kind: type[Hitori], blank: Hitori, solution: Grid, rng: Rng) -> Solved:
    """Numbers that differ where white, those of shaded cells as of another one."""
    lines = [line for _, line in blank.space.lines]
    numbers = latin(blank.size, rng) if blank.tiling is None else _apart(lines, rng)
    for at in where(solution, 1):
        seen = {other for line in lines if at in line for other in line}
        white = [cell for cell in where(solution, 0) if cell in seen]
        numbers[at] = numbers[shuffled(rng, white or [at])[0]]
    return replace(blank, grid=rows_of(numbers, blank.size)), solution


def _apart(lines: Sequence[Sequence[Place]], rng: Rng) -> dict[Place, Value]:
    """A number for each cell, none of them twice in a line, the smallest that is free."""
    numbers: dict[Place, Value] = {}
    for cell in shuffled(rng, {cell: None for line in lines for cell in line}):
        taken = {numbers.get(other) for line in lines if cell in line for other in line}
        numbers[cell] = next(n for n in range(1, len(taken) + 2) if n not in taken)
    return numbers


Hitori.generation = Generation(
    version=7, construction=Construction.RULES, fullest=True, clues_of=_clues_of
)
