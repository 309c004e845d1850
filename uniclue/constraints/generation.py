"""How puzzles of a kind are generated and turned: structs beside the kind that no rule reads.

Most kinds need none: their puzzles are made from a blank board, drawn by its fields, and from all
clues that are true of a solution; most of these clues are dropped again. A kind that differs states
it here, and only generators read it.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo, replace

from uniclue.core import layouts
from uniclue.core.fields import AreaNumbers, Areas, areas, fields_of, items, rows_of
from uniclue.core.kinds import find_kind
from uniclue.core.model import Place, Value
from uniclue.core.places import Shape, regions
from uniclue.core.puzzle import ChoiceError, Grid, Puzzle, where

if TYPE_CHECKING:
    from numpy.random import Generator

    from uniclue.core.turns import Turn


Solved = tuple[Any, Grid]
"""A puzzle and its solution."""


class Construction(enum.Enum):
    """What the first puzzle is made from, and how it then comes to have one solution."""

    CLUES = ""
    """All clues that are true of a solution of the blank board; most are dropped again."""
    BOARD = "board"
    """A solution of the blank board; the puzzle is changed until it has no other solution."""
    RULES = "rules"
    """A solution of the rules alone; the puzzle is changed until it has no other solution."""
    AGAIN = "again"
    """A solution of the blank board; parts of it are drawn again until no other is left."""
    GROWN = "grown"
    """A solution of a board with few areas, the rest holes; areas are added to it."""
    CROWDED = "crowded"
    """A solution of the blank board with all clues that it has room for; other solutions, with room
    for more, follow it until no other is left. ``clues_of`` keeps the clues of the board."""
    PLACED = "placed"
    """Rectangles with a symbol each; the symbols move within them."""
    CHOSEN = "chosen"
    """A solution of the rules alone; of many areas that fit it, some are chosen."""


def blank_of_fields(kind: type[Puzzle], shape: Shape, rng: Generator) -> Any:
    """A blank board by the kind's fields alone; members that may be left out are.

    Raises:
        ChoiceError: They do not define a blank board.
    """
    members: dict[str, Any] = {}
    for name, sort in fields_of(kind).items():
        with suppress(NotImplementedError):
            members[name] = sort.blank(shape, rng)
    for member in msgspec.structs.fields(kind):
        if member.required and member.name not in members:
            members[member.name] = _open_member(kind, member, shape)
    return kind(**members)


SIDES = {"rows": 0, "height": 0, "cols": 1, "columns": 1, "width": 1}
"""Members that tell one side of the board, by their usual names."""


def _open_member(kind: type[Puzzle], member: FieldInfo, shape: Shape) -> Any:
    """A member on a blank board: a size, or a list with nothing in it.

    Raises:
        ChoiceError: It could be anything.
    """
    sort = get_args(member.type)[0] if get_origin(member.type) is Annotated else member.type
    if sort is int and member.name in SIDES:
        return shape[SIDES[member.name]]
    if member.name in ("size", "shape") and sort in (int, tuple[int, int]):
        return shape if sort is not int else shape[0]
    if get_origin(sort) in (list, dict) or get_args(sort)[1:] == (Ellipsis,):
        return get_origin(sort)()
    what = f"the member {member.name!r} has to be there, and could be anything"
    raise ChoiceError(f"expected {kind.kind()} to say what a blank board is: {what}")


def blank_with(word: str, share: float, *, symmetric: bool = True) -> Callable[..., Any]:
    """A function that makes boards, blank but for a word in a share of the cells of ``grid``.

    Args:
        word: The word.
        share: The share of the cells.
        symmetric: Whether it looks the same after half a turn of the board.

    Example:
        >>> class Walls(Board, frozen=True, kw_only=True, tag="walls"):
        ...     grid: Annotated[TextGrid, Tokens(letters="#")]
        >>> blank_with("#", 0.3)(Walls, (3, 4), default_rng(1)).grid
        ('#..#', '....', '#..#')
    """

    def blank(kind: type[Any], shape: Shape, rng: Generator) -> Any:
        there = layouts.scattered(shape, rng, word, share, symmetric=symmetric)
        return kind(grid=rows_of(there, shape))

    return blank


def blank_of(name: str) -> Callable[..., Any]:
    """A function that makes blank boards of another kind, by its fields alone.

    Args:
        name: The name of that kind, one with fewer rules.

    Example:
        >>> blank_of("masyu")(None, (2, 3), default_rng(1)).grid
        ('...', '...')
    """

    def blank(kind: type[Any], shape: Shape, rng: Generator) -> Any:
        return blank_of_fields(find_kind(name), shape, rng)

    return blank


def with_its_areas(kind: Any, blank: Any, solution: Grid, rng: Generator) -> Solved | None:
    """The blank board with its areas as they are, and the numbers that the solution has there."""
    for member, sort in fields_of(kind).items():
        if isinstance(sort, Areas):
            names = dict(items(getattr(blank, member)))
            return kind.generation.with_areas(blank, names, solution), solution
    return blank, solution


def with_areas(puzzle: Any, names: Mapping[Place, Value], solution: Grid) -> Any:
    """The puzzle with these areas; their numbers are the cells of the solution that hold 1."""
    step, first = (2, 1) if puzzle.unknowns.is_halved else (1, 0)  # where cells are among links
    ones = {
        some[0]: sum(solution[step * r + first][step * c + first] == 1 for r, c in some)
        for some in regions(sorted(names.items())).values()
    }
    new: dict[str, Any] = {}
    for member, sort in fields_of(puzzle.__class__).items():
        if isinstance(sort, Areas):
            new[member] = rows_of(names, puzzle.board_shape)
        elif isinstance(sort, AreaNumbers):
            new[member] = rows_of(ones, puzzle.board_shape)
    return replace(puzzle, **new)


def tiling_members(board: Any) -> dict[str, Any]:
    """The members that put a puzzle on the tiling of a board; none on squares.

    Args:
        board: The board.

    Example:
        >>> from uniclue.models.nurikabe import Nurikabe
        >>> tiling_members(Nurikabe(grid=("..",)))
        {}
        >>> tiling_members(Nurikabe(grid=("..",), tiling="hexagons"))
        {'tiling': 'hexagons', 'holes': ()}
    """
    if getattr(board, "tiling", None) is None:
        return {}
    return {"tiling": board.tiling, "holes": board.holes}


def with_island_sizes(kind: Any, blank: Any, solution: Grid, rng: Generator) -> Solved:
    """The size of every white area in one of its cells, the same one when others change.

    Args:
        kind: The kind.
        blank: A board without numbers.
        solution: Its solution.
        rng: The random generator.

    Example:
        >>> class Isles(Board, frozen=True, kw_only=True, tag="isles"):
        ...     grid: Annotated[TextGrid, Tokens(range(1, 10))]
        >>> blank, solution = Isles(grid=("..", "..")), ((0, 0), (0, 1))
        >>> with_island_sizes(Isles, blank, solution, default_rng(1))[0].grid
        ('..', '3.')
    """
    islands = layouts.parts(where(solution, 0), blank.space.around)
    sizes = {part[sum(map(sum, part)) % len(part)]: len(part) for part in islands}
    return kind(grid=rows_of(sizes, blank.board_shape), **tiling_members(blank)), solution


def with_area_sums(puzzle: Any, solution: Grid) -> Any:
    """The puzzle with the sums of its areas, where they have texts.

    Args:
        puzzle: The puzzle.
        solution: Its solution.

    Example:
        >>> class Cages(Board, frozen=True, kw_only=True, tag="cages"):
        ...     regions: Annotated[TextGrid, Areas(texts="sums")]
        ...     sums: dict[str, int] = {}
        >>> with_area_sums(Cages(regions=("aab",)), ((1, 2, 4),)).sums
        {'a': 3, 'b': 4}
    """
    new: dict[str, Any] = {}
    for member, sort in fields_of(puzzle.__class__).items():
        if isinstance(sort, Areas) and sort.texts:
            there = areas(getattr(puzzle, member)).items()
            new[sort.texts] = {a: sum(int(solution[r][c] or 0) for r, c in s) for a, s in there}
    return replace(puzzle, **new)


def without_area_numbers(puzzle: Any) -> Any:
    """The puzzle without the numbers in its areas; None if areas have no numbers."""
    for member, sort in fields_of(puzzle.__class__).items():
        if isinstance(sort, AreaNumbers):
            return replace(puzzle, **{member: rows_of({}, puzzle.board_shape)})
    return None


def without_circle_numbers(puzzle: Any) -> Any:
    """The puzzle with an ``o``, a circle without a number, wherever its grid has a clue.

    Args:
        puzzle: The puzzle.

    Example:
        >>> class Pearls(Board, frozen=True, kw_only=True, tag="pearls"):
        ...     grid: Annotated[TextGrid, Tokens(range(9), "o")]
        >>> without_circle_numbers(Pearls(grid=("2.", ".o"))).grid
        ('o.', '.o')
    """
    return replace(puzzle, grid=rows_of(dict.fromkeys(dict(items(puzzle.grid)), "o"), puzzle.size))


def without_dots(puzzle: Any) -> Any:
    """The puzzle without the dots in its grid.

    Args:
        puzzle: The puzzle.

    Example:
        >>> class Middles(Board, frozen=True, kw_only=True, tag="middles_here"):
        ...     grid: Annotated[TextGrid, Dotted("bw")]
        >>> without_dots(Middles(grid=("b.w",))).grid
        ('...',)
    """
    height, width = puzzle.board_shape
    return type(puzzle)(grid=("." * (2 * width - 1),) * (2 * height - 1))


class Generation(msgspec.Struct, frozen=True, kw_only=True):
    """How puzzles of a kind are made.

    Functions that read a puzzle are passed it; functions that make one are passed the kind. All
    random choices come from the random generator passed.

    Example:
        >>> recipe = Generation(construction=Construction.RULES, version=6)
        >>> recipe.construction
        <Construction.RULES: 'rules'>
    """

    version: int = 7
    """The version of the recipe; a kind whose puzzles change gets a higher one."""
    size: str = ""
    """The usual rows and columns, such as ``9x9``; empty: what is usual for its fields."""
    construction: Construction = Construction.CLUES
    """What the first puzzle is made from."""
    fullest: bool = False
    """Whether solutions are drawn so that no further cell can hold 1."""
    avoided: Sequence[Value] = ()
    """The values that solutions are drawn without, of a kind with a variable for each value."""
    symmetry: str = "none"
    """The symmetry of the places of clues that is the custom in print: ``half-turn``, ``mirror``
    or ``none``."""
    redrawn_for: Sequence[str] = ("rating", "lookahead")
    """For what another layout is drawn: a rating by steps below the level (left out where that
    takes longer than making, or always is), lookahead that solves a hard one (left out where it
    solves all: there areas are cut for one solution alone at every level)."""
    patience: int = 60
    """The most parts of a solution that are redrawn in vain before it is abandoned."""
    conflicts_to_rate: int | None = None
    """The most conflicts of the solver for a rating by steps; with more the puzzle is taken to be
    no easier than its level; None: it is rated, however long that takes."""
    optional_rules: Mapping[str, str] = {}
    """Further rules that puzzles may be made with: by name, the members that state them.
    ``blank`` then takes the names of those chosen as a fourth argument, ``extra``."""
    clue_words: Sequence[Value] = ()
    """The words that are tried as clues, where the field does not list those allowed."""

    blank: Callable[..., Any] = blank_of_fields
    """(kind, shape, rng): a board to be solved before it has clues, its layout drawn at random.

    It may be of another kind. Raises ChoiceError if the kind has no board of that shape."""
    clues_of: Callable[[type[Any], Any, Grid, Generator], Solved | None] = with_its_areas
    """(kind, blank, solution, rng): the first puzzle, and its solution; None if none was found.

    Not for ``Construction.CLUES``."""
    joins: bool = False
    """Whether areas are joined at last, as long as one solution is left; for
    ``Construction.AGAIN``, which then begins with areas of one cell."""
    parts_of: Callable[[Any, Grid, Generator], Sequence[Sequence[Place]]] | None = None
    """(blank, solution, rng): the areas to choose from, all of which fit the solution; for
    ``Construction.CHOSEN``."""
    suits: Callable[[Any], bool] | None = None
    """(puzzle): whether to go on from a first puzzle, as authors would; None: from every one. Clues
    of a solution that somebody draws need not suit."""
    with_sums_of: Callable[[Any, Grid], Any] | None = None
    """(blank, solution): the board with the clues that its layout has for a solution, such as the
    sums of its cages."""
    symbol_of: Callable[[Sequence[Place]], Value] | None = None
    """(area): the symbol that belongs in a rectangle; for ``Construction.PLACED``."""
    rectangles: Callable[[Any], Sequence[Mapping[int, Sequence[Place]]]] = attrgetter("rectangles")
    """(puzzle): the rectangles that each symbol can stand in, their cells by their bits; for
    ``Construction.PLACED``."""
    with_areas: Callable[[Any, Mapping[Place, Value], Grid], Any] = with_areas
    """(puzzle, names, solution): the puzzle with other areas, given the area of every cell."""
    moves: Callable[[Any, Grid, Grid, Generator], Iterable[Solved]] | None = None
    """(puzzle, solution, wrong, rng): similar puzzles in which the wrong solution may be excluded,
    and their solutions, besides those that changes of its fields make."""
    moves_add: bool = False
    """Whether moves add information, so that they can continue until one-step lookahead solves a
    puzzle."""
    without_numbers: Callable[[Any], Any] = without_area_numbers
    """(puzzle): the puzzle without the numbers that can be left out; None if it has none."""

    def first(self, kind: type[Any], blank: Any, solution: Grid, rng: Generator) -> Solved | None:
        """The first puzzle by :attr:`clues_of`; None if none was found, or it does not suit."""
        made = self.clues_of(kind, blank, solution, rng)
        return made if made and (self.suits is None or self.suits(made[0])) else None

    def by_lookahead(self, level: str) -> str:
        """The level as far as lookahead tells it: ``hard``, which it need not solve, or this."""
        return level if "lookahead" in self.redrawn_for else "hard"


class Turning(msgspec.Struct, frozen=True, kw_only=True):
    """What turning a board does beyond moving the words in its fields.

    Example:
        >>> turning = Turning(has=lambda turn: not turn.exchanged)
        >>> [turning.has(turn) for turn in TURNS]
        [True, True, True, True, False, False, False, False]
    """

    has: Callable[[Turn], bool] | None = None
    """(turn): whether the kind has that symmetry; None: it has all eight."""
    fits: Callable[[Any], bool] | None = None
    """(puzzle): whether a turned board means the same; None: it always does."""
    word: Callable[[str, Value, Turn], Value] | None = None
    """(member, word, turn): what a word in a field becomes, such as one with an arrow."""
    values: Callable[[Any, Turn], Mapping[Value, Value]] | None = None
    """(puzzle, turn): what the values of a solution become, where they change."""
    side: Callable[[str, Turn], str] | None = None
    """(side, turn): where the words beside the board stand, if not where the turn takes them."""
    members: Callable[[Any, Turn], Mapping[str, Any]] | None = None
    """(puzzle, turn): members that no field turns, such as lines through cells."""
