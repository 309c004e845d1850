"""Which ratings by steps the puzzles of each kind have, and the intervals that levels mean.

    python -m benchmarks.levels sample FILE [KIND ...] [--number 5]
    python -m benchmarks.levels intervals FILE [KIND ...]
    python -m benchmarks.levels orders benchmarks/results/levels.md [KIND ...] [--number 20]
        [--limit 120]

``sample`` makes so many puzzles a kind in each of the ways of its first recipe (easy, medium, hard,
or its own levels), at the usual size, and appends a line of JSON for each: the steps as they
count. What is there already stays, so it can be continued. ``intervals`` writes from that what the
words mean (``uniclue/graders/levels.json``), and is all that has to be done where only the costs of
steps change. ``orders`` generates easy, medium and hard puzzles from the
same seeds, and says whether their ratings are in that order; after so many CPU seconds it begins no
further seed of a kind. Kinds that have a line already are left out unless they are named.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from operator import itemgetter
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
import numpy as np

from benchmarks.tables import machine, rows_but, table, write_section
from benchmarks.timers import over_after
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.formats.puzzle_json import loads
from uniclue.generators import attempts as attempting
from uniclue.generators import drawn, orders, rated
from uniclue.generators.recipe import Recipe, Rejected
from uniclue.graders import levels, steps
from uniclue.solvers.limits import Clock, LimitReachedError

FILE = Path(levels.__file__).with_name("levels.json")
"""What the words mean."""
SECONDS = 6.0
"""CPU seconds for a puzzle: to make it, and to rate it."""
DRAWS = 12
"""How many layouts are drawn for a puzzle of the sample."""
WAYS = ("easy", "medium", "hard")
"""The ways in which the general recipe makes puzzles."""


class Sampled(msgspec.Struct, frozen=True):
    """A puzzle of the sample.

    Attributes:
        kind: Its kind.
        way: The level of the recipe that it was made at.
        seed: The seed.
        moves: Its steps as they count; None if it was not made, or could not be rated.
        seconds: The CPU seconds that took.
    """

    kind: str
    way: str
    seed: int
    moves: list[steps.Move] | None
    seconds: float


def ways(recipe: Recipe) -> tuple[str, ...]:
    """The levels that puzzles are made at."""
    return WAYS if recipe.name == drawn.NAME else recipe.levels or ("",)


def sampled(recipe: Recipe, way: str, seed: int) -> Sampled:
    """A puzzle made, and its steps."""
    started = time.process_time()
    rng = np.random.default_rng((seed, 38))
    options: Any = recipe.options and recipe.options()
    puzzle: Any = None
    moves = None
    with over_after(SECONDS, of_processor=True), suppress(Rejected, LimitReachedError):
        if recipe.name == drawn.NAME:
            cls: Any = find_kind(recipe.kind)
            for _ in range(DRAWS):
                with suppress(LimitReachedError):
                    puzzle, _ = drawn.drawn(cls, way, options, rng)
                if puzzle is not None:
                    break
            else:
                raise Rejected("no layout with one solution")
        else:
            puzzle = recipe.make(way, options, rng)
        walk = steps.Walk(puzzle, Clock())
        walk.go(tells=False)
        moves = walk.moves
    return Sampled(recipe.kind, way, seed, moves, round(time.process_time() - started, 3))


def sample(kinds: Sequence[str], number: int, out: Path) -> None:
    """Makes and rates puzzles that are not in a file yet, one of each kind and way at a time."""
    there = {(each.kind, each.way, each.seed) for each in read(out)}
    for seed in range(number):
        for recipe in map(attempting.find_recipe, kinds):
            for way in ways(recipe):
                if (recipe.kind, way, seed) not in there:
                    with out.open("ab") as file:
                        file.write(msgspec.json.encode(sampled(recipe, way, seed)) + b"\n")
        print(seed, flush=True)


def read(path: Path) -> list[Sampled]:
    """The puzzles of a file; none if it is not there."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=Sampled) for line in lines]


# -- the intervals ---------------------------------------------------------------------------------

SHARES = (0.3, 0.55, 0.8, 0.93)
"""The shares of the sample that are easier than medium, hard, expert and extreme."""
FEW, FIVE, OF_FEW = 9, 5, (0.34, 0.67, 1.0, 1.0)
"""The same where the sample has fewer puzzles, or fewer than five ratings: with five words few of
them would be of each, and expert and extreme are what is harder than all of them."""
WIDER = 1.05
"""By how much labour a step differs at least between the beginnings of words of one depth."""
FEWEST = 6
"""Kinds with fewer puzzles in the sample have no intervals of their own,"""
DISTINCT = 3
"""nor have those with fewer ratings."""

Rated = tuple[float, float]
"""Depth, and labour a step."""


def rating_of(moves: Sequence[steps.Move], kind: str) -> Rated:
    """The rating of a puzzle of a kind with these steps."""
    figures = steps.counters_of(moves, kind)
    return figures["depth"], round(figures["labour a step"], 4)


def starts_of(
    ratings: Sequence[Rated], shares: Sequence[float] = SHARES
) -> tuple[levels.Start, ...]:
    """Where words begin: after shares of the ratings, and not too close to each other.

    Args:
        ratings: In rising order, each once: several ways may make the same puzzle.
        shares: The shares; after all of them a word begins above the last one.
    """
    starts = list[levels.Start]()
    for share in shares:
        i = min(round(share * len(ratings)), len(ratings) - 1)
        (depth, labour), (above, more) = ratings[i - 1], ratings[i]
        start = (int(above), 0.0 if depth < above else round((labour + more) / 2, 4))
        if share == 1:
            start = (int(above), round(WIDER * more, 4))
        if starts and start < (least := (starts[-1][0], round(WIDER * starts[-1][1], 4))):
            start = least
        starts.append(start)
    return tuple(starts)


