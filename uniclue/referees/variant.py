"""Sudoku variants: every rule that a puzzle may have, over a board of digits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, cells, filled, grid, line, lines, regions
from uniclue.referees.boards import rows_of, size, some_answer, some_regions, sprinkled, text
from uniclue.referees.boards import text_line

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
MORE_LISTS = (
    "slow_thermometers",
    "zippers",
    "nabners",
    "entropic",
    "modular",
    "lockouts",
    "double_arrows",
)
SPOTS = ("minima", "maxima", "row_indexers", "column_indexers", "box_indexers")
NINE = [(r, c) for r in (0, 9, 18) for c in (0, 9, 18)]
STAR = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)]
LAYOUTS: dict[str, list[Cell]] = {
    "butterfly": [(0, 0), (0, 3), (3, 0), (3, 3)],
    "samurai": STAR,
    "windmill": [(0, 3), (3, 12), (6, 6), (9, 0), (12, 9)],
    "sohei": [(0, 6), (6, 0), (6, 12), (12, 6)],
    "gattai-8": [*STAR, (6, 18), (0, 24), (12, 24)],
    "shogun": [*STAR, (6, 18), (0, 24), (12, 24), (6, 30), (0, 36), (12, 36)],
    "sumo": [
        *(*STAR, (6, 18), (0, 24), (12, 24)),
        *((18, 6), (18, 18), (24, 0), (24, 12), (24, 24)),
    ],
    "clueless-1": NINE,
    "clueless-2": NINE,
}
"""Where the boards of each layout begin."""
PAIRS = ("white_dots", "black_dots", "tens", "fives", "less")
WAYS = {"nw": (-1, -1), "ne": (-1, 1), "sw": (1, -1), "se": (1, 1)}


# -- drawing ---------------------------------------------------------------------------------------


def draw(rng: Random) -> dict[str, Any]:
    """A sudoku with some of the rules, most of them true of one filled board; or two of them."""
    if rng.random() < 0.15:
        return _overlapping(rng)
    n = rng.choices((1, 2, 3, 4, 5, 6), (1, 2, 3, 12, 3, 3))[0]
    members, digits = _filled_board(rng, n)
    for name in rng.sample(sorted(CLUES), rng.choice((0, 1, 3, 6, 10))):
        members |= CLUES[name](rng, n, digits)
    for side in ("_top", "_bottom", "_left", "_right"):  # one sort of numbers at each
        for name in [name for name in members if name.endswith(side)][1:]:
            del members[name]
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


def _overlapping(rng: Random) -> dict[str, Any]:
    """Boards of 4x4 that share cells, with some of the clues that they can have."""
    tops = rng.choice(([(0, 0), (0, 2)], [(0, 0), (2, 2)], [(2, 0), (0, 2)], [(0, 0), (0, 1)]))
    flags = sprinkled(rng, ("diagonals", "windows", "disjoint", "antiknight", "antiking"), 0.1)
    boards = [list(top) for top in tops]
    bare: dict[str, Any] = {"boards": boards, "box": [2, 2]}
    members = bare | dict.fromkeys(flags, True)
    rows = some_answer(rng, answers(bare), lambda rows: is_right(members, rows))
    digits = filled(rows)
    names = [*LISTS, *MORE_LISTS, *PAIRS, "minima", "maxima"]
    for name in rng.sample(names, rng.choice((0, 2, 4))):
        members |= CLUES[name](rng, 4, digits)
    _spoil(rng, members)
    shown = {cell: digits[cell] for cell in rng.sample(sorted(digits), rng.choice((2, 6, 10)))}
    if rng.random() < 0.8:
        members["grid"] = text((len(rows), len(rows[0])), shown)
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


def _some(rng: Random, board: list[Cell], length: int) -> list[Cell]:
    """Different cells in a line that may turn, also across corners, or anywhere."""
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
    least, most = LENGTHS.get(name, (1, 4))
    kept: list[list[list[int]]] = []
    for _ in range(60):
        some = _some(rng, sorted(digits), rng.randint(least, most))
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
        far = rng.sample(sorted(digits), 2)
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
    clues = {name: total for name, total in totals.items() if rng.random() < 0.7}
    members: dict[str, Any] = {"cages": text((n, n), names)} if names else {}
    return members | ({"sums": clues} if clues or rng.random() < 0.3 else {})


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
    clues = [total if rng.random() < 0.6 else None for total in sums]
    sides = {"sandwich_left": text_line(clues[:n]), "sandwich_top": text_line(clues[n:])}
    return dict(rng.sample(sorted(sides.items()), rng.randint(1, 2)))


def _segments(rng: Random, n: int, digits: dict[Cell, int], puzzle: Any = None) -> dict[str, Any]:
    """Lines with the same sum in all usual boxes."""
    kept: list[list[list[int]]] = []
    for _ in range(200):
        some = _some(rng, sorted(digits), rng.randint(2, 5))
        sums = _sums_of_parts({}, digits, some, n)
        if len({*sums}) == 1 and (len(sums) > 1 or not kept) and len(kept) < 2:
            kept.append([list(cell) for cell in some])
    return {"region_sums": kept}


def _spotted(rng: Random, n: int, digits: dict[Cell, int], name: str) -> dict[str, Any]:
    """Single cells of a sort."""
    fit = [cell for cell in digits if _spot_is_right({}, name, cell, digits, n)]
    return {name: [list(cell) for cell in sprinkled(rng, fit, rng.choice((0.3, 0.8)))]}


def _from_sides(rng: Random, n: int, digits: dict[Cell, int], sort: str) -> dict[str, Any]:
    """Numbers of a sort beside the board, on some of its sides."""
    members = {}
    for side in rng.sample(("top", "bottom", "left", "right"), rng.choice((1, 4))):
        numbers = [
            FROM_SIDE[sort]([digits[cell] for cell in one], _box(n)[side in ("left", "right")])
            for one in _seen_from(side, n)
        ]
        clues = [number if rng.random() < 0.6 else None for number in numbers]
        members[f"{sort}_{side}"] = text_line(clues)
    return members


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
for _name in MORE_LISTS:
    CLUES[_name] = lambda rng, n, digits, name=_name: _lists(rng, n, digits, name)
for _name in SPOTS:
    CLUES[_name] = lambda rng, n, digits, name=_name: _spotted(rng, n, digits, name)
for _name in ("frame", "tower", "first"):
    CLUES[_name] = lambda rng, n, digits, name=_name: _from_sides(rng, n, digits, name)
CLUES["region_sums"] = _segments
for _name in PAIRS:
    CLUES[_name] = lambda rng, n, digits, name=_name: _pairs(rng, n, digits, name)


# -- the rules -------------------------------------------------------------------------------------


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All Latin squares that hold the printed digits; of several boards all that fit together."""
    if puzzle.get("boards"):
        yield from _fitting_boards(puzzle)
        return
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


