// The panels beside the board.
import { signal } from "@preact/signals-core";
import { Fragment, h, type ComponentChildren, type JSX } from "preact";
import { publish } from "./publish";
import type { Answer, Clue, Form, Place, Puzzle, Step } from "./server";
import {
  askHint, busy, change, check, drafts, drawn, endSteps, explain, explainSteps, filled, flip, follow, generate,
  grade, grades, half, hint, judgement, judging, kind, link, maker, message, mode, more, open, pencil, point,
  isLive, isRecording, isSilent, judge, progress, questions, rate, rated, read, record, repair, repairs, saveMoves, setLive, setSilent, share, shownSolution, solutions, stepAt, stepTo,
  steps, stop, stopMaking, takeAway, tellClues, thin, timeLimit, togglePencil, verdict, why,
} from "./state";

export function Panel(props: { title: string; open?: boolean; children: ComponentChildren }): JSX.Element {
  return (
    <details class="panel" open={props.open}>
      <summary><h2>{props.title}</h2></summary>
      {props.children}
    </details>
  );
}

export const Button = (props: { on: () => unknown; children: ComponentChildren; off?: boolean; pressed?: boolean }): JSX.Element => (
  <button disabled={props.off} aria-pressed={props.pressed} onClick={() => void props.on()}>
    {props.children}
  </button>
);

const SAID: Record<string, string> = {
  unique: "exactly one solution", several: "at least two solutions", none: "no solution", unknown: "unknown so far",
};

export function Verdict(): JSX.Element {
  const answer = verdict.value;
  const status = (answer?.status as string) ?? "";
  const differs = (answer?.differs ?? []) as unknown[];
  return (
    <div class="judged">
      <p class={`verdict ${judging.value ? "asking" : status}`} role="status" data-status={judging.value ? "asking" : status}>
        {answer && (
          <span class="answer">
            <strong>{status}</strong> {SAID[status]}
            {status === "several" && differs.length > 0 && `; ${differs.length === 1 ? "1 place differs" : `${differs.length} places differ`}`}
            {status === "unknown" && answer.reason && `: ${answer.reason}`}
            {answer.seconds !== undefined && <small> {answer.seconds.toFixed(3)} s</small>}
          </span>
        )}
        {judging.value && <span class="patience"> asking… <Button on={stop}>Stop</Button></span>}
      </p>
      {isSilent.value && !answer && !judging.value && <Button on={() => judge(true)}>Is it unique?</Button>}
      <label><input type="checkbox" checked={isSilent.value} onChange={(event) => setSilent(event.currentTarget.checked)} /> Silent</label>
    </div>
  );
}

function Clues(props: { clues: Clue[]; word?: (clue: Clue) => string }): JSX.Element {
  return (
    <ul class="clues">
      {props.clues.map((clue) => (
        <li><button class="text" onClick={() => point(clue.cells)}>{props.word?.(clue)}{clue.sentence}</button></li>
      ))}
    </ul>
  );
}

export function Solutions(): JSX.Element | null {
  const status = verdict.value?.status as string | undefined;
  const count = solutions.value.length;
  const at = shownSolution.value;
  if (!status) return null;
  return (
    <Panel title="Solutions" open>
      {count > 0 && (
        <div class="row" role="group" aria-label="solutions">
          <Button on={() => flip(at < 0 ? 0 : (at + count - 1) % count)}>‹</Button>
          <span>{at < 0 ? `${count} found` : `solution ${at + 1} of ${count}`}</span>
          <Button on={() => flip((at + 1) % count)}>›</Button>
          <Button on={() => flip(-1)} off={at < 0}>Hide</Button>
        </div>
      )}
      <div class="row">
        {status === "several" && <Button on={more}>More solutions</Button>}
        {status === "several" && <Button on={togglePencil} pressed={pencil.value}>Pencil marks</Button>}
        {status === "several" && <Button on={repair} off={!!busy.value}>Repair</Button>}
        {status === "unique" && <Button on={rate} off={!!busy.value}>Which clues are needed?</Button>}
        {status === "unique" && <Button on={thin} off={!!busy.value}>Make it minimal</Button>}
        {status === "none" && <Button on={() => explain()}>Why?</Button>}
      </div>
      <Why />
      <Repairs />
      <Rated />
    </Panel>
  );
}

