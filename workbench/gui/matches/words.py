"""The texts of the window of matches: commands, progress and results. The texts of the form are in `form_words`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from workbench.boards.kit import figures
from workbench.system.sentences import capitalised

if TYPE_CHECKING:  # importing the statistics slows start-up
    from workbench.statistics.scale import Estimate
    from workbench.statistics.scores import Pair
    from workbench.statistics.summary import SprtResult, Summary

TITLE = "Matches"
PAGES = {"form": "New match", "watch": "Match", "all": "All matches"}
PAUSE_MATCH, CONTINUE_MATCH = "Pause the match", "Continue the match"
PAUSE = "Pause"
FINISH = "Finish running games"
STOP = "Stop now"
CONTINUE = "Continue"
EXPORT = "Export"
SHOW = "Show"
LATER = "Later"
ASK_NO_MORE = "Do not ask again"
ASK_NO_MORE_TIP = "All matches still lists this match. You can continue it there."
OPEN, ANALYSE = "Open in Play", "Open in Analyse"
FIND = "Find"
NOTHING_RUNS = "No match is running."
ENDS_ALREADY = "The match already starts no more games."
NONE_SHOWN = "Start a match, or select one in All matches."
IS_OVER = "All games of this match are finished."
ONE_RUNS = "Another match is running. Wait for it, or stop it."
NO_MATCHES = "No matches yet. Start one under New match."
NO_MATCH_FITS = "No match fits."
NO_GAMES = "No finished games yet. You can open finished games here."
NO_GAME_FITS = "No game fits."
NONE_READ = "Herbarium cannot read any of these matches."
MAX_NAMED = 5  # unreadable matches listed by number
ALL_REASONS = "In a shell, herbarium show --matches gives all reasons."
READING = "Looking…"
BEGINS = "Starting the bots…"
NO_FIGURES = "No valid game is finished yet."
COUNTING = "Counting the games…"
NO_BLOCK = "No block is complete yet."
RESULT = "Result"
STANDINGS = "Standings"
CROSSTABLE = "Score against each, % (won-drawn-lost)"
CROSSTABLE_SHORT = "Score against each, %"
SCORE_PATH = "Score after each block, with its 95 % interval"
NO_BOARD_WANTED = "none"
NEWEST = "any running game"
RUNNING = "Running"
NONE_RUNS = "No game is running."
NOT_SEEN_YET = "Waiting for a decision…"
BOARD_OFF = "The board is switched off."
GAMES = "Games"
CHIPS = {"all": "All", "upset": "Upsets", "short": "Shortest", "long": "Longest", "faults": "Faults"}
CHIP_TIPS = {
    "all": "Every game",
    "upset": "Games that the best bot did not win",
    "short": "The shortest tenth",
    "long": "The longest tenth",
    "faults": "Games that ended by a fault, and void ones",
}
ANYONE, DRAWN = "won by anyone", "drawn"
GAME_HEADS = ("game", "block")
ENDINGS: Mapping[str, str] = {
    "normal": "", "adjudicated": "adjudicated", "illegal": "illegal move", "timeout": "out of time",
    "crash": "broke down", "void": "void",
}  # fmt: skip
HEADS = {
    "bot": "bot",
    "games": "games",
    "score": "score, % (95 %)",
    "ended": "w-d-l",
    "won": "won, %",
    "faults": "faults",
    "time": "time, s",
}
STRENGTH = "Elo"
# numbers of meetings: below the first, Elo is known to ±150 at best; from the second on, to ±30
MIN_MEETINGS, EXACT_MEETINGS = 20, 500
WIDEST = "8"  # the widest digit
ALL_HEADS = ("match", "game", "bots", "games", "result", "state", "started")
EXPORTS: Mapping[Literal["csv", "jsonl", "record", "html"], str] = {
    "csv": "Table of the games (CSV)…",
    "jsonl": "Games as JSON lines…",
    "record": "Every game as a record…",
    "html": "Report (HTML)…",
}
KIND_OF = {"csv": ("Table", ".csv"), "jsonl": ("JSON lines", ".jsonl"), "html": ("Report", ".html")}
EXPORT_TIP = "Save the match as a table, JSON lines, records or a report"
EXPORTING = "Saving the match…"
YES, NO = "yes", "no"
EVEN = "50 %"
NO_ELO = "No Elo: the results are too one-sided or too equal."
FEW_BLOCKS = "Elo needs at least {minimum} blocks."
PLOT_SCORE, PLOT_TEST = "Score", "Test"


def title(game: str, options: str, bots: Sequence[str], gauntlet: bool) -> str:
    """Return the title of a match, such as "Go, size 9 · mcts against greedy"."""
    pairing = (
        " against ".join(bots)
        if len(bots) == 2
        else f"{bots[0]} against {len(bots) - 1} bots"
        if gauntlet
        else f"{len(bots)} bots"
    )
    return f"{game}{f', {options}' if options else ''} · {pairing}"


def won_by(bot: str) -> str:
    """Return the filter for games won by a bot."""
    return f"won by {bot}"


def facts(number: int, limit: str) -> str:
    """Return the line beside the title of a match: its number and limit."""
    return f"match {number} · {limit}"


def seed(number: int) -> str:
    """Return the tip with the full seed of a match or of a game."""
    return f"Seed {number}"


def progress(done: int, games: int, state: str, remaining: str) -> str:
    """Return the line beside the progress bar: the games played, the state and the remaining time."""
    return " · ".join(part for part in (f"{done:,} of {games:,} games", remaining, state) if part)


def running(count: int) -> str:
    """Return the number of running games in words."""
    return "1 game is running" if count == 1 else f"{count} games are running"


def paused(count: int) -> str:
    """Return the state of a paused match with its number of waiting games."""
    return f"paused, {count} waiting" if count else "paused"


def finishing(count: int) -> str:
    """Return the state of a finishing match with its number of running games."""
    return f"starts no more games, {count} still running"


def time_left(seconds: float, at_most: bool = False) -> str:
    """Return the remaining time, rounded to the precision of the estimate."""
    return f"{'at most ' if at_most else ''}{duration(seconds)} left"


def duration(seconds: float) -> str:
    """Return a duration in seconds, minutes, hours or days."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    hours, rest = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {rest} min" if hours < 10 and rest else f"{hours} h"
    return f"{round(hours / 24)} days"


