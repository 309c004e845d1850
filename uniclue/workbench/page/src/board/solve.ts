// What pointers and keys do to a board that is filled in, for every family of boards.
import {
  ARROWS, type Board, type Family, type Hand, type Mouse, type Place, type Pointer, ahead,
  between, cornered, familyOf, indexOf, isHalf, isInside, key, nearest, pointedAt, rounded,
} from "./geometry";

/** How an entry is meant: as a value, a cross, a small digit, a colour, or a rectangle of an area. */
export type Pen = "value" | "cross" | "corner" | "centre" | "colour" | "box";

/** The page that a board lies on: what stands there, and what is done to it. */
export interface Desk {
  board(): Board;
  /** Whether entries can be made now. */
  isOpen(): boolean;
  pen(): Pen;
  /** The colour of the pen, by its number. */
  colour(): number;
  stands(i: number): number;
  colourAt(i: number): number;
  cursor(): Place;
  chosen(): Set<number>;
  choose(cursor: Place, chosen: Set<number>): void;
  /** Marks places; -1 takes marks away. Joined, it is one move with the one before. */
  mark(places: Iterable<number>, value: number, isJoined?: boolean): void;
  note(places: Iterable<number>, value: number, isCentre: boolean): void;
  paint(places: Iterable<number>, colour: number, isJoined?: boolean): void;
  erase(places: Iterable<number>): void;
  undo(): void;
  redo(): void;
  /** Takes back a drag that turned out to be a pinch. */
  forget(): void;
}

interface Drag { from: Place; last: Place; value: number | null; moved: boolean; second: boolean; id: number; began: number; isBox?: boolean }

export class Solver implements Hand {
  private drag: Drag | null = null;
  private typed = "";
  /** The value that what was typed so far means. */
  private entered = -1;

  constructor(private readonly desk: Desk) {}

  private get family(): Family { return familyOf(this.desk.board()); }
  /** Whether cells are chosen first and filled then. */
  get picks(): boolean { return this.family === "digits"; }
  private get isLinked(): boolean { return this.family === "lines" || this.family === "sides"; }

  /** What a drag goes along: corners where sides are drawn, else cells. */
  private node(place: Place): Place { return this.family === "sides" ? cornered(place) : rounded(place); }

  /** The value of a mark that is no blank. */
  private first(): number { return this.desk.board().blank === 0 ? 1 : 0; }

  /** What comes after a value when its place is tapped. */
  after(i: number, isSecond: boolean): number {
    const { blank, values } = this.desk.board();
    const stands = this.desk.stands(i);
    if (isSecond && blank >= 0) return stands === blank ? -1 : blank;
    const order = values.map((_, value) => value).filter((value) => value !== blank);
    if (blank >= 0) order.push(blank);
    if (isSecond) order.reverse();
    return stands < 0 ? order[0]! : (order[order.indexOf(stands) + 1] ?? -1);
  }

  private go(place: Place, more = false): void {
    const i = indexOf(this.desk.board().places, place);
    const kept = more ? this.desk.chosen() : [];
    this.desk.choose(place, new Set(i < 0 ? kept : [...kept, i]));
  }

  // -- pointers --------------------------------------------------------------------------------------

  down = (event: Pointer): void => {
    if (this.drag || !this.desk.isOpen() || event.button === 1) return;
    this.typed = "";
    const board = this.desk.board();
    const place = pointedAt(board, event);
    const node = this.node(place);
    event.currentTarget.setPointerCapture(event.pointerId);
    const isShifted = event.shiftKey && !this.picks && this.family !== "areas";
    const second = event.button === 2 || isShifted || this.desk.pen() === "cross";
    this.drag = { from: place, last: node, value: null, moved: false, second, id: event.pointerId, began: event.timeStamp };
    const cell = rounded(place);
    const i = indexOf(board.places, cell);
    if (this.desk.pen() === "colour" && i >= 0) this.dab(i, cell);
    else if (this.picks) { if (i >= 0) this.go(cell, event.ctrlKey || event.metaKey || event.shiftKey); }
    else if (this.family === "shade" && i >= 0) {
      this.drag.value = this.after(i, second);
      this.go(cell);
      this.desk.mark([i], this.drag.value);
    } else if (this.family === "areas" && i >= 0) {
      this.go(cell);
      this.drag.value = second ? -1 : this.desk.stands(i);
      this.drag.isBox = !second && (this.desk.pen() === "box" || event.shiftKey || this.drag.value < 0);
      if (second) this.desk.mark([i], -1);
    }
  };

