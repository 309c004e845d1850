"""The workbench: a page in the browser, served on this machine alone."""

from __future__ import annotations

from pathlib import Path

import click

from uniclue.commands.engine.exits import NO_FILE, OK, USAGE, Stop
from uniclue.commands.engine.options import KIND_FILE, flag, takes, value
from uniclue.commands.engine.terminal import load_kind_files
from uniclue.files.printing import print_text
from uniclue.workbench import folder as folders
from uniclue.workbench import server

PORT = 8474
"""The default port; fixed, since browsers store data per port."""


@click.command()
@takes(
    value(
        "--port",
        "N",
        "Where to listen; 0 is a free port.",
        type=click.IntRange(0, 65535),
        default=PORT,
    ),
    flag("--no-open", "Do not open the browser."),
    KIND_FILE,
)
def serve(port: int, no_open: bool, kind_file: tuple[Path, ...]) -> int:
    """Open the workbench: write, judge and solve puzzles in the browser.

    It runs on this machine and can be reached from it alone. Ctrl-C ends it.
    """
    import secrets
    from importlib.util import find_spec

    if any(find_spec(name) is None for name in ("starlette", "uvicorn")):
        what = "serve: expected starlette and uvicorn: pip install 'uniclue[serve]'"
        raise Stop(USAGE, what)

    load_kind_files(kind_file)
    try:
        listening = server.listen(port)
    except OSError as error:
        why = f"serve: port {port}: {error.strerror}; --port 0 takes a free one"
        raise Stop(NO_FILE, why) from error
    token = secrets.token_urlsafe(24)
    url = f"http://{server.HOST}:{listening.getsockname()[1]}/#token={token}"

    def started(folder: Path) -> None:
        print_text(f"workbench: {url}\nCtrl-C ends it")
        if not no_open:
            import webbrowser

            webbrowser.open(folders.doorway(folder, url).as_uri())

    files = [str(path.resolve()) for path in kind_file]
    try:
        with folders.folder_of_server() as folder:
            server.serve(listening, token, folder, files, lambda: started(folder))
    except KeyboardInterrupt:
        print_text("workbench ended")
    return OK
