"""Viewing earlier positions and variations with keys, buttons, the menu and the moves card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from workbench import boards
from workbench.game.move_tree import ROOT
from workbench.game.session import Session
from workbench.game.values import Value
from workbench.gui.moves import words as moves_words
from workbench.gui.moves.annotating import Annotating
from workbench.gui.moves.card import MovesCard, MovesState
from workbench.gui.moves.log import MoveLog
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
from workbench.system.translation import tr

REST_MS = 15  # pause between two batches of sentences in a long game
MOMENT = 0.02  # seconds spent on values in one call
HIDDEN = "?"  # the text of a move that the viewer may not see


class Stepping:
    """The commands for the move tree of the shown game. Also receives the input of the moves card."""

    card: MovesCard

    def __init__(self, shell: Shell, games: Tabs, screen: Screen, markers: Markers) -> None:
        self.shell, self.games, self.screen, self.markers = shell, games, screen, markers
        self.shown: tuple[object, ...] = ()  # the state that the card shows, for comparison
        # The rows and the log of this session for this seat, in words or not.
        self.cached_rows: tuple[Session, int | None, bool, Rows, MoveLog] | None = None
        self.note = ""
        self.waiting = ""  # timer for the remaining sentences of a long game
        self.popup = Popup()
        self.annotating = Annotating(shell, games)
        add = shell.commands.add
        # fmt: off
        add(Command(
            "start", "moves", tr("First position"), tr("View the start position. The game does not change."),
            self._view_command(lambda: ROOT), ("Alt+Home",), self.no_back,
        ))
        add(Command(
            "back", "moves", tr("Previous move"), tr("View the position before this move"),
            self._view_command(lambda: self.browsing.previous_node(self.viewer)), ("Alt+Left",), self.no_back,
        ))
        add(Command(
            "forward", "moves", tr("Next move"), tr("View the position after the next move"),
            self._view_command(lambda: self.browsing.next_node(self.viewer)), ("Alt+Right",), self.no_forward,
        ))
        add(Command(
            "end", "moves", tr("Current position"), tr("View the current position, or the end of its line"),
            self._view_command(lambda: self.browsing.end_node(self.viewer)), ("Alt+End",), self.no_end,
        ))
        add(Command(
            "turn_back", "moves", tr("Previous turn"), tr("View the start of this turn or of the previous one"),
            self._view_command(lambda: self.browsing.previous_node(self.viewer, True)), ("Alt+PageUp",), self.no_back,
        ))
        add(Command(
            "turn_forward", "moves", tr("Next turn"), tr("View the end of the next turn"),
            self._view_command(lambda: self.browsing.next_node(self.viewer, True)), ("Alt+PageDown",), self.no_forward,
        ))
        add(Command(
            "other_before", "moves", tr("Previous variation"), tr("View the previous alternative to this move"),
            self._view_command(partial(self._sibling, -1)), ("Alt+Up",), self.no_others,
            listed=False,
        ))
        add(Command(
            "other_after", "moves", tr("Next variation"), tr("View the next alternative to this move"),
            self._view_command(partial(self._sibling, 1)), ("Alt+Down",), self.no_others,
            listed=False,
        ))
        add(Command(
            "from_here", "moves", tr("Continue from here"), tr("Continue the game from the viewed position"),
            self.from_here, ("Ctrl+G",), self.no_from_here, group=1, modes=PLAY,
        ))
        add(Command(
            "main", "moves", tr("Make main line"), tr("Make the viewed line the main line"), self.make_main, (),
            self.no_main, group=1,
        ))
        add(Command(
            "delete", "moves", tr("Delete from here"), tr("Delete this move and all moves after it"),
            self.delete, ("Ctrl+Delete",), self.no_delete, group=1,
        ))
        add(Command(
            "comment", "moves", tr("Comment…"), tr("Write a comment on this position"), self.comment, ("Ctrl+E",),
            self.no_comment, group=1,
        ))
        add(Command(
            "annotate", "moves", moves_words.ANNOTATE, tr("Mark this move as good, bad or interesting"), self.annotate,
            ("Ctrl+Shift+A",), self.no_annotation, group=1, listed=False,
            search_words=tr("!! ! !? ?! ? ?? good mistake blunder brilliant interesting dubious glyph"),
        ))
        # fmt: on

    @property
    def session(self) -> Session:
        """The session of the shown game."""
        return self.games.table.session

    @property
    def browsing(self) -> Browsing:
        """The viewed position of the shown game."""
        return self.games.table.browsing

    @property
    def viewer(self) -> int | None:
        """The seat at the screen, or None."""
        return self.games.table.screen.viewer

    @property
    def seen(self) -> SeenTree:
        """The tree as the person at the screen may see it."""
        return self.browsing.visible_tree(self.viewer)

    # Display ----------------------------------------------------------------------------------------------------------

    def show(self, note: str) -> None:
        """Update the card if the tree, the viewed position or the marks changed. `note` is shown below the moves."""
        self.note = note
        self.card.show_note(note)
        if (now := (self.card, self.state())) == self.shown:
            return
        self.shown = now
        seen = self.seen
        marked = MovesState(seen.here, seen.representative(self.browsing.shown_node), frozenset(seen.ahead()))
        self.card.set_in_words(self.in_words)
        self.card.show(self.rows(), marked, self.markers.sizes())

    def state(self) -> tuple[object, ...]:
        """Return everything that the display of the tree depends on, for comparison."""
        browsing = self.browsing
        return (
            self.session,
            self.session.document.tree.revision,
            browsing.shown_node,
            self.viewer,
            frozenset(browsing.expanded),
            self.games.table.screen.shows_reasons,
            self.markers.state(),
            self.in_words,
        )

    @property
    def in_words(self) -> bool:
        """Whether the moves are a log in words. A narrow list has no room for the columns of many players."""
        crowded = self.screen.shows_game_beside and not self.card.has_room_for_columns
        return crowded or self.shell.settings.moves_in_words

    def values(self) -> tuple[list[Value], int]:
        """Return the values along the viewed line, and the index of the last one up to the shown position.

        The list may be incomplete, because the calculation stops after a moment.
        """
        table, seen = self.games.table, self.seen
        line, at = self.browsing.line(self.viewer), seen.representative(self.browsing.shown_node)
        values = self.markers.add_analyses(table.curve.along(line, table.screen.shows_reasons, MOMENT))
        passed = {ROOT, *(line[: line.index(at) + 1] if at != ROOT else ())}
        return values, max(number for number, value in enumerate(values) if value.node in passed)

    def rows(self) -> list[MovesRow]:
        """Return the rows of the tree as the person at the screen may see it."""
        rows, log = self._cached()
        log.begin()
        seen = self.seen
        found = rows.build(
            seen.tree,
            self.browsing.expanded | unfolded(seen, self.browsing.shown_node) | unfolded(seen, self.session.here),
        )
        if not log.complete:
            rows.forget()
            self.waiting = self.waiting or self.card.frame.after(REST_MS, self._continue)
        return found

    def _cached(self) -> tuple[Rows, MoveLog]:
        """Return the rows and the log of the shown game, kept from one update to the next."""
        key = (self.session, self.viewer, self.in_words)
        if self.cached_rows is None or self.cached_rows[:3] != key:
            log = MoveLog(self.session, self.viewer)
            tell = partial(self._tell, log) if self.in_words else None
            self.cached_rows = (*key, Rows(self._read, log.player_name, self.session.point.seats, tell), log)
        return self.cached_rows[3:]

    def _tell(self, log: MoveLog, node: int) -> tuple[str, ...]:
        """Return the sentences about a move, or its short form until they are known."""
        sentences = log.find(node)
        return sentences if sentences is not None else tuple(filter(None, (self._read(node),)))

    def _continue(self) -> None:
        """Put more moves of a long game into words. Short batches keep the window responsive."""
        self.waiting = ""
        if self.card.frame.winfo_exists():
            self.shown = ()
            self.show(self.note)

    def tip(self, node: int) -> str:
        """Return the sentences about a move, with its short form if the list is in words."""
        if not self.session.document.has_node(node) or reasons.covered(self.games.table):
            return ""
        text = " ".join(self._cached()[1].sentences(node))
        code = self._read(node)
        return f"{text} ({code})" if self.in_words and text and code else text or code

    def _read(self, node: int) -> str:
        """Return a move for the list.

        Facts and dealt cards are left out, because the list of events has them. A hidden move is replaced by the facts
        revealed about it later.
        """
        info, actor = self.session.point.info, self.session.document.tree.nodes[node].actor
        if actor == SET_UP:
            return moves_words.SET_UP
        move, _, facts = self.session.document.text_at(node, self.viewer).partition(";")
        if move == HIDDEN:
            return boards.describe_revealed(info, actor, self._facts(node, facts)) or move
        dealt = actor < 0 and info.has.deals
        return move.partition(":")[0] if dealt else move

    def _facts(self, node: int, first: str) -> Iterator[str]:
        """Yield the facts revealed by a move and by later moves of its turn, as the viewer's tree has them."""
        yield from filter(None, first.split(";"))
        tree = self.seen.tree
        turn = tree.nodes[self.seen.representative(node)].turn
        for later in tree.line_from(self.seen.representative(node)):
            if tree.nodes[later].turn != turn or tree.nodes[later].actor == SET_UP:
                return
            yield from filter(None, self.session.document.text_at(later, self.viewer).split(";")[1:])

    # Reader of the card -----------------------------------------------------------------------------------------------

    def view_node(self, node: int) -> None:
        """View a position, unless the screen is covered for another person."""
        if self.session.document.has_node(node) and not self._why_not(False, ""):
            self.games.table.view_node(self.seen.node_to_view(node))

    def view_turn(self, node: int) -> None:
        """View the decision after a turn, given by the node at its end.

        Dice and cards that come first in the viewed line are passed, so that the position is never one before a roll.
        """
        if not self.session.document.has_node(node):
            return
        line = self.browsing.line(self.viewer)
        ahead = line[line.index(node) + 1 :] if node in line else line if node == ROOT else []
        for after in ahead:
            if self.session.document.point_at(node).actor >= 0:
                break
            node = after
        self.view_node(node)

    def open_menu(self, node: int, x: int, y: int) -> None:
        """Open the menu of a move. It applies to this move even if the game continues while the menu is open."""
        self.view_node(node)
        session, registry = self.session, self.shell.commands

        def run(name: str) -> None:
            if self.session is session and session.document.has_node(node):
                self.view_node(node)
                registry.run(name)

        commands = registry.existing(
            "from_here", "annotate", "comment", "main", "delete", "set_up_here", "find_position"
        )
        choices = [
            MenuEntry(
                command.text, partial(run, command.name), command.key, not command.why_not(),
                self.annotating.entries() if command.name == "annotate" else (),
            )
            for command in commands
        ]  # fmt: skip
        self.popup.open(self.shell.root, self.shell.look, choices, x, y)

    def unfold(self, node: int, open: bool) -> None:
        """Unfold or fold a variation. The view leaves a variation that is folded."""
        (self.browsing.expanded.add if open else self.browsing.expanded.discard)(node)
        if not open and node in unfolded(self.seen, self.browsing.shown_node):
            self.view_node(self.seen.tree.nodes[node].parent)
        self.games.shown.display.report_notes()

    # Commands ---------------------------------------------------------------------------------------------------------

    def _view_command(self, where: Callable[[], int | None]) -> Callable[[], None]:
        def run() -> None:
            node = where()
            if node is not None:
                self.games.table.view_node(self.seen.node_to_view(node))

        return run

    def _sibling(self, step: int) -> int | None:
        return self.browsing.sibling_node(self.viewer, step)

    def from_here(self) -> None:
        """Continue the game from the viewed position."""
        node = self.browsing.shown_node
        self.games.table.revise(lambda: self.session.document.go_to(node))

    def make_main(self) -> None:
        """Make the viewed line the main line."""
        node = self.browsing.shown_node
        self.games.table.revise(lambda: self.session.document.variations.promote(node))

    def delete(self) -> None:
        """Delete the viewed move and all moves after it."""
        deleted, before = self.seen.members(self.browsing.shown_node), self.browsing.previous_node(self.viewer)
        assert before is not None
        self.games.table.view_node(self.seen.node_to_view(before))
        self.games.table.revise(lambda: self.session.document.variations.delete(*deleted))

    def comment(self) -> None:
        """Open the field for a comment.

        The comment belongs to this move of this game, even if another move or game is shown later.
        """
        self.shell.events.moves_wanted.emit()
        table, session, seen, by = self.games.table, self.session, self.seen, self.viewer
        face = seen.representative(self.browsing.shown_node)
        node, comments, beside = seen.comments_at(face)
        # The comment replaces those that this person may read. `beside` has all others, which are kept.
        before = "\n".join(comment.text for comment in comments)

        def written(text: str | None) -> None:
            if text is not None and session.document.has_node(node) and text != before:
                if table.session is session:
                    table.revise(lambda: session.document.annotations.set_comment(node, text, by, beside))
                else:
                    session.document.annotations.set_comment(node, text, by, beside)
            self.card.redraw()
            self.card.canvas.focus_set()

        self.card.edit(face, before, written)

    def annotate(self) -> None:
        """Open the menu with the annotations, at the move in the list."""
        self.shell.events.moves_wanted.emit()
        x, y = self.card.place_of(self.seen.representative(self.annotating.node))
        self.popup.open(self.shell.root, self.shell.look, self.annotating.entries(), x, y)
        self.popup.select_first()

    @property
    def at_start(self) -> bool:
        """Whether the start of the game is viewed."""
        return self.seen.representative(self.browsing.shown_node) == ROOT

    # Reasons why commands are unavailable -----------------------------------------------------------------------------

    def _why_not(self, cannot: bool, reason: str) -> str:
        """Return why a command is unavailable. All are unavailable until the screen is handed over."""
        return reasons.covered(self.games.table) or (reason if cannot else "")

    def no_back(self) -> str:
        """Return why no earlier position can be viewed, or ""."""
        return self._why_not(self.at_start, moves_words.AT_START)

    def no_forward(self) -> str:
        """Return why no later position can be viewed, or ""."""
        return self._why_not(self.browsing.next_node(self.viewer) is None, moves_words.AT_END)

    def no_end(self) -> str:
        """Return why the game's own position cannot be viewed, or ""."""
        return self._why_not(self.browsing.end_node(self.viewer) is None, moves_words.AT_GAME)

    def no_others(self) -> str:
        """Return why there is no other variation to view, or ""."""
        return self._why_not(self._sibling(1) is None, moves_words.NO_OTHERS)

    def no_from_here(self) -> str:
        """Return why the game cannot continue from the viewed position, or ""."""
        if self.session.document.tree.head.result is not None:
            return moves_words.ENDED
        return self._why_not(self.browsing.node is None, moves_words.AT_GAME)

    def no_main(self) -> str:
        """Return why the viewed line cannot become the main line, or ""."""
        return self._why_not(not unfolded(self.seen, self.browsing.shown_node), moves_words.IS_MAIN)

    def no_delete(self) -> str:
        """Return why nothing can be deleted, or ""."""
        return self._why_not(self.at_start, moves_words.NO_MOVE)

    def no_annotation(self) -> str:
        """Return why the viewed move cannot be annotated, or ""."""
        return self._why_not(self.annotating.node == ROOT, moves_words.NO_DECISION)

    def no_comment(self) -> str:
        """Return why no comment can be written, or ""."""
        return self._why_not(False, "")
