"""Forged cuts put to the script that checks cuts alone, with nothing from the library.

    python -m tests.fuzz --only alone [--number 100000] [--seed 1]

Tiny boards of every kind whose certificates have cuts. Every cut that the library finds has to
follow; one that is made up, or a true one with literals dropped, added or flipped, may be said to
follow only if all boards that keep the rules about what hangs together keep it, too. These boards
are found by trying every value in every place. Prints a summary as JSON; exits with 1 if it holds
failures.
"""

from __future__ import annotations

import itertools
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import numpy as np
from pysat.solvers import Solver

import uniclue
from fuzz.command import main
from uniclue.certificates import check_cuts, cuts, folder
from uniclue.certificates.certify import write_members
from uniclue.constraints import cells_reached, islands
from uniclue.constraints.base import OUTSIDE
from uniclue.core.lazy import Cut
from uniclue.core.model import Bools
from uniclue.formats.puzzle_json import from_members

Members = dict[str, Any]
ROWS = ["...", "...", "..."]
BOARDS: dict[str, list[Members]] = {
    "aqre": [{"regions": ["aab", "abb", "aab"], "grid": ROWS}],
    "araf": [{"grid": ["?.?", "...", "?.?"]}],
    "barns": [{"grid": ["....", "...."]}, {"grid": ["...", ".o.", "..."]}],
    "canalview": [{"grid": [".2.", "...", "..."]}],
    "castlewall": [{"grid": [". . .", ". 2nx .", ". . ."]}, {"grid": ROWS}],
    "cave": [{"grid": ["...", "..3", "..."]}, {"grid": ["....", "....", "...?"]}],
    "compass": [{"grid": ["?,?,?,? . ?,?,?,?", ". . .", "?,?,?,? . ?,?,?,?"]}],
    "context": [{"grid": ["1..", "...", "..1"]}],
    "countryroad": [{"regions": ["aab", "aab", "abb"], "grid": ROWS}],
    "creek": [{"grid": ["....", "....", "..2.", "...."]}],
    "fillomino": [{"grid": ["2.1", "..."]}, {"grid": ["3..", "..."]}, {"grid": ["...", "..."]}],
    "fobidoshi": [{"grid": ["o..", ".x.", "..."]}],
    "galaxies": [{"grid": ["0..", "...", "..0"]}, {"grid": ["1..", "..2", "..."]}],
    "gokigen": [{"grid": ["....", "....", "....", "...."]}],
    "hakoiri": [{"regions": ["aab", "abb"], "grid": ["...", "1.."]}],
    "hashi": [{"grid": ["2.2", "...", "2.2"]}, {"grid": ["13.", "..1", ".1."]}],
    "heyablock": [{"regions": ["aab", "aab", "abb"], "grid": ROWS}],
    "heyawake": [{"regions": ["aab", "aab", "abb"], "grid": ROWS}],
    "hitori": [{"grid": ["121", "212", "331"]}],
    "kurochute": [{"grid": ["1..", "...", "..."]}],
    "kuromasu": [{"grid": ["...", ".3.", "..."]}],
    "kurotto": [{"grid": ["3..", "...", "..."]}, {"grid": [".2.", "...", "1.o"]}],
    "lits": [{"regions": ["aab", "abb"]}],
    "masyu": [{"grid": ROWS}],
    "nanro": [{"regions": ["aab", "abb"], "grid": ["...", "..."]}],
    "numberlink": [{"grid": ["1..", "...", "..1"], "full": False}],
    "nurikabe": [{"grid": ["3..", "...", "..2"]}, {"grid": [".?.", "...", "2.."]}],
    "nurimaze": [{"regions": ["abc", "def", "ghi"], "grid": ["S..", "...", "..G"]}],
    "nurimisaki": [{"grid": ["2..", "...", "..o"]}],
    "paintarea": [{"regions": ["abc", "def", "ggh"], "grid": ["...", ".2.", "..."]}],
    "shimaguni": [{"regions": ["aab", "aab", "abb"], "grid": ROWS}],
    "shingoki": [{"grid": ROWS}],
    "simpleloop": [{"grid": ROWS}, {"grid": ["x..", "...", "..."]}],
    "slitherlink": [{"grid": ["..", ".."]}],
    "smullyan": [{"grid": ["1..", "...", "..2"]}],
    "snake": [{"grid": ROWS, "top": "...", "left": "..."}],
    "sukoro": [{"grid": ["...", "..."]}],
    "sukororoom": [{"regions": ["aab", "acb"], "grid": ["...", "..."]}],
    "swslither": [{"grid": ["..", ".s"]}],
    "tapa": [{"grid": ["2..", "...", "..."]}, {"grid": ROWS}],
    "usoone": [{"regions": ["aaa", "aab", "abb"], "grid": ["1..", "1..", "..1"]}],
    "yajikabe": [{"grid": ["...", ". 2e .", "..."]}],
    "yajikazu": [{"grid": ["...", ". 1e .", "..."]}],
    "yajilin": [{"grid": ["...", "..."]}],
    "balance": [{"grid": ROWS}, {"grid": [". . .", ". w .", ". . b"]}],
    "curvingroad": [{"grid": ["o..", "...", "..o"]}],
    "detour": [{"regions": ["aab", "abb"], "grid": ["...", "..."]}],
    "doors": [{"grid": ["..", ".."]}],
    "dotchi": [{"regions": ["aab", "aab", "abb"], "grid": ["w..", "...", "..b"]}],
    "doubleback": [{"regions": ["aaa", "bbb"]}],
    "entryexit": [{"regions": ["aab", "abb"]}],
    "firefly": [{"grid": [["2e", ".", "."], [".", ".", "."], [".", ".", "?n"]]}],
    "geradeweg": [{"grid": ROWS}, {"grid": ["...", ".2.", "..."]}],
    "grandtour": [{"grid": ["..", ".."]}],
    "koburin": [{"grid": ["...", "..."]}],
    "kurarin": [{"grid": [".....", "..b..", "....."]}],
    "linesweeper": [{"grid": ROWS}, {"grid": ["...", "..2", "..."]}],
    "midloop": [{"grid": ["....."] * 5}],
    "moonsun": [{"regions": ["aab", "aab", "abb"], "grid": ["m..", "...", "..s"]}],
    "nothing": [{"regions": ["aab", "aab", "abb"]}],
    "pipeline": [
        {"grid": [["e", ".", "."], [".", ".", "."], [".", ".", "n"]], "top": "...", "left": "..."}
    ],
    "pipelink": [{"grid": ["....", "...."]}, {"grid": [". . .", ". nsew .", ". . ."]}],
    "pipelinkr": [{"grid": ROWS}, {"grid": ["...", ".o.", "..."]}],
    "reflect": [{"grid": ROWS}, {"grid": ["...", ".+.", "..."]}],
    "roundtrip": [{"top": "....", "bottom": "....", "left": "..", "right": ".."}],
    "tapaloop": [{"grid": ROWS}],
    "yajilinregions": [{"regions": ["aab", "abb"], "grid": ["...", "..."]}],
    "tslither": [{"grid": ["..", ".."]}],
    "vslither": [{"grid": ["..", ".."]}],
    "yinyang": [{"grid": ["...", ".w.", "..b"]}],
    "ayeheya": [{"regions": ["aab", "aab", "ccb"], "grid": ROWS}],
    "bosnianroad": [{"grid": ROWS}],
    "circlesquare": [{"grid": ROWS}],
    "cocktail": [{"regions": ["aab", "aab", "abb"], "grid": ROWS}],
    "mochikoro": [{"grid": ["2..", "...", "..."]}],
    "mochinyoro": [{"grid": ["2..", "...", "..."]}],
    "nothree": [{"grid": [".....", "..b..", ".....", ".....", "....b"]}],
    "nuribou": [{"grid": ["3..", "...", "..2"]}],
    "ichimaga": [{"grid": ["?.?", "...", "?.."]}],
    "numbersnake": [{"grid": ["112", "222"]}],
    "tasquare": [{"grid": ROWS}],
    "slalom": [{"grid": ["o..", ".v.", "..."]}],
    "icebarn": [
        {"grid": ROWS, "enter": [[-1, 0], [0, 0]], "leave": [[2, 2], [2, 3]]},
        {"grid": ["...", ".o.", "..."], "enter": [[-1, 1], [0, 1]], "leave": [[1, 2], [1, 3]]},
    ],
    "icelom": [
        {"grid": ROWS, "enter": [[-1, 0], [0, 0]], "leave": [[2, 2], [2, 3]]},
        {"grid": ["...", ".o.", "..."], "enter": [[-1, 1], [0, 1]], "leave": [[1, 2], [1, 3]]},
    ],
    "icelom2": [
        {"grid": ROWS, "enter": [[-1, 0], [0, 0]], "leave": [[2, 2], [2, 3]]},
        {"grid": ["o..", ".o.", "..."], "enter": [[-1, 0], [0, 0]], "leave": [[1, 2], [1, 3]]},
    ],
}
"""By kind, without its name; all values in all places are a few thousand boards."""


