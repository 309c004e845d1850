"""The clues that a solution makes true, derived from the fields and constraints of a kind.

A clue is a word at an entry of a field. A word is true if the constraint that it makes keeps the
solution: all entries of a field are tried with one word at a time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import asdict

from uniclue.constraints.base import Stated, keeps
from uniclue.constraints.board import Board
from uniclue.core.fields import Areas, Beside, Digits, Tokens, entries, fields_of, typed
from uniclue.core.lazy import Clause
from uniclue.core.model import Place, Value
from uniclue.core.places import Point
from uniclue.core.puzzle import Grid, PuzzleError


class FieldClue(NamedTuple):
    """A word at an entry of a field.

    Attributes:
        member: The field; ``givens`` for a known cell.
        at: Row and column of the entry; the row is 0 in a line of words.
        word: The word.
    """

    member: str
    at: Place
    word: Value


PROPOSED = "proposed"
"""Where clues stand that a kind proposes itself: in no field."""
Key = tuple[type[Stated], str, str, tuple[Point, ...]]


class Telling:
    """A blank board and a solution of it, with all the clues that are true.

    Args:
        blank: The board.
        solution: A solution.
        like: A Telling of another solution; its layout and cuts are reused.
        full: The board with all its clues, where they are known.
        only: The entries that may get a clue; None: all, or as ``like`` has it.

    Attributes:
        clues: The clues, at most one an entry, and no two with the same meaning.
        cuts: The cuts of the rules that are known, as clauses over the cells.
    """

    def __init__(
        self,
        blank: Board,
        solution: Grid,
        like: Telling | None = None,
        full: Board | None = None,
        only: Collection[Place] | None = None,
    ) -> None:
        self.blank, self.solution = blank, solution
        self._only: Collection[Place] | None = only if like is None else like._only
        self.cuts: list[Clause] = [] if like is None else like.cuts
        self._layout: _Layout = _Layout(blank) if like is None else like._layout
        held = (solution[r][c] for r, c in blank.places)
        self._stands = dict(zip(blank.unknowns.index, held, strict=True))
        self._owners: dict[Key, FieldClue] = {}
        self._printed: dict[Place, FieldClue] = {}
        self.clues: list[FieldClue] = []
        if full is not None:
            self._take(full)
            return
        for member, sort in fields_of(type(blank)).items():
            if isinstance(sort, Digits) or (
                isinstance(sort, Tokens) and sort.is_told and not sort.filled
            ):
                self._tell(member, sort)

    def of(self, solution: Grid) -> Telling:
        """The clues of another solution of the same board."""
        return Telling(self.blank, solution, self)

    def puzzle(self, clues: Iterable[FieldClue]) -> Board:
        """The board with some of the clues."""
        puzzle: Board = with_words(self.blank, clues)
        return puzzle

    def give(self, places: Iterable[Place]) -> None:
        """Adds known cells to the clues."""
        for place in places:
            if place not in self._printed:
                self._printed[place] = FieldClue(
                    "givens", place, self.solution[place[0]][place[1]] or 0
                )
                self.clues.append(self._printed[place])

    def _take(self, full: Board) -> None:
        """Takes the additional words of another board, each making as many constraints."""
        for member, sort in fields_of(type(full)).items():
            if isinstance(sort, Tokens):
                for r, c, word in {*words_of(full, member)} - {*words_of(self.blank, member)}:
                    self.clues.append(FieldClue(member, (r, c), word or 0))
        self.clues.sort(key=lambda clue: clue[:2])
        always = {key_of(made) for made in self.blank.clue_constraints()}
        new = [key for made in full.clue_constraints() if (key := key_of(made)) not in always]
        each = len(new) // len(self.clues) if self.clues else 0
        for i, clue in enumerate(self.clues):
            self._owners |= dict.fromkeys(new[i * each : (i + 1) * each], clue)

    def made(self, clue: FieldClue) -> tuple[Stated, ...]:
        """The constraints that a clue makes; none if it is printed as it stands."""
        return tuple(self._layout.made(clue.member, clue.word).get(clue.at) or ())

    def owner(self, key: Key) -> FieldClue | None:
        """The clue that makes a constraint."""
        return self._owners.get(key)

    def owner_of_cell(self, place: Place) -> FieldClue | None:
        """The clue that prints a cell."""
        return self._printed.get(place)

    def _tell(self, member: str, sort: Tokens | Digits) -> None:
        """Tries every word of a field in all its entries without a word."""
        there = {(r, c): word for r, c, word in words_of(self.blank, member)}
        left = {*self._layout.spots(member, sort)}
        left = left if self._only is None else left.intersection(self._only)
        seen: set[Any] = set()
        vain, patience = 0, sum(self.blank.board_shape)
        for word in self._layout.words(sort):
            if not left:
                break
            if vain > patience and isinstance(word, int):  # larger numbers are not true either
                continue
            right = self._true(member, word, left)
            vain = 0 if right else vain + 1
            for at, keys in right.items():
                left.remove(at)
                if str(there[at]) == str(word):
                    continue
                clue = FieldClue(member, at, word)
                about = tuple((sort_, code, places) for sort_, code, _, places in keys)
                if not keys:
                    self._printed[at] = clue
                elif about in seen and len(about[0][2]) > 1:
                    continue
                seen.add(about)
                self._owners |= dict.fromkeys(keys, clue)
                self.clues.append(clue)

    def _true(self, member: str, word: Value, left: set[Place]) -> dict[Place, tuple[Key, ...]]:
        """The places where a word is true, with its constraints there: none where it is printed."""
        right: dict[Place, tuple[Key, ...]] = {}
        for at, made in self._layout.made(member, word).items():
            if at not in left:
                continue
            if made is None:
                if self.solution[at[0]][at[1]] == word:
                    right[at] = ()
            elif all(keeps(self._stands, constraint) for constraint in made):
                right[at] = tuple(map(key_of, made))
        return right


class _Layout:
    """The constraints that the words of a board's fields would make, true or not.

    Args:
        blank: The board.
    """

    def __init__(self, blank: Board) -> None:
        self._blank = blank
        self._always = {key_of(made) for made in blank.clue_constraints()}
        self._spots: dict[str, list[Place]] = {}
        self._replaced: set[str] = set()
        self._made: dict[tuple[str, Value], dict[Place, list[Stated] | None]] = {}

    def words(self, sort: Tokens | Digits) -> Sequence[Value]:
        """The words that are tried in a field."""
        if isinstance(sort, Digits):
            return self._blank.domain
        return (
            self._blank.generation.clue_words
            or tuple(sort.on(self._blank.space).words())
            or self._blank.domain
        )

    def spots(self, member: str, sort: Tokens | Digits) -> list[Place]:
        """The entries where a word changes neither the places to fill in nor the rules."""
        if member not in self._spots:
            self._spots[member] = self._free(member, sort)
        return self._spots[member]

    def made(self, member: str, word: Value) -> dict[Place, list[Stated] | None]:
        """The constraints that a word makes in each spot of a field; None where it is printed."""
        if (member, word) not in self._made:
            self._made[member, word] = self._try(member, word)
        return self._made[member, word]

    def _free(self, member: str, sort: Tokens | Digits) -> list[Place]:
        holes = () if isinstance(sort, Beside) else self._blank.holes
        every = words_of(self._blank, member)
        there = {(r, c): word for r, c, word in every if (r, c) not in holes}
        held = [at for at, word in there.items() if word is not None]
        if len({there[at] for at in held}) > 1:  # which are clues, no marks of where clues may be
            held = []
        for some in ([at for at, word in there.items() if word is None], held):
            for word in self.words(sort)[:1]:
                try:
                    tried = with_words(self._blank, [FieldClue(member, at, word) for at in some])
                except PuzzleError:
                    continue
                same = tried.unknowns == self._blank.unknowns
                if same and tried.rules_key() == self._blank.rules_key():
                    self._replaced |= {member} if some is held else set()
                    return some
        return []

    def _try(self, member: str, word: Value) -> dict[Place, list[Stated] | None]:
        some = self._spots[member]
        try:
            tried = with_words(self._blank, [FieldClue(member, at, word) for at in some])
        except PuzzleError:
            return {}
        is_beside = isinstance(fields_of(type(self._blank))[member], Beside)
        printed = {} if is_beside else dict(tried.printed())
        made: dict[Place, list[Stated] | None] = dict.fromkeys(at for at in some if at in printed)
        rest = [at for at in some if at not in printed]
        own = set[Key]() if member in self._replaced else self._always
        new = [c for c in tried.clue_constraints() if key_of(c) not in own]
        each, over = divmod(len(new), len(rest) or 1)
        if each and not over:
            made |= {at: new[i * each : (i + 1) * each] for i, at in enumerate(rest)}
        return made


def key_of(constraint: Stated) -> Key:
    """The key that distinguishes a clue's constraint from those of other clues."""
    return type(constraint), constraint.code, constraint.title, tuple(constraint.places)


