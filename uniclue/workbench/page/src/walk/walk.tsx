// A walkthrough: the steps to a solution, one after the other, on the board that all pages have.
import { signal } from "@preact/signals-core";
import { Fragment, h, type JSX } from "preact";
import { paint } from "../board/paint";
import { Board, Zoom } from "../board/board";
import { type Board as Sheet, type Hand, xy } from "../board/geometry";
import type { Fact, Step } from "../board/hints";
import { type Filled, inked, nothing, Picture, Spots, type Strata } from "../board/ink";
import { told } from "../board/told";
import { areaLabels, leftOver, newSpots, reasonSpots } from "../board/walk";

/** A step, the meaning of its numbered areas, and its number with the name of its technique. */
interface Leg extends Step { parts?: string[] }
/** See `WalkPage` of walking.py. */
interface Walk { title: string; lead: string; board: Sheet; begun: Fact[]; notes: boolean; legs: Leg[] }

const walk = JSON.parse(document.getElementById("data")!.textContent!) as Walk;
const { board, legs } = walk;
/** The step that is shown; 0 is the puzzle. */
const at = signal(0);
/** Whether all steps are shown below each other, to be printed. */
const isPrinted = signal(false);

function go(to: number): void {
  at.value = Math.max(0, Math.min(legs.length, to));
  history.replaceState(null, "", `#step-${at.value}`);
}

/** What stands on the board with a step done. */
function standing(number: number): Filled {
  const until = legs.slice(0, number);
  const facts = (some: Fact[][]): Fact[] => some.flat().filter(([place]) => place >= 0);
  const marks = new Map([...walk.begun, ...facts(until.map((leg) => leg.p ?? []))]);
  const before = facts(until.slice(0, -1).map((leg) => leg.x ?? []));
  const gone = new Map<number, Set<number>>();
  for (const [place, value] of facts(until.slice(-1).map((leg) => leg.x ?? []))) gone.set(place, new Set([...(gone.get(place) ?? []), value]));
  return { ...nothing(), marks, corner: walk.notes ? leftOver(board, marks, before, true) : new Map(), gone };
}

function strataOf(number: number): Strata {
  const leg = legs[number - 1];
  return {
    ...inked(board, standing(number), reasonSpots(board, leg)),
    above: (
      <>
        <Spots board={board} spots={newSpots(board, leg)} />
        {areaLabels(board, leg).map(({ at: place, i, beside }) => {
          const [[x, y], half] = [xy(board, place), board.frame[2] / 2];
          return <text class={`A${i % 6}`} x={x - half + 6 + 7 * beside} y={y - half + 10} font-size="9">{i + 1}</text>;
        })}
      </>
    ),
  };
}

const WAYS: Record<string, () => void> = {
  Home: () => go(0), ArrowLeft: () => go(at.value - 1), ArrowRight: () => go(at.value + 1), End: () => go(legs.length),
};
document.addEventListener("keydown", (event) => {
  const way = event.ctrlKey || event.metaKey || event.altKey ? undefined : WAYS[event.key];
  way?.();
  if (way) event.preventDefault();
});

/** The board is looked at, not worked on: keys go to the page. */
const hand: Hand = { down: () => undefined, moved: () => undefined, up: () => undefined, cancel: () => undefined, key: () => false };

function Said({ number }: { number: number }): JSX.Element {
  const leg = legs[number - 1];
  return (
    <>
      <p><b>{leg?.t}</b> {leg ? leg.s : "The puzzle."}</p>
      {leg?.parts && <ul>{leg.parts.map((part, i) => <li><b class={`T${i % 6}`}>{i + 1}</b> {part}</li>)}</ul>}
    </>
  );
}

function Steps(): JSX.Element {
  const button = (name: string, key: string, isEnd: boolean): JSX.Element => <button disabled={isEnd} onClick={() => WAYS[key]!()}>{name}</button>;
  const last = legs.length;
  return (
    <>
      <nav aria-label="Steps">
        {button("First", "Home", at.value === 0)}{button("Back", "ArrowLeft", at.value === 0)}
        <output>{at.value} of {last}</output>
        {button("Next", "ArrowRight", at.value === last)}{button("Last", "End", at.value === last)}
        <Zoom />
      </nav>
      <Board face={board} strata={strataOf(at.value)} hand={hand} texts={() => told(board, standing(at.value))}
        has_sides={board.has_sides} label={board.words} />
      <div role="status" class="step"><Said number={at.value} /></div>
    </>
  );
}

function Page(): JSX.Element {
  const all = Array.from({ length: legs.length + 1 }, (_, i) => i);
  return (
    <>
      <header><h1>{walk.title}</h1><span class="by">{walk.lead}</span></header>
      <main><section class="desk" aria-label="step">
        {isPrinted.value ? all.map((i) => <div class="printed"><Picture face={board} strata={strataOf(i)} /><Said number={i} /></div>) : <Steps />}
      </section></main>
    </>
  );
}

addEventListener("beforeprint", () => { isPrinted.value = true; });
addEventListener("afterprint", () => { isPrinted.value = false; });
document.getElementById("page")!.textContent = ""; // the picture that was there before the script
go(Number(location.hash.replace("#step-", "")) || 0);
paint(() => <Page />);
