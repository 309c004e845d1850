"""The tasks of workers for the page, from the text of a request to that of a reply."""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec

from uniclue.certificates import certify as certifying
from uniclue.commands.engine import groups
from uniclue.commands.engine import question as questions
from uniclue.commands.engine import question_command as question_commands
from uniclue.commands.engine import task as tasks
from uniclue.commands.engine.exits import BAD_PUZZLE, INTERNAL, USAGE, Stop
from uniclue.core.kinds import find_kind, kind_names, load_kind_files
from uniclue.core.memory import LimitReachedError
from uniclue.core.plugins import author_line
from uniclue.core.puzzle import ChoiceError, Puzzle, PuzzleError
from uniclue.core.words import both, shown
from uniclue.drawing import booklet as booklets
from uniclue.drawing import paper as sheets
from uniclue.drawing import picture as picturing
from uniclue.drawing import svg as vectors
from uniclue.explainers import shown as showing
from uniclue.formats import format as formatting
from uniclue.formats import sameness
from uniclue.formats.puzzle_json import dumps, from_members, loads, puzzle_digest
from uniclue.formats.source import read_text
from uniclue.generators import attempts as attempting
from uniclue.solver_files import export as exporting
from uniclue.solvers import decide
from uniclue.solvers import limits as solver_limits
from uniclue.version import VERSION
from uniclue.workbench import boards, from_drawing, playing, slots

MOST_PUZZLES = 200
"""The most puzzles of a text, a collection or a booklet."""
HARD_MEMORY = 3 << 30
"""Bytes that a worker may take, where the system counts them; estimates refuse far less."""
JSON = "application/json"


class Request(NamedTuple):
    """A request to a worker: the name of a task, the text of the request, seconds."""

    task: str
    body: bytes
    seconds: float


class HttpReply(NamedTuple):
    """The reply: an HTTP status, a type, the text, and the name of a file."""

    status: int
    media: str
    body: bytes
    file: str = ""


class Refusal(msgspec.Struct, frozen=True):
    """Why a request is refused: the place, what was expected, and the corresponding exit code."""

    path: str
    error: str
    code: int


def prepare(kind_files: Sequence[str], folder: str) -> None:
    """Prepares a worker: its memory limit, its folder for temporary files, and users' kinds."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (HARD_MEMORY, HARD_MEMORY))
    tempfile.tempdir = folder
    load_kind_files(kind_files)


def rehearse() -> None:
    """Imports the modules that answering and drawing need."""
    example = from_members(find_kind("sudoku").examples[0].puzzle)
    with suppress(Exception):
        answer = Ask("unique", msgspec.Raw(dumps(example)))
        do(Request("ask", msgspec.json.encode(answer), 10.0))
        do(Request("board", msgspec.json.encode(ToBoard(msgspec.Raw(dumps(example)))), 10.0))


def do(request: Request) -> HttpReply:
    """Does a task; an error becomes a reply of one line."""
    try:
        return TASKS[request.task](request)
    except PuzzleError as error:
        return _refused(422, error.path, error.expected, BAD_PUZZLE)
    except msgspec.DecodeError as error:
        return _refused(400, "$", f"expected a request, got another text: {error}", USAGE)
    except Stop as stop:
        return _refused(400, "$", str(stop), stop.code)
    except (ChoiceError, LimitReachedError) as error:
        return _refused(400, "$", str(error), USAGE)
    except (MemoryError, RecursionError):
        return _refused(422, "$", "it takes more memory than a worker has", USAGE)
    except Exception as error:
        line = author_line(error) or f"internal error: {type(error).__name__}: {error}"
        return _refused(500, "$", shown(line.partition("\n")[0], 300), INTERNAL)


def _refused(status: int, path: str, error: str, code: int) -> HttpReply:
    return HttpReply(status, JSON, msgspec.json.encode(Refusal(path, error, code)))


def _json(value: Any) -> HttpReply:
    return HttpReply(200, JSON, msgspec.json.encode(value))


# -- questions -------------------------------------------------------------------------------------


class Ask(msgspec.Struct, frozen=True):
    """A question about a puzzle.

    Attributes:
        question: Its command.
        puzzle: The members of the puzzle.
        options: Options of the command, by their names without hyphens; true for a flag.
        lost: Why its worker was lost, if the answer is to state that.
    """

    question: str
    puzzle: msgspec.Raw
    options: dict[str, bool | int | float | str] = {}
    lost: str | None = None


NOT_HERE = (
    "out",
    "certificate",
    "kind_file",
    "dask",
    "jobs",
    "part",
    "shard_lines",
    "fields",
    "distinct",
    "fit",
    "batch",
    "state",
    "grid",
)
"""Options that are for files, or for more processes."""


def ask(request: Request) -> HttpReply:
    """A question's own answer as JSON, as the command prints it with ``--json``."""
    query = msgspec.json.decode(request.body, type=Ask)
    puzzle = loads(bytes(query.puzzle))
    with _put(query, request.seconds) as (question, _):
        if query.lost is not None:
            who = {"kind": puzzle.kind(), "id": puzzle.extra.get("id")}
            return HttpReply(200, JSON, question.unknown(query.lost, **who).to_json())
        answer = tasks.answer_puzzle(question, question.prepare(puzzle), lambda count: None)
    if isinstance(answer, tasks.Failure):
        return _refused(422, answer.path, answer.error, answer.code)
    return HttpReply(200, JSON, answer.to_json())


