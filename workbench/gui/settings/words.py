"""The texts of the settings dialog and the table of keys."""

from __future__ import annotations

from workbench.system.language.formats import format_percent
from workbench.system.translation import tr

TITLE = tr("Settings")
PAGES = {"look": tr("Appearance"), "play": tr("Play"), "keys": tr("Keys")}
THEME = tr("Theme")
ZOOM = tr("Size")
LANGUAGE = tr("Language")
SYSTEM_LANGUAGE = tr("Follow system")
LANGUAGE_TIP = tr("First versions, translated by a machine. Corrections are welcome.")
AT_NEXT_START = tr("A new language takes effect at the next start.")
BY_VARIABLE = tr("HERBARIUM_LANGUAGE is set and decides the language.")
SHOWN = tr("View")
MORE = tr("More")
RESET = tr("Revert")
RESET_TIP = tr("Restore the settings from before you opened this window")
STANDARD = tr("Reset to defaults")
STANDARD_TIP = tr("Reset all settings and keys")
CLOSE = tr("Close")
CHANGE = tr("Change")
BACK_TO_STANDARD = tr("Reset key")
CHOOSE_COMMAND = tr("Select a command, press Change, then press its new key. Esc cancels.")
LARGEST = tr("This is the largest size.")
SMALLEST = tr("This is the smallest size.")


def language_not_saved(reason: str) -> str:
    """Return the message that the choice of a language is lost."""
    return tr("The language cannot be saved ({reason}).", reason=reason)


def press_now(command: str) -> str:
    """Return the request for a new key."""
    return tr("Press the new key for “{command}”. Backspace removes its key, Esc cancels.", command=command)


def not_free(key: str, alt: bool) -> str:
    """Return the message that a key cannot be used, because it contains Alt or is needed for navigation."""
    if alt:
        return tr("{key} is not available: Alt opens menus. Press a key without Alt.", key=key)
    return tr("{key} moves around the board and the window. Press another key.", key=key)


def changed(command: str, key: str) -> str:
    """Return the confirmation of a new key; "" means no key."""
    return (
        tr("“{command}” now has the key {key}.", command=command, key=key)
        if key
        else tr("“{command}” now has no key.", command=command)
    )


def standard_again(command: str, key: str) -> str:
    """Return the confirmation that a command has its default key again."""
    return (
        tr("“{command}” has the key {key} again.", command=command, key=key)
        if key
        else tr("“{command}” has no key again.", command=command)
    )


def percent(zoom: float) -> str:
    """Return a zoom in per cent."""
    return format_percent(zoom)
