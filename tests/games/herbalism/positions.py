"""Positions of Herbalism, and what the board shows of them."""

from __future__ import annotations

import fastcore
from fastcore import CHANCE, OVER, State, Stream
from tests.boards.test_lessons import texts
from workbench import boards
from workbench.boards.herbalism.tabletop import act
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
KNOWN = "herbalism(actions=if) gb rryyyggb/gbbb/- 0,0,0 1 1 13 act:1 rb,yb,gb -,-,- -,-,-"


def decide(state: State, stream: Stream) -> str:
    """A random choice that seldom cures, so that hands and markers become as various as they may."""
    if state.actor == CHANCE:
        return state.move_text(state.sample(stream))
    moves = texts(state)
    calm = [move for move in moves if act(move).kind not in ("cure", "answer")]
    return stream.choice(calm if calm and stream.below(12) else moves)


def walk(spec: str, seed: int, most: int = 150) -> list[tuple[State, str]]:
    """The positions of a random game, each with the move made in it ("" at the end)."""
    state, stream = fastcore.start(spec), Stream(seed, "herbalism board")
    found = list[tuple[State, str]]()
    while state.actor != OVER and len(found) < most:
        move = decide(state, stream)
        found.append((state, move))
        state = state.after(move)
    return [*found, (state, "")]


def shown(items: tuple[Item, ...], *kinds: str) -> list[tuple[str, str]]:
    """The shapes of these kinds with their spots, sorted."""
    return sorted((item.shape, item.where) for item in items if item.shape.startswith(kinds))


def entry_of(board: Board, point: Point) -> Entry:
    return Entry({text: board.path(text) for text in map(point.move_text, point.moves())})


def told(board: Board, situation: str, seat: int | None, *moves: str) -> list[str]:
    """What a seat is told of these moves."""
    state, words = fastcore.parse(situation), list[str]()
    for move in moves:
        words += [boards.tell(state.info, event) for event in state.events(move, seat)]
        state.play(move)
    return [sentence for sentence in words if sentence]
