"""What is remembered: written whole or not at all, and any damage is survived with one line."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path
from time import monotonic

import msgspec
import pytest

from tests.conftest import deep
from workbench import settings
from workbench.settings import Settings
from workbench.system import folders

CHANGED = Settings(
    theme="dark",
    zoom=1.25,
    animation=False,
    geometry="900x700+10+10",
    last_spec="x(size=4)",
    last_seats=("person", "mcts"),
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own, not there yet."""
    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def write(home: Path, data: bytes) -> Path:
    home.mkdir(exist_ok=True)
    (home / settings.FILE).write_bytes(data)
    return home / settings.FILE


def test_settings_come_back(home: Path) -> None:
    assert folders.folder() == home and settings.load() == (Settings(), "")
    assert not home.exists(), "looking makes nothing"
    assert settings.save(CHANGED) == "" and settings.load() == (CHANGED, "")
    assert [file.name for file in home.iterdir()] == [settings.FILE], "nothing else is left behind"
    assert settings.save(Settings()) == "" and settings.load() == (Settings(), "")


def test_files_of_other_versions_are_read(home: Path) -> None:
    write(home, b'{"theme": "dark", "a later option": [1, 2]}')
    assert settings.load() == (Settings(theme="dark"), "")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"\xff\xfe",
        b"\0" * 100,
        b'{"zoom": "large"}',
        b'{"zoom": 50}',
        b'{"zoom": null}',
        b'{"theme": "pink"}',
        b'{"last_seats": "person"}',
        b'{"x": ' + b"[" * 100_000,
        b'{"zoom": 1e999}',
    ],
)
def test_a_damaged_file_is_put_aside_and_named(home: Path, data: bytes) -> None:
    file = write(home, data)
    found, line = settings.load()
    aside = home / f"{settings.FILE}.damaged"
    assert found == Settings() and len(line.splitlines()) == 1
    assert aside.name in line and str(aside.parent) in line
    assert aside.read_bytes() == data and not file.exists(), "what somebody wrote is kept"
    assert settings.load() == (Settings(), ""), "it is said once"
    assert settings.save(CHANGED) == "" and settings.load() == (CHANGED, "")


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("zoom", ("0.49", "3.1", "-1", "true", '"1"')),
        ("animation_speed", ("0", "0.0", "-1", "0.01", "1000", "null")),
        ("speed", ("-1", "100", "2.5")),
        ("turns", ('{"x": [-1, true]}', '{"x": [1]}', '{"x": [100, false]}', "[]")),
        ("keys", ('{"new": "Ctrl+N"}', "[1]")),
        ("games", ('{"x": {"spec": "x", "seats": [], "limit": {"seconds": -1}}}', '{"x": {}}')),
        ("helper", ('{"x": 1}',)),
        ("geometry", ("1",)),
        ("sound", ("1",)),
    ],
)
def test_a_field_that_is_refused_is_set_back_alone(home: Path, name: str, values: tuple[str, ...]) -> None:
    for value in values:
        data = f'{{"theme": "dark", "{name}": {value}, "last_spec": "x"}}'.encode()
        write(home, data)
        found, line = settings.load()
        assert found == Settings(theme="dark", last_spec="x"), value
        assert (
            line.startswith(f"In your settings {name.replace('_', ' ')} was damaged and is set back; ")
            and len(line.splitlines()) == 1
        )
        assert (home / f"{settings.FILE}.damaged").read_bytes() == data


def test_several_fields_are_named_in_one_sentence(home: Path) -> None:
    write(home, b'{"theme": "pink", "zoom": 0, "speed": -1, "names": true}')
    found, line = settings.load()
    assert found == Settings(names=True)
    assert line.startswith("In your settings theme, zoom and speed were damaged and are set back; ")


def test_a_change_is_due_a_moment_later_and_once(home: Path) -> None:
    present = Settings()
    saver = settings.SettingsSaver(present)
    assert saver.due(0) is None and saver.due(100) is None, "nothing has changed"
    present.theme = "dark"
    assert saver.due(101) is None
    present.zoom = 1.25
    assert saver.due(101 + settings.SECONDS / 2) is None
    work = saver.due(101 + settings.SECONDS)
    assert work is not None and saver.due(200) is None
    present.theme = "light"
    assert work() == "" and settings.load() == (Settings(theme="dark", zoom=1.25), ""), "as it was when it was due"
    assert saver.due(201) is None
    present.theme = "dark"
    assert saver.due(300) is None, "a change that was taken back is none"


