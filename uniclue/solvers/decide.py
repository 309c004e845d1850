"""Deciding puzzles: unique, solve, count and check.

Uniqueness is decided by solving, blocking the solution's cell literals (a no-good cut for the
ILP) and solving again. Every solution is judged by the kind's own rule check before it is
reported; a limit gives "unknown", never a verdict.
"""

from __future__ import annotations

import atexit
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import count as count_up
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from uniclue.core import plugins
from uniclue.core.kinds import kind_file_of
from uniclue.core.memory import chosen_limit, uncollected
from uniclue.core.model import Bools, Model, Value, View, watched
from uniclue.core.puzzle import Contradiction, Grid, Puzzle, PuzzleError, Violation
from uniclue.encoders.cardinality import CARDINALITY
from uniclue.solvers import names, verdict
from uniclue.solvers.limits import Clock, LimitReachedError, Limits

if TYPE_CHECKING:
    from uniclue.propagation.counts import Counts
    from uniclue.propagation.reduce import Reduced
    from uniclue.solvers.sat import Loaded

Encoder = Literal["cnf", "ilp", "both"]


class DisagreementError(Exception):
    """CNF and ILP verdicts differ, or a solver's solution breaks a rule: a defect of ours."""


class Method(msgspec.Struct, frozen=True):
    """How to answer; made by :func:`method`, which checks the names.

    Attributes:
        encoder: ``cnf``, ``ilp`` or ``both`` (only for ``unique``).
        solver: A solver's name; None is the encoder's default.
        cardinality: Cardinality encoding of the CNF.
        limits: Limits on the work for one puzzle (with ``both``: for each encoder).
        alone: Never ask a solver that other puzzles share, so that what is found does not depend
            on them.
        prove: Whether an outside program has to prove that there is no (other) solution.
        law: The form in which lazy constraints become rows; None: they are kept by cuts.
    """

    encoder: Encoder = "cnf"
    solver: str | None = None
    cardinality: str = "auto"
    limits: Limits = Limits()
    alone: bool = False
    prove: bool = False
    law: str | None = None

    def parts(self) -> tuple[Method, ...]:
        """The methods it consists of, one per encoder."""
        return (self.of("cnf"), self.of("ilp")) if self.encoder == "both" else (self,)

    def solver_name(self) -> str:
        """The solver it uses; not for ``both``."""
        if self.solver is not None:
            return self.solver
        if self.encoder == "ilp":
            return names.DEFAULT_ILP
        return names.NATIVE_SOLVERS[0] if self.cardinality == "native" else names.DEFAULT_SAT

    def is_free(self) -> bool:
        """Whether every choice is left at its default, and nothing is limited."""
        return self == Method()

    def is_outside(self) -> bool:
        """Whether an outside program is to answer; not for ``both``."""
        return self.solver is not None and self.solver.startswith(names.OUTSIDE)

    def answerers(self) -> tuple[str, ...]:
        """What an answer may name as its solver; not for ``both``."""
        may_propagate = self.encoder == "cnf" and self.solver is None
        others = (names.PROPAGATION, names.NATIVE_SOLVERS[0])
        return self.solver_name(), *others[: may_propagate + self.may_be_brief()]

    def may_be_brief(self) -> bool:
        """Whether a solver that takes counts as they are may be tried first; not for ``both``.

        Not if conflicts are limited, which are then those of one solver.
        """
        is_open = self.encoder == "cnf" and self.solver is None and not self.alone
        is_open &= self.limits.conflicts is None
        return is_open and self.cardinality == "auto" and self.law is None

    def of(self, encoder: Literal["cnf", "ilp"]) -> Method:
        """The method ``both`` uses for one of its encoders."""
        fits = self.solver is not None and _encoder_of(self.solver) == encoder
        return replace(self, encoder=encoder, solver=self.solver if fits else None)


