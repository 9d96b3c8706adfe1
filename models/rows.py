"""The rows."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Column, ForeignKey, Index, LargeBinary, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

# The same name for the same constraint in every database: a batch migration can then find it again.
SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


def now() -> datetime:
    """The moment, in UTC."""
    return datetime.now(UTC)


class Box(SQLModel, table=True):
    """A box that did not come with Companion, as a table was opened with it: its files in a zip."""

    __tablename__ = "box"

    id: int | None = Field(default=None, primary_key=True)
    game: str
    name: str
    digest: str = Field(unique=True)
    """SHA-256 of the files' names and contents: the same box is kept once."""
    files: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    made: datetime = Field(default_factory=now)


class Table(SQLModel, table=True):
    """What is fixed when people sit down."""

    __tablename__ = "game_table"

    id: int | None = Field(default=None, primary_key=True)
    code: str = Field(unique=True)
    """The only key to the table: secret, 70 bits."""
    game: str
    box: str
    """The name in the box's box.toml."""
    box_id: int | None = Field(default=None, foreign_key="box.id")
    """None: a box that comes with Companion."""
    options: str = Field(sa_column=Column(Text, nullable=False))
    """JSON of the options that are not at their default."""
    practice: bool = False
    keeps_pictures: bool = True
    made: datetime = Field(default_factory=now)


class Seat(SQLModel, table=True):
    """A person's place. `holder` is the mark of the browser that sits there."""

    __tablename__ = "seat"

    table_id: int = Field(sa_column=Column(ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True))
    number: int = Field(primary_key=True)
    name: str
    holder: str | None = None


class Scan(SQLModel, table=True):
    """A photograph: the picture (without metadata), where what was seen on it, and whose phone took it."""

    __tablename__ = "scan"

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(sa_column=Column(ForeignKey("game_table.id", ondelete="CASCADE"), index=True, nullable=False))
    seat: int | None = None
    """None: the screen everyone sees."""
    picture: bytes | None = Field(default=None, sa_column=Column(LargeBinary))
    """JPEG; None at a table that keeps no pictures."""
    width: int
    height: int
    seen: str = Field(sa_column=Column(Text, nullable=False))
    """JSON: what was read, in rows, with corners in pixels of the picture."""
    made: datetime = Field(default_factory=now)


class Entry(SQLModel, table=True):
    """A line of the journal; never changed, never removed but with its table."""

    __tablename__ = "entry"
    __table_args__ = (UniqueConstraint("table_id", "key", "part"), Index("ix_entry_scan_id", "scan_id"))

    table_id: int = Field(sa_column=Column(ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True))
    seq: int = Field(primary_key=True)
    who: str
    """A seat's number, or TABLE."""
    move: str = Field(sa_column=Column(Text, nullable=False))
    key: str
    """The once-only mark of the form that brought it; one form may bring several entries (`part`)."""
    part: int = 0
    scan_id: int | None = Field(default=None, foreign_key="scan.id")
    made: datetime = Field(default_factory=now)
