"""The plan, the mixture and the beliefs of a report as lines of text."""

from __future__ import annotations

from collections.abc import Collection

import bots
from bots.levels.ladders import ladder
from bots.report import Report
from fastcore import GameInfo
from workbench import boards
from workbench.boards.kit.figures import format_percents
from workbench.reports.reasons import MIN_BELIEF
from workbench.system.translation import tr


def detail_lines(info: GameInfo, seat: int, report: Report, shown_kinds: Collection[str] = ()) -> tuple[str, ...]:
    """Return the plan, mixture and beliefs of a report as lines, such as "Mixture: 52 % 2M5, 2F; 48 % 3M5, 3F".

    Args:
        info: The game.
        seat: The deciding seat.
        report: The report.
        shown_kinds: The kinds of the reasons shown beside the lines. Their content is not repeated.
    """
    own, lines = boards.words(info.id), []
    if len(report.plan) > 1 and "plan" not in shown_kinds:
        lines.append(tr("Plan: {moves}", moves=own.describe_moves(info, seat, report.plan)))
    if len(report.mixture) > 1 and "mixture" not in shown_kinds:
        shares = format_percents(*(weight for _, weight in report.mixture))
        parts = [f"{share} {plan.replace(',', ', ')}" for share, (plan, _) in zip(shares, report.mixture, strict=True)]
        lines.append(tr("Mixture: {parts}", parts="; ".join(parts)))
    for unknown, values in report.beliefs.items():
        likely = sorted(((chance, value) for value, chance in values.items() if chance >= MIN_BELIEF), reverse=True)
        parts = [f"{own.report_name('belief', value)} {format_percents(chance)[0]}" for chance, value in likely]
        if parts:
            lines.append(
                tr(
                    "Beliefs about {report_name}: {parts}",
                    report_name=own.report_name("belief", unknown),
                    parts=", ".join(parts),
                )
            )
    return tuple(lines)


def doubling_text(game: str, bot: str) -> str:
    """Return what twice the search is worth to a bot, such as "twice as much: about 60 Elo"; "" if it is unknown.

    Args:
        game: The game with its options.
        bot: The bot with its options. Only the strongest bot of each game was measured.
    """
    table = ladder(game.partition("(")[0])
    if table is None or table.doubling is None or bot.partition("(")[0] != bots.strongest(game):
        return ""
    return tr("twice as much: about {elo} Elo", elo=table.doubling)
