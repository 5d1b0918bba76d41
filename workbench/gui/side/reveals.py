"""What was hidden in a part of a game that has ended, beside the board: shown by itself at that end, and again on
demand.

It is for everybody: before the end nothing of it is told, and after it only numbers are, no cards.
"""

from __future__ import annotations

from workbench import boards
from workbench.boards.kit.figures import percents
from workbench.gui.play import captions
from workbench.gui.play.screen import Screen
from workbench.gui.play.side_pages import SidePages
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.gui.shell.shell import Shell
from workbench.gui.side import words
from workbench.gui.side.reveal_card import RevealCard, Revealed, SeatReveal
from workbench.seen import reveal
from workbench.seen.names import by_name
from workbench.seen.reveal import Ended

REVEAL = "reveal"


class Reveals:
    """The ended rounds of the shown game. `instead` is the page that was open before a reveal opened automatically."""

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self.background = BackgroundJobs()
        self.parts: tuple[Ended, ...] = ()
        self.about: tuple[object, ...] = ()  # whose parts they are
        self.number = -1  # of the part that is shown
        self.known: dict[int, tuple[dict[str, float], ...]] = {}  # by their nodes, as far as it has been worked out
        self.asked: set[int] = set()
        self.instead: str | None = None
        shell.events.polled.connect(self.background.read)
        shell.events.closing.connect(self.background.close)
        shell.events.noted.connect(self.follow)

    # What is the case -------------------------------------------------------------------------------------------------

    @property
    def part(self) -> Ended | None:
        session = self.games.table.session
        if not self.parts or self.about[0] is not session:  # another game has just taken the place of that one
            return None
        part = self.parts[self.number]
        return part if session.document.holds(part.node) else None

    def no_part(self) -> str:
        """Why there is nothing to show, "" if there is."""
        if self.screen.side.kind == REVEAL or self.parts:
            return ""
        return words.NOTHING_REVEALED if self.games.table.info.has.covered else words.NO_HIDING

    def no_earlier(self) -> str:
        return self.no_part() or (words.NO_EARLIER if self.number <= 0 else "")

    def no_later(self) -> str:
        return self.no_part() or (words.NO_LATER if self.number >= len(self.parts) - 1 else "")

    def shown(self) -> Revealed:
        part = self.part
        if part is None:
            return Revealed(None, (), words.NOTHING_REVEALED)
        known, rows = self.known.get(part.node), []
        for number, moment in enumerate(part.moments):
            right = None if moment.event is None else moment.guess == part.truth.was
            rows.append(
                SeatReveal(moment.seat, self._told(moment, right), right, known[number] if known is not None else {})
            )
        return Revealed(part.truth, tuple(rows), words.REVEAL_WORKING if known is None else words.REVEAL_HOW)

    def _told(self, moment: reveal.Moment, right: bool | None) -> str:
        table = self.games.table
        if moment.event is None:
            alone = moment.seat == table.screen.viewer
            return words.silent(words.you() if alone else captions.called(table, moment.seat))
        seen = table.session.document.seen_at(moment.node, table.screen.viewer)
        events = seen.events if seen is not None else ()
        event = next((one for one in events if one.kind == moment.event.kind), moment.event)
        told = by_name(table.session, boards.tell(table.info, event, table.screen.viewer))
        return f"{told} {words.RIGHT if right else words.WRONG}"

    def show(self, card: RevealCard, side: SidePages) -> None:
        """Show what was hidden as far as it is known now."""
        shown = self.shown()
        card.show(shown)
        side.head.configure(text=shown.truth.head if shown.truth is not None else words.REVEAL_TITLE)
        for name in ("reveal_later", "reveal_earlier"):
            side.buttons[name].configure(state="disabled" if self.shell.commands[name].why_not() else "normal")

    def _show_card(self) -> None:
        if self.screen.side.kind == REVEAL:
            self.screen.side.refresh()

    def lines(self) -> list[str]:
        """Return the reveal as text."""
        truth, rows, _ = self.shown()
        if truth is None:
            return []
        own = boards.words(self.games.table.info.id)
        told = [truth.words]
        for row in rows:
            shares = [
                f"{own.name('belief', name)} {percents(row.shares[name])[0]}"
                for name in truth.shapes
                if name in row.shares
            ]
            told.append(words.reveal_line(row.told, shares))
        return told

    # What is done -----------------------------------------------------------------------------------------------------

    def switch(self) -> None:
        """Show it, or what stood there before."""
        if self.instead is None:
            self.screen.side.toggle(REVEAL)
            self.follow()
        else:
            self._give_back()

    def go(self, step: int) -> None:
        """Another part."""
        self.number += step
        if self.screen.side.kind != REVEAL:
            self.screen.side.toggle(REVEAL)
        self.follow()

    def _give_back(self) -> None:
        kind, self.instead = self.instead, None
        self.screen.side.lay(kind or "")

    def follow(self) -> None:
        """The game stands somewhere: show what has ended by now, and the latest part by itself when that has just
        ended."""
        table, board = self.games.table, self.screen.board
        now = (table.session, table.session.here)
        if now != self.about and board is not None:
            same = self.about[:1] == now[:1]
            before, self.about = self.parts, now
            self.parts = reveal.ended(table.session, board)
            if not same:
                self.known, self.asked = {}, set()
            if not same or len(self.parts) != len(before):
                self.number = len(self.parts) - 1
            if same and len(self.parts) == len(before) + 1 and table.persons and self.screen.side.kind != REVEAL:
                self.instead = self.screen.side.kind
                self.screen.side.lay(REVEAL)
            elif self.instead is not None and (not same or self._decided()):
                self._give_back()
        if self.screen.side.kind == REVEAL:
            self._ask()
        else:
            self.instead = None
        self._show_card()

    def _decided(self) -> bool:
        """Whether a person has decided since the latest part ended."""
        session = self.games.table.session
        if not self.parts:
            return True
        line = session.document.line_to(session.here)
        later = line[line.index(self.parts[-1].node) + 1 :]
        return any(session.document.tree.nodes[node].actor in self.games.table.persons for node in later)

    def _ask(self) -> None:
        """Let it be worked out what every seat could know."""
        part = self.part
        if part is None or part.node in self.asked:
            return
        self.asked.add(part.node)
        session = self.games.table.session
        pasts = reveal.pasts(session, part)

        def done(made: tuple[dict[str, float], ...]) -> None:
            if self.about[:1] == (session,):
                self.known[part.node] = made
                self._show_card()

        def work() -> tuple[dict[str, float], ...]:
            beliefs = (point.beliefs()[part.truth.what] for point in reveal.points(pasts))
            return tuple({str(name): chance for name, chance in held.items()} for held in beliefs)

        self.background.run(work, done, lambda _: None)
