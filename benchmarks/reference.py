"""The reference of ``uniclue.kit``: ``python -m benchmarks.reference`` writes it anew.

It is made from docstrings and stands on the pages docs/vocabulary.md and docs/kit.md, between the
comments ``<!-- reference counts: Exactly AllBut -->`` and ``<!-- end of reference -->``. The prose
around them is written by hand. ``tests/test_reference.py`` says whether the pages are current.

A docstring has, after its text, the sections ``Args:`` (of a function) or ``Attributes:`` (of a
class), ``Returns:``, ``Raises:``, for a constraint ``Rows:`` (how much it adds to a model), and
``Example:``, which is run.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import doctest
import enum
import importlib
import inspect
import io
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, cast

import msgspec
from numpy.random import default_rng

from benchmarks.puzzles import ROOT
from uniclue import kit
from uniclue.constraints.base import Constraint, Trait, allowed_fillings
from uniclue.core.codecs import Notation, Pzpr
from uniclue.core.fields import fields_of
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.model import Value
from uniclue.core.places import Point
from uniclue.core.puzzle import PuzzleError
from uniclue.formats.format import CannotWriteError
from uniclue.formats.janko import JankoBlocks
from uniclue.formats.puzzle_json import from_members
from uniclue.formats.puzzlink import PuzzLink

PAGES = ROOT / "docs" / "vocabulary.md", ROOT / "docs" / "kit.md"
MARKED = re.compile(
    r"(<!-- reference ([\w-]+): ([^>]*?) -->\n).*?(<!-- end of reference -->)", re.DOTALL
)
SECTION = re.compile(r"^(Args|Attributes|Returns|Yields|Raises|Rows|Example):\n", re.MULTILINE)
ARGUMENT = re.compile(r"^ {4}\*{0,2}(\w+)(?: \([^)]*\))?: ", re.MULTILINE)
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
OF_ALL_WORDS = {"code", "title", "layer", "name", "skips_outside"}
"""The arguments of every constraint that mean the same in all of them."""
USUAL: Mapping[str, str] = {
    "shape": "Rows and columns of the board.",
    "rng": "What draws at random.",
    "grid": "A grid as typed: rows of text, or of values.",
    "givens": "Known cells, as a grid of the solution's shape.",
    "extra": "Members of a file that are not part of the puzzle.",
    "member": "The name of the field.",
    "members": "The names of the fields.",
}
"""The arguments that mean the same wherever they occur."""
MOST_KINDS = 4
"""How many of the kinds that use a name are listed."""


class Outcome(NamedTuple):
    """What came of running an example.

    Attributes:
        wrong: The line that gives something else than the docstring says, and what; or empty.
        values: What its lines gave, without None.
        names: The names that it defined.
    """

    wrong: str
    values: list[Any]
    names: dict[str, Any]

    @property
    def places(self) -> list[Point]:
        """The places that its first line with such gave."""
        for value in self.values:
            if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str):
                value = value[1]  # a line with its name
            if isinstance(value, list | tuple) and value and all(map(_is_place, value)):
                return [*value]
        return []


class Entry(NamedTuple):
    """What the reference says of a name.

    Attributes:
        name: The name.
        signature: How it is called, or what it stands for.
        text: What it is.
        arguments: What each argument takes, of those that have to be explained.
        missing: The arguments that nothing explains.
        sections: Further sections of its docstring: ``Returns``, ``Raises``, ``Rows``, ``Example``.
        sort: What there is to say of it.
    """

    name: str
    signature: str
    text: str
    arguments: dict[str, str]
    missing: list[str]
    sections: dict[str, str]
    sort: str

    @property
    def heading(self) -> str:
        """Its heading; functions may differ from a class only by their first letter."""
        return f"{self.name} (function)" if self.sort == "function" else self.name

    @property
    def link(self) -> str:
        """A link to it, on its page."""
        if self.sort == "foreign":
            return f"`{self.name}`"
        return f"[`{self.name}`](#{re.sub(r'[() ]+', '-', self.heading).strip('-').lower()})"

    @property
    def is_drawn(self) -> bool:
        """Whether there is a picture of its example."""
        outcome = run(self.sections.get("Example", ""))
        return bool({"word", "marks", "board"} & outcome.names.keys() or outcome.places)

    def faults(self) -> Iterator[str]:
        """What is missing, or wrong."""
        if not self.signature:
            yield "no signature"
        if not self.text:
            yield "no text"
        if self.missing:
            yield f"no word on {', '.join(self.missing)}"
        example = self.sections.get("Example", "")
        if self.sort == "notation" and not example:
            yield "no kind that has it"
        if self.sort in ("function", "class", "constraint"):
            if ">>> " not in example:
                yield "no example"
            elif wrong := run(example).wrong:
                yield f"example: {wrong}"
        if self.sort == "constraint" and ".sentence()" not in example:
            yield "no sentence"


# -- reading ---------------------------------------------------------------------------------------


def entry(name: str) -> Entry:
    """The entry of a name of the kit."""
    return entry_of(name, getattr(kit, name), kit.NAMES[name])


def entry_of(name: str, what: Any, module: str) -> Entry:
    """The entry of what a module defines under a name."""
    what = inspect.unwrap(what)
    sort = _sort_of(what, module)
    if sort in ("alias", "foreign"):
        text, sections = _parted(_assigned(module).get(name, ("", ""))[1])
        signature = _assigned(module).get(name, ("", ""))[0] if sort == "alias" else module
        text = f"from ``{module}``" if sort == "foreign" else text
        return Entry(name, signature, text, {}, [], sections, sort)
    text, sections = _parted(inspect.getdoc(what) if vars_doc(what) else "")
    told = _arguments_told(what) if isinstance(what, type) else _of_section(sections)
    if sort == "notation":
        usual = re.search(r"Usual for ``(\w+)``", text)
        sections["Example"] = _in_a_link(name, usual[1] if usual else "")
    wanted = [] if sort == "protocol" else _parameters(what)
    if sort == "enumeration":
        wanted = [*cast(Any, what).__members__]
    if sort == "constraint":
        wanted = [one for one in wanted if one not in OF_ALL_WORDS]
    arguments = {one: told.get(one) or USUAL.get(one, "") for one in wanted}
    if sort == "constraint" and arguments["places"] and Trait.SKIPS_OUTSIDE in what.traits:
        arguments["places"] += " Those without a variable are skipped."
    return Entry(
        name,
        _signature(name, what),
        text,
        {one: said for one, said in arguments.items() if said},
        [one for one, said in arguments.items() if not said],
        {title: body for title, body in sections.items() if title not in ("Args", "Attributes")},
        sort,
    )


def vars_doc(what: Any) -> bool:
    """Whether it has a docstring of its own, not one inherited."""
    return bool(what.__dict__.get("__doc__") if isinstance(what, type) else what.__doc__)


def _sort_of(what: Any, module: str) -> str:
    if not module.startswith("uniclue.") and module != __name__:
        return "foreign" if not module.startswith("test_") else _sort_of(what, __name__)
    if not isinstance(what, type) and not inspect.isfunction(what):
        return "alias"
    if not isinstance(what, type):
        return "function"
    if issubclass(what, Constraint):
        return "constraint" if what is not Constraint else "class"
    if issubclass(what, Notation):
        return "notation"
    if issubclass(what, enum.Enum):
        return "enumeration"
    return "class" if not getattr(what, "_is_protocol", False) else "protocol"


def _parted(doc: str | None) -> tuple[str, dict[str, str]]:
    """The text of a docstring, and its sections."""
    text, *rest = SECTION.split(inspect.cleandoc(doc or ""))
    sections = {title: body.rstrip() for title, body in zip(rest[::2], rest[1::2], strict=True)}
    return text.strip(), sections


def _of_section(sections: Mapping[str, str]) -> dict[str, str]:
    """The arguments that a docstring explains."""
    body = sections.get("Args", "") + "\n" + sections.get("Attributes", "")
    _, *parts = ARGUMENT.split(body)
    return {n: " ".join(said.split()) for n, said in zip(parts[::2], parts[1::2], strict=True)}


def _arguments_told(cls: type) -> dict[str, str]:
    """What a class and its bases say of its attributes, in sections or below them.

    Which places a constraint takes it has to say itself.
    """
    told: dict[str, str] = {}
    for each in reversed(cls.__mro__):
        if each is Constraint and cls is not Constraint:
            continue
        if each.__module__.startswith(("uniclue.", "test_")):
            told |= _below(each)
            told |= _of_section(_parted(each.__dict__.get("__doc__"))[1])
            init = each.__dict__.get("__init__")
            told |= _of_section(_parted(getattr(init, "__doc__", ""))[1])
    return told


@cache
def _below(cls: type) -> dict[str, str]:
    """The texts below the attributes of a class."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    except (OSError, TypeError):
        return {}
    return {n: " ".join(text.split()) for n, (_, text) in _texts(cast(Any, tree.body[0]).body)}


