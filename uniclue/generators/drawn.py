"""The general recipe, for kinds without their own: a random solution, and clues for it alone.

A layout is drawn, then a solution of the rules by random phases. All clues that are true of it are
added, then dropped in random order while the level allows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, cached_property, partial
from itertools import chain
from typing import Any, Literal, cast, get_type_hints

import msgspec

from uniclue.constraints.board import Board
from uniclue.constraints.generation import Construction, blank_of_fields
from uniclue.constraints.telling import FieldClue, Telling, with_words
from uniclue.constraints.tiled import TiledBoard, tilings_of
from uniclue.core.arrays import np
from uniclue.core.fields import Areas, Beside, Dotted, Tokens, entries, fields_of
from uniclue.core.kinds import find_kind
from uniclue.core.listed import Lines
from uniclue.core.model import Place
from uniclue.core.places import Shape, pairs
from uniclue.core.puzzle import ChoiceError, Grid, PuzzleError
from uniclue.core.words import either, quoted
from uniclue.generators.choosing import chosen
from uniclue.generators.crowding import crowded
from uniclue.generators.dropping import thinned
from uniclue.generators.finishing import finished, need_cells, pattern_of, start_of
from uniclue.generators.growing import grown
from uniclue.generators.lookahead import unsolved_cells
from uniclue.generators.mending import mended
from uniclue.generators.placing import placed
from uniclue.generators.polishing import decided, redrawn
from uniclue.generators.rated import rated
from uniclue.generators.recipe import Recipe, Rejected, Rng, failed
from uniclue.generators.solutions import random_solution, with_sums
from uniclue.generators.thinning import need_unique
from uniclue.generators.turning import turned, turns_of
from uniclue.graders import steps
from uniclue.graders.levels import LEVELS, levels_of
from uniclue.solvers.limits import LimitReachedError

NAME = "drawn"
SIZES = ("10x10", "9x10", "9x9", "8x8", "6x6")
"""Sizes of boards; a kind's default is the first that it has."""
LINES_SIZE = "6x6"
"""The default size of kinds whose only clues are beside the board."""
MADE_AS = {"expert": "hard", "extreme": "hard"}
"""Levels that are made as others are; the rating tells them apart."""
MORE = {"easy": 0, "medium": 1, "hard": 3}
"""How many more layouts are drawn, by level, if the first is easier than the level."""
BELOW = {"medium": "easy", "hard": "medium"}
"""The level below each level."""
MOST_VARIABLES = 2000
"""Puzzles with more variables are not rated by default: rating takes longer than making them."""
DRAWS = 12
"""The most solutions that an attempt draws."""
LAYOUTS = 60
"""How many layouts an attempt draws to get one that has a solution."""


PAIRS = (tuple[tuple[Place, Place], ...], list[tuple[Place, Place]])
"""Types of members that list pairs of cells."""

Symmetry = Literal["none", "half-turn", "mirror"]


class DrawnOptions(msgspec.Struct):
    """What can be chosen.

    Attributes:
        size: Rows and columns; what is usual for the kind.
        symmetry: Which clues are dropped together.
        rated: ``above``: draw another layout, a few times, for one that the rating by steps calls
            by a word below the level; true: draw until it calls one by the word of the level;
            false: do not rate. Expert and extreme are always rated so.
        start: A puzzle as JSON, whose clues are kept; the board has its size.
        tiling: Of kinds that are played on others than squares: the name of the tiling.
        pattern: Where clues may stand besides: rows of ``#`` (there) and ``.``, joined by ``/``.
    """

    size: str = "10x10"
    symmetry: Symmetry = "none"
    rated: bool | Literal["above"] = "above"
    start: str = ""
    pattern: str = ""

    def __post_init__(self) -> None:
        size_of(self.size)
        pattern_of(self.pattern)


def recipe_of(kind: str) -> Recipe | None:
    """The recipe for a kind; None if there is no such kind, or its rules are not constraints."""
    try:
        cls = find_kind(kind)
    except PuzzleError:
        return None
    if not issubclass(cls, Board):
        return None
    return Recipe(
        name=NAME,
        kind=kind,
        version=cls.generation.version,
        title="a random solution, and clues that tell it alone",
        make=partial(make, kind),
        canonical=canonical,
        options=options_of(cls),
        levels=LEVELS,
    )


@cache
def options_of(cls: type[Board]) -> type[DrawnOptions]:
    """The options of a kind, with its usual size and symmetry."""
    fields: list[Any] = [] if (size := usual_size(cls)) == SIZES[0] else [("size", str, size)]
    if (symmetry := cls.generation.symmetry) != "none":
        fields.append(("symmetry", Symmetry, symmetry))
    names: dict[str, Any] = {}
    if cls.generation.optional_rules:
        fields.append(("rules", str, ""))

        def checked(self: Any) -> None:
            size_of(self.size)
            extra_rules(cls, self.rules)

        names["__post_init__"] = checked
    if issubclass(cls, TiledBoard):
        fields.append(("tiling", str, ""))
    if not fields:
        return DrawnOptions
    made = msgspec.defstruct("DrawnOptions", fields, bases=(DrawnOptions,), namespace=names)
    return cast("type[DrawnOptions]", made)


