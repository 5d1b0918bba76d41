"""The sentences of the companion at the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from workbench.boards.kit.figures import format_percents
from workbench.boards.kit.game_words import join_words
from workbench.companion.corrections import Meant, in_words
from workbench.companion.lines import Line
from workbench.companion.replay import Status
from workbench.companion.suspects import Diagnosis
from workbench.system.translation import tr, trn

HELP = tr(
    "Type what happens, several events in a row if you like. Enter alone says what is next, /help lists the commands, "
    "and / covers the screen."
)
COVERED = tr("Covered. Press Enter to continue: ")
NOTHING_KNOWN = tr("Nothing is hidden or uncertain.")
NOTHING_FOLLOWS = tr("What is hidden does not follow from the events yet.")
NO_FAULT = tr("All lines fit.")
NO_HINT = tr("It is not your turn.")
MARKS: dict[Status, str] = {"fits": " ", "struck": "-", "impossible": "!", "waiting": "."}


def line_text(number: int, line: Line, status: Status, sentence: str) -> str:
    """Return a line of the list: its number, a mark for its status, its text and its sentence."""
    unsure = "" if line.confidence == 1 else tr(" (unsure, {percent})", percent=format_percents(line.confidence)[0])
    said = "" if sentence == line.text else f"  {sentence}"
    return f"{number:>3}{MARKS[status]} {line.text}{unsure}{said}"


def board(text: str, named: Callable[[str], str]) -> str:
    """Return a board with the players' names in its sentences. Its rows and columns stay as they are."""
    return "\n".join(row if "  " in row else named(row) for row in text.split("\n"))


def does_not_fit(number: int, reason: str) -> str:
    """Return that a line does not fit, and why."""
    return tr("Line {number} does not fit: {reason}.", number=number, reason=reason.rstrip("."))


def supposed(index: int, text: str) -> str:
    """Return that the next event is entered after a correction that nobody has made yet."""
    return tr("The next event is entered as if line {number} were {text}.", number=index + 1, text=text)


def consistent(number: int) -> str:
    """Return that only the lines before the first that does not fit count."""
    return tr("Line {number} does not fit: what follows is based on the lines before it.", number=number)


def rule_broken(number: int, instead: Sequence[str]) -> str:
    """Return what to do if the line was entered correctly."""
    if not instead:
        return tr(
            "If it really happened, a rule was broken: undo it at the table and type /strike {number}.", number=number
        )
    return tr(
        "If it really happened, a rule was broken: undo it at the table, type /strike {number}, and play {instead}.",
        number=number,
        instead=tr(" or ").join(instead),
    )


def waiting(count: int) -> str:
    """Return that later lines wait for a correction."""
    return trn("{count} later line is waiting.", "{count} later lines are waiting.", count)


def conflict(lines: Sequence[int]) -> str:
    """Return the lines that contradict each other."""
    numbers = join_words([str(index + 1) for index in lines], "or")
    return tr("If only one line is wrong, it is line {numbers}.", numbers=numbers)


def suspects(
    diagnosis: Diagnosis, most: int, corrections: Mapping[tuple[int, str], Meant], sentences: Sequence[str]
) -> list[str]:
    """Return the ranking of single wrong entries, with the commands that correct them.

    Args:
        diagnosis: The causes that were found.
        most: The number of suspects to list.
        corrections: The corrections in words.
        sentences: The lines of the list in words.
    """
    if not diagnosis.suspects:
        return [tr("No single correction helps.")]
    if diagnosis.explains:
        heading = tr("A single correction makes every line fit:")
    else:
        heading = tr("No single correction makes every line fit. These make the most lines fit:")
    found = [heading]
    for number, suspect in enumerate(diagnosis.suspects[:most], 1):
        (percent,) = format_percents(suspect.probability)
        said = in_words(suspect, corrections, sentences[suspect.at])
        found.append(tr("  /fix {number}  {percent}: {correction}", number=number, percent=percent, correction=said))
    return found


def repair(kind: str, index: int) -> str:
    """Return another repair that makes all lines fit."""
    number = index + 1
    if kind == "remove":
        return tr("  /remove {number} also makes every line fit.", number=number)
    if kind == "swap":
        return tr("  /move {number} {next} also makes every line fit.", number=number, next=number + 1)
    return tr("  /insert {number} * also makes every line fit: something was missed.", number=number)


def hand_over(name: str) -> str:
    """Return what the screen shows while the laptop is passed on."""
    return tr("Covered. Hand the screen to {name}, who presses Enter: ", name=name)


def saved(file: object, whole: bool) -> str:
    """Return where the record is."""
    if whole:
        return tr("Saved as {file}. Type herbarium review with this file to review the game.", file=file)
    return tr("Saved as {file}, as you saw the game.", file=file)


def prompt(number: int, side: str) -> str:
    """Return the prompt of the next event."""
    return f"{number} {side}> " if side else f"{number}> "


def index_of(text: str, most: int) -> int:
    """Return a number from 1 as an index. Raise ValueError if there is no such number."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= most:
        raise ValueError(tr("{text!r} must be a number from 1 to {most}", text=text[:20], most=most))
    return int(text) - 1
