"""The documentation, run: code blocks work, commands print what the page shows, links resolve.

Conventions of the pages (described for writers in CONTRIBUTING.md):
    ```python            run, all blocks of a page in one namespace; ``# not run: why`` skips it
    ```text printed      what the Python block before it printed
    ```console           ``$ command`` lines, each followed by its output; ``# exit 10`` after a
                         command is its exit code (0 if none is named); ``...`` matches anything
    ```json file=NAME    the content of a file that later blocks use (any language)
    ```json same-as=NAME a file's JSON, laid out for reading
Every page runs in a folder of its own that holds a copy of ``examples/`` and of the predictor in
``studies/``.
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
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import test_kinds
from bruteforce import solutions
from conftest import ROOT, Run

from uniclue import from_members
from uniclue.cli import main
from uniclue.constraints.base import Constraint
from uniclue.core import puzzle as puzzle_module
from uniclue.core.puzzle import Puzzle, find_kind, load_kind_file
from uniclue.formats.puzzle_json import dumps, loads
from uniclue.research.graphs.graph import build, graph_kinds
from uniclue.solvers import questions
from uniclue.solvers.questions import Method

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
NEW_KIND = ROOT / "docs" / "add-a-puzzle-kind.md"
FENCE = re.compile(r"^```(\w*) ?([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
SECONDS = re.compile(r"\d+(\.\d+)? s\b")
CONFLICTS = re.compile(r"\d[\d,]* conflicts?;")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    line: int
    language: str
    options: str
    text: str

    def option(self, name: str) -> str | None:
        found = re.search(rf"{name}=(\S+)", self.options)
        return found[1] if found else None


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [
        Block(text.count("\n", 0, match.start()) + 1, *match.groups())
        for match in FENCE.finditer(text)
    ]


def runs(block: Block) -> bool:
    return block.language in ("python", "console") or "file=" in block.options


# -- pages -----------------------------------------------------------------------------------------


@pytest.fixture
def known_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forgets after the test which kinds it loaded."""
    monkeypatch.setattr(puzzle_module, "_registered", dict(puzzle_module._registered))
    monkeypatch.setattr(puzzle_module, "_kind_files", [])


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if any(map(runs, blocks(page)))],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
@pytest.mark.usefixtures("known_kinds")
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / "studies").mkdir()
    shutil.copy(ROOT / "studies" / "sudoku-time.npz", tmp_path / "studies")
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, Any] = {"__name__": "__main__"}
    printed = ""
    for block in blocks(page):
        where = f"{page.name}:{block.line}"
        if name := block.option("file"):
            Path(name).write_text(block.text, "utf-8")
        elif name := block.option("same-as"):
            assert timeless(json.loads(block.text)) == timeless(json.loads(read(name))), where
        elif block.language == "python":
            assert_reason_to_skip(block, where)
            if not block.text.startswith("# not run: "):
                printed = printed_by(block, namespace, where)
        elif block.language == "text" and block.options == "printed":
            assert_like(block.text, printed, where)
        elif block.language == "console":
            check_console(block, where)


def assert_reason_to_skip(block: Block, where: str) -> None:
    first = block.text.partition("\n")[0]
    assert not re.match(r"# (not run|skip)(?!: \w{3})", first), f"{where}: a skip needs a reason"


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
    target = None
    if ">" in words:
        words, target = words[: words.index(">")], words[-1]
    data, status = b"", 0
    stages = [list(part) for bar, part in itertools.groupby(words, "|".__eq__) if not bar]
    for number, stage in enumerate(stages, 1):
        data, status = stage_output(stage, data, merge=number == len(stages) and target is None)
    if target is not None:
        Path(target).write_bytes(data)
        return "", status
    return data.decode(), status


