// The board: the server's picture, a cursor over it, and what keys and pointers do.
import { signal } from "@preact/signals-core";
import { Fragment, h, type JSX } from "preact";
import type { Drawn, Place, Slots, Value } from "./server";
import {
  cursor, drawn, edit, enter, entries, held, key, member, mode, path, pending, redo, slots, spoken, undo,
} from "./state";

const ARROWS: Record<string, Place> = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};
/** Pixels of a large board; a small one is at most twice its size. */
const WIDE = 560;
/** Whether a pointer does what it does with shift: for those that have no shift. */
const second = signal(false);

// -- places ----------------------------------------------------------------------------------------

/** Width and height of the picture. */
function sizeOf(board: Drawn): Place {
  const [, w, h] = board.svg.match(/viewBox="0 0 (\S+) (\S+)"/)!;
  return [Number(w), Number(h)];
}

/** Pixels of a place in half coordinates. */
function xy(board: Drawn, [r, c]: Place): Place {
  const { frame, shape } = board;
  const along = (x: number, side: number, step: number): number =>
    x <= -1 ? (x + 0.5) * step
    : x < side ? (x + 0.5) * frame[2]
    : side * frame[2] + (x - side + 0.5) * step;
  return [frame[0] + along(c, shape[1], frame[3]), frame[1] + along(r, shape[0], frame[4])];
}

/** The place of pixels; beside the board it is -1, or one past its end. */
function placeAt(board: Drawn, x: number, y: number): Place {
  const { frame, shape } = board;
  const along = (px: number, side: number): number => {
    const at = px / frame[2] - 0.5;
    return at < -0.5 ? Math.max(at, -1) : Math.min(at, side);
  };
  return [along(y - frame[1], shape[0]), along(x - frame[0], shape[1])];
}

const isInside = ([r, c]: Place, [rows, cols]: Place): boolean =>
  r > -0.5 && c > -0.5 && r < rows - 0.5 && c < cols - 0.5;
const rounded = ([r, c]: Place): Place => [Math.round(r), Math.round(c)];
const cornered = ([r, c]: Place): Place => [Math.floor(r) + 0.5, Math.floor(c) + 0.5];

const isInner = (x: number, side: number): boolean => x % 1 !== 0 && x > 0 && x < side - 1;

/** Where in a member a place is, if it is there. */
export function indexIn(each: Slots, [r, c]: Place, [rows, cols]: Place): number[] | null {
  const isRow = r >= 0 && r < rows && r % 1 === 0;
  const isColumn = c >= 0 && c < cols && c % 1 === 0;
  switch (each.where) {
    case "cells": case "lines": return isRow && isColumn ? [r, c] : null;
    case "corners": return r % 1 && c % 1 ? [r + 0.5, c + 0.5] : null;
    case "inside": return isInner(r, rows) && isInner(c, cols) ? [r - 0.5, c - 0.5] : null;
    case "around": return r % 1 || c % 1 ? null : [r, c];
    case "top": return r <= -1 && isColumn ? [c] : null;
    case "bottom": return r >= rows && isColumn ? [c] : null;
    case "left": return c <= -1 && isRow ? [r] : null;
    case "right": return c >= cols && isRow ? [r] : null;
  }
}

/** The member that is typed at a place: the chosen one, or else one that has the place. */
function slotsAt(board: Drawn, place: Place): [Slots, number[]] | null {
  const chosen = slots.value;
  for (const each of chosen ? [chosen, ...board.slots] : board.slots) {
    const at = indexIn(each, place, board.shape);
    if (at) return [each, at];
  }
  return null;
}

const isHalved = (board: Drawn): boolean => board.asked.places.some(([r, c]) => r % 1 || c % 1);

/** The entry of a solution grid for a place that is asked. */
function entryAt(board: Drawn, place: Place): Place | null {
  const at = board.asked.places.findIndex(([r, c]) => r === place[0] && c === place[1]);
  return at < 0 ? null : board.asked.entries[at]!;
}

