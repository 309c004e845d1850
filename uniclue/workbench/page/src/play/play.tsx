// A page to solve puzzles on: it needs no server and asks for nothing.
import { Fragment, h, type JSX } from "preact";
import { paint } from "../board/paint";
import { Board, Zoom } from "../board/board";
import { type Hand, indexOf } from "../board/geometry";
import type { Step } from "../board/hints";
import { inked, type Spot, Spots } from "../board/ink";
import { Pad } from "../board/pad";
import { told, toldAt } from "../board/told";
import { newSpots, pointed, reasonSpots } from "../board/walk";
import {
  board, broken, canRedo, canUndo, check, chosen, clock, colour, cursor, erased, family, filled, follow, game, games,
  hints, home, isPaused, isSolved, judge, keepsTrace, known, number, open, pause, pen, redo, restart, said, saveTrace, seconds, shown,
  solver, startClock, tell, title, undo, wrong,
} from "./state";

const stepTold = (): Step | undefined => hints.value?.steps[shown.value[0] ?? -1];

/** What is pointed to below the entries: chosen cells, and the parts of a reason. */
function spots(): Spot[] {
  const picks = solver.picks || (family.value === "areas" && chosen.value.size > 1);
  return [...(picks ? pointed(board.value, chosen.value, "chosen") : []), ...reasonSpots(board.value, stepTold())];
}

/** What is pointed to above them. */
const spotsAbove = (): Spot[] => [
  ...pointed(board.value, wrong.value, "wrong"), ...newSpots(board.value, stepTold()), { at: cursor.value, sort: "cursor" },
];

/** What pointers and keys do, in a sentence for each. */
const HOW: Record<string, string> = {
  shade: "Tap a cell: marked, empty for sure, nothing. Drag paints. Right button or X: empty for sure.",
  digits: "Choose cells by tapping, dragging, or with Ctrl, then type. Shift: small digits in corners. Ctrl: in the centre. A double click chooses all cells with that digit.",
  areas: "Drag from a cell of an area to paint it; drag a rectangle from any other cell. Right button takes cells away. Shift and an arrow widen an area.",
  lines: "Drag from cell to cell. Tap between two cells: a line, a cross, nothing. Right button or X: a cross. Arrows go from cell to link; with Shift they draw.",
  sides: "Tap a side: a line, a cross, nothing. Drag along corners to draw. Right button or X: a cross. Arrows go from corner to side; with Shift they draw.",
};
const HOW_FOR_ALL = "Everywhere: arrows move, Enter enters, Backspace takes away, Ctrl-Z and Ctrl-Y undo and redo, H gives a hint, W says why.";

function pressed(event: KeyboardEvent): boolean {
  const letter = event.key.toLowerCase();
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  const isLetter = board.value.texts.some((text) => text.toLowerCase().includes(letter));
  if (isPlain && !isLetter && letter === "h") void tell();
  else if (isPlain && !isLetter && letter === "w") whyHere();
  else return solver.key(event);
  return true;
}

const whyHere = (): void => {
  const i = indexOf(board.value.places, cursor.value);
  if (i >= 0) void tell(i);
};

/** Whether a digit stands as often as it must. */
const isDone = (value: number): boolean =>
  game.value.often > 0 && [...known.value.values()].filter((each) => each === value).length >= game.value.often;

/** So many broken rules are named. */
const MOST_BROKEN = 5;

function Told(): JSX.Element {
  const steps = shown.value.map((i) => hints.value!.steps[i]!);
  const words = (step: typeof steps[number]): JSX.Element => <>{step.t && <b>{step.t}: </b>}{step.s}</>;
  return (
    <div class="told">
      <div role="status">
        {said.value && <p class={isSolved.value ? "good" : wrong.value.length ? "bad" : ""}>{said.value}</p>}
        {steps[0] && <p>{words(steps[0])}</p>}
        {broken.value.length > 0 && <ul>{broken.value.slice(0, MOST_BROKEN).map((sentence) => <li>{sentence}</li>)}</ul>}
      </div>
      {steps[0] && <button onClick={follow}>Do it</button>}
      {steps.length > 1 && (
        <details><summary>All {steps.length} steps</summary><ol>{steps.map((step) => <li>{words(step)}</li>)}</ol></details>
      )}
    </div>
  );
}

