"""Tests that orders of the same moves are one turn in comparisons, and of the range of chance events."""

from __future__ import annotations

import fastcore
from bots import make
from bots.reasoning import group_turns, other_moves, own_turn
from bots.report import Candidate, Report
from bots.searching import SearchBot
from tests.conftest import deep
from workbench.bot_process.decisions import decide
from workbench.conformance.walks import random_position

REMOVING = "herd(size=4) 4/5/2bb2/2bb3/1rbb2/5/4 r 3 5-3 x3+5"


def candidate(text: str, visits: int, value: float = 0.0) -> Candidate:
    line = tuple(text.split())
    return Candidate(line[0], visits, (value, -value), 0.0, 0.0, line)


def viewpoint() -> fastcore.Viewpoint:
    return fastcore.parse(REMOVING).viewpoint(0)


def test_orders_of_the_same_removals_are_one_turn() -> None:
    first, order = candidate("xc3 xd3 xe3 a1", 60), candidate("xe3 xc3 xd3 a1", 20)
    other = candidate("xc4 xc3 xd3 a1", 15)
    turns = group_turns(viewpoint(), (first, other, order))
    assert [(turn.moves, turn.visits) for turn in turns] == [
        (("xc3", "xd3", "xe3", "a1"), 80),
        (("xc4", "xc3", "xd3", "a1"), 15),
    ]
    assert turns[0].candidates == (first, order)


def test_first_move_within_the_turn_needs_visits_of_its_own_to_be_another_turn() -> None:
    best = candidate("xc3 xd3 xe3", 100)
    for visits, turns in ((9, 1), (10, 2)):
        assert len(group_turns(viewpoint(), (best, candidate("xd3 xc4 xd4", visits)))) == turns


def test_illegal_lines_stay_apart() -> None:
    lines = [candidate("xc3 xd3", 5), candidate("nonsense a1", 3), candidate("xd3 nonsense", 2)]
    assert [turn.moves for turn in group_turns(viewpoint(), lines)] == [("xc3", "xd3"), ("nonsense",)]


def test_turns_keep_all_candidates_and_visits() -> None:
    merged = 0
    for number in range(deep(30, 300)):
        state = random_position("herd(size=4)" if number % 2 else "forest", "turns", number)
        if state.actor < 0:
            continue
        point = state.viewpoint(state.actor)
        report = decide(make("mcts(simulations=300)", number), point)
        turns = group_turns(point, report.candidates)
        assert sum(turn.visits for turn in turns) == sum(one.visits for one in report.candidates)
        assert sorted(one.move for turn in turns for one in turn.candidates) == sorted(
            one.move for one in report.candidates
        )
        assert turns[0].lead.move == report.move and turns[0].moves == own_turn(point, turns[0].lead.line)
        merged += len(turns) < len(report.candidates)
        second = next((dict(fact.values) for fact in report.facts if fact.key == "second"), None)
        assert (second is None) == (len(turns) < 2) or any(fact.key == "only" for fact in report.facts)
        if second is not None:
            assert str(second.get("turn", second["move"])).split() == list(turns[1].moves)
    assert merged > 3


def test_secret_choices_are_turns_of_their_own() -> None:
    point = fastcore.start("herbs").viewpoint(0)
    report = decide(make("equilibrium(simulations=100)", 1), point)
    assert [turn.candidates for turn in group_turns(point, report.candidates)] == [(one,) for one in report.candidates]


def test_other_moves_leaves_out_common_ones() -> None:
    assert other_moves(("a", "b", "b"), ("b", "c")) == ("a", "b")
    assert other_moves(("a", "b"), ("b", "a")) == ("a", "b")


def luck(report: Report) -> dict[str, float]:
    return next((dict(fact.values) for fact in report.facts if fact.key == "luck"), {})  # type: ignore[arg-type]


def test_range_of_chance_events_includes_the_value_of_the_move() -> None:
    found = 0
    for number in range(deep(120, 600)):
        state = random_position("herd(size=4)", "luck", number)
        if state.actor < 0:
            continue
        bot = make("mcts:steady", number)
        assert isinstance(bot, SearchBot)
        point = state.viewpoint(state.actor)
        report = decide(bot, point)
        values = luck(report)
        if not values:
            continue
        found += 1
        assert values["low"] <= report.candidates[0].value[state.actor] <= values["high"]
        assert bot.search is not None
        turn = own_turn(point, report.candidates[0].line)
        outcomes = bot.search.node(_moves(state, turn))["rows"]
        assert len(outcomes) > 1 and values["low"] == outcomes["value"][:, state.actor].min()
        assert values["high"] == outcomes["value"][:, state.actor].max()
    assert found > 10


def _moves(state: fastcore.State, turn: tuple[str, ...]) -> list[int]:
    """Return the moves of a turn as numbers."""
    state, moves = state.copy(), []
    for text in turn:
        moves.append(state.parse_move(text))
        state.play(moves[-1])
    return moves
