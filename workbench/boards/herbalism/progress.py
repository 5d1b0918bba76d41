"""The texts of Herbalism about the progress of a game and its end."""

from __future__ import annotations

from fastcore.games.herbalism.text.texts import LAST_ROUND
from workbench.boards.herbalism.tabletop import ACTING_TURNS, Tabletop, parse_tabletop
from workbench.boards.kit.elements import Fields
from workbench.boards.kit.game_words import join_words
from workbench.system.translation import tr, trn


def progress_text(fields: Fields) -> str:
    """Return the round and the turn, and when only cures are left."""
    table = parse_tabletop(fields)
    if table.phase == "over":
        return end_reason(table)
    if table.phase == "deal":
        return tr("Round {round} begins.", round=table.round)
    last = ACTING_TURNS * len(table.hands)
    return tr("Round {round}, turn {turn}. ", round=table.round, turn=table.turn) + (
        tr("After turn {last}, you can only cure.", last=last) if table.turn <= last else tr("You can only cure now.")
    )


def end_reason(table: Tabletop) -> str:
    """Return why a finished game ended: somebody reached the target, or the last round was played."""
    if table.round == LAST_ROUND:
        return tr("Round {last_round} was the last.", last_round=LAST_ROUND)
    best = max(table.scores)
    leaders = [tr("seat {seat}", seat=seat + 1) for seat, score in enumerate(table.scores) if score == best]
    reached = trn(
        "{leaders} reached {count} point in round {round}.",
        "{leaders} reached {count} points in round {round}.",
        best,
        leaders=join_words(leaders),
        round=table.round,
    )
    return reached[:1].upper() + reached[1:]
