"""The first lines of help of commands and questions, taken from the text of their files.

Nothing of them is imported, as the help must be there at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from uniclue.core.plugins import BESIDE, entry_points

FOLDERS = tuple(f"{room}.commands" for room in ("uniclue", *BESIDE))
"""Where commands are, questions among them: a file each, of the command's name."""
GROUP = "uniclue.questions"
"""The group of entry points of questions."""


def titles(folder: str) -> dict[str, str]:
    """The first line of help of every question of a folder; nothing of it is imported."""
    return first_lines(folder, _begin_of_class)


def _begin_of_class(text: str, name: str) -> int:
    """Where the class of a question of a name begins; -1 if there is none."""
    at = text.find(f'\n    command = "{name}"\n')
    return at if at < 0 else text.rfind("\nclass ", 0, at)


def titles_elsewhere() -> dict[str, str]:
    """The first line of help of every question of other packages, which are imported for it."""
    if not (names := entry_points(GROUP)):
        return {}
    from uniclue.commands.engine.question import QUESTIONS

    questions = filter(None, map(QUESTIONS.find, names))
    return {q.command: (q.__doc__ or "").partition("\n")[0] for q in questions}


def first_lines(folder: str, begin: Callable[[str, str], int]) -> dict[str, str]:
    """The first line of a docstring in each of a folder's files, by file.

    Args:
        folder: The folder, as a module.
        begin: Where in a file's text stands what the docstring is of, given the text and the
            file's name; below 0: it is not there.
    """
    lines = {}
    for path in files_of(folder):
        text = path.read_text("utf-8")
        if (at := begin(text, path.stem)) >= 0:
            lines[path.stem] = first_line(text, at)
    return lines


def first_line(text: str, at: int) -> str:
    """The first line of the next docstring of a file's text."""
    return text[text.index('"""', at) + 3 :].partition("\n")[0].rstrip('"')


def files_of(folder: str) -> Iterator[Path]:
    """The Python files of a folder, given as a module, which is not imported; none if not there."""
    try:
        spec = find_spec(folder)
    except ModuleNotFoundError:  # the room that it is in
        return iter(())
    places = (spec and spec.submodule_search_locations) or ()
    return (path for place in places for path in Path(place).glob("*.py"))
