"""Positions that are set up by hand in the middle of a game, as steps of it; chance that is chosen;
what one seat knows besides."""

from __future__ import annotations

from pathlib import Path

import pytest

import bots
import fastcore
from bots import Limit
from fastcore import Conflict, IllegalMove, Stream
from tests.conftest import deep
from tests.kit.walks import decide as drawn
from tests.kit.walks import somewhere, walk
from workbench import boards
from workbench.bot_process.decisions import decide
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON, Session
from workbench.matches.planning import openings
from workbench.matches.workers.verify import cannot_be_thought_again
from workbench.records import files, replay
from workbench.records import steps as records_steps
from workbench.records.files import BadRecord
from workbench.records.schema import Record
from workbench.records.steps import SET_UP
from workbench.review.judging import Reviewer
from workbench.seen.recap import recap_of
from workbench.seen.seat_view import SeatView
from workbench.storage.exporting import as_csv, as_json_lines, as_text
from workbench.storage.importing import record_from
from workbench.storage.session_records import record_of, session_of


def begin(game_id: str, number: int = 1) -> Session:
    return Session(game_id, [PERSON] * fastcore.start(game_id).seats, number)


def go_on(session: Session, stream: Stream, steps: int) -> None:
    for _ in range(steps):
        if session.state.actor == fastcore.OVER:
            break
        session.play(session.state.move_text(drawn(session.state, stream)))


def test_a_game_goes_on_from_what_was_set_up(game_id: str) -> None:
    for number in range(deep(3, 100)):
        session, stream = begin(game_id, number), Stream(number, "placing", game_id)
        go_on(session, stream, 6)
        old, middle = session.document.line(), session.document.line()[2]
        other = somewhere(game_id, number)
        session.document.annotations.comment(middle, "here")
        session.set_up(other.text(), middle)
        placed = session.here
        assert session.state == other and session.steps[-1].actor == SET_UP and session.steps[-1].turn == other.turn
        assert (
            session.document.tree.nodes[placed].parent == middle
            and all(map(session.document.holds, old))
            and not session.hindsight
        )
        for seat in (None, *range(other.seats)):
            assert session.viewpoint(seat) == session.document.viewpoint_at(placed, seat) == other.viewpoint(seat)
            assert session.document.text_at(placed, seat) == records_steps.set_up(other.view(seat))
            frames = recap_of(session, placed, seat).frames
            assert frames[-1].words == boards.SET_UP_WORDS and frames[-1].fields == other.viewpoint(seat).fields
        assert not SeatView(session).last_events() and not SeatView(session).turn_events()
        go_on(session, stream, 4)
        end = session.here
        for seat in range(other.seats):
            assert session.viewpoint(seat).text() == session.state.view(seat)
        session.document.go_to(placed)
        while session.here != old[-1]:
            assert session.document.holds(placed)
            session.undo()
        while not session.document.can_redo:
            session.redo()
        assert session.here == placed and session.document.holds(end)
        with pytest.raises(IllegalMove, match=r"set up|position|field"):
            session.set_up("nothing at all")
        session.set_up(session.state.text())
        assert session.here == placed  # it stands there already


def test_records_hold_what_was_set_up(game_id: str) -> None:
    for number in range(deep(3, 100)):
        session, stream = begin(game_id, number), Stream(number, "placing records", game_id)
        go_on(session, stream, 4)
        session.set_up(somewhere(game_id, number).text(), session.document.line()[1])
        session.document.annotations.comment(session.here, "as it stood {on} the table")
        go_on(session, stream, 3)
        session.set_up(somewhere(game_id, number, "again").text())
        record = record_of(session)
        replay.check(record)
        opened = session_of(files.decoded(files.encoded(record)))
        assert opened.steps == session.steps and record_of(opened) == record and opened.state == session.state
        assert cannot_be_thought_again(record)
        judged = [session.document.tree.nodes[node].actor for _, made in Reviewer(session).decisions for node in made]
        assert judged and min(judged) >= 0
        text = as_text(record)
        assert text.count(boards.SET_UP_WORDS) == 2
        assert session_of(record_from(text)).state == session.state
        assert (
            as_csv(record).count(",set up,") == 2 and as_json_lines(record).count('"seat":null,"move":"position=') == 2
        )