def method(
    encoder: str | None = None,
    solver: str | None = None,
    cardinality: str = "auto",
    limits: Limits = Limits(),  # noqa: B008 (frozen)
    prove: bool = False,
    law: str | None = None,
) -> Method:
    """A method, with all names checked; which forms lazy constraints have says the puzzle.

    Args:
        encoder: ``cnf``, ``ilp`` or ``both``; None is what the solver needs, or ``cnf``.
        solver: A solver's name; None is the encoder's default.
        cardinality: One of ``uniclue.encoders.cardinality.CARDINALITY``.
        limits: Limits on the work.
        prove: Whether an outside program has to prove that there is no (other) solution.
        law: The form in which lazy constraints become rows; None: they are kept by cuts.

    Raises:
        ValueError: A name is unknown, or the choices do not go together.
    """
    if encoder is None:
        encoder = "cnf" if solver is None else _encoder_of(solver)
    if encoder not in ("cnf", "ilp", "both"):
        raise ValueError(f"expected the encoder to be cnf, ilp or both, got {encoder!r}")
    if cardinality not in CARDINALITY:
        encodings = ", ".join(CARDINALITY)
        raise ValueError(f"expected the cardinality encoding to be one of {encodings}")
    if any(bound is not None and not bound > 0 for bound in (limits.seconds, limits.conflicts)):
        raise ValueError("expected a limit greater than 0")
    if encoder == "ilp" and cardinality != "auto":
        raise ValueError("a cardinality encoding is for the cnf encoder")
    if encoder == "ilp" and limits.conflicts is not None:
        raise ValueError("a conflict limit is for SAT solvers; use a time limit")
    if prove and (solver is None or not solver.startswith(names.OUTSIDE)):
        raise ValueError("--prove is for outside programs, --solver cmd:PROGRAM")
    method = Method(cast("Encoder", encoder), solver, cardinality, limits, prove=prove, law=law)
    for part in method.parts():
        _refuse_misfit(part)
    if encoder == "both" and solver not in (None, *(part.solver for part in method.parts())):
        raise ValueError(f"expected a SAT or an ILP solver, got {solver!r}")
    return method


def _refuse_misfit(part: Method) -> None:
    """Raises ValueError for a solver that is not there or does not fit the other choices."""
    name, is_cnf = part.solver, part.encoder == "cnf"
    if name is None:
        return
    is_outside = name.startswith(names.OUTSIDE)
    if is_outside and (needed := _encoder_of(name)) != part.encoder:
        raise ValueError(f"{name} needs the encoder {needed}, got {part.encoder}")
    if is_outside and part.prove:
        from uniclue.solvers.outside import program

        program(name, prove=True)
    if is_cnf and part.limits.conflicts is not None and (is_outside or name in names.NO_BUDGET):
        raise ValueError(f"{name} takes no conflict limit; use a time limit")
    if part.cardinality == "native" and name not in names.NATIVE_SOLVERS:
        raise ValueError(f"native cardinality needs one of {', '.join(names.NATIVE_SOLVERS)}")
    usable = [name] if is_outside else _usable_solvers(part.encoder, name)
    if name not in usable:
        kind = "a SAT" if is_cnf else "an ILP"
        raise ValueError(f"expected {kind} solver ({', '.join(usable)}), got {name!r}")


def _usable_solvers(encoder: Encoder, name: str) -> list[str]:
    """The solvers of this installation; that one alone if it is a SAT solver among them."""
    if encoder == "ilp":
        from uniclue.solvers.ilp import ilp_solvers

        return ilp_solvers()
    from uniclue.solvers.sat import is_usable, sat_solvers

    return [name] if is_usable(name) else sat_solvers()


def _encoder_of(solver: str) -> Literal["cnf", "ilp"]:
    """The encoder that a solver needs.

    Raises:
        ValueError: An outside program is not there, or it is not clear what it reads.
    """
    if solver.startswith(names.OUTSIDE):
        from uniclue.solvers.outside import program

        return program(solver).encoder
    return "ilp" if solver in names.ILP_SOLVERS else "cnf"


class Session(Protocol):
    """A session with a solver: the solutions of one puzzle, one after the other.

    Attributes:
        solver: The solver's name; ``PROPAGATION`` if none had to be asked.
        sizes: Size of what was given to the solver.
        deduced: Cells that were known before the solver was asked.
    """

    @property
    def solver(self) -> str: ...
    @property
    def sizes(self) -> dict[str, int]: ...
    @property
    def deduced(self) -> int: ...

    def next(self, clock: Clock) -> list[Value] | None:
        """What stands in the cells in another solution; None if there is none."""

    def exclude(self) -> None:
        """Leaves the solution just found out of the search from now on."""

    def close(self) -> None:
        """Frees what the session holds."""


