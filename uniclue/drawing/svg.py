"""Pictures as SVG: without scripts and fonts of their own, in colours for paper and dark screens.

All marks of a sort form one path; the sorts are drawn in the order of ``SORTS``, the last on top.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from html import escape
from math import ceil, hypot, sqrt
from typing import NamedTuple

from uniclue.core.marks import Circle, Flower, Ground, Line, Mark, Outline, Shade, Symbol, Text
from uniclue.core.model import Place
from uniclue.core.places import Point, around, name, ranges
from uniclue.core.spaces import Tiling
from uniclue.core.words import escaped
from uniclue.drawing import flowers, signs
from uniclue.drawing.picture import Focus, Picture
from uniclue.drawing.signs import n, ring, ship, way_of

CELL, STEP, GAP, PIECE = 32.0, 18.0, 24.0, 13.0
"""Pixels of a cell, of a clue beside the board, between boards, of a ship below the board."""
SHIPS = ("ship", "ship-n", "ship-w", "ship-e", "ship-s", "square", "disc")
TONES = ("", "green", "purple", "blue")
SORTS = "btkyhGPBaHEMgconiwrduvQlmpzsexY"
"""Board, tint, black, grey, thick lines, answer, mercury, magnets, grid, cage, outline, thin,
light, tinted line, circles (white, black, of an answer), dots, drawn line, circles over lines,
blank, symbols, cross, and the sun and moon."""
STYLE = (
    ".b,.r,.m,.u,.z{fill:#fff}.k,.d,path.p{fill:#222}.y{fill:#ccc}.t{fill:#fd8}.s{fill:#06c}"
    ".a{fill:#3c6499;fill-opacity:.85}.v{fill:#3c6499}.e{fill:#383}.E{fill:#c62828}.M{fill:#1d5fb8}"
    ".E,.M{fill-rule:evenodd}.Q{fill:#222}.Y{fill:#fff;stroke:#222;stroke-width:1.3}"
    ".g,.o,.c,.l,.n,.h,.G,.P,.B,.w,.x,.H,path.i{fill:none}.H{stroke:#3c6499;stroke-width:7}"
    ".h,.G,.P,.B,.l,.o,.w{stroke-linecap:round;stroke-linejoin:round}.h,.G,.P,.B,.w{stroke-width:12}"
    ".g{stroke:#bbb}.o{stroke:#222;stroke-width:2.5}.c{stroke:#444;stroke-dasharray:3 3}"
    ".n{stroke:#777}path.i{stroke:#fff}.h{stroke:#ccc}.G{stroke:#9d9}.P{stroke:#d9d}"
    ".B{stroke:#ace}.w{stroke:#fd8}.l{stroke:#06c;stroke-width:3.5}"
    ".r,.m{stroke:#222;stroke-width:1.5}.u,.v{stroke:#06c;stroke-width:1.5}.d,.x{stroke:#999}"
    "text{font-family:Helvetica,Arial,DejaVu Sans,sans-serif;text-anchor:middle;fill:#222}"
    "text.f{fill:#06c}text.i{fill:#fff}text.q{fill:#666}text.p{text-anchor:start}"
    "@media screen and (prefers-color-scheme:dark){.b,.z{fill:#24282e}.k,path.p{fill:#000}"
    ".y{fill:#556}.Q{fill:#ccd}.Y{fill:#24282e;stroke:#dde}.H{stroke:#5a8bc8}.E{fill:#e57373}.M{fill:#64a0ea}.t{fill:#863}.a{fill:#5a8bc8}.s{fill:#6bf}.g{stroke:#59606a}.o{stroke:#dde}"
    ".c,.n{stroke:#aab}.h{stroke:#667}.G{stroke:#474}.P{stroke:#747}.B{stroke:#468}"
    ".w{stroke:#863}.l{stroke:#6bf}.d{stroke:#ccd}"
    "text{fill:#eef}text.f{fill:#8cf}text.j{fill:#222}text.q{fill:#aab}}"
    "@media print{.l{stroke:#000}.a{fill:#666}.H{stroke:#666}.E{fill:#333}.M{fill:#999}"
    ".s,text.f{fill:#000}.t{fill:#ddd}}"
)

SIGNS = {ord("*"): "×", ord("/"): "÷"}
"""What is printed for signs that people type."""
CORNERS: tuple[tuple[Point, ...], ...] = (
    (),
    ((0.0, 0.0),),
    ((-0.22, -0.2), (0.22, 0.2)),
    ((-0.24, -0.18), (0.24, -0.18), (0.0, 0.24)),
    ((-0.24, -0.22), (0.24, -0.22), (-0.24, 0.22), (0.24, 0.22)),
)
"""The positions (right, down) of the numbers of a clue, by how many there are."""
AREAS = ("#06c", "#2a2", "#c3c", "#d80", "#099", "#a63")
"""The colours of the parts of a reason; a seventh has that of the first."""
FOCUS_STYLE = (
    "".join(
        f".A{i}{{fill:{tone};fill-opacity:.22;stroke:{tone};stroke-opacity:.5}}"
        f".L{i}{{fill:none;stroke:{tone};stroke-opacity:.3;stroke-width:13;stroke-linecap:round}}"
        f"text.A{i}{{fill-opacity:1;font-weight:bold;stroke:none}}"
        for i, tone in enumerate(AREAS)
    )
    + ".N,.R,.D{fill:none}.N{stroke:#d30;stroke-width:3}.R{stroke:#06c;stroke-width:1.5}"
    ".D{stroke:#06c;stroke-width:1.5;stroke-dasharray:2 3}"
    "text.N{font-weight:bold;fill:#d30;stroke:none}"
    "text.X{fill:#d30;font-weight:bold;text-decoration:line-through}"
    "@media screen and (prefers-color-scheme:dark){.N{stroke:#f84}text.N,text.X{fill:#f84}"
    ".R,.D{stroke:#8cf}}"
)
"""What pictures of steps have besides: areas, what is new, rings, dotted rings, struck notes."""


def svg(
    pictures: Sequence[Picture],
    columns: int = 0,
    captions: Sequence[str] = (),
    *,
    styled: bool = True,
) -> str:
    """One picture, or a sheet of several in rows.

    Args:
        pictures: The pictures.
        columns: Pictures in a row; 0 for a sheet as nearly square as possible.
        captions: A line above each picture; empty for none.
        styled: Whether to include the style; a page with many pictures needs it only once.
    """
    columns = columns or ceil(sqrt(len(pictures)))
    boards = [_board(picture) for picture in pictures]
    head = GAP if captions else 0.0
    parts, y, width = [], 0.0, 0.0
    for i in range(0, len(boards), columns):
        x, row = 0.0, boards[i : i + columns]
        for j, board in enumerate(row, i):
            wide = max(board.width, len(captions[j]) * 7.0) if captions else board.width
            if captions:
                parts.append(_text("", (x + wide / 2, y + head - 8), 13, captions[j]))
            at = f' transform="translate({n(x + (wide - board.width) / 2)} {n(y + head)})"'
            parts.append(f"<g{at if len(boards) > 1 or captions else ''}>{board.content()}</g>")
            x += wide + GAP
        width = max(width, x - GAP)
        y += max(board.height for board in row) + head + GAP
    title = escape("; ".join(picture.title for picture in pictures))
    w, h = n(width), n(y - GAP)
    head_tag = f'viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" aria-label="{title}"'
    alt = escape(" ".join(map(description, pictures)))
    style = STYLE + (FOCUS_STYLE if any(picture.focus for picture in pictures) else "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {head_tag}><title>{title}</title>'
        f"<desc>{alt}</desc>{f'<style>{style}</style>' if styled else ''}"
        f'<path class="b" d="M0 0h{w}v{h}H0z"/>{"".join(parts)}</svg>\n'
    )


class SvgFrame(NamedTuple):
    """The positions of a picture's cells, in pixels of its SVG.

    Attributes:
        left: The left edge of the board.
        top: Its upper edge.
        cell: The side of a cell.
        across: The width of a clue beside the board.
        down: The height of a clue above or below it.
    """

    left: float
    top: float
    cell: float
    across: float
    down: float


def frame(picture: Picture) -> SvgFrame:
    """The positions of a picture's cells."""
    board = _board(picture)
    return SvgFrame(board.left, board.top, board.cell, board.step, STEP)


