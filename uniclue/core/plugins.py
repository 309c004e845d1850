"""Adding a file is adding the thing: what the modules of a folder hold is its registry.

Things of one sort (graders, recipes, ...) are found in four places: the modules of their folder;
the modules of source documents whose names end with the sort (``sudoku_level_grader`` in
``uniclue/papers/xue2009``); what installed packages announce as entry points; the Python files that
users load for their kinds (:func:`uniclue.core.kinds.load_kind_file`). A module holds a thing if a
name in it stands for the thing, or for a tuple with it; a module that holds none is a helper. What
does not load is reported on standard error, once, and everything else goes on.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from itertools import chain
from operator import attrgetter, itemgetter
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from uniclue.core.late import pathlib
from uniclue.core.words import shown

if TYPE_CHECKING:
    from traceback import FrameSummary

MAX_REPORT = 2000
"""Characters of a report."""

PAPERS = "uniclue.papers"
"""The room of the source documents, a package each."""
BESIDE = (PAPERS, "uniclue.study")
"""Rooms that the product works without: what they bring is found by scanning, never imported."""

T = TypeVar("T")
Error = TypeVar("Error", bound=Exception)


class Plugin:
    """Base of all that a file can add, but for kinds."""

    __slots__ = ()


user_files: dict[str, ModuleType] = {}
"""The modules of users' files, by path."""


_packages_of_users: set[str] = set()
"""The files of installed packages that hold kinds."""


class Registry(Generic[T]):
    """The things of one sort.

    Args:
        sort: Their class, derived from :class:`Plugin`; the base class of things that are classes.
        group: The group of their entry points.
        folders: Packages whose modules hold them.
        ending: What the modules of source documents that hold them end with, behind a ``_``; empty
            if documents bring none.
        key: What no two of them share.
        are_classes: Whether the things are classes derived from ``sort``.
    """

    def __init__(
        self,
        sort: type[Any],
        group: str,
        *folders: str,
        ending: str = "",
        key: Callable[[T], object] = attrgetter("name"),
        are_classes: bool = False,
    ) -> None:
        self._sort, self._group = sort, group
        self._folders, self._ending = folders, ending
        self._key, self._are_classes = key, are_classes
        self._installed = functools.cache(lambda name: list(self._sources(name)))

    def all(self) -> tuple[T, ...]:
        """All things: of folders and documents, by names of modules; of packages; of users."""
        return self.of(None)

    def of(self, name: str | None) -> tuple[T, ...]:
        """The things of users and of what bears a name; nothing else is imported.

        Args:
            name: Modules and entry points are looked into that are called so, or so with ``_``
                and more behind it; None is all.
        """
        by_key: dict[object, T] = {}
        for source, thing in [*self._installed(name), *self._of_users()]:
            key = self._key(thing)
            if by_key.setdefault(key, thing) is not thing:
                report(source, f"passed over, as there is another {self._sort.__name__} {key!r}")
        return tuple(by_key.values())

    def find(self, name: str) -> T | None:
        """The thing with a key that is also the name of its module or entry point, or a user's.

        Packages are searched only if no folder holds it, users' files only if no package does.
        """
        things = chain(self._sources(name), self._of_users())
        return next((t for _, t in things if self._key(t) == name), None)

    def _of_users(self) -> Iterator[tuple[str, T]]:
        """The things in users' files, each with the path of its file."""
        for path, module in user_files.items():
            yield from ((path, t) for t in self._in(vars(module), module.__name__))

    def _sources(self, name: str | None) -> Iterator[tuple[str, T]]:
        """The things of modules and packages, each with its source in words."""
        modules: Iterable[tuple[str, str, str]] = self._modules()
        if self._ending:
            modules = sorted(modules, key=itemgetter(0))
        for plain, folder, own in modules:  # one by one: the first may be the one
            if _bears(plain, name) and (module := load_module(folder, own)) is not None:
                source = file_of(module.__name__)
                yield from ((source, t) for t in self._in(vars(module), module.__name__))
        for point, load in entry_points(self._group).items():
            if _bears(point, name):
                source = f"entry point {point!r} of {self._group}"
                loaded = _loaded(source, load)
                yield from ((source, t) for t in self._in({point: loaded}, None))

    def _modules(self) -> Iterator[tuple[str, str, str]]:
        """The modules that may hold things: name without the ending, package, name."""
        for folder in self._folders:
            yield from ((own, folder, own) for own in module_names(folder))
        ending = f"_{self._ending}"
        for document in documents() if self._ending else ():
            names = (own for own in module_names(document) if own.endswith(ending))
            yield from ((own.removesuffix(ending), document, own) for own in names)

    def _in(self, names: dict[str, Any], home: str | None) -> Iterator[T]:
        for thing in plugins_in(names, home):
            cls = thing if isinstance(thing, type) else type(thing)
            if issubclass(cls, self._sort) and (cls is thing) == self._are_classes:
                yield thing


def plugins_in(names: dict[str, Any], home: str | None) -> Iterator[Any]:
    """What can be added of what some names stand for, each thing once.

    Args:
        names: The names.
        home: The module whose names they are; classes of other modules are left out.
    """
    values = (v for value in names.values() for v in (value if type(value) is tuple else (value,)))
    for value in {id(value): value for value in values}.values():
        if isinstance(value, type):
            is_own = home in (None, value.__module__) and not inspect.isabstract(value)
            if is_own and issubclass(value, Plugin):
                yield value
        elif isinstance(value, Plugin):
            yield value