function Why(): JSX.Element | null {
  const because = why.value?.why as Answer | undefined;
  if (!because) return null;
  if (because.of === "several") {
    const open_ = because.candidates as unknown[];
    return <p>{open_.length} places are open; {because.counted_all ? "" : "at least "}{because.count} solutions.</p>;
  }
  const conflicts = because.conflicts as { clues: Clue[]; minimal: boolean }[];
  return (
    <>
      {conflicts.map((conflict) => (
        <>
          <p>{conflict.clues.length ? "These clues cannot all hold:" : "The rules alone allow no solution."}</p>
          <Clues clues={conflict.clues} />
        </>
      ))}
      {because.correction?.clues.length > 0 && (
        <>
          <p>Without {because.correction.clues.length === 1 ? "this one" : "these"} there is a solution:</p>
          <Clues clues={because.correction.clues as Clue[]} />
        </>
      )}
    </>
  );
}

type Repair = { by: string; change: string; clues: Clue[]; puzzle: Puzzle };

function repairInWords({ by, change, clues }: Repair): string {
  if (by === "changes") return `Change: ${change}`;
  return `${by === "givens" ? "Give" : "Add"}: ${clues.map((clue) => clue.sentence).join("; ")}`;
}

function Repairs(): JSX.Element | null {
  const because = repairs.value?.why as Answer | undefined;
  if (!because) return null;
  const all = (because.repairs ?? []) as Repair[];
  return (
    <ul class="repairs">
      {all.map((each) => (
        <li>
          {repairInWords(each)} <Button on={() => open(each.puzzle)}>Do it</Button>
        </li>
      ))}
      {!all.length && <li>No repair was found.</li>}
    </ul>
  );
}

function Rated(): JSX.Element | null {
  if (!rated.value) return null;
  const clues = (rated.value.clues ?? []) as (Clue & { needed: boolean })[];
  const needed = clues.filter((clue) => clue.needed).length;
  return (
    <>
      <p>{needed} needed, {clues.length - needed} redundant{needed < clues.length && "; each of these alone can go:"}</p>
      <Clues clues={clues.filter((clue) => !clue.needed)} />
    </>
  );
}

export function Rules(): JSX.Element | null {
  if (!kind.value) return null;
  const rules = Object.values(kind.value.rules);
  return (
    <Panel title="Rules" open={rules.length < 10}>
      <p>{kind.value.title}</p>
      <ul>{rules.map((rule) => <li>{rule}</li>)}</ul>
    </Panel>
  );
}

const MEANS: Record<string, string> = {
  right: "right: complete, and every rule is kept",
  wrong: "wrong",
  open: "no rule is broken, and a solution extends it",
  unknown: "no rule is broken so far",
};

export function Playing(): JSX.Element | null {
  if (mode.value !== "play") return null;
  const said = judgement.value;
  const broken = (said?.violations ?? []) as { sentence: string; cells: Place[] }[];
  return (
    <Panel title="Your entries" open>
      <p class={`judgement ${said?.status ?? ""}`} role="status">
        {said ? (MEANS[said.status as string] ?? said.status) : filled.value.marks.size ? "" : "nothing entered"}
        {said?.status === "wrong" && said.reason && `: ${said.reason}`}
      </p>
      <ul>{broken.map((each) => <li>{each.sentence}</li>)}</ul>
      <label><input type="checkbox" checked={isLive.value} onChange={(event) => setLive(event.currentTarget.checked)} /> Check every entry</label>
      {!isLive.value && <Button on={check}>Check</Button>}
      {questions.value.includes("hint") && <Button on={askHint}>Hint</Button>}
      <Hint />
      <Button on={tellClues} off={!!busy.value || !filled.value.marks.size}>Clues from what I drew</Button>
      <label><input type="checkbox" checked={isRecording.value} onChange={(event) => record(event.currentTarget.checked)} /> Record my moves</label>
      {isRecording.value && <Button on={saveMoves}>Save my moves</Button>}
    </Panel>
  );
}

