"""Tests of settings files: atomic writes, and damage, which causes a one-line warning."""

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
    """Return the program's folder, which does not exist yet."""
    monkeypatch.setenv("HERBARIUM_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def write_settings(home: Path, data: bytes) -> Path:
    home.mkdir(exist_ok=True)
    (home / settings.FILE).write_bytes(data)
    return home / settings.FILE


def test_settings_round_trip(home: Path) -> None:
    assert folders.config_folder() == home and settings.load() == (Settings(), "")
    assert not home.exists(), "loading creates no folder"
    assert settings.save(CHANGED) == "" and settings.load() == (CHANGED, "")
    assert [file.name for file in home.iterdir()] == [settings.FILE], "no other file is left"
    assert settings.save(Settings()) == "" and settings.load() == (Settings(), "")


def test_unknown_settings_are_ignored(home: Path) -> None:
    write_settings(home, b'{"theme": "dark", "a later option": [1, 2]}')
    assert settings.load() == (Settings(theme="dark"), "")


def test_keys_of_a_renamed_command_are_kept(home: Path) -> None:
    write_settings(home, b'{"keys": {"mend": ["F6"], "hint": ["Ctrl+H"]}}')
    assert settings.load() == (Settings(keys={"fix": ("F6",), "hint": ("Ctrl+H",)}), "")


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
def test_damaged_file_is_set_aside_and_reported(home: Path, data: bytes) -> None:
    file = write_settings(home, data)
    loaded, line = settings.load()
    aside = home / f"{settings.FILE}.damaged"
    assert loaded == Settings() and len(line.splitlines()) == 1
    assert aside.name in line and str(aside.parent) in line
    assert aside.read_bytes() == data and not file.exists(), "the damaged file is kept"
    assert settings.load() == (Settings(), ""), "it is reported once"
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
def test_only_the_invalid_field_is_reset(home: Path, name: str, values: tuple[str, ...]) -> None:
    for value in values:
        data = f'{{"theme": "dark", "{name}": {value}, "last_spec": "x"}}'.encode()
        write_settings(home, data)
        loaded, line = settings.load()
        assert loaded == Settings(theme="dark", last_spec="x"), value
        assert (
            line.startswith(f"In your settings {name.replace('_', ' ')} was damaged and has been reset; ")
            and len(line.splitlines()) == 1
        )
        assert (home / f"{settings.FILE}.damaged").read_bytes() == data


def test_several_reset_fields_share_one_sentence(home: Path) -> None:
    write_settings(home, b'{"theme": "pink", "zoom": 0, "speed": -1, "names": true}')
    loaded, line = settings.load()
    assert loaded == Settings(names=True)
    assert line.startswith("In your settings theme, zoom and speed were damaged and have been reset; ")


def test_change_is_saved_once_after_a_delay(home: Path) -> None:
    current = Settings()
    saver = settings.SettingsSaver(current)
    assert saver.due(0) is None and saver.due(100) is None, "nothing has changed"
    current.theme = "dark"
    assert saver.due(101) is None
    current.zoom = 1.25
    assert saver.due(101 + settings.SAVE_DELAY / 2) is None
    task = saver.due(101 + settings.SAVE_DELAY)
    assert task is not None and saver.due(200) is None
    current.theme = "light"
    assert task() == "" and settings.load() == (Settings(theme="dark", zoom=1.25), ""), (
        "the state at the time the save was due"
    )
    assert saver.due(201) is None
    current.theme = "dark"
    assert saver.due(300) is None, "an undone change needs no save"


def test_failed_save_reports_its_reason(home: Path) -> None:
    home.write_text("a file where the folder should be")
    current = Settings()
    saver = settings.SettingsSaver(current)
    current.last_spec = "\ud800"
    saver.due(0)
    task = saver.due(10)
    assert task is not None and "cannot be saved" in task()
    assert saver.due(20) is None, "it is reported once"


def test_truncated_files_load_defaults(home: Path) -> None:
    complete = msgspec.json.encode(CHANGED)
    for end in range(0, len(complete), deep(7, 1)):
        write_settings(home, complete[:end])
        loaded, line = settings.load()
        assert loaded == Settings() and line
    write_settings(home, complete)
    assert settings.load() == (CHANGED, "")


def test_random_damage_is_tolerated(home: Path) -> None:
    rng = random.Random(3)
    complete = msgspec.json.encode(CHANGED)
    for _ in range(deep(300, 20_000)):
        data = bytearray(complete)
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        write_settings(home, bytes(data))
        loaded, line = settings.load()
        assert 0.5 <= loaded.zoom <= 3 and len(line.splitlines()) <= 1
        assert line or settings.save(loaded) == ""


def test_file_is_replaced_and_not_overwritten(home: Path) -> None:
    settings.save(Settings())
    with (home / settings.FILE).open("rb") as before:
        assert settings.save(CHANGED) == ""
        assert msgspec.json.decode(before.read(), type=Settings) == Settings(), "an open reader still sees the old file"
    assert settings.load() == (CHANGED, "")


def test_failed_save_leaves_the_old_file(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.save(CHANGED)

    def fail(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    line = settings.save(Settings())
    assert "No space left on device" in line and len(line.splitlines()) == 1
    monkeypatch.undo()
    monkeypatch.setenv("HERBARIUM_HOME", str(home))
    assert settings.load() == (CHANGED, "") and [file.name for file in home.iterdir()] == [settings.FILE]


def test_unusable_folder_or_file_is_reported(home: Path) -> None:
    home.write_text("a file where the folder should be")
    loaded, line = settings.load()
    assert loaded == Settings() and len(line.splitlines()) == 1 and line
    line = settings.save(CHANGED)
    assert line.startswith("The settings cannot be saved (") and len(line.splitlines()) == 1
    home.unlink()
    (home / settings.FILE).mkdir(parents=True)
    loaded, line = settings.load()
    assert loaded == Settings() and "cannot be read" in line
    assert "cannot be saved" in settings.save(CHANGED)
    assert [file.name for file in home.iterdir()] == [settings.FILE]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root ignores permissions")
def test_read_only_folder_is_reported(home: Path) -> None:
    settings.save(CHANGED)
    home.chmod(0o500)
    try:
        assert "cannot be saved" in settings.save(Settings()) and settings.load() == (CHANGED, "")
    finally:
        home.chmod(0o700)


def test_unencodable_text_is_reported(home: Path) -> None:
    line = settings.save(Settings(last_spec="\ud800"))
    assert "cannot be saved" in line and len(line.splitlines()) == 1
    assert settings.load() == (Settings(), "")


def test_failed_save_is_retried_and_reported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    current, blocked = Settings(), tmp_path / "taken"
    monkeypatch.setenv("HERBARIUM_HOME", str(blocked))
    blocked.write_text("a file where the folder should be")
    saver = settings.SettingsSaver(current)
    current.zoom = 1.5
    assert saver.due() is None
    now = monotonic() + settings.SAVE_DELAY
    task = saver.due(now)
    assert task is not None and "cannot be saved" in task()
    assert saver.due(now) is None
    task = saver.due(monotonic() + settings.RETRY_SECONDS)
    assert task is not None and task() == "", "the failure is reported once"
    blocked.unlink()
    task = saver.due(monotonic() + settings.RETRY_SECONDS)
    assert task is not None and task() == "" and settings.load()[0].zoom == 1.5
    assert saver.due(monotonic() + 2 * settings.RETRY_SECONDS) is None
