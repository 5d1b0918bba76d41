"""What the window says in the guided first game, in tips, in the palette of commands and in the live text."""

from __future__ import annotations

from workbench.gui.review import words as review_words

GUIDE = "Guided first game"
NO_GUIDE = "There is no guided first game for this one."
NEW_HERE = "New here? A guided first game"
BACK = "Back"
SKIP = "Skip"
NEXT = "Next"
AGAIN = "Once more"
LEAVE = "Leave"
PLAY_NOW = "Play a game"
LOCK_TIP = "Make the plan that is written"
LOCK_WAITS = "Write first what is asked for here."
NOT_ASKED = "That is legal, but not what is asked for here."
LEAVE_TIP = "Back to your game (Esc); the guide goes on here when you come back"
FIRST = "From the start"
FIRST_TIP = "The guided first game from its first step"
AT_FIRST = "This is the first step."
BACK_TIP = "The step before"
SKIP_TIP = "Leave this step out"
AGAIN_TIP = "This step from its beginning"
STEP_DONE = "This step is done: go on with Next (Enter)."
ALL_DONE = "That was the last step: play a game (Enter)."

FIND = "Find"
OWN_WINDOW = "Own window"
CLOSE = "Close"
NOTHING_FOUND = "not found"
RULES = "Rules"
LIVE = "Live text"
CURSOR = "Cursor"
BOARD = "Board"
HAPPENED = "What happened"

PALETTE_HINT = "Type what you want to do"
NO_COMMAND = "No command is called that."

ALSO = {  # other words that people look for commands by
    "new": "start begin watch bots play each other",
    "again": "restart repeat same game",
    "rematch": "swap sides exchange seats",
    "seats": "watch bots players names opponent level strength difficulty",
    "resign": "give up surrender concede lose",
    "games": "history library list load",
    "open": "load file",
    "save": "keep store",
    "adjourn": "pause break continue later",
    "quit": "exit leave",
    "undo": "take back mistake",
    "type": "enter notation",
    "light": "theme light mode bright day",
    "dark": "theme dark mode night",
    "system": "theme automatic mode",
    "larger": "zoom in bigger size scale font",
    "smaller": "zoom out size scale font",
    "normal": "zoom reset size scale 100 %",
    "animation": "skip animations speed",
    "names": "coordinates labels",
    "letters": "coordinates labels",
    "rotate": "spin orientation",
    "flip": "reverse orientation",
    "copy_picture": "screenshot image export",
    "save_picture": "screenshot image export",
    "hint": "help me advice best move suggest",
    "move_now": "hurry force",
    "pause": "stop watch",
    "step": "watch next",
    "faster": "watch speed",
    "slower": "watch speed",
    "rules": "help how to play instructions",
    "guide": "tutorial learn lesson teach",
    "settings": "preferences options theme zoom configure",
    "sound": "mute noise audio volume",
    "keys": "shortcuts hotkeys bindings",
    "about": "version credits designers",
    **review_words.ALSO,
    "analyse_mode": "engine evaluate think study",
    "open_tree": "load file explore search",
    "analysis": "engine evaluate think pause stop",
    "set_up_mode": "edit position editor board setup problem puzzle",
    "play_mode": "start continue",
    "play_here": "start continue position seats",
    "paste": "import text situation load",
    "begin_with": "reset empty start",
    "erase": "delete remove rubber",
    "choose_once": "dice roll real luck chance",
    "choose_always": "dice roll real luck chance",
    "draw_chance": "dice roll random luck chance",
}

CARD_TIPS = {
    "player": "Who plays this side, and its points. The side to move is outlined.",
    "panel": "What this turn asks for",
    "moves": "The moves of this game and what else was tried, round by round: click one to look at it",
    "graph": "What the bots and the evaluation thought after every turn: click one to look at it",
    "why": "A bot's reasons, from its own report",
    "progress": "How far the bot that thinks is",
    "switch": "Switch between light and dark",
}


def step(asked: str) -> str:
    """What is asked for now, as a sentence."""
    return f"{asked[:1].upper()}{asked[1:]}."


def locks(key: str) -> str:
    """All of a plan is written."""
    return f"Your plan is written: press Lock plan ({key})." if key else "Your plan is written: press Lock plan."


def progress(number: int, total: int) -> str:
    return f"{number} of {total}"


def guide(game: str) -> str:
    return f"{GUIDE} · {game}"


def found(number: int, total: int) -> str:
    return f"{number} of {total}" if total else NOTHING_FOUND


def tip(words: str, meaning: str, key: str, reason: str) -> str:
    """What a button does, with its key, and why it cannot be used now."""
    head = f"{meaning} ({key})" if key else meaning
    return f"{head}\n{reason}" if reason else head


def cursor_at(spot: str, what: str) -> str:
    """As in "d4: a blue stone"."""
    return f"{spot}: {what}" if what else spot
