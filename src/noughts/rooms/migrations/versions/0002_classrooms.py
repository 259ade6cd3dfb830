"""Classrooms, which are stored as rooms are, and have a system of pairing."""

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column, which rooms leave empty."""
    op.add_column("rooms", sql.Column("system", sql.String(16)))
