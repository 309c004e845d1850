// What the page holds, and all that changes it.
import { batch, computed, signal } from "@preact/signals-core";
import { type Board as Sheet, indexOf, isInside } from "./board/geometry";
import type { Fact as Known, Step as Reason } from "./board/hints";
import { type Filled, nothing, type Spot } from "./board/ink";
import type { Pen } from "./board/solve";
import { changes, download, MOST_MOVES, type Move, traceFile } from "./board/trace";
import { leftOver, newSpots, pointed as at, reasonSpots } from "./board/walk";
import {
  ask, generated, post, Refused, takeAddress, tryToken, written,
  type Answer, type Drawn, type Edit, type Fact, type Grid, type Kind, type Maker, type Place, type Puzzle,
  type Slots, type Step, type View,
} from "./server";

export type Mode = "clues" | "play";
interface Moment { puzzle: Puzzle; filled: Filled }

export const kinds = signal<Kind[]>([]);
export const questions = signal<string[]>([]);
export const maker = signal<Maker>({ makes: {}, links: [], formats: [] });
export const drawn = signal<Drawn | null>(null);
/** What was filled in. */
export const filled = signal<Filled>(nothing());
/** The board that the page fills in by itself, and its puzzle. */
const sheet = signal<{ puzzle: Puzzle; board: Sheet } | null>(null);
export const chosen = signal<Set<number>>(new Set());
export const pen = signal<Pen>("value");
export const colour = signal(0);
/** Whether the verdict is told only when it is asked for. */
export const isSilent = signal(localStorage.getItem("uniclue.silent") === "yes");
/** Whether entries are judged as they are made. */
export const isLive = signal(localStorage.getItem("uniclue.live") !== "no");
export const mode = signal<Mode>("clues");
/** Where clues have their partners. */
export const symmetry = signal<keyof typeof SYMMETRIES>("none");
/** The partner of a cell by the sort of symmetry, on a board of some rows and columns. */
export const SYMMETRIES = {
  none: ([r, c]: Place): Place => [r, c],
  "half-turn": ([r, c]: Place, [rows, cols]: Place): Place => [rows - 1 - r, cols - 1 - c],
  "mirror left to right": ([r, c]: Place, [, cols]: Place): Place => [r, cols - 1 - c],
  "mirror top to bottom": ([r, c]: Place, [rows]: Place): Place => [rows - 1 - r, c],
  diagonal: ([r, c]: Place, [rows, cols]: Place): Place => (rows === cols ? [c, r] : [r, c]),
};
export const member = signal("");
export const cursor = signal<Place>([0, 0]);
export const pending = signal("");
/** Cells that a line or an area is drawn through. */
export const path = signal<Place[]>([]);
/** What was painted and is no puzzle yet, until more is. */
export const held = signal<Edit[]>([]);
/** Members that were filled in and are no puzzle yet, until others are. */
export const drafts = signal<Record<string, unknown>>({});
/** What is half typed into inputs, by their names. */
export const half = signal<Record<string, string>>({});
export const message = signal("");
export const busy = signal("");
export const timeLimit = signal(10);

export const verdict = signal<Answer | null>(null);
export const judging = signal(false);
export const why = signal<Answer | null>(null);
export const repairs = signal<Answer | null>(null);
export const rated = signal<Answer | null>(null);
export const grades = signal<Answer | null>(null);
export const judgement = signal<Answer | null>(null);
export const hint = signal<Answer | null>(null);
export const steps = signal<Answer | null>(null);
export const stepAt = signal(0);
export const solutions = signal<Grid[]>([]);
export const shownSolution = signal(-1);
export const pencil = signal(false);
export const pointed = signal<Place[]>([]);

const past = signal<Moment[]>([]);
const future = signal<Moment[]>([]);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);
export const kind = computed(() => kinds.value.find((k) => k.kind === drawn.value?.puzzle.kind));
export const slots = computed<Slots | undefined>(() =>
  drawn.value?.slots.find((each) => each.name === member.value) ?? drawn.value?.slots[0],
);

