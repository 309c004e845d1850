"""A walkthrough: pictures with sentences, one after the other, as one HTML page or as PDF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from string import Template

import msgspec
from msgspec.structs import replace

from uniclue.core.words import escaped
from uniclue.drawing.paper import typeset
from uniclue.drawing.picture import Picture
from uniclue.drawing.policy import policy
from uniclue.drawing.svg import AREAS, apart, framed, style_of, svg


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

    def html(self) -> str:
        """A page without external requests: a list, with a script that shows one step at a time."""
        template = Template(files(__package__).joinpath("walkthrough.html").read_text("utf-8"))
        page = template.safe_substitute(
            title=_plain(self.title),
            lead=_plain(self.lead),
            style=style_of(scene.picture for scene in self.scenes),
            tones="".join(f"b.T{i}{{color:{tone}}}" for i, tone in enumerate(AREAS)),
            **_steps(self.scenes),
        )
        rules = policy(_inside(page, "style"), _inside(page, "script"))
        return page.replace("$policy", rules, 1)  # the first is the template's own

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


def _steps(scenes: Sequence[Scene]) -> dict[str, str]:
    """The steps, and once for all the parts of boards that several of their pictures have."""
    cut = [apart(scene.picture) for scene in scenes]
    often = Counter(part for printed, _ in cut for part in printed[1:] if part)
    names = {part: f"part-{i}" for i, (part, count) in enumerate(often.items()) if count > 1}
    shared = "".join(f'<g id="{name}">{part}</g>' for part, name in names.items())
    items = []
    for i, (scene, (printed, rest)) in enumerate(zip(scenes, cut, strict=True)):
        content = "".join(
            (f'<use href="#{names[below]}"/>' if below in names else below) + above
            for below, above in zip(printed[1:], rest[1:], strict=True)
        )
        items.append(_item(i, scene, framed(scene.picture, printed.size, content)))
    return {"shared": shared, "steps": "\n".join(items)}


def _item(number: int, scene: Scene, picture: str) -> str:
    name = f"<b>{_plain(scene.name)}</b> " if scene.name else ""
    parts = "".join(
        f'<li><b class="T{i % len(AREAS)}">{i + 1}</b> {_plain(part)}</li>'
        for i, part in enumerate(scene.parts)
    )
    return (
        f'<li id="step-{number}" class="step"><figure>{picture}</figure>'
        f"<p>{name}{_plain(scene.sentence)}</p>{f'<ul>{parts}</ul>' if parts else ''}</li>"
    )


def _inside(page: str, tag: str) -> str:
    """The text of a page's only element of a sort that is never escaped."""
    return page.partition(f"<{tag}>")[2].partition(f"</{tag}>")[0]


def _plain(text: str) -> str:
    return escape(escaped(text))