def module_names(folder: str) -> tuple[str, ...]:
    """Names of the modules of a package, without its own; none if the package is not there.

    The folder is read once; the package is not imported.
    """
    return tuple(_are_packages(folder))


@functools.cache
def documents() -> tuple[str, ...]:
    """The packages of the source documents."""
    names = _are_packages(PAPERS).items()
    return tuple(f"{PAPERS}.{name}" for name, is_package in names if is_package)


@functools.cache
def _are_packages(folder: str) -> dict[str, bool]:
    """Whether each of a package's modules is a package itself, by name."""
    try:
        spec = find_spec(folder)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{folder}.".startswith(f"{error.name}."):
            raise
        return {}
    places = None if spec is None else spec.submodule_search_locations
    import pkgutil  # with inspect.getmodulename for each file

    return {module.name: module.ispkg for module in pkgutil.iter_modules(places or [])}


def load_module(folder: str, name: str) -> ModuleType | None:
    """Imports a module of a package; None if there is none, or, with a report, it does not load."""
    full = f"{folder}.{name}"
    if not name.isidentifier() or name.startswith("__") or not _is_there(full):
        return None
    module: ModuleType | None = _loaded(file_of(full), lambda: importlib.import_module(full))
    return module


def _is_there(module: str) -> bool:
    """Whether there is a module of that name, for which its folder need not be read as a whole."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError as error:
        if error.name is None or not module.startswith(f"{error.name}."):
            raise
        return False


def _bears(own: str, name: str | None) -> bool:
    return name is None or own == name or own.startswith(f"{name}_")


def _loaded(source: str, load: Callable[[], Any]) -> Any:
    """What ``load`` returns; None, and a report, if it fails."""
    try:
        return load()
    except (Exception, SystemExit) as error:
        report(source, f"does not load: {reason(error, source)}")
        return None


def file_of(module: str) -> str:
    """The file of a module below the folder that the package stands in."""
    return f"{module.replace('.', '/')}.py"


def _frames(error: BaseException) -> list[FrameSummary]:
    """Where an error came from, the innermost first."""
    from traceback import extract_tb  # for errors alone

    return extract_tb(error.__traceback__)[::-1]


def reason(error: BaseException, file: str) -> str:
    """Why a file fails to run, with the line of it if there is one."""
    frames = _frames(error)
    lines = (f.lineno for f in frames if pathlib.Path(f.filename).as_posix().endswith(file))
    line = next(lines, getattr(error, "lineno", None))
    what = " ".join(f"{type(error).__name__}: {getattr(error, 'msg', error)}".split())
    return shown(what, 200) + ("" if line is None else f" (line {line})")


def author_line(error: BaseException, files: Container[str] | None = None) -> str | None:
    """What a user's file did wrong, as ``FILE:LINE: TypeError: ...``.

    Args:
        error: What was raised.
        files: The files; None: those that are loaded.

    Returns:
        The line; None if the error does not come from any of them.
    """
    files = {*user_files, *_packages_of_users} if files is None else files
    frames = _frames(error)
    places = [(frame.filename, frame.lineno) for frame in frames]
    if at := getattr(error, "said_at", None):
        places.insert(0, at)
    if isinstance(error, SyntaxError):
        places.insert(0, (str(error.filename), error.lineno))
    for file, line in places:
        if file in files:
            what = " ".join(f"{type(error).__name__}: {getattr(error, 'msg', error)}".split())
            return f"{near_name(file)}:{line}: {shown(what, 300)}"
    return None


def said_at(error: Error, function: Callable[..., Any]) -> Error:
    """An error that :func:`author_line` reports at the first line of a function."""
    code = inspect.unwrap(getattr(function, "__func__", function)).__code__
    error.said_at = code.co_filename, code.co_firstlineno  # type: ignore[attr-defined]
    return error


def note_package(module: str) -> None:
    """Takes note that a module of an installed package holds a kind; its lines are reported."""
    if file := getattr(sys.modules.get(module), "__file__", None):
        _packages_of_users.add(file)


def near_name(path: str) -> str:
    """A path, from the current folder if it is in there."""
    with suppress(ValueError):
        return str(pathlib.Path(path).relative_to(pathlib.Path.cwd()))
    return path


_reported: set[str] = set()


def report(source: str, what: str) -> None:
    """Says on standard error, in one line and once, what is wrong with something added.

    Worker processes leave it to the process that started them.
    """
    line = shown(f"uniclue: {source}: {what}", MAX_REPORT)
    processes = sys.modules.get("multiprocessing.process")
    is_worker = processes is not None and processes.parent_process() is not None
    if line not in _reported and not is_worker and sys.stderr is not None:
        print(line, file=sys.stderr)
    _reported.add(line)


@functools.cache
def entry_points(group: str) -> dict[str, Callable[[], Any]]:
    """What installed packages announce in a group: how to load it, by name."""
    if not _is_announced():
        return {}
    from importlib.metadata import entry_points

    return {point.name: point.load for point in entry_points(group=group)}


@functools.cache
def _is_announced() -> bool:
    """Whether any installed package announces anything; importlib.metadata takes 30 ms to load."""
    files = (f for place in sys.path for f in pathlib.Path(place).glob("*-info/entry_points.txt"))
    return any(b"[uniclue." in file.read_bytes() for file in files)
