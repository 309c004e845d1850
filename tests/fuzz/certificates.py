"""Certificates that were tampered with, all digests made right again.

    python -m tests.fuzz --only certificates [--number 20000] [--seed 1]

A certificate of an example is changed in one or two places: bytes, lines, JSON, the files of the
folder. What ``verify`` accepts has to be, but for the proof, byte for byte what ``certify`` writes
about the puzzle in it. Prints a summary as JSON; exits with 1 if anything else was accepted, or
anything but a refusal was raised.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

import uniclue
from benchmarks.forgeries import Files, contents, forge, with_proof
from fuzz.command import main
from uniclue import CertificateError
from uniclue.certificates.folder import LRAT, MANIFEST, Manifest
from uniclue.solvers.drat import ProofError

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
CHOSEN = {
    "animals/level50": "unique",
    "animals/level50_without_fruit": "unique",
    "animals/crossing": "count",
    "garden/duel": "count",
    "garden/two_halves": "unique",
    "kakuro/small": "unique",
    "nonogram/owl": "unique",
    "sudoku/six": "unique",
}
"""Examples whose certificates are tampered with, and the question; two more are made up."""
MORE: dict[str, dict[str, Any]] = {
    "none": {"grid": [[1, 0, 1, 0], [0, 0, 3, 0], [0, 0, 0, 0], [0, 0, 0, 2]]},
    "carried": {
        "grid": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 1, 0, 0], [0, 0, 0, 2]],
        "id": [1, -0.0, 1e22, {"ä": "\u2028\U0001f600"}, 12345678901234567890, None],
    },
}

Change = Callable[[random.Random, bytes], bytes]


# -- changes of a file -----------------------------------------------------------------------------


def changed_byte(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    new = bytes([rng.choice([rng.randrange(256), *b' \n\r\t0159-",[]{}'])])
    return data[:at] + rng.choice([new, b"", new + data[at : at + 1]]) + data[at + 1 :]


def changed_ends(rng: random.Random, data: bytes) -> bytes:
    """Another end, start or end of lines, as editors leave them."""
    return rng.choice(
        [
            data.removesuffix(b"\n"),
            data + rng.choice([b"\n", b"\0", b" ", b"\x1a", b"\n\n", data]),
            rng.choice([b"\xef\xbb\xbf", b" ", b"\n"]) + data,
            data.replace(b"\n", b"\r\n"),
            data[: rng.randrange(len(data) + 1)],
        ]
    )


def changed_lines(rng: random.Random, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            lines[i], lines[j] = lines[j], lines[i]
        case 1:
            lines.insert(i, lines[j])
        case 2:
            del lines[i]
        case _:
            words = lines[i].split(b" ")
            words.insert(rng.randrange(len(words) + 1), rng.choice([*words, b"", b"0", b"-1"]))
            lines[i] = b" ".join(words)
    return b"".join(lines)


def changed_number(rng: random.Random, data: bytes) -> bytes:
    """A number by another, or in another form."""
    numbers = list(re.finditer(rb"-?\d+", data))
    if not numbers:
        return data
    one = rng.choice(numbers)
    text, value = one[0], int(one[0])
    forms = [b"%d" % (value + rng.choice([-1, 1])), b"%d" % -value, text + b".0", text + b"e0"]
    forms += [b"0" + text, b"+" + text, rng.choice(numbers)[0], b"null", b'"' + text + b'"']
    return data[: one.start()] + rng.choice(forms) + data[one.end() :]


def changed_json(rng: random.Random, data: bytes) -> bytes:
    """The same or nearly the same JSON, written otherwise."""
    try:
        value = json.loads(data)
    except ValueError:
        return changed_lines(rng, data)
    holders = [v for v in (value, *_parts(value)) if isinstance(v, dict | list)]
    if not holders:
        return changed_lines(rng, data)
    match rng.choice(holders):
        case {**members} as holder if members:
            _change_members(rng, holder)
        case [*items] as holder if items:
            i, j = rng.randrange(len(items)), rng.randrange(len(items))
            holder[i], holder[j] = holder[j], rng.choice([holder[i], None, [], holder[j]])
    how: dict[str, Any] = rng.choice(
        [{}, {"indent": 2}, {"indent": 1}, {"separators": (",", ":")}, {"sort_keys": True}]
    )
    text = json.dumps(value, ensure_ascii=rng.random() < 0.5, **how).encode()
    if rng.random() < 0.2 and (at := text.find(b'"', rng.randrange(len(text)))) >= 0:
        text = text[:at] + b'"a":1,'[: rng.choice([0, 6])] + text[at:]
    return text + rng.choice([b"\n", b""])


def _change_members(rng: random.Random, members: dict[str, Any]) -> None:
    name = rng.choice(list(members))
    match rng.randrange(5):
        case 0:
            members[name] = members.pop(name)  # now the last one
        case 1:
            del members[name]
        case 2:
            members[rng.choice(["", "a", name.upper(), name + " "])] = members[name]
        case 3:
            members[name] = rng.choice([None, 0, "", [], {}, members[rng.choice(list(members))]])
        case _:
            if isinstance(members[name], str):
                members[name] = members[name] + rng.choice(["", " ", "\u0301", "x"])


def _parts(value: Any) -> Iterator[Any]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in inner:
        yield part
        yield from _parts(part)


CHANGES: tuple[Change, ...] = (
    changed_byte,
    changed_ends,
    changed_lines,
    changed_number,
    changed_json,
)


# -- changes of the folder -------------------------------------------------------------------------


def redigested(text: bytes) -> bytes:
    """A manifest that was changed, with its own digest right, if it has one."""
    try:
        manifest = msgspec.json.decode(text, type=Manifest)
    except ValueError:
        return text
    return text.replace(manifest.sha256.encode() or b"\0", manifest.digest().encode())


def change_folder(rng: random.Random, path: Path) -> None:
    """Another set of files, or files of another sort."""
    names = sorted(os.listdir(path))
    name = rng.choice(names)
    match rng.randrange(5):
        case 0:
            (path / name).unlink()
        case 1:
            (path / rng.choice(["-t", ".x", "x", "solutions.jsonl ", "drat-trim"])).write_text("")
        case 2:
            (path / name).rename(path.parent / "elsewhere")
            (path / name).symlink_to(path.parent / "elsewhere")
        case 3:
            (path / name).rename(path / name.upper())
        case _:
            (path / "more").mkdir()


def tamper(rng: random.Random, files: Files, path: Path) -> str:
    """Writes a certificate that was tampered with; returns what was done."""
    name, change = rng.choice(sorted(files)), rng.choice(CHANGES)
    if name == MANIFEST:
        forge(path, files)
        (path / name).write_bytes(redigested(change(rng, files[name])))
    else:
        new = files[name]
        for _ in range(rng.choice([1, 1, 1, 2])):
            new = change(rng, new)
        changed = files | {name: new}
        if name == LRAT:
            with suppress(ProofError):
                with_proof(changed, new)
        forge(path, changed)
    if rng.random() < 0.02:
        change_folder(rng, path)
    return f"{name}, {change.__name__}"


# -- the oracle ------------------------------------------------------------------------------------


def is_as_written(path: Path, spare: Path) -> bool:
    """Whether all but the proof is what ``certify`` writes about the puzzle."""
    files = contents(path)
    manifest = msgspec.json.decode(files[MANIFEST], type=Manifest)
    question: Any = "count" if manifest.claim == "count" else "unique"
    puzzle = uniclue.loads(files["puzzle.json"])
    cardinality: Any = manifest.cardinality
    uniclue.certify(puzzle, spare, question, cardinality=cardinality)
    wanted = contents(spare)
    if LRAT in files and LRAT in wanted:
        with_proof(wanted, files[LRAT])
        forge(spare, wanted)
        wanted = contents(spare)
    return files == wanted


def attack(number: int, seed: int) -> dict[str, Any]:
    """Tampers so many times; returns what came of it.

    Returns:
        How many were ``refused``; ``accepted``, by the files that were other than before (all of
        them, but for the proof, as ``certify`` writes them); ``failures``: accepted, and not so, or
        another error than a refusal in one line.
    """
    rng, started = random.Random(seed), time.perf_counter()
    refused, accepted = 0, Counter[str]()
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        originals = list(_originals(root / "originals"))
        path, spare = root / "c", root / "spare"
        for i in range(number):
            shutil.rmtree(path, ignore_errors=True)
            files = rng.choice(originals)
            what = tamper(rng, files, path)
            try:
                uniclue.verify(path, checker="built-in")
            except CertificateError as error:
                refused += 1
                if not str(error).isprintable():
                    failures.append(f"{i}: {what}: {error!r}")
            except Exception as error:
                failures.append(f"{i}: {what}: {error!r}")
            else:
                others = [name for name, text in contents(path).items() if text != files[name]]
                accepted[", ".join(sorted(others)) or "none"] += 1
                if others and not is_as_written(path, spare):
                    failures.append(f"{i}: {what}: accepted")
    return {
        "tried": number,
        "seed": seed,
        "refused": refused,
        "accepted": dict(sorted(accepted.items())),
        "failures": failures,
        "seconds": round(time.perf_counter() - started, 1),
    }


def _originals(root: Path) -> Iterator[Files]:
    root.mkdir()
    for i, (name, question) in enumerate(CHOSEN.items()):
        asked: Any = question
        uniclue.certify(uniclue.load(EXAMPLES / f"{name}.json"), root / str(i), asked)
        yield contents(root / str(i))
    for name, members in MORE.items():
        puzzle = uniclue.from_members({"kind": "sudoku", "box": [2, 2], **members})
        uniclue.certify(puzzle, root / name)
        yield contents(root / name)


if __name__ == "__main__":
    sys.exit(main(attack, 20_000))
