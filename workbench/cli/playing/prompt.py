"""The prompt at the terminal: moves, chance outcomes and other commands, until the player leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from bots import Limit
from bots.reasoning import turn_of
from workbench import boards
from workbench.cli.playing import seats, why, words
from workbench.cli.playing.game_saver import GameSaver
from workbench.cli.playing.table import TableView
from workbench.cli.playing.voice import Voice
from workbench.game.chance_by_hand import ChanceSpelling, outcomes
from workbench.game.session import Session
from workbench.system.translation import tr

HINT = Limit(simulations=20_000, seconds=5)


class Command(NamedTuple):
    """A command that can be typed instead of a move."""

    name: str
    meaning: str
    act: Callable[[], None]


class Prompt:
    """The main loop of one game at the terminal.

    Args:
        session: The game.
        voice: The terminal.
        saver: The saver of the game, or None.
    """

    def __init__(self, session: Session, voice: Voice, saver: GameSaver | None = None) -> None:
        self.session, self.voice, self.saver = session, voice, saver
        self.view = TableView(session, voice, saver)
        self.table = self.view.table
        self.finished = False
        commands = (
            Command("undo", tr("return to your last decision"), self.undo),
            Command("redo", tr("redo what you undid"), self.redo),
            Command("hint", tr("show a bot's choice"), self.hint),
            Command("why", tr("give the reasons for the hint or for the last bot's move"), self.why),
            Command("moves", tr("list the legal moves"), self.moves),
            Command("board", tr("show the board again"), self.view.print_board),
            Command("position", tr("print the situation as text"), self.position),
            Command(
                "by-hand", tr("type dice and deals yourself from now on, or let Herbarium choose again"), self.by_hand
            ),
            Command("seats", tr("change the players"), self.seats),
            Command("run-bots", tr("run the bots that need your permission, until you leave"), self.run_bots),
            Command("save", tr("save the game in a file"), self.save),
            Command("rules", tr("show the rules of this game"), self.rules),
            Command("help", tr("show this list"), self.help),
            Command("quit", tr("quit"), self.leave),
        )
        self.commands = {command.name: command for command in commands}

    def run(self) -> int:
        """Play until the game is over or the player leaves. Return the exit status."""
        view = self.view
        view.save()
        ended = False  # whether the loop ended without an error
        try:
            if view.screen.persons:
                self.voice.print_lines(words.HELP)
            else:
                view.print_board()
            while not self.finished:
                try:
                    self.advance()
                except KeyboardInterrupt:  # pressed between two moves in a game without people
                    if view.screen.persons or view.paused:
                        raise
                    view.pause()
            ended = True
        except KeyboardInterrupt:
            ended = True
            view.print_events()
            self.leave()
        finally:
            line = self.saver.close(ended) if self.saver is not None else ""
            view.close()
            if line:
                with suppress(OSError):  # The terminal may be gone.
                    self.voice.print_lines(line)
        return 1 if view.fault else 0

    def advance(self) -> None:
        """Let chance, a bot or the player act once."""
        view, waits = self.view, self.session.waits_for
        if waits == "chance":
            view.draw_chance()
        elif waits == "bot" and not view.fault and not view.paused:
            view.let_bot_move()
        elif view.screen.handover_seat is not None:
            if not view.hand_over(view.screen.handover_seat):
                self.leave()
        else:
            view.print_events()
            if view.stale:
                view.print_board()
            seating = self.table.bots.seating
            if (
                view.screen.persons
                or waits == "chance by hand"
                or (waits == "bot" and (view.paused or seating.awaiting_consent or seating.missing))
            ):
                self.read_command()
            else:
                self.finished = True

    def read_command(self) -> None:
        """Read and execute one line."""
        view, rolls = self.view, self.session.waits_for == "chance by hand"
        line = self.voice.read_line(words.prompt(words.CHANCE if rolls else view.side))
        if line is None:
            self.leave()
            return
        texts = line.split()
        if not texts and rolls:
            view.draw_chance()
        elif not texts:
            view.fault = view.paused = False  # the bot may try again
            if self.table.bots.seating.missing:
                self.table.bots.seating.retry()
        elif texts[0].lower() in words.ALIASES | self.commands.keys() and view.point.why_not(texts[0]):
            name = texts[0].lower()
            if len(texts) > 1:
                self.voice.print_lines(words.command_alone(name))
            else:
                self.commands[words.ALIASES.get(name, name)].act()
        else:
            self.play(texts)

    def play(self, texts: Sequence[str]) -> None:
        """Play moves one after another. Stop at the first illegal move or at another player's turn."""
        session, view, seat = self.session, self.view, self.session.state.actor
        if session.waits_for == "chance by hand":
            self.roll(" ".join(texts))
            return
        if session.waits_for == "bot":
            self.voice.print_paragraph(view.why_no_move())
            return
        for number, text in enumerate(texts):
            if session.waits_for == "over" and number == 0:
                self.voice.print_lines(words.sentence(view.point.why_not(text) or words.OVER))
                return
            if session.waits_for != "person" or session.state.actor != seat:
                self.voice.print_lines(words.not_played(texts[number:]))
                return
            refused = view.point.why_not(text)
            if refused:
                self.voice.print_lines(words.sentence(refused))
                return
            view.play(text)

    def roll(self, text: str) -> None:
        """Apply a typed chance outcome."""
        try:
            outcome = ChanceSpelling(outcomes(self.session.state)).parse(text)
        except ValueError as error:
            self.voice.print_lines(words.sentence(str(error)))
        else:
            self.view.play(outcome)

    # Commands ---------------------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Return to the last decision of a person, or print why that is impossible."""
        if self.session.document.can_undo:
            self.voice.print_lines(words.sentence(self.session.document.can_undo))
            return
        before = self.session.hindsight
        self.view.revise(self.table.undo)
        if self.session.hindsight and not before:
            self.voice.print_lines(words.HINDSIGHT)

    def redo(self) -> None:
        """Redo the last undone moves, or print why that is impossible."""
        if self.session.document.can_redo:
            self.voice.print_lines(words.sentence(self.session.document.can_redo))
            return
        self.view.revise(self.table.redo)

    def hint(self) -> None:
        """Ask a bot for a hint and print it."""
        view = self.view
        if self.session.waits_for != "person":
            self.voice.print_paragraph(view.why_no_move())
            return
        if not self.table.bots.hint_bot_name():
            self.voice.print_lines(words.NO_ADVISER)
            return
        point, report = view.point, view.ask_hint(HINT)
        if report is not None:
            moves = turn_of(point, report)
            meaning = boards.describe_moves(point.info, point.actor, moves)
            self.voice.print_paragraph(words.hint(meaning, moves, words.evaluation(view.side, point.actor, report)))

    def why(self) -> None:
        """Print the reasons for the hint or for the last bot's decision."""
        for line in why.explain(self.session, self.view.screen, self.view.advice):
            self.voice.print_paragraph(line)

    def moves(self) -> None:
        """Print the legal moves, or the possible chance outcomes."""
        point, waits = self.view.point, self.session.waits_for
        texts = [point.move_text(move) for move in point.moves()] if waits == "person" else []
        if waits == "chance by hand":
            texts = list(outcomes(self.session.state))
        self.voice.print_paragraph(" ".join(texts) if texts else self.view.why_no_move())

    def position(self) -> None:
        """Print the position as text."""
        point = self.view.point
        self.voice.print_lines(f"{point.spec} {point.text()}")

    def by_hand(self) -> None:
        """Switch between typed and random chance outcomes."""
        always = self.session.by_hand == "never"
        self.table.set_by_hand("always" if always else "never")
        self.voice.print_lines(words.BY_HAND if always else words.DRAWN)

    def seats(self) -> None:
        """Let the user choose the players of all seats."""
        if seats.ask_players(self.table, self.voice):
            self.view.fault, self.view.stale = False, True
            self.view.save()

    def run_bots(self) -> None:
        """Run the bots that wait for permission."""
        if seats.run_bots(self.table.bots.seating):
            self.view.fault = False
        else:
            self.voice.print_lines(words.NONE_WAITS)

    def save(self) -> None:
        """Save the game and print where."""
        self.voice.print_lines(
            self.saver.save() if self.saver is not None else words.not_saved(tr("this game cannot be saved"))
        )

    def rules(self) -> None:
        """Print the rules of the game."""
        page = boards.rules_in_users_language(self.session.state.info.id)
        if page:
            self.voice.print_page(words.with_boards(page))
        else:
            self.voice.print_lines(words.NO_RULES)

    def help(self) -> None:
        """Print the commands."""
        self.voice.print_lines(words.MOVES_HELP)
        for command in self.commands.values():
            self.voice.print_lines(f"  {command.name:<9} {command.meaning}")
        self.voice.print_lines(words.CTRL_C)

    def leave(self) -> None:
        """End the main loop. Print how to continue an unfinished game."""
        self.finished = True
        point = self.view.point
        if self.session.waits_for != "over" and point.state is not None:
            if self.saver is not None and self.saver.file is not None and not self.saver.fault:
                self.voice.print_lines(words.saved(self.saver.file))
            else:
                situation = f"{self.session.spec} {point.text()}"
                self.voice.print_lines(words.continue_command(situation, self.session.seats, self.session.seed))