const HINTS: Record<string, string> = {
  solved: "It is solved.",
  several: "Nothing more is the same in all solutions.",
  none: "The puzzle has no solution.",
};

function Hint(): JSX.Element | null {
  const said = hint.value;
  if (!said) return null;
  const step = said.step as Step | null;
  const because = said.wrong?.reason as Step | null | undefined;
  return (
    <div class="hint" role="status">
      {step && <p>{step.sentence}</p>}
      {step && <Button on={follow}>Do it</Button>}
      {said.wrong && <p>These entries are wrong. {because?.sentence}</p>}
      {!step && !said.wrong && <p>{HINTS[said.status as string] ?? String(said.reason ?? "")}</p>}
    </div>
  );
}

export function Steps(): JSX.Element | null {
  if (!questions.value.includes("explain")) return null;
  const said = steps.value;
  const all = (said?.steps ?? []) as Step[];
  const at = stepAt.value;
  const step = all[at];
  return (
    <Panel title="Steps to the solution">
      <Button on={explainSteps} off={!!busy.value}>Explain</Button>
      {said && !all.length && <p>There are no steps: {String(said.reason ?? SAID[said.status as string] ?? said.status)}.</p>}
      {step && (
        <>
          <div class="row" role="group" aria-label="steps">
            <Button on={() => stepTo(at - 1)} off={at === 0}>Back</Button>
            <input type="range" aria-label="step" min="0" max={all.length - 1} value={at} onInput={(event) => stepTo(Number(event.currentTarget.value))} />
            <Button on={() => stepTo(at + 1)} off={at === all.length - 1}>Forward</Button>
            <Button on={endSteps}>End</Button>
          </div>
          <p>step {at + 1} of {all.length}{step.technique && `, ${step.technique}`}</p>
          <p role="status" class="step">{step.sentence}</p>
          <ul>{step.atoms.map((atom) => <li>{atom.sentence}</li>)}</ul>
        </>
      )}
    </Panel>
  );
}

// -- making ----------------------------------------------------------------------------------------

const level = signal("");
const size = signal("");
const symmetry = signal("none");
const seed = signal("");

export function Making(): JSX.Element {
  const { makes } = maker.value;
  const levels = makes.levels ?? [];
  const options = makes.options ?? {};
  const chosen = levels.includes(level.value) ? level.value : (levels[0] ?? "");
  const make = (at: string): Promise<void> => {
    level.value = at;
    const told: Record<string, string> = {};
    if ("size" in options && size.value) told.size = size.value;
    if ("symmetry" in options && symmetry.value !== "none") told.symmetry = symmetry.value;
    const drawnSeed = seed.value ? Number(seed.value) : Math.floor(Math.random() * 1e6);
    const order = { kind: drawn.value!.puzzle.kind, level: at || null, seed: drawnSeed, options: told };
    return generate(order, 120);
  };
  const by = (step: number): (() => unknown) => () => make(levels[levels.indexOf(chosen) + step]!);
  if (!makes.recipe) return <Panel title="Make a puzzle"><p>There is no recipe for this kind.</p></Panel>;
  return (
    <Panel title="Make a puzzle">
      <div class="fields">
        {levels.length > 0 && (
          <label>Level
            <select value={chosen} onChange={(event) => { level.value = event.currentTarget.value; }}>
              {levels.map((each) => <option value={each}>{each}</option>)}
            </select>
          </label>
        )}
        {"size" in options && (
          <label>Size
            <input size={6} value={size.value} placeholder={String(options.size)} onInput={(event) => { size.value = event.currentTarget.value; }} />
          </label>
        )}
        {"symmetry" in options && (
          <label>Symmetry
            <select value={symmetry.value} onChange={(event) => { symmetry.value = event.currentTarget.value; }}>
              {["none", "half-turn", "mirror"].map((each) => <option value={each}>{each}</option>)}
            </select>
          </label>
        )}
        <label>Seed
          <input size={6} inputMode="numeric" value={seed.value} placeholder="any" onInput={(event) => { seed.value = event.currentTarget.value.replace(/\D/g, ""); }} />
        </label>
      </div>
      <div class="row">
        <Button on={() => make(chosen)} off={!!progress.value}>Make</Button>
        {progress.value && <Button on={stopMaking}>Cancel</Button>}
        {levels.length > 1 && <Button on={by(-1)} off={!!progress.value || chosen === levels[0]}>Easier</Button>}
        {levels.length > 1 && <Button on={by(1)} off={!!progress.value || chosen === levels.at(-1)}>Harder</Button>}
      </div>
      <p class="progress" role="status">{progress.value}</p>
    </Panel>
  );
}

