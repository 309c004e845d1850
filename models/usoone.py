"""Usoone."""

from uniclue.kit import Annotated, Areas, Board, Constraints, Construction, Fours, Generation, Grid
from uniclue.kit import InDomain, Iterator, Janko, Liars, Place, Pzpr, Rng, Solved, TextGrid, Tokens
from uniclue.kit import Value, areas, around, beside, dynasty, name, numbers, random_areas, regions
from uniclue.kit import replace, rows_of, shuffled, where


class Usoone(Board, frozen=True, kw_only=True, tag="usoone"):
    """Usoone: shade cells; in every region just one of the numbers lies.

    Rules:
        touch: shaded cells do not touch
        white: the cells left white are connected
        number: no number is shaded
        liar: all numbers of a region but one say how many cells beside them are shaded
    """

    sites = Pzpr("usoone", "regions", Fours("grid"), words={"1": 1, "*": 0}), Janko("usoone")
    marks = {"#": 1, ".": 0}

    regions: Annotated[TextGrid, Areas()]
    grid: Annotated[TextGrid, Tokens(range(5))]

    def rules(self) -> Constraints:
        yield from dynasty(self.size)

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            yield InDomain("number", name(cell), [cell], (0,), f"{number} is white")
        printed = dict(numbers(self.grid))
        for title, places in areas(self.regions).items():
            some = [cell for cell in places if cell in printed]
            near = [[at for at in around(cell) if at in self.unknowns.index] for cell in some]
            beside, sizes = [at for each in near for at in each], tuple(map(len, near))
            yield Liars("liar", f"region {title}", beside, sizes, tuple(printed[at] for at in some))


def _clues_of(kind: type[Usoone], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """Numbers in most white cells, one of them wrong in every region."""
    shape, shaded = blank.board_shape, {*where(solution, 1)}
    names, numbers = random_areas(shape, rng, range(4, 9)), dict[Place, Value]()
    for some in regions(sorted(names.items())).values():
        white = shuffled(rng, [cell for cell in some if cell not in shaded])
        for cell in white[: max(2, len(white) * 3 // 4)]:
            near = [at for at in beside(cell) if at in blank.unknowns.index]
            right = len(shaded.intersection(near))
            wrong = [n for n in range(len(near)) if n != right]
            numbers[cell] = right if cell != white[0] else wrong[int(rng.integers(len(wrong)))]
    return kind(regions=rows_of(names, shape), grid=rows_of(numbers, shape)), solution


def _moves(puzzle: Usoone, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """One more number that is right, beside a cell that another solution fills otherwise."""
    printed, shaded = dict(numbers(puzzle.grid)), {*where(solution, 1)}
    for r, c in shuffled(rng, where(solution, 0)):
        near = [at for at in beside((r, c)) if at in puzzle.unknowns.index]
        if (r, c) not in printed and any(solution[i][j] != wrong[i][j] for i, j in near):
            more = printed | {(r, c): len(shaded.intersection(near))}
            yield replace(puzzle, grid=rows_of(more, puzzle.size)), solution


Usoone.generation = Generation(
    construction=Construction.RULES,
    clues_of=_clues_of,
    moves=_moves,
    moves_add=True,
)
