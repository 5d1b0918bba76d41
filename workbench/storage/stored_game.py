"""One game and where it is stored: in an autosave as it changes (see `look`), and in a file once it is saved."""

from __future__ import annotations

import os
import re
import stat
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

from workbench.bot_process import trust
from workbench.game.move_tree import Node, View
from workbench.game.session import PERSON, Session
from workbench.records import files
from workbench.records.files import BadRecord
from workbench.records.schema import Record
from workbench.records.steps import SET_UP
from workbench.storage import library, traces, unmade_turns
from workbench.storage.autosave import Autosave, Left
from workbench.storage.session_records import AUTOSAVE_OF as OF
from workbench.storage.session_records import session_of, snapshot
from workbench.system import folders, saving
from workbench.system.locks import Lock

Stamp = tuple[int, ...]  # of a file, another one after it was written anew


class Saved(NamedTuple):
    """What came of saving: where the game is now; the name of its file if that is another one now,
    because somebody else has written there; whether the file was gone and has been written anew; whether
    it is new among one's own games."""

    file: Path
    beside: str = ""
    anew: bool = False
    first: bool = False


class StoredGame:
    """A session as it is kept. `file` is where it was opened from or saved, None for nowhere yet; `unsaved` whether
    something would be lost without the autosave. A failure to write is told to `on_fault`, on another thread."""

    def __init__(self, session: Session, on_fault: Callable[[str], None] = lambda line: None) -> None:
        self.session, self._on_fault = session, on_fault
        session.trusted = False  # whoever sits down from now on must be there
        # what is written on sheets: not in the record, and no part of `unsaved`
        self.plans = unmade_turns.UnmadeTurns(session)
        self.file: Path | None = None
        self.unsaved = False
        self.worth = False  # somebody has decided something
        self.unwanted = False  # it was discarded, and is only kept to be taken back
        self.put_by = False  # it was put among one's own games by itself, or is going to be
        self._stamp: Stamp | None = None  # of the file as it was read or written
        self._saved: object = None  # what the file holds
        self._revision = -1  # of the tree that was looked at last
        self._autosave: Autosave | None = None
        self._claim: Lock | None = None  # on the file, so that other windows know of it
        self._saving = threading.Lock()  # one save at a time: each goes by what the one before has left

    @property
    def elsewhere(self) -> bool:
        """Whether the file is open in another window as well."""
        return self._claim is not None and not self._claim.held

    @property
    def fault(self) -> str:
        """Why the game, or what is written on a sheet, is not being written down as it changes;
        "" as long as nothing fails."""
        return (self._autosave.fault if self._autosave is not None else "") or self.plans.fault

    # Opening ----------------------------------------------------------------------------------------------------------

    @classmethod
    def opened(cls, file: Path, on_fault: Callable[[str], None] = lambda line: None) -> StoredGame:
        """The game in a file; BadRecord if it is damaged or cannot have happened."""
        stamp = stamp_of(file)
        try:
            session = session_of(files.read(file))
            traces.take_in(session.document.tree, file)
            game = cls(session, on_fault)
        except BadRecord as error:
            raise BadRecord(error.field, error.reason, str(file)) from None
        game._is_in(file, stamp, game.content())
        library.note_recent(file)
        return game

    @classmethod
    def recovered(cls, left: Left, on_fault: Callable[[str], None] = lambda line: None) -> StoredGame:
        """The game that a program left behind; it goes on being kept where it is. BadRecord if it cannot be opened, or
        somebody else has opened it."""
        autosave = Autosave(on_fault, file=left.file)
        try:
            record = files.read(left.file)
            of = belongs_to(record.tags.get(OF, ""))
            session = session_of(without_tag(record))
        except BadRecord:
            autosave.leave()
            raise
        if of is not None:
            traces.take_in(session.document.tree, of[0])
        traces.take_in(session.document.tree, left.file)
        game = cls(session, on_fault)
        game._autosave = autosave
        if of is not None:
            game._is_in(*of, None)
        return game

    @classmethod
    def found(cls, record: Record, on_fault: Callable[[str], None] = lambda line: None) -> StoredGame:
        """A game that is kept elsewhere, as in an archive of matches: nothing is lost with it as long as it is not
        changed. BadRecord if it cannot have happened."""
        game = cls(session_of(record), on_fault)
        game._saved = game.content()
        return game

    def _is_in(self, file: Path, stamp: Stamp | None, content: object) -> None:
        if file != self.file:
            self._claim_it(file)
        self.file, self._stamp, self._saved = file, stamp, content
        self._revision = -1  # behind the others: whoever looks on another thread meanwhile has to look again

    def _claim_it(self, file: Path) -> None:
        self._let_go()
        self._claim = Lock(_claim_on(file))
        with suppress(OSError):
            self._claim.take()

    def _let_go(self) -> None:
        if self._claim is not None:
            self._claim.let_go()
            self._claim = None

    def unwant(self) -> None:
        """It is discarded: as long as nobody goes on with it, it claims no file."""
        self.unwanted = True
        self._let_go()

    def want(self) -> None:
        """Somebody goes on with it."""
        if self.unwanted:
            self.unwanted = False
            if self.file is not None:
                self._claim_it(self.file)

    # What is the case -------------------------------------------------------------------------------------------------

    def content(self) -> object:
        """All that is worth saving, to be compared: not where one stands."""
        tree = self.session.document.tree
        return dict(tree.nodes), tree.head._replace(view=View(hindsight=tree.head.view.hindsight))

    def look(self) -> None:
        """See what has changed. To be called often; what changed will be written down, on another thread."""
        tree = self.session.document.tree
        if tree.revision == self._revision:
            return
        self._revision = tree.revision
        self.worth = self.worth or self.file is not None or is_worth_keeping(self.session)
        self.unsaved = self.worth and (self._saved is None or self._saved != self.content())
        if self.unsaved:
            if self._autosave is None:
                self._autosave = Autosave(self._on_fault)
            self._autosave.keep(snapshot(self.session, **self._tags()), partial(traces.of_tree, tree.copy()))
        elif self._autosave is not None:
            self._autosave.drop()

    def note_written(self) -> None:
        """Somebody has begun to write a turn: the game is worth keeping, though nothing of that is in it."""
        if not self.worth:
            self.worth, self._revision = True, -1

    def _tags(self) -> dict[str, str]:
        if self.file is None or self._stamp is None:
            return {}
        return {OF: f"{' '.join(map(str, self._stamp))}|{self.file}"}

    # Saving -----------------------------------------------------------------------------------------------------------

    def saver(self, file: Path | None = None) -> Callable[[], Saved]:
        """What saves the game as it is now in its file, or in another one, or for the first time among one's own games:
        work for any thread, which may raise CannotWrite. Where the game is kept by then shows when it is done, so that
        what was asked for twice is written twice, into one file."""
        made, content, told = snapshot(self.session), self.content(), traces.of_tree(self.session.document.tree)

        def save() -> Saved:
            with self._saving:
                where, beside, anew = file or self.file, "", False
                record, first = made(), where is None
                if where is None:
                    where = library.Library().save(record)
                else:
                    now = stamp_of(where) if where == self.file else None
                    anew = where == self.file and now is None
                    if now is not None and now != self._stamp:
                        beside = where.name  # somebody else has written there: both games stay
                        where = library.free(where.parent, where.name.removesuffix(files.SUFFIX))
                    files.write(where, record)
                traces.write(where, told)
                self._is_in(where, stamp_of(where), content)
            library.note_recent(where)
            return Saved(where, beside, anew, first)

        return save

    # Ending -----------------------------------------------------------------------------------------------------------

    def flush(self) -> str:
        """Write down at once what would be lost, on any thread; why that failed, "" if it did not."""
        return self._autosave.flush() if self._autosave is not None else ""

    def leave(self) -> str:
        """The program ends: what is not saved is to be found at the next start; why it will not be, "" if it will."""
        self.look()
        self._let_go()
        fault = ""
        if self.session.result is not None:
            unmade_turns.forget(self.session)  # it is over, and nobody has undone that
        else:
            fault = self.plans.flush()
        if self._autosave is not None:
            if self.unsaved:
                return self._autosave.leave() or fault
            self._autosave.close()
        return fault

    def discard(self) -> None:
        """Nobody wants what is not saved."""
        self._let_go()
        if self._autosave is not None:
            self._autosave.close()


