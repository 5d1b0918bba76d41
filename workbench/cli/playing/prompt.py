"""Decides what a typed line does at the terminal: moves, chance by hand and commands, until the player leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from bots import Limit
from workbench import boards
from workbench.cli.playing import seats, why, words
from workbench.cli.playing.game_saver import GameSaver
from workbench.cli.playing.table import TableView
from workbench.cli.playing.voice import Voice
from workbench.game.chance_by_hand import ChanceSpelling, outcomes
from workbench.game.session import Session, own_turn

HINT = Limit(simulations=20_000, seconds=5)


class Command(NamedTuple):
    """Something that may be typed instead of a move."""

    name: str
    meaning: str
    act: Callable[[], None]


class Prompt:
    """One game at the terminal, from the first line to the last."""

    def __init__(self, session: Session, voice: Voice, saver: GameSaver | None = None) -> None:
        self.session, self.voice, self.saver = session, voice, saver
        self.view = TableView(session, voice, saver)
        self.table = self.view.table
        self.left = False
        commands = (
            Command("undo", "back to the last decision of a person", self.undo),
            Command("redo", "forward again", self.redo),
            Command("hint", "what a bot would do", self.hint),
            Command("why", "why the hint, or the bot that moved last, chose so", self.why),
            Command("moves", "the moves that can be made", self.moves),
            Command("board", "the board once more", self.view.show),
            Command("position", "the situation as text", self.position),
            Command("by-hand", "say dice and deals yourself from now on, or have them drawn again", self.by_hand),
            Command("seats", "change who plays", self.seats),
            Command("run-bots", "run the bots that wait for your permission, until you leave", self.run_bots),
            Command("save", "keep the game as a file", self.save),
            Command("rules", "the rules of this game", self.rules),
            Command("help", "this list", self.help),
            Command("quit", "leave the table", self.leave),
        )
        self.commands = {command.name: command for command in commands}

    def run(self) -> int:
        """Play until the game is over or the player has left. Return the exit status."""
        view = self.view
        view.keep()
        ended = False  # without an error
        try:
            if view.screen.persons:
                self.voice.say(words.HELP)
            else:
                view.show()
            while not self.left:
                try:
                    self.go_on()
                except KeyboardInterrupt:  # between two moves of bots that play alone
                    if view.screen.persons or view.paused:
                        raise
                    view.pause()
            ended = True
        except KeyboardInterrupt:
            ended = True
            view.flush()
            self.leave()
        finally:
            line = self.saver.close(ended) if self.saver is not None else ""
            view.close()
            if line:
                with suppress(OSError):  # the terminal may be gone
                    self.voice.say(line)
        return 1 if view.fault else 0

    def go_on(self) -> None:
        """Let chance, a bot or the player act once."""
        view, waits = self.view, self.session.waits_for
        if waits == "chance":
            view.draw_chance()
        elif waits == "bot" and not view.fault and not view.paused:
            view.let_bot_move()
        elif view.screen.handing_to is not None:
            if not view.hand_over(view.screen.handing_to):
                self.leave()
        else:
            view.flush()
            if view.stale:
                view.show()
            seating = self.table.bots.seating
            if (
                view.screen.persons
                or waits == "chance by hand"
                or (waits == "bot" and (view.paused or seating.waiting or seating.missing))
            ):
                self.listen()
            else:
                self.left = True

    def listen(self) -> None:
        """Read one line."""
        view, rolls = self.view, self.session.waits_for == "chance by hand"
        line = self.voice.ask(words.prompt(words.CHANCE if rolls else view.side))
        if line is None:
            self.leave()
            return
        texts = line.split()
        if not texts and rolls:
            view.draw_chance()
        elif not texts:
            view.fault = view.paused = False  # ask the bot again
            if self.table.bots.seating.missing:
                self.table.bots.seating.ask_again()
        elif texts[0].lower() in words.ALIASES | self.commands.keys() and view.point.why_not(texts[0]):
            name = texts[0].lower()
            if len(texts) > 1:
                self.voice.say(words.alone(name))
            else:
                self.commands[words.ALIASES.get(name, name)].act()
        else:
            self.play(texts)

    def play(self, texts: Sequence[str]) -> None:
        """Make moves one after another, up to the first that cannot be made or is another player's."""
        session, view, seat = self.session, self.view, self.session.state.actor
        if session.waits_for == "chance by hand":
            self.roll(" ".join(texts))
            return
        if session.waits_for == "bot":
            self.voice.tell(view.no_move())
            return
        for number, text in enumerate(texts):
            if session.waits_for == "over" and number == 0:
                self.voice.say(words.sentence(view.point.why_not(text) or words.OVER))
                return
            if session.waits_for != "person" or session.state.actor != seat:
                self.voice.say(words.not_played(texts[number:]))
                return
            refused = view.point.why_not(text)
            if refused:
                self.voice.say(words.sentence(refused))
                return
            view.play(text)

    def roll(self, text: str) -> None:
        """Make the outcome of chance that was typed."""
        try:
            outcome = ChanceSpelling(outcomes(self.session.state)).read(text)
        except ValueError as error:
            self.voice.say(words.sentence(str(error)))
        else:
            self.view.play(outcome)

    # The commands -----------------------------------------------------------------------------------------------------

    def undo(self) -> None:
        if self.session.document.can_undo:
            self.voice.say(words.sentence(self.session.document.can_undo))
            return
        before = self.session.hindsight
        self.view.revise(self.table.undo)
        if self.session.hindsight and not before:
            self.voice.say(words.HINDSIGHT)

    def redo(self) -> None:
        if self.session.document.can_redo:
            self.voice.say(words.sentence(self.session.document.can_redo))
            return
        self.view.revise(self.table.redo)

    def hint(self) -> None:
        view = self.view
        if self.session.waits_for != "person":
            self.voice.tell(view.no_move())
            return
        if not self.table.bots.adviser_name():
            self.voice.say(words.NO_ADVISER)
            return
        point, report = view.point, view.ask_hint(HINT)
        if report is not None:
            line = report.candidates[0].line if report.candidates else ()
            moves = own_turn(point, line or (report.move,))
            said = boards.say(point.info, point.actor, moves)
            self.voice.tell(words.hint(said, moves, words.outlook(view.side, point.actor, report)))

    def why(self) -> None:
        for line in why.lines(self.session, self.view.screen, self.view.advice):
            self.voice.tell(line)

    def moves(self) -> None:
        point, waits = self.view.point, self.session.waits_for
        texts = [point.move_text(move) for move in point.moves()] if waits == "person" else []
        if waits == "chance by hand":
            texts = list(outcomes(self.session.state))
        self.voice.tell(" ".join(texts) if texts else self.view.no_move())

    def position(self) -> None:
        point = self.view.point
        self.voice.say(f"{point.spec} {point.text()}")

    def by_hand(self) -> None:
        always = self.session.by_hand == "never"
        self.table.choose_chance("always" if always else "never")
        self.voice.say(words.BY_HAND if always else words.DRAWN)

    def seats(self) -> None:
        if seats.change(self.table, self.voice):
            self.view.fault, self.view.stale = False, True
            self.view.keep()

    def run_bots(self) -> None:
        if seats.run_bots(self.table.bots.seating):
            self.view.fault = False
        else:
            self.voice.say(words.NONE_WAITS)

    def save(self) -> None:
        self.voice.say(
            self.saver.save() if self.saver is not None else words.not_kept("there is nothing to keep it with")
        )

    def rules(self) -> None:
        page = boards.rules_page(self.session.state.info.id)
        if page:
            self.voice.page(words.with_boards(page))
        else:
            self.voice.say(words.NO_RULES)

    def help(self) -> None:
        self.voice.say(words.MOVES_HELP)
        for command in self.commands.values():
            self.voice.say(f"  {command.name:<9} {command.meaning}")
        self.voice.say(words.CTRL_C)

    def leave(self) -> None:
        self.left = True
        point = self.view.point
        if self.session.waits_for != "over" and point.state is not None:
            if self.saver is not None and self.saver.file is not None and not self.saver.fault:
                self.voice.say(words.saved(self.saver.file))
            else:
                situation = f"{self.session.spec} {point.text()}"
                self.voice.say(words.go_on_with(situation, self.session.seats, self.session.seed))
