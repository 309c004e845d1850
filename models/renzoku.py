"""Renzoku."""

from functools import partial

from uniclue.kit import Annotated, Constraints, Construction, Difference, Generation, Grid
from uniclue.kit import LatinSquare, ListedPairs, Meta, Place, Printed, Rng, Solved, TextGrid, dot
from uniclue.kit import names, pairs, refuse_unless_square, replace
from uniclue.models.kropki import Kropki

FOLLOW = partial(Difference, number=1)


class Renzoku(LatinSquare, frozen=True, kw_only=True, tag="renzoku"):
    """Renzoku: a Latin square with dots between all numbers that follow each other.

    Rules:
        clue: a printed number stays as it is
        line: every number stands once in each row and column
        dot: numbers at a dot follow each other
        absent: neighbours without a dot do not follow each other
    """

    grid: Annotated[TextGrid, Printed()]
    dots: Annotated[
        tuple[tuple[Place, Place], ...],
        Meta(max_length=1200),
        ListedPairs("dot", FOLLOW, dot(black=True)),
    ] = ()

    def validate(self) -> None:
        refuse_unless_square(self, "$.grid", 25)
        super().validate()

    def clues(self) -> Constraints:
        for pair in self.dots:
            yield FOLLOW("dot", f"the dot between {names(pair)}", pair)
        dots = {frozenset(pair) for pair in self.dots}
        for pair in pairs(self.size):
            if frozenset(pair) not in dots:
                yield FOLLOW("absent", f"no dot between {names(pair)}", pair, negated=True)


def _clues_of(kind: type[Renzoku], blank: Renzoku, solution: Grid, rng: Rng) -> Solved:
    """All dots of a solution."""
    held = {(r, c): int(solution[r][c] or 0) for r, c in blank.places}
    dots = [(one, other) for one, other in pairs(blank.size) if abs(held[one] - held[other]) == 1]
    return replace(blank, dots=tuple(dots)), solution


Renzoku.generation = Generation(
    size="6x6",
    construction=Construction.RULES,
    clues_of=_clues_of,
    moves=Kropki.generation.moves,
)