@cache
def _assigned(module: str) -> dict[str, tuple[str, str]]:
    """What a module assigns: the code, and the text below it."""
    source = importlib.import_module(module).__file__ or ""
    return dict(_texts(ast.parse(Path(source).read_text("utf-8")).body))


def _texts(body: list[ast.stmt]) -> Iterator[tuple[str, tuple[str, str]]]:
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        value = getattr(node, "value", None)
        if isinstance(target, ast.Name) and value is not None:
            said = getattr(after, "value", None) if isinstance(after, ast.Expr) else None
            text = said.value if isinstance(said, ast.Constant) else ""
            yield target.id, (f"{target.id} = {ast.unparse(value)}", str(text))


def _parameters(what: Any) -> list[str]:
    return [*_signature_of(what).parameters]


def _signature_of(what: Any) -> inspect.Signature:
    if isinstance(what, type) and issubclass(what, msgspec.Struct):
        return inspect.Signature([*_of_struct(what)])
    try:
        return inspect.signature(what)
    except ValueError:  # an exception without arguments of its own
        return inspect.Signature()


def _of_struct(cls: type[msgspec.Struct]) -> Iterator[inspect.Parameter]:
    """Its fields; msgspec itself would look for types that are only there for type checkers."""
    fields, given = cls.__struct_fields__, cls.__struct_defaults__
    for i, name in enumerate(fields, len(given) - len(fields)):
        by_name = name not in cls.__match_args__
        kind = (
            inspect.Parameter.KEYWORD_ONLY if by_name else inspect.Parameter.POSITIONAL_OR_KEYWORD
        )
        default = given[i] if i >= 0 else msgspec.NODEFAULT
        empty = inspect.Parameter.empty if default is msgspec.NODEFAULT else default
        yield inspect.Parameter(name, kind, default=empty)


