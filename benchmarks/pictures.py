"""The pictures of the documentation: ``python -m benchmarks.pictures`` writes them anew.

The gallery of kinds (docs/gallery.md) comes from their examples, the pictures of words from those
of the reference (:mod:`benchmarks.reference`). ``tests/test_drawing.py`` says whether they are
current.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import cast

from msgspec.structs import replace

from benchmarks import reference
from benchmarks.puzzles import ROOT
from uniclue.constraints.base import Constraint
from uniclue.constraints.rooted import AcyclicSlants
from uniclue.core.kinds import find_kind, kind_names
from uniclue.core.marks import OF_CHARACTERS, Line, Mark, Shade, Symbol, Text
from uniclue.core.model import Value
from uniclue.core.places import Point, Shape
from uniclue.core.puzzle import Puzzle
from uniclue.drawing.picture import Picture, picture
from uniclue.drawing.svg import svg
from uniclue.explainers.steps.explain import explain
from uniclue.explainers.telling.scenes import scenes
from uniclue.formats.files import read_puzzle
from uniclue.formats.puzzle_json import from_members
from uniclue.formats.tatham_loopy import Loopy
from uniclue.solvers.decide import unique
from uniclue.solvers.limits import Clock

DOCS = ROOT / "docs"
GALLERY = DOCS / "gallery.md"
IN_A_ROW = 5
"""Words beside each other."""


SHOWN_CELLS = 31
"""The gallery shows the first example with that many places, if there is one."""


def pictures() -> dict[Path, str]:
    """All files that the command writes, with their text."""
    kinds = {DOCS / "pictures" / f"{name}.svg": of_kind(name) for name in kind_names()}
    words = {DOCS / "pictures" / f"words-{name}.svg": sheet for name, sheet in of_words().items()}
    own = {
        DOCS / "level50.svg": of_level_50(),
        DOCS / "pictures" / "tutorial.svg": of_tutorial(),
        DOCS / "pictures" / "explain.svg": of_steps(),
        DOCS / "pictures" / "tilings.svg": of_tilings(),
    }
    return {**kinds, **words, **own, GALLERY: gallery()}


# -- kinds -----------------------------------------------------------------------------------------


def of_kind(name: str) -> str:
    """An example of a kind with one solution, and that solution."""
    kind = find_kind(name)
    some = [example for example in kind.examples if len(example.solutions) == 1]
    puzzles = [(from_members(example.puzzle), example.solutions[0]) for example in some]
    large = [one for one in puzzles if len(one[0].places) >= SHOWN_CELLS]
    puzzle, solution = large[0] if large else max(puzzles, key=lambda one: len(one[0].places))
    solved = picture(puzzle, puzzle.read_grid(solution), title="solved")
    return svg([picture(puzzle), solved], columns=2)


def gallery() -> str:
    """The page with every kind."""
    parts = [
        "# Gallery",
        "Every kind of puzzle, as printed and solved. Filled-in values are blue.",
        "[`draw`](show.md#draw) makes such pictures of any puzzle; "
        "`python -m benchmarks.pictures` writes this page.",
    ]
    for name in kind_names():
        kind = find_kind(name)
        title, _, rule = kind.title.partition(": ")
        rules = "\n".join(f"- {sentence}" for sentence in kind.codes.values())
        said = f"{rule[:1].upper()}{rule[1:]}." if rule else ""
        alt = f"{title}: an example, and the same solved"
        more = f"`{name}`, {len(kind.examples)} examples."
        parts += [f"## {title}", f"![{alt}](pictures/{name}.svg)", f"{said} {more}".strip(), rules]
    return "\n\n".join(parts) + "\n"


# -- words -----------------------------------------------------------------------------------------


def of_words() -> dict[str, str]:
    """A sheet for every section of the reference that has something to see, by its name."""
    sheets = {}
    for page in reference.PAGES:
        for section, names in reference.sections(page).items():
            drawn = {name: one for name in names for one in _of_example(reference.entry(name))}
            if drawn:
                sheets[section] = _sheet(drawn)
    return sheets


def _of_example(entry: reference.Entry) -> Iterator[Picture]:
    """What the example of an entry shows: a word, marks, a board or the places it gave."""
    example = entry.sections.get("Example", "")
    outcome = reference.run(example)
    names = outcome.names
    if "word" in names:
        yield _of_word(names["word"], reference.allowed(example, names["word"]))
    elif "marks" in names:
        yield Picture(title=entry.name, shape=(2, 2), printed=tuple(names["marks"]))
    elif "board" in names:
        yield picture(names["board"])
    elif outcome.places:
        yield _of_places(entry.name, outcome.places)


def _sheet(named: Mapping[str, Picture]) -> str:
    return svg([*named.values()], IN_A_ROW, [*named])


def _of_word(word: Constraint, filling: tuple[Value, ...]) -> Picture:
    """The places of a word, tinted, and a filling that keeps it."""
    sides = getattr(word, "sides", False)
    rows, cols = (max(max(3, int(p[i] + 1.5) - sides) for p in word.places) for i in (0, 1))
    if {p[0] for p in word.places} == {0}:
        rows = 1
    return Picture(
        title=word.sentence(),
        shape=(rows, cols),
        answer=tuple(_filled(word, filling)),
        tinted=frozenset(p for p in word.places if 0 <= p[0] < rows + 1 and p[1] >= -1),
        widest=max(len(str(value)) for value in filling),
        grid="dots" if sides else "lines",
    )


def _filled(word: Constraint, filling: tuple[Value, ...]) -> Iterator[Mark]:
    sides, is_shading = getattr(word, "sides", False), {*filling} <= {0, 1}
    for (r, c), value in zip(word.places, filling, strict=True):
        if r % 1 or c % 1:
            flat = bool(r % 1) == sides
            ends = ((r, c - 0.5), (r, c + 0.5)) if flat else ((r - 0.5, c), (r + 0.5, c))
            yield Line(ends, number=int(value)) if value else Symbol((r, c), "cross")
        elif isinstance(word, AcyclicSlants):
            yield OF_CHARACTERS["/\\"[int(value)]]((r, c))
        elif not is_shading and value != ".":
            yield Text((r, c), str(value))
        elif value == 1:
            yield Shade((r, c))


def _of_places(title: str, places: Collection[Point]) -> Picture:
    """Some places, tinted, on a board that holds them."""
    of_sides = any(min(place) == -0.5 for place in places)
    shape = tuple(max(3 - of_sides, *(int(p[i] + 1) for p in places)) for i in (0, 1))
    grid = "dots" if of_sides else "lines"
    inside = frozenset(p for p in places if min(p) > -1)
    return Picture(title=title, shape=cast(Shape, shape), tinted=inside, grid=grid)


# -- single pictures -------------------------------------------------------------------------------


def of_level_50() -> str:
    """The picture of README.md."""
    puzzle = read_puzzle(str(ROOT / "examples" / "animals" / "level50.json"))
    solved = picture(puzzle, unique(puzzle).solutions[0], title="solved")
    return svg([picture(puzzle, title="Level 50"), replace(solved, lines=())], columns=2)


def of_tutorial() -> str:
    """The slitherlink of docs/model-a-puzzle.md, and its solution."""
    puzzle = from_members({"kind": "slitherlink", "grid": [".3.2", "2..3", "..1.", "3..3"]})
    solved = picture(puzzle, unique(puzzle).solutions[0], title="solved")
    return svg([picture(puzzle), solved], columns=2)


ON_TILINGS = (
    "7x7t2:a45a03d313c3443c4b5a44d5b43a444b53b",
    "5x7t1:0_b222c12b1c12c0b10d0a021a1a2b1f12b0112e11b1b1a2a2b",
    "4x4t4:33a4a22a3a3a3a3a3220b43",
)
"""Loopy's ids of the slitherlinks of docs/tilings.md."""


def of_tilings() -> str:
    """Slitherlinks on hexagons, triangles and pentagons, solved."""
    puzzles = [next(Loopy().read(game.encode())) for game in ON_TILINGS]
    boards = [puzzle for puzzle in puzzles if isinstance(puzzle, Puzzle)]
    return svg([picture(board, unique(board).solutions[0]) for board in boards], columns=3)


STEPS = {
    "hidden single": "sudoku",
    "line overlap": "nonogram",
    "only way": "heyawake",
    "diagonal 3s": "slitherlink",
}
"""The steps that the page about them shows: the first of each technique in an example of a kind."""


def of_steps() -> str:
    """The steps of docs/explain.md."""
    shown = {}
    for name, kind in STEPS.items():
        puzzle = from_members(find_kind(kind).examples[0].puzzle)
        shown[name] = next(
            scene.picture
            for scene in scenes(puzzle, explain(puzzle, Clock()).steps)
            if scene.name.endswith(name)
        )
    return svg([*shown.values()], len(shown), [*shown])


def write() -> None:
    """Writes all of them."""
    (DOCS / "pictures").mkdir(exist_ok=True)
    for path, text in pictures().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    write()