class DeducedSession:
    """A puzzle whose solutions, one or two at most, follow from its clues without a solver.

    Args:
        solutions: Of each what stands in the cells.
        cells: How many cells there are.
    """

    solver = names.PROPAGATION

    def __init__(self, solutions: Sequence[list[Value]], cells: int) -> None:
        self.sizes: dict[str, int] = {}
        self.deduced = cells
        self._solutions = [*solutions]

    def next(self, clock: Clock) -> list[Value] | None:
        """The first solution that is not excluded, then None."""
        clock.check()
        return self._solutions[0] if self._solutions else None

    def exclude(self) -> None:
        """Goes on to the next."""
        del self._solutions[0]

    def close(self) -> None:
        """Nothing is held."""


_loaded: dict[Hashable, Loaded] = {}
_asked_once: set[Hashable] = set()
SHARED_VARIABLES = 2000
"""Larger rules are never shared: every puzzle loads what propagation leaves open of them."""
LOADED_KEPT = 2
SESSIONS_KEPT = 5000
"""A shared solver is renewed after this many sessions: each leaves a retired variable."""


@atexit.register
def close_loaded() -> None:
    """Frees the shared solvers; PySAT cannot do it while the interpreter is shutting down."""
    while _loaded:
        _loaded.popitem()[1].close()


def _narrow(puzzle: Puzzle, method: Method) -> Session:
    """Narrows values, with a few cases, and asks a solver what that leaves open; two solutions."""
    from uniclue.constraints.board import Board
    from uniclue.propagation.narrowing import OpenError

    if not isinstance(puzzle, Board):
        return _ask_sat(puzzle, method, brief=True)
    narrowing = puzzle.narrowing()
    if narrowing is None:
        told = puzzle.counts() if chosen_limit() is None else None  # a limit is for models
        return _count(puzzle, method, told)
    try:
        domain = puzzle.domain
        solutions = [[domain[a.bit_length() - 1] for a in some] for some in narrowing.solutions(2)]
        return DeducedSession(solutions, len(narrowing.can))
    except OpenError:
        return _ask_sat(puzzle, method, brief=True, can=narrowing.candidates(len(domain)))


def _count(puzzle: Puzzle, method: Method, counts: Counts | None) -> Session:
    """Narrows counts, and asks a solver that takes counts as they are what that leaves open."""
    if counts is None:
        return _ask_sat(puzzle, method, brief=True)
    from uniclue.propagation.counts import ContradictionError
    from uniclue.solvers.brief import BriefSession
    from uniclue.solvers.counted import MOST, CountedSession

    try:
        counts.narrow()
    except ContradictionError:
        return DeducedSession([], len(puzzle.places))
    if counts.is_decided:
        return DeducedSession([counts.values(counts.true)], len(puzzle.places))
    first = CountedSession.of(counts)
    return BriefSession(first, MOST, lambda: _ask_sat(puzzle, method, can=counts.candidates()))


def _ask_sat(
    puzzle: Puzzle, method: Method, *, brief: bool = False, can: Bools | None = None
) -> Session:
    """Asks the solver loaded with the puzzle's rules, if they were asked before, or a new one.

    Args:
        puzzle: The puzzle.
        method: How to answer.
        brief: Whether another solver may be tried first.
        can: Shape (places, values). Which values can stand where, if that is known already.
    """
    rules = None if method.alone or method.law else puzzle.shared_rules()
    rules = None if rules and rules.lazy else rules  # cuts are made for what one leaves open
    loaded = None if rules is None else _shared(rules, method)
    if rules is None or loaded is None:
        return _ask_alone(puzzle, method, brief=brief, can=can)
    from uniclue.solvers.sat import SharedSession

    givens = [rules.literal(place, value) for place, value in puzzle.known_cells()]
    return SharedSession(loaded, rules, givens)