/** What people call a place. */
function nameOf(board: Drawn, [r, c]: Place): string {
  const [rows, cols] = board.shape;
  if (r <= -1) return `above column ${c + 1}`;
  if (c <= -1) return `left of row ${r + 1}`;
  if (r >= rows) return `below column ${c + 1}`;
  if (c >= cols) return `right of row ${r + 1}`;
  const name = (x: number, y: number): string => `r${x + 1}c${y + 1}`;
  if (r % 1 && c % 1) return `corner after ${name(r - 0.5, c - 0.5)}`;
  if (r % 1) return `between ${name(r - 0.5, c)} and ${name(r + 0.5, c)}`;
  if (c % 1) return `between ${name(r, c - 0.5)} and ${name(r, c + 0.5)}`;
  return name(r, c);
}

/** A place and what stands there, in words. */
function described(board: Drawn, place: Place): string {
  const said = [nameOf(board, place)];
  for (const each of board.slots) {
    const at = indexIn(each, place, board.shape);
    const text = at && each.texts[key(at)];
    if (text) said.push(`${each.name} ${text}`);
    for (const line of each.lines) {
      if (line.some((cell) => key(cell) === key(place))) {
        said.push(`${each.name} ${nameOf(board, line[0]!)} to ${nameOf(board, line.at(-1)!)}`);
      }
    }
  }
  const entry = entryAt(board, place);
  const value = entry && entries.value.get(key(entry));
  if (value !== null && value !== undefined) {
    said.push(`entry ${board.asked.texts[board.asked.values.indexOf(value)] ?? value}`);
  }
  return said.join(", ");
}

function moveTo(place: Place): void {
  cursor.value = place;
  pending.value = "";
  const board = drawn.value!;
  const there = mode.value === "clues" ? slotsAt(board, place) : null;
  if (there) member.value = there[0].name;
  spoken.value = described(board, place);
}

// -- clues -----------------------------------------------------------------------------------------

/** Types a text at a place; what it may mean besides is tried after it. */
async function type(place: Place, ...words: string[]): Promise<void> {
  const board = drawn.value!;
  const there = slotsAt(board, place);
  if (!there) return;
  const mine = pending.value;
  const isRight = await edit([{ name: there[0].name, at: there[1], words }]);
  const now = drawn.value!;
  if (isRight && mine && pending.value === mine) {
    const stands = now.slots.find((each) => each.name === there[0].name)?.texts[key(there[1])] ?? "";
    if (stands !== mine.trim()) pending.value = stands;
  }
  spoken.value = described(now, place);
}

function typed(letter: string): void {
  const board = drawn.value!;
  const place = cursor.value;
  const there = slotsAt(board, place);
  if (!there) return;
  const before = there[0].areas === there[0].name ? "" : pending.value;
  const large = letter.toUpperCase();
  pending.value = before + letter;
  const words = [before + letter, before + large, letter, large].map((word) => word.trim());
  void type(place, ...new Set(words.filter(Boolean)));
}

function rubbed(): void {
  const place = cursor.value;
  if (path.value.length) path.value = path.value.slice(0, -1);
  else if (pending.value.length > 1) {
    pending.value = pending.value.slice(0, -1);
    void type(place, pending.value.trim());
  } else {
    pending.value = "";
    void type(place, "");
  }
}

/** A name that no area has yet. */
function newArea(each: Slots): string {
  const taken = new Set(Object.values(each.texts));
  for (let i = 0; ; i++) {
    const name = String.fromCharCode(65 + (i % 26)) + (i < 26 ? "" : Math.floor(i / 26));
    if (!taken.has(name)) return name;
  }
}

/** The areas that are painted. */
const areaSlots = (): Slots | undefined =>
  drawn.value!.slots.find((each) => each.name === slots.value?.areas);

const areLines = (): boolean => slots.value?.where === "lines";

/** Goes on with a line; at its last cell, or if it has all its cells, it is drawn. */
function stepOn(cell: Place): void {
  const { name, length } = slots.value!;
  const cells = path.value;
  const isLast = cells.length > 0 && key(cells.at(-1)!) === key(cell);
  path.value = isLast ? cells : [...cells, cell];
  if (isLast || path.value.length === length) finish(name);
}

