"""Combinations: the table of a kakuro player."""

from __future__ import annotations

from itertools import combinations as sets_of

import click

from uniclue.commands.engine.exits import OK, USAGE, Stop
from uniclue.commands.engine.options import JSON, flag, takes
from uniclue.core.words import aligned
from uniclue.files.printing import print_json, print_text

DIGITS = "123456789"
MOST = sum(map(int, DIGITS))
COLUMNS = ("cells", "sum", "common", "sets")


@click.command()
@click.argument("cells", type=click.IntRange(1, 9), required=False)
@click.argument("total", metavar="[SUM]", type=click.IntRange(1, MOST), required=False)
@takes(flag("--single", "Only sums that have one set."), JSON)
def combinations(cells: int | None, total: int | None, single: bool, as_json: bool) -> int:
    """List the sets of different digits with a given sum and size (kakuro).

    Without SUM all sums, without CELLS those of 2 to 9 cells. Beside them the digits that all sets
    of a sum have in common.
    """
    import msgspec

    table: dict[tuple[int, int], list[str]] = {}
    for size in range(2, 10) if cells is None else [cells]:
        for digits in sets_of(DIGITS, size):
            table.setdefault((size, sum(map(int, digits))), []).append("".join(digits))
    if total is not None and (cells, total) not in table:
        raise Stop(USAGE, f"combinations: no {cells} different digits add up to {total}")
    rows = [
        (size, made, "".join(sorted(set.intersection(*map(set, sets)))), sets)
        for (size, made), sets in sorted(table.items())
        if total in (None, made) and not (single and len(sets) > 1)
    ]
    if as_json:
        members = [dict(zip(COLUMNS, row, strict=True)) for row in rows]
        print_json(msgspec.json.encode({"schema_version": 1, "combinations": members}))
        return OK
    texts = [(str(size), str(made), common, " ".join(sets)) for size, made, common, sets in rows]
    print_text(aligned([COLUMNS, *texts], left=4))
    return OK
