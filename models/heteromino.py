"""Heteromino."""

from uniclue.kit import Annotated, Constraints, Construction, DissectedBoard, Generation, Grid
from uniclue.kit import HoleNumbers, Iterator, Placement, Pzpr, Rng, Sequence, Shape, Solved
from uniclue.kit import TextGrid, Tokens, UnlikeAreas, areas_cut, cells, entry_of, items, laid
from uniclue.kit import Written, polyominoes, replace, rows_of, shuffled, values_by_place


class Heteromino(DissectedBoard, frozen=True, kw_only=True, tag="heteromino"):
    """Heteromino: cut the board into areas of three cells; alike ones share no side.

    Cells with an x are left out. A shape that is turned is another one.

    Rules:
        area: every area has three cells
        alike: no two areas of the same shape, turned the same way, share a side
    """

    sites = (Pzpr("heteromino", HoleNumbers("grid"), answer=Written.WITH_EDGE),)

    grid: Annotated[TextGrid, Tokens(letters="x", drawn="hole")]

    def pieces(self) -> Sequence[Placement]:
        forms = [(str(i), shape) for i, shape in enumerate(polyominoes(3))]
        return laid(forms, self.size, {*self.board})

    def rules(self) -> Constraints:
        yield from super().rules()
        cut, places = self.dissection, self.unknowns.places
        yield UnlikeAreas("alike", "no two alike", places, pieces=cut.pieces, of=cut.title)


def _blank(kind: type[Heteromino], shape: Shape, rng: Rng) -> Heteromino:
    """A board without the few cells that would be left over."""
    few = shape[0] * shape[1] % 3
    return kind(grid=rows_of(dict.fromkeys(shuffled(rng, cells(shape))[:few], "x"), shape))


def _moves(puzzle: Heteromino, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """Areas that the wrong solution does not have are left out."""
    held, others = values_by_place(puzzle, solution), areas_cut(puzzle, wrong)
    for area in shuffled(rng, areas_cut(puzzle, solution)):
        if area not in others and len(area) == 3:
            out = dict(items(puzzle.grid)) | dict.fromkeys(area, "x")
            changed = replace(puzzle, grid=rows_of(out, puzzle.size))
            stays = {entry_of(changed, at): held[at] or 0 for at in changed.unknowns.places}
            yield changed, changed.grid_of(stays)


Heteromino.generation = Generation(
    size="8x8", construction=Construction.BOARD, redrawn_for=(), blank=_blank, moves=_moves
)
