"""The settings dialog, keys that are changed, and sounds."""

from __future__ import annotations

import io
import sys
import time
import wave
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("tkinter")

from tkinter import Misc, ttk

import fastcore
from fastcore import CHANCE, Event
from tests.conftest import in_time
from tests.kit.windows import HERD, Tested, click, click_spot, opened, press, root, settle, shown, wait
from workbench import boards
from workbench import settings as kept
from workbench.gui.look.look import ZOOMS
from workbench.gui.settings import words as settings_words
from workbench.gui.settings.dialog import SettingsDialog
from workbench.gui.settings.key_table import KeyTable
from workbench.gui.shell import words as shell_words
from workbench.gui.shell.commands import Command
from workbench.gui.sound import words as sound_words
from workbench.gui.sound.sounds import LOUDNESS, SOUNDS, WEIGHT, sound
from workbench.gui.sound.speaker import Speaker
from workbench.settings import Settings
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def dialog(window: Tested, page: str = "") -> SettingsDialog:
    if "settings" not in window.pages.open or not window.pages.open["settings"].winfo_exists():
        press("comma", "Control_L")
        settle(0.2)
    found = window.pages.open["settings"]
    assert isinstance(found, SettingsDialog)
    if page:
        found.show(page)
        settle()
    return found


def parts(widget: Misc, kind: str) -> Iterator[Misc]:
    for child in widget.winfo_children():
        if child.winfo_class() == kind:
            yield child
        yield from parts(child, kind)


# The dialog -----------------------------------------------------------------------------------------------------------


def button(widget: Misc, kind: str, text: str) -> Misc:
    """Return the button of this kind and text in a dialog."""
    return next(part for part in parts(widget, kind) if str(part.cget("text")) == text)


def labels(widget: Misc) -> list[str]:
    """Return the texts of all labels in a widget."""
    own = [str(widget.cget("text"))] if isinstance(widget, ttk.Label) else []
    return [*own, *(text for child in widget.winfo_children() for text in labels(child))]


def test_every_change_is_seen_at_once_and_can_be_taken_back() -> None:
    with opened(HERD, zoom=1.1) as window:
        shown_now = dialog(window)
        click(button(shown_now, "TRadiobutton", window.registry["dark"].text))
        settle(0.2)
        assert window.look.theme == "dark" and window.settings.theme == "dark"
        fresh = dialog(window)
        assert fresh is not shown_now and fresh.theme.get() == "dark", "made anew in the new colours"
        assert (
            tuple(fresh.zooms.values()) == ZOOMS and (ZOOMS[0], ZOOMS[-1]) == (0.8, 2.0) and fresh.zoom.get() == "110 %"
        )
        fresh.zoom.set("150 %")
        fresh.zoom.event_generate("<<ComboboxSelected>>")
        settle(0.2)
        assert window.settings.zoom == 1.5
        fresh = dialog(window, "play")
        click(button(fresh, "TCheckbutton", window.registry["names"].text))
        assert window.settings.names and fresh.switches["names"].get()
        click(fresh.reset)
        settle(0.2)
        settings = window.settings
        assert (settings.theme, settings.zoom, settings.names) == ("light", 1.1, False) and window.look.theme == "light"
        fresh = dialog(window)
        assert fresh.name == "play" and not fresh.switches["names"].get(), "the dialog stays, as it was"
        click(fresh.standard)
        settle(0.2)
        assert (settings.zoom, settings.animation, settings.greeted) == (1.0, True, True), "what is no choice stays"
        press("Escape")
        assert not dialog_open(window)


def dialog_open(window: Tested) -> bool:
    return bool(window.pages.open["settings"].winfo_exists())


def test_every_switch_of_the_view_menu_is_a_setting() -> None:
    with opened(HERD) as window:
        found = dialog(window, "play")
        switches = {command.name for command in window.registry.menu("view") if command.on is not None} - {
            "light",
            "dark",
            "system",
        }
        assert set(found.switches) == switches >= {"names", "animation", "sound", "live"}
        for name in ("animation", "names", "sound", "live"):
            before = found.switches[name].get()
            found._switch(name)
            assert found.switches[name].get() is not before, name
        assert (
            window.settings.animation
            and window.settings.names
            and window.settings.sound
            and window.screen.side.kind == "live"
        )


def test_what_goes_by_steps_has_a_button() -> None:
    with opened(HERD) as window:
        pressed = list[str]()
        window.registry.add(
            Command("brisker", "view", "Brisker moves", "Brisker moves", lambda: pressed.append("brisker"), group=4)
        )
        found = dialog(window, "play")
        button = next(part for part in parts(found, "TButton") if part.cget("text") == "Brisker moves")
        click(button)
        assert pressed == ["brisker"]


