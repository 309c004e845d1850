"""The gate: what each kind says of small boards, beside what its referee says.

``boards/KIND.jsonl`` holds boards that the kind's referee has drawn, with their counts, so that a
quick run needs no enumeration; ``python -m tests.fuzz --only gate`` draws many more.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import cycle, islice
from pathlib import Path

from uniclue.core.fields import UNKNOWN, Tokens, fields_of
from uniclue.core.kinds import find_kind
from uniclue.referees import Referee, referee_of
from uniclue.referees.boards import words
from uniclue.solvers.gate import STATUS, KnownBoard, drawn, is_read

ENOUGH = 3
"""So many boards that show a thing are looked for."""
BOARDS = Path(__file__).resolve().parent / "boards"


def referee(kind: str) -> Referee:
    """The referee of a kind, which has one."""
    found = referee_of(kind)
    assert found is not None, f"uniclue/referees/{kind}.py is not there"
    return found


def stored(kind: str) -> list[KnownBoard]:
    """The boards of a kind that are kept."""
    lines = (BOARDS / f"{kind}.jsonl").read_text("utf-8").splitlines()
    return [KnownBoard(*json.loads(line)) for line in lines]


def store(kind: str, number: int = 40) -> None:
    """Draws boards of a kind anew and keeps so many: those that show most of what others do not.

    Boards without a solution, with one and with several take turns.
    """
    drawings = (drawn(kind, referee(kind), seed) for seed in range(8 * number))
    boards = [one[0] for one in drawings if one is not None and is_read(one[0])]
    fields = fields_of(find_kind(kind))
    letters = {
        name: {*(sort.letters or ()), UNKNOWN}
        for name, sort in fields.items()
        if isinstance(sort, Tokens)
    }
    names = {name: letters.get(name, ()) for board in boards for name in board.members}
    pools: dict[str, dict[str, set[str]]] = {status: {} for status in STATUS}
    for board in boards:
        line = json.dumps(board, separators=(",", ":"))
        pools[STATUS[min(board.number, 2)]][line] = sorts(board, names)
    kept: list[str] = []
    shown: Counter[str] = Counter()
    for pool in islice(cycle(pools.values()), 3 * number):
        if pool and len(kept) < number:
            line = max(pool, key=lambda each: sum(shown[sort] < ENOUGH for sort in pool[each]))
            shown.update(pool.pop(line))
            kept.append(line)
    (BOARDS / f"{kind}.jsonl").write_text("".join(f"{line}\n" for line in kept), "utf-8")


def sorts(board: KnownBoard, names: Mapping[str, Iterable[str]]) -> set[str]:
    """What a board shows: members that are there or not, thin shapes, and letters.

    Args:
        board: The board.
        names: The members, each with the letters that it can hold.
    """
    found = set[str]()
    for name, letters in names.items():
        value = board.members.get(name)
        found.add(f"{name} is {value}" if isinstance(value, bool | None) else name)
        rows = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        texts = [words(row) for row in rows if isinstance(row, str)]
        found |= {f"{name} {word}" for text in texts for word in text if word in letters}
        if texts and isinstance(value, list):
            found.add(f"{name} {len(texts) == 1} {len(texts[0]) == 1}")
    return found
