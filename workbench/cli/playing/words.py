"""The texts of play at the terminal. The texts of each game are in `workbench.boards`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from shlex import quote

import fastcore
from bots import Report
from bots.loading.sources import MissingFileError
from workbench import boards
from workbench.bot_process import sandbox, trust
from workbench.records.files import SUFFIX
from workbench.system.translation import core, tr, trn

ALIASES = {"?": "help", "h": "hint", "u": "undo", "q": "quit", "w": "why", "exit": "quit"}
MOVES_HELP = tr("Type one move from the list of moves, several separated by spaces, or one of these commands:")
HELP = tr("Type help to list the commands.")
OVER = tr("the game is over")
HINDSIGHT = tr("The record notes that you undid moves that had revealed hidden information.")
PAUSED = tr("The game is paused. Press Enter to continue, or type undo or quit.")
NO_DECISION = tr("There is nothing to decide now.")
NO_ADVISER = tr("No bot here plays this game.")
CHANCE = tr("Chance")
BY_HAND = tr("From now on, type each chance outcome, such as 6 1 for dice. Enter chooses one at random.")
DRAWN = tr("Herbarium chooses chance outcomes again.")
NO_RULES = tr("This game has no rules page yet.")


NO_REASONS = tr("No bot has given reasons for a move yet.")
COVERED = tr("The bots' reasons stay hidden until the game is over: they would reveal hidden information.")


def no_reasons(bot: str) -> str:
    """Return the message that a bot gave no reasons."""
    return tr("{bot} gave no reasons for its move.", bot=bot)


def why_decision(side: str, turn: int, meaning: str) -> str:
    """Return the beginning of the reasons for a bot's decision."""
    return tr("Why {side} in turn {turn}: {meaning}.", side=side, turn=turn, meaning=meaning)


def why_hint(meaning: str) -> str:
    """Return the beginning of the reasons for a hint."""
    return tr("Why the hint: {meaning}.", meaning=meaning)


def sentence(reason: str) -> str:
    """Return a reason with a full stop. Its first letter is unchanged, because it may begin with a move."""
    reason = core(reason)
    return reason if reason.endswith((".", "!", "?")) else f"{reason}."


def prompt(side: str) -> str:
    """Return the prompt of the player to move, or a plain "> "."""
    return f"{side}> " if side else "> "


def hand_over(side: str) -> str:
    """Return the prompt for the next person at the screen."""
    return tr("Pass the screen to {side}, who presses Enter: ", side=side)


def turn_heading(name: str) -> str:
    """Return the heading of a turn, such as "Turn 12:". An empty `name` means before the first turn."""
    return f"{name[0].upper()}{name[1:]}:" if name else tr("Before the first turn:")


def thinking_status(side: str, name: str) -> str:
    """Return the status "a bot is thinking"."""
    return tr("{side}: {name} thinks", side=side, name=name)


MOVE_NOW = tr("(Ctrl-C: move now)")
HINT_NOW = tr("(Ctrl-C: hint now)")
CTRL_C = tr("While a bot thinks, Ctrl-C makes it move now. Press it twice to leave.")


def evaluation(side: str, seat: int, report: Report) -> str:
    """Return a bot's evaluation, such as "57 % for Red, 20,000 simulations", or "" if it did not search."""
    if not report.simulations:
        return ""
    value = report.candidates[0].value[seat] if report.candidates else None
    facts = [tr("{value} % for {side}", value=round(50 * (value + 1)), side=side)] if value is not None else []
    return ", ".join([*facts, trn("1 simulation", "{count:,} simulations", report.simulations)])


def hint(meaning: str, moves: Sequence[str], facts: str) -> str:
    """Return a hint: the moves to type, their meaning in words, and the bot's evaluation."""
    typed = " ".join(moves)
    return (
        tr("Hint: {typed}", typed=typed)
        + (f" ({meaning})" if meaning != typed else "")
        + (f"; {facts}." if facts else ".")
    )


def command_alone(name: str) -> str:
    """Return the message that a command takes no arguments."""
    return tr("Type only {name}, and press Enter.", name=name)


def not_played(texts: Sequence[str]) -> str:
    """Return the message about typed moves that were not played because the turn had ended."""
    return tr("Not played, because the turn ended: {texts}", texts=" ".join(texts))


AFTER_FAULT = tr("Press Enter to restart the bot, or type undo, or seats to choose another player.")


def bot_failed(reason: str, goes_on: bool) -> str:
    """Return why a bot failed, and what the user can do if the game continues."""
    return f"{reason.rstrip('.')}." + (f" {AFTER_FAULT}" if goes_on else "")


def failed(side: str) -> str:
    """Return a message that says the bot to move has failed and what the user can type."""
    return tr("{side}'s bot failed. {after_fault}", side=side, after_fault=AFTER_FAULT)