/** A rating by one grader; see `Grade` of grade.py. */
interface Grade { grader: string; number: number | null; label: string | null; techniques: Record<string, number>; note: string | null }

const rating = ({ label, number, note }: Grade): string =>
  [label, number === null ? null : Number(number.toPrecision(4)), note && `(${note})`].filter((part) => part !== null).join(" ");

export function Grading(): JSX.Element {
  const { level, because, reason, grades: some } = (grades.value ?? {}) as Answer;
  const all = (some ?? []) as Grade[];
  const needed = all.flatMap(({ techniques }) => Object.entries(techniques)).sort(([, a], [, b]) => b - a);
  return (
    <Panel title="Difficulty">
      <Button on={grade} off={!!busy.value}>Grade</Button>
      {level && <p><strong>{level}</strong>: {because}</p>}
      {needed.length > 0 && <p>Techniques needed: {needed.map(([name, times]) => `${name} (${times})`).join(", ")}</p>}
      {reason && <p>{reason}</p>}
      {all.length > 0 && (
        <details>
          <summary>All ratings</summary>
          {all.map((each) => <p><strong>{each.grader}</strong> {rating(each)}</p>)}
        </details>
      )}
    </Panel>
  );
}

// -- taking away -----------------------------------------------------------------------------------

const shared = signal("");
const withSolution = signal(false);

export function TakingAway(): JSX.Element {
  const one = (): Puzzle[] => [drawn.value!.puzzle];
  const file = (to: string, name: string): JSX.Element => (
    <Button on={() => takeAway(to, one(), { solution: withSolution.value })} off={!!busy.value}>{name}</Button>
  );
  const copy = async (text: string): Promise<void> => {
    shared.value = text;
    if (text) await navigator.clipboard?.writeText(text).catch(() => undefined);
  };
  return (
    <Panel title="Take away">
      <div class="row">
        {file("json", "JSON")}{file("svg", "SVG")}{file("png", "PNG")}{file("pdf", "PDF")}
        {file("cnf", "DIMACS")}{file("certificate", "Certificate")}
        {maker.value.formats.filter((name) => name !== "json" && name !== "jsonl").map((name) => file(name, name))}
      </div>
      <div class="row"><Button on={() => publish(one())} off={!!busy.value}>Publish…</Button> a page to solve on</div>
      <label><input type="checkbox" checked={withSolution.value} onChange={(event) => { withSolution.value = event.currentTarget.checked; }} /> pictures with the solution</label>
      <div class="row">
        <Button on={() => copy(share())}>Share link</Button>
        {maker.value.links.length > 0 && <Button on={async () => copy(await link())}>puzz.link</Button>}
      </div>
      {shared.value && <input class="wide" readOnly aria-label="link" value={shared.value} onFocus={(event) => event.currentTarget.select()} />}
    </Panel>
  );
}

