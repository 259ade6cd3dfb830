"""The web service: the page, its paper, a socket for each tab, and the rules of games in Python."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from noughts.background import in_background
from noughts.documents.animation import Animation
from noughts.games.game import twin_of
from noughts.page.scripts import page_ids, served_scripts, texts_in
from noughts.refusal import Refusal
from noughts.service.answers import Json, RulesAnswers, failure_json
from noughts.service.guard import (
    GRAPHIC_HEADERS,
    PAGE_HEADERS,
    START_HEADERS,
    THIS_MACHINE,
    Forwarded,
    RateLimiter,
    Site,
    beneath,
    client_at,
    is_own_page,
    response,
)
from noughts.service.page_settings import START, PageSettings, StartPage
from noughts.service.tab import Games, Tab
from noughts.stop import Stop, Stopped

if TYPE_CHECKING:
    from noughts.rooms.store import Store
    from noughts.service.room_answers import RoomAnswers

_log = logging.getLogger(__name__)

# The kinds of files that are served.
_Found = TypeVar("_Found")

_MEDIA_TYPES: Final[Mapping[str, str]] = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}

# The text format of Prometheus.
_EXPOSITION: Final = "text/plain; version=0.0.4; charset=utf-8"

# The code a web socket is closed with when its policy forbids it (RFC 6455, 7.4.1).
_NOT_ALLOWED: Final = 1008

# The most workers of pages whose positions are cached; beyond this number, those that asked least recently
# are dropped, and their next question plays the match again.
_MOST_WORKERS: Final = 200


def service(
    shown: PageSettings | None,
    start: StartPage | None = None,
    *,
    style: str = "",
    site: Site = THIS_MACHINE,
    store: Store | None = None,
    rates: RateLimiter | None = None,
) -> Starlette:
    """The application.  It begins with a game, or without one with the start page, which leads to many.

    `style` is the style of papers, in CSS.  `site` has the addresses under which pages reach it.  With
    a `store`, it has rooms for people on different machines, with limits to the rates of what they do.
    """
    games = Games(shown, start)
    if store is not None:
        from noughts.service.classroom_answers import ClassroomAnswers
        from noughts.service.room_answers import RoomAnswers

        games.rooms = RoomAnswers(store, games.of)
        games.classrooms = ClassroomAnswers(games.rooms)
        games.rates = rates or RateLimiter()
    scripts = in_background(served_scripts)  # prepared while the browser starts
    article = cache(lambda settings: settings.paper(page_ids()) if settings.paper else None)
    workers: OrderedDict[str, RulesAnswers] = OrderedDict()

    async def paper(request: Request) -> Response:
        words = request.query_params
        with suppress(Refusal, ValueError):  # there is no such game, or no page has this address
            asked = {"game": words.get("game", ""), "settings": json.loads(words.get("settings", "{}"))}
            html = await asyncio.wrap_future(in_background(lambda: article(games.of(asked))))
            if html is not None:
                return response(request, html, "text/html", PAGE_HEADERS)
        raise HTTPException(404)

    async def paper_style(request: Request) -> Response:
        return response(request, style, "text/css", PAGE_HEADERS)

    async def page_file(request: Request) -> Response:
        named = "class.html" if "classroom" in request.path_params else "index.html"
        name = request.path_params.get("name", named)
        suffix = Path(name).suffix
        if suffix == ".js":
            texts: Mapping[str, str] = await asyncio.wrap_future(scripts)
        else:
            texts = texts_in("face")
        if name not in texts:
            raise HTTPException(404)
        text = beneath(site.base, texts[name]) if suffix == ".html" else texts[name]
        return response(request, text, _MEDIA_TYPES[suffix], PAGE_HEADERS)

    async def rules(request: Request) -> Response:
        if not is_own_page(request):
            raise HTTPException(403)
        asked = await request.json()
        return JSONResponse(await answered(request, partial(rules_answer, asked)), headers=PAGE_HEADERS)

    def rules_answer(asked: Json) -> Any:
        settings = games.of(asked)
        if asked["worker"] not in workers:
            assert not isinstance(settings.game, Animation)
            workers[asked["worker"]] = RulesAnswers(twin_of(settings.game))
        workers.move_to_end(asked["worker"])
        while len(workers) > _MOST_WORKERS:
            workers.popitem(last=False)
        return workers[asked["worker"]].answer(asked)

    async def tab(socket: WebSocket) -> None:
        if not is_own_page(socket):
            await socket.close(_NOT_ALLOWED)
            return
        await socket.accept()
        await Tab(games, site.base, client_at(socket.client.host if socket.client else "")).run(socket)

    routes = [
        *([Route("/", page_file)] if shown else []),
        *(start_routes(start, page_file, site.base, begins=shown is None) if start else []),
        *(room_routes(games.rooms, page_file) if games.rooms else []),
        Route("/page/{name}", page_file),
        Route("/paper", paper),
        Route("/paper.css", paper_style),
        Route("/rules", rules, methods=["POST"]),
        WebSocketRoute("/tab", tab),
    ]
    return Starlette(
        routes=[Mount(site.base, routes=routes)] if site.base else routes,
        middleware=[
            Middleware(Forwarded, trusted_hosts=list(site.proxies)),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(site.hosts)),
        ],
    )


def room_routes(rooms: RoomAnswers, page_file: Callable[[Request], Awaitable[Response]]) -> list[Route]:
    """The routes of rooms, and of those who look after the service."""
    from noughts.service.metrics import exposition

    async def health(request: Request) -> Response:
        try:
            await asyncio.wrap_future(in_background(rooms.store.look))
        except Refusal as failure:
            _log.error("%s", failure.fact)
            return PlainTextResponse("The database does not answer.\n", 503)
        return PlainTextResponse("All is well.\n")

    async def metrics(request: Request) -> Response:
        return Response(exposition(), media_type=_EXPOSITION)

    async def matches(request: Request) -> Response:
        find = partial(rooms.matches, request.path_params["room"])
        try:
            name, text = await asyncio.wrap_future(in_background(find))
        except Refusal as failure:
            raise HTTPException(404, f"{failure.fact}\n") from None
        file = re.sub(r"\W+", "-", name, flags=re.ASCII)
        saved = {"Content-Disposition": f'attachment; filename="{file}.match"'}
        return PlainTextResponse(text, headers=PAGE_HEADERS | saved)

    async def picture(request: Request) -> Response:
        find = partial(rooms.picture, request.path_params["room"])
        try:
            text = await asyncio.wrap_future(in_background(find))
        except Refusal as failure:
            raise HTTPException(404, f"{failure.fact}\n") from None
        return response(request, text, _MEDIA_TYPES[".svg"], GRAPHIC_HEADERS)

    return [
        Route("/class/{classroom}", page_file),
        Route("/room/{room}", page_file),
        Route("/room/{room}/picture", picture),
        Route("/room/{room}/matches", matches),
        Route("/health", health),
        Route("/metrics", metrics),
    ]


async def answered(request: Request, find: Callable[[], Any]) -> Json:
    """The answer to a question, or its failure."""
    try:
        return {"answer": await found_for(request, find)}
    except (Stopped, Exception) as failure:
        return {"failure": failure_json(failure)}


async def found_for(request: Request, find: Callable[[], _Found]) -> _Found:
    """The result of some work, which is stopped if the page is closed."""
    await request.body()  # what is received after it is that the page is closed
    stop = Stop()
    found = asyncio.wrap_future(in_background(find, stop))
    gone = asyncio.ensure_future(request.receive())
    either: list[asyncio.Future[Any]] = [found, gone]
    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    if not found.done():
        stop.wanted = True
    gone.cancel()
    return await found


def start_routes(
    start: StartPage, page_file: Callable[[Request], Awaitable[Response]], base: str, *, begins: bool
) -> list[Route]:
    """The routes of the start page and of its boards."""

    async def file(request: Request) -> Response:
        name = START[1:] + Path(request.url.path).suffix
        return await made(request, name, START_HEADERS)

    async def picture(request: Request) -> Response:
        return await made(request, f"{START[1:]}/{known(request)}.svg", GRAPHIC_HEADERS)

    async def made(request: Request, name: str, headers: Mapping[str, str]) -> Response:
        text = await asyncio.wrap_future(in_background(partial(start.file, name)))
        text = text if Path(name).suffix else beneath(base, text)
        return response(request, text, _MEDIA_TYPES[Path(name).suffix or ".html"], headers)

    async def facts(request: Request) -> Response:
        try:
            found = await found_for(request, partial(start.facts, known(request)))
        except Stopped:  # nobody reads the answer
            found = ()
        return JSONResponse(list(found), headers=PAGE_HEADERS)

    async def board(request: Request) -> Response:
        known(request)
        return await page_file(request)

    def known(request: Request) -> str:
        name: str = request.path_params["game"]
        if name not in start.games:
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
