// Hints without a solver: steps of the published way, chosen by what stands on the board.
//
// A step's reason holds in every state that has the facts it needs, for reasons are monotone. So a
// step is sound as soon as its needs are known, in whatever order the player came there. Needs that
// are not known yet are concluded by earlier steps, which are told first.

import type { Unit } from "./geometry";

/** Positions of a place and a value; of another layer (an island, a round), -1 and a number. */
export type Fact = [number, number];

/** See `PlayReason` of playing.py. */
export interface Step { s: string; t?: string; k?: number; p?: Fact[]; x?: Fact[]; n?: Fact[]; m?: Fact[]; a?: number[][] }
const name = ([place, value]: Fact, isStruck: boolean): string => `${isStruck ? "x" : ""}${place},${value}`;

/** What placed values are seen to exclude. */
export class Seen {
  private readonly units = new Map<number, Unit[]>();

  constructor(units: Unit[]) {
    for (const unit of units) {
      for (const place of unit[0]) this.units.set(place, [...(this.units.get(place) ?? []), unit]);
    }
  }

  /** Whether a value cannot stand at a place: another one does, or it does in a group that allows it once. */
  excludes(marks: Map<number, number>, place: number, value: number): boolean {
    const there = marks.get(place);
    if (there !== undefined) return there !== value;
    return (this.units.get(place) ?? []).some(([places, but]) =>
      !but.includes(value) && places.some((other) => other !== place && marks.get(other) === value));
  }

  /** The values of so many that are not excluded at a place, and not struck by the way. */
  left(marks: Map<number, number>, place: number, values: number, struck: Fact[]): Set<number> {
    const gone = new Set(struck.filter(([at]) => at === place).map(([, value]) => value));
    const all = Array.from({ length: values }, (_, value) => value);
    return new Set(all.filter((value) => !gone.has(value) && !this.excludes(marks, place, value)));
  }
}

export class Hints {
  readonly seen: Seen;
  /** The first step that concludes a fact. */
  private readonly teller = new Map<string, number>();
  /** Steps that were told and done. */
  readonly done = new Set<number>();

  constructor(readonly steps: Step[], units: Unit[], private readonly blank: number) {
    this.seen = new Seen(units);
    steps.forEach((step, i) => {
      for (const fact of step.p ?? []) this.tells(name(fact, false), i);
      for (const fact of step.x ?? []) this.tells(name(fact, true), i);
    });
  }

  private tells(fact: string, step: number): void {
    if (!this.teller.has(fact)) this.teller.set(fact, step);
  }

  /** What is known: what stands there, what was done, and crosses that one clue tells. */
  private known(marks: Map<number, number>): (fact: Fact, isStruck: boolean) => boolean {
    const told = new Set<string>();
    const learn = (i: number): void => {
      for (const fact of this.steps[i]!.p ?? []) told.add(name(fact, false));
      for (const fact of this.steps[i]!.x ?? []) told.add(name(fact, true));
    };
    const knows = (fact: Fact, isStruck: boolean): boolean =>
      told.has(name(fact, isStruck)) || (fact[0] >= 0
        && (isStruck ? this.seen.excludes(marks, ...fact) : marks.get(fact[0]) === fact[1]));
    this.done.forEach((i) => (this.steps[i]!.p ?? []).every((fact) => fact[0] < 0 || knows(fact, false)) && learn(i));
    const easy = this.steps.flatMap((step, i) =>
      this.blank >= 0 && step.k === 1 && !step.x && (step.p ?? []).every(([place, value]) => place >= 0 && value === this.blank) ? [i] : []);
    for (let isNew = true; isNew;) {
      isNew = false;
      for (const i of easy) {
        if (this.steps[i]!.p!.every((fact) => knows(fact, false)) || !this.isReady(i, knows)) continue;
        learn(i);
        isNew = true;
      }
    }
    return knows;
  }

  private isReady(i: number, knows: (fact: Fact, isStruck: boolean) => boolean): boolean {
    const step = this.steps[i]!;
    return (step.n ?? []).every((fact) => knows(fact, false)) && (step.m ?? []).every((fact) => knows(fact, true));
  }

  /**
   * The steps to tell next, in their order: the fewest that lead to something new, or to a place.
   * The first of them needs only what is known.
   */
  next(marks: Map<number, number>, wanted?: number): number[] {
    const knows = this.known(marks);
    const chain = (at: number, seen: Set<number>, most: number): Set<number> => {
      if (seen.has(at) || seen.size > most) return seen;
      const { n = [], m = [] } = this.steps[at]!;
      const needs: [Fact, boolean][] = [...n.map((f): [Fact, boolean] => [f, false]), ...m.map((f): [Fact, boolean] => [f, true])];
      for (const [fact, isStruck] of needs) {
        const by = this.teller.get(name(fact, isStruck));
        if (by !== undefined && by < at && !knows(fact, isStruck)) chain(by, seen, most);
      }
      return seen.add(at);
    };
    let best: number[] = [];
    for (let at = 0; at < this.steps.length; at++) {
      const placed = (this.steps[at]!.p ?? []).filter(([place]) => place >= 0);
      const isNew = placed.some((fact) => !knows(fact, false) && (wanted === undefined || fact[0] === wanted));
      if (!isNew) continue;
      const steps = chain(at, new Set(), best.length || Infinity);
      if (!best.length || steps.size < best.length) best = [...steps].sort((a, b) => a - b);
      if (best.length === 1) break;
    }
    return best;
  }

  /** All facts that done steps have struck. */
  get struck(): Fact[] { return [...this.done].flatMap((i) => this.steps[i]!.x ?? []); }
}
