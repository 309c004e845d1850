// How puzzles become a page to solve on, with a look at it.
import { batch, signal } from "@preact/signals-core";
import { h, type JSX } from "preact";
import { Dialog } from "./dialog";
import { Button } from "./panels";
import { previewed, type Puzzle } from "./server";
import { busy, message, takeAway, told } from "./state";

const puzzles = signal<Puzzle[]>([]);
const preview = signal("");
/** How the page is published; see `Wishes` of playing.py. */
const wishes = signal({ title: "", author: "", message: "", hints: true, check: "which", trace: false });

/** Opens the window in which a page is made of some puzzles. */
export function publish(some: Puzzle[]): void {
  batch(() => { puzzles.value = some; preview.value = message.value = ""; });
}

const order = (): object => ({ to: "page", puzzles: puzzles.value, wishes: wishes.value });

async function look(): Promise<void> {
  busy.value = "writing";
  message.value = "";
  preview.value = (await told(() => previewed(order(), 120))) ?? "";
  busy.value = "";
}

const CHECKS = { which: "which entries are wrong", whether: "whether any is wrong", finish: "only that it is solved" };

export function Publish(): JSX.Element | null {
  if (!puzzles.value.length) return null;
  const put = (more: object): void => { wishes.value = { ...wishes.value, ...more }; preview.value = ""; };
  const text = (name: "title" | "author" | "message", label: string): JSX.Element => (
    <label>{label} <input value={wishes.value[name]} onInput={(event) => put({ [name]: event.currentTarget.value })} /></label>
  );
  const flag = (name: "hints" | "trace", label: string): JSX.Element => (
    <label><input type="checkbox" checked={wishes.value[name]} onChange={(event) => put({ [name]: event.currentTarget.checked })} /> {label}</label>
  );
  return (
    <Dialog title={puzzles.value.length > 1 ? `Publish ${puzzles.value.length} puzzles` : "Publish"} close={() => publish([])}>
      <p>One file on which people solve, with mouse, touch and keys; it needs no server and no network.</p>
      <div class="fields">
        {text("title", "Title of the page")}{text("author", "Made by")}{text("message", "Said when it is solved")}
        <label>Check tells <select value={wishes.value.check} onChange={(event) => put({ check: event.currentTarget.value })}>
          {Object.entries(CHECKS).map(([name, says]) => <option value={name}>{says}</option>)}
        </select></label>
        {flag("hints", "hints with reasons")}{flag("trace", "solvers can save their moves")}
      </div>
      <div class="row">
        <Button on={look} off={!!busy.value}>Preview</Button>
        <Button on={() => takeAway("page", puzzles.value, { wishes: wishes.value })} off={!!busy.value}>Save the page</Button>
      </div>
      <p role="alert" class="message">{message.value}</p>
      {preview.value && <iframe title="preview" src={`/preview/${preview.value}`} />}
    </Dialog>
  );
}
