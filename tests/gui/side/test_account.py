"""Tests of the replay of recent events by keys, by clicks and automatically, and of the return to the game."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from fastcore import Stream
from tests.kit.windows import (
    HERD,
    PLACING,
    TWO,
    TestedWindow,
    click,
    click_spot,
    open_window,
    pieces,
    press,
    settle,
    shows_position,
    status_text,
    type_text,
    wait,
)
from workbench import boards
from workbench.gui.board.board_view import BoardView
from workbench.gui.play import words as play_words
from workbench.gui.side import words as side_words
from workbench.gui.side.account_card import AccountCard
from workbench.gui.sound.live_text import LiveText
from workbench.seen.recap import Frame
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

HERBS = Setup("herbs(ap=30,actions=2,rounds=3)", TWO, 1)


def play_moves(window: TestedWindow, *moves: str) -> None:
    """Play moves one after another, without their animation."""
    for move in moves:
        window.table.play(move)
        window.playing.presenter.skip()
    settle()


def play_random_moves(window: TestedWindow, decisions: int) -> None:
    stream = Stream(7, "account")
    for _ in range(decisions):
        state = window.table.state
        play_moves(window, state.move_text(stream.choice(state.moves())))


def frames(window: TestedWindow) -> tuple[Frame, ...]:
    return window.playback.recap.frames


def is_showing(window: TestedWindow, number: int) -> bool:
    """Assert that pieces, marks and cards show the position after `number` events.

    Return whether the caption is shown too.
    """
    view, board, account = window.screen.view, window.screen.board, window.playback.recap
    assert board is not None and isinstance(view, BoardView)
    fields = account.frames[number - 1].fields if number else account.start
    events = account.frames[number - 1].events if number else ()
    wait(lambda: view.moving is None and not (window.playback.event_player and window.playback.event_player.rolling))
    assert window.playback.at == number
    assert pieces(window) is not None and set(view.painter.shown["pieces"]) == set(board.pieces(fields))
    assert (
        set(view.painter.shown["last"]) == set(board.last_turn_marks(fields, events)) and not view.painter.shown["open"]
    )
    assert [panel.shown for panel in window.screen.panels] == list(board.panels(window.table.info, fields, events))
    points = account.frames[number - 1].points if number else account.points
    scores = [board.points_text(window.table.info, score) for score in points]
    assert [player.points.cget("text") for player in window.screen.players] == scores
    return (account.frames[number - 1].words if number else side_words.START) in status_text(window)


def account_card(window: TestedWindow) -> AccountCard:
    assert isinstance(window.screen.side.page, AccountCard)
    return window.screen.side.page


def account_lines(window: TestedWindow) -> list[str]:
    return account_card(window).text.get("1.0", "end").split("\n")


def click_line(window: TestedWindow, number: int) -> None:
    text = account_card(window).text
    box = text.bbox(f"line{number}.first")
    assert box is not None
    click(text, box[0] + 5, box[1] + box[3] // 2)


@pytest.mark.parametrize(("spec", "decisions"), [("herd", 9), ("forest", 9)])
def test_keys_step_through_every_event_both_ways(spec: str, decisions: int) -> None:
    with open_window(Setup(spec, TWO, 3)) as window:
        play_random_moves(window, decisions)
        press("j")
        listed = [line for line in account_lines(window) if line]
        number = len(frames(window))
        assert number > 4 and [frame.words for frame in frames(window)] == [
            line for line in listed if not line.startswith("Turn ")
        ]
        for back in range(1, number + 1):
            type_text("<")
            assert is_showing(window, number - back)
        type_text("<")
        assert window.playback.at == 0 and side_words.AT_START in status_text(window), "there is no earlier event"
        for on in range(1, number + 1):
            type_text(">")
            assert is_showing(window, on)
        press("Escape")
        assert window.playback.at is None and shows_position(window) and window.playing.move_input.entry.paths
        type_text(">")
        assert is_showing(window, 1), "from the game the replay starts at the first event"
        press("Home")
        assert is_showing(window, 0)
        press("End")
        assert is_showing(window, number)
        click(account_card(window).leave)
        assert window.playback.at is None and shows_position(window)


def test_keys_and_buttons_step_slot_by_slot() -> None:
    with open_window(HERBS) as window:
        play_moves(window, "0M3", "0TR", "WhH7", "2M3", "2TL", "WhF8")
        window.table.take_over()
        press("j")
        ends = window.playback.recap.part_ends()
        assert len(ends) > 4
        for end in reversed(ends[:-1]):
            press("j", "Shift_L")
            assert is_showing(window, end)
        for end in ends[1:]:
            press("k", "Shift_L")
            assert is_showing(window, end)
        click(account_card(window).buttons["account_part_back"])
        assert is_showing(window, ends[-2])
        click(account_card(window).buttons["account_part_forward"])
        assert is_showing(window, ends[-1])
        account_card(window).text.focus_set()
        press("Left")
        press("Left")
        press("Right")
        assert is_showing(window, ends[-2])
        window.settings.animation = True
        window.playback.show_event(ends[0])
        press("k", "Shift_L")
        wait(lambda: not window.playback.running)
        assert is_showing(window, ends[1]), "the replay runs to the end of the slot"
        press("k", "Shift_L")
        press("k", "Shift_L")
        assert is_showing(window, ends[2]), "a second press skips the animation"


def test_click_on_a_line_shows_its_event_and_click_on_the_board_returns() -> None:
    with open_window(HERD) as window:
        play_moves(window, "b2")
        press("j")
        assert "Red captures c3." in account_lines(window)
        click_line(window, 1)
        assert is_showing(window, 1) and pieces(window)["c3"] == "stone-b", "c3 is not captured yet"
        steps, free = len(window.table.session.steps), sorted(window.table.state.moves())
        assert free and not window.playing.move_input.entry.paths
        click_spot(window, "a1")
        assert window.playback.at is None and len(window.table.session.steps) == steps, (
            "the click only returns to the game"
        )
        assert shows_position(window) and "c3" not in pieces(window)
        click_spot(window, "a1")
        assert len(window.table.session.steps) > steps
        assert "Red places a1." in account_lines(window), "the list continues with the game"


def test_forward_is_animated_and_back_is_immediate() -> None:
    with open_window(HERD, animation=True) as window:
        play_moves(window, "b2")
        view = window.screen.view
        assert isinstance(view, BoardView)
        window.registry.run("account_start")
        assert view.moving is None and is_showing(window, 0)
        window.registry.run("account_forward")
        assert view.moving is not None, "the stone is animated"
        window.registry.run("account_back")
        assert view.moving is None and is_showing(window, 0), "the stone disappears immediately"
        window.registry.run("account_forward")
        assert is_showing(window, 1)


@pytest.mark.parametrize("animation", [True, False])
def test_replay_runs_automatically_and_can_be_paused(animation: bool) -> None:
    with open_window(Setup("herd(size=3)", TWO, 3), animation=animation, animation_speed=3.0) as window:
        play_random_moves(window, 6)
        press("j")
        press("k")
        playback, number = window.playback, len(frames(window))
        assert playback.running and window.registry["account_play"].text == side_words.PAUSE
        wait(lambda: (playback.at or 0) >= 2)
        press("k")
        assert not playback.running
        index = playback.at
        assert index is not None and 2 <= index < number
        settle(0.6)
        assert playback.at == index and is_showing(window, index)
        click(account_card(window).buttons["account_play"])
        wait(lambda: not playback.running)
        assert is_showing(window, number)
        press("k")
        assert playback.running and (playback.at or 0) < number, "the replay starts from the first event again"
        window.registry.run("dark")
        assert not playback.is_active and not playback.timer and shows_position(window), (
            "a theme change returns to the game"
        )


def test_replay_ends_before_another_game_is_shown() -> None:
    with open_window(Setup("herd(size=3)", ("random", "random"), 3)) as window:
        press("p")
        wait(lambda: window.table.bots.held and not window.playing.presenter.busy)
        while len(frames(window)) < 3:
            press("period")
            wait(lambda: not window.playing.presenter.busy and window.table.bots.held)
        window.registry.run("account")
        window.playback.step(-1)
        assert window.playback.is_active
        window.games.begin(Setup("herbalism", ("person", "random", "random"), 1))
        settle()
        assert not window.playback.is_active and window.screen.side.kind == "account"
        assert {frame.turn for frame in frames(window)} <= {0, 1}, "the events of the new game"


def test_bot_move_ends_the_replay_and_is_animated() -> None:
    with open_window(Setup("herd(size=3)", ("random", "random"), 3), animation=True, animation_speed=3.0) as window:
        press("p")
        wait(lambda: window.table.bots.held and not window.playing.presenter.busy)
        while len(frames(window)) < 3:
            press("period")
            wait(lambda: not window.playing.presenter.busy and window.table.bots.held)
        before = window.playing.point.fields
        type_text("<")
        assert window.playback.is_active
        press("period")
        wait(lambda: not window.playback.is_active)
        assert isinstance(window.screen.view, BoardView)
        assert window.playing.presenter.busy or shows_position(window)
        assert window.playback.before == before
        wait(lambda: not window.playing.presenter.busy)
        assert shows_position(window)


def test_typed_move_ends_the_replay_and_is_played() -> None:
    with open_window(HERD) as window:
        play_moves(window, "b2")
        type_text("<")
        press("slash")
        type_text("a1")
        press("Return")
        assert window.playback.at is None and window.table.session.steps[-1].move == "a1" and shows_position(window)


def test_earlier_position_has_its_own_account() -> None:
    with open_window(Setup("herd(size=3)", TWO, 3)) as window:
        play_random_moves(window, 8)
        press("j")
        current_words = [frame.words for frame in frames(window)]
        for _ in range(5):
            window.registry.run("back")
        settle()
        earlier_words = [frame.words for frame in frames(window)]
        assert earlier_words and earlier_words != current_words and window.table.browsing.node is not None
        click_line(window, 1)
        assert is_showing(window, 1)
        press("Escape")
        assert window.playback.at is None and window.table.browsing.node is not None, (
            "Esc returns to the earlier position"
        )
        click_line(window, 1)
        window.registry.run("end")
        assert window.playback.at is None and window.table.browsing.node is None and shows_position(window)
        assert [frame.words for frame in frames(window)] == current_words


def test_clocks_run_during_a_replay() -> None:
    from bots.report import Limit

    with open_window(Setup("herd(size=3)", TWO, 1, PLACING, limit=Limit(seconds=300.0, per="game"))) as window:
        play_moves(window, "b2")
        type_text("<")
        seat = window.table.state.actor
        before = window.table.clock.left(seat)
        wait(lambda: (window.table.clock.left(seat) or 0.0) < (before or 0.0) - 0.02)
        assert window.playback.is_active


def test_live_text_describes_the_replay() -> None:
    with open_window(HERD) as window:
        play_moves(window, "b2")
        press("l")
        window.registry.run("account_end")
        page = window.screen.side.page
        assert (
            isinstance(page, LiveText)
            and page.lines[0].startswith("Red captures c3.")
            and "Red places b2." in page.lines
        )
        window.registry.run("account_back")
        assert page.lines[0].startswith("Red places b2.") and not any("captures" in line for line in page.lines)
        press("Escape")
        assert page.lines[0] == boards.prompt(window.table.point)


def test_draft_is_hidden_during_a_replay() -> None:
    with open_window(HERBS) as window:
        for move in ("0M3", "0P3/22", "WhH7", "2P3/6", "2P1/5", "WhF8"):
            window.table.take_over()
            play_moves(window, move)
        window.table.take_over()
        settle()
        drafting = window.drafting
        window.playing.type_move("0M1")
        draft = drafting.draft
        assert draft is not None and draft.moves == ("0M1",)
        type_text("<")
        assert is_showing(window, len(frames(window)) - 1) and not window.screen.view.painter.shown["ghosts"]  # type: ignore[union-attr]
        press("Escape")
        assert not window.playback.is_active and drafting.draft is draft and draft.moves == ("0M1",)
        assert window.screen.view.painter.shown["ghosts"]  # type: ignore[union-attr]
        type_text("<")
        drafting.remove(0)
        assert not window.playback.is_active and not draft.moves and shows_position(window), (
            "editing the draft returns to the game"
        )
        type_text("<")
        window.playing.type_move("0M1")
        assert not window.playback.is_active and draft.moves == ("0M1",)


def test_hand_over_clears_the_account() -> None:
    with open_window(HERBS) as window:
        press("j")
        assert side_words.COVERED in account_lines(window)
        click(window.screen.cover.button)
        play_moves(window, "0M3", "0P3/22")
        assert not frames(window), "the player's own plan is not listed"
        window.table.play("WhH7")
        wait(lambda: window.screen.cover.winfo_viewable())
        assert window.table.screen.handover_seat == 1 and not frames(window) and window.screen.side.kind == ""
        press("j")
        assert side_words.COVERED in account_lines(window)
        assert window.registry["account_play"].why_not() == play_words.hand_over(boards.seat_name(window.table.info, 1))
        window.table.take_over()
        settle()
        assert [frame.words for frame in frames(window)] == ["Red's plan is complete."]
        assert not any("0M3" in line or "H7" in line for line in account_lines(window))
