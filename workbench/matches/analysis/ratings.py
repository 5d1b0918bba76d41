"""Ratings of the bots of an archive over all matches of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.description import bound_text
from workbench.matches.archive.results import to_statistics, with_levels
from workbench.matches.planning.plan import limit_of
from workbench.statistics.games import Game, scored
from workbench.statistics.scale import Estimate, mean
from workbench.statistics.strengths import DRAWS, plackett_luce, strength_order
from workbench.system.version import DIGEST


class Player(NamedTuple):
    """A bot as it played: its spec, the version of its file (or "") and its limit in words."""

    bot: str
    version: str
    limit: str


class Rating(msgspec.Struct, frozen=True):
    """The rating of a bot over several matches.

    `score` is its mean score in [0, 1], and `opponents` the number of different bots that it met.
    """

    name: str
    player: Player
    elo: Estimate
    games: int
    score: float
    opponents: int


class RatingError(ValueError):
    """Raised when bots cannot be rated. The message gives the reason."""


def rate(
    archive: Archive, matches: Sequence[Match], anchor: str | None = None, anchor_elo: float = 0.0, draws: int = DRAWS
) -> tuple[Rating, ...]:
    """Return the ratings of all bots of some matches of one game, the strongest first.

    Args:
        archive: The archive.
        matches: The matches.
        anchor: The name or spec of the bot with the rating `anchor_elo`, or None. Without an anchor, the mean is 0.
        anchor_elo: The rating of the anchor.
        draws: The number of bootstrap draws for the intervals.

    Raises:
        ArchiveError: A game cannot be read.
        RatingError: There is no such anchor or no game between different bots.
    """
    players: dict[Player, int] = {}
    games: list[Game] = []
    blocks = 0
    for match in matches:
        numbers = [players.setdefault(player, len(players)) for player in players_of(match)]
        found = scored(to_statistics(archive.games(match.id)))
        games += [
            game._replace(block=blocks + game.block, seats=tuple(numbers[bot] for bot in game.seats)) for game in found
        ]
        blocks += match.plan.blocks
    names = names_of_players(list(players), matches)
    reference = None if anchor is None else anchor_number(anchor, names, list(players))
    strengths = plackett_luce(len(players), games, draws, reference)
    if strengths is None:
        raise RatingError("there is no game between different bots yet")
    ratings = []
    for player, number in players.items():
        elo = strengths.elo[number]
        scores = [
            mean([score for score, bot in zip(game.scores, game.seats, strict=True) if bot == number])
            for game in games
            if number in game.seats
        ]
        met = {bot for game in games if number in game.seats for bot in game.seats} - {number}
        shifted = Estimate(elo.value + anchor_elo, elo.low + anchor_elo, elo.high + anchor_elo)
        if scores:
            ratings.append(Rating(names[number], player, shifted, len(scores), mean(scores), len(met)))
    return tuple(sorted(ratings, key=lambda rating: strength_order(rating.elo)))


def players_of(match: Match) -> list[Player]:
    """Return the bots of a match as they played."""
    plan = match.plan
    versions = plan.versions if len(plan.versions) == len(plan.bots) else ("",) * len(plan.bots)
    limits = [limit_of(plan, bot) for bot in range(len(plan.bots))]
    return [
        Player(bot, version if version.startswith(DIGEST) else "", "" if limit is None else bound_text(limit))
        for bot, version, limit in zip(plan.bots, versions, limits, strict=True)
    ]


def names_of_players(players: Sequence[Player], matches: Sequence[Match]) -> list[str]:
    """Return a name for each player: its level or spec, with its limit and version only where they differ."""
    levels = {
        bot: name for match in matches for bot, name in zip(match.plan.bots, with_levels(match.plan), strict=True)
    }
    count = Counter(player.bot for player in players)
    names = []
    for player in players:
        parts = [player.limit, player.version.removeprefix(DIGEST)[:8]] if count[player.bot] > 1 else []
        shown = ", ".join(filter(None, parts))
        names.append(levels[player.bot] + (f" [{shown}]" if shown else ""))
    return names


def anchor_number(anchor: str, names: Sequence[str], players: Sequence[Player]) -> int:
    """Return the number of the bot with this name or spec.

    Raises:
        RatingError: There is no such bot, or more than one.
    """
    found = [n for n, name in enumerate(names) if anchor in (name, players[n].bot)]
    found = found or [n for n, name in enumerate(names) if name.startswith(anchor)]
    if len(found) != 1:
        raise RatingError(f"the anchor {anchor[:60]!r} is not one of these bots: {', '.join(names)}")
    return found[0]
