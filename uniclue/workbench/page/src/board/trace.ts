// Moves of a solver with their times, in the one form that both pages save (docs/trace.md).
import type { Filled } from "./ink";

/** Milliseconds, what was done, a place and a value (-1: none). */
export type Move = [number, string, number, number];
export const MOST_MOVES = 100_000;

/** What changed from one filling to another, as moves at one time; colours are no moves. */
export function* changes(before: Filled, after: Filled, ms: number): Generator<Move> {
  for (const place of new Set([...before.marks.keys(), ...after.marks.keys()])) {
    const value = after.marks.get(place) ?? -1;
    if (value !== (before.marks.get(place) ?? -1)) yield [ms, "mark", place, value];
  }
  for (const layer of ["corner", "centre"] as const) {
    for (const [place, values] of after[layer]) {
      for (const value of values) if (!before[layer].get(place)?.has(value)) yield [ms, layer, place, value];
    }
  }
}

/** The name and the text of the file; nothing about who made the moves. */
export function traceFile(kind: string, digest: string, solved: boolean, ms: number, moves: Move[]): [Blob, string] {
  const text = JSON.stringify({ format: "uniclue-trace-1", kind, puzzle: digest, solved, milliseconds: Math.round(ms), moves });
  return [new Blob([text], { type: "application/json" }), `trace-${digest.slice(0, 8)}.json`];
}

/** Saves a file on the reader's machine. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