class SvgTile(NamedTuple):
    """A place of a board that is no rectangle.

    Attributes:
        row: Its row, as in half coordinates.
        column: Its column.
        x: Where it is drawn, in pixels from the left.
        y: The same, from the top.
        name: What people call it.
    """

    row: float
    column: float
    x: float
    y: float
    name: str


def tiles(picture: Picture) -> list[SvgTile]:
    """The cells and sides of a board of tiles; none of a rectangle, which has a frame instead."""
    if (tiling := picture.tiling) is None:
        return []
    board = _board(picture)
    every = (*tiling.cells, *tiling.sides)
    spots = ((at, board.xy(at)) for at in every)
    return [SvgTile(*at, round(x, 1), round(y, 1), tiling.name(at)) for at, (x, y) in spots]


class Layers(NamedTuple):
    """A picture in parts, for pages that draw an answer between them.

    Attributes:
        size: Width and height in pixels.
        ground: The parts below a shaded cell of an answer.
        lines: The grid, outlines and circles, below every other mark of an answer.
        signs: The symbols and texts, above an answer.
    """

    size: tuple[float, float]
    ground: str
    lines: str
    signs: str


def layers(
    picture: Picture, lined: Collection[Point] = (), written: Collection[Point] = ()
) -> Layers:
    """A picture in parts, as elements without an ``svg`` around them.

    Args:
        picture: The picture.
        lined: Cells that lines of an answer may cross: their texts get a plain ground.
        written: Cells that texts of an answer may stand in: their own are small and aside.
    """
    board = _board(picture)
    board.open = frozenset(written)
    board.draw(lined)
    return board.parts()


