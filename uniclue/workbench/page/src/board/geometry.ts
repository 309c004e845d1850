// Places of a board and pixels of its picture.
export type Place = [number, number];
export type Value = number | string;
/** Left and upper edge of the board, side of a cell, width and height of a clue beside it. */
export type Frame = [number, number, number, number, number];

/** A cell or side of a board that is no rectangle: row, column, pixels from the left and top, name. */
export type Tile = [number, number, number, number, string];

/** What a board looks like: enough to turn places into pixels and back. */
export interface Plan { frame: Frame; shape: Place; tiles: Tile[] }

/** A plan with its picture: the size, what lies below entries, around them and above them. */
export interface Face extends Plan { layers: [Place, string, string, string]; words: string }

/** What a clue's member is called, and its texts with their places. */
export type Clues = [string, [number, number, string][]];

/** Places that hold a value at most once, and the values that they may repeat. */
export type Unit = [number[], number[]];

/** A board that is filled in; see `PlayBoard` of playing.py. Values and places are meant by position. */
export interface Board extends Face {
  clues: Clues[];
  places: Place[];
  told: number[];
  values: Value[];
  texts: string[];
  blank: number;
  printed: [number, number][];
  drawn: string;
  has_sides: boolean;
  sorts: number[];
  stamps: string[][];
  units: Unit[];
}

/** A function of an object that works once for each, for as long as the object is there. */
export function once<Of extends object, What extends {}>(work: (of: Of) => What): (of: Of) => What {
  const kept = new WeakMap<Of, What>();
  return (of) => {
    let found = kept.get(of);
    if (found === undefined) kept.set(of, (found = work(of)));
    return found;
  };
}

export const key = (place: readonly number[]): string => place.join(",");
export const isHalf = ([r, c]: Place): boolean => r % 1 !== 0 || c % 1 !== 0;
export const isInside = ([r, c]: Place, [rows, cols]: Place): boolean =>
  r > -0.5 && c > -0.5 && r < rows - 0.5 && c < cols - 0.5;
export const rounded = ([r, c]: Place): Place => [Math.round(r), Math.round(c)];
export const cornered = ([r, c]: Place): Place => [Math.floor(r) + 0.5, Math.floor(c) + 0.5];

/** Tiles by their places as keys. */
const tilesOf = once((tiles: Tile[]) => new Map(tiles.map((tile) => [`${tile[0]},${tile[1]}`, tile])));
const tileAt = ({ tiles }: Plan, place: Place): Tile | undefined => (tiles.length ? tilesOf(tiles).get(key(place)) : undefined);

/** Pixels of a place in half coordinates. */
export function xy(plan: Plan, place: Place): Place {
  const { frame, shape } = plan;
  const [r, c] = place;
  const tile = tileAt(plan, place);
  if (tile) return [tile[2], tile[3]];
  const along = (x: number, side: number, step: number): number =>
    x <= -1 ? (x + 0.5) * step
    : x < side ? (x + 0.5) * frame[2]
    : side * frame[2] + (x - side + 0.5) * step;
  return [frame[0] + along(c, shape[1], frame[3]), frame[1] + along(r, shape[0], frame[4])];
}

/** The place of pixels; beside the board it is -1, or one past its end. */
export function placeAt({ frame, shape }: Plan, x: number, y: number): Place {
  const along = (px: number, side: number): number => {
    const at = px / frame[2] - 0.5;
    return at < -0.5 ? Math.max(at, -1) : Math.min(at, side);
  };
  return [along(y - frame[1], shape[0]), along(x - frame[0], shape[1])];
}

export type Mouse = MouseEvent & { currentTarget: HTMLElement };
export type Pointer = PointerEvent & Mouse;

/** What pointers and keys do to a board. */
export interface Hand {
  down(event: Pointer): void;
  moved(event: Pointer): void;
  up(event: Pointer): void;
  /** What was begun is taken back: it was no drag, but a pinch. */
  cancel(event: Pointer): void;
  twice?(event: Mouse): void;
  /** Does what a key means; false if it means nothing. */
  key(event: KeyboardEvent): boolean;
}

export const ARROWS: Record<string, Place> = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};

/** Cells from one to another, without the first; a quick pointer leaves some out. */
export function between(from: Place, to: Place): Place[] {
  const [dr, dc] = [to[0] - from[0], to[1] - from[1]];
  const steps = Math.max(Math.abs(dr), Math.abs(dc));
  return Array.from({ length: steps }, (_, i) =>
    rounded([from[0] + (dr * (i + 1)) / steps, from[1] + (dc * (i + 1)) / steps]));
}

/** Where pointers were that are at a cell of a board of tiles; its place does not tell which side is near. */
const pixels = new WeakMap<Place, Place>();

