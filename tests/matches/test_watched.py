"""Matches as a window watches them: glimpses of running games, search in the archive,
figures made in another process."""

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
from tests.conftest import deep, in_time
from workbench.gui.matches import words
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.results import summary_of
from workbench.matches.archive.search import NOBODY, Wish, search
from workbench.matches.planning.plan import Plan, Schedule
from workbench.matches.planning.task import Played
from workbench.matches.questions import Asking
from workbench.matches.reader import ANSWERS, Answer, Export, Figures, Question, Refused, Told, Trial, Written, answer
from workbench.matches.workers.background_match import BackgroundMatch
from workbench.matches.workers.plan_check import Checked, check
from workbench.matches.workers.trial import Guess
from workbench.records import files
from workbench.records.schema import Record
from workbench.statistics.sprt import Sprt
from workbench.statistics.summary import Test as Sequential
from workbench.system.processes import Channel

SPEC = "herd(size=2)"
REALLY = Channel.receive


RECORD = files.encoded(Record(spec="herd(size=2)"))  # of no moves


def invented(path: Path, plan: Plan, games: int | None = None) -> None:
    """An archive of games that nobody played."""
    with Archive(path, create=True) as archive:
        archive.read("PRAGMA synchronous = OFF")
        invent(archive, archive.add_match(plan), range(Schedule(plan).games if games is None else games))


def invent(archive: Archive, match: Match, numbers: Iterable[int]) -> None:
    """The lower number wins two of three, every 7th is drawn, every 50th is lost on time."""
    schedule = Schedule(match.plan)
    for number in numbers:
        seats = schedule.slot(number).seats
        sign = 0.0 if number % 7 == 0 else 1.0 if (seats[0] < seats[1]) == (number % 3 > 0) else -1.0
        late = number % 50 == 49
        sign = -1.0 if late else sign
        points = (3, 2) if sign > 0 else (2, 3) if sign < 0 else (2, 2)
        archive.add(
            Played(
                match=match.id, number=number, attempt=1, ending="timeout" if late else "normal",
                guilty=0 if late else None,
                reason="out of time" if late else "", fault="timeout" if late else "", returns=(sign, -sign),
                points=points,
                turns=5 + number % 30, decisions=9, seconds=(0.5, 0.5), overrun=0.0, took=1.0, line=number,
                versions=("1", "1"), record=RECORD,
            ),
            schedule,
        )  # fmt: skip


