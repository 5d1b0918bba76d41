"""Tests of the bots of a table: requests, hints, pauses, and failing bots."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import fastcore
from bots import Bot, Limit, Report
from bots.planning import PlanBot
from bots.report import author
from tests.kit.terminals import shortest_spec
from tests.table.test_table import ENDLESS, play_person_turn, seats_of
from tests.table.watcher import open_table, run_until
from workbench.bot_process import bot_factory
from workbench.bot_process.decisions import decide
from workbench.game.session import PERSON
from workbench.records.schema import Record
from workbench.storage.session_records import record_of
from workbench.system.cores import Cores
from workbench.table import seating
from workbench.table.requests import HINT, Answer, BotRequests
from workbench.table.setup import Setup
from workbench.thinking.thinker import Done, Failed, Note, Progress


class FailingBot(Bot):
    """A bot that fails at its first decisions and plays afterwards."""

    name = "breaks"

    def __init__(self, failures: int) -> None:
        super().__init__(0, {})
        self.failures_left = failures

    def think(self, point: fastcore.Viewpoint, limit: Limit | None = None) -> Iterator[Report]:
        self.failures_left -= 1
        if self.failures_left >= 0:
            raise RuntimeError("I hold a red card")
        yield Report(move=point.move_text(point.moves()[0]))


def test_failing_bot_waits_until_the_user_continues(game_id: str) -> None:
    spec = shortest_spec(game_id)
    covered = fastcore.info(game_id).has.covered
    with open_table(Setup(spec, seats_of(spec, PERSON, "random"), 5)) as (table, watcher):
        bot = FailingBot(2)
        for seat in table.bots.players:
            table.bots.players[seat] = bot
        play_person_turn(table)
        steps = len(table.session.steps)
        for number in (1, 2):
            run_until(table, lambda: table.bots.broken)
            assert len(watcher.failures) == number and table.bots.held and len(table.session.steps) == steps
            purpose, reason = watcher.failures[-1]
            assert purpose == "turn" and ("red card" in reason) != covered, (
                "a failure must not reveal the bot's private knowledge"
            )
            for _ in range(10):
                table.process_reports()
            assert len(watcher.failures) == number, "a failed bot is not asked again automatically"
            table.bots.resume()
        run_until(table, lambda: len(table.session.steps) > steps)
        assert not table.bots.broken


def test_undo_after_a_failure_lets_the_person_move(open_game: str) -> None:
    spec = shortest_spec(open_game)
    with open_table(Setup(spec, seats_of(spec, PERSON, "random"), 5)) as (table, _):
        table.bots.players[1] = FailingBot(1)
        play_person_turn(table)
        run_until(table, lambda: table.bots.broken)
        table.undo()
        assert table.session.waits_for == "person" and not table.bots.held and not table.bots.broken
        play_person_turn(table)
        run_until(table, lambda: table.over or table.session.waits_for == "person")


def test_missing_bot_fails_when_it_must_move(open_game: str) -> None:
    spec = shortest_spec(open_game)
    with open_table(Setup(spec, seats_of(spec, PERSON, "random"), 5)) as (table, watcher):
        del table.bots.players[1]
        table.bots.seating.faults[1] = "there is no such bot"
        play_person_turn(table)
        assert table.bots.broken == "There is no such bot." and watcher.failures == [("turn", "there is no such bot")]


def test_stopped_bot_thinks_again_after_resume(open_game: str) -> None:
    spec = shortest_spec(open_game)
    with open_table(Setup(spec, seats_of(spec, PERSON, ENDLESS), 5)) as (table, _):
        play_person_turn(table)
        run_until(table, lambda: table.bots.requests.progress is not None)
        assert table.bots.requests.fraction_used > 0
        table.bots.stop()
        assert (
            table.bots.held
            and not table.bots.thinking
            and not table.bots.paused
            and table.bots.requests.fraction_used == 0
        )
        table.advance()
        assert not table.bots.thinking
        table.bots.resume()
        assert table.bots.thinking and not table.bots.held


def test_pause_stops_people_and_clocks(game_id: str) -> None:
    spec = shortest_spec(game_id)
    with open_table(Setup(spec, seats_of(spec, PERSON), 5, limit=Limit(seconds=60.0, per="game"))) as (table, watcher):
        table.process_reports()
        begins = watcher.begins
        table.bots.pause()
        table.process_reports()
        assert table.bots.paused and table.bots.held and not table.clock.running and watcher.begins == begins + 1
        table.bots.resume()
        assert not table.bots.paused and not table.bots.held and watcher.begins == begins + 2


def test_move_now_hurries_the_rest_of_the_turn(open_game: str) -> None:
    spec = shortest_spec(open_game)
    with open_table(Setup(spec, seats_of(spec, PERSON, ENDLESS), 5)) as (table, _):
        play_person_turn(table)
        turn = table.state.turn
        run_until(table, lambda: table.bots.requests.progress is not None)
        table.bots.move_now()
        assert table.bots.hurried == (1, turn)
        run_until(table, lambda: table.over or (table.state.actor, table.state.turn) != (1, turn))
        assert table.bots.plan is not None and table.bots.plan.turn == turn and table.bots.plan.seat == 1


def test_hint_is_dropped_when_its_position_changes(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays with the game for a review."""
    spec = shortest_spec(game_id)
    monkeypatch.setattr(seating, "CORES", Cores(2))  # threads of earlier tests may still hold cores of the process
    with open_table(Setup(spec, seats_of(spec, PERSON), 5)) as (table, watcher):
        table.take_over()
        assert table.bots.hint_bot_name() and table.bots.hint_bot not in table.bots.players.values()
        table.bots.hint(table.point, Limit(simulations=20))
        assert table.bots.advising and not table.bots.thinking
        here = table.session.here
        run_until(table, lambda: table.bots.advice is not None)
        stored = [author(report) for report in table.session.document.annotations.analyses(here)]
        name = bot_factory.with_threads(table.bots.hint_bot_name(), 2, HINT, spec)
        assert stored == [name]
        advice = table.bots.advice
        assert advice is not None and not table.point.why_not(advice.move) and not watcher.batches[1:]
        table.play(advice.move)
        assert table.bots.advice is None
        table.take_over()
        if table.session.waits_for == "person":
            table.bots.hint(table.point)
            table.bots.cancel_help()
            assert not table.bots.advising and not table.bots.requests.ticket


