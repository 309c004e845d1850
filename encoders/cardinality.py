"""One row ``lower <= w.l <= upper`` over local literals as clauses: the choice of encoding.

Rows arrive normalised (positive weights on literals, trivial bounds dropped). Their clauses are
made once per shape (weights and bounds) over local literals 1..n; the CNF encoder renames them for
all rows of that shape at once, in numpy.

Names are PySAT's. ``auto`` rests on measurements, see docs/decisions/0003-cardinality.md.

Fallbacks, where an encoding cannot express a row (``Template.fallback`` names them):
    pairwise, bitwise and ladder encode only "at most 1" (and its mirror "at least n - 1");
    a row with another bound takes ``FALLBACK``. A row with different weights is a
    pseudo-Boolean constraint and takes PySAT's PBEnc (``PB_ENCODING``) under every choice.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec

from uniclue.core.arrays import np
from uniclue.core.memory import PAIRWISE_UP_TO

if TYPE_CHECKING:
    from uniclue.core.model import Ints

Clauses = Sequence[Sequence[int]]
Weights = tuple[int, ...]

Cardinality = Literal[
    "auto",
    "pairwise",
    "seqcounter",
    "sortnetwrk",
    "cardnetwrk",
    "bitwise",
    "ladder",
    "totalizer",
    "mtotalizer",
    "kmtotalizer",
    "native",
]
CARDINALITY: tuple[Cardinality, ...] = get_args(Cardinality)
"""The choices of ``--cardinality``."""

ONLY_AT_MOST_ONE = frozenset({"pairwise", "bitwise", "ladder"})
FALLBACK = "seqcounter"
PB_ENCODING = "bdd"


class Template(msgspec.Struct, frozen=True, dict=True):
    """The clauses of one row shape.

    Attributes:
        clauses: Over local literals: 1..n are the row's own, n+1..n+aux auxiliary.
        aux: Number of auxiliary variables.
        atmosts: Native constraints "at most bound of these literals": (literals, bound).
        fallback: The encoding used if the requested one cannot express the bound.
    """

    clauses: Clauses
    aux: int = 0
    atmosts: tuple[tuple[tuple[int, ...], int], ...] = ()
    fallback: str | None = None

    @functools.cached_property
    def by_length(self) -> tuple[Ints, Ints, tuple[tuple[int, int], ...]]:
        """The clauses one after the other, those of a length together in order of appearance.

        Returns:
            Variables and signs of their literals; how many clauses there are of which length.
        """
        alike: dict[int, list[Sequence[int]]] = {}
        for clause in self.clauses:
            alike.setdefault(len(clause), []).append(clause)
        every = itertools.chain.from_iterable(itertools.chain.from_iterable(alike.values()))
        lits = np.fromiter(every, np.int32)
        return np.abs(lits), np.sign(lits), tuple((len(some), n) for n, some in alike.items())


@functools.lru_cache(maxsize=4096)
def template(weights: Weights, lower: int, upper: int, cardinality: str = "auto") -> Template:
    """Clauses that say ``lower <= sum of the weights of true literals <= upper``.

    Args:
        weights: Positive, one per literal.
        lower: At most 0 if there is no lower bound.
        upper: At least ``sum(weights)`` if there is no upper bound.
        cardinality: One of ``CARDINALITY``.

    Returns:
        The template; exactly the assignments of the row's literals within the bounds extend to the
        auxiliary variables.
    """
    n, total = len(weights), sum(weights)
    lower, upper = max(lower, 0), min(upper, total)
    if lower > upper:
        return Template(((),))
    own = tuple(range(1, n + 1))
    forced = tuple((lit,) for lit, w in zip(own, weights, strict=True) if total - w < lower)
    barred = tuple((-lit,) for lit, w in zip(own, weights, strict=True) if w > upper)
    if len(forced) == n:
        return Template(forced if total <= upper else ((),))
    if len(barred) == n:
        return Template(barred if lower == 0 else ((),))
    if len(set(weights)) > 1:
        return _pseudo_boolean(weights, lower, upper)
    low, high = -(-lower // weights[0]), upper // weights[0]
    if low > high:
        return Template(((),))
    return _count(n, low, high, cardinality)


def _count(n: int, low: int, high: int, cardinality: str) -> Template:
    """At least ``low`` and at most ``high`` of literals 1..n."""
    lits = tuple(range(1, n + 1))
    clauses: list[Sequence[int]] = [lits] if low == 1 else []
    if high == n - 1 and high > 1:
        clauses.append(tuple(-lit for lit in lits))
        high = n
    if low == n - 1 and low > 1 and high == n and n <= PAIRWISE_UP_TO and cardinality == "auto":
        return Template([*clauses, *itertools.combinations(lits, 2)])
    low = 0 if low == 1 else low
    if low == 0 and high >= n:
        return Template(clauses)
    up_to = {"pairwise": n, "auto": PAIRWISE_UP_TO}.get(cardinality, 3)
    if low == 0 and high == 1 and n <= max(up_to, 3):
        return Template([*clauses, *((-a, -b) for a, b in itertools.combinations(lits, 2))])
    if cardinality == "native":
        most = ((lits, high),) if high < n else ()
        least = ((tuple(-lit for lit in lits), n - low),) if low else ()
        return Template(clauses, 0, most + least)
    more, aux, fallback = _pysat_count(n, low, high, cardinality)
    return Template([*clauses, *more], aux, (), fallback)


def _pysat_count(n: int, low: int, high: int, cardinality: str) -> tuple[Clauses, int, str | None]:
    """PySAT's clauses for ``low <= count <= high``, the number of auxiliaries, and the fallback."""
    from pysat.card import CardEnc, EncType

    name = "ladder" if cardinality == "auto" and high == 1 and low == 0 else cardinality
    name = FALLBACK if name == "auto" else name
    fallback = None
    if name in ONLY_AT_MOST_ONE and not (low == 0 and high == 1) and low != n - 1:
        fallback = name = FALLBACK
    equals = None if name in ONLY_AT_MOST_ONE else CardEnc.equals
    encoders = equals, CardEnc.atmost, CardEnc.atleast
    encoding = getattr(EncType, name)
    return (*_pysat_clauses(n, low, high, n, encoders, encoding=encoding), fallback)


def _pseudo_boolean(weights: Weights, lower: int, upper: int) -> Template:
    from pysat.pb import EncType, PBEnc

    encoders = PBEnc.equals, PBEnc.leq, PBEnc.geq
    options = {"weights": list(weights), "encoding": getattr(EncType, PB_ENCODING)}
    n, total = len(weights), sum(weights)
    return Template(*_pysat_clauses(n, lower, upper, total, encoders, **options))


def _pysat_clauses(
    n: int, low: int, high: int, most: int, encoders: tuple[Any, Any, Any], **options: Any
) -> tuple[Clauses, int]:
    """PySAT's clauses over literals 1..n, and their number of auxiliary variables.

    Args:
        n: The number of literals.
        low: The lower bound; 0 for none.
        high: The upper bound; ``most`` for none.
        most: The greatest possible sum.
        encoders: PySAT's functions for =, <= and >=; None for = to combine the other two.
        options: Further arguments of these functions.
    """
    equals, at_most, at_least = encoders
    if equals and low == high:
        parts = [(equals, low)]
    else:
        parts = [(at_most, high)] * (high < most) + [(at_least, low)] * (low > 0)
    clauses: list[list[int]] = []
    top = n
    for encode, bound in parts:
        part = encode(lits=list(range(1, n + 1)), bound=bound, top_id=top, **options).clauses
        clauses += part
        top = max(map(abs, itertools.chain([top], *part)))
    return clauses, top - n