function finish(name: string): void {
  const cells = path.value;
  path.value = [];
  if (cells.length < 2) return;
  void edit([{ name, cells }]).then(() => { spoken.value = described(drawn.value!, cursor.value); });
}

/** The next of the few things that can stand at a place. */
function cycled(place: Place): void {
  const board = drawn.value!;
  const there = slotsAt(board, place);
  const words = there?.[0].words;
  if (!there || !words || words.length > 4) return;
  const next = words[words.indexOf(there[0].texts[key(there[1])] ?? "") + 1] ?? "";
  pending.value = "";
  void type(place, next);
}

// -- entries ---------------------------------------------------------------------------------------

const stands = (entry: Place): Value | null => entries.value.get(key(entry)) ?? null;

/** What follows an entry when it is clicked. */
function nextValue(board: Drawn, value: Value | null, isSecond: boolean): Value | null {
  const { values } = board.asked;
  const isBinary = values.length <= 3 && values.includes(0) && values.includes(1);
  if (isBinary && isSecond) return value === 0 ? null : 0;
  const order = isBinary ? [...values.filter((each) => each !== 0), 0] : values;
  return value === null ? order[0]! : (order[order.indexOf(value) + 1] ?? null);
}

function toggle(place: Place, isSecond: boolean): void {
  const board = drawn.value!;
  const entry = entryAt(board, place);
  if (entry) enter([[entry, nextValue(board, stands(entry), isSecond)]]);
  spoken.value = described(board, place);
}

/** The value that typed letters mean. */
function valueOf(board: Drawn, text: string): Value | undefined {
  const { values, texts } = board.asked;
  const same = (word: string): boolean => word.toLowerCase() === text.toLowerCase();
  const at = texts.findIndex(same);
  return at >= 0 ? values[at] : values.find((value) => same(String(value)));
}

function entered(letter: string): void {
  const board = drawn.value!;
  const entry = entryAt(board, cursor.value);
  if (!entry) return;
  for (const text of [pending.value + letter, letter]) {
    const value = valueOf(board, text);
    if (value === undefined) continue;
    pending.value = text;
    enter([[entry, value]]);
    spoken.value = described(drawn.value!, cursor.value);
    return;
  }
  if (board.asked.texts.some((text) => text.toLowerCase().startsWith(letter.toLowerCase()))) pending.value = letter;
}

/** Draws a line from a place to the next, or takes it away. */
function drawLine(from: Place, to: Place, value: Value | null): void {
  const board = drawn.value!;
  const entry = entryAt(board, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
  if (entry && stands(entry) !== value) enter([[entry, value]]);
}

// -- keys ------------------------------------------------------------------------------------------

function arrow(step: Place, isSecond: boolean): void {
  const board = drawn.value!;
  const [rows, cols] = board.shape;
  const [r, c] = cursor.value;
  if (mode.value === "play") {
    const halved = isHalved(board);
    const way: Place = [r + step[0], c + step[1]];
    if (halved && isSecond) {
      const middle = entryAt(board, [r + step[0] / 2, c + step[1] / 2]);
      if (middle) drawLine([r, c], way, stands(middle) === 1 ? null : 1);
      moveTo(middle ? way : [r, c]);
      return;
    }
    const by = halved ? 0.5 : 1;
    const low = board.asked.has_sides ? -0.5 : 0;
    const high = board.asked.has_sides ? 0.5 : 0;
    moveTo([
      Math.min(Math.max(r + step[0] * by, low), rows - 1 + high),
      Math.min(Math.max(c + step[1] * by, low), cols - 1 + high),
    ]);
    return;
  }
  const chosen = slots.value;
  const edge = { corners: -0.5, inside: 0.5 }[chosen?.where as string];
  if (edge) {
    moveTo([
      Math.min(Math.max(r + step[0], edge), rows - 1 - edge),
      Math.min(Math.max(c + step[1], edge), cols - 1 - edge),
    ]);
    return;
  }
  const way: Place = [r + step[0], c + step[1]];
  const area = areaSlots();
  if (area && isSecond && isInside(way, board.shape)) {
    const name = area.texts[key([r, c])] ?? newArea(area);
    void edit([{ name: area.name, at: way, words: [name] }]);
    moveTo(way);
    return;
  }
  if (areLines() && isSecond && isInside(way, board.shape)) {
    if (!path.value.length) stepOn([r, c]);
    stepOn(way);
  }
  const there = slotsAt(board, way);
  if (there || isInside(way, board.shape)) moveTo(way);
}

function pressed(event: KeyboardEvent): void {
  const step = ARROWS[event.key];
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && event.key.toLowerCase() === "z") void (event.shiftKey ? redo() : undo());
  else if (isCommand && event.key.toLowerCase() === "y") void redo();
  else if (isCommand || event.altKey) return;
  else if (step) arrow(step, event.shiftKey);
  else if (event.key === "Home") moveTo([0, 0]);
  else if (event.key === "Escape") {
    pending.value = "";
    path.value = held.value = [];
  }
  else if (event.key === "Backspace" || event.key === "Delete") {
    if (mode.value === "clues") rubbed();
    else {
      const entry = entryAt(drawn.value!, cursor.value);
      pending.value = "";
      if (entry) enter([[entry, null]]);
    }
  } else if (event.key === "Enter" || (event.key === " " && !wantsBlank())) {
    if (mode.value === "play") toggle(cursor.value, event.shiftKey);
    else if (areLines()) stepOn(cursor.value);
    else if (event.shiftKey && areaSlots()) {
      const area = areaSlots()!;
      void edit([{ name: area.name, at: cursor.value, words: [newArea(area)] }]);
    } else cycled(cursor.value);
  } else if (event.key.length === 1) {
    if (mode.value === "clues") typed(event.key);
    else entered(event.key);
  } else return;
  event.preventDefault();
}

