"""The texts of `match` and `tournament`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote

import fastcore
from workbench.bot_process.process import OWN_FILE
from workbench.matches.archive.archive import Match
from workbench.matches.archive.description import limit_text, match_facts, match_title
from workbench.matches.planning.plan import Plan, Schedule, block_size
from workbench.matches.workers.runner import RunResult
from workbench.records.seeds import is_guessable, is_guessable_salt
from workbench.statistics.resolution import resolution
from workbench.statistics.scale import Estimate
from workbench.statistics.scores import Pair
from workbench.statistics.summary import SprtResult, Summary

FINISHING = "No more games are begun. Running games are finished; Ctrl-C again stops them."
SMALL_SEED = (
    "Warning: the seed is small. Bots from files can guess it and predict all dice and cards. "
    "Leave out --seed to prevent this."
)
SMALL_SALT = (
    "Warning: the salt is small or missing. Bots from files can guess their opponents' seeds. "
    "Start a new match without --salt to prevent this."
)
KEYS = "Ctrl-C: finish running games. Twice: stop now. Repeat the command to continue."


def archive_full(reason: str) -> str:
    """Return a message that says the archive accepts no more games and how to continue."""
    return (
        f"The archive takes no more games: {reason}. All games in it are safe. "
        "Make room, then repeat the command to continue."
    )


def archive_gone(reason: str) -> str:
    """Return the message that the match ended because its archive has disappeared."""
    return f"The match ended early: {reason}."


def bots_changed(files: Sequence[str], before: Match, match: Match) -> str:
    """Return the message that a new match begins because bots' files have changed."""
    have = "has" if len(files) == 1 else "have"
    return f"{' and '.join(files)} {have} changed since match {before.id}: a new match begins (match {match.id})."


def start_lines(match: Match, path: Path, before: int, games: int, resumed: bool) -> Iterator[str]:
    """Yield the lines before the first game.

    Args:
        match: The match.
        path: The file of its archive.
        before: The number of games played in earlier runs.
        games: The number of games in the match.
        resumed: Whether an earlier run started the match.
    """
    plan = match.plan
    title = fastcore.start(plan.spec).info.title
    yield f"{title} · {plan.spec} · {', '.join(plan.bots)}"
    blocks = (
        f"{counted(plan.blocks, 'block')} of {Schedule(plan).games_per_block} games, "
        f"seed {plan.seed}{f', salt {plan.salt}' if plan.salt else ''}"
    )
    more = f"; {before:,} of {games:,} games are there already" if resumed and before else ""
    yield f"Match {match.id} in {path}: {blocks}{more}."
    if plan.limit is not None:
        yield f"Every bot has {limit_text(plan)}, whatever its own options say."
    if any(OWN_FILE in bot for bot in plan.bots):
        if is_guessable(plan.seed) and fastcore.start(plan.spec).info.has.chance:
            yield SMALL_SEED
        if is_guessable_salt(plan.salt):
            yield SMALL_SALT
    yield resolution_line(plan)


def resolution_line(plan: Plan) -> str:
    """Return a line about the smallest difference that the match can detect."""
    block = block_size(len(plan.bots), fastcore.start(plan.spec).seats, plan.kind, plan.rotations)
    found = resolution(plan.blocks * block.games_per_bot)
    shown = "can resolve" if len(plan.bots) == 2 else "can resolve each bot's score to"
    return (
        f"{plan.blocks * block.games:,} games {shown} ±{found.points:.1f} points of 100 (95 %), "
        f"near ±{found.elo:.0f} Elo; equal luck within a block may do better."
    )


def progress(done: int, games: int, running: int, remaining: float | None, paused: bool) -> str:
    """Return the progress of a match. `remaining` is the remaining time in seconds, or None if unknown."""
    part = f"{done:,} of {games:,} games ({100 * done / games:.0f} %)"
    state = "paused" if paused else f"{running} running"
    return f"{part}, {state}, {time_left(remaining)}"


