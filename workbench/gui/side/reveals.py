"""The reveal of hidden information after a part of a game has ended, as a page beside the board.

It opens automatically when the part ends, and later on demand. Everybody may see it, because it opens only after the
end and shows odds but no cards.
"""

from __future__ import annotations

from itertools import dropwhile, islice

from workbench import boards
from workbench.boards.kit.figures import format_percents
from workbench.gui.play import captions
from workbench.gui.play.screen import Screen
from workbench.gui.play.side_pages import SidePages
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.gui.shell.shell import Shell
from workbench.gui.side import words
from workbench.gui.side.reveal_card import RevealCard, Revealed, SeatReveal
from workbench.seen import reveal
from workbench.seen.names import with_player_names
from workbench.seen.reveal import EndedPart

REVEAL = "reveal"


class Reveals:
    """The ended parts of the shown game.

    `replaced_page` is the page that an automatically opened reveal replaced, or None.
    """

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self.background = BackgroundJobs()
        self.parts: tuple[EndedPart, ...] = ()
        self.context: tuple[object, ...] = ()  # the session and node that the parts belong to
        self.number = -1  # index of the shown part
        # Each seat's odds by node of the part, once computed.
        self.known: dict[int, tuple[dict[str, float], ...]] = {}
        self.requested: set[int] = set()
        self.replaced_page: str | None = None
        shell.events.polled.connect(self.background.deliver_next)
        shell.events.closing.connect(self.background.close)
        shell.events.tree_changed.connect(self.update)

    # State ------------------------------------------------------------------------------------------------------------

    @property
    def part(self) -> EndedPart | None:
        """The shown part, or None."""
        session = self.games.table.session
        if not self.parts or self.context[0] is not session:  # another game was just opened
            return None
        part = self.parts[self.number]
        return part if session.document.has_node(part.node) else None

    def no_part(self) -> str:
        """Return why there is nothing to show, or ""."""
        if self.screen.side.kind == REVEAL or self.parts:
            return ""
        return words.NOTHING_REVEALED if self.games.table.info.has.covered else words.NO_HIDING

    def no_earlier(self) -> str:
        """Return why there is no earlier part, or ""."""
        return self.no_part() or (words.NO_EARLIER if self.number <= 0 else "")

    def no_later(self) -> str:
        """Return why there is no later part, or ""."""
        return self.no_part() or (words.NO_LATER if self.number >= len(self.parts) - 1 else "")

    def shown(self) -> Revealed:
        """Return the content of the card."""
        part = self.part
        if part is None:
            return Revealed(None, (), words.NOTHING_REVEALED)
        known, rows = self.known.get(part.node), []
        for number, moment in enumerate(part.moments):
            right = None if moment.event is None else moment.guess == part.truth.was
            rows.append(
                SeatReveal(
                    moment.seat, self._guess_text(moment, right), right, known[number] if known is not None else {}
                )
            )
        truth = part.truth._replace(words=" ".join((part.truth.words, *self._results(part))))
        return Revealed(truth, tuple(rows), words.REVEAL_WORKING if known is None else words.REVEAL_HOW)

    def _results(self, part: EndedPart) -> list[str]:
        """Return what came of the part, such as the points of a round: the events after the reveal."""
        table = self.games.table
        board, step = boards.find(table.info.id), table.session.document.seen_step(part.node, table.screen.viewer)
        if board is None or step is None:
            return []
        after = dropwhile(lambda event: board.truth(table.info, event) is None, step.events)
        texts = [boards.describe_event(table.info, event, table.screen.viewer) for event in islice(after, 1, None)]
        return [with_player_names(table.session, text) for text in texts]

    def _guess_text(self, moment: reveal.Moment, right: bool | None) -> str:
        table = self.games.table
        if moment.event is None:
            alone = moment.seat == table.screen.viewer
            return words.no_guess(words.own_name() if alone else captions.person_name(table, moment.seat))
        step = table.session.document.seen_step(moment.node, table.screen.viewer)
        events = step.events if step is not None else ()
        event = next((event for event in events if event.kind == moment.event.kind), moment.event)
        text = with_player_names(table.session, boards.describe_event(table.info, event, table.screen.viewer))
        return f"{text.removesuffix('.')}: {words.RIGHT if right else words.WRONG}."

    def show(self, card: RevealCard, side: SidePages) -> None:
        """Show the selected part of the reveal, with the odds computed so far."""
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
        lines = [truth.words]
        for row in rows:
            shares = [
                f"{own.report_name('belief', name)} {format_percents(row.shares[name])[0]}"
                for name in truth.shapes
                if name in row.shares
            ]
            lines.append(words.reveal_line(row.guess, shares))
        return lines

    # Actions ----------------------------------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Open the reveal. If it has automatically replaced a page, reopen that page instead."""
        if self.replaced_page is None:
            self.screen.side.toggle(REVEAL)
            self.update()
        else:
            self._restore_page()

    def show_part(self, step: int) -> None:
        """Show the next part, or the previous one if `step` is -1."""
        self.number += step
        if self.screen.side.kind != REVEAL:
            self.screen.side.toggle(REVEAL)
        self.update()

    def _restore_page(self) -> None:
        kind, self.replaced_page = self.replaced_page, None
        self.screen.side.show_page(kind or "")

    def update(self) -> None:
        """Update the ended parts, and open the reveal if a part has just ended."""
        table, board = self.games.table, self.screen.board
        now = (table.session, table.session.here)
        if now != self.context and board is not None:
            same = self.context[:1] == now[:1]
            before, self.context = self.parts, now
            self.parts = reveal.ended_parts(table.session, board)
            if not same:
                self.known, self.requested = {}, set()
            if not same or len(self.parts) != len(before):
                self.number = len(self.parts) - 1
            if same and len(self.parts) == len(before) + 1 and table.persons and self.screen.side.kind != REVEAL:
                self.replaced_page = self.screen.side.kind
                self.screen.side.show_page(REVEAL)
            elif self.replaced_page is not None and (not same or self._person_moved()):
                self._restore_page()
        if self.screen.side.kind == REVEAL:
            self._compute_odds()
        else:
            self.replaced_page = None
        self._show_card()

    def _person_moved(self) -> bool:
        """Return whether a person has moved since the latest part ended."""
        session = self.games.table.session
        if not self.parts:
            return True
        line = session.document.line_to(session.here)
        later = line[line.index(self.parts[-1].node) + 1 :]
        return any(session.document.tree.nodes[node].actor in self.games.table.persons for node in later)

    def _compute_odds(self) -> None:
        part = self.part
        if part is None or part.node in self.requested:
            return
        self.requested.add(part.node)
        session = self.games.table.session
        pasts = reveal.histories(session, part)

        def done(odds: tuple[dict[str, float], ...]) -> None:
            if self.context[:1] == (session,):
                self.known[part.node] = odds
                self._show_card()

        def work() -> tuple[dict[str, float], ...]:
            beliefs = (point.beliefs()[part.truth.what] for point in reveal.points(pasts))
            return tuple({str(name): chance for name, chance in belief.items()} for belief in beliefs)

        self.background.run(work, done, lambda _: None)
