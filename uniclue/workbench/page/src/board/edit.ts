// What pointers and keys do to a board whose clues are typed: slots, areas and lines; see slots.py.
import type { ReadonlySignal, Signal } from "@preact/signals-core";
import {
  ARROWS, type Face, type Hand, type Place, type Pointer, between, cornered, isInside, key, nameOf, pointedAt, rounded,
} from "./geometry";
import { say, type Texts } from "./told";

export type Where =
  "cells" | "corners" | "inside" | "around" | "lines" | "top" | "bottom" | "left" | "right";

/** The places of a member and their texts; see `Slots` of slots.py. */
export interface Slots {
  name: string;
  where: Where;
  texts: Record<string, string>;
  words: string[] | null;
  clicks: string[];
  wall: string;
  areas: string;
  lines: Place[][];
  length: number;
}

/** A text that is typed at an index, by what it may mean, or a list of cells. */
export interface Edit { name: string; at?: number[]; words?: string[]; cells?: Place[] }

/** The page that a board lies on: what is typed there, and where it goes. */
export interface Clerk {
  board(): Face;
  all(): Slots[];
  /** The member that is typed, by its name. */
  member: Signal<string>;
  slots: ReadonlySignal<Slots | undefined>;
  cursor: Signal<Place>;
  /** What was typed and does not stand there yet. */
  pending: Signal<string>;
  /** Cells that a line or an area is drawn through. */
  path: Signal<Place[]>;
  /** What was painted and is no puzzle yet, until more is. */
  held: Signal<Edit[]>;
  /** Whether a pointer does what it does with shift: for those that have no shift. */
  second: Signal<boolean>;
  /** The cell that is symmetric to one. */
  symmetric(cell: Place): Place;
  edit(edits: Edit[]): Promise<boolean>;
  refuse(why: string): void;
  undo(): void;
  redo(): void;
  help(): void;
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

/** The place of an index of a member. */
export function placeIn(each: Slots, [r = 0, c = 0]: number[], [rows, cols]: Place): Place {
  switch (each.where) {
    case "corners": return [r - 0.5, c - 0.5];
    case "inside": return [r + 0.5, c + 0.5];
    case "top": return [-1, r];
    case "bottom": return [rows, r];
    case "left": return [r, -1];
    case "right": return [r, cols];
    default: return [r, c];
  }
}

/** What members say of their places. */
export function written(all: Slots[], board: Face): Texts {
  const texts: Texts = new Map();
  for (const each of all) {
    const name = each.name.replace(/_/g, " ");
    for (const [at, text] of Object.entries(each.texts)) {
      if (text) say(texts, placeIn(each, at.split(",").map(Number), board.shape), `${name} ${text}`);
    }
    for (const line of each.lines) {
      for (const cell of line) say(texts, cell, `${name} ${nameOf(board, line[0]!)} to ${nameOf(board, line.at(-1)!)}`);
    }
  }
  return texts;
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

interface Drag { from: Place; last: Place; moved: boolean; isSecond: boolean }

export class Editor implements Hand {
  private drag: Drag | null = null;
  /** What clicks have put at places and the answer does not show yet. */
  private readonly awaited = new Map<string, { word: string }>();

  constructor(private readonly clerk: Clerk) {}

  // -- slots ---------------------------------------------------------------------------------------

  /** The member that is typed at a place: the chosen one, or else one that has the place. */
  private slotsAt(place: Place): [Slots, number[]] | null {
    const { clerk } = this;
    const chosen = clerk.slots.value;
    for (const each of chosen ? [chosen, ...clerk.all()] : clerk.all()) {
      const at = indexIn(each, place, clerk.board().shape);
      if (at) return [each, at];
    }
    return null;
  }

  /** The areas that are painted. */
  private get areas(): Slots | undefined {
    return this.clerk.all().find((each) => each.name === this.clerk.slots.value?.areas);
  }

  get areLines(): boolean { return this.clerk.slots.value?.where === "lines"; }

  private moveTo(place: Place): void {
    this.clerk.cursor.value = place;
    this.clerk.pending.value = "";
    const there = this.slotsAt(place);
    if (there) this.clerk.member.value = there[0].name;
  }

  /** Whether what was typed is not what stands there (yet). */
  get isUnfinished(): boolean {
    const { pending, cursor } = this.clerk;
    if (!pending.value) return false;
    const there = this.slotsAt(cursor.value);
    const stands = (there && there[0].texts[key(there[1])]) ?? "";
    return stands !== pending.value.trim() && stands !== pending.value.trim().toUpperCase();
  }

  // -- typing --------------------------------------------------------------------------------------

  /** Types a text at a place; what it may mean besides is tried after it. */
  async write(place: Place, ...words: string[]): Promise<void> {
    const { pending } = this.clerk;
    const there = this.slotsAt(place);
    if (!there) return;
    const [{ name }, at] = there;
    const mine = pending.value;
    const isRight = await this.clerk.edit([{ name, at, words }, ...this.partnerOf(there[0], at, words)]);
    if (!isRight || !mine || pending.value !== mine) return;
    const stands = this.clerk.all().find((each) => each.name === name)?.texts[key(at)] ?? "";
    if (stands !== mine.trim()) pending.value = stands;
  }

  /** The cell that is symmetric to one, if it is another. */
  private partner(cell: Place): Place | null {
    const other = this.clerk.symmetric(cell);
    return key(other) === key(cell) ? null : other;
  }

  /** What a clue does to its partner: it comes and goes with it, but a number is not repeated. */
  private partnerOf(each: Slots, at: number[], words: string[]): Edit[] {
    const other = each.where === "cells" && !each.areas && this.partner(at as Place);
    if (!other) return [];
    const [stands, word] = [each.texts[key(other)], words[0]!];
    if (!word) return stands === undefined || !each.texts[key(at)] ? [] : [{ name: each.name, at: other, words: [""] }];
    if (stands !== undefined) return [];
    const there = /^\d/.test(word) ? (each.words?.includes("?") ? ["?"] : []) : words;
    return there.length ? [{ name: each.name, at: other, words: there }] : [];
  }

  /** The cells without a clue whose partners have one. */
  get missing(): Place[] {
    const each = this.clerk.slots.value;
    if (!each || each.where !== "cells" || each.areas) return [];
    const cells = Object.keys(each.texts).map((text) => text.split(",").map(Number) as Place);
    const partners = cells.map((cell) => this.partner(cell)).filter((cell) => cell !== null);
    return partners.filter((cell) => each.texts[key(cell)] === undefined && isInside(cell, this.clerk.board().shape));
  }

  type(letter: string): void {
    const { cursor, pending } = this.clerk;
    const place = cursor.value;
    const there = this.slotsAt(place);
    if (!there) return;
    const { wall, texts, areas, name } = there[0];
    if (wall && letter !== wall && texts[key(there[1])] === undefined && !pending.value.startsWith(wall)) {
      return this.clerk.refuse(`a white cell; ${wall} makes it black, and then it can have a clue`);
    }
    const before = areas === name ? "" : pending.value;
    const large = letter.toUpperCase();
    pending.value = before + letter;
    const words = [before + letter, before + large, letter, large].map((word) => word.trim());
    void this.write(place, ...new Set(words.filter(Boolean)));
  }

  rub = (): void => {
    const { cursor, pending, path } = this.clerk;
    if (path.value.length) path.value = path.value.slice(0, -1);
    else if (pending.value.length > 1) {
      pending.value = pending.value.slice(0, -1);
      void this.write(cursor.value, pending.value.trim());
    } else {
      pending.value = "";
      void this.write(cursor.value, "");
    }
  };

  /** The next of the few things that can stand at a place, or the one before. */
  private cycle(place: Place, isBack = false): void {
    const there = this.slotsAt(place);
    const words = there?.[0].clicks ?? [];
    if (!there || !words.length) return;
    const [{ name, texts }, index] = there;
    const slot = `${name} ${key(index)}`;
    const all = ["", ...words];
    const at = Math.max(all.indexOf(this.awaited.get(slot)?.word ?? texts[key(index)] ?? ""), 0);
    const click = { word: all[(at + (isBack ? all.length - 1 : 1)) % all.length]! };
    this.awaited.set(slot, click);
    this.clerk.pending.value = "";
    void this.write(place, click.word).finally(() => {
      if (this.awaited.get(slot) === click) this.awaited.delete(slot);
    });
  }

  // -- areas and lines -----------------------------------------------------------------------------

  /** A name that no area has yet. */
  private newArea(each: Slots): string {
    const taken = new Set(Object.values(each.texts));
    for (let i = 0; ; i++) {
      const name = String.fromCharCode(65 + (i % 26)) + (i < 26 ? "" : Math.floor(i / 26));
      if (!taken.has(name)) return name;
    }
  }

  /** Goes on with a line; at its last cell, or if it has all its cells, it is drawn. */
  private stepOn(cell: Place): void {
    const { path, slots } = this.clerk;
    const cells = path.value;
    const isLast = cells.length > 0 && key(cells.at(-1)!) === key(cell);
    path.value = isLast ? cells : [...cells, cell];
    if (isLast || path.value.length === slots.value!.length) this.finish();
  }

  private finish(): void {
    const { path, slots } = this.clerk;
    const cells = path.value;
    path.value = [];
    if (cells.length >= 2) void this.clerk.edit([{ name: slots.value!.name, cells }]);
  }

  // -- keys ----------------------------------------------------------------------------------------

  private arrow(step: Place, isSecond: boolean): void {
    const { cursor, slots, path } = this.clerk;
    const { shape: [rows, cols], shape } = this.clerk.board();
    const [r, c] = cursor.value;
    const edge = { corners: -0.5, inside: 0.5 }[slots.value?.where as string];
    if (edge !== undefined) {
      const within = (x: number, side: number): number => Math.min(Math.max(x, edge), side - 1 - edge);
      return this.moveTo([within(r + step[0], rows), within(c + step[1], cols)]);
    }
    const way: Place = [r + step[0], c + step[1]];
    const area = this.areas;
    if (area && isSecond && isInside(way, shape)) {
      const name = area.texts[key([r, c])] ?? this.newArea(area);
      void this.clerk.edit([{ name: area.name, at: way, words: [name] }]);
      return this.moveTo(way);
    }
    if (this.areLines && isSecond && isInside(way, shape)) {
      if (!path.value.length) this.stepOn([r, c]);
      this.stepOn(way);
    }
    if (this.slotsAt(way) || isInside(way, shape)) this.moveTo(way);
  }

  /** Whether a blank is part of what is typed: between the numbers of a line. */
  private get wantsBlank(): boolean {
    return this.clerk.pending.value !== "" && this.clerk.slots.value?.words === null;
  }

  key(event: KeyboardEvent): boolean {
    const { clerk } = this;
    const step = ARROWS[event.key];
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === "z") (event.shiftKey ? clerk.redo : clerk.undo)();
    else if (isCommand && event.key.toLowerCase() === "y") clerk.redo();
    else if (isCommand || event.altKey) return false;
    else if (event.key === "?" && !clerk.slots.value?.words?.includes("?")) clerk.help();
    else if (step) this.arrow(step, event.shiftKey);
    else if (event.key === "Home") this.moveTo([0, 0]);
    else if (event.key === "Escape") {
      clerk.pending.value = "";
      clerk.path.value = clerk.held.value = [];
    } else if (event.key === "Backspace" || event.key === "Delete") this.rub();
    else if (event.key === "Enter" || (event.key === " " && !this.wantsBlank)) this.enter(event.shiftKey);
    else if (event.key.length === 1) this.type(event.key);
    else return false;
    return true;
  }

  private enter(isSecond: boolean): void {
    const { cursor } = this.clerk;
    const area = this.areas;
    if (this.areLines) this.stepOn(cursor.value);
    else if (isSecond && area) void this.clerk.edit([{ name: area.name, at: cursor.value, words: [this.newArea(area)] }]);
    else this.cycle(cursor.value, isSecond);
  }

  // -- pointers ------------------------------------------------------------------------------------

  down(event: Pointer): void {
    const { cursor, path, slots, second } = this.clerk;
    const board = this.clerk.board();
    const place = pointedAt(board, event);
    const isSecond = event.shiftKey || event.button === 2 || second.value;
    event.currentTarget.setPointerCapture(event.pointerId);
    this.drag = { from: place, last: rounded(place), moved: false, isSecond };
    const isCorner = slots.value?.where === "corners" || slots.value?.where === "inside";
    const there = isCorner ? cornered(place) : rounded(place);
    const isAgain = key(there) === key(cursor.value);
    const isPainted = (this.areas || this.areLines) && isInside(there, board.shape);
    if (this.slotsAt(there)) this.moveTo(there);
    if (isPainted && this.areLines && isSecond) this.stepOn(there);
    else if (isPainted) path.value = [there];
    else if (isAgain) this.cycle(there, isSecond);
  }

  moved(event: Pointer): void {
    const { drag, areLines } = this;
    if (!drag) return;
    const { path } = this.clerk;
    const board = this.clerk.board();
    const place = pointedAt(board, event);
    const node = rounded(place);
    if (key(node) === key(drag.last)) return;
    if (areLines && Math.hypot(place[0] - node[0], place[1] - node[1]) > 0.38) return; // so that lines can slant
    drag.last = node;
    drag.moved = true;
    const cells = path.value;
    if (!cells.length || !isInside(node, board.shape)) return;
    const isBack = areLines && cells.length > 1 && key(cells.at(-2)!) === key(node);
    path.value = isBack ? cells.slice(0, -1) : [...cells, ...between(cells.at(-1)!, node)];
  }

  up(): void {
    const done = this.drag;
    this.drag = null;
    if (!done) return;
    const { path, slots } = this.clerk;
    if (this.areLines) {
      const { length } = slots.value!;
      if (length && done.moved) path.value = path.value.slice(0, length);
      else if (length && !done.isSecond) path.value = pairAt(done.from, this.clerk.board().shape);
      if (done.moved || (length && !done.isSecond)) this.finish();
      else if (!done.isSecond) path.value = [];
      return;
    }
    const area = this.areas;
    const cells = path.value;
    path.value = [];
    if (!area || !cells[0] || (!done.moved && !done.isSecond)) return;
    const name = done.isSecond ? this.newArea(area) : (area.texts[key(cells[0])] ?? this.newArea(area));
    void this.clerk.edit(cells.map((at) => ({ name: area.name, at, words: [name] })));
  }

  cancel(): void {
    this.drag = null;
    this.clerk.path.value = [];
  }
}