def test_games_are_found_by_what_they_were_like(tmp_path: Path) -> None:
    plan = Plan(spec=SPEC, bots=("mcts", "greedy", "random"), blocks=30)
    path = tmp_path / "some.matches"
    invented(path, plan)
    with Archive(path, read_only=True) as archive:
        match = archive.match(1)
        games = list(archive.games(1))
        ranking = (0, 1, 2)

        def numbers(wish: Wish) -> list[int]:
            found = search(archive, match, wish, ranking)
            assert found.games == len(games)
            return [game.number for game in archive.games_at(found.rows)]

        def winners(number: int) -> set[int]:
            game = games[number]
            return {bot for bot, value in zip(game.seats, game.returns, strict=True) if value > min(game.returns)}

        everything = [game.number for game in games]
        assert numbers(Wish()) == everything[::-1] and numbers(Wish(falling=False)) == everything
        for bot in ranking:
            assert numbers(Wish(won=bot, falling=False)) == [n for n in everything if bot in winners(n)]
        assert numbers(Wish(won=NOBODY, falling=False)) == [n for n in everything if not winners(n)]
        upsets = [n for n in everything if winners(n) and min(games[n].seats) not in winners(n)]
        assert numbers(Wish(upset=True, falling=False)) == upsets and 0 < len(upsets) < len(games)
        late = [n for n in everything if n % 50 == 49]
        assert numbers(Wish(faults=True, falling=False)) == late
        assert numbers(Wish(words=("ran", "out"), endings={"ran": ("timeout", "crash")}, falling=False)) == late
        assert numbers(Wish(words=("out", "time"), falling=False)) == late
        assert numbers(Wish(words=("17",))) == numbers(Wish(words=("1,7",))) == [16], "not what else has these digits"
        assert set(numbers(Wish(words=(str(games[5].seed),)))) == {
            game.number for game in games if game.seed == games[5].seed
        }
        assert numbers(Wish(words=("9" * 30,))) == []
        for bot in ranking:
            assert numbers(Wish(words=("some",), bots={"some": (bot,)}, falling=False)) == [
                n for n in everything if bot in games[n].seats
            ]
        both = Wish(words=("one", "other"), bots={"one": (0,), "other": (1, 2)}, won=1, falling=False)
        assert numbers(both) == [n for n in everything if 0 in games[n].seats and 1 in winners(n)]
        longest = sorted(everything, key=lambda n: (-games[n].turns, n))[: len(games) // 10]
        assert numbers(Wish(length="long", order="turns")) == sorted(longest, key=lambda n: (-games[n].turns, -n))
        shortest = sorted(everything, key=lambda n: (games[n].turns, n))[: len(games) // 10]
        assert numbers(Wish(length="short", order="turns", falling=False)) == shortest
        assert numbers(Wish(words=("nowhere",))) == []


def test_a_tenth_is_a_tenth_of_the_games_that_count(tmp_path: Path) -> None:
    """Also where all are equally long, and where many were void, however short they were."""
    plan = Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=20)
    invented(path := tmp_path / "some.matches", plan)
    with Archive(path) as archive:
        archive.read("UPDATE games SET turns = 9")
        archive.read("UPDATE games SET ending = 'void', turns = 0 WHERE number % 2 = 0")
        for wish in (Wish(length="short", falling=False), Wish(length="long", falling=False)):
            found = search(archive, archive.match(1), wish)
            assert [game.number for game in archive.games_at(found.rows)] == [1, 3] and found.games == 40


def test_a_filter_answers_at_once_among_many_games(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    plan = Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=deep(200, 5000))
    path = tmp_path / "many.matches"
    invented(path, plan)
    taken = 0.0
    with Archive(path, read_only=True) as archive:
        for wish in (
            Wish(),
            Wish(won=1),
            Wish(upset=True),
            Wish(faults=True),
            Wish(length="long"),
            Wish(order="margin"),
            Wish(words=("time",)),
        ):
            began = time.perf_counter()
            found = search(archive, archive.match(1), wish, (0, 1))
            archive.games_at(found.rows[:200])
            taken = max(taken, time.perf_counter() - began)
            assert found.games == Schedule(plan).games and len(found.rows) > 0
    record_property("slowest filter in ms", round(1000 * taken))
    assert in_time(taken, 0.1)


def test_a_match_is_watched_paused_stopped_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "own.matches"
    plan = Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=40, seed=3, limit=Limit(simulations=300))
    running = BackgroundMatch(path, plan, jobs=1)
    running.watch(True)
    until(lambda: running.glimpses and running.progress.done >= 2)
    number, glimpse = next(iter(running.glimpses.items()))
    assert glimpse.number == number and fastcore.parse(f"{SPEC} {glimpse.position}").seats == 2
    running.pause()
    assert running.progress.paused
    until(lambda: settled(running))
    held = running.progress.seconds
    assert running.progress.seconds == held and running.progress.left is not None
    running.stop()
    running.join()
    progress = running.progress
    assert progress.stage == "ended" and progress.outcome is not None and progress.outcome.kind == "stopped"
    assert 2 <= progress.done < progress.games == 80 and progress.match is not None
    again = BackgroundMatch(path, progress.match.id, jobs=1)
    until(lambda: again.progress.played >= 2)
    assert again.progress.match == progress.match
    again.finish()
    again.join()
    assert again.progress.done == progress.done + again.progress.played
    with Archive(path, read_only=True) as archive:
        assert sum(game.counts for game in archive.games(1)) == again.progress.done


def test_what_is_asked_while_bots_are_made_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=40, seed=3, limit=Limit(simulations=300))
    made = threading.Event()

    def slowly(plan: Plan) -> Checked:
        made.wait(60)
        return check(plan)

    monkeypatch.setattr("workbench.matches.workers.background_match.check", slowly)
    paused, finished, both = (BackgroundMatch(tmp_path / f"{n}.matches", plan, jobs=1) for n in range(3))
    paused.pause()
    finished.finish()
    both.pause()
    both.resume()
    both.finish()
    assert (
        paused.progress.paused and finished.progress.finishing and both.progress.finishing and not both.progress.paused
    )
    made.set()
    for running in (finished, both):
        running.join()
        progress = running.progress
        assert progress.outcome is not None and progress.outcome.kind == "stopped" and progress.done == 0
    until(lambda: paused.progress.stage == "playing")
    assert paused.progress.paused and paused.progress.running == 0 and paused.progress.seconds == 0
    paused.stop()
    paused.join()
    assert paused.progress.stage == "ended" and paused.progress.done == 0


def test_a_test_that_found_no_answer_is_not_said_to_have_decided() -> None:
    assert words.told_at_end(3, "decided", "undecided") == "Match 3: the test is undecided at its last block."
    assert words.told_at_end(3, "decided", "H0") == "Match 3: the test has decided."
    for sprt in (Sprt(0, 5), Sprt(0, 5, model="logistic")):
        test = Sequential(sprt, sprt.lower, sprt.upper, sprt.path([0.5] * 3, 2))
        assert words.question(test).startswith(f"Better by 5 {sprt.model} Elo, not 0?")


def settled(running: BackgroundMatch) -> bool:
    """Whether nothing more comes of a match that is paused."""
    before = running.progress.done, dict(running.glimpses)
    time.sleep(0.3)
    return before == (running.progress.done, dict(running.glimpses))


def test_what_cannot_begin_says_why(tmp_path: Path) -> None:
    for plan, why in (
        (Plan(spec=SPEC, bots=("mcts", "nobody")), "nobody"),
        (Plan(spec="chess", bots=("mcts", "greedy")), "chess"),
    ):
        running = BackgroundMatch(tmp_path / "own.matches", plan)
        running.join()
        assert running.progress.stage == "ended" and why in running.progress.fault


