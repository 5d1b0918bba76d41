"""The commands of the mode Set up, and which of the others make sense while a position is set up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import fastcore
from workbench import boards
from workbench.boards.kit.editing import NOTHING
from workbench.gui.analyse import words
from workbench.gui.analyse.feature import RESTS
from workbench.gui.new_game.dialog import NewGame
from workbench.gui.play import reasons
from workbench.gui.set_up import words as said
from workbench.gui.set_up.editing import Sketching
from workbench.gui.set_up.mode import SetUp
from workbench.gui.set_up.options_dialog import SpecDialog
from workbench.gui.shell.commands import Command
from workbench.gui.widgets.menus import Choice, Popup
from workbench.positions.sketch import Sketch
from workbench.records.seeds import new_seed
from workbench.table.setup import Setup

if TYPE_CHECKING:
    from workbench.gui.window import Window

OWN = (
    "leave_set_up", "begin_with", "spec", "hand", "erase", "fill", "clear", "mirror", "turn_pieces", "paste", "mend", "reach", "next_position", "last_position", "add_position", "remove_position",
)  # fmt: skip
WORKS = frozenset((
    *OWN, "play_here", "set_up_here", "play_mode", "set_up_mode", "analyse_mode", "new", "new_tab", "open", "recent", "games", "close", "reopen", "next_tab", "last_tab", "quit",
    "undo", "redo", "save", "save_as", "copy", "copy_picture", "save_picture", "light", "dark", "system", "larger", "smaller", "normal", "names", "letters",
    "rotate", "rotate_back", "flip", "live", "sound", "settings", "rules", "rules_window", "find", "keys", "palette", "about",
    "animation", "quicker", "calmer", "matches", "match_new", "match_all", "match_pause", "match_finish", "match_stop", "match_continue",
))  # fmt: skip


def register(window: Window) -> None:
    """Put these commands into the window's registry."""
    actions = Actions(window)
    set_up, add = window.set_up, window.shell.commands.add
    window.shell.commands.gate = actions.gate
    window.shell.commands.note_keys(2, said.KEYS_HEAD, said.KEYS)
    add(Command(
        "play_mode", "set_up", "Go on from this position",
        "Let the game go on, with the players that it has: from the position that is set up, or as it was",
        actions.play, ("F2",), actions.no_play, lambda: not set_up.on and not window.analyse.on, also="start continue",
    ))
    add(Command(
        "set_up_mode", "set_up", "Set up a position",
        "Put pieces on the board by hand, from this position or any other", actions.set_up, ("F4",), actions.no_set_up,
        on=lambda: set_up.on, also="edit position editor board setup problem puzzle",
    ))
    add(Command(
        "leave_set_up", "set_up", "Back to the game",
        "Show the game again as it was; the position that is set up is kept", set_up.leave, ("Shift+F2",),
    ))
    add(Command(
        "play_here", "set_up", "New game from here…",
        "Play on from the position that is shown, in a game of its own: choose who plays, or go on with what one seat "
        "sees", actions.play_here, ("F5",), actions.no_play_here, also="start continue position seats",
    ))
    add(Command(
        "set_up_here", "set_up", "Set up from here",
        "Set up the position that is shown, in place of what was set up before", actions.set_up_here, ("Shift+F4",),
        actions.no_set_up_here,
    ))
    add(Command(
        "begin_with", "set_up", "Begin with", "The position of the game, the start, or an empty board", actions.pop_up,
        ("F6",), group=1, also="reset empty start", choices=actions.beginnings,
    ))
    add(Command(
        "spec", "set_up", "Options of the game…", "Set the position up for other options, as another size of the board",
        actions.spec, ("Shift+F6",), actions.no_options, group=1,
    ))
    add(Command(
        "paste", "set_up", "Paste position", "Take the position on the clipboard", set_up.files.paste, ("Ctrl+V",),
        group=1, also="import text situation load",
    ))
    add(Command(
        "next_position", "set_up", "Next position", "Go to the next position of the list", partial(actions.step, 1),
        ("Ctrl+PageDown",), partial(actions.no_step, 1), group=3,
    ))
    add(Command(
        "last_position", "set_up", "Position before", "Go to the position of the list before this one",
        partial(actions.step, -1), ("Ctrl+PageUp",), partial(actions.no_step, -1), group=3,
    ))
    add(Command(
        "add_position", "set_up", "Add to the list", "Go on with a copy of this position, and keep both in one list",
        actions.add, ("Ctrl+Insert",), group=3,
    ))
    add(Command(
        "remove_position", "set_up", "Take out of the list", "Take this position out of the list", actions.remove, (),
        actions.no_remove, group=3,
    ))
    add(Command(
        "hand", "set_up", "Take pieces up", "No piece is painted any more: drag the pieces that stand there",
        partial(actions.choose, None), ("F8",), actions.no_pieces, group=2,
    ))
    add(Command(
        "erase", "set_up", "Erase", "Click or paint to take pieces away", partial(actions.choose, NOTHING),
        ("Shift+F8",), actions.no_pieces, group=2, also="delete remove rubber",
    ))
    add(Command(
        "fill", "set_up", "Fill", "Put the chosen piece on every free place", actions.fill, ("F9",), actions.no_fill,
        group=2,
    ))
    add(Command(
        "clear", "set_up", "Clear", "Take all pieces off the board", actions.clear, ("Shift+F9",), actions.no_pieces,
        group=2,
    ))
    add(Command(
        "mirror", "set_up", "Mirror", "Exchange left and right", actions.mirror, ("F7",), actions.no_mirror, group=2,
    ))
    add(Command(
        "turn_pieces", "set_up", "Rotate", "Turn all pieces one step clockwise around the middle", actions.turn,
        ("Shift+F7",), actions.no_turn, group=2,
    ))
    add(Command(
        "mend", "set_up", "Mend the fault",
        "Do the first thing that is offered against the fault that was gone to last, or else the first one",
        actions.mend, ("F3",), actions.no_mend, group=2,
    ))
    add(Command(
        "reach", "set_up", "Go to the next fault",
        "Put the cursor where the next fault is, on the board, in the form or in the text; after the last, in the "
        "next position of the list", set_up.rounds.go_on, ("Shift+F3",), actions.no_fault, group=2,
    ))


