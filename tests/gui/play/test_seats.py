"""Who plays, in the middle of a game: seats changed, a bot that moves for a person, bots that are watched."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from bots.report import Limit
from tests.gui.new_game.test_new_game import choose, write
from tests.kit.windows import (
    PLACING,
    TWO,
    Tested,
    click,
    click_spot,
    matches,
    opened,
    press,
    root,
    settle,
    shown,
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


def seats_of(window: Tested) -> SeatsDialog:
    dialog = window.pages.open["seats"]
    assert isinstance(dialog, SeatsDialog)
    dialog.update()
    return dialog


def test_a_click_on_a_card_changes_who_plays_and_undo_takes_it_back() -> None:
    with opened(Setup("herd(size=3)", (PERSON, "random"), 1, PLACING)) as window:
        click(window.screen.players[1].who)
        dialog = seats_of(window)
        assert [form.text for form in dialog.forms] == [PERSON, "random"]
        choose(dialog.forms[1].who, widgets_words.PERSON)
        write(dialog.forms[0].name, "Ann")
        write(dialog.forms[1].name, "Ben")
        click(dialog.start)
        assert not dialog.winfo_exists() and window.table.session.seats == TWO
        assert [card.who.cget("text") for card in window.screen.players] == ["Ann", "Ben"]
        assert root().focus_get() is window.screen.view
        click_spot(window, "b2")
        wait(lambda: window.playing.ours)
        press("z", "Control_L")
        press("z", "Control_L")
        assert window.table.session.seats == (PERSON, "random") and window.table.session.steps == ()
        assert [card.who.cget("text") for card in window.screen.players] == [widgets_words.YOU, "random"]
        press("y", "Control_L")
        assert window.table.session.document.names == ("Ann", "Ben")


def test_seats_by_keyboard() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("Tab")
        assert root().focus_get() is window.screen.players[0].frame
        press("Return")
        dialog = seats_of(window)
        dialog.forms[0].who.focus_force()
        press("Down")  # the list of who there is
        press("Escape")
        assert dialog.winfo_exists(), "Esc closes the list first"
        dialog.forms[0].name.focus_force()
        type_text("eve")
        press("Return")
        assert not dialog.winfo_exists() and window.screen.players[0].who.cget("text") == "eve"
        press("p", "Control_L")
        assert seats_of(window).forms[0].named == "eve"
        press("Escape")


def test_a_bot_is_seated_while_another_thinks_and_old_words_are_not_heard() -> None:
    with opened(Setup("herd(size=3)", (SLOW, PERSON), 2)) as window:
        wait(lambda: window.table.bots.asking.progress is not None)
        old, report, bot = (
            window.table.bots.asking.ticket,
            window.table.bots.asking.progress,
            window.table.bots.players[0],
        )
        assert report is not None
        window.table.change_seats((PERSON, PERSON), ("", ""))
        assert window.playing.ours and window.table.bots.asking.ticket == 0 and window.table.bots.players == {}
        window.table.bots.asking.messages.put(Done(old, (report,)))
        settle(0.2)
        assert [step.actor for step in window.table.session.steps] == [-1], "the bot that left moves no more"
        assert window.table.session.waits_for == "person" and matches(window)
        press("z", "Control_L")
        wait(lambda: window.table.bots.thinking)
        assert window.table.bots.players[0] is not bot and window.table.bots.asking.ticket != old
        window.table.change_seats(("random", PERSON), ("", ""))
        wait(lambda: window.playing.ours)
        assert {step.actor for step in window.table.session.steps} == {-1, 0} and window.table.state.actor == 1


def test_a_bot_stopped_stays_stopped_when_another_seat_changes() -> None:
    with opened(Setup("herd(size=3)", (SLOW, PERSON), 2)) as window:
        wait(lambda: window.table.bots.asking.progress is not None)
        press("s")
        window.table.change_seats((SLOW, "random"), ("", ""))
        settle(0.1)
        assert window.table.bots.held and not window.table.bots.thinking
        press("c")
        wait(lambda: window.table.bots.thinking)


def test_a_bot_that_is_there_no_more_is_said() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("p", "Control_L")
        dialog = seats_of(window)
        dialog.change = lambda players, names: window.table.change_seats(("nobody", PERSON), names)
        dialog.start.focus_force()
        press("Return")
        assert dialog.winfo_exists() and "No bot 'nobody'" in dialog.wrong.cget("text")
        assert window.table.session.seats == TWO


def test_a_bot_makes_this_move() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        window.settings.helper = {"herd": "points"}
        press("g")
        wait(lambda: len(window.table.session.steps) == 1)
        wait(lambda: window.playing.ours)
        assert window.table.session.steps[0].move == "b2", "the one that captures"
        assert window.table.session.seats == TWO and matches(window)
        window.settings.helper = {"herd": SLOW}
        press("g")
        wait(lambda: window.table.bots.asking.progress is not None)
        assert shown(window).startswith(play_words.thinks_for("Red"))
        press("Escape")
        assert window.playing.ours and not window.table.bots.held, "one may play oneself after all"
        press("g")
        wait(lambda: window.table.bots.asking.progress is not None)
        click_spot(window, sorted(window.playing.move_input.entry.open)[0])
        wait(lambda: window.playing.ours)
        assert len(window.table.session.steps) == 2 and window.table.bots.asking.ticket == 0
        press("g")
        wait(lambda: window.table.bots.asking.progress is not None)
        press("m")
        wait(lambda: len(window.table.session.steps) == 3)
        assert window.table.session.steps[-1].report is not None


def test_the_helper_is_chosen_and_remembered() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        assert window.shell.feature(SeatCommands).helper == "mcts:steady"
        window.registry.run("helper")
        dialog = window.pages.open["helper"]
        assert isinstance(dialog, SeatsDialog)
        assert widgets_words.PERSON not in dialog.forms[0].names
        choose(dialog.forms[0].who, "greedy")
        dialog.update()
        click(dialog.start)
        assert window.settings.helper == {"herd": "greedy"} and window.shell.feature(SeatCommands).helper == "greedy"


def test_bots_are_watched_with_pause_step_and_speed() -> None:
    with opened(Setup("herd(size=3)", ("greedy", "greedy"), 2), speed=1) as window:
        settle(0.2)
        buttons = window.shell.status.buttons
        assert buttons["pause"].winfo_ismapped() and not window.shell.status.entry.winfo_ismapped()
        assert window.shell.status.speed.cget("text") == "Speed: slow"
        few = len(window.table.session.steps)
        assert few <= 3
        click(buttons["pause"])
        assert buttons["pause"].cget("text") == window.registry["continue"].text and window.table.bots.held
        for _ in range(3):
            before = sum(step.actor >= 0 for step in window.table.session.steps)
            click(buttons["step"])
            wait(lambda before=before: sum(step.actor >= 0 for step in window.table.session.steps) == before + 1)  # type: ignore[misc]
            settle(0.1)
            assert window.table.bots.held and sum(step.actor >= 0 for step in window.table.session.steps) == before + 1
        assert matches(window)
        for _ in range(3):
            press("bracketright")
        assert window.settings.speed == 4 and window.shell.status.speed.cget("text") == "Speed: at once"
        press("bracketright")
        assert play_words.FASTEST in shown(window)
        click(buttons["pause"])
        wait(lambda: window.table.over)
        settle(0.1)
        assert any(end in shown(window) for end in (" wins", "A draw")) and not buttons["pause"].winfo_ismapped()
        assert all(buttons[name].winfo_ismapped() for name in ("undo", "again", "rematch"))


def test_a_person_may_pause_too() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING, limit=Limit(seconds=60, per="game"))) as window:
        wait(lambda: window.table.clock.running)
        press("p")
        assert shown(window) == play_words.PAUSED and not window.playing.ours
        click_spot(window, "b2")
        assert window.table.session.steps == () and play_words.PAUSED in shown(window)
        left = window.table.clock.left(0)
        settle(0.3)
        assert window.table.clock.left(0) == left, "the clocks stand"
        press("c")
        click_spot(window, "b2")
        wait(lambda: len(window.table.session.steps) == 1)
