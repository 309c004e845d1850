"""Many puzzles, one after the other, for commands that write a file for each."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import IO

from uniclue.asking.exits import Stop, worst
from uniclue.files.input import lines
from uniclue.files.printing import say

LINE = "{line}"
"""Stands for a line's number in the names of files."""


def every_line(
    stream: IO[bytes],
    name: str,
    give: Callable[[bytes, str, int], None],
    skipped: Collection[int],
) -> int:
    """Gives every puzzle of a file of many; says which cannot be given, and goes on.

    Args:
        stream: The file.
        name: What its user calls it.
        give: Gives one, from its text, its name and its line's number; raises Stop if it cannot.
        skipped: The codes of Stop that leave out one puzzle; any other ends it all.

    Returns:
        The worst of the codes that came up, else 0.
    """
    codes = set()
    for line in lines(stream):
        try:
            give(line.data, f"{name}: line {line.number}", line.number)
        except Stop as stop:
            if stop.code not in skipped:
                raise
            say(str(stop))
            codes.add(stop.code)
    return worst(codes)
