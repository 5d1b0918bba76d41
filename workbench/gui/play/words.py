"""Texts about the displayed game: players and bots, hints, undo, pictures, tabs and the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from workbench.gui.shell.words import number

WHO_PLAYS = "Who plays"
ANOTHER_GAME = "Another game is on the board by now: open this again for it."
NOT_WHILE_VIEWING = "A bot moves where the game stands: go back there first (Alt+End)."
HELPER_HEAD = "The bot that moves for you"
NOT_STOPPED_NOW = "The game waits already."
NO_BOTS_ALONE = "Only where bots play alone."
FASTEST = "They play as fast as they can."
SLOWEST = "There is no slower speed."
RESTART_BOT = "Restart bot"
CHOOSE_PLAYER = "Choose another"
PAUSED = "The game is paused. Continue lets it go on."
NO_EXCHANGE = "All seats are taken by the same player."

SPEEDS: tuple[tuple[str, float], ...] = (
    ("very slow", 2.5), ("slow", 1.2), ("normal", 0.4), ("fast", 0.12), ("at once", 0.0),
)  # fmt: skip
SHOW_IT = "Show it"
CHANGES: Mapping[str, str] = {
    "move": "move",
    "set up": "position set up by hand",
    "place": "going there",
    "taking back": "taking back",
    "order": "change of the main line",
    "deletion": "deletion",
    "line": "line that was kept",
    "comment": "comment",
    "marks": "drawing",
    "annotation": "annotation",
    "analysis": "analysis",
    "name": "name",
    "tag": "note on the game",
    "seat": "change of player",
    "resignation": "resignation",
    "loss on time": "loss on time",
    "note": "note",
}
HINDSIGHT = "with hindsight"
DOT = " · "  # between the game and the players on a tab
WIDEST_COLUMN, NARROWEST_COLUMN = "The column is at its widest.", "The column is at its narrowest."
NONE_DECIDED = "Nothing has been decided yet."
WHICH_MOVE = "Which move?"
WHY_MOVE = "Why?"
HINT_DONE = "No more hints. See the reasons beside the board."
BOT_MOVES_FIRST = "Wait until the bot has moved."
STILL_LOOKING = "The bot is still searching. Move now shows its best move so far."
NO_TURN = "This board looks right from one side only."
NO_FLIP = "This board cannot be mirrored."
ANIMATION_OFF = "Moves are not shown step by step."
FASTEST_ANIMATION = "Moves are shown as fast as can be."
SLOWEST_ANIMATION = "Moves are shown as slowly as can be."
SAVE_PICTURE = "Save picture…"
PICTURING = "The picture is being made."
COPIED_PICTURE = "The picture is on the clipboard."
PICTURE_FILES = [("SVG", ".svg"), ("PNG", ".png")]
HINT = "Hint"
NOTHING_THINKS = "No bot is thinking."
NOT_STOPPED = "No bot has been stopped."
NOT_YOUR_TURN = "It is not your turn."
GAME_OVER = "The game is over."
NO_ADVISER = "No bot that can advise plays this game."
NONE_CLOSED = "No game has been closed."
ONE_GAME = "Only one game is open."
NO_BOARD = "This game has no drawn board."
BOT = "Bot"
COVER_NOTE = "What only one of you may see is covered until then."
COPIED = "The position is on the clipboard."
LOOK_BESIDE = "Hint: look at the choices beside the board."


def usual_players(reason: str) -> str:
    """Return the notice that the usual players replace unavailable players.

    Args:
        reason: Why the players are unavailable; only the part before ";" is shown.
    """
    return f"The usual players sit down: {reason.partition(';')[0]}."


def speed_number(speed: int) -> int:
    """Return the valid number nearest to a stored speed."""
    return max(0, min(len(SPEEDS) - 1, speed))


def speed(number: int) -> str:
    """Return the label of a speed."""
    return f"Speed: {SPEEDS[number][0]}"


HAND_OVER = "Done, hand over"
COVERED = "Not while the board is covered: hand the screen over first."
HAND_OVER_FIRST = "First the screen must be handed over."
NO_HAND_OVER = "You are to move, or nobody else waits for the screen."


def read_first(side: str) -> str:
    """Return the request to read the result of a move before handing over the screen."""
    return f"Read what your move did, then hand the screen to {side}."


WINS = "wins"
DRAW = "draw"
LOST = {"resigned": "resigned", "timeout": "out of time"}  # on the loser's card


def seat_label(side: str, name: str) -> str:
    """Return a name with its side, such as "Bob (Blue)", or only the side."""
    return f"{name} ({side})" if name else side


def won(winners: Sequence[str], points: Sequence[int], seats: int, reason: str) -> str:
    """Return the result of a finished game, such as "Seat 3 wins 6–3–0".

    Args:
        winners: The names of the winners; all of them make a draw.
        points: The points of all seats, those of the winners first.
        seats: The number of seats.
        reason: Why the game ended, as a sentence, or "".
    """
    score = "–".join(map(str, points))
    result = f"A draw, {score}." if len(winners) == seats else f"{_win(winners)} {score}."
    return f"{result} {reason}" if reason else result


def resigned(loser: str, others: Sequence[str]) -> str:
    """Return the result after a resignation."""
    return f"{loser} resigns: {_win(others)}."


def out_of_time(loser: str, others: Sequence[str]) -> str:
    """Return the result after a loss on time."""
    return f"{loser} has no time left: {_win(others)}."


def declared(loser: str, reason: str, others: Sequence[str]) -> str:
    """Return the result of a game that ended without a final move, such as a forfeit in a match."""
    explanation = f" ({reason})" if reason else ""
    return f"The game was ended{explanation}: {_win(others)}." if loser else f"The game was ended{explanation}."


def _win(others: Sequence[str]) -> str:
    return f"{others[0]} wins" if len(others) == 1 else f"{', '.join(others[:-1])} and {others[-1]} share the win"


def thinks_for(side: str) -> str:
    """Return the status that a bot is choosing a move for a person."""
    return f"A bot thinks about {side}'s move."


def has_resigned(side: str, undo: str) -> str:
    """Return the notice that a player has resigned; `undo` is the shortcut of Undo."""
    return f"{side} has resigned. {undo} takes that back."


def time_left(seconds: float) -> str:
    """Return the text of a clock: minutes and seconds, with hours if there are any and tenths below 10 seconds."""
    seconds = max(seconds, 0.0)
    if seconds < 10:
        return f"0:{int(seconds * 10) / 10:04.1f}"
    total = int(seconds)
    hours, minutes = divmod(total // 60, 60)
    return f"{hours}:{minutes:02}:{total % 60:02}" if hours else f"{minutes}:{total % 60:02}"


NOTHING_DRAWN = "Nothing is drawn in this game."
LEARNS_CHANCE = "One seat is followed: dice and deals are entered as it learns of them."
CHOOSE_CHANCE = "Choose what is drawn: a button, its key, or type it."
TYPE_CHANCE = "Type what is drawn, or set the position up (F4)."


def chance_mode(when: str) -> str:
    """Return the confirmation of how chance outcomes are chosen from now on."""
    if when == "never":
        return "Dice and deals are drawn from now on."
    return (
        "What is drawn next is chosen by hand."
        if when == "once"
        else "All that is drawn is chosen by hand from now on."
    )


def chosen_so_far(signs: Sequence[str]) -> str:
    """Return the dice chosen so far, and the request for the rest."""
    return f"{', '.join(signs)}: and what else? Esc takes it back."


def looked_in(folder: Path) -> str:
    """Return the folder in which a bot's file was expected."""
    return f"Herbarium looked in {folder}. Put the file there and restart the bot, or choose another player."