class _put:  # noqa: N801 (a context manager)
    """A question, with options checked as on the command line."""

    def __init__(self, query: Ask, seconds: float) -> None:
        self._class = questions.QUESTIONS.find(query.question)
        if self._class is None:
            raise Stop(USAGE, f"expected a question of {', '.join(groups.question_names())}")
        command = question_commands.question_command(self._class)
        paths = {option.name for option in command.params if names_file(option)}
        arguments = ["-"]
        for name, value in {"time_limit": request_limit(seconds), **query.options}.items():
            is_plain = re.fullmatch(r"[a-z_]+", name) and not str(value).startswith("cmd:")
            if not is_plain or name in paths or name in NOT_HERE:
                raise Stop(USAGE, f"{query.question}: --{name} is for the command line")
            if value is True:
                arguments.append(f"--{name.replace('_', '-')}")
            elif value is not False:
                arguments.append(f"--{name.replace('_', '-')}={value}")
        self._arguments, self._command = arguments, command

    def __enter__(self) -> tuple[Any, Any]:
        import click

        try:
            self._context = self._command.make_context(self._command.name, self._arguments)
        except click.UsageError as error:
            raise Stop(USAGE, " ".join(error.format_message().split())) from error
        except click.exceptions.Exit as error:
            raise Stop(USAGE, "expected a question, got a wish for help") from error
        self._context.__enter__()
        left_out = ("file", "files", "as_json", "output", "fail_on", *NOT_HERE)
        options = {k: v for k, v in self._context.params.items() if k not in left_out}
        options |= {k: None for k in ("certificate", "fit", "batch") if k in self._context.params}
        return self._class.from_options(**options), self._context  # type: ignore[union-attr]

    def __exit__(self, *error: Any) -> None:
        self._context.__exit__(*error)


def names_file(option: Any) -> bool:
    """Whether an option of a command takes the name of a file."""
    return "path" in type(option.type).__name__.lower()


def request_limit(seconds: float) -> float:
    """The time limit of a question for a number of seconds."""
    return round(max(seconds, 0.05), 3)


# -- boards ----------------------------------------------------------------------------------------


class ToBoard(msgspec.Struct, frozen=True):
    """A puzzle to draw, with edits."""

    puzzle: msgspec.Raw
    edits: list[Any] = []
    others: dict[str, Any] = {}
    shape: tuple[int, int] | None = None
    view: dict[str, Any] = {}


def board(request: Request) -> HttpReply:
    """A puzzle as the page shows it, with new clues, other members, or in another size."""
    query = msgspec.json.decode(request.body, type=ToBoard)
    members = msgspec.json.decode(bytes(query.puzzle))
    puzzle = loads(bytes(query.puzzle))
    if query.edits:
        puzzle = slots.edited(puzzle, members, msgspec.convert(query.edits, list[slots.Edit]))
    if query.others:
        puzzle = from_members(members | query.others)
    if query.shape:
        puzzle = boards.resized(puzzle, query.shape)
    return _json(boards.drawn(puzzle, msgspec.convert(query.view, boards.BoardView)))


class ToPlay(msgspec.Struct, frozen=True):
    """A puzzle to solve by hand."""

    puzzle: msgspec.Raw


def play(request: Request) -> HttpReply:
    """A puzzle as a board that the page fills in by itself."""
    query = msgspec.json.decode(request.body, type=ToPlay)
    return _json(playing.board_of(loads(bytes(query.puzzle))))


class ToTell(msgspec.Struct, frozen=True):
    """A puzzle, and a grid to tell its clues from."""

    puzzle: msgspec.Raw
    grid: list[list[Any]]


