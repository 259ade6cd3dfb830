"""Rooms in a database: the opening of each, its taken seats, and its events; classrooms are stored alike.

The database is SQLite in one file, for one process, or Postgres, which tells its processes of new events.
`Store.append` writes an event at the next number, which is unique in its room.  So of two processes that
write at once, one is refused and reads what the other has written.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from secrets import token_hex
from typing import Any, Final, Generic, TypeVar

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from msgspec import Struct, to_builtins
from msgspec.structs import asdict, astuple
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from noughts.refusal import Refusal
from noughts.rooms.classroom import System
from noughts.rooms.state import SIT, TEACHER, Event, Opening, TimeControl
from noughts.stop import SECONDS_BETWEEN_LOOKS

METADATA: Final = sql.MetaData()

_ROOMS: Final = sql.Table(
    "rooms",
    METADATA,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("opening", sql.JSON, nullable=False),
    sql.Column("created", sql.Double, nullable=False),
    sql.Column("system", sql.String(16)),  # of a classroom; a room has none
)
_EVENTS: Final = sql.Table(
    "events",
    METADATA,
    sql.Column("room", sql.String(32), sql.ForeignKey("rooms.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(16), nullable=False),
    sql.Column("seat", sql.Integer),
    sql.Column("at", sql.Double, nullable=False),
    sql.Column("data", sql.JSON, nullable=False),
)
_SEATS: Final = sql.Table(
    "seats",
    METADATA,
    sql.Column("room", sql.String(32), sql.ForeignKey("rooms.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("digest", sql.LargeBinary(32), nullable=False),
)


# The events of a room after a number; it is asked before every move, so it is made once.
_LATER_EVENTS: Final = (
    sql.select(*(_EVENTS.c[name] for name in Event.__struct_fields__))
    .where(_EVENTS.c.room == sql.bindparam("name"), _EVENTS.c.number > sql.bindparam("after"))
    .order_by(_EVENTS.c.number)
)

# The channel of Postgres on which processes hear which rooms have new events.
_CHANNEL: Final = "noughts_rooms"

# Sends notifications, all by one statement.
_NOTIFY: Final = sql.text("SELECT pg_notify(:channel, each) FROM unnest(CAST(:news AS text[])) AS each")

# The most bytes that Postgres sends as a notification.
_LONGEST_NEWS: Final = 7999


class Taken(Exception):
    """Another process has written an event at this number."""


class NewRoom(Struct, frozen=True):
    """A room that is opened for the members of a classroom, with their names in the order of its seats."""

    name: str
    opening: Opening
    members: Sequence[tuple[int, str]]


class NewEvent(Struct, frozen=True):
    """An event of a room, with the secret of the seat that it takes, and the rooms that it opens."""

    room: str
    event: Event
    secret: str | None = None
    opened: Sequence[NewRoom] = ()


class Store:
    """The rooms of a database, which is created or migrated to this version when it is opened.

    `url` is that of SQLAlchemy, such as ``sqlite:///rooms.db`` or ``postgresql+psycopg://host/name``.
    `Refusal` if the database cannot be used, or not by several processes although it is `shared`.
    """

    def __init__(self, url: str, *, shared: bool = False) -> None:
        self._is_closed = False
        self._origin = token_hex(4)
        """The name under which this store sends news."""
        self._listener: threading.Thread | None = None
        self._hearers: list[Callable[[str | None, Event | None], None]] = []
        self._commits = GroupCommit(self._write)
        try:
            self.engine = sql.create_engine(url)
            if shared and self.engine.dialect.name != "postgresql":
                raise Refusal(
                    f"{self.engine.dialect.name} is for one process",
                    "several share `--database postgresql+psycopg://…`",
                )
            if self.engine.dialect.name == "sqlite":
                sql.event.listen(self.engine, "connect", _durable)
            with self.engine.begin() as connection:
                _migrate(connection)
        except (SQLAlchemyError, ImportError) as failure:
            raise Refusal(
                f"the database cannot be used: {_reason(failure)}",
                "an address is, for example, `sqlite:///rooms.db` or `postgresql+psycopg://localhost/rooms`",
            ) from None

    def look(self) -> None:
        """Ask the database for nothing; `Refusal` if it does not answer."""
        with self._reading() as connection:
            connection.execute(sql.select(1))

    def open(self, room: str, opening: Opening) -> None:
        """Write a new room, without events."""
        with self._writing() as connection:
            connection.execute(_ROOMS.insert().values(_opened(room, opening)))

    def open_classroom(self, name: str, opening: Opening, system: System, secret: str) -> None:
        """Write a new classroom, without members; the secret is that of its teacher."""
        with self._writing() as connection:
            connection.execute(_ROOMS.insert().values(**_opened(name, opening), system=system))
            connection.execute(_SEATS.insert().values(room=name, seat=TEACHER, digest=_digest(secret)))

    def rooms(self) -> list[str]:
        """The names of all rooms, the oldest first."""
        wanted = sql.select(_ROOMS.c.id).where(_ROOMS.c.system.is_(None)).order_by(_ROOMS.c.created)
        with self._reading() as connection:
            return list(connection.execute(wanted).scalars())

    def opening(self, room: str) -> Opening | None:
        """The opening of a room; ``None`` if there is no such room."""
        wanted = sql.select(_ROOMS.c.opening).where(_ROOMS.c.id == room, _ROOMS.c.system.is_(None))
        with self._reading() as connection:
            found = connection.execute(wanted).scalar()
        return None if found is None else _opening(found)

    def classroom(self, name: str) -> tuple[Opening, System] | None:
        """The opening of a classroom's rooms, and its system; ``None`` if there is no such classroom."""
        wanted = sql.select(_ROOMS.c.opening, _ROOMS.c.system)
        with self._reading() as connection:
            found = connection.execute(
                wanted.where(_ROOMS.c.id == name, _ROOMS.c.system.is_not(None))
            ).one_or_none()
        return None if found is None else (_opening(found.opening), found.system)

    def events(self, room: str, after: int) -> list[Event]:
        """The events of a room that have a number greater than `after`, in their order."""
        with self._reading() as connection:
            return [Event(*row) for row in connection.execute(_LATER_EVENTS, {"name": room, "after": after})]

    def append(
        self, room: str, event: Event, secret: str | None = None, opened: Sequence[NewRoom] = ()
    ) -> None:
        """Write an event; with `SIT`, also the seat that the `secret` belongs to; of a classroom, also the
        rooms that are `opened`.

        `Taken` if its number, or the seat, is already there.  When the method returns, the event is on the
        disk.
        """
        try:
            self._commits.add(NewEvent(room, event, secret, opened))
        except IntegrityError:
            raise Taken from None

    def _write(self, events: Sequence[NewEvent]) -> None:
        """Write events in one transaction."""
        with self._writing() as connection:
            rows = [{"room": each.room, **asdict(each.event)} for each in events]
            connection.execute(_EVENTS.insert().returning(_EVENTS.c.number), rows)  # by one statement
            for each in events:
                if each.event.kind == SIT:
                    assert each.secret is not None  # of the seat that is taken
                    digest = _digest(each.secret)
                    seat = {"room": each.room, "seat": each.event.seat, "digest": digest}
                    connection.execute(_SEATS.insert().values(seat))
                for room in each.opened:
                    _open_for_members(connection, each.room, room, each.event.at)
            if connection.dialect.name == "postgresql":
                news = [_news(self._origin, each) for each in events]
                connection.execute(_NOTIFY, {"channel": _CHANNEL, "news": news})

    def seat(self, room: str, secret: str) -> int | None:
        """The seat in a room that a secret belongs to."""
        wanted = sql.select(_SEATS.c.seat).where(_SEATS.c.room == room, _SEATS.c.digest == _digest(secret))
        with self._reading() as connection:
            return connection.execute(wanted).scalar()

    def listen(self, hear: Callable[[str | None, Event | None], None]) -> None:
        """Call `hear` with the name of a room and its new event, by another store, in a thread.

        The event is ``None`` if it is longer than news may be.  The name is ``None`` too if events may have
        been missed, while the database could not be reached.
        SQLite has no news: only one process uses it.
        """
        self._hearers.append(hear)
        if self.engine.dialect.name == "postgresql" and self._listener is None:
            self._listener = threading.Thread(target=self._listen, name="noughts-news", daemon=True)
            self._listener.start()

    def _listen(self) -> None:
        import psycopg

        address = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._is_closed:
            with suppress(psycopg.Error), psycopg.connect(address, autocommit=True) as connection:
                connection.execute(f"LISTEN {_CHANNEL}")
                self._spread(None)
                while not self._is_closed:
                    for news in connection.notifies(timeout=SECONDS_BETWEEN_LOOKS):
                        origin, name, *event = json.loads(news.payload)
                        if origin != self._origin:  # it would wait for those who write in its rooms
                            self._spread(name, Event(*event) if event else None)
            time.sleep(SECONDS_BETWEEN_LOOKS)

    def _spread(self, name: str | None, event: Event | None = None) -> None:
        for hear in self._hearers:
            hear(name, event)

    def close(self) -> None:
        """Close all connections."""
        self._is_closed = True
        if self._listener is not None:
            self._listener.join()
        self.engine.dispose()

    @contextmanager
    def _reading(self) -> Iterator[sql.Connection]:
        with _refusing(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[sql.Connection]:
        with _refusing(), self.engine.begin() as connection:
            yield connection


@contextmanager
def _refusing() -> Iterator[None]:
    """Turn a failure of the database, such as a full disk, into a `Refusal`."""
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as failure:
        raise Refusal(f"the database does not answer: {_reason(failure)}") from None


def _reason(failure: Exception) -> str:
    cause = getattr(failure, "orig", None) or failure
    return str(cause).strip().splitlines()[0]


def _durable(connection: Any, _record: object) -> None:
    """Have SQLite write ahead, so readers do not wait for writers, and flush what it acknowledges."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _news(origin: str, written: NewEvent) -> str:
    """The notification of a new event: with the event, so that those who hear it need not ask for it."""
    news = json.dumps([origin, written.room, *astuple(written.event)])  # in ASCII
    return news if len(news) <= _LONGEST_NEWS else json.dumps([origin, written.room])


def _migrate(connection: sql.Connection) -> None:
    """Bring the tables to this version, as the scripts in ``migrations`` say."""
    config = Config()
    config.set_main_option("script_location", "noughts.rooms:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _opened(room: str, opening: Opening) -> dict[str, Any]:
    """The row of a new room."""
    return {"id": room, "opening": to_builtins(opening), "created": time.time()}


def _open_for_members(connection: sql.Connection, classroom: str, room: NewRoom, at: float) -> None:
    """Write a room in which members of a classroom sit: the secret of each is that of the seat."""
    connection.execute(_ROOMS.insert().values(_opened(room.name, room.opening)))
    for seat, (member, name) in enumerate(room.members):
        sat = Event(seat + 1, SIT, seat, at, {"name": name})
        digest = sql.select(_SEATS.c.digest).where(_SEATS.c.room == classroom, _SEATS.c.seat == member)
        connection.execute(_EVENTS.insert().values(room=room.name, **asdict(sat)))
        connection.execute(_SEATS.insert().values(room=room.name, seat=seat, digest=digest.scalar_subquery()))


def _digest(secret: str) -> bytes:
    """The digest of a secret, which is all that the database knows of it."""
    return hashlib.sha256(secret.encode()).digest()


def _opening(found: Mapping[str, Any]) -> Opening:
    control = found["control"]
    sides: Sequence[str] = found["sides"]
    return Opening(
        found["game"],
        found["rules"],
        found["settings"],
        tuple(sides),
        found["first"],
        found["shift"],
        None if control is None else TimeControl(**control),
        found.get("name", found["game"]),
        found.get("classroom", ""),
    )


_T = TypeVar("_T")


class GroupCommit(Generic[_T]):
    """Hands to `write` what waits to be written, all at once.

    `write` writes all or nothing.  If it fails for several, each is written alone, since one that cannot be
    written must not keep the others from it.
    """

    def __init__(self, write: Callable[[Sequence[_T]], None]) -> None:
        self._write = write
        self._waiting: list[tuple[_T, Future[None]]] = []
        self._gate = threading.Lock()
        self._turn = threading.Lock()

    def add(self, item: _T) -> None:
        """Write an item; what its own `write` raises is raised."""
        done: Future[None] = Future()
        with self._gate:
            self._waiting.append((item, done))
        with self._turn:  # whoever has the turn writes for all that wait
            if not done.done():
                with self._gate:
                    group, self._waiting = self._waiting, []
                self._write_group(group)
        done.result()

    def _write_group(self, group: Sequence[tuple[_T, Future[None]]]) -> None:
        try:
            self._write([item for item, _ in group])
        except Exception as failure:
            if len(group) == 1:
                group[0][1].set_exception(failure)
                return
            for each in group:
                self._write_group([each])
        else:
            for _, done in group:
                done.set_result(None)
