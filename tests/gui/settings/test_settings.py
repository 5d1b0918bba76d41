"""Tests of the settings dialog, changed keys, and sounds."""

from __future__ import annotations

import io
import sys
import time
import wave
from collections.abc import Iterator
from pathlib import Path
from tkinter import ttk

import numpy as np
import pytest

pytest.importorskip("tkinter")

from tkinter import Misc

import fastcore
from fastcore import CHANCE, Event
from tests.conftest import is_fast_enough
from tests.kit.windows import HERD, TestedWindow, click, click_spot, open_window, press, root, settle, status_text, wait
from workbench import boards
from workbench import settings as stored_settings
from workbench.gui.look.look import ZOOMS
from workbench.gui.settings import words as settings_words
from workbench.gui.settings.dialog import SettingsDialog
from workbench.gui.settings.key_table import KeyTable
from workbench.gui.shell import words as shell_words
from workbench.gui.shell.commands import Command
from workbench.gui.sound import words as sound_words
from workbench.gui.sound.sounds import LOUDNESS, SOUNDS, wav
from workbench.gui.sound.speaker import PRIORITY, Speaker
from workbench.settings import Settings
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def settings_dialog(window: TestedWindow, page: str = "") -> SettingsDialog:
    if "settings" not in window.pages.open or not window.pages.open["settings"].winfo_exists():
        press("comma", "Control_L")
        settle(0.2)
    shown_dialog = window.pages.open["settings"]
    assert isinstance(shown_dialog, SettingsDialog)
    if page:
        shown_dialog.show_page(page)
        settle()
    return shown_dialog


def descendants(widget: Misc, kind: str) -> Iterator[Misc]:
    """Yield all descendants of a widget that have this Tk class."""
    for child in widget.winfo_children():
        if child.winfo_class() == kind:
            yield child
        yield from descendants(child, kind)


# The dialog -----------------------------------------------------------------------------------------------------------


def button(widget: Misc, kind: str, text: str) -> Misc:
    """Return the descendant with this Tk class and text."""
    return next(part for part in descendants(widget, kind) if str(part.cget("text")) == text)


def labels(widget: Misc) -> list[str]:
    """Return the texts of all labels inside a widget."""
    texts = [str(widget.cget("text"))] if isinstance(widget, ttk.Label) else []
    return [*texts, *(text for child in widget.winfo_children() for text in labels(child))]


def test_changes_apply_immediately_and_can_be_reset() -> None:
    with open_window(HERD, zoom=1.1) as window:
        original = settings_dialog(window)
        click(button(original, "TRadiobutton", window.registry["dark"].text))
        settle(0.2)
        assert window.look.theme == "dark" and window.settings.theme == "dark"
        rebuilt = settings_dialog(window)
        assert rebuilt is not original and rebuilt.theme.get() == "dark", "the dialog is rebuilt in the new colours"
        assert (
            tuple(rebuilt.zooms.values()) == ZOOMS
            and (ZOOMS[0], ZOOMS[-1]) == (0.8, 2.0)
            and rebuilt.zoom.get() == "110 %"
        )
        rebuilt.zoom.set("150 %")
        rebuilt.zoom.event_generate("<<ComboboxSelected>>")
        settle(0.2)
        assert window.settings.zoom == 1.5
        rebuilt = settings_dialog(window, "play")
        click(button(rebuilt, "TCheckbutton", window.registry["names"].text))
        assert window.settings.names and rebuilt.switches["names"].get()
        click(rebuilt.revert_button)
        settle(0.2)
        settings = window.settings
        assert (settings.theme, settings.zoom, settings.names) == ("light", 1.1, False) and window.look.theme == "light"
        rebuilt = settings_dialog(window)
        assert rebuilt.name == "play" and not rebuilt.switches["names"].get(), "the dialog stays on the same page"
        click(rebuilt.defaults_button)
        settle(0.2)
        assert (settings.zoom, settings.animation, settings.known_games) == (1.0, True, tuple(fastcore.games())), (
            "values without a control are kept"
        )
        press("Escape")
        assert not is_dialog_open(window)


def is_dialog_open(window: TestedWindow) -> bool:
    return bool(window.pages.open["settings"].winfo_exists())


def test_dialog_has_every_switch_of_the_view_menu() -> None:
    with open_window(HERD) as window:
        dialog = settings_dialog(window, "play")
        switches = {command.name for command in window.registry.menu("view") if command.on is not None} - {
            "light",
            "dark",
            "system",
        }
        assert set(dialog.switches) == switches >= {"names", "animation", "sound", "live"}
        for name in ("animation", "names", "sound", "live"):
            before = dialog.switches[name].get()
            dialog._switch(name)
            assert dialog.switches[name].get() is not before, name
        assert (
            window.settings.animation
            and window.settings.names
            and window.settings.sound
            and window.screen.side.kind == "live"
        )


