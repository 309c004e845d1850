// What a player has done: marks, notes, colours, time, undo, autosave and trace.
import { batch, computed, signal } from "@preact/signals-core";
import type { Board, Place } from "../board/geometry";
import { familyOf, indexOf, printedOf } from "../board/geometry";
import { Hints, type Step } from "../board/hints";
import { type Filled, nothing } from "../board/ink";
import { type Clauses, Rules } from "../board/rules";
import { sha256 } from "../board/sha256";
import { type Desk, type Pen, Solver } from "../board/solve";
import { download, MOST_MOVES, type Move, traceFile } from "../board/trace";

/** A puzzle; see `PlayGame` of playing.py. */
export interface Game {
  title: string; author: string; message: string; kind: string; rules: string[]; board: string; often: number;
  check: "which" | "whether" | "finish"; has_hints: boolean;
  digest: string; certificate: string; finish: string; judges: boolean; secret: string;
}

const data = JSON.parse(document.getElementById("data")!.textContent!) as { title: string; home: string; trace: boolean; clauses: string; games: Game[] };
export const { title, home, trace: keepsTrace, games } = data;
export const number = signal(0);
export const game = computed(() => games[number.value]!);
export const board = signal<Board>(null!);
export const family = computed(() => familyOf(board.value));
export const filled = signal<Filled>(nothing());
export const chosen = signal<Set<number>>(new Set());
export const cursor = signal<Place>([0, 0]);
export const pen = signal<Pen>("value");
export const colour = signal(0);
export const seconds = signal(0);
export const isSolved = signal(false);
export const isPaused = signal(false);
/** What Check and Hint said. */
export const said = signal("");
export const wrong = signal<number[]>([]);
/** The rules that were found to be broken. */
export const broken = signal<string[]>([]);
/** Steps that were asked for; the first is told. */
export const shown = signal<number[]>([]);
export const hints = signal<Hints | null>(null);
const answer = signal<number[] | null>(null);

const past = signal<Filled[]>([]);
const future = signal<Filled[]>([]);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);
export const printed = computed(() => printedOf(board.value));
/** What is printed and what was entered. */
export const known = computed(() => new Map([...printed.value, ...filled.value.marks]));
let moves: Move[] = [];
let began = 0;
let spentBefore = 0;

const MOST_MOMENTS = 1000;

// -- time and autosave -------------------------------------------------------------------------------

