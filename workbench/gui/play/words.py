"""Texts about the displayed game: its players and bots, hints, undo, pictures of the board, tabs, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from workbench.gui.shell.words import number

WHO_PLAYS = "Who plays"
ANOTHER_GAME = "Another game is on the board by now: open this again for it."
NOT_WHILE_LOOKING = "A bot moves where the game stands: go back there first (Alt+End)."
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
    "marks": "marks",
    "analysis": "analysis",
    "name": "name",
    "tag": "note on the game",
    "seat": "change of player",
    "resignation": "resignation",
    "loss on time": "loss on time",
    "note": "note",
}
HINDSIGHT = "with hindsight"
NONE_DECIDED = "Nothing has been decided yet."
WHICH_MOVE = "Which move?"
WHY_MOVE = "Why?"
HINT_DONE = "The hint has been told whole; what it rests on stands beside the board."
BOT_MOVES_FIRST = "Wait until the bot has moved."
STILL_LOOKING = "The adviser is still looking: Move now has it say what it has found."
NO_TURN = "This board looks right from one side only."
NO_FLIP = "This board cannot be mirrored."
ANIMATION_OFF = "Moves are not shown step by step."
QUICKEST = "Moves are shown as fast as can be."
CALMEST = "Moves are shown as slowly as can be."
SAVE_PICTURE = "Save picture…"
PICTURING = "The picture is being made."
COPIED_PICTURE = "The picture is on the clipboard."
PICTURE_FILES = [("SVG", "*.svg"), ("PNG", "*.png")]
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
    """Somebody who played is there no more; what a reason says behind its first half is for whoever chooses players."""
    return f"The usual players sit down: {reason.partition(';')[0]}."


def speed_number(speed: int) -> int:
    """Return the nearest number that has a speed."""
    return max(0, min(len(SPEEDS) - 1, speed))


def speed(number: int) -> str:
    return f"Speed: {SPEEDS[number][0]}"


HAND_OVER = "Done, hand over"
COVERED = "Not while the board is covered: hand the screen over first."
HAND_OVER_FIRST = "First the screen must be handed over."
NO_HAND_OVER = "You are to move, or nobody else waits for the screen."


def read_first(side: str) -> str:
    """Somebody's own move has told them something."""
    return f"Read what your move did, then hand the screen to {side}."


WINS = "wins"
DRAW = "draw"
LOST = {"resigned": "resigned", "timeout": "out of time"}  # on the card of whoever lost so


def called(side: str, name: str) -> str:
    """As in "Bob (Blue)", or the side alone."""
    return f"{name} ({side})" if name else side


def won(winners: Sequence[str], standings: str) -> str:
    return f"{_win(winners)}: {standings}."


def won_by(winners: Sequence[str], first: int, second: int) -> str:
    """Where there are two seats: the winner's points first; two winners are a draw."""
    if len(winners) > 1:
        return f"A draw, {first} to {second}."
    return f"{_win(winners)}, {first} to {second}." if first != second else f"{_win(winners)}."


def resigned(loser: str, others: Sequence[str]) -> str:
    return f"{loser} resigns: {_win(others)}."


def out_of_time(loser: str, others: Sequence[str]) -> str:
    return f"{loser} has no time left: {_win(others)}."


def declared(loser: str, reason: str, others: Sequence[str]) -> str:
    """Any other end that the moves do not make, as in a match."""
    why = f" ({reason})" if reason else ""
    return f"The game was ended{why}: {_win(others)}." if loser else f"The game was ended{why}."


def _win(others: Sequence[str]) -> str:
    return f"{others[0]} wins" if len(others) == 1 else f"{', '.join(others[:-1])} and {others[-1]} share the win"


def thinks_for(side: str) -> str:
    return f"A bot thinks about {side}'s move."


def has_resigned(side: str, undo: str) -> str:
    return f"{side} has resigned. {undo} takes that back."