def extra_rules(cls: type[Board], text: str) -> tuple[str, ...]:
    """The names in a text such as ``killer,knight``.

    Raises:
        ChoiceError: The kind has no such rule.
    """
    names = tuple(dict.fromkeys(text.replace(" ", "").split(","))) if text else ()
    for name in names:
        if name not in (known := cls.generation.optional_rules):
            raise ChoiceError(f"expected rules of {', '.join(known)}, got {name!r}")
    return names


def usual_size(cls: type[Board]) -> str:
    """The default rows and columns of a kind's boards."""
    if cls.generation.size:
        return cls.generation.size
    if all(isinstance(sort, Beside) for sort in fields_of(cls).values()):
        return LINES_SIZE
    for size in SIZES:
        with suppress(ChoiceError):
            blank_of(cls, size_of(size), np.random.default_rng(0))
            return size
    return SIZES[0]


def canonical(puzzle: Board) -> bytes:
    """A form that is equal for puzzles that are rotations or reflections of each other."""
    return min(_form(turned(puzzle, turn)) for turn in turns_of(puzzle))


def _form(puzzle: Board) -> bytes:
    """The members, with areas numbered in order of appearance."""
    members = {n: getattr(puzzle, n) for n in puzzle.members()}
    for member, sort in fields_of(type(puzzle)).items():
        if isinstance(sort, Areas):
            rows = [entries(row) for row in members[member]]
            names: dict[Any, int] = {None: 0}
            members[member] = [[names.setdefault(word, len(names)) for word in r] for r in rows]
            if sort.texts:
                texts = members[sort.texts].items()
                named = {str(name): number for name, number in names.items()}
                members[sort.texts] = {str(named.get(n, n)): text for n, text in texts}
        elif isinstance(sort, Tokens):
            lines = members[member]
            members[member] = entries(lines) if isinstance(sort, Beside) else [*map(entries, lines)]
    return msgspec.json.encode(members, order="sorted")


def make(kind: str, level: str, options: DrawnOptions, rng: Rng) -> Board:
    """Makes an attempt.

    Raises:
        Rejected: There is no puzzle.
        ChoiceError: The kind has no blank board, or none of that size.
    """
    cls: Any = find_kind(kind)
    if options.rated is True or level in MADE_AS:
        return at_level(cls, level, options, rng)
    tried: list[Ease] = []
    for draw in range(DRAWS):
        try:
            puzzle, solution = drawn(cls, level, options, rng)
        except LimitReachedError:
            failed("on which a limit stopped the solver")
            continue
        if puzzle is not None:
            tried.append(Ease(puzzle, solution, level, rates=options.rated == "above"))
            if not any(tried[-1].faults()):
                break
        if tried and draw >= MORE[level]:
            break
    if not tried:
        raise Rejected("no layout with one solution")
    best = hardest(tried)
    puzzle, solution = best.puzzle, best.solution
    need_unique(puzzle, solution)
    meta = {"lookahead": level != "hard" or best.is_solved}
    if best.is_below is not None:
        meta["rated"] = not best.is_below
    return msgspec.structs.replace(puzzle, extra={"solution": solution, "meta": meta})


def at_level(cls: type[Board], level: str, options: DrawnOptions, rng: Rng) -> Board:
    """The first of a few layouts that the rating by steps calls by the word of the level.

    Raises:
        Rejected: There is none.
    """
    way = levels_of(cls.kind()).way(level)
    way = way if way in MORE else MADE_AS.get(level, level)  # there may be a recipe of its own

    def once() -> Board:
        try:
            puzzle, solution = drawn(cls, way, options, rng)
        except LimitReachedError:
            puzzle = None
        if puzzle is None:
            raise Rejected("no layout with one solution")
        return msgspec.structs.replace(puzzle, extra={"solution": solution})

    puzzle = rated(level, once, cls.generation.conflicts_to_rate)
    return need_unique(puzzle, puzzle.extra["solution"])


