"""Dumps of everything a window reveals: widgets, texts, tips, commands, the clipboard, and one seat's record."""

from __future__ import annotations

import tkinter
import weakref
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256

import msgspec
import pytest

from tests.kit.windows import TestedWindow, root
from workbench.game.session import Session
from workbench.gui.board.board_view import BoardView
from workbench.gui.side.reveals import REVEAL
from workbench.gui.widgets.tips import Tip
from workbench.storage.one_seat import seat_record

TIPS: weakref.WeakSet[Tip] = weakref.WeakSet()


def register_tips(patch: pytest.MonkeyPatch) -> None:
    """Register every tip that is created from now on."""
    create = Tip.__init__

    def note(self: Tip, *arguments: object, **options: object) -> None:
        create(self, *arguments, **options)  # type: ignore[arg-type]
        TIPS.add(self)

    patch.setattr(Tip, "__init__", note)
    patch.setattr(Tip, "_wait", lambda self: None)  # Never show a tip: when it appears depends on timing.


def dump_window(window: TestedWindow) -> list[str]:
    """Return a line for each visible piece of information. Equal information gives equal lines."""
    root().update_idletasks()
    lines = [
        f"title {root().title()}",
        f"sentence {window.shell.status.sentence} {window.shell.status.detail}",
        f"notice {window.notice.text}",
    ]
    with suppress(tkinter.TclError):
        lines.append(f"clipboard {root().clipboard_get()}")
    # What a round has revealed is public.
    revealed = window.screen.side.frame if window.screen.side.kind == REVEAL else None
    lines += sorted(_widgets(root(), revealed))  # The stacking order reveals nothing.
    if isinstance(window.screen.view, BoardView):
        view = window.screen.view
        lines.append(f"cursor {view.cursor} {view.hover}")
        lines += [f"layer {layer} {sorted(map(str, items))}" for layer, items in view.painter.shown.items()]
    lines += sorted({f"tip {tip.words()}" for tip in TIPS if tip.widget.winfo_exists()})
    for name, command in window.registry.commands.items():
        is_on = command.on() if command.on is not None else None
        precise_text = command.menu_label() if command.menu_label is not None else ""
        lines.append(f"command {name} {command.text} {precise_text} {is_on} {command.why_not()}")
    lines += [f"tab {label.text}" for label in window.tabs.labels()]
    return lines


def _widgets(widget: tkinter.Misc, excluded: tkinter.Misc | None) -> Iterator[str]:
    kind = widget.winfo_class()
    if widget is excluded or (kind != "Menu" and not widget.winfo_viewable()):
        return  # Widgets are filled before they become visible again.
    line = f"{kind} {widget.winfo_manager()}"
    for option in ("text", "state"):
        with suppress(tkinter.TclError):
            line += f" {widget.cget(option)}"
    with suppress(tkinter.TclError):
        line += " ".join(
            _picture(name) for name in str(widget.cget("image")).replace("(", " ").split() if name.startswith("pyimage")
        )
    if isinstance(widget, tkinter.Entry):
        line += f" {widget.get()}"
    elif isinstance(widget, tkinter.Text):
        line += f" {widget.get('1.0', 'end')} {[str(part) for part in widget.dump('1.0', 'end', tag=True)]}"
    elif isinstance(widget, tkinter.Menu):
        last = widget.index("end")
        entries = range(0 if last is None else last + 1)
        indices = [n for n in entries if widget.type(n) != "separator"]
        line += f" {[widget.entrycget(n, 'label') + widget.entrycget(n, 'state') for n in indices]}"
    yield line
    if isinstance(widget, tkinter.Canvas):
        yield from sorted(_item(widget, item) for item in widget.find_all())
    for child in widget.winfo_children():
        yield from _widgets(child, excluded)


def _item(canvas: tkinter.Canvas, item: int) -> str:
    kind = str(canvas.type(item))
    if kind == "image" and isinstance(canvas, BoardView):
        return f"  image {canvas.coords(item)}"  # dump() lists the items by layer
    options = {"text": ("text", "fill"), "image": ("image",), "window": ()}.get(kind, ("fill",))
    values = [canvas.itemcget(item, option) for option in (*options, "state")]  # type: ignore[no-untyped-call]
    values = [_picture(value) if value.startswith("pyimage") else value for value in values]
    return f"  {kind} {[round(place) for place in canvas.coords(item)]} {values}"


PICTURES: dict[str, str] = {}  # hash of the content, by image name; names are never reused


def _picture(name: str) -> str:
    if name not in PICTURES:
        PICTURES[name] = sha256(str(root().tk.call(name, "data")).encode()).hexdigest()[:12]
    return PICTURES[name]


def own_record(session: Session, seat: int) -> str:
    """Return the record that is saved for this seat only."""
    return msgspec.json.encode(msgspec.structs.replace(seat_record(session, seat), created="")).decode()
