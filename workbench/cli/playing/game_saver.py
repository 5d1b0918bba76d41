"""Saving of the game at the terminal: in the user's file, and in an autosave in case the program ends early."""

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
    """A saver that writes one session after every change.

    If the file cannot be written, every later change tries again. Until then, an autosave keeps the game. `fault` is
    the reason that the newest state is not in the file, or "".

    Args:
        session: The game.
        file: The file to write. None means an autosave only.
    """

    def __init__(self, session: Session, file: Path | None = None) -> None:
        self.session, self.file = session, file
        self.fault = ""
        self._autosave_messages: list[str] = []  # messages from the autosave's thread
        self._autosave_failed = False
        # the simulations in the file beside the game
        self._traces: traces.TracesByKey = {} if file is None else traces.of_tree(session.document.tree)
        self._autosave = Autosave(self._autosave_messages.append) if file is None else None

    def on_change(self) -> str:
        """Save the game after a change. Return a message for the user, or "".

        The first failure and the recovery are reported once each.
        """
        lines = []
        if self.file is None:
            self._autosave_game()
        else:
            fault, before = self._write(self.file), self.fault
            self.fault = fault
            if fault:
                self._autosave_game()
                if fault != before:
                    lines.append(words.not_recorded(self.file, fault))
            elif self._autosave is not None:
                self._autosave.drop()
            if before and not fault:
                lines.append(words.recorded_again(self.file))
        return "\n".join([*lines, *self._autosave_news()])

    def save(self) -> str:
        """Save the game in its file, or in a new file in the library. Return a message for the user."""
        try:
            file = self.file if self.file is not None else library.Library().save(record_of(self.session))
        except saving.WriteError as error:
            return words.not_saved(str(error))
        fault = self._write(file)
        if fault:
            return words.not_saved(f"{file}: {fault}")
        self.file, self.fault = file, ""
        if self._autosave is not None:
            self._autosave.drop()
        library.add_recent(file)
        return words.saved(file)

    def close(self, orderly: bool = True) -> str:
        """Finish saving, and return a message for the user.

        The autosave remains for the next start if no other file has its changes.

        Args:
            orderly: Whether the user ended the game; False after an error.
        """
        if self.fault and self.file is not None:
            self.fault = self._write(self.file)
        if self._autosave is None:
            return ""
        if self.fault or (self.file is None and not orderly):
            return words.only_autosaved(self.file, self._autosave.leave())
        self._autosave.close()
        return ""

    def _autosave_game(self) -> None:
        if self._autosave is None:
            self._autosave = Autosave(self._autosave_messages.append)
        self._autosave.keep(record_of(self.session), partial(traces.of_tree, self.session.document.tree.copy()))

    def _autosave_news(self) -> list[str]:
        """Return the autosave's new messages, including one if it works again."""
        messages = [self._autosave_messages.pop(0) for _ in range(len(self._autosave_messages))]
        if messages:
            self._autosave_failed = True
        elif self._autosave_failed and self._autosave is not None and not self._autosave.fault:
            self._autosave_failed = False
            return [words.AUTOSAVED_AGAIN] if self.file is None else []
        return messages

    def _write(self, file: Path) -> str:
        """Write the game, and its bots' simulations if they have changed. Return why that failed, or ""."""
        try:
            files.write(file, record_of(self.session))
            simulations = traces.of_tree(self.session.document.tree)
            if simulations != self._traces:
                traces.write(file, simulations)
                self._traces = simulations
        except saving.WriteError as error:
            return saving.reason(error)
        return ""
