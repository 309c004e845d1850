"""What a notebook shows of puzzles and answers.

Pictures are data within the page, each in an ``img`` of its own, so that their styles touch nothing
else. There is no script, and nothing is fetched.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from functools import singledispatch
from html import escape

from uniclue.commands.engine import question as questions
from uniclue.commands.engine import text as texts
from uniclue.core.puzzle import Puzzle
from uniclue.core.words import escaped, number_of
from uniclue.drawing.picture import Picture, picture
from uniclue.drawing.svg import svg
from uniclue.explainers import reasons
from uniclue.explainers import shown as showing
from uniclue.explainers import text as why_texts
from uniclue.explainers.steps import step as step_types
from uniclue.explainers.telling import scenes as telling
from uniclue.solvers import method as methods
from uniclue.solvers.verdict import Answer, Solutions, Verdict

MOST_PICTURES = 200
"""Pictures of one answer, at most."""
PAGES = (
    '<div style="display:flex;gap:1rem;overflow-x:auto;scroll-snap-type:x mandatory" '
    'tabindex="0" role="group" aria-label="steps">{}</div>'
)
PAGE = '<figure style="flex:0 0 100%;margin:0;scroll-snap-align:start">{}</figure>'


@singledispatch
def html(thing: object) -> str:
    """A puzzle, or an answer that knows its puzzle, as HTML."""
    raise TypeError(f"expected a puzzle or an answer, got {type(thing).__name__}")


@html.register
def _(thing: Puzzle) -> str:
    return image([picture(thing)])


@html.register
def _(thing: Answer) -> str:
    return _special(thing) or f"<pre>{_plain(_text(thing))}</pre>"


def image(pictures: Sequence[Picture]) -> str:
    """Pictures beside each other."""
    return framed(svg(pictures), "; ".join(each.title for each in pictures))


def framed(drawn: str, title: str) -> str:
    """A picture as an element of its own."""
    data = base64.b64encode(drawn.encode()).decode()
    style = "max-width:100%;height:auto"
    return f'<img alt="{_plain(title)}" style="{style}" src="data:image/svg+xml;base64,{data}"/>'


def _special(answer: Answer) -> str | None:
    """What is shown of answers that have pictures; None for others."""
    puzzle = answer.puzzle
    if puzzle is None:
        return None
    match answer:
        case reasons.Explained():
            return _verdict(answer, puzzle) + _paragraphs(why_texts.paragraphs(answer.why, puzzle))
        case Verdict():
            return _verdict(answer, puzzle)
        case Solutions():
            return _solutions(answer, puzzle)
        case showing.Shown():
            return _paragraphs([showing.words(answer)]) + image(showing.pictures_of(answer, puzzle))
        case step_types.Explanation():
            return _steps(answer, puzzle)
        case step_types.Hint(step=step) if step is not None:
            scene = telling.scenes(puzzle, [step], vars(answer).get("state"))[-1]
            return _paragraphs([step.sentence]) + image([scene.picture])
    return None


def _verdict(answer: Verdict, puzzle: Puzzle) -> str:
    """The verdict, and the solution; where there are two, the cells that differ are marked."""
    grids = [puzzle.read_grid(grid) for grid in answer.solutions]
    grid, other = (*grids, None, None)[:2]
    parts = [texts.verdict_line(answer)]
    if answer.differs:
        parts.append(texts.differences(answer.differs, puzzle))
    title = "solution" if grid else ""
    return _paragraphs(parts) + image([picture(puzzle, grid, other=other, title=title)])


def _solutions(answer: Solutions, puzzle: Puzzle) -> str:
    first = texts.solutions_line(len(answer.solutions), answer.complete, answer.reason)
    grids = [puzzle.read_grid(grid) for grid in answer.solutions[:MOST_PICTURES]]
    titles = [f"solution {number}" for number in range(1, len(grids) + 1)]
    named = zip(grids, titles, strict=True)
    drawn = [picture(puzzle, grid, title=title) for grid, title in named] or [picture(puzzle)]
    return _paragraphs([first]) + image(drawn)


def _steps(answer: Answer, puzzle: Puzzle) -> str:
    """The steps as pages beside each other, to be scrolled through."""
    members = vars(answer)
    tour = telling.walkthrough(
        puzzle,
        answer,  # type: ignore[arg-type]
        members.get("state"),
        steps=answer.steps if members.get("every") else None,  # type: ignore[attr-defined]
        brief=members.get("brief", False),
    )
    shown, last = tour.scenes[:MOST_PICTURES], len(tour.scenes) - 1
    pages = (
        PAGE.format(
            f"<figcaption><b>{i} of {last}</b> {_plain(scene.name)} {_plain(scene.sentence)}"
            f"</figcaption>{image([scene.picture])}"
        )
        for i, scene in enumerate(shown)
    )
    more = len(tour.scenes) - len(shown)
    rest = [f"and {number_of(more, 'step')} more"] if more else []
    lead = f"{tour.lead} Scroll sideways." if last > 0 else tour.lead
    return _paragraphs([lead]) + PAGES.format("".join(pages)) + _paragraphs(rest)


def _text(answer: Answer) -> str:
    """An answer as its command prints it; one without its puzzle as its members."""
    question = questions.QUESTIONS.find(str(answer.__struct_config__.tag))
    if question is None or answer.puzzle is None:
        return repr(answer)
    question_ = question(method=methods.Method())
    return texts.finished(question_.text(answer, answer.puzzle), question_.shown(answer))


def _paragraphs(parts: Iterable[str]) -> str:
    lines = ("<br/>".join(map(_plain, part.split("\n"))) for part in parts if part)
    return "".join(f"<p>{line}</p>" for line in lines)


def _plain(text: str) -> str:
    """A text from outside, with nothing in it that HTML takes for more."""
    return escape(escaped(text, keep="\n"))
