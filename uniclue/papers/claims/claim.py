"""Claims as data: a file of TOML for each document.

``[document]`` says whose it is; every ``[[claim]]`` quotes a sentence, says how its figures are
measured, and in ``readings`` what each way to read it leads one to expect of a figure.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from uniclue.core.puzzle import PuzzleError
from uniclue.papers.claims.evidence import Figure
from uniclue.papers.claims.tests import Test, read
from uniclue.papers.tables import TableTask

Name = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
CLAIMS = "claims.toml"
"""The file of a document's folder."""


class Document(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A document.

    Attributes:
        name: What its claims' names begin with.
        author: Who wrote it, and when if that is known.
        title: Its title.
        source: The name of the file that holds its text, which is no part of the project, or its
            address.
        measures: Modules of its folder that measure.
    """

    name: Name
    author: str
    title: str
    source: str = ""
    measures: tuple[str, ...] = ()


class Reading(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way to read a sentence.

    Attributes:
        figure: The name of the figure in what is measured; for a command, a statistic of its
            answers.
        test: What is expected of it.
        says: What the figure is, in words.
    """

    figure: str
    test: str
    says: str = ""

    @property
    def expected(self) -> Test:
        """The test."""
        return read(self.test)


class Claim(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sentence of a document.

    Attributes:
        id: Its name within the document.
        place: Where it stands.
        quote: The sentence as it stands there; several parts are joined by ``[...]``. Empty where
            the copy has lost it.
        says: What it says, in English.
        readings: The ways to read it. One that holds suffices.
        measure: The function that measures its figures.
        command: Instead, words of a command whose answers are measured; it runs in the folder of
            the file.
        is_whole: Whether the answers of the command are the whole population, and no sample.
        every: Whether all readings have to hold.
        proof: Why no sample is needed.
        proxy: What stands for what the sentence is about.
        lost: Why it is lost.
        uncheckable: Why it cannot be checked.
        note: What else was found.
    """

    id: Name
    place: str
    says: str
    quote: str = ""
    readings: tuple[Reading, ...] = ()
    measure: str = ""
    command: str = ""
    is_whole: bool = False
    every: bool = False
    proof: str = ""
    proxy: str = ""
    lost: str = ""
    uncheckable: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        ways = (bool(self.measure or self.command), bool(self.lost), bool(self.uncheckable))
        if sum(ways) != 1 or bool(self.readings) != ways[0] or (self.measure and self.command):
            raise ValueError(f"claim {self.id}: expected what measures it, or why nothing does")
        if not (self.quote or self.lost):
            raise ValueError(f"claim {self.id}: expected a quote, or why it is lost")
        for reading in self.readings:
            read(reading.test)

    def denied(self) -> Claim:
        """The claim that it does not hold."""
        readings = tuple(
            msgspec.structs.replace(reading, test=str(reading.expected.denied()))
            for reading in self.readings
        )
        return msgspec.structs.replace(self, readings=readings, every=not self.every)


class Claims(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The claims of a document.

    Attributes:
        document: The document.
        claim: Its claims.
    """

    document: Document
    claim: tuple[Claim, ...]


Measurement = Callable[[TableTask], Mapping[str, Figure]]


class CannotMeasureError(Exception):
    """A measurement cannot be made here; the message says why."""


def loads(text: str) -> Claims:
    """Reads a ledger's file.

    Raises:
        PuzzleError: It is none.
    """
    try:
        found = msgspec.convert(tomllib.loads(text), Claims)
    except tomllib.TOMLDecodeError as error:
        raise PuzzleError("$", f"expected claims as TOML, got {error}") from error
    except msgspec.ValidationError as error:
        what, _, path = str(error).replace("`", "").partition(" - at ")
        raise PuzzleError(path or "$", what[:1].lower() + what[1:]) from error
    names = [claim.id for claim in found.claim]
    for i, name in enumerate(names):
        if name in names[:i]:
            raise PuzzleError(f"$.claim[{i}].id", f"expected a name of its own, got {name} again")
    return found


@cache
def own() -> dict[str, Claims]:
    """The claims of the source documents, by the names of their folders."""
    folders = (folder for folder in files("uniclue.papers").iterdir() if folder.is_dir())
    found = {f.name: loads(f.joinpath(CLAIMS).read_text("utf-8")) for f in folders if _has(f)}
    return dict(sorted(found.items(), key=lambda item: item[1].document.name))


def _has(folder: Any) -> bool:
    return bool(folder.joinpath(CLAIMS).is_file())


def measurement(folder: str, document: Document, name: str) -> Measurement:
    """The function of a document that measures.

    Raises:
        LookupError: It has none of that name.
    """
    for module in document.measures:
        found = getattr(import_module(f"uniclue.papers.{folder}.{module}"), name, None)
        if found is not None:
            return found  # type: ignore[no-any-return]
    raise LookupError(f"{document.name}: nothing measures {name!r}")


def named(every: Mapping[str, Claims]) -> Iterator[tuple[str, str, Claim]]:
    """All claims: the name of each, its folder, and itself."""
    for folder, claims in every.items():
        for claim in claims.claim:
            yield f"{claims.document.name}-{claim.id}", folder, claim


def read_file(path: Path) -> Claims:
    """Reads a ledger's file; raises as :func:`loads` and OSError."""
    return loads(path.read_text("utf-8"))