/** Title, author and rules of one's own. */
export function About(): JSX.Element {
  const { puzzle } = drawn.value!;
  const put = (name: string, value: unknown): void => void change({ others: { [name]: value } });
  const text = (name: string, label: string): JSX.Element => (
    <label>{label} <input {...typing(label, String(puzzle[name] ?? ""), (typed) => put(name, typed))} /></label>
  );
  const rules = Array.isArray(puzzle.rules) ? (puzzle.rules as unknown[]).join("\n") : "";
  return (
    <Panel title="Title, author and own rules">
      <div class="fields">{text("title", "Title")}{text("author", "Author")}</div>
      <label class="wide">Rules of your own, a line each: published pages show them, the solver does not know them
        <textarea rows={3} {...typing("rules of your own", rules, (typed) => put("rules", typed.split("\n").map((line) => line.trim()).filter(Boolean)))} />
      </label>
    </Panel>
  );
}

// -- members and text ------------------------------------------------------------------------------

const TEXT = "puzzle as text";

/** What an input shows and does: what is half typed stays there until it is all. */
const typing = (name: string, stands: string, put: (text: string) => unknown) => ({
  "aria-label": name,
  value: half.value[name] ?? stands,
  onInput: (event: { currentTarget: { value: string } }): void => {
    half.value = { ...half.value, [name]: event.currentTarget.value };
  },
  onChange: (event: { currentTarget: { value: string } }): void => {
    const { [name]: _, ...others } = half.value;
    half.value = others;
    put(event.currentTarget.value);
  },
});

interface Filled { form: Form; value: any; name: string; put: (value: unknown) => unknown }

/** What is filled in first; the texts of a pair differ. */
function first(form: Form, at = 0): unknown {
  if (typeof form === "string") {
    const names = drawn.value!.asked.texts.filter((text) => text !== ".");
    return { flag: false, number: 1, json: null }[form] ?? names.at(-1 - at) ?? "";
  }
  if (form.list) return [first(form.list)];
  if (form.each) return form.each.map(first);
  if (form.one) return firstOf(form, Object.keys(form.one)[0]!);
  return form.choice?.[0] ?? (form.some ? [] : {});
}

function firstOf({ one, tag }: Exclude<Form, string>, type: string): object {
  const members = Object.entries(one![type]!).filter(([, [, isNeeded]]) => isNeeded);
  return { [tag!]: type, ...Object.fromEntries(members.map(([name, [form]], i) => [name, first(form, i)])) };
}

/** A member that is filled in, as its form says. */
function Field({ form, value, name, put }: Filled): JSX.Element {
  if (form === "flag") {
    return <input type="checkbox" aria-label={name} checked={!!value} onChange={(event) => put(event.currentTarget.checked)} />;
  }
  if (typeof form === "string") {
    const read = (text: string): unknown => {
      if (form === "text") return text;
      try {
        return text ? JSON.parse(text) : null;
      } catch {
        return text;
      }
    };
    const text = value === null || value === undefined ? "" : form === "json" ? JSON.stringify(value) : String(value);
    return <input class={form} list="words" {...typing(name, text, (typed) => put(read(typed)))} />;
  }
  const choice = (words: string[], chosen: string, choose: (word: string) => unknown): JSX.Element => (
    <select aria-label={name} value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
      {words.map((word) => <option>{word}</option>)}
    </select>
  );
  if (form.choice) return choice(form.choice, value ?? form.choice[0], put);
  if (form.some) {
    const { some } = form;
    return <>{some.map((word) => (
      <label>{word}<Field form="flag" name={word} value={value.includes(word)} put={(isOn) =>
        put(some.filter((each) => (each === word ? isOn : value.includes(each))))} /></label>
    ))}</>;
  }
  if (form.one) {
    const type = value[form.tag!];
    return <>
      {choice(Object.keys(form.one), type, (word) => put(firstOf(form, word)))}
      {Object.entries(form.one[type]!).map(([part, [of]]) => (
        <label>{part} <Field form={of} name={`${name} ${part}`} value={value[part]} put={(next) => put({ ...value, [part]: next })} /></label>
      ))}
    </>;
  }
  const rows = Object.entries(value ?? {}); // of a list, too: its keys are numbers
  const gather = (next: [string, unknown][]): unknown =>
    put(form.map ? Object.fromEntries(next) : next.map(([, each]) => each));
  const replace = (at: number, ...by: [string, unknown][]): unknown => gather(rows.toSpliced(at, 1, ...by));
  return <>
    {rows.map(([part, each], i) => (
      <span class="part">
        {form.map && <input list="words" {...typing(`${name} ${i + 1}`, part, (typed) => replace(i, [typed, each]))} />}
        <Field form={form.map ?? form.list ?? form.each![i]!} name={`${name} ${form.map ? part : i + 1}`} value={each} put={(next) => replace(i, [part, next])} />
        {!form.each && <button aria-label={`remove ${name} ${form.map ? part : i + 1}`} onClick={() => replace(i)}>×</button>}
      </span>
    ))}
    {!form.each && <button aria-label={`more ${name}`} onClick={() => gather([...rows, ["new", first((form.map ?? form.list)!)]])}>+</button>}
  </>;
}

