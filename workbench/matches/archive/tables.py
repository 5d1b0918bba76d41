"""The SQL tables of an archive, and the numbers that identify its file."""

from __future__ import annotations

import sqlite3
from contextlib import closing

APPLICATION = 0x48524231  # SQLite's application id; `file` shows it
SCHEMA = 3  # since version 3, large records are packed
TURNS_COUNTED = 2  # version 1 counted only the turns of the last round of a game
_TABLES = """
CREATE TABLE matches (
    id INTEGER PRIMARY KEY, plan TEXT NOT NULL, begun TEXT NOT NULL, program TEXT NOT NULL, host TEXT NOT NULL
) STRICT;
CREATE TABLE games (
    match INTEGER NOT NULL REFERENCES matches, number INTEGER NOT NULL, attempt INTEGER NOT NULL,
    block INTEGER NOT NULL, board INTEGER NOT NULL, seat_order INTEGER NOT NULL, seats TEXT NOT NULL, \
seed INTEGER NOT NULL,
    opening TEXT NOT NULL, ending TEXT NOT NULL, guilty INTEGER, fault TEXT NOT NULL, reason TEXT NOT NULL,
    returns TEXT NOT NULL, points TEXT NOT NULL, turns INTEGER NOT NULL, decisions INTEGER NOT NULL,
    seconds TEXT NOT NULL, overrun REAL NOT NULL, took REAL NOT NULL, line INTEGER NOT NULL, versions TEXT NOT NULL,
    finished TEXT NOT NULL, program TEXT NOT NULL, host TEXT NOT NULL,
    PRIMARY KEY (match, number, attempt)
) STRICT;
CREATE TABLE records (
    match INTEGER NOT NULL, number INTEGER NOT NULL, attempt INTEGER NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (match, number, attempt), FOREIGN KEY (match, number, attempt) REFERENCES games
) STRICT;
"""
LOGS = """CREATE TABLE IF NOT EXISTS logs (
    match INTEGER NOT NULL, number INTEGER NOT NULL, attempt INTEGER NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (match, number, attempt)
) STRICT"""  # created with the first log; an archive without faults has none
LUCKS = """CREATE TABLE IF NOT EXISTS lucks (
    match INTEGER NOT NULL, number INTEGER NOT NULL, attempt INTEGER NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (match, number, attempt)
) STRICT"""  # created with the first luck; archives of games without dice have none
MAX_LOG = 2**20  # bytes of a log


def create_tables(db: sqlite3.Connection) -> None:
    """Create the tables in an empty file, unless another program has just done so."""
    with closing(db.cursor()) as cursor:
        cursor.execute("BEGIN IMMEDIATE")
        if not cursor.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            cursor.execute(f"PRAGMA application_id = {APPLICATION}")
            cursor.execute(f"PRAGMA user_version = {SCHEMA}")
            for statement in filter(str.strip, _TABLES.split(";")):
                cursor.execute(statement)
        cursor.execute("COMMIT")
