"""Shirokuro-Link."""

from itertools import pairwise

from uniclue.kit import Annotated, Board, Circles, Constraints, Construction, Crossing, Exactly
from uniclue.kit import Forbidden, Generation, Grid, Iterator, Janko, Layer, Place, Point, Pzpr, Rng
from uniclue.kit import Shape, Solved, TextGrid, around, cells, letters, links, name, names
from uniclue.kit import paths_from, ray, replace, rows_of, shuffled, values_by_place


class ShirokuroLink(Board, frozen=True, kw_only=True, tag="wblink"):
    """Shirokuro-Link: join every white circle with a black one by a straight line.

    Rules:
        line: one line leads from every circle, straight on to another; lines do not cross
        colour: a line joins a white circle (w) with a black one (b)
    """

    sites = Pzpr("wblink"), Janko("shirokuro", also=["shirokuro-link"], words={"1": "w", "2": "b"})

    grid: Annotated[TextGrid, Circles()]

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        colour = dict(letters(self.grid))
        for cell in cells(self.size):
            near = around(cell, 0.5)
            if cell in colour:
                yield Exactly("line", f"from {name(cell)}", near, 1, "link")
            else:
                yield Crossing("line", name(cell), near)
        by_column = sorted(colour, key=lambda cell: cell[::-1])
        for way, order in ((0, sorted(colour)), (1, by_column)):
            for one, other in pairwise(order):
                if one[way] == other[way] and colour[one] == colour[other]:
                    first = (one[0] + way / 2, one[1] + (1 - way) / 2)
                    yield Forbidden("colour", f"no line joins {names([one, other])}", [first], 1)


def _blank(kind: type[ShirokuroLink], shape: Shape, rng: Rng) -> ShirokuroLink:
    """The ends of lines that fill most of the board."""
    ends: dict[Place, str] = {}
    used: set[Place] = set()
    for cell in shuffled(rng, cells(shape)):
        way = "nwes"[int(rng.integers(4))]
        line = [cell, *ray(cell, way, shape)[: int(rng.integers(1, 5))]]
        if len(line) > 1 and used.isdisjoint(line):
            used |= {*line}
            first = int(rng.integers(2))
            ends |= {line[0]: "wb"[first], line[-1]: "bw"[first]}
    return kind(grid=rows_of(ends, shape))


def _moves(puzzle: ShirokuroLink, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """The circles of a line exchanged."""
    colour: dict[Point, str] = dict(letters(puzzle.grid))
    drawn = [link for link, value in values_by_place(puzzle, solution).items() if value]
    for one, *_, other in paths_from(sorted(colour), drawn):
        ends = {one: colour[other], other: colour[one]}
        words = {(int(r), int(c)): word for (r, c), word in (colour | ends).items()}
        yield replace(puzzle, grid=rows_of(words, puzzle.size)), solution


ShirokuroLink.generation = Generation(construction=Construction.BOARD, blank=_blank, moves=_moves)
