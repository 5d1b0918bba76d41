"""All that the window says of itself, in one place. What is said about a game stands beside its board."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.gui.analyse import words as analyse_words
from workbench.gui.matches import words as matches_words
from workbench.gui.moves import words as moves_words
from workbench.gui.set_up import words as set_up_words

NAME = "Herbarium"
MENUS = {
    "game": "Game", "edit": "Edit", "view": "View", "moves": moves_words.MENU, "analyse": analyse_words.MENU, "set_up": set_up_words.MENU,
    "bot": "Bot", "matches": matches_words.MENU, "help": "Help",
}  # fmt: skip

# Commands: what menus, buttons and the key sheet say.
HINT = "Hint"
RULES = "Rules of the game"
ABOUT_HEAD = f"About {NAME}"
BOARD_KEYS = (
    ("Arrows", "Move the cursor on the board"),
    ("Enter", "Choose the cell under the cursor"),
    ("Esc", "Skip what is shown, take a choice back, or stop the bot"),
    ("Tab", "Go to the next part of the window"),
    ("Alt+letter", "Open a menu"),
)

# Why a command cannot be used now.
NOTHING_THINKS = "No bot is thinking."
NOT_STOPPED = "No bot has been stopped."
NO_PERSON = "It is not your turn."
NO_RULES = "There is no rules page for this game."
GAME_OVER = "The game is over."
NO_ADVISER = "No bot that can advise plays this game."
NONE_CLOSED = "No game has been closed."
ONE_GAME = "Only one game is open."
NO_BOARD = "This game has no drawn board."

BOT = "Bot"
TYPE_HERE = "Type a move"
MOVES = "Moves"
NO_MOVES = "No moves yet."
COVERED = "What only one of you may see is covered until then."
HINDSIGHT = moves_words.HINDSIGHT
COPIED = "The position is on the clipboard."
COPIED_REPORT = "The report is on the clipboard."
COPY_REPORT = "Copy report"
KEYS_HEAD = "On the board"
ABOUT = "Board games that have no other strong program: play them against bots, and see what the bots saw."
DESIGNERS = "The games and their designers"
SHOW_ERROR = "Something went wrong inside Herbarium; the game goes on."
PALETTE_HINT = "Type what you want to do"
NO_COMMAND = "No command is called that."


def menu_letter(menu: str) -> int:
    """Where in its name stands the letter that opens a menu with Alt: the first that no menu before it has."""
    taken: set[str] = set()
    for name, label in MENUS.items():
        place = next((n for n, letter in enumerate(label) if letter.lower() not in taken and letter.isalpha()), 0)
        if name == menu:
            return place
        taken.add(label[place].lower())
    return 0


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


def number(value: float) -> str:
    """A number in few characters, as in "950", "2,000", "41 k", "1.1 M"."""
    if value < 9_999.5:
        return f"{value:,.0f}"
    if value < 999_500:
        return f"{value / 1_000:.0f} k"
    return f"{value / 1_000_000:.1f} M"


def thinks(side: str, rate: float) -> str:
    return f"{side} thinks · {number(rate)} a second" if rate else f"{side} thinks"


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


def chances(side: str) -> str:
    return f"How the position looks for {side}"


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


def taken(key: str, command: str) -> str:
    return f"{key} belongs to “{command}” already."
