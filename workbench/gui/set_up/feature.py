"""The mode Set up, in which a person sets up a position over the game, and its commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import fastcore
from workbench import boards
from workbench.boards.kit.editing import NOTHING
from workbench.gui.new_game.dialog import NewGame
from workbench.gui.play import reasons
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.set_up import words as said
from workbench.gui.set_up.editing import EditedPosition
from workbench.gui.set_up.files import PositionFiles
from workbench.gui.set_up.layer import SetUpLayer
from workbench.gui.set_up.mode import SetUpMode
from workbench.gui.set_up.options_dialog import SpecDialog
from workbench.gui.shell.commands import GAMES, SET_UP, Command
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.menus import MenuEntry, Popup
from workbench.positions.sketch import Sketch
from workbench.records.seeds import new_seed
from workbench.table.setup import Setup


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the layer and the commands."""
    set_up = SetUpMode(shell, games, screen)
    files = PositionFiles(shell, games, screen, set_up)
    games.layers.add(SetUpLayer(set_up, files))
    shell.add(set_up)
    shell.add(files)
    actions = Actions(shell, games, set_up)
    add = shell.commands.add
    shell.commands.note_keys(2, said.KEYS_HEAD, said.KEYS)
    # fmt: off
    add(Command(
        "play_mode", "set_up", "Go on from this position",
        "Let the game go on, with the players that it has: from the position that is set up, or as it was",
        actions.play, ("F2",), actions.no_play, actions.in_play, also="start continue", modes=GAMES,
    ))
    add(Command(
        "set_up_mode", "set_up", "Set up a position",
        "Put pieces on the board by hand, from this position or any other", actions.enter, ("F4",), actions.no_set_up,
        on=lambda: set_up.on, also="edit position editor board setup problem puzzle", modes=GAMES,
    ))
    add(Command(
        "leave_set_up", "set_up", "Back to the game",
        "Show the game again as it was; the position that is set up is kept", set_up.leave, ("Shift+F2",), modes=SET_UP,
    ))
    add(Command(
        "play_here", "set_up", "New game from here…",
        "Play on from the position that is shown, in a game of its own: choose who plays, or go on with what one seat "
        "sees", actions.play_here, ("F5",), actions.no_play_here, also="start continue position seats", modes=GAMES,
    ))
    add(Command(
        "set_up_here", "set_up", "Set up from here",
        "Set up the position that is shown, in place of what was set up before", actions.set_up_here, ("Shift+F4",),
        actions.no_set_up_here, modes=GAMES,
    ))
    add(Command(
        "begin_with", "set_up", "Begin with", "The position of the game, the start, or an empty board", actions.pop_up,
        ("F6",), group=1, also="reset empty start", choices=actions.beginnings, modes=SET_UP,
    ))
    add(Command(
        "spec", "set_up", "Options of the game…",
        "Set the position up for other options, as another size of the board",
        actions.spec, ("Shift+F6",), actions.no_options, group=1, modes=SET_UP,
    ))
    add(Command(
        "paste", "set_up", "Paste position", "Take the position on the clipboard", files.paste, ("Ctrl+V",),
        group=1, also="import text situation load", modes=SET_UP,
    ))
    add(Command(
        "next_position", "set_up", "Next position", "Go to the next position of the list", partial(actions.step, 1),
        ("Ctrl+PageDown",), partial(actions.no_step, 1), group=3, modes=SET_UP,
    ))
    add(Command(
        "last_position", "set_up", "Position before", "Go to the position of the list before this one",
        partial(actions.step, -1), ("Ctrl+PageUp",), partial(actions.no_step, -1), group=3, modes=SET_UP,
    ))
    add(Command(
        "add_position", "set_up", "Add to the list", "Go on with a copy of this position, and keep both in one list",
        actions.add, ("Ctrl+Insert",), group=3, modes=SET_UP,
    ))
    add(Command(
        "remove_position", "set_up", "Take out of the list", "Take this position out of the list", actions.remove, (),
        actions.no_remove, group=3, modes=SET_UP,
    ))
    add(Command(
        "hand", "set_up", "Take pieces up", "No piece is painted any more: drag the pieces that stand there",
        partial(actions.choose, None), ("F8",), actions.no_pieces, group=2, modes=SET_UP,
    ))
    add(Command(
        "erase", "set_up", "Erase", "Click or paint to take pieces away", partial(actions.choose, NOTHING),
        ("Shift+F8",), actions.no_pieces, group=2, also="delete remove rubber", modes=SET_UP,
    ))
    add(Command(
        "fill", "set_up", "Fill", "Put the chosen piece on every free place", actions.fill, ("F9",), actions.no_fill,
        group=2, modes=SET_UP,
    ))
    add(Command(
        "clear", "set_up", "Clear", "Take all pieces off the board", actions.clear, ("Shift+F9",), actions.no_pieces,
        group=2, modes=SET_UP,
    ))
    add(Command(
        "mirror", "set_up", "Mirror", "Exchange left and right", actions.mirror, ("F7",), actions.no_mirror, group=2,
        modes=SET_UP,
    ))
    add(Command(
        "turn_pieces", "set_up", "Rotate", "Turn all pieces one step clockwise around the middle", actions.turn,
        ("Shift+F7",), actions.no_turn, group=2, modes=SET_UP,
    ))
    add(Command(
        "mend", "set_up", "Mend the fault",
        "Do the first thing that is offered against the fault that was gone to last, or else the first one",
        actions.mend, ("F3",), actions.no_mend, group=2, modes=SET_UP,
    ))
    add(Command(
        "reach", "set_up", "Go to the next fault",
        "Put the cursor where the next fault is, on the board, in the form or in the text; after the last, in the "
        "next position of the list", set_up.rounds.go_on, ("Shift+F3",), actions.no_fault, group=2, modes=SET_UP,
    ))
    # fmt: on


