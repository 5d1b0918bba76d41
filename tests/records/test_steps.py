"""Tests of game steps other than moves: set-up positions, chosen chance events and known facts."""

from __future__ import annotations

from pathlib import Path

import pytest

import bots
import fastcore
from bots import Limit
from fastcore import Conflict, IllegalMove, Stream
from tests.conftest import deep
from workbench import boards
from workbench.bot_process.decisions import decide
from workbench.conformance.walks import random_game, random_position
from workbench.conformance.walks import random_move as random_move
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON, Session
from workbench.matches.planning import openings
from workbench.matches.workers.verify import why_not_repeatable
from workbench.records import files, replay
from workbench.records import steps as records_steps
from workbench.records.files import RecordError
from workbench.records.schema import Record
from workbench.records.steps import SET_UP
from workbench.review.judging import Reviewer
from workbench.seen.recap import recap_of
from workbench.seen.seat_view import SeatView
from workbench.storage.exporting import as_csv, as_json_lines, as_text
from workbench.storage.importing import record_from
from workbench.storage.session_records import record_of, session_of


def new_session(game_id: str, number: int = 1) -> Session:
    return Session(game_id, [PERSON] * fastcore.start(game_id).seats, number)


def play_random_moves(session: Session, stream: Stream, steps: int) -> None:
    for _ in range(steps):
        if session.state.actor == fastcore.OVER:
            break
        session.play(session.state.move_text(random_move(session.state, stream)))


def test_game_continues_from_set_up_position(game_id: str) -> None:
    for number in range(deep(3, 100)):
        session, stream = new_session(game_id, number), Stream(number, "placing", game_id)
        play_random_moves(session, stream, 6)
        old, middle = session.document.line(), session.document.line()[2]
        placed_state = random_position(game_id, number)
        session.document.annotations.set_comment(middle, "here")
        session.set_up(placed_state.text(), middle)
        placed = session.here
        assert (
            session.state == placed_state
            and session.steps[-1].actor == SET_UP
            and session.steps[-1].turn == placed_state.turn
        )
        assert (
            session.document.tree.nodes[placed].parent == middle
            and all(map(session.document.has_node, old))
            and not session.hindsight
        )
        for seat in (None, *range(placed_state.seats)):
            assert (
                session.viewpoint(seat) == session.document.viewpoint_at(placed, seat) == placed_state.viewpoint(seat)
            )
            assert session.document.text_at(placed, seat) == records_steps.set_up_step(placed_state.view(seat))
            frames = recap_of(session, placed, seat).frames
            assert frames[-1].words == boards.SET_UP_WORDS and frames[-1].fields == placed_state.viewpoint(seat).fields
        assert not SeatView(session).last_events() and not SeatView(session).turn_events()
        play_random_moves(session, stream, 4)
        end = session.here
        for seat in range(placed_state.seats):
            assert session.viewpoint(seat).text() == session.state.view(seat)
        session.document.go_to(placed)
        while session.here != old[-1]:
            assert session.document.has_node(placed)
            session.undo()
        while not session.document.can_redo:
            session.redo()
        assert session.here == placed and session.document.has_node(end)
        with pytest.raises(IllegalMove, match=r"set up|position|field"):
            session.set_up("nothing at all")
        session.set_up(session.state.text())
        assert session.here == placed  # nothing changes, because the game already has this position


def test_records_keep_set_up_positions(game_id: str) -> None:
    for number in range(deep(3, 100)):
        session, stream = new_session(game_id, number), Stream(number, "placing records", game_id)
        play_random_moves(session, stream, 4)
        session.set_up(random_position(game_id, number).text(), session.document.line()[1])
        session.document.annotations.set_comment(session.here, "as it stood {on} the table")
        play_random_moves(session, stream, 3)
        session.set_up(random_position(game_id, number, "again").text())
        record = record_of(session)
        replay.check(record)
        opened = session_of(files.decode_record(files.encode_record(record)))
        assert opened.steps == session.steps and record_of(opened) == record and opened.state == session.state
        assert why_not_repeatable(record)
        judged = [session.document.tree.nodes[node].actor for _, nodes in Reviewer(session).decisions for node in nodes]
        assert judged and min(judged) >= 0
        text = as_text(record)
        assert text.count(boards.SET_UP_WORDS) == 2
        assert session_of(record_from(text)).state == session.state
        assert (
            as_csv(record).count(",set up,") == 2 and as_json_lines(record).count('"seat":null,"move":"position=') == 2
        )


def test_opening_starts_at_last_set_up_position(open_game: str, tmp_path: Path) -> None:
    session, placed_state = new_session(open_game), random_position(open_game, 5)
    play_random_moves(session, Stream(1, "opening", open_game), 3)
    session.set_up(placed_state.text())
    play_random_moves(session, Stream(2, "opening", open_game), 1)
    files.write(tmp_path / "game.herbarium", record_of(session))
    (opening,) = openings.read(tmp_path / "game.herbarium", session.spec)
    assert (opening.position, opening.moves) == (placed_state.text(), (session.steps[-1].move,))


