"""Behaviour of all buttons: a click does not move the focus, a mode can take the Space key, and tips avoid them.

The functions change Tk's bindings of the widget classes. This is undone when the window closes.
"""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial

from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.keys import TYPING, Writing, focused
from workbench.gui.widgets.tips import Tip

CLASSES = ("TButton", "TCheckbutton", "TRadiobutton")
CLICK, SPACE = ("<Button-1>",), ("<Key-space>", "<<Invoke>>")
FOCUS = "ttk::clickToFocus %W;"  # the part of Tk's script that moves the focus


def _replace(
    shell: Shell, sequences: Sequence[str], handle: Callable[[tkinter.Event[tkinter.Misc], str], None]
) -> None:
    """Handle events of all buttons with a function, which receives the Tcl script of the standard binding."""
    root = shell.root
    for name in CLASSES:
        for sequence in sequences:
            script = str(root.bind_class(name, sequence)).strip()
            if not script:
                continue
            call = root.bind_class(name, sequence, partial(_call, handle, script))

            def restore(name: str = name, sequence: str = sequence, script: str = script, call: str = call) -> None:
                root.tk.call("bind", name, sequence, script)
                root.deletecommand(call)

            shell.events.closing.connect(restore)


def _call(
    handle: Callable[[tkinter.Event[tkinter.Misc], str], None], script: str, event: tkinter.Event[tkinter.Misc]
) -> None:
    handle(event, script)


def _run(event: tkinter.Event[tkinter.Misc], script: str) -> None:
    event.widget.tk.eval(script.replace("%W", str(event.widget)))


def keep_focus_on_click(shell: Shell) -> None:
    """Let a click on a button leave the focus where it is, unless a text field has it and must finish its text."""

    def click(event: tkinter.Event[tkinter.Misc], script: str) -> None:
        before = focused(shell.root)
        writing = isinstance(before, Writing) or (before is not None and before.winfo_class() in TYPING)
        inside = event.widget.winfo_toplevel() is shell.root
        _run(event, script.replace(FOCUS, "") if inside and not writing else script)

    _replace(shell, CLICK, click)


def watch_appearing(shell: Shell) -> None:
    """Tell the tips about buttons that appear, because a tip must not cover them."""
    root = shell.root
    calls = {name: root.bind_class(name, "<Map>", lambda event: Tip.on_appeared(event.widget)) for name in CLASSES}

    def restore() -> None:
        Tip.appeared.clear()
        for name, call in calls.items():
            root.tk.call("bind", name, "<Map>", "")
            root.deletecommand(call)

    shell.events.closing.connect(restore)


def give_space_to(shell: Shell, taken: Callable[[], bool]) -> None:
    """Do not let Space press a button of the main window while `taken` returns True. Enter still presses it."""

    def press(event: tkinter.Event[tkinter.Misc], script: str) -> None:
        if not (taken() and event.widget.winfo_toplevel() is shell.root):
            _run(event, script)

    _replace(shell, SPACE, press)
