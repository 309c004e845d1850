// All kinds with their pictures and rules, to search in.
import { signal } from "@preact/signals-core";
import { Fragment, h, type JSX } from "preact";
import { Dialog, Thumbnail } from "./dialog";
import { post, type Kind } from "./server";
import { fresh, kinds, told } from "./state";

const isOpen = signal(false);
const wanted = signal("");
const pictures = signal<Record<string, string>>({});

async function open(): Promise<void> {
  isOpen.value = true;
  if (Object.keys(pictures.value).length) return;
  pictures.value = (await told(() => post<Record<string, string>>("gallery", {}, 60))) ?? {};
}

const rulesOf = (each: Kind): string[] => Object.values(each.rules);

/** Whether all words that are searched for stand in the title or the rules. */
function isFound(each: Kind): boolean {
  const text = [each.kind, each.title, ...rulesOf(each)].join(" ").toLowerCase();
  return wanted.value.toLowerCase().split(" ").every((word) => text.includes(word));
}

export function Gallery(): JSX.Element {
  const choose = (each: Kind): void => { isOpen.value = false; void fresh(each.kind, null); };
  const found = kinds.value.filter(isFound);
  return (
    <>
      <button onClick={() => void open()}>All kinds…</button>
      {isOpen.value && (
        <Dialog title="Kinds of puzzles" close={() => { isOpen.value = false; }}>
          <label>Search <input type="search" value={wanted.value} onInput={(event) => { wanted.value = event.currentTarget.value; }} /></label>
          <p role="status">{found.length} of {kinds.value.length} kinds</p>
          <ul class="gallery drawn">
            {found.map((each) => (
              <li><button class="kind" onClick={() => choose(each)}>
                <Thumbnail svg={pictures.value[each.kind] ?? ""} />
                <b>{each.title.split(":")[0]}</b>
                <small>{rulesOf(each).slice(0, 3).join("; ")}</small>
              </button></li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
