"""What a certificate consists of: its members, its manifest, and the formula it is about.

================ ==================================================== =========================
member           holds                                                in certificates of
================ ==================================================== =========================
manifest.json    the claim, and size and SHA-256 of every other file  all
puzzle.json      the puzzle                                           all
formula.cnf      the question as DIMACS                               all
map.json         what its variables say                               all
solution.json    the solution, one line                               unique
solutions.jsonl  the solutions, one a line, in order                  several, count
cuts.txt         which cut is of which lazy constraint, one a line    unique, none, count; of
                                                                      puzzles that have any
proof.lrat       a proof with hints that the formula has no model     unique, none, count
proof.drat       the same lemmas and deletions without hints          unique, none, count
================ ==================================================== =========================

The formula is rules and clues; for ``unique`` and ``count`` also a clause for each solution that
excludes it; and the cuts of lazy constraints. So the proof states that there is no (other)
solution.

A new member is a line in :data:`MEMBERS`. ``certify`` writes every member into the folder.
``verify`` has it written again, from what puzzle and solutions say, and compares every byte; the
proof with hints, which it checks, is taken as it is.
"""

from __future__ import annotations

import functools
import hashlib
import re
import shlex
import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version as version_of
from typing import IO, Annotated, Literal, NamedTuple

import msgspec

from uniclue.certificates import cuts
from uniclue.core.kinds import kind_file_of
from uniclue.core.lazy import Cut
from uniclue.core.model import Model
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.encoders import dimacs
from uniclue.encoders.cnf import Cnf, encode
from uniclue.encoders.names import LazyForm, VariableMap, variable_map
from uniclue.formats import puzzle_json
from uniclue.solvers import lrat, proof
from uniclue.solvers.verdict import differences

Claim = Literal["unique", "several", "none", "count"]
Version = Literal[1, 2]
ALL: tuple[Claim, ...] = ("unique", "several", "none", "count")
PROVED: tuple[Claim, ...] = ("unique", "none", "count")
"""Claims that there is no (other) solution."""

MANIFEST, PUZZLE, FORMULA, MAP = "manifest.json", "puzzle.json", "formula.cnf", "map.json"
SOLUTION, SOLUTIONS = "solution.json", "solutions.jsonl"
CUTS, LRAT, PROOF = cuts.NAME, "proof.lrat", "proof.drat"

MAX_SOLUTIONS = 10_000
MAX_CELLS = 2_000_000
"""A certificate of a count lists no more solutions than that, nor more cells in all of them."""
MAX_MANIFEST = 2**16
"""Bytes of a manifest; a larger one is refused unread."""

_LIKE_A_HEADER = re.compile(r"cnf\s+[-+\d]", re.IGNORECASE)
"""drat-trim looks for ``cnf`` and two numbers anywhere, also in a comment."""

_Word = Annotated[str, msgspec.Meta(pattern=r"\A[\w.+-]{0,40}\Z")]
_Digest = Annotated[str, msgspec.Meta(pattern=r"\Asha256:[0-9a-f]{64}\Z")]
_Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Size and SHA-256 of a file."""

    bytes: _Number
    sha256: _Digest


def file_of(stream: IO[bytes]) -> File:
    """Size and digest of what is in a file."""
    stream.seek(0)
    digest = hashlib.file_digest(stream, "sha256").hexdigest()  # type: ignore[arg-type]
    return File(stream.tell(), f"sha256:{digest}")


class KindFileDigest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Name and SHA-256 of the Python file that defines the puzzle's kind."""

    name: Annotated[str, msgspec.Meta(pattern=r"\A[^/\\\x00-\x1f]{1,255}\Z")]
    sha256: _Digest


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a certificate claims, how it was made, and its files.

    Attributes:
        format: Says what the file is.
        version: Of this form of a certificate. Those of ``several`` of version 1 hold the two
            solutions in any order, and no ``differs``; others of version 1 have no hints.
        claim: ``unique``, ``several`` (at least two solutions), ``none`` or ``count``.
        solutions: How many solutions it lists: 1, 2, 0, or all there are.
        differs: For ``several``: in how many cells the two differ.
        kind: The puzzle's kind.
        kind_file: The file that defines the kind, if that is neither built in nor installed.
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
    version: Version = 2
    claim: Claim
    solutions: _Number
    differs: _Number | msgspec.UnsetType = msgspec.UNSET
    kind: str
    kind_file: KindFileDigest | msgspec.UnsetType = msgspec.UNSET
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

    def signed(self) -> Manifest:
        """The manifest with its digest."""
        return msgspec.structs.replace(self, sha256=self.digest())


