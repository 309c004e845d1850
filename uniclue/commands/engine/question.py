"""Questions: their options, answers, text, continuation and exit codes.

A question is defined in a file of its name in one of the folders of commands, or by an entry point
of the group ``uniclue.questions``. Nothing here or in those folders imports a solver or numpy
before a question is run.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from msgspec.structs import replace

from uniclue.commands.engine import text as texts
from uniclue.commands.engine.exits import OF_STATUS, OK, UNKNOWN, USAGE, Stop
from uniclue.commands.engine.folders import FOLDERS, GROUP
from uniclue.commands.engine.options import SOLVERS
from uniclue.core.late import pathlib
from uniclue.core.memory import chosen_limit
from uniclue.core.plugins import Plugin, Registry
from uniclue.core.words import expected_one_of
from uniclue.solvers.options import SolverOptions

if TYPE_CHECKING:
    from uniclue.core.puzzle import Puzzle
    from uniclue.solvers.method import Method
    from uniclue.solvers.verdict import Answer

Progress = Callable[[int], None]
SOLVER_OPTIONS = SolverOptions.__struct_fields__
"""The command-line options that choose the solver."""


class Question(Plugin, msgspec.Struct, frozen=True, kw_only=True):
    """A question with everything it depends on; it is pickled for workers.

    The docstring of a class derived from it is the help of its command.
    """

    command: ClassVar[str] = ""
    options: ClassVar[tuple[Callable[[Any], Any], ...]] = ()
    """The question's own command-line options."""
    solver_options: ClassVar[tuple[Callable[[Any], Any], ...]] = SOLVERS
    """Its options that choose the solver."""
    needs_file: ClassVar[bool] = True
    endings: ClassVar[tuple[str, ...]] = ()
    """File endings for which ``--out`` writes another format than JSON, for one puzzle."""
    takes_many: ClassVar[bool] = True
    """Whether the command takes several files."""
    codes: ClassVar[dict[str, int]] = OF_STATUS
    """Exit codes by status."""
    answered: ClassVar[str] = "answered"
    """The outcome of an answer that has no status."""
    is_text: ClassVar[bool] = False
    """Whether answers are printed in full even for several files, as a line would say little."""
    asks_both: ClassVar[bool] = False
    """Whether CNF and ILP can both be used, one after the other."""
    method: Method
    """How to answer."""
    certificate: pathlib.Path | None = None
    """Where to write a certificate of the answer, if one is wanted."""
    stages: bool = False
    """Whether answers list the stages of the work."""
    in_full: bool = False
    """Whether answers for one puzzle of many are printed in full, not in a line."""
    fail_on: tuple[str, ...] | None = None
    """The outcomes that set the exit code; None: all for one puzzle, ``unknown`` for many."""

    @classmethod
    def from_options(
        cls, *, stages: bool = False, fail_on: str | None = None, **options: Any
    ) -> Question:
        """The question, from the options of its command line.

        Raises:
            Stop: The options do not suit the question, or each other.
        """
        of_solver = {name: options.pop(name) for name in SOLVER_OPTIONS if name in options}
        try:
            method = SolverOptions(**of_solver).method(chosen_limit())
        except ValueError as error:
            raise Stop(USAGE, str(error)) from error
        question = cls.parse(method, **options)
        if stages:
            question = question.with_stages()
        if method.encoder == "both" and not question.asks_both:
            raise cls.refusal("expected --encoder cnf or ilp; both is for unique only")
        if question.certificate is not None and method.cardinality == "native":
            what = "a certificate consists of clauses; choose another cardinality encoding"
            raise cls.refusal(what)
        if method.law is not None and question.certificate is not None:
            raise cls.refusal("a certificate holds cuts; leave out --law")
        return question if fail_on is None else question._failing_on(fail_on)

    def _failing_on(self, outcomes: str) -> Question:
        """This question with the outcomes that set the exit code, separated by commas."""
        chosen = tuple(word.strip() for word in outcomes.split(","))
        known = dict.fromkeys((*self.codes, "unknown"))
        if wrong := next((word for word in chosen if word not in known), None):
            raise self.refusal(expected_one_of(known, wrong))
        return replace(self, fail_on=chosen)

    @classmethod
    def parse(cls, method: Method, **options: Any) -> Question:
        """The question that options of its own ask for; they are members of the class.

        Raises:
            Stop: The options do not suit the question, or each other.
        """
        return cls(method=method, **options)

    def with_stages(self) -> Question:
        """This question, with answers that list the stages of the work.

        Raises:
            Stop: The question has no stages.
        """
        return replace(self, stages=True)

    @classmethod
    def refusal(cls, why: str) -> Stop:
        """The error for a question that cannot be used in this way."""
        return Stop(USAGE, f"{cls.command}: {why}")

    @classmethod
    def without_file(cls, *, as_json: bool, **options: Any) -> bytes:
        """What the command prints if no FILE is named; for commands that do not need one."""
        raise NotImplementedError

    def run(self, puzzle: Puzzle, progress: Progress) -> Answer:
        """The answer; ``progress`` is called with the number of solutions counted so far."""
        raise NotImplementedError

    def shown(self, answer: Answer) -> Answer:
        """The answer, without the stages of the work unless they were requested."""
        if self.stages or not answer.work:
            return answer
        work = tuple(replace(each, stages=msgspec.UNSET) for each in answer.work)
        return replace(answer, work=work)

    def beginning(self) -> Question | None:
        """The question to answer first, if this one may take longer."""
        return None

    def begun(self, answer: Any, puzzle: Puzzle) -> list[str]:
        """The answer to the first question, in paragraphs."""
        raise NotImplementedError

    def continued(self, answer: Any) -> Question:
        """This question once the first one is answered: its text covers only the rest."""
        raise NotImplementedError

    def unknown(self, reason: str, **who: Any) -> Answer:
        """The answer if a worker died or was stopped; ``who`` is kind and id."""
        raise NotImplementedError

    def text(self, answer: Any, puzzle: Puzzle) -> list[str]:
        """The answer in paragraphs."""
        raise NotImplementedError

    def written(self, answer: Any, puzzle: Puzzle, ending: str) -> bytes:
        """A file with the answer; ``ending`` is one of :attr:`endings`.

        Raises:
            ChoiceError: The package that writes such files is not installed.
        """
        raise NotImplementedError

    def prepare(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle that the question is about, if FILE holds a single one."""
        return puzzle

    def check_many(self) -> None:
        """Raises Stop if the question works only for a single puzzle."""

    def for_line(self, number: int) -> Question:
        """The question about one line of many."""
        if self.certificate is None:
            return self
        return replace(self, certificate=self.certificate / str(number))

    def was_cut_short(self, answer: Any) -> bool:
        """Whether a limit stopped the work before the answer."""
        return bool(answer.reason) and getattr(answer, "status", "unknown") == "unknown"

    def exit_code(self, answer: Any) -> int:
        """The exit code of an answer."""
        status = getattr(answer, "status", "")
        return UNKNOWN if self.was_cut_short(answer) else self.codes.get(status, OK)

    def outcome(self, answer: Any) -> str:
        """The answer in a word: its status, that of its exit code, or its level."""
        status = getattr(answer, "status", "")
        words = {code: word for word, code in OF_STATUS.items()}
        word = status or words.get(self.exit_code(answer)) or getattr(answer, "level", None)
        return word or self.answered

    def code_of_one(self, answer: Any) -> int:
        """The exit code for one puzzle."""
        fails = self.fail_on is None or self.outcome(answer) in self.fail_on
        return self.exit_code(answer) if fails else OK

    def code_of_many(self, answer: Any) -> int:
        """The exit code of one puzzle among many."""
        if self.fail_on is not None:
            return self.code_of_one(answer)
        return UNKNOWN if self.was_cut_short(answer) else OK

    def headline(self, answer: Any) -> str:
        """The answer in a line, without its puzzle."""
        return texts.line(answer) or self.outcome(answer)

    def suffices(self, answer: Any) -> bool:
        """Whether the answer of an earlier run can be kept."""
        is_there = self.certificate is None or (
            bool(answer.certificate) and pathlib.Path(answer.certificate).is_dir()
        )
        is_believed = self.method.prove and answer.verified is False
        has_stages = not self.stages or all(work.stages for work in answer.work)
        return is_there and has_stages and not is_believed and not self.was_cut_short(answer)

    def is_of(self, answer: Any) -> bool:
        """Whether the answer of an earlier run answers this question."""
        parts = self.method.parts()
        return not answer.work or (
            [w.encoder for w in answer.work] == [part.encoder for part in parts]
            and all(w.solver in p.answerers() for w, p in zip(answer.work, parts, strict=True))
            and answer.work[0].cardinality in (None, self.method.cardinality)
        )

    def parts(self) -> int:
        """The number of pieces of work that share the time limit."""
        return len(self.method.parts())

    def may_race(self) -> bool:
        """Whether two solvers may race."""
        return False

    def leaves_solver_open(self) -> bool:
        """Whether the choice of the SAT solver is free."""
        how = self.method
        is_open = how.encoder == "cnf" and how.solver is None and how.limits.conflicts is None
        return is_open and how.cardinality != "native"

    def goes_together(self) -> bool:
        """Whether puzzles are decided in batches where that is faster."""
        return False


# -- finding questions -----------------------------------------------------------------------------

QUESTIONS: Registry[type[Question]] = Registry(
    Question, GROUP, *FOLDERS, key=attrgetter("command"), are_classes=True
)
