"""HTTP with a deadline: a request must be complete within some seconds."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol


class ImpatientProtocol(H11Protocol):
    """Uvicorn closes a connection that rests after an answer; this one also where no answer came yet."""

    due: float | None = None
    """The deadline of the request that has begun to arrive."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self.wait_until(self.loop.time() + self.timeout_keep_alive)

    def data_received(self, data: bytes) -> None:
        """Keep the deadline until the request is complete."""
        super().data_received(data)
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if is_answering or self.transport.get_protocol() is not self:  # or it has become a web socket
            self.due = None
            return
        self.due = self.due or self.loop.time() + self.timeout_keep_alive
        self.wait_until(self.due)

    def wait_until(self, due: float) -> None:
        """Close the connection at that time unless something arrives before."""
        self._unset_keepalive_if_required()
        self.timeout_keep_alive_task = self.loop.call_at(due, self.timeout_keep_alive_handler)
