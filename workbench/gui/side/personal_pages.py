"""Each person's open page beside the board, closed for the next person and reopened on return."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from workbench.game.session import Session
from workbench.gui.play.screen import Screen
from workbench.gui.shell.shell import Shell
from workbench.gui.side.paper_form import FORM
from workbench.gui.side.playback import ACCOUNT
from workbench.gui.side.reveals import REVEAL, Reveals


class PersonalPages:
    """The page that each person has open. The reveal of a round is for everybody and stays open."""

    def __init__(self, shell: Shell, screen: Screen, reveals: Reveals) -> None:
        self.shell, self.screen, self.reveals = shell, screen, reveals
        self._opened: WeakKeyDictionary[Session, dict[int, str]] = WeakKeyDictionary()  # the kind of page by seat
        shell.events.person_left.connect(self._part)
        shell.events.person_came.connect(self._meet)

    def _part(self, session: Session, seat: int) -> None:
        side, reveals = self.screen.side, self.reveals
        replaced = reveals.replaced_page if side.kind == REVEAL else None
        kind = side.kind if replaced is None else replaced
        self._opened.setdefault(session, {})[seat] = kind = kind if kind in (ACCOUNT, FORM) else ""
        side.finish()
        if kind and replaced is None:
            side.close()
        elif kind:
            reveals.replaced_page = self.shell.settings.side = ""

    def _meet(self, session: Session, seat: int) -> None:
        kind = self._opened.get(session, {}).get(seat, "")
        if kind and not self.screen.side.kind:
            self.screen.side.toggle(kind)
            self.screen.view.focus_set()
        elif kind and self.reveals.replaced_page == "":
            self.reveals.replaced_page = self.shell.settings.side = kind
