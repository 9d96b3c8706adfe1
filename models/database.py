"""A database: opened, brought up to date, read and written.

SQLite runs in WAL mode with a busy timeout; a writer takes the lock at once (BEGIN IMMEDIATE), so that what it read
first still holds when it writes. Any other database that SQLAlchemy speaks is opened by its URL.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, event, text
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError
from sqlmodel import Session, create_engine

BUSY_SECONDS = 10


class DatabaseTrouble(Exception):
    """The database cannot be opened, read or written; nothing was changed. `why` is the database's own word for it."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


def open_database(url: str) -> Engine:
    """The database at *url*, with the newest tables. Raises DatabaseTrouble."""
    try:
        where = make_url(url)
        sqlite = where.get_backend_name() == "sqlite"
        engine = create_engine(where, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False} if sqlite else {})
        if sqlite:
            event.listen(engine, "connect", _on_connect)
            event.listen(engine, "begin", _on_begin)
        _migrate(engine)
    except (ArgumentError, NoSuchModuleError, ImportError, DBAPIError) as wrong:
        raise DatabaseTrouble(_word(wrong)) from wrong
    return engine


def _on_connect(connection: Any, _record: Any) -> None:
    # The driver must not begin transactions of its own: BEGIN is ours (below).
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", f"busy_timeout = {BUSY_SECONDS * 1000}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _on_begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _migrate(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    # Two servers that start at once must not both make the tables: the second waits for the lock and finds them made.
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


@contextmanager
def reading(engine: Engine) -> Iterator[Session]:
    """A session that sees one moment of the database. Raises DatabaseTrouble."""
    with _plainly(), Session(engine, expire_on_commit=False) as session:
        yield session


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """A session that no other writer comes between; committed when the block ends, else nothing is changed.

    Raises DatabaseTrouble (a full disk, a lock that does not open); IntegrityError passes through: its reader knows
    which second writer was refused.
    """
    with _plainly(), Session(engine.execution_options(writes=True), expire_on_commit=False) as session:
        yield session
        session.commit()


@contextmanager
def _plainly() -> Iterator[None]:
    try:
        yield
    except OperationalError as wrong:
        raise DatabaseTrouble(_word(wrong)) from wrong


def _word(wrong: Exception) -> str:
    return str(getattr(wrong, "orig", None) or wrong).splitlines()[0]


def healthy(engine: Engine) -> bool:
    """Whether the database answers."""
    try:
        with engine.connect() as connection:
            connection.execute(text("SELECT 1"))
    except DBAPIError:
        return False
    return True
