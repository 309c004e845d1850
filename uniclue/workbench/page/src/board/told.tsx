// The board for those who do not see it: a grid of cells, each with what stands there.
import { Component, h, type JSX } from "preact";
import { type Board, type Place, type Plan, familyOf, indexOf, isHalf, isInside, key, nameOf, once, printedOf } from "./geometry";
import type { Filled } from "./ink";

/** What is said of places, by their keys. */
export type Texts = Map<string, string[]>;

/** A value in words. */
export function worded(board: Board, value: number): string {
  const { blank, values, texts } = board;
  const isLine = ["lines", "sides"].includes(familyOf(board));
  if (value === blank) return isLine ? "crossed out" : "empty for sure";
  if (values.length === 2 && blank >= 0) return isLine ? "drawn" : "marked";
  return texts[value] || String(values[value]);
}

/** Adds what is said of a place. */
export function say(texts: Texts, place: readonly number[], what: string): void {
  texts.set(key(place), [...(texts.get(key(place)) ?? []), what]);
}

/** What clues say. */
const clued = once(({ clues }: Board): Texts => {
  const texts: Texts = new Map();
  for (const [name, some] of clues) for (const [r, c, text] of some) say(texts, [r, c], `${name} ${text}`.trim());
  return texts;
});

/** What a place holds: a printed value, an entry, or notes; empty if nothing. */
export function held(board: Board, filled: Filled, i: number): string {
  const printed = printedOf(board).get(i);
  if (printed !== undefined) return `printed ${worded(board, printed)}`;
  const value = filled.marks.get(i);
  if (value !== undefined) return worded(board, value);
  const notes = [...(filled.corner.get(i) ?? []), ...(filled.centre.get(i) ?? [])].sort((a, b) => a - b);
  return notes.length ? `notes ${notes.map((each) => board.texts[each]).join(" ")}` : "";
}

/** What stands on a board that is filled in. */
export function told(board: Board, filled: Filled): Texts {
  const texts = new Map(clued(board));
  const some = new Set([...board.printed.map(([i]) => i), ...filled.marks.keys(), ...filled.corner.keys(), ...filled.centre.keys()]);
  for (const i of some) {
    const what = held(board, filled, i);
    if (what) say(texts, board.places[i]!, what);
  }
  return texts;
}

/** What stands at one place of such a board. */
export function toldAt(board: Board, filled: Filled, place: Place): string[] {
  const i = indexOf(board.places, place);
  const what = i < 0 ? "" : held(board, filled, i);
  return [...(clued(board).get(key(place)) ?? []), ...(what ? [what] : [])];
}

/** A place and what stands there. */
export const described = (plan: Plan, texts: string[], place: Place, hasSides: boolean): string =>
  [nameOf(plan, place, hasSides), ...(texts.length ? texts : ["nothing"])].join(", ");

/** The cells that a place belongs to, and what it is there. */
function homes([r, c]: Place): [Place, string][] {
  if (r % 1 && c % 1) {
    const cell: Place = [Math.max(r - 0.5, 0), Math.max(c - 0.5, 0)];
    return [[cell, `${r < 0 ? "upper" : "lower"} ${c < 0 ? "left" : "right"} corner `]];
  }
  if (r % 1) return [[[r - 0.5, c], "bottom "], [[r + 0.5, c], "top "]];
  if (c % 1) return [[[r, c - 0.5], "right "], [[r, c + 0.5], "left "]];
  return [[[r, c], ""]];
}

interface Cell { at: Place; text: string }

/** A place read from its key, and the keys of its cells with what it is there; a board has thousands that stay the same. */
interface Read { at: Place; homes: [string, string][] }
const reads = once((_: Place) => new Map<string, Read>());

function read(text: string, shape: Place): Read {
  const kept = reads(shape);
  let found = kept.get(text);
  if (!found) {
    const at = text.split(",").map(Number) as Place;
    const inside = homes(at).filter(([cell]) => !isHalf(at) || isInside(cell, shape));
    kept.set(text, (found = { at, homes: inside.map(([cell, where]) => [key(cell), where]) }));
  }
  return found;
}

/** The cells of a board and the clues beside it, row by row. */
function rowsOf({ shape }: Plan, texts: Texts): Cell[][] {
  const all = new Map<string, string>();
  for (const [place, some] of texts) {
    for (const [cell, where] of read(place, shape).homes) {
      const what = where ? some.map((text) => where + text).join(", ") : some.join(", ");
      const before = all.get(cell);
      all.set(cell, before === undefined ? what : `${before}, ${what}`);
    }
  }
  const [first, last]: [Place, Place] = [[0, 0], [shape[0] - 1, shape[1] - 1]];
  for (const cell of all.keys()) {
    const { at } = read(cell, shape);
    for (const axis of [0, 1] as const) {
      first[axis] = Math.min(first[axis], at[axis]);
      last[axis] = Math.max(last[axis], at[axis]);
    }
  }
  const span = (axis: 0 | 1): number[] => Array.from({ length: last[axis] - first[axis] + 1 }, (_, i) => first[axis] + i);
  return span(0).map((r) => span(1).map((c): Cell => ({ at: [r, c], text: all.get(`${r},${c}`) ?? "nothing" })));
}

/** What the name of a cell's element is, for the board to say where its cursor is. */
export const idOf = ([r, c]: Place): string => `cell${r}_${c}`;

/** One row; it is compared with what it was by its texts, for a board has thousands of cells. */
class Row extends Component<{ plan: Plan; cells: Cell[]; index: number }> {
  shouldComponentUpdate({ cells }: { cells: Cell[] }): boolean {
    return cells.length !== this.props.cells.length || cells.some(({ text }, i) => text !== this.props.cells[i]!.text);
  }

  render(): JSX.Element {
    const { plan, cells, index } = this.props;
    return (
      <div role="row" aria-rowindex={index}>
        {cells.map(({ at, text }, i) => <span role="gridcell" id={idOf(at)} aria-colindex={i + 1}>{nameOf(plan, at)}, {text}</span>)}
      </div>
    );
  }
}

interface Told { plan: Plan; texts: () => Texts }

/** The grid; it comes when the browser has drawn what there is to see. */
export class Grid extends Component<Told, { rows: Cell[][] }> {
  state = { rows: [] as Cell[][] };
  private waiting = 0;

  private soon = (): void => {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.setState({ rows: rowsOf(this.props.plan, this.props.texts()) }), 80);
  };
  componentDidMount = this.soon;
  componentWillUnmount(): void { clearTimeout(this.waiting); }
  /** Only a new rendering of the page makes it look again, not its own. */
  componentDidUpdate(_: Told, before: { rows: Cell[][] }): void { if (before.rows === this.state.rows) this.soon(); }

  render(): JSX.Element {
    return <div class="told-grid" role="rowgroup">{this.state.rows.map((cells, i) => <Row plan={this.props.plan} cells={cells} index={i + 1} />)}</div>;
  }
}
