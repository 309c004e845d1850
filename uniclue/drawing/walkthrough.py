"""A walkthrough: pictures with sentences, one after the other, as PDF.

As a page it is written by ``uniclue.workbench.walking``.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

import msgspec
from msgspec.structs import replace

from uniclue.drawing.paper import typeset
from uniclue.drawing.picture import Picture
from uniclue.drawing.svg import AREAS, svg


class Scene(msgspec.Struct, frozen=True):
    """One step.

    Attributes:
        name: The name of the step, such as ``hidden single``.
        sentence: The step in words.
        picture: The board.
        parts: The meaning of the numbered areas of the picture.
    """

    name: str
    sentence: str
    picture: Picture
    parts: tuple[str, ...] = ()

    def titled(self) -> Picture:
        """The picture, with name and sentence as its title."""
        return replace(self.picture, title=f"{self.name}: {self.sentence.rstrip('.')}")


class Walkthrough(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle and the way to its solution.

    Attributes:
        title: Its title.
        lead: The text before the first step.
        scenes: The steps.
    """

    title: str
    lead: str
    scenes: Sequence[Scene]

    def pdf(self) -> bytes:
        """The walkthrough as PDF, several steps per page. All text is data to typst, never markup.

        Raises:
            ChoiceError: typst is not installed.
        """
        scenes = [
            {
                "name": scene.name,
                "sentence": scene.sentence,
                "picture": svg([scene.picture]),
                "parts": scene.parts,
            }
            for scene in self.scenes
        ]
        source = files(__package__).joinpath("walkthrough.typ").read_text("utf-8")
        data = {"title": self.title, "lead": self.lead, "scenes": scenes, "tones": AREAS}
        return typeset(source, {"walkthrough": msgspec.json.encode(data).decode()}, "pdf")
