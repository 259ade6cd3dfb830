"""The modules that draw the help, without the imports that it never needs."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Final

_UNUSED: Final = {"rich.markdown": "Markdown", "rich.traceback": "Traceback"}
"""The imports of Typer's help from Rich that our help does not use: its markup is Rich's own, and its
tracebacks are switched off."""


def load_help_page() -> None:
    """Import ``typer.rich_utils`` with empty classes in place of the `_UNUSED` ones.

    The real ones bring a parser of Markdown and a highlighter of Python, a hundred modules: a fifth of the
    time that ``noughts --help`` takes.  Later imports get the real ones.
    """
    if "typer.rich_utils" in sys.modules:
        return
    put = {name: stand_in(name, unused) for name, unused in _UNUSED.items() if name not in sys.modules}
    sys.modules.update(put)
    try:
        import typer.rich_utils  # noqa: F401
    finally:
        for name in put:
            del sys.modules[name]


def stand_in(name: str, unused: str) -> ModuleType:
    """A module with one class that is never used."""
    module = ModuleType(name)
    setattr(module, unused, type(unused, (), {}))
    return module