def tell(request: Request) -> HttpReply:
    """The puzzle with all clues that are true of a grid."""
    query = msgspec.json.decode(request.body, type=ToTell)
    return _json(
        msgspec.Raw(dumps(from_drawing.from_drawing(loads(bytes(query.puzzle)), query.grid)))
    )


class ToDigest(msgspec.Struct, frozen=True):
    """A puzzle."""

    puzzle: msgspec.Raw


def digest(request: Request) -> HttpReply:
    """The digest of a puzzle, by which recorded moves name it."""
    query = msgspec.json.decode(request.body, type=ToDigest)
    return _json({"digest": puzzle_digest(loads(bytes(query.puzzle))).removeprefix("sha256:")})


class ToBlank(msgspec.Struct, frozen=True):
    """A blank board of a kind; without a shape an example."""

    kind: str
    shape: tuple[int, int] | None = None
    example: int = 0


def new(request: Request) -> HttpReply:
    """A blank board, or an example of a kind."""
    query = msgspec.json.decode(request.body, type=ToBlank)
    if query.shape is not None:
        return _json(boards.drawn(boards.blank(query.kind, query.shape), boards.BoardView()))
    examples = find_kind(query.kind).examples
    if not 0 <= query.example < len(examples):
        raise ChoiceError(f"{query.kind} has {len(examples)} examples")
    return _json(boards.drawn(from_members(examples[query.example].puzzle), boards.BoardView()))


def about(request: Request) -> HttpReply:
    """The version, and the questions there are."""
    return _json({"version": VERSION, "questions": groups.question_names()})


def kinds(request: Request) -> HttpReply:
    """Every kind's title, its rules in words, and its number of examples."""
    return _json([_kind(name) for name in kind_names()])


def _kind(name: str) -> dict[str, Any]:
    try:
        cls = find_kind(name)
    except PuzzleError as error:
        title = f"(cannot be used: {error.expected})"
        return {"kind": name, "title": title, "rules": {}, "examples": 0}
    return {"kind": name, "title": cls.title, "rules": cls.codes, "examples": len(cls.examples)}


def gallery(request: Request) -> HttpReply:
    """The pictures of all kinds: each of the largest of its examples."""
    drawn = {}
    for name in kind_names():
        with suppress(PuzzleError):
            largest = max(find_kind(name).examples, key=lambda each: len(str(each.puzzle)))
            drawn[name] = _thumbnail(from_members(largest.puzzle))
    return _json(drawn)


class ToDraw(msgspec.Struct, frozen=True):
    """Puzzles to be drawn small."""

    puzzles: list[msgspec.Raw]


def thumbnails(request: Request) -> HttpReply:
    """The pictures of some puzzles; an empty text for one that cannot be read."""
    query = msgspec.json.decode(request.body, type=ToDraw)
    drawn = []
    for raw in _few(query.puzzles):
        try:
            drawn.append(_thumbnail(loads(bytes(raw))))
        except PuzzleError:
            drawn.append("")
    return _json(drawn)


def _thumbnail(puzzle: Puzzle) -> str:
    return vectors.svg([picturing.picture(puzzle)], styled=False)


class ToKind(msgspec.Struct, frozen=True):
    """A kind by its name."""

    kind: str


def kind(request: Request) -> HttpReply:
    """The recipes of a kind, and the formats that can hold it."""
    name = msgspec.json.decode(request.body, type=ToKind).kind
    find_kind(name)
    makes: dict[str, Any] = {}
    with suppress(ChoiceError):
        recipe = attempting.find_recipe(name)
        options = msgspec.to_builtins(recipe.options()) if recipe.options else {}
        makes = {"recipe": recipe.name, "levels": recipe.levels, "options": options}
    formats = [f for f in formatting.FORMATS.all() if f.can_write and name in f.kinds]
    links, texts = ([f.name for f in formats if f.is_link == is_link] for is_link in (True, False))
    return _json({"makes": makes, "links": links, "formats": texts})


# -- reading and writing ---------------------------------------------------------------------------


def read(request: Request) -> HttpReply:
    """The puzzles of a text in any format, or of a link; nothing is fetched."""
    return _json([msgspec.Raw(dumps(puzzle)) for puzzle in _puzzles(request.body)])