def ended(kind: str, reason: str) -> str:
    """Return why a match is not running, by the kind of its outcome."""
    return {
        "complete": "finished",
        "decided": "the test ended undecided" if reason == "undecided" else "the test has decided",
        "stopped": "stopped",
        "halted": f"halted: {reason}",
        "full": f"the archive is full: {reason}",
        "gone": f"ended early: {reason}",
        "waiting": "not finished",
    }[kind]


def aborted(reason: str) -> str:
    """Return the message that a match could not start or was aborted."""
    return f"The match cannot be played: {reason}"


def end_notice(number: int, kind: str, reason: str) -> str:
    """Return the notice that a match has ended, and why."""
    return f"Match {number}: {ended(kind, reason)}."


def unfinished(name: str, number: int, done: int, games: int) -> str:
    """Return the offer to continue a match that was running when the program ended."""
    return f"Match {number} was not finished ({name}; {done:,} of {games:,} games)."


def offer_dismissed(number: int) -> str:
    """Return the notice that a match is no longer offered."""
    return f"You can still continue match {number} under All matches."


def percent(value: float) -> str:
    """Return a fraction (0 to 1) as a percentage without its sign, such as "55.2"."""
    return f"{100 * value:.1f}"


def span(estimate: Estimate | None) -> str:
    """Return a score in per cent with its interval, such as "55.2 (51.0–59.3)"."""
    return "–" if estimate is None else f"{percent(estimate.value)} ({percent(estimate.low)}–{percent(estimate.high)})"


