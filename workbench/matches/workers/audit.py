"""Audits an archive: compares its rows with its plans and with the replay of its records.

A replay cannot check what a bot did between its moves: `host`, `took`, and the time of a decision that lost the game.
These, and `fault` and the dates, are only checked for impossible values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from bots.report import Report
from fastcore import CHANCE, OVER, State
from workbench.matches.archive.archive import Archive, Match
from workbench.matches.archive.rows import Difference, Game, compared, misfits, row_name, shown
from workbench.matches.planning.adjudication import Judge
from workbench.matches.planning.plan import Schedule
from workbench.matches.planning.task import task_of
from workbench.matches.workers.game import Game as Replayed
from workbench.matches.workers.game import line_key
from workbench.records.schema import Record
from workbench.system import limits

ROUNDED = 1e-4  # seconds of a move in a record are rounded to this
VALUE_ROUNDED = 1e-5  # values of a report in a record are rounded to this


def rows(archive: Archive, match: Match, number: int | None = None) -> Iterator[Game | tuple[str, Difference]]:
    """Yield each sound row of a match, and a name and a difference for each other row.
    `number` (from 0) selects one game.

    After them come records without a row and rows without a record.
    Raise BadArchive if the rest of the file cannot be read.
    """
    schedule = Schedule(match.plan)
    there: Counter[tuple[object, object]] = Counter()
    void: set[int] = set()
    for where, game in archive.rows(match.id):
        if isinstance(game, str):
            if number is None:
                yield where, Difference("row", game, "a readable row")
            continue
        there[game.number, game.attempt] += 1
        if number is not None and game.number != number:
            continue
        wrong = misfits(game, schedule)
        if there[game.number, game.attempt] > 1:
            wrong = [Difference("number", where, "one row for each attempt")]
        elif game.attempt > 1 and game.number not in void:
            wrong = [Difference("attempt", str(game.attempt), "1, because no earlier attempt is void")]
        if game.attempt == 1 and game.ending == "void":
            void.add(game.number)
        if wrong:
            yield from ((where, one) for one in wrong)
        else:
            yield game
    kept = Counter(
        (found, attempt)
        for found, attempt in archive.read("SELECT number, attempt FROM records WHERE match = ?", [match.id])
    )
    for key in sorted(there.keys() | kept.keys(), key=repr):
        if number is None or key[0] == number:
            if not kept[key]:
                yield row_name(*key), Difference("record", "none", "the record of this game")
            elif not there[key]:
                yield row_name(*key), Difference("record", "a record without a row in games", "a row")
            elif kept[key] > 1:
                yield row_name(*key), Difference("record", f"{kept[key]} records", "one record")


def strays(archive: Archive) -> Iterator[Difference]:
    """Yield rows that belong to no match."""
    for table in ("games", "records"):
        query = f"SELECT DISTINCT match FROM {table} WHERE match NOT IN (SELECT id FROM matches) LIMIT 10"
        for (match,) in archive.read(query):
            yield Difference(f"{table}.match", shown(match), "the number of a match")


def differences(match: Match, game: Game, record: Record, schedule: Schedule | None = None) -> list[Difference]:
    """Return the differences between a sound row, the plan and the replay of its record. The record must be legal.

    `schedule` is that of the match; without it, one is made.
    """
    schedule = schedule or Schedule(match.plan)
    task = task_of(match.plan, schedule, match.id, game.number, game.attempt)
    result = record.result
    if result is None:
        return [Difference("record.result", "none", "the result of the game")]
    found = [
        *compared("record.spec", record.spec, task.spec),
        *compared("record.position", record.position, task.opening.position),
        *compared("record.seats", [seat.player for seat in record.seats], list(task.bots)),
        *compared("record.seed", record.seed, task.seed),
        *compared("record.salt", record.salt, task.salt),
        *compared("record.limit", record.limit, task.limit),
        *compared("record.follows", record.follows, None),
        *compared("record.by_hand", record.by_hand, "never"),
        *compared("record.hindsight", record.hindsight, False),
        *compared("record.lines", max(1, len(record.lines)), 1),
        *compared("ending", game.ending, result.ending),
        *compared("guilty", game.guilty, result.guilty),
        *compared("reason", game.reason, result.reason),
        *compared("returns", game.returns, result.returns),
        *compared("versions", game.versions, tuple(seat.version for seat in record.seats)),
    ]
    if task.salt is not None:
        found += [*compared("record.block", record.block, task.block), *compared("record.game", record.game, task.game)]
    for bot, version in zip(game.seats, game.versions, strict=True):
        if match.plan.versions and version:
            found += compared("versions", version, match.plan.versions[bot])
    found += [*_of_fault(game), *_of_dates(match, game)]
    for tag, expected in task.tags.items():
        found += compared(f"record.tags.{tag}", record.tags.get(tag), expected)
    if record.program:
        found += compared("program", game.program, record.program)
    if found:
        return found
    if not record.lines:  # nobody has moved: the process of a bot or its worker failed
        if game.ending not in ("crash", "void"):
            return [Difference("record.lines", "none", f"the moves of the game, because the ending is {game.ending}")]
        empty = (
            ("points", game.points, ()),
            ("turns", game.turns, 0),
            ("decisions", game.decisions, 0),
            ("line", game.line, 0),
        )
        return [one for name, stored, expected in empty for one in compared(name, stored, expected)]
    return _replayed(game, record, Replayed(task, ()))


FAULTS = {
    "illegal": ("illegal",),
    "timeout": ("timeout",),
    "crash": ("start", "crash", "nonsense"),
    "void": ("start", "crash", "nonsense", "timeout"),
}


def _of_fault(game: Game) -> list[Difference]:
    """Return a fault that does not fit the ending; only a void game without a seat to blame has the fault `host`."""
    kinds = ("host",) if game.ending == "void" and game.guilty is None else FAULTS.get(game.ending, ("",))
    return [] if game.fault in kinds else [Difference("fault", shown(game.fault), " or ".join(map(shown, kinds)))]


def _of_dates(match: Match, game: Game) -> list[Difference]:
    """Return a date that is none, or an end of a game before the beginning of its match."""
    times = []
    for field, text in (("begun", match.begun), ("finished", game.finished)):
        try:
            times.append(datetime.fromisoformat(text))
        except ValueError:
            return [Difference(field, shown(text), "a date and time")]
    begun, finished = (time if time.tzinfo else time.replace(tzinfo=UTC) for time in times)
    return (
        []
        if begun <= finished
        else [Difference("finished", shown(game.finished), f"{shown(match.begun)} or later, when the match had begun")]
    )


def _replayed(game: Game, record: Record, table: Replayed) -> list[Difference]:
    """Return what differs between a row and the moves of its record; `table` is the game before its first move."""
    start, moves = table.start, record.lines[0].moves
    table.open()  # the opening, and random moves after it
    opening = [move.move for move in table.moves]
    found = [
        *compared("record.given", record.given, len(opening)),
        *compared("record.lines[0].moves", [move.move for move in moves[: len(opening)]], opening),
    ]
    if found:
        return found
    seconds, overrun, decisions = [0.0] * len(game.seats), 0.0, 0
    bench = _Bench(game, table)
    for number, move in enumerate(moves[len(opening) :], len(opening)):
        state = table.state
        if state.actor == CHANCE:
            if (drawn := table.luck.draw(state)) != move.move:
                return [
                    Difference(
                        f"record.lines[0].moves[{number}]", shown(move.move), f"{shown(drawn)}, drawn from the seed"
                    )
                ]
        else:
            decisions += 1
            seconds[state.actor] += move.seconds or 0.0
            overrun = max(overrun, -(move.left or 0.0))
            bench.hear(state.actor, move.reports, decisions)
        table.make(move)
        if state.actor != CHANCE and (early := bench.early(table.state, number + 1 == len(moves))):
            return [early]
    return [
        *_of_end(game, table.state),
        *bench.of_ending(table.state, len(moves), decisions),
        *compared("decisions", game.decisions, decisions),
        *compared("line", game.line, line_key(start, moves)),
        *_times(game, tuple(seconds), overrun, decisions),
    ]


class _Bench:
    """Whether a game ended when and as its plan says, judged by the reports in its record.

    Values there are rounded, so two judges hear them: a strict one, whose verdicts the game must have had, and a
    lenient one, who knows all verdicts that it may have had.
    """

    def __init__(self, game: Game, table: Replayed) -> None:
        rules, seats = table.task.adjudication, len(game.seats)
        self.game, self.strict, self.lenient = (
            game,
            Judge(rules, seats, -VALUE_ROUNDED),
            Judge(rules, seats, VALUE_ROUNDED),
        )
        self.unknown = False  # whether a report is missing, or has lost its candidates for want of room
        self.forced: set[tuple[float, ...]] = set()  # results by the last decision
        self.allowed: set[tuple[float, ...]] = set()

    def hear(self, seat: int, reports: Sequence[Report], decisions: int) -> None:
        last = reports[-1] if reports else Report("")
        self.unknown |= not reports or (last.simulations > 0 and not last.candidates)
        self.forced = {one.returns for one in self.strict.all_after(seat, last, decisions)}
        self.allowed = {one.returns for one in self.lenient.all_after(seat, last, decisions)}

    def early(self, state: State, last: bool) -> Difference | None:
        """Return a difference if the game must have been adjudicated after the decision just heard, and was not."""
        if not self.forced or state.actor == OVER or (last and self.game.ending == "adjudicated"):
            return None
        heard = sum(map(len, self.strict.values))
        return Difference(
            "ending", shown(self.game.ending), f"adjudicated after {heard} decisions, by the rules of the plan"
        )

    def of_ending(self, end: State, moves: int, decisions: int) -> list[Difference]:
        """Return what contradicts the ending of the game, given its last position."""
        game, over = self.game, end.actor == OVER
        if game.ending == "resigned":
            return [Difference("ending", shown(game.ending), "an ending of a match, where no bot resigns by itself")]
        if over and game.ending in ("adjudicated", "illegal", "timeout", "crash"):
            return [Difference("ending", shown(game.ending), "normal, because the game is over after the last move")]
        if game.ending == "adjudicated":
            allowed = self.lenient.possible(decisions) if self.unknown else self.allowed
            if moves >= limits.MOVES:
                allowed = allowed | {(0.0,) * len(game.seats)}
            if not any(compared("returns", game.returns, one) == [] for one in allowed):
                expected = " or ".join(sorted(shown(one) for one in allowed)) or "no adjudication here"
                return [Difference("returns", shown(game.returns), f"{expected}, by the rules of the plan")]
        if game.guilty is not None and decisions and game.guilty != end.actor:
            return [Difference("guilty", str(game.guilty), f"{end.actor}, the seat to move after the last move")]
        return []


def _of_end(game: Game, end: State) -> list[Difference]:
    return [*compared("points", game.points, tuple(end.points())), *compared("turns", game.turns, end.turn)]


def _times(game: Game, seconds: tuple[float, ...], overrun: float, decisions: int) -> list[Difference]:
    """Compare the times with those of the moves. A decision that lost the game or was never made is in no move."""
    near, whole = ROUNDED * (decisions + 1), game.ending in ("normal", "adjudicated")
    found = []
    for seat, (stored, sum_of_moves) in enumerate(zip(game.seconds, seconds, strict=True)):
        exact = whole or seat != game.guilty
        if stored < sum_of_moves - near or (exact and stored > sum_of_moves + near):
            found.append(Difference("seconds", shown(game.seconds), shown(tuple(round(one, 4) for one in seconds))))
            break
    if game.overrun < overrun - ROUNDED or (
        game.ending not in ("timeout", "illegal") and game.overrun > overrun + ROUNDED
    ):
        found.append(Difference("overrun", shown(game.overrun), shown(round(overrun, 4))))
    return found
