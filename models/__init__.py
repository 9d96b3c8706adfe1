"""What Companion keeps: rows of tables, seats, entries, scans and boxes, and how a database is opened.

Rows know nothing of games or pages; moves are text to them. The journal's primary key (table, number) refuses a second
writer, its key column a doubled one.
"""

from __future__ import annotations

from models.database import DatabaseTrouble, healthy, open_database, reading, writing
from models.rows import Box, Entry, Scan, Seat, Table, now

__all__ = ["Box", "DatabaseTrouble", "Entry", "Scan", "Seat", "Table", "healthy", "now", "open_database", "reading", "writing"]
