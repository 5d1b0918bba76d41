"""Tests of games at a table: moves of bots and people, undo, browsing and changes of seats."""

from __future__ import annotations

import pytest

import bots
import fastcore
from bots import Limit
from bots.searching import SearchBot
from tests.conftest import deep
from tests.kit.terminals import shortest_spec
from tests.table.watcher import open_table, run_until
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON
from workbench.records.replay import check
from workbench.storage.session_records import record_of
from workbench.table.setup import Setup, default_setup
from workbench.table.surprise import surprise
from workbench.table.table import AHEAD, Table

ENDLESS = "mcts(seconds=600)"  # a bot that needs no permission


def seats_of(spec: str, *players: str) -> tuple[str, ...]:
    """Return these players, repeated until every seat has one."""
    return tuple(players[seat % len(players)] for seat in range(fastcore.start(spec).seats))


def first_move(table: Table) -> str:
    return table.point.move_text(table.point.moves()[0])


def play_person_turn(table: Table) -> None:
    """Play legal moves until the person's turn has ended."""
    while table.session.waits_for == "person":
        table.play(first_move(table))


def test_bots_finish_a_game(game_id: str) -> None:
    spec = shortest_spec(game_id)
    with open_table(Setup(spec, seats_of(spec, "greedy", "random"), 5)) as (table, watcher):
        assert table.bots_only and table.bots.thinking
        run_until(table, lambda: table.over)
        session = table.session
        assert len(watcher.batches) == len(session.steps) > 3 and session.result is not None
        assert watcher.batches[-1].points == session.state.points() and not watcher.failures
        assert all(step.report is not None for step in session.steps if step.actor >= 0)
        assert not table.bots_only and not table.bots.requests.ticket
        check(record_of(session))


def test_searches_are_freed_after_a_hint_and_at_the_end() -> None:
    bot = "mcts(simulations=40)"
    with open_table(Setup(shortest_spec("herd"), (bot, PERSON), 5)) as (table, _):
        run_until(table, lambda: table.session.waits_for == "person")
        player, adviser = table.bots.players[0], table.bots.hint_bot
        assert isinstance(player, SearchBot) and isinstance(adviser, SearchBot)
        assert player.search is not None, "it may serve the next decision"
        table.bots.hint(table.point, Limit(simulations=40))
        run_until(table, lambda: table.bots.advice is not None)
        run_until(table, lambda: adviser.search is None)
        table.session.resign(1)
        table.advance()
        assert table.over and player.search is None
        table.session.undo()
        table.play(first_move(table))
        run_until(table, lambda: table.session.waits_for in ("person", "over"))


def test_bots_that_take_all_seats_play_on() -> None:
    with open_table(Setup("herd(size=3)", (PERSON, "random"), 5)) as (table, _):
        table.change_seats(("greedy", "random"), ("", ""))
        assert table.bots_only and not table.bots.held
        run_until(table, lambda: table.over)


def test_person_and_bot_finish_a_game(game_id: str) -> None:
    spec = shortest_spec(game_id)
    with open_table(Setup(spec, seats_of(spec, PERSON, "greedy", "random"), 6)) as (table, watcher):
        while not table.over:
            run_until(table, lambda: table.session.waits_for in ("person", "over"))
            if not table.over:
                assert table.may_play and not table.bots.thinking
                table.play(first_move(table))
        actors = {step.actor for step in table.session.steps}
        assert {0, 1} <= actors and not watcher.failures
        assert all((step.report is None) == (step.actor <= 0) for step in table.session.steps)


def test_illegal_move_changes_nothing(game_id: str) -> None:
    spec = shortest_spec(game_id)
    with open_table(Setup(spec, seats_of(spec, PERSON), 1)) as (table, watcher):
        before = table.session.here, len(watcher.batches)
        with pytest.raises(fastcore.IllegalMove):
            table.play("nonsense")
        assert (table.session.here, len(watcher.batches)) == before


