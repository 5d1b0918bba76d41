"""Tests of hints in three steps, reasons for bot moves, and hidden reasons."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

import fastcore
from bots.reasoning import group_turns
from tests.kit.windows import (
    PLACING,
    TWO,
    TestedWindow,
    click,
    click_spot,
    make_move,
    marked_spots,
    open_window,
    pieces,
    press,
    settle,
    status_text,
    wait,
)
from workbench import boards
from workbench.boards.kit.elements import area
from workbench.game.session import PERSON
from workbench.gui.board.board_view import BoardView
from workbench.gui.moves import words as moves_words
from workbench.gui.play import captions
from workbench.gui.play import words as play_words
from workbench.gui.play.hints import WHY
from workbench.reports.reasons import reasons
from workbench.table.audience import Plan
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def reasons_text(window: TestedWindow) -> str:
    """Return the whole text of the reasons card."""
    settle()
    return window.moves.below.why.text.get("1.0", "end").replace("\u00a0", " ")


def test_hint_is_given_in_three_steps() -> None:
    with open_window(Setup("herd(size=5)", TWO, 1)) as window:
        button, table = window.shell.status.buttons["hint"], window.table
        assert button.cget("text") == play_words.HINT
        press("h", "Control_L")
        wait(lambda: table.bots.advice is not None)
        settle()
        assert table.bots.advice is not None
        hinted_spots = marked_spots(window, "advice")
        best = table.bots.advice.move
        assert best in hinted_spots and 3 < len(hinted_spots) < 30, "an area, not the move"
        assert "outlined" in status_text(window) and best not in status_text(window)
        assert button.cget("text") == play_words.WHICH_MOVE
        click(button)
        assert (
            status_text(window).startswith("Hint: place ")
            and best in status_text(window)
            and button.cget("text") == play_words.WHY_MOVE
        )
        assert marked_spots(window, "advice") != hinted_spots
        press("h", "Control_L")
        assert window.playing.hints.stage == WHY and window.moves.below.why.frame.winfo_ismapped()
        sentences = [reason.text for reason in reasons(table.info, 0, table.bots.advice)]
        assert sentences and all(sentence in reasons_text(window) for sentence in sentences)
        press("h", "Control_L")
        assert play_words.HINT_DONE in status_text(window)
        window.playing.play(best)
        settle(0.1)
        assert not window.settings.why, "the reasons that a hint opened close with it"
        click_spot(window, best)
        wait(lambda: window.playing.accepts_moves)
        assert button.cget("text") == play_words.HINT and marked_spots(window, "advice") == []


def test_hint_marks_piece_to_move() -> None:
    with open_window(Setup("forest", TWO, 1)) as window:
        while window.table.state.phase == "place":
            click_spot(window, min(window.playing.move_input.entry.next_spots))
            wait(lambda: window.playing.accepts_moves)
        press("h", "Control_L")
        wait(lambda: window.table.bots.advice is not None)
        settle()
        assert window.table.bots.advice is not None and window.screen.board is not None
        path = window.screen.board.path(window.table.bots.advice.move)
        assert marked_spots(window, "advice") == [path[0]] and f"start with {path[0]}" in status_text(window)


@pytest.mark.parametrize("spec", ["herd(size=2)", "herd(size=3)", "herd(size=6)", "forest"])
def test_hint_area_contains_spot_off_centre(spec: str) -> None:
    with open_window(Setup(spec, TWO, 1)) as window:
        view = window.screen.view
        assert isinstance(view, BoardView) and view.ground is not None
        for spot in view.ground.spots:
            region = area(view.ground, spot, view.ground.spots)
            assert spot in region and 2 < len(region) <= min(19, len(view.ground.spots) // 2)
            middles = [sum(getattr(view.ground.spots[name], axis) for name in region) / len(region) for axis in "xy"]
            away = max(abs(view.ground.spots[spot].x - middles[0]), abs(view.ground.spots[spot].y - middles[1]))
            assert away > 0.2


def test_first_hint_is_skipped_if_it_would_not_narrow_the_choice() -> None:
    with open_window(Setup("herd(size=4)", TWO, 1, "4/2b2/6/7/2r3/b4/4 r 3 6-1 x1+6")) as window:
        press("h", "Control_L")
        wait(lambda: window.table.bots.advice is not None)
        settle()
        assert status_text(window).startswith("Hint: remove ") and window.playing.hints.label() == play_words.WHY_MOVE


def test_first_hint_marks_only_stones_that_can_be_removed() -> None:
    position = "4/2b2/1b2bb/7/2r1b1/b4/4 r 9 6-2 x2+6"
    with open_window(Setup("herd(size=4)", TWO, 1, position)) as window:
        press("h", "Control_L")
        wait(lambda: window.table.bots.advice is not None)
        settle()
        marked = marked_spots(window, "advice")
        assert 1 < len(marked) < 6 and set(marked) <= {spot for spot, piece in pieces(window).items() if "b" in piece}
        press("h", "Control_L")
        settle()
        view = window.screen.view
        assert isinstance(view, BoardView) and window.table.bots.advice is not None
        moves = window.playing.hints.moves()
        assert len(moves) > 7 and [move[0] == "x" for move in moves[:3]] == [True, True, False]
        shapes = [(item.where, item.shape) for item in view.painter.shown["advice"]]
        removed, placed = {move[1:] for move in moves[:2]}, set(moves[2:])
        assert {where for where, shape in shapes if shape in ("remove", "refill-r")} >= removed
        assert {where for where, shape in shapes if shape in ("ghost-r", "refill-r", "retake-r")} == placed
        assert {where for where, shape in shapes if shape == "refill-r"} >= placed & removed
        assert [where for where, shape in shapes if shape == "advice"] == [moves[0][1:]]


def test_reasons_card_shows_report_of_viewed_move() -> None:
    with open_window(Setup("herd(size=3)", (PERSON, "mcts(simulations=60)"), 2)) as window:
        session = window.table.session
        press("w")
        assert moves_words.NOBODY in reasons_text(window)
        while session.state.turn < 5:
            wait(lambda: window.playing.accepts_moves)
            click_spot(window, min(window.playing.move_input.entry.next_spots))
        wait(lambda: window.playing.accepts_moves)
        decided = [node for node in session.document.line() if session.document.tree.nodes[node].reports]
        for node in (decided[-1], decided[0]):
            if node != decided[-1]:
                window.moves.stepping.view_node(node)
            report = session.document.tree.nodes[node].reports[-1]
            text = reasons_text(window)
            assert window.moves.below.why.shown is not None and window.moves.below.why.shown.node == node
            first = reasons(window.table.info, 1, report)[0].text
            assert first in text or len(report.candidates) == 1
            before = session.document.viewpoint_at(session.document.tree.nodes[node].parent, 1)
            for turn in group_turns(before, report.candidates)[:3]:
                row = moves_words.share(turn.lead.value[1], 2)
                assert row in text and boards.describe_moves(window.table.info, 1, turn.moves) in text
            assert f"turn {session.document.tree.nodes[node].turn}" in window.moves.below.why.head.cget("text")
        click(window.moves.below.why.close)
        assert not window.settings.why and not window.moves.below.why.frame.winfo_ismapped()


@pytest.mark.parametrize(
    ("spec", "bot"), [("herbs(rounds=3)", "equilibrium(simulations=30)"), ("herbalism", "improver(simulations=20)")]
)
def test_revealing_reasons_stay_hidden_until_game_is_over(spec: str, bot: str) -> None:
    seats = fastcore.start(spec).seats
    with open_window(Setup(spec, (PERSON, *[bot] * (seats - 1)), 2), why=True) as window:
        table = window.table
        while not any(node.reports for node in table.session.document.tree.nodes.values()):
            wait(
                lambda: (
                    window.playing.accepts_moves
                    or any(node.reports for node in table.session.document.tree.nodes.values())
                )
            )
            make_move(window, lambda point: point.move_text(point.moves()[0]))
        assert (
            moves_words.THOUGHTS_COVERED in reasons_text(window)
            and window.moves.below.why.shown is not None
            and not window.moves.below.why.shown.considered
        )
        assert all(value.reported is None for value in window.moves.stepping.values()[0])
        assert window.moves.card.note.cget("text") == ""
        while table.session.waits_for != "over":
            wait(lambda: window.playing.accepts_moves or table.session.waits_for == "over")
            make_move(window, lambda point: point.move_text(point.moves()[0]))
        wait(lambda: moves_words.THOUGHTS_COVERED not in reasons_text(window))


def test_note_shows_line_of_thinking_bot_only() -> None:
    with open_window(Setup("herd(size=3)", ("mcts(seconds=600)", "mcts(seconds=600)"), 2, PLACING)) as window:
        assert (
            window.moves.card.note.cget("text") == play_words.starts_thinking("Red")
            or window.table.bots.requests.progress is not None
        )
        wait(lambda: "Red would" in window.moves.card.note.cget("text"))
        wait(lambda: "per second" in window.shell.status.progress.words.cget("text"))
        window.registry.run("move_now")
        notes = set[str]()
        while window.table.state.turn == 9:
            settle(0.02)
            notes.add(window.moves.card.note.cget("text"))
        wait(lambda: "Blue" in window.moves.card.note.cget("text"))
        assert window.table.state.actor == 1 and "Red" not in window.moves.card.note.cget("text")
        assert all("Blue" not in note for note in notes)


def test_reasons_close_when_a_new_game_begins() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1), why=True) as window:
        assert window.moves.below.why.frame.winfo_ismapped(), "the start keeps the setting"
        window.table.begin(Setup("herbs", ("person", "random"), 1))
        settle(0.2)
        assert not window.settings.why and not window.moves.below.why.frame.winfo_ismapped()
        window.registry.run("why")
        settle()
        assert window.moves.below.why.frame.winfo_ismapped()


@pytest.mark.parametrize(
    ("planned", "expected"),
    [
        (("xb1", "xa1", "c3"), "Red's plan: remove b1 and a1, then place c3 (60 %)"),
        (("xa1", "xb1"), "Red's plan: remove a1 and b1 (60 %)"),
        (("xa1", "xb2", "c3"), "Red planned to remove b2, then chose to remove b1 (60 %)"),
    ],
)
def test_note_tells_a_dropped_plan_from_one_in_another_order(planned: tuple[str, ...], expected: str) -> None:
    position = "3/4/5/b3/bb1 r 9 4-2 x2+4"
    with open_window(Setup("herd(size=3)", TWO, 1, position), graph=True) as window:
        for spot in ("a1", "b1"):
            click_spot(window, spot)
            wait(lambda: window.playing.accepts_moves)
        window.table.bots.plan = Plan(0, 9, planned, 0.2, 100)
        assert captions.thinking_note(window.playing) == expected
