"""Open changed archives: damaged pages, wrong types, foreign tables.
Each is read, or refused with one line of the expected kind.

python -m tests.attacks.files.archives [--seed N] [--count M] [--number K]   (K: only that one)
"""

from __future__ import annotations

import gzip
import sqlite3
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from time import process_time

from tests.attacks.files import numbered
from tests.attacks.files.mutations import bytes_changed, changed
from workbench.matches.archive.archive import Archive, BadArchive
from workbench.matches.archive.exporting import of_match
from workbench.matches.archive.overview import overview
from workbench.matches.archive.records import record_in
from workbench.matches.archive.rows import Game
from workbench.matches.archive.search import Wish, search
from workbench.matches.planning.plan import Schedule
from workbench.matches.workers import audit
from workbench.records.files import BadRecord
from workbench.statistics.summary import BadGames

SECONDS = 2.0  # of the processor, for one file
BASE = Path(__file__).parents[2] / "data" / "records" / "version4.matches.gz"
VALUES = (
    "NULL",
    "''",
    "'text'",
    "x'00ff'",
    "x''",
    "0",
    "-1",
    "1e300",
    "9223372036854775807",
    "-0.5",
    "'[]'",
    "'[0, 0]'",
    "'{}'",
    "'\x1b[31m'",
    "zeroblob(100000)",
)
SCHEMAS = (
    "DROP TABLE {0}", "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END",
    "ALTER TABLE {0} ADD COLUMN more INT AS (1)",
    "ALTER TABLE {0} RENAME TO other", "ALTER TABLE {0} ADD COLUMN more TEXT", "CREATE VIEW v AS SELECT * FROM {0}",
    "PRAGMA user_version = 99", "PRAGMA application_id = 1", "CREATE INDEX i ON {0} (rowid + 1)", "DELETE FROM {0}",
    "CREATE TABLE x AS SELECT * FROM {0}", "INSERT INTO {0} SELECT * FROM {0}",
)  # fmt: skip
TABLES = ("matches", "games", "records")


def base() -> bytes:
    """Return an archive with one match of few games, as version d30cb55 wrote them."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(gzip.decompress(BASE.read_bytes()))
        db.execute("PRAGMA journal_mode = MEMORY")
        for table in ("records", "games"):
            db.execute(f"DELETE FROM {table} WHERE match > 1 OR number > 3")
        db.execute("DELETE FROM matches WHERE id > 1")
        db.commit()
        db.execute("VACUUM")
        return db.serialize()


def loosened(db: sqlite3.Connection, table: str) -> None:
    """Make a table one without types and keys."""
    columns = ", ".join(f'"{row[1]}"' for row in db.execute(f"PRAGMA table_info({table})"))
    db.execute(f"CREATE TABLE loose ({columns})")
    db.execute(f"INSERT INTO loose SELECT * FROM {table}")
    db.execute(f"DROP TABLE {table}")
    db.execute(f"ALTER TABLE loose RENAME TO {table}")


def made(whole: bytes, chance: Random) -> bytes:
    """Return a changed archive."""
    way = chance.randrange(5)
    if way == 0:
        return bytes_changed(whole, chance)
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(whole)
        db.execute("PRAGMA foreign_keys = OFF")
        table = chance.choice(TABLES)
        try:
            if way == 1:
                db.execute(chance.choice(SCHEMAS).format(table))
            elif way == 2:
                ((plan,),) = db.execute("SELECT plan FROM matches")
                db.execute("UPDATE matches SET plan = CAST(? AS TEXT)", (changed(plan, chance),))
            else:
                loosened(db, table)
                for _ in range(chance.choice((1, 1, 3))):
                    column = chance.choice([row[1] for row in db.execute(f"PRAGMA table_info({table})")])
                    which = chance.choice(("", " WHERE rowid = 1", " WHERE rowid = 2"))
                    db.execute(f'UPDATE {table} SET "{column}" = {chance.choice(VALUES)}{which}')
            db.commit()
        except sqlite3.Error:
            db.rollback()
        data = db.serialize()
    return bytes_changed(data, chance) if chance.random() < 0.05 else data


def read(file: Path, chance: Random) -> None:
    """Use an archive as the program does."""
    with Archive(file, read_only=True) as archive:
        overview(archive)
        list(audit.strays(archive))
        for match in archive.matches():
            Schedule(match.plan)
            games = [game for game in audit.rows(archive, match) if isinstance(game, Game)]
            for game in games[:1]:
                audit.differences(match, game, record_in(archive, match, game))
            way = chance.randrange(4)
            if way == 0:
                list(archive.games(match.id))
            elif way == 1:
                of_match(archive, match, chance.choice(("csv", "jsonl")))
            else:
                archive.games_at(
                    search(archive, match, Wish(words=("a", "7"), upset=way == 2, order="margin"), (0, 1)).rows
                )


def attack(seed: int, number: int, whole: bytes, file: Path) -> bool:
    """Run one of the attacks of a seed; return whether the archive was read. AssertionError says what was found."""
    chance = Random(f"{seed} {number}")
    file.write_bytes(made(whole, chance))
    began = process_time()
    try:
        read(file, chance)
        fine = True
    except (BadArchive, BadRecord, BadGames) as error:
        fine = False
        if len(str(error).splitlines()) != 1 or len(str(error)) > 1_000:
            raise AssertionError(f"not one short line: {str(error)!r}") from None
    if process_time() - began > SECONDS:
        raise AssertionError(f"{process_time() - began:.1f} s")
    return fine


def main(arguments: Sequence[str] | None = None) -> int:
    whole = base()

    def begin(seed: int, folder: Path) -> Callable[[int], str]:
        return lambda number: (
            "read" if attack(seed, number, whole, folder / "changed.matches") else "refused with one line"
        )

    return numbered.attack("archives", __doc__, begin, arguments)


if __name__ == "__main__":
    sys.exit(main())
