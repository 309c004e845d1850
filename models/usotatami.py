"""Uso-tatami."""

from uniclue.kit import Annotated, Board, Construction, DigitsOrNumbers, Generation, Grid, Placement
from uniclue.kit import Pzpr, Rng, Sequence, Shape, Solved, TextGrid, Tokens, Value, items, numbers
from uniclue.kit import rows_of
from uniclue.models.fillmat import Mats, blank_mats, numbered_mats


class HonestMats(Mats, frozen=True, kw_only=True):
    """Mats with their sizes, for the first solution.

    Rules:
        mat: every area is a mat, one cell wide
        corner: no four mats meet in a corner
        number: a number is the size of its mat
    """

    grid: Annotated[TextGrid, Tokens(range(1, 5))]

    def is_told(self, number: Value, length: int) -> bool:
        return number == length

    def number_says(self, number: Value) -> str:
        return f"the only number in a mat of {number}"


class UsoTatami(Mats, frozen=True, kw_only=True, tag="usotatami"):
    """Uso-tatami: cut the board into mats with one number each, which is not their size.

    Rules:
        mat: every area is a mat, one cell wide and of any length, with a number
        corner: no four mats meet in a corner
        number: a mat holds one number alone, which is not its size; ? is any number
    """

    sites = (Pzpr("usotatami", DigitsOrNumbers("grid")),)

    grid: Annotated[TextGrid, Tokens(range(1000), "?")]

    def pieces(self) -> Sequence[Placement]:
        printed = {cell for cell, _ in items(self.grid)}
        return [mat for mat in super().pieces() if not printed.isdisjoint(mat.cells)]

    def is_told(self, number: Value, length: int) -> bool:
        return number != length

    def number_says(self, number: Value) -> str:
        return f"the only number in a mat{'' if number == '?' else f', not of {number}'}"


def _clues_of(kind: type[UsoTatami], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """A wrong number in one cell of every mat, off by one."""
    puzzle, solution = numbered_mats(kind, blank, solution, rng)
    words = {at: n - 1 if n > 1 and sum(at) % 2 else n + 1 for at, n in numbers(puzzle.grid)}
    return kind(grid=rows_of(words, blank.board_shape)), solution


def _blank(kind: type[UsoTatami], shape: Shape, rng: Rng) -> Mats:
    return blank_mats(HonestMats, shape, rng)


UsoTatami.generation = Generation(
    size="6x6",
    construction=Construction.AGAIN,
    redrawn_for=(),
    blank=_blank,
    clues_of=_clues_of,
)
