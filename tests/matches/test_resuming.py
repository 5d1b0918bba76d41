"""Matches that go on: what is in the archive already, what is told to workers, and what ends a run that went on."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from tests.kit.matches import SALT, changed
from tests.kit.terminals import run
from tests.matches.test_watched import invent, invented
from workbench.bot_process.messages import ENCODER
from workbench.matches.archive.archive import Archive, BadArchive, Game
from workbench.matches.archive.overview import overview
from workbench.matches.archive.resuming import match_for
from workbench.matches.archive.sequential import Test
from workbench.matches.planning.plan import Plan, Schedule, SprtBounds
from workbench.matches.planning.task import Dropped, Order, Played, Task, task_of
from workbench.matches.workers.game import abandoned
from workbench.matches.workers.runner import Runner
from workbench.matches.workers.worker import Worker
from workbench.statistics.sprt import Sprt
from workbench.system.processes import Channel, Gone

TESTED = Plan(
    spec="herd(size=2)", bots=("random", "greedy"), blocks=40, seed=3, salt=SALT, sprt=SprtBounds(elo0=0, elo1=200)
)


def invented_games(plan: Plan, chance: random.Random, lean: float, exact: bool, voids: float) -> list[Game]:
    """Games that nobody played, in the order in which they are over."""
    schedule, games = Schedule(plan), []
    for number in range(schedule.games):
        slot = schedule.slot(number)
        won = chance.choice((1.0, 1.0, 1.0, 0.0)) if chance.random() < lean else -1.0
        own = won if exact or chance.random() < 0.9 else won / 3
        returns = tuple(own if bot == 0 else -own for bot in slot.seats)
        void = chance.random() < voids
        games.append(
            Game(
                1, number, 2 if void else 1, slot.block, slot.table, slot.order, slot.seats, 1, "",
                "void" if void else "normal",
                None, "", "", returns, (), 1, 1, (0.0, 0.0), 0.0, 0.0, number, ("1", "1"), "", "", "",
            )
        )  # fmt: skip
    chance.shuffle(games)
    return games


@pytest.mark.parametrize("model", ["normalised", "logistic"])
def test_a_test_finds_the_same_for_many_games_at_once(model: Literal["normalised", "logistic"]) -> None:
    found = set()
    for seed in range(16):
        chance = random.Random(seed)
        plan = changed(TESTED, sprt=SprtBounds(elo0=0, elo1=20 if seed % 4 == 2 else 200, model=model))
        games = invented_games(plan, chance, chance.choice((0.3, 0.6, 0.9)), seed % 3 > 0, 0.05 * (seed % 2))
        if seed % 4 == 0:
            games = games[: len(games) // 2]
        one_by_one, at_once, in_parts = (Test(plan, Schedule(plan)) for _ in range(3))
        for game in games:
            one_by_one.add(game)
        at_once.add(*games)
        in_parts.add(*games[:40])
        for game in games[40:]:
            in_parts.add(game)
        assert one_by_one.verdict == at_once.verdict == in_parts.verdict, seed
        found.add(at_once.verdict)
    assert found == {"", "H0", "H1", "undecided"}


def test_what_is_in_an_archive_is_judged_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive with tests of many games is at hand soon, in the window too."""

    def refused(self: Sprt, counts: Sequence[int]) -> float:
        raise AssertionError("block by block")

    monkeypatch.setattr(Sprt, "llr", refused)
    plan = changed(TESTED, blocks=120, sprt=SprtBounds(elo0=0, elo1=10))
    invented(tmp_path / "a", plan, games=200)
    with Archive(tmp_path / "a") as archive:
        assert [(one.done, one.games, one.complete) for one in overview(archive).matches] == [(200, 240, False)]
        match, begun = match_for(archive, plan, True)
        assert begun
        runner = Runner(archive, match)
        runner.stop()
        assert runner.run().kind == "stopped"
        archive.add_match(plan)
        assert [one.match.id for one in overview(archive).matches] == [2, 1]
        assert [one.match.id for one in overview(archive, 1).matches] == [1] and overview(archive, 9) == ([], {})


