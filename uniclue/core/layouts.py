"""Random layouts of a board: areas, rectangles, pairs and scattered cells, as grids of words.

A layout is what stands on a board before its clues: a kind's :meth:`~uniclue.constraints.board.
Board.blank` draws one. The same random generator gives the same layout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from uniclue.core.model import Place, Value
from uniclue.core.places import Point, Shape, around8, block, cells, pairs
from uniclue.core.spaces import Space, space_of

if TYPE_CHECKING:
    from numpy.random import Generator

Item = TypeVar("Item")
Names = dict[Place, Value]
"""What stands in cells, such as the names of their areas."""
MOVES = 8
"""How often each cell is offered to another area, to make areas crooked."""


def beside(cell: Place) -> list[Place]:
    """The cells above, left, right and below.

    Args:
        cell: The cell.

    Example:
        >>> beside((1, 1))
        [(0, 1), (1, 0), (1, 2), (2, 1)]
    """
    r, c = cell
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]


def shuffled(rng: Generator, items: Iterable[Item]) -> list[Item]:
    """Items in random order.

    Args:
        rng: What draws at random.
        items: The items.

    Example:
        >>> shuffled(default_rng(1), cells((1, 4)))
        [(0, 0), (0, 1), (0, 2), (0, 3)]
    """
    held = list(items)
    return [held[i] for i in rng.permutation(len(held))]


def numbered(names: Mapping[Place, Value], shape: Shape) -> Names:
    """The same areas with the names 1, 2, ... in the order of their first cells."""
    new: dict[Value, int] = {}
    return {
        cell: new.setdefault(names[cell], len(new) + 1) for cell in cells(shape) if cell in names
    }


def is_whole(part: Iterable[Place]) -> bool:
    """Whether cells are connected by their sides."""
    left = set(part)
    todo = [left.pop()] if left else []
    while todo:
        near = [cell for cell in beside(todo.pop()) if cell in left]
        left.difference_update(near)
        todo += near
    return not left


def grown(board: Shape | Space, rng: Generator, seeds: Mapping[Place, Value]) -> Names:
    """Areas grown from cells, a random neighbour at a time, until the board is full.

    Args:
        board: Its space, or the rows and columns of a rectangle.
        rng: Draws.
        seeds: The first cells of the areas, with their names; an area may have several.

    Example:
        >>> rows_of(grown((3, 4), default_rng(1), {(0, 0): "a", (2, 3): "b"}), (3, 4))
        ('1112', '1122', '1222')
    """
    names, space = dict(seeds), space_of(board)
    inside, beside = set(space.cells), space.around
    steps = [(near, cell) for cell in seeds for near in beside(cell)]
    while steps:
        at = int(rng.integers(len(steps)))
        steps[at], steps[-1] = steps[-1], steps[at]
        cell, old = steps.pop()
        if cell in inside and cell not in names:
            names[cell] = names[old]
            steps += [(near, cell) for near in beside(cell)]
    return numbered(names, space.shape)


def random_areas(shape: Shape, rng: Generator, sizes: range) -> Names:
    """Areas of random sizes in a range, and a few smaller ones in what is left.

    Args:
        shape: Rows and columns of the board.
        rng: What draws at random.
        sizes: The numbers of cells that areas have.

    Example:
        >>> rows_of(random_areas((3, 4), default_rng(1), range(3, 5)), (3, 4))
        ('1111', '2233', '2223')
    """
    names: Names = {}
    board = set(cells(shape))
    for start in shuffled(rng, cells(shape)):
        if start in names:
            continue
        wanted, part = int(rng.integers(sizes.start, sizes.stop)), [start]
        edge = [start]
        while edge and len(part) < wanted:
            cell = edge[int(rng.integers(len(edge)))]
            near = [n for n in beside(cell) if n in board and n not in names and n not in part]
            if not near:
                edge.remove(cell)
                continue
            part.append(near[int(rng.integers(len(near)))])
            edge.append(part[-1])
        names |= dict.fromkeys(part, len(names) + 1)
    return numbered(_without_small(names, sizes), shape)


def _without_small(names: Names, sizes: range) -> Names:
    """The same, with areas that are too small joined to the smallest beside them."""
    while True:
        held = _held(names)
        small = [name for name, part in held.items() if len(part) < sizes.start]
        for name in small:
            close = {names[n] for cell in held[name] for n in beside(cell) if n in names}
            near = sorted(close - {name}, key=lambda n: (len(held[n]), str(n)))
            fits = [n for n in near if len(held[n]) + len(held[name]) < sizes.stop + sizes.start]
            if fits:
                names |= dict.fromkeys(held[name], fits[0])
                break
        else:
            return names


def _held(names: Mapping[Place, Value]) -> dict[Value, list[Place]]:
    held: dict[Value, list[Place]] = {}
    for cell, name in names.items():
        held.setdefault(name, []).append(cell)
    return held


def equal_areas(shape: Shape, rng: Generator, start: Callable[[Place], Value]) -> Names:
    """Areas as crooked as random exchanges of cells make them, of the sizes that they start with.

    Args:
        shape: Rows and columns.
        rng: Draws.
        start: The area of each cell at first.

    Example:
        >>> rows_of(equal_areas((3, 3), default_rng(1), lambda cell: cell[0]), (3, 3))
        ('122', '112', '333')
    """
    names: Names = {cell: start(cell) for cell in cells(shape)}
    for one, other in pairs_at_random(shape, rng, MOVES):
        a, b = names[one], names[other]
        if a == b:
            continue
        near_a = {n for n in names if names[n] == b and any(names.get(m) == a for m in beside(n))}
        for back in shuffled(rng, sorted(near_a - {other})):
            moved = {**names, one: b, back: a}
            held = _held(moved)
            if is_whole(held[a]) and is_whole(held[b]):
                names = moved
                break
    return numbered(names, shape)


def crooked(shape: Shape, rng: Generator, size: int) -> list[list[Place]]:
    """Areas of equal size; the last one is smaller if the board has cells left over.

    Args:
        shape: Rows and columns of the board.
        rng: What draws at random.
        size: How many cells an area has.

    Example:
        >>> [len(area) for area in crooked((3, 3), default_rng(1), 4)]
        [4, 4, 1]
    """

    def along(cell: Place) -> int:
        row, column = cell
        return (row * shape[1] + (shape[1] - 1 - column if row % 2 else column)) // size

    names = equal_areas(shape, rng, along)
    held: dict[Value, list[Place]] = {}
    for cell in cells(shape):
        held.setdefault(names[cell], []).append(cell)
    return sorted(held.values(), key=len, reverse=True)


def pairs_at_random(shape: Shape, rng: Generator, times: int = 1) -> list[tuple[Place, Place]]:
    """Neighbours in random order, either first, each pair so often."""
    both = [two for one, other in pairs(shape) for two in ((one, other), (other, one))]
    return [both[i] for _ in range(times) for i in rng.permutation(len(both))[: len(both) // 2]]


def areas_where(
    fits: Callable[[list[Place]], bool], shape: Shape, rng: Generator, most: int
) -> Names:
    """Areas up to a number of cells, each grown by cells with which it still fits.

    Args:
        fits: Whether some connected cells may be an area.
        shape: Rows and columns of the board.
        rng: What draws at random.
        most: The most cells of an area.

    Example:
        >>> rows_of(areas_where(lambda some: len(some) < 4, (3, 4), default_rng(1), 4), (3, 4))
        ('1122', '1344', '3354')
    """
    names: Names = {}
    board = set(cells(shape))
    for start in shuffled(rng, cells(shape)):
        if start in names:
            continue
        part = [start]
        while len(part) < most:
            near = {n for cell in part for n in beside(cell)} & board - names.keys() - {*part}
            more = next((n for n in shuffled(rng, sorted(near)) if fits([*part, n])), None)
            if more is None:
                break
            part.append(more)
        names |= dict.fromkeys(part, len(names) + 1)
    return numbered(names, shape)


def rectangles(shape: Shape, rng: Generator, most: int, *, crossing: bool = True) -> Names:
    """The board cut into rectangles up to a number of cells.

    Args:
        shape: Rows and columns.
        rng: Draws.
        most: The most cells of a rectangle.
        crossing: Whether four may meet in a corner; else that is avoided where it can be.

    Example:
        >>> rows_of(rectangles((3, 4), default_rng(1), 4), (3, 4))
        ('1222', '1345', '1345')
    """
    names: Names = {}
    for r, c in cells(shape):
        if (r, c) in names:
            continue
        sizes = [(h, w) for h in range(1, 6) for w in range(1, 6) if 1 < h * w <= most]
        for i in [*rng.permutation(len(sizes)), -1]:
            height, width = sizes[i] if i >= 0 else (1, 1)
            part = block((r, c), height, width)
            inside = r + height <= shape[0] and c + width <= shape[1]
            if not inside or any(cell in names for cell in part):
                continue
            new = names | dict.fromkeys(part, len(names) + 1)
            if crossing or i < 0 or not _crosses(new, part):
                names = new
                break
    return numbered(names, shape)


def _crosses(names: Names, part: Sequence[Place]) -> bool:
    """Whether four areas meet in a corner of a rectangle."""
    (top, left), (bottom, right) = part[0], part[-1]
    corners = ((r, c) for r in (top - 1, bottom) for c in (left - 1, right))
    blocks = (block(corner, 2, 2) for corner in corners)
    return any(len({names.get(cell, 0) for cell in four}) == 4 for four in blocks)


def dominoes(shape: Shape, rng: Generator) -> Names:
    """The board cut into pairs of neighbours, and single cells where no neighbour is left.

    Example:
        >>> rows_of(dominoes((2, 4), default_rng(1)), (2, 4))
        ('1233', '1244')
    """
    names: Names = {}
    for cell in shuffled(rng, cells(shape)):
        if cell not in names:
            free = [n for n in beside(cell) if n in set(cells(shape)) and n not in names]
            names |= dict.fromkeys([cell, *free[:1]], len(names) + 1)
    return numbered(names, shape)


def packed_dominoes(board: Shape | Space, rng: Generator) -> list[Place]:
    """The cells of dominoes that do not touch but at corners, packed as closely as can be seen.

    Args:
        board: The space of a board, or its rows and columns.
        rng: Chooses among dominoes that take equally few free cells.

    Example:
        >>> packed_dominoes((3, 3), default_rng(1))
        [(2, 1), (2, 2), (0, 0), (1, 0)]
    """
    space = space_of(board)
    free, packed, beside = set(space.cells), list[Place](), space.around
    while True:
        # What each domino would take of the free cells, itself included.
        near = [
            (free.intersection([*two, *beside(two[0]), *beside(two[1])]), two)
            for two in space.pairs
            if free.issuperset(two)
        ]
        if not near:
            return packed
        least = min(len(taken) for taken, _ in near)
        best = [(taken, two) for taken, two in near if len(taken) == least]
        taken, two = best[int(rng.integers(len(best)))]
        free -= taken
        packed += two


def scattered(
    shape: Shape, rng: Generator, word: str, share: float, *, symmetric: bool = True
) -> Names:
    """A word in a share of the cells, the same after half a turn of the board if that is wanted.

    Args:
        shape: Rows and columns of the board.
        rng: What draws at random.
        word: The word.
        share: The share of the cells.
        symmetric: Whether it looks the same after half a turn of the board.

    Example:
        >>> rows_of(scattered((3, 4), default_rng(1), "#", 0.3), (3, 4))
        ('#..#', '....', '#..#')
    """
    chosen: Names = {}
    for r, c in shuffled(rng, cells(shape)):
        if len(chosen) >= share * shape[0] * shape[1]:
            break
        chosen[r, c] = word
        if symmetric:
            chosen[shape[0] - 1 - r, shape[1] - 1 - c] = word
    return chosen


def walks(shape: Shape, rng: Generator, least: int, most: int) -> list[list[Place]]:
    """The board cut into paths up to a number of cells; those shorter than the least dropped.

    Args:
        shape: Rows and columns of the board.
        rng: What draws at random.
        least: The fewest cells of a path.
        most: The most cells of a path.

    Example:
        >>> walks((2, 3), default_rng(1), 2, 4)
        [[(1, 1), (0, 1), (0, 0), (1, 0)], [(0, 2), (1, 2)]]
    """
    free, paths = set(cells(shape)), []
    for start in shuffled(rng, cells(shape)):
        if start not in free:
            continue
        path, wanted = [start], int(rng.integers(least, most + 1))
        free.discard(start)
        while len(path) < wanted and (near := [n for n in beside(path[-1]) if n in free]):
            path.append(near[int(rng.integers(len(near)))])
            free.discard(path[-1])
        if len(path) >= least:
            paths.append(path)
        else:
            free.update(path[1:])
    return paths


def covering_walks(shape: Shape, rng: Generator, least: int, most: int) -> list[list[Place]]:
    """Cuts the board into paths of bounded length; cells that fit into none stay alone.

    Args:
        shape: Rows and columns of the board.
        rng: What draws at random.
        least: The fewest cells of a path.
        most: The most cells of a path.

    Example:
        >>> covering_walks((2, 3), default_rng(1), 2, 4)
        [[(1, 1), (0, 1), (0, 0), (1, 0)], [(0, 2), (1, 2)]]
    """
    paths = walks(shape, rng, least, most)
    at = {cell: (path, i) for path in paths for i, cell in enumerate(path)}
    for cell in shuffled(rng, [cell for cell in cells(shape) if cell not in at]):
        ways = [[[cell]]]
        for near in shuffled(rng, [n for n in beside(cell) if n in at]):
            path, i = at[near]
            ways.append([[cell, *path[i:]], path[:i]])
            ways.append([[*path[: i + 1], cell], path[i + 1 :]])
        fits = (way for way in ways if all(least <= len(p) <= most for p in way if p))
        parts = [part for part in next(fits, ways[0]) if part]
        at |= {one: (part, i) for part in parts for i, one in enumerate(part)}
    return [path for path, i in at.values() if i == 0]


def beside_each_other(shape: Shape, rng: Generator, share: float) -> tuple[Names, Names]:
    """Pairs of neighbours, a share of the cells of the board; their first cells keep apart.

    Args:
        shape: Rows and columns of the board.
        rng: What draws at random.
        share: How many pairs there are for each cell of the board.

    Returns:
        The first cells of the pairs, and the second ones, each with its word.

    Example:
        >>> first, second = beside_each_other((3, 3), default_rng(1), 0.2)
        >>> rows_of(first | second, (3, 3))
        ('AT.', '...', '.AT')
    """
    firsts: Names = {}
    seconds: Names = {}
    board = set(cells(shape))
    for cell in shuffled(rng, board_cells := cells(shape)):
        if len(firsts) >= share * len(board_cells):
            break
        near = [n for n in beside(cell) if n in board and n not in firsts and n not in seconds]
        if near and cell not in seconds and not any(n in firsts for n in around8(cell)):
            firsts[cell] = "A"
            seconds[near[int(rng.integers(len(near)))]] = "T"
    return firsts, seconds


def turning(shape: Shape, rng: Generator, most: int) -> dict[Point, tuple[Place, ...]]:
    """The board cut into areas that half a turn leaves as they are, by their centres.

    Args:
        shape: Rows and columns of the board.
        rng: What draws at random.
        most: The most cells of an area.

    Example:
        >>> [*turning((2, 3), default_rng(1), 4).values()]
        [((1, 0), (1, 1), (1, 2)), ((0, 0), (0, 1)), ((0, 2),)]
    """
    free, areas = set(cells(shape)), dict[Point, tuple[Place, ...]]()
    for r, c in shuffled(rng, cells(shape)):
        if (r, c) not in free:
            continue
        centres = [(r + i / 2, c + j / 2) for i in (0, 1) for j in (0, 1)]
        for at in rng.permutation(4).tolist():
            y, x = centres[at]
            part = {(r, c), (int(2 * y) - r, int(2 * x) - c)} | {
                (int(i), int(j)) for i in {y - y % 1, y + y % 1} for j in {x - x % 1, x + x % 1}
            }
            if not part <= free:
                continue
            wanted = int(rng.integers(2, most + 1))
            edge = sorted(part)
            while edge and len(part) < wanted:
                cell = edge[int(rng.integers(len(edge)))]
                near = [
                    {(i, j), (int(2 * y) - i, int(2 * x) - j)}
                    for i, j in beside(cell)
                    if (i, j) not in part
                ]
                fits = [two for two in near if two <= free]
                if not fits:
                    edge.remove(cell)
                    continue
                two = fits[int(rng.integers(len(fits)))]
                part |= two
                edge += sorted(two)
            free -= part
            areas[y, x] = tuple(sorted(part))
            break
    return areas


def bridges(shape: Shape, rng: Generator, share: float) -> Names:
    """The numbers of islands joined by random bridges, for a share of the cells.

    Args:
        shape: Rows and columns of the board.
        rng: What draws at random.
        share: For which share of the cells.

    Example:
        >>> rows_of(bridges((4, 4), default_rng(1), 0.3), (4, 4))
        ('.2..', '...2', '....', '.3.3')
    """
    islands = [shuffled(rng, cells(shape))[0]]
    used: dict[Place, str] = {islands[0]: "island"}
    numbers: Names = {islands[0]: 0}
    for _ in range(20 * shape[0] * shape[1]):
        if len(numbers) >= share * shape[0] * shape[1]:
            break
        r, c = islands[int(rng.integers(len(islands)))]
        dr, dc = ((0, 1), (1, 0), (0, -1), (-1, 0))[int(rng.integers(4))]
        way = [(r + dr * i, c + dc * i) for i in range(1, int(rng.integers(2, 6)) + 1)]
        *between, end = way
        board = set(cells(shape))
        if not board.issuperset(way) or any(cell in used for cell in between):
            continue
        if end in used and used[end] != "island":
            continue
        if end not in numbers and any(near in numbers for near in beside(end)):
            continue
        width = int(rng.integers(1, 3))
        islands += [end] if end not in numbers else []
        used |= {**dict.fromkeys(between, "bridge"), end: "island"}
        numbers[r, c] = int(numbers[r, c]) + width
        numbers[end] = int(numbers.get(end, 0)) + width
    return numbers


def parts(
    places: Iterable[Place], beside: Callable[[Place], Iterable[Place]] = beside
) -> list[list[Place]]:
    """The connected components of the cells.

    Args:
        places: The cells.
        beside: The cells that share a side with one.

    Example:
        >>> parts([(0, 0), (0, 1), (1, 2)])
        [[(0, 0), (0, 1)], [(1, 2)]]
    """
    left, out = dict.fromkeys(places), list[list[Place]]()
    while left:
        part = [next(iter(left))]
        del left[part[0]]
        for cell in part:
            near = [n for n in beside(cell) if n in left]
            part += near
            for n in near:
                del left[n]
        out.append(part)
    return out


def latin(shape: Shape, rng: Generator) -> Names:
    """Numbers that differ in every row and column, shuffled.

    Example:
        >>> rows_of(latin((3, 3), default_rng(1)), (3, 3))
        ('321', '213', '132')
    """
    side = max(shape)
    rows, columns, values = (rng.permutation(side).tolist() for _ in range(3))
    return {(r, c): values[(rows[r] + columns[c]) % side] + 1 for r, c in cells(shape)}


def joined_in_pairs(names: Names, board: Shape | Space, rng: Generator) -> Names | None:
    """Areas joined two and two with one beside them; None if some are left over.

    Args:
        names: The area of each cell.
        board: Its space, or the rows and columns of a rectangle.
        rng: What draws at random.

    Example:
        >>> dominoes_there = dominoes((2, 4), default_rng(1))
        >>> rows_of(joined_in_pairs(dominoes_there, (2, 4), default_rng(2)) or {}, (2, 4))
        ('1122', '1122')
    """
    for _ in range(20):
        pair: dict[Value, Value] = {}
        near: dict[Value, set[Value]] = {name: set() for name in names.values()}
        for one, other in space_of(board).pairs:
            if names[one] != names[other]:
                near[names[one]].add(names[other])
                near[names[other]].add(names[one])
        order = [[*near][i] for i in rng.permutation(len(near))]
        while order:  # those with the fewest choices first
            name = min(order, key=lambda n: len(near[n] - pair.keys()))
            order.remove(name)
            free = sorted(near[name] - pair.keys(), key=str)
            if not free:
                break
            mate = free[int(rng.integers(len(free)))]
            pair[name] = pair[mate] = name
            order.remove(mate)
        else:
            return numbered({c: pair[name] for c, name in names.items()}, space_of(board).shape)
    return None


def matched(shape: Shape, rng: Generator) -> list[list[Place]]:
    """Pairs of neighbours, first where a cell has only one left; cells may stay alone.

    Example:
        >>> matched((2, 2), default_rng(1))
        [[(0, 0), (0, 1)], [(1, 0), (1, 1)]]
    """
    free, out = set(cells(shape)), list[list[Place]]()
    order = shuffled(rng, cells(shape))
    while free:
        choices = [(sum(n in free for n in beside(cell)), i) for i, cell in enumerate(order)]
        cell = order[min((few, i) for few, i in choices if order[i] in free)[1]]
        free.discard(cell)
        if near := [n for n in beside(cell) if n in free]:
            out.append([cell, near[int(rng.integers(len(near)))]])
            free.discard(out[-1][1])
    return out


def filling_paths(shape: Shape, rng: Generator, least: int) -> list[list[Place]]:
    """Cuts the board into paths that never touch themselves, few of them short.

    Paths are joined at their ends. One that is too short, or a path beside it, is cut, and all are
    joined again; that is kept if they lack no more cells.

    Args:
        shape: Rows and columns of the board.
        rng: What draws at random.
        least: The number of cells below which a path is too short.

    Example:
        >>> filling_paths((2, 3), default_rng(1), 2)
        [[(0, 0), (1, 0), (1, 1), (1, 2)], [(0, 1), (0, 2)]]
    """
    board = set(cells(shape))
    paths = _joined([[cell] for cell in cells(shape)], rng)
    for _ in range(4 * len(board)):
        small = [cell for path in paths if len(path) < least for cell in path]
        if not small:
            break
        cell = small[int(rng.integers(len(small)))]
        cut = shuffled(rng, [at for at in [cell, *beside(cell)] if at in board])[0]
        other = _cut(paths, cut, rng)
        if _missing(other, least) <= _missing(paths, least):
            paths = other
    return paths


def _missing(paths: list[list[Place]], least: int) -> int:
    """The cells that short paths lack, and how many paths there are."""
    return len(paths) + sum(max(0, least - len(path)) for path in paths)


def _cut(paths: list[list[Place]], cell: Place, rng: Generator) -> list[list[Place]]:
    """The paths with one of them cut beside a cell, joined again but there."""
    path = next(path for path in paths if cell in path)
    if len(path) == 1:
        return _joined(paths, rng)
    at = min(max(path.index(cell) + int(rng.integers(2)), 1), len(path) - 1)
    parts = [other for other in paths if other is not path] + [path[:at], path[at:]]
    return _joined(parts, rng, apart={path[at - 1], path[at]})


def _joined(
    paths: list[list[Place]], rng: Generator, apart: Iterable[Place] = ()
) -> list[list[Place]]:
    """Paths joined at their ends where they touch nowhere else, but for two ends kept apart."""
    path_of = {cell: path for path in paths for cell in path}
    while True:
        ends = {end for path in path_of.values() for end in (path[0], path[-1])}
        borders = [(end, near) for end in sorted(ends) for near in beside(end) if near in ends]
        for i in rng.permutation(len(borders)).tolist():
            end, near = borders[i]
            one, other = path_of[end], path_of[near]
            touches = sum(path_of.get(n) is other for cell in one for n in beside(cell))
            if one is not other and touches == 1 and {end, near} != {*apart}:
                path = (one if one[-1] == end else one[::-1]) + (
                    other if other[0] == near else other[::-1]
                )
                path_of |= dict.fromkeys(path, path)
                break
        else:
            return sorted({path[0]: path for path in path_of.values()}.values())


def cut_loop(links: Iterable[Point], rng: Generator, sizes: range) -> list[list[Place]]:
    """The cells of a loop in stretches of random lengths, in their order; the last may be shorter.

    Args:
        links: The links of the loop.
        rng: Draws.
        sizes: The numbers of cells that stretches have.

    Example:
        >>> cut_loop([(0.0, 0.5), (0.5, 0.0), (0.5, 1.0), (1.0, 0.5)], default_rng(1), range(3, 4))
        [[(0, 0), (1, 0), (1, 1)], [(0, 1)]]
    """
    near: dict[Place, list[Place]] = {}
    for r, c in links:
        one, other = ((int(r), int(c)), (int(r + 0.5), int(c + 0.5)))
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    order = [shuffled(rng, near)[0]]
    while len(order) < len(near):
        order.append(next(cell for cell in near[order[-1]][::-1] if cell not in order[-2:]))
    found = []
    while order:
        number = int(rng.integers(sizes.start, sizes.stop))
        found.append(order[:number])
        order = order[number:]
    return found
