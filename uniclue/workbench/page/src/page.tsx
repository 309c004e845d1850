// The page.
import { signal } from "@preact/signals-core";
import { Fragment, h, type JSX } from "preact";
import { paint } from "./board/paint";
import { Board, Keys } from "./board";
import { Zoom } from "./board/board";
import { Gallery } from "./gallery";
import { Help, showKeys } from "./help";
import { Collection } from "./library";
import {
  About, AsText, Grading, Limits, Making, Members, Opening, Playing, Rules, Solutions, Steps, TakingAway, Verdict,
} from "./panels";
import { Publish } from "./publish";
import { Tabs } from "./tabs";
import {
  begin, busy, canRedo, canUndo, change, choose, chooseMember, drawn, fresh, kind, kinds, message, mode, read,
  redo, slots, symmetry, SYMMETRIES, undo, type Mode,
} from "./state";

const rows = signal("");
const cols = signal("");

function Sizes(): JSX.Element {
  const shape = drawn.value!.shape;
  const wanted = (): [number, number] => [Number(rows.value || shape[0]), Number(cols.value || shape[1])];
  const clear = (): void => { rows.value = cols.value = ""; };
  const number = (label: string, value: typeof rows, now: number): JSX.Element => (
    <label>{label} <input class="number" inputMode="numeric" value={value.value || String(now)} onInput={(event) => {
      value.value = event.currentTarget.value.replace(/\D/g, "");
    }} /></label>
  );
  const name = drawn.value!.puzzle.kind;
  return (
    <div class="row" role="group" aria-label="board">
      {number("Rows", rows, shape[0])} {number("Columns", cols, shape[1])}
      <button onClick={() => void fresh(name, wanted()).then(clear)}>Blank</button>
      <button onClick={() => void change({ shape: wanted() }, false).then(clear)}>Resize</button>
      <select aria-label="example" value="" onChange={(event) => {
        const chosen = event.currentTarget.value;
        event.currentTarget.value = "";
        if (chosen) void fresh(name, null, Number(chosen));
      }}>
        <option value="">Example…</option>
        {Array.from({ length: kind.value?.examples ?? 0 }, (_, i) => <option value={i}>{i + 1}</option>)}
      </select>
    </div>
  );
}

function Modes(): JSX.Element {
  const button = (each: Mode, name: string): JSX.Element => (
    <button aria-pressed={mode.value === each} onClick={() => choose(each)}>{name}</button>
  );
  const all = drawn.value!.slots;
  return (
    <div class="row" role="group" aria-label="editing">
      {button("clues", "Clues")}{button("play", "Play")}
      {mode.value === "clues" && all.length > 1 && (
        <select aria-label="what is typed" value={slots.value?.name} onChange={(event) => chooseMember(event.currentTarget.value)}>
          {all.map((each) => <option value={each.name}>{each.name.replace(/_/g, " ")}</option>)}
        </select>
      )}
      {mode.value === "clues" && (
        <select aria-label="symmetry of clues" value={symmetry.value} onChange={(event) => { symmetry.value = event.currentTarget.value as keyof typeof SYMMETRIES; }}>
          {Object.keys(SYMMETRIES).map((name) => <option value={name}>{name === "none" ? "no symmetry" : name}</option>)}
        </select>
      )}
      <button onClick={() => void undo()} disabled={!canUndo.value}>Undo</button>
      <button onClick={() => void redo()} disabled={!canRedo.value}>Redo</button>
      <Zoom />
    </div>
  );
}

function Page(): JSX.Element {
  if (!drawn.value) return <main class="empty"><h1>Uniclue workbench</h1><p role="alert">{message.value || "starting…"}</p></main>;
  return (
    <>
      <header>
        <h1>Uniclue workbench</h1>
        <label>Kind <select value={drawn.value.puzzle.kind} onChange={(event) => void fresh(event.currentTarget.value, null)}>
          {(kinds.value.length ? kinds.value : [{ kind: drawn.value.puzzle.kind, title: drawn.value.puzzle.kind }]).map((each) => (
            <option value={each.kind}>{each.title.split(":")[0]}</option>
          ))}
        </select></label>
        <Gallery />
        <Help />
        <Tabs />
      </header>
      <main>
        <section class="desk" aria-label="puzzle">
          <Modes />
          <Verdict />
          <Board />
          <Keys />
          <p class="message" role="alert">{message.value}</p>
          <p class="busy" role="status">{busy.value && `${busy.value}…`}</p>
          <Sizes />
          <Limits />
        </section>
        <section class="panels" aria-label="panels">
          <Rules />
          <Playing />
          <Solutions />
          <Steps />
          <Members />
          <Making />
          <Grading />
          <Opening />
          <TakingAway />
          <Collection />
          <About />
          <AsText />
        </section>
      </main>
      <Publish />
    </>
  );
}

document.addEventListener("paste", (event) => {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
  const text = event.clipboardData?.getData("text/plain");
  if (text) void read(text);
});
document.addEventListener("keydown", (event) => {
  const isTyped = event.target instanceof Element && event.target.closest("input, textarea, select, dialog, .desk .board");
  if (event.key === "?" && !isTyped) showKeys();
});
paint(() => <Page />);
void begin();
