"""Checks of arguments: those of the wrong kind are refused in one sentence, before other code uses them."""

from __future__ import annotations

import os
from pathlib import Path

from noughts.refusal import Refusal


def described_argument(given: object) -> str:
    """The description of an argument for messages: its type, and its value if that is short."""
    shown = "None" if given is None else f"{type(given).__name__} {given!r}"
    return shown if len(shown) <= 60 and "\n" not in shown else f"a {type(given).__name__}"


def wrong(what: str, wanted: str, given: object) -> TypeError:
    """The error for an argument of the wrong type: ``a claim is a text, not int 1``."""
    return TypeError(f"{what} is {wanted}, not {described_argument(given)}")


def require_game(what: str, wanted: str, given: object) -> None:
    """Refuse anything but a game of `noughts.load`; the class is not imported, since games use this
    module."""
    if not hasattr(given, "rules"):
        raise wrong(what, wanted, given)


def as_text(what: str, given: object) -> str:
    """The argument, if it is a text."""
    if not isinstance(given, str):
        raise wrong(what, "a text", given)
    return given


def as_path(what: str, given: object) -> Path:
    """The argument as a path."""
    if not isinstance(given, str | os.PathLike):
        raise wrong(what, "a path", given)
    return Path(given)


def as_address(what: str, given: object) -> str:
    """The argument as the text of a path or URL."""
    if not isinstance(given, str | os.PathLike):
        raise wrong(what, "a path or a URL", given)
    return os.fspath(given)


def as_source(given: object) -> str:
    """The name of a game or a document, given as a text or a path."""
    if not isinstance(given, str | os.PathLike):
        raise wrong("a game", "named by a text or a path", given)
    if isinstance(given, str):
        return given
    written = os.fspath(given)
    return written if os.sep in written or not Path(written).is_file() else f".{os.sep}{written}"


def require_whole(name: str, given: object, least: int = 1) -> None:
    """Refuse a number that is not whole or too small; ``None`` means the default and is accepted."""
    if given is None:
        return
    if not isinstance(given, int) or isinstance(given, bool):
        raise wrong(f"`{name}`", "a whole number", given)
    if given < least:
        raise Refusal(f"`{name}` is {given}", f"it must be at least {least}")
