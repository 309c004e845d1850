"""What a certificate consists of: its files, its manifest, and the formula it is about.

================ ==================================================== =========================
file             holds                                                in certificates of
================ ==================================================== =========================
manifest.json    the claim, and size and SHA-256 of every other file  all
puzzle.json      the puzzle                                           all
formula.cnf      the question as DIMACS                               all
map.json         what its variables say                               all
solution.json    the solution, one line                               unique
solutions.jsonl  the solutions, one a line                            several, count
proof.drat       a DRAT proof that the formula has no model           unique, none, count
================ ==================================================== =========================

The formula is rules and clues; for ``unique`` and ``count`` also a clause for each solution that
leaves it out. So what the proof says is that there is no (other) solution.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from uniclue.core.puzzle import Grid, Puzzle
from uniclue.encoders.cnf import Cnf, encode
from uniclue.encoders.names import VariableMap, variable_map
from uniclue.formats.puzzle_json import puzzle_digest

Claim = Literal["unique", "several", "none", "count"]

MANIFEST, PUZZLE, FORMULA, MAP = "manifest.json", "puzzle.json", "formula.cnf", "map.json"
SOLUTION, SOLUTIONS, PROOF = "solution.json", "solutions.jsonl", "proof.drat"
FILES = frozenset({MANIFEST, PUZZLE, FORMULA, MAP, SOLUTION, SOLUTIONS, PROOF})
"""The names of all files a certificate may consist of."""

MAX_SOLUTIONS = 10_000
MAX_CELLS = 2_000_000
"""A certificate of a count lists no more solutions than that, nor more cells in all of them."""

_LIKE_A_HEADER = re.compile(r"cnf\s+[-+\d]", re.IGNORECASE)
"""drat-trim looks for ``cnf`` and two numbers anywhere, also in a comment."""

_Word = Annotated[str, msgspec.Meta(pattern=r"\A[\w.+-]{0,40}\Z")]
_Digest = Annotated[str, msgspec.Meta(pattern=r"\Asha256:[0-9a-f]{64}\Z")]
_Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Size and SHA-256 of a file."""

    bytes: _Number
    sha256: _Digest


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a certificate claims, how it was made, and its files.

    Attributes:
        format: Says what the file is.
        version: Of this form of a certificate.
        claim: ``unique``, ``several`` (at least two solutions), ``none`` or ``count``.
        solutions: How many solutions it lists: 1, 2, 0, or all there are.
        kind: The puzzle's kind.
        puzzle: Its digest, as of ``formats.puzzle_json.puzzle_digest``.
        form: Which of the kind's alternative models the formula is; empty if there is only one.
        cardinality: How counting rows became clauses.
        encoding: Version of the encoding.
        uniclue: The version that wrote it.
        pysat: The version of PySAT, which makes some of the clauses.
        prover: The solver that wrote the proof; None if there is none.
        files: All other files, by name.
        commands: What to run in the folder to check it.
        sha256: Digest of this file with this member empty.
    """

    format: Literal["uniclue-certificate"] = "uniclue-certificate"
    version: Literal[1] = 1
    claim: Claim
    solutions: _Number
    kind: str
    puzzle: _Digest
    form: _Word
    cardinality: _Word
    encoding: _Number
    uniclue: _Word
    pysat: _Word
    prover: _Word | None
    files: dict[str, File]
    commands: tuple[str, ...]
    sha256: str = ""

    def to_bytes(self) -> bytes:
        """The text of the file."""
        return msgspec.json.format(msgspec.json.encode(self)) + b"\n"

    def digest(self) -> str:
        """What ``sha256`` has to be."""
        return sha256(msgspec.structs.replace(self, sha256="").to_bytes())


def sha256(data: bytes) -> str:
    """``sha256:`` and the hex digits."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def most_solutions(puzzle: Puzzle) -> int:
    """How many solutions a certificate of a count lists at most."""
    return min(MAX_SOLUTIONS, max(1, MAX_CELLS // len(puzzle.places)))


def solutions_name(claim: Claim) -> str | None:
    """The file that lists the solutions."""
    return {"unique": SOLUTION, "none": None}.get(claim, SOLUTIONS)


def has_proof(claim: Claim) -> bool:
    """Whether the claim is that there is no (other) solution."""
    return claim != "several"


def file_names(claim: Claim) -> tuple[str, ...]:
    """The files of a certificate but for the manifest, in order."""
    evidence = (solutions_name(claim), PROOF if has_proof(claim) else None)
    return (PUZZLE, FORMULA, MAP, *(name for name in evidence if name is not None))


def commands(claim: Claim) -> tuple[str, ...]:
    """What to run in the folder to check it."""
    judge = {"unique": (f"uniclue check {PUZZLE} {SOLUTION}",)}.get(claim, ())
    prove = (f"drat-trim {FORMULA} {PROOF}",) if has_proof(claim) else ()
    return ("uniclue verify .", *judge, *prove)


def formula(
    puzzle: Puzzle, form: str, cardinality: str, blocked: Sequence[Grid], version: str
) -> tuple[Cnf, VariableMap]:
    """The formula of a certificate, and the map of its variables.

    Args:
        puzzle: The puzzle.
        form: Which of the kind's alternative models; empty is the default one.
        cardinality: How counting rows become clauses.
        blocked: Solutions that are left out.
        version: The version of Uniclue that is named in the files.

    Raises:
        ValueError: No such form or cardinality encoding, one that clauses alone cannot express, or
            names in the puzzle that would make a checker read another formula.
    """
    model = puzzle.model(form or None, blocked)
    cnf = encode(model, cardinality)
    if cnf.atmosts:
        raise ValueError("a certificate consists of clauses; choose another cardinality encoding")
    names = variable_map(
        model,
        cnf.n_vars,
        uniclue=version,
        kind=puzzle.kind(),
        puzzle=puzzle_digest(puzzle),
        question="unique" if blocked else "solve",
        cardinality=cardinality,
        blocked=tuple(blocked),
    )
    if any(_LIKE_A_HEADER.search(comment) for comment in names.comments()):
        raise ValueError(
            "a certificate cannot have a name with cnf and a number in it, which some checkers "
            "would take for the formula's first line"
        )
    return cnf, names


def solution_line(grid: Grid) -> bytes:
    """A solution as a line of JSON, without its end."""
    return msgspec.json.encode(grid)
