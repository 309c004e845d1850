// The list of keys.
import { signal } from "@preact/signals-core";
import { Fragment, h, type JSX } from "preact";
import { Dialog } from "./dialog";

const isOpen = signal(false);
export const showKeys = (): void => { isOpen.value = true; };

const KEYS: [string, [string, string][]][] = [
  ["Everywhere", [
    ["arrows, Home", "the next place, the first"], ["Ctrl-Z, Ctrl-Y", "undo, redo"], ["Tab", "to buttons and panels"],
    ["Ctrl and the wheel, two fingers", "a larger board"],
    ["Ctrl-V", "opens the text, link or puzzle that was copied"], ["?", "this list, unless it is a clue"],
  ]],
  ["Clues", [
    ["digits, letters, signs", "the clue"], ["#", "makes a cell of a kakuro black"], ["Backspace", "takes its last character away"],
    ["Enter, shift and Enter", "the next thing that can stand there, the one before; of areas: a new one"],
    ["click again, right button", "the same with a pointer"], ["shift and an arrow", "the area or the line goes on"], ["Escape", "drops what is not complete"],
  ]],
  ["Play", [
    ["Enter, X", "a mark, a cross"], ["shift and an arrow", "draws a line, widens an area"], ["digits, letters", "the value"],
    ["shift and a digit", "small in the corner"], ["Ctrl and a digit", "small in the centre"], ["Ctrl-A", "all cells"],
  ]],
];

export function Help(): JSX.Element {
  return (
    <>
      <button aria-label="keys" onClick={showKeys}>?</button>
      {isOpen.value && (
        <Dialog title="Keys" close={() => { isOpen.value = false; }}>
          {KEYS.map(([name, keys]) => (
            <section><h3>{name}</h3><dl>{keys.map(([key, does]) => <div><dt>{key}</dt><dd>{does}</dd></div>)}</dl></section>
          ))}
        </Dialog>
      )}
    </>
  );
}
