"""Tests of matches as the window uses them: live positions, archive search, and statistics from another process."""

from __future__ import annotations

import csv
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import msgspec
import pytest

import fastcore
from bots.report import Limit
from tests.conftest import deep, is_fast_enough
from workbench.gui.matches import figure_words, words
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.results import summary_of
from workbench.matches.archive.search import NOBODY, SearchQuery, search
from workbench.matches.planning.plan import Plan, Schedule
from workbench.matches.planning.task import PlayedGame
from workbench.matches.questions import ReaderClient
from workbench.matches.reader import (
    ANSWERS,
    Answer,
    ExportRequest,
    ExportResult,
    Question,
    RequestFailed,
    Statistics,
    StatisticsRequest,
    TrialRequest,
    answer,
)
from workbench.matches.workers.background_match import BackgroundMatch
from workbench.matches.workers.plan_check import CheckedPlan, check
from workbench.matches.workers.trial import DurationEstimate
from workbench.records import files
from workbench.records.schema import Record
from workbench.statistics.sprt import Sprt
from workbench.statistics.summary import SprtResult as Sequential
from workbench.system.processes import Channel

SPEC = "herd(size=2)"
ORIGINAL_RECEIVE = Channel.receive


RECORD = files.encode_record(Record(spec="herd(size=2)"))  # without moves


def write_fake_archive(path: Path, plan: Plan, games: int | None = None) -> None:
    """Write an archive of invented games."""
    with Archive(path, create=True) as archive:
        archive.query("PRAGMA synchronous = OFF")
        add_fake_games(archive, archive.add_match(plan), range(Schedule(plan).games if games is None else games))


def add_fake_games(archive: Archive, match: Match, numbers: Iterable[int]) -> None:
    """Add invented games to a match.

    The bot with the lower number wins two games of three. Every 7th game is drawn, every 50th is lost on time.
    """
    schedule = Schedule(match.plan)
    for number in numbers:
        seats = schedule.slot(number).seats
        sign = 0.0 if number % 7 == 0 else 1.0 if (seats[0] < seats[1]) == (number % 3 > 0) else -1.0
        late = number % 50 == 49
        sign = -1.0 if late else sign
        points = (3, 2) if sign > 0 else (2, 3) if sign < 0 else (2, 2)
        archive.add(
            PlayedGame(
                match=match.id, number=number, attempt=1, ending="timeout" if late else "normal",
                guilty=0 if late else None,
                reason="out of time" if late else "", fault="timeout" if late else "", returns=(sign, -sign),
                points=points,
                turns=5 + number % 30, decisions=9, seconds=(0.5, 0.5), overrun=0.0, took=1.0, line=number,
                versions=("1", "1"), record=RECORD,
            ),
            schedule,
        )  # fmt: skip


