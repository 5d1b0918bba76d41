"""The window that reviews all own games in the background and turns the mistakes into puzzles."""

from __future__ import annotations

from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING

import ttkbootstrap

from workbench.gui.look.look import Look
from workbench.gui.practice import words
from workbench.gui.widgets.dialog import Aside, open_over
from workbench.gui.widgets.texts import keep_width

if TYPE_CHECKING:  # importing the review slows start-up
    from workbench.puzzles.background import Progress, Work

SIZE = (520, 250)  # pixels at 100 %


class OwnReviews:
    """The review of all own games. It goes on while its window is closed.

    Args:
        finished: Called with a message once the work has finished or was stopped.
        changed: Called after the progress has changed.

    Attributes:
        work: The work, or None if it does not run.
        progress: The last news about the current game, or None.
        games: The number of games that are finished.
        puzzles: The number of new puzzles.
        notes: Messages about games that could not be reviewed.
        message: What the window says.
    """

    def __init__(self, finished: Callable[[str], None], changed: Callable[[], None]) -> None:
        self.finished, self.changed = finished, changed
        self.work: Work[int] | None = None
        self.progress: Progress | None = None
        self.games = self.puzzles = 0
        self.notes: list[str] = []
        self.message = words.REVIEW_TEXT
        self._stopping = False

    @property
    def is_running(self) -> bool:
        """Whether games are being reviewed."""
        return self.work is not None

    def start(self) -> None:
        """Start with the games that have no review."""
        from workbench.puzzles.background import review_games  # imported here because importing it slows start-up

        if self.work is None:
            self.games, self.puzzles, self.notes, self.progress, self._stopping = 0, 0, [], None, False
            self.message = words.REVIEW_BEGINS
            self.work = review_games()
            self.changed()

    def stop(self) -> None:
        """Stop soon. What is done is kept."""
        if self.work is not None:
            self._stopping = True
            self.message = words.REVIEW_STOPS
            self.work.stop()
            self.changed()

    def poll(self) -> None:
        """Receive the progress."""
        work = self.work
        if work is None:
            return
        news = work.poll()
        for one in news:
            if one.puzzles is None:
                self.progress = one
            else:
                self.games += 1
                self.puzzles += one.puzzles
                if one.note:
                    self.notes.append(one.note)
        if not self._stopping and self.progress is not None:
            self.message = words.reviewing(self.progress.what, self.progress.done, self.progress.total)
        if not work.running:
            self.work = None
            if work.fault:
                self.message = words.review_failed(work.fault)
            else:
                self.message = words.reviewed(self.games, self.puzzles, self._stopping)
            self.progress = None
            self.finished(self.message)
        if news or not work.running:
            self.changed()

    def close(self) -> None:
        """Stop, and wait until the thread has ended."""
        if self.work is not None:
            self.work.stop(wait=True)
            self.work = None


class ReviewsPage(Aside):
    """The window with the progress of the review. Esc closes it; the review goes on.

    Args:
        root: The main window.
        look: Scale and colours.
        reviews: The review.
    """

    def __init__(self, root: ttkbootstrap.App, look: Look, reviews: OwnReviews) -> None:
        super().__init__(root)
        self.title(words.REVIEW_ALL_TITLE)
        self.withdraw()
        self.look, self.reviews = look, reviews
        px, palette = look.px, look.palette
        line = palette["line"]
        self.configure(background=palette["card"], highlightthickness=1, highlightbackground=line, highlightcolor=line)
        frame = ttk.Frame(self, style="Inner.TFrame", padding=(px(20), px(16)))
        frame.pack(fill="both", expand=True)
        ttk.Label(frame, text=words.REVIEW_ALL_TITLE, style="CardName.TLabel").pack(anchor="w")
        room = px(SIZE[0] - 40)
        self.text = ttk.Label(frame, style="CardText.TLabel", wraplength=room, justify="left")
        self.text.pack(anchor="w", pady=(px(10), px(10)))
        self.trough = ttk.Frame(frame, style="Line.TFrame", height=px(4), width=room)
        self.trough.pack(fill="x")
        self.bar = ttk.Frame(self.trough, style="Accent.TFrame")
        self.bar.configure(style=self._bar_style(root))
        self.counts = ttk.Label(frame, style="CardSmall.TLabel", wraplength=room, justify="left")
        self.counts.pack(anchor="w", pady=(px(10), 0))
        foot = ttk.Frame(frame, style="Inner.TFrame")
        foot.pack(side="bottom", fill="x")
        self.close_button = ttk.Button(foot, text=words.CLOSE, style="House.TButton", command=self.destroy)
        self.close_button.pack(side="right")
        self.run_button = ttk.Button(foot, style="Main.TButton", command=self._toggle)
        keep_width(self.run_button, look, "strong text", (words.REVIEW_START, words.REVIEW_STOP))
        self.run_button.pack(side="right", padx=px(8))
        self.bind("<Key-Escape>", lambda _: self.destroy())
        open_over(self, root, look, *SIZE)
        self.show_progress()
        self.run_button.focus_set()

    def _bar_style(self, root: ttkbootstrap.App) -> str:
        ttk.Style(root).configure("Reviews.TFrame", background=self.look.palette["accent"])
        return "Reviews.TFrame"

    # State that survives a change of the look -------------------------------------------------------------------------

    def save_view(self) -> object:
        """Return the state to restore: none, because the review itself has it."""
        return None

    def restore_view(self, memory: object) -> None:
        """Show the progress."""
        self.show_progress()

    def _toggle(self) -> None:
        if self.reviews.is_running:
            self.reviews.stop()
        else:
            self.reviews.start()

    def show_progress(self) -> None:
        """Show the progress."""
        if not self.winfo_exists():
            return
        reviews = self.reviews
        self.text.configure(text=reviews.message)
        self.run_button.configure(text=words.REVIEW_STOP if reviews.is_running else words.REVIEW_START)
        counts = words.review_counts(reviews.games, reviews.puzzles, reviews.notes)
        self.counts.configure(text=counts or words.REVIEW_NOTE)
        progress = reviews.progress
        if progress is not None and progress.total:
            self.bar.place(x=0, y=0, relheight=1, relwidth=progress.done / progress.total)
        else:
            self.bar.place_forget()
