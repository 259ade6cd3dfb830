"""The guard of the service: only pages that it has served may use it, and no other machine.

A page of another site could try to open our web socket, which ``Origin`` shows.  It could also use a name of
its own that resolves to this machine (DNS rebinding), which ``Host`` shows.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

ADDRESS = "127.0.0.1"
HOSTS = (ADDRESS, "localhost")
ANY_HOST = "*"

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


def is_own_page(headers: Mapping[str, str], hosts: Collection[str] = HOSTS) -> bool:
    """Whether the request comes from a page of this service, which has one of these names (``*``: any)."""
    host = headers.get("host", "")
    is_known = ANY_HOST in hosts or host.rsplit(":", 1)[0] in hosts
    return is_known and headers.get("origin") in (f"http://{host}", f"https://{host}")


def response(request: Request, content: str | bytes, media_type: str, headers: Mapping[str, str]) -> Response:
    """The content, or status 304 if the request names its digest (RFC 9110, 13.1.2)."""
    body = content if isinstance(content, bytes) else content.encode()
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    tagged = {**headers, "ETag": tag}
    named = request.headers.get("If-None-Match", "").split(",")
    if tag in (each.strip().removeprefix("W/") for each in named):
        return Response(status_code=304, headers=tagged)
    return Response(body, media_type=media_type, headers=tagged)
