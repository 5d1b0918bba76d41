"""The audit of an archive: its rows are compared with its plans and with a replay of its records.

A replay cannot verify what a bot did between its moves: `host`, `took`, and the time of a decision that lost the game.
These fields, `fault` and the dates are only checked for impossible values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from bots.report import Report
from fastcore import CHANCE, OVER, State
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.rows import Difference, Game, compare, impossible_fields, row_name, shortened_json
from workbench.matches.planning.adjudication import Adjudicator
from workbench.matches.planning.plan import Schedule
from workbench.matches.planning.task import task_of
from workbench.matches.workers.game import Game as Replayed
from workbench.matches.workers.game import line_key, own_limits
from workbench.records.schema import Record
from workbench.system import limits

ROUNDED = 1e-4  # seconds in a record are rounded to this
VALUE_ROUNDED = 1e-5  # values of reports in a record are rounded to this


def audit_rows(archive: Archive, match: Match, number: int | None = None) -> Iterator[Game | tuple[str, Difference]]:
    """Yield the valid rows of a match, and a name and a difference for each invalid row.

    Records without a row and rows without a record come last.

    Args:
        archive: The archive.
        match: The match.
        number: The number of a single game to audit, from 0. None means all games.

    Raises:
        ArchiveError: The tables cannot be read.
    """
    schedule = Schedule(match.plan)
    row_counts: Counter[tuple[object, object]] = Counter()
    void: set[int] = set()
    for where, game in archive.rows(match.id):
        if isinstance(game, str):
            if number is None:
                yield where, Difference("row", game, "a readable row")
            continue
        row_counts[game.number, game.attempt] += 1
        if number is not None and game.number != number:
            continue
        wrong = impossible_fields(game, schedule)
        if row_counts[game.number, game.attempt] > 1:
            wrong = [Difference("number", where, "one row for each attempt")]
        elif game.attempt > 1 and game.number not in void:
            wrong = [Difference("attempt", str(game.attempt), "1, because no earlier attempt is void")]
        if game.attempt == 1 and game.ending == "void":
            void.add(game.number)
        if wrong:
            yield from ((where, difference) for difference in wrong)
        else:
            yield game
    record_counts = Counter(
        (found, attempt)
        for found, attempt in archive.query("SELECT number, attempt FROM records WHERE match = ?", [match.id])
    )
    for key in sorted(row_counts.keys() | record_counts.keys(), key=repr):
        if number is None or key[0] == number:
            if not record_counts[key]:
                yield row_name(*key), Difference("record", "none", "the record of this game")
            elif not row_counts[key]:
                yield row_name(*key), Difference("record", "a record without a row in games", "a row")
            elif record_counts[key] > 1:
                yield row_name(*key), Difference("record", f"{record_counts[key]} records", "one record")


def stray_rows(archive: Archive) -> Iterator[Difference]:
    """Yield a difference for each match number in `games` or `records` that has no match."""
    for table in ("games", "records"):
        query = f"SELECT DISTINCT match FROM {table} WHERE match NOT IN (SELECT id FROM matches) LIMIT 10"
        for (match,) in archive.query(query):
            yield Difference(f"{table}.match", shortened_json(match), "the number of a match")


def audit_game(
    match: Match, game: Game, record: Record, schedule: Schedule | None = None, current: bool = True
) -> list[Difference]:
    """Return the differences between a valid row, the plan and the replay of its record.

    Args:
        match: The match.
        game: The row.
        record: Its record, which must be legal.
        schedule: The schedule of the match, or None to compute it.
        current: Whether the archive has the newest version. Older ones count only the turns of the last round.
    """
    schedule = schedule or Schedule(match.plan)
    task = task_of(match.plan, schedule, match.id, game.number, game.attempt)
    result = record.result
    if result is None:
        return [Difference("record.result", "none", "the result of the game")]
    found = [
        *compare("record.spec", record.spec, task.spec),
        *compare("record.position", record.position, task.opening.position),
        *compare("record.seats", [seat.player for seat in record.seats], list(task.bots)),
        *compare("record.seed", record.seed, task.seed),
        *compare("record.salt", record.salt, task.salt),
        *compare("record.limit", record.limit, task.limit),
        *compare("record.limits", [seat.limit for seat in record.seats], list(own_limits(task))),
        *compare("record.follows", record.follows, None),
        *compare("record.by_hand", record.by_hand, "never"),
        *compare("record.hindsight", record.hindsight, False),
        *compare("record.lines", max(1, len(record.lines)), 1),
        *compare("ending", game.ending, result.ending),
        *compare("guilty", game.guilty, result.guilty),
        *compare("reason", game.reason, result.reason),
        *compare("returns", game.returns, result.returns),
        *compare("versions", game.versions, tuple(seat.version for seat in record.seats)),
    ]
    if task.salt is not None:
        found += [*compare("record.block", record.block, task.block), *compare("record.game", record.game, task.game)]
    for bot, version in zip(game.seats, game.versions, strict=True):
        if match.plan.versions and version:
            found += compare("versions", version, match.plan.versions[bot])
    found += [*_fault_differences(game), *_date_differences(match, game)]
    for tag, expected in task.tags.items():
        found += compare(f"record.tags.{tag}", record.tags.get(tag), expected)
    if record.program:
        found += compare("program", game.program, record.program)
    if found:
        return found
    if not record.lines:  # nobody moved: a bot process or the worker failed
        if game.ending not in ("crash", "void"):
            return [Difference("record.lines", "none", f"the moves of the game, because the ending is {game.ending}")]
        empty = (
            ("points", game.points, ()),
            ("turns", game.turns, 0),
            ("decisions", game.decisions, 0),
            ("line", game.line, 0),
        )
        return [difference for name, stored, expected in empty for difference in compare(name, stored, expected)]
    return _replay_differences(game, record, Replayed(task, ()), current)


FAULTS = {
    "illegal": ("illegal",),
    "timeout": ("timeout",),
    "crash": ("start", "crash", "nonsense"),
    "void": ("start", "crash", "nonsense", "timeout"),
}


def _fault_differences(game: Game) -> list[Difference]:
    """Return a difference if the fault does not fit the ending. Only a void game without a guilty seat has `host`."""
    kinds = ("host",) if game.ending == "void" and game.guilty is None else FAULTS.get(game.ending, ("",))
    return (
        []
        if game.fault in kinds
        else [Difference("fault", shortened_json(game.fault), " or ".join(map(shortened_json, kinds)))]
    )


def _date_differences(match: Match, game: Game) -> list[Difference]:
    """Return a difference if a date is invalid, or the game finished before its match began."""
    times = []
    for field, text in (("begun", match.begun), ("finished", game.finished)):
        try:
            times.append(datetime.fromisoformat(text))
        except ValueError:
            return [Difference(field, shortened_json(text), "a date and time")]
    started, finished = (time if time.tzinfo else time.replace(tzinfo=UTC) for time in times)
    return (
        []
        if started <= finished
        else [
            Difference(
                "finished",
                shortened_json(game.finished),
                f"{shortened_json(match.begun)} or later, when the match had begun",
            )
        ]
    )


def _replay_differences(game: Game, record: Record, table: Replayed, current: bool) -> list[Difference]:
    """Return the differences between a row and the moves of its record. `table` is the game before its first move."""
    start, moves = table.start, record.lines[0].moves
    table.play_opening()  # plays the random moves too
    opening = [move.move for move in table.moves]
    found = [
        *compare("record.given", record.given, len(opening)),
        *compare("record.lines[0].moves", [move.move for move in moves[: len(opening)]], opening),
    ]
    if found:
        return found
    seconds, overrun, decisions = [0.0] * len(game.seats), 0.0, 0
    check = _AdjudicationCheck(game, table)
    for number, move in enumerate(moves[len(opening) :], len(opening)):
        state = table.state
        if state.actor == CHANCE:
            if (drawn := table.luck.draw(state)) != move.move:
                return [
                    Difference(
                        f"record.lines[0].moves[{number}]",
                        shortened_json(move.move),
                        f"{shortened_json(drawn)}, drawn from the seed",
                    )
                ]
        else:
            decisions += 1
            seconds[state.actor] += move.seconds or 0.0
            overrun = max(overrun, -(move.left or 0.0))
            check.add_decision(state.actor, move.reports, decisions)
        table.play_move(move)
        if state.actor != CHANCE and (missed := check.missed(table.state, number + 1 == len(moves))):
            return [missed]
    return [
        *compare("points", game.points, tuple(table.state.points())),
        *compare("turns", game.turns, table.turns if current else table.state.turn),
        *check.ending_differences(table.state, len(moves), decisions),
        *compare("decisions", game.decisions, decisions),
        *compare("line", game.line, line_key(start, moves)),
        *_time_differences(game, tuple(seconds), overrun, decisions),
    ]


class _AdjudicationCheck:
    """A check of whether a game ended as its plan requires, by the reports in its record.

    Values in records are rounded, so there are two adjudicators. The verdicts of the strict one are mandatory, those of
    the lenient one allowed.
    """

    def __init__(self, game: Game, table: Replayed) -> None:
        rules, seats = table.task.adjudication, len(game.seats)
        self.game, self.strict, self.lenient = (
            game,
            Adjudicator(rules, seats, -VALUE_ROUNDED),
            Adjudicator(rules, seats, VALUE_ROUNDED),
        )
        self.unknown = False  # whether a report is missing or was stored without its candidates
        self.required: set[tuple[float, ...]] = set()  # the mandatory returns after the last decision
        self.allowed: set[tuple[float, ...]] = set()

    def add_decision(self, seat: int, reports: Sequence[Report], decisions: int) -> None:
        last = reports[-1] if reports else Report("")
        self.unknown |= not reports or (last.simulations > 0 and not last.candidates)
        self.required = {verdict.returns for verdict in self.strict.verdicts_after(seat, last, decisions)}
        self.allowed = {verdict.returns for verdict in self.lenient.verdicts_after(seat, last, decisions)}

    def missed(self, state: State, last: bool) -> Difference | None:
        """Return a difference if the game should have been adjudicated after the last decision, but was not."""
        if not self.required or state.actor == OVER or (last and self.game.ending == "adjudicated"):
            return None
        decided = sum(map(len, self.strict.values))
        return Difference(
            "ending",
            shortened_json(self.game.ending),
            f"adjudicated after {decided} decisions, by the rules of the plan",
        )

    def ending_differences(self, end: State, moves: int, decisions: int) -> list[Difference]:
        """Return the differences between the ending of the game and its last position."""
        game, over = self.game, end.actor == OVER
        if game.ending == "resigned":
            return [
                Difference(
                    "ending", shortened_json(game.ending), "an ending of a match, where no bot resigns by itself"
                )
            ]
        if over and game.ending in ("adjudicated", "illegal", "timeout", "crash"):
            return [
                Difference(
                    "ending", shortened_json(game.ending), "normal, because the game is over after the last move"
                )
            ]
        if game.ending == "adjudicated":
            allowed = self.lenient.possible_returns(decisions) if self.unknown else self.allowed
            if moves >= limits.MOVES:
                allowed = allowed | {(0.0,) * len(game.seats)}
            if not any(compare("returns", game.returns, returns) == [] for returns in allowed):
                expected = " or ".join(sorted(shortened_json(returns) for returns in allowed)) or "no adjudication here"
                return [Difference("returns", shortened_json(game.returns), f"{expected}, by the rules of the plan")]
        if game.guilty is not None and decisions and game.guilty != end.actor:
            return [Difference("guilty", str(game.guilty), f"{end.actor}, the seat to move after the last move")]
        return []


def _time_differences(game: Game, seconds: tuple[float, ...], overrun: float, decisions: int) -> list[Difference]:
    """Compare the times with those of the moves. The decision that lost a game belongs to no move."""
    near, whole = ROUNDED * (decisions + 1), game.ending in ("normal", "adjudicated")
    found = []
    for seat, (stored, sum_of_moves) in enumerate(zip(game.seconds, seconds, strict=True)):
        exact = whole or seat != game.guilty
        if stored < sum_of_moves - near or (exact and stored > sum_of_moves + near):
            found.append(
                Difference(
                    "seconds",
                    shortened_json(game.seconds),
                    shortened_json(tuple(round(second, 4) for second in seconds)),
                )
            )
            break
    if game.overrun < overrun - ROUNDED or (
        game.ending not in ("timeout", "illegal") and game.overrun > overrun + ROUNDED
    ):
        found.append(Difference("overrun", shortened_json(game.overrun), shortened_json(round(overrun, 4))))
    return found
