"""The texts of the window of matches: commands, progress and results. The texts of the form are in `form_words`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from workbench.system.language.formats import format_number, format_percent
from workbench.system.translation import tr, trn

if TYPE_CHECKING:  # importing the statistics slows start-up
    pass

TITLE = tr("Matches")
PAGES = {"form": tr("New match"), "watch": tr("Match"), "all": tr("All matches")}
PAUSE_MATCH, CONTINUE_MATCH = tr("Pause the match"), tr("Continue the match")
PAUSE = tr("Pause")
FINISH = tr("Finish running games")
STOP = tr("Stop now")
CONTINUE = tr("Continue")
EXPORT = tr("Export")
SHOW = tr("Show")
LATER = tr("Later")
ASK_NO_MORE = tr("Do not ask again")
ASK_NO_MORE_TIP = tr("All matches still lists this match. You can continue it there.")
OPEN, ANALYSE = tr("Open in Play"), tr("Open in Analyse")
FIND = tr("Find")
NOTHING_RUNS = tr("No match is running.")
ENDS_ALREADY = tr("The match already starts no more games.")
NONE_SHOWN = tr("Start a match, or select one in All matches.")
IS_OVER = tr("All games of this match are finished.")
ONE_RUNS = tr("Another match is running. Wait for it, or stop it.")
NO_MATCHES = tr("No matches yet. Start one under New match.")
NO_MATCH_FITS = tr("No matching matches.")
NO_GAMES = tr("No finished games yet. You can open finished games here.")
NO_GAME_FITS = tr("No matching games.")
NONE_READ = tr("Herbarium cannot read any of these matches.")
MAX_NAMED = 5  # unreadable matches listed by number
ALL_REASONS = tr("In a shell, herbarium show --matches gives all reasons.")
READING = tr("Reading…")
BEGINS = tr("Starting the bots…")
NO_FIGURES = tr("No game is finished yet.")
COUNTING = tr("Counting the games…")
NO_RESULT = tr("No result yet.")
DETAILS = tr("Details")
RESULT_HEADS = ("", tr("won"), tr("drawn"), tr("lost"), tr("score"))
RESULT = tr("Result")
STANDINGS = tr("Standings")
CROSSTABLE = tr("Score against each, % (won-drawn-lost)")
CROSSTABLE_SHORT = tr("Score against each, %")
NO_BOARD_WANTED = tr("none")
NEWEST = tr("any running game")
RUNNING = tr("Running")
NONE_RUNS = tr("No game is running.")
NOT_SEEN_YET = tr("Waiting for a decision…")
BOARD_OFF = tr("The board is hidden.")
GAMES = tr("Games")
CHIPS = {
    "all": tr("All"),
    "upset": tr("Upsets"),
    "short": tr("Shortest"),
    "long": tr("Longest"),
    "faults": tr("Faults"),
}
CHIP_TIPS = {
    "all": tr("Every game"),
    "upset": tr("Games that the best bot did not win"),
    "short": tr("The shortest tenth"),
    "long": tr("The longest tenth"),
    "faults": tr("Void games and games that ended by a fault"),
}
ANYONE, DRAWN = tr("won by anyone"), tr("drawn")
OWN_LIMITS = tr("each bot's own limit")
GAME_HEAD = tr("game")
GAME_HEADS = {
    "result": tr("result"), "points": tr("points"), "turns": tr("turns"), "time": tr("time"), "ended": tr("ended"),
}  # fmt: skip
ENDINGS: Mapping[str, str] = {
    "normal": tr("normally"), "adjudicated": tr("adjudicated"),
    "illegal": tr("illegal move"), "timeout": tr("out of time"),
    "crash": tr("bot failed"), "void": tr("void"),
}  # fmt: skip
HEADS = {
    "bot": tr("bot"),
    "games": tr("games"),
    "score": tr("score, % (95 %)"),
    "ended": "w-d-l",
    "won": tr("won, %"),
    "faults": tr("faults"),
    "time": tr("time, s"),
}
STRENGTH = tr("Elo")
# numbers of meetings: below the first, Elo is known to ±150 at best; from the second on, to ±30
ALL_HEADS = (tr("match"), tr("game"), tr("bots"), tr("games"), tr("result"), tr("state"), tr("started"))
EXPORTS: Mapping[Literal["csv", "jsonl", "record", "html"], str] = {
    "csv": tr("Table of games (CSV)…"),
    "jsonl": tr("Games (JSON Lines)…"),
    "record": tr("Games as records…"),
    "html": tr("Report (HTML)…"),
}
KIND_OF = {"csv": (tr("Table"), ".csv"), "jsonl": (tr("JSON Lines"), ".jsonl"), "html": (tr("Report"), ".html")}
EXPORT_TIP = tr("Save the match as a table, JSON Lines, records or a report")
EXPORTING = tr("Saving the match…")
YES, NO = tr("yes"), tr("no")
EVEN = format_percent(0.5)
PLOT_SCORE, PLOT_TEST = tr("Score"), tr("Test")
NO_LOG = tr("The bot wrote nothing before it failed.")


def play_more(count: int) -> str:
    """Return the label of the button that plays more games of a finished match."""
    return tr("Play {count} more", count=count)


def more_games(games: int) -> str:
    """Return what the button for more games of a finished match does."""
    return tr("Play {games:,} more games of this match", games=games)


def title(game: str, options: str, bots: Sequence[str], challengers: int) -> str:
    """Return the title of a match, such as "Go, size 9 · mcts against greedy".

    `challengers` is the number of first bots in a gauntlet, or 0.
    """
    pairing = (
        tr(" against ").join(bots)
        if len(bots) == 2
        else tr("{bot} against {count} bots", bot=bots[0], count=len(bots) - 1)
        if challengers == 1
        else tr("{challengers} bots against {count}", challengers=challengers, count=len(bots) - challengers)
        if challengers
        else tr("{count} bots", count=len(bots))
    )
    return f"{game}{f', {options}' if options else ''} · {pairing}"


def won_by(bot: str) -> str:
    """Return the filter for games won by a bot."""
    return tr("won by {bot}", bot=bot)


def facts(number: int, limit: str) -> str:
    """Return the line beside the title of a match: its number and limit."""
    return tr("match {number} · {limit}", number=number, limit=limit)


def seed(number: int) -> str:
    """Return the tip with the full seed of a match or of a game."""
    return tr("Seed {number}", number=number)


def permissions(text: str) -> str:
    """Return the line of a tip with the permissions of the programs in a match."""
    return tr("Permissions: {text}", text=text)


def log_of(number: int, bot: str) -> str:
    """Return the title of the window with the log of a game."""
    return tr("Game {number}: log of {bot}", number=number, bot=bot) if bot else tr("Game {number}: log", number=number)


def progress(done: int, games: int, state: str, remaining: str) -> str:
    """Return the line below the progress bar: the games played, the state and the remaining time."""
    return " · ".join(
        part for part in (tr("{done:,} of {games:,} games", done=done, games=games), remaining, state) if part
    )


def running(count: int) -> str:
    """Return the number of running games in words."""
    return trn("1 game is running", "{count} games are running", count)


def paused(count: int) -> str:
    """Return the state of a paused match with its number of waiting games."""
    return tr("paused, {count} waiting", count=count) if count else tr("paused")


def finishing(count: int) -> str:
    """Return the state of a finishing match with its number of running games."""
    return tr("starts no more games, {count} still running", count=count)


def time_left(seconds: float, at_most: bool = False) -> str:
    """Return the remaining time, rounded to the precision of the estimate."""
    return (
        tr("at most {duration} left", duration=duration(seconds))
        if at_most
        else tr("{duration} left", duration=duration(seconds))
    )


def duration(seconds: float) -> str:
    """Return a duration in seconds, minutes, hours or days."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return tr("{minutes} min", minutes=minutes)
    hours, rest = divmod(minutes, 60)
    if hours < 48:
        return tr("{hours} h {rest} min", hours=hours, rest=rest) if hours < 10 and rest else f"{hours} h"
    return tr("{hours} days", hours=round(hours / 24))


