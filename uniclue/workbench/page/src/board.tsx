// The board: clues are typed on the server's picture, entries on one that the page draws itself.
import { signal } from "@preact/signals-core";
import { Fragment, h, type JSX } from "preact";
import {
  type Board as Sheet, cornered, indexOf, isInside, key, nameOf, pointedAt, rounded, xy,
} from "./board/geometry";
import { type Filled, Picture, SpotAt } from "./board/ink";
import { Pad, worded } from "./board/pad";
import { between, Solver } from "./board/solve";
import { showKeys } from "./help";
import type { Drawn, Edit, Place, Slots } from "./server";
import {
  chosen, colour, cursor, drawn, edit, fill, filled, held, inked, member, message, mode, path, pen, pending, redo, slots,
  spoken, spots, standing, symmetry, SYMMETRIES, undo,
} from "./state";

const ARROWS: Record<string, Place> = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};
/** Pixels of a large board; a small one is at most twice its size. */
const WIDE = 560;
/** Whether a pointer does what it does with shift: for those that have no shift. */
const second = signal(false);

// -- places ----------------------------------------------------------------------------------------

/** Width and height of the server's picture. */
function sizeOf(board: Drawn): Place {
  const [, w, h] = board.svg.match(/viewBox="0 0 (\S+) (\S+)"/)!;
  return [Number(w), Number(h)];
}

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

/** A place and what stands there, in words. */
function described(board: Drawn, place: Place): string {
  const said = [nameOf(board, place, board.asked.has_sides && mode.value === "play")];
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
  const i = indexOf(board.asked.places, place);
  const value = filled.value.marks.get(i);
  if (value !== undefined) {
    said.push(`entry ${inked.value ? worded(inked.value, value) : board.asked.texts[value]}`);
  }
  const notes = [...(filled.value.corner.get(i) ?? []), ...(filled.value.centre.get(i) ?? [])];
  if (value === undefined && notes.length) said.push(`notes ${notes.sort((a, b) => a - b).map((each) => board.asked.texts[each]).join(" ")}`);
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
  const partner = partnerOf(there[0], there[1], words);
  const isRight = await edit([{ name: there[0].name, at: there[1], words }, ...partner]);
  const now = drawn.value!;
  if (isRight && mine && pending.value === mine) {
    const stands = now.slots.find((each) => each.name === there[0].name)?.texts[key(there[1])] ?? "";
    if (stands !== mine.trim()) pending.value = stands;
  }
  spoken.value = described(now, cursor.value);
}

const isNumber = (word: string): boolean => /^\d/.test(word);

/** The cell that is symmetric to one, if it is another. */
function symmetricTo(cell: Place): Place | null {
  const other = SYMMETRIES[symmetry.value](cell, drawn.value!.shape);
  return key(other) === key(cell) ? null : other;
}

/** What a clue does to its partner: it comes and goes with it, but a number is not repeated. */
function partnerOf(each: Slots, at: number[], words: string[]): Edit[] {
  const other = each.where === "cells" && !each.areas && symmetricTo(at as Place);
  if (!other) return [];
  const [stands, word] = [each.texts[key(other)], words[0]!];
  if (!word) return stands === undefined || !each.texts[key(at)] ? [] : [{ name: each.name, at: other, words: [""] }];
  if (stands !== undefined) return [];
  const there = isNumber(word) ? (each.words?.includes("?") ? ["?"] : []) : words;
  return there.length ? [{ name: each.name, at: other, words: there }] : [];
}

/** The cells without a clue whose partners have one. */
function missing(board: Drawn): Place[] {
  const each = slots.value;
  if (mode.value !== "clues" || !each || each.where !== "cells" || each.areas) return [];
  const cells = Object.keys(each.texts).map((text) => text.split(",").map(Number) as Place);
  const partners = cells.map(symmetricTo).filter((cell) => cell !== null);
  return partners.filter((cell) => each.texts[key(cell)] === undefined && isInside(cell, board.shape));
}

