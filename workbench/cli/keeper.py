"""Keeps the game at the terminal: in the file it was asked for, and in one that is there if the program dies."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from workbench import library, safely
from workbench.autosave import Autosave
from workbench.cli import words
from workbench.records import files, traces
from workbench.records.keeping import record_of
from workbench.session import Session


class Keeper:
    """Of one session. `file` is where the game is kept as it goes on, None for nowhere but beside the settings."""

    def __init__(self, session: Session, file: Path | None = None) -> None:
        self.session, self.file = session, file
        self._faults: list[str] = []
        self._traces: traces.Told = {} if file is None else traces.of_tree(session.tree)  # that lie beside the file
        self._autosave = Autosave(self._faults.append) if file is None else None

    def changed(self) -> str:
        """Something happened in the game; returns a line to be said, "" for none."""
        if self._autosave is not None:
            self._autosave.keep(record_of(self.session), partial(traces.of_tree, self.session.tree.copy()))
        elif self.file is not None:
            try:
                files.write(self.file, record_of(self.session))
                self._write_traces(self.file)
            except safely.CannotWrite as error:
                self._faults.append(words.not_kept(str(error)))
                self.file = None  # said once; `save` tries again
        return self._faults.pop() if self._faults else ""

    def save(self) -> str:
        """Save the game where it is kept, else among one's own games; returns what is to be said."""
        try:
            if self.file is not None:
                files.write(self.file, record_of(self.session))
            else:
                self.file = library.Library().save(record_of(self.session))
            self._write_traces(self.file)
        except safely.CannotWrite as error:
            return words.not_kept(str(error))
        library.note_recent(self.file)
        return words.saved(self.file)

    def _write_traces(self, file: Path) -> None:
        """Write the single simulations of bots beside the game, if there are other ones than were written last."""
        told = traces.of_tree(self.session.tree)
        if told != self._traces:
            traces.write(file, told)
            self._traces = told

    def close(self) -> None:
        """The table is left as it should be: what was only kept against accidents may go."""
        if self._autosave is not None:
            self._autosave.close()