def stage_output(words: list[str], data: bytes, *, merge: bool) -> tuple[bytes, int]:
    program, *arguments = words
    if program == "cat":
        return b"".join(Path(name).read_bytes() for name in arguments), 0
    if program == "uniclue":
        return installed_script(arguments, data, merge=merge)
    assert program == "python", program
    if arguments[0] == "cli.py":
        arguments[0] = str(ROOT / "cli.py")
    done = subprocess.run(
        [sys.executable, *arguments],
        input=data,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if merge else None,
        timeout=120,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    return done.stdout.replace(b"\r\n", b"\n"), done.returncode


def installed_script(arguments: list[str], data: bytes, *, merge: bool) -> tuple[bytes, int]:
    """What the script ``uniclue`` does, in this process: most commands take longer to start."""
    questions.close_loaded()  # as in a new process
    questions._asked_once.clear()
    out = io.BytesIO()
    shown = io.TextIOWrapper(out, "utf-8", newline="", write_through=True)
    stdin = io.TextIOWrapper(io.BytesIO(data), "utf-8")
    with (
        patch.multiple(sys, argv=["uniclue", *arguments], stdin=stdin, stdout=shown),
        patch.object(sys, "stderr", shown if merge else sys.stderr),
        pytest.raises(SystemExit) as end,
    ):
        main()
    return out.getvalue(), int(end.value.code or 0)


def assert_like(expected: str, got: str, where: str) -> None:
    """Asserts equality but for seconds, conflicts, line ends, and what stands for ``...``."""
    pattern = ".*".join(re.escape(part) for part in tidy(expected).split("..."))
    if not re.fullmatch(pattern, tidy(got), re.DOTALL):
        assert tidy(got) == tidy(expected), where


def tidy(text: str) -> str:
    text = CONFLICTS.sub("0 conflicts;", SECONDS.sub("0.0 s", text))
    lines = (line.rstrip() for line in text.splitlines())
    return "\n".join(lines).strip("\n")


def timeless(value: Any) -> Any:
    """A JSON value with seconds and conflicts, which differ between machines, set to 0."""
    if isinstance(value, dict):
        return {k: 0 if k in ("seconds", "conflicts") else timeless(v) for k, v in value.items()}
    return [timeless(v) for v in value] if isinstance(value, list) else value


def read(name: str) -> str:
    return Path(name).read_text("utf-8")


# -- links and the two commands --------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_resolve(page: Path) -> None:
    text = FENCE.sub("", page.read_text("utf-8"))
    for link in LINK.findall(text):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), f"{page.name}: {link}"
        assert not anchor or anchor in anchors(target), f"{page.name}: {link}"


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text("utf-8")), re.MULTILINE)
    words = (re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in headings)
    return {text.replace(" ", "-") for text in words}


def test_every_page_can_be_reached() -> None:
    """Following links from README.md leads to every page."""
    seen: set[Path] = set()
    todo = [ROOT / "README.md"]
    while todo:
        page = todo.pop()
        if page in seen or page.suffix != ".md" or not page.is_file():
            continue
        seen.add(page)
        links = LINK.findall(FENCE.sub("", page.read_text("utf-8")))
        todo += [(page.parent / link.partition("#")[0]).resolve() for link in links]
    assert set(PAGES) <= seen


def test_the_two_commands_are_those_of_ci() -> None:
    ci = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    commands = [
        block.text.strip() for block in blocks(ROOT / "README.md") if block.language == "sh"
    ]
    assert len(commands) == 2
    for command in commands:
        assert "\n" not in command
        assert command in [line.strip() for line in ci]


# -- the new kind of docs/add-a-puzzle-kind.md -----------------------------------------------------


@pytest.fixture
def futoshiki_py(tmp_path: Path) -> Path:
    """The file of the kind, with its examples beside it."""
    for block in blocks(NEW_KIND):
        if (name := block.option("file")) in ("futoshiki.py", "futoshiki.json"):
            (tmp_path / name).write_text(block.text, "utf-8")
    return tmp_path / "futoshiki.py"


@pytest.fixture
def futoshiki(futoshiki_py: Path, known_kinds: None) -> type[Puzzle]:
    assert load_kind_file(futoshiki_py) == ["futoshiki"]
    return find_kind("futoshiki")


