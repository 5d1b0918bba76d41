"""The texts of the settings dialog and the table of keys."""

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
    """Return the request for a new key."""
    return f"Press the new key for “{command}” now. Backspace takes its key away, Esc leaves it."


def not_free(key: str, alt: bool) -> str:
    """Return the message that a key cannot be used, because it contains Alt or is needed for navigation."""
    if alt:
        return f"{key} has Alt in it, which opens the menus and steps through the moves. Press a key without Alt."
    return f"{key} is needed to move about the board and the window. Press another key."


def changed(command: str, key: str) -> str:
    """Return the confirmation of a new key; "" means no key."""
    return f"“{command}” is on {key} now." if key else f"“{command}” has no key now."


def standard_again(command: str, key: str) -> str:
    """Return the confirmation that a command has its default key again."""
    return f"“{command}” is on {key} again." if key else f"“{command}” has no key again."


def percent(zoom: float) -> str:
    """Return a zoom in per cent."""
    return f"{round(zoom * 100)} %"
