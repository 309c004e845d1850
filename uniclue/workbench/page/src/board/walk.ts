// What a step points to on a board, for all who show steps.
import type { Board, Place } from "./geometry";
import { type Fact, Seen, type Step } from "./hints";
import type { Spot } from "./ink";

const spotsAt = (board: Board, some: Iterable<number>, sort: string): Spot[] =>
  [...new Set(some)].filter((i) => i >= 0).map((i) => ({ at: board.places[i]!, sort }));
const placesOf = (facts: Fact[] = []): number[] => facts.map(([place]) => place);

/** The parts of a step's reason, below the entries. */
export function reasonSpots(board: Board, step: Step | undefined): Spot[] {
  return [
    ...(step?.a ?? []).flatMap((area, i) => spotsAt(board, area, `A${i % 6}`)),
    ...spotsAt(board, placesOf(step?.n), "R"),
    ...spotsAt(board, placesOf(step?.m), "D"),
  ];
}

/** What a step concludes, above the entries. */
export const newSpots = (board: Board, step: Step | undefined): Spot[] =>
  spotsAt(board, [...placesOf(step?.p), ...placesOf(step?.x)], "N");

/** The places that are pointed to otherwise. */
export const pointed = spotsAt;

/** Where the numbers of several areas stand: in a corner of the first cell of each, beside each other. */
export function areaLabels(board: Board, step: Step | undefined): { at: Place; i: number; beside: number }[] {
  const areas = step?.a ?? [];
  const often = new Map<number, number>();
  return areas.length < 2 ? [] : areas.flatMap((area, i) => {
    if (!area.length) return [];
    const first = Math.min(...area);
    often.set(first, (often.get(first) ?? -1) + 1);
    return [{ at: board.places[first]!, i, beside: often.get(first)! }];
  });
}

/** What places can still hold, as notes: of those where something was struck, or of all open ones. */
export function leftOver(board: Board, marks: Map<number, number>, struck: Fact[], all = false): Map<number, Set<number>> {
  const known = new Map([...board.printed, ...marks]);
  const seen = new Seen(board.units);
  const open = new Set((all ? board.places.map((_, i) => i) : placesOf(struck)).filter((place) => place >= 0 && !known.has(place)));
  return new Map([...open].map((place) => [place, seen.left(known, place, board.values.length, struck)]));
}
