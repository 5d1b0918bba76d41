"""Who plays, in the middle of a game: seats changed, a bot that moves for a person, bots that are watched, clocks that run out,
resigning and rematches; and whole games by mouse alone and by keyboard alone."""

from __future__ import annotations

from typing import Literal

import pytest

pytest.importorskip("tkinter")

from tkinter import Menu

from bots.report import Limit
from fastcore import OVER
from tests.gui.new_game.test_new_game import choose, write
from tests.kit.windows import (
    PLACING,
    TWO,
    click,
    click_spot,
    matches,
    opened,
    point_at,
    press,
    root,
    settle,
    shown,
    type_text,
    wait,
)
from workbench import boards
from workbench.game.session import PERSON
from workbench.gui.board.board_view import BoardView
from workbench.gui.new_game.seats import SeatsDialog
from workbench.gui.play import words as play_words
from workbench.gui.widgets import words as widgets_words
from workbench.gui.window import Window
from workbench.table.setup import Setup
from workbench.thinking.thinker import Done

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

MOST = 60  # decisions of a person in a game
SLOW = "mcts(seconds=600)"


def seats_of(window: Window) -> SeatsDialog:
    dialog = window.pages.open["seats"]
    assert isinstance(dialog, SeatsDialog)
    dialog.update()
    return dialog


# Seats ----------------------------------------------------------------------------------------------------------------


def test_a_click_on_a_card_changes_who_plays_and_undo_takes_it_back() -> None:
    with opened(Setup("herd(size=3)", (PERSON, "random"), 1, PLACING)) as window:
        click(window.players[1].who)
        dialog = seats_of(window)
        assert [form.text for form in dialog.forms] == [PERSON, "random"]
        choose(dialog.forms[1].who, widgets_words.PERSON)
        write(dialog.forms[0].name, "Ann")
        write(dialog.forms[1].name, "Ben")
        click(dialog.start)
        assert not dialog.winfo_exists() and window.table.session.seats == TWO
        assert [card.who.cget("text") for card in window.players] == ["Ann", "Ben"]
        assert root().focus_get() is window.view
        click_spot(window, "b2")
        wait(lambda: window.playing.ours)
        press("z", "Control_L")
        press("z", "Control_L")
        assert window.table.session.seats == (PERSON, "random") and window.table.session.steps == ()
        assert [card.who.cget("text") for card in window.players] == [widgets_words.YOU, "random"]
        press("y", "Control_L")
        assert window.table.session.names == ("Ann", "Ben")


def test_seats_by_keyboard() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        press("Tab")
        assert root().focus_get() is window.players[0].frame
        press("Return")
        dialog = seats_of(window)
        dialog.forms[0].who.focus_force()
        press("Down")  # the list of who there is
        press("Escape")
        assert dialog.winfo_exists(), "Esc closes the list first"
        dialog.forms[0].name.focus_force()
        type_text("eve")
        press("Return")
        assert not dialog.winfo_exists() and window.players[0].who.cget("text") == "eve"
        press("p", "Control_L")
        assert seats_of(window).forms[0].named == "eve"
        press("Escape")


def test_a_bot_is_seated_while_another_thinks_and_old_words_are_not_heard() -> None:
    with opened(Setup("herd(size=3)", (SLOW, PERSON), 2)) as window:
        wait(lambda: window.table.bots.asking.progress is not None)
        old, report, bot = window.table.bots.asking.ticket, window.table.bots.asking.progress, window.table.bots.players[0]
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


# A bot that moves for a person ----------------------------------------------------------------------------------------


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
        click_spot(window, sorted(window.playing.touch.entry.open)[0])
        wait(lambda: window.playing.ours)
        assert len(window.table.session.steps) == 2 and window.table.bots.asking.ticket == 0
        press("g")
        wait(lambda: window.table.bots.asking.progress is not None)
        press("m")
        wait(lambda: len(window.table.session.steps) == 3)
        assert window.table.session.steps[-1].report is not None


def test_the_helper_is_chosen_and_remembered() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        assert window.seat_actions.helper == "mcts:steady"
        window.registry.run("helper")
        dialog = window.pages.open["helper"]
        assert isinstance(dialog, SeatsDialog)
        assert widgets_words.PERSON not in dialog.forms[0].names
        choose(dialog.forms[0].who, "greedy")
        dialog.update()
        click(dialog.start)
        assert window.settings.helper == {"herd": "greedy"} and window.seat_actions.helper == "greedy"


# Bots that are watched ------------------------------------------------------------------------------------------------


def test_bots_are_watched_with_pause_step_and_speed() -> None:
    with opened(Setup("herd(size=3)", ("greedy", "greedy"), 2), speed=1) as window:
        settle(0.2)
        buttons = window.status.buttons
        assert buttons["pause"].winfo_ismapped() and not window.status.entry.winfo_ismapped()
        assert window.status.speed.cget("text") == "Speed: slow"
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
        assert window.settings.speed == 4 and window.status.speed.cget("text") == "Speed: at once"
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