def _fitting_boards(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to fill boards so that each of their groups holds every digit once."""
    n = _side(puzzle)
    groups = _whole_groups(puzzle, n)
    of: dict[Cell, set[Cell]] = {}
    for group in groups:
        for cell in group:
            of.setdefault(cell, set()).update(group)
    order, printed = sorted(of), _printed(puzzle)
    shape = max(r for r, _ in order) + 1, max(c for _, c in order) + 1
    held: dict[Cell, int] = {}

    def more(i: int) -> Iterator[Rows]:
        if i == len(order):
            yield rows_of(shape, held)
            return
        cell = order[i]
        for digit in range(1, n + 1):
            if printed.get(cell, digit) == digit and all(
                held.get(other) != digit for other in of[cell]
            ):
                held[cell] = digit
                yield from more(i + 1)
                del held[cell]

    yield from more(0)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether all rules hold that the puzzle has."""
    n = _side(puzzle) if puzzle.get("boards") else len(answer)
    return _is_right(puzzle, filled(answer), n)


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
            for name in LISTS + MORE_LISTS
            for one in puzzle.get(name, [])
        )
        and _keeps_spots(puzzle, digits, n)
        and all(
            PAIR[name](*(digits[r, c] for r, c in pair))
            for name in PAIRS
            for pair in puzzle.get(name, [])
        )
        and _keeps_absent(puzzle, digits)
        and _keeps_sums(puzzle, digits, n)
    )


def _frames(puzzle: dict[str, Any], n: int) -> list[tuple[list[int], list[int]]]:
    """The rows and the columns of each board."""
    boards = puzzle.get("boards") or [(0, 0)]
    tops = LAYOUTS[boards] if isinstance(boards, str) else boards
    frames = [([*range(r, r + n)], [*range(c, c + n)]) for r, c in tops]
    if boards == "clueless-1":
        frames.append(([*range(1, 27, 3)], [*range(1, 27, 3)]))
    if boards == "clueless-2":
        middle = [9 * i + j for i in range(3) for j in (3, 4, 5)]
        frames.append((middle, middle))
    return frames


def _whole_groups(puzzle: dict[str, Any], n: int) -> list[list[Cell]]:
    """The groups of n cells that hold every digit once."""
    return [
        [(rows[r], columns[c]) for r, c in group]
        for rows, columns in _frames(puzzle, n)
        for group in _groups_of_one(puzzle, n)
    ]


def _groups_of_one(puzzle: dict[str, Any], n: int) -> list[list[Cell]]:
    """The same of a board that begins at the top left."""
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
            [(ups[r], acrosses[c]) for r, c in cells((n, n)) if (r % rows, c % columns) == place]
            for ups, acrosses in _frames(puzzle, n)
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
        clues = {
            frozenset((r, c) for r, c in pair) for name in together for pair in puzzle.get(name, [])
        }
        wanted = [PAIR[f"{name}_dots" if name in ("white", "black") else name] for name in names]
        for cell in digits:
            for near in around(cell)[2:]:
                if (
                    near in digits
                    and frozenset((cell, near)) not in clues
                    and any(sign(digits[cell], digits[near]) for sign in wanted)
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
            not Counter(wanted) - Counter(digits[near] for near in _four((r, c)))
            for (r, c), wanted in puzzle.get("quadruples", [])
        )
    )