def cell(score: float | None, ended: Sequence[int]) -> str:
    """Return the text of a crosstable cell; `ended` counts wins, draws and losses."""
    if score is None:
        return "·"
    return f"{percent(score)} ({'-'.join(map(str, ended))})" if ended else percent(score)


def large_number(score: float) -> str:
    """Return a score from 0 to 1 in per cent with its sign, such as "55.2 %"."""
    return f"{percent(score)} %"


def scores(bot: str) -> str:
    """Return the text beside the large score, which names the bot."""
    return f"{bot} scores"


def between(estimate: Estimate) -> str:
    """Return the interval of a score."""
    return f"between {percent(estimate.low)} and {percent(estimate.high)} % (95 %)"


def signed(estimate: Estimate) -> str:
    """Return a value and its interval, rounded and with signs, such as "+20 (−5 to +45)"."""
    value, low, high = (figures.format_signed(number, 0) for number in (estimate.value, estimate.low, estimate.high))
    return f"{value} ({low} to {high})"


def pair_lines(pair: Pair, summary: Summary) -> list[tuple[str, bool]]:
    """Return the lines below the score of two bots, each with a flag for less important lines."""
    from workbench.statistics.scale import MIN_NORMAL  # importing the statistics slows start-up

    lines: list[tuple[str, bool]] = []
    settled = pair.blocks >= MIN_NORMAL
    if pair.elo is not None:
        counts = "" if pair.counts is None else f" · blocks {' · '.join(f'{count:,}' for count in pair.counts)}"
        lines.append((f"Elo {signed(pair.elo)}{counts}", False))
    else:
        lines.append((NO_ELO if settled else FEW_BLOCKS.format(minimum=MIN_NORMAL), False))
    lines.append((f"won {pair.wins:,} · drawn {pair.draws:,} · lost {pair.losses:,}", False))
    if pair.superiority is not None and settled:
        lines.append((stronger(summary.bots[pair.first], summary.bots[pair.second], pair.superiority), True))
    if pair.resolution is not None and settled:
        lines.append((f"Differences above {pair.resolution.points:.1f} points would show.", True))
    if pair.gain is not None and pair.gain > 1 and settled:
        lines.append((f"Blocks save {10 * (1 - 1 / pair.gain**2):.1f} games of each 10.", True))
    lines.append((faults(summary), True))
    return lines


def stronger(first: str, second: str, likelihood: float) -> str:
    """Return which of two bots is more likely to be stronger, given the likelihood for the first."""
    if likelihood == 0.5:
        return "Neither bot is ahead."
    bot, chance = (first, likelihood) if likelihood > 0.5 else (second, 1 - likelihood)
    return f"Chance that {bot} is stronger: {percent(chance) if chance < 0.9995 else 'over 99.9'} %"


def match_result(bots: Sequence[str], scores: Sequence[float]) -> str:
    """Return the best bot of a match with its score, or "–" if there are no scores yet."""
    if not scores:
        return "–"
    best = max(scores)
    if sum(score == best for score in scores) > 1:
        return f"tied at {percent(best)} %"
    return f"{bots[scores.index(best)]} {percent(best)} %"


def faults(summary: Summary) -> str:
    """Return the sentence about all faults by bot and kind."""
    parts = [
        f"{'nobody in particular' if fault.bot is None else summary.bots[fault.bot]} "
        f"{fault.games:,} {ENDINGS[fault.kind]}"
        for fault in summary.faults
    ]
    return f"Faults: {', '.join(parts)}." if parts else "No faults."


def faults_of(summary: Summary, bot: int) -> str:
    """Return how many faults a bot made, or "–" for none."""
    count = sum(fault.games for fault in summary.faults if fault.bot == bot)
    return f"{count:,}" if count else "–"


def full_line(bot: str, spent: float | None, elo: Estimate | None) -> str:
    """Return the tip for a bot in the standings: its name, its time and the interval of its strength."""
    parts = [bot, *(() if spent is None else (f"{spent:.2f} s a game",))]
    if elo is not None and elo.low < elo.high:
        parts.append(f"Elo {signed(elo)} above the mean of all")
    return " · ".join(parts)


