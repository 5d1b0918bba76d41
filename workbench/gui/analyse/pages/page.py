"""The interface of the pages of the Analyse mode.

To add a page, write a class that implements `Page` in a file of this folder and add the class to `PAGES`
(page_kinds.py). Every new layout calls `build` again, so state that must survive belongs to the model. `show` is
called only for the visible page: when it opens, when another position, candidate or search is selected, and about
every 150 ms during a search. It must return immediately if nothing has changed, and must not wait: work that takes
longer than a frame goes to `host.background`.
"""

from __future__ import annotations

import tkinter
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple, Protocol

from fastcore import GameInfo, Viewpoint
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item
from workbench.game.session import Session
from workbench.gui.look.look import Look
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.thinking.analyses import Finding


class Subject(NamedTuple):
    """The position that the pages show.

    `point` is what the player to move knows; it is None at a chance event, at the end of the game, and if nobody at
    the screen may know it. `findings` has all searches of the position. `shown` is the search that the candidates
    show, or None; `move` is the selected candidate, or "".
    """

    session: Session
    node: int
    point: Viewpoint | None
    findings: tuple[Finding, ...] = ()
    shown: Finding | None = None
    move: str = ""


class PageHost(Protocol):
    """The services that a page can use. Call them only on Tk's thread."""

    background: BackgroundJobs  # runs work on another thread; results arrive when the window polls
    files: BackgroundJobs  # the same for file access, which can take seconds

    @property
    def board(self) -> Board | None:
        """The board of the game, or None if it is shown as text."""

    def show_position(self, fields: Mapping[str, str] | None, marks: Sequence[Item] = ()) -> None:
        """Preview another position with marks on the board, or end the preview if `fields` is None.

        The game does not change.
        """

    def show_line(self, moves: Sequence[str]) -> None:
        """Play moves out on the board from the viewed position, or restore that position if there are none."""

    def show_marks(self, marks: Sequence[Item] | None) -> None:
        """Replace the candidates' marks on the board, or restore them if `marks` is None."""

    def keep_line(self, moves: Sequence[str]) -> None:
        """Add moves from the viewed position as a variation, and view the position after the first."""

    def select_move(self, move: str) -> None:
        """Select a candidate."""

    def view_node(self, node: int) -> None:
        """View another position of the game."""

    @property
    def seat(self) -> int:
        """The seat for which values are shown. The user can change it at any time."""

    @property
    def shows_facts(self) -> bool:
        """Whether the facts behind all sentences are shown."""

    def request_height(self, more: bool) -> None:
        """Give the page more than its usual height, or reset its height."""

    def name_move(self, info: GameInfo, actor: int, move: str) -> str:
        """Return a player's move in words, or in its short form, as the setting says."""

    def say(self, text: str, warning: bool = False) -> None:
        """Show a text in the status bar."""

    def refresh(self) -> None:
        """Update the visible page."""


class Page(Protocol):
    """One page. `name` is its key in settings and tests, `title` the text on its tab."""

    name: ClassVar[str]
    title: ClassVar[str]

    @classmethod
    def unavailable_reason(cls, subject: Subject) -> str:
        """Return a sentence that says why the page is unavailable, or "" if it is available.

        The tab is disabled and shows the reason as its tip. The call must be fast, because it is made for every page
        whenever the subject changes.
        """

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        """Create the widgets and return the outermost one, which fills the card.

        Widgets that handle keys must take the focus by Tab.
        """

    def show(self, subject: Subject) -> None:
        """Show a subject."""

    def hide(self) -> None:
        """Stop timers when another page opens or the mode ends. The host clears the board."""