LAYERED = (
    mock.patch.object(islands, "LAZY", 1),
    mock.patch.object(islands, "MOST_LAYERED", 0),
    mock.patch.object(cells_reached, "MOST_LAYERED", 0),
)
"""So that tiny islands are left to cuts, too, as large ones are."""


class Target(NamedTuple):
    """A board and its rules.

    Attributes:
        kind: Its kind.
        rules: As the script reads them in a certificate's folder.
        speaks_of: The variables that lazy constraints speak of.
        kept: All boards that keep these, shape (n, n_vars + 1), by the kind's own judge.
        cuts: Some that are right.
    """

    kind: str
    rules: Sequence[check_cuts.Rule]
    speaks_of: Sequence[int]
    kept: Bools
    cuts: Sequence[list[int]]

    def follows(self, clause: Sequence[int]) -> bool:
        """What the script says."""
        return any(rule.implies(set(clause)) for rule in self.rules)

    def is_kept(self, clause: Sequence[int]) -> bool:
        """Whether all boards that keep the rules keep a clause."""
        literals = np.array(clause, np.int32)
        return bool((self.kept[:, np.abs(literals)] == (literals > 0)).any(axis=1).all())

    def forged(self, rng: random.Random) -> list[int]:
        """A cut with changes, or some literals that are false on a board that keeps the rules."""
        if self.cuts and rng.random() < 0.5:
            clause = list(rng.choice(self.cuts))
            for _ in range(rng.choice((1, 1, 2, 3))):
                at = rng.randint(0, len(clause))
                new = [rng.choice((1, -1)) * rng.choice(self.speaks_of)]
                clause[at : at + rng.randint(0, 1)] = rng.choice((new, []))
            return clause
        if not len(self.kept):
            return [rng.choice(self.speaks_of)]
        truth = rng.choice(self.kept)
        most = len(self.speaks_of)
        few, nearly_all = rng.randint(1, min(8, most)), rng.randint(max(1, most - 4), most)
        some = rng.sample(self.speaks_of, rng.choice((few, nearly_all)))
        return [-v if truth[v] else v for v in some]


