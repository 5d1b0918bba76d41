"""Tests that the user's games do not list a result that was undone."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from tests.kit.windows import click_spot, game_file, open_window, wait, wait_for_jobs
from workbench.game.session import PERSON
from workbench.storage.library import UNFINISHED, Library
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def results() -> list[str]:
    return [entry.result for entry in Library().search()]


def test_undone_resignation_is_not_listed_as_a_result() -> None:
    with open_window(Setup("herd(size=3)", (PERSON, "random"), 1)) as window:
        wait(lambda: window.playing.accepts_moves)
        click_spot(window, "b2")
        wait(lambda: window.playing.accepts_moves)
        window.registry.run("resign")
        wait(lambda: window.playing.stored is not None and window.playing.stored.file is not None)
        wait_for_jobs(window)
        file = game_file(window)
        assert len(results()) == 1 and "resigned" in results()[0]
        window.registry.run("undo")
        wait(lambda: window.playing.stored is not None and not window.playing.stored.unsaved)
        wait_for_jobs(window)
        assert results() == [UNFINISHED] and game_file(window) == file
        window.registry.run("resign")
        wait(lambda: "resigned" in results()[0])
        assert game_file(window) == file, "the game is listed once"
