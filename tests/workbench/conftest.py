"""The workbench as a process of its own, and a browser that looks at it."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psutil
import pytest
from conftest import ROOT

from workbench.pages import Bench, browser_or_skip

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


@dataclass
class Served:
    """A running ``uniclue serve``."""

    process: subprocess.Popen[str]
    port: int
    token: str

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"{self.address}/#token={self.token}"

    def send(
        self, task: str, body: Any = None, method: str = "POST", **headers: str | None
    ) -> tuple[int, bytes, dict[str, str]]:
        """A request: its status, text and headers. A header None is left out."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        sent = {"X-Uniclue-Token": self.token} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        try:
            connection.putrequest(method, f"/{task}", skip_host="Host" in sent)
            for name, value in sent.items():
                if value is not None:
                    connection.putheader(name, value)
            if "Content-Length" not in sent and method == "POST":
                connection.putheader("Content-Length", str(len(data)))
            connection.endheaders(data if method == "POST" else None)
            answer = connection.getresponse()
            return answer.status, answer.read(), {k.lower(): v for k, v in answer.getheaders()}
        finally:
            connection.close()

    def ask(self, task: str, body: Any) -> Any:
        """The answer to a request that is right."""
        status, text, _ = self.send(task, body)
        assert status == 200, text
        return json.loads(text)

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(20)

    def workers(self) -> list[int]:
        """The processes that answer: each leads a group of its own."""
        every = psutil.Process(self.process.pid).children(recursive=True)
        return [each.pid for each in every if os.getpgid(each.pid) == each.pid]


def start_serving(port: int = 0, *arguments: str, **environment: str) -> Served:
    """Starts a server, without a browser unless the environment names one."""
    pytest.importorskip("uvicorn", reason="needs the extra serve")
    if "BROWSER" not in environment:
        arguments = ("--no-open", *arguments)
    process = subprocess.Popen(
        [sys.executable, "cli.py", "serve", "--port", str(port), *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    address, _, token = line.partition("#token=")
    return Served(process, int(address.strip("/\n ").rpartition(":")[2]), token.strip())


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    server = start_serving()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    yield from browser_or_skip(CHROMIUM)


@pytest.fixture
def bench(served: Served, browser: Any) -> Iterator[Bench]:
    """The page, opened anew."""
    context = browser.new_context(accept_downloads=True, viewport={"width": 1200, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened = Bench(context.new_page(), served.url)
    opened.open()
    yield opened
    context.close()
    assert not opened.errors