@pytest.mark.parametrize("zoom", [0.8, 1.5, 2.0])
@pytest.mark.parametrize("page", ["look", "play", "keys"])
def test_nothing_in_the_dialog_is_cut_off(zoom: float, page: str) -> None:
    with opened(HERD, zoom=zoom) as window:
        found = dialog(window, page)
        settle(0.1)
        for kind in ("TButton", "TCheckbutton", "TRadiobutton", "TLabel", "TCombobox"):
            for part in parts(found, kind):
                if part.winfo_ismapped():
                    right = part.winfo_rootx() + part.winfo_width()
                    bottom = part.winfo_rooty() + part.winfo_height()
                    assert part.winfo_width() >= part.winfo_reqwidth() - 1, part
                    assert part.winfo_height() >= part.winfo_reqheight() - 1, part
                    assert (
                        right <= found.winfo_rootx() + found.winfo_width()
                        and bottom <= found.winfo_rooty() + found.winfo_height()
                    )


# Keys -----------------------------------------------------------------------------------------------------------------


def keys(window: Tested) -> KeyTable:
    found = next(parts_of_kind(dialog(window, "keys")))
    return found


def parts_of_kind(widget: object) -> Iterator[KeyTable]:
    for child in widget.winfo_children():  # type: ignore[attr-defined]
        if isinstance(child, KeyTable):
            yield child
        yield from parts_of_kind(child)


def test_a_key_is_changed_by_pressing_it() -> None:
    with opened(HERD) as window:
        table = keys(window)
        table.table.selection_set("names")
        click(table.change)
        assert window.registry["names"].text in table.said.cget("text")
        press("h")
        assert table.waiting == "names" and table.said.cget("text") == shell_words.taken(
            "H", window.registry["hint"].text
        ), "a conflict is said"
        press("Return")
        assert table.waiting == "names" and table.said.cget("text") == settings_words.not_free("Return", False)
        press("r", "Control_L", "Alt_L")
        assert table.waiting == "names" and table.said.cget("text") == settings_words.not_free("Ctrl+Alt+R", True)
        assert "without Alt" in table.said.cget("text")
        press("j", "Control_L")
        assert not table.waiting and window.settings.keys == {"names": ("Ctrl+J",)}
        assert table.table.item("names")["values"] == ["Ctrl+J"] and "own" in table.table.item("names")["tags"]
        press("Escape")
        window.screen.view.focus_force()
        settle()
        press("n")
        assert not window.settings.names, "the old key does nothing any more"
        press("j", "Control_L")
        assert window.settings.names
        press("v", "Alt_L")
        menu = window.screen.top.menus["view"]
        lines = [
            menu.entrycget(n, "accelerator").strip()
            for n in range(menu.index("end") + 1)
            if menu.type(n) != "separator"
        ]
        assert "Ctrl+J" in lines
        press("Escape")
        press("question", "Shift_L")
        sheet = window.pages.open["keys"].text.get("1.0", "end")
        assert "Ctrl+J\t" in sheet and window.registry["names"].meaning in sheet, "the sheet shows it"
        window.pages.open["keys"].destroy()
        window.screen.view.focus_force()
        settle()
        table = keys(window)
        table.table.selection_set("names")
        settle()
        click(table.back)
        assert window.settings.keys == {} and window.registry["names"].keys == ("N",)
        table.table.selection_set("rules")
        settle()
        click(table.change)
        press("Escape")
        assert not table.waiting and window.registry["rules"].key == "F1" and dialog_open(window), (
            "Esc leaves it as it is"
        )
        click(table.change)
        press("BackSpace")
        assert window.settings.keys == {"rules": ()} and "F1" not in window.registry.keys


def test_changed_keys_are_there_at_the_next_start(home: Path) -> None:
    changed = Settings(
        keys={"hint": ("Ctrl+J",), "names": ("H",), "gone": ("Q",), "live": ("Ctrl+J",)}, sound=True, side="rules"
    )
    assert kept.save(changed) == "" and kept.load() == (changed, "")
    with opened(HERD, keys=changed.keys) as window:
        registry = window.registry
        assert registry["hint"].keys == ("Ctrl+J",) and registry["names"].keys == ("H",), (
            "a key may go from one to another"
        )
        assert registry["live"].keys == (), "a key that is taken is left out"
        assert {key: command.name for key, command in registry.keys.items() if command.name in ("hint", "names")} == {
            "Ctrl+J": "hint",
            "H": "names",
        }
        with pytest.raises(ValueError, match="belongs to"):
            registry.rebind("rules", ("H",))
        registry.rebind_all({})
        assert registry.changed == {} and registry["names"].keys == ("N",)


