"""Saving the review of the shown game as a web page."""

from __future__ import annotations

from pathlib import Path

from workbench.gui.review import words
from workbench.gui.review.game_review import GameReview
from workbench.gui.widgets import file_dialogs
from workbench.storage import library

WEB_PAGE = file_dialogs.FileKind(words.WEB_PAGES, ".html")


class WebPageSaving:
    """The command that saves the review of the shown game."""

    def __init__(self, review: GameReview) -> None:
        self.review = review

    def no_export(self) -> str:
        """Return why there is no review to save, or ""."""
        return self.review.hidden() or ("" if self.review.review is not None else words.NONE_YET)

    def export(self) -> None:
        """Ask for a file and save the review as a web page."""
        from workbench.gui.review.web_page import page_writer  # imported here because importing it slows start-up

        review, game = self.review.review, self.review.games.shown.stored
        if review is None:
            return
        stored_file = game.file if game is not None else None
        # Nobody looks for pages in the library's folder.
        in_library = stored_file is None or stored_file.parent == library.Library().folder
        folder = file_dialogs.documents() if in_library or stored_file is None else stored_file.parent
        name = stored_file.stem if stored_file is not None else self.review.session.spec.partition("(")[0]
        file = file_dialogs.ask_save(self.review.shell.root, folder, f"{name} review.html", WEB_PAGE)
        if file is not None:
            self.review.background.run(page_writer(self.review.session, review, file), self._saved, self._not_saved)

    def _saved(self, file: Path) -> None:
        self.review.shell.status.show_detail(words.saved(str(file)), False)

    def _not_saved(self, error: ValueError) -> None:
        self.review.shell.status.show_detail(words.not_saved(str(error)), True)
