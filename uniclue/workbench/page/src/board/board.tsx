// The board, wherever it lies: its picture, what pointers and keys do to it, and what is told of it.
import { Fragment, h, type JSX } from "preact";
import { type Face, type Hand, type Place, isHalf, key } from "./geometry";
import { Picture, type Strata } from "./ink";
import { described, Grid, idOf, type Texts } from "./told";
import { high, NOTCH, Pinch, zoom, zoomTo } from "./zoom";

/** What a host gives: a picture and what lies on it, the hand that works on it, and what is told of it. */
export interface Sheet {
  face: Face;
  strata: Strata;
  hand: Hand;
  /** Where the keys are; none where the board is only looked at. */
  cursor?: Place;
  texts: () => Texts;
  /** What stands at one place; where there is a cursor. */
  said?: (place: Place) => string[];
  has_sides: boolean;
  label: string;
  /** Classes and data that say in which state it is. */
  look?: string;
  family?: string;
}

/** Pixels of a large board; a small one is larger than its picture, but not much. */
const WIDE = 600;
const MOST_SCALE = 2.2;

let now: Sheet | null = null;
const pinch = new Pinch(() => now!.hand);
let last = "";

function pressed(event: KeyboardEvent): void {
  if (!pinch.key(event)) return;
  event.preventDefault();
  if (zoom.value > 1) setTimeout(() => document.querySelector(".cursor")?.scrollIntoView({ block: "nearest", inline: "nearest" }));
}
const quiet = (event: Event): void => event.preventDefault();

/** Buttons for those who have no wheel and one finger. */
export function Zoom(): JSX.Element {
  return (
    <>
      <button aria-label="smaller" disabled={zoom.value <= 1} onClick={() => zoomTo(zoom.value / NOTCH ** 2)}>−</button>
      <button aria-label="larger" onClick={() => zoomTo(zoom.value * NOTCH ** 2)}>+</button>
    </>
  );
}

/** The cell that is told with a place: its own, or the one before a side or a corner. */
const homeOf = ([r, c]: Place): Place => [Math.max(Math.floor(r), r < -0.5 ? -1 : 0), Math.max(Math.floor(c), c < -0.5 ? -1 : 0)];

export function Board(sheet: Sheet): JSX.Element {
  now = sheet;
  const { face, cursor } = sheet;
  const [width, height] = face.layers[0];
  const scale = Math.min(MOST_SCALE, Math.max(1, WIDE / Math.max(width, height)));
  // A cell under the cursor is told by the grid, its line only says what has changed there.
  const stands = cursor ? key(cursor) : "";
  const isMove = cursor !== undefined && stands !== last && !isHalf(cursor);
  last = stands;
  return (
    <>
      <div class={`pane ${zoom.value > 1 ? "zoomed" : ""}`} style={{ height: zoom.value > 1 ? `${high.value}px` : "" }}>
        <div class={`board ${sheet.look ?? ""}`} role="grid" tabIndex={0} aria-label={sheet.label}
          aria-activedescendant={cursor && idOf(homeOf(cursor))} data-frame={face.frame.join(",")} data-family={sheet.family}
          style={{ width: `calc(min(100%, ${width * scale}px, ${(70 * width) / height}vh) * ${zoom.value})` }}
          onKeyDown={pressed} onPointerDown={pinch.down} onPointerMove={pinch.moved} onPointerUp={pinch.up}
          onPointerCancel={pinch.cancel} onWheel={pinch.wheel} onDblClick={pinch.twice} onContextMenu={quiet}>
          <Picture face={face} strata={sheet.strata} />
          <Grid plan={face} texts={sheet.texts} />
        </div>
      </div>
      {cursor && <p class="spoken" aria-live={isMove ? "off" : "polite"}>{described(face, sheet.said?.(cursor) ?? [], cursor, sheet.has_sides)}</p>}
    </>
  );
}
