"""The facts around a review: the game and its result, the judge, and the reliability of the judgement."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore import GameInfo
from workbench import boards
from workbench.boards.kit.game_words import join_words
from workbench.game.current_line import result_of
from workbench.game.move_tree import ROOT
from workbench.game.session import Session
from workbench.review.judging import Judged, seconds_each
from workbench.storage.exporting import result_text
from workbench.system.language.formats import format_stamp
from workbench.system.translation import tr

UNFINISHED, DRAWN = tr("not finished"), tr("a draw")
NOISE = tr(
    "The numbers are estimates, so a small loss may mean nothing. Review the game again to check a doubtful turn."
)
NOISE_OF_PLANS = tr(
    "The numbers for secret plans are rough, so even a large loss may mean nothing. Review the game again to check a "
    "doubtful turn."
)
LUCK = tr("Good or bad luck does not count, only the choice with what the player knew.")


def facts(session: Session, judged: Sequence[Judged], judge: str, simulations: int) -> list[tuple[str, str]]:
    """Return labelled facts: the game, its date and result, and the judge."""
    info = session.point.info
    played = [("played", format_stamp(session.created))] if session.created else []
    return [
        ("game", session.spec),
        ("designer", info.designer),
        *played,
        ("result", result(session)),
        (tr("judged by"), judged_by(judge, simulations, seconds_each(judged))),
    ]


def result(session: Session) -> str:
    """Return the winner and the points of the reviewed game, regardless of the session's current position."""
    info, line = session.point.info, session.document.main_line()
    outcome = session.document.tree.head.result or result_of(session.document.point_at(line[-1] if line else ROOT))
    if outcome is None:
        return UNFINISHED
    best = max(outcome.returns)
    won = [boards.seat_name(info, seat) for seat, value in enumerate(outcome.returns) if value == best]
    winner = tr("{won} won", won=join_words(won)) if len(won) < len(outcome.returns) else DRAWN
    return f"{winner}: {result_text(outcome, info)}"


def judged_by(judge: str, simulations: int, seconds: float) -> str:
    """Return the judge and the effort per decision, without the time if it is 0."""
    took = f", {rounded_time(seconds)}" if seconds else ""
    return tr(
        "{judge}, {simulations:,} simulations per position{took}", judge=judge, simulations=simulations, took=took
    )


def rounded_time(seconds: float) -> str:
    """Return a rounded time, such as "about 2 s" or "about 0.03 s"."""
    return (
        tr("about {seconds:.0f} s", seconds=seconds)
        if seconds >= 1
        else tr("about {seconds:.1g} s", seconds=seconds)
        if seconds >= 0.001
        else tr("below 1 ms")
    )


def reliability(info: GameInfo) -> list[str]:
    """Return sentences about the reliability and the limits of a review."""
    has = info.has
    return [NOISE_OF_PLANS if has.secrets else NOISE, *([LUCK] if has.chance or has.hidden or has.secrets else [])]
