"""Stitches: the rules over a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from uniclue.referees.boards import Point, Rows, beside, ends, grid, halved, hidden, line, lines
from uniclue.referees.boards import links, nearly, points, shape, size, some_regions, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = shape(rng, 16)
    regions = text(board, some_regions(rng, board, rng.randint(1, 4)))
    every = [*_stitched(regions)]
    good = [links for links in every if max(_holes(links).values(), default=0) < 2]
    holes = _holes(rng.choice(good or every))
    clues = [sum(holes[cell] for cell in one) for one in lines(board)]
    share = rng.choice((0, 0.3, 0.6))
    return {"regions": regions} | beside(board, nearly(rng, hidden(rng, clues, share)))


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to draw one stitch (1) between every two regions."""
    board = size(puzzle["regions"])
    across = [link for some in _borders(puzzle["regions"]).values() for link in some]
    for chosen in _stitched(puzzle["regions"]):
        yield halved(board, {link: int(link in chosen) for link in across})


def _borders(regions: Any) -> dict[frozenset[Any], list[Point]]:
    """The links across the border of every two regions."""
    name, found = grid(regions), dict[frozenset[Any], list[Point]]()
    for link in links(size(regions)):
        both = frozenset(name[cell] for cell in ends(link))
        if len(both) == 2:
            found.setdefault(both, []).append(link)
    return found


def _stitched(regions: Any) -> Iterator[tuple[Point, ...]]:
    yield from product(*_borders(regions).values())


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether stitches join every two regions, no holes meet, and lines have their number."""
    drawn = {link for link, value in points(answer).items() if value == 1}
    holes, clues = _holes(drawn), line(puzzle["left"]) + line(puzzle["top"])
    return (
        all(len(drawn.intersection(some)) == 1 for some in _borders(puzzle["regions"]).values())
        and all(number == 1 for number in holes.values())
        and all(
            number in (None, sum(holes[cell] for cell in one))
            for number, one in zip(clues, lines(size(puzzle["regions"])), strict=True)
        )
    )


def _holes(stitches: Any) -> Counter[Any]:
    return Counter(cell for link in stitches for cell in ends(link))