const MOST_MOMENTS = 500;
const CURRENT = "uniclue.puzzle";
/** What a link has brought, as long as it is on the board of this tab. */
const BROUGHT = "uniclue.brought";

/** Why something was refused, with its place as people call it. */
function placed(error: Refused): string {
  const [, name, ...at] = /^\$\.(\w+)\[(\d+)\](?:\[(\d+)\])?/.exec(error.path) ?? [];
  const where = drawn.value?.slots.find((each) => each.name === name)?.where;
  const [r, c] = at.map((each) => Number(each) + 1);
  const place = where === "cells" && c ? `r${r}c${c}` : { top: `above column ${r}`, bottom: `below column ${r}`, left: `left of row ${r}`, right: `right of row ${r}` }[where as string];
  return place ? `${place}: ${error.what}` : error.message;
}

/** Shows what went wrong, where something can. */
export async function told<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) {
      message.value = error instanceof Refused ? placed(error) : String(error instanceof Error ? error.message : error);
    }
    return undefined;
  }
}

// -- the board -------------------------------------------------------------------------------------

let queue: Promise<unknown> = Promise.resolve();

/** Works on the board one after the other, so that quick typing loses nothing. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = queue.then(work);
  queue = done.catch(() => undefined);
  return done;
}

/** What was filled in as a grid of the solution, with what the puzzle prints. */
export function entered(): Grid {
  const asked = drawn.value!.asked;
  const grid: Grid = Array.from({ length: asked.shape[0] }, () => Array(asked.shape[1]).fill(null));
  for (const [i, value] of filled.value.marks) {
    const [r, c] = asked.entries[i] ?? [];
    if (r !== undefined && c !== undefined && grid[r]) grid[r][c] = asked.values[value]!;
  }
  for (const [[r, c], value] of asked.printed) grid[r]![c] = value;
  return grid;
}

// -- the board as the page fills it in ---------------------------------------------------------------

/** The steps that are gone through; empty if none are. */
const walked = (): Step[] => (steps.value?.steps ?? []) as Step[];

/** The board, if the page itself draws what is filled in: while solving, and for steps. */
export const inked = computed<Sheet | null>(() => {
  const isFilled = walked().length > 0 || (mode.value === "play" && shownSolution.value < 0);
  return isFilled && sheet.value && sheet.value.puzzle === drawn.value?.puzzle ? sheet.value.board : null;
});

/** Gets the board to be filled in. */
async function ink(): Promise<void> {
  const puzzle = drawn.value?.puzzle;
  if (!puzzle || sheet.value?.puzzle === puzzle) return;
  const board = await told(() => post<Sheet>("play", { puzzle }));
  if (!board || drawn.value?.puzzle !== puzzle) return;
  batch(() => {
    sheet.value = { puzzle, board };
    if (!isInside(cursor.value, board.shape)) cursor.value = [0, 0];
    chosen.value = new Set([indexOf(board.places, cursor.value)].filter((i) => i >= 0));
  });
}

/** Positions of facts among places and values; facts of other layers are left out. */
function positions(facts: Fact[]): Known[] {
  const { entries, values } = drawn.value!.asked;
  return facts.filter((fact) => !fact.layer)
    .map((fact): Known => [indexOf(entries, fact.cell), values.indexOf(fact.value)])
    .filter(([place]) => place >= 0);
}

/** What stands on the board: what was filled in, or what the steps up to the one shown have told. */
export function standing(board: Sheet): Filled {
  const all = walked();
  if (!all.length) return filled.value;
  const until = all.slice(0, stepAt.value + 1);
  const marks = new Map(positions(until.flatMap((step) => step.placed)));
  return { ...nothing(), marks, corner: leftOver(board, marks, positions(until.flatMap((step) => step.struck))) };
}

const MOST_AREAS = 12;

