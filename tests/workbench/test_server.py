"""The server against requests that do not come from its page, and bodies of any sort."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from workbench.conftest import Served, start_serving

SUDOKU = {
    "kind": "sudoku",
    "box": [2, 2],
    "grid": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 1, 0, 0], [0, 0, 0, 2]],
}
BLANK = {"kind": "sudoku", "box": [3, 3], "grid": [[0] * 9] * 9}
ASK = {"question": "unique", "puzzle": SUDOKU}


def test_a_question_gives_its_own_answer(served: Served) -> None:
    answer = served.ask("ask", ASK)
    assert (answer["command"], answer["status"]) == ("unique", "unique")


@pytest.mark.parametrize("question", ["solve", "count", "clues", "grade", "show", "encodings"])
def test_every_question_is_asked(served: Served, question: str) -> None:
    assert question in served.ask("about", {})["questions"]
    status, body, _ = served.send("ask", ASK | {"question": question})
    assert status == 200, body
    assert json.loads(body)["kind"] == "sudoku"


def test_a_link_shares_the_puzzle_alone(served: Served) -> None:
    made = SUDOKU | {"id": 1, "meta": {"seed": 1}}
    status, body, _ = served.send("write", {"to": "link", "puzzles": [made]})
    assert (status, body) == (200, b"https://puzz.link/p?sudoku/4/4/1k3h1k2")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1:1"}, 421),
        ({"Host": None}, 400),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"X-Uniclue-Token": None}, 403),
        ({"X-Uniclue-Token": "wrong"}, 403),
        ({"Content-Length": "99999999"}, 413),
        ({"Content-Length": "-1"}, 400),
        ({"Content-Length": "5", "Transfer-Encoding": "chunked"}, 400),
    ],
)
def test_requests_of_others_are_refused(
    served: Served, headers: dict[str, str | None], status: int
) -> None:
    sent: dict[str, Any] = headers
    body = b"" if status == 400 else ASK  # a connection that is closed unread may be reset
    assert served.send("ask", body, **sent)[0] == status


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "HEAD", "TRACE"])
def test_other_methods_are_refused(served: Served, method: str) -> None:
    assert served.send("ask", method=method)[0] == 405


@pytest.mark.parametrize(
    "path", ["", "page.js", "page.css", "board.css", "icon.svg", "../server.py", "x"]
)
def test_every_answer_is_marked(served: Served, path: str) -> None:
    status, _, headers = served.send(path, method="GET", **{"X-Uniclue-Token": None})
    assert status == (404 if path in ("../server.py", "x") else 200)
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers


def test_the_page_tells_nobody_the_token(served: Served) -> None:
    for path in ("", "page.js"):
        assert served.token.encode() not in served.send(path, method="GET")[1]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"question":"unique","puzzle":' + b"[" * 100_000,
        b'{"question":"unique","puzzle":1}',
        b'{"question":"no","puzzle":{}}',
        b'{"question":"unique","puzzle":{"kind":"sudoku","box":[2,2],"grid":[]}}',
        b'{"question":["unique"],"puzzle":{}}',
    ],
)
def test_what_is_no_request(served: Served, body: bytes) -> None:
    status, answer, _ = served.send("ask", body)
    assert status in (400, 422)
    assert json.loads(answer)["error"]


@pytest.mark.parametrize(
    "options",
    [
        {"certificate": "/tmp/x"},
        {"out": "/tmp/x"},
        {"kind_file": "/tmp/x.py"},
        {"solver": "cmd:touch /tmp/x"},
        {"solver=cmd:touch": True},
        {"dask": "tcp://10.0.0.1:1"},
        {"jobs": 9},
        {"state": "/etc/hostname"},
        {"grid": "/etc/hostname"},
        {"help": True},
        {"no-such": 1},
        {"time_limit": "soon"},
    ],
)
def test_options_for_files_and_programs_are_refused(
    served: Served, options: dict[str, Any]
) -> None:
    assert served.send("ask", ASK | {"options": options})[0] == 400


READ = {
    "fail_on",
    "solver",
    "encoder",
    "cardinality",
    "law",
    "search",
    "order",
    "grader",
    "memory_limit",
}
"""Options with any text, none of which names a file; ``cmd:`` is refused before."""


def test_no_option_with_a_file_is_overlooked(served: Served) -> None:
    """A new option with a text is looked at here before the page may use it."""
    from uniclue.commands.engine.question import QUESTIONS
    from uniclue.commands.engine.question_command import question_command
    from uniclue.workbench.tasks import NOT_HERE, names_file

    questions = filter(None, map(QUESTIONS.find, served.ask("about", {})["questions"]))
    texts = {
        option.name
        for question in questions
        for option in question_command(question).params
        if option.type.name == "text" and not names_file(option)
    }
    assert texts - {*NOT_HERE, "file", "files"} <= READ


def test_options_are_those_of_the_command_line(served: Served) -> None:
    several = {**SUDOKU, "grid": [[0] * 4] * 4}
    answer = served.ask("ask", {"question": "count", "puzzle": several, "options": {"limit": 5}})
    assert answer["count"] == 5


def test_a_large_body_in_pieces_is_cut_off(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), 20) as raw:
        head = f"POST /ask HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
        head += f"X-Uniclue-Token: {served.token}\r\nTransfer-Encoding: chunked\r\n\r\n"
        raw.sendall(head.encode())
        piece = b"10000\r\n" + b"[" * 0x10000 + b"\r\n"
        try:
            for _ in range(100):
                raw.sendall(piece)
            answer = raw.recv(100)
        except OSError:
            answer = b""
    assert not answer or b" 413 " in answer
    assert served.ask("ask", ASK)["status"] == "unique"


@pytest.mark.slow
def test_a_bomb_is_unknown(served: Served) -> None:
    bomb = {"kind": "sudoku", "box": [7, 7], "grid": [[0] * 49] * 49}
    answer = served.ask("ask?seconds=2", {"question": "unique", "puzzle": bomb})
    assert answer["status"] == "unknown"
    new = {"kind": "sudoku", "box": [3, 4], "grid": [[0] * 12] * 12}  # no worker holds its rules
    small = ASK | {"puzzle": new, "options": {"memory_limit": "1MB"}}
    assert "memory" in served.ask("ask", small)["reason"]


def test_a_worker_that_overruns_is_killed(served: Served) -> None:
    count = {"question": "count", "puzzle": BLANK}
    answer = served.ask("ask?seconds=0.3", count)
    assert answer["command"] == "count"
    assert not answer["complete"]
    assert answer["reason"].startswith("time limit of 0.3 s reached")


@pytest.mark.slow
def test_two_questions_at_once_and_few_may_wait(served: Served) -> None:
    count = {"question": "count", "puzzle": BLANK}
    with ThreadPoolExecutor(12) as threads:
        sent = [threads.submit(served.send, "ask?seconds=0.4", count) for _ in range(12)]
        answers = [each.result() for each in sent]
    statuses = [status for status, _, _ in answers]
    assert all(("retry-after" in headers) == (status == 429) for status, _, headers in answers)
    assert statuses.count(429) >= 2
    assert statuses.count(200) == 12 - statuses.count(429)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("ask", {"question": "count", "puzzle": BLANK}),
        ("generate", {"kind": "nurikabe", "options": {"size": "30x30"}}),
    ],
)
def test_work_ends_when_nobody_waits(served: Served, path: str, body: Any) -> None:
    """Requests whose client has gone leave their places at once."""
    text = json.dumps(body).encode()
    head = f"POST /{path}?seconds=600 HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
    head += f"X-Uniclue-Token: {served.token}\r\nContent-Length: {len(text)}\r\n\r\n"
    for _ in range(4):
        with socket.create_connection(("127.0.0.1", served.port), 20) as raw:
            raw.sendall(head.encode() + text)
            time.sleep(0.1)
    assert served.ask("ask", ASK)["status"] == "unique"  # long before the 600 s of the others


@pytest.mark.slow
def test_too_many_requests(served: Served) -> None:
    statuses = set()
    with ThreadPoolExecutor(4) as threads:
        for status in threads.map(lambda _: served.send("nothing", {})[0], range(3000)):
            statuses.add(status)
    assert statuses == {404, 429}
    time.sleep(1.5)
    assert served.ask("ask", ASK)["status"] == "unique"


def test_it_listens_on_this_machine_alone(served: Served) -> None:
    for address in {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None)}:
        if not str(address).startswith("127.") and address != "::1":
            with pytest.raises(OSError, match=r"."):
                socket.create_connection((str(address), served.port), 2)


def half_open(served: Served, text: str) -> socket.socket:
    raw = socket.create_connection(("127.0.0.1", served.port), 60)
    raw.sendall(text.encode())
    return raw


def test_half_open_connections_keep_nobody_out(served: Served) -> None:
    waiting = [half_open(served, "GET / HTTP/1.1\r\nHost: ") for _ in range(200)]
    try:
        assert served.send("", method="GET")[0] == 200
        assert served.ask("ask", ASK)["status"] == "unique"
    finally:
        for raw in waiting:
            raw.close()


@pytest.mark.slow
@pytest.mark.parametrize("does_trickle", [False, True])
def test_half_a_request_ends_its_connection(served: Served, does_trickle: bool) -> None:
    host = f"Host: 127.0.0.1:{served.port}\r\n"
    post = f"POST /ask HTTP/1.1\r\n{host}X-Uniclue-Token: {served.token}\r\n"
    whole = f"GET /icon.svg HTTP/1.1\r\n{host}\r\n"
    texts = ["", "GET", f"{post}Content-Length: 99\r\n\r\n{{", whole + "GET", f"{whole}{post}"]
    raws = [half_open(served, text) for text in texts]
    for raw in raws:
        with suppress(ConnectionError), raw:
            raw.settimeout(1 if does_trickle else 60)
            pieces = 0
            while pieces < 60:
                try:
                    if not raw.recv(10_000):
                        break
                except TimeoutError:
                    raw.sendall(b"x")
                    pieces += 1
            assert pieces < 60 if does_trickle else not pieces


@pytest.mark.slow
def test_an_answer_may_take_longer_than_a_request(served: Served) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)
    connection.connect()
    connection.auto_open = 0  # it is the same connection to the end
    body = json.dumps({"question": "count", "puzzle": BLANK})
    for seconds in (11, 0.1):
        headers = {"X-Uniclue-Token": served.token}
        connection.request("POST", f"/ask?seconds={seconds}", body, headers)
        answer = connection.getresponse()
        assert answer.status == 200
        assert not json.loads(answer.read())["complete"]
    connection.close()


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_workers_that_were_killed_are_replaced(served: Served) -> None:
    for _ in range(2):
        for pid in served.workers():
            os.kill(pid, signal.SIGKILL)
        for _ in range(5):
            assert served.ask("ask", ASK)["status"] == "unique"


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_nothing_is_left_in_the_temporary_folder(tmp_path: Path) -> None:
    server = start_serving(TMPDIR=str(tmp_path))
    assert server.send("write", {"to": "certificate", "puzzles": [SUDOKU]})[0] == 200
    killed = start_serving(TMPDIR=str(tmp_path))
    assert len(list(tmp_path.iterdir())) == 2
    killed.process.kill()
    killed.process.wait(20)
    third = start_serving(TMPDIR=str(tmp_path))
    assert len(list(tmp_path.iterdir())) == 2  # the killed one's has gone, the first one's not
    assert server.send("write", {"to": "certificate", "puzzles": [SUDOKU]})[0] == 200
    server.stop()
    third.process.terminate()
    assert server.process.wait(20) == third.process.wait(20) == 0
    assert not list(tmp_path.iterdir())


def test_what_others_laid_in_the_temporary_folder_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from uniclue.workbench import folder

    own = tmp_path / "pymp-own"
    own.mkdir()
    monkeypatch.setattr(folder, "get_temp_dir", lambda: str(own))
    others, left = tmp_path / "others", tmp_path / "pymp-left"
    for each in (others, left):
        each.mkdir()
        (each / ".server.uniclue-lock").touch()
    (tmp_path / "pymp-link").symlink_to(others)
    (tmp_path / "pymp-program").mkdir()
    with folder.folder_of_server() as found:
        assert found == own
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"pymp-own", "others", "pymp-link", "pymp-program"}
    assert list(others.iterdir())


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="modes of files")
def test_the_browser_is_given_a_file_and_no_token(tmp_path: Path) -> None:
    told = tmp_path / "told"
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\nprintf "%s" "$*" > {told}.part\nmv {told}.part {told}\n')
    program.chmod(0o755)
    server = start_serving(BROWSER=str(program), TMPDIR=str(tmp_path))
    for _ in range(6000):
        if told.exists():
            break
        time.sleep(0.01)
    address = told.read_text()
    assert server.token not in address
    page = Path(address.removeprefix("file://"))
    assert page.stat().st_mode & 0o777 == 0o600
    assert page.parent.stat().st_mode & 0o777 == 0o700
    assert f"url={server.url}" in page.read_text()
    server.stop()
    assert not page.exists()


def test_a_token_can_be_tried(served: Served) -> None:
    assert served.send("token")[0] == 204
    for wrong in ("x", "", None):
        assert served.send("token", X_Uniclue_Token=wrong)[0] == 403


ATTACK = """<!doctype html><meta charset=utf-8><body><script>
const target = "TARGET", told = [];
const tell = (name, worked) => told.push(name + ":" + worked);
(async () => {
  for (const mode of ["cors", "no-cors"]) {
    try {
      const r = await fetch(target + "/kinds", {method: "POST", mode, body: "{}"});
      tell("fetch " + mode, r.ok);
    } catch { tell("fetch " + mode, false); }
  }
  try { tell("read page", (await (await fetch(target + "/")).text()).length > 0); }
  catch { tell("read page", false); }
  const script = document.createElement("script");
  await new Promise((end) => { script.onload = () => { tell("script", true); end(); };
    script.onerror = () => { tell("script", false); end(); };
    script.src = target + "/page.js"; document.body.append(script); });
  const frame = document.createElement("iframe");
  frame.src = target + "/";
  document.body.append(frame);
  await new Promise((end) => setTimeout(end, 800));
  let inside = false;
  try { inside = frame.contentDocument !== null && frame.contentDocument.title !== ""; } catch {}
  tell("frame", inside);
  document.title = told.join(" ");
})();
</script>"""


@pytest.mark.browser
@pytest.mark.slow
def test_a_page_of_others_gets_nothing(served: Served, browser: Any) -> None:
    class Attacker(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(ATTACK.replace("TARGET", served.address).encode())

        def log_message(self, *args: Any) -> None: ...

    attacker = HTTPServer(("127.0.0.1", 0), Attacker)
    threading.Thread(target=attacker.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.goto(f"http://localhost:{attacker.server_port}/")
    page.wait_for_function("document.title.includes('frame:')")
    attacks = page.title()
    attacker.shutdown()
    page.close()
    assert ":true" not in attacks, attacks
    assert attacks.count(":false") == 5
