"""The texts of `match` and `tournament`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isinf, isnan
from pathlib import Path
from shlex import quote

import fastcore
from workbench.bot_process import trust
from workbench.matches.archive.archive import Match
from workbench.matches.archive.description import limit_text, match_facts, match_title, permissions_text
from workbench.matches.archive.results import with_levels
from workbench.matches.planning.plan import Plan, Schedule, games_text, plan_block_size, sets_text
from workbench.matches.workers.runner import Runner, RunResult
from workbench.records.seeds import is_guessable, is_guessable_salt
from workbench.statistics.resolution import game_deviation, resolution
from workbench.statistics.scale import MIN_NORMAL, Estimate
from workbench.statistics.scores import Pair
from workbench.statistics.summary import SprtResult, Summary
from workbench.system.language.formats import format_count, format_number
from workbench.system.translation import tr, trn

MAX_POINTS = 35.0  # fewer games cannot detect even this difference, in points of 100, and compare nothing
FINISHING = tr("Running games will finish, but no new games start. Press Ctrl-C again to stop now.")
SMALL_SEED = tr(
    "Warning: the seed is small. Bots from files can guess it and predict all dice and cards. "
    "Leave out --seed to prevent this."
)
SMALL_SALT = tr(
    "Warning: the salt is small or missing. Bots from files can guess their opponents' seeds. "
    "Start a new match without --salt to prevent this."
)
KEYS = tr("Ctrl-C: finish running games. Twice: stop now. Repeat the command to continue.")


def archive_full(reason: str) -> str:
    """Return a message that says the archive accepts no more games and how to continue."""
    return tr(
        "The archive accepts no more games: {reason}. Its games are safe. Free some space, then "
        "repeat the command to continue.",
        reason=reason,
    )


def archive_gone(reason: str) -> str:
    """Return the message that the match ended because its archive has disappeared."""
    return tr("The match ended early: {reason}.", reason=reason)


def waiting(path: Path) -> str:
    """Return the message that a match waits for another one."""
    return tr("{path}: another match is being played into this archive. Waiting until it ends.", path=path)


def log_not_written(folder: str, reason: str) -> str:
    """Return the warning that the folder of `--log` lacks the log of a game."""
    return tr(
        "Warning: a log could not be written to {folder}: {reason}. The archive has all logs.",
        folder=folder,
        reason=reason,
    )


def too_many_faults(faults: int, games: int, share: float) -> str:
    """Return the message of `--strict`."""
    return tr(
        "{faults:,} of {games:,} games ended by faults, more than the {share:g} % of --strict.",
        faults=faults,
        games=games,
        share=share,
    )


def large_archive(size: float, reports: str) -> str:
    """Return the message that a match needs much space on the disk."""
    shown = tr("{size:.1f} GB", size=size / 1e9) if size >= 1e9 else tr("{size:.0f} MB", size=size / 1e6)
    text = tr("The games may need about {shown} in the archive.", shown=shown)
    return text if reports == "none" else text + tr(" With --reports none they need far less.")


def bots_changed(files: Sequence[str], before: Match, match: Match) -> str:
    """Return the message that a new match begins because bots' files have changed."""
    return trn(
        "{files} has changed since match {before}: a new match begins (match {match}).",
        "{files} have changed since match {before}: a new match begins (match {match}).",
        len(files),
        files=tr(" and ").join(files),
        before=before.id,
        match=match.id,
    )


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
    names = with_levels(plan)
    yield f"{title} · {plan.spec} · {', '.join(names)}"
    for name, bot in dict.fromkeys(zip(names, plan.bots, strict=True)):
        if name != bot:
            yield tr("{name} is {bot}.", name=name, bot=bot)
    shown = tr(
        "{games}, seed {seed}",
        games=games_text(plan.blocks, Schedule(plan).games_per_block),
        seed=plan.seed,
    )
    if plan.salt:
        shown += tr(", salt {salt}", salt=plan.salt)
    if resumed and before:
        shown += tr("; {before:,} of {games:,} games already played", before=before, games=games)
    yield tr("Match {match} in {path}: {shown}.", match=match.id, path=path, shown=shown)
    if any(plan.limits):
        yield tr("Limits: {limit_text}, whatever the options of the bots say.", limit_text=limit_text(plan))
    elif plan.limit is not None:
        yield tr("Every bot has {limit_text}, whatever its options say.", limit_text=limit_text(plan))
    if any(map(trust.is_foreign, plan.bots)):
        if is_guessable(plan.seed) and fastcore.start(plan.spec).info.has.chance:
            yield SMALL_SEED
        if is_guessable_salt(plan.salt):
            yield SMALL_SALT
    yield resolution_line(plan)


