"""The commands of the window: texts, keys, menu, and when they can be used and why not.

Menus, buttons, the command palette and the key sheet show the commands of one registry, which also dispatches the keys.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from workbench.gui.shell import words
from workbench.gui.widgets.keys import ALT, CONTROL, EDITING, TYPING, Writing, pressed

PLAY, ANALYSE, SET_UP, LESSON = (
    frozenset({"play"}),
    frozenset({"analyse"}),
    frozenset({"set up"}),
    frozenset({"lesson"}),
)
GAMES = PLAY | ANALYSE | SET_UP  # wherever a board is shown
EVERYWHERE = GAMES | LESSON


@dataclass(frozen=True)
class Command:
    """A user action with its texts and keys; menus, buttons, the command palette and the key sheet show it.

    `label` is a function where the label changes, `meaning` says what the command does, and the command palette also
    finds it by the words in `also`. `why_not` returns why the command is unavailable now, or "". `on` is the state of a
    switch. `exactly` returns a longer label for the menu; `choices` become a submenu. `modes` names the modes of the
    window in which the command makes sense. Commands in a menu are sorted by `group`, `order` and registration.
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
    also: str = ""
    exactly: Callable[[], str] | None = None
    choices: Callable[[], Sequence[tuple[str, Callable[[], None]]]] | None = None
    modes: frozenset[str] = PLAY | ANALYSE
    order: int = 0

    @property
    def text(self) -> str:
        """The current label."""
        return self.label if isinstance(self.label, str) else self.label()

    @property
    def entry(self) -> str:
        """The menu text, which may say exactly what the command would do now."""
        return self.exactly() if self.exactly is not None and not self.why_not() else self.text

    @property
    def key(self) -> str:
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
        """The meaning with the key, and on a line of its own why the command is unavailable."""
        return f"{self.help}\n{self.why_not()}".strip()


def _written_in(widget: object) -> bool:
    """Whether something is written in a field; in a list to choose from nothing is."""
    return (
        isinstance(widget, tkinter.Entry)
        and bool(widget.get())
        and not (widget.winfo_class() == "TCombobox" and str(widget.cget("state")) == "readonly")
    )


class Registry:
    """The commands by name, in the order of the menus."""

    def __init__(self, denied: Callable[[Command, str], None]) -> None:
        self.commands: dict[str, Command] = {}
        self.keys: dict[str, Command] = {}
        self.standard: dict[str, tuple[str, ...]] = {}  # the keys as they were registered
        self.denied = denied
        self.notes: list[tuple[int, str, Sequence[tuple[str, str]]]] = []
        self.instead: Callable[[str], str] = lambda name: name  # which command the keys of another run now
        self.gate: Callable[[Command], str] = lambda command: ""  # why a command makes no sense in the present mode
        # Whether a command's keys are ignored in this widget.
        self.deaf: Callable[[str, tkinter.Misc], bool] = lambda name, widget: False
        self.ends: Callable[[], bool] = lambda: False  # ends what is shown, as any other key does; whether anything was

    def add(self, command: Command) -> None:
        """Register a command; a name or a key that is taken is a mistake in the program."""
        for key in command.keys:
            if key in self.keys:
                raise ValueError(f"key {key} belongs to {self.keys[key].name} already")
            self.keys[key] = command
        if command.name in self.commands:
            raise ValueError(f"command {command.name} is there already")
        own = command.why_not
        self.commands[command.name] = replace(command, why_not=lambda: self.gate(command) or own())
        self.standard[command.name] = command.keys

    def note_keys(self, order: int, heading: str, keys: Sequence[tuple[str, str]]) -> None:
        """Describe keys of one part of the window that are no commands, for the key sheet."""
        self.notes.append((order, heading, keys))

    @property
    def key_notes(self) -> list[tuple[str, Sequence[tuple[str, str]]]]:
        """The noted keys by their headings, in order."""
        return [(heading, keys) for _, heading, keys in sorted(self.notes, key=lambda note: note[0])]

    def rebind(self, name: str, keys: Sequence[str]) -> None:
        """Give a command other keys; ValueError if one belongs to another command."""
        for key in keys:
            owner = self.keys.get(key)
            if owner is not None and owner.name != name:
                raise ValueError(words.taken(key, owner.text))
        for key in self.commands[name].keys:
            del self.keys[key]
        command = self.commands[name] = replace(self.commands[name], keys=tuple(keys))
        self.keys |= dict.fromkeys(keys, command)

    def rebind_all(self, keys: Mapping[str, Sequence[str]]) -> None:
        """Standard keys but for these; what is unknown or taken is left out."""
        for name in self.commands:
            self.rebind(name, ())
        for wanted in (keys, {name: own for name, own in self.standard.items() if name not in keys}):
            for name, own in wanted.items():
                if name in self.commands:
                    self.rebind(name, tuple(key for key in own if key not in self.keys))

    @property
    def changed(self) -> dict[str, tuple[str, ...]]:
        """The commands whose keys are not the standard ones."""
        return {name: command.keys for name, command in self.commands.items() if command.keys != self.standard[name]}

    def __getitem__(self, name: str) -> Command:
        return self.commands[name]

    def __contains__(self, name: str) -> bool:
        return name in self.commands

    def those(self, *names: str) -> list[Command]:
        """Return those of the named commands that exist."""
        return [self.commands[name] for name in names if name in self.commands]

    def menu(self, name: str) -> list[Command]:
        """The commands of a menu, group after group."""
        found = (command for command in self.commands.values() if command.menu == name)
        return sorted(found, key=lambda command: (command.group, command.order))

    def run(self, name: str) -> None:
        """Do it, or say why it cannot be done now."""
        command = self.commands[name]
        reason = command.why_not()
        if reason:
            self.denied(command, reason)
        else:
            command.run()

    def press(self, event: tkinter.Event[tkinter.Misc]) -> str | None:
        """Run what a key stands for. Plain keys belong to the text while something is typed."""
        state = event.state if isinstance(event.state, int) else 0
        command = self.keys.get(pressed(event))
        if command is None or self.deaf(command.name, event.widget):
            return None
        written = isinstance(event.widget, Writing)
        typing = written or (isinstance(event.widget, tkinter.Misc) and event.widget.winfo_class() in TYPING)
        if typing and not state & (CONTROL | ALT) and not (event.keysym.startswith("F") and len(event.keysym) > 1):
            return None
        edits = event.keysym in EDITING and state & CONTROL and not state & ALT
        if edits and (written or _written_in(event.widget)):
            return None  # what is written there is meant
        command = self.commands[self.instead(command.name)]
        if not (command.why_not() and self.ends()):
            self.run(command.name)
        return "break"
