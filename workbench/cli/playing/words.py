"""The texts of play at the terminal. The texts of each game are in `workbench.boards`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from shlex import quote

import fastcore
from bots import Report
from bots.sources import MissingFileError
from workbench import boards
from workbench.bot_process import sandbox, trust
from workbench.records.files import SUFFIX

ALIASES = {"?": "help", "h": "hint", "u": "undo", "q": "quit", "w": "why", "exit": "quit"}
MOVES_HELP = "Type a move as the list of moves writes it, or several with spaces between, or one of these:"
HELP = "Type help for what can be typed."
OVER = "the game is over"
HINDSIGHT = "From here on this game is one with hindsight: what was taken back had shown something."
PAUSED = "The game is paused: Enter goes on, undo goes back, quit leaves."
NO_DECISION = "There is nothing to decide now."
NO_ADVISER = "No bot here plays this game."
CHANCE = "Chance"
BY_HAND = "From now on you say what chance decides, as in 6 1 for dice; Enter has it drawn."
DRAWN = "Chance is drawn again."
NO_RULES = "There is no page of rules for this game yet."


NO_REASONS = "No bot has given reasons for a move yet."
COVERED = "What the bots think stays covered until the game is over: it would tell what they alone know."


def no_reasons(bot: str) -> str:
    """Return the message that a bot gave no reasons."""
    return f"{bot} gave no reasons for its move."


def why_decision(side: str, turn: int, meaning: str) -> str:
    """Return the beginning of the reasons for a bot's decision."""
    return f"Why {side} in turn {turn}: {meaning}."


def why_hint(meaning: str) -> str:
    """Return the beginning of the reasons for a hint."""
    return f"Why the hint: {meaning}."


def sentence(reason: str) -> str:
    """Return a reason with a full stop. Its first letter is unchanged, because it may begin with a move."""
    return reason if reason.endswith((".", "!", "?")) else f"{reason}."


def prompt(side: str) -> str:
    """Return the prompt of the player to move, or a plain "> "."""
    return f"{side}> " if side else "> "


def hand_over(side: str) -> str:
    """Return the prompt for the next person at the screen."""
    return f"Hand the screen to {side}, who presses Enter: "


def turn_heading(name: str) -> str:
    """Return the heading of a turn, such as "Turn 12:". An empty `name` means before the first turn."""
    return f"{name[0].upper()}{name[1:]}:" if name else "Before the first turn:"


def thinking_status(side: str, name: str) -> str:
    """Return the status "a bot is thinking"."""
    return f"{side}: {name} thinks"


MOVE_NOW = "(Ctrl-C: move now)"
HINT_NOW = "(Ctrl-C: hint now)"
CTRL_C = "While a bot thinks, Ctrl-C makes it move now. Press it twice to leave."


def evaluation(side: str, seat: int, report: Report) -> str:
    """Return a bot's evaluation, such as "57 % for Red, 20,000 simulations", or "" if it did not search."""
    if not report.simulations:
        return ""
    value = report.candidates[0].value[seat] if report.candidates else None
    facts = [f"{round(50 * (value + 1))} % for {side}"] if value is not None else []
    return ", ".join([*facts, "1 simulation" if report.simulations == 1 else f"{report.simulations:,} simulations"])


def hint(meaning: str, moves: Sequence[str], facts: str) -> str:
    """Return a hint: the moves to type, their meaning in words, and the bot's evaluation."""
    typed = " ".join(moves)
    return f"Hint: {typed}" + (f" ({meaning})" if meaning != typed else "") + (f"; {facts}." if facts else ".")


def command_alone(name: str) -> str:
    """Return the message that a command takes no arguments."""
    return f"{name} stands alone on its line."


def not_played(texts: Sequence[str]) -> str:
    """Return the message about typed moves that were not played because the turn had ended."""
    return f"Not played, as the turn has passed on: {' '.join(texts)}"


AFTER_FAULT = "Press Enter to restart the bot, or type undo, or seats to choose another player."


def bot_failed(reason: str, goes_on: bool) -> str:
    """Return why a bot failed, and what the user can do if the game continues."""
    return f"{reason.rstrip('.')}." + (f" {AFTER_FAULT}" if goes_on else "")


def failed(side: str) -> str:
    """Return a message that says the bot to move has failed and what the user can type."""
    return f"{side}'s bot failed. {AFTER_FAULT}"


WAITING = "This bot needs your permission. Type run-bots to run it, or seats to choose another player."
NONE_WAITS = "No bot is waiting for your permission."