def _puzzles(data: bytes) -> list[Puzzle]:
    data = data.strip()
    if not data:
        raise PuzzleError("$", "expected a puzzle, got nothing")
    try:
        return [read_text(data)]
    except PuzzleError as error:
        lines = [line for line in data.splitlines() if line.strip()]
        if all(line.lstrip().startswith((b"{", b"#")) for line in lines) and len(lines) > 1:
            lines = [line for line in lines if not line.lstrip().startswith(b"#")]
            return [*map(read_text, _few(lines))]
        if b'"kind"' not in data and (chosen := formatting.format_of(data)) is not None:
            some = _few([*islice(chosen.read(data), MOST_PUZZLES + 1)])
            return [_right(puzzle) for puzzle in some]
        if b"\n" in data and all(len(line.split()) == 1 for line in lines):
            return [*map(read_text, _few(lines))]
        if data.startswith((b"{", b"[", b"http")) or formatting.format_of(data) is not None:
            raise error
        raise PuzzleError("$", "expected a puzzle in one of the formats, or a link") from error


def _few(some: list[Any]) -> list[Any]:
    if len(some) > MOST_PUZZLES:
        raise PuzzleError("$", f"expected at most {MOST_PUZZLES} puzzles, got more")
    return some


def _right(puzzle: Puzzle | PuzzleError) -> Puzzle:
    if isinstance(puzzle, PuzzleError):
        raise puzzle
    return puzzle


class Write(msgspec.Struct, frozen=True):
    """Puzzles to be exported.

    Attributes:
        to: ``json``, ``jsonl``, ``link``, ``svg``, ``png``, ``pdf``, ``book``, ``cnf``,
            ``certificate``, or the name of a format.
        puzzles: The puzzles.
        solution: Whether a picture shows the solution.
        title: The title of a booklet.
        wishes: How a page to solve on is published.
    """

    to: str
    puzzles: list[msgspec.Raw]
    solution: bool = False
    title: str = "Puzzles"
    wishes: playing.Wishes = playing.Wishes()


def write(request: Request) -> HttpReply:
    """Puzzles as a file or a link."""
    query = msgspec.json.decode(request.body, type=Write)
    puzzles = [loads(bytes(raw)) for raw in _few(query.puzzles)]
    if not puzzles:
        raise ChoiceError("expected a puzzle, got none")
    one = puzzles[0]
    name = re.sub(r"[^\w-]+", "-", str(one.extra.get("id") or one.kind()))[:60]
    match query.to:
        case "json" | "jsonl":
            text = b"".join(dumps(puzzle) + b"\n" for puzzle in puzzles)
            return HttpReply(200, JSON, text, f"{name}.{query.to}")
        case "svg" | "png" | "pdf":
            return _picture(puzzles, query, request.seconds, name)
        case "book":
            return _book(puzzles, query, request.seconds)
        case "page":
            return _page(puzzles, query.wishes, request.seconds, name)
        case "cnf":
            return _formula(one, name)
        case "certificate":
            return _certificate(one, request.seconds, name)
    return _text(one, query.to, name)


def _text(puzzle: Puzzle, to: str, name: str) -> HttpReply:
    """A puzzle in another format, read back to check that nothing is lost."""
    try:
        if to == "link":
            links = [f for f in formatting.FORMATS.all() if f.is_link and puzzle.kind() in f.kinds]
            if not links:
                raise formatting.CannotWriteError(f"no link holds {puzzle.kind()}")
            chosen = links[0]
        else:
            chosen = formatting.find_format(to)
        text, lost, _ = sameness.written(puzzle, chosen)
    except ValueError as error:
        raise ChoiceError(str(error)) from error
    if lost:
        raise ChoiceError(f"{chosen.name} would lose {both(lost)}")
    return HttpReply(200, "text/plain", text, f"{name}{(*chosen.endings, '.txt')[0]}")


def _svg(puzzle: Puzzle, *, solution: bool, seconds: float) -> str:
    how = decide.method(limits=solver_limits.Limits(seconds))
    return vectors.svg(
        showing.pictures_of(showing.show(puzzle, "solution" if solution else "puzzle", how), puzzle)
    )


def _picture(puzzles: Sequence[Puzzle], query: Write, seconds: float, name: str) -> HttpReply:
    drawn = _svg(puzzles[0], solution=query.solution, seconds=seconds)
    media = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}[query.to]
    ending: Any = query.to
    data = drawn.encode() if query.to == "svg" else sheets.page(drawn, ending)
    return HttpReply(200, media, data, f"{name}.{query.to}")


def _page(
    puzzles: Sequence[Puzzle], wishes: playing.Wishes, seconds: float, name: str
) -> HttpReply:
    """A page on which people solve the puzzles."""
    how = decide.method(limits=solver_limits.Limits(seconds / len(puzzles)))
    games = []
    with tempfile.TemporaryDirectory() as folder:
        for i, puzzle in enumerate(puzzles, 1):
            made = playing.published(puzzle, Path(folder, str(i)), wishes, how)
            if not isinstance(made, playing.PlayGame):
                raise ChoiceError(f"puzzle {i}: expected one solution, got {made.status}")
            games.append(made)
    return HttpReply(200, "text/html", playing.html(games, wishes).encode(), f"{name}.html")