def test_table_waits_until_the_audience_has_caught_up(game_id: str) -> None:
    spec = shortest_spec(game_id)
    with open_table(Setup(spec, seats_of(spec, PERSON, "random"), 2)) as (table, watcher):
        watcher.behind = AHEAD
        play_person_turn(table)
        assert not table.bots.thinking
        watcher.behind = 0
        table.advance()
        assert table.over or table.bots.thinking or table.session.waits_for != "bot"


def test_undo_stops_the_thinking_bot(open_game: str) -> None:
    spec = shortest_spec(open_game)
    with open_table(Setup(spec, seats_of(spec, PERSON, ENDLESS), 3)) as (table, watcher):
        start = table.session.here
        play_person_turn(table)
        run_until(table, lambda: table.bots.requests.progress is not None)
        table.undo()
        assert table.session.waits_for == "person" and table.session.here >= start
        assert not table.bots.requests.ticket and table.bots.requests.progress is None
        steps, begins = len(table.session.steps), watcher.begins
        for _ in range(20):
            table.process_reports()
        assert len(table.session.steps) == steps and watcher.begins == begins, "a late answer is dropped"
        table.redo()
        assert table.session.here > start and table.bots.thinking, "the bot thinks again after redo"


def test_undo_pauses_a_game_between_bots(open_game: str) -> None:
    spec = shortest_spec(open_game)
    with open_table(Setup(spec, seats_of(spec, "greedy"), 3)) as (table, _):
        run_until(table, lambda: len(table.session.steps) > 4)
        table.undo()
        assert table.bots.held and not table.bots.thinking
        steps = len(table.session.steps)
        table.bots.step()
        run_until(table, lambda: table.bots.held)
        decided = [step for step in table.session.steps[steps:] if step.actor >= 0]
        assert len(decided) == 1, "step lets one bot make one move"
        table.bots.resume()
        run_until(table, lambda: table.over)


def test_viewing_another_position_does_not_stop_the_bot(open_game: str) -> None:
    spec = shortest_spec(open_game)
    with open_table(Setup(spec, seats_of(spec, PERSON, ENDLESS), 3)) as (table, _):
        play_person_turn(table)
        ticket = table.bots.requests.ticket
        table.view_node(ROOT)
        assert table.browsing.node == ROOT and table.bots.requests.ticket == ticket and table.bots.thinking
        table.view_node(table.session.here)
        assert table.bots.requests.ticket == ticket


def test_move_in_another_position_makes_a_variation(open_game: str) -> None:
    spec = shortest_spec(open_game)
    with open_table(Setup(spec, seats_of(spec, PERSON), 3)) as (table, watcher):
        start = table.session.here
        moves = [table.point.move_text(move) for move in table.point.moves()]
        table.play(moves[0])
        table.view_node(start)
        table.play_variation(moves[0])
        assert table.session.document.line()[-1] == table.session.here and len(watcher.batches) == len(
            table.session.steps
        )
        table.view_node(start)
        table.play_variation(moves[-1])
        assert table.browsing.node is None and table.session.steps[-1].move == moves[-1]
        assert table.session.document.tree.child(start, moves[0]) is not None, "the first move is kept as a variation"


def test_game_continues_when_the_viewed_variation_is_deleted(open_game: str) -> None:
    spec = shortest_spec(open_game)
    with open_table(Setup(spec, seats_of(spec, PERSON, ENDLESS), 3)) as (table, watcher):
        start, moves = table.session.here, [table.point.move_text(move) for move in table.point.moves()]
        table.play(moves[0])
        variation = table.session.here
        table.undo()
        assert table.session.here == start
        watcher.behind = AHEAD
        table.play(moves[-1])
        play_person_turn(table)
        table.view_node(variation)
        assert table.browsing.node == variation and not table.bots.thinking
        watcher.behind = 0
        table.revise(lambda: table.session.document.variations.delete(variation))
        assert table.browsing.node == start and table.bots.thinking


