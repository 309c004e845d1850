"""Connections to the server: each must send its request in time; none can lock out the owner."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 10.0
"""A request that is not all there so long after it began ends its connection."""
MOST_STRANGERS = 64
"""Connections that have not brought the token; another one ends the one that came first."""
Client = tuple[str, int] | None
"""Address and port at the other end."""


class Strangers:
    """The connections that have not sent the token yet, oldest first."""

    def __init__(self) -> None:
        self._transports: dict[Client, asyncio.Transport] = {}

    def add(self, client: Client, transport: asyncio.Transport) -> None:
        """Adds a new connection; closes the oldest one if there are too many."""
        self._transports[client] = transport
        if len(self._transports) > MOST_STRANGERS:
            self._transports.pop(next(iter(self._transports))).abort()

    def discard(self, client: Client) -> None:
        """Removes a connection that has sent the token, or has ended."""
        self._transports.pop(client, None)


class Connection(H11Protocol):
    """A connection that ends if a request does not come in time.

    The state of the application has ``strangers``, to which every new connection belongs.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expects the first request."""
        super().connection_made(transport)
        self._strangers.add(self.client, transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Takes a piece of a request, which may be its last."""
        self._expect()
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Continues with the next request, which may have arrived in part."""
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Removes the connection."""
        super().connection_lost(exc)
        self._strangers.discard(self.client)
        self._expect_no_more()

    @property
    def _strangers(self) -> Strangers:
        strangers: Strangers = self.app_state["strangers"]
        return strangers

    def _look(self) -> None:
        """Keeps the deadline of a request until it has arrived completely."""
        state, begun = self.conn.their_state, self.conn.trailing_data[0]
        if state is h11.SEND_BODY or (state is h11.IDLE and begun):
            self._expect()
        elif state is not h11.IDLE:
            self._expect_no_more()

    def _expect(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _expect_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