def test_settings_of_older_versions_and_damaged_ones(home: Path) -> None:
    file = home / kept.FILE
    file.write_bytes(
        b'{"theme": "dark", "zoom": 1.25, "animation": true, "names": false, '
        b'"geometry": "", "last_spec": "", "last_seats": []}'
    )
    assert kept.load() == (Settings(theme="dark", zoom=1.25), "")
    for damage in (b'{"keys": ["n"]}', b'{"keys": {"new": 5}}', b'{"sound": "loud"}', b'{"side": null}'):
        file.write_bytes(damage)
        found, said = kept.load()
        assert found == Settings() and "damaged" in said
        assert (home / f"{kept.FILE}.damaged").read_bytes() == damage


# Sounds ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_short_calm_and_clean(name: str) -> None:
    with wave.open(io.BytesIO(sound(name))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 44_100)
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32767
    assert 0.1 <= samples.size / 44_100 <= 1.5
    assert np.abs(samples).max() == pytest.approx(LOUDNESS, abs=0.01), "all are as loud as each other, none clips"
    assert abs(samples[0]) < 0.1 and np.abs(samples[-20:]).max() < 0.01, "it ends in silence"
    assert sound(name) == sound(name) and len({sound(other) for other in SOUNDS}) == len(SOUNDS)


def test_events_have_sounds() -> None:
    info = fastcore.info("herd")

    def heard(kind: str, seat: int, where: tuple[str, ...], values: dict[str, str]) -> str:
        return boards.sound(info, Event(kind, seat, where, values, {}))

    assert heard("roll", CHANCE, (), {"high": "5", "low": "2"}) == "dice"
    assert heard("place", 0, ("a1",), {}) == "move" and heard("capture", 0, ("a1",), {}) == "capture"
    assert heard("turn", 0, (), {}) == "" and heard("over", -2, (), {"red": "1"}) == "over"
    assert set(WEIGHT) == set(SOUNDS)


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that plays sounds: it writes down which, and takes its time."""
    folder = tmp_path / "bin"
    folder.mkdir()
    heard = tmp_path / "heard"
    program = folder / "pw-play"
    program.write_text(
        f"#!{sys.executable}\nimport sys, time\n"
        f'open({str(heard)!r}, "a").write(sys.argv[-1] + "\\n")\ntime.sleep(0.1)\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    return heard


def names(heard: Path) -> list[str]:
    return [Path(line).stem for line in heard.read_text().splitlines()] if heard.exists() else []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows plays by itself")
def test_a_game_is_heard_and_nobody_waits(player: Path) -> None:
    with opened(HERD, sound=True) as window:
        begun = time.perf_counter()
        window.announcer.speaker.play("move")
        assert in_time(time.perf_counter() - begun, 0.1), "the window does not wait for the program"
        wait(lambda: names(player) == ["move"])
        click_spot(window, "b2")
        wait(lambda: names(player) == ["move", "capture"])
        window.registry.run("sound")
        click_spot(window, "a1")
        settle(0.3)
        assert names(player) == ["move", "capture"], "silent when it is off"
        window.registry.run("sound")
        wait(lambda: names(player)[-1] == "turn")
        for _ in range(20):
            window.announcer.speaker.play("dice")
        settle(0.5)
        assert names(player).count("dice") < 6, "what comes too fast is left out"
        thread = window.announcer.speaker.thread
    assert thread is not None
    thread.join(3)
    assert not thread.is_alive()


def test_your_turn_is_heard_after_a_bots(player: Path) -> None:
    with opened(Setup("herd(size=2)", ("random", "person"), 3), sound=True) as window:
        wait(lambda: window.playing.ours)
        wait(lambda: "turn" in names(player))


def test_where_nothing_plays_the_setting_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    if sys.platform != "win32":
        speaker = Speaker()
        speaker.play("move")
        assert speaker.program == () and speaker.thread is None
        with opened(HERD, sound=True) as window:
            click_spot(window, "b2")
            found = dialog(window, "play")
            assert sound_words.NO_SOUND in labels(found)
            assert "went wrong" not in shown(window)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows plays by itself")
def test_a_program_that_fails_is_named(player: Path) -> None:
    program = player.parent / "bin" / "pw-play"
    program.write_text("#!/bin/sh\nexit 3\n")
    with opened(HERD, sound=True) as window:
        window.announcer.speaker.play("move")
        wait(lambda: window.announcer.speaker.broken)
        found = dialog(window, "play")
        told = " ".join(labels(found))
        assert "pw-play" in told and "Traceback" not in told
        assert root().winfo_exists()