def test_archive_search_filters_and_sorts_games(tmp_path: Path) -> None:
    plan = Plan(spec=SPEC, bots=("mcts", "greedy", "random"), blocks=30)
    path = tmp_path / "some.matches"
    write_fake_archive(path, plan)
    with Archive(path, read_only=True) as archive:
        match = archive.match(1)
        games = list(archive.games(1))
        ranking = (0, 1, 2)

        def numbers(query: SearchQuery) -> list[int]:
            found = search(archive, match, query, ranking)
            assert found.games == len(games)
            return [game.number for game in archive.games_at(found.rows)]

        def winners(number: int) -> set[int]:
            game = games[number]
            return {bot for bot, value in zip(game.seats, game.returns, strict=True) if value > min(game.returns)}

        all_numbers = [game.number for game in games]
        assert numbers(SearchQuery()) == all_numbers[::-1] and numbers(SearchQuery(descending=False)) == all_numbers
        for bot in ranking:
            assert numbers(SearchQuery(won=bot, descending=False)) == [n for n in all_numbers if bot in winners(n)]
        assert numbers(SearchQuery(won=NOBODY, descending=False)) == [n for n in all_numbers if not winners(n)]
        upsets = [n for n in all_numbers if winners(n) and min(games[n].seats) not in winners(n)]
        assert numbers(SearchQuery(upset=True, descending=False)) == upsets and 0 < len(upsets) < len(games)
        timeouts = [n for n in all_numbers if n % 50 == 49]
        assert numbers(SearchQuery(faults=True, descending=False)) == timeouts
        assert (
            numbers(SearchQuery(words=("ran", "out"), endings={"ran": ("timeout", "crash")}, descending=False))
            == timeouts
        )
        assert numbers(SearchQuery(words=("out", "time"), descending=False)) == timeouts
        assert numbers(SearchQuery(words=("17",))) == numbers(SearchQuery(words=("1,7",))) == [16], (
            "longer numbers with these digits do not match"
        )
        assert set(numbers(SearchQuery(words=(str(games[5].seed),)))) == {
            game.number for game in games if game.seed == games[5].seed
        }
        assert numbers(SearchQuery(words=("9" * 30,))) == []
        for bot in ranking:
            assert numbers(SearchQuery(words=("some",), bots={"some": (bot,)}, descending=False)) == [
                n for n in all_numbers if bot in games[n].seats
            ]
        both = SearchQuery(words=("one", "other"), bots={"one": (0,), "other": (1, 2)}, won=1, descending=False)
        assert numbers(both) == [n for n in all_numbers if 0 in games[n].seats and 1 in winners(n)]
        longest = sorted(all_numbers, key=lambda n: (-games[n].turns, n))[: len(games) // 10]
        assert numbers(SearchQuery(length="long", order="turns")) == sorted(
            longest, key=lambda n: (-games[n].turns, -n)
        )
        shortest = sorted(all_numbers, key=lambda n: (games[n].turns, n))[: len(games) // 10]
        assert numbers(SearchQuery(length="short", order="turns", descending=False)) == shortest
        assert numbers(SearchQuery(words=("nowhere",))) == []


def test_length_filter_selects_a_tenth_of_counted_games(tmp_path: Path) -> None:
    """Covers games of equal length and short void games."""
    plan = Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=20)
    write_fake_archive(path := tmp_path / "some.matches", plan)
    with Archive(path) as archive:
        archive.query("UPDATE games SET turns = 9")
        archive.query("UPDATE games SET ending = 'void', turns = 0 WHERE number % 2 = 0")
        for query in (SearchQuery(length="short", descending=False), SearchQuery(length="long", descending=False)):
            found = search(archive, archive.match(1), query)
            assert [game.number for game in archive.games_at(found.rows)] == [1, 3] and found.games == 40


def test_search_of_many_games_is_fast(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    plan = Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=deep(200, 5000))
    path = tmp_path / "many.matches"
    write_fake_archive(path, plan)
    slowest = 0.0
    with Archive(path, read_only=True) as archive:
        for query in (
            SearchQuery(),
            SearchQuery(won=1),
            SearchQuery(upset=True),
            SearchQuery(faults=True),
            SearchQuery(length="long"),
            SearchQuery(order="margin"),
            SearchQuery(words=("time",)),
        ):
            start = time.perf_counter()
            found = search(archive, archive.match(1), query, (0, 1))
            archive.games_at(found.rows[:200])
            slowest = max(slowest, time.perf_counter() - start)
            assert found.games == Schedule(plan).games and len(found.rows) > 0
    record_property("slowest filter in ms", round(1000 * slowest))
    assert is_fast_enough(slowest, 0.1)


def test_background_match_can_be_watched_paused_and_resumed(tmp_path: Path) -> None:
    path = tmp_path / "own.matches"
    plan = Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=40, seed=3, limit=Limit(simulations=300))
    running = BackgroundMatch(path, plan, jobs=1)
    running.watch(True)
    wait_until(lambda: running.positions and running.progress.done >= 2)
    number, glimpse = next(iter(running.positions.items()))
    assert glimpse.number == number and fastcore.parse(f"{SPEC} {glimpse.position}").seats == 2
    running.pause()
    assert running.progress.paused
    wait_until(lambda: is_settled(running))
    paused_seconds = running.progress.seconds
    assert running.progress.seconds == paused_seconds and running.progress.seconds_left is not None
    running.stop()
    running.join()
    progress = running.progress
    assert progress.stage == "ended" and progress.outcome is not None and progress.outcome.kind == "stopped"
    assert 2 <= progress.done < progress.games == 80 and progress.match is not None
    again = BackgroundMatch(path, progress.match.id, jobs=1)
    wait_until(lambda: again.progress.played >= 2)
    assert again.progress.match == progress.match
    again.finish()
    again.join()
    assert again.progress.done == progress.done + again.progress.played
    with Archive(path, read_only=True) as archive:
        assert sum(game.counts for game in archive.games(1)) == again.progress.done


