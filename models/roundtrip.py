"""Round Trip."""

from functools import lru_cache
from itertools import pairwise

from uniclue.kit import Annotated, Beside, Board, Constraints, Course, Generation, Layer
from uniclue.kit import NumbersBeside, Pzpr, Regular, Shape, TextRow, between, cells, columns
from uniclue.kit import entries, links, rows


class RoundTrip(Board, frozen=True, kw_only=True, tag="roundtrip"):
    """Round Trip: draw one loop that may cross itself, by the pieces seen first from outside.

    Rules:
        loop: the line is one loop from cell to cell, which goes straight on where it crosses itself
        number: a number beside a row or column says how many cells the first straight piece of the
            line in it has, seen from there
    """

    sites = (Pzpr("roundtrip", NumbersBeside("top", "bottom", "left", "right")),)

    top: Annotated[TextRow, Beside("top", range(2, 151))]
    bottom: Annotated[TextRow, Beside("bottom", range(2, 151))]
    left: Annotated[TextRow, Beside("left", range(2, 151))]
    right: Annotated[TextRow, Beside("right", range(2, 151))]

    @property
    def board_shape(self) -> Shape:
        return len(entries(self.left)), len(entries(self.top))

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        yield Course("loop", "the line", links(cells(self.size)), crossings=cells(self.size))

    def clues(self) -> Constraints:
        lines = rows(self.size), columns(self.size)
        for side, some, step in (
            *(("left", lines[0], 1), ("right", lines[0], -1)),
            *(("top", lines[1], 1), ("bottom", lines[1], -1)),
        ):
            for (title, line), number in zip(some, entries(getattr(self, side)), strict=True):
                if isinstance(number, int):
                    along = [between(*pair) for pair in pairwise(line)][::step]
                    says = f"the first piece of the line has {number} cells"
                    steps, last = _first_run(number - 1)
                    where = f"{title} from the {side}"
                    yield Regular("number", where, along, says, 0, steps, last)


@lru_cache(maxsize=200)
def _first_run(number: int) -> tuple[tuple[tuple[int, int, int], ...], tuple[int, ...]]:
    """An automaton for a first run of values of a given length, and its last states."""
    seen = number + 1
    steps = [(0, 0, 0), *((i, 1, i + 1) for i in range(number))]
    return (*steps, (number, 0, seen), (seen, 0, seen), (seen, 1, seen)), (number, seen)


RoundTrip.generation = Generation(
    blank=lambda kind, shape, rng: kind(
        **dict.fromkeys(("top", "bottom"), "." * shape[1]),
        **dict.fromkeys(("left", "right"), "." * shape[0]),
    )
)
