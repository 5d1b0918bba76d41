"""`herbarium play`: the table in the terminal."""

from __future__ import annotations

from argparse import Namespace
from secrets import randbelow

import fastcore
from workbench.cli import players, words
from workbench.cli.readers import BadInput
from workbench.cli.situations import situation
from workbench.cli.table import Table
from workbench.cli.voice import Voice
from workbench.session import Session


def main(arguments: Namespace) -> int:
    session = begin(arguments)
    voice = Voice()
    voice.tell(words.begun(session.state.info, session.spec, session.seats, session.seed))
    return Table(session, voice, players.strongest(session.spec)).run()


def begin(arguments: Namespace) -> Session:
    """The session that the arguments ask for; BadInput if something in them is refused."""
    text = fastcore.games()[0] if arguments.spec is None else arguments.spec
    if arguments.position is not None:
        if " " in text:
            raise BadInput("play: give a whole situation or --position, not both")
        text = f"{text} {arguments.position}"
    state = situation(text, "play")
    seats = players.seats(state.spec, state.seats, arguments.seats, arguments.bot)
    seed = randbelow(1_000_000) if arguments.seed is None else arguments.seed
    try:
        return Session(state.spec, seats, seed, state.text() if " " in text else None)
    except ValueError as error:
        raise BadInput(f"play: {error}") from None
