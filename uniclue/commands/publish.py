"""Puzzles as a page on which people solve them: publish."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from uniclue.commands.engine import exits
from uniclue.commands.engine import puzzles as sources_of_puzzles
from uniclue.commands.engine.options import (
    FILES,
    KIND_FILE,
    LIMITS,
    PATH,
    files_argument,
    flag,
    is_stdout,
    output_option,
    takes,
    value,
)
from uniclue.commands.engine.terminal import give_out, load_kind_files, patience
from uniclue.core.memory import chosen_limit
from uniclue.formats import source as sources
from uniclue.solvers import options as solver_options
from uniclue.workbench import playing

if TYPE_CHECKING:
    from uniclue.commands.engine.puzzles import Puzzles
    from uniclue.core.puzzle import Puzzle
    from uniclue.solvers.method import Method
    from uniclue.workbench.playing import Wishes

MOST_PUZZLES = 1000
"""The most puzzles of a page."""


@click.command(epilog=FILES)
@takes(
    files_argument(),
    output_option("FILE", "Where to: a .html file; - is stdout.", type=PATH),
    value("--site", "FOLDER", "A page for each puzzle here, and an index of them.", type=PATH),
    value("--title", "TEXT", "The title of the page.", show_default="that of the puzzle"),
    value("--author", "NAME", "The author of the puzzles.", show_default="their member 'author'"),
    value("--message", "TEXT", "A message for those who have solved a puzzle."),
    value(
        "--hints",
        "yes|no",
        "Whether the page gives hints, with reasons.",
        type=click.Choice(["yes", "no"]),
        default="yes",
    ),
    value(
        "--check",
        "HOW",
        "What Check reports: which entries are wrong, whether any is, or only the finish.",
        type=click.Choice(["which", "whether", "finish"]),
        default="which",
    ),
    flag("--trace", "Solvers can save their moves as a file: places, values, times; no names."),
    value("--certificate", "DIR", "Keep the certificate here; of many in DIR/LINE.", type=PATH),
    *LIMITS,
    KIND_FILE,
)
def publish(
    files: tuple[str, ...],
    out: Path | None,
    site: Path | None,
    title: str | None,
    author: str | None,
    message: str | None,
    hints: str,
    check: Any,
    trace: bool,
    certificate: Path | None,
    time_limit: float | None,
    conflict_limit: int | None,
    kind_file: tuple[Path, ...],
) -> int:
    """Make a page on which people solve puzzles, one file without any request.

    Each puzzle is certified first; the page names the digest of its certificate.

    Exit code: 0 published; nothing is written if a puzzle has 10 several solutions, 20 none, 30
    unknown.
    """
    if (out is None) == (site is None):
        raise exits.Stop(exits.USAGE, "publish: expected either -o FILE.html or --site FOLDER")
    if out is not None and not is_stdout(out) and out.suffix.lower() not in (".html", ".htm"):
        raise exits.Stop(exits.USAGE, "publish: expected -o FILE.html, or -o -")
    exits.refuse_overwriting(str(out), *files)
    load_kind_files(kind_file)
    try:
        how = solver_options.SolverOptions(time_limit=time_limit, conflict_limit=conflict_limit)
        method = how.method(chosen_limit())
    except ValueError as error:
        raise exits.Stop(exits.USAGE, str(error)) from error
    wishes = playing.Wishes(
        title=title or "",
        author=author or "",
        message=message or "",
        hints=hints == "yes",
        check=check,
        trace=trace,
    )
    with patience(), ExitStack() as stack:
        puzzles = stack.enter_context(sources_of_puzzles.Puzzles(files))
        made = [*_games(puzzles, certificate, wishes, method)]
    if not made:
        raise exits.Stop(exits.BAD_PUZZLE, f"{', '.join(files)}: expected a puzzle, got none")
    games = [game for _, game in made]
    if out is not None:
        give_out(out, playing.html(games, wishes).encode())
    elif site is not None:
        with exits.puzzle_errors(str(site)):
            site.mkdir(parents=True, exist_ok=True)
        for name, text in playing.site([puzzle for puzzle, _ in made], games, wishes).items():
            give_out(site / name, text.encode())
    return exits.OK


def _games(
    puzzles: Puzzles, certificate: Path | None, wishes: Wishes, method: Method
) -> Iterator[tuple[Puzzle, playing.PlayGame]]:
    """Every puzzle, and as the page holds it; the first that is not unique ends the command."""
    with TemporaryDirectory() as temporary:
        for number, line in enumerate(puzzles, 1):
            if number > MOST_PUZZLES:
                raise exits.Stop(exits.USAGE, f"publish: expected at most {MOST_PUZZLES:,} puzzles")
            with exits.puzzle_errors(line.name):
                puzzle = sources.read_text(line.data)
            folder = certificate or Path(temporary, str(number))
            if certificate is not None and puzzles.alone is None:
                folder = certificate / str(line.number)
            try:
                made = playing.published(puzzle, folder, wishes, method)
            except ValueError as error:
                raise exits.Stop(exits.USAGE, f"publish: {error}") from error
            if not isinstance(made, playing.PlayGame):
                why = f" ({made.reason})" if made.reason else ""
                what = f"{line.name}: not published: expected one solution, got {made.status}{why}"
                raise exits.Stop(exits.OF_STATUS[made.status], what)
            yield puzzle, made