/** Whether a blank is part of what is typed: between the numbers of a line. */
function wantsBlank(): boolean {
  return mode.value === "clues" && pending.value !== "" && slots.value?.words === null;
}

// -- pointers --------------------------------------------------------------------------------------

interface Drag { from: Place; last: Place; moved: boolean; isSecond: boolean; value: Value | null | undefined }
let drag: Drag | null = null;

/** What a drag goes over: cells, or corners where sides are drawn. */
function nodeAt(board: Drawn, place: Place): Place {
  return mode.value === "play" && isHalved(board) && board.asked.has_sides ? cornered(place) : rounded(place);
}

/** The place that is asked nearest to another. */
function nearest(board: Drawn, place: Place): Place | null {
  let best: Place | null = null;
  let least = 0.45;
  for (const each of board.asked.places) {
    const far = Math.hypot(each[0] - place[0], each[1] - place[1]);
    if (far < least) [best, least] = [each, far];
  }
  return best;
}

type Pointer = PointerEvent & { currentTarget: HTMLElement };

function placeOf(event: Pointer): Place {
  const picture = event.currentTarget.querySelector("svg")!;
  const bounds = picture.getBoundingClientRect();
  const scale = picture.viewBox.baseVal.width / bounds.width;
  return placeAt(drawn.value!, (event.clientX - bounds.left) * scale, (event.clientY - bounds.top) * scale);
}

function down(event: Pointer): void {
  const board = drawn.value!;
  const place = placeOf(event);
  const isSecond = event.shiftKey || event.button === 2 || second.value;
  event.currentTarget.setPointerCapture(event.pointerId);
  const node = nodeAt(board, place);
  drag = { from: place, last: node, moved: false, isSecond, value: undefined };
  if (mode.value === "clues") {
    const isCorner = slots.value?.where === "corners" || slots.value?.where === "inside";
    const chosen = isCorner ? cornered(place) : rounded(place);
    const isAgain = key(chosen) === key(cursor.value);
    const isPainted = (areaSlots() || areLines()) && isInside(chosen, board.shape);
    if (slotsAt(board, chosen)) moveTo(chosen);
    if (isPainted && areLines() && isSecond) stepOn(chosen);
    else if (isPainted) path.value = [chosen];
    else if (isAgain) cycled(chosen);
    return;
  }
  if (isHalved(board)) return;
  const entry = entryAt(board, node);
  const isAgain = key(node) === key(cursor.value);
  if (!entry) return;
  moveTo(node);
  const few = board.asked.values.length <= 3;
  if (few || (isAgain && board.asked.values.length <= 9)) {
    drag.value = nextValue(board, stands(entry), isSecond);
    enter([[entry, drag.value]]);
  }
}