/** How far pixels are from a place, in cells. */
const farFrom = (plan: Plan, at: Place, place: Place): number => {
  const [x, y] = xy(plan, place);
  return Math.hypot(at[0] - x, at[1] - y) / plan.frame[2];
};

/** The cell of a board of tiles that is nearest to pixels. */
function cellAt(plan: Plan, at: Place): Place {
  const cells = plan.tiles.map(([r, c]): Place => [r, c]).filter((place) => !isHalf(place));
  const cell = cells.reduce((a, b) => (farFrom(plan, at, b) < farFrom(plan, at, a) ? b : a));
  pixels.set(cell, at);
  return cell;
}

/** The place that a pointer is at. */
export function pointedAt(plan: Plan, event: Mouse): Place {
  const picture = event.currentTarget.querySelector("svg")!;
  const bounds = picture.getBoundingClientRect();
  const scale = picture.viewBox.baseVal.width / bounds.width;
  const [x, y] = [(event.clientX - bounds.left) * scale, (event.clientY - bounds.top) * scale];
  return plan.tiles.length ? cellAt(plan, [x, y]) : placeAt(plan, x, y);
}

/** What people call a place. */
export function nameOf(plan: Plan, place: Place, hasSides = false): string {
  const { shape: [rows, cols] } = plan;
  const [r, c] = place;
  const tile = tileAt(plan, place);
  if (tile) return tile[4];
  const name = (x: number, y: number): string => `r${x + 1}c${y + 1}`;
  if (r <= -1) return `above column ${c + 1}`;
  if (c <= -1) return `left of row ${r + 1}`;
  if (r >= rows) return `below column ${c + 1}`;
  if (c >= cols) return `right of row ${r + 1}`;
  if (r % 1 && c % 1) return `corner after ${name(r - 0.5, c - 0.5)}`;
  const what = hasSides ? "side " : "";
  if (r < 0) return `top ${what}of ${name(0, c)}`;
  if (c < 0) return `left ${what}of ${name(r, 0)}`;
  if (r > rows - 1) return `bottom ${what}of ${name(rows - 1, c)}`;
  if (c > cols - 1) return `right ${what}of ${name(r, cols - 1)}`;
  if (r % 1) return `${what}between ${name(r - 0.5, c)} and ${name(r + 0.5, c)}`;
  if (c % 1) return `${what}between ${name(r, c - 0.5)} and ${name(r, c + 0.5)}`;
  return name(r, c);
}

/** The position of the asked place that is nearest, -1 if none is near. */
export function nearest(plan: Plan & { places: Place[] }, at: Place, reach = 0.5): number {
  const [r, c] = at;
  const pixel = pixels.get(at);
  let best = -1;
  let least = reach;
  plan.places.forEach((place, i) => {
    if (pixel) {
      const far = farFrom(plan, pixel, place);
      if (far < least) [best, least] = [i, far];
      return;
    }
    const [dr, dc] = [Math.abs(place[0] - r), Math.abs(place[1] - c)];
    const far = isHalf(place) ? Math.hypot(dr, dc) : Math.max(dr, dc) * 0.999;
    if (far < least) [best, least] = [i, far];
  });
  return best;
}

/** The asked place that lies next that way on a board of tiles. */
export function ahead(plan: Plan & { places: Place[] }, from: Place, [down, right]: Place): Place {
  const [x, y] = xy(plan, from);
  let [best, least] = [from, Infinity];
  for (const place of plan.places) {
    const [i, j] = xy(plan, place);
    const along = (i - x) * right + (j - y) * down;
    const across = Math.abs((i - x) * down) + Math.abs((j - y) * right);
    const far = Math.hypot(along, across);
    if (along > 1 && across <= 1.3 * along && far < least) [best, least] = [place, far];
  }
  return best;
}

/** Positions of places, by their names as keys. */
const positions = once((places: Place[]) => new Map(places.map((each, i) => [key(each), i])));

/** The position of a place, -1 if it is not asked. */
export const indexOf = (places: Place[], place: Place): number => positions(places).get(key(place)) ?? -1;

/** What is printed, by the positions of its places. */
export const printedOf = once(({ printed }: Board) => new Map(printed));

/** Whether a value is a mark, of which there are few on boards of any size; numbers and letters are typed. */
const isMark = (value: Value): boolean => (typeof value === "number" ? value < 2 : !/[a-wyz]/i.test(value));

/** How a board is filled in; it follows from what is asked, so that a new kind needs nothing here. */
export type Family = "shade" | "digits" | "lines" | "sides" | "areas";
export const familyOf = once(({ places, has_sides, drawn, values }: Board): Family => {
  if (places.some(isHalf)) return has_sides ? "sides" : "lines";
  if (drawn === "areas") return "areas";
  return values.length <= 3 && values.every(isMark) ? "shade" : "digits";
});