# Clocks ---------------------------------------------------------------------------------------------------------------


def test_clocks_run_for_whoever_decides_and_are_taken_back() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING, limit=Limit(seconds=60, per="game", increment=5))) as window:
        clock, cards = window.table.clock, window.players
        wait(lambda: cards[0].clock.cget("text") != "1:00")
        assert cards[1].clock.cget("text") == "1:00"
        click_spot(window, "b2")
        wait(lambda: window.playing.ours)
        node = window.table.session.tree.nodes[window.table.session.here]
        assert node.left is not None and node.left < 60 and node.seconds
        press("z", "Control_L")
        clock.rest()  # what the machine takes from here on is nobody's
        left = clock.left(0)
        assert left is not None and left + clock.spent == pytest.approx(60), "the time is there again"


def test_the_flag_falls() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING, limit=Limit(seconds=0.6, per="game"))) as window:
        wait(lambda: window.table.over)
        assert shown(window) == "Red has no time left: Blue wins."
        result = window.table.session.result
        assert result is not None and (result.ending, result.guilty) == ("timeout", 0)
        assert window.players[0].clock.cget("text") == "0:00.0"
        assert str(window.players[0].clock.cget("style")) == "CardLowClock.TLabel"
        click_spot(window, "b2")
        assert window.table.session.steps == () and play_words.GAME_OVER in shown(window)
        press("z", "Control_L")
        assert not window.table.over and window.playing.ours


@pytest.mark.parametrize(("per", "left"), [("game", "1:00"), ("turn", ""), ("decision", "")])
def test_clocks_of_a_turn_are_told_no_more_when_the_game_is_over(per: Literal["game", "turn", "decision"], left: str) -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING, limit=Limit(seconds=60, per=per))) as window:
        cards = window.players
        assert cards[1].clock.cget("text") == "1:00"
        window.registry.run("resign")
        assert cards[1].clock.cget("text") == left and window.table.over


def test_a_bot_keeps_to_its_clock() -> None:
    with opened(Setup("herd(size=2)", ("mcts", "mcts"), 1, limit=Limit(seconds=3, per="game"))) as window:
        wait(lambda: window.table.over)
        result = window.table.session.result
        assert result is not None and result.ending == "normal"
        steps = [window.table.session.tree.nodes[node] for node in window.table.session.main_line()]
        for seat in (0, 1):
            left = [step.left for step in steps if step.actor == seat and step.left is not None]
            assert left == sorted(left, reverse=True) and 0 < left[0] < 3, "its time only gets less"


def test_the_clock_stands_while_moves_are_shown() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING, limit=Limit(seconds=60, per="turn")), animation=True) as window:
        click_spot(window, "b2")
        wait(lambda: window.playing.presenter.busy or window.playing.ours)
        while window.playing.presenter.busy:
            assert not window.table.clock.running
            settle(0.02)
        wait(lambda: window.table.clock.running)


# The end --------------------------------------------------------------------------------------------------------------


def test_resigning_and_a_rematch() -> None:
    with opened(Setup("herd(size=3)", (PERSON, "random"), 1, PLACING, ("Ann", ""))) as window:
        press("r", "Control_L")
        assert shown(window) == "Ann (Red) resigns: Blue wins." and window.table.over
        result = window.table.session.result
        assert result is not None and (result.ending, result.guilty) == ("resigned", 0)
        panel = window.panels[0].shown
        assert panel is not None and [line.text for line in panel.lines if line.text] == [shown(window)], "nothing is to be done"
        press("z", "Control_L")
        panel = window.panels[0].shown
        assert panel is not None and panel.lines[0].text.startswith("Place ")
        assert not window.table.over and window.playing.ours, "undo takes it back"
        press("r", "Control_L")
        press("r", "Control_L")
        assert play_words.GAME_OVER in shown(window)
        click(window.status.buttons["rematch"])
        wait(lambda: window.playing.ours)
        assert window.table.session.seats == ("random", PERSON) and window.table.session.names == ("", "Ann")
        assert not window.table.over and window.table.session.spec == "herd(size=3)"