def random_futoshikis() -> Iterator[dict[str, Any]]:
    rng = random.Random(7)
    cells = list(itertools.product(range(3), repeat=2))
    pairs = [(a, b) for a in cells for b in cells if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    for _ in range(12):
        less = [list(map(list, pair)) for pair in rng.sample(pairs, rng.randint(0, 4))]
        givens = [[rng.choice([None] * 8 + [1, 2, 3]) for _ in range(3)] for _ in range(3)]
        yield {"kind": "futoshiki", "size": 3, "less": less, "givens": givens}


@pytest.mark.usefixtures("futoshiki")
def test_new_kind_has_graphs(monkeypatch: pytest.MonkeyPatch) -> None:
    for members in random_futoshikis():
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
                assert {frozenset(edge) for edge in build(puzzle).edges} == signs


def cells_of(sign: str) -> set[str]:
    """The cells in the name of a sign, such as ``r1c2 < r1c1``."""
    return set(sign.split(" < "))


def test_new_kind_passes_what_holds_for_every_kind(futoshiki: type[Puzzle]) -> None:
    asked = 0
    for name, test in vars(test_kinds).items():
        needed = set(inspect.signature(test).parameters) if name.startswith("test_") else set()
        values: list[dict[str, Any]] = [{"kind": "futoshiki"}]
        if "example" in needed:
            values = [one | {"example": e} for one in values for e in futoshiki.examples]
        if "how" in needed:
            values = [one | {"how": how} for one in values for how in (Method(), Method("ilp"))]
        for arguments in values if "kind" in needed and needed <= {*values[0]} else []:
            with contextlib.suppress(pytest.skip.Exception):
                test(**arguments)
            asked += 1
    assert asked > 20


def test_new_kind_examples(futoshiki: type[Puzzle]) -> None:
    assert {code for e in futoshiki.examples for code in e.wrong} == set(futoshiki.codes)
    for example in futoshiki.examples:
        puzzle = from_members(example.puzzle)
        assert set(solutions(puzzle)) == {puzzle.read_grid(rows) for rows in example.solutions}
        for code, rows in example.wrong.items():
            assert {v.code for v in puzzle.check(rows)} == {code}
        assert loads(dumps(puzzle)) == puzzle


@pytest.mark.usefixtures("futoshiki")
def test_new_kind_counts_as_brute_force() -> None:
    counts = set()
    for members in random_futoshikis():
        puzzle = from_members(members)
        expected = solutions(puzzle)
        counts.add(len(expected))
        assert questions.count(puzzle).count == len(expected)
        assert set(questions.solve(puzzle, limit=13).solutions) == set(expected)
        if len(expected) <= 4:
            assert questions.count(puzzle, how=Method("ilp")).count == len(expected)
    assert {0, 1} < counts


@pytest.mark.usefixtures("futoshiki")
def test_new_kind_never_blames_part_of_a_solution() -> None:
    rng = random.Random(8)
    for members in random_futoshikis():
        puzzle = from_members(members)
        for solution in solutions(puzzle, most=5):
            part = [[rng.choice([None, value]) for value in row] for row in solution]
            assert puzzle.check(part) == []


def futoshiki_files(folder: Path) -> tuple[Path, Path, Path]:
    """A puzzle, its solution and a line of two puzzles."""
    members = {"kind": "futoshiki", "size": 3, "less": [[[0, 0], [0, 1]], [[0, 1], [0, 2]]]}
    members["givens"] = ["...", "23.", "..."]
    one, grid, many = folder / "f.json", folder / "grid.txt", folder / "many.jsonl"
    one.write_text(json.dumps(members), "utf-8")
    grid.write_text("123\n231\n312\n", "utf-8")
    many.write_text(2 * (json.dumps(members) + "\n"), "utf-8")
    return one, grid, many


@pytest.mark.parametrize("encoder", ["cnf", "ilp"])
def test_new_kind_through_kind_file(
    run: Run, futoshiki_py: Path, tmp_path: Path, encoder: str
) -> None:
    one, grid, _ = futoshiki_files(tmp_path)
    options = ("--encoder", encoder, "--kind-file", futoshiki_py)
    for command, expected in {
        "unique": "unique: exactly one solution\n\n1 2 3\n2 3 1\n3 1 2\n",
        "solve": "1 solution; ",
        "count": "1 solution\n",
    }.items():
        done = run(command, one, *options)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(expected)
    done = run("check", one, grid, *options)
    assert (done.returncode, done.stdout.split(":")[0]) == (0, "right")


def test_new_kind_as_an_installed_package(
    run: Run, futoshiki_py: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    (site / "my_package").mkdir(parents=True)
    (site / "my_package" / "__init__.py").touch()
    shutil.move(futoshiki_py, site / "my_package" / "futoshiki.py")
    (block,) = (b for b in blocks(NEW_KIND) if b.language == "toml")
    point = re.search(r'^futoshiki = "(.*)"$', block.text, re.MULTILINE)
    assert point
    info = site / "my_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[uniclue.kinds]\nfutoshiki = {point[1]}\n")
    monkeypatch.setenv("PYTHONPATH", str(site))

    _, _, many = futoshiki_files(tmp_path)
    assert "futoshiki  Futoshiki up to 9x9" in run("kinds").stdout
    done = run("unique", many, "--jobs", "2")  # worker processes find it, too
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [a["status"] for a in answers] == ["unique", "unique"]
