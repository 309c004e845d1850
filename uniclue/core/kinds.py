"""How kinds are found: by a file in ``models``, an entry point, or a file of the user's.

A kind is found by its file's name in the folder ``models``, by an entry point of the group
``uniclue.kinds`` that bears its name, or by :func:`load_kind_file`.
"""

from __future__ import annotations

import errno
import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any, NamedTuple

from uniclue.core import plugins
from uniclue.core.former_names import with_names_of_today
from uniclue.core.late import pathlib
from uniclue.core.puzzle import Puzzle, PuzzleError, beside_kind
from uniclue.core.words import did_you_mean, quoted

FOLDER = "uniclue.models"
GROUP = "uniclue.kinds"

_registered: dict[str, type[Puzzle]] = {}
_texts: dict[str, bytes] = {}
"""What stood in users' files as they were run, by the names of their modules."""


class KindFile(NamedTuple):
    """A file of a user's that holds kinds: where it is, and its digest."""

    path: pathlib.Path
    sha256: str


def builtin_kinds() -> list[str]:
    """Names of the kinds of the folder ``models``: a kind's file bears its name."""
    return [name for name in plugins.module_names(FOLDER) if _builtin(name) is not None]


def _builtin(name: str) -> type[Puzzle] | None:
    """The kind of that name in the folder ``models``."""
    module = plugins.load_module(FOLDER, name)
    kinds = [] if module is None else _kinds_in(module)
    return next((cls for cls in kinds if cls.kind() == name), None)


def _kinds_in(module: ModuleType) -> list[type[Puzzle]]:
    """The kinds that a module defines; a class without tag is the base of others, and no kind."""
    return [cls for cls in _puzzles_in(module) if cls.kind() != cls.__name__]


def _puzzles_in(module: ModuleType) -> list[type[Puzzle]]:
    classes = (value for value in vars(module).values() if isinstance(value, type))
    own = (cls for cls in classes if cls.__module__ == module.__name__)
    return [cls for cls in own if issubclass(cls, Puzzle)]


def register(cls: type[Puzzle]) -> type[Puzzle]:
    """Makes a kind known. Raises PuzzleError if another kind already bears its name."""
    name = cls.kind()
    if name == cls.__name__:
        raise PuzzleError("$.kind", f"expected {name} to be declared with tag=, its kind's name")
    for slot in ("shape", "domain", "violations"):
        if getattr(cls, slot) is getattr(Puzzle, slot):
            raise PuzzleError("$.kind", f"expected kind {name!r} to define {slot!r}")
    if not cls.__module__.startswith(f"{FOLDER}.") and _builtin(name) is not None:
        raise PuzzleError("$.kind", f"{name!r} is a built-in kind; choose another name")
    if not cls.__module__.startswith("uniclue."):
        plugins.note_package(cls.__module__)
    _registered[name] = cls
    return cls


def load_kind_file(path: str | pathlib.Path) -> list[str]:
    """Makes known what a Python file holds: kinds, graders, recipes, ...; the file is run.

    Returns:
        The names of its kinds.

    Raises:
        OSError: The file cannot be read.
        PuzzleError: The file fails to run or holds nothing.
    """
    path = pathlib.Path(path).resolve()
    if not path.is_file():  # workers read it again
        path.stat()
        raise OSError(errno.EINVAL, "expected a regular file", str(path))
    text = path.read_bytes()
    name = f"uniclue_kind_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None:
        raise PuzzleError("$", "expected a Python file (.py)")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        today = with_names_of_today(text, str(path))
        exec(compile(today, str(path), "exec", dont_inherit=True), vars(module))  # no old .pyc
    except (Exception, SystemExit) as error:
        why = plugins.reason(error, path.as_posix())
        raise PuzzleError("$", f"expected a file that runs: {why}") from error
    adds_more = any(plugins.plugins_in(vars(module), name))
    kinds = _kinds_in(module) or ([] if adds_more else _puzzles_in(module))
    if not kinds and not adds_more:
        raise PuzzleError("$", "expected a class derived from Puzzle")
    names = [register(cls).kind() for cls in kinds]
    plugins.user_files[str(path)] = module
    _texts[name] = text
    return names


def kind_file_of(kind: type[Puzzle]) -> KindFile | None:
    """The file of a user's that a kind comes from; None for others."""
    text = _texts.get(kind.__module__)
    path = next((p for p, m in plugins.user_files.items() if m.__name__ == kind.__module__), None)
    if text is None or path is None:
        return None
    import hashlib  # as it takes time to load

    return KindFile(pathlib.Path(path), f"sha256:{hashlib.sha256(text).hexdigest()}")


def file_of_user(kind: type[Puzzle]) -> pathlib.Path | None:
    """The file after which those beside a user's kind are named; None for built-in kinds."""
    return None if kind.__module__.startswith("uniclue.") else beside_kind(kind)


def load_kind_files(paths: Iterable[str | pathlib.Path]) -> None:
    """Loads several files, as worker processes do; see :func:`load_kind_file`."""
    for path in paths:
        load_kind_file(path)


def loaded_kind_files() -> list[str]:
    """Paths given to :func:`load_kind_file`, so that worker processes can load them too."""
    return list(plugins.user_files)


def _register_entry_point(name: str, load: Callable[[], Any]) -> None:
    try:
        cls: type[Puzzle] = load()
        own = cls.kind()
    except Exception as error:
        raise PuzzleError("$.kind", f"the entry point {name!r} does not load: {error!r}") from error
    if own != name:
        raise PuzzleError("$.kind", f"the entry point {name!r} holds the kind {own!r}")
    register(cls)


def kind_names() -> list[str]:
    """All kinds known here."""
    return sorted({*builtin_kinds(), *_registered, *plugins.entry_points(GROUP)})


def find_kind(name: str) -> type[Puzzle]:
    """The class of a kind.

    Raises:
        PuzzleError: No kind bears that name.
    """
    if name not in _registered:
        name = importlib.import_module(FOLDER).FORMER.get(name, name)
    if name in _registered:
        return _registered[name]
    if (cls := _builtin(name)) is not None:
        return register(cls)
    if load := plugins.entry_points(GROUP).get(name):
        _register_entry_point(name, load)
    if name not in _registered:
        raise unknown_kind(quoted(name) + did_you_mean(name, kind_names()))
    return _registered[name]


def unknown_kind(got: str) -> PuzzleError:
    """The error of what is no kind: a quoted name, with the one most like it; or another thing."""
    return PuzzleError("$.kind", f"expected a kind that 'uniclue kinds' lists, got {got}")