def disagreements(runner: Runner) -> Iterator[str]:
    """Yield a line for each game that was played twice with different moves."""
    for number, worker in runner.disagreements:
        yield tr(
            "Game {number} was played twice with different moves, last by {worker}. Do not trust this worker.",
            number=number + 1,
            worker=worker or tr("this computer"),
        )


def resolution_line(plan: Plan) -> str:
    """Return a line about the smallest difference that the match can detect."""
    seats = fastcore.start(plan.spec).seats
    block = plan_block_size(plan, seats)
    found = resolution(plan.blocks * block.games_per_bot, game_deviation(seats, block.own_seats, len(plan.bots)))
    games = plan.blocks * block.games
    if found.points >= MAX_POINTS:
        return trn("{count:,} game is too few to compare bots.", "{count:,} games are too few to compare bots.", games)
    if len(plan.bots) == 2:
        return tr(
            "In {games:,} games, a score above {score:.1f} % shows which bot is stronger (95 %; {elo:.0f} Elo).",
            games=games,
            score=50 + found.points,
            elo=found.elo,
        )
    return tr(
        "In {games:,} games, each score is accurate to {points:.1f} points of 100 (95 %), about {elo:.0f} Elo.",
        games=games,
        points=found.points,
        elo=found.elo,
    )


def progress(done: int, games: int, running: int, remaining: float | None, paused: bool) -> str:
    """Return the progress of a match. `remaining` is the remaining time in seconds, or None if unknown."""
    part = tr("{done:,} of {games:,} games ({done2:.0f} %)", done=done, games=games, done2=100 * done / games)
    state = tr("paused") if paused else tr("{running} running", running=running)
    return f"{part}, {state}, {time_left(remaining)}"


