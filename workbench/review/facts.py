"""The facts of a review besides its decisions: the game and its result, the judge, and how sure the judgement is."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore import GameInfo
from workbench import boards
from workbench.boards.kit.plain import listed
from workbench.game.move_tree import ROOT
from workbench.game.session import Session, result_of
from workbench.review.judging import Judged, seconds_each
from workbench.storage.exporting import result_told

UNFINISHED, DRAWN = "not finished", "a draw"
NOISE = (
    "All values are estimates: small losses may be noise. Where a second review judges otherwise, "
    "the first was not sure."
)
NOISE_OF_PLANS = (
    "All values are estimates, those of secret plans rough ones: also larger losses may be noise. "
    "Where a second review judges otherwise, the first was not sure."
)
LUCK = "Luck is not judged: every decision counts for what it was worth when it was made, whatever came of it."


def facts(session: Session, judged: Sequence[Judged], judge: str, simulations: int) -> list[tuple[str, str]]:
    """What game it was, when it was played and how it ended, and who judged."""
    info = session.point.info
    played = [("played", session.created[:16].replace("T", " "))] if session.created else []
    return [
        ("game", session.spec),
        ("designer", info.designer),
        *played,
        ("result", result(session)),
        ("judged by", judged_by(judge, simulations, seconds_each(judged))),
    ]


def result(session: Session) -> str:
    """Who won the game that is reviewed and with what, wherever in it one stands."""
    info, line = session.point.info, session.document.main_line()
    ended = session.document.tree.head.result or result_of(session.document.point_at(line[-1] if line else ROOT))
    if ended is None:
        return UNFINISHED
    best = max(ended.returns)
    won = [boards.side(info, seat) for seat, value in enumerate(ended.returns) if value == best]
    return f"{f'{listed(won)} won' if len(won) < len(ended.returns) else DRAWN}: {result_told(ended, info)}"


def judged_by(judge: str, simulations: int, seconds: float) -> str:
    """Who judged, and how much went into a decision; no time where it is not known."""
    took = f", {about(seconds)}" if seconds else ""
    return f"{judge}, {simulations:,} simulations a decision{took}"


def about(seconds: float) -> str:
    """As in "about 2 s" or "about 0.03 s"."""
    return f"about {seconds:.0f} s" if seconds >= 1 else f"about {seconds:.1g} s" if seconds >= 0.001 else "below 1 ms"


def how_sure(info: GameInfo) -> list[str]:
    """How far what a review says can be relied on, and what it does not judge."""
    has = info.has
    return [NOISE_OF_PLANS if has.secrets else NOISE, *([LUCK] if has.chance or has.hidden or has.secrets else [])]
