"""The mode Set up of the window: the position that is set up in the tab that is shown, over its game, which waits behind it."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import fastcore
from workbench import boards
from workbench.boards.kit.contract import Board
from workbench.boards.kit.editing import NOTHING
from workbench.game.move_tree import ROOT
from workbench.game.session import PERSON
from workbench.gui.play import viewing
from workbench.gui.set_up import words as said
from workbench.gui.set_up.board import SketchView
from workbench.gui.set_up.column import SketchColumn
from workbench.gui.set_up.editing import Sketching
from workbench.gui.set_up.files import SketchFiles
from workbench.gui.set_up.hands import Hands, Writer
from workbench.gui.set_up.problems import FaultRounds
from workbench.gui.shell.errands import Errands
from workbench.positions.lists import Entry, PositionList
from workbench.positions.sketch import Sketch
from workbench.records.seeds import new_seed
from workbench.system.sentences import as_sentence
from workbench.table.setup import Setup

LAG_MS = 200  # that a check may take before it is said that it is under way: nothing flickers

if TYPE_CHECKING:
    from workbench.gui.play.open_game import Playing
    from workbench.gui.window import Window


class SetUp:
    """What is set up belongs to its tab; `view` and `column` are there while it is shown."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.shell, self.games, self.screen = window.shell, window.games, window.screen
        self.errands = Errands()
        self.hands, self.writer, self.files, self.rounds = Hands(self), Writer(self), SketchFiles(window, self), FaultRounds(self)
        self.view: SketchView | None = None
        self.column: SketchColumn | None = None
        self.lags = False  # whether what is wrong has not been known for a while
        self.timer = ""  # after which it is so
        self.marking = ""  # the timer after which faults are marked on the board
        self.told_of: tuple[Sketching, Sketch, int] | None = None  # the position that what is pointed out is about
        window.shell.events.polled.connect(self.read)
        window.shell.events.closing.connect(self.close)
        window.shell.events.left.connect(self.files.show_left)

    @property
    def on(self) -> bool:
        """Whether it is the mode of the tab that is shown."""
        return self.games.shown.setting_up

    @property
    def sketching(self) -> Sketching:
        sketching = self.games.shown.sketching
        assert sketching is not None
        return sketching

    @property
    def board(self) -> Board | None:
        return self.screen.board

    def seats_of(self, spec: str) -> int:
        """How many seats the game has with these options; with some that are refused, as many as the one that is played."""
        try:
            return fastcore.start(spec).seats
        except fastcore.BadPosition:
            return self.games.table.state.seats

    # Beginning and ending ---------------------------------------------------------------------------------------------

    def seen(self) -> Sketch | None:
        """The position of the game as the window shows it, None while nobody may see it."""
        table = self.games.table
        point = table.point
        if table.screen.handing_to is not None or (point.seat is None and point.state is None):
            return None
        sketch, browsing = Sketch.of(point.state or point), table.browsing
        return replace(sketch, facts=table.session.facts) if sketch.seat is not None and browsing.at == ROOT else sketch

    def say_what_is_left_out(self) -> None:
        """Facts were told about the start of a game; what is left of them later nobody has said."""
        table = self.games.table
        if table.session.facts and table.browsing.at != ROOT:
            self.shell.notice.say(said.FACTS_LEFT_OUT)

    def present(self) -> Sketch:
        """The same; the start while nobody may see it."""
        return self.seen() or Sketch.start(self.games.table.point.spec)

    def enter(self, sketch: Sketch | None = None) -> None:
        """Set up what was begun before in this tab, or else the position that is shown; or this sketch."""
        if sketch is not None:
            self.enter_list(PositionList([Entry(sketch)]))
            return
        self._begin()
        self._turn_to()

    def enter_list(self, positions: PositionList) -> None:
        """Walk through these positions. Undo brings back what was set up before, or what is shown as it is set up already."""
        shown = self.on
        sketching = self._begin()
        if shown or sketching.touched:
            sketching.take_list(positions)
        else:
            sketching.begin_with(positions)
        self._turn_to()

    def _begin(self) -> Sketching:
        """What this person set up here before; else what was opened while nobody was before the screen, or a new one."""
        playing = self.games.shown
        playing.leave()  # first: who still read has the screen no longer
        sketches, who = playing.sketches, playing.sketcher
        if (who not in sketches or not sketches[who].touched) and None in sketches:
            sketches[who] = sketches.pop(None)
        if who not in sketches or not sketches[who].touched:
            sketches[who] = Sketching(self.present(), partial(self._changed, playing), self.refuse)
        return sketches[who]

    def _turn_to(self) -> None:
        playing = self.games.shown
        if not playing.setting_up:
            playing.over_game = True
            self.window.turn_to()

    def again(self) -> None:
        """Show it as it is now, if it is shown."""
        if self.on and self.column is not None:
            self.show()

    def leave(self) -> None:
        """Back to the game as it was; what is set up is kept."""
        self.sketching.end()
        self.games.shown.over_game = False
        self.window.turn_to()

    def close(self) -> None:
        for timer in filter(None, (self.timer, self.marking)):
            self.shell.root.after_cancel(timer)
        self.errands.close()

    # What stands in the window ----------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Stand in the window where the tab that is shown is being set up, and nowhere else."""
        window = self.window
        if self.column is not None and not self.column.frame.winfo_exists():
            self.view = self.column = None  # the window was made anew
        self.games.shown.over_game = self.on  # what another person set up does not come back by itself
        if self.on and self.column is None:
            self._stand()
        elif not self.on and self.column is not None:
            self._go()
        elif self.view is not None:
            self.view.hand_to(self.hands)
        if self.on:
            window.screen.top.modes.show("set_up_mode")
            self.show()

    def _stand(self) -> None:
        window, px = self.window, self.shell.look.px
        assert window.screen.body is not None
        window.show_outcomes(())
        for widget in (window.screen.view, window.screen.cover, window.screen.column):
            widget.grid_remove()
        width = window.frame[1]
        assert isinstance(width, int)
        if window.screen.board is not None:
            self.view = SketchView(window.screen.body, window.shell.look, window.screen.board, self.hands)
            self.view.grid(row=2, column=0, sticky="nsew")
        self.column = SketchColumn(window.screen.body, window, self, width)
        self.column.frame.grid(row=2, column=1, sticky="ns", padx=(0, px(16)), pady=px(16))
        for part in filter(None, (self.middle, self.column.frame)):  # Tab goes in the order of reading
            part.tk.call("lower", part, window.shell.status)
        window.screen.game_dock, window.screen.dock = window.screen.dock, self.column.dock
        window.shell.notice.stand_in(self.column.frame, window.shell.look, width)

    def _go(self) -> None:
        window, column = self.window, self.column
        assert column is not None
        window.screen.dock = window.screen.game_dock
        if self.view is not None:
            self.view.destroy()
        column.details.frame.destroy()
        column.frame.destroy()
        self.view = self.column = None
        window.screen.view.grid()
        window.screen.column.grid()
        window.screen.dock.again()
        width = window.frame[1]
        assert isinstance(width, int)
        window.shell.notice.stand_in(window.screen.column, window.shell.look, width)

    @property
    def middle(self) -> tkinter.Misc | None:
        """What lies in the middle of the window."""
        return self.view or (self.column.details.frame if self.column is not None else None)

    def _changed(self, playing: Playing) -> None:
        if playing.sketching is None:  # it was put away while it was looked through
            return
        playing.sketching.keep(self.games.faults.put)
        if self.games.shown is playing:
            self.again()

    def read(self) -> None:
        self.errands.read()
        if self.column is not None and not self.on:  # whoever set it up is not before the screen any more
            self.window.turn_to()

    def show(self) -> None:
        """The sketch as it is now."""
        window, sketching = self.window, self.sketching
        ground, pieces = sketching.drawn
        assert self.column is not None
        known = sketching.checked == sketching.sketch
        self._time(known)
        if self.view is not None and ground is not None:
            self.view.sketch(ground, pieces, sketching.drawable or sketching.fields or {})
            viewing.arrange(self.view, window.shell.settings, window.games.table.info.id)
            self.marking = self.marking or window.shell.root.after(1, self._mark)  # not at one go with the column: faults may be countless
        self.column.show(sketching)
        window.screen.top.say(said.title(window.games.table.info.title, boards.variant(sketching.sketch.spec), sketching.whole))
        window.shell.status.arrange("set up", "")
        window.shell.status.progress.show("", 0)
        window.shell.status.refresh()
        window.shell.status.expect(self.sentence())
        window.screen.dock.follow()
        self._point_anew()
        sketching.check(self.errands)

    def _mark(self) -> None:
        """Mark on the board where something is wrong."""
        self.marking = ""
        if self.on and self.view is not None and self.view.winfo_exists() and self.view.source is not None:
            sketching = self.sketching
            known = sketching.checked == sketching.sketch
            self.view.mark({cell for problem in sketching.problems for cell in problem.cells} if known else ())

    def _time(self, known: bool) -> None:
        """Say that it is being checked once that takes long."""
        if known:
            if self.timer:
                self.shell.root.after_cancel(self.timer)
            self.timer, self.lags = "", False
            if self.shell.status.detail == as_sentence(said.STILL_CHECKED):
                self.shell.status.forgive()
        elif not self.timer and not self.lags:
            self.timer = self.shell.root.after(LAG_MS, self._lag)

    def _lag(self) -> None:
        self.timer = ""
        if self.on and self.column is not None and self.sketching.checked != self.sketching.sketch:
            self.lags = True
            self.show()

    def _point_anew(self) -> None:
        """Once it is another position, what was said of the one before is so no more: only where the pointer is, is said again."""
        about = self.sketching, self.sketching.sketch, self.sketching.model.positions.at
        if about != self.told_of:
            self.told_of = about
            self.hands.hovered(self.view.hover if self.view is not None else "")

    def sentence(self) -> str:
        """What may be done now."""
        if not self.sketching.legible:
            return said.READ_FIRST
        chosen = self.sketching.chosen
        if chosen == NOTHING:
            return said.ERASES
        label = next((piece.label for piece in self.sketching.palette if piece.name == chosen), "")
        if label:
            return said.paints(label)
        return said.BEFORE_PLAY if self.view is not None else said.BY_FORM

    def told(self) -> tuple[str, str, list[str], dict[str, list[str]]]:
        """What the live text says: what may be done, the board, nothing that happened, and what stands beside the board."""
        sketching, info = self.sketching, self.games.table.info
        board = ""
        if sketching.whole and sketching.sketch.seat is None:
            point = fastcore.parse(sketching.sketch.situation)
            board = boards.text_board(point).removesuffix(boards.expects(point)).rstrip()
        names = {field.name: field.name.capitalize() for field in info.fields}
        wrong = [said.problem(names.get(problem.field, ""), problem.reason) for problem in sketching.problems]
        rest = [f"{detail.label}: {detail.value}" for detail in sketching.details]
        verdict = [said.CHECKING] if self.lags else wrong or [said.READY]
        heads = {said.NOT_YET if wrong or self.lags else said.GOOD: verdict, said.REST: rest, said.AS_TEXT: [f"{sketching.sketch.situation} {sketching.sketch.known}".rstrip()]}
        return self.sentence(), board, [], heads

    def explain(self, detail: str) -> None:
        """Where the pointer or the cursor is."""
        self.shell.status.point_out(detail, False)
        self.screen.dock.read_out(detail)

    def refuse(self, reason: str) -> None:
        self.shell.status.point_out(as_sentence(reason), True)

    def escape(self) -> None:
        """What the pointer is doing has not happened; then the chosen piece is put down."""
        held = self.view is not None and self.view.give_up()
        if self.sketching.give_up() or held:
            self.hands.drop()
            return
        if self.sketching.chosen is not None:
            self.sketching.choose(None)
        elif self.middle is not None:
            self.middle.focus_set()

    # What is done to it -----------------------------------------------------------------------------------------------

    def mend(self, what: str) -> None:
        """Do what a fault offers against itself, in a tab of its own where that is another game; nothing if what stands there
        is not what it was found in any more."""
        if self.sketching.checked != self.sketching.sketch:
            return
        mended = self.sketching.sketch.with_situation(what)
        if mended.spec.partition("(")[0] in (self.games.table.info.id, self.sketching.sketch.spec.partition("(")[0]):
            self.sketching.mend(what)
        else:
            self.files.take(PositionList([Entry(mended)]))

    def know(self, seat: int | None) -> None:
        """From now on it is this seat's view, or everything is known. What can be told from the position is kept."""
        sketch = self.sketching.sketch
        fields, text = sketch.fields, sketch.text
        if seat is not None and fields is not None:
            text = " ".join(boards.editor(sketch.spec, seat).veiled(fields).values())
        self.sketching.take(Sketch(sketch.spec, text, seat))

    def learn(self, facts: tuple[str, ...]) -> None:
        """This is all that is known besides of what the seat does not see."""
        self.sketching.take(replace(self.sketching.sketch, facts=facts))

    # Playing it -------------------------------------------------------------------------------------------------------

    def why_not_play(self) -> str:
        """Why the position cannot be played, "" if it can, or if that is not known yet."""
        sketching = self.sketching
        if sketching.checked == sketching.sketch and sketching.problems:
            return said.not_whole(as_sentence(sketching.problems[0].reason))
        return said.STILL_CHECKED if self.lags and sketching.checked != sketching.sketch else ""

    def when_checked(self, act: Callable[[], None]) -> None:
        """Do this with the position as soon as it is known to be one, unless it is changed or left before; say why if it is none."""
        sketching = self.sketching

        def known() -> None:
            if not self.on or self.sketching is not sketching:
                return
            reason = self.why_not_play()
            if reason:
                self.refuse(reason)
            else:
                act()

        sketching.when_checked(known, self.errands)

    def play(self) -> None:
        """Play the position with the players of the game: in a branch of it, or in a tab of its own where the game has other
        options or is seen otherwise. A list stays open for its other positions."""
        if self.sketching.touched:
            self.when_checked(self._play)
        else:
            self.leave()

    def _play(self) -> None:
        playing, session, sketch = self.games.shown, self.games.table.session, self.sketching.sketch
        alone = self.sketching.model.count == 1
        spec = fastcore.start(sketch.spec).spec
        if alone and (spec, sketch.seat, sketch.facts) == (session.spec, session.follows, ()):
            playing.sketched(playing.sketcher)
            self.window.turn_to()
            self.games.table.set_up(sketch.text)
            return
        who = playing.sketcher
        self.games.begin(self.setup_of(sketch))
        if alone:
            playing.sketched(who)

    def setup_of(self, sketch: Sketch) -> Setup:
        """A game from this position with the players of the game that is shown; what one seat sees is followed as that seat
        sees it."""
        played, seats = self.games.table.played.let_go(), self.seats_of(sketch.spec)
        players = tuple(played.seats[min(seat, len(played.seats) - 1)] for seat in range(seats))
        names = played.names if len(played.names) == seats else ()
        setup = Setup(sketch.spec, players, new_seed(), sketch.text, names, played.limit)
        if sketch.seat is None:
            return setup
        return setup._replace(seats=(PERSON,) * seats, follows=sketch.seat, facts=sketch.facts, unfollowed=players)
