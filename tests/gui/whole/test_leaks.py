"""Nothing leaks at a screen that several persons share: two games that look the same to one of them are played in one
window by the same doings, and all that the window tells while that person may look is the same.

The games differ in what the others write and leave, take back, note, comment and type, in moves that the person cannot
tell apart, in what is said of faults, and in the cards of a second table whose player has gone. Players are exchanged
on the way, a resignation is undone, and what a seat saw and pictures of the board are saved and copied.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("tkinter")

from tests.conftest import deep
from tests.gui.whole.leak_players import PICTURES, compare
from tests.gui.whole.leak_scripts import Script
from tests.kit import dumps
from tests.kit.windows import opened, root
from workbench.game.session import PERSON
from workbench.gui.shell import clipboard, notice
from workbench.gui.widgets import file_dialogs
from workbench.storage import library
from workbench.table.bots import TableBots
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SETTINGS = {
    "herbs(ap=30,actions=2,rounds=3)": (PERSON,) * 2,
    "herbalism": (PERSON, PERSON, "random"),
    "herbs(rounds=6)": (PERSON,) * 2,
    "herbalism(players=4,actions=advanced,predictions=1)": (PERSON,) * 4,
}


def catch(patch: pytest.MonkeyPatch, file: Path) -> None:
    """Let nothing that is saved or copied reach anything but this test."""
    cleared = root().clipboard_clear

    def clear() -> None:
        PICTURES.clear()
        cleared()

    patch.setattr(clipboard, "command", lambda: ["true"])
    patch.setattr(clipboard, "put", lambda png: PICTURES.append(png))
    patch.setattr(root(), "clipboard_clear", clear, raising=False)
    patch.setattr(file_dialogs, "ask_save", lambda *_: file)
    patch.setattr(library, "recent", lambda: [])  # the game before has left files


@pytest.mark.parametrize("spec", list(SETTINGS)[: deep(2, 4)])
def test_games_that_look_the_same_tell_the_same(spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """HERBARIUM_PART=k/n plays every nth game from the kth on."""
    dumps.listen(monkeypatch)
    saved = tmp_path / "own.herbarium"
    catch(monkeypatch, saved)
    monkeypatch.setattr(notice, "SECONDS", 10**5)
    monkeypatch.setattr(notice, "WARNING_SECONDS", 10**5)
    monkeypatch.setattr(TableBots, "think", lambda self: True)  # the script plays for them
    part, parts = map(int, os.environ.get("HERBARIUM_PART", "0/1").split("/"))
    looks = differ = games = hovers = 0
    done = Counter[str]()
    with opened(Setup(spec, SETTINGS[spec], 1)) as window:
        for number in range(part, deep(1, 200), parts):
            script = Script(spec, SETTINGS[spec], number, deep(6, 24))
            compared, pointed = compare(window, script, saved)
            looks, hovers = looks + compared, hovers + pointed
            differ += script.differ
            games += 1
            done.update(act.kind for act in script.acts)
    print(
        f"{spec}: {games} games, {looks} looks compared, {differ} doings that differed, {hovers} places pointed at; "
        f"{dict(done)}"
    )
    assert looks and differ and hovers
