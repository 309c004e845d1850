"""The documentation as a site: ``python -m benchmarks.site FOLDER``, with the extra ``docs``.

The pages, and what they link to, are laid out as in the repository, so that their links hold; then
zensical builds them, and a link that leads nowhere is an error.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
START = "README.md"
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s#]+)(#[^()\s]*)?\)")
FENCE = re.compile(r"^(\s*```[a-z]+) .*$", re.MULTILINE)
"""A block of code with options, which only the tests of the pages read."""
SETTINGS = """\
[project]
site_name = "Uniclue"
site_description = "Logic puzzles as SAT and 0/1 integer programs"
docs_dir = "pages"
site_dir = "site"
use_directory_urls = false
nav = [
    {{ "Start" = "index.md" }},
    {{ "Documentation" = "docs/index.md" }},
{nav}
    {{ "Changes" = "CHANGELOG.md" }},
]

[project.theme]
features = ["navigation.indexes", "navigation.tracking", "content.code.copy"]
"""


def build(out: Path) -> None:
    """Builds the site in a folder, which is replaced.

    Raises:
        subprocess.CalledProcessError: Zensical found something wrong, and has said what.
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        laid_out(folder / "pages")
        (folder / "zensical.toml").write_text(SETTINGS.format(nav=_navigation()), "utf-8")
        command = [sys.executable, "-m", "zensical", "build", "--strict"]
        subprocess.run(command, cwd=folder, check=True)
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(folder / "site", out)


def laid_out(pages: Path) -> list[str]:
    """Puts the pages into a folder, with all that they link to; returns their names."""
    waiting, names = [START], dict[str, None]()
    while waiting:
        name = waiting.pop()
        if name in names:
            continue
        names[name] = None
        target = pages / ("index.md" if name == START else name)
        target.parent.mkdir(parents=True, exist_ok=True)
        if not name.endswith(".md"):
            shutil.copyfile(ROOT / name, target)
            continue
        text = (ROOT / name).read_text("utf-8")
        waiting += _linked(text, name)
        text = LINK.sub(partial(_link, page=name), FENCE.sub(r"\1", text))
        target.write_text(text, "utf-8")
    return [*names]


def _linked(text: str, page: str) -> Iterator[str]:
    """The files that a page links to."""
    for match in LINK.finditer(text):
        if (file := _file(match[3], page)) is not None:
            yield file


def _link(match: re.Match[str], page: str) -> str:
    """A link as it stands in the site: what leads to a folder is words alone."""
    _, words, target, _ = match.groups()
    if "://" not in target and _file(target, page) is None:
        return str(words)
    return match[0].replace(START, "index.md") if _file(target, page) == START else match[0]


def _file(target: str, page: str) -> str | None:
    """The name of the repository's file that a link of a page leads to, if it does."""
    name = os.path.normpath(os.path.join(os.path.dirname(page), target))
    return name if "://" not in target and (ROOT / name).is_file() else None


def _navigation() -> str:
    """The parts of docs/index.md, each with the pages that it lists."""
    text = (ROOT / "docs" / "index.md").read_text("utf-8")
    lines = []
    for part in text.split("\n## ")[1:]:
        title = part.partition("\n")[0]
        pages = dict.fromkeys(t for _, _, t, _ in LINK.findall(part) if not t.startswith(".."))
        names = ", ".join(f'"docs/{page}"' for page in pages)
        lines.append(f'    {{ "{title}" = [{names}] }},')
    return "\n".join(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    try:
        build(parser.parse_args().folder)
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