/** A step in positions. */
function reasonOf(board: Sheet, step: Step): Reason {
  const { entries } = drawn.value!.asked;
  const most = Math.max(10, board.places.length / 2);
  const areas = step.atoms.length <= MOST_AREAS ? step.atoms : [];
  return {
    s: step.sentence, p: positions(step.placed), x: positions(step.struck),
    n: positions(step.state.placed), m: positions(step.state.struck),
    a: areas.map(({ cells }) => (cells.length <= most ? cells.map((cell) => indexOf(entries, cell)) : [])),
  };
}

/** What is pointed to below and above the entries. */
export function spots(board: Sheet): { below: Spot[]; above: Spot[] } {
  const { entries } = drawn.value!.asked;
  const cells = (some: Place[], sort: string): Spot[] => at(board, some.map((cell) => indexOf(entries, cell)), sort);
  const step = walked()[stepAt.value] ?? (hint.value?.step as Step | undefined);
  const wrong = (judgement.value?.violations ?? []) as { cells: Place[] }[];
  if (!step) return { below: [...at(board, chosen.value, "chosen"), ...cells(pointed.value, "pointed")], above: cells(wrong.flatMap((each) => each.cells), "wrong") };
  const reason = reasonOf(board, step);
  return { below: reasonSpots(board, reason), above: newSpots(board, reason) };
}

/** The cells that a step speaks of. */
export function cellsOf(step: Step | undefined): Place[] {
  if (!step) return [];
  return [...step.placed, ...step.struck].map((fact) => fact.cell);
}

function view(): View {
  const tinted = pointed.value;
  const grid = solutions.value[shownSolution.value];
  if (grid) return { grid, tinted };
  const because = why.value?.why as Answer | undefined;
  if (pencil.value && because?.of === "several") {
    return { grid: verdict.value?.solutions[0], candidates: because.candidates, tinted };
  }
  if (tinted.length) return { tinted };
  if (because?.of === "none" && because.conflicts[0]) {
    return { tinted: because.conflicts[0].clues.flatMap((clue: { cells: Place[] }) => clue.cells) };
  }
  const differs = (verdict.value?.differs ?? []) as { cell: Place }[];
  return { tinted: differs.map((each) => each.cell) };
}

/** Draws the board anew, for what is shown on it has changed. */
export const redraw = (): Promise<void> =>
  inTurn(async () => {
    if (!drawn.value || inked.value) return;
    const { puzzle } = drawn.value;
    const next = await told(() => post<Drawn>("board", { puzzle, view: view() }));
    if (next) drawn.value = { ...next, puzzle };
  });

// -- several puzzles -------------------------------------------------------------------------------

/** A puzzle that is open; that of the chosen tab is on the board. */
export interface Tab { puzzle: Puzzle; filled: Filled; past: Moment[]; future: Moment[] }
const TABS = "uniclue.tabs";
export const tabs = signal<Tab[]>([]);
export const atTab = signal(0);

/** What is on the board, as a tab. */
const tabNow = (): Tab => ({ puzzle: drawn.value!.puzzle, filled: filled.value, past: past.value, future: future.value });
const withNow = (): Tab[] => tabs.value.map((tab, i) => (i === atTab.value ? tabNow() : tab));

function keepTabs(): void {
  write(sessionStorage, TABS, { at: atTab.value, puzzles: withNow().map(({ puzzle }) => puzzle) });
}

/** Shows the tab at an index of some tabs. */
function showTab(some: Tab[], index: number): Promise<void> {
  return inTurn(async () => {
    const tab = some[index]!;
    const next = await told(() => post<Drawn>("board", { puzzle: tab.puzzle, view: {} }));
    if (!next) return;
    batch(() => {
      [tabs.value, atTab.value] = [some, index];
      [filled.value, past.value, future.value] = [tab.filled, tab.past, tab.future];
      take({ ...next, puzzle: tab.puzzle }, true);
    });
  });
}

export const goTab = (index: number): Promise<void> => showTab(withNow(), index);

/** Opens the puzzle on the board a second time, to go on with it otherwise. */
export function addTab(): void {
  tabs.value = [...withNow(), { ...tabNow(), past: [], future: [] }];
  atTab.value = tabs.value.length - 1;
  past.value = future.value = [];
  keepTabs();
}

