"""The documentation as a site, and the manual pages."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, Run
from test_many_files import every_command

from benchmarks import site
from uniclue.commands.engine.main import app


def test_every_page_is_reached_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    names = site.laid_out(tmp_path)
    pages = {str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md")}
    assert pages | {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"} <= {*names}
    for page in tmp_path.rglob("*.md"):
        for match in site.LINK.finditer(page.read_text("utf-8")):
            if "://" not in match[3]:
                assert (page.parent / match[3]).is_file(), f"{page.name}: {match[0]}"


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("zensical") is None, reason="needs the extra docs")
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    site.build(tmp_path / "site")
    assert "Uniclue" in (tmp_path / "site" / "index.html").read_text("utf-8")
    assert (tmp_path / "site" / "docs" / "cli.html").is_file()


def test_every_command_has_a_manual_page(run: Run, tmp_path: Path) -> None:
    assert run("man", tmp_path / "man1").returncode == 0
    pages = {path.stem: path.read_text() for path in (tmp_path / "man1").iterdir()}
    for name, command in [("", app), *every_command(app)]:
        page = pages[f"uniclue {name}".strip().replace(" ", "-")]
        options = [word for option in command.params for word in option.opts if word[0] == "-"]
        assert page.startswith(".TH ")
        assert all(word.replace("-", "\\-") in page for word in options)
    if shutil.which("groff"):
        files = map(str, (tmp_path / "man1").iterdir())
        words = ["groff", "-man", "-Tutf8", "-ww", "-z", *files]
        assert subprocess.run(words, capture_output=True, text=True, check=True).stderr == ""
