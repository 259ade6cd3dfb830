"""Rate limits of a service for others: how often a client may open rooms, join, chat, and be refused.

Each process counts for itself, in memory, since a limit need not be exact.  (The library `limits` is for
counts that several services share, by Redis or Memcached; what remains of it without them is `RateLimiter`.)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from math import ceil
from typing import Final

from noughts.refusal import Refusal

OPEN, JOIN, CHAT, JUNK = "open", "join", "chat", "junk"
"""The limited actions: opening rooms and classes, and taking seats, by address; chat, by seat; questions that
are refused, by tab."""


@dataclass(frozen=True)
class RateLimit:
    """A `burst` at once, and one more after each `interval` in seconds (`reason` says what is too often)."""

    burst: int
    interval: float
    reason: str


RATE_LIMITS: Final[Mapping[str, RateLimit]] = {
    OPEN: RateLimit(40, 5.0, "too many rooms were opened from this address"),
    JOIN: RateLimit(120, 1.0, "too many players joined from this address"),
    CHAT: RateLimit(10, 2.0, "you chat too fast"),
    JUNK: RateLimit(50, 1.0, "too many requests of this page were refused"),
}
"""A school may be behind one address: forty pairs open a room, and four classes of thirty join, at once."""


class RateLimiter:
    """Counts by the generic cell rate algorithm (ITU-T I.371): for each client, the time at which its burst
    is whole again.  One thread may use it."""

    def __init__(
        self, limits: Mapping[str, RateLimit] = RATE_LIMITS, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._limits = limits
        self._now = now
        self._whole: dict[tuple[str, object], float] = {}
        self._swept = 0

    def take(self, kind: str, client: object) -> None:
        """Count once; `Refusal` if that is too often, which does not count."""
        self.look(kind, client)
        if kind in self._limits:
            now = self._now()
            whole = max(self._whole.get((kind, client), now), now)
            self._whole[kind, client] = whole + self._limits[kind].interval
            self._sweep(now)

    def look(self, kind: str, client: object) -> None:
        """`Refusal` if this client may not go on now."""
        if (limit := self._limits.get(kind)) is None:
            return
        wait = self._whole.get((kind, client), 0.0) - self._now() - (limit.burst - 1) * limit.interval
        if wait > 0:
            seconds = ceil(wait)
            raise Refusal(limit.reason, f"wait {seconds} second{'' if seconds == 1 else 's'}")

    def _sweep(self, now: float) -> None:
        """Forget clients whose burst is whole, each time that there are twice as many as were left."""
        if len(self._whole) > 2 * self._swept:
            self._whole = {key: whole for key, whole in self._whole.items() if whole > now}
            self._swept = len(self._whole)


def client_at(host: str) -> str:
    """The client at an address: the address, or the network of an IPv6 address, all of which one machine has
    (RFC 6177)."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return host if address.version == 4 else str(ip_network((address, 64), strict=False))
