"""What clicks, drags, strokes and keys on the board do while a position is set up, and what is written beside it."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.boards.kit.choices import BESIDE
from workbench.boards.kit.editing import NOTHING, Piece
from workbench.boards.kit.elements import Item
from workbench.gui.board import words as board_words
from workbench.gui.set_up import words as said
from workbench.gui.set_up.board import SetUpBoard
from workbench.gui.set_up.details import KNOWN
from workbench.gui.set_up.editing import STROKE, EditedPosition, typing
from workbench.gui.set_up.shown_position import ShownPosition


class Hands:
    """The hands on the board of the mode Set up. One click paints or erases; a stroke goes on as it began."""

    def __init__(self, here: ShownPosition) -> None:
        self.here = here
        self.view: SetUpBoard | None = None
        self.brought: Piece | None = None  # what is carried from the palette
        self.lifts = NOTHING  # what is carried from a place
        self.erases: bool | None = None  # whether the stroke that goes on takes away
        self.done: set[str] = set()  # places that it has been to

    @property
    def edited(self) -> EditedPosition:
        return self.here.edited

    @property
    def paints(self) -> bool:
        return self.edited.chosen is not None

    def pressed(self) -> bool:
        self.edited.end()
        return False

    def clicked(self, spot: str) -> None:
        """Enter, or a click where nothing is chosen: then the keys mean this place."""
        if self.paints and spot:
            self.painted([spot])
            self.ended()
        elif self.view is not None and spot:
            self.view.put_cursor(spot)

    def painted(self, spots: Iterable[str]) -> None:
        edited = self.edited
        chosen = edited.chosen
        edited.begin(STROKE)
        for spot in spots:
            if chosen is None or spot in self.done:
                continue
            self.done.add(spot)
            taken = edited.taken(spot)
            if (
                self.erases is None
            ):  # the first place decides: a piece that can only stand there once is taken away again
                self.erases = chosen == NOTHING or (not edited.put(spot, chosen) and taken == chosen)
            elif not self.erases:
                edited.put(spot, chosen)
            if self.erases and taken != NOTHING and chosen in (NOTHING, taken):
                edited.put(spot, NOTHING)

    def ended(self) -> None:
        self.erases, self.done = None, set()
        self.edited.end()

    def drop(self) -> None:
        """What was begun comes to nothing."""
        self.brought, self.lifts, self.erases, self.done = None, NOTHING, None, set()

    def lifted(self, spot: str) -> Item | None:
        """The piece under the pointer, or else that which is taken first."""
        view, editor = self.view, self.edited.editor
        self.lifts = NOTHING
        if self.paints or view is None:
            return None
        for item in view.under():
            self.lifts = editor.piece(item)
            if item.where == spot and self.lifts != NOTHING:
                return item
        self.lifts = self.edited.taken(spot)
        there = [item for item in self.edited.drawn[1] if item.where == spot]
        return next((item for item in reversed(there) if editor.piece(item) == self.lifts != NOTHING), None)

    def dragged(self, start: str, end: str) -> None:
        (brought, self.brought), (lifts, self.lifts) = (self.brought, None), (self.lifts, NOTHING)
        edited = self.edited
        edited.end()
        if brought is not None:
            if end:
                edited.put(end, brought.name)
        elif not start or lifts == NOTHING:
            self.clicked(end)
        elif end == BESIDE:
            edited.take_away(start, lifts)
        else:
            edited.move(start, end, lifts)

    def turned(self, spot: str) -> None:
        self.edited.end()
        self.edited.turn_over(spot)

    def removed(self, spot: str) -> None:
        self.edited.end()
        self.edited.take_away(spot)

    def spun(self, spot: str, steps: int) -> None:
        self.edited.spin(spot, steps)

    def hovered(self, spot: str) -> None:
        board, fields, what = self.here.board, self.edited.drawable, ""
        if spot and board is not None and fields is not None:
            what = board_words.cursor_at(spot, board.standing_on(fields, spot, self.edited.sketch.seat))
        self.here.explain(what)

    def entered(self) -> bool:
        return False

    def keyed(self, key: str) -> bool:
        """Put the piece with this key where the cursor is; without one, take it up."""
        piece = next((piece for piece in self.edited.palette if piece.key.lower() == key), None)
        view = self.view
        if piece is None or view is None:
            return False
        self.edited.end()
        if view.cursor:
            self.edited.put(view.cursor, piece.name)
        else:
            self.edited.choose(piece.name)
        return True

    # From the palette -------------------------------------------------------------------------------------------------

    def choose(self, piece: str) -> None:
        """A click on a tile takes its piece up, another puts it down."""
        self.edited.choose(None if self.edited.chosen == piece else piece)

    def take_up(self, piece: Piece) -> None:
        if self.view is not None:
            self.brought = piece
            self.view.bring(piece.shape)

    def carry(self, x: int, y: int) -> None:
        view = self.view
        if view is not None:
            view.carry(x - view.winfo_rootx(), y - view.winfo_rooty())

    def let_go(self, x: int, y: int) -> None:
        view = self.view
        if view is not None:
            view.let_go(x - view.winfo_rootx(), y - view.winfo_rooty())
        self.brought = None


class Writer:
    """Who writes details and the text for the cards."""

    def __init__(self, here: ShownPosition) -> None:
        self.here = here

    def set_detail(self, detail: str, value: str) -> str:
        edited = self.here.edited
        edited.end()
        if detail == KNOWN:
            self.here.know(int(value) if value else None)
            return ""
        return edited.set_detail(detail, value)

    def type_detail(self, detail: str, value: str) -> str:
        self.here.edited.begin(typing(detail))
        return self.here.edited.set_detail(detail, value)

    def finish_detail(self) -> None:
        if self.here.on:
            self.here.edited.end()

    def write(self, text: str) -> None:
        self.here.edited.write(text)

    def copied(self) -> None:
        self.here.explain(said.TEXT_ALONE)

    def paste(self) -> None:
        self.here.shell.commands.run("paste")
