"""The texts about programs as bots."""

from __future__ import annotations

from workbench.system.translation import tr

HEAD = tr("Add a program")
MENU = tr("Add a program…")
MEANING = tr("Add a bot that is a program in any language")
ADD = tr("Add")
LOG_MEANING = tr("Show what a bot wrote before it failed")
NO_LOG = tr("No bot has failed in this game.")
LOG_LATER = tr("The log may show hidden information. Read it after the game.")
STARTING = tr("Starting…")
NAME = tr("Name")
COMMAND = tr("Command")
NAME_HELP = tr("Letters a-z, digits, - and _")
COMMAND_HELP = tr("Such as /home/me/mybot --threads 2")
PERMISSIONS = tr("Permissions")
NETWORK = tr("Use the network")
HOME = tr("Read my home folder")
WRITE = tr("Write to folder")
VARIABLE = tr("Read environment variable")
WARNING = tr("Give permissions only to programs that you trust.")
OPTIONS = tr("Options")
SAVE = tr("Save options")
INCOMPLETE = tr("Enter a name and a command.")


def options_of(name: str) -> str:
    """Return the title while the options of a program are shown."""
    return tr("Options of {name}", name=name)


def options_help(name: str) -> str:
    """Return the sentence above the options of a program."""
    return tr("{name} was added. It plays with these options.", name=name)


def added(name: str, meaning: str) -> str:
    """Return the notice after a program was added."""
    return tr(
        "{name} added ({meaning}). Find it under “Advanced…” in New game, More options.", name=name, meaning=meaning
    )


def log_of(name: str) -> str:
    """Return the title of the window with a bot's log."""
    return tr("Log of {name}", name=name)
