"""The texts of the settings dialog and the table of keys."""

from __future__ import annotations

from workbench.system.translation import tr

TITLE = tr("Settings")
PAGES = {"look": tr("Look"), "play": tr("Play"), "keys": tr("Keys")}
THEME = tr("Theme")
ZOOM = tr("Size")
SHOWN = tr("Shown")
MORE = tr("More")
RESET = tr("Undo these changes")
RESET_TIP = tr("Everything as it was before you opened the settings")
STANDARD = tr("Original settings")
STANDARD_TIP = tr("Everything as on the first day")
CLOSE = tr("Close")
CHANGE = tr("Change")
BACK_TO_STANDARD = tr("Original key")
CHOOSE_COMMAND = tr("Choose a command, press Change, then press its new key. Esc leaves it as it is.")
LARGEST = tr("This is the largest size.")
SMALLEST = tr("This is the smallest size.")


def press_now(command: str) -> str:
    """Return the request for a new key."""
    return tr("Press the new key for “{command}” now. Backspace takes its key away, Esc leaves it.", command=command)


def not_free(key: str, alt: bool) -> str:
    """Return the message that a key cannot be used, because it contains Alt or is needed for navigation."""
    if alt:
        return tr(
            "{key} has Alt in it, which opens the menus and steps through the moves. Press a key without Alt.", key=key
        )
    return tr("{key} is needed to move about the board and the window. Press another key.", key=key)


def changed(command: str, key: str) -> str:
    """Return the confirmation of a new key; "" means no key."""
    return (
        tr("“{command}” is on {key} now.", command=command, key=key)
        if key
        else tr("“{command}” has no key now.", command=command)
    )


def standard_again(command: str, key: str) -> str:
    """Return the confirmation that a command has its default key again."""
    return (
        tr("“{command}” is on {key} again.", command=command, key=key)
        if key
        else tr("“{command}” has no key again.", command=command)
    )


def percent(zoom: float) -> str:
    """Return a zoom in per cent."""
    return f"{round(zoom * 100)} %"