def strength(elo: Estimate | None, meetings: int) -> str:
    """Return a bot's Elo as precisely as its number of meetings allows: none, in tens, or exact."""
    if elo is None or meetings < MIN_MEETINGS:
        return "–"
    return figures.format_signed(elo.value if meetings >= EXACT_MEETINGS else round(elo.value, -1), 0)


def widest_line(games: int) -> dict[str, str]:
    """Return the widest text of each column of the standings, if each bot plays this many games."""
    ended = "-".join([WIDEST * len(str(min(games // 3, 999)))] * 3)
    return {
        "": 2 * WIDEST, HEADS["score"]: "##.# (##.#–##.#)".replace("#", WIDEST), HEADS["ended"]: ended,
        HEADS["faults"]: 2 * WIDEST,
        HEADS["time"]: "#.##".replace("#", WIDEST), STRENGTH: "−" + 3 * WIDEST,
    }  # fmt: skip


def test_answer(test: SprtResult) -> str:
    """Return the question of a sequential test and its current answer."""
    path, sprt = test.path, test.sprt
    answer = {
        "H1": f"yes, after {path.decided:,} blocks" if path.decided else "yes",
        "H0": f"no, after {path.decided:,} blocks" if path.decided else "no",
        "undecided": "the match ended undecided",
        "continue": f"LLR {figures.format_fixed(path.ratio, 2)} of {test.upper:.2f}",
    }[path.verdict]
    return figures.with_minus_sign(f"Better by {sprt.elo1:g} {sprt.model} Elo, not {sprt.elo0:g}? ") + capitalised(
        answer
    )


def endings(word: str) -> tuple[str, ...]:
    """Return the endings whose names contain a word."""
    return tuple(ending for ending, name in ENDINGS.items() if word in name)


def count(matching: int, games: int) -> str:
    """Return the text about the number of games found."""
    every = "1 game" if games == 1 else f"{games:,} games"
    return every if matching == games else f"{matching:,} of {every}"


def sorted_by(column: str, falling: bool) -> str:
    """Return the heading of the sorted column."""
    return f"{column} {'↓' if falling else '↑'}"


def attempt(game: str, number: int) -> str:
    """Return the number of a game, and the number of the attempt if it is not the first."""
    return game if number == 1 else f"{game} ({number})"


def block(number: int) -> str:
    """Return the number of a block."""
    return f"{number:,}"


def seconds(value: float) -> str:
    """Return the duration of a game."""
    return f"{value:.2f} s" if value < 10 else duration(value)


def result(winners: Sequence[str]) -> str:
    """Return the result of a game by the names of its winners. No winners mean a draw."""
    return f"{' and '.join(winners)} won" if winners else "a draw"


def running_game(number: int) -> str:
    """Return the name of a running game."""
    return f"Game {number:,}"


def state(done: int, games: int, plays: bool, complete: bool) -> str:
    """Return the state of a match in the list."""
    return "running" if plays else "finished" if complete else "not finished" if done else "not started"


def unreadable(numbers: Sequence[int]) -> str:
    """Return the note about unreadable matches, such as "2 matches cannot be read by this program: 4 and 7"."""
    named = [str(number) for number in numbers[:MAX_NAMED]]
    if len(numbers) > MAX_NAMED:
        named.append(f"{len(numbers) - MAX_NAMED:,} more")
    listed = f"{', '.join(named[:-1])} and {named[-1]}" if len(named) > 1 else named[0]
    return f"{'1 match' if len(numbers) == 1 else f'{len(numbers):,} matches'} cannot be read by this program: {listed}"


def exported(files: int, name: str) -> str:
    """Return the confirmation that a match was exported."""
    return f"Written: {name}." if files == 1 else f"{files:,} files written into {name}."


def opened(number: int) -> str:
    """Return the notice that a game was opened."""
    return f"Game {number:,} of the match is open, with the bots' analysis."
