"""Reflect Link."""

from functools import lru_cache

from uniclue.kit import ARROWS, Annotated, Board, Constraints, Course, Generation, Iterator, Layer
from uniclue.kit import Mark, Pattern, Place, Point, Pzpr, Shape, Symbol, Text, TextGrid, Tokens
from uniclue.kit import Triangles, Turn, Turning, Value, arm_pictures, around, blank_with, cells
from uniclue.kit import letters, links, name, ways_of

CLUE = r"[ns][we]([1-9]\d{0,2})?|\+"
OPPOSITE = {"nw": "se", "ne": "sw", "sw": "ne", "se": "nw"}


class ReflectLink(Board, frozen=True, kw_only=True, tag="reflect"):
    """Reflect Link: draw one loop that is reflected by all triangles and crosses itself at all +.

    Rules:
        loop: the line is one loop from cell to cell, which crosses itself at + alone
        cross: the line crosses itself at every +
        triangle: at a triangle the line turns; se9 is one that it leaves to the south and to the
            east, straight on, so that both pieces have 9 cells together, its own counted once
    """

    sites = (Pzpr("reflect", Triangles("grid")),)

    grid: Annotated[
        TextGrid,
        Tokens(letters=None, drawn="nothing", pattern=CLUE, such="such as se9, nw or +"),
    ]

    def printed_marks(self) -> Iterator[Mark]:
        for cell, word in letters(self.grid):
            if word == "+":
                yield Text(cell, word)
            else:
                yield Symbol(cell, OPPOSITE[word[:2]])
                yield Text((cell[0] + 0.2, cell[1] + 0.2), word[2:])

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        crossed = tuple(cell for cell, word in letters(self.grid) if word == "+")
        yield Course("loop", "the line", links(cells(self.size)), crossings=crossed)

    def clues(self) -> Constraints:
        for cell, word in letters(self.grid):
            if word == "+":
                near = around(cell, 0.5)
                yield Pattern("cross", f"+ at {name(cell)}", near, "a crossing", ("1111",))
            else:
                arms, looks = _looks(cell, self.size, word[:2], word[2:])
                says = f"pieces {ways_of(word[:2])}" + f", of {word[2:]} cells" * bool(word[2:])
                yield Pattern("triangle", f"triangle at {name(cell)}", arms, says, looks)


@lru_cache(maxsize=4096)
def _looks(
    cell: Place, shape: Shape, ways: str, number: str
) -> tuple[list[Point], tuple[str, ...]]:
    """The links straight on from a triangle, and what is drawn there."""

    def fits(one: int, other: int, turns: bool) -> bool:
        return turns and number in ("", str(one + other + 1))

    arms, looks = arm_pictures(cell, shape, fits)
    near = zip(ARROWS, around(cell, 0.5), strict=True)
    taken = {link for way, link in near if way in ways}
    drawn = ({arm for arm, at in zip(arms, look, strict=True) if at == "1"} for look in looks)
    return arms, tuple(look for look, some in zip(looks, drawn, strict=True) if taken <= some)


def _word(member: str, word: Value, turn: Turn) -> Value:
    text = str(word)
    if text == "+":
        return text
    turned = turn.ways(text[:2])
    return f"{turned}{text[2:]}"


ReflectLink.generation = Generation(
    blank=blank_with("+", 0.05, symmetric=False),
    clue_words=tuple(f"{ways}{n}" for n in ("", *range(3, 10)) for ways in OPPOSITE),
)
ReflectLink.turning = Turning(word=_word)