@dataclass(frozen=True, slots=True)
class Evidence:
    """A claim about a puzzle and what shows it: all that the members of a certificate say.

    Attributes:
        puzzle: The puzzle.
        claim: What is claimed.
        solutions: In the order in which they are listed.
        cnf: The formula, its last clauses the cuts.
        names: The map of its variables.
        pysat: The version of PySAT that made some of the clauses.
        cuts: The cuts, in order.
        proof: A proof with hints of the formula, if the claim has one; in version 1 without.
        version: Of the form of the certificate.
        kind_file: The file that defines the kind, if it has one.
    """

    puzzle: Puzzle
    claim: Claim
    solutions: Sequence[Grid]
    cnf: Cnf
    names: VariableMap
    pysat: str
    cuts: Sequence[Cut] = ()
    proof: IO[bytes] | None = None
    version: Version = 2
    kind_file: KindFileDigest | msgspec.UnsetType = msgspec.UNSET

    @property
    def members(self) -> tuple[Member, ...]:
        """The members of the certificate but for the manifest, in order."""
        return members(self.claim, has_cuts=bool(self.names.lazy), has_hints=self.version > 1)

    def manifest(self, files: dict[str, File]) -> Manifest:
        """The manifest of the certificate, given its other files."""
        names, differ = self.names, self.claim == "several" and self.version > 1
        return Manifest(
            version=self.version,
            claim=self.claim,
            solutions=len(self.solutions),
            differs=len(differences(*self.solutions)) if differ else msgspec.UNSET,
            kind=names.kind,
            kind_file=self.kind_file,
            puzzle=names.puzzle,
            form=names.form,
            cardinality=names.cardinality or "",
            encoding=names.encoding,
            uniclue=names.uniclue,
            pysat=self.pysat,
            prover=proof.PROOF_SOLVER if has_proof(self.claim) else None,
            files=files,
            commands=commands(self.claim, self.kind_file),
        ).signed()


class Member(NamedTuple):
    """A file of a certificate.

    Attributes:
        name: Its name.
        max_bytes: A larger one is refused unread.
        claims: The claims whose certificates have it.
        write: Writes it, given the evidence.
        only: ``cuts``: it is only there of puzzles that have lazy constraints; ``hints``: not in
            version 1.
    """

    name: str
    max_bytes: int
    claims: tuple[Claim, ...]
    write: Callable[[Evidence, IO[bytes]], object]
    only: Literal["", "cuts", "hints"] = ""


def _write_puzzle(evidence: Evidence, out: IO[bytes]) -> None:
    out.write(msgspec.json.format(puzzle_json.dumps(evidence.puzzle)) + b"\n")


def _write_formula(evidence: Evidence, out: IO[bytes]) -> None:
    dimacs.write(evidence.cnf, out, evidence.names.comments())


def _write_solutions(evidence: Evidence, out: IO[bytes]) -> None:
    out.writelines(solution_line(grid) + b"\n" for grid in evidence.solutions)


def _write_proof(evidence: Evidence, out: IO[bytes]) -> None:
    assert evidence.proof is not None
    evidence.proof.seek(0)
    shutil.copyfileobj(evidence.proof, out)


def _write_drat(evidence: Evidence, out: IO[bytes]) -> None:
    assert evidence.proof is not None
    if evidence.version == 1:
        _write_proof(evidence, out)
    else:
        out.writelines(lrat.stripped(evidence.proof))


MEMBERS = (
    Member(PUZZLE, puzzle_json.MAX_BYTES, ALL, _write_puzzle),
    Member(FORMULA, 2**33, ALL, _write_formula),
    Member(MAP, 2**30, ALL, lambda evidence, out: out.write(evidence.names.to_json())),
    Member(SOLUTION, puzzle_json.MAX_BYTES, ("unique",), _write_solutions),
    Member(SOLUTIONS, 2**28, ("several", "count"), _write_solutions),
    Member(
        CUTS,
        cuts.MAX_BYTES,
        PROVED,
        lambda evidence, out: out.write(cuts.text(evidence.cuts)),
        only="cuts",
    ),
    Member(LRAT, proof.MAX_BYTES, PROVED, _write_proof, only="hints"),
    Member(PROOF, 2 * proof.MAX_BYTES, PROVED, _write_drat),
)
"""All members but the manifest, in the order in which it lists them."""
FILES = frozenset({MANIFEST, *(member.name for member in MEMBERS)})
"""The names of all files a certificate may consist of."""