def test_registered_view_command_gets_a_button() -> None:
    with open_window(HERD) as window:
        pressed = list[str]()
        window.registry.add(
            Command("brisker", "view", "Brisker moves", "Brisker moves", lambda: pressed.append("brisker"), group=4)
        )
        dialog = settings_dialog(window, "play")
        brisker = next(part for part in descendants(dialog, "TButton") if part.cget("text") == "Brisker moves")
        assert isinstance(brisker, ttk.Button)
        brisker.invoke()  # it may be outside the visible part of the page
        assert pressed == ["brisker"]


# Keys -----------------------------------------------------------------------------------------------------------------


def key_table(window: TestedWindow) -> KeyTable:
    table = next(key_tables(settings_dialog(window, "keys")))
    return table


def key_tables(widget: object) -> Iterator[KeyTable]:
    for child in widget.winfo_children():  # type: ignore[attr-defined]
        if isinstance(child, KeyTable):
            yield child
        yield from key_tables(child)


def test_key_is_changed_by_pressing_it() -> None:
    with open_window(HERD) as window:
        table = key_table(window)
        table.table.selection_set("names")
        click(table.change_button)
        assert window.registry["names"].text in table.message.cget("text")
        press("v")
        assert table.pending == "names" and table.message.cget("text") == shell_words.taken(
            "V", window.registry["graph"].text
        ), "a conflict is reported"
        press("Return")
        assert table.pending == "names" and table.message.cget("text") == settings_words.not_free("Return", False)
        press("r", "Control_L", "Alt_L")
        assert table.pending == "names" and table.message.cget("text") == settings_words.not_free("Ctrl+Alt+R", True)
        assert "without Alt" in table.message.cget("text")
        press("i", "Control_L")
        assert not table.pending and window.settings.keys == {"names": ("Ctrl+I",)}
        assert table.table.item("names")["values"] == ["Ctrl+I"] and "own" in table.table.item("names")["tags"]
        press("Escape")
        window.screen.view.focus_force()
        settle()
        press("n")
        assert not window.settings.names, "the old key has no effect"
        press("i", "Control_L")
        assert window.settings.names
        press("v", "Alt_L")
        menu = window.screen.top.menus["view"]
        lines = [
            menu.entrycget(n, "accelerator").strip()
            for n in range(menu.index("end") + 1)
            if menu.type(n) != "separator"
        ]
        assert "Ctrl+I" in lines
        press("Escape")
        press("question", "Shift_L")
        sheet = window.pages.open["keys"].text.get("1.0", "end")
        assert "Ctrl+I\t" in sheet and window.registry["names"].meaning in sheet, "the key list shows the new key"
        window.pages.open["keys"].destroy()
        window.screen.view.focus_force()
        settle()
        table = key_table(window)
        table.table.selection_set("names")
        settle()
        click(table.reset_button)
        assert window.settings.keys == {} and window.registry["names"].keys == ("N",)
        table.table.selection_set("rules")
        settle()
        click(table.change_button)
        press("Escape")
        assert not table.pending and window.registry["rules"].key == "F1" and is_dialog_open(window), (
            "Esc keeps the old key"
        )
        click(table.change_button)
        press("BackSpace")
        assert window.settings.keys == {"rules": ()} and "F1" not in window.registry.keys


def test_changed_keys_are_restored_at_the_next_start(home: Path) -> None:
    changed = Settings(
        keys={"hint": ("Ctrl+J",), "names": ("H",), "gone": ("Q",), "live": ("Ctrl+J",)}, sound=True, side="rules"
    )
    assert stored_settings.save(changed) == "" and stored_settings.load() == (changed, "")
    with open_window(HERD, keys=changed.keys) as window:
        registry = window.registry
        assert registry["hint"].keys == ("Ctrl+J",) and registry["names"].keys == ("H",), (
            "a key can move to another command"
        )
        assert registry["live"].keys == (), "a key that is already taken is dropped"
        assert {key: command.name for key, command in registry.keys.items() if command.name in ("hint", "names")} == {
            "Ctrl+J": "hint",
            "H": "names",
        }
        with pytest.raises(ValueError, match="belongs to"):
            registry.rebind("rules", ("H",))
        registry.rebind_all({})
        assert registry.changed == {} and registry["names"].keys == ("N",)


