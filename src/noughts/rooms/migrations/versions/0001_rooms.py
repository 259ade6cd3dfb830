"""Rooms, their events and their seats."""

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the three tables."""
    op.create_table(
        "rooms",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("opening", sql.JSON, nullable=False),
        sql.Column("created", sql.Double, nullable=False),
    )
    op.create_table(
        "events",
        sql.Column("room", sql.String(32), sql.ForeignKey("rooms.id"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("kind", sql.String(16), nullable=False),
        sql.Column("seat", sql.Integer),
        sql.Column("at", sql.Double, nullable=False),
        sql.Column("data", sql.JSON, nullable=False),
    )
    op.create_table(
        "seats",
        sql.Column("room", sql.String(32), sql.ForeignKey("rooms.id"), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("digest", sql.LargeBinary(32), nullable=False),
    )