WAITING = tr("This bot needs your permission. Type run-bots to run it, or seats to choose another player.")
NONE_WAITS = tr("No bot is waiting for your permission.")


def missing(side: str, file: MissingFileError) -> str:
    """Return the message that a bot's file is missing, with the folder searched and what the user can type."""
    return tr(
        "{side}'s bot is missing: {path} (looked in {folder}). Type seats to choose another player "
        "or to play this seat yourself.",
        side=side,
        path=file.path,
        folder=file.folder,
    )


def consent(side: str, request: trust.Question) -> tuple[str, ...]:
    """Return the lines that ask for permission to run a bot."""
    run = tr("look at the file") if request.remote else tr("run it")
    return (
        tr("{side}'s bot needs your permission: {describe}.", side=side, describe=trust.describe(request)),
        tr(
            "Type run-bots to {run} until you leave, seats to choose another player or play this seat "
            "yourself, or quit.",
            run=run,
        ),
        tr("To run all bots of a record, start with --run-bots."),
        *filter(None, [sandbox.warning() if request.file or request.command else ""]),
    )


def who_plays(side: str, player: str) -> str:
    """Return the prompt for the player of a seat."""
    return tr(
        "Who plays {side}: person or a bot such as mcts:steady (Enter keeps {player})? ", side=side, player=player
    )


def continue_command(situation: str, seats: Sequence[str], seed: int) -> str:
    """Return the command that continues a game that is not saved."""
    return tr(
        "To continue from here: herbarium play {situation} --seats {seats} --seed {seed}",
        situation=quote(situation),
        seats=quote(",".join(seats)),
        seed=seed,
    )


def saved(file: Path) -> str:
    """Return a message that says the game is saved and how to continue it."""
    return tr("Saved. To continue: herbarium play {file}", file=quote(str(file)))


def holds_a_game(file: Path) -> str:
    """Return the message that a new game cannot use this file because it already contains a game."""
    return tr(
        "{file} already has a game. To continue it: herbarium play {file2}. For a new game, name another file",
        file=file,
        file2=quote(str(file)),
    )


def not_a_game(file: str, kind: str) -> str:
    """Return why `play` cannot open a file, and what the user can do. `kind` comes from `sources.file_kind`."""
    if kind == "archive":
        return tr(
            "{file} is an archive of matches; play opens one game. List its games: herbarium show "
            "{file2} --games. Save one as a file: herbarium export {file2} --match 1 --game 1 --to "
            "record --output game{suffix}",
            file=file,
            file2=quote(file),
            suffix=SUFFIX,
        )
    if kind == "record":
        return tr(
            "{file} is a record, but its name does not end in {suffix}. Rename it to open it", file=file, suffix=SUFFIX
        )
    return tr(
        "{file} is not a Herbarium record. play opens a game, a position text or a record (a file "
        "that ends in {suffix})",
        file=file,
        suffix=SUFFIX,
    )


def not_saved(reason: str) -> str:
    """Return the message that the game is not saved."""
    return tr("The game is not saved: {reason}.", reason=reason)


def not_recorded(file: Path, reason: str) -> str:
    """Return the message that the game's file cannot be written."""
    return tr(
        "The game is not being saved in {file}: {reason}. Herbarium tries again after every move. "
        "An autosave keeps the game meanwhile.",
        file=file,
        reason=reason,
    )


def recorded_again(file: Path) -> str:
    """Return the message that the game's file can be written again."""
    return tr("The game is being saved in {file} again.", file=file)


AUTOSAVED_AGAIN = tr("The autosave works again.")


def only_autosaved(file: Path | None, fault: str) -> str:
    """Return the message that the file of a finished game could not be written.

    Args:
        file: The game's file, or None.
        fault: Why the autosave failed too, or "".
    """
    if fault:
        where = "" if file is None else tr(" in {file} or", file=file)
        return tr("The game could not be saved{where} in an autosave: {fault}.", where=where, fault=fault)
    lost = "" if file is None else tr("The game could not be saved in {file}. ", file=file)
    return tr("{lost}To continue from the autosave: herbarium play --recover", lost=lost)


def unfinished_game(when: str) -> str:
    """Return a message that announces an unfinished game and says how to continue it."""
    return tr("Unfinished game from {when}. To continue it: herbarium play --recover", when=when)


def first_line(info: fastcore.GameInfo, spec: str, seats: Sequence[str], seed: int) -> str:
    """Return the first line of a game: its title and designer, the players and the seed."""
    year = f", {info.year}" if info.year else ""
    players = ", ".join(f"{boards.seat_name(info, seat)} {player}" for seat, player in enumerate(seats))
    return tr(
        "{info} by {designer}{year} · {spec} · {players} · seed {seed}",
        info=info.title,
        designer=info.designer,
        year=year,
        spec=spec,
        players=players,
        seed=seed,
    )


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
    return tr("Your result was not saved: {reason}.", reason=reason)
