"""Fillmat."""

from uniclue.kit import Annotated, Board, Callable, Constraints, Construction, DecimalDigits
from uniclue.kit import DissectedBoard, Generation, Grid, NotAll, Placement, Pzpr, Rng, Sequence
from uniclue.kit import Shape, Solved, TextGrid, Tokens, UnlikeAreas, Value, areas_cut, around
from uniclue.kit import cells, items, laid, name, number_of, rows_of, shuffled


class Mats(DissectedBoard, frozen=True, kw_only=True):
    """A board cut into mats one cell wide, no four of which meet in a corner."""

    @property
    def longest(self) -> int:
        """The most cells of a mat."""
        return max(self.size)

    def is_told(self, number: Value, length: int) -> bool:
        """Whether a number can be in a mat of a size."""
        raise NotImplementedError

    def pieces(self) -> Sequence[Placement]:
        across = [cells((1, length)) for length in range(1, self.longest + 1)]
        down = [cells((length, 1)) for length in range(2, self.longest + 1)]
        return laid([(str(len(mat)), mat) for mat in across + down], self.size)

    def suits(self) -> Callable[[Placement], bool]:
        numbers = dict(items(self.grid))

        def fits(mat: Placement) -> bool:
            held = [numbers[cell] for cell in mat.cells if cell in numbers]
            return not held or (len(held) == 1 and self.is_told(held[0], len(mat.cells)))

        return fits

    def rules(self) -> Constraints:
        yield from super().rules()
        height, width = self.size
        for r, c in cells((height - 1, width - 1)) if min(self.size) > 1 else ():
            corner = (r + 0.5, c + 0.5)
            yield NotAll("corner", name(corner), around(corner, 0.5), (1,), "no four mats meet")

    def clues(self) -> Constraints:
        fits = self.suits()
        for cell, number in items(self.grid):
            yield self.in_area("number", name(cell), cell, self.number_says(number), fits)

    def number_says(self, number: Value) -> str:
        """What a number says of its mat, in words."""
        raise NotImplementedError


class Fillmat(Mats, frozen=True, kw_only=True, tag="fillmat"):
    """Fillmat: cut the board into mats of one to four cells; equal ones share no side.

    Rules:
        mat: every area is a mat, one cell wide and up to four cells long
        corner: no four mats meet in a corner
        alike: two mats of the same size share no side
        number: a mat holds one number at most, its size; ? is any number
    """

    sites = (Pzpr("fillmat", DecimalDigits("grid")),)

    grid: Annotated[TextGrid, Tokens(range(1, 5), "?")]

    @property
    def longest(self) -> int:
        return min(4, max(self.size))

    def is_told(self, number: Value, length: int) -> bool:
        return number in ("?", length)

    def number_says(self, number: Value) -> str:
        size = "" if number == "?" else f" of {number_of(int(number), 'cell')}"
        return f"the only number in a mat{size}"

    def rules(self) -> Constraints:
        yield from super().rules()
        pieces, of = self.laid_out, self.dissection.title
        yield UnlikeAreas(
            "alike", "no two mats alike share a side", self.unknowns.places, pieces=pieces, of=of
        )


def numbered_mats(kind: type[Mats], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """The size of every mat in one of its cells, the same one when others change."""
    mats = areas_cut(blank, solution)
    words = {mat[(31 * mat[0][0] + 17 * mat[0][1]) % len(mat)]: len(mat) for mat in mats}
    return kind(grid=rows_of(words, blank.board_shape)), solution


def blank_mats(kind: type[Mats], shape: Shape, rng: Rng) -> Mats:
    """A few numbers, without which all boards of a size would be cut alike."""
    some = shuffled(rng, cells(shape))[: shape[0] * shape[1] // 12]
    return kind(grid=rows_of({at: int(rng.integers(1, 5)) for at in some}, shape))


Fillmat.generation = Generation(
    size="8x8",
    construction=Construction.AGAIN,
    redrawn_for=(),
    blank=blank_mats,
    clues_of=numbered_mats,
)
