"""Files of kinds that use former names of the vocabulary: they are read for one more release."""

from __future__ import annotations

import ast
import re

from uniclue.core.plugins import near_name, report

FORMER = {
    "Apart": "MinDifference",
    "AsMany": "SelfCount",
    "Barred": "Forbidden",
    "BridgeCounts": "BridgeRows",
    "Copied": "EqualLists",
    "Counts": "CardinalityRows",
    "Different": "AllDifferent",
    "DistinctSum": "AllDifferentSum",
    "Enclosed": "SumBetween",
    "FromEnds": "PathsFromEnds",
    "Joined": "ConnectedLines",
    "Level": "SameHeight",
    "Lower": "LowerThan",
    "Mirrored": "PointSymmetric",
    "NeighbourCondition": "FlowerNeighbours",
    "Never": "NotAll",
    "NotAlike": "NotAllEqual",
    "Occurs": "PatternCount",
    "OneOf": "InDomain",
    "Paired": "Matching",
    "Reached": "CellsReached",
    "Rooted": "ConnectedToRoot",
    "Same": "AllEqual",
    "Sandwiched": "Sandwich",
    "Seen": "TowersSeen",
    "SeenSum": "TowersSum",
    "Shaded": "ConnectedExcept",
    "Sight": "CellsSeen",
    "Sized": "ComponentSize",
    "Slants": "AcyclicSlants",
    "SomeAlike": "SomeEqual",
    "Straight": "Consecutive",
    "Total": "Sum",
    "Unalike": "DifferentLists",
    "Unequal": "DifferentCounts",
    "cut": "cut_board",
    "growing": "growth_rounds",
    "halves": "halved_paths",
    "held": "values_by_place",
    "hints": "line_hints",
    "link": "between",
    "rectangle": "rectangle_bits",
    "settled": "possible_digits",
}
"""The names of today, by the former ones; docs/decisions/0029-names.md has the reasons."""
MODULES = frozenset(
    f"uniclue.constraints.{name}"
    for name in (
        *("as_many", "barred", "different", "distinct_sum", "mirrored", "occurs", "paired"),
        *("reached", "seen", "shaded", "sight", "total", "unequal"),
    )
)
"""Former modules; ``uniclue.kit`` has what they held."""
_ROOMS = ("uniclue.kit", "uniclue.constraints.", "uniclue.propagation.")
_IMPORT = re.compile(rb"^\s*from\s+uniclue\.", re.MULTILINE)


def with_names_of_today(text: bytes, path: str) -> bytes | ast.Module:
    """A file in which former names are imported by their names of today; each is reported once.

    Args:
        text: The Python file.
        path: Where it is, for the report.

    Returns:
        What can be compiled.

    Raises:
        SyntaxError: It is no Python file.
    """
    if not _IMPORT.search(text):
        return text
    tree = ast.parse(text, path)
    imports = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_ROOMS)
    ]
    for node in imports:
        if node.module in MODULES:
            report(f"{near_name(path)}:{node.lineno}", f"{node.module} is now uniclue.kit")
            node.module = "uniclue.kit"
        for alias in node.names:
            if today := FORMER.get(alias.name):
                report(f"{near_name(path)}:{alias.lineno}", f"{alias.name} is now {today}")
                alias.asname, alias.name = alias.asname or alias.name, today
    return tree