class Actions:
    def __init__(self, window: Window) -> None:
        self.window = window
        self.shell, self.games = window.shell, window.games
        self.popup = Popup()

    @property
    def of(self) -> SetUp:
        return self.window.set_up

    @property
    def sketching(self) -> Sketching:
        return self.window.set_up.sketching

    def gate(self, name: str) -> str:
        """Why a command makes no sense in the present mode, "" if it does."""
        if self.of.on:
            return "" if name in WORKS else said.IN_SET_UP
        if self.window.analyse.on and name in RESTS:
            return words.IN_ANALYSE
        return said.NOT_SETTING_UP if name in OWN else ""

    # The modes --------------------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        if not self.of.on:
            self.of.say_what_is_left_out()
            self.of.enter()

    def play(self) -> None:
        if self.games.shown.analysing:
            self.window.analyse.leave()
        if self.of.on:
            self.of.play()

    def no_play(self) -> str:
        return self.of.why_not_play() if self.of.on and self.sketching.touched else ""

    def play_here(self) -> None:
        """Ask who plays the position, and begin it in a tab of its own."""
        if not self.of.on:
            self.of.say_what_is_left_out()
            ask_who_plays(self.window, self.of.present())
        else:
            self.of.when_checked(lambda: ask_who_plays(self.window, self.sketching.sketch))

    def no_set_up(self) -> str:
        return "" if self.of.on else reasons.not_handed_over(self.games.table)

    def no_set_up_here(self) -> str:
        return said.IS_SET_UP if self.of.on else self.no_set_up()

    def no_play_here(self) -> str:
        if self.of.on:
            return self.of.why_not_play()
        return self.no_set_up() or ("" if self.of.seen() is not None else said.COVERED)

    def set_up_here(self) -> None:
        """Set up the position that is shown, whatever was set up before."""
        self.of.say_what_is_left_out()
        self.of.enter(self.of.present())

    # What it begins with ----------------------------------------------------------------------------------------------

    def beginnings(self) -> Sequence[tuple[str, Callable[[], None]]]:
        of, spec = self.of, self.sketching.sketch.spec
        options = ""
        try:
            fastcore.start(spec)
        except fastcore.BadPosition:  # then the rules of the game that is shown, by name
            spec = self.games.table.session.spec
            options = boards.variant(spec)
        made: dict[str, Callable[[], Sketch]] = {
            said.PRESENT: of.present,
            said.with_options(said.START, options): partial(Sketch.start, spec),
            said.with_options(said.EMPTY, options): partial(Sketch.empty, spec),
        }
        return [(label, partial(self._take, make)) for label, make in made.items()]

    def _take(self, make: Callable[[], Sketch]) -> None:
        if self.of.on:  # a menu may outlive the mode that it was opened in
            self.sketching.take(make())

    def pop_up(self) -> None:
        middle = self.of.middle or self.shell.root
        choices = [Choice(label, call) for label, call in self.beginnings()]
        px = self.shell.look.px
        self.popup.open(self.shell.root, self.shell.look, choices, middle.winfo_rootx() + px(20), middle.winfo_rooty() + px(20))

    def spec(self) -> None:
        window, sketching = self.window, self.sketching
        spec = sketching.sketch.spec
        if spec.partition("(")[0] not in fastcore.games():
            spec = window.games.table.session.spec

        def take(spec: str) -> None:
            if window.games.shown.sketching is sketching:  # no other game began meanwhile
                sketching.take(sketching.sketch.with_spec(spec))

        window.shell.pages.show("spec", lambda: SpecDialog(window.shell.root, window.shell.look, spec, take))

    def no_options(self) -> str:
        return "" if self.games.table.info.options else said.NO_OPTIONS

    # The list ---------------------------------------------------------------------------------------------------------

    def step(self, by: int) -> None:
        self.sketching.step(by)

    def no_step(self, by: int) -> str:
        found = self.sketching.model.positions
        return "" if 0 <= found.at + by < len(found.entries) else said.NO_OTHER

    def add(self) -> None:
        self.sketching.add_position()

    def remove(self) -> None:
        self.sketching.remove_position()

    def no_remove(self) -> str:
        return "" if self.sketching.model.count > 1 else said.ONLY_ONE

    # The board --------------------------------------------------------------------------------------------------------

    def no_pieces(self) -> str:
        return "" if self.sketching.palette else said.NO_PIECES

    def choose(self, piece: str | None) -> None:
        sketching = self.sketching
        sketching.choose(None if piece == sketching.chosen else piece)

    def fill(self) -> None:
        ground = self.sketching.drawn[0]
        self.sketching.fill(ground.spots if ground is not None else ())

    def no_fill(self) -> str:
        return self.no_pieces() or ("" if self.sketching.chosen else said.NOTHING_CHOSEN)

    def clear(self) -> None:
        self.sketching.clear()

    def mirror(self) -> None:
        self.sketching.turned(0, True)

    def no_mirror(self) -> str:
        ground = self.sketching.drawn[0]
        return self.no_pieces() or ("" if ground is not None and ground.mirrors else said.NO_MIRROR)

    def turn(self) -> None:
        self.sketching.turned(1, False)

    def no_turn(self) -> str:
        ground = self.sketching.drawn[0]
        return self.no_pieces() or ("" if ground is not None and ground.turns > 1 else said.NO_TURN)

    def mend(self) -> None:
        problem = self.of.rounds.problem
        if problem is not None:
            self.of.mend(problem.mends[0].situation)

    def no_fault(self) -> str:
        """Others of a list are not known to be without a fault."""
        sketching = self.sketching
        return said.NOTHING_WRONG if sketching.whole and sketching.model.count == 1 else ""

    def no_mend(self) -> str:
        problem = self.of.rounds.problem
        if problem is None:
            return said.NOTHING_WRONG if self.sketching.checked == self.sketching.sketch else said.STILL_CHECKED
        return "" if problem.mends else said.NO_MEND


def ask_who_plays(window: Window, sketch: Sketch) -> None:
    """The form of a new game with this position, whoever plays it; it begins in a tab of its own. Of what one seat sees the rest
    is drawn, or that seat is followed."""
    last = window.games.table.played.let_go()._replace(spec=sketch.spec, position=None, turns=0)
    others = {game: Setup(one.spec, one.seats, 0, None, one.names, one.limit) for game, one in window.shell.settings.games.items()}

    board = sketch.situation if sketch.seat is None else sketch.viewpoint()

    def dialog() -> NewGame:
        made = NewGame(window.shell.root, window.shell.look, last, new_seed(), window.games.begin, others, board, sketch.facts)
        made.begin_from_board()
        return made

    window.shell.pages.show("new", dialog)


