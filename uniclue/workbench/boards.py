"""Boards for the page: blank and resized ones, and pictures with everything the page needs."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from uniclue.constraints.board import Board
from uniclue.constraints.generation import blank_of_fields
from uniclue.core.arrays import np
from uniclue.core.fields import BlockLengths, Digits, RunSums, fields_of
from uniclue.core.kinds import find_kind
from uniclue.core.marks import Text
from uniclue.core.model import Place, Value
from uniclue.core.places import Point, Shape, usual_boxes
from uniclue.core.puzzle import ChoiceError, Puzzle, PuzzleError
from uniclue.drawing.picture import Picture, layer_of, picture
from uniclue.drawing.svg import Layers, SvgFrame, SvgTile, description, frame, layers, tiles
from uniclue.formats.puzzle_json import dumps, from_members
from uniclue.workbench.forms import form_of
from uniclue.workbench.slots import (
    Edit,
    Slots,
    clues_of,
    edited,
    edits_of,
    shape_of,
    slots_of,
)

BESIDE = {"top": -1, "left": -1}
"""Where clues beside the board begin; elsewhere one past its end."""
SIDES = ("top", "bottom", "left", "right")


class Asked(msgspec.Struct, frozen=True):
    """The variables of a board.

    Attributes:
        places: The places, in half coordinates.
        entries: Their rows and columns in a solution grid, in the same order.
        shape: Rows and columns of a solution grid.
        values: What they can hold.
        texts: The texts of these values.
        printed: The entries that the puzzle prints, and their values.
        drawn: How they are drawn, as in :class:`uniclue.core.places.Layer`.
        has_sides: Whether places between cells are sides, not links.
    """

    places: tuple[Point, ...]
    entries: tuple[Place, ...]
    shape: Shape
    values: tuple[Value, ...]
    texts: tuple[str, ...]
    printed: tuple[tuple[Place, Value], ...]
    drawn: str
    has_sides: bool


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle as shown on the page.

    Attributes:
        puzzle: Its members.
        layers: Its picture, with what is shown on it.
        words: A description of the picture.
        frame: The positions of its cells.
        shape: Rows and columns of the board.
        asked: The variables.
        slots: The members that can be typed.
        others: The members that are not typed on the board, as JSON.
        forms: How these members are filled in.
        tiles: Of a board that is no rectangle, all cells and sides with their positions and names.
    """

    puzzle: msgspec.Raw
    layers: Layers
    words: str
    frame: SvgFrame
    shape: Shape
    asked: Asked
    slots: list[Slots]
    others: dict[str, Any]
    forms: dict[str, Any]
    tiles: list[SvgTile] = []


class BoardView(msgspec.Struct, frozen=True):
    """The contents drawn besides the puzzle.

    Attributes:
        grid: The values filled in.
        other: Another grid; where the two differ, both values are shown.
        candidates: The values that cells can still hold, as answers list them.
        tinted: Highlighted entries.
    """

    grid: list[Any] | None = None
    other: list[Any] | None = None
    candidates: list[dict[str, Any]] | None = None
    tinted: list[tuple[int, int]] = []


def drawn(puzzle: Puzzle, view: BoardView) -> Drawn:
    """A puzzle as the page shows it.

    Raises:
        PuzzleError: A grid does not fit the puzzle.
    """
    grid, other = (
        None if rows is None else puzzle.read_grid(rows, f"$.view.{name}")
        for name, rows in (("grid", view.grid), ("other", view.other))
    )
    can = None
    if view.candidates is not None:
        left = {tuple(cell["cell"]): cell["values"] for cell in view.candidates}
        stands = {} if grid is None else {(r, c): [grid[r][c]] for r, c in puzzle.places}
        rows = (left.get(place, stands.get(place, puzzle.domain)) for place in puzzle.places)
        can = np.array([[value in row for value in puzzle.domain] for row in rows], np.bool_)
        grid = puzzle.grid_of({})  # single candidates are filled in by the picture
    shown = picture(puzzle, grid, other=other, can=can, tinted=view.tinted)
    slots = slots_of(puzzle)
    shown = _with_room(shown, slots)
    asked = layer_of(puzzle)
    typed = {each.name for each in slots} | {"givens"}
    data = dumps(puzzle)
    members: dict[str, Any] = msgspec.json.decode(data)
    names = [name for name in puzzle.members() if name not in typed]
    return Drawn(
        puzzle=msgspec.Raw(data),
        layers=layers(shown),
        words=f"{shown.title}. {description(shown)}",
        frame=frame(shown),
        shape=shown.shape,
        asked=Asked(
            places=asked.places,
            entries=tuple(puzzle.places),
            shape=puzzle.shape,
            values=asked.values,
            texts=tuple(map(puzzle.cell_text, asked.values)),
            printed=tuple(puzzle.known_cells()),
            drawn=asked.drawn,
            has_sides=asked.has_sides,
        ),
        slots=slots,
        others={n: members.get(n, msgspec.to_builtins(getattr(puzzle, n))) for n in names},
        forms={name: form_of(type(puzzle), name) for name in names},
        tiles=tiles(shown),
    )