def _ask_alone(
    puzzle: Puzzle, method: Method, *, brief: bool = False, can: Bools | None = None
) -> Session:
    """Asks about what propagation leaves open; if no solver or form is named, none need be."""
    named = method.solver is not None or method.law is not None
    can = puzzle.candidates() if can is None else can
    if not named and puzzle.deduces:
        with suppress(Contradiction):  # which the rows tell too
            can = puzzle.deduce()
            if (can.sum(axis=1) == 1).all():
                index = can.argmax(axis=1).tolist()
                return DeducedSession([[puzzle.domain[i] for i in index]], len(can))
    from uniclue.propagation.reduce import reduce

    model = _model(puzzle, method, View.CNF)
    reduced = reduce(model, model.literals_of(can), to_the_end=bool(model.lazy))
    if not named and not reduced.names.size:
        return DeducedSession(_solutions_of(model, reduced), len(can))
    how = method.cardinality, method.solver_name()
    if not named and puzzle.guesses:
        from uniclue.solvers.guided import GuidedSession

        return GuidedSession(puzzle, model, reduced, *how)
    from uniclue.solvers.sat import BRIEF, OwnSession, is_worthwhile

    if not brief or reduced.lazy or not is_worthwhile(reduced.rows):
        return OwnSession(model, reduced, *how)
    from uniclue.encoders.cnf import native_rows
    from uniclue.solvers.brief import BriefSession

    formula = native_rows(reduced.rows, len(reduced.names))
    first = OwnSession(model, reduced, "native", names.NATIVE_SOLVERS[0], formula)
    return BriefSession(first, BRIEF, lambda: OwnSession(model, reduced, *how))


def _solutions_of(model: Model, reduced: Reduced) -> list[list[Value]]:
    """The one solution, or none, of a model of which propagation leaves nothing open."""
    literals = model.true_literals(reduced.value[model.cells] > 0)
    return [] if reduced.contradiction else [model.values(literals.tolist())]


def _model(puzzle: Puzzle, method: Method, view: View) -> Model:
    """The puzzle's model, in which lazy constraints are rows if the method wants that.

    Raises:
        PuzzleError: The puzzle has no lazy constraint with such a form.
    """
    model = puzzle.model(puzzle.decided_in or None)
    if method.law is None:
        return model
    from uniclue.core.lazy import static

    try:
        return static(model, method.law, view)
    except ValueError as error:
        raise PuzzleError("$.kind", str(error)) from error


def _shared(rules: Model, method: Method) -> Loaded | None:
    """The solver loaded with these rules; None the first time they are asked for."""
    solver = method.solver_name()
    if rules.n_vars > SHARED_VARIABLES or solver in names.ONE_FORMULA_A_CALL:
        return None
    key = (rules.rules_key, solver, method.cardinality)
    loaded = _loaded.get(key)
    if loaded is not None and loaded.sessions < SESSIONS_KEPT:
        return loaded
    if loaded is None and key not in _asked_once:
        _asked_once.add(key)
        return None
    if loaded is not None:
        _loaded.pop(key).close()
    from uniclue.encoders.cnf import encode
    from uniclue.solvers.sat import Loaded

    while len(_loaded) >= LOADED_KEPT:
        _loaded.pop(next(iter(_loaded))).close()
    loaded = _loaded[key] = Loaded(encode(rules, method.cardinality), solver, forced=True)
    return loaded


def _ask_ilp(puzzle: Puzzle, method: Method) -> Session:
    from uniclue.encoders.ilp import encode
    from uniclue.solvers.ilp import IlpSession

    model = _model(puzzle, method, View.LP)
    return IlpSession(encode(model, rows_alone=True), model, method.solver_name())


def _ask_outside(puzzle: Puzzle, method: Method) -> Session:
    from uniclue.propagation.reduce import reduce
    from uniclue.solvers.outside import OutsideSession, program, view

    asked = program(method.solver_name(), method.prove)
    model = _model(puzzle, method, seen := view(asked))
    reduced = reduce(model, model.literals_of(puzzle.candidates()), seen)
    return OutsideSession(model, reduced, asked, method.cardinality, method.prove)


