"""Input in Set up: clicks, drags, strokes and keys on the board, and typing beside it."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.boards.kit.choices import BESIDE
from workbench.boards.kit.editing import NOTHING, Piece
from workbench.boards.kit.elements import Item
from workbench.gui.board import words as board_words
from workbench.gui.set_up import words as set_up_words
from workbench.gui.set_up.board import SetUpBoard
from workbench.gui.set_up.details import KNOWN
from workbench.gui.set_up.editing import STROKE, EditedPosition, typing
from workbench.gui.set_up.shown_position import ShownPosition


class Hands:
    """The handler of board input in Set up.

    A click with a selected piece replaces a piece, or removes one of the same kind. A stroke paints free spots only, so
    that dragging from a piece always moves that piece. The eraser removes pieces by clicks and strokes.

    Args:
        here: The position at the shown table.
    """

    def __init__(self, here: ShownPosition) -> None:
        self.here = here
        self.view: SetUpBoard | None = None
        self.palette_piece: Piece | None = None  # the piece being dragged from the palette
        self.dragged_piece = NOTHING  # the piece being dragged from a spot
        self.erases: bool | None = None  # whether the current stroke erases, or None while undecided
        self.done: set[str] = set()  # spots that the stroke has visited

    @property
    def edited(self) -> EditedPosition:
        """The position in Set up."""
        return self.here.edited

    @property
    def paints(self) -> bool:
        """Whether a click paints or erases."""
        return self.edited.chosen is not None

    def starts_stroke(self, spot: str) -> bool:
        """Return whether holding the button down here paints or erases, instead of dragging a piece."""
        chosen = self.edited.chosen
        return chosen is not None and (chosen == NOTHING or not self._is_taken(spot, chosen))

    def _is_taken(self, spot: str, piece: str) -> bool:
        editor = self.edited.editor
        return bool(spot and self.edited.ask(lambda fields: editor.is_taken(fields, spot, piece)))

    def on_press(self) -> bool:
        """End the current gesture. Return False, because the click continues."""
        self.edited.end_gesture()
        return False

    def on_click(self, spot: str) -> None:
        """Paint a spot, or put the cursor there if no piece is selected."""
        if self.paints and spot:
            self.paint([spot])
            self.end_stroke()
        elif self.view is not None and spot:
            self.view.put_cursor(spot)

    def paint(self, spots: Iterable[str]) -> None:
        """Paint or erase these spots as part of the current stroke."""
        edited = self.edited
        chosen = edited.chosen
        edited.begin_gesture(STROKE)
        for spot in spots:
            if chosen is None or spot in self.done:
                continue
            self.done.add(spot)
            old_piece = edited.first_piece(spot)
            if self.erases is None:  # painting a piece over itself erases, if the first spot cannot hold another
                self.erases = chosen == NOTHING or (not edited.put(spot, chosen) and old_piece == chosen)
            elif not self.erases and not self._is_taken(spot, chosen):
                edited.put(spot, chosen)
            if self.erases and old_piece != NOTHING and chosen in (NOTHING, old_piece):
                edited.put(spot, NOTHING)

    def end_stroke(self) -> None:
        """End the stroke."""
        self.erases, self.done = None, set()
        self.edited.end_gesture()

    def drop(self) -> None:
        """Discard the current drag or stroke."""
        self.palette_piece, self.dragged_piece, self.erases, self.done = None, NOTHING, None, set()

    def on_lift(self, spot: str) -> Item | None:
        """Return the piece to drag: the piece under the pointer, or the first piece of the spot."""
        view, editor = self.view, self.edited.editor
        self.dragged_piece = NOTHING
        if view is None:
            return None
        for item in view.items_under_press():
            self.dragged_piece = editor.piece(item)
            if item.where == spot and self.dragged_piece != NOTHING:
                return item
        self.dragged_piece = self.edited.first_piece(spot)
        on_spot = [item for item in self.edited.drawn[1] if item.where == spot]
        return next((item for item in reversed(on_spot) if editor.piece(item) == self.dragged_piece != NOTHING), None)

    def on_drag(self, start: str, end: str) -> None:
        """Move, put or remove the dragged piece."""
        (brought, self.palette_piece), (lifts, self.dragged_piece) = (
            (self.palette_piece, None),
            (self.dragged_piece, NOTHING),
        )
        edited = self.edited
        edited.end_gesture()
        if brought is not None:
            if end:
                edited.put(end, brought.name)
        elif not start or lifts == NOTHING:
            self.on_click(end)
        elif end == BESIDE:
            edited.remove_piece(start, lifts)
        else:
            edited.move(start, end, lifts)

    def turn_over(self, spot: str) -> None:
        """Turn over the piece on a spot, or replace it by the next kind."""
        self.edited.end_gesture()
        self.edited.turn_over(spot)

    def remove(self, spot: str) -> None:
        """Remove the first piece of a spot."""
        self.edited.end_gesture()
        self.edited.remove_piece(spot)

    def spin(self, spot: str, steps: int) -> None:
        """Change the piece on a spot by steps of the wheel."""
        self.edited.spin(spot, steps)

    def on_hover(self, spot: str) -> None:
        """Show the description of a spot."""
        board, fields, description = self.here.board, self.edited.drawable_fields, ""
        if spot and board is not None and fields is not None:
            description = board_words.cursor_at(spot, board.describe_spot(fields, spot, self.edited.sketch.seat))
        self.here.explain(description)

    def on_enter(self) -> bool:
        """Return False, so that Enter clicks the spot."""
        return False

    def on_key(self, key: str) -> bool:
        """Put the piece with this key at the cursor, or select the piece if there is no cursor."""
        piece = next((piece for piece in self.edited.palette if piece.key.lower() == key), None)
        view = self.view
        if piece is None or view is None:
            return False
        self.edited.end_gesture()
        if view.cursor:
            self.edited.put(view.cursor, piece.name)
        else:
            self.edited.choose(piece.name)
        return True

    # Palette ----------------------------------------------------------------------------------------------------------

    def choose(self, piece: str) -> None:
        """Select a piece of the palette, or deselect it if it is selected."""
        self.edited.choose(None if self.edited.chosen == piece else piece)

    def take_up(self, piece: Piece) -> None:
        """Start dragging a piece from the palette."""
        if self.view is not None:
            self.palette_piece = piece
            self.view.drag_new_piece(piece.shape)

    def carry(self, x: int, y: int) -> None:
        """Move the dragged piece; the coordinates are pixels of the screen."""
        view = self.view
        if view is not None:
            view.drag_to(x - view.winfo_rootx(), y - view.winfo_rooty())

    def let_go(self, x: int, y: int) -> None:
        """Drop the dragged piece; the coordinates are pixels of the screen."""
        view = self.view
        if view is not None:
            view.end_drag(x - view.winfo_rootx(), y - view.winfo_rooty())
        self.palette_piece = None


class Writer:
    """The handler of input from the form and the text card.

    Args:
        here: The position at the shown table.
    """

    def __init__(self, here: ShownPosition) -> None:
        self.here = here

    def set_detail(self, detail: str, value: str) -> str:
        """Set a detail, or the viewer of the position. Return why that is impossible, or ""."""
        edited = self.here.edited
        edited.end_gesture()
        if detail == KNOWN:
            self.here.set_viewer(int(value) if value else None)
            return ""
        return edited.set_detail(detail, value)

    def type_detail(self, detail: str, value: str) -> str:
        """Set a detail while its value is being typed. Return why that is impossible, or ""."""
        self.here.edited.begin_gesture(typing(detail))
        return self.here.edited.set_detail(detail, value)

    def finish_detail(self) -> None:
        """Finish the current edit."""
        if self.here.on:
            self.here.edited.end_gesture()

    def write(self, text: str) -> None:
        """Replace the position text."""
        self.here.edited.write(text)

    def copied(self) -> None:
        """Show the message that the copied selection lacks the viewer and the known facts."""
        self.here.explain(set_up_words.TEXT_ALONE)

    def paste(self) -> None:
        """Paste a position from the clipboard."""
        self.here.shell.commands.run("paste")
