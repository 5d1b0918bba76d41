"""Short tactics of the forest game, found by brute force: they are right, and both engines find the solutions."""

from __future__ import annotations

import pytest

import fastcore
from tests.conftest import deep
from tests.reference import forest as twin
from tests.tools import make_tactics

NODES = 2_000_000
SIMULATIONS = 300_000


def read(line: str) -> tuple[str, str, str]:
    """The kind, the situation and the right first actions of a line."""
    kind, situation, right = line.split(" ; ")
    return kind, situation, right


LINES = [read(line) for line in make_tactics.PAGE.read_text(encoding="utf-8").splitlines()]


def sample(number: int) -> list[tuple[str, str, str]]:
    """So many lines from all over the page."""
    return LINES[:: max(1, len(LINES) // number)][:number]


def test_the_page_holds_enough_of_each_kind() -> None:
    kinds = [(kind, situation.split(" ")[2], "R" in situation or "G" in situation) for kind, situation, _ in LINES]
    assert len({situation for _, situation, _ in LINES}) == len(LINES) >= 200
    assert len({situation.split(" ")[0] for _, situation, _ in LINES}) == len(make_tactics.SPECS)
    for kind in make_tactics.KINDS:
        for seat in "rg":
            for boogyman in (False, True):
                assert kinds.count((kind, seat, boogyman)) >= 25


def test_the_page_is_what_brute_force_finds() -> None:
    for kind, situation, right in sample(deep(10, len(LINES))):
        assert make_tactics.solved(fastcore.parse(situation)) == (kind, tuple(right.split(" "))), situation


def twin_wins(spec: str, text: str, seat: int, turn: str) -> bool:
    """Whether a seat can win within the present turn, by the slow twin."""
    if text.split(" ")[1] != "rg"[seat] or text.split(" ")[2] != turn:
        result = twin.returns(spec, text)
        return result is not None and result[seat] == 1
    return any(twin_wins(spec, twin.play(spec, text, move), seat, turn) for move in twin.moves(spec, text))


def test_the_slow_twin_agrees_on_wins() -> None:
    wins = [(situation.split(" ", 1), right) for kind, situation, right in LINES if kind == "win"]
    for (spec, text), right in wins[:: len(wins) // deep(3, 30)]:
        seat, turn = "rg".index(text.split(" ")[1]), text.split(" ")[2]
        found = [move for move in twin.moves(spec, text) if twin_wins(spec, twin.play(spec, text, move), seat, turn)]
        assert found == right.split(" "), text


@pytest.mark.parametrize("kind", make_tactics.KINDS)
def test_alphabeta_solves_all(kind: str) -> None:
    for name, situation, right in sample(deep(24, len(LINES))):
        if name == kind:
            state = fastcore.parse(situation)
            search = fastcore.Search(state, engine="alphabeta", seed=7, memory_mb=64)
            search.run(NODES)
            assert state.move_text(search.choice()) in right.split(" "), situation
            assert kind == "save" or search.value()[state.actor] == 1.0


@pytest.mark.parametrize("kind", make_tactics.KINDS)
def test_the_tree_solves_all(kind: str) -> None:
    for name, situation, right in sample(deep(16, len(LINES))):
        if name == kind:
            state = fastcore.parse(situation)
            search = fastcore.Search(state, seed=7, memory_mb=128)
            while search.simulations < SIMULATIONS and not search.done:
                search.run(10_000)
            assert state.move_text(search.choice()) in right.split(" "), situation


@pytest.mark.parametrize(
    ("situation", "right"),
    [
        # every move wins, one of them within the turn
        ("forest 4/3,y,ggy/4,gG,gyy/2,yy,2,gy,r/6/5/4 g 24 2 -", ["+e6"]),
        # every move loses, but one not within the next turn
        ("forest(yellow_cap=3) gy,3/y,rr,3/2,y,3/3,y,R,2/3,yy,2/2,y,1,y/3,y g 10 2 -", ["g1-f1"]),
        ("forest(yellow_cap=3) r,y,1,yy/1,y,R,1,gyy/6/7/4,y,ryy/4,y/4 g 10 2 -", ["f5-g4"]),
    ],
)
def test_the_tree_wins_soon_and_loses_late(situation: str, right: list[str]) -> None:
    state = fastcore.parse(situation)
    for seed in range(deep(3, 20)):
        search = fastcore.Search(state, seed=seed, memory_mb=64)
        while not search.done:
            search.run(10_000)
        assert state.move_text(search.choice()) in right
