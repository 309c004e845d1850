// Requests to the server of the page.
import { effect, signal } from "@preact/signals-core";

import type { Edit, Slots } from "./board/edit";
import type { Face, Place, Value } from "./board/geometry";

export type { Edit, Place, Slots, Value };
export type Grid = (Value | null)[][];
export type Puzzle = { kind: string; id?: unknown; title?: string; [member: string]: unknown };

export interface Asked {
  places: Place[];
  entries: Place[];
  shape: Place;
  values: Value[];
  texts: string[];
  printed: [Place, Value][];
  drawn: string;
  has_sides: boolean;
}

/** How a member is filled in, as the server's forms.py says. */
export type Form = string | {
  choice?: string[];
  some?: string[];
  list?: Form;
  map?: Form;
  each?: Form[];
  one?: Record<string, Record<string, [Form, boolean]>>;
  tag?: string;
};

export interface Drawn extends Face {
  puzzle: Puzzle;
  asked: Asked;
  slots: Slots[];
  others: Record<string, unknown>;
  forms: Record<string, Form>;
}

export interface View {
  grid?: Grid;
  other?: Grid;
  candidates?: { cell: Place; values: Value[] }[];
  tinted?: Place[];
}

export interface Kind {
  kind: string;
  title: string;
  rules: Record<string, string>;
  examples: number;
}

export interface Maker {
  makes: { recipe?: string; levels?: string[]; options?: Record<string, unknown> };
  links: string[];
  formats: string[];
}

export interface Clue { group: number; sentence: string; cells: Place[] }

export interface Fact { cell: Place; value: Value; layer: string }

export interface Step {
  placed: Fact[];
  struck: Fact[];
  state: { placed: Fact[]; struck: Fact[] };
  atoms: { sentence: string; cells: Place[] }[];
  technique: string | null;
  sentence: string;
}

/** An answer as the commands print it with --json; which members it has, the question says. */
export type Answer = Record<string, any>;

/** Why a request was refused. */
export class Refused extends Error {
  constructor(readonly what: string, readonly path: string, readonly status: number) {
    super(path && path !== "$" ? `${path.replace(/^\$\./, "")}: ${what}` : what);
  }
}

/** How many requests wait for an answer. */
export const waiting = signal(0);
effect(() => { document.documentElement.dataset.waiting = String(waiting.value); });
const KEY = "uniclue.token";
let token = localStorage.getItem(KEY) ?? "";
addEventListener("storage", (event) => {
  if (event.key === KEY) token = event.newValue ?? token;
});

/** Takes the token and the puzzle that the page's address brings, and hides them. */
export function takeAddress(): { token: string | null; puzzle: string | null } {
  const brought = new URLSearchParams(location.hash.slice(1));
  if (location.hash) history.replaceState(null, "", location.pathname);
  return { token: brought.get("token"), puzzle: brought.get("puzzle") };
}

/** Uses and keeps a token if the server accepts it; any link can bring one. */
export function tryToken(brought: string): Promise<boolean> {
  return counted(async () => {
    const headers = { "x-uniclue-token": brought };
    const isRight = await fetch("/token", { method: "POST", headers }).then((said) => said.ok, () => false);
    if (isRight) localStorage.setItem(KEY, (token = brought));
    return isRight;
  });
}

/** Counts what waits for an answer, until all of it is there. */
async function counted<T>(work: () => Promise<T>): Promise<T> {
  waiting.value++;
  try {
    return await work();
  } finally {
    waiting.value--;
  }
}

async function request(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { "x-uniclue-token": token, "content-type": "application/json" };
  let response: Response;
  try {
    response = await fetch(path, { method: "POST", body: text, headers, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused("the server does not answer; start 'uniclue serve' again", "$", 0);
  }
  if (response.ok) return response;
  if (response.status === 403) {
    throw new Refused("open the address that 'uniclue serve' printed: it has started anew", "$", 403);
  }
  const said = (await response.json().catch(() => null)) as { path: string; error: string } | null;
  throw new Refused(said?.error ?? `the server said ${response.status}`, said?.path ?? "$", response.status);
}

export function post<T>(task: string, body: unknown, seconds = 0, signal?: AbortSignal): Promise<T> {
  const query = seconds ? `?seconds=${seconds}` : "";
  return counted(async () => (await (await request(`/${task}${query}`, body, signal)).json()) as T);
}

export function ask(
  question: string,
  puzzle: Puzzle,
  options: Record<string, unknown> = {},
  seconds = 10,
  signal?: AbortSignal,
): Promise<Answer> {
  return post("ask", { question, puzzle, options }, seconds, signal);
}

/** A file that the server writes, and its name. */
export function written(body: unknown, seconds: number): Promise<[Blob, string]> {
  return counted(async () => {
    const response = await request(`/write?seconds=${seconds}`, body);
    return [await response.blob(), response.headers.get("x-file") ?? "puzzle"];
  });
}

/** The name of a page that the server keeps to be looked at. */
export const previewed = (body: unknown, seconds: number): Promise<string> =>
  counted(async () => (await request(`/write?seconds=${seconds}&preview`, body)).text());

/** Lines of progress, the last of which has a puzzle or an error. */
export async function* generated(body: unknown, seconds: number, signal: AbortSignal): AsyncGenerator<Answer> {
  const response = await request(`/generate?seconds=${seconds}`, body, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line) yield JSON.parse(line) as Answer;
  }
}
