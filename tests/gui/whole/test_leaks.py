"""Tests that nothing leaks at a screen that several people share.

Two games that look the same to one player are played in one window with the same actions. Whenever that player may
look, the window must show the same.

The games differ in what the opponents draft, undo, note, comment and type, in moves that the player cannot distinguish,
in fault messages, and in the cards of a second table whose player has left. Meanwhile players are replaced, a
resignation is undone, and records of a seat and pictures of the board are saved and copied.
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
from tests.kit.windows import open_window, root
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


def keep_output_inside(patch: pytest.MonkeyPatch, file: Path) -> None:
    """Keep everything that is saved or copied inside the test: records in `file`, pictures in PICTURES."""
    clear_clipboard = root().clipboard_clear

    def clear() -> None:
        PICTURES.clear()
        clear_clipboard()

    patch.setattr(clipboard, "command", lambda: ["true"])
    patch.setattr(clipboard, "put", lambda png: PICTURES.append(png))
    patch.setattr(root(), "clipboard_clear", clear, raising=False)
    patch.setattr(file_dialogs, "ask_save", lambda *_: file)
    patch.setattr(library, "recent", lambda: [])  # earlier games have left files


@pytest.mark.parametrize("spec", list(SETTINGS)[: deep(2, 4)])
def test_indistinguishable_games_show_the_same(spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With HERBARIUM_PART=k/n, every nth game is played, starting with the kth."""
    dumps.register_tips(monkeypatch)
    saved = tmp_path / "own.herbarium"
    keep_output_inside(monkeypatch, saved)
    monkeypatch.setattr(notice, "SECONDS", 10**5)
    monkeypatch.setattr(notice, "WARNING_SECONDS", 10**5)
    monkeypatch.setattr(TableBots, "think", lambda self: True)  # the script plays for the bots
    part, parts = map(int, os.environ.get("HERBARIUM_PART", "0/1").split("/"))
    looks = differences = games = hovers = 0
    act_counts = Counter[str]()
    with open_window(Setup(spec, SETTINGS[spec], 1)) as window:
        for number in range(part, deep(1, 200), parts):
            script = Script(spec, SETTINGS[spec], number, deep(6, 24))
            compared, hovered = compare(window, script, saved)
            looks, hovers = looks + compared, hovers + hovered
            differences += script.differences
            games += 1
            act_counts.update(act.kind for act in script.acts)
    print(
        f"{spec}: {games} games, {looks} looks compared, {differences} acts that differed, {hovers} spots hovered; "
        f"{dict(act_counts)}"
    )
    assert looks and differences and hovers
