"""What is installed, and what is imported when."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from build.env import DefaultIsolatedEnv
from conftest import ROOT
from helpers import modules

from uniclue.version import VERSION

FOLDERS = ("uniclue", "models", "encoders")
KINDS = sorted(path.stem for path in (ROOT / "models").glob("*.json"))


WITHOUT_NUMPY = (
    *("akari", "aqre", "aquarium", "ayeheya", "balance", "battleships", "binairo", "bosnianroad"),
    *("brightlight", "canalview", "castlewall", "cave", "chocona", "circlesquare", "cocktail"),
    *("cojun", "context", "countryroad", "creek", "curvingroad", "detour", "diffneighbors"),
    *("dominosa", "doors", "doppelblock", "dosufuwa", "doubleback", "entryexit", "factors"),
    *("fobidoshi", "futoshiki", "fuzuli", "gappy", "geradeweg", "gokigen", "grandtour"),
    *("hakoiri", "hanare"),
    *("hashi", "heyablock", "heyawake", "hitori", "ichimaga", "juosan", "kakurasu", "kakuru"),
    *("kenken", "koburin", "kropki", "kurarin", "kurochute", "kuromasu", "latinsums"),
    *("linesweeper", "lits", "lookair", "magnets", "makaro", "masyu", "mathrax", "midloop"),
    *("minarism", "minesweeper", "moonsun", "mosaic", "munraito", "news", "nondango", "norinori"),
    *("nothing", "nothree", "numberball", "numbercross", "numbersnake", "nurimisaki", "onetox"),
    *("paintarea", "patchwork", "pills", "pipeline", "pipelink", "pipelinkr", "putteria"),
    *("reflect", "rekuto", "renban", "ripple", "roundtrip", "shikaku", "shingoki", "simpleloop"),
    *("slitherlink", "smullyan", "snake", "squaro", "starbattle", "sternenhimmel", "stitches"),
    *("str8ts", "sudoku", "suguru", "sukoro", "sukororoom", "swslither", "tapa", "tapaloop"),
    *("tasquare", "tennergrid", "tents", "thermometers", "tilepaint", "toichika", "trinairo"),
    *("tripletts", "tslither", "usoone", "variant", "vslither", "walllogic", "yajikabe"),
    *("yajikazu", "yajilin", "yajilinregions", "yinyang"),
)
"""Kinds of which a small puzzle is decided without an array, by counts in MiniCard at most."""
SOURCES = {name.replace(".", "/") + ".py": path for name, path in modules()}
"""All modules, by their paths in site-packages."""


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """What a command writes to standard output."""
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def python(*arguments: str | Path, cwd: Path | None = None) -> str:
    """What Python writes to standard output."""
    return run(sys.executable, *arguments, cwd=cwd)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources, links kept."""
    copy = tmp_path_factory.mktemp("source") / "checkout"
    copy.mkdir()
    for name in (*FOLDERS, "examples"):
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, copy / name, symlinks=True, ignore=ignore)
    for name in ("pyproject.toml", "README.md", "LICENSE", "cli.py"):
        shutil.copy(ROOT / name, copy / name)
    return copy


@pytest.fixture(scope="module")
def dist(source: Path) -> Path:
    python("-m", "build", "--no-isolation", source)
    return source / "dist"


