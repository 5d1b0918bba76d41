"""Set up after a restart: positions return over their games, with their steps to undo."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path

from workbench.gui.play.open_game import OpenGame
from workbench.gui.play.tabs import Tabs
from workbench.gui.set_up.editing import EditedPosition
from workbench.gui.set_up.files import PositionFiles
from workbench.gui.set_up.mode import SetUpMode
from workbench.gui.shell.shell import Shell
from workbench.positions import lists, open_positions
from workbench.positions.lists import PositionList
from workbench.positions.open_positions import OpenPosition
from workbench.storage import autosave
from workbench.system import folders


class Reopening:
    """The positions that were in Set up when the last window closed. `waiting` lists those without their game so far.

    Args:
        shell: The window.
        games: The open games.
        set_up: The mode.
        files: The unfinished positions of earlier runs, which include the autosaves of these positions.
    """

    def __init__(self, shell: Shell, games: Tabs, set_up: SetUpMode, files: PositionFiles) -> None:
        self.shell, self.games, self.set_up, self.files = shell, games, set_up, files
        self.here = set_up.here
        self.waiting: list[OpenPosition] = []
        self.timer = ""  # of the next attempt, after the tabs were shown
        shell.events.started.connect(self.start)
        shell.events.game_shown.connect(self._try_later)
        shell.events.closing.connect(self.close)

    # The last run -----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Look for the positions of the last run when the program starts, after their autosaves were found."""
        self.here.background.run(open_positions.take, self._found, lambda _: None)

    def _found(self, positions: list[OpenPosition]) -> None:
        self.waiting = positions
        self._reopen()

    def _try_later(self) -> None:
        if self.waiting and not self.timer:
            self.timer = self.shell.root.after_idle(self._reopen)

    def _reopen(self) -> None:
        """Set up the positions whose games are open."""
        self.timer = ""
        for position in list(self.waiting):
            for playing in self.games.open:
                with self.games.guard(playing.table):
                    if self._fits(position, playing):
                        self.waiting.remove(position)
                        self._set_up(position, playing)
                        break

    def _fits(self, position: OpenPosition, playing: OpenGame) -> bool:
        """Return whether a position belongs to this game and to the person at the screen."""
        stored, table = playing.stored, playing.table
        if stored is None or stored.kept_in is None or self.here.positions.of(table) is not None:
            return False
        person = self.here.positions.person(table)
        return (
            folders.current(Path(position.game)) in map(folders.current, filter(None, (stored.kept_in, stored.file)))
            and self.games.private.may_see(table.session)
            and table.screen.handover_seat is None
            and position.viewer == (person[1] if person is not None else None)
        )

    def _set_up(self, position: OpenPosition, playing: OpenGame) -> None:
        file = Path(position.file) if position.file else None
        found = next((sketch for sketch in self.files.left if file is not None and sketch.file == file), None)
        positions: PositionList | None = None
        if found is not None:
            self.files.forget(found)
            positions = PositionList(found.positions.entries, tail=found.positions.tail)
            self.here.background.run(partial(autosave.discard, found.file), lambda _: None, lambda _: None)
        elif file is not None and file.parent != autosave.autosave_folder():
            with suppress(lists.PositionListError):
                positions = lists.read_file(file, playing.table.session.spec)
        if file is not None and positions is None:  # opened or deleted elsewhere in the meantime
            return
        if positions is not None and 0 <= position.index < len(positions.entries):
            positions.go_to(position.index)
        steps = open_positions.parse_steps(position.undo), open_positions.parse_steps(position.redo)
        self.set_up.reopen(playing.table, positions, steps, position.over_game)

    # This run ---------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Note the positions in Set up for the next start. Their autosaves are left by `EditedPosition.close`."""
        if self.timer:
            self.shell.root.after_cancel(self.timer)
        noted = list(self.waiting)
        for playing in self.games.open:
            with self.games.guard(playing.table):
                noted += self._notes(playing)
        open_positions.save(noted)

    def _notes(self, playing: OpenGame) -> list[OpenPosition]:
        stored, table, positions = playing.stored, playing.table, self.here.positions
        edited, person = positions.of(table), positions.person(table)
        over_game = positions.covers(table)
        if stored is None or edited is None or not (over_game or edited.touched):
            return []
        stored.mark_worth_keeping()
        stored.check_changes()  # an untouched game receives its autosave
        if stored.restorable_file is None:
            return []
        undo, redo = edited.model.steps
        return [
            OpenPosition(
                str(stored.restorable_file),
                person[1] if person is not None else None,
                over_game,
                _file_of(edited),
                edited.model.positions.index,
                open_positions.format_steps(undo),
                open_positions.format_steps(redo),
            )
        ]


def _file_of(edited: EditedPosition) -> str:
    """Return the file from which a list of positions can be read again: its autosave or its own, or "" for none."""
    positions, saver = edited.model.positions, edited.saver
    file = saver.file if saver is not None and edited.touched and positions.unsaved else positions.file
    return str(file) if file is not None else ""
