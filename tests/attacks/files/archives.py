"""Read changed archives, with damaged pages, wrong types or foreign tables.

The program must read each archive, or refuse it with an error of an expected type and one line.

python -m tests.attacks.files.archives [--seed N] [--count M] [--number K]   (K: only the case with this number)
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
from tests.attacks.files.mutations import change_bytes, change_json
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.archive_file import ArchiveError
from workbench.matches.archive.exporting import export_match
from workbench.matches.archive.overview import list_matches
from workbench.matches.archive.records import load_record
from workbench.matches.archive.rows import Game
from workbench.matches.archive.search import SearchQuery, search
from workbench.matches.planning.plan import Schedule
from workbench.matches.workers import audit
from workbench.records.files import RecordError
from workbench.statistics.summary import GamesError

SECONDS = 2.0  # processor time for one file
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


def small_archive() -> bytes:
    """Return an archive in the format of commit d30cb55, with one match of a few games."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(gzip.decompress(BASE.read_bytes()))
        db.execute("PRAGMA journal_mode = MEMORY")
        for table in ("records", "games"):
            db.execute(f"DELETE FROM {table} WHERE match > 1 OR number > 3")
        db.execute("DELETE FROM matches WHERE id > 1")
        db.commit()
        db.execute("VACUUM")
        return db.serialize()


def drop_constraints(db: sqlite3.Connection, table: str) -> None:
    """Replace a table with a copy without types and keys."""
    columns = ", ".join(f'"{row[1]}"' for row in db.execute(f"PRAGMA table_info({table})"))
    db.execute(f"CREATE TABLE loose ({columns})")
    db.execute(f"INSERT INTO loose SELECT * FROM {table}")
    db.execute(f"DROP TABLE {table}")
    db.execute(f"ALTER TABLE loose RENAME TO {table}")


def change_archive(original: bytes, chance: Random) -> bytes:
    """Return a changed archive."""
    kind = chance.randrange(5)
    if kind == 0:
        return change_bytes(original, chance)
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(original)
        db.execute("PRAGMA foreign_keys = OFF")
        table = chance.choice(TABLES)
        try:
            if kind == 1:
                db.execute(chance.choice(SCHEMAS).format(table))
            elif kind == 2:
                ((plan,),) = db.execute("SELECT plan FROM matches")
                db.execute("UPDATE matches SET plan = CAST(? AS TEXT)", (change_json(plan, chance),))
            else:
                drop_constraints(db, table)
                for _ in range(chance.choice((1, 1, 3))):
                    column = chance.choice([row[1] for row in db.execute(f"PRAGMA table_info({table})")])
                    which = chance.choice(("", " WHERE rowid = 1", " WHERE rowid = 2"))
                    db.execute(f'UPDATE {table} SET "{column}" = {chance.choice(VALUES)}{which}')
            db.commit()
        except sqlite3.Error:
            db.rollback()
        data = db.serialize()
    return change_bytes(data, chance) if chance.random() < 0.05 else data


def use_archive(file: Path, chance: Random) -> None:
    """Use an archive as the program does."""
    with Archive(file, read_only=True) as archive:
        list_matches(archive)
        list(audit.stray_rows(archive))
        for match in archive.matches():
            Schedule(match.plan)
            games = [game for game in audit.audit_rows(archive, match) if isinstance(game, Game)]
            for game in games[:1]:
                audit.audit_game(match, game, load_record(archive, match, game))
            use = chance.randrange(4)
            if use == 0:
                list(archive.games(match.id))
            elif use == 1:
                export_match(archive, match, chance.choice(("csv", "jsonl")))
            else:
                archive.games_at(
                    search(archive, match, SearchQuery(words=("a", "7"), upset=use == 2, order="margin"), (0, 1)).rows
                )


def attack(seed: int, number: int, original: bytes, file: Path) -> bool:
    """Run one attack. Return whether the archive was read. Raise AssertionError for a finding."""
    chance = Random(f"{seed} {number}")
    file.write_bytes(change_archive(original, chance))
    start = process_time()
    try:
        use_archive(file, chance)
        was_read = True
    except (ArchiveError, RecordError, GamesError) as error:
        was_read = False
        if len(str(error).splitlines()) != 1 or len(str(error)) > 1_000:
            raise AssertionError(f"not one short line: {str(error)!r}") from None
    if process_time() - start > SECONDS:
        raise AssertionError(f"{process_time() - start:.1f} s")
    return was_read


def main(arguments: Sequence[str] | None = None) -> int:
    original = small_archive()

    def make_case(seed: int, folder: Path) -> Callable[[int], str]:
        return lambda number: (
            "read" if attack(seed, number, original, folder / "changed.matches") else "refused with one line"
        )

    return numbered.run_cases("archives", __doc__, make_case, arguments)


if __name__ == "__main__":
    sys.exit(main())
