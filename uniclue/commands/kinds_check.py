"""Checks a kind: whether its judge, its rows and its examples agree.

Errors are reported in terms of the kind's own file: an exception from its code becomes
``FILE:LINE: TypeError: ...``.
"""

from __future__ import annotations

import difflib
import inspect
import linecache
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, combinations
from pathlib import Path
from typing import Any, Literal

import msgspec

from uniclue.constraints.base import Constraint
from uniclue.constraints.board import Board
from uniclue.constraints.telling import FieldClue, with_words, words_of
from uniclue.core.codecs import pzpr_of
from uniclue.core.fields import Tokens, fields_of
from uniclue.core.kinds import file_of_user
from uniclue.core.lazy import static
from uniclue.core.memory import LimitReachedError
from uniclue.core.model import Model, View
from uniclue.core.plugins import author_line, near_name
from uniclue.core.puzzle import (
    Example,
    Grid,
    Puzzle,
    PuzzleError,
    beside_kind,
    is_complete,
    json_schema,
)
from uniclue.core.words import number_of
from uniclue.formats.puzzle_json import dumps, from_members, loads
from uniclue.formats.pzpr.layout import layout_of
from uniclue.referees import beside, referee_of
from uniclue.solvers import gate, trials
from uniclue.solvers.decide import DisagreementError, Method, unique
from uniclue.solvers.limits import Limits

BOARDS, SECONDS = 24, 8.0
"""The most random boards to try, and the seconds after which no further one is tried."""
MOST_SOLUTIONS = 3000
MOST_NUMBERS = 10
"""How many numbers of a field are tried as clues, besides all its words."""
REFEREED = 8
"""How many boards the kind's referee draws per random board; the same time limit applies."""
PARTS = 4
"""How many partly filled boards are judged for every solution, and for every drawn one."""
_SEVERAL = 2
PROGRAM_SECONDS = 10.0
"""An example that takes the program longer than that is left to the clauses."""
PROGRAM_PLACES = 64
"""The rows of larger examples as clauses are slow to search; of these, the program solves the first
of a kind alone."""


class CheckLine(msgspec.Struct, frozen=True):
    """The result of one check.

    Attributes:
        check: What was checked.
        result: ``ok``, ``wrong``, or ``note``: perhaps right, but worth a look.
        text: The finding in words.
    """

    check: str
    result: Literal["ok", "wrong", "note"]
    text: str


class _WrongError(Exception):
    """A fault, in words."""


class _Note(Exception):  # noqa: N818 (not an error)
    """A finding worth a look, in words."""


def check_kind(kind: type[Puzzle], seed: int = 0, boards: int = BOARDS) -> Iterator[CheckLine]:
    """Checks a kind.

    Args:
        kind: The kind.
        seed: For the random boards.
        boards: The most random boards that are tried.

    Yields:
        A line for every check, in order.
    """
    tools, raised = _Checks(kind, seed, boards), set[str]()
    checks: dict[str, Callable[[], str]] = {
        "title": tools.title,
        "names": tools.names,
        "examples": tools.examples,
        "proposed": tools.proposed,
        "wrong boards": tools.wrong_boards,
        "words": tools.words,
        "rules key": tools.rules_key,
        "parts of solutions": tools.parts,
        "random boards": tools.random_boards,
        "referee": tools.referee,
        "groups": tools.groups,
    }
    for name, check in checks.items():
        try:
            if text := check():
                yield CheckLine(name, "ok", text)
        except _Note as note:
            yield CheckLine(name, "note", str(note))
        except _WrongError as error:
            yield CheckLine(name, "wrong", str(error))
        except LimitReachedError as error:
            yield CheckLine(name, "note", f"not tried: {error}")
        except Exception as error:
            referee = {str(beside(tools.file))}
            line = author_line(error) or author_line(error, referee)
            text = line or f"{_line_of(kind)}: {_named(error)}"
            if text not in raised:
                yield CheckLine(name, "wrong", text)
            raised.add(text)
        if name == "examples" and not kind.examples:
            return


