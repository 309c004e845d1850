// The puzzles that the browser keeps, with their pictures.
import { effect, signal } from "@preact/signals-core";
import { h, type JSX } from "preact";
import { Thumbnail } from "./dialog";
import { Button, Panel } from "./panels";
import { publish } from "./publish";
import { post, type Puzzle } from "./server";
import { busy, collection, drawn, drop, keep, kinds, open, takeAway, told } from "./state";

/** Pictures by the text of their puzzle. */
const pictures = signal<Map<string, string>>(new Map());
const MOST_AT_ONCE = 50;

/** Has those drawn that have no picture yet. */
async function draw(missing: Puzzle[]): Promise<void> {
  const svgs = await told(() => post<string[]>("thumbnails", { puzzles: missing }, 30));
  const drawn_ = missing.map((puzzle, i): [string, string] => [JSON.stringify(puzzle), svgs?.[i] ?? ""]);
  pictures.value = new Map([...pictures.value, ...drawn_]);
}

effect(() => {
  if (!kinds.value.length) return;
  const known = pictures.value;
  const missing = collection.value.map(({ puzzle }) => puzzle).filter((puzzle) => !known.has(JSON.stringify(puzzle)));
  // not within the effect, which would then run again for every request
  if (missing.length) queueMicrotask(() => void draw(missing.slice(0, MOST_AT_ONCE)));
});

export function Collection(): JSX.Element {
  const kept = collection.value;
  const puzzles = (): Puzzle[] => kept.map((each) => each.puzzle);
  return (
    <Panel title={`Collection (${kept.length})`}>
      <div class="row">
        <Button on={() => keep(drawn.value!.puzzle)}>Add this puzzle</Button>
        <Button on={() => takeAway("jsonl", puzzles())} off={!kept.length}>Export</Button>
        <Button on={() => takeAway("book", puzzles())} off={!kept.length || !!busy.value}>Booklet</Button>
        <Button on={() => publish(puzzles())} off={!kept.length || !!busy.value}>Publish the collection…</Button>
      </div>
      <ol class="kept drawn">
        {kept.map((each, i) => (
          <li>
            <button class="text" onClick={() => void open(each.puzzle)}>
              <Thumbnail svg={pictures.value.get(JSON.stringify(each.puzzle)) ?? ""} />{each.name}
            </button>
            <button aria-label={`remove ${each.name}`} onClick={() => drop(i)}>×</button>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
