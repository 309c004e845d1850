"""Easy as ABC."""

from uniclue.kit import Alphabet, Annotated, Beside, Board, Constraints, Exactly, FirstSeen
from uniclue.kit import Generation, Janko, Layer, LettersBeside, Meta, PuzzleError, Pzpr, Rng, Shape
from uniclue.kit import TextRow, Written, cells, columns, entries, expected_one_of, rows
from uniclue.kit import rows_and_columns

Letters = Annotated[str, Meta(min_length=1, max_length=26, pattern="^[A-Za-z]*$")]


class EasyAbc(Board, frozen=True, kw_only=True, tag="easyabc"):
    """Easy as ABC: every letter once in a line; a letter outside is the first seen from there.

    Rules:
        line: every letter stands once in each row and column; all other cells are empty
        seen: a letter beside the board is the first in its line from there
    """

    sites = (
        Pzpr(
            "easyasabc",
            Alphabet("letters"),
            LettersBeside("top", "bottom", "left", "right"),
            answer=Written.INSIDE | Written.AS_LETTERS,
        ),
        Janko("abc-end-view", Alphabet("letters")),
    )

    top: Annotated[TextRow, Beside("top", letters=None)]
    bottom: Annotated[TextRow, Beside("bottom", letters=None)]
    left: Annotated[TextRow, Beside("left", letters=None)]
    right: Annotated[TextRow, Beside("right", letters=None)]
    letters: Letters

    def validate(self) -> None:
        super().validate()
        if len({*self.letters}) < len(self.letters):
            raise PuzzleError("$.letters", f"expected different letters, got {self.letters!r}")
        for side in ("top", "bottom", "left", "right"):
            for i, word in enumerate(entries(getattr(self, side))):
                if word is not None and str(word) not in tuple(self.letters):
                    raise PuzzleError(f"$.{side}[{i}]", expected_one_of(self.letters, word))

    def answer(self) -> Layer:
        return Layer(cells(self.size), (".", *self.letters))

    def rules(self) -> Constraints:
        for title, line in rows_and_columns(self.size):
            for letter in self.letters:
                yield Exactly("line", title, line, 1, letter, letter)

    def clues(self) -> Constraints:
        lines = rows(self.size) + columns(self.size)
        starts = entries(self.left) + entries(self.top)
        ends = entries(self.right) + entries(self.bottom)
        for (title, line), first, last in zip(lines, starts, ends, strict=True):
            if first is not None:
                yield FirstSeen("seen", f"{title} from its start", line, first, ".")
            if last is not None:
                yield FirstSeen("seen", f"{title} from its end", line[::-1], last, ".")


def _blank(kind: type[EasyAbc], shape: Shape, rng: Rng) -> EasyAbc:
    """Letters for half of the cells of a line."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: max(1, min(26, shape[0] // 2))]
    flat, high = "." * shape[1], "." * shape[0]
    return kind(top=flat, bottom=flat, left=high, right=high, letters=letters)


EasyAbc.generation = Generation(blank=_blank)
