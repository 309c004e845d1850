"""The races: which puzzles, and who is asked about how many of them.

Slow contestants are asked about fewer puzzles, spread over the same list, and some have a time
limit; comparisons are over the puzzles that both sides decided.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any

from benchmarks.puzzles import ROOT, Entry, corpus_files, read_file, spread
from benchmarks.random_nonograms import boards, document_set, nonogram

BATCH = "Uniclue, batch"
SESSION = "Uniclue, one SAT session"
CP_SAT = "CP-SAT"
NONOGRAMS = "nonogram/nonograms.jsonl"
SLOW_LIMIT = 10.0
SLOWEST_LIMIT = 5.0


@dataclass(frozen=True, slots=True)
class Contestant:
    """Someone who is asked for verdicts.

    Attributes:
        name: How the tables call it.
        module: Module of ``benchmarks``; empty for our command line.
        function: Function there.
        puzzles: How many of the race's puzzles it is asked about, spread evenly; 0 is all.
        limit: Seconds for a call of its solver; 0 is the race's limit.
        jobs: Worker processes of our command line.
        together: Whether it answers in batches, so that only the mean of a puzzle is known.
        package: What must be installed for it.
    """

    name: str
    module: str = ""
    function: str = ""
    puzzles: int = 0
    limit: float = 0.0
    jobs: int = 0
    together: bool = False
    package: str = "uniclue"


@dataclass(frozen=True, slots=True)
class Race:
    """Puzzles and who is asked about them.

    Attributes:
        title: What the puzzles are.
        kind: Their kind.
        names: Their names.
        lines: Their texts.
        contestants: Who is asked.
        rounds: How often everybody runs.
        limit: Seconds for a puzzle; 0 is no limit.
        by_puzzle: Whether the report lists every puzzle.
    """

    title: str
    kind: str
    names: list[str]
    lines: list[str]
    contestants: list[Contestant]
    rounds: int = 1
    limit: float = 0.0
    by_puzzle: bool = False

    def asked(self, contestant: Contestant) -> list[int]:
        """The puzzles a contestant is asked about."""
        return spread(range(len(self.lines)), contestant.puzzles or len(self.lines))


# -- contestants -----------------------------------------------------------------------------------


def ours(kind: str) -> list[Contestant]:
    """Our own contestants; puzzles with the same rules are answered in batches."""
    return [
        Contestant(BATCH, "ours", "batch", together=kind == "sudoku"),
        Contestant(SESSION, "ours", "session"),
        Contestant("Uniclue, command line", jobs=1),
        Contestant("Uniclue, command line, 2 jobs", jobs=2),
    ]


def sudoku_peers(number: int) -> list[Contestant]:
    """All peers; the fast ones are asked about that many puzzles."""
    return [
        *_cp_sat("sudoku", number),
        *_clingo("sudoku", number, "clingo, grounded once"),
        *_clingo("sudoku_fresh", number // 5, "clingo, a program a puzzle"),
        *_cpmpy("sudoku", number // 2),
        *_slow("sudoku", number // 10, number // 10, number // 50),
    ]


def kakuro_peers(number: int) -> list[Contestant]:
    """All peers; the fast ones are asked about that many puzzles."""
    return [
        *_cp_sat("kakuro", number),
        *_clingo("kakuro", number // 5),
        *_cpmpy("kakuro", number // 2),
        *_slow("kakuro", number // 10, number // 25, number // 25),
    ]


def nonogram_peers(number: int) -> list[Contestant]:
    """The peers that have a natural model of a line; clingo is asked about a fifth."""
    return [
        *_cp_sat("nonogram", number),
        *_clingo("nonogram", number // 5),
        *_cpmpy("nonogram", number),
    ]


def _cp_sat(kind: str, number: int) -> list[Contestant]:
    return [Contestant(CP_SAT, "peers_cpsat", kind, number, package="ortools")]


def _clingo(function: str, number: int, name: str = "clingo") -> list[Contestant]:
    number = max(2, number)
    return [Contestant(name, "peers_clingo", function, number, package="clingo")]


def _cpmpy(kind: str, number: int) -> list[Contestant]:
    return [Contestant("CPMpy (on CP-SAT)", "peers_cpmpy", kind, max(2, number), package="cpmpy")]


def _slow(kind: str, z3: int, ilp: int, constraint: int) -> list[Contestant]:
    """Those with a time limit, and how many puzzles each is asked about."""
    made = [
        Contestant("Z3", "peers_z3", kind, z3, SLOW_LIMIT, package="z3"),
        Contestant("HiGHS", "peers_highs", kind, ilp, SLOW_LIMIT, package="highspy"),
        Contestant("PuLP with CBC", "peers_pulp", kind, ilp, SLOW_LIMIT, package="pulp"),
        Contestant(
            "python-constraint",
            "peers_constraint",
            kind,
            constraint,
            SLOWEST_LIMIT,
            package="constraint",
        ),
    ]
    return [replace(contestant, puzzles=max(2, contestant.puzzles)) for contestant in made]


PEERS = {"sudoku": sudoku_peers, "kakuro": kakuro_peers, "nonogram": nonogram_peers}


# -- puzzles ---------------------------------------------------------------------------------------


def races(quick: bool, giants: bool) -> list[Race]:
    """The races; with ``quick`` a fifth of the puzzles and fewer rounds."""
    share, rounds = (5, 1) if quick else (1, 3)
    few = min(rounds, 2)
    made = [
        _race("17-clue sudokus", "sudoku/17_clue.txt", 5000 // share, rounds, 500 // share),
        _race(
            "magictour sudokus", "sudoku/magictour_top1465.txt", 1465 // share, few, 200 // share
        ),
        _race("hardest sudokus", "sudoku/forum_hardest_1106.txt", 1106 // share, few, 100 // share),
        _race("Janko kakuros", "kakuro/janko999.jsonl", 999 // share, few, 200 // share),
        _race("nonograms without the two giants", NONOGRAMS, 60 // share, 1, 60 // share),
        *_wolter(few, giants),
        document_race(rounds),
        *_large_sudokus(quick),
    ]
    return [race for race in made if race.lines]


def memory_races(quick: bool) -> list[Race]:
    """Runs whose largest memory is of interest; with ``quick`` ours alone on the many sudokus."""
    many = _race("2,500 sudokus", "sudoku/17_clue.txt", 2500, 1, 2500)
    peers = [] if quick else _cp_sat("sudoku", 0) + _clingo("sudoku", 2500, "clingo, grounded once")
    many = replace(many, contestants=ours("sudoku")[:3] + peers)
    large = ours("nonogram")[:2] + nonogram_peers(1)
    made = [nonogram(next(boards(100, 1, 0.8, 0.8, 12345)))]
    found = [
        many,
        Race("random nonogram of 100x100", "nonogram", ["1"], made, large),
        _nonogram_race("world map, a nonogram of 100x100", ["thomasr-world"], large),
    ]
    return [_installed(race) for race in found if race.lines]


def _race(title: str, file: str, wanted: int, rounds: int, peers: int) -> Race:
    """A race over a file of the corpus, giants left out."""
    kind = file.partition("/")[0]
    contestants = ours(kind) + PEERS[kind](peers)
    limit = 60.0 if kind == "nonogram" else 0.0
    if corpus_files():
        entries = spread([entry for entry in read_file(file) if not entry.is_giant], wanted)
        names, lines = _texts(entries)
    else:
        lines = list(example_lines(kind))
        names = [str(i) for i in range(1, len(lines) + 1)]
    return _installed(Race(title, kind, names, lines, contestants, rounds, limit))


def _wolter(rounds: int, giants: bool) -> list[Race]:
    """The freely distributable part of Wolter's survey; the two giants only if wanted."""
    if not corpus_files():
        return []
    found = [entry for entry in read_file(NONOGRAMS) if entry.members["set"] == "wolter"]
    easier = [entry.name for entry in found if not entry.is_giant]
    open_ones = [entry.name for entry in found if entry.is_giant] if giants else []
    alone = ours("nonogram")[:1]
    contestants = ours("nonogram")[:2] + _cp_sat("nonogram", 0) + _cpmpy("nonogram", len(easier))
    return [
        replace(
            _nonogram_race("nonograms of Wolter's survey", easier, contestants),
            rounds=rounds,
            limit=60.0,
            by_puzzle=True,
        ),
        replace(
            _nonogram_race("the two giants of the survey", open_ones, alone),
            limit=600.0,
            by_puzzle=True,
        ),
    ]