def target_of(puzzle: Any, home: Path, rng: random.Random) -> Target:
    """A board as a certificate, and by trying everything."""
    with ExitStack() as stack:
        for patch in LAYERED:
            stack.enter_context(patch)
        cnf, names, model = folder.formula(puzzle, "", "auto", (), uniclue.__version__)
    speaks_of = sorted({abs(x) for lazy in model.lazy for x in lazy.literals().tolist()})
    said = {lazy.group.sentence for lazy in model.lazy}
    judged = [c for c in (*puzzle.rules(), *puzzle.clues()) if c.sentence() in said]
    kept, broken = list[Bools](), list[Bools]()
    at = model.positions
    with Solver("cadical195", bootstrap_with=list(cnf.iter_clauses())) as solver:
        for values in itertools.product(puzzle.domain, repeat=len(puzzle.places)):
            says = dict(zip(puzzle.places, values, strict=True))
            literals = [model.literal(place, value) for place, value in says.items()]
            if speaks_of[-1] > model.cells.size:  # rows say what is part of an island
                if not solver.solve(literals):
                    continue
                literals = solver.get_model()[: model.n_vars]
            truth = np.zeros(model.n_vars + 1, np.bool_)
            truth[[x for x in literals if x > 0]] = True
            held = ([values[at[p]] if p in at else OUTSIDE for p in c.places] for c in judged)
            is_kept = all(c.is_kept(some) for c, some in zip(judged, held, strict=True))
            (kept if is_kept else broken).append(truth)
    rng.shuffle(broken)
    found = (cut for truth in broken[:100] for lazy in model.lazy for cut in lazy.cuts(truth))
    some = cuts.in_order(Cut(0, cut) for cut in found)
    proof = BytesIO(b"%d 0 1 0\n" % (len(cnf) + 1))
    home.mkdir()
    write_members(home, folder.Evidence(puzzle, "none", (), cnf, names, "0", (), proof))
    rules = [*check_cuts.Certificate(home).rules()]
    boards = np.array(kept).reshape(-1, model.n_vars + 1)
    return Target(puzzle.kind(), rules, speaks_of, boards, [cut.clause for cut in some])


def targets(rng: random.Random, kinds: Collection[str]) -> list[Target]:
    """All boards of some kinds."""
    puzzles = [
        from_members({"kind": kind, **members}) for kind in kinds for members in BOARDS[kind]
    ]
    with tempfile.TemporaryDirectory() as home:
        return [target_of(puzzle, Path(home, str(i)), rng) for i, puzzle in enumerate(puzzles)]


def attack(number: int, seed: int, kinds: Collection[str] = tuple(BOARDS)) -> dict[str, Any]:
    """Tries so many forgeries of some kinds.

    Returns:
        How many were ``tried``, ``refused`` and ``accepted``, and how many that were right were
        refused; the ``right`` cuts that were put to the script by kind; and the ``failures``:
        wrong cuts that were accepted, and cuts of the library that were not.
    """
    rng = random.Random(seed)
    boards = targets(rng, kinds)
    failures: list[str] = []
    right, told = Counter[str](), Counter[str]()
    for target in boards:
        for cut in target.cuts:
            right[target.kind] += 1
            if not target.is_kept(cut):
                failures.append(f"{target.kind}: {cut} of the library is wrong")
            if not target.follows(cut):
                failures.append(f"{target.kind}: {cut} does not follow")
    for i in range(number):
        target = rng.choice(boards)
        clause = target.forged(rng)
        follows, is_kept = target.follows(clause), target.is_kept(clause)
        told["accepted" if follows else "refused though right" if is_kept else "refused"] += 1
        if follows and not is_kept:
            failures.append(f"{i}: {target.kind}: {clause} is not implied")
    return {
        "tried": number,
        **dict(sorted(told.items())),
        "right": dict(right),
        "failures": failures,
    }


if __name__ == "__main__":
    sys.exit(main(attack, 100_000))