def test_of_one_match_nothing_else_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its line costs the same whatever other matches there are."""
    plan, made = changed(TESTED, sprt=None, blocks=4), list[Plan]()

    def laid_out(plan: Plan) -> Schedule:
        made.append(plan)
        return Schedule(plan)

    monkeypatch.setattr("workbench.matches.archive.archive.Schedule", laid_out)

    def work(archive: Archive) -> int:
        """Return how many steps SQLite's virtual machine takes until the line is there.
        Their number differs by version."""
        steps = list[int]()
        archive._db.set_progress_handler(lambda: steps.append(1), 1)  # None: it goes on
        assert [(one.match.id, one.done, one.games) for one in overview(archive, 1).matches] == [(1, 8, 8)]
        archive._db.set_progress_handler(None, 0)
        return len(steps)

    invented(tmp_path / "a", plan)
    with Archive(tmp_path / "a") as archive:
        invent(archive, archive.add_match(plan), (0,))
        little = work(archive)
        others = range(600)
        invent(archive, archive.add_match(changed(plan, blocks=300)), others)
        made.clear()
        # reading the other games takes more than a step each
        assert work(archive) < little + len(others) and made == [plan]


class Told(Channel):
    """What a worker is told, in order; and what it says."""

    def __init__(self) -> None:
        self.told: deque[Task | Order] = deque()
        self.said: list[Played | Dropped] = []

    def receive(self, seconds: float | None = None) -> bytes | None:
        if not self.told and seconds is None:
            raise Gone("it has ended")
        return ENCODER.encode(self.told.popleft()) if self.told else None

    def send(self, message: bytes, seconds: float | None = None) -> None:
        self.said.append(msgspec.msgpack.decode(message, type=Played | Dropped))


def test_a_game_that_waits_is_dropped_also_amid_the_last_decision_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    schedule, told = Schedule(TESTED), Told()
    first, second = (task_of(TESTED, schedule, 1, number, 1) for number in (0, 1))

    def play(worker: Worker, task: Task) -> Played:
        told.told.append(Order("drop"))  # nobody listens any more in this game
        return abandoned(task, "not played")

    monkeypatch.setattr(Worker, "play", play)
    told.told.extend((first, second))
    Worker(told).run()
    assert [(type(said), said.number if isinstance(said, Played) else said.numbers) for said in told.said] == [
        (Played, 0),
        (Dropped, (1,)),
    ]


def test_a_match_that_cannot_be_read_closes_no_other(tmp_path: Path) -> None:
    """As one of a later version may be: it is left out, refused where it is asked for, and named where all are."""
    path = tmp_path / "a"
    plan = changed(TESTED, sprt=None, blocks=2)
    invented(path, plan)
    with Archive(path) as archive:
        for text in (msgspec.json.encode(changed(plan, spec="herd(size=9)")).decode(), "{", '{"later": 1}'):
            archive.read("INSERT INTO matches (plan, begun, program, host) VALUES (?, '', '', '')", (text,))
        assert [match.id for match in archive.matches()] == [1] == [one.match.id for one in overview(archive).matches]
        assert overview(archive).unreadable == archive.unreadable() and overview(archive, 3).unreadable.keys() == {3}
        assert list(archive.unreadable()) == [2, 3, 4] and "size is '9'" in archive.unreadable()[2]
        assert archive.match(1).plan == plan and len(list(archive.games(1))) == 4
        with pytest.raises(BadArchive, match=r"match 2: this program cannot read it: .*size is '9'"):
            archive.match(2)
        assert match_for(archive, plan, True)[0].id == 1
    assert run("show", str(path)).status == 0
    listed = run("show", str(path), "--matches").out
    assert "4 of 4" in listed and "Match 2 cannot be read by this program: " in listed
    assert run("show", str(path), "--match", "2").status == 2
    checked = run("verify", str(path), "--rules-only", "--game", "1")
    assert checked.status == 1 and f"{path}: match 3: plan: " in checked.out