def test_seat_given_to_a_person_stops_its_bot(open_game: str) -> None:
    spec = shortest_spec(open_game)
    with open_table(Setup(spec, seats_of(spec, PERSON, ENDLESS), 4)) as (table, _):
        play_person_turn(table)
        assert table.bots.thinking and table.persons == (0,)
        table.change_seats(seats_of(spec, PERSON), table.session.document.names)
        assert table.persons == tuple(range(table.state.seats))
        assert table.session.waits_for == "person" and not table.bots.requests.ticket and not table.bots.players
        table.undo()
        assert table.session.seats[1] == ENDLESS and 1 in table.bots.players and table.bots.thinking


def test_bot_plays_a_seat_it_was_given(game_id: str) -> None:
    spec = shortest_spec(game_id)
    with open_table(Setup(spec, seats_of(spec, PERSON), 4)) as (table, watcher):
        seat = table.state.actor
        players = tuple("greedy" if number == seat else PERSON for number in range(table.state.seats))
        table.change_seats(players, table.session.document.names)
        run_until(table, lambda: table.session.waits_for == "person" and table.state.actor != seat)
        assert next(step.actor for step in table.session.steps if step.report is not None) == seat
        assert not watcher.failures


def test_refused_player_changes_nothing(game_id: str) -> None:
    spec = shortest_spec(game_id)
    with open_table(Setup(spec, seats_of(spec, PERSON), 4)) as (table, watcher):
        begins = watcher.begins
        with pytest.raises(ValueError):
            table.change_seats(seats_of(spec, PERSON, "nobody"), table.session.document.names)
        assert table.session.seats == seats_of(spec, PERSON) and watcher.begins == begins


def test_refused_game_leaves_the_old_one(game_id: str) -> None:
    with open_table(Setup(shortest_spec(game_id), seats_of(shortest_spec(game_id), PERSON), 4)) as (table, _):
        session = table.session
        with pytest.raises(ValueError):
            table.begin(Setup("nonsense", (), 1))
        assert table.session is session and table.setup.spec == shortest_spec(game_id)


def test_time_is_noted_only_at_a_timed_table(game_id: str) -> None:
    spec = shortest_spec(game_id)
    for timed in (True, False):
        setup = Setup(spec, seats_of(spec, PERSON), 4, limit=Limit(seconds=600.0, per="game"))
        with open_table(setup, timed) as (table, _):
            table.play(first_move(table))
            nodes = table.session.document.tree.nodes
            seconds = [nodes[node].seconds for node in table.session.document.line() if nodes[node].actor >= 0]
            assert seconds and all((value is not None) == timed for value in seconds)


def test_player_without_time_left_loses(game_id: str) -> None:
    spec = shortest_spec(game_id)
    with open_table(Setup(spec, seats_of(spec, PERSON), 4, limit=Limit(seconds=0.05, per="game"))) as (table, _):
        actor = table.state.actor
        table.take_over()
        run_until(table, lambda: table.over)
        result = table.session.result
        assert result is not None and (result.ending, result.guilty) == ("timeout", actor)


def test_resignation_ends_the_game_and_can_be_undone(game_id: str) -> None:
    spec = shortest_spec(game_id)
    with open_table(Setup(spec, seats_of(spec, PERSON), 4)) as (table, _):
        table.resign(0)
        assert table.over
        table.undo()
        assert not table.over


def test_surprise_games_differ() -> None:
    games, specs = set[str](), set[str]()
    for number in range(deep(40, 400)):
        setup = surprise(fastcore.Stream(number, "surprise"), "Ann")
        session = setup.session()
        assert session.seats.count(PERSON) == 1 and "Ann" in session.document.names
        games.add(session.point.info.id)
        specs.add(setup.spec)
    assert len(games) > 1 and len(specs) > 3


def test_usual_and_surprise_games_can_be_played(game_id: str) -> None:
    stream = fastcore.Stream(7, game_id)
    for setup in (default_setup(game_id, 1), *(surprise(stream, "Ann") for _ in range(10))):
        session = setup.session()
        assert session.seats.count(PERSON) == 1 and len(session.seats) == session.state.seats
        assert all(player in bots.LEVELS for player in session.seats if player != PERSON)


