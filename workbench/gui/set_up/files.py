"""Positions in files and on the clipboard, and unfinished positions of earlier runs."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

import fastcore
from workbench import boards
from workbench.gui.play import words as play_words
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.set_up import words as set_up_words
from workbench.gui.set_up.mode import SetUpMode
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets import file_dialogs
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.bar import Offer
from workbench.positions import autosave as positions_autosave
from workbench.positions import lists
from workbench.positions.autosave import AbandonedSketch
from workbench.positions.lists import Entry, PositionList
from workbench.storage import autosave
from workbench.system.sentences import as_sentence

POSITIONS = file_dialogs.FileKind(widgets_words.POSITIONS, lists.SUFFIX)
SUFFIXES = (lists.SUFFIX, ".txt")  # suffixes of files with positions


class PositionFiles:
    """The loading and saving of positions. `left` has the unfinished positions of runs that ended unexpectedly.

    Args:
        shell: The window.
        games: The open games.
        screen: The widgets of the window.
        set_up: The mode.
    """

    def __init__(self, shell: Shell, games: Tabs, screen: Screen, set_up: SetUpMode) -> None:
        self.shell, self.games, self.screen, self.set_up = shell, games, screen, set_up
        self.here, self.background = set_up.here, set_up.here.background
        self.left: list[AbandonedSketch] = []
        self.bars: list[Offer] = []
        self.asking: AbandonedSketch | None = None  # one seat's view, shown only after a confirmation
        games.openers.append(self.open_item)
        shell.events.started.connect(self.start)
        shell.events.offers_needed.connect(self.show_left)
        shell.events.game_shown.connect(self.show_left)

    # Loading ----------------------------------------------------------------------------------------------------------

    def paste(self) -> None:
        """Set up the positions on the clipboard, valid or not. During a game, open copied files or valid text."""
        try:
            text = self.shell.root.clipboard_get()
        except tkinter.TclError:
            text = ""
        if not text.strip():
            self.here.refuse(set_up_words.NOTHING_COPIED)
            return
        if self.set_up.on:
            self._load(text)
            return

        def named() -> list[Path]:
            from workbench.positions import pasting  # imported on this thread, because importing it takes a while

            return pasting.named_files(text)

        self.background.run(named, lambda files: self._open_pasted(files, text), self._failed)

    def _open_pasted(self, files: list[Path], text: str) -> None:
        """Open copied files, or set up the positions in a text."""
        for file in files:
            self.games.open_item(file)
        if files:
            return
        if not lists.names_game(text.split()[0]):
            self.shell.status.show_detail(set_up_words.NOTHING_TO_OPEN, True)
            return
        self._load(text)

    def open_item(self, thing: Path | PositionList) -> bool:
        """Set up a list of positions, or the positions in a file. Return False for anything else."""
        if isinstance(thing, PositionList):
            self.set_up.open_positions(thing)
        elif thing.suffix in SUFFIXES:
            self._load(thing.absolute())
        else:
            return False
        return True

    def _load(self, source: str | Path) -> None:
        """Set up the positions in a text or a file."""
        pasted_in_set_up = self.set_up.on and isinstance(source, str)
        spec = self.here.edited.sketch.spec if pasted_in_set_up else self.games.table.session.spec

        def read() -> PositionList:
            from workbench.positions import pasting  # imported on this thread, because importing it takes a while

            if isinstance(source, str):
                return pasting.paste(source, spec).positions
            return pasting.paste_file(source, spec).positions

        self.background.run(read, self.set_up.open_positions, self._failed)

    def _failed(self, error: ValueError) -> None:
        self.here.refuse(str(error))
        self.shell.notice.show(as_sentence(str(error)), True)

    # Saving -----------------------------------------------------------------------------------------------------------

    def save(self, to_new_file: bool = False) -> None:
        """Save the position, valid or not, or its whole list.

        Ask for a file if there is none yet or `to_new_file` is True.
        """
        edited = self.here.edited
        edited.end_gesture()
        positions, game = edited.model.positions, self.games.table.info.id
        file = positions.file
        if file is None or to_new_file:
            whole_list = positions.part_of
            suggested = file or (
                whole_list.with_name(f"{whole_list.stem}-{game}{lists.SUFFIX}")
                if whole_list is not None
                else lists.folder() / f"{game}{lists.SUFFIX}"
            )
            file = file_dialogs.ask_save(self.shell.root, suggested.parent, suggested.name, POSITIONS)
        if file is None:
            return
        target = file.absolute()
        data = positions.copy()

        def done(_: object) -> None:
            positions.mark_saved(target, data.entries)
            edited.note_saved()
            self.here.explain(widgets_words.saved(target))
            self.set_up.refresh()

        self.background.run(lambda: data.write(target), done, self._failed)

    # Unfinished positions ---------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Look for unfinished positions when the program starts."""
        self.background.run(positions_autosave.find_abandoned, self._found, lambda _: None)

    def _found(self, sketches: list[AbandonedSketch]) -> None:
        self.left = sketches
        self.show_left()

    def show_left(self) -> None:
        """Offer the latest unfinished position in Set up, with the number of the rest."""
        for bar in self.bars:
            if bar.winfo_exists():
                bar.destroy()
        self.bars = []
        for sketch in self.left[:1] if self.here.on else ():
            private = sketch is self.asking
            calls: dict[str, Callable[[], None]] = {
                play_words.SHOW_IT if private else widgets_words.RESTORE: partial(self._open, sketch),
                widgets_words.DISCARD: partial(self._discard, sketch),
                **({widgets_words.DISCARD_ALL: self._discard_all} if len(self.left) > 1 else {}),
                widgets_words.LATER: self._later_all,
            }  # fmt: skip
            text = play_words.private_game(_seen_by(sketch)) if private else offer_text(sketch, len(self.left) - 1)
            self.bars.append(Offer(self.screen.offers, text, calls, warning=private))

    def _open(self, sketch: AbandonedSketch) -> None:
        """Set up an unfinished position. Ask first if it is the view of one seat."""
        if _seen_by(sketch) and self.asking is not sketch:
            self.asking = sketch
            self.show_left()
            return
        self.forget(sketch)
        # The list has no file, so that saving asks for one.
        self.set_up.open_positions(
            PositionList(sketch.positions.entries, sketch.positions.index, sketch.positions.tail)
        )
        self.here.edited.autosave(self.games.faults.put)
        self.background.run(partial(autosave.discard, sketch.file), lambda _: None, self._failed)

    def _discard(self, sketch: AbandonedSketch) -> None:
        self.forget(sketch)
        self.background.run(partial(autosave.discard, sketch.file), lambda _: None, self._failed)

    def _discard_all(self) -> None:
        for sketch in list(self.left):
            self._discard(sketch)

    def _later_all(self) -> None:
        self.left = []
        self.show_left()

    def forget(self, discarded: AbandonedSketch) -> None:
        """Stop offering an unfinished position."""
        self.left = [sketch for sketch in self.left if sketch is not discarded]
        self.show_left()


def _seen_by(sketch: AbandonedSketch) -> list[str]:
    """Return the names of the seats whose views are among the positions."""
    views = {(entry.sketch.spec.partition("(")[0], entry.sketch.seat) for entry in sketch.positions.entries}
    return [
        boards.seat_name(fastcore.info(game), seat)
        for game, seat in sorted(views, key=str)
        if seat is not None and game in fastcore.games()
    ]


def offer_text(sketch: AbandonedSketch, others: int) -> str:
    """Return the text of the offer to restore abandoned positions; `others` counts further ones."""
    entries: Sequence[Entry] = sketch.positions.entries
    game = entries[0].sketch.spec.partition("(")[0]
    title = fastcore.info(game).title if game in fastcore.games() else game
    return set_up_words.left(
        title,
        len(entries),
        sketch.whole,
        widgets_words.day(datetime.fromtimestamp(sketch.changed), datetime.now()),
        others,
    )
