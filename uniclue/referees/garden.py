"""Beautiful Garden: the growth of a planting, the target and the conditions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, cells, fillings, rows_of, shape

LIKED = {
    "orchis": [100, 100],
    "cuckoo": [70, 80],
    "morning glory": [70, 80],
    "lilac": [60, 70],
    "tulip": [60, 70],
    "daisy": [50, 60],
    "rose": [50, 60],
    "sunflower": [30, 40],
}
BANDS = [*LIKED.values(), [20, 90], [52, 58]]


def draw(rng: Random) -> dict[str, Any]:
    """A garden of two or three bands, with a part of a planting's growth given."""
    while (board := shape(rng, 8)) == (1, 1):
        pass
    members: dict[str, Any] = {}
    own: dict[str, Any] = {"fern": [20, 90], "moss": [0, 100], "rose": [60, 70]}
    if rng.random() < 0.5:
        members["species"] = dict(rng.sample(sorted(own.items()), rng.randint(0, 3)))
    liked = LIKED | members.get("species", {})
    number = min(rng.randint(1, 3 if board[0] * board[1] < 7 else 2), board[0] * board[1] - 1)
    first = rng.choice(sorted(liked))
    alike = [name for name in sorted(liked) if liked[name] == liked[first]]
    pool = alike if len(alike) >= number and rng.random() < 0.5 else sorted(liked)
    kinds = rng.sample(pool, number)
    bands = [liked[kind] for kind in kinds] * 3 + rng.choices(BANDS, k=2)
    members["humidity"] = [[rng.choice(bands) for _ in range(board[1])] for _ in range(board[0])]
    planted = kinds + [kind for kind in kinds if rng.random() < 0.3]
    planted = planted[: board[0] * board[1] - 1]
    members["flowers"] = dict(Counter(planted))
    members["rounds"] = rng.randint(0, 3)
    where = rng.sample(cells(board), len(planted))
    planting = dict(zip(where, planted, strict=True))
    final = _grown(members, planting)
    if rng.random() < 0.6:
        members["target"] = _target(rng, rows_of(board, final, "."), kinds)
    elif rng.random() < 0.3:
        members["target"] = None
    drawn = [_condition(rng, members, kinds) for _ in range(rng.choice((1, 5, 15)))]
    kept = [one for one in drawn if _holds(members, one, planting, final)]
    if rng.random() < 0.2:
        kept.append(drawn[0])
    if kept or rng.random() < 0.5:
        members["conditions"] = kept
    return members


def _target(rng: Random, final: Rows, kinds: list[str]) -> Rows:
    """Some of the final garden; at times one block differs."""
    share = rng.choice((0.3, 0.9))
    shown = [
        [block if rng.random() < share else rng.choice(("?", None)) for block in row]
        for row in final
    ]
    if rng.random() < 0.15:
        rng.choice(shown)[0] = rng.choice([*kinds, "."])
    return shown


def _condition(rng: Random, members: dict[str, Any], kinds: list[str]) -> dict[str, Any]:
    """Some condition."""
    one, *others = rng.sample(kinds, len(kinds))
    options: dict[str, Any] = rng.choice(({}, {"when": "final"}, {"when": "planting"}))
    luck = rng.randrange(3) if others else rng.randrange(2)
    if luck == 0:
        most = len(members["humidity"]) * len(members["humidity"][0]) + 1
        number = rng.randint(0, min(most, rng.choice((2, 9))))
        limit = rng.choice(("at_least", "at_most", "exactly"))
        return {"type": "count", "species": one, limit: number} | options
    denied: dict[str, Any] = rng.choice(({}, {"not": True}, {"not": False}))
    if luck == 1:
        band = rng.choice([*rng.choice(members["humidity"]), [50, 70]])
        return {"type": "humidity", "species": one, "band": band} | options | denied
    return {"type": "neighbour", "species": [one, others[0]]} | options | denied


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All plantings of the garden's flowers, in any numbers."""
    board = len(puzzle["humidity"]), len(puzzle["humidity"][0])
    kinds = [".", *puzzle["flowers"]]
    if len(kinds) ** (board[0] * board[1]) <= 4096:
        yield from fillings(board, dict.fromkeys(cells(board), kinds))
        return

    def more(blocks: list[Cell], left: dict[str, int]) -> Iterator[dict[Cell, str]]:
        if not blocks:
            yield {}
            return
        for kind in [kind for kind, number in left.items() if number]:
            for rest in more(blocks[1:], left | {kind: left[kind] - 1}):
                yield {blocks[0]: kind} | rest

    empty = board[0] * board[1] - sum(puzzle["flowers"].values())
    for planting in more(cells(board), {".": empty} | puzzle["flowers"]):
        yield rows_of(board, planting)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the planting has its flowers, grows into the target, and keeps the conditions."""
    planting = {
        (r, c): kind for r, row in enumerate(answer) for c, kind in enumerate(row) if kind != "."
    }
    final = _grown(puzzle, planting)
    return (
        Counter(planting.values()) == puzzle["flowers"]
        and all(
            final.get((r, c), ".") == block
            for r, row in enumerate(puzzle.get("target") or [])
            for c, block in enumerate(row)
            if block not in ("?", None)
        )
        and all(_holds(puzzle, one, planting, final) for one in puzzle.get("conditions", []))
    )


def _suits(puzzle: dict[str, Any], kind: str, block: Cell) -> bool:
    """Whether a block's humidity lies inside the band that a species likes."""
    low, high = (LIKED | puzzle.get("species", {}))[kind]
    r, c = block
    driest, wettest = puzzle["humidity"][r][c]
    return bool(low <= driest and wettest <= high)


def _grown(puzzle: dict[str, Any], planting: dict[Cell, str]) -> dict[Cell, str]:
    """The garden after the last round.

    Flowers on ground that suits them spread to empty blocks beside them that do. Where two
    species come to a block in one round, it stays empty in that round.
    """
    garden = dict(planting)
    board = len(puzzle["humidity"]), len(puzzle["humidity"][0])
    for _ in range(puzzle["rounds"]):
        spreading = {block: kind for block, kind in garden.items() if _suits(puzzle, kind, block)}
        for block in [block for block in cells(board) if block not in garden]:
            come = {spreading[near] for near in around(block) if near in spreading}
            suited = [kind for kind in come if _suits(puzzle, kind, block)]
            if len(suited) == 1:
                garden[block] = suited[0]
    return garden


def _holds(
    puzzle: dict[str, Any], one: dict[str, Any], planting: dict[Cell, str], final: dict[Cell, str]
) -> bool:
    """Whether a condition is true of a planting and the garden it grows into."""
    garden = planting if one.get("when") == "planting" else final
    if one["type"] == "count":
        number = [*garden.values()].count(one["species"])
        limits = {"at_least": number.__ge__, "at_most": number.__le__, "exactly": number.__eq__}
        return all(one.get(name) is None or keeps(one[name]) for name, keeps in limits.items())
    if one["type"] == "humidity":
        return all(
            (puzzle["humidity"][r][c] == one["band"]) != one.get("not", False)
            for (r, c), kind in garden.items()
            if kind == one["species"]
        )
    first, second = one["species"]
    return all(
        any(garden.get(near) == other for near in around(block)) != one.get("not", False)
        for kind, other in ((first, second), (second, first))
        for block in garden
        if garden[block] == kind
    )
