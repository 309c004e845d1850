"""What a question is: how it is put, answered, told as text, continued, and its exit code.

Every module of :data:`FOLDERS` holds one class, derived from :class:`Question`, of the module's
name. Nothing here or there imports a solver or numpy before a question is run.
"""

from __future__ import annotations

import importlib
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.solvers.questions import Method
    from uniclue.solvers.verdict import Answer

OK, SEVERAL, NONE, UNKNOWN = 0, 10, 20, 30
USAGE, BAD_PUZZLE, NO_FILE, INTERNAL = 64, 65, 66, 70
WORST_FIRST = (INTERNAL, NO_FILE, BAD_PUZZLE, USAGE, UNKNOWN)

Progress = Callable[[int], None]


class UsageError(Exception):
    """A question cannot be put in this way."""


@dataclass(frozen=True, kw_only=True)
class Question(ABC):
    """A question, with all that it depends on; workers get it pickled.

    Attributes:
        method: How to answer.
        certificate: Where to write a certificate of the answer, if one is wanted.
    """

    command: ClassVar[str]
    asks_solver: ClassVar[bool] = True
    options: ClassVar[tuple[Callable[[Any], Any], ...]] = ()
    """Options of its own on the command line."""
    codes: ClassVar[dict[str, int]] = {"unknown": UNKNOWN}
    """Exit codes of the statuses that have one."""
    method: Method
    certificate: Path | None = None

    @classmethod
    def put(cls, method: Method, **options: Any) -> Question:
        """The question, from the options of its command line."""
        if method.encoder == "both" and cls.command != "unique":
            raise UsageError("expected --encoder cnf or ilp; both is for unique only")
        if options.get("certificate") and method.cardinality == "native":
            raise UsageError(
                "a certificate consists of clauses; choose another cardinality encoding"
            )
        return cls(method=method, **options)

    @abstractmethod
    def run(self, puzzle: Puzzle, progress: Progress) -> Answer:
        """The answer."""

    @abstractmethod
    def unknown(self, reason: str, **who: Any) -> Answer:
        """The answer where a worker died or was stopped; ``who`` is kind and id."""

    @abstractmethod
    def text(self, answer: Any, puzzle: Puzzle) -> list[str]:
        """The answer in paragraphs."""

    def was_cut_short(self, answer: Any) -> bool:
        """Whether a limit stopped the work before it was answered."""
        return bool(answer.reason) and getattr(answer, "status", "unknown") == "unknown"

    def exit_code(self, answer: Any) -> int:
        """The exit code for one puzzle."""
        status = getattr(answer, "status", None)
        return UNKNOWN if self.was_cut_short(answer) else self.codes.get(status, OK)

    def suffices(self, answer: Any) -> bool:
        """Whether the answer of an earlier run need not be found again."""
        is_there = self.certificate is None or (
            bool(answer.certificate) and Path(answer.certificate).is_dir()
        )
        return is_there and not self.was_cut_short(answer)

    def is_of(self, answer: Answer) -> bool:
        """Whether the answer of an earlier run is one to this question."""
        parts = self.method.parts()
        return not answer.work or (
            [w.encoder for w in answer.work] == [part.encoder for part in parts]
            and all(w.solver in p.answerers() for w, p in zip(answer.work, parts, strict=True))
            and answer.work[0].cardinality in (None, self.method.cardinality)
        )

    def parts(self) -> int:
        """How many pieces of work the time limit is for."""
        return len(self.method.parts())

    def may_race(self) -> bool:
        """Whether two solvers may try to be first."""
        return False

    def goes_together(self) -> bool:
        """Whether puzzles are decided together where that is quicker."""
        return False

    def of_line(self, number: int) -> Question:
        """The question about one line of many."""
        if self.certificate is None:
            return self
        return replace(self, certificate=self.certificate / str(number))


FOLDERS = ("uniclue.questions", "uniclue.research.questions")
"""Where questions are: a file each, of the question's name."""


def places() -> dict[str, str]:
    """The folder of every question, by the question's name."""
    found = {}
    for folder in FOLDERS:
        path = importlib.import_module(folder).__path__
        found |= {module.name: folder for module in pkgutil.iter_modules(path)}
    return found


def find(name: str) -> type[Question]:
    """The question of that name."""
    module = importlib.import_module(f"{places()[name]}.{name}")
    found: type[Question] = getattr(module, name.capitalize())
    return found
