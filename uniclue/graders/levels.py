"""The words for difficulty, the same five for every kind: intervals of its rating by steps.

A rating is depth and labour a step (:mod:`uniclue.graders.steps`), and the hardest step goes first:
of two ratings that with the smaller depth is the easier one, and of two with the same depth that
with less labour a step. A word begins above one rating and ends at the next.

Where the words of a kind begin is data, ``levels.json``: chosen from a seeded sample of puzzles of
the usual size, made in all ways that its recipe has (``python -m benchmarks.levels``, which has the
rule). The file also says in which way most puzzles of a word are made, and which words none of the
sample has. Kinds without an entry have :data:`STARTS`; so have those that are calibrated.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

LEVELS = ("easy", "medium", "hard", "expert", "extreme")
"""The words for every kind, from easy to hard."""

ENOUGH = 12
"""A sample of fewer puzzles does not show that a word cannot be reached."""
Start = tuple[int, float]
"""Depth and labour a step, above which a word begins."""
STARTS: tuple[Start, ...] = ((1, 1.5), (5, 0.0), (8, 0.0), (15, 0.0))
"""Where all words but the first begin in kinds without a sample: what people soon see; up to a
pair or an X-wing of a sudoku; wings and short chains; longer ones; those that fill half a board."""


class Levels(msgspec.Struct, frozen=True):
    """What the words mean in a kind.

    Attributes:
        size: The size of the sample.
        starts: Where all words but the first begin.
        ways: The level of the recipe at which most puzzles of each word are made.
        found: The number of puzzles of each word in the sample.
    """

    size: str = ""
    starts: tuple[Start, ...] = STARTS
    ways: tuple[str, ...] = ()
    found: tuple[int, ...] = ()

    def word(self, depth: float, labour: float) -> str:
        """The word for a rating."""
        return LEVELS[bisect_left(self.starts, (depth, round(labour, 4)))]

    def way(self, word: str) -> str | None:
        """The level of the recipe at which most puzzles of a word are made; None: not known."""
        return self.ways[LEVELS.index(word)] if self.ways else None

    def most(self, word: str) -> float:
        """The largest depth that a word has."""
        ends = dict(zip(LEVELS, self.starts, strict=False))
        if word not in ends:
            return float("inf")
        depth, labour = ends[word]
        return depth if labour else depth - 1

    def unreached(self, word: str) -> str | None:
        """Why there is no use in looking for a word; None if the sample has puzzles of it."""
        if sum(self.found) < ENOUGH or self.found[LEVELS.index(word)]:
            return None
        there = zip(self.found, LEVELS, strict=True)
        others = ", ".join(f"{number} {other}" for number, other in there if number)
        return f"no puzzle of {self.size} is rated {word}: of {sum(self.found)}, {others}"


@cache
def table() -> Mapping[str, Levels]:
    """The data of all kinds that have some."""
    text = files(__package__).joinpath("levels.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Levels])


def levels_of(kind: str) -> Levels:
    """What the words mean in a kind."""
    return table().get(kind, Levels())
