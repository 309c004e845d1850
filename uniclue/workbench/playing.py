"""A page on which people solve puzzles: its data, and the page itself, one file of HTML.

The page needs no server and requests nothing. It knows no kind: the board, its places and how
values look come from the room ``drawing``, the rules from the kind, the reasons from
``explainers``. Its script is built from ``page/src/play/play.tsx``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from uniclue.certificates.certify import certify
from uniclue.certificates.folder import MANIFEST
from uniclue.core.marks import Circle, Text
from uniclue.core.model import Place, Value
from uniclue.core.places import Point, Shape
from uniclue.core.puzzle import Grid, Puzzle, filled
from uniclue.core.words import escaped, shown
from uniclue.drawing.picture import (
    Focus,
    Samples,
    layer_of,
    picture,
    says_nothing,
    stamped,
)
from uniclue.drawing.policy import policy
from uniclue.drawing.svg import (
    STYLE,
    Layers,
    SvgFrame,
    SvgTile,
    description,
    frame,
    layers,
    stamps,
    svg,
    tiles,
)
from uniclue.explainers.steps.explain import explain
from uniclue.explainers.steps.facts import Facts
from uniclue.explainers.steps.step import Fact, Step
from uniclue.explainers.telling.routine import merged
from uniclue.explainers.telling.scenes import focuses
from uniclue.formats.puzzle_json import puzzle_digest
from uniclue.solvers.limits import Clock
from uniclue.solvers.method import Method
from uniclue.solvers.verdict import Verdict
from uniclue.workbench.clauses import Clauses, by_part, clauses_of
from uniclue.workbench.slots import Clues, clues_in_words
from uniclue.workbench.standalone import deflated, head, inflated, standalone

Check = Literal["which", "whether", "finish"]
"""What Check tells: which entries are wrong, whether any is, or only that the board is solved."""
INDEX = "index.html"
"""The page of a site that lists its puzzles."""
OWN_RULES = "rules"
"""The member of a puzzle with sentences that its author adds to the rules."""
MOST_CLAUSES = 12_000
"""Characters of packed rules; a page without them does not tell which rules are broken."""
MOST_TITLE, MOST_RULE = 200, 500
"""Characters of a title, and of a sentence."""


class PlayBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A board that a page draws and fills in by itself.

    Attributes:
        layers: Its picture, without an answer.
        frame: The positions of its cells.
        shape: Its rows and columns.
        words: A description of the picture.
        clues: By member, the clues and their places, for those who do not see the picture.
        places: The places to fill in, in half coordinates.
        told: The positions of those that a printed text stands in.
        values: What they can hold.
        texts: The texts of these values.
        blank: The position of the value that means that nothing is there; -1 if there is none.
        printed: The known places, each with its value, as positions.
        drawn: How values are drawn, as in :class:`uniclue.core.places.Layer`.
        has_sides: Whether places between cells are sides, not links.
        sorts: The sort of each place; in one sort, values look alike.
        stamps: By sort the look of every value, around (0, 0).
        units: Groups of places that hold a value at most once, and the values they except.
        tiles: Of a board that is no rectangle, all cells and sides with their positions and names.
    """

    layers: Layers
    frame: SvgFrame
    shape: Shape
    words: str
    clues: list[Clues]
    places: tuple[Point, ...]
    told: tuple[int, ...]
    values: tuple[Value, ...]
    texts: tuple[str, ...]
    blank: int
    printed: list[tuple[int, int]]
    drawn: str
    has_sides: bool
    sorts: list[int]
    stamps: list[list[str]]
    units: list[tuple[tuple[int, ...], list[int]]]
    tiles: list[SvgTile] = []


