"""Making puzzles."""

from __future__ import annotations

import _thread
import math
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uniclue.certificates import certify as certifying
from uniclue.commands.engine.completing import KIND, RECIPE
from uniclue.commands.engine.exits import NO_FILE, OK, UNKNOWN, USAGE, Stop, puzzle_errors
from uniclue.commands.engine.options import (
    CERTIFICATE,
    KIND_FILE,
    PATH,
    flag,
    is_stdout,
    jobs_option,
    output_option,
    takes,
    value,
)
from uniclue.commands.engine.terminal import Shown, load_kind_files, progress_bar
from uniclue.core import puzzle as puzzle_types
from uniclue.core.words import number_of
from uniclue.files import input
from uniclue.files.printing import json_output, print_text, say
from uniclue.formats import files, puzzle_json
from uniclue.generators import attempts as attempting
from uniclue.generators import orders
from uniclue.generators import recipe as recipes
from uniclue.jobs import pool
from uniclue.solvers import decide

if TYPE_CHECKING:
    from uniclue.generators.orders import Outcome, Progress
    from uniclue.generators.recipe import Order

MOST_PATTERN = 100_000
"""Bytes of a file that says where clues may stand."""
MOST_SEED = 2**63 - 1
"""The largest integer that every reader of JSON reads exactly."""
SEED = value("--seed", "S", "The seed of everything random.", type=click.IntRange(0, MOST_SEED))


