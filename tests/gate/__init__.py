"""The gate: what each kind says of small boards, beside what its referee says.

``boards/KIND.jsonl`` holds boards that the kind's referee has drawn, with their counts, so that a
quick run needs no enumeration; ``python -m tests.fuzz --only gate`` draws many more.
"""

from __future__ import annotations

import json
from itertools import chain, zip_longest
from pathlib import Path

from uniclue.referees import Referee, referee_of
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
    """Draws boards of a kind anew and keeps them, of each status a third where that many come."""
    alike: dict[str, dict[str, None]] = {status: {} for status in STATUS}
    for seed in range(8 * number):
        if all(3 * len(some) > number for some in alike.values()):
            break
        one = drawn(kind, referee(kind), seed)
        if one is not None and is_read(one[0]):
            line = json.dumps(one[0], separators=(",", ":"))
            alike[STATUS[min(one[0].number, 2)]].setdefault(line)
    each = [[*some] for some in alike.values()]
    turns = [line for line in chain(*zip_longest(*each)) if line is not None]
    (BOARDS / f"{kind}.jsonl").write_text("".join(f"{line}\n" for line in turns[:number]), "utf-8")