def ended(kind: str, reason: str) -> str:
    """Return why a match is not running, by the kind of its outcome."""
    return {
        "complete": tr("finished"),
        "decided": tr("the test ended undecided") if reason == "undecided" else tr("the test has decided"),
        "stopped": tr("stopped"),
        "halted": tr("halted: {reason}", reason=reason),
        "lost": tr("halted: {reason}", reason=reason),
        "full": tr("the archive is full: {reason}", reason=reason),
        "gone": tr("ended early: {reason}", reason=reason),
        "waiting": tr("not finished"),
    }[kind]


def aborted(reason: str) -> str:
    """Return the message that a match could not start or was aborted."""
    return tr("The match cannot start: {reason}", reason=reason)


def end_notice(number: int, kind: str, reason: str) -> str:
    """Return the notice that a match has ended, and why."""
    return tr("Match {number}: {ended}.", number=number, ended=ended(kind, reason))


def unfinished(name: str, number: int, done: int, games: int) -> str:
    """Return the offer to continue a match that was running when the program ended."""
    return tr(
        "Match {number} was not finished ({name}; {done:,} of {games:,} games).",
        number=number,
        name=name,
        done=done,
        games=games,
    )


def offer_dismissed(number: int) -> str:
    """Return the notice that a match is no longer offered."""
    return tr("You can still continue match {number} under All matches.", number=number)


