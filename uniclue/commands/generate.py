"""Making puzzles."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uniclue.commands.progress import Shown, progress_bar
from uniclue.commands.shared import (
    CERTIFICATE,
    KIND_FILE,
    NO_FILE,
    OK,
    PATH,
    UNKNOWN,
    USAGE,
    Stop,
    jobs_option,
    load_kind_files,
    puzzle_errors,
    reader_may_go,
    takes,
)

if TYPE_CHECKING:
    from uniclue.generators.orders import Made, Progress
    from uniclue.generators.recipe import Order

MOST_SEED = 2**63 - 1
"""The largest number that every reader of JSON takes whole."""


@click.command()
@click.argument("kind", metavar="KIND", required=False)
@takes(
    click.option("--recipe", metavar="NAME", show_default="the kind's first", help="How."),
    click.option("--level", metavar="L", show_default="the first", help="One of its levels."),
    click.option(
        "--seed", metavar="S", type=click.IntRange(0, MOST_SEED), help="For all random things."
    ),
    click.option(
        "--number", "-n", type=click.IntRange(1), default=1, show_default=True, help="How many."
    ),
    click.option(
        "--set", "options", metavar="NAME=VALUE", multiple=True, help="An option of the recipe."
    ),
    click.option("--out", "-o", metavar="FILE", type=PATH, help="A .jsonl file; continued."),
    jobs_option("Worker processes; the puzzles do not depend on it."),
    click.option("--dask", metavar="ADDRESS", help="A Dask scheduler, as tcp://host:port."),
    CERTIFICATE,
    click.option("--max-time", metavar="S", type=float, help="Stop after so many seconds."),
    click.option("--list", "listed", is_flag=True, help="List the recipes, levels and options."),
    KIND_FILE,
)
def generate(
    kind: str | None,
    recipe: str | None,
    level: str | None,
    seed: int | None,
    number: int,
    options: tuple[str, ...],
    out: Path | None,
    jobs: int,
    dask: str | None,
    certificate: Path | None,
    max_time: float | None,
    listed: bool,
    kind_file: tuple[Path, ...],
) -> int:
    """Make puzzles with exactly one solution, at a level.

    Exit code: 0 all made, 30 stopped before, by --max-time or as nothing new came any more.
    """
    from uniclue.core.puzzle import ChoiceError
    from uniclue.generators.recipe import find_recipe, order

    if dask is not None and jobs > 1:
        raise Stop(USAGE, "generate: expected --jobs or --dask, got both")
    if kind is None and not listed:
        raise Stop(USAGE, "generate: expected a KIND, or --list")
    if max_time is not None and not 0 < max_time < math.inf:
        raise Stop(USAGE, f"generate: expected a --max-time above 0, got {max_time:g}")
    load_kind_files(kind_file)
    try:
        how = None if kind is None else find_recipe(kind, recipe)
        if kind is None or how is None or listed:
            return _list(kind)
        asked = order(how, level, _drawn() if seed is None else seed, _pairs(options))
        if seed is None:
            print(f"uniclue: seed {asked.seed}", file=sys.stderr)
        return _make(kind, asked, number, out, jobs, dask, certificate, max_time or math.inf)
    except ChoiceError as error:
        raise Stop(USAGE, f"generate: {error}") from error


def _drawn() -> int:
    import secrets

    return secrets.randbelow(10**6)


def _pairs(options: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise Stop(USAGE, f"generate: expected NAME=VALUE, got {option!r}")
        pairs[name] = value
    return pairs


def _make(
    kind: str,
    asked: Order,
    number: int,
    out: Path | None,
    jobs: int,
    cluster: str | None,
    certificate: Path | None,
    max_time: float,
) -> int:
    """Makes the puzzles; returns the exit code."""
    from uniclue.generators import orders
    from uniclue.jobs.pool import WorkersError

    started = time.monotonic()

    def is_over() -> bool:
        return time.monotonic() - started > max_time

    def before(line: int, text: bytes) -> None:
        if certificate is not None:
            _certify(text, certificate / str(line))

    where, name = (sys.stdout.buffer, "standard output") if out is None else (out, str(out))
    with puzzle_errors(name), reader_may_go(), progress_bar() as show:
        try:
            note = _noted(show, number)
            made = orders.make(kind, asked, number, where, jobs, cluster, note, is_over, before)
        except WorkersError as error:
            raise Stop(NO_FILE, f"generate: {error}") from error
    if made.puzzles >= number:
        return OK
    why = f"{orders.TIRED:,} attempts in a row gave nothing new"
    if is_over():
        why = f"time limit of {max_time:g} s reached"
    done = f"{made.puzzles} of {number} made; {made.rejected()}"
    print(f"uniclue: {why}: {done}", file=sys.stderr)
    return UNKNOWN


def _certify(text: bytes, folder: Path) -> None:
    """Writes the certificate of a puzzle that was made, if it is not there."""
    from uniclue.certificates.certify import certifies, certify
    from uniclue.formats.puzzle_json import loads
    from uniclue.solvers.questions import DisagreementError

    puzzle = loads(text)
    if not certifies(folder, puzzle):
        answer = certify(puzzle, folder)
        if getattr(answer, "status", None) != "unique":
            raise DisagreementError(f"{folder}: expected one solution; please report this")


def _list(kind: str | None) -> int:
    """Lists the recipes, of one kind or all."""
    from uniclue.generators.recipe import recipes

    for recipe in recipes():
        if kind in (None, recipe.kind):
            print(f"{recipe.kind}  {recipe.name}: {recipe.title}")
            if recipe.levels:
                print(f"    levels: {', '.join(recipe.levels)}")
            for name, default in _options(recipe.options):
                print(f"    {name}={default}")
    return OK


def _options(struct: type | None) -> Iterator[tuple[str, object]]:
    """Names of options and what they are as usual."""
    if struct is not None:
        usual = struct()
        for name in struct.__struct_fields__:  # type: ignore[attr-defined]
            yield name, getattr(usual, name)


def _noted(show: Shown, number: int) -> Progress:
    """What to call after every attempt."""
    started = time.monotonic()

    def note(made: Made) -> None:
        spent = time.monotonic() - started
        found = made.attempts - sum(made.rejects.values())
        rate = f"{60 * found / spent:.3g} a minute" if spent else ""
        show("puzzles", made.puzzles, number, f"{rate}, {made.rejected()}")

    return note
