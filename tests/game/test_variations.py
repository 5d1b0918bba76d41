"""Tests of a session's move tree: variations, notes, navigation, single seats, and undo of every change."""

from __future__ import annotations

import random
from time import perf_counter

import msgspec
import pytest

import fastcore
from bots.report import Candidate, Mark, Report
from fastcore import Conflict, IllegalMove, Stream
from tests.conftest import deep
from workbench.conformance.walks import random_game, random_position
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON, Session
from workbench.records import replay
from workbench.seen.shared_screen import SharedScreen
from workbench.storage.session_records import record_of


def begin(game_id: str, persons: bool = True, seed: int = 1) -> Session:
    return Session(game_id, [PERSON if persons else "random"] * fastcore.start(game_id).seats, seed)


def legal_moves(session: Session) -> list[str]:
    return [session.state.move_text(move) for move in session.state.moves()]


def continue_game(session: Session, stream: Stream, variation: bool = False) -> None:
    if session.waits_for == "chance":
        session.draw_chance()
    elif session.waits_for != "over":
        move = stream.choice(legal_moves(session))
        value = (0.5,) * len(session.seats)
        report = Report(move, (Candidate(move, 9, value, 0.1, 0.2, (move,)),), 9, 0.5)
        session.play(move, report if session.waits_for == "bot" else (), stream.below(99) / 10, variation)


def snapshot(session: Session) -> tuple[object, ...]:
    """Return all observable properties of a session."""
    return (
        msgspec.json.encode(record_of(session)),
        session.steps,
        session.document.future,
        session.here,
        session.state.text(),
    )


def some_node(session: Session, chance: random.Random) -> int:
    return chance.choice([ROOT, *session.document.tree.descendants(ROOT)])


def make_random_change(session: Session, chance: random.Random, stream: Stream) -> None:
    """Make a random change that can be undone."""
    kind, node = chance.random(), some_node(session, chance)
    if kind < 0.5:
        continue_game(session, stream, kind < 0.1)
    elif kind < 0.54:
        session.set_up(random_position(session.spec, chance.randrange(9)).text(), node)
    elif kind < 0.6:
        session.document.go_to(node)
    elif kind < 0.66:
        session.document.annotations.set_comment(node, chance.choice(["", "one", "two"]))
    elif kind < 0.7:
        session.document.annotations.set_marks(node, [Mark("ring", ("a1",), 0.5)] * chance.randrange(3))
    elif kind < 0.74 and node != ROOT:
        session.document.annotations.add_analysis(node, [Report("later")])
    elif kind < 0.78 and node != ROOT:
        session.document.variations.delete(node)
    elif kind < 0.84:
        session.document.variations.promote(node)
    elif kind < 0.88:
        session.change_seat(chance.randrange(len(session.seats)), chance.choice([PERSON, "random"]))
    elif kind < 0.92:
        session.document.name_seat(chance.randrange(len(session.seats)), chance.choice(["", "Ann", "Bob"]))
    elif kind < 0.96:
        session.document.annotations.set_tag(chance.choice(["event", "round"]), chance.choice(["", "1", "2"]))
    elif any(session._is_stop(step.actor) for step in session.steps):
        session.retract()


def test_all_changes_can_be_undone_and_redone(game_id: str) -> None:
    for number in range(deep(5, 30)):
        chance, stream = random.Random(number), Stream(number, "changes")
        session = begin(game_id, number % 3 != 2, number)
        for _ in range(deep(120, 400)):
            kind = chance.random()
            if kind < 0.15 and not session.document.can_undo:
                before = snapshot(session)
                session.undo()
                if kind < 0.1:
                    session.redo()
                    assert snapshot(session) == before
            elif kind < 0.2 and not session.document.can_redo:
                session.redo()
            else:
                make_random_change(session, chance, stream)
        while not session.document.can_redo:
            session.redo()
        states = [snapshot(session)]
        while not session.document.can_undo:
            session.undo()
            states.append(snapshot(session))
        assert session.seats == begin(game_id, number % 3 != 2).seats
        assert all(step.actor < 0 for step in session.steps)
        for state in reversed(states[:-1]):
            session.redo()
            assert snapshot(session)[1:] == state[1:]
        assert snapshot(session) == states[0]
        record = record_of(session)
        replay.check(record)
        assert session.state == session.document.state_at(session.here) and len(states) > 20


