"""Tests of resumed matches: archive contents, orders to workers, and sequential tests."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from tests.kit.matches import SALT, with_values
from tests.kit.terminals import run
from tests.matches.test_watched import add_fake_games, write_fake_archive
from workbench.bot_process.messages import ENCODER
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.archive_file import ArchiveError
from workbench.matches.archive.overview import list_matches
from workbench.matches.archive.resuming import match_for
from workbench.matches.archive.rows import Game
from workbench.matches.archive.sequential import SequentialTest
from workbench.matches.planning.plan import Plan, Schedule, SprtBounds
from workbench.matches.planning.task import Dropped, PlayedGame, Task, WorkerCommand, task_of
from workbench.matches.workers.game import abandoned_game
from workbench.matches.workers.runner import Runner
from workbench.matches.workers.worker import Worker
from workbench.statistics.sprt import Sprt
from workbench.system.processes import Channel, ChannelClosedError

TESTED = Plan(
    spec="herd(size=2)", bots=("random", "greedy"), blocks=40, seed=3, salt=SALT, sprt=SprtBounds(elo0=0, elo1=200)
)


def simulated_games(plan: Plan, rng: random.Random, bias: float, whole_points: bool, void_rate: float) -> list[Game]:
    """Return invented results of a plan's games in finishing order."""
    schedule, games = Schedule(plan), []
    for number in range(schedule.games):
        slot = schedule.slot(number)
        won = rng.choice((1.0, 1.0, 1.0, 0.0)) if rng.random() < bias else -1.0
        value = won if whole_points or rng.random() < 0.9 else won / 3
        returns = tuple(value if bot == 0 else -value for bot in slot.seats)
        void = rng.random() < void_rate
        games.append(
            Game(
                1, number, 2 if void else 1, slot.block, slot.table, slot.order, slot.seats, 1, "",
                "void" if void else "normal",
                None, "", "", returns, (), 1, 1, (0.0, 0.0), 0.0, 0.0, number, ("1", "1"), "", "", "",
            )
        )  # fmt: skip
    rng.shuffle(games)
    return games


