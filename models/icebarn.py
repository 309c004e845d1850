"""Icebarn."""

from uniclue.kit import Annotated, Any, AnyOf, Board, Constraints, Construction, Course, Door
from uniclue.kit import Generation, Grid, IceAndArrows, Iterator, Layer, Leads, Lines, Meta, Place
from uniclue.kit import PuzzleError, Pzpr, Rng, Shape, Solved, TextGrid, Tokens, Ways, Written
from uniclue.kit import around, between, cells, letters, links, links_at, names, pieces, pointer
from uniclue.kit import replace, rows_of, scattered, shuffled, values_by_place


class OverIce(Board, frozen=True, kw_only=True):
    """A line from IN to OUT that goes straight on over ice (o), where it may cross itself.

    Extend it, and add ``grid``.
    """

    enter: Annotated[tuple[Place, Place], Door("IN", inward=True)]
    leave: Annotated[tuple[Place, Place], Door("OUT", inward=False)]

    def validate(self) -> None:
        super().validate()
        if {*self.enter} == {*self.leave}:
            raise PuzzleError("$.leave", f"expected another side of the board, got {self.leave}")

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    @property
    def ice(self) -> tuple[Place, ...]:
        """The cells of ice."""
        return tuple(cell for cell, word in letters(self.grid) if word == "o")  # type: ignore

    @property
    def course(self) -> dict[str, Any]:
        """How the line is followed."""
        known = between(*self.enter), between(*self.leave)
        return {"ends": (self.enter[0], self.leave[1]), "known": known, "straight": self.ice}

    def one_way(self, through: tuple[Place, ...] = ()) -> Course:
        """The line is one way from IN to OUT, through some cells."""
        every, ice = links(cells(self.size)), self.ice
        return Course("way", "the line", every, crossings=ice, through=through, **self.course)

    def steps(self, solution: Grid) -> list[tuple[Place, Place]]:
        """The steps of a solution from cell to cell, without those over the edge of the board."""
        at, every = values_by_place(self, solution), links(cells(self.size))
        way = Ways("way", "the line", every, **self.course)
        steps, _ = way.steps([at[link] for link in every])
        return steps[1:-1]

    def all_ice(self) -> Constraints:
        """The line comes to every area of ice."""
        for area in pieces(self.ice):
            if not {self.enter[1], self.leave[0]}.intersection(area):
                near = links_at(area, links(cells(self.size)))
                yield AnyOf("ice", f"ice at {names(area[:1])}", near, (1,), "the line passes it")


class Icebarn(OverIce, frozen=True, kw_only=True, tag="icebarn"):
    """Icebarn: draw a way from IN to OUT that goes straight on over ice, along all arrows.

    Rules:
        way: the line is one way from IN to OUT; on ice (o) it goes straight on, and only there it
            crosses itself
        ice: it passes every area of ice
        arrow: it passes every arrow, as that points
    """

    sites = (
        Pzpr(
            "icebarn",
            IceAndArrows("grid", "arrows", "enter", "leave"),
            answer=Written.WITH_EDGE,
        ),
    )

    grid: Annotated[TextGrid, Tokens(letters="o", drawn="ice")]
    arrows: Annotated[
        tuple[tuple[Place, Place], ...], Meta(max_length=4000), Lines(2, drawn=pointer)
    ] = ()

    def validate(self) -> None:
        super().validate()
        for i, (one, other) in enumerate(self.arrows):
            if other not in around(one):
                raise PuzzleError(f"$.arrows[{i}]", f"expected neighbours, got {one} and {other}")

    def rules(self) -> Constraints:
        yield self.one_way()
        yield Ways("way", "the line", links(cells(self.size)), **self.course)
        yield from self.all_ice()

    def clues(self) -> Constraints:
        every, course = links(cells(self.size)), self.course
        for arrow in self.arrows:
            yield Leads("arrow", "the line", every, step=arrow, of="the line", **course)


class SomeWay(OverIce, frozen=True, kw_only=True):
    """A way through marked cells that may cross itself anywhere, from which puzzles are made."""

    grid: Annotated[TextGrid, Tokens(letters="o")]

    def rules(self) -> Constraints:
        course = self.course | {"crossings": cells(self.size), "straight": (), "through": self.ice}
        yield Course("way", "the line", links(cells(self.size)), **course)


def some_way(kind: type[OverIce], shape: Shape, rng: Rng) -> SomeWay:
    """A board with two doors, and marks in half of its cells."""
    board = cells(shape)
    beside = [((int(r), int(c)), cell) for cell in board for r, c in around(cell)]
    sides = [pair for pair in beside if pair[0] not in board]
    enter, (outside, cell) = shuffled(rng, sides)[:2]
    marks = scattered(shape, rng, "o", 0.5, symmetric=False)
    return SomeWay(grid=rows_of(marks, shape), enter=enter, leave=(cell, outside))


def with_ice(kind: type[OverIce], blank: SomeWay, solution: Grid, rng: Rng) -> Solved:
    """Ice where a way crosses itself, and in some other cells in which it goes straight on."""
    at, known = values_by_place(blank, solution), blank.course["known"]
    ice = {}
    for cell in cells(blank.size):
        near = [p for p in around(cell, 0.5) if at.get(p) or p in known]
        is_straight = len(near) == 2 and near[0][0] % 1 == near[1][0] % 1
        if len(near) == 4 or (is_straight and rng.random() < 0.5):
            ice[cell] = "o"
    grid = rows_of(ice, blank.size)
    return kind(grid=grid, enter=blank.enter, leave=blank.leave), solution  # type: ignore


def _moves(puzzle: Icebarn, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """The puzzle with one more arrow, which another solution does not follow."""
    other = {*puzzle.steps(wrong)}
    for step in shuffled(rng, puzzle.steps(solution)):
        if step not in other:
            yield replace(puzzle, arrows=(*puzzle.arrows, step)), solution


Icebarn.generation = Generation(
    construction=Construction.BOARD, blank=some_way, clues_of=with_ice, moves=_moves
)
