"""Saves the game at the terminal: in the file that was asked for, and in an autosave in case the program ends early."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from workbench.cli.playing import words
from workbench.game.session import Session
from workbench.records import files
from workbench.storage import library, traces
from workbench.storage.autosave import Autosave
from workbench.storage.session_records import record_of
from workbench.system import saving


class GameSaver:
    """Saves one session after every change. `file` is where, None for an autosave only.

    If the file cannot be written, every later change tries again, and an autosave keeps the game meanwhile. `fault` is
    why the newest state is not in the file, "" if it is.
    """

    def __init__(self, session: Session, file: Path | None = None) -> None:
        self.session, self.file = session, file
        self.fault = ""
        self._said: list[str] = []  # by the autosave, on its thread
        self._autosave_failed = False
        self._traces: traces.Told = (
            {} if file is None else traces.of_tree(session.document.tree)
        )  # those beside the file
        self._autosave = Autosave(self._said.append) if file is None else None

    def changed(self) -> str:
        """Save the game after a change. Return a message for the user, or "".
        A failure and its end are reported once each."""
        lines = []
        if self.file is None:
            self._hold()
        else:
            fault, before = self._written(self.file), self.fault
            self.fault = fault
            if fault:
                self._hold()
                if fault != before:
                    lines.append(words.not_recorded(self.file, fault))
            elif self._autosave is not None:
                self._autosave.drop()
            if before and not fault:
                lines.append(words.recorded_again(self.file))
        return "\n".join([*lines, *self._autosave_news()])

    def save(self) -> str:
        """Save the game in its file, or in a new file among the user's games. Return a message for the user."""
        try:
            file = self.file if self.file is not None else library.Library().save(record_of(self.session))
        except saving.CannotWrite as error:
            return words.not_kept(str(error))
        fault = self._written(file)
        if fault:
            return words.not_kept(f"{file}: {fault}")
        self.file, self.fault = file, ""
        if self._autosave is not None:
            self._autosave.drop()
        library.note_recent(file)
        return words.saved(file)

    def close(self, left: bool = True) -> str:
        """Finish saving; `left` is False if an error ended the game, not the user. Return a message for the user.

        The autosave stays for the next start if it has changes that no other file has.
        """
        if self.fault and self.file is not None:
            self.fault = self._written(self.file)
        if self._autosave is None:
            return ""
        if self.fault or (self.file is None and not left):
            return words.only_autosaved(self.file, self._autosave.leave())
        self._autosave.close()
        return ""

    def _hold(self) -> None:
        """Give the game to the autosave."""
        if self._autosave is None:
            self._autosave = Autosave(self._said.append)
        self._autosave.keep(record_of(self.session), partial(traces.of_tree, self.session.document.tree.copy()))

    def _autosave_news(self) -> list[str]:
        """Return what the autosave has reported since the last call, and whether it works again."""
        said = [self._said.pop(0) for _ in range(len(self._said))]
        if said:
            self._autosave_failed = True
        elif self._autosave_failed and self._autosave is not None and not self._autosave.fault:
            self._autosave_failed = False
            return [words.AUTOSAVED_AGAIN] if self.file is None else []
        return said

    def _written(self, file: Path) -> str:
        """Write the game, and the simulations of its bots if they have changed.
        Return why that failed, "" if it did not."""
        try:
            files.write(file, record_of(self.session))
            simulations = traces.of_tree(self.session.document.tree)
            if simulations != self._traces:
                traces.write(file, simulations)
                self._traces = simulations
        except saving.CannotWrite as error:
            return saving.reason(error)
        return ""
