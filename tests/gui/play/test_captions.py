"""What the window says of a game that nobody would see otherwise: turns cut short, how games ended, words for
commands."""

from __future__ import annotations

from tkinter import ttk

import msgspec
import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.gui.whole.test_fits import overlapping
from tests.kit.windows import TWO, Tested, click, click_spot, opened, press, settle, shown, wait
from tests.records.test_records import good
from workbench import boards
from workbench.gui.files.my_games import MyGames
from workbench.gui.shell.palette import matching
from workbench.records.schema import Result, Seat
from workbench.storage import library
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SHUT = "bb/bb1/bb r 3 6-1 x1+6"  # once a1 is removed, no cell is open to Red


@pytest.mark.parametrize("animation", [False, True])
def test_a_turn_that_is_cut_short_is_said(animation: bool) -> None:
    with opened(Setup("herd(size=2)", TWO, 1, SHUT), animation=animation) as window:
        click_spot(window, "a1")
        wait(lambda: window.table.state.turn == 4 and window.playing.ours)
        assert window.notice.text == "No cell is open to Red: the turn ends with 6 stones not placed."


def test_my_games_tell_who_won_and_how() -> None:
    """By the names of the sides, and with the options of the game."""
    results = {
        "13 : 6, Red won": Result(ending="normal", returns=(1.0, -1.0), points=(13, 6)),
        "9 : 9, a draw": Result(ending="normal", returns=(0.0, 0.0), points=(9, 9)),
        "Blue won (Red resigned)": Result(ending="resigned", returns=(-1.0, 1.0), guilty=0),
        "Red won (Blue out of time)": Result(ending="timeout", returns=(1.0, -1.0), guilty=1),
        "unfinished": None,
    }
    own = library.Library()
    for day, result in enumerate(results.values(), 1):
        record = msgspec.structs.replace(good("herd"), spec="herd(size=4)", seats=(Seat("person"),) * 2, lines=())
        own.save(msgspec.structs.replace(record, result=result, created=f"2025-03-0{day}T12:00:00+01:00"))
    with opened(Setup("herd(size=3)", TWO, 1)) as window:
        press("O", "Control_L", "Shift_L")
        page = window.pages.open["games"]
        assert isinstance(page, MyGames)
        wait(lambda: len(page.found) == len(results))
        rows = [page.list.item(row, "values") for row in page.list.get_children()]
        assert [row[2] for row in rows[::-1]] == list(results)
        assert {row[0] for row in rows} == {"Herd, size 4"}
        page.filter.insert(0, "resigned blue")
        page.look_for()
        wait(lambda: [one.outcome for one in page.found] == [results["Blue won (Red resigned)"]])
        click(page.close)
        assert not page.winfo_exists()


# The end --------------------------------------------------------------------------------------------------------------

LAST = "rrb/rbbr/rb1rb/rbbr/rbb r 15 2-1 x0+2"  # Red fills c3, and has ten stones to nine
NAMED = Setup("herd(size=3)", TWO, 1, LAST, ("Ann", "Bob"))


def offers(window: Tested) -> dict[str, ttk.Button]:
    frame = window.notice.frame
    found = [one for child in frame.winfo_children() for one in child.winfo_children()] if frame is not None else []
    return {str(one.cget("text")): one for one in found if isinstance(one, ttk.Button)}


def laurels(window: Tested) -> list[tuple[str, bool]]:
    """What the cards are marked with, and whether there is a picture."""
    cards = window.screen.players
    return [
        (str(card.mark.cget("text")), bool(card.mark.cget("image"))) if card.mark.winfo_ismapped() else ("", False)
        for card in cards
    ]