def stamps(picture: Picture, values: Iterable[tuple[Point, Sequence[Mark]]]) -> list[str]:
    """The marks of values at places of a picture, each moved so that its place is at (0, 0).

    Args:
        picture: The picture, without an answer.
        values: Places, each with the marks of a value there.
    """
    board = _board(picture)
    return [board.stamp(at, marks) for at, marks in values]


def description(picture: Picture) -> str:
    """A description of a picture in words."""
    (rows, cols), marks = picture.shape, picture.printed
    texts = [m.at for m in marks if isinstance(m, Text)]
    inside = sum(-1 < r < rows and -1 < c < cols for r, c in texts)
    cells = picture.tiling.tiling if picture.tiling and picture.tiling.is_lined else "cells"
    words = [f"{rows} rows of {cols} {cells}", f"{inside} numbers or words on it"]
    words += [f"{len(texts) - inside} beside it"] if len(texts) > inside else []
    words += [f"{len(picture.answer)} marks of an answer"] if picture.answer else []
    new = picture.focus.new if picture.focus else ()
    called = picture.tiling.name if picture.tiling else partial(name, shape=picture.shape)
    words += [f"new: {ranges(new, called)}"] if new else []
    return "; ".join(words) + "."


def _text(sort: str, at: tuple[float, float], size: float, text: str) -> str:
    named = f' class="{sort}"' if sort else ""
    x, y = map(n, at)
    return f'<text x="{x}" y="{y}" font-size="{n(size)}"{named}>{escape(escaped(text))}</text>'


def _joined(sides: Iterable[tuple[Point, Point]]) -> Iterator[str]:
    """Sides of cells as lines, each as long as it goes straight on."""
    lines: dict[tuple[bool, float], list[tuple[float, float]]] = defaultdict(list)
    for (x, y), (i, j) in sorted(sides):
        runs, (start, end) = lines[y == j, y if y == j else x], (x, i) if y == j else (y, j)
        if runs and start <= runs[-1][1] + 0.05:
            runs[-1] = runs[-1][0], max(runs[-1][1], end)
        else:
            runs.append((start, end))
    for (is_flat, at), runs in lines.items():
        for start, end in runs:
            ends = ((start, at), (end, at)) if is_flat else ((at, start), (at, end))
            yield way_of(ends)