def is_worth_keeping(session: Session) -> bool:
    """Whether somebody has decided something in a game (where persons play, a person), or written something down."""
    persons = PERSON in session.seats

    def matters(node: Node) -> bool:
        decided = node.actor == SET_UP or (node.actor >= 0 and (not persons or session.seats[node.actor] == PERSON))
        return decided or bool(node.comment or node.marks)

    followed = session.follows is not None and len(session.document.tree.nodes) > 1
    declared = session.document.tree.head.result is not None or bool(session.document.tree.head.notes)
    return followed or declared or any(map(matters, session.document.tree.nodes.values()))


def belongs_to(tag: str) -> tuple[Path, Stamp] | None:
    """Return the file that the tag of an autosave names and the stamp it had, or None if no game could be saved there.

    The file is a record that exists, or a new one in a folder that exists: recovering a game makes no folders. A path
    that another machine would hear of is not looked at.
    """
    stamp, _, name = tag.partition("|")
    if not re.fullmatch(r"-?\d{1,20}( -?\d{1,20}){2}", stamp) or trust.is_remote(name):
        return None
    file = Path(name)
    if not file.is_absolute() or not file.name.endswith(files.SUFFIX):
        return None
    try:
        if not stat.S_ISDIR(os.stat(file.parent).st_mode):
            return None
        with suppress(FileNotFoundError):
            if not stat.S_ISREG(os.stat(file).st_mode):
                return None
    except (OSError, ValueError):
        return None
    return file, tuple(map(int, stamp.split()))


def without_tag(record: Record) -> Record:
    """A record as it would be saved, without what only an autosave says."""
    return msgspec.structs.replace(record, tags={name: text for name, text in record.tags.items() if name != OF})


def _claim_on(file: Path) -> Path:
    """The lock that says that a file is open in a window."""
    folder = folders.folder() / "open"
    with suppress(OSError):
        saving.make_folder(folder)
    return folder / f"{sha256(os.fsencode(os.path.realpath(file))).hexdigest()[:24]}.lock"


def stamp_of(file: Path) -> Stamp | None:
    """What is different after a file was written anew; None if it is not there."""
    with suppress(OSError, ValueError):
        now = file.stat()
        return now.st_size, now.st_mtime_ns, now.st_ino
    return None
