"""Rekuto."""

from uniclue.kit import ClassVar, Construction, Generation, Janko, Rng, Shape, rectangles, regions
from uniclue.kit import rows_of, shuffled
from uniclue.models.shikaku import Shikaku


class Rekuto(Shikaku, frozen=True, kw_only=True, tag="rekuto"):
    """Rekuto: cut the board into rectangles with one number each, the sum of height and width.

    A cell of the solution holds the name of the number in its rectangle: 1 is the first one.

    Rules:
        rectangle: the height and the width of a rectangle add up to its number, the only one in it;
            ? is a number that is left open
    """

    sites = (Janko("rekuto"),)
    meaning: ClassVar[str] = "a rectangle with a height and a width of {} together"

    @staticmethod
    def width(number: int, height: int) -> int:
        return number - height


def _blank(kind: type[Rekuto], shape: Shape, rng: Rng) -> Rekuto:
    """A number in each of some rectangles."""
    rooms = regions(rectangles(shape, rng, 12).items())
    spans = {shuffled(rng, room)[0]: (*room[0], *room[-1]) for room in rooms.values()}
    sums = {at: low - top + right - left + 2 for at, (top, left, low, right) in spans.items()}
    return kind(grid=rows_of(sums, shape))


Rekuto.generation = Generation(construction=Construction.BOARD, blank=_blank)
