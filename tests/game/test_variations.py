"""The tree of a session: variations, notes, going about, one seat alone; everything can be undone and made again."""

from __future__ import annotations

import random
from time import perf_counter

import msgspec
import pytest

import fastcore
from bots.report import Candidate, Mark, Report
from fastcore import Conflict, IllegalMove, Stream
from tests.conftest import deep
from tests.kit.walks import somewhere, walk
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON, Session
from workbench.records import replay
from workbench.seen.shared_screen import SharedScreen
from workbench.storage.session_records import record_of


def begin(game_id: str, persons: bool = True, seed: int = 1) -> Session:
    return Session(game_id, [PERSON if persons else "random"] * fastcore.start(game_id).seats, seed)


def legal(session: Session) -> list[str]:
    return [session.state.move_text(move) for move in session.state.moves()]


def go_on(session: Session, stream: Stream, variation: bool = False) -> None:
    if session.waits_for == "chance":
        session.draw_chance()
    elif session.waits_for != "over":
        move = stream.choice(legal(session))
        value = (0.5,) * len(session.seats)
        report = Report(move, (Candidate(move, 9, value, 0.1, 0.2, (move,)),), 9, 0.5)
        session.play(move, report if session.waits_for == "bot" else (), stream.below(99) / 10, variation)


def all_of(session: Session) -> tuple[object, ...]:
    """All that can be seen of a session."""
    return (
        msgspec.json.encode(record_of(session)),
        session.steps,
        session.document.future,
        session.here,
        session.state.text(),
    )


def some_node(session: Session, chance: random.Random) -> int:
    return chance.choice([ROOT, *session.document.tree.below(ROOT)])


def change(session: Session, chance: random.Random, stream: Stream) -> None:
    """Something at random that can be undone."""
    kind, node = chance.random(), some_node(session, chance)
    if kind < 0.5:
        go_on(session, stream, kind < 0.1)
    elif kind < 0.54:
        session.set_up(somewhere(session.spec, chance.randrange(9)).text(), node)
    elif kind < 0.6:
        session.document.go_to(node)
    elif kind < 0.66:
        session.document.annotations.comment(node, chance.choice(["", "one", "two"]))
    elif kind < 0.7:
        session.document.annotations.mark(node, [Mark("ring", ("a1",), 0.5)] * chance.randrange(3))
    elif kind < 0.74 and node != ROOT:
        session.document.annotations.add_later(node, [Report("later")])
    elif kind < 0.78 and node != ROOT:
        session.document.variations.delete(node)
    elif kind < 0.84:
        session.document.variations.promote(node)
    elif kind < 0.88:
        session.change_seat(chance.randrange(len(session.seats)), chance.choice([PERSON, "random"]))
    elif kind < 0.92:
        session.document.name_seat(chance.randrange(len(session.seats)), chance.choice(["", "Ann", "Bob"]))
    elif kind < 0.96:
        session.document.annotations.tag(chance.choice(["event", "round"]), chance.choice(["", "1", "2"]))
    elif any(session._is_stop(step.actor) for step in session.steps):
        session.take_back()


def test_all_changes_are_undone_and_made_again_exactly(game_id: str) -> None:
    for number in range(deep(5, 30)):
        chance, stream = random.Random(number), Stream(number, "changes")
        session = begin(game_id, number % 3 != 2, number)
        for _ in range(deep(120, 400)):
            kind = chance.random()
            if kind < 0.15 and not session.document.can_undo:
                before = all_of(session)
                session.undo()
                if kind < 0.1:
                    session.redo()
                    assert all_of(session) == before
            elif kind < 0.2 and not session.document.can_redo:
                session.redo()
            else:
                change(session, chance, stream)
        while not session.document.can_redo:
            session.redo()
        states = [all_of(session)]
        while not session.document.can_undo:
            session.undo()
            states.append(all_of(session))
        assert session.seats == begin(game_id, number % 3 != 2).seats
        assert all(step.actor < 0 for step in session.steps)
        for state in reversed(states[:-1]):
            session.redo()
            assert all_of(session)[1:] == state[1:]
        assert all_of(session) == states[0]
        record = record_of(session)
        replay.check(record)
        assert session.state == session.document.state_at(session.here) and len(states) > 20