def test_commands_during_bot_setup_are_obeyed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=40, seed=3, limit=Limit(simulations=300))
    bots_ready = threading.Event()

    def slow_check(plan: Plan) -> CheckedPlan:
        bots_ready.wait(60)
        return check(plan)

    monkeypatch.setattr("workbench.matches.workers.background_match.check", slow_check)
    paused, finished, both = (BackgroundMatch(tmp_path / f"{n}.matches", plan, jobs=1) for n in range(3))
    paused.pause()
    finished.finish()
    both.pause()
    both.resume()
    both.finish()
    assert (
        paused.progress.paused and finished.progress.finishing and both.progress.finishing and not both.progress.paused
    )
    bots_ready.set()
    for running in (finished, both):
        running.join()
        progress = running.progress
        assert progress.outcome is not None and progress.outcome.kind == "stopped" and progress.done == 0
    wait_until(lambda: paused.progress.stage == "playing")
    assert paused.progress.paused and paused.progress.running == 0 and paused.progress.seconds == 0
    paused.stop()
    paused.join()
    assert paused.progress.stage == "ended" and paused.progress.done == 0


def test_undecided_test_is_reported_as_undecided() -> None:
    assert words.end_notice(3, "decided", "undecided") == "Match 3: the test ended undecided."
    assert words.end_notice(3, "decided", "H0") == "Match 3: the test has decided."
    for sprt in (Sprt(0, 5), Sprt(0, 5, model="logistic")):
        test = Sequential(sprt, sprt.lower, sprt.upper, sprt.path([0.5] * 3, 2))
        assert figure_words.test_answer(test, "greedy", 2) == "Is greedy clearly better? Not decided yet."
        assert figure_words.test_details(test).startswith(f"5 rather than 0 {sprt.model} Elo: LLR ")


def is_settled(running: BackgroundMatch) -> bool:
    """Return whether a paused match has stopped making progress."""
    before = running.progress.done, dict(running.positions)
    time.sleep(0.3)
    return before == (running.progress.done, dict(running.positions))


def test_match_that_cannot_start_reports_reason(tmp_path: Path) -> None:
    for plan, reason in (
        (Plan(spec=SPEC, bots=("mcts", "nobody")), "nobody"),
        (Plan(spec="chess", bots=("mcts", "greedy")), "chess"),
    ):
        running = BackgroundMatch(tmp_path / "own.matches", plan)
        running.join()
        assert running.progress.stage == "ended" and reason in running.progress.fault


def test_reader_process_answers_requests(tmp_path: Path) -> None:
    path = tmp_path / "some.matches"
    plan = Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=20)
    write_fake_archive(path, plan)
    answers: dict[str, Answer] = {}
    client = ReaderClient()
    try:
        questions: dict[str, Question] = {
            "figures": StatisticsRequest(str(path), 1, False),
            "nothing": StatisticsRequest(str(path), 9, False),
            "csv": ExportRequest(str(path), 1, "csv", str(tmp_path / "games.csv")),
            "record": ExportRequest(str(path), 1, "record", str(tmp_path / "games")),
            "trial": TrialRequest(msgspec.structs.replace(plan, bots=("greedy", "random"))),
        }
        for name, question in questions.items():
            client.ask(name, question, partial(answers.__setitem__, name))
        poll_until(client, lambda: len(answers) == 5)
    finally:
        client.close()
    with Archive(path, read_only=True) as archive:
        statistics = answers["figures"]
        assert (
            isinstance(statistics, Statistics)
            and statistics.summary == summary_of(archive, archive.match(1))
            and statistics.seconds > 0
        )
    assert isinstance(answers["nothing"], RequestFailed) and "no match 9" in answers["nothing"].reason
    table = list(csv.DictReader((tmp_path / "games.csv").read_text().splitlines()))
    assert answers["csv"] == ExportResult(1) and len(table) == 40
    with Archive(path, read_only=True) as archive:
        for row, game in zip(table, archive.games(1), strict=True):
            assert (float(row["returns 0"]), float(row["returns 1"])) == game.returns, (
                "negative returns are numbers too"
            )
            assert [row["bots 0"], row["bots 1"]] == [plan.bots[bot] for bot in game.seats] and row["points 0"] == str(
                game.points[0] if game.points else ""
            )
    assert answers["record"] == ExportResult(40) and len(list((tmp_path / "games").iterdir())) == 40
    estimate = answers["trial"]
    assert (
        isinstance(estimate, DurationEstimate)
        and estimate.whole
        and 0 < estimate.seconds < 10
        and estimate.threads == 1
    )


