"""The tables of ``benchmarks.speed``, made from its figures."""

from __future__ import annotations

from statistics import median

from benchmarks.figures import WITHIN_MS, Record
from benchmarks.limits import BARE, START_ROUNDS
from benchmarks.races import BATCH, SESSION, Race
from benchmarks.running import Result, Results
from benchmarks.tables import middle, table
from benchmarks.targets import TARGETS, judged


def race_section(race: Race, record: Record, results: Results) -> str:
    """The tables of a race."""
    over = [f"over {base}" for base in (BATCH, SESSION) if base in results]
    columns = ["mean_ms", "median_ms", "max_ms", *over]
    rows = [
        [name, figures["asked"], figures["decided"]]
        + [middle(figures[column]) if figures.get(column) else "" for column in columns]
        + [middle(figures["whole_s"]), f"{median(figures['peak_mb']):.0f}"]
        for name, figures in record["contestants"].items()
    ]
    titles = ["contestant", "asked", "decided", "mean ms", "median ms", "max ms"]
    titles += [column.replace("Uniclue, ", "") for column in over]
    tables = [table([*titles, "whole process s", "peak MB"], rows), _conditions(race)]
    tables += stage_table(record)
    if race.by_puzzle:
        tables.append(puzzle_table(race, results))
    return f"### {race.title}\n\n" + "\n\n".join(tables) + "\n"


def _conditions(race: Race) -> str:
    """Puzzles, rounds and limits, in words."""
    rounds = "1 round" if race.rounds == 1 else f"{race.rounds} rounds"
    text = f"{len(race.lines)} puzzles, {rounds}"
    if race.limit:
        text += f"; limit {race.limit:g} s a puzzle"
    own = [f"{c.name} {c.limit:g} s" for c in race.starters() if c.limit]
    return text + (f"; limits of a solver's call: {', '.join(own)}" if own else "") + "."


def stage_table(record: Record) -> list[str]:
    """Where our time goes, and the share of puzzles within some milliseconds; none if not told."""
    ours = {name: c for name, c in record["contestants"].items() if c.get("stages_ms")}
    stages = list(dict.fromkeys(stage for c in ours.values() for stage in c["stages_ms"]))
    if not stages:
        return []
    rows = []
    for name, figures in ours.items():
        times = [figures["stages_ms"].get(stage, {"mean": 0.0, "max": 0.0}) for stage in stages]
        within = figures.get("share_within_ms", {})
        shares = [f"{within[key]:.0%}" if within else "" for key in map(str, WITHIN_MS)]
        rows.append([name, *(f"{t['mean']:.2f} / {t['max']:.1f}" for t in times), *shares])
    titles = [f"{stage}: mean / max ms" for stage in stages]
    shares = [f"within {ms} ms" for ms in WITHIN_MS]
    return [table(["as the verdicts tell", *titles, *shares], rows)]


def puzzle_table(race: Race, results: Results) -> str:
    """The verdict and the milliseconds of every puzzle."""
    timed = {name: result for name, result in results.items() if result.each}
    rows = [
        [name, *(_verdict_and_ms(result, i) for result in timed.values())]
        for i, name in enumerate(race.names)
    ]
    return table(["ms", *timed], rows)


def _verdict_and_ms(result: Result, puzzle: int) -> str:
    if puzzle not in result.verdicts:
        return ""
    took = 1000 * median(times[puzzle] for times in result.each)
    return f"{result.verdicts[puzzle]} {took:.1f}"


def limits_section(record: Record) -> str:
    """The tables of what bounds our times."""
    found: Record = record["bounds"]
    inside = [
        [title, *(f"{value:.0f}" for value in bound["session_us"].values())]
        for title, bound in found.items()
    ]
    names = dict.fromkeys(name for bound in found.values() for name in bound["whole_s"])
    around = [
        [f"`{name}`", *(middle(bound["whole_s"][name]) for bound in found.values())]
        for name in names
    ]
    sizes = [f"{bound['formulas_mb']:.2f}" for bound in found.values()]
    puzzles = [f"{title}: {bound['puzzle']}" for title, bound in found.items()]
    return f"""### What bounds our times

{table(["one SAT session", "puzzles", "µs a puzzle", "inside C", "outside"], inside)}

Inside C is inside the functions of the solver, measured in a run of its own.

{table(["whole process s", *puzzles], [*around, ["formulas MB", *sizes]])}

Each around one puzzle, the one on which our session took longest (but no longer than half a
second). The SAT programs answer the two questions behind a verdict, exported as DIMACS: the
puzzle, and the puzzle without the solution that was found. `cat` reads the two files.
"""


def memory_section(record: Record) -> str:
    """Peak memory of every contestant, a column for each run."""
    runs = {title: record["races"][title]["contestants"] for title in record["memory"]}
    names = dict.fromkeys(name for contestants in runs.values() for name in contestants)
    rows = [
        [name, *(_peak(contestants.get(name)) for contestants in runs.values())] for name in names
    ]
    return f"### Memory\n\n{table(['peak MB', *runs], rows)}\n"


def _peak(figures: Record | None) -> str:
    return f"{median(figures['peak_mb']):.0f}" if figures else ""


def start_section(record: Record) -> str:
    """The table of cold starts."""
    ours, imports = record["start_s"]["ours"], record["start_s"]["imports"]
    rows = [
        ["`python cli.py unique examples/sudoku/nine.json`", middle(ours)],
        [f"`{BARE}`", middle(imports)],
    ]
    note = f"{START_ROUNDS} rounds; ratio of the medians {median(ours) / median(imports):.2f}."
    return f"### Cold start\n\n{table(['command', 'whole process s'], rows)}\n\n{note}\n"


def target_section(record: Record) -> str:
    """What was wanted and what was reached."""
    rows = [[target.name, *judged(target, record)] for target in TARGETS]
    note = "A quick run, on samples.\n\n" if record["quick"] else ""
    return note + table(["target", "wanted", "reached", "verdict"], rows)