@pytest.mark.parametrize("model", ["normalised", "logistic"])
def test_sequential_test_is_independent_of_batch_size(model: Literal["normalised", "logistic"]) -> None:
    verdicts = set()
    for seed in range(16):
        rng = random.Random(seed)
        plan = with_values(TESTED, sprt=SprtBounds(elo0=0, elo1=20 if seed % 4 == 2 else 200, model=model))
        games = simulated_games(plan, rng, rng.choice((0.3, 0.6, 0.9)), seed % 3 > 0, 0.05 * (seed % 2))
        if seed % 4 == 0:
            games = games[: len(games) // 2]
        one_by_one, single_batch, mixed = (SequentialTest(plan, Schedule(plan)) for _ in range(3))
        for game in games:
            one_by_one.add(game)
        single_batch.add(*games)
        mixed.add(*games[:40])
        for game in games[40:]:
            mixed.add(game)
        assert one_by_one.verdict == single_batch.verdict == mixed.verdict, seed
        verdicts.add(single_batch.verdict)
    assert verdicts == {"", "H0", "H1", "undecided"}


def test_archived_sequential_test_is_evaluated_in_one_batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window must open archives with long sequential tests quickly."""

    def fail(self: Sprt, counts: Sequence[int]) -> float:
        raise AssertionError("block by block")

    monkeypatch.setattr(Sprt, "llr", fail)
    plan = with_values(TESTED, blocks=120, sprt=SprtBounds(elo0=0, elo1=10))
    write_fake_archive(tmp_path / "a", plan, games=200)
    with Archive(tmp_path / "a") as archive:
        assert [(listed.done, listed.games, listed.complete) for listed in list_matches(archive).matches] == [
            (200, 240, False)
        ]
        match, is_resumed = match_for(archive, plan, True)
        assert is_resumed
        runner = Runner(archive, match)
        runner.stop()
        assert runner.run().kind == "stopped"
        archive.add_match(plan)
        assert [listed.match.id for listed in list_matches(archive).matches] == [2, 1]
        assert [listed.match.id for listed in list_matches(archive, 1).matches] == [1] and list_matches(archive, 9) == (
            [],
            {},
        )


def test_overview_of_one_match_reads_only_that_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cost does not depend on other matches in the archive."""
    plan, plans = with_values(TESTED, sprt=None, blocks=4), list[Plan]()

    def recording_schedule(plan: Plan) -> Schedule:
        plans.append(plan)
        return Schedule(plan)

    monkeypatch.setattr("workbench.matches.archive.archive.Schedule", recording_schedule)

    def count_steps(archive: Archive) -> int:
        """Return the number of steps of SQLite's virtual machine, which depends on its version."""
        steps = list[int]()
        archive._db.set_progress_handler(lambda: steps.append(1), 1)  # append returns None, so SQLite continues
        assert [(listed.match.id, listed.done, listed.games) for listed in list_matches(archive, 1).matches] == [
            (1, 8, 8)
        ]
        archive._db.set_progress_handler(None, 0)
        return len(steps)

    write_fake_archive(tmp_path / "a", plan)
    with Archive(tmp_path / "a") as archive:
        add_fake_games(archive, archive.add_match(plan), (0,))
        baseline = count_steps(archive)
        others = range(600)
        add_fake_games(archive, archive.add_match(with_values(plan, blocks=300)), others)
        plans.clear()
        # Reading 600 other games would take more than one step each.
        assert count_steps(archive) < baseline + len(others) and plans == [plan]


class FakeChannel(Channel):
    """A channel that delivers queued messages to a worker and records its answers."""

    def __init__(self) -> None:
        self.incoming: deque[Task | WorkerCommand] = deque()
        self.sent: list[PlayedGame | Dropped] = []

    def receive(self, seconds: float | None = None) -> bytes | None:
        if not self.incoming and seconds is None:
            raise ChannelClosedError("it has ended")
        return ENCODER.encode(self.incoming.popleft()) if self.incoming else None

    def send(self, message: bytes, seconds: float | None = None) -> None:
        self.sent.append(msgspec.msgpack.decode(message, type=PlayedGame | Dropped))


def test_queued_game_is_dropped_during_a_running_game(monkeypatch: pytest.MonkeyPatch) -> None:
    schedule, channel = Schedule(TESTED), FakeChannel()
    first, second = (task_of(TESTED, schedule, 1, number, 1) for number in (0, 1))

    def play(worker: Worker, task: Task) -> PlayedGame:
        channel.incoming.append(WorkerCommand("drop"))  # arrives after the last decision of the running game
        return abandoned_game(task, "not played")

    monkeypatch.setattr(Worker, "play", play)
    channel.incoming.extend((first, second))
    Worker(channel).run()
    assert [
        (type(message), message.number if isinstance(message, PlayedGame) else message.numbers)
        for message in channel.sent
    ] == [
        (PlayedGame, 0),
        (Dropped, (1,)),
    ]


def test_unreadable_match_leaves_others_usable(tmp_path: Path) -> None:
    """A later version may have written the match. Lists skip it, and requests for its number fail."""
    path = tmp_path / "a"
    plan = with_values(TESTED, sprt=None, blocks=2)
    write_fake_archive(path, plan)
    with Archive(path) as archive:
        for text in (msgspec.json.encode(with_values(plan, spec="herd(size=9)")).decode(), "{", '{"later": 1}'):
            archive.query("INSERT INTO matches (plan, begun, program, host) VALUES (?, '', '', '')", (text,))
        assert (
            [match.id for match in archive.matches()]
            == [1]
            == [overview.match.id for overview in list_matches(archive).matches]
        )
        assert list_matches(archive).unreadable == archive.unreadable() and list_matches(
            archive, 3
        ).unreadable.keys() == {3}
        assert list(archive.unreadable()) == [2, 3, 4] and "size is '9'" in archive.unreadable()[2]
        assert archive.match(1).plan == plan and len(list(archive.games(1))) == 4
        with pytest.raises(ArchiveError, match=r"match 2: this program cannot read it: .*size is '9'"):
            archive.match(2)
        assert match_for(archive, plan, True)[0].id == 1
    assert run("show", str(path)).status == 0
    listed = run("show", str(path), "--matches").out
    assert "4 of 4" in listed and "Match 2 cannot be read by this program: " in listed
    assert run("show", str(path), "--match", "2").status == 2
    checked = run("verify", str(path), "--rules-only", "--game", "1")
    assert checked.status == 1 and f"{path}: match 3: plan: " in checked.out
