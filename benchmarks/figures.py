"""The figures of a race, as they go into the JSON file, the tables and the targets."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean, median
from typing import Any

from benchmarks.races import BATCH, SESSION, Race
from benchmarks.running import Result, Results

WITHIN_MS = (1, 4, 10, 100)
Record = dict[str, Any]


def race_record(race: Race, results: Results) -> Record:
    """A race as JSON."""
    contestants = {
        contestant.name: _contestant_record(results[contestant.name], results, contestant.together)
        for contestant in race.starters()
    }
    record = {"kind": race.kind, "puzzles": len(race.lines), "rounds": race.rounds}
    if race.by_puzzle:
        record["names"] = race.names
    return record | {"limit_s": race.limit, "contestants": contestants}


def _contestant_record(result: Result, results: Results, together: bool) -> Record:
    """What a contestant did; milliseconds are a puzzle's, by round.

    A puzzle that was given up counts with the time spent on it.
    """
    record: Record = {
        "asked": len(result.verdicts),
        "decided": len(result.decided),
        "whole_s": _rounded(result.whole),
        "peak_mb": _rounded(result.peak_mb),
    }
    times = [[1000 * seconds for seconds in table.values()] for table in result.each]
    if not times:
        return record
    record["mean_ms"] = _rounded(map(fmean, times))
    for base in (BATCH, SESSION):
        if base in results:
            record[f"over {base}"] = _rounded(over(result, results[base]))
    if not together:
        record["median_ms"] = _rounded(map(median, times))
        record["max_ms"] = _rounded(map(max, times))
        record["share_within_ms"] = {
            str(limit): round(sum(t <= limit for t in times[-1]) / len(result.verdicts), 4)
            for limit in WITHIN_MS
        }
    record["stages_ms"] = _stages(result)
    return record


def _stages(result: Result) -> dict[str, dict[str, float]]:
    """Mean and maximum of every stage, in milliseconds a puzzle."""
    told = list(result.stages.values())
    stages = {}
    for name in dict.fromkeys(name for stages in told for name in stages):
        values = [1000 * seconds.get(name, 0.0) for seconds in told]
        stages[name] = {"mean": round(fmean(values), 4), "max": round(max(values), 4)}
    return stages


def over(result: Result, base: Result) -> list[float]:
    """How many times as long as another, by round, on the puzzles that both decided."""
    both = result.decided & base.decided
    if not both:
        return []
    pairs = zip(result.seconds(both), base.seconds(both), strict=True)
    return [mine / other for mine, other in pairs]


def _rounded(values: Iterable[float]) -> list[float]:
    return [float(f"{value:.5g}") for value in values]
