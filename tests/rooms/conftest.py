"""What the tests of rooms share."""

from __future__ import annotations

from tests.postgres import new_postgres

__all__ = ["new_postgres"]
