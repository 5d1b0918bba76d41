"""Changes to the matches of an archive: names and tags, deletion, and matches from another archive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.archive_file import ArchiveError
from workbench.matches.archive.rows import COLUMNS
from workbench.matches.archive.tables import LOGS, LUCKS
from workbench.records import files
from workbench.records.packing import pack

LABELS = """CREATE TABLE IF NOT EXISTS labels (
    match INTEGER PRIMARY KEY, name TEXT NOT NULL, tags TEXT NOT NULL
) STRICT"""  # created with the first name or tag
MAX_NAME, MAX_TAGS = 200, 50


class Label(NamedTuple):
    """The name of a match, and its tags in alphabetical order."""

    name: str = ""
    tags: tuple[str, ...] = ()


def labels(archive: Archive) -> dict[int, Label]:
    """Return the labels of an archive by match. Damaged labels are left out."""
    found = {}
    with suppress(ArchiveError):  # archives without labels have no table
        for match, name, tags in archive.query("SELECT match, name, tags FROM labels"):
            if isinstance(match, int) and isinstance(name, str) and isinstance(tags, str):
                found[match] = Label(name[:MAX_NAME], tuple(tags.split()[:MAX_TAGS]))
    return found


def set_label(archive: Archive, match: int, label: Label) -> None:
    """Store the name and the tags of a match. The archive must be locked.

    Raises:
        ArchiveError: The name or a tag is too long, or a tag has a space.
        ArchiveFullError: The label cannot be stored.
    """
    if len(label.name) > MAX_NAME or len(label.tags) > MAX_TAGS:
        raise ArchiveError(f"a match has a name of at most {MAX_NAME} characters and at most {MAX_TAGS} tags")
    if wrong := next((tag for tag in label.tags if len(tag.split()) != 1 or len(tag) > MAX_NAME), None):
        raise ArchiveError(f"{wrong[:40]!r} is not a tag: a tag is one word")
    tags = " ".join(sorted(set(label.tags)))
    archive.change([(LABELS, ()), ("INSERT OR REPLACE INTO labels VALUES (?, ?, ?)", (match, label.name, tags))])


def delete_match(archive: Archive, match: int) -> None:
    """Delete a match with its games, and return the space to the file system. The archive must be locked.

    Raises:
        ArchiveFullError: The match cannot be deleted.
    """
    tables = {name for (name,) in archive.query("SELECT name FROM sqlite_master WHERE type = 'table'")}
    # records refer to games, and games to matches
    steps = [(table, "match") for table in ("lucks", "logs", "records", "labels", "games") if table in tables]
    archive.change([(f"DELETE FROM {table} WHERE {key} = ?", (match,)) for table, key in [*steps, ("matches", "id")]])
    archive.shrink()


def copy_matches(target: Archive, source: Archive) -> Iterator[tuple[Match, int | None]]:
    """Copy the matches of another archive, and yield each with its new number, or None if the target has it already.

    A match is the same if its plan, its beginning and its machine are. Each match is copied completely or not at all.
    The target must be locked.

    Raises:
        ArchiveError: An archive is damaged.
        ArchiveFullError: A match cannot be stored.
    """
    known = {(match.plan, match.begun, match.host) for match in target.matches()}
    names = labels(source)
    for match in source.matches():
        if (match.plan, match.begun, match.host) in known:
            yield match, None
            continue
        list(source.games(match.id))  # raises an error if a row is damaged
        ((last,),) = target.query("SELECT coalesce(max(id), 0) FROM matches")
        number = last + 1
        plan = msgspec.json.encode(match.plan).decode()
        steps: list[tuple[str, Sequence[object]]] = [
            ("INSERT INTO matches VALUES (?, ?, ?, ?, ?)", (number, plan, match.begun, match.program, match.host))
        ]
        marks = ", ".join("?" * len(COLUMNS.split(", ")))
        for row in source.query(f"SELECT {COLUMNS} FROM games WHERE match = ? ORDER BY number, attempt", (match.id,)):
            steps.append((f"INSERT INTO games ({COLUMNS}) VALUES ({marks})", (number, *row[1:])))
        target.change([*steps, *_copied_files(source, match.id, number)])
        if match.id in names:
            set_label(target, number, names[match.id])
        yield match, number


def _copied_files(source: Archive, match: int, number: int) -> Iterator[tuple[str, Sequence[object]]]:
    """Yield the statements that add the records and logs of a match under a new number."""
    for game, attempt, data in source.query("SELECT number, attempt, data FROM records WHERE match = ?", (match,)):
        yield "INSERT INTO records VALUES (?, ?, ?, ?)", (number, game, attempt, retagged(data, match=number))
    with suppress(ArchiveError):  # archives without faults have no logs
        logs = source.query("SELECT number, attempt, data FROM logs WHERE match = ?", (match,))
        if logs:
            yield LOGS, ()
        for game, attempt, data in logs:
            yield "INSERT INTO logs VALUES (?, ?, ?, ?)", (number, game, attempt, data)
    with suppress(ArchiveError):  # archives of games without dice have no luck
        lucks = source.query("SELECT number, attempt, data FROM lucks WHERE match = ?", (match,))
        if lucks:
            yield LUCKS, ()
        for game, attempt, data in lucks:
            yield "INSERT INTO lucks VALUES (?, ?, ?, ?)", (number, game, attempt, data)


def retagged(data: bytes, **tags: int) -> bytes:
    """Return the bytes of a record with other numbers in its tags. A damaged record is returned unchanged."""
    try:
        record = files.decode_record(data, "a record")
    except files.RecordError:
        return data
    changed = {name: str(value) for name, value in tags.items() if name in record.tags}
    return pack(files.encode_record(msgspec.structs.replace(record, tags=record.tags | changed)))
