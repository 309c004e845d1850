// Keys to touch while a board is filled in: values, kinds of pens, colours.
import type { Signal } from "@preact/signals-core";
import { Fragment, h, type JSX } from "preact";
import { type Board, familyOf } from "./geometry";
import { stampOf } from "./ink";
import type { Pen, Solver } from "./solve";
import { worded } from "./told";

const COLOURS = ["yellow", "green", "blue", "pink", "orange", "grey"];
/** With more values than that their digits are typed. */
const MOST_KEYS = 30;
const DIGITS = [..."1234567890"];

/** A value on a key, as it looks on the board. */
function Value({ board, value }: { board: Board; value: number }): JSX.Element {
  const cell = board.frame[2];
  const sample = board.places.findIndex((_, i) => !board.told.includes(i));
  const stamp = stampOf(board, Math.max(sample, 0), value);
  if (stamp.includes("<text") || !stamp.includes("<path")) return <>{board.texts[value]}</>;
  return <svg viewBox={`${-cell / 2} ${-cell / 2} ${cell} ${cell}`} width="22" height="22" aria-hidden="true" dangerouslySetInnerHTML={{ __html: stamp }} />;
}

export function Pad({ board, solver, pen, colour, isDone, erase }: {
  board: Board; solver: Solver; pen: Signal<Pen>; colour: Signal<number>; isDone?: (value: number) => boolean; erase: () => void;
}): JSX.Element {
  const hasCells = board.places.some(([r, c]) => !(r % 1 || c % 1));
  const isAreas = familyOf(board) === "areas";
  const choice = (to: Pen, name: string): JSX.Element => (
    <button aria-pressed={pen.value === to} onClick={() => { pen.value = pen.value === to ? "value" : to; }}>{name}</button>
  );
  return (
    <div class="keys" role="group" aria-label="keys">
      {solver.picks && board.texts.length > MOST_KEYS && DIGITS.map((digit) => <button onClick={() => solver.type(digit)}>{digit}</button>)}
      {solver.picks && board.texts.length <= MOST_KEYS && board.texts.map((_, value) => (
        <button class={isDone?.(value) ? "done" : ""} aria-label={worded(board, value)} onClick={() => solver.enter(value)}><Value board={board} value={value} /></button>
      ))}
      {solver.picks && <>{choice("corner", "Corner")}{choice("centre", "Centre")}</>}
      {!solver.picks && !isAreas && board.blank >= 0 && choice("cross", "Cross ×")}
      {isAreas && <>{choice("box", "Rectangle")}{choice("cross", "Take away")}</>}
      {hasCells && choice("colour", "Colour")}
      {pen.value === "colour" && COLOURS.map((name, i) => (
        <button class={`C${i}`} aria-label={name} aria-pressed={colour.value === i} onClick={() => { colour.value = i; }}>{colour.value === i ? "●" : ""}</button>
      ))}
      <button onClick={erase} aria-label="erase">⌫</button>
    </div>
  );
}
