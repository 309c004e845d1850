"""Making puzzles."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uniclue.commands.shared import (
    OK,
    PATH,
    UNKNOWN,
    USAGE,
    Stop,
    puzzle_errors,
    reader_may_go,
    takes,
)

if TYPE_CHECKING:
    from uniclue.generators.recipe import Order
    from uniclue.making import Made, Progress


@click.command()
@click.argument("kind", metavar="KIND", required=False)
@takes(
    click.option("--recipe", metavar="NAME", show_default="the kind's first", help="How."),
    click.option("--level", metavar="L", show_default="the first", help="One of its levels."),
    click.option("--seed", metavar="S", type=click.IntRange(0), help="For all that is random."),
    click.option(
        "--number", "-n", type=click.IntRange(1), default=1, show_default=True, help="How many."
    ),
    click.option(
        "--set", "options", metavar="NAME=VALUE", multiple=True, help="An option of the recipe."
    ),
    click.option("--out", "-o", metavar="FILE", type=PATH, help="A .jsonl file; continued."),
    click.option(
        "--jobs",
        metavar="N",
        type=click.IntRange(1, 256),
        default=1,
        show_default=True,
        help="Worker processes; the puzzles do not depend on it.",
    ),
    click.option("--max-time", metavar="S", type=float, help="Stop after so many seconds."),
    click.option("--list", "listed", is_flag=True, help="List the recipes, levels and options."),
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
    max_time: float | None,
    listed: bool,
) -> int:
    """Make puzzles with exactly one solution, at a level.

    Exit code: 0 all made, 30 stopped by --max-time before.
    """
    from uniclue.generators.recipe import find_recipe, order
    from uniclue.models.puzzle import ChoiceError

    if listed:
        return _list(kind)
    if kind is None:
        raise Stop(USAGE, "generate: expected a KIND, or --list")
    if seed is None:
        import secrets

        seed = secrets.randbelow(10**6)
        print(f"uniclue: seed {seed}", file=sys.stderr)
    try:
        asked = order(find_recipe(kind, recipe), level, seed, _pairs(options))
    except ChoiceError as error:
        raise Stop(USAGE, f"generate: {error}") from error
    made = _make(kind, asked, number, out, jobs, max_time)
    if made.puzzles < number:
        print(
            f"uniclue: time limit of {max_time:g} s reached; {made.puzzles} of {number} made",
            file=sys.stderr,
        )
        return UNKNOWN
    return OK


def _pairs(options: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise Stop(USAGE, f"generate: expected NAME=VALUE, got {option!r}")
        pairs[name] = value
    return pairs


def _make(
    kind: str, asked: Order, number: int, out: Path | None, jobs: int, max_time: float | None
) -> Made:
    from uniclue import making

    started = time.monotonic()

    def is_over() -> bool:
        return max_time is not None and time.monotonic() - started > max_time

    earlier = making.NOTHING
    with puzzle_errors(str(out or "standard output")), reader_may_go(), _progress(number) as shown:
        if out is None:
            return making.make(
                kind, asked, number, sys.stdout.buffer, jobs, earlier, shown, is_over
            )
        if out.exists():
            earlier = making.kept(out, kind, asked)
        with making.open_for(out) as stream:
            return making.make(kind, asked, number, stream, jobs, earlier, shown, is_over)


def _list(kind: str | None) -> int:
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


@contextmanager
def _progress(number: int) -> Iterator[Progress]:
    """What to call after every attempt; shown on standard error on a terminal."""
    if not sys.stderr.isatty():
        yield lambda made: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    rejected_column = TextColumn("{task.fields[n]}")
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), rejected_column)
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("puzzles", total=number, n="")

        def shown(made: Made) -> None:
            rejected = sum(made.rejects.values())
            bar.update(task, completed=made.puzzles, n=f"{rejected} of {made.attempts} rejected")

        yield shown