/** Cells from one to another, without the first; a quick pointer leaves some out. */
function between(from: Place, to: Place): Place[] {
  const [dr, dc] = [to[0] - from[0], to[1] - from[1]];
  const steps = Math.max(Math.abs(dr), Math.abs(dc));
  return Array.from({ length: steps }, (_, i) =>
    rounded([from[0] + (dr * (i + 1)) / steps, from[1] + (dc * (i + 1)) / steps]));
}

function moved(event: Pointer): void {
  if (!drag) return;
  const board = drawn.value!;
  const place = placeOf(event);
  const node = nodeAt(board, place);
  if (key(node) === key(drag.last)) return;
  const isLine = mode.value === "clues" && areLines();
  if (isLine && Math.hypot(place[0] - node[0], place[1] - node[1]) > 0.38) return; // so that lines can slant
  const before = drag.last;
  drag.last = node;
  drag.moved = true;
  if (mode.value === "clues") {
    const cells = path.value;
    if (!cells.length || !isInside(node, board.shape)) return;
    const isBack = isLine && cells.length > 1 && key(cells.at(-2)!) === key(node);
    path.value = isBack ? cells.slice(0, -1) : [...cells, ...between(cells.at(-1)!, node)];
    return;
  }
  if (!isHalved(board)) {
    const entry = entryAt(board, node);
    if (entry && drag.value !== undefined && stands(entry) !== drag.value) enter([[entry, drag.value]]);
    return;
  }
  if (Math.abs(node[0] - before[0]) + Math.abs(node[1] - before[1]) !== 1) return;
  const entry = entryAt(board, [(node[0] + before[0]) / 2, (node[1] + before[1]) / 2]);
  if (!entry) return;
  if (drag.value === undefined) drag.value = drag.isSecond ? 0 : stands(entry) === 1 ? null : 1;
  drawLine(before, node, drag.value);
}

/** The two cells on both sides of where a pointer is; none if it is in the middle of a cell. */
function pairAt(place: Place, shape: Place): Place[] {
  const cell = rounded(place);
  const [dr, dc] = [place[0] - cell[0], place[1] - cell[1]];
  if (Math.max(Math.abs(dr), Math.abs(dc)) < 0.25) return [];
  const other: Place = Math.abs(dr) > Math.abs(dc)
    ? [cell[0] + Math.sign(dr), cell[1]]
    : [cell[0], cell[1] + Math.sign(dc)];
  const pair = [cell, other].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return isInside(other, shape) ? pair : [];
}

function up(): void {
  const done = drag;
  drag = null;
  if (!done) return;
  const board = drawn.value!;
  if (mode.value === "clues" && areLines()) {
    const { name, length } = slots.value!;
    const { from } = done;
    if (length && done.moved) path.value = path.value.slice(0, length);
    else if (length && !done.isSecond) path.value = pairAt(from, board.shape);
    if (done.moved || (length && !done.isSecond)) finish(name);
    else if (!done.isSecond) path.value = [];
  } else if (mode.value === "clues") {
    const area = areaSlots();
    const cells = path.value;
    path.value = [];
    if (!area || !cells[0] || (!done.moved && !done.isSecond)) return;
    const name = done.isSecond ? newArea(area) : (area.texts[key(cells[0])] ?? newArea(area));
    void edit(cells.map((at) => ({ name: area.name, at, words: [name] })));
  } else if (isHalved(board) && !done.moved) {
    const place = nearest(board, done.from);
    if (place) {
      moveTo(place);
      toggle(place, done.isSecond);
    }
  }
}

// -- what is seen ----------------------------------------------------------------------------------