def private_game(sides: Sequence[str]) -> str:
    """Return the warning shown before a private game."""
    return f"It shows what {' and '.join(sides)} {'sees' if len(sides) == 1 else 'see'}: nobody else should look."


def undo(kind: str, others: Sequence[str] = (), reveals: bool = False) -> str:
    """Return the menu text of undo.

    Args:
        kind: The kind of change, a key of `CHANGES`.
        others: Other people whose decisions undo reverts too.
        reveals: Whether hidden information has already been revealed.
    """
    of = f" of {_listed(others)}" if others else ""
    return f"Undo {CHANGES[kind]}{of}" + (f" ({HINDSIGHT})" if reveals else "")


def undone_of(others: Sequence[str]) -> str:
    """Return the notice that other people's decisions were undone."""
    return f"What {_listed(others)} had decided is taken back."


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def redo(kind: str) -> str:
    """Return the menu text of redo; `kind` is a key of `CHANGES`."""
    return f"Redo {CHANGES[kind]}"


def look_at(spot: str) -> str:
    """Return the first stage of a hint about one piece."""
    return f"Hint: look at {spot}."


LOOK_THERE = "Hint: look at the outlined area."  # the first stage of a hint for an area


def pace(speed: float) -> str:
    """Return the animation speed as a multiple of the usual one."""
    return f"Moves are shown at {speed:g} times the usual speed."


def no_clipboard_program(program: str) -> str:
    """Return the message that a picture is saved instead of copied."""
    return f"No program here (such as {program}) can hold a picture: save it as a file"


def no_picture(reason: str) -> str:
    """Return the message that no picture could be created."""
    return f"The picture cannot be made: {reason}."


def saved_picture(name: str) -> str:
    """Return the confirmation that a picture was saved."""
    return f"The picture is kept as {name}."