def test_running_match_of_many_bots_has_strengths(tmp_path: Path) -> None:
    path = tmp_path / "some.matches"
    write_fake_archive(path, Plan(spec=SPEC, bots=("mcts", "greedy", "random"), blocks=20))
    running, finished = (answer(StatisticsRequest(str(path), 1, complete)) for complete in (False, True))
    assert (
        isinstance(running, Statistics)
        and isinstance(finished, Statistics)
        and running.summary.strengths
        and finished.summary.strengths
    )
    assert [strength.value for strength in running.summary.strengths.elo] == [
        strength.value for strength in finished.summary.strengths.elo
    ]
    assert running.summary.strengths.draws < finished.summary.strengths.draws


def test_newer_request_replaces_older_one(tmp_path: Path) -> None:
    path = tmp_path / "some.matches"
    write_fake_archive(path, Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=2))
    answers: list[Answer] = []
    client = ReaderClient()
    try:
        for match in (7, 8, 9, 1):
            client.ask("figures", StatisticsRequest(str(path), match, False), answers.append, urgent=True)
        poll_until(client, lambda: answers)
        assert not client.is_pending("figures")
        client.ask("figures", StatisticsRequest(str(path), 1, False), answers.append)
        client.cancel("figures")
        time.sleep(0.2)
        client.poll()
    finally:
        client.close()
    assert len(answers) == 1 and isinstance(answers[0], Statistics)


@pytest.mark.parametrize("place", ["workbench.system.processes.Channel.receive", "workbench.matches.reader.ANSWERS"])
def test_urgent_request_during_an_answer_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """The request arrives while the client waits for an older answer, or just before it decodes that answer.

    In the second case the reader process is idle already.
    """
    path = tmp_path / "some.matches"
    write_fake_archive(path, Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=2))
    answers: list[Answer] = []
    client = ReaderClient()
    question = StatisticsRequest(str(path), 1, False)
    pending = [lambda: client.ask("figures", question, answers.append, urgent=True)]

    def receive(self: Channel, seconds: float | None = None) -> bytes | None:
        message = ORIGINAL_RECEIVE(self, seconds)
        pending.pop()() if pending else None
        return message

    class Answers:
        @staticmethod
        def decode(message: bytes) -> Answer:
            pending.pop()() if pending else None
            answer: Answer = ANSWERS.decode(message)
            return answer

    monkeypatch.setattr(place, receive if place.endswith("receive") else Answers)
    try:
        client.ask("figures", question, answers.append)
        poll_until(client, lambda: answers)
    finally:
        client.close()
    assert not pending and [type(reply) for reply in answers] == [Statistics]


def test_endings_are_found_by_name() -> None:
    assert (
        words.endings("failed") == ("crash",) and words.endings("time") == ("timeout",) and words.endings("herd") == ()
    )


def poll_until(client: ReaderClient, condition: Callable[[], object]) -> None:
    def done() -> object:
        client.poll()
        return condition()

    wait_until(done)


def wait_until(condition: Callable[[], object], patience: float = 60.0) -> None:
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, "condition not met in time"
        time.sleep(0.01)
