"""An opening of random turns, played before the players begin."""

from __future__ import annotations

import fastcore
from fastcore import CHANCE, OVER
from workbench.game.session import Session
from workbench.system.translation import tr


def play_random_opening(session: Session, turns: int) -> None:
    """Play the first `turns` turns at random. They cannot be undone.

    Raises:
        ValueError: The game has begun or would end during these turns.
    """
    if session.steps:
        raise ValueError(tr("the game has begun"))
    if turns < 1:
        return
    state, stream, ended = session.state.copy(), fastcore.Stream(session.seed, "opening"), 0
    while ended < turns and state.actor != OVER:
        turn = session.state.turn
        if state.actor == CHANCE:
            session.draw_chance()
        else:
            session.play(state.move_text(stream.choice(state.moves())))
        state = session.state.copy()
        ended += state.turn != turn
    if state.actor == OVER:
        raise ValueError(tr("the game is over after {ended} random turns", ended=ended))
    session.opening_steps = len(session.steps)
    session.document.history.load([session.document.tree.head.view], 0)