def title(game: str, options: str, turn_text: str, hindsight: bool) -> str:
    """Return the title above the board, such as "Go, size 9 · turn 12"."""
    name = f"{game}, {options}" if options else game
    return name + (f" · {turn_text}" if turn_text else "") + (f" · {HINDSIGHT}" if hindsight else "")


def tab(game: str, options: str, players: Sequence[str], match: str, number: str) -> str:
    """Return the text on a tab, such as "Go, size 9 · you – mcts, steady"; a match adds the game number."""
    name = f"{game}{f', {options}' if options else ''}{DOT}{' – '.join(players)}"
    return f"{name} · match {match}, game {number}" if match and number else name


def numbered(tabs: Sequence[str]) -> list[str]:
    """Return the texts of tabs, with a number behind each text that an earlier tab has too."""
    return [f"{tab} ({tabs[:at].count(tab) + 1})" if tab in tabs[:at] else tab for at, tab in enumerate(tabs)]


def unsaved(tab: str) -> str:
    """Return the text of a tab with the mark of an unsaved game."""
    return f"• {tab}"


def games(count: int) -> str:
    """Return the label of the list of all games."""
    return f"{count} games"


def starts_thinking(side: str) -> str:
    """Return the status that a bot has started to think, shown until its first report."""
    return f"{side} begins to think."


def thinking(side: str) -> str:
    """Return the status that a bot is thinking."""
    return f"{side} is thinking."


def stopped(side: str) -> str:
    """Return a status that says a bot is stopped and how to resume."""
    return f"{side}'s bot is stopped. Continue lets it think again."


def broken(side: str) -> str:
    """Return a status that says a bot failed and how to continue."""
    return f"{side}'s bot failed. Restart it or choose another player."


def hand_over(side: str, task: str = "") -> str:
    """Return the sentence about who gets the screen; `task` is their next task, such as "to write a plan"."""
    return f"Hand the screen to {side} {task}." if task else f"Hand the screen to {side}."


def confirm_label(side: str) -> str:
    """Return the label of the button by which a person takes the screen."""
    return f"I am {side}"


def wait(side: str) -> str:
    """Return the status shown while another seat is to move."""
    return f"{side} is to move: wait, or press Move now."


def search_amount(effort: int, unit: str = "simulations") -> str:
    """Return an amount of search, such as "2,000 simulations"."""
    return f"{number(effort)} {unit.removesuffix('s') if effort == 1 else unit}"


def best_line(side: str, moves: str, value: str, effort: int, unit: str) -> str:
    """Return the best line of a running search, such as "Blue would remove e5 (58 %) · 2,000 simulations".

    Args:
        side: The name of the seat.
        moves: The line in words.
        value: The seat's evaluation.
        effort: The amount of search so far.
        unit: The unit of `effort`.
    """
    return f"{side} would {moves} ({value}) · {search_amount(effort, unit)}"


def plan(side: str, moves: str, value: str, instead: str) -> str:
    """Return the plan of a bot for its turn, such as "Blue's plan: remove e5 (58 %)".

    Args:
        side: The name of the seat.
        moves: The planned moves in words.
        value: The seat's evaluation.
        instead: The moves that it chose instead of planned ones in words, or "".
    """
    if instead:
        return f"{side} planned to {moves}, then chose to {instead} ({value})"
    return f"{side}'s plan: {moves} ({value})"


def hint(line: str, value: str) -> str:
    """Return a hint with its moves and the evaluation ("" if unknown)."""
    return f"Hint: {line} ({value})." if value else f"Hint: {line}."


def searching(simulations: int) -> str:
    """Return the progress of a search for a hint."""
    return f"Looking for a hint · {search_amount(simulations)}"


def game_closed(key: str) -> str:
    """Return the notice that the previous game was kept."""
    return f"The game before is kept: {key} opens it again."


def position_name(turn_text: str, start: bool) -> str:
    """Return the name of the viewed position, such as "turn 3 of 12"."""
    if start:
        return "the start"
    return turn_text or "what came before the first turn"


def viewing(where: str, end: str) -> str:
    """Return the status with the viewed position and the key that returns to the game."""
    return f"Looking at {where}: {end} goes back to the game."


def viewing_to_play(where: str, end: str) -> str:
    """Return the status with the viewed position, where moves can be tried."""
    return f"Looking at {where}: play here to try something else, {end} goes back."


CHOICES, OUTCOMES = "Choices", "What may follow"


def choice(label: str, key: str, reason: str) -> str:
    """Return the text of a choice beside the board for screen readers."""
    name = f"{key.upper()}: {label}" if key else label
    return f"{name} (not now: {reason.removesuffix('.')})" if reason else name
