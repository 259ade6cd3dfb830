"""The guard of the service: only pages that it has served may use it, and no other machine.

A page of another site could try to open our web socket, which ``Origin`` shows.  It could also use a name of
its own that resolves to this machine (DNS rebinding), which ``Host`` shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

ADDRESS = "127.0.0.1"
HOSTS = (ADDRESS, "localhost")
ANY_HOST = "*"


@dataclass(frozen=True)
class Site:
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