def words_of(puzzle: Board, member: str) -> list[tuple[int, int, Value | None]]:
    """The entries of a field: row, column, word."""
    value, sort = getattr(puzzle, member), fields_of(type(puzzle))[member]
    if isinstance(sort, Digits):
        return [(r, c, n or None) for r, row in enumerate(value) for c, n in enumerate(row)]
    rows = [value] if isinstance(sort, Beside) else value
    return [(r, c, word) for r, row in enumerate(rows) for c, word in enumerate(entries(row))]


def clues_in(puzzle: Board) -> list[FieldClue]:
    """The words that a puzzle has in fields, without those that name its areas."""
    sorts = fields_of(type(puzzle)).items()
    members = [n for n, sort in sorts if isinstance(sort, Tokens) and not isinstance(sort, Areas)]
    return [
        FieldClue(member, (r, c), word)
        for member in members
        for r, c, word in words_of(puzzle, member)
        if word is not None
    ]


def with_words(puzzle: Board, clues: Iterable[FieldClue]) -> Any:
    """A puzzle with words in some entries, and otherwise unchanged.

    Raises:
        PuzzleError: It is no puzzle of the kind.
    """
    new: dict[str, dict[Place, Value]] = {}
    for clue in clues:
        new.setdefault(clue.member, {})[clue.at] = clue.word
    members = {n: v for n, v in asdict(puzzle).items() if n != "extra"}
    sorts = fields_of(type(puzzle))
    for member, words in new.items():
        if member == "givens":
            members[member] = puzzle.grid_of({**dict(puzzle.given_cells()), **words})
            continue
        rows: dict[int, list[Value | None]] = {}
        for r, c, word in words_of(puzzle, member):
            rows.setdefault(r, []).append(words.get((r, c), word))
        if isinstance(sorts[member], Digits):
            members[member] = tuple(tuple(word or 0 for word in row) for row in rows.values())
            continue
        lines = tuple(map(typed, rows.values()))
        members[member] = lines[0] if isinstance(sorts[member], Beside) else lines
    return type(puzzle)(**members)
