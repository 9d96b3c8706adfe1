"""The database: brought up to date by migrations, one writer at a time, and plain words when it cannot be written."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, text
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel, select

import models


def opened(folder: Path) -> Engine:
    return models.open_database(f"sqlite:///{folder / 'test.sqlite3'}")


def a_table(engine: Engine, code: str = "A" * 14) -> int:
    with models.writing(engine) as session:
        row = models.Table(code=code, game="toy", box="house", options="{}")
        session.add(row)
        session.flush()
        assert row.id is not None
        return row.id


def an_entry(table: int, seq: int, key: str) -> models.Entry:
    return models.Entry(table_id=table, seq=seq, who="0", move="Pass {}", key=key)


def test_the_migrations_lead_to_exactly_the_rows(tmp_path: Path) -> None:
    with opened(tmp_path).connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), SQLModel.metadata) == []


def test_a_database_that_is_opened_again_keeps_what_it_has(tmp_path: Path) -> None:
    a_table(opened(tmp_path))
    with models.reading(opened(tmp_path)) as session:
        assert [row.game for row in session.exec(select(models.Table))] == ["toy"]


def test_sqlite_runs_in_wal_mode_with_foreign_keys(tmp_path: Path) -> None:
    with opened(tmp_path).connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1


def test_the_primary_key_refuses_a_second_writer_of_the_same_entry(tmp_path: Path) -> None:
    engine = opened(tmp_path)
    table = a_table(engine)
    with models.writing(engine) as session:
        session.add(an_entry(table, 1, "a"))
    with pytest.raises(IntegrityError), models.writing(engine) as session:
        session.add(an_entry(table, 1, "b"))


def test_the_key_refuses_the_same_form_twice(tmp_path: Path) -> None:
    engine = opened(tmp_path)
    table = a_table(engine)
    with models.writing(engine) as session:
        session.add(an_entry(table, 1, "a"))
    with pytest.raises(IntegrityError), models.writing(engine) as session:
        session.add(an_entry(table, 2, "a"))


def test_who_reads_in_order_to_write_keeps_other_writers_out_from_the_first_word_on(tmp_path: Path) -> None:
    engine = opened(tmp_path)
    first_reads, order = threading.Event(), []

    def second() -> None:
        first_reads.wait(5)
        with models.writing(engine) as session:
            session.exec(select(models.Table)).all()
            order.append("second")

    other = threading.Thread(target=second)
    other.start()
    with models.writing(engine) as session:
        session.exec(select(models.Table)).all()
        first_reads.set()
        other.join(0.3)
        order.append("first")
    other.join(5)
    assert order == ["first", "second"]


def test_a_full_disk_changes_nothing_and_is_told(tmp_path: Path) -> None:
    engine = opened(tmp_path)
    table = a_table(engine)
    with engine.connect() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar()
        connection.execute(text(f"PRAGMA max_page_count = {pages}"))
    with pytest.raises(models.DatabaseTrouble, match="full"), models.writing(engine) as session:
        session.add(models.Entry(table_id=table, seq=1, who="0", move="x" * 100_000, key="a"))
    with models.reading(engine) as session:
        assert session.exec(select(models.Entry)).all() == []


@pytest.mark.parametrize("url", ["sqlite:////nowhere/at/all.sqlite3", "nothing://here", "not a url"])
def test_a_database_that_cannot_be_opened_says_why(url: str) -> None:
    with pytest.raises(models.DatabaseTrouble, match=r"\w"):
        models.open_database(url)


def test_a_database_that_answers_is_healthy(tmp_path: Path) -> None:
    assert models.healthy(opened(tmp_path))
