"""Forged certificates: what a benchmark and a test try to get past ``uniclue verify``.

The digests of a forgery are right. A forger takes the files of a certificate, changes one, and
returns its name.
"""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import msgspec

import uniclue
from uniclue.certificates import folder
from uniclue.certificates.certify import write_members
from uniclue.certificates.folder import (
    CUTS,
    FORMULA,
    LRAT,
    MANIFEST,
    MAP,
    PROOF,
    SOLUTION,
    SOLUTIONS,
    Evidence,
    File,
    Manifest,
    Version,
    file_names,
    formula,
)
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.solvers import lrat

Files = dict[str, bytes]


def contents(certificate: Path) -> Files:
    """The files of a certificate."""
    return {path.name: path.read_bytes() for path in certificate.iterdir()}


def forge(path: Path, files: Files, **members: Any) -> None:
    """Writes a certificate with all digests right, whatever its files hold."""
    manifest = msgspec.json.decode(files[MANIFEST], type=Manifest)
    claim = members.get("claim", manifest.claim)
    is_old = members.get("version", manifest.version) == 1
    names = file_names(claim, has_cuts=CUTS in files, has_hints=not is_old)
    told = {
        "files": {n: File(len(files[n]), folder.sha256(files[n])) for n in names},
        "commands": folder.commands(claim),
        "prover": "cadical195" if folder.has_proof(claim) else None,
    }
    manifest = msgspec.structs.replace(manifest, **(told | members)).signed()
    path.mkdir(exist_ok=True)
    for old in path.iterdir():
        old.unlink()
    for name in names:
        (path / name).write_bytes(files[name])
    (path / MANIFEST).write_bytes(manifest.to_bytes())


def consistent(
    path: Path,
    puzzle: Puzzle,
    claim: Any,
    listed: list[Grid],
    lemmas: bytes,
    version: Version = 2,
) -> None:
    """A forgery in which everything fits but the truth: all members are what they should be.

    Args:
        path: Where to.
        puzzle: The puzzle.
        claim: What is claimed.
        listed: The solutions.
        lemmas: The proof, with hints; in version 1 without.
        version: Of the form of the certificate.
    """
    solutions = folder.in_order(listed)
    blocked = solutions if claim != "several" else ()
    cnf, names, _ = formula(puzzle, "", "auto", blocked, uniclue.__version__)
    pysat, text = folder.pysat_version(), io.BytesIO(lemmas)
    made = Evidence(puzzle, claim, solutions, cnf, names, pysat, (), text, version)
    path.mkdir(exist_ok=True)
    for old in path.iterdir():
        old.unlink()
    write_members(path, made)


def random_bytes(rng: random.Random, path: Path) -> str:
    """Changes, drops or adds a byte of any file."""
    name = rng.choice(sorted(contents(path)))
    data = bytearray((path / name).read_bytes())
    at = rng.randrange(len(data) + 1)
    match rng.randrange(3) if at < len(data) else 2:
        case 0:
            data[at] ^= rng.randrange(1, 256)
        case 1:
            del data[at]
        case _:
            data.insert(at, rng.randrange(256))
    (path / name).write_bytes(bytes(data))
    return name


def lines_of(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def dropped_clause(rng: random.Random, files: Files) -> str:
    lines = lines_of(files[FORMULA])
    first = next(i for i, line in enumerate(lines) if line.startswith(b"p"))
    del lines[rng.randrange(first + 1, len(lines))]
    *head, count = lines[first].split()
    lines[first] = b" ".join([*head, str(int(count) - 1).encode()]) + b"\n"
    files[FORMULA] = b"".join(lines)
    return FORMULA


def added_clause(rng: random.Random, files: Files) -> str:
    """With it the formula is refuted by propagation, so that nearly any proof would do."""
    lines = lines_of(files[FORMULA])
    first = next(i for i, line in enumerate(lines) if line.startswith(b"p"))
    *head, count = lines[first].split()
    lines[first] = b" ".join([*head, str(int(count) + 1).encode()]) + b"\n"
    lines.insert(
        rng.randrange(first + 1, len(lines) + 1), rng.choice([b"0\n", b"1 0\n", b"-1 0\n"])
    )
    files[FORMULA] = b"".join(lines)
    return FORMULA


def swapped_solution(rng: random.Random, files: Files) -> str:
    """Two cells of a solution change places."""
    name = SOLUTION if SOLUTION in files else SOLUTIONS
    lines = lines_of(files[name])
    at = rng.randrange(len(lines))
    grid = json.loads(lines[at])
    cells = [(r, c) for r, row in enumerate(grid) for c in range(len(row))]
    (a, b), (c, d) = rng.choice(
        [(p, q) for p in cells for q in cells if grid[p[0]][p[1]] != grid[q[0]][q[1]]]
    )
    grid[a][b], grid[c][d] = grid[c][d], grid[a][b]
    lines[at] = msgspec.json.encode(grid) + b"\n"
    files[name] = b"".join(lines)
    return name


def permuted_map(rng: random.Random, files: Files) -> str:
    members = json.loads(files[MAP])
    cells = members["cells"]
    i, j = rng.sample(range(len(cells)), 2)
    cells[i]["var"], cells[j]["var"] = cells[j]["var"], cells[i]["var"]
    files[MAP] = msgspec.json.encode(members) + b"\n"
    return MAP


def truncated_proof(rng: random.Random, files: Files) -> str:
    files[LRAT] = b"".join(lines_of(files[LRAT])[: -rng.randint(1, 3)])
    return LRAT


def proof_without_lemmas(rng: random.Random, files: Files) -> str:
    return with_proof(files, b"9999999 0 %d 0\n" % rng.randint(1, 9))


def added_lemma(rng: random.Random, files: Files) -> str:
    """The negation of what the first cell holds in the solution, claimed at the beginning."""
    first = int(files[LRAT].partition(b" ")[0])
    hint = rng.randint(1, first - 1)
    lines = [b"%d -1 0 %d 0\n" % (first, hint), b"%d -2 0 %d 0\n" % (first + 1, hint)]
    return with_proof(files, b"".join(lines) + b"%d 0 %d %d 0\n" % (first + 2, first, first + 1))


def other_drat(rng: random.Random, files: Files) -> str:
    """Of the proof without hints a line is left out, or there once more."""
    lines = lines_of(files[PROOF])
    at = rng.randrange(len(lines))
    lines[at] *= rng.choice([0, 2])
    files[PROOF] = b"".join(lines)
    return PROOF


def with_proof(files: Files, text: bytes) -> str:
    """A proof with hints, and the same without."""
    files |= {LRAT: text, PROOF: b"".join(lrat.stripped(io.BytesIO(text)))}
    return LRAT


def old(path: Path, into: Path) -> None:
    """The same certificate in version 1, without hints."""
    files = contents(path)
    del files[LRAT]
    forge(into, files, version=1)