def levels_in(kind: str, sample: Sequence[Sampled]) -> levels.Levels | None:
    """What the words mean in a kind; None if too few puzzles were made to tell.

    Of many that are too alike to be parted the words that none has can be told all the same.
    """
    rated = [(rating_of(each.moves, kind), each.way) for each in sample if each.moves]
    if len(rated) < FEWEST:
        return None
    is_calibrated = kind in steps.CALIBRATED
    distinct = sorted({r for r, _ in rated})
    is_small = len(rated) < FEW or (len(rated) < levels.ENOUGH and len(distinct) < FIVE)
    shares = OF_FEW if is_small else SHARES
    are_alike = len(distinct) < DISTINCT
    if are_alike and len(rated) < levels.ENOUGH:
        return None
    starts = levels.STARTS if is_calibrated or are_alike else starts_of(distinct, shares)
    bare = levels.Levels(starts=starts)
    there = Counter((bare.word(*rating), way) for rating, way in rated)
    order = ways(attempting.find_recipe(kind))
    found = [sum(there[word, way] for way in order) for word in levels.LEVELS]
    best = [max(order, key=lambda way: there[word, way]) for word in levels.LEVELS]
    for i, number in enumerate(found):
        if not number:  # as the word below, or the hardest way
            best[i] = best[i - 1] if i else order[0]
    return levels.Levels(size_of(kind), starts, tuple(best), tuple(found))


def size_of(kind: str) -> str:
    """The usual size, in words."""
    recipe = attempting.find_recipe(kind)
    return getattr(recipe.options and recipe.options(), "size", None) or "the usual size"


def write_intervals(sample: Sequence[Sampled], kinds: Sequence[str], out: Path) -> None:
    """Writes the intervals of these kinds; those of others stay."""
    data = dict(levels.table())
    for kind in kinds:
        some = [each for each in sample if each.kind == kind]
        if (found := levels_in(kind, some)) is not None:
            data[kind] = found
        elif some:
            data.pop(kind, None)
    lines = [f'"{kind}":{msgspec.json.encode(data[kind]).decode()}' for kind in sorted(data)]
    out.write_text("{\n" + ",\n".join(lines) + "\n}\n")


# -- whether levels are in order -------------------------------------------------------------------

ORDERED = "Levels of the same seed"
THREE = ("easy", "medium", "hard")


def generated(kind: str, word: str, seed: int) -> tuple[Any, int]:
    """A puzzle of a word, None if no attempt made one, and how many it took."""
    asked = attempting.order(attempting.find_recipe(kind), word, seed, rates=True)
    tries = 0
    for made in islice(attempting.attempts(kind, asked), orders.TIRED_OF_RATING):
        if made.text is not None:
            puzzle = loads(made.text)
            return puzzle, tries + puzzle.extra["meta"]["tries"]
        tries += rated.TRIES
    return None, tries


def ordered(kind: str, seeds: range, limit: float) -> list[str]:
    """A line of the table."""
    known = levels.levels_of(kind)
    words = [word for word in THREE if known.unreached(word) is None]
    started, done, in_order, missing, tries = time.process_time(), 0, 0, 0, list[int]()
    for seed in seeds:
        done += 1
        ratings = list[Rated]()
        for word in words:
            puzzle, took = generated(kind, word, seed)
            tries.append(took)
            if puzzle is None:
                missing += 1
                continue
            walk = steps.Walk(puzzle, Clock())
            walk.go(tells=False)
            ratings.append(rating_of(walk.moves, kind))
        in_order += len(ratings) == len(words) and ratings == sorted(set(ratings))
        if time.process_time() - started > limit:
            break
    spent = (time.process_time() - started) / max(1, len(tries))
    return [
        *(kind, size_of(kind), ", ".join(words), f"{in_order} of {done}", str(missing)),
        *(f"{fmean(tries):.1f}" if tries else "-", f"{spent:.2f}"),
    ]


def write_orders(kinds: Sequence[str], seeds: range, limit: float, out: Path) -> None:
    """Writes for kinds how often easy, medium and hard puzzles of a seed are in that order."""
    there = {row[0] for row in rows_but(out, ORDERED, set())}
    titles = ("kind", "size", "levels", "in order", "not made", "tries", "CPU s a puzzle")
    said = f"{machine()}; {len(seeds)} seeds, rated again from what was written."
    for kind in kinds or (kind for kind in builtin_kinds() if kind not in there):
        row = ordered(kind, seeds, limit)
        print(*row, flush=True)
        rows = sorted([*rows_but(out, ORDERED, {kind}), row], key=itemgetter(0))
        write_section(out, ORDERED, f"{said}\n\n{table(titles, rows)}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs it; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    what = parser.add_subparsers(required=True, dest="what")
    for name, number in (("sample", 5), ("intervals", 0), ("orders", 20)):
        one = what.add_parser(name)
        one.add_argument("file", type=Path)
        one.add_argument("kinds", nargs="*", metavar="KIND")
        one.add_argument("--number", type=int, default=number, help="puzzles or seeds a kind")
        one.add_argument("--limit", type=float, default=120, help="CPU seconds a kind, for orders")
    chosen = parser.parse_args(arguments)
    kinds = chosen.kinds or builtin_kinds()
    match chosen.what:
        case "sample":
            sample(kinds, chosen.number, chosen.file)
        case "intervals":
            write_intervals(read(chosen.file), kinds, FILE)
        case _:
            write_orders(chosen.kinds, range(chosen.number), chosen.limit, chosen.file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
