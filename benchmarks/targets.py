"""What the toolkit wants to reach, and whether a run of ``benchmarks.speed`` reached it."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import NamedTuple

from benchmarks.figures import Record
from benchmarks.races import BATCH, CP_SAT, SESSION


class Target(NamedTuple):
    """A figure that is wanted.

    Attributes:
        name: What it is.
        wanted: The bound.
        at_least: Whether it is a lower bound.
        unit: Its unit.
        figure: How it is computed from the record that the run writes as JSON.
    """

    name: str
    wanted: float
    at_least: bool
    unit: str
    figure: Callable[[Record], float]


def _contestant(record: Record, race: str, name: str = BATCH) -> Record:
    found: Record = record["races"][race]["contestants"][name]
    return found


def _against_cp_sat(base: str) -> Callable[[Record], float]:
    """CP-SAT's time over ours, on the puzzles that both decided."""
    return lambda record: median(_contestant(record, "17-clue sudokus", CP_SAT)[f"over {base}"])


def _ms(race: str, which: str) -> Callable[[Record], float]:
    """The median over the rounds of a contestant's milliseconds."""
    return lambda record: median(_contestant(record, race)[f"{which}_ms"])


def _total_s(record: Record) -> float:
    ten = _contestant(record, DOCUMENT)
    return float(median(ten["mean_ms"]) * ten["asked"]) / 1000


def _undecided(record: Record) -> float:
    large = _contestant(record, LARGE)
    return float(large["asked"] - large["decided"])


def _peak_mb(*races: str) -> Callable[[Record], float]:
    return lambda record: max(
        float(value) for race in races for value in _contestant(record, race)["peak_mb"]
    )


KAKURO = "Janko kakuros"
SURVEY = "nonograms of Wolter's survey"
GIANTS = "the two giants of the survey"
DOCUMENT = "ten random nonograms of 15x15"
LARGE = "sudokus of 25x25"
HUGE = ("random nonogram of 100x100", "world map, a nonogram of 100x100")

TARGETS = (
    Target(
        "17-clue sudokus in a batch, against CP-SAT", 100, True, "times", _against_cp_sat(BATCH)
    ),
    Target(
        "17-clue sudokus in one session, against CP-SAT",
        35,
        True,
        "times",
        _against_cp_sat(SESSION),
    ),
    Target("Janko kakuros, mean", 4, False, "ms", _ms(KAKURO, "mean")),
    Target("Janko kakuros, slowest", 100, False, "ms", _ms(KAKURO, "max")),
    Target("Wolter's nonograms without the giants, slowest", 1000, False, "ms", _ms(SURVEY, "max")),
    Target("the two giants, slower one", 120, False, "s", lambda r: _ms(GIANTS, "max")(r) / 1000),
    Target("ten random nonograms of 15x15 together", 0.1, False, "s", _total_s),
    Target("sudokus of 25x25, undecided", 0, False, "", _undecided),
    Target("sudokus of 25x25, median", 5000, False, "ms", _ms(LARGE, "median")),
    Target(
        "cold start, against the bare imports",
        1.3,
        False,
        "times",
        lambda record: median(record["start_s"]["ours"]) / median(record["start_s"]["imports"]),
    ),
    Target("2,500 sudokus in a batch, peak memory", 200, False, "MB", _peak_mb("2,500 sudokus")),
    Target("nonograms of 100x100, peak memory", 1000, False, "MB", _peak_mb(*HUGE)),
)


def judged(target: Target, record: Record) -> tuple[str, str, str]:
    """Wanted, reached and the verdict, in words."""
    sign = ">=" if target.at_least else "<="
    wanted = f"{sign} {target.wanted:g} {target.unit}".strip()
    try:
        reached = target.figure(record)
    except (KeyError, ValueError):  # not measured here, or nothing in common
        return wanted, "", "not measured"
    said = f"{reached:.4g} {target.unit}".strip()
    met = reached >= target.wanted if target.at_least else reached <= target.wanted
    if met:
        return wanted, said, "met"
    if not target.wanted:
        return wanted, said, "missed"
    off = target.wanted / reached if target.at_least else reached / target.wanted
    return wanted, said, f"missed by a factor of {off:.2f}"
