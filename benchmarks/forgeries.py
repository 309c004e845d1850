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
from uniclue.certificates.folder import (
    FORMULA,
    MANIFEST,
    MAP,
    PROOF,
    PUZZLE,
    SOLUTION,
    SOLUTIONS,
    File,
    Manifest,
    file_names,
    formula,
    solution_line,
)
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.encoders import dimacs
from uniclue.formats.puzzle_json import dumps, puzzle_digest

Files = dict[str, bytes]


def contents(certificate: Path) -> Files:
    """The files of a certificate."""
    return {path.name: path.read_bytes() for path in certificate.iterdir()}


def forge(path: Path, files: Files, **members: Any) -> None:
    """Writes a certificate with all digests right, whatever its files hold."""
    manifest = msgspec.json.decode(files[MANIFEST], type=Manifest)
    claim = members.get("claim", manifest.claim)
    told = {
        "files": {n: File(len(files[n]), folder.sha256(files[n])) for n in file_names(claim)},
        "commands": folder.commands(claim),
        "prover": "cadical195" if folder.has_proof(claim) else None,
        "sha256": "",
    }
    manifest = msgspec.structs.replace(manifest, **(told | members))
    manifest = msgspec.structs.replace(manifest, sha256=manifest.digest())
    path.mkdir(exist_ok=True)
    for old in path.iterdir():
        old.unlink()
    for name in file_names(claim):
        (path / name).write_bytes(files[name])
    (path / MANIFEST).write_bytes(manifest.to_bytes())


def consistent(path: Path, puzzle: Puzzle, claim: str, listed: list[Grid], lemmas: bytes) -> None:
    """A forgery in which everything fits but the truth: formula and map are what they should be."""
    blocked = listed if claim != "several" else []
    cnf, names = formula(puzzle, "", "auto", blocked, uniclue.__version__)
    out = io.BytesIO()
    dimacs.write(cnf, out, names.comments())
    lines = b"".join(solution_line(grid) + b"\n" for grid in listed)
    files = {
        PUZZLE: dumps(puzzle),
        FORMULA: out.getvalue(),
        MAP: names.to_json(),
        SOLUTION: lines,
        SOLUTIONS: lines,
        PROOF: lemmas,
        MANIFEST: Manifest(
            claim="none",
            solutions=0,
            kind=puzzle.kind(),
            puzzle=puzzle_digest(puzzle),
            form="",
            cardinality="auto",
            encoding=1,
            uniclue=uniclue.__version__,
            pysat="1",
            prover=None,
            files={},
            commands=(),
        ).to_bytes(),
    }
    forge(path, files, claim=claim, solutions=len(listed))


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
    files[PROOF] = b"".join(lines_of(files[PROOF])[: -rng.randint(1, 3)])
    return PROOF


def proof_without_lemmas(rng: random.Random, files: Files) -> str:
    files[PROOF] = b"0\n"
    return PROOF


def added_lemma(rng: random.Random, files: Files) -> str:
    """The negation of what the first cell holds in the solution, claimed at the beginning."""
    files[PROOF] = b"1 2 0\n-1 0\n-2 0\n" + files[PROOF]
    return PROOF
