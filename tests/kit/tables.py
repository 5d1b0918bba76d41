"""Games as they are entered at a real table, for tests of the companion."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import fastcore
from fastcore import CHANCE, OVER, State
from workbench.companion.cursor import Cursor, begin
from workbench.companion.lines import Line
from workbench.companion.replay import Replay

SPECS = ("herd(size=3)", "forest", "herbs(ap=60)", "herbalism", "herbalism(players=4,actions=advanced,predictions=1)")
MOST = 400  # moves of a game


class Played(NamedTuple):
    """A game, and the lines of a seat.

    Attributes:
        moves: The moves of all seats.
        end: The last position.
        texts: The lines.
        cursor: The seat's knowledge at the end.
    """

    moves: tuple[str, ...]
    end: State
    texts: tuple[str, ...]
    cursor: Cursor

    @property
    def lines(self) -> list[Line]:
        """The lines as sure ones, with ids from 1."""
        return [Line(number, text) for number, text in enumerate(self.texts, 1)]


def play(spec: str, seat: int | None, seed: int, policy: str = "uniform", most: int = MOST) -> Played:
    """Play a game by a policy, or by all policies in turn at random for "mixed", and enter it for a seat."""
    random, state = Random(seed), fastcore.start(spec)
    cursor, texts, moves = begin(spec, seat), list[str](), list[str]()
    while state.actor != OVER and len(moves) < most:
        if state.actor == CHANCE:
            options = state.chances()
        else:
            name = random.choice(state.info.policies) if policy == "mixed" else policy
            options = state.policy(name)
        (move,) = random.choices([move for move, _ in options], [chance for _, chance in options])
        seen = state.observation(move, seat)
        for part in cursor.table.split(cursor.point, seen) if seen else ():
            texts.append(part)
            cursor = cursor.advance(part)
        moves.append(state.move_text(move))
        state.play(move)
    return Played(tuple(moves), state, tuple(texts), cursor)


class Wrong(NamedTuple):
    """A list with one wrong entry.

    Attributes:
        at: The index of the wrong line.
        lines: The list.
        replay: Its replay.
    """

    at: int
    lines: list[Line]
    replay: Replay


def with_wrong_entry(played: Played, random: Random) -> Wrong | None:
    """Return the list with one random line replaced, evenly, by another that was possible there.

    None if the chosen line has no alternative.
    """
    lines = played.lines
    index = random.randrange(len(lines))
    replay = Replay(begin(played.end.spec, played.cursor.point.seat))
    replay.update(lines[:index])
    others = [step.text for step in replay.belief.cursor.steps() if step.text != lines[index].text]
    if not others:
        return None
    lines[index] = Line(lines[index].id, random.choice(others))
    replay.update(lines)
    return Wrong(index, lines, replay)
