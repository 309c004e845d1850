"""Checks the cuts of certificates by the rules in words, with nothing but Python's own library.

    python check_cuts.py DIR [DIR ...]

A certificate's formula ends in cuts: clauses that every solution keeps by a rule that would take
too many clauses in full ("the shaded cells are connected"). Here each is judged anew. It says that
one of its literals is true. So suppose that all are false: some cells are filled then, some are
not, the others are open. If the rule is broken however these are filled, the cut follows from it:

    connected    what is there cannot all be joined over what may be there
    reached      something that is there cannot reach any root
    one loop     not all lines can be joined, or some close a ring and there are others
    area         a connected part is already too large, or has too little room
    island       the part that reaches its root is; or something that is there cannot

The meaning of variables is read from map.json; for a variable "is part of this island" a clause of
two literals in the formula gives its cell. That formula and map belong to the puzzle is not checked
here; ``uniclue verify`` does that. A cut of a kind that is not in the tables below is reported as
not checked.

Exit code: 0 all cuts follow, 1 one does not, 2 some could not be checked.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from math import cos, radians, sin, sqrt
from pathlib import Path
from typing import Any

SHADED = {"aqre", "canalview", "nurikabe", "paintarea", "snake", "tapa", "yajikabe", "yinyang"}
SHADED |= {"bosnianroad", "circlesquare", "fobidoshi"}
"""The shaded cells (1) are connected."""
WHITE = {"cave", "creek", "heyawake", "hitori", "kuromasu", "nurimisaki", "yinyang"}
WHITE |= {"ayeheya", "context", "curvingroad", "kurochute", "smullyan", "tasquare", "usoone"}
WHITE |= {"heyablock", "nothree", "nurimaze", "yajikazu"}
"""The cells that are not shaded (0) are connected."""
SLANTING = {"cocktail": 1, "mochikoro": 0, "mochinyoro": 0}
"""The cells with a value are connected by sides or corners."""
FILLED = {"hakoiri", "lits", "nanro", "sukoro", "sukororoom"}
"""The cells that are not empty (.) are connected."""
ISLANDS = {"lightshadow", "mochikoro", "mochinyoro", "norinuri", "nuribou", "nurikabe"}
"""The white (or shaded) cells around a number are as many as it says."""
IN_REGIONS = {"cocktail", "heyablock", "shimaguni"}
"""The shaded cells of each region are connected."""
LOOP = {"castlewall", "countryroad", "masyu", "shingoki", "simpleloop", "slitherlink", "yajilin"}
LOOP |= {"balance", "detour", "dotchi", "doubleback", "entryexit", "geradeweg", "grandtour"}
LOOP |= {"koburin", "kurarin", "linesweeper", "midloop", "moonsun", "nothing", "tapaloop"}
LOOP |= {"slalom", "swslither", "tslither", "vslither", "yajilinregions"}
"""The lines form one loop."""
OVER_ICE = {"icebarn", "icelom", "icelom2"}
"""The line is a path from IN to OUT that may cross itself on ice."""
DOORS = "beside the board, the line"
"""The name of the variables for the links over the edge of the board, IN and OUT."""
COURSE = {"barns", "numbersnake", "pipeline", "pipelink", "pipelinkr", "reflect", "roundtrip"}
COURSE |= OVER_ICE
"""The lines form one loop that may cross itself, or one path."""
CROSSED = {"barns": ("o",), "pipelinkr": ("nsew", "o"), "reflect": ("+",)}
CROSSED |= dict.fromkeys(OVER_ICE, ("o",))
"""The words of the cells where the line may cross itself."""
OTHERS = {
    "araf",
    "compass",
    "doors",
    "firefly",
    "fillomino",
    "galaxies",
    "gokigen",
    "hashi",
    "ichimaga",
    "kurotto",
    "numberlink",
    "nuribou",
    "shimaguni",
}
"""Kinds with a rule of their own below."""

Node = Any
"""A cell, a line, or where lines meet."""
ALWAYS = 0
"""Stands for the literal of a node that is always there."""
PASSED = None
"""Stands for the literal of a node that may be passed but counts as nothing itself."""
MANY = 10**9


def around(place: Node) -> list[Node]:
    """What lies above, left, right and below."""
    r, c = place
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]


def all_around(place: Node) -> list[Node]:
    """What shares a side or a corner."""
    r, c = place
    return [(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]


def polygon(tiling: str, r: int, i: int) -> list[tuple[float, float]]:
    """The corners of a cell of a tiling, clockwise: of the i-th one in row r, both from 0."""
    x, y = i + r % 2 / 2, r * sqrt(3) / 2
    if tiling == "hexagons":  # a corner on top; odd rows half a cell to the right
        angles = [radians(60 * k - 150) for k in range(6)]
        return [(x + cos(a) / sqrt(3), y + sin(a) / sqrt(3)) for a in angles]
    if tiling == "triangles":  # upright and upside down in turn
        low, left = y + sqrt(3) / 2, i / 2
        if (r + i) % 2:
            return [(left, y), (left + 1, y), (left + 0.5, low)]
        return [(left + 0.5, y), (left + 1, low), (left, low)]
    # Cairo: upright and lying pentagons, over the sides of squares that are cut in turn
    y = r / 2
    turned = r % 2 == 0
    ends = [(x, y - 0.5), (x, y + 0.5)] if turned else [(x - 0.5, y), (x + 0.5, y)]
    beside = [(x + 0.5, y), (x - 0.5, y)] if turned else [(x, y - 0.5), (x, y + 0.5)]
    corners = []
    for end, (cx, cy), is_second in zip(ends, beside, (False, True), strict=True):
        half, is_flat = (sqrt(7) - 1) / 6, (int(cx // 1) + int(cy)) % 2 == 0
        cut = [(cx - half, cy), (cx + half, cy)] if is_flat else [(cx, cy - half), (cx, cy + half)]
        if is_flat == turned:  # the cut points to the cell
            cut = [min(cut, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)]
        corners += [end, *(cut[::-1] if is_second else cut)]
    return corners


class Tiling:
    """What lies beside what on a board of hexagons, triangles or pentagons, by their corners.

    Lines have the places of the grid of an answer: a side that is new in row r stands in row 2r, at
    the next odd column; cells come in their order, their sides clockwise.
    """

    def __init__(self, puzzle: dict[str, Any]) -> None:
        rows = puzzle.get("grid") or puzzle["regions"]
        first = rows[0].strip() if isinstance(rows[0], str) else rows[0]
        width = len(first.split() if isinstance(first, str) and " " in first else first)
        holes = {tuple(cell) for cell in puzzle.get("holes", ())}
        cells = [(r, i) for r in range(len(rows)) for i in range(width) if (r, i) not in holes]
        self.sides: dict[Node, list[Node]] = {}
        """The two corners of each side."""
        self.cells: dict[Node, list[Node]] = {}
        """The cells at each side."""
        known: dict[Node, Node] = {}
        new = Counter[int]()
        for cell in cells:
            corners = polygon(puzzle["tiling"], *cell)
            ring = [(round(x, 3), round(y, 3)) for x, y in corners]
            for ends in zip((ring[-1], *ring), ring, strict=False):
                side = frozenset(ends)
                if side not in known:
                    known[side] = 2 * cell[0], 2 * new[cell[0]] + 1
                    new[cell[0]] += 1
                self.sides.setdefault(known[side], [*ends])
                self.cells.setdefault(known[side], []).append(cell)

    def near(self) -> dict[Node, list[Node]]:
        """The cells beside each cell."""
        near: dict[Node, list[Node]] = {}
        for some in self.cells.values():
            for cell in some:
                near.setdefault(cell, []).extend(other for other in some if other != cell)
        return near

    def joints(self, sides: bool) -> dict[Node, list[Node]]:
        """The ends of each line and the lines at each end: corners of sides, cells of links."""
        near: dict[Node, list[Node]] = {}
        for line, ends in (self.sides if sides else self.cells).items():
            near[line] = [("end", end) for end in ends]
            for end in near[line]:
                near.setdefault(end, []).append(line)
        return near


@dataclass
class Rule:
    """A rule about connected nodes.

    Attributes:
        sort: connected, reached, one loop, area, or island.
        nodes: Of every node the literal that says that it is there, ``ALWAYS`` or ``PASSED``.
        roots: What is to be reached; an island has one.
        least: How many nodes an area or island has at least,
        most: and how many at most.
        near: What may lie beside a node.
    """

    sort: str
    nodes: dict[Node, int | None]
    roots: set[Node] = field(default_factory=set)
    least: int = 0
    most: int = MANY
    near: Callable[[Node], Iterable[Node]] = around

    def __post_init__(self) -> None:
        self.variables = {abs(x) for x in self.nodes.values() if x}

    def implies(self, clause: set[int]) -> bool:
        """Whether the rule is broken if all literals of a clause are false."""
        if not {abs(x) for x in clause} <= self.variables:
            return False
        there = {node for node, x in self.nodes.items() if x == ALWAYS or (x and -x in clause)}
        can = {node for node, x in self.nodes.items() if not x or x not in clause}
        if self.sort == "area":
            return any(
                len(self.flooded({node}, can)) < self.least
                or len(self.flooded({node}, there)) > self.most
                for node in there
            )
        first = self.roots or set(list(there)[:1])
        reached = self.flooded(first & can, can)
        if self.sort == "island" and (len(reached) < self.least or len(there) > self.most):
            return True
        return not there <= reached or (self.sort == "one loop" and self.closes_early(there))

    def flooded(self, start: set[Node], among: set[Node]) -> set[Node]:
        """What is reached over some nodes."""
        reached, last = set(start), start
        while last:
            last = {n for node in last for n in self.near(node) if n in among} - reached
            reached |= last
        return reached

    def closes_early(self, lines: set[Node]) -> bool:
        """Whether some of the lines close a ring and there are others."""
        ends = {line: [at for at in self.near(line) if at in self.nodes] for line in lines}
        meet = Counter(at for both in ends.values() for at in both)
        left = set(lines)
        while left:
            part = self.flooded({min(left)}, lines | set(meet)) & lines
            left -= part
            if part != lines and all(meet[at] == 2 for line in part for at in ends[line]):
                return True
        return False


class Certificate:
    """What a certificate says of its puzzle and its cuts."""

    def __init__(self, folder: Path) -> None:
        self.puzzle = json.loads((folder / "puzzle.json").read_text("utf-8"))
        self.map = json.loads((folder / "map.json").read_text("utf-8"))
        self.kind: str = self.puzzle["kind"]
        self.grid = words_in(self.puzzle.get("grid", []))
        lines = (folder / "formula.cnf").read_text("utf-8").split("\n")
        clauses = [line.split()[:-1] for line in lines if line and line[0] not in "cp"]
        self.clauses = [set(map(int, clause)) for clause in clauses]
        file = folder / "cuts.txt"
        text = file.read_text("ascii") if file.exists() else ""
        self.cuts = [set(map(int, line.split()[1:-1])) for line in text.splitlines()]
        if self.cuts != self.clauses[len(self.clauses) - len(self.cuts) :]:
            raise ValueError("cuts.txt does not hold the last clauses of formula.cnf")
        # Lines, and cells beside them, are counted in halves of a cell from the top left corner.
        self.var = {(tuple(at["cell"]), at["value"]): at["var"] for at in self.map["cells"]}
        self.places = sorted({place for place, _ in self.var})

    def holding(self, value: object) -> dict[Node, int | None]:
        """The literal for a value at each place; 0 and 1 share one variable."""
        if value == 0 and not any(v == 0 for _, v in self.var):
            return {place: -self.var[place, 1] for place in self.places}
        return {at: self.var[at, value] for at in self.places if (at, value) in self.var}

    def without(self, value: object) -> dict[Node, int | None]:
        """The literals for any other value there."""
        return {place: -(literal or 0) for place, literal in self.holding(value).items()}

    def first_of(self, name: str) -> int:
        """The first of some other variables, by their name; 0 if there are none."""
        return next((other["first"] for other in self.map["others"] if other["name"] == name), 0)

    def parts(self, name: str, value: int) -> Iterator[tuple[Node, dict[Node, int | None]]]:
        """The cells with a part around them, and by cell the variable that says it belongs to it.

        A clause "if it is part, the cell holds the value" names the cell.
        """
        place_of = {literal: place for place, literal in self.holding(value).items()}
        pairs = [clause for clause in self.clauses if len(clause) == 2]
        named = {-m: place_of[x] for two in pairs for x in two & place_of.keys() for m in two - {x}}
        for other in self.map["others"]:
            if found := re.fullmatch(rf"{name} r(\d+)c(\d+)", other["name"]):
                of = range(other["first"], other["first"] + other["shape"][0])
                own: dict[Node, int | None] = {named[m]: m for m in of if m in named}
                yield (int(found[1]) - 1, int(found[2]) - 1), own

    def rules(self) -> Iterator[Rule]:
        """The rules of the kind about connected cells or lines, on its tiling if it has one."""
        if "tiling" not in self.puzzle:
            yield from self.rules_on_squares()
            return
        tiling = Tiling(self.puzzle)
        if self.kind in ("slitherlink", "simpleloop"):
            near = tiling.joints(self.kind == "slitherlink")
            ends = dict.fromkeys(end for end in near if end[0] == "end")
            yield Rule("one loop", self.holding(1) | ends, near=near.__getitem__)
            return
        beside = tiling.near()
        for rule in self.rules_on_squares():
            rule.near = lambda cell: beside.get(cell, ())
            yield rule

    def rules_on_squares(self) -> Iterator[Rule]:
        """The rules of the kind about connected cells."""
        kind = self.kind
        if kind in SHADED:
            yield Rule("connected", self.holding(1))
        if kind in WHITE:
            yield Rule("connected", self.holding(0))
        if kind in SLANTING:
            yield Rule("connected", self.holding(SLANTING[kind]), near=all_around)
        if kind in FILLED:
            yield Rule("connected", self.without("."))
        if kind in LOOP or kind in ("numberlink", "hashi"):
            yield self.about_lines()
        if kind in COURSE:
            yield self.about_course()
        if kind == "doors":  # all rooms are connected over sides that are open
            last = [max(at[i] for at in self.places) for i in (0, 1)]
            odd = [range(1, side, 2) for side in last]
            rooms: dict[Node, int | None] = {(r, c): ALWAYS for r in odd[0] for c in odd[1]}
            yield Rule("connected", self.holding(0) | rooms)
        if kind in ("firefly", "ichimaga"):  # all lines, and fireflies or circles, are connected
            lines = {at: x for at, x in self.holding(1).items() if at[0] % 2 != at[1] % 2}
            cells = {at for line in lines for at in around(line) if at[0] % 2 == at[1] % 2 == 1}
            ends = {(2 * r + 1, 2 * c + 1): ALWAYS for r, c in self.grid}
            yield Rule("connected", lines | dict.fromkeys(cells, PASSED) | ends)
        if kind == "cave":  # every shaded cell is connected to the edge
            edge = {place for place in self.places if not {*around(place)} <= {*self.places}}
            yield Rule("reached", self.holding(1), edge)
        if kind == "nurimaze":  # a ring of white cells would shut shaded ones off from the edge
            rim = {at for place in self.places for at in all_around(place)} - {*self.places}
            nodes = self.holding(1) | dict.fromkeys(rim, ALWAYS)
            yield Rule("reached", nodes, rim, near=all_around)
        if kind in ("araf", "compass"):  # an area is connected with its first clue
            yield from self.about_areas()
        if kind in ISLANDS:  # an island has as many cells as its number says
            yield from self.about_islands()
        if kind == "kurotto":  # what belongs to a circle is connected with it
            for root, own in self.parts("reached, from", 1):
                yield Rule("reached", own | {root: ALWAYS}, {root})
        if kind == "galaxies":  # a galaxy is connected, and its centre is part of it
            for galaxy, root in enumerate(self.grid, 1):
                yield Rule("reached", self.holding(galaxy) | {root: ALWAYS}, {root})
        if kind in IN_REGIONS:
            region = words_in(self.puzzle["regions"])
            for name in sorted(set(region.values())):
                some = {at: x for at, x in self.holding(1).items() if region.get(at) == name}
                yield Rule("connected", some)
        if kind == "fillomino":  # an area has as many cells as its number says; + are larger ones
            largest = max(map(int, self.grid.values()), default=0)
            for n in sorted({value for _, value in self.var}, key=str):
                least, most = (largest + 1, MANY) if n == "+" else (n, n)
                yield Rule("area", self.holding(n), set(), least, most)
        if kind == "gokigen":
            yield self.about_slants()

    def about_areas(self) -> Iterator[Rule]:
        """The areas of compasses, the only ones in them, and of ``?``, which are the first ones."""
        rows = [row.split() if " " in row else row for row in self.puzzle["grid"]]
        cells = [(r, c) for r, row in enumerate(rows) for c in range(len(row))]
        for other in self.map["others"]:
            if found := re.fullmatch(r"in the area of r(\d+)c(\d+)", other["name"]):
                root = (int(found[1]) - 1, int(found[2]) - 1)
                if self.kind == "compass":
                    barred = {*self.grid} - {root}
                elif self.grid[root] == "?":
                    barred = {at for at, word in self.grid.items() if word == "?" and at < root}
                else:  # rows connect those of a number
                    continue
                inside = [at for at in cells if at not in barred]
                if len(inside) == other["shape"][0]:
                    nodes = {at: other["first"] + i for i, at in enumerate(inside)}
                    yield Rule("reached", {**nodes}, {root})

    def about_islands(self) -> Iterator[Rule]:
        """An island around each number: white (w3, or 3 alone) or shaded (b3)."""
        for value in (0, 1):
            for root, own in self.parts("island of", value):
                word = self.grid[root]
                if (word[0] == "b") == value:
                    size = int(word.strip("wb?") or 0)
                    sort = "island" if size else "reached"
                    yield Rule(sort, own | {root: ALWAYS}, {root}, size, size or MANY)

    def about_lines(self) -> Rule:
        """One loop; paths from numbers; or bridges, which go straight on where no island is."""
        corner = (
            0
            if self.kind in ("grandtour", "slitherlink", "swslither", "tslither", "vslither")
            else 1
        )
        lines = {at: x for at, x in self.holding(1).items() if at[0] % 2 != at[1] % 2}
        meet = {at for line in lines for at in around(line) if at[0] % 2 == at[1] % 2 == corner}
        numbers = {(2 * r + 1, 2 * c + 1) for r, c in self.grid}
        if self.kind != "hashi":
            sort, roots = ("one loop", set()) if self.kind in LOOP else ("reached", numbers)
            return Rule(sort, lines | dict.fromkeys(meet, PASSED), roots)

        def near(node: Node) -> list[Node]:
            (r, c), beside = node, around(node)
            if node in numbers:
                return beside
            ends = [at for at in beside if at[0] % 2 and at[1] % 2]
            return [at if at in numbers else (2 * at[0] - r, 2 * at[1] - c) for at in ends]

        return Rule("connected", self.without(0) | dict.fromkeys(numbers, ALWAYS), near=near)

    def about_course(self) -> Rule:
        """One line; where it may cross itself a cell is two joints, and a turn joins them.

        A path is closed by a line outside between its ends.
        """
        lines = {at: x for at, x in self.holding(1).items() if at[0] % 2 != at[1] % 2}
        cells = sorted({at for line in lines for at in around(line) if at[0] % 2 == at[1] % 2 == 1})
        word = {(2 * r + 1, 2 * c + 1): text for (r, c), text in self.grid.items()}
        cross = CROSSED.get(self.kind)
        is_path = self.kind in ("numbersnake", "pipeline")
        split = [at for at in cells if not is_path and (cross is None or word.get(at) in cross)]
        near: dict[Node, list[Node]] = {line: [] for line in lines}
        for line in lines:
            way = line[0] % 2  # 1 in a row, 0 in a column
            for cell in around(line):
                if cell[0] % 2 == cell[1] % 2 == 1:
                    joint = (*cell, way) if cell in split else cell
                    near[line].append(joint)
                    near.setdefault(joint, []).append(line)
        nodes: dict[Node, int | None] = dict.fromkeys(near, PASSED) | lines
        turning = [at for at in split if word.get(at) != "o"]
        first = self.first_of("turn, the line")
        joined: list[tuple[Node, int, list[Node]]] = [
            ((*at, 2), first + i, [(*at, 0), (*at, 1)]) for i, at in enumerate(turning)
        ]
        if is_path:
            single = [at for at, text in word.items() if len(text) == 1]
            ends = single if self.kind == "pipeline" else [cells[0], cells[-1]]
            joined.append(((-1, -1), ALWAYS, ends))
        if self.kind in OVER_ICE:
            (out, into), (last, beyond) = self.puzzle["enter"], self.puzzle["leave"]
            doors = [(into, int(out[0] == into[0])), (last, int(last[0] == beyond[0]))]
            at_doors = [((2 * r + 1, 2 * c + 1), way) for (r, c), way in doors]
            first = self.first_of(DOORS)
            for i, (at, way) in enumerate(at_doors):
                inside = (*at, way) if at in split else at
                joined.append(((-1, i), first + i, [inside, ("outside", i)]))
            joined.append(((-1, -1), ALWAYS, [("outside", 0), ("outside", 1)]))
        for line, literal, both in joined:
            nodes[line], near[line] = literal, both
            for joint in both:
                nodes.setdefault(joint, PASSED)
                near.setdefault(joint, []).append(line)
        return Rule("one loop", nodes, near=near.__getitem__)

    def about_slants(self) -> Rule:
        """Lines close if and only if they shut off a corner; so all of them reach the edge."""
        nodes: dict[Node, int | None] = {}
        near: dict[Node, list[Node]] = {}
        for value in (0, 1):  # 1 leads from the top left
            for (r, c), literal in self.holding(value).items():
                line = (r, c, value)
                near[line] = [(r, c + 1 - value), (r + 1, c + value)]
                nodes[line] = literal
                for corner in near[line]:
                    nodes[corner] = ALWAYS
                    near.setdefault(corner, []).append(line)
        last = [1 + max(place[i] for place in self.places) for i in (0, 1)]
        corners = [node for node in nodes if len(node) == 2]
        edge = {at for at in corners if 0 in at or at[0] == last[0] or at[1] == last[1]}
        return Rule("reached", nodes, edge, near=near.__getitem__)


def words_in(rows: Iterable[Any]) -> dict[Node, str]:
    """What stands in the cells of a grid as typed: words with blanks between, or characters."""
    words: dict[Node, str] = {}
    for r, row in enumerate(rows):
        if isinstance(row, str):
            row = row.split() if " " in row.strip() else row.strip()
        words |= {(r, c): str(w) for c, w in enumerate(row) if w not in (".", "-", None)}
    return words


def check(folder: Path) -> int:
    """Checks the cuts of a certificate; prints what was found, and returns the exit code."""
    name = str(folder) if str(folder).isprintable() else repr(str(folder))
    code, finding = judged(folder)
    print(f"{name}: {finding}")
    return code


def judged(folder: Path) -> tuple[int, str]:
    """The exit code, and what was found."""
    try:
        certificate = Certificate(folder)
        number, kind = len(certificate.cuts), certificate.kind
        rules = [*certificate.rules()]
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        return 2, f"not checked: {error!r}"
    if number and not rules:
        return 2, f"not checked: {number} cuts of {kind!r}, a kind that is not known here"
    found = Counter[str]()
    for line, cut in enumerate(certificate.cuts, 1):
        sort = next((rule.sort for rule in rules if rule.implies(cut)), None)
        if sort is None:
            return 1, f"line {line} of cuts.txt does not follow from the rules of {kind}"
        found[sort] += 1
    if not number:
        return 0, "no cuts"
    sorts = ", ".join(f"{count} by {sort!r}" for sort, count in sorted(found.items()))
    return 0, f"{kind}: all {number} cuts follow: {sorts}"


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python check_cuts.py DIR [DIR ...]")
    sys.exit(max([check(Path(name)) for name in sys.argv[1:]], key=[0, 2, 1].index))
