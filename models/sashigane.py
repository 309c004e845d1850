"""Sashigane."""

from functools import lru_cache
from itertools import product

from uniclue.kit import OPPOSITE, Annotated, Bends, Constraints, Construction, DissectedBoard
from uniclue.kit import Generation, Iterable, Iterator, Mapping, Place, Placement, Pzpr, Rng
from uniclue.kit import Sequence, Shape, TextGrid, Tokens, Turning, Value, cells, exact_covers, form
from uniclue.kit import items, laid, name, placement, ray, rows_of, shuffled

WAYS = [*product("ns", "we")]
LARGEST = 7
"""The most cells of an L on boards that are made."""


class Sashigane(DissectedBoard, frozen=True, kw_only=True, tag="sashigane"):
    """Sashigane: cut the board into L-shapes, one cell wide.

    Rules:
        shape: every area is an L, one cell wide
        circle: a circle (o, or a number) is at the bend of an L; a number is its number of cells
        arrow: an arrow (n, w, e, s) is at an end of an L, and points to its bend
    """

    sites = (Pzpr("sashigane", Bends("grid")),)

    grid: Annotated[TextGrid, Tokens(range(1, 100), "onesw", drawn="bend")]

    def pieces(self) -> Sequence[Placement]:
        return _every(self.size)

    def suiting(self) -> Sequence[Placement]:
        return [*_suiting(self.size, dict(items(self.grid)))]

    def clues(self) -> Constraints:
        is_whole = self.laid_out is _every(self.size)
        fitting = _all_said(self.size) if is_whole else _said(self.laid_out)
        for cell, word in items(self.grid):
            some = tuple(fitting.get((cell, word), ()))
            if word in OPPOSITE:
                says = "an end of an L, which points to its bend"
                yield self.in_one_of("arrow", f"the arrow at {name(cell)}", cell, says, some)
            else:
                says = "the bend of an L" + (f" of {word} cells" if word != "o" else "")
                yield self.in_one_of("circle", f"the circle at {name(cell)}", cell, says, some)


def _said(pieces: Iterable[Placement]) -> dict[tuple[Place, Value], list[Placement]]:
    """The Ls that suit each word in a cell."""
    suiting: dict[tuple[Place, Value], list[Placement]] = {}
    for piece in pieces:
        bend, *ends = _words(piece)
        for clue in (bend, (bend[0], "o"), *ends):
            suiting.setdefault(clue, []).append(piece)
    return suiting


@lru_cache(maxsize=4)
def _all_said(shape: Shape) -> dict[tuple[Place, Value], list[Placement]]:
    return _said(_every(shape))


def _words(piece: Placement) -> Sequence[tuple[Place, Value]]:
    """The bend of an L with its size, and its ends with their arrows; its kind tells the bend."""
    down, across = piece.kind[0], piece.kind[1]
    (top, left), (low, right) = (
        tuple(map(least, zip(*piece.cells, strict=True))) for least in (min, max)
    )
    r, c = top if down == "s" else low, left if across == "e" else right
    ends = (low if down == "s" else top, c), (r, right if across == "e" else left)
    return [((r, c), len(piece.cells)), (ends[0], OPPOSITE[down]), (ends[1], OPPOSITE[across])]


@lru_cache(maxsize=4)
def _every(shape: Shape) -> tuple[Placement, ...]:
    """All Ls on a board, each named by the directions of its arms from the bend."""
    forms = [
        (down + across, form({*((r, x) for r in range(h)), *((y, c) for c in range(w))}))
        for h in range(2, shape[0] + 1)
        for w in range(2, shape[1] + 1)
        for down, across in WAYS
        for y, x in [(0 if down == "s" else h - 1, 0 if across == "e" else w - 1)]
    ]
    return laid(forms, shape)


def _suiting(shape: Shape, printed: Mapping[Place, Value]) -> Iterator[Placement]:
    """All Ls that suit what is printed in their cells."""
    for bend in cells(shape):
        arms = {way: _arms(bend, way, shape, printed) for way in OPPOSITE}
        word = printed.get(bend)
        for down, across in WAYS if word not in OPPOSITE else ():
            for high, wide in product(arms[down], arms[across]):
                if word in (None, "o", len(high) + len(wide) + 1):
                    yield placement((bend, *high, *wide), down + across)


def _arms(
    bend: Place, way: str, shape: Shape, printed: Mapping[Place, Value]
) -> list[tuple[Place, ...]]:
    """The arms that a bend can have that way: up to the first clue, which has to point back."""
    found, cells = list[tuple[Place, ...]](), ray(bend, way, shape)
    for i, cell in enumerate(cells, 1):
        word = printed.get(cell)
        if word in (None, OPPOSITE[way]):
            found.append(tuple(cells[:i]))
        if word is not None:
            break
    return found


def _blank(kind: type[Sashigane], shape: Shape, rng: Rng) -> Sashigane:
    """A board cut into small Ls, with all the clues that they allow."""
    some = [piece for piece in _every(shape) if len(piece.cells) <= LARGEST]
    cut = next(exact_covers(cells(shape), shuffled(rng, some)))
    return kind(grid=rows_of(dict(clue for piece in cut for clue in _words(piece)), shape))


Sashigane.generation = Generation(
    size="6x6",
    construction=Construction.BOARD,
    redrawn_for=(),
    blank=_blank,
    without_numbers=lambda puzzle: Sashigane(grid=rows_of({}, puzzle.size)),
)
Sashigane.turning = Turning(word=lambda _, word, turn: turn.arrow(word))
