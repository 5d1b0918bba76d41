"""Tests of the tree of moves, stepping, comments, variations, the value graph and undo."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

import fastcore
from fastcore import Stream
from tests.kit.windows import (
    TWO,
    TestedWindow,
    click,
    click_spot,
    listed_moves,
    make_move,
    open_window,
    pieces,
    point_at,
    press,
    root,
    settle,
    shows_position,
    status_text,
    type_text,
    wait,
)
from workbench import boards
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON
from workbench.gui.board.board_view import BoardView
from workbench.gui.moves import words as moves_words
from workbench.gui.moves.layout import LINE
from workbench.gui.moves.rows import LONG
from workbench.gui.play import words as play_words
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def play_randomly(window: TestedWindow, decisions: int, seed: int = 1) -> None:
    """Play random legal moves for the people."""
    stream = Stream(seed, "tree")
    for _ in range(decisions):
        wait(lambda: window.playing.accepts_moves or window.table.session.waits_for == "over")
        if window.table.session.waits_for == "over":
            return
        point = window.table.point
        window.playing.play(stream.choice([point.move_text(move) for move in point.moves()]))
    wait(lambda: not window.playing.presenter.busy)
    settle()


def play_until_the_list_scrolls(window: TestedWindow) -> None:
    """Play random moves until the list of moves no longer fits its card."""
    card, seed = window.moves.card, 1
    while card.layout.tops[-1] <= card.canvas.winfo_height():
        assert not window.table.over, "the game is too short"
        play_randomly(window, 15, seed)
        seed += 1


def node_position(window: TestedWindow, node: int) -> tuple[int, int]:
    """Return the pixel position of a node on the canvas of the moves card."""
    number, placed = next(window.moves.card.layout.places_of(node))
    top = window.moves.card.layout.tops[number] + placed.y - window.moves.card.canvas.canvasy(0)
    return placed.x + placed.width // 2, round(top) + window.look.px(LINE) // 2


def untried_spot(window: TestedWindow) -> str:
    """Return a spot where one click plays a move not yet tried in the viewed position."""
    session, node = window.table.session, window.table.browsing.shown_node
    tried = {session.document.tree.nodes[child].move.removeprefix("x") for child in session.document.children(node)}
    return min(spot for spot in window.playing.move_input.entry.next_spots if spot not in tried)


def test_click_on_move_shows_it_without_changing_game() -> None:
    with open_window(Setup("herd(size=3)", TWO, 2)) as window:
        play_randomly(window, 12)
        session = window.table.session
        line, current, text = session.document.line(), session.here, session.state.text()
        click(window.moves.card.canvas, *node_position(window, line[4]))
        assert window.table.browsing.shown_node == line[4] and session.here == current
        assert window.table.point.text() == session.document.state_at(line[4]).text()
        board = window.screen.board
        assert board is not None
        assert pieces(window) == {
            item.where: item.shape for item in board.pieces(session.document.state_at(line[4]).fields)
        }
        turn, last = session.document.tree.nodes[line[5]].turn, session.state.turn
        assert f"Viewing turn {turn} of {last}" in status_text(window) and "Alt+End" in status_text(window)
        points = session.document.state_at(line[4]).points()
        assert [card.points.cget("text") for card in window.screen.players] == [str(number) for number in points]
        press("Escape")
        assert window.table.browsing.node is None and shows_position(window) and session.state.text() == text
        click(window.moves.card.buttons["start"])
        assert window.table.browsing.shown_node == ROOT and "the start" in status_text(window)
        click(window.moves.card.buttons["forward"])
        assert window.table.browsing.shown_node == line[0]
        click(window.moves.card.buttons["end"])
        assert window.table.browsing.node is None and str(window.moves.card.buttons["end"].cget("state")) == "disabled"


def test_stepping_keys_do_not_move_cursor() -> None:
    with open_window(Setup("herd(size=3)", TWO, 2)) as window:
        play_randomly(window, 10)
        view, line = window.screen.view, window.table.session.document.line()
        assert isinstance(view, BoardView)
        press("Down")
        cursor = view.cursor
        for node in reversed(line[-4:-1]):
            press("Left", "Alt_L")
            assert window.table.browsing.shown_node == node
        assert view.cursor == cursor, "Alt with an arrow is no step of the cursor"
        press("Right", "Alt_L")
        assert window.table.browsing.shown_node == line[-3]
        press("Home", "Alt_L")
        assert window.table.browsing.shown_node == ROOT
        press("Left", "Alt_L")
        assert moves_words.AT_START in status_text(window)
        press("Next", "Alt_L")
        turns = [window.table.session.document.tree.nodes[node].turn for node in line]
        assert window.table.browsing.shown_node == line[turns.count(turns[0]) - 1], "Alt+PageDown goes on a turn"
        press("End", "Alt_L")
        assert window.table.browsing.node is None


def test_rebuilt_moves_list_is_scrolled_to_its_end() -> None:
    with open_window(Setup("herd(size=4)", TWO, 1), graph=True) as window:
        play_until_the_list_scrolls(window)
        window.set_theme("dark")
        settle()
        card = window.moves.card
        end, height = card.layout.tops[-1], card.canvas.winfo_height()
        assert end > height, "there is something to scroll"
        assert 0 <= card.canvas.canvasy(0) + height - end < 4 * window.look.px(LINE), "the last row is at the bottom"


def test_move_in_earlier_position_starts_variation() -> None:
    with open_window(Setup("herd(size=3)", TWO, 2)) as window:
        play_randomly(window, 12)
        session = window.table.session
        line, text = session.document.line(), session.state.text()
        press("Home", "Alt_L")
        while not (
            window.playing.accepts_moves
            and len(window.table.browsing.session.document.line_to(window.table.browsing.shown_node)) > 3
        ):
            press("Right", "Alt_L")
        shown_node = window.table.browsing.shown_node
        assert "Play here to try moves" in status_text(window)
        spot = next(
            session.document.tree.nodes[child].move for child in session.document.children(shown_node)
        ).removeprefix("x")
        click_spot(window, spot)
        assert window.table.browsing.shown_node in line and session.state.text() == text, (
            "the move that was played is only gone along"
        )
        press("Left", "Alt_L")
        click_spot(window, untried_spot(window))
        wait(lambda: not window.playing.presenter.busy)
        assert window.table.browsing.node is None and len(session.document.children(shown_node)) == 2
        assert play_words.UNDONE in window.screen.top.title.cget("text") and shows_position(window)
        rows = [row for row in window.moves.card.written if row.kind == "line"]
        nodes = [word.node for row in rows for cell in row.cells for word in cell if word.kind == "move"]
        assert set(nodes) <= set(line) and line[line.index(shown_node) + 1] in nodes, (
            "what was played before is a variation now"
        )
        press("Up", "Alt_L")
        assert window.table.browsing.shown_node in line and window.table.browsing.node is not None
        press("Down", "Alt_L")
        assert window.table.browsing.node is None, "and back to the current position"
        assert window.registry["undo"].entry == "Undo move"
        press("z", "Control_L")
        assert session.state.text() == text and session.document.line() == line and shows_position(window)


def test_comments_are_edited_in_place_and_undone() -> None:
    with open_window(Setup("herd(size=3)", TWO, 2)) as window:
        play_randomly(window, 8)
        session = window.table.session
        node = session.document.line()[3]
        click(window.moves.card.canvas, *node_position(window, node))
        press("e", "Control_L")
        type_text("hm")
        assert window.table.bots.requests.ticket == 0, "h is no command while a comment is written"
        press("Return")
        assert session.document.tree.nodes[node].comment == "hm"
        assert any(row.kind == "comment" and row.texts == ("hm",) for row in window.moves.card.written)
        assert window.registry["undo"].entry == "Undo comment" and window.table.browsing.shown_node == node
        press("e", "Control_L")
        type_text("x")
        press("Escape")
        assert session.document.tree.nodes[node].comment == "hm", "Esc leaves it as it was"
        press("z", "Control_L")
        assert session.document.tree.nodes[node].comment == "" and window.table.browsing.shown_node == node, (
            "the moves stay"
        )
        assert not any(row.kind == "comment" for row in window.moves.card.written)
        press("y", "Control_L")
        assert session.document.tree.nodes[node].comment == "hm"


def test_comment_does_not_interrupt_bot() -> None:
    with open_window(Setup("herd(size=3)", ("mcts(seconds=600)", PERSON), 2)) as window:
        wait(lambda: window.table.bots.requests.progress is not None)
        ticket = window.table.bots.requests.ticket
        window.registry.run("comment")
        settle()
        type_text("go")
        press("Return")
        press("z", "Control_L")
        assert window.table.bots.requests.ticket == ticket and window.table.bots.thinking
        press("Left", "Alt_L")
        assert window.table.browsing.shown_node == ROOT and window.table.bots.requests.ticket == ticket
        window.registry.run("move_now")
        wait(lambda: window.table.session.steps[-1].actor == 0)
        assert window.table.browsing.shown_node == ROOT and "the start" in status_text(window), (
            "the bot goes on, the look stays"
        )
        assert "begins" not in window.moves.card.note.cget("text") or window.table.bots.thinking
        press("End", "Alt_L")
        wait(lambda: window.table.session.waits_for == "person" and not window.playing.presenter.busy)
        assert shows_position(window)


def test_variations_are_folded_promoted_and_deleted() -> None:
    with open_window(Setup("herd(size=3)", TWO, 2)) as window:
        play_randomly(window, 5 + LONG)
        session = window.table.session
        line = session.document.line()
        window.table.view_node(next(node for node in line[4:] if session.document.state_at(node).actor >= 0))
        shown_node = window.table.browsing.shown_node
        first = line[line.index(shown_node) + 1]
        click_spot(window, untried_spot(window))
        wait(lambda: window.playing.accepts_moves)
        fresh = session.here
        words_of = [word for row in window.moves.card.written for cell in row.cells for word in cell]
        more = next(word for word in words_of if word.kind == "unfold")
        assert more.node == first and more.text.startswith("…")
        assert not any(word.node == line[-1] for word in words_of), "a long variation is folded"
        window.moves.stepping.unfold(first, True)
        assert any(word.node == line[-1] for row in window.moves.card.written for cell in row.cells for word in cell)
        window.moves.stepping.unfold(first, False)
        window.moves.card.canvas.yview_moveto(0)
        window.moves.card.redraw()
        click(window.moves.card.canvas, *node_position(window, first))
        window.registry.run("main")
        assert session.document.main_line() == line and session.here == fresh
        assert window.registry["undo"].entry == "Undo change of the main line"
        press("z", "Control_L")
        assert session.document.main_line()[: len(session.document.line())] == session.document.line()
        press("Delete", "Control_L")
        assert session.document.children(shown_node) == (fresh,) and window.table.browsing.shown_node == shown_node
        assert window.registry["undo"].entry == "Undo deletion"
        press("z", "Control_L")
        assert session.document.children(shown_node) == (fresh, first)
        window.moves.stepping.view_node(first)
        press("g", "Control_L")
        assert session.here == first and window.table.browsing.node is None and shows_position(window)
        press("z", "Control_L")
        assert session.here == fresh


def test_move_menu_runs_command() -> None:
    with open_window(Setup("herd(size=3)", TWO, 2)) as window:
        play_randomly(window, 6)
        session = window.table.session
        node = session.document.line()[4]

        def choose() -> None:
            press("Down")
            press("Return")

        window.root.after(300, choose)
        window.moves.stepping.open_menu(node, *root().winfo_pointerxy())
        wait(lambda: session.here == node, 5)


def test_retracting_a_move_can_be_undone() -> None:
    with open_window(Setup("herd(size=3)", (PERSON, "greedy"), 2)) as window:
        play_randomly(window, 6)
        wait(lambda: window.playing.accepts_moves)
        session = window.table.session
        text = session.state.text()
        press("BackSpace", "Control_L")
        assert session.state.text() != text and session.state.actor == 0
        assert window.registry["undo"].entry == "Undo return to the last decision"
        press("z", "Control_L")
        assert session.state.text() == text and shows_position(window)


def test_value_graph_reacts_to_pointer_and_click() -> None:
    with open_window(Setup("herd(size=3)", TWO, 2)) as window:
        graph = window.moves.below.graph
        assert not graph.frame.winfo_ismapped(), "no evaluation in play unless the player asks for it"
        press("v")
        play_randomly(window, 30)
        assert graph.frame.winfo_viewable() and len(graph.values) > 4 and not graph.static
        number = 2
        x = round(graph.axes.x(number))
        point_at(graph.canvas, x, 20)
        assert f"turn {graph.values[number].turn}" in graph.now.cget("text") and "%" not in graph.now.cget("text")
        click(graph.canvas, x, 20)
        shown = window.table.browsing.shown_node
        assert window.table.session.document.point_at(shown).actor >= 0, "a decision, not the point before the dice"
        assert graph.values[number].node in window.table.session.document.line_to(shown) and graph.shown == number
        press("v")
        assert not graph.frame.winfo_ismapped() and not window.settings.graph
        press("v")
        settle()
        assert window.moves.below.graph.frame.winfo_ismapped() and window.settings.graph


@pytest.mark.parametrize("game", fastcore.games())
@pytest.mark.parametrize("persons", ["one", "all"])
def test_viewed_position_is_what_the_person_saw(game: str, persons: str) -> None:
    seats = fastcore.start(game).seats
    players = (PERSON, *["random"] * (seats - 1)) if persons == "one" else (PERSON,) * seats
    with open_window(Setup(game, players, 3)) as window:
        table, stream = window.table, Stream(4, game)
        for _ in range(12):
            wait(
                lambda: (
                    window.playing.accepts_moves
                    or table.screen.handover_seat is not None
                    or table.session.waits_for == "over"
                )
            )
            if table.screen.handover_seat is not None:
                if table.screen.reading_seat is not None:
                    window.registry.run("hand_over")
                window.registry.run("back")
                assert table.browsing.node is None and "Pass the screen to" in status_text(window)
                table.take_over()
            if table.session.waits_for == "over":
                break
            make_move(window, lambda point: stream.choice([point.move_text(move) for move in point.moves()]))
        if table.screen.handover_seat is not None:
            table.take_over()
        wait(lambda: table.session.waits_for in ("person", "over") and not window.playing.presenter.busy)
        viewer, steps = table.screen.viewer, 0
        texts = [
            word.text for row in window.moves.card.written for cell in row.cells for word in cell if word.kind == "move"
        ]
        assert sorted(" ".join(texts).split()) == listed_moves(window, viewer)
        while not window.registry["back"].why_not() and steps < 12:
            window.registry.run("back")
            shown_node = table.browsing.shown_node
            known = table.session.document.viewpoint_at(shown_node, viewer)
            assert table.point.text() == known.text() == table.session.document.state_at(shown_node).view(viewer)
            assert boards.seat_name(table.info, 0) == window.moves.card.sides[0]
            steps += 1
        assert steps > 3 or table.info.has.deals


def test_columns_stay_when_the_list_begins_to_scroll() -> None:
    """Their places must not tell how long the list of another seat was."""
    with open_window(Setup("herd(size=5)", TWO, 2)) as window:
        card = window.moves.card
        columns, width = list(card.layout.columns), card.canvas.winfo_width()
        play_until_the_list_scrolls(window)
        assert (list(card.layout.columns), card.canvas.winfo_width()) == (columns, width)