def test_figures_trials_and_exports_come_from_another_process(tmp_path: Path) -> None:
    path = tmp_path / "some.matches"
    plan = Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=20)
    invented(path, plan)
    answers: dict[str, Answer] = {}
    asking = Asking()
    try:
        questions: dict[str, Question] = {
            "figures": Figures(str(path), 1, False),
            "nothing": Figures(str(path), 9, False),
            "csv": Export(str(path), 1, "csv", str(tmp_path / "games.csv")),
            "record": Export(str(path), 1, "record", str(tmp_path / "games")),
            "trial": Trial(msgspec.structs.replace(plan, bots=("greedy", "random"))),
        }
        for name, question in questions.items():
            asking.ask(name, question, partial(answers.__setitem__, name))
        read_until(asking, lambda: len(answers) == 5)
    finally:
        asking.close()
    with Archive(path, read_only=True) as archive:
        told = answers["figures"]
        assert isinstance(told, Told) and told.summary == summary_of(archive, archive.match(1)) and told.seconds > 0
    assert isinstance(answers["nothing"], Refused) and "no match 9" in answers["nothing"].reason
    table = list(csv.DictReader((tmp_path / "games.csv").read_text().splitlines()))
    assert answers["csv"] == Written(1) and len(table) == 40
    with Archive(path, read_only=True) as archive:
        for row, game in zip(table, archive.games(1), strict=True):
            assert (float(row["returns 0"]), float(row["returns 1"])) == game.returns, "numbers, whatever their sign"
            assert [row["bots 0"], row["bots 1"]] == [plan.bots[bot] for bot in game.seats] and row["points 0"] == str(
                game.points[0] if game.points else ""
            )
    assert answers["record"] == Written(40) and len(list((tmp_path / "games").iterdir())) == 40
    guess = answers["trial"]
    assert isinstance(guess, Guess) and guess.whole and 0 < guess.seconds < 10 and guess.threads == 1


def test_a_match_of_many_that_goes_on_tells_strengths(tmp_path: Path) -> None:
    pytest.importorskip("choix")
    path = tmp_path / "some.matches"
    invented(path, Plan(spec=SPEC, bots=("mcts", "greedy", "random"), blocks=20))
    running, over = (answer(Figures(str(path), 1, whole)) for whole in (False, True))
    assert isinstance(running, Told) and isinstance(over, Told) and running.summary.strengths and over.summary.strengths
    assert [one.value for one in running.summary.strengths.elo] == [one.value for one in over.summary.strengths.elo]
    assert running.summary.strengths.draws < over.summary.strengths.draws


def test_a_newer_question_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    path = tmp_path / "some.matches"
    invented(path, Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=2))
    answers: list[Answer] = []
    asking = Asking()
    try:
        for match in (7, 8, 9, 1):
            asking.ask("figures", Figures(str(path), match, False), answers.append, urgent=True)
        read_until(asking, lambda: answers)
        assert not asking.waits("figures")
        asking.ask("figures", Figures(str(path), 1, False), answers.append)
        asking.forget("figures")
        time.sleep(0.2)
        asking.read()
    finally:
        asking.close()
    assert len(answers) == 1 and isinstance(answers[0], Told)


@pytest.mark.parametrize("place", ["workbench.system.processes.Channel.receive", "workbench.matches.questions.ANSWERS"])
def test_an_urgent_question_that_comes_with_the_answer_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """It may break off the old one while the answer is received, and must not while that is read:
    the process rests by then."""
    path = tmp_path / "some.matches"
    invented(path, Plan(spec=SPEC, bots=("mcts", "greedy"), blocks=2))
    answers: list[Answer] = []
    asking = Asking()
    question = Figures(str(path), 1, False)
    once = [lambda: asking.ask("figures", question, answers.append, urgent=True)]

    def receive(self: Channel, seconds: float | None = None) -> bytes | None:
        message = REALLY(self, seconds)
        once.pop()() if once else None
        return message

    class Answers:
        @staticmethod
        def decode(message: bytes) -> Answer:
            once.pop()() if once else None
            answer: Answer = ANSWERS.decode(message)
            return answer

    monkeypatch.setattr(place, receive if place.endswith("receive") else Answers)
    try:
        asking.ask("figures", question, answers.append)
        read_until(asking, lambda: answers)
    finally:
        asking.close()
    assert not once and [type(one) for one in answers] == [Told]


def test_endings_are_found_by_their_names() -> None:
    assert (
        words.endings("broke") == ("crash",) and words.endings("time") == ("timeout",) and words.endings("herd") == ()
    )


def read_until(asking: Asking, what: Callable[[], object]) -> None:
    def done() -> object:
        asking.read()
        return what()

    until(done)


def until(what: Callable[[], object], patience: float = 60.0) -> None:
    end = time.monotonic() + patience
    while not what():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)
