"""The interface of the pages below the candidates of the mode Analyse.

To add a page, write a class that implements `Page` in a file of this folder and add the class to `PAGES`
(page_kinds.py). Every new layout builds the page again (`build`); anything it must remember of a game longer than that
belongs to the model. Only the visible page gets calls of `show`: when it opens, when another position, candidate or
search is selected, and about every 150 ms during a search. So `show` compares, and returns immediately if nothing on
the page has changed. `show` must not wait: work that takes longer than a frame goes to `host.background`.
"""

from __future__ import annotations

import tkinter
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple, Protocol

from fastcore import Viewpoint
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item
from workbench.game.session import Session
from workbench.game.values import Value
from workbench.gui.look.look import Look
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.thinking.analyses import Found


class Subject(NamedTuple):
    """What is looked at.

    `point` is what the seat that decides knows there, None where nobody decides (chance, the end) or nobody before the
    screen may know it. `found` is all that is known of the position (see `Found`: source, bot, reports, analysis),
    `shown` the one of it that the candidates show, None for nothing; `move` the candidate that is chosen, "" for none.
    """

    session: Session
    node: int
    point: Viewpoint | None
    found: tuple[Found, ...] = ()
    shown: Found | None = None
    move: str = ""


class PageHost(Protocol):
    """What a page may do besides showing itself. All of it is for Tk's thread."""

    background: BackgroundJobs  # work on another thread, whose results arrive with the window's poll
    files: BackgroundJobs  # the same for files, which may take seconds

    @property
    def board(self) -> Board | None:
        """How the game looks; None: it is shown as text."""

    def show_position(self, fields: Mapping[str, str] | None, marks: Sequence[Item] = ()) -> None:
        """Show another position on the board with these marks, until it is called with None. The game goes nowhere."""

    def show_line(self, moves: Sequence[str]) -> None:
        """Play moves out on the board, from the position that is looked at; () shows that again."""

    def show_marks(self, marks: Sequence[Item] | None) -> None:
        """Mark this on the board in place of the candidates' own marks; None: these again."""

    def keep_line(self, moves: Sequence[str]) -> None:
        """Keep moves from the position that is looked at as a variation, and look at the position after the first of
        them."""

    def choose(self, move: str) -> None:
        """Choose a candidate."""

    def go(self, node: int) -> None:
        """Look at another position of the game."""

    @property
    def seat(self) -> int:
        """From whose side values are told; it may change at any time."""

    @property
    def facts(self) -> bool:
        """Whether the facts behind all sentences are to be shown."""

    def values(self) -> tuple[list[Value], int]:
        """What every turn of the line was worth, and the number of the one that is shown."""

    def dots(self, values: list[Value]) -> Mapping[int, tuple[int, str]]:
        """Return the seat and the size of the largest mistake of each turn, by value number."""

    def marked(self) -> object:
        """Return what `dots` depends on besides the game, for comparison."""

    def give_room(self, more: bool) -> None:
        """Leave the page more of the height than the candidates, or no more than usual."""

    def say(self, text: str, warning: bool = False) -> None:
        """Say something in the bar below."""

    def refresh(self) -> None:
        """Have the page that is shown told its subject anew."""


class Page(Protocol):
    """One page. `name` is its key for settings and tests, `title` stands on its tab."""

    name: ClassVar[str]
    title: ClassVar[str]

    @classmethod
    def fits(cls, subject: Subject) -> str:
        """Why there is nothing to be seen on it here, in a sentence; "" if there is. Cheap: it is asked for every
        page whenever the subject is another one. A tab that does not fit is greyed and says why."""

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        """Make its widgets; returns the one that is put into the card and takes all its room. What takes keys in it
        has the focus by Tab."""

    def show(self, subject: Subject) -> None:
        """Show this."""

    def hide(self) -> None:
        """Stop timers when another page opens or the mode ends. The host clears the board."""
