"""Tests of a running game: whose turn it is, reproducible chance events, undo, redo and hindsight."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import bots
import fastcore
from bots.reasoning import own_turn
from fastcore import CHANCE, OVER, IllegalMove
from tests.conftest import deep
from workbench.bot_process import trust
from workbench.bot_process.decisions import decide
from workbench.conformance.walks import random_position
from workbench.game.session import PERSON, Session


def some_bots(game_id: str) -> tuple[str, ...]:
    """Return three bots that play the game."""
    return ("random", "greedy", "mcts(simulations=30)" if "mcts" in bots.names(game_id) else "random")


def begin(game_id: str, players: tuple[str, ...] = (PERSON,), seed: int = 1, position: str | None = None) -> Session:
    """Return a session with these players alternating on all seats."""
    seats = fastcore.start(game_id).seats
    return Session(game_id, [players[seat % len(players)] for seat in range(seats)], seed, position)


def step(session: Session, stream: fastcore.Stream) -> None:
    """Draw a chance event, or make a random move for the seat to move."""
    if session.waits_for == "chance":
        session.draw_chance()
    else:
        session.play(session.state.move_text(stream.choice(session.state.moves())))


def advance(session: Session, steps: int, *key: int | str) -> None:
    stream = fastcore.Stream(5, *key)
    for _ in range(steps):
        if session.waits_for == "over":
            break
        step(session, stream)


def chance_outcomes(session: Session) -> dict[int, str]:
    """Return the chance outcomes by their order of appearance."""
    return dict(enumerate(step.move for step in session.steps if step.actor == CHANCE))


def assert_consistent(session: Session) -> None:
    """Check the invariants of a session."""
    state = session.document.start.copy()
    for played in session.steps:
        assert (state.actor, state.turn) == (played.actor, played.turn)
        assert played.events == tuple(state.events(played.move))
        state.play(played.move)
    assert state == session.state and session.spec == state.spec
    after = state.copy()
    for undone in session.document.future:
        after.play(undone.move)
    kinds = {OVER: "over", CHANCE: "chance"}
    actor = state.actor
    assert session.waits_for == kinds.get(actor, "person" if session.seats[actor] == PERSON else "bot")
    for seat in (None, *range(state.seats)):
        assert session.viewpoint(seat).text() == state.view(seat)
    assert (session.document.can_redo == "") == bool(session.document.future)


def test_session_matches_its_steps(game_id: str) -> None:
    session = begin(game_id)
    stream = fastcore.Stream(2, "whole")
    while session.waits_for != "over":
        if len(session.steps) % 10 == 0:
            assert_consistent(session)
        step(session, stream)
    assert_consistent(session)
    assert session.state.actor == OVER and not session.hindsight


def test_undo_redo_and_moves_work_in_any_order(game_id: str) -> None:
    """Undone steps are restored unchanged until another move is played."""
    chance = random.Random(8)
    for number in range(deep(6, 60)):
        players = [(PERSON,), (PERSON, "random"), ("random",)][number % 3]
        session, stream = begin(game_id, players, number), fastcore.Stream(6, number)
        for _ in range(deep(60, 600)):
            kind = chance.random()
            if kind < 0.2 and not session.document.can_undo:
                position, before = session.state, len(session.steps)
                steps, future = session.steps, session.document.future
                session.undo()
                assert len(session.steps) < before and session.steps + session.document.future == steps + future
                assert session.waits_for == ("person" if PERSON in players else "bot")
                if chance.random() < 0.7:
                    while len(session.steps) < before:
                        session.redo()
                    assert session.steps + session.document.future == steps + future
                    assert session.state == position or len(session.steps) > before, (
                        "redo goes on to a person's decision"
                    )
            elif kind < 0.3 and not session.document.can_redo:
                before = len(session.steps)
                session.redo()
                assert len(session.steps) > before
            elif session.waits_for != "over":
                step(session, stream)
            seat = chance.choice([None, *range(session.state.seats)])
            assert session.viewpoint(seat).text() == session.state.view(seat)
        assert_consistent(session)


def test_undo_stops_at_decisions_of_people(game_id: str) -> None:
    session = begin(game_id, (PERSON, "random"))
    advance(session, 80, "stops")
    decisions = [n for n, step in enumerate(session.steps) if step.actor >= 0 and session.seats[step.actor] == PERSON]
    for number in reversed(decisions):
        session.undo()
        assert len(session.steps) == number and session.waits_for == "person"
    assert session.document.can_undo == "nothing has been played yet"
    with pytest.raises(ValueError, match="nothing has been played yet"):
        session.undo()
    for number in decisions[1:]:
        session.redo()
        assert len(session.steps) == number
    session.redo()
    assert session.document.can_redo == "nothing has been undone"
    with pytest.raises(ValueError, match="nothing has been undone"):
        session.redo()


def test_different_move_discards_undone_steps(game_id: str) -> None:
    session = begin(game_id)
    advance(session, 30, "gives up")
    session.undo()
    undone = session.document.future[0]
    session.play(undone.move)
    assert session.document.can_redo != "" or session.document.future[0] != undone, (
        "the same move takes up what follows it"
    )
    session.undo()
    other_move = next(
        (
            session.state.move_text(move)
            for move in session.state.moves()
            if session.state.move_text(move) != undone.move
        ),
        None,
    )
    assert other_move is not None
    session.play(other_move)
    assert session.document.can_redo == "nothing has been undone"
    assert_consistent(session)


def test_hindsight_is_set_when_information_was_revealed(game_id: str) -> None:
    """Undoing a visible decision of one's own reveals nothing. Undoing a chance event or an opponent's move does."""
    session = begin(game_id)
    reveals = 0
    stream = fastcore.Stream(9)
    while session.waits_for != "over" and reveals < 20:
        before = session.state
        step(session, stream)
        last = session.steps[-1]
        if last.actor >= 0 and not session.hindsight and before.observation(last.move, last.actor) == last.move:
            session.undo()
            assert not session.hindsight and session.state == before
            session.redo()
        elif last.actor == CHANCE and len(session.steps) > 1:
            dice = last.move
            session.undo()
            assert session.hindsight
            session.document.hindsight = False
            session.redo()
            assert session.steps[-1].move == dice
            reveals += 1
    if fastcore.info(game_id).has.chance:
        assert reveals


def test_seed_and_turn_determine_dice(game_id: str) -> None:
    """Neither the players nor undone moves change the dice of a turn."""
    if not fastcore.info(game_id).has.chance:
        pytest.skip("no chance in this game")
    rolls = []
    for players in (*((bot,) for bot in some_bots(game_id)), some_bots(game_id)):
        session = begin(game_id, players, seed=3)
        while session.waits_for != "over" and len(chance_outcomes(session)) < 8:
            if session.waits_for == "chance":
                session.draw_chance()
            else:
                seat = session.state.actor
                session.play(decide(bots.make(session.seats[seat], 3), session.viewpoint(seat)).move)
        rolls.append(chance_outcomes(session))
    common = set.intersection(*map(set, rolls))
    assert len(common) > (0 if fastcore.info(game_id).has.deals else 3)
    for turn in common:
        assert len({outcomes_of_game[turn] for outcomes_of_game in rolls}) == 1
    first = begin(game_id, seed=3)
    advance(first, 60, "one way")
    outcomes = chance_outcomes(first)
    while not first.document.can_undo:
        first.undo()
    advance(first, 60, "another way")
    new_outcomes = chance_outcomes(first)
    assert all(new_outcomes[turn] == move for turn, move in outcomes.items() if turn in new_outcomes)
    sessions = [begin(game_id, seed=seed) for seed in range(4, 12)]
    for session in sessions:
        advance(session, 60, "other seeds")
    assert len({tuple(chance_outcomes(session).values())[:3] for session in sessions}) > 4, "other seeds, other dice"


def test_session_can_begin_in_any_position(game_id: str) -> None:
    for number in range(5):
        state = random_position(game_id, "begin", number)
        session = begin(game_id, position=state.text())
        assert session.state == session.document.start == state and session.waits_for == "person"
        advance(session, 20, number)
        assert_consistent(session)


def test_invalid_calls_raise_errors_with_reasons(game_id: str, tmp_path: Path) -> None:
    seats = fastcore.start(game_id).seats
    bot_file = tmp_path / "mine.py"
    bot_file.write_text(f"import pathlib\npathlib.Path({str(tmp_path / 'it-ran')!r}).touch()\n")
    trust.allow_all_once([f"{bot_file}:Mine"])
    cases: list[tuple[str, list[str], str | None, str]] = [
        ("nothing", [PERSON] * seats, None, "spec: there is no game 'nothing'"),
        (game_id, [PERSON], None, f"{fastcore.info(game_id).title} needs {seats} players here, not 1"),
        (game_id, [PERSON] * (seats - 1) + ["nobody"], None, "no bot 'nobody'"),
        (game_id, [PERSON] * seats, "x", "position: "),
        (game_id, [PERSON] * (seats - 1) + [f"{bot_file}:"], None, "is not of the form ./file.py:Class"),
    ]
    for spec, players, position, reason in cases:
        with pytest.raises(ValueError) as error:
            Session(spec, players, 1, position)
        assert reason in str(error.value) and len(str(error.value).splitlines()) == 1
    Session(game_id, [PERSON] * (seats - 1) + [f"{bot_file}:Mine"], 1)
    assert not (tmp_path / "it-ran").exists(), "a session does not open the file of a bot"
    session = begin(game_id)
    advance(session, 5, "refused")
    before, steps = session.state.text(), session.steps
    with pytest.raises(IllegalMove):
        session.play("nonsense")
    for seat, player in ((seats, PERSON), (-1, PERSON), (0, "nobody")):
        with pytest.raises(ValueError):
            session.change_seat(seat, player)
    assert (session.state.text(), session.steps) == (before, steps) and session.seats == (PERSON,) * seats
    if session.waits_for != "chance":
        with pytest.raises(ValueError):
            session.draw_chance()
    session.change_seat(0, "random")
    assert session.seats[0] == "random"


def test_changing_a_viewpoint_does_not_change_the_session(game_id: str) -> None:
    session = begin(game_id)
    advance(session, 20, "kept")
    point = session.viewpoint(None)
    while point.actor == CHANCE or not point.moves():
        advance(session, 1, "kept")
        point = session.viewpoint(None)
    text = session.state.text()
    observation = session.state.observation(session.state.moves()[0], None)
    if observation:
        point.observe(observation)
    assert session.viewpoint(None).text() == session.state.view(None) and session.state.text() == text


def test_own_turn_returns_moves_of_first_seat(game_id: str) -> None:
    for number in range(20):
        state, stream = random_position(game_id, "turn", number), fastcore.Stream(number)
        line: list[str] = []
        own_moves, current = 0, state.copy()
        while current.actor != OVER and len(line) < 30:
            move = current.sample(stream) if current.actor == CHANCE else stream.choice(current.moves())
            own_moves += own_moves == len(line) and (current.actor, current.turn) == (state.actor, state.turn)
            line.append(current.move_text(move))
            current.play(move)
        point = state.viewpoint(state.actor)
        assert own_turn(point, line) == tuple(line[: own_moves if point.state is not None else 1])
        assert own_turn(point, ["nonsense", *line]) == (() if point.state is not None else ("nonsense",))