def _keeps_spots(puzzle: dict[str, Any], digits: dict[Cell, int], n: int) -> bool:
    """Whether minima, indexers, region sum lines and numbers at the sides are right."""
    return (
        all(
            _spot_is_right(puzzle, name, (r, c), digits, n)
            for name in SPOTS
            for r, c in puzzle.get(name, [])
        )
        and all(
            len({*_sums_of_parts(puzzle, digits, [(r, c) for r, c in one], n)}) == 1
            for one in puzzle.get("region_sums", [])
        )
        and all(
            number is None or number == FROM_SIDE[sort]([digits[cell] for cell in one], depth)
            for sort in FROM_SIDE
            for side in ("top", "bottom", "left", "right")
            for depth in [(puzzle.get("box") or _box(n))[side in ("left", "right")]]
            for number, one in zip(
                line(puzzle.get(f"{sort}_{side}") or [None] * n), _seen_from(side, n), strict=True
            )
        )
    )


def _seen_from(side: str, n: int) -> list[list[Cell]]:
    """The lines that begin at a side."""
    found = lines((n, n))[:n] if side in ("left", "right") else lines((n, n))[n:]
    return [one[::-1] for one in found] if side in ("right", "bottom") else found


def _room(puzzle: dict[str, Any], cell: Cell, n: int) -> list[Cell]:
    """The box or region of a cell."""
    if puzzle.get("regions"):
        return next(room for room in regions(puzzle["regions"]).values() if cell in room)
    rows, columns = puzzle.get("box") or _box(n)
    for ups, acrosses in _frames(puzzle, n):
        if cell[0] in ups and cell[1] in acrosses:
            top = ups.index(cell[0]) // rows * rows
            left = acrosses.index(cell[1]) // columns * columns
            return [(ups[top + i], acrosses[left + j]) for i, j in cells((rows, columns))]
    return []


def _sums_of_parts(
    puzzle: dict[str, Any], digits: dict[Cell, int], one: list[Cell], n: int
) -> list[int]:
    """The sums of a line from border to border."""
    sums: list[int] = []
    for i, cell in enumerate(one):
        if i == 0 or cell not in _room(puzzle, one[i - 1], n):
            sums.append(0)
        sums[-1] += digits[cell]
    return sums


def _spot_is_right(
    puzzle: dict[str, Any], name: str, cell: Cell, digits: dict[Cell, int], n: int
) -> bool:
    """Whether a minimum, a maximum or an indexer is right."""
    (r, c), digit = cell, digits[cell]
    near = [digits[other] for other in around(cell) if other in digits]
    if name == "minima":
        return all(digit < other for other in near)
    if name == "maxima":
        return all(digit > other for other in near)
    if name == "row_indexers":
        return digits[digit - 1, c] == r + 1
    if name == "column_indexers":
        return digits[r, digit - 1] == c + 1
    room = _room(puzzle, cell, n)
    return digits[room[digit - 1]] == room.index(cell) + 1


def _first_sum(held: list[int], depth: int) -> int:
    return sum(held[: held[0]])


FROM_SIDE: dict[str, Any] = {
    "frame": lambda held, depth: sum(held[:depth]),
    "tower": lambda held, depth: sum(a > max(held[:i], default=0) for i, a in enumerate(held)),
    "first": _first_sum,
}
"""The number beside a line that it begins with, by the sort of numbers."""
LENGTHS = {
    "between": (2, 4),
    "clones": (2, 6),
    "zippers": (3, 5),
    "nabners": (2, 3),
    "entropic": (2, 5),
    "modular": (2, 5),
    "lockouts": (2, 4),
    "double_arrows": (3, 5),
}
"""How many cells lines have; others 1 to 4."""
LINES: dict[str, Any] = {
    "slow_thermometers": lambda held, n: held == sorted(held),
    "zippers": lambda held, n: (
        len(
            {
                held[i] + held[-1 - i] if 2 * i + 1 < len(held) else held[i]
                for i in range((len(held) + 1) // 2)
            }
        )
        == 1
    ),
    "nabners": lambda held, n: all(b - a > 1 for a, b in pairwise(sorted(held))),
    "entropic": lambda held, n: _are_unlike([(digit - 1) * 3 // n for digit in held]),
    "modular": lambda held, n: _are_unlike([digit % 3 for digit in held]),
    "lockouts": lambda held, n: (
        abs(held[0] - held[-1]) >= n // 2
        and not any(
            min(held[0], held[-1]) <= digit <= max(held[0], held[-1]) for digit in held[1:-1]
        )
    ),
    "double_arrows": lambda held, n: held[0] + held[-1] == sum(held[1:-1]),
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


def _are_unlike(classes: list[int]) -> bool:
    """Whether any three that follow each other are different, and any two at the ends."""
    trios = [classes[i : i + 3] for i in range(max(1, len(classes) - 2))]
    return all(len({*trio}) == len(trio) for trio in trios)


def _side(puzzle: dict[str, Any]) -> int:
    """Rows and columns of each of several boards."""
    rows, columns = puzzle.get("box") or (3, 3)
    return int(rows * columns)


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
