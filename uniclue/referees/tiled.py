"""Kinds on hexagons, triangles and Cairo pentagons: their rules over a filled board.

What lies beside what is read from the polygons as they are drawn: cells that have two corners in
common share a side, cells that have one touch. Nothing else is known of a tiling here, but for one
convention: in an answer with sides, those that are new in row r of the grid stand in row 2r, at the
odd columns, in the order of the cells and clockwise around each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product
from math import cos, radians, sin, sqrt
from random import Random
from typing import Any, NamedTuple

from uniclue.referees.boards import Cell, Rows, groups, known, size, text
from uniclue.referees.boards import grid as grid_of

XY = tuple[float, float]
Side = frozenset[XY]


# -- polygons --------------------------------------------------------------------------------------


def _hexagon(r: int, i: int) -> list[XY]:
    x, y = i + r % 2 / 2, r * sqrt(3) / 2
    angles = (radians(60 * k - 150) for k in range(6))
    return [(x + cos(a) / sqrt(3), y + sin(a) / sqrt(3)) for a in angles]


def _triangle(r: int, i: int) -> list[XY]:
    left, top, height = i / 2, r * sqrt(3) / 2, sqrt(3) / 2
    if (r + i) % 2 == 0:
        return [(left + 0.5, top), (left + 1, top + height), (left, top + height)]
    return [(left, top), (left + 1, top), (left + 0.5, top + height)]


SHORT = (sqrt(7) - 1) / 6
"""Half the short side of a Cairo pentagon, all sides of which are equally long."""


def _pentagon(r: int, i: int) -> list[XY]:
    """Two ends one apart, and on either side the ends of the cut of a square, or the near one."""

    def cut(x: float, y: float) -> list[XY]:
        is_flat = (int(x // 1) + int(y)) % 2 == 0
        return [(x - SHORT, y), (x + SHORT, y)] if is_flat else [(x, y - SHORT), (x, y + SHORT)]

    x, y = i + r % 2 / 2, r / 2
    if r % 2:
        above, below, ends = cut(x, y - 0.5), cut(x, y + 0.5), ((x - 0.5, y), (x + 0.5, y))
        first = above if above[0][1] == above[1][1] else above[1:]
        last = below[::-1] if below[0][1] == below[1][1] else below[:1]
    else:
        right, left, ends = cut(x + 0.5, y), cut(x - 0.5, y), ((x, y - 0.5), (x, y + 0.5))
        first = right if right[0][0] == right[1][0] else right[:1]
        last = left[::-1] if left[0][0] == left[1][0] else left[1:]
    return [ends[0], *first, ends[1], *last]


POLYGONS: dict[str, Callable[[int, int], list[XY]]] = {
    "hexagons": _hexagon,
    "triangles": _triangle,
    "cairo": _pentagon,
}


class TiledBoard:
    """What lies beside what, by the corners that cells have in common."""

    def __init__(self, puzzle: dict[str, Any]) -> None:
        height, width = size(puzzle.get("grid") or puzzle["regions"])
        holes = {tuple(cell) for cell in puzzle.get("holes", ())}
        polygon = POLYGONS[puzzle["tiling"]]
        self.tiling: str = puzzle["tiling"]
        self.cells = [(r, i) for r in range(height) for i in range(width) if (r, i) not in holes]
        self.ring = {c: [(round(x, 3), round(y, 3)) for x, y in polygon(*c)] for c in self.cells}
        self.sides: dict[Side, list[Cell]] = {}
        self.at: dict[XY, list[Cell]] = {}
        self.entry: dict[Side, Cell] = {}
        new: Counter[int] = Counter()
        for cell, ring in self.ring.items():
            for one, other in zip((ring[-1], *ring), ring, strict=False):
                side = frozenset((one, other))
                if side not in self.sides:
                    self.entry[side] = 2 * cell[0], 2 * new[cell[0]] + 1
                    new[cell[0]] += 1
                self.sides.setdefault(side, []).append(cell)
                self.at.setdefault(other, []).append(cell)
        self.frame = 2 * height + 1, 2 * max([width, *(c // 2 + 1 for _, c in self.entry.values())])
        outer = {end for side, cells in self.sides.items() if len(cells) == 1 for end in side}
        self.meeting = [cells for corner, cells in self.at.items() if corner not in outer]

    def around(self, cell: Cell) -> list[Cell]:
        """The cells that share a side with one."""
        mine = {*self.ring[cell]}
        return [c for c in self.cells if c != cell and len(mine.intersection(self.ring[c])) == 2]

    def touching(self, cell: Cell) -> list[Cell]:
        """The cells that share a corner with one, or a side."""
        mine = {*self.ring[cell]}
        return [c for c in self.cells if c != cell and mine.intersection(self.ring[c])]

    def sides_of(self, cell: Cell) -> list[Side]:
        """The sides of a cell."""
        return [side for side, cells in self.sides.items() if cell in cells]

    def parts(self, some: Iterable[Cell]) -> list[set[Cell]]:
        """The connected parts of some cells."""
        left, found = {*some}, []
        while left:
            part = {left.pop()}
            todo = [*part]
            while todo:
                near = left.intersection(self.around(todo.pop()))
                left -= near
                part |= near
                todo += near
            found.append(part)
        return found

    def lines(self) -> Iterator[set[Cell]]:
        """The lines of cells: of hexagons by their middles, of triangles as strips."""
        (x0, y0), *_ = self.ring[self.cells[0]]
        for angle in (0, 60, 120):
            strips: dict[int, list[Cell]] = {}
            for cell, ring in self.ring.items():
                x, y = (sum(xy[i] for xy in ring) / len(ring) for i in (0, 1))
                if self.tiling == "triangles":  # parallel lines go through all their corners
                    x, y = x - x0, y - y0
                far = (y * cos(radians(angle)) - x * sin(radians(angle))) / (sqrt(3) / 2)
                row = round(far) if self.tiling == "hexagons" else int(far // 1)
                strips.setdefault(row, []).append(cell)
            for strip in strips.values():
                yield from self.parts(strip)


# -- rules -----------------------------------------------------------------------------------------


Answer = dict[Any, Any]
"""By cell, or by entry of a side, what an answer has there."""


def _printed(puzzle: dict[str, Any]) -> dict[Cell, Any]:
    return known(puzzle["grid"])


def _is_loop(ends: Iterable[Iterable[Any]]) -> bool:
    """Whether lines, by their two ends, are one closed line."""
    lines = [tuple(both) for both in ends]
    near: dict[Any, list[Any]] = {}
    for one, other in lines:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    if not lines or any(len(others) != 2 for others in near.values()):
        return False
    seen, todo = set(), [lines[0][0]]
    while todo:
        if (at := todo.pop()) not in seen:
            seen.add(at)
            todo += near[at]
    return len(seen) == len(near)


def _slitherlink(puzzle: dict[str, Any], board: TiledBoard, answer: Answer) -> bool:
    drawn = {side for side, entry in board.entry.items() if answer[entry] == 1}
    return _is_loop(drawn) and all(
        len(drawn.intersection(board.sides_of(cell))) == number
        for cell, number in _printed(puzzle).items()
    )


def _simpleloop(puzzle: dict[str, Any], board: TiledBoard, answer: Answer) -> bool:
    black = grid_of(puzzle["grid"])
    drawn = [board.sides[s] for s, entry in board.entry.items() if answer.get(entry) == 1]
    passed = {cell for both in drawn for cell in both}
    return _is_loop(drawn) and passed == {cell for cell in board.cells if cell not in black}


def _minesweeper(puzzle: dict[str, Any], board: TiledBoard, answer: Answer) -> bool:
    mines = {cell for cell, value in answer.items() if value == 1}
    number = puzzle.get("mines")
    return (number is None or len(mines) == number) and all(
        len(mines.intersection(board.touching(cell))) == n for cell, n in _printed(puzzle).items()
    )


def _mosaic(puzzle: dict[str, Any], board: TiledBoard, answer: Answer) -> bool:
    return all(
        sum(answer[near] for near in (cell, *board.touching(cell))) == number
        for cell, number in _printed(puzzle).items()
    )


def _sea_is_right(board: TiledBoard, answer: Answer) -> bool:
    sea = {cell for cell, value in answer.items() if value == 1}
    return len(board.parts(sea)) < 2 and not any(sea.issuperset(some) for some in board.meeting)


def _nurikabe(puzzle: dict[str, Any], board: TiledBoard, answer: Answer) -> bool:
    printed = grid_of(puzzle["grid"])
    islands = board.parts(cell for cell, value in answer.items() if value == 0)
    inside = [[printed[cell] for cell in island if cell in printed] for island in islands]
    return (
        _sea_is_right(board, answer)
        and sum(map(len, inside)) == len(printed)
        and all(
            len(words) == 1 and words[0] in ("?", len(island))
            for words, island in zip(inside, islands, strict=True)
        )
    )


def _fillomino(puzzle: dict[str, Any], board: TiledBoard, answer: Answer) -> bool:
    printed = _printed(puzzle)
    largest = max(printed.values(), default=0)
    return all(answer[cell] == number for cell, number in printed.items()) and all(
        len(part) > largest if number == "+" else len(part) == number
        for number, cells in groups(answer).items()
        for part in board.parts(cells)
    )


def _kurotto(puzzle: dict[str, Any], board: TiledBoard, answer: Answer) -> bool:
    areas = board.parts(cell for cell, value in answer.items() if value == 1)
    return all(
        sum(len(area) for area in areas if area.intersection(board.around(cell))) == number
        for cell, number in _printed(puzzle).items()
        if number != "o"
    )


def _norinori(puzzle: dict[str, Any], board: TiledBoard, answer: Answer) -> bool:
    regions = groups(grid_of(puzzle["regions"]))
    return _are_dominoes(board, answer) and all(
        sum(answer[cell] for cell in cells) == 2 for cells in regions.values()
    )


def _are_dominoes(board: TiledBoard, answer: Answer) -> bool:
    shaded = {cell for cell, value in answer.items() if value == 1}
    return all(len(part) == 2 for part in board.parts(shaded))


def _starbattle(puzzle: dict[str, Any], board: TiledBoard, answer: Answer) -> bool:
    stars = {cell for cell, value in answer.items() if value == 1}
    regions = groups(grid_of(puzzle["regions"]))
    return not any(stars.intersection(board.touching(star)) for star in stars) and all(
        len(stars.intersection(cells)) == puzzle.get("stars", 1) for cells in regions.values()
    )


def _hitori(puzzle: dict[str, Any], board: TiledBoard, answer: Answer) -> bool:
    white = {cell for cell, value in answer.items() if value == 0}
    printed = {cell: word for cell, word in known(puzzle["grid"]).items() if cell in white}
    shaded = {*board.cells} - white
    return (
        len(board.parts(white)) < 2
        and not any(shaded.intersection(board.around(cell)) for cell in shaded)
        and all(
            max(Counter(printed[cell] for cell in line if cell in printed).values(), default=0) < 2
            for line in board.lines()
        )
    )


# -- boards to try ---------------------------------------------------------------------------------


def _by_value(*values: Any) -> Callable[[dict[str, Any], TiledBoard], Iterator[Answer]]:
    """All fillings of the cells that have a variable."""

    def answers(puzzle: dict[str, Any], board: TiledBoard) -> Iterator[Answer]:
        places = _places(puzzle, board)
        for some in product(values, repeat=len(places)):
            yield dict(zip(places, some, strict=True))

    return answers


def _places(puzzle: dict[str, Any], board: TiledBoard) -> list[Cell]:
    """The cells that have a variable: of some kinds, those without a clue."""
    clues = grid_of(puzzle["grid"]) if puzzle["kind"] in ("minesweeper", "kurotto") else {}
    return [cell for cell in board.cells if cell not in clues]


def _numbers(puzzle: dict[str, Any], board: TiledBoard) -> Iterator[Answer]:
    largest = max(_printed(puzzle).values(), default=0)
    most = min(largest, len(board.cells))
    printed = _printed(puzzle)
    each = [(printed[c],) if c in printed else (*range(1, most + 1), "+") for c in board.cells]
    for some in product(*each):
        yield dict(zip(board.cells, some, strict=True))


def _rings(puzzle: dict[str, Any], board: TiledBoard) -> Iterator[Answer]:
    """Every line around some cells, or holes; each closed line that never crosses is one."""
    whole = TiledBoard({**puzzle, "holes": []})
    edges = [{*whole.sides_of(cell)} for cell in whole.cells]
    for number in range(1, len(edges) + 1):
        for some in combinations(edges, number):
            drawn = set[Side]()
            for ring in some:
                drawn = drawn ^ ring
            if drawn <= board.sides.keys():
                yield {entry: int(side in drawn) for side, entry in board.entry.items()}


def _links(puzzle: dict[str, Any], board: TiledBoard) -> Iterator[Answer]:
    """All sets of links between white cells, as many as there are such cells."""
    white = {cell for cell in board.cells if cell not in grid_of(puzzle["grid"])}
    links = [board.entry[side] for side, both in board.sides.items()
             if len(both) == 2 and white.issuperset(both)]  # fmt: skip
    for some in combinations(links, len(white)):
        yield {link: int(link in some) for link in links}


class _Kind(NamedTuple):
    is_right: Callable[[dict[str, Any], TiledBoard, Answer], bool]
    answers: Callable[[dict[str, Any], TiledBoard], Iterator[Answer]]


_SHADED = _by_value(0, 1)
KINDS = {
    "slitherlink": _Kind(_slitherlink, _rings),
    "simpleloop": _Kind(_simpleloop, _links),
    "minesweeper": _Kind(_minesweeper, _SHADED),
    "mosaic": _Kind(_mosaic, _SHADED),
    "nurikabe": _Kind(_nurikabe, _SHADED),
    "fillomino": _Kind(_fillomino, _numbers),
    "kurotto": _Kind(_kurotto, _SHADED),
    "norinori": _Kind(_norinori, _SHADED),
    "starbattle": _Kind(_starbattle, _SHADED),
    "hitori": _Kind(_hitori, _SHADED),
}
"""The kinds that are played on tilings."""


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """Filled boards, all solutions among them."""
    board = TiledBoard(puzzle)
    for answer in KINDS[puzzle["kind"]].answers(puzzle, board):
        yield _rows(puzzle, board, answer)


def _rows(puzzle: dict[str, Any], board: TiledBoard, answer: Answer) -> Rows:
    height, width = size(puzzle.get("grid") or puzzle["regions"])
    if puzzle["kind"] in ("slitherlink", "simpleloop") and answer:
        height, width = board.frame[0], board.frame[1] + 1
    return [[answer.get((r, c)) for c in range(width)] for r in range(height)]


def is_right(puzzle: dict[str, Any], answer: Sequence[Sequence[Any]]) -> bool:
    """Whether a filled board keeps the rules."""
    held = {(r, c): v for r, row in enumerate(answer) for c, v in enumerate(row) if v is not None}
    return KINDS[puzzle["kind"]].is_right(puzzle, TiledBoard(puzzle), held)


# -- puzzles ---------------------------------------------------------------------------------------


SHAPES = {"hexagons": ((3, 3), (2, 4), (4, 2)), "triangles": ((2, 5), (3, 3), (2, 4)),
          "cairo": ((3, 3), (2, 4), (4, 2))}  # fmt: skip


def draw(rng: Random, kind: str, tiling: str) -> dict[str, Any]:
    """A small puzzle of a kind on a tiling; some of its clues follow from a filled board."""
    shape = rng.choice(SHAPES[tiling] if kind != "fillomino" else ((2, 3), (3, 2)))
    holes = [(rng.randrange(shape[0]), rng.randrange(shape[1]))] if rng.random() < 0.3 else []
    puzzle: dict[str, Any] = {"kind": kind, "tiling": tiling, "grid": text(shape, {})}
    puzzle["holes"] = [list(hole) for hole in holes]
    board = TiledBoard(puzzle)
    printed = _clues(rng, kind, puzzle, board)
    if kind in ("norinori", "starbattle"):
        del puzzle["grid"]
        return puzzle | {"regions": text(shape, printed)}
    return puzzle | {"grid": text(shape, printed)}


def _clues(rng: Random, kind: str, puzzle: dict[str, Any], board: TiledBoard) -> dict[Cell, Any]:
    cells, share = board.cells, rng.choice((0.2, 0.4, 0.7))
    some = [cell for cell in cells if rng.random() < share]
    shaded = {cell for cell in cells if rng.random() < 0.4}
    if kind == "slitherlink":
        ring = rng.choice([a for a in _rings(puzzle, board) if _slitherlink(puzzle, board, a)])
        counts = {c: sum(ring[board.entry[s]] for s in board.sides_of(c)) for c in some}
        return _nearly(rng, counts)
    if kind == "simpleloop":
        rings = [{*ring} for ring in board.meeting] or [{*cells}]
        open_ = set[Cell].union(*rng.sample(rings, rng.randint(1, min(2, len(rings)))))
        return {cell: "x" for cell in cells if cell not in open_}
    if kind in ("minesweeper", "mosaic"):
        own = [c for c in some if kind == "mosaic" or c not in shaded]
        near = {c: [*board.touching(c), *[c] * (kind == "mosaic")] for c in own}
        return _nearly(rng, {c: len(shaded.intersection(near[c])) for c in own})
    if kind == "nurikabe":
        every = [a for a in _SHADED(puzzle, board) if _sea_is_right(board, a)]
        white = [c for c, value in rng.choice(every).items() if value == 0]
        islands = {rng.choice(sorted(part)): len(part) for part in board.parts(white)}
        return _nearly(rng, islands, least=1)
    if kind == "fillomino":
        return {cell: rng.choice((1, 2, 2, 3, 3)) for cell in some}
    if kind == "kurotto":
        areas = board.parts(shaded)
        return _nearly(rng, {
            c: sum(len(area) for area in areas if area.intersection(board.around(c)))
            for c in some if c not in shaded
        })  # fmt: skip
    if kind == "hitori":
        return {cell: rng.choice("123456") for cell in cells}
    return _regions(rng, kind, puzzle, board)


def _regions(rng: Random, kind: str, puzzle: dict[str, Any], board: TiledBoard) -> dict[Cell, Any]:
    """A region for each star, or for two shaded cells; all other cells are in any of them."""
    if kind == "norinori":
        every = [a for a in _SHADED(puzzle, board) if _are_dominoes(board, a) and 1 in a.values()]
    else:
        none = puzzle | {"regions": text(size(puzzle["grid"]), {})}
        every = [
            a for a in _SHADED(puzzle, board) if _starbattle(none, board, a) and any(a.values())
        ]
    shaded = [cell for cell, value in rng.choice(every).items() if value == 1]
    rng.shuffle(shaded)
    each = 2 if kind == "norinori" else 1
    named = {cell: "abcdefghijkl"[i // each] for i, cell in enumerate(shaded)}
    return {cell: named.get(cell) or rng.choice([*named.values()]) for cell in board.cells}


def _nearly(rng: Random, numbers: dict[Cell, int], least: int = 0) -> dict[Cell, Any]:
    """Numbers of which one may be wrong."""
    if numbers and rng.random() < 0.15:
        cell = rng.choice(sorted(numbers))
        numbers[cell] = max(least, numbers[cell] + rng.choice((-1, 1)))
    return {**numbers}
