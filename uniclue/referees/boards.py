"""Common code of referees: reading and drawing of boards, without the rules of any kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import compress, islice, permutations, product, takewhile
from math import factorial, prod
from random import Random
from typing import Any, TypeVar

Cell = tuple[int, int]
Point = tuple[float, float]
"""A place in half coordinates: the link between (0, 0) and (0, 1) is (0, 0.5)."""
Shape = tuple[int, int]
"""Rows and columns."""
Rows = list[list[Any]]
Made = TypeVar("Made")
NOTHING = (".", "-", None)
"""What a puzzle writes where it says nothing."""


# -- reading ---------------------------------------------------------------------------------------


def words(row: str | Sequence[Any]) -> list[Any]:
    """The entries of a row, one for each cell: of text ``3..n`` or ``12 . nw``, or of a list."""
    if not isinstance(row, str):
        return list(row)
    return row.split() if " " in row.strip() else list(row.strip())


def grid(rows: Sequence[str | Sequence[Any]]) -> dict[Cell, Any]:
    """The entries of a grid that say something, by cell: numbers as such, other words as text."""
    return {
        (r, c): number(word)
        for r, row in enumerate(rows)
        for c, word in enumerate(words(row))
        if word not in NOTHING
    }


def known(rows: Sequence[str | Sequence[Any]]) -> dict[Cell, Any]:
    """The same without clues that are left open (``?``)."""
    return {cell: word for cell, word in grid(rows).items() if word != "?"}


def number(word: Any) -> Any:
    """A word as a number, if it is one."""
    return int(word) if isinstance(word, str) and word.isdecimal() else word


def line(row: str | Sequence[Any]) -> list[Any]:
    """The entries beside a board, from the top or the left; None where there is none."""
    return [None if word in NOTHING else number(word) for word in words(row)]


def size(rows: Sequence[Any]) -> Shape:
    """Rows and columns of a grid."""
    return len(rows), len(words(rows[0]))


def regions(rows: Sequence[Any]) -> dict[Any, list[Cell]]:
    """The cells of every region, by its name; a cell of name ``.`` is in none."""
    return groups(grid(rows))


def groups(values: Mapping[Any, Any]) -> dict[Any, list[Any]]:
    """The places of each value."""
    held: dict[Any, list[Any]] = {}
    for place, value in values.items():
        held.setdefault(value, []).append(place)
    return held


def filled(answer: Sequence[Sequence[Any]]) -> dict[Cell, Any]:
    """The value of each cell of an answer of cells, without those that have no variable."""
    return {
        (r, c): value
        for r, row in enumerate(answer)
        for c, value in enumerate(row)
        if value is not None
    }


def points(answer: Sequence[Sequence[Any]]) -> dict[Point, Any]:
    """The value of each place of an answer that has sides, links or corners, too."""
    return {((r - 1) / 2, (c - 1) / 2): value for (r, c), value in filled(answer).items()}


# -- places ----------------------------------------------------------------------------------------


def cells(shape: Shape) -> list[Cell]:
    """All cells, row by row."""
    return [*product(range(shape[0]), range(shape[1]))]


def lines(shape: Shape) -> list[list[Cell]]:
    """All rows from the top, then all columns from the left."""
    rows = [[(r, c) for c in range(shape[1])] for r in range(shape[0])]
    return [*rows, *([row[c] for row in rows] for c in range(shape[1]))]


def around(place: Any, step: float = 1) -> list[Any]:
    """The places above, left, right and below, on the board or not; with 0.5 the sides."""
    r, c = place
    return [(r - step, c), (r, c - step), (r, c + step), (r + step, c)]


def touching(cell: Cell) -> list[Cell]:
    """The eight cells that share a side or a corner with one, on the board or not."""
    r, c = cell
    return [(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]


def ray(cell: Cell, way: str, inside: Any) -> list[Cell]:
    """The cells from the next one to the n, ne, e, se, s, sw, w or nw while they are inside."""
    dr, dc = ("s" in way) - ("n" in way), ("e" in way) - ("w" in way)
    r, c = cell[0] + dr, cell[1] + dc
    seen = []
    while (r, c) in inside:
        seen.append((r, c))
        r, c = r + dr, c + dc
    return seen


def links(shape: Shape) -> list[Point]:
    """All links between cells that share a side."""
    across = [(float(r), c + 0.5) for r in range(shape[0]) for c in range(shape[1] - 1)]
    return across + [(r + 0.5, float(c)) for r in range(shape[0] - 1) for c in range(shape[1])]


def sides(shape: Shape) -> list[Point]:
    """All sides of all cells, those at the board's edge too."""
    return sorted({side for cell in cells(shape) for side in around(cell, 0.5)})