def missing(side: str, file: MissingFileError) -> str:
    """Return the message that a bot's file is missing, with the folder searched and what the user can type."""
    return (
        f"{side}'s bot is missing: {file.path} (looked in {file.folder}). "
        "Type seats to choose another player or to play this seat yourself."
    )


def consent(side: str, request: trust.Question) -> tuple[str, ...]:
    """Return the lines that ask for permission to run a bot."""
    run = "look at the file" if request.remote else "run it"
    return (
        f"{side}'s bot needs your permission: {trust.describe(request)}.",
        f"Type run-bots to {run} until you leave, seats to choose another player or play this seat yourself, or quit.",
        "To run all bots of a record, start with --run-bots.",
        *filter(None, [sandbox.warning() if request.file else ""]),
    )


def who_plays(side: str, player: str) -> str:
    """Return the prompt for the player of a seat."""
    return f"Who plays {side}: person or a bot such as mcts:steady (Enter keeps {player})? "


def continue_command(situation: str, seats: Sequence[str], seed: int) -> str:
    """Return the command that continues a game that is not saved."""
    return f"To go on from here: herbarium play {quote(situation)} --seats {quote(','.join(seats))} --seed {seed}"


def saved(file: Path) -> str:
    """Return a message that says the game is saved and how to continue it."""
    return f"Saved: herbarium play {quote(str(file))} goes on with it."


def holds_a_game(file: Path) -> str:
    """Return the message that a new game cannot use this file because it already contains a game."""
    return (
        f"{file} already holds a game. To continue it: herbarium play {quote(str(file))}. "
        "For a new game, name another file"
    )


def not_a_game(file: str, kind: str) -> str:
    """Return why `play` cannot open a file, and what the user can do. `kind` comes from `sources.file_kind`."""
    if kind == "archive":
        return (
            f"{file} is an archive of matches; play opens one game. List its games: "
            f"herbarium show {quote(file)} --games. "
            f"Save one as a file: herbarium export {quote(file)} --match 1 --game 1 --to record --output game{SUFFIX}"
        )
    if kind == "record":
        return f"{file} is a record, but its name does not end in {SUFFIX}. Rename it to open it"
    return (
        f"{file} is not a Herbarium record. play opens a game, a position text or a record (a file that ends in "
        f"{SUFFIX})"
    )


def not_saved(reason: str) -> str:
    """Return the message that the game is not saved."""
    return f"The game is not saved: {reason}."


def not_recorded(file: Path, reason: str) -> str:
    """Return the message that the game's file cannot be written."""
    return (
        f"The game is not being saved in {file}: {reason}. Herbarium tries again after every move. "
        "An autosave keeps the game meanwhile."
    )


def recorded_again(file: Path) -> str:
    """Return the message that the game's file can be written again."""
    return f"The game is being saved in {file} again."


AUTOSAVED_AGAIN = "The autosave works again."


def only_autosaved(file: Path | None, fault: str) -> str:
    """Return the message that the file of a finished game could not be written.

    Args:
        file: The game's file, or None.
        fault: Why the autosave failed too, or "".
    """
    if fault:
        where = "" if file is None else f" in {file} or"
        return f"The game could not be saved{where} in an autosave: {fault}."
    lost = "" if file is None else f"The game could not be saved in {file}. "
    return f"{lost}To continue from the autosave: herbarium play --recover"


def unfinished_game(when: str) -> str:
    """Return a message that announces an unfinished game and says how to continue it."""
    return f"Unfinished game from {when}. To continue it: herbarium play --recover"


def first_line(info: fastcore.GameInfo, spec: str, seats: Sequence[str], seed: int) -> str:
    """Return the first line of a game: its title and designer, the players and the seed."""
    year = f", {info.year}" if info.year else ""
    players = ", ".join(f"{boards.seat_name(info, seat)} {player}" for seat, player in enumerate(seats))
    return f"{info.title} by {info.designer}{year} · {spec} · {players} · seed {seed}"


def with_boards(page: str) -> str:
    """Return a page of rules with its position blocks drawn as text.

    The first line of a block is the position text, the rest its caption.
    """

    def drawn(block: re.Match[str]) -> str:
        board = boards.text_board(fastcore.parse(block[1])).split("\n\n")[0]
        return f"```\n{board}\n```\n\n{block[2]}"

    return re.sub(r"```position\n(.*)\n((?:.*\n)*?)```", drawn, page)


def result_not_saved(reason: str) -> str:
    """Return the message that the result of a game could not be saved."""
    return f"Your result was not saved: {reason}."