def test_an_opening_begins_at_what_was_set_up_last(open_game: str, tmp_path: Path) -> None:
    session, other = begin(open_game), somewhere(open_game, 5)
    go_on(session, Stream(1, "opening", open_game), 3)
    session.set_up(other.text())
    go_on(session, Stream(2, "opening", open_game), 1)
    files.write(tmp_path / "game.herbarium", record_of(session))
    (opening,) = openings.read(tmp_path / "game.herbarium", session.spec)
    assert (opening.position, opening.moves) == (other.text(), (session.steps[-1].move,))


def test_a_record_with_a_wrong_position_is_refused(game_id: str) -> None:
    session = begin(game_id)
    session.set_up(somewhere(game_id, 1).text())
    data = files.encoded(record_of(session))
    record = files.decoded(data)
    move = record.lines[0].moves[0]
    wrong = type(move)(move=move.move + " x")
    bad = type(record.lines[0])(moves=(wrong,))
    with pytest.raises(BadRecord, match=r"lines\[0\].moves\[0\].move.*fields? instead of"):
        replay.check(Record(spec=record.spec, seats=record.seats, lines=(bad,)))


def test_no_position_is_taken_for_anything_else_in_a_text(game_id: str) -> None:
    """What ends a position in a list of moves stands in no position."""
    for state, _ in walk(game_id, "signs"):
        assert not set("\n{}#()") & set(state.text()) and not state.text().startswith(" ")


def test_boards_bear_what_was_set_up(game_id: str) -> None:
    board = boards.find(game_id)
    assert board is not None
    session = begin(game_id)
    go_on(session, Stream(1, "boards", game_id), 5)
    session.set_up(somewhere(game_id, 2).text())
    (event,) = session.steps[-1].events
    info, fields = session.point.info, session.point.fields
    assert boards.tell(info, event) == boards.remark(info, event) == boards.SET_UP_WORDS and not boards.sound(
        info, event
    )
    assert not board.tumble(event)
    board.last(fields, [event])
    board.panels(info, fields, [event])


def test_a_declared_end_is_not_that_of_another_position(game_id: str) -> None:
    session = begin(game_id)
    session.resign(0)
    session.set_up(somewhere(game_id, 1).text())
    assert session.result is None and session.waits_for == "person"
    session.undo()
    assert session.result is not None and session.waits_for == "over"


def test_a_followed_seat_sets_up_what_it_sees(game_id: str) -> None:
    state = somewhere(game_id, 3)
    session = Session(game_id, [PERSON] * state.seats, 1, follows=1)
    session.set_up(state.view(1))
    assert session.viewpoint(1) == state.viewpoint(1)
    assert session_of(record_of(session)).viewpoint(1) == state.viewpoint(1)


@pytest.mark.parametrize("game", [game for game in fastcore.games() if fastcore.info(game).has.chance])
def test_chance_is_chosen_once_or_always(game: str) -> None:
    session = begin(game)
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
    assert session_of(record).by_hand == "always" and cannot_be_thought_again(record)


def test_a_followed_seat_knows_facts_besides() -> None:
    hiding = next(game for game in fastcore.games() if fastcore.info(game).has.hidden)
    state = somewhere(hiding, "facts")
    seat = state.actor
    point = state.viewpoint(seat)
    known = next(f"hidden={text.split()[0]}" for text, _ in point.worlds(10**6))
    session = Session(hiding, [PERSON] * state.seats, 1, state.view(seat), follows=seat, facts=[known])
    assert session.viewpoint(seat).count() < point.count()
    opened = session_of(files.decoded(files.encoded(record_of(session))))
    assert opened.facts == (known,) and opened.viewpoint(seat) == session.viewpoint(seat)
    stream, hidden = Stream(1, "worlds"), known.partition("=")[2]
    seen = next(seen for move in state.moves() if (seen := state.observation(move, seat)))
    for follow in (session, opened):
        bot = bots.make(bots.strongest(hiding), 1)
        assert decide(bot, follow.viewpoint(seat), Limit(simulations=20)).move
        follow.play(seen)  # what it learns later does not take the facts from it
        assert {follow.viewpoint(seat).sample(stream).fields["hidden"] for _ in range(20)} == {hidden}
    with pytest.raises(Conflict):
        Session(hiding, [PERSON] * state.seats, 1, state.view(seat), follows=seat, facts=["hidden=?"])
    with pytest.raises(ValueError, match="no seat is followed"):
        Session(hiding, [PERSON] * state.seats, 1, facts=[known])
    with pytest.raises(BadRecord, match="facts"):
        replay.check(Record(spec=hiding, facts=(known,)))