@click.command()
@click.argument("kind", metavar="KIND", required=False, shell_complete=KIND)
@takes(
    value("--recipe", "NAME", "How.", show_default="the kind's first", shell_complete=RECIPE),
    value("--level", "L", "One of its levels.", show_default="the first"),
    value(
        "--levels", "N", "N puzzles, from easy to hard in equal steps.", type=click.IntRange(2, 50)
    ),
    SEED,
    click.option(
        "--number", "-n", type=click.IntRange(1), default=1, show_default=True, help="How many."
    ),
    value("--size", "RxC", "Rows and columns; as --set size=RxC."),
    value("--start", "FILE", "Keep the clues of this puzzle, and complete it.", type=PATH),
    value("--pattern", "FILE", "Where clues may stand: rows of # and '.'.", type=PATH),
    value("--set", "NAME=VALUE", "An option of the recipe.", "options", multiple=True),
    output_option("FILE", "A .jsonl file; continued. -: stdout.", type=PATH),
    jobs_option("Worker processes; the puzzles do not depend on it."),
    click.option("--dask", metavar="ADDRESS", help="A Dask scheduler, as tcp://host:port."),
    CERTIFICATE,
    value("--max-time", "S", "Stop after S seconds.", type=float),
    flag("--list", "List the recipes, levels and options.", "listed"),
    KIND_FILE,
)
def generate(
    kind: str | None,
    recipe: str | None,
    level: str | None,
    levels: int | None,
    seed: int | None,
    number: int,
    size: str | None,
    start: Path | None,
    pattern: Path | None,
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
    out = None if is_stdout(out) else out
    if dask is not None and jobs > 1:
        raise Stop(USAGE, "generate: expected --jobs or --dask, got both")
    if kind is None and not listed:
        raise Stop(USAGE, "generate: expected a KIND, or --list")
    if levels is not None and number > 1:
        raise Stop(USAGE, "generate: expected --levels or --number, got both")
    if out is not None and out.suffix.lower() == ".json" and (levels or number) > 1:
        raise Stop(USAGE, "generate: a file .json holds one puzzle; choose .jsonl for more")
    if max_time is not None and not 0 < max_time < math.inf:
        raise Stop(USAGE, f"generate: expected a --max-time above 0, got {max_time:g}")
    load_kind_files(kind_file)
    try:
        pairs = _pairs(options, size) | _theme(start, pattern)
        how = None if kind is None else attempting.find_recipe(kind, recipe, pairs)
        if kind is None or how is None or listed:
            return _list(kind)
        order = with_seed(
            seed,
            lambda drawn: attempting.order(how, level, drawn, pairs, levels or 0, rates=True),
        )
        return _make(
            kind, order, levels or number, out, jobs, dask, certificate, max_time or math.inf
        )
    except puzzle_types.ChoiceError as error:
        raise Stop(USAGE, f"generate: {error}") from error


def with_seed(seed: int | None, ordered: Callable[[int], Order]) -> Order:
    """An order with the chosen seed, or with a random one, which is printed."""
    import secrets

    order = ordered(secrets.randbelow(10**6) if seed is None else seed)
    if seed is None:
        say(f"seed {order.seed}")
    return order


def _pairs(options: tuple[str, ...], size: str | None) -> dict[str, str]:
    pairs = {} if size is None else {"size": size}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise Stop(USAGE, f"generate: expected NAME=VALUE, got {option!r}")
        pairs[name] = value
    return pairs


def _theme(start: Path | None, pattern: Path | None) -> dict[str, str]:
    """The options that files give: a puzzle to start from, and where clues may stand."""
    theme = {}
    if start is not None:
        with puzzle_errors(str(start)):
            theme["start"] = puzzle_json.dumps(files.read_puzzle(str(start))).decode()
    if pattern is not None:
        with puzzle_errors(str(pattern)):
            text = input.read_input(pattern, MOST_PATTERN).decode("utf-8", "replace")
            theme["pattern"] = "/".join(text.split())
    return theme


def _make(
    kind: str,
    order: Order,
    number: int,
    out: Path | None,
    jobs: int,
    cluster: str | None,
    certificate: Path | None,
    max_time: float,
) -> int:
    """Makes the puzzles; returns the exit code."""
    started, waiting = time.monotonic(), _Waiting()

    def is_over() -> bool:
        return time.monotonic() - started > max_time

    def before(line: int, text: bytes) -> None:
        if certificate is not None:
            _certify(text, certificate / str(line))

    where, name = (json_output(), "standard output") if out is None else (out, str(out))
    outcome = orders.Outcome(0, 0, {})
    with puzzle_errors(name), progress_bar() as show:
        noted = _noted(show, number)

        def note(so_far: Outcome) -> None:
            nonlocal outcome
            noted(outcome := so_far)
            waiting.attempted(so_far)

        try:
            with _interrupted_after(max_time), recipes.heard(waiting.failed):
                outcome = orders.make(
                    kind, order, number, where, jobs, cluster, note, is_over, before
                )
        except KeyboardInterrupt:
            if not is_over():
                raise
        except pool.WorkersError as error:
            raise Stop(NO_FILE, f"generate: {error}") from error
    if outcome.puzzles >= number:
        if "minutes" in order.options:  # most attempts miss them
            say(outcome.rejected())
        if order.word and (boards := waiting.boards("; ")):
            say(f"{number_of(number, 'puzzle')} rated {order.word}{boards}")
        return OK
    why = orders.short_of(kind, order, max_time if is_over() else None)
    done = f"{outcome.puzzles} of {number} made; {outcome.rejected()}{waiting.boards('; ')}"
    say(f"{why}: {done}")
    return UNKNOWN


PATIENCE = 5.0
"""Seconds without a puzzle after which the command says why attempts fail."""


class _Waiting:
    """Tells once, if there is no puzzle for a while, why boards give none."""

    def __init__(self) -> None:
        self._ends = time.monotonic() + PATIENCE
        self._reasons = Counter[str]()
        self._is_quiet = False

    def failed(self, reason: str) -> None:
        """Takes note of a board that gives no puzzle."""
        self._reasons[reason] += 1
        self._say("")

    def attempted(self, outcome: Outcome) -> None:
        """Takes note of an attempt."""
        self._is_quiet |= outcome.puzzles > 0
        self._say(outcome.rejected())

    def boards(self, before: str) -> str:
        """How many boards gave no puzzle, and why; empty if none is known."""
        why = ", ".join(f"{n:,} {reason}" for reason, n in self._reasons.most_common())
        number = self._reasons.total()
        boards = "board" if number == 1 else "boards"
        return f"{before}{number:,} {boards} drawn: {why}" if why else ""

    def _say(self, rejected: str) -> None:
        if not self._is_quiet and time.monotonic() > self._ends:
            self._is_quiet = True
            say(f"no puzzle after {PATIENCE:g} s: {self.boards('') or rejected}")


@contextmanager
def _interrupted_after(seconds: float) -> Iterator[None]:
    """Interrupts the work after this time, as Ctrl-C does."""
    if seconds == math.inf:
        yield
        return
    # Not SIGINT if there is another: background jobs ignore it and would never end.
    number = getattr(signal, "SIGALRM", signal.SIGINT)
    before = signal.signal(number, signal.default_int_handler)
    ended = threading.Event()

    def interrupt() -> None:
        wait = min(seconds, threading.TIMEOUT_MAX)
        while not ended.wait(wait):
            _thread.interrupt_main(number)
            wait = 5.0  # Python drops an interrupt within a callback of the garbage collector

    threading.Thread(target=interrupt, daemon=True).start()
    try:
        yield
    finally:
        ended.set()
        signal.signal(number, before)


def _certify(text: bytes, folder: Path) -> None:
    """Writes the certificate of a generated puzzle, unless it exists."""
    puzzle = puzzle_json.loads(text)
    if not certifying.certifies(folder, puzzle):
        answer = certifying.certify(puzzle, folder)
        if getattr(answer, "status", None) != "unique" and puzzle.extra["meta"].get("unique", True):
            raise decide.DisagreementError(f"{folder}: expected one solution; please report this")


def _list(kind: str | None) -> int:
    """Lists the recipes, of one kind or all."""
    import msgspec

    own = recipes.recipes()
    if kind is not None and kind not in (recipe.kind for recipe in own):
        own = (attempting.find_recipe(kind),)
    for recipe in own:
        if kind in (None, recipe.kind):
            print_text(f"{recipe.kind}  {recipe.name}: {recipe.title}")
            if recipe.levels:
                print_text(f"    levels: {', '.join(map(recipe.level_words, recipe.levels))}")
            options = recipe.options() if recipe.options else None
            for name, default in (msgspec.structs.asdict(options) if options else {}).items():
                print_text(f"    {name}={default}")
    if kind is None:
        print_text("every other kind  drawn")
    return OK


def _noted(show: Shown, number: int) -> Progress:
    """The function to call after every attempt."""
    started = time.monotonic()

    def note(outcome: Outcome) -> None:
        spent = time.monotonic() - started
        accepted = outcome.attempts - sum(outcome.rejects.values())
        rate = f"{60 * accepted / spent:.3g} a minute" if spent else ""
        show("puzzles", outcome.puzzles, number, f"{rate}, {outcome.rejected()}")

    return note
