"""What is read: opened once, whatever it is; and nothing of it is lost or looks like another."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from conftest import example, refused, refused_command, run_here
from processes import POSIX

from uniclue.core.words import look_alike
from uniclue.files.input import lines, open_input
from uniclue.formats.puzzle_json import MAX_CARRIED, MAX_CARRIED_BYTES, loads
from uniclue.formats.source import open_source

ONE, TWO = example("sudoku", 1), example("sudoku", 2)
MANY = b"# two\n" + b"".join(json.dumps(puzzle).encode() + b"\n" for puzzle in (ONE, TWO))
ASKED = ("unique", "solve", "count", "clues", "grade", "features", "check", "encodings")
TAKERS = [*((command,) for command in ASKED), ("graph",), ("export", "--format", "cnf")]


def answers(text: str) -> list[tuple[Any, ...]]:
    """What result lines say, but for times."""
    members = ("command", "line", "digest", "status", "count", "solutions")
    return [tuple(json.loads(line).get(name) for name in members) for line in text.splitlines()]


@contextmanager
def piped(data: bytes, path: Path | None = None) -> Iterator[str]:
    """A path of a pipe with these bytes, or of a FIFO."""
    if path is not None:
        os.mkfifo(path)
        threading.Thread(target=path.write_bytes, args=(data,), daemon=True).start()
        yield str(path)
        return
    end, begin = os.pipe()
    try:
        os.write(begin, data)
        os.close(begin)
        yield f"/dev/fd/{end}"
    finally:
        os.close(end)


@POSIX
@pytest.mark.parametrize("command", ASKED)
def test_a_pipe_is_read_as_a_file(tmp_path: Path, command: str) -> None:
    file = tmp_path / "many"
    file.write_bytes(MANY)
    expected = run_here(command, file)
    assert len(answers(expected.stdout)) == 2
    with piped(MANY) as pipe:
        done = run_here(command, pipe)
    with piped(MANY, tmp_path / "fifo") as fifo:
        other = run_here(command, fifo)
    by_stdin = run_here(command, "-", stdin=MANY)
    for got in (done, other, by_stdin):
        assert answers(got.stdout) == answers(expected.stdout)
        assert got.returncode == expected.returncode


@POSIX
@pytest.mark.parametrize("command", ["export", "graph"])
def test_a_pipe_gives_a_file_for_every_line(tmp_path: Path, command: str) -> None:
    ending = {"export": "cnf", "graph": "dot"}[command]
    with piped(MANY) as pipe:
        assert run_here(command, pipe, "-o", tmp_path / f"{{line}}.{ending}").returncode == 0
    assert sorted(os.listdir(tmp_path)) == [f"2.{ending}", f"3.{ending}"]


def test_a_byte_order_mark_is_no_part_of_a_puzzle() -> None:
    line = b"1" + b"." * 80 + b"\n"
    for text, puzzles in ((line, 1), (line * 2, 2), (json.dumps(ONE).encode(), 1)):
        done = run_here("unique", "-", stdin=b"\xef\xbb\xbf" + text)
        assert (done.stderr, done.stdout.count("digest")) == ("", puzzles if puzzles > 1 else 0)


@POSIX
def test_a_writer_may_wait_for_answers() -> None:
    end, begin = os.pipe()
    os.write(begin, MANY)  # and it stays open
    source = open_source(f"/dev/fd/{end}")
    assert not isinstance(source, bytes)
    with source as stream:
        some = lines(stream)
        assert [next(some).number, next(some).number] == [2, 3]
        os.write(begin, b"x\n")
        assert next(some).data == b"x"
        os.close(begin)
        assert list(some) == []
    os.close(end)


@POSIX
def test_what_is_no_file_of_puzzles(tmp_path: Path) -> None:
    for taker in TAKERS:
        refused_command(66, f"{tmp_path}: Is a directory", *taker, tmp_path)
        refused_command(66, "gone: No such file", *taker, tmp_path / "gone")
        refused_command(66, "File name too long", *taker, "x" * 300)
    refused_command(65, "at most 8 MB", "unique", "/dev/zero")
    fifo = tmp_path / "kind.py"
    os.mkfifo(fifo)
    refused_command(66, "expected a regular file", "kinds", "--kind-file", fifo)
    refused_command(66, "expected a regular file", "study", "run", fifo, "--out", tmp_path / "out")


def test_a_line_that_does_not_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uniclue.files.input.MAX_LINE", 10)
    monkeypatch.setattr("uniclue.files.input.MAX_SKIPPED", 40)
    path = tmp_path / "many"
    path.write_bytes(b"1" * 49 + b"\n2\n" + b"3" * 99)
    with open_input(path) as stream:
        some = lines(stream)
        assert [next(some).data for _ in range(2)] == [b"1" * 12, b"2"]
        with pytest.raises(OSError, match="does not end") as error:
            next(some)
    assert error.value.filename == str(path)


# -- JSON in which nothing is lost -----------------------------------------------------------------

HEAD = '{"kind":"sudoku","box":[2,2],"grid":[[1,0,0,0],[0,0,3,0],[0,1,0,0],[0,0,0,2]]'


@pytest.mark.parametrize(
    ("more", "path"),
    [
        (',"grid":[]', "$.grid"),
        (',"id":1,"id":1', "$.id"),
        (',"id":1,"\\u0069d":2', "$.id"),
        (',"x":{"a":[0,{"b":1,"c":{},"b":2}]}', "$.x.a[1].b"),
        (',"x":"\\u003a","y":1,"y":2', "$.y"),
        (',"x":"\\\\u003a:\\"","y":{"\\u003A":1,":":2}', "$.y.:"),
        (',"\\u001b":1,"\\u001b":2', "$.\\x1b"),
    ],
)
def test_a_member_that_stands_twice(more: str, path: str) -> None:
    with refused(path, "expected every member once"):
        loads(f"{HEAD}{more}}}")


@pytest.mark.parametrize(
    "more",
    [',"x":"a:b","y":{":":":"}', ',"x":"\\u003a \\\\u003A \\":"', ',"":[{"a":1},{"a":1}]', ""],
)
def test_colons_are_no_members(more: str) -> None:
    assert loads(f"{HEAD}{more}}}").kind() == "sudoku"


def nested(depth: int) -> str:
    return f'{HEAD},"id":{"[" * (depth - 1)}{"]" * (depth - 1)}}}'


def test_nesting_ends() -> None:
    assert loads(nested(32)).extra["id"]
    for depth in (33, 500, *range(975, 1005), 100_000):
        with refused("$.id", "nested too deeply"):
            loads(nested(depth))


@pytest.mark.parametrize(
    ("extra", "path", "said"),
    [
        ({f"m{i:05}": i for i in range(MAX_CARRIED + 1)}, "$.m00100", "at most 100 members"),
        ({f"m{i:06}": i for i in range(300_000)}, "$.m000100", "got 300000"),
        ({"x": "x" * MAX_CARRIED_BYTES}, "$.x", "at most 1 MB"),
        ({"x": "x" * 600_000, "y": "x" * 600_000}, "$.y", "at most 1 MB"),
    ],
)
def test_carried_members_have_an_end(extra: dict[str, Any], path: str, said: str) -> None:
    with refused(path, said):
        loads(json.dumps(ONE | extra))
    loads(json.dumps(ONE | {f"m{i:05}": i for i in range(MAX_CARRIED)}))
    loads(json.dumps(ONE | {"x": "x" * (MAX_CARRIED_BYTES - 3)}))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rose", "r\u043ese"),
        ("rose", "\uff52ose"),
        ("caf\u00e9", "cafe\u0301"),
        ("ros\u0435\u0301", "ros\u00e9"),
        ("rose", "ro\ufe0fse"),
        ("a b", "a  b"),
        ("a-b", "a\u2212b"),
        ("Boa", "\u0392oa"),
        ("\u30ac", "\u30ab\u3099"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert look_alike([one, "else", other]) == (one, other)
    animals = {"kind": "animals", "animals": {one: 4, other: 5}}
    with refused("$.animals", f"{one!a} and {other!a}"):
        loads(json.dumps(animals))
    labels = {"kind": "animals", "animals": {"cat": 9}, "rows": [one, other, "x"]}
    with refused("$.rows"):
        loads(json.dumps(labels))


def test_names_that_only_resemble() -> None:
    assert look_alike(["rose", "ros\u00e9", "Rose", "roses", "\u0440\u043e\u0437\u0430"]) is None
    garden = example("garden", 1) | {"species": {"r\u043ese": [60, 70]}}
    with refused("$.species", "'rose' and 'r\\u043ese'"):  # one of the eight that are known
        loads(json.dumps(garden))


BAD = [
    b"{",
    b"[]",
    b"null",
    b"123",
    b"\xff",
    b'{"kind":"zebra"}',
    f'{HEAD},"id":1,"id":2}}'.encode(),
    *(nested(depth).encode() for depth in (33, 985, 986, 987, 5000)),
    f'{HEAD},"x":"{"x" * MAX_CARRIED_BYTES}"}}'.encode(),
    b'{"kind":"animals","animals":{"a b":4,"a  b":5}}',
]


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:9].decode("ascii", "replace"))
def test_alone_and_in_a_batch_alike(tmp_path: Path, text: bytes) -> None:
    alone, batch = tmp_path / "p.json", tmp_path / "p.jsonl"
    alone.write_bytes(text)
    batch.write_bytes(text + b"\n")
    what = run_here("unique", alone).stderr.partition("p.json: ")[2]
    for taker in TAKERS:
        refused_command(65, what, *taker, alone)
    for command in ASKED:
        done = run_here(command, batch)
        assert (done.returncode, done.stderr) == (65, f"uniclue: {batch}: line 1: {what}")
