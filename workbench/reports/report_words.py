"""What stands in a bot's report besides its moves and values, in words: its plan, what it mixes, what it believes."""

from __future__ import annotations

from collections.abc import Collection

from bots.report import Report
from fastcore import GameInfo
from workbench import boards
from workbench.boards.kit.figures import percents
from workbench.reports.reasons import PLANS

LEAST = 0.005  # of a chance that is told of


def in_words(info: GameInfo, seat: int, report: Report, said: Collection[str] = ()) -> tuple[str, ...]:
    """A line for each of them that a report has, as in "Mixture: 52 % 2M5, 2F; 48 % 3M5, 3F"; what has one part alone is
    told by the move. `said` are the kinds of the reasons that stand beside: what those told in full is not told again."""
    own, lines = boards.words(info.id), []
    if len(report.plan) > 1 and "plan" not in said:
        lines.append(f"Plan: {own.say(info, seat, report.plan)}")
    if len(report.mixture) > 1 and ("mixture" not in said or len(report.mixture) > PLANS + 1):
        shares = percents(*(weight for _, weight in report.mixture))
        parts = [f"{share} {plan.replace(',', ', ')}" for share, (plan, _) in zip(shares, report.mixture, strict=True)]
        lines.append(f"Mixture: {'; '.join(parts)}")
    for of, held in report.beliefs.items():
        likely = sorted(((chance, what) for what, chance in held.items() if chance >= LEAST), reverse=True)
        parts = [f"{own.name('belief', what)} {percents(chance)[0]}" for chance, what in likely]
        if parts:
            lines.append(f"Beliefs about {own.name('belief', of)}: {', '.join(parts)}")
    return tuple(lines)