def test_old_settings_are_read_and_damaged_ones_replaced(home: Path) -> None:
    file = home / stored_settings.FILE
    file.write_bytes(
        b'{"theme": "dark", "zoom": 1.25, "animation": true, "names": false, '
        b'"geometry": "", "last_spec": "", "last_seats": []}'
    )
    assert stored_settings.load() == (Settings(theme="dark", zoom=1.25), "")
    for damage in (b'{"keys": ["n"]}', b'{"keys": {"new": 5}}', b'{"sound": "loud"}', b'{"side": null}'):
        file.write_bytes(damage)
        loaded, message = stored_settings.load()
        assert loaded == Settings() and "damaged" in message
        assert (home / f"{stored_settings.FILE}.damaged").read_bytes() == damage


# Sounds ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SOUNDS)
def test_sound_is_short_quiet_and_clean(name: str) -> None:
    with wave.open(io.BytesIO(wav(name))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 44_100)
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32767
    assert 0.1 <= samples.size / 44_100 <= 1.5
    assert np.abs(samples).max() == pytest.approx(LOUDNESS, abs=0.01), "all sounds are equally loud and none clips"
    assert abs(samples[0]) < 0.1 and np.abs(samples[-20:]).max() < 0.01, "the sound ends in silence"
    assert wav(name) == wav(name) and len({wav(sound) for sound in SOUNDS}) == len(SOUNDS)


def test_events_have_sounds() -> None:
    info = fastcore.info("herd")

    def sound_of(kind: str, seat: int, where: tuple[str, ...], values: dict[str, str]) -> str:
        return boards.sound(info, Event(kind, seat, where, values, {}))

    assert sound_of("roll", CHANCE, (), {"high": "5", "low": "2"}) == "dice"
    assert sound_of("place", 0, ("a1",), {}) == "move" and sound_of("capture", 0, ("a1",), {}) == "capture"
    assert sound_of("turn", 0, (), {}) == "" and sound_of("over", -2, (), {"red": "1"}) == "over"
    assert set(PRIORITY) == set(SOUNDS)


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a fake sound player. Return the file in which it logs what it plays."""
    folder = tmp_path / "bin"
    folder.mkdir()
    log = tmp_path / "heard"
    program = folder / "pw-play"
    program.write_text(
        f'#!{sys.executable}\nimport sys, time\nopen({str(log)!r}, "a").write(sys.argv[-1] + "\\n")\ntime.sleep(0.1)\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    return log


def played(log: Path) -> list[str]:
    return [Path(line).stem for line in log.read_text().splitlines()] if log.exists() else []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows plays by itself")
def test_sounds_play_without_blocking_the_window(player: Path) -> None:
    with open_window(HERD, sound=True) as window:
        start = time.perf_counter()
        window.announcer.speaker.play("move")
        assert is_fast_enough(time.perf_counter() - start, 0.1), "the window does not wait for the program"
        wait(lambda: played(player) == ["move"])
        click_spot(window, "b2")
        wait(lambda: played(player) == ["move", "capture"])
        window.registry.run("sound")
        click_spot(window, "a1")
        settle(0.3)
        assert played(player) == ["move", "capture"], "no sound while sounds are off"
        window.registry.run("sound")
        wait(lambda: played(player)[-1] == "turn")
        for _ in range(20):
            window.announcer.speaker.play("dice")
        settle(0.5)
        assert played(player).count("dice") < 6, "sounds in quick succession are dropped"
        thread = window.announcer.speaker.thread
    assert thread is not None
    thread.join(3)
    assert not thread.is_alive()


def test_turn_sound_plays_after_a_bot_has_moved(player: Path) -> None:
    with open_window(Setup("herd(size=2)", ("random", "person"), 3), sound=True) as window:
        wait(lambda: window.playing.accepts_moves)
        wait(lambda: "turn" in played(player))


def test_settings_report_a_missing_sound_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    if sys.platform != "win32":
        speaker = Speaker()
        speaker.play("move")
        assert speaker.program == () and speaker.thread is None
        with open_window(HERD, sound=True) as window:
            click_spot(window, "b2")
            dialog = settings_dialog(window, "play")
            assert sound_words.NO_SOUND in labels(dialog)
            assert "went wrong" not in status_text(window)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows plays by itself")
def test_settings_name_a_failing_sound_player(player: Path) -> None:
    program = player.parent / "bin" / "pw-play"
    program.write_text("#!/bin/sh\nexit 3\n")
    with open_window(HERD, sound=True) as window:
        window.announcer.speaker.play("move")
        wait(lambda: window.announcer.speaker.failure)
        dialog = settings_dialog(window, "play")
        text = " ".join(labels(dialog))
        assert "pw-play" in text and "Traceback" not in text
        assert root().winfo_exists()
