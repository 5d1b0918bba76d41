"""Tests of lines stored as variations of a game."""

from __future__ import annotations

from bots.report import Candidate, Report
from fastcore import Stream
from tests.game.test_variations import begin, continue_game, legal_moves
from workbench.game.session import Session


def test_stored_line_is_undone_and_redone_as_one() -> None:
    session = begin("herd")
    stream = Stream(3)
    for _ in range(4):
        continue_game(session, stream)
    start, before = session.here, session.document.line()
    first, second = legal_moves(session)[:2]
    session.document.variations.add_line(start, [first])
    line = session.document.variations.add_line(start, [first, *_next_moves(session, start, first)])
    session.document.annotations.store_analysis(
        start, "mcts", [Report(first, (Candidate(first, 9, (0.0, 0.0), 0.0, 0.0, (first,)),), 9)]
    )
    assert (
        session.document.to_undo is not None
        and session.document.to_undo.kind == "line"
        and session.document.has_node(line[1])
    )
    session.undo()
    assert (
        session.document.has_node(line[0])
        and not session.document.has_node(line[1])
        and session.document.nearest_existing(line[1]) == line[0]
    )
    session.redo()
    assert session.document.has_node(line[1])
    session.undo()
    session.undo()
    assert not session.document.has_node(line[0]) and session.document.nearest_existing(line[1]) == start
    assert (session.here, session.document.line()) == (start, before)
    assert [report.simulations for report in session.document.annotations.analyses(start)] == [9], (
        "what was found before the line is not lost with it"
    )
    last_change = session.document.to_undo
    session.redo()
    assert session.document.has_node(line[0])
    session.document.variations.add_line(start, [first])
    assert session.document.to_undo is not None and session.document.to_undo.kind == "line"
    session.undo()
    assert session.document.to_undo is last_change, "what was there already is no change"
    session.document.variations.add_line(start, [second])
    session.play(first)
    session.undo()
    assert session.here == start and [
        session.document.tree.nodes[node].move for node in session.document.children(start)
    ] == [
        second,
        first,
    ]


def test_only_playable_moves_of_a_line_are_stored() -> None:
    session = begin("herbalism")
    stream = Stream(3)
    while session.waits_for == "chance":
        continue_game(session, stream)
    first, start = legal_moves(session)[0], session.here
    line = [first, *_next_moves(session, start, first)]
    assert session.document.variations.possible_moves(start, line) == line
    assert session.document.variations.possible_moves(start, [*line, "no move"]) == line
    assert session.document.variations.possible_moves(start, ["no move", first]) == ["no move"], (
        "an illegal first move stays, so that adding the line fails with a reason"
    )


def _next_moves(session: Session, node: int, move: str) -> list[str]:
    """Return one legal move after the given move. Chance outcomes count as moves."""
    state = session.document.state_at(node).copy()
    state.play(state.parse_move(move))
    return [state.move_text(state.moves()[0])]
