"""The answers of searches by a kind's own methods, as text for people."""

from __future__ import annotations

from uniclue.commands.engine.text import solutions, solutions_line
from uniclue.core.puzzle import Puzzle
from uniclue.core.words import aligned
from uniclue.search.steps import Searched, SearchedByAll

COLUMNS = ("method", "nodes", "solutions", "seconds", "")


def searched(answer: Searched, puzzle: Puzzle) -> list[str]:
    """The steps of one method, the solutions it found, and its counters."""
    counted = [f"{name} {value:,}" for name, value in answer.counters.items()]
    steps = f"{answer.method}: {answer.steps:,} steps"
    work = "; ".join(filter(None, [steps, ", ".join(counted), f"{answer.seconds:.3f} s"]))
    trace = ["\n".join(answer.trace)] if answer.trace else []
    return [*trace, *_solutions(answer, answer.count, puzzle), work]


def searched_by_all(answer: SearchedByAll, puzzle: Puzzle) -> list[str]:
    """The solutions, and a table of the methods."""
    count = max((one.count for one in answer.methods), default=0)
    return [*_solutions(answer, count, puzzle), table(answer)]


def table(answer: SearchedByAll) -> str:
    """The methods, one per line: nodes, solutions, seconds, and why one did not finish."""
    rows = [COLUMNS]
    for one in answer.methods:
        nodes = one.counters.get("nodes", one.steps)
        end = "" if one.complete else one.reason or "not to the end"
        rows.append((one.method, f"{nodes:,}", f"{one.count:,}", f"{one.seconds:.3f}", end))
    return aligned(rows, left=(0, 4))


def _solutions(answer: Searched | SearchedByAll, count: int, puzzle: Puzzle) -> list[str]:
    """The number of solutions, and those to be shown."""
    head, *drawn = solutions(answer.solutions, answer.complete, answer.reason, puzzle)
    if count > len(drawn):
        first = "the first is shown" if len(drawn) == 1 else f"the first {len(drawn)} are shown"
        head = f"{solutions_line(count, answer.complete, answer.reason)}; {first}"
    return [head, *drawn]
