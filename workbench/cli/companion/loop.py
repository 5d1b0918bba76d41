"""The main loop of the companion at the terminal: events, commands, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bots.report import Limit
from fastcore import CHANCE
from workbench import boards
from workbench.boards.kit.figures import format_percents
from workbench.bot_process.decisions import BotFaultError
from workbench.cli.companion import faults, words
from workbench.cli.playing.voice import Voice, catch_interrupt
from workbench.companion import finishing, passing
from workbench.companion.advice import advise
from workbench.companion.companion import Companion
from workbench.companion.key_entry import CANDIDATES, ImpossibleKeysError
from workbench.companion.lines import MISSED, Line
from workbench.companion.set_up import is_position
from workbench.storage.library import Library
from workbench.system.saving import WriteError
from workbench.system.sentences import as_sentence
from workbench.system.translation import tr

SHOWN = 8  # lines of the list shown by /list
HINT = Limit(simulations=2_000, seconds=5)


class Command(NamedTuple):
    """A command after a slash."""

    name: str
    arguments: str
    meaning: str
    act: Callable[[Sequence[str]], None]


class Loop:
    """The companion at the terminal.

    Args:
        companion: The companion.
        voice: The terminal.
    """

    def __init__(self, companion: Companion, voice: Voice) -> None:
        self.companion, self.voice = companion, voice
        self.finished = False
        self._saved: tuple[Line, ...] | None = None  # the list that was saved as a record
        number, text = tr("N"), tr("TEXT")
        commands = (
            Command("list", "", tr("show the latest lines; /list all shows every line"), self.show_list),
            Command("fix", number, tr("search for the wrong entry, or apply correction N"), self.fix),
            Command("change", f"{number} {text}", tr("correct line N"), self.change),
            Command("insert", f"{number} {text}", tr("insert a line before line N; * is a missed event"), self.insert),
            Command("remove", number, tr("remove line N"), self.remove),
            Command("move", f"{number} {number}", tr("move a line to another number"), self.move),
            Command("strike", number, tr("leave out line N, because the players undid it"), self.strike),
            Command("unsure", number, tr("mark line N, or the last one, as unsure"), self.unsure),
            Command("sure", number, tr("mark line N, or the last one, as sure"), self.sure),
            Command("miss", "", tr("enter an event that nobody saw (also *)"), self.miss),
            Command("really", text, tr("enter an event as it is, even if the rules forbid it"), self.really),
            Command("position", text, tr("go on from a position, written as one line"), self.set_up),
            Command("undo", "", tr("undo the last change of the list"), self.undo),
            Command("redo", "", tr("redo what you undid"), self.redo),
            Command("board", "", tr("show the position"), self.board),
            Command("know", "", tr("show what is certain and what is likely"), self.know),
            Command("hint", "", tr("show what a bot would do, and why"), self.hint),
            Command("fact", text, tr("add something you know, such as the true hands"), self.fact),
            Command(
                "pass", number, tr("pass the laptop to the player in seat N, who gets a list of their own"), self.hand
            ),
            Command("end", "", tr("save the game as a record"), self.end),
            Command("help", "", tr("show this list"), self.help),
            Command("quit", "", tr("leave; the list is saved"), self.leave),
        )
        self.commands = {command.name: command for command in commands}

    def run(self) -> int:
        """Enter events until the person leaves. Return the exit status."""
        if passing.is_shared(self.companion) and not self._hand_over():  # the list may not be that of who begins
            return 0
        self.voice.print_paragraph(words.HELP)
        self.board([])
        if self.companion.lines:
            self.show_list([])
        faults.report(self.companion, self.voice)
        while not self.finished:
            line = self.voice.read_line(self._prompt())
            if line is None:
                break
            try:
                self._handle(line.strip())
            except WriteError as error:
                self.voice.print_paragraph(str(error))
        if self.companion.journal is not None and not self.is_saved:
            self.voice.print_lines(tr("The list is saved: {file}", file=self.companion.journal.file))
        return 0

    @property
    def is_saved(self) -> bool:
        """Whether the list as it is has been saved as a record."""
        return self._saved == self.companion.lines

    def _prompt(self) -> str:
        companion = self.companion
        actor, info = companion.actor, companion.cursor.point.info
        if actor == CHANCE:
            side = tr("chance")
        elif actor < 0:
            side = ""
        elif actor == companion.seat:
            side = tr("you")
        else:
            names = companion.table.names
            side = (names[actor] if actor < len(names) else "") or boards.seat_name(info, actor)
        return words.prompt(len(companion.lines) + 1, side)

    def _handle(self, line: str) -> None:
        if line == "/":
            self._cover()
        elif line.startswith("/"):
            name, *arguments = line[1:].split()
            found = [command for command in self.commands.values() if command.name.startswith(name.lower())]
            exact = [command for command in found if command.name == name.lower()]
            if len(exact or found) == 0:
                self.voice.print_paragraph(tr("There is no command /{name}. Type /help for the list.", name=name))
                return
            if len(exact or found) > 1:
                names = ", ".join(f"/{command.name}" for command in found)
                self.voice.print_paragraph(tr("/{name} can be {names}. Type more letters.", name=name, names=names))
                return
            try:
                (exact or found)[0].act(arguments)
            except ValueError as error:
                if isinstance(error, WriteError):
                    raise
                self.voice.print_paragraph(as_sentence(str(error)))
        elif line.casefold() in self.commands:
            self.voice.print_paragraph(tr("Type /{name} with a slash.", name=line.casefold()))
        elif line:
            self._enter(line)
        else:
            self.voice.print_paragraph(self._next_task())

    def _next_task(self) -> str:
        """Return what happens next, and the keys that it may begin with."""
        companion = self.companion
        if companion.over:
            return tr("The game is over. Type /end to save it as a record.")
        point = companion.cursor.point
        task = companion.task or companion.named(boards.prompt(point))
        keys = " ".join(companion.typing.next_keys)
        return f"{as_sentence(task)} {tr('It begins with {keys}.', keys=keys)}" if keys else task

    def _enter(self, line: str) -> None:
        """Enter the events of a typed line."""
        before, had_fault = len(self.companion.lines), self.companion.fault is not None
        try:
            if is_position(line, self.companion.spec, self.companion.seat):
                self.companion.set_up(line)
            else:
                self.companion.typing.feed(line)
        except ImpossibleKeysError as error:
            really = tr("If it really happened, type /really {keys}.", keys=error.word)
            self.voice.print_paragraph(f"{as_sentence(str(error))} {really}")
        self.companion.typing.candidates = ()
        self._show_lines(range(before, len(self.companion.lines)))
        if self.companion.fault is not None and not had_fault:
            faults.report(self.companion, self.voice)
        if self.companion.over:
            self.voice.print_paragraph(self._next_task())

    def _cover(self) -> None:
        """Clear the screen until Enter is pressed."""
        self.voice.clear()
        if self.voice.read_line(words.COVERED) is None:
            self.finished = True

    def _show_lines(self, numbers: Sequence[int]) -> None:
        for index in numbers:
            line = self.companion.lines[index]
            text = words.line_text(index + 1, line, self.companion.status(index), self.companion.describe(index))
            self.voice.print_paragraph(text)

    # Commands ---------------------------------------------------------------------------------------------------------

    def show_list(self, arguments: Sequence[str]) -> None:
        """Show the latest lines, or all of them."""
        count = len(self.companion.lines)
        self._show_lines(range(0 if arguments == ["all"] else max(0, count - SHOWN), count))

    def fix(self, arguments: Sequence[str]) -> None:
        """Search for the wrong entry, or apply a correction."""
        companion = self.companion
        if companion.fault is None:
            self.voice.print_paragraph(words.NO_FAULT)
            return
        if companion.diagnosis is None or not arguments:
            faults.search(companion, self.voice)
        if not arguments or companion.diagnosis is None:
            return
        place = words.index_of(arguments[0], len(companion.diagnosis.suspects))
        suspect = companion.diagnosis.suspects[place]
        companion.correct(suspect.at, suspect.corrections[0].text)
        self._changed(suspect.at)

    def change(self, arguments: Sequence[str]) -> None:
        """Correct a line."""
        index = self._index(arguments, 2)
        self.companion.rewrite(self.companion.lines[index].id, " ".join(arguments[1:]))
        self._changed(index)

    def insert(self, arguments: Sequence[str]) -> None:
        """Insert a line before another one."""
        index = self._index(arguments, 2)
        self.companion.enter_typed(" ".join(arguments[1:]), index)
        self._changed(index)

    def remove(self, arguments: Sequence[str]) -> None:
        """Remove a line."""
        index = self._index(arguments, 1)
        self.companion.remove(self.companion.lines[index].id)
        self._changed(index)

    def move(self, arguments: Sequence[str]) -> None:
        """Move a line."""
        index = self._index(arguments, 2)
        to = words.index_of(arguments[1], len(self.companion.lines))
        self.companion.move(self.companion.lines[index].id, to)
        self._changed(to)

    def strike(self, arguments: Sequence[str]) -> None:
        """Leave out a line, or take it in again."""
        index = self._index(arguments, 1)
        line = self.companion.lines[index]
        self.companion.change(line.id, struck=not line.struck)
        self._changed(index)

    def unsure(self, arguments: Sequence[str]) -> None:
        """Mark a line as unsure."""
        index = self._index(arguments or [str(len(self.companion.lines))], 1)
        self.companion.mark_unsure(self.companion.lines[index].id)
        self._changed(index)

    def sure(self, arguments: Sequence[str]) -> None:
        """Mark a line as sure."""
        index = self._index(arguments or [str(len(self.companion.lines))], 1)
        self.companion.mark_unsure(self.companion.lines[index].id, False)
        self._changed(index)

    def miss(self, arguments: Sequence[str]) -> None:
        """Enter an event that nobody saw."""
        self._enter(MISSED)

    def really(self, arguments: Sequence[str]) -> None:
        """Enter events by their keys or as they are, even if they are impossible."""
        if not arguments:
            raise ValueError(tr("name an event"))
        before = len(self.companion.lines)
        for text in arguments:
            self.companion.enter_typed(text)
        self._show_lines(range(before, len(self.companion.lines)))
        faults.report(self.companion, self.voice)

    def undo(self, arguments: Sequence[str]) -> None:
        """Undo the last change."""
        self.companion.undo()
        self._changed(len(self.companion.lines) - 1)

    def redo(self, arguments: Sequence[str]) -> None:
        """Redo the last change that was undone."""
        self.companion.redo()
        self._changed(len(self.companion.lines) - 1)

    def board(self, arguments: Sequence[str]) -> None:
        """Show the position."""
        self._say_what_counts()
        belief = self.companion.belief
        if not belief.is_certain:
            (percent,) = format_percents(belief.weights[0])
            self.voice.print_paragraph(tr("The most probable position ({percent}):", percent=percent))
        self.voice.print_lines(words.board(boards.text_board(belief.cursor.point), self.companion.named))

    def know(self, arguments: Sequence[str]) -> None:
        """Show what is certain and what is likely."""
        self._say_what_counts()
        found = self.companion.statements()
        for statement in found:
            self.voice.print_paragraph(self.companion.sentence(statement))
        if not found:
            hidden = self.companion.cursor.point.info.has.covered and not self.companion.over
            self.voice.print_paragraph(words.NOTHING_FOLLOWS if hidden else words.NOTHING_KNOWN)

    def hint(self, arguments: Sequence[str]) -> None:
        """Show what a bot would do. Its first choices can then be entered with one key."""
        companion = self.companion
        if companion.fault is not None:
            raise ValueError(tr("line {line} does not fit: correct it first", line=companion.fault.at + 1))
        try:
            with catch_interrupt() as pressed:
                advice = advise(companion.belief, HINT, stopped=pressed)
        except BotFaultError as error:
            self.voice.print_paragraph(str(error))
            return
        if advice is None:
            self.voice.print_paragraph(words.NO_HINT)
            return
        point = companion.belief.cursor.point
        companion.typing.candidates = tuple(choice.move for choice in advice.choices[: len(CANDIDATES)])
        for key, choice in zip(CANDIDATES, advice.choices, strict=False):
            meaning = companion.named(boards.describe_moves(point.info, point.actor, (choice.move,)))
            self.voice.print_paragraph(f" {key}  {choice.move}  {choice.value_text(point.seats)}  {meaning}")
        for reason in advice.reasons:
            self.voice.print_paragraph(companion.named(reason))

    def fact(self, arguments: Sequence[str]) -> None:
        """Add facts."""
        if not arguments:
            example = self.companion.cursor.table.example_facts()
            raise ValueError(tr("name a fact, such as {example}", example=example) if example else tr("name a fact"))
        before = len(self.companion.lines)
        self.companion.add_facts(" ".join(arguments))
        self._show_lines(range(before, len(self.companion.lines)))
        faults.report(self.companion, self.voice)

    def set_up(self, arguments: Sequence[str]) -> None:
        """Enter a position."""
        self.companion.set_up(" ".join(arguments))
        self._changed(len(self.companion.lines) - 1)

    def hand(self, arguments: Sequence[str]) -> None:
        """Pass the laptop: cover the screen, and go on with the list of another player."""
        if not arguments:
            raise ValueError(tr("give the number of a seat"))
        seat = words.index_of(arguments[0], self.companion.cursor.point.seats)
        if seat == self.companion.seat:
            raise ValueError(tr("this list belongs to that seat"))
        other = passing.pass_to(self.companion, seat)
        self.companion.close()
        self.companion = other
        if not self._hand_over():
            self.finished = True
            return
        self.board([])
        self.show_list([])
        faults.report(self.companion, self.voice)

    def end(self, arguments: Sequence[str]) -> None:
        """Save the game as a record."""
        whole = True
        try:
            with catch_interrupt() as pressed:
                record = finishing.full_record(self.companion, pressed)
        except ValueError as error:
            if self.companion.fault is not None or self.companion.seat is None:
                raise
            self.voice.print_paragraph(as_sentence(str(error)))
            record, whole = finishing.seat_record(self.companion), False
        self.voice.print_paragraph(words.saved(Library().save(record), whole))
        self._saved = self.companion.lines
        passing.finish_others(self.companion)

    def help(self, arguments: Sequence[str]) -> None:
        """Show the commands."""
        for command in self.commands.values():
            self.voice.print_paragraph(f"/{command.name} {command.arguments}".rstrip() + f"  {command.meaning}")

    def leave(self, arguments: Sequence[str]) -> None:
        """Leave."""
        self.finished = True

    # ------------------------------------------------------------------------------------------------------------------

    def _hand_over(self) -> bool:
        """Cover the screen until the player of the list has it. Return False at the end of the input."""
        companion = self.companion
        assert companion.seat is not None
        self.voice.clear()
        name = companion.named(boards.seat_name(companion.cursor.point.info, companion.seat))
        return self.voice.read_line(words.hand_over(name)) is not None

    def _say_what_counts(self) -> None:
        """Say that only the lines before the first that does not fit count, if there is one."""
        if self.companion.fault is not None:
            self.voice.print_paragraph(words.consistent(self.companion.fault.at + 1))

    def _changed(self, index: int) -> None:
        """Show a changed line, and whether all lines fit now."""
        if 0 <= index < len(self.companion.lines):
            self._show_lines([index])
        if self.companion.fault is None:
            self.voice.print_paragraph(words.NO_FAULT)
        faults.report(self.companion, self.voice)

    def _index(self, arguments: Sequence[str], count: int) -> int:
        if len(arguments) < count:
            raise ValueError(tr("give the number of a line, and what else the command needs (see /help)"))
        return words.index_of(arguments[0], len(self.companion.lines))