@pytest.mark.slow
def test_wheel_holds_one_package_with_every_module(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {n for n in names if n.endswith(".py")} == SOURCES.keys()
    assert "uniclue/py.typed" in names
    assert {n.split("/")[0].split("-")[0] for n in names} == {"uniclue"}


@pytest.mark.slow
def test_wheel_from_sdist_is_the_same(dist: Path, tmp_path: Path) -> None:
    (sdist,) = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    python("-m", "build", "--wheel", "--no-isolation", unpacked)
    (wheel,) = (unpacked / "dist").glob("*.whl")
    assert {n for n in zipfile.ZipFile(wheel).namelist() if n.endswith(".py")} == SOURCES.keys()


@pytest.mark.slow
def test_wheel_does_the_main_job_in_an_empty_environment(dist: Path, tmp_path: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    with DefaultIsolatedEnv() as environment:
        try:
            environment.install([str(wheel)])
        except subprocess.CalledProcessError as error:
            needs_an_index(environment)
            raise AssertionError(error.output) from error
        command = Path(environment.python_executable).with_name("uniclue")
        shown = run(command, "unique", ROOT / "examples/animals/level50.json", cwd=tmp_path)
    assert shown.startswith("unique: exactly one solution\n")


def needs_an_index(environment: DefaultIsolatedEnv) -> None:
    """Skips the test where pip can install nothing at all."""
    try:
        environment.install(["click"])
    except subprocess.CalledProcessError:
        pytest.skip("no package index here")


@pytest.mark.slow
def test_checkout_works_without_symbolic_links(source: Path, tmp_path: Path) -> None:
    copy = tmp_path / "checkout"
    shutil.copytree(source, copy, symlinks=True, ignore=shutil.ignore_patterns("dist"))
    for name in ("models", "encoders"):
        link = copy / "uniclue" / name
        target = f"../{name}"
        link.unlink()
        link.write_text(target)  # how a checkout without links shows them
    shown = python("cli.py", "unique", "examples/animals/level50.json", cwd=copy)
    assert shown.startswith("unique")


def loaded_after(code: str) -> set[str]:
    """Names in ``sys.modules`` after running some code from the checkout."""
    shown = python("-c", f"import sys\n{code}\nprint(*sys.modules)", cwd=ROOT)
    return set(shown.splitlines()[-1].split())


def test_modules_never_go_by_their_folder_names() -> None:
    code = (
        "import uniclue; p = uniclue.load('examples/animals/level50.json')\n"
        "uniclue.unique(p, encoder='both')\nimport uniclue.cli"
    )
    assert not {"models", "encoders", "cli"} & loaded_after(code)


@pytest.mark.slow
def test_only_what_is_used_is_imported() -> None:
    assert not {"numpy", "pysat", "pulp", "click"} & loaded_after("import uniclue")
    code = "import uniclue; uniclue.unique(uniclue.load('examples/animals/level50.json'))"
    heavy = {"pulp", "highspy", "click", "rich", "uniclue.models.sudoku", "multiprocessing"}
    assert not heavy & loaded_after(code)
    queue = code.replace("animals/level50", "garden/duel")
    assert "uniclue.propagation.queue" in (loaded := loaded_after(queue))
    assert "numpy.ma" not in loaded


def test_what_comes_before_ctrl_c_is_heeded_imports_nothing_large() -> None:
    loaded = loaded_after("import uniclue.cli")
    assert {name for name in loaded if name.startswith("uniclue.")} == {
        "uniclue.cli",
        "uniclue.version",
    }
    bare = loaded_after("")
    assert loaded - bare <= {"__future__", "uniclue", "uniclue.cli", "uniclue.version"}


def test_the_list_of_kinds_imports_none() -> None:
    loaded = loaded_after("from uniclue.commands.engine import main; main._run(['kinds'])")
    assert not {"msgspec", "numpy", "uniclue.models.sudoku"} & loaded


def test_one_small_puzzle_imports_little() -> None:
    code = "from uniclue.commands.engine.main import _run\n"
    code += "_run(['unique', 'examples/sudoku/nine.json'])"
    loaded = loaded_after(code)
    assert {"click", "msgspec", "uniclue.models.sudoku"} <= loaded
    unused = {"asyncio", "hashlib", "importlib.metadata", "multiprocessing", "numpy.ma", "pulp"}
    unused |= {"matplotlib", "networkx", "scipy", "uniclue.papers.xue2009", "uniclue.study.graphs"}
    unused |= {"dataclasses", "traceback"}
    unused |= {"ipaddress", "locale", "pathlib", "pkgutil", "signal", "urllib"}
    unused |= {
        "pydantic",
        "rich",
        "socket",
        "ssl",
        "subprocess",
        "typer",
        "uniclue.commands.engine.batch",
    }
    unused |= {
        "pysat",
        "uniclue.models.kakuro",
        "uniclue.propagation.bit_parallel",
        "uniclue.jobs.pool",
    }
    assert not unused & loaded


def test_runtime_dependencies_are_imported_somewhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    sources = "".join(path.read_text() for path in SOURCES.values())
    names = {"python-sat[pb]": "pysat"}
    for line in project["dependencies"]:
        name = line.split(">")[0]
        assert f"import {names.get(name, name)}" in sources or (
            f"from {names.get(name, name)}" in sources
        ), name


def test_the_citation_names_this_version() -> None:
    assert f"\nversion: {VERSION}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


@pytest.mark.parametrize(
    ("command", "kinds"), [("unique", WITHOUT_NUMPY), ("show", KINDS), ("check", KINDS)]
)
def test_small_puzzles_of_these_kinds_need_no_numpy(
    command: str, kinds: Sequence[str], tmp_path: Path
) -> None:
    """The list only grows: numpy takes longer to import than such a verdict."""
    files = []
    for kind in kinds:
        examples = json.loads((ROOT / "models" / f"{kind}.json").read_text("utf-8"))
        example = next(each for each in examples if len(each["solutions"]) == 1)
        files.append(tmp_path / f"{kind}.json")
        files[-1].write_text(json.dumps(example["puzzle"] | {"solution": example["solutions"][0]}))
    code = "from uniclue.commands.engine.main import _run\n"
    code += f"for name in {[*map(str, files)]}:\n assert not _run([{command!r}, name])"
    assert not {"numpy", "pysat.solvers"} & loaded_after(code)


@pytest.mark.parametrize("command", ["explain", "hint"])
def test_steps_need_no_solver_of_pysat(command: str) -> None:
    """They take arrays, since models are made of them, but one solver past PySAT's own module."""
    code = "from uniclue.commands.engine.main import _run\n"
    code += f"assert not _run([{command!r}, 'examples/sudoku/nine.json'])"
    loaded = loaded_after(code)
    assert "uniclue.explainers.steps.cores" in loaded
    assert not {"pysat.solvers", "pysat.formula", "tempfile"} & loaded


@pytest.mark.parametrize("debug", [False, True])
def test_a_process_does_what_is_registered_for_its_end(
    debug: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if debug:
        monkeypatch.setenv("UNICLUE_DEBUG", "1")
    code = "import atexit, sys; atexit.register(print, 'tidy'); sys.argv = ['uniclue', {!r}]\n"
    code += "from uniclue.cli import process; process()"
    assert python("-c", code.format("--version")) == f"uniclue {VERSION}\ntidy\n"
    done = subprocess.run([sys.executable, "-c", code.format("--nonsense")], capture_output=True)
    assert (done.returncode, done.stdout) == (64, b"tidy\n")
