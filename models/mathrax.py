"""Mathrax."""

from uniclue.kit import Annotated, AtInnerCorners, Behind, Clue, Constraint, Constraints, Difference
from uniclue.kit import Generation, InDomain, Iterator, Janko, LatinSquare, PairSum, Place, Printed
from uniclue.kit import Product, Ratio, TextGrid, block, letters, name, refuse_unless_square


SIGNS: dict[str, type[Difference | Product | Ratio]] = {"-": Difference, "*": Product, "/": Ratio}


def _words(high: int, low: int) -> Iterator[str]:
    """The signs that two numbers make."""
    yield from (f"{high + low}+", f"{high - low}-", f"{high * low}*")
    if high % low == 0:
        yield f"{high // low}/"


WORDS = sorted(
    {word for a in range(1, 10) for b in range(1, a + 1) for word in _words(a, b)} | {*"oe"}
)


class Mathrax(LatinSquare, frozen=True, kw_only=True, tag="mathrax"):
    """Mathrax: a Latin square with signs where four cells meet.

    Rules:
        clue: a printed number stays as it is
        line: every number stands once in each row and column
        sign: 7+, 3-, 12* or 2/ is the sum, difference, product or quotient of the numbers above
            left and below right, and of the two others; of the four cells around e all are even,
            around o all are odd
    """

    sites = (Janko("mathrax", Behind("signs")),)

    grid: Annotated[TextGrid, Printed()]
    signs: Annotated[TextGrid, AtInnerCorners(letters=WORDS)]

    def validate(self) -> None:
        super().validate()
        refuse_unless_square(self, "$.grid", 9)

    def clues(self) -> Constraints:
        for here, word in letters(self.signs):
            four = block(here)
            about = ("sign", f"{word} below right of {name(here)}")
            if word in "oe":
                fits = tuple(number for number in self.domain if number % 2 == (word == "o"))
                yield InDomain(*about, four, fits, "all are odd" if word == "o" else "all are even")
            else:
                yield Clue(*about, [_made(*about, pair, word) for pair in (four[::3], four[1:3])])


def _made(code: str, title: str, pair: tuple[Place, ...], word: str) -> Constraint:
    """What a sign says of two numbers."""
    number, sign = int(word[:-1]), word[-1]
    if sign == "+":
        return PairSum(code, title, pair, (number,))
    return SIGNS[sign](code, title, pair, number)


Mathrax.generation = Generation(size="6x6")
