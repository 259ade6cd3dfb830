"""The web service: the page, its paper, the pictures of a document's folder, and a socket for each tab."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from noughts.faces.background import in_background
from noughts.faces.browser.guard import GRAPHIC_HEADERS, HOSTS, LOBBY_HEADERS, PAGE_HEADERS, is_own_page
from noughts.faces.browser.lobby import START, Lobby
from noughts.faces.browser.response import response
from noughts.faces.browser.session import BadMessage, Elsewhere, failure_json, next_text
from noughts.faces.browser.sessions import AnySession, Sessions
from noughts.faces.browser.stage import Stage
from noughts.faces.browser.wire import stage_json
from noughts.faces.graphics import graphic_bytes
from noughts.faces.page_files import MEDIA_TYPES, SCRIPT, page_ids, page_script, page_texts

_NOT_ALLOWED = 1008
"""The code a web socket is closed with when its policy forbids it (RFC 6455, 7.4.1)."""


def service(stage: Stage | None, lobby: Lobby | None = None, *, pause: float, style: str = "") -> Starlette:
    """The application; every tab that opens it is given a table or film of its own.

    It begins with a stage, or without one with the lobby, which leads to many.  `style` is that of papers, in
    CSS.
    """
    sessions = Sessions(stage, pause, lobby.stage if lobby else None)
    page_script()
    article = cache(lambda shown: shown.paper(page_ids()) if shown.paper else None)

    async def paper(request: Request) -> Response:
        shown = sessions.stage_of(request.query_params.get("name", ""))
        html = await asyncio.wrap_future(in_background(partial(article, shown))) if shown else None
        if html is None:
            raise HTTPException(404)
        return response(request, html, "text/html", PAGE_HEADERS)

    async def paper_style(request: Request) -> Response:
        return response(request, style, "text/css", PAGE_HEADERS)

    async def graphic(request: Request) -> Response:
        file = request.path_params["file"]
        found = next(filter(None, (graphic_bytes(each.folder, file) for each in sessions.stages)), None)
        if found is None:
            raise HTTPException(404)
        return Response(found.content, media_type=found.media_type, headers=GRAPHIC_HEADERS)

    async def tab(socket: WebSocket) -> None:
        if not is_own_page(socket.headers):
            await socket.close(_NOT_ALLOWED)
            return
        await socket.accept()
        try:
            name, session, known = await claimed(sessions, socket)
            while True:
                await socket.send_json({"kind": "name", "name": name, "known": known})
                await socket.send_json(stage_json(session.stage, name, START if lobby else ""))
                try:
                    await session.run(socket)
                except Elsewhere as chosen:
                    name, session = await opened(sessions, chosen, session, socket) or (name, session)
                    known = True
        except WebSocketDisconnect:
            return

    return Starlette(
        routes=[
            *([Route("/", page_file)] if stage else []),
            *(lobby_routes(lobby, begins=stage is None) if lobby else []),
            Route("/page/{name}", page_file),
            Route("/paper", paper),
            Route("/paper.css", paper_style),
            Route("/graphic/{file:path}", graphic),
            WebSocketRoute("/tab", tab),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=list(HOSTS))],
    )


async def claimed(sessions: Sessions, socket: WebSocket) -> tuple[str, AnySession, bool]:
    """The session of a tab; where none can be made, the page says why and may try again."""
    while True:
        try:
            asked = socket.query_params
            return await sessions.claim(asked.get("name", ""), asked.get("game", ""))
        except Exception as failure:
            await socket.send_json({"kind": "stopped", "title": "Noughts", **failure_json(failure)})
            with suppress(BadMessage):
                await next_text(socket)


async def opened(
    sessions: Sessions, chosen: Elsewhere, session: AnySession, socket: WebSocket
) -> tuple[str, AnySession] | None:
    """A new session of a stage; none if it cannot be shown, and then the page says why."""
    try:
        return await sessions.open(chosen.stage, session if chosen.goes_on else None)
    except Exception as failure:
        reason = failure_json(failure)
        await socket.send_json({"kind": "refused", "message": reason["message"] or reason["error"]})
        return None


def lobby_routes(lobby: Lobby, *, begins: bool) -> list[Route]:
    """Where the lobby is, and the boards that it leads to."""

    async def file(request: Request) -> Response:
        name = START[1:] + Path(request.url.path).suffix
        return await answered(request, name, LOBBY_HEADERS)

    async def picture(request: Request) -> Response:
        return await answered(request, f"{START[1:]}/{known(request)}.svg", GRAPHIC_HEADERS)

    async def answered(request: Request, name: str, headers: Mapping[str, str]) -> Response:
        text = await asyncio.wrap_future(in_background(partial(lobby.file, name)))
        return response(request, text, MEDIA_TYPES[Path(name).suffix or ".html"], headers)

    async def facts(request: Request) -> Response:
        found = await asyncio.wrap_future(in_background(partial(lobby.facts, known(request))))
        return JSONResponse(list(found), headers=PAGE_HEADERS)

    async def board(request: Request) -> Response:
        known(request)
        return await page_file(request)

    def known(request: Request) -> str:
        name: str = request.path_params["game"]
        if name not in lobby.games:
            raise HTTPException(404)
        return name

    return [
        *([Route("/", file)] if begins else []),
        Route(START, file),
        *(Route(f"{START}{suffix}", file) for suffix in (".css", ".js")),
        Route(f"{START}/{{game}}.svg", picture),
        Route("/facts/{game}", facts),
        Route("/play/{game}", board),
    ]


async def page_file(request: Request) -> Response:
    """One of the files that make the page; its modules are one of them."""
    name = request.path_params.get("name", "index.html")
    suffix = Path(name).suffix
    if name != SCRIPT and (name not in page_texts() or suffix == ".js"):
        raise HTTPException(404)
    text = await asyncio.wrap_future(page_script()) if name == SCRIPT else page_texts()[name]
    return response(request, text, MEDIA_TYPES[suffix], PAGE_HEADERS)
