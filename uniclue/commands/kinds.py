"""What there is: puzzle kinds, their JSON Schema, an example, the solvers."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from uniclue.asking.exits import OK, puzzle_errors
from uniclue.asking.options import JSON, KIND_FILE, flag, takes, value
from uniclue.asking.terminal import load_kind_files
from uniclue.files.printing import print_json, print_text


@click.command()
@takes(
    value("--schema", "KIND", "Print a kind's JSON Schema."),
    value("--example", "KIND", "Print a puzzle of a kind."),
    flag("--solvers", "List the usable solvers."),
    flag("--markdown", "The kinds and their rules, as a Markdown table."),
    JSON,
    KIND_FILE,
)
def kinds(
    schema: str | None,
    example: str | None,
    solvers: bool,
    markdown: bool,
    as_json: bool,
    kind_file: tuple[Path, ...],
) -> int:
    """List the puzzle kinds."""
    import msgspec

    from uniclue.core.kinds import find_kind, kind_names
    from uniclue.core.puzzle import json_schema

    with puzzle_errors("kinds"):
        load_kind_files(kind_file)
        if schema is not None:
            print_json(msgspec.json.format(msgspec.json.encode(json_schema(find_kind(schema)))))
        elif example is not None:
            print_json(msgspec.json.encode(find_kind(example).examples[0].puzzle))
        elif solvers:
            _print_solvers(as_json)
        elif markdown:
            print_text(_table())
        else:
            titles = {name: _title(name) for name in kind_names()}
            width = max(map(len, titles))
            lines = [f"{name.ljust(width)}  {title}" for name, title in titles.items()]
            _print(titles, lines, as_json)
    return OK


def _title(kind: str) -> str:
    """A kind's title, or what is wrong with it: one broken kind must not hide the others."""
    from uniclue.core.kinds import find_kind
    from uniclue.core.puzzle import PuzzleError

    try:
        return find_kind(kind).title
    except PuzzleError as error:
        return f"(cannot be used: {error.expected})"


def _table() -> str:
    """A row for every kind: its name, title, rule codes and the forms of its model."""
    from uniclue.core.kinds import find_kind, kind_names
    from uniclue.core.puzzle import PuzzleError

    lines = ["| kind | puzzle | rules | forms |", "|---|---|---|---|"]
    for name in kind_names():
        codes = forms = ""
        with suppress(PuzzleError):  # the title says what is wrong
            kind = find_kind(name)
            codes, forms = (", ".join(f"`{word}`" for word in x) for x in (kind.codes, kind.forms))
        lines.append(f"| `{name}` | {_title(name)} | {codes} | {forms} |")
    return "\n".join(lines)


def _print_solvers(as_json: bool) -> None:
    from uniclue.solvers.ilp import ilp_solvers
    from uniclue.solvers.outside import installed_programs
    from uniclue.solvers.sat import sat_solvers

    outside = installed_programs()
    names = {"cnf": sat_solvers() + outside["cnf"], "ilp": ilp_solvers() + outside["ilp"]}
    lines = [f"{encoder}  {' '.join(solvers)}" for encoder, solvers in names.items()]
    _print(names, lines, as_json)


def _print(members: dict[str, Any], lines: list[str], as_json: bool) -> None:
    import msgspec

    if as_json:
        print_json(msgspec.json.encode(members))
    else:
        print_text("\n".join(lines))
