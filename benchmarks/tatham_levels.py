"""Puzzles of named levels by the programs of Simon Tatham's collection, as a corpus of a study.

    python -m benchmarks.tatham_levels --write FILE [--number N] [--seed S] [GAME ...]
    python -m benchmarks.tatham_levels --table DIR

The Debian package sgt-puzzles has a program for each game, which makes puzzles without a screen
(sgt-NAME --generate). Of each game in GAMES, N puzzles of each of three levels are made, all of one
size, read by our formats, and written as JSON lines with the member ``meta.level`` (0, 1, 2), for
studies/levels.toml. A seed gives the same puzzles with the same version of the programs. Exits with
69 if there are no programs.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from scipy.stats import spearmanr

from benchmarks.tables import table
from uniclue.core.puzzle import Puzzle
from uniclue.formats import puzzle_json
from uniclue.formats.format import find_format
from uniclue.study.studies.shards import read_table

SECONDS = 60
COLUMNS = (
    *("size.clues", "size.candidates", "across.local-cells.density"),
    *("across.local-cells.modularity", "across.local-cells.treewidth_upper"),
    *("process.waves", "steps.depth", "steps.labour"),
)
"""What the level is set beside in the table."""
UNAVAILABLE = 69


class TathamGame(NamedTuple):
    """A game at three levels.

    Attributes:
        page: The name of its page, and of our format.
        params: Its parameters, by level from the easiest.
    """

    page: str
    params: tuple[str, str, str]


GAMES = (
    TathamGame("bridges", ("7x7i30e10m2d0", "7x7i30e10m2d1", "7x7i30e10m2d2")),
    TathamGame("dominosa", ("5dt", "5db", "5dh")),
    TathamGame("keen", ("5de", "5dn", "5dh")),
    TathamGame("lightup", ("7x7b20s4d0", "7x7b20s4d1", "7x7b20s4d2")),
    TathamGame("loopy", ("6x6t0de", "6x6t0dn", "6x6t0dh")),
    TathamGame("solo", ("3x3dt", "3x3di", "3x3da")),
    TathamGame("towers", ("5de", "5dh", "5dx")),
    TathamGame("unequal", ("5de", "5dk", "5dx")),
    TathamGame("unruly", ("8x8dt", "8x8de", "8x8dn")),
)
"""Games that have three levels or more at a size; others have two, or none."""


def program(page: str) -> str | None:
    """The program of a game; None if there is none."""
    places = [f"{folder}/sgt-{page}" for folder in ("/usr/games", "/usr/local/games")]
    return shutil.which(f"sgt-{page}") or next((p for p in places if Path(p).exists()), None)


def made(game: TathamGame, level: int, number: int, seed: int) -> Puzzle | None:
    """A puzzle of a level, by a seed of its own; None if that takes too long."""
    params = game.params[level]
    words = [str(program(game.page)), "--generate", "1", f"{params}#{seed}-{number}"]
    try:
        done = subprocess.run(words, capture_output=True, timeout=SECONDS, check=True)
    except subprocess.TimeoutExpired:
        return None
    (puzzle,) = find_format(f"tatham-{game.page}").read(done.stdout)
    if not isinstance(puzzle, Puzzle):
        raise puzzle
    meta = {"level": level, "game": game.page, "params": params}
    name = f"{game.page}-{level}-{number}"
    return msgspec.structs.replace(puzzle, extra=puzzle.extra | {"id": name, "meta": meta})


def rows_of(folder: Path) -> Iterator[list[str]]:
    """Of each kind in the table of a study: Spearman's correlation of columns with the level."""
    for (kind,), own in read_table(folder).group_by("kind", maintain_order=True):
        level = own["label.level"].to_numpy()
        correlations = []
        for column in COLUMNS:
            values = own[column].cast(float).to_numpy()
            known = np.isfinite(values)
            varies = known.sum() > 2 and np.ptp(values[known]) > 0
            rho = spearmanr(values[known], level[known]).statistic if varies else None
            correlations.append("" if rho is None else f"{rho:+.2f}")
        yield [str(kind), str(len(own)), *correlations]


def main() -> None:
    """Writes the corpus, or prints the table."""
    parser = argparse.ArgumentParser(description=str(__doc__))
    parser.add_argument("games", nargs="*", metavar="GAME")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", type=Path, metavar="FILE", help="the corpus")
    what.add_argument("--table", type=Path, metavar="DIR", help="of the study")
    parser.add_argument("--number", type=int, default=20, help="puzzles of each level")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.table is not None:
        print(table(["kind", "puzzles", *COLUMNS], rows_of(chosen.table)))
        return
    games = [game for game in GAMES if not chosen.games or game.page in chosen.games]
    if missing := [game.page for game in games if program(game.page) is None]:
        print(f"no program sgt-{missing[0]}: apt-get install sgt-puzzles", file=sys.stderr)
        sys.exit(UNAVAILABLE)
    with chosen.write.open("w", encoding="utf-8", buffering=1) as file:
        for number, game, level in product(range(chosen.number), games, range(3)):
            if (puzzle := made(game, level, number, chosen.seed)) is not None:
                file.write(json.dumps(puzzle_json.members_of(puzzle)) + "\n")


if __name__ == "__main__":
    main()
