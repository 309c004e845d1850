"""A walkthrough as a page: the steps of an explanation on the board that all pages have."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import msgspec

from uniclue.core.puzzle import Grid, Puzzle, filled
from uniclue.core.words import escaped
from uniclue.drawing.picture import MOST_NOTES, layer_of
from uniclue.drawing.walkthrough import Walkthrough
from uniclue.explainers.steps.step import Explanation, Step
from uniclue.explainers.telling.routine import merged
from uniclue.explainers.telling.scenes import walkthrough
from uniclue.workbench.playing import PlayBoard, PlayReason, Told, board_of, reasons_of
from uniclue.workbench.standalone import standalone


class Leg(PlayReason, frozen=True, kw_only=True, omit_defaults=True):
    """A step; its technique has its number before it.

    Attributes:
        parts: What the numbered areas of its reason say.
    """

    parts: tuple[str, ...] = ()


class WalkPage(msgspec.Struct, frozen=True, kw_only=True):
    """What the page reads.

    Attributes:
        title: The title of the puzzle.
        lead: A text about all of it.
        board: The board.
        begun: What was filled in before, as positions.
        notes: Whether open places show the values that are left.
        legs: The steps.
    """

    title: str
    lead: str
    board: PlayBoard
    begun: list[Told]
    notes: bool
    legs: list[Leg]


def written(
    puzzle: Puzzle,
    explanation: Explanation,
    state: Grid | None,
    ending: str,
    *,
    every: bool,
    brief: bool,
) -> bytes:
    """A walkthrough as a file with that ending: PDF, or a page."""
    if ending == ".pdf":
        return _toured(puzzle, explanation, state, every, brief)[0].pdf()
    return html(puzzle, explanation, state, every=every, brief=brief).encode()


def html(
    puzzle: Puzzle,
    explanation: Explanation,
    state: Grid | None = None,
    *,
    every: bool = False,
    brief: bool = False,
) -> str:
    """The page; without a script it shows the puzzle and the sentences.

    Args:
        puzzle: The puzzle.
        explanation: Its explanation.
        state: What was filled in before, None elsewhere.
        every: Whether routine steps are shown one by one.
        brief: Whether to say what follows and by which technique, and not why.
    """
    tour, steps = _toured(puzzle, explanation, state, every, brief)
    walk = _walk(puzzle, tour, steps, state)
    sentences = "".join(f"<li>{escape(escaped(leg.s))}</li>" for leg in walk.legs)
    return standalone("walk", tour.title, walk.board.layers, walk, f"<ol>{sentences}</ol>")


def _toured(
    puzzle: Puzzle, explanation: Explanation, state: Grid | None, every: bool, brief: bool
) -> tuple[Walkthrough, Sequence[Step]]:
    """The walkthrough, and the steps that it shows."""
    steps = explanation.steps if every else [*merged(explanation.steps, puzzle)]
    return walkthrough(puzzle, explanation, state, steps=steps, brief=brief), steps


def _walk(puzzle: Puzzle, tour: Walkthrough, steps: Sequence[Step], state: Grid | None) -> WalkPage:
    board = board_of(puzzle)
    number = {value: i for i, value in enumerate(board.values)}
    entries = {place: i for i, place in enumerate(puzzle.places)}
    points = {point: i for i, point in enumerate(layer_of(puzzle).places)}
    printed = {i for i, _ in board.printed}
    begun = [(entries[at], number[v]) for at, v in filled(state or ()) if at in entries]
    legs = []
    for scene, reason in zip(tour.scenes[1:], reasons_of(puzzle, steps, number), strict=True):
        focus = scene.picture.focus
        areas = focus.areas if focus else ()
        leg = msgspec.structs.asdict(reason) | {"s": scene.sentence, "t": scene.name}
        leg["a"] = [sorted(points[at] for at in area if at in points) for area in areas]
        legs.append(Leg(**leg, parts=scene.parts))
    return WalkPage(
        title=tour.title,
        lead=tour.lead,
        board=board,
        begun=[fact for fact in begun if fact[0] not in printed],
        notes=any(step.struck for step in steps) and 2 < len(board.values) <= MOST_NOTES,
        legs=legs,
    )