export function closeTab(index: number): Promise<void> {
  const left = withNow().filter((_, i) => i !== index);
  return showTab(left, Math.min(atTab.value - (index < atTab.value ? 1 : 0), left.length - 1));
}

/** The tabs of this window from before. */
function restoreTabs(): void {
  const kept = parsed(sessionStorage.getItem(TABS)) as { at: number; puzzles: Puzzle[] } | null;
  const fresh_ = (puzzle: Puzzle): Tab => ({ puzzle, filled: nothing(), past: [], future: [] });
  const isRight = Array.isArray(kept?.puzzles) && kept.puzzles.every((each) => each?.kind) && kept.at in kept.puzzles;
  tabs.value = isRight ? kept.puzzles.map(fresh_) : [tabNow()];
  atTab.value = isRight ? kept.at : 0;
}

function remember(moment: Moment): void {
  past.value = [...past.value.slice(1 - MOST_MOMENTS), moment];
  future.value = [];
}

/** Puzzles that the owner has not worked on: what links brought, and the board to begin with. */
const untouched = new WeakSet<Puzzle>();

/** Writes to what the browser keeps; false if it has no room. */
function write(storage: Storage, name: string, value: unknown): boolean {
  try {
    storage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    message.value = "the browser has no room to keep all of this; export it";
    return false;
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/**
 * Keeps the puzzle on the board as the owner's, unless it is untouched.
 * The first work on one that was puts what was the owner's until then into the collection.
 */
function keepBoard(puzzle: Puzzle, before: Puzzle | undefined): void {
  if (untouched.has(puzzle)) return;
  const own = localStorage.getItem(CURRENT);
  const old = before && untouched.has(before) && own !== JSON.stringify(puzzle) && (parsed(own) as Puzzle | null);
  if (old) {
    if (!keep(old)) return;
    message.value = "your puzzle from before is in the collection";
  }
  if (write(localStorage, CURRENT, puzzle)) sessionStorage.removeItem(BROUGHT);
}

/** Takes a new puzzle as the one on the board. */
function take(next: Drawn, keepEntries: boolean): void {
  const before = drawn.value?.puzzle;
  batch(() => {
    const isOther = next.puzzle.kind !== before?.kind;
    drawn.value = next;
    if (!keepEntries) filled.value = nothing();
    if (!next.slots.some((each) => each.name === member.value)) {
      member.value = (next.slots.find((each) => !each.areas) ?? next.slots[0])?.name ?? "";
    }
    if (isOther) {
      cursor.value = home(next);
      pending.value = "";
    }
    held.value = path.value = [];
    drafts.value = half.value = {};
    for (const each of [why, repairs, rated, grades, judgement, hint, steps]) each.value = null;
    shownSolution.value = -1;
    pointed.value = [];
    if (isOther) void about(next.puzzle.kind);
  });
  keepBoard(next.puzzle, before);
  if (tabs.value.length) keepTabs();
  void judge();
  if (mode.value === "play") void ink().then(() => (isLive.value ? check() : undefined));
}

/** Where the cursor begins in the chosen member. */
function home(board: Drawn): Place {
  const [rows, cols] = board.shape;
  switch (slots.value?.where) {
    case "corners": return [-0.5, -0.5];
    case "inside": return [0.5, 0.5];
    case "top": case "around": return [-1, 0];
    case "bottom": return [rows, 0];
    case "left": return [0, -1];
    case "right": return [0, cols];
    default: return [0, 0];
  }
}

/** Chooses what is typed. */
export function chooseMember(name: string): void {
  member.value = name;
  cursor.value = home(drawn.value!);
  path.value = held.value = [];
}

async function about(name: string): Promise<void> {
  const said = await told(() => post<Maker>("kind", { kind: name }));
  if (said) maker.value = said;
}

/** Puts another puzzle on the board; what was there can be had back. */
export const open = (puzzle: Puzzle): Promise<boolean> => change({ puzzle }, false);

/** Puts on the board what the server makes of a request; false if it refuses. */
function put(
  task: string, body: (now: Drawn | null) => object, keepEntries: boolean, isUntouched = false,
): Promise<boolean> {
  return inTurn(async () => {
    message.value = "";
    const before = drawn.value;
    const next = await told(() => post<Drawn>(task, body(before)));
    if (!next) return false;
    if (keepEntries && before && JSON.stringify(next.puzzle) === JSON.stringify(before.puzzle)) return true;
    if (before) remember({ puzzle: before.puzzle, filled: filled.value });
    if (isUntouched) untouched.add(next.puzzle);
    take(next, keepEntries);
    return true;
  });
}

/** Changes the puzzle on the board. */
export const change = (how: object, keepEntries = true): Promise<boolean> =>
  put("board", (now) => ({
    puzzle: now?.puzzle, view: keepEntries && mode.value === "play" ? view() : {}, ...how,
  }), keepEntries);

/** Types clues; false if they cannot stand there. Areas wait for others that make them right. */
export async function edit(edits: Edit[]): Promise<boolean> {
  const { name } = edits[0]!;
  let all = edits;
  const isRight = await put("board", (now) => {
    all = held.value[0]?.name === name ? [...held.value, ...edits] : edits;
    return { puzzle: now!.puzzle, edits: all, view: {} };
  }, true);
  held.value = !isRight && drawn.value!.slots.some((each) => each.areas === name) ? all : [];
  return isRight;
}

/** A blank board, or an example. */
export const fresh = (name: string, shape: Place | null, example = 0): Promise<boolean> =>
  put("new", () => (shape ? { kind: name, shape } : { kind: name, example }), false);

/** Takes what was filled in; joined, it is one change with the one before; told, a step of a hint. */
export function fill(next: Filled, isJoined = false, isTold = false): void {
  batch(() => {
    message.value = "";
    if (!isJoined) remember({ puzzle: drawn.value!.puzzle, filled: filled.value });
    note(filled.value, next, isTold);
    filled.value = next;
    settle();
  });
}

/** What was said about other entries goes, and these are judged. */
function settle(): void {
  judgement.value = hint.value = null;
  pointed.value = [];
  shownSolution.value = -1;
  if (isLive.value) void check();
}

/** Switches the verdict that is told unasked. */
export function setSilent(to: boolean): void {
  isSilent.value = to;
  localStorage.setItem("uniclue.silent", to ? "yes" : "no");
  void judge();
}

/** Switches the judgement of entries as they are made. */
export function setLive(to: boolean): void {
  isLive.value = to;
  localStorage.setItem("uniclue.live", to ? "yes" : "no");
  judgement.value = null;
  if (to) void check();
}

function travel(from: typeof past, to: typeof past): Promise<void> {
  message.value = "";
  return inTurn(async () => {
    const moment = from.value.at(-1);
    if (!moment || !drawn.value) return;
    const { puzzle } = drawn.value;
    from.value = from.value.slice(0, -1);
    to.value = [...to.value, { puzzle, filled: filled.value }];
    const isSame = puzzle === moment.puzzle;
    if (isSame) note(filled.value, moment.filled);
    filled.value = moment.filled;
    if (isSame && inked.value) return settle();
    judgement.value = null;
    const next = await told(() => post<Drawn>("board", { puzzle: moment.puzzle, view: isSame ? view() : {} }));
    if (!next) return;
    if (!isSame) return take({ ...next, puzzle: moment.puzzle }, true);
    drawn.value = { ...next, puzzle };
    void check();
  }).then(() => (mode.value === "play" ? redraw() : undefined));
}

/** The moves at a puzzle since they were asked to be recorded. */
interface Recording { puzzle: Puzzle; began: number; moves: Move[] }
const recording = signal<Recording | null>(null);
export const isRecording = computed(() => recording.value !== null && recording.value.puzzle === drawn.value?.puzzle);

function note(before: Filled, after: Filled, isTold = false): void {
  const now = recording.value;
  if (!now || !isRecording.value || now.moves.length >= MOST_MOVES) return;
  const ms = Math.round(performance.now() - now.began);
  now.moves.push(...(isTold ? [[ms, "follow", -1, -1] as Move] : changes(before, after, ms)));
}

/** Begins to record, with what is there already as the first moves, or stops and forgets. */
export function record(to: boolean): void {
  recording.value = to ? { puzzle: drawn.value!.puzzle, began: performance.now(), moves: [] } : null;
  note(nothing(), filled.value);
}

/** Saves what was recorded as a file, which names the puzzle and nobody. */
export async function saveMoves(): Promise<void> {
  const { puzzle, began, moves } = recording.value!;
  const ms = performance.now() - began;
  const answer = await told(() => post<{ digest: string }>("digest", { puzzle }));
  if (answer) download(...traceFile(String(puzzle.kind), answer.digest, judgement.value?.status === "solved", ms, moves));
}

export const undo = (): Promise<void> => travel(past, future);
export const redo = (): Promise<void> => travel(future, past);

export function choose(next: Mode): void {
  mode.value = next;
  steps.value = null;
  pending.value = "";
  shownSolution.value = -1;
  pen.value = "value";
  if (next === "play") void ink().then(() => (isLive.value ? check() : undefined));
  else void redraw();
}

// -- questions -------------------------------------------------------------------------------------

let asking: AbortController | null = null;
let checking: AbortController | null = null;

/** Asks whether the puzzle on the board has one solution, unless nothing is to be told unasked; an earlier question is called off. */
export async function judge(isAsked = false): Promise<void> {
  asking?.abort();
  if (isSilent.value && !isAsked) {
    asking = null;
    return batch(() => {
      judging.value = false;
      verdict.value = null;
      solutions.value = [];
    });
  }
  const mine = (asking = new AbortController());
  const puzzle = drawn.value!.puzzle;
  judging.value = true;
  const answer = await told(() => ask("unique", puzzle, {}, timeLimit.value, mine.signal));
  if (mine !== asking) return;
  batch(() => {
    judging.value = false;
    verdict.value = answer ?? null;
    solutions.value = (answer?.solutions ?? []) as Grid[];
  });
  if (!answer || mode.value === "play") return;
  if (answer.status === "none" || (answer.status === "several" && pencil.value)) await explain(mine.signal);
  if (mine === asking && answer.status !== "unique") await redraw();
}

/** Stops the question that is asked. */
export function stop(): void {
  asking?.abort();
  asking = null;
  judging.value = false;
  verdict.value = { status: "unknown", reason: "stopped" };
}

/** Asks why there is not one solution. */
export async function explain(abort?: AbortSignal): Promise<void> {
  const puzzle = drawn.value!.puzzle;
  const answer = await told(() => ask("unique", puzzle, { why: true }, timeLimit.value, abort));
  if (answer && drawn.value?.puzzle === puzzle) why.value = answer;
}

/** Asks something about the puzzle on the board, for as long as it stays there. */
async function asked(name: string, what: string, options: object, into: typeof why): Promise<void> {
  message.value = "";
  const puzzle = drawn.value!.puzzle;
  busy.value = what;
  const answer = await told(() => ask(name, puzzle, { ...options }, Math.max(timeLimit.value, 20)));
  busy.value = "";
  if (answer && drawn.value?.puzzle === puzzle) into.value = answer;
}

export const repair = (): Promise<void> => asked("unique", "looking for repairs", { repair: true }, repairs);
export const grade = (): Promise<void> => asked("grade", "grading", {}, grades);
export async function rate(): Promise<void> {
  await asked("clues", "rating clues", { limit: 2 }, rated);
  const clues = (rated.value?.clues ?? []) as { needed: boolean; cells: Place[] }[];
  pointed.value = clues.filter((clue) => !clue.needed).flatMap((clue) => clue.cells);
  await redraw();
}

export async function more(): Promise<void> {
  const puzzle = drawn.value!.puzzle;
  const answer = await told(() => ask("solve", puzzle, { limit: 20 }, timeLimit.value));
  if (answer) solutions.value = answer.solutions as Grid[];
}

/** Shows a solution on the board; -1 shows none. */
export function flip(to: number): void {
  steps.value = null;
  shownSolution.value = Math.min(to, solutions.value.length - 1);
  void redraw();
}

export async function togglePencil(): Promise<void> {
  pencil.value = !pencil.value;
  if (pencil.value && verdict.value?.status === "several" && !why.value) await explain();
  await redraw();
}

export function point(cells: Place[]): void {
  pointed.value = cells;
  void redraw();
}

/** Judges the entries. */
export async function check(): Promise<void> {
  checking?.abort();
  const mine = (checking = new AbortController());
  if (!drawn.value || !filled.value.marks.size) return;
  const puzzle = { ...drawn.value.puzzle, solution: entered() };
  const answer = await told(() => ask("check", puzzle, {}, 5, mine.signal));
  if (mine !== checking || !answer) return;
  judgement.value = answer;
}

/** Puts the clues on the board that are true of what was filled in. */
export async function tellClues(): Promise<void> {
  message.value = "";
  const { puzzle } = drawn.value!;
  busy.value = "telling clues";
  const next = await told(() => post<Puzzle>("tell", { puzzle, grid: entered() }, 20));
  busy.value = "";
  if (next && drawn.value?.puzzle === puzzle) await change({ puzzle: next, view: {} });
}

/** The next step from the entries. */
export async function askHint(): Promise<void> {
  const puzzle = { ...drawn.value!.puzzle, state: entered() };
  const answer = await told(() => ask("hint", puzzle, {}, timeLimit.value));
  if (!answer) return;
  judgement.value = answer.wrong ? judgement.value : null;
  hint.value = answer;
  const wrong = ((answer.wrong?.facts ?? []) as Fact[]).map((fact) => fact.cell);
  point(answer.step ? cellsOf(answer.step as Step) : wrong);
}

/** Does the step of the hint: its values become entries, what it strikes is left out of the notes. */
export function follow(): void {
  const step = hint.value?.step as Step | undefined;
  if (!step || !inked.value) return;
  const marks = new Map([...filled.value.marks, ...positions(step.placed)]);
  const corner = new Map([...filled.value.corner, ...leftOver(inked.value, marks, positions(step.struck))]);
  fill({ ...filled.value, marks, corner }, false, true);
}

/** Asks for all steps from the puzzle to its solution. */
export async function explainSteps(): Promise<void> {
  await ink();
  await asked("explain", "explaining", {}, steps);
  stepTo(0);
}

export function stepTo(index: number): void {
  const count = ((steps.value?.steps ?? []) as Step[]).length;
  stepAt.value = Math.max(0, Math.min(index, count - 1));
}

export function endSteps(): void {
  steps.value = null;
  void redraw();
}

// -- making ----------------------------------------------------------------------------------------

let making: AbortController | null = null;
export const progress = signal("");

export async function generate(order: object, seconds: number): Promise<void> {
  message.value = "";
  making?.abort();
  const mine = (making = new AbortController());
  progress.value = "making…";
  await told(async () => {
    for await (const line of generated(order, seconds, mine.signal)) {
      if (line.error) throw new Refused(line.error as string, "$", 0);
      if (line.puzzle) await open(line.puzzle as Puzzle);
      else progress.value = `making… ${line.attempts} attempts`;
    }
  });
  if (mine === making) progress.value = "";
}

export function stopMaking(): void {
  making?.abort();
  progress.value = "";
}

/** Takes away the clues that are not needed. */
export async function thin(): Promise<void> {
  const puzzle = drawn.value!.puzzle;
  busy.value = "taking clues away";
  const thinned = await told(() => post<{ puzzle: Puzzle; taken: number }>("thin", { puzzle }, 60));
  busy.value = "";
  if (!thinned) return;
  if (thinned.taken) await open(thinned.puzzle);
  message.value = thinned.taken ? `clues taken away: ${thinned.taken}` : "every clue is needed";
}

// -- reading and taking away -----------------------------------------------------------------------

export interface Kept { name: string; puzzle: Puzzle }
const COLLECTION = "uniclue.collection";
export const collection = signal<Kept[]>([]);

function stored(): Kept[] {
  const kept = parsed(localStorage.getItem(COLLECTION));
  return Array.isArray(kept) ? (kept as Kept[]).filter((each) => each?.puzzle?.kind) : [];
}

function store(next: Kept[]): boolean {
  collection.value = next;
  return write(localStorage, COLLECTION, next);
}

export function nameOf(puzzle: Puzzle): string {
  const own = puzzle.title ?? puzzle.id;
  return typeof own === "string" && own ? own.slice(0, 60) : puzzle.kind;
}

export const keep = (puzzle: Puzzle): boolean => store([...stored(), { name: nameOf(puzzle), puzzle }]);
export const drop = (index: number): boolean => store(stored().filter((_, i) => i !== index));

/** Opens what a text holds; further puzzles go to the collection. */
export async function read(text: string): Promise<void> {
  message.value = "";
  const puzzles = await told(() => post<Puzzle[]>("read", text));
  if (!puzzles?.[0]) return;
  await open(puzzles[0]);
  if (puzzles.length > 1) {
    store([...stored(), ...puzzles.map((puzzle) => ({ name: nameOf(puzzle), puzzle }))]);
    message.value = `${puzzles.length} puzzles are in the collection`;
  }
}

export async function takeAway(to: string, puzzles: Puzzle[], more: object = {}): Promise<void> {
  message.value = "";
  busy.value = "writing";
  const file = await told(() => written({ to, puzzles, ...more }, 60));
  busy.value = "";
  if (file) download(...file);
}

export async function link(): Promise<string> {
  const file = await told(() => written({ to: "link", puzzles: [drawn.value!.puzzle] }, 20));
  return file ? (await file[0].text()).trim() : "";
}

export const share = (): string =>
  `${location.origin}/#puzzle=${encodeURIComponent(JSON.stringify(drawn.value!.puzzle))}`;

// -- beginning -------------------------------------------------------------------------------------

/** Opens a puzzle that was kept or brought as text. */
const openText = (text: string, isUntouched: boolean): Promise<boolean | undefined> =>
  told(() => {
    const puzzle = JSON.parse(text) as Puzzle;
    return put("board", () => ({ puzzle, view: {} }), false, isUntouched);
  });

/** Shows what a link has brought, in this tab alone: the owner's puzzle stays kept. */
async function bring(text: string): Promise<void> {
  if (!await openText(text, true)) return;
  write(sessionStorage, BROUGHT, text);
  if (canUndo.value) {
    message.value = "a link brought this puzzle; yours is kept, and Undo shows it again";
  }
}

/** Takes what the address brings, and opens what is not there yet. */
async function arrive(): Promise<void> {
  const address = takeAddress();
  const isNew = address.token !== null && await tryToken(address.token);
  const brought = address.puzzle ?? (drawn.value ? null : parsed(sessionStorage.getItem(BROUGHT)) as string | null);
  const own = localStorage.getItem(CURRENT);
  if (drawn.value && isNew) {
    message.value = "";
    void judge();
  } else if (!drawn.value && own) await openText(own, false);
  if (brought) await bring(brought);
  if (!drawn.value) {
    const why = message.value;
    if (await put("new", () => ({ kind: "sudoku", example: 0 }), false, true)) message.value = why;
  }
  if (!tabs.value.length && drawn.value) restoreTabs();
  if (kinds.value.length) return;
  const [all, said] = await Promise.all([
    told(() => post<Kind[]>("kinds", {})),
    told(() => post<{ questions: string[] }>("about", {})),
  ]);
  kinds.value = all ?? [];
  questions.value = said?.questions ?? [];
}

export async function begin(): Promise<void> {
  collection.value = stored();
  addEventListener("storage", (event) => {
    if (event.key === COLLECTION) collection.value = stored();
  });
  addEventListener("hashchange", () => void arrive());
  await arrive();
}