function Puzzles(): JSX.Element {
  return (
    <nav aria-label="puzzles">
      <button disabled={number.value === 0} onClick={() => void open(number.value - 1)} aria-label="previous puzzle">‹</button>
      <select aria-label="puzzle" value={String(number.value)} onChange={(event) => void open(Number(event.currentTarget.value))}>
        {games.map((each, i) => <option value={String(i)}>{i + 1}. {each.title}</option>)}
      </select>
      <button disabled={number.value === games.length - 1} onClick={() => void open(number.value + 1)} aria-label="next puzzle">›</button>
    </nav>
  );
}

function Clock(): JSX.Element {
  const label = isPaused.value ? "go on" : "pause";
  return (
    <button class="clock" onClick={() => pause(!isPaused.value)} disabled={isSolved.value} aria-label={`${clock(seconds.value)}, ${label}`}>
      {clock(seconds.value)} {isSolved.value ? "" : isPaused.value ? "▶" : "❚❚"}
    </button>
  );
}

/** The board takes the keys of the page, too. */
const hand: Hand = { ...solver, key: pressed };

function Desk(): JSX.Element {
  const b = board.value;
  return (
    <section class="desk" aria-label="puzzle">
      <div class="row">
        <button onClick={undo} disabled={!canUndo.value}>Undo</button>
        <button onClick={redo} disabled={!canRedo.value}>Redo</button>
        <Zoom />
        <Clock />
      </div>
      <Board face={b} strata={{ ...inked(b, filled.value, spots()), above: <Spots board={b} spots={spotsAbove()} /> }} hand={hand} cursor={cursor.value}
        texts={() => told(b, filled.value)} said={(place) => toldAt(b, filled.value, place)} has_sides={b.has_sides} label={b.words} family={family.value}
        look={`${isPaused.value ? "paused" : ""} ${isSolved.value ? "solved" : ""}`} />
      <Pad board={b} solver={solver} pen={pen} colour={colour} isDone={isDone} erase={erased} />
    </section>
  );
}

function About(): JSX.Element {
  const { rules, certificate, digest } = game.value;
  return (
    <section class="about" aria-label="help and rules">
      <div class="row">
        <button onClick={() => void check()}>Check</button>
        {game.value.judges && <button onClick={() => void judge()}>Rule broken?</button>}
        {game.value.has_hints && <><button onClick={() => void tell()}>Hint</button><button onClick={whyHere}>Why here?</button></>}
      </div>
      <Told />
      <h2>Rules</h2>
      <ul>{rules.map((rule) => <li>{rule[0]!.toUpperCase() + rule.slice(1)}.</li>)}</ul>
      <details class="how"><summary>Mouse, touch and keys</summary><p>{HOW[family.value]}</p><p>{HOW_FOR_ALL}</p></details>
      <details class="seal"><summary><b>Exactly one solution</b>, certified</summary>
        <p>SHA-256 of the certificate's manifest: <code>{certificate}</code></p>
        <p>of the puzzle: <code>{digest}</code></p>
      </details>
      <div class="row">
        <button onClick={() => print()}>Print</button>
        <button onClick={() => { if (confirm("Clear the board?")) restart(); }}>Start again</button>
        {keepsTrace && <button onClick={saveTrace}>Save my moves</button>}
      </div>
    </section>
  );
}

function Page(): JSX.Element {
  return (
    <>
      <header>
        <h1>{title}</h1>
        {game.value.author && <span class="by">{game.value.author}</span>}
        {games.length > 1 && <Puzzles />}
        {home && <a href={home}>More puzzles</a>}
      </header>
      <main><Desk /><About /></main>
    </>
  );
}

void open(Math.max(0, Math.min(games.length, Number(location.hash.slice(1)) || 1) - 1)).then(() => {
  document.getElementById("page")!.textContent = ""; // the picture that was there before the script
  startClock();
  paint(() => <Page />);
});
