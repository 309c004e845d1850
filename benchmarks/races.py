"""The races: which puzzles, and who is asked about how many of them.

Slow contestants are asked about fewer puzzles, spread over the same list, and some have a time
limit; comparisons are over the puzzles that both sides decided.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any

from benchmarks.puzzles import ROOT, Entry, corpus_files, read_file, spread
from uniclue.formats.puzzle_json import dumps
from uniclue.papers.chen2016.nonogram_boards import puzzles

BATCH = "Uniclue, batch"
SESSION = "Uniclue, one SAT session"
CP_SAT = "CP-SAT"
CLINGO = "clingo"
CLINGO_ONCE = "clingo, grounded once"
CPMPY = "CPMpy (on CP-SAT)"
NONOGRAMS = "nonogram/nonograms.jsonl"


@dataclass(frozen=True, slots=True)
class Contestant:
    """Someone who is asked for verdicts.

    Attributes:
        name: How the tables call it.
        module: Module of ``benchmarks``; empty for our command line.
        function: Function there.
        fewer: It is asked about the race's number of puzzles for peers divided by this; 0 is all.
        limit: Seconds for a call of its solver; 0 is the race's limit.
        package: What must be installed for it.
        jobs: Worker processes of our command line.
        together: Whether it answers in batches, so that only the mean of a puzzle is known.
    """

    name: str
    module: str = ""
    function: str = ""
    fewer: int = 0
    limit: float = 0.0
    package: str = "uniclue"
    jobs: int = 0
    together: bool = False


def ours(kind: str) -> list[Contestant]:
    """Our own contestants; puzzles with the same rules are answered in batches."""
    return [
        Contestant(BATCH, "ours", "batch", together=kind == "sudoku"),
        Contestant(SESSION, "ours", "session"),
        Contestant("Uniclue, command line", jobs=1),
        Contestant("Uniclue, command line, 2 jobs", jobs=2),
    ]


PEERS = {
    "sudoku": [
        Contestant(CP_SAT, "peers_cpsat", "sudoku", 1, package="ortools"),
        Contestant(CLINGO_ONCE, "peers_clingo", "sudoku", 1, package="clingo"),
        Contestant(
            "clingo, a program a puzzle", "peers_clingo", "sudoku_fresh", 5, package="clingo"
        ),
        Contestant(CPMPY, "peers_cpmpy", "sudoku", 2, package="cpmpy"),
        Contestant("Z3", "peers_z3", "sudoku", 10, 10.0, "z3"),
        Contestant("HiGHS", "peers_highs", "sudoku", 10, 10.0, "highspy"),
        Contestant("PuLP with CBC", "peers_pulp", "sudoku", 10, 10.0, "pulp"),
        Contestant("python-constraint", "peers_constraint", "sudoku", 100, 5.0, "constraint"),
    ],
    "kakuro": [
        Contestant(CP_SAT, "peers_cpsat", "kakuro", 1, package="ortools"),
        Contestant(CLINGO, "peers_clingo", "kakuro", 5, 10.0, "clingo"),
        Contestant(CPMPY, "peers_cpmpy", "kakuro", 2, package="cpmpy"),
        Contestant("Z3", "peers_z3", "kakuro", 10, 10.0, "z3"),
        Contestant("HiGHS", "peers_highs", "kakuro", 50, 10.0, "highspy"),
        Contestant("PuLP with CBC", "peers_pulp", "kakuro", 50, 10.0, "pulp"),
        Contestant("python-constraint", "peers_constraint", "kakuro", 50, 5.0, "constraint"),
    ],
    "nonogram": [
        Contestant(CP_SAT, "peers_cpsat", "nonogram", 1, package="ortools"),
        Contestant(CLINGO, "peers_clingo", "nonogram", 5, 10.0, "clingo"),
        Contestant(CPMPY, "peers_cpmpy", "nonogram", 1, package="cpmpy"),
    ],
}


def _peers(kind: str, *names: str) -> list[Contestant]:
    return [contestant for contestant in PEERS[kind] if contestant.name in names]


@dataclass(frozen=True, slots=True)
class Race:
    """Puzzles and who is asked about them.

    Attributes:
        title: What the puzzles are.
        kind: Their kind.
        names: Their names.
        lines: Their texts.
        contestants: Who is asked.
        for_peers: How many puzzles a fast peer is asked about.
        rounds: How often everybody runs.
        limit: Seconds for a puzzle; 0 is no limit.
        by_puzzle: Whether the report lists every puzzle.
    """

    title: str
    kind: str
    names: list[str]
    lines: list[str]
    contestants: list[Contestant]
    for_peers: int = 0
    rounds: int = 1
    limit: float = 0.0
    by_puzzle: bool = False

    def asked(self, contestant: Contestant) -> list[int]:
        """The puzzles a contestant is asked about: all, or the middles of equal stretches.

        So a part never holds the first puzzle, on which ours also pay for the rules.
        """
        number = wanted = len(self.lines)
        if contestant.fewer:
            wanted = min(number, max(2, self.for_peers // contestant.fewer))
        return [(2 * i + 1) * number // (2 * wanted) for i in range(wanted)]

    def starters(self) -> list[Contestant]:
        """The contestants whose package is installed."""
        return [contestant for contestant in self.contestants if find_spec(contestant.package)]


def races(quick: bool) -> list[Race]:
    """The races; with ``quick`` a tenth of the puzzles and one round."""
    share, rounds, few = (10, 1, 1) if quick else (1, 3, 2)
    found = [
        _from_file("17-clue sudokus", "sudoku/17_clue.txt", 5000 // share, 500 // share, rounds),
        _from_file(
            "magictour sudokus", "sudoku/magictour_top1465.txt", 1465 // share, 200 // share, few
        ),
        _from_file(
            "hardest sudokus", "sudoku/forum_hardest_1106.txt", 1106 // share, 50 // share, few
        ),
        _from_file("Janko kakuros", "kakuro/janko999.jsonl", 999 // share, 200 // share, few),
        _from_file(
            "nonograms without the two giants", NONOGRAMS, 60 // share, 60 // share, 1, 60.0
        ),
        _survey(few),
        _document(rounds),
        _large_sudokus(quick),
        _giants(),
    ]
    return [race for race in found if race.lines]


def memory_races(quick: bool) -> list[Race]:
    """Runs whose largest memory is of interest; with ``quick`` ours alone on the many sudokus."""
    large = ours("nonogram")[:2] + _peers("nonogram", CP_SAT, CPMPY)
    made = [dumps(next(puzzles(100, 1, 0.8, 0.8, 12345))).decode()]
    random_one = Race("random nonogram of 100x100", "nonogram", ["1"], made, large)
    if not corpus_files():
        return [random_one]
    many = _from_file("2,500 sudokus", "sudoku/17_clue.txt", 2500, 2500, 1)
    peers = [] if quick else _peers("sudoku", CP_SAT, CLINGO_ONCE)
    many = replace(many, contestants=ours("sudoku")[:3] + peers)
    world = _nonograms("world map, a nonogram of 100x100", lambda e: e.name == "thomasr-world")
    found = [many, random_one, replace(world, contestants=large)]
    return [race for race in found if race.lines]


# -- puzzles ---------------------------------------------------------------------------------------


def _from_file(
    title: str, file: str, wanted: int, for_peers: int, rounds: int, limit: float = 0.0
) -> Race:
    """A race over a file of the corpus, giants left out, or over our few examples."""
    kind = file.partition("/")[0]
    if corpus_files():
        entries = spread([entry for entry in read_file(file) if not entry.is_giant], wanted)
        names, lines = _texts(entries)
    else:
        lines = list(example_lines(kind))
        names = [str(i) for i in range(1, len(lines) + 1)]
    contestants = ours(kind) + PEERS[kind]
    return Race(title, kind, names, lines, contestants, for_peers, rounds, limit)


def _nonograms(title: str, wanted: Callable[[Entry], bool]) -> Race:
    """A race over some nonograms of the corpus, with a table of all of them."""
    entries = filter(wanted, read_file(NONOGRAMS)) if corpus_files() else []
    names, lines = _texts(entries)
    contestants = ours("nonogram")[:2] + _peers("nonogram", CP_SAT, CPMPY)
    return Race(title, "nonogram", names, lines, contestants, len(lines), by_puzzle=True)


def _survey(rounds: int) -> Race:
    """The freely distributable part of Wolter's survey, without the giants."""
    title = "nonograms of Wolter's survey"
    race = _nonograms(title, lambda e: e.members["set"] == "wolter" and not e.is_giant)
    return replace(race, rounds=rounds, limit=60.0)