def open_session(puzzle: Puzzle, method: Method) -> Session:
    """A session with the solver that the method names; not for ``both``."""
    if method.is_outside():
        return _ask_outside(puzzle, method)
    return (_ask_ilp if method.encoder == "ilp" else _ask_sat)(puzzle, method)


def open_narrowed(puzzle: Puzzle, method: Method) -> Session:
    """As :func:`open_session`, by the kind's narrowed model if it has one; for two solutions."""
    is_free = replace(method, limits=Limits(), alone=False).is_free()
    model = puzzle.narrowed() if is_free else None
    if model is None:
        brief = method.may_be_brief()
        return _narrow(puzzle, method) if brief else open_session(puzzle, method)
    from uniclue.propagation.reduce import reduce
    from uniclue.solvers.sat import NarrowedSession, varied

    reduced = reduce(model)
    if not reduced.names.size:
        solutions = _solutions_of(model, reduced)
        solutions += [other for some in solutions if (other := varied(puzzle, some)) is not None]
        return DeducedSession(solutions, len(puzzle.places))
    how = method.cardinality, method.solver_name()
    return NarrowedSession(puzzle, model, reduced, *how)


def refuse_wrong(puzzle: Puzzle, grid: Grid, solver: str) -> None:
    """Judges a grid that a solver returned.

    Raises:
        DisagreementError: It breaks a rule.
        LimitReachedError: It breaks a rule and comes from an outside program, which may say what
            it likes: that is no defect of ours, and no verdict either.
    """
    broken = puzzle.broken(grid)
    if broken or not puzzle.is_complete(grid):
        rule = broken[0].sentence if broken else "a cell is empty"
        message = f"{solver} returned a grid that breaks a rule: {rule}"
        if solver.startswith(names.OUTSIDE):
            raise LimitReachedError(message)
        raise disagreement(puzzle, message)


def disagreement(puzzle: Puzzle | None, message: str) -> Exception:
    """What to raise where rows and judge of a kind differ: that is wrong in whoever wrote it."""
    file = None if puzzle is None else kind_file_of(type(puzzle))
    if file is None:
        return DisagreementError(f"{message}; please report this")
    name = plugins.near_name(str(file.path))
    return PuzzleError(
        "$.kind", f"{name} is wrong: {message}; 'uniclue kinds --check {name}' tells more"
    )


