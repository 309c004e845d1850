"""The server of the page: on this machine alone, for whoever has the token of this start.

The server itself decodes nothing: the text of a request goes to a worker, which can be killed.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from uniclue.drawing.svg import FOCUS_STYLE, STYLE
from uniclue.workbench import tasks
from uniclue.workbench.connections import Connection, Strangers
from uniclue.workbench.workers import LostError, Workers

HOST = "127.0.0.1"
MOST_BYTES = 4 << 20
"""The largest request."""
RATE, BURST = 200.0, 400.0
"""Requests a second, and at once."""
MOST_IN_HAND = 64
"""Requests with the token that may be open at the same time."""
AT_ONCE = 2
"""Questions that are worked on at the same time."""
WAITING = 8
"""Those that may wait."""
QUICK_SECONDS = 20.0
"""The time limit of all that is no question."""
MOST_SECONDS = 600.0
PATIENCE_SECONDS = 0.1
"""A question that is called off may end by itself so long: that is quicker than a new worker."""
MOST_ATTEMPTS = 5000
LONG = ("ask", "make", "write", "thin", "gallery", "thumbnails")
"""The tasks that take long."""
SAME = ("kinds", "gallery")
"""The tasks whose reply is always the same."""
ASSETS = {"page.js": "text/javascript", "page.css": "text/css", "icon.svg": "image/svg+xml"}
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' blob: data:; connect-src 'self'; frame-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}


PREVIEW = (
    "sandbox allow-scripts allow-modals allow-downloads; default-src 'none'; "
    "script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src blob: data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""The policy of a published page that is looked at in the workbench.

Its origin is its own, so that it reaches nothing of the workbench; that only its own script runs is
stated by the policy within it.
"""


