"""Pictures as text: lines of box drawing characters, or plain ASCII.

A cell is as wide as the longest text. There is room for lines between cells; rows for lines that
would be empty are left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import ceil, sqrt

from uniclue.core.drawn import corners_in, laid_out, stroke
from uniclue.core.marks import LOW, Circle, Ground, Line, Mark, Outline, Shade, Symbol, Text
from uniclue.core.places import Point, around, links
from uniclue.core.spaces import Tiling
from uniclue.core.words import escaped
from uniclue.drawing.picture import Picture

LIGHT, HEAVY = 1, 2
BOXES = " ╵╹╴┘┚╸┙┛╶└┖─┴┸╾┵┹╺┕┗╼┶┺━┷┻╷│╿┐┤┦┑┥┩┌├┞┬┼╀┭┽╃┍┝┡┮┾╄┯┿╇╻╽┃┒┧┨┓┪┫┎┟┠┰╁╂┱╅╉┏┢┣┲╆╊┳╈╋"
"""The characters by their arms up, left, right, down: 0, light or heavy, as base 3 digits."""
ARROWS = {"n": "↑", "w": "←", "e": "→", "s": "↓", "nw": "↖", "ne": "↗", "sw": "↙", "se": "↘"}
ARROWS_IN_ASCII = {"n": "^", "w": "<", "e": ">", "s": "v"}
ARROWS_IN_ASCII |= {"nw": "`", "ne": "'", "sw": ",", "se": ";"}
_SIGNS = """
star ★ *    lamp ☼ o     tent ▲ A    tree ♣ T     mine ✱ *    cross × x    square □ E
disc ○ O    white ○ o    black ● @   blank · .    full █ #    grey ░ :     down ╲ \\
up ╱ /      flat ═ =     upright ║ " ship-n ∩ n   ship-w ⊂ w  ship-e ⊃ e   ship-s ∪ s
ship ■ #    sun ☼ s      moon ☾ m    cloud ☁ C   plus + +    minus - -
nw ◤ P      ne ◥ Q       sw ◣ L      se ◢ J
"""
SIGNS, SIGNS_IN_ASCII = (
    dict(zip(_SIGNS.split()[::3], _SIGNS.split()[i::3], strict=True)) for i in (1, 2)
)
TEXTS_IN_ASCII = str.maketrans("∧∨○□△×", "^voEAx")
PARTS = {0.25: "left", 0.75: "above", 0.7: "top", LOW: "low"}
"""What small texts are in the text of their cell, by how far below its middle they stand."""
Stroke = tuple[Point, Point, int]
"""A straight line along a row or a column of places, light or heavy."""


def text(picture: Picture, *, ascii_only: bool = False) -> str:
    """A picture as text, without blanks at the ends of its lines."""
    if picture.tiling:
        return "\n".join(_Tiled(picture, ascii_only, picture.tiling).lines())
    return "\n".join(_Canvas(picture, ascii_only).lines())


def legend(picture: Picture) -> str:
    """The meaning of brackets and stars in the text of a picture."""
    printed = [mark.at for mark in picture.printed if isinstance(mark, Text) and _is_whole(mark.at)]
    filled = any(isinstance(mark, Text) for mark in picture.answer)
    inside = any(all(0 <= x < s for x, s in zip(at, picture.shape, strict=True)) for at in printed)
    lines = ["[ ] is printed in the puzzle"] if filled and inside else []
    return "\n".join([*lines, "> < and * are marked"] if picture.tinted or picture.focus else lines)


class _Canvas:
    def __init__(self, picture: Picture, ascii_only: bool) -> None:
        self.picture, self.ascii_only = picture, ascii_only
        self.signs = SIGNS_IN_ASCII if ascii_only else SIGNS
        self.arrows = ARROWS_IN_ASCII if ascii_only else ARROWS
        marks = picture.printed + picture.answer
        self.printed = frozenset(picture.printed)
        self.fills = any(isinstance(mark, Text) for mark in picture.answer)
        self.framed = HEAVY if picture.notes or any(map(_is_cage, marks)) else LIGHT
        self.strokes = [*self._frame(), *(s for mark in marks for s in self._strokes(mark))]
        self.crossed = {p for a, b, _ in self.strokes for p in (a, b)}
        self.cells = self._cells(marks)
        self.chars: dict[tuple[int, int], str] = {}
        self._lay_out()

    # -- lines -------------------------------------------------------------------------------

    def _frame(self) -> Iterator[Stroke]:
        rows, cols = self.picture.shape
        if self.picture.grid == "lines":
            board: set[Point] = {(r, c) for r in range(rows) for c in range(cols)}
            yield from self._sides(board - self.picture.holes, self.framed)
        if self.picture.notes:
            for r in range(1, rows):
                yield (r - 0.5, -0.5), (r - 0.5, cols - 0.5), LIGHT
            for c in range(1, cols):
                yield (-0.5, c - 0.5), (rows - 0.5, c - 0.5), LIGHT

    def _strokes(self, mark: Mark) -> Iterator[Stroke]:
        if isinstance(mark, Outline):
            is_answer = mark in self.picture.answer and self.framed != HEAVY
            weight = LIGHT if mark.dashed else HEAVY if is_answer else self.framed
            yield from self._sides(set(mark.around), weight)
        elif isinstance(mark, Line) and mark.number == 1 and mark.style != "mercury":
            for first, last in map(sorted, pairwise(mark.through)):
                if first[0] == last[0] or first[1] == last[1]:
                    yield first, last, HEAVY if mark.style in ("drawn", "wall") else LIGHT

    @staticmethod
    def _sides(cells: set[Point], weight: int) -> Iterator[Stroke]:
        """The sides where an area ends."""
        for r, c in cells:
            for i, j in around((r, c)):
                if (i, j) not in cells:
                    y, x = (r + i) / 2, (c + j) / 2
                    dy, dx = abs(c - j) / 2, abs(r - i) / 2
                    yield (y - dy, x - dx), (y + dy, x + dx), weight

    # -- contents of cells ---------------------------------------------------------------------

    def _cells(self, marks: Iterable[Mark]) -> dict[Point, str]:
        """The texts of cells, corners, sides and places beside the board."""
        here: dict[Point, dict[str, str]] = defaultdict(dict)
        for mark in marks:
            self._gather(mark, here)
        for at in self._joined(marks):
            here[at]["sign"] = ":"
        for at, notes in self.picture.notes.items():
            here[at]["text"] = _in_square(notes)
        focus = self.picture.focus
        for at in self.picture.tinted | (focus.new if focus else frozenset()):
            here[at]["tinted"] = "yes"
        if self.picture.grid == "lines":
            rows, cols = self.picture.shape
            for at in ((r, c) for r in range(rows) for c in range(cols)):
                if at not in self.picture.holes and (at not in self.crossed or at in here):
                    here[at].setdefault("sign", self.signs["blank"])
        return {at: self._composed(parts) for at, parts in here.items()}

    @staticmethod
    def _joined(marks: Iterable[Mark]) -> Iterator[Point]:
        """The sides where a cage continues across the edge of another area, which would hide it."""
        outlines = [mark for mark in marks if isinstance(mark, Outline)]
        edges = [frozenset(mark.around) for mark in outlines if not mark.dashed]
        for cage in (frozenset(mark.around) for mark in outlines if mark.dashed):
            for link in links(sorted(cage)):
                (r, c), is_flat = link, bool(link[1] % 1)
                ends = ((r, c - 0.5), (r, c + 0.5)) if is_flat else ((r - 0.5, c), (r + 0.5, c))
                if any(len(edge.intersection(ends)) == 1 for edge in edges):
                    yield link

    def _gather(self, mark: Mark, here: dict[Point, dict[str, str]]) -> None:
        signs = self.signs
        match mark:
            case Text((r, c), words, arrow):
                words = escaped(words) + self.arrows.get(arrow, "")
                if self.ascii_only:
                    words = words.translate(TEXTS_IN_ASCII)
                if r % 0.5 or c % 0.5:  # a part of the text of its cell
                    part = PARTS.get(round(r % 1, 2), "below")
                    if part == "low" and c % 1:
                        part, words = "given as", f"^{words}"
                    elif part == "low":  # pencil marks
                        words = f"{{{words}}}"
                    here[round(r), round(c)][part] = words
                    return
                if "given" in here[r, c] and here[r, c]["text"] != words:
                    here[r, c]["below"] = here[r, c].pop("text")
                    del here[r, c]["given"]
                here[r, c]["text"] = words
                if self.fills and self._is_cell(mark.at) and mark in self.printed:
                    here[r, c]["given"] = "yes"
            case Ground():
                return  # its percentages stand in the cell
            case Shade(at, tone):
                here[at]["full"] = signs["full" if tone == "black" else "grey"]
            case Circle(at, black, small):
                here[at]["circle"] = "" if small else "black" if black else "white"
                here[at]["sign"] = signs["black" if black else "white"]
            case Symbol(at, "cross") if _is_whole(at):
                is_told = mark in self.printed
                here[at] |= {"cross": signs["cross"]} if is_told else {"sign": signs["blank"]}
            case Symbol(at, name):
                here[at]["sign"] = signs[name]
            case Line(through, "mercury"):
                here[next(filter(_is_whole, through))]["full"] = signs["full"]
            case Line(((r, c), *_, (i, j)), "drawn", number, end):
                middle = (r + i) / 2, (c + j) / 2
                if len(mark.through) > 2:
                    return
                if r != i and c != j:
                    here[middle]["sign"] = signs["down" if r < i else "up"]
                elif number == 2:
                    here[middle]["sign"] = signs["flat" if r == i else "upright"]
            case Line((at, *_), _, _, end) if end not in ("", "arrow"):
                here[at]["sign"] = signs["white"]

    def _composed(self, parts: Mapping[str, str]) -> str:
        text = parts.get("text", "")
        if "left" in parts or "above" in parts:
            text = f"{parts.get('left', '')}\\{parts.get('above', '')}"
        elif "below" in parts:
            text = f"{text}^{parts['below']}" if text else parts["below"]
        if "top" in parts:
            text = f"{text}{self.arrows['e']}{parts['top']}"
        if parts.get("circle") and text:
            text = f"({text})" if parts["circle"] == "white" else f"{self.signs['black']}{text}"
        elif "given" in parts and "full" not in parts:
            text = f"[{text}]"
        if known := "".join(parts.get(part, "") for part in ("low", "given as", "cross")):
            sign = parts.get("sign", "").replace(self.signs["blank"], "")
            text = f"{text or sign}{known}"
        if "tinted" in parts:
            sign = parts.get("full") or parts.get("sign", "").replace(self.signs["blank"], "?")
            return f">{parts.get('full', '')}{text}<" if text else f">{sign}<"
        sign = parts.get("sign", "")
        if "full" in parts:
            return f"{parts['full']}{text or sign.replace(self.signs['blank'], '')}"
        return text or sign

    # -- positions -----------------------------------------------------------------------------

    def _lay_out(self) -> None:
        rows, cols = self.picture.shape
        down, across = self.picture.extent
        used = {r for r, c in self.cells if r % 1}
        used |= {a[0] for a, b, _ in self.strokes if a[0] == b[0]}
        lined = any(a[1] == b[1] and a[1] % 1 == 0 for a, b, _ in self.strokes)
        inner = [r - 0.5 for r in range(1, rows)]
        between = {r for r in inner if lined or r in used or self.picture.grid == "dots"}
        inside = [text for at, text in self.cells.items() if self._is_cell(at)]
        above = [len(t) for (r, c), t in self.cells.items() if 0 <= c < cols and not 0 <= r < rows]
        parts = [len(line) for text in inside for line in text.split("\n")]
        filled = [len(text) + 1 for text in inside if len(text) > 1 and self._is_full(text)]
        self.height = max([1, *(text.count("\n") + 1 for text in inside)])
        labels = [len(mark.text) for mark in self.printed if isinstance(mark, Outline)]
        self.width = max([1, *above, *parts, *filled, *labels])
        if len(between) * 2 > len(inner):  # nearly square
            self.width = max(self.width, 3)
        ends = {edge for edge in (-0.5, rows - 0.5) if edge in used or self.picture.grid == "dots"}
        self.y = _positions(down, rows, self.height, between | ends, {})
        beside: dict[int, int] = {}
        for (_, c), text in self.cells.items():
            if not -1 < c < cols:
                beside[int(c)] = max(beside.get(int(c), 1), len(text))
        self.x = _positions(across, cols, self.width, {c - 0.5 for c in range(cols + 1)}, beside)

    def _is_cell(self, at: Point) -> bool:
        (r, c), (rows, cols) = at, self.picture.shape
        return 0 <= r < rows and 0 <= c < cols and _is_whole(at)

    def _is_full(self, text: str) -> bool:
        return text[:1] in (self.signs["full"], self.signs["grey"])

    # -- drawing -------------------------------------------------------------------------------

    def lines(self) -> Iterator[str]:
        """The lines of the text."""
        arms: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        for (r, c), (i, j), weight in self.strokes:
            self._stroke(arms, (self.y[r], self.x[c]), (self.y[i], self.x[j]), weight)
        heaviest = max((max(some) for some in arms.values()), default=0)
        lightest = min((weight for *_, weight in self.strokes), default=0)
        for spot, some in arms.items():
            self.chars[spot] = self._box(some, plain=heaviest == lightest)
        if self.picture.grid == "dots":
            for y in (y for r, y in self.y.items() if r % 1):
                for x in (x for c, x in self.x.items() if c % 1):
                    self.chars.setdefault((y, x), "." if self.ascii_only else "·")
        for at, text in self.cells.items():
            self._write(at, text)
        for mark in self.picture.printed:
            if isinstance(mark, Outline) and mark.text:
                r, c = min(mark.around)
                for i, char in enumerate(mark.text):
                    self.chars[self.y[r - 0.5], self.x[c - 0.5] + 1 + i] = char
        last = max((y for y, _ in self.chars), default=-1)
        lines: list[dict[int, str]] = [{} for _ in range(last + 1)]
        for (y, x), char in self.chars.items():
            lines[y][x] = char
        for row in lines:
            yield "".join(row.get(x, " ") for x in range(max(row, default=-1) + 1)).rstrip()

    @staticmethod
    def _stroke(
        arms: dict[tuple[int, int], list[int]],
        first: tuple[int, int],
        last: tuple[int, int],
        weight: int,
    ) -> None:
        (y, x), (j, i) = first, last
        is_flat = y == j
        path = [(y, k) for k in range(x, i + 1)] if is_flat else [(k, x) for k in range(y, j + 1)]
        near, far = (1, 2) if is_flat else (0, 3)
        for one, other in pairwise(path):
            arms[one][far] = max(arms[one][far], weight)
            arms[other][near] = max(arms[other][near], weight)

    def _box(self, arms: list[int], *, plain: bool) -> str:
        if not self.ascii_only:
            return BOXES[arms[0] + 3 * arms[1] + 9 * arms[2] + 27 * arms[3]]
        is_heavy = HEAVY in arms and not plain
        if not (arms[0] or arms[3]):
            return "=" if is_heavy else "-"
        if not (arms[1] or arms[2]):
            return '"' if is_heavy else "|"
        return "+"

    def _write(self, at: Point, text: str) -> None:
        y, x = self.y[at[0]], self.x[at[1]]
        if self._is_cell(at):
            lines = text.split("\n")
            y -= (len(lines) - 1) // 2
            for dy, line in enumerate(lines):
                is_full = self._is_full(line)
                centred = line[1:].center(self.width, line[0]) if is_full else self._centred(line)
                self._put(y + dy, x - (self.width - 1) // 2, centred)
        elif _is_whole(at):
            beside = not 0 <= at[1] < self.picture.shape[1]
            self._put(y, x - (len(text) - 1 if beside else (len(text) - 1) // 2), text)
        else:  # between cells
            self._put(y, x, (text[1:-1] or "*") if text[:1] == ">" else text)

    def _centred(self, text: str) -> str:
        return (" " * ((self.width - len(text)) // 2) + text).ljust(self.width)

    def _put(self, y: int, x: int, text: str) -> None:
        for at, char in enumerate(text, x):
            if char != " " or (y, at) not in self.chars:
                self.chars[y, at] = char


class _Tiled(_Canvas):
    """A text with a board of hexagons, triangles or pentagons."""

    STROKES, STROKES_IN_ASCII = "─│╲╱", "-|\\/"

    def __init__(self, picture: Picture, ascii_only: bool, tiling: Tiling) -> None:
        self.tiling = tiling
        super().__init__(picture, ascii_only)

    def _frame(self) -> Iterator[Stroke]:
        return iter(())

    def _strokes(self, mark: Mark) -> Iterator[Stroke]:
        return iter(())

    def _lay_out(self) -> None:
        signs = self.STROKES_IN_ASCII if self.ascii_only else self.STROKES
        drawn = {
            line: stroke(self.tiling, line, signs, sides=is_side)
            for line, is_side in self._lines_drawn()
        }
        corners = corners_in(self.tiling) if drawn or self.picture.grid == "dots" else {}
        known = {*self.tiling.cells, *self.tiling.sides, *self.tiling.corners}
        cells = {at: text for at, text in self.cells.items() if at in known}
        for at in cells.keys() - {*self.tiling.cells}:  # marks of a side are short
            cells[at] = cells[at].strip("><") or "*"
        self.text_lines = laid_out(corners | drawn | cells, self.tiling)

    def _lines_drawn(self) -> Iterator[tuple[Point, bool]]:
        """The links and sides that are drawn, and whether each is a side."""
        by_ends = {
            frozenset(self.tiling.ends(side, sides=sides)): (side, sides)
            for sides in (True, False)
            for side in self.tiling.sides
            if sides or side not in self.tiling.edge
        }
        for mark in self.picture.printed + self.picture.answer:
            if isinstance(mark, Line):
                yield from (by_ends[frozenset(ends)] for ends in pairwise(mark.through))
            elif isinstance(mark, Outline):
                around_it = Counter(s for at in mark.around for s in self.tiling.sides_of(at))  # type: ignore[arg-type]
                yield from ((side, True) for side, number in around_it.items() if number == 1)

    def lines(self) -> Iterator[str]:
        """The lines of the text."""
        return iter(self.text_lines)


def _is_whole(at: Point) -> bool:
    return not (at[0] % 1 or at[1] % 1)


def _is_cage(mark: Mark) -> bool:
    return isinstance(mark, Outline) and mark.dashed


def _in_square(notes: Iterable[str]) -> str:
    """Pencil marks in lines, each at its position."""
    notes = list(notes)
    side, wide = ceil(sqrt(len(notes))), max(map(len, notes), default=1)
    gap = " " if wide > 1 else ""
    rows = (notes[i : i + side] for i in range(0, len(notes), side))
    return "\n".join(gap.join(note.rjust(wide) for note in row).ljust(side) for row in rows)


def _positions(
    extent: range, side: int, size: int, between: set[float], beside: Mapping[int, int]
) -> dict[float, int]:
    """The positions in the text of rows (or columns) of cells, and of the edges between them.

    Args:
        extent: The rows, including those beside the board.
        side: The number of rows of the board.
        size: Lines of a row.
        between: The edges that take a line; other edges share the line of the next row.
        beside: The size of rows beside the board, 1 if missing.
    """
    at: dict[float, int] = {}
    here = 0
    for i in extent:
        if 0 <= i < side:
            at[i - 0.5] = here
            here += i - 0.5 in between
            at[i] = here + size // 2 if size % 2 else here + (size - 1) // 2
            here += size
            if i == side - 1:
                at[i + 0.5] = here
                here += i + 0.5 in between
        else:
            wide = beside.get(i, 1)
            at[i] = here + wide - 1 if i < 0 else here + wide // 2
            here += wide + bool(beside)
    return at
