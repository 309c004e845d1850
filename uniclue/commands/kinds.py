"""Lists puzzle kinds, their JSON Schema, examples and the solvers."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from uniclue.commands import kinds_check, kinds_new, kinds_propose
from uniclue.commands.engine import kind_table
from uniclue.commands.engine.completing import KIND
from uniclue.commands.engine.exits import (
    BAD_PUZZLE,
    NO_FILE,
    OK,
    USAGE,
    Stop,
    file_error,
    puzzle_errors,
)
from uniclue.commands.engine.options import JSON, KIND_FILE, PATH, flag, output_option, takes, value
from uniclue.commands.engine.terminal import load_kind_files
from uniclue.constraints import board
from uniclue.core import codecs, plugins
from uniclue.core import kinds as known_kinds
from uniclue.core import puzzle as puzzle_types
from uniclue.core.words import aligned, number_of
from uniclue.files.printing import print_json, print_text, say
from uniclue.formats import puzzle_json
from uniclue.solvers import ilp, sat
from uniclue.solvers import outside as outside_solvers


@click.command()
@takes(
    value("--schema", "KIND", "Print a kind's JSON Schema.", shell_complete=KIND),
    value("--example", "KIND", "Print a puzzle of a kind.", shell_complete=KIND),
    flag("--solvers", "List the usable solvers."),
    flag("--markdown", "List the kinds and their rules as a Markdown table."),
    value("--new", "NAME", "Write the files of a new kind, to start from."),
    flag("--package", "With --new: an installable package, with a test."),
    output_option("FILE", "With --new: where to.  [default: NAME.py]", type=PATH),
    value(
        "--check", "FILE", "Try out a kind: a Python file, or a kind's name.", shell_complete=KIND
    ),
    flag("--propose", "With --check: write the examples that the kind lacks."),
    JSON,
    KIND_FILE,
)
def kinds(
    schema: str | None,
    example: str | None,
    solvers: bool,
    markdown: bool,
    new: str | None,
    package: bool,
    out: Path | None,
    check: str | None,
    propose: bool,
    as_json: bool,
    kind_file: tuple[Path, ...],
) -> int:
    """List the puzzle kinds, begin a new one, or try one out.

    Exit code: 0, 65 something is wrong with the kind.
    """
    if out is not None and new is None:
        raise Stop(USAGE, "kinds: --output is for --new")
    if package and new is None:
        raise Stop(USAGE, "kinds: --package is for --new")
    if propose and check is None:
        raise Stop(USAGE, "kinds: --propose is for --check")
    if new is not None:
        return _new_package(new, out) if package else _new(new, out)
    if check is not None:
        load_kind_files(kind_file)
        return _check(check, as_json, proposes=propose)
    with puzzle_errors("kinds"):
        load_kind_files(kind_file)
        if schema is not None:
            _print_schema(schema)
        elif example is not None:
            _print_example(example)
        elif solvers:
            _print_solvers(as_json)
        elif markdown:
            print_text(_table())
        else:
            _list(as_json, bool(kind_file))
    return OK


def _print_schema(kind: str) -> None:
    import msgspec

    print_json(
        msgspec.json.format(
            msgspec.json.encode(puzzle_types.json_schema(known_kinds.find_kind(kind)))
        )
    )


def _print_example(kind: str) -> None:
    import msgspec

    print_json(msgspec.json.encode(known_kinds.find_kind(kind).examples[0].puzzle))


def _new(name: str, out: Path | None) -> int:
    """Writes the files of a new kind."""
    file, examples, referee = kinds_new.write_kind(name, out)
    use = f"--kind-file {file}"
    print_text(
        f"{file}: the kind; {examples}: its examples, which are its test; "
        f"{referee}: a second opinion on its rules. Next:\n\n"
        f"uniclue kinds --check {file}\n"
        f"uniclue kinds --example {name} {use} > puzzle.json\n"
        f"uniclue unique puzzle.json {use}"
    )
    return OK


def _new_package(name: str, out: Path | None) -> int:
    """Writes a package with a new kind."""
    folder, test = kinds_new.write_package(name, out)
    print_text(
        f"{folder}: a package with the kind, its examples, a second opinion on its rules and its "
        f"test. Next:\n\n"
        f"pip install -e {folder}\n"
        f"pytest {test}\n"
        f"uniclue kinds --example {name} > puzzle.json\n"
        f"uniclue unique puzzle.json"
    )
    return OK


def _check(which: str, as_json: bool, *, proposes: bool) -> int:
    """Checks the kinds of a file, or a kind by its name."""
    import msgspec

    names, results, is_wrong = [which], dict[str, list[kinds_check.CheckLine]](), False
    if Path(which).suffix == ".py":
        try:
            names = known_kinds.load_kind_file(which)
        except OSError as error:
            raise Stop(NO_FILE, file_error(error, which)) from error
        except puzzle_types.PuzzleError as error:
            cause = error.__cause__
            where = cause and plugins.author_line(cause, {str(Path(which).resolve())})
            raise Stop(BAD_PUZZLE, where or f"{which}: {error.expected}") from error
        if not names:
            raise Stop(BAD_PUZZLE, f"{which}: expected a class derived from Board or Puzzle")
    for name in names:
        with puzzle_errors("kinds"):
            if proposes:
                _propose(name)
            lines = kinds_check.check_kind(known_kinds.find_kind(name))
        results[name] = []
        for line in lines:
            results[name].append(line)
            is_wrong |= line.result == "wrong"
            if not as_json:
                print_text(f"{line.result.ljust(5)}  {line.check}: {line.text}")
    if as_json:
        print_json(msgspec.json.encode({"schema_version": 1, "kinds": results}))
    return BAD_PUZZLE if is_wrong else OK


def _propose(name: str) -> None:
    """Writes the examples that a kind lacks beside it."""
    kind = known_kinds.find_kind(name)
    if kind.__module__.startswith("uniclue."):
        raise Stop(USAGE, f"kinds: {name} is a built-in kind, which has its examples")
    proposal = kinds_propose.propose(kind)
    if proposal.examples:
        file = kinds_propose.write(kind, proposal.examples)
        number = number_of(len(proposal.examples), "example")
        say(f"{plugins.near_name(str(file))}: {number} proposed; look at each")
    for missing in proposal.missing:
        say(f"{missing}: none found")


def _title(kind: str) -> str:
    """A kind's title, or its error: one broken kind must not hide the others."""
    try:
        return known_kinds.find_kind(kind).title
    except puzzle_types.PuzzleError as error:
        return f"(cannot be used: {error.expected})"