@pytest.mark.parametrize("animation", [False, True])
def test_who_won_is_named_marked_and_may_play_again(animation: bool) -> None:
    with opened(NAMED, animation=animation) as window:
        assert laurels(window) == [("", False)] * 2 and window.notice.frame is None
        click_spot(window, "c3")
        wait(lambda: window.playing.ended)
        settle()
        told = "Ann (Red) wins, 10 to 9."
        assert shown(window).startswith(told) and laurels(window) == [("wins", True), ("", False)]
        assert (
            list(offers(window)) == ["Rematch", "New game", "Review this game"] and window.notice.standing is not None
        )
        assert window.notice.standing.text == told
        press("z", "Control_L")
        wait(lambda: window.playing.ours)
        assert laurels(window) == [("", False)] * 2 and window.notice.frame is None, "undo takes it away"
        click_spot(window, "c3")
        wait(lambda: window.playing.ended)
        window.registry.run("dark")
        settle()
        click(offers(window)["Rematch"])
        wait(lambda: not window.table.over)
        settle()
        assert window.table.session.document.names == ("Bob", "Ann") and window.notice.frame is None


def test_a_line_about_something_done_goes_before_the_end() -> None:
    with opened(NAMED) as window:
        click_spot(window, "c3")
        wait(lambda: window.playing.ended)
        window.notice.say("Saved.")
        settle()
        assert offers(window) == {}
        window.notice.take_away()
        settle()
        assert list(offers(window)) == ["Rematch", "New game", "Review this game"]
        lines = len(window.screen.game_column.place_slaves())
        window.registry.run("analyse_mode")
        window.registry.run("play_mode")
        settle()
        assert len(window.screen.game_column.place_slaves()) == lines, "the one of the other mode does not stay behind"
        assert window.notice.frame is not None
        click(window.notice.frame, 4, 4)
        assert window.notice.frame is None, "a click takes it away"
        window.playing.settle()
        assert window.notice.frame is None, "for good"
        window.registry.run("back")
        settle()
        assert laurels(window) == [("", False)] * 2, "what is looked at is not the end"


def test_resigning_and_draws_are_marked() -> None:
    with opened(NAMED) as window:
        press("r", "Control_L")
        settle()
        assert laurels(window) == [("resigned", False), ("wins", True)]
        assert shown(window).startswith("Ann (Red) resigns: Bob (Blue) wins.")
    full = "rrb/rbbr/rb1rb/rbbr/rbb . 2000 - -"
    with opened(Setup("herd(size=3)", TWO, 1, full)) as window:
        assert laurels(window) == [("draw", False)] * 2 and shown(window).startswith("A draw, 9 to 9.")
        assert list(offers(window)) == ["Play again", "New game"], "all seats are taken by the same player"


# Words for commands ---------------------------------------------------------------------------------------------------


def test_commands_are_found_by_other_words() -> None:
    wanted = {
        "watch": {"seats", "pause"}, "give up": {"resign"}, "dark mode": {"dark"},
        "zoom": {"larger", "smaller", "normal"},
        "tutorial": {"guide"}, "screenshot": {"copy_picture"}, "shortcuts": {"keys"}, "restart": {"again"},
    }  # fmt: skip
    with opened(Setup("herd(size=3)", TWO, 1)) as window:
        for typed, names in wanted.items():
            found = [row.command.name for row in matching(window.registry, typed)]
            assert names <= set(found[: len(names) + 3]), (typed, found)


@pytest.mark.parametrize("game", [game for game in fastcore.games() if boards.find(game)])
def test_what_is_said_hides_neither_candidates_nor_pages(game: str) -> None:
    for size in ((1280, 720), (2560, 1440)):
        with opened(Setup(game, ("person", *["greedy"] * (fastcore.start(game).seats - 1)), 1), size=size) as window:
            window.registry.run("analyse_mode")
            window.notice.say("This match cannot go on: the folder of its games is full.", True)
            settle()
            column = window.analyse.column
            assert column is not None and window.notice.frame is not None and window.notice.frame.winfo_ismapped()
            assert overlapping([window.notice.frame, column.candidates.frame, column.notebook.frame]) == []
            assert window.notice.frame.winfo_y() >= 0
            window.registry.run("leave_analyse")
            window.notice.say("Elsewhere it is said below.")
            settle()
            assert window.notice.frame.winfo_y() > window.screen.game_column.winfo_height() // 2