def _book(puzzles: Sequence[Puzzle], query: Write, seconds: float) -> HttpReply:
    each = seconds / len(puzzles)
    pages = [
        (picturing.picture(puzzle), _svg(puzzle, solution=True, seconds=each)) for puzzle in puzzles
    ]
    data = booklets.booklet(query.title, puzzles, pages, None, "a4")
    return HttpReply(200, "application/pdf", data, "puzzles.pdf")


def _formula(puzzle: Puzzle, name: str) -> HttpReply:
    """The clauses of a puzzle and the map of their variables."""
    out = io.BytesIO()
    variables = exporting.write(puzzle, exporting.ExportOptions("cnf"), (), out)
    files = {f"{name}.cnf": out.getvalue(), f"{name}.map.json": variables.to_json()}
    return _zip({**files, f"{name}.json": dumps(puzzle) + b"\n"}, f"{name}-cnf.zip")


def _certificate(puzzle: Puzzle, seconds: float, name: str) -> HttpReply:
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder) / "certificate"
        answer: Any = certifying.certify(
            puzzle, where, "unique", decide.method(limits=solver_limits.Limits(seconds))
        )
        if answer.certificate is None or not where.is_dir():
            raise ChoiceError(f"no certificate: {answer.status}; {answer.reason}")
        files = {f"{name}/{path.name}": path.read_bytes() for path in sorted(where.iterdir())}
    return _zip(files, f"{name}-certificate.zip")


def _zip(files: dict[str, bytes], name: str) -> HttpReply:
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for file, data in files.items():
            archive.writestr(ZipInfo(file, (2020, 1, 1, 0, 0, 0)), data, ZIP_DEFLATED)
    return HttpReply(200, "application/zip", out.getvalue(), name)


# -- making ----------------------------------------------------------------------------------------


class Make(msgspec.Struct, frozen=True):
    """A request for a puzzle of a kind: the options of ``generate`` and an attempt's number."""

    kind: str
    level: str | None = None
    seed: int = 0
    options: dict[str, str] = {}
    number: int = 0


def make(request: Request) -> HttpReply:
    """An attempt to make a puzzle: ``puzzle``, or the ``reason`` why there is none."""
    query = msgspec.json.decode(request.body, type=Make)
    if not 0 <= query.seed < 2**63:
        raise ChoiceError("expected a seed of 0 or more")
    asked_order = attempting.order(
        attempting.find_recipe(query.kind), query.level, query.seed, query.options
    )
    one = attempting.attempt(query.kind, asked_order, query.number)
    if one.text is None:
        return _json({"reason": one.reason})
    return _json({"puzzle": msgspec.Raw(one.text)})


class ToThin(msgspec.Struct, frozen=True):
    """A puzzle whose redundant clues are to be removed."""

    puzzle: msgspec.Raw


def thin(request: Request) -> HttpReply:
    """The puzzle without redundant clues, which are removed one by one."""
    puzzle = loads(bytes(msgspec.json.decode(request.body, type=ToThin).puzzle))
    clock = solver_limits.Clock(solver_limits.Limits(request.seconds))
    if (
        decide.unique(
            puzzle, decide.method(limits=solver_limits.Limits(request.seconds / 2))
        ).status
        != "unique"
    ):
        raise ChoiceError("expected a puzzle with exactly one solution")
    taken, is_whole = 0, True
    for clue in slots.clues_of(puzzle):
        if clock.is_nearly_over():
            is_whole = False
            break
        members = msgspec.json.decode(dumps(puzzle))
        with suppress(PuzzleError):
            fewer = slots.edited(puzzle, members, [msgspec.structs.replace(clue, words=("",))])
            if (
                fewer != puzzle
                and decide.unique(fewer, decide.method(limits=solver_limits.Limits(2.0))).status
                == "unique"
            ):
                puzzle, taken = fewer, taken + 1
    return _json({"puzzle": msgspec.Raw(dumps(puzzle)), "taken": taken, "complete": is_whole})


TASKS: dict[str, Callable[[Request], HttpReply]] = {
    task.__name__: task
    for task in (
        *(about, ask, board, play, tell, digest, new, kinds, gallery, thumbnails, kind),
        *(read, write, make, thin),
    )
}