class _Board:
    """One picture at its size."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        width = picture.shape[1]
        texts = [m for m in picture.printed + picture.answer if isinstance(m, Text)]
        above = [len(t.text) for t in texts if -1 < t.at[1] < width]
        self.longest = max([picture.widest, *above])
        self.cell = CELL * (2.2 if self.longest > 4 else 1.5 if picture.notes else 1)
        words = [len(t.text) for t in texts if not -1 < t.at[1] < width]
        self.step = max(STEP, max(words, default=0) * 7.0 + 4)
        edge = (
            10
            if picture.focus or any(r % 1 == c % 1 == 0.5 for r, c in (t.at for t in texts))
            else 4
        )
        self.left = self.top = self.width = self.height = 0.0
        self._measure(edge)
        wide = max((len(line) for line in picture.lines), default=0)
        self.below = self.height
        self.width = max(self.width, wide * 6.6 + 8)
        self.height += len(picture.lines) * 17 + (4 if picture.lines else 0)
        self.fleet = [*self._fleet()]
        self.height += max((y for (_, y), _ in self.fleet), default=self.height) - self.height
        self.height += PIECE if self.fleet else 0  # half a piece, and a margin
        self.paths: dict[str, list[str]] = defaultdict(list)
        self.sides: dict[str, set[tuple[Point, Point]]] = defaultdict(set)
        self.texts: list[str] = []
        self.grounds: list[str] = []
        self.open: frozenset[Point] = frozenset()

    def _measure(self, edge: float) -> None:
        """Finds the size of the board, and where it begins."""
        rows, cols = self.picture.extent
        height, width = self.picture.shape
        self.left = edge - cols.start * self.step
        self.top = edge - rows.start * STEP
        self.width = self.left + width * self.cell + (cols.stop - width) * self.step + edge
        self.height = self.top + height * self.cell + (rows.stop - height) * STEP + edge

    def _is_inside(self, at: Point) -> bool:
        return all(-1 < x < side for x, side in zip(at, self.picture.shape, strict=True))

    def _fleet(self) -> Iterator[tuple[tuple[float, float], str]]:
        """The pieces of the ships below the board: where they are and how they end."""
        x, y = 4 + PIECE / 2, self.height + PIECE / 2 + 2
        for length in sorted(self.picture.ships, reverse=True):
            if x > 4 + PIECE and x + PIECE * length > self.width:
                x, y = 4 + PIECE / 2, y + PIECE + 4
            for i in range(length):
                end = "o" if length == 1 else "w" if i == 0 else "e" if i == length - 1 else "m"
                yield (x + PIECE * i, y), end
            x += PIECE * length + 6

    def xy(self, at: Point) -> tuple[float, float]:
        """The position of a place in pixels."""
        (height, width), (r, c) = self.picture.shape, at
        return (
            self.left + self._along(c, width, self.step),
            self.top + self._along(r, height, STEP),
        )

    def _along(self, x: float, side: int, step: float) -> float:
        """Pixels from the edge of the board; steps beside the board have another size."""
        if x <= -1:
            return (x + 0.5) * step
        return (x + 0.5) * self.cell if x < side else side * self.cell + (x - side + 0.5) * step

    def content(self) -> str:
        """The elements of the picture, from the bottom up."""
        self.draw()
        return "".join(self.parts()[1:])

    def parts(self) -> Layers:
        """The elements of what was drawn, in layers."""
        areas = (f"{kind}{i}" for i in range(len(AREAS)) for kind in "AL")
        low, high = SORTS.index("a"), SORTS.index("m")
        ground = (*SORTS[:2], *areas, *SORTS[2:low])
        return Layers(
            (self.width, self.height),
            "".join(self.grounds) + self.path_elements(ground),
            self.path_elements(SORTS[low:high]),
            self.path_elements((*SORTS[high:], *"RDN")) + "".join(self.texts),
        )

    def path_elements(self, sorts: Iterable[str]) -> str:
        """What is drawn, as one path for each of some sorts."""
        drawn = []
        for sort in sorts:
            ways = [*self.paths.get(sort, ()), *_joined(self.sides.get(sort, ()))]
            drawn += [f'<path class="{sort}" d="{"".join(ways)}"/>'] if ways else []
        return "".join(drawn)

    def stamp(self, at: Point, marks: Sequence[Mark]) -> str:
        """Only these marks of an answer, with the place at (0, 0)."""
        self.paths.clear()
        self.sides.clear()
        self.texts.clear()
        self._look((*self.picture.printed, *marks))
        self.ships.clear()  # where a ship ends is not known from one cell
        for mark in marks:
            self._put(mark, is_answer=True)
        x, y = self.xy(at)
        inner = self.path_elements(SORTS) + "".join(self.texts)
        return f'<g transform="translate({n(-x)} {n(-y)})">{inner}</g>'

    def draw(self, lined: Collection[Point] = ()) -> None:
        """Draws everything into paths and texts."""
        self._draw_printed(lined)
        self._draw_rest()

    def _draw_printed(self, lined: Collection[Point] = ()) -> None:
        """Draws the board as it is printed, with room for what was filled in."""
        self._look(self.picture.printed + self.picture.answer)
        self.lined.update(lined)
        self._lay_out()
        for mark in self.picture.printed:
            self._put(mark, is_answer=False)
        for at, end in self.fleet:
            half = PIECE / 2 - 0.7
            self.paths["y"].append(ring(at, half) if end == "o" else ship(at, half, end.strip("m")))
        for i, line in enumerate(self.picture.lines, 1):
            self.texts.append(_text("p", (4, self.below + 17 * i), 12, line))

    def _draw_rest(self) -> None:
        """Draws what was filled in, notes, and what is highlighted."""
        picture = self.picture
        self._tint()
        for mark in picture.answer:
            self._put(mark, is_answer=True)
        for point, notes in picture.notes.items():
            self._note(point, notes)
        if picture.focus:
            self._point_to(picture.focus)

    def _look(self, marks: Iterable[Mark]) -> None:
        """Notes what lies under other marks: shades, circles, texts, ends of lines."""
        marks = [*marks]
        printed = {*self.picture.printed}
        texts = (m for m in self.picture.answer if isinstance(m, Text) and m not in printed)
        self.written = {m.at for m in texts} | self.open
        self.shaded = {m.at for m in marks if isinstance(m, Shade) and m.tone == "black"}
        self.shaded |= {m.at for m in marks if isinstance(m, Circle) and m.black}
        self.circled = {m.at for m in marks if isinstance(m, Circle) and not m.black}
        self.grounded = {m.at for m in marks if isinstance(m, Ground)}
        flowers_on = [m for m in self.picture.printed if isinstance(m, Flower)]
        self.named = {(round(m.at[0]), m.at[1]) for m in flowers_on if m.at[0] % 1}
        self.texts_at = {m.at for m in self.picture.printed if isinstance(m, Text)}
        self.ships = {m.at for m in marks if isinstance(m, Symbol) and m.name in SHIPS}
        symbols = (m for m in self.picture.printed if isinstance(m, Symbol))
        self.pieces = {m.at for m in symbols if m.name in SHIPS}
        lines = (m.through for m in marks if isinstance(m, Line) and m.style == "drawn")
        self.lined = {end for line in lines for end in line}

    def _point_to(self, focus: Focus) -> None:
        """Draws the highlights of a step: its conclusions and its reason."""
        labels: dict[Point, int] = defaultdict(int)
        for i, area in enumerate(focus.areas):
            tone = i % len(AREAS)
            for at in sorted(area):
                if at[0] % 1 == at[1] % 1 == 0:
                    self.paths[f"A{tone}"].append(self._box(at, at, 1 + 2 * (i % 3)))
                elif at[0] % 1 and at[1] % 1:
                    self.paths[f"A{tone}"].append(ring(self.xy(at), 7))
                else:
                    self.paths[f"L{tone}"].append(self._segment(at))
            if area and len(focus.areas) > 1:
                (x, y), first = self.xy(min(area)), min(area)
                corner = (x - self.cell / 2 + 6 + 7 * labels[first], y - self.cell / 2 + 10)
                labels[first] += 1
                self.texts.append(_text(f"A{tone}", corner, 9, str(i + 1)))
        for sort, some in (("R", focus.ringed), ("D", focus.dotted), ("N", focus.new)):
            for at in sorted(some):
                if at[0] % 1 or at[1] % 1:
                    self.paths[sort].append(ring(self.xy(at), 7))
                elif sort == "N":
                    self.paths[sort].append(self._box(at, at, 1))
                else:
                    self.paths[sort].append(ring(self.xy(at), self.cell * 0.42))

    def _tint(self) -> None:
        """Draws the places that are highlighted."""
        for at in sorted(self.picture.tinted):
            if at[0] % 1 and at[1] % 1:
                self.paths["t"].append(ring(self.xy(at), 6))
            elif at[0] % 1 == at[1] % 1:
                self.paths["t"].append(self._box(at, at))
            else:
                self.paths["w"].append(self._segment(at))

    def _lay_out(self) -> None:
        """Draws the board and its cells."""
        rows, cols = self.picture.shape
        if self.picture.holes:
            board = ((r, c) for r in range(rows) for c in range(cols))
            whole = (at for at in board if at not in self.picture.holes)
            self.paths["g"] += [self._box(at, at) for at in whole]
        elif self.picture.grid == "lines":
            inner = ((r + 0.5, -0.5, True) for r in range(rows - 1))
            for x, y, is_flat in (*inner, *((c + 0.5, -0.5, False) for c in range(cols - 1))):
                ends = ((x, y), (x, cols - 0.5)) if is_flat else ((y, x), (rows - 0.5, x))
                self.paths["g"].append(way_of(map(self.xy, ends)))
            self.paths["o"].append(self._box((0, 0), (rows - 1, cols - 1)))
        elif self.picture.grid == "dots":
            corners = ((r - 0.5, c - 0.5) for r in range(rows + 1) for c in range(cols + 1))
            self.paths["Q"] += [ring(self.xy(corner), 1.7) for corner in corners]

    def _segment(self, at: Point) -> str:
        """A side or a link as a line of a cell's length."""
        (r, c), is_flat = at, bool(at[0] % 1) == (self.picture.grid == "dots")
        ends = ((r, c - 0.5), (r, c + 0.5)) if is_flat else ((r - 0.5, c), (r + 0.5, c))
        return way_of(map(self.xy, ends))

    def _box(self, first: Point, last: Point, inset: float = 0) -> str:
        """A rectangle of cells."""
        x, y = (xy + inset for xy in self.xy((first[0] - 0.5, first[1] - 0.5)))
        width, height = (n((last[i] - first[i] + 1) * self.cell - 2 * inset) for i in (1, 0))
        return f"M{n(x)} {n(y)}h{width}v{height}h-{width}z"

    def _put(self, mark: Mark, *, is_answer: bool) -> None:
        match mark:
            case Ground(at, percent):
                self.grounds.append(
                    f'<path fill="{flowers.ground(percent)}" d="{self._box(at, at)}"/>'
                )
            case Flower():
                self._flower(mark)
            case Text():
                is_new = self.picture.focus is not None and mark.at in self.picture.focus.new
                sort = "N" if is_answer and is_new else "f" if is_answer else ""
                self._write(mark, sort, is_answer=is_answer)
            case Shade(at, tone):
                sort = "y" if tone == "grey" else "a" if is_answer else "k"
                self.paths[sort].append(self._box(at, at))
            case Circle(at, black, small):
                size = 0.13 if small or at[0] % 1 or at[1] % 1 else 0.36
                is_printed = at in self.texts_at or self.picture.grid == "none"
                sort = "pm"[not black] if is_printed else ("dv" if black else "ru")[is_answer]
                self.paths[sort].append(ring(self.xy(at), size * self.cell))
            case Outline(cells, text, dashed):
                self._outline(cells, 4 if dashed else 0, "lo"[not is_answer])
                if text:
                    x, y = self.xy(min(cells))
                    at = (x - self.cell / 2 + 3 + len(text) * 2.6, y - self.cell / 2 + 11)
                    if dashed:
                        wide = len(text) * 5.2
                        blank = f"M{n(at[0] - wide / 2)} {n(at[1] - 8)}h{n(wide)}v9h-{n(wide)}z"
                        self.paths["z"].append(blank)
                    self.texts.append(_text("", at, 9, text.translate(SIGNS)))
            case Line():
                self._line(mark)
            case Symbol(at, name):
                self._symbol(at, name, is_answer=is_answer)

    def _flower(self, mark: Flower) -> None:
        """A sign with its name below it, or beside it where it is small."""
        (x, y), text = self.xy(mark.at), mark.text
        if self._is_inside(mark.at) and mark.at[0] % 1:
            self.texts.append(flowers.flower(text, (x - self.cell * 0.5 + 9, y + 1), 7))
            self.texts.append(_text("j", (x + 7, y + 4), min(9.0, 70 / len(text)), text))
            return
        size, is_named = self.cell * 0.18, mark.at in self.named
        self.texts.append(flowers.flower(text, (x, y if is_named else y - size * 0.4), size))
        if not is_named:
            letters = min(9.0, self.cell * 1.6 / len(text))
            self.texts.append(_text("j", (x, y + self.cell * 0.2), letters, text))

    def _outline(self, cells: Sequence[Point], inset: float, sort: str) -> None:
        """The sides of an area, or of a cage a little inside."""
        inside, half = frozenset(cells), self.cell / 2
        for r, c in cells:
            x, y = self.xy((r, c))
            for near in around((r, c)):
                if near in inside:
                    continue
                dr, dc, ends = int(near[0] - r), int(near[1] - c), []
                for end in (-1, 1):
                    along = (r + dc * end, c + dr * end)
                    reach = half - inset
                    if along in inside:  # the line continues, or turns a corner
                        reach = half + inset * ((along[0] + dr, along[1] + dc) in inside)
                    out, reach = half - inset, reach * end
                    ends.append((x + dc * out + dr * reach, y + dr * out + dc * reach))
                if inset:
                    self.paths["c"].append(way_of(ends))
                else:
                    self.sides[sort].add((min(ends), max(ends)))

    def _line(self, mark: Line) -> None:
        way = [self.xy(at) for at in mark.through]
        thick = "hGPB"[TONES.index(mark.tone)]
        sort = {"thin": "n", "thick": thick, "mercury": "H", "wall": "o"}.get(mark.style, "l")
        (x, y), (i, j) = way[0], way[-1]
        length = hypot(i - x, j - y) or 1
        dx, dy = (j - y) / length, (x - i) / length
        for side in range(mark.number):
            off = (side - (mark.number - 1) / 2) * 7
            self.paths[sort].append(way_of((a + dx * off, b + dy * off) for a, b in way))
        if mark.end == "bulb":
            is_mercury = mark.style == "mercury"
            size = self.cell * (0.28 if is_mercury else 0.36)
            self.paths["a" if is_mercury else "y"].append(ring(way[0], size))
        if mark.end.startswith("ring"):
            self.paths["r"].append(ring(way[0], self.cell * 0.4))
        if mark.end.endswith("arrow"):
            self._arrow_head(way[-1], (way[-1][0] - way[-2][0], way[-1][1] - way[-2][1]), "n")

    def _arrow_head(self, tip: tuple[float, float], to: tuple[float, float], sort: str) -> None:
        (x, y), length = tip, hypot(*to)
        dx, dy = to[0] / length * 5, to[1] / length * 5
        ends = ((x - dx - dy, y - dy + dx), (x, y), (x - dx + dy, y - dy - dx))
        self.paths[sort].append(way_of(ends))

    def _symbol(self, place: Point, name: str, *, is_answer: bool) -> None:
        at, size = self.xy(place), self.cell
        if name == "cross" and place in self.texts_at:  # beside the printed mark
            at = at[0] + size * 0.34, at[1] - size * 0.34
        if name != "ship":
            for sort, path in signs.sign(name, at, size, is_answer=is_answer):
                self.paths[sort].append(path)
        elif place not in self.pieces:
            self.paths["a"].append(self._piece_of_ship(place))

    def _piece_of_ship(self, place: Point) -> str:
        """A piece of a ship, rounded where the picture shows that it ends."""
        steps = {"n": (1, 0), "w": (0, 1), "e": (0, -1), "s": (-1, 0)}
        near = {end: (place[0] + dr, place[1] + dc) for end, (dr, dc) in steps.items()}
        ends = [end for end, at in near.items() if at in self.ships]
        at, half = self.xy(place), self.cell * 0.38
        if place in self.ships and not ends:
            return ring(at, half)
        return ship(at, half, ends[0] if len(ends) == 1 else "")

    def _write(self, mark: Text, sort: str, *, is_answer: bool) -> None:
        (r, c), text = mark.at, mark.text
        x, y = self.xy(mark.at)
        is_inside = self._is_inside(mark.at)
        home = (r - r % 1 + (r % 1 > 0.5), c - c % 1 + (c % 1 > 0.5))
        if home in self.shaded:
            sort = "i"
        elif home in self.circled | self.grounded and not sort:
            sort = "j"
        if not r % 1 and mark.at in self.lined - self.circled - self.shaded:
            self.paths["z"].append(ring((x, y), self.cell * 0.3))
        longest = max(len(text), self.picture.widest if self.picture.widest > 2 else 1)
        size = min(self.cell * 0.56, self.cell * 1.4 / longest) if is_inside else 13.0
        if is_inside and r % 1 == c % 1 == 0.5:  # a corner: in a ring of its own
            self.paths["m"].append(ring((x, y), 5 + 2.5 * len(text)))
            size, sort = 11.0, "j"
        elif is_inside and (r % 1 == 0.5 or c % 1 == 0.5):  # between two cells
            self.paths["z"] += [ring((x, y), 6)] if text else []
            size = 13.0
        elif is_inside and r % 1 + c % 1:
            size = 10.0
            sort = sort or ("q" if self.longest > 3 else "")
        elif mark.at in self.written and not is_answer:  # so that a value has room
            size = self.cell * 0.3
            x, y = x - self.cell / 2 + 3 + size * 0.29 * len(text), y - self.cell * 0.28
        elif is_inside and 0 < text.count(",") < len(CORNERS) - 1:
            self._write_in_corners(text.split(","), (x, y), sort)
            return
        if mark.arrow:
            size *= 0.85 if len(text) < 2 else 0.7
            x, y = self._arrow(mark, (x, y), {"i": "i", "f": "l", "N": "l"}.get(sort, "n"))
        if not text:
            return
        self.texts.append(_text(sort, (x, y + size * 0.36), size, text))

    def _write_in_corners(self, words: Sequence[str], at: tuple[float, float], sort: str) -> None:
        """Writes several numbers, each in a part of its cell."""
        size = self.cell * 0.45
        for word, (dx, dy) in zip(words, CORNERS[len(words)], strict=True):
            where = (at[0] + dx * self.cell, at[1] + dy * self.cell + size * 0.36)
            self.texts.append(_text(sort, where, size, word))

    def _arrow(self, mark: Text, at: tuple[float, float], sort: str) -> tuple[float, float]:
        """Draws an arrow beside a text, or in its place; returns the new position of the text."""
        (x, y), steps = at, {"n": (0, -1), "s": (0, 1), "w": (-1, 0), "e": (1, 0)}
        dx, dy = (sum(steps[way][i] for way in mark.arrow) for i in (0, 1))
        reach, half = self.cell * 0.22 * bool(mark.text), 7.0 if mark.text else self.cell * 0.26
        middle = (x + reach, y) if dy else (x, y - reach)
        ends = [(middle[0] + end * dx * half, middle[1] + end * dy * half) for end in (-1, 1)]
        self.paths[sort].append(way_of(ends))
        self._arrow_head(ends[1], (dx, dy), sort)
        return (x - reach * 0.85, y) if dy else (x, y + reach * 0.7)

    def _note(self, at: Point, notes: Sequence[str]) -> None:
        """Pencil marks, each at its position."""
        x, y = self.xy(at)
        side = ceil(sqrt(len(notes)))
        pitch = self.cell * 0.9 / side
        size = min(11.0, pitch * 1.3 / max(map(len, notes), default=1), pitch)
        for i, note in enumerate(notes):
            if note:
                dx, dy = (i % side - (side - 1) / 2) * pitch, (i // side - (side - 1) / 2) * pitch
                gone = self.picture.focus.gone.get(at, ()) if self.picture.focus else ()
                sort = "X" if note in gone else "q"
                self.texts.append(_text(sort, (x + dx, y + dy + size * 0.36), size, note))


class _TiledBoard(_Board):
    """A picture of a board of hexagons, triangles or pentagons."""

    def __init__(self, picture: Picture, tiling: Tiling) -> None:
        self.tiling = tiling
        self.known = {*tiling.cells, *tiling.sides, *tiling.corners}
        super().__init__(picture)

    def _measure(self, edge: float) -> None:
        x, y = zip(*map(self.tiling.xy, self.tiling.corners), strict=True)
        self.left, self.top = edge - min(x) * self.cell, edge - min(y) * self.cell
        self.width = self.left + max(x) * self.cell + edge
        self.height = self.top + max(y) * self.cell + edge

    def _is_inside(self, at: Point) -> bool:
        return True

    def xy(self, at: Point) -> tuple[float, float]:
        """The position of a place in pixels; what is no place lies in the nearest cell."""
        home = at if at in self.known else (round(at[0]), round(at[1]))
        x, y = self.tiling.xy(home)
        x, y = x + (at[1] - home[1]) * 0.8, y + (at[0] - home[0]) * 0.8
        return self.left + x * self.cell, self.top + y * self.cell

    def _lay_out(self) -> None:
        if self.picture.grid == "dots":  # few would see the cells by their corners alone
            self.paths["Q"] += [ring(self.xy(corner), 1.7) for corner in self.tiling.corners]
            self.paths["g"] += map(self._side, self.tiling.sides)
        elif self.picture.grid == "lines":
            for side in self.tiling.sides:
                self.paths["o" if side in self.tiling.edge else "g"].append(self._side(side))

    def _side(self, at: Point) -> str:
        return way_of(map(self.xy, self.tiling.ends(at, sides=True)))

    def _segment(self, at: Point) -> str:
        if self.picture.grid == "dots":
            return self._side(at)
        return way_of(map(self.xy, self.tiling.ends(at, sides=False)))

    def _box(self, first: Point, last: Point, inset: float = 0) -> str:
        """A cell, smaller by an inset at each side."""
        (x, y), share = self.xy(first), 1 - 2 * inset / self.cell
        ring_of = (self.xy(corner) for corner in self.tiling.corners_of[_whole(first)])
        return way_of((x + (i - x) * share, y + (j - y) * share) for i, j in ring_of) + "z"

    def _outline(self, cells: Sequence[Point], inset: float, sort: str) -> None:
        """The sides of an area; those of a cage have dashes."""
        count = Counter(side for cell in cells for side in self.tiling.sides_of(_whole(cell)))
        own = (side for side, number in count.items() if number == 1)
        self.paths["c" if inset else sort] += map(self._side, own)


def _whole(cell: Point) -> Place:
    return int(cell[0]), int(cell[1])


def _board(picture: Picture) -> _Board:
    return _TiledBoard(picture, picture.tiling) if picture.tiling else _Board(picture)
