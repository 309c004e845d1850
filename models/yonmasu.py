"""Yonmasu."""

from functools import lru_cache

from uniclue.kit import Annotated, Callable, Constraints, Construction, DissectedBoard, Generation
from uniclue.kit import Iterable, Janko, Mapping, Place, Placement, Rng, Sequence, Shape, TextGrid
from uniclue.kit import Tokens, cells, crooked, laid, letters, name, polyominoes, rows_of
from uniclue.kit import told_by_cells


LAYOUTS = 100
"""How many layouts are tried."""


class Yonmasu(DissectedBoard, frozen=True, kw_only=True, tag="yonmasu"):
    """Yonmasu: cut the board into areas of four cells with one circle each.

    Cells with an x are left out; o is a circle.

    Rules:
        area: every area has four cells, and a circle in one of them
        circle: no other circle is in the area of a circle
    """

    sites = (Janko("yonmasu"),)

    grid: Annotated[TextGrid, Tokens(letters="ox", drawn="hole")]

    @property
    def circles(self) -> set[Place]:
        """The cells with a circle."""
        return {cell for cell, word in letters(self.grid) if word == "o"}

    def pieces(self) -> Sequence[Placement]:
        every = _every(self.size, self.board)
        circles = self.circles
        return [piece for piece in every if not circles.isdisjoint(piece.cells)]

    def suits(self) -> Callable[[Placement], bool]:
        circles = self.circles
        return lambda piece: len(circles.intersection(piece.cells)) == 1

    def clues(self) -> Constraints:
        fits = self.suits()
        for cell in sorted(self.circles):
            yield self.in_area("circle", name(cell), cell, "the only circle in its area", fits)


@lru_cache(maxsize=64)
def _every(shape: Shape, board: tuple[Place, ...]) -> tuple[Placement, ...]:
    """All areas of four cells."""
    return laid([("", form) for form in polyominoes(4)], shape, {*board})


def _blank(kind: type[Yonmasu], shape: Shape, rng: Rng) -> Yonmasu:
    """A circle in each of some areas, the only ones for these circles; other cells are left out."""
    for _ in range(LAYOUTS):
        areas = [area for area in crooked(shape, rng, 4) if len(area) == 4]
        held = [area for area in areas if rng.random() < 0.85] or areas
        out = dict.fromkeys({*cells(shape)}.difference(*held), "x")

        def board_of(chosen: Iterable[Place], out: Mapping[Place, str] = out) -> Yonmasu:
            return kind(grid=rows_of({**out, **dict.fromkeys(chosen, "o")}, shape))

        if (board := told_by_cells(held, rng, board_of)) is not None:
            break
    return board or board_of(area[0] for area in held)


Yonmasu.generation = Generation(
    size="5x5", construction=Construction.BOARD, redrawn_for=(), blank=_blank
)
