"""A game and its storage: an autosave while the game changes, and a file once it is saved."""

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
from workbench.records.files import RecordError
from workbench.records.schema import Record
from workbench.records.steps import SET_UP
from workbench.storage import library, traces, unmade_turns
from workbench.storage.autosave import AbandonedGame, Autosave
from workbench.storage.session_records import AUTOSAVE_OF as AUTOSAVE_TAG
from workbench.storage.session_records import session_of, snapshot
from workbench.system import folders, saving
from workbench.system.locks import Lock

Stamp = tuple[int, ...]  # size, modification time and inode: differs after another program writes the file


class SaveResult(NamedTuple):
    """The result of a save.

    Args:
        file: The file of the game.
        conflict: The name of the original file if another program had changed it, so that a new file was used; else "".
        recreated: Whether the file had been deleted and was recreated.
        added: Whether the game was added to the library.
    """

    file: Path
    conflict: str = ""
    recreated: bool = False
    added: bool = False


class StoredGame:
    """A session with its autosave and its file.

    `file` is the file it was opened from or saved to, or None. `unsaved` says whether closing without the autosave
    would lose changes.

    Args:
        session: The game.
        on_fault: Receives one line, on another thread, when the autosave cannot be written.
    """

    def __init__(self, session: Session, on_fault: Callable[[str], None] = lambda line: None) -> None:
        self.session, self._on_fault = session, on_fault
        session.trusted = False  # bots that take a seat from now on must be installed
        # plans on sheets, which are not part of the record or of `unsaved`
        self.plans = unmade_turns.PlanStore(session)
        self.file: Path | None = None
        self.unsaved = False
        self.worth_keeping = False  # whether a decision was made, so that the game is worth saving
        self.is_placeholder = False  # whether nobody plays the game, because its tab shows something else
        self.discarded = False  # whether the game was discarded, and is kept only to undo the discard
        # whether the game was automatically added to the library, or is about to be, or is continued from there
        self.in_library = False
        self.result_saved = False  # whether the automatically saved file has a result
        self._stamp: Stamp | None = None  # stamp of the file when it was last read or written
        self._saved: object = None  # the content last saved to the file
        self._revision = -1  # the tree's revision at the last check
        self._autosave: Autosave | None = None
        self._claim: Lock | None = None  # lock that warns other windows of the open file
        self._saving = threading.Lock()  # one save at a time, because each compares the previous one's stamp

    @property
    def is_replaceable(self) -> bool:
        """Whether another game can take the tab of this one: nobody has decided anything in it."""
        return not self.worth_keeping and not self.is_placeholder

    @property
    def open_elsewhere(self) -> bool:
        """Whether the file is also open in another window."""
        return self._claim is not None and not self._claim.held

    @property
    def fault(self) -> str:
        """The reason the game or a plan on a sheet cannot be autosaved, or ""."""
        return (self._autosave.fault if self._autosave is not None else "") or self.plans.fault

    @property
    def restorable_file(self) -> Path | None:
        """The file from which the next start can reopen the game, or None: its autosave if unsaved, else its file."""
        if self.discarded or not self.worth_keeping:
            return None
        return self._autosave.file if self.unsaved and self._autosave is not None else self.file

    @property
    def kept_in(self) -> Path | None:
        """The autosave of the game, even if it is not worth keeping, or else its file, or None."""
        return self._autosave.file if self._autosave is not None else self.file

    # Opening ----------------------------------------------------------------------------------------------------------

    @classmethod
    def open(cls, file: Path, on_fault: Callable[[str], None] = lambda line: None) -> StoredGame:
        """Open the game in a file and add it to the recent files.

        Raises:
            RecordError: The file is damaged, or its moves are illegal.
        """
        stamp = stamp_of(file)
        try:
            session = session_of(files.read(file))
            traces.load_traces(session.document.tree, file)
            game = cls(session, on_fault)
        except RecordError as error:
            raise RecordError(error.field, error.reason, str(file)) from None
        game._set_file(file, stamp, game.content())
        game.in_library = file.parent == library.Library().folder and session.result is None
        library.add_recent(file)
        return game

    @classmethod
    def recover(cls, abandoned: AbandonedGame, on_fault: Callable[[str], None] = lambda line: None) -> StoredGame:
        """Open a game that a crashed program left behind, and keep using its autosave file.

        Raises:
            RecordError: The file cannot be opened, or another program has opened it.
        """
        autosave = Autosave(on_fault, file=abandoned.file)
        try:
            record = files.read(abandoned.file)
            origin = parse_tag(record.tags.get(AUTOSAVE_TAG, ""))
            session = session_of(without_autosave_tag(record))
        except RecordError:
            autosave.leave()
            raise
        if origin is not None:
            traces.load_traces(session.document.tree, origin[0])
        traces.load_traces(session.document.tree, abandoned.file)
        game = cls(session, on_fault)
        game._autosave = autosave
        if origin is not None:
            game._set_file(*origin, None)
        return game

    @classmethod
    def from_record(cls, record: Record, on_fault: Callable[[str], None] = lambda line: None) -> StoredGame:
        """Open a game stored elsewhere, for example in a match archive. The game counts as saved until it changes.

        Raises:
            RecordError: The moves of the record are illegal.
        """
        game = cls(session_of(record), on_fault)
        game._saved = game.content()
        return game

    def _set_file(self, file: Path, stamp: Stamp | None, content: object) -> None:
        if file != self.file:
            self._claim_file(file)
        self.file, self._stamp, self._saved = file, stamp, content
        self._revision = -1  # forces the next check, on any thread, to compare the content

    def _claim_file(self, file: Path) -> None:
        self._release_claim()
        self._claim = Lock(claim_path(file))
        with suppress(OSError):
            self._claim.acquire()

    def _release_claim(self) -> None:
        if self._claim is not None:
            self._claim.release()
            self._claim = None

    def mark_discarded(self) -> None:
        """Mark the game as discarded and release its file."""
        self.discarded = True
        self._release_claim()

    def clear_discarded(self) -> None:
        """Clear the discarded mark, and claim the file again if it was released."""
        self.discarded = False
        if self._claim is None and self.file is not None:
            self._claim_file(self.file)

    def release_file(self) -> None:
        """Release the file while the game is closed, so that other windows do not warn that it is open."""
        self._release_claim()

    # Changes ----------------------------------------------------------------------------------------------------------

    def content(self) -> object:
        """Return everything worth saving, for comparison. The current node does not count."""
        tree = self.session.document.tree
        return dict(tree.nodes), tree.head._replace(view=View(hindsight=tree.head.view.hindsight))

    def check_changes(self) -> None:
        """Check for changes and schedule an autosave. Cheap if nothing has changed; call it often."""
        tree = self.session.document.tree
        if tree.revision == self._revision or self.is_placeholder:
            return
        self._revision = tree.revision
        self.worth_keeping = self.worth_keeping or self.file is not None or is_worth_keeping(self.session)
        self.unsaved = self.worth_keeping and (self._saved is None or self._saved != self.content())
        if self.unsaved:
            if self._autosave is None:
                self._autosave = Autosave(self._on_fault)
            self._autosave.keep(snapshot(self.session, **self._tags()), partial(traces.of_tree, tree.copy()))
        elif self._autosave is not None:
            self._autosave.drop()

    def mark_worth_keeping(self) -> None:
        """Mark the game as worth keeping even if nobody has decided anything in it."""
        if not self.worth_keeping and not self.is_placeholder:
            self.worth_keeping, self._revision = True, -1

    def _tags(self) -> dict[str, str]:
        if self.file is None or self._stamp is None:
            return {}
        return {AUTOSAVE_TAG: f"{' '.join(map(str, self._stamp))}|{self.file}"}

    # Saving -----------------------------------------------------------------------------------------------------------

    def saver(self, file: Path | None = None) -> Callable[[], SaveResult]:
        """Return a function that saves the game as it is now.

        The function may run on any thread and may raise `WriteError`. It looks up the current file when it runs, so two
        pending saves write to the same file.

        Args:
            file: The file to save to, or None for the game's own file (a new one in the library if it has none).
        """
        build_record, content, simulations = (
            snapshot(self.session),
            self.content(),
            traces.of_tree(self.session.document.tree),
        )

        def save() -> SaveResult:
            with self._saving:
                target, conflict, recreated = file or self.file, "", False
                record, added = build_record(), target is None
                if target is None:
                    target = library.Library().save(record)
                else:
                    current_stamp = stamp_of(target) if target == self.file else None
                    recreated = target == self.file and current_stamp is None
                    if current_stamp is not None and current_stamp != self._stamp:
                        conflict = target.name  # another program has written to the file: keep both games
                        target = library.create_unused(target.parent, target.name.removesuffix(files.SUFFIX))
                    files.write(target, record)
                traces.write(target, simulations)
                self._set_file(target, stamp_of(target), content)
            library.add_recent(target)
            return SaveResult(target, conflict, recreated, added)

        return save

    # Ending -----------------------------------------------------------------------------------------------------------

    def flush(self) -> str:
        """Write the autosave now, on any thread. Return the reason for a failure, or ""."""
        return self._autosave.flush() if self._autosave is not None else ""

    def leave(self) -> str:
        """Leave unsaved changes for the next start, because the program ends.

        Returns:
            Why the changes cannot be recovered at the next start, or "".
        """
        self.check_changes()
        self._release_claim()
        fault = ""
        if self.session.result is not None:
            unmade_turns.delete_plans(self.session)  # the game is over, so its plans are obsolete
        else:
            fault = self.plans.flush()
        if self._autosave is not None:
            if self.unsaved:
                return self._autosave.leave() or fault
            self._autosave.close()
        return fault

    def discard(self) -> None:
        """Remove the autosave and release the file."""
        self._release_claim()
        if self._autosave is not None:
            self._autosave.close()


