"""Published puzzles of many kinds: is each unique, with the published solution, and how fast?

    python -m benchmarks.kinds [KIND ...] [--limit N] [--seconds S] [--cells N]

Reads ``kinds/*.jsonl`` of the corpus: one puzzle a line, with its solution, as words in rows.
Prints a table: how many verdicts agree, differ, are open; CPU seconds a puzzle, in process. What
differs is listed below it. Exits with 1 if anything does, and with 66 if there is no corpus.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from itertools import chain
from statistics import median
from string import ascii_lowercase
from typing import Any, NamedTuple

from benchmarks.puzzles import corpus_folder
from benchmarks.tables import table
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats.puzzle_json import from_members
from uniclue.solvers.decide import Method, unique
from uniclue.solvers.limits import Limits

Words = list[list[str]]
Members = dict[str, Any]
Read = Callable[[Words, int], Members]
Answer = Callable[[Puzzle, Words], dict[tuple[int, int], Any]]
SIDES = ("top", "bottom", "left", "right")
ARMS = {"n": (-1, 0), "w": (0, -1), "e": (0, 1), "s": (1, 0)}


class Reader(NamedTuple):
    """How a kind's puzzles are read.

    Attributes:
        file: The name of its file in the corpus.
        members: The members of a puzzle, from its words without the first line, and the rows.
        answer: What stands in a solution, from the puzzle and the words: value by (row, column) in
            the solution grid.
        header: The members that the first line tells beside rows and columns.
    """

    file: str
    members: Read
    answer: Answer
    header: Callable[[list[str]], Members] = lambda words: {}


def grid(words: Words, rows: int) -> Members:
    """A grid."""
    return {"grid": words[:rows]}


def corners(words: Words, rows: int) -> Members:
    """A grid of what stands at corners."""
    return {"grid": words[: rows + 1]}


def rooms(words: Words, rows: int) -> Members:
    """A grid, and one with the name of every cell's area."""
    return {"grid": words[:rows], "regions": words[rows : 2 * rows]}


def nothing(words: Words, rows: int) -> Members:
    """Nothing on the board."""
    return {}


def areas(member: str) -> Read:
    """A grid with the name of every cell's area."""
    return lambda words, rows: {member: words[:rows]}


def caged(member: str, told: str, value: Callable[[str], Any]) -> Read:
    """A grid with what is told of cages in some of their cells, and one of the cages' names."""

    def read(words: Words, rows: int) -> Members:
        texts, names = chain(*words[:rows]), chain(*words[rows : 2 * rows])
        of = {
            name: value(text) for name, text in zip(names, texts, strict=True) if text not in "-."
        }
        return {member: words[rows : 2 * rows], told: of}

    return read


def with_lines(read: Read, *sides: str) -> Read:
    """What stands beside the board comes before the rest: above and on the left, or as named."""
    sides = sides or ("top", "left")
    return lambda words, rows: (
        dict(zip(sides, words, strict=False)) | read(words[len(sides) :], rows)
    )


def numbered(words: Words, rows: int) -> Members:
    """A grid of areas, and one of numbers and arrows in which black cells are words."""
    black = {(r, c) for r, row in enumerate(words[:rows]) for c, w in enumerate(row) if w.isalpha()}
    names = [
        ["." if (r, c) in black else word for c, word in enumerate(row)]
        for r, row in enumerate(words[rows : 2 * rows])
    ]
    return {"grid": words[:rows], "regions": names}


def consecutive(words: Words, rows: int) -> Members:
    """A grid without boxes, and one of numbers that say where bars are: 1 east, 2 south."""
    bars = enumerate(words[rows : 2 * rows])
    cells = [(r, c, int(word)) for r, row in bars for c, word in enumerate(row)]
    east = [((r, c), (r, c + 1)) for r, c, bits in cells if bits & 1]
    south = [((r, c), (r + 1, c)) for r, c, bits in cells if bits & 2]
    dots = {"white_dots": east + south, "all_given": ["white"]}
    return {"grid": words[:rows], "box": [1, rows], **dots}


def renamed(names: dict[str, str], member: str = "grid") -> Read:
    """A grid in which some words mean others."""

    def read(words: Words, rows: int) -> Members:
        return {member: [[names.get(word, word) for word in row] for row in words[:rows]]}

    return read


