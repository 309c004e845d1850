"""Kropki."""

from functools import partial

from uniclue.kit import Annotated, BorderDots, Clue, Constraints, Construction, Difference
from uniclue.kit import Generation, Grid, Iterator, LatinSquare, ListedPairs, Meta, Place, Printed
from uniclue.kit import Pzpr, Ratio, Rng, Solved, TextGrid, dot, items, names, pairs
from uniclue.kit import refuse_unless_square, replace, rows_of, shuffled

FOLLOW, TWICE = partial(Difference, number=1), partial(Ratio, number=2)
Dots = Annotated[tuple[tuple[Place, Place], ...], Meta(max_length=1200)]


class Kropki(LatinSquare, frozen=True, kw_only=True, tag="kropki"):
    """Kropki: a Latin square with white and black dots between cells; all dots are given.

    Rules:
        clue: a printed number stays as it is
        line: every number stands once in each row and column
        white: numbers at a white dot follow each other
        black: of the numbers at a black dot one is twice the other
        absent: neighbours without a dot qualify for neither
    """

    sites = (Pzpr("kropki", BorderDots("grid", "white", "black")),)

    grid: Annotated[TextGrid, Printed()]
    white: Annotated[Dots, ListedPairs("white", FOLLOW, dot())] = ()
    black: Annotated[Dots, ListedPairs("black", TWICE, dot(black=True))] = ()

    def validate(self) -> None:
        refuse_unless_square(self, "$.grid", 25)
        super().validate()

    def clues(self) -> Constraints:
        for pair in self.white:
            yield FOLLOW("white", f"the white dot between {names(pair)}", pair)
        for pair in self.black:
            yield TWICE("black", f"the black dot between {names(pair)}", pair)
        dots = {frozenset(pair) for pair in self.white + self.black}
        for pair in pairs(self.size):
            if frozenset(pair) not in dots:
                about = ("absent", f"no dot between {names(pair)}")
                neither = [means(*about, pair, negated=True) for means in (FOLLOW, TWICE)]
                yield Clue(*about, neither, "they do not qualify for one")


def _clues_of(kind: type[Kropki], blank: Kropki, solution: Grid, rng: Rng) -> Solved:
    """All dots of a solution; of 1 and 2 either."""
    dots: dict[str, list[tuple[Place, Place]]] = {"white": [], "black": []}
    for one, other in pairs(blank.size):
        low, high = sorted(int(solution[r][c] or 0) for r, c in (one, other))
        is_white = high - low == 1 and (high > 2 or rng.random() < 0.5)
        if is_white or high == 2 * low:
            dots["white" if is_white else "black"].append((one, other))
    return replace(blank, white=tuple(dots["white"]), black=tuple(dots["black"])), solution


def _moves(puzzle: Kropki, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """The puzzle with another number printed."""
    shown = dict(items(puzzle.grid))
    for r, c in shuffled(rng, [(r, c) for r, c in puzzle.places if solution[r][c] != wrong[r][c]]):
        more = shown | {(r, c): solution[r][c]}
        yield replace(puzzle, grid=rows_of(more, puzzle.size)), solution


Kropki.generation = Generation(
    version=8, size="6x6", construction=Construction.RULES, clues_of=_clues_of, moves=_moves
)