def test_undone_move_remains_as_variation(game_id: str) -> None:
    session, stream = begin(game_id), Stream(1, "stays")
    while session.state.actor < 0 or len(session.state.moves()) < 3:
        continue_game(session, stream)
    branch, moves = session.here, legal_moves(session)[:3]
    for move in moves:
        session.play(move)
        session.undo()
        assert session.here == branch and session.document.future[0].move == move
    assert [session.document.tree.nodes[child].move for child in session.document.children(branch)] == moves
    session.play(moves[1], variation=True)
    assert [session.document.tree.nodes[child].move for child in session.document.children(branch)] == moves, (
        "a variation leaves the order"
    )
    session.undo()
    session.play(moves[2])
    main = session.document.main_line()
    assert main[-1] == session.here and len(session.document.children(branch)) == 3, "what is played is the main line"
    first = session.document.tree.child(branch, moves[0])
    assert first is not None
    session.document.variations.promote(first)
    assert session.document.main_line()[len(session.document.line_to(branch))] == first
    assert session.here == main[-1], "nobody goes anywhere"
    assert session.document.state_at(first) == session.document.state_at(branch).after(moves[0])


def test_undo_restores_deleted_branch(game_id: str) -> None:
    session, stream = begin(game_id), Stream(4, "delete")
    for _ in range(30):
        continue_game(session, stream)
    line = session.document.line_to(session.here)
    session.document.annotations.set_comment(line[20], "here")
    before = snapshot(session)
    session.document.variations.delete(line[10])
    assert session.here == line[9] and session.document.future == () and len(session.document.main_line()) == 10
    for deleted in (line[15], 10**6):
        for method in (
            session.document.go_to,
            session.document.variations.delete,
            session.document.variations.promote,
            session.document.point_at,
            session.document.children,
        ):
            with pytest.raises(ValueError, match=f"there is no position {deleted}"):
                method(deleted)
    with pytest.raises(ValueError, match="the start cannot be deleted"):
        session.document.variations.delete(ROOT)
    session.undo()
    assert snapshot(session) == before
    session.redo()
    assert session.here == line[9]


def is_hidden(session: Session, move: str) -> bool:
    """Return whether some seats do not see this move."""
    return any(session.state.observation(move, seat) != move for seat in range(session.state.seats))


def test_replaying_undone_move_keeps_its_continuation(game_id: str) -> None:
    session, stream = begin(game_id), Stream(2, "again")
    for _ in range(25):
        continue_game(session, stream)
    steps = session.steps
    for _ in range(5):
        session.undo()
    while session.steps and is_hidden(session, steps[len(session.steps)].move):
        session.undo()
    count = len(session.steps)
    has_hidden_move = is_hidden(session, steps[count].move)
    session.play(steps[count].move)
    if has_hidden_move:
        assert session.document.can_redo, "nobody learns that it is the same move"
        return
    while not session.document.can_redo:
        session.redo()
    assert session.steps == steps
    while len(session.steps) > count:
        session.undo()
    assert len(session.steps) == count and len(session.document.tree.nodes) == len(steps) + 1


def test_comment_while_bot_thinks_keeps_undo_groups() -> None:
    game = next(
        game for game in fastcore.games() if not fastcore.info(game).has.covered and not fastcore.info(game).has.chance
    )
    session, stream = Session(game, [PERSON, "random"], 1), Stream(1, "groups")
    while session.waits_for == "person":
        continue_game(session, stream)
    session.document.annotations.set_comment(session.here, "thinking")
    while session.state.actor == 1:
        continue_game(session, stream)
    steps = session.steps
    session.undo()
    assert session.steps == steps, "the comment goes first"
    session.undo()
    assert session.steps == steps[: len(session.steps)] and session.document.future[0].actor == 0
    assert all(step.actor == 0 for step in session.steps), "then the person's move with the bot's answer"


def test_undo_of_seat_change_includes_bot_moves() -> None:
    game = next(game for game in fastcore.games() if not fastcore.info(game).has.chance)
    session, stream = begin(game), Stream(1, "given back")
    session.change_seat(session.state.actor, "random")
    while session.waits_for == "bot":
        continue_game(session, stream)
    session.undo()
    assert not session.steps and session.waits_for == "person" and session.document.can_undo and session.document.future