  /** Begins to colour, or to take the colour away. */
  private dab(i: number, cell: Place): void {
    this.drag!.value = this.drag!.second || this.desk.colourAt(i) === this.desk.colour() ? -1 : this.desk.colour();
    this.go(cell);
    this.desk.paint([i], this.drag!.value);
  }

  moved = (event: Pointer): void => {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.id) return;
    const board = this.desk.board();
    const place = pointedAt(board, event);
    const next = this.node(place);
    const isColour = this.desk.pen() === "colour";
    if (this.isLinked && !isColour && board.tiles.length) return this.pass(place);
    if (next.join() === drag.last.join()) return;
    if (this.isLinked && !isColour) {
      // a line goes on only when the pointer is well in the next node: fingers shake
      if (Math.hypot(place[0] - next[0], place[1] - next[1]) <= 0.42) this.draw(next);
      return;
    }
    if (drag.isBox && isInside(next, board.shape)) {
      drag.last = next;
      this.desk.choose(next, new Set(this.boxed(rounded(drag.from), next)));
      return;
    }
    const cells = between(drag.last, next).filter((cell) => isInside(cell, board.shape));
    drag.last = next;
    for (const cell of cells) {
      const i = indexOf(board.places, cell);
      if (i < 0) continue;
      if (isColour) this.desk.paint([i], drag.value ?? -1, true);
      else if (this.family === "areas") this.desk.mark([i], drag.value ?? -1, drag.moved || drag.second);
      else if (!this.picks && drag.value !== null) this.desk.mark([i], drag.value, true);
      this.go(cell, this.picks && !isColour);
      drag.moved = true;
    }
  };

  /** On a board of tiles, draws what the pointer passes. */
  private pass(place: Place): void {
    const drag = this.drag!;
    const board = this.desk.board();
    const i = nearest(board, place, 0.2);
    if (i < 0 || key(board.places[i]!) === key(drag.last)) return;
    drag.last = board.places[i]!;
    drag.value ??= this.after(i, drag.second);
    this.desk.mark([i], drag.value, drag.moved);
    drag.moved = true;
    this.go(drag.last);
  }

  /** Goes on with a line; back along it, it goes away. */
  private draw(next: Place): void {
    const drag = this.drag!;
    const { places, blank, values } = this.desk.board();
    const before = drag.last;
    drag.last = next;
    if (Math.abs(next[0] - before[0]) + Math.abs(next[1] - before[1]) !== 1) return;
    const i = indexOf(places, [(next[0] + before[0]) / 2, (next[1] + before[1]) / 2]);
    if (i < 0) return;
    const stands = this.desk.stands(i);
    if (drag.value === null) drag.value = drag.second ? blank : values.length > 2 ? this.after(i, false) : stands === this.first() ? -1 : this.first();
    this.desk.mark([i], drag.value, drag.moved);
    drag.moved = true;
    this.go(next);
  }

  /** The places of a rectangle. */
  private boxed(from: Place, to: Place): number[] {
    const isWithin = (x: number, a: number, b: number): boolean => x >= Math.min(a, b) && x <= Math.max(a, b);
    return this.desk.board().places.flatMap(([r, c], i) =>
      isWithin(r, from[0], to[0]) && isWithin(c, from[1], to[1]) ? [i] : []);
  }

  /** Fills a rectangle with the only area that is in it. */
  private fillBox(cells: Set<number>): void {
    const areas = new Set([...cells].map((i) => this.desk.stands(i)).filter((value) => value >= 0));
    if (areas.size === 1) this.desk.mark(cells, [...areas][0]!);
  }

  up = (event: Pointer): void => {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.id) return;
    this.drag = null;
    if (drag.isBox) return this.fillBox(this.desk.chosen());
    if (drag.moved || !this.isLinked || this.desk.pen() === "colour") return;
    const board = this.desk.board();
    const i = nearest(board, drag.from, 0.45);
    if (i < 0) return;
    this.go(board.places[i]!);
    this.desk.mark([i], this.after(i, drag.second));
  };

  /** A pinch or a scroll took the pointer: what it has drawn by mistake goes away. */
  cancel = (event: Pointer): void => {
    const drag = this.drag;
    this.drag = null;
    if (drag && drag.value !== null && event.timeStamp - drag.began < 400) this.desk.forget();
  };

  /** A double click chooses all cells with that value. */
  twice = (event: Mouse): void => {
    const board = this.desk.board();
    if (!this.picks || !this.desk.isOpen()) return;
    const cell = rounded(pointedAt(board, event));
    const value = this.desk.stands(indexOf(board.places, cell));
    if (value < 0) return;
    const same = board.places.flatMap((_, i) => (this.desk.stands(i) === value ? [i] : []));
    this.desk.choose(cell, new Set(same));
  };

  // -- keys ------------------------------------------------------------------------------------------

  private arrow(step: Place, isSecond: boolean, more: boolean): void {
    const board = this.desk.board();
    if (board.tiles.length) return this.go(ahead(board, this.desk.cursor(), step), this.picks && more);
    const [rows, cols] = board.shape;
    const [r, c] = this.desk.cursor();
    const to = (by: number, edge: number): Place => [
      Math.min(Math.max(r + step[0] * by, -edge), rows - 1 + edge),
      Math.min(Math.max(c + step[1] * by, -edge), cols - 1 + edge),
    ];
    const edge = this.family === "sides" ? 0.5 : 0;
    if (!this.isLinked) {
      const area = this.family === "areas" && isSecond ? this.desk.stands(indexOf(board.places, [r, c])) : -1;
      this.go(to(1, 0), this.picks && more);
      if (area >= 0) this.desk.mark([indexOf(board.places, to(1, 0))].filter((i) => i >= 0), area);
      return;
    }
    const middle = to(0.5, edge);
    const i = isHalf(middle) ? indexOf(board.places, middle) : -1;
    if (!isSecond || i < 0) return this.go(middle);
    this.desk.mark([i], this.desk.stands(i) === this.first() ? -1 : this.first());
    this.go(to(1, edge));
  }

  /** The value that typed letters mean, -1 if none. */
  private meant(word: string): number {
    return this.desk.board().texts.findIndex((text) => text.toLowerCase() === word.toLowerCase());
  }

  /** Types a letter of a value, which is entered as soon as it is the only one; false if none begins so. */
  type(letter: string, pen = this.desk.pen()): boolean {
    const texts = this.desk.board().texts.map((text) => text.toLowerCase());
    for (const before of new Set([this.typed, ""])) {
      const word = (before + letter).toLowerCase();
      const found = texts.flatMap((text, value) => (text.startsWith(word) ? [value] : []));
      const value = found.length === 1 ? found[0]! : texts.indexOf(word);
      if (!found.length) continue;
      this.typed = found.length > 1 || texts[value] !== word ? word : "";
      if (value >= 0 && !(before && value === this.entered)) this.enter(value, pen, this.typed !== "");
      this.entered = value;
      return true;
    }
    this.typed = "";
    return false;
  }

  /** Enters a value by the pen; a digit entered again takes itself away, but not while it is typed. */
  enter(value: number, pen = this.desk.pen(), isTyped = false): void {
    const chosen = [...this.desk.chosen()];
    if (pen === "corner" || pen === "centre") return this.desk.note(chosen, value, pen === "centre");
    const isThere = this.picks && chosen.every((i) => this.desk.stands(i) === value);
    this.desk.mark(chosen, isThere && !isTyped ? -1 : value);
  }

  /** Does what a key means; false if it means nothing here. */
  key(event: KeyboardEvent): boolean {
    const { desk } = this;
    const isCommand = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    const i = indexOf(desk.board().places, desk.cursor());
    if (isCommand && letter === "z") (event.shiftKey ? desk.redo : desk.undo)();
    else if (isCommand && letter === "y") desk.redo();
    else if (event.altKey) return false;
    else if (ARROWS[event.key]) { this.typed = ""; this.arrow(ARROWS[event.key]!, event.shiftKey, event.shiftKey || isCommand); }
    else if (event.key === "Home") this.go([0, 0]);
    else if (event.key === "End") this.go([desk.board().shape[0] - 1, desk.board().shape[1] - 1]);
    else if (!desk.isOpen()) return false;
    else if (isCommand && letter === "a" && this.picks) desk.choose(desk.cursor(), new Set(desk.board().places.keys()));
    else if (event.key === "Backspace" || event.key === "Delete") { this.typed = ""; desk.erase(this.picks ? desk.chosen() : [i].filter((each) => each >= 0)); }
    else if (this.picks && event.code.startsWith("Digit") && (event.shiftKey || isCommand)) return this.type(event.code.slice(5), isCommand ? "centre" : "corner");
    else if (isCommand) return false;
    else if (!this.picks && (event.key === "Enter" || event.key === " ")) { if (i >= 0) desk.mark([i], this.after(i, event.shiftKey)); }
    else if (!this.picks && letter === "x" && this.meant("x") < 0) { if (i >= 0) desk.mark([i], this.after(i, true)); }
    else return event.key.length === 1 && this.type(event.key);
    return true;
  }
}
