"""Magnets."""

from uniclue.kit import Annotated, Areas, Beside, Board, Constraints, Exactly, Generation, Iterator
from uniclue.kit import Janko, Layer, Mark, NotAll, Point, Poles, PuzzleError, Pzpr, Rng, Shape
from uniclue.kit import Symbol, Table, Text, TextGrid, TextRow, Turn, Turning, Value, Written, areas
from uniclue.kit import columns, entries
from uniclue.kit import items, names, pairs, rows, rows_of, walks

Number = range(151)
POLES = (("+", "-"), ("-", "+"), ("x", "x"))


class Magnets(Board, frozen=True, kw_only=True, tag="magnets"):
    """Magnets: put magnets or blanks on the plates.

    Rules:
        plate: a plate holds a magnet, one pole (+) beside the other (-), or is blank (x); a cell
            without a plate (.) holds nothing
        touch: equal poles do not touch
        plus: a number on the left or above says how many + stand in its line
        minus: a number on the right or below says how many - stand in its line
    """

    sites = (
        Pzpr(
            "magnets",
            Poles("top", "left", "bottom", "right", "plates"),
            answer=Written.INSIDE,
            words={"a1": "+", "a2": "-", "*": "x"},
        ),
        Janko("magnete", also=["magnetic"], words={"@": "."}),
    )

    meanings = {"+": "has a +", "-": "has a -", "x": "is blank"}
    plates: Annotated[TextGrid, Areas(filled=False)]
    top: Annotated[TextRow, Beside("top", Number)]
    left: Annotated[TextRow, Beside("left", Number)]
    bottom: Annotated[TextRow, Beside("bottom", Number)]
    right: Annotated[TextRow, Beside("right", Number)]

    def validate(self) -> None:
        super().validate()
        beside = set(pairs(self.size))
        for plate, places in areas(self.plates).items():
            if places not in beside:
                raise PuzzleError(
                    "$.plates", f"expected plate {plate} to be two neighbours, got {names(places)}"
                )

    def answer(self) -> Layer:
        return Layer((cell for cell, _ in items(self.plates)), ("+", "-", "x"))

    def printed_marks(self) -> Iterator[Mark]:
        yield from (Text((-1, -1), "+"), Text(self.size, "-"), *super().printed_marks())

    def value_marks(self, at: Point, value: Value) -> list[Mark]:
        return [Symbol(at, {"+": "plus", "-": "minus"}.get(str(value), "square"))]

    def rules(self) -> Constraints:
        for plate, places in areas(self.plates).items():
            yield Table("plate", f"plate {plate}", places, "a magnet or blank", POLES)
        for pole in "+-":
            for pair in pairs(self.size):
                yield NotAll("touch", names(pair), pair, (pole,), f"no {pole} beside {pole}")

    def clues(self) -> Constraints:
        lines = rows(self.size) + columns(self.size)
        for code, pole, first, last in (
            ("plus", "+", self.left, self.top),
            ("minus", "-", self.right, self.bottom),
        ):
            for (title, line), number in zip(lines, entries(first) + entries(last), strict=True):
                if isinstance(number, int):
                    yield Exactly(code, title, line, number, pole, pole)


def _blank(kind: type[Magnets], shape: Shape, rng: Rng) -> Magnets:
    """Plates on all cells, but for a few alone."""
    plates = enumerate(walks(shape, rng, 2, 2), 1)
    words = {cell: i for i, plate in plates for cell in plate}
    flat, high = "." * shape[1], "." * shape[0]
    return kind(plates=rows_of(words, shape), top=flat, left=high, bottom=flat, right=high)


Magnets.generation = Generation(blank=_blank)


def _side(side: str, turn: Turn) -> str:
    """What counts + stays apart from what counts -."""
    other = {"top": "left", "left": "top", "bottom": "right", "right": "bottom"}
    return other[side] if turn.exchanged else side


Magnets.turning = Turning(side=_side)