def test_what_is_due_says_why_it_failed(home: Path) -> None:
    home.write_text("a file where the folder should be")
    present = Settings()
    saver = settings.SettingsSaver(present)
    present.last_spec = "\ud800"
    saver.due(0)
    work = saver.due(10)
    assert work is not None and "cannot be saved" in work()
    assert saver.due(20) is None, "it is said once"


def test_half_written_files(home: Path) -> None:
    whole = msgspec.json.encode(CHANGED)
    for end in range(0, len(whole), deep(7, 1)):
        write(home, whole[:end])
        found, line = settings.load()
        assert found == Settings() and line
    write(home, whole)
    assert settings.load() == (CHANGED, "")


def test_any_bytes_are_survived(home: Path) -> None:
    chance = random.Random(3)
    whole = msgspec.json.encode(CHANGED)
    for _ in range(deep(300, 20_000)):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        write(home, bytes(data))
        found, line = settings.load()
        assert 0.5 <= found.zoom <= 3 and len(line.splitlines()) <= 1
        assert line or settings.save(found) == ""


def test_the_file_is_replaced_and_never_written(home: Path) -> None:
    settings.save(Settings())
    with (home / settings.FILE).open("rb") as before:
        assert settings.save(CHANGED) == ""
        assert msgspec.json.decode(before.read(), type=Settings) == Settings(), "who reads meanwhile reads the old one"
    assert settings.load() == (CHANGED, "")


def test_a_save_that_is_interrupted_leaves_the_old_file(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.save(CHANGED)

    def break_down(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", break_down)
    line = settings.save(Settings())
    assert "No space left on device" in line and len(line.splitlines()) == 1
    monkeypatch.undo()
    monkeypatch.setenv("HERBARIUM_HOME", str(home))
    assert settings.load() == (CHANGED, "") and [file.name for file in home.iterdir()] == [settings.FILE]


def test_places_that_cannot_be_written_or_read(home: Path) -> None:
    home.write_text("a file where the folder should be")
    found, line = settings.load()
    assert found == Settings() and len(line.splitlines()) == 1 and line
    line = settings.save(CHANGED)
    assert line.startswith("The settings cannot be saved (") and len(line.splitlines()) == 1
    home.unlink()
    (home / settings.FILE).mkdir(parents=True)
    found, line = settings.load()
    assert found == Settings() and "cannot be read" in line
    assert "cannot be saved" in settings.save(CHANGED)
    assert [file.name for file in home.iterdir()] == [settings.FILE]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_without_permission(home: Path) -> None:
    settings.save(CHANGED)
    home.chmod(0o500)
    try:
        assert "cannot be saved" in settings.save(Settings()) and settings.load() == (CHANGED, "")
    finally:
        home.chmod(0o700)


def test_texts_that_no_file_can_hold(home: Path) -> None:
    line = settings.save(Settings(last_spec="\ud800"))
    assert "cannot be saved" in line and len(line.splitlines()) == 1
    assert settings.load() == (Settings(), "")


def test_settings_that_could_not_be_written_are_written_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the failure is reported once."""
    present, taken = Settings(), tmp_path / "taken"
    monkeypatch.setenv("HERBARIUM_HOME", str(taken))
    taken.write_text("a file where the folder should be")
    saver = settings.SettingsSaver(present)
    present.zoom = 1.5
    assert saver.due() is None
    now = monotonic() + settings.SECONDS
    work = saver.due(now)
    assert work is not None and "cannot be saved" in work()
    assert saver.due(now) is None
    work = saver.due(monotonic() + settings.AGAIN)
    assert work is not None and work() == "", "said once"
    taken.unlink()
    work = saver.due(monotonic() + settings.AGAIN)
    assert work is not None and work() == "" and settings.load()[0].zoom == 1.5
    assert saver.due(monotonic() + 2 * settings.AGAIN) is None
