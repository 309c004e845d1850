"""Several files at once, what a terminal sees of them, and where output goes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest
from conftest import LEVEL50, ROOT, Run, refused_command
from helpers import json_lines

from uniclue.commands.engine.main import app
from uniclue.commands.unique import UniqueQuestion

OWL = ROOT / "examples" / "nonogram" / "owl.json"
TWO = ROOT / "examples" / "animals" / "level50_without_fruit.json"
SUDOKU = {"kind": "sudoku", "box": [2, 2], "grid": [[1, 0, 0, 0], [0, 0, 3, 0]] + [[0] * 4] * 2}


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A file of many: a comment, a puzzle, no puzzle."""
    path = tmp_path / "many.jsonl"
    path.write_text(f"# comment\n{json.dumps(SUDOKU)}\nno puzzle\n")
    return path


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard output is a terminal."""
    monkeypatch.setattr("uniclue.files.printing.is_terminal", lambda: True)
    monkeypatch.setattr("uniclue.commands.engine.question_command.is_terminal", lambda: True)


@pytest.mark.parametrize(
    "text",
    [
        "slitherlink\n" + "." + ",." * 5000 + "\n" + ",\n" * 2**22,
        ",".join("123456789") + "\n" + ",\n" * 2**22,
    ],
    ids=["slitherlink", "digits"],
)
def test_a_large_text_of_something_else_is_refused_in_one_line(
    run: Run, tmp_path: Path, text: str
) -> None:
    (path := tmp_path / "sheet.csv").write_text(text)
    refused_command(65, f"uniclue: {path}: $: expected at most 8 MB", "unique", path)


def test_a_large_file_of_a_named_format_is_not_cut(tmp_path: Path) -> None:
    (path := tmp_path / "table.csv").write_text("puzzle\n" + ("." * 81 + "\n") * 110_000)
    words = ("--from", "sudoku-csv", "--to", "sudoku-line")
    refused_command(65, f"uniclue: {path}: $: expected at most 8 MB", "convert", path, *words)


@pytest.mark.parametrize("good", [json.dumps(SUDOKU), "." * 81, '{"kind": "sudoku"}'])
def test_a_large_text_of_lines_is_read_line_by_line(
    run: Run, tmp_path: Path, good: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uniclue.formats.source.MAX_BYTES", 1000)
    (path := tmp_path / "lines.txt").write_text(f"a title\n{good}\n" + "no puzzle\n" * 100)
    done = run("unique", path)
    numbers = [line["line"] for line in json_lines(done.stdout)]
    assert (done.returncode, numbers) == (65, [*range(1, 103)])


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_lines_are_counted_on_from_file_to_file(run: Run, many: Path, jobs: str) -> None:
    done = run("unique", OWL, many, TWO, "--jobs", jobs)
    assert done.returncode == 65
    answers = json_lines(done.stdout)
    assert [(a["file"], a["line"], a.get("status")) for a in answers] == [
        (str(OWL), 1, "unique"),
        (str(many), 3, "several"),
        (str(many), 4, None),
        (str(TWO), 5, "several"),
    ]
    assert f"uniclue: {many}: line 3: $: expected" in done.stderr
    assert "file" not in json_lines(run("unique", many).stdout)[0]


def test_a_run_over_several_files_is_continued(run: Run, many: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert run("count", OWL, many, "-o", out).returncode == 65
    whole = out.read_bytes()
    out.write_bytes(whole[: whole.index(b"\n") + 9])
    assert run("count", OWL, many, "--output", out).returncode == 65
    assert [a["line"] for a in json_lines(out.read_bytes())] == [1, 3, 4]
    assert run("count", TWO, many, "--out", out).returncode == 65
    assert "is not the puzzle" in run("count", TWO, many, "--out", out).stderr


def test_files_of_all_sorts_together(run: Run) -> None:
    link = "https://puzz.link/p?slither/4/4/dgdh2c71"
    done = run("unique", link, "-", OWL, stdin=json.dumps(SUDOKU).encode())
    files = [(a["file"], a["kind"]) for a in json_lines(done.stdout)]
    assert files == [
        (link, "slitherlink"),
        ("standard input", "sudoku"),
        (str(OWL), "nonogram"),
    ], done.stderr


def test_a_file_that_is_not_there_or_wrong(tmp_path: Path, run: Run) -> None:
    refused_command(66, "gone.json: No such file", "unique", OWL, tmp_path / "gone.json")
    (wrong := tmp_path / "wrong.json").write_text("{")
    done = run("unique", OWL, wrong, OWL)
    assert (done.returncode, len(json_lines(done.stdout))) == (65, 3)
    refused_command(64, "holds the puzzles", "unique", OWL, wrong, "-o", wrong)


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(
    ("command", "lines", "outcomes"),
    [
        (
            "unique",
            ["unique: exactly one solution", "several: at least two solutions, which differ in"],
            "1 unique, 1 several",
        ),
        ("count", ["1 solution", "2 solutions"], "2 counted"),
        ("solve", ["1 solution, the only one", "1 solution; there may be more"], "2 answered"),
        ("grade", ["easy: 29 steps", "no level: its ratings"], "1 easy, 1 answered"),
        ("clues", ["unique; 20 clues: ", "several; clues are rated for"], "1 unique, 1 several"),
    ],
)
def test_a_terminal_sees_a_line_a_puzzle_and_a_summary(
    run: Run, command: str, lines: list[str], outcomes: str
) -> None:
    done = run(command, OWL, TWO)
    first, second, blank, last = done.stdout.splitlines()
    assert first.startswith(f"{OWL}: {lines[0]}")
    assert second.startswith(f"{TWO}: {lines[1]}")
    assert (blank, last.startswith(f"2 puzzles: {outcomes}; ")) == ("", True), last
    assert len(json_lines(run(command, OWL, TWO, "--json").stdout)) == 2


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(
    ("command", "word"),
    [
        ("show", "┌"),
        ("hint", "r1c1 to r1c10 are white"),
        ("explain", "2. "),
        ("encodings", "cardinality"),
        ("features --blocks size", "height: 10"),
    ],
)
def test_a_terminal_sees_the_text_of_each_of_several_files(
    run: Run, command: str, word: str
) -> None:
    done = run(*command.split(), OWL, OWL)
    assert done.stdout.startswith(f"{OWL}:\n")
    assert done.stdout.count(f"{OWL}:\n") == 2 <= done.stdout.count(word)
    assert done.stdout.splitlines()[-1].startswith("2 puzzles: ")


def test_several_graphs_are_told_one_after_the_other(run: Run) -> None:
    done = run("graph", OWL, TWO)
    assert done.stdout.count("related: ") == 2
    assert done.stdout.startswith(f"{OWL}:\nrelated: 20 nodes")
    assert len(json_lines(run("graph", OWL, TWO, "--json").stdout)) == 2


def test_a_file_of_something_else_is_refused_in_one_line(run: Run, tmp_path: Path) -> None:
    (path := tmp_path / "notes.md").write_text("# Notes\n\nThis is\nno puzzle.\n" * 5)
    refused_command(65, f"uniclue: {path}: $: expected puzzles, and none of", "unique", path)
    done = run("unique", path, OWL)
    assert (done.returncode, len(json_lines(done.stdout))) == (65, 2)
    path.write_text(f"no puzzle\n{json.dumps(SUDOKU)}\n")
    assert len(json_lines(run("unique", path).stdout)) == 2


def test_a_command_that_is_misspelt(run: Run) -> None:
    refused_command(64, "uniclue: No such command 'uniqe'; did you mean 'unique'?", "uniqe")
    refused_command(64, "uniclue: No such command 'zebra'. (see", "zebra")


@pytest.mark.usefixtures("terminal")
def test_errors_on_a_terminal_stand_among_the_lines(run: Run, many: Path) -> None:
    done = run("unique", many)
    assert (done.returncode, done.stderr) == (65, "")
    _, error, _, last = done.stdout.splitlines()
    assert error.startswith(f"{many}: line 3: error: $: expected")
    assert last.startswith("2 puzzles: 1 several, 1 error; ")


@pytest.mark.parametrize(
    ("files", "fail_on", "code"),
    [
        ((OWL, TWO), None, 0),
        ((OWL, TWO), "none", 0),
        ((OWL, TWO), "several,none", 10),
        ((TWO,), None, 10),
        ((TWO,), "none, unknown", 0),
        ((TWO,), "several", 10),
    ],
)
def test_fail_on_says_what_makes_the_exit_code(
    run: Run, files: tuple[Path, ...], fail_on: str | None, code: int
) -> None:
    asked = [] if fail_on is None else ["--fail-on", fail_on]
    assert run("unique", *files, *asked).returncode == code


def test_fail_on_takes_what_the_question_can_say() -> None:
    refused_command(64, "expected one of several, none, unknown, got 'x'", *asks("unique", "x"))
    refused_command(64, "expected one of wrong, open, unknown, got", *asks("check", "right"))
    assert UniqueQuestion.from_options(fail_on="none").fail_on == ("none",)


def asks(command: str, fail_on: str) -> tuple[str | Path, ...]:
    return command, OWL, "--fail-on", fail_on


@pytest.mark.parametrize("command", ["unique", "solve", "show"])
def test_a_dash_is_standard_output(run: Run, command: str, tmp_path: Path) -> None:
    done = run(command, LEVEL50, "-o", "-")
    assert json.loads(done.stdout)["command"] == command
    assert not list(tmp_path.iterdir())


def test_pictures_and_booklets_go_to_standard_output(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("draw", OWL, "-o", "-").stdout.startswith("<svg")
    assert run("export", OWL, "--format", "cnf", "-o", "-").stdout.startswith("c ")
    assert run("graph", OWL, "-o", "-").stdout.startswith("{")
    assert run("generate", "sudoku", "--seed", "1", "--set", "box=2x2", "-o", "-").stdout
    monkeypatch.setattr("uniclue.drawing.booklet.Booklet.pdf", lambda booklet: b"%PDF")
    assert run("book", OWL, "-o", "-").stdout == "%PDF"


def every_command(group: click.Group) -> list[tuple[str, click.Command]]:
    context, commands = click.Context(group), []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        nested = every_command(command) if isinstance(command, click.Group) else []
        commands += [(f"{name} {word}", each) for word, each in nested] or [(name, command)]
    return commands


def test_an_output_has_the_same_names_everywhere() -> None:
    for name, command in every_command(app):
        options = {name: param for param in command.params for name in param.opts}
        outputs: Any = {options[name] for name in ("-o", "--output", "--out") if name in options}
        assert len(outputs) < 2, name
        for output in outputs:
            assert {"-o", "--out"} <= {*output.opts}, name


def test_the_last_line_counts_all_the_work(run: Run) -> None:
    done = run("unique", LEVEL50, "--json")
    (work,) = json.loads(done.stdout)["work"]
    assert (work["calls"], work["conflicts"]) == (2, 10)
    for words in (("clues", LEVEL50), ("unique", TWO, "--why")):
        answer = json.loads(run(*words, "--json").stdout)
        effort, (work,) = answer["effort"], answer["work"]
        assert effort["calls"] > work["calls"]
        assert effort["conflicts"] > work["conflicts"]
        assert effort["seconds"] >= work["seconds"]["total"]
        last = run(*words).stdout.splitlines()[-1]
        calls, conflicts = effort["calls"], effort["conflicts"]
        assert last.startswith(f"in all: {calls} calls of solvers, {conflicts} conflicts; ")
    assert "effort" not in json.loads(done.stdout)


def test_several_files_become_one(run: Run, tmp_path: Path) -> None:
    (first := tmp_path / "a.json").write_text(json.dumps(SUDOKU))
    out = tmp_path / "all.jsonl"
    assert run("convert", first, OWL, "-o", out).returncode == 0
    assert [a["kind"] for a in json_lines(out.read_bytes())] == ["sudoku", "nonogram"]
    assert run("convert", first, OWL, "-o", "-").stdout == out.read_text()
    refused_command(66, "gone.json: No such file", "convert", tmp_path / "gone.json")