def _with_room(shown: Picture, slots: Sequence[Slots]) -> Picture:
    """The picture with room for clues beside the board."""
    marks: list[Text] = []
    for each in slots:
        sides = SIDES if each.where == "around" else {each.where} & {*SIDES}
        for side in sides:
            is_flat = side in ("top", "bottom")
            end = BESIDE.get(side, shown.shape[not is_flat])
            marks.append(Text((end, 0) if is_flat else (0, end), ""))
    return msgspec.structs.replace(shown, printed=shown.printed + tuple(marks))


# -- other boards ----------------------------------------------------------------------------------


def blank(kind: str, shape: Shape) -> Puzzle:
    """A puzzle of a kind without clues.

    Raises:
        ChoiceError: The kind has none of that size.
        PuzzleError: There is no such kind.
    """
    cls = find_kind(kind)
    if max(shape) > 60 or min(shape) < 1:
        raise ChoiceError("expected a board of 1x1 to 60x60")
    if issubclass(cls, Board):
        for blank_of in (blank_of_fields, cls.generation.blank):
            with suppress(ChoiceError, PuzzleError, ValueError):
                puzzle = blank_of(cls, shape, np.random.default_rng(0))
                # A kind may begin on a board of another, and fields without rows give an empty one.
                if isinstance(puzzle, cls) and min(shape_of(puzzle)):
                    return without_clues(puzzle)
    for example in [*cls.examples]:
        with suppress(PuzzleError):
            return _emptied(cls, example.puzzle, shape)
    raise ChoiceError(f"{kind} has no blank board of {shape[0]}x{shape[1]}")


def without_clues(puzzle: Puzzle) -> Puzzle:
    """A puzzle without its clues, but with its areas."""
    members: dict[str, Any] = msgspec.json.decode(dumps(puzzle))
    typed = {"kind", *(each.name for each in slots_of(puzzle))}
    with suppress(PuzzleError):
        plain = {name: value for name, value in members.items() if name in typed}
        if shape_of(from_members(plain)) == shape_of(puzzle):
            members = plain
    puzzle = from_members(members)
    edits = [msgspec.structs.replace(edit, words=("",)) for edit in clues_of(puzzle)]
    return _typed_in(puzzle, members, edits)


def _emptied(cls: type[Puzzle], example: dict[str, Any], shape: Shape) -> Puzzle:
    """An example without its clues, resized if its members allow it."""
    rows, cols = shape
    members = {k: v for k, v in example.items() if k in ("kind", *cls.members())}
    members.pop("givens", None)
    box = usual_boxes(rows)[0][1] if "box" in members else ()
    sizes = {"box": [len({p[i] for p in box}) for i in (0, 1)], "rows": rows, "cols": cols}
    members |= {name: size for name, size in sizes.items() if name in members}
    for name, sort in fields_of(cls).items():
        if isinstance(sort, Digits):
            members[name] = [[0] * cols] * rows
        elif isinstance(sort, RunSums):
            black: dict[str, int] = {}
            members[name] = [[black] * cols] + [[black] + [None] * (cols - 1)] * (rows - 1)
        elif isinstance(sort, BlockLengths):
            members[name] = [[]] * (rows if sort.side == "left" else cols)
    puzzle = from_members(members)
    if shape_of(puzzle) != shape:
        raise PuzzleError("$", "expected another size")
    return puzzle


def resized(puzzle: Puzzle, shape: Shape) -> Puzzle:
    """A puzzle on a larger or smaller board, with the clues that fit.

    Raises:
        ChoiceError: The kind has no board of that size.
    """
    fresh = blank(puzzle.kind(), shape)
    members: dict[str, Any] = msgspec.json.decode(dumps(fresh))
    own: dict[str, Any] = msgspec.json.decode(dumps(puzzle))
    typed = {each.name for each in slots_of(puzzle)}
    same = [name for name in puzzle.members() if name not in typed]
    kept = {n: own[n] for n in same if n in own and n not in ("rows", "cols", "box", "givens")}
    for name, value in kept.items():
        with suppress(PuzzleError):
            fresh = from_members(members | {name: value})
            members[name] = value
    extents = {name: sort.extent(shape) for name, sort in fields_of(type(puzzle)).items()}
    slots = slots_of(fresh)
    edits = [e for e in edits_of(puzzle) if _fits(e, slots, extents.get(e.name, shape))]
    return _typed_in(fresh, members, edits)


def _fits(edit: Edit, slots: Sequence[Slots], shape: Shape) -> bool:
    """Whether a place is on a board."""
    where = next((each.where for each in slots if each.name == edit.name), None)
    if where is None:
        return False
    more = where == "around"
    for place in edit.cells or (edit.at,):
        if len(place) == 2 and not all(
            x < side + more for x, side in zip(place, shape, strict=True)
        ):
            return False
    if len(edit.at) != 1:
        return True
    return edit.at[0] < shape[where in ("top", "bottom")]


def _typed_in(puzzle: Puzzle, members: dict[str, Any], edits: Sequence[Edit]) -> Puzzle:
    """A puzzle with as many of the edits as it allows."""
    if not edits:
        return puzzle
    try:
        return edited(puzzle, members, edits)
    except PuzzleError:
        if len(edits) == 1:
            return puzzle
    half = len(edits) // 2
    puzzle = _typed_in(puzzle, members, edits[:half])
    return _typed_in(puzzle, msgspec.json.decode(dumps(puzzle)), edits[half:])
