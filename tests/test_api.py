"""The Python API: the commands by name, wrong input, notebooks, puzzles without a kind."""

from __future__ import annotations

import base64
import inspect
import pickle
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, get_args

import click
import numpy as np
import pytest
from conftest import LEVEL50, ROOT, Run
from msgspec import Struct
from msgspec.structs import fields, replace

import uniclue
from uniclue.api import answers
from uniclue.api.formulas import GraphName
from uniclue.commands.engine.command_table import COMMANDS
from uniclue.commands.engine.main import app
from uniclue.core.kinds import find_kind, kind_names
from uniclue.kit import (
    AllDifferent,
    Connected,
    Exactly,
    Increasing,
    Sum,
    Text,
    cells,
    columns,
    rows,
)
from uniclue.solver_files.export import FORMATS, ExportFormat
from uniclue.solvers import options
from uniclue.solvers.options import SolverOptions
from uniclue.study.graphs.graph import ORDER

SCRIPT = ROOT / "docs" / "scripts" / "everything.py"
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = uniclue.from_members({"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]})
NONE = uniclue.from_members({"kind": "nonogram", "rows": [[2], [1]], "cols": [[1], [1]]})
SUDOKU = uniclue.read(LINE)
SOLVED = [
    *("534678912", "672195348", "198342567", "859761423", "426853791"),
    *("713924856", "961537284", "287419635", "345286179"),
]


# -- the commands, name by name --------------------------------------------------------------------


class Same(NamedTuple):
    """The functions of a command, and how their arguments differ from its options.

    Attributes:
        functions: The functions; together they have its options.
        renamed: The arguments of options that are called otherwise.
        beside: Options that are for files, or for a terminal, and none of Python's.
    """

    functions: tuple[Callable[..., Any], ...]
    renamed: Mapping[str, str] = MappingProxyType({})
    beside: tuple[str, ...] = ()


VIEW = dict.fromkeys(("solution", "candidates", "why", "steps"), "view")
SAME = {
    "unique": Same(
        (uniclue.unique, uniclue.why, uniclue.certify), {"certificate": "folder"}, ("why",)
    ),
    "solve": Same(
        (uniclue.solve,), {}, ("search", "steps", "trace", "first", "order")
    ),  # uniclue.search.steps
    "check": Same((uniclue.check,)),
    "clues": Same((uniclue.clues,)),
    "count": Same((uniclue.count, uniclue.certify), {"certificate": "folder"}),
    "explain": Same((uniclue.explain,)),
    "hint": Same((uniclue.hint,)),
    "techniques": Same((uniclue.techniques,), {}, ("mine", "number", "size", "seed")),
    "practice": Same((uniclue.practice,)),
    "show": Same((uniclue.show,), VIEW),
    "draw": Same((uniclue.draw,), VIEW | {"files": "puzzles"}),
    "book": Same((uniclue.book,), {"files": "puzzles"}),
    "publish": Same((uniclue.publish,), {"files": "puzzles"}, ("site",)),
    "generate": Same((uniclue.generate,), {}, ("listed", "certificate")),
    "grade": Same((uniclue.grade,), {}, ("fit", "batch")),
    "convert": Same((uniclue.convert, uniclue.read), {"source": "format", "files": "puzzle"}),
    "encodings": Same((uniclue.encodings,)),
    "export": Same((uniclue.export,), {"out": "path"}),
    "decode": Same((uniclue.decode,), {"file": "puzzle", "answer": "text", "map_file": "map"}),
    "verify": Same((uniclue.verify,)),
    "graph": Same((uniclue.graph, uniclue.to_networkx), {}, ("listed",)),
    "features": Same((uniclue.features,), {}, ("listed",)),
    "trace": Same((uniclue.trace,)),
}
NOT_ABOUT_A_PUZZLE = {
    *("serve", "kinds", "formats", "combinations", "completion", "man", "study", "reproduce"),
}
OF_FILES = {"files", "out", "as_json", "kind_file", "jobs", "dask", "fail_on", "stages", "part"}
OF_FILES |= {"shard_lines", "fields", "distinct"}
"""Options of commands that read files of many, run worker processes, and print."""
OF_PYTHON = {"puzzle", "puzzles", "source", "folder", "question", "former", "path"}
"""Arguments that are no options: what is asked about."""
UNSAID = {("convert", "to"), ("generate", "options"), ("book", "out"), ("publish", "out")}
"""Options whose default is that of files, or an empty list."""


def arguments(function: Callable[..., Any]) -> dict[str, Any]:
    """The arguments of a function and their defaults, those of a TypedDict one by one."""
    found: dict[str, Any] = {}
    own = {field.name: field.default for field in fields(SolverOptions)}
    for name, parameter in inspect.signature(function).parameters.items():
        if match := re.match(r"Unpack\[(\w+)\]", str(parameter.annotation)):
            found |= {key: own[key] for key in getattr(options, match[1]).__optional_keys__}
        else:
            found[name] = parameter.default
    return found


def command_options(name: str) -> dict[str, Any]:
    context = click.Context(app)
    command = app.get_command(context, name)
    assert command is not None
    parsed = command.make_context(name, [], context, resilient_parsing=True).params
    exposed = {p.name for p in command.params if p.expose_value}
    return {option: value for option, value in parsed.items() if option in exposed}


def test_every_command_about_puzzles_has_its_function() -> None:
    assert {*SAME} | NOT_ABOUT_A_PUZZLE == {*COMMANDS}
    assert not {*SAME} & NOT_ABOUT_A_PUZZLE
    functions = {function.__name__ for same in SAME.values() for function in same.functions}
    assert functions <= {*uniclue.__all__}
    assert {*SAME} <= {*uniclue.__all__}, "a function has its command's name"


@pytest.mark.parametrize("command", SAME)
def test_functions_have_the_options_of_their_commands(command: str) -> None:
    same, offered = SAME[command], command_options(command)
    taken: dict[str, Any] = {}
    for function in same.functions:
        taken |= arguments(function)
    for option, default in offered.items():
        name = same.renamed.get(option, option)
        if option in same.beside or (option in OF_FILES and name not in taken):
            continue
        assert name in taken, f"--{option} is no argument"
        if name == option and (command, option) not in UNSAID and taken[name] is not inspect._empty:
            assert (default or None) == (taken[name] or None), option
    others = taken.keys() - {same.renamed.get(option, option) for option in offered} - OF_PYTHON
    assert not others - ({"view", "limit"} if command == "unique" else {"view"})


def test_choices_are_those_there_are() -> None:
    assert get_args(GraphName) == ORDER
    assert get_args(ExportFormat) == FORMATS


# -- a user's script -------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_script_with_all_of_it_runs() -> None:
    done = subprocess.run([sys.executable, SCRIPT], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    used = {*re.findall(r"uniclue\.(\w+)", SCRIPT.read_text("utf-8"))}
    functions = {name for name in uniclue.__all__ if name.islower()}
    assert not functions - used - {"describe", "memory_limit", "from_members"}


@pytest.mark.slow
def test_a_script_is_checked_strictly() -> None:
    words = [sys.executable, "-m", "mypy", "--strict", str(SCRIPT)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    code = "import sys, uniclue; print(*(m for m in sys.modules if m.startswith('uniclue')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {*done.stdout.split()} == {"uniclue", "uniclue.version"}
    code = f"import sys, uniclue; uniclue.unique(uniclue.read({LINE!r})); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"click", "rich", "networkx", "pulp", "scipy"} & {*done.stdout.split()}


def test_every_name_is_documented() -> None:
    for name in uniclue.__all__:
        assert (getattr(uniclue, name).__doc__ or "").strip(), name


# -- reading ---------------------------------------------------------------------------------------


def test_read_takes_whatever_holds_a_puzzle(tmp_path: Path) -> None:
    (path := tmp_path / "a.json").write_bytes(uniclue.dumps(SMALL))
    link = uniclue.convert(SUDOKU, url=True).text
    for source in (path, str(path), path.read_bytes(), path.read_text(), "\n" + path.read_text()):
        assert uniclue.read(source) == SMALL
    assert uniclue.read(link) == uniclue.read(link.encode()) == SUDOKU
    assert uniclue.read("\n".join(SOLVED)).kind() == "sudoku"
    line = uniclue.convert(SUDOKU, "sudoku-line")
    assert uniclue.read(line.data, format="sudoku-line") == SUDOKU
    line.save(tmp_path / "b.txt")
    assert [*uniclue.read_many(tmp_path / "b.txt")] == [SUDOKU]
    (many := tmp_path / "many.jsonl").write_text(f"# two\n{LINE}\n{LINE}\n")
    assert [*uniclue.read_many(many)] == [SUDOKU, SUDOKU]


def test_read_says_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere\.json"):
        uniclue.read("nowhere.json")
    with pytest.raises(FileNotFoundError):
        uniclue.read(tmp_path / "x")
    for text in ("", " ", "zebra", "https://example.org/", "{", "a\0b", "x" * 10_000, b"\xff"):
        with pytest.raises(uniclue.PuzzleError):
            uniclue.read(text)
    with pytest.raises(uniclue.PuzzleError, match="read_many"):
        uniclue.read(f"{LINE}\n{LINE}\n")
    with pytest.raises(uniclue.PuzzleError, match=r"line 2: \$"):
        [*uniclue.read_many(f"{LINE}\n123\n")]
    with pytest.raises(uniclue.ChoiceError, match="format"):
        uniclue.read(LINE, format="zebra")
    for odd in (5, None, SMALL, ["a"]):
        with pytest.raises(uniclue.ChoiceError):
            uniclue.read(odd)  # type: ignore[arg-type]


def test_what_is_no_json_is_refused() -> None:
    for odd in (5, None, [1], {"kind": 5}):
        with pytest.raises(uniclue.PuzzleError):
            uniclue.from_members(odd)  # type: ignore[arg-type]
        with pytest.raises(uniclue.PuzzleError):
            uniclue.loads(odd)  # type: ignore[arg-type]
    with pytest.raises(uniclue.ChoiceError):
        uniclue.dumps(5)  # type: ignore[arg-type]
    for limit in ("x", 0, 1.5):
        with pytest.raises(ValueError, match="bytes"), uniclue.memory_limit(limit):  # type: ignore[arg-type]
            pass


def test_convert_says_what_is_lost() -> None:
    titled = replace(SUDOKU, extra={"title": "A title"})
    with pytest.raises(uniclue.LossError, match="would lose title"):
        uniclue.convert(titled, "sudoku-line")
    made = uniclue.convert(titled, "sudoku-line", lossy=True)
    assert (made.lost, made.text, str(made)) == (("title",), LINE.replace(".", "0"), made.text)
    assert uniclue.convert(titled, url=True).beside == ("title",)
    with pytest.raises(uniclue.CannotWriteError):
        uniclue.convert(uniclue.load(LEVEL50), url=True)
    with pytest.raises(uniclue.ChoiceError, match="both"):
        uniclue.convert(SUDOKU, "json", url=True)
    with pytest.raises(uniclue.ChoiceError, match="to: expected one of"):
        uniclue.convert(SUDOKU, "zebra")


# -- answers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", kind_names())
def test_check_reads_what_solve_prints(kind: str) -> None:
    from uniclue.commands.engine.text import solutions
    from uniclue.formats.files import grid_of

    for example in find_kind(kind).examples:
        puzzle = uniclue.from_members(example.puzzle)
        for solution in example.solutions:
            grid = puzzle.read_grid(solution)
            text = "\n\n".join([*solutions([grid], False, None, puzzle), "cnf with cadical195"])
            assert grid_of(text.encode(), puzzle) == grid


def test_check_and_hint_take_text(run: Run, tmp_path: Path) -> None:
    (path := tmp_path / "solved.txt").write_text(run("solve", LEVEL50).stdout)
    assert run("check", LEVEL50, path).stdout.startswith("right")
    assert uniclue.check(uniclue.load(LEVEL50), path.read_text()).status == "right"
    assert uniclue.check(SUDOKU, SOLVED).status == "right"
    assert uniclue.check(SUDOKU, iter(SOLVED)).status == "right"
    assert uniclue.check(SUDOKU, "\n".join(SOLVED)).status == "right"
    assert uniclue.check(SUDOKU, np.array([[*map(int, row)] for row in SOLVED])).status == "right"
    begun = ["5346789.."] + ["." * 9] * 8
    hint = uniclue.hint(SUDOKU, begun)
    assert hint.status == "step"
    wrong: Any = uniclue.check(SUDOKU, ["1" + "." * 8] + ["." * 9] * 8)
    assert (wrong.status, wrong.wrong is None) == ("wrong", True) or wrong.violations
    wrong = uniclue.check(SUDOKU, ["..1" + "." * 6] + ["." * 9] * 8)
    assert [fact.cell for fact in wrong.wrong.facts] == [(0, 2)]
    with pytest.raises(uniclue.PuzzleError, match=r"\$\.solution"):
        uniclue.check(SUDOKU)
    for odd in (5, "zebra", [[1]], [5] * 9, {"a": 1}):
        with pytest.raises(uniclue.PuzzleError):
            uniclue.check(SUDOKU, odd)  # type: ignore[arg-type]
        with pytest.raises(uniclue.PuzzleError):
            uniclue.hint(SUDOKU, odd)  # type: ignore[arg-type]


def test_explain_writes_a_walkthrough(tmp_path: Path) -> None:
    answer = uniclue.explain(SMALL, [[None, None], [None, None]], out=tmp_path / "a.html")
    assert answer.status == "several"
    assert "<html" in (tmp_path / "a.html").read_text("utf-8")
    with pytest.raises(uniclue.ChoiceError, match=r"\.html or \.pdf"):
        uniclue.explain(SMALL, out=tmp_path / "a.txt")


def test_explain_still_says_why() -> None:
    with pytest.warns(DeprecationWarning, match=r"uniclue\.why"):
        former: Any = uniclue.explain(SMALL, repair=True)
    assert former.why.count == 2
    with pytest.warns(DeprecationWarning, match=r"uniclue\.why"):
        assert uniclue.explain(SMALL).why.count == 2
    with pytest.warns(DeprecationWarning, match="features"):
        assert uniclue.describe(SMALL, ["size"]).blocks == ("size",)
    with pytest.raises(TypeError, match="zebra"):
        uniclue.explain(SMALL, zebra=1)  # type: ignore[call-overload]


def test_answers_know_their_puzzle() -> None:
    verdict = uniclue.unique(SMALL)
    assert verdict.puzzle is SMALL
    assert b"puzzle" not in verdict.to_json()
    assert pickle.loads(pickle.dumps(verdict)) == verdict
    assert next(uniclue.unique_many([SMALL])).puzzle is None
    grown = uniclue.solve(uniclue.from_members(find_kind("garden").examples[0].puzzle))
    assert grown.rounds
    assert grown.final


ASKS: tuple[Callable[..., Any], ...] = (
    *(uniclue.unique, uniclue.solve, uniclue.count, uniclue.check, uniclue.why, uniclue.explain),
    *(uniclue.hint, uniclue.clues, uniclue.grade, uniclue.show, uniclue.draw, uniclue.convert),
    *(uniclue.book, uniclue.encodings, uniclue.graph, uniclue.features, uniclue.to_pysat),
    *(uniclue.to_pulp, uniclue.to_networkx),
    lambda odd: uniclue.export(odd, "x.cnf"),
    lambda odd: uniclue.decode(odd, ""),
    lambda odd: uniclue.certify(odd, "x"),
)


@pytest.mark.parametrize("ask", ASKS)
def test_what_is_no_puzzle_is_refused(ask: Callable[..., Any]) -> None:
    for odd in (LINE, 5, None, {"kind": "sudoku"}, [[1]]):
        with pytest.raises(uniclue.ChoiceError, match="expected a puzzle"):
            ask(odd)


@pytest.mark.parametrize(
    ("ask", "name"),
    [
        (lambda: uniclue.unique(SMALL, encoder="zebra"), "encoder"),  # type: ignore[arg-type]
        (lambda: uniclue.unique(SMALL, solver=5), "solver"),  # type: ignore[arg-type]
        (lambda: uniclue.unique(SMALL, time_limit="1"), "time_limit"),  # type: ignore[arg-type]
        (lambda: uniclue.unique(SMALL, time_limit=-1), "limit"),
        (lambda: uniclue.unique(SMALL, conflict_limit=1.5), "conflict_limit"),  # type: ignore[arg-type]
        (lambda: uniclue.unique(SMALL, cardinality="zebra"), "cardinality"),  # type: ignore[arg-type]
        (lambda: uniclue.unique_many(SMALL), "puzzles"),  # type: ignore[arg-type]
        (lambda: uniclue.solve(SMALL, 0), "limit"),
        (lambda: uniclue.count(SMALL, "5"), "limit"),  # type: ignore[arg-type]
        (lambda: uniclue.why(SMALL, all_conflicts=0), "all_conflicts"),
        (lambda: uniclue.clues(SMALL, limit=None), "limit"),  # type: ignore[arg-type]
        (lambda: uniclue.grade(SMALL, "zebra"), "zebra"),
        (lambda: uniclue.encodings(SMALL, solver="cbc"), "SAT solver"),
        (lambda: uniclue.features(SMALL, ["zebra"]), "zebra"),
        (lambda: uniclue.features(SMALL, 5), "blocks"),  # type: ignore[arg-type]
        (lambda: uniclue.show(SMALL, "zebra"), "view"),  # type: ignore[arg-type]
        (lambda: uniclue.draw([]), "got none"),
        (lambda: uniclue.draw(SMALL, columns=0), "columns"),
        (lambda: uniclue.draw(SMALL, scale=99), "scale"),
        (lambda: uniclue.draw(SMALL, "x.gif"), "ending"),
        (lambda: uniclue.book(SMALL, paper="a3"), "paper"),  # type: ignore[arg-type]
        (lambda: uniclue.book(SMALL, levels=3), "kind"),
        (lambda: uniclue.generate("zebra"), "zebra"),
        (lambda: uniclue.generate("sudoku", level="zebra"), "zebra"),
        (lambda: uniclue.generate("sudoku", number=0), "number"),
        (lambda: uniclue.generate("sudoku", options={"zebra": 1}), "zebra"),
        (lambda: uniclue.generate("sudoku", options=5), "options"),  # type: ignore[arg-type]
        (lambda: uniclue.generate("sudoku", seed=-1), "seed"),
        (lambda: uniclue.generate("nurikabe", size=(5, 5, 5)), "size"),  # type: ignore[arg-type]
        (lambda: uniclue.generate("sudoku", levels=3, number=2), "both"),
        (lambda: uniclue.export(SMALL, "x.zebra"), "zebra"),
        (lambda: uniclue.certify(SMALL, "x", "zebra"), "question"),  # type: ignore[arg-type]
        (lambda: uniclue.decode(SMALL, 5), "text"),  # type: ignore[arg-type]
        (lambda: uniclue.to_pysat(SMALL, form="zebra"), "zebra"),
        (lambda: uniclue.to_pysat(SMALL, cardinality="zebra"), "cardinality"),  # type: ignore[arg-type]
        (lambda: uniclue.graph(SMALL, "zebra"), "zebra"),
        (lambda: uniclue.convert(SMALL, 5), "to"),  # type: ignore[arg-type]
        (lambda: uniclue.dump(SMALL, 5), "path"),  # type: ignore[arg-type]
        (lambda: uniclue.load(5), "path"),  # type: ignore[arg-type]
        (lambda: uniclue.export(SMALL, 5), "path"),  # type: ignore[arg-type]
        (lambda: uniclue.draw(SMALL, 5), "out"),  # type: ignore[arg-type]
        (lambda: uniclue.explain(SMALL, out=5), "out"),  # type: ignore[call-overload]
        (lambda: uniclue.certify(SMALL, 5), "folder"),  # type: ignore[arg-type]
        (lambda: uniclue.verify(5), "folder"),  # type: ignore[arg-type]
        (lambda: uniclue.verify("x", checker="zebra"), "checker"),  # type: ignore[arg-type]
        (lambda: uniclue.solve(SMALL, encoder="both"), "unique only"),
        (lambda: [*uniclue.unique_many([SMALL, 5])], "expected a puzzle"),  # type: ignore[list-item]
        (lambda: [*uniclue.unique_many(iter([5]))], "expected a puzzle"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_argument_is_named(ask: Callable[[], Any], name: str) -> None:
    with pytest.raises(uniclue.ChoiceError, match=re.escape(name)):
        ask()


# -- making puzzles --------------------------------------------------------------------------------


def test_generate_makes_what_the_command_makes(run: Run) -> None:
    printed = run("generate", "slitherlink", "--size", "5x5", "--seed", "3", "-n", "2").stdout
    made = uniclue.generate("slitherlink", size=(5, 5), seed=3, number=2)
    assert [uniclue.dumps(puzzle).decode() for puzzle in made] == printed.splitlines()
    assert (len(made), made.seed, made.reason) == (2, 3, None)
    assert made[0] == made.puzzles[0]
    assert made[:1] == made.puzzles[:1]
    assert made._repr_html_().count("<img") == 1
    series = uniclue.generate("animals", levels=2, seed=1)
    assert len(series) == 2


def test_generate_in_a_thread_ends_when_its_time_is_up() -> None:
    made: list[uniclue.Generated] = []
    thread = threading.Thread(
        target=lambda: made.append(
            uniclue.generate("slitherlink", number=10**6, max_time=0.2, seed=1)
        )
    )
    thread.start()
    thread.join(60)
    assert made[0].reason == "time limit of 0.2 s reached"
    assert made[0].attempts > 0


# -- notebooks -------------------------------------------------------------------------------------


def drawings(html: str | None) -> list[str]:
    """The pictures in HTML; it asks for nothing else, and runs nothing."""
    assert html is not None
    found = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', html)
    rest = re.sub(r'src="data:[^"]*"', "", html)
    assert not re.search(r"<script|src=|href=|url\(|@import|http", rest)
    return [base64.b64decode(data).decode() for data in found]


def test_a_notebook_shows_puzzles() -> None:
    for kind in kind_names():
        puzzle = uniclue.from_members(find_kind(kind).examples[0].puzzle)
        assert len(drawings(puzzle._repr_html_())) == 1, kind


@pytest.mark.slow
def test_a_notebook_shows_answers() -> None:
    several = uniclue.unique(SMALL)._repr_html_()
    (picture,) = drawings(several)
    assert "differ in 4 cells" in str(several)
    assert 'class="t"' in picture
    (solved,) = drawings(uniclue.unique(SUDOKU)._repr_html_())
    assert 'class="t"' not in solved
    assert len(drawings(uniclue.explain(SUDOKU)._repr_html_())) > 10
    assert len(drawings(uniclue.hint(SUDOKU)._repr_html_())) == 1
    assert "row 1" in str(uniclue.why(NONE)._repr_html_())
    assert len(drawings(uniclue.why(SMALL)._repr_html_())) == 1
    assert drawings(uniclue.solve(SMALL, 2)._repr_html_())
    assert drawings(uniclue.show(SUDOKU, "candidates")._repr_html_())
    assert drawings(uniclue.draw(SUDOKU)._repr_html_())
    for answer in (
        *(uniclue.count(SMALL), uniclue.clues(SUDOKU), uniclue.grade(SUDOKU)),
        *(
            uniclue.encodings(SMALL),
            uniclue.features(SMALL, ["size"]),
            uniclue.check(SUDOKU, SOLVED),
        ),
        *(uniclue.explain(NONE), uniclue.hint(NONE), uniclue.unique(NONE)),
    ):
        html = answer._repr_html_()
        assert len(str(html)) > 20, answer
        drawings(html)
    assert next(uniclue.unique_many([SMALL]))._repr_html_() is None


def test_a_notebook_escapes_what_a_puzzle_says() -> None:
    odd = replace(SMALL, extra={"title": '"><script>alert(1)</script>'})
    for html in (odd._repr_html_(), uniclue.unique(odd)._repr_html_()):
        drawings(html)
    sentence = uniclue.board((1, 2), (0, 1), [Exactly("x", "<script>", cells((1, 2)), 1)])
    drawings(uniclue.explain(sentence)._repr_html_())
    drawings(uniclue.clues(sentence)._repr_html_())


# -- puzzles without a kind ------------------------------------------------------------------------

SQUARE = (3, 3)
LO_SHU = [
    AllDifferent("once", "the square", cells(SQUARE)),
    *(Sum("sum", name, line, 15, 15) for name, line in (*rows(SQUARE), *columns(SQUARE))),
    Sum("sum", "the diagonal", ((0, 0), (1, 1), (2, 2)), 15, 15),
    Sum("sum", "the other diagonal", ((0, 2), (1, 1), (2, 0)), 15, 15),
]


def lo_shu(**more: Any) -> uniclue.Puzzle:
    return uniclue.board(SQUARE, range(1, 10), LO_SHU, **more)


@pytest.mark.slow
def test_a_board_is_asked_everything(tmp_path: Path) -> None:
    assert uniclue.count(lo_shu()).count == 8
    square = lo_shu(givens={(0, 0): 2, (0, 1): 7}, title="Lo Shu")
    solution = ((2, 7, 6), (9, 5, 1), (4, 3, 8))
    assert uniclue.unique(square, encoder="both").solutions == (solution,)
    assert uniclue.solve(square).solutions == (solution,)
    steps = uniclue.explain(square)
    assert (steps.status, steps.grid) == ("unique", solution)
    assert uniclue.hint(square).status == "step"
    assert len(uniclue.clues(square).clues) == len(LO_SHU) + 2
    assert "at least two" in str(uniclue.unique(lo_shu())._repr_html_())
    assert uniclue.check(square, solution).status == "right"
    violations = uniclue.check(square, [[2, 7, 6], [9, 5, 1], [4, 8, 3]]).violations
    assert {violation.code for violation in violations} == {"sum"}
    assert "Lo Shu" in uniclue.draw(square, tmp_path / "a.svg", view="solution").svg
    assert str(uniclue.show(square, "solution"))
    assert uniclue.features(square, ["size"]).values["size.cells"] == 9
    assert uniclue.graph(square).number_of_nodes() == 9
    written = uniclue.export(square, tmp_path / "a.cnf", question="unique")
    assert uniclue.decode(square, "s UNSATISFIABLE\n", map=written).status == "unique"
    assert uniclue.grade(square, "steps").grades
    assert uniclue.encodings(square).parity == "same"
    conflict: Any = uniclue.why(lo_shu(givens={(0, 0): 2, (0, 1): 2})).why
    assert len(conflict.conflicts[0].clues) == 3
    assert pickle.loads(pickle.dumps(square)) == square
    assert drawings(square._repr_html_())
    assert drawings(steps._repr_html_())


def test_a_board_may_have_values_by_place_and_links() -> None:
    states = {"WA": (0, 0), "NT": (0, 1), "SA": (1, 1), "Q": (0, 2), "NSW": (1, 2)}
    beside = ["WA NT", "WA SA", "NT SA", "NT Q", "SA Q", "SA NSW", "Q NSW"]
    pairs = [(states[a], states[b]) for a, b in map(str.split, beside)]
    apart = [AllDifferent("apart", "neighbours", pair) for pair in pairs]
    colours: dict[Any, tuple[str, ...]] = dict.fromkeys(states.values(), ("red", "green", "blue"))
    colours[states["WA"]] = ("red",)
    colours[states["NT"]] = ("green",)
    coloured = uniclue.board(states.values(), colours, apart)
    verdict = uniclue.unique(coloured)
    assert verdict.status == "unique"
    assert verdict.solutions[0][1][1] == "blue"
    assert coloured.shape == (2, 3)
    path = uniclue.board([(0, 0.5), (0.5, 0), (0.5, 1), (1, 0.5)], (0, 1), [])
    assert path.shape == (5, 5)
    assert uniclue.count(path).count == 16
    lazy = uniclue.board((2, 2), (0, 1), [Connected("one", "black", cells((2, 2)))])
    assert uniclue.count(lazy).count == uniclue.count(lazy, law="order").count
    assert drawings(uniclue.board((2, 2), marks=[Text((0, 0), "7")])._repr_html_())


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: uniclue.board(5), "places"),  # type: ignore[arg-type]
        (lambda: uniclue.board((0, 3)), "places"),
        (lambda: uniclue.board((10**6, 3)), "places"),
        (lambda: uniclue.board([]), "places"),
        (lambda: uniclue.board([(0, 0), (0, 0)]), "places"),
        (lambda: uniclue.board(["a"]), "places"),  # type: ignore[list-item]
        (lambda: uniclue.board([(0, 0.25)]), "places"),
        (lambda: uniclue.board((2, 2), 5), "values"),  # type: ignore[arg-type]
        (lambda: uniclue.board((2, 2), []), "values"),
        (lambda: uniclue.board((2, 2), [1, 1]), "values"),
        (lambda: uniclue.board((2, 2), [1.5]), "values"),  # type: ignore[list-item]
        (lambda: uniclue.board((2, 2), {(0, 0): [1]}), "values"),
        (lambda: uniclue.board((1, 1), {(0, 0): 1}), "values"),  # type: ignore[arg-type]
        (lambda: uniclue.board((2, 2), (0, 1), ["a"]), "constraints[0]"),  # type: ignore[list-item]
        (lambda: uniclue.board((2, 2), (0, 1), 5), "constraints[0]"),  # type: ignore[arg-type]
        (lambda: uniclue.board((1, 1), (0, 1), [AllDifferent("a", "b", ((5, 5),))]), "constraints"),
        (lambda: uniclue.board((1, 1), "ab", [Increasing("a", "b", ((0, 0),))]), "constraints"),
        (lambda: uniclue.board((1, 1), (0, 1), [AllDifferent("a", "b", 5)]), "constraints[0]"),  # type: ignore[arg-type]
        (lambda: uniclue.board((1, 1), marks=5), "marks"),  # type: ignore[arg-type]
        (lambda: uniclue.board((1, 1), marks=["a"]), "marks"),  # type: ignore[list-item]
        (lambda: uniclue.board((1, 1), shape=5), "shape"),  # type: ignore[arg-type]
        (lambda: uniclue.board((2, 2), shape=(1, 1)), "shape"),
    ],
)
def test_a_wrong_board_is_refused(make: Callable[[], Any], says: str) -> None:
    with pytest.raises(uniclue.ChoiceError, match=re.escape(says)):
        make()


def test_what_a_board_cannot_do_is_said(tmp_path: Path) -> None:
    for givens in ({(5, 5): 1}, {(0, 0): 99}, [[1]], 5, "ab"):
        with pytest.raises(uniclue.PuzzleError, match=r"\$\.givens"):
            lo_shu(givens=givens)
    with pytest.raises(uniclue.ChoiceError, match="without a kind"):
        uniclue.certify(lo_shu(), tmp_path / "c")
    with pytest.raises(uniclue.CannotWriteError):
        uniclue.convert(lo_shu(), "json")
    with pytest.raises(uniclue.PuzzleError, match="kind"):
        uniclue.loads(uniclue.dumps(lo_shu()))


# -- formulas --------------------------------------------------------------------------------------


def test_formulas_know_their_variables() -> None:
    from pysat.solvers import Solver

    for puzzle in (SMALL, lo_shu(givens={(0, 0): 2, (0, 1): 7}), SUDOKU):
        formula = uniclue.to_pysat(puzzle)
        with Solver("cadical195", bootstrap_with=formula) as solver:
            assert solver.solve()
            grid = puzzle.grid_of(formula.map.values(solver.get_model()))
        assert uniclue.check(puzzle, grid).status == "right"
        place = puzzle.places[0]
        literal = puzzle.model().literal(place, puzzle.domain[0])
        assert formula.map.literal(place, puzzle.domain[0]) == literal
    with pytest.raises(ValueError, match="expected a cell"):
        uniclue.to_pysat(SMALL).map.literal((9, 9), 1)
    native = uniclue.to_pysat(SUDOKU, cardinality="native")
    assert native.map.cardinality == "native"
    problem = uniclue.to_pulp(SMALL)
    assert problem.map.values([1, 4]) == {(0, 0): 1, (0, 1): 0, (1, 0): 0, (1, 1): 1}


def test_answers_module_has_what_commands_have() -> None:
    from uniclue.commands.explain import EXACT_SECONDS

    assert answers.EXACT_SECONDS == EXACT_SECONDS


PLAIN = """
import sys
for library in ("scipy", "highspy", "matplotlib", "threadpoolctl", "polars", "typst"):
    sys.modules[library] = None
import uniclue
from uniclue.commands.engine.main import _run
puzzle = uniclue.generate("kenken", size=(4, 4), seed=1)[0]
found = uniclue.features(puzzle)
assert found.values["static.cells.diameter"] is not None
assert "highspy" in found.missing["matrix.lp_gap"], found.missing
assert uniclue.graph(puzzle).name == "cells"
uniclue.dump(puzzle, "kenken.json")
for words in ("", "-o a.graphml", "-o a.json", "-o a.dot", "--json"):
    assert _run(["graph", "kenken.json", *words.split()]) == 0
"""


@pytest.mark.slow
def test_graphs_need_no_extra(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAIN], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("cells: 16 nodes")
    assert "the graph related has no edges here" in done.stdout
    assert (tmp_path / "a.graphml").read_text().startswith("<?xml")


def test_nearly_nothing_is_0() -> None:
    from uniclue.study.features.feature import _rounded

    assert [repr(_rounded(x)) for x in (-2.8e-17, -0.0, 3e-13, -0.25)] == ["0.0"] * 3 + ["-0.25"]


def test_results_are_frozen_and_their_members_documented() -> None:
    every = (getattr(uniclue, name) for name in uniclue.__all__)
    results = [each for each in every if isinstance(each, type) and issubclass(each, Struct)]
    assert len(results) > 15
    for cls in results:
        assert cls.__struct_config__.frozen, cls
        documented = "\n".join(inspect.getdoc(base) or "" for base in cls.__mro__)
        own = set(cls.__struct_fields__) if cls is not uniclue.Puzzle else set()
        missing = [name for name in own if not re.search(rf"^ +{name}: ", documented, re.MULTILINE)]
        assert not missing, (cls, missing)