const where = (): string => `uniclue.play.${game.value.digest.slice(0, 32)}`;
const elapsed = (): number => spentBefore + (isPaused.value || isSolved.value ? 0 : performance.now() - began);
export const clock = (s: number): string => `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;

function note(what: string, place = -1, value = -1): void {
  if (keepsTrace && moves.length < MOST_MOVES) moves.push([Math.round(elapsed()), what, place, value]);
}

function keep(): void {
  const { marks, corner, centre, colours } = filled.value;
  const sets = (some: Map<number, Set<number>>): [number, number[]][] => [...some].map(([i, set]) => [i, [...set]]);
  const kept = { marks: [...marks], corner: sets(corner), centre: sets(centre), colours: [...colours], ms: elapsed(), solved: isSolved.value, moves };
  try { localStorage.setItem(where(), JSON.stringify(kept)); } catch { /* no room: it is played all the same */ }
}

function restored(): void {
  try {
    const kept = JSON.parse(localStorage.getItem(where()) ?? "null");
    if (!kept) return;
    const sets = (some: [number, number[]][]): Map<number, Set<number>> => new Map(some.map(([i, set]) => [i, new Set(set)]));
    filled.value = { marks: new Map(kept.marks), corner: sets(kept.corner), centre: sets(kept.centre), colours: new Map(kept.colours) };
    spentBefore = kept.ms;
    isSolved.value = kept.solved;
    moves = kept.moves ?? [];
  } catch { /* unreadable: it begins anew */ }
}

/** What is packed as base64. */
async function unpacked<T>(text: string): Promise<T> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text()) as T;
}

let wanted = 0;

/** Opens a puzzle as it was left. */
export async function open(index: number): Promise<void> {
  wanted = index;
  const next = await unpacked<Board>(games[index]!.board);
  if (wanted !== index) return;
  batch(() => {
    number.value = index;
    board.value = next;
    past.value = future.value = [];
    filled.value = nothing();
    moves = [];
    spentBefore = 0;
    isSolved.value = isPaused.value = false;
    hints.value = answer.value = null;
    pen.value = "value";
    said.value = "";
    clearTold();
    const first = board.value.places.find((place) => familyOf(board.value) !== "digits" || !printed.value.has(indexOf(board.value.places, place)));
    cursor.value = first ?? board.value.places[0]!;
    chosen.value = new Set([indexOf(board.value.places, cursor.value)]);
    restored();
    began = performance.now();
    finish(); // where all that is left is empty
    seconds.value = Math.floor(elapsed() / 1000);
  });
}

export function pause(to: boolean): void {
  if (isSolved.value || isPaused.value === to) return;
  if (to) spentBefore = elapsed();
  isPaused.value = to;
  if (!to) began = performance.now();
  note(to ? "pause" : "resume");
  keep();
}

export function startClock(): void {
  setInterval(() => { seconds.value = Math.floor(elapsed() / 1000); }, 1000);
  document.addEventListener("visibilitychange", () => { if (document.hidden) pause(true); });
  addEventListener("pagehide", keep);
}

// -- entries -----------------------------------------------------------------------------------------

function change(next: Filled, isJoined = false): void {
  batch(() => {
    if (!isJoined) past.value = [...past.value.slice(1 - MOST_MOMENTS), filled.value];
    future.value = [];
    filled.value = next;
    settle();
  });
}

function clearTold(): void {
  wrong.value = shown.value = [];
  broken.value = [];
}

/** After every change: nothing is told any more; it is looked whether all is there, and kept. */
function settle(): void {
  clearTold();
  said.value = "";
  finish();
  keep();
}

function mark(places: Iterable<number>, value: number, isJoined = false): void {
  const marks = new Map(filled.value.marks);
  let isNew = false;
  for (const place of places) {
    if (printed.value.has(place) || (marks.get(place) ?? -1) === value) continue;
    isNew = true;
    if (value < 0) marks.delete(place); else marks.set(place, value);
    note("mark", place, value);
  }
  if (isNew) change({ ...filled.value, marks }, isJoined);
}

/** Notes a value, or takes the note away if all the places have it. */
function jot(places: Iterable<number>, value: number, isCentre: boolean): void {
  const layer = isCentre ? "centre" : "corner";
  const open_ = [...places].filter((place) => !known.value.has(place));
  if (!open_.length) return;
  const all = new Map(filled.value[layer]);
  const isThere = open_.every((place) => all.get(place)?.has(value));
  for (const place of open_) {
    const set = new Set(all.get(place));
    if (isThere) set.delete(value); else set.add(value);
    if (set.size) all.set(place, set); else all.delete(place);
    note(layer, place, value);
  }
  change({ ...filled.value, [layer]: all });
}

function paint(places: Iterable<number>, tone: number, isJoined = false): void {
  const colours = new Map(filled.value.colours);
  for (const place of places) {
    if (tone < 0) colours.delete(place); else colours.set(place, tone);
    note("colour", place, tone);
  }
  change({ ...filled.value, colours }, isJoined);
}

/** Takes away entries; where there is none, notes, and then colours. */
function erase(places: Iterable<number>): void {
  const some = [...places];
  for (const layer of ["marks", "corner", "centre", "colours"] as const) {
    if (!some.some((place) => filled.value[layer].has(place))) continue;
    if (layer === "marks") return mark(some, -1);
    const left = new Map(filled.value[layer] as Map<number, never>);
    some.forEach((place) => left.delete(place));
    note("erase", some[0]);
    return change({ ...filled.value, [layer]: left });
  }
}

function travel(from: typeof past, to: typeof past, name: string): void {
  const other = from.value.at(-1);
  if (!other) return;
  batch(() => {
    to.value = [...to.value, filled.value];
    from.value = from.value.slice(0, -1);
    filled.value = other;
    note(name);
    settle();
  });
}
export const undo = (): void => travel(past, future, "undo");
export const redo = (): void => travel(future, past, "redo");
export function restart(): void {
  note("restart");
  hints.value?.done.clear();
  isSolved.value = false;
  spentBefore = 0;
  began = performance.now();
  change(nothing());
}

const desk: Desk = {
  board: () => board.value,
  isOpen: () => !isPaused.value && !isSolved.value,
  pen: () => pen.value,
  colour: () => colour.value,
  stands: (i) => known.value.get(i) ?? -1,
  colourAt: (i) => filled.value.colours.get(i) ?? -1,
  cursor: () => cursor.value,
  chosen: () => chosen.value,
  choose: (place, some) => { batch(() => { cursor.value = place; chosen.value = some; }); },
  mark, note: jot, paint, erase, undo, redo,
  forget: () => { undo(); future.value = []; },
};
export const solver = new Solver(desk);
export const erased = (): void => erase(chosen.value);

// -- check and hints ---------------------------------------------------------------------------------

/** Looks whether all is there, by the digest of the solution, which does not tell it. */
function finish(): void {
  if (isSolved.value) return;
  const all = board.value.places.map((_, i) => known.value.get(i) ?? board.value.blank);
  if (all.includes(-1) || sha256(`${game.value.digest}:${all.join(",")}`) !== game.value.finish) return;
  spentBefore = elapsed();
  isSolved.value = true;
  seconds.value = Math.floor(spentBefore / 1000);
  said.value = `Solved in ${clock(seconds.value)}. ${game.value.message}`.trim();
  note("solved");
}

/** Unpacks answer and steps when they are first asked for; false if another puzzle was opened meanwhile. */
async function unpack(): Promise<boolean> {
  const mine = game.value;
  if (answer.value || !mine.secret) return true;
  const secret = await unpacked<{ answer: number[]; steps: Step[] }>(mine.secret);
  if (mine !== game.value) return false;
  answer.value = secret.answer;
  if (mine.has_hints) hints.value = new Hints(secret.steps, board.value.units, board.value.blank);
  return true;
}

const mistakes = (): number[] =>
  [...filled.value.marks].filter(([place, value]) => answer.value && answer.value[place] !== value).map(([place]) => place);
const number_of = (count: number): string => (count === 1 ? "one entry is wrong" : `${count} entries are wrong`);

/** Says what the author lets it say about the entries. */
export async function check(): Promise<void> {
  const how = game.value.check;
  if (how !== "finish" && !await unpack()) return;
  note("check");
  batch(() => {
    clearTold();
    const found = how === "finish" ? [] : mistakes();
    wrong.value = how === "which" ? found : [];
    said.value = isSolved.value ? "Solved."
      : how === "finish" ? "Not solved yet."
      : found.length ? (how === "which" ? `${number_of(found.length)}.` : "Something is wrong.")
      : filled.value.marks.size ? "Everything entered is right." : "Nothing is entered yet.";
  });
}

/** The rules of all puzzles, part by part, unpacked when they are first asked for. */
let clauses: Promise<Record<string, unknown[]>> | null = null;
let rules: { of: Game; judge: Rules } | null = null;

/** Says which rules the entries break, as far as they go; the answer is not looked at. */
export async function judge(): Promise<void> {
  const mine = game.value;
  if (rules?.of !== mine) {
    const all = await (clauses ??= unpacked(data.clauses));
    if (mine !== game.value) return;
    const own = Object.fromEntries(Object.entries(all).map(([part, of]) => [part, of[number.value]]));
    rules = { of: mine, judge: new Rules(own as unknown as Clauses, board.value.values.length) };
  }
  note("rules");
  batch(() => {
    clearTold();
    const found = rules!.judge.broken(known.value, board.value.places.length);
    const most = board.value.places.length * 0.7;
    broken.value = [...new Set(found.map(({ sentence }) => sentence))];
    wrong.value = [...new Set(found.flatMap(({ places }) => (places.length > most ? [] : places)))];
    said.value = !found.length ? "No rule is broken so far." : broken.value.length > 1 ? `${broken.value.length} rules are broken:` : "A rule is broken:";
  });
}

/** Tells the next step, or the first on the way to the value at a place. */
export async function tell(at?: number): Promise<void> {
  if (!await unpack() || !hints.value) return;
  note(at === undefined ? "hint" : "why", at ?? -1);
  batch(() => {
    clearTold();
    const found = mistakes();
    if (found.length) {
      said.value = game.value.check === "which" ? `First look again: ${number_of(found.length)}.` : "First look again: something is wrong.";
      if (game.value.check === "which") wrong.value = found;
      return;
    }
    const steps = hints.value!.next(known.value, at);
    shown.value = at === undefined ? steps.slice(0, 1) : steps;
    said.value = steps.length > 1 && at !== undefined ? `Not yet: ${steps.length - 1} ${steps.length === 2 ? "step comes" : "steps come"} before it. The first:`
      : steps.length ? "" : at === undefined ? "There is nothing more to tell." : "It is told already.";
  });
}

/** Does the step that is told: its values become entries, and what it strikes is left out of the notes. */
export function follow(): void {
  const i = shown.value[0];
  const told = hints.value;
  if (i === undefined || !told) return;
  const step = told.steps[i]!;
  told.done.add(i);
  const marks = new Map(filled.value.marks);
  for (const [place, value] of step.p ?? []) if (place >= 0 && !printed.value.has(place)) marks.set(place, value);
  const all = new Map([...printed.value, ...marks]);
  const corner = new Map(filled.value.corner);
  for (const [place] of step.x ?? []) {
    if (place >= 0 && !all.has(place)) corner.set(place, told.seen.left(all, place, board.value.values.length, told.struck));
  }
  note("follow", i);
  change({ ...filled.value, marks, corner });
}

/** The moves with their times; nothing about who made them. */
export function saveTrace(): void {
  const { digest, kind } = game.value;
  download(...traceFile(kind, digest, isSolved.value, elapsed(), moves));
}
