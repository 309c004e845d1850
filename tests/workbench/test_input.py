"""Filling in a published page by hand: every kind, without a browser."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from test_publish import only_puzzle, unpacked

import uniclue
from uniclue.core.kinds import builtin_kinds
from uniclue.workbench.boards import blank
from uniclue.workbench.playing import Wishes, board_of, game
from workbench.scripts import NEEDS_NODE, run_script

PLAYS = """
import { familyOf, indexOf, isHalf, xy } from "@/board/geometry.ts";
import { Solver } from "@/board/solve.ts";
import { readFileSync } from "node:fs";

const ARROWS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

/** A board in the hands of a player who taps and types. */
function played(board, answer) {
  const marks = new Map(board.printed);
  const printed = new Set(marks.keys());
  let cursor = board.places[0];
  let chosen = new Set([0]);
  const never = () => { throw new Error("not expected"); };
  const solver = new Solver({
    board: () => board, isOpen: () => true, pen: () => "value", colour: () => 0,
    stands: (i) => marks.get(i) ?? -1, colourAt: () => -1,
    cursor: () => cursor, chosen: () => chosen,
    choose: (place, some) => { cursor = place; chosen = some; },
    mark: (places, value) => {
      for (const i of places) {
        if (!printed.has(i)) value < 0 ? marks.delete(i) : marks.set(i, value);
      }
    },
    note: never, paint: never, erase: never, undo: never, redo: never, forget: never,
  });
  const [[width]] = board.layers;
  const bounds = { left: 0, top: 0, width };
  const picture = { getBoundingClientRect: () => bounds, viewBox: { baseVal: { width } } };
  const currentTarget = { querySelector: () => picture, setPointerCapture: () => {} };
  const pointer = (place) => {
    const [clientX, clientY] = xy(board, place);
    return { clientX, clientY, currentTarget, pointerId: 1, button: 0, timeStamp: 0 };
  };
  const drag = (...places) => {
    solver.down(pointer(places[0]));
    for (const place of places.slice(1)) solver.moved(pointer(place));
    solver.up(pointer(places.at(-1)));
  };
  const press = (key) => solver.key({ key, code: "" });
  const type = (value) => [...board.texts[value]].forEach(press);
  const family = familyOf(board);

  const reached = new Set();
  const todo = [cursor];
  for (const from of todo) for (const key of ARROWS) {
    cursor = from;
    press(key);
    if (!reached.has(cursor.join())) { reached.add(cursor.join()); todo.push(cursor); }
  }
  const far = board.places.filter((place) => !reached.has(place.join())).length;

  /** Paints the areas from their printed cells. */
  const spread = () => {
    const from = [...printed];
    for (const i of from) for (const [dr, dc] of [[0, 1], [1, 0], [0, -1], [-1, 0]]) {
      const [r, c] = board.places[i];
      const next = indexOf(board.places, [r + dr, c + dc]);
      if (next < 0 || from.includes(next) || answer[next] !== answer[i]) continue;
      drag(board.places[i], board.places[next]);
      from.push(next);
    }
  };
  const tap = (i) => {
    for (const _ of board.values) if (marks.get(i) !== answer[i]) drag(board.places[i]);
  };
  if (family === "areas") spread();
  else board.places.forEach((place, i) => {
    if (printed.has(i) || answer[i] === board.blank) return;
    if (family === "digits") { drag(place); type(answer[i]); } else tap(i);
  });
  const left = answer.filter((value, i) => (marks.get(i) ?? board.blank) !== value).length;
  return { family, far, left };
}

const all = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(all.map(({ board, answer }) => played(board, answer))));
"""
pytestmark = NEEDS_NODE


def solved(kind: str) -> dict[str, Any]:
    """The board of a published page, and its answer."""
    puzzle = only_puzzle(kind)
    (grid,) = uniclue.solve(puzzle).solutions
    made = game(puzzle, grid, "", (), Wishes())
    return {"board": unpacked(made.board), "answer": unpacked(made.secret)["answer"]}


def test_every_kind_is_filled_in_by_pointer_and_keys(tmp_path: Any) -> None:
    kinds = builtin_kinds()
    played = run_script(PLAYS, [solved(kind) for kind in kinds], tmp_path)
    for kind, said in zip(kinds, played, strict=True):
        assert (said["far"], said["left"]) == (0, 0), (kind, said)


TILED = (
    {"kind": "slitherlink", "tiling": "hexagons", "grid": ["3.2.", "5..3"], "holes": [[0, 3]]},
    {"kind": "slitherlink", "tiling": "cairo", "grid": ["....", "....", "...."]},
    {"kind": "minesweeper", "tiling": "triangles", "grid": ["1....", "144.3", ".4..."]},
    {"kind": "simpleloop", "tiling": "hexagons", "grid": ["....", "..x.", "...."]},
    {"kind": "fillomino", "tiling": "triangles", "grid": ["..1.2", "....3"]},
)


def test_boards_of_tiles_are_filled_in_by_pointer_and_keys(tmp_path: Any) -> None:
    boards = [msgspec.to_builtins(board_of(uniclue.from_members(each))) for each in TILED]
    asked = [{"board": board, "answer": _some_answer(board)} for board in boards]
    for each, said in zip(TILED, run_script(PLAYS, asked, tmp_path), strict=True):
        assert (said["far"], said["left"]) == (0, 0), (each, said)


def _some_answer(board: Any) -> list[int]:
    """Values in turn, the printed ones as they are."""
    printed = dict(board["printed"])
    values = len(board["values"])
    return [printed.get(i, i % values) for i in range(len(board["places"]))]


def test_a_kind_is_filled_in_alike_on_boards_of_any_size(tmp_path: Any) -> None:
    small = uniclue.from_members({"kind": "kenken", "cages": ["ab", "cd"], "targets": {"a": "1"}})
    boards = [msgspec.to_builtins(board_of(each)) for each in (small, blank("kenken", (9, 9)))]
    asked = [{"board": board, "answer": [0] * len(board["places"])} for board in boards]
    assert [said["family"] for said in run_script(PLAYS, asked, tmp_path)] == ["digits"] * 2


@pytest.mark.parametrize("kind", ["hashi", "nondango"])
def test_a_board_without_anything_to_fill_in_is_drawn(kind: str) -> None:
    assert not board_of(blank(kind, (5, 5))).places
