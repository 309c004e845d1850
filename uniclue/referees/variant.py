"""Sudoku variants: every rule that a puzzle may have, over a board of digits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations
from random import Random
from typing import Any

from uniclue.referees.boards import (
    Cell,
    Rows,
    around,
    cells,
    filled,
    grid,
    line,
    lines,
    regions,
    size,
    some_answer,
    some_regions,
    sprinkled,
    text,
    text_line,
)

BOXES = {
    1: [[1, 1]],
    2: [[1, 2], [2, 1]],
    3: [[1, 3], [3, 1]],
    4: [[2, 2], [2, 2], [1, 4], [4, 1]],
    5: [[1, 5], [5, 1]],
    6: [[2, 3], [3, 2], [1, 6]],
}
FLAGS = ("diagonals", "windows", "disjoint", "antiknight", "antiking", "nonconsecutive")
LISTS = (
    "extra_regions",
    "thermometers",
    "arrows",
    "palindromes",
    "whispers",
    "renban",
    "between",
    "clones",
)
PAIRS = ("white_dots", "black_dots", "tens", "fives", "less")
WAYS = {"nw": (-1, -1), "ne": (-1, 1), "sw": (1, -1), "se": (1, 1)}


# -- drawing ---------------------------------------------------------------------------------------


def draw(rng: Random) -> dict[str, Any]:
    """A sudoku with some of the rules, most of them true of one filled board."""
    n = rng.choices((1, 2, 3, 4, 5, 6), (1, 2, 3, 12, 3, 3))[0]
    members, digits = _filled_board(rng, n)
    for name in rng.sample(sorted(CLUES), rng.choice((0, 1, 2, 4, 8))):
        members |= CLUES[name](rng, n, digits)
    _spoil(rng, members)
    shown = [(1, 0, 0), (2, 1, 0), (5, 1, 0), (4, 2, 1, 0), (14, 10, 8), (27, 23, 20)][n - 1]
    printed: dict[Cell, Any] = {
        cell: digits[cell] for cell in rng.sample(cells((n, n)), rng.choice(shown))
    }
    if rng.random() < 0.06:
        printed[rng.choice([*digits])] = rng.randint(1, n)
    for cell in sprinkled(rng, digits, rng.choice((0, 0.3))):
        printed.setdefault(cell, rng.choice(("EO"[digits[cell] % 2],) * 40 + ("E", "O", 0, 0)))
    if printed or rng.random() < 0.7 or members.keys().isdisjoint(("box", "regions", "cages")):
        members["grid"] = text((n, n), printed)
    return members


def _filled_board(rng: Random, n: int) -> tuple[dict[str, Any], dict[Cell, int]]:
    """Boxes or regions, rules for the whole board, and a filled board that keeps most of them."""
    members: dict[str, Any] = {}
    luck = rng.random()
    if luck < 0.25 and n < 5:
        members["regions"] = _equal_regions(rng, n)
    elif luck < 0.8:
        members["box"] = rng.choice(BOXES[n])
    flags = [
        flag for flag in FLAGS if "regions" not in members or flag not in ("windows", "disjoint")
    ]
    members |= dict.fromkeys(sprinkled(rng, flags, rng.choice((0, 0.2, 0.4))), True)
    if n < 5:
        boards = [*answers(members | {"grid": ["." * n] * n})]
        board = some_answer(rng, boards, lambda rows: is_right(members, rows))
        if not is_right(members, board) and rng.random() < 0.8:
            members = {name: rule for name, rule in members.items() if rule is not True}
            board = some_answer(rng, boards, lambda rows: is_right(members, rows))
        digits = filled(board)
    else:
        digits = _shifted(rng, n, *members.get("box") or _box(n))
        for flag in [flag for flag in flags if flag in members]:
            if not _is_right({flag: True} | {"box": members.get("box")}, digits, n):
                del members[flag]
    return members | dict.fromkeys(
        sprinkled(rng, [flag for flag in flags if flag not in members], 0.1), False
    ), digits


def _shifted(rng: Random, n: int, rows: int, columns: int) -> dict[Cell, int]:
    """A filled board each of whose rows is the first one shifted; its boxes are right."""
    order = [*range(1, n + 1)]
    if rng.random() < 0.6:
        rng.shuffle(order)
    step = rng.choice((1, 2, 3)) if n == 5 else 1
    return {
        (r, c): order[(step * (c + columns * (r % rows) + r // rows)) % n]
        if rows > 1
        else order[(c + step * r) % n]
        for r, c in cells((n, n))
    }


def _equal_regions(rng: Random, n: int) -> list[str]:
    """Regions of n cells each: connected ones if some are found soon."""
    names = {}
    for _ in range(40):
        names = some_regions(rng, (n, n), n)
        if set(Counter(names.values()).values()) == {n}:
            break
    else:
        order = sorted(cells((n, n)), key=lambda cell: (cell[0] + rng.randint(0, 1), cell[1]))
        names = {cell: "wxyz"[i // n] for i, cell in enumerate(order)}
    return text((n, n), names)


def _some(rng: Random, n: int, length: int) -> list[Cell]:
    """Different cells in a line that may turn, also across corners, or anywhere."""
    board = cells((n, n))
    if rng.random() < 0.2:
        return rng.sample(board, min(length, len(board)))
    found = [rng.choice(board)]
    while len(found) < length:
        r, c = found[-1]
        near = {(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}
        free = sorted(near.intersection(board).difference(found))
        if not free:
            break
        found.append(rng.choice(free))
    return found


def _lists(rng: Random, n: int, digits: dict[Cell, int], name: str) -> dict[str, Any]:
    """Lines of a sort that the filled board keeps."""
    least, most = {"between": (2, 4), "clones": (2, 6), "arrows": (1, 4)}.get(name, (1, 4))
    kept: list[list[list[int]]] = []
    for _ in range(60):
        some = _some(rng, n, rng.randint(least, most))
        if len(some) < least or (name == "clones" and len(some) % 2):
            continue
        if LINES[name]([digits[cell] for cell in some], n) and len(kept) < 3:
            kept.append([list(cell) for cell in some])
    return {name: kept}


def _pairs(rng: Random, n: int, digits: dict[Cell, int], name: str) -> dict[str, Any]:
    """Signs between neighbours, and at times between other cells; at times all are given."""
    members: dict[str, Any] = {}
    absent = {"white_dots": "white", "black_dots": "black", "tens": "xv", "fives": "xv"}
    share = rng.choice((0.2, 1, 1))
    for other in ("tens", "fives") if absent.get(name) == "xv" else (name,):
        pairs = [
            (cell, near)
            for cell in digits
            for near in around(cell)
            if near in digits and PAIR[other](digits[cell], digits[near])
        ]
        once = [(one, two) for one, two in pairs if other == "less" or one < two]
        members[other] = [
            [list(cell) for cell in rng.sample(pair, 2 if other != "less" else 0) or pair]
            for pair in sprinkled(rng, once, share)
        ]
    if share == 1 and name in absent:
        members["all_given"] = [absent[name]]
    elif n > 1 and rng.random() < 0.3:
        far = rng.sample(cells((n, n)), 2)
        if PAIR[name](digits[far[0]], digits[far[1]]):
            members[name].append([list(cell) for cell in far])
    return members


def _kropki(rng: Random, n: int, digits: dict[Cell, int]) -> dict[str, Any]:
    """All white and black dots; where both could stand, one of them."""
    members: dict[str, Any] = {"white_dots": [], "black_dots": []}
    for one in digits:
        for other in around(one)[2:]:
            if other in digits:
                fit = [sort for sort in members if PAIR[sort](digits[one], digits[other])]
                for sort in fit and [rng.choice(fit)]:
                    members[sort].append([list(one), list(other)])
    given = rng.choice((["white", "black"], ["white"], ["black"]))
    return members | {"all_given": given}


def _caged(rng: Random, n: int, digits: dict[Cell, int]) -> dict[str, Any]:
    """Cages over a part of the board, with most of their sums."""
    names = some_regions(rng, (n, n), rng.randint(1, n * n))
    for cell in sprinkled(rng, names, rng.choice((0, 0.5))):
        del names[cell]
    totals: dict[str, int] = {}
    held: dict[str, list[int]] = {}
    for cell, name in names.items():
        held.setdefault(name, []).append(digits[cell])
        totals[name] = totals.get(name, 0) + digits[cell]
    for name, group in held.items():
        if len({*group}) < len(group) and rng.random() < 0.95:
            names = {cell: other for cell, other in names.items() if other != name}
            del totals[name]
    told = {name: total for name, total in totals.items() if rng.random() < 0.7}
    members: dict[str, Any] = {"cages": text((n, n), names)} if names else {}
    return members | ({"sums": told} if told or rng.random() < 0.3 else {})


def _marked(rng: Random, n: int, digits: dict[Cell, int]) -> dict[str, Any]:
    """Pencil marks in some cells, most of them with the digit of the filled board."""
    marks: dict[Cell, str] = {}
    for cell in sprinkled(rng, digits, rng.choice((0.3, 0.9))):
        some = {*rng.sample(range(1, n + 1), rng.randint(1, n)), digits[cell]}
        marks[cell] = "".join(map(str, rng.sample(sorted(some), len(some))))
    return {"pencilmarks": [[marks.get((r, c)) for c in range(n)] for r in range(n)]}


def _corners(rng: Random, n: int, digits: dict[Cell, int]) -> dict[str, Any]:
    """Digits at corners."""
    found = []
    for cell in sprinkled(rng, cells((n - 1, n - 1)), 0.3):
        four = [digits[near] for near in _four(cell)]
        found.append([list(cell), rng.sample(four, rng.randint(0, 4))])
    return {"quadruples": found}


def _little(rng: Random, n: int, digits: dict[Cell, int]) -> dict[str, Any]:
    """Sums of diagonals, from any cell."""
    found = []
    for cell in sprinkled(rng, cells((n, n)), 0.2):
        way = rng.choice(sorted(WAYS))
        total = sum(digits[other] for other in _slanting(cell, way, digits))
        found.append([list(cell), way, total])
    return {"diagonal_sums": found}


def _sandwiches(rng: Random, n: int, digits: dict[Cell, int]) -> dict[str, Any]:
    """Sums between the least and the greatest digit of rows, columns or both."""
    sums = [_between_ends([digits[cell] for cell in one], n) for one in lines((n, n))]
    told = [total if rng.random() < 0.6 else None for total in sums]
    sides = {"sandwich_left": text_line(told[:n]), "sandwich_top": text_line(told[n:])}
    return dict(rng.sample(sorted(sides.items()), rng.randint(1, 2)))


def _spoil(rng: Random, members: dict[str, Any]) -> None:
    """Now and then change one clue, so that the filled board is wrong."""
    if rng.random() < 0.2:
        if members.get("sums"):
            members["sums"][rng.choice(sorted(members["sums"]))] += rng.choice((-1, 1))
        elif members.get("diagonal_sums"):
            members["diagonal_sums"][0][2] += 1
        for name in PAIRS + LISTS:
            if members.get(name):
                members[name][0].reverse()
                break


CLUES: dict[str, Any] = {
    "cages": _caged,
    "cages too": _caged,
    "pencilmarks": _marked,
    "quadruples": _corners,
    "diagonal_sums": _little,
    "sandwich": _sandwiches,
    "kropki": _kropki,
    "all_given": lambda rng, n, digits: {
        "all_given": rng.sample(["white", "black", "xv"], rng.randint(0, 2))
    },
}
for _name in LISTS:
    CLUES[_name] = lambda rng, n, digits, name=_name: _lists(rng, n, digits, name)
for _name in PAIRS:
    CLUES[_name] = lambda rng, n, digits, name=_name: _pairs(rng, n, digits, name)


# -- the rules -------------------------------------------------------------------------------------


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All Latin squares that hold the printed digits."""
    n = _width(puzzle)
    printed = {cell: v for cell, v in _printed(puzzle).items() if v not in ("E", "O")}

    fitting = [
        [
            row
            for row in permutations(range(1, n + 1))
            if all(printed.get((r, c), value) == value for c, value in enumerate(row))
        ]
        for r in range(n)
    ]

    def more(rows: list[tuple[int, ...]]) -> Iterator[Rows]:
        if len(rows) == n:
            yield [list(row) for row in rows]
            return
        for row in fitting[len(rows)]:
            if all(a != b for other in rows for a, b in zip(row, other, strict=True)):
                yield from more([*rows, row])

    yield from more([])


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether all rules hold that the puzzle has."""
    return _is_right(puzzle, filled(answer), len(answer))


def _is_right(puzzle: dict[str, Any], digits: dict[Cell, int], n: int) -> bool:
    return (
        all(
            sorted(digits[cell] for cell in group) == [*range(1, n + 1)]
            for group in _whole_groups(puzzle, n)
        )
        and all(_differ(digits, group) for group in _groups(puzzle, n))
        and _keeps_signs(puzzle, digits)
        and _keeps_moves(puzzle, digits)
        and all(
            LINES[name]([digits[r, c] for r, c in one], n)
            for name in LISTS
            for one in puzzle.get(name, [])
        )
        and all(
            PAIR[name](*(digits[r, c] for r, c in pair))
            for name in PAIRS
            for pair in puzzle.get(name, [])
        )
        and _keeps_absent(puzzle, digits)
        and _keeps_sums(puzzle, digits, n)
    )


def _whole_groups(puzzle: dict[str, Any], n: int) -> list[list[Cell]]:
    """The groups of n cells that hold every digit once."""
    found = lines((n, n))
    if puzzle.get("regions"):
        found += regions(puzzle["regions"]).values()
    rows, columns = puzzle.get("box") or _box(n)
    box = cells((rows, columns))
    if not puzzle.get("regions"):
        found += [
            [(top + i, left + j) for i, j in box]
            for top in range(0, n, rows)
            for left in range(0, n, columns)
        ]
    if puzzle.get("windows"):
        found += [
            [(top + i, left + j) for i, j in box]
            for top in range(1, n - rows + 1, rows + 1)
            for left in range(1, n - columns + 1, columns + 1)
        ]
    if puzzle.get("diagonals"):
        found += [[(i, i) for i in range(n)], [(i, n - 1 - i) for i in range(n)]]
    return found


def _groups(puzzle: dict[str, Any], n: int) -> list[list[Cell]]:
    """The groups of cells in which no digit stands twice."""
    found = [[(r, c) for r, c in extra] for extra in puzzle.get("extra_regions", [])]
    found += regions(puzzle.get("cages", [])).values()
    if puzzle.get("disjoint"):
        rows, columns = puzzle.get("box") or _box(n)
        found += [
            [(r, c) for r, c in cells((n, n)) if (r % rows, c % columns) == place]
            for place in cells((rows, columns))
        ]
    return found


def _keeps_signs(puzzle: dict[str, Any], digits: dict[Cell, int]) -> bool:
    """Whether printed digits, even and odd ones, and pencil marks are kept."""
    marks = {(r, c): str(word) for (r, c), word in grid(puzzle.get("pencilmarks", [])).items()}
    return all(
        digits[cell] % 2 == "EO".index(sign) if sign in ("E", "O") else digits[cell] == sign
        for cell, sign in _printed(puzzle).items()
    ) and all(str(digits[cell]) in word for cell, word in marks.items())


def _keeps_moves(puzzle: dict[str, Any], digits: dict[Cell, int]) -> bool:
    """Whether digits differ a knight's and a king's move apart, and neighbours by more than 1."""
    moves = [(1, 2), (1, -2), (2, 1), (2, -1)] if puzzle.get("antiknight") else []
    moves += [(1, 1), (1, -1)] if puzzle.get("antiking") else []
    return all(
        digits[r, c] != digits.get((r + i, c + j)) for r, c in digits for i, j in moves
    ) and not (
        puzzle.get("nonconsecutive")
        and any(
            abs(digits[cell] - digits[near]) == 1
            for cell in digits
            for near in around(cell)
            if near in digits
        )
    )


def _keeps_absent(puzzle: dict[str, Any], digits: dict[Cell, int]) -> bool:
    """Whether signs that are all given are missed nowhere.

    Where digits would do for both dots, either of them is enough.
    """
    given = puzzle.get("all_given", [])
    for names, together in (
        ([name for name in ("white", "black") if name in given], ("white_dots", "black_dots")),
        (["tens", "fives"] if "xv" in given else [], ("tens", "fives")),
    ):
        told = {
            frozenset((r, c) for r, c in pair) for name in together for pair in puzzle.get(name, [])
        }
        asked = [PAIR[f"{name}_dots" if name in ("white", "black") else name] for name in names]
        for cell in digits:
            for near in around(cell)[2:]:
                if (
                    near in digits
                    and frozenset((cell, near)) not in told
                    and any(sign(digits[cell], digits[near]) for sign in asked)
                ):
                    return False
    return True


def _keeps_sums(puzzle: dict[str, Any], digits: dict[Cell, int], n: int) -> bool:
    """Whether cages, diagonals, sandwiches and corners have their sums and digits."""
    cages = {str(name): group for name, group in regions(puzzle.get("cages", [])).items()}
    beside = line(puzzle.get("sandwich_left") or [None] * n)
    beside += line(puzzle.get("sandwich_top") or [None] * n)
    return (
        all(
            sum(digits[cell] for cell in cages[name]) == total
            for name, total in puzzle.get("sums", {}).items()
        )
        and all(
            sum(digits[cell] for cell in _slanting((r, c), way, digits)) == total
            for (r, c), way, total in puzzle.get("diagonal_sums", [])
        )
        and all(
            _between_ends([digits[cell] for cell in one], n) == total
            for one, total in zip(lines((n, n)), beside, strict=True)
            if total is not None
        )
        and all(
            not Counter(asked) - Counter(digits[near] for near in _four((r, c)))
            for (r, c), asked in puzzle.get("quadruples", [])
        )
    )


LINES: dict[str, Any] = {
    "extra_regions": lambda held, n: len({*held}) == len(held),
    "thermometers": lambda held, n: all(a < b for a, b in pairwise(held)),
    "arrows": lambda held, n: held[0] == sum(held[1:]),
    "palindromes": lambda held, n: held == held[::-1],
    "whispers": lambda held, n: all(2 * abs(a - b) >= n for a, b in pairwise(held)),
    "renban": lambda held, n: sorted(held) == [*range(min(held), min(held) + len(held))],
    "between": lambda held, n: all(
        min(held[0], held[-1]) < a < max(held[0], held[-1]) for a in held[1:-1]
    ),
    "clones": lambda held, n: held[: len(held) // 2] == held[len(held) // 2 :],
}
PAIR: dict[str, Any] = {
    "white_dots": lambda a, b: abs(a - b) == 1,
    "black_dots": lambda a, b: a == 2 * b or b == 2 * a,
    "tens": lambda a, b: a + b == 10,
    "fives": lambda a, b: a + b == 5,
    "less": lambda a, b: a < b,
}


def _width(puzzle: dict[str, Any]) -> int:
    """How many rows and columns a puzzle has."""
    for name in ("grid", "pencilmarks", "regions", "cages"):
        if puzzle.get(name):
            return size(puzzle[name])[0]
    rows, columns = puzzle["box"]
    return int(rows * columns)


def _box(n: int) -> tuple[int, int]:
    """Rows and columns of boxes that are as nearly square as can be, no higher than wide."""
    rows = max(r for r in range(1, n + 1) if n % r == 0 and r * r <= n)
    return rows, n // rows


def _printed(puzzle: dict[str, Any]) -> dict[Cell, Any]:
    """The digits and signs of the grid."""
    return {cell: sign for cell, sign in grid(puzzle.get("grid", [])).items() if sign != 0}


def _differ(digits: dict[Cell, int], group: list[Cell]) -> bool:
    return len({digits[cell] for cell in group}) == len(group)


def _four(corner: Cell) -> list[Cell]:
    """The cells around a corner, by the one above it to the left."""
    r, c = corner
    return [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]


def _slanting(cell: Cell, way: str, digits: dict[Cell, int]) -> list[Cell]:
    """The cells of a diagonal from one cell on."""
    (r, c), (dr, dc), found = cell, WAYS[way], []
    while (r, c) in digits:
        found.append((r, c))
        r, c = r + dr, c + dc
    return found


def _between_ends(held: list[int], n: int) -> int | None:
    """The sum of the digits between 1 and n; None if a line has not one of each."""
    if held.count(1) != 1 or held.count(n) != 1:
        return None
    first, last = sorted((held.index(1), held.index(n)))
    return sum(held[first + 1 : last])
