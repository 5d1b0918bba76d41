"""What the window says in its settings and about keys that are changed."""

from __future__ import annotations

TITLE = "Settings"
PAGES = {"look": "Look", "play": "Play", "keys": "Keys"}
THEME = "Theme"
ZOOM = "Size"
SHOWN = "Shown"
MORE = "More"
RESET = "Undo these changes"
RESET_TIP = "Everything as it was before you opened the settings"
STANDARD = "Original settings"
STANDARD_TIP = "Everything as on the first day"
CLOSE = "Close"
CHANGE = "Change"
BACK_TO_STANDARD = "Original key"
CHOOSE_COMMAND = "Choose a command, press Change, then press its new key. Esc leaves it as it is."
LARGEST = "This is the largest size."
SMALLEST = "This is the smallest size."


def press_now(command: str) -> str:
    return f"Press the new key for “{command}” now. Backspace takes its key away, Esc leaves it."


def not_free(key: str, alt: bool) -> str:
    """A key that no command gets, because it holds Alt or is needed to go about."""
    if alt:
        return f"{key} has Alt in it, which opens the menus and steps through the moves. Press a key without Alt."
    return f"{key} is needed to move about the board and the window. Press another key."


def changed(command: str, key: str) -> str:
    return f"“{command}” is on {key} now." if key else f"“{command}” has no key now."


def standard_again(command: str, key: str) -> str:
    return f"“{command}” is on {key} again." if key else f"“{command}” has no key again."


def percent(zoom: float) -> str:
    return f"{round(zoom * 100)} %"
