"""The documentation, run: code blocks work, commands print what the page shows, links resolve.

The blocks of a page are described in CONTRIBUTING.md. Every page runs in a folder of its own that
holds a copy of ``examples/``. A page with the comment ``<!-- slow -->`` is a slow test; one with
``<!-- needs NAME -->`` is skipped where there is no program of that name.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import itertools
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
import test_kinds
from bruteforce import solutions
from conftest import ROOT, Run, run_here, run_words

from benchmarks import kinds_page
from uniclue import from_members
from uniclue.commands.engine.main import app
from uniclue.constraints.base import Constraint
from uniclue.core import kinds, plugins
from uniclue.core import puzzle as puzzle_module
from uniclue.core.kinds import find_kind, load_kind_file
from uniclue.core.puzzle import Puzzle
from uniclue.solvers import decide
from uniclue.solvers.decide import Method
from uniclue.study.graphs.graph import build, graph_kinds

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
NEW_KIND = ROOT / "docs" / "add-a-puzzle-kind.md"
FENCE = re.compile(r"^```(\w*) ?([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
NEEDS = re.compile(r"^<!-- needs (\w+) -->$", re.MULTILINE)
SECONDS = re.compile(r"\d+(\.\d+)? s\b")
CONFLICTS = re.compile(r"\d[\d,]* conflicts?;")
BOARDS = re.compile(r"\d+ boards with (\d+|\.\.\.) solutions")  # as many as the time allows


class Block(NamedTuple):
    """A fenced block of a page."""

    line: int
    language: str
    options: str
    text: str

    def option(self, name: str) -> str | None:
        value = re.search(rf"{name}=(\S+)", self.options)
        return value[1] if value else None

    @property
    def runs(self) -> bool:
        return self.language in ("python", "console") or "file=" in self.options


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [
        Block(text.count("\n", 0, match.start()) + 1, *match.groups())
        for match in FENCE.finditer(text)
    ]


def prose(page: Path) -> str:
    return FENCE.sub("", page.read_text("utf-8"))


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


# -- pages -----------------------------------------------------------------------------------------


@pytest.fixture
def known_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forgets after the test which kinds it loaded."""
    monkeypatch.setattr(kinds, "_registered", dict(kinds._registered))
    monkeypatch.setattr(plugins, "user_files", {})


def param(page: Path) -> Any:
    marks = [pytest.mark.slow] if "<!-- slow -->" in prose(page) else []
    marks += [
        pytest.mark.skipif(not shutil.which(program), reason=f"{program} is not installed")
        for program in NEEDS.findall(prose(page))
    ]
    return pytest.param(page, id=name(page), marks=marks)


@pytest.mark.parametrize("page", [param(p) for p in PAGES if any(b.runs for b in blocks(p))])
@pytest.mark.usefixtures("known_kinds")
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, Any] = {"__name__": "__main__"}
    printed = ""
    for block in blocks(page):
        where = f"{page.name}:{block.line}"
        if file := block.option("file"):
            Path(file).write_text(block.text, "utf-8")
        elif block.language == "python":
            skip = re.match(r"# (not run|skip)(: \w{3})?", block.text)
            assert not skip or skip[2], f"{where}: a skip needs a reason"
            if not skip:
                printed = printed_by(block, namespace, where)
        elif (block.language, block.options) == ("text", "printed"):
            assert_like(block.text, printed, where)
        elif block.language == "console":
            check_console(block, where)


def printed_by(block: Block, namespace: dict[str, Any], where: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile("\n" * block.line + block.text, where, "exec"), namespace)
    return out.getvalue()


def check_console(block: Block, where: str) -> None:
    parts = re.split(r"^\$ (.*)\n", block.text, flags=re.MULTILINE)
    assert not parts[0].strip(), f"{where}: expected a line that starts with '$ '"
    for command, expected in zip(parts[1::2], parts[2::2], strict=True):
        code = re.search(r"# exit (\d+)$", command)
        output, status = shell(shlex.split(command, comments=True))
        assert_like(expected, output, f"{where}: {command}")
        assert status == int(code[1] if code else 0), f"{where}: {command}: exit {status}"


def shell(words: list[str]) -> tuple[str, int]:
    """Runs ``command [| command ...] [> file]``; returns what a terminal would show."""
    words, target = (words[:-2], words[-1]) if ">" in words else (words, None)
    data, status = b"", 0
    stages = [list(part) for bar, part in itertools.groupby(words, "|".__eq__) if not bar]
    for stage in stages:
        data, status = stage_output(stage, data, merge=stage is stages[-1] and target is None)
    if target is not None:
        Path(target).write_bytes(data)
        data = b""
    return data.decode(), status


