"""The table in the terminal: a text board, typed moves, and bots that answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from typing import NamedTuple

import fastcore
from bots import Bot, Limit, Report
from workbench import boards
from workbench.bot_process import bot_factory
from workbench.bot_process.decisions import BotFault, RemoteBot, Reports, close_bot, decide
from workbench.cli.playing import seats, why, words
from workbench.cli.playing.keeper import Keeper
from workbench.cli.playing.voice import Voice, interrupted
from workbench.game.chance import ChanceSpelling, outcomes
from workbench.game.session import Session, own_turn
from workbench.records.seeds import helper_seed_of
from workbench.seen.screen import Screen
from workbench.table.seating import Seating

HINT = Limit(simulations=20_000, seconds=5)


class Command(NamedTuple):
    """Something that may be typed instead of a move."""

    name: str
    meaning: str
    act: Callable[[], None]


class Table:
    """One game at the terminal. It shows what the person who decides may see, and nothing more."""

    def __init__(self, session: Session, voice: Voice, adviser: str, keeper: Keeper | None = None) -> None:
        self.session = session
        self.keeper = keeper
        self.voice = voice
        self.seating = Seating(session)
        self.adviser_text = adviser
        self.adviser: Bot | None = None
        self.screen = Screen(session)
        self.heard: dict[int | None, int] = {}  # viewer -> how many of the steps it saw have been told to it
        self.stale = True  # the board that stands there is not the one now
        self.fault = False  # the bot that should move gave up
        self.paused = False  # Ctrl-C was pressed where only bots play
        self.left = False
        self.advice: tuple[int, Report] | None = None  # the hint that was given here, and for whom
        commands = (
            Command("undo", "back to the last decision of a person", self.undo),
            Command("redo", "forward again", self.redo),
            Command("hint", "what a bot would do", self.hint),
            Command("why", "why the hint, or the bot that moved last, chose so", self.why),
            Command("moves", "the moves that can be made", self.moves),
            Command("board", "the board once more", self.show),
            Command("position", "the situation as text", self.position),
            Command("by-hand", "say dice and deals yourself from now on, or have them drawn again", self.by_hand),
            Command("seats", "change who plays", partial(seats.change, self)),
            Command("run-bots", "run the bots that wait for your permission, until you leave", partial(seats.run_bots, self)),
            Command("save", "keep the game as a file", self.save),
            Command("rules", "the rules of this game", self.rules),
            Command("help", "this list", self.help),
            Command("quit", "leave the table", self.leave),
        )
        self.commands = {command.name: command for command in commands}

    # What goes on -----------------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the game is over or everybody has left; returns the exit status."""
        self.keep()
        left = False  # whether it ends as it should
        try:
            if self.persons:
                self.voice.say(words.HELP)
            else:
                self.show()
            while not self.left:
                try:
                    self.go_on()
                except KeyboardInterrupt:  # between two thoughts of bots that play alone
                    if self.persons or self.paused:
                        raise
                    self.pause()
            left = True
        except KeyboardInterrupt:
            left = True
            self.flush()
            self.leave()
        finally:
            line = self.keeper.close(left) if self.keeper is not None else ""
            self.seating.close()
            if self.adviser is not None:
                close_bot(self.adviser)
            if line:
                with suppress(OSError):  # the terminal may be gone
                    self.voice.say(line)
        return 1 if self.fault else 0

    def go_on(self) -> None:
        """One thing more: chance, a bot's move, or a line that is typed."""
        waits = self.session.waits_for
        if waits == "chance":
            self.happened(self.session.draw_chance)
        elif waits == "bot" and not self.fault and not self.paused:
            self.let_bot_move()
        else:
            if self.screen.handing_to is not None:
                self.hand_over(self.screen.handing_to)
                return
            self.flush()
            if self.stale:
                self.show()
            if self.persons or waits == "chance by hand" or (waits == "bot" and (self.paused or self.seating.waiting or self.seating.missing)):
                self.listen()
            else:
                self.left = True

    @property
    def persons(self) -> tuple[int, ...]:
        return self.screen.persons

    @property
    def point(self) -> fastcore.Viewpoint:
        """What may be shown."""
        return self.session.viewpoint(self.screen.viewer)

    @property
    def side(self) -> str:
        """Who decides, "" if nobody does."""
        state = self.session.state
        return boards.side(state.info, state.actor) if state.actor >= 0 else ""

    def happened(self, move: Callable[[], object]) -> None:
        """Let something happen. What happened is told a turn at a time."""
        steps = self.session.steps
        if steps and steps[-1].turn != self.session.state.turn:
            self.flush()
        move()
        self.screen.moved()
        self.stale, self.advice = True, None
        self.keep()

    def keep(self) -> None:
        """Whatever happens to the program now, the game is on the disk."""
        line = self.keeper.changed() if self.keeper is not None else ""
        if line:
            self.voice.say(line)

    def flush(self) -> None:
        """Tell whoever looks what has happened since they were told last."""
        info = self.session.state.info
        viewer = self.screen.viewer if info.has.covered else None
        steps = self.session.seen(viewer)
        for turn, made in groupby(steps[self.heard.get(viewer, 0) :], lambda step: step.turn):
            events = [event for step in made for event in step.events]
            told = list(filter(None, (boards.tell(info, event, viewer) for event in events)))
            if told:
                self.voice.tell(f"{words.turn(boards.stands(info, events[0].fields, turn))} {' '.join(told)}")
        self.heard[viewer] = len(steps)

    def hand_over(self, seat: int) -> None:
        """Let another person come before the screen, with nothing on it that they must not see. A pipe has no screen."""
        side = self.session.names[seat] or boards.side(self.session.state.info, seat)
        self.voice.clear()
        self.flush()
        if self.voice.live and self.voice.ask(words.hand_over(side)) is None:
            self.leave()
            return
        self.screen.take_over()
        self.voice.clear()
        self.stale = True

    def let_bot_move(self) -> None:
        seat = self.session.state.actor
        if seat not in self.seating.players:
            self.fault = True
            self.flush()
            for line in seats.absent(self, seat):
                self.voice.tell(line)
            return
        reports = self.thought(self.seating.players[seat], self.session.viewpoint(seat), None)
        self.fault = not reports
        if reports:
            self.happened(lambda: self.session.play(reports[-1].move, reports))
            if self.paused:
                self.pause()

    def pause(self) -> None:
        """Let a game that only bots play wait for what is typed."""
        self.paused = True
        self.flush()
        self.voice.say(words.PAUSED)

    def thought(self, bot: Bot, point: fastcore.Viewpoint, limit: Limit | None) -> Sequence[Report]:
        """What a bot reports, the last being what it decides on; none (and a line) if it cannot. Ctrl-C lets it end with
        what it has, and pauses a game that only bots play."""
        reports = Reports()
        later = words.HINT_NOW if bot is self.adviser else words.MOVE_NOW
        try:
            with interrupted() as enough, self.voice.progress(words.thinks(self.side, bot.name), later) as update:

                def heard(report: Report) -> None:
                    reports.add(report)
                    # a hint is for whoever asked; what a player thinks may tell what it alone knows
                    if bot is self.adviser or self.screen.shows_thoughts:
                        update(words.outlook(self.side, point.actor, report))

                decide(bot, point, limit, heard, enough)
                self.paused = enough() and not self.persons
                return reports.all
        except BotFault as fault:
            self.flush()
            told = bot is self.adviser or self.screen.shows_thoughts
            self.voice.say(words.bot_failed(str(fault) if told else fault.brief(bot.name), bool(self.persons) and bot is not self.adviser))
            return ()
        finally:
            if isinstance(bot, RemoteBot) and (note := bot.take_note()):
                self.voice.say(f"{note}.")

    # What is typed ----------------------------------------------------------------------------------------------------

    def listen(self) -> None:
        """Take one line in."""
        rolls = self.session.waits_for == "chance by hand"
        line = self.voice.ask(words.prompt(words.CHANCE if rolls else self.side))
        if line is None:
            self.leave()
            return
        texts = line.split()
        if not texts and rolls:
            self.happened(self.session.draw_chance)
        elif not texts:
            self.fault = self.paused = False  # ask the bot once more
            if self.seating.missing:
                self.seating.ask_again()
        elif texts and texts[0].lower() in words.ALIASES | self.commands.keys() and self.point.why_not(texts[0]):
            name = texts[0].lower()
            if len(texts) > 1:
                self.voice.say(words.alone(name))
            else:
                self.commands[words.ALIASES.get(name, name)].act()
        elif texts:
            self.play(texts)

    def play(self, texts: Sequence[str]) -> None:
        """Make moves one after the other, up to the first that cannot be made or is another's."""
        seat = self.session.state.actor
        if self.session.waits_for == "chance by hand":
            self.roll(" ".join(texts))
            return
        if self.session.waits_for == "bot":
            self.voice.tell(seats.waits(self))
            return
        for number, text in enumerate(texts):
            if self.session.waits_for == "over" and number == 0:
                self.voice.say(words.sentence(self.point.why_not(text) or words.OVER))
                return
            if self.session.waits_for != "person" or self.session.state.actor != seat:
                self.voice.say(words.not_played(texts[number:]))
                return
            why = self.point.why_not(text)
            if why:
                self.voice.say(words.sentence(why))
                return
            self.happened(lambda text=text: self.session.play(text))  # type: ignore[misc]

    def roll(self, text: str) -> None:
        """Let chance decide what was typed."""
        try:
            outcome = ChanceSpelling(outcomes(self.session.state)).read(text)
        except ValueError as error:
            self.voice.say(words.sentence(str(error)))
        else:
            self.happened(lambda: self.session.play(outcome))

    def by_hand(self) -> None:
        always = self.session.by_hand == "never"
        self.session.by_hand = "always" if always else "never"
        self.voice.say(words.BY_HAND if always else words.DRAWN)

    def undo(self) -> None:
        if self.session.can_undo:
            self.voice.say(words.sentence(self.session.can_undo))
            return
        before = self.session.hindsight
        self.session.undo()
        self.moved()
        if self.session.hindsight and not before:
            self.voice.say(words.HINDSIGHT)

    def redo(self) -> None:
        if self.session.can_redo:
            self.voice.say(words.sentence(self.session.can_redo))
            return
        self.session.redo()
        self.moved()

    def moved(self) -> None:
        """Another position stands there, after an undo or a redo."""
        self.fault, self.stale, self.advice = False, True, None
        self.keep()
        self.heard = {viewer: len(self.session.seen(viewer)) for viewer in (None, *range(len(self.session.seats)))}
        self.screen.moved()

    def hint(self) -> None:
        if self.session.waits_for != "person":
            self.voice.tell(self.nothing())
            return
        if not self.adviser_text:
            self.voice.say(words.NO_ADVISER)
            return
        if self.adviser is None:
            self.adviser = bot_factory.make(self.adviser_text, helper_seed_of(self.session, self.adviser_text), self.session.spec)
        point = self.point
        reports = self.thought(self.adviser, point, HINT)
        if reports:
            report = reports[-1]
            line = report.candidates[0].line if report.candidates else ()
            moves = own_turn(point, line or (report.move,))
            said = boards.say(point.info, point.actor, moves)
            self.voice.tell(words.hint(said, moves, words.outlook(self.side, point.actor, report)))
            self.advice = point.actor, report

    def why(self) -> None:
        for line in why.lines(self.session, self.screen, self.advice):
            self.voice.tell(line)

    def moves(self) -> None:
        point = self.point
        waits = self.session.waits_for
        texts = [point.move_text(move) for move in point.moves()] if waits == "person" else []
        if waits == "chance by hand":
            texts = list(outcomes(self.session.state))
        self.voice.tell(" ".join(texts) if texts else self.nothing())

    def nothing(self) -> str:
        """Return why there is no move to choose now."""
        return seats.waits(self) if self.session.waits_for == "bot" else words.NO_DECISION

    def show(self) -> None:
        self.stale = False
        self.voice.say(f"\n{boards.text_board(self.point)}")

    def position(self) -> None:
        point = self.point
        self.voice.say(f"{point.spec} {point.text()}")

    def save(self) -> None:
        self.voice.say(self.keeper.save() if self.keeper is not None else words.not_kept("there is nothing to keep it with"))

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
        if self.session.waits_for != "over" and self.point.state is not None:
            if self.keeper is not None and self.keeper.file is not None and not self.keeper.fault:
                self.voice.say(words.saved(self.keeper.file))
            else:
                situation = f"{self.session.spec} {self.point.text()}"
                self.voice.say(words.go_on_with(situation, self.session.seats, self.session.seed))