function typed(letter: string): void {
  const board = drawn.value!;
  const place = cursor.value;
  const there = slotsAt(board, place);
  if (!there) return;
  const { wall, texts } = there[0];
  if (wall && letter !== wall && texts[key(there[1])] === undefined && !pending.value.startsWith(wall)) {
    message.value = `a white cell; ${wall} makes it black, and then it can have a clue`;
    return;
  }
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

/** The next of the few things that can stand at a place, or the one before. */
function cycled(place: Place, isBack = false): void {
  const board = drawn.value!;
  const there = slotsAt(board, place);
  const words = there?.[0].clicks ?? [];
  if (!there || !words.length) return;
  const all = ["", ...words];
  const at = Math.max(all.indexOf(there[0].texts[key(there[1])] ?? ""), 0);
  const next = all[(at + (isBack ? all.length - 1 : 1)) % all.length]!;
  pending.value = "";
  void type(place, next);
}

// -- entries ---------------------------------------------------------------------------------------

const known = (i: number): number =>
  filled.value.marks.get(i) ?? inked.value?.printed.find(([place]) => place === i)?.[1] ?? -1;
const isPrinted = (i: number): boolean => inked.value!.printed.some(([place]) => place === i);

/** Changes one layer of what was filled in; the places that are not printed. */
function layered<K extends keyof Filled>(
  name: K, places: Iterable<number>, work: (layer: Filled[K], place: number) => void, isJoined = false,
): void {
  const layer = new Map(filled.value[name] as Map<number, never>) as Filled[K];
  for (const place of places) if (name === "colours" || !isPrinted(place)) work(layer, place);
  fill({ ...filled.value, [name]: layer }, isJoined);
  spoken.value = described(drawn.value!, cursor.value);
}

function set(layer: Map<number, number>, place: number, value: number): void {
  if (value < 0) layer.delete(place); else layer.set(place, value);
}

function note(places: Iterable<number>, value: number, isCentre: boolean): void {
  const name = isCentre ? "centre" : "corner";
  const open = [...places].filter((place) => known(place) < 0);
  const isThere = open.every((place) => filled.value[name].get(place)?.has(value));
  layered(name, open, (layer, place) => {
    const values = new Set(layer.get(place));
    if (isThere) values.delete(value); else values.add(value);
    layer.set(place, values);
  });
}

/** Takes away entries; where there is none, notes, and then colours. */
function erase(places: Iterable<number>): void {
  const some = [...places];
  for (const name of ["marks", "corner", "centre", "colours"] as const) {
    if (!some.some((place) => filled.value[name].has(place))) continue;
    return layered(name, some, (layer, place) => { layer.delete(place); });
  }
}

const solver = new Solver({
  board: () => inked.value!,
  isOpen: () => inked.value !== null && mode.value === "play",
  pen: () => pen.value,
  colour: () => colour.value,
  stands: known,
  colourAt: (i) => filled.value.colours.get(i) ?? -1,
  cursor: () => cursor.value,
  chosen: () => chosen.value,
  choose: (place, some) => {
    cursor.value = place;
    chosen.value = some;
    spoken.value = described(drawn.value!, place);
  },
  mark: (places, value, isJoined) => layered("marks", places, (layer, place) => set(layer, place, value), isJoined),
  paint: (places, tone, isJoined) => layered("colours", places, (layer, place) => set(layer, place, tone), isJoined),
  note,
  erase,
  undo: () => void undo(),
  redo: () => void redo(),
  forget: () => void undo(),
});

// -- keys ------------------------------------------------------------------------------------------

function arrow(step: Place, isSecond: boolean): void {
  const board = drawn.value!;
  const [rows, cols] = board.shape;
  const [r, c] = cursor.value;
  const edge = { corners: -0.5, inside: 0.5 }[slots.value?.where as string];
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
  if (mode.value === "play") {
    if (inked.value && solver.key(event)) event.preventDefault();
    return;
  }
  const step = ARROWS[event.key];
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && event.key.toLowerCase() === "z") void (event.shiftKey ? redo() : undo());
  else if (isCommand && event.key.toLowerCase() === "y") void redo();
  else if (isCommand || event.altKey) return;
  else if (event.key === "?" && !slots.value?.words?.includes("?")) showKeys();
  else if (step) arrow(step, event.shiftKey);
  else if (event.key === "Home") moveTo([0, 0]);
  else if (event.key === "Escape") {
    pending.value = "";
    path.value = held.value = [];
  }
  else if (event.key === "Backspace" || event.key === "Delete") {
    rubbed();
  } else if (event.key === "Enter" || (event.key === " " && !wantsBlank())) {
    if (areLines()) stepOn(cursor.value);
    else if (event.shiftKey && areaSlots()) {
      const area = areaSlots()!;
      void edit([{ name: area.name, at: cursor.value, words: [newArea(area)] }]);
    } else cycled(cursor.value, event.shiftKey);
  } else if (event.key.length === 1) {
    typed(event.key);
  } else return;
  event.preventDefault();
}

/** Whether a blank is part of what is typed: between the numbers of a line. */
function wantsBlank(): boolean {
  return pending.value !== "" && slots.value?.words === null;
}

// -- pointers --------------------------------------------------------------------------------------

interface Drag { from: Place; last: Place; moved: boolean; isSecond: boolean }
let drag: Drag | null = null;
type Pointer = PointerEvent & { currentTarget: HTMLElement };

function down(event: Pointer): void {
  const board = drawn.value!;
  const place = pointedAt(inked.value ?? board, event);
  const isSecond = event.shiftKey || event.button === 2 || second.value;
  event.currentTarget.setPointerCapture(event.pointerId);
  drag = { from: place, last: rounded(place), moved: false, isSecond };
  const isCorner = slots.value?.where === "corners" || slots.value?.where === "inside";
  const there = isCorner ? cornered(place) : rounded(place);
  const isAgain = key(there) === key(cursor.value);
  const isPainted = (areaSlots() || areLines()) && isInside(there, board.shape);
  if (slotsAt(board, there)) moveTo(there);
  if (isPainted && areLines() && isSecond) stepOn(there);
  else if (isPainted) path.value = [there];
  else if (isAgain) cycled(there, isSecond);
}

