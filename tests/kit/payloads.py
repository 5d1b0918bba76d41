"""A foreign bot file that leaves a mark when its code runs, and records, archives and settings that name it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from workbench.game.session import PERSON, Session
from workbench.matches.archive.archive import Archive
from workbench.matches.planning.plan import Plan
from workbench.records import files
from workbench.records.schema import Record
from workbench.storage.session_records import record_of

SPEC = "herd(size=2)"
CODE = """
import os
from bots import Bot, Report
try:
    open({mark!r}, "a").close()
except OSError:
    pass  # a sandbox does not let it write: the moves that it makes show that it runs
class P(Bot):
    name = "payload"
    def think(self, point, limit=None):
        yield Report(point.move_text(list(point.moves())[0]))
"""
GREEDY = "mcts(simulations=1000000000,threads=64,memory=24000)"  # more than any user's machine has


class Payload:
    """A file `payload.py` in a folder.

    `has_run` is true once its code has run in this process or, without a sandbox, in any process.
    """

    def __init__(self, folder: Path, code: str = CODE) -> None:
        self.file, self.mark = folder / "payload.py", folder / "ran"
        self.change(code)

    def change(self, code: str = CODE, more: str = "") -> None:
        self.file.write_text(code.format(mark=str(self.mark)) + more)

    @property
    def text(self) -> str:
        return f"{self.file}:P"

    @property
    def has_run(self) -> bool:
        return self.mark.exists()


def record_with(seats: Sequence[str], decisions: int = 0) -> Record:
    """Return a record with these players after this many decisions, each the first legal move."""
    session = Session(SPEC, [PERSON] * len(seats), 1)
    decided = 0
    while True:
        if session.waits_for == "chance":
            session.draw_chance()
        elif decided < decisions and session.waits_for == "person":
            session.play(session.state.move_text(next(iter(session.state.moves()))))
            decided += 1
        else:
            break
    session.trusted = True
    for seat, player in enumerate(seats):
        session.change_seat(seat, player)
    return record_of(session)


def decisions_until(seat: int) -> int:
    """Return the number of decisions after which this seat is to move."""
    decisions = 0
    while True:
        session = Session(SPEC, [PERSON] * 2, 1)
        count = 0
        while session.waits_for == "chance" or count < decisions:
            if session.waits_for == "chance":
                session.draw_chance()
            else:
                session.play(session.state.move_text(next(iter(session.state.moves()))))
                count += 1
        if session.state.actor == seat:
            return decisions
        decisions += 1


def write_record(file: Path, seats: Sequence[str], decisions: int = 0) -> Path:
    files.write(file, record_with(seats, decisions))
    return file


def archive_with(file: Path, bots: tuple[str, ...]) -> Path:
    """Write an archive with an unplayed match of these bots."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with Archive(file, create=True) as archive:
        archive.add_match(Plan(spec=SPEC, bots=bots, versions=("",) * len(bots), blocks=1, seed=1))
    return file
