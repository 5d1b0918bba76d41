"""Tests of changing seats during a game, of a bot that moves for a person, and of watching bots."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from bots.report import Limit
from tests.gui.new_game.dialogs import choose, write
from tests.kit.windows import (
    PLACING,
    TWO,
    TestedWindow,
    click,
    click_spot,
    open_window,
    press,
    root,
    settle,
    shows_position,
    status_text,
    type_text,
    wait,
)
from workbench.game.session import PERSON
from workbench.gui.new_game.seats import SeatsDialog
from workbench.gui.play import words as play_words
from workbench.gui.play.seat_commands import SeatCommands
from workbench.gui.widgets import words as widgets_words
from workbench.table.setup import Setup
from workbench.thinking.thinker import Done

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SLOW = "mcts(seconds=600)"


def seats_dialog(window: TestedWindow) -> SeatsDialog:
    dialog = window.pages.open["seats"]
    assert isinstance(dialog, SeatsDialog)
    dialog.update()
    return dialog


def test_seats_changed_from_a_player_card_can_be_undone() -> None:
    with open_window(Setup("herd(size=3)", (PERSON, "random"), 1, PLACING)) as window:
        click(window.screen.players[1].who)
        dialog = seats_dialog(window)
        assert [form.text for form in dialog.forms] == [PERSON, "random"]
        choose(dialog.forms[1].player_box, widgets_words.PERSON)
        write(dialog.forms[0].name, "Ann")
        write(dialog.forms[1].name, "Ben")
        click(dialog.start)
        assert not dialog.winfo_exists() and window.table.session.seats == TWO
        assert [card.who.cget("text") for card in window.screen.players] == ["Ann", "Ben"]
        assert root().focus_get() is window.screen.view
        click_spot(window, "b2")
        wait(lambda: window.playing.accepts_moves)
        press("z", "Control_L")
        press("z", "Control_L")
        assert window.table.session.seats == (PERSON, "random") and window.table.session.steps == ()
        assert [card.who.cget("text") for card in window.screen.players] == [widgets_words.YOU, "random"]
        press("y", "Control_L")
        assert window.table.session.document.names == ("Ann", "Ben")


def test_seats_dialog_works_by_keyboard() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("Tab")
        assert root().focus_get() is window.screen.players[0].frame
        press("Return")
        dialog = seats_dialog(window)
        dialog.forms[0].player_box.focus_force()
        press("Down")  # opens the list of players
        press("Escape")
        assert dialog.winfo_exists(), "Esc closes the list first"
        dialog.forms[0].name.focus_force()
        type_text("eve")
        press("Return")
        assert not dialog.winfo_exists() and window.screen.players[0].who.cget("text") == "eve"
        press("p", "Control_L")
        assert seats_dialog(window).forms[0].person_name == "eve"
        press("Escape")


def test_replacing_a_thinking_bot_ignores_its_late_answer() -> None:
    with open_window(Setup("herd(size=3)", (SLOW, PERSON), 2)) as window:
        wait(lambda: window.table.bots.requests.progress is not None)
        old_ticket, report, bot = (
            window.table.bots.requests.ticket,
            window.table.bots.requests.progress,
            window.table.bots.players[0],
        )
        assert report is not None
        window.table.change_seats((PERSON, PERSON), ("", ""))
        assert window.playing.accepts_moves
        assert window.table.bots.requests.ticket == 0 and window.table.bots.players == {}
        window.table.bots.requests.messages.put(Done(old_ticket, (report,)))
        settle(0.2)
        assert [step.actor for step in window.table.session.steps] == [-1], "the removed bot makes no move"
        assert window.table.session.waits_for == "person" and shows_position(window)
        press("z", "Control_L")
        wait(lambda: window.table.bots.thinking)
        assert window.table.bots.players[0] is not bot and window.table.bots.requests.ticket != old_ticket
        window.table.change_seats(("random", PERSON), ("", ""))
        wait(lambda: window.playing.accepts_moves)
        assert {step.actor for step in window.table.session.steps} == {-1, 0} and window.table.state.actor == 1


def test_stopped_bot_stays_stopped_when_another_seat_changes() -> None:
    with open_window(Setup("herd(size=3)", (SLOW, PERSON), 2)) as window:
        wait(lambda: window.table.bots.requests.progress is not None)
        press("p")
        window.table.change_seats((SLOW, "random"), ("", ""))
        settle(0.1)
        assert window.table.bots.held and not window.table.bots.thinking
        press("p")
        wait(lambda: window.table.bots.thinking)


def test_unknown_bot_is_reported_in_the_dialog() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("p", "Control_L")
        dialog = seats_dialog(window)
        dialog.change = lambda players, names: window.table.change_seats(("nobody", PERSON), names)
        dialog.start.focus_force()
        press("Return")
        assert dialog.winfo_exists() and "There is no bot 'nobody'" in dialog.error_label.cget("text")
        assert window.table.session.seats == TWO


def test_helper_plays_the_turn_of_a_person() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        window.settings.helper = {"herd": "points"}
        press("H", "Control_L", "Shift_L")
        wait(lambda: window.table.state.turn == 10)
        wait(lambda: window.playing.accepts_moves)
        moves = window.table.session.steps
        assert moves[0].move == "b2", "the bot plays the capture"
        assert sum(step.actor == 0 for step in moves) > 1 and window.table.state.actor == 1, "it plays the whole turn"
        assert window.table.session.seats == TWO and shows_position(window)
        window.table.begin(Setup("herd(size=3)", TWO, 1, PLACING))
        wait(lambda: window.playing.accepts_moves)
        window.settings.helper = {"herd": SLOW}
        press("H", "Control_L", "Shift_L")
        wait(lambda: window.table.bots.requests.progress is not None)
        assert status_text(window).startswith(play_words.thinks_for("Red"))
        press("Escape")
        assert window.playing.accepts_moves and not window.table.bots.held, "Esc lets the person move"
        press("H", "Control_L", "Shift_L")
        wait(lambda: window.table.bots.requests.progress is not None)
        click_spot(window, sorted(window.playing.move_input.entry.next_spots)[0])
        wait(lambda: window.playing.accepts_moves)
        settle(0.1)
        assert len(window.table.session.steps) == 1 and window.table.bots.requests.ticket == 0, "a click ends the help"
        press("H", "Control_L", "Shift_L")
        wait(lambda: window.table.bots.requests.progress is not None)
        press("j", "Control_L")
        wait(lambda: len(window.table.session.steps) == 2)
        assert window.table.session.steps[-1].report is not None


def test_chosen_helper_is_remembered() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        assert window.shell.feature(SeatCommands).helper == "maximum"
        window.registry.run("helper")
        dialog = window.pages.open["helper"]
        assert isinstance(dialog, SeatsDialog)
        assert widgets_words.PERSON not in dialog.forms[0].names
        choose(dialog.forms[0].player_box, "greedy")
        dialog.update()
        click(dialog.start)
        assert window.settings.helper == {"herd": "greedy"} and window.shell.feature(SeatCommands).helper == "greedy"


def test_bot_game_can_be_paused_stepped_and_sped_up() -> None:
    with open_window(Setup("herd(size=3)", ("greedy", "greedy"), 2), speed=1) as window:
        settle(0.2)
        buttons = window.shell.status.buttons
        assert buttons["pause"].winfo_ismapped() and not window.shell.status.entry.winfo_ismapped()
        assert window.shell.status.speed.cget("text") == "Speed: slow"
        step_count = len(window.table.session.steps)
        assert step_count <= 3
        click(buttons["pause"])
        assert buttons["pause"].cget("text") == window.registry["continue"].text and window.table.bots.held
        for _ in range(3):
            before = sum(step.actor >= 0 for step in window.table.session.steps)
            click(buttons["step"])
            wait(lambda before=before: sum(step.actor >= 0 for step in window.table.session.steps) == before + 1)  # type: ignore[misc]
            settle(0.1)
            assert window.table.bots.held and sum(step.actor >= 0 for step in window.table.session.steps) == before + 1
        assert shows_position(window)
        for _ in range(3):
            press("bracketright")
        assert window.settings.speed == 4 and window.shell.status.speed.cget("text") == "Speed: instant"
        press("bracketright")
        assert play_words.FASTEST in status_text(window)
        click(buttons["pause"])
        wait(lambda: window.table.over)
        settle(0.1)
        assert (
            any(end in status_text(window) for end in (" wins", "You win", "A draw"))
            and not buttons["pause"].winfo_ismapped()
        )
        assert all(buttons[name].winfo_ismapped() for name in ("undo", "new", "rematch"))


def test_person_can_pause_the_game() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING, limit=Limit(seconds=60, per="game"))) as window:
        wait(lambda: window.table.clock.running)
        press("p")
        assert status_text(window) == play_words.PAUSED and not window.playing.accepts_moves
        click_spot(window, "b2")
        assert window.table.session.steps == () and play_words.PAUSED in status_text(window)
        remaining = window.table.clock.left(0)
        settle(0.3)
        assert window.table.clock.left(0) == remaining, "the clocks are paused"
        press("p")
        click_spot(window, "b2")
        wait(lambda: len(window.table.session.steps) == 1)