class Ease:
    """Whether a puzzle is easier than its level.

    Args:
        puzzle: The puzzle, made for the level.
        solution: Its solution.
        level: The level.
        rates: Whether the rating by steps is used.
    """

    def __init__(self, puzzle: Board, solution: Grid, level: str, *, rates: bool) -> None:
        self.puzzle, self.solution = puzzle, solution
        self._level, self._rates = level, rates

    @cached_property
    def is_solved(self) -> bool:
        """Whether the puzzle is meant to be hard, but one-step lookahead solves it."""
        return self._level == "hard" and is_solved(self.puzzle, self.solution)

    @cached_property
    def is_below(self) -> bool | None:
        """Whether the rating names a level below; None if the puzzle is not rated."""
        puzzle, below = self.puzzle, BELOW.get(self._level)
        if not self._rates or below is None or "rating" not in puzzle.generation.redrawn_for:
            return None
        if puzzle.model().n_vars > MOST_VARIABLES:
            return None
        return not steps.is_harder(puzzle, below, puzzle.generation.conflicts_to_rate)

    def faults(self) -> Iterator[bool]:
        """The reasons to draw another layout, the quickest to check first."""
        yield self.is_solved and "lookahead" in self.puzzle.generation.redrawn_for
        yield bool(self.is_below)


def hardest(tried: Sequence[Ease]) -> Ease:
    """The last puzzle that is not rated below its level; else the last that lookahead leaves open.

    Puzzles are rated only until one is found.
    """
    latest = tried[::-1]
    unsolved = (each for each in latest if not next(each.faults()))
    above = (each for each in latest if not each.is_below)
    return next(chain(above, unsolved), latest[0])


def blank_of(
    cls: type[Board],
    shape: tuple[int, int],
    rng: Rng,
    extra: tuple[str, ...] = (),
    tiling: str = "",
) -> Board:
    """A blank board; raises ChoiceError if the kind has none of that shape, or on that tiling."""
    try:
        chosen: Any = {"extra": extra} if extra else {}
        blank = cls.generation.blank(cls, shape, rng, **chosen)
        if tiling:
            blank = on_tiling(cls, blank, tiling)
    except PuzzleError as error:
        what = "the blank board is no puzzle"
        raise ChoiceError(f"{cls.kind()} of {shape[0]}x{shape[1]}: {what}: {error}") from error
    if not isinstance(blank, Board):
        what = "expected the blank of its generation to return a puzzle"
        raise ChoiceError(f"{cls.kind()}: {what}, got {quoted(blank)}")
    return blank


def on_tiling(cls: type[Board], blank: Board, tiling: str) -> Board:
    """A blank board on a tiling.

    Raises:
        ChoiceError: The kind has no such tiling, or its puzzles are made on squares only.
    """
    names = tilings_of(cls)
    if tiling not in names:
        raise ChoiceError(f"expected {either(names)} for {cls.kind()}, got {quoted(tiling)}")
    if not isinstance(blank, TiledBoard):
        raise ChoiceError(f"{cls.kind()}: its puzzles are made on squares only")
    return msgspec.structs.replace(blank, tiling=tiling)


def drawn(
    cls: type[Board], level: str, options: DrawnOptions, rng: Rng
) -> tuple[Board | None, Grid]:
    """A puzzle of a level, and its solution; None if none was found."""
    shape, extra = size_of(options.size), extra_rules(cls, getattr(options, "rules", ""))
    generation, only = cls.generation, pattern_of(options.pattern)
    if only is not None:
        need_cells(cls)
        rows = options.pattern.split("/")
        shape = len(rows), len(rows[0])
    start = start_of(cls, options.start)
    if start is None and only and generation.construction is not Construction.CLUES:
        start = unstarted(cls, shape, rng)
    if start is not None:
        return finished(start, only, level, rng, options.symmetry)
    for _ in range(LAYOUTS):
        tiling = getattr(options, "tiling", "")
        blank = first = blank_of(cls, shape, rng, extra, tiling)
        if (solved := with_solution(blank, rng)) is not None:
            blank, solution = solved
            break
        failed("without a solution")
    else:
        return None, ()
    if generation.construction is Construction.CLUES:
        every = Telling(with_sums(blank, solution), solution, only=only)
        telling = decided(every, rng, gives=blank is not first)
        if telling is None and not every.clues:
            failed("without a word that is a clue by itself (Generation has clues_of)")
            return None, ()
    else:
        if (done := constructed(cls, blank, solution, level, rng)) is None:
            failed("with several solutions")
            return None, ()
        bare = generation.without_numbers(done[0])
        if bare is None:
            if generation.by_lookahead(level) == "hard" or is_solved(*done):
                return done
            failed("too hard for the level")
            return None, ()
        telling = Telling(bare, done[1], full=done[0])
    if telling is None:
        failed("with several solutions")
        return None, ()
    puzzle = thinned(telling, level, rng, options.symmetry)
    if puzzle is None:
        failed("too hard for the level")
    return puzzle, telling.solution


def unstarted(cls: type[Board], shape: Shape, rng: Rng) -> Board:
    """A blank board by the fields of a kind alone, to which clues in a pattern can be added."""
    for _ in range(LAYOUTS):
        blank: Board = blank_of_fields(cls, shape, rng)
        if blank.domain and random_solution(blank, rng) is not None:
            break
        failed("without a solution")
    return blank


