"""Tests of recently opened files and of the indexed library of records."""

from __future__ import annotations

import os
import random
from pathlib import Path
from time import perf_counter

import msgspec
import pytest

import fastcore
from tests.conftest import deep, is_fast_enough
from tests.kit.terminals import run
from tests.records.test_records import complete_record
from workbench.records import files
from workbench.records.schema import Record, Result, Seat
from workbench.storage.library import UNFINISHED, Library, add_recent, recent
from workbench.system import saving

replace = msgspec.structs.replace


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def sample_record(game: str = "", day: int = 1, name: str = "Ann", **more: object) -> Record:
    record = complete_record(game or fastcore.games()[0])
    seats = (Seat(player="person", name=name), *record.seats[1:])
    return replace(record, seats=seats, created=f"2025-03-{day:02}T12:00:00+01:00", **more)


def test_games_command_explains_an_empty_folder(home: Path) -> None:
    assert run("games").out == "You have no saved games yet. During a game, type save to save it.\n"
    assert run("games", "--player", "nobody").out == "No saved game matches.\n"


def test_recent_files_are_listed_newest_first(tmp_path: Path, home: Path) -> None:
    assert recent() == []
    paths = [tmp_path / f"{number}.herbarium" for number in range(25)]
    for path in paths:
        path.write_bytes(b"")
        add_recent(path)
    assert recent() == paths[:4:-1]
    add_recent(paths[10])
    paths[24].unlink()
    assert recent()[:2] == [paths[10], paths[23]] and len(recent()) == 19
    for damaged in (b"[", b"{}", b"[1]", b"\xff", b"[" * 10000):
        (home / "recent.json").write_bytes(damaged)
        assert recent() == []
    add_recent(paths[3])
    assert recent() == [paths[3]]
    (home / "recent.json").unlink()
    (home / "recent.json").mkdir()
    add_recent(paths[3])
    assert recent() == []


def test_saved_records_get_distinct_names(home: Path) -> None:
    library, record = Library(), sample_record()
    assert library.search() == [] and not home.exists(), "no folder is created before the first save"
    saved = [library.save(record) for _ in range(3)]
    assert len(set(saved)) == 3 and all(file.parent == home / "games" for file in saved)
    assert all(files.read(file) == record for file in saved)
    assert {found.file for found in library.search()} == set(saved)


def test_failed_save_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(saving.WriteError):
        Library(tmp_path / "file" / "games").save(sample_record())

    def fail_with_full_disk(file: Path, data: bytes) -> None:
        raise saving.WriteError(f"{file}: it cannot be written: the disk is full")

    monkeypatch.setattr(saving, "write", fail_with_full_disk)
    with pytest.raises(saving.WriteError, match="the disk is full"):
        Library(tmp_path / "games").save(sample_record())
    assert list((tmp_path / "games").iterdir()) == []


def test_search_filters_by_every_field() -> None:
    library, games = Library(), fastcore.games()
    library.save(sample_record(games[0], 1, "Ann"))
    library.save(sample_record(games[1], 2, "\u00c9va", comment="A STRANGE ending"))
    library.save(sample_record(games[1], 3, "Bob", result=None, tags={"event": "Evening"}))

    def days(**by: str) -> list[str]:
        return [found.created[8:10] for found in library.search(**by)]

    assert days() == ["03", "02", "01"]
    assert days(game=games[1]) == ["03", "02"] and days(game="x") == []
    assert days(player="\u00e9v") == ["02"] and days(player="person") == ["03", "02", "01"]
    assert days(result=UNFINISHED) == ["03"] and days(result=" : ") == ["02", "01"]
    assert days(since="2025-03-02") == ["03", "02"] and days(until="2025-03-02") == ["02", "01"]
    assert days(since="2025-03", until="2025-03") == ["03", "02", "01"] and days(until="2024") == []
    assert days(text="strange") == ["02"] and days(text="EVENING") == ["03"]
    assert days(game=games[1], player="bob", text="evening", since="2025") == ["03"]


def test_result_names_a_declared_ending(tmp_path: Path) -> None:
    library = Library(tmp_path)
    for day, ending in enumerate(("normal", "resigned"), 1):
        library.save(sample_record(day=day, result=Result(ending=ending, returns=(1.0, -1.0), points=(7, 2))))  # type: ignore[arg-type]
    assert [found.result for found in library.search()] == ["7 : 2 (resigned)", "7 : 2"]