def _nonogram_race(title: str, names: list[str], contestants: list[Contestant]) -> Race:
    """A race over nonograms of the corpus, by name."""
    found = read_file(NONOGRAMS) if corpus_files() else []
    names, lines = _texts([entry for entry in found if entry.name in names])
    return _installed(Race(title, "nonogram", names, lines, contestants))


def document_race(rounds: int) -> Race:
    """The ten random nonograms of the source document (002)."""
    contestants = ours("nonogram")[:2] + nonogram_peers(10)
    contestants = [replace(contestant, puzzles=0) for contestant in contestants]
    names = [str(i) for i in range(1, 11)]
    title = "ten random nonograms of 15x15"
    return _installed(Race(title, "nonogram", names, document_set(15), contestants, rounds, 60.0))


def _large_sudokus(quick: bool) -> list[Race]:
    """Ours only: the peers' models are for 9x9."""
    if not corpus_files():
        return []
    names, lines = _texts(spread(read_file("sudoku/25x25.jsonl"), 3 if quick else 1000))
    alone = [replace(ours("sudoku")[0], together=False)]
    limit = 10.0 if quick else 60.0
    title = "sudokus of 25x25"
    return [Race(title, "sudoku", names, lines, alone, limit=limit, by_puzzle=True)]


def _texts(entries: list[Entry]) -> tuple[list[str], list[str]]:
    return [entry.name for entry in entries], [entry.data.decode() for entry in entries]


def _installed(race: Race) -> Race:
    """The race without those whose package is not there."""
    there = [c for c in race.contestants if find_spec(c.package)]
    return replace(race, contestants=there)


def example_lines(kind: str) -> Iterator[str]:
    """The project's own puzzles of a kind; sudokus of 9x9 only, as 81 characters."""
    from uniclue.models.puzzle import find_kind

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