class _Checks:
    def __init__(self, kind: type[Puzzle], seed: int, boards: int) -> None:
        self.kind, self.boards = kind, boards
        self.rng = random.Random(seed)

    # -- the file ----------------------------------------------------------------------------------

    def title(self) -> str:
        kind, where = self.kind, _line_of(self.kind)
        _refuse(not kind.title, f"{where}: expected a title, the docstring's first line")
        _refuse(not kind.codes, f"{where}: expected rules, the docstring's section 'Rules:'")
        json_schema(kind)
        return f"{kind.title}; rules {', '.join(kind.codes)}"

    def names(self) -> str:
        """Looks for misspelt hooks, which nothing would ever call."""
        misspelt = [*_misspelt(self.kind, Board if issubclass(self.kind, Board) else Puzzle)]
        module = inspect.getmodule(self.kind)
        own = (c for c in vars(module).values() if inspect.isclass(c)) if module else ()
        for cls in own:
            if issubclass(cls, Constraint) and cls.__module__ == self.kind.__module__:
                misspelt += _misspelt(cls, Constraint)
        _refuse(bool(misspelt), "; ".join(misspelt))
        if pzpr_of(self.kind):
            layout_of(self.kind)  # raises for a member whose field has no notation
        hooks = [name for name in vars(self.kind) if name in _HOOKS]
        return ", ".join(hooks) or "none of its own"

    # -- examples ----------------------------------------------------------------------------------

    def examples(self) -> str:
        examples, where = self.kind.examples, _line_of(self.kind)
        proposes = "uniclue kinds --check FILE --propose writes some"
        _refuse(not examples, f"{where}: expected examples, in {self._beside()}; {proposes}")
        numbers = {len(e.solutions) for e in examples}
        for example in examples:
            self._try_example(example)
        missing = [f"{n}" for n in range(_SEVERAL + 1) if n not in numbers]
        _refuse(
            bool(missing),
            f"{self._beside()}: expected examples with 0, 1 and 2 solutions, "
            f"got none with {' and '.join(missing)}",
        )
        return f"{len(examples)}, with the solutions listed and no others"

    def proposed(self) -> str:
        """The line about unconfirmed examples, if there are any."""
        some = [example for example in self.kind.examples if example.proposed]
        if some:
            what = f"{number_of(len(some), 'example')} made from the rules"
            look = 'look at each, and delete its "proposed" if it is right'
            raise _Note(f"{self._beside()}: {what}, which cannot test them: {look}")
        return ""

    def _try_example(self, example: Example) -> None:
        name = f"{self._beside()}: example {example.name!r}"
        _refuse(len(example.solutions) > _SEVERAL, f"{name}: expected at most two solutions")
        with _naming(name):
            puzzle = from_members(example.puzzle)
            again = loads(dumps(puzzle))
            listed = [puzzle.read_grid(grid) for grid in example.solutions]
        _refuse(again != puzzle, f"{name}: it is another puzzle after it was written and read")
        for number, grid in enumerate(listed, 1):
            broken = puzzle.broken(grid)
            _refuse(bool(broken), f"{name}: solution {number} is wrong: {_first(broken)}")
            _refuse(not is_complete(puzzle, grid), f"{name}: solution {number} has empty cells")
            puzzle.draw(grid)
        _refuse(len(set(listed)) < len(listed), f"{name}: its two solutions are the same")
        is_small = len(puzzle.places) <= PROGRAM_PLACES
        for form in puzzle.forms or ("",):
            model = puzzle.model(form or None)
            self._refuse_other(name, puzzle, model, listed)
            self._refuse_other(name, puzzle, _program(model), listed, searched=is_small)
        if not is_small and example is not self.kind.examples[0]:
            return
        with _naming(name):
            status = unique(puzzle, Method("ilp", limits=Limits(PROGRAM_SECONDS))).status
        expected = ("none", "unique", "several")[len(listed)]
        _refuse(
            status not in (expected, "unknown"),
            f"{name}: expected {expected}, the program says {status}",
        )

    def _refuse_other(
        self, name: str, puzzle: Puzzle, model: Model, listed: list[Grid], *, searched: bool = True
    ) -> None:
        """Raises unless a model has the listed solutions; if two are listed, it may have more.

        Others are looked for if ``searched``.
        """
        for number, grid in enumerate(listed, 1):
            if not trials.allows(model, model.literals_in(grid).tolist()):
                why = _forbids(model, grid)
                raise _WrongError(f"{name}: the rows do not allow solution {number}{why}")
        for grid in trials.grids(puzzle, model, len(listed) + 1) if searched else ():
            broken = puzzle.broken(grid)
            if broken:
                text = f"the rows allow what breaks a rule: {_first(broken)}"
                raise _WrongError(f"{name}: {text}\n{puzzle.draw(grid)}")
            if grid not in listed and len(listed) < _SEVERAL:
                raise _WrongError(f"{name}: there is a solution more\n{puzzle.draw(grid)}")

    def wrong_boards(self) -> str:
        shown: set[str] = set()
        for example in self.kind.examples:
            puzzle = from_members(example.puzzle)
            for code, rows in example.wrong.items():
                name = f"{self._beside()}: example {example.name!r}, wrong board {code!r}"
                _refuse(code not in self.kind.codes, f"{name}: there is no such rule")
                with _naming(name):
                    grid = puzzle.read_grid(rows)
                _refuse(not is_complete(puzzle, grid), f"{name}: it has empty cells")
                codes = {v.code for v in puzzle.broken(grid)}
                _refuse(not codes, f"{name}: the judge calls it right")
                broken = ", ".join(sorted(codes))
                _refuse(code not in codes, f"{name}: by the judge it breaks {broken}")
                model = puzzle.model()
                is_allowed = trials.allows(model, model.literals_in(grid).tolist())
                _refuse(is_allowed, f"{name}: the rows allow it")
                shown.add(code)
        missing = [code for code in self.kind.codes if code not in shown]
        text = f"{self._beside()}: expected a wrong board for {', '.join(missing)}"
        _refuse(bool(missing), text)
        return ", ".join(self.kind.codes)

    def words(self) -> str:
        """Every word that a field allows must make its clues; that it does is no line."""
        rng = random.Random(0)
        for puzzle in (from_members(example.puzzle) for example in self.kind.examples):
            if isinstance(puzzle, Board):
                for clue in _clues_of_words(puzzle, rng):
                    with suppress(PuzzleError):
                        with_words(puzzle, [clue]).model()
        return ""

    def rules_key(self) -> str:
        """Puzzles with equal keys must have equal rules, since they share cached ones."""
        puzzles = [from_members(example.puzzle) for example in self.kind.examples]
        puzzles += [p for e in self.kind.examples for p in [trials.varied(e.puzzle, self.rng)] if p]
        boards = [p for p in puzzles if isinstance(p, Board)]
        for one, other in combinations(boards, 2):
            key = one.rules_key()
            same = key is not None and key == other.rules_key()
            if same and list(one.rules()) != list(other.rules()):
                where = _line_of(self.kind.rules_key)
                raise _WrongError(f"{where}: two puzzles with the key {key!r} have other rules")
        return "equal where the rules are"

    # -- judge, clauses and programs ---------------------------------------------------------------

    def parts(self) -> str:
        """The judge must not reject a part of a board that it accepts."""
        number = 0
        for puzzle in self._boards(self.boards // 2):
            for grid in sorted(trials.grids(puzzle, puzzle.model(), 3), key=repr):
                if puzzle.broken(grid):
                    continue
                for _ in range(PARTS):
                    share = self.rng.random()
                    rows = [[v if self.rng.random() < share else None for v in r] for r in grid]
                    part = tuple(map(tuple, rows))
                    number += 1
                    if broken := puzzle.broken(part):
                        text = (
                            f"the judge finds {_first(broken)!r} on a board that can be completed"
                        )
                        drawn = f"{puzzle.draw(part)}\n{puzzle.draw(grid)}"
                        raise _WrongError(f"{self._rule(broken[0].code)}: {text}\n{drawn}")
        return f"{number} boards that can be completed, none called wrong"

    def random_boards(self) -> str:
        number = solutions = 0
        ways: set[str] = set()
        for puzzle in self._boards(self.boards):
            right = set(trials.solutions(puzzle))
            number, solutions = number + 1, solutions + len(right)
            for way, model in _ways(puzzle):
                ways.add(way)
                allowed = trials.grids(puzzle, model, MOST_SOLUTIONS)
                if allowed != right:
                    raise _WrongError(self._differs(puzzle, model, way, allowed, right))
        text = f"{number} boards with {solutions} solutions, the same by brute force"
        return f"{text}, {', '.join(sorted(ways))}"

    def _boards(self, most: int) -> Iterator[Puzzle]:
        """Random puzzles small enough for brute force."""
        end = time.monotonic() + SECONDS
        for number in range(most):
            if number >= len(self.kind.examples) and time.monotonic() > end:
                return
            example = self.kind.examples[number % max(1, len(self.kind.examples))]
            puzzle = from_members(example.puzzle)
            grids = [*example.solutions, *example.wrong.values()]
            grid = puzzle.read_grid(self.rng.choice(grids)) if grids else None
            changed = trials.varied(example.puzzle, self.rng) if number % 3 else None
            if changed is not None and changed.shape == puzzle.shape:
                puzzle = changed
            try:
                yield trials.with_few_open(puzzle, grid, self.rng)
            except PuzzleError:
                continue

    def _differs(
        self, puzzle: Puzzle, model: Model, way: str, allowed: set[Grid], right: set[Grid]
    ) -> str:
        """Where rows and judge differ, in words, with the board."""
        if missing := right - allowed:
            grid = min(missing, key=repr)
            why = _forbids(model, grid)
            problem = f"the judge finds this board right, the {way} do not allow it{why}"
        else:
            grid = min(allowed - right, key=repr)
            broken = puzzle.broken(grid)
            rule = self._rule(broken[0].code) if broken else _line_of(self.kind)
            word = _first(broken) if broken else "a part of it is wrong"
            problem = f"the {way} allow this board, the judge reports: {word} ({rule})"
        text = dumps(msgspec.structs.replace(puzzle, givens=None)).decode().strip()
        return f"{_line_of(self.kind)}: {problem}\n{puzzle.draw(grid)}\n{text}"

    # -- the referee -------------------------------------------------------------------------------

    def referee(self) -> str:
        """The kind and its referee must agree on boards that the referee draws."""
        name = self.kind.kind()
        referee = referee_of(name, file_of_user(self.kind))
        if referee is None:
            where = near_name(str(beside(self.file)))
            raise _Note(f"none: a second opinion on what the kind means, in {where}")
        counts, end = Counter[str](), time.monotonic() + SECONDS
        for seed in range(REFEREED * self.boards):
            drawing = gate.drawn(name, referee, seed)
            if drawing is None or not gate.is_read(drawing[0]):
                counts["refused"] += 1
                continue
            board, right = drawing
            counts[gate.STATUS[min(board.number, 2)]] += 1
            puzzle = from_members(board.members)
            faults = (gate.differs(board, right), gate.misjudged(puzzle, self.rng, PARTS))
            for fault in chain(*faults):
                raise _WrongError(f"{fault}\n{dumps(puzzle).decode().strip()}")
            if time.monotonic() > end:
                break
        shares = ", ".join(f"{number} {status}" for status, number in sorted(counts.items()))
        return f"the same on the boards it drew: {shares}"

    # -- graphs ------------------------------------------------------------------------------------

    def groups(self) -> str:
        """Graphs connect the members of a group; a group of most cells would connect everything."""
        puzzles = [from_members(example.puzzle) for example in self.kind.examples]
        puzzle = max(puzzles, key=lambda p: len(p.places))
        model = puzzle.model()
        lazy = {constraint.group.id for constraint in model.lazy}
        for group in model.groups:
            size, places = len(group.cells), len(model.places)
            is_large = size > places / 2 and (size > 10 or size == places > 6)
            if is_large and group.id not in lazy and group.code not in ("cell", "given"):
                raise _Note(
                    f"{self._rule(group.code)}: {group.sentence!r} involves {len(group.cells)} of "
                    f"{len(model.places)} cells at once; split rules into small pieces for graphs"
                )
        return f"{len(model.groups)}, none of them of more than half of the cells"

    # -- places of findings ------------------------------------------------------------------------

    def _rule(self, code: str) -> str:
        """The line of the file where a rule is stated."""
        path, first = _source(self.kind)
        for number, line in enumerate(linecache.getlines(path)[first - 1 :], first):
            if line.strip().startswith(f"{code}:"):
                return f"{near_name(path)}:{number}"
        return _line_of(self.kind)

    def _beside(self) -> str:
        """The file with the examples."""
        return near_name(str(self.file.with_suffix(".json")))

    @property
    def file(self) -> Path:
        """The file after which those beside the kind are named."""
        return beside_kind(self.kind) or Path("kind.py")


# -- ways to the solutions -------------------------------------------------------------------------


def _program(model: Model) -> Model:
    """A model whose clauses are the rows of its program."""
    return trials.only(static(model, view=View.LP), View.LP)


def _ways(puzzle: Puzzle) -> Iterator[tuple[str, Model]]:
    """The models of a puzzle: every form, as clauses and rows, lazy constraints in each form."""
    for form in puzzle.forms or ("",):
        model = puzzle.model(form or None)
        named = f" of form {form}" if form else ""
        yield f"{'clauses and cuts' if model.lazy else 'clauses'}{named}", model
        laws = sorted({law for constraint in model.lazy for law in constraint.FORMS})
        for law in laws:
            yield f"clauses{named} with {law}", static(model, law)
        yield f"rows{named}", _program(model)


def _forbids(model: Model, grid: Grid) -> str:
    """The rule or clue whose rows alone exclude a board, in words; empty if none does."""
    literals = model.literals_in(grid).tolist()
    for group in model.groups:
        alone = trials.only(model, View.CNF, group.id)
        alone.lazy = [constraint for constraint in model.lazy if constraint.group.id == group.id]
        if not trials.allows(alone, literals):
            return f": {group.sentence!r} ({group.code})"
    return ""


def _clues_of_words(puzzle: Board, rng: random.Random) -> Iterator[FieldClue]:
    """Every word that a field allows, each where some word of the field may stand."""
    for member, sort in fields_of(type(puzzle)).items():
        if isinstance(sort, Tokens) and (spots := [at[:2] for at in words_of(puzzle, member)]):
            for word in (*sort.numbers[:MOST_NUMBERS], *(sort.letters or ())):
                yield FieldClue(member, rng.choice(spots), word)


# -- names -----------------------------------------------------------------------------------------


_HOOKS = tuple(
    name
    for base in (Board, Puzzle)
    for name in vars(base)
    if not name.startswith("_") and name not in ("title", "codes", *Puzzle.__struct_fields__)
)


def _misspelt(cls: type, base: type) -> Iterator[str]:
    """Names that a class defines that resemble, but are not, names of its base."""
    known = [name for name in dir(base) if not name.startswith("_")]
    fields = getattr(cls, "__struct_fields__", ())
    for name, value in vars(cls).items():
        is_ours = name.startswith("_") or name in known or name in fields
        if is_ours or not (callable(value) or isinstance(value, property | classmethod)):
            continue
        near = difflib.get_close_matches(name, known, 3, 0.82)
        if near and not any(other in vars(cls) for other in near):
            yield f"{_line_of(value)}: nothing uses {name!r}; did you mean {near[0]!r}?"
    if issubclass(cls, Board) and "clues" in fields and "clue_constraints" not in vars(cls):
        where = _line_of(cls)
        yield f"{where}: a kind with a member 'clues' defines 'clue_constraints' for its clues"


def _source(thing: Any) -> tuple[str, int]:
    """The file and line where something is defined."""
    thing = getattr(thing, "fget", None) or getattr(thing, "func", None) or thing
    thing = inspect.unwrap(getattr(thing, "__func__", thing))
    try:
        return inspect.getsourcefile(thing) or "", inspect.findsource(thing)[1] + 1
    except (OSError, TypeError):
        return "", 1


def _line_of(thing: Any) -> str:
    path, line = _source(thing)
    return f"{near_name(path)}:{line}"


# -- errors ----------------------------------------------------------------------------------------


def _refuse(is_wrong: bool, text: str) -> None:
    if is_wrong:
        raise _WrongError(text)


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """Adds the place in the file to errors."""
    try:
        yield
    except (PuzzleError, DisagreementError) as error:
        raise _WrongError(f"{name}: {error}") from error


def _first(broken: Iterable[Any]) -> str:
    return next((f"{v.sentence} ({v.code})" for v in broken), "")


def _named(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