class Enumeration:
    """The solutions of one puzzle, one by one; afterwards it knows how it ended.

    Args:
        puzzle: The puzzle.
        method: How to find them.
        wanted: The most solutions wanted; None is all.
        open_session: Opens the session that is asked for them.

    Attributes:
        complete: Whether all solutions were found.
        reason: The limit that stopped the search, if one did.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        method: Method,
        wanted: int | None,
        open_session: Callable[[Puzzle, Method], Session] = open_session,
    ) -> None:
        if method.encoder == "both":
            raise ValueError("expected the encoder to be cnf or ilp; both is for unique only")
        self.puzzle, self.method, self.wanted = puzzle, method, wanted
        self.complete = False
        self.reason: str | None = None
        self._open_session = open_session
        self._clock = Clock(method.limits)
        self._encoded = 0.0
        self._session: Session | None = None

    def solutions(self) -> Iterator[Grid]:
        """Yields at most ``wanted`` solutions, each judged by the rules."""
        session = None
        try:
            session = self._session = self._opened()
            self._encoded = self._clock.elapsed()
            for _ in count_up() if self.wanted is None else range(self.wanted):
                values = session.next(self._clock)
                if values is None:
                    self.complete = True
                    return
                grid = self.puzzle.grid_of_values(values)
                refuse_wrong(self.puzzle, grid, session.solver)
                yield grid
                session.exclude()
            self.complete = session.solver == names.PROPAGATION  # which leaves one at most
        except LimitReachedError as error:
            self.reason = str(error)
        finally:
            if session is not None:
                session.close()

    def _opened(self) -> Session:
        """The session, made under the clock."""
        self._clock.check()
        with watched(self._clock.check):
            return self._open_session(self.puzzle, self.method)

    def status(self, solutions: int) -> verdict.Status:
        """What it tells of the puzzle once so many solutions were found."""
        if solutions > 1:
            return "several"
        if not self.complete:
            return "unknown"
        return "unique" if solutions else "none"

    def work(self) -> verdict.Work:
        """How the answer was found."""
        total, session = self._clock.elapsed(), self._session
        loaded = getattr(session, "loaded", None)
        cnf = getattr(loaded or session, "cnf", None)
        counts = loaded is not None and loaded.name not in names.ONE_FORMULA_A_CALL
        return verdict.Work(
            encoder=self.method.encoder,
            solver=session.solver if session else self.method.solver_name(),
            cardinality=self.method.cardinality if self.method.encoder == "cnf" else None,
            fallbacks=cnf.fallbacks if cnf else (),
            sizes=session.sizes if session else {},
            deduced=session.deduced if session else 0,
            calls=self._clock.calls,
            conflicts=self._clock.conflicts if counts else None,
            seconds={
                "encode": round(self._encoded, 6),
                "solve": round(total - self._encoded, 6),
                "total": round(total, 6),
            },
        )

    def members(self) -> dict[str, Any]:
        """The members of an answer that every question has; to be taken once it has ended."""
        verified = getattr(self._session, "verified", None)
        trust = {} if verified is None else {"verified": verified}
        return about(self.puzzle) | {"reason": self.reason} | verdict.worked(self.work()) | trust


def about(puzzle: Puzzle) -> dict[str, Any]:
    """The members of an answer that say which puzzle it is about."""
    return {"kind": puzzle.kind(), "id": puzzle.extra.get("id")}


def unique(puzzle: Puzzle, how: Method | None = None) -> verdict.Verdict:
    """Whether a puzzle has exactly one solution.

    Raises:
        DisagreementError: CNF and ILP disagree, or a solver's solution breaks a rule.
    """
    how = how or Method()
    if how.encoder != "both":
        return unique_by(open_narrowed, puzzle, how)
    cnf, ilp = (unique_by(open_narrowed, puzzle, part) for part in how.parts())
    return _agreed(cnf, ilp, puzzle)


@uncollected()
def unique_by(
    open_session: Callable[[Puzzle, Method], Session], puzzle: Puzzle, method: Method
) -> verdict.Verdict:
    """The same by a session of two solutions that is opened for it; not for ``both``."""
    search = Enumeration(puzzle, method, 2, open_session)
    solutions = tuple(search.solutions())
    return verdict.Verdict(
        status=search.status(len(solutions)),
        solutions=solutions,
        differs=verdict.differences(*solutions) if len(solutions) == 2 else (),
        **search.members(),
    )


def clock_after(decided: verdict.Verdict, how: Method) -> Clock:
    """A clock for more work on a puzzle, on which the work for a verdict counts already.

    With two encoders, each of which had the limits for itself, one of them is counted.
    """
    work = decided.work[-1]
    started = time.perf_counter() - work.seconds["total"]
    return Clock(how.limits, started, work.conflicts or 0, work.calls)


def _agreed(
    cnf: verdict.Verdict, ilp: verdict.Verdict, puzzle: Puzzle | None = None
) -> verdict.Verdict:
    """The common verdict of both encoders; unknown if only one reached one."""
    work = verdict.worked(*cnf.work, *ilp.work) | {"verified": UNSET}  # one of them is ours
    least, best = (pick(cnf, ilp, key=lambda v: len(v.solutions)) for pick in (min, max))
    for one, other, name, other_name in ((cnf, ilp, "cnf", "ilp"), (ilp, cnf, "ilp", "cnf")):
        if one.status == "unknown":
            reason = f"{name}: {one.reason}; {other_name} alone says {other.status}"
            return replace(best, status="unknown", reason=reason, **work)
    if cnf.status != ilp.status or (cnf.status == "unique" and cnf.solutions != ilp.solutions):
        conflict = (
            f"the encoders disagree: cnf ({cnf.work[0].solver}) says {cnf.status}, "
            f"ilp ({ilp.work[0].solver}) says {ilp.status}"
        )
        # All solutions were judged, so that who has fewer of them is wrong.
        if cnf.status == ilp.status or not least.solver.startswith(names.OUTSIDE):
            raise disagreement(puzzle, conflict)
        reason = f"{conflict}, and {least.solver} is wrong"
        return replace(best, status="unknown", reason=reason, **work)
    return replace(cnf, **work)


def disproved(answer: verdict.Verdict) -> verdict.Verdict:
    """What is left of an outside program's verdict once one more solution was found."""
    reason = f"{answer.solver} says {answer.status}, and is wrong: there is one more solution"
    return replace(answer, status="unknown", reason=reason, verified=UNSET)