def _list(as_json: bool, has_kind_files: bool) -> None:
    """Prints a line for every kind: its name, examples and their sizes, name in links, and title.

    Kinds are imported only if some are not in the table.
    """
    files = plugins.module_names("uniclue.models")
    lines = {kind: line for kind, line in kind_table.KINDS.items() if kind in files}
    if has_kind_files or {*files, *plugins.entry_points("uniclue.kinds")} - {*lines}:
        lines |= {kind: line_of(kind) for kind in {*known_kinds.kind_names()} - {*lines}}
    rows = [(kind, *lines[kind]) for kind in sorted(lines)]
    text = aligned([("kind", "examples", "in links", "puzzle"), *rows], left=4)
    _print({kind: title for kind, *_, title in rows}, text, as_json)


def line_of(kind: str) -> tuple[str, str, str]:
    """A kind's line of the list: its examples, its name in links of puzz.link, its title."""
    return _examples(kind), _in_links(kind), _title(kind)


def _examples(kind: str) -> str:
    """How many examples a kind has, and the smallest and the largest shape of their boards."""
    try:
        puzzles = [
            puzzle_json.from_members(example.puzzle)
            for example in known_kinds.find_kind(kind).examples
        ]
    except Exception:  # an author's file may raise anything; the title shows the error
        return ""
    shapes = sorted(p.board_shape if isinstance(p, board.Board) else p.shape for p in puzzles)
    ends = dict.fromkeys(f"{r}x{c}" for r, c in (*shapes[:1], *shapes[-1:]))
    return f"{len(shapes):2}  {' to '.join(ends)}"


def _in_links(kind: str) -> str:
    """The name of a kind in URLs of puzz.link."""
    with suppress(puzzle_types.PuzzleError):
        site = codecs.pzpr_of(known_kinds.find_kind(kind))
        return site.name if site else ""
    return ""


def _table() -> str:
    """A row for every kind: its name, title, rule codes and the forms of its model."""
    lines = ["| kind | puzzle | rules | forms |", "|---|---|---|---|"]
    for name in known_kinds.kind_names():
        codes = forms = ""
        with suppress(puzzle_types.PuzzleError):  # the title shows the error
            kind = known_kinds.find_kind(name)
            codes, forms = (", ".join(f"`{word}`" for word in x) for x in (kind.codes, kind.forms))
        lines.append(f"| `{name}` | {_title(name)} | {codes} | {forms} |")
    return "\n".join(lines)


def _print_solvers(as_json: bool) -> None:
    outside = outside_solvers.installed_programs()
    names = {"cnf": sat.sat_solvers() + outside["cnf"], "ilp": ilp.ilp_solvers() + outside["ilp"]}
    lines = [f"{encoder}  {' '.join(solvers)}" for encoder, solvers in names.items()]
    _print(names, "\n".join(lines), as_json)


def _print(members: dict[str, Any], text: str, as_json: bool) -> None:
    if as_json:
        import msgspec

        print_json(msgspec.json.encode(members))
    else:
        print_text(text)
