"""Minarism."""

from uniclue.kit import Annotated, Any, BorderSigns, Constraints, Construction, Difference
from uniclue.kit import Generation, Grid, Iterator, LatinSquare, Less, Mark, Meta, Place, Printed
from uniclue.kit import Pzpr, Rng, Sequence, Solved, Text, TextGrid, Turn, Turning, between
from uniclue.kit import less_sign, name, pairs, refuse_unless_neighbours, refuse_unless_square
from uniclue.kit import replace, shuffled

Pairs = Annotated[tuple[tuple[Place, Place], ...], Meta(max_length=1200)]
Differences = Annotated[
    tuple[tuple[Place, Place, Annotated[int, Meta(ge=1, le=24)]], ...], Meta(max_length=1200)
]


class Minarism(LatinSquare, frozen=True, kw_only=True, tag="minarism"):
    """Minarism: a Latin square with signs for less and differences between cells.

    Rules:
        clue: a printed number stays as it is
        line: every number stands once in each row and column
        sign: of two neighbours with a sign between them the first holds less
        difference: a number between two neighbours is the difference of their numbers
    """

    sites = (Pzpr("minarism", BorderSigns("grid", "less", "differences")),)

    grid: Annotated[TextGrid, Printed()]
    less: Pairs = ()
    differences: Differences = ()

    def validate(self) -> None:
        refuse_unless_square(self, "$.grid", 25)
        super().validate()
        signs = {"less": self.less, "differences": [d[:2] for d in self.differences]}
        for member, some in signs.items():
            for i, pair in enumerate(some):
                refuse_unless_neighbours(self, f"$.{member}[{i}]", pair)

    def printed_marks(self) -> Iterator[Mark]:
        yield from super().printed_marks()
        yield from (less_sign(*pair) for pair in self.less)
        for one, other, number in self.differences:
            yield Text(between(one, other), str(number))

    def clues(self) -> Constraints:
        for low, high in self.less:
            yield Less("sign", f"{name(low)} < {name(high)}", (low, high))
        for one, other, number in self.differences:
            title = f"between {name(one)} and {name(other)}"
            yield Difference("difference", title, (one, other), number)


def _clues_of(kind: type[Minarism], blank: Minarism, solution: Grid, rng: Rng) -> Solved:
    """A sign or a difference between some neighbours."""
    some = shuffled(rng, pairs(blank.size))
    return _marked(blank, some[: len(some) // 2], solution, rng), solution


def _marked(
    puzzle: Minarism, some: Sequence[tuple[Place, Place]], solution: Grid, rng: Rng
) -> Minarism:
    """The puzzle with a sign or a difference between further neighbours."""
    less, differences = [*puzzle.less], [*puzzle.differences]
    for one, other in some:
        step = int(solution[other[0]][other[1]] or 0) - int(solution[one[0]][one[1]] or 0)
        if rng.random() < 0.5:
            differences.append((one, other, abs(step)))
        else:
            less.append((one, other) if step > 0 else (other, one))
    return replace(puzzle, less=tuple(less), differences=tuple(differences))


def _moves(puzzle: Minarism, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """The puzzle with one more sign or difference."""
    there = {frozenset(pair[:2]) for pair in (*puzzle.less, *puzzle.differences)}
    for pair in shuffled(rng, [pair for pair in pairs(puzzle.size) if {*pair} not in there]):
        yield _marked(puzzle, [pair], solution, rng), solution


def _turned(puzzle: Minarism, turn: Turn) -> dict[str, Any]:
    less = tuple((turn.point(a, puzzle.size), turn.point(b, puzzle.size)) for a, b in puzzle.less)
    differences = tuple(
        (turn.point(a, puzzle.size), turn.point(b, puzzle.size), number)
        for a, b, number in puzzle.differences
    )
    return {"less": less, "differences": differences}


Minarism.generation = Generation(
    size="6x6", construction=Construction.RULES, clues_of=_clues_of, moves=_moves
)
Minarism.turning = Turning(members=_turned)
