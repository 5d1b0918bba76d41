"""Tests that every position and event of a game has texts, and that a drawn board shows what is on it."""

from __future__ import annotations

import pytest

import fastcore
from workbench import boards
from workbench.conformance.counts import deep
from workbench.conformance.walks import option_specs, random_game

WIDTH = 200  # longest sentence of an event, in characters


def test_rules_page_names_the_designer(game_id: str) -> None:
    info = fastcore.info(game_id)
    page = boards.rules_page(game_id)
    assert page.startswith("# "), f"{game_id} has no rules page, or it does not begin with a title"
    assert info.designer.split()[-1] in page, f"the rules page does not name {info.designer}"
    assert boards.goal(info) and "\n" not in boards.goal(info)


def test_every_event_and_position_is_described(game_id: str) -> None:
    info = fastcore.info(game_id)
    for spec in option_specs(game_id)[: deep(3, 100)]:
        for state, move in random_game(spec, "described", max_moves=deep(80, 10**6)):
            for seat in (None, *range(state.seats)):
                for event in state.events(move, seat):
                    sentence = boards.describe_event(info, event, seat)
                    assert "\n" not in sentence and len(sentence) <= WIDTH, (str(state), sentence)
            if state.actor >= 0:
                point = state.viewpoint(state.actor)
                assert boards.text_board(point).strip() and boards.instruction(point) is not None
                assert boards.prompt(point)


def test_drawn_board_shows_each_piece_once(game_id: str) -> None:
    board = boards.find(game_id)
    if board is None:
        pytest.skip("this game has no drawn board")
    for spec in option_specs(game_id)[: deep(3, 100)]:
        for state, _ in random_game(spec, "drawn", max_moves=deep(60, 10**6)):
            point = state.viewpoint(None if state.actor < 0 else state.actor)
            pieces = board.pieces(point.fields, point.seat)
            assert len(set(pieces)) == len(pieces), str(state)
            moves = [state.move_text(move) for move in state.moves()]
            assert set(board.paths(point, moves)) <= set(moves), str(state)