def test_same_decisions_after_undo_get_the_same_answers(game_id: str) -> None:
    """The dice, the deals and the plans of bots come again, and the record notes what the person now knows."""
    spec = shortest_spec(game_id)
    with open_table(Setup(spec, seats_of(spec, PERSON, "greedy"), 5)) as (table, _):
        for _ in range(3):
            run_until(table, lambda: table.session.waits_for in ("person", "over"))
            play_person_turn(table)
        run_until(table, lambda: table.session.waits_for in ("person", "over"))
        before = [(step.actor, step.move) for step in table.session.steps]
        while table.session.can_retract:
            table.retract()
        assert table.session.hindsight
        while len(table.session.steps) < len(before):
            run_until(table, lambda: table.session.waits_for in ("person", "over"))
            if len(table.session.steps) < len(before):
                actor, move = before[len(table.session.steps)]
                assert actor == table.point.actor
                table.play(move)
        assert [(step.actor, step.move) for step in table.session.steps][: len(before)] == before


def test_undo_covers_the_screen_for_the_person_who_decides_again() -> None:
    with open_table(Setup("herbalism", (PERSON,) * 3, 1)) as (table, _):
        run_until(table, lambda: table.screen.handover_seat == 0)
        table.take_over()
        table.play(next(move for move in map(table.point.move_text, table.point.moves()) if ":appeal:2" in move))
        table.hand_over()
        run_until(table, lambda: table.screen.handover_seat == 1)
        table.take_over()
        assert table.screen.viewer == 1
        table.undo()
        run_until(table, lambda: table.screen.handover_seat is not None)
        assert table.screen.handover_seat == 0


@pytest.mark.parametrize("action", ["brew", "appeal", "feed", "inquire"])
def test_asker_stays_until_they_have_read_the_answer_of_a_bot(action: str) -> None:
    with open_table(Setup("herbalism(actions=advanced)", (PERSON, "greedy", PERSON), 1)) as (table, _):
        run_until(table, lambda: table.screen.handover_seat == 0)
        table.take_over()
        table.play(next(move for move in map(table.point.move_text, table.point.moves()) if f":{action}:2" in move))
        assert table.screen.viewer == 0
        run_until(table, lambda: table.session.waits_for == "person")
        assert len({step.turn for step in table.session.steps}) > 1, "the bot has answered and moved"
        assert table.screen.viewer == 0 and table.screen.covered_for is None
        table.hand_over()
        assert table.screen.covered_for == table.point.actor and table.screen.viewer is None


def test_cover_asks_again_after_any_undo_and_redo(hiding_game: str) -> None:
    """Regression: after an undo that led to another person's cover, redo showed the first person's cards unasked."""
    spec = shortest_spec(hiding_game)
    with open_table(Setup(spec, seats_of(spec, PERSON), 5)) as (table, _):
        stream, covers, at_screen = fastcore.Stream(5, spec, "cover"), 0, None
        for _ in range(120):
            document, screen = table.session.document, table.screen
            acts = [
                act for act, reason in ((table.undo, document.can_undo), (table.redo, document.can_redo)) if not reason
            ]
            if screen.handover_seat is not None:
                assert screen.viewer is None or screen.reading_seat == at_screen, "nobody has taken over the screen"
                acts.append(table.hand_over if screen.reading_seat is not None else table.take_over)
            elif table.session.waits_for == "person":
                acts.append(lambda: table.play(first_move(table)))
            elif table.over:
                break
            act = acts[stream.below(len(acts))]
            before = screen.viewer
            act()
            if act == table.take_over:
                at_screen, covers = screen.viewer, covers + 1
            elif screen.viewer is not None:
                assert before is not None and screen.viewer == at_screen, "only the person at the screen sees a view"
        assert covers > 3