def endings(word: str) -> tuple[str, ...]:
    """Return the endings whose names contain a word."""
    return tuple(ending for ending, name in ENDINGS.items() if word in name)


def count(matching: int, games: int) -> str:
    """Return the text about the number of games found."""
    every = trn("1 game", "{count:,} games", games)
    return every if matching == games else tr("{matching:,} of {every}", matching=matching, every=every)


def sorted_by(column: str, falling: bool) -> str:
    """Return the heading of the sorted column."""
    return f"{column} {'↓' if falling else '↑'}"


def attempt(game: str, number: int) -> str:
    """Return the number of a game, and the number of the attempt if it is not the first."""
    return game if number == 1 else f"{game} ({number})"


def seconds(value: float) -> str:
    """Return the duration of a game."""
    return f"{format_number(value, '.2f')} s" if value < 10 else duration(value)


def result(winners: Sequence[str]) -> str:
    """Return the result of a game by the names of its winners. No winners mean a draw."""
    return tr("{winners} won", winners=tr(" and ").join(winners)) if winners else tr("a draw")


def running_game(number: int) -> str:
    """Return the name of a running game."""
    return tr("Game {number:,}", number=number)


def state(done: int, games: int, plays: bool, complete: bool) -> str:
    """Return the state of a match in the list."""
    return tr("running") if plays else tr("finished") if complete else tr("not finished") if done else tr("not started")


def unreadable(numbers: Sequence[int]) -> str:
    """Return the note about unreadable matches, such as "2 matches cannot be read by this program: 4 and 7"."""
    named = [str(number) for number in numbers[:MAX_NAMED]]
    if len(numbers) > MAX_NAMED:
        named.append(tr("{count:,} more", count=len(numbers) - MAX_NAMED))
    listed = tr("{named} and {named2}", named=", ".join(named[:-1]), named2=named[-1]) if len(named) > 1 else named[0]
    return trn(
        "Herbarium cannot read 1 match: {listed}",
        "Herbarium cannot read {count:,} matches: {listed}",
        len(numbers),
        listed=listed,
    )


def exported(files: int, name: str) -> str:
    """Return the confirmation that a match was exported."""
    return trn("Saved {name}.", "Saved {count:,} files in {name}.", files, name=name)


def opened(number: int) -> str:
    """Return the notice that a game was opened."""
    return tr("Opened game {number:,} of the match, with the bots' analysis.", number=number)
