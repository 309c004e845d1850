"""The gate: what each kind says of small boards, beside what its referee says.

``boards/KIND.jsonl`` holds boards that the kind's referee has drawn, with their counts, so that a
quick run needs no enumeration; ``python -m tests.fuzz --only gate`` draws many more.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from itertools import cycle, islice
from pathlib import Path

from uniclue.referees import Referee, referee_of
from uniclue.referees.boards import words
from uniclue.solvers.gate import STATUS, Board, drawn, is_read

BOARDS = Path(__file__).resolve().parent / "boards"


def referee(kind: str) -> Referee:
    """The referee of a kind, which has one."""
    found = referee_of(kind)
    assert found is not None, f"uniclue/referees/{kind}.py is not there"
    return found


def stored(kind: str) -> list[Board]:
    """The boards of a kind that are kept."""
    lines = (BOARDS / f"{kind}.jsonl").read_text("utf-8").splitlines()
    return [Board(*json.loads(line)) for line in lines]


def store(kind: str, number: int = 40) -> None:
    """Draws boards of a kind anew and keeps so many: those that show most of what others do not.

    Boards without a solution, with one and with several take turns.
    """
    drawings = (drawn(kind, referee(kind), seed) for seed in range(8 * number))
    boards = [one[0] for one in drawings if one is not None and is_read(one[0])]
    names = {name for board in boards for name in board.members}
    pools: dict[str, dict[str, set[str]]] = {status: {} for status in STATUS}
    for board in boards:
        line = json.dumps(board, separators=(",", ":"))
        pools[STATUS[min(board.number, 2)]][line] = sorts(board, names)
    kept: list[str] = []
    shown: Counter[str] = Counter()
    for pool in islice(cycle(pools.values()), 3 * number):
        if pool and len(kept) < number:
            line = max(pool, key=lambda each: sum(1 / (1 + shown[sort]) for sort in pool[each]))
            shown.update(pool.pop(line))
            kept.append(line)
    (BOARDS / f"{kind}.jsonl").write_text("".join(f"{line}\n" for line in kept), "utf-8")


def sorts(board: Board, names: Iterable[str]) -> set[str]:
    """What a board shows: members that are there or not, their words, and thin shapes."""
    found = set[str]()
    for name in names:
        value = board.members.get(name)
        found.add(f"{name} is {value}" if isinstance(value, bool | None) else name)
        if isinstance(value, list) and value and isinstance(value[0], str):
            found.add(f"{name} {len(value) == 1} {len(words(value[0])) == 1}")
            found |= {f"{name} {word}" for row in value for word in words(row)}
        elif isinstance(value, str):
            found |= {f"{name} {word}" for word in words(value)}
    return found
