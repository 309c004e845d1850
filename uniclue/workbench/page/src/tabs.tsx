// Several puzzles at a time, each with its entries and its own undo.
import { h, type JSX } from "preact";
import { addTab, atTab, closeTab, drawn, goTab, nameOf, tabs } from "./state";

export function Tabs(): JSX.Element {
  const puzzleAt = (i: number) => (i === atTab.value ? drawn.value!.puzzle : tabs.value[i]!.puzzle);
  return (
    <nav class="row tabs" aria-label="puzzles that are open">
      {tabs.value.map((_, i) => (
        <span>
          <button aria-pressed={i === atTab.value} onClick={() => void goTab(i)}>{i + 1}. {nameOf(puzzleAt(i))}</button>
          {tabs.value.length > 1 && <button aria-label={`close puzzle ${i + 1}`} onClick={() => void closeTab(i)}>×</button>}
        </span>
      ))}
      <button aria-label="another puzzle" onClick={addTab}>+</button>
    </nav>
  );
}