def members(claim: Claim, *, has_cuts: bool = False, has_hints: bool = True) -> tuple[Member, ...]:
    """The members of a certificate but for the manifest, in order.

    Args:
        claim: What is claimed.
        has_cuts: Whether the puzzle has lazy constraints.
        has_hints: Whether the proof has hints, as from version 2 on.
    """
    there = {"": True, "cuts": has_cuts, "hints": has_hints}
    return tuple(member for member in MEMBERS if claim in member.claims and there[member.only])


def file_names(claim: Claim, *, has_cuts: bool = False, has_hints: bool = True) -> tuple[str, ...]:
    """The files of a certificate but for the manifest, in order; see :func:`members`."""
    some = members(claim, has_cuts=has_cuts, has_hints=has_hints)
    return tuple(member.name for member in some)


@functools.cache
def pysat_version() -> str:
    """The version of PySAT here."""
    return version_of("python-sat")


def sha256(data: bytes) -> str:
    """``sha256:`` and the hex digits."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def most_solutions(puzzle: Puzzle) -> int:
    """How many solutions a certificate of a count lists at most."""
    return min(MAX_SOLUTIONS, max(1, MAX_CELLS // len(puzzle.places)))


def in_order(solutions: Iterable[Grid]) -> tuple[Grid, ...]:
    """Solutions as a certificate lists them: the order does not depend on who found them."""
    return tuple(sorted(solutions, key=solution_line))


def solutions_name(claim: Claim) -> str | None:
    """The file that lists the solutions."""
    return {"unique": SOLUTION, "none": None}.get(claim, SOLUTIONS)


def has_proof(claim: Claim) -> bool:
    """Whether the claim is that there is no (other) solution."""
    return claim in PROVED


def commands(
    claim: Claim, file: KindFileDigest | msgspec.UnsetType = msgspec.UNSET
) -> tuple[str, ...]:
    """What to run in the folder to check it."""
    kind = f" --kind-file {shlex.quote(file.name)}" if isinstance(file, KindFileDigest) else ""
    judge = {"unique": (f"uniclue check {PUZZLE} {SOLUTION}{kind}",)}.get(claim, ())
    prove = (f"drat-trim {FORMULA} {PROOF}",) if has_proof(claim) else ()
    return (f"uniclue verify .{kind}", *judge, *prove)


def kind_file(puzzle: Puzzle) -> KindFileDigest | msgspec.UnsetType:
    """The file of a user's that defines a puzzle's kind, if there is one."""
    file = kind_file_of(type(puzzle))
    return msgspec.UNSET if file is None else KindFileDigest(file.path.name, file.sha256)


class Formula(NamedTuple):
    """The formula of a certificate, but for its cuts.

    Attributes:
        cnf: Its clauses.
        names: The map of its variables.
        model: What it was made of.
    """

    cnf: Cnf
    names: VariableMap
    model: Model


def formula(
    puzzle: Puzzle, form: str, cardinality: str, blocked: Sequence[Grid], uniclue: str
) -> Formula:
    """The formula of a certificate, but for its cuts.

    Args:
        puzzle: The puzzle.
        form: Which of the kind's alternative models; empty is the default one.
        cardinality: How counting rows become clauses.
        blocked: Solutions that are left out.
        uniclue: The version of Uniclue that is named in the files.

    Raises:
        ValueError: No such form or cardinality encoding, one that clauses alone cannot express, or
            names in the puzzle that would make a checker read another formula.
    """
    model = puzzle.model(form or None, blocked)
    cnf = encode(model, cardinality, rows_alone=True)
    if cnf.atmosts:
        raise ValueError("a certificate consists of clauses; choose another cardinality encoding")
    names = variable_map(
        model,
        cnf.n_vars,
        uniclue=uniclue,
        kind=puzzle.kind(),
        puzzle=puzzle_json.puzzle_digest(puzzle),
        question="unique" if blocked else "solve",
        cardinality=cardinality,
        blocked=tuple(blocked),
        lazy=tuple(LazyForm("cuts", lazy.group.sentence) for lazy in model.lazy),
    )
    if any(_LIKE_A_HEADER.search(comment) for comment in names.comments()):
        raise ValueError(
            "a certificate cannot have a name with cnf and a number in it, which some checkers "
            "would take for the formula's first line"
        )
    return Formula(cnf, names, model)


def solution_line(grid: Grid) -> bytes:
    """A solution as a line of JSON, without its end."""
    return msgspec.json.encode(grid)
