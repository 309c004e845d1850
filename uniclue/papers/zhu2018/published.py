"""The levels of Zhu, Chen and Zhao 2018: the counters and D that it prints, and its level 50."""

from __future__ import annotations

from functools import cache
from typing import cast

from uniclue.formats.puzzle_json import from_members
from uniclue.models.animals import Animals
from uniclue.papers.zhu2018.levels_csv import RecordedLevel

SUPPLY = dict.fromkeys(("elephant", "monkey", "tiger", "pig", "cat", "turtle"), 1)
SUPPLY |= {"hippo": 2, "lion": 3, "panda": 5}
"""The animals of the paper's game."""
LEVELS = (
    (RecordedLevel(0, 2, 3, 0, 1, 1), 1.9888),
    (RecordedLevel(0, 3, 3, 0, 1, 2), 3.2261),
    (RecordedLevel(2, 2, 3, 0, 1, 3), 6.0189),
    (RecordedLevel(0, 6, 4, 0, 1, 10), 6.8979),
    (RecordedLevel(2, 4, 4, 0, 1, 11), 8.3730),
    (RecordedLevel(3, 3, 14, 4, 1, 18), 17.0333),
    (RecordedLevel(10, 3, 15, 4, 1, 23), 24.4624),
    (RecordedLevel(2, 9, 5, 0, 1, 33), None),
    (RecordedLevel(34, 5, 99, 30, 1, 50), 68.0941),
)
"""The paper's table (its Figure 12): the counters of each level, and its D."""


@cache
def level_50() -> Animals:
    """The one level that the paper gives in full."""
    (members,) = (e.puzzle for e in Animals.examples if e.name == "level 50")
    return cast("Animals", from_members(members))


def is_level_50(puzzle: Animals) -> bool:
    """Whether a puzzle is that level, however it is typed."""

    def meaning(one: Animals) -> tuple[object, ...]:
        conditions = frozenset(condition.meaning() for condition in one.conditions)
        return one.heights, one.animals, conditions, one.given_cells()

    return meaning(puzzle) == meaning(level_50())