def _giants() -> Race:
    """Ours alone: the peers do not decide them within minutes."""
    race = _nonograms("the two giants of the survey", lambda e: e.is_giant)
    return replace(race, contestants=ours("nonogram")[:1], limit=600.0)


def _document(rounds: int) -> Race:
    """The ten random nonograms of the source document (002)."""
    title = "ten random nonograms of 15x15"
    lines = [dumps(puzzle).decode() for puzzle in puzzles(15, 10, 0.5, 0.3, 12345)]
    names = [str(i) for i in range(1, len(lines) + 1)]
    contestants = ours("nonogram")[:2] + PEERS["nonogram"]
    even_the_slow_all = 5 * len(lines)
    return Race(title, "nonogram", names, lines, contestants, even_the_slow_all, rounds, limit=60.0)


def _large_sudokus(quick: bool) -> Race:
    """Ours alone: the peers' models are for 9x9."""
    entries = read_file("sudoku/25x25.jsonl") if corpus_files() else []
    names, lines = _texts(spread(entries, 3) if quick else entries)
    alone = [replace(ours("sudoku")[0], together=False)]
    limit = 10.0 if quick else 60.0
    return Race("sudokus of 25x25", "sudoku", names, lines, alone, limit=limit, by_puzzle=True)


def _texts(entries: Iterable[Entry]) -> tuple[list[str], list[str]]:
    """Names and texts."""
    found = list(entries)
    return [entry.name for entry in found], [entry.data.decode() for entry in found]


def example_lines(kind: str) -> Iterator[str]:
    """The project's own puzzles of a kind; sudokus of 9x9 only, as 81 characters."""
    from uniclue.core.kinds import find_kind

    yield from _example_files(kind)
    for example in find_kind(kind).examples:
        yield from _as_line(example.puzzle)


def _example_files(kind: str) -> Iterator[str]:
    for file in sorted((ROOT / "examples" / kind).glob("*.json")):
        yield from _as_line(json.loads(file.read_text(encoding="utf-8")))


def _as_line(members: dict[str, Any]) -> Iterator[str]:
    if members["kind"] != "sudoku":
        yield json.dumps(members)
    elif len(members["grid"]) == 9 and members.get("box") in (None, [3, 3]):
        yield "".join(str(cell or 0) for row in members["grid"] for cell in row)


def warm_up_lines(kind: str, contestant: Contestant) -> list[str]:
    """Small puzzles after which a contestant has imported all it needs.

    Ours get a sudoku of 4x4, so that the rules of 9x9 are not made before the clock starts.
    """
    if kind == "sudoku" and contestant.module == "ours":
        grid = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 1, 0, 0], [0, 0, 0, 2]]
        return [json.dumps({"kind": "sudoku", "box": [2, 2], "grid": grid})] * 100
    return list(_example_files(kind))[:1]
