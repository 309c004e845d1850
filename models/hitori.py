"""Hitori."""

from uniclue.kit import UNKNOWN, Annotated, AtMost, Board, Constraints, Construction, DenseNumbers
from uniclue.kit import Generation, Grid, Janko, Pzpr, Rng, Solved, TextGrid, Tokens, dynasty, items
from uniclue.kit import latin, regions, rows_and_columns, rows_of, shuffled, where


class Hitori(Board, frozen=True, kw_only=True, tag="hitori"):
    """Hitori: shade cells until no number stands twice in a line.

    Rules:
        touch: shaded cells do not touch
        white: the cells left white are connected
        twice: no number is left twice in a row or column; ? is a number unlike any other
    """

    rules_by_size = True
    sites = Pzpr("hitori", DenseNumbers("grid")), Janko("hitori")
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(letters=None, unknown=True)]

    def rules(self) -> Constraints:
        yield from dynasty(self.size)

    def clues(self) -> Constraints:
        number = {cell: word for cell, word in items(self.grid) if word != UNKNOWN}
        for title, line in rows_and_columns(self.size):
            same = regions((cell, number[cell]) for cell in line if cell in number)
            for word, held in same.items():
                if len(held) > 1:
                    yield AtMost("twice", title, held, 1, f"white {word}", value=0)


def _clues_of(kind: type[Hitori], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """Numbers that differ where white, those of shaded cells as of another one."""
    numbers = latin(blank.board_shape, rng)
    for at in where(solution, 1):
        line = [p for p in where(solution, 0) if (p[0] == at[0]) != (p[1] == at[1])]
        numbers[at] = numbers[shuffled(rng, line)[0]]
    return kind(grid=rows_of(numbers, blank.board_shape)), solution


Hitori.generation = Generation(construction=Construction.RULES, fullest=True, clues_of=_clues_of)
