"""Short tactical positions of the forest game: brute force confirms them, and both engines solve them."""

from __future__ import annotations

import pytest

import fastcore
from tests.conftest import deep
from tests.reference import forest as reference
from tests.tools import make_tactics

NODES = 2_000_000
SIMULATIONS = 300_000


def parse_line(line: str) -> tuple[str, str, str]:
    """Split a line into kind, position and best first actions."""
    kind, situation, best_moves = line.split(" ; ")
    return kind, situation, best_moves


LINES = [parse_line(line) for line in make_tactics.FILE.read_text(encoding="utf-8").splitlines()]


def sample(number: int) -> list[tuple[str, str, str]]:
    """Return about the given number of lines, spread over the whole file."""
    return LINES[:: max(1, len(LINES) // number)][:number]


def test_file_has_enough_positions_of_each_kind() -> None:
    kinds = [(kind, situation.split(" ")[2], "R" in situation or "G" in situation) for kind, situation, _ in LINES]
    assert len({situation for _, situation, _ in LINES}) == len(LINES) >= 200
    assert len({situation.split(" ")[0] for _, situation, _ in LINES}) == len(make_tactics.SPECS)
    for kind in make_tactics.KINDS:
        for seat in "rg":
            for boogyman in (False, True):
                assert kinds.count((kind, seat, boogyman)) >= 25


def test_brute_force_confirms_solutions() -> None:
    for kind, situation, best_moves in sample(deep(10, len(LINES))):
        assert make_tactics.solve(fastcore.parse(situation)) == (kind, tuple(best_moves.split(" "))), situation


def reference_wins(spec: str, text: str, seat: int, turn: str) -> bool:
    """Return whether the seat can win within this turn, computed by the slow reference implementation."""
    if text.split(" ")[1] != "rg"[seat] or text.split(" ")[2] != turn:
        result = reference.returns(spec, text)
        return result is not None and result[seat] == 1
    return any(
        reference_wins(spec, reference.play(spec, text, move), seat, turn) for move in reference.moves(spec, text)
    )


def test_reference_confirms_winning_moves() -> None:
    wins = [(situation.split(" ", 1), best_moves) for kind, situation, best_moves in LINES if kind == "win"]
    for (spec, text), best_moves in wins[:: len(wins) // deep(3, 30)]:
        seat, turn = "rg".index(text.split(" ")[1]), text.split(" ")[2]
        winning_moves = [
            move
            for move in reference.moves(spec, text)
            if reference_wins(spec, reference.play(spec, text, move), seat, turn)
        ]
        assert winning_moves == best_moves.split(" "), text


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", make_tactics.KINDS)
def test_alphabeta_solves_tactics(kind: str) -> None:
    for name, situation, best_moves in sample(deep(24, len(LINES))):
        if name == kind:
            state = fastcore.parse(situation)
            search = fastcore.Search(state, engine="alphabeta", seed=7, memory_mb=64)
            search.run(NODES)
            assert state.move_text(search.choice()) in best_moves.split(" "), situation
            assert kind == "save" or search.value()[state.actor] == 1.0


@pytest.mark.parametrize("kind", make_tactics.KINDS)
def test_tree_search_solves_tactics(kind: str) -> None:
    for name, situation, best_moves in sample(deep(16, len(LINES))):
        if name == kind:
            state = fastcore.parse(situation)
            search = fastcore.Search(state, seed=7, memory_mb=128)
            while search.simulations < SIMULATIONS and not search.done:
                search.run(10_000)
            assert state.move_text(search.choice()) in best_moves.split(" "), situation


@pytest.mark.parametrize(
    ("situation", "best_moves"),
    [
        # every move wins, but only one within the turn
        ("forest 4/3,y,ggy/4,gG,gyy/2,yy,2,gy,r/6/5/4 g 24 2 -", ["+e6"]),
        # every move loses, but only one postpones the loss beyond the next turn
        ("forest(yellow_cap=3) gy,3/y,rr,3/2,y,3/3,y,R,2/3,yy,2/2,y,1,y/3,y g 10 2 -", ["g1-f1"]),
        ("forest(yellow_cap=3) r,y,1,yy/1,y,R,1,gyy/6/7/4,y,ryy/4,y/4 g 10 2 -", ["f5-g4"]),
    ],
)
def test_tree_search_wins_early_and_loses_late(situation: str, best_moves: list[str]) -> None:
    state = fastcore.parse(situation)
    for seed in range(deep(3, 20)):
        search = fastcore.Search(state, seed=seed, memory_mb=64)
        while not search.done:
            search.run(10_000)
        assert state.move_text(search.choice()) in best_moves
