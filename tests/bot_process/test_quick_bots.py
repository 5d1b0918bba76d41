"""Tests of quick built-in bots, which play in the worker's process, with equal decisions and failures."""

from __future__ import annotations

import msgspec
import pytest

import bots
import fastcore
from bots.policies import Greedy
from bots.report import Limit
from tests.kit.matches import small
from workbench.matches.planning.plan import Plan, Schedule
from workbench.matches.planning.task import PlayedGame, Task, sources_of, task_of
from workbench.matches.workers import playing
from workbench.matches.workers.bot_here import MOST_SIMULATIONS, BotHere, is_quick
from workbench.matches.workers.plan_check import check
from workbench.matches.workers.player import Players
from workbench.matches.workers.playing import TaskPlayer
from workbench.records import files

BOTS = {"herbs": "duct", "herbalism": "ismcts"}  # a search for the games that `mcts` cannot play


def task_for(game: str, *bots: str) -> Task:
    """Return the first game of a match of these bots, with reports."""
    spec = small(game)
    seats = (*bots, *["random"] * (fastcore.start(spec).seats - len(bots)))
    plan = check(Plan(spec=spec, bots=seats, blocks=1, seed=4, salt="7" * 32, reports="last")).plan
    return task_of(plan, Schedule(plan), 1, 0, 1, sources_of(plan))


def without_times(played: PlayedGame) -> object:
    """Return what seeds and limits determine in a game: its moves, reports and result."""
    record = files.decode_record(played.record)
    moves = [
        (move.move, [msgspec.structs.replace(report, seconds=0.0, growth=None) for report in move.reports])
        for move in record.lines[0].moves
    ]
    return moves, played.returns, played.ending, played.versions, played.luck


@pytest.mark.parametrize("game", fastcore.games())
def test_quick_bots_play_the_same_game_as_in_processes(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second game shows that the first one leaves nothing behind."""
    task, games, kinds = task_for(game, f"{BOTS.get(game, 'mcts')}(simulations=20)", "greedy"), [], []
    for here in (True, False):
        if not here:
            monkeypatch.setattr(playing, "quick_bots", lambda task, texts: [False] * len(texts))
        player = TaskPlayer()
        try:
            games.append([without_times(player.play(task, lambda state: None)) for _ in range(2)])
            kinds.append({isinstance(each, BotHere) for each in player.players._idle})
        finally:
            player.close()
    assert games[0] == games[1] and games[0][0] == games[0][1]
    assert kinds == [{True}, {False}]


@pytest.mark.parametrize(
    ("bot", "limit", "quick"),
    [
        ("random", None, True),
        ("greedy", Limit(simulations=5), True),
        (f"mcts(simulations={MOST_SIMULATIONS})", None, True),
        (f"mcts(simulations={MOST_SIMULATIONS + 1})", None, False),
        ("mcts", Limit(simulations=MOST_SIMULATIONS), True),
        ("mcts(simulations=5)", Limit(simulations=MOST_SIMULATIONS + 1), False),
        ("mcts(simulations=5)", Limit(seconds=0.01), False),
        ("mcts(simulations=5)", Limit(simulations=5, seconds=0.01), False),
        ("mcts(seconds=0.01)", None, False),
        ("mcts(simulations=5,threads=2)", None, False),
        ("beginner", None, True),
        ("adaptive(level=club)", None, True),
        ("maximum", None, False),
        ("club(x=1)", None, False),
        ("mcts(simulations=5)", Limit(simulations=50, per="game"), True),
        ("./mine.py:Mine", None, False),
        ("nobody", None, False),
    ],
)
def test_only_own_bots_with_few_simulations_and_no_clock_are_quick(bot: str, limit: Limit | None, quick: bool) -> None:
    assert is_quick(bot, "herd", limit) == quick


def test_failure_of_a_quick_bot_voids_its_game_only(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    task, player = task_for("herd", "greedy"), TaskPlayer()

    def fail(*_: object) -> None:
        raise RuntimeError("boom")

    try:
        with monkeypatch.context() as broken:
            broken.setattr(Greedy, "think", fail)
            game = player.play(task, lambda state: None)
        assert (game.ending, game.guilty, game.fault) == ("void", 0, "crash")
        assert 'raise RuntimeError("boom")' in game.log and capfd.readouterr().err == "", (
            "the archive has the traceback"
        )
        assert game.reason == "greedy broke while thinking: RuntimeError: boom"
        assert player.play(task, lambda state: None).ending == "normal"
    finally:
        player.close()


def test_idle_players_are_reused_only_in_the_same_mode() -> None:
    with Players(700) as players:
        with players.borrow(["random"], quick=[True]) as first:
            pass
        with players.borrow(["random"], quick=[False]) as second:
            assert second[0] is not first[0] and not isinstance(second[0], BotHere)
        with players.borrow(["random", "greedy"], quick=[True, True]) as third:
            assert third[0] is first[0] and isinstance(third[1], BotHere)


def test_bots_of_packages_are_not_quick_and_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    class Spy(Greedy):
        name = "spy"

        def __init__(self, *_: object) -> None:
            raise AssertionError("it was made in this process")

    monkeypatch.setattr(bots, "_installed", lambda: ({"spy": Spy}, {}))
    assert not is_quick("spy", "herd(size=2)", None)
