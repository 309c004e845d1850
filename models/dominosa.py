"""Dominosa."""

from itertools import combinations_with_replacement

from uniclue.kit import Annotated, Board, Constraints, Construction, Exactly, Generation, Grid
from uniclue.kit import Iterator, Janko, Layer, Names, Place, Point, PuzzleError, Rng, Shape, Solved
from uniclue.kit import TextGrid, Tokens, around, cells, items, links, matched, name, pairs, rows_of
from uniclue.kit import values_by_place


class Dominosa(Board, frozen=True, kw_only=True, tag="dominosa"):
    """Dominosa: find the dominoes of a set in the grid of their numbers.

    Rules:
        link: every cell belongs to one domino, drawn as a link of its two cells
        set: every domino of two numbers that the board holds, such as 2-3 or 2-2, is there once
    """

    sites = (Janko("dominos"),)

    grid: Annotated[TextGrid, Tokens(range(100), filled=True)]

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)), drawn="dominoes")

    def rules(self) -> Constraints:
        for cell in cells(self.size):
            yield Exactly("link", name(cell), around(cell, 0.5), 1, "link")

    def clues(self) -> Constraints:
        number = dict(items(self.grid))
        held = sorted({int(n) for n in number.values()})
        there: dict[tuple[int, ...], list[Point]]
        there = {domino: [] for domino in combinations_with_replacement(held, 2)}
        for one, other in pairs(self.size):
            domino = tuple(sorted((int(number[one]), int(number[other]))))
            between = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
            there[domino].append(between)
        for domino, places in there.items():
            yield Exactly("set", f"domino {domino[0]}-{domino[1]}", places, 1, "link")


def _blank(kind: type[Dominosa], shape: Shape, rng: Rng) -> Dominosa:
    """All dominoes of a set, on n x (n + 1) cells."""
    side = min(shape)
    if abs(shape[0] - shape[1]) != 1:
        raise PuzzleError("$.grid", f"expected {side} x {side + 1} cells for a whole set")
    paths: list[list[Place]] = []
    while 2 * len(paths) < shape[0] * shape[1]:
        paths = matched(shape, rng)
    whole = [(a, b) for b in range(side) for a in range(b + 1)]
    words: Names = {}
    for path, at in zip(paths, rng.permutation(len(whole)).tolist(), strict=True):
        words |= zip(path, whole[at][:: 1 if rng.random() < 0.5 else -1], strict=True)
    return kind(grid=rows_of(words, shape))


def _moves(puzzle: Dominosa, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """Two dominoes change places, or one of them its ends."""
    word = dict(items(puzzle.grid))
    drawn = [at for at, value in values_by_place(puzzle, solution).items() if value == 1]
    ends = [((int(r), int(c)), (int(r + r % 1), int(c + c % 1))) for r, c in drawn]
    for one in rng.permutation(len(ends)).tolist():
        (a, b), (c, d) = ends[one], ends[int(rng.integers(len(ends)))]
        new = word | {a: word[c], b: word[d], c: word[a], d: word[b]}
        if (a, b) == (c, d):
            new = word | {a: word[b], b: word[a]}
        yield type(puzzle)(grid=rows_of(new, puzzle.size)), solution


Dominosa.generation = Generation(construction=Construction.BOARD, blank=_blank, moves=_moves)