def test_helper_move_is_played_and_signed(game_id: str) -> None:
    spec = shortest_spec(game_id)
    with open_table(Setup(spec, seats_of(spec, PERSON), 5)) as (table, _):
        steps = len(table.session.steps)
        table.take_over()
        table.bots.ask_to_move("greedy", table.point)
        assert table.bots.helping
        run_until(table, lambda: len(table.session.steps) > steps)
        step = table.session.steps[steps]
        assert (
            step.report is not None and "greedy" in str(record_of(table.session)) and table.session.seats[0] == PERSON
        )
        with pytest.raises(ValueError):
            table.bots.ask_to_move("nobody", table.point)


def test_same_seed_and_salt_give_the_same_game(game_id: str) -> None:
    spec = shortest_spec(game_id)

    def play_game() -> Record:
        with open_table(Setup(spec, seats_of(spec, "greedy", "random"), 5, salt="5a" * 16)) as (table, _):
            run_until(table, lambda: table.over)
            return record_of(table.session)

    assert [line.moves[0].move for line in play_game().lines] == [line.moves[0].move for line in play_game().lines]


def test_messages_of_an_earlier_request_are_dropped(open_game: str) -> None:
    asking = BotRequests()
    point = fastcore.start(shortest_spec(open_game)).viewpoint(None)
    report = Report(move=first_text(point))
    asking.bot, asking.ticket = FailingBot(0), 7
    for message in (Progress(6, report), Done(6, (report,)), Note("its process ended"), Progress(7, report)):
        asking.messages.put(message)
    assert asking.poll() == Progress(7, report) and asking.progress == report
    assert asking.pop_notes() == ["its process ended"] and asking.pop_notes() == []
    asking.messages.put(Failed(7, "it broke", "it broke"))
    answer = asking.poll(1.0)
    assert isinstance(answer, Answer) and answer.purpose == "turn" and isinstance(answer.end, Failed)
    assert asking.ticket == 0 and asking.poll(0.01) is None


def first_text(point: fastcore.Viewpoint) -> str:
    return point.move_text(point.moves()[0]) if point.actor >= 0 else "a1"


def test_bots_play_at_the_pace_of_the_audience(open_game: str) -> None:
    spec = shortest_spec(open_game)
    with open_table(Setup(spec, seats_of(spec, "random"), 5)) as (table, watcher):
        watcher.pace = 3600.0
        run_until(table, lambda: any(step.actor >= 0 for step in table.session.steps))
        steps = len(table.session.steps)
        for _ in range(20):
            table.process_reports()
        assert len(table.session.steps) == steps and table.bots.next_at > 0
        table.bots.next_at = 0.0
        watcher.pace = 0.0
        run_until(table, lambda: len(table.session.steps) > steps)


def test_hint_recommends_the_plan_with_the_largest_weight() -> None:
    mixed = 0
    for seed in range(4):
        with open_table(Setup("herbs", (PERSON, "random"), seed)) as (table, _):
            hint_bot = table.bots.hint_bot
            assert isinstance(hint_bot, PlanBot) and hint_bot is table.bots.hint_bot
            report = decide(hint_bot, table.point, Limit(simulations=400))
            weights = dict(report.mixture)
            assert weights[",".join(report.plan)] == max(weights.values())
            mixed += len(weights) > 1
    assert mixed, "some strategies are mixed"
