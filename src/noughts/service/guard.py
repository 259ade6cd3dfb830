"""The guard of the service: only pages that it has served may use it, and each client only so often.

A page of another site could try to open our web socket, which ``Origin`` shows.  It could also use a name of
its own that resolves to this machine (DNS rebinding), which ``Host`` shows.

Each process counts what its clients do for itself, in memory, since a limit need not be exact.  (The library
`limits` is for counts that several services share, by Redis or Memcached; what remains of it without them is
`RateLimiter`.)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from ipaddress import ip_address, ip_network
from math import ceil
from typing import Any, Final

from msgspec import Struct
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from noughts.refusal import Refusal

ADDRESS = "127.0.0.1"
HOSTS = (ADDRESS, "localhost")
ANY_HOST = "*"


class Site(Struct, frozen=True):
    """The addresses under which pages reach the service.

    * ``hosts``: its names; ``*`` stands for any
    * ``base``: the path with which all of its addresses begin, such as ``/noughts``, or ``""``
    * ``proxies``: the addresses and networks of reverse proxies whose ``X-Forwarded`` headers are believed
    """

    hosts: Sequence[str] = HOSTS
    base: str = ""
    proxies: Sequence[str] = ()


THIS_MACHINE = Site()
"""The page is for this machine alone."""


def site_of(host: str, base: str = "", proxies: Sequence[str] = ()) -> Site:
    """The site of a service that listens on the address `host`."""
    return Site(HOSTS if host in HOSTS and not proxies else (ANY_HOST,), base, proxies)


class Forwarded(ProxyHeadersMiddleware):
    """Has a request as people made it: by the ``X-Forwarded`` headers of trusted proxies, and of nobody else.

    Uvicorn reads the protocol and the client; this class also reads the host.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """See ASGI."""
        client = scope.get("client")
        if client and client[0] in self.trusted_hosts:
            headers = dict(scope["headers"])  # of several headers of one name, the last: the proxy's own
            host = headers.get(b"x-forwarded-host", b"").rpartition(b",")[2].strip()
            if host:
                others = [(name, value) for name, value in scope["headers"] if name != b"host"]
                scope["headers"] = [(b"host", host), *others]
        await super().__call__(scope, receive, send)


PAGE_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src data:; "
        "img-src 'self' data: blob:; connect-src 'self'; worker-src blob:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
"""The rules of a document run in workers, which have no file: the page puts them together from its parts."""

START_HEADERS = PAGE_HEADERS | {
    "Content-Security-Policy": f"{PAGE_HEADERS['Content-Security-Policy']}; style-src-attr 'unsafe-inline'"
}
"""The pictures of boards on the page that lists the games have their colours in attributes."""

GRAPHIC_HEADERS = PAGE_HEADERS | {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"
}
"""A picture is data: even an SVG that is opened as a page must not run anything."""


def is_own_page(request: HTTPConnection) -> bool:
    """Whether the request comes from a page of this service.

    A proxy may speak HTTPS with the page without telling us, so a page by HTTPS is always its own.
    """
    host, origin = request.headers.get("host", ""), request.headers.get("origin")
    is_secure = request.scope["scheme"] in ("https", "wss")
    return origin == f"https://{host}" or (origin == f"http://{host}" and not is_secure)


def beneath(base: str, html: str) -> str:
    """A page whose addresses begin with the `base`."""
    return html.replace('="/', f'="{base}/')


def response(request: Request, content: str | bytes, media_type: str, headers: Mapping[str, str]) -> Response:
    """The content, or status 304 if the request names its digest (RFC 9110, 13.1.2)."""
    body = content if isinstance(content, bytes) else content.encode()
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    tagged = {**headers, "ETag": tag}
    named = request.headers.get("If-None-Match", "").split(",")
    if tag in (each.strip().removeprefix("W/") for each in named):
        return Response(status_code=304, headers=tagged)
    return Response(body, media_type=media_type, headers=tagged)


OPEN, JOIN, CHAT, JUNK = "open", "join", "chat", "junk"
"""The limited actions: opening rooms and classes, and taking seats, by address; chat, by seat; questions that
are refused, by tab."""


# Rate limits of a service for others: how often a client may open rooms, join, chat, and be refused.


class RateLimit(Struct, frozen=True):
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
