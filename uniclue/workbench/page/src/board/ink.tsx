// What is on a board: the layers of its picture, and between them what was filled in.
import { type ComponentChildren, Fragment, h, type JSX } from "preact";
import { type Board, type Face, type Place, type Plan, familyOf, indexOf, isHalf, once, xy } from "./geometry";

/** Values, notes and colours by the position of their place. */
export interface Filled {
  marks: Map<number, number>;
  corner: Map<number, Set<number>>;
  centre: Map<number, Set<number>>;
  colours: Map<number, number>;
  /** Small digits that a step strikes out. */
  gone?: Map<number, Set<number>>;
}
export const nothing = (): Filled => ({ marks: new Map(), corner: new Map(), centre: new Map(), colours: new Map() });

/** A place that is pointed to, and the class that says how. */
export interface Spot { at: Place; sort: string }

/** What a value looks like at a place, around (0, 0). */
export const stampOf = (board: Board, i: number, value: number): string => board.stamps[board.sorts[i]!]![value]!;
const isShade = (stamp: string): boolean => stamp.includes('class="a"');

export function SpotAt({ board, at, sort }: { board: Plan; at: Place; sort: string }): JSX.Element {
  const { frame: [, , cell, across, down], shape: [rows, cols] } = board;
  const [x, y] = xy(board, at);
  if (isHalf(at)) return <circle class={sort} cx={x} cy={y} r={cell * 0.24} />;
  if (board.tiles.length) return <circle class={sort} cx={x} cy={y} r={cell * 0.4} />;
  const width = (at[1] < 0 || at[1] >= cols ? across : cell) - 2;
  const height = (at[0] < 0 || at[0] >= rows ? down : cell) - 2;
  return <rect class={sort} x={x - width / 2} y={y - height / 2} width={width} height={height} rx="2" />;
}

export const Spots = ({ board, spots }: { board: Plan; spots: Spot[] }): JSX.Element =>
  <>{spots.map(({ at, sort }) => <SpotAt board={board} at={at} sort={sort} />)}</>;

/** The elements of entries, by place and value: what is the same element as before is not compared again. */
const elements = once((_: Board) => new Map<number, { isShade: boolean; element: JSX.Element }>());

function Stamps({ board, marks, shades }: { board: Board; marks: Map<number, number>; shades: boolean }): JSX.Element {
  const kept = elements(board);
  const some: JSX.Element[] = [];
  for (const [i, value] of marks) {
    const at = i * board.values.length + value;
    let found = kept.get(at);
    if (!found) {
      const stamp = stampOf(board, i, value);
      const [x, y] = xy(board, board.places[i]!);
      const element = <g key={i} transform={`translate(${x} ${y})`} dangerouslySetInnerHTML={{ __html: stamp }} />;
      kept.set(at, (found = { isShade: isShade(stamp), element }));
    }
    if (found.isShade === shades) some.push(found.element);
  }
  return <>{some}</>;
}

const WAYS: Place[] = [[0, 1], [1, 0], [0, -1], [-1, 0]];
/** The positions of the places beside each, by the order of the ways. */
const besides = once(({ places }: Board) => places.map(([r, c]) => WAYS.map(([dr, dc]) => indexOf(places, [r + dr, c + dc]))));

/** Areas as colours, and a line wherever two of them meet. */
function Areas({ board, marks }: { board: Board; marks: Map<number, number> }): JSX.Element {
  const half = board.frame[2] / 2;
  const ends: string[] = [];
  for (const [i, value] of marks) {
    const [r, c] = board.places[i]!;
    const [x, y] = xy(board, [r, c]);
    for (const [way, [dr, dc]] of WAYS.entries()) {
      const other = marks.get(besides(board)[i]![way]!);
      if (other === value || (other !== undefined && (dr < 0 || dc < 0))) continue;
      const [mx, my] = [x + dc * half, y + dr * half];
      ends.push(`M${mx - dr * half} ${my - dc * half}L${mx + dr * half} ${my + dc * half}`);
    }
  }
  return <path class="l" d={ends.join("")} />;
}

/** Digits that may stand somewhere: small ones in fixed positions, or in a row in the middle. */
function Notes({ board, filled }: { board: Board; filled: Filled }): JSX.Element {
  const cell = board.frame[2];
  const side = Math.ceil(Math.sqrt(board.values.length));
  const pitch = (cell * 0.9) / side;
  const open = ([i]: [number, Set<number>]): boolean => !filled.marks.has(i);
  return (
    <>
      {[...filled.corner].filter(open).map(([i, values]) => {
        const [x, y] = xy(board, board.places[i]!);
        return <g class="notes">{[...values].map((value) => (
          <text class={filled.gone?.get(i)?.has(value) ? "X" : ""} x={x + ((value % side) - (side - 1) / 2) * pitch} y={y + (Math.floor(value / side) - (side - 1) / 2) * pitch}
            font-size={Math.min(pitch, cell / 3)}>{board.texts[value]}</text>
        ))}</g>;
      })}
      {[...filled.centre].filter(open).map(([i, values]) => {
        const [x, y] = xy(board, board.places[i]!);
        const text = [...values].sort((a, b) => a - b).map((value) => board.texts[value]).join("");
        return <g class="notes centre"><text x={x} y={y} font-size={Math.min(cell / 2.6, (cell * 1.5) / text.length)}>{text}</text></g>;
      })}
    </>
  );
}

/** What lies between the layers of a picture. */
export interface Strata { under?: JSX.Element; shades?: JSX.Element; ink?: JSX.Element; above?: JSX.Element }

/** What was filled in; spots lie below the entries. */
export function inked(board: Board, filled: Filled, spots: Spot[]): Strata {
  const isAreas = familyOf(board) === "areas";
  const hasAreas = isAreas || board.drawn === "numbered areas";
  const all = hasAreas ? new Map([...board.printed, ...filled.marks]) : filled.marks;
  const tints: Spot[] = [...filled.colours, ...(isAreas ? all : [])].map(([i, colour]) => ({ at: board.places[i]!, sort: `C${colour % 6}` }));
  return {
    under: <Spots board={board} spots={tints} />,
    shades: <Stamps board={board} marks={filled.marks} shades />,
    ink: (
      <>
        <Spots board={board} spots={spots} />
        <g class="ink">
          <Stamps board={board} marks={filled.marks} shades={false} />
          {hasAreas && <Areas board={board} marks={all} />}
          <Notes board={board} filled={filled} />
        </g>
      </>
    ),
  };
}

const html = (text: string): { dangerouslySetInnerHTML: { __html: string } } => ({ dangerouslySetInnerHTML: { __html: text } });

/**
 * A board as it is printed, with what lies between its layers and above them. Every layer is a sheet of its own:
 * the browser paints a sheet again only if something on it has changed.
 */
export function Picture({ face, strata }: { face: Face; strata: Strata }): JSX.Element {
  const [[width, height], ground, lines, signs] = face.layers;
  const sheet = (content: ComponentChildren): JSX.Element => <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">{content}</svg>;
  return (
    <div class="sheets">
      {sheet(<><path class="b" d={`M0 0h${width}v${height}H0z`} /><g {...html(ground)} /></>)}
      {sheet(<>{strata.under}<g class="ink shades">{strata.shades}</g></>)}
      {sheet(<g {...html(lines)} />)}
      {sheet(strata.ink)}
      {sheet(<g class="signs" {...html(signs)} />)}
      {sheet(strata.above)}
    </div>
  );
}
