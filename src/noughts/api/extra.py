"""Optional packages, imported at their first use."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from noughts.refusal import Refusal


def imported(module: str, extra: str) -> Any:
    """A module of a package that comes with an extra; `Refusal` with the command that installs it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if (error.name or "").partition(".")[0] != package:
            raise
        raise Refusal(f"{package} is not installed", f"`pip install 'noughts[{extra}]'`") from None