class Guard:
    """Lets in only requests of the page itself, few and small enough, and marks all answers.

    Args:
        app: The application to guard.
        port: The port, which a request's host and origin must name.
        token: The token that requests for work must send.
        strangers: The connections that have not sent it.
    """

    def __init__(self, app: ASGIApp, port: int, token: str, strangers: Strangers) -> None:
        self._app, self._token, self._strangers = app, token.encode(), strangers
        self._hosts = {f"{name}:{port}".encode() for name in (HOST, "localhost")}
        self._origins = {b"http://" + host for host in self._hosts}
        self._left, self._since = BURST, time.monotonic()
        self._in_hand = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or refuses it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            headers: dict[bytes, bytes] = dict(scope["headers"])
            refusal = self._refusal(scope["method"], headers)
            if refusal is None and scope["method"] == "POST":
                await self._work(scope, receive, _marked(send))
            else:
                await (refusal or self._app)(scope, receive, _marked(send))

    async def _work(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on a request with the token, unless there are too many."""
        self._strangers.discard(scope["client"])
        self._in_hand += 1
        try:
            await (self._overload() or self._app)(scope, receive, send)
        finally:
            self._in_hand -= 1

    def _refusal(self, method: str, headers: dict[bytes, bytes]) -> Response | None:
        """Why a request is refused, if it is."""
        if b"content-length" in headers and b"transfer-encoding" in headers:
            return _refused(400, "expected a length or pieces, got both")
        if headers.get(b"host") not in self._hosts:
            return _refused(421, "expected the address that 'uniclue serve' has printed")
        site, origin = headers.get(b"sec-fetch-site"), headers.get(b"origin")
        if origin is not None and origin not in self._origins:
            return _refused(403, "expected a request of the page itself")
        if method == "GET":
            return None
        if method != "POST":
            return _refused(405, "expected GET or POST")
        if site not in (None, b"same-origin"):
            return _refused(403, "expected a request of the page itself")
        if not hmac.compare_digest(headers.get(b"x-uniclue-token", b""), self._token):
            return _refused(403, "expected the token of this start of the server")
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            return _refused(413, f"expected at most {MOST_BYTES >> 20} MB")
        return None

    def _overload(self) -> Response | None:
        """Why a request of the page itself has to wait, if it does."""
        if self._in_hand > MOST_IN_HAND:
            return _refused(503, "too many requests at once; wait a second")
        now = time.monotonic()
        self._left = min(BURST, self._left + RATE * (now - self._since)) - 1
        self._since = now
        if self._left < 0:
            self._left = 0
            return _refused(429, "too many requests; wait a second")
        return None


def _marked(send: Send) -> Send:
    """Adds the headers that every answer has, unless it has its own."""

    async def marked(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name for name, _ in message.get("headers", ())}
            every = ((k.encode(), v.encode()) for k, v in HEADERS.items())
            headers = [(name, value) for name, value in every if name not in own]
            if message["status"] in (429, 503):
                headers.append((b"retry-after", b"1"))
            message["headers"] = [*message.get("headers", ()), *headers]
        await send(message)

    return marked


def _refused(status: int, error: str) -> Response:
    refusal = tasks.Refusal("$", error, 0)
    return Response(msgspec.json.encode(refusal), status, media_type=tasks.JSON)


class Desk:
    """Passes requests to workers."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._long, self._quick = asyncio.Semaphore(AT_ONCE), asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._same: dict[str, tasks.HttpReply] = {}

    async def do(self, request: tasks.Request) -> tasks.HttpReply:
        """The reply to a request; at most two long ones run at the same time."""
        if request.task in self._same:
            return self._same[request.task]
        is_long = request.task in LONG
        if is_long and self._waiting >= WAITING:
            return _full()
        self._waiting += is_long
        try:
            async with self._long if is_long else self._quick:
                reply: tasks.HttpReply = await self._workers.do(request, request.seconds)
        except LostError as lost:
            return await self._lost(request, str(lost))
        finally:
            self._waiting -= is_long
        if request.task in SAME:
            self._same[request.task] = reply
        return reply

    async def _lost(self, request: tasks.Request, why: str) -> tasks.HttpReply:
        """The reply if a worker was lost: for a question, the answer ``unknown``."""
        refusal = msgspec.json.encode(tasks.Refusal("$", why, 0))
        if request.task != "ask":
            return tasks.HttpReply(503, tasks.JSON, refusal)
        body = request.body.rstrip()[:-1] + b',"lost":' + msgspec.json.encode(why) + b"}"
        try:
            again = tasks.Request("ask", body, request.seconds)
            reply: tasks.HttpReply = await self._workers.do(again, QUICK_SECONDS)
            return reply
        except LostError:
            return tasks.HttpReply(503, tasks.JSON, refusal)


def _full() -> tasks.HttpReply:
    refusal = tasks.Refusal("$", "too many questions at once", 0)
    return tasks.HttpReply(429, tasks.JSON, msgspec.json.encode(refusal))


def application(port: int, token: str, folder: Path, kind_files: Sequence[str] = ()) -> ASGIApp:
    """The server's application.

    Args:
        port: The server's port.
        token: The token that requests for work must send.
        folder: The folder for temporary files.
        kind_files: Users' files with more kinds.
    """
    desks: list[Desk] = []
    previews: dict[str, bytes] = {}
    strangers = Strangers()

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        start: tuple[object, ...] = (kind_files, str(folder))
        workers = Workers(2 * AT_ONCE, tasks.do, tasks.prepare, start)
        desks.append(Desk(workers))
        starting = asyncio.create_task(workers.prepare())
        try:
            yield {"strangers": strangers}
        finally:
            starting.cancel()
            workers.close()

    async def work(request: Request) -> Response:
        task = request.path_params["task"]
        if task not in tasks.TASKS:
            return _refused(404, f"expected one of {', '.join(tasks.TASKS)}")
        body = await _body(request)
        if isinstance(body, Response):
            return body
        wanted = tasks.Request(task, body, _seconds(request, task))
        reply = await _unless_gone(request, desks[0].do(wanted))
        if reply is None:
            return Response(status_code=499)
        headers = {"x-file": reply.file} if reply.file else {}
        if task == "write" and "preview" in request.query_params and reply.status == 200:
            previews.clear()
            previews[name := secrets.token_urlsafe(24)] = reply.body
            return Response(name, media_type="text/plain")
        return Response(reply.body, reply.status, headers, reply.media)

    async def preview(request: Request) -> Response:
        page = previews.get(request.path_params["name"])
        if page is None:
            return _refused(404, "there is no such page any more")
        headers = {"content-security-policy": PREVIEW}
        return Response(page, headers=headers, media_type="text/html")

    async def generate(request: Request) -> Response:
        body = await _body(request)
        if isinstance(body, Response):
            return body
        attempts = _attempts(desks[0], body, _seconds(request, "make"))
        return StreamingResponse(attempts, media_type="application/x-ndjson")

    async def token_is_right(request: Request) -> Response:
        return Response(status_code=204)  # without the token the guard has refused it

    assets = files(__package__).joinpath("page").joinpath("built")

    async def asset(request: Request) -> Response:
        name = request.path_params.get("name", "")
        if not name:
            html = assets.joinpath("index.html").read_bytes()
            return Response(html, media_type="text/html")
        if name == "board.css":
            return Response(f".board,.drawn{{{STYLE}{FOCUS_STYLE}}}", media_type="text/css")
        if name not in ASSETS:
            return _refused(404, "there is no such file")
        return Response(assets.joinpath(name).read_bytes(), media_type=ASSETS[name])

    routes = [
        Route("/", asset, methods=["GET"]),
        Route("/generate", generate, methods=["POST"]),
        Route("/token", token_is_right, methods=["POST"]),
        Route("/preview/{name}", preview, methods=["GET"]),
        Route("/{name}", asset, methods=["GET"]),
        Route("/{task}", work, methods=["POST"]),
    ]
    return Guard(Starlette(routes=routes, lifespan=life), port, token, strangers)


async def _body(request: Request) -> bytes | Response:
    """The text of a request, or why it is refused."""
    pieces, size = [], 0
    try:
        async for piece in request.stream():
            size += len(piece)
            if size > MOST_BYTES:
                return _refused(413, f"expected at most {MOST_BYTES >> 20} MB")
            pieces.append(piece)
    except ClientDisconnect:
        return Response(status_code=499)
    return b"".join(pieces)


def _seconds(request: Request, task: str) -> float:
    """The time limit of a request."""
    if task not in LONG:
        return QUICK_SECONDS
    with suppress(ValueError):
        wanted = float(request.query_params.get("seconds", "10"))
        if 0.05 <= wanted <= MOST_SECONDS:
            return wanted
    return 10.0


async def _unless_gone(
    request: Request, work: Awaitable[tasks.HttpReply]
) -> tasks.HttpReply | None:
    """The reply; None, with the work cancelled, once the client has gone."""
    doing = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({doing, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            await asyncio.wait({doing}, timeout=PATIENCE_SECONDS)
        return doing.result() if doing.done() else None
    finally:
        gone.cancel()
        doing.cancel()
        with suppress(asyncio.CancelledError):
            await doing


async def _gone(request: Request) -> None:
    """Ends when the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _attempts(desk: Desk, body: bytes, seconds: float) -> AsyncIterator[bytes]:
    """A line of JSON after every attempt, the last one with the puzzle or the error."""
    started = time.monotonic()
    rejects: dict[str, int] = {}
    for number in range(MOST_ATTEMPTS):
        spent = time.monotonic() - started
        if spent >= seconds:
            break
        numbered = body.rstrip()[:-1] + b',"number":%d}' % number
        reply = await desk.do(tasks.Request("make", numbered, max(seconds - spent, 0.1)))
        answer: dict[str, Any] = msgspec.json.decode(reply.body)
        if "reason" not in answer:
            yield msgspec.json.encode({**answer, "attempts": number + 1}) + b"\n"
            return
        rejects[answer["reason"]] = rejects.get(answer["reason"], 0) + 1
        yield msgspec.json.encode({"attempts": number + 1, "rejects": rejects}) + b"\n"
    why = f"no puzzle within {seconds:g} s; {sum(rejects.values())} attempts were rejected"
    yield msgspec.json.encode({"error": why}) + b"\n"


def listen(port: int) -> socket.socket:
    """A socket on the loopback address; port 0 takes a free one.

    Raises:
        OSError: The port is taken.
    """
    # asyncio turns Nagle's delay off (40 ms per answer) only if the protocol is named
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((HOST, port))
        listening.listen(64)
    except OSError:
        listening.close()
        raise
    return listening


def serve(
    listening: socket.socket,
    token: str,
    folder: Path,
    kind_files: Sequence[str] = (),
    started: Callable[[], None] = lambda: None,
) -> None:
    """Serves the page until it is interrupted.

    Args:
        listening: The socket.
        token: The token that requests for work must send.
        folder: The folder for temporary files.
        kind_files: Users' files with more kinds.
        started: Called when the server accepts requests.
    """
    app = application(listening.getsockname()[1], token, folder, kind_files)
    config = uvicorn.Config(
        app,
        http=Connection,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        ws="none",
        proxy_headers=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
    )

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            started()

    Server(config).run(sockets=[listening])
