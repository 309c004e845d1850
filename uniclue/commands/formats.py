"""The formats that puzzles are read from and written to."""

from __future__ import annotations

from pathlib import Path

import click

from uniclue.commands.engine.exits import OK
from uniclue.commands.engine.options import JSON, KIND_FILE, takes
from uniclue.commands.engine.terminal import load_kind_files
from uniclue.core import kinds as known_kinds
from uniclue.core.words import aligned
from uniclue.files.printing import print_json, print_text
from uniclue.formats import format as formatting


@click.command()
@takes(JSON, KIND_FILE)
def formats(as_json: bool, kind_file: tuple[Path, ...]) -> int:
    """List the formats that puzzles are read from and written to.

    'w' stands before those that are written, too; * for all kinds.
    """
    import msgspec

    load_kind_files(kind_file)
    all_formats = sorted(formatting.FORMATS.all(), key=lambda each: each.name)
    if as_json:
        members = [
            {
                "name": each.name,
                "title": each.title,
                "endings": each.endings,
                "kinds": each.kinds,
                "writes": each.can_write,
                "is_link": each.is_link,
            }
            for each in all_formats
        ]
        print_json(msgspec.json.encode({"schema_version": 1, "formats": members}))
        return OK
    every = set(known_kinds.kind_names())
    lines = []
    for each in all_formats:
        names = "*" if every <= {*each.kinds} else ", ".join(each.kinds[:3])
        names += f" and {len(each.kinds) - 3} more" if names != "*" and len(each.kinds) > 3 else ""
        writes = "rw" if each.can_write else "r"
        lines.append((each.name, writes, " ".join(each.endings), names, each.title))
    print_text(aligned(lines, left=5))
    return OK
