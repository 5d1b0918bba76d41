"""The texts of the companion at a real table."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.boards.kit.figures import format_percents
from workbench.boards.kit.game_words import join_words
from workbench.companion.alerts import Alert
from workbench.companion.journal import Table
from workbench.companion.lines import Line
from workbench.companion.replay import Fault, Status
from workbench.companion.suspects import Diagnosis, Repair, Suspect
from workbench.system.translation import core, tr, trn

MENU = tr("At a real table…")
MENU_TIP = tr("Enter a game played at a real table")
IN_COMPANION = tr("This tab shows a real table. Close it with Ctrl+W.")
NO_TABLE = tr("This tab shows no real table.")
COVER = tr("Cover")
COVER_TIP = tr("Hide everything until you press Show")
LARGE = tr("Large buttons")
LARGE_TIP = tr("Make the buttons of the companion large, for a touch screen")
PASS = tr("Pass on")
PASS_TIP = tr("Pass the laptop to another player")
NO_PASS = tr("This list belongs to no player.")
FINISH = tr("Finish")
FINISH_TIP = tr("Save the game as a record and open it")
ADVICE = tr("Hint")
ADVICE_TIP = tr("Show what a bot would do now")
SHOW = tr("Show")
COVERED = tr("The table is covered.")
LOADING = tr("Reading the list…")
UNCHECKED = tr("End each event with Space until the list is corrected.")
GAME_OVER = tr("The game is over. Press Finish to save it.")

# The form
HEAD = tr("At a real table")
BEGIN = tr("Begin")
UNFINISHED = tr("Unfinished tables")
NO_UNFINISHED = tr("There are no unfinished tables.")
GO_ON, DELETE, RESTORE = tr("Continue"), tr("Delete"), tr("Restore")
GAME = tr("Game")
NAMES = tr("Names")
NAMES_HELP = tr("in the order of the seats, such as Ann, Bob")
SEAT = tr("My seat")
NOBODY = tr("none: I watch")
DEALT = tr("My hand")
DEALT_HELP = tr("optional, such as rgbb; you can also enter it later")
POSITION = tr("Start from")
POSITION_HELP = tr("optional: a position, written as one line")
STARTED, FILE_HEAD, FILE_NAMES = tr("started"), tr("game"), tr("players")

# The list
LINE, EVENT = tr("line"), tr("event")
CHANGE, CHANGE_TIP = tr("Change"), tr("Change the selected line (Enter)")
INSERT, INSERT_TIP = tr("Insert"), tr("Insert a line before the selected one (Insert)")
REMOVE, REMOVE_TIP = tr("Remove"), tr("Remove the selected line (Delete)")
UNSURE, UNSURE_TIP = tr("Unsure"), tr("Mark the selected line as unsure, or as sure (U)")
STRIKE, STRIKE_TIP = tr("Strike"), tr("Leave out the selected line, or include it again (X)")
UP_TIP, DOWN_TIP = tr("Move the selected line up (Alt+Up)"), tr("Move the selected line down (Alt+Down)")
MARKS: dict[Status, str] = {"fits": "", "struck": "–", "impossible": "!", "waiting": "…"}

# The entry
ENTRY_TIP = tr("Type what happens; a space ends an event, * is a missed one")
BACK, END, MISSED = tr("⌫"), tr("Enter"), tr("Missed")
BACK_TIP, END_TIP, MISSED_TIP = tr("Delete the last key"), tr("End the event"), tr("Enter an event that nobody saw")
FACT = tr("Fact")
FACT_TIP = tr("Add something that you know, such as the true hands")
SET_UP = tr("Enter a position…")
SET_UP_TIP = tr("Go on from a position, written as one line")
SET_UP_PROMPT = tr("Position as one line: Enter adds it, Esc cancels.")

# Sentences about the list
KNOWN_HEAD = tr("What is known")
NOTHING_HIDDEN = tr("Nothing is hidden or uncertain.")
NOTHING_FOLLOWS = tr("What is hidden does not follow from the events yet.")
ADVICE_HEAD = tr("Hint")
NO_ADVICE = tr("It is not your turn.")
THINKING = tr("A bot is thinking…")
SEARCHING = tr("Searching for the wrong entry…")
NO_SINGLE = tr("No single correction helps.")
ONE_WRONG = tr("A single correction makes every line fit:")
NOT_ALL = tr("No single correction makes every line fit. These help most:")
CONSISTENT = tr("What is known follows from the lines before.")

# The end
TRUE_HANDS = tr("The true hands")
AS_SEEN = tr("Save as I saw it")
OPENED = tr("The game was saved among your games.")
MAKING = tr("Making the record…")
FAULTY = tr("A line does not fit: correct it first.")


def players(table: Table) -> str:
    """Return the names of the players, and whose list it is."""
    names = ", ".join(table.names)
    if table.seat is None:
        return names
    owner = table.names[table.seat] if table.seat < len(table.names) and table.names[table.seat] else ""
    own = tr("list of {name}", name=owner) if owner else tr("list of seat {seat}", seat=table.seat + 1)
    return f"{names} · {own}" if names else own


def wrong_position(reason: str) -> str:
    """Return what is wrong with the position from which a table starts."""
    return tr("Start from: {reason}", reason=core(reason))


def with_key(text: str, key: str, why: str = "") -> str:
    """Return a tip with its key and, on another line, why the command is unavailable."""
    return "\n".join(filter(None, (f"{text} ({key})" if key else text, why)))


def tab(game: str) -> str:
    """Return the text on the tab, which says nothing about the game."""
    return tr("{game} at a table", game=game)


def mark(number: int, line: Line, status: Status) -> str:
    """Return the number of a line with its marks."""
    unsure = "" if line.confidence == 1 else "?"
    return f"{number} {MARKS[status]}{unsure}".rstrip()


def sentence(line: Line, text: str) -> str:
    """Return a line in words, with its confidence."""
    unsure = "" if line.confidence == 1 else tr(" (unsure, {percent})", percent=format_percents(line.confidence)[0])
    return f"{text}{unsure}"


def impossible(reason: str) -> str:
    """Return that keys are not possible, and what to do if the event happened all the same."""
    return tr("{reason}; Enter adds it all the same", reason=core(reason))


def refused(typed: str) -> str:
    """Return in short, above the field, that keys are not possible, and what to do."""
    return tr("{typed} is not possible here. Enter adds it, Backspace deletes.", typed=typed)


def complete(typed: str) -> str:
    """Return the prompt while keys spell an event, but more keys could follow."""
    return tr("{typed} can go on. Press Space to end it.", typed=typed)


def changing(number: int) -> str:
    """Return the prompt while a line is being changed."""
    return tr("Line {number}: press Enter to keep it, Esc to cancel.", number=number)


def inserting(number: int) -> str:
    """Return the prompt while a line is being inserted."""
    return tr("New line before line {number}: Enter keeps it, Esc cancels.", number=number)


def fact_prompt(example: str) -> str:
    """Return the prompt while a fact is being written."""
    if not example:
        return tr("What do you know? Press Enter to add it, Esc to cancel.")
    return tr("A fact, such as {example}: Enter adds it, Esc cancels.", example=example.split()[-1])


def true_help(example: str) -> str:
    """Return what to enter when the true hands are asked for."""
    if not example:
        return tr("Enter what was hidden, several facts with spaces between them.")
    return tr("Enter what was hidden, such as {example}.", example=example)


def does_not_fit(fault: Fault) -> str:
    """Return that a line does not fit, and why."""
    return tr("Line {number} does not fit: {reason}.", number=fault.at + 1, reason=fault.reason.rstrip("."))


def waiting(count: int) -> str:
    """Return that later lines wait."""
    return trn("{count} later line is waiting.", "{count} later lines are waiting.", count) if count else ""


def rule_broken(alert: Alert) -> str:
    """Return what to do if the line was entered correctly."""
    broken = tr("If it really happened, a rule was broken.")
    if not alert.instead:
        return " ".join((broken, tr("Undo it at the table, and strike line {number}.", number=alert.at + 1)))
    instead = tr(" or ").join(alert.instead)
    return " ".join((broken, tr("Strike line {number}, and play {instead}.", number=alert.at + 1, instead=instead)))


def conflict(diagnosis: Diagnosis) -> str:
    """Return the lines that contradict each other."""
    numbers = join_words([str(index + 1) for index in diagnosis.conflict], "or")
    return tr("If only one line is wrong, it is line {numbers}.", numbers=numbers)


def supposed(index: int, text: str) -> str:
    """Return that the board and the next event follow a correction that nobody has made yet."""
    return tr("The board shows the game as if line {number} were {text}.", number=index + 1, text=text)


def suspect(found: Suspect, correction: str) -> str:
    """Return a possible correction in words, with its probability."""
    (percent,) = format_percents(found.probability)
    return tr("{percent}: {correction}", percent=percent, correction=correction)


def repair(found: Repair) -> str:
    """Return a repair that makes all lines fit."""
    number = found.at + 1
    if found.kind == "remove":
        return tr("Without line {number}, everything fits.", number=number)
    if found.kind == "swap":
        return tr("If lines {number} and {next} change places, everything fits.", number=number, next=number + 1)
    return tr("With a missed event before line {number}, everything fits.", number=number)


def correct(index: int, meant: str) -> str:
    """Return the label of the button that corrects a line."""
    return tr("{number}: {text}", number=index + 1, text=meant)


def repair_label(found: Repair) -> str:
    """Return the label of the button that repairs the list."""
    number = found.at + 1
    if found.kind == "remove":
        return tr("Remove {number}", number=number)
    if found.kind == "swap":
        return tr("Swap {number}", number=number)
    return tr("Missed {number}", number=number)


def advice_line(key: str, move: str, value: str, meaning: str) -> str:
    """Return a choice of the bot."""
    return f"{key}  {move}  {value}  {meaning}"


def no_advice(reason: str) -> str:
    """Return why there is no advice."""
    return NO_ADVICE if reason == "-" else reason


def by_name(names: Sequence[str], texts: Sequence[str], between: str = "    ") -> str:
    """Return what each player has, such as the points."""
    return between.join(f"{name}: {text}" for name, text in zip(names, texts, strict=True))


UNDO, REDO = tr("Undo the last change of the list"), tr("Redo the last undone change of the list")
