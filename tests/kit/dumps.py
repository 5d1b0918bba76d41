"""Everything that a window reveals: every widget with its texts, tips, commands, the clipboard, and one seat's own
record."""

from __future__ import annotations

import tkinter
import weakref
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256

import msgspec
import pytest

from tests.kit.windows import Tested, root
from workbench.game.session import Session
from workbench.gui.board.board_view import BoardView
from workbench.gui.side.reveals import REVEAL
from workbench.gui.widgets.tips import Tip
from workbench.storage.one_seat import seen_by

TIPS: weakref.WeakSet[Tip] = weakref.WeakSet()


def listen(patch: pytest.MonkeyPatch) -> None:
    """Know of every tip that is made from now on."""
    made = Tip.__init__

    def note(self: Tip, *taken: object, **more: object) -> None:
        made(self, *taken, **more)  # type: ignore[arg-type]
        TIPS.add(self)

    patch.setattr(Tip, "__init__", note)
    patch.setattr(Tip, "_wait", lambda self: None)  # none is shown: when would be a matter of time


def dump(window: Tested) -> list[str]:
    """A line for everything; the same lines where the same is told."""
    root().update_idletasks()
    told = [
        f"title {root().title()}",
        f"sentence {window.shell.status.sentence} {window.shell.status.detail}",
        f"notice {window.notice.text}",
    ]
    with suppress(tkinter.TclError):
        told.append(f"clipboard {root().clipboard_get()}")
    revealed = (
        window.screen.side.frame if window.screen.side.kind == REVEAL else None
    )  # what a round has revealed is for everybody
    told += sorted(_widgets(root(), revealed))  # which lies over which tells nothing
    if isinstance(window.screen.view, BoardView):
        view = window.screen.view
        told.append(f"cursor {view.cursor} {view.hover}")
        told += [f"layer {layer} {sorted(map(str, items))}" for layer, items in view.painter.shown.items()]
    told += sorted({f"tip {tip.words()}" for tip in TIPS if tip.widget.winfo_exists()})
    for name, command in window.registry.commands.items():
        on = command.on() if command.on is not None else None
        exactly = command.exactly() if command.exactly is not None else ""
        told.append(f"command {name} {command.text} {exactly} {on} {command.why_not()}")
    told += [f"tab {label.text}" for label in window.tabs.labels()]
    return told


def _widgets(widget: tkinter.Misc, without: tkinter.Misc | None) -> Iterator[str]:
    kind = widget.winfo_class()
    if widget is without or (kind != "Menu" and not widget.winfo_viewable()):
        return  # what comes to be seen again is filled before
    shown = f"{kind} {widget.winfo_manager()}"
    for option in ("text", "state"):
        with suppress(tkinter.TclError):
            shown += f" {widget.cget(option)}"
    with suppress(tkinter.TclError):
        shown += " ".join(
            _picture(name) for name in str(widget.cget("image")).replace("(", " ").split() if name.startswith("pyimage")
        )
    if isinstance(widget, tkinter.Entry):
        shown += f" {widget.get()}"
    elif isinstance(widget, tkinter.Text):
        shown += f" {widget.get('1.0', 'end')} {[str(part) for part in widget.dump('1.0', 'end', tag=True)]}"
    elif isinstance(widget, tkinter.Menu):
        last = widget.index("end")
        entries = range(0 if last is None else last + 1)
        there = [n for n in entries if widget.type(n) != "separator"]
        shown += f" {[widget.entrycget(n, 'label') + widget.entrycget(n, 'state') for n in there]}"
    yield shown
    if isinstance(widget, tkinter.Canvas):
        yield from sorted(_item(widget, item) for item in widget.find_all())
    for child in widget.winfo_children():
        yield from _widgets(child, without)


def _item(canvas: tkinter.Canvas, item: int) -> str:
    kind = str(canvas.type(item))
    if kind == "image" and isinstance(canvas, BoardView):
        return f"  image {canvas.coords(item)}"  # its items are told by their layers
    options = {"text": ("text", "fill"), "image": ("image",), "window": ()}.get(kind, ("fill",))
    values = [canvas.itemcget(item, option) for option in (*options, "state")]  # type: ignore[no-untyped-call]
    values = [_picture(value) if value.startswith("pyimage") else value for value in values]
    return f"  {kind} {[round(place) for place in canvas.coords(item)]} {values}"


PICTURES: dict[str, str] = {}  # what they show, by their names: those are given once


def _picture(name: str) -> str:
    if name not in PICTURES:
        PICTURES[name] = sha256(str(root().tk.call(name, "data")).encode()).hexdigest()[:12]
    return PICTURES[name]


def own_record(session: Session, seat: int) -> str:
    """What is saved of what this seat alone saw."""
    return msgspec.json.encode(msgspec.structs.replace(seen_by(session, seat), created="")).decode()
