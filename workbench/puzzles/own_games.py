"""Puzzles from the mistakes in one's own games: every game is reviewed once, and its review is stored with it.

The work can stop at any time. It continues with the decisions and games that are left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from workbench.game.session import PERSON, Session
from workbench.puzzles import sets
from workbench.puzzles.comparing import review_effort
from workbench.puzzles.leads import own_seats, review_leads
from workbench.puzzles.making import Maker
from workbench.puzzles.schema import Puzzle
from workbench.records import files
from workbench.records.files import RecordError
from workbench.records.schema import Record
from workbench.review.decisions import decisions
from workbench.review.judging import Judged, Reviewer, mistakes
from workbench.review.review import is_of_review, stored_report, stored_review
from workbench.storage.library import Library
from workbench.storage.session_records import record_of, session_of
from workbench.storage.stored_game import claim_path, stamp_of
from workbench.system import bounded, decoding, folders, limits, saving
from workbench.system.locks import Lock
from workbench.system.translation import tr

DONE = "puzzles-reviewed.json"
TITLE = tr("From my mistakes")

Stopped = Callable[[], bool]


class Reviewed(NamedTuple):
    """What happened with one game.

    Attributes:
        file: The record.
        decisions: The number of its decisions.
        mistakes: The number of mistakes of the person.
        puzzles: The number of puzzles made of them.
        note: Why the game was not reviewed, or its review not stored, or "".
    """

    file: Path
    decisions: int
    mistakes: int
    puzzles: int
    note: str = ""


def own_games(library: Library | None = None) -> list[Path]:
    """Return the finished games of the library that are not done yet, the newest first."""
    library = library or Library()
    done = _done()
    return [
        entry.file
        for entry in library.search()
        if not entry.damage and entry.outcome is not None and done.get(entry.file.name) != _stamp(entry.file)
    ]


def review_own(
    paths: Sequence[Path], judge: str = "", simulations: int = 8000, seed: int = 1, stopped: Stopped = lambda: False,
    progress: Callable[[Path, int, int], None] = lambda file, number, total: None,
) -> Iterator[Reviewed]:  # fmt: skip
    """Review games, store the reviews, and add the person's mistakes to the set of own puzzles.

    Args:
        paths: The records; see `own_games`.
        judge: The bot that judges; by default the strongest one.
        simulations: The simulations for each searched position.
        seed: The seed of the judge and of the puzzles.
        stopped: Called from time to time; True ends the work. What is done is kept.
        progress: Called after each judged decision with the game, and the number and total of its decisions.

    Raises:
        PuzzleError: The set of own puzzles is damaged.
        WriteError: The set cannot be written.
    """
    for path in paths:
        if stopped():
            return
        session: Session | None = None
        try:
            stamp = stamp_of(path)  # before reading: a change after it must not be lost
            record = files.read(path)
            if PERSON not in [seat.player for seat in record.seats] or record.follows is not None:
                _note_done(path)
                continue
            session = session_of(record)
            judged = judge_game(session, judge, simulations, seed, stopped, partial(progress, path))
        except KeyboardInterrupt:
            if session is not None and record_of(session) != record:
                store(path, session, stamp)  # the next run continues after the judged decisions
            raise
        except (RecordError, ValueError) as error:
            yield Reviewed(path, 0, 0, 0, str(error))
            continue
        note = "" if record_of(session) == record else store(path, session, stamp)
        if stopped():
            return
        made = add_puzzles(session, judged, path.stem, seed, stopped)
        if stopped():
            return
        if not note:
            _note_done(path)
        seats = own_seats(session)
        found = [one for one in mistakes(judged) if one.seat in seats]
        yield Reviewed(path, len(judged), len(found), len(made), note)


def judge_game(
    session: Session, judge: str = "", simulations: int = 8000, seed: int = 1, stopped: Stopped = lambda: False,
    progress: Callable[[int, int], None] = lambda number, total: None,
) -> list[Judged]:  # fmt: skip
    """Return the judgements of a game's decisions, and note them in the game.

    A complete stored review is used as it is. The judgements of an unfinished one by the same judge are kept.

    Raises:
        ValueError: The game cannot be reviewed.
    """
    earlier = stored_review(session)
    if earlier is not None and earlier.is_complete:
        return list(earlier.judged)
    reviewer = Reviewer(session, judge, simulations, seed)
    try:
        name = reviewer.judge.text
        same = earlier is not None and (earlier.judge, earlier.simulations) == (name, simulations)
        known = {one.decided[0]: one for one in earlier.judged} if earlier is not None and same else {}
        total = len(reviewer.decisions)
        for number, (_, decided) in enumerate(reviewer.decisions):
            if stopped():
                break
            if decided[0] not in known:
                one = known[decided[0]] = reviewer.judge_one(number)
                session.document.annotations.store_review(
                    {decided[0]: stored_report(one, name, simulations)}, is_of_review
                )
            progress(number + 1, total)
    finally:
        reviewer.close()
    order = [decided[0] for _, decided in decisions(session, session.document.main_line())]
    return [known[node] for node in order if node in known]


def add_puzzles(
    session: Session, judged: Sequence[Judged], name: str, seed: int = 1, stopped: Stopped = lambda: False
) -> list[Puzzle]:
    """Make puzzles of the person's mistakes in a reviewed game, add them to the own set and return them.

    Raises:
        PuzzleError: The set is damaged.
        WriteError: The set cannot be written.
    """
    maker = Maker(review_effort(session.point.info), seed=seed, stopped=stopped)
    made = []
    for lead in review_leads(session, judged, name):
        puzzle = maker.puzzle(lead, keeps_easy=True)
        if puzzle is not None:
            made.append(puzzle)
            sets.add(sets.MISTAKES, [puzzle], TITLE)
        if stopped():
            break
    return made


def store(path: Path, session: Session, stamp: object) -> str:
    """Save a reviewed game in its file, and return why that is not possible, or "".

    A game that a window has open, or that has changed since it was read, is left alone.
    """
    lock = Lock(claim_path(path))
    try:
        if not lock.acquire():
            return tr("The game is open in a window, so its review is not stored.")
        if stamp_of(path) != stamp:
            return tr("The game has changed, so its review is not stored.")
        record: Record = record_of(session)
        files.write(path, record)
        return ""
    except (OSError, saving.WriteError) as error:
        return str(error)
    finally:
        lock.release()


# Games that are done --------------------------------------------------------------------------------------------------

Noted = Annotated[dict[str, str], Meta(max_length=200_000)]


def _stamp(path: Path) -> str:
    with suppress(OSError):
        status = path.stat()
        return f"{status.st_size} {status.st_mtime_ns}"
    return ""


def _done() -> dict[str, str]:
    try:
        plain = bounded.read_bytes(folders.state_path(DONE), limits.TEXT_FILE)
        bounded.check_json(plain)
        found: dict[str, str] = decoding.json_decoder(Noted).decode(plain)
        return found
    except (OSError, ValueError, msgspec.MsgspecError, RecursionError):
        return {}


def _note_done(path: Path) -> None:
    done = _done()
    done[path.name] = _stamp(path)
    present = {entry for entry in done if (path.parent / entry).exists()}
    with suppress(saving.WriteError):  # the game is then looked at again, and its stored review is used
        saving.write(
            folders.state_path(DONE), msgspec.json.encode({name: done[name] for name in done if name in present})
        )