def solve(puzzle: Puzzle, limit: int = 1, how: Method | None = None) -> verdict.Solutions:
    """Up to ``limit`` solutions of a puzzle.

    Raises:
        DisagreementError: A solver's solution breaks a rule.
    """
    search = Enumeration(puzzle, how or Method(), wanted=limit)
    solutions = tuple(search.solutions())
    return verdict.Solutions(solutions=solutions, complete=search.complete, **search.members())


def count(
    puzzle: Puzzle,
    limit: int | None = None,
    how: Method | None = None,
    progress: Callable[[int], None] = lambda found: None,
    each: Callable[[Grid], None] = lambda grid: None,
) -> verdict.Count:
    """How many solutions a puzzle has, counting no further than ``limit``.

    Args:
        puzzle: The puzzle.
        limit: The most that is of interest; None is all.
        how: How to answer.
        progress: Called with the number found so far, at every solution.
        each: Called with every solution; with a limit, there may be one more than that.

    Raises:
        DisagreementError: A solver's solution breaks a rule.
    """
    search = Enumeration(puzzle, how or Method(), wanted=None if limit is None else limit + 1)
    number = 0
    for number, grid in enumerate(search.solutions(), 1):
        progress(number)
        each(grid)
    if limit is not None:
        number = min(number, limit)
    return verdict.Count(count=number, complete=search.complete, **search.members())


def check(
    puzzle: Puzzle, grid: Iterable[Sequence[Any]], how: Method | None = None
) -> verdict.Judgement:
    """Judges a grid by the rules; a partly filled one also by whether a solution extends it.

    A complete one is put to the kind's referee, too; where the two differ, the judgement is
    withheld.

    Raises:
        PuzzleError: The grid has another shape, or holds something that is no value.
        DisagreementError: A solver's solution breaks a rule.
    """
    cells = puzzle.read_grid(grid)
    broken = tuple(puzzle.broken(cells))
    if puzzle.is_complete(cells):
        return _refereed(puzzle, cells, broken)
    if broken:
        return verdict.Judgement(status="wrong", violations=broken, **about(puzzle))
    search = Enumeration(_with_givens(puzzle, cells), how or Method(), wanted=1)
    extends = any(search.solutions())
    members = search.members()
    if extends or not search.complete:
        return verdict.Judgement(status="open" if extends else "unknown", **members)
    members["reason"] = "no rule is broken so far, but no solution extends this grid"
    return verdict.Judgement(status="wrong", **members)


def _refereed(puzzle: Puzzle, cells: Grid, broken: tuple[Violation, ...]) -> verdict.Judgement:
    """The judgement on a complete grid, if the kind's referee says the same."""
    from uniclue.solvers.refereed import opinion

    status: Literal["wrong", "right"] = "wrong" if broken else "right"
    said = opinion(puzzle, cells)
    if said not in (status, "none"):
        reason = f"the kind judges this grid {status}, its referee {said}; please report the puzzle"
        return verdict.Judgement(
            status="unknown", violations=broken, reason=reason, referee="differs", **about(puzzle)
        )
    referee: Literal["", "agrees"] = "" if said == "none" else "agrees"
    return verdict.Judgement(status=status, violations=broken, referee=referee, **about(puzzle))


def _with_givens(puzzle: Puzzle, cells: Grid) -> Puzzle:
    """The puzzle with the filled cells of a grid known too."""
    known = dict(puzzle.given_cells())
    rows = tuple(
        tuple(known.get((r, c)) if cell is None else cell for c, cell in enumerate(row))
        for r, row in enumerate(cells)
    )
    return replace(puzzle, givens=rows)
