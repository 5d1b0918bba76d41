"""Swiss and knockout tournaments and tournaments of separate pairs in the terminal."""

from __future__ import annotations

import sys
import threading
from argparse import Namespace
from collections.abc import Callable
from contextlib import AbstractContextManager
from time import monotonic

from workbench.cli.matches import archive_steps
from workbench.cli.matches.words import elo_with_bars, percent
from workbench.cli.shared.output import print_json, print_table, say
from workbench.matches.analysis.ratings import RatingError, rate
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.results import names_of
from workbench.matches.archive.rows import Game
from workbench.matches.planning.plan import Plan
from workbench.matches.tournaments.pairing import EVEN, Meeting, Result, match_points, ranking
from workbench.matches.tournaments.tournament import Tournament
from workbench.matches.workers.runner import RunResult
from workbench.system.language.formats import format_count, format_number
from workbench.system.translation import tr, trn

LINE_SECONDS = 30.0  # between two progress lines
TICK_SECONDS = 0.2


class FormatRun:
    """One run of a tournament, with progress messages on standard error.

    Args:
        archive: The archive for the games, locked by the caller.
        plan: The checked plan with all bots.
        threads: The threads of one game.
        arguments: The command line.
    """

    def __init__(self, archive: Archive, plan: Plan, threads: int, arguments: Namespace) -> None:
        self.archive, self.arguments, self.names = archive, arguments, names_of(plan)
        self.tournament = Tournament(
            archive, plan, arguments.format, threads, arguments.seed is not None, arguments.rounds, arguments.jobs,
            self.on_game, self.on_meeting, self.on_match,
        )  # fmt: skip
        self.played = 0
        self.outcome: RunResult | None = None
        self.failed: BaseException | None = None

    def on_game(self, game: Game) -> None:
        """Add a saved game to the count."""
        self.played += game.counts

    def on_match(self, match: Match) -> None:
        """Store the name and the tags of the command line with a match."""
        archive_steps.name_match(self.archive, match, self.arguments)

    def on_meeting(self, meeting: Meeting, result: Result) -> None:
        """Print the result of two bots."""
        if not self.arguments.json:
            print(self.meeting_line(meeting, result), flush=True)

    def meeting_line(self, meeting: Meeting, result: Result) -> str:
        """Return the result of two bots as a line."""
        assert meeting.second is not None
        return tr(
            "{first} against {second}: {score} % in {games:,} games",
            first=self.names[meeting.first],
            second=self.names[meeting.second],
            score=percent(result.score),
            games=result.games,
        )

    def run(self, signals: Callable[[Tournament], AbstractContextManager[object]]) -> RunResult:
        """Play all games, and print the result. `signals` handles Ctrl-C and Ctrl-Z."""
        thread = threading.Thread(target=self.play, name="tournament")
        with signals(self.tournament):
            thread.start()
            last_line = monotonic()
            while thread.is_alive():
                thread.join(TICK_SECONDS)
                if monotonic() - last_line >= LINE_SECONDS:
                    last_line = monotonic()
                    print(self.progress(), file=sys.stderr, flush=True)
            thread.join()
        if self.failed is not None:
            raise self.failed
        assert self.outcome is not None
        self.print_result(self.outcome)
        return self.outcome

    def play(self) -> None:
        """Run the tournament on a separate thread, and store the outcome or the exception."""
        try:
            self.outcome = self.tournament.run()
        except BaseException as error:  # `run` raises it again on the main thread.
            self.failed = error

    def progress(self) -> str:
        """Return the number of games played in this run, and the current match."""
        text = trn("{count:,} game played in this run", "{count:,} games played in this run", self.played)
        now = self.tournament.current
        if now is None or now.second is None:
            return text
        return text + tr("; now {first} against {second}", first=self.names[now.first], second=self.names[now.second])

    def print_result(self, outcome: RunResult) -> None:
        """Print the rounds and the standings."""
        tournament = self.tournament
        played, results = tournament.rounds, tournament.results
        points = match_points(len(self.names), played, results)
        order = ranking(tournament.form, len(self.names), played, results)
        won = tournament.form == "knockout" and outcome.kind == "complete"
        if self.arguments.json:
            print_json(
                {
                    "outcome": outcome.kind,
                    "reason": outcome.reason,
                    "plan": tournament.plan,
                    "rounds": [
                        [{"first": each.first, "second": each.second, "result": results.get(each)} for each in meetings]
                        for meetings in played
                    ],
                    "winner": order[0] if won else None,
                    "points": [{"bot": bot, "points": points[bot][0], "scores": points[bot][1]} for bot in order],
                    "archive": str(self.archive.path),
                    "matches": [match.id for match in tournament.matches.values()],
                    "faults": self.games_and_faults()[1],
                }
            )
            return
        for number, meetings in enumerate(played, 1):
            rows = [self.row(meeting) for meeting in meetings]
            title = tr("Round {number}", number=number) if len(played) > 1 else ""
            print_table(title, ("bot", "against", "score %", "games"), rows, words=2)
        elo = self.elo()
        rows = [
            (
                str(place),
                self.names[bot],
                format_number(points[bot][0], "g"),
                format_number(points[bot][1], ".3f"),
                elo.get(bot, "-"),
            )
            for place, bot in enumerate(order, 1)
        ]
        print_table("", ("", "bot", tr("match points"), tr("sum of scores"), tr("Elo (95 %)")), rows, words=2)
        if won:
            say(self.winner_line(order[0], results[played[-1][0]]))
        if outcome.kind != "complete":
            print(tr("Tournament {kind}. Repeat the command to continue.", kind=outcome.kind))
            if outcome.reason:
                print(outcome.reason)
        if tournament.matches:
            say(self.archive_line())

    def winner_line(self, bot: int, last: Result) -> str:
        """Return the winner of a knockout, and why it won if the last match was even."""
        if last.score == EVEN:
            return tr("Winner: {bot}. The final was even, and this bot comes first in the list.", bot=self.names[bot])
        return tr("Winner: {bot}.", bot=self.names[bot])

    def archive_line(self) -> str:
        """Return the line about the matches: their numbers and archive, and how to repeat them."""
        matches = list(self.tournament.matches.values())
        seeds = dict.fromkeys(str(match.plan.seed) for match in matches)
        salts = dict.fromkeys(match.plan.salt for match in matches if match.plan.salt)
        games, faults = self.games_and_faults()
        shown = tr("{games}, seed {seed}", games=trn("{count:,} game", "{count:,} games", games), seed=", ".join(seeds))
        if salts:
            shown += tr(", salt {salt}", salt=", ".join(salts))
        shown += "; " + (trn("{count:,} fault", "{count:,} faults", faults) if faults else tr("no faults"))
        numbers = ", ".join(str(match.id) for match in matches)
        if len(matches) == 1:
            return tr("Match {match} in {path}: {shown}.", match=numbers, path=self.archive.path, shown=shown)
        return tr("Matches {numbers} in {path}: {shown}.", numbers=numbers, path=self.archive.path, shown=shown)

    def games_and_faults(self) -> tuple[int, int]:
        """Return the numbers of games of the tournament that count, and of those that ended by faults."""
        games = [game for match in self.tournament.matches.values() for game in self.archive.games(match.id)]
        return sum(game.counts for game in games), sum(bool(game.fault) for game in games)

    def row(self, meeting: Meeting) -> tuple[str, ...]:
        """Return the row of a meeting in the table of its round."""
        if meeting.second is None:
            return self.names[meeting.first], tr("nobody"), "-", "-"
        result = self.tournament.results.get(meeting)
        shown = ("-", "-") if result is None else (percent(result.score), format_count(result.games))
        return self.names[meeting.first], self.names[meeting.second], *shown

    def elo(self) -> dict[int, str]:
        """Return the Elo of the bots over all matches of the tournament, as text."""
        tournament = self.tournament
        try:
            found = rate(self.archive, list(tournament.matches.values()))
        except RatingError:
            return {}
        texts = {rating.player.bot: elo_with_bars(rating.elo) for rating in found}
        return {bot: texts[text] for bot, text in enumerate(tournament.plan.bots) if text in texts}
