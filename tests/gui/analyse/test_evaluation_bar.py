"""Tests of the evaluation bar beside the board in Analyse."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

import fastcore
from bots.report import Limit
from tests.kit.placed_controls import positions
from tests.kit.windows import HERD, TestedWindow, open_window, press, settle, wait
from workbench.gui.analyse.evaluation_bar import EvaluationBar
from workbench.gui.moves import words as moves_words
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def bar_of(window: TestedWindow) -> EvaluationBar | None:
    bar = window.analyse.evaluation.bar
    return bar if bar is not None and bar.winfo_exists() and bar.winfo_viewable() else None


def analysed(window: TestedWindow) -> None:
    """Analyse the position until the search has ended."""
    press("F12")
    wait(lambda: not window.analyse.position.analyses.running)
    settle(0.3)


def bands(bar: EvaluationBar) -> list[tuple[str, float]]:
    """Return the colour and the height of each player's band, the lowest first."""
    found = [(str(bar.itemcget(n, "fill")), bar.coords(n)) for n in bar.find_all() if bar.type(n) == "rectangle"]  # type: ignore[no-untyped-call,comparison-overlap]
    lowest_first = sorted(found[1:], key=lambda band: -band[1][3])  # the first rectangle is the background
    return [(colour, place[3] - place[1]) for colour, place in lowest_first]


def test_bar_shows_the_chances_of_two_players() -> None:
    with open_window(HERD, analyse_limit=Limit(simulations=500)) as window:
        assert bar_of(window) is None, "not in Play"
        analysed(window)
        bar, subject = bar_of(window), window.analyse.position.subject
        assert bar is not None and subject is not None and subject.shown is not None
        value = subject.shown.report.candidates[0].value
        assert bar.values == value
        (red, low), (blue, high) = bands(bar)
        assert (red, blue) == (window.look.palette["red"], window.look.palette["blue"])
        assert low / (low + high) == pytest.approx((value[0] + 1) / 2, abs=0.01)
        texts = {str(bar.itemcget(n, "text")) for n in bar.find_all() if bar.type(n) == "text"}  # type: ignore[no-untyped-call,comparison-overlap]
        assert texts == {moves_words.share(part, 2) for part in value}


def test_bar_has_a_band_for_each_of_three_players() -> None:
    with open_window(Setup("herbalism", ("greedy",) * 3, 1), speed=4, analyse_limit=Limit(simulations=200)) as window:
        wait(lambda: len(window.table.session.steps) > 8)
        window.table.bots.pause()
        settle(0.3)
        analysed(window)
        bar = bar_of(window)
        assert bar is not None and bar.values is not None
        shown = bands(bar)
        assert [colour for colour, _ in shown] == [window.look.palette[f"seat{seat}"] for seat in (1, 2, 3)]
        total = sum(height for _, height in shown)
        assert [height / total for _, height in shown] == pytest.approx(bar.shares, abs=0.02)
        assert all(f"Seat {seat}" in bar.description() for seat in (1, 2, 3))


def test_bar_can_be_hidden() -> None:
    with open_window(HERD, analyse_limit=Limit(simulations=200)) as window:
        analysed(window)
        beside = window.screen.view.winfo_x()
        assert bar_of(window) is not None and beside > 0
        window.registry.run("evaluation_bar")
        settle(0.3)
        assert bar_of(window) is None and window.screen.view.winfo_x() == 0
        assert not window.settings.evaluation_bar
        window.registry.run("evaluation_bar")
        settle(0.3)
        assert bar_of(window) is not None and window.screen.view.winfo_x() == beside


def test_bar_leaves_with_the_mode_and_returns_after_a_new_look() -> None:
    with open_window(HERD, analyse_limit=Limit(simulations=200)) as window:
        before = positions(window)
        analysed(window)
        window.set_theme("dark")
        settle(0.3)
        assert bar_of(window) is not None
        window.set_theme("light")
        press("F12")
        settle(0.3)
        assert bar_of(window) is None
        spots = {key: place for key, place in before.items() if key.startswith("spot")}
        assert {key: place for key, place in positions(window).items() if key.startswith("spot")} == spots


def test_bar_follows_the_viewed_position() -> None:
    with open_window(HERD, analyse_limit=Limit(simulations=300)) as window:
        window.playing.play(window.table.point.move_text(window.table.point.moves()[0]))
        analysed(window)
        bar = bar_of(window)
        assert bar is not None
        last = bar.values
        press("Left", "Alt_L")
        wait(lambda: not window.analyse.position.analyses.running)
        settle(0.3)
        subject = window.analyse.position.subject
        assert subject is not None and subject.shown is not None
        assert bar.values == subject.shown.report.candidates[0].value != last


def test_bar_shows_the_result_of_a_finished_game() -> None:
    with open_window(Setup("herd(size=3)", ("greedy", "greedy"), 1), speed=4) as window:
        wait(lambda: window.table.over)
        press("F12")
        settle(0.3)
        bar = bar_of(window)
        assert bar is not None and bar.values is not None
        returns = window.table.state.returns()
        assert [round(share) for share in bar.shares] == [(round(value) + 1) // 2 for value in returns]


def test_bar_hides_what_bots_know() -> None:
    """The bar of a person shows the search of the person's own knowledge, and nothing that bots reported."""
    seats = fastcore.start("herbalism").seats
    with open_window(
        Setup("herbalism", ("person", *("greedy",) * (seats - 1)), 1), speed=4, analyse_limit=Limit(simulations=100)
    ) as window:
        wait(lambda: window.playing.accepts_moves)
        analysed(window)
        bar, subject = bar_of(window), window.analyse.position.subject
        assert bar is not None and subject is not None and subject.shown is not None
        assert bar.values == subject.shown.report.candidates[0].value
        press("Left", "Alt_L")  # nothing is decided before the deal
        settle(0.3)
        assert bar.values is None and bands(bar) == []