def _signature(name: str, what: Any) -> str:
    """How it is called, on lines of up to 100 characters."""
    if isinstance(what, type) and (
        issubclass(what, enum.Enum) or _sort_of(what, "uniclue.")[0] == "p"
    ):
        return f"class {name}"
    types = _types(what) if isinstance(what, type) else {}
    parts, named = [], False
    for one in _signature_of(what).parameters.values():
        if one.kind is one.KEYWORD_ONLY and not named:
            named = True
            parts.append("*")
        star = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}.get(one.kind.name, "")
        named |= star == "*"
        said = types.get(one.name, one.annotation)
        of = "" if said is one.empty else f": {_type(said)}"
        given = "" if one.default is one.empty else f" = {_default(one.default)}"
        parts.append(f"{star}{one.name}{of}{given}")
    returned = getattr(what, "__annotations__", {}).get("return", "")
    back = "" if isinstance(what, type) or returned in ("", "None") else f" -> {_type(returned)}"
    line = f"{name}({', '.join(parts)}){back}"
    if len(line) <= 100:
        return line
    inside = textwrap.fill(
        ", ".join(p.replace(" ", "\0") for p in parts), 96, break_long_words=False
    )
    return f"{name}(\n{textwrap.indent(inside, '    ')}\n){back}".replace("\0", " ")


def _types(cls: type) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in reversed(cls.__mro__):
        found |= inspect.get_annotations(each)
    init = inspect.getattr_static(cls, "__init__", None)
    return (found | inspect.get_annotations(init)) if inspect.isfunction(init) else found


def _type(said: Any) -> str:
    text = said if isinstance(said, str) else getattr(said, "__forward_arg__", None)
    text = text or (said.__name__ if type(said) is type else str(said))
    return str(re.sub(r"\b(typing|collections\.abc|np|numpy\.random)\.", "", text))


def _default(value: Any) -> str:
    if inspect.isfunction(value) or isinstance(value, type):
        return str(value.__name__)
    if isinstance(value, enum.Enum):
        return str(value)
    shown = repr(value)
    return "..." if shown.startswith("<") else "{}" if shown == "mappingproxy({})" else shown


# -- examples --------------------------------------------------------------------------------------


def _is_place(value: object) -> bool:
    return isinstance(value, tuple) and [type(x) in (int, float) for x in value] == [True, True]


@cache
def run(example: str) -> Outcome:
    """Runs an example, as Python's prompt would."""
    module = ModuleType("example")
    space = vars(module)
    space |= {name: getattr(kit, name) for name in kit.NAMES} | {"default_rng": default_rng}
    known, values, checker = {*space}, [], doctest.OutputChecker()
    sys.modules["example"] = module  # where classes that it defines find their annotations
    for each in doctest.DocTestParser().get_examples(textwrap.dedent(example)):
        printed, got = _at_prompt(each.source, space)
        values += [value for value in got if value is not None]
        if not checker.check_output(each.want, printed, FLAGS):
            return Outcome(f"{each.source.strip()} gives {printed.strip()}", values, {})
    return Outcome("", values, {k: v for k, v in space.items() if k not in known})