def test_index_follows_the_files(tmp_path: Path) -> None:
    library = Library(tmp_path)
    first, second = library.save(sample_record(day=1)), library.save(sample_record(day=2))
    assert [found.file for found in library.search()] == [second, first]
    second.unlink()
    files.write(first, sample_record(day=9, name="Somebody else"))
    assert [found.players[0] for found in library.search()] == ["Somebody else"]
    (tmp_path / "copied.herbarium").write_bytes(first.read_bytes())
    assert len(library.search()) == 2
    (tmp_path / "other.txt").write_text("not ours")
    assert len(library.search()) == 2


def test_damaged_records_are_listed_last(tmp_path: Path) -> None:
    library = Library(tmp_path)
    intact = library.save(sample_record())
    (tmp_path / "empty.herbarium").write_bytes(b"")
    (tmp_path / "foreign.herbarium").write_bytes(b"PK\x03\x04")
    (tmp_path / "folder.herbarium").mkdir()
    (tmp_path / "cut.herbarium").write_bytes(intact.read_bytes()[:-30])
    if os.name != "nt":
        (tmp_path / "gone.herbarium").symlink_to(tmp_path / "nowhere")
        Path(os.fsdecode(bytes(tmp_path) + b"/\xff.herbarium")).write_bytes(b"")
    for by in ({}, {"text": "nothing has this"}, {"game": fastcore.games()[0]}):
        found = library.search(**by)
        damaged = [entry.file.name for entry in found if entry.damage]
        assert {"empty.herbarium", "foreign.herbarium", "folder.herbarium", "cut.herbarium"} <= set(damaged)
        assert all(entry.damage for entry in found[-len(damaged) :]) and all(
            entry.damage.startswith("file: ") for entry in found if entry.damage
        )
        assert [entry.file for entry in found if not entry.damage] == ([] if "text" in by else [intact])


def test_deleted_record_can_be_restored(tmp_path: Path) -> None:
    library = Library(tmp_path)
    file = library.save(sample_record())
    deleted = library.delete(file)
    assert library.search() == [] and deleted.exists() and not file.exists()
    second = library.save(sample_record(day=2))
    second.rename(file)
    restored = library.restore(deleted)
    assert restored != file and {found.file for found in library.search()} == {file, restored} and not deleted.exists()
    with pytest.raises(saving.WriteError, match="cannot be restored"):
        library.restore(deleted)
    with pytest.raises(saving.WriteError, match="cannot be deleted"):
        library.delete(tmp_path / "none.herbarium")
    deleted = library.delete(file)
    os.utime(deleted, (1, 1))
    library.delete(restored)
    assert not deleted.exists(), "deleted records are removed after a month"


def test_damaged_index_is_rebuilt(tmp_path: Path) -> None:
    library, rng = Library(tmp_path), random.Random(1)
    for day in range(1, 9):
        library.save(sample_record(day=day))
    expected = library.search()
    index = tmp_path / "index.sqlite3"
    intact = index.read_bytes()
    for number in range(deep(60, 2000)):
        data = bytearray(intact)
        if number % 3 == 0:
            data = data[: rng.randrange(len(data))]
        elif number % 3 == 1:
            data[:100] = rng.randbytes(100)
        else:
            offset = rng.randrange(len(data) - 600)
            data[offset : offset + 600] = rng.randbytes(600)
        index.write_bytes(data)
        assert len(library.search()) == len(expected)
    index.unlink()
    assert library.search() == expected
    index.unlink()
    index.mkdir()
    assert library.search() == expected, "without an index every file is read"


def test_ten_thousand_files_are_searched_quickly(tmp_path: Path) -> None:
    count = deep(1000, 10_000)
    data = [files.encode_record(sample_record(day=day + 1, name=f"Player {day}")) for day in range(28)]
    for number in range(count):
        (tmp_path / f"{number}.herbarium").write_bytes(data[number % 28])
    library = Library(tmp_path)
    assert len(library.search()) == count
    start = perf_counter()
    found = library.search(player="player 7")
    assert is_fast_enough(perf_counter() - start, 0.3 * count / 10_000 + 0.05)
    assert len(found) == len(range(7, count, 28))
