"""Looking at earlier positions and at variations: the keys, the buttons, the menu and the card with the tree of
moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from workbench import boards
from workbench.game.move_tree import ROOT
from workbench.game.session import Session
from workbench.game.values import Value
from workbench.gui.moves import words as moves_words
from workbench.gui.moves.card import MovesCard, MovesState
from workbench.gui.moves.markers import Markers
from workbench.gui.moves.rows import MovesRow, Rows, unfolded
from workbench.gui.play import reasons
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.commands import PLAY, Command
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.menus import MenuEntry, Popup
from workbench.records.steps import SET_UP
from workbench.seen.browsing import Browsing
from workbench.seen.seen_tree import SeenTree

MOMENT = 0.02  # seconds that values of turns may take at a time
COVERED = "?"  # how a seat sees what another decided in secret


class Stepping:
    """What is done with the tree of the game that the window shows. It is the reader of the card of moves."""

    card: MovesCard

    def __init__(self, shell: Shell, games: Tabs, screen: Screen, markers: Markers) -> None:
        self.shell, self.games, self.screen, self.markers = shell, games, screen, markers
        self.shown: tuple[object, ...] = ()  # what the card shows
        self.made: tuple[Session, int | None, Rows] | None = None  # the rows of this session for this seat
        self.popup = Popup()
        add = shell.commands.add
        # fmt: off
        add(Command(
            "start", "moves", "To the start", "Look at the start; the game stays where it is", self._go(lambda: ROOT),
            ("Alt+Home",), self.no_back,
        ))
        add(Command(
            "back", "moves", "Step back", "Look at the position before the last move shown",
            self._go(lambda: self.browsing.back(self.viewer)), ("Alt+Left",), self.no_back,
        ))
        add(Command(
            "forward", "moves", "Step forward", "Look at the position after the next move",
            self._go(lambda: self.browsing.forward(self.viewer)), ("Alt+Right",), self.no_forward,
        ))
        add(Command(
            "end", "moves", "Back to the game",
            "Show the game where it stands, or from there the end of what was played",
            self._go(lambda: self.browsing.end(self.viewer)), ("Alt+End",), self.no_end,
        ))
        add(Command(
            "turn_back", "moves", "Back a turn", "Look at the beginning of the turn, or of the one before",
            self._go(lambda: self.browsing.back(self.viewer, True)), ("Alt+PageUp",), self.no_back,
        ))
        add(Command(
            "turn_forward", "moves", "On a turn", "Look at the end of the next turn",
            self._go(lambda: self.browsing.forward(self.viewer, True)), ("Alt+PageDown",), self.no_forward,
        ))
        add(Command(
            "other_before", "moves", "Variation before", "Look at another move that was tried in this place",
            self._go(partial(self._beside, -1)), ("Alt+Up",), self.no_others,
        ))
        add(Command(
            "other_after", "moves", "Variation after", "Look at another move that was tried in this place",
            self._go(partial(self._beside, 1)), ("Alt+Down",), self.no_others,
        ))
        add(Command(
            "from_here", "moves", "Play on from here", "Let the game go on from the position shown", self.from_here,
            ("Ctrl+G",), self.no_from_here, group=1, modes=PLAY,
        ))
        add(Command(
            "main", "moves", "Make it the main line", "Let the line shown be the main one", self.make_main, (),
            self.no_main, group=1,
        ))
        add(Command(
            "delete", "moves", "Delete from here", "Take the move shown and all that follows it out of the tree",
            self.delete, ("Ctrl+Delete",), self.no_delete, group=1,
        ))
        add(Command(
            "comment", "moves", "Comment…", "Write something about the position shown", self.comment, ("Ctrl+E",),
            self.no_comment, group=1,
        ))
        # fmt: on

    @property
    def session(self) -> Session:
        return self.games.table.session

    @property
    def browsing(self) -> Browsing:
        return self.games.table.browsing

    @property
    def viewer(self) -> int | None:
        return self.games.table.screen.viewer

    @property
    def seen(self) -> SeenTree:
        """The tree as whoever sits before the screen may see it."""
        return self.browsing.seen(self.viewer)

    # What is shown ----------------------------------------------------------------------------------------------------

    def show(self, note: str) -> None:
        """Show the tree as it is now, if it is another one than is shown."""
        self.card.show_note(note)
        now = (self.card, self.state())
        if now == self.shown:
            return
        self.shown = now
        seen = self.seen
        standing = MovesState(seen.here, seen.face(self.browsing.at), frozenset(seen.ahead()))
        self.card.show(self.rows(), standing, self.markers.sizes())

    def state(self) -> tuple[object, ...]:
        """What all that is shown of the tree depends on."""
        browsing = self.browsing
        return (
            self.session,
            self.session.document.tree.revision,
            browsing.at,
            self.viewer,
            frozenset(browsing.open),
            self.games.table.screen.shows_reasons,
            self.markers.state(),
        )

    def values(self) -> tuple[list[Value], int]:
        """The values along the line that is looked at, as far as they are known in a moment, and the number of the
        last one before what is shown."""
        table, seen = self.games.table, self.seen
        line, at = self.browsing.line(self.viewer), seen.face(self.browsing.at)
        values = table.curve.along(line, table.screen.shows_reasons, MOMENT)
        gone = {ROOT, *(line[: line.index(at) + 1] if at != ROOT else ())}
        return values, max(number for number, value in enumerate(values) if value.node in gone)

    def rows(self) -> list[MovesRow]:
        session, viewer = self.session, self.viewer
        if self.made is None or self.made[:2] != (session, viewer):
            side = partial(boards.side, session.point.info)
            self.made = (session, viewer, Rows(self._read, side, session.point.seats))
        seen = self.seen
        return self.made[2].all(
            seen.tree, self.browsing.open | unfolded(seen, self.browsing.at) | unfolded(seen, session.here)
        )

    def _read(self, node: int) -> str:
        """A move as it stands in the list: without the facts that came with it, and of a deal no cards. They are
        among what happened. A move that was covered is what came to light of it since."""
        info, actor = self.session.point.info, self.session.document.tree.nodes[node].actor
        if actor == SET_UP:
            return moves_words.SET_UP
        move, _, facts = self.session.document.text_at(node, self.viewer).partition(";")
        if move == COVERED:
            return boards.revealed(info, actor, self._facts(node, facts)) or move
        dealt = actor < 0 and info.has.deals
        return move.partition(":")[0] if dealt else move

    def _facts(self, node: int, first: str) -> Iterator[str]:
        """What came to light with a move and after it in its turn."""
        yield from filter(None, first.split(";"))
        turn = self.session.document.tree.nodes[node].turn
        for later in self.session.document.tree.line_from(node):
            if (
                self.session.document.tree.nodes[later].turn != turn
                or self.session.document.tree.nodes[later].actor == SET_UP
            ):
                return
            yield from filter(None, self.session.document.text_at(later, self.viewer).split(";")[1:])

    # The reader of the card -------------------------------------------------------------------------------------------

    def go(self, node: int) -> None:
        """Look at a position."""
        if self.session.document.holds(node) and not self._why_not(False, ""):
            self.games.table.look(self.seen.real(node))

    def ask(self, node: int, x: int, y: int) -> None:
        """The menu of a move. It is about this move, also if the game has gone on when something in it is chosen."""
        self.go(node)
        session, registry = self.session, self.shell.commands

        def run(name: str) -> None:
            if self.session is session and session.document.holds(node):
                self.go(node)
                registry.run(name)

        commands = registry.those("from_here", "main", "delete", "comment", "play_here", "set_up_here")
        choices = [MenuEntry(one.text, partial(run, one.name), one.key, not one.why_not()) for one in commands]
        self.popup.open(self.shell.root, self.shell.look, choices, x, y)

    def unfold(self, node: int, open: bool) -> None:
        (self.browsing.open.add if open else self.browsing.open.discard)(node)
        if not open and node in unfolded(self.seen, self.browsing.at):
            self.go(self.seen.tree.nodes[node].parent)
        self.games.shown.display.noted()

    # Commands ---------------------------------------------------------------------------------------------------------

    def _go(self, where: Callable[[], int | None]) -> Callable[[], None]:
        def run() -> None:
            node = where()
            if node is not None:
                self.games.table.look(self.seen.real(node))

        return run

    def _beside(self, step: int) -> int | None:
        return self.browsing.beside(self.viewer, step)

    def from_here(self) -> None:
        node = self.browsing.at
        self.games.table.revise(lambda: self.session.document.go_to(node))

    def make_main(self) -> None:
        node = self.browsing.at
        self.games.table.revise(lambda: self.session.document.variations.promote(node))

    def delete(self) -> None:
        gone, before = self.seen.members(self.browsing.at), self.browsing.back(self.viewer)
        assert before is not None
        self.games.table.look(self.seen.real(before))
        self.games.table.revise(lambda: self.session.document.variations.delete(*gone))

    def comment(self) -> None:
        """Let a comment be written, where it can be seen. It belongs to this move of this game, whatever is shown
        when it is finished."""
        self.shell.events.moves_wanted.tell()
        table, session, seen, by = self.games.table, self.session, self.seen, self.viewer
        face = seen.face(self.browsing.at)
        node, said, beside = seen.said_of(face)
        before = "\n".join(one.text for one in said)  # what another person says there is theirs

        def written(text: str | None) -> None:
            if text is not None and session.document.holds(node) and text != before:
                if table.session is session:
                    table.revise(lambda: session.document.annotations.comment(node, text, by, beside))
                else:
                    session.document.annotations.comment(node, text, by, beside)
            self.card.again()
            self.screen.view.focus_set()

        self.card.edit(face, before, written)

    @property
    def at_start(self) -> bool:
        return self.seen.face(self.browsing.at) == ROOT

    # Why they cannot be used ------------------------------------------------------------------------------------------

    def _why_not(self, cannot: bool, reason: str) -> str:
        """Nothing is looked at before the person is there to whom the screen is handed."""
        return reasons.covered(self.games.table) or (reason if cannot else "")

    def no_back(self) -> str:
        return self._why_not(self.at_start, moves_words.AT_START)

    def no_forward(self) -> str:
        return self._why_not(self.browsing.forward(self.viewer) is None, moves_words.AT_END)

    def no_end(self) -> str:
        return self._why_not(self.browsing.end(self.viewer) is None, moves_words.AT_GAME)

    def no_others(self) -> str:
        return self._why_not(self._beside(1) is None, moves_words.NO_OTHERS)

    def no_from_here(self) -> str:
        if self.session.document.tree.head.result is not None:
            return moves_words.ENDED
        return self._why_not(self.browsing.node is None, moves_words.AT_GAME)

    def no_main(self) -> str:
        return self._why_not(not unfolded(self.seen, self.browsing.at), moves_words.IS_MAIN)

    def no_delete(self) -> str:
        return self._why_not(self.at_start, moves_words.NO_MOVE)

    def no_comment(self) -> str:
        return self._why_not(False, "")
