"""What kinds say of puzz.link and janko.at: objects that are checked when a kind is defined."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import refused_command

from uniclue.core import codecs
from uniclue.core.codecs import Janko, Notation, Pzpr, PzprNotation
from uniclue.core.kinds import find_kind
from uniclue.formats.pzpr.layout import CODECS

NOTATIONS = {
    value
    for value in vars(codecs).values()
    if isinstance(value, type) and issubclass(value, Notation)
}
KIND = """
from uniclue.kit import Annotated, Beside, Board, Fours, Janko, Pzpr, TextGrid, TextRow, Tokens

class Spots(Board, frozen=True, kw_only=True, tag="spots"):
    {said}

    grid: Annotated[TextGrid, Tokens(range(5), "x")]
    top: Annotated[TextRow, Beside("top", range(9))] = ()
    left: Annotated[TextRow, Beside("left", range(9))] = ()
    large: bool = False
"""


def test_every_notation_of_pzpr_has_a_codec() -> None:
    ours = {each for each in NOTATIONS if issubclass(each, PzprNotation)}
    assert ours - {PzprNotation, codecs.Flag} == CODECS.keys()
    for notation, codec in CODECS.items():
        assert codec.__name__ == f"{notation.__name__}Codec"


def test_notations_are_data() -> None:
    fours = codecs.Fours("grid")
    assert fours == codecs.Fours("grid") != codecs.Walls("grid")
    assert codecs.Flag("r", "whole") != codecs.Flag("s", "whole")
    with pytest.raises(AttributeError, match="Fours cannot be changed"):
        fours.members = ("other",)


@pytest.mark.parametrize("kind", ["aquarium", "easyabc", "tents", "starbattle", "cave"])
def test_they_are_shown_as_they_are_written(kind: str) -> None:
    said = find_kind(kind).sites
    assert said
    assert eval(repr(said), vars(codecs)) == said


@pytest.mark.parametrize(
    ("said", "line", "expected"),
    [
        ('sites = (Pzpr("spots", Fours("gird")),)', 4, "expected a member of the kind, got 'gird'"),
        ('sites = (Pzpr("spots", "gird"),)', 4, "Spots: Pzpr('spots', ...): expected a member"),
        ('sites = (Janko("spots", "gird"),)', 4, "Spots: Janko('spots', ...): expected a member"),
        ('sites = Pzpr("spots")', 4, "Spots: expected sites = (Pzpr('spots'),)"),
        ('sites = Pzpr("spots"), 4', 4, "Spots: expected Pzpr(...) or Janko(...), got 4"),
        (
            'sites = (Janko("spots", Fours("grid")),)',
            5,
            "expected the name of a member or a notation",
        ),
        ('sites = (Janko("spots", also="dots"),)', 5, "expected a list of names, got also='dots'"),
        ('sites = (Pzpr("spots", Fours(4)),)', 5, "expected names of members in Fours, got (4,)"),
        ('sites = (Pzpr("spots", Fours()),)', 5, "missing 1 required positional argument"),
        ('sites = (Pzpr("spots", answer="in"),)', 5, "expected answer=Written.INSIDE or another"),
        ('pzpr = "spots grid:foors"', 4, "expected a notation such as fours behind grid:"),
    ],
)
def test_mistakes_are_told_at_their_line(
    tmp_path: Path, said: str, line: int, expected: str
) -> None:
    path = tmp_path / "spots.py"
    path.write_text(KIND.format(said=said))
    refused_command(65, f"spots.py:{line}: TypeError: ", "kinds", "--check", path)
    refused_command(65, expected, "kinds", "--check", path)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ('pzpr = "spots"', (Pzpr("spots"),)),
        ('pzpr = ""', ()),
        (
            'pzpr = "spots r=large grid:fours top+left:beside > in x=1 *=b"',
            (
                Pzpr(
                    "spots",
                    codecs.Flag("r", "large"),
                    codecs.Fours("grid"),
                    codecs.NumbersBeside("top", "left"),
                    answer=codecs.Written.INSIDE,
                    words={"x": 1, "*": "b"},
                ),
            ),
        ),
        (
            'janko = "spots dots | grid large:D x=T; more | large:always > 1=0"',
            (
                Janko("spots", "grid", codecs.Flag("D", "large"), also=["dots"], words={"x": "T"}),
                Janko("more", codecs.Always("large"), answers={"1": 0}),
            ),
        ),
    ],
)
@pytest.mark.filterwarnings("always::DeprecationWarning")
def test_strings_are_read_for_one_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, expected: Any
) -> None:
    attribute = said.split()[0]
    (tmp_path / "spots_of_old.py").write_text(KIND.format(said=said))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "spots_of_old", raising=False)
    if not expected:
        spots = importlib.import_module("spots_of_old").Spots
    else:
        with pytest.warns(DeprecationWarning, match=f"Spots.{attribute} is a string") as told:
            spots = importlib.import_module("spots_of_old").Spots
        assert told[0].filename == str(tmp_path / "spots_of_old.py")
    assert spots.sites == expected
