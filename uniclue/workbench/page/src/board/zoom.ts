// A board larger than its place on the page: two fingers or the wheel with Ctrl zoom, two fingers scroll.
import { batch, signal } from "@preact/signals-core";
import type { Hand, Mouse, Pointer } from "./geometry";

/** How many times larger the board is than what fits. */
export const zoom = signal(1);
/** Pixels of the window that a larger board is seen through: its place, or more where that is low. */
export const high = signal(0);
const MOST = 8;
const LEAST_HIGH = 0.45;
/** By how much a button or a notch of a wheel zooms. */
export const NOTCH = 1.25;

interface Dot { x: number; y: number }

const boardNow = (): HTMLElement | null => document.querySelector(".board");

/** Zooms a board; what was at one dot of the window comes to another, by default its middle stays. */
export function zoomTo(factor: number, board = boardNow(), from?: Dot, to = from): void {
  const pane = board?.parentElement;
  if (!board || !pane) return;
  const [before, around] = [board.getBoundingClientRect(), pane.getBoundingClientRect()];
  const middle: Dot = { x: around.x + around.width / 2, y: around.y + around.height / 2 };
  const [first, last] = [from ?? middle, to ?? middle];
  const [across, down] = [(first.x - before.x) / before.width, (first.y - before.y) / before.height];
  const fit = before.height / zoom.value;
  const next = Math.min(Math.max(factor, 1), MOST);
  batch(() => {
    high.value = Math.max(fit, Math.min(innerHeight * LEAST_HIGH, fit * next));
    zoom.value = next;
  });
  queueMicrotask(() => queueMicrotask(() => { // when the page is drawn anew
    const now = board.getBoundingClientRect();
    pane.scrollBy(now.x + across * now.width - last.x, now.y + down * now.height - last.y);
  }));
}

/** Tells pinches from drags: with a second finger on the board, the first one has drawn nothing. */
export class Pinch implements Hand {
  private readonly fingers = new Map<number, Dot>();

  constructor(private readonly hand: () => Hand) {}

  /** How far the two fingers are apart, and the middle between them. */
  private get spread(): [number, Dot] {
    const [a, b] = [...this.fingers.values()] as [Dot, Dot];
    return [Math.hypot(a.x - b.x, a.y - b.y), { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }];
  }

  down = (event: Pointer): void => {
    if (event.pointerType === "touch") this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size < 2) return this.hand().down(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    this.hand().cancel(event);
  };

  moved = (event: Pointer): void => {
    const finger = this.fingers.get(event.pointerId);
    if (this.fingers.size !== 2 || !finger) return this.hand().moved(event);
    const [far, from] = this.spread;
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    const [now, to] = this.spread;
    const factor = zoom.value * (far ? now / far : 1);
    if (zoom.value > 1 || factor > 1) zoomTo(factor, event.currentTarget, from, to);
    else scrollBy(0, from.y - to.y); // the page, as there is nothing to scroll in the board
  };

  up = (event: Pointer): void => {
    const wasPinch = this.fingers.size > 1;
    this.fingers.delete(event.pointerId);
    if (!wasPinch) this.hand().up(event);
  };

  cancel = (event: Pointer): void => {
    this.fingers.delete(event.pointerId);
    this.hand().cancel(event);
  };

  twice = (event: Mouse): void => this.hand().twice?.(event);
  key = (event: KeyboardEvent): boolean => this.hand().key(event);

  wheel = (event: WheelEvent & { currentTarget: HTMLElement }): void => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoomTo(zoom.value * NOTCH ** (-event.deltaY / 100), event.currentTarget, { x: event.clientX, y: event.clientY });
  };
}
