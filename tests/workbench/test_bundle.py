"""What is committed of the page: small, and what its source gives."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT

PAGE = ROOT / "uniclue" / "workbench" / "page"
MOST_BYTES = {"page": 90_000, "play": 56_000, "walk": 34_000}
"""By page, of its script and style."""


def test_the_page_is_small_and_asks_for_nothing_outside() -> None:
    files = sorted((PAGE / "built").iterdir())
    assert {file.name for file in files} == {
        *("icon.svg", "index.html", "page.css", "page.js"),
        *("play.css", "play.js", "walk.css", "walk.js"),
    }
    texts = [file.read_text("utf-8") for file in files]
    for name, most in MOST_BYTES.items():
        assert sum(file.stat().st_size for file in files if file.stem == name) < most
    namespaces = ("http://www.w3.org/", "https://www.w3.org/")
    for text in texts:
        for namespace in namespaces:
            text = text.replace(namespace, "")
        assert "https://" not in text
    html = (PAGE / "built" / "index.html").read_text("utf-8")
    assert "<style" not in html
    assert html.count("<script") == html.count('<script type="module" src="page.js">') == 1


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.skipif(not (PAGE / "node_modules").is_dir(), reason="npm ci has not been run")
def test_the_bundle_is_what_the_source_gives(tmp_path: Path) -> None:
    subprocess.run(["node", "build.mjs", str(tmp_path)], cwd=PAGE, check=True)
    for file in sorted((PAGE / "built").iterdir()):
        assert file.read_bytes() == (tmp_path / file.name).read_bytes(), file.name