def test_what_was_undone_stays_as_a_variation(game_id: str) -> None:
    session, stream = begin(game_id), Stream(1, "stays")
    while session.state.actor < 0 or len(session.state.moves()) < 3:
        go_on(session, stream)
    there, moves = session.here, legal(session)[:3]
    for move in moves:
        session.play(move)
        session.undo()
        assert session.here == there and session.document.future[0].move == move
    assert [session.document.tree.nodes[child].move for child in session.document.children(there)] == moves
    session.play(moves[1], variation=True)
    assert [session.document.tree.nodes[child].move for child in session.document.children(there)] == moves, (
        "a variation leaves the order"
    )
    session.undo()
    session.play(moves[2])
    main = session.document.main_line()
    assert main[-1] == session.here and len(session.document.children(there)) == 3, "what is played is the main line"
    first = session.document.tree.child(there, moves[0])
    assert first is not None
    session.document.variations.promote(first)
    assert session.document.main_line()[len(session.document.line_to(there))] == first
    assert session.here == main[-1], "nobody goes anywhere"
    assert session.document.state_at(first) == session.document.state_at(there).after(moves[0])


def test_deleting_a_branch_and_undoing_it_brings_back_all(game_id: str) -> None:
    session, stream = begin(game_id), Stream(4, "delete")
    for _ in range(30):
        go_on(session, stream)
    line = session.document.line_to(session.here)
    session.document.annotations.comment(line[20], "here")
    before = all_of(session)
    session.document.variations.delete(line[10])
    assert session.here == line[9] and session.document.future == () and len(session.document.main_line()) == 10
    for deleted in (line[15], 10**6):
        for refused in (
            session.document.go_to,
            session.document.variations.delete,
            session.document.variations.promote,
            session.document.point_at,
            session.document.children,
        ):
            with pytest.raises(ValueError, match=f"there is no position {deleted}"):
                refused(deleted)
    with pytest.raises(ValueError, match="the start cannot be deleted"):
        session.document.variations.delete(ROOT)
    session.undo()
    assert all_of(session) == before
    session.redo()
    assert session.here == line[9]


def covered(session: Session, move: str) -> bool:
    """Whether not all see this move as it is made."""
    return any(session.state.observation(move, seat) != move for seat in range(session.state.seats))


def test_a_move_that_was_undone_leads_on_to_what_followed_it(game_id: str) -> None:
    session, stream = begin(game_id), Stream(2, "again")
    for _ in range(25):
        go_on(session, stream)
    steps = session.steps
    for _ in range(5):
        session.undo()
    while session.steps and covered(session, steps[len(session.steps)].move):
        session.undo()
    back = len(session.steps)
    hidden = covered(session, steps[back].move)
    session.play(steps[back].move)
    if hidden:
        assert session.document.can_redo, "nobody learns that it is the same move"
        return
    while not session.document.can_redo:
        session.redo()
    assert session.steps == steps
    while len(session.steps) > back:
        session.undo()
    assert len(session.steps) == back and len(session.document.tree.nodes) == len(steps) + 1


def test_notes_taken_while_a_bot_thinks_leave_the_groups_of_moves() -> None:
    game = next(
        game for game in fastcore.games() if not fastcore.info(game).has.covered and not fastcore.info(game).has.chance
    )
    session, stream = Session(game, [PERSON, "random"], 1), Stream(1, "groups")
    while session.waits_for == "person":
        go_on(session, stream)
    session.document.annotations.comment(session.here, "thinking")
    while session.state.actor == 1:
        go_on(session, stream)
    steps = session.steps
    session.undo()
    assert session.steps == steps, "the comment goes first"
    session.undo()
    assert session.steps == steps[: len(session.steps)] and session.document.future[0].actor == 0
    assert all(step.actor == 0 for step in session.steps), "then the person's move with the bot's answer"


def test_a_seat_that_a_bot_took_is_given_back_with_what_the_bot_did() -> None:
    game = next(game for game in fastcore.games() if not fastcore.info(game).has.chance)
    session, stream = begin(game), Stream(1, "given back")
    session.change_seat(session.state.actor, "random")
    while session.waits_for == "bot":
        go_on(session, stream)
    session.undo()
    assert not session.steps and session.waits_for == "person" and session.document.can_undo and session.document.future