/** The members that are not typed on the board. */
export function Members(): JSX.Element | null {
  const { others, forms, asked } = drawn.value!;
  const names = Object.keys(others).filter((name) => !["rows", "cols", "box"].includes(name));
  if (!names.length) return null;
  const put = (name: string, value: unknown): void => {
    drafts.value = { ...drafts.value, [name]: value };
    void change({ others: drafts.value });
  };
  return (
    <Panel title="More of the puzzle">
      <datalist id="words">{asked.texts.map((word) => <option value={word} />)}</datalist>
      {names.map((name) => (
        <div class="member" role="group" aria-label={`member ${name}`}>{name.replace(/_/g, " ")}{" "}
          <Field form={forms[name]!} name={name.replace(/_/g, " ")} value={drafts.value[name] ?? others[name]} put={(value) => put(name, value)} />
        </div>
      ))}
    </Panel>
  );
}

function shown(puzzle: Puzzle): string {
  const lines = Object.entries(puzzle).map(([name, value]) => {
    const rows = Array.isArray(value) && value.length > 1 && typeof value[0] !== "number"
      ? `[\n${value.map((row) => `    ${JSON.stringify(row)}`).join(",\n")}\n  ]`
      : JSON.stringify(value);
    return `  ${JSON.stringify(name)}: ${rows}`;
  });
  return `{\n${lines.join(",\n")}\n}`;
}

export function AsText(): JSX.Element {
  const text = half.value[TEXT];
  return (
    <Panel title="As text">
      <textarea
        rows={10}
        spellcheck={false}
        {...typing(TEXT, shown(drawn.value!.puzzle), () => undefined)}
        onChange={undefined}
      />
      <div class="row"><Button on={() => text && read(text)}>Apply</Button></div>
    </Panel>
  );
}

// -- opening ---------------------------------------------------------------------------------------

const pasted = signal("");

export function Opening(): JSX.Element {
  const take = async (source: string): Promise<void> => {
    await read(source);
    if (!message.value) pasted.value = "";
  };
  return (
    <Panel title="Open">
      <label>A text in any format, or a link
        <textarea rows={4} spellcheck={false} value={pasted.value} onInput={(event) => { pasted.value = event.currentTarget.value; }} />
      </label>
      <div class="row"><Button on={() => take(pasted.value)} off={!pasted.value}>Open text</Button></div>
      <label>A file <input type="file" onChange={async (event) => {
        const chosen = event.currentTarget.files?.[0];
        event.currentTarget.value = "";
        if (!chosen) return;
        if (chosen.size > 4e6) message.value = "expected a file of at most 4 MB";
        else await take(await chosen.text());
      }} /></label>
    </Panel>
  );
}

export function Limits(): JSX.Element {
  return (
    <label>Time limit, seconds
      <input type="number" min="0.1" max="600" step="0.1" {...typing("Time limit, seconds", String(timeLimit.value), (typed) => {
        timeLimit.value = Math.min(600, Math.max(0.1, Number(typed) || 10));
      })} />
    </label>
  );
}