function Cursor(): JSX.Element {
  const board = drawn.value!;
  const [r, c] = cursor.value;
  const [x, y] = xy(board, cursor.value);
  const { frame, shape } = board;
  const isBeside = r <= -1 || c <= -1 || r >= shape[0] || c >= shape[1];
  const isBetween = !isBeside && (r % 1 !== 0 || c % 1 !== 0);
  const width = isBetween ? frame[2] * 0.5 : c <= -1 || c >= shape[1] ? frame[3] : frame[2];
  const height = isBetween ? frame[2] * 0.5 : r <= -1 || r >= shape[0] ? frame[4] : frame[2];
  const size = sizeOf(board);
  const half = frame[2] / 2;
  return (
    <svg class="over" viewBox={`0 0 ${size[0]} ${size[1]}`} aria-hidden="true">
      {path.value.map((place) => {
        const [px, py] = xy(board, place);
        return <rect class="path" x={px - half} y={py - half} width={frame[2]} height={frame[2]} />;
      })}
      {held.value.map(({ at, words }) => {
        const [px, py] = xy(board, at as Place);
        return <text class="held" x={px} y={py}>{words![0]}</text>;
      })}
      {areLines() && <polyline points={path.value.map((place) => xy(board, place)).join(" ")} />}
      <rect class="cursor" x={x - width / 2} y={y - height / 2} width={width} height={height} rx="3" />
      {isUnfinished(board) && (
        <text class="pending" x={x + width / 2 - 3} y={y - height / 2 + 11}>{pending.value}</text>
      )}
    </svg>
  );
}

/** Whether what was typed is not what stands there (yet). */
function isUnfinished(board: Drawn): boolean {
  if (!pending.value || mode.value === "play") return false;
  const there = slotsAt(board, cursor.value);
  const stands = (there && there[0].texts[key(there[1])]) ?? "";
  return stands !== pending.value.trim() && stands !== pending.value.trim().toUpperCase();
}

function Picture(): JSX.Element {
  return <div class="picture" dangerouslySetInnerHTML={{ __html: drawn.value!.svg }} />;
}

/** Keys to touch: what can stand at the cursor. */
export function Keys(): JSX.Element | null {
  const board = drawn.value;
  if (!board) return null;
  const digits = [..."1234567890"];
  const words = mode.value === "play"
    ? board.asked.texts.slice(0, 16)
    : (slots.value?.words ?? digits).slice(0, 16);
  const press = mode.value === "play" ? entered : typed;
  const text = (input: HTMLInputElement): void => {
    const word = input.value.trim();
    input.value = "";
    if (word) void type(cursor.value, word);
  };
  return (
    <div class="keys" role="group" aria-label="keys">
      {words.map((word) => (
        <button onClick={() => press(word)}>{word}</button>
      ))}
      <button aria-label="erase" onClick={() => (mode.value === "play"
        ? enterNothing()
        : rubbed())}>⌫</button>
      <button aria-label="second meaning" aria-pressed={second.value} onClick={() => { second.value = !second.value; }}>⇧</button>
      {mode.value === "clues" && <input size={5} aria-label="text of the clue" placeholder="text" onChange={(event) => text(event.currentTarget)} />}
    </div>
  );
}

function enterNothing(): void {
  const entry = entryAt(drawn.value!, cursor.value);
  if (entry) enter([[entry, null]]);
}

export function Board(): JSX.Element {
  const board = drawn.value!;
  const size = sizeOf(board);
  const scale = Math.min(2, Math.max(1, WIDE / Math.max(...size)));
  return (
    <>
      <div
        class="board"
        role="application"
        aria-roledescription="puzzle board"
        aria-label={`${board.words} ${mode.value === "play" ? "Entries" : "Clues"} by arrow keys and typing.`}
        data-frame={board.frame.join(",")}
        style={{ width: `min(100%, ${size[0] * scale}px)` }}
        tabIndex={0}
        onKeyDown={pressed}
        onPointerDown={down}
        onPointerMove={moved}
        onPointerUp={up}
        onPointerCancel={() => { drag = null; path.value = []; }}
        onContextMenu={(event) => event.preventDefault()}
      >
        <Picture />
        <Cursor />
      </div>
      <p class="spoken" aria-live="polite">{spoken.value}</p>
    </>
  );
}