def test_a_rematch_of_two_alike_is_play_again() -> None:
    with opened(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        assert window.registry["rematch"].why_not() == play_words.NO_EXCHANGE
        window.registry.run("resign")
        settle(0.1)
        click(window.status.buttons["again"])
        assert not window.table.over and window.table.session.steps[0].actor == -1


# Whole games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["Herd", "The GAME without a NAME"])
def test_from_the_start_to_the_end_of_a_game_by_mouse_alone(game: str) -> None:
    """Menus, the dialog with its lists, and the board, by real clicks only."""
    with opened(Setup("herd(size=3)", (PERSON, "random"), 1)) as window:
        click(window.top.buttons["game"])
        menu = window.top.menus["game"]
        wait(menu.winfo_ismapped)
        point_at(menu, 30, menu.yposition(0) + 8)
        click(menu, 30, menu.yposition(0) + 8)
        wait(lambda: "new" in window.pages.open and window.pages.open["new"].winfo_viewable())
        dialog = window.pages.open["new"]
        pick(dialog.game, game)  # type: ignore[attr-defined]
        if game == "Herd":
            pick(dialog.options.fields["size"].box, "2")  # type: ignore[attr-defined]
        pick(dialog.seats[1].who, "random")  # type: ignore[attr-defined]
        click(dialog.start)  # type: ignore[attr-defined]
        wait(lambda: not dialog.winfo_exists())
        assert window.table.info.title == game and window.table.session.seats == (PERSON, "random")
        for _ in range(MOST):
            wait(lambda: window.playing.ours or window.table.over)
            if window.table.over:
                break
            if window.playing.ours:
                click_move(window, best(window))
        finished(window)
        click(window.status.buttons["rematch"])
        wait(lambda: window.playing.ours)
        assert window.table.session.seats == ("random", PERSON)


@pytest.mark.parametrize("game", ["Herd", "The GAME without a NAME"])
def test_from_the_start_to_the_end_of_a_game_by_keyboard_alone(game: str) -> None:
    with opened(Setup("herd(size=2)", (PERSON, "random"), 1)) as window:
        press("n", "Control_L")
        dialog = window.pages.open["new"]
        dialog.start.focus_force()  # type: ignore[attr-defined]  # as a window manager does
        arrive_at(dialog, dialog.game)  # type: ignore[attr-defined]
        press("Down")
        settle(0.1)
        titles = list(dialog.game.cget("values"))  # type: ignore[attr-defined]
        steps = titles.index(game) - titles.index(dialog.game.get())  # type: ignore[attr-defined]
        for _ in range(abs(steps)):
            press("Down" if steps > 0 else "Up")
        press("Return")
        assert dialog.game.get() == game  # type: ignore[attr-defined]
        arrive_at(dialog, dialog.start)  # type: ignore[attr-defined]
        press("Return")
        wait(lambda: not dialog.winfo_exists())
        view = window.view
        assert isinstance(view, BoardView) and window.table.info.title == game
        for _ in range(MOST):
            wait(lambda: window.playing.ours or window.table.over)
            if window.table.over:
                break
            if window.playing.ours:
                press("slash")
                type_text(best(window))
                press("Return")
                press("Escape")
        finished(window)
        press("N", "Control_L", "Shift_L")
        wait(lambda: window.playing.ours)
        assert not window.table.session.result


def best(window: Window) -> str:
    """What greedy play prefers, for short games."""
    state = window.table.state
    return state.move_text(max(state.policy("greedy"), key=lambda choice: choice[1])[0])


def click_move(window: Window, move: str) -> None:
    """Click on the spots of a move, and on its words in the menu where they mean several."""
    paths = dict(window.playing.touch.entry.paths)
    label = boards.say(window.table.info, window.table.state.actor, (move,))
    for spot in paths[move]:
        click_spot(window, spot)
    if list(paths.values()).count(paths[move]) > 1:
        menus = [child for child in root().winfo_children() if isinstance(child, Menu) and child.winfo_ismapped()]
        number = [menus[-1].entrycget(n, "label") for n in range((menus[-1].index("end") or 0) + 1)].index(label)
        click(menus[-1], 30, menus[-1].yposition(number) + 8)


def finished(window: Window) -> None:
    wait(lambda: not window.playing.presenter.busy)
    settle(0.1)
    assert window.table.state.actor == OVER and matches(window)
    assert any(end in shown(window) for end in (" wins", "A draw")) and window.status.buttons["rematch"].winfo_ismapped()


def pick(box: object, text: str) -> None:
    """Choose in a list by clicks alone."""
    click(box)  # type: ignore[arg-type]
    settle(0.15)
    popdown = root().tk.call("ttk::combobox::PopdownWindow", str(box))
    listbox = f"{popdown}.f.l"
    number = list(box.cget("values")).index(text)  # type: ignore[attr-defined]
    root().tk.call(listbox, "see", number)
    x, y, width, height = (int(part) for part in root().tk.splitlist(root().tk.call(listbox, "bbox", number)))
    left, top = (int(root().tk.call("winfo", part, listbox)) for part in ("rootx", "rooty"))
    click(root(), left + x + min(width, 20) // 2 - root().winfo_rootx(), top + y + height // 2 - root().winfo_rooty())
    settle(0.1)
    assert box.get() == text  # type: ignore[attr-defined]


def arrive_at(dialog: object, widget: object) -> None:
    """Press Tab until a widget has the focus."""
    for _ in range(40):
        if dialog.focus_get() is widget:  # type: ignore[attr-defined]
            return
        press("Tab")
    raise AssertionError("Tab does not come there")
