"""The log of a service: lines of JSON on standard error, without the secrets of rooms."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Final

_SECRET: Final = re.compile(r"(?<![\w-])[\w-]{22}(?![\w-])", re.ASCII)
"""A text that may be the name of a room, which lets one watch or sit down, or the secret of a seat."""


class JsonLines(logging.Formatter):
    """A line for each record: its time, level, logger and message, and the ``facts`` that it was given."""

    def format(self, record: logging.LogRecord) -> str:
        """See `logging.Formatter`."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return _SECRET.sub("…", json.dumps(line, ensure_ascii=False))


def log_as_json() -> None:
    """Log what Noughts and its server do, and the warnings of all libraries."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.getLogger().handlers[:] = [handler]
    logging.getLogger("noughts").setLevel(logging.INFO)
