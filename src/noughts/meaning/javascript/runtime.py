"""The runtime: the ES modules that stand beside this one."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

ENTRY = "runtime.js"
"""The module that a page imports from."""


def modules() -> Mapping[str, str]:
    """The text of every module of the runtime, by its name; they import one another as ``./name``."""
    folder = files(__package__)
    return {
        entry.name: entry.read_text(encoding="utf-8")
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".js")
    }