def with_solution(blank: Board, rng: Rng) -> tuple[Board, Grid] | None:
    """A blank board, perhaps with pairs of cells that it lists, and a solution; None if none.

    Users' kinds in which a pair that is not listed says something, too, get their pairs first: a
    board without any may have no solution, or one that is no puzzle.
    """
    construction = blank.generation.construction
    is_own = type(blank).__module__.startswith("uniclue.")
    may_pair = not is_own and construction is Construction.CLUES
    says_something = may_pair and any(True for _ in blank.clue_constraints())
    if says_something and (paired := with_pairs(blank, rng)) is not None:
        return paired
    rules_alone = construction in (Construction.RULES, Construction.CHOSEN)
    solution = random_solution(blank, rng, rules_alone=rules_alone)
    return None if solution is None else (blank, solution)


def with_pairs(blank: Board, rng: Rng) -> tuple[Board, Grid] | None:
    """A board and a solution of its rules, with the pairs of cells that this solution needs.

    For kinds in which a pair that is not listed says something, too, such as two cells without a
    dot between them: their blank board has no solution.

    Returns:
        The board and the solution; None if the kind lists no pairs, or they do not help.
    """
    has_pairs = pair_members(type(blank)) or dotted_members(type(blank))
    solution = random_solution(blank, rng, rules_alone=True) if has_pairs else None
    if solution is None:
        return None
    board, least = blank, len(blank.broken(solution))
    for pair in pairs(blank.board_shape):
        for tried in [*marked(board, pair)]:
            if (number := len(tried.broken(solution))) < least:
                board, least = tried, number
    return None if least else (board, solution)


def marked(board: Board, pair: tuple[Place, Place]) -> Iterator[Board]:
    """The boards on which a pair of cells is listed, too, or has a dot in between."""
    ways: list[Callable[[], Board]] = []
    for member in pair_members(type(board)):
        for two in (pair, pair[::-1]):
            more = (*getattr(board, member), two)
            ways.append(partial(msgspec.structs.replace, board, **{member: more}))
    (r, c), (other_r, other_c) = pair
    for member, sort in dotted_members(type(board)).items():
        for colour in sort.words():
            dot = FieldClue(member, (r + other_r, c + other_c), colour)
            ways.append(partial(with_words, board, [dot]))
    for way in ways:
        with suppress(PuzzleError):
            yield way()


@cache
def dotted_members(cls: type[Board]) -> dict[str, Dotted]:
    """The members of a kind that hold dots between cells."""
    return {name: sort for name, sort in fields_of(cls).items() if isinstance(sort, Dotted)}


@cache
def pair_members(cls: type[Board]) -> tuple[str, ...]:
    """The members of a kind that list pairs of cells."""
    hints, sorts = get_type_hints(cls), fields_of(cls)
    lists = (name for name in cls.__struct_fields__ if hints[name] in PAIRS)
    of_two = (n for n, sort in sorts.items() if isinstance(sort, Lines) and sort.number == 2)
    return tuple(dict.fromkeys([*lists, *of_two]))


def constructed(
    cls: type[Board], blank: Board, solution: Grid, level: str, rng: Rng
) -> tuple[Board, Grid] | None:
    """A first puzzle, changed until it is unique, and its solution; None if none was found."""
    match cls.generation.construction:
        case Construction.AGAIN:
            done = redrawn(cls, blank, solution, level, rng)
            return mended(*done, level, rng) if done and cls.generation.joins else done
        case Construction.CROWDED:
            return crowded(blank, solution, rng)
        case Construction.GROWN:
            return grown(blank, solution, rng)
        case Construction.PLACED:
            return placed(blank, solution, level, rng)
        case Construction.CHOSEN:
            assert cls.generation.parts_of is not None
            parts = cls.generation.parts_of(blank, solution, rng)
            return chosen(blank, solution, parts, cls.generation.by_lookahead(level), rng)
    first = cls.generation.first(cls, blank, solution, rng)
    return None if first is None else mended(*first, level, rng)


def is_solved(puzzle: Board, solution: Grid) -> bool:
    """Whether one-step lookahead solves a puzzle."""
    return not unsolved_cells(puzzle, solution)


def size_of(text: str) -> tuple[int, int]:
    """Rows and columns from a text such as ``10x10``.

    Raises:
        ChoiceError: The text is not a size.
    """
    sides = re.fullmatch(r"(\d{1,3})x(\d{1,3})", text)
    if sides is None or not all(1 <= int(side) <= 150 for side in sides.groups()):
        raise ChoiceError(f"expected a size such as 10x10, up to 150x150, got {text!r}")
    return int(sides[1]), int(sides[2])
