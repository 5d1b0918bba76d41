"""Tests that a user's bot may keep its process between games, but never between games with equal dice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import deep
from tests.kit.matches import SALT, play_match, record, wait_until_gone
from workbench.bot_process import trust
from workbench.matches.planning.plan import Plan

BOT = """
import os
from bots import Bot, Report
PROCESS = int.from_bytes(os.urandom(3))

class Mine(Bot):
    name = "mine"
    stays = {stays}
    games, own = 0, 0

    def think(self, point, limit=None):
        if not self.own:
            Mine.games += 1
            self.own = Mine.games
        yield Report(point.move_text(point.moves()[0]), simulations=PROCESS, kept=self.own)
"""


@pytest.mark.parametrize("stays", [True, False])
def test_staying_process_never_plays_both_games_of_a_block(tmp_path: Path, stays: bool) -> None:
    """The reports hold a number of the process, and its number of games."""
    file = tmp_path / "mine.py"
    file.write_text(BOT.format(stays=stays), encoding="utf-8")
    trust.allow_all_once([f"{file}:Mine"])
    plan = Plan(spec="herd(size=2)", bots=(f"{file}:Mine", "random"), blocks=deep(2, 4), seed=3, salt=SALT)
    outcome, games = play_match(tmp_path / "a", plan)
    assert outcome.kind == "complete" and len(games) == 2 * plan.blocks
    played = []
    for game in games:
        moves = [move for line in record(tmp_path / "a", game).lines for move in line.moves]
        reports = [move.reports[-1] for move in moves if move.reports and move.reports[-1].kept]
        numbers = {(report.simulations, report.kept) for report in reports}
        assert len(numbers) == 1, "one process for a whole game"
        played.append((game.number // 2, *numbers.pop()))
    processes = {process for _, process, _ in played}
    assert len(processes) == (2 if stays else 2 * plan.blocks)
    for block in range(plan.blocks):
        assert len({process for number, process, _ in played if number == block}) == 2
    for process in processes:
        own = sorted(count for _, one, count in played if one == process)
        assert own == list(range(1, len(own) + 1)), "the class stays, with its memory"
    assert wait_until_gone() == []
