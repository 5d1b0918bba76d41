"""Compares the rows of an archive with its plans and with the replay of its records.

A replay cannot check what a bot did between its moves: `finished`, `host`, `took`, `fault`, and the time of a decision that lost the
game. These are only checked for impossible values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fastcore import CHANCE, State
from workbench.matches.archive import Archive, Match
from workbench.matches.game import Game as Replayed
from workbench.matches.game import line_key
from workbench.matches.plan import Schedule
from workbench.matches.rows import Difference, Game, compared, misfits, row_name, shown
from workbench.matches.task import task_of
from workbench.records.schema import Record

ROUNDED = 1e-4  # seconds of a move in a record are rounded to this


def rows(archive: Archive, match: Match, number: int | None = None) -> Iterator[Game | tuple[str, Difference]]:
    """Yield each sound row of a match, and a name and a difference for each other row. `number` (from 0) selects one game.

    After them come records without a row and rows without a record. Raise BadArchive if the rest of the file cannot be read.
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
    kept = Counter((found, attempt) for found, attempt in archive.read("SELECT number, attempt FROM records WHERE match = ?", [match.id]))
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


def differences(match: Match, game: Game, record: Record) -> list[Difference]:
    """Return the differences between a sound row, the plan and the replay of its record. The record must be legal."""
    schedule = Schedule(match.plan)
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
    if record.program:
        found += compared("program", game.program, record.program)
    if found:
        return found
    if not record.lines:  # nobody has moved: the process of a bot or its worker failed
        told = (("points", game.points, ()), ("turns", game.turns, 0), ("decisions", game.decisions, 0), ("line", game.line, 0))
        return [one for name, stored, expected in told for one in compared(name, stored, expected)]
    return _replayed(game, record, Replayed(task, ()))


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
    for number, move in enumerate(moves[len(opening) :], len(opening)):
        state = table.state
        if state.actor == CHANCE:
            if (drawn := table.luck.draw(state)) != move.move:
                return [Difference(f"record.lines[0].moves[{number}]", shown(move.move), f"{shown(drawn)}, drawn from the seed")]
        else:
            decisions += 1
            seconds[state.actor] += move.seconds or 0.0
            overrun = max(overrun, -(move.left or 0.0))
        table.make(move)
    return [
        *_of_end(game, table.state),
        *compared("decisions", game.decisions, decisions),
        *compared("line", game.line, line_key(start, moves)),
        *_times(game, tuple(seconds), overrun, decisions),
    ]


def _of_end(game: Game, end: State) -> list[Difference]:
    return [*compared("points", game.points, tuple(end.points())), *compared("turns", game.turns, end.turn)]


def _times(game: Game, seconds: tuple[float, ...], overrun: float, decisions: int) -> list[Difference]:
    """Compare the times with those of the moves. A decision that lost the game or was never made is in no move."""
    near, whole = ROUNDED * (decisions + 1), game.ending in ("normal", "adjudicated")
    found = []
    for stored, told in zip(game.seconds, seconds, strict=True):
        if stored < told - near or (whole and stored > told + near):
            found.append(Difference("seconds", shown(game.seconds), shown(tuple(round(one, 4) for one in seconds))))
            break
    if game.overrun < overrun - ROUNDED or (whole and game.overrun > overrun + ROUNDED):
        found.append(Difference("overrun", shown(game.overrun), shown(round(overrun, 4))))
    return found