class PlayGame(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle as the page holds it.

    Attributes:
        title: Its title.
        author: Its author.
        message: A text for those who have solved it.
        kind: Its kind.
        rules: The rules in words.
        board: :class:`PlayBoard`, packed.
        often: How often every value stands in the solution, if all do equally often; else 0.
        check: What Check tells.
        has_hints: Whether there are hints.
        digest: The digest of the puzzle.
        certificate: The digest of the manifest of its certificate.
        finish: The digest of the solution, salted with that of the puzzle.
        judges: Whether the page tells which rules are broken.
        clauses: The rules; None if they are too long, and in the page, which has those of all
            puzzles together, for they have much in common.
        secret: :class:`Secret`, packed.
    """

    title: str
    author: str
    message: str
    kind: str
    rules: list[str]
    board: str
    often: int
    check: Check
    has_hints: bool
    digest: str
    certificate: str
    finish: str
    judges: bool
    clauses: Clauses | None
    secret: str


Told = tuple[int, int]
"""A fact as positions of a place and a value; of another layer, -1 and a number of its own."""


class PlayReason(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A step of the way to the solution, in positions; short names, for there are many.

    Attributes:
        s: Its sentence.
        t: The name of its technique.
        k: The number of its atoms.
        p: The facts that it places.
        x: The facts that it strikes.
        n: The placed facts that it needs.
        m: The struck facts that it needs.
        a: The areas that its reason is about.
    """

    s: str
    t: str = ""
    k: int = 0
    p: list[Told] = []
    x: list[Told] = []
    n: list[Told] = []
    m: list[Told] = []
    a: list[list[int]] = []


class Secret(msgspec.Struct, frozen=True):
    """What the page unpacks when somebody asks.

    Attributes:
        answer: The positions of the solution's values.
        steps: The way to it; empty without hints.
    """

    answer: list[int]
    steps: list[PlayReason]


class Wishes(msgspec.Struct, frozen=True, kw_only=True):
    """How puzzles are published.

    Attributes:
        title: The title of the page; empty: that of its puzzle.
        author: Their author; empty: the member ``author`` of a puzzle, if it has one.
        message: A text for those who have solved one.
        hints: Whether the page gives hints.
        check: What Check tells.
        trace: Whether moves can be saved as a file.
    """

    title: str = ""
    author: str = ""
    message: str = ""
    hints: bool = True
    check: Check = "which"
    trace: bool = False


def board_of(puzzle: Puzzle) -> PlayBoard:
    """The board of a puzzle."""
    unknowns, whole = layer_of(puzzle), picture(puzzle)
    entries = {place: i for i, place in enumerate(puzzle.places)}
    number = {value: i for i, value in enumerate(unknowns.values)}
    links = unknowns.is_halved and not unknowns.has_sides
    rows, cols = whole.shape
    crossed = [(r, c) for r in range(rows) for c in range(cols)] if links else ()
    samples, sorts = stamped(puzzle)
    told = {mark.at for mark in puzzle.printed_marks() if isinstance(mark, Text)}
    first = unknowns.places[:1]
    nothing = (i for value, i in number.items() for at in first if says_nothing(puzzle, at, value))
    return PlayBoard(
        layers=layers(whole, crossed, _written(puzzle, samples, sorts)),
        frame=frame(whole),
        shape=whole.shape,
        words=f"{whole.title}. {description(whole)}",
        clues=[*clues_in_words(puzzle)],
        places=unknowns.places,
        told=tuple(i for i, place in enumerate(unknowns.places) if place in told),
        values=unknowns.values,
        texts=tuple(map(puzzle.cell_text, unknowns.values)),
        blank=next(nothing, -1),
        printed=[(entries[at], number[v]) for at, v in puzzle.known_cells() if at in entries],
        drawn=unknowns.drawn,
        has_sides=unknowns.has_sides,
        sorts=sorts,
        stamps=[stamps(whole, values) for values in samples],
        units=_units(puzzle, number),
        tiles=tiles(whole),
    )


def _written(puzzle: Puzzle, samples: Samples, sorts: Sequence[int]) -> set[Point]:
    """The open places in whose middle a value is a text."""
    known = {at for at, _ in puzzle.known_cells()}
    texts = {
        i
        for i, values in enumerate(samples)
        if any(isinstance(mark, Text) and mark.at == at for at, marks in values for mark in marks)
    }
    places = zip(layer_of(puzzle).places, puzzle.places, sorts, strict=True)
    return {at for at, entry, sort in places if sort in texts and entry not in known}


def _units(puzzle: Puzzle, number: Mapping[Value, int]) -> list[tuple[tuple[int, ...], list[int]]]:
    """Groups of places that hold a value at most once, and the values they except."""
    if {*number} == {0, 1}:  # for which there are none, so the model need not be built
        return []
    groups = Facts(puzzle.model()).single_groups()
    return [(at, [number[value] for value in but if value in number]) for at, but in groups]


def game(
    puzzle: Puzzle, solution: Grid, certificate: str, steps: Sequence[Step], wishes: Wishes
) -> PlayGame:
    """A puzzle as the page holds it.

    Args:
        puzzle: The puzzle.
        solution: Its only solution.
        certificate: The digest of the manifest of its certificate.
        steps: The steps to the solution, in words; empty without hints.
        wishes: How it is published.
    """
    board, digest = board_of(puzzle), puzzle_digest(puzzle).removeprefix("sha256:")
    number = {value: i for i, value in enumerate(board.values)}
    entries = dict(filled(solution))
    answer = [number[entries[place]] for place in puzzle.places]
    written = f"{digest}:{','.join(map(str, answer))}"
    if board.drawn == "areas":
        board = replace(board, printed=_anchors(puzzle, board, answer))
    rules = clauses_of(puzzle)
    judges = rules is not None and len(_packed(rules)) < MOST_CLAUSES
    secret = Secret(answer, reasons_of(puzzle, merged(steps, puzzle), number))
    counts, extra = {answer.count(value) for value in number.values()}, puzzle.extra
    return PlayGame(
        title=shown(str(extra.get("title") or puzzle.title.partition(":")[0]), MOST_TITLE),
        author=shown(wishes.author or str(extra.get("author") or ""), MOST_TITLE),
        message=wishes.message,
        kind=puzzle.kind(),
        rules=_rules(puzzle),
        board=_packed(board),
        often=min(counts) if board.units and len(counts) == 1 else 0,
        check=wishes.check,
        has_hints=wishes.hints,
        digest=digest,
        certificate=certificate,
        finish=hashlib.sha256(written.encode()).hexdigest(),
        judges=judges,
        clauses=rules if judges else None,
        secret=_packed(secret) if wishes.hints or wishes.check != "finish" else "",
    )


def _anchors(puzzle: Puzzle, board: PlayBoard, answer: Sequence[int]) -> list[tuple[int, int]]:
    """The cells of printed clues with their areas, where every area has one clue in it."""
    clues = [m.at for m in puzzle.printed_marks() if isinstance(m, Text | Circle)]
    at = {place: i for i, place in enumerate(board.places)}
    found = dict(board.printed)
    for r, c in clues if len(clues) == len(board.values) else ():
        cells = [i for (y, x), i in at.items() if abs(y - r) < 1 and abs(x - c) < 1]
        found |= {i: answer[i] for i in cells if len({answer[j] for j in cells}) == 1}
    return [*found.items()]


def published(puzzle: Puzzle, folder: Path, wishes: Wishes, method: Method) -> PlayGame | Verdict:
    """Certifies a puzzle and makes it ready for the page; the verdict if it is not unique.

    Args:
        puzzle: The puzzle.
        folder: Where to write the certificate.
        wishes: How it is published.
        method: How to find the verdict, with limits for the certificate and for the steps.

    Raises:
        FolderError: The folder holds something else than a certificate.
        OSError: The certificate cannot be written.
        LimitReachedError: The model would take more memory than the limit.
    """
    verdict = certify(puzzle, folder, "unique", method)
    assert isinstance(verdict, Verdict)
    if verdict.status != "unique":
        return verdict
    steps: Sequence[Step] = ()
    if wishes.hints:
        explanation = explain(puzzle, Clock(method.limits))
        if explanation.status != "unique":
            reason = f"{explanation.reason} before the hints were complete"
            return replace(verdict, status="unknown", reason=reason)
        steps = explanation.steps
    digest = hashlib.sha256((folder / MANIFEST).read_bytes()).hexdigest()
    return game(puzzle, verdict.solutions[0], digest, steps, wishes)


def _rules(puzzle: Puzzle) -> list[str]:
    """The rules of the kind that say something on this board, and the author's own sentences."""
    used = {group.code for group in puzzle.model().groups}
    rules = [text for code, text in puzzle.codes.items() if code in used]
    own = puzzle.extra.get(OWN_RULES)
    sentences = [shown(str(text), MOST_RULE) for text in own] if isinstance(own, list) else []
    return [*(rules or puzzle.codes.values()), *sentences]


def reasons_of(
    puzzle: Puzzle, steps: Iterable[Step], number: Mapping[Value, int]
) -> list[PlayReason]:
    """Steps in positions of places and values."""
    some = [*steps]
    entries = {place: i for i, place in enumerate(puzzle.places)}
    points = {point: i for i, point in enumerate(layer_of(puzzle).places)}
    other: dict[tuple[str, Place, Value], int] = {}

    def told(facts: Iterable[Fact]) -> list[Told]:
        return [
            (-1, other.setdefault((fact.layer, fact.cell, fact.value), len(other)))
            if fact.layer or fact.cell not in entries
            else (entries[fact.cell], number[fact.value])
            for fact in facts
        ]

    return [
        PlayReason(
            s=step.sentence,
            t=step.technique or "",
            k=len(step.atoms),
            p=told(step.placed),
            x=told(step.struck),
            n=told(step.state.placed),
            m=told(step.state.struck),
            a=_areas(focus, points),
        )
        for step, focus in zip(some, focuses(puzzle, some), strict=True)
    ]


def _areas(focus: Focus, points: Mapping[Point, int]) -> list[list[int]]:
    return [sorted(points[at] for at in area if at in points) for area in focus.areas]


def _packed(value: Any) -> str:
    """JSON, packed: small, and nothing to read by accident."""
    return deflated(msgspec.json.encode(value))


# -- the page --------------------------------------------------------------------------------------


def html(games: Sequence[PlayGame], wishes: Wishes, home: str = "") -> str:
    """The page of some puzzles. Its own script and style alone may run, by their digests.

    Args:
        games: The puzzles.
        wishes: How they are published.
        home: The address of the page that lists more of them; empty if there is none.
    """
    several = f"{len(games)} puzzles" if len(games) > 1 else games[0].title
    title = shown(wishes.title or several, MOST_TITLE)
    rules = _packed(by_part([each.clauses for each in games]))
    bare = [replace(each, clauses=None) for each in games]
    whole = {"title": title, "home": home, "trace": wishes.trace, "clauses": rules, "games": bare}
    first = msgspec.json.decode(inflated(games[0].board), type=PlayBoard)
    return standalone("play", title, first.layers, whole)


GALLERY_STYLE = (
    ":root{color-scheme:light dark}body{margin:0;padding:1rem;background:#f3f4f6;color:#1c2025;"
    'font:16px/1.45 system-ui,"DejaVu Sans",sans-serif}h1{font-size:1.3rem}'
    "ul{list-style:none;padding:0;display:grid;gap:1rem;"
    "grid-template-columns:repeat(auto-fill,minmax(11rem,1fr))}"
    "a{display:block;padding:.6rem;border-radius:8px;background:#fff;color:inherit;"
    "text-decoration:none;overflow-wrap:anywhere}"
    "a:hover b,a:focus b{text-decoration:underline}a:focus{outline:3px solid #0559b8}"
    "svg{display:block;width:100%;height:10rem;margin-bottom:.4rem}small{display:block}"
    "@media screen and (prefers-color-scheme:dark){body{background:#181b1f;color:#e8ebef}"
    "a{background:#24282e}}"
)


def site(puzzles: Sequence[Puzzle], games: Sequence[PlayGame], wishes: Wishes) -> dict[str, str]:
    """A page for each puzzle, and an index with their pictures, by the names of the files."""
    wide = len(str(len(games)))
    names = [f"{i:0{wide}}-{each.kind}.html" for i, each in enumerate(games, 1)]
    own = replace(wishes, title="")
    pages = {name: html([each], own, home=INDEX) for name, each in zip(names, games, strict=True)}
    items = "".join(
        f'<li><a href="{escape(name)}">{svg([picture(puzzle)], styled=False)}'
        f"<b>{escape(escaped(each.title))}</b><small>{escape(escaped(each.author))}</small>"
        "</a></li>"
        for name, puzzle, each in zip(names, puzzles, games, strict=True)
    )
    title = escape(escaped(shown(wishes.title or "Puzzles", MOST_TITLE)))
    style = STYLE + GALLERY_STYLE
    index = (
        f"{head(title, policy(style), style)}<body><main><h1>{title}</h1><ul>{items}</ul></main>"
        "</body></html>\n"
    )
    return {INDEX: index, **pages}
