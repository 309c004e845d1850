"""FiveCells: the rules over a filled board."""

from functools import partial

from uniclue.referees import fourcells

draw = partial(fourcells.draw, cells_each=5)
answers = partial(fourcells.answers, cells_each=5)
is_right = partial(fourcells.is_right, cells_each=5)
