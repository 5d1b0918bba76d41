"""Tests that every position and event of a game has texts, and that a drawn board shows what is on it."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import pytest

import bots
import fastcore
from bots.levels import ladders
from workbench import boards
from workbench.boards.kit import package_of
from workbench.conformance.counts import deep
from workbench.conformance.walks import option_specs, random_game
from workbench.puzzles import files, sets
from workbench.statistics import levels

PARTS = ("board", "words", "editor", "fixes", "lessons")
WIDTH = 200  # longest sentence of an event, in characters


def test_rules_page_names_the_designer(game_id: str) -> None:
    info = fastcore.info(game_id)
    page = boards.rules_page(game_id)
    assert page.startswith("# "), f"{game_id} has no rules page, or it does not begin with a title"
    assert info.designer.split()[-1] in page, f"the rules page does not name {info.designer}"
    assert boards.goal(info) and "\n" not in boards.goal(info)


@pytest.mark.parametrize("part", PARTS)
def test_module_of_the_front_end_can_be_used(game_id: str, part: str) -> None:
    name = f"{package_of(game_id)}.{part}"
    if find_spec(package_of(game_id)) is None or find_spec(name) is None:
        pytest.skip(f"this game has no {part}.py")
    module = import_module(name)
    if part == "board":
        module.Board()
        assert boards.find(game_id) is not None, "`Board` must derive from workbench.boards.kit.contract.Board"
    elif part == "words" and boards.find(game_id) is None:  # a board has the words of its game
        module.Words()
        assert type(boards.words(game_id)) is module.Words, "it must derive from workbench.boards.kit.game_words.Words"
    elif part == "editor":
        assert type(boards.editor(game_id)) is module.Editor
    elif part == "fixes":
        state = fastcore.start(game_id)
        assert type(boards.proposals(state.spec, state.text())) is module.Proposals
    elif part == "lessons":
        assert isinstance(module.LESSONS, tuple)


def test_data_files_can_be_read(game_id: str) -> None:
    file = ladders.ladder_path(game_id)
    if file is not None and file.is_file():
        ladder = ladders.LADDERS.decode(file.read_bytes())
        for bot in ladder.bots:
            assert bots.values_of(bot)[0].fits(game_id), f"the bot {bot} of ladder.json cannot play {game_id}"
    if levels.table_path(game_id).is_file():
        assert levels.read(levels.table_path(game_id)).spec.partition("(")[0] == game_id
    if sets.shipped_file(game_id).is_file():
        assert all(puzzle.game == game_id for puzzle in files.read(sets.shipped_file(game_id)).puzzles)


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
