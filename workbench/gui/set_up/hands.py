"""What clicks, drags, strokes and keys on the board come to while a position is set up, and what is written beside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from workbench.boards.kit.choices import BESIDE
from workbench.boards.kit.editing import NOTHING, Piece
from workbench.boards.kit.elements import Item
from workbench.gui.play import words as play_words
from workbench.gui.set_up import words as said
from workbench.gui.set_up.column import KNOWN
from workbench.gui.set_up.editing import STROKE, Sketching, typing

if TYPE_CHECKING:
    from workbench.gui.set_up.mode import SetUp


class Hands:
    """The hands on the board of the mode Set up. One click paints or erases; a stroke goes on as it began."""

    def __init__(self, set_up: SetUp) -> None:
        self.set_up = set_up
        self.brought: Piece | None = None  # what is carried from the palette
        self.lifts = NOTHING  # what is carried from a place
        self.erases: bool | None = None  # whether the stroke that goes on takes away
        self.done: set[str] = set()  # places that it has been to

    @property
    def sketching(self) -> Sketching:
        return self.set_up.sketching

    @property
    def paints(self) -> bool:
        return self.sketching.chosen is not None

    def pressed(self) -> bool:
        self.sketching.end()
        return False

    def clicked(self, spot: str) -> None:
        """Enter, or a click where nothing is chosen: then the keys mean this place."""
        if self.paints and spot:
            self.painted([spot])
            self.ended()
        elif self.set_up.view is not None and spot:
            self.set_up.view.put_cursor(spot)

    def painted(self, spots: Iterable[str]) -> None:
        sketching = self.sketching
        chosen = sketching.chosen
        sketching.begin(STROKE)
        for spot in spots:
            if chosen is None or spot in self.done:
                continue
            self.done.add(spot)
            taken = sketching.taken(spot)
            if self.erases is None:  # the first place decides: a piece that can only stand there once is taken away again
                self.erases = chosen == NOTHING or (not sketching.put(spot, chosen) and taken == chosen)
            elif not self.erases:
                sketching.put(spot, chosen)
            if self.erases and taken != NOTHING and chosen in (NOTHING, taken):
                sketching.put(spot, NOTHING)

    def ended(self) -> None:
        self.erases, self.done = None, set()
        self.sketching.end()

    def drop(self) -> None:
        """What was begun comes to nothing."""
        self.brought, self.lifts, self.erases, self.done = None, NOTHING, None, set()

    def lifted(self, spot: str) -> Item | None:
        """The piece under the pointer, or else that which is taken first."""
        view, editor = self.set_up.view, self.sketching.editor
        self.lifts = NOTHING
        if self.paints or view is None:
            return None
        for item in view.under():
            self.lifts = editor.piece(item)
            if item.where == spot and self.lifts != NOTHING:
                return item
        self.lifts = self.sketching.taken(spot)
        there = [item for item in self.sketching.drawn[1] if item.where == spot]
        return next((item for item in reversed(there) if editor.piece(item) == self.lifts != NOTHING), None)

    def dragged(self, start: str, end: str) -> None:
        (brought, self.brought), (lifts, self.lifts) = (self.brought, None), (self.lifts, NOTHING)
        sketching = self.sketching
        sketching.end()
        if brought is not None:
            if end:
                sketching.put(end, brought.name)
        elif not start or lifts == NOTHING:
            self.clicked(end)
        elif end == BESIDE:
            sketching.take_away(start, lifts)
        else:
            sketching.move(start, end, lifts)

    def turned(self, spot: str) -> None:
        self.sketching.end()
        self.sketching.turn_over(spot)

    def removed(self, spot: str) -> None:
        self.sketching.end()
        self.sketching.take_away(spot)

    def spun(self, spot: str, steps: int) -> None:
        self.sketching.spin(spot, steps)

    def hovered(self, spot: str) -> None:
        board, fields, what = self.set_up.board, self.sketching.drawable, ""
        if spot and board is not None and fields is not None:
            what = play_words.cursor_at(spot, board.standing_on(fields, spot, self.sketching.sketch.seat))
        self.set_up.explain(what)

    def entered(self) -> bool:
        return False

    def keyed(self, key: str) -> bool:
        """Put the piece with this key where the cursor is; without one, take it up."""
        piece = next((piece for piece in self.sketching.palette if piece.key.lower() == key), None)
        view = self.set_up.view
        if piece is None or view is None:
            return False
        self.sketching.end()
        if view.cursor:
            self.sketching.put(view.cursor, piece.name)
        else:
            self.sketching.choose(piece.name)
        return True

    # From the palette -------------------------------------------------------------------------------------------------

    def choose(self, piece: str) -> None:
        """A click on a tile takes its piece up, another puts it down."""
        self.sketching.choose(None if self.sketching.chosen == piece else piece)

    def take_up(self, piece: Piece) -> None:
        if self.set_up.view is not None:
            self.brought = piece
            self.set_up.view.bring(piece.shape)

    def carry(self, x: int, y: int) -> None:
        view = self.set_up.view
        if view is not None:
            view.carry(x - view.winfo_rootx(), y - view.winfo_rooty())

    def let_go(self, x: int, y: int) -> None:
        view = self.set_up.view
        if view is not None:
            view.let_go(x - view.winfo_rootx(), y - view.winfo_rooty())
        self.brought = None


class Writer:
    """Who writes details and the text for the cards."""

    def __init__(self, set_up: SetUp) -> None:
        self.set_up = set_up

    def set_detail(self, detail: str, value: str) -> str:
        sketching = self.set_up.sketching
        sketching.end()
        if detail == KNOWN:
            self.set_up.know(int(value) if value else None)
            return ""
        return sketching.set_detail(detail, value)

    def type_detail(self, detail: str, value: str) -> str:
        self.set_up.sketching.begin(typing(detail))
        return self.set_up.sketching.set_detail(detail, value)

    def finish_detail(self) -> None:
        if self.set_up.on:
            self.set_up.sketching.end()

    def write(self, text: str) -> None:
        self.set_up.sketching.write(text)

    def copied(self) -> None:
        self.set_up.explain(said.TEXT_ALONE)

    def paste(self) -> None:
        self.set_up.window.shell.commands.run("paste")
