"""Run the migrations in the connection that `noughts.rooms.store` has opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
