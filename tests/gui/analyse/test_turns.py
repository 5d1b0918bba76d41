"""Tests that the candidates of a game with long turns are whole turns."""

from __future__ import annotations

import pytest

pytest.importorskip("tkinter")

from bots.reasoning import group_turns
from bots.report import Limit
from tests.gui.analyse.test_analyse import analyse, column
from tests.kit.windows import TWO, marked_spots, open_window, settle
from workbench import boards
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

REMOVING = Setup("herd(size=3)", TWO, 1, "3/bbb1/3r1/4/3 r 9 6-2 x2+6")


def test_candidates_are_turns_with_the_visits_of_all_orders() -> None:
    with open_window(REMOVING, analyse_limit=Limit(simulations=2000)) as window:
        analyse(window, 2000)
        searched = window.analyse.position.candidate_subject
        assert searched is not None and searched.shown is not None and searched.point is not None
        report, table = searched.shown.report, column(window).candidates.table
        turns = group_turns(searched.point, report.candidates)
        assert len(turns) < len(report.candidates)
        assert [(line.cells["move"], line.cells["visits"]) for line in table.lines] == [
            (" ".join(turn.moves), f"{turn.visits:,}") for turn in turns
        ]
        words = boards.describe_moves(window.table.info, 0, turns[0].moves)
        column(window).candidates._hovered(turns[0].lead.move)
        assert window.shell.status.detail == f"{words} ({' '.join(turns[0].moves)})"
        column(window).candidates._hovered("")
        assert set(marked_spots(window, "advice")) == {move.removeprefix("x") for move in turns[0].moves}
        order = next(turn for turn in turns if len(turn.candidates) > 1)
        window.analyse.on_board.select_move(order.candidates[1].move)
        settle()
        assert table.move == order.lead.move, "another order selects the row of its turn"
