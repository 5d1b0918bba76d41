"""What happened lately, shown once more in the window: by keys, by clicks, by itself; and how the game comes back."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from fastcore import Stream
from tests.kit.windows import (
    HERD,
    PLACING,
    TWO,
    Tested,
    click,
    click_spot,
    matches,
    opened,
    pieces,
    press,
    settle,
    shown,
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


def play(window: Tested, *moves: str) -> None:
    """Make these moves as whoever decides."""
    for move in moves:
        window.table.play(move)
        window.playing.presenter.skip()
    settle()


def play_on(window: Tested, decisions: int) -> None:
    stream = Stream(7, "account")
    for _ in range(decisions):
        state = window.table.state
        play(window, state.move_text(stream.choice(state.moves())))


def frames(window: Tested) -> tuple[Frame, ...]:
    return window.playback.recap.frames


def shows(window: Tested, number: int) -> bool:
    """Whether the window shows the board after so many of the events: pieces, marks, cards and words."""
    view, board, account = window.screen.view, window.screen.board, window.playback.recap
    assert board is not None and isinstance(view, BoardView)
    fields = account.frames[number - 1].fields if number else account.start
    events = account.frames[number - 1].events if number else ()
    wait(lambda: view.moving is None and not (window.playback.showing and window.playback.showing.rolling))
    assert window.playback.at == number
    assert pieces(window) is not None and set(view.painter.shown["pieces"]) == set(board.pieces(fields))
    assert set(view.painter.shown["last"]) == set(board.last(fields, events)) and not view.painter.shown["open"]
    assert [card.shown for card in window.screen.panels] == list(board.panels(window.table.info, fields, events))
    points = account.frames[number - 1].points if number else account.points
    scores = [board.standing(window.table.info, one) for one in points]
    assert [player.points.cget("text") for player in window.screen.players] == scores
    return (account.frames[number - 1].words if number else side_words.START) in shown(window)


def card(window: Tested) -> AccountCard:
    assert isinstance(window.screen.side.page, AccountCard)
    return window.screen.side.page


def lines(window: Tested) -> list[str]:
    return card(window).text.get("1.0", "end").split("\n")


def click_line(window: Tested, number: int) -> None:
    text = card(window).text
    box = text.bbox(f"line{number}.first")
    assert box is not None
    click(text, box[0] + 5, box[1] + box[3] // 2)


@pytest.mark.parametrize(("spec", "decisions"), [("herd", 9), ("forest", 9)])
def test_every_event_forward_and_back_by_keys(spec: str, decisions: int) -> None:
    with opened(Setup(spec, TWO, 3)) as window:
        play_on(window, decisions)
        press("j")
        told = [line for line in lines(window) if line]
        number = len(frames(window))
        assert number > 4 and [frame.words for frame in frames(window)] == [
            line for line in told if not line.startswith("Turn ")
        ]
        for back in range(1, number + 1):
            type_text("<")
            assert shows(window, number - back)
        type_text("<")
        assert window.playback.at == 0 and side_words.AT_START in shown(window), "there is nothing before it"
        for on in range(1, number + 1):
            type_text(">")
            assert shows(window, on)
        press("Escape")
        assert window.playback.at is None and matches(window) and window.playing.move_input.entry.paths
        type_text(">")
        assert shows(window, 1), "from the game one begins at the beginning"
        press("Home")
        assert shows(window, 0)
        press("End")
        assert shows(window, number)
        click(card(window).leave)
        assert window.playback.at is None and matches(window)


def test_a_round_slot_by_slot_forward_and_back_by_keys_and_buttons() -> None:
    with opened(HERBS) as window:
        play(window, "0M3", "0TR", "WhH7", "2M3", "2TL", "WhF8")
        window.table.take_over()
        press("j")
        ends = window.playback.recap.parts()
        assert len(ends) > 4
        for end in reversed(ends[:-1]):
            press("j", "Shift_L")
            assert shows(window, end)
        for end in ends[1:]:
            press("k", "Shift_L")
            assert shows(window, end)
        click(card(window).buttons["account_part_back"])
        assert shows(window, ends[-2])
        click(card(window).buttons["account_part_forward"])
        assert shows(window, ends[-1])
        card(window).text.focus_set()
        press("Left")
        press("Left")
        press("Right")
        assert shows(window, ends[-2])
        window.settings.animation = True
        window.playback.show(ends[0])
        press("k", "Shift_L")
        wait(lambda: not window.playback.running)
        assert shows(window, ends[1]), "it plays on and stops there"
        press("k", "Shift_L")
        press("k", "Shift_L")
        assert shows(window, ends[2]), "once more, and it is there at once"


def test_a_click_on_a_line_and_a_click_on_the_board() -> None:
    with opened(HERD) as window:
        play(window, "b2")
        press("j")
        assert "Red captures c3." in lines(window)
        click_line(window, 1)
        assert shows(window, 1) and pieces(window)["c3"] == "stone-b", "not yet captured"
        steps, free = len(window.table.session.steps), sorted(window.table.state.moves())
        assert free and not window.playing.move_input.entry.paths
        click_spot(window, "a1")
        assert window.playback.at is None and len(window.table.session.steps) == steps, "that click only came back"
        assert matches(window) and "c3" not in pieces(window)
        click_spot(window, "a1")
        assert len(window.table.session.steps) > steps
        assert "Red places a1." in lines(window), "the list goes on with the game"


def test_forward_is_seen_to_happen_and_back_is_at_once() -> None:
    with opened(HERD, animation=True) as window:
        play(window, "b2")
        view = window.screen.view
        assert isinstance(view, BoardView)
        window.registry.run("account_start")
        assert view.moving is None and shows(window, 0)
        window.registry.run("account_forward")
        assert view.moving is not None, "the stone comes"
        window.registry.run("account_back")
        assert view.moving is None and shows(window, 0), "and is gone at once"
        window.registry.run("account_forward")
        assert shows(window, 1)


@pytest.mark.parametrize("animation", [True, False])
def test_it_plays_by_itself_and_pauses(animation: bool) -> None:
    with opened(Setup("herd(size=3)", TWO, 3), animation=animation, animation_speed=3.0) as window:
        play_on(window, 6)
        press("j")
        press("k")
        playback, number = window.playback, len(frames(window))
        assert playback.running and window.registry["account_play"].text == side_words.PAUSE
        wait(lambda: (playback.at or 0) >= 2)
        press("k")
        assert not playback.running
        at = playback.at
        assert at is not None and 2 <= at < number
        settle(0.6)
        assert playback.at == at and shows(window, at)
        click(card(window).buttons["account_play"])
        wait(lambda: not playback.running)
        assert shows(window, number)
        press("k")
        assert playback.running and (playback.at or 0) < number, "from the start once more"
        window.registry.run("dark")
        assert not playback.shows and not playback.timer and matches(window), "another look shows the game"


def test_a_move_of_a_bot_ends_it_and_is_shown_from_where_the_game_was() -> None:
    with opened(Setup("herd(size=3)", ("random", "random"), 3), animation=True, animation_speed=3.0) as window:
        press("p")
        wait(lambda: window.table.bots.held and not window.playing.presenter.busy)
        while len(frames(window)) < 3:
            press("period")
            wait(lambda: not window.playing.presenter.busy and window.table.bots.held)
        before = window.playing.point.fields
        type_text("<")
        assert window.playback.shows
        press("period")
        wait(lambda: not window.playback.shows)
        assert isinstance(window.screen.view, BoardView)
        assert window.playing.presenter.busy or matches(window)
        assert window.playback.before == before
        wait(lambda: not window.playing.presenter.busy)
        assert matches(window)


def test_a_typed_move_is_made_in_the_game() -> None:
    with opened(HERD) as window:
        play(window, "b2")
        type_text("<")
        press("slash")
        type_text("a1")
        press("Return")
        assert window.playback.at is None and window.table.session.steps[-1].move == "a1" and matches(window)


def test_an_earlier_position_has_its_own_account() -> None:
    with opened(Setup("herd(size=3)", TWO, 3)) as window:
        play_on(window, 8)
        press("j")
        now = [frame.words for frame in frames(window)]
        for _ in range(5):
            window.registry.run("back")
        settle()
        then = [frame.words for frame in frames(window)]
        assert then and then != now and window.table.browsing.node is not None
        click_line(window, 1)
        assert shows(window, 1)
        press("Escape")
        assert window.playback.at is None and window.table.browsing.node is not None, "back to what was looked at"
        click_line(window, 1)
        window.registry.run("end")
        assert window.playback.at is None and window.table.browsing.node is None and matches(window)
        assert [frame.words for frame in frames(window)] == now


def test_clocks_go_on() -> None:
    from bots.report import Limit

    with opened(Setup("herd(size=3)", TWO, 1, PLACING, limit=Limit(seconds=300.0, per="game"))) as window:
        play(window, "b2")
        type_text("<")
        seat = window.table.state.actor
        before = window.table.clock.left(seat)
        wait(lambda: (window.table.clock.left(seat) or 0.0) < (before or 0.0) - 0.02)
        assert window.playback.shows


def test_the_live_text_tells_it() -> None:
    with opened(HERD) as window:
        play(window, "b2")
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
        assert page.lines[0] == boards.expects(window.table.point)


def test_a_plan_that_is_being_written_waits() -> None:
    with opened(HERBS) as window:
        for move in ("0M3", "0P3/22", "WhH7", "2P3/6", "2P1/5", "WhF8"):
            window.table.take_over()
            play(window, move)
        window.table.take_over()
        settle()
        drafting = window.drafting
        window.playing.type_move("0M1")
        draft = drafting.draft
        assert draft is not None and draft.moves == ("0M1",)
        type_text("<")
        assert shows(window, len(frames(window)) - 1) and not window.screen.view.painter.shown["ghosts"]  # type: ignore[union-attr]
        press("Escape")
        assert not window.playback.shows and drafting.draft is draft and draft.moves == ("0M1",)
        assert window.screen.view.painter.shown["ghosts"]  # type: ignore[union-attr]
        type_text("<")
        drafting.remove(0)
        assert not window.playback.shows and not draft.moves and matches(window), "who writes on is shown the game"
        type_text("<")
        window.playing.type_move("0M1")
        assert not window.playback.shows and draft.moves == ("0M1",)


def test_nothing_of_it_is_left_at_a_hand_over() -> None:
    with opened(HERBS) as window:
        press("j")
        assert side_words.COVERED in lines(window)
        click(window.screen.cover.button)
        play(window, "0M3", "0P3/22")
        assert not frames(window), "what one writes oneself is not told"
        window.table.play("WhH7")
        wait(lambda: window.screen.cover.winfo_viewable())
        assert window.table.screen.handing_to == 1 and not frames(window) and window.screen.side.kind == ""
        press("j")
        assert side_words.COVERED in lines(window)
        assert window.registry["account_play"].why_not() == play_words.hand_over(boards.side(window.table.info, 1))
        window.table.take_over()
        settle()
        assert [frame.words for frame in frames(window)] == ["First's plan is complete."]
        assert not any("0M3" in line or "H7" in line for line in lines(window))
