"""What was hidden in a part of a game that has ended, beside the board: shown by itself at that end, and again on demand.

It is for everybody: before the end nothing of it is told, and after it only numbers are, no cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench import boards
from workbench.boards.kit.figures import percents
from workbench.gui.play import captions
from workbench.gui.play.side_pages import REVEAL
from workbench.gui.shell.commands import Command
from workbench.gui.shell.errands import Errands
from workbench.gui.side import words
from workbench.gui.side.reveal_card import Row, Shown
from workbench.seen import reveal
from workbench.seen.names import by_name
from workbench.seen.reveal import Ended

if TYPE_CHECKING:
    from workbench.gui.window import Window


class Reveals:
    def __init__(self, window: Window) -> None:
        self.window = window
        self.games, self.screen = window.games, window.screen
        self.errands = Errands()
        self.parts: tuple[Ended, ...] = ()
        self.about: tuple[object, ...] = ()  # whose parts they are
        self.number = -1  # of the part that is shown
        self.known: dict[int, tuple[dict[str, float], ...]] = {}  # by their nodes, as far as it has been worked out
        self.asked: set[int] = set()
        self.instead: str | None = None  # what stood there before it came by itself
        window.shell.events.polled.connect(self.read)
        window.shell.events.closing.connect(self.close)
        window.shell.events.noted.connect(self.follow)
        add = window.shell.commands.add
        on = lambda: window.screen.dock.kind == REVEAL  # noqa: E731
        add(Command(
            "reveal", "moves", words.REVEAL_TITLE,
            "At the end of a round: what was hidden, and beside it what everybody could know", self.switch, ("B",),
            self.no_part, on, group=2,
        ))
        add(Command(
            "reveal_earlier", "moves", "What was hidden before", "What was hidden in the round before",
            lambda: self.go(-1), (), self.no_earlier, group=2,
        ))
        add(Command(
            "reveal_later", "moves", "What was hidden after", "What was hidden in the round after", lambda: self.go(1),
            (), self.no_later, group=2,
        ))

    def close(self) -> None:
        self.errands.close()

    def read(self) -> None:
        """Take in what has been worked out."""
        self.errands.read()

    # What is the case -------------------------------------------------------------------------------------------------

    @property
    def part(self) -> Ended | None:
        session = self.games.table.session
        if not self.parts or self.about[0] is not session:  # another game has just taken the place of that one
            return None
        part = self.parts[self.number]
        return part if session.holds(part.node) else None

    def no_part(self) -> str:
        """Why there is nothing to show, "" if there is."""
        if self.screen.dock.kind == REVEAL or self.parts:
            return ""
        return words.NOTHING_REVEALED if self.games.table.info.has.covered else words.NO_HIDING

    def no_earlier(self) -> str:
        return self.no_part() or (words.NO_EARLIER if self.number <= 0 else "")

    def no_later(self) -> str:
        return self.no_part() or (words.NO_LATER if self.number >= len(self.parts) - 1 else "")

    def shown(self) -> Shown:
        part = self.part
        if part is None:
            return Shown(None, (), words.NOTHING_REVEALED)
        known, rows = self.known.get(part.node), []
        for number, moment in enumerate(part.moments):
            right = None if moment.event is None else moment.guess == part.truth.was
            rows.append(Row(moment.seat, self._told(moment, right), right, known[number] if known is not None else {}))
        return Shown(part.truth, tuple(rows), words.REVEAL_WORKING if known is None else words.REVEAL_HOW)

    def _told(self, moment: reveal.Moment, right: bool | None) -> str:
        table = self.games.table
        if moment.event is None:
            alone = moment.seat == table.screen.viewer
            return words.silent(words.you() if alone else captions.called(table, moment.seat))
        seen = table.session.seen_at(moment.node, table.screen.viewer)
        event = next((one for one in seen.events if one.kind == moment.event.kind), moment.event) if seen is not None else moment.event
        return f"{by_name(table.session, boards.tell(table.info, event, table.screen.viewer))} {words.RIGHT if right else words.WRONG}"

    def lines(self) -> list[str]:
        """It as text."""
        truth, rows, _ = self.shown()
        if truth is None:
            return []
        own = boards.words(self.games.table.info.id)
        told = [truth.words]
        for row in rows:
            shares = [f"{own.name('belief', name)} {percents(row.shares[name])[0]}" for name in truth.shapes if name in row.shares]
            told.append(words.reveal_line(row.told, shares))
        return told

    # What is done -----------------------------------------------------------------------------------------------------

    def switch(self) -> None:
        """Show it, or what stood there before."""
        if self.instead is None:
            self.screen.dock.toggle(REVEAL)
            self.follow()
        else:
            self._give_back()

    def go(self, step: int) -> None:
        """Another part."""
        self.number += step
        if self.screen.dock.kind != REVEAL:
            self.screen.dock.toggle(REVEAL)
        self.follow()

    def _give_back(self) -> None:
        kind, self.instead = self.instead, None
        self.screen.dock.lay(kind or "")

    def follow(self) -> None:
        """The game stands somewhere: show what has ended by now, and the latest part by itself when that has just ended."""
        window, table = self.window, self.games.table
        now = (table.session, table.session.here)
        if now != self.about and window.screen.board is not None:
            same = self.about[:1] == now[:1]
            before, self.about = self.parts, now
            self.parts = reveal.ended(table.session, window.screen.board)
            if not same:
                self.known, self.asked = {}, set()
            if not same or len(self.parts) != len(before):
                self.number = len(self.parts) - 1
            if same and len(self.parts) == len(before) + 1 and table.persons and window.screen.dock.kind != REVEAL:
                self.instead = window.screen.dock.kind
                window.screen.dock.lay(REVEAL)
            elif self.instead is not None and (not same or self._decided()):
                self._give_back()
        if window.screen.dock.kind == REVEAL:
            self._ask()
        else:
            self.instead = None
        window.screen.dock.reveal(self)

    def _decided(self) -> bool:
        """Whether a person has decided since the latest part ended."""
        session = self.games.table.session
        if not self.parts:
            return True
        line = session.line_to(session.here)
        later = line[line.index(self.parts[-1].node) + 1 :]
        return any(session.tree.nodes[node].actor in self.games.table.persons for node in later)

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
                self.screen.dock.reveal(self)

        def work() -> tuple[dict[str, float], ...]:
            beliefs = (point.beliefs()[part.truth.what] for point in reveal.points(pasts))
            return tuple({str(name): chance for name, chance in held.items()} for held in beliefs)

        self.errands.run(work, done, lambda _: None)
