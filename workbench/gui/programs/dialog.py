"""The dialog that adds a program as a bot: its name, its command, its permissions and its options."""

from __future__ import annotations

import threading
import tkinter
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from tkinter import ttk

import ttkbootstrap

from workbench.gui.look.look import Look
from workbench.gui.programs import words
from workbench.gui.widgets.dialog import Dialog
from workbench.gui.widgets.forms import LABELS, OptionForm, parse_options
from workbench.programs.registering import register
from workbench.protocol import commands, registry
from workbench.protocol.registry import RegisteredProgram
from workbench.protocol.reports import as_option

POLL_MS = 50
WRAP = 420  # pixels at 100 %
FEW = 8  # options shown before unfolding


class AddProgramDialog(Dialog):
    """The dialog. *Add* starts the program on another thread, asks who it is and saves it.

    If the program declares options, the dialog then shows them as a form. *Save options* saves them with the name.
    *Cancel* leaves them as they are. While the program is being started, *Cancel* means that it is not added.

    Args:
        root: The main window.
        look: Scale and colours.
        added: Called with the name and the program after it was saved.
    """

    def __init__(self, root: ttkbootstrap.App, look: Look, added: Callable[[str, RegisteredProgram], None]) -> None:
        super().__init__(root, look, words.HEAD, words.ADD)
        self.added, px = added, look.px
        self._answers: SimpleQueue[RegisteredProgram | Exception] = SimpleQueue()
        self._lock = threading.Lock()  # a program is either shown as added, or removed after *Cancel*
        self._cancelled = False
        self._waiting = ""  # the name of the program that is being started
        self._before: RegisteredProgram | None = None  # the program that had this name before
        self._added = ""  # the name of the program whose options are shown
        self.form: OptionForm | None = None
        inside = self.card()
        inside.columnconfigure(0, minsize=px(LABELS))
        self.name_entry = self._entry(inside, 0, words.NAME, words.NAME_HELP, 24)
        self.command_entry = self._entry(inside, 2, words.COMMAND, words.COMMAND_HELP, 44)
        below = self.card()
        below.columnconfigure(0, minsize=px(LABELS))
        ttk.Label(below, text=words.PERMISSIONS, style="CardStrong.TLabel").grid(row=0, column=0, sticky="w")
        self.switches: dict[str, tkinter.BooleanVar] = {}
        for row, (permission, label) in enumerate({"network": words.NETWORK, "home": words.HOME}.items()):
            variable = self.switches[permission] = tkinter.BooleanVar(self, False)
            box = ttk.Checkbutton(below, text=label, variable=variable, style="House.TCheckbutton")
            box.grid(row=row, column=1, columnspan=2, sticky="w", pady=px(2))
        self.values: dict[str, ttk.Entry] = {}
        for row, (permission, label) in enumerate({"write": words.WRITE, "env": words.VARIABLE}.items(), 2):
            ttk.Label(below, text=label, style="CardText.TLabel").grid(row=row, column=1, sticky="w", pady=px(2))
            entry = self.values[permission] = ttk.Entry(below, style="House.TEntry", width=30, font=look.fonts["text"])
            entry.grid(row=row, column=2, sticky="w", padx=(px(8), 0), pady=px(2))
        note = ttk.Label(below, text=words.WARNING, style="CardSmall.TLabel", wraplength=px(WRAP), justify="left")
        note.grid(row=4, column=1, columnspan=2, sticky="w", pady=(px(6), 0))
        self.cards = inside, below
        self.appear(self.name_entry)

    def _entry(self, parent: ttk.Frame, row: int, label: str, meaning: str, width: int) -> ttk.Entry:
        px = self.look.px
        ttk.Label(parent, text=label, style="CardStrong.TLabel").grid(row=row, column=0, sticky="w")
        entry = ttk.Entry(parent, style="House.TEntry", width=width, font=self.look.fonts["text"])
        entry.grid(row=row, column=1, sticky="w", pady=(px(8) if row else 0, 0))
        ttk.Label(parent, text=meaning, style="CardSmall.TLabel").grid(row=row + 1, column=1, sticky="w")
        return entry

    @property
    def allow(self) -> list[str]:
        """The chosen permissions."""
        chosen = [permission for permission, on in self.switches.items() if on.get()]
        return chosen + [f"{name}={text}" for name, entry in self.values.items() if (text := entry.get().strip())]

    def accept(self) -> None:
        """Start the program on a thread and save it if it speaks the protocol, or save the options that are shown."""
        if self._waiting:
            return
        if self.form is not None:
            form = self.form
            if not form.validate():
                self.attempt(lambda: registry.choose(self._added, form.text))
            return
        name, command = self.name_entry.get().strip(), self.command_entry.get().strip()
        if not name or not command:
            self.show_error(words.INCOMPLETE)
            return
        try:
            split = commands.split_command(command)
        except ValueError as error:
            self.show_error(str(error))
            return
        self._waiting = name
        self.show_error(words.STARTING)
        self.start.state(["disabled"])
        threading.Thread(
            target=self._start_program, args=(name, split, self.allow), name="adding a program", daemon=True
        ).start()
        self.after(POLL_MS, self._poll)

    def _start_program(self, name: str, command: tuple[str, ...], allow: list[str]) -> None:
        """Register the program, and undo that if the dialog has been cancelled meanwhile."""
        before, answer = registry.programs().get(name), _registered(name, command, allow)
        with self._lock:
            if not self._cancelled:
                self._answers.put(answer)
                self._before = before
            elif isinstance(answer, RegisteredProgram):
                _restore(name, before)

    def destroy(self) -> None:
        """Close the dialog. A program that is being started is not added."""
        with self._lock:
            self._cancelled = True
            if self._waiting and not self._answers.empty() and isinstance(self._answers.get(), RegisteredProgram):
                # another process may have locked the list, so this takes its time elsewhere
                threading.Thread(target=_restore, args=(self._waiting, self._before), name="not added").start()
        super().destroy()

    def _poll(self) -> None:
        """Show the result of the thread when it has arrived."""
        if self._cancelled:
            return
        try:
            answer = self._answers.get_nowait()
        except Empty:
            self.after(POLL_MS, self._poll)
            return
        name, self._waiting = self._waiting, ""
        self.start.state(["!disabled"])
        if isinstance(answer, Exception):
            self.show_error(str(answer) or type(answer).__name__)
            return
        self.added(name, answer)
        if answer.options:
            self._show_options(name, answer)
        else:
            self.destroy()

    def _show_options(self, name: str, program: RegisteredProgram) -> None:
        """Replace the fields by a form with the program's options."""
        self._added = name
        self.show_error("")
        for shown in self.cards:
            shown.destroy()
        inside = self.card()
        ttk.Label(inside, text=words.OPTIONS, style="CardStrong.TLabel").pack(anchor="w")
        note = ttk.Label(inside, text=words.options_help(name), style="CardSmall.TLabel")
        note.pack(anchor="w", pady=(0, self.look.px(8)))
        options = tuple(map(as_option, program.options))
        self.form = OptionForm(inside, self.look, options, parse_options(f"({program.chosen})"), lambda: None, few=FEW)
        self.form.pack(fill="x")
        self.start.configure(text=words.SAVE)
        self.title(words.options_of(name))
        self.centre()
        self.form.fields[options[0].name].focus_set()


def _registered(name: str, command: tuple[str, ...], allow: list[str]) -> RegisteredProgram | Exception:
    """Register a program. Return it, or the reason why it was not added. Wait for the program."""
    try:
        return register(name, command, allow)
    except Exception as error:  # the dialog shows it instead of waiting for ever
        return error


def _restore(name: str, before: RegisteredProgram | None) -> None:
    """Undo the registration of a program that may have replaced another one of this name."""
    with suppress(ValueError):  # another process has removed it, or the file cannot be written
        if before is None:
            registry.remove(name)
        else:
            registry.add(name, before)
