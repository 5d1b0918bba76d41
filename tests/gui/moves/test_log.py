"""Tests of the moves in words, their tips, and the button that replays a turn."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.kit.windows import (
    TWO,
    TestedWindow,
    click,
    click_spot,
    make_move,
    open_window,
    point_at,
    press,
    settle,
    wait,
)
from workbench import boards
from workbench.gui.moves.log import MoveLog, begins_with_name, phrases
from workbench.gui.widgets.tips import Tip
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def entries(window: TestedWindow) -> list[str]:
    settle()
    return [" ".join(row.texts[1:]) for row in window.moves.card.written if row.kind == "log"]


def test_sentences_are_joined_without_the_name() -> None:
    moves = [
        (1, ["Red rolls 5-2."]), (2, ["Red removes i4."]), (3, ["Red removes b5."]),
        (4, ["Red places f3.", "Red captures e4 and e5."]), (5, ["Red places d1."]), (6, ["Blue resigns."]),
    ]  # fmt: skip
    assert begins_with_name("Red", moves) and not begins_with_name("Red", moves[5:])
    assert dict(phrases("Red", moves, named=False))[1] == "Rolls 5-2."
    assert dict(phrases("Red", moves, named=True)) == {
        1: "rolls 5-2.", 2: "Removes i4,", 3: "b5.", 4: "Places f3. Captures e4 and e5.", 5: "Places d1.",
        6: "Blue resigns.",
    }  # fmt: skip
    assert dict(phrases("Red", [(1, ["Red steps from a1 to b1."]), (2, ["Red steps from a2 to b2."])], True)) == {
        1: "steps from a1 to b1.",
        2: "Steps from a2 to b2.",
    }


def test_turns_are_listed_in_words() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, "3/bbb1/3r1/4/3 r 9 3-2 x2+3"), moves_in_words=True) as window:
        for spot in ("d1", "d2", "a1", "a2", "b1"):
            click_spot(window, spot)
            wait(lambda: window.playing.accepts_moves)
        first, *others = entries(window)
        assert first == "Red removes d1, d2. Places a1, a2, b1."
        assert others and others[0].startswith("Blue rolls ")
        click(window.moves.card.head.extra["moves_in_words"])
        settle()
        assert not window.settings.moves_in_words and entries(window) == []
        assert window.moves.card.written[0].texts[1] == "xd1 xd2 a1 a2 b1"


def test_equal_actions_of_a_variation_are_joined() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, "3/bbb1/3r1/4/3 r 9 3-2 x2+3"), moves_in_words=True) as window:
        for spot in ("d1", "d2", "a1", "a2"):
            click_spot(window, spot)
            wait(lambda: window.playing.accepts_moves)
        press("Home", "Alt_L")
        for spot in ("d2", "d1"):
            click_spot(window, spot)
            wait(lambda: window.playing.accepts_moves)
        assert entries(window) == ["Red removes d2, d1."]
        lines = [row.texts for row in window.moves.card.written if row.kind == "line"]
        assert lines == [("9 Red removes d1, d2. Places a1, a2.",)]


@pytest.mark.parametrize("game", fastcore.games())
def test_every_entry_and_tip_says_what_the_seat_saw(game: str) -> None:
    seats = ("person", *["greedy"] * (fastcore.start(game).seats - 1))
    with open_window(Setup(game, seats, 3), moves_in_words=True) as window:
        for _ in range(9):  # the bot's luck differs from run to run, so that the game may end earlier
            wait(lambda: window.playing.accepts_moves or window.table.over)
            make_move(window, lambda point: point.move_text(point.moves()[0]))
        wait(lambda: window.playing.accepts_moves or window.table.over)
        wait(lambda: not window.moves.stepping.waiting)
        session, stepping = window.table.session, window.moves.stepping
        listed = " ".join(entries(window))
        for node in session.document.line():
            step = session.document.seen_step(node, 0) if session.document.text_at(node, 0) else None
            sentences = [boards.describe_event(window.table.info, event, 0) for event in (step.events if step else ())]
            for sentence in filter(None, sentences):
                assert sentence.rstrip(".").split(" ", 1)[-1].split()[-1] in listed
                assert sentence in stepping.tip(node)


def test_number_of_passed_cards_is_listed() -> None:
    with open_window(Setup("herbalism", ("person", "greedy", "greedy"), 7), moves_in_words=True) as window:
        for _ in range(8):
            wait(lambda: window.playing.accepts_moves)
            make_move(window, lambda point: next(
                (text for move in point.moves() if "feed" in (text := point.move_text(move))),
                point.move_text(point.moves()[0]),
            ))  # fmt: skip
        wait(lambda: window.playing.accepts_moves)
        listed = " ".join(entries(window))
        assert " cards " in listed or any(colour in listed for colour in ("reds", "yellows", "greens", "blues"))


def test_tip_of_a_move_is_its_sentence_and_short_form() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, "3/bbb1/3r1/4/3 r 9 3-2 x2+3"), moves_in_words=True) as window:
        click_spot(window, "d1")
        wait(lambda: window.playing.accepts_moves)
        card = window.moves.card
        (_, placed), *_ = list(card.layout.places_of(window.table.session.document.line()[0]))
        point_at(card.canvas, placed.x + 3, placed.y + 5)
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None and Tip.shown.cget("text") == "Red removes d1. (xd1)"
        point_at(card.canvas, placed.x + 3, card.canvas.winfo_height() - 5)
        settle(0.8)
        assert Tip.shown is None, "the list as a whole has no tip"


def test_one_button_replays_the_turn() -> None:
    with open_window(Setup("herd(size=3)", ("person", "greedy"), 4), moves_in_words=True) as window:
        while not any(step.actor == 1 for step in window.table.session.steps):
            wait(lambda: window.playing.accepts_moves)
            click_spot(window, min(window.playing.move_input.entry.next_spots))
        wait(lambda: window.playing.accepts_moves)
        settle()
        button = window.moves.card.head.extra["account_play"]
        assert button.cget("text") == "Replay turn" and str(button.cget("state")) == "normal"
        click(button)
        wait(lambda: window.playback.is_active)
        press("Escape")
        wait(lambda: not window.playback.is_active)


def test_long_game_is_put_into_words_in_short_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.gui.moves.log.MOMENT", 0.0)
    with open_window(Setup("herd(size=3)", ("greedy", "greedy"), 4), moves_in_words=True) as window:
        wait(lambda: window.table.over)
        monkeypatch.setattr("workbench.gui.moves.log.MOMENT", 0.0005)
        wait(lambda: not window.moves.stepping.waiting and all("Places" in text for text in entries(window)))
        log = MoveLog(window.table.session, None)
        last = window.table.session.document.line()[-1]
        assert log.find(last) is None and not log.complete


@pytest.mark.parametrize(("columns", "in_words"), [(2, False), (1, True)])
def test_players_without_room_for_columns_share_a_log_beside_an_analysis(
    columns: int, in_words: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.gui.moves.card.MAX_COLUMNS", columns)
    with open_window(Setup("herd(size=3)", TWO, 1, "3/bbb1/3r1/4/3 r 9 3-2 x2+3")) as window:
        make_move(window, lambda point: point.move_text(point.moves()[0]))
        assert not window.moves.card.head.in_words
        press("F12")
        settle()
        assert window.moves.card.head.in_words == in_words
        assert {row.kind for row in window.moves.card.layout.rows} == {"log" if in_words else "round"}


def test_comment_follows_the_turn_it_is_about() -> None:
    """Regression: a comment was listed below the opponent's turn of the same round."""
    with open_window(Setup("forest", TWO, 1), moves_in_words=True) as window:
        for _ in range(6):
            wait(lambda: window.playing.accepts_moves)
            make_move(window, lambda point: point.move_text(point.moves()[0]))
        document = window.table.session.document
        commented = document.line()[2]
        seat = document.tree.nodes[commented].actor
        document.annotations.set_comment(commented, "here")
        window.table.audience.refresh()
        wait(lambda: any(row.kind == "comment" for row in window.moves.card.written))
        rows = window.moves.card.written
        (place,) = [number for number, row in enumerate(rows) if row.kind == "comment"]
        before = rows[place - 1]
        assert before.kind == "log" and document.tree.nodes[before.node].actor == seat
        assert commented in [word.node for cell in before.cells for word in cell]