function moved(event: Pointer): void {
  if (!drag) return;
  const board = drawn.value!;
  const place = pointedAt(inked.value ?? board, event);
  const node = rounded(place);
  if (key(node) === key(drag.last)) return;
  const isLine = areLines();
  if (isLine && Math.hypot(place[0] - node[0], place[1] - node[1]) > 0.38) return; // so that lines can slant
  drag.last = node;
  drag.moved = true;
  const cells = path.value;
  if (!cells.length || !isInside(node, board.shape)) return;
  const isBack = isLine && cells.length > 1 && key(cells.at(-2)!) === key(node);
  path.value = isBack ? cells.slice(0, -1) : [...cells, ...between(cells.at(-1)!, node)];
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
  if (areLines()) {
    const { name, length } = slots.value!;
    const { from } = done;
    if (length && done.moved) path.value = path.value.slice(0, length);
    else if (length && !done.isSecond) path.value = pairAt(from, board.shape);
    if (done.moved || (length && !done.isSecond)) finish(name);
    else if (!done.isSecond) path.value = [];
  } else {
    const area = areaSlots();
    const cells = path.value;
    path.value = [];
    if (!area || !cells[0] || (!done.moved && !done.isSecond)) return;
    const name = done.isSecond ? newArea(area) : (area.texts[key(cells[0])] ?? newArea(area));
    void edit(cells.map((at) => ({ name: area.name, at, words: [name] })));
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
      {missing(board).map((place) => {
        const [px, py] = xy(board, place);
        return <rect class="missing" x={px - half + 3} y={py - half + 3} width={frame[2] - 6} height={frame[2] - 6} rx="3" />;
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
  if (!pending.value) return false;
  const there = slotsAt(board, cursor.value);
  const stands = (there && there[0].texts[key(there[1])]) ?? "";
  return stands !== pending.value.trim() && stands !== pending.value.trim().toUpperCase();
}

/** The server's picture, with the cursor over it. */
function Drawing(): JSX.Element {
  return (
    <>
      <div class="picture" dangerouslySetInnerHTML={{ __html: drawn.value!.svg }} />
      <Cursor />
    </>
  );
}

/** The board with what was filled in, drawn by the page. */
function Inked({ board }: { board: Sheet }): JSX.Element {
  const { below, above } = spots(board);
  const shown = solver.picks ? below : below.filter(({ sort }) => sort !== "chosen");
  return (
    <div class="picture">
      <Picture board={board} filled={standing(board)} spots={shown} above={
        <>
          {above.map(({ at, sort }) => <SpotAt board={board} at={at} sort={sort} />)}
          {mode.value === "play" && <SpotAt board={board} at={cursor.value} sort="cursor" />}
        </>
      } />
    </div>
  );
}

/** Keys to touch: what can stand at the cursor. */
export function Keys(): JSX.Element | null {
  if (!drawn.value) return null;
  if (mode.value === "play") {
    return inked.value && <Pad board={inked.value} solver={solver} pen={pen} colour={colour} erase={() => erase(chosen.value)} />;
  }
  const wall = slots.value?.wall ? [slots.value.wall] : [];
  const words = [...wall, ...(slots.value?.words ?? [..."1234567890"]).slice(0, 16)];
  const text = (input: HTMLInputElement): void => {
    const word = input.value.trim();
    input.value = "";
    if (word) void type(cursor.value, word);
  };
  return (
    <div class="keys" role="group" aria-label="keys">
      {words.map((word) => <button onClick={() => typed(word)}>{word === slots.value?.wall ? `■ ${word}` : word}</button>)}
      <button aria-label="erase" onClick={rubbed}>⌫</button>
      <button aria-label="second meaning" aria-pressed={second.value} onClick={() => { second.value = !second.value; }}>⇧</button>
      <input size={5} aria-label="text of the clue" placeholder="text" onChange={(event) => text(event.currentTarget)} />
    </div>
  );
}

export function Board(): JSX.Element {
  const board = drawn.value!;
  const sheet = inked.value;
  const size = sheet ? sheet.layers[0] : sizeOf(board);
  const scale = Math.min(2, Math.max(1, WIDE / Math.max(...size)));
  const isPlayed = mode.value === "play";
  return (
    <>
      <div
        class="board"
        role="application"
        aria-roledescription="puzzle board"
        aria-label={`${board.words} ${isPlayed ? "Entries" : "Clues"} by arrow keys and typing.`}
        data-frame={(sheet ?? board).frame.join(",")}
        style={{ width: `min(100%, ${size[0] * scale}px)` }}
        tabIndex={0}
        onKeyDown={pressed}
        onPointerDown={isPlayed ? solver.down : down}
        onPointerMove={isPlayed ? solver.moved : moved}
        onPointerUp={isPlayed ? solver.up : up}
        onPointerCancel={isPlayed ? solver.cancel : () => { drag = null; path.value = []; }}
        onDblClick={isPlayed ? solver.all : undefined}
        onContextMenu={(event) => event.preventDefault()}
      >
        {sheet ? <Inked board={sheet} /> : <Drawing />}
      </div>
      <p class="spoken" aria-live="polite">{spoken.value}</p>
    </>
  );
}