def time_left(seconds: float) -> str:
    """What a clock shows: minutes and seconds, tenths where they count."""
    seconds = max(seconds, 0.0)
    if seconds < 10:
        return f"0:{int(seconds * 10) / 10:04.1f}"
    whole = int(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


NOTHING_DRAWN = "Nothing is drawn in this game."
LEARNS_CHANCE = "One seat is followed: dice and deals are entered as it learns of them."
CHOOSE_CHANCE = "Choose what is drawn: a button, its key, or type it."
TYPE_CHANCE = "Type what is drawn, or set the position up (F4)."


def chance_is(when: str) -> str:
    """What a command about chance comes to."""
    if when == "never":
        return "Dice and deals are drawn from now on."
    return (
        "What is drawn next is chosen by hand."
        if when == "once"
        else "All that is drawn is chosen by hand from now on."
    )


def chosen_so_far(signs: Sequence[str]) -> str:
    """Some of the dice are chosen."""
    return f"{', '.join(signs)}: and what else? Esc takes it back."


def looked_in(folder: Path) -> str:
    """Say where a bot's file was expected."""
    return f"Herbarium looked in {folder}. Put the file there and restart the bot, or choose another player."


def only_for(sides: Sequence[str]) -> str:
    """Before what a seat sees is shown to whoever is before the screen."""
    return f"It shows what {' and '.join(sides)} {'sees' if len(sides) == 1 else 'see'}: nobody else should look."


def undo(what: str, others: Sequence[str] = (), reveals: bool = False) -> str:
    """`others` are those whose decisions it takes back as well; `reveals` says that what was covered has been open."""
    of = f" of {_listed(others)}" if others else ""
    return f"Undo {CHANGES[what]}{of}" + (f" ({HINDSIGHT})" if reveals else "")


def undone_of(others: Sequence[str]) -> str:
    return f"What {_listed(others)} had decided is taken back."


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def redo(what: str) -> str:
    return f"Redo {CHANGES[what]}"


def look_at(spot: str) -> str:
    """The first degree of a hint where a move begins at a piece."""
    return f"Hint: look at {spot}."


def look_there(side: str) -> str:
    return f"Hint: {side} should look at the cells that are outlined."


def pace(speed: float) -> str:
    return f"Moves are shown at {speed:g} times the usual speed."


def no_holder(program: str) -> str:
    """Why a picture goes into a file where it was to be copied."""
    return f"No program here (such as {program}) can hold a picture: save it as a file"


def no_picture(reason: str) -> str:
    return f"The picture cannot be made: {reason}."


def saved_picture(name: str) -> str:
    return f"The picture is kept as {name}."


def title(game: str, options: str, stands: str, hindsight: bool) -> str:
    """As in "Go, size 9 · turn 12"; before the first turn none is named."""
    name = f"{game}, {options}" if options else game
    return name + (f" · {stands}" if stands else "") + (f" · {HINDSIGHT}" if hindsight else "")


def tab(game: str, options: str, players: Sequence[str], match: str, number: str) -> str:
    """As in "Go, size 9 · you – mcts, steady", and which game of which match it was."""
    name = f"{game}, {options} · {' – '.join(players)}" if options else f"{game} · {' – '.join(players)}"
    return f"{name} · match {match}, game {number}" if match and number else name


def unsaved(tab: str) -> str:
    """A tab whose game is not saved."""
    return f"• {tab}"


def games(count: int) -> str:
    return f"{count} games"


def begins(side: str) -> str:
    """Before a bot has said anything."""
    return f"{side} begins to think."


def thinking(side: str) -> str:
    return f"{side} is thinking."


def stopped(side: str) -> str:
    return f"{side}'s bot is stopped. Continue lets it think again."


def broken(side: str) -> str:
    return f"{side}'s bot failed. Restart it or choose another player."


def hand_over(side: str, task: str = "") -> str:
    """`task` is what for, as in "to write a plan"."""
    return f"Hand the screen to {side} {task}." if task else f"Hand the screen to {side}."


def there(side: str) -> str:
    return f"I am {side}"


def wait(side: str) -> str:
    return f"{side} is to move: wait, or press Move now."


def share(value: float) -> str:
    """A value in [-1, 1] as a chance."""
    return f"{round(50 * (value + 1))} %"


def simulated(effort: int, unit: str = "simulations") -> str:
    """As in "2,000 simulations"."""
    return f"{number(effort)} {unit.removesuffix('s') if effort == 1 else unit}"


def best_line(side: str, moves: str, value: float, effort: int, unit: str) -> str:
    """What a bot that thinks would do by now, and what it thinks of it."""
    return f"{side} would {moves} · {share(value)} for {side} · {simulated(effort, unit)}"


def plan(side: str, moves: str, value: float, simulations: int) -> str:
    """What a bot meant to do when its turn began, and what it thought of it."""
    return f"{side} set out to {moves} · {share(value)} for {side} · {simulated(simulations)}"


def hint(line: str, side: str, value: float | None) -> str:
    return f"Hint: {line}" + (f" ({share(value)} for {side})." if value is not None else ".")


def searching(simulations: int) -> str:
    return f"Looking for a hint · {simulated(simulations)}"


def put_away(key: str) -> str:
    """Of a game in whose place another one was begun, or whose tab was closed."""
    return f"The game before is kept: {key} opens it again."


def where(stands: str, start: bool) -> str:
    """As in "turn 3 of 12"; `stands` is "" before the first turn."""
    if start:
        return "the start"
    return stands or "what came before the first turn"


def looking(where: str, end: str) -> str:
    """Where one looks, and how to come back, as `end` is the key for it."""
    return f"Looking at {where}: {end} goes back to the game."


def looking_to_play(where: str, end: str) -> str:
    return f"Looking at {where}: play here to try something else, {end} goes back."


CHOICES, OUTCOMES = "Choices", "What may follow"


def choice(label: str, key: str, why: str) -> str:
    """A choice beside the board as it is read out."""
    named = f"{key.upper()}: {label}" if key else label
    return f"{named} (not now: {why.removesuffix('.')})" if why else named
