"""The commands of the window: texts, keys, menu, and why they are unavailable.

Menus, buttons, the command palette and the key sheet show the commands of one registry, which also dispatches the keys.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from workbench.gui.shell import words
from workbench.gui.widgets.keys import ALT, CONTROL, EDITING, TYPING, Writing, pressed

PLAY, ANALYSE, SET_UP, PRACTICE, COMPANION, LESSON = (
    frozenset({"play"}),
    frozenset({"analyse"}),
    frozenset({"set up"}),
    frozenset({"practice"}),
    frozenset({"companion"}),
    frozenset({"lesson"}),
)
GAMES = PLAY | ANALYSE | SET_UP  # modes of a game
TABS = GAMES | PRACTICE | COMPANION  # modes of all tabs
EVERYWHERE = TABS | LESSON


@dataclass(frozen=True)
class Command:
    """A user action with its texts and keys, shown in menus, buttons, the command palette and the key sheet.

    Args:
        name: The id of the command.
        menu: The id of its menu. Commands in a menu are sorted by `group`, `order` and registration.
        label: The label, or a function if it changes.
        meaning: What the command does, as a sentence.
        run: Runs the command.
        keys: The keys; the first one is shown.
        why_not: Returns why the command is unavailable now, or "".
        on: Returns the state of a command that is a switch.
        group: The group in the menu.
        search_words: More search words for the command palette.
        menu_label: Returns a longer label for the menu.
        choices: Returns the labels and functions of a submenu.
        modes: The modes of the window in which the command makes sense.
        order: The place in the group.
        labels: All values of a label that changes. Buttons keep the width of the longest.
        listed: Whether its menu lists the command, or a function that returns so. The command palette lists every
            command.
    """

    name: str
    menu: str
    label: str | Callable[[], str]
    meaning: str
    run: Callable[[], None]
    keys: tuple[str, ...] = ()
    why_not: Callable[[], str] = field(default=lambda: "")
    on: Callable[[], bool] | None = None
    group: int = 0
    search_words: str = ""
    menu_label: Callable[[], str] | None = None
    choices: Callable[[], Sequence[tuple[str, Callable[[], None]]]] | None = None
    modes: frozenset[str] = PLAY | ANALYSE
    order: int = 0
    labels: tuple[str, ...] = ()
    listed: bool | Callable[[], bool] = True

    @property
    def text(self) -> str:
        """The current label."""
        return self.label if isinstance(self.label, str) else self.label()

    @property
    def entry(self) -> str:
        """The text in the menu, which may be longer than the label."""
        return self.menu_label() if self.menu_label is not None and not self.why_not() else self.text

    @property
    def key(self) -> str:
        """The first key, or ""."""
        return self.keys[0] if self.keys else ""

    @property
    def help(self) -> str:
        """The meaning with the key."""
        return f"{self.meaning} ({self.key})" if self.key else self.meaning

    @property
    def tip(self) -> str:
        """The tip of a small button: the meaning with the key, or why the command is unavailable."""
        return self.why_not() or self.help

    @property
    def full_tip(self) -> str:
        """The meaning with the key and, on a second line, why the command is unavailable."""
        return f"{self.help}\n{self.why_not()}".strip()


def _has_text(widget: object) -> bool:
    """Return whether an entry field contains text. Read-only lists do not count."""
    return (
        isinstance(widget, tkinter.Entry)
        and bool(widget.get())
        and not (widget.winfo_class() == "TCombobox" and str(widget.cget("state")) == "readonly")
    )


class Registry:
    """The commands by name, in the order of the menus.

    Args:
        denied: Called with a command that is unavailable and the reason.
    """

    def __init__(self, denied: Callable[[Command, str], None]) -> None:
        self.commands: dict[str, Command] = {}
        self.keys: dict[str, Command] = {}
        self.standard: dict[str, tuple[str, ...]] = {}  # the keys as registered
        self.denied = denied
        self.notes: list[tuple[int, str, Sequence[tuple[str, str]]]] = []
        # Maps a command to the substitute that its keys now run.
        self.substitute: Callable[[str], str] = lambda name: name
        self.mode_reason: Callable[[Command], str] = lambda command: (
            ""
        )  # returns why a command is unavailable in the current mode
        # Returns whether the keys of a command are ignored in a widget.
        self.ignores_key: Callable[[str, tkinter.Misc], bool] = lambda name, widget: False
        # Ends a replay or animation, as any other key does. Returns whether there was any.
        self.end_showing: Callable[[], bool] = lambda: False

    def add(self, command: Command) -> None:
        """Register a command.

        Raises:
            ValueError: The name or a key is taken.
        """
        for key in command.keys:
            if key in self.keys:
                raise ValueError(f"key {key} belongs to {self.keys[key].name} already")
            self.keys[key] = command
        if command.name in self.commands:
            raise ValueError(f"command {command.name} is there already")
        own_reason = command.why_not
        self.commands[command.name] = replace(command, why_not=lambda: self.mode_reason(command) or own_reason())
        self.standard[command.name] = command.keys

    def note_keys(self, order: int, heading: str, keys: Sequence[tuple[str, str]]) -> None:
        """Add keys of a part of the window that are not commands to the key sheet."""
        self.notes.append((order, heading, keys))

    @property
    def key_notes(self) -> list[tuple[str, Sequence[tuple[str, str]]]]:
        """The descriptions of other keys by their headings, in order."""
        return [(heading, keys) for _, heading, keys in sorted(self.notes, key=lambda note: note[0])]

    def rebind(self, name: str, keys: Sequence[str]) -> None:
        """Replace the keys of a command.

        Raises:
            ValueError: A key belongs to another command.
        """
        for key in keys:
            owner = self.keys.get(key)
            if owner is not None and owner.name != name:
                raise ValueError(words.taken(key, owner.text))
        for key in self.commands[name].keys:
            del self.keys[key]
        command = self.commands[name] = replace(self.commands[name], keys=tuple(keys))
        self.keys |= dict.fromkeys(keys, command)

    def rebind_all(self, keys: Mapping[str, Sequence[str]]) -> None:
        """Set these keys, and the standard keys for all other commands. Unknown commands and taken keys are skipped."""
        for name in self.commands:
            self.rebind(name, ())
        for wanted in (keys, {name: command_keys for name, command_keys in self.standard.items() if name not in keys}):
            for name, command_keys in wanted.items():
                if name in self.commands:
                    self.rebind(name, tuple(key for key in command_keys if key not in self.keys))

    @property
    def changed(self) -> dict[str, tuple[str, ...]]:
        """The commands with non-standard keys, and these keys."""
        return {name: command.keys for name, command in self.commands.items() if command.keys != self.standard[name]}

    def __getitem__(self, name: str) -> Command:
        return self.commands[name]

    def __contains__(self, name: str) -> bool:
        return name in self.commands

    def existing(self, *names: str) -> list[Command]:
        """Return those of the named commands that exist."""
        return [self.commands[name] for name in names if name in self.commands]

    def menu(self, name: str) -> list[Command]:
        """Return all commands of a menu in order, listed or not.

        Commands that fewer modes have are last in their group, so that the others keep their places.
        """
        entries = (command for command in self.commands.values() if command.menu == name)
        return sorted(entries, key=lambda command: (command.group, -len(command.modes & GAMES), command.order))

    def menu_entries(self, name: str) -> list[Command]:
        """Return the commands that a menu lists in the current mode, in order."""
        return [command for command in self.menu(name) if self._is_listed(command)]

    def has_entries(self, name: str) -> bool:
        """Return whether a menu lists any command in the current mode."""
        return any(command.menu == name and self._is_listed(command) for command in self.commands.values())

    def _is_listed(self, command: Command) -> bool:
        listed = command.listed if isinstance(command.listed, bool) else command.listed()
        return listed and not self.mode_reason(command)

    def run(self, name: str) -> None:
        """Run a command, or report why it is unavailable."""
        command = self.commands[name]
        reason = command.why_not()
        if reason:
            self.denied(command, reason)
        else:
            command.run()

    def dispatch_key(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        """Run the command of a key. While the user types, plain keys belong to the text field.

        Returns:
            "break" if the key is consumed, else None, for Tk.
        """
        state = event.state if isinstance(event.state, int) else 0
        command = self.keys.get(pressed(event))
        if command is None or self.ignores_key(command.name, event.widget):
            return None
        written = isinstance(event.widget, Writing)
        typing = written or (isinstance(event.widget, tkinter.Misc) and event.widget.winfo_class() in TYPING)
        if typing and not state & (CONTROL | ALT) and not (event.keysym.startswith("F") and len(event.keysym) > 1):
            return None
        edits = event.keysym in EDITING and state & CONTROL and not state & ALT
        if edits and (written or _has_text(event.widget)):
            return None  # the key edits the text
        command = self.commands[self.substitute(command.name)]
        if not (command.why_not() and self.end_showing()):
            self.run(command.name)
        return "break"
