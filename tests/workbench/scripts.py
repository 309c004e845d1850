"""The page's own functions, run by Node outside of a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

PAGE = ROOT / "uniclue" / "workbench" / "page"
NEEDS_NODE = [
    pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed"),
    pytest.mark.skipif(not (PAGE / "node_modules").is_dir(), reason="npm ci has not been run"),
]


def run_script(script: str, data: Any, folder: Path) -> Any:
    """What a script prints as JSON.

    Args:
        script: TypeScript that reads JSON; ``@/`` begins the name of a module of the page.
        data: What it reads.
        folder: An empty folder for its files.
    """
    (source := folder / "script.mts").write_text(script.replace("@/", f"{PAGE}/src/"))
    built = folder / "script.cjs"
    words = ["node_modules/.bin/esbuild", str(source), "--bundle", "--platform=node"]
    subprocess.run([*words, f"--outfile={built}"], cwd=PAGE, check=True, capture_output=True)
    done = subprocess.run(
        ["node", built], input=json.dumps(data), capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)
