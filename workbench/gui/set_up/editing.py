"""A position in Set up, without widgets: the sketch, the selected piece, and the check for problems."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from workbench import boards
from workbench.boards.kit.editing import NOTHING, Detail, Editor, Piece
from workbench.boards.kit.elements import Fields, Ground, Item
from workbench.gui.set_up import words
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.positions.autosave import SketchAutosave
from workbench.positions.editor import PositionEditor, Steps
from workbench.positions.fixes import FixableProblem
from workbench.positions.lists import Entry, PositionList
from workbench.positions.sketch import Sketch

Asked = TypeVar("Asked")
STROKE = "stroke"  # the gesture while the mouse button is down


class EditedPosition:
    """A position, or a list of them, that a person edits. Owned by `EditedPositions`.

    `changed` is called after every change, also of the selected piece or the known problems, and `refuse` with the
    reason for a refused change.
    """

    def __init__(self, sketch: Sketch, changed: Callable[[], None], refuse: Callable[[str], None]) -> None:
        self.model = PositionEditor(sketch)
        self.initial = sketch
        self.changed, self.refuse = changed, refuse
        self.chosen: str | None = None  # the piece to paint, NOTHING to erase, None to drag pieces
        self.problems: tuple[FixableProblem, ...] = ()
        self.checked: Sketch | None = None  # the sketch that `problems` is about
        self._checking = False
        # a sketch, and the function to call once it is checked
        self._waiting: tuple[Sketch, Callable[[], None]] | None = None
        self._gesture = ""  # kind of the current gesture
        self._before = sketch  # the sketch before the gesture
        self.saver: SketchAutosave | None = None
        self._editor = boards.editor(sketch.spec, sketch.seat)
        self._drawn: tuple[Ground | None, tuple[Item, ...]] = (None, ())
        # the list, position number and length that `_drawn` belongs to
        self._drawn_of: tuple[PositionList, int, int] | None = None

    # State ------------------------------------------------------------------------------------------------------------

    @property
    def sketch(self) -> Sketch:
        """The current position, valid or not."""
        return self.model.sketch

    @property
    def editor(self) -> Editor:
        """The editor for the game and viewer of the sketch, or of the last readable sketch."""
        if self.fields is not None and (self._editor.spec, self._editor.seat) != (self.sketch.spec, self.sketch.seat):
            self._editor = boards.editor(self.sketch.spec, self.sketch.seat)
        return self._editor

    @property
    def fields(self) -> Fields | None:
        """The fields of the sketch, or None if its text cannot be split into them."""
        return self.sketch.fields

    @property
    def palette(self) -> tuple[Piece, ...]:
        """The pieces that can be put on the board."""
        return self.ask(self.editor.palette) or ()

    @property
    def details(self) -> tuple[Detail, ...]:
        """The values other than the pieces."""
        return self.ask(self.editor.details) or ()

    @property
    def drawn(self) -> tuple[Ground | None, tuple[Item, ...]]:
        """The spots and their pieces; for an unreadable sketch, the last readable ones, or spots without pieces."""
        read, positions = self._readable(), self.model.positions
        place = positions.index, len(positions.entries)
        if read is not None:
            self._drawn = read
        elif self._drawn_of is None or self._drawn_of[0] is not positions or self._drawn_of[1:] != place:
            self._drawn = self._bare(), ()  # never show the pieces of another position
        self._drawn_of = positions, *place
        return self._drawn

    def _readable(self) -> tuple[Ground, tuple[Item, ...]] | None:
        """Return the spots and pieces, or None if they cannot be read."""
        editor, facts = self.editor, self.sketch.facts
        ground = self.ask(editor.ground)
        pieces = self.ask(lambda fields: editor.pieces(editor.reveal_facts(fields, facts)))
        return None if ground is None or pieces is None else (ground, pieces)

    @property
    def is_drawable(self) -> bool:
        """Whether the board can draw the sketch."""
        return self.drawable_fields is not None and (self.editor.board is None or self._readable() is not None)

    def _bare(self) -> Ground | None:
        """Return the spots at the start of this game, or of the last known game, or None."""
        for spec in (self.sketch.spec, self._editor.spec):
            try:
                return boards.editor(spec).ground(Sketch.start(spec).fields or {})
            except ValueError:
                continue
        return None

    @property
    def drawable_fields(self) -> Fields | None:
        """The fields, with the known facts, if the board can draw them, or None."""
        editor, facts = self.editor, self.sketch.facts
        return self.ask(lambda fields: editor.drawable(editor.reveal_facts(fields, facts)))

    def ask(self, ask: Callable[[Fields], Asked]) -> Asked | None:
        """Query the editor; return None if the fields cannot be read."""
        fields = self.fields
        if fields is None:
            return None
        try:
            return ask(fields)
        except (ValueError, LookupError, AttributeError, TypeError):  # the board may fail on invalid fields
            return None

    @property
    def valid(self) -> bool:
        """Whether the sketch has been checked and is valid."""
        return self.checked == self.sketch and not self.problems

    @property
    def touched(self) -> bool:
        """Whether the position or its list has been changed."""
        return self.model.positions.entries != [Entry(self.initial)]

    # Gestures ---------------------------------------------------------------------------------------------------------

    def begin_gesture(self, kind: str) -> None:
        """Begin a gesture, or continue one of the same kind. Undo reverts it as a whole."""
        if kind != self._gesture:
            self.end_gesture()
            self._gesture, self._before = kind, self.sketch
            self.model.begin_gesture()

    def end_gesture(self) -> None:
        """End the current gesture."""
        self.model.end_gesture()
        self._gesture = ""

    def cancel_stroke(self) -> bool:
        """Revert the current stroke. Return whether there was one."""
        stroke = self._gesture == STROKE
        if stroke:
            self.model.cancel_gesture()
        self.end_gesture()
        if stroke:
            self.changed()
        return stroke

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to undo."""
        return self.model.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is a change to redo."""
        return self.model.can_redo

    def undo(self) -> None:
        """Undo the last change."""
        self.end_gesture()
        self.model.undo()
        self.changed()

    def redo(self) -> None:
        """Redo the last undone change."""
        self.end_gesture()
        self.model.redo()
        self.changed()

    # Changes ----------------------------------------------------------------------------------------------------------

    def replace_sketch(self, sketch: Sketch) -> None:
        """Replace the sketch."""
        self.end_gesture()
        self.model.change(sketch)
        self.changed()

    def open_list(self, positions: PositionList) -> None:
        """Edit a list of positions. Undo restores the earlier position."""
        self.end_gesture()
        if len(positions.entries) == 1 and positions.file is positions.part_of is None:
            self.replace_sketch(positions.entry.sketch)
            return
        self.model.open(positions)
        self.changed()

    def begin_with(self, positions: PositionList, steps: Steps = ((), ())) -> None:
        """Edit a list of positions. Undo does not go further back than `steps`."""
        self.end_gesture()
        self.model = PositionEditor(positions, steps)
        self.changed()

    def step(self, by: int) -> None:
        """Move by this many positions in the list. Raise ValueError if there is none."""
        self.end_gesture()
        self.model.step(by)
        self.changed()

    def add_position(self) -> None:
        """Insert a copy after this position, and edit the copy."""
        self.end_gesture()
        self.model.add()
        self.changed()

    def remove_position(self) -> None:
        """Remove this position from the list."""
        self.end_gesture()
        self.model.remove()
        self.changed()

    def apply(self, change: Callable[[Fields], Fields]) -> bool:
        """Change the fields, or report why they cannot be changed. Return whether they differ."""
        fields = self.fields
        if fields is None:
            self.refuse(words.UNREADABLE)
            return False
        try:
            changed_fields = change(fields)
        except (ValueError, LookupError, AttributeError, TypeError) as error:
            self.refuse(str(error) if type(error) is ValueError and error.args else words.UNREADABLE)
            return False
        before = self.sketch
        self.model.change(self.sketch.with_fields(changed_fields))
        if self.sketch != before:
            self.changed()
        return self.sketch != before

    def choose(self, piece: str | None) -> None:
        """Select a piece to paint, NOTHING to erase, or None to drag."""
        self.chosen = piece
        self.changed()

    def first_piece(self, spot: str) -> str:
        """Return the piece that would be removed first from a spot, or NOTHING."""
        return self.ask(lambda fields: self.editor.top_piece(fields, spot)) or NOTHING

    def put(self, spot: str, piece: str) -> bool:
        """Put a piece on a spot, or add a fact if the seat does not see the spot. Return whether anything changed."""
        done = self.apply(lambda fields: self.editor.put(fields, spot, piece)) or self._know(
            self.editor.learn_piece(self.sketch.facts, spot, piece)
        )
        if not done and piece != NOTHING and self.first_piece(spot) != piece:
            self.refuse(self._why_not(spot, piece))
        return done

    def _why_not(self, spot: str, piece: str) -> str:
        return self.ask(lambda fields: self.editor.why_not(fields, spot, piece)) or words.NO_PLACE

    def _know(self, facts: tuple[str, ...]) -> bool:
        """Replace the known facts. Return whether they differ."""
        learnt = facts != self.sketch.facts
        if learnt:
            self.model.change(replace(self.sketch, facts=facts))
            self.changed()
        return learnt

    def remove_piece(self, spot: str, piece: str = NOTHING) -> None:
        """Remove a piece from a spot, by default the first."""
        if piece == NOTHING:
            self.put(spot, NOTHING)
        elif not self.apply(lambda fields: self.editor.remove_piece(fields, spot, piece)):
            self._know(self.editor.forget_piece(self.sketch.facts, spot, piece))

    def move(self, start: str, end: str, piece: str = NOTHING) -> None:
        """Move a piece between spots, or report why the end spot cannot have it."""
        if start == end or self.apply(lambda fields: self.editor.move_piece(fields, start, end, piece)):
            return
        facts = self.editor.forget_piece(self.sketch.facts, start, piece)
        learned = self.editor.learn_piece(facts, end, piece)
        if facts == self.sketch.facts or learned == facts or not self._know(learned):
            self.refuse(self._why_not(end, piece or self.first_piece(start)))

    def spin(self, spot: str, steps: int) -> None:
        """Change the piece on a spot by steps of the wheel."""
        self.begin_gesture(f"wheel {spot}")
        self.apply(lambda fields: self.editor.rotate_piece(fields, spot, steps))

    def turn_over(self, spot: str) -> None:
        """Turn over the piece on a spot, or replace it by the next kind."""
        self.apply(lambda fields: self.editor.cycle_piece(fields, spot))

    def fill(self, spots: Iterable[str]) -> None:
        """Put the selected piece on all free spots among these."""
        self.end_gesture()
        piece = self.chosen
        if piece:
            self.apply(lambda fields: self.editor.fill(fields, piece, spots))

    def clear(self) -> None:
        """Remove all pieces."""
        self.end_gesture()
        self.apply(self.editor.clear)

    def rotate(self, parts: int, mirrored: bool) -> None:
        """Rotate the pieces by steps, or mirror them."""
        self.end_gesture()
        self.apply(lambda fields: self.editor.transform_board(fields, parts, mirrored))

    def set_detail(self, detail: str, value: str) -> str:
        """Change a detail. Return why that is impossible, or "".

        While a value is being typed, each key changes the fields as they were before the edit.
        """
        fields = (self._before if self._gesture == typing(detail) else self.sketch).fields
        if fields is None:
            return words.UNREADABLE
        try:
            changed_fields = self.editor.change_detail(fields, detail, value)
        except ValueError as error:
            return str(error)
        self.model.change(self.sketch.with_fields(changed_fields))
        self.changed()
        return ""

    def write(self, text: str) -> None:
        """Replace the position text."""
        sketch = replace(self.sketch, text=" ".join(text.split()))
        if sketch != self.sketch:
            self.begin_gesture("text")
            self.model.change(sketch)
            self.changed()

    def apply_fix(self, situation: str) -> None:
        """Apply a fix, given as a position text."""
        self.replace_sketch(self.sketch.with_situation(situation))

    # Problems ---------------------------------------------------------------------------------------------------------

    def check(self, background: BackgroundJobs) -> None:
        """Look for problems in the background. Changes during a check are checked afterwards, together."""
        if self._checking or self.checked == self.sketch:
            return
        sketch, self._checking = self.sketch, True

        def done(problems: tuple[FixableProblem, ...]) -> None:
            self._checking = False
            self.checked, self.problems = sketch, problems
            self.changed()
            self._run_waiting()

        background.run(sketch.problems, done, lambda error: done((FixableProblem("position", str(error)),)))

    def when_checked(self, act: Callable[[], None], background: BackgroundJobs) -> None:
        """Call `act` once the sketch is checked, unless it changes first."""
        self.end_gesture()
        self._waiting = self.sketch, act
        if self.checked == self.sketch:
            self._run_waiting()
        else:
            self.check(background)

    def _run_waiting(self) -> None:
        if self._waiting is not None and self.checked == self.sketch:
            (sketch, act), self._waiting = self._waiting, None
            if sketch == self.sketch:
                act()

    # Saving -----------------------------------------------------------------------------------------------------------

    def autosave(self, on_fault: Callable[[str], None]) -> None:
        """Autosave changed positions. Errors go to `on_fault`."""
        if self.saver is None and self.touched:
            self.saver = SketchAutosave(on_fault)
        if self.saver is not None:
            self.saver.note(self.model.positions)

    def note_saved(self) -> None:
        """Drop the autosave after the list was saved in a file."""
        if self.saver is not None and not self.model.positions.unsaved:
            self.saver.drop()

    def close(self, done: bool) -> None:
        """Close the position. The next start offers it, unless it is `done` or has nothing to lose."""
        autosave, self.saver = self.saver, None
        if autosave is None:
            return
        if done or not self.touched or not self.model.positions.unsaved:
            autosave.close()
        else:
            autosave.leave()


def typing(detail: str) -> str:
    """Return the kind of gesture for typing in a detail."""
    return f"detail {detail}"
