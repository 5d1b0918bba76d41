"""What the window of matches says: commands, how a match stands, and what came of it. The form has words of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from workbench.boards.kit import figures
from workbench.statistics.scale import Estimate
from workbench.statistics.scores import Pair
from workbench.statistics.summary import Summary, Test
from workbench.system.sentences import capitalised

TITLE = "Matches"
PAGES = {"form": "New match", "watch": "Match", "all": "All matches"}
PAUSE_MATCH = "Pause the match"
GO_ON = "Go on"
PAUSE = "Pause"
FINISH = "Finish running games"
STOP = "Stop now"
CONTINUE = "Continue"
EXPORT = "Export"
SHOW = "Show"
LATER = "Later"
ASK_NO_MORE = "Do not ask again"
ASK_NO_MORE_TIP = "The match stays among all matches, with all its games, and can be continued there."
OPEN, ANALYSE = "Open in Play", "Open in Analyse"
FIND = "Find"
NOTHING_RUNS = "No match is being played."
ENDS_ALREADY = "It begins no more games already."
NONE_SHOWN = "No match is shown: begin one, or choose one among all matches."
IS_OVER = "All its games are played."
ONE_RUNS = "Another match is being played: let it end, or stop it."
NO_MATCHES = "No matches yet. Begin one: let two bots play each other, or more of them."
NO_MATCH_FITS = "No match fits."
NO_GAMES = "No game is finished yet. Finished games stand here, and can be opened with both bots' reasoning."
NO_GAME_FITS = "No game fits."
NONE_READ = "This program can read none of these matches."
MOST_NAMED = 5  # of the matches that cannot be read
ALL_REASONS = "In a shell, herbarium show --matches gives all reasons."
READING = "Looking…"
BEGINS = "The bots are being made…"
NO_FIGURES = "No game that counts is finished yet."
COUNTING = "The games are being counted."
NO_BLOCK = "No block is complete yet."
RESULT = "Result so far"
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
    "upset": "Games that the best bot at the table did not win",
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
FEW, MANY = 20, 500  # meetings of a bot with others: of fewer its Elo is known to 150 at best, of more to 30
WIDEST = "8"  # no digit is wider
ALL_HEADS = ("match", "game", "bots", "games", "state", "begun")
EXPORTS: Mapping[Literal["csv", "jsonl", "record", "html"], str] = {
    "csv": "Table of the games (CSV)…",
    "jsonl": "Games as JSON lines…",
    "record": "Every game as a record…",
    "html": "Report (HTML)…",
}
KIND_OF = {"csv": ("Table", ".csv"), "jsonl": ("JSON lines", ".jsonl"), "html": ("Report", ".html")}
EXPORT_TIP = "Write the match into a file: a table, JSON lines, records, or a report"
EXPORTING = "The match is being written…"
YES, NO = "yes", "no"
PLOT_SCORE, PLOT_TEST = "Score", "Test"


def title(game: str, options: str, bots: Sequence[str], gauntlet: bool) -> str:
    """As in "Go, size 9 · mcts against greedy"."""
    who = (
        " against ".join(bots)
        if len(bots) == 2
        else f"{bots[0]} against {len(bots) - 1} bots"
        if gauntlet
        else f"{len(bots)} bots"
    )
    return f"{game}{f', {options}' if options else ''} · {who}"


def won_by(bot: str) -> str:
    return f"won by {bot}"


def facts(number: int, limit: str, seed: int) -> str:
    return f"match {number} · {limit} · seed {seed}"


def progress(done: int, games: int, state: str, left: str) -> str:
    return " · ".join(part for part in (f"{done:,} of {games:,} games", left, state) if part)


def running(count: int) -> str:
    return "1 game is running" if count == 1 else f"{count} games are running"


def paused(count: int) -> str:
    return f"paused, {count} waiting" if count else "paused"


def finishing(count: int) -> str:
    return f"no more games are begun, {count} still running"


def left(seconds: float, at_most: bool = False) -> str:
    """The time that is left, in words as coarse as it is sure."""
    return f"{'at most ' if at_most else ''}{duration(seconds)} left"


def duration(seconds: float) -> str:
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
    """Why a match is not played at present."""
    return {
        "complete": "all games are played",
        "decided": "the test is undecided at its last block" if reason == "undecided" else "the test has decided",
        "stopped": "stopped; Continue goes on",
        "halted": f"halted: {reason}",
        "full": f"the archive takes no more games: {reason}",
        "gone": f"ended early: {reason}",
        "waiting": "not finished; Continue goes on",
    }[kind]


def broke_off(reason: str) -> str:
    return f"It is not played: {reason}"


def told_at_end(number: int, kind: str, reason: str) -> str:
    """For the main window, when a match has come to its end."""
    return f"Match {number}: {ended(kind, reason)}."


def unfinished(name: str, number: int, done: int, games: int) -> str:
    """Of a match that was being played when the program ended."""
    return f"Match {number} was not finished ({name}; {done:,} of {games:,} games)."


def asked_no_more(number: int) -> str:
    return f"Match {number} is no longer offered. It stays among all matches, and can be continued there."


def percent(value: float) -> str:
    return f"{100 * value:.1f}"


def span(found: Estimate | None) -> str:
    """A score in points of 100 with its interval, as in "55.2 (51.0–59.3)"."""
    return "–" if found is None else f"{percent(found.value)} ({percent(found.low)}–{percent(found.high)})"


def cell(score: float | None, ended: Sequence[int]) -> str:
    """A field of the crosstable."""
    if score is None:
        return "·"
    return f"{percent(score)} ({'-'.join(map(str, ended))})" if ended else percent(score)


def large(found: Estimate) -> str:
    return f"{percent(found.value)} %"


def scores(bot: str) -> str:
    return f"{bot} scores"


def between(found: Estimate) -> str:
    return f"between {percent(found.low)} and {percent(found.high)} % (95 %)"


def signed(found: Estimate) -> str:
    return f"{figures.signed(found.value, 0)} ({figures.signed(found.low, 0)} to {figures.signed(found.high, 0)})"


def pair_lines(pair: Pair, summary: Summary) -> list[tuple[str, bool]]:
    """What a card says below the score of two bots, and whether it is quiet."""
    lines: list[tuple[str, bool]] = []
    elo = f"Elo {signed(pair.elo)}" if pair.elo is not None else "Elo: such blocks tell none"
    counts = "" if pair.counts is None else f" · blocks {' · '.join(f'{count:,}' for count in pair.counts)}"
    lines.append((elo + counts, False))
    lines.append((f"won {pair.wins:,} · drawn {pair.draws:,} · lost {pair.losses:,}", False))
    if pair.superiority is not None:
        lines.append((f"{summary.bots[pair.first]} is the better one with {percent(pair.superiority)} %.", True))
    if pair.resolution is not None:
        lines.append((f"This match can tell differences above {pair.resolution.points:.1f} points.", True))
    saved = (
        ""
        if pair.gain is None or pair.gain <= 1
        else f"Blocks save {10 * (1 - 1 / pair.gain**2):.1f} games of each 10. "
    )
    lines.append((f"{saved}{faults(summary)}", True))
    return lines


def faults(summary: Summary) -> str:
    """All faults apart, by bot and kind."""
    parts = [
        f"{'nobody in particular' if one.bot is None else summary.bots[one.bot]} {one.games:,} {ENDINGS[one.kind]}"
        for one in summary.faults
    ]
    return f"Faults: {', '.join(parts)}." if parts else "No fault by any bot."


def faults_of(summary: Summary, bot: int) -> str:
    """How many there are; of what kind, `faults` says below."""
    count = sum(one.games for one in summary.faults if one.bot == bot)
    return f"{count:,}" if count else "–"


def in_full(bot: str, spent: float | None, elo: Estimate | None) -> str:
    """Describe a bot in the standings in full: its name, its time and the interval of its strength."""
    parts = [bot, *(() if spent is None else (f"{spent:.2f} s a game",))]
    if elo is not None and elo.low < elo.high:
        parts.append(f"Elo {signed(elo)} above the mean of all")
    return " · ".join(parts)


def strength(elo: Estimate | None, meetings: int) -> str:
    """Return a bot's Elo as precisely as its number of meetings with other bots allows: none, in tens, or exact."""
    if elo is None or meetings < FEW:
        return "–"
    return figures.signed(elo.value if meetings >= MANY else round(elo.value, -1), 0)