def time_left(seconds: float | None) -> str:
    """Return a remaining time in words. None means unknown."""
    if seconds is None:
        return tr("time left unknown")
    rounded = int(seconds + 0.5)
    hours, minutes = divmod(rounded // 60, 60)
    return (
        tr("{hours} h {minutes:02} min left", hours=hours, minutes=minutes)
        if hours
        else tr("{minutes} min {rounded:02} s left", minutes=minutes, rounded=rounded % 60)
        if minutes
        else tr("{rounded} s left", rounded=rounded)
    )


def end_reason(outcome: RunResult, match: Match, path: Path) -> str:
    """Return why a match ended before its last game, and what to do next."""
    if outcome.kind == "gone":
        return archive_gone(outcome.reason)
    if outcome.kind == "full":
        return archive_full(outcome.reason)
    if outcome.kind == "halted":
        own = any(map(trust.is_foreign, match.plan.bots))
        further = (
            tr("If you edit a bot's file, the same command begins a new match; otherwise it")
            if own
            else tr("The same command")
        )
        return tr(
            "The match is halted: {reason}. All faults: herbarium show {path} --match {match} --games\n"
            "{further} continues this match, and halts again if its first two games fail again.",
            reason=outcome.reason.rstrip("."),
            path=quote(str(path)),
            match=match.id,
            further=further,
        )
    if outcome.kind == "lost":
        reason = outcome.reason.rstrip(".")
        return tr("The match is halted: {reason}.\nRepeat the command to continue.", reason=reason)
    return tr("The match was stopped. Repeat the command to continue.")


# Results --------------------------------------------------------------------------------------------------------------

# Fraction of games lost on time above which the figures say more about the machine than about the bots.
TIMEOUTS_TOO_MANY = 0.1


def description_lines(match: Match, path: Path) -> Iterator[str]:
    """Yield the lines that describe a match, above its results."""
    yield match_title(match)
    yield "; ".join(f"{name} {value}" for name, value in match_facts(match, path))


def permission_lines(match: Match) -> Iterator[str]:
    """Yield a line with the permissions of the programs in a match, if they have any."""
    if permissions := permissions_text(match.plan):
        yield tr("Permissions: {permissions}", permissions=permissions)


def percent(value: float) -> str:
    """Return a fraction as a percentage without the sign."""
    return format_number(100 * value, ".1f")


def interval(found: Estimate | None) -> str:
    """Return a score in per cent with its interval, for example "55.2 (51.0 to 59.3)"."""
    return (
        "-"
        if found is None
        else tr(
            "{found} ({low} to {high})", found=percent(found.value), low=percent(found.low), high=percent(found.high)
        )
    )


def elo_with_bars(found: Estimate) -> str:
    """Return an Elo difference with its interval, or the only bound of a perfect score, for example "at least +174"."""
    if isnan(found.value):
        return tr("unknown")
    if isinf(found.value):
        return (
            tr("at least {low:+.0f}", low=found.low)
            if isinf(found.high)
            else tr("at most {high:+.0f}", high=found.high)
        )
    return tr("{found:+.0f} ({low:+.0f} to {high:+.0f})", found=found.value, low=found.low, high=found.high)


def pair_lines(pair: Pair, summary: Summary) -> Iterator[str]:
    """Yield the lines about a match of two bots, from the first bot's point of view."""
    if pair.score is None:
        yield tr("No result yet: every seat order must be played once.")
        return
    strength = [
        tr("Elo {elo_with_bars}", elo_with_bars=elo_with_bars(pair.elo))
        if pair.elo is not None
        else tr("Elo needs at least {games:,} games", games=MIN_NORMAL * summary.orders)
    ]
    if pair.normalised_elo is not None:
        strength.append(tr("normalised Elo {elo_with_bars}", elo_with_bars=elo_with_bars(pair.normalised_elo)))
    if pair.superiority is not None:
        strength.append(
            tr(
                "chance that {bot} is stronger {superiority} %",
                bot=summary.bots[pair.first],
                superiority=percent(pair.superiority),
            )
        )
    yield "; ".join(strength) + "."
    if pair.adjusted is not None:
        yield tr(
            "Without luck: {interval}, as precise as {gain:.1f} times as many games.",
            interval=interval(pair.adjusted.score),
            gain=pair.adjusted.gain,
        )
    seats = ", ".join(
        tr("seat {seat} {interval}", seat=seat, interval=interval(score)) for seat, score in enumerate(pair.seats, 1)
    )
    draws = "" if pair.draw_rate is None else tr("; draws {draw_rate} %", draw_rate=percent(pair.draw_rate))
    yield tr("By seat, for all bots: {seats}{draws}.", seats=seats, draws=draws)
    sets = [sets_text(pair.blocks, summary.orders)]
    if pair.counts is not None:
        sets.append(
            tr(
                "by score, from all lost to all won: {count}",
                count=" ".join(format_count(count) for count in pair.counts),
            )
        )
    if pair.gain is not None:
        sets.append(tr("as precise as {gain:.2f} times as many single games", gain=pair.gain**2))
    sets.append(tr("{unique:,} of {games:,} games are different", unique=pair.unique, games=pair.games))
    alike = pair.blocks - pair.divergent
    if alike:
        sets.append(tr("in {alike:,} of them, all games are the same", alike=alike))
    yield "; ".join(sets) + "."
    if pair.resolution is not None:
        yield (
            tr(
                "The precision is ±{points:.1f} points (95 %). Of 5 such matches, 4 would detect an "
                "advantage of {edge:.1f} points.",
                points=pair.resolution.points,
                edge=pair.resolution.edge,
            )
        )
    if summary.test is not None:
        yield sequential(summary.test, summary.orders)


def sequential(test: SprtResult, size: int) -> str:
    """Return the state of a sequential test with blocks of `size` games."""
    path, sprt = test.path, test.sprt
    state = tr(
        "log-likelihood ratio {ratio:.2f} (between {lower:.2f} and {upper:.2f}) after {count:,} games",
        ratio=path.ratio,
        lower=test.lower,
        upper=test.upper,
        count=size * len(path.ratios),
    )
    meaning = {
        "H1": tr("accepted: at least {elo1:g} {model} Elo better", elo1=sprt.elo1, model=sprt.model),
        "H0": tr(
            "accepted: at most {elo0:g} {model} Elo better, not {elo1:g}",
            elo1=sprt.elo1,
            elo0=sprt.elo0,
            model=sprt.model,
        ),
        "continue": tr("not decided yet"),
        "undecided": tr("undecided after its last game"),
    }[path.verdict]
    later = tr(" The early end biases the Elo above away from 0.") if path.verdict in ("H0", "H1") else ""
    return tr("Sequential test {meaning}; {state}.{later}", meaning=meaning, state=state, later=later)


def fault_words(summary: Summary, bot: int | None) -> str:
    """Return a bot's faults (None: those of no bot), for example "2 crash, 1 timeout", or "-"."""
    return ", ".join(f"{format_count(fault.games)} {fault.kind}" for fault in summary.faults if fault.bot == bot) or "-"


def warnings(summary: Summary) -> Iterator[str]:
    """Yield warnings about doubtful results."""
    late = sum(fault.games for fault in summary.faults if fault.kind == "timeout")
    if summary.games and late > TIMEOUTS_TOO_MANY * summary.games:
        yield (
            tr(
                "{late:,} of {games:,} games were lost on time. These figures depend more on the machine "
                "than on the bots.",
                late=late,
                games=summary.games,
            )
        )
    if nobody := fault_words(summary, None).removeprefix("-"):
        yield tr("Faults of no bot: {nobody}.", nobody=nobody)


def summary_line(summary: Summary, match: Match, path: Path) -> str:
    """Return the summary line of a match."""
    where = tr("match {match} in {path}", match=match.id, path=path)
    faults = sum(fault.games for fault in summary.faults)
    shown = trn("{count:,} fault", "{count:,} faults", faults) if faults else tr("no faults")
    if len(summary.bots) == 2 and summary.pairs and summary.pairs[0].score is not None:
        pair = summary.pairs[0]
        elo = tr(", Elo {elo_with_bars}", elo_with_bars=elo_with_bars(pair.elo)) if pair.elo is not None else ""
        test = tr(", test {verdict}", verdict=summary.test.path.verdict) if summary.test is not None else ""
        return tr(
            "Result: {bot} {interval} against {bot2} in {games:,} games{elo}{test}; {shown}; {where}",
            bot=summary.bots[0],
            interval=interval(pair.score),
            bot2=summary.bots[1],
            games=pair.games,
            elo=elo,
            test=test,
            shown=shown,
            where=where,
        )
    order = [
        f"{summary.bots[standing.bot]} {percent(standing.score.value)}"
        for standing in summary.standings
        if standing.score is not None
    ]
    return tr(
        "Result: {order} in {games:,} games; {shown}; {where}",
        order=", ".join(order) or tr("none yet"),
        games=summary.games,
        shown=shown,
        where=where,
    )