def test_looking_marks_nothing_and_deciding_again_does(game_id: str) -> None:
    session, stream = begin(game_id), Stream(7, "looking")
    while len(session.steps) < 20 or session.state.actor < 0:
        go_on(session, stream)
    for node in session.document.main_line():
        session.document.point_at(node)
    places = [number for number, step in enumerate(session.steps) if step.actor >= 0]
    line = (ROOT, *session.document.main_line())
    number = next(n for n in places if len(session.document.state_at(line[n]).moves()) > 1 and n < 15)
    session.document.go_to(line[number])
    assert not session.hindsight
    other = next(move for move in legal(session) if move != session.document.future[0].move)
    session.play(other, variation=True)
    assert not session.hindsight, "a variation is no decision of the game"
    session.undo()
    session.play(other) if session.document.tree.child(session.here, other) is None else None
    third = next((move for move in legal(session) if session.document.tree.child(session.here, move) is None), None)
    if third is not None:
        session.play(third)
        assert session.hindsight and record_of(session).hindsight
        session.undo()
        session.redo()
        assert session.hindsight


def test_taking_back_is_a_change_like_others(game_id: str) -> None:
    session, stream = begin(game_id), Stream(5, "take back")
    with pytest.raises(ValueError, match="nothing has been decided yet"):
        session.take_back()
    while len(session.steps) < 10 or session.waits_for != "person":
        go_on(session, stream)
    before = all_of(session)
    session.take_back()
    assert session.waits_for == "person" and len(session.steps) < 12 and session.document.future
    session.undo()
    assert all_of(session) == before


def test_a_session_follows_one_seat(game_id: str) -> None:
    spec = fastcore.start(game_id).spec
    seats = fastcore.start(spec).seats
    session = Session(spec, [PERSON] * seats, 1, follows=1)
    screen, hidden = SharedScreen(session), 0
    for number, (state, move) in enumerate(walk(spec, "follows")):
        assert session.viewpoint(1).text() == state.view(1) == session.point.text()
        assert session.waits_for == ("chance" if state.actor < 0 else "person")
        with pytest.raises(Conflict):
            session.play("nonsense")
        if session.viewpoint(1).state is None:
            hidden += 1
            with pytest.raises(ValueError, match="something is hidden here"):
                _ = session.state
        else:
            assert session.state == state
        assert screen.viewer == 1 and screen.handing_to is None and screen.shows_thoughts
        seen = state.observation(move, 1)
        if seen:
            session.play(seen)
            screen.moved()
        if number % 7 == 3 and not session.document.can_undo:
            before = session.point.text(), session.steps
            session.undo()
            session.redo()
            assert (session.point.text(), session.steps) == before and not session.hindsight
    assert session.waits_for == "over" and session.result is not None
    assert hidden == 0 or fastcore.info(game_id).has.covered
    for seat in (None, 0):
        with pytest.raises(ValueError, match="known to seat 2 alone"):
            session.viewpoint(seat)
    with pytest.raises(ValueError):
        Session(spec, [PERSON] * seats, 1, follows=seats)


def test_a_resignation_ends_the_game_and_can_be_undone(game_id: str) -> None:
    session, stream = begin(game_id), Stream(3, "resign")
    for _ in range(6):
        go_on(session, stream)
    session.resign(0)
    result = session.result
    assert result is not None and result.guilty == 0 and abs(sum(result.returns)) < 1e-9 and result.returns[0] == -1
    assert session.waits_for == "over" and record_of(session).result == result
    with pytest.raises(ValueError, match="the game has ended"):
        session.resign(1)
    session.undo()
    assert session.result is None and session.waits_for != "over"


def test_only_untrusted_sessions_check_their_bots(game_id: str) -> None:
    seats = ["nobody"] * fastcore.start(game_id).seats
    assert Session(game_id, seats, 1, trusted=True).seats == tuple(seats)
    with pytest.raises(ValueError):
        Session(game_id, seats, 1)


def test_illegal_moves_change_nothing(game_id: str) -> None:
    session, stream = begin(game_id), Stream(3, "illegal")
    for _ in range(12):
        go_on(session, stream)
    session.undo()
    before = all_of(session)
    with pytest.raises(IllegalMove):
        session.play("nonsense")
    assert all_of(session) == before and session.document.can_redo == ""


def test_a_move_in_a_long_game_takes_two_milliseconds(game_id: str) -> None:
    session, stream = begin(game_id), Stream(1, "long")
    times = []
    while len(session.steps) < 400 and session.waits_for != "over":
        if session.waits_for == "chance":
            session.draw_chance()
            continue
        move = stream.choice(legal(session))
        began = perf_counter()
        session.play(move)
        times.append(perf_counter() - began)
    assert sorted(times[-100:])[len(times[-100:]) // 2] < 0.002
