"""Positions and helpers for the tests of the Herbalism board."""

from __future__ import annotations

import fastcore
from fastcore import CHANCE, OVER, State, Stream
from tests.boards.test_lessons import move_texts
from workbench import boards
from workbench.boards.herbalism.tabletop import parse_move
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item, Point
from workbench.boards.kit.entry import Entry

SPECS = (
    "herbalism",
    "herbalism(actions=i)",
    "herbalism(actions=first)",
    "herbalism(actions=advanced,predictions=1)",
    "herbalism(players=4,actions=advanced)",
    "herbalism(players=4,predictions=1)",
    "herbalism(players=4,actions=if,target=3)",
)
ACT = "herbalism(actions=advanced,predictions=1) rb ryyg/yggb/gbbb 0,0,0 1 1 4 act:1 gb,yr,rg -,-,- r,-,-"
FAILED = "herbalism gb ryyy/rggg/bbbb 0,2,0 2 2 9 act:1 rb,yr,gb -,A=rb,F=rb -,-,-"
END = "herbalism gb ggbb/gbb/rryyy 2,1,5 3 1 14 cure:3:1 yb,gy,rg a=gb,-,- -,-,-"
CURE_KNOWN = "herbalism(actions=if) gb rryyyggb/gbbb/- 0,0,0 1 1 13 act:1 rb,yb,gb -,-,- -,-,-"


def choose_random_move(state: State, stream: Stream) -> str:
    """Return a random move that seldom cures, so that hands and markers vary."""
    if state.actor == CHANCE:
        return state.move_text(state.sample(stream))
    moves = move_texts(state)
    without_cures = [move for move in moves if parse_move(move).kind not in ("cure", "answer")]
    return stream.choice(without_cures if without_cures and stream.below(12) else moves)


def random_game(spec: str, seed: int, max_moves: int = 150) -> list[tuple[State, str]]:
    """Return the positions of a random game with the move played in each ("" at the end)."""
    state, stream = fastcore.start(spec), Stream(seed, "herbalism board")
    positions = list[tuple[State, str]]()
    while state.actor != OVER and len(positions) < max_moves:
        move = choose_random_move(state, stream)
        positions.append((state, move))
        state = state.after(move)
    return [*positions, (state, "")]


def shapes_with_spots(items: tuple[Item, ...], *kinds: str) -> list[tuple[str, str]]:
    """Return the shapes of these kinds with their spots, sorted."""
    return sorted((item.shape, item.where) for item in items if item.shape.startswith(kinds))


def make_entry(board: Board, point: Point) -> Entry:
    return Entry({text: board.path(text) for text in map(point.move_text, point.moves())})


def sentences_for(board: Board, situation: str, seat: int | None, *moves: str) -> list[str]:
    """Return the log sentences about these moves for one viewer."""
    state, words = fastcore.parse(situation), list[str]()
    for move in moves:
        words += [boards.describe_event(state.info, event) for event in state.events(move, seat)]
        state.play(move)
    return [sentence for sentence in words if sentence]
