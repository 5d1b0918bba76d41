"""A position in Set up: the sketch, the selected piece, and the check that finds problems.

It knows no widgets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from fastcore import Problem
from workbench import boards
from workbench.boards.kit.editing import NOTHING, Detail, Editor, Piece
from workbench.boards.kit.elements import Fields, Ground, Item
from workbench.gui.set_up import words
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.positions.autosave import SketchAutosave
from workbench.positions.editor import PositionEditor
from workbench.positions.lists import Entry, PositionList
from workbench.positions.sketch import Sketch

Asked = TypeVar("Asked")
STROKE = "stroke"  # the kind of gesture that the pointer makes while its button is down


class EditedPosition:
    """`changed` is called after every change, including the selected piece and the known problems.

    `refuse` reports why a change was refused.
    """

    def __init__(self, sketch: Sketch, changed: Callable[[], None], refuse: Callable[[str], None]) -> None:
        self.model = PositionEditor(sketch)
        self.begun = sketch  # what it was begun with
        self.changed, self.refuse = changed, refuse
        self.chosen: str | None = None  # the piece that is painted, NOTHING to erase; None: pieces are dragged
        self.problems: tuple[Problem, ...] = ()
        self.checked: Sketch | None = None  # what they are about
        self._checking = False
        self._waiting: tuple[Sketch, Callable[[], None]] | None = None  # what to do once it is checked
        self._kind = ""  # of the gesture that goes on
        self._before = sketch  # what it began with
        self._autosave: SketchAutosave | None = None
        self._editor = boards.editor(sketch.spec, sketch.seat)
        self._drawn: tuple[Ground | None, tuple[Item, ...]] = (None, ())
        self._drawn_of: tuple[PositionList, int, int] | None = None  # the position of which list that was

    # What is there ----------------------------------------------------------------------------------------------------

    @property
    def sketch(self) -> Sketch:
        return self.model.sketch

    @property
    def editor(self) -> Editor:
        if self.fields is not None and (self._editor.spec, self._editor.seat) != (self.sketch.spec, self.sketch.seat):
            self._editor = boards.editor(self.sketch.spec, self.sketch.seat)
        return self._editor

    @property
    def fields(self) -> Fields | None:
        return self.sketch.fields

    @property
    def palette(self) -> tuple[Piece, ...]:
        return self._asked(self.editor.palette) or ()

    @property
    def details(self) -> tuple[Detail, ...]:
        return self._asked(self.editor.details) or ()

    @property
    def drawn(self) -> tuple[Ground | None, tuple[Item, ...]]:
        """The spots and their pieces. For an unreadable sketch, those last read, or spots without pieces."""
        read, found = self._readable(), self.model.positions
        if read is not None:
            self._drawn = read
        elif (
            self._drawn_of is None
            or self._drawn_of[0] is not found
            or self._drawn_of[1:] != (found.at, len(found.entries))
        ):
            self._drawn = self._bare(), ()  # never those of another position
        self._drawn_of = found, found.at, len(found.entries)
        return self._drawn

    def _readable(self) -> tuple[Ground, tuple[Item, ...]] | None:
        """The places and what stands there, None if it cannot be read."""
        editor, facts = self.editor, self.sketch.facts
        ground = self._asked(editor.ground)
        pieces = self._asked(lambda fields: editor.pieces(editor.shown(fields, facts)))
        return None if ground is None or pieces is None else (ground, pieces)

    @property
    def legible(self) -> bool:
        """Whether it can be drawn as it is written."""
        return self.drawable is not None and (self.editor.board is None or self._readable() is not None)

    def _bare(self) -> Ground | None:
        """Return the spots at the start of this game, or of the last known one. Return None if there is neither."""
        for spec in (self.sketch.spec, self._editor.spec):
            try:
                return boards.editor(spec).ground(Sketch.start(spec).fields or {})
            except ValueError:
                continue
        return None

    @property
    def drawable(self) -> Fields | None:
        """The fields as far as the board can show them, with what is known by facts; None if it cannot show them."""
        editor, facts = self.editor, self.sketch.facts
        return self._asked(lambda fields: editor.drawable(editor.shown(fields, facts)))

    def _asked(self, ask: Callable[[Fields], Asked]) -> Asked | None:
        """What the editor says, None if what it needs cannot be read."""
        fields = self.fields
        if fields is None:
            return None
        try:
            return ask(fields)
        except (ValueError, LookupError, AttributeError, TypeError):  # a board reads only what its game could write
            return None

    @property
    def whole(self) -> bool:
        """Whether it is known to be a position."""
        return self.checked == self.sketch and not self.problems

    @property
    def touched(self) -> bool:
        """Whether anything is different from what it was begun with."""
        return self.model.positions.entries != [Entry(self.begun)]

    # Gestures ---------------------------------------------------------------------------------------------------------

    def begin(self, kind: str) -> None:
        """What follows is undone at one go, until another kind of thing is done."""
        if kind != self._kind:
            self.end()
            self._kind, self._before = kind, self.sketch
            self.model.begin_gesture()

    def end(self) -> None:
        self.model.end_gesture()
        self._kind = ""

    def give_up(self) -> bool:
        """Nothing of what the pointer is doing has happened; whether it was doing anything."""
        stroke = self._kind == STROKE
        if stroke:
            self.model.give_up_gesture()
        self.end()
        if stroke:
            self.changed()
        return stroke

    @property
    def can_undo(self) -> bool:
        return self.model.can_undo

    @property
    def can_redo(self) -> bool:
        return self.model.can_redo

    def undo(self) -> None:
        self.end()
        self.model.undo()
        self.changed()

    def redo(self) -> None:
        self.end()
        self.model.redo()
        self.changed()

    # Changes ----------------------------------------------------------------------------------------------------------

    def take(self, sketch: Sketch) -> None:
        """Something else altogether."""
        self.end()
        self.model.change(sketch)
        self.changed()

    def take_list(self, positions: PositionList) -> None:
        """Walk through these from now on; undo brings back what was there before."""
        self.end()
        if len(positions.entries) == 1 and positions.file is positions.part_of is None:
            self.take(positions.entry.sketch)
            return
        self.model.open(positions)
        self.changed()

    def begin_with(self, positions: PositionList) -> None:
        """These are what there was first: there is nothing before them that anybody set up."""
        self.end()
        self.model = PositionEditor(positions)
        self.changed()

    def step(self, by: int) -> None:
        """Go to another position of the list; ValueError if there is none."""
        self.end()
        self.model.step(by)
        self.changed()

    def add_position(self) -> None:
        """Go on with a copy of this position, the next of the list."""
        self.end()
        self.model.add()
        self.changed()

    def remove_position(self) -> None:
        self.end()
        self.model.remove()
        self.changed()

    def apply(self, change: Callable[[Fields], Fields]) -> bool:
        """Change the fields; whether they are others then. Where it cannot be done, it is said why."""
        fields = self.fields
        if fields is None:
            self.refuse(words.UNREADABLE)
            return False
        try:
            other = change(fields)
        except (ValueError, LookupError, AttributeError, TypeError) as error:
            self.refuse(str(error) if type(error) is ValueError and error.args else words.UNREADABLE)
            return False
        before = self.sketch
        self.model.change(self.sketch.with_fields(other))
        if self.sketch != before:
            self.changed()
        return self.sketch != before

    def choose(self, piece: str | None) -> None:
        """Take a piece up to paint with it, NOTHING to erase, None to drag."""
        self.chosen = piece
        self.changed()

    def taken(self, spot: str) -> str:
        """The piece that would be taken from a place."""
        return self._asked(lambda fields: self.editor.taken(fields, spot)) or NOTHING

    def put(self, spot: str, piece: str) -> bool:
        """Put a piece on a spot. Return whether it was put. On a spot that the seat does not see, add a fact."""
        done = self.apply(lambda fields: self.editor.put(fields, spot, piece)) or self._learn(spot, piece)
        if not done and piece != NOTHING and self.taken(spot) != piece:
            self.refuse(self._why_not(spot, piece))
        return done

    def _why_not(self, spot: str, piece: str) -> str:
        return self._asked(lambda fields: self.editor.why_not(fields, spot, piece)) or words.NO_PLACE

    def _learn(self, spot: str, piece: str) -> bool:
        return self._know(self.editor.informed(self.sketch.facts, spot, piece))

    def _know(self, facts: tuple[str, ...]) -> bool:
        """Know these facts; whether they are others than before."""
        learnt = facts != self.sketch.facts
        if learnt:
            self.model.change(replace(self.sketch, facts=facts))
            self.changed()
        return learnt

    def take_away(self, spot: str, piece: str = NOTHING) -> None:
        """Take this piece from a place, or that which is taken first."""
        if piece == NOTHING:
            self.put(spot, NOTHING)
        elif not self.apply(lambda fields: self.editor.without(fields, spot, piece)):
            self._know(self.editor.forgotten(self.sketch.facts, spot, piece))

    def move(self, start: str, end: str, piece: str = NOTHING) -> None:
        if start == end or self.apply(lambda fields: self.editor.moved(fields, start, end, piece)):
            return
        facts = self.editor.forgotten(self.sketch.facts, start, piece)
        there = self.editor.informed(facts, end, piece)
        if facts == self.sketch.facts or there == facts or not self._know(there):
            self.refuse(self._why_not(end, piece or self.taken(start)))

    def spin(self, spot: str, steps: int) -> None:
        self.begin(f"wheel {spot}")
        self.apply(lambda fields: self.editor.spun(fields, spot, steps))

    def turn_over(self, spot: str) -> None:
        self.apply(lambda fields: self.editor.turned_over(fields, spot))

    def fill(self, spots: Iterable[str]) -> None:
        self.end()
        piece = self.chosen
        if piece:
            self.apply(lambda fields: self.editor.filled(fields, piece, spots))

    def clear(self) -> None:
        self.end()
        self.apply(self.editor.cleared)

    def turned(self, parts: int, mirrored: bool) -> None:
        self.end()
        self.apply(lambda fields: self.editor.turned(fields, parts, mirrored))

    def set_detail(self, detail: str, value: str) -> str:
        """Change the value of a detail.

        Return why that is impossible, or "". Typed text replaces earlier typed text.
        """
        fields = (self._before if self._kind == typing(detail) else self.sketch).fields
        if fields is None:
            return words.UNREADABLE
        try:
            other = self.editor.changed(fields, detail, value)
        except ValueError as error:
            return str(error)
        self.model.change(self.sketch.with_fields(other))
        self.changed()
        return ""

    def write(self, text: str) -> None:
        """The position text is written anew."""
        sketch = replace(self.sketch, text=" ".join(text.split()))
        if sketch != self.sketch:
            self.begin("text")
            self.model.change(sketch)
            self.changed()

    def mend(self, situation: str) -> None:
        """What a fault offers against itself."""
        self.take(self.sketch.with_situation(situation))

    # What is wrong ----------------------------------------------------------------------------------------------------

    def check(self, background: BackgroundJobs) -> None:
        """See what is wrong with it, on another thread, once for all that has changed meanwhile."""
        if self._checking or self.checked == self.sketch:
            return
        sketch, self._checking = self.sketch, True

        def done(problems: tuple[Problem, ...]) -> None:
            self._checking = False
            self.checked, self.problems = sketch, problems
            self.changed()
            self._tell()

        def failed(error: ValueError) -> None:
            done((Problem("position", str(error)),))

        background.run(sketch.problems, done, failed)

    def when_checked(self, act: Callable[[], None], background: BackgroundJobs) -> None:
        """Do this as soon as it is known what is wrong; not at all if it is changed before."""
        self.end()
        self._waiting = self.sketch, act
        if self.checked == self.sketch:
            self._tell()
        else:
            self.check(background)

    def _tell(self) -> None:
        """Do what has waited to be told what is wrong with the sketch."""
        if self._waiting is not None and self.checked == self.sketch:
            (sketch, act), self._waiting = self._waiting, None
            if sketch == self.sketch:
                act()

    # What is kept -----------------------------------------------------------------------------------------------------

    def keep(self, on_fault: Callable[[str], None]) -> None:
        """See that nothing is lost when the program dies."""
        if not self.touched and self._autosave is None:
            return
        if self._autosave is None:
            self._autosave = SketchAutosave(on_fault)
        self._autosave.note(self.model.positions)

    def saved(self) -> None:
        """A list of them stands in a file by now."""
        if self._autosave is not None and not self.model.positions.unsaved:
            self._autosave.drop()

    def close(self, done: bool) -> None:
        """Close the position. The next start offers it unless it is `done` or nothing would be lost."""
        autosave, self._autosave = self._autosave, None
        if autosave is None:
            return
        if done or not self.touched or not self.model.positions.unsaved:
            autosave.close()
        else:
            autosave.leave()


def typing(detail: str) -> str:
    """The kind of gesture in which a detail is written letter by letter."""
    return f"detail {detail}"
