"""Attention: the part of the legal moves that a weaker bot considers.

A person who is new to a game overlooks moves. A bot with an attention below 1 never looks at some of its moves and
plays the best of the others. What it overlooks depends on its seed and the move, and stays the same during a turn: a
stone that it has not seen at the beginning of a turn remains unseen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import fastcore
from fastcore import Option

ATTENTION = Option("attention", "number", "1", "share of its legal moves that it considers", 0.01, 1)
RECALL = Option("recall", "whole", "", "number of latest observations it remembers; default: all", 0, 1000)
CERTAINTY = Option("certainty", "number", "0", "how sure it must be to guess; 0 lets its search decide", 0, 1)
MIN_CONSIDERED = 2  # a bot with several moves always considers at least this many


def considered_moves(point: fastcore.Viewpoint, seed: int, attention: float) -> tuple[str, ...]:
    """Return the texts of the moves that a bot considers, or () for all of them.

    Args:
        point: The point of the decision.
        seed: The seed of the bot.
        attention: The part of the moves to consider, at most 1.
    """
    moves = point.moves()
    count = max(MIN_CONSIDERED, round(attention * len(moves)))
    if attention >= 1 or count >= len(moves):
        return ()
    texts = [point.move_text(move) for move in moves]
    texts.sort(key=lambda text: fastcore.Stream(seed, "attention", point.actor, point.turn, text).below(2**32))
    return tuple(texts[:count])


def forgetful(point: fastcore.Viewpoint, recall: int) -> fastcore.Viewpoint:
    """Return the viewpoint of a seat that remembers only its latest observations.

    Of earlier observations the seat knows only what the table and its hand still show.

    Args:
        point: The viewpoint of a seat that remembers everything.
        recall: The number of observations to remember.
    """
    observations, view = point.observations, point.text()
    forgotten = max(0, len(observations) - recall)
    if not forgotten:
        return point
    try:
        early = fastcore.Viewpoint(point.game, point.seat)
        for observation in observations[:forgotten]:
            early.observe(observation, events=False)
        late = fastcore.Viewpoint(point.game, point.seat, early.text())
        for observation in observations[forgotten:]:
            late.observe(observation, events=False)
        if late.text() == view:
            return late
    except ValueError:  # the game began from another position
        pass
    return fastcore.Viewpoint(point.game, point.seat, view)


def without_poor_guesses(
    point: fastcore.Viewpoint, moves: Iterable[str], belief: Mapping[str, float], certainty: float
) -> tuple[str, ...]:
    """Return the moves, except guesses that are too unlikely for the seat.

    A guess is a move such as `cure:gb`, which names one of the possibilities in `belief`. Of each kind of guess, only
    the most likely legal one remains. A seat that can wait also makes no guess below its `certainty`. A seat that can
    only decline a guess for good (`GameInfo.declines`) does not wait.

    Args:
        point: The point of the decision.
        moves: The moves that the seat considers.
        belief: The probability of each possibility.
        certainty: The smallest probability for a guess.
    """
    legal = [point.move_text(move) for move in point.moves()]
    best: dict[str, str] = {}  # by kind of guess: the guess that is most likely to be right
    for text in legal:
        kind, _, named = text.partition(":")
        if named in belief and (kind not in best or belief[named] > belief[best[kind].partition(":")[2]]):
            best[kind] = text
    if not best:
        return tuple(moves)
    waits = not {*point.info.declines} & {*legal} and any(text.partition(":")[2] not in belief for text in legal)
    sure = [text for text in best.values() if not waits or belief[text.partition(":")[2]] >= certainty]
    kept = (*(text for text in moves if text.partition(":")[2] not in belief), *sure)
    return kept or tuple(text for text in legal if text.partition(":")[2] not in belief)