def test_record_with_invalid_position_is_refused(game_id: str) -> None:
    session = new_session(game_id)
    session.set_up(random_position(game_id, 1).text())
    data = files.encode_record(record_of(session))
    record = files.decode_record(data)
    move = record.lines[0].moves[0]
    wrong = type(move)(move=move.move + " x")
    bad = type(record.lines[0])(moves=(wrong,))
    with pytest.raises(RecordError, match=r"lines\[0\].moves\[0\].move.*fields? instead of"):
        replay.check(Record(spec=record.spec, seats=record.seats, lines=(bad,)))


def test_position_texts_contain_no_delimiters_of_move_lists(game_id: str) -> None:
    for state, _ in random_game(game_id, "signs"):
        assert not set("\n{}#()") & set(state.text()) and not state.text().startswith(" ")


def test_boards_accept_set_up_events(game_id: str) -> None:
    board = boards.find(game_id)
    assert board is not None
    session = new_session(game_id)
    play_random_moves(session, Stream(1, "boards", game_id), 5)
    session.set_up(random_position(game_id, 2).text())
    (event,) = session.steps[-1].events
    info, fields = session.point.info, session.point.fields
    assert boards.describe_event(info, event) == boards.remark(info, event) == boards.SET_UP_WORDS and not boards.sound(
        info, event
    )
    assert not board.roll_frames(event)
    board.last_turn_marks(fields, [event])
    board.panels(info, fields, [event])


def test_resignation_does_not_apply_to_set_up_position(game_id: str) -> None:
    session = new_session(game_id)
    session.resign(0)
    session.set_up(random_position(game_id, 1).text())
    assert session.result is None and session.waits_for == "person"
    session.undo()
    assert session.result is not None and session.waits_for == "over"


def test_followed_seat_can_set_up_its_view(game_id: str) -> None:
    state = random_position(game_id, 3)
    session = Session(game_id, [PERSON] * state.seats, 1, follows=1)
    session.set_up(state.view(1))
    assert session.viewpoint(1) == state.viewpoint(1)
    assert session_of(record_of(session)).viewpoint(1) == state.viewpoint(1)


@pytest.mark.parametrize("game", [game for game in fastcore.games() if fastcore.info(game).has.chance])
def test_chance_can_be_chosen_once_or_always(game: str) -> None:
    session = new_session(game)
    assert session.waits_for == "chance"
    session.by_hand = "once"
    assert str(session.waits_for) == "chance by hand"
    texts = [session.state.move_text(move) for move, _ in session.state.chances()]
    session.play(texts[-1])
    assert str(session.by_hand) == "never" and session.steps[-1].move == texts[-1]
    session.undo()
    assert (session.by_hand, session.here, session.state.actor) == ("once", ROOT, fastcore.CHANCE)
    session.redo()
    session.by_hand = "always"
    stream = Stream(1, game)
    while session.state.actor >= 0:
        session.play(session.state.move_text(stream.choice(session.state.moves())))
    assert session.waits_for in ("chance by hand", "over")
    with pytest.raises(IllegalMove):
        session.play("nothing")
    record = record_of(session)
    replay.check(record)
    assert session_of(record).by_hand == "always" and why_not_repeatable(record)


def test_followed_seat_can_know_extra_facts() -> None:
    hidden_game = next(game for game in fastcore.games() if fastcore.info(game).has.hidden)
    state = random_position(hidden_game, "facts")
    seat = state.actor
    point = state.viewpoint(seat)
    known = next(f"hidden={text.split()[0]}" for text, _ in point.worlds(10**6))
    session = Session(hidden_game, [PERSON] * state.seats, 1, state.view(seat), follows=seat, facts=[known])
    assert session.viewpoint(seat).count() < point.count()
    opened = session_of(files.decode_record(files.encode_record(record_of(session))))
    assert opened.facts == (known,) and opened.viewpoint(seat) == session.viewpoint(seat)
    stream, hidden = Stream(1, "worlds"), known.partition("=")[2]
    observation = next(observation for move in state.moves() if (observation := state.observation(move, seat)))
    for follow in (session, opened):
        bot = bots.make(bots.strongest(hidden_game), 1)
        assert decide(bot, follow.viewpoint(seat), Limit(simulations=20)).move
        follow.play(observation)  # later observations keep the facts
        assert {follow.viewpoint(seat).sample(stream).fields["hidden"] for _ in range(20)} == {hidden}
    with pytest.raises(Conflict):
        Session(hidden_game, [PERSON] * state.seats, 1, state.view(seat), follows=seat, facts=["hidden=?"])
    with pytest.raises(ValueError, match="facts need a followed seat"):
        Session(hidden_game, [PERSON] * state.seats, 1, facts=[known])
    with pytest.raises(RecordError, match="facts"):
        replay.check(Record(spec=hidden_game, facts=(known,)))