def is_worth_keeping(session: Session) -> bool:
    """Return whether a game contains a decision (a person's, if people play), a comment, a mark or a note."""
    persons = PERSON in session.seats

    def matters(node: Node) -> bool:
        decided = node.actor == SET_UP or (node.actor >= 0 and (not persons or session.seats[node.actor] == PERSON))
        return decided or bool(node.comment or node.marks)

    followed = session.follows is not None and len(session.document.tree.nodes) > 1
    declared = session.document.tree.head.result is not None or bool(session.document.tree.head.notes)
    return followed or declared or any(map(matters, session.document.tree.nodes.values()))


def parse_tag(tag: str) -> tuple[Path, Stamp] | None:
    """Return the file and stamp in the tag of an autosave, or None if no game could be saved there.

    The file is an existing record, or a new one in an existing folder: recovering a game creates no folders. Remote
    paths are refused without touching the network.
    """
    stamp, _, name = tag.partition("|")
    if not re.fullmatch(r"-?\d{1,20}( -?\d{1,20}){2}", stamp) or trust.is_remote(name):
        return None
    file = Path(name)
    if not file.is_absolute() or not file.name.endswith(files.SUFFIX):
        return None
    try:
        file = folders.current(file)
        if not stat.S_ISDIR(os.stat(file.parent).st_mode):
            return None
        with suppress(FileNotFoundError):
            if not stat.S_ISREG(os.stat(file).st_mode):
                return None
    except (OSError, ValueError):
        return None
    return file, tuple(map(int, stamp.split()))


def without_autosave_tag(record: Record) -> Record:
    """Return the record without the tag that only autosaves have."""
    return msgspec.structs.replace(
        record, tags={name: text for name, text in record.tags.items() if name != AUTOSAVE_TAG}
    )


def claim_path(file: Path) -> Path:
    """Return the path of the lock that marks a file as open in a window."""
    folder = folders.state_folder() / "open"
    with suppress(OSError):
        saving.make_folder(folder)
    return folder / f"{sha256(os.fsencode(os.path.realpath(file))).hexdigest()[:24]}.lock"


def stamp_of(file: Path) -> Stamp | None:
    """Return the stamp of a file, or None if there is no such file."""
    with suppress(OSError, ValueError):
        status = file.stat()
        return status.st_size, status.st_mtime_ns, status.st_ino
    return None
