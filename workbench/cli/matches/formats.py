"""Swiss and knockout tournaments and tournaments of separate pairs in the terminal."""

from __future__ import annotations

import sys
import threading
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING

from workbench.bot_process import sandbox, trust
from workbench.cli.matches import archive_steps, live, opening_options, words
from workbench.cli.matches.signals import STATUS, TICK_SECONDS
from workbench.cli.matches.words import elo_with_bars, percent
from workbench.cli.shared.output import print_json, print_table, say
from workbench.matches.analysis.ratings import RatingError, rate
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.archive_file import ArchiveError
from workbench.matches.archive.results import names_of, summary_of
from workbench.matches.archive.rows import Game
from workbench.matches.planning.plan import Plan
from workbench.matches.tournaments.pairing import EVEN, Meeting, Result, match_points, ranking
from workbench.matches.tournaments.tournament import Tournament
from workbench.matches.workers.runner import RunResult
from workbench.system.language.formats import format_count, format_number
from workbench.system.translation import tr, trn

if TYPE_CHECKING:
    from workbench.matches.cluster.choice import Cluster


class FormatRun:
    """One run of a tournament, with progress messages on standard error.

    Args:
        archive: The archive for the games, locked by the caller.
        plan: The checked plan with all bots.
        threads: The threads of one game.
        arguments: The command line.
        cluster: Where the games are played, or None for this machine.
    """

    def __init__(
        self, archive: Archive, plan: Plan, threads: int, arguments: Namespace, cluster: Cluster | None = None
    ) -> None:
        self.archive, self.arguments, self.cluster, self.names = archive, arguments, cluster, names_of(plan)
        self.tournament = Tournament(
            archive, plan, arguments.format, threads, arguments.seed is not None, arguments.rounds, arguments.jobs,
            self.on_game, self.on_meeting, self.on_match, None if cluster is None else cluster.courier_for,
        )  # fmt: skip
        self.logs = archive_steps.LogFolder(arguments.log, archive)
        self.match: Match | None = None  # the match of the current meeting
        self.workers: dict[int, object] = {}  # what the workers of a cluster did, by the number of the match
        self.played = 0
        self.outcome: RunResult | None = None
        self.failed: BaseException | None = None

    def on_game(self, game: Game) -> None:
        """Add a saved game to the count, and write its log to the folder of `--log`."""
        assert self.match is not None, "a game belongs to a match"
        self.played += game.counts
        self.logs.write(self.match, game)

    def on_match(self, match: Match) -> None:
        """Store the name and the tags of the command line with a match."""
        self.match = match
        if self.cluster is not None:
            self.cluster.tallies = None  # those of an earlier match
        archive_steps.name_match(self.archive, match, self.arguments)

    def on_meeting(self, meeting: Meeting, result: Result) -> None:
        """Print the result of two bots, and what the workers of a cluster did in its last match."""
        if not self.arguments.json:
            print(self.meeting_line(meeting, result), flush=True)
        self.note_workers()

    def note_workers(self) -> None:
        """Keep what the workers did in the current match, and print it on standard error."""
        if self.match is None:
            return
        lines = [] if self.cluster is None else self.cluster.lines()
        if self.cluster is not None and lines:
            self.workers[self.match.id] = self.cluster.facts()
        if self.tournament.runner is not None:
            lines += words.disagreements(self.tournament.runner)
        for line in [] if self.arguments.json else lines:
            print(f"  {line}", file=sys.stderr, flush=True)

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

    def run(self, signals: Callable[[Tournament], AbstractContextManager[object]]) -> int:
        """Play all games and print the result. `signals` handles Ctrl-C and Ctrl-Z. Return the exit status."""
        plan = self.tournament.plan
        warnings = [
            sandbox.warning() if any(map(trust.is_foreign, plan.bots)) else "",
            opening_options.repetition(plan),
        ]
        for warning in filter(None, [] if self.arguments.json else warnings):
            say(warning)
        thread = threading.Thread(target=self.play, name="tournament")
        timer, finishing = live.ProgressTimer(self.arguments.every), False
        with signals(self.tournament):
            thread.start()
            while thread.is_alive():
                thread.join(TICK_SECONDS)
                if not finishing and self.tournament.finishing:
                    finishing = True
                    print(words.FINISHING, file=sys.stderr, flush=True)
                if timer.due(self.played):
                    timer.print(self.played, self.print_figures)
            thread.join()
        if self.failed is not None:
            raise self.failed
        assert self.outcome is not None
        if timer.due_last(self.played):
            self.print_figures()
        if self.outcome.kind != "complete":
            self.note_workers()
        self.print_result(self.outcome)
        return STATUS[self.outcome.kind] or archive_steps.fault_status(self.games(), self.arguments.strict)

    def play(self) -> None:
        """Run the tournament on a separate thread, and store the outcome or the exception."""
        try:
            self.outcome = self.tournament.run()
        except BaseException as error:  # `run` raises it again on the main thread.
            self.failed = error

    def print_figures(self) -> None:
        """Print the progress, and the figures of the current match so far, on standard error."""
        lines: list[str] = []
        with suppress(ArchiveError), Archive(self.archive.path, read_only=True) as reader:
            lines = [] if self.match is None else list(live.figures(summary_of(reader, self.match)))
        for line in (self.progress(), *(f"  {line}" for line in lines)):
            print(line, file=sys.stderr)
        sys.stderr.flush()

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
                    "sandbox": sandbox.state(),
                    "workers": None if self.cluster is None else self.workers,
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

    def games(self) -> Iterator[Game]:
        """Yield all attempts at games of the tournament."""
        for match in self.tournament.matches.values():
            yield from self.archive.games(match.id)

    def games_and_faults(self) -> tuple[int, int]:
        """Return the numbers of games of the tournament that count, and of those that ended by faults."""
        counted = faults = 0
        for game in self.games():
            counted += game.counts
            faults += bool(game.fault)
        return counted, faults

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
