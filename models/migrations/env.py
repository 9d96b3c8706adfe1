"""Runs the steps on the connection that `models.database` hands over; batch mode, since SQLite cannot alter in place."""

from __future__ import annotations

from alembic import context
from sqlmodel import SQLModel

import models.rows  # the rows stand in SQLModel.metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
assert models.rows.Table.__tablename__ in SQLModel.metadata.tables
context.run_migrations()