def _at_prompt(source: str, space: dict[str, Any]) -> tuple[str, list[Any]]:
    out, values, before = io.StringIO(), list[Any](), sys.displayhook

    def show(value: Any) -> None:
        values.append(value)
        if value is not None:
            print(repr(value))

    sys.displayhook = show
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(source, "example", "single"), space)
    except Exception as error:
        out.write(f"Traceback (most recent call last):\n{type(error).__name__}: {error}\n")
    finally:
        sys.displayhook = before
        vars(builtins).pop("_", None)
    return out.getvalue(), values


def allowed(example: str, word: Constraint) -> tuple[Value, ...]:
    """One of the fillings that the constraint of an example allows, of the values it tries."""
    tried = re.search(r"word\.allows\((.*)\)", example)
    some = allowed_fillings(word, *ast.literal_eval(f"[{tried[1] if tried else 0}]"))
    return some[len(some) // 2]


@cache
def _in_a_link(notation: str, usual_for: str) -> str:
    """How a kind with a notation is written elsewhere: the first that has it, or such a field."""
    for name in builtin_kinds():
        kind = find_kind(name)
        for site in kind.sites:
            fields = {type(field).__name__ for field in fields_of(kind).values()}
            is_usual = isinstance(site, Pzpr) and not site.parts and usual_for in fields
            if is_usual or f"{notation}(" in repr(site):
                format = PuzzLink() if isinstance(site, Pzpr) else JankoBlocks()
                for example in kind.examples:
                    with contextlib.suppress(CannotWriteError, PuzzleError):
                        text = format.write(from_members(example.puzzle)).decode()
                        return f"{name}: {site!r}\n\n{text}"
    return ""


# -- writing ---------------------------------------------------------------------------------------


def pages() -> dict[Path, str]:
    """The pages with their references made anew."""
    return {page: MARKED.sub(_filled, page.read_text("utf-8")) for page in PAGES}


def sections(page: Path) -> dict[str, list[str]]:
    """The names in the references of a page, by the name of each reference."""
    found = MARKED.finditer(page.read_text("utf-8"))
    return {match[2]: match[3].split() for match in found}


def _filled(match: re.Match[str]) -> str:
    entries = [entry(name) for name in match[3].split()]
    parts = [match[1], _overview(entries)]
    if any(each.is_drawn for each in entries):
        parts.append(f"![The entries of this section]({sheet(match[2])})")
    parts += [written(each) for each in entries if each.sort != "foreign"]
    return "\n\n".join([*parts, match[4]]).replace("\n\n\n", "\n\n")


def sheet(section: str) -> str:
    """The picture of a section, from its page."""
    return f"pictures/words-{section}.svg"


def _overview(entries: Iterable[Entry]) -> str:
    lines = ["| name | what it is |", "|---|---|"]
    for each in entries:
        first = markdown(" ".join(each.text.split("\n\n")[0].split())).replace("|", "\\|")
        lines.append(f"| {each.link} | {first} |")
    return "\n".join(lines)


def written(each: Entry) -> str:
    """An entry, as it stands on its page."""
    example = textwrap.dedent(each.sections.get("Example", "")).strip()
    parts = [f"### {each.heading}", f"```text\n{each.signature}\n```", markdown(each.text)]
    parts += ["\n".join(f"- `{n}`: {markdown(said)}" for n, said in each.arguments.items())]
    parts += [
        f"{title}: {markdown(' '.join(each.sections[title].split()))}"
        for title in ("Rows", "Returns", "Yields", "Raises")
        if title in each.sections
    ]
    if example:
        parts.append(f"```{'pycon' if '>>>' in example else 'text'}\n{example}\n```")
    if kinds := _kinds().get(each.name):
        more = f" and {len(kinds) - MOST_KINDS} more" if len(kinds) > MOST_KINDS else ""
        parts.append(f"Kinds: {', '.join(kinds[:MOST_KINDS])}{more}.")
    return "\n\n".join(filter(None, parts))


def markdown(text: str) -> str:
    """The text of a docstring, as Markdown."""
    text = re.sub(r":\w+:`~?([^`]*)`", lambda m: f"`{m[1].rpartition('.')[2]}`", text)
    return text.replace("``", "`")


@cache
def _kinds() -> dict[str, list[str]]:
    """The built-in kinds that import each name."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "models").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "uniclue.kit":
                for alias in node.names:
                    found.setdefault(alias.name, []).append(path.stem)
    return found


def write() -> None:
    """Writes the references of both pages."""
    for page, text in pages().items():
        page.write_text(text, "utf-8")


if __name__ == "__main__":
    write()
