"""A surprise game with random options, opponent level and seed."""

from __future__ import annotations

import bots
import fastcore
from fastcore import Option, Stream
from workbench import boards
from workbench.game.session import PERSON
from workbench.records.seeds import new_seed
from workbench.table.setup import Setup

NEAR = 1  # maximum distance of a number from its default
USUAL = 0.6  # fraction of options that keep their default


def surprise(stream: Stream, name: str = "") -> Setup:
    """Return a random game of a person against bots of random levels.

    Args:
        stream: The source of randomness.
        name: The name of the person, or "".
    """
    games = [game for game in fastcore.games() if boards.find(game)] or list(fastcore.games())
    info = fastcore.info(stream.choice(games))
    texts = [f"{option.name}={value}" for option in info.options if (value := _value(option, stream)) != option.default]
    spec = f"{info.id}({','.join(texts)})" if texts else info.id
    count = fastcore.start(spec).seats
    person_seat = stream.below(count)
    seats = tuple(PERSON if seat == person_seat else stream.choice(bots.LEVELS) for seat in range(count))
    names = tuple(name if seat == person_seat else "" for seat in range(count))
    return Setup(spec, seats, new_seed(), None, names if name else ())


def _value(option: Option, stream: Stream) -> str:
    """Return a random value of an option near its default."""
    if stream.below(100) < 100 * USUAL:
        return option.default
    if option.kind == "whole" and option.default:
        values = range(int(option.default) - NEAR, int(option.default) + NEAR + 1)
        return str(stream.choice([value for value in values if option.least <= value <= option.most]))
    if option.kind == "letters":
        return stream.choice(list(option.names))
    return stream.choice(list(option.choices)) if option.kind == "choice" else option.default
