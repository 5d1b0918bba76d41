"""Tests of `verify` on damaged or manually edited archives."""

from __future__ import annotations

import gzip
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.records.test_records import DATA
from workbench import cli
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.archive_file import ArchiveError

FIRST = "WHERE match = 1 AND number = 0 AND attempt = 1"
CHANGES = {
    "returns": "json_array(" + "json_extract(returns, '$[1]'), json_extract(returns, '$[0]'))",
    "points": "'[98, 98]'",
    "ending": "'adjudicated'",
    "seats": "json_array(json_extract(seats, '$[1]'), json_extract(seats, '$[0]'))",
    "guilty": "0",
    "seed": "seed + 1",
    "turns": "turns + 1",
    "decisions": "decisions + 1",
    "line": "line + 1",
    "opening": "'another'",
    "versions": '\'["x", "y"]\'',
    "block": "block + 1",
    "board": "board + 1",
    "seat_order": "seat_order + 1",
    "attempt": "2",
    "number": "number + 1000",
    "reason": "'another'",
    "fault": "'illegal'",
    "seconds": "'[1000.5, 1000.5]'",
    "overrun": "-1.0",
    "took": "-1.0",
    "program": "'another'",
}


@pytest.fixture
def intact_archive(tmp_path: Path) -> Path:
    """Return an archive written by the program at commit d30cb55."""
    file = tmp_path / "whole.matches"
    file.write_bytes(gzip.decompress((DATA / "version4.matches.gz").read_bytes()))
    return file


@pytest.fixture
def edit_archive(intact_archive: Path, tmp_path: Path) -> Callable[..., Path]:
    """Return a function that copies the archive, runs SQL in the copy and returns its path."""

    def change(*statements: str) -> Path:
        copy = tmp_path / "changed.matches"
        shutil.copyfile(intact_archive, copy)
        with closing(sqlite3.connect(copy)) as db, db:
            for statement in statements:
                db.execute(statement)
        return copy

    return change


def run_verify(file: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str]:
    status = cli.run(["verify", str(file), "--rules-only", *more])
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return status, out + err


def test_unchanged_archive_of_an_older_program_verifies(
    intact_archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, output = run_verify(intact_archive, capsys)
    assert status == 0 and "nothing wrong" in output


@pytest.mark.parametrize("column", CHANGES)
def test_changed_column_is_reported(
    column: str, edit_archive: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    status, output = run_verify(edit_archive(f"UPDATE games SET {column} = {CHANGES[column]} {FIRST}"), capsys)
    assert status == 1, output
    lines = [line for line in output.splitlines() if f": {column}: stored " in line and ", expected " in line]
    assert lines and "match 1, game 1" in lines[0], output


def test_every_reversed_result_is_reported(
    edit_archive: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    file = edit_archive(
        f"UPDATE games SET returns = {CHANGES['returns']} WHERE json_array_length(returns) = 2 AND returns "
        "NOT LIKE '%[0%'"
    )
    with closing(sqlite3.connect(file)) as db:
        ((reversed_count,),) = db.execute(
            "SELECT count(*) FROM games WHERE json_array_length(returns) = 2 AND returns NOT LIKE '%[0%'"
        )
    status, output = run_verify(file, capsys)
    assert reversed_count > 0 and status == 1
    assert sum(": returns: stored " in line for line in output.splitlines()) == reversed_count


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (f"DELETE FROM records {FIRST}", "game 1: record: stored none"),
        (f"DELETE FROM games {FIRST}", "game 1: record: stored a record without a row"),
        (f"UPDATE games SET match = 99 {FIRST}", "games.match: stored 99"),
        (f"UPDATE records SET data = (SELECT data FROM records WHERE number = 1 LIMIT 1) {FIRST}", "game 1: record."),
        ("UPDATE matches SET plan = json_set(plan, '$.seed', 12345) WHERE id = 1", "game 1: seed: stored "),
    ],
)
def test_missing_or_swapped_rows_are_reported(
    statement: str, expected: str, edit_archive: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    status, output = run_verify(edit_archive("PRAGMA foreign_keys = OFF", statement), capsys)
    assert status == 1 and expected in output, output


def test_show_refuses_inconsistent_row(edit_archive: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    file = edit_archive(f"UPDATE games SET seats = {CHANGES['seats']} {FIRST}")
    assert cli.run(["show", str(file), "--match", "1"]) == 2
    line = capsys.readouterr().err
    assert len(line.splitlines()) == 1 and "match 1, game 1: it is damaged: seats: stored" in line


UNTYPED_COPY = "CREATE TABLE {0}_ AS SELECT * FROM {0}", "DROP TABLE {0}", "ALTER TABLE {0}_ RENAME TO {0}"


@pytest.mark.sample(20)
@pytest.mark.parametrize(
    "statements",
    [
        *[
            [*(line.format("records") for line in UNTYPED_COPY), f"UPDATE records SET data = {value}"]
            for value in ("NULL", "'text'", "7")
        ],
        *[
            [*(line.format("games") for line in UNTYPED_COPY), f"UPDATE games SET {column} = {value}"]
            for column in ("number", "seats", "returns", "ending", "turns", "took", "reason", "attempt", "match")
            for value in ("NULL", "x'00ff'", "'text'", "1e300")
        ],
        *[
            [*(line.format("matches") for line in UNTYPED_COPY), f"UPDATE matches SET {column} = {value}"]
            for column in ("id", "plan")
            for value in ("NULL", "x'00ff'", "1e300")
        ],
        ["UPDATE matches SET plan = '" + "[" * 50_000 + "'"],
        [
            "DROP TABLE records",
            (
                "CREATE VIEW records AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS "
                '"match", x AS number, x AS attempt, x AS data FROM n'
            ),
        ],
        ["CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END"],
        ["ALTER TABLE games ADD COLUMN more INT AS (number * 2)"],
        ["DROP TABLE games"],
    ],
    ids=lambda statements: statements[-1][:60],
)
def test_damaged_archive_gives_one_line_in_every_command(
    statements: list[str], edit_archive: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = edit_archive("PRAGMA foreign_keys = OFF", *statements)
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA application_id").fetchone()[0]
    commands: list[list[str]] = [
        ["verify", str(file), "--rules-only"],
        ["show", str(file)],
        ["show", str(file), "--matches"],
        ["show", str(file), "--games"],
        ["show", str(file), "--game", "1"],
        ["export", str(file), "--to", "csv"],
        ["export", str(file), "--to", "record", "--output", str(tmp_path / "out")],
    ]
    refused = 0
    for command in commands:
        status = cli.run(command)
        out, err = capsys.readouterr()
        assert status in (0, 1, 2) and "Traceback" not in out + err
        if status == 2:
            assert len(err.splitlines()) == 1 and err.startswith("herbarium: ") and len(err) < 700, err
        refused += status > 0
    assert refused


def test_archive_value_above_size_limit_is_refused(intact_archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from workbench.system import limits

    with closing(sqlite3.connect(intact_archive)) as db:
        match, number, size = db.execute(
            "SELECT match, number, length(data) FROM records ORDER BY length(data) DESC"
        ).fetchone()
    monkeypatch.setattr(limits, "ARCHIVE_VALUE", size - 1)
    with Archive(intact_archive, read_only=True) as archive, pytest.raises(ArchiveError, match="too big"):
        archive.record(match, number)