def time_left(seconds: float | None) -> str:
    """Return a remaining time in words. None means unknown."""
    if seconds is None:
        return "time left unknown"
    rounded = int(seconds + 0.5)
    hours, minutes = divmod(rounded // 60, 60)
    return (
        f"{hours} h {minutes:02} min left"
        if hours
        else f"{minutes} min {rounded % 60:02} s left"
        if minutes
        else f"{rounded} s left"
    )


def end_reason(outcome: RunResult, match: Match, path: Path) -> str:
    """Return why a match ended before its last game, and what to do next."""
    if outcome.kind == "gone":
        return archive_gone(outcome.reason)
    if outcome.kind == "full":
        return archive_full(outcome.reason)
    if outcome.kind == "halted":
        own = any(OWN_FILE in bot for bot in match.plan.bots)
        further = (
            "If you edit a bot's file, the same command begins a new match; otherwise it" if own else "The same command"
        )
        return (
            f"The match is halted: {outcome.reason.rstrip('.')}. All faults: "
            f"herbarium show {quote(str(path))} --match {match.id} --games\n"
            f"{further} continues this match, and halts again if its first two games fail again."
        )
    return "The match was stopped. Repeat the command to continue."


# Results --------------------------------------------------------------------------------------------------------------

# Fraction of games lost on time above which the figures say more about the machine than about the bots.
TIMEOUTS_TOO_MANY = 0.1


def description_lines(match: Match, path: Path) -> Iterator[str]:
    """Yield the lines that describe a match, above its results."""
    yield match_title(match)
    yield "; ".join(f"{name} {value}" for name, value in match_facts(match, path))


def counted(number: int, noun: str) -> str:
    """Return a number with a noun, in the plural if necessary."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def percent(value: float) -> str:
    """Return a fraction as a percentage without the sign."""
    return f"{100 * value:.1f}"


def interval(found: Estimate | None) -> str:
    """Return a score in per cent with its interval, for example "55.2 (51.0 to 59.3)"."""
    return "-" if found is None else f"{percent(found.value)} ({percent(found.low)} to {percent(found.high)})"


def elo_with_bars(found: Estimate) -> str:
    """Return an Elo difference with its interval."""
    return f"{found.value:+.0f} ({found.low:+.0f} to {found.high:+.0f})"


def pair_lines(pair: Pair, summary: Summary) -> Iterator[str]:
    """Yield the lines about a match of two bots, from the first bot's point of view."""
    if pair.score is None:
        yield "No block is complete yet: there is nothing to be counted."
        return
    strength = [
        f"Elo {elo_with_bars(pair.elo)}" if pair.elo is not None else "Elo: so few or so one-sided blocks tell none"
    ]
    if pair.normalised_elo is not None:
        strength.append(f"normalised Elo {elo_with_bars(pair.normalised_elo)}")
    if pair.superiority is not None:
        strength.append(f"likelihood of superiority {percent(pair.superiority)} %")
    yield "; ".join(strength) + "."
    seats = ", ".join(f"seat {seat} {interval(score)}" for seat, score in enumerate(pair.seats, 1))
    draws = "" if pair.draw_rate is None else f"; draws {percent(pair.draw_rate)} %"
    yield f"Seats, whoever sat there: {seats}{draws}."
    blocks = [counted(pair.blocks, "complete block")]
    if pair.counts is not None:
        blocks.append(f"by score {' '.join(f'{count:,}' for count in pair.counts)} (all lost to all won)")
    if pair.gain is not None:
        blocks.append(f"gain from pairing {pair.gain:.2f}")
    alike = pair.blocks - pair.divergent
    if alike:
        blocks.append(f"{alike:,} of them tell nothing, as their games are the same")
    yield "; ".join(blocks) + "."
    if pair.resolution is not None:
        yield (
            f"This resolves ±{pair.resolution.points:.1f} points (95 %); "
            f"an edge of {pair.resolution.edge:.1f} points would be found in 4 of 5 such matches."
        )
    if summary.test is not None:
        yield sequential(summary.test)


def sequential(test: SprtResult) -> str:
    """Return the state of a sequential test."""
    path, sprt = test.path, test.sprt
    state = (
        f"log-likelihood ratio {path.ratio:.2f} (between {test.lower:.2f} and {test.upper:.2f}) after "
        f"{len(path.ratios):,} blocks"
    )
    meaning = {
        "H1": f"accepted: at least {sprt.elo1:g} {sprt.model} Elo better",
        "H0": f"accepted: not {sprt.elo1:g} but at most {sprt.elo0:g} {sprt.model} Elo better",
        "continue": "not decided yet",
        "undecided": "undecided at its last block",
    }[path.verdict]
    later = " The Elo above is biased away from 0 by the early end." if path.verdict in ("H0", "H1") else ""
    return f"Sequential test {meaning}; {state}.{later}"


def fault_words(summary: Summary, bot: int | None) -> str:
    """Return a bot's faults (None: those of no bot), for example "2 crash, 1 timeout", or "-"."""
    return ", ".join(f"{fault.games:,} {fault.kind}" for fault in summary.faults if fault.bot == bot) or "-"


def warnings(summary: Summary) -> Iterator[str]:
    """Yield warnings about doubtful results."""
    late = sum(fault.games for fault in summary.faults if fault.kind == "timeout")
    if summary.games and late > TIMEOUTS_TOO_MANY * summary.games:
        yield (
            f"{late:,} of {summary.games:,} games were lost on time: "
            "these figures tell more about the machine than about the bots."
        )
    if nobody := fault_words(summary, None).removeprefix("-"):
        yield f"Faults of no bot: {nobody}."


def summary_line(summary: Summary, match: Match, path: Path) -> str:
    """Return the summary line of a match."""
    where = f"match {match.id} in {path}"
    faults = sum(fault.games for fault in summary.faults)
    shown = counted(faults, "fault") if faults else "no faults"
    if len(summary.bots) == 2 and summary.pairs and summary.pairs[0].score is not None:
        pair = summary.pairs[0]
        elo = f", Elo {elo_with_bars(pair.elo)}" if pair.elo is not None else ""
        test = f", test {summary.test.path.verdict}" if summary.test is not None else ""
        return (
            f"Result: {summary.bots[0]} {interval(pair.score)} against {summary.bots[1]} in {pair.games:,} "
            f"games{elo}{test}; {shown}; {where}"
        )
    order = [
        f"{summary.bots[standing.bot]} {percent(standing.score.value)}"
        for standing in summary.standings
        if standing.score is not None
    ]
    return f"Result: {', '.join(order) or 'none yet'} in {summary.games:,} games; {shown}; {where}"