def stage_output(words: list[str], data: bytes, *, merge: bool) -> tuple[bytes, int]:
    program, *arguments = words
    if program == "cat":
        return b"".join(Path(file).read_bytes() for file in arguments), 0
    if program == "uniclue":
        done = run_here(*arguments, stdin=data, merged=merge)
        return done.stdout.encode(), done.returncode
    assert program == "python", program
    if arguments[0] == "cli.py":
        arguments[0] = str(ROOT / "cli.py")
    ended = run_words(
        [sys.executable, *arguments],
        data,
        stderr=subprocess.STDOUT if merge else None,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    return ended.stdout.replace("\r\n", "\n").encode(), ended.returncode


def assert_like(expected: str, got: str, where: str) -> None:
    """Asserts equality, except for what :func:`tidy` removes and what ``...`` stands for."""
    pattern = ".*".join(re.escape(part) for part in tidy(expected).split("..."))
    if not re.fullmatch(pattern, tidy(got), re.DOTALL):
        assert tidy(got) == tidy(expected), where


def tidy(text: str) -> str:
    """The text without seconds, conflicts, numbers of random boards and blanks at line ends."""
    text = CONFLICTS.sub("0 conflicts;", SECONDS.sub("0.0 s", text))
    text = BOARDS.sub("0 boards with 0 solutions", text)
    lines = (line.rstrip() for line in text.splitlines())
    return "\n".join(lines).strip("\n")


# -- links, the two commands, the kinds ------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_resolve_and_blocks_are_closed(page: Path) -> None:
    assert not re.search("^```", prose(page), re.MULTILINE), f"{page.name}: a block is not closed"
    for link in LINK.findall(prose(page)):
        if "://" in link:
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), f"{page.name}: {link}"
        assert not anchor or anchor in anchors(target), f"{page.name}: {link}"


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    words = (re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in headings)
    return {text.replace(" ", "-") for text in words}


def test_every_page_can_be_reached() -> None:
    """Following links from README.md leads to every page."""
    seen: set[Path] = set()
    todo = [ROOT / "README.md"]
    while todo:
        page = todo.pop()
        if page not in seen and page.suffix == ".md" and page.is_file():
            seen.add(page)
            links = LINK.findall(prose(page))
            todo += [(page.parent / link.partition("#")[0]).resolve() for link in links]
    assert set(PAGES) <= seen


def test_the_command_line_names_every_command() -> None:
    page = (ROOT / "docs" / "cli.md").read_text("utf-8").partition("## Files")[0]
    for command in app.list_commands(click.Context(app)):
        assert f"[`{command}`](" in page, command


PAGE_OF = {"draw": "show", "serve": "workbench", "verify": "certificates"} | {
    "combinations": "search-kakuro",
    "study fit": "study-predict",
    "study people": "study-predict",
    "formats": "convert",
    "practice": "techniques",
}


