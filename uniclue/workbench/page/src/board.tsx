// The board of the workbench: clues are typed on it, entries filled in, steps gone through.
import { signal } from "@preact/signals-core";
import { Fragment, h, type JSX } from "preact";
import { Board as Table } from "./board/board";
import { type Clerk, Editor, written } from "./board/edit";
import { type Board as Sheet, key, printedOf, xy } from "./board/geometry";
import { type Filled, inked as inkOf, SpotAt, Spots, type Strata } from "./board/ink";
import { Pad } from "./board/pad";
import { Solver } from "./board/solve";
import { told, toldAt } from "./board/told";
import { showKeys } from "./help";
import {
  chosen, colour, cursor, drawn, edit, fill, filled, held, inked, member, message, mode, path, pen, pending, redo, slots,
  spots, standing, symmetry, SYMMETRIES, undo,
} from "./state";

const second = signal(false);

const clerk: Clerk = {
  board: () => inked.value ?? drawn.value!,
  all: () => drawn.value!.slots,
  member, slots, cursor, pending, path, held, second, edit,
  symmetric: (cell) => SYMMETRIES[symmetry.value](cell, drawn.value!.shape),
  refuse: (why) => { message.value = why; },
  undo: () => void undo(),
  redo: () => void redo(),
  help: showKeys,
};
const editor = new Editor(clerk);

// -- entries ---------------------------------------------------------------------------------------

const known = (i: number): number =>
  filled.value.marks.get(i) ?? (inked.value && printedOf(inked.value).get(i)) ?? -1;
const isPrinted = (i: number): boolean => printedOf(inked.value!).has(i);

/** Changes one layer of what was filled in; the places that are not printed. */
function layered<K extends keyof Filled>(
  name: K, places: Iterable<number>, work: (layer: Filled[K], place: number) => void, isJoined = false,
): void {
  const layer = new Map(filled.value[name] as Map<number, never>) as Filled[K];
  for (const place of places) if (name === "colours" || !isPrinted(place)) work(layer, place);
  fill({ ...filled.value, [name]: layer }, isJoined);
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
  },
  mark: (places, value, isJoined) => layered("marks", places, (layer, place) => set(layer, place, value), isJoined),
  paint: (places, tone, isJoined) => layered("colours", places, (layer, place) => set(layer, place, tone), isJoined),
  note,
  erase,
  undo: () => void undo(),
  redo: () => void redo(),
  forget: () => void undo(),
});

// -- what is seen ----------------------------------------------------------------------------------

/** What lies on a board whose clues are typed: what is painted, what is not complete, the cursor. */
function Typed(): JSX.Element {
  const board = drawn.value!;
  const half = board.frame[2] / 2;
  const [x, y] = xy(board, cursor.value);
  return (
    <>
      <Spots board={board} spots={path.value.map((at) => ({ at, sort: "path" }))} />
      <Spots board={board} spots={editor.missing.map((at) => ({ at, sort: "missing" }))} />
      {held.value.map(({ at, words }) => {
        const [px, py] = xy(board, at as [number, number]);
        return <text class="held" x={px} y={py}>{words![0]}</text>;
      })}
      {editor.areLines && <polyline points={path.value.map((place) => xy(board, place)).join(" ")} />}
      <SpotAt board={board} at={cursor.value} sort="cursor" />
      {editor.isUnfinished && <text class="pending" x={x + half - 3} y={y - half + 11}>{pending.value}</text>}
    </>
  );
}

/** What was filled in, and what is pointed to. */
function strataOf(board: Sheet): Strata {
  const { below, above } = spots(board);
  const shown = solver.picks ? below : below.filter(({ sort }) => sort !== "chosen");
  return {
    ...inkOf(board, standing(board), shown),
    above: (
      <>
        <Spots board={board} spots={above} />
        {mode.value === "play" && <SpotAt board={board} at={cursor.value} sort="cursor" />}
      </>
    ),
  };
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
    if (word) void editor.write(cursor.value, word);
  };
  return (
    <div class="keys" role="group" aria-label="keys">
      {words.map((word) => <button onClick={() => editor.type(word)}>{word === slots.value?.wall ? `■ ${word}` : word}</button>)}
      <button aria-label="erase" onClick={editor.rub}>⌫</button>
      <button aria-label="second meaning" aria-pressed={second.value} onClick={() => { second.value = !second.value; }}>⇧</button>
      <input size={5} aria-label="text of the clue" placeholder="text" onChange={(event) => text(event.currentTarget)} />
    </div>
  );
}

export function Board(): JSX.Element {
  const board = drawn.value!;
  const sheet = inked.value;
  const isPlayed = mode.value === "play";
  return (
    <Table
      face={sheet ?? board}
      strata={sheet ? strataOf(sheet) : { above: isPlayed ? undefined : <Typed /> }}
      hand={isPlayed ? solver : editor}
      cursor={cursor.value}
      texts={() => (sheet ? told(sheet, standing(sheet)) : written(board.slots, board))}
      said={(place) => (sheet ? toldAt(sheet, standing(sheet), place) : written(board.slots, board).get(key(place)) ?? [])}
      has_sides={board.asked.has_sides && isPlayed}
      label={`${board.words} ${isPlayed ? "Entries" : "Clues"} by arrow keys and typing.`}
    />
  );
}