def marked(by: str) -> Answer:
    """1 where one of these words stands."""
    return lambda puzzle, words: {(r, c): int(words[r][c] in by) for r, c in puzzle.places}


shaded = marked("xb")


def white(puzzle: Puzzle, words: Words) -> dict[tuple[int, int], Any]:
    """``x`` where a cell is left white."""
    return {(r, c): int(words[r][c] != "x") for r, c in puzzle.places}


def joined(puzzle: Puzzle, words: Words) -> dict[tuple[int, int], Any]:
    """Both halves of a domino have its number."""
    return {
        (r, c): int(words[(r - 1) // 2][(c - 1) // 2] == words[r // 2][c // 2])
        for r, c in puzzle.places
    }


def bridges(puzzle: Puzzle, words: Words) -> dict[tuple[int, int], Any]:
    """1 and 2 across, ``a`` and ``b`` down, in the cells between islands."""
    answer: dict[tuple[int, int], Any] = dict.fromkeys(puzzle.places, 0)
    for r, row in enumerate(words):
        for c, word in enumerate(row):
            if word != "-":
                down = word in "ab"
                for way in (-1, 1):
                    at = (2 * r + 1 + way * down, 2 * c + 1 + way * (not down))
                    answer[at] = "ab".index(word) + 1 if down else int(word)
    return answer


def slants(puzzle: Puzzle, words: Words) -> dict[tuple[int, int], Any]:
    r"""``\\`` or ``/``."""
    return {(r, c): int(words[r][c] == "\\") for r, c in puzzle.places}


def parts(puzzle: Puzzle, words: Words) -> dict[tuple[int, int], Any]:
    """Names of areas; one is called by the number of its clue, counted row by row."""
    clues = [(r, c) for r, row in enumerate(puzzle.grid) for c, n in enumerate(row) if n != "-"]  # type: ignore[attr-defined]
    number = {words[r][c]: i for i, (r, c) in enumerate(clues, 1)}
    return {(r, c): number.get(words[r][c]) for r, c in puzzle.places}


def letters(puzzle: Puzzle, words: Words) -> dict[tuple[int, int], Any]:
    """Letters, ``-`` for blank."""
    return {(r, c): words[r][c].replace("-", ".") for r, c in puzzle.places}


def filled(puzzle: Puzzle, words: Words) -> dict[tuple[int, int], Any]:
    """Numbers; ``-`` or 0 where none stands."""
    return {(r, c): int(words[r][c].replace("-", "0")) or "." for r, c in puzzle.places}


def as_written(puzzle: Puzzle, words: Words) -> dict[tuple[int, int], Any]:
    """The values themselves."""
    texts = {str(value): value for value in puzzle.domain}
    return {
        (r, c): texts.get(words[r][c], "+" if "+" in texts else words[r][c])
        for r, c in puzzle.places
    }


def pieces(puzzle: Puzzle, words: Words) -> dict[tuple[int, int], Any]:
    """Any word where something is; ``-`` is nothing."""
    return {(r, c): int(words[r][c] != "-") for r, c in puzzle.places}


def arms(puzzle: Puzzle, words: Words) -> dict[tuple[int, int], Any]:
    """Cells with the directions in which a line leaves them, such as ``ne``; ``x`` is shaded."""
    answer: dict[tuple[int, int], Any] = dict.fromkeys(puzzle.places, 0)
    for r, row in enumerate(words):
        for c, word in enumerate(row):
            if word == "x" and (2 * r + 1, 2 * c + 1) in answer:
                answer[2 * r + 1, 2 * c + 1] = 1
            elif word not in "-x":
                for arm in word:
                    dr, dc = ARMS[arm]
                    answer[2 * r + 1 + dr, 2 * c + 1 + dc] = 1
    return answer


def inside(puzzle: Puzzle, words: Words) -> dict[tuple[int, int], Any]:
    """``x`` inside a loop on sides."""
    height, width = len(words), len(words[0])

    def within(r: int, c: int) -> bool:
        return 0 <= r < height and 0 <= c < width and words[r][c] == "x"

    return {
        (r, c): int(
            within(r // 2 - 1, c // 2) != within(r // 2, c // 2)
            if r % 2 == 0
            else within(r // 2, c // 2 - 1) != within(r // 2, c // 2)
        )
        for r, c in puzzle.places
    }


READERS: dict[str, Reader] = {
    "slitherlink": Reader("Slitherlink", grid, inside),
    "simpleloop": Reader("SimpleLoop", grid, arms),
    "masyu": Reader("Masyu", renamed({"1": "w", "2": "b"}), arms),
    "hitori": Reader("Hitori", grid, shaded),
    "heyawake": Reader("Heyawake", rooms, shaded),
    "yajilin": Reader("Yajilin", renamed({"x": "?"}), arms),
    "kuromasu": Reader("Kuromasu", grid, shaded),
    "countryroad": Reader("CountryRoad", rooms, arms),
    "yinyang": Reader("YinYang", grid, shaded),
    "nurikabe": Reader("Nurikabe", grid, shaded),
    "fillomino": Reader("Fillomino", grid, as_written),
    "numberlink": Reader("NumberLink", grid, arms),
    "creek": Reader("Creek", corners, shaded),
    "gokigen": Reader("GokigenNaname", corners, slants),
    "shikaku": Reader("Shikaku", grid, parts),
    "galaxies": Reader("Galaxies", grid, parts),
    "lits": Reader("LITS", renamed({"@": "."}, "regions"), letters),
    "hashi": Reader("Hashi", grid, bridges),
    "cave": Reader("Cave", grid, white),
    "nurimisaki": Reader("Nurimisaki", renamed({"?": "o"}), shaded),
    "aqre": Reader("Aqre", rooms, shaded),
    "battleships": Reader(
        "Battleship", with_lines(grid), pieces, lambda words: {"fleet": [*map(int, words)]}
    ),
    "castlewall": Reader("CastleWall", grid, arms),
    "chocona": Reader("Chocona", rooms, shaded),
    "kurotto": Reader("Kurotto", grid, shaded),
    "makaro": Reader("Makaro", numbered, as_written),
    "nanro": Reader("Nanro", rooms, filled),
    "shakashaka": Reader("Shakashaka", renamed({"5": "x"}), letters),
    "shimaguni": Reader("Shimaguni", rooms, shaded),
    "shingoki": Reader("Shingoki", grid, arms),
    "snake": Reader("Snake", with_lines(renamed({"x": "b"})), shaded),
    "sternenhimmel": Reader(
        "Sternenhimmel", with_lines(grid), pieces, lambda words: {"may_be_free": words == ["0"]}
    ),
    "tatamibari": Reader("Tatamibari", grid, parts),
    "variant": Reader("ConsecutiveSudoku", consecutive, as_written),
    "akari": Reader("Akari", grid, marked("o")),
    "binairo": Reader(
        "Binairo",
        renamed({"1": "0", "2": "1"}),
        marked("2"),
        lambda words: {"may_repeat": True},
    ),
    "dominosa": Reader("Dominos", grid, joined),
    "doppelblock": Reader("DoppelBlock", with_lines(nothing), as_written),
    "easyabc": Reader(
        "ABCEndView",
        with_lines(nothing, *SIDES),
        letters,
        lambda words: {"letters": ascii_lowercase[: ascii_lowercase.index(words[0]) + 1]},
    ),
    "evenodd": Reader("EvenOddSudoku", grid, as_written),
    "hidoku": Reader("Hidoku", grid, as_written),
    "jigsaw": Reader("JigsawSudoku", rooms, as_written),
    "kakurasu": Reader("Kakurasu", with_lines(nothing, "bottom", "right"), shaded),
    "kenken": Reader(
        "KenKen", caged("cages", "targets", lambda text: text.replace("x", "*")), as_written
    ),
    "killer": Reader("KillerSudoku", caged("cages", "sums", int), as_written),
    "magnets": Reader("Magnetic", with_lines(areas("plates"), *SIDES), as_written),
    "minesweeper": Reader("Minesweeper", grid, shaded, lambda words: {"mines": int(words[0])}),
    "mosaic": Reader("Mosaic", grid, shaded),
    "norinori": Reader("Norinori", lambda words, rows: {"regions": words[rows:]}, shaded),
    "renban": Reader("Renban", rooms, as_written),
    "ripple": Reader("Hakyuu", rooms, as_written),
    "skyscrapers": Reader(
        "Skyscraper",
        with_lines(renamed({"-": "?"}, "givens"), *SIDES),
        as_written,
        lambda words: {"highest": int(words[0]), "diagonals": "D" in words},
    ),
    "starbattle": Reader(
        "Starbattle", renamed({"#": "."}, "regions"), shaded, lambda words: {"stars": int(words[0])}
    ),
    "str8ts": Reader("Str8t", grid, as_written),
    "suguru": Reader("Suguru", rooms, as_written),
    "tents": Reader("Tent", with_lines(renamed({"x": "T"})), marked("o")),
    "thermometers": Reader("Thermometer", with_lines(grid), shaded),
    "tilepaint": Reader("TilePaint", with_lines(areas("regions")), shaded),
}


def puzzles(kind: str, cells: int) -> Iterator[tuple[str, Members, Words]]:
    """The puzzles of a kind up to a size: name, members, words of the solution."""
    reader = READERS[kind]
    for line in (corpus_folder() / "kinds" / f"{reader.file}.jsonl").read_text().splitlines():
        entry = json.loads(line)
        words = [row.split() for row in entry["problem"].splitlines() if row.strip()]
        rows, columns = map(int, words[0][:2])
        if rows * columns <= cells:
            solution = [row.split() for row in entry["solution"].splitlines() if row.strip()]
            members = reader.header(words[0][2:]) | reader.members(words[1:], rows)
            yield entry["id"], {"kind": kind, **members}, solution[1:]


def judged(kind: str, members: Members, words: Words, limit: float) -> tuple[str, float]:
    """What is wrong with a puzzle (nothing, if all agrees), and how long its verdict took."""
    try:
        puzzle = from_members(members)
        answer = READERS[kind].answer(puzzle, words) if words else {}
        grid = puzzle.read_grid(puzzle.grid_of(answer))
    except (PuzzleError, IndexError) as error:
        return f"cannot be read: {error!s:.100}", 0.0
    broken = puzzle.check(grid)
    start = time.process_time()
    verdict = unique(puzzle, Method(limits=Limits(seconds=limit)))
    took = time.process_time() - start
    if broken:
        return f"published solution: {broken[0].code}: {broken[0].sentence}", took
    if verdict.status == "unknown":
        return "unknown", took
    if verdict.status != "unique":
        return verdict.status, took
    return "another solution" if words and verdict.solutions[0] != grid else "", took


def main() -> int:
    """Prints the table; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, add_help=True)
    parser.add_argument("kinds", nargs="*", default=list(READERS), metavar="KIND")
    parser.add_argument("--limit", type=int, default=1000, help="puzzles a kind, the first ones")
    parser.add_argument("--seconds", type=float, default=10.0, help="time limit for each")
    parser.add_argument("--cells", type=int, default=10_000, help="the largest board")
    args = parser.parse_args()
    if not (corpus_folder() / "kinds").is_dir():
        print(f"no published puzzles in {corpus_folder() / 'kinds'} (see UNICLUE_CORPUS)")
        return 66
    lines, differences = [], []
    for kind in args.kinds:
        results = []
        for i, (name, members, words) in enumerate(puzzles(kind, args.cells)):
            if i == args.limit:
                break
            wrong, took = judged(kind, members, words, args.seconds)
            results.append((wrong, took))
            if wrong:
                differences.append(f"{kind} {name}: {wrong}")
        says = [wrong for wrong, _ in results]
        times = [took for _, took in results]
        agree, unknown = says.count(""), says.count("unknown")
        differ = len(says) - agree - unknown
        lines.append(
            (kind, len(says), agree, differ, unknown, f"{median(times):.3f}", f"{max(times):.2f}")
        )
    heads = ("kind", "puzzles", "agree", "differ", "unknown", "median s", "slowest s")
    print(table(heads, lines), *differences, sep="\n")
    return int(any(line[3] for line in lines))


if __name__ == "__main__":
    sys.exit(main())
