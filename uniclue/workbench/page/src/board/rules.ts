// Whether entries break a rule, without the answer: judged by the model's rows and graphs, rule by rule.
//
// Of each rule alone it is looked whether it can still be kept: bounds of its rows are propagated, and
// what it says of connected parts is looked up in its graph. So a rule that is told to be broken is; a
// rule that only several steps of thought show to be broken may not be told.

/** See `Graph` of clauses.py. */
interface Graph {
  group: number; nodes: number[]; pairs: number[]; roots?: number[]; least?: number; most?: number; joined?: boolean; closed?: boolean;
}

/** See `Clauses` of clauses.py. */
export interface Clauses {
  size: number; one_hot: boolean; lengths: number[]; variables: number[]; factors: number[];
  least: (number | null)[]; most: (number | null)[]; owners: number[]; groups: [string, number[], number[]][]; graphs: Graph[];
}

/** A rule that is broken, and the places that it is about. */
export interface Broken { sentence: string; places: number[] }

interface Row { variables: number[]; factors: number[]; least: number; most: number }
interface Net { nodes: number[]; near: number[][]; ends: [number, number][]; graph: Graph }

/** By variable: 1 true, -1 false, 0 open. */
type Truth = Int8Array;

function summed(differences: number[]): number[] {
  let sum = 0;
  return differences.map((each) => (sum += each));
}

function netOf(graph: Graph): Net {
  const nodes = summed(graph.nodes);
  const side = (odd: number): number[] => summed(graph.pairs.filter((_, i) => i % 2 === odd));
  const others = side(1);
  const ends = side(0).map((one, i): [number, number] => [one, others[i]!]);
  const near: number[][] = nodes.map(() => []);
  const join = (a: number, b: number): void => { near[a]!.push(b); near[b]!.push(a); };
  if (!graph.closed) ends.forEach(([a, b]) => join(a, b));
  else {
    const at = new Map<number, number[]>();
    ends.forEach((joints, edge) => joints.forEach((joint) => at.set(joint, [...(at.get(joint) ?? []), edge])));
    for (const edges of at.values()) edges.forEach((a, i) => edges.slice(i + 1).forEach((b) => join(a, b)));
  }
  return { nodes, near, ends, graph };
}

/** The connected parts of some nodes. */
function parts(near: number[][], isIn: (node: number) => boolean): number[][] {
  const seen = new Set<number>();
  const found: number[][] = [];
  near.forEach((_, start) => {
    if (seen.has(start) || !isIn(start)) return;
    const part = [start];
    seen.add(start);
    for (const node of part) for (const other of near[node]!) {
      if (!seen.has(other) && isIn(other)) { seen.add(other); part.push(other); }
    }
    found.push(part);
  });
  return found;
}

/** Whether lines have neither ends nor branches. */
function isClosed(line: number[], ends: [number, number][]): boolean {
  const often = new Map<number, number>();
  for (const edge of line) for (const joint of ends[edge]!) often.set(joint, (often.get(joint) ?? 0) + 1);
  return [...often.values()].every((count) => count === 2);
}

/** Whether a graph can still be as it must. */
function holds({ nodes, near, ends, graph }: Net, truth: Truth): boolean {
  const state = nodes.map((literal) => (literal === 0 ? 1 : truth[Math.abs(literal)]! * Math.sign(literal)));
  const isSure = (node: number): boolean => state[node]! > 0;
  const { roots, least = 0, most = 0, joined = true, closed = false } = graph;
  const reached = parts(near, (node) => state[node]! >= 0).filter((part) => part.some(isSure));
  if (least && reached.some((part) => part.length < least)) return false;
  if (roots ? reached.some((part) => !part.some((node) => roots.includes(node))) : joined && reached.length > 1) return false;
  if (!most && !closed) return true;
  const sure = parts(near, isSure);
  if (most && sure.some((part) => part.length > most)) return false;
  return !closed || sure.length < 2 || !sure.some((line) => isClosed(line, ends));
}

export class Rules {
  private readonly rows: Row[][];
  private readonly nets: Net[][];

  constructor(private readonly clauses: Clauses, private readonly values: number) {
    const variables = summed(clauses.variables);
    const owners = summed(clauses.owners);
    this.rows = clauses.groups.map(() => []);
    this.nets = clauses.groups.map(() => []);
    let at = 0;
    clauses.lengths.forEach((length, i) => {
      const of = (all: number[]): number[] => all.slice(at, at + length);
      const factors = clauses.factors.length ? of(clauses.factors) : Array(length).fill(1) as number[];
      this.rows[owners[i]!]!.push({ variables: of(variables), factors, least: clauses.least[i] ?? -Infinity, most: clauses.most[i] ?? Infinity });
      at += length;
    });
    for (const graph of clauses.graphs) this.nets[graph.group]!.push(netOf(graph));
  }

  /** What entries say of the variables. */
  private truthOf(marks: Map<number, number>): Truth {
    const truth = new Int8Array(this.clauses.size + 1);
    for (const [place, value] of marks) {
      if (!this.clauses.one_hot) truth[place + 1] = value ? 1 : -1;
      else for (let v = 0; v < this.values; v++) truth[place * this.values + v + 1] = v === value ? 1 : -1;
    }
    return truth;
  }

  /** Propagates the bounds of rows; false if one cannot be kept. */
  private propagate(rows: Row[], truth: Truth): boolean {
    for (let isNew = true; isNew;) {
      isNew = false;
      for (const { variables, factors, least, most } of rows) {
        let [low, high] = [0, 0];
        variables.forEach((variable, i) => {
          const [known, factor] = [truth[variable]!, factors[i]!];
          if (known > 0 || (known === 0 && factor < 0)) low += factor;
          if (known > 0 || (known === 0 && factor > 0)) high += factor;
        });
        if (low > most || high < least) return false;
        variables.forEach((variable, i) => {
          const [size, way] = [Math.abs(factors[i]!), Math.sign(factors[i]!)];
          if (truth[variable] !== 0) return;
          if (low + size > most) { truth[variable] = -way; high -= size; isNew = true; }
          else if (high - size < least) { truth[variable] = way; low += size; isNew = true; }
        });
      }
    }
    return true;
  }

  /** Whether a group can be kept; what follows from it is learned. */
  private keeps(group: number, truth: Truth): boolean {
    for (const literal of this.clauses.groups[group]![2]) {
      const way = Math.sign(literal);
      if (truth[Math.abs(literal)] === -way) return false;
      truth[Math.abs(literal)] = way;
    }
    return this.propagate(this.rows[group]!, truth) && this.nets[group]!.every((net) => holds(net, truth));
  }

  /** The rules that entries break, each judged alone; if all places are filled, also what follows from all. */
  broken(marks: Map<number, number>, places: number): Broken[] {
    const known = this.truthOf(marks);
    const found: Broken[] = [];
    this.clauses.groups.forEach(([sentence, about], i) => {
      if (this.keeps(i, known.slice())) return;
      found.push({ sentence, places: about.filter((place) => place >= 0) });
    });
    return found.length || marks.size < places ? found : this.brokenTogether(known);
  }

  /** A rule that cannot be kept beside what follows from the others. */
  private brokenTogether(truth: Truth): Broken[] {
    for (let before = ""; before !== truth.join();) {
      before = truth.join();
      for (const [i, [sentence, places]] of this.clauses.groups.entries()) {
        if (!this.keeps(i, truth)) return [{ sentence, places: places.filter((place) => place >= 0) }];
      }
    }
    return [];
  }
}