def options_of(command: click.Command, name: str) -> Iterator[tuple[str, str]]:
    """Every option of a command and of those in it, with the command's name."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for each in command.list_commands(context):
            within = command.get_command(context, each)
            assert within is not None
            yield from options_of(within, f"{name} {each}".strip())
        return
    for option in command.params:
        if isinstance(option, click.Option) and not option.hidden:
            yield name, next(o for o in option.opts if o.startswith("--"))


def test_every_option_stands_on_its_page() -> None:
    """There, or among the options that commands share, where the page links to these."""
    docs = ROOT / "docs"
    table = (docs / "cli.md").read_text("utf-8").partition("## Options that")[2]
    shared = {*re.findall(r"`(--[a-z-]+)", table.partition("## Limits")[0])}
    missing = set()
    for name, option in options_of(app, ""):
        page = docs / f"{PAGE_OF.get(name, name).replace(' ', '-')}.md"
        text = page.read_text("utf-8")
        of_all = option in shared and "cli.md#options-that-commands-share" in text
        alike = option == "--output" and "-o" in text
        if not (of_all or alike or re.search(rf"{option}(?![\w-])", text)):
            missing.add(f"{page.name}: {name} {option}")
    assert not missing


def test_the_two_commands_are_those_of_ci() -> None:
    ci = [line.strip() for line in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()]
    commands = [b.text.strip() for b in blocks(ROOT / "README.md") if b.language == "sh"]
    assert len(commands) == 2
    assert set(commands) <= set(ci)


def test_the_table_of_kinds_is_current() -> None:
    """A kind that was dropped in, and is not committed, needs no row yet."""
    git = ["git", "ls-files", "models"]
    tracked = subprocess.run(git, cwd=ROOT, capture_output=True, text=True).stdout.splitlines()
    page = kinds_page.PAGE.read_text("utf-8").splitlines()
    for row in kinds_page.table().splitlines():
        kind = re.match(r"\| `(\w+)`", row)
        if kind is None or f"models/{kind[1]}.py" in tracked:
            assert row in page, "run python -m benchmarks.kinds_page"


# -- the new kind of docs/add-a-puzzle-kind.md -----------------------------------------------------


@pytest.fixture
def unequal_py(tmp_path: Path) -> Path:
    """The file of the kind, with its examples beside it."""
    for block in blocks(NEW_KIND):
        if (name := block.option("file")) in ("unequal.py", "unequal.json"):
            (tmp_path / name).write_text(block.text, "utf-8")
    return tmp_path / "unequal.py"


@pytest.fixture
def unequal(unequal_py: Path, known_kinds: None) -> type[Puzzle]:
    assert load_kind_file(unequal_py) == ["unequal"]
    return find_kind("unequal")


def random_unequals() -> Iterator[dict[str, Any]]:
    rng = random.Random(7)
    cells = list(itertools.product(range(3), repeat=2))
    pairs = [(a, b) for a in cells for b in cells if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    for _ in range(12):
        less = [list(map(list, pair)) for pair in rng.sample(pairs, rng.randint(0, 4))]
        givens = [[rng.choice([None] * 8 + [1, 2, 3]) for _ in range(3)] for _ in range(3)]
        yield {"kind": "unequal", "size": 3, "less": less, "givens": givens}


@pytest.mark.usefixtures("unequal")
def test_new_kind_has_graphs(monkeypatch: pytest.MonkeyPatch) -> None:
    for members in random_unequals():
        puzzle = from_members(members)
        signs = {frozenset(f"r{r + 1}c{c + 1}" for r, c in pair) for pair in members["less"]}
        edges = {frozenset(edge) for edge in build(puzzle).edges}
        named = {name for edge in edges for name in edge if "<" in name}
        for one, other in itertools.combinations(named, 2):
            assert (frozenset((one, other)) in edges) == bool(cells_of(one) & cells_of(other))
        for kind in graph_kinds():
            build(puzzle, kind.name)
        if signs:
            with monkeypatch.context() as patched:  # constraints without names join cells
                patched.setattr(Constraint, "about", ())
                patched.setattr(puzzle_module, "_rules_kept", {})
                again = build(from_members(members))
                assert {frozenset(edge) for edge in again.edges} == signs


def cells_of(sign: str) -> set[str]:
    """The cells in the name of a sign, such as ``r1c2 < r1c1``."""
    return set(sign.split(" < "))


def test_new_kind_passes_what_holds_for_every_kind(unequal: type[Puzzle]) -> None:
    asked = 0
    for name, test in vars(test_kinds).items():
        needed = set(inspect.signature(test).parameters) if name.startswith("test_") else set()
        values: list[dict[str, Any]] = [{"kind": "unequal"}]
        if "how" in needed:
            values = [one | {"how": how} for one in values for how in (Method(), Method("ilp"))]
        for arguments in values if "kind" in needed and needed <= {*values[0]} else []:
            test(**arguments)
            asked += 1
    assert asked == 8


def test_new_kind_counts_and_judges_as_brute_force(unequal: type[Puzzle]) -> None:
    for example in unequal.examples:
        puzzle = from_members(example.puzzle)
        assert set(solutions(puzzle)) == {puzzle.read_grid(rows) for rows in example.solutions}
    rng = random.Random(8)
    counts = set()
    for members in random_unequals():
        puzzle = from_members(members)
        expected = solutions(puzzle)
        counts.add(len(expected))
        assert set(decide.solve(puzzle, limit=13).solutions) == set(expected)
        assert decide.count(puzzle).count == len(expected)
        if len(expected) <= 4:
            assert decide.count(puzzle, how=Method("ilp")).count == len(expected)
        for solution in expected[:5]:
            part = [[rng.choice([None, value]) for value in row] for row in solution]
            assert puzzle.check(part) == []
    assert {0, 1} < counts


UNEQUAL = b'{"kind":"unequal","size":3,"less":[[[0,0],[0,1]]],"givens":["...","23.","..."]}\n'


@pytest.mark.parametrize("encoder", ["cnf", "ilp"])
def test_new_kind_through_kind_file(
    run: Run, unequal_py: Path, tmp_path: Path, encoder: str
) -> None:
    (tmp_path / "grid.txt").write_text("123\n231\n312\n", "utf-8")
    for command, answer in {
        ("unique",): "unique: exactly one solution\n\n1 2 3\n2 3 1\n3 1 2\n",
        ("solve",): "1 solution",
        ("count",): "1 solution\n",
        ("check", tmp_path / "grid.txt"): "right: ",
    }.items():
        words = (command[0], "-", *command[1:], "--encoder", encoder, "--kind-file", unequal_py)
        done = run(*words, stdin=UNEQUAL)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(answer)


@pytest.mark.slow
def test_new_kind_as_an_installed_package(
    run_apart: Run, unequal_py: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    (site / "my_package").mkdir(parents=True)
    (site / "my_package" / "__init__.py").touch()
    for file in (unequal_py, unequal_py.with_suffix(".json")):
        shutil.move(file, site / "my_package" / file.name)
    (block,) = (b for b in blocks(NEW_KIND) if b.language == "toml")
    point = re.search(r'^unequal = "(.*)"$', block.text, re.MULTILINE)
    assert point
    info = site / "my_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[uniclue.kinds]\nunequal = {point[1]}\n")
    monkeypatch.setenv("PYTHONPATH", str(site))

    (many := tmp_path / "many.jsonl").write_bytes(2 * UNEQUAL)
    listed = run_apart("kinds").stdout
    assert re.search("^unequal +3 .* Unequal up to 9x9$", listed, re.MULTILINE)
    done = run_apart("unique", many, "--jobs", "2")  # worker processes find it, too
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [a["status"] for a in answers] == ["unique", "unique"]