def test_hindsight_is_set_by_new_decision_only(game_id: str) -> None:
    session, stream = begin(game_id), Stream(7, "looking")
    while len(session.steps) < 20 or session.state.actor < 0:
        continue_game(session, stream)
    for node in session.document.main_line():
        session.document.point_at(node)
    decisions = [number for number, step in enumerate(session.steps) if step.actor >= 0]
    line = (ROOT, *session.document.main_line())
    number = next(n for n in decisions if len(session.document.state_at(line[n]).moves()) > 1 and n < 15)
    session.document.go_to(line[number])
    assert not session.hindsight
    second = next(move for move in legal_moves(session) if move != session.document.future[0].move)
    session.play(second, variation=True)
    assert not session.hindsight, "a variation is no decision of the game"
    session.undo()
    session.play(second) if session.document.tree.child(session.here, second) is None else None
    third = next(
        (move for move in legal_moves(session) if session.document.tree.child(session.here, move) is None), None
    )
    if third is not None:
        session.play(third)
        assert session.hindsight and record_of(session).hindsight
        session.undo()
        session.redo()
        assert session.hindsight


def test_retracting_a_move_can_be_undone(game_id: str) -> None:
    session, stream = begin(game_id), Stream(5, "take back")
    with pytest.raises(ValueError, match="no decision has been made yet"):
        session.retract()
    while len(session.steps) < 10 or session.waits_for != "person":
        continue_game(session, stream)
    before = snapshot(session)
    session.retract()
    assert session.waits_for == "person" and len(session.steps) < 12 and session.document.future
    session.undo()
    assert snapshot(session) == before


def test_session_follows_one_seat(game_id: str) -> None:
    spec = fastcore.start(game_id).spec
    seats = fastcore.start(spec).seats
    session = Session(spec, [PERSON] * seats, 1, follows=1)
    screen, hidden_positions = SharedScreen(session), 0
    for number, (state, move) in enumerate(random_game(spec, "follows")):
        assert session.viewpoint(1).text() == state.view(1) == session.point.text()
        assert session.waits_for == ("chance" if state.actor < 0 else "person")
        with pytest.raises(Conflict):
            session.play("nonsense")
        if session.viewpoint(1).state is None:
            hidden_positions += 1
            with pytest.raises(ValueError, match="the followed seat does not know everything here"):
                _ = session.state
        else:
            assert session.state == state
        assert screen.viewer == 1 and screen.handover_seat is None and screen.shows_thoughts
        observation = state.observation(move, 1)
        if observation:
            session.play(observation)
            screen.after_move()
        if number % 7 == 3 and not session.document.can_undo:
            before = session.point.text(), session.steps
            session.undo()
            session.redo()
            assert (session.point.text(), session.steps) == before and not session.hindsight
    assert session.waits_for == "over" and session.result is not None
    assert hidden_positions == 0 or fastcore.info(game_id).has.covered
    for seat, wanted in ((None, "everybody"), (0, "seat 1")):
        with pytest.raises(ValueError, match=f"only the view of seat 2, not of {wanted}"):
            session.viewpoint(seat)
    with pytest.raises(ValueError):
        Session(spec, [PERSON] * seats, 1, follows=seats)


def test_resignation_ends_game_and_can_be_undone(game_id: str) -> None:
    session, stream = begin(game_id), Stream(3, "resign")
    for _ in range(6):
        continue_game(session, stream)
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
        continue_game(session, stream)
    session.undo()
    before = snapshot(session)
    with pytest.raises(IllegalMove):
        session.play("nonsense")
    assert snapshot(session) == before and session.document.can_redo == ""


def test_move_in_long_game_takes_two_milliseconds(game_id: str) -> None:
    session, stream = begin(game_id), Stream(1, "long")
    times = []
    while len(session.steps) < 400 and session.waits_for != "over":
        if session.waits_for == "chance":
            session.draw_chance()
            continue
        move = stream.choice(legal_moves(session))
        start = perf_counter()
        session.play(move)
        times.append(perf_counter() - start)
    assert sorted(times[-100:])[len(times[-100:]) // 2] < 0.002