def ends(link: Point) -> tuple[Cell, Cell]:
    """The two cells that a link joins."""
    r, c = link
    if r % 1:
        return (int(r - 0.5), int(c)), (int(r + 0.5), int(c))
    return (int(r), int(c - 0.5)), (int(r), int(c + 0.5))


def corners_of(side: Point) -> tuple[Point, Point]:
    """The two corners that a side joins."""
    r, c = side
    return ((r, c - 0.5), (r, c + 0.5)) if r % 1 else ((r - 0.5, c), (r + 0.5, c))


# -- shapes of what is drawn -----------------------------------------------------------------------


def parts(places: Iterable[Any], near: Callable[[Any], Iterable[Any]] = around) -> list[set[Any]]:
    """The connected components of some places; ``near`` gives the neighbours of a place."""
    left, found = set(places), []
    while left:
        part = {left.pop()}
        found.append(part)
        edge = list(part)
        while edge:
            new = left.intersection(near(edge.pop()))
            left -= new
            part |= new
            edge += new
    return found


def is_connected(places: Iterable[Any], near: Callable[[Any], Iterable[Any]] = around) -> bool:
    """Whether some places are connected; none and one are."""
    return len(parts(places, near)) < 2


def has_pool(places: Collection[Cell]) -> bool:
    """Whether some 2x2 block is full of some cells."""
    held = {*places}
    return any({(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} <= held for r, c in held)


def crossed(line: Iterable[Point]) -> set[Cell]:
    """The cells in which four links meet."""
    number = Counter(cell for link in line for cell in ends(link))
    return {cell for cell, times in number.items() if times == 4}


def is_one_loop(edges: Iterable[tuple[Any, Any]]) -> bool:
    """Whether edges, each given by its two ends, are one closed line that never meets itself."""
    near: dict[Any, list[Any]] = {}
    for one, other in edges:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    return (
        bool(near)
        and all(len(others) == 2 for others in near.values())
        and is_connected(near, near.__getitem__)
    )


# -- lines from cell to cell -----------------------------------------------------------------------


def drawn(answer: Rows) -> set[Point]:
    """The links that a line takes (1)."""
    return {p for p, value in points(answer).items() if value == 1 and (p[0] % 1 or p[1] % 1)}


def passed(line: Iterable[Point]) -> set[Cell]:
    """The cells that a line comes to."""
    return {cell for link in line for cell in ends(link)}


def straight_on(cell: Cell, line: Collection[Point]) -> dict[str, int]:
    """How many links a line goes straight on from a cell, each way that it leaves it."""
    found = {}
    for way, (dr, dc) in {"n": (-1, 0), "w": (0, -1), "e": (0, 1), "s": (1, 0)}.items():
        steps = 0
        while (cell[0] + dr * (steps + 0.5), cell[1] + dc * (steps + 0.5)) in line:
            steps += 1
        if steps:
            found[way] = steps
    return found


def turns(cell: Cell, line: Collection[Point]) -> bool:
    """Whether a line that passes a cell turns there."""
    return set(straight_on(cell, line)) not in ({"n", "s"}, {"w", "e"}, set())


def joints(line: Iterable[Point], crossed: Collection[Cell]) -> list[tuple[Any, Any]]:
    """The ends of links; in some cells a line in the row does not meet one in the column."""
    found = []
    for link in line:
        way = "-" if link[1] % 1 else "|"
        one, other = ((cell, way) if cell in crossed else (cell, "") for cell in ends(link))
        found.append((one, other))
    return found


def crossings(area: Iterable[Cell], line: Iterable[Point]) -> int:
    """How often a line crosses the border of an area."""
    inside = set(area)
    return sum(len(inside.intersection(ends(link))) == 1 for link in line)


def areas(places: Iterable[Cell], sides: Mapping[Point, Any]) -> list[set[Cell]] | None:
    """The areas that the borders (1) of an answer part cells into; None if one parts nothing."""
    every = {*places}

    def near(cell: Cell) -> list[Cell]:
        pairs = zip(around(cell), around(cell, 0.5), strict=True)
        return [other for other, side in pairs if sides.get(side) == 0]

    cut = parts(every, near)
    number = {cell: i for i, part in enumerate(cut) for cell in part}
    inner = {side: [number[end] for end in ends(side)] for side in sides}
    is_cut = all((sides[side] == 1) == (a != b) for side, (a, b) in inner.items())
    return cut if is_cut else None


# -- candidates ------------------------------------------------------------------------------------


def partitions(
    places: Collection[Cell], areas_at: Callable[[Cell, set[Cell]], Iterable[set[Cell]]]
) -> Iterator[list[set[Cell]]]:
    """All ways to part cells into areas; a function lists those at the first cell that is left."""
    if not places:
        yield []
        return
    first, left = min(places), {*places}
    for area in areas_at(first, left):
        for others in partitions(left - area, areas_at):
            yield [area, *others]


def polyominoes_at(*sizes: int) -> Callable[[Cell, set[Cell]], Iterator[set[Cell]]]:
    """The connected areas of these sizes that hold a cell, among some cells."""

    def areas_at(first: Cell, among: set[Cell]) -> Iterator[set[Cell]]:
        return (area for area in connected_sets(first, among, max(sizes)) if len(area) in sizes)

    return areas_at


def rectangles_at(first: Cell, among: set[Cell]) -> Iterator[set[Cell]]:
    """The rectangles among some cells whose top left cell is the given one."""
    r, c = first
    wide = len(ray(first, "e", among)) + 1
    for high in range(len(ray(first, "s", among)) + 1):
        wide = min(wide, len(ray((r + high, c), "e", among)) + 1)
        for width in range(1, wide + 1):
            yield {(i, j) for i in range(r, r + high + 1) for j in range(c, c + width)}


def spans(area: Iterable[Cell]) -> Shape:
    """The rows and columns that an area spans."""
    rows, columns = zip(*area, strict=True)
    return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def is_rectangle(area: Collection[Cell]) -> bool:
    """Whether an area fills the least rectangle around it."""
    return len(area) == prod(spans(area))


def is_square(area: Collection[Cell]) -> bool:
    """Whether an area is a square."""
    return is_rectangle(area) and len({*spans(area)}) == 1


def dominoes_among(places: Sequence[Cell]) -> Iterator[set[Cell]]:
    """The cells of dominoes that share no side, in all ways to lay some of them or none."""
    if not places:
        yield set()
        return
    first, *rest = places
    yield from dominoes_among(rest)
    for second in around(first):
        if second in rest:
            near = {*around(first), *around(second), first, second}
            for more in dominoes_among([cell for cell in rest if cell not in near]):
                yield {first, second, *more}


def connected_sets(first: Cell, among: Collection[Cell], most: int) -> Iterator[set[Cell]]:
    """All connected sets with a cell, up to a number of cells, each once."""
    todo: list[tuple[set[Cell], set[Cell]]] = [({first}, {first})]
    while todo:
        held, barred = todo.pop()
        yield held
        if len(held) == most:
            continue
        gone = {*barred}
        for near in sorted({at for cell in held for at in around(cell)} & {*among}):
            if near not in gone:
                gone.add(near)
                todo.append(({*held, near}, {*gone}))


def cut_up(shape: Shape, cut: Iterable[set[Cell]]) -> Rows:
    """The answer of the borders between areas."""
    number = {cell: i for i, area in enumerate(cut) for cell in area}
    pairs = {side: ends(side) for side in links(shape)}
    inner = {side: two for side, two in pairs.items() if two[0] in number and two[1] in number}
    borders = {side: int(number[a] != number[b]) for side, (a, b) in inner.items()}
    return halved(shape, borders)


def fillings(shape: Shape, values: Mapping[Any, Sequence[Any]]) -> Iterator[Rows]:
    """All answers of cells in which each cell holds one of its values, and other cells nothing."""
    for chosen in product(*values.values()):
        yield rows_of(shape, dict(zip(values, chosen, strict=True)))


def shadings(shape: Shape) -> Iterator[Rows]:
    """All answers in which each cell holds 0 or 1."""
    return fillings(shape, dict.fromkeys(cells(shape), (0, 1)))


def halved_fillings(shape: Shape, values: Mapping[Point, Sequence[Any]]) -> Iterator[Rows]:
    """The same for sides, links and corners: answers of 2R + 1 rows and 2C + 1 columns."""
    for chosen in product(*values.values()):
        yield halved(shape, dict(zip(values, chosen, strict=True)))


def halved(shape: Shape, values: Mapping[Point, Any]) -> Rows:
    """An answer of 2R + 1 rows and 2C + 1 columns; of R and C if it consists of cells alone."""
    if all(r % 1 == c % 1 == 0 for r, c in values):
        return rows_of(shape, values)
    at = {(int(2 * r + 1), int(2 * c + 1)): value for (r, c), value in values.items()}
    return rows_of((2 * shape[0] + 1, 2 * shape[1] + 1), at)


def rows_of(shape: Shape, values: Mapping[Any, Any], blank: Any = None) -> Rows:
    """Rows that hold some values, and ``blank`` elsewhere."""
    return [[values.get((r, c), blank) for c in range(shape[1])] for r in range(shape[0])]


def border(places: Iterable[Any]) -> set[Point]:
    """The sides around some cells, or the links around some corners."""
    drawn: set[Point] = set()
    for place in places:
        drawn.symmetric_difference_update(around(place, 0.5))
    return drawn


def borders(places: Collection[Any]) -> Iterator[set[Point]]:
    """The sides around each set of cells, all loops of sides among them; or links and corners."""
    for chosen in product((False, True), repeat=len(places)):
        yield border(compress(places, chosen))


def numberings(shape: Shape, parts: Iterable[Sequence[Cell]]) -> Iterator[Rows]:
    """All answers in which the n cells of each part hold 1 to n."""
    held = [*parts]
    for chosen in product(*(permutations(range(1, len(part) + 1)) for part in held)):
        pairs = (
            zip(part, numbers, strict=True) for part, numbers in zip(held, chosen, strict=True)
        )
        yield rows_of(shape, {cell: number for pair in pairs for cell, number in pair})


def latin_squares(n: int, symbols: Sequence[Any]) -> Iterator[Rows]:
    """All squares of n rows and columns with each of n symbols once in each of them."""

    def more(rows: list[tuple[Any, ...]]) -> Iterator[Rows]:
        if len(rows) == n:
            yield [list(row) for row in rows]
            return
        for row in permutations(symbols):
            if all(a != b for other in rows for a, b in zip(row, other, strict=True)):
                yield from more([*rows, row])

    yield from more([])


def squares(symbols: Sequence[Any], rng: Random | None = None) -> Iterator[Rows]:
    """All squares whose rows and columns hold these symbols each, alike ones as often as here.

    With ``rng`` in any order, so that the first is one at random.
    """
    kinds = sorted(set(permutations(symbols)), key=str)
    if rng:
        rng.shuffle(kinds)

    def more(rows: list[tuple[Any, ...]]) -> Iterator[Rows]:
        if len(rows) == len(symbols):
            yield [list(row) for row in rows]
            return
        for row in kinds:
            columns = zip(*rows, row, strict=True)
            if all(column.count(column[-1]) <= symbols.count(column[-1]) for column in columns):
                yield from more([*rows, row])

    yield from more([])


def inner_corners(shape: Shape) -> list[Point]:
    """The corners at which four cells meet."""
    return [(r + 0.5, c + 0.5) for r in range(shape[0] - 1) for c in range(shape[1] - 1)]


def outlines(shape: Shape) -> Iterator[set[Point]]:
    """All sets of links with an even number at every cell, which include all loops."""
    yield from borders(inner_corners(shape))


def lines_on(shape: Shape, free: Iterable[Cell] | None = None) -> Iterator[Rows]:
    """All answers of links with an even number of them at every cell.

    With ``free`` only links between these cells have variables.
    """
    inside = set(cells(shape) if free is None else free)
    open_links = [link for link in links(shape) if inside.issuperset(ends(link))]
    for line in outlines(shape):
        if line.issubset(open_links):
            yield halved(shape, {link: int(link in line) for link in open_links})


# -- drawing of puzzles ----------------------------------------------------------------------------


def shape(rng: Random, most: int = 12, square: bool = False) -> Shape:
    """Rows and columns of at most ``most`` cells; often one of them is 1, at times both."""
    if square:
        return (n := rng.choice([n for n in (1, 2, 3, 4) if n * n <= most] + [2, 3])), n
    luck = rng.random()
    if luck < 0.05:
        return 1, 1
    if luck < 0.3:
        n = rng.randint(2, min(most, 7))
        return (1, n) if luck < 0.17 else (n, 1)
    options = [(r, c) for r in range(2, 6) for c in range(2, 6) if r * c <= most]
    weights = [r * c for r, c in options]
    return rng.choices(options, weights)[0]


def text(shape: Shape, values: Mapping[Cell, Any]) -> list[Any]:
    """Rows of text, with ``.`` where nothing stands.

    If a word is longer, words are parted; on a board one cell wide the rows are lists then.
    """
    rows = rows_of(shape, values, ".")
    if all(len(str(word)) == 1 for row in rows for word in row):
        return ["".join(map(str, row)) for row in rows]
    return rows if shape[1] == 1 else [" ".join(map(str, row)) for row in rows]


def text_line(values: Iterable[Any]) -> str:
    """The text of entries beside a board; None is ``.``."""
    row = ["." if value is None else str(value) for value in values]
    return (" " if any(len(word) > 1 for word in row) else "").join(row)


def sprinkled(rng: Random, places: Iterable[Any], share: float) -> list[Any]:
    """Some of the places, each with that chance."""
    return [place for place in places if rng.random() < share]


def some_regions(
    rng: Random, shape: Shape, number: int, first: Sequence[Cell] = ()
) -> dict[Cell, str]:
    """Connected regions that fill a board, by their letters; fewer if the board is too small.

    The cells in ``first`` are in different regions, if there are enough regions.
    """
    left = cells(shape)
    rng.shuffle(left)
    left.sort(key=lambda cell: cell not in first)
    names = dict(zip(left, "abcdefghijklmnopqrstuvwxyz"[:number], strict=False))
    while len(names) < len(left):
        grown = [
            (cell, names[near])
            for cell in left
            if cell not in names
            for near in around(cell)
            if near in names
        ]
        cell, name = rng.choice(grown)
        names[cell] = name
    return names


def some_rectangles(rng: Random, shape: Shape) -> list[list[Cell]]:
    """Rectangles that fill a board."""
    left, found = cells(shape), []
    while left:
        r, c = left[0]
        low, wide = min(r + rng.randint(1, 3), shape[0]), rng.randint(1, 3)
        row = [*takewhile(left.__contains__, ((r, c + j) for j in range(wide)))]
        found.append([(i, j) for i in range(r, low) for _, j in row])
        left = [cell for cell in left if cell not in found[-1]]
    return found


def some_answer(rng: Random, candidates: Iterable[Rows], is_right: Callable[[Rows], bool]) -> Rows:
    """One of the candidates at random: one that is right, if there is any."""
    pool = [*candidates]
    rng.shuffle(pool)
    return next(filter(is_right, pool), pool[0])


def counts(shape: Shape, chosen: Collection[Cell]) -> list[int]:
    """How many of some cells lie in each row, then in each column."""
    return [sum(cell in chosen for cell in line) for line in lines(shape)]


def beside(shape: Shape, shown: Sequence[Any]) -> dict[str, str]:
    """The members ``left`` and ``top``, of entries for each row, then for each column."""
    return {"left": text_line(shown[: shape[0]]), "top": text_line(shown[shape[0] :])}


def printed(rng: Random, answer: Rows, share: float) -> dict[Cell, int]:
    """The numbers of an answer, each left out with that chance; at times one of them is wrong."""
    values = filled(answer)
    shown = nearly(rng, hidden(rng, [*values.values()], share))
    return {cell: max(1, n) for cell, n in zip(values, shown, strict=True) if n is not None}


def opened(rng: Random, clues: Mapping[Cell, Any]) -> dict[Cell, Any]:
    """The clues, of which one in eight is left open: it is ``?``."""
    return {cell: "?" if rng.random() < 0.125 else clue for cell, clue in clues.items()}


def hidden(rng: Random, values: Sequence[Any], share: float) -> list[Any]:
    """The values, each left out (None) with that chance."""
    return [None if rng.random() < share else value for value in values]


def nearly(rng: Random, values: Sequence[int | None]) -> list[int | None]:
    """The values; with a chance of one in four, one of them is greater or smaller by one."""
    changed = list(values)
    shown = [i for i, value in enumerate(changed) if value is not None]
    if shown and rng.random() < 0.25:
        i = rng.choice(shown)
        old = changed[i]
        assert old is not None
        changed[i] = max(0, old + rng.choice((-1, 1)))
    return changed


def first_fit(make: Callable[[], Made], fits: Callable[[Made], bool], tries: int = 200) -> Made:
    """The first thing made that fits; the last one if none does within ``tries``."""
    for _ in range(tries):
        if fits(made := make()):
            break
    return made


def some_solved(
    rng: Random,
    make: Callable[[], dict[str, Any]],
    answers: Callable[[dict[str, Any]], Iterable[Rows]],
    is_right: Callable[[dict[str, Any], Rows], bool],
    tries: int = 40,
) -> tuple[dict[str, Any], Rows]:
    """A puzzle that is made, and a board of it: mostly one that has a right board, and that one.

    It has 8,000 answers at most; with a chance of one in ten the first one made is taken.
    """
    careless = rng.random() < 0.1
    while True:
        puzzle = make()
        every = [*islice(answers(puzzle), 8001)]
        right = [rows for rows in every if is_right(puzzle, rows)]
        tries -= 1
        if 0 < len(every) <= 8000 and (right or careless or tries < 0):
            return puzzle, rng.choice(right or every)


def some_shaded(rng: Random, shape: Shape, share: float) -> Rows:
    """An answer of cells: some are shaded (1), each with that chance, others are not (0)."""
    return [[int(rng.random() < share) for _ in range(shape[1])] for _ in range(shape[0])]


def some_loop(rng: Random, shape: Shape) -> set[Point]:
    """The links of one loop; none on a board one cell wide."""
    corners = inner_corners(shape)
    while corners:
        inside = {rng.choice(corners)}
        for _ in range(rng.randrange(len(corners))):
            beside = {near for corner in inside for near in around(corner)}
            inside.add(rng.choice(sorted(beside.intersection(corners))))
        loop = border(inside)
        if is_one_loop(map(ends, loop)):
            return loop
    return set()


def board_with_loop(rng: Random, most: int = 16) -> tuple[Shape, set[Point]]:
    """A board, and the links of one loop on it; at times a thin board, without any."""
    wide = [(2, 3), (3, 3), (3, 4), (4, 3), (4, 4), (4, 4), (3, 5), (5, 3)]
    board = rng.choice([(r, c) for r, c in wide if r * c <= most])
    if rng.random() < 0.15:
        board = shape(rng, most)
    return board, some_loop(rng, board)


def board_with_full_loop(rng: Random, most: int = 16) -> tuple[Shape, set[Point]]:
    """A board, and the links of one loop through all its cells; at times one without any."""
    while True:
        board = shape(rng, most)
        whole = [
            line
            for line in outlines(board)
            if len(passed(line)) == board[0] * board[1] and is_one_loop(map(ends, line))
        ]
        if whole or rng.random() < 0.1:
            return board, rng.choice(whole) if whole else set()


def some_counts(
    rng: Random, names: Mapping[Cell, str], marked: Collection[Cell]
) -> dict[Cell, int | None]:
    """For some regions, the number of marked cells, in one of its cells; at times a little off."""
    share = rng.choice((0.5, 0.9, 1))
    areas = groups(names)
    places = [rng.choice(area) for area in areas.values()] + rng.choices([*names], k=1)
    shown = sprinkled(rng, dict.fromkeys(places), share)
    numbers = [len(set(areas[names[cell]]).intersection(marked)) for cell in shown]
    return dict(zip(shown, nearly(rng, numbers), strict=True))


def some_plain(
    rng: Random,
    most: tuple[int, int],
    numbers: Sequence[int],
    bare: Sequence[int],
    is_right: Callable[[dict[str, Any], Rows], bool],
) -> dict[str, Any]:
    """Regions, mostly with a way to give each of them a number, and most of these numbers.

    Args:
        rng: What to draw with.
        most: The most cells, and the most regions.
        numbers: What regions may hold.
        bare: How many regions show no number; drawn from these.
        is_right: Whether a board is right.
    """
    board = shape(rng, most[0])
    names = some_regions(rng, board, rng.randint(1, most[1]))
    parts = groups(names)
    puzzle = {"regions": text(board, names), "grid": text(board, {})}

    def make() -> dict[str, int]:
        return {name: rng.choice(numbers) for name in parts}

    def fits(of: dict[str, int]) -> bool:
        return is_right(puzzle, rows_of(board, {cell: of[name] for cell, name in names.items()}))

    of = first_fit(make, fits, rng.choice((1, 2000, 2000, 2000)))
    bare_of = rng.sample([*parts], min(len(parts), rng.choice(bare)))
    clues = {rng.choice(parts[name]): number for name, number in of.items() if name not in bare_of}
    return puzzle | {"grid": text(board, clues)}


def plain_answers(puzzle: dict[str, Any], numbers: Sequence[int]) -> Iterator[Rows]:
    """All boards with a number in every region, in all of its cells."""
    owners = grid(puzzle["regions"])
    clues = {owners[cell]: (number,) for cell, number in grid(puzzle["grid"]).items()}
    ways = {name: clues.get(name, numbers) for name in owners.values()}
    for chosen in product(*ways.values()):
        of = dict(zip(ways, chosen, strict=True))
        yield rows_of(size(puzzle["grid"]), {cell: of[name] for cell, name in owners.items()})


def sides_drawn(answer: Rows) -> set[Any]:
    """The sides that are drawn."""
    return {side for side, value in points(answer).items() if value == 1}


def some_numbered_loop(
    rng: Random,
    is_right: Callable[[dict[str, Any], Rows], bool],
    count: Callable[[Cell, set[Any]], int],
) -> dict[str, Any]:
    """Some numbers below 5 of a loop of sides; at times one is wrong."""
    board = shape(rng, 9)
    blank = {"grid": text(board, {})}
    drawn = sides_drawn(some_answer(rng, closed_lines(blank), partial(is_right, blank)))
    numbers = [count(cell, drawn) for cell in cells(board)]
    printed = nearly(rng, hidden(rng, numbers, rng.choice((0.2, 0.5, 0.8))))
    clues = zip(cells(board), printed, strict=True)
    return {
        "grid": text(board, opened(rng, {cell: n for cell, n in clues if n is not None and n < 5}))
    }


def closed_lines(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with closed lines."""
    board = size(puzzle["grid"])
    for drawn in borders(cells(board)):
        yield halved(board, {side: int(side in drawn) for side in sides(board)})


def piece_of(cell: Cell, line: set[Point]) -> str:
    """The ways by which a line leaves a cell."""
    return "".join(way for way in "nsew" if way in straight_on(cell, line))


def some_rooms(
    rng: Random,
    board: Shape,
    names: Mapping[Cell, str],
    is_right: Callable[[dict[str, Any], Rows], bool],
    shares: Sequence[float] = (0.5,),
    tries: int = 200,
) -> dict[str, Any]:
    """Regions with the numbers of shaded cells of a board that is mostly right, a few open.

    Args:
        rng: What to draw with.
        board: The size.
        names: The region of each cell.
        is_right: Whether a board is right if nothing is printed but regions.
        shares: Shares of shaded cells to choose from.
        tries: The most boards to try.
    """
    bare = {"regions": text(board, names), "grid": text(board, {})}
    share = rng.choice(shares) if len(shares) > 1 else shares[0]
    rows = first_fit(
        lambda: some_shaded(rng, board, share), lambda rows: is_right(bare, rows), tries
    )
    numbers = some_counts(rng, names, groups(filled(rows)).get(1, []))
    return bare | {"grid": text(board, opened(rng, numbers))}


def some_numbered(rng: Random, is_right: Callable[[dict[str, Any], Rows], bool]) -> dict[str, Any]:
    """A puzzle of regions that can be numbered in no more than 5,000 ways, with some numbers."""
    while True:
        board = max(shape(rng, 16), shape(rng, 16), key=min)
        names = some_regions(rng, board, rng.randint(1, board[0] * board[1]))
        if prod(factorial(len(part)) for part in groups(names).values()) > 5000:
            continue
        puzzle = {"regions": text(board, names), "grid": text(board, {})}
        every = numberings(board, regions(puzzle["regions"]).values())
        answer = some_answer(rng, every, partial(is_right, puzzle))
        if is_right(puzzle, answer) or rng.random() < 0.05:
            break
    return puzzle | {
        "grid": text(board, opened(rng, printed(rng, answer, rng.choice((0.5, 0.8, 1)))))
    }
