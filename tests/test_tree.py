"""What stands in the repository, and what of it goes into the source distribution."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import ROOT
from hatchling.builders.sdist import SdistBuilder

LARGEST = 500_000
"""Bytes of the largest file that is tracked: what is larger is made by a command."""

AT_THE_ROOT = {
    *(".ci", ".gitignore", ".pre-commit-config.yaml", "pyproject.toml", "cli.py"),
    *("README.md", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE"),
    *("uniclue", "models", "encoders", "tests", "examples", "benchmarks", "docs", "studies"),
}
DISTRIBUTED = {
    *("uniclue", "models", "encoders", "examples", "cli.py", "pyproject.toml"),
    *("README.md", "CHANGELOG.md", "CITATION.cff", "LICENSE"),
}
AT_THE_PACKAGES_ROOT = {
    *(
        "__init__.py",
        "cli.py",
        "kit.py",
        "kit.pyi",
        "notebook.py",
        "testing.py",
        "version.py",
        "py.typed",
    ),
}


@pytest.fixture(scope="module")
def tracked() -> list[Path]:
    """The files that git tracks, but for those deleted here."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        pytest.skip("not a checkout")
    files = (Path(name) for name in done.stdout.split("\0") if name)
    return [file for file in files if (ROOT / file).is_symlink() or (ROOT / file).exists()]


def test_root_holds_nothing_else(tracked: list[Path]) -> None:
    assert {file.parts[0] for file in tracked} <= AT_THE_ROOT


def test_package_root_holds_no_other_module(tracked: list[Path]) -> None:
    links = {"models", "encoders"}
    files = {file.name for file in tracked if file.parent == Path("uniclue")}
    assert files == AT_THE_PACKAGES_ROOT | links


def test_no_tracked_file_is_large(tracked: list[Path]) -> None:
    sizes = {file.as_posix(): (ROOT / file).lstat().st_size for file in tracked}
    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}


def test_sdist_holds_the_package_once_and_nothing_else() -> None:
    included = SdistBuilder(str(ROOT)).recurse_included_files()
    names = {Path(file.distribution_path) for file in included}
    assert {name.parts[0] for name in names} == DISTRIBUTED
    twice = {("uniclue", "models"), ("uniclue", "encoders")}  # links to the folders at the root
    assert not [name for name in names if name.parts[:2] in twice]
    for folder in ("uniclue", "models", "encoders"):
        files = {path.relative_to(ROOT) for path in (ROOT / folder).rglob("*.*") if path.is_file()}
        ours = {n for n in files if n.suffix != ".pyc" and "node_modules" not in n.parts}
        assert {n for n in ours if n.parts[:2] not in twice} <= names
