"""The web service: the page, the pictures of a document's folder, and a socket for each tab."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from noughts.faces.browser.guard import GRAPHIC_HEADERS, HOSTS, PAGE_HEADERS, is_own_page
from noughts.faces.browser.session import BadMessage, failure_json, next_text
from noughts.faces.browser.sessions import Session, Sessions
from noughts.faces.film import Film
from noughts.faces.graphics import graphic_bytes
from noughts.faces.table import Table

MEDIA_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
"""The kinds of files that are served of the page's folder."""

NOT_ALLOWED = 1008
"""The code a web socket is closed with when its policy forbids it (RFC 6455, 7.4.1)."""


def service(make_table: Callable[[], Table | Film], *, folder: Path | None, pause: float) -> Starlette:
    """The application; every tab that opens it is given a table or film of its own."""
    sessions = Sessions(make_table, pause)

    async def graphic(request: Request) -> Response:
        found = graphic_bytes(folder, request.path_params["file"])
        if found is None:
            raise HTTPException(404)
        return Response(found.content, media_type=found.media_type, headers=GRAPHIC_HEADERS)

    async def tab(socket: WebSocket) -> None:
        if not is_own_page(socket.headers):
            await socket.close(NOT_ALLOWED)
            return
        await socket.accept()
        try:
            name, session, known = await claimed(sessions, socket)
            await socket.send_json({"kind": "name", "name": name, "known": known})
            await session.run(socket)
        except WebSocketDisconnect:
            return

    return Starlette(
        routes=[
            Route("/", page_file),
            Route("/page/{name}", page_file),
            Route("/graphic/{file:path}", graphic),
            WebSocketRoute("/tab", tab),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(HOSTS))],
    )


async def claimed(sessions: Sessions, socket: WebSocket) -> tuple[str, Session, bool]:
    """The session of a tab; where none can be made, the page says why and may try again."""
    while True:
        try:
            return await sessions.claim(socket.query_params.get("name", ""))
        except Exception as failure:
            await socket.send_json({"kind": "stopped", "title": "Noughts", **failure_json(failure)})
            with suppress(BadMessage):
                await next_text(socket)


async def page_file(request: Request) -> Response:
    """One of the files that make the page."""
    name = request.path_params.get("name", "index.html")
    if name not in page_files():
        raise HTTPException(404)
    media_type = MEDIA_TYPES[Path(name).suffix]
    return Response(page_files()[name], media_type=media_type, headers=PAGE_HEADERS)


@cache
def page_files() -> dict[str, bytes]:
    """All files of the page by name."""
    folder = files("noughts.faces.browser") / "page"
    return {
        file.name: file.read_bytes() for file in folder.iterdir() if Path(file.name).suffix in MEDIA_TYPES
    }
