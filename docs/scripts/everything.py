"""Every public function once, on a puzzle of a book: what a script may look like, and its types.

The tests run it, and check it with ``mypy --strict``.
"""

from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import uniclue
from uniclue.kit import AllDifferent, Sum, columns, rows

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def questions(puzzle: uniclue.Puzzle) -> None:
    """What a puzzle is like."""
    verdict: uniclue.Verdict = uniclue.unique(puzzle, encoder="both")
    assert verdict.status == "unique"
    assert verdict.puzzle is puzzle
    solutions: uniclue.Solutions = uniclue.solve(puzzle, limit=2)
    assert solutions.complete
    assert solutions.solutions == verdict.solutions
    counted: uniclue.Count = uniclue.count(puzzle, limit=10)
    assert counted.count == 1
    judgement: uniclue.Judgement = uniclue.check(puzzle, solutions.solutions[0])
    assert judgement.status == "right"
    steps: uniclue.Explanation = uniclue.explain(puzzle, time_limit=60)
    print(steps.status, len(steps.steps) > 10)
    hint: uniclue.Hint = uniclue.hint(puzzle)
    if hint.step is not None:
        print(hint.step.sentence)
    rated: uniclue.Clues = uniclue.clues(puzzle)
    print(rated.irredundant)
    reasons: uniclue.Explained = uniclue.why(puzzle, repair=True)
    print(reasons.status)
    grades: uniclue.Grades = uniclue.grade(puzzle, "steps")
    print(grades.grades[0].number)
    encodings: uniclue.Encodings = uniclue.encodings(puzzle)
    print(encodings.parity)
    features: uniclue.Features = uniclue.features(puzzle, ["size"])
    print(features.values["size.cells"])
    traced: uniclue.Trace = uniclue.trace(puzzle, [("r1c1", "1")])
    print(traced.moves[0].open)
    many = [verdict.status for verdict in uniclue.unique_many([puzzle, puzzle])]
    print(many)


def pictures(puzzle: uniclue.Puzzle, folder: Path) -> None:
    """What it looks like."""
    shown: uniclue.Shown = uniclue.show(puzzle, "solution", ascii=True)
    print(str(shown).splitlines()[1])
    drawing: uniclue.Drawing = uniclue.draw([puzzle], folder / "sudoku.svg", view="candidates")
    print(len(drawing.svg) > 1000, drawing.data("svg")[:4])
    link: uniclue.Converted = uniclue.convert(puzzle, url=True)
    print(link.text)
    assert uniclue.read(link.text) == puzzle
    page: uniclue.Page = uniclue.publish(puzzle, folder / "page.html", title="Monday")
    print(len(page.html) > 10_000, len(page.certificates))
    if find_spec("typst") is not None:
        booklet: uniclue.Book = uniclue.book([puzzle], folder / "book.pdf", paper="letter")
        print(booklet.statuses, booklet.pdf[:4])
    uniclue.dump(puzzle, folder / "sudoku.json")
    assert [*uniclue.read_many(folder / "sudoku.json")] == [puzzle]
    assert uniclue.load(folder / "sudoku.json") == uniclue.loads(uniclue.dumps(puzzle))


def formulas(puzzle: uniclue.Puzzle, folder: Path) -> None:
    """What other programs make of it."""
    written: uniclue.VariableMap = uniclue.export(puzzle, folder / "sudoku.cnf", question="solve")
    decoded: uniclue.Decoded = uniclue.decode(puzzle, "s UNSATISFIABLE\n", map=written)
    print(decoded.status)
    print(uniclue.to_pysat(puzzle).map.literal((0, 0), 5))
    print(uniclue.to_pulp(puzzle).numVariables())
    print(uniclue.graph(puzzle, "cells").number_of_nodes(), uniclue.to_networkx(puzzle).name)
    certified = uniclue.certify(puzzle, folder / "certificate", "count", limit=10)
    print(certified.certificate is not None)
    verified: uniclue.Verification = uniclue.verify(folder / "certificate", checker="built-in")
    print(verified.claim)


def own_puzzles(folder: Path) -> None:
    """Puzzles that are made, and one without a kind."""
    made: uniclue.Generated = uniclue.generate("sudoku", level="easy", seed=1, number=2)
    assert "adjacent whites" in uniclue.techniques("masyu")
    assert len(uniclue.practice("masyu", "adjacent whites", number=1, size="6x6")) <= 1
    print(len(made), made[0].kind(), made.reason)
    lines = [*rows((3, 3)), *columns((3, 3))]
    every = [AllDifferent("different", name, line) for name, line in lines]
    sums = [Sum("sum", "corner", ((0, 0), (0, 1)), 5, 5)]
    square: uniclue.Puzzle = uniclue.board((3, 3), range(1, 4), [*every, *sums], title="A square")
    print(uniclue.count(square).count)
    try:
        uniclue.count(square, solver="zebra")
    except uniclue.ChoiceError as error:
        print(type(error).__name__)


def main() -> None:
    """Runs all of it."""
    puzzle = uniclue.read(SUDOKU)
    questions(puzzle)
    with TemporaryDirectory() as name:
        pictures(puzzle, Path(name))
        formulas(puzzle, Path(name))
        own_puzzles(Path(name))


if __name__ == "__main__":
    main()
