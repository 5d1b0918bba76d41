"""Tests that nothing is cut off or overlaps: long names, three or four seats, clocks, long games, small windows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tkinter import Misc, ttk

import pytest

pytest.importorskip("tkinter")

import fastcore
from bots.report import Limit
from tests.kit.catalogues import LANGUAGE, write_longer_catalogue
from tests.kit.terminals import ROOT
from tests.kit.windows import TestedWindow, open_window, root, settle, wait
from workbench.game.session import PERSON
from workbench.gui.play.seat_commands import SeatCommands
from workbench.gui.shell.status_bar import OF_GAME
from workbench.system import translation
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SIZES = (((800, 560), 1.0), ((1280, 720), 1.5))
LONG = ("Bartholomew Maximilian of Northumberland", "W" * 40, "i" * 40, "Anne-Sophie Wilhelmine von Hohenstaufen")
CLOCK = Limit(seconds=7200, per="game", increment=10)
SPECS = (*fastcore.games(), "herbalism(players=4)")


def visible_widgets(widget: Misc) -> list[Misc]:
    """Return all visible widgets inside a widget."""
    widgets: list[Misc] = []
    for child in widget.winfo_children():
        if child.winfo_ismapped() and child.winfo_toplevel() is widget.winfo_toplevel():
            widgets += [child, *visible_widgets(child)]
    return widgets


def box(widget: Misc) -> tuple[int, int, int, int]:
    x, y = widget.winfo_rootx(), widget.winfo_rooty()
    return x, y, x + widget.winfo_width(), y + widget.winfo_height()


def is_inside(widget: Misc, parent: Misc) -> bool:
    """Return whether a widget is inside another one, give or take a pixel."""
    left, top, right, bottom = box(widget)
    outer = box(parent)
    return left >= outer[0] - 1 and top >= outer[1] - 1 and right <= outer[2] + 1 and bottom <= outer[3] + 1


def cut_off(window: TestedWindow) -> list[str]:
    """Describe the labels and buttons that are too small for their text or extend beyond their parent."""
    assert window.screen.body is not None
    return cut_off_in(window.screen.body)


def cut_off_in(whole: Misc) -> list[str]:
    """Describe the labels and buttons of a part of the window that are cut off."""
    faults = []
    for widget in visible_widgets(whole):
        if isinstance(widget, ttk.Label | ttk.Button):
            parent = box(widget.master)
            roomy = (
                widget.winfo_width() >= widget.winfo_reqwidth() - 1
                and widget.winfo_height() >= widget.winfo_reqheight() - 1
            )
            if not (is_inside(widget, widget.master) and roomy):
                faults.append(
                    f"{widget.cget('text')!r} {box(widget)} of "
                    f"{widget.winfo_reqwidth()}x{widget.winfo_reqheight()} in {parent}"
                )
    return faults


def overlapping(widgets: list[Misc]) -> list[tuple[str, str]]:
    overlaps = []
    for number, first in enumerate(widgets):
        for second in widgets[number + 1 :]:
            a, b = box(first), box(second)
            if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                overlaps.append((str(first), str(second)))
    return overlaps


def check_fit(window: TestedWindow) -> None:
    settle(0.15)
    assert cut_off(window) == []
    cards = [
        *(card.frame for card in window.screen.players),
        *(card.frame for card in window.screen.panels),
        window.moves.card.frame,
    ]
    assert overlapping(list(cards)) == []
    status = window.shell.status
    assert (
        overlapping(
            [child for child in status.tools.winfo_children() if child.winfo_ismapped() and child is not status.lead]
        )
        == []
    )
    assert status.lead.winfo_ismapped() == (status.arranged is not None and status.arranged[0] in OF_GAME)
    for leader in status.lead.pack_slaves():
        assert is_inside(leader, status.lead)
    assert overlapping([*window.screen.top.buttons.values(), window.screen.top.title, window.screen.top.icon]) == []
    for card in window.screen.players:
        assert (
            overlapping([part for part in (card.name, card.who, card.clock, card.points) if part.winfo_ismapped()])
            == []
        )
        assert card.who.winfo_reqheight() <= card.who.winfo_height()
    assert window.moves.card.frame.winfo_rooty() + 40 < window.shell.status.winfo_rooty(), "some moves are visible"


@pytest.mark.parametrize("spec", SPECS)
def test_long_names_and_clocks_fit_in_every_game(spec: str) -> None:
    count = fastcore.start(spec).seats
    for size, zoom in SIZES:
        with open_window(Setup(spec, (PERSON,) * count, 1, None, LONG[:count], CLOCK), size=size, zoom=zoom) as window:
            check_fit(window)
            assert [card.who.cget("text") for card in window.screen.players] == list(LONG[:count]), (
                "names are shown in full"
            )


def test_game_of_300_turns_fits() -> None:
    with open_window(Setup("forest", (PERSON, PERSON), 1, None, LONG[:2], CLOCK), size=(800, 560)) as window:
        session, stream = window.table.session, fastcore.Stream(1, "long")
        while session.state.turn < 300:
            state = session.state
            texts = [state.move_text(move) for move in state.moves()]
            # Prefer moves that do not end the game.
            walks = [text for text in texts if "-" in text and state.after(text).actor != fastcore.OVER]
            session.play(stream.choice(walks or texts))
        window.table.clock.reload()
        window.playing.show_position()
        check_fit(window)
        assert not window.screen.top.title.winfo_ismapped(), "a title that does not fit is hidden"
        root().geometry("1024x600")
        settle()
        check_fit(window)
        assert "turn 300" in window.screen.top.title.cget("text")


def test_status_bar_fits_in_bot_games_and_at_the_end() -> None:
    for size, zoom in SIZES:
        with open_window(
            Setup("herd(size=2)", ("greedy", "greedy"), 1, limit=CLOCK), size=size, zoom=zoom, speed=0
        ) as window:
            window.table.bots.pause()
            check_fit(window)
            window.table.bots.resume()
            window.shell.feature(SeatCommands).change_speed(4)
            wait(lambda: window.table.over)
            check_fit(window)


def test_reasons_end_above_the_status_bar_in_small_windows() -> None:
    for size, zoom in SIZES:
        with open_window(
            Setup("herd(size=3)", (PERSON, PERSON), 1, None, LONG[:2], CLOCK), size=size, zoom=zoom, why=True
        ) as window:
            settle(0.15)
            frame = window.moves.below.why.frame
            assert frame.winfo_ismapped() and box(frame)[3] <= box(window.moves.below.column)[3]


@pytest.mark.parametrize("game", fastcore.games())
def test_texts_that_are_40_per_cent_longer_fit(game: str, tmp_path: Path) -> None:
    write_longer_catalogue(tmp_path / "locale")
    environment = {
        **os.environ,
        "HERBARIUM_HOME": str(tmp_path / "home"),
        translation.FOLDER: str(tmp_path / "locale"),
        translation.LANGUAGE: LANGUAGE,
    }
    result = subprocess.run(
        [sys.executable, "-m", "tests.gui.whole.cut_texts", game],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=240,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    places = json.loads(result.stdout.splitlines()[-1])
    assert len(places) > 10
    cut = [f"{place}: {fault}" for place, faults in places.items() for fault in faults]
    assert not cut, "\n".join(cut)