class Actions:
    """The actions of the commands, and the reasons why they are unavailable."""

    def __init__(self, shell: Shell, games: Tabs, set_up: SetUpMode) -> None:
        self.shell, self.games, self.set_up, self.here = shell, games, set_up, set_up.here
        self.popup = Popup()

    @property
    def edited(self) -> EditedPosition:
        return self.here.edited

    # The modes --------------------------------------------------------------------------------------------------------

    def enter(self) -> None:
        if not self.here.on:
            self.set_up.say_what_is_left_out()
            self.set_up.enter()

    def in_play(self) -> bool:
        return self.games.layers.mode(self.games.table) == "play"

    def play(self) -> None:
        over = self.games.layers.over(self.games.table)
        if any(layer.mode == "analyse" for layer in over):  # also below the position that is set up
            self.shell.commands["leave_analyse"].run()
        if self.here.on:
            self.set_up.play()

    def no_play(self) -> str:
        return self.here.why_not_play() if self.here.on and self.edited.touched else ""

    def play_here(self) -> None:
        """Ask who plays the position, and begin it in a tab of its own."""
        if not self.here.on:
            self.set_up.say_what_is_left_out()
            self._ask_who_plays(self.set_up.present())
        else:
            self.here.when_checked(lambda: self._ask_who_plays(self.edited.sketch))

    def _ask_who_plays(self, sketch: Sketch) -> None:
        """Show the form for a new game with this position. One seat's view is completed at random or followed."""
        shell, games = self.shell, self.games
        last = games.table.played.let_go()._replace(spec=sketch.spec, position=None, turns=0)
        kept = shell.settings.games
        others = {game: Setup(one.spec, one.seats, 0, None, one.names, one.limit) for game, one in kept.items()}
        board = sketch.situation if sketch.seat is None else sketch.viewpoint()

        def dialog() -> NewGame:
            made = NewGame(shell.root, shell.look, last, new_seed(), games.begin, others, board, sketch.facts)
            made.begin_from_board()
            return made

        shell.pages.show("new", dialog)

    def no_set_up(self) -> str:
        return "" if self.here.on else reasons.not_handed_over(self.games.table)

    def no_set_up_here(self) -> str:
        return said.IS_SET_UP if self.here.on else self.no_set_up()

    def no_play_here(self) -> str:
        if self.here.on:
            return self.here.why_not_play()
        return self.no_set_up() or ("" if self.games.shown.sketch is not None else said.COVERED)

    def set_up_here(self) -> None:
        """Set up the position that is shown, whatever was set up before."""
        self.set_up.say_what_is_left_out()
        self.set_up.enter(self.set_up.present())

    # What it begins with ----------------------------------------------------------------------------------------------

    def beginnings(self) -> Sequence[tuple[str, Callable[[], None]]]:
        spec = self.edited.sketch.spec
        options = ""
        try:
            fastcore.start(spec)
        except fastcore.BadPosition:  # then the rules of the game that is shown, by name
            spec = self.games.table.session.spec
            options = boards.variant(spec)
        made: dict[str, Callable[[], Sketch]] = {
            said.PRESENT: self.set_up.present,
            said.with_options(said.START, options): partial(Sketch.start, spec),
            said.with_options(said.EMPTY, options): partial(Sketch.empty, spec),
        }
        return [(label, partial(self._take, make)) for label, make in made.items()]

    def _take(self, make: Callable[[], Sketch]) -> None:
        if self.here.on:  # a menu may outlive the mode that it was opened in
            self.edited.take(make())

    def pop_up(self) -> None:
        root, look = self.shell.root, self.shell.look
        middle = self.set_up.middle or root
        choices = [MenuEntry(label, call) for label, call in self.beginnings()]
        self.popup.open(root, look, choices, middle.winfo_rootx() + look.px(20), middle.winfo_rooty() + look.px(20))

    def spec(self) -> None:
        shell, table, edited = self.shell, self.games.table, self.edited
        spec = edited.sketch.spec
        if spec.partition("(")[0] not in fastcore.games():
            spec = table.session.spec

        def take(spec: str) -> None:
            if self.here.positions.of(self.games.table) is edited:  # no other game began meanwhile
                edited.take(edited.sketch.with_spec(spec))

        shell.pages.show("spec", lambda: SpecDialog(shell.root, shell.look, spec, take))

    def no_options(self) -> str:
        return "" if self.games.table.info.options else said.NO_OPTIONS

    # The list ---------------------------------------------------------------------------------------------------------

    def step(self, by: int) -> None:
        self.edited.step(by)

    def no_step(self, by: int) -> str:
        found = self.edited.model.positions
        return "" if 0 <= found.at + by < len(found.entries) else said.NO_OTHER

    def add(self) -> None:
        self.edited.add_position()

    def remove(self) -> None:
        self.edited.remove_position()

    def no_remove(self) -> str:
        return "" if self.edited.model.count > 1 else said.ONLY_ONE

    # The board --------------------------------------------------------------------------------------------------------

    def no_pieces(self) -> str:
        return "" if self.edited.palette else said.NO_PIECES

    def choose(self, piece: str | None) -> None:
        edited = self.edited
        edited.choose(None if piece == edited.chosen else piece)

    def fill(self) -> None:
        ground = self.edited.drawn[0]
        self.edited.fill(ground.spots if ground is not None else ())

    def no_fill(self) -> str:
        return self.no_pieces() or ("" if self.edited.chosen else said.NOTHING_CHOSEN)

    def clear(self) -> None:
        self.edited.clear()

    def mirror(self) -> None:
        self.edited.turned(0, True)

    def no_mirror(self) -> str:
        ground = self.edited.drawn[0]
        return self.no_pieces() or ("" if ground is not None and ground.mirrors else said.NO_MIRROR)

    def turn(self) -> None:
        self.edited.turned(1, False)

    def no_turn(self) -> str:
        ground = self.edited.drawn[0]
        return self.no_pieces() or ("" if ground is not None and ground.turns > 1 else said.NO_TURN)

    def mend(self) -> None:
        problem = self.set_up.rounds.problem
        if problem is not None:
            self.set_up.mend(problem.mends[0].situation)

    def no_fault(self) -> str:
        """Others of a list are not known to be without a fault."""
        edited = self.edited
        return said.NOTHING_WRONG if edited.whole and edited.model.count == 1 else ""

    def no_mend(self) -> str:
        problem = self.set_up.rounds.problem
        if problem is None:
            return said.NOTHING_WRONG if self.here.known else said.STILL_CHECKED
        return "" if problem.mends else said.NO_MEND