def widest_line(games: int) -> dict[str, str]:
    """What stands in the columns of the standings by and by, where a bot plays so many games."""
    ended = "-".join([WIDEST * len(str(min(games // 3, 999)))] * 3)
    return {
        "": 2 * WIDEST, HEADS["score"]: "##.# (##.#–##.#)".replace("#", WIDEST), HEADS["ended"]: ended,
        HEADS["faults"]: 2 * WIDEST,
        HEADS["time"]: "#.##".replace("#", WIDEST), STRENGTH: "−" + 3 * WIDEST,
    }  # fmt: skip


def question(test: Test) -> str:
    """What a sequential test asks, and where it stands."""
    path, sprt = test.path, test.sprt
    answer = {
        "H1": f"yes, after {path.decided:,} blocks" if path.decided else "yes",
        "H0": f"no, after {path.decided:,} blocks" if path.decided else "no",
        "undecided": "undecided at its last block",
        "continue": f"LLR {figures.fixed(path.ratio, 2)} of {test.upper:.2f}",
    }[path.verdict]
    return figures.minus(f"Better by {sprt.elo1:g} {sprt.model} Elo, not {sprt.elo0:g}? ") + capitalised(answer)


def endings(word: str) -> tuple[str, ...]:
    """The endings in whose names a word stands."""
    return tuple(ending for ending, name in ENDINGS.items() if word in name)


def count(found: int, games: int) -> str:
    every = "1 game" if games == 1 else f"{games:,} games"
    return every if found == games else f"{found:,} of {every}"


def sorted_by(column: str, falling: bool) -> str:
    """The head of a column by which a list is sorted."""
    return f"{column} {'↓' if falling else '↑'}"


def attempt(game: str, number: int) -> str:
    """A game by its number, and which attempt at it where it is not the first."""
    return game if number == 1 else f"{game} ({number})"


def block(number: int) -> str:
    return f"{number:,}"


def seconds(value: float) -> str:
    return f"{value:.2f} s" if value < 10 else duration(value)


def result(winners: Sequence[str]) -> str:
    """How a game ended, by the names of the seats that won; none: a draw."""
    return f"{' and '.join(winners)} won" if winners else "a draw"


def running_game(number: int) -> str:
    return f"Game {number:,}"


def state(done: int, games: int, plays: bool, complete: bool) -> str:
    return "is being played" if plays else "finished" if complete else "not finished" if done else "not begun"


def unreadable(numbers: Sequence[int]) -> str:
    """Of matches that this program cannot read, as in "2 matches cannot be read by this program: 4 and 7"."""
    named = [str(number) for number in numbers[:MOST_NAMED]]
    if len(numbers) > MOST_NAMED:
        named.append(f"{len(numbers) - MOST_NAMED:,} more")
    listed = f"{', '.join(named[:-1])} and {named[-1]}" if len(named) > 1 else named[0]
    return f"{'1 match' if len(numbers) == 1 else f'{len(numbers):,} matches'} cannot be read by this program: {listed}"


def exported(files: int, name: str) -> str:
    return f"Written: {name}." if files == 1 else f"{files:,} files written into {name}."


def opened(number: int) -> str:
    return f"Game {number:,} of the match is open: every move with what its bot thought."
